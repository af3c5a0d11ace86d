"""The headline of a report, the lines below it, and who is winning."""

from __future__ import annotations

import pytest

from tests.report.stories import busy_turn, manila_fought, opening
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.telling import headline
from witp_pbem.report import brief, plain_text
from witp_pbem.report.page import BRIEF, lay_out
from witp_pbem.table.language import speaking


def test_a_newspaper_tells_of_places_then_battles_then_losses() -> None:
    page = lay_out(manila_fought())
    assert page.headline.startswith("Fleet battle at Manila: Japan won by 20 − 9 = 11; owed by Allies, Referee: ")
    assert page.brief[0].startswith("Ground battle at Peiping") and page.brief[2] == "Units eliminated: Allies 4."
    assert len(page.brief) == BRIEF and page.brief[-1].startswith("As it stands Japan would win: 6 of its land units")


def test_what_was_a_sides_own_is_taken_again() -> None:
    start = opening()
    empty = next(number for number, hexagon in start.data.map.hexes.items()
                 if hexagon.site and controller(start, number) == "allies" and not start.at(number))
    landed = start.but(units={**start.units, "JP-L-1": start.units["JP-L-1"]._replace(hex=empty)})
    name = start.data.map[empty].name
    assert list(headline.conquests(start, landed)) == [f"Japan took {name}"]
    assert list(headline.conquests(landed, start)) == [f"The Allies retook {name}"]


def test_the_reader_is_addressed() -> None:
    story = manila_fought()
    assert "; you owe: redeploy" in lay_out(story._replace(side="allies", hand=())).headline


def test_at_the_end_the_result_is_the_headline_and_nobody_leads() -> None:
    page = lay_out(busy_turn())
    assert page.headline.startswith("The game is over. Japan won") and len(page.brief) == BRIEF
    assert not any("would win" in line for line in page.brief)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_begins_with_its_headline(language: str) -> None:
    with speaking(language):
        story = manila_fought()
        text, short = plain_text.render(story), brief.render(story)
    assert text.startswith(short.split("\n", 1)[1].rstrip("\n"))
    assert len(short.splitlines()) < 20
