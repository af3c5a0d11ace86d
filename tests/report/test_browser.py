"""The HTML report in a real browser: it opens, tells the story and never has to be scrolled sideways."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden" / "manila.html"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# A page that puts the report into a frame and writes down how wide it came out.
FRAME = """<!doctype html><body><iframe id="frame" src="report.html" width="{width}" height="900"></iframe>
<script>document.getElementById("frame").onload = function () {{
  var page = this.contentDocument.documentElement;
  document.body.setAttribute("data-wide", page.scrollWidth - page.clientWidth);
  document.body.setAttribute("data-words", this.contentDocument.body.innerText.length);
}};</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (Debian package: chromium)")
@pytest.mark.parametrize("width", [1200, 390])
def test_the_report_opens_and_fits_its_window(width: int, tmp_path: Path) -> None:
    shutil.copy(GOLDEN, tmp_path / "report.html")
    (tmp_path / "frame.html").write_text(FRAME.format(width=width))
    done = subprocess.run(
        [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--allow-file-access-from-files",
         f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=5000", "--dump-dom",
         (tmp_path / "frame.html").as_uri()],
        capture_output=True, text=True, timeout=120, check=True)
    wide = re.search(r'data-wide="(\d+)"', done.stdout)
    words = re.search(r'data-words="(\d+)"', done.stdout)
    assert wide and words, done.stdout[:500]
    assert int(wide[1]) == 0
    assert int(words[1]) > 2000
