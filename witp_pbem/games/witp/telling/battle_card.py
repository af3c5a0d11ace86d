"""A battle as a card: strengths item by item, dice, totals, and where the hits come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.witp.board.events import BattleFought, Force
from witp_pbem.games.witp.board.names import card_title
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import ENEMY, Position
from witp_pbem.games.witp.telling.nouns import The_side, place, units
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.language import listing, together
from witp_pbem.table.story import BattleCard, BattleSide, Paragraph, Reckoning

# Kind of battle -> the rule each term of its strength stands on, and that of the die.
TERMS: Mapping[str, Mapping[str, str]] = {
    "fleet": {"carriers": "witp 9.3.1.a", "fleets": "witp 9.3.1.a", "task-force": "witp 9.3.1.c",
              "air": "witp 9.3.1.b", "die": "witp 9.3.c"},
    "ground": {"land": "witp 9.4.2.a", "air": "witp 9.4.2.b", "die": "witp 9.4.c"},
    "assault": {"land": "witp 9.5.1.a", "carriers-assault": "witp 9.5.1.c", "defence": "witp 9.5.1.d",
                "air": "witp 9.5.1.b", "die": "witp 9.5.b"},
}
BY_CARD = "witp 4.3.b"
EACH = {"carriers": 2, "fleets": 1, "task-force": 2, "land": 1, "carriers-assault": 1}  # witp 9.3.1, 9.4.2, 9.5.1


def battle_card(position: Position, event: BattleFought, notes: Sequence[Paragraph] = (),
                consequences: Sequence[Paragraph] = ()) -> BattleCard:
    """The card of one battle. `position` is the one it was fought in."""
    where = place(position, event.hex)
    if event.water:
        where = say("{place}, {water}", place=where, water=word("water", event.water))
    ties = tuple(Paragraph(say("The totals were equal with dice of {japan} (Japan) and {allies} (Allies), so both "
                               "sides threw again.", japan=japan, allies=allies), "witp 9.6.b", tone="quiet")
                 for japan, allies in event.rerolls)
    loser = ENEMY[event.winner]
    return BattleCard(
        title=say("{battle} at {place}", battle=word("battle", event.kind), place=where),
        sides=tuple(_side(position, event, side, force) for side, force in event.forces.items()),
        notes=(*ties, *notes), verdict=verdict(event),
        hits=(*_hits(position, event, loser), *_hits(position, event, event.winner)),
        consequences=tuple(consequences), rule=event.rule, place=event.hex)


def verdict(event: BattleFought) -> Paragraph:
    """Who won by how much."""
    forces = event.forces
    high, low = (forces[side].total for side in (event.winner, ENEMY[event.winner]))
    text = say("{side} won by {high} − {low} = {difference}.", side=The_side(event.winner), high=high, low=low,
               difference=event.difference)
    return Paragraph(text, "witp 9.6.a", event.winner, "strong")


def _side(position: Position, event: BattleFought, side: str, force: Force) -> BattleSide:
    role = "" if not event.attacker else word("role", "landing" if side == event.attacker else "defending")
    lines = tuple(_line(position, event.kind, force, what, amount) for what, amount in force.items)
    return BattleSide(side, word("side-name", side), role, _fighters(position, force.units),
                      _support(position, force.support), lines, force.strength, _die(event, force),
                      force.total, side == event.winner)


def _fighters(position: Position, ids: Sequence[str]) -> str:
    """The units that fought, and what ships among them carried."""
    who = units(position, ids)
    cargo = [say("{unit} on {ship}", unit=land.id, ship=key) for key in ids if position.units[key].is_fleet
             for land in position.cargo(key)]
    return say("{units}; aboard: {cargo}", units=who, cargo=listing(cargo)) if cargo else who


def _line(position: Position, kind: str, force: Force, what: str, amount: int) -> Reckoning:
    rule = TERMS[kind].get(what, BY_CARD)
    if what.startswith("card:"):
        key = what.removeprefix("card:")
        name = card_title(position.data.cards[key])
        return Reckoning(say("card {card} “{name}”", card=key, name=name), "", amount, rule)
    unit_strength = EACH.get(what, 0)
    if what == "air":
        number = len(force.support)
        unit_strength = amount // number if number and amount % number == 0 else 0
    if unit_strength < 2 or amount % unit_strength:
        return Reckoning(word("strength", what), "", amount, rule)
    return Reckoning(word("strength", what), f"{amount // unit_strength} × {unit_strength}", amount, rule)


def _support(position: Position, ids: Sequence[str]) -> str:
    """The supporting air units with the hexes they flew from."""
    return listing(say("{unit} from {place}", unit=key, place=place(position, position.units[key].hex)) for key in ids)


def _die(event: BattleFought, force: Force) -> Reckoning:
    """What the die adds: all of it in a fleet battle, else half of it (witp 9.3.c, 9.4.c)."""
    how = ""
    if len(force.dice) > 1:
        how = say("{dice}, {die} kept", die=force.die, dice=together(map(str, force.dice)))
    if event.kind != "fleet":
        how = say("{dice}, halved", dice=how or force.die)
    return Reckoning(say("dice") if len(force.dice) > 1 else say("die"), how, force.added, TERMS[event.kind]["die"])


# -- hits (9.6.1, 9.6.2) --------------------------------------------------------------------------------------


def _hits(position: Position, event: BattleFought, side: str) -> list[Paragraph]:
    """The hits a side takes, with their reckoning and rule."""
    force, enemy = event.forces[side], event.forces[ENEMY[side]]
    lost = side != event.winner
    why = _why_lost(position, event) if lost else _why_won(position, event)
    taken = say.plural(force.hits, "{n} hit", "{n} hits") if force.hits else say("no hits")
    lines = [(say("{hits}: {why}", hits=taken, why=why) if why else taken, "witp 9.6.1.a" if lost else "witp 9.6.1.b")]
    if extra := force.extra_air:
        lines.append((say.plural(extra, "{n} extra hit on supporting base air, because the enemy die showed {die}",
                                 "{n} extra hits on supporting base air, because the enemy die showed {die}",
                                 die=enemy.die), "witp 9.6.2.c" if extra == 1 else "witp 9.6.2.d"))
    if extra := force.extra_carrier:
        lines.append((say.plural(extra, "{n} extra hit on a carrier, because the enemy die showed {die}",
                                 "{n} extra hits on a carrier, because the enemy die showed {die}", die=enemy.die),
                     "witp 9.6.2.e"))
    return [Paragraph(say("{side}: {what}.", side=word("side-name", side), what=what), rule, side)
            for what, rule in lines]


def _why_lost(position: Position, event: BattleFought) -> str:
    """Why the loser takes as many hits as that (witp 9.6.1.a, c, j)."""
    return _limited(position, event, ENEMY[event.winner], say("the difference of {number}", number=event.difference),
                    event.difference)


def _why_won(position: Position, event: BattleFought) -> str:
    """Why the winner takes as many hits as that (witp 9.6.1.b-c)."""
    match agreed(position, "winner_hits_basis"):
        case "absorbed":
            whole = min(event.difference, _full(position, event, event.winner),
                        _room(position, event, ENEMY[event.winner]))
            what = say.plural(whole, "{n} hit the loser took", "{n} hits the loser took")
        case "capped":
            whole = min(event.difference, _full(position, event, event.winner))
            what = say.plural(whole, "{n} hit the loser was dealt", "{n} hits the loser was dealt")
        case _:
            whole = event.difference
            what = say("difference of {number}", number=whole)
    why = say("half of the {what}, rounded down", what=what) if whole % 2 else say("half of the {what}", what=what)
    return _limited(position, event, event.winner, why, whole // 2)


def _full(position: Position, event: BattleFought, side: str) -> int:
    """Full units of a side in the battle."""
    return sum(position.units[key].full for key in event.forces[side].units)


def _room(position: Position, event: BattleFought, side: str) -> int:
    """The hits the units of a side can take: two for a full one, one for a reduced one."""
    return _full(position, event, side) + len(event.forces[side].units)


def _limited(position: Position, event: BattleFought, side: str, why: str, due: int) -> str:
    """Why a side takes the hits that were recorded, from why they were due: no more than there are full enemy units
    (witp 9.6.1.c) and than its own units can take; and what a card added. "" where that is not what was recorded."""
    full, room = _full(position, event, ENEMY[side]), _room(position, event, side)
    if full < due:
        due = full
        why = say.plural(full, "{why}, but no more than the {n} full enemy unit",
                         "{why}, but no more than the {n} full enemy units", why=why)
    if room < due:
        due = room
        why = say("{why}, and these units can take only {room}", why=why, room=room)
    recorded = event.forces[side].hits
    if recorded == due:
        return why
    if any(effect["op"] == "extra_hits" for effect in position.effects):
        return say("{why}, and {amount} by a card", why=why, amount=signed(recorded - due))
    return ""
