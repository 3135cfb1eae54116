"""Which of many things are of a kind, learned from a few that are named: by separating them from all others.

At first the named ones alone stand against all the rest. Then those that are surely alike help to tell what
the kind looks like, and those surely unlike what the rest does; and so on, a few times. Nothing is judged by
a rule in whose making it had a part itself, so that a mistake does not confirm itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
Context = Callable[[Array], Array]
"""Of how likely each has the feature: how much (log odds) its neighbours speak for it."""

YES, NO, UNKNOWN = 1, 0, -1
ROUNDS = 5
_FOLDS = 4
_FEW = 30
_LOOKALIKE = 0.25  # on the way from the rest to a kind: another one that stands here is easily taken for it
_SHRUNK = (0.3, 0.06)  # how much less of the spread is believed with few examples, with many
_OWN = 0.7  # what the named examples weigh together, for each weight of all that are found like them
_OTHERS = 0.03  # of all weight: what samples of each other kind have among what a kind is not
_STEEP = 20.0  # log odds from the middle of a kind to the middle of the rest, doubled
_SURE = 4.0  # log odds at which something helps to learn at first; less in each later round


@dataclass
class Learner:
    """Learns all kinds together; `known` has YES, NO or UNKNOWN for each thing (row) by kind.

    Columns of `common` are properties (0 or 1) that count for a kind only if its named examples share them.
    """

    measures: Array
    known: Mapping[str, Array]
    context: Context | None = None
    common: Array | None = None
    fold: Array = field(init=False)
    yes: dict[str, Array] = field(init=False)
    no: dict[str, Array] = field(init=False)

    def __post_init__(self) -> None:
        """Measures of one scale, the named examples spread evenly over the folds."""
        count = self.measures.shape[1]
        common = self.common if self.common is not None else numpy.zeros((len(self.measures), 0))
        self._uses = {
            kind: numpy.append(numpy.arange(count), count + _shared(common[known == YES]))
            for kind, known in self.known.items()
        }
        self.measures = numpy.concatenate([self.measures, common], axis=1)
        off = self.measures - self.measures.mean(axis=0)
        self.measures = off / (off.std(axis=0) + 1e-6)
        self.fold = numpy.random.default_rng(0).integers(0, _FOLDS, len(off))
        for known in self.known.values():
            named = numpy.flatnonzero(known == YES)
            self.fold[named] = numpy.arange(len(named)) % _FOLDS
        self._sums = [self._summed(self.fold != number) for number in range(_FOLDS)]
        self._spread = [products / count for count, _, products in self._sums]
        self._place: dict[str, Array] = {}
        self.yes = {kind: (known == YES) * 1.0 for kind, known in self.known.items()}
        self.no = {kind: self._against(kind, known != YES) for kind, known in self.known.items()}

    def learned(self) -> dict[str, Array]:
        """By kind how likely each thing is of it, from 0 to 1."""
        odds: dict[str, Array] = {}
        for number in range(ROUNDS):
            for kind in self.known:
                odds[kind] = self._judged(kind, number)
            odds = {kind: self._contested(kind, odds) for kind in self.known}
            for kind, known in self.known.items():
                sure = max(1.0, _SURE - number)
                alike = (odds[kind] > sure) & (known != YES)
                own = max(2.0, _OWN * alike.sum() / max((known == YES).sum(), 1))
                self.yes[kind] = numpy.where(known == YES, own, alike)
                self.no[kind] = self._against(kind, (odds[kind] < -sure) | (known == NO))
        return {kind: _settled(odds[kind], known) for kind, known in self.known.items()}

    def _against(self, kind: str, rest: Array) -> Array:
        """The weight of each thing among what a kind is not: samples of every other kind count for more."""
        weights = numpy.where(self.known[kind] == YES, 0.0, rest)
        for other, known in self.known.items():
            named = (known == YES) & (self.known[kind] == NO)
            if other != kind and named.any():
                weights[named] += _OTHERS * len(weights) / named.sum()
        return weights

    def _judged(self, kind: str, number: int) -> Array:
        """Log odds for every thing."""
        place = self._place[kind] = self._placed(kind)
        odds = _STEEP * (place - _parting(place, self.known[kind], self.known))
        if self.context and number:
            alone = odds
            for _ in range(2):
                odds = alone + self.context(_settled(odds, self.known[kind]))
        return odds

    def _placed(self, kind: str) -> Array:
        """Where each thing stands between the rest, at 0, and the kind, at 1."""
        place = numpy.zeros(len(self.measures))
        for number in range(_FOLDS):
            there = self.fold == number
            way, middle, spread = self._separated(kind, number)
            place[there] = (self.measures[there] @ way - middle) / spread
        named = self.known[kind] == YES
        alike = (self.yes[kind] > 0) & ~named
        ours = numpy.median(place[named])
        middle = numpy.median([ours, *place[alike], *place[named]]) if alike.any() else ours
        return place / max(float(middle), 1e-6)

    def _contested(self, kind: str, odds: Mapping[str, Array]) -> Array:
        """Log odds, lowered where something looks more like another kind that is taken for this one."""
        made = odds[kind]
        for other, named in self.known.items():
            theirs = (named == YES) & (self.known[kind] == NO)
            both = (named == YES) & (self.known[kind] == YES)
            if other != kind and theirs.any() and not both.any():
                alike = numpy.median(self._place[kind][theirs])
                if alike > _LOOKALIKE:
                    made = numpy.minimum(made, _STEEP / 2 * self._between(kind, other))
        return made

    def _between(self, kind: str, other: str) -> Array:
        """Where each thing stands between another kind, at -1, and this one, at 1."""
        place = numpy.zeros(len(self.measures))
        for number in range(_FOLDS):
            there = self.fold != number
            parts = []
            for one in (kind, other):
                weights = self.yes[one] * there
                weights = weights if weights.any() else self.yes[one]
                parts.append(_mean_and_spread(self.measures[weights > 0], weights[weights > 0]))
            (ours, own), (theirs, their) = parts
            spread = (own + their) / 2 + self._spread[number] * 0.2 + 0.3 * numpy.eye(len(own))
            way = self._directed(kind, spread, ours - theirs)
            here = self.fold == number
            place[here] = (
                (self.measures[here] - (ours + theirs) / 2) @ way / max((ours - theirs) @ way / 2, 1e-6)
            )
        return place

    def _directed(self, kind: str, spread: Array, onward: Array) -> Array:
        """The direction that tells apart best along `onward`, of the measures that count for a kind."""
        use = self._uses[kind]
        way = numpy.zeros(len(onward))
        way[use] = numpy.linalg.solve(spread[numpy.ix_(use, use)], onward[use])
        return way

    def _summed(self, there: Array) -> tuple[float, Array, Array]:
        """How many, their sum, and the sum of their products."""
        rows = self.measures[there]
        return float(len(rows)), rows.sum(axis=0), rows.T @ rows

    def _separated(self, kind: str, number: int) -> tuple[Array, float, float]:
        """The way from the rest to the kind, learned outside a fold; middle and width of the rest on it."""
        there = self.fold != number
        yes = self.yes[kind] * there
        yes = yes if yes.any() else self.yes[kind]
        no = self.no[kind]
        count, total, products = self._sums[number]
        changed = there & (no != 1)
        extra = no[changed] - 1
        rows = self.measures[changed]
        count, total = count + extra.sum(), total + extra @ rows
        mean = total / count
        spread = (products + (rows * extra[:, None]).T @ rows) / count - numpy.outer(mean, mean)
        ours, own = _mean_and_spread(self.measures[yes > 0], yes[yes > 0])
        trust = 0.5 * yes.sum() / (yes.sum() + 60)
        whole = (1 - trust) * spread + trust * own
        shrunk = _SHRUNK[int((self.yes[kind] > 0).sum() > _FEW)]
        way = self._directed(kind, whole + shrunk * numpy.eye(len(whole)), ours - mean)
        usual = self.measures[there & (no > 0)] @ way
        return way, float(usual.mean()), float(usual.std()) or 1.0


def _shared(named: Array) -> Array:
    """The properties that all have, or all but one of five or more."""
    return numpy.flatnonzero(named.sum(axis=0) >= max(len(named) - (len(named) > 4), 2))


def _mean_and_spread(rows: Array, weights: Array) -> tuple[Array, Array]:
    mean: Array = weights @ rows / weights.sum()
    return mean, (rows * weights[:, None]).T @ rows / weights.sum() - numpy.outer(mean, mean)


def _parting(place: Array, known: Array, kinds: Mapping[str, Array]) -> float:
    """Where to part a kind from the rest: where few lie, samples of it above and those of others below."""
    at = numpy.linspace(0.2, 0.9, 71)
    near = place[(place > -0.1) & (place < 1.4)]
    crowd = numpy.exp(-0.5 * ((at[:, None] - near) / 0.06) ** 2).sum(axis=1)
    cost = numpy.log(crowd + 0.5) + (at - 0.5) ** 2 / (2 * 0.3**2)
    cost += 6 * _below(place[known == YES] - 0.03, at)
    others = [place[(named == YES) & (known == NO)] for named in kinds.values()]
    cost += 6 * numpy.max([_below(-one - 0.03, -at) for one in others if len(one)] or [0 * at], axis=0)
    return float(at[cost.argmin()])


def _below(values: Array, at: Array) -> Array:
    """Which part of the values lies below each place, softly."""
    off = numpy.clip((values - at[:, None]) / 0.03, -50, 50)
    return numpy.asarray((1 / (1 + numpy.exp(off))).mean(axis=1))


def _settled(odds: Array, known: Array) -> Array:
    """Odds as likelihoods; what is known is certain."""
    likely = 1 / (1 + numpy.exp(-numpy.clip(odds, -30, 30)))
    return numpy.asarray(numpy.where(known == UNKNOWN, likely, known == YES))
