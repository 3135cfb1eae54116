"""A board of hexes for `hexpost new-game --hexes`: towns, woods, a brook, a road, and units on them."""

from __future__ import annotations

import re

from adjudicator.commands.speak import NotFound

FEWEST, MOST = 6, 60
"""Columns and rows that a new board may have: towns and units of the example need room, labels two digits."""
MAP = """\
# The map. `hexpost map check {{folder}}` checks it, `hexpost map draw {{folder}}` draws it.
game = "{{name}}"
title = "{{title}}"
subtitle = "{columns} x {rows} hexes"      # printed below the title; delete it or write your own

[hexes]
columns = {columns}
rows = {rows}
tops = "flat"                # or "pointed"
shoved = "even"              # the columns that are half a hex lower: "odd" or "even"
pitch = 1.0                  # from centre to centre, in any unit

[facts]                      # further columns of places.csv: "text", "number", "yes-no" or "list"
terrain = "text"
settlement = "text"
vp = "number"

[default]                    # for hexes without a line in places.csv
terrain = "clear"

[features]                   # words for links.csv: a "river" runs along a hexside, a "road" crosses it
brook = "river"
road = "road"

[sheet]                      # in millimetres
size_mm = [{wide}, {high}]
map_mm = [{margin}, {top}, {map_wide}, {map_high}]
title_mm = [{margin}, {margin}, {map_wide}, {title}]
ground = "terrain"

[sheet.hexes]
town = "settlement"
"""
MARGIN, TITLE, PITCH = 10, 30, 22
"""Millimetres: around the sheet, of the title above the map, from hex to hex (a counter has 16)."""
FORMATIONS = ("infantry", "infantry", "infantry", "armour", "armour", "artillery")
"""What each side has, thrice."""
STRENGTH = {"infantry": "4,3,2,3", "armour": "6,5,3,5", "artillery": "3,2,1,2"}
"""Strength and movement, full and reduced."""
COLUMNS = (
    "id,name,side,nation,formation,type,size,strength,movement,reduced_strength,reduced_movement,setup,"
    "flag,reinforcement,aliases"
)


def size_of(text: str) -> tuple[int, int]:
    """Columns and rows of "12x10". Raises NotFound with what would be right."""
    read = re.fullmatch(r"\s*(\d{1,4})\s*[x×*]\s*(\d{1,4})\s*", text.lower())
    size = (int(read[1]), int(read[2])) if read else (0, 0)
    if not all(FEWEST <= one <= MOST for one in size):
        raise NotFound(f"--hexes {text}: write columns x rows, such as 12x10, each from {FEWEST} to {MOST}")
    return size


def hex_files(columns: int, rows: int) -> dict[str, str]:
    """The files of the board and of the units on it; names and title are still to be filled in."""
    return {
        "map/map.toml": map_toml(columns, rows),
        "map/places.csv": places(columns, rows),
        "map/links.csv": links(columns, rows),
        "counters/roster.csv": roster(columns, rows),
    }


def map_toml(columns: int, rows: int) -> str:
    """map.toml, with a sheet that the hexes fill."""
    across, down = round((columns - 1) * PITCH * 3**0.5 / 2 + PITCH * 1.2), round((rows + 0.5) * PITCH)
    sizes = {"map_wide": across, "map_high": down, "wide": across + 2 * MARGIN}
    sizes |= {"high": down + TITLE + 3 * MARGIN, "top": TITLE + 2 * MARGIN, "margin": MARGIN, "title": TITLE}
    return MAP.format(columns=columns, rows=rows, **sizes)


def label(column: int, row: int) -> str:
    """A hex as it is printed."""
    return f"{column:02}{row:02}"


def places(columns: int, rows: int) -> str:
    """Two towns with a road between them, a village, and woods."""
    middle = (rows + 1) // 2
    lines = [
        f"{label(2, middle)},Westerholt,clear,town,2",
        f"{label(columns - 1, middle)},Osterode,clear,town,2",
        f"{label(columns // 2, 2)},Mill,clear,village,1",
        *(f"{label(one, rows - 1)},,woods,," for one in range(3, columns - 1)),
        *(f"{label(one, rows - 2)},,woods,," for one in range(4, columns - 2, 2)),
    ]
    return "\n".join(["id,name,terrain,settlement,vp", *lines, ""])


def beside_the_town(hexes: str) -> str:
    """The hex of "12x10" to which the road leads from the first town; "" without hexes."""
    return label(3, (size_of(hexes)[1] + 1) // 2) if hexes else ""


def links(columns: int, rows: int) -> str:
    """A road from town to town, and a brook from edge to edge, left of the column in the middle."""
    middle, bank = (rows + 1) // 2, columns // 2 + 1
    words: dict[tuple[str, str], list[str]] = {}
    for row in range(1, rows + 1):
        other = row + (1 if bank % 2 == 0 else -1)  # of the two hexes beside it, the one not in its own row
        for near in (row, other):
            if 1 <= near <= rows:
                words.setdefault((label(bank - 1, near), label(bank, row)), []).append("brook")
    for column in range(2, columns - 1):
        words.setdefault((label(column, middle), label(column + 1, middle)), []).append("road")
    lines = [f"{one},{other},{' '.join(words[one, other])}" for one, other in sorted(words)]
    return "\n".join(["hex,neighbour,features", *lines, ""])


def roster(columns: int, rows: int) -> str:
    """Eighteen units a side: the first stand in their town, the others in a column near their edge."""
    lines = [COLUMNS]
    for side, town, edge in (("red", "Westerholt", 1), ("blue", "Osterode", columns)):
        for number, kind in enumerate(FORMATIONS * 3, 1):
            at = town if number <= 2 else label(edge, (number - 3) % rows + 1)
            who = f"{side[0].upper()}{number},{number} {side.capitalize()},{side},{side}"
            lines.append(f"{who},,{kind},division,{STRENGTH[kind]},{at},,,")
    return "\n".join([*lines, ""])
