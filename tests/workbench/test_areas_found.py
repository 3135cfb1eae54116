"""All areas found at once, by the button: numbers until they are named, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from maps.cli import app
from tests.maps.scan.areas_drawn import PAPER
from tests.workbench.test_areas import AtAreas, sheet
from workbench.cli import opened


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[AtAreas]:
    serving = opened(sheet(tmp_path / "mygame.png"))
    yield AtAreas(serving)
    serving.close()


@pytest.mark.slow
def test_areas_are_found_named_by_numbers_and_undone_at_once(maker: AtAreas) -> None:
    assert maker.view["ready"]
    assert maker.says("find") == ""
    view = maker.view
    assert [one["name"] for one in view["seeds"]] == ["1", "2", "3", "4", "outside"]
    assert maker.pairs() == {("1", "2"), ("1", "3"), ("2", "4"), ("3", "4")}
    assert sum(maker.area(name) for name in "1234") == pytest.approx(360 * 360, rel=0.05)
    project = maker.serving.project
    assert project.undoable == "Found 4 areas, and the outside"
    project.undo(project.number)
    assert maker.view["seeds"] == []


@pytest.mark.slow
def test_what_was_clicked_stays_and_a_wrong_seed_costs_one_change(maker: AtAreas) -> None:
    maker.view  # noqa: B018 the picture is read
    assert maker.says("seed", name="SE", x=310, y=300) == ""
    assert maker.says("find") == ""
    seeds = maker.view["seeds"]
    assert seeds[0] == {"name": "SE", "x": 310, "y": 300}
    assert [one["name"] for one in seeds[1:]] == ["1", "2", "3", "outside"]
    assert maker.says("join", was="3", name="SE") == ""
    assert maker.pairs() == {("1", "2"), ("1", "SE"), ("2", "SE")}


@pytest.mark.slow
def test_what_was_found_goes_with_its_ground_and_what_was_typed_or_clicked_stays(
    maker: AtAreas, tmp_path: Path
) -> None:
    """All three lose their ground to an outline; the maker has named one, and clicked another."""
    maker.view  # noqa: B018 the picture is read
    assert maker.says("seed", name="SE", x=310, y=300) == ""
    assert maker.says("find") == ""
    assert "1,120.5,120.5,,yes" in (tmp_path / "mygame/map/seeds.csv").read_text(encoding="utf-8")
    assert maker.says("join", was="2", name="NE") == ""
    ring = [(32, 32), (388, 32), (388, 388), (32, 388)]
    assert maker.says("outline", name="All", points=ring) == ""
    assert {one["name"] for one in maker.view["seeds"]} == {"SE", "NE", "outside", "All"}
    project = maker.serving.project
    assert project.undoable == "Drew around All, with 1 and 3 in it"
    assert sorted(one["words"].split()[0] for one in maker.sees("areas")["doubts"]) == ["NE", "SE"]
    project.undo(project.number)
    assert {one["name"] for one in maker.view["seeds"]} == {"SE", "NE", "outside", "1", "3"}


@pytest.mark.slow
def test_the_outside_that_was_guessed_is_asked_about(maker: AtAreas) -> None:
    maker.view  # noqa: B018 the picture is read
    assert maker.says("find") == ""
    (doubt,) = maker.sees("areas")["doubts"]
    assert doubt["words"] == "Is the ground around the areas outside?"
    right, area = doubt["mends"]
    assert maker.says(area["verb"], **area["values"]) == ""
    assert [one["name"] for one in maker.view["seeds"]] == ["1", "2", "3", "4", "5"]
    maker.serving.project.undo(maker.serving.project.number)
    assert maker.says(right["verb"], **right["values"]) == ""
    assert maker.sees("areas")["doubts"] == []


@pytest.mark.slow
def test_an_outside_that_was_clicked_is_not_asked_about(maker: AtAreas) -> None:
    maker.view  # noqa: B018 the picture is read
    assert maker.says("seed", name="outside", x=10, y=10) == ""
    assert maker.says("find") == ""
    assert maker.sees("areas")["doubts"] == []


@pytest.mark.slow
def test_the_command_finds_what_the_page_finds(maker: AtAreas) -> None:
    maker.view  # noqa: B018 the picture is read
    assert maker.says("find") == ""
    project = maker.serving.project
    home = project.folder / "map"
    typed = [
        "find",
        str(project.picture),
        "--seeds",
        str(home / "typed.csv"),
        "--scan",
        str(home / "scan.toml"),
    ]
    told = CliRunner().invoke(app, typed)
    assert told.exit_code == 0, told.output
    assert (home / "typed.csv").read_bytes() == (home / "seeds.csv").read_bytes()


@pytest.mark.slow
def test_a_picture_without_borders_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    Image.new("RGB", (420, 420), PAPER).save(tmp_path / "blank.png")
    serving = opened(tmp_path / "blank.png")
    maker = AtAreas(serving)
    assert maker.says("find") == "The picture is still being read. Try again in a moment."
    maker.view  # noqa: B018 the picture is read
    assert "No more ground was found" in maker.says("find")
    assert not (tmp_path / "blank/map/seeds.csv").exists()
    serving.close()


@pytest.mark.slow
@pytest.mark.parametrize(("finds", "most"), [(False, 1.3), (True, 0.3)])
def test_a_maker_at_the_page_makes_a_whole_map(tmp_path: Path, finds: bool, most: float) -> None:
    pytest.importorskip("playwright.sync_api")
    from bench.area_maker import AreaMaker, page_of
    from bench.real.tracing import read_truth
    from bench.scans.areas import Print, areas

    printed = areas(14, (700, 560), Print(line=3, gaps=2), 5)
    printed.image.save(tmp_path / "clean.png")
    (tmp_path / "truth.json").write_text(json.dumps(truth_of(printed)), encoding="utf-8")
    with page_of(tmp_path / "clean.png", tmp_path / "made") as tab:
        told = AreaMaker(tab, read_truth(tmp_path, "clean.png"), tmp_path / "clean.png", finds).makes()
    assert told.right, told
    assert told.each <= most


def truth_of(printed: Any) -> dict[str, Any]:
    """What is true of a drawn board, as outside maps tell it."""
    import numpy
    import shapely

    from bench.scans.areascore import true_lengths
    from scans.outlines import outlines

    names = list(printed.seeds)
    shapes = outlines(numpy.asarray(printed.truth, numpy.int32) + 1)
    rings = {
        names[number - 1]: [
            [shapely.get_coordinates(ring).tolist() for ring in (part.exterior, *part.interiors)]
            for part in shapely.get_parts(shape)
        ]
        for number, shape in shapes.items()
    }
    met = {
        tuple(sorted((names[a], names[b]))): length
        for (a, b), length in true_lengths(printed.truth).items()
        if min(a, b) >= 0
    }
    return {
        "contacts": [pair for pair, length in met.items() if length >= 25],
        "open": [pair for pair, length in met.items() if length < 25],
        "pictures": {
            "clean.png": {"areas": rings, "seeds": [[n, x, y] for n, (x, y) in printed.seeds.items()]}
        },
    }
