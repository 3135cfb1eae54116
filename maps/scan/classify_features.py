"""Which hexsides have each feature: learned several times over, from some of the samples and measures.

Where all agree, a proposal is sure; where they do not, it is doubtful, and worth a look.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.classify_learn import UNKNOWN, YES, Context, Learner

Array = NDArray[Any]
_LEAST = 24  # hexsides: from fewer nothing can be learned
_TIMES = 7
_MEASURES = 0.85  # so many of the measures are used at a time
_LEFT_OUT = 5  # one of so many samples is left out each time
_TYPICAL = 5  # hexsides count for so much against those of one ground
_EVERYWHERE = (
    0.9  # found on so many of the hexsides between the grounds of the samples: it lies on all of them
)
_POSSIBLE = 0.5
_CERTAIN = 0.97


def features_of(
    measures: Array, known: Mapping[str, Array], context: Context, grounds: Array | None
) -> dict[str, Array]:
    """How likely each hexside (row) has each feature, from 0 to 1.

    `known` has YES, NO or UNKNOWN for each hexside by feature; `grounds` are numbers, of both its hexes.
    """
    if len(measures) < _LEAST:
        return {kind: _told(numpy.full(len(measures), 0.5), one) for kind, one in known.items()}
    chance = numpy.random.default_rng(0)
    common = None if grounds is None else _between(grounds)
    plain = measures if grounds is None else measures - _usual(measures, grounds)
    likely = dict.fromkeys(known, numpy.zeros(len(measures)))
    for _ in range(_TIMES):
        use = numpy.sort(chance.choice(plain.shape[1], int(_MEASURES * plain.shape[1]), replace=False))
        some = {kind: _some(one, chance) for kind, one in known.items()}
        for kind, found in Learner(plain[:, use], some, context, common).learned().items():
            likely[kind] = likely[kind] + found / _TIMES
    if grounds is not None:
        likely = {kind: _bordering(found, known[kind] == YES, grounds) for kind, found in likely.items()}
    return {kind: _told(found, known[kind]) for kind, found in likely.items()}


def _some(known: Array, chance: numpy.random.Generator) -> Array:
    """The same with a few samples left out."""
    named = numpy.flatnonzero(known == YES)
    made = known.copy()
    if len(named) > 3:
        made[chance.choice(named, len(named) // _LEFT_OUT, replace=False)] = UNKNOWN
    return made


def _told(likely: Array, known: Array) -> Array:
    """What is known is certain."""
    return numpy.where(known == UNKNOWN, likely, known == YES)


def _between(grounds: Array) -> Array:
    """Columns for each ground: whether it lies on one side only, and whether on both."""
    first, second = grounds.T
    columns = []
    for ground in numpy.unique(grounds):
        count = (first == ground).astype(int) + (second == ground)
        columns += [count == 1, count == 2]
    return numpy.stack(columns, axis=1).astype(numpy.float64)


def _usual(measures: Array, grounds: Array) -> Array:
    """What hexsides between two grounds usually measure: halfway between those in the midst of either."""
    first, second = grounds.T
    middle = numpy.median(measures, axis=0)
    usual = numpy.empty((int(grounds.max()) + 1, measures.shape[1]))
    for ground in numpy.unique(grounds):
        inside = measures[(first == ground) & (second == ground)]
        own = numpy.median(inside, axis=0) if len(inside) else middle
        usual[ground] = (own * len(inside) + middle * _TYPICAL) / (len(inside) + _TYPICAL)
    return numpy.asarray((usual[first] + usual[second]) / 2)


def _bordering(likely: Array, named: Array, grounds: Array) -> Array:
    """A feature that is found wherever a ground ends, such as a coast, is there wherever that ground ends."""
    first, second = grounds.T
    kinds = numpy.sort(grounds, axis=1) @ (int(grounds.max()) + 1, 1)
    alike = numpy.isin(kinds, kinds[named])
    for ground in numpy.unique(grounds):
        ends = (first == ground) ^ (second == ground)
        if named.sum() > 2 and ends[named].all() and (likely[alike & ends] > _POSSIBLE).mean() > _EVERYWHERE:
            return numpy.where(ends, numpy.maximum(likely, _CERTAIN), numpy.minimum(likely, 1 - _CERTAIN))
    return likely
