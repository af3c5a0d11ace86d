"""Names of any form: of points and ships, of one word or several, in two languages, beside words of orders."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from witp_pbem.games.witp.game import game
from witp_pbem.table.cursor import Cursor, Named
from witp_pbem.table.names import KINDS, Names, key, names
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.text import Statement, read
from witp_pbem.table.tokens import Lexicon, Token, tokens

PLACES = {"HI": ("Hawaii", "ハワイ"), "Truk lagoon": ("トラック環礁",), "6-2": ("Wake",), "6-3": (),
          "2": ("Kure", "呉"), "NB": ("New Britain",), "SC": ("Santa Cruz",), "CZ": ("Santa Cruz", "Cruz"),
          "MAN": ("Manila",)}
UNITS = {"cv-shokaku": ("Shokaku", "CV Shokaku", "翔鶴"), "cv-akagi": ("赤城", "CV 赤城"), "pow": ("Prince of Wales",),
         "prince": ("Prince",), "14a": ("14th Army", "第14軍"), "1md": ("1st Marine Division",),
         "ent": ("Enterprise", "エンタープライズ"), "and": ("Enterprise and",), "from": ("From",),
         "stlo": ("U.S.S. St. Lo",), "obrien": ("O'Brien",), "bb-hawaii": ("Hawaii",), "attack": ("Attack",)}
CARDS = {"7": ("Banzai charge", "バンザイ突撃"), "8": ("Move fast!",)}
LEXICON = Lexicon(
    keywords=frozenset({"attack", "move"}), synonyms={"攻撃": "attack", "空母": "carrier", "から": "from"},
    postpositions={"から": "from", "経由": "via"}, listing=frozenset({"via"}),
    words=frozenset({"from", "via", "and", "with", "carrier", "naval"}),
    places=names(PLACES, lambda word: word if re.fullmatch("[5-9]-[0-9]", word) else ""),
    units=names(UNITS), cards=names(CARDS))


def ids(words: str) -> list[tuple[str, ...]]:
    """What each token of a text can mean."""
    return [(*token.places, *token.units, *token.cards) for token in tokens(words, LEXICON)]


def at(words: str) -> Cursor:
    """A cursor on the first word behind a keyword."""
    (statement,) = read(f"attack {words}", LEXICON).statements
    return Cursor(statement)


class TestNames:
    @pytest.mark.parametrize(("words", "expected"), [
        ("Prince of Wales", [("pow",)]), ("PRINCE  of\n  wales", [("pow",)]), ("prince of # a ship\nWales", [("pow",)]),
        ("Prince, of", [("prince",), (), ()]), ("14th Army", [("14a",)]), ("14 Army", [(), ()]),
        ("Enterprise and Shokaku", [("and",), ("cv-shokaku",)]),
        ("Enterprise, Shokaku", [("ent",), (), ("cv-shokaku",)]),
        ("USS St. Lo", [(), (), ()]), ("U.S.S. St. Lo", [("stlo",)]), ("O’Brien", [("obrien",)]),
        ("O'brien, 2", [("obrien",), (), ("2",)]), ("Princes", [()]), ("Prince-of-Wales", [()]),
        ("Move fast!", [("8",)]), ("New Britain.", [("NB",)]), ("ＣＶ　Ｓｈｏｋａｋｕ", [("cv-shokaku",)]),
    ])
    def test_the_longest_name_is_meant(self, words: str, expected: list[tuple[str, ...]]) -> None:
        assert ids(words) == expected

    @pytest.mark.parametrize(("words", "expected"), [
        ("空母赤城", [(), ("cv-akagi",)]), ("赤城翔鶴から", [("cv-akagi",), (), ("cv-shokaku",)]),
        ("謎第14軍", [(), ("14a",)]), ("第 14 軍", [("14a",)]), ("第１４軍", [("14a",)]), ("第15軍", [(), (), ()]),
        ("トラック環礁2", [("Truk lagoon",), ("2",)]), ("CV赤城", [("cv-akagi",)])])
    def test_names_in_a_run_of_japanese(self, words: str, expected: list[tuple[str, ...]]) -> None:
        assert ids(words) == expected

    def test_an_id_of_no_place_is_a_place_and_no_count(self) -> None:
        (token,) = tokens("9-9", LEXICON)
        assert (token.kind, token.places) == ("name", ("9-9",))
        (token,) = tokens("4-4", LEXICON)
        assert (token.kind, token.places) == ("word", ())

    @pytest.mark.parametrize(("way", "places"), [
        ("6-2/6-3", ["6-2", "6-3"]), ("6-2-6-3", ["6-2", "6-3"]), ("HI-2-NB", ["HI", "2", "NB"]),
        ("hi/truk lagoon/9-9", ["HI", "Truk lagoon", "9-9"]), ("HI-XY", []), ("HI-Wake", []), ("HI-", ["HI"])])
    def test_a_way_written_in_one(self, way: str, places: list[str]) -> None:
        assert [token.places[0] for token in tokens(way, LEXICON) if token.places] == places

    def test_a_campaign_may_be_called_like_a_way(self) -> None:
        assert read("Campaign: 6-2/6-3 Turn: 2", LEXICON).header["campaign"].value == "6-2/6-3"

    def test_quotation_marks_make_a_name_of_a_keyword(self) -> None:
        assert [each.keyword for each in read("attack HI with Attack", LEXICON).statements] == ["attack", "attack"]
        (statement,) = read('attack HI with "Attack"', LEXICON).statements
        assert statement.tokens[-1].units == ("attack",)
        assert not Cursor(statement, statement.tokens[-1:]).accept("attack")

    @pytest.mark.parametrize(("words", "near"), [
        ("Prince of Whales via", "Prince of Wales"), ("Hawai", "Hawaii"), ("トラク環礁", "トラック環礁"),
        ("atack", "attack"), ("Banzai charg", "Banzai charge"), ("xyzzy", "")])
    def test_the_nearest_name(self, words: str, near: str) -> None:
        assert LEXICON.nearest(words, may_begin_order=True) == near


class TestCursor:
    @pytest.mark.parametrize(("words", "place", "unit", "card"), [
        ("Hawaii", "HI", "bb-hawaii", ""), ("Manila", "MAN", "", ""), ("From", "", "from", ""), ("2", "2", "", ""),
        ("HI (Hawaii)", "HI", "", ""), ("Hawaii (HI)", "HI", "bb-hawaii", ""), ("HI Hawaii", "HI", "", ""),
        ("Santa Cruz (CZ)", "CZ", "", ""), ("CZ Santa Cruz", "CZ", "", ""), ("7 Banzai charge", "", "", "7"),
        ('"Truk Lagoon"', "Truk lagoon", "", ""), ("Banzai charge", "", "", "7"), ("nonsense", "", "", "")])
    def test_the_order_decides_what_a_name_is(self, words: str, place: str, unit: str, card: str) -> None:
        assert [name.id if (name := at(words).named(kind)) else "" for kind in KINDS] == [place, unit, card]
        assert not at(words).problems

    def test_a_word_of_orders_stays_one(self) -> None:
        cursor = at("with From from HI")
        assert cursor.accept("with")
        assert cursor.unit() == Named("unit", "from", cursor.tokens[1].span)
        assert cursor.accept("from") and cursor.place() == ("HI", cursor.tokens[-1].span)

    def test_a_count_stays_one_where_a_count_is_wanted(self) -> None:
        cursor = at("Kure 2 naval, Kure (2), 2")
        assert cursor.place() == ("2", cursor.tokens[0].span)
        assert cursor.number() == 2 and cursor.accept("naval") and cursor.accept(",")
        assert cursor.place() == ("2", cursor.tokens[4].span.to(cursor.tokens[7].span)) and cursor.accept(",")
        assert cursor.place() == ("2", cursor.tokens[-1].span) and not cursor

    def test_brackets_are_for_reduced_units(self) -> None:
        cursor = at("[CV Shokaku], Shokaku, [naval]")
        first = cursor.unit()
        assert first and (first.id, first.reduced, first.span) == (
            "cv-shokaku", True, cursor.tokens[0].span.to(cursor.tokens[2].span))
        assert cursor.accept(",")
        second = cursor.unit()
        assert second and (second.id, second.reduced) == ("cv-shokaku", False)
        assert cursor.accept(",") and cursor.unit() is None and cursor.accept("[")
        open_bracket = at("[Shokaku")
        assert open_bracket.expect_unit() is None
        assert [problem.values["wanted"] for problem in open_bracket.problems] == ["a closing bracket ]"]

    @pytest.mark.parametrize(("words", "code", "values"), [
        ("Santa Cruz", "two-places", {"name": "Santa Cruz", "places": ["SC", "CZ"]}),
        ("Manila (HI)", "name-and-id-differ", {"name": "Manila", "id": "HI"}),
        ("Manila 9-9", "name-and-id-differ", {"name": "Manila", "id": "9-9"}),
        ("Hawaii", "two-kinds", {"name": "Hawaii", "wanted": ["a place", "a unit"]})])
    def test_what_is_not_clear(self, words: str, code: str, values: dict[str, object]) -> None:
        cursor = at(words)
        assert cursor.named("place", "unit")
        assert [(each.code, dict(each.values)) for each in cursor.problems] == [(code, values)]

    @pytest.mark.parametrize(("wanted", "text"), [("place", "a place"), ("unit", "a unit"), ("card", "a card")])
    def test_what_is_missing_is_said(self, wanted: str, text: str) -> None:
        for words in ("", "naval"):
            cursor = at(words)
            assert getattr(cursor, f"expect_{wanted}")() is None
            assert [problem.values["wanted"] for problem in cursor.problems] == [text]


# -- names of any form ------------------------------------------------------------------------------------------------

ALPHABETS = ("abcdefgXYZé", "0123456789", "赤城第軍ノー・のに", "'-./()&!+")
pieces = st.one_of(*(st.text(letters, min_size=1, max_size=4) for letters in ALPHABETS))
labels = st.lists(pieces, min_size=1, max_size=5).flatmap(
    lambda parts: st.sampled_from([" ".join(parts), "".join(parts)]))
gaps = st.sampled_from([" ", "\n", "  ", "\u3000", " # a remark\n"])


def is_name(label: str) -> bool:
    """Whether a game would call anything so: a name begins with a letter or figure, and its marks do not hang."""
    return bool(re.match(r"[^\W_]", label)) and not re.search(r"(^|\s)['\-/.]|['\-/.](\s|$)|[^\w\s]{2}|\)\w", label)


@st.composite
def lexicons(draw: st.DrawFn) -> tuple[Lexicon, dict[str, str]]:
    """A lexicon of units with arbitrary names, and its names by id."""
    drawn = draw(st.lists(labels.filter(is_name), min_size=1, max_size=6, unique_by=key))
    own = {f"id{number}": label for number, label in enumerate(drawn)}
    return Lexicon(units=names({each: (label,) for each, label in own.items()})), own


@given(lexicons(), st.data())
def test_any_name_is_read_as_itself(made: tuple[Lexicon, dict[str, str]], data: st.DataObject) -> None:
    lexicon, own = made
    identity = data.draw(st.sampled_from(sorted(own)))
    written = "".join(data.draw(gaps) if sign == " " else sign for sign in own[identity])
    for text in (written, written.upper(), f'"{own[identity]}"'):
        assume(key(text.strip('"')) == key(own[identity]))
        (token,) = tokens(text, lexicon)
        assert identity in token.units


@given(lexicons(), st.data())
def test_names_in_a_list_are_read_one_by_one(made: tuple[Lexicon, dict[str, str]], data: st.DataObject) -> None:
    lexicon, own = made
    drawn = data.draw(st.lists(st.sampled_from(sorted(own)), min_size=1, max_size=6))
    token_list = tokens(", ".join(own[each] for each in drawn), lexicon)
    assert [token.units[0] for token in token_list if token.units] == drawn


@cache
def sources() -> tuple[tuple[Lexicon, tuple[str, ...]], ...]:
    """Lexicons with all that can be said in their words."""
    def words(lexicon: Lexicon) -> tuple[str, ...]:
        every = {word for words in (lexicon.synonyms, lexicon.postpositions, lexicon.words, lexicon.particles)
                 for word in words}
        named = {label for each in lexicon.names for label in each.labels.values()}
        others = "2 12 0606 9999 6-2 6-2/6-3 0808-0708 JP-N-1 [ ] ( ) , : - 謎 Xyz"
        return (*sorted(every | named), *others.split())

    return tuple((lexicon, words(lexicon)) for lexicon in (LEXICON, full_lexicon(game())))


def meaning(token: Token) -> tuple[object, ...]:
    return token.kind, token.value, token.places, token.units, token.cards


@given(st.sampled_from([0, 1]), st.data())
def test_an_order_in_its_own_words_is_read_again(number: int, data: st.DataObject) -> None:
    lexicon, words = sources()[number]
    drawn = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=8))
    text = "".join(word + data.draw(st.sampled_from([" ", " ", "\n", ""])) for word in drawn)
    token_list = tokens(text, lexicon)
    assume(not any(token.value in lexicon.postpositions.values() for token in token_list))  # they change places
    again = tokens(Statement("", tuple(token_list), token_list[0].span).text, lexicon)
    assert [meaning(token) for token in again] == [meaning(token) for token in token_list]


@pytest.mark.parametrize("number", [0, 1])
def test_every_name_is_understood_and_alone(number: int) -> None:
    lexicon = sources()[number][0]
    for kind, each in zip(KINDS, lexicon.names, strict=True):
        for label in each.labels.values():
            (token,) = tokens(label, lexicon)
            assert token.ids(kind) == each.ids[key(label)], label


def test_a_name_of_nothing_is_none() -> None:
    assert names({"": ("", " ", ".")}).ids == {}
    assert isinstance(names({}), Names)
