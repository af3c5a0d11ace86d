"""Pictures of maps have their letters on every machine, also on one without any fonts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFont

from tests.each_game import Maker, install
from tests.fixtures.map_fonts import FOLDER, spoken
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report.map import draw, lacking, png
from witp_pbem.table.language import speaking

NOWHERE = ('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{folder}</dir>'
           "</fontconfig>")
DRAWN = ("import sys; from witp_pbem.report.map import lacking, png; svg = sys.stdin.buffer.read().decode(); "
         "sys.stderr.write(ascii(lacking(svg))); sys.stdout.buffer.write(png(svg, 900))")


def without_fonts(svg: str, folder: Path) -> tuple[bytes, str]:
    """A picture drawn on a machine without fonts, and the letters it lacks there."""
    (folder / "fonts.conf").write_text(NOWHERE.format(folder=folder))
    process = subprocess.run([sys.executable, "-c", DRAWN], input=svg.encode(), capture_output=True, check=True,
                             env={**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf")})
    return process.stdout, process.stderr.decode()


def test_the_fonts_have_every_letter_the_program_and_its_games_know() -> None:
    letters = set((FOLDER / "letters.txt").read_text(encoding="utf-8"))
    assert not sorted(set(spoken()) - letters), "make the fonts anew: python -m tests.fixtures.map_fonts"


def test_the_list_of_letters_is_true() -> None:
    font = ImageFont.truetype(str(FOLDER / "NotoSansMap-Regular.otf"), 24)
    nothing = bytes(font.getmask("\ue000"))
    letters = (FOLDER / "letters.txt").read_text(encoding="utf-8").rstrip("\n")
    assert nothing.strip(b"\0") and len(letters) > 3000
    assert [letter for letter in letters if bytes(font.getmask(letter)) == nothing] == []


def test_the_fonts_are_small_and_have_their_licence_beside_them() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 1_000_000
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["witp", "atoll", "alliance"])
def test_a_machine_without_fonts_draws_the_same_letters(name: str, language: str, campaign_of: Maker,
                                                        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    campaign = open_campaign(Path(campaign_of(name)))
    with speaking(language):
        svg = draw(campaign.game.narration.chart(campaign.position, (), ""))
    there, lacks = without_fonts(svg, tmp_path)
    assert there == png(svg, 900) and lacks == "''"
    bare = png(re.sub(r"<text[^>]*>[^<]*</text>", "", svg), 900)
    with Image.open(BytesIO(there)) as drawn, Image.open(BytesIO(bare)) as empty:
        apart = ImageChops.difference(drawn.convert("L"), empty.convert("L")).point(lambda grey: grey > 60 and 255)
        assert sum(apart.histogram()[1:]) > 2_000


def test_letters_no_font_has_are_named_not_left_out_in_silence(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="16">Haw 龘 &amp; 真</text></svg>'
    assert without_fonts(svg, tmp_path)[1] == ascii("龘")
    assert lacking(svg.replace("龘", "湾")) == ""
    assert lacking(svg.replace("龘", "\ufdd1")) == "\ufdd1"
