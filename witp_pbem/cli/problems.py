"""The result of a check, on a terminal or as JSON: problems, orders as understood, and what is owed after them."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.orders.check import Checked, ReplacedOrder
from witp_pbem.cli import colours, printing
from witp_pbem.cli.printing import PlainProblem, ProblemPlace
from witp_pbem.report import checked as checked_text
from witp_pbem.report import phrases
from witp_pbem.table.columns import WIDTH, width, wrap
from witp_pbem.table.demand import Due
from witp_pbem.table.game import Game
from witp_pbem.table.language import labelled, say
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence, nearest_legal, problem_sentence

INDENT = "    "


class PlainOrder(NamedTuple):
    """An order of a file.

    Attributes:
        line: its number.
        written: as written.
        understood: in full words; null where it is judged only at its moment.
        note: a remark, "" for none.
    """

    line: int
    written: str
    understood: str | None
    note: str


class Owed(NamedTuple):
    """What somebody has to decide next: who, the code of the decision, the rule that asks for it, and a sentence."""

    side: str
    demand: str
    rule: str
    sentence: str


class CheckedFile(NamedTuple):
    """The result of checking an orders file.

    Attributes:
        file: its name.
        side, turn: from its header; "" and 0 where there is none.
        stands: whether it has no problem.
        problems: what is wrong.
        more_problems: how many more there are than are listed.
        depends: what may turn out illegal at its moment.
        orders: the orders as understood.
        replaced: the earlier orders it replaces.
        talk: what it says to the other players, line by line.
        mended: its text with every problem mended, where each has one plain mending; "" otherwise.
        owed: what is owed after these orders.
        assumed: whether `owed` supposes that the others pass.
    """

    file: str
    side: str
    turn: int
    stands: bool
    problems: list[PlainProblem]
    more_problems: int
    depends: list[PlainProblem]
    orders: list[PlainOrder]
    replaced: list[ReplacedOrder]
    talk: list[str]
    mended: str
    owed: list[Owed]
    assumed: bool


def problem_lines(problem: Problem, text: str, game: Game) -> Iterator[str]:
    """A problem: where and what it is, with its code last; the words at fault underlined; what to write instead."""
    where, code = phrases.visible(_where(problem)), f"[{problem.code}]"
    sentence = f"{checked_text.sentence(problem, game)} {code}"
    if width(where) > WIDTH // 2:  # a path is not broken
        yield labelled(colours.title(where), "").rstrip()
        lines = wrap(sentence)
    else:
        first, *rest = wrap(labelled(where, sentence))
        lines = [first.replace(where, colours.title(where), 1), *rest]
    yield from (*lines[:-1], lines[-1].removesuffix(code) + colours.quiet(code))
    if source := checked_text.source(problem, text):
        yield INDENT + source[0]
        yield INDENT + colours.alarm(source[1])
    if proposal := checked_text.proposal(problem, game):
        yield INDENT + proposal


def _where(problem: Problem) -> str:
    line = problem.span.line
    return say("{file}, line {line}", file=problem.file, line=line) if line else problem.file


def plain_problem(problem: Problem, game: Game | None) -> PlainProblem:
    """A problem for programs."""
    sentence = problem_sentence(problem, game.catalogue if game else None)
    suggestion = nearest_legal(problem, game) if game else problem.suggestion
    return PlainProblem(problem.code, sentence, problem.rule, ProblemPlace(problem.file, *problem.span), suggestion,
                        problem.kind, problem.certain, problem.values)


def print_checked(checked: Checked, game: Game) -> None:
    """Prints the result of a check."""
    for problem in checked.problems:
        printing.problem(plain_problem(problem, game), *problem_lines(problem, checked.text, game))
    if checked.problems:
        for sentence in (*checked_text.forms(checked, game), *checked_text.depending(checked, game)):
            printing.paragraph(sentence)
        printing.line(checked_text.counted(checked, checked.file))
        if checked.mended:
            _print_mended(checked.mended)
        return
    if checked.letter and not checked.lines:
        printing.line(say("{file}: a letter of {side}, in order.", file=checked.file,
                          side=phrases.side_name(game, checked.side)))
        return
    printing.line(say.plural(len(checked.lines), "{file}: {n} order, {side}, turn {turn}. As understood:",
                             "{file}: {n} orders, {side}, turn {turn}. As understood:", file=checked.file,
                             side=phrases.side_name(game, checked.side), turn=checked.turn))
    for line in checked_text.understood(checked):
        printing.paragraph(line.text, first=f"{line.line:>4}  ", rest=" " * 8)
    for sentence in (*_talk(checked, game), *checked_text.replaced(checked, game)):
        printing.paragraph(sentence)
    for sentence in checked_text.depending(checked, game):
        printing.paragraph(sentence)
    print_dues(checked, game)


def _talk(checked: Checked, game: Game) -> Iterator[str]:
    """What a file says, in sentences (imported only where it says something)."""
    if checked.talk:
        from witp_pbem.report import table_talk

        yield from table_talk.checked_sentences(checked, game)


def _print_mended(mended: Checked) -> None:
    """Prints what a file orders with every problem mended."""
    printing.paragraph(say("Each problem has one plain mending. With --mend, `submit` records {file} so mended:",
                           file=mended.file))
    for number, line in enumerate(mended.text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            printing.paragraph(phrases.visible(line), first=f"{number:>4}  ", rest=" " * 8)


def print_dues(checked: Checked, game: Game) -> None:
    """What is still owed after these orders, as far as that can be said."""
    lead, owed = checked_text.owed_after(checked, game)
    if lead:
        printing.line(lead)
    printing.items(owed)


def checked_file(checked: Checked, game: Game) -> CheckedFile:
    """The result of a check, for programs."""
    return CheckedFile(
        checked.file, checked.side, checked.turn, not checked.problems,
        [plain_problem(problem, game) for problem in checked.problems], checked.more,
        [plain_problem(problem, game) for problem in checked.depends],
        [PlainOrder(line.span.line, line.written, line.full or None, line.note) for line in checked.lines],
        list(checked.replaced), [line.words for line in checked.talk],
        checked.mended.text if checked.mended else "",
        [owed(due, game) for due in checked.dues], checked.assumed)


def owed(due: Due, game: Game) -> Owed:
    """What somebody owes, for programs."""
    demand = due.demand
    return Owed(demand.side, demand.code, demand.rule,
                demand_sentence(demand.code, demand.about, game.catalogue, demand.side))
