"""Rosters and faces are kept from picture to picture, as long as nothing changes in the files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from PIL import ImageChops

from adjudicator.report.drawing.counter_faces import face, roster_of
from counters.faces.face import draw_face

SKIRMISH = Path(__file__).parent.parent / "counters" / "skirmish"


def own(folder: Path) -> str:
    shutil.copytree(SKIRMISH, folder / "skirmish")
    return str(folder / "skirmish")


def test_a_roster_is_read_once_and_again_when_a_file_has_changed(tmp_path: Path) -> None:
    game = own(tmp_path)
    first = roster_of(game)
    assert roster_of(game) is first
    (file,) = Path(game).rglob("roster.csv")
    os.utime(file, ns=(1, 1))
    assert roster_of(game) is not first
    assert roster_of(game) == first


def test_a_face_is_drawn_once_and_what_is_drawn_upon_it_stays_off_the_next(tmp_path: Path) -> None:
    counter = next(iter(roster_of(own(tmp_path)).counters.values()))
    first = face(counter, 0, 60)
    first.paste("#ff0000", (0, 0, *first.size))
    again = face(counter, 0, 60)
    assert ImageChops.difference(again, draw_face(counter, 0, 60)).getbbox() is None
    assert face(counter, 0, 30).size != again.size
