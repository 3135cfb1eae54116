"""What may be wrong with a grid that was found, each with its place and the changes that would settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from maps.scan.hexgrid.extent import More
from maps.scan.hexgrid.sketch import laid, numberings, off_by_label
from maps.scan.hexgrid.told import BOTTOM, LEFT, RIGHT, TOP
from maps.scan.scan_file import Clicked
from workbench.mode import Doubt, Mend

if TYPE_CHECKING:
    from maps.scan.hexgrid.fitted import Fitted

_FAR = 0.08
"""Of the width of a hex: print that is so far from the grid is told."""
_GAIN = 0.45
"""Of what the mean line of hexes is worth: as much is seen in a line that is there."""
_TOLD = 0.9
"""Doubts of the fit that are likelier than this to be none are not told."""
_OWN = (
    "beyond the corners",
    "at the rim",
    "print and fit differ",
    "settle every second line",
    "seems to begin",
)
_OPTION = re.compile(r"(?:^|[:;,] )[^:;,]*--")


def without_options(words: str) -> str:
    """A doubt up to where it begins to name options, which somebody who clicks does not type."""
    return _OPTION.split(words)[0].strip()


def doubts_of(found: Fitted, clicks: Sequence[Clicked], told: bool) -> list[Doubt]:
    """The doubts about a fit, the weightiest first."""
    return [
        *_of_clicks(found, clicks),
        *_of_numbering(found, told),
        *_of_rims(found),
        *_of_print(found),
        *_others(found),
    ]


def _of_clicks(found: Fitted, clicks: Sequence[Clicked]) -> Iterator[Doubt]:
    """Clicks that lie far from the hex of their label."""
    for one in clicks:
        if one.label not in found.centres:
            continue
        x, y = found.centres[one.label]
        away = ((x - one.x) ** 2 + (y - one.y) ** 2) ** 0.5 / found.width
        if away > 0.25:
            near = Mend("Move the click there", "click", {"label": one.label, "x": x, "y": y})
            gone = Mend("Remove the click", "remove", {"label": one.label})
            words = f"Hex {one.label} was clicked {away:.1f} of a hex from where the grid has it."
            yield Doubt((one.x, one.y), words, (near, gone))


def _of_numbering(found: Fitted, told: bool) -> Iterator[Doubt]:
    ways = [] if told else numberings(found)
    if len(ways) < 2:
        return
    mends = []
    for grid in ways[:4]:
        labels = list(grid.labels)
        values = {"first": labels[0], "last": labels[-1]}
        mends.append(Mend(f"{labels[0]} to {labels[-1]}", "numbering", values))
    x, y = next(iter(found.centres.values()))
    words = "The clicks fit several ways to number the hexes. Choose one, or click a hex in another line."
    yield Doubt((x, y), words, tuple(mends))


def _sides(found: Fitted) -> tuple[str, str, str, str]:
    """The sides along which the first and the last line run, and those where lines begin and end."""
    return (LEFT, RIGHT, TOP, BOTTOM) if found.grid.lattice.flat else (TOP, BOTTOM, LEFT, RIGHT)


def _of_rims(found: Fitted) -> Iterator[Doubt]:
    """Lines of hexes that are printed beyond the grid, or are not printed although it has them."""
    evidence, block = found.seen.evidence, found.block
    sides = laid(found).sides()
    names = _sides(found)
    value, told = evidence.value(block), set()
    for name, more, less in zip(names, block.longer(), block.shorter(), strict=True):
        at, step = sides[name]
        line = "column" if name in (LEFT, RIGHT) else "row"
        whole = value / max(1, block.lines if name in names[:2] else block.longest)
        if evidence.reached(block, more) and evidence.value(more) > value + _GAIN * whole:
            told.add(name)
            place = tuple((at + step).tolist())
            mend = Mend(f"Add the {line}", "rim", {"side": name, "by": 1})
            yield Doubt((place[0], place[1]), f"Another {line} seems to be printed at the {name}.", (mend,))
        elif evidence.is_empty(block, less):
            told.add(name)
            mend = Mend(f"Take the {line} off", "rim", {"side": name, "by": -1})
            yield Doubt(
                (float(at[0]), float(at[1])),
                f"The last {line} at the {name} does not seem to be printed.",
                (mend,),
            )
    told |= {names[2 + (one.ends > 0)] for one in found.doubts if one.ends}
    yield from _of_ends(found, {name: sides[name][0] for name in names[2:] if name not in told})


def _of_ends(found: Fitted, sides: Mapping[str, Any]) -> Iterator[Doubt]:
    """Whether a hex more, or less, is printed where every second line begins, or ends, at some sides."""
    evidence, block = found.seen.evidence, found.block
    worth = 0.25 * evidence.value(block) / max(1, block.count)
    line = "column" if found.grid.lattice.flat else "row"
    for (side, at), by in product(sides.items(), (1, -1)):
        end = side in (RIGHT, BOTTOM)
        changed = block.changed(ended=by) if end else block.changed(begun=-by)
        outer, inner = (changed, block) if by > 0 else (block, changed)
        gain, printed = evidence.gain(More(outer, inner, int(end)))
        if printed and by * gain > worth * (outer.count - inner.count):
            words = f"Every second {line} seems to have a hex {'more' if by > 0 else 'less'} at the {side}."
            mend = Mend("Make it so", "rim", {"side": side, "by": by / 2})
            yield Doubt((float(at[0]), float(at[1])), words, (mend,))


def _of_print(found: Fitted) -> Iterator[Doubt]:
    """Places at which the print lies beside the grid, the worst first, one for each neighbourhood."""
    off = {label: one for label, one in off_by_label(found).items() if one > _FAR}
    kept: list[tuple[float, float]] = []
    for label in sorted(off, key=lambda one: -off[one]):
        x, y = found.centres[label]
        if all((x - a) ** 2 + (y - b) ** 2 > (6 * found.width) ** 2 for a, b in kept):
            kept.append((x, y))
            words = f"At {label} the print is {off[label]:.0%} of a hex beside the grid."
            yield Doubt((x, y), words)
        if len(kept) >= 5:
            return


def _others(found: Fitted) -> Iterator[Doubt]:
    """What else the fit doubts, at the middle of the map."""
    points = list(found.centres.values())
    x, y = points[len(points) // 2]
    sides = _sides(found)
    for one in found.doubts:
        words = without_options(one.words)
        if not words or one.likely >= _TOLD or re.search("|".join(_OWN), one.words):
            continue
        sentence = f"{words[0].upper()}{words[1:]}."
        if one.ends:
            side = sides[2 + (one.ends > 0)]
            mend = Mend(
                "Leave them out" if one.counted else "Count them",
                "rim",
                {"side": side, "by": -0.5 if one.counted else 0.5},
            )
            at = laid(found).sides()[side][0].tolist()
            yield Doubt((at[0], at[1]), sentence, (mend,))
        else:
            yield Doubt((x, y), sentence)
