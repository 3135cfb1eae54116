"""The ground of every hex: that of the nearest sample, among standardised measures of colour and texture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.measures import of_hexes
from maps.scan.terrain.proposals import Proposal, Samples

Array = NDArray[Any]

RATIO = 0.6
"""Of the distance to the nearest sample of another ground: nearer ones are sure (Lowe's ratio test). On six
real boards 99 of 100 of these are right."""
_FIRST = 0.4
"""Of all hexes, the clearest: of these it is learned how much hexes of one ground differ from each other. Of
more, some are of another ground than they are taken for."""
_LEAST = 0.15
"""Deviations by which hexes of one ground differ at least: some measures are alike by chance."""


def propose_grounds(scan: HexScan, samples: Samples, measures: Array | None = None) -> list[Proposal]:
    """A ground for every hex, in the order of the centres; none where no samples are.

    `measures` are those of all hexes, where they are known already.
    """
    words = list(samples)
    if not words:
        return []
    measures = of_hexes(scan.hexes()) if measures is None else measures
    known = [[scan.numbers[label] for label in samples[word]] for word in words]
    nearest, ratios, trusted = nearest_samples(measures, known)
    told = zip(scan.centres, nearest.tolist(), ratios.tolist(), strict=True)
    return [
        Proposal((label,), words[number], round(1 - ratio, 3), sure=ratio <= RATIO and bool(trusted[number]))
        for label, number, ratio in told
    ]


def nearest_samples(measures: Array, known: Sequence[Sequence[int]]) -> tuple[Array, Array, Array]:
    """By row of measures its kind and Lowe's ratio, from 0 to 1; and by kind whether it may be trusted.

    `known` has the rows of the samples of each kind. Distances are measured twice: at first as they are, then
    in units of how much the clearest hexes of one kind differ from each other.
    """
    kinds, ratios = _nearest(measures, [measures[list(rows)] for rows in known])
    first = ratios <= numpy.quantile(ratios, _FIRST)
    off = [measures[first & (kinds == kind)] for kind in range(len(known))]
    within = numpy.concatenate([one - one.mean(axis=0) for one in off if len(one)])
    scaled = measures / (numpy.sqrt((within**2).mean(axis=0)) + _LEAST)
    groups = [scaled[list(rows)] for rows in known]
    return *_nearest(scaled, groups), _trusted(groups)


def _nearest(rows: Array, groups: Sequence[Array]) -> tuple[Array, Array]:
    """The number of the group that is nearest to each row, and its distance in those to the next group."""
    gaps = numpy.stack(
        [numpy.linalg.norm(rows[:, None] - group, axis=2).min(axis=1) for group in groups], axis=1
    )
    kinds = gaps.argmin(axis=1)
    if len(groups) == 1:
        return kinds, numpy.ones(len(kinds))
    two = numpy.partition(gaps, 1, axis=1)
    return kinds, two[:, 0] / numpy.maximum(two[:, 1], 1e-9)


def _trusted(groups: Sequence[Array]) -> Array:
    """The kinds whose samples are told by the others (leave-one-out): one surely mistaken spoils both."""
    trusted = numpy.array([len(group) > 1 for group in groups])
    for kind, group in enumerate(groups):
        for number in range(len(group) if len(group) > 1 else 0):
            others = [*groups[:kind], numpy.delete(group, number, axis=0), *groups[kind + 1 :]]
            kinds, ratios = _nearest(group[number][None], others)
            if kinds[0] != kind and ratios[0] <= RATIO:
                trusted[[kind, kinds[0]]] = False
    return trusted
