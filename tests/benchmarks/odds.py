"""How long the odds of battles take, and how far samples are off.

    python -m tests.benchmarks.odds [RUNS]

Reckons a fleet battle (exact), a fleet battle with a landing behind it (exact), and battles in three hexes one after
another (sampled), all in War in the Pacific. Times are processor times, the median of all runs and the least, with the
ratio to one play of the same battles. Of the samples, the largest error told for who wins a battle is shown.
"""

from __future__ import annotations

import sys
from statistics import median

from tests.benchmarks.replay import times
from tests.games.witp.battles import opening
from witp_pbem.campaign.disputes import odds
from witp_pbem.campaign.disputes.odds import numbered
from witp_pbem.campaign.folder import games
from witp_pbem.table.cases import CaseOpening
from witp_pbem.table.game import Game
from witp_pbem.table.manual_dice import CaseFate, ManualItem
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.sitting import sit

FLEET = "Manila: 2 Japanese naval, 1 Japanese carrier, 2 US naval"
LANDING = "Manila: 2 Japanese naval carrying 1 Japanese land, 1 Japanese carrier, 2 US naval, 1 US land"
BATTLES = {
    "one fleet battle": (FLEET,), "a landing through a fleet": (LANDING,),
    "three hexes": (FLEET, "Guadalcanal: 1 Japanese naval, 1 Japanese air, 2 UK naval",
                    "Rangoon: 2 Japanese land, 1 UK land")}


def one_play(begun: CaseOpening, game: Game) -> None:
    """One sitting from there, in which Japan throws sixes and the Allies ones."""
    orders = PendingOrders(begun.orders.pending)
    dice = [ManualItem(number, "", (0, 0)) for number in (6, 1) * 20]
    assert not sit(game, begun.position, (), orders, CaseFate(dice, []), stop=begun.is_over).dues


def main(runs: int) -> None:
    """Prints one line a chain of battles."""
    game = games.find("witp")(None)
    for name, units in BATTLES.items():
        begun = opening(*units)
        result = odds.of_case(begun, game)
        whole = times(runs, lambda begun=begun: odds.of_case(begun, game))  # type: ignore[misc]
        one = times(runs, lambda begun=begun: one_play(begun, game))  # type: ignore[misc]
        error = max(result.odds.mean(lambda aftermath, key=key: (  # type: ignore[misc]
            key in (fought := numbered(aftermath)) and fought[key].winner == game.sides[0])).error
            for key in result.battles)
        print(f"{name:26} {len(result.battles)} battles, {result.odds.plays:5} plays: {median(whole) * 1e3:7.1f} ms "
              f"(least {min(whole) * 1e3:.1f}), {median(whole) / median(one):5.0f} times one play at the table; "
              f"error at most {error * 100:.1f} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
