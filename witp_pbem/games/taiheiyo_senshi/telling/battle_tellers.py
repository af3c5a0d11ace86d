"""How battles are told: each use of the combat table with its whole arithmetic, who took the hits, what the damage dice
gave; and battle by battle with who stood there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.games.common.nouns import signed, thrown
from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.taiheiyo_senshi.board import events as e
from witp_pbem.games.taiheiyo_senshi.board.state import ENEMY, SIDES, Position
from witp_pbem.games.taiheiyo_senshi.orders.kinds import INITIATIVE
from witp_pbem.games.taiheiyo_senshi.telling import reconstructed
from witp_pbem.games.taiheiyo_senshi.telling.entries import attacks, damage, telling, tells
from witp_pbem.games.taiheiyo_senshi.telling.nouns import (
    The_side,
    event_name,
    forces_at,
    listed,
    place,
    side_name,
    the_side,
    unit_name,
    with_values,
)
from witp_pbem.games.taiheiyo_senshi.telling.signs import signs
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import word
from witp_pbem.table.chart import Arrow, Clash
from witp_pbem.table.event import Event
from witp_pbem.table.language import bracketed, labelled, listing
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section
from witp_pbem.table.telling import Entries, Entry, Row, joined

DAMAGED = "senshi 8.2(5)-a"  # what all damage rolls stand on, whatever became of the ship
SURPRISES = ("pearl_harbor", "off_malaya")
BATTLES = "battle battles fight fought attack attacked combat strike 戦闘 空襲 航空攻撃 水上戦闘"


def battle_title(position: Position, point: str) -> str:
    """A battle as a heading."""
    return say("Battle at {place}", place=place(position, point))


@tells(e.BattleBegan, title=lambda run: battle_title(run[0].position_before, run[0].act.point), asked=BATTLES,
       chosen=lambda event: False)
def _(before: Position, after: Position, event: e.BattleBegan) -> Entries:
    values = {"side": The_side(event.attacker), "place": place(before, event.point)}
    if event.rule != "senshi 8.0-a":
        text = say("{side} struck {place} from the air.", **values)
    else:
        text = say.plural(event.rounds, "{side} attacked at {place}; the battle can have {n} round.",
                          "{side} attacked at {place}; the battle can have {n} rounds.", **values)
    return Paragraph(text, event.rule, event.attacker, place=event.point)


tells(e.RoundBegan, "Round {number}.", tone="strong")


# -- the combat table (8.2) ---------------------------------------------------------------------------------------


def attack_name(position: Position, kind: str) -> str:
    """How an attack was made: an air strike, or the event of a card."""
    return event_name(position, kind) if kind in position.data.events else word("attack", kind)


def strike_title(position: Position, kind: str) -> str:
    """An attack as a heading."""
    name = attack_name(position, kind)
    return name[:1].upper() + name[1:]


def _sum(position: Position, event: e.AttackMade) -> str:
    """What the strength is made of: "4 × 4 + 2 × 3 = 22", and what a card left of it; on turn 0 the column is given
    (senshi 5.1)."""
    if event.kind in SURPRISES:
        return say("column given")
    printed = [position.data.units[unit] for unit in event.units]
    amounts = Counter(unit.gunnery if event.kind == "surface" else unit.air for unit in printed)
    terms = [f"{count} × {amount}" if count > 1 else str(amount)
             for amount, count in sorted(amounts.items(), reverse=True) if amount]
    is_sum = len(terms) > 1 or "×" in "".join(terms)
    total = f"{' + '.join(terms)} = {event.strength}" if is_sum else str(event.strength)
    if event.used == event.strength:
        return total
    return f"{total} ÷ {event.strength // event.used if event.used else 2} = {event.used}"


def _shift(position: Position, reason: str) -> str:
    """Why a column was shifted."""
    if reason.startswith("card:"):
        return event_name(position, reason.removeprefix("card:"))
    return word("shift", reason)


def _shifts(position: Position, event: e.AttackMade) -> str:
    """The shifts by reason, and together."""
    each = [f"{_shift(position, reason)} {signed(columns)}" for reason, columns in event.shifts]
    total = sum(columns for _, columns in event.shifts)
    return f"{listing(each)} = {signed(total)}" if len(each) > 1 else listing(each)


def _strike(happening: Happening) -> Iterator[Arrow]:
    """From where units struck a point beside theirs, or from the sea."""
    attack, position = happening.act, happening.position_before
    assert isinstance(attack, e.AttackMade)
    origins = dict.fromkeys(position.units[unit].point for unit in attack.units)
    label = say("{attack}: {units}", attack=attack_name(position, attack.kind), units=listed(position, attack.units))
    for origin in (origin for origin in origins if origin != attack.point):
        yield Arrow(attack.side, signs().strike, (origin, attack.point) if origin else (attack.point,), None, label)


def _surprise(happening: Happening) -> Clash | None:
    """A strike of turn 0 on the map; any other attack belongs to its battle."""
    attack = happening.act
    assert isinstance(attack, e.AttackMade)
    if attack.kind not in SURPRISES:
        return None
    return Clash(attack.point, say("battle"), _struck(happening.position_before, attack), "")


def _struck(position: Position, attack: e.AttackMade) -> str:
    return say.plural(attack.hits, "Surprise from the air at {place}: {n} hit.",
                      "Surprise from the air at {place}: {n} hits.", place=place(position, attack.point))


@tells(e.AttackMade, asked=BATTLES, title="{kind:attack} at {point:place}", chosen=lambda event: False,
       arrows=_strike, clash=_surprise)
def _(before: Position, after: Position, event: e.AttackMade) -> Entries:
    name = attack_name(before, "air" if event.kind in SURPRISES else event.kind)
    return Row(attacks, (labelled(side_name(event.side), name), _sum(before, event),
                         _column(before, event), "–" if event.die is None else str(event.die), str(event.hits)),
               event.side, event.rule)


def _column(position: Position, event: e.AttackMade) -> str:
    """The column of the combat table, with the one of the strength alone and why it is another: "8-9 → 6-7 (enemy
    land-based air −1)"."""
    if event.die is None and event.strength == 0:
        return "–"
    column = event.column or say("left of the table")
    if not event.shifts:
        return column
    number = position.data.column(event.used)
    start = position.data.columns[number].label if number >= 0 else say("left of the table")
    return bracketed(f"{start} → {column}", _shifts(position, event))


def _strikers(position: Position, event: e.AttackMade) -> Iterator[Block]:
    """Who took part in an attack, for those who check the sum, and whether its cell of the table is ours."""
    column = next((column.id for column in position.data.columns if column.label == event.column), "")
    if ours := reconstructed.of_a_cell(position.data.reconstructed, column, event.die):
        yield Paragraph(ours, "senshi 8.2(3)-a", tone="quiet")
    if event.units:
        yield Paragraph(say("{attack} by {side}: {units}.", attack=strike_title(position, event.kind),
                            side=the_side(event.side),
                            units=listing(with_values(position, position.units[unit]) for unit in event.units)),
                        "senshi 8.2(1)-a", event.side)


tells[e.AttackMade] = tells[e.AttackMade]._replace(evidence=_strikers)


@tells(e.HitsAllocated, asked=f"{BATTLES} hit hits 命中")
def _(before: Position, after: Position, event: e.HitsAllocated) -> Entries:
    hits = listing(unit_name(before, unit) if count == 1 else
                   say("{unit} ({number} hits)", unit=unit_name(before, unit), number=count)
                   for unit, count in sorted(event.hits.items(), key=lambda hit: before.ranks[hit[0]]))
    return say("Hit: {hits}; chosen by {side}.", hits=hits, side=the_side(event.side))


def _dice(position: Position, event: e.ShipDamaged) -> str:
    """The dice for a ship with what a heavy one takes off each."""
    dice = thrown(event.dice)
    if not position.data.units[event.unit].heavy:
        return dice
    return f"{dice} − {-position.data.battle.heavy_die * len(event.dice)}"


def fate(event: e.ShipDamaged) -> str:
    """What became of a hit ship."""
    if event.fate == "damaged":
        return say("damaged, back on turn {turn}", turn=event.turn)
    return word("fate", event.fate)


def _fate(unit: str, happening: Happening) -> str:
    event = happening.act
    assert isinstance(event, e.ShipDamaged)
    return say("{fate} at {place} (dice {dice}).", fate=fate(event),
               place=place(happening.position_before, event.point), dice=_dice(happening.position_before, event))


@tells(e.ShipDamaged, asked=f"{BATTLES} lose loses lost loss losses sunk damaged damage 損害 撃沈 損傷", fate=_fate)
def _(before: Position, after: Position, event: e.ShipDamaged) -> Entries:
    printed = before.data.units[event.unit]
    defence = say("{defence}, heavy", defence=printed.defence) if printed.heavy else str(printed.defence)
    return Row(damage, (unit_name(before, event.unit), defence, _dice(before, event), str(event.total), fate(event)),
               before.units[event.unit].side, DAMAGED)


def _clash(happening: Happening) -> Clash:
    event = happening.act
    assert isinstance(event, e.BattleEnded)
    return Clash(event.point, say("battle"), _verdict(event), event.winner, e.BattleBegan.code())


def _verdict(event: e.BattleEnded) -> str:
    return say("{side} won the battle.", side=The_side(event.winner)) if event.winner else say("The battle was over.")


@tells(e.BattleEnded, tone="strong", asked=BATTLES, clash=_clash)
def _(before: Position, after: Position, event: e.BattleEnded) -> Entries:
    return Paragraph(_verdict(event), event.rule, event.winner, "strong")


# -- battle by battle ---------------------------------------------------------------------------------------------


def blocks(run: Sequence[Happening]) -> list[Block]:
    """What happened in a step, each battle in a section of its own."""
    passages: list[Block] = []
    for part in parts_of(run, lambda happening: isinstance(happening.act, e.BattleBegan)):
        passages += _battle(part) if isinstance(part[0].act, e.BattleBegan) else _together(part)
    return passages


def surprises(run: Sequence[Happening]) -> list[Block]:
    """Turn 0: each strike in a section of its own, then who is placed on the map."""
    passages: list[Block] = []
    for part in parts_of(run, lambda happening: isinstance(happening.act, e.AttackMade)):
        attack, position = part[0].act, part[0].position_before
        if not isinstance(attack, e.AttackMade):
            passages += _together(part)
            continue
        after = next((number for number, happening in enumerate(part) if isinstance(happening.act, e.UnitsPlaced)),
                     len(part))
        struck = Paragraph(_struck(position, attack), attack.rule, attack.side, "strong", attack.point)
        passages.append(Section(strike_title(position, attack.kind),
                                (struck, *_strikers(position, attack), *_together(part[:after])), attack.rule))
        passages += _together(part[after:])
    return passages


def operations(run: Sequence[Happening]) -> list[Block]:
    """What happened in an operations phase, operation by operation, each with how its side came to it."""
    sections: list[Block] = []
    for part in _by_operation(run):
        began = next((happening.act for happening in part if isinstance(happening.act, e.OperationBegan)), None)
        inside = blocks(part)
        sections += [Section(say("Operation of {side}", side=the_side(began.side)), tuple(inside), began.rule,
                             began.side)] if began else inside
    return sections


def _by_operation(run: Sequence[Happening]) -> list[list[Happening]]:
    """The happenings of an operations phase cut before each operation, and before what decides who has it."""
    parts: list[list[Happening]] = []
    deciding = False
    for happening in run:
        act = happening.act
        decides = isinstance(act, e.InitiativeRolled) or (
            isinstance(act, e.CardSpent) and act.purpose == INITIATIVE) or (
            isinstance(act, e.Passed) and act.segment == INITIATIVE)
        if not parts or (not deciding and (decides or isinstance(act, e.OperationBegan))):
            parts.append([])
        deciding = decides or (deciding and not isinstance(act, Event))
        parts[-1].append(happening)
    return parts


def _battle(part: Sequence[Happening]) -> list[Block]:
    """A battle from its beginning on in a section, and what followed it before the next one."""
    began = part[0].act
    assert isinstance(began, e.BattleBegan)
    end = next((number for number, happening in enumerate(part) if isinstance(happening.act, e.BattleEnded)), None)
    fought, rest = (part, []) if end is None else (part[:end + 1], part[end + 1:])
    position = part[0].position_before
    rows = tuple((side_name(side), word("role", "attacker" if side == began.attacker else "defender"),
                  listing(with_values(position, position.units[unit]) for unit in began.units[side]) or "–")
                 for side in (began.attacker, ENEMY[began.attacker]))
    forces = Columns(say("Who fought"), say.heads("Side", "Role", "Units"), rows, sides=(began.attacker,
                                                                                      ENEMY[began.attacker]))
    passages: list[Block] = [*telling.blocks(fought[:1]), forces]
    for rounds in parts_of(fought[1:], lambda happening: isinstance(happening.act, e.RoundBegan)):
        passages += _together(rounds)
    last = fought[-1].position_after
    left = Columns(say("Left at the point"), say.heads("Side", "Units"),
                   tuple((side_name(side), forces_at(last, side, began.point) or say("nobody")) for side in SIDES),
                   sides=SIDES)
    return [Section(battle_title(position, began.point), (*passages, left), began.rule), *_together(rest)]


def _together(run: Iterable[Happening]) -> list[Block]:
    """Events as they came, but the hits of an attack in a sentence behind the table of the attacks that count
    together."""
    entries: list[Entry] = []
    waiting: list[Entry] = []  # who took the hits of attacks whose damage is applied together
    for happening in run:
        lines = [*telling.entries(happening), *telling.odds(happening)]
        if isinstance(happening.act, e.HitsAllocated):
            waiting += lines
            continue
        if waiting and not isinstance(happening.act, e.AttackMade):
            entries += waiting
            waiting = []
        entries += lines
    return joined([*entries, *waiting])


def sunk_and_damaged(happenings: Iterable[Happening]) -> dict[str, dict[str, list[str]]]:
    """By side and fate the ships that were hit, in order."""
    fates: dict[str, dict[str, list[str]]] = {}
    for happening in happenings:
        act = happening.act
        if isinstance(act, e.ShipDamaged) and act.fate != "unharmed":
            side = happening.position_before.units[act.unit].side
            fates.setdefault(side, {}).setdefault(act.fate, []).append(act.unit)
    return fates

