"""Units in short lines, as people write them down: `2413: GE ARM 8-5, GE INF 5-3 (disorganised), g08 = GE MECH VIII`.

A line is a place and a colon, then units with commas between them. The place is a hex by its id or name, a sea area
with a section of its box (`south_china_sea 2`), or ATR for paratroops off the map. A unit is its power, its kind, and
what stands on its counter: name or values. Behind that stand its size, what it is aboard and, in brackets, its state.
See docs/maps-and-positions.md.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.counters import Counter
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.map import WarMap
from witp_pbem.games.wif_land.board.state import (
    AIR_TRANSPORT,
    AIRCRAFT,
    DECLARED,
    HQS,
    KINDS,
    MOMENTS,
    NAVAL,
    NOW,
    START,
    SURFACE_SHIP,
    TRANSPORT,
    Unit,
)
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.names import half_width
from witp_pbem.table.spelling import Spelling, alike
from witp_pbem.table.tuples import NamedTuple

CARRIERS = (TRANSPORT, SURFACE_SHIP, AIR_TRANSPORT)
HIGHEST = 30  # a value on a counter
DIVISION, CORPS, MOTORISED, TANK_BUSTER, FACE_DOWN, FACE_UP = (
    "division", "corps", "motorised", "tank-buster", "face-down", "face-up")
FLAGS: Mapping[str, str] = {  # what may stand behind a counter, in brackets or not -> what it means
    "division": DIVISION, "div": DIVISION, "師団": DIVISION, "corps": CORPS, "army": CORPS, "軍団": CORPS,
    "motorised": MOTORISED, "motorized": MOTORISED, "自動車化": MOTORISED,
    "tank-buster": TANK_BUSTER, "対戦車機": TANK_BUSTER}
STATES: Mapping[str, str | tuple[str, ...]] = {  # in brackets alone: the face, or the moments it is out of supply at
    "disorganised": FACE_DOWN, "disorganized": FACE_DOWN, "face-down": FACE_DOWN, "down": FACE_DOWN, "裏": FACE_DOWN,
    "organised": FACE_UP, "organized": FACE_UP, "face-up": FACE_UP, "up": FACE_UP, "表": FACE_UP,
    "out of supply": MOMENTS, "out of supply at start": (START,), "out of supply now": (NOW,),
    "out of supply when declared": (DECLARED,), "補給切れ": MOMENTS, "開始時補給切れ": (START,),
    "現在補給切れ": (NOW,), "宣言時補給切れ": (DECLARED,)}
ABOARD = ("on", "aboard")

_TOKEN = re.compile(r'"[^"]*"|\([^()]*\)|=|[^\s,()"=]+|\S')
_VALUES = re.compile(r"(\d+)-(\d+)")
_ID = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
_AT_SEA = re.compile(r"(.+?)\s+([0-4])")


class Slip(NamedTuple):
    """Something wrong in a line: from and to which sign (counted from 0), what, and what was meant, or ""."""

    start: int
    end: int
    wrong: str
    suggestion: str = ""


class Token(NamedTuple):
    """A word, a quoted text, or what stands in brackets, with its place in the line."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Place(NamedTuple):
    """Where units of a line are: a hex or sea area, the section of its box, and what they are aboard."""

    place: str = ""
    section: int = -1
    aboard: str = ""


@dataclass
class Draft:
    """A unit as far as it has been read.

    Attributes:
        values: what is written of the fields of a unit.
        name: the words that name its counter.
        slips: what is wrong.
    """

    place: Place
    power: str = ""
    kind: str = ""
    id: str = ""
    name: list[Token] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    slips: list[Slip] = field(default_factory=list)

    def wrong(self, token: Token, wrong: str, suggestion: str = "") -> None:
        self.slips.append(Slip(token.start, token.end, wrong, suggestion))


class Reader:
    """Reads the lines of a position one after the other.

    Args:
        sides: the powers of each side.
        war_map: the map; None where places are taken as they are written.
        taken: ids of units that do not stand in lines.
    """

    def __init__(self, sides: Mapping[str, Sequence[str]], war_map: WarMap | None, taken: Iterable[str] = ()) -> None:
        self.side_of = {power.casefold(): side for side, powers in sides.items() for power in powers}
        self.powers = {**counters.powers(), **{power.casefold(): power for powers in sides.values()
                                               for power in powers}}
        self.map = war_map
        self.taken = set(taken)
        self._numbers: Tally[str] = Tally()

    def line(self, text: str) -> tuple[list[Unit], list[Slip]]:
        """The units of a line, and everything that is wrong with it."""
        text = half_width(text)
        head, colon, _ = text.partition(":")
        if not colon:
            return [], [Slip(0, len(text), say("must begin with a hex and a colon, such as 2413: GE ARM 8-5"))]
        where = self._where(head)
        slips = [where] if isinstance(where, Slip) else []
        place = Place() if isinstance(where, Slip) else where
        parts = list(_parts(text, len(head) + 1))
        if not any(parts):
            slips.append(Slip(0, len(text), say("names no unit behind its colon")))
        drafts = [self._draft(tokens, place) for tokens in parts if tokens]
        slips += [slip for draft in drafts for slip in draft.slips]
        return [] if slips else [self._unit(draft) for draft in drafts], slips

    def _where(self, head: str) -> Place | Slip:
        """The place a line begins with."""
        words, start = head.strip(), len(head) - len(head.lstrip())
        if words.upper() == AIR_TRANSPORT:
            return Place(aboard=AIR_TRANSPORT)
        hexes = {identity.casefold(): identity for identity in self.map.hexes} if self.map else {
            words.casefold(): words}
        areas = {identity.casefold(): identity for identity in self.map.areas} if self.map else {}
        if self.map:
            hexes |= {name.casefold(): printed.id for printed in self.map.hexes.values()
                      for name in (printed.name, printed.name_ja) if name}
            areas |= {name.casefold(): area.id for area in self.map.areas.values()
                      for name in (area.name, area.name_ja)}
        if (at_sea := _AT_SEA.fullmatch(words)) and (area := areas.get(at_sea[1].casefold())):
            return Place(area, int(at_sea[2]))
        if words.casefold() in hexes:
            return Place(hexes[words.casefold()])
        end = start + len(words)
        if words.casefold() in areas:
            return Slip(start, end, say('"{area}" is a sea area: write the section of its box behind it, 0 to 4',
                                        area=words), f"{words} 0")
        name, section = (at_sea[1], f" {at_sea[2]}") if at_sea else (words, "")
        near = next(iter(alike(name.casefold(), areas if at_sea else [*hexes, *areas])), "")
        return Slip(start, end, say('"{place}" is not on the map', place=words),
                    f"{({**areas, **hexes})[near]}{section}" if near else "")

    def _draft(self, tokens: list[Token], place: Place) -> Draft:
        """A unit of the tokens between two commas."""
        draft = Draft(place)
        if len(tokens) > 1 and tokens[1].text == "=":
            draft.id = tokens[0].text
            if not _ID.fullmatch(draft.id):
                draft.wrong(tokens[0], say('"{word}" is no id of a unit: a letter, then letters and digits',
                                           word=draft.id))
            elif draft.id in self.taken:
                draft.wrong(tokens[0], say('there are two units "{unit}"', unit=draft.id))
            self.taken.add(draft.id)
            tokens = tokens[2:]
        if not tokens:
            draft.slips.append(Slip(0, 0, say("names no unit behind the sign =")))
            return draft
        rest = self._kind(draft, self._power(draft, tokens))
        if draft.slips:
            return draft
        for index, token in enumerate(rest):
            _take(draft, token, rest[index - 1] if index else None)
        self._check(draft, tokens)
        return draft

    def _power(self, draft: Draft, tokens: list[Token]) -> list[Token]:
        """Takes the power, which may have several words; the tokens behind it."""
        for count in (3, 2, 1):
            words = " ".join(token.text for token in tokens[:count]).casefold()
            if len(tokens) >= count and words in self.powers:
                draft.power = self.powers[words]
                if draft.power.casefold() not in self.side_of:
                    draft.wrong(tokens[0], say("{power} belongs to neither side of the position: add it to its sides",
                                               power=draft.power))
                return tokens[count:]
        if tokens[0].text.startswith('"'):
            return tokens
        own = {name: power for name, power in self.powers.items() if power.casefold() in self.side_of}
        near = next(iter(alike(tokens[0].text.casefold(), own)), "")
        draft.wrong(tokens[0], say('"{word}" is no power; a unit begins with its power: {powers}', word=tokens[0].text,
                                   powers=listing(map(counters.abbreviation, dict.fromkeys(own.values())))),
                    counters.abbreviation(own[near]) if near else "")
        return tokens

    def _kind(self, draft: Draft, tokens: list[Token]) -> list[Token]:
        """Takes the kind; the tokens behind it. A counter in quotation marks may do without."""
        if draft.slips:
            return []
        if not tokens or tokens[0].text.startswith('"'):
            return self._named_alone(draft, tokens)
        names = _kinds()
        word = tokens[0].text.casefold()
        if word not in names:
            near = next(iter((*Spelling(map(str.casefold, KINDS)).nearest(word), *alike(word, names))), "")
            draft.wrong(tokens[0], say('"{word}" is no kind of unit; there are {kinds}', word=tokens[0].text,
                                       kinds=listing(KINDS)), names.get(near, ""))
            return []
        draft.kind = names[word]
        return tokens[1:]

    def _named_alone(self, draft: Draft, tokens: list[Token]) -> list[Token]:
        """A counter by its name in quotation marks, with or without its power."""
        if not tokens:
            draft.slips.append(Slip(0, 0, say("lacks the kind of a unit, such as INF")))
            return []
        own = [draft.power] if draft.power else [self.powers[power] for power in self.side_of]
        name = tokens[0].text.strip('"')
        fitting = counters.called(name, own)
        if len({counter[:2] for counter in fitting}) != 1:
            names = {counter.name for counter in counters.counters() if counter.power in own}
            draft.wrong(tokens[0], say('several counters are called "{name}": write power and kind, too', name=name)
                        if fitting else say('no counter is called "{name}"', name=name),
                        _described(fitting[0]) if fitting else next(iter(alike(name, names)), ""))
            return []
        draft.power, draft.kind = fitting[0].power, fitting[0].kind
        return tokens

    def _check(self, draft: Draft, tokens: list[Token]) -> None:
        """Finds the counter, and tells what is missing."""
        whole = Token(" " * (tokens[-1].end - tokens[0].start), tokens[0].start)
        values, counter = draft.values, None
        known = counters.of_kind(draft.power, draft.kind)
        if draft.name:
            name = " ".join(token.text.strip('"') for token in draft.name)
            counter = counters.find(draft.power, draft.kind, name, division=values.get("division", False))
            if counter is None and "combat" not in values and "tactical" not in values:
                near = alike(name, [other.name for other in known])
                draft.wrong(draft.name[0]._replace(text=" " * (draft.name[-1].end - draft.name[0].start)), say(
                    '{power} has no {kind} called "{name}"; without a name write its values, such as 5-3',
                    power=draft.power, kind=draft.kind, name=name), near[0] if near else "")
            values["name"] = counter.name if counter else name
        elif "combat" in values:
            counter = _of_values(draft, known)
        elif draft.kind not in (*AIRCRAFT, *NAVAL):
            draft.wrong(whole, say("lacks the name or the values of its counter, such as {example}",
                                   example=_described(known[0]) if known else "INF 5-3"))
        if draft.kind in HQS and not draft.slips and not (counter or values.get("reorganisation")):
            draft.wrong(whole, say("lacks the reorganisation value of the headquarters, in brackets: (4)"))
        draft.values = _complete(draft, counter, known)

    def _unit(self, draft: Draft) -> Unit:
        place = draft.place
        return Unit(draft.id or self._id(draft), self.side_of[draft.power.casefold()], draft.power, draft.kind,
                    place.place, section=place.section, **{"aboard": place.aboard, **draft.values})

    def _id(self, draft: Draft) -> str:
        """An id for a unit that has none: "ge-arm-1"."""
        stem = counters.id_stem(draft.power, draft.kind)
        while True:
            self._numbers[stem] += 1
            identity = f"{stem}{self._numbers[stem]}"
            if identity not in self.taken:
                self.taken.add(identity)
                return identity


def _parts(text: str, start: int) -> Iterator[list[Token]]:
    """The tokens of each unit, those between commas."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text, start):
        if match.group() == ",":
            yield tokens
            tokens = []
        else:
            tokens.append(Token(match.group(), match.start()))
    yield tokens


@cache
def _kinds() -> Mapping[str, str]:
    """The kinds by whatever they are called, in small letters."""
    kinds = {name.casefold(): kind.id for kind in packaged().kinds.values() for name in (kind.name, kind.name_ja)}
    return {**kinds, **{kind.casefold(): kind for kind in KINDS}}


def _take(draft: Draft, token: Token, before: Token | None) -> None:
    """Takes what stands behind power and kind: a value, a flag, what it is aboard, its state, or a word of its name."""
    text, word = token.text, token.text.casefold()
    if before and before.text.casefold() in ABOARD:
        near = next(iter(alike(text.upper(), CARRIERS)), "")
        if text.upper() not in CARRIERS:
            draft.wrong(token, say('a unit can be on {carriers}, not on "{word}"', carriers=listing(CARRIERS),
                                   word=text), near)
        draft.values["aboard"] = text.upper()
    elif word in ABOARD:
        return
    elif text.startswith("("):
        _take_states(draft, token)
    elif word in FLAGS:
        _take_flag(draft, FLAGS[word])
    elif values := _VALUES.fullmatch(text):
        _take_value(draft, token, "combat", int(values[1]))
        _take_value(draft, token, "movement", int(values[2]))
    elif text.isdigit() and draft.kind in AIRCRAFT:
        _take_value(draft, token, "tactical", int(text))
    elif text.isdigit() and draft.kind in NAVAL:
        _take_value(draft, token, "bombardment", int(text))
    elif len(text) == 1 and not text.isalnum():
        draft.wrong(token, say('the sign "{sign}" has no meaning there', sign=text))
    else:
        draft.name.append(token)


def _take_value(draft: Draft, token: Token, name: str, value: int) -> None:
    if value > HIGHEST:
        draft.wrong(token, say("no counter has a value above {highest}", highest=HIGHEST))
    draft.values[name] = value


def _take_flag(draft: Draft, flag: str) -> None:
    if flag in (DIVISION, CORPS):
        draft.values["division"] = flag == DIVISION
    else:
        draft.values["motorised" if flag == MOTORISED else "tank_buster"] = True


def _take_states(draft: Draft, token: Token) -> None:
    """Takes what stands in brackets, parted by commas: a state, a flag, or the reorganisation value."""
    for match in re.finditer(r"[^,()]+", token.text):
        words = " ".join(match.group().split()).casefold()
        state = STATES.get(words)
        if words.isdigit():
            _take_value(draft, token, "reorganisation", int(words))
        elif words in FLAGS:
            _take_flag(draft, FLAGS[words])
        elif isinstance(state, tuple):
            draft.values["unsupplied"] = tuple(moment for moment in MOMENTS
                                               if moment in (*state, *draft.values.get("unsupplied", ())))
        elif state:
            draft.values["full"] = state == FACE_UP
        else:
            known = [*STATES, *FLAGS]
            start = token.start + match.start()
            draft.wrong(Token(match.group(), start), say('"{words}" is no state of a unit; there are {states}',
                                                         words=words, states=listing(known[:11:5])),
                        next(iter(alike(words, known)), ""))


def _of_values(draft: Draft, known: Sequence[Counter]) -> Counter | None:
    """A counter of the values written, None for none: a corps before a division. Its name was not written."""
    values = draft.values
    return next((counter._replace(name="") for counter in known if counter.combat == values["combat"]
                 and counter.movement == values["movement"]
                 and counter.division == values.get("division", counter.division)
                 and counter.reorganisation == values.get("reorganisation", counter.reorganisation)), None)


def _complete(draft: Draft, counter: Counter | None, known: Sequence[Counter]) -> dict[str, Any]:
    """The values of a unit: what is written, then what its counter shows, or else what goes for its kind."""
    kinds, shown = packaged().kinds, {}
    if counter:
        fields: Callable[[str], Any] = counter._asdict().__getitem__
        shown = {name: fields(name) for name in ("name", "division", "combat", "movement", "reorganisation", "tactical",
                                                 "tank_buster", "motorised")} | {"source": counters.PUBLIC}
    elif draft.kind in kinds:
        shown = {"motorised": kinds[draft.kind].motorised,
                 "division": bool(known) and all(other.division for other in known)}
    return {**shown, **draft.values}


def _described(counter: Counter) -> str:
    """A counter as it can be written in a line."""
    values = f"{counter.combat}-{counter.movement}" if counter.kind not in AIRCRAFT else str(counter.tactical)
    return f"{counters.abbreviation(counter.power)} {counter.kind} {values}"
