"""The campaign cut into episodes: what belongs together, as somebody who looks on would tell it apart.

An impulse with its moves, a battle with its consequences, a stack redeployed, a card with its effects, the bases a
side builds one after the other. What merely goes on, as a pass or a unit lost, belongs to the episode it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import STEPS
from witp_pbem.games.witp.telling.phrases import The_side, card, place, places, when
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.event import Event, texts
from witp_pbem.table.language import listing
from witp_pbem.table.story import Episode, Happening

Run = list[Happening]

# Events that always begin an episode, and those of which one episode holds all that one side does without a break.
_BEGIN = (e.TurnBegan, e.Ruled, e.CardUsed, e.UpkeepPaid, e.ImpulseMade, e.BattleFought, e.StackRedeployed,
          e.AmericaEntered, e.AirSentToChungking, e.ChinaSurrendered, e.GameEnded, e.CombatBegan)
_TOGETHER = (e.BaseBuilt, e.BaseRemoved, e.CardDrawn, e.UpkeepPaid, e.UnitRebuilt)


def episodes(happenings: Sequence[Happening]) -> list[Episode]:
    """The episodes of some happenings, which are the happenings of all of them together, in order."""
    runs: list[Run] = []
    for happening in happenings:
        if not runs or (_tells(runs[-1]) and _begins(happening, runs[-1])):
            runs.append([])
        runs[-1].append(happening)
    if len(runs) > 1 and not _tells(runs[-1]):
        runs[-2:] = [runs[-2] + runs[-1]]
    return [_episode(run) for run in runs]


def _tells(run: Run) -> bool:
    """Whether something has happened in a run that is worth telling."""
    return any(_counts(happening.act) for happening in run)


def _counts(act: object) -> bool:
    return isinstance(act, Event) and not isinstance(act, e.StepBegan)


def _begins(happening: Happening, run: Run) -> bool:
    """Whether a happening begins an episode after a run that tells something."""
    act = happening.act
    if isinstance(act, e.StepBegan):
        return True
    last = next(before for before in reversed(run) if _counts(before.act))
    if isinstance(act, _TOGETHER) and type(act) is type(last.act):
        return isinstance(act, e.BaseBuilt | e.BaseRemoved | e.UnitRebuilt) and _side(happening) != _side(last)
    if isinstance(act, e.CardDrawn) and isinstance(last.act, e.DeckMade | e.CardsPutBack | e.DeckDiscarded):
        return False
    if isinstance(act, e.UpkeepPaid):
        return not any(isinstance(before.act, e.UpkeepPaid) for before in run)
    return isinstance(act, (*_BEGIN, *_TOGETHER)) and _is_chosen(act)


def _is_chosen(act: object) -> bool:
    """Whether an event is what a side set out to do; bases are lost and units recover without anybody's doing."""
    if isinstance(act, e.BaseRemoved):
        return act.reason == "voluntary"
    return not isinstance(act, e.UnitRebuilt) or act.reason == "rebuilt"


def _side(happening: Happening) -> str:
    """The side whose deed an event is, "" for nobody's."""
    unit = happening.position_before.units.get(getattr(happening.act, "unit", ""))
    return str(unit.side if unit else getattr(happening.act, "side", ""))


def _episode(run: Run) -> Episode:
    told = [happening for happening in run if _counts(happening.act)]
    last = told[-1] if told else run[-1]
    after: Position = last.position_after
    step = "start" if isinstance(last.act, e.TurnBegan) else after.step
    named = dict.fromkeys(text for happening in told for text in texts(happening.act))
    return Episode(
        turn=after.turn, phase=STEPS.phase(step) or step, heading=word("step", step),
        title=_title(told, after, step), happenings=tuple(run),
        places=tuple(name for name in named if name in after.data.map.hexes),
        units=tuple(name for name in named if name in after.units))


# -- titles ---------------------------------------------------------------------------------------------------


def _title(told: Sequence[Happening], after: Position, step: str) -> str:
    """What an episode is about, by the first of its events that says so; else the step it happens in."""
    for happening in told:
        teller = _TITLES.get(type(happening.act))
        if teller and _is_chosen(happening.act):
            return teller([each for each in told if type(each.act) is type(happening.act)])
    return word("step", step)


def _impulse(run: Sequence[Happening]) -> str:
    made: Any = run[0].act
    side = The_side(made.side)
    if made.ruled:
        return say("{side}: an impulse by ruling", side=side)
    return say("{side} moved to {place}", side=side, place=place(run[0].position_before, made.target))


def _combat(run: Sequence[Happening]) -> str:
    hexes = run[0].act.hexes  # type: ignore[union-attr]
    if not hexes:
        return say("No combat")
    return say("Combat to be fought: {places}", places=places(run[0].position_before, hexes))


def _battle(run: Sequence[Happening]) -> str:
    fought: Any = run[0].act
    return say("{battle} at {place}", battle=word("battle", fought.kind),
               place=place(run[0].position_before, fought.hex))


def _redeployed(run: Sequence[Happening]) -> str:
    moved: Any = run[0].act
    position = run[0].position_before
    return say("{side} redeployed from {origin} to {place}", side=The_side(moved.side),
               origin=place(position, moved.origin), place=place(position, moved.hex))


def _played(run: Sequence[Happening]) -> str:
    used: Any = run[0].act
    return say("{side} used {card}", side=The_side(used.side), card=card(run[0].position_before, used.card))


def _built(run: Sequence[Happening]) -> str:
    return say("{side} built bases: {places}", side=The_side(_side(run[0])), places=_places_of(run))


def _removed(run: Sequence[Happening]) -> str:
    return say("{side} gave up bases: {places}", side=The_side(_side(run[0])), places=_places_of(run))


def _places_of(run: Sequence[Happening]) -> str:
    hexes = dict.fromkeys(happening.act.hex for happening in run)  # type: ignore[union-attr]
    return places(run[0].position_before, hexes)


def _rebuilt(run: Sequence[Happening]) -> str:
    units = listing(happening.act.unit for happening in run)  # type: ignore[union-attr]
    return say("{side} rebuilt {units}", side=The_side(_side(run[0])), units=units)


_TITLES: Mapping[type, Callable[[Sequence[Happening]], str]] = {
    e.TurnBegan: lambda run: when(run[0].position_after),
    e.Ruled: lambda run: say("A ruling of the referee"),
    e.CardDrawn: lambda run: say("Cards were drawn"),
    e.CardUsed: _played,
    e.BaseBuilt: _built,
    e.BaseRemoved: _removed,
    e.UpkeepPaid: lambda run: say("Upkeep of the logistics bases"),
    e.ImpulseMade: _impulse,
    e.CombatBegan: _combat,
    e.BattleFought: _battle,
    e.StackRedeployed: _redeployed,
    e.UnitRebuilt: _rebuilt,
    e.AmericaEntered: lambda run: say("America is at war"),
    e.AirSentToChungking: lambda run: say("An Allied air unit went to Chungking"),
    e.ChinaSurrendered: lambda run: say("China surrendered"),
    e.GameEnded: lambda run: say("The game is over"),
}
