"""Propose what stands in each hex, and on each hexside, from samples of every kind that the user names.

A kind is known by its colours: how often each occurs in its samples. A hex gets the ground under which its
own pixels are likeliest; a hexside gets every feature whose colours, rare elsewhere, it shows about as much
as the samples do. Nothing is learned of shapes: a road and a railway of one colour are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[Any]
Point = tuple[float, float]
Side = tuple[str, str]

_LEVELS = 16  # of each of three colours
_GROUND = 0.4  # of the pitch: so far from its centre a hex shows its ground
_SIDE = 0.09  # of the pitch: so far from the line lies what runs along a hexside, or crosses it
_RARE = 4.0  # so many times commoner in the samples than elsewhere: a colour that tells of a feature
_ALIKE = 0.5  # of the colours of two features in common: they look the same
_SURE = 0.12  # a difference of likelihood per pixel at which a proposal is as good as certain


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
    """Hexes for each ground, hexsides for each feature."""

    grounds: Mapping[str, Sequence[str]]
    features: Mapping[str, Sequence[Side]]


class Colours:
    """The colours around the hexes of a scan; centres and the pitch of hexes are in its pixels."""

    def __init__(self, image: Image.Image, centres: Mapping[str, Point], pitch: float) -> None:
        self.centres, self.pitch = centres, pitch
        levels = numpy.asarray(image).astype(numpy.int32) * _LEVELS // 256
        self.codes: Array = (levels[..., 0] * _LEVELS + levels[..., 1]) * _LEVELS + levels[..., 2]
        reach = numpy.arange(-int(pitch * _GROUND), int(pitch * _GROUND) + 1)
        y, x = numpy.meshgrid(reach, reach, indexing="ij")
        inside = x * x + y * y <= (pitch * _GROUND) ** 2
        self.disc = (x[inside], y[inside])

    def of_hex(self, label: str) -> Array:
        """How often each colour occurs in the middle of a hex."""
        x, y = self.centres[label]
        return self._counted(self.disc[0] + round(x), self.disc[1] + round(y))

    def of_side(self, side: Side) -> Array:
        """How often each colour occurs along a hexside."""
        (ax, ay), (bx, by) = self.centres[side[0]], self.centres[side[1]]
        half = self.pitch / 3**0.5 / 2 * 0.8
        along, off = numpy.meshgrid(
            numpy.arange(-half, half + 0.5), numpy.arange(-self.pitch * _SIDE, self.pitch * _SIDE + 0.5)
        )
        far = numpy.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        x, y = (ax + bx) / 2 + off * ux - along * uy, (ay + by) / 2 + off * uy + along * ux
        return self._counted(x.round().astype(int).ravel(), y.round().astype(int).ravel())

    def _counted(self, x: Array, y: Array) -> Array:
        high, wide = self.codes.shape
        there = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
        return numpy.bincount(self.codes[y[there], x[there]], minlength=_LEVELS**3).astype(numpy.float64)


def _likelihood(counts: Array) -> Array:
    """How likely each colour is where these were counted; near ones share, as a scan mixes them."""
    from scipy import ndimage

    spread = ndimage.gaussian_filter(counts.reshape((_LEVELS,) * 3), 0.6, mode="constant").ravel()
    whole = spread + 0.002 * spread.sum() / len(spread)
    return numpy.asarray(whole / max(whole.sum(), 1e-9))


def propose_grounds(colours: Colours, samples: Samples) -> list[Proposal]:
    """A ground for every hex, in the order of the centres."""
    words = list(samples.grounds)
    known = [
        numpy.log(
            _likelihood(sum((colours.of_hex(one) for one in samples.grounds[word]), numpy.zeros(_LEVELS**3)))
        )
        for word in words
    ]
    found = []
    for label in colours.centres:
        counts = colours.of_hex(label)
        scores = [float(counts @ likely) / max(counts.sum(), 1) for likely in known]
        best, *rest = sorted(range(len(words)), key=lambda n: -scores[n])
        clear = scores[best] - scores[rest[0]] if rest else 1.0
        familiar = float(counts[known[best] > known[best].min() + 3].sum()) / max(counts.sum(), 1)
        found.append(Proposal((label,), words[best], round(_confidence(clear / _SURE) * familiar, 3)))
    return found


def propose_features(colours: Colours, sides: Sequence[Side], samples: Samples) -> list[Proposal]:
    """For every hexside and every feature, whether it is there."""
    counts = {side: colours.of_side(side) for side in sides}
    if not counts:
        return []
    usual = _likelihood(sum(counts.values(), numpy.zeros(_LEVELS**3)))
    shown = {kind: _shown(colours, counts, named, usual) for kind, named in samples.features.items()}
    found = []
    for side in sides:
        there = [kind for kind in shown if shown[kind].shares[side] > shown[kind].usual / 2]
        for kind, kinds in shown.items():
            word = kind if kind in there and not _is_other(side, kind, there, shown) else ""
            off = abs(kinds.shares[side] - kinds.usual / 2) / max(kinds.usual / 2, 1e-6)
            found.append(
                Proposal(side, word, _confidence(3 * off) if bool(word) == (kind in there) else 0.5, kind)
            )
    return found


@dataclass(frozen=True)
class _Shown:
    """The colours that tell of a feature, how much of them samples show, and how much each hexside does."""

    telling: Array
    usual: float
    shares: Mapping[Side, float]


def _shown(colours: Colours, counts: Mapping[Side, Array], named: Sequence[Side], usual: Array) -> _Shown:
    taken = [counts[side] if side in counts else colours.of_side(side) for side in named]
    telling = _likelihood(sum(taken, numpy.zeros(_LEVELS**3))) > _RARE * usual

    def share(count: Array) -> float:
        return float(count[telling].sum() / max(count.sum(), 1))

    return _Shown(
        telling, float(numpy.median(list(map(share, taken)))), {side: share(counts[side]) for side in counts}
    )


def _is_other(side: Side, kind: str, there: Sequence[str], shown: Mapping[str, _Shown]) -> bool:
    """Of two features of the same colours, such as a wide river and a narrow one, the likelier is there."""
    mine = shown[kind]
    for other in there:
        its = shown[other]
        common = (mine.telling & its.telling).sum() > _ALIKE * (mine.telling | its.telling).sum()
        if other != kind and common and _off(its, side) < _off(mine, side):
            return True
    return False


def _off(shown: _Shown, side: Side) -> float:
    return abs(shown.shares[side] - shown.usual)


def _confidence(clear: float) -> float:
    return round(1 - float(numpy.exp(-clear)), 3)


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
