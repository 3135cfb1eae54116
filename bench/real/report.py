"""All of `python -m bench --real DIR`: every picture measured, and told as tables with a summary each."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar

from .classifying import Terrain, classified
from .command import Hexpost
from .fitting import Fit, fitted
from .tracing import Trace, traced

PICTURES = ("clean.png", "flat.jpg", "phone.jpg")
Cells = Sequence[str]
Row = TypeVar("Row", Fit, Trace)


def measured(folder: Path, hexpost: Hexpost, as_json: bool) -> str:
    """Tables of everything in a folder, or one JSON document."""
    with tempfile.TemporaryDirectory(prefix="hexpost-real-") as out:
        fits = list(of_hexes(folder, hexpost, Path(out)))
        traces = list(of_areas(folder, hexpost, Path(out)))
        terrains = list(of_terrain(folder, hexpost, Path(out)))
    if as_json:
        kinds: dict[str, Sequence[Any]] = {"hexes": fits, "areas": traces, "terrain": terrains}
        return json.dumps({kind: [asdict(row) for row in rows] for kind, rows in kinds.items()}, indent=1)
    parts = (
        told_fits(fits) if fits else "",
        told_traces(traces) if traces else "",
        told_terrain(terrains) if terrains else "",
    )
    return "\n\n".join(filter(None, parts))


def pictures(folder: Path, kind: str) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Every picture of a kind that is there, with what is true of it."""
    for path in sorted((folder / kind).glob("*/truth.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        for picture in PICTURES:
            if picture in truth["pictures"]:
                yield path.parent, picture, truth


def of_hexes(folder: Path, hexpost: Hexpost, out: Path) -> Iterator[Fit]:
    """Every board with its five clicks, and without any."""
    for board, picture, truth in pictures(folder, "hexes"):
        for clicked in (True, False):
            yield told(fitted(hexpost, board, picture, truth, clicked, out))


def of_areas(folder: Path, hexpost: Hexpost, out: Path) -> Iterator[Trace]:
    """Every map of areas."""
    for sheet, picture, _ in pictures(folder, "areas"):
        yield from map(told, traced(hexpost, sheet, picture, out))


def of_terrain(folder: Path, hexpost: Hexpost, out: Path) -> Iterator[Terrain]:
    """Every board of which the terrain is known."""
    for board, picture, truth in pictures(folder, "hexes"):
        if truth.get("terrain"):
            yield told(classified(hexpost, board, picture, truth, out))


def told(row: Any) -> Any:
    """A row, said to the person who waits."""
    print(row, file=sys.stderr)
    return row


def told_fits(fits: Sequence[Fit]) -> str:
    """The grids of hexes."""
    head = ("hexes", "clicks", "cpu s", "wall s", "labels right", "worst", "confidence", "verdict")
    rows = [
        (one.picture, str(one.clicks), *cost(one), f"{one.right} of {one.hexes}", f"{one.worst:.1%}",
         f"{one.confidence:.2f}", one.verdict)
        for one in fits
    ]  # fmt: skip
    lines = [in_columns([head, *rows])]
    for clicks in sorted({one.clicks > 0 for one in fits}, reverse=True):
        for name, some in grouped([one for one in fits if (one.clicks > 0) == clicks]):
            lines.append(f"{name}, {'with' if clicks else 'without'} clicks: {summed_up(some)}")
    return "\n".join(lines)


def summed_up(fits: Sequence[Fit]) -> str:
    """How many boards are right, and what their confidence is worth."""
    confident, sure = (
        [one for one in fits if one.confidence > 0.8],
        [one for one in fits if one.verdict == "sure"],
    )
    return (
        f"all labels right on {sum(one.is_right for one in fits)} of {len(fits)}; of {len(confident)} with a "
        f"confidence above 0.8, {sum(one.is_right for one in confident)} are right, "
        f"of {len(sure)} called sure {sum(one.is_right for one in sure)}; "
        f"{fmean(one.spent.cpu for one in fits):.1f} s of processor time"
    )


def told_traces(traces: Sequence[Trace]) -> str:
    """The maps of areas."""
    head = (
        "areas",
        "by",
        "clicks",
        "cpu s",
        "wall s",
        "pixels",
        "contacts",
        "false",
        "right of all",
        "doubts",
        "verdict",
    )
    rows = [
        (one.picture, one.by, str(one.clicks), *cost(one), f"{one.pixels:.1%}", f"{one.found} of {one.true}",
         str(one.false), f"{one.contacts:.1%}", str(one.doubts), one.verdict)
        for one in traces
    ]  # fmt: skip
    lines = [in_columns([head, *rows])]
    for by in ("one click", "strokes", "watershed"):
        for name, some in grouped([one for one in traces if one.by.endswith(by)]):
            pixels, contacts = fmean(one.pixels for one in some), fmean(one.contacts for one in some)
            lines.append(
                f"{name}, {by}: {pixels:.1%} of the pixels, {contacts:.1%} of the contacts, "
                f"{fmean(one.spent.cpu for one in some):.1f} s of processor time, {len(some)} pictures"
            )
    return "\n".join(lines)


def told_terrain(terrains: Sequence[Terrain]) -> str:
    """The terrain of hexes."""
    head = ("terrain", "clicks", "cpu s", "wall s", "right", "of all", "sure", "right of sure", "verdict")
    rows = [
        (one.picture, str(one.clicks), *cost(one), f"{one.right} of {one.hexes}", share(one.right, one.hexes),
         str(one.sure), share(one.sure_right, one.sure), one.verdict)
        for one in terrains
    ]  # fmt: skip
    return in_columns([head, *rows])


def cost(one: Fit | Trace | Terrain) -> tuple[str, str]:
    """Processor seconds and those on the clock."""
    return f"{one.spent.cpu:.1f}", f"{one.spent.wall:.1f}"


def share(part: int, whole: int) -> str:
    """So many of so many."""
    return f"{part / whole:.1%}" if whole else "-"


def grouped(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each kind of picture: clean, flat, phone."""
    for picture in PICTURES:
        some = [one for one in rows if one.picture.endswith(picture)]
        if some:
            yield picture.partition(".")[0], some


def in_columns(rows: Iterable[Cells]) -> str:
    """Rows in columns: the first at the left, numbers at the right, the verdict as long as it is."""
    kept = [list(row) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*kept, strict=True)]
    sides: list[Callable[[str, int], str]] = [
        str.ljust,
        *[str.rjust] * (len(widths) - 2),
        lambda cell, _: cell,
    ]
    return "\n".join(
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=True))
        for row in kept
    )
