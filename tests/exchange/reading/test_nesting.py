"""However a page nests elements around the lines of an orders file, every line of it is read."""

from __future__ import annotations

import html
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exchange.reading.kinds import mail
from tests.exchange.reading.orders_written import meaning, read, read_post, write
from tests.games.lagoon.game import game as lagoon
from witp_pbem.exchange.reading import incoming, posts

INLINE = ("b", "i", "u", "span", "code", "tt", "kbd", "samp", "font", "em", "strong", "small", "a", "mark",
          'span style="white-space:pre-wrap"', 'span class="spoiler"', 'font color="red"', 'span class="codebox"')
BLOCK = ("div", "p", "pre", "section", "article", "center", "details", 'div class="spoiler"', 'div class="codebox"',
         'div class="bbcode_spoiler"', 'blockquote style="margin:0 0 0 40px;border:none;padding:0px"',
         'td', 'table', 'dd', 'gg-markup-spoiler', "details open")


def nested(lines: list[str], chance: random.Random, deep: int = 0) -> str:
    """A page that shows lines one below the other, in random elements."""
    if len(lines) == 1 or deep > 5:
        inner = "<br>".join(html.escape(line, quote=False) for line in lines)
    else:
        cuts = sorted({chance.randrange(1, len(lines)) for _ in range(chance.randint(1, 3))})
        pieces = [nested(lines[one:other], chance, deep + 1)
                  for one, other in zip([0, *cuts], [*cuts, len(lines)], strict=True)]
        inner = chance.choice(("<br>", "<br/>\n")).join(pieces)
    kind = chance.choice((*INLINE, *BLOCK, "", "pre"))
    if not kind:
        return inner
    name = kind.split()[0]
    if name == "pre" and "<" not in inner.replace("<br>", ""):
        code = chance.choice(("", "code", "span", "tt"))
        inner = inner.replace("<br>", "\n")
        return f"<pre><{code}>{inner}</{code}></pre>" if code else f"<pre>{inner}</pre>"
    if name == "td":
        return f"<table><tr><td>{inner}</td></tr></table>"
    if name == "table":
        return f"<table>{''.join(f'<tr><td>{part}</td></tr>' for part in inner.split('<br>'))}</table>" if (
            "<" not in inner.replace("<br>", "")) else f"<div>{inner}</div>"
    return f"<{kind}>{inner}</{name}>"


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_no_line_is_lost_however_elements_nest(seed: int) -> None:
    chance = random.Random(seed)
    written = write(chance, comments=False)
    page = nested([line for line in written.text.split("\n") if line.strip()], chance)
    for blocks in (read_post(f"<div>{page}</div>"), read(mail(page.encode(), "text/html; charset=utf-8")).blocks):
        assert [meaning(block.data.decode()) for block in blocks] == [written.meaning], page


ORDERS = "Campaign: manila\nTurn: 4\nSide: japan\nbuild Palau\npass"


@pytest.mark.parametrize("page", [
    "<pre><code>{}</code></pre>", "<div class='codebox'><pre><code>{}</code></pre></div>",
    "<p><code>{}</code></p>", "<div><span class='spoiler'>{}</span></div>", "<p><tt><b>{}</b></tt></p>",
    "<details><summary>Orders</summary><p><code>{}</code></p></details>", "<ul><li><code>{}</code></li></ul>",
    "<div class='bbCodeBlock bbCodeBlock--code'><pre class='bbCodeCode'><code>{}</code></pre></div>"])
def test_the_last_line_in_inline_code_or_a_spoiler_is_read(page: str) -> None:
    text = ORDERS if "<pre" in page else ORDERS.replace("\n", "<br>")
    (block,) = read_post(page.format(text))
    assert meaning(block.data.decode()) == meaning(ORDERS)


@pytest.mark.parametrize("page", [
    "<code>{0}</code><br><code>{1}</code><br>{2}<br><code>{3}</code><br>{4}",
    "<pre>{0}\n{1}\n{2}</pre>{3}<br>{4}", "<pre>{0}\n{1}\n{2}\n{3}</pre><p>{4}</p>",
    "<pre>{0}\n{1}\n{2}\n{3}</pre><pre>{4}</pre>", "{0}<br>{1}<br>{2}<div class='spoiler'>{3}</div>{4}",
    "<p>{0}<br>{1}<br>{2}</p><blockquote style='margin:0 0 0 40px;border:none'>{3}<br>{4}</blockquote>"])
def test_orders_partly_in_code_are_read_whole(page: str) -> None:
    (block,) = read_post(page.format(*ORDERS.split("\n")))
    assert meaning(block.data.decode()) == meaning(ORDERS)


@pytest.mark.parametrize("post", [
    "[code]{0}\n{1}\n{2}[/code]\n{3}\n{4}",
    "[code]{0}[/code]\n[code]{1}[/code]\n[code]{2}[/code]\n{3}\n[code]{4}[/code]",
    "[spoiler]{0}\n{1}\n{2}\n{3}[/spoiler]\n{4}", "[spoiler]{0}\n{1}\n{2}\n{3}[/spoiler]\n\n[spoiler]{4}[/spoiler]",
    "```\n{0}\n{1}\n{2}\n```\n{3}\n{4}", "{0}\n{1}\n{2}\n```\n{3}\n```\n{4}", "||{0}||\n||{1}||\n{2}\n||{3}||\n{4}"])
def test_posts_partly_in_code_are_read_whole(post: str) -> None:
    (block,) = read_post(post.format(*ORDERS.split("\n")))
    assert meaning(block.data.decode()) == meaning(ORDERS)


@pytest.mark.parametrize("page", [
    "<pre><code>{}</code></pre>", "<pre>{}</pre>", "<div class='spoiler'><ul><li>{}</li></ul></div>",
    "<div><span class='spoiler'>{}</span></div><p>Sent from my iPhone</p>"])
def test_orders_of_another_game_are_read_whole(page: str) -> None:
    orders = ["Campaign: isle", "Turn: 1", "Side: north", "Phase: sail", "sail Prince of Wales to Truk lagoon", "pass"]
    text = page.format(("\n" if "<pre" in page else "<br>").join(orders))
    old = "<div>вс, 22 нояб. 2026 г. в 09:00, Ann &lt;ann@example.org&gt;:</div>"
    old += "<p>Campaign: isle<br>Side: north<br>pass</p>"
    for blocks in (posts.read_post(f"<div>{text}</div>", lagoon()),
                   incoming.read(mail(f"{text}{old}".encode(), "text/html; charset=utf-8"), [lagoon()]).blocks):
        (block,) = [block for block in blocks if not block.is_quoted]
        assert block.data.decode().split("\n") == [*orders, ""]
