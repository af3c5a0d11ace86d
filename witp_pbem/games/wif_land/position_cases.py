"""Positions written by hand (docs/maps-and-positions.md) with `attacks`, as cases: each attack is one of them, declared
from that position by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from witp_pbem.games.wif_land.board.own_files import POSITION
from witp_pbem.games.wif_land.board.state import AXIS, ENEMY
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table import yaml_file
from witp_pbem.table.case_text import Case, CaseLine, CaseSection
from witp_pbem.table.wording import problem_sentence
from witp_pbem.table.yaml_file import Path, YamlFile

ATTACKS, ATTACKER, DEFENDER = "attacks", "attacker", "defender"
# What a group of units in an attack is ordered to do, and the step it is done in, the earliest first.
COMMITTED = {"paradrop": ("drop", "paradrop"), "invasion": ("invade", "invasion"), "units": ("attack", "declaration")}
SUPPORTING = {"bombardment": "bombard", "hq_support": "support", "ground_support": "fly"}
KNOWN = frozenset({"name", "target", "table", "die", "dice", "expect", "notes", *COMMITTED, *SUPPORTING})
UNTIL = "end"  # the step that begins when all attacks are settled


def cases_in(file: str, content: bytes) -> Sequence[Case]:
    """The attacks of a position, each as a case; a position without any is one case, in which nothing is ordered. None
    for another file."""
    if POSITION.encode() not in content:
        return ()
    written = yaml_file.read(content, file)
    if not isinstance(written, YamlFile):
        return [Case(file, 1, _header(PurePath(file).name), faults=tuple(
            f"{file}:{problem.span.line}: {problem_sentence(problem)}" for problem in written))]
    record = written.texts
    if not isinstance(record, Mapping) or record.get("format") != POSITION:
        return ()
    attacks = record.get(ATTACKS) or []
    if not isinstance(attacks, list):
        return [_case(file, written, {}, (ATTACKS,), [say("attacks stand in a list")])]
    return [_attack(file, written, attack, (ATTACKS, place)) for place, attack in enumerate(attacks)] or [
        _case(file, written, {}, (), [])]


def _header(name: str) -> dict[str, str]:
    return {"case": name, "game": "wif_land"}


def _attack(file: str, written: YamlFile, attack: Any, path: Path) -> Case:
    """An attack as a case, with what is wrong with the way it is written."""
    if not isinstance(attack, Mapping):
        return _case(file, written, {}, path, [say("an attack has a target and units, each behind its word")])
    faults = [say("an attack has no {word}; it has {known}", word=word, known=", ".join(sorted(KNOWN)))
              for word in attack if word not in KNOWN]
    if not attack.get("target") or not any(attack.get(group) for group in COMMITTED):
        faults.append(say("an attack needs a target, and one of {groups}", groups=", ".join(COMMITTED)))
    return _case(file, written, attack, path, faults)


def _case(file: str, written: YamlFile, attack: Mapping[str, Any], path: Path, faults: Sequence[str]) -> Case:
    """A case: the position, and what is ordered in the attack; nothing where it has no target."""
    record, line = written.texts, written.at(path).line if path else 1
    name = str(attack.get("name") or PurePath(file).name)
    orders = tuple(_orders(written, attack, path)) if attack.get("target") else ()
    dice = CaseLine(written.at((*path, "dice" if "dice" in attack else "die")).line, " ".join(_dice(attack)))
    return Case(file, line, _header(name), tuple(CaseLine(line, text) for text in _given(file, record, attack)), orders,
                (dice,) if dice.text else (), faults=tuple(f"{file}:{line}: {fault}" for fault in faults))


def _dice(attack: Mapping[str, Any]) -> Iterator[str]:
    """The dice in the order they are thrown: as listed, or that for a fraction of the odds (option 41), which stands
    with what is expected, and that for the attack."""
    if "dice" in attack:
        yield from map(str, attack["dice"] if isinstance(attack["dice"], list) else [attack["dice"]])
        return
    fraction = _expected(attack).get("option_41")
    if isinstance(fraction, Mapping) and "die" in fraction:
        yield str(fraction["die"])
    if "die" in attack:
        yield str(attack["die"])


def _expected(attack: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a worked example says comes of an attack."""
    expected = attack.get("expect")
    return expected if isinstance(expected, Mapping) else {}


def _given(file: str, record: Mapping[str, Any], attack: Mapping[str, Any]) -> Iterator[str]:
    """The lines of `given`: the data, the position, and the steps in which the attack is made."""
    own = PurePath(str(record.get("map", "")))
    if own.suffix in (*yaml_file.ENDINGS, ".json"):
        yield f"data {own}"
    yield f"data {PurePath(file).name}"
    yield f"scenario {record.get('id') or PurePath(file).name.partition('.')[0]}"
    steps = [step for group, (_, step) in COMMITTED.items() if attack.get(group)]
    yield from (f"step {step}" for step in steps[:1])
    yield f"until {UNTIL}"


def _orders(written: YamlFile, attack: Mapping[str, Any], path: Path) -> Iterator[CaseSection]:
    """The orders of both sides; what neither has more to do in is passed."""
    side = str(written.texts.get("phasing") or AXIS)
    lines: dict[str, list[CaseLine]] = {ATTACKER: [], DEFENDER: []}
    for group, (keyword, _) in COMMITTED.items():
        if units := attack.get(group):
            lines[ATTACKER].append(_order(written, (*path, group), keyword, attack, units))
    for group, keyword in SUPPORTING.items():
        for role, units in _by_role(attack.get(group)):
            lines[role].append(_order(written, (*path, group), keyword, attack, units))
    number, table = written.at(path).line, attack.get("table") or _expected(attack).get("table")
    wishes = [CaseLine(number, f"use {table}")] if table else []  # whoever of them is to choose it
    for role, owner in ((ATTACKER, side), (DEFENDER, ENEMY.get(side, ""))):
        yield CaseSection("orders", owner, number, [*lines[role], *wishes, CaseLine(number, "pass")])


def _by_role(units: Any) -> Iterator[tuple[str, Any]]:
    """The units that support an attack, by who they help: the attacker where nothing is said."""
    if isinstance(units, Mapping):
        yield from ((role, own) for role, own in units.items() if role in (ATTACKER, DEFENDER) and own)
    elif units:
        yield ATTACKER, units


def _order(written: YamlFile, path: Path, keyword: str, attack: Mapping[str, Any], units: Any) -> CaseLine:
    named = ", ".join(map(str, units if isinstance(units, list) else [units]))
    return CaseLine(written.at(path).line, f"{keyword} {attack['target']} with {named}")
