"""Which mail addresses letters go to: plain ones, so that nothing in one is ever taken for a line of its own."""

from __future__ import annotations

import re

LONGEST = 254  # characters (RFC 5321)
# No dots side by side or at an end, and nothing that could begin an encoded word (RFC 2047): the library that writes
# heads refuses both.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PLAIN = re.compile(rf"(?!.{{65,}}@|.*=\?){_ATOM}(?:\.{_ATOM})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.)*"
                    r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def is_plain(address: str) -> bool:
    """Whether this is one address and nothing else, in ASCII: no name, comment, quotation mark or line end."""
    return len(address) <= LONGEST and _PLAIN.fullmatch(address) is not None
