"""The checkers pages have to pass: the W3C's for HTML, SVG and CSS (vnu-jar), and axe-core for accessibility.

    npm install --prefix .ci/node vnu-jar axe-core

They are looked for in the folder WITP_PBEM_NODE_MODULES names, else in .ci/node/node_modules; tests marked with
`needs_checkers` are skipped where they or Java are missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report import html
from witp_pbem.table.language import speaking

MODULES = Path(os.environ.get("WITP_PBEM_NODE_MODULES") or Path(__file__).parents[2] / ".ci/node/node_modules")
VNU = MODULES / "vnu-jar/build/dist/vnu.jar"
AXE = MODULES / "axe-core/axe.min.js"
JAVA = shutil.which("java")

needs_checkers = pytest.mark.skipif(
    JAVA is None or not VNU.is_file() or not AXE.is_file(),
    reason="no vnu-jar, axe-core or Java (npm install --prefix .ci/node vnu-jar axe-core; "
           "Debian: default-jre-headless)")


GUESSED = "appears to be written in"  # a guess at the language, which names and numbers lead astray
CONTAINERS = ("“container-type”", "“@container”")  # container queries, which every browser has and the checker not yet


def vnu(*pages: Path) -> list[str]:
    """What the W3C's checker finds in some pages: errors and warnings, of their style sheets too."""
    done = subprocess.run([str(JAVA), "-jar", str(VNU), "--stdout", "--format", "gnu", *map(str, pages)],
                          capture_output=True, text=True, timeout=300)
    assert not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if not any(part in line for part in (GUESSED, *CONTAINERS))]


def vnu_of_turns(turns: Iterable[tuple[str, str]], tell: Callable[[str], Story], folder: Path) -> list[str]:
    """What it finds in the pages of some turns, each in a language: in all at once, for it takes longest to start."""
    pages = []
    for name, language in turns:
        with speaking(language):
            pages.append(folder / f"{name}-{language}.html")
            pages[-1].write_text(html.render(tell(name)), "utf-8")
    return vnu(*pages)


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def axe(driver: Chrome) -> list[str]:
    """The rules the page that is open violates, each with the first elements it violates them at."""
    driver.set_script_timeout(120)
    driver.execute_script(_axe())
    violations = driver.execute_async_script(
        "const done = arguments[0];"
        "axe.run(document, {resultTypes: ['violations']}).then((results) => done(results.violations))")
    return [f"{violation['id']}: {violation['help']}: "
            + "; ".join(f"{node['target']} {node['html'][:120]}" for node in violation["nodes"][:4])
            for violation in violations]
