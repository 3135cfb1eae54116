"""Faces drawn before: found again, drawn anew when anything they show has changed, never trusted blindly."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from counters.cli import app
from counters.faces.cache import Faces
from counters.roster.load import load_roster
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf

from .conftest import ROSTER, STYLE, Write

CHOSEN = Printing(dpi=150)


def build(folder: Path, cache: Path) -> tuple[bytes, int]:
    faces = Faces(cache)
    return sheets_pdf(load_roster(folder), CHOSEN, faces), faces.drawn


def test_what_was_drawn_is_found_again_and_gives_the_same_bytes(game: Write, tmp_path: Path) -> None:
    folder = game()
    first, drawn = build(folder, tmp_path / "cache")
    second, again = build(folder, tmp_path / "cache")
    assert (drawn, again) == (3, 0)
    assert first == second == sheets_pdf(load_roster(folder), CHOSEN)


@pytest.mark.slow
def test_after_one_row_changes_one_counter_is_drawn(game: Write, tmp_path: Path) -> None:
    rows = "".join(f"u{n},{n} Foot,red,union,,infantry,corps,{n},3,,,,,,\n" for n in range(60))
    build(game(roster_csv=ROSTER + rows), tmp_path / "cache")
    changed = ROSTER + rows.replace("u17,17 Foot", "u17,17 Horse")
    content, drawn = build(game(roster_csv=changed), tmp_path / "cache")
    assert drawn == 1
    assert content == sheets_pdf(load_roster(game(roster_csv=changed)), CHOSEN)


def test_a_picture_drawn_anew_under_its_old_name_is_another(game: Write, tmp_path: Path) -> None:
    roster = ROSTER.replace("aliases", "aliases,art", 1).replace("Old Guard", "Old Guard,art.png")
    style = f'{STYLE}\n[layout]\nsymbol = {{ image = "art" }}\n'
    folder = game(roster_csv=roster.replace("week-2,", "week-2,,"), style_toml=style)
    Image.new("RGB", (200, 200), "#336699").save(folder / "art.png")
    assert build(folder, tmp_path / "cache")[1] == 2
    Image.new("RGB", (200, 200), "#996633").save(folder / "art.png")
    assert build(folder, tmp_path / "cache")[1] == 1


def test_a_damaged_face_is_drawn_again(game: Write, tmp_path: Path) -> None:
    folder, cache = game(), tmp_path / "cache"
    whole, _ = build(folder, cache)
    kept = sorted(cache.glob("*/*/*.png"))
    kept[0].write_bytes(kept[0].read_bytes()[:50])
    Image.new("RGB", (9, 9)).save(kept[1])
    again, drawn = build(folder, cache)
    assert (again, drawn) == (whole, 2)


def test_a_folder_that_cannot_be_written_only_costs_time(game: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert build(game(), tmp_path / "file" / "cache")[1] == 3


def test_markers_in_bulk_are_drawn_once(game: Write) -> None:
    markers = "id,name,kind,side,count,front,front_symbol,back,back_symbol\nm1,M,track,,300,HIT,star,,\n"
    faces = Faces()
    sheets_pdf(load_roster(game(markers_csv=markers)), CHOSEN, faces)
    assert faces.drawn == 4


def test_the_command_keeps_faces_unless_told_not_to(game: Write, tmp_path: Path) -> None:
    command = ["sheet", str(game()), "--out", str(tmp_path / "x.pdf"), "--dpi", "150"]
    drawn = [
        CliRunner().invoke(app, [*command, *more]).stderr.splitlines()[-1]
        for more in ((), (), ("--no-cache",))
    ]
    assert drawn == ["3 faces drawn", "0 faces drawn", "3 faces drawn"]


def test_faces_that_other_code_drew_are_forgotten_and_nothing_else(tmp_path: Path) -> None:
    for name in ("faces-0123456789ab", "faces-mine", "pictures"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.png").write_bytes(b"x")
    Faces(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {"faces-mine", "pictures"}
