"""The other program: where its package lies, unpacked or installed for a while where it has to be."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from witp_pbem.archive import pack
from witp_pbem.archive.otherwise.program import MODULE, Program, last_words, run
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say

WHEEL = ".whl"
PACKAGE = "witp-pbem"  # in the index of packages
MOST_FILES, LARGEST = 20_000, 512 * 1024 * 1024  # of a wheel: files, and bytes of all together
RELEASE = re.compile(r"[0-9][0-9A-Za-z.!+-]*")
_PYTHONS = ("bin/python", "Scripts/python.exe")


class NoProgram(Refusal):
    """What was named is no program, or cannot be run."""

    exit_code = USAGE


def is_program(name: str) -> bool:
    """Whether a name is that of a program: a source tree, a wheel, an environment or, where there is no such file, a
    release."""
    path = Path(name)
    if path.is_dir():
        return _is_source(path) or _python(path) is not None
    return path.suffix == WHEEL if path.exists() else RELEASE.fullmatch(name) is not None


def _is_source(folder: Path) -> bool:
    return (folder / MODULE / "__init__.py").is_file()


def _python(folder: Path) -> Path | None:
    """The interpreter of an environment."""
    return next((folder / python for python in _PYTHONS if (folder / python).is_file()), None)


@contextmanager
def program(name: str) -> Iterator[Program]:
    """A program, for as long as it is needed.

    Args:
        name: see `is_program`.
    Raises:
        NoProgram: it cannot be run.
        OSError: the wheel cannot be read.
    """
    with TemporaryDirectory(prefix="witp-pbem-program-") as work:
        there = _there(Path(name), Path(work))
        try:
            ran = run(there, "--version", folder=Path(work))
        except OSError as error:
            raise NoProgram(say('The program in "{name}" cannot be run: {reason}', name=name, reason=error)) from error
        if ran.returncode:
            raise NoProgram(say('The program in "{name}" cannot be run: {reason}', name=name,
                                reason=last_words(ran.stderr)))
        yield there


def _there(path: Path, work: Path) -> Program:
    if path.is_dir() and not _is_source(path):
        return Program(str((_python(path) or path).absolute()), "")
    if path.is_dir():
        return Program(sys.executable, str(path.absolute()))
    if path.exists():
        _unpack(path, work)
    else:
        _install(str(path), work)
    if not _is_source(work):
        raise NoProgram(say('There is no witp-pbem in "{name}".', name=path))
    return Program(sys.executable, str(work))


def _unpack(wheel: Path, work: Path) -> None:
    """Unpacks a wheel.

    Raises:
        NoProgram: it is damaged, too large, or a name in it leads elsewhere.
    """
    try:
        files = pack.unzipped(wheel.read_bytes(), MOST_FILES, LARGEST)
    except pack.UnfitPack as error:
        raise NoProgram(say('"{name}" cannot be unpacked: {reason}.', name=wheel, reason=error)) from error
    for name, content in files.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_bytes(content)


def _install(release: str, work: Path) -> None:
    """Installs a release from the index of packages.

    Raises:
        NoProgram: that fails.
    """
    if find_spec("pip") is None:
        raise NoProgram(say("To install release {release}, pip is needed, which is not installed here. Install the "
                            "release into an environment of its own, and name the folder of that.", release=release))
    ran = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--target",
         str(work), f"{PACKAGE}=={release}"], check=False, capture_output=True, encoding="utf-8", errors="replace",
        stdin=subprocess.DEVNULL)
    if ran.returncode:
        raise NoProgram(say("Release {release} cannot be installed: {reason}", release=release,
                            reason=last_words(ran.stderr)))
