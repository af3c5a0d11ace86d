"""Orders files inside a report: between two lines that a reply can quote along with them.

The lines are comments, so that orders may be sent with them or without. They are the same in every language, as the
words of the header are.
"""

from __future__ import annotations

from witp_pbem.report.layout import plain
from witp_pbem.report.page import Draft

_BEGIN = "# ----- begin orders: {side} -----"
_END = "# ----- end orders: {side} -----"


def marked(draft: Draft) -> list[str]:
    """The lines of an orders file with the one before and the one after them."""
    lines = [plain(line) for line in draft.text.strip("\n").split("\n")]
    return [_BEGIN.format(side=draft.side), *lines, _END.format(side=draft.side)]
