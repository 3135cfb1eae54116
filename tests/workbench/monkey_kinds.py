"""The pages that the monkey is set before: what each is about, and how its files are read by others."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from counters.cutting.cuts import Outlined, cuts_csv, read_cuts
from files.cells import csv_text
from files.faults import is_of_input
from maps.reading.load import load_board
from maps.scan.areas.seeds import Seed, read_decisions, read_seeds, seeds_csv
from maps.scan.scan_file import Clicked, clicks_csv, read_clicks
from tests.workbench.drawn import GRID, place, saved
from tests.workbench.making import straightened
from tests.workbench.test_areas import MIDDLES
from tests.workbench.test_areas import sheet as four_areas
from tests.workbench.test_counters import lattice
from tests.workbench.test_counters import sheet as sheet_of_counters
from workbench.project import KEPT

Edit = tuple[str, str]
"""The name of a file in the folder, and its new text."""


@dataclass(frozen=True)
class Kind:
    """One page: what is typed there and where, the files, and who else reads them.

    `prepared` makes a picture and perhaps a folder, and returns the words of the command and the folder.
    `differs` says how a state of the page differs from the files, `read` what the commands do not read.
    """

    name: str
    mode: str
    names: Sequence[str]
    places: Sequence[tuple[str, tuple[float, float]]]
    files: Sequence[str]
    prepared: Callable[[Path], tuple[list[str], Path]]
    edited: Callable[[random.Random, Path], Edit]
    differs: Callable[[Any, Path], str]
    read: Callable[[Path], str]


_HEXES = [(label, place(GRID, label)) for label in ("0101", "0901", "0107", "0907", "0201", "0504", "0303")]
_SCAN, _CLICKS, _SEEDS, _PAIRS = "map/scan.toml", "map/clicks.csv", "map/seeds.csv", "map/pairs.csv"
_MAP, _PLACES, _LINKS, _NAMES = "map/map.toml", "map/places.csv", "map/links.csv", "map/names.csv"
_CUTS = "counters/sheet-cuts.csv"


def _run(*words: str) -> str:
    """What went wrong in a command, "" for nothing."""
    import hexpost

    done = CliRunner().invoke(hexpost.app, list(words))
    told = f"hexpost {' '.join(words)}: {done.exit_code} {done.output[-600:]}"
    if done.exception is not None and is_of_input(done.exception):
        return f"{told} {done.exception}"
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"OURS {told} {done.exception!r}"
    return "" if done.exit_code == 0 else told


# -- hexes ---------------------------------------------------------------------------------------


def _hexes(home: Path) -> tuple[list[str], Path]:
    return ["map", "edit", str(saved(home / "mygame.png"))], home / "mygame"


def _clicked(drawn: random.Random, folder: Path) -> Edit:
    path = folder / _CLICKS
    try:
        clicks = read_clicks(path) if path.is_file() else []
    except Exception:
        clicks = []
    label, (x, y) = drawn.choice(_HEXES)
    clicks = [one for one in clicks if one.label != label and drawn.random() < 0.9]
    return _CLICKS, clicks_csv([*clicks, Clicked(label, x, y)])


def _hexes_differ(state: Any, folder: Path) -> str:
    if state["mode"] != "hexes":
        return ""
    path = folder / _CLICKS
    there = [(one.label, one.x, one.y) for one in read_clicks(path)] if path.is_file() else []
    shown = [(one["label"], one["x"], one["y"]) for one in state["hexes"]["clicks"]]
    return "" if there == shown else f"{there} and {shown}"


def _hexes_read(folder: Path) -> str:
    """`map fit` may be unsure of few clicks, but it reads them."""
    if not (folder / _CLICKS).is_file():
        return ""
    out = folder.with_name("fit.csv")
    told = ("--clicks", str(folder / _CLICKS), "--scan", str(folder / _SCAN))
    why = _run("map", "fit", f"{folder}.png", *told, "--centres", str(out), "--anyway")
    return why if "clicks.csv:" in why or "scan.toml:" in why or "OURS" in why else ""


# -- areas ---------------------------------------------------------------------------------------


def _areas(home: Path) -> tuple[list[str], Path]:
    return ["map", "edit", str(four_areas(home / "mygame.png"))], home / "mygame"


def _seeded(drawn: random.Random, folder: Path) -> Edit:
    if drawn.random() < 0.3:
        return _NAMES, csv_text(
            [("name",), *((one,) for one in drawn.sample(sorted(MIDDLES), 3)), ("Süd, Öst",)]
        )
    try:
        seeds, strokes = read_seeds(folder / _SEEDS) if (folder / _SEEDS).is_file() else ([], [])
    except Exception:
        seeds, strokes = [], []
    name, (x, y) = drawn.choice(sorted(MIDDLES.items()))
    kept = [one for one in seeds if drawn.random() < 0.8]
    return _SEEDS, seeds_csv([*kept, Seed(name, x + drawn.randrange(9), y + drawn.randrange(9))], strokes)


def _areas_differ(state: Any, folder: Path) -> str:
    if state["mode"] != "areas":
        return ""
    path, pairs = folder / _SEEDS, folder / _PAIRS
    seeds, strokes = read_seeds(path) if path.is_file() else ([], [])
    if pairs.is_file():
        read_decisions(pairs)
    mine = state["areas"]
    there = [(one.name, one.x, one.y) for one in seeds]
    shown = [(one["name"], one["x"], one["y"]) for one in mine["seeds"]]
    if there != shown:
        return f"{there} and {shown}"
    if [[list(at) for at in line] for line in strokes] != mine["strokes"]:
        return f"{strokes} and {mine['strokes']}"
    traced = folder / "map" / "areas.geojson"
    named = any(one.name != "outside" for one in seeds)
    if mine["fresh"] and not mine["wrong"] and traced.is_file() != named:
        return f"seeds {there}, but areas.geojson is {'there' if traced.is_file() else 'not there'}"
    return ""


def _areas_read(folder: Path) -> str:
    if not (folder / _SEEDS).is_file() or not any(
        one.name != "outside" for one in read_seeds(folder / _SEEDS)[0]
    ):
        return ""
    out = folder.with_name("areas.geojson")
    told = ["map", "trace", f"{folder}.png", "--seeds", str(folder / _SEEDS), "--scan", str(folder / _SCAN)]
    if (folder / _PAIRS).is_file():
        told += ["--decided", str(folder / _PAIRS)]
    return _run(*told, "--out", str(out))


# -- terrain -------------------------------------------------------------------------------------


@cache
def _straight() -> Path:
    """A map that was straightened, made once."""
    home = Path(tempfile.mkdtemp(prefix="monkey-"))
    maker = straightened(home)
    for word in ("woods", "hill"):
        assert maker.does("word", "terrain", word=word) == ""
    assert maker.does("feature", "terrain", word="stream", kind="river") == ""
    assert maker.does("feature", "terrain", word="road", kind="road") == ""
    maker.serving.close()
    shutil.rmtree(home / "mygame" / KEPT)
    return home


def _terrain(home: Path) -> tuple[list[str], Path]:
    shutil.copytree(_straight(), home, dirs_exist_ok=True)
    return ["map", "edit", str(home / "mygame.png")], home / "mygame"


def _painted(drawn: random.Random, folder: Path) -> Edit:
    path = folder / _PLACES
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    if len(lines) < 3 or "terrain" not in lines[0]:
        return _LINKS, "from,to,feature\n"
    header = lines[0].split(",")
    number = drawn.randrange(1, len(lines))
    cells = (lines[number].split(",") + [""] * len(header))[: len(header)]
    cells[header.index("terrain")] = drawn.choice(("woods", "hill", "clear", "Süd Sumpf", ""))
    lines[number] = ",".join(cells)
    return _PLACES, "\n".join(lines) + "\n"


def _terrain_differs(state: Any, folder: Path) -> str:
    if state["mode"] != "terrain" or not state["terrain"]["map"]:
        return ""
    board, mine = load_board(folder), state["terrain"]
    for one, ground in zip(mine["ids"], mine["grounds"], strict=True):
        there = board.spaces[one].facts.get("terrain") or mine["default"]
        if there != ground:
            return f"{one} is {there!r}, and {ground!r} on the page"
    links = {
        (one, other): sorted(words)
        for one, near in board.links.items() for other, words in near.items() if one < other and words
    }  # fmt: skip
    shown = {(one, other): words for one, other, words in mine["links"]}
    return "" if links == shown else f"{links} and {shown}"


def _terrain_read(folder: Path) -> str:
    """`map check` minds a river of one hexside, but it reads it."""
    why = _run("map", "check", str(folder)) if (folder / _MAP).is_file() else ""
    return "" if "lonely hexside" in why and "OURS" not in why else why


# -- counters ------------------------------------------------------------------------------------


def _counters(home: Path) -> tuple[list[str], Path]:
    return ["counters", "edit", str(sheet_of_counters(home / "sheet.png"))], home / "sheet"


def _cuts(drawn: random.Random, folder: Path) -> Edit:
    try:
        known = read_cuts(folder / _CUTS) if (folder / _CUTS).is_file() else []
    except Exception:
        known = []
    kept = [one for one in known if drawn.random() < 0.9]
    some = drawn.choice(lattice())
    if some.id not in {one.id for one in kept}:
        kept.append(Outlined(some.id, some.corners, "Größe, 1"))
    return _CUTS, cuts_csv(kept)


def _counters_differ(state: Any, folder: Path) -> str:
    path = folder / _CUTS
    known = read_cuts(path) if path.is_file() and path.read_bytes().strip() else []
    there = [(one.id, one.name, [list(at) for at in one.corners]) for one in known]
    shown = [(one["id"], one["name"], one["corners"]) for one in state["counters"]["cuts"]]
    return "" if there == shown else f"{there} and {shown}"


def _counters_read(folder: Path) -> str:
    path = folder / _CUTS
    if not path.is_file() or not read_cuts(path):
        return ""
    why = _run("counters", "cut", f"{folder}.png", "--cuts", str(path), "--out", str(folder.with_name("cut")))
    return "" if "is not on" in why and "OURS" not in why else why


KINDS = {
    one.name: one
    for one in (
        Kind("hexes", "hexes", [label for label, _ in _HEXES], _HEXES, (_CLICKS, _SCAN, _CLICKS),
             _hexes, _clicked, _hexes_differ, _hexes_read),
        Kind("areas", "areas", (*MIDDLES, "Wedding", "Tiergarten"), sorted(MIDDLES.items()),
             (_SEEDS, _SCAN, _PAIRS, _NAMES), _areas, _seeded, _areas_differ, _areas_read),
        Kind("terrain", "terrain", ("swamp", "desert", "big-river"), _HEXES,
             (_PLACES, _MAP, _LINKS, _SCAN, "map/samples.csv", "map/classified.csv"), _terrain, _painted,
             _terrain_differs, _terrain_read),
        Kind("counters", "counters", ("1st Panzer", "HQ", "r01c01", "42"),
             [(one.id, one.middle) for one in lattice()],
             (_CUTS,), _counters, _cuts, _counters_differ, _counters_read),
    )
}  # fmt: skip
"""The pages by their names."""
