"""What several tests of the exchange begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.exchange import servers
from tests.exchange.servers import Servers
from tests.report.test_mail import POINT
from witp_pbem.report import mail


@pytest.fixture(scope="session")
def mail_servers() -> Iterator[Servers]:
    """A Postfix and a Dovecot for all tests of this process; each xdist worker has its own."""
    if why := servers.missing():
        pytest.skip(why)
    with servers.running() as running:
        yield running


@pytest.fixture
def post(mail_servers: Servers) -> Servers:
    """The same with empty mailboxes."""
    mail_servers.empty()
    return mail_servers


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of one point in the place of the map, and a word in that of the full report: both take their time.
    `monkeypatch.undo()` gives a test the real ones."""
    monkeypatch.setattr(mail, "png", lambda svg, width: POINT)
    monkeypatch.setattr(mail.html, "render", lambda story, templates: "<!DOCTYPE html><title>report</title>")
