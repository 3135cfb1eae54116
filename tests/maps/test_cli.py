"""hexpost map: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from typer.testing import CliRunner

from maps.cli import app
from maps.map_faults import MapError
from tests.maps.conftest import OwnGame

RUN = CliRunner()


@pytest.mark.slow
def test_draw_writes_a_picture_that_knows_its_size(tmp_path: Path) -> None:
    out = tmp_path / "new folder" / "Brett.png"
    result = RUN.invoke(app, ["draw", "raceforberlin", "--out", str(out), "--dpi", "60"])
    assert result.exit_code == 0
    with Image.open(out) as image:
        assert image.size == (1403, 992)
        assert [round(dots) for dots in image.info["dpi"]] == [60, 60]


def test_draw_refuses_a_place_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = RUN.invoke(
        app, ["draw", "raceforberlin", "--out", str(tmp_path / "file" / "x.png"), "--dpi", "60"]
    )
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr and "is a file" in result.stderr


@pytest.mark.slow
def test_check_finds_nothing_in_the_bundled_map() -> None:
    result = RUN.invoke(app, ["check", "raceforberlin"])
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "raceforberlin: 75 zones, no errors, 0 overlaps of names\n"


@pytest.mark.slow
def test_check_reports_faults_as_sentences_and_as_json(own_game: OwnGame, tmp_path: Path) -> None:
    line = own_game.replace("links.csv", "calau,luckau,\n", "calau,luckau,\ncalau,leipzig,\n") + 1
    told = RUN.invoke(app, ["check", str(own_game.folder)])
    assert told.exit_code == 1
    assert f"links.csv:{line}: one-way link: calau - leipzig is listed" in told.stderr
    picture = tmp_path / "overlay.png"
    result = RUN.invoke(app, ["check", str(own_game.folder), "--json", "--out", str(picture)])
    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert [fault["kind"] for fault in report["faults"]] == ["one-way link", "link without border"]
    assert report["zones"] == 75
    with Image.open(picture) as image:
        red, green, _ = image.convert("RGB").split()
    strong, weak = red.point(lambda value: 255 * (value > 180)), green.point(lambda value: 255 * (value < 40))
    assert ImageChops.multiply(strong, weak).getbbox() is not None


@pytest.mark.parametrize("command", ["draw", "check"])
def test_an_unknown_game_is_the_users_fault(command: str) -> None:
    result = RUN.invoke(app, [command, "nosuch"])
    assert isinstance(result.exception, MapError)
    assert result.exception.exit_code == 1
