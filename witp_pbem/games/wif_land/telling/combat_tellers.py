"""How land combat is told: attacks declared, their support, each attack with its arithmetic and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.common.telling import parts_of
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import ENEMY, Position
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.games.wif_land.rules.land_combat.result import BREAKTHROUGH, RETREATS, Result
from witp_pbem.games.wif_land.telling import chances, explanation, reconstructed
from witp_pbem.games.wif_land.telling.entries import of_same_kind, telling, tells, terms
from witp_pbem.games.wif_land.telling.nouns import (
    The_side,
    as_they_lie,
    listed,
    number,
    owner,
    place,
    side_name,
    unit_name,
)
from witp_pbem.games.wif_land.telling.signs import signs
from witp_pbem.games.wif_land.telling.tellers import LOSSES, journey
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.chart import Arrow, Clash
from witp_pbem.table.language import bracketed, in_a_row, listing
from witp_pbem.table.story import Block, Columns, Happening, Paragraph, Section
from witp_pbem.table.telling import Entries, Row

ATTACKS = "attack attacks attacked combat battle fight fought 攻撃 戦闘"
CANCELLED = "wif hq.g"  # the rule by which support of both headquarters comes to nothing
ODDS = f"{ATTACKS} odds ratio strength オッズ 戦闘力"

declared = tells.table("Attacks", "Target", "Attackers", "Strength", "Odds")
bombarded = tells.table("Shore bombardment", "Side", "Target", "Ships")


# -- declared and supported ---------------------------------------------------------------------------------------


def _attackers(position: Position, event: e.AttackDeclared) -> str:
    groups = [as_they_lie(position, event.units)]
    groups += [bracketed(as_they_lie(position, units), remark) for units, remark in (
        (event.invaders, say("from the sea")), (event.paratroops, say("from the air"))) if units]
    return listing(filter(None, groups))


def _threats(happening: Happening) -> Iterator[Arrow]:
    """An arrow from each hex from which a hex is attacked."""
    act, position = happening.act, happening.position_before
    assert isinstance(act, e.AttackDeclared)
    for start in dict.fromkeys(position.units[unit].place for unit in act.units):
        units = [unit for unit in act.units if position.units[unit].place == start]
        yield Arrow(act.side, signs().attack, (start, act.hex), None, as_they_lie(position, units))


@tells(e.AttackDeclared, asked=ODDS, title="Attack on {hex:place} declared", arrows=_threats, joins=of_same_kind,
       fate="was to attack {hex:place}.", evidence=explanation.attack)
def _(before: Position, after: Position, event: e.AttackDeclared) -> Entries:
    against = say("{attack} against {defence}", attack=number(event.strength), defence=number(event.defence))
    return Row(declared, (place(before, event.hex), _attackers(before, event), against, event.odds), event.side,
               "wif lc.c")


tells(e.NotionalIgnored, "{side:Side} did without the notional unit at {hex:place}.", asked="notional 概念")


@tells(e.ShipsBombard, asked="bombard bombardment ship ships 砲撃 艦砲", title="Shore bombardment", joins=of_same_kind,
       fate="bombarded at {hex:place}.")
def _(before: Position, after: Position, event: e.ShipsBombard) -> Entries:
    return Row(bombarded, (side_name(event.side), place(before, event.hex), listed(before, event.units)), event.side,
               event.rule)


HQ = "headquarters hq support 司令部 支援"
tells(e.HeadquartersSupports, "{side:Side}: {unit:unit} was to support combat at {hex:place}.", asked=HQ,
      title="Headquarters support at {hex:place}", joins=of_same_kind)
tells(e.AircraftSupport, "{side:Side}: ground support at {hex:place} by {units:unit}.",
      asked="aircraft air support 航空 支援", title="Ground support at {hex:place}", joins=of_same_kind,
      fate="gave ground support at {hex:place}.")


@tells(e.HeadquartersRolled, asked=HQ, title="Headquarters support at {hex:place}")
def _(before: Position, after: Position, event: e.HeadquartersRolled) -> Entries:
    values = {"unit": unit_name(before, event.unit), "place": place(before, event.hex), "die": event.die,
              "value": event.value}
    text = (say("{unit} at {place}: die {die}, below {value}: its support succeeded.", **values) if event.succeeds else
            say("{unit} at {place}: die {die}, not below {value}: its support failed.", **values))
    return Paragraph(text, event.rule, event.side)


@tells(e.OddsShifted, asked=HQ)
def _(before: Position, after: Position, event: e.OddsShifted) -> Entries:
    if not event.shift and event.rule != CANCELLED:
        return None  # that each support failed has been told
    if not event.shift:
        return say("The support of both headquarters at {place} cancelled out.", place=place(before, event.hex))
    return say("Odds at {place} shifted by headquarters: {shift}.", place=place(before, event.hex),
               shift=signed(event.shift))


# -- strengths and odds -------------------------------------------------------------------------------------------


@tells(e.StrengthReckoned, asked=ODDS, title="Attack on {hex:place}",
       joins=lambda happening, run: getattr(run[-1].act, "hex", "") == getattr(happening.act, "hex", None)
       and isinstance(run[-1].act, e.StrengthReckoned))
def _(before: Position, after: Position, event: e.StrengthReckoned) -> Entries:
    caption = (say("{side}, attacking: strength {total}", side=side_name(event.side), total=event.total)
               if event.side == before.phasing else
               say("{side}, defending: strength {total}", side=side_name(event.side), total=event.total))
    rows = [*(_unit_row(before, unit, printed, factors, number(counted))
              for unit, printed, *factors, counted in event.units), *_sums(before, event)]
    return Columns(caption, say.heads("Unit", "Printed", "Factors", "Counts"), tuple(rows), (1, 3),
                   (event.side,) * len(rows), ("", "", _rounding(event), str(event.total)), event.rule)


def _unit_row(position: Position, unit: str, printed: str, factors: Iterable[str], counts: str) -> tuple[str, ...]:
    name = as_they_lie(position, [unit])
    return name, printed, listing(map(_factor, factors)), counts


def _factor(entry: str) -> str:
    """A factor as events have it in words: "river × ½", "section −2"."""
    code, by = entry.split()
    if code == "section":
        return say("{what} {amount}", what=word("factor", code), amount=signed(int(by)))
    return say("{what} × {factor}", what=word("factor", code), factor=number(by))


def _sums(position: Position, event: e.StrengthReckoned) -> Iterator[tuple[str, ...]]:
    """What is added to the ground units: the notional unit, and support with what counts of it."""
    if Fraction(event.notional) or _has_notional(position, event):
        modified = Fraction(event.notional) - position.data.notional
        yield (say("notional unit"), str(position.data.notional),
               say("modifiers {amount}", amount=signed(int(modified))) if modified else "", number(event.notional))
    for what, counted in (("bombardment", event.bombardment), ("air", event.air)):
        entries = [entry for entry in event.support if entry[1] == what]
        for unit, _, printed, *factors, given in entries:
            yield _unit_row(position, unit, printed, factors, f"({number(given)})")
        if entries:
            heading = say("shore bombardment") if what == "bombardment" else say("ground support")
            yield heading, "", say("counts up to {strength}", strength=number(event.ground)), number(counted)


def _has_notional(position: Position, event: e.StrengthReckoned) -> bool:
    attack = position.attack_on(event.hex)
    return event.side == position.other and attack is not None and strength.notional(position, attack) is not None


def _rounding(event: e.StrengthReckoned) -> str:
    """How the total came about, where it had to be rounded."""
    exact = sum(map(Fraction, (event.ground, event.notional, event.bombardment, event.air)), Fraction(0))
    return say("{sum}, rounded", sum=number(exact)) if exact.denominator > 1 else ""


@tells(e.OddsReckoned, asked=ODDS)
def _(before: Position, after: Position, event: e.OddsReckoned) -> Entries:
    return [*_odds(event), *_die(event),
            *chances.blocks(before, event.column, sum(_amounts(event.modifiers)), _present(before, event.hex))]


def _amounts(entries: Iterable[str]) -> list[int]:
    return [int(entry.split()[1]) for entry in entries]


def _present(position: Position, target: str) -> tuple[int, int]:
    """How many ground units attack a hex, and how many defend it."""
    attack = position.attack_on(target)
    return len(strength.attackers(position, attack)) if attack else 0, len(strength.defenders(position, target))


def _odds(event: e.OddsReckoned) -> Iterator[Paragraph]:
    """The odds step by step."""
    if event.rule == "wif lc.e":
        yield Paragraph(say("Against strength 0 the odds are {odds}.", odds=event.final), event.rule)
        return
    yield Paragraph(say("{attack} against {defence} is {odds}.", attack=event.attack, defence=event.defence,
                        odds=event.odds), "wif res.c")
    if event.percent:
        text = (say("Option 41: {percent} % were dropped; die {die}: rounded up.", percent=event.percent, die=event.die)
                if event.rounds_up else
                say("Option 41: {percent} % were dropped; die {die}: not rounded up.", percent=event.percent,
                    die=event.die))
        yield Paragraph(text, "wif res.e")
    if event.shifts:
        yield Paragraph(say("Columns shifted: {shifts}.", shifts=terms(event.shifts)), "wif res.f")
    if event.shifts or event.rounds_up:
        yield Paragraph(say("Final odds: {odds}.", odds=event.final), "wif res.c", tone="strong")
    if event.final != event.column:
        yield Paragraph(say("They are read in the column {column}.", column=event.column), "wif die.a")


def _die(event: e.OddsReckoned) -> Iterator[Paragraph]:
    """What is added to the die, and taken off."""
    for rule, codes in (("wif die.a", ("face-down", "below")), ("wif die.b", ("powers",))):
        if entries := [entry for entry in event.modifiers if entry.split()[0] in codes]:
            yield Paragraph(say("To the die: {modifiers}.", modifiers=terms(entries)), rule)


# -- the table, the die, the result -------------------------------------------------------------------------------


@tells(e.TableChosen, asked="table blitz assault 表 電撃戦 突撃")
def _(before: Position, after: Position, event: e.TableChosen) -> Entries:
    who = {"side": The_side(event.side), "table": word("table", event.table)}
    why = (say("{side} chose the {table}: the conditions of a blitz are met.", **who) if event.is_blitz_possible else
           say("{side} chose the {table}: the conditions of a blitz are not met, for {reason}.", **who,
               reason=word("barred", event.barred)))
    counts = say("Armour {ours} against {theirs}, mechanised units {our_mech} against {their_mech}.",
                 ours=number(event.armour[0]), theirs=number(event.armour[1]), our_mech=number(event.mech[0]),
                 their_mech=number(event.mech[1]))
    lines = [Paragraph(why, event.rule, event.side)]
    return lines if event.barred in ("terrain", "city", "fort") else [*lines, Paragraph(counts, "wif tbl.d")]


def is_cleared(position: Position, event: e.AttackFought) -> bool:
    """Whether a result leaves no defender in the hex."""
    result = Result.of(event.result)
    return bool(result.effect) or 0 < result.defenders >= len(strength.defenders(position, event.hex))


def _clash(happening: Happening) -> Clash:
    event = happening.act
    assert isinstance(event, e.AttackFought)
    winner = event.side if is_cleared(happening.position_before, event) else ENEMY[event.side]
    return Clash(event.hex, say("attack"), _verdict(event), winner)


def _verdict(event: e.AttackFought) -> str:
    """The die and the result: "Die 6, read as 7 on the blitz table at 6:1: -/1B"."""
    values = {"dice": " + ".join(map(str, event.dice)), "number": event.number, "table": word("table", event.table),
              "odds": event.odds, "result": event.result}
    if event.number == sum(event.dice):
        return say("Die {dice} on the {table} at {odds}: {result}.", **values)
    return say("Die {dice}, read as {number} on the {table} at {odds}: {result}.", **values)


@tells(e.AttackFought, asked=f"{ODDS} die dice result {LOSSES}", clash=_clash, evidence=explanation.taken)
def _(before: Position, after: Position, event: e.AttackFought) -> Entries:
    entries = [Paragraph(_verdict(event), event.rule, event.side, "strong", event.hex),
               Paragraph(_meaning(Result.of(event.result)), event.rule)]
    if event.is_reconstructed:
        entries.append(Paragraph(reconstructed.of_a_table(event.table), tone="quiet"))
    return entries


def _meaning(result: Result) -> str:
    """What a result says in words."""
    lost = say("Destroyed: {attackers} of the attacker, {defenders} of the defender.", attackers=result.attackers,
               defenders=result.defenders)
    effect = {RETREATS: say("Surviving defenders retreat."), "S": say("Surviving defenders are shattered."),
              BREAKTHROUGH: say("Surviving defenders are shattered, and the attacker may break through.")}
    star = say("The attackers stay face-up.") if result.keeps_face else ""
    return in_a_row(filter(None, (lost, effect.get(result.effect, ""), star)))


# -- what became of it --------------------------------------------------------------------------------------------


@tells(e.ResultApplied, asked=LOSSES)
def _(before: Position, after: Position, event: e.ResultApplied) -> Entries:
    if event.applied != "retreat":
        return None
    return Paragraph(say("{side} let the survivors retreat instead of being shattered.", side=The_side(event.side)),
                     event.rule, event.side)


@tells(e.UnitsShattered, asked=f"shatter shattered 壊滅 {LOSSES}", fate="was shattered at {hex:place}.")
def _(before: Position, after: Position, event: e.UnitsShattered) -> Entries:
    side = owner(before, event.units)
    return Paragraph(say("{side}, {place} – shattered: {units}. They arrive next turn.", side=side_name(side),
                         place=place(before, event.hex), units=as_they_lie(before, event.units)),
                     event.rule, side, "loss")


@tells(e.UnitsRetreated, asked="retreat retreats retreated 後退", arrows=journey("retreat"),
       evidence=explanation.way_back, fate="retreated from {start:place} to {hex:place}.")
def _(before: Position, after: Position, event: e.UnitsRetreated) -> Entries:
    values = {"units": as_they_lie(before, event.units), "place": place(before, event.hex), "line": event.preference}
    text = (say("{units}, overstacked, retreated on to {place} (preference {line}).", **values) if event.again else
            say("{units} retreated to {place} (preference {line}).", **values))
    return Paragraph(text, event.rule, owner(before, event.units))


@tells(e.UnitsAdvanced, asked="advance advances advanced breakthrough 前進 突破", arrows=journey("advance"),
       fate="advanced from {start:place} to {hex:place}.")
def _(before: Position, after: Position, event: e.UnitsAdvanced) -> Entries:
    values = {"units": as_they_lie(before, event.units), "place": place(before, event.hex)}
    text = (say("{units} broke through to {place}.", **values) if event.breakthrough else
            say("{units} advanced to {place}.", **values))
    return Paragraph(text, event.rule, owner(before, event.units))


@tells(e.DropEnded, asked="drop paradrop 空挺 降下")
def _(before: Position, after: Position, event: e.DropEnded) -> Entries:
    text = (say("The paradrop on {place} succeeded.", place=place(before, event.hex)) if event.succeeds else
            say("The paradrop on {place} failed.", place=place(before, event.hex)))
    return Paragraph(text, event.rule, owner(before, event.units))


tells(e.LandingEnded, "Aboard again: {units:unit}.", asked="invade invasion 上陸", fate="was aboard again.")


# -- attack by attack ---------------------------------------------------------------------------------------------


def attack_title(position: Position, target: str) -> str:
    """An attack as a heading."""
    return say("Attack on {place}", place=place(position, target))


def _begins(happening: Happening) -> bool:
    act = happening.act
    return isinstance(act, e.StrengthReckoned) and act.side == happening.position_before.phasing


def blocks(run: Sequence[Happening]) -> list[Block]:
    """What happened in land combat, each attack in a section of its own."""
    sections: list[Block] = []
    for part in parts_of(run, _begins):
        if not _begins(part[0]):
            sections += telling.blocks(part)
            continue
        act: Any = part[0].act
        title = attack_title(part[0].position_before, act.hex)
        sections.append(Section(title, tuple(telling.blocks(part)), "wif lc.b"))
    return sections
