"""docs/scans.md: its commands run one after the other, from its picture to a module, and do what it says."""

from __future__ import annotations

import os
import re
import shlex
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import defusedxml.ElementTree
import numpy
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner, Result

from bench.scans.tutorial import crooked
from builder.cli import app as module_app
from builder.layout.board import draw_layout, vassal_names
from maps.cli import app as map_app
from maps.scan.hexgrid.fit_command import Asked, fitted_scan
from maps.scan.hexgrid.straighten import plan
from maps.scan.hexgrid.warp import plane

ROOT = Path(__file__).resolve().parents[4]
PAGE = (ROOT / "docs" / "scans.md").read_text(encoding="utf-8")
SCAN = ROOT / "docs" / "pictures" / "crooked-scan.jpg"
APPS = {"map": map_app, "module": module_app}


def commands() -> list[list[str]]:
    """The commands of the page in their order, without "hexpost"."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    return [shlex.split(line)[2:] for block in blocks for line in re.findall(r"^\$ hexpost .*$", block, re.M)]


@dataclass(frozen=True)
class Walked:
    """The folder in which all commands were typed, and what each of them said."""

    folder: Path
    said: list[Result]


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walked]:
    folder, before, said = tmp_path_factory.mktemp("tutorial"), Path.cwd(), []
    os.chdir(folder)
    try:
        for app, *words in commands():
            there = [str(ROOT / word) if word.startswith("docs/") else word for word in words]
            said.append(CliRunner().invoke(APPS[app], there))
        yield Walked(folder, said)
    finally:
        os.chdir(before)


@pytest.mark.slow
def test_every_command_of_the_page_works(walked: Walked) -> None:
    assert [words[:2] for words in commands()] == [
        ["map", "fit"],
        ["map", "straighten"],
        ["map", "check"],
        ["module", "build"],
    ]
    assert [(one.exit_code, one.exception) for one in walked.said] == [(0, None)] * 4


@pytest.mark.slow
def test_they_say_what_the_page_says_they_do(walked: Walked) -> None:
    for one in walked.said[:2]:
        assert "24 columns and 18 rows of hexes with flat tops, 0101 to 2418" in one.stderr
    assert "mygame: 432 hexes, no errors" in walked.said[2].stderr
    assert "mygame.vmod is ready" in walked.said[3].stderr


@pytest.mark.slow
def test_they_write_the_files_the_page_names(walked: Walked) -> None:
    made = {word for words in commands() for word in words if word.endswith((".png", ".csv"))}
    assert made == {"grid.png", "hexes.csv", "proof.png"}
    there = {
        path.relative_to(walked.folder).as_posix() for path in walked.folder.rglob("*") if path.is_file()
    }
    assert there == made | {"mygame.vmod", *re.findall(r"^    (mygame/\S+)", PAGE, re.M)}


def vassal_middles(vmod: Path) -> NDArray[Any]:
    """Where VASSAL has the middles of 24 columns and 18 rows, (24, 18, 2), from its numbers alone."""
    with zipfile.ZipFile(vmod) as archive:
        tree = defusedxml.ElementTree.fromstring(archive.read("buildFile.xml"))
    (grid,) = (one.attrib for one in tree.iter() if str(one.tag).endswith(".HexGrid"))
    column, row = numpy.meshgrid(numpy.arange(24), numpy.arange(18), indexing="ij")
    x = int(grid["x0"]) + column * float(grid["dx"])
    y = int(grid["y0"]) + (row + column % 2 / 2) * float(grid["dy"])
    return numpy.stack((x, y), axis=-1)


def printed_middles() -> NDArray[Any]:
    """Where the print of each hex came to lie on the straightened picture, (24, 18, 2), by the simulator."""
    words = commands()[1]
    known = tuple(words[n + 1] for n, word in enumerate(words) if word == "--hex")
    found = fitted_scan(Asked(SCAN, known))
    straight, truth = plan(found, crop=True), crooked().centres
    labels = [f"{column:02}{row:02}" for column in range(1, 25) for row in range(1, 19)]
    places = plane(found.warp.places(numpy.array([truth[label] for label in labels])))
    return numpy.asarray(places * straight.pitch + straight.origin).reshape(24, 18, 2)


@pytest.mark.slow
def test_vassals_grid_fits_the_art_to_the_far_corner(walked: Walked) -> None:
    off = numpy.hypot(
        *numpy.moveaxis(vassal_middles(walked.folder / "mygame.vmod") - printed_middles(), -1, 0)
    )
    share = off / 65.6
    assert float(numpy.sqrt((share**2).mean())) < 0.001
    assert float(share.max()) < 0.0025


@pytest.mark.slow
def test_vassal_calls_every_hex_as_it_is_printed(walked: Walked) -> None:
    layout, _ = draw_layout(walked.folder / "mygame")
    named = vassal_names(layout)
    said = [[named.name((round(x), round(y))) for x, y in column] for column in printed_middles().tolist()]
    assert said == [[f"{column:02}{row:02}" for row in range(1, 19)] for column in range(1, 25)]


def test_the_picture_of_the_page_is_small() -> None:
    assert SCAN.stat().st_size < 1_500_000


@pytest.mark.slow
def test_the_hexes_of_the_page_are_where_it_says() -> None:
    centres = crooked().centres
    for label, x, y in re.findall(r"--hex (\w+)=(\d+),(\d+)", PAGE):
        assert centres[label] == pytest.approx((int(x), int(y)), abs=1)
