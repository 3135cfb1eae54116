"""hexpost map trace: doubtful pairs as a table and a picture, answered, and taken over by map import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from maps.check import check_map
from maps.cli import app
from maps.load import load_board
from tests.cases import one_quick
from tests.maps.scan.test_trace import CORNERS
from tests.maps.scan.test_trace_doubts import staggered

RUN = CliRunner()
WIDE = 7  # pixels: a line that may hide that two others touch
SEEDS = "name,x,y\n" + "".join(f"{seed.name},{seed.x},{seed.y}\n" for seed in CORNERS)


def run(folder: Path, *more: str, shift: int = 14, decided: str = "", upper: int = 0) -> Result:
    staggered(shift, upper=upper).save(folder / "scan.png")
    (folder / "seeds.csv").write_text(SEEDS, encoding="utf-8")
    said = folder / "pairs.csv"
    if decided:
        said.write_text(decided, encoding="utf-8")
        more = ("--decided", str(said), *more)
    base = [str(folder / "scan.png"), "--seeds", str(folder / "seeds.csv")]
    return RUN.invoke(app, ["trace", *base, "--out", str(folder / "areas.geojson"), *more])


def table(folder: Path) -> list[list[str]]:
    text = (folder / "pairs.csv").read_text(encoding="utf-8")
    return [line.split(",") for line in text.splitlines()]


def contacts(folder: Path) -> list[list[str]]:
    told = json.loads((folder / "areas.geojson").read_text(encoding="utf-8"))
    return [pair[:2] for pair in told["contacts"]]


def test_doubtful_pairs_are_told_with_their_place_and_what_they_were_taken_for(tmp_path: Path) -> None:
    result = run(tmp_path, "--json", upper=WIDE)
    told = json.loads(result.stdout)
    assert [pair[:2] for pair in told["borderline"]] == [["NE", "SW"], ["NW", "SE"]]
    first, second = told["doubts"]
    assert first["areas"] == ["NE", "SW"]
    assert (first["says"], first["decided"], first["px"]) == ("contact", False, pytest.approx(14, abs=2))
    assert first["at"] == pytest.approx([193, 200.5], abs=2)
    assert (second["areas"], second["says"], second["px"]) == (["NW", "SE"], "corner", 0)
    assert "look at it: NE and SW share only 1" in result.stderr
    assert "; taken for a contact" in result.stderr
    assert "look at it: NW and SE nearly touch at 19" in result.stderr
    assert "to decide it: --doubts" in result.stderr


def test_the_table_of_doubts_is_answered_and_given_back(tmp_path: Path) -> None:
    doubts = ("--doubts", str(tmp_path / "pairs.csv"))
    run(tmp_path, *doubts, upper=WIDE)
    assert [line[:3] for line in table(tmp_path)] == [
        ["one", "other", "says"],
        ["NE", "SW", "contact"],
        ["NW", "SE", "corner"],
    ]
    assert ["NE", "SW"] in contacts(tmp_path)
    answers = (tmp_path / "pairs.csv").read_text(encoding="utf-8").replace("contact", "Corner")
    result = run(tmp_path, *doubts, decided=answers, upper=WIDE)
    assert result.exit_code == 0, result.output
    assert "look at it" not in result.stderr
    assert ["NE", "SW"] not in contacts(tmp_path)
    assert [line[:3] for line in table(tmp_path)][1:] == [["NE", "SW", "corner"], ["NW", "SE", "corner"]]
    once = (tmp_path / "pairs.csv").read_bytes()
    run(tmp_path, *doubts, decided=once.decode(), upper=WIDE)
    assert (tmp_path / "pairs.csv").read_bytes() == once


def test_a_picture_shows_each_doubt_as_it_is_and_as_it_was_taken(tmp_path: Path) -> None:
    picture = ("--doubts-picture", str(tmp_path / "new" / "pairs.png"))
    run(tmp_path, *picture, upper=WIDE)
    with Image.open(tmp_path / "new" / "pairs.png") as sheet:
        colours = sheet.convert("RGB").getcolors(1_000_000)
        assert {(215, 95, 0), (20, 80, 210)} <= {colour for _, colour in colours or []}
        wide = sheet.size
    run(tmp_path, *picture, shift=60, upper=WIDE)
    with Image.open(tmp_path / "new" / "pairs.png") as sheet:
        assert sheet.size == wide


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("one,other\nNE,SW\n", ["pairs.csv:1: missing column: no column says"]),
        (
            "one,other,says\nNE,SW,perhaps\n",
            ["pairs.csv:2: bad word: says is 'perhaps'; write contact or corner"],
        ),
        (
            "one,other,says\nNE,SV,corner\nNE,NE,contact\nNE,NW,corner\n",
            [
                "pairs.csv:2: no area is named 'SV'; is it SW?",
                "pairs.csv:3: one area: 'NE' stands on both sides",
                "pairs.csv:4: NE and NW share 200 px of border, too much for a corner",
                "nothing written: 3 things to mend",
            ],
        ),
        (
            "one,other,says\nNE,SW,contact\nSW,NE,corner\n",
            ["pairs.csv:3: contradiction: pairs.csv:2 says the contrary of SW and NE; strike out one"],
        ),
        (
            "one,other,says\nNE,SV,perhaps\nXX,XX,corner\nNE,XY,contact\nXY,NE,corner\n",
            [
                "pairs.csv:2: bad word: says is 'perhaps'; write contact or corner",
                "pairs.csv:2: no area is named 'SV'; is it SW?",
                "pairs.csv:3: one area: 'XX' stands on both sides; name two areas",
                "pairs.csv:3: no area is named 'XX'; write it as in the seeds",
                "pairs.csv:4: no area is named 'XY'",
                "pairs.csv:5: contradiction: pairs.csv:4 says the contrary of XY and NE; strike out one",
                "pairs.csv:5: no area is named 'XY'",
                "nothing written: 7 things to mend",
            ],
        ),
    ],
)
def test_answers_at_fault_are_told_all_at_once_and_nothing_is_written(
    tmp_path: Path, lines: str, said: list[str]
) -> None:
    result = run(tmp_path, "--doubts", str(tmp_path / "new.csv"), decided=lines)
    assert result.exit_code == 1
    assert [line for line in said if line not in result.stderr] == []
    told = [result.stderr.index(line) for line in said]
    assert told == sorted(told)
    assert not (tmp_path / "areas.geojson").exists()
    assert not (tmp_path / "new.csv").exists()


@pytest.mark.parametrize(
    ("shift", "decided", "touch"),
    one_quick(
        [
            (0, "", []),
            (7, "", []),
            (14, "", [("ne", "sw")]),
            (6, "one,other,says\nNE,SW,contact\n", [("ne", "sw")]),
            (14, "one,other,says\nNE,SW,corner\n", []),
            (14, "one,other,says\nNW,SE,contact\n", [("nw", "se")]),
        ]
    ),
)
def test_map_import_takes_over_who_touches_whom_and_the_check_agrees(
    tmp_path: Path, shift: int, decided: str, touch: list[tuple[str, str]]
) -> None:
    assert run(tmp_path, shift=shift, decided=decided).exit_code == 0
    game = tmp_path / "game"
    result = RUN.invoke(app, ["import", str(tmp_path / "areas.geojson"), str(game)])
    assert result.exit_code == 0, result.output
    links = {(a, b) for a, near in load_board(game).links.items() for b in near if a < b}
    assert links == {("ne", "nw"), ("ne", "se"), ("nw", "sw"), ("se", "sw"), *touch}
    assert [str(fault) for fault in check_map(game).faults] == []
    rows = (game / "map" / "links.csv").read_text(encoding="utf-8")
    (game / "map" / "links.csv").write_text(rows.replace("ne,se,\n", ""), encoding="utf-8")
    assert [fault.kind for fault in check_map(game).faults] == ["border without link"]
