"""Areas are found where borders enclose them, and nothing else is taken for one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from bench.scans.areas import Print, areas
from maps.cli import app
from maps.scan.areas.finding import Found
from maps.scan.areas.seeds import OUTSIDE, Seed, read_seeds
from maps.scan.areas.trace import Reading, Wish
from scans.scan_faults import ScanError
from tests.maps.scan.areas_drawn import INK, PAPER, grid
from tests.workbench.drawn import GRID, drawn
from tests.workbench.test_areas import sheet


def look(image: Image.Image, *seeds: Seed, strokes: list[list[tuple[float, float]]] | None = None) -> Found:
    """What is found beside these seeds."""
    return Reading(image).found(seeds, Wish(strokes=strokes or []))


def winding(ink: ImageDraw.ImageDraw, y: float, wide: int) -> None:
    """A border across a picture that is nowhere straight for long."""
    ink.line([(x, y + 14 * math.sin(x / 17)) for x in range(0, wide + 1, 4)], INK, 3, joint="curve")


def country(*borders: int) -> Image.Image:
    """Winding stripes, as wide as the picture: five, if no borders are given."""
    made = Image.new("RGB", (600, 500), PAPER)
    for y in borders or (100, 200, 300, 400):
        winding(ImageDraw.Draw(made), y, 600)
    return made


@pytest.mark.parametrize(
    "style", [Print(line=3), Print(line=3, gaps=2), Print(line=2, lettering=0.6, enclaves=0)]
)
def test_every_area_is_found_once_islands_too_and_no_lettering(style: Print) -> None:
    printed = areas(14, (700, 560), style, 5)
    found = look(printed.image)
    numbers = [int(printed.truth[y, x]) for x, y in found.areas]
    assert sorted(number for number in numbers if number >= 0) == list(range(len(printed.seeds)))
    assert (numbers.count(-1), found.alike) == (0, False)


def test_the_paper_around_a_frame_is_outside(tmp_path: Path) -> None:
    with Image.open(sheet(tmp_path / "scan.png")) as image:
        found = look(image)
    assert (len(found.areas), found.outside is not None) == (4, True)
    x, y = found.outside or (0, 0)
    assert min(x, y, 419 - x, 419 - y) < 30


def test_areas_that_fill_the_picture_have_no_outside() -> None:
    assert (len(look(grid()).areas), look(grid()).outside) == (4, None)


def test_a_lake_in_an_area_is_ground_of_its_own() -> None:
    image = country(100, 400)
    ImageDraw.Draw(image).ellipse((200, 180, 400, 320), outline=INK, width=3)
    found = look(image)
    assert len(found.areas) == 4
    assert sum(math.dist(place, (300, 250)) < 60 for place in found.areas) == 1


def test_a_framed_box_and_a_track_are_left_out_but_not_ground_at_the_edge() -> None:
    image = country(100, 400)
    ink = ImageDraw.Draw(image)
    for left in (50, 130):
        ink.rectangle((left, 150, left + 80, 350), outline=INK, width=3)
    ink.rectangle((360, 150, 560, 350), outline=INK, width=3)
    assert len(look(image).areas) == 3


def test_ground_is_joined_where_print_is_missing_or_weaker_than_borders_are() -> None:
    image = country()
    ImageDraw.Draw(image).rectangle((200, 80, 400, 120), PAPER)
    assert len(look(image).areas) == 4
    image = country(100, 400)
    ImageDraw.Draw(image).line((300, 80, 300, 420), (220, 215, 200), 3)
    assert len(look(image).areas) == 3
    assert look(image).words == "Found 3 areas; pieces left out for weak print: 1"
    ImageDraw.Draw(image).line((300, 80, 300, 420), INK, 3)
    assert len(look(image).areas) == 4


def test_a_field_that_areas_fill_has_no_outside() -> None:
    image = Image.new("RGB", (400, 400), PAPER)
    ImageDraw.Draw(image).rectangle((100, 100, 300, 300), outline=INK, width=3)
    ImageDraw.Draw(image).line((200, 100, 200, 300), INK, 3)
    assert (len(look(image).areas), look(image).outside is None) == (2, False)
    found = Reading(image, (0, 0, 400, 400)).found([], Wish())
    assert (len(found.areas), found.outside) == (3, None)


def test_clicked_ground_is_left_alone_and_a_drawn_border_counts() -> None:
    seeds = [Seed("North", 300, 50), Seed(OUTSIDE, 300, 450)]
    assert [y // 100 for _, y in look(country(), *seeds).areas] == [1, 2, 3]
    assert len(look(country(), strokes=[[(300, 80), (300, 220)]]).areas) == 6


def test_names_are_numbers_that_are_free() -> None:
    found = Found([(1, 1), (5, 5)], (9, 9))
    seeds = found.seeds({"1", "North"}, lambda points: 2.0 * points)
    assert [(one.name, one.x, one.y) for one in seeds] == [("2", 3, 3), ("3", 11, 11), (OUTSIDE, 19, 19)]


def test_where_more_is_left_out_than_found_clicks_are_advised() -> None:
    assert "clicking into each area may be quicker" in Found([(1, 1)], joined=2).words
    assert "quicker" not in Found([(1, 1)], joined=1).words


@pytest.mark.parametrize("colour", ["white", "#777777"])
def test_where_nothing_is_printed_nothing_is_found(colour: str) -> None:
    with pytest.raises(ScanError, match="No more ground was found"):
        _ = look(Image.new("RGB", (300, 200), colour)).words


def test_cells_of_one_size_are_asked_about() -> None:
    assert "is this a map of hexes?" in look(drawn(GRID)).words


# -- the command ---------------------------------------------------------------------------------


def test_the_command_adds_to_the_table_and_keeps_what_is_in_it(tmp_path: Path) -> None:
    country().save(tmp_path / "scan.png")
    table = tmp_path / "seeds.csv"
    table.write_text('name,x,y,line\nNorth,300,50,\n,,,"300,80 300,220"\n', encoding="utf-8")
    told = CliRunner().invoke(app, ["find", str(tmp_path / "scan.png"), "--seeds", str(table)])
    assert (told.exit_code, "Found 5 areas" in told.output) == (0, True), told.output
    seeds, strokes = read_seeds(table)
    assert [one.name for one in seeds] == ["North", "1", "2", "3", "4", "5"]
    assert strokes == [[(300, 80), (300, 220)]]
    before = table.read_bytes()
    again = CliRunner().invoke(app, ["find", str(tmp_path / "scan.png"), "--seeds", str(table)])
    assert isinstance(again.exception, ScanError)
    assert table.read_bytes() == before
