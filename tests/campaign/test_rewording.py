"""Words are no part of the record: with every sentence said otherwise, the same campaign leaves the same logbook."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.desk import Desk, play_turn
from tests.campaigns import play, random_answers
from tests.leaving import resign
from tests.stand_ins import release
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.sitting.adjudicate import Adjudicated
from witp_pbem.games.witp import game
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.orders import kinds as orders
from witp_pbem.games.witp.telling import catalogue
from witp_pbem.table import wording
from witp_pbem.table.language import Messages


class Backwards(Mapping[str, str]):
    """Sentences with "reworded" before each, and no word of the old ones."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def __getitem__(self, code: str) -> str:
        return "reworded " + self.sentences[code][::-1].translate({ord("{"): "(", ord("}"): ")"})

    def __iter__(self) -> Iterator[str]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)


def reword(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence of the table, the games and the shared rooms is another from here on, and so is every order as
    its game writes it, and every name of a place."""
    for name in ("PROBLEMS", "DEMANDS", "PHRASES", "WANTED"):
        release(monkeypatch, wording, **{name: Backwards(getattr(wording, name))})
    for name in ("problems", "demands", "phrases"):
        for sentences in (toy.Catalogue, catalogue.Catalogue):
            release(monkeypatch, sentences, **{name: Backwards(getattr(sentences, name))})
    release(monkeypatch, toy, WRITTEN=Backwards(toy.WRITTEN))
    written = orders.write
    release(monkeypatch, orders, write=lambda value, board: f"reworded {written(value, board)[::-1]}")
    release(monkeypatch, Map, name=lambda board, number: f"reworded {number}")
    as_ever = Messages.__call__
    release(monkeypatch, Messages, __call__=lambda say, sentence, /, **values: (
        f"reworded {as_ever(say, sentence, **values)}"))


def begin(desk: Desk) -> None:
    """Conditions, an order that stands in for another, a standing order, dice, a forced decision; half a step played:
    blue owes a raid."""
    desk.order("red", "bid 3\nif 1 points:\nraid Blue Island\nend\nraid Blue Island with 9 boats\nelse pass\n"
                      "standing until 1 points:\nlose boats\npass\nend")
    desk.order("blue", "bid 1")
    assert not desk.sit().over


def finish(desk: Desk) -> None:
    desk.order("blue", "raid Red Island\npass\nlose boats\npass")
    desk.order("red", "pass\nlose boats\npass")
    desk.sit()
    play_turn(desk)
    resign(desk.folder, "blue", "that will do")
    assert desk.sit().over
    assert verify(desk.folder).holds


def kinds(desk: Desk) -> set[str]:
    return {kind for entry in desk.entries() for act in entry.get("acts", ()) for kind in act}


def test_a_reworded_campaign_leaves_the_same_logbook(desk: Desk, tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    begin(desk)
    half = desk.book.read_bytes()
    finish(desk)
    whole = desk.book.read_bytes()
    assert {"roll", "triggered", "answer", "cancelled"} <= kinds(desk)
    reword(monkeypatch)
    again = Desk(tmp_path / "again", seed="desk")
    again.sit()
    begin(again)
    assert again.book.read_bytes() == half
    finish(again)
    assert again.book.read_bytes() == whole


def test_a_half_played_step_goes_on_in_other_words(desk: Desk, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    begin(desk)
    other = Desk(tmp_path / "other", seed="desk")
    other.sit()
    begin(other)
    finish(other)
    reword(monkeypatch)
    finish(desk)
    assert desk.book.read_bytes() == other.book.read_bytes()


# -- War in the Pacific -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [False, True], ids=["from-the-start", "half-played"])
def test_a_campaign_of_the_pacific_leaves_the_same_logbook_in_other_words(
        half: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of random players; then their files are played again, with all words changed before or in the middle."""
    sent: list[list[tuple[str, bytes]]] = []

    def first(result: Adjudicated, campaign: Any, chance: random.Random) -> list[tuple[str, bytes]]:
        sent.append(random_answers(result, campaign, chance))
        return sent[-1]

    def again(result: Adjudicated, campaign: Any, chance: random.Random) -> list[tuple[str, bytes]]:
        if len(sent) == at:
            reword(monkeypatch)
        return sent.pop(0)

    play(tmp_path / "first" / "pacific", 3, 1, first)
    at = len(sent) // 2 if half else len(sent)
    play(tmp_path / "again" / "pacific", 3, 1, again)
    books = [tmp_path / each / "pacific" / logbook.FILE for each in ("first", "again")]
    assert not sent and orders.write({"order": "pass"}, game.game().data.map) == "reworded ssap"
    assert books[1].read_bytes() == books[0].read_bytes()
    entries = logbook.read(books[0]).records
    assert {"answer", "forced", "roll"} <= {kind for entry in entries for act in entry.get("acts", ()) for kind in act}
    assert verify(tmp_path / "again" / "pacific").holds
