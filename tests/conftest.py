"""No test depends on whose computer it runs on: not on his language, his terminal, his passwords, his mail account, or
how fast it is."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import each_game
from tests.stand_ins import quick_disk
from witp_pbem.exchange.mailbox import account
from witp_pbem.table.language import ENGLISH, speaking

os.environ["LC_ALL"] = "C.UTF-8"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ["XDG_CONFIG_HOME"] = os.devnull
for _name in ("LANGUAGE", account.NAMED, account.PASSWORD, "COLUMNS", "FORCE_COLOR", "NO_COLOR", "CLICOLOR",
              "CLICOLOR_FORCE"):
    os.environ.pop(_name, None)
settings.register_profile("suite", deadline=None)  # a machine may stand still for a moment
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def _nobody_pulls_the_plug() -> Iterator[None]:
    """No test of this process waits for the disk, several milliseconds an entry; the processes it starts do, and who
    tests a disk that fails puts another call there."""
    with pytest.MonkeyPatch.context() as patch:
        quick_disk(patch)
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test begins in English, whatever a command before it was told to speak."""
    with speaking(ENGLISH):
        yield


@pytest.fixture(params=each_game.NAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a kind of campaign, whose game is findable (see tests.each_game)."""
    each_game.install(monkeypatch)
    return str(request.param)


@pytest.fixture(scope="session")
def begun_of(tmp_path_factory: pytest.TempPathFactory) -> each_game.Maker:
    """The folder of a campaign of a kind, just dealt; only to be looked at, or copied."""
    return each_game.maker(each_game.begin, tmp_path_factory)


@pytest.fixture(scope="session")
def campaign_of(tmp_path_factory: pytest.TempPathFactory) -> each_game.Maker:
    """The folder of a campaign of a kind in its second turn, with sealed orders; only to be looked at, or copied."""
    return each_game.maker(each_game.second_turn, tmp_path_factory)
