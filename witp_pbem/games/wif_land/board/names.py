"""Hexes, sea areas and units by name, in the language spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from witp_pbem.games.wif_land.board.counters import abbreviation, id_stem
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.board.map import Hex, Pair, SeaArea
from witp_pbem.games.wif_land.board.setup import units_of
from witp_pbem.games.wif_land.board.state import Unit
from witp_pbem.table.language import JAPANESE, bracketed, language


def name(thing: Hex | SeaArea) -> str:
    """What a hex or a sea area is called: "Smolensk", "" for nothing."""
    return (language() == JAPANESE and thing.name_ja) or thing.name


def hex(thing: Hex) -> str:  # noqa: A001
    """A hex by its name and its id, "Smolensk (0403)", or by its id alone."""
    return f"{name(thing)} ({thing.id})" if thing.name else thing.id


def unit(counter: Unit) -> str:
    """A unit by its kind and the name on its counter, "ARM XLVII". One without a name goes by its id or, if that was
    given to it by a short line, by what stands there: "GE ARM 8-5"."""
    if counter.name:
        return f"{counter.kind} {counter.name}"
    stem = id_stem(counter.nation, counter.kind)
    is_numbered = counter.id.startswith(stem) and counter.id.removeprefix(stem).isdigit()
    return f"{abbreviation(counter.nation)} {counter.kind} {values(counter)}".strip() if is_numbered else counter.id


def values(counter: Unit) -> str:
    """What stands on a counter: "8-5", of a headquarters "4-3 (4)", of aircraft and ships their one strength."""
    if counter.is_aircraft:
        return str(counter.tactical) if counter.tactical else ""
    if counter.is_naval:
        return str(counter.bombardment) if counter.bombardment else ""
    printed = f"{counter.combat}-{counter.movement}"
    return f"{printed} ({counter.reorganisation})" if counter.reorganisation else printed


class Places(Mapping[str, str]):
    """The hexes and sea areas of all maps by id, as they are called in the language spoken. Where maps that may be
    played on give the same hex other names it goes by its id: which one is, only a position says."""

    def __init__(self, data: Data) -> None:
        self.data = data

    @cached_property
    def _things(self) -> Mapping[str, Hex | SeaArea]:
        """The hexes and sea areas; hexes of several maps with their name if they have the same on all of them."""
        things: dict[str, Hex | SeaArea] = {}
        for war_map in (self.data.maps[name] for name in self.data.played[0]):
            for identity, printed in war_map.hexes.items():
                other = things.get(identity, printed)
                things[identity] = printed if other.name == printed.name else Hex(identity, printed.terrain)
            things.update(war_map.areas)
        for war_map in self.data.maps.values():
            things = {**{identity: Hex(identity, "") for identity in war_map.hexes}, **war_map.areas, **things}
        return things

    def __getitem__(self, identity: str) -> str:
        thing = self._things[identity]
        return hex(thing) if isinstance(thing, Hex) else name(thing)

    def names(self) -> Mapping[str, Pair]:
        """The names of all that have one, in English and in Japanese, by id."""
        return {identity: (thing.name, thing.name_ja) for identity, thing in self._things.items() if thing.name}

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)


class Units(Mapping[str, str]):
    """The units of all positions by id, as they are called; those whose name another one has, too, with their ids
    behind it. Units of no position go by their ids."""

    def __init__(self, data: Data) -> None:
        self.data = data

    @cached_property
    def named(self) -> Mapping[str, str]:
        """The units by id, each with its name, or its id where another one has the name."""
        called = {counter.id: unit(counter) for record in self.data.positions.values()
                  for counter in units_of(self.data, record)}
        times = Counter(called.values())
        return {identity: label if times[label] == 1 else bracketed(label, identity)
                for identity, label in called.items()}

    def __getitem__(self, identity: str) -> str:
        return self.named.get(identity, identity)

    def __iter__(self) -> Iterator[str]:
        return iter(self.named)

    def __len__(self) -> int:
        return len(self.named)
