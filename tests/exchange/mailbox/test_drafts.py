"""Letters as drafts: files that mail programs send, and a page with links."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.killing import killed_at
from tests.report.checkers import needs_checkers, vnu
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.exchange import outbox
from witp_pbem.exchange.mailbox import mail_drafts
from witp_pbem.exchange.mailbox.mail_drafts import LONGEST_LINK, mailto, write
from witp_pbem.table.language import speaking

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


def put(office: Path, key: str, side: str = "japan", subject: str = "[isles] turn 1", text: str = "Your hand: 7\n",
        attached: str = "") -> None:
    message, kind = EmailMessage(), key.partition(":")[0] if key.isascii() else "answer"
    message["To"] = "ken@example.org"
    message["Subject"] = subject
    message["Content-Language"] = "en"
    message["Message-ID"] = f"<{kind}.0123456789abcdef.{side}.abcdefghijklmnop2345@example.org>"
    message.set_content(text)
    if attached:
        message.add_attachment("pass\n", filename=attached)
    assert outbox.put(office, NOW, key, ["ken@example.org"], message)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in mail_drafts.place(folder).iterdir() if path.name[0] != ".")


def test_each_letter_becomes_a_draft_once(tmp_path: Path) -> None:
    office = tmp_path / "office"
    put(office, "report:1:japan")
    put(office, "answer:2", side="allies")
    written = write(office, tmp_path, NOW)
    assert [path.name for path in written] == ["001-japan-report.eml", "002-allies-answer.eml"]
    assert names(tmp_path) == ["001-japan-report.eml", "002-allies-answer.eml", "drafts.html"]
    draft = message_from_bytes(written[0].read_bytes(), policy=policy.default)
    assert (draft["X-Unsent"], draft["To"], draft["Subject"], draft["From"], draft["Date"]) == (
        "1", "ken@example.org", "[isles] turn 1", None, None)
    assert write(office, tmp_path, NOW + timedelta(days=1)) == ()
    written[0].unlink()  # sent, and thrown away
    put(office, "answer:3")
    assert [path.name for path in write(office, tmp_path, NOW)] == ["003-japan-answer.eml"]
    page = (mail_drafts.place(tmp_path) / mail_drafts.INDEX).read_text("utf-8")
    assert "001-japan" not in page and "002-allies-answer.eml" in page and "003-japan-answer.eml" in page


def test_nobody_else_may_look_at_them(tmp_path: Path) -> None:
    put(tmp_path / "office", "report:1:japan")
    write(tmp_path / "office", tmp_path, NOW)
    there = mail_drafts.place(tmp_path)
    assert {path.stat().st_mode & 0o077 for path in (there, *there.iterdir())} == {0}
    assert (there / ".gitignore").read_text() == "*\n"
    isles = tmp_path / "isles"
    create(isles, Wishes("witp", seed="x"))
    assert mail_drafts.place(isles).parent == isles / "private" and (isles / ".gitignore").read_text() == "private/\n"


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "office", "report:1:japan")
    (tmp_path / "elsewhere").mkdir()
    mail_drafts.place(tmp_path).parent.mkdir()
    mail_drafts.place(tmp_path).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Damaged, match="link"):
        write(tmp_path / "office", tmp_path, NOW)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("key", ["report:1:../../etc", "../../x:1", "答え:1", ":", "a/b\\c:1", "." * 300])
def test_names_are_safe(key: str, tmp_path: Path) -> None:
    office = tmp_path / "office"
    put(office, key, side="..%2Fx")
    (path,) = write(office, tmp_path, NOW)
    assert path.parent == mail_drafts.place(tmp_path) and path.is_file() and path.name.isascii()
    assert len(path.name) < 70 and not set(path.name) & set("/\\:%&?<> ")


@pytest.mark.parametrize("moment", range(12))
def test_wherever_it_breaks_off_each_letter_becomes_one_draft(moment: int, tmp_path: Path) -> None:
    office = tmp_path / "office"
    for key in ("report:1:japan", "answer:2"):
        put(office, key)
    assert killed_at(moment, lambda: write(office, tmp_path, NOW))
    write(office, tmp_path, NOW)
    put(office, "answer:3")
    write(office, tmp_path, NOW)
    assert names(tmp_path) == ["001-japan-report.eml", "002-japan-answer.eml", "003-japan-answer.eml", "drafts.html"]
    assert {each.state for each in outbox.letters(office).values()} == {outbox.DRAFTED}
    assert (mail_drafts.place(tmp_path) / mail_drafts.INDEX).read_text("utf-8").count("mailto:") == 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_says_what_it_is_and_quotes_what_letters_say(language: str, tmp_path: Path) -> None:
    put(tmp_path / "office", "report:1:japan", subject='<script>alert("&")</script>', attached="orders-japan.txt")
    put(tmp_path / "office", "answer:2", text="x " * 4000)
    with speaking(language):
        write(tmp_path / "office", tmp_path, NOW)
    page = (mail_drafts.place(tmp_path) / mail_drafts.INDEX).read_text("utf-8")
    assert f'<html lang="{language}">' in page and "<script" not in page
    assert "&lt;script&gt;alert(&#34;&amp;&#34;)&lt;/script&gt;" in page and "orders-japan.txt" in page
    for words in {"en": ("without the files", "cut short", "Letters to be sent"), "ja": ()}[language]:
        assert words in page
    assert language == "en" or "Letters to be sent" not in page


@needs_checkers
def test_the_page_is_valid(tmp_path: Path) -> None:
    put(tmp_path / "office", "report:1:japan", subject="a & b", attached="x.txt")
    put(tmp_path / "office", "answer:2")
    write(tmp_path / "office", tmp_path, NOW)
    assert vnu(mail_drafts.place(tmp_path) / mail_drafts.INDEX) == []


@given(some.text(max_size=3000), some.text(max_size=60))
def test_a_link_holds_the_text_or_its_beginning(text: str, subject: str) -> None:
    link, is_whole = mailto(("ken+a@example.org",), subject.replace("\n", " "), text)
    assert len(link) <= LONGEST_LINK and link.isascii() and not set(link) & set(' "<>\r\n')
    assert link.startswith("mailto:ken%2Ba@example.org?subject=") and link.count("&") == 1
    body = parse_qs(urlsplit(link).query, keep_blank_values=True, errors="replace")["body"][0]
    assert body == unquote(link.partition("&body=")[2], errors="replace")
    whole = "\r\n".join(text.strip().splitlines()).encode(errors="replace").decode()
    assert body == whole if is_whole else whole.startswith(body.removesuffix("…").rstrip())
