"""What derives from the tellers of a game: story, episodes, questions, a counter's life, arrows, a ledger."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from witp_pbem.table.acts import Drawn
from witp_pbem.table.chart import Course
from witp_pbem.table.event import Event
from witp_pbem.table.language import say
from witp_pbem.table.story import Columns, Paragraph
from witp_pbem.table.telling import Journey, Row, Tellers, Telling, joined


class StepBegan(Event):
    step: str


class Sailed(Event):
    unit: str
    start: str
    place: str


class Built(Event):
    side: str
    place: str


class Sank(Event):
    unit: str


class Paid(Event):
    side: str


OWNERS = {"Akagi": "reds", "Hood": "blues"}
NAMES = {"place": {"A": "Aland", "B": "Bland"}}
tells = Tellers(say)
telling = Telling(tells, str, lambda position: NAMES, lambda position, unit: OWNERS.get(unit, ""),
                  lambda event: isinstance(event, StepBegan))


works = tells.table("Works", "Side", "At", "Cost", numeric=(2,))

tells(Sailed, "{unit} sailed to {place:place}.", title="{side} sailed to {place:place}", joins=telling.same_side,
      fate="left {start:place}.", asked="voyage voyages", arrows=Journey(lambda: Course("sail", "voyage"), "{unit}",
                                                                    ("start", "place")))


@tells(Built, title=lambda run: f"{len(run)} built", ledger=lambda event: f"works of {event.side}",
       chosen=lambda event: event.side != "nobody", concerns=lambda event: ["works"])
def _(before: Any, after: Any, event: Built) -> Row:
    return Row(works, (event.side, event.place, ""), event.side, event.rule)


tells(Paid, "{side} paid.", title="{side} paid", leads=lambda event: True, silent=lambda event: event.side == "nobody")
tells(Sank, "{unit} sank.", tone="loss", evidence=lambda position, event: [Paragraph(f"{event.unit} is gone.")])


def happening(act: Any) -> Any:
    return SimpleNamespace(act=act, position_before="before", position_after=SimpleNamespace(turn=3), odds="")


def happened(*acts: Any) -> list[Any]:
    return [happening(act) for act in acts]


def titles(*acts: Any) -> list[tuple[str, int]]:
    """The title of each episode and how many acts it holds."""
    episodes = telling.episodes(happened(*acts), lambda last: ("sail", "Sailing"), lambda position: "AB",
                                lambda position: OWNERS)
    return [(episode.title, len(episode.happenings)) for episode in episodes]


TO_B, BACK, HOOD = Sailed("r", "Akagi", "A", "B"), Sailed("r", "Akagi", "B", "A"), Sailed("r", "Hood", "A", "B")
WORKS, SANK, STEP = Built("r", "reds", "A"), Sank("r", "Hood"), StepBegan("r", "sail")
PAID, NO_ONE = Paid("r", "reds"), Paid("r", "nobody")
DRAWN = Drawn("deck", "reds", "1")


def test_a_sentence_is_told_of_the_side_of_its_unit() -> None:
    assert telling.blocks(happened(TO_B, DRAWN, SANK, STEP)) == [
        Paragraph("Akagi sailed to Bland.", "r", "reds"), Paragraph("Hood sank.", "r", "blues", "loss")]


def test_rows_that_stand_together_are_a_table_without_its_empty_columns() -> None:
    (table, _, other) = telling.blocks(happened(WORKS, Built("s", "blues", "B"), SANK, WORKS))
    assert table == Columns("Works", ("Side", "At"), (("reds", "A"), ("blues", "B")), (), ("reds", "blues"))
    assert isinstance(other, Columns) and other.rule == "r"
    assert joined([]) == []


@pytest.mark.parametrize(("acts", "expected"), [
    ((TO_B, BACK), [("reds sailed to Bland", 2)]),  # one side without a break
    ((TO_B, HOOD), [("reds sailed to Bland", 1), ("blues sailed to Bland", 1)]),
    ((TO_B, SANK, DRAWN), [("reds sailed to Bland", 3)]),
    ((DRAWN, TO_B, STEP, DRAWN, SANK), [("reds sailed to Bland", 2), ("Sailing", 3)]),  # a step begins an episode
    ((SANK, WORKS, WORKS), [("Sailing", 1), ("1 built", 1), ("1 built", 1)]),
    ((SANK, Built("r", "nobody", "A")), [("Sailing", 2)]),  # nobody set out to do it
    ((PAID, TO_B, PAID, PAID, HOOD, PAID), [  # what leads to an act belongs to it
        ("reds sailed to Bland", 2), ("blues sailed to Bland", 3), ("reds paid", 1)]),
    ((TO_B, NO_ONE, STEP, NO_ONE, SANK), [("reds sailed to Bland", 2), ("Sailing", 3)]),  # nothing is said of it
    ((DRAWN, STEP), [("Sailing", 2)]), ((), [])])
def test_episodes(acts: tuple[Any, ...], expected: list[tuple[str, int]]) -> None:
    assert titles(*acts) == expected


def test_an_episode_knows_its_places_and_counters() -> None:
    (episode,) = telling.episodes(happened(TO_B), lambda last: ("sail", "Sailing"), lambda position: "AB",
                                  lambda position: OWNERS)
    assert (episode.turn, episode.places, episode.units) == (3, ("A", "B"), ("Akagi",))


def test_what_an_event_is_about() -> None:
    assert telling.about(happening(TO_B)) == {"sailed", "r", "Akagi", "A", "B", "reds"}
    assert telling.about(happening(WORKS)) == {"built", "r", "reds", "A", "works"}
    assert telling.about(happening(DRAWN)) == set()
    assert telling.asked("voyages") == {"sailed"} == telling.asked("sailed") and not telling.asked("storm")


def test_what_became_of_a_counter() -> None:
    assert telling.fate("Akagi", happening(TO_B)) == "left Aland."
    assert telling.fate("Hood", happening(TO_B)) == ""
    assert telling.fate("Hood", happening(SANK)) == "Hood sank."


def test_arrows_and_the_ledger() -> None:
    (arrow,) = telling.arrows(happening(TO_B))
    assert (arrow.side, arrow.route, arrow.label, arrow.course.code) == ("reds", ("A", "B"), "Akagi", "sail")
    assert telling.arrows(happening(SANK)) == []
    assert (telling.booked(WORKS), telling.booked(SANK)) == ("works of reds", "sank")


def test_what_settles_why_stands_beside_the_story() -> None:
    assert telling.evidence(happened(STEP, DRAWN, WORKS, SANK)) == [Paragraph("Hood is gone.")]


def test_no_event_has_a_field_that_its_record_needs() -> None:
    """The record has the code of the event under "event"."""
    with pytest.raises(TypeError, match="event"):
        type("CardPlayed", (Event,), {"__annotations__": {"event": "str"}})

