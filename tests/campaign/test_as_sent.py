"""`verify`: files read again say what was recorded of them, letters likewise, and private/ holds what it must."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.desk import Desk, codes, play_turn
from tests.campaign.forging import first_file, forge
from tests.campaign.test_proof import Entries, public
from tests.stand_ins import crooked
from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import order_tree

# -- orders as sent -----------------------------------------------------------------------------------------------


def test_an_order_recorded_in_other_words_than_it_was_sent_is_found_out(tmp_path: Path) -> None:
    """The keeper's program takes "bid 4" for "bid 1" and seals that. He cannot open a file that says so."""
    real = slips.content

    def misread(statement: Any, source: str) -> dict[str, Any]:
        content = real(statement, source)
        return {**content, "text": content["text"].replace("bid 4", "bid 1")}

    desk = Desk(tmp_path / "isles")
    desk.sit()
    with crooked(slips, content=misread):
        play_turn(desk)
    assert codes(verify(desk.folder).findings) == ["orders-differ"]  # on his own copy at once
    assert verify(public(desk)).holds
    play_turn(desk)
    play_turn(desk)
    assert [(finding.entry, finding.code) for finding in verify(public(desk)).findings] == [(3, "orders-differ")]


@pytest.mark.parametrize("change", [
    lambda content: content.update(text=content["text"].replace("bid 4", "bid 3")),
    lambda content: content.update(text=content["text"] + "pass\n"),
    lambda content: content.update(text=content["text"].replace("Side: red", "Side: blue")),
    lambda content: content.update(text=content["text"].replace("red hopes", "red despairs")),
    lambda content: content.update(text=content["text"].replace("Turn: 1", "Turn: 2")),
    lambda content: content.update(text=content["text"].replace("isles", "manila")),
    lambda content: content.update(text=content["text"].replace("lose boats", "# lose boats")),
    lambda content: content.update(signature="somebody's"),
])
def test_a_file_that_does_not_say_what_was_recorded_is_found_out(played: Desk, change: Any) -> None:
    assert verify(public(played)).holds
    played.rewrite(lambda entries: forge(entries, first_file(entries), toy.game(), lambda file, _: change(file)))
    finding_codes = codes(verify(public(played)).findings)
    assert "orders-differ" in finding_codes


def test_a_file_opened_without_one_of_its_orders_is_found_out(played: Desk) -> None:
    def lie(entries: Entries) -> None:
        parts = next(item["parts"] for item in entries[-1]["opened"] if "file" in item)
        parts.remove(next(part for part in parts if isinstance(part, int)))

    played.rewrite(lie)
    assert {"seal-differs", "orders-differ"} <= set(codes(verify(public(played)).findings))


def test_an_opened_order_does_not_tell_what_lies_sealed_before_it(tmp_path: Path) -> None:
    """The same order last in a file or alone: chance says where an order lies, and no line is told."""
    for number, before in enumerate(("", "raid Blue Island with 2 boats\nraid Blue Island\n\n", "pass\n" * 5)):
        desk = Desk(tmp_path / str(number), seed=f"desk {number}")
        desk.order("red", before + "bid 4")
        desk.order("blue", "bid 2")
        desk.sit()
        entries = desk.entries()
        shown = next(item for item in entries[-1]["opened"] if item["content"]["text"] == "bid 4")
        assert shown["content"].keys() == {"phase", "blocks", "text"}
        assert shown["index"] == 2 or 112 <= shown["index"] < 128


def test_nobody_can_tell_one_order_from_many(tmp_path: Path) -> None:
    """An order at the first place shows as many hashes whatever else its file holds, and one of the others as many,
    whether there are two or sixteen."""
    shown: dict[bool, set[int]] = {True: set(), False: set()}
    for count in (1, 2, 3, 16):
        for seed in range(6):
            slips_ = [{"phase": "", "blocks": [], "text": f"bid {number}"} for number in range(count)]
            tree = order_tree.grow(f"{seed:064x}", {"text": "", "signature": ""}, slips_)
            for place in tree.places:
                shown[place == order_tree.FIRST].add(len(order_tree.beside(order_tree.Known(tree.seal), tree, [place])))
    assert shown == {True: {1}, False: {6}}


def test_the_same_order_twice_is_used_twice(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    play_turn(desk)
    while not desk.open().position.outcome:
        desk.order("red", "bid 1\npass\npass\npass\nlose boats\nlose boats\npass")
        desk.order("blue", "bid 1\npass\npass\npass\nlose boats\nlose boats\npass")
        desk.sit()
    verified = verify(public(desk))
    assert verified.holds, verified.findings


def test_a_file_kept_back_at_the_end_is_found_out(played: Desk) -> None:
    def lie(entries: Entries) -> None:
        entries[-1]["opened"] = [item for item in entries[-1]["opened"] if "file" not in item]

    played.rewrite(lie)
    assert set(codes(verify(public(played)).findings)) == {"file-sealed"}


def test_letters_must_say_what_was_recorded_of_them(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    letter = "Campaign: isles\nSide: red\nLetter: word\nWord: fortuna\n"
    assert submit(desk.folder, [("word.txt", letter.encode())]).stands
    assert verify(desk.folder).holds
    kept = desk.entries()[-1]
    desk.rewrite(lambda entries: entries[-1].update(word="another"))
    assert codes(verify(public(desk)).findings) == ["letter-differs"]
    desk.rewrite(lambda entries: entries[-1].update(word="fortuna", side="blue"))
    assert codes(verify(public(desk)).findings) == ["letter-differs"]
    desk.rewrite(lambda entries: entries[-1].update(word="fortuna", side="red"))
    assert verify(public(desk)).holds and desk.entries()[-1] == kept


def test_a_founding_word_that_comes_too_late_is_found_out(desk: Desk) -> None:
    desk.rewrite(lambda entries: entries.append({"type": "word", "side": "red", "word": "late", "letter": "",
                                                 "signature": ""}))
    assert codes(verify(public(desk)).findings) == ["word-too-late"]


# -- the private copy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new"), [(rb'"seed":"..', b'"seed":"00'), (rb'"text":"desk"', b'"text":"desk"')])
def test_other_secrets_than_the_founding_committed_are_found_on_the_keepers_copy(desk: Desk, old: bytes,
                                                                                 new: bytes) -> None:
    file = desk.folder / "private" / "secrets.json"
    file.write_bytes(re.sub(old, new, file.read_bytes()))
    assert codes(verify(desk.folder).findings) == (["private-differs"] if old != new else [])


def test_a_file_changed_in_private_is_found(desk: Desk) -> None:
    desk.order("red", "bid 4", Luck="hope")
    file = desk.folder / "private" / "sealed.jsonl"
    file.write_bytes(file.read_bytes().replace(b"Luck: hope", b"Luck: fear"))
    assert "private-differs" in codes(verify(desk.folder).findings)
