"""Golden transcripts: mails in, all mails out, as somebody last looked at them.

Each folder of `golden/` is a scene: mails `1.eml`, `2.eml` … put on the desk an hour apart, and `out.txt`, what became
of each and every letter that went out. The campaign is a seeded one whose Japan owes its logistics bases; the Japanese
scenes are of a desk where Japan reads Japanese. In the mails, `{report japan}` is the id of a report to Japan,
`{token japan}` its token, `{asked}` the id of the last question that went out and `{date}` a date. What hangs on hashes
is masked in `out.txt`. UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import os
import re
import shutil
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.exchange.posting import ACCOUNT, ANN, KEN, NOW, letters_in, no_dns
from tests.exchange.transcripts import letter, masked
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token
from witp_pbem.exchange.desk import intake
from witp_pbem.exchange.verdicts import MailResult
from witp_pbem.report import mail

GOLDEN = Path(__file__).parent / "golden"
SCENES = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())
HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def manila(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose first decision is owed, to be copied."""
    folder = tmp_path_factory.mktemp("golden") / "manila"
    create(folder, Wishes("witp", campaign="manila", seed="manila", players={"japan": KEN, "allies": ANN}))
    adjudicate(folder)
    return folder


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_goes_as_it_went(scene: str, manila: Path, tmp_path: Path) -> None:
    shutil.copytree(manila, tmp_path / "manila")
    if scene.startswith("japanese"):
        set_language(tmp_path / "manila", "japan", "ja")
    text = transcript(GOLDEN / scene, tmp_path)
    path = GOLDEN / scene / "out.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{scene} differs; look, then run with UPDATE_GOLDEN=1"


def transcript(scene: Path, root: Path) -> str:
    """What becomes of the mails of a scene, and every letter that goes out."""
    office, pieces, seen = offices.of_root(root), [], 0
    for number, path in enumerate(sorted(scene.glob("*.eml"), key=lambda path: int(path.stem))):
        now = NOW + number * HOUR
        raw = filled(path.read_text("utf-8"), root, now)
        taken = intake.take(offices.campaigns(root), office, raw, now, ACCOUNT, dns=no_dns)
        pieces.append(f"===== {path.name}: {verdict(taken)}\n")
        letters = letters_in(root)
        pieces += [letter(key, message) for key, message in letters[seen:]]
        seen = len(letters)
    return masked("\n".join(pieces))


def filled(text: str, root: Path, now: object) -> bytes:
    """A mail with its ids and tokens."""
    assert hasattr(now, "astimezone")
    campaign = open_campaign(root / "manila")
    asked = [message["Message-ID"] for key, message in letters_in(root) if key.startswith("confirm:")]
    text = re.sub(r"\{token (\w+)\}", lambda match: token.of(campaign, match[1]), text)
    text = re.sub(r"\{report (\w+)\}",
                  lambda match: f"<report.{'0' * 16}.{match[1]}.{token.of(campaign, match[1])}@example.net>", text)
    text = text.replace("{asked}", asked[-1] if asked else "").replace("{date}", format_datetime(now))  # type: ignore[arg-type]
    return text.replace("\n", "\r\n").encode()


def verdict(taken: MailResult) -> str:
    """What became of a mail, in one line."""
    blocks = [" ".join(filter(None, [each.side, each.verdict, each.reason, each.proof and f"(proof: {each.proof})"]))
              for each in taken.handled]
    return "; ".join(blocks) or " ".join(filter(None, [taken.side, taken.verdict, taken.reason]))


def test_the_scenes_are_there_and_each_is_told() -> None:
    assert len(SCENES) >= 12
    assert all((GOLDEN / scene / "1.eml").is_file() for scene in SCENES)


def test_what_everybody_reads_carries_no_token(manila: Path) -> None:
    campaign = open_campaign(manila)
    tokens = [token.of(campaign, side) for side in ("japan", "allies", "referee")]
    for side in ("", "japan"):
        shown = mail.render(tell(campaign, side=side)).decode().replace("=\r\n", "")
        assert not any(each in shown for each in tokens)
