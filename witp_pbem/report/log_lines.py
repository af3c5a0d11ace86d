"""What the entries of a logbook say, in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from witp_pbem.campaign.checks.chain_links import wasted, wasted_sentence
from witp_pbem.campaign.folder import points, recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Campaign, Source, opening_of
from witp_pbem.campaign.letters.protests import protests
from witp_pbem.campaign.record import branches, entries, laid_open, logbook, upgrades, who_plays
from witp_pbem.campaign.record.act_records import because, source_of
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.sitting.table_talk import of_sitting
from witp_pbem.report import phrases, table_talk
from witp_pbem.table.language import labelled, listing, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.wording import (
    cancelled_sentence,
    demand_sentence,
    order_words,
    phrase_words,
    tested_sentence,
    triggered_sentence,
)


def mark(campaign: Campaign, entry: Entry, rewind: int | None) -> Iterator[str]:
    """Whether an entry is still in force."""
    there = campaign.line[entry["n"]]
    if rewind is not None and branches.is_cut(there):
        yield say("[in force up to act {act}; the rest was abandoned by the rewind of entry {rewind}]",
                  act=len(there["acts"]), rewind=rewind)
    elif rewind is not None:
        yield say("[abandoned by the rewind of entry {rewind}]", rewind=rewind)


def lines_of(campaign: Campaign, entry: Entry) -> Iterator[str]:
    """What an entry says, in lines."""
    tell: Callable[[Campaign, Any], Iterator[str]] = TELLERS.get(entry["type"], _in_one_sentence)
    yield from tell(campaign, entry)


def _in_one_sentence(campaign: Campaign, entry: Entry) -> Iterator[str]:
    """An entry that takes one sentence; nothing for the stub of a sitting that a rewind has cut."""
    name = partial(phrases.side_name, campaign.game)
    match entry["type"]:
        case "withdrawal":
            yield say("{side} takes back entry {entry}", side=name(entry["side"]), entry=entry["submission"])
        case "word":
            yield say("founding word of {side}: {word}", side=name(entry["side"]), word=entry["word"])
        case "sealed":
            yield say("{side} seals orders for turn {turn}: {seal}", side=name(entry["side"]), turn=entry["turn"],
                      seal=entry["seal"])
        case "consent":
            yield say("{side} consents to the proposal of entry {entry}", side=name(entry["side"]),
                      entry=entry["proposal"])
        case "published":
            yield say("link {number} of the league’s chain, that of turn {number}: {link}", number=entry["number"],
                      link=entry["link"])
        case "bookmark":
            yield say('"{name}": {point}', name=entry["name"], point=points.words(campaign, entry["to"]))


def _founding(campaign: Campaign, entry: entries.Founding) -> Iterator[str]:
    yield say("{campaign}: {game}, scenario {scenario}, rules {rules}", campaign=campaign.name,
              game=campaign.game.title, scenario=entry["scenario"], rules=entry["rules_version"])
    for key, value in entry["options"].items():
        yield say("option {key}: {value}", key=key, value=value)
    for side in campaign.game.players:
        if entry["players"].get(side):
            yield labelled(phrases.side_name(campaign.game, side), entry["players"][side])
    dice = entry["dice"]
    yield say("dice: chain, anchor {anchor}", anchor=dice["anchor"]) if dice["anchor"] else say("dice: manual")
    if "league" in dice:
        yield say("league: {name}", name=dice["league"]["name"])
    if dice["seeded"]:
        yield say("seeded: dice and seals can be predicted (tests and examples only)")
    if entry["replaced"]:
        yield say("data replaced: {files}", files=listing(entry["replaced"]))
    yield from campaign.game.setting(opening_of(campaign.game, entry, campaign.path)).remarks
    if entry["reconstructed"]:
        yield say("some data are reconstructed (witp-pbem data sources --campaign DIR)")


def _submission(campaign: Campaign, entry: entries.Submission) -> Iterator[str]:
    yield say("{side}, turn {turn}", side=phrases.side_name(campaign.game, entry["side"]), turn=entry["turn"])
    if entry["luck"]:
        yield say("luck: {word}", word=entry["luck"])


def _ruling(campaign: Campaign, entry: entries.RulingEntry) -> Iterator[str]:
    if entry["answers"] is not None:
        yield say("answers the protest of entry {entry}: {reason}", entry=entry["answers"],
                  reason=" ".join(entry["reason"].split()))
    yield from _consented(entry)
    for ruling in entry["orders"]:
        yield " ".join(recorded_rulings.words(ruling, campaign.game).split())


def _closed(campaign: Campaign, entry: entries.Closed) -> Iterator[str]:
    counted = listing(str(number) for number in entry["submissions"]) or say("none")
    yield say("sitting {sitting}: submissions that count: {entries}; link {link}", sitting=entry["sitting"],
              entries=counted, link=entry["link"])
    for holder, number in sorted(entry["links"].items()):
        yield say("with the link of {side} in entry {entry}", side=phrases.side_name(campaign.game, holder),
                  entry=number)
    for word in entry["words"]:
        yield say("word: {word}", word=word)


def _sitting(campaign: Campaign, entry: entries.Sitting) -> Iterator[str]:
    number, count = entry["number"], len(entry["acts"])
    if entry["link"]:
        yield say("sitting {number}: {count} acts, link {link}", number=number, count=count, link=entry["link"])
    else:
        yield say("sitting {number}: {count} acts", number=number, count=count)
    for act in entry["acts"]:
        if "event" not in act:
            yield _act(act, campaign)
    for item in entry["opened"]:
        if "slot" in item:
            yield say("{slot} is turned up: {card}", slot=item["slot"], card=item["card"])
    for talk in of_sitting(campaign, entry):
        yield from table_talk.sentences(talk, campaign.game)
    if entry["outcome"]:
        yield say("the game ends: {side} won", side=phrases.side_name(campaign.game, entry["outcome"]["winner"]))
    for due in entry["owed"]:
        sentence = demand_sentence(due["demand"], due["about"], campaign.game.catalogue, due["side"])
        yield say("owed by {side}: {sentence}", side=phrases.side_name(campaign.game, due["side"]), sentence=sentence)


def _act(act: entries.ActRecord, campaign: Campaign) -> str:
    """An act other than an event."""
    side = phrases.side_name(campaign.game, act["side"]) if "side" in act else ""
    if "test" in act:
        return tested_sentence(act["test"], act["question"], act["answer"], campaign.game.catalogue)
    if "answer" in act:
        words = order_words(act["answer"], campaign.game.write) or say("nothing")
        if "source" in act:
            return say("{side}: {order} (entry {entry})", side=side, order=words, entry=act["source"][0])
        return say("{side}: {order}", side=side, order=words)
    if "forced" in act:
        return say("{side}: {order} (forced: the only legal answer)", side=side,
                   order=order_words(act["forced"], campaign.game.write))
    if "triggered" in act:
        slip = _opened(campaign).get(source_of(act["triggered"]))
        return say("{side}: a conditional order answers (entry {entry}), because: {reason}", side=side,
                   entry=act["triggered"][0], reason=triggered_sentence(
                       slips.why(because(act), slip, campaign.game), campaign.game.catalogue))
    if "cancelled" in act:
        return say("{side}: a conditional order no longer counts (entry {entry}): {reason}", side=side,
                   entry=act["cancelled"][0], reason=cancelled_sentence(act["because"]))
    if "roll" in act:
        return say("dice, {label}: {dice}", label=phrase_words(act["roll"], campaign.game.catalogue),
                   dice=" ".join(str(die) for die in act["dice"]))
    if "draw" in act:
        return say("{side} draws {slot}", side=side, slot=act["slot"])
    if "shuffle" in act:
        return say("the deck {deck} is made", deck=act["shuffle"])
    return say("the ruling of entry {entry} is carried out", entry=act["edit"][0]) if "edit" in act else ""


@lru_cache(maxsize=1)
def _opened(campaign: Campaign) -> Mapping[Source, entries.Slip]:
    """The orders that lie open."""
    return laid_open.orders(campaign.entries)


def _link(campaign: Campaign, entry: entries.Link) -> Iterator[str]:
    yield say("link {number} of the chain of {side}: {link}", number=entry["number"],
              side=phrases.side_name(campaign.game, entry["side"]), link=entry["link"])
    for link in wasted(campaign.entries):
        if link.next["n"] == entry["n"]:
            yield wasted_sentence(link, campaign.game.catalogue)


def _protest_or_note(campaign: Campaign, entry: entries.Protest | entries.Note) -> Iterator[str]:
    """A protest or a note."""
    side = phrases.side_name(campaign.game, entry["side"] or REFEREE)
    text = " ".join(entry["text"].split())
    yield say("{side}: {text}", side=side, text=text) if entry["about"] is None else say(
        "{side}, about entry {about}: {text}", side=side, about=entry["about"], text=text)
    if entry["type"] == logbook.PROTEST:
        answer = _answers(campaign)[entry["n"]]
        yield say("answered in entry {entry}", entry=answer["n"]) if answer else say("not answered yet")


@lru_cache(maxsize=1)
def _answers(campaign: Campaign) -> dict[int, entries.RulingEntry | None]:
    """The ruling that answers each protest, by the number of its entry."""
    return {status.entry["n"]: status.answer for status in protests(campaign.entries)}


def _proposal(campaign: Campaign, entry: entries.Proposal) -> Iterator[str]:
    yield say("{side} proposes: {reason}", side=phrases.side_name(campaign.game, entry["side"]),
              reason=" ".join(entry["reason"].split()))
    if entry["rewind"]:
        yield say("to go back to {point}", point=points.words(campaign, entry["rewind"]["to"]))
    if entry["finish"] is not None:
        yield say("to let the step being played stand as recorded")
    if entry["answers"] is not None:
        yield say("as answer to the protest of entry {entry}", entry=entry["answers"])
    for text in entry["rulings"]:
        yield " ".join(text.split())


def _rewind(campaign: Campaign, entry: entries.Rewind) -> Iterator[str]:
    yield say("back to {point}: {reason}", point=points.words(campaign, entry["to"]),
              reason=" ".join(entry["reason"].split()))
    if entry["keeps"]:
        yield say("still in force: entries {entries}", entries=listing(map(str, entry["keeps"])))
    yield from _consented(entry)


def _upgrade(campaign: Campaign, entry: entries.Upgrade) -> Iterator[str]:
    yield say("from here on program {program}, rules {rules}, data {data}, format {format}", program=entry["program"],
              rules=entry["rules_version"], data=entry["data_version"], format=entry["format"])
    for taken in upgrades.taken(campaign.entries, campaign.game):
        yield from taken.changes if taken.entry == entry["n"] else ()


def _finish(campaign: Campaign, entry: entries.Finish) -> Iterator[str]:
    yield say("the step being played stands as recorded, though the rules would play it otherwise from act {act}: "
              "{reason}", act=entry["act"], reason=" ".join(entry["reason"].split()))
    yield from _consented(entry)


def _player(campaign: Campaign, entry: entries.PlayerChange) -> Iterator[str]:
    change = next(change for change in who_plays.changes(campaign.entries) if change.entry["n"] == entry["n"])
    yield from who_plays.sentences(change, campaign.game, campaign.position, address=True)


def _consented(entry: entries.RulingEntry | entries.Rewind | entries.Finish) -> Iterator[str]:
    if entry["proposal"] is not None:
        yield say("by consent to the proposal of entry {entry}", entry=entry["proposal"])


TELLERS: Mapping[str, Callable[[Campaign, Any], Iterator[str]]] = {
    "founding": _founding, "submission": _submission, "ruling": _ruling, "closed": _closed, "sitting": _sitting,
    "link": _link, "protest": _protest_or_note, "note": _protest_or_note, "proposal": _proposal, "rewind": _rewind,
    "upgrade": _upgrade, "finish": _finish, "player": _player,
}
