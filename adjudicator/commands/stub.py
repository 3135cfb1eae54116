"""`hexpost new-game`: the smallest game that works, to change into one's own."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import typer

from adjudicator.commands import phasestub
from adjudicator.commands.areastub import NEAR, area_files
from adjudicator.commands.hexstub import beside_the_town, hex_files, size_of
from adjudicator.commands.speak import NotFound
from files.whole import new_folder, write_whole

MAP = """\
# The map. `hexpost map check {folder}` checks it, `hexpost map draw {folder}` draws it.
game = "{name}"
title = "{title}"
origin = [13.40, 52.50]      # longitude and latitude of the middle
bounds = [13.20, 52.35, 13.60, 52.65]
tolerance_km = 1.0           # a common border no longer than this is a corner

[facts]                      # further columns of places.csv: "text", "number", "yes-no" or "list"
vp = "number"

[features]                   # words for links.csv: a "river" runs along a border, a "road" crosses it
brook = "river"

[names]
brook = "Brook"
"""
PLACES = """\
id,name,lat,lon,vp
north,North,52.60,13.40,1
centre,Centre,52.50,13.40,3
south,South,52.40,13.40,1
"""
LINKS = """\
zone,neighbour,features
north,centre,
centre,north,
centre,south,brook
south,centre,brook
"""
ZONES = """\
{{"type": "FeatureCollection", "features": [
{{"type": "Feature", "properties": {{"id": "north", "name": "North"}}, "geometry": {{"type": "Polygon",
 "coordinates": [[[13.2, 52.55], [13.6, 52.55], [13.6, 52.65], [13.2, 52.65], [13.2, 52.55]]]}}}},
{{"type": "Feature", "properties": {{"id": "centre", "name": "Centre"}}, "geometry": {{"type": "Polygon",
 "coordinates": [[[13.2, 52.45], [13.6, 52.45], [13.6, 52.55], [13.2, 52.55], [13.2, 52.45]]]}}}},
{{"type": "Feature", "properties": {{"id": "south", "name": "South"}}, "geometry": {{"type": "Polygon",
 "coordinates": [[[13.2, 52.35], [13.6, 52.35], [13.6, 52.45], [13.2, 52.45], [13.2, 52.35]]]}}}}
]}}
"""
LINES = """\
{{"type": "FeatureCollection", "features": [
{{"type": "Feature", "properties": {{"id": "brook", "name": "Brook", "kind": "river"}}, "geometry":
 {{"type": "LineString", "coordinates": [[13.2, 52.45], [13.6, 52.45]]}}}}
]}}
"""
STYLE = """\
# How the counters look; docs/counters.md tells what else can be said here.
[game]
title = "{title}"

[sides]                      # the players: id = printed name
red = "Red"
blue = "Blue"

[nations]
red = "Red"
blue = "Blue"

[paint.red]                  # the colours of a side's counters
paper = "#ea8a7f"
band = "#f6d9d2"
symbol = "#f3c3b9"
ink = "#141414"

[paint.blue]
paper = "#a9c7e8"
band = "#e3edf7"
symbol = "#d5e4f3"
ink = "#141414"
"""
ROSTER = """\
id,name,side,nation,formation,type,size,strength,movement,reduced_strength,reduced_movement,setup,flag,reinforcement,aliases
R1,1 Red,red,red,,infantry,division,4,3,2,3,north,,,
R2,2 Red,red,red,,armour,division,6,4,3,4,north,,,
B1,1 Blue,blue,blue,,infantry,division,4,3,2,3,south,,,
B2,2 Blue,blue,blue,,armour,division,6,4,3,4,south,,,
"""
RULES = """\
\"\"\"The rules of {title}. So far there are none: hexpost keeps the books, and the players keep the rules.

Replace GAME by a Game of your own: adjudicator/game.py says what it needs, and
adjudicator/games/raceforberlin is one.
\"\"\"

from pathlib import Path

from adjudicator.bookkeeping import Books

GAME = Books(Path(__file__).parents[1]).game()
"""
README = """\
# {title}

    map/        the board: map.toml, places.csv, links.csv, and its shapes as GeoJSON
    counters/   the pieces: roster.csv, style.toml
    rules/      the rules as code; none yet, so hexpost keeps the books
    templates/  empty so far: for pages of reports that should look different from the common ones

Try it:

    hexpost open {folder} --player red=anna@example.org --player blue=ben@example.org --desk mydesk
    hexpost play {folder} --bots random
"""
FILES = {
    "map/map.toml": MAP,
    "map/places.csv": PLACES,
    "map/links.csv": LINKS,
    "map/zones.geojson": ZONES,
    "map/lines.geojson": LINES,
    "counters/style.toml": STYLE,
    "counters/roster.csv": ROSTER,
    "rules/__init__.py": RULES,
    "README.md": README,
}


NEXT = """\
What to do next: change map/ and counters/, then look at them:  hexpost map draw {folder}
hexpost keeps the books of this game, and the players keep the rules. docs/your-first-game.md writes rules."""
SHAPES = ("map/zones.geojson", "map/lines.geojson")
"""What only a map of degrees needs."""


def new_game(name: str, folder: Path, hexes: str = "", rules: bool = False) -> None:
    """Write the stub, on so many hexes ("12x10") or on areas, with or without `rules` of movement.

    Raises NotFound when the name or the size will not do or the folder holds something.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]{0,30}", name):
        raise NotFound(
            f"{name!r} is not a game's name. Use lowercase letters and digits, and begin with a letter; "
            "the folder comes after it, as in: hexpost new-game mygame games/mygame"
        )
    files = {**files_of(hexes, rules), **(phasestub.FILES if rules else {})}
    said = {**(phasestub.WORDS if hexes else phasestub.OF_AREAS), "near": beside_the_town(hexes) or NEAR}
    try:
        if folder.exists() and any(folder.iterdir()):
            raise NotFound(f"{folder} holds other things; name an empty folder")
        with new_folder(folder):
            words = {"name": name, "title": name.capitalize(), "folder": folder.as_posix()}
            for part, text in files.items():
                told = text.format(**words, **said)
                write_whole(folder / part, told.encode())
            (folder / "templates").mkdir(exist_ok=True)
    except OSError as wrong:
        raise NotFound(f"{folder}: cannot be written: {wrong.strerror}") from None
    typer.echo(f"{name} is ready in {folder}. It plays already:  hexpost play {folder} --bots random")
    further = phasestub.NEXT if rules else NEXT
    pytest = "" if find_spec("pytest") else "\n     pytest is missing there:  pipx inject hexpost pytest"
    typer.echo(further.format(folder=folder.as_posix(), python=sys.executable, pytest=pytest))


def files_of(hexes: str, rules: bool) -> dict[str, str]:
    """The files of the stub: with hexes if so many are asked for, else with areas. For rules, map.toml has
    their outlines."""
    if not hexes and not rules:
        return FILES
    common = {part: text for part, text in FILES.items() if part not in SHAPES}
    common["README.md"] = README.replace(
        ", and its shapes as GeoJSON", "; every hex has a line of its own or the default"
    )
    return {**common, **(hex_files(*size_of(hexes)) if hexes else area_files())}
