"""The program as it is installed: a wheel, in an environment that has nothing else of the repository, and without the
parts that are installed only where they are used."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.cli.program import ROOT, Ran, here
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.record import extras
from witp_pbem.table.language import LANGUAGES

PACKAGE = ROOT / "witp_pbem"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRA = tuple(name for packages in extras.PACKAGES.values() for name in packages)

# Runs the program of a folder in an environment in which some packages cannot be imported.
RUN = """
import sys
class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {without!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Lacking())
sys.path.insert(0, {site!r})
import witp_pbem
assert witp_pbem.__file__.startswith({site!r}), witp_pbem.__file__
from witp_pbem.cli import main
main()
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as `pip` builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True,
                   capture_output=True, timeout=120)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="session")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel installs."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


def installed(site: Path, cwd: Path, *arguments: str | Path, without: tuple[str, ...] = EXTRA) -> Ran:
    """Runs what the wheel installed, in another folder and without some packages."""
    program = RUN.format(without=without, site=str(site))
    done = subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, encoding="utf-8",
                          cwd=cwd, check=False, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


# -- the wheel -----------------------------------------------------------------------------------------------------


def test_the_wheel_holds_every_file_the_program_reads(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        held = set(file.namelist())
    wanted = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    for folder in ("templates", "examples"):
        wanted |= {f"witp_pbem/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / folder).rglob("*")
                   if path.is_file()}
    wanted = {name for name in wanted if "__pycache__" not in name and name != "witp_pbem/locale/build.py"}
    assert wanted - held == set()
    assert len([name for name in held if name.endswith(".mo")]) == (2 + len(games.own())) * (len(LANGUAGES) - 1)
    assert [name for name in held if name.startswith("tests")] == []


@pytest.mark.parametrize(("language", "place", "guided"), [
    ("en", "Manila", "# Installing"), ("ja", "マニラ", "# インストール")])
def test_the_wheel_plays_reports_draws_and_mails_with_what_one_line_installs(
        site: Path, tmp_path: Path, language: str, place: str, guided: str) -> None:
    spoken = ("--lang", language)
    demo = installed(site, tmp_path, "demo", "manila", *spoken)
    assert demo.code == 0 and place in demo.out, demo.err
    for output, arguments in (("turn.html", ("report", "manila", "--format", "html")),
                              ("turn.eml", ("report", "manila", "--side", "japan", "--format", "eml")),
                              ("map.png", ("map", "manila")), ("replay.html", ("replay", "manila")),
                              ("ken.eml", ("invite", "manila", "japan"))):
        ran = installed(site, tmp_path, *arguments, "-o", output, *spoken)
        assert ran.code == 0 and (tmp_path / output).stat().st_size > 1000, ran.err
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert place in (tmp_path / "turn.html").read_text("utf-8")
    assert guided in installed(site, tmp_path, "guide", "installing", *spoken).out
    assert installed(site, tmp_path, "verify", "manila", *spoken).code == 0


@pytest.mark.long
def test_the_wheel_in_an_environment_of_its_own(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(*command: str | Path) -> Ran:
        done = subprocess.run(list(map(str, command)), cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    assert run(programs / "python", "-m", "pip", "install", "-q", wheel).code == 0
    assert "Manila" in run(programs / "witp-pbem", "demo", "manila").out
    lacking = run(programs / "witp-pbem", "key", "new", "ken.key")
    assert lacking.code == 1 and "Traceback" not in lacking.err
    assert run(*lacking.err.partition("type: ")[2].split()).code == 0
    assert run(programs / "witp-pbem", "key", "new", "ken.key").code == 0


# -- the parts that are installed where they are used ----------------------------------------------------------------


def imported() -> Iterator[tuple[str, str]]:
    """Every module of others that the program imports, with the file."""
    own = {"witp_pbem", "__future__", "hatchling", "babel", *sys.stdlib_module_names}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            for name in names:
                if (top := name.partition(".")[0]) not in own:
                    yield top, path.relative_to(PACKAGE).as_posix()


def plain(name: str) -> str:
    """A distribution's name without version, extras and spelling."""
    return re.split(r"[\[<>=~! ]", name)[0].casefold().replace("_", "-")


def test_what_is_imported_is_installed_with_the_program_or_with_an_extra() -> None:
    always = {plain(name) for name in PROJECT["dependencies"]}
    optional = PROJECT["optional-dependencies"]
    assert {name: tuple(map(plain, optional[name])) for name in extras.PACKAGES} == extras.PACKAGES
    known = packages_distributions()
    implied = {"markupsafe", "pydantic-core", "typing-extensions"}  # of jinja2 and pydantic
    missing = {(module, file) for module, file in imported()
               if not {plain(name) for name in known.get(module, [module])} & (always | set(EXTRA) | implied)}
    assert missing == set()


def test_a_mail_account_says_what_to_install(site: Path, tmp_path: Path) -> None:
    lacking = installed(site, tmp_path, "mail", "setup", "--address", "referee@gmail.com")
    assert (lacking.code, lacking.out) == (1, "")
    assert lacking.err == (f"witp-pbem: A mail account needs parts of the program that are not installed here; to "
                           f"install them, type: {sys.executable} -m pip install imapclient keyring\n")
    account = tmp_path / "account.toml"
    assert here("mail", "setup", "--address", "referee@gmail.com", "--account", account).code == 0
    assert here("new", tmp_path / "isles", "--game", "witp", "--japan", "Ken <ken@example.org>", "--allies",
                "Ann").code == 0
    for command in (("mail", "password"), ("mail", "fetch", "isles"), ("mail", "setup", "--try"),
                    ("serve", "isles", "--once")):
        ran = installed(site, tmp_path, *command, "--account", account)
        assert ran.code == 1 and "pip install imapclient keyring" in " ".join((ran.out + ran.err).split()), command
    done = json.loads(installed(site, tmp_path, "mail", "password", "--account", account, "--json").out)
    assert [problem["code"] for problem in done["problems"]] == ["not-installed"]


def test_signatures_say_what_to_install(site: Path, tmp_path: Path) -> None:
    assert here("key", "new", tmp_path / "ken.key").code == 0
    key = ("--key", f"japan={tmp_path / 'ken.key.pub'}")
    assert here("new", "--game", "witp", tmp_path / "isles", *key).code == 0
    assert here("adjudicate", tmp_path / "isles").code == 0
    orders = tmp_path / "orders.txt"
    orders.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\nbuild Taiwan\npass\n", encoding="utf-8")
    assert installed(site, tmp_path, "check", "isles", orders).code == 0, "without a signature nothing is lacking"
    assert here("key", "sign", orders, "--key", tmp_path / "ken.key").code == 0
    assert here("submit", tmp_path / "isles", orders).code == 0
    for command in (("key", "new", "new.key"), ("new", "reefs", "--game", "witp", *key),
                    ("key", "sign", orders, "--key", "ken.key"), ("check", "isles", orders), ("verify", "isles")):
        ran = installed(site, tmp_path, *command)
        assert ran.code == 1 and ran.out == "", (command, ran)
        assert ran.err.startswith("witp-pbem: Signatures need parts of the program that are not installed here; "), ran
        assert ran.err.endswith("pip install bcrypt cryptography\n"), ran
    assert installed(site, tmp_path, "verify", "isles", without=extras.PACKAGES[extras.MAIL]).code == 0


def test_the_line_to_type_fits_the_environment(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", "/home/ann lee/bin/python")
        assert extras.command("sign") == "'/home/ann lee/bin/python' -m pip install bcrypt cryptography"
        patch.setattr(extras, "find_spec", lambda name: None)
        assert extras.command("mail") == "uv pip install --python '/home/ann lee/bin/python' imapclient keyring"
        patch.setattr(sys, "platform", "win32")
        assert extras.command("mail") == 'uv pip install --python "/home/ann lee/bin/python" imapclient keyring'
        patch.setattr(sys, "prefix", str(tmp_path))
        (tmp_path / "pipx_metadata.json").touch()
        assert extras.command("mail") == f"pipx inject {tmp_path.name} imapclient keyring"
