"""Where pieces lie on a sheet, front and back: pure geometry, in millimetres from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from counters.signs.lengths import INCH

PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "legal": (215.9, 355.6),
    "tabloid": (11 * INCH, 17 * INCH),
}
"""Width and height of the paper in millimetres."""

MARGIN = 14.0
NARROW = 10.0
"""What must stay free at the sides at least: three cards of 63 mm lie beside each other on A4."""

Cell = tuple[int, int]
"""Column and row, both from 0."""

Place = tuple[float, float]


class Duplex(StrEnum):
    """How a back comes behind its front: the paper turned over an edge, or one side folded over."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells in a block centred on the paper, or in two blocks on both sides of a fold down its middle.

    Cells are `cell` wide and `high`, which is `cell` where it is 0. `gap` lies between them. From the fold
    the blocks keep `gutter`, from the edges of the paper `margins`: at the sides, above and below. `offset`
    is how far the printer puts the back off, as read from the front. There are no more columns and rows
    than `most`, where a maker's die has so many.
    """

    paper: tuple[float, float]
    cell: float
    high: float = 0.0
    gap: float = 0.0
    duplex: Duplex = Duplex.LONG_EDGE
    gutter: float = 3.0
    offset: tuple[float, float] = (0.0, 0.0)
    margins: tuple[float, float] = (MARGIN, MARGIN)
    most: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[float, float]:
        """A cell's width and height."""
        return self.cell, self.high or self.cell

    @property
    def columns(self) -> int:
        """Cells side by side, of one side of the pieces."""
        room = self.paper[0] - 2 * self.margins[0]
        if self.duplex is Duplex.FOLD:
            room = self.paper[0] / 2 - self.margins[0] - self.gutter
        return self._fitting(room, self.size[0], 0)

    @property
    def rows(self) -> int:
        """Cells one below the other."""
        return self._fitting(self.paper[1] - 2 * self.margins[1], self.size[1], 1)

    def _fitting(self, room: float, side: float, along: int) -> int:
        fit = max(0, int((room + self.gap + 1e-9) // (side + self.gap)))
        return min(fit, self.most[along]) if self.most else fit

    @property
    def block(self) -> tuple[float, float]:
        """Width and height of a block that is full."""
        wide, high = self.size
        return (
            self.columns * (wide + self.gap) - self.gap,
            self.rows * (high + self.gap) - self.gap,
        )

    def corner(self, back: bool = False) -> Place:
        """The block's top left corner; backs are put where the printer needs them to land behind fronts."""
        wide, high = self.paper
        top = (high - self.block[1]) / 2
        if self.duplex is Duplex.FOLD:
            return (wide / 2 + self.gutter if back else wide / 2 - self.gutter - self.block[0]), top
        across, down = self.shift if back else (0.0, 0.0)
        return (wide - self.block[0]) / 2 + across, top + down

    @property
    def shift(self) -> Place:
        """By how much backs are moved on their page to undo the printer's `offset`."""
        across, down = self.offset
        return (-across, down) if self.turned else (across, -down)

    @property
    def turned(self) -> bool:
        """Whether backs stand on their heads: an edge that lies across turns the page over, not the piece.

        That is the short edge of paper that stands upright, and the long one of paper that lies.
        """
        across = Duplex.SHORT_EDGE if self.paper[0] <= self.paper[1] else Duplex.LONG_EDGE
        return self.duplex is across

    def cell_of(self, number: int, back: bool) -> Cell:
        """The cell of a sheet's nth piece; on the back it lies mirrored, as the paper was turned."""
        row, column = divmod(number, self.columns)
        if not back:
            return column, row
        if self.turned:
            return column, self.rows - 1 - row
        return self.columns - 1 - column, row

    def place(self, cell: Cell, back: bool = False) -> Place:
        """The top left corner of a cell."""
        (left, top), (wide, high) = self.corner(back), self.size
        return left + cell[0] * (wide + self.gap), top + cell[1] * (high + self.gap)
