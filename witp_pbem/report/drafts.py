"""Orders files inside a report: between two lines that a reply can quote along with them.

The lines are comments, so that orders may be sent with them or without. They are the same in every language, as the
words of the header are.
"""

from __future__ import annotations

from witp_pbem.report.layout import plain

_BEGIN, _END = "# ----- begin orders: {side}{token} -----", "# ----- end orders: {side}{token} -----"
_TOKEN = ", token {token}"


def marked(side: str, text: str, token: str = "") -> list[str]:
    """The lines of an orders file with the one before and the one after them.

    Args:
        token: what proves, in mails to that side's player, that a reply is theirs.
    """
    lines = [plain(line) for line in text.strip("\n").split("\n")]
    beside = _TOKEN.format(token=token) if token else ""
    return [_BEGIN.format(side=side, token=beside), *lines, _END.format(side=side, token=beside)]
