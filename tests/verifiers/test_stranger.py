"""The verifier a stranger wrote from the specification alone agrees with the program."""

from __future__ import annotations

import random
import re
import tarfile
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import tamper
from tests.games.lagoon import desk as lagoon
from tests.verifiers import campaigns, stranger
from witp_pbem.campaign.record.logbook import FILE

SOURCE = Path(stranger.__file__).read_text(encoding="utf-8")
PAGE = (Path(__file__).parents[2] / "witp_pbem" / "docs" / "logbook-format.md").read_text(encoding="utf-8")


def solo(folder: Path) -> lagoon.LagoonDesk:
    desk = lagoon.LagoonDesk(folder, seed="stranger")
    desk.play(1)
    return desk


COMMON = {"n", "type", "hash"}
KINDS = {**campaigns.KINDS, "solo": solo}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Makes the logbook of a campaign of a kind, once."""
    with pytest.MonkeyPatch.context() as patch:
        campaigns.install(patch)

        @cache
        def make(kind: str) -> bytes:
            return KINDS[kind](tmp_path_factory.mktemp(kind) / "isles").book.read_bytes()

        yield make


@pytest.fixture(scope="module")
def proved(played: Any) -> dict[str, Counter[str]]:
    """How much of each campaign the stranger has proved."""
    return {kind: stranger.prove(played(kind), PAGE) for kind in KINDS}


def test_campaigns_of_every_kind_hold(proved: dict[str, Counter[str]]) -> None:
    assert proved["typed_dice"]["typed"] and proved["chained"]["links"] and proved["openly"]["draws"]
    assert proved["rewound"]["decks"] == 2 and proved["cut"]["draws"] > 6
    assert proved["solo"]["tests"] and proved["solo"]["dice"]
    assert proved["in_league"]["dice"] and not proved["league_under_way"]["dice"]
    assert all(each["entries"] for each in proved.values())


@pytest.mark.parametrize("packed", sorted((Path(__file__).parents[1] / "fixtures" / "format-4").glob("*.tar.xz")),
                         ids=lambda packed: packed.name.partition(".")[0])
def test_recorded_campaigns_of_the_installed_game_hold(packed: Path) -> None:
    with tarfile.open(packed) as files:
        book = files.extractfile(next(name for name in files.getnames() if name.endswith(FILE)))
        assert book and stranger.prove(book.read(), PAGE)["entries"]


def test_forged_dice_of_a_league_are_found(played: Any) -> None:
    forgeries = list(tamper.loaded_dice(played("in_league")))
    assert forgeries
    for each in forgeries:
        with pytest.raises(stranger.Wrong):
            stranger.prove(each.content, PAGE)


@pytest.mark.parametrize("kind", ["finished", "chained", "bound"])
def test_whatever_is_changed_is_found(kind: str, played: Any) -> None:
    book = played(kind)
    forged = [*tamper.flipped(book, random.Random(kind), 20), *list(tamper.loaded_dice(book))[::4],
              *(each for each in tamper.lies(book) if each.what != "order as understood changed")]
    assert len(forged) > 25
    for each in forged:
        with pytest.raises((stranger.Wrong, ValueError, LookupError, TypeError)):
            stranger.prove(each.content, PAGE)


@pytest.mark.parametrize(("of", "field"), [(of, field) for of, fields in {
    "founding": "campaign players", "word": "word", "sealed": "seal", "link": "head orders proof link",
    "submission": "seal sealed luck turn", "closed": "links submissions sitting link", "sitting": "closed number",
}.items() for field in fields.split()])
def test_a_field_of_another_value_is_found(of: str, field: str, played: Any) -> None:
    """A value that another entry of this kind has, or that could stand there, with the hashes made to fit."""
    entries = tamper.read(played("bound"))
    first, *others = (entry for entry in entries if entry["type"] == of)
    first[field] = next((entry[field] for entry in others if entry[field] != first[field]), {"": ""} if isinstance(
        first[field], dict) else "other")
    with pytest.raises((stranger.Wrong, LookupError)):
        stranger.prove(tamper.written(entries), PAGE)


def broken(part: dict[str, Any], empty: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """An entry or act with a field less, a field more, and fields of another type.

    Args:
        empty: the fields that can be empty, and so are left out.
    """
    own = [name for name in part if name not in COMMON]
    lost = next(name for name in own if name not in empty)
    yield {name: value for name, value in part.items() if name != lost}
    yield {**part, "more": 1}
    yield {**part, **dict.fromkeys(own, [1.5])}


def test_every_field_must_be_there_and_no_other(played: Any) -> None:
    """Of each type of entry, and of each kind of act but events, whose fields are the game's affair."""
    book = played("handed_over")
    seen: set[tuple[str, ...]] = set()

    def refuse(number: int, entry: dict[str, Any]) -> None:
        entries = tamper.read(book)
        entries[number] = entry
        with pytest.raises(stranger.Wrong, match="form"):
            stranger.prove(tamper.written(entries, number), PAGE)

    for number, entry in enumerate(tamper.read(book)):
        if (entry["type"],) not in seen:
            seen.add((entry["type"],))
            for each in broken(entry, stranger.Forms(PAGE).empty(f"entry {entry['type']}") if number else ()):
                refuse(number, each)
        for place, act in enumerate(entry.get("acts", ())):
            if "event" not in act and tuple(act) not in seen:
                seen.add(tuple(act))
                for each in broken(act):
                    refuse(number, {**entry, "acts": [*entry["acts"][:place], each, *entry["acts"][place + 1:]]})
    assert len(seen) > 9


def test_it_shares_nothing_with_the_program() -> None:
    assert "witp" not in SOURCE and set(re.findall(r"^(?:import|from) (\w+)", SOURCE, re.MULTILINE)) == {
        "__future__", "collections", "hashlib", "hmac", "json", "re", "typing"}
