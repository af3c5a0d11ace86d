"""What orders given ahead may wait for (`if`, `when`, `unless`, `standing until`): conditions read one by one, joined
with `and`.

A condition speaks of the open board and of what was done, never of hidden cards; so it tells an order nothing its
writer would not see at the moment of the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.misspelt import mended
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem, Span
from witp_pbem.table.text import Block, Statement
from witp_pbem.table.tokens import Lexicon, Token
from witp_pbem.table.tuples import NamedTuple

Holds = Callable[[Any, Sequence[Any], str], bool]  # position, what happened in this step, whose order it is


class Part(NamedTuple):
    """One condition as read.

    Attributes:
        phrase: what it says.
        holds: whether it holds.
        place: the place it speaks of and where that is written, None without one.
    """

    phrase: Phrase
    holds: Holds
    place: tuple[str, Span] | None = None


def read(block: Block, lexicon: Lexicon, in_order: Callable[[Sequence[Token]], Sequence[Token]],
         part: Callable[[Cursor], Part | None],
         off_map: Callable[[str, Span], Problem | None] = lambda place, span: None) -> Condition | tuple[Problem, ...]:
    """The condition at the head of a block, or everything that is wrong with it.

    Args:
        lexicon: the words of the game, to find what misspelt ones may have been meant for.
        in_order: puts the words of one condition into the order in which `part` reads them.
        part: reads one condition; None with a problem at the cursor if it is none.
        off_map: what is wrong with a place, None if it is on the board.
    """
    known, problems = _joined(block, block.tokens, in_order, part)
    if problems:
        problems = _joined(block, mended(block.tokens, lexicon), in_order, part)[1] or problems
    astray = [off_map(*one.place) for one in known if one.place]
    problems += [problem for problem in astray if problem]
    if problems:
        return tuple(problem.at(block.span) for problem in problems)
    if len(known) == 1:
        return Condition(known[0].phrase, known[0].holds)
    return Condition(phrase("all", conditions=tuple(one.phrase for one in known)),
                     lambda position, acts, player: all(one.holds(position, acts, player) for one in known))


def _joined(block: Block, tokens: Sequence[Token], in_order: Callable[[Sequence[Token]], Sequence[Token]],
            part: Callable[[Cursor], Part | None]) -> tuple[list[Part], list[Problem]]:
    """Conditions joined with `and`: those that are understood, and what is wrong with the others."""
    known: list[Part] = []
    problems: list[Problem] = []
    for words in _parted(tokens):
        cursor = Cursor(Statement(block.word, tuple(in_order(words)), block.span))
        if condition := part(cursor):
            known.append(condition)
            cursor.finish()
        problems += cursor.problems
    return known, problems


def at_place(cursor: Cursor, condition: Phrase, holds: Callable[[str], Holds]) -> Part | None:
    """A condition whose last word is a place: "the enemy has no base at Truk"."""
    cursor.skip("at", "in")
    place = cursor.expect_place()
    return Part(phrase(condition.code, **condition.values, place=place[0]), holds(place[0]), place) if place else None


def battle_behind(cursor: Cursor, fought_at: Callable[[str], Holds]) -> Part | None:
    """`トラック島で戦闘`, in the Japanese order of words; None, with nothing read, where no such thing stands here."""
    is_there = cursor.token and cursor.token.ids("place") and cursor.index + 1 < len(cursor.tokens) and (
        cursor.tokens[cursor.index + 1].fits(("battle",)))
    place = cursor.expect_place() if is_there else None
    if place is None:
        return None
    cursor.accept("battle")
    return Part(phrase("battle-at", place=place[0]), fought_at(place[0]), place)


def turn(cursor: Cursor) -> Part | None:
    """`turn 5`, or a later one."""
    return _reached(cursor, "turn", lambda position, acts: position.turn, wanted="the number of a turn")


def battle_round(cursor: Cursor, now: Callable[[Any, Sequence[Any]], int]) -> Part | None:
    """`round 2`, or a later one, of the battle that goes on.

    Args:
        now: the number of its round by the position and what was done in this step, 0 before the first; less where
            there is no battle.
    """
    return _reached(cursor, "round", now, wanted="the number of a round")


def _reached(cursor: Cursor, code: str, now: Callable[[Any, Sequence[Any]], int], *, wanted: str) -> Part | None:
    """A number that something has reached, or passed."""
    number = cursor.number()
    if number is None:
        cursor.unexpected(wanted)
        return None
    return Part(phrase(code, number=number), lambda position, acts, player: now(position, acts) >= number)


def card_used(cursor: Cursor, card: str) -> Part | None:
    """`1944-06 used`: it lies among the discards."""
    cursor.skip("is")
    if not cursor.accept("used", "use", "played", "play"):
        cursor.unexpected('"used"')
        return None
    return Part(phrase("used", card=card), lambda position, acts, player: card in position.discards)


# -- words in another order ----------------------------------------------------------------------------------


def _parted(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of each condition joined with `and`; a comma before `and` means nothing."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.fits(("and",)):
            if parts[-1] and parts[-1][-1].value == ",":
                parts[-1].pop()
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def verb_last(tokens: Sequence[Token], *, particles: Collection[str], subjects: Collection[str],
              verbs: Collection[str]) -> tuple[Token, ...]:
    """A condition in the English order of words. Japanese has particles between them and the verb at the end
    ("日本がマニラを目標", "敵の水上2がマニラにいる", "1944-06を使用").

    Args:
        particles: words that mean nothing.
        subjects: values of the words for who does something; behind the first one they are names of nations.
        verbs: values of the words that end a condition. "no" is both: "...がない" is "has none".
    """
    words = [token for token in tokens if token.text not in particles]
    if not words or words[-1].text.isascii() or not words[-1].fits(verbs):
        return tuple(words)
    subject = [word for word in words if word.fits(subjects)][:1]
    verb = words[-1:] if subject else []
    if verb and verb[0].value == "no":
        verb = [verb[0]._replace(value="have"), *verb]
    places = [word for word in words if word.ids("place") or word.value in ("(", ")")]
    others = [word for word in words if word not in (*subject, *places, *(words[-1:] if subject else ()))]
    return (*subject, *verb, *others, *places)
