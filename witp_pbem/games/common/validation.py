"""What is wrong with data and positions that people wrote by hand, before a campaign begins with them.

A game describes the shape of each record as a pydantic model. What a model cannot say (that a route leads to a point of
the map, that every unit is somewhere) it looks for itself, in small checks over the typed models, once every record has
its shape. All that is wrong is told together, each fault with its file and its place in it.

No command imports this at its start: pydantic takes longer than all the rest of the program.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails, PydanticCustomError

from witp_pbem.games.common import hexmap
from witp_pbem.games.common.data import entry_name
from witp_pbem.games.common.language import say
from witp_pbem.table.language import either, listing
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.tuples import NamedTuple

MOST = 9999  # above every number that can stand on a table
SOME = 5  # of many names, those that are told
WANTED = "wanted"  # the type of an error that says itself what was wanted


class Fault(NamedTuple):
    """Something wrong in a record.

    Attributes:
        file: name of the record ("map"), "" for a position.
        path: the names of the entries that lie one in another, down to the one at fault; () for the whole record.
        wrong: what is wrong with it, in words that follow its name.
        suggestion: what was meant, most likely, or "".
        at: the keys and ids that lead there, by which it is found in the file it was read from; () where they are the
            names of the path. Of a list without ids its number, from 0.
        part: from and to which sign of a text it is (counted from 0), () for all of it.
    """

    file: str
    path: tuple[str, ...]
    wrong: str
    suggestion: str = ""
    at: tuple[str | int, ...] = ()
    part: tuple[int, ...] = ()


# -- shapes: the types of the fields of a record --------------------------------------------------------------------


def table(fields: Mapping[str, Any], *, is_open: bool = True) -> type[BaseModel]:
    """A table with named fields.

    Args:
        fields: the type of each, or its type and what stands for it where it is left out.
        is_open: it may have further fields, which the game does not read.
    """
    types: dict[str, Any] = {name: field if isinstance(field, tuple) else (field, ...)
                             for name, field in fields.items()}
    return create_model("Table", __base__=_Open if is_open else _Closed, **types)


class _Closed(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", protected_namespaces=())


class _Open(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", protected_namespaces=())


def tagged(field: str, tables: Mapping[str, Mapping[str, Any]]) -> Any:
    """One of several tables without further fields; the word in a field of each says which."""
    models = tuple(table({field: Literal[word], **fields}, is_open=False)
                   for word, fields in tables.items())
    return Annotated[Union[models], Field(discriminator=field)]  # noqa: UP007 (a union of as many as there are)


def list_of(form: Any, least: int = 0, most: int = MOST) -> Any:
    """A list of things of a type."""
    return Annotated[list[form], Field(min_length=least, max_length=most)]


def table_of(form: Any, key: Any = str) -> Any:
    """A table whose entries are all of one type."""
    return dict[key, form]


def wanted(test: Callable[[Any], bool], words: Callable[[], str], options: Sequence[Any] = ()) -> Any:
    """A value that passes a test.

    Args:
        words: what will do, in the language spoken.
        options: all that will do, where it can be listed.
    """
    def check(value: Any) -> Any:
        if not test(value):
            raise PydanticCustomError(WANTED, "wanted", {"words": words, "options": options})
        return value
    return Annotated[Any, BeforeValidator(check)]


def one_of(*words: Any) -> Any:
    """One of some words or numbers."""
    return wanted(lambda value: _is_among(value, words),
                  lambda: say("one of {list}", list=listing(map(shown, words))), words)


def whole(low: int, high: int = MOST, *words: Any) -> Any:
    """A whole number of a range, or one of some words."""
    return wanted(lambda value: type(value) is int and low <= value <= high or _is_among(value, words),
                  lambda: either([say("a whole number from {low} to {high}", low=low, high=high), *map(shown, words)]))


def hex_id(*words: Any) -> Any:
    """The four digits of a hex, or one of some words."""
    return wanted(lambda value: isinstance(value, str) and hexmap.is_number(value) or _is_among(value, words),
                  lambda: either([say('a hex number of four digits such as "0606"'), *map(shown, words)]))


def _is_among(value: Any, words: Iterable[Any]) -> bool:
    return any(type(value) is type(word) and value == word for word in words)


def shown(value: Any) -> str:
    """A value as it stands in the file, cut short."""
    if isinstance(value, int) and abs(value) > 10 ** 12 or value in (float("inf"), float("-inf")):
        return say("a number that long")
    words = json.dumps(value, ensure_ascii=False)
    return words if len(words) <= 40 else words[:37] + "..."


def cut(text: str) -> str:
    """A text of the file as it can be named in a sentence."""
    return shown(text)[1:].removesuffix('"')


def points(of_point: Mapping[str, Any], of_route: Mapping[str, Any] = MappingProxyType({})) -> type[BaseModel]:
    """The record of a map of points (`pointmap.of`), with what else a game has in a point and a route."""
    point = {"id": str, "xy": list_of(whole(0), 2, 2), **of_point}
    route = {"pair": list_of(str, 2, 2), "length": (whole(1), 1), "kind": (str, ""), **of_route}
    land = table({"outlines": list_of(list_of(list_of(whole(-MOST), 2, 2), 3))})
    return table({"points": list_of(table(point), 1), "routes": list_of(table(route)), "land": (land | None, None)})


# -- what is wrong ------------------------------------------------------------------------------------------------


def read(model: type[BaseModel], record: Any, file: str = "") -> Any | list[Fault]:
    """A record as its model has it, or everything in which it has another shape."""
    try:
        return model.model_validate(record)
    except ValidationError as error:
        return list(_faults(error.errors(include_url=False), model, record, file))


def read_files(models: Mapping[str, type[BaseModel]], records: Mapping[str, Any]) -> dict[str, Any] | list[Fault]:
    """As `read`, for every data file by its name."""
    files = {name: read(model, records[name], name) for name, model in models.items()}
    return [fault for file in files.values() if isinstance(file, list) for fault in file] or files


def faults_of(form: Any, value: Any, *path: str) -> list[Fault]:
    """What is wrong with one value of a position, which has to be of a type."""
    checked = read(table({"value": form}), {"value": value})
    return [fault._replace(path=path) for fault in checked] if isinstance(checked, list) else []


def problems(faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """The problems that faults are to whoever brought the record along."""
    return tuple(_problem(fault) for fault in faults)


def _problem(fault: Fault) -> Problem:
    wrong = (say("{wrong} (did you mean {suggestion}?)", wrong=fault.wrong, suggestion=fault.suggestion)
             if fault.suggestion else fault.wrong)
    path = listing(map(cut, fault.path))
    if not fault.file:
        return invalid("position-field", field=path or say("the position"), wrong=wrong, suggestion=fault.suggestion)
    return invalid("data-entry", file=f"{fault.file}.json", entry=path or say("the file"), wrong=wrong,
                   suggestion=fault.suggestion, path=fault.path, at=(fault.file, *(fault.at or fault.path)),
                   part=fault.part)


def _faults(errors: Sequence[ErrorDetails], model: type[BaseModel], record: Any, file: str) -> Iterator[Fault]:
    """The faults that pydantic's errors are. Where one of several shapes would do, each has its error: they are told
    as one, unless one is about something further in."""
    by_path: dict[tuple[str, ...], list[ErrorDetails]] = {}
    keys: dict[tuple[str, ...], tuple[str | int, ...]] = {}
    for error in errors:
        path, at = _path(error, record)
        by_path.setdefault(path, []).append(error)
        keys[path] = at
    for path, meant in by_path.items():
        if any(len(other) > len(path) and other[:len(path)] == path for other in by_path):
            continue
        kinds = {error["type"] for error in meant}
        if "missing" in kinds or "union_tag_not_found" in kinds:
            yield Fault(file, path, say("is missing"), at=keys[path])
        elif "extra_forbidden" in kinds:
            yield Fault(file, path, say("is no field that is known there"), _nearest(path[-1], _fields(model)),
                        keys[path])
        else:
            value = meant[0].get("ctx", {}).get("tag", meant[0]["input"])
            words = either(dict.fromkeys(map(_wanted, meant)))
            options = [option for error in meant for option in error.get("ctx", {}).get("options", ())]
            yield Fault(file, path, say("must be {wanted}, not {value}", wanted=words, value=shown(value)),
                        _nearest(value, options), keys[path])


def _path(error: ErrorDetails, record: Any) -> tuple[tuple[str, ...], tuple[str | int, ...]]:
    """The place of an error: the keys and numbers that lead there, each entry by its name, and as in `Fault.at`.
    Whatever else pydantic names (which of several shapes it tried) is left out."""
    path, at = list[str](), list[str | int]()
    for number, key in enumerate(error["loc"], 1):
        is_last = number == len(error["loc"])
        if isinstance(record, dict) and key in record:
            record = record[key]
            path.append(entry_name(str(key), record))
            at.append(str(key))
        elif isinstance(record, list) and isinstance(key, int):
            record = record[key]
            path.append(entry_name(key + 1, record))
            at.append(key if path[-1] == entry_name(key + 1, None) else path[-1])
        elif is_last and error["type"] == "missing":
            path.append(str(key))
            at.append(str(key))
    if error["type"] in ("union_tag_not_found", "union_tag_invalid"):
        path.append(error["ctx"]["discriminator"].strip("'"))
    return tuple(path), () if at == path else tuple(at)


def _wanted(error: ErrorDetails) -> str:
    """What an error says was wanted."""
    context = error.get("ctx", {})
    match error["type"]:
        case _ if error["type"] == WANTED:
            return str(context["words"]())
        case "string_type":
            return say("a text in quotation marks")
        case "bool_type":
            return say("true or false")
        case "list_type":
            return say("a list in square brackets")
        case "too_short":
            return say("a list of at least {number}", number=context["min_length"])
        case "too_long":
            return say("a list of at most {number}", number=context["max_length"])
        case "union_tag_invalid":
            return say("one of {list}", list=context["expected_tags"].replace("'", '"'))
    return say("a table in braces")


def _fields(model: type[BaseModel]) -> list[str]:
    """The fields of a model and of all within it."""
    schema = model.model_json_schema()
    return [field for part in (schema, *schema.get("$defs", {}).values()) for field in part.get("properties", {})]


def _nearest(word: Any, words: Iterable[Any]) -> str:
    """The word most like one that will not do, "" if none is."""
    return next(iter(difflib.get_close_matches(word, [near for near in words if isinstance(near, str)], 1)), "") if (
        isinstance(word, str)) else ""


# -- what no model can say ----------------------------------------------------------------------------------------


def off_map(places: Iterable[str], known: Collection[str], file: str, *path: str) -> Iterator[Fault]:
    """Places that something names and that the map has not."""
    for place in missing(known, places):
        yield Fault(file, path, say("names {place}, which is not on the map", place=cut(place)), _nearest(place, known))


def each_once(names: Sequence[str], known: Collection[str], *path: str) -> Iterator[Fault]:
    """Names of counters in a position, each of which has to stand there once: every counter is somewhere."""
    for name in twice(names):
        yield Fault("", (*path, name), say("stands twice in the list"))
    for name in missing(known, names):
        yield Fault("", (*path, name), say("is not in the counter list"), _nearest(name, known))
    lacking = missing(names, known)
    some = listing(lacking[:SOME])
    if len(lacking) > SOME:
        some = say("{units} and {number} more", units=some, number=len(lacking) - SOME)
    if lacking:
        yield Fault("", path, say('lacks counters of the counter list: {units} (write what is out of play with status '
                                  '"removed")', units=some))


def card_problems(hands: Mapping[str, Sequence[str]], decks: Collection[str], discards: Sequence[str],
                  known: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the cards of a position: each once, all of them open, and no deck, for what is sealed in one
    campaign means nothing in another.

    Args:
        hands: the slots by holder; a card that lies open has its name in place of a slot.
    """
    sealed = [f"{holder} {slot}" for holder, slots in hands.items() for slot in slots if "/" in slot]
    if sealed or decks:
        yield invalid("position-sealed-cards", sealed=sealed, decks=sorted(decks), example=next(iter(known)))
    cards = [card for pile in (*hands.values(), discards) for card in pile if "/" not in card]
    for card in missing(known, cards):
        yield invalid("position-unknown-card", card=cut(card))
    for card in twice(card for card in cards if card in known):
        yield invalid("position-card-twice", card=card)


def twice(names: Iterable[str]) -> list[str]:
    """The names that stand in a list more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def missing(known: Collection[str], names: Iterable[str]) -> list[str]:
    """The names there is nothing of, each once."""
    return [name for name in dict.fromkeys(names) if name not in known]
