"""A slice of the fuzzing that `python -m tests.fuzz` does at length, and that it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import __main__ as room
from tests.fuzz import targets
from tests.fuzz.__main__ import fuzz
from tests.fuzz.corpus import seeds
from tests.stand_ins import instead

RUNS = {"orders": 1500, "letter": 3000, "logbook": 3000, "state": 3000, "case": 800, "packets": 3000,
        "mails": 1000, "posts": 1000}


@pytest.mark.parametrize("target", targets.TARGETS)
def test_no_spoilt_file_makes_a_reader_fail(target: str, tmp_path: Path) -> None:
    assert fuzz(target, len(seeds(target)) + RUNS[target], 1, tmp_path) == []


def test_what_fails_is_kept(tmp_path: Path) -> None:
    def raising(data: bytes) -> None:
        assert len(data) % 7, "a length nobody thought of"

    with instead(room, TARGETS={"letter": raising}):
        failed = fuzz("letter", 200, 1, tmp_path)
    assert failed and all("AssertionError" in sentence for sentence in failed)
    assert len(list(tmp_path.iterdir())) == len(failed)


def test_what_hangs_is_ended(tmp_path: Path) -> None:
    def hanging(data: bytes) -> None:
        while True:
            pass

    with instead(room, TARGETS={"letter": hanging}, HANG=0.05):
        assert "Hanging" in fuzz("letter", 1, 1, tmp_path)[0]


def test_growth_is_told(tmp_path: Path) -> None:
    kept: list[bytes] = []
    with instead(room, TARGETS={"letter": lambda data: kept.append(b"x" * 1_000_000)}):
        assert "grew" in fuzz("letter", 150, 1, tmp_path)[-1]
    assert kept


@pytest.mark.parametrize("target", targets.TARGETS)
def test_real_files_are_understood(target: str) -> None:
    """What fuzzing starts from gets far into the reader: otherwise it would test only the door."""
    from tests.exchange.reading import orders_written
    from witp_pbem.campaign.packets import unpacking
    from witp_pbem.campaign.proof import chain
    from witp_pbem.campaign.record import letter_text
    from witp_pbem.exchange.copies import packet_sources
    from witp_pbem.table import cases, sitting
    from witp_pbem.table import text as orders_text

    files = seeds(target)
    if target == "orders":
        parsed = [orders_text.read(data.decode(errors="replace"), sitting.full_lexicon(targets.game()))
                  for data in files]
        assert sum(len(each.statements) for each in parsed) > 200
    elif target == "letter":
        read = [letter_text.read(data.decode()) for data in files]
        assert sum(isinstance(letter, letter_text.Letter) for letter in read) == len(letter_text.KINDS)
    elif target == "logbook":
        assert max(len(chain.read(data)[0]) for data in files) >= 0
    elif target in ("mails", "posts"):
        assert sum(bool(orders_written.read(data).blocks if target == "mails" else orders_written.read_post(data))
                   for data in files) > 70
    elif target == "packets":
        read = [unpacking.read("seed", candidate.content)
                for data in files for candidate in packet_sources.opened("seed", data)]
        assert len(read) == len(files) and sum(len(each.received) for each in read) > 12
    elif target == "case":
        assert sum(not case.faults for data in files for case in cases.read(data.decode())) > 100
    else:
        assert len(files) >= 2
