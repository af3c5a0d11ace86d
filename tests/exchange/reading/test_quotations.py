"""What mail programs and forums quote or forward is told from what the writer wrote, in any language."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.exchange.reading.kinds import crlf, mail, quoted
from tests.exchange.reading.orders_written import meaning, read, read_post
from tests.exchange.reading.quoting_heads import HEADS, OLD, OWN, forms, verdict


def test_nearly_all_heads_are_seen_and_no_older_orders_are_taken_for_new() -> None:
    results = Counter(verdict(form) for _, form in forms())
    assert len(HEADS) > 200 and results["old"] == 0
    assert results["exact"] >= 0.99 * results.total()


@pytest.mark.parametrize("line", [
    "=== Orders for turn 4 ===", "---- Japan ----", "My orders:", "Dear Ann, on Sunday at nine I shall order:",
    "Here is what I do:", "From: my desk", "Note: I think: that is: hard", "-- Part two --", "Re: turn 4"])
def test_what_is_no_head_quotes_nothing(line: str) -> None:
    (block,) = read(mail(crlf(f"{line}\n\n{OWN}"))).blocks
    assert not block.is_quoted and meaning(block.data.decode()) == meaning(OWN)


def test_orders_right_above_a_head_are_kept() -> None:
    for head in list(HEADS.values())[::3]:
        own = [block for block in read(mail(crlf(f"{OWN}{head}\n\n{OLD}"))).blocks if not block.is_quoted]
        assert len(own) == 1 and meaning(own[0].data.decode())[1][:1] == meaning(OWN)[1][:1], head


def test_a_yes_right_above_a_head_is_read() -> None:
    for name, head in list(HEADS.items())[1::3]:
        assert read(mail(crlf(f"yes\n{head}\n\n{quoted(OLD)}"))).words.split("\n")[0] == "yes", name


def test_a_letter_with_addresses_is_no_head() -> None:
    letter = ("Campaign: manila\nSide: japan\nLetter: player\nPlayer: Ann Lee <ann@example.org>\nAbout: 22.11.2026 "
              "09:00\nText: from now on\n")
    (block,) = read(mail(crlf(f"Hi\n\n{letter}"))).blocks
    assert not block.is_quoted and block.data.decode() == letter


def test_answers_between_quoted_lines_below_a_head_in_any_language_are_read() -> None:
    text = f"вс, 22 нояб. 2026 г. в 09:00, Ann <ann@example.org>:\n{quoted('Your orders, please?')}\n{OWN}"
    (block,) = read(mail(crlf(text))).blocks
    assert not block.is_quoted and meaning(block.data.decode()) == meaning(OWN)


QUOTES = {
    "BoardGameGeek": "<gg-markup-quote><div>{}</div></gg-markup-quote>",
    "BoardGameGeek in a line": "well<gg-markup-quote username='ann'>{}</gg-markup-quote>",
    "BoardGameGeek before": "<div class='quote'><div class='quotetitle'><p><b>Ann wrote:</b></p></div>"
                            "<div class='quotebody'><i>{}</i></div></div>",
    "vBulletin 4 and 5": '<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container">'
                         '<div class="bbcode_postedby">Originally Posted by <strong>Ann</strong></div>'
                         '<div class="message">{}</div></div></div></div>',
    "vBulletin 3": '<div style="margin:20px"><div class="smallfont">Quote:</div><table><tr><td class="alt2">'
                   '<div>Originally Posted by <strong>Ann</strong></div><div style="font-style:italic">{}</div>'
                   '</td></tr></table></div>',
    "XenForo": '<blockquote class="bbCodeBlock bbCodeBlock--quote">'
               '<div class="bbCodeBlock-content">{}</div></blockquote>',
    "SMF": '<blockquote class="bbc_standard_quote">{}</blockquote>',
    "MyBB": '<blockquote class="mycode_quote"><cite>Ann Wrote:</cite>{}</blockquote>',
    "FluxBB": '<div class="quotebox"><cite>Ann wrote:</cite><blockquote><div>{}</div></blockquote></div>',
    "Invision": '<div class="ipsQuote"><div class="ipsQuote_contents">{}</div></div>',
    "Invision before": "<div class='quotetop'>QUOTE (Ann)</div><div class='quotemain'>{}</div>",
    "phpBB 2": '<table><tr><td class="quote">{}</td></tr></table>',
    "Discourse": '<aside class="quote"><blockquote><p>{}</p></blockquote></aside>',
}


@pytest.mark.parametrize("name", QUOTES)
def test_quotations_of_forums_are_seen(name: str) -> None:
    old = QUOTES[name].format(OLD.strip().replace("\n", "<br>"))
    own = f"<div>{OWN.strip().replace(chr(10), '<br>')}</div>"
    first, *others = read_post(f"<div>{old}</div>{own}")
    assert meaning(first.data.decode()) == meaning(OWN) and all(block.is_quoted for block in others)
    assert all(block.is_quoted for block in read_post(f"<div>{old}</div><p>I do not agree with that.</p>"))


@pytest.mark.parametrize("page", [
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">{}</blockquote>',
    '<div class="gmail_quote">{}</div>', '<div class="protonmail_quote">{}</div>',
    '<a class="quote-button">Quote</a><br>{}'])
def test_what_is_moved_in_or_stands_beside_a_quotation_is_the_writers(page: str) -> None:
    (block,) = read(mail(page.format(OWN.replace("\n", "<br>")).encode(), "text/html; charset=utf-8")).blocks
    assert not block.is_quoted and meaning(block.data.decode()) == meaning(OWN)
