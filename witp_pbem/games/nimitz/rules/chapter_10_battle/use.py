"""Section 10.5: when American bonus markers can be used, and what for (table 10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.nimitz.board.events import MarkerUsed
from witp_pbem.games.nimitz.board.state import US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import ANY, Keep, Use
from witp_pbem.games.nimitz.rules.chapter_10_battle import sheet
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "nimitz 10.5.a"
USE, KEEP = "use", "keep"
RULES = {marker: f"nimitz 10.5.us{number}" for number, marker in enumerate((
    "vt-fuse", "air-defence", "asw", "artillery", "barrel-roll", "charge", "damage-control", "dive-bombing", "engaged",
    "envelop", "first-strike", "furball", "leathernecks", "radar-fire", "seabees", "sonar"), start=1)}

Options = Mapping[str, Sequence[Unit]]  # markers -> whom each can help, nobody where it needs none


class Used(NamedTuple):
    """A marker that is used, on a unit, and to what end, "" where it needs none."""

    marker: str
    unit: str = ""
    effect: str = ""


class Moment(NamedTuple):
    """When markers can be used.

    Attributes:
        trigger: what has happened or is about to.
        area: where.
        effects: to what ends, those a player without other wishes wants first.
        is_wanted: whether such a player uses a marker now.
    """

    trigger: str
    area: str = ""
    effects: Sequence[str] = ("",)
    is_wanted: bool = True


Answer = Used | tuple[str, ...]  # what is used, or the markers that are kept


def ask(table: Table, moment: Moment, options: Options) -> Used | None:
    """Whether one of some markers is used; those that the player does not hold count for nothing (nimitz 10.5.d).
    Nobody is asked again about a marker kept at the moment."""
    left = {marker: units for marker, units in options.items() if marker in sheet.battle(table.position).held}
    while left:
        answer: Answer = table.ask(_demand(table.position, moment, left))[0]
        if isinstance(answer, Used):
            table.tell(MarkerUsed(RULES[answer.marker], US, answer.marker, answer.unit, answer.effect))
            return answer
        left = {marker: units for marker, units in left.items() if marker not in answer}
    return None


def _demand(position: Position, moment: Moment, options: Options) -> Demand:
    units = dict.fromkeys(unit.id for helped in options.values() for unit in helped)
    about = {**sheet.moment(position), "area": moment.area, "trigger": moment.trigger, "markers": list(options),
             "units": list(units)}
    return Demand(US, USE, RULE, frozenset({USE, KEEP}), lambda order: _judge(moment, options, order),
                  lambda: _choices(moment, options), about, standing=True)


def _judge(moment: Moment, options: Options, order: Order) -> Verdict:
    """A marker for certain units is kept as long as none of them can be helped."""
    body: Use | Keep = order.body
    if body.marker != ANY and body.marker not in options:
        return (illegal("marker-of-no-use", RULES.get(body.marker, RULE), body.span, marker=body.marker,
                        markers=list(options), instead=_kept(ANY, options).order),)
    if isinstance(body, Keep) or (body.marker == ANY and not body.units and not moment.is_wanted):
        return _kept(body.marker, options)
    for marker in options if body.marker == ANY else (body.marker,):
        helped = options[marker]
        wanted = preferred(body.units, helped) if body.units else helped
        if wanted or not (helped or body.units):
            return _used(marker, wanted[0].id if wanted else "", _effect(moment, body.effect))
    return _kept(body.marker, options)


def _effect(moment: Moment, wanted: str) -> str:
    return wanted if wanted in moment.effects else moment.effects[0]


def _used(marker: str, unit: str, effect: str) -> Understood:
    return Understood(Used(marker, unit, effect), ordered(USE, marker=marker, units=[unit] if unit else [],
                                                          effect=effect))


def _kept(marker: str, options: Options) -> Understood:
    return Understood(tuple(options) if marker == ANY else (marker,), ordered(KEEP, marker=marker))


def _choices(moment: Moment, options: Options) -> Iterator[OrderValue]:
    """To use the first marker and to keep all, what is wanted first, then every other use."""
    uses = [_used(marker, unit, effect).order for marker, helped in options.items()
            for unit in ([unit.id for unit in helped] or [""]) for effect in moment.effects]
    keep = _kept(ANY, options).order
    yield from (uses[0], keep) if moment.is_wanted else (keep, uses[0])
    yield from uses[1:]
