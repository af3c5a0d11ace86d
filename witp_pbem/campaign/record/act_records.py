"""Acts of the table in the form in which the logbook keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.record import entries
from witp_pbem.table import event, phrase
from witp_pbem.table.acts import Act, Answered, Cancelled, Drawn, Edited, Forced, Rolled, Shuffled, Tested, Triggered
from witp_pbem.table.dice import Die, Throw
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Diverged, Illegal
from witp_pbem.table.wording import order_words, problem_sentence, side_name


def to_json(act: Act) -> dict[str, Any]:
    """An act as JSON; its first key says which kind it is."""
    if isinstance(act, Event):
        return event.to_json(act)
    if isinstance(act, Answered):
        record: dict[str, Any] = {"answer": act.order, "side": act.side, "demand": act.demand}
        if act.source:
            record["source"] = list(act.source)
        return {**record, **({"stays": True} if act.stays else {}), **_undone_record(act)}
    if isinstance(act, Forced):
        return {"forced": act.order, "side": act.side, "demand": act.demand, **_undone_record(act)}
    if isinstance(act, Triggered):
        instead = {name: value for name, value in act.because.json.items() if name == "instead"}
        return {"triggered": list(act.source or ()), "side": act.side, **instead}
    if isinstance(act, Cancelled):
        return {"cancelled": list(act.source or ()), "side": act.side, "because": act.because.json}
    if isinstance(act, Rolled):
        return {"roll": act.label.json, "dice": list(act.dice), "faces": act.die.faces, "first": act.die.first}
    if isinstance(act, Drawn):
        return {"draw": act.deck, "side": act.side, "slot": act.slot}
    if isinstance(act, Shuffled):
        return {"shuffle": act.deck, "seals": list(act.seals)}
    if isinstance(act, Tested):
        return {"test": act.slot, "question": act.question, "answer": act.answer}
    return {"edit": list(act.source)}


def from_json(record: entries.ActRecord, kinds: Mapping[str, type[Event]]) -> Act:
    """The act a JSON record stands for.

    Args:
        kinds: code of an event -> its class.
    Raises:
        ValueError: it is an event the game does not have.
    """
    if "event" in record:
        return event.from_json(record, kinds)
    if "test" in record:
        return Tested(record["test"], record["question"], record["answer"])
    if "answer" in record:
        source = record.get("source")
        return Answered(record["side"], record["demand"], record["answer"], source_of(source) if source else None,
                        "stays" in record, _undone_of(record))
    if "forced" in record:
        return Forced(record["side"], record["demand"], record["forced"], _undone_of(record))
    if "triggered" in record:
        return Triggered(record["side"], source_of(record["triggered"]), because(record))
    if "cancelled" in record:
        return Cancelled(record["side"], source_of(record["cancelled"]), phrase.read(record["because"]))
    if "roll" in record:
        return Rolled(phrase.read(record["roll"]), tuple(record["dice"]), _die(record))
    if "draw" in record:
        return Drawn(record["draw"], record["side"], record["slot"])
    if "shuffle" in record:
        return Shuffled(record["shuffle"], tuple(record["seals"]))
    return Edited(source_of(record["edit"]))


def because(record: entries.TriggeredRecord) -> phrase.Phrase:
    """Why an order answers, but for what it has waited for: that stands in its own words."""
    return phrase.phrase("answers", **{"instead": record["instead"]} if "instead" in record else {})


def _undone_record(act: Answered | Forced) -> dict[str, Any]:
    """What lists have left undone, as JSON."""
    return {"undone": [left.json for left in act.undone]} if act.undone else {}


def _undone_of(record: entries.AnswerRecord | entries.ForcedRecord) -> tuple[phrase.Phrase, ...]:
    return tuple(phrase.read(left) for left in record.get("undone", ()))


def throws(records: Sequence[entries.ActRecord]) -> Iterator[Throw]:
    """The throws among a sitting's acts, each with the number of dice thrown before it."""
    before = 0
    for record in records:
        if "roll" in record:
            yield Throw(record["roll"], before, tuple(record["dice"]), _die(record))
            before += len(record["dice"])


def _die(record: entries.RollRecord) -> Die:
    """The kind of die of a throw."""
    return Die(record["faces"], record["first"])


def source_of(pair: Sequence[int]) -> tuple[int, int]:
    """The source a list of two numbers stands for: a logbook entry, and the index of an order in it."""
    entry, index = pair
    return entry, index


def both_in_words(difference: Diverged, game: Game) -> tuple[str, str]:
    """What is recorded where rules and record part, and what the rules would play now, each for a sentence."""
    recorded = say("nothing") if difference.recorded is None else _words(difference.recorded, game)
    now = difference.now
    if isinstance(now, Illegal):
        return recorded, say("illegal: {why}", why="; ".join(_reasons(now.problems, game)))
    return recorded, now if isinstance(now, str) else _words(now, game)


def _words(act: Act, game: Game) -> str:
    """An act on one line."""
    if isinstance(act, Answered | Forced):
        order = order_words(act.order, game.write) or say("nothing")
        return say("{side} answers {order}", side=side_name(act.side, game.catalogue), order=order)
    return ", ".join(f"{key} {value}" for key, value in to_json(act).items())


def _reasons(problems: Sequence[Problem], game: Game) -> Iterator[str]:
    """Why an order is illegal, each reason once, with its rule."""
    reasons = dict.fromkeys((problem_sentence(problem, game.catalogue).rstrip("."), problem.rule)
                            for problem in problems)
    yield from (f"{sentence} [{rule}]" if rule else sentence for sentence, rule in reasons)
