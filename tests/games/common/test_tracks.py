"""Numbers on a track, and its ends."""

from __future__ import annotations

import pytest

from witp_pbem.games.common.tracks import Track

POINTS, WILL, SCORE = Track(), Track(-7, 3), Track(None)


@pytest.mark.parametrize(("track", "by", "ends"), [
    (POINTS, 9, 11), (POINTS, -2, 0), (POINTS, -3, 0), (WILL, 1, 3), (WILL, 2, 3), (WILL, -9, -7), (WILL, -10, -7),
    (SCORE, -99, -97), (SCORE, 99, 101)])
def test_a_marker_goes_as_far_as_the_track(track: Track, by: int, ends: int) -> None:
    numbers = {"blue": 2, "orange": 5}
    assert track.moved(numbers, "blue", by) == {"blue": ends, "orange": 5}
    assert numbers == {"blue": 2, "orange": 5}


@pytest.mark.parametrize(("track", "cost", "missing"), [
    (POINTS, 2, 0), (POINTS, 3, 1), (WILL, 9, 0), (WILL, 11, 2), (SCORE, 99, 0)])
def test_what_is_missing_to_pay(track: Track, cost: int, missing: int) -> None:
    assert track.missing(2, cost) == missing
