"""Reading a query: `battles place=Truk turn<6 and not winner=japan`.

    query      = [what] condition*
    condition  = condition "or" condition | condition ["and"] condition | "not" condition | "(" condition ")"
               | key sign value | fact "(" condition* ")" | text
    sign       = "=" | "!=" | "<" | "<=" | ">" | ">="

A text without a key is searched for in the words of what is listed. Values with blanks stand in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from witp_pbem.archive.store import full_text, tables
from witp_pbem.archive.store.tables import APART, DIGITS, FORK, HELD
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import in_a_row, listing, say
from witp_pbem.table.spelling import likely
from witp_pbem.table.tuples import NamedTuple

CAMPAIGNS, BATTLES, CAPTURES, TEXTS = "campaigns", "battles", "captures", "texts"
STORIES, ORDERS, NOTES, PROTESTS, DOCUMENTS = "stories", "orders", "notes", "protests", "documents"

# What can be listed -> its words; one alone means one fact in brackets: "battle(place=Truk)".
WHAT: Final[Mapping[str, tuple[str, ...]]] = {
    CAMPAIGNS: ("campaigns", "campaign", "games", "game", "キャンペーン"),
    BATTLES: ("battles", "battle", "戦闘"),
    CAPTURES: ("captures", "capture", "taken", "占領"),
    STORIES: ("stories", "story", "経過"),
    ORDERS: ("orders", "order", "命令"),
    NOTES: ("notes", "note", "メモ"),
    PROTESTS: ("protests", "protest", "抗議"),
    DOCUMENTS: ("documents", "document", "文書"),
}
# Those that are texts -> their kind.
KINDS: Final[Mapping[str, str]] = {STORIES: tables.STORY, ORDERS: tables.ORDERS, NOTES: tables.NOTE,
                                   PROTESTS: tables.PROTEST, DOCUMENTS: tables.DOCUMENT}
# What is said of it -> its words.
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "campaign": ("campaign", "name", "名前"),
    "game": ("game", "ゲーム"),
    "scenario": ("scenario", "シナリオ"),
    "option": ("option", "オプション"),
    "player": ("player", "person", "who", "プレイヤー"),
    "winner": ("winner", "won", "勝者"),
    "ending": ("ending", "reason", "終局"),
    "state": ("state", "状態"),
    "turn": ("turn", "turns", "ターン"),
    "side": ("side", "by", "陣営"),
    "place": ("place", "at", "場所"),
    "unit": ("unit", "ユニット"),
    "force": ("force", "with", "兵力"),
    "card": ("card", "カード"),
    "rule": ("rule", "about", "ルール"),
    "added": ("added", "追加"),
}
# The states of records -> their words; only those that are held are listed unless a query names a state.
ANY_STATE: Final = "any"
STATES: Final[Mapping[str, tuple[str, ...]]] = {
    HELD: ("held",),
    FORK: ("fork", "forks", "枝分かれ"),
    APART: ("apart", "別に保管"),
    ANY_STATE: ("any", "all", "すべて"),
}
NOBODY = ("nobody", "draw", "引き分け")  # who won a draw
# Signs as phones and Japanese keyboards write them -> how they are read, each in the same column.
WRITTEN: Final = str.maketrans("＝＜＞！：（）“”„«»「」『』＂", "=<>!:()\"\"\"\"\"\"\"\"\"\"")
SIGNS: Final[Mapping[str, str]] = {"≤": "<=", "≦": "<=", "≥": ">=", "≧": ">=", "≠": "!=", ":": "="}
AND, OR, NOT = ("and", "かつ"), ("or", "または"), ("not", "でない")
MOST, DEEPEST = 100, 20  # conditions of a query, and brackets inside each other
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?", re.ASCII)  # a year, a month or a day
_TOKEN = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<sign><=|>=|!=|[=<>:≤≦≥≧≠])|(?P<bracket>[()])'
                    r'|(?P<word>[^\s()"<>=!:≤≦≥≧≠]+))')


class Fault(Refusal):
    """A query that cannot be read. `column` is where, from 1."""

    exit_code = USAGE

    def __init__(self, column: int, sentence: str, suggestion: str = "") -> None:
        super().__init__(in_a_row(filter(None, (
            say("Column {column}: {sentence}.", column=column, sentence=sentence.rstrip(".")),
            say("Did you mean {words}?", words=suggestion) if suggestion else ""))))


class Term(NamedTuple):
    """A key with its sign and value, and where the value stands."""

    key: str
    sign: str
    value: str
    column: int


class Words(NamedTuple):
    """Words that are searched for in texts."""

    words: str


class Not(NamedTuple):
    """What must not hold."""

    condition: Condition


class AllOf(NamedTuple):
    """Conditions that must all hold."""

    conditions: tuple[Condition, ...]


class AnyOf(NamedTuple):
    """Conditions of which one must hold."""

    conditions: tuple[Condition, ...]


class Fact(NamedTuple):
    """Something of a kind that there must be in the campaign, with what must hold of it."""

    what: str
    condition: Condition


class Thing(NamedTuple):
    """A place, unit or card: what a term that names one is replaced by (`names`).

    Attributes:
        kind, sign: what it is, and whether it is wanted or not.
        ids: its ids in each game.
        spelled: the ids that are written so in records of the archive, on whatever map.
    """

    kind: str
    sign: str
    ids: Mapping[str, tuple[str, ...]]
    spelled: tuple[str, ...]


Condition = Term | Words | Not | AllOf | AnyOf | Fact | Thing


class Query(NamedTuple):
    """What is listed, and the condition."""

    what: str
    condition: Condition


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def read(text: str) -> Query:
    """A query.

    Raises:
        Fault: it cannot be read.
    """
    return _Reader(_tokens(text), len(text) + 1).query()


def likely_meant(text: str) -> str:
    """The query that was probably meant where the first word is searched for in texts but nearly says what is to be
    listed, such as "batles at=Truk"; "" for all others."""
    first, *others = _tokens(text) or [_Token("end", "", 1)]
    is_text = first.kind == "word" and not _named(first.text, WHAT) and not (others and others[0].kind == "sign")
    meant = likely(first.text, _all(WHAT)) if is_text else ""
    return meant and text[:first.column - 1] + meant + text[first.column - 1 + len(first.text):]


def _tokens(text: str) -> list[_Token]:
    text, tokens, at = text.translate(WRITTEN), [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise Fault(at + 1, say("a quotation mark is not closed"))
        kind = str(match.lastgroup)
        tokens.append(_Token(kind, SIGNS.get(match[kind], match[kind]) if kind == "sign" else match[kind],
                             match.start(kind) + 1))
        at = match.end()
    return tokens


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: Sequence[_Token], end: int) -> None:
        self.tokens, self.end, self.index = tokens, end, 0
        self.depth = self.conditions = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.index] if self.index < len(self.tokens) else _Token("end", "", self.end)

    def take(self) -> _Token:
        token = self.token
        self.index += 1
        return token

    def sees(self, *words: str) -> bool:
        return self.token.kind in ("word", "bracket") and self.token.text.casefold() in words

    def follows(self, kind: str) -> bool:
        """Whether a token of a kind comes next but one."""
        return self.index + 1 < len(self.tokens) and self.tokens[self.index + 1].kind == kind

    def opens_a_fact(self) -> bool:
        """Whether a bracket opens right behind a word."""
        return self.follows("bracket") and self.tokens[self.index + 1][1:] == (
            "(", self.token.column + len(self.token.text))

    def query(self) -> Query:
        what = CAMPAIGNS
        if self.token.kind == "word" and not self.follows("sign") and not self.opens_a_fact() and (
                named := _named(self.token.text, WHAT)):
            what = named
            self.take()
        condition = self.alternatives() if self.token.kind != "end" else AllOf(())
        if self.token.kind != "end":
            raise Fault(self.token.column, say("nothing is open that {words} could close", words=self.token.text))
        return Query(what, condition)

    def alternatives(self) -> Condition:
        conditions = [self.together()]
        while self.sees(*OR):
            self.take()
            conditions.append(self.together())
        return conditions[0] if len(conditions) == 1 else AnyOf(tuple(conditions))

    def together(self) -> Condition:
        conditions = [self.one()]
        while self.token.kind != "end" and not self.sees(")", *OR):
            if self.sees(*AND):
                self.take()
            conditions.append(self.one())
        return conditions[0] if len(conditions) == 1 else AllOf(tuple(conditions))

    def one(self) -> Condition:
        self.conditions += 1
        if self.conditions > MOST:
            raise Fault(self.token.column, say("a query has at most {n} conditions", n=MOST))
        if self.sees(*NOT):
            self.take()
            return Not(self.one())
        if self.sees(*AND, *OR):
            raise Fault(self.token.column, say("a condition is missing here, such as place=Truk"))
        token = self.take()
        if token.text == "(" and token.kind == "bracket":
            return self.closed(token)
        if token.kind == "quoted":
            return _words(token)
        if token.kind != "word":
            raise Fault(token.column, say("a condition is missing here, such as place=Truk"))
        if self.token.kind == "sign":
            return self.term(token)
        if self.token == ("bracket", "(", self.token.column) and (what := _named(token.text, WHAT)):
            return Fact(what, self.closed(self.take()))
        if self.token == ("bracket", "(", token.column + len(token.text)):
            raise Fault(token.column, say('nothing is called "{word}"; there are {known}', word=token.text,
                                          known=listing(WHAT)), likely(token.text, _all(WHAT)))
        return _words(token)

    def closed(self, opening: _Token) -> Condition:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Fault(opening.column, say("there are at most {n} brackets inside each other", n=DEEPEST))
        condition: Condition = AllOf(()) if self.sees(")") else self.alternatives()
        self.depth -= 1
        if not self.sees(")"):
            raise Fault(opening.column, say("a bracket is not closed"))
        self.take()
        return condition

    def term(self, word: _Token) -> Term:
        key, sign = _named(word.text, KEYS), self.take()
        if not key:
            raise Fault(word.column, say('nothing is called "{word}"; there are {known}', word=word.text,
                                         known=listing(KEYS)), likely(word.text, _all(KEYS)))
        value = self.take()
        if value.kind not in ("word", "quoted"):
            raise Fault(sign.column, say("a value is missing behind {sign}", sign=sign.text))
        if key == "option" and self.token.kind == "sign" and self.follows("word"):  # last_turn:4
            self.take()
            value = value._replace(text=f"{value.text}:{self.take().text}")
        if sign.text not in ("=", "!=") and key not in ORDERED:
            raise Fault(sign.column, say("{key} has no more and no less; write {key}={value}", key=key,
                                         value=value.text))
        if key == "turn" and not (value.text.isdecimal() and len(value.text) <= DIGITS):
            raise Fault(value.column, say("a turn is a number of at most {n} digits", n=DIGITS))
        if key == "added":
            _check_date(value)
        return Term(key, sign.text, _state(value) if key == "state" else value.text, value.column)


def _check_date(value: _Token) -> None:
    """Makes sure that a value is a year, a month or a day.

    Raises:
        Fault: it is not.
    """
    if not _DATE.fullmatch(value.text):
        raise Fault(value.column, say("a date is a year, a month or a day: {examples}",
                                      examples="2026, 2026-01, 2026-01-31"))
    try:
        date.fromisoformat(f"{value.text}-01-01"[:len("2026-01-31")])
    except ValueError as error:
        raise Fault(value.column, say("no calendar has {date}", date=value.text)) from error


def _words(token: _Token) -> Words:
    """Words that are searched for.

    Raises:
        Fault: there is none among them.
    """
    if not full_text.words_of(token.text):
        raise Fault(token.column, say('"{text}" contains no words', text=token.text))
    return Words(token.text)


def _state(value: _Token) -> str:
    """The state that a word means.

    Raises:
        Fault: none.
    """
    if state := _named(value.text, STATES):
        return state
    raise Fault(value.column, say('no state is called "{name}"; there are {known}', name=value.text,
                                  known=listing(STATES)), likely(value.text, STATES))


ORDERED = ("turn", "added")  # keys whose values can be more or less


def _all(words: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [word for names in words.values() for word in names]


def _named(word: str, words: Mapping[str, tuple[str, ...]]) -> str:
    """What a word means, "" for nothing."""
    folded = word.casefold()
    return next((meant for meant, names in words.items() if folded in names), "")
