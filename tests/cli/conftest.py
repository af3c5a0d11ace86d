"""What several tests of the command line begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose first decisions are owed, to be copied or only looked at."""
    folder = tmp_path_factory.mktemp("begun") / "isles"
    assert here("new", folder, "--game", "witp", "--japan", "Ken <ken@example.org>", "--allies", "Ann", "--seed",
                "isles").code == 0
    assert here("adjudicate", folder).code == 0
    return folder


@pytest.fixture(scope="session")
def manila(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's campaign, only to be looked at."""
    folder = tmp_path_factory.mktemp("demo") / "manila"
    assert here("demo", folder).code == 0
    return folder
