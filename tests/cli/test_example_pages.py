"""The pages of the example that the read-me links are those the program writes today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fixtures import example_pages


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    example_pages.make(folder)
    return folder


def lasting(file: Path) -> bytes:
    """A file without hashes: those of a campaign grow from its secrets."""
    return re.sub(rb"[0-9a-f]{16,}", b"", file.read_bytes())


@pytest.mark.parametrize("name", example_pages.PAGES)
def test_what_is_kept_is_what_is_written(written: Path, name: str) -> None:
    kept = example_pages.FOLDER / name
    assert lasting(kept) == lasting(written / name), "python -m tests.fixtures.example_pages"
    assert f"examples/{example_pages.EXAMPLE}/{name}" in Path("README.md").read_text(encoding="utf-8")
