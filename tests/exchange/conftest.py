"""What several tests of the exchange begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.exchange import servers
from tests.exchange.servers import Servers
from tests.stand_ins import quick_pictures, quick_reports


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
    quick_pictures(monkeypatch)
    quick_reports(monkeypatch)
