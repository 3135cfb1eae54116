"""What was traced, told to the user: areas by name, who touches whom, gaps, and in words what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy
from shapely.geometry.base import BaseGeometry

from maps.scan.trace_bridges import Bridge
from maps.scan.trace_seeds import OUTSIDE, Seed

CONTACT, CORNER = "contact", "corner"
Contact = tuple[str, str, float]
_NOTHING = 0.003  # of a usual area: no area is so small


@dataclass(frozen=True)
class Face:
    """A face without a seed: a name for it, a point in it, and its size in square pixels."""

    name: str
    at: tuple[float, float]
    size: int


@dataclass(frozen=True)
class Gap:
    """A bridged gap between two areas: its middle, its width, and of how many gaps it is the widest."""

    areas: tuple[str, str]
    at: tuple[float, float]
    width: float
    gaps: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pair that may or may not touch: what it was taken for, how many pixels it shares, and where that is.

    It nearly touches where it shares none. `decided` is it if the user says what it is.
    """

    one: str
    other: str
    touch: bool
    length: float
    at: tuple[float, float]
    decided: bool

    @property
    def says(self) -> str:
        """What it was taken for, in a word."""
        return CONTACT if self.touch else CORNER


@dataclass(frozen=True)
class Traced:
    """What was found: outlines by name in the order of the seeds, and behind them the faces without a seed.

    `contacts` are pairs with the length of their common border; lengths near the limit between a contact and
    a corner stand in `doubtful`, whichever they are, and with 0 the pairs that only such a contact parts.
    `problems` are sentences about seeds: with any, the outlines are not what the user wants. Some are about
    the `unparted`: two areas and the widest place where nothing is seen between them. `joined` are places
    without a seed that were taken for part of the area that they name, though a border seems to part them
    from it. `doubts` are the doubtful pairs with those that the user has decided, and `refused` sentences
    about what he says of pairs that cannot be.
    """

    areas: Mapping[str, BaseGeometry]
    unnamed: Sequence[Face]
    bridged: Sequence[Gap]
    contacts: Sequence[Contact]
    doubtful: Sequence[Contact]
    problems: Sequence[str]
    joined: Sequence[Face] = ()
    doubts: Sequence[Doubt] = ()
    refused: Sequence[str] = ()
    unparted: Sequence[Gap] = ()


def _name(names: Sequence[str], number: int) -> str:
    if not number:
        return OUTSIDE
    return names[number - 1] if number <= len(names) else f"unnamed-{number - len(names)}"


def numbers_of(names: Sequence[str], last: int) -> dict[str, int]:
    """The numbers of areas by their names, up to the last; those that no seed names are counted."""
    return {_name(names, number): number for number in range(1, max(last, len(names)) + 1)}


@dataclass(frozen=True)
class Told:
    """Numbers of areas told as names, and what is wrong as sentences."""

    names: Sequence[str]
    seeds: Sequence[Seed]
    shapes: Mapping[int, BaseGeometry]

    def name(self, number: int) -> str:
        """The name of an area; those that no seed names are counted."""
        return _name(self.names, number)

    def unnamed(self) -> list[Face]:
        """The areas without a seed."""
        faces = []
        for number, shape in self.shapes.items():
            if number > len(self.names):
                point = shape.representative_point()
                faces.append(
                    Face(self.name(number), (round(point.x, 1), round(point.y, 1)), round(shape.area))
                )
        return faces

    def gap(self, bridge: Bridge) -> Gap:
        """A bridge with the names of its areas."""
        one, other = sorted(map(self.name, bridge.pair))
        return Gap((one, other), bridge.at, round(bridge.width, 1), bridge.gaps)

    def lost(self, numbers: Sequence[int], own: Sequence[int]) -> Iterator[str]:
        """Seeds that share the ground of another, and so have no area."""
        first: dict[int, int] = {}
        for n, basin in enumerate(own):
            other = first.setdefault(basin, n)
            if numbers[other] != numbers[n]:
                yield f"{self.seeds[other]} and {self.seeds[n]} lie in one area; each area takes one seed"

    def swallowed(self) -> Iterator[str]:
        """Areas of which next to nothing is left: their ground is that of another seed."""
        sizes = [shape.area for number, shape in self.shapes.items() if number <= len(self.names)]
        least = _NOTHING * float(numpy.median(sizes)) if sizes else 0.0
        for number, shape in self.shapes.items():
            if number <= len(self.names) and shape.area < least:
                yield (
                    f"{self._seed(number)} lies in the area of another seed: nothing parts them; "
                    "take one seed away, or draw the border"
                )

    def crowded(self, unparted: Sequence[Gap]) -> Iterator[str]:
        """Pairs of seeds that nothing parts."""
        for gap in unparted:
            one, other = (self._said(name) for name in gap.areas)
            mend = ["take one seed away", "draw the border there"]
            mend += [] if OUTSIDE in gap.areas else ["decide with --decided that they are a contact"]
            yield (
                f"{one} and {other} lie in one area: near {gap.at[0]:.0f}, {gap.at[1]:.0f} nothing parts "
                f"them for {gap.width:.0f} pixels; {', '.join(mend[:-1])} or {mend[-1]}"
            )

    def nameless(self) -> Iterator[str]:
        """Areas without a seed."""
        for face in self.unnamed():
            x, y = (f"{part:.0f}" for part in face.at)
            yield (
                f"the area around {x}, {y} ({face.size} pixels) has no seed; add a line: its name,{x},{y} "
                f"(or {OUTSIDE},{x},{y} if it is none)"
            )

    def _seed(self, number: int) -> str:
        return self._said(self.name(number))

    def _said(self, name: str) -> str:
        return str(next((seed for seed in self.seeds if seed.name == name), name))
