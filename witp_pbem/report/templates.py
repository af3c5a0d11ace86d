"""Templates: the program's own, or a user's in their place.

A template is looked for in the folder named with --templates, in `templates/` of the campaign's folder, and among the
program's own. Users' templates run in a sandbox: they see the content of a report and nothing of the machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from witp_pbem import __version__
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.report.layout import plain
from witp_pbem.table.language import language, say

FOLDER = "templates"


class BadTemplate(Refusal):
    """A template of the user's own cannot be filled in."""


def render(name: str, campaign: Path | None, extra: Path | None, values: Mapping[str, Any],
           *, autoescape: bool = True) -> str:
    """A template filled in.

    Args:
        name: of the template's file.
        campaign: the campaign's folder.
        extra: the folder named with --templates.
        values: what the template sees, besides `say`, `plural` and `language`.
        autoescape: off for forms that are no markup; the values have to be made safe before.
    Raises:
        BadTemplate: a user's template cannot be filled in.
    """
    folders = tuple(folder for folder in (extra, campaign / FOLDER if campaign else None) if folder and folder.is_dir())
    try:
        return _environment(folders, autoescape).get_template(name).render(
            **values, say=_say, plural=_plural, language=language())
    except Exception as error:  # whatever a user's template does is theirs to mend; the program's own do not fail
        if not folders:
            raise
        line = getattr(error, "lineno", None)
        raise BadTemplate(say("A template of your own cannot be filled in ({file}{line}): {error}",
                              file=getattr(error, "name", None) or name, line=f":{line}" if line else "",
                              error=f"{type(error).__name__}: {error}")) from error


class _Compiled(BytecodeCache):
    """The program's own templates, compiled and kept as Python keeps modules: with those of this folder, and only where
    it writes any. A bucket knows whether what is kept was made of the same text for this Python and this Jinja."""

    def __init__(self, autoescape: bool) -> None:
        self.kind = f"{__version__}-{autoescape}"

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            with self._file(bucket).open("rb") as file:
                bucket.load_bytecode(file)
        except Exception:  # nothing is kept yet, or it is damaged, in whatever way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        file = self._file(bucket)
        fresh = file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(file)

    def _file(self, bucket: Bucket) -> Path:
        return Path(cache_from_source(str(Path(__file__).with_name(f"{bucket.key}-{self.kind}.j2"))))


@cache
def _environment(folders: tuple[Path, ...], autoescape: bool) -> Environment:
    return (ImmutableSandboxedEnvironment if folders else Environment)(
        loader=FunctionLoader(lambda name: _source(folders, name)), autoescape=autoescape, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, finalize=_visible if autoescape else None,
        bytecode_cache=None if folders else _Compiled(autoescape))


def _say(message: str, /, **values: object) -> str:
    """A message. What stands in its places is text before it gets there: the places of a message of the user's own
    ("{page.story}") reach into nothing."""
    return say(message, **{name: str(value) for name, value in values.items()})


def _plural(number: int, one: str, more: str, /, **values: object) -> str:
    """A message that depends on a number."""
    return say.plural(int(number), one, more, **{name: str(value) for name, value in values.items()})


def _visible(value: Any) -> Any:
    """Text without letters that cannot be seen; markup and everything else as it is."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _lies_in(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder, also when links are followed: a campaign may come from anybody."""
    return file.resolve().is_relative_to(folder.resolve())


def _source(folders: tuple[Path, ...], name: str) -> str | None:
    """The text of a template: a user's, the package's, or the checkout's the package lies in.

    Raises:
        TemplateNotFound: the name leads out of the folder.
    """
    parts = split_template_path(name)
    package, checkout = Path(__file__).parents[1:3]
    for folder in (*folders, package / FOLDER, checkout / FOLDER):
        template = folder.joinpath(*parts)
        if _lies_in(template, folder) and template.is_file():
            return template.read_text("utf-8")
    return None
