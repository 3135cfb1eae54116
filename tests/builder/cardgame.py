"""A small game of cards on hexes: a deck with discards for each side, a cup of chits, units nobody sees."""

from __future__ import annotations

from pathlib import Path

from tests.builder.hexgames import MARKERS
from tests.counters.conftest import COLUMNS

STYLE = """[game]
title = "Two Decks"

[sides]
red = "Red"
blue = "Blue"

[nations]
union = "Union"
league = "Blue"

[paint.union.red]
paper = "#e06c5f"

[paint.league.blue]
paper = "#6f8ec6"

[marker.red]
band = "#7d1216"
"""
BOXES = ("red-deck", "red-discards", "blue-deck", "blue-discards", "cup", "set-aside", "eliminated")
BOARD = """game = "twodecks"
title = "Two Decks"

[hexes]
columns = 9
rows = 7

[facts]
terrain = "text"

[default]
terrain = "clear"

[sheet]
size_mm = [440, 240]
map_mm = [8, 8, 200, 224]

""" + "\n".join(
    f'[[sheet.box]]\nid = "{box}"\ntitle = "{box.replace("-", " ").title()}"\n'
    f"mm = [{216 + 56 * (n % 4)}, {8 + 116 * (n // 4)}, 50, 110]\n"
    for n, box in enumerate(BOXES)
)
MODULE = """version = "1.0"
description = "A game of cards"
turns = ["May", "June"]
dice = [{ count = 2, sides = 6 }, { count = 2, sides = 10, title = "Barrage", each = true }]
segments = ["Cards", "Fight", "End"]
unknown = { name = "Unseen" }
concealed = { name = "Unknown unit", key = "K" }

[[deck]]
id = "red-cards"
name = "Red cards"
at = "red-deck"
cards = ["r-*"]
side = "red"
discard = "red-discards"
back = 2.5

[[deck]]
id = "blue-cards"
name = "Blue cards"
at = "blue-deck"
cards = ["b-*"]
side = "blue"
discard = "blue-discards"
ordered = true
back = 2.5

[[deck]]
id = "orders"
name = "Order chits"
at = "cup"
cards = ["*"]
word = "chit"
wide = 1.1
open = true
regained = true

[[badge]]
marker = "spent"
name = "Spent"
key = "S"
off_at = ["End"]

[boxes]
eliminated = "eliminated"

[[track]]
marker = "turn"
boxes = ["0101", "020*", "set-aside"]

[hands]
red = ["r-1"]
blue = ["b-1", "b-2"]

[[start]]
marker = "turn"
at = "0101"
"""
CARDS = "id,number,title,when,text,once,afterwards\n"
SIDES = {"r": "Red", "b": "Blue"}


def _cards() -> str:
    cards = [
        f"{s}-{n},{n},{SIDES[s]} plan {n},any time,Do it,no,discards" for s in SIDES for n in range(1, 6)
    ]
    chits = [f"hq-{n},{n},Staff {n},when drawn,Its units act,no,cup" for n in range(1, 5)]
    return CARDS + "\n".join([*cards, *chits]) + "\n"


ROSTER = (
    f"{COLUMNS}\n1G,1 Guards,red,union,,infantry,corps,6,3,3,3,0202,,,\n"
    "2G,2 Guards,red,union,,armour,corps,8,5,4,5,0202,,,\n"
    "S1,Sec,red,union,,infantry,brigade,1,2,,,0303,,,\n"
    "S2,Sec,red,union,,infantry,brigade,1,2,,,0304,,,\n"
    "S3,Sec,red,union,,infantry,brigade,1,3,,,0304,,,\n"
    "L1,1 League,blue,league,,infantry,division,4,3,,,0505,,,\n"
    "L2,2 League,blue,league,,infantry,division,4,3,2,3,0505,,,\n"
    "L3,Block,blue,league,,infantry,division,4,3,2,3,0606,,,\n"
    "L4,Block,blue,league,,infantry,division,4,3,2,3,0607,,,\n"
)


def write_cards(folder: Path, module: str = MODULE) -> Path:
    """The game of cards as a folder of its own."""
    (folder / "map").mkdir(parents=True)
    texts = {
        "map/map.toml": BOARD,
        "map/places.csv": "id,name,terrain\n0202,Lauban,town\n",
        "map/links.csv": "hex,neighbour,features\n",
        "roster.csv": ROSTER,
        "markers.csv": f"{MARKERS}spent,Spent,state,,4,SPENT,,,\n",
        "cards.csv": _cards(),
        "style.toml": STYLE,
        "module.toml": module,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder
