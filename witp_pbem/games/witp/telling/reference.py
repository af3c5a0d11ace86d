"""What can be looked up: rules and rulings, event cards, what is reconstructed, and where the data come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.common.data import RECONSTRUCTED as NOT_PRINTED
from witp_pbem.games.common.reference import Reference, source_paragraphs
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import FOLDER, Data, packaged_names
from witp_pbem.games.witp.board.state import SIDES
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import RECONSTRUCTED, words
from witp_pbem.table.game import RuleEntry

GAME = "witp"
BOOK = Reference(GAME, FOLDER, say)


def paragraphs(data: Data, identifier: str) -> list[tuple[str, str]]:
    """What an id stands for, of a rule, a section, a ruling or a card: headings with their texts."""
    name = identifier.casefold().removeprefix(f"{GAME} ").strip()
    return _card(data, name, identifier) or [*BOOK.paragraphs(identifier), *_reconstructed(data, name)]


def _card(data: Data, name: str, identifier: str) -> list[tuple[str, str]]:
    """An event card ("card 1942-05"), headed as it was asked for, or what one side has of it ("1942-05 japan")."""
    number, _, side = name.removeprefix("card ").strip().partition(" ")
    card = data.cards.get(number)
    if card is None or side not in ("", *SIDES):
        return []
    title = names.card_title(card)
    if side:
        return [(f"card {number} {side} {title}",
                 say("{text} (Where the text comes from: {source}.)", text=say(card[side]["text"]),
                     source=say(card["source"][side])))]
    return [(f"{identifier} {title}",
             say("Used by Japan: {japan} Used by the Allies: {allies} (Where the text comes from: Japan, "
                 "{japan_source}; the Allies, {allies_source}.)", japan=say(card["japan"]["text"]),
                 allies=say(card["allies"]["text"]), japan_source=say(card["source"]["japan"]),
                 allies_source=say(card["source"]["allies"])))]


def _reconstructed(data: Data, name: str) -> Iterator[tuple[str, str]]:
    """What stands in for the player-aid card of a scenario: a remark, and the special rules of 13.4."""
    for scenario, record in data.scenarios.items():
        number = record["number"]
        is_whole = name in (number, f"{number}.a", "13", "13.0")
        if is_whole and (remark := reconstruction(data, scenario)):
            yield say("{rule} (reconstructed)", rule=f"{GAME} {number}"), remark
        for rule in record.get("special_rules", ()):
            if is_whole or name == f"{number} {rule['id']}":
                title = f"{GAME} {number} {rule['id']}"
                yield (say("{rule} (reconstructed)", rule=title) if rule["source"].startswith(NOT_PRINTED) else title,
                       say("{text} ({source}.)", text=say(rule["text"]), source=say(rule["source"])))


def reconstruction(data: Data, scenario: str) -> str:
    """What of a scenario is not the printed game's, "" once an owner of it has put in or confirmed all."""
    return RECONSTRUCTED.get(scenario, "") if data.is_reconstructed(scenario) else ""


def rules(data: Data) -> list[RuleEntry]:
    """Every rule, in the order of the rulebook, then every side of every card."""
    return [*BOOK.listed(), *(RuleEntry(f"card {card} {side}", say("Event cards of {year}", year=record["year"]))
                              for card, record in data.cards.items() for side in SIDES)]


def sources(data: Data, records: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where the data come from: a paragraph a data file, then the scenarios that are reconstructed."""
    return [*source_paragraphs(records, words["source"]),
            *source_paragraphs({"names": packaged_names()}, words["source-of-name"]),
            *((say("Scenario {number}", number=data.scenarios[name]["number"]), remark)
              for name in RECONSTRUCTED if (remark := reconstruction(data, name)))]
