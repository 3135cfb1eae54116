"""A map of areas for `hexpost new-game --rules`: two towns, woods, a brook, a road, and units on them."""

from __future__ import annotations

from adjudicator.commands.hexstub import COLUMNS

MAP = """\
# The map. `hexpost map check {folder}` checks it, `hexpost map draw {folder}` draws it.
game = "{name}"
title = "{title}"
tolerance_km = 2.0           # a common border no longer than this is a corner

[facts]                      # further columns of places.csv: "text", "number", "yes-no" or "list"
terrain = "text"
vp = "number"

[features]                   # words for links.csv: a "river" runs along a border, a "road" crosses it
brook = "river"
road = "road"

[sheet]
tints = {{ clear = "#dfe6c4", woods = "#b5cd9a" }}    # a colour for each word of terrain

"""
CORNERS = (
    ((0, 0), (38, 0), (84, 0), (120, 0)),
    ((0, -30), (42, -26), (78, -31), (120, -27)),
    ((0, -57), (36, -60), (83, -55), (120, -58)),
    ((0, -84), (41, -84), (79, -84), (120, -84)),
)
"""The corners of the areas, row by row."""
AREAS = (
    ("North Field", "Mill", "North Wood"),
    ("Westerholt", "Ford", "Osterode"),
    ("South Field", "Long Wood", "East Field"),
)
"""The areas between them: of three columns, the brook has two on its left bank."""
POINTS = {"Westerholt": 2, "Osterode": 2, "Mill": 1}
ROAD = set(AREAS[1])
BANK = 1
"""The column on the left bank of the brook."""
FORCES = {"red": AREAS[1][:1] * 2 + AREAS[0][:1] * 2 + AREAS[2][:1] * 2,
          "blue": AREAS[1][2:] * 2 + AREAS[0][2:] * 2 + AREAS[2][2:] * 2}  # fmt: skip
"""Where the units of each side begin."""
KINDS = (("infantry", "4,2,2,2"), ("armour", "6,3,3,3"))
"""What they are in turn: strength and movement, full and reduced."""
NEAR = "Ford"
"""The area to which the road leads from the first town."""


def id_of(name: str) -> str:
    """The id that an area has by its name."""
    return name.lower().replace(" ", "-")


def area_files() -> dict[str, str]:
    """The files of the map and of the units on it; names and title are still to be filled in."""
    return {
        "map/map.toml": MAP + "\n".join(outlines()),
        "map/places.csv": places(),
        "map/links.csv": links(),
        "counters/roster.csv": roster(),
    }


def outlines() -> list[str]:
    """The areas of map.toml."""
    found = []
    for row, names in enumerate(AREAS):
        for column, name in enumerate(names):
            above, below = CORNERS[row][column : column + 2], CORNERS[row + 1][column : column + 2]
            ring = ", ".join(f"[{x}, {y}]" for x, y in (*above, *reversed(below)))
            found.append(f'[[area]]\nname = "{name}"\noutline = [{ring}]\n')
    return found


def places() -> str:
    """Woods where the name says so; points of three areas."""
    lines = [
        f"{id_of(name)},{name},{'woods' if 'Wood' in name else 'clear'},{POINTS.get(name, '')}"
        for names in AREAS
        for name in names
    ]
    return "\n".join(["id,name,terrain,vp", *lines, ""])


def links() -> str:
    """Which areas touch: the brook runs from edge to edge, and the road from town to town."""
    lines = []
    for row, names in enumerate(AREAS):
        for column, name in enumerate(names):
            across = [(names[column + 1], "brook" * (column == BANK))] if column < 2 else []
            for other, water in (*across, *((below[column], "") for below in AREAS[row + 1 : row + 2])):
                words = filter(None, (water, "road" * ({name, other} <= ROAD)))
                lines.append(f"{id_of(name)},{id_of(other)},{' '.join(words)}")
    return "\n".join(["area,neighbour,features", *lines, ""])


def roster() -> str:
    """Six units a side."""
    lines = [COLUMNS]
    for side, at in FORCES.items():
        for n, area in enumerate(at, 1):
            kind, numbers = KINDS[(n + 1) % 2]
            who = f"{side[0].upper()}{n},{n} {side.capitalize()},{side},{side}"
            lines.append(f"{who},,{kind},division,{numbers},{area},,,")
    return "\n".join([*lines, ""])
