"""A game of squares, and one of hexes, squares and areas on one map, written into a folder to build from."""

from __future__ import annotations

from pathlib import Path

from tests.builder.hexgames import MARKERS, MODULE, SHEET, STYLE, roster

SQUARES = """game = "squares"
title = "Squares"

[squares]
columns = 30
rows = 22
wide = 5.0
high = 4.0
diagonal = true
missing = ["A1", "O11"]

[squares.numbering]
column = { letters = "doubled", digits = 1 }
row = { digits = 1, backward = true }
""" + SHEET.replace(
    "[[sheet.box]]", "[sheet]\nsize_mm = [560, 340]\nmap_mm = [8, 8, 440, 320]\n\n[[sheet.box]]", 1
)
MIXED = """game = "mixed"
title = "Mixed"

[hexes]
columns = 14
rows = 10
pitch = 2.0

[squares]
columns = 6
rows = 5
wide = 2.0
origin = [27.0, 0.0]
numbering = { before = "Town ", column = { letters = "doubled", digits = 1 }, row = { digits = 1 } }

[[area]]
name = "Sea: East"
outline = [[26, -10], [39, -10], [39, -19], [26, -19]]
also = [[[26, 2], [39, 2], [39, 1.2], [26, 1.2]]]

[[area]]
id = "camp"
name = "Camp!"
outline = [[-8, 1], [-1.5, 1], [-4, -19], [-8, -19]]
""" + SHEET.replace(
    "[[sheet.box]]", "[sheet]\nsize_mm = [560, 340]\nmap_mm = [8, 8, 440, 320]\n\n[[sheet.box]]", 1
)


def write_squares(folder: Path) -> Path:
    """30 x 22 squares, A1 at the lower left, two of them missing."""
    places = "id,name,terrain\nB2,Lauban,clear\n"
    links = "square,neighbour,features\nB2,C3,road\nB2,B3,river\n"
    return _write(folder, SQUARES, places, links, roster("b2", "dd22"))


def write_mixed(folder: Path) -> Path:
    """14 x 10 hexes, a town of 6 x 5 squares, a sea in two parts and a camp."""
    places = "id,name,terrain\n0202,Lauban,woods\n"
    links = "hex,neighbour,features\n1401,town-a1,road\ntown-a1,town-a2,river\ncamp,0101,\n"
    return _write(folder, MIXED, places, links, roster("0202", "town-b2"))


def _write(folder: Path, board: str, places: str, links: str, units: str) -> Path:
    (folder / "map").mkdir(parents=True)
    texts = {
        "map/map.toml": board,
        "map/places.csv": places,
        "map/links.csv": links,
        "roster.csv": units,
        "markers.csv": MARKERS,
        "style.toml": STYLE.replace("TITLE", "Squares"),
        "module.toml": MODULE,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder
