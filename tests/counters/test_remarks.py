"""Numbers that a counter lacks though others of its type have them: told, and no fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counters.cli import app
from counters.preflight.remarks import remarks
from counters.roster.load import load_roster

from .conftest import STYLE, Write

COLUMNS = (
    "id,name,side,nation,formation,type,size,strength,movement,reduced_strength,reduced_movement,"
    "setup,flag,reinforcement,aliases"
)
OPTIONAL = STYLE.replace("[sides]", 'optional = ["strength"]\n\n[sides]', 1)


def roster(*numbers: str, kind: str = "infantry") -> str:
    """Counters of one type with these numbers: strength, movement, and both of the reduced side."""
    rows = (f"u{n},U{n},red,union,,{kind},corps,{four},bridge,,," for n, four in enumerate(numbers, 1))
    return "\n".join((COLUMNS, *rows, ""))


def told(folder: Path) -> list[str]:
    return [f"{remark.line} {remark.read}: {remark.why}" for remark in remarks(load_roster(folder))]


def test_a_number_that_most_others_of_the_type_have_is_missed(game: Write) -> None:
    folder = game(roster_csv=roster("6,3,,", "7,3,,", ",3,,"), style_toml=OPTIONAL)
    why = "no strength, which 2 of 3 infantry counters have: leave it empty if that is meant"
    assert told(folder) == [f"4 u3: {why}"]


def test_a_reduced_side_is_missed_the_number_of_its_full_side(game: Write) -> None:
    folder = game(roster_csv=roster("6,3,,2"), style_toml=OPTIONAL)
    why = "no reduced_strength, which its full side has: leave it empty if that is meant"
    assert told(folder) == [f"2 u1: {why}"]


@pytest.mark.parametrize(
    "numbers",
    [("6,3,3,3", "7,3,,"), (",3,,", ",4,,"), ("6,3,,", ",3,,", ",3,,"), ("6,3,,", ",3,,")],
    ids=["no reduced side", "none has it", "few have it", "half have it"],
)
def test_what_nobody_would_expect_is_not_missed(game: Write, numbers: tuple[str, ...]) -> None:
    assert told(game(roster_csv=roster(*numbers), style_toml=OPTIONAL)) == []


def test_a_number_that_the_face_does_not_show_is_not_missed(game: Write) -> None:
    style = OPTIONAL + '\n[layout]\nbottom = "movement"\n'
    assert told(game(roster_csv=roster("6,3,,", "7,3,,", ",3,,"), style_toml=style)) == []


def test_other_types_are_not_asked(game: Write) -> None:
    both = roster("6,3,,", "7,3,,") + roster(",3,,", kind="hq").partition("\n")[2].replace("u1,U1", "h,H")
    assert told(game(roster_csv=both, style_toml=OPTIONAL)) == []


@pytest.mark.parametrize("bundled", ["raceforberlin", "koenigsberg45"])
def test_the_bundled_games_lack_nothing(bundled: str) -> None:
    assert told(Path(bundled)) == []


def test_check_tells_remarks_and_finds_no_fault(game: Write) -> None:
    folder = str(game(roster_csv=roster("6,3,,", "7,3,,", ",3,,"), style_toml=OPTIONAL))
    plain, as_json = (CliRunner().invoke(app, ["check", folder, *more]) for more in ([], ["--json"]))
    assert plain.exit_code == as_json.exit_code == 0
    assert "Remark: " in plain.stderr
    assert plain.stderr.splitlines()[-1] == "twoguards: 3 counters, 0 markers, 0 cards: no errors, 1 remark"
    facts = json.loads(as_json.stdout)
    assert facts["faults"] == []
    assert [(remark["line"], remark["read"]) for remark in facts["remarks"]] == [(4, "u3")]
