"""The face of a counter in a game that says nothing about it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from counters.roster.load import load_roster
from counters.roster.slot import PLAIN, plain_face

HEAD = "id,name,side,type,fire,range,movement,reduced_fire,reduced_range,reduced_movement\n"
STYLE = '[game]\nvalues = ["fire", "range", "movement"]\noptional = ["fire", "range"]\n'


def test_strength_and_movement_have_their_places() -> None:
    assert plain_face(["strength", "movement"]) is PLAIN


def test_other_numbers_are_side_by_side_and_say_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text(STYLE, encoding="utf-8")
    (tmp_path / "roster.csv").write_text(
        f"{HEAD}1,First,red,infantry,4,2,3,2,2,3\n2,Second,red,leader,,,5,,,\n"
    )
    first, leader = load_roster(tmp_path).counters.values()
    assert first.numbers_mean(0) == "fire-range-movement"
    assert leader.numbers_mean(0) == "movement"
    row = [slot.box for slot in plain_face(["fire", "range", "movement"])[-3:]]
    assert all(before[2] < after[0] for before, after in pairwise(row))
