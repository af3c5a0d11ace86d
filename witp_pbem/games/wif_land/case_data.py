"""What a case brings along in its `given`: a map drawn in a few lines, and the units on it.

It becomes records of a map and of a position, as owners write them, before the game of the case is made; so that the
game knows the hexes and the units of the case like any other. See docs/case-lines.md.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from witp_pbem.games.wif_land.board import setup
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.map import SIDES_OF_HEXES
from witp_pbem.games.wif_land.board.state import ACTIONS, EVERYWHERE, SIDES
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.case_text import CaseData, CaseLine
from witp_pbem.table.language import either, listing

CASE = "case"  # the id of the map and the position that a case brings along
POWERS = {"axis": ["Germany", "Italy", "Japan"], "allies": ["USSR", "Commonwealth", "USA", "France", "China"]}
SECTIONS = "01234"  # of a sea box
FLAGS = ("city", "port")
WORTHS = ("country", "zone", "sheet")  # words of a hex that have a value behind them

OUTER, DEEPEST = 3, 5  # keys that lead to a map or a position; to an entry of a list in it

Entry = tuple[str | int, ...]
Record = dict[str, Any]
Taker = Callable[["Draft", list[str]], None]


class Draft:
    """The records in the making.

    Attributes:
        map: of the map, without an id. position: of the position.
        packaged: the id of the packaged map that is used, "" where the case draws one.
    """

    def __init__(self) -> None:
        self.packaged = ""
        self.map: Record = {"source": "a case", "grid": {"numbering": "CCRR", "lower_columns": "even"},
                            "scale": "european", "sheet": "", "sheets": {}, "countries": {}, "sea_areas": {},
                            "hexes": {}, "hexsides": {}}
        self.position: Record = {"turn": {"name": "Jul/Aug", "year": 1941, "weather": {EVERYWHERE: "fair"}},
                                 "phasing": "axis", "sides": copy.deepcopy(POWERS), "control": {}, "options": {},
                                 "action": {}, "units": []}


def case_data(lines: Sequence[CaseLine]) -> CaseData:
    """What lines of `given` bring along, see `Game.case_data`."""
    draft, rest, faults = Draft(), list[CaseLine](), list[tuple[int, str]]()
    places, seen, taken = dict[Entry, int](), dict(_entries(_record(draft))), 0
    for line in lines:
        taker = _taker(line.text)
        if taker is None:
            rest.append(line)
            continue
        taken += 1
        try:
            taker(draft, line.text.replace(",", " , ").replace(";", " ; ").split()[1:])
        except ValueError as error:
            faults.append((line.number, str(error)))
        except LookupError:
            faults.append((line.number, say("something is missing in: {line}", line=line.text)))
        now = dict(_entries(_record(draft)))
        places.update({path: line.number for path, value in now.items() if seen.get(path) is not value})
        seen = now
    return CaseData(tuple(rest), _record(draft) if taken else None, tuple(faults), places)


def _entries(value: Any, path: Entry = ()) -> Iterator[tuple[Entry, Any]]:
    """What stands in the tables and lists of a record of which a line may be at fault, by the keys that lead to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        if len(path) >= OUTER:
            yield (*path, key), entry
        if len(path) < DEEPEST:
            yield from _entries(entry, (*path, key))


def _taker(text: str) -> Taker | None:
    """Who takes a line: by its first word, or, if that is a hex or a sea area with a colon, as units."""
    word = text.split()[0].casefold()
    head = text.partition(":")[0].split()
    if word in TAKERS:
        return TAKERS[word]
    if ":" in text and (head[0][0].isdigit() or head[0] == "ATR" or len(head) == 2 and head[1] in SECTIONS):
        return lambda draft, words: draft.position["units"].append(text)
    return None


def _record(draft: Draft) -> Record:
    """The records as a data file holds them."""
    position = {**draft.position, "map": draft.packaged or CASE}
    records: Record = {"positions": {"positions": {CASE: position}}}
    if not draft.packaged:
        records["maps"] = {"maps": {CASE: draft.map}}
    return records


# -- the map --------------------------------------------------------------------------------------------------------


def _map(draft: Draft, words: list[str]) -> None:
    """`map luzon`: a packaged map."""
    if words[0] not in packaged().maps:
        raise ValueError(say("no such map: {map}; there are {known}", map=words[0], known=listing(packaged().maps)))
    draft.packaged = words[0]


def _hex(draft: Draft, words: list[str]) -> None:
    """`hex 0101-0503 clear`, `hex 0303 clear city port "Orsha" coast south_china_sea factories 1`."""
    numbers = []
    while words and words[0][0].isdigit():
        numbers += list(_block(words.pop(0)))
    entry: Record = {"terrain": words.pop(0)}
    if not numbers or entry["terrain"] not in packaged().terrain:
        raise ValueError(say("a hex line reads: hex 0303 clear; the terrain is one of {known}",
                             known=listing(packaged().terrain)))
    words = _quoted(words)
    country = ""
    while words:
        word = words.pop(0)
        if word in FLAGS:
            entry[word] = True
        elif word == "coast":
            entry["coast"] = [*entry.get("coast", ()), words.pop(0)]
        elif word == "factories":
            entry["blue_factories"] = _count(words.pop(0))
        elif word == "country":
            country = words.pop(0)
        elif word in WORTHS:
            entry[word] = words.pop(0)
        elif word.startswith('"'):
            entry["name"] = word.strip('"')
        else:
            raise ValueError(say("a hex is not described by {word}", word=word))
    for number in numbers:
        draft.map["hexes"][number] = dict(entry)
        for own in draft.map["countries"].values():  # a hex that is drawn again
            own[:] = [other for other in own if other != number]
        if country:
            draft.map["countries"].setdefault(country, []).append(number)


def _block(text: str) -> Iterator[str]:
    """The hexes of a block, from its upper left to its lower right hex ("0101-0303"), or the one hex."""
    first, _, last = text.partition("-")
    last = last or first
    if not (len(first) == len(last) == 4 and (first + last).isdigit()):
        raise ValueError(say("a hex, such as 0303, or a block, such as 0101-0503, not {word}", word=text))
    columns, rows = range(int(first[:2]), int(last[:2]) + 1), range(int(first[2:]), int(last[2:]) + 1)
    yield from (f"{column:02d}{row:02d}" for column, row in product(columns, rows))


def _quoted(words: list[str]) -> list[str]:
    """The words with a name in quotation marks as one."""
    joined = list[str]()
    for word in words:
        if joined and joined[-1].startswith('"') and not (len(joined[-1]) > 1 and joined[-1].endswith('"')):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def _sea(draft: Draft, words: list[str]) -> None:
    """`sea south_china_sea 0101 0102`: sea hexes."""
    area = words.pop(0)
    hexes = [number for block in words for number in _block(block)]
    for number in hexes:
        draft.map["hexes"][number] = {"terrain": "sea", "sea_area": area}
    entry = draft.map["sea_areas"].setdefault(area, {"hexes": [], "bombardment": {
        section: {"modifier": 0, "starred": False} for section in SECTIONS}, "source": "a case"})
    entry["hexes"] += hexes


def _box(draft: Draft, words: list[str]) -> None:
    """`box south_china_sea 1 3*, 2 2`: the modifiers of sections of a sea box, with their stars."""
    area = draft.map["sea_areas"][words.pop(0)]
    for section, modifier in _pairs(words):
        area["bombardment"][section] = {"modifier": _count(modifier.rstrip("*")), "starred": modifier.endswith("*")}


def _side_of_hexes(kind: str) -> Taker:
    """`river 0302-0303 0303-0402`, `fort 0503-0603 allies`: what lies between hexes; a fort with its owner."""
    def take(draft: Draft, words: list[str]) -> None:
        owner = words.pop() if kind == "fort" else ""
        for word in words:
            pair = word.split("-")
            if len(pair) != 2:
                raise ValueError(say("two hexes, such as 0302-0303, not {word}", word=word))
            draft.map["hexsides"].setdefault(kind, []).append({"pair": pair, "owner": owner} if owner else pair)
    return take


def _columns(draft: Draft, words: list[str]) -> None:
    """`columns odd`: which columns sit half a hex lower."""
    draft.map["grid"]["lower_columns"] = words[0]


def _scale(draft: Draft, words: list[str]) -> None:
    draft.map["scale"] = words[0]


def _sheets(draft: Draft, words: list[str]) -> None:
    """`sheets europe asia pacific`: a row of sheets, each beside the next; hexes lie on the first unless they say
    otherwise."""
    draft.map["sheet"] = draft.map["sheet"] or words[0]
    for first, second in zip(words, words[1:], strict=False):
        for here, there in ((first, second), (second, first)):
            draft.map["sheets"].setdefault(here, []).append(there)


# -- the position ---------------------------------------------------------------------------------------------------


def _position(draft: Draft, words: list[str]) -> None:
    """`position smolensk-july-1941`: a packaged position, which the lines behind this one change."""
    known = packaged().positions
    if words[0] not in known:
        raise ValueError(say("no such position: {position}; there are {known}", position=words[0],
                             known=listing(known)))
    record = copy.deepcopy(dict(known[words[0]]))
    weather = record["turn"].get("weather", "fair")
    draft.packaged = record["map"]
    draft.position = {**record, "options": setup.options_of(record),
                      "turn": {**record["turn"], "weather": weather if isinstance(weather, dict) else {
                          EVERYWHERE: weather}}}


def _sides(draft: Draft, words: list[str]) -> None:
    """`sides axis Germany, Italy; allies USSR`: which powers a side has."""
    for part in " ".join(words).split(" ; "):
        side, *powers = part.replace(",", " ").split()
        draft.position["sides"][_side(side)] = powers


def _phasing(draft: Draft, words: list[str]) -> None:
    draft.position["phasing"] = _side(words[0])


def _impulses(draft: Draft, words: list[str]) -> None:
    draft.position["impulses"] = [_side(word) for word in words]


def _date(draft: Draft, words: list[str]) -> None:
    """`date Jan/Feb 1942`."""
    draft.position["turn"]["name"] = words[0]
    if len(words) > 1:
        draft.position["turn"]["year"] = _count(words[1])


def _weather(draft: Draft, words: list[str]) -> None:
    """`weather rain`, `weather 0303 snow`, `weather arctic snow`: everywhere, in a hex or in a zone."""
    where = words.pop(0) if len(words) > 1 else EVERYWHERE
    if words[0] not in packaged().weather:
        raise ValueError(say("no such weather: {weather}; there are {known}", weather=words[0],
                             known=listing(packaged().weather)))
    draft.position["turn"]["weather"][where] = words[0]


def _options(draft: Draft, words: list[str]) -> None:
    """`options 39, 41, notional_sign subtract`: by number or name, with a value where it is not yes."""
    for part in " ".join(words).split(" , "):
        name, value = [*part.split(), "yes"][:2]
        name = f"option_{name}" if name.isdigit() else name
        option = packaged().options.get(name)
        if option is None or value not in option["values"]:
            raise ValueError(say("no such option: {option}; there are {known}", option=part,
                                 known=listing(packaged().options)))
        if name == setup.TWO_DICE:
            raise ValueError(say("that option stands in a line of its own behind a data file: option {option}",
                                 option=name))
        draft.position["options"][name] = value


def _action(draft: Draft, words: list[str]) -> None:
    """`action land rail_moves 5, land_moves 3`: the kind of action, and what it allows."""
    if words[0] in ACTIONS:
        draft.position["action"]["type"] = words.pop(0)
    draft.position["action"] |= {limit: _count(amount) for limit, amount in _pairs(words)}


def _control(draft: Draft, words: list[str]) -> None:
    """`control axis 0303 0304`, `control allies rest`."""
    side = _side(words.pop(0))
    if words == ["rest"]:
        draft.position["control"][side] = "rest"
    else:
        named = [number for block in words if block != "," for number in _block(block)]
        draft.position["control"].setdefault(side, []).extend(named)


def _supply(draft: Draft, words: list[str]) -> None:
    """`supply axis 0101 0102`: sources; `supply reach 4`; `supply rail`."""
    lines = draft.position.setdefault("supply_lines", {"sources": {}, "reach": 0, "rail": False})
    if words[0] == "reach":
        lines["reach"] = _count(words[1])
    elif words[0] == "rail":
        lines["rail"] = True
    else:
        lines["sources"][_side(words[0])] = [number for block in words[1:] for number in _block(block)]


def _side(word: str) -> str:
    if word.casefold() not in SIDES:
        raise ValueError(say("a side, {sides}, not {word}", sides=either(SIDES), word=word))
    return word.casefold()


def _count(word: str) -> int:
    if not word.isdigit():
        raise ValueError(say("a number, not {word}", word=word))
    return int(word)


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Words two by two, commas between them left out."""
    left = iter([word for word in words if word != ","])
    for word in left:
        value = next(left, None)
        if value is None:
            raise LookupError(word)
        yield word, value


TAKERS: Mapping[str, Taker] = {
    "map": _map, "hex": _hex, "sea": _sea, "box": _box, "columns": _columns, "scale": _scale, "sheets": _sheets,
    "rail": _side_of_hexes("rail"),
    **{kind.replace("_", "-"): _side_of_hexes(kind) for kind in SIDES_OF_HEXES},
    "position": _position, "sides": _sides, "phasing": _phasing, "impulses": _impulses, "date": _date,
    "weather": _weather, "options": _options, "action": _action, "control": _control, "supply": _supply}
