"""What can be looked up: rules and rulings, cards, and where the data come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from witp_pbem.games.common.reference import Entry, Reference, source_paragraphs
from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.data import FOLDER, CardEvent, Data, packaged_names
from witp_pbem.games.taiheiyo_senshi.telling import reconstructed
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.language import in_a_row, labelled
from witp_pbem.table.names import half_width

CITED = "senshi"  # before the number of a rule
OF_THE_TABLE, OF_THE_ROUTES = frozenset({"8.2(1)-a", "8.2(3)-a"}), "2.1-b"  # rules that speak of what is not known
_WITH_BRACKETS, _WITHOUT = re.compile(r"\([a-z0-9]+\)|[a-z0-9.]+"), re.compile(r"[a-z0-9.]+")
_EVENT, _RULING = re.compile(r"^([ja]\d+)$"), re.compile(r"^c\s?(\d+)$")  # alone, "J05" and "C05"
_ZEROS = re.compile(r"^([ja]?)0+(?=\d)")  # before a number


class Rulebook(Reference):
    """The rules by numbers with paragraphs in brackets, "7.5(3)-b".

    A shell keeps brackets for itself, so any other sign or a blank will do in their place ("7.5 3 b"). A paragraph,
    "7.5(3)", and a sub-item, "8.2.3", stand for all their rules; "J05" for a card event, "C-5" for a ruling.
    """

    def find(self, identifier: str) -> list[Entry]:
        return next(filter(None, self._readings(identifier)), [])

    def _readings(self, identifier: str) -> Iterator[list[Entry]]:
        """What an id can stand for, what it says to the letter first."""
        for pattern in (_WITH_BRACKETS, _WITHOUT):
            words = _words(identifier, pattern)
            yield [entry for entry in self.entries.values() if words == _words(entry.id, pattern)]
            yield super().find(identifier)
            yield [rule for rule in self.rules if words and words == _words(rule.id, pattern)[:len(words)]]


@lru_cache(maxsize=2048)
def _words(identifier: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
    """The numbers and letters of an id: ("7.5", "(3)", "b"), or "3" where brackets do not count; ("card", "j5")."""
    text = half_width(identifier).casefold().strip().removeprefix(CITED).strip()
    text = _EVENT.sub(r"card-\1", _RULING.sub(r"c-\1", text))
    return tuple(_ZEROS.sub(r"\1", word.strip(".")) for word in pattern.findall(text) if word.strip("."))


BOOK = Rulebook(CITED, FOLDER, say)


def paragraphs(data: Data, identifier: str) -> list[tuple[str, str]]:
    """What an id stands for, of a rule, a section, a ruling or a card ("J05-A12"): headings with their texts."""
    number = half_width(identifier).strip().upper().removeprefix("CARD ")
    if number in data.cards:
        return [_card(number, [data.events[event] for event in data.cards[number].values()],
                      reconstructed.of_a_card(data.reconstructed, number))]
    entries = BOOK.find(identifier)
    event = data.events.get(entries[0].id.removeprefix("CARD-")) if len(entries) == 1 else None
    if event:
        return [(f"{CITED} CARD-{event.id} {_title(event)}", _text(event))]
    return [(title, in_a_row(filter(None, (text, _remark(data, title)))))
            for title, text in BOOK.paragraphs(identifier)]


def _remark(data: Data, title: str) -> str:
    """What of that which a rule speaks of is our own."""
    words = title.split()
    number = words[1] if len(words) > 1 else ""
    if number in OF_THE_TABLE:
        return reconstructed.of_the_table(data.reconstructed)
    return reconstructed.of_the_routes(data.reconstructed) if number == OF_THE_ROUTES else ""


def _card(number: str, events: Sequence[CardEvent], remark: str) -> tuple[str, str]:
    """A card with its two events."""
    return (f"{number} {' / '.join(map(_title, events))}",
            in_a_row(filter(None, (*(labelled(f"{event.id} {names.title(event)}", _text(event)) for event in events),
                                   remark))))


def _title(event: CardEvent) -> str:
    """The title of an event, which says so where it is not that of the printed card."""
    return say("{title} (working title)", title=names.title(event)) if event.is_working_title else names.title(event)


def _text(event: CardEvent) -> str:
    """What an event does, with the rulings on it."""
    return BOOK.paragraphs(f"CARD-{event.id}")[0][1]


def sources(records: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where the data come from: a paragraph a data file."""
    return [*source_paragraphs(records, KINDS), *source_paragraphs({"names": packaged_names()}, KINDS_OF_NAMES)]


_WORDS = say.vocabularies({
    "source": {"rulebook": "from the rulebook", "public": "from public pages and pictures of another edition",
               "deduced": "deduced", "reconstructed": "reconstructed"},
    "source-of-name": {"other name": "other names", "geography": "from geography"}})
KINDS, KINDS_OF_NAMES = _WORDS["source"], _WORDS["source-of-name"]
