"""Which hexsides have each feature: linear discriminant analysis, each feature against all the rest.

Learned from the samples against all other hexsides; then once more, with what was clearly found beside them
(self-training). The spread within is mixed with that of the whole (shrinkage), for samples are few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.measures import of_sides
from maps.scan.terrain.proposals import Proposal, Samples, Side

Array = NDArray[Any]

FOUND = 0.6
"""Where a hexside stands that has the feature: the rest are at 0, the samples at 1. Here as many are missed
as are found too much."""
_ALIKE, _UNLIKE = 0.8, 0.4
"""From here on, and up to here, a hexside helps to learn in the second round."""
_SHRUNK = 0.15
"""The part of the unit matrix in the spread: measures are standardised, each has a spread of 1."""
_TRUST = 60
"""Hexsides with the feature at which their own spread counts for a quarter: as many as half the measures."""
_OWN = 0.7
"""What the samples weigh together, for each weight of all that were found like them."""


def propose_features(
    scan: HexScan, sides: Sequence[Side], samples: Samples, grounds: Mapping[str, str] | None = None
) -> list[Proposal]:
    """For every hexside and every feature, whether it is there; `grounds` of all hexes help. None is sure."""
    if not sides or not samples.features:
        return []
    numbers = None
    if grounds:
        words = sorted(set(grounds.values()))
        numbers = numpy.array([[words.index(grounds[one]) for one in side] for side in sides])
    measures = of_sides(scan.sides(sides), numbers)
    made = []
    for kind, known in _known(sides, samples).items():
        for side, at in zip(sides, placed(measures, known).tolist(), strict=True):
            clear = min(1.0, abs(at - FOUND) / (1 - FOUND))
            made.append(Proposal(side, kind if at > FOUND else "", round(clear, 3), kind))
    return made


def _known(sides: Sequence[Side], samples: Samples) -> dict[str, Array]:
    """By feature of each hexside: 1 for a sample that has it, 0 for one without it, -1 for all others."""
    places = {frozenset(side): number for number, side in enumerate(sides)}
    named = [places[frozenset(side)] for many in (*samples.features.values(), samples.bare) for side in many]
    known = {}
    for kind, many in samples.features.items():
        known[kind] = numpy.full(len(sides), -1)
        known[kind][named] = 0
        known[kind][[places[frozenset(side)] for side in many]] = 1
    return known


def placed(measures: Array, known: Array) -> Array:
    """Where each row of measures stands between the rest, 0, and the samples, 1."""
    yes, no = (known == 1) * 1.0, (known != 1) * 1.0
    at = _between(measures, yes, no, known == 1)
    alike = (at > _ALIKE) & (known == -1)
    own = max(2.0, _OWN * float(alike.sum()) / float(yes.sum()))
    yes = numpy.where(known == 1, own, alike)
    no = ((at < _UNLIKE) & (known == -1)) | (known == 0)
    return _between(measures, yes, no * 1.0, known == 1)


def _between(measures: Array, yes: Array, no: Array, samples: Array) -> Array:
    """The places of all rows along the discriminant of two groups, whose rows count by their weights."""
    (ours, own), (rest, spread) = (_mean_and_spread(measures, weights) for weights in (yes, no))
    trust = 0.5 * yes.sum() / (yes.sum() + _TRUST)
    whole = (1 - trust) * spread + trust * own + _SHRUNK * numpy.eye(len(ours))
    along = (measures - rest) @ numpy.linalg.solve(whole, ours - rest)
    return numpy.asarray(along / max(float(numpy.median(along[samples])), 1e-9))


def _mean_and_spread(rows: Array, weights: Array) -> tuple[Array, Array]:
    share = weights / max(float(weights.sum()), 1e-9)
    mean = share @ rows
    off = rows - mean
    return mean, (off * share[:, None]).T @ off
