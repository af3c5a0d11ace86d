"""No test depends on whose computer it runs on: not on his language, his passwords or his mail account."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from witp_pbem.exchange.mailbox import account
from witp_pbem.table.language import ENGLISH, speaking

os.environ["LC_ALL"] = "C.UTF-8"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
for _name in ("LANGUAGE", account.NAMED, account.PASSWORD):
    os.environ.pop(_name, None)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test begins in English, whatever a command before it was told to speak."""
    with speaking(ENGLISH):
        yield
