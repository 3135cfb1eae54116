"""`hexpost map classify`: what it reads, shows and writes, and what it leaves as the user has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner, Result

from maps.cli import app
from maps.grids.grid import HexGrid
from maps.map_faults import MapError
from maps.reading.load import load_board
from maps.scan.terrain.proposals import Proposal
from maps.scan.terrain.review import ACROSS, CARD, DOWN
from maps.scan.terrain.writing import RECORD, update
from scans.scan_faults import ScanError

TOML = {"features": {"road": "road", "river": "river"}, "default": {"terrain": "clear"}}
SIDE = ("0101", "0102")


# -- what is written -------------------------------------------------------------------------------


def put(folder: Path, *proposals: Proposal) -> list[str]:
    """One run of the command: its files are written; what was kept is told."""
    files, kept = update(folder, TOML, proposals)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return kept


def road(there: bool = True, said: bool = True) -> Proposal:
    return Proposal(SIDE, "road" if there else "", 1.0, "road", said=said)


def ground(word: str, sure: bool = True, said: bool = False) -> Proposal:
    return Proposal(("0101",), word, 0.9, sure=sure, said=said)


def text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_nothing_is_written_that_is_neither_sure_nor_said(tmp_path: Path) -> None:
    assert put(tmp_path, road(said=False), ground("woods", sure=False)) == []
    assert list(tmp_path.iterdir()) == []


def test_features_that_are_said_get_a_line_and_lose_it(tmp_path: Path) -> None:
    put(tmp_path, road(), Proposal(SIDE, "river", 1, "river", said=True))
    assert text(tmp_path, "links.csv") == "hex,neighbour,features\n0101,0102,road river\n"
    put(tmp_path, road(there=False))
    assert text(tmp_path, "links.csv") == "hex,neighbour,features\n0101,0102,river\n"


def test_other_columns_and_words_of_links_csv_stay(tmp_path: Path) -> None:
    (tmp_path / "links.csv").write_text("neighbour,hex,note,features\n0101,0102,x,bridge\n", encoding="utf-8")
    put(tmp_path, road())
    assert text(tmp_path, "links.csv") == "neighbour,hex,note,features\n0101,0102,x,bridge road\n"


def test_a_better_scan_takes_back_the_terrain_that_an_earlier_one_gave(tmp_path: Path) -> None:
    put(tmp_path, ground("woods"))
    assert put(tmp_path, ground("marsh")) == []
    assert text(tmp_path, "places.csv") == "id,name,terrain\n0101,,marsh\n"
    assert put(tmp_path, ground("clear")) == []
    assert text(tmp_path, "places.csv") == "id,name,terrain\n0101,,\n"


def test_what_was_typed_or_taken_out_by_hand_stays_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "places.csv").write_text("id,name,terrain\n0101,Brod,marsh\n", encoding="utf-8")
    assert put(tmp_path, ground("woods")) == ["0101 marsh (the scan: woods)"]
    assert text(tmp_path, "places.csv") == "id,name,terrain\n0101,Brod,marsh\n"
    assert put(tmp_path, ground("woods", said=True)) == []
    (tmp_path / "places.csv").write_text("id,name,terrain\n0101,Brod,\n", encoding="utf-8")
    assert put(tmp_path, ground("woods")) == ["0101 clear (the scan: woods)"]


def test_places_csv_keeps_all_else_and_gets_only_the_lines_it_needs(tmp_path: Path) -> None:
    before = "id,name,terrain,vp\n0101,Danzig,clear,3\n0102,,woods,\n"
    (tmp_path / "places.csv").write_text(before, encoding="utf-8")
    words = {"0101": "woods", "0102": "clear", "0103": "marsh", "0104": "clear"}
    put(tmp_path, *(Proposal((one,), word, 1.0, said=True) for one, word in words.items()))
    assert text(tmp_path, "places.csv") == "id,name,terrain,vp\n0101,Danzig,woods,3\n0102,,,\n0103,,marsh,\n"
    assert text(tmp_path, RECORD) == "hex,neighbour,word\n0101,,woods\n0102,,\n0103,,marsh\n"


def test_a_feature_that_the_map_does_not_know_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="no feature cliff; write cliff = "):
        put(tmp_path, Proposal(SIDE, "cliff", 0.9, "cliff"))
    assert list(tmp_path.iterdir()) == []


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game of 8 x 4 hexes, blue on the left and yellow on the right, a red road from left to right."""
    home = tmp_path / "game" / "map"
    home.mkdir(parents=True)
    (home / "map.toml").write_text(
        'game = "own"\ntitle = "Own"\n[hexes]\ncolumns = 8\nrows = 4\n[facts]\nterrain = "text"\n'
        '[default]\nterrain = "clear"\n[features]\nroad = "road"\nriver = "river"\n',
        encoding="utf-8",
    )
    grid = load_board(tmp_path / "game").grid
    assert grid is not None
    at = {one: (60 + grid.centre(one)[0] * 60, 60 - grid.centre(one)[1] * 60) for one in grid.labels}
    image = Image.effect_noise((480, 340), 12).convert("RGB")
    image = Image.blend(image, Image.new("RGB", image.size, (230, 220, 150)), 0.8)
    sea = Image.blend(image, Image.new("RGB", image.size, (90, 140, 210)), 0.8)
    image.paste(sea.crop((0, 0, 238, 340)))
    ImageDraw.Draw(image).line([at[f"0{x}02"] for x in range(1, 9)], (190, 40, 30), 6)
    image.save(tmp_path / "scan.png")
    lines = [f"{label},{x},{y}" for label, (x, y) in at.items()]
    (tmp_path / "hexes.csv").write_text("\n".join(["label,x,y", *lines, ""]), encoding="utf-8")
    (tmp_path / "samples.csv").write_text(
        "word,hex,neighbour\nsea,0101,\nsea,0303,\nclear,0601,\nclear,0703,\n"
        "road,0202,0302\nroad,0602,0702\nnone,0203,0303\n",
        encoding="utf-8",
    )
    return tmp_path


def run(own: Path, *more: str) -> Result:
    files = ["--centres", str(own / "hexes.csv"), "--samples", str(own / "samples.csv")]
    return CliRunner().invoke(app, ["classify", str(own / "game"), str(own / "scan.png"), *files, *more])


def test_a_table_that_was_looked_through_is_written_and_corrections_go_before_it(own: Path) -> None:
    with (own / "game" / "map" / "map.toml").open("a", encoding="utf-8") as toml:
        toml.write('[corrected]\n"0402" = "marsh"\n')
    first = run(own, "--write", "--out", str(own / "all.csv"), "--json")
    assert first.exit_code == 0, first.exception
    board = load_board(own / "game")
    assert board.spaces["0103"].facts["terrain"] == "sea"
    assert "road" in board.between("0202", "0302")
    assert "road" not in board.between("0302", "0402")
    table = text(own, "all.csv")
    assert "0402,,,marsh,you,1.0\n" in table
    assert "0302,0402" not in table
    (own / "all.csv").write_text(
        table.replace("0801,,,clear", "0801,,,sea") + "0101,0102,x,river,,\n0302,0402,,road,,\n",
        encoding="utf-8",
    )
    assert run(own, "--looked", str(own / "all.csv"), "--write").exit_code == 0
    board = load_board(own / "game")
    assert "road" in board.between("0302", "0402")
    assert "river" in board.between("0101", "0102")
    assert [board.spaces[one].facts["terrain"] for one in ("0402", "0801", "0804")] == [
        "marsh",
        "sea",
        "clear",
    ]
    assert {one["word"] for one in json.loads(first.stdout)["proposals"]} == {"sea", "clear", "marsh", "road"}


def test_the_review_shows_every_proposal_and_turns_pages(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maps.scan.terrain.review.DOWN", 2)
    made = json.loads(run(own, "--review", str(own / "review.png"), "--json").stdout)["proposals"]
    cards = 0
    for page in own.glob("review*.png"):
        with Image.open(page) as picture:
            rows = (picture.height - 8) // CARD[1]
            cards += rows * ACROSS
    assert len(made) > 2 * ACROSS
    assert len(made) <= cards < len(made) + ACROSS
    assert DOWN > 2


def test_a_map_of_two_hexes_and_one_sample_is_no_trouble(own: Path) -> None:
    (own / "hexes.csv").write_text("label,x,y\n0101,60,60\n0102,60,120\n", encoding="utf-8")
    (own / "samples.csv").write_text("word,hex,neighbour\nsea,0101,\nroad,0101,0102\n", encoding="utf-8")
    assert run(own).exit_code == 0


@pytest.mark.parametrize(
    ("file", "words", "said"),
    [
        ("samples.csv", "word,hex\n", "no column neighbour"),
        ("samples.csv", "word,hex,neighbour\nsea,9999,\n,0101,\n", "samples.csv:2: unknown hex"),
        ("samples.csv", "word,hex,neighbour\nsea,9999,\n,0101,\n", "samples.csv:3: no word"),
        ("samples.csv", "word,hex,neighbour\nroad,0101,0403\n", "do not touch"),
        ("samples.csv", "word,hex,neighbour\nroad,0101,0102\nnone,0102,0101\n", "has none, and road"),
        ("samples.csv", "word,hex,neighbour\nsea,0101,\nclear,0101,\n", "has clear, and sea"),
        ("samples.csv", "word,hex,neighbour\nnone,0102,0101\n", "no samples"),
        ("hexes.csv", "label,x,y\n0101,left,3\nA7,1,1\n", "hexes.csv:2: bad value"),
        ("hexes.csv", "label,x,y\n0101,left,3\nA7,1,1\n", "hexes.csv:3: unknown hex"),
        ("samples.csv", "word,hex,neighbour\nsea,,\n", "no centre is known of ''"),
        ("looked.csv", "hex,neighbour,word\n0101,0403,road\n", "looked.csv:2: no hexside"),
        ("game/map/map.toml", '[corrected]\n"0101/0403" = "road"\n', "read '0101/0403'"),
    ],
)
def test_files_at_fault_are_told_and_nothing_is_written(own: Path, file: str, words: str, said: str) -> None:
    path = own / file
    path.write_text((text(own, file) if "map.toml" in file else "") + words, encoding="utf-8")
    more = ["--looked", str(path)] if file == "looked.csv" else []
    result = run(own, "--write", *more)
    assert isinstance(result.exception, MapError)
    assert said in str(result.exception)
    assert not (own / "game" / "map" / "places.csv").exists()


def test_a_scan_that_is_none_is_told_and_nothing_is_written(own: Path) -> None:
    (own / "scan.png").write_text("no picture", encoding="utf-8")
    result = run(own, "--write", "--review", str(own / "review.png"))
    assert isinstance(result.exception, ScanError)
    assert not (own / "review.png").exists()


def test_hexsides_on_the_page_are_hexsides_of_a_map_as_straighten_makes_it() -> None:
    page = (Path(__file__).parents[3] / "docs" / "scans.md").read_text(encoding="utf-8")
    grid = HexGrid(24, 18)
    told = re.findall(r"^ {4}(?:\w+,(\d{4}),(\d{4})|\"(\d{4})/(\d{4})\" =)", page, re.M)
    sides = [(a or c, b or d) for a, b, c, d in told]
    assert len(sides) == 6
    assert [side for side in sides if side[1] not in grid.neighbours(side[0]).values()] == []
