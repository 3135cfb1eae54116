"""Terrain and hexside features proposed from the board we draw ourselves, whose truth is in its tables."""

from __future__ import annotations

import io
import json
import math
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageFilter
from typer.testing import CliRunner

from maps.board import Board
from maps.cli import app
from maps.draw import draw_board
from maps.faults import MapError
from maps.load import load_board
from maps.scan.classify import Colours, Proposal, Samples, corrected, propose_features, propose_grounds
from maps.scan.classify_files import sides_of, with_grounds
from maps.scan.classify_sheet import ACROSS, CARD
from tests.cases import one_quick

RUN = CliRunner()
GAME = "koenigsberg45"
DPI = 55
Point = tuple[float, float]


@cache
def board() -> Board:
    return load_board(GAME)


@cache
def art() -> tuple[Image.Image, dict[str, Point], float]:
    """The board as drawn, the pixel of every hex, and the pitch."""
    drawing = draw_board(GAME, DPI)
    centres: dict[str, Point] = {
        one: drawing.to_pixel(*board().spaces[one].centre) for one in drawing.places if one in board().spaces
    }
    first = next(iter(centres))
    below = centres[board().neighbours(first)[0]]
    return drawing.image, centres, math.dist(centres[first], below)


def ground(one: str) -> str:
    return str(board().spaces[one].facts["terrain"])


@cache
def samples(count: int) -> Samples:
    chance = random.Random(count)
    words: dict[str, list[str]] = {}
    for one in art()[1]:
        words.setdefault(ground(one), []).append(one)
    features: dict[str, list[tuple[str, str]]] = {}
    for side in sides_of(board(), art()[1]):
        for word in board().between(*side):
            features.setdefault(word, []).append(side)
    return Samples(
        {word: chance.sample(hexes, count) for word, hexes in words.items()},
        {word: chance.sample(features[word], 3) for word in ("river-minor", "river-major", "road")},
    )


def scanned(image: Image.Image) -> Image.Image:
    kept = io.BytesIO()
    image.filter(ImageFilter.GaussianBlur(0.7)).save(kept, "JPEG", quality=60)
    return Image.open(io.BytesIO(kept.getvalue())).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoil", one_quick([lambda image: image, scanned]), ids=["drawn", "blurred and compressed"]
)
@pytest.mark.parametrize(("count", "least"), one_quick([(1, 0.92), (2, 0.97), (3, 0.97)]))
def test_of_a_few_samples_for_each_terrain_nearly_every_hex_is_right(
    count: int, least: float, spoil: Callable[[Image.Image], Image.Image]
) -> None:
    image, centres, pitch = art()
    found = propose_grounds(Colours(spoil(image), centres, pitch), samples(count))
    right = sum(one.word == ground(one.where[0]) for one in found) / len(found)
    assert right >= least


@pytest.mark.slow
def test_rivers_and_roads_are_proposed_on_nearly_all_their_hexsides() -> None:
    image, centres, pitch = art()
    sides = sides_of(board(), centres)
    found = propose_features(Colours(image, centres, pitch), sides, samples(2))
    right = dict.fromkeys(samples(2).features, 0)
    for one in found:
        right[one.kind] += bool(one.word) == (one.kind in board().between(*one.where[:2]))
    assert {kind: count / len(sides) > 0.95 for kind, count in right.items()} == dict.fromkeys(right, True)


def test_what_the_user_says_stands_whatever_the_scan_shows() -> None:
    seen = [
        Proposal(("0101",), "clear", 0.9),
        Proposal(("0101", "0102"), "", 0.9, "road"),
        Proposal(("0102", "0103"), "road", 0.9, "road"),
        Proposal(("0201",), "clear", 0.4),
    ]
    made = corrected(seen, {("0101",): ["marsh"], ("0102", "0101"): ["road"], ("0102", "0103"): []})
    assert [one.word for one in made] == ["marsh", "road", "", "clear"]
    assert [one.corrected for one in made] == [True, True, True, False]
    assert made[3] is seen[3]


def test_places_csv_keeps_all_else_and_gets_only_the_lines_it_needs() -> None:
    before = "id,name,terrain,vp\n0101,Danzig,clear,3\n0102,,woods,\n"
    said = [
        Proposal((one,), word, 1.0) for one, word in (("0101", "woods"), ("0102", "clear"), ("0103", "marsh"))
    ]
    after = with_grounds(before, "terrain", "clear", [*said, Proposal(("0104",), "clear", 1.0)])
    assert after == "id,name,terrain,vp\n0101,Danzig,woods,3\n0102,,,\n0103,,marsh,\n"


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game of 4 x 3 hexes, blue on the left and yellow on the right, with its centres and samples."""
    home = tmp_path / "game" / "map"
    home.mkdir(parents=True)
    (home / "map.toml").write_text(
        'game = "own"\ntitle = "Own"\n[hexes]\ncolumns = 4\nrows = 3\n[facts]\nterrain = "text"\n'
        '[default]\nterrain = "clear"\n[features]\nroad = "road"\n',
        encoding="utf-8",
    )
    image = Image.new("RGB", (400, 400), (230, 220, 150))
    image.paste((90, 140, 210), (0, 0, 160, 400))
    image.save(tmp_path / "scan.png")
    grid = load_board(tmp_path / "game").grid
    assert grid is not None
    lines = [
        f"{label},{60 + grid.centre(label)[0] * 90},{60 - grid.centre(label)[1] * 90}"
        for label in grid.labels
    ]
    (tmp_path / "hexes.csv").write_text("label,x,y\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "samples.csv").write_text("word,hex,neighbour\nsea,0101,\nclear,0402,\n", encoding="utf-8")
    return tmp_path


def command(own: Path, *more: str) -> list[str]:
    files = ["--centres", str(own / "hexes.csv"), "--samples", str(own / "samples.csv")]
    return ["classify", str(own / "game"), str(own / "scan.png"), *files, *more]


def test_corrections_in_map_toml_survive_another_run(own: Path) -> None:
    with (own / "game" / "map" / "map.toml").open("a", encoding="utf-8") as toml:
        toml.write('[corrected]\n"0402" = "marsh"\n')
    for _ in range(2):
        result = RUN.invoke(app, command(own, "--write", "--out", str(own / "all.csv"), "--json"))
        assert result.exit_code == 0, result.output
        spaces = load_board(own / "game").spaces
        assert spaces["0402"].facts["terrain"] == "marsh"
        assert spaces["0102"].facts["terrain"] == "sea"
        assert spaces["0401"].facts["terrain"] == "clear"
    assert "0402,,,marsh,1.0,you\n" in (own / "all.csv").read_text(encoding="utf-8")
    assert json.loads(result.stdout)["proposals"][0]["word"] == "sea"


def test_the_doubtful_ones_are_on_the_review_sheet(own: Path) -> None:
    result = RUN.invoke(app, command(own, "--review", str(own / "review.png"), "--below", "1", "--json"))
    doubtful = json.loads(result.stdout)["doubtful"]
    with Image.open(own / "review.png") as sheet:
        assert len(doubtful) > 6
        assert sheet.height == 8 + CARD[1] * -(-len(doubtful) // ACROSS)


@pytest.mark.parametrize("sides", ["road,0101,0102", "road,0101,0102\nriver,0101,0102\nnone,0301,0302"])
@pytest.mark.parametrize("rows", [("01", "02"), ("01", "02", "03")], ids=["eight hexes", "twelve"])
def test_a_board_of_few_hexes_and_one_sample_is_no_trouble(
    own: Path, sides: str, rows: tuple[str, ...]
) -> None:
    head, *lines = (own / "hexes.csv").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line[2:4] in rows]
    (own / "hexes.csv").write_text("\n".join([head, *kept, ""]), encoding="utf-8")
    text = f"word,hex,neighbour\nsea,0101,\nclear,0402,\n{sides}\n"
    (own / "samples.csv").write_text(text, encoding="utf-8")
    result = RUN.invoke(app, command(own, "--json"))
    assert result.exit_code == 0, result.exception
    named = [one for one in json.loads(result.stdout)["proposals"] if one["where"] == ["0101", "0102"]]
    assert ("road", 1.0) in [(one["word"], one["confidence"]) for one in named]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("samples.csv", "word,hex\n", "no column neighbour"),
        ("samples.csv", "word,hex,neighbour\nsea,9999,\n,0101,\n", "samples.csv:2: unknown hex"),
        ("samples.csv", "word,hex,neighbour\nsea,9999,\n,0101,\n", "samples.csv:3: no word"),
        ("samples.csv", "word,hex,neighbour\nroad,0101,0403\n", "do not touch"),
        (
            "samples.csv",
            "word,hex,neighbour\nroad,0101,0102\nnone,0102,0101\n",
            "0102/0101 has none, and road",
        ),
        ("samples.csv", "word,hex,neighbour\nnone,0102,0101\n", "no samples"),
        ("hexes.csv", "label,x,y\n0101,left,3\nA7,1,1\n", "hexes.csv:2: bad value"),
        ("hexes.csv", "label,x,y\n0101,left,3\nA7,1,1\n", "hexes.csv:3: unknown hex"),
        ("game/map/map.toml", '[corrected]\n"0101/0403" = "road"\n', "read '0101/0403'"),
    ],
)
def test_files_at_fault_are_told_and_nothing_is_written(own: Path, file: str, text: str, said: str) -> None:
    path = own / file
    before = path.read_text(encoding="utf-8") if "map.toml" in file else ""
    path.write_text(before + text, encoding="utf-8")
    result = RUN.invoke(app, command(own, "--write"))
    assert isinstance(result.exception, MapError)
    assert said in str(result.exception)
    assert not (own / "game" / "map" / "places.csv").exists()
