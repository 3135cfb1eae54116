"""What is written of a sheet that was cut: a picture of each counter and its back, and a roster to fill
in."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PIL import Image

from counters.cutting.backs import Backs
from counters.cutting.cut import SQUARE, Cut, Holds, Place
from counters.cutting.cuts import cuts_csv, outlined
from counters.roster.load import roster_columns
from counters.roster.style import Style
from files.cells import csv_text
from files.messages import first_few
from files.whole import made_folder

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

EXTRA = ("block", "row", "column", "colour", "back")
"""Columns of the roster that say where a counter lay, its usual colour, and the picture of its back."""

_STYLE = """# What is said of a roster before anything is known: these columns are its own.
[game]
extra = [{extra}]

# Each counter is its own picture. Leave this out, and hexpost draws the counters by the roster.
[layout]
symbol = {{ image = "art", box = [0, 0, 100, 100] }}
"""

Of = TypeVar("Of")

_ALIKE = 30.0
"""Counters whose usual colours differ by less are of one colour."""


@dataclass(frozen=True)
class Sheet:
    """A sheet cut on both sides, or on one."""

    fronts: Cut
    backs: Backs | None = None

    @property
    def counters(self) -> tuple[Place, ...]:
        """The counters in reading order: what bears print on its front, or at least on its back."""
        cells = self.fronts.cells
        return tuple(place for place in sorted(cells) if self._is_counter(place))

    @property
    def blank(self) -> tuple[Place, ...]:
        """Places that hold no counter."""
        return tuple(place for place in sorted(self.fronts.cells) if not self._is_counter(place))

    def _is_counter(self, place: Place) -> bool:
        if self.fronts.cells[place] is Holds.PRINT:
            return True
        return (
            self.backs is not None
            and self.backs.cut.cells[self.backs.behind(place, self.fronts)] is Holds.PRINT
        )

    def back(self, place: Place) -> Place | None:
        """Where the back of a counter lies, None for one that has none."""
        if self.backs is None:
            return None
        found = self.backs.behind(place, self.fronts)
        return None if self.backs.cut.cells[found] is Holds.PAPER else found

    @property
    def names(self) -> dict[Place, str]:
        """What each counter is called at first."""
        return {place: self.name(place) for place in self.counters}

    def name(self, place: Place) -> str:
        """What a counter is called at first: "b2r01c05" lay in the second block, its first row, the fifth
        from the left. A sheet of one block has no "b1".
        """
        blocks = len(self.fronts.lattices)
        block = f"b{place.block + 1:0{len(str(blocks))}}" if blocks > 1 else ""
        return f"{block}r{place.row + 1:02}c{place.column + 1:02}"


def write_cut(folder: Path, sheet: Sheet) -> int:
    """Write every counter, the sheets with the lines that were found, a roster to fill in, and the table of
    where they are; how many counters there are. Raises OSError."""
    cuts = cuts_csv(outlined(sheet.fronts, sheet.names))
    write_folder(folder, _images(sheet), {"roster.csv": _roster(sheet), "cuts.csv": cuts})
    return len(sheet.counters)


def write_folder(folder: Path, images: Iterator[tuple[str, Image.Image]], tables: Mapping[str, str]) -> None:
    """Write pictures, tables, and a style that shows them. The folder is there when all is written, and not
    before. Raises OSError."""
    partly = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(partly, ignore_errors=True)
    with made_folder(folder.parent):
        try:
            for name, image in images:
                file = partly / name
                file.parent.mkdir(parents=True, exist_ok=True)
                image.save(file, "PNG")
            for name, text in {**tables, "style.toml": style_text()}.items():
                (partly / name).write_text(text, encoding="utf-8", newline="\n")
            partly.replace(folder)
        finally:
            shutil.rmtree(partly, ignore_errors=True)


def style_text() -> str:
    """A style.toml for counters that are pictures."""
    return _STYLE.format(extra=", ".join(f'"{name}"' for name in EXTRA))


def _images(sheet: Sheet) -> Iterator[tuple[str, Image.Image]]:
    fronts, sizes = sheet.fronts, _sizes(sheet.fronts)
    yield "fronts.png", fronts.with_lines()
    if sheet.backs:
        yield "backs.png", sheet.backs.cut.with_lines()
    for place in sheet.counters:
        yield f"fronts/{sheet.name(place)}.png", fronts.piece(place, sizes[place.block])
        behind = sheet.back(place)
        if sheet.backs and behind:
            back = sheet.backs.cut.piece(behind, sizes[place.block])
            yield f"backs/{sheet.name(place)}.png", back if sheet.backs.sideways else back.rotate(180)


def _sizes(cut: Cut) -> list[tuple[int, int]]:
    """How large the pictures of each block are; blocks that differ by hardly anything are of one size."""
    sizes: list[tuple[int, int]] = []
    for block in range(len(cut.lattices)):
        wide, high = cut.size(block)
        alike = (
            one
            for one in sizes
            if abs(one[0] / wide - 1) < SQUARE / 2 and abs(one[1] / high - 1) < SQUARE / 2
        )
        sizes.append(next(alike, (wide, high)))
    return sizes


def roster_text(known: Iterable[Mapping[str, object]]) -> str:
    """A roster with a line for each counter, of which little is known."""
    columns = (*roster_columns(Style(extra=EXTRA)), "count", "art")
    return csv_text([columns, *([told.get(column, "") for column in columns] for told in known)])


def _roster(sheet: Sheet) -> str:
    """A roster in which only the place of each counter, its colour and its pictures are known."""
    rows: list[Mapping[str, object]] = []
    for place, colour in _colours(sheet).items():
        name = sheet.name(place)
        where = {"block": place.block + 1, "row": place.row + 1, "column": place.column + 1}
        back = f"backs/{name}.png" if sheet.back(place) else ""
        told = {
            "id": name,
            "count": "1",
            "art": f"fronts/{name}.png",
            "colour": colour,
            "back": back,
            **where,
        }
        rows.append(told)
    return roster_text(rows)


def _colours(sheet: Sheet) -> Mapping[Place, str]:
    """The usual colour of each counter, as "#rrggbb"; of counters that hardly differ it is the same."""
    return alike({place: usual(sheet.fronts.piece(place, (24, 24))) for place in sheet.counters})


def alike(seen: Mapping[Of, NDArray[numpy.float64]]) -> Mapping[Of, str]:
    """Colours as "#rrggbb"; those that hardly differ are the same."""
    import numpy

    groups: list[NDArray[numpy.float64]] = []
    found: dict[Of, str] = {}
    for place, colour in seen.items():
        near = (one for one in groups if float(numpy.abs(one - colour).max()) < _ALIKE)
        group = next(near, None)
        if group is None:
            groups.append(colour)
            group = colour
        found[place] = "#" + "".join(f"{int(value):02x}" for value in group)
    return found


def usual(piece: Image.Image) -> NDArray[numpy.float64]:
    """The commonest colour of a piece."""
    import numpy

    dots = numpy.asarray(piece, dtype=numpy.float64).reshape(-1, 3)
    steps = (dots / 32).astype(numpy.int64) @ numpy.array([64, 8, 1])
    kinds, counts = numpy.unique(steps, return_counts=True)
    return numpy.asarray(numpy.median(dots[steps == kinds[counts.argmax()]], axis=0))


def names(sheet: Sheet, places: Sequence[Place], most: int = 8) -> str:
    """Some places by their names: all, or the first few and how many more there are."""
    return first_few([sheet.name(place) for place in places], most)
