"""The data files of a user's own, in JSON or YAML, merged into those of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import data_files, games
from witp_pbem.campaign.folder.data_files import DataError
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table import yaml_file
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import NOWHERE, Problem, Span
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence
from witp_pbem.table.yaml_file import YamlFile

UNFIT = (LookupError, TypeError, ValueError, AttributeError)  # what unfit data make the game's code raise


class BadFile(Refusal):
    """A data or position file cannot be used.

    Attributes:
        problems: what is wrong with it, where that can be said entry by entry.
    """

    def __init__(self, sentence: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(sentence)
        self.problems = tuple(problems)


class OwnFile(NamedTuple):
    """A file somebody brought along.

    Attributes:
        name: as it was given.
        content: its bytes.
        value: what it says, as it is merged into the records.
        texts: the same, with every word as a text where it is YAML.
        yaml: where everything stands; None for JSON.
        at: the keys that lead in the records to what stands in the file; None where it is written as the records are.
    """

    name: str
    content: bytes
    value: Any
    texts: Any
    yaml: YamlFile | None
    at: tuple[str, ...] | None = None


def own_game(name: str, files: Sequence[tuple[str, bytes]], into: Game | None = None) -> tuple[
        Game, data_files.Records, tuple[str, ...]]:
    """A game with a user's data merged in, its records, and the names of those that were changed.

    Args:
        name: of the game.
        files: to be merged in their order, as (name, bytes).
        into: the game with the data that they are merged into; the packaged ones where there is none.
    Raises:
        BadFile: one cannot be used.
        games.NoSuchGame: the game is not installed.
    """
    maker = games.find(name)
    game = into or games.packaged(name)
    records: data_files.Records = dict(game.records)
    replaced: set[str] = set()
    brought = _of_own_form(game, _read_all(game, files))
    strange = [problem for file in brought if file.yaml for problem in file.yaml.problems]
    for file in brought:
        try:
            records, names = data_files.merge(records, Path(file.name).stem if file.at is None else "", file.value)
        except DataError as error:
            raise BadFile(say("{name} cannot be used: {why}.", name=f'"{file.name}"', why=error)) from error
        except RecursionError as error:
            raise BadFile(_nested(f'"{file.name}"')) from error
        replaced.update(names)
    # Built from the text that goes to disk, so that the campaign is what will be read again.
    records = {name: json.loads(data_files.text(record)) for name, record in records.items()}
    if not files:
        return maker(records), records, ()
    named = ", ".join(f'"{file}"' for file, _ in files)
    try:
        refuse(say("{files} cannot be used.", files=named), game,
               _in_order([*strange, *(placed(problem, brought) for problem in game.check_data(records))], brought))
        return maker(records), records, tuple(sorted(replaced))
    except UNFIT as error:  # what the check overlooked
        raise BadFile(say("{files} cannot be used: the data do not make a game.", files=named)) from error


def _nested(name: str) -> str:
    return say("{name} cannot be used: lists and tables are nested too deeply.", name=name)


def refuse(beginning: str, game: Game, problems: Sequence[Problem]) -> None:
    """Raises BadFile with all problems, if there are any, one on a line, each with its place where there is one."""
    if problems:
        sentences = dict.fromkeys(f"{place(problem)}{problem_sentence(problem, game.catalogue)}"
                                  for problem in problems)
        raise BadFile("\n  ".join([beginning, *sentences]), problems)


def _in_order(problems: Iterable[Problem], files: Sequence[OwnFile]) -> list[Problem]:
    """Problems in the order of their files and lines, those without a place last."""
    names = [file.name for file in files]
    return sorted(problems, key=lambda problem: (
        names.index(problem.file) if problem.file in names else len(names), problem.span[:2]))


def place(problem: Problem) -> str:
    """Where a problem stands, as it comes before its sentence: "isles.yaml:3:5: ", "" where that is not known."""
    if not problem.file:
        return ""
    line = f":{problem.span.line}:{problem.span.column}" if problem.span != NOWHERE else ""
    return f"{problem.file}{line}: "


# -- files ----------------------------------------------------------------------------------------------------------


def _read_all(game: Game, files: Iterable[tuple[str, bytes]]) -> list[OwnFile]:
    """What files say.

    Raises:
        BadFile: some of them say nothing that can be read.
    """
    brought, problems, broken = list[OwnFile](), list[Problem](), list[str]()
    for name, content in files:
        if not is_yaml(name, content):
            value = read(content, f'"{name}"')
            brought.append(OwnFile(name, content, value, value, None))
            continue
        written = yaml_file.read(content, name)
        if isinstance(written, YamlFile):
            brought.append(OwnFile(name, content, written.value, written.texts, written))
        else:
            problems += written
            broken.append(f'"{name}"')
    refuse(say("{files} cannot be used.", files=listing(broken)), game, problems)
    return brought


def is_yaml(name: str, content: bytes) -> bool:
    """Whether a file is YAML: by its ending, or because it does not begin as JSON does."""
    ending = Path(name).suffix.casefold()
    return ending in yaml_file.ENDINGS or ending != ".json" and content.lstrip()[:1] not in (b"{", b"[")


def _of_own_form(game: Game, files: Sequence[OwnFile]) -> list[OwnFile]:
    """The files, those of a form of the game's own as the records they are."""
    tables = {file.name: file.texts for file in files if isinstance(file.texts, Mapping)}
    own = game.own_data(tables)
    return [file._replace(value=own[file.name].record, at=own[file.name].at) if file.name in own else file
            for file in files]


# -- places ---------------------------------------------------------------------------------------------------------


class EntryPlace(NamedTuple):
    """An entry of a file: the path that leads to it, and how many signs of its text stand before it, in the key of a
    line such as `0303: a, b`, which YAML takes for a table of one entry."""

    path: yaml_file.Path
    before: int = 0


def placed(problem: Problem, files: Sequence[OwnFile]) -> Problem:
    """A problem of the records with its place in the file it comes from, if it comes from one of these."""
    at = problem.values.get("at", ())
    reached = [(number, entry) for number, file in enumerate(files)
               if at and (entry := _followed(file, at)) is not None]
    if not reached:
        return problem
    number, entry = max(reached, key=lambda pair: (len(pair[1].path), pair[0]))
    file = files[number]
    written = file.yaml or yaml_file.read(file.content, file.name)
    span = _span(written, entry, problem.values.get("part", ())) if isinstance(written, YamlFile) else NOWHERE
    problem = problem._replace(file=file.name, span=span)
    if file.at is None:
        return problem
    named = listing(problem.values["path"][len(file.at) - 1:]) or say("the file")
    return problem._replace(code="own-data-entry", values={**problem.values, "entry": named})


def _followed(file: OwnFile, at: Sequence[str | int]) -> EntryPlace | None:
    """An entry of a file as far as the keys and ids lead there; None where they do not lead into it."""
    root = file.at
    if root is None:
        root = (str(at[0]),) if Path(file.name).stem == at[0] else ()
    if tuple(at[:len(root)]) != root:
        return None
    path, value, before = list[str | int](), file.texts, 0
    for wanted in at[len(root):]:
        key = _key(value, wanted)
        if key is None:
            break
        before = len(key) + 2 if isinstance(wanted, int) and isinstance(key, str) else 0
        path.append(key)
        value = value[key]
    if isinstance(value, Mapping) and len(value) == 1 and isinstance(at[-1], int):
        path.append(key := next(iter(value)))
        before = len(key) + 2
    return EntryPlace(tuple(path), before) if path or file.at is not None else None


def _key(value: Any, wanted: str | int) -> Any:
    """The key of a table or the number in a list under which something stands, None where it does not."""
    if isinstance(wanted, int):
        keys = [*value] if isinstance(value, Mapping) else range(len(value)) if isinstance(value, list) else ()
        return keys[wanted] if wanted < len(keys) else None
    if isinstance(value, list):
        return next((number for number, item in enumerate(value) if isinstance(item, Mapping)
                     and wanted in (item.get("id"), _pair(item.get("pair")))), None)
    return wanted if isinstance(value, Mapping) and wanted in value else None


def _pair(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)


def _span(written: YamlFile, entry: EntryPlace, part: Sequence[int]) -> Span:
    """Where an entry stands, or a part of its text."""
    span = written.spans.get(entry.path, NOWHERE)
    if not part or span == NOWHERE or span.line != span.end_line:
        return written.at(entry.path)
    if part[0] < entry.before:
        return written.at(entry.path)
    start = span.column - entry.before
    return Span(span.line, start + part[0], span.line, start + part[1])


# -- JSON -----------------------------------------------------------------------------------------------------------


def read(content: bytes, name: str) -> Any:
    """What a JSON file says.

    Raises:
        BadFile: it is not JSON, or cannot be used as such.
    """
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadFile(say("{name} is not JSON: line {line}, column {column}: {error}.", name=name, line=error.lineno,
                          column=error.colno, error=_plain(error.msg))) from error
    except RecursionError as error:
        raise BadFile(_nested(name)) from error
    except UnicodeDecodeError as error:
        raise BadFile(say("{name} is not plain text (UTF-8).", name=name)) from error
    except UnicodeEncodeError as error:
        raise BadFile(say("{name} cannot be used: it contains half a character.", name=name)) from error
    except DataError as error:
        raise BadFile(say("{name} is not JSON: {error}.", name=name, error=error)) from error
    except ValueError as error:
        raise BadFile(say("{name} cannot be used: a number in it is too long.", name=name)) from error
    return value


def _no_number(word: str) -> Any:
    raise DataError(say("{word} is not a JSON number", word=word))


def _plain(message: str) -> str:
    """The JSON reader's message inside a sentence."""
    return message[:1].lower() + message[1:]
