"""What stands above the orders in a mail, told to all players where a campaign was created so (`new --talk above`).

It becomes a text of its own, recorded behind the orders. A line of it that may be an order itself, such as one that
slipped out of the form, must never be told: then nothing of it is, and the answer says so.
"""

from __future__ import annotations

from dataclasses import replace

from witp_pbem.campaign.folder import settings
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.reading import blocks
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.table.quoting import harmless

UNSAID = "unsaid"  # what a result is about: the line that may be an order
BODY = (blocks.TEXT, blocks.PAGE, blocks.QUOTED)


def with_unsaid(result: TextResult, mail: Mail) -> TextResult:
    """A result that says, where that is so, which line keeps the words above its orders from being told."""
    if _heads_orders(result) and mail.above.like_order:
        return replace(result, about={**result.about, UNSAID: mail.above.like_order})
    return result


def above(result: TextResult, mail: Mail) -> TextBlock | None:
    """The words above recorded orders as table talk, None where there are none, or none are to be told."""
    if not _heads_orders(result) or mail.above.like_order or not mail.above.paragraphs:
        return None
    words = "".join(f"Say: {harmless(paragraph)}\n" for paragraph in mail.above.paragraphs)
    alone = TextBlock(words.encode("utf-8", "replace"), blocks.TEXT, "", "", is_talk=True)
    return blocks.headed_like(alone, [result.block])


def _heads_orders(result: TextResult) -> bool:
    """Whether words may stand above what was recorded that are to be told."""
    return (result.verdict == verdicts.RECORDED and result.campaign is not None and result.checked is not None
            and bool(result.checked.statements) and result.block.where in BODY
            and settings.is_talk_above(result.campaign))
