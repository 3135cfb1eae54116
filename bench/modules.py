"""A VASSAL module of many pieces written and read back, beside a peer where there is one.

The peer needs a newer Python than we do, so it runs in an environment of its own, as a process of its own.
"""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from builder.layout.board import Layout

from .measure import Spent, spent

PEER = Path(__file__).with_name("pywargame_peer.py")
SKIPPED = (
    "skipped: pywargame 0.8.0 needs Python 3.12, and no python3.12 here starts and has it: "
    "make bench PEER_PYTHON=..."
)
COLUMNS, ROWS, PIECES = 60, 40, 400
BUILD = "buildFile.xml"

BOARD = """game = "bench"
title = "Bench"

[hexes]
columns = COLUMNS
rows = ROWS

[facts]
terrain = "text"

[default]
terrain = "clear"

[sheet]
size_mm = [560, 500]
map_mm = [8, 8, 440, 484]

[[sheet.box]]
id = "eliminated"
title = "Eliminated"
mm = [456, 8, 96, 60]

[sheet.turns]
title = "Turn track"
mm = [456, 160, 96, 60]
columns = 2
dates = ["May", "June"]
"""
STYLE = """[game]
title = "Bench"

[sides]
red = "Red"
blue = "Blue"

[nations]
union = "Union"
league = "League"
"""
FACTS = """version = "1.0"
description = "Many pieces on many hexes"
board = "Land"
turns = ["May", "June"]
segments = ["Movement", "Combat"]

[boxes]
eliminated = "eliminated"
"""
ROSTER = (
    "id,name,side,nation,formation,type,size,strength,movement,reduced_strength,reduced_movement,"
    "setup,flag,reinforcement,aliases\n"
)


@dataclass(frozen=True, slots=True)
class Ours:
    """A module made of a game folder: all of it, then without its pictures drawn, then read back."""

    drawn: list[Spent]
    written: list[Spent]
    read: list[Spent]


@dataclass(frozen=True, slots=True)
class Theirs:
    """Processor seconds of the peer, for the same pieces and pictures: written, and read back."""

    written: list[float]
    read: list[float]


class NotTheSame(Exception):
    """A module that does not hold what it was made of: a fault, not a measurement."""


def game_folder(folder: Path, columns: int = COLUMNS, rows: int = ROWS, pieces: int = PIECES) -> Path:
    """A game of hexes with flat tops and units of two steps, each in a hex at the start."""
    (folder / "map").mkdir(parents=True)
    texts = {
        "map/map.toml": BOARD.replace("COLUMNS", str(columns)).replace("ROWS", str(rows)),
        "map/places.csv": "id,name,terrain\n0101,Lauban,town\n",
        "map/links.csv": "hex,neighbour,features\n",
        "roster.csv": ROSTER + "".join(unit(number, columns, rows) for number in range(pieces)),
        "markers.csv": "id,name,kind,side,count,front,front_symbol,back,back_symbol\n",
        "style.toml": STYLE,
        "module.toml": FACTS,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return folder


def unit(number: int, columns: int, rows: int) -> str:
    """A line of the roster; units stand in the columns from left to right, then some rows below."""
    side, nation = ("red", "union") if number % 2 else ("blue", "league")
    column, row = number % columns + 1, number // columns * 3 % rows + 1
    place = f"{column:02}{row:02}"
    return f"U{number},{number} Corps,{side},{nation},,infantry,corps,6,3,3,3,{place},,,\n"


# -- ours ------------------------------------------------------------------------------------------------


def ours(games: Sequence[Path], file: Path, reads: int = 5) -> Ours:
    """The module of each of the games, which are alike, and the last one read so often. Raises NotTheSame."""
    from builder.layout.board import lay_layout
    from builder.module.module import build_module

    drawn = [spent(partial(build_module, game, file)) for game in games]
    again, layout, pictures = file.with_name("again.vmod"), lay_layout(games[-1]), pictures_of(file)
    gc.collect()
    gc.freeze()  # what drawing and the other parts loaded: the peer is alone in its process
    written = [spent(partial(write, games[-1], layout, again, pictures)) for _ in games]
    if entry(file, BUILD) != entry(again, BUILD):
        raise NotTheSame("the module written from pictures at hand is another")
    return Ours(drawn, written, [spent(partial(read, file)) for _ in range(reads)])


def write(game: Path, layout: Layout, file: Path, pictures: Mapping[str, bytes]) -> None:
    """The module from the game's files, with the board laid out and the pictures at hand, as the peer's."""
    from builder.module.module import build_file
    from builder.module.parts import gather
    from builder.vassal.archive import module_data, write_archive
    from builder.vassal.buildfile import serialised

    parts = gather(game, layout)
    build = serialised(build_file(parts))
    write_archive(file, {BUILD: build, "moduledata": module_data(parts.identity), **pictures})


def read(file: Path) -> int:
    """The module opened, and the traits of every piece and prototype taken apart; so many pieces."""
    from builder.vassal.modulefile import open_module, piece_text
    from builder.vassal.traits import read_definition

    module = open_module(file)
    slots = list(module.of("PieceSlot", "CardSlot"))
    for node in (*slots, *module.of("PrototypeDefinition")):
        read_definition(piece_text(node))
    return len(slots)


def pictures_of(file: Path) -> dict[str, bytes]:
    """The pictures in a module, by the names of their entries."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.startswith("images/")}


def entry(file: Path, name: str) -> bytes:
    """An entry of a module."""
    with zipfile.ZipFile(file) as archive:
        return archive.read(name)


# -- the peer --------------------------------------------------------------------------------------------


def peer_python() -> str | None:
    """A Python that can import the peer: the one `make bench` set up, else a newer one on the path."""
    own = [Path(sys.prefix) / "pywargame" / where for where in ("bin/python", "Scripts/python.exe")]
    named = [shutil.which(f"python3.{minor}") for minor in (12, 13, 14)]
    candidates = [*(str(path) for path in own if path.is_file()), *(path for path in named if path)]
    return next((python for python in candidates if answers(python)), None)


def answers(python: str) -> bool:
    """Whether this Python can be started and knows the peer."""
    try:
        return subprocess.run([python, "-P", str(PEER)], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def theirs(python: str, file: Path, writes: int = 3, reads: int = 5) -> Theirs:
    """The peer with the board, pieces and pictures of our module. Raises NotTheSame."""
    task = job(file) | {"writes": writes, "reads": reads}
    paper = file.with_name("job.json")
    paper.write_text(json.dumps(task), encoding="utf-8")
    done = subprocess.run([python, "-P", str(PEER), str(paper)], capture_output=True, check=True)
    told = json.loads(done.stdout)
    if set(told["pieces"]) != {len(task["pieces"])}:
        raise NotTheSame(f"the peer wrote {len(task['pieces'])} pieces and read {told['pieces']}")
    return Theirs(told["written"], told["read"])


def job(file: Path) -> dict[str, Any]:
    """What the peer needs to make the same module."""
    from builder.vassal.modulefile import open_module

    module = open_module(file)
    (grid,) = module.of("HexGrid")
    return {
        "name": "Bench",
        "board": "Land",
        "path": "0,0;2000,0;2000,2000;0,2000",
        "grid": {name: grid.get(name) for name in ("dx", "dy", "x0", "y0")} | {"visible": False},
        "prototypes": [node.get("name") for node in module.of("PrototypeDefinition")],
        "pieces": list(pieces_of(file)),
        "pictures": str(file),
        "out": str(file.with_name("theirs.vmod")),
    }


def pieces_of(file: Path) -> Iterator[dict[str, Any]]:
    """Every piece in a stack of the module: where it stands, what it is called, shows and says."""
    from builder.vassal.modulefile import open_module

    for stack in open_module(file).of("SetupStack"):
        for slot in stack.children():
            yield {
                "stack": stack.get("name"),
                "x": stack.get("x"),
                "y": stack.get("y"),
                "name": slot.get("entryName"),
                "gpid": slot.get("gpid"),
                "size": slot.get("width"),
                **said(slot.element.text or ""),
            }


def said(text: str) -> dict[str, Any]:
    """The prototypes, images and facts of a piece, as the peer's traits take them."""
    from builder.vassal.traits import read_definition

    traits = read_definition(text).traits
    by_kind = {trait.id: trait for trait in traits}
    mark, layers = by_kind["mark"], by_kind["emb2"]
    return {
        "prototypes": [trait.type.split(";", 1)[1] for trait in traits if trait.id == "prototype"],
        "facts": [mark.type.split(";", 1)[1], mark.state],
        "images": next(part for part in layers.type.split(";") if ".png" in part).split(","),
    }
