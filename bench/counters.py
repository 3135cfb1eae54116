"""Counter sheets: as fast as a peer's and faster, in bounded memory, and redrawn only where a row changed.

The peer pins older libraries than ours, so it runs in an environment of its own, as a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import cold
from .measure import Part, Row, Spent, spent

PEER = Path(__file__).with_name("protograf_peer.py")
PEER_PYTHON = "PROTOGRAF_PYTHON"
SKIPPED = f"skipped: protograf 0.5.2 is not here (make bench installs it; or {PEER_PYTHON}=its/python)"
TIMES_FASTER = 5
SOME, MANY = 140, 2000
MEGA = 1_000_000

COLUMNS = (
    "id,name,side,nation,formation,type,size,attack,defence,movement,reduced_attack,reduced_defence,"
    "reduced_movement,setup,flag,reinforcement,aliases\n"
)
STYLE = """[game]
title = "Bench"
values = ["attack", "defence", "movement"]

[sides]
red = "Red"

[nations]
union = "Union"

[paint.union.red]
paper = "#a9b3b2"
symbol = "#f2f3ef"

[layout]
size = "size"
symbol = "symbol"
below = "name"
bottom = "{attack}-{defence}-{movement}"
"""
NOTES = (
    "Ours: 140 counters of two steps, from roster and style on the disk to the PDF, at 400 dots an inch, no",
    "face drawn before. Theirs: the same papers, symbols, sizes, names and values on both sides by its",
    "counter sheet, as vectors, without reading a roster. The bound is a fifth of the peer's processor time.",
)


class NotTheSame(Exception):
    """Sheets that do not hold what they were made of: a fault, not a measurement."""


def game_folder(folder: Path, count: int, changed: int = 0) -> Path:
    """A game of so many counters with two steps; the first `changed` of them with another name."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = "".join(row(number, number <= changed) for number in range(1, count + 1))
    (folder / "roster.csv").write_text(COLUMNS + rows, encoding="utf-8", newline="\n")
    (folder / "style.toml").write_text(STYLE, encoding="utf-8", newline="\n")
    return folder


def values(number: int) -> tuple[str, str]:
    """What a counter is worth on its front and on its back."""
    return f"{number % 8 + 1}-{number % 6 + 2}-4", f"{number % 4 + 1}-{number % 3 + 1}-4"


def row(number: int, changed: bool = False) -> str:
    """One line of the roster."""
    front, back = (value.replace("-", ",") for value in values(number))
    name = f"{number} Gren" if changed else f"{number} Inf"
    return f"u{number},{name},red,union,,infantry,division,{front},{back},,,,\n"


def sheets(folder: Path, kept: Path | None = None) -> tuple[bytes, int]:
    """The sheets of a game, and how many faces were drawn for them."""
    from counters.faces.cache import Faces
    from counters.roster.load import load_roster
    from counters.sheets.printing import Printing
    from counters.sheets.sheet import sheets_pdf

    faces = Faces(kept)
    return sheets_pdf(load_roster(folder), Printing(), faces), faces.drawn


# -- the peer ---------------------------------------------------------------------------------------------


def peer_python() -> str | None:
    """A Python that can import the peer: the one told, else the one `make bench` set up."""
    own = [Path(sys.prefix) / "protograf" / where for where in ("bin/python", "Scripts/python.exe")]
    named = [os.environ.get(PEER_PYTHON, ""), *(str(path) for path in own if path.is_file())]
    return next((python for python in named if python and answers(python)), None)


def answers(python: str) -> bool:
    """Whether this Python can be started and knows the peer."""
    try:
        done = subprocess.run([python, "-P", str(PEER)], capture_output=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def theirs(python: str, folder: Path, count: int = SOME) -> Spent:
    """The peer with the same counters. Raises NotTheSame when it writes no PDF."""
    out, paper = folder / "peer.pdf", folder / "peer.json"
    rows: list[list[object]] = [["ID", "size", "name", "values", "back"]]
    rows += [[number, "XX", f"{number} Inf", *values(number)] for number in range(1, count + 1)]
    paper.write_text(json.dumps({"rows": rows, "out": str(out)}), encoding="utf-8")
    done = subprocess.run([python, "-P", str(PEER), str(paper)], capture_output=True, check=True)
    if not out.is_file():
        raise NotTheSame("the peer wrote no PDF")
    told = json.loads(done.stdout.splitlines()[-1])
    return Spent(told["wall"], told["cpu"])


# -- what is measured -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Sheets built again after one row changed: its time, and the counters that were drawn."""

    spent: Spent
    counters: int


def ours(folder: Path, count: int = SOME) -> Spent:
    """So many counters, drawn for the first time. Raises NotTheSame when one was not drawn."""
    game = game_folder(folder / "some", count)
    drawn = 0

    def work() -> None:
        nonlocal drawn
        drawn = sheets(game)[1]

    took = spent(work)
    if drawn != 2 * count:
        raise NotTheSame(f"{drawn} faces were drawn for {count} counters of two sides")
    return took


def rebuilt(folder: Path, count: int = SOME) -> Rebuilt:
    """The sheets after one row changed. Raises NotTheSame when they differ from sheets drawn anew."""
    kept = folder / "faces"
    sheets(game_folder(folder / "one", count), kept)
    game = game_folder(folder / "one", count, changed=1)
    found: list[tuple[bytes, int]] = []
    took = spent(lambda: found.append(sheets(game, kept)))
    content, drawn = found[0]
    if content != sheets(game)[0]:
        raise NotTheSame("sheets with faces drawn before are not those drawn again")
    return Rebuilt(took, drawn // 2)


def many(folder: Path, count: int = MANY) -> cold.Started:
    """So many counters printed by a process of its own, as people do it."""
    game, pdf = game_folder(folder / "many", count), folder / "many.pdf"
    done = cold.started("counters", "sheet", str(game), "--out", str(pdf), "--no-cache")
    if not pdf.read_bytes().startswith(b"%PDF"):
        raise NotTheSame("no PDF was written")
    return done


def measured(folder: Path) -> Iterator[Part]:
    """Our sheets beside the peer's, then many counters, then one row changed."""
    mine = ours(folder)
    python = peer_python()
    peer = theirs(python, folder) if python else None
    yield Part(f"{SOME} counters of two sides on A4, beside protograf 0.5.2", beside(mine, peer), NOTES)
    yield Part("Large games, and small changes", [*memory(many(folder)), *again(rebuilt(folder))])


def beside(mine: Spent, peer: Spent | None) -> list[Row]:
    """Ours bound by a fifth of theirs; theirs says why it is missing, where it is."""
    bound = peer.cpu / TIMES_FASTER if peer else None
    reason = "" if peer else SKIPPED
    rows = [
        Row("ours: processor time", mine.cpu, "s", bound),
        Row("ours on the clock", mine.wall, "s"),
        Row("theirs: processor time", peer.cpu if peer else None, "s", note=reason),
        Row("theirs on the clock", peer.wall if peer else None, "s", note=reason),
    ]
    return (
        [*rows, Row("as many times faster, processor time", peer.cpu / mine.cpu, "times")] if peer else rows
    )


def memory(done: cold.Started) -> list[Row]:
    """Many counters: the most memory of the process."""
    peak, reason = (done.peak / MEGA, "") if done.peak else (None, "not measured: this system does not tell")
    return [
        Row(f"{MANY} counters of two sides, a real process: most memory", peak, "MB", 400, reason),
        Row("  on the clock", done.wall, "s"),
        Row("  processor time", done.cpu, "s"),
    ]


def again(done: Rebuilt) -> list[Row]:
    """One row changed: counters drawn, and the time it takes."""
    return [
        Row(f"one row of {SOME} changed: counters drawn", done.counters, "", 1),
        Row("  processor time", done.spent.cpu, "s"),
    ]
