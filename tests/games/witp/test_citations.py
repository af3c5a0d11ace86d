"""Every rule that can be broken is cited where it is carried out."""

from __future__ import annotations

from pathlib import Path

from tests.mutation.citations import cited
from witp_pbem.games import witp
from witp_pbem.games.witp.telling.reference import BOOK

RULES = {rule.id: rule for rule in BOOK.rules}
SOURCES = {path.name: set(cited(" ".join(path.read_text(encoding="utf-8").replace("#", " ").split())))
           for path in sorted(Path(witp.__file__).parent.rglob("*.py"))}


def test_every_rule_is_cited_where_it_is_carried_out() -> None:
    every = set().union(*SOURCES.values())
    missing = [name for name, rule in RULES.items() if not rule.defines and name not in every]
    assert not missing, f"{len(missing)} rules are cited nowhere in witp_pbem/games/witp: {', '.join(missing)}"


def test_no_module_cites_a_rule_there_is_none_of() -> None:
    sections = {rule.section for rule in RULES.values()}
    unknown = {file: sorted(name for name in names if name[-1].isalpha() and name not in RULES
                            and name not in sections) for file, names in SOURCES.items()}
    assert not {file: names for file, names in unknown.items() if names}
