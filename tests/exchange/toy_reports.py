"""Short reports, which take no time to tell: who is waited for, a draft, and the packet."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from tests.campaign.desk import install_toy
from tests.stand_ins import release
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange.compose import subject_of
from witp_pbem.exchange.desk import reports
from witp_pbem.report import mail
from witp_pbem.report.drafts import marked


class ToyStory(NamedTuple):
    """What a report is made of."""

    campaign: Campaign
    side: str
    now: bool
    dues: tuple[Mapping[str, Any], ...]
    drafts: Mapping[str, str] = MappingProxyType({})


def install(patch: pytest.MonkeyPatch) -> None:
    """Makes the toy game findable, and its reports short."""
    install_toy(patch)
    release(patch, reports, tell=_tell)
    release(patch, mail, message=_message)


def _tell(campaign: Campaign, *, sitting: int | None = None, side: str = "") -> ToyStory:
    now = sitting is None or sitting == campaign.last_sitting.get("number")
    return ToyStory(campaign, side, now, tuple(status(campaign).owed) if now else ())


def _message(story: ToyStory, templates: None = None, extra: mail.Extra = mail.NOTHING) -> EmailMessage:
    lines = [*extra.notices]
    for side, draft in story.drafts.items():
        lines += marked(side, draft, extra.tokens[side])
    letter = EmailMessage(mail.POLICY)
    letter.set_content("\n".join([*lines, ""]))
    if extra.packet:
        letter.add_attachment(extra.packet.content, "application", "octet-stream", filename=extra.packet.name)
    letter["Subject"] = subject_of(story.campaign)
    roots = mail.roots(story.campaign.founding["hash"], story.campaign.turn)
    letter["References"] = " ".join(f"<{each}>" for each in roots)
    return letter
