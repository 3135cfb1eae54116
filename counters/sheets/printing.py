"""What a maker may choose when printing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from counters.sheets.imposition import PAPERS, Duplex
from counters.sheets.sheet_templates import SheetTemplate

if TYPE_CHECKING:  # pictures and PDF are loaded by what draws them
    from counters.sheets.inks import Inks

BLEED_MAX = 6.0

HOW = {
    Duplex.LONG_EDGE: "both sides, turned over the long edge",
    Duplex.SHORT_EDGE: "both sides, turned over the short edge",
    Duplex.FOLD: "one side, then fold outwards along the dashed line and glue",
}
"""On what sides of the paper sheets are printed, for sentences that begin with "Print on"."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How sheets are printed. Lengths in millimetres.

    `counter_mm` is the counters' side where it is not the game's own; `gap` is left between pieces, 0 for
    shared cut lines; `corner` is the radius of the guides for rounding corners, 0 for none; `offset` what
    was read on the calibration page, across and down; `cover` adds a page with the check squares and what
    is on the sheets. A `template` says where a maker's die cuts the counters; its lines are on every front.
    With `inks` the sheets are a PDF/X-4 in the colours of a press. For a cutting `machine` counters have its
    marks in place of those for a knife.
    """

    paper: tuple[float, float] = PAPERS["a4"]
    dpi: int = 400
    counter_mm: float | None = None
    gap: float = 0.0
    bleed: float = 1.0
    corner: float = 0.0
    duplex: Duplex = Duplex.LONG_EDGE
    offset: tuple[float, float] = (0.0, 0.0)
    low_ink: bool = False
    cover: bool = False
    template: SheetTemplate | None = None
    inks: Inks | None = None
    machine: bool = False

    @property
    def bleed_between(self) -> float:
        """The bleed at edges that face another piece: it ends where that one's begins."""
        return min(self.bleed, self.gap / 2)

    @property
    def how(self) -> str:
        """On what sides of the paper."""
        return HOW[self.duplex]

    def pixels(self, length: float) -> int:
        """A length at this fineness."""
        return round(length / 25.4 * self.dpi)
