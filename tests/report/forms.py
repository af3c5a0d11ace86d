"""Everything that is told of a campaign, each form as one text."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from io import BytesIO
from zipfile import ZipFile

from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.template import template
from witp_pbem.cli.report import DIALECTS, rendered
from witp_pbem.report import position_text, replay
from witp_pbem.report.map import draw, png
from witp_pbem.table.game import holders


def mail_parts(data: bytes) -> str:
    """Everything in a mail: its headers and every part with its name, decoded."""
    mail: EmailMessage = BytesParser(policy=policy.default).parsebytes(data)  # type: ignore[arg-type]
    parts = []
    for part in mail.walk():
        parts += [f"{name}: {value}" for name, value in part.items()]
        if not part.is_multipart():
            content = part.get_content()
            parts.append(content if isinstance(content, str) else "\n".join(unzipped(content).values())
                         if part.get_content_type() == "application/zip" else content.decode("latin-1"))
    return "\n".join(parts)


def unzipped(content: bytes) -> dict[str, str]:
    """The files in a zip, by name."""
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def unpacked(page: str) -> str:
    """A replay page with its film as JSON in which nothing is markup; any other text as it is."""
    def film(packed: re.Match[str]) -> str:
        return packed[1] + zlib.decompress(b64decode(packed[2])).decode().replace("<", "\\u003c")

    return re.sub(r'(<script type="text/plain" id="film">)([^<]*)', film, page)


def _report(form: str, dialect: str = "") -> Callable[[Campaign, str], str]:
    def render(campaign: Campaign, side: str) -> str:
        parts = rendered(tell(campaign, side=side), form, dialect, None, None)
        return "\n".join(mail_parts(part) if isinstance(part, bytes) else part for part in parts)
    return render


def _map(campaign: Campaign, side: str) -> str:
    story = tell(campaign, side=side)
    svg = draw(campaign.game.narration.chart(story.position, story.entries, side), overlays=("moves", "azoc", "supply"))
    return svg + png(svg, 600).decode("latin-1")


# Form -> what it tells a side, or everybody.
FORMS: dict[str, Callable[[Campaign, str], str]] = {
    **{form: _report(form) for form in ("text", "html", "eml")},
    **{dialect: _report(form, dialect) for form, names in DIALECTS.items() for dialect in names},
    "map": _map,
    "show": lambda campaign, side: position_text.render(campaign.position, campaign.game),
    "replay": lambda campaign, side: unpacked(replay.render(tell(campaign, side=side))),
    "orders": lambda campaign, side: template(campaign, side) if side else "",
    "public orders": lambda campaign, side: "".join(template(campaign, each, public=True) for each in campaign.senders),
    "position": lambda campaign, side: json.dumps(campaign.game.to_json(campaign.position), ensure_ascii=False),
    "log": lambda campaign, side: json.dumps(campaign.entries, ensure_ascii=False),
}
DATA = ("position", "log")  # for programs, letter by letter as recorded


def hidden_cards(campaign: Campaign, side: str) -> set[str]:
    """The cards a side may not know to be held or drawn: everybody's but its own and the open ones."""
    position = campaign.position
    own = {campaign.look_for(side, slot) for slot in campaign.game.hand(position, side)} if side else set()
    others = {campaign.look(slot) for other in holders(campaign.game) for slot in campaign.game.hand(position, other)}
    return {str(card) for card in others - own if card not in campaign.state.cards.values()}
