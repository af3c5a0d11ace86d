"""`report` in all its forms, and templates of the user's own."""

from __future__ import annotations

import re
import shutil
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from tests.cli.program import ROOT, here
from tests.stand_ins import instead, small
from witp_pbem.campaign.explaining import story
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders import choices
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.sitting.status import debts_now
from witp_pbem.cli.report import DIALECTS
from witp_pbem.report import plain_text
from witp_pbem.report.forum.dialects import FORMS
from witp_pbem.table.table import Diverged


@pytest.fixture(scope="module")
def isles(begun: Path) -> Path:
    """A campaign whose first decisions are owed; the tests only look at it."""
    return begun


@pytest.mark.parametrize(("form", "beginning"), [("text", "Turn 1, winter 1941"), ("html", "<!DOCTYPE html>")])
def test_a_report_is_printed_or_written(form: str, beginning: str, isles: Path, tmp_path: Path) -> None:
    printed = here("report", isles, "--format", form)
    assert printed.code == 0 and printed.out.startswith(beginning)
    ran = here("report", isles, "--format", form, "-o", tmp_path / "file")
    assert ran.code == 0 and (tmp_path / "file").read_text("utf-8") == printed.out
    assert here("report", isles, "--format", form, "-o", tmp_path / "file").code == 2
    assert here("report", isles, "--format", form, "-o", tmp_path / "file", "--force").code == 0


def test_a_mail_is_ready_to_send(isles: Path, tmp_path: Path) -> None:
    assert here("report", isles, "--side", "japan", "--format", "eml", "-o", tmp_path / "japan.eml").code == 0
    mail = BytesParser(policy=policy.default).parsebytes((tmp_path / "japan.eml").read_bytes())
    assert "isles" in mail["Subject"] and "ken@example.org" in mail["To"]
    assert {"text/plain", "text/html"} <= {part.get_content_type() for part in mail.walk()}


@pytest.mark.parametrize("dialect", ["phpbb", "bgg", "discourse", "discord", "reddit"])
def test_posts_keep_to_the_length_asked_for(dialect: str, isles: Path, tmp_path: Path) -> None:
    form = "bbcode" if dialect in ("phpbb", "bgg") else "markdown"
    ran = here("report", isles, "--format", form, "--dialect", dialect, "--max-chars", "1500", "-o",
              tmp_path / "post.txt")
    assert ran.code == 0
    parts = sorted(tmp_path.glob("post-*.txt"))
    assert len(parts) > 1 and all(0 < len(part.read_text("utf-8")) <= 1500 for part in parts)
    assert "Campaign: isles" in "".join(part.read_text("utf-8") for part in parts)


def test_posts_on_the_screen_are_numbered(isles: Path) -> None:
    posts = here("report", isles, "--format", "markdown", "--dialect", "discord").out
    numbers = re.findall(r"^----- post (\d+) of (\d+) -----$", posts, re.MULTILINE)
    count = len(numbers)
    assert count > 1 and numbers == [(str(number), str(count)) for number in range(1, count + 1)]


@pytest.mark.parametrize(("command", "note"), [("report", "the report for everybody"),
                                               ("replay", "the replay for everybody")])
def test_a_side_is_told_where_its_hand_cannot_be_known(command: str, note: str, isles: Path, tmp_path: Path) -> None:
    public = shutil.copytree(isles, tmp_path / "public", ignore=shutil.ignore_patterns("private"))
    for number, (folder, options, noted) in enumerate([
            (public, ("--side", "japan"), True), (public, (), False), (isles, ("--side", "japan"), False)]):
        ran = here(command, folder, *options, "-o", tmp_path / str(number))
        assert ran.code == 0 and (note in ran.err) == noted


@pytest.mark.parametrize("output", ["", ".", "..", "/"])
def test_posts_do_not_go_into_a_folder(output: str, isles: Path, tmp_path: Path) -> None:
    ran = here("report", isles, "--format", "markdown", "--dialect", "discord", "-o", output, cwd=tmp_path)
    assert ran.code == 2 and "folder" in ran.err and not ran.out
    assert not list(tmp_path.iterdir())


def test_posts_are_written_all_or_none(isles: Path, tmp_path: Path) -> None:
    (tmp_path / "post-2.md").write_text("mine", "utf-8")
    command = ("report", isles, "--format", "markdown", "--dialect", "discord", "-o", tmp_path / "post.md")
    ran = here(*command)
    assert ran.code == 2 and "post-2.md" in ran.err
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["mine"]
    assert here(*command, "--force").code == 0
    assert (tmp_path / "post-1.md").exists() and (tmp_path / "post-2.md").read_text("utf-8") != "mine"


@pytest.mark.parametrize("options", [("--format", "bbcode", "--dialect", "reddit"), ("--dialect", "bgg"),
                                     ("--max-chars", "900"), ("--format", "markdown", "--max-chars", "20"),
                                     ("--phase", "lunch"), ("--turn", "9"), ("--phase", "operations"),
                                     ("--side", "atlantis"), ("--side", ""), ("--templates", "nowhere")])
def test_what_does_not_fit_is_refused(options: tuple[str, ...], isles: Path) -> None:
    ran = here("report", isles, *options)
    assert ran.code == 2 and ran.err and not ran.out


def test_one_phase_can_be_told_alone(isles: Path) -> None:
    report = here("report", isles, "--phase", "events").out
    assert report != here("report", isles).out


def test_templates_of_the_users_own_take_precedence(isles: Path, tmp_path: Path) -> None:
    (tmp_path / "turn.html.j2").write_text("<p>{{ page.campaign }} & {{ page.when }}</p>", "utf-8")
    ran = here("report", isles, "--format", "html", "--templates", tmp_path)
    assert ran.out.startswith("<p>isles & Turn 1")


@pytest.mark.parametrize(("command", "options", "template"), [
    ("report", (), "turn.txt.j2"), ("report", ("--format", "html"), "turn.html.j2"),
    ("report", ("--format", "html"), "report.css"), ("report", ("--format", "html"), "base.css"),
    ("report", ("--format", "html"), "report.js"),
    ("report", ("--format", "eml"), "mail.html.j2"), ("report", ("--format", "bbcode"), "post.j2"),
    ("report", ("--format", "markdown"), "post.j2"), ("replay", (), "replay.html.j2"), ("replay", (), "replay.css"),
    ("replay", (), "replay.js"), ("replay", (), "blocks.html.j2")])
def test_every_template_can_be_replaced(command: str, options: tuple[str, ...], template: str, isles: Path,
                                        tmp_path: Path) -> None:
    original = (ROOT / "templates" / template).read_text("utf-8")
    mark = "MYOWN" if template.endswith((".j2", ".txt")) else "/* MYOWN */"
    (tmp_path / template).write_text(original + mark, "utf-8")
    if template == "blocks.html.j2":  # only its macros count
        (tmp_path / template).write_text(original.replace('<p class="told', '<p class="MYOWN told'), "utf-8")
    ran = here(command, isles, *options, "--templates", tmp_path, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    data = (tmp_path / "out").read_bytes()
    text = data.decode("utf-8") if "eml" not in options else "".join(
        part.get_content() for part in BytesParser(policy=policy.default).parsebytes(data).walk()
        if part.get_content_maintype() == "text")
    assert "MYOWN" in text


def test_templates_in_the_campaigns_folder_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    assert here("new", "--game", "witp", folder).code == 0
    (folder / "templates").mkdir()
    (folder / "templates" / "turn.html.j2").write_text("mine", "utf-8")
    assert here("report", folder, "--format", "html").out == "mine"
    assert here("verify", folder).code == 0


@pytest.mark.parametrize("template", ["{% if %}", "{{ nothing.at.all }}", "{{ 1 / 0 }}", "{% include 'none.j2' %}",
                                      "{{ ''.__class__.__mro__ }}", "{{ say.__init__.__globals__ }}",
                                      "{{ say.folder }}", "{{ say('{p.story}', p=page) }}",
                                      "{{ page.story.append(1) }}"])
def test_a_template_that_cannot_be_filled_in_is_named(template: str, isles: Path, tmp_path: Path) -> None:
    (tmp_path / "turn.html.j2").write_text(template, "utf-8")
    ran = here("report", isles, "--format", "html", "--templates", tmp_path)
    assert ran.code == 1 and "template" in ran.err and not ran.out


def test_the_guide_to_templates_names_every_template() -> None:
    guide = here("guide", "templates").out
    names = [path.relative_to(ROOT / "templates").as_posix() for path in sorted((ROOT / "templates").rglob("*.*"))]
    assert "mails/reminder.j2" in names and [name for name in names if f"`{name}`" not in guide] == []


def test_the_dialects_offered_are_those_the_posts_are_written_in() -> None:
    """The command names them itself, so that it need not import what writes posts before one is wanted."""
    assert {form: set(names) for form, names in DIALECTS.items()} == {form: set(names) for form, names in FORMS.items()}


def test_a_report_can_be_read_where_the_rules_no_longer_play_what_is_recorded(
        begun: Path) -> None:
    def diverges(*_: object, **__: object) -> str:
        raise Diverged(0, None, None)
    with instead(story, template=diverges):
        report = plain_text.render(story.tell(open_campaign(begun)))
    assert "WHAT IS OWED NEXT" in report and "begin orders" not in report


def test_an_orders_file_counts_what_it_does_not_list_up_to_a_number(
        begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = open_campaign(begun)
    side = next(iter(story.tell(campaign).drafts))
    legal = sum(1 for _ in debts_now(campaign, side)[0].demand.choices())
    small(monkeypatch, choices, CHOICES=2)
    assert f"# … and {legal - 2} more\n" in template(campaign, side)
    small(monkeypatch, choices, COUNTED=legal - 3)
    assert f"# … and at least {legal - 3} more\n" in story.tell(campaign).drafts[side]
