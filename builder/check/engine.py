"""A module in VASSAL itself: what the real engine says of it, beside what its build file means.

The engine is a VASSAL installation on this computer; `Engine.java`, a small program of this project, drives
it. A module is opened there as players open it, so do this only with modules you would open in VASSAL.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builder.check.snaps import Beside, beside_snaps
from builder.importing.boards import find_boards
from builder.module_faults import ModuleError
from builder.vassal.locations import Places, Window, places_of
from builder.vassal.modulefile import MAPS, ModuleFile, additions, extensions_beside, open_module
from builder.vassal.nodes import Node, every
from builder.vassal.readback import Problem

_PROGRAM = Path(__file__).parent / "Engine.java"
_SECONDS = 300
_ACROSS = 40
"""So many points a row, and so many rows, of every map are asked for their names."""
_ROUND = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1))
"""The pixels around one: in the middle of four boxes it touches the fourth at its corner alone."""
_JARS = ("lib", "Contents/Resources/Java", "Contents/Java", ".")

Asked = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A set-up, a saved game or a log the engine loaded: its pieces at the end, and its steps."""

    name: str
    pieces: int
    steps: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A deck that was tried: its cards, and whether one drawn is hidden from others; None if it was empty."""

    name: str
    cards: int
    hidden: bool | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine said: its version, the problems, and how much was compared."""

    vassal: str
    problems: tuple[Problem, ...]
    points: int
    pieces: int
    files: tuple[Loaded, ...] = ()
    decks: tuple[Drawn, ...] = ()

    def facts(self) -> dict[str, object]:
        """The verdict as plain data, without the problems."""
        files, decks = [asdict(one) for one in self.files], [asdict(one) for one in self.decks]
        loaded = {"files": files, "decks": decks}
        return {"vassal": self.vassal, "points": self.points, "pieces": self.pieces, **loaded}


def judge(module: Path, home: Path, saves: Sequence[Path] = ()) -> Verdict:
    """Open a module, and saved games or logs of it, in the VASSAL installed at `home`, and compare.

    ModuleError when there is no VASSAL, no Java or no screen, or when the module is none.
    """
    opened = open_module(module)
    for one in (opened, *map(open_module, extensions_beside(module))):
        code = sorted(name for name in one.archive.names if name.endswith(".class"))
        if code:
            why = f"brings programs of its own ({code[0]} ...), which are not run here"
            raise ModuleError([f"{one.archive.path}: {why}"])
    places = places_of(opened.root, opened.archive)
    asked = list(dict.fromkeys(_questions(opened, places)))
    said = _ask(module, home, asked, saves)
    wanted = [*_standing(opened, places), *_added(module)]
    problems = [
        *(Problem(str(p["level"]), f"VASSAL: {p['where']}", str(p["what"])) for p in said["problems"]),
        *_compare_names(opened, places, asked, said.get("places", [])),
        *_compare_pieces(wanted, said.get("pieces", [])),
        *_compare_named(opened, said.get("pieces", [])),
        *compare_snaps(places, asked, said.get("snaps", [])),
        *compare_stacks(said),
        *_compare_rest(said),
        *compare_decks(said.get("decks", [])),
    ]
    decks = tuple(Drawn(str(d["name"]), int(d["cards"]), d.get("hidden")) for d in said.get("decks", []))
    files = tuple(_loaded(said))
    return Verdict(str(said["vassal"]), tuple(problems), len(asked), len(wanted), files, decks)


# What to ask


def _questions(module: ModuleFile, places: Places) -> Iterator[Asked]:
    """Points of every map in rows, then one in each zone, each region, each hex and each square."""
    for window in places.windows.values():
        size = _extent(window)
        steps = [[side * (2 * n + 1) // (2 * _ACROSS) for n in range(_ACROSS)] for side in size]
        yield from ((window.name, x, y) for y in steps[1] for x in steps[0])
    for board in find_boards(module, places):
        window = places.windows[board.map]
        if len(window.boards) == 1:
            for place in board.places.values():
                x, y = place.centre
                yield board.map, x + window.margin[0], y + window.margin[1]


def _extent(window: Window) -> tuple[int, int]:
    """How far a map reaches, in pixels: its boards side by side, and a little beyond."""
    known = [one for one in window.usual if one.board in window.boards]
    wide = sum(window.boards[one.board].size[0] for one in known if one.row == 0)
    high = sum(window.boards[one.board].size[1] for one in known if one.column == 0)
    return wide + window.margin[0] + 20, high + window.margin[1] + 20


def _standing(module: ModuleFile, places: Places) -> Iterator[tuple[str, str, int, int]]:
    """Where each piece of the set-up stands: gpid, map, x and y."""
    for node in module.of(*MAPS):
        window = places.windows[node.get("mapName")]
        for stack in (one for one in every(node) if one.kind in ("SetupStack", "DrawPile")):
            x, y = stack.get("x") or "100", stack.get("y") or "100"
            plain = stack.get("useGridLocation") != "true" and len(window.boards) == 1
            if plain and x.removeprefix("-").isdecimal() and y.removeprefix("-").isdecimal():
                for slot in (one for one in every(stack) if one.kind in ("PieceSlot", "CardSlot")):
                    at = int(x) + window.margin[0], int(y) + window.margin[1]
                    yield slot.get("gpid"), window.name, *at


def _added(module: Path) -> Iterator[tuple[str, str, int, int]]:
    """Where the pieces of extensions stand: VASSAL loads those in the folder beside the module, too."""
    for _, part, place in additions(map(open_module, (module, *extensions_beside(module)))):
        stacks = [one for one in (place, *part.children()) if one and one.kind == "SetupStack"]
        window = place.within if place and place in stacks else place
        if stacks and isinstance(window, Node):
            at = window.get("mapName"), int(stacks[0].get("x")), int(stacks[0].get("y"))
            yield from ((one.get("gpid"), *at) for one in every(part) if one.kind == "PieceSlot")


# What it says


def _ask(module: Path, home: Path, asked: Sequence[Asked], saves: Sequence[Path]) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        questions = Path(folder) / "questions.txt"
        lines = "".join(f"{name}\t{x}\t{y}\n" for name, x, y in asked if "\n" not in name)
        questions.write_text(lines, encoding="utf-8", newline="\n")
        java = _java(home, Path(folder))
        command = [*_screen(), *java, str(module.resolve()), str(questions), *_files(saves)]
        try:
            ran = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, cwd=folder)
        except (OSError, subprocess.TimeoutExpired) as wrong:
            raise ModuleError([f"VASSAL could not be run: {wrong}"]) from None
    try:
        said: dict[str, Any] = json.loads(ran.stdout.decode("utf-8"))
    except ValueError:
        why = ran.stderr.decode("utf-8", "replace").strip()[-400:] or "it said nothing"
        raise ModuleError([f"VASSAL could not be run: {why}"]) from None
    return said


def _files(saves: Sequence[Path]) -> Iterator[str]:
    """The saved games and logs by their full names; ModuleError for one that is not there."""
    for save in saves:
        if not save.is_file():
            raise ModuleError([f"{save}: there is no such file"])
        yield str(save.resolve())


def _screen() -> list[str]:
    """What stands before the command when there is no screen."""
    if os.name == "nt" or os.environ.get("DISPLAY") or Path("/Applications").is_dir():
        return []
    xvfb = shutil.which("xvfb-run")
    if not xvfb:
        raise ModuleError(["VASSAL needs a screen: there is none, and no Xvfb (xvfb-run) in its place"])
    return [xvfb, "-a", "-s", "-screen 0 1280x1024x24"]


def _java(home: Path, own: Path) -> list[str]:
    """Java with VASSAL's own code, and with a home of its own, so that nobody's preferences change."""
    jars = next((home / part for part in _JARS if any((home / part).glob("[Vv]engine*.jar"))), None)
    if jars is None:
        raise ModuleError([f"{home}: holds no VASSAL; give the folder in which lib/Vengine.jar lies"])
    java = shutil.which("java")
    if not java:
        raise ModuleError(["VASSAL needs Java: there is no command called java"])
    return [
        java, "-Xmx1g", f"-Duser.home={own}", f"-DVASSAL.conf={own}", f"-Djava.io.tmpdir={own}",
        "--add-exports", "java.desktop/sun.java2d.cmm=ALL-UNNAMED",
        "--class-path", f"{jars.resolve()}{os.sep}*", str(_PROGRAM),
    ]  # fmt: skip


# What is otherwise than it was meant


def _compare_names(
    module: ModuleFile, places: Places, asked: Sequence[Asked], said: Sequence[str | None]
) -> Iterator[Problem]:
    decks = {node.get("name") for node in module.of("DrawPile")}
    for (window, x, y), name in zip(asked, said, strict=False):
        meant = places.name(window, (x, y))
        if name != meant and name not in decks and name not in _beside(places, window, x, y):
            yield Problem("error", f"Map {window} {x},{y}", f"VASSAL says {name!r}, meant is {meant!r}")


def _beside(places: Places, window: str, x: int, y: int) -> set[str]:
    """The names one pixel off: just between regions VASSAL takes any of them."""
    return {places.name(window, (x + dx, y + dy)) for dx, dy in _ROUND}


def _snaps_beside(places: Places, window: str, x: int, y: int) -> set[tuple[int, int]]:
    """The points to which the neighbouring pixels are drawn: just between hexes any of them will do."""
    return {places.snap(window, (x + dx, y + dy)) for dx, dy in _ROUND}


def _compare_pieces(wanted: Sequence[tuple[str, str, int, int]], said: Sequence[Any]) -> Iterator[Problem]:
    there = Counter((str(p["gpid"]), str(p["map"]), int(p["x"]), int(p["y"])) for p in said)
    for gpid, window, x, y in (Counter(wanted) - there).elements():
        elsewhere = [f"{p['map']} {p['x']},{p['y']}" for p in said if p["gpid"] == gpid]
        where = f"is at {', '.join(elsewhere)}" if elsewhere else "is nowhere"
        yield Problem(
            "error", f"Map {window} {x},{y}", f"piece {gpid} should stand here; in VASSAL it {where}"
        )


def _compare_named(module: ModuleFile, said: Sequence[Any]) -> Iterator[Problem]:
    """Stacks that stand at a place by its name: VASSAL must have found the place."""
    places: dict[str, set[str]] = {}
    for piece in said:
        places.setdefault(str(piece["gpid"]), set()).add(str(piece["place"]))
    for stack in module.of("SetupStack", "DrawPile"):
        wanted = stack.get("location")
        for slot in every(stack) if stack.get("useGridLocation") == "true" else ():
            if slot.kind in ("PieceSlot", "CardSlot") and wanted not in places.get(slot.get("gpid"), set()):
                where = ", ".join(sorted(places.get(slot.get("gpid"), {"nowhere"})))
                yield Problem("error", slot.path, f"should be at {wanted!r}, but VASSAL has it at {where}")


def compare_snaps(
    places: Places, asked: Sequence[Asked], said: Sequence[list[int] | None]
) -> Iterator[Problem]:
    """Where VASSAL lets a piece come to lie that is dropped at a point, beside our own answer."""
    for (window, x, y), snap in zip(asked, said, strict=False):
        meant = places.snap(window, (x, y))
        off_border = _snaps_beside(places, window, x, y)
        if snap is not None and meant != (x, y) and tuple(snap) not in {meant, *off_border}:
            why = f"VASSAL places pieces at {snap}, not at {list(meant)}"
            yield Problem("error", f"Map {window} {x},{y}", why)


def compare_stacks(said: dict[str, Any]) -> Iterator[Problem]:
    """In every game that was loaded: no piece stands beside its point, and what is dropped joins a stack."""
    for one in (said, *said.get("setups", []), *said.get("files", [])):
        where = "set-up" if one is said else str(one.get("name") or one["file"])
        pieces = [piece for piece in one.get("pieces", []) if piece.get("snap")]
        beside = [
            Beside(str(p["name"]), str(p["map"]), (int(p["x"]), int(p["y"])), (p["snap"][0], p["snap"][1]))
            for p in pieces
            if p["snap"] != [p["x"], p["y"]]
        ]
        if beside:
            yield Problem("warning", where, beside_snaps(beside))
        apart = one.get("stacks", {}).get("apart", [])
        if apart and not beside:
            first = "{name} on {map} at {x},{y}".format_map(apart[0])
            what = f"a piece dropped on a stack makes a second one, in {len(apart)} places: first {first}"
            yield Problem("warning", where, what)


def compare_decks(said: Sequence[Any]) -> Iterator[Problem]:
    """Each deck was shuffled, drawn from by a side that may, and given its card back, in VASSAL itself."""
    for deck in said:
        cards = deck["cards"]
        wanted = {"shuffled": cards, "left": cards - 1, "returned": cards, "after": cards, "sent": True}
        for what, meant in wanted.items():
            if deck.get(what, meant) != meant:
                why = f"{what}: VASSAL says {deck[what]}, meant is {meant}"
                yield Problem("warning", f"DrawPile {deck['name']}", why)


def _loaded(said: dict[str, Any]) -> Iterator[Loaded]:
    for one in (*said.get("setups", []), *said.get("files", [])):
        yield Loaded(
            str(one.get("name") or one["file"]), len(one.get("pieces", [])), int(one.get("steps", 0))
        )


def _compare_rest(said: dict[str, Any]) -> Iterator[Problem]:
    for name in dict.fromkeys(said.get("unresolved", [])):
        yield Problem("error", "PrototypesContainer", f"VASSAL finds no prototype {name!r}")
    for slot in said.get("slots", []):
        if not slot["made"]:
            yield Problem("error", f"PieceSlot {slot['name']}", "VASSAL cannot make this piece")
    for one in (*said.get("setups", []), *said.get("files", [])):
        where = one.get("name") or one["file"]
        if not one.get("started"):
            yield Problem("error", where, "no game begins when VASSAL loads it")
        if one.get("valid") is False:
            yield Problem("error", where, "VASSAL does not take it for a saved game of this module")
        for command in one.get("unknown", []):
            yield Problem("warning", where, f"VASSAL passes over the command {command[:100]!r}")
