"""Posts for forums: what they look like, that they fit, and that no text in them becomes markup."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests import each_game
from tests.each_game import Maker
from tests.report import gold
from tests.report.stories import busy_turn, manila_fought
from witp_pbem.campaign.explaining.story import SittingProof, Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import forum
from witp_pbem.report.forum import escape
from witp_pbem.report.forum.dialects import DIALECTS, FORMS, LEAST, octets, units
from witp_pbem.report.forum.splitting import Leaf, Wrap, split, written
from witp_pbem.report.layout import plain
from witp_pbem.table.language import speaking

EVERY = tuple((form, name) for form, names in FORMS.items() for name in names)
BBCODE, MARKDOWN = FORMS["bbcode"], FORMS["markdown"]
ORDERS = ("Campaign: manila-1942\nTurn: 4\nPhase: redeployment\nSide: allies\nAfter: 3f3f3f3f3f3f\n\n"
          "# You owe: redeploy a stack of fleets, or pass.\n#   redeploy UNITS from PLACE to PLACE\n")
HOSTILE = (
    '<script>alert("x")</script>', "[b]bold[/b] [url=https://evil.example]here[/url]", "[/quote][/code][/spoiler]x",
    "**bold** __u__ _i_ ~~s~~ ||spoiler|| >!hidden!<", "@everyone @here <@123> <@&4> <#5> @admin", "# heading",
    "> quoted", "- item", "1. item", "[evil](javascript:alert) ![i](http://evil.example/i.png)", "`code` ```fence```",
    "a | b | c", "\u202eeman\u202c", "http://evil.example www.evil.example evil.com x:a@b.c", ":smile: :) ;) 8-) :D",
    "line\n\n# two\n[details=x]", "&lt;b&gt; &#42; &amp;", "\\*x\\* \\", "u/admin r/games #general", "---", "+ x",
    "===", "$x$ ^sup^ ==mark==", "“quoted” 'it' \"is\"", "[JP-N-2] [3] [3.4.a]", "山本五十六｜［太字］", "-# small",
    "    code")


def dressed(words: str = "Yamada", **more: object) -> Story:
    """A story in which somebody's words stand everywhere where a player's words can."""
    proof = SittingProof("a1" * 32, 5, (words, "luck"), "b2" * 32, (("fleet battle", 0, (4,)),))
    story = manila_fought()
    changes = {"campaign": words, "players": {"japan": words, "allies": f"{words} <ann@example.org>"},
               "rulings": {(11, 0): words}, "proofs": (proof,), "drafts": {"allies": ORDERS},
               "so_far": story.entries, "start": story.entries[0].position_before, **more}
    return story._replace(**changes)  # type: ignore[arg-type]


def manila() -> Story:
    return dressed("Yamada Taro", campaign="manila-1942")


# -- what they look like --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_what_manila_looks_like(form: str, dialect: str) -> None:
    gold.check(f"manila-{dialect}.txt", "\n======== next post ========\n".join(forum.render(manila(), form, dialect)))


def test_what_manila_looks_like_in_japanese() -> None:
    with speaking("ja"):
        gold.check("manila-reddit-ja.txt",
                   "\n======== next post ========\n".join(forum.render(manila(), "markdown", "reddit")))


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_a_turn_of_the_lagoon_in_posts(form: str, dialect: str, campaign_of: Maker,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    story = gold.still(tell(open_campaign(campaign_of("alliance")), turn=1))
    gold.check(f"lagoon-{dialect}.txt", "\n======== next post ========\n".join(forum.render(story, form, dialect)))
    if dialect == "reddit":
        with speaking("ja"):
            gold.check("lagoon-reddit-ja.txt", "\n======== next post ========\n".join(
                forum.render(story, form, dialect)))


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_drafts_of_every_game_can_be_quoted(form: str, dialect: str, present_story: Story) -> None:
    """A forum's marks taken away, the draft that a post holds is the one the program made."""
    drafts = present_story.drafts
    post = "".join(forum.render(present_story, form, dialect, 10 ** 6))
    for player, draft in drafts.items():
        match = re.search(rf"# ----- begin orders: {player} -----\n(.*?)\n *# ----- end orders: {player} -----", post,
                          re.DOTALL)
        assert match
        lines = [line.removeprefix(DIALECTS[dialect].indent) for line in match[1].split("\n")]
        assert lines == draft.rstrip("\n").split("\n")
    assert drafts


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_the_orders_can_be_quoted(form: str, dialect: str) -> None:
    post = "".join(forum.render(manila(), form, dialect))
    match = re.search(r"# ----- begin orders: allies -----\n(.*?)\n *# ----- end orders: allies -----", post, re.DOTALL)
    assert match
    lines = [line.removeprefix(DIALECTS[dialect].indent) for line in match[1].split("\n")]
    assert lines == ORDERS.rstrip("\n").split("\n")


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_battles_have_their_whole_arithmetic(form: str, dialect: str) -> None:
    post = "".join(forum.render(busy_turn(), form, dialect))
    assert "carriers 2 × 2 = 4, surface fleets 4, task force 2 × 2 = 4, base air 2 × 2 = 4: 16; die 4: 20" in post
    assert "Japan won by 20 − 9 = 11." in post


def test_reports_of_the_past_owe_nothing() -> None:
    post = "".join(forum.render(manila()._replace(now=False), "bbcode", "phpbb"))
    assert "begin orders" not in post
    assert "What is owed next" not in post


def test_each_forum_hides_the_record_with_its_own_means() -> None:
    marks = {"phpbb": "[spoiler]\n[b]Rulings", "bgg": "[o][b]Rulings", "discord": "||**Rulings",
             "discourse": '[details="For the record"]\n\n**Rulings', "reddit": "* >!§ Yamada Taro!<\n"}
    for form, dialect in EVERY:
        post = "".join(forum.render(manila()._replace(rulings={(11, 0): "§ Yamada Taro"}), form, dialect))
        if dialect == "reddit":
            assert ">!§ § Yamada Taro!<" in post
        else:
            assert marks[dialect] in post


# -- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "dialect", "limit", "words"), [
    ("bbcode", "reddit", None, '"reddit" is not a dialect of bbcode; the dialects are phpbb / bgg.'),
    ("markdown", "phpbb", None, "discourse / discord / reddit"),
    ("html", "phpbb", None, 'no forum form "html"; the forms are bbcode / markdown'),
    ("bbcode", "phpbb", LEAST - 1, "at least 500 characters; 499 are too few")])
def test_what_cannot_be_posted_is_refused(form: str, dialect: str, limit: int | None, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        forum.render(manila(), form, dialect, limit)


# -- parts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [None, 500, 777, 2000])
@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_no_part_is_longer_than_the_forum_takes(form: str, dialect: str, limit: int | None) -> None:
    parts = forum.render(dressed("山本𠮷五十六 [x] *y* " * 40), form, dialect, limit)
    assert max(map(DIALECTS[dialect].count, parts)) <= (limit or DIALECTS[dialect].limit)
    if len(parts) > 1:
        assert all(f"({number}/{len(parts)})" in part.split("\n")[0] for number, part in enumerate(parts, 1))


@pytest.mark.parametrize("limit", [500, 1200])
@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_every_part_is_whole_in_itself(form: str, dialect: str, limit: int) -> None:
    for part in forum.render(dressed("Yamada [b]Taro ||x " * 30), form, dialect, limit):
        if form == "bbcode":
            assert balanced(part, dialect), part
        else:
            assert part.count("```") % 2 == 0
            assert len(re.findall(r"(?<!\\)\|\|", part)) % 2 == 0 or dialect != "discord"
            assert part.count("[details=") == part.count("[/details]")
            assert part.count(">!") == part.count("!<") or dialect != "reddit"


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_nothing_is_lost_between_parts(form: str, dialect: str, told_story: Story) -> None:
    whole = forum.render(told_story, form, dialect, 10 ** 6)
    parts = forum.render(told_story, form, dialect, 2000)
    assert len(whole) == 1 < len(parts)
    assert max(map(DIALECTS[dialect].count, parts)) <= 2000
    text = "\n".join(parts)  # what is hidden is closed and opened again behind and before a line
    lost = [line for line in whole[0].split("\n") if line.rstrip() not in text and line.strip(" >")]
    assert all(any(mark in line for mark in ("[c]", "[/c]", "||", "[o]")) for line in lost)


def test_a_block_that_fits_a_part_is_not_cut() -> None:
    code = Leaf(("a" * 40,) * 4, wraps=(Wrap("[code]\n", "\n[/code]"),))
    posts = split([Leaf(("x" * 150,)), Leaf(("Heading",), leads=True), code], 250, len)
    assert posts == ["x" * 150, written([Leaf(("Heading",)), code])]


def test_a_block_longer_than_a_part_is_cut_between_lines_and_its_head_repeated() -> None:
    table = Leaf(tuple(f"| {n} |" for n in range(6)), ("| head |", "| --- |"))
    posts = split([Leaf(("Heading",), leads=True), table], 40, len)
    assert posts[0].startswith("Heading\n\n| head |\n| --- |\n| 0 |")
    assert all("| head |\n| --- |\n| " in post for post in posts)
    assert [line for post in posts for line in re.findall(r"\| \d \|", post)] == [f"| {n} |" for n in range(6)]


def test_a_line_longer_than_a_part_is_cut_but_not_behind_a_backslash() -> None:
    posts = split([Leaf(("- " + r"\*" * 30,), around=("- ", ""))], 21, len)
    assert all(re.fullmatch(r"- (\\\*){1,9}", post) for post in posts)
    assert sum(post.count("*") for post in posts) == 30
    assert split([Leaf(("one two three four",))], 10, len) == ["one two", "three four"]


def test_what_is_hidden_is_closed_and_opened_again() -> None:
    hidden = Wrap("[o]", "[/o]")
    leaves = [Leaf(("a" * 10,), wraps=(hidden,)), Leaf(("b" * 10,), wraps=(hidden,))]
    assert split(leaves, 100, len) == ["[o]aaaaaaaaaa\n\nbbbbbbbbbb[/o]"]
    assert split(leaves, 20, len) == ["[o]aaaaaaaaaa[/o]", "[o]bbbbbbbbbb[/o]"]


@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_long_names_leave_room_in_the_parts_they_head(form: str, dialect: str) -> None:
    parts = forum.render(dressed("*山本*" * 100), form, dialect, LEAST)
    heads = [DIALECTS[dialect].count(part.split("\n")[0]) for part in parts]
    assert max(heads) <= LEAST // 4
    assert f"… (2/{len(parts)})" in parts[1]
    second = forum.render(manila(), form, dialect, 2000)[1].lstrip("*[b]")
    assert second.startswith("manila-1942: Turn 4, autumn 1942 (2/")


# -- text stays text: the letters -----------------------------------------------------------------------------

ANYTHING = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60),
                     st.text(alphabet="[]()<>*_`~|#@:;./\\!-+=&$^\"' 18abBuwW\n", max_size=40))


def seen(words: str) -> str:
    """Text as somebody reads it: full-width letters for plain ones, one blank for many."""
    return unicodedata.normalize("NFKC", " ".join(plain(words).split()))


@pytest.mark.parametrize("dialect", BBCODE)
@settings(max_examples=200)
@given(words=ANYTHING)
def test_text_in_bbcode_has_no_tags(dialect: str, words: str) -> None:
    escaped = escape.text(words, DIALECTS[dialect])
    assert seen(escaped) == seen(words)
    assert not re.search(r"\[(?![A-Z]+(-[A-Z]+)*-\d+\]|\d+\])", escaped)
    assert not re.search(r"@|://|:[)(DPp]|www\.", escaped)
    assert not re.search(r"<|&[#\w]", escaped) or dialect != "bgg"


@pytest.mark.parametrize("dialect", MARKDOWN)
@settings(max_examples=200)
@given(words=ANYTHING)
def test_text_in_markdown_is_one_paragraph_of_text(dialect: str, words: str) -> None:
    escaped = escape.text(words, DIALECTS[dialect])
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(escaped)
    inside = [child for token in tokens for child in token.children or ()]
    assert [token.type for token in tokens] == (["paragraph_open", "inline", "paragraph_close"] if escaped else [])
    assert {child.type for child in inside} <= {"text"}
    assert seen("".join(child.content for child in inside)) == seen(words)
    bare = re.sub(r"\\.", " ", escaped)
    assert not set(bare) & set("@*_`~|<>[]#$^")
    assert not re.search(r"://|www\.|:[)(DPp]|[A-Za-z]\.[A-Za-z]{2}", bare)


@pytest.mark.parametrize(("form", "dialect"), EVERY)
@settings(max_examples=100)
@given(words=ANYTHING)
def test_a_line_of_a_monospace_block_does_not_end_it(form: str, dialect: str, words: str) -> None:
    escaped = escape.code(words, DIALECTS[dialect])
    assert unicodedata.normalize("NFKC", escaped) == unicodedata.normalize("NFKC", plain(words))
    assert "```" not in escaped or dialect == "reddit" or form == "bbcode"
    assert "[/code" not in escaped.lower() or dialect != "phpbb"
    assert not re.search(r"\|\||@", escaped) or dialect != "discord"
    assert not re.search(r"\[/|<", escaped) or dialect != "bgg"


# -- text stays text: the posts -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize(("form", "dialect"), EVERY)
def test_words_leave_the_markup_of_a_post_as_it_is(form: str, dialect: str, words: str) -> None:
    hostile = "".join(forum.render(dressed(words), form, dialect, 10 ** 6))
    bones = tags(hostile, dialect) if form == "bbcode" else markdown_bones(hostile)
    assert bones == harmless_bones(form, dialect)
    assert not set("\u202e\u202c\x07") & set(hostile)


@cache
def harmless_bones(form: str, dialect: str) -> list[str]:
    post = "".join(forum.render(dressed("Yamada"), form, dialect, 10 ** 6))
    return tags(post, dialect) if form == "bbcode" else markdown_bones(post)


def tags(post: str, dialect: str) -> list[str]:
    """The tags of a post as a forum reads them: none within [code], where phpBB shows everything as it is."""
    if dialect == "phpbb":
        post = re.sub(r"(\[code\]).*?(\[/code\])", r"\1\2", post, flags=re.DOTALL)
    return re.findall(r"\[(/?[a-z*]+)(?:=[^\]]*)?\]", post, re.IGNORECASE)


def balanced(post: str, dialect: str) -> bool:
    """Whether every tag is closed in order."""
    opened: list[str] = []
    for tag in tags(post, dialect):
        if not tag.startswith("/"):
            opened.append(tag)
        elif not opened or opened.pop() != tag[1:]:
            return False
    return not opened


def markdown_bones(post: str) -> list[str]:
    """The structure of a post: its tokens without the text, and the marks that are no Markdown."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    token_types: list[str] = []

    def visit(tokens: list[Token]) -> None:
        for token in tokens:
            if token.type not in ("text", "inline"):
                token_types.append(token.type)
            visit(token.children or [])

    visit(reader.parse(post))
    bare = re.sub(r"\\.", "", post)
    return [*token_types, *re.findall(r"\|\||>!|!<|\[/?details|^-# ", bare, re.MULTILINE)]


# -- templates ------------------------------------------------------------------------------------------------


def test_a_template_of_ones_own_orders_the_parts(tmp_path: Path) -> None:
    (tmp_path / "post.j2").write_text(
        '{{ footer }}\nFor {{ text("[b]us[/b]") }} on {{ dialect }}\n{{ heading("Map") }}\n{{ map }}\n', "utf-8")
    post = forum.render(manila(), "bbcode", "phpbb", templates=tmp_path)[0]
    assert post.startswith("[size=85]A unit")
    assert "\n\nFor ［b］us［/b］ on phpbb\n\n[size=125][b]Map[/b][/size]\n\n[b]Strategic map[/b]\n[spoiler]" in post
    assert "What happened" not in post


@pytest.mark.parametrize(("words", "in_units", "in_octets"), [("", 0, 0), ("Truk", 4, 4), ("海戦", 2, 6), ("🎲", 2, 4)])
def test_length_is_counted_as_forums_count_it(words: str, in_units: int, in_octets: int) -> None:
    assert (units(words), octets(words)) == (in_units, in_octets)
