"""The outlines on the disk are those of the clicks, whatever mode is shown, and on another day."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.making import Maker
from tests.workbench.test_areas import MIDDLES, sheet
from workbench.cli import opened

pytestmark = pytest.mark.slow


def clicked(tmp_path: Path, name: str) -> Maker:
    """Somebody who has clicked an area and waited for its outline."""
    maker = Maker(opened(sheet(tmp_path / "mygame.png")))
    x, y = MIDDLES[name]
    assert maker.does("seed", "areas", name=name, x=x, y=y) == ""
    maker.sees("areas")
    assert name in outlines(tmp_path).read_text(encoding="utf-8")
    return maker


def outlines(tmp_path: Path) -> Path:
    return tmp_path / "mygame" / "map" / "areas.geojson"


def test_outlines_go_and_come_with_the_clicks_while_hexes_are_shown(tmp_path: Path) -> None:
    maker = clicked(tmp_path, "NW")
    project = maker.serving.project
    project.undo(project.number)
    maker.sees("hexes")
    assert not outlines(tmp_path).exists()
    project.redo(project.number)
    maker.sees("hexes")
    while maker.serving.modes["areas"].busy:
        pass
    assert "NW" in outlines(tmp_path).read_text(encoding="utf-8")
    maker.serving.close()


def test_outlines_of_another_day_go_with_their_click(tmp_path: Path) -> None:
    clicked(tmp_path, "NW").serving.close()
    maker = Maker(opened(tmp_path / "mygame"))
    maker.serving.project.undo(maker.serving.project.number)
    maker.sees("areas")
    assert not outlines(tmp_path).exists()
    maker.serving.close()


def test_outlines_that_the_workbench_did_not_make_stay_where_nothing_is_clicked(tmp_path: Path) -> None:
    maker = Maker(opened(sheet(tmp_path / "mygame.png")))
    outlines(tmp_path).write_text("{}", encoding="utf-8")
    maker.sees("areas")
    assert outlines(tmp_path).read_text(encoding="utf-8") == "{}"
    maker.serving.close()
