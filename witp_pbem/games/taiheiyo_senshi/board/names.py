"""Points, units and cards by name, in the language spoken."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import aliases
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent, Data, HistoricalBattle, Printed, packaged_names
from witp_pbem.games.taiheiyo_senshi.board.map import Point
from witp_pbem.table.language import JAPANESE, labelled, language


def name(thing: Point | Printed | HistoricalBattle) -> str:
    """What a point, a unit or a battle is called: "Port Moresby", "Akagi"."""
    return (language() == JAPANESE and thing.name_ja) or thing.name


def title(event: CardEvent) -> str:
    """The title of a card's event: "Marianas turkey shoot"."""
    return (language() == JAPANESE and event.title_ja) or event.title


def event(event: CardEvent) -> str:
    """An event by number and title: "A12: Marianas turkey shoot"."""
    return labelled(event.id, title(event))


def card(data: Data, identifier: str, side: str) -> str:
    """A card as its holder calls it: by the event of its side."""
    return event(data.events[data.cards[identifier][side]])


def both_events(data: Data, identifier: str) -> str:
    """A card by both its events, as it lies on the table: "J05: Surface raid / A12: Marianas turkey shoot"."""
    return " / ".join(event(data.events[number]) for number in data.cards[identifier].values())


def point_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What points are called besides their names, by id."""
    return aliases.of_places(packaged_names(), {place: (point.name, point.name_ja)
                                                for place, point in data.map.points.items()})


def unit_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What units are called besides their names, by id."""
    record = packaged_names()
    return aliases.of_places({"places": record["units"], "spellings": record["spellings"]},
                             {unit.id: (unit.name, unit.name_ja) for unit in data.units.values()})


def card_names(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What each card is called, by id: the numbers of its two events, then their titles in both languages."""
    return {identifier: (*sides.values(), *(title for event in sides.values()
                                            for title in (data.events[event].title, data.events[event].title_ja)))
            for identifier, sides in data.cards.items()}
