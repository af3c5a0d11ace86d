"""Players who order nothing but what their forms offer: they take away `#`, and type no word of their own.

    python -m tests.form_players [--campaigns 20] [--first 0] [--game witp] [--again "pass operation"] [--singly]

Each player opens the form the program writes (`witp-pbem orders`). They take away the `#` of one order for each
decision that is owed or, by seeded chance, of orders for its phase that may answer it; of every second one of the
other orders; and of all wishes and passes that save mails. What is refused goes behind its `#` again. A new form is
filled in whenever something is owed. Mails are those of all players together, those refused among them. With
`--again` they leave some orders out, so as to be asked again; with `--singly` they answer what is owed and order
nothing ahead.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.random_players import PLAYERS, WITP
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.orders.template import HANGING, template
from witp_pbem.campaign.sitting.adjudicate import adjudicate

OWED = "Legal now; remove the # in front"
LIKED = "If you like:"
CLOSING = "To be asked nothing more in this phase:"
MOST_SITTINGS = 2000
CORRECTIONS = 8
LAST_TURNS = (4, 5, 6)


class Offered(NamedTuple):
    """An order of a form: what stands above it (one of the leads) and on which line, and its lines, from where to
    where."""

    lead: str
    under: int
    first: int
    last: int


def goes_on(line: str) -> bool:
    """Whether an order goes on below a line of a form: it ends with a word that wants another."""
    return line.endswith((",", ":", *(f" {word}" for word in HANGING)))


def offers(lines: list[str]) -> Iterator[Offered]:
    """The orders of a form that only wait for their `#` to be taken away."""
    lead, under, first = "", 0, -1
    for number, line in enumerate([*lines, ""]):
        text = line.removeprefix("# ")
        if first >= 0 and not goes_on(lines[number - 1]):
            yield Offered(lead, under, first, number)
            first = -1
        if first >= 0 or line.startswith("#     "):
            continue
        if not line.startswith("# ") or text.startswith(("…", "  ")):
            lead = ""
        elif text.startswith((OWED, LIKED, CLOSING)):
            lead, under = next(known for known in (OWED, LIKED, CLOSING) if text.startswith(known)), number
        elif lead:
            first = number


class Habits(NamedTuple):
    """How players fill in forms.

    Attributes:
        again: orders that would close a phase, in the words of the form, which they leave out where they have ordered
            something for the phase, so as to be asked again behind it; what is owed they answer by such orders ahead.
        singly: they answer what is owed, and order nothing ahead.
    """

    again: tuple[str, ...] = ()
    singly: bool = False


AS_OFFERED = Habits()


def _words(line: str) -> str:
    """The order on a line of a form."""
    return line.removeprefix("# ").partition("#")[0].strip()


def is_answered(lines: list[str], owed: list[Offered], behind: list[Offered]) -> bool:
    """Whether the orders offered next may answer what is owed: those for the phase, or those that close it where there
    is an order of the same keyword among them."""
    keywords = {lines[offered.first].split()[1] for offered in owed} - {"pass"}
    return behind[0].lead == LIKED or behind[0].lead == CLOSING and any(
        lines[offered.first].split()[1] in keywords for offered in behind)


def filled_in(form: str, chance: random.Random, habits: Habits = AS_OFFERED) -> str:
    """A form with the `#` of some orders taken away."""
    lines = form.splitlines()
    groups = [list(group) for _, group in groupby(offers(lines), key=lambda offered: offered.under)]
    answered = liked = False
    for place, group in enumerate(groups):
        taken = group
        if habits.singly:
            taken = [chance.choice(group)] if group[0].lead == OWED else []
        elif group[0].lead == OWED:
            more = place + 1 < len(groups) and is_answered(lines, group, groups[place + 1])
            answered = not more or chance.randrange(8 if habits.again else 2) == 0
            taken = [chance.choice(group)] if answered else []
        elif group[0].lead == LIKED:
            taken = [] if answered else [offered for offered in group if chance.randrange(2)]
            answered, liked = False, any(not _words(lines[offered.first]).startswith("pay") for offered in taken)
        else:
            taken = [offered for offered in group if not liked or _words(lines[offered.first]) not in habits.again]
            answered = liked = False
        for offered in taken:
            for number in range(offered.first, offered.last):
                lines[number] = " " + lines[number][1:]
    return "\n".join(lines) + "\n"


def play(folder: Path, seed: int, game: str, habits: Habits = AS_OFFERED) -> Counter[str]:
    """A campaign of players who fill in forms."""
    chance, players = random.Random(f"forms {seed}"), PLAYERS[game]
    scenario = "short" if game == WITP.game else chance.choice(list(players.scenarios))
    options = {"last_turn": str(LAST_TURNS[seed % len(LAST_TURNS)])} if game == WITP.game else {}
    figures: Counter[str] = Counter(campaigns=1)
    with players.world():
        create(folder, Wishes(game=game, seed=f"forms {seed}", scenario=scenario, options=options,
                              data=players.data(scenario, seed)))
        written: dict[str, int] = {}
        for _ in range(MOST_SITTINGS):
            result = adjudicate(folder)
            campaign = open_campaign(folder)
            figures["sittings"] += 1
            if result.over:
                break
            owing = {due.demand.side for due in result.dues}
            for side in campaign.senders:
                if side not in owing and written.get(side) == campaign.turn:
                    continue
                written[side] = campaign.turn
                figures.update(f"owed {due.demand.code}" for due in result.dues if due.demand.side == side)
                _send(folder, side, filled_in(template(campaign, side), chance, habits), figures)
        else:
            raise AssertionError("the campaign does not end")
        first = campaign.game.from_json(campaign.founding["opening"]).turn
        figures["turns"] += campaign.turn - max(first, 1) + 1
    return figures


def _send(folder: Path, side: str, text: str, figures: Counter[str]) -> None:
    """Submits a form; what is refused goes behind its `#` again first, as `check` says."""
    for _ in range(CORRECTIONS):
        figures["mails"] += 1
        recorded = submit(folder, [(f"{side}.txt", text.encode())])
        if recorded.stands:
            return
        problems = recorded.checked[0].problems
        if [problem.code for problem in problems] == ["nothing-ordered"]:
            return
        figures["refused"] += 1
        figures.update(f"refused {problem.code}" for problem in problems)
        text = _without(text, {problem.span.line for problem in problems})
    raise AssertionError((text, problems))


def _without(text: str, wrong: set[int]) -> str:
    """A form with the orders on some lines behind their `#` again."""
    lines = text.splitlines()
    for number in sorted(wrong):
        first = number - 1
        while first and goes_on(lines[first - 1]):
            first -= 1
        last = number
        while last < len(lines) and goes_on(lines[last - 1]):
            last += 1
        for place in range(first, last):
            if lines[place].startswith(" "):
                lines[place] = "#" + lines[place][1:]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plays the campaigns and prints the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--campaigns", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--game", default=WITP.game, choices=list(PLAYERS))
    parser.add_argument("--again", action="append", default=[])
    parser.add_argument("--singly", action="store_true")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    sittings: list[float] = []  # a turn, of each campaign
    for seed in range(given.first, given.first + given.campaigns):
        folder = Path(tempfile.mkdtemp(prefix="forms-"))
        figures = play(folder / "c", seed, given.game, Habits(tuple(given.again), given.singly))
        total += figures
        sittings.append(figures["sittings"] / figures["turns"])
        shutil.rmtree(folder)
    print(f"{total['campaigns']} campaigns, {total['turns']} turns, {total['sittings']} sittings, {total['mails']} "
          f"mails: {total['mails'] / total['turns']:.2f} mails a turn; {total['refused']} of them refused.")
    print(f"Sittings a turn: {total['sittings'] / total['turns']:.2f}; of the campaigns the median "
          f"{sorted(sittings)[len(sittings) // 2]:.2f}, the worst {max(sittings):.2f}.")
    for name, count in sorted(total.items()):
        if name.startswith(("owed", "refused ")):
            print(f"  {name}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
