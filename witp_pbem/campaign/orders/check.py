"""Checking an orders file: everything wrong with it at once, and how the rest is understood.

What only letters and the referee's file need is imported where one comes: most files are a player's orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import sealing, signatures
from witp_pbem.campaign.orders import headers, left_over, mending, timing
from witp_pbem.campaign.orders.headers import START
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.entries import Submission
from witp_pbem.campaign.record.logbook import Body
from witp_pbem.campaign.sitting import inputs, owed_links
from witp_pbem.campaign.sitting.trial import trial
from witp_pbem.table import manual_dice
from witp_pbem.table import text as orders_text
from witp_pbem.table.cursor import THE_END
from witp_pbem.table.demand import Due, Order, Understood
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, parts, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.names import KINDS
from witp_pbem.table.problem import Problem, Span, invalid
from witp_pbem.table.sitting import full_lexicon, read_file, read_statement, unreadable
from witp_pbem.table.talk import TalkLine
from witp_pbem.table.text import CANCEL, RULING, OrdersText, Statement
from witp_pbem.table.tokens import ELSE, STANDING, YES
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import order_words, sacrifice_remark

MOST_PROBLEMS = 100  # that are reported of one file
MOST_ROUNDS = 3  # of mending what can be mended, to see what that problem hid
OF_UNSEALED = ("signature-missing", "talk-owes-order", "talk-spends-link")  # problems that no sealed file has
ONE_A_BATCH = (logbook.WORD, logbook.LINK, logbook.SEALED)  # letters that are judged by what is recorded before them


class CheckedOrder(NamedTuple):
    """One order of the file as understood.

    Attributes:
        span: its place.
        written: its words as written.
        full: the order in full words; "" where it cannot be judged before its moment comes, or where that never comes.
        note: a remark on it, "" for none.
        read: the order in full words as it is read, before anything left open in it is decided; "" where it cannot be
            worded so.
    """

    span: Span
    written: str
    full: str
    note: str = ""
    read: str = ""


class ReplacedOrder(NamedTuple):
    """An earlier order that a file replaces or cancels.

    Attributes:
        entry: the one it was recorded in.
        phase: what it is headed with, "" for nothing.
        is_standing: whether it is a standing order.
        text: its words as written.
    """

    entry: int
    phase: str
    is_standing: bool
    text: str


class Checked(NamedTuple):
    """What a check found.

    Attributes:
        file: name of the file as given.
        text: its text, "" if it has none.
        side, turn, luck, after: from the header; side "" if the header names none.
        adds: whether the header says that the file replaces nothing.
        replaced: the earlier orders of the side it replaces or cancels, of those not used yet.
        problems: what is wrong, by place.
        more: how many problems were left out.
        depends: what may turn out illegal at its moment.
        lines: the orders as understood.
        statements: the orders as read.
        talk: what is said to the other players.
        listeners: who they are: the others who can send orders.
        dues: what is owed after these orders.
        assumed: whether all this supposes that others pass.
        raw: the file as it came or, where it is signed, what was signed.
        signature: the signature under it, in the one way it is written (`sshsig.write`), "" without one.
        letter: the type and body of the entry a letter becomes, None for orders.
        sealed, salt: for orders that were revealed, the entry of their seal and its salt; None and "" for others.
        mended: where every problem has one plain mending (`mending`), the mended file, which has none; else None. A
            mended file that must be signed is not.
    """

    file: str
    text: str = ""
    side: str = ""
    turn: int = 0
    luck: str = ""
    after: str = ""
    adds: bool = False
    replaced: tuple[ReplacedOrder, ...] = ()
    problems: tuple[Problem, ...] = ()
    depends: tuple[Problem, ...] = ()
    lines: tuple[CheckedOrder, ...] = ()
    statements: tuple[Statement, ...] = ()
    talk: tuple[TalkLine, ...] = ()
    listeners: tuple[str, ...] = ()
    dues: tuple[Due, ...] = ()
    assumed: bool = False
    more: int = 0
    raw: bytes = b""
    signature: str = ""
    letter: tuple[str, Body] | None = None
    sealed: int | None = None
    salt: str = ""
    mended: Checked | None = None

    @property
    def phases(self) -> frozenset[tuple[str, bool]]:
        """The phases this file has orders for, each with whether they are standing orders."""
        return frozenset((statement.phase, any(block.word == STANDING for block in statement.scope))
                         for statement in self.statements if statement.keyword != CANCEL)


def check(campaign: Campaign, name: str, data: bytes, before: Sequence[Checked] = (),
          sealed: int | None = None, sender: str = "") -> Checked:
    """Checks one file against the present position.

    Args:
        before: files checked before it in the same batch, taken as submitted.
        sealed: the entry of the seal that binds it, if it was sealed.
        sender: the side that has sent it, where that is known otherwise than by its header.
    """
    signed = signatures.read(data)
    shown = _shown(campaign, signed.raw, before)
    if shown is not None:
        opened = _revealed(campaign, name, shown, before)
        return opened._replace(problems=(*opened.problems, *_placed(name, signed.problems)))
    checked = _check(campaign, name, signed.raw, before, sender)
    problems = signatures.problems(campaign, checked.side, signed, [earlier.signature for earlier in before], sealed)
    if checked.letter and checked.letter[0] == logbook.PLAYER and not signed.signature and not problems:
        from witp_pbem.campaign.letters import player_change

        problems = player_change.signature_problems(campaign, checked.side)
    if signed.signature and len({statement.keyword == RULING for statement in checked.statements}) > 1:
        problems = (*problems, invalid("signature-mixed"))
    return checked._replace(problems=(*checked.problems, *_placed(name, problems)), signature=signed.signature)


def sender(campaign: Campaign, data: bytes) -> str:
    """Who can send orders and whose a file of orders or a letter is by its header, "" where it is nobody's."""
    text = orders_text.decode(signatures.split(data)[0])
    side = "" if isinstance(text, Problem) else _value(read_file(campaign.game, text), "side")
    return side if side in (*campaign.senders, REFEREE) else ""


def _shown(campaign: Campaign, data: bytes, before: Sequence[Checked]) -> sealing.Opened | tuple[Problem, ...] | None:
    """What a file reveals of sealed orders, or why it does not (`letterbox.revealed`); None if it is no letter."""
    text = orders_text.decode(data)
    if isinstance(text, Problem) or not letter_text.is_letter(text):
        return None
    from witp_pbem.campaign.orders import letterbox

    now = {earlier.letter[1]["orders"]: earlier.letter[1]["side"] for earlier in before
           if earlier.letter and earlier.letter[0] == logbook.LINK}
    return letterbox.revealed(campaign, text, now)


def _revealed(campaign: Campaign, name: str, shown: sealing.Opened | tuple[Problem, ...],
              before: Sequence[Checked]) -> Checked:
    """The orders of a reveal, checked like any file."""
    if not isinstance(shown, sealing.Opened):
        return Checked(name, problems=_placed(name, shown))
    if letter_text.is_letter(shown.data.decode(errors="replace")) or any(
            earlier.sealed == shown.sealed for earlier in before):
        return Checked(name, side=shown.side, problems=_placed(name, [invalid("reveal-of-no-orders", START)]))
    signature = shown.signature.encode()
    data = signatures.join(shown.data, signature) if signature else shown.data
    checked = check(campaign, name, data, before, shown.sealed)
    wrong = [] if (checked.side, checked.raw, checked.signature) == shown[:3] else [
        invalid("reveal-of-another", START, side=shown.side, entry=shown.sealed)]
    problems = [problem for problem in checked.problems if problem.code not in OF_UNSEALED]  # the seal was signed
    return checked._replace(problems=(*problems, *_placed(name, wrong)), sealed=shown.sealed, salt=shown.salt,
                   mended=None)  # a seal binds the orders as they were


def _check(campaign: Campaign, name: str, data: bytes, before: Sequence[Checked], sender: str) -> Checked:
    """What a check of everything but the signature finds."""
    decoded, unfit = orders_text.decode(data), tuple[Problem, ...]()
    text = decoded if isinstance(decoded, str) else orders_text.readable(data)
    if isinstance(decoded, Problem):
        unfit = (decoded._replace(file=name),)
    if text is None:
        return Checked(name, problems=unfit)
    is_letter = letter_text.is_letter(text)
    checked = (_letter(campaign, Checked(name, text, turn=campaign.turn), before) if is_letter else
               _read(campaign, name, text, before, sender))
    checked = checked._replace(raw=data)
    if unfit:
        spoilt = orders_text.spoilt_lines(text)
        rest = [problem for problem in checked.problems if problem.span.line not in spoilt]
        return checked._replace(problems=(*unfit, *rest))
    if is_letter or checked.more or not checked.problems:  # nobody mends more problems than are told
        return checked
    return _with_hidden(campaign, checked, before, sender)


def _read(campaign: Campaign, name: str, text: str, before: Sequence[Checked], sender: str) -> Checked:
    """What is wrong with the text of orders as it stands, and how it is understood."""
    orders_file = read_file(campaign.game, text)
    side = _value(orders_file, "side") or sender
    problems = unreadable(campaign.game, orders_file)
    if orders_file.header or orders_file.statements or orders_file.talk:
        problems += headers.problems(campaign, orders_file, sender)
    elif not problems:
        problems.append(invalid("empty-file"))
    checked = Checked(name, text, side if side in (*campaign.senders, REFEREE) else "", campaign.turn,
                      _value(orders_file, "luck"), _value(orders_file, "after").lower(),
                      _value(orders_file, "add") == YES, statements=orders_file.statements, talk=orders_file.talk,
                      listeners=tuple(other for other in campaign.senders if other != side), raw=text.encode())
    checked = (_referee(campaign, checked, problems) if side == REFEREE
               else _player(campaign, checked, problems, orders_file.misspelt, before))
    every = _placed(name, checked.problems)
    reported = tuple(_with_nearest_word(campaign, problem, text) for problem in every[:MOST_PROBLEMS])
    return checked._replace(problems=reported, more=len(every) - len(reported),
                   depends=_placed(name, checked.depends)[:MOST_PROBLEMS])


def _with_hidden(campaign: Campaign, checked: Checked, before: Sequence[Checked], sender: str) -> Checked:
    """A file that has problems, with those they hide: what has a plain mending is mended, and the file checked once
    more. Where no problem is left, the mended file is proposed. A problem of words that were only supposed is not told,
    and then nothing is proposed."""
    latest, depends = checked, checked.depends
    problems = list(checked.problems)
    known = {_identity(problem) for problem in problems}
    mendings: list[mending.Mending] = []
    is_whole = True
    for _ in range(MOST_ROUNDS):
        step = mending.mend(campaign.game, latest.text, latest.statements, latest.problems)
        is_whole = is_whole and step.is_whole
        if not step.edits:
            break
        mendings.insert(0, step)
        latest = _read(campaign, checked.file, step.text, before, sender)
        moved = list(filter(None, (mending.moved(problem, mendings) for problem in latest.problems)))
        is_whole = is_whole and len(moved) == len(latest.problems)
        problems += [problem for problem in moved if _identity(problem) not in known]
        known |= {_identity(problem) for problem in moved}
        depends = tuple(filter(None, (mending.moved(problem, mendings) for problem in latest.depends)))
        if not latest.problems:
            break
    every = _placed(checked.file, problems)
    return checked._replace(problems=every[:MOST_PROBLEMS], depends=depends, more=max(0, len(every) - MOST_PROBLEMS),
                   mended=latest if is_whole and mendings and not latest.problems else None)


def _identity(problem: Problem) -> tuple[object, ...]:
    """What tells a problem of a file from others of it, wherever on its line it stands."""
    return problem.span.line, problem.code, str(problem.values)


def _letter(campaign: Campaign, checked: Checked, before: Sequence[Checked]) -> Checked:
    """A letter: what it becomes, or what is wrong with it."""
    from witp_pbem.campaign.orders import letterbox

    letter_entry = letterbox.entry(campaign, checked.text)
    if isinstance(letter_entry[0], Problem):
        return checked._replace(problems=_placed(checked.file, [*letter_entry]))
    side, kind, body = letter_entry
    if kind in ONE_A_BATCH and any(
            earlier.letter and (earlier.side, earlier.letter[0]) == (side, kind) for earlier in before):
        return checked._replace(problems=_placed(checked.file, [invalid("one-letter-a-batch", START, side=side)]))
    return checked._replace(side=side, letter=(kind, body))


def _with_nearest_word(campaign: Campaign, problem: Problem, text: str) -> Problem:
    """A word that is not understood, with the name or keyword most like it and what stands behind it on its line:
    where a place was expected, with a place."""
    lexicon = full_lexicon(campaign.game)
    if problem.code != "unknown-word" or problem.suggestion or lexicon.is_word(str(problem.values["word"]).casefold()):
        return problem
    line = text.split("\n")[problem.span.line - 1]
    wanted = str(problem.values.get("wanted"))
    kind = next((kind for kind in KINDS if kind in wanted), None)
    return problem._replace(suggestion=lexicon.nearest(line[problem.span.column - 1:], kind,
                                                       may_begin_order=wanted == THE_END))


def _value(orders_file: OrdersText, key: str) -> str:
    return orders_file.header[key].value if key in orders_file.header else ""


def _placed(name: str, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems with their file, each once, by place; on a line, what is not understood first."""
    once = {(problem.span, problem.code, str(problem.values)): problem._replace(file=name) for problem in problems}
    return tuple(sorted(once.values(), key=lambda problem: (
        problem.span.line, problem.kind == "illegal", problem.span.column, problem.code)))


# -- a player's orders ----------------------------------------------------------------------------------------


def _player(campaign: Campaign, checked: Checked, problems: list[Problem], unread: Sequence[Statement],
            before: Sequence[Checked]) -> Checked:
    """The orders of a player, read and judged.

    Args:
        problems: those of the text and its header; what is found is added.
        unread: orders that begin with a misspelt keyword, each as the order meant.
    """
    orders: list[Order] = []
    faulty = [*unread]
    for statement in checked.statements:
        foreign = [option for option in (statement, *statement.alternatives)
                   if option.keyword == RULING or option.keyword in manual_dice.KEYWORDS]
        if foreign:
            problems.append(invalid("referee-only", foreign[0].span, keyword=foreign[0].keyword))
            continue
        order = read_statement(campaign.game, statement)
        if isinstance(order, Order):
            orders.append(order)
        else:
            problems += order
            faulty.append(statement)
    if _is_over(problems):
        return checked._replace(problems=tuple(problems))
    if checked.talk and not checked.statements:
        problems += _talk_alone(campaign, checked)
    if checked.side:
        return _judged(campaign, checked, problems, orders, faulty, before)
    judged = [_judged(campaign, checked._replace(side=side), [], orders, faulty, before) for side in campaign.senders]
    everywhere = set.intersection(*({_identity(problem) for problem in of_side.problems} for of_side in judged))
    problems += [problem for problem in judged[0].problems if _identity(problem) in everywhere]
    return checked._replace(problems=tuple(problems))


def _is_over(problems: Sequence[Problem]) -> bool:
    """Whether the game is over, so that judging orders means nothing. What is headed for another campaign or turn is
    judged as though it were for this one: mostly the header is wrong, and no fault of it hides those of the orders."""
    return any(problem.code == "game-over" for problem in problems)


def _talk_alone(campaign: Campaign, checked: Checked) -> Iterator[Problem]:
    """Why a file cannot only say something now: whatever is recorded has consequences for the game."""
    place = checked.talk[0].span
    if inputs.owes_an_answer(campaign.line, checked.side):  # standing orders would answer
        yield invalid("talk-owes-order", place)
    elif owed_links.for_the_next(campaign):
        yield invalid("talk-spends-link", place)


def _judged(campaign: Campaign, checked: Checked, problems: list[Problem], orders: list[Order],
            faulty_orders: Sequence[Statement], before: Sequence[Checked]) -> Checked:
    """The file's orders played on trial, with what the side has at hand besides.

    Args:
        faulty_orders: orders of the file that could not be read.
    """
    others, replaced = _others(campaign, checked, before, orders)
    at_hand = [order for order in (*others, *orders) if order.keyword != CANCEL]
    findings = trial(campaign, checked.side, sorted(at_hand, key=lambda order: order.until is not None), faulty_orders)
    mine = {id(order) for order in orders}
    problems += [problem for order, problem in findings.problems if id(order) in mine]
    misplaced = {id(order): problem for order in orders if (problem := timing.misplaced(campaign, order))}
    problems += misplaced.values()
    judged: dict[int, list[Understood]] = {}
    for order, understood in findings.understood:
        judged.setdefault(id(order), []).append(understood)
    faulty = {id(order) for order, _ in findings.problems} - judged.keys()
    refused: set[int] = set()
    no_moment = {*misplaced, *(id(order) for order, _ in findings.depends)}
    lines = []
    for order in orders:
        written = slips.plain(order.statement, checked.text)
        bar = findings.barred_by.get(id(order))
        barred = (say("only if line {line} stands", line=bar.statement.span.line) if bar and id(bar) in mine else "")
        undone = [left for left in (*findings.undone, *findings.closed) if left.order is order]
        read = campaign.game.in_words(order)
        if answers := judged.get(id(order)):
            first = answers[0]
            lost = sacrifice_remark(first.sacrifice, campaign.game.catalogue) if first.sacrifice else ""
            goes_on = first.stays and id(order) not in findings.through
            full = parts(dict.fromkeys(order_words(answer.order, campaign.game.write) for answer in answers))
            not_done = left_over.undone(campaign.game, undone, answers)
            more = left_over.unspoken(campaign.game, order, f"{full} {not_done}", goes_on=goes_on)
            remarks = (barred, first.note, lost, more, timing.lasting(campaign.game, order), not_done)
            lines.append(CheckedOrder(order.statement.span, written, full, listing(filter(None, remarks)), read))
            continue
        note = timing.lasting(campaign.game, order)
        if order.keyword == CANCEL:
            note = (say("ends the standing orders for {phase}", phase=order.phase) if order.body
                    else say("ends the standing orders of all phases"))
        elif id(order) not in faulty:
            late = None if id(order) in no_moment else timing.never_asked(campaign, order, findings)
            problems += [late] if isinstance(late, Problem) else []
            note = late if isinstance(late, str) else note
            hopeless = [problem.at(option.statement.span) for option in order.options
                        for problem in campaign.game.precheck(campaign.position, checked.side, option)
                        if problem.certain]
            problems += hopeless
            refused |= {id(order)} if hopeless else set()
        lines.append(CheckedOrder(order.statement.span, written, "", listing(filter(None, (barred, note))), read))
    depends = [problem for order, problem in findings.depends if id(order) in mine - refused]
    return checked._replace(problems=tuple(problems), depends=tuple(depends), lines=tuple(lines), dues=findings.dues,
                   assumed=findings.assumed, replaced=tuple(replaced))


def _others(campaign: Campaign, checked: Checked, before: Sequence[Checked],
            orders: Sequence[Order]) -> tuple[list[Order], list[ReplacedOrder]]:
    """The side's orders that this file, with the orders read in it, leaves in force, recorded or in files checked
    before, and those it does not."""
    earlier = [other for other in before if other.side == checked.side and not other.letter]
    own = len(campaign.entries) + len(earlier)  # the entry this file would be
    submissions = campaign.submissions()
    kept = [order for order in with_files(campaign, checked.side, submissions, [*earlier, checked], orders)
            if order.source and order.source[0] != own]
    sources = {order.source for order in kept}
    gone = [order for order in with_files(campaign, checked.side, submissions, earlier)
            if order.source and order.source not in sources and order.keyword != CANCEL]
    return kept, [ReplacedOrder(order.source[0], order.phase, order.until is not None, _words(order)) for order in gone
                  if order.source]


def _words(order: Order) -> str:
    """An order with those that stand in for it, in the words of its writer."""
    return f" {ELSE} ".join(option.statement.text for option in order.options)


def with_files(campaign: Campaign, side: str, submissions: Sequence[Submission],
               files: Sequence[Checked], orders: Iterable[Order] = ()) -> Iterator[Order]:
    """A side's orders that are neither used up nor replaced, if files of it were recorded now, one entry each.

    Args:
        submissions: those of the turn that count.
        orders: of these files, as far as they have been read.
    """
    first = len(campaign.entries)
    by_statement = {id(order.statement): order for order in orders}
    known = {(first + place, index): by_statement[id(statement)]._replace(source=(first + place, index))
             for place, file in enumerate(files) for index, statement in enumerate(file.statements)
             if id(statement) in by_statement}

    def read(slip: Mapping[str, Any], game: Game, source: tuple[int, int]) -> Order | tuple[Problem, ...]:
        return known.get(source) or slips.order(slip, game, source)

    typed = [inputs.SentOrders(first + place, file.adds, {index: slips.content(statement, file.text)
                                                          for index, statement in enumerate(file.statements)})
             for place, file in enumerate(files)]
    in_force = inputs.in_force(campaign.game, [*inputs.files(campaign, submissions, side), *typed],
                               {*(entry["n"] for entry in submissions), *(file.number for file in typed)}, read)
    return inputs.unused(campaign, in_force)


# -- the referee's file -----------------------------------------------------------------------------------------


def _referee(campaign: Campaign, checked: Checked, problems: list[Problem]) -> Checked:
    """Dice, cards and rulings."""
    from witp_pbem.campaign.sitting import referee

    problems += [invalid("talk-of-referee", line.span) for line in checked.talk[:1]]
    tried = referee.tried(campaign, checked.statements, problems, is_now=not _is_over(problems))
    lines = tuple(CheckedOrder(statement.span, slips.plain(statement, checked.text), full) for statement, full in tried)
    return checked._replace(problems=tuple(problems), lines=lines)
