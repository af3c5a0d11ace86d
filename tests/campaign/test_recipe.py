"""The documented recipe and its test vectors: the documentation's own code, run against the program."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import Desk
from witp_pbem.campaign.checks import chain_links, luck_words
from witp_pbem.campaign.folder.fates import (
    Closing,
    card_salt,
    card_seals,
    deck_key,
    open_draw,
    open_seals,
    shuffling_key,
)
from witp_pbem.campaign.record import order_tree
from witp_pbem.campaign.record.logbook import entry_hash
from witp_pbem.table.canonical import commitment
from witp_pbem.table.dice import Die, chain_link, follows, keyed, shuffled, thrown

TEXT = (Path(__file__).parents[2] / "witp_pbem" / "docs" / "logbook-format.md").read_text(encoding="utf-8")
SEED, CAMPAIGN, SECRET = bytes(range(32)), "0123456789abcdef" * 4, "11" * 32
CARDS = [f"1942-{number:02}" for number in range(1, 11)]
OWN_SEED, WORDS, LABEL = bytes(range(32, 64)), ["fortuna", "運"], "fleet battle 0606 japan"
PHRASE = {"code": "battle", "kind": "fleet", "place": "0606", "side": "japan"}
ATTACK = {"code": "attack", "turn": 1}
LEFT = [0, 2, 3, 5, 9]
ORDERS = {"text": "Campaign: manila\nTurn: 1\nSide: japan\n\npass\n", "signature": ""}
SLIP = {"phase": "bases", "blocks": [], "text": "build Truk"}
PASS = {"phase": "", "blocks": [], "text": "pass"}
FIRST = {"n": 0, "type": "founding"}


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The functions of the documentation."""
    codes = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(codes) == 2 and "".join(codes).count("\n") < 130
    names: dict[str, Any] = {}
    for code in codes:
        exec(code, names)
    return names


@pytest.fixture(scope="module")
def vectors() -> list[str]:
    """The values of the table, top to bottom."""
    table = TEXT[TEXT.index("## Test vectors"):TEXT.index("## Private files")]
    return [row.rsplit("| `", 1)[1].removesuffix("` |") for row in table.splitlines() if row.endswith("` |")]


def test_the_documented_code_gives_the_vectors(recipe: dict[str, Any], vectors: list[str]) -> None:
    link = recipe["link"](SEED, 1)
    order = recipe["shuffled"](bytes.fromhex(SECRET), CAMPAIGN, ["fortuna"], "1942", CARDS)
    salt = recipe["mac"](bytes.fromhex(SECRET), "1942", "salt", 0).hex()
    other = recipe["link"](OWN_SEED, 1)
    mixed = recipe["mac"](bytes.fromhex(SECRET), "links", other.hex())
    assert vectors == [
        recipe["link"](SEED, 0).hex(),
        link.hex(),
        " ".join(str(recipe["die"](link, CAMPAIGN, 7, ["fortuna", "運"], "fleet battle 0606 japan", index))
                 for index in range(12)),
        " ".join(str(recipe["die"](link, CAMPAIGN, 7, WORDS, PHRASE, index)) for index in range(12)),
        *(" ".join(str(recipe["die"](link, "spring", occurrence, [], ATTACK, index, 10)) for index in range(6))
          for occurrence in (0, 1)),
        " ".join(str(recipe["die"](link, CAMPAIGN, 8, [], "x", index, 20)) for index in range(6)),
        " ".join(str(recipe["die"](link, CAMPAIGN, 8, [], "x", index, 10, 0)) for index in range(6)),
        " ".join(order),
        salt,
        recipe["commitment"](salt, order[0]),
        recipe["mac"](bytes.fromhex(SECRET), "1942-opening-2").hex(),
        recipe["mac"](bytes.fromhex(SECRET), "again", 1).hex(),
        *(recipe["tree"]("00" * 32, {"text": "pass\n" * count, "signature": ""}, [PASS] * count)[1]
          for count in (1, 2)),
        recipe["commitment"]("00" * 32, SLIP),
        recipe["entry_hash"](FIRST, "0" * 64),
        other.hex(),
        " ".join(str(recipe["die"](link + other, CAMPAIGN, 7, WORDS, LABEL, index)) for index in range(12)),
        " ".join(recipe["shuffled"](mixed, CAMPAIGN, ["fortuna"], "1942", CARDS)),
        recipe["drawn"](link + other, CAMPAIGN, 7, WORDS, "1942", LEFT, 5),
        recipe["commitment"]("", "1942-01"),
        recipe["link_proof"](recipe["link"](OWN_SEED, 2).hex(), 1, other.hex(), "ab" * 32, ""),
        recipe["commitment"]("00" * 32, ORDERS),
    ]


def test_the_program_gives_the_vectors(vectors: list[str]) -> None:
    link, other = chain_link(SEED, 1), chain_link(OWN_SEED, 1).hex()
    closing = Closing(tuple(WORDS), link, (other,))
    order = shuffled(bytes.fromhex(SECRET), CAMPAIGN, ["fortuna"], "1942", CARDS)
    assert vectors == [
        chain_link(SEED, 0).hex(),
        link.hex(),
        " ".join(map(str, thrown(link, CAMPAIGN, 7, WORDS, LABEL, 0, 12, Die(6)))),
        " ".join(map(str, thrown(link, CAMPAIGN, 7, WORDS, PHRASE, 0, 12, Die(6)))),
        *(" ".join(map(str, keyed(link, "spring", ATTACK, occurrence, 6, Die(10)))) for occurrence in (0, 1)),
        " ".join(map(str, thrown(link, CAMPAIGN, 8, [], "x", 0, 6, Die(20)))),
        " ".join(map(str, thrown(link, CAMPAIGN, 8, [], "x", 0, 6, Die(10, 0)))),
        " ".join(order),
        card_salt(SECRET, "1942", 0),
        card_seals(SECRET, "1942", order)[0],
        deck_key({"1942-opening": SECRET}, "1942-opening-2"),
        deck_key({"1942": SECRET}, "1942", 1),
        *(order_tree.grow("00" * 32, {"text": "pass\n" * count, "signature": ""}, [PASS] * count).seal
          for count in (1, 2)),
        commitment("00" * 32, SLIP),
        entry_hash({**FIRST, "hash": "left out"}, "0" * 64),
        other,
        " ".join(map(str, thrown(closing.key, CAMPAIGN, 7, WORDS, LABEL, 0, 12, Die(6)))),
        " ".join(shuffled(shuffling_key(SECRET, closing.links), CAMPAIGN, ["fortuna"], "1942", CARDS)),
        open_draw(closing, CAMPAIGN, 7, "1942", LEFT, 5),
        open_seals(["1942-01"])[0],
        chain_links.proof(chain_link(OWN_SEED, 2).hex(), 1, other, "ab" * 32, ""),
        commitment("00" * 32, ORDERS),
    ]
    assert follows(link, chain_link(SEED, 0)) and not follows(link, link)


def test_words_stand_in_the_documented_order(recipe: dict[str, Any]) -> None:
    """Founding words by name; luck words by the name on the submission, of one side by where it was sealed."""
    entries: list[dict[str, Any]] = [{"n": n, "type": "", "side": ""} for n in range(9)]
    for number, side, word in ((1, "second", "b"), (2, "first", "a")):
        entries[number] |= {"type": "word", "side": side, "word": word}
    for number, side, sealed, luck in ((4, "japan", None, "c"), (5, "allies", 3, "d"), (6, "allies", None, "e"),
                                       (7, "allies", 2, ""), (8, "first", None, "f")):
        entries[number] |= {"type": "submission", "side": side, "sealed": sealed, "luck": luck}
    closed = {"n": 9, "submissions": [4, 5, 6, 7, 8]}
    words = ["a", "b", "d", "e", "f", "c"]
    assert recipe["counted_words"](entries, closed) == words
    assert luck_words.counted(entries, entries[4:]) == words


def test_the_documented_check_proves_a_logbook(recipe: dict[str, Any], played: Desk) -> None:
    entries = [json.loads(line) for line in played.book.read_bytes().splitlines()]
    recipe["check_dice"](entries)
    before = "0" * 64
    for entry in entries:
        before = recipe["entry_hash"](entry, before)
        assert entry["hash"] == before[:32]
    roll = next(act for entry in entries for act in entry.get("acts", ()) if "roll" in act)
    roll["dice"][0] = roll["dice"][0] % 6 + 1
    with pytest.raises(AssertionError):
        recipe["check_dice"](entries)


def test_every_face_is_equally_likely() -> None:
    """6,000 dice of one link: no face strays more than five standard deviations."""
    link = chain_link(SEED, 9)
    faces = Counter(thrown(link, CAMPAIGN, 1, [], "many", 0, 6000, Die(6)))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 1000) < 5 * (6000 * 5 / 36) ** 0.5 for count in faces.values())


def test_every_order_of_a_small_deck_is_equally_likely() -> None:
    orders = Counter(tuple(shuffled(SEED, CAMPAIGN, [str(word)], "deck", "abc")) for word in range(3000))
    assert len(orders) == 6
    assert all(abs(count - 500) < 5 * (3000 * 5 / 36) ** 0.5 for count in orders.values())


def test_a_chain_has_an_end() -> None:
    with pytest.raises(ValueError, match="links"):
        chain_link(SEED, 4097)
