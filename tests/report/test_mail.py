"""The mail: its tree, its head lines, a page that mail programs can show, and no name that breaks out of its place."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from tests import each_game
from tests.report import gold
from tests.report.forms import unzipped
from tests.report.stories import busy_turn, manila_fought
from tests.report.test_html import Reader
from tests.stand_ins import POINT, instead, quick_pictures, small
from witp_pbem.campaign.explaining.story import HeldCard, Story, tell
from witp_pbem.games.witp.board import events as e
from witp_pbem.report import digest as digests
from witp_pbem.report import html, mail, plain_text
from witp_pbem.report.digest import LIMIT, digest, size
from witp_pbem.report.map import png
from witp_pbem.report.page import lay_out
from witp_pbem.table.language import LANGUAGES, speaking
from witp_pbem.table.story import BattleCard, Section

EVIL = "<script>alert('x')</script>\"&\u202e"
ADDRESSES = {"japan": "Yamada Taro <taro@example.org>", "allies": "Ann Smith <ann@example.org>"}
DRAFTS = {"allies": "Campaign: manila-1942\nTurn: 4\nSide: allies\n\npass fleets\n"}
VNU = Path(os.environ.get("WITP_PBEM_NODE_MODULES", ".ci/node/node_modules")) / "vnu-jar" / "build" / "dist" / "vnu.jar"


@pytest.fixture(autouse=True)
def no_map_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of one point in the place of the map, which takes its time."""
    quick_pictures(monkeypatch)


def read(story: Story) -> EmailMessage:
    """A story's mail as a mail program reads it."""
    message = message_from_bytes(mail.render(story), policy=default)
    assert isinstance(message, EmailMessage)
    assert all(not part.defects for part in message.walk())
    return message


def tree(part: Any) -> Any:
    """Content types, a list for what holds others."""
    return [part.get_content_type(), *map(tree, part.iter_parts())] if part.is_multipart() else part.get_content_type()


def shown(message: EmailMessage) -> str:
    """The HTML of a mail."""
    part = message.get_body(("html",))
    assert part is not None
    return unix(part.get_content())


def unix(content: str) -> str:
    """Text with the line ends it had before it was mailed."""
    return content.replace("\r\n", "\n")


def attached(message: EmailMessage) -> dict[str, str]:
    """The attached files, those in zips by their own names."""
    files: dict[str, str] = {}
    for part in message.iter_attachments():
        content = part.get_content()
        files |= {str(part.get_filename()): unix(content)} if isinstance(content, str) else unzipped(content)
    return files


def fought() -> Story:
    """The Manila turn with drafts and addresses."""
    return manila_fought()._replace(players=ADDRESSES, drafts=DRAFTS)


# -- the tree -------------------------------------------------------------------------------------------------


def test_every_program_finds_the_part_it_can_show() -> None:
    message = read(fought())
    assert tree(message) == [
        "multipart/mixed",
        ["multipart/alternative", "text/plain", ["multipart/related", "text/html", "image/png"]],
        "application/zip", "text/plain"]
    related = next(part for part in message.walk() if part.get_content_type() == "multipart/related")
    assert related.get_param("type") == "text/html"


def test_the_plain_part_is_the_text_report(present_story: Story) -> None:
    story = present_story
    part = read(story).get_body(("plain",))
    assert part is not None
    text = unix(part.get_content())
    assert text == plain_text.render(story, call=mail.whose_move(story, mail.NOTHING))
    assert part["Content-Transfer-Encoding"] == "quoted-printable"


def test_the_full_report_and_the_orders_files_are_attached() -> None:
    story = fought()
    assert attached(read(story)) == {
        "manila-1942-turn-4.html": html.render(story), "orders-allies.txt": DRAFTS["allies"]}
    assert all(part.get_content_disposition() == "attachment" for part in read(story).iter_attachments())


def test_the_map_lies_in_the_mail() -> None:
    with instead(mail, png=png):
        message = read(fought())
    picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content().startswith(b"\x89PNG")
    sources = re.findall(r'<img [^>]*src="([^"]*)"', shown(message))
    assert sources == [f"cid:{picture['Content-ID'].strip('<>')}"]
    wide, high = (int.from_bytes(picture.get_content()[at:at + 4], "big") for at in (16, 20))
    assert wide == 608
    assert len(picture.get_content()) < 100_000
    assert re.search(rf'<img [^>]*width="608" height="{round(608 * high / wide)}" alt="Map: Turn 4, [^"]+"',
                     shown(message))


def test_the_file_is_seven_bit_and_its_lines_are_short(told_story: Story, present_story: Story) -> None:
    for story in (told_story, present_story, present_story._replace(campaign="真珠湾" * 60)):
        content = mail.render(story)
        assert content.isascii()
        assert b"\n" not in content.replace(b"\r\n", b"")
        assert max(map(len, content.split(b"\r\n"))) <= 78 + len(b"Content-Type: ")


def test_the_same_story_makes_the_same_mail() -> None:
    assert mail.render(fought()) == mail.render(fought())
    assert b"\r\nDate:" not in mail.render(fought())


# -- head lines -----------------------------------------------------------------------------------------------


def test_the_mails_of_a_turn_make_a_thread() -> None:
    story = fought()
    one, other = read(story), read(story._replace(head="77" * 32, side="japan", phase="operations-combat"))
    assert one["Subject"] == "[manila-1942] Turn 4, autumn 1942"
    assert other["Subject"] == "[manila-1942] Turn 4, autumn 1942: no move owed"
    assert one["Message-ID"] != other["Message-ID"]
    assert one["References"] == other["References"]
    campaign, turn = one["References"].split()
    assert campaign == f"<{'a1' * 8}@witp-pbem.invalid>"
    assert turn == one["In-Reply-To"] == f"<{'a1' * 8}.turn-4@witp-pbem.invalid>"
    assert one["Message-ID"].startswith(f"<{'3f' * 8}.all.")
    assert other["Message-ID"].startswith(f"<{'77' * 8}.japan.")


def test_the_subject_says_whose_move_it_is_and_until_when() -> None:
    story = fought()._replace(side="allies")
    message = mail.message(story, extra=mail.Extra(until="Wed 13:03"))
    assert message["Subject"] == "[manila-1942] YOUR MOVE: redeployment, until Wed 13:03"
    assert read(story)["Subject"] == "[manila-1942] YOUR MOVE: redeployment"
    with speaking("ja"):
        assert str(read(story)["Subject"]).startswith("[manila-1942] あなたの番：")
    for past in (story._replace(now=False), busy_turn()):
        assert read(past)["Subject"] == "[manila-1942] Turn 4, autumn 1942"


def test_what_is_owed_comes_first_in_the_text() -> None:
    letter = mail.message(fought()._replace(side="allies"), extra=mail.Extra(until="Wed 13:03"))
    part = letter.get_body(("plain",))
    assert part is not None
    first, _, owed, *_ = unix(part.get_content()).splitlines()
    assert first == "YOUR MOVE: redeployment, until Wed 13:03."
    assert owed.startswith("* Allies: redeploy")
    page = shown(letter)
    assert page.index("What is owed next") < page.index("Fleet battle at Manila")


def test_where_nothing_was_fought_or_moved_the_mail_is_short() -> None:
    story = fought()
    built = tuple(item for item in story.entries if isinstance(getattr(item.act, "event", item.act), e.BaseBuilt))
    assert built
    message = read(story._replace(entries=built))
    assert tree(message) == ["multipart/mixed", ["multipart/alternative", "text/plain", "text/html"], "text/plain"]
    assert len(message.as_bytes()) < 60_000
    assert "without the map and the whole report" in Reader(shown(message)).words


@pytest.mark.parametrize("name", ["senshi", "nimitz", "alliance", "atoll"])
def test_mails_of_other_games_are_short_too(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    quiet = tell(each_game.begin(tmp_path / "quiet", name))
    (tmp_path / "moved").mkdir()
    moved = tell(each_game.second_turn(tmp_path / "moved" / name, name), turn=1)
    assert quiet.entries
    assert "application/zip" not in tree(read(quiet))
    assert len(mail.render(quiet)) < 60_000
    assert "application/zip" in tree(read(moved))
    assert len(mail.render(moved)) < 400_000
    owing = quiet._replace(side=quiet.dues[0]["side"])
    assert re.match(r"\[quiet\] YOUR MOVE: [A-Za-z]", str(read(owing)["Subject"]))


def test_a_busy_turn_stays_small_and_its_map_can_be_read() -> None:
    with instead(mail, png=png):
        message = read(busy_turn())
    assert len(message.as_bytes()) < 320_000
    with instead(mail, png=lambda svg, width: svg.encode()):
        drawn = next(part for part in read(busy_turn()).walk() if part.get_content_type() == "image/png").get_content()
    wide = float(re.search(r'viewBox="0 0 ([0-9.]+)', drawn.decode())[1])  # type: ignore[index]
    letters = [float(size) for size in re.findall(r'font-size="?:?([0-9.]+)', drawn.decode())]
    assert letters
    assert min(letters) * 608 / wide >= 15


def test_mails_that_tell_something_else_are_other_messages() -> None:
    story = fought()
    mails = [read(variant) for variant in (story, story._replace(drafts={}), story._replace(now=False))]
    assert len({message["Message-ID"] for message in mails}) == 3
    assert len({message.get_boundary() for message in mails}) == 3


def test_it_is_a_draft_to_all_players_or_to_the_one_it_is_for() -> None:
    story = fought()
    assert read(story)["To"] == "Yamada Taro <taro@example.org>, Ann Smith <ann@example.org>"
    message = read(story._replace(side="allies"))
    assert message["To"] == "Ann Smith <ann@example.org>"
    assert message["X-Unsent"] == "1"
    assert message["From"] is None
    assert read(story._replace(players={"japan": "Yamada", "allies": ""}))["To"] is None


def test_one_who_plays_both_sides_gets_one_mail() -> None:
    twice = dict.fromkeys(("japan", "allies"), "Ann <ann@example.org>")
    assert read(fought()._replace(players=twice))["To"] == "Ann <ann@example.org>"


@pytest.mark.parametrize("campaign", ["x\r\nBcc: spy@example.org", "x\u2028Bcc: spy@example.org", "x\x85Bcc: a@b.cd",
                                      "=?utf-8?q?x=0D=0ABcc:_spy=40example.org?=", "x\u202eBcc: spy\x00", "y" * 3000,
                                      "\ud800", "", "-" * 90, "..", "🎌" * 90])
def test_a_campaigns_name_stays_in_its_head_line(campaign: str) -> None:
    message = read(fought()._replace(campaign=campaign))
    assert set(message.keys()) == {"MIME-Version", "Content-Type", "Subject", "To", "Message-ID", "In-Reply-To",
                                   "References", "Content-Language", "X-Unsent"}
    assert message["Subject"].startswith("[")
    assert not set(message["Subject"]) & {"\r", "\n", "\x00", "\u202e", "\u2028", "\x85"}
    assert re.fullmatch(r"<[a-z0-9.-]+@witp-pbem\.invalid>", message["Message-ID"])
    assert all(re.fullmatch(r"[a-z0-9-]+\.(html|txt)", name) for name in attached(message))


@pytest.mark.parametrize("player", [
    "x\r\nBcc: spy@example.org <taro@example.org>", '"Y, <spy@example.org>" <taro@example.org>',
    "Müller, spy@example.org, <taro@example.org>", "=?utf-8?q?x=2C_spy=40example=2Eorg=2C?= <taro@example.org>",
    "山本\u202e五十六, spy@example.org; " * 9 + "<taro@example.org>", "a <taro@example.org>, <spy@example.org>",
    "<taro@example.org\r\n>", "<taro@exam ple.org>", "<tàro@example.org>", "@", "<>", "a" * 99 + "@example.org"])
def test_no_player_adds_a_receiver(player: str) -> None:
    story = fought()._replace(players={"japan": player, "allies": ""})
    head = mail.render(story).split(b"\r\n\r\n")[0]
    assert head.count(b"\r\nTo:") <= 1
    assert b"\r\nBcc" not in head
    to = read(story)["To"]
    assert to is None or len(to.addresses) == 1


def test_japanese_comes_through() -> None:
    players = {"japan": "山本 五十六 <isoroku@example.org>", "allies": ""}
    with speaking("ja"):
        message = read(fought()._replace(campaign="真珠湾からマニラまで", players=players))
    assert message["Subject"].startswith("[真珠湾からマニラまで] ")
    assert message["To"].addresses[0].display_name == "山本 五十六"
    assert message["Content-Language"] == "ja"
    assert "真珠湾からマニラまで" in shown(message)
    assert '<html lang="ja">' in shown(message)


def test_short_japanese_words_are_not_broken_beside_long_ones() -> None:
    with speaking("ja"):
        japanese = shown(read(fought()))
    broken = [cell for cell in re.findall(r"<(?:th scope=col|td)([^>]*)>(\d?[ァ-ヶー]+)</t", japanese)
              if len(cell[1]) < 8 and "nowrap" not in cell[0]]
    assert "6ヘクス" in japanese or "ヘクス</td>" in japanese
    assert not broken
    assert shown(read(fought())).count("nowrap") < japanese.count("nowrap")


# -- the page -------------------------------------------------------------------------------------------------


def test_the_page_of_the_manila_turn() -> None:
    gold.check("manila-mail.html", shown(read(fought())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_mail_programs_can_show_the_page(told_story: Story, present_story: Story, language: str) -> None:
    with speaking(language):
        for story in (told_story, present_story):
            can_be_shown(shown(read(story)))


def test_mail_programs_can_show_the_page_of_manila() -> None:
    can_be_shown(shown(read(fought())))


def can_be_shown(document: str) -> None:
    """Nothing is in a page that mail programs take out, or fetch."""
    reader = Reader(document)
    assert reader.open == []
    assert not reader.tags & {"script", "svg", "link", "iframe", "object", "embed", "form", "input", "button", "video"}
    assert reader.links == [link for link in reader.links if link.startswith("cid:")]
    assert "var(" not in document
    assert "url(" not in document
    assert "@import" not in document
    assert " on" not in re.sub(r">[^<]*<", "><", document).casefold().replace(" one", "")
    assert size(document) <= LIMIT


def test_nothing_depends_on_the_style_sheet(told_story: Story, present_story: Story) -> None:
    for story in (told_story, present_story):
        only_colours(shown(read(story)))


def only_colours(document: str) -> None:
    """A mail's style sheet makes it dark on dark screens, and no more."""
    body = re.sub(r"<!--.*?-->", "", document[document.index("<body"):])
    assert all(" style=" in tag for tag in re.findall(r"<[a-z][^>]*class=[^>]*>", body))
    assert all(" style=" in tag for tag in re.findall(r"<(?:p|td|th|h\d|table|img|caption|div)\b[^>]*>", body))
    sheet = document[document.index("<style>"):document.index("</style>")]
    rules = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    assert re.fullmatch(r"<style>\s*:root \{ color-scheme: light dark; \}\s*@media \(prefers-color-scheme: dark\) \{"
                        r"(\s*[^{}]+\{[^{}]*\})+\s*\}\s*", rules)
    assert not re.search(r"\b(width|margin|padding|font|display|float|position)\b", rules)


def test_tables_that_only_place_things_say_so() -> None:
    document = shown(read(busy_turn()))
    for table in re.split(r"(?=<table)", re.sub(r"<!--.*?-->", "", document))[1:]:
        own = table.split("</table>")[0]
        assert ('role="presentation"' in own[:30]) != ("<th" in own)


def test_the_page_tells_what_happened_and_what_is_owed() -> None:
    words = Reader(shown(read(fought()))).words
    for text in (
        "Turn 4, autumn 1942", "Allies redeploy a stack of fleets",
        "Attached, to be filled in and sent back: orders-allies.txt", "Japan won by 20 − 9 = 11. [9.6.a]",
        "carriers 2 × 2 4 surface fleets 4 task force 2 × 2 4 base air 2 × 2 4 Strength 16 die 4 Total 20",
        "manila-1942-turn-4.zip : the whole report",
    ):
        assert text in words, text
    assert "Anchor" not in words


def test_it_tells_which_counters_to_move() -> None:
    story = busy_turn()
    story = story._replace(start=story.entries[0].position_before)
    titles = [section.title for section in lay_out(story).counters]
    words = Reader(shown(read(story))).words
    after = words[words.index("Move these counters"):]
    assert titles
    assert all(title in after for title in titles)


def test_an_old_turn_owes_nothing() -> None:
    words = Reader(shown(read(fought()._replace(now=False, drafts={})))).words
    assert "What is owed next" not in words
    assert "orders-" not in words


def test_what_makes_it_too_long_is_left_out_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    story = busy_turn()
    full = shown(read(story))
    sizes = []
    for limit in (60_000, 45_000, 33_000):
        small(monkeypatch, digests, LIMIT=limit)
        short = shown(read(story))
        assert size(short) <= limit
        sizes.append(len(Reader(short).words))
    assert len(Reader(full).words) > sizes[0] > sizes[1] > sizes[2]
    assert "Left out here to keep this mail short" not in full
    assert "Left out here to keep this mail short; the attached report has it." in short
    assert all(heading in Reader(short).words for heading in ("Event phase", "Redeployment of fleets", "Losses"))


def test_battles_are_shortened_before_anything_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    story = busy_turn()
    small(monkeypatch, digests, LIMIT=size(shown(read(story))) - 1)
    words = Reader(shown(read(story))).words
    assert "carriers 2 × 2 = 4, surface fleets 4, task force 2 × 2 = 4, base air 2 × 2 = 4: 16; die 4: 20" in words
    assert "Left out here" not in words


def test_a_turn_of_many_battles_stays_below_the_limit() -> None:
    page = lay_out(busy_turn())
    combat = next(section for section in page.story if any(_cards(section)))
    many = page._replace(story=(*page.story, *[combat] * 40))
    document = digest(busy_turn(), many, None, subject="x", picture=POINT, picture_id="map", report="report.zip")
    assert size(document) <= LIMIT
    assert document.count("Left out here") >= 10


def _cards(section: Section) -> list[BattleCard]:
    return [card for block in section.blocks for card in
            ([block] if isinstance(block, BattleCard) else _cards(block) if isinstance(block, Section) else [])]


# -- what must not get out ------------------------------------------------------------------------------------


def test_names_come_out_as_text() -> None:
    story = fought()
    before = story.entries[0].position_before
    ruled = e.Ruled("referee", EVIL, f"ruling {EVIL}")
    item = story.entries[-1]._replace(act=ruled, position_before=before, position_after=before)
    message = read(story._replace(
        campaign=EVIL, players={"japan": f"{EVIL} <a@example.org>", "allies": EVIL}, replaced=(EVIL,), head=EVIL,
        entries=(*story.entries, item), drafts={EVIL: EVIL},
        dues=({"side": "japan", "demand": "x", "about": {}, "sentence": EVIL},)))
    reader = Reader(shown(message))
    assert "script" not in reader.tags
    assert "\u202e" not in shown(message)
    assert reader.words.count("<script>alert('x')</script>") >= 6
    assert attached(message)["orders-script-alert-x-script.txt"].rstrip("\n") == EVIL


def test_a_hand_is_in_its_own_sides_mail_alone() -> None:
    story = manila_fought()._replace(players=ADDRESSES)
    mine = read(story._replace(side="japan", hand=(HeldCard("1943/7", "1943-07"),)))
    both = "".join(str(part.get_content()) for part in mine.walk() if part.get_content_maintype() == "text")
    both += "".join(attached(mine).values())
    assert both.count("1943-07") >= 3
    assert "For the eyes of Japan only" in Reader(shown(mine)).words
    assert list(attached(mine)) == ["manila-1942-turn-4-japan.html"]
    everybodys = mail.render(story) + "".join(
        str(part.get_content()) for part in read(story).walk() if part.get_content_maintype() == "text").encode()
    assert b"1943-07" not in everybodys
    assert b"1943/7" not in everybodys


def test_a_template_of_ones_own_counts(tmp_path: Path) -> None:
    (tmp_path / "mail.html.j2").write_text("<!DOCTYPE html><title>mine</title>{{ page.when }}")
    message = message_from_bytes(mail.render(fought(), tmp_path), policy=default)
    assert isinstance(message, EmailMessage)
    assert shown(message).strip() == "<!DOCTYPE html><title>mine</title>Turn 4, autumn 1942"


def test_the_attached_report_is_made_with_ones_own_template_too(tmp_path: Path) -> None:
    (tmp_path / "turn.html.j2").write_text("mine: {{ page.when }}")
    message = message_from_bytes(mail.render(fought(), tmp_path), policy=default)
    assert isinstance(message, EmailMessage)
    assert attached(message)["manila-1942-turn-4.html"].strip() == "mine: Turn 4, autumn 1942"


@pytest.mark.skipif(not VNU.is_file() or not shutil.which("java"), reason="no vnu-jar (WITP_PBEM_NODE_MODULES) or java")
def test_the_checker_finds_no_error_in_the_page(tmp_path: Path) -> None:
    path = tmp_path / "mail.html"
    path.write_text(shown(read(busy_turn())), "utf-8")
    done = subprocess.run(["java", "-jar", str(VNU), "--errors-only", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
