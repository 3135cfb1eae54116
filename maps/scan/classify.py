"""Propose what stands in each hex, and on each hexside, from samples of every kind that the user names.

classify_light     how brightly each hex is lit       classify_ground    the ground of every hex
classify_sides     what hexsides look like            classify_learn     which of them have a feature
classify_context   what the hexsides around say       classify_sheet     the doubtful ones, to look at
classify_files     centres, samples and tables        classify_map       proposals put into the map
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image

from maps.scan.classify_context import Context
from maps.scan.classify_features import features_of
from maps.scan.classify_ground import Grounds, Hexes, grounds_of
from maps.scan.classify_learn import NO, UNKNOWN, YES
from maps.scan.classify_light import local_light, logs, slow_light
from maps.scan.classify_sides import closeups, descriptors, lie_of
from maps.scan.folds import unfolded

Array = NDArray[Any]
Point = tuple[float, float]
Side = tuple[str, str]

_FINE = 45.0  # pixels from centre to centre are enough: larger scans are reduced to this or more
_GROUND = 0.42  # of the pitch: so far from its centre a hex shows its ground
_POINTS = 20  # in a row across that
_SOFT = 0.009  # of the pitch: what is smaller is noise
_BESIDE = (0.08, 0.2)  # of the pitch from a hexside: there the ground is compared
_TOUCH = 1.35  # pitches: no neighbours are further apart
NOTHING = "none"  # a sample with this word has no feature


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a hex (or a hexside: two hexes) seems to have, and how sure that is, from 0 to 1.

    `word` is "" for a hexside without the feature `kind`; of a ground, `kind` is "".
    """

    where: tuple[str, ...]
    word: str
    confidence: float
    kind: str = ""
    corrected: bool = False


@dataclass(frozen=True)
class Samples:
    """Hexes for each ground, hexsides for each feature; `bare` ones have no feature.

    Of a hexside that is named for one feature, all its features are named.
    """

    grounds: Mapping[str, Sequence[str]]
    features: Mapping[str, Sequence[Side]]
    bare: Sequence[Side] = ()


class Colours:
    """The colours around the hexes of a scan; centres and the pitch of hexes are in its pixels."""

    def __init__(self, image: Image.Image, centres: Mapping[str, Point], pitch: float) -> None:
        from scipy import ndimage

        self.labels = list(centres)
        self.numbers = {label: number for number, label in enumerate(self.labels)}
        fine = max(1, int(pitch // _FINE))
        self.pitch = pitch / fine
        self.points: Array = (
            numpy.array([centres[label] for label in self.labels], dtype=numpy.float64) / fine
        )
        reduced = unfolded(image.reduce(fine) if fine > 1 else image)
        pixels = numpy.asarray(reduced).astype(numpy.float32)
        soft = max(0.3, self.pitch * _SOFT)
        self.art: Array = ndimage.gaussian_filter(pixels, (soft, soft, 0))

    @cached_property
    def hexes(self) -> Hexes:
        """What is seen of every hex, in the order of the centres."""
        from scipy import spatial

        pairs = spatial.cKDTree(self.points).query_pairs(_TOUCH * self.pitch, output_type="ndarray")
        pairs = pairs[numpy.lexsort(pairs.T[::-1])]
        reach = numpy.linspace(-_GROUND, _GROUND, _POINTS) * self.pitch
        x, y = numpy.meshgrid(reach, reach)
        inside = numpy.hypot(x, y) <= _GROUND * self.pitch
        around = numpy.stack([x[inside], y[inside]], axis=1)
        pixels, there = self._at(self.points[:, None] + around)
        return Hexes(self.points, pixels, there, pairs, self._steps(pairs))

    def _steps(self, pairs: Array) -> Array:
        """How the colour changes at hexsides, from the first hex to the second, in logarithms."""
        if not len(pairs):
            return numpy.zeros((0, 3))
        lie = lie_of(self.points, pairs)
        across = numpy.linspace(*_BESIDE, 5)
        along = numpy.linspace(-0.36, 0.36, 9)
        found = []
        for off in (-across, across):
            at = (
                lie.middles[:, None, None]
                + lie.across[:, None, None] * off[None, :, None, None]
                + lie.along[:, None, None] * along[None, None, :, None]
            )
            found.append(numpy.median(logs(self._at(at)[0]).reshape(len(pairs), -1, 3), axis=1))
        return numpy.asarray(found[0] - found[1])

    def _at(self, points: Array) -> tuple[Array, Array]:
        """The colours at points (..., 2), and which of these are in the picture."""
        high, wide = self.art.shape[:2]
        x, y = numpy.floor(points[..., 0]).astype(int), numpy.floor(points[..., 1]).astype(int)
        there = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
        return self.art[numpy.clip(y, 0, high - 1), numpy.clip(x, 0, wide - 1)], there

    def light(self, grounds: Array | None) -> Array:
        """The light on every hex, in logarithms: finer if the number of the ground of each is known."""
        slow = slow_light(self.hexes.seen, self.points, self.hexes.pairs)
        if grounds is None:
            return slow
        return slow + local_light(self.hexes.seen - slow, self.points, grounds, numpy.ones(len(grounds)))


def propose_grounds(colours: Colours, samples: Samples) -> list[Proposal]:
    """A ground for every hex, in the order of the centres."""
    words = list(samples.grounds)
    known = [[colours.numbers[label] for label in samples.grounds[word]] for word in words]
    found: Grounds = grounds_of(colours.hexes, known)
    told = zip(colours.labels, found.numbers.tolist(), found.sure.tolist(), strict=True)
    return [Proposal((label,), words[number], round(sure, 3)) for label, number, sure in told]


def propose_features(
    colours: Colours, sides: Sequence[Side], samples: Samples, grounds: Mapping[str, str] | None = None
) -> list[Proposal]:
    """For every hexside and every feature, whether it is there; `grounds` of all hexes help."""
    if not sides or not samples.features:
        return []
    lie = lie_of(colours.points, numpy.array([[colours.numbers[one] for one in side] for side in sides]))
    words = sorted(set(grounds.values())) if grounds else []
    numbers = numpy.array([words.index(grounds[one]) for one in colours.labels]) if grounds else None
    known = _known(sides, samples)
    light = colours.light(numbers)[lie.pairs].mean(axis=1)
    named = numpy.flatnonzero(numpy.any([one != UNKNOWN for one in known.values()], axis=0))
    measures = descriptors(closeups(colours.art, lie, light), named.tolist())
    likely = features_of(measures, known, Context(lie.pairs), None if numbers is None else numbers[lie.pairs])
    return [
        Proposal(side, kind if likely[kind][n] > 0.5 else "", _confidence(likely[kind][n]), kind)
        for n, side in enumerate(sides)
        for kind in likely
    ]


def _confidence(likely: float) -> float:
    return round(float(abs(2 * likely - 1)), 3)


def _known(sides: Sequence[Side], samples: Samples) -> dict[str, Array]:
    """By feature whether each hexside has it: YES, NO, or UNKNOWN."""
    places = {frozenset(side): number for number, side in enumerate(sides)}
    features = {kind: [places[frozenset(side)] for side in named] for kind, named in samples.features.items()}
    bare = [places[frozenset(side)] for side in samples.bare]
    named = sorted({number for numbers in features.values() for number in numbers} | set(bare))
    known = {}
    for kind, numbers in features.items():
        known[kind] = numpy.full(len(sides), UNKNOWN)
        known[kind][named] = NO
        known[kind][numbers] = YES
    return known


def corrected(proposals: Sequence[Proposal], said: Mapping[tuple[str, ...], Sequence[str]]) -> list[Proposal]:
    """The same, but where the user has said what is there: that stands, whatever the scan shows.

    `said` holds the ground of hexes, and all features of hexsides.
    """
    made = []
    for one in proposals:
        words = said.get(one.where, said.get(one.where[::-1]))
        if words is None:
            made.append(one)
        else:
            word = (one.kind if one.kind in words else "") if one.kind else next(iter(words), "")
            made.append(Proposal(one.where, word, 1.0, one.kind, True))
    return made
