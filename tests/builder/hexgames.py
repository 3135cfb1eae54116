"""Games of hexes to build modules from, written into a folder: numbers on one, letters on the other."""

from __future__ import annotations

from pathlib import Path

from tests.counters.conftest import COLUMNS

STYLE = """[game]
title = "TITLE"

[sides]
red = "Red"
blue = "Blue"

[nations]
union = "Union"
league = "League"
"""
SHEET = """
[facts]
terrain = "text"

[default]
terrain = "clear"

[features]
river = "river"
road = "road"

[[sheet.box]]
id = "eliminated"
title = "Eliminated"
mm = [456, 8, 96, 60]

[[sheet.box]]
id = "arrivals"
title = "Arrivals"
mm = [456, 80, 96, 60]

[[sheet.track]]
id = "score"
title = "Victory Points"
mm = [456, 230, 96, 42]
columns = 8
rows = 3
first = 0

[sheet.turns]
title = "Turn track"
mm = [456, 160, 96, 60]
columns = 3
dates = ["May", "June", "July", "August", "September", "October"]
"""
NUMBERED = """game = "numbered"
title = "Numbered"

[hexes]
columns = 47
rows = 41
missing = ["0101", "4741"]
""" + SHEET.replace(
    "[[sheet.box]]", "[sheet]\nsize_mm = [560, 500]\nmap_mm = [8, 8, 440, 484]\n\n[[sheet.box]]", 1
)
LETTERED = """game = "lettered"
title = "Lettered"

[hexes]
columns = 39
rows = 24
shoved = "odd"
short = "odd"

[hexes.numbering]
column = { letters = "doubled" }
row = { digits = 1 }
""" + SHEET.replace(
    "[[sheet.box]]", "[sheet]\nsize_mm = [560, 340]\nmap_mm = [8, 8, 440, 320]\n\n[[sheet.box]]", 1
)
MODULE = """version = "1.0"
description = "A game of hexes"
board = "Land"
turns = ["May", "June"]
segments = ["Movement", "Combat"]

[boxes]
eliminated = "eliminated"
[boxes.waiting]
train = "arrivals"
"""
FULL = MODULE.replace('train = "arrivals"', 'train = "turn-3"').replace(
    "[boxes]\n",
    """sight = true
facings = 6
upright_at = ["Combat"]
unmoved_at = ["Movement"]
turned = { name = "Activated", key = "A" }
concealed = { name = "Unknown unit", key = "K" }

[[symbols]]
name = "Battle dice"
count = 2
faces = ["hit", "miss", "rout"]

[[tally]]
name = "Morale"
start = 5
high = 10

[[scenario]]
name = "June attack"
turn = 2
segment = 2
units = { "1G" = "1010", L2 = "1111" }
markers = { turn = "turn-2" }
reduced = ["1G"]

[[scenario]]
name = "Duel"
only = true
units = { "1G" = "1010", L1 = "1011" }

[[start]]
marker = "turn"
at = "turn-1"

[boxes]
""",
    1,
)
MARKERS = "id,name,kind,side,count,front,front_symbol,back,back_symbol\nturn,Turn,track,,1,TURN,,,\n"


def roster(first: str, second: str) -> str:
    """Units of both sides, two at the start and one that comes later."""
    return (
        f"{COLUMNS}\n1G,1 Guards,red,union,,infantry,corps,6,3,3,3,{first},,,\n"
        f"2G,2 Guards,red,union,,armour,corps,8,5,4,5,{first},,,\n"
        f"L1,1 League,blue,league,,infantry,division,4,3,,,{second},,,\n"
        "L2,2 League,blue,league,,infantry,division,4,3,,,,,train,\n"
    )


def write_numbered(folder: Path, module: str = MODULE) -> Path:
    """47 x 41 hexes with flat tops, 0101 at the upper left, the even columns lower."""
    places = "id,name,terrain\n0202,Lauban,town\n1010,,woods\n"
    links = "hex,neighbour,features\n1010,1011,river\n1011,1111,river\n0202,0303,road\n"
    return _write(folder, NUMBERED, places, links, roster("0202", "4640"), module)


def write_lettered(folder: Path, module: str = MODULE) -> Path:
    """39 x 24 hexes with flat tops, A1 to MM24, the odd columns lower and short."""
    places = "id,name,terrain\nB2,Lauban,town\nAA12,,woods\n"
    links = "hex,neighbour,features\nAA12,AA13,river\n"
    return _write(folder, LETTERED, places, links, roster("b2", "mm23"), module)


def _write(folder: Path, board: str, places: str, links: str, units: str, module: str) -> Path:
    (folder / "map").mkdir(parents=True)
    title = "Numbered" if "numbered" in board else "Lettered"
    texts = {
        "map/map.toml": board,
        "map/places.csv": places,
        "map/links.csv": links,
        "roster.csv": units,
        "markers.csv": MARKERS,
        "style.toml": STYLE.replace("TITLE", title),
        "module.toml": module,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder
