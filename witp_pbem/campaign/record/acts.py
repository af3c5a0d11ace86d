"""Acts of the table in the form the logbook keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.table import event, phrase
from witp_pbem.table.acts import Act, Answered, Disarmed, Drawn, Edited, Fired, Forced, Rolled, Shuffled, Tested
from witp_pbem.table.dice import Die, Throw
from witp_pbem.table.event import Event


def to_json(act: Act) -> dict[str, Any]:
    """An act as JSON; its first key says which kind it is."""
    if isinstance(act, Event):
        return event.to_json(act)
    if isinstance(act, Answered):
        record: dict[str, Any] = {"answer": act.order, "side": act.side, "demand": act.demand}
        if act.source:
            record["source"] = list(act.source)
        return {**record, "stays": True} if act.stays else record
    if isinstance(act, Forced):
        return {"forced": act.order, "side": act.side, "demand": act.demand}
    if isinstance(act, Fired | Disarmed):
        kind = "fired" if isinstance(act, Fired) else "disarmed"
        return {kind: list(act.source or ()), "side": act.side, "because": act.because.json}
    if isinstance(act, Rolled):
        return {"roll": act.label.json, "dice": list(act.dice), "faces": act.die.faces, "first": act.die.first}
    if isinstance(act, Drawn):
        return {"draw": act.deck, "side": act.side, "slot": act.slot}
    if isinstance(act, Shuffled):
        return {"shuffle": act.deck, "seals": list(act.seals)}
    if isinstance(act, Tested):
        return {"test": act.slot, "question": act.question, "answer": act.answer}
    return {"edit": list(act.source)}


def from_json(record: dict[str, Any], kinds: dict[str, type[Event]]) -> Act:
    """The act a JSON record stands for.

    Raises:
        ValueError: it stands for none.
    """
    if "event" in record:
        return event.from_json(record, kinds)
    try:
        if "test" in record:
            return Tested(record["test"], record["question"], record["answer"])
        if "answer" in record:
            source = record.get("source")
            return Answered(record["side"], record["demand"], record["answer"], _source(source) if source else None,
                            record.get("stays") is True)
        if "forced" in record:
            return Forced(record["side"], record["demand"], record["forced"])
        if "fired" in record:
            return Fired(record["side"], _source(record["fired"]), phrase.read(record["because"]))
        if "disarmed" in record:
            return Disarmed(record["side"], _source(record["disarmed"]), phrase.read(record["because"]))
        if "roll" in record:
            return Rolled(phrase.read(record["roll"]), tuple(record["dice"]), _die(record))
        if "draw" in record:
            return Drawn(record["draw"], record["side"], record["slot"])
        if "shuffle" in record:
            return Shuffled(record["shuffle"], tuple(record["seals"]))
        if "edit" in record:
            return Edited(_source(record["edit"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"an act lacks or spoils {error}") from error
    raise ValueError(f"no known kind of act: {', '.join(sorted(record))}")


def throws(records: Sequence[dict[str, Any]]) -> Iterator[Throw]:
    """The throws among a sitting's acts, each with the number of dice thrown before it."""
    before = 0
    for record in records:
        if "roll" in record:
            yield Throw(record["roll"], before, tuple(record["dice"]), _die(record))
            before += len(record["dice"])


def _die(record: dict[str, Any]) -> Die:
    """The kind of die of a throw."""
    return Die(record["faces"], record["first"])


def _source(value: Any) -> tuple[int, int]:
    entry, index = value
    return int(entry), int(index)
