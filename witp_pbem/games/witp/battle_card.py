"""A battle as a card: strengths item by item, dice, totals, and where the hits come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.events import BattleFought
from witp_pbem.games.witp.options import agreed
from witp_pbem.games.witp.phrases import The_side, count, place, signed, units
from witp_pbem.games.witp.state import ALLIES, ENEMY, JAPAN, SIDES, Position
from witp_pbem.games.witp.wording import word
from witp_pbem.table.story import BattleCard, BattleSide, Paragraph, Reckoning

EACH = {"carriers": 2, "fleets": 1, "task-force": 2, "land": 1, "carriers-assault": 1}  # witp 9.3.1, 9.4.2, 9.5.1


def battle_card(position: Position, event: BattleFought, notes: Sequence[Paragraph] = (),
                consequences: Sequence[Paragraph] = ()) -> BattleCard:
    """The card of one battle. `position` is the one it was fought in."""
    record = {JAPAN: event.japan, ALLIES: event.allies}
    where = place(position, event.hex) + (f", {word('water', event.water)}" if event.water else "")
    ties = tuple(Paragraph(f"The totals were equal with dice of {japan} (Japan) and {allies} (Allies), so both sides "
                           "threw again.", "witp 9.6.b", tone="quiet") for japan, allies in event.rerolls)
    loser = ENEMY[event.winner]
    return BattleCard(
        title=f"{word('battle', event.kind)} at {where}",
        sides=tuple(_side(position, event, side, record[side]) for side in SIDES),
        notes=(*ties, *notes), verdict=verdict(event),
        hits=(*_hits(position, event, loser), *_hits(position, event, event.winner)),
        consequences=tuple(consequences), rule=event.rule)


def verdict(event: BattleFought) -> Paragraph:
    """Who won by how much."""
    record = {JAPAN: event.japan, ALLIES: event.allies}
    high, low = (record[side]["total"] for side in (event.winner, ENEMY[event.winner]))
    return Paragraph(f"{The_side(event.winner)} won by {high} − {low} = {event.difference}.", "witp 9.6.a",
                     event.winner, "strong")


def _side(position: Position, event: BattleFought, side: str, record: Mapping[str, Any]) -> BattleSide:
    role = "" if not event.attacker else "landing" if side == event.attacker else "defending"
    lines = tuple(_line(position, record, what, amount) for what, amount in record["items"])
    return BattleSide(side, word("side-name", side), role, _fighters(position, record["units"]),
                      _support(position, record["support"]), lines, record["strength"], _die(event, record),
                      record["total"], side == event.winner)


def _fighters(position: Position, ids: Sequence[str]) -> str:
    """The units that fought, and what ships among them carried."""
    words = units(position, ids)
    cargo = [f"{land.id} on {key}" for key in ids if position.units[key].is_fleet for land in position.cargo(key)]
    return f"{words}; aboard: {', '.join(cargo)}" if cargo else words


def _line(position: Position, record: Mapping[str, Any], what: str, amount: int) -> Reckoning:
    if what.startswith("card:"):
        key = what.removeprefix("card:")
        return Reckoning(f"card {key} “{position.data.cards[key]['name']}”", "", amount)
    each = EACH.get(what, 0)
    if what == "air":
        number = len(record["support"])
        each = amount // number if number and amount % number == 0 else 0
    if each < 2 or amount % each:
        return Reckoning(word("strength", what), "", amount)
    return Reckoning(word("strength", what), f"{amount // each} × {each}", amount)


def _support(position: Position, ids: Sequence[str]) -> str:
    """The supporting air units with the hexes they flew from."""
    return ", ".join(f"{key} from {place(position, position.units[key].hex)}" for key in ids)


def _die(event: BattleFought, record: Mapping[str, Any]) -> Reckoning:
    """What the die adds: all of it in a fleet battle, else half of it (witp 9.3.c, 9.4.c)."""
    thrown = tuple(record.get("dice", ()))
    how = f"{' and '.join(str(die) for die in thrown)}, {record['die']} kept" if len(thrown) > 1 else ""
    if event.kind != "fleet":
        how = f"{how or record['die']}, halved"
    return Reckoning("dice" if len(thrown) > 1 else "die", how, record["added"])


# -- hits (9.6.1, 9.6.2) --------------------------------------------------------------------------------------


def _hits(position: Position, event: BattleFought, side: str) -> list[Paragraph]:
    """The hits a side takes, with their reckoning and rule."""
    record, enemy = (event.japan, event.allies) if side == JAPAN else (event.allies, event.japan)
    lost = side != event.winner
    why = _loser_hits(position, event) if lost else _winner_hits(position, event)
    taken = count(record["hits"], "hit") if record["hits"] else "no hits"
    told = [(f"{taken}{why}", "witp 9.6.1.a" if lost else "witp 9.6.1.b")]
    if record["extra_air"]:
        told.append((f"{count(record['extra_air'], 'extra hit')} on supporting base air, because the enemy die showed "
                     f"{enemy['die']}", "witp 9.6.2.c" if record["extra_air"] == 1 else "witp 9.6.2.d"))
    if record["extra_carrier"]:
        told.append((f"{count(record['extra_carrier'], 'extra hit')} on a carrier, because the enemy die showed "
                     f"{enemy['die']}", "witp 9.6.2.e"))
    return [Paragraph(f"{word('side-name', side)}: {words}.", rule, side) for words, rule in told]


def _facts(position: Position, event: BattleFought, side: str) -> tuple[int, int]:
    """Full units of a side in the battle, and the hits its units can take."""
    ids = (event.japan if side == JAPAN else event.allies)["units"]
    full = sum(position.units[key].full for key in ids)
    return full, full + len(ids)


def _loser_hits(position: Position, event: BattleFought) -> str:
    """Why the loser takes as many hits as he does (witp 9.6.1.a, c, j)."""
    loser = ENEMY[event.winner]
    recorded = (event.japan if loser == JAPAN else event.allies)["hits"]
    full, _ = _facts(position, event, event.winner)
    _, room = _facts(position, event, loser)
    words = f": the difference of {event.difference}"
    if full < event.difference:
        words += f", but no more than the {count(full, 'full enemy unit')}"
    due = min(event.difference, full)
    if room < due:
        words += f", and these units can take only {room}"
    return _if_right(position, words, recorded, min(due, room))


def _winner_hits(position: Position, event: BattleFought) -> str:
    """Why the winner takes as many hits as he does (witp 9.6.1.b-c)."""
    loser = ENEMY[event.winner]
    recorded = (event.japan if event.winner == JAPAN else event.allies)["hits"]
    full, room = _facts(position, event, loser)
    winning, own_room = _facts(position, event, event.winner)
    absorbed = min(event.difference, winning, room)
    due = min(event.difference, winning)
    whole, what = {"absorbed": (absorbed, f"{count(absorbed, 'hit')} the loser took"),
                   "capped": (due, f"{count(due, 'hit')} the loser was dealt"),
                   "difference": (event.difference, f"difference of {event.difference}"),
                   }[agreed(position, "winner_hits_basis")]
    half = whole // 2
    words = f": half of the {what}" + (", rounded down" if whole % 2 else "")
    if full < half:
        words += f", but no more than the {count(full, 'full enemy unit')}"
    due = min(half, full)
    if own_room < due:
        words += f", and these units can take only {own_room}"
    return _if_right(position, words, recorded, min(due, own_room))


def _if_right(position: Position, words: str, recorded: int, reckoned: int) -> str:
    """The reckoning in words, with what a card added; nothing where it does not come to what was recorded."""
    if recorded == reckoned:
        return words
    if any(effect["op"] == "extra_hits" for effect in position.effects):
        return f"{words}, and {signed(recorded - reckoned)} by a card"
    return ""
