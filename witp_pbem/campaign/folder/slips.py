"""Slips: an order as it is kept behind its seal, in the words in which it was written.

A slip is `{"phase", "blocks", "text"}`: the phase it is headed with, the heads of the blocks it stands in, and its
words. Where its place in its file is known, it has a `line` too, from 1. What a file says to the other players lies
behind one more seal, in a slip of the same form whose text is lines "Say: …".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from witp_pbem.campaign.record import order_tree
from witp_pbem.campaign.record.laid_open import WholeFile
from witp_pbem.table import manual_dice, sitting
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game
from witp_pbem.table.manual_dice import ManualCard, ManualDice
from witp_pbem.table.pending import with_conditions
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import Problem, Span
from witp_pbem.table.talk import TalkLine
from witp_pbem.table.text import CANCEL, RULING, Statement
from witp_pbem.table.tokens import STANDING, Lexicon
from witp_pbem.table.tuples import NamedTuple

TALK = "Say: "


def content(statement: Statement, source: str) -> dict[str, Any]:
    """The slip of a statement; its words are those in the file, with those of its alternatives."""
    lines = _lines(source)
    return {"phase": statement.phase,
            "blocks": [f"{block.word} {_cut(lines, [token.span for token in block.tokens])}"
                       for block in statement.scope],
            "text": _cut(lines, _all_spans(statement))}


def of_talk(talk: Iterable[TalkLine]) -> dict[str, Any]:
    """The slip of what a file says to the other players."""
    return {"phase": "", "blocks": [], "text": "\n".join(f"{TALK}{line.words}" for line in talk)}


def talk(slip: Mapping[str, Any]) -> tuple[str, ...]:
    """What a slip says to the other players, line by line; () for an order."""
    text = str(slip["text"])
    return tuple(line.removeprefix(TALK) for line in text.split("\n")) if text.startswith(TALK) else ()


def all_of(statements: Iterable[Statement], talk: Sequence[TalkLine], source: str) -> list[tuple[int, dict[str, Any]]]:
    """The slips of a file, each with the line it begins on: of its orders, rulings left out, and of its table talk."""
    slips = [(statement.span.line, content(statement, source)) for statement in statements
             if statement.keyword != RULING]
    return slips + ([(talk[0].span.line, of_talk(talk))] if talk else [])


class FileReading(NamedTuple):
    """A file that lies open, as it is read.

    Attributes:
        header: its lines by key, None where the file cannot be read.
        sealed: what lies behind its seal.
        statements: place in the tree of the seal -> the order written there; none where something else of the file
            cannot be read.
    """

    header: Mapping[str, str] | None
    sealed: SealedOrders
    statements: Mapping[int, Statement]


class SealedOrders(NamedTuple):
    """What lies behind the seal of a file that lies open.

    Attributes:
        seal: the one that its orders have by the words of this release, "" where it has none.
        slips: place in the tree of the seal -> slip, with its `line`, in the order in which they are read.
    """

    seal: str
    slips: Mapping[int, Mapping[str, Any]]


def sealed(file: WholeFile, game: Game) -> SealedOrders:
    """What lies behind the seal of a file."""
    return _sealed(file.secret, file.content["text"], file.content["signature"], game)


@lru_cache(maxsize=1024)
def _sealed(secret: str, source: str, signature: str, game: Game) -> SealedOrders:
    return read_file(WholeFile(secret, {"text": source, "signature": signature}), game).sealed


def read_file(file: WholeFile, game: Game) -> FileReading:
    """A file that lies open, read once for its header, its seal and its orders."""
    readable = orders_text.decode(file.content["text"].encode("utf-8", "replace"))
    if isinstance(readable, Problem):
        return FileReading(None, SealedOrders("", {}), {})
    orders_file = sitting.read_file(game, readable)
    header = {key: value.value for key, value in orders_file.header.items()}
    slips = all_of(orders_file.statements, orders_file.talk, readable)
    if not slips:
        return FileReading(header, SealedOrders("", {}), {})
    tree = order_tree.grow(file.secret, file.content, [slip for _, slip in slips])
    sealed = {place: {**slip, "line": line} for place, (line, slip) in zip(tree.places, slips, strict=True)}
    orders = [statement for statement in orders_file.statements if statement.keyword != RULING]
    return FileReading(header, SealedOrders(tree.seal, sealed),
                       {} if orders_file.problems else dict(zip(tree.places, orders, strict=False)))


def plain(statement: Statement, source: str) -> str:
    """The words of a statement, without the block around it, as they are shown."""
    return shown(_cut(_lines(source), _all_spans(statement)))


def shown(words: str) -> str:
    """Words of a file as they are shown: without the blanks that set lines in."""
    return "\n".join(line.strip() for line in words.split("\n"))


def text(slip: Mapping[str, Any]) -> str:
    """A slip as orders text again, its order on the line it came from if that is known."""
    begin = f"Phase: {slip['phase']} " if slip["phase"] else ""
    begin += "".join(f"{' '.join(head.split())}: " for head in slip["blocks"])
    return begin + "\n" * (int(slip.get("line", 1)) - 1) + str(slip["text"]) + "\nend" * len(slip["blocks"])


def order(slip: Mapping[str, Any], game: Game, source: tuple[int, int],
          written: Statement | None = None) -> Order | tuple[Problem, ...]:
    """The order a slip holds, or what is wrong with it.

    Args:
        written: the statement in its file, where that was read.
    """
    return read_order(text(slip), game, source, written)


def read_order(words: str, game: Game, source: tuple[int, int] | None = None,
               written: Statement | None = None) -> Order | tuple[Problem, ...]:
    """The only order of a text, or what is wrong with it; see `order`."""
    order = sitting.read_order(game, words, written)
    if isinstance(order, Order) and source:
        return order._replace(source=source, file=f"entry {source[0]}")
    return order


def why(because: Phrase, slip: Mapping[str, Any] | None, game: Game) -> Phrase:
    """Why an order answers, with what it has waited for, where its slip lies open and can be read.

    Args:
        because: as the record has it.
    """
    waited = read_order(text(slip), game) if slip else ()
    return with_conditions(because, waited) if isinstance(waited, Order) else because


def may_last(slip: Mapping[str, Any], game: Game) -> bool:
    """Whether a slip may hold a standing order, or what cancels one."""
    return may_stand(slip) or may_cancel(slip, game)


def may_stand(slip: Mapping[str, Any]) -> bool:
    """Whether a slip may hold a standing order."""
    return any(head.startswith(STANDING) for head in slip["blocks"])


def may_cancel(slip: Mapping[str, Any], game: Game) -> bool:
    """Whether a slip may hold what cancels standing orders."""
    return str(slip["text"]).casefold().startswith(_cancelling(game.lexicon))


@lru_cache(maxsize=2)
def _cancelling(lexicon: Lexicon) -> tuple[str, ...]:
    """The words by which standing orders are cancelled."""
    return (CANCEL, *(word for word, meaning in lexicon.synonyms.items() if meaning == CANCEL))


def typed(slip: Mapping[str, Any], game: Game) -> ManualDice | ManualCard | None:
    """The dice or the card a referee's slip holds, None if it holds neither."""
    statement = _one_statement(text(slip), sitting.full_lexicon(game))
    if not isinstance(statement, Statement) or statement.keyword not in manual_dice.KEYWORDS:
        return None
    body = sitting.read_manual(game, statement)
    return body if isinstance(body, ManualDice | ManualCard) else None


def _one_statement(words: str, lexicon: Lexicon) -> Statement | tuple[Problem, ...]:
    written = orders_text.read(words, lexicon)
    if written.problems or len(written.statements) != 1:
        return written.problems
    return written.statements[0]


@lru_cache(maxsize=2)
def _lines(source: str) -> Sequence[str]:
    """The lines of a file, split once for all its orders."""
    return source.split("\n")


def _all_spans(statement: Statement) -> list[Span]:
    """The places of a statement and of its alternatives."""
    return [span for option in (statement, *statement.alternatives)
            for span in (option.span, *(token.span for token in option.tokens))]


def _cut(lines: Sequence[str], spans: Sequence[Span]) -> str:
    """The text from the first to the last of some spans (postpositions put tokens out of their order)."""
    if not spans:
        return ""
    line, column = min(spans)[:2]
    end_line, end_column = max(span[2:] for span in spans)
    cut = list(lines[line - 1:end_line])
    cut[-1] = cut[-1][:end_column - 1]
    cut[0] = cut[0][column - 1:]
    return "\n".join(cut)
