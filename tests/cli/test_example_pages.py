"""The pages of the examples that read-mes link are those the program writes today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fixtures.example_pages import FOLDER, PAGES, make


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for example in PAGES:
        (folder / example).mkdir()
        make(example, folder / example)
    return folder


def lasting(file: Path) -> bytes:
    """A file without hashes: those of a campaign grow from its secrets."""
    return re.sub(rb"[0-9a-f]{16,}", b"", file.read_bytes())


@pytest.mark.parametrize(("example", "name"), [(example, name) for example, pages in PAGES.items() for name in pages])
def test_what_is_kept_is_what_is_written(written: Path, example: str, name: str) -> None:
    kept = FOLDER / example / name
    assert lasting(kept) == lasting(written / example / name), "python -m tests.fixtures.example_pages"
    read_me, about = (file.read_text(encoding="utf-8") for file in (Path("README.md"), kept.parent / "README.md"))
    assert f"examples/{example}/{name}" in read_me or f"({name})" in about
