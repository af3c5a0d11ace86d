"""`post`: a campaign played on a forum."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.program import contents, here, run

ORDERS = "Campaign: isles\nTurn: 1\nSide: japan\n\npass\n"
POST = (
    f'[quote="Ann"]{ORDERS.replace("japan", "allies")}[/quote]\nHere they are:\n'
    f"[spoiler][code]{ORDERS}[/code][/spoiler]\n"
    "Cheers\nKen\nLast edited by Ken on Sunday\n"
)


@pytest.fixture
def isles(begun: Path, tmp_path: Path) -> Path:
    return shutil.copytree(begun, tmp_path / "isles")


def pasted(text: str, tmp_path: Path) -> Path:
    file = tmp_path / "post.txt"
    file.write_text(text, "utf-8")
    return file


def test_orders_of_a_post_are_recorded(isles: Path, tmp_path: Path) -> None:
    ran = run("post", "read", isles, pasted(POST, tmp_path), "--side", "Japan")
    assert ran.code == 0 and "recorded as entry" in ran.out and "Receipt:" in ran.out
    assert "1 order, Japan, turn 1" in ran.out and "Everybody can read these orders" in ran.err


def test_checking_records_nothing(isles: Path, tmp_path: Path) -> None:
    before = contents(isles)
    ran = here("post", "read", isles, pasted(POST, tmp_path), "--check")
    assert ran.code == 0 and "As understood" in ran.out and contents(isles) == before
    wrong = run("post", "read", isles, pasted(POST.replace("pass\n[/code", "bombard\n[/code"), tmp_path), "--check")
    assert wrong.code == 1 and "unknown-order" in wrong.out


def test_what_is_wrong_is_told_and_nothing_recorded(isles: Path, tmp_path: Path) -> None:
    before = contents(isles)
    ran = here("post", "read", isles, pasted(POST.replace("pass\n[/code", "target Atlantis\n[/code"), tmp_path))
    assert ran.code == 1 and "Nothing was recorded." in ran.out and contents(isles) == before


def test_orders_are_pasted_into_the_terminal(isles: Path) -> None:
    done = here("post", "read", isles, "-", "--check", given=POST)
    assert done.code == 0 and "post: 1 order, Japan" in done.out


def test_a_copy_gets_the_orders_to_send(isles: Path, tmp_path: Path) -> None:
    shutil.rmtree(isles / "private")
    ran = here("post", "read", isles, pasted(POST, tmp_path))
    assert ran.code == 0 and ran.out == ORDERS
    out = tmp_path / "japan.txt"
    assert here("post", "read", isles, pasted(POST, tmp_path), "-o", out).code == 0
    assert out.read_text("utf-8") == ORDERS
    assert here("post", "read", isles, pasted(POST, tmp_path), "-o", out).code == 2


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("Nice turn, Ann!", (), "No orders were found"),
        ("Nice turn, Ann!", (), "Campaign: isles"),
        (ORDERS, ("--side", "allies"), "No orders of Allies"),
        (ORDERS + ORDERS.replace("japan", "allies"), ("-o", "x.txt"), "choose with --side"),
    ],
)
def test_without_orders_it_says_how_they_look(
    text: str, options: tuple[str, ...], expected: str, isles: Path, tmp_path: Path
) -> None:
    before = contents(isles)
    ran = here("post", "read", isles, pasted(text, tmp_path), *options, cwd=tmp_path)
    assert ran.code == 1 and expected in ran.err and contents(isles) == before


@pytest.mark.parametrize("dialect", ["phpbb", "bgg", "discourse", "discord", "reddit"])
def test_a_post_tells_what_happened_and_how_to_answer(dialect: str, begun: Path, tmp_path: Path) -> None:
    ran = here("post", "write", begun, "--dialect", dialect, "-o", tmp_path / "post.txt")
    assert ran.code == 0
    parts = sorted(tmp_path.glob("post*.txt"))
    post = "".join(part.read_text("utf-8") for part in parts)
    assert "Campaign: isles" in post and "To answer, quote your orders" in post
    assert dialect != "discord" or all(len(part.read_text("utf-8")) <= 2000 for part in parts)


def test_discord_gets_the_brief_report_and_a_picture(begun: Path, tmp_path: Path) -> None:
    assert here("post", "write", begun, "--dialect", "discord", "-o", tmp_path / "post.txt").code == 0
    brief = (tmp_path / "post.txt").read_text("utf-8")
    assert len(brief) <= 2000 and "# isles" in brief and "would win" in brief
    assert (tmp_path / "post.png").read_bytes().startswith(b"\x89PNG")
    assert "witp-pbem map" in here("post", "write", begun, "--dialect", "discord").err
    assert len(here("post", "write", begun, "--dialect", "discord", "--full").out) > 2000
    assert "Strategic map" not in here("post", "write", begun, "--dialect", "phpbb", "--brief").out


def test_a_post_begins_with_the_story(begun: Path) -> None:
    post = here("post", "write", begun).out
    assert post.index("would win") < post.index("What happened") < post.index("What is owed next") < post.index("Dice")


def test_a_draft_quoted_from_a_post_and_filled_in_is_read(isles: Path, tmp_path: Path) -> None:
    post = here("post", "write", isles).out
    draft = post[post.index("# ----- begin orders: japan") :]
    draft = draft[: draft.index("# ----- end orders")] + "pass\n# ----- end orders: japan -----\n"
    ran = here("post", "read", isles, pasted(f"[quote=desk][code]{draft}[/code][/quote]", tmp_path))
    assert ran.code == 0 and "1 order, Japan" in ran.out
