"""What templates of the user's own may reach."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from witp_pbem.report.templates import BadTemplate, render


@pytest.mark.parametrize("name", ["../private/secrets.json", "{outside}", "./../private/secrets.json"])
def test_templates_read_nothing_outside_their_folders(name: str, tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    secret = tmp_path / "private" / "secrets.json"
    secret.write_text("the key", "utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "turn.txt.j2").write_text(
        f"{{% include '{name.format(outside=secret.as_posix())}' %}}", "utf-8")
    with pytest.raises(BadTemplate):
        render("turn.txt.j2", tmp_path, None, {})


def test_templates_in_folders_of_their_own_are_found(tmp_path: Path) -> None:
    (tmp_path / "templates" / "parts").mkdir(parents=True)
    (tmp_path / "templates" / "parts" / "head.j2").write_text("{{ words }}", "utf-8")
    (tmp_path / "templates" / "turn.txt.j2").write_text("{% include 'parts/head.j2' %}", "utf-8")
    assert render("turn.txt.j2", tmp_path, None, {"words": "Turn 4"}) == "Turn 4"


def test_the_file_and_line_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "head.j2").write_text("good\n{% if %}", "utf-8")
    (tmp_path / "turn.txt.j2").write_text("{% include 'head.j2' %}", "utf-8")
    with pytest.raises(BadTemplate, match=r"head\.j2:2"):
        render("turn.txt.j2", None, tmp_path, {})


def test_a_line_that_holds_only_a_tag_leaves_no_empty_line(tmp_path: Path) -> None:
    (tmp_path / "turn.txt.j2").write_text("one\n  {% if true %}\ntwo\n  {% endif %}\nthree", "utf-8")
    assert render("turn.txt.j2", None, tmp_path, {}) == "one\ntwo\nthree"


# -- the program's own, compiled ----------------------------------------------------------------------------

FILLED = """
import sys
from witp_pbem.report.templates import render
sys.stdout.write(render("notice.txt.j2", None, None, {"parts": ["Turn 4"]}, autoescape=False))
"""
UNCOMPILED = f"""
from jinja2 import Environment
Environment.compile = None  # nobody compiles anything
{FILLED}"""
MINE = FILLED.replace("None, None", "None, Path(sys.argv[1])").replace("import", "from pathlib import Path\nimport", 1)


def filled(prefix: Path, program: str = FILLED, *arguments: Path, keeps: bool = True) -> str:
    """A short template filled in by a Python of its own, which keeps what it compiles in a folder, or nothing at
    all."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(prefix)} | ({} if keeps else {"PYTHONDONTWRITEBYTECODE": "1"})
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)], env=environment, check=True, text=True,
                          capture_output=True).stdout


def kept(prefix: Path) -> list[Path]:
    """The templates kept, which are named by hashes."""
    return [file for file in prefix.rglob("*.pyc") if re.match("[0-9a-f]{40}-", file.name)]


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """A folder in which a template is kept."""
    assert filled(tmp_path / "kept") == "Turn 4\n\n"
    return tmp_path / "kept"


def test_templates_are_compiled_once_and_kept_as_modules_are(prefix: Path) -> None:
    assert len(kept(prefix)) == 1
    assert filled(prefix, UNCOMPILED) == "Turn 4\n\n"


def test_a_kept_template_that_is_damaged_is_made_again(prefix: Path) -> None:
    (file,) = kept(prefix)
    good = file.read_bytes()
    for damaged in (b"", good[:40], good[:-5], bytes(len(good))):
        file.write_bytes(damaged)
        assert filled(prefix) == "Turn 4\n\n"
        assert file.read_bytes() == good


def test_no_template_is_kept_where_modules_are_not(tmp_path: Path) -> None:
    assert filled(tmp_path / "kept", keeps=False) == "Turn 4\n\n"
    assert not kept(tmp_path)
    (tmp_path / "file").write_text("no folder", "utf-8")
    assert filled(tmp_path / "file") == "Turn 4\n\n"


def test_templates_of_the_users_own_are_not_kept(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notice.txt.j2").write_text("mine", "utf-8")
    (before,) = kept(prefix)
    content = before.read_bytes()
    assert filled(prefix, MINE, tmp_path / "mine") == "mine"
    assert kept(prefix) == [before] and before.read_bytes() == content
