"""Every rule that can be broken is cited where it is carried out."""

from __future__ import annotations

from pathlib import Path

from tests.mutation.citations import SENSHI, cited
from witp_pbem.games import taiheiyo_senshi
from witp_pbem.games.taiheiyo_senshi.telling.reference import BOOK

RULES = {rule.id.removeprefix("senshi "): rule for rule in BOOK.rules}
SOURCES = {str(path): set(cited(" ".join(path.read_text(encoding="utf-8").replace("#", " ").split()), SENSHI))
           for path in sorted(Path(taiheiyo_senshi.__file__).parent.rglob("*.py"))}


def test_every_rule_is_cited_where_it_is_carried_out() -> None:
    every = set().union(*SOURCES.values())
    missing = [name for name, rule in RULES.items() if not rule.defines and name not in every]
    assert not missing, f"{len(missing)} rules are cited nowhere: {', '.join(missing)}"


def test_no_module_cites_a_rule_there_is_none_of() -> None:
    """A citation is a rule, or a part of the number of one."""
    unknown = {file: sorted(name for name in names if not any(rule.startswith(name) for rule in RULES))
               for file, names in SOURCES.items()}
    assert not {file: names for file, names in unknown.items() if names}
