"""Orders as players write them, at random: what any kind of mail must carry through unharmed."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from witp_pbem.campaign.folder import games
from witp_pbem.exchange.reading import incoming, posts
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.table import text as orders_text
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.tokens import Lexicon

ENGLISH = (
    "pass",
    "target Manila from Singapore: 1 naval via 0507",
    "build Marshalls",
    "bid 20",
    "use 1942-03 on Leyte",
    "target Manila\n  from Singapore: 1 naval via 0507\n"
    "  from Port Moresby: 1 naval carrying 1 land via 0808, 0708, 0607",
    "when battle at Manila\n  lose naval first\n  retreat to Leyte, else Palau\nend",
    "lose naval first",
    "rebuild [1 US land] at Port Moresby",
    "redeploy 2 naval from Truk to Kure",
    "target Leyte from Truk: 2 naval, 1 land",
    "standing orders\n  lose land first\nend",
    "cancel",
    "remove Samoa",
    'ruling japan gains 2 rp because "it was so agreed"',
)
JAPANESE = (
    "パス",
    "目標 マニラ\nシンガポールから: 海軍1個 0507経由",
    "建設 マーシャル諸島",
    "損害 海軍 先に",
    "目標：マニラ",
    "退却 レイテ、パラオ",
    "入札 20",
)
COMMENTS = (
    "# the logistics bases come first",
    "# He will not expect that, and if he does it costs him more than it does us, which I can live with",
    "# Sent before the turn: the card, the logistics bases, and whatever else there may be of service to the admiral",
    "# not forgotten: Leyte",
)
LUCK = ("a word of my own", "fortuna", "the smell of rain on hot stones", "rain")
HASH = "4a24ff7abf224253f7adc392b4006ce553c42d176aba8c0a63e065b976ad5a45"


class Written(NamedTuple):
    """An orders file, and what it means."""

    text: str
    campaign: str
    side: str
    is_japanese: bool

    @property
    def meaning(self) -> object:
        return meaning(self.text)


def read(raw: bytes) -> Mail:
    """A mail for campaigns of War in the Pacific."""
    return incoming.read(raw, [games.find("witp")(None)])


def read_post(data: bytes | str) -> tuple[TextBlock, ...]:
    """A post for a campaign of War in the Pacific."""
    return posts.read_post(data, games.find("witp")(None))


@cache
def lexicon() -> Lexicon:
    return full_lexicon(games.find("witp")(None))


def meaning(text: str) -> tuple[dict[str, str], list[tuple[str, list[str]]]]:
    """What the reader of orders makes of a text, wherever in it the words stand."""
    orders = orders_text.read(text, lexicon())
    statements = [(each.keyword, [token.value for token in each.tokens]) for each in orders.statements]
    return {key: value.value for key, value in orders.header.items()}, statements


def write(chance: random.Random, japanese: bool = True, comments: bool = True) -> Written:
    """Random orders; `japanese` says whether some of them may be."""
    use_japanese = japanese and chance.random() < 0.4
    campaign = chance.choice(("manila", "isles-1942", "leyte"))
    side = chance.choice(("japan", "Japan", "allies", "Allies"))
    lines = [f"Campaign: {campaign}", f"Turn: {chance.randint(1, 12)}", f"Side: {side}"]
    if use_japanese and chance.random() < 0.5:
        lines = [f"キャンペーン: {campaign}", f"ターン: {chance.randint(1, 12)}", f"陣営: {side}"]
    if chance.random() < 0.5:
        lines.insert(2, chance.choice(("Phase: operations", "Phase: bases")))
    if chance.random() < 0.5:
        lines.append(f"After: {HASH}")
    if chance.random() < 0.3:
        lines.append(f"Luck: {chance.choice(LUCK)}")
    lines.append("")
    for _ in range(chance.randint(1, 6)):
        if comments and chance.random() < 0.4:
            lines.append(chance.choice(COMMENTS))
        order = chance.choice(JAPANESE if use_japanese and chance.random() < 0.6 else ENGLISH)
        if comments and chance.random() < 0.2:
            order = order.replace("\n", "  " + chance.choice(COMMENTS) + "\n", 1)
        lines += order.split("\n")
        if chance.random() < 0.3:
            lines.append("")
    return Written("\n".join(lines).rstrip() + "\n", campaign, side, use_japanese)
