"""Orders as they are copied from forums, by the way a forum shows them."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import NamedTuple


class Post(NamedTuple):
    """A way to post orders, and whether the orders come back as the writer's own."""

    make: Callable[[str], str]
    is_own: bool = True


OTHER = "Campaign: other\nTurn: 1\nSide: allies\npass"
POSTS = {
    "as it stands": Post(lambda text: text),
    "with words around": Post(lambda text: f"Here they come!\n\n{text}\nCheers\nKen\n"),
    "phpBB code": Post(lambda text: f"My orders:\n[code]{text}[/code]\nhave fun with that, Ann\n"),
    "phpBB spoiler": Post(lambda text: f"[spoiler=do not look]{text}[/spoiler]and more words\n"),
    "phpBB answer": Post(lambda text: f"[quote=Ann post_id=12 time=1763800000 user_id=7]{OTHER}[/quote]\n{text}"),
    "quotation in a quotation": Post(lambda text: f'[quote="Ann"][quote=Ken]{OTHER}[/quote]hm[/quote]\n{text}'),
    "quotation filled in": Post(
        lambda text: (
            f"[quote=desk]# ----- begin orders: japan -----\n{text}# ----- end orders: japan -----[/quote]\nas above\n"
        ),
        is_own=False,
    ),
    "bold and coloured": Post(lambda text: f"[color=#ff0000][b]{text.replace('Side:', '[/b]Side:[b]')}[/b][/color]"),
    "BoardGameGeek": Post(lambda text: f'[q="Ann"]{OTHER}[/q]\n[o]{text}[/o]\n[size=7]posted from a phone[/size]'),
    "BoardGameGeek monospace": Post(lambda text: f"[c]{text}[/c]\n"),
    "Discord spoiler": Post(lambda text: f"||{text.strip()}||\n"),
    "Discord spoilers by line": Post(
        lambda text: "\n".join(f"||{line}||" if line else "" for line in text.split("\n"))
    ),
    "fences": Post(lambda text: f"orders:\n```\n{text}```\nsee you on Sunday, all of you\n"),
    "fences in a spoiler": Post(lambda text: f"||```text\n{text}```||\n"),
    "Discourse details": Post(lambda text: f'[details="orders"]\n{text}\n[/details]\nthat was it\n'),
    "Markdown answer": Post(lambda text: "> " + OTHER.replace("\n", "\n> ") + f"\n\n{text}"),
    "Reddit spoiler": Post(lambda text: "\n".join(f">!{line}!<" if line else "" for line in text.split("\n"))),
    "Reddit code": Post(lambda text: "".join(f"    {line}\n" for line in text.split("\n"))),
    "bold Markdown": Post(lambda text: text.replace("Campaign:", "**Campaign:**").replace("Turn:", "__Turn:__")),
    "copied from a page": Post(
        lambda text: (
            f"Re: Turn 4\n#17\nPost by Ken » Sun Nov 22, 2026 9:00 am\n\n{text}\n"
            "Last edited by Ken on Sun Nov 22, 2026 9:05 am, edited 1 time in total.\nTop\n"
        )
    ),
    "copied below a quotation": Post(lambda text: f"Ann wrote: ↑Sun Nov 22, 2026 8:00 am\n{OTHER}\n\n{text}"),
    "page": Post(
        lambda text: (
            f'<div class="post"><blockquote><cite>Ann wrote:</cite><p>{OTHER}</p></blockquote>'
            f"<p>{html.escape(text).replace(chr(10), '<br>')}</p></div>"
        )
    ),
    "page with code": Post(
        lambda text: (
            f'<p>orders</p><div class="codebox"><pre><code>{html.escape(text)}</code></pre></div>'
            "<p>and some more words</p>"
        )
    ),
    "entities": Post(lambda text: html.escape(text).replace(" ", "&nbsp;")),
    "blanks that do not break": Post(lambda text: text.replace(" ", "\xa0")),
    "curly marks": Post(lambda text: text.replace(' "', " “").replace('"', "”").replace("1942-", "1942–")),
    "line ends of Windows": Post(lambda text: text.replace("\n", "\r\n")),
}
