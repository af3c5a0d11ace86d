"""A small lexicon for the tests of orders text."""

from __future__ import annotations

from witp_pbem.table.names import names
from witp_pbem.table.text import Statement, read
from witp_pbem.table.tokens import Lexicon

LEXICON = Lexicon(
    keywords=frozenset({"target", "pass", "lose", "retreat"}),
    synonyms={"attack": "target", "目標": "target", "パス": "pass", "水上": "naval", "または": "else", "ships": "fleet",
              "から": "from", "経由": "via"},
    places=names({"0606": ("Manila", "マニラ"), "0909": ("Port Moresby",), "0101": ("Port",),
                  "0607": ("Leyte", "レイテ"), "0507": ("Hanoi",), "0506": ("Hanoi",)},
                 lambda word: word if len(word) == 4 and word.isascii() and word.isdigit() else ""),
    postpositions={"から": "from", "経由": "via", "で": "at"},
    sides={"japan": "japan", "日本": "japan", "allies": "allies", "allied": "allies"},
    phases={"operations": "operations", "目標": "operations", "作戦": "operations", "end": "end"},
    words=frozenset({"from", "via", "else", "at"}),
    listing=frozenset({"via"}))


def statement(words: str) -> Statement:
    """The one order of a text."""
    orders = read(words, LEXICON)
    assert not orders.problems, orders.problems
    (only,) = orders.statements
    return only
