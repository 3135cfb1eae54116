"""How good a fit is, held against the truth the simulator kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from maps.scan.hexgrid.fitted import Fitted

from .simulator import Scan


@dataclass(frozen=True)
class Score:
    """Shares of the hex width: root mean square and worst; hexes without a label, and with a false one."""

    rms: float
    worst: float
    unlabelled: int
    invented: int

    @property
    def good(self) -> bool:
        """Whether every centre is where it should be: 1 % of the width in the mean, 3 % at worst."""
        return self.rms <= 0.01 and self.worst <= 0.03

    @property
    def labelled(self) -> bool:
        """Whether the labels are right on every hex."""
        return self.unlabelled == 0 and self.invented == 0


def scored(scan: Scan, found: Fitted) -> Score:
    """A fit against the truth, label by label."""
    wide, high = scan.image.size
    both = [label for label in scan.centres if label in found.centres]
    ours = numpy.array([found.centres[label] for label in both] or [(9e9, 9e9)])
    real = numpy.array([scan.centres[label] for label in both] or [(0, 0)])
    off = numpy.hypot(*(ours - real).T) / found.width
    # A centre a hair outside the picture in truth may lie a hair inside it in the fit.
    edge = 0.1 * found.width
    invented = [
        label
        for label, (x, y) in found.centres.items()
        if label not in scan.centres and edge < x < wide - edge and edge < y < high - edge
    ]
    return Score(
        float(numpy.sqrt((off**2).mean())), float(off.max()), len(scan.centres) - len(both), len(invented)
    )
