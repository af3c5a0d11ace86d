"""The parts of the program that are installed only where they are used, as `pip install "witp-pbem[mail]"` does."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

MAIL, SIGN, ARCHIVE, POSTGRESQL, CLUSTER = "mail", "sign", "archive", "postgresql", "cluster"

# Extra -> what it installs. Each package is imported under the name it is installed under, but for those of MODULES.
PACKAGES = {MAIL: ("imapclient", "keyring"), SIGN: ("bcrypt", "cryptography"),
            ARCHIVE: ("alembic", "pebble", "sqlalchemy", "vl-convert-python"), POSTGRESQL: ("psycopg",),
            CLUSTER: ("distributed",)}
MODULES = {"vl-convert-python": "vl_convert"}


class NotInstalled(Refusal):
    """What was asked for needs packages that are not installed."""


def require(extra: str) -> None:
    """Makes sure that the packages of an extra can be used.

    Raises:
        NotInstalled: they are not there.
    """
    try:
        for package in PACKAGES[extra]:
            if find_spec(MODULES.get(package, package)) is None:
                raise ModuleNotFoundError(package)
    except ModuleNotFoundError as error:
        needs = {MAIL: say("A mail account needs parts of the program that are not installed here; to install them, "
                           "type: {command}", command=command(extra)),
                 SIGN: say("Signatures need parts of the program that are not installed here; to install them, type: "
                           "{command}", command=command(extra))}
        raise NotInstalled(needs.get(extra) or say(
            "An archive of this kind needs parts of the program that are not installed here; to install them, type: "
            "{command}", command=command(extra))) from error


def command(extra: str) -> str:
    """What to type to have the packages of an extra in the environment this program runs in."""
    python = _as_typed(sys.executable)
    if (Path(sys.prefix) / "pipx_metadata.json").is_file():
        install: tuple[str, ...] = ("pipx", "inject", Path(sys.prefix).name)
    elif find_spec("pip"):
        install = (python, "-m", "pip", "install")
    else:
        install = ("uv", "pip", "install", "--python", python)
    return " ".join((*install, *PACKAGES[extra]))


def _as_typed(path: str) -> str:
    """A path as it is typed in a shell."""
    if sys.platform != "win32":
        return shlex.quote(path)
    return f'"{path}"' if " " in path else path
