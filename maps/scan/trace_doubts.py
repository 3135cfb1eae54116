"""Contacts and corners: who touches whom, by length or by the user's word, and which pairs to look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import shapely
from shapely.geometry.base import BaseGeometry

from maps.scan.trace_contacts import (
    LEAST,
    SHORT,
    Border,
    Pair,
    facing,
    is_near_the_limit,
    longest_doubtful,
)
from maps.scan.trace_decided import Decided
from maps.scan.trace_outline import Arcs
from maps.scan.trace_single import Single
from maps.scan.trace_told import CORNER, Contact, Doubt

_SURE = 1.5  # times the longest doubtful border: what is longer is no corner, whatever is said
Name = Callable[[int], str]


@dataclass(frozen=True)
class Judged:
    """The common borders of areas, which of them are contacts; what the user says of some is followed.

    Borders of up to `short` pixels may be corners; `singles` is how much of them is one line, where known,
    and `drawn_on` how long they need be if the borders that come in are drawn on. `rims` are the borders to
    what is no area: two others may touch across a short one. The `posted` meet in a dot that says so.
    """

    arcs: Arcs
    scale: int
    borders: Mapping[Pair, Border]
    least: Mapping[Pair, float]
    decided: Decided
    short: float = SHORT
    singles: Mapping[Pair, Single] = field(default_factory=dict)
    drawn_on: Mapping[Pair, float] = field(default_factory=dict)
    rims: Mapping[Pair, Border] = field(default_factory=dict)
    posted: Collection[Pair] = ()

    def limit(self, pair: Pair) -> float:
        """How long the common border of two areas must be for a contact."""
        return self.least.get(pair, LEAST)

    def touch(self, pair: Pair) -> bool:
        """Whether two areas touch."""
        border, said = self.borders.get(pair), self.decided.said.get(pair)
        if not border:
            return False
        if said:
            return said.touch
        return pair not in self.posted and self._seen(pair, border) >= self.limit(pair)

    def _seen(self, pair: Pair, border: Border) -> float:
        """How long a common border is, but for two lines side by side and for what a thick line hides."""
        single = self.singles.get(pair)
        length = single.length if single else border.length
        return min(length, self.drawn_on.get(pair, length))

    def corners(self) -> set[Pair]:
        """The pairs whose common border is none."""
        return {pair for pair in self.borders if not self.touch(pair)}

    def check(self) -> None:
        """Refuse corners that share a long border, and contacts that another one has parted."""
        for pair, said in list(self.decided.said.items()):
            border = self.borders.get(pair)
            if said.touch and not border:
                self.decided.refuse(pair, f"cannot touch{self._rival(pair)}; strike out one line")
            elif border and not said.touch and border.length > _SURE * self._longest(pair):
                self.decided.refuse(pair, f"share {border.length:.0f} px of border, too much for a {CORNER}")

    def _rival(self, pair: Pair) -> str:
        """Where two areas cannot touch because two others do: in words."""
        for other, said in self.decided.said.items():
            sides = {(min(a, b), max(a, b)) for a in pair for b in other}
            if said.touch and sides <= self.borders.keys():
                return f" where {said.one} and {said.other} do ({said.where})"
        return " beside what else you say"

    def doubts(self, shapes: Mapping[int, BaseGeometry], name: Name) -> list[Doubt]:
        """The pairs to be looked at and those that were decided; those about one place stand together."""
        said = {pair for pair in self.decided.said if shapes.keys() >= set(pair)}
        seen = {pair: border for pair, border in self.borders.items() if shapes.keys() >= set(pair)}
        open_ones = {pair: seen[pair] for pair in seen.keys() - said - set(self.posted)}
        short = [pair for pair, border in open_ones.items() if self._is_short(pair, border)]
        rims = {pair: border for pair, border in self.rims.items() if pair[1] in shapes}
        short += [pair for pair, border in rims.items() if border.length <= 2 * self.limit(pair)]
        short += [pair for pair in seen.keys() & said if not self.touch(pair)]
        across = dict(facing({**seen, **rims}, short, self.arcs, self.scale))
        near = [pair for pair, one in open_ones.items() if self._is_near(pair, one)]

        def order(pair: Pair) -> tuple[Sequence[str], Sequence[str]]:
            own = sorted(map(name, pair))
            return (sorted(map(name, across[pair])), own) if pair in across else (own, [])

        pairs = sorted({*near, *across, *said}, key=order)
        return [self._doubt(pair, shapes, name) for pair in pairs]

    @property
    def near_the_limit(self) -> set[Pair]:
        """The pairs of which nobody can be sure, whatever the user says of them."""
        return {pair for pair, border in self.borders.items() if self._is_near(pair, border)}

    def _is_near(self, pair: Pair, border: Border) -> bool:
        """Whether nobody can be sure if a common border is a contact or a corner.

        Where the lines around it do not tell how wide one is, or one of them is wider, even next to nothing
        may be a contact. A long one may be a corner if most of it is two lines side by side.
        """
        single, longest = self.singles.get(pair), self._longest(pair)
        if not single:
            return border.length <= longest
        if border.length > longest:
            return single.length <= longest
        if single.forked:
            return True
        short = 0.0 if single.even else self.short
        return is_near_the_limit(border.length, self.limit(pair), short, self.scale)

    def _longest(self, pair: Pair) -> float:
        return longest_doubtful(self.limit(pair), self.short)

    def _is_short(self, pair: Pair, border: Border) -> bool:
        """Whether two areas hardly touch, or only meet, so that it may be two others that do.

        Where their short line is seen, that is asked only if it is doubtful, and taken for a corner.
        """
        single = self.singles.get(pair)
        if single and single.inked:
            return not self.touch(pair) and self._is_near(pair, border)
        return border.length <= self._longest(pair)

    def _doubt(self, pair: Pair, shapes: Mapping[int, BaseGeometry], name: Name) -> Doubt:
        one, other = sorted(map(name, pair))
        border = self.borders.get(pair) or _between(shapes[pair[0]], shapes[pair[1]])
        x, y = (round(part, 1) for part in border.at)
        return Doubt(one, other, self.touch(pair), round(border.length, 1), (x, y), pair in self.decided.said)


def _between(one: BaseGeometry, other: BaseGeometry) -> Border:
    """Two areas share no border: the place where they come nearest to each other."""
    middle = shapely.shortest_line(one, other).interpolate(0.5, normalized=True)
    return Border(0.0, (middle.x, middle.y))


def contacts(lengths: Mapping[Pair, float], judged: Judged, name: Name) -> list[Contact]:
    """Who touches whom, with how many pixels of border their outlines share."""
    found = []
    for pair, length in lengths.items():
        if judged.touch(pair):
            one, other = sorted(map(name, pair))
            found.append((one, other, round(length, 1)))
    return sorted(found)


def doubtful(doubts: Sequence[Doubt]) -> list[Contact]:
    """The pairs to be looked at: those that the user has not decided."""
    return sorted((doubt.one, doubt.other, doubt.length) for doubt in doubts if not doubt.decided)
