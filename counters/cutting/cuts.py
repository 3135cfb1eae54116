"""Where the counters of a scanned sheet are, as a plain table: found by `counters cut`, corrected by hand or
on the workbench, and cut out as it says.

    id,name,block,x1,y1,x2,y2,x3,y3,x4,y4

The corners begin at the left top and go round clockwise, in pixels of the scan.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from counters.cutting.cut import SQUARE, Cut, Place
from counters.roster.table import as_file_name, is_device, is_identifier
from files.cells import NoCsv, csv_rows, csv_text
from files.reading import NotUtf8, decoded, read_bytes
from scans.scan_faults import ScanError
from scans.warp import warped

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Points = NDArray[numpy.float64]

Corner = tuple[float, float]
COLUMNS = ("id", "name", "block", "x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4")
LEAST_PX = 8.0
"""No side of a counter is shorter, in pixels of the scan."""
_MOST = 5000
_FAR = 1_000_000
_SAME_SIZE = 0.15
"""Counters of a block whose sides differ by no more from the usual ones have pictures of one size."""
_FRAME = (226, 0, 116)
_SEEN_PX = 1600


@dataclass(frozen=True, slots=True)
class Outlined:
    """A counter on a scan: what it is called, the block in which it was found (from 1), and its corners."""

    id: str
    corners: tuple[Corner, Corner, Corner, Corner]
    name: str = ""
    block: int = 1

    @property
    def middle(self) -> Corner:
        """The middle of its corners."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def size(self) -> Corner:
        """How wide and how high it is, in pixels of the scan."""
        a, b, c, d = self.corners
        return (math.dist(a, b) + math.dist(d, c)) / 2, (math.dist(a, d) + math.dist(b, c)) / 2


def outlined(cut: Cut, names: Mapping[Place, str]) -> list[Outlined]:
    """Counters that were found, by their names."""
    return [_of_place(cut, place, name) for place, name in names.items()]


def _of_place(cut: Cut, place: Place, name: str) -> Outlined:
    left_top, left_bottom, right_bottom, right_top = (
        (round(float(x), 1), round(float(y), 1)) for x, y in cut.corners(place)
    )
    return Outlined(name, (left_top, right_top, right_bottom, left_bottom), "", place.block + 1)


def cuts_csv(cuts: Iterable[Outlined]) -> str:
    """The table of some counters."""
    rows = ([one.id, one.name, one.block, *_plain(one.corners)] for one in cuts)
    return csv_text([COLUMNS, *rows])


def _plain(corners: Iterable[Corner]) -> Iterator[str]:
    for corner in corners:
        yield from (f"{value:.1f}".removesuffix(".0") for value in corner)


def read_cuts(path: Path) -> list[Outlined]:
    """The counters of a table. Raises ScanError with everything that is wrong with it, and OSError."""
    try:
        return cuts_of(decoded(read_bytes(path)), str(path))
    except NotUtf8 as wrong:
        raise ScanError(f"{path}:{wrong.line}: not written in UTF-8: save it as 'CSV UTF-8'") from None


def cuts_of(text: str, file: str) -> list[Outlined]:
    """The counters of a table by its text; `file` is how messages name it. Raises ScanError."""
    try:
        lines = list(csv_rows(text, ";" if text.partition("\n")[0].count(";") else ","))
    except NoCsv as no_csv:
        raise ScanError(f"{file}:{no_csv.line}: {no_csv}") from None
    _, header = lines[0] if lines else (1, [])
    if lacking := [column for column in COLUMNS if column not in header and column not in ("name", "block")]:
        raise ScanError(f"{file}:1: column {lacking[0]!r} is missing. The columns are {', '.join(COLUMNS)}")
    if len(lines) > _MOST:
        raise ScanError(f"{file}: more than {_MOST} lines are too many for a sheet")
    found: dict[str, Outlined] = {}
    wrong: list[str] = []
    for number, cells in lines[1:]:
        if any(cells):
            row = dict(zip(header, cells, strict=False))
            wrong += [f"{file}:{number}: {why}" for why in _faults(row, found)]
            if not wrong:
                found[as_file_name(row["id"]).lower()] = _read(row)
    if wrong:
        raise ScanError("\n".join(wrong[:20]))
    return list(found.values())


def _faults(row: dict[str, str], found: dict[str, Outlined]) -> Iterator[str]:
    if why := id_fault(row.get("id", ""), found):
        yield why
    if not (row.get("block") or "1").isascii() or not (row.get("block") or "1").isdecimal():
        yield f"\"{row['block']}\": column 'block' must hold a whole number"
    if wrong := [column for column in COLUMNS[3:] if _number(row.get(column, "")) is None]:
        yield f'"{row.get(wrong[0], "")}": column {wrong[0]!r} must hold a number of pixels'
    elif why := shape_fault(_read(row | {"block": "1"}).corners):
        yield why


def id_fault(name: str, taken: Iterable[str]) -> str:
    """What is wrong with an id, "" for nothing; `taken` are the slugs of others, in small letters."""
    if not is_identifier(name) or is_device(name):
        return f'"{name}": an id has up to 40 letters, digits, spaces, hyphens and full stops between them'
    return f'"{name}": another counter has this id' if as_file_name(name).lower() in taken else ""


def shape_fault(corners: Sequence[Corner]) -> str:
    """What is wrong with the corners of a counter, "" for nothing."""
    sides = [math.dist(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    if min(sides) < LEAST_PX:
        return f"a counter has a side of {min(sides):.0f} pixels: {LEAST_PX:.0f} is the least"
    turns = [_turn(*(corners[(n + k) % 4] for k in range(3))) for n in range(4)]
    if min(turns) <= 0:
        return "the corners must go round clockwise from the left top, without a dent"
    return ""


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < _FAR else None


def _read(row: dict[str, str]) -> Outlined:
    at = [_number(row[column]) or 0.0 for column in COLUMNS[3:]]
    (a, b), (c, d) = ((at[0], at[1]), (at[2], at[3])), ((at[4], at[5]), (at[6], at[7]))
    return Outlined(row["id"], (a, b, c, d), row.get("name", ""), int(row.get("block") or 1))


# -- cutting ----------------------------------------------------------------------------------------------


def pieces(scan: Image.Image, cuts: Sequence[Outlined]) -> Iterator[tuple[Outlined, Image.Image]]:
    """The picture of each counter; those of a block are of one size."""
    for one, size in zip(cuts, _sizes(cuts), strict=True):
        yield one, piece(scan, one, size)


def piece(scan: Image.Image, one: Outlined, size: tuple[int, int]) -> Image.Image:
    """The picture of a counter, made straight."""
    import numpy

    a, b, c, d = (numpy.array(corner) for corner in one.corners)

    def mapping(points: Points) -> Points:
        x, y = points[..., :1] / size[0], points[..., 1:] / size[1]
        return numpy.asarray((1 - y) * ((1 - x) * a + x * b) + y * ((1 - x) * d + x * c))

    return warped(scan, size, mapping)


def _sizes(cuts: Sequence[Outlined]) -> list[tuple[int, int]]:
    usual = {block: usual_size(cuts, block) for block in {one.block for one in cuts}}
    return [_whole(usual[one.block] if is_usual(one.size, usual[one.block]) else one.size) for one in cuts]


def usual_size(cuts: Sequence[Outlined], block: int) -> Corner:
    """How large the counters of a block are: the middle one by width, and by height."""
    sizes = [one.size for one in cuts if one.block == block]
    return sorted(wide for wide, _ in sizes)[len(sizes) // 2], sorted(high for _, high in sizes)[
        len(sizes) // 2
    ]


def is_usual(size: Corner, usual: Corner) -> bool:
    """Whether a counter is as large as the others of its block."""
    return all(abs(one / other - 1) < _SAME_SIZE for one, other in zip(size, usual, strict=True))


def _whole(size: Corner) -> tuple[int, int]:
    wide, high = size
    both = round((wide + high) / 2)
    return (both, both) if abs(wide / high - 1) < SQUARE else (round(wide), round(high))


def with_frames(scan: Image.Image, cuts: Iterable[Outlined]) -> Image.Image:
    """The scan with a frame around each counter, to be looked at."""
    seen = scan.copy()
    seen.thumbnail((_SEEN_PX, _SEEN_PX))
    share = seen.width / scan.width
    pen = ImageDraw.Draw(seen)
    for one in cuts:
        pen.polygon([(x * share, y * share) for x, y in one.corners], outline=_FRAME, width=2)
    return seen
