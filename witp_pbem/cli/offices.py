"""What the commands of the desk work with: the mail account, and one campaign or a folder of campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account

class NotNow(Refusal):
    """Another process is at work."""


def account_in(file: Path | None) -> Account | None:
    """The account in the file named, or the usual one; None where there is none.

    Raises:
        BadAccount: it cannot be used, or the file named does not exist.
    """
    from witp_pbem.exchange.mailbox import account

    return account.find(file)


def campaigns_in(root: Path) -> list[Path]:
    """The campaigns kept at or below a folder.

    Raises:
        NoCampaign: it is not a folder, or there are none.
    """
    from witp_pbem.campaign.folder.opening import NoCampaign
    from witp_pbem.exchange import office

    if not root.is_dir():
        raise NoCampaign(say('"{folder}" is not a folder.', folder=root))
    folders = office.campaigns(root)
    if not folders:
        raise NoCampaign(say('No campaign is kept in "{folder}" or below it: a keeper\'s copy has a folder private/.',
                             folder=root))
    return folders


def offices_of(folders: list[Path], root_office: Path) -> list[Path]:
    """The offices of campaigns, and that of their folder, each once."""
    from witp_pbem.exchange import office as offices

    return list(dict.fromkeys([*(offices.of_campaign(folder) for folder in folders), root_office]))


@contextmanager
def alone(root: Path) -> Iterator[list[Path]]:
    """The campaigns kept at or below a folder, with their offices locked.

    Raises:
        NotNow: another process is at work in one of them.
        NoCampaign: there is none.
    """
    from witp_pbem.exchange import office as offices

    folders = campaigns_in(root)
    with ExitStack() as stack:
        for office in offices_of(folders, offices.of_root(root)):
            if not stack.enter_context(offices.at_work(office)):
                raise NotNow(say("Somebody else is at work in {office} (a round of `serve`?). Nothing was "
                                 "done; try again in a moment.", office=office))
        yield folders
