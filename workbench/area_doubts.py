"""What to look at in a trace, as the page says it: the place in words, and the clicks that settle it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from maps.scan.areas.finding import free_numbers
from maps.scan.areas.flooding import REST
from maps.scan.areas.seeds import CONTACT, CORNER, OUTSIDE, Seed
from workbench.mode import Doubt, Mend

if TYPE_CHECKING:
    from maps.scan.areas.doubts import Doubt as Doubted


def as_shown(doubt: Doubted, border: str) -> Doubt:
    """A doubt with its mends, the likeliest first. `border` is the colour that borders seem to have."""
    words, mends = _SHOWN[doubt.kind](doubt, border)
    return Doubt(doubt.at, words, tuple(mends))


def guessed_outside(seeds: Sequence[Seed], right: Collection[str]) -> list[Doubt]:
    """The ground around that was found with the areas: after numbers, which are no names yet."""
    for n, (before, seed) in enumerate(pairwise(seeds), 1):
        key = f"{OUTSIDE}: {seed.x:g},{seed.y:g}"
        if seed.name == OUTSIDE and before.name.isdecimal() and key not in right:
            area = next(free_numbers({one.name for one in seeds}))
            mends = [
                Mend("It is outside", "right", {"value": key}),
                Mend("It is an area", "rename", {"n": n, "name": area}),
            ]
            return [Doubt((seed.x, seed.y), "Is the ground around the areas outside?", tuple(mends))]
    return []


def _right(doubt: Doubted) -> Mend:
    return Mend("It is right", "right", {"value": doubt.key})


def _coloured(border: str) -> list[Mend]:
    return [Mend(f"Borders are drawn in #{border}", "border", {"value": border})] if border else []


def _missing(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    x, y = doubt.at
    mends = [Mend("It is outside", "seed", {"name": OUTSIDE, "x": x, "y": y})]
    mends += [_part_of(name, doubt) for name in doubt.areas if name != OUTSIDE]
    if doubt.px > REST:
        return (
            f"Is this sea? It is as large as {doubt.px:.0f} areas. Click into it and name it, or choose:",
            mends,
        )
    return "This piece has no name yet. Click into it, or choose:", mends


def _part_of(name: str, doubt: Doubted) -> Mend:
    x, y = doubt.at
    return Mend(f"Part of {name}", "seed", {"name": name, "x": x, "y": y})


def _rival(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    mends = [_part_of(name, doubt) for name in doubt.areas]
    return f"Is this part of {' or '.join(doubt.areas)}? Click into it, or choose:", mends


def _arm(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    own, one, other = doubt.areas
    return (
        f"A narrow arm of {own} runs between {one} and {other}. Is it a river or road?",
        [_part_of(one, doubt), _part_of(other, doubt), _right(doubt)],
    )


def _bare(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    own, other = doubt.areas
    return (
        f"{own} has no ground: its dot is inside the outline of {other}. Draw around {own}, too, or choose:",
        [Mend(f"Part of {other}", "join", {"was": own, "name": other})],
    )


def _unparted(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    one, other = doubt.areas
    return (
        f"Almost nothing is printed between {one} and {other}. If the border runs elsewhere, draw it.",
        [
            _right(doubt),
            Mend(f"Both are {one}", "join", {"was": other, "name": one}),
            Mend(f"Both are {other}", "join", {"was": one, "name": other}),
        ],
    )


def _gap(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    one, other = doubt.areas
    words = (
        f"The border of {one} and {other} is not printed for {doubt.px:.0f} pixels. Draw it if it is wrong."
    )
    return words, [_right(doubt)]


def _near(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    one, other = doubt.areas
    says = {CONTACT: "They touch", CORNER: "Only a corner"}
    order = [doubt.taken, CORNER if doubt.taken == CONTACT else CONTACT]
    return (
        f"{one} and {other} share {doubt.px:.0f} pixels of border. Do they touch?",
        [Mend(says[word], "decide", {"one": one, "other": other, "says": word}) for word in order],
    )


def _many(doubt: Doubted, border: str) -> tuple[str, list[Mend]]:
    (name,) = doubt.areas
    words = f"{name} touches {doubt.px:.0f} areas, many more than others do. Is a line inside it its border?"
    return words, [*_coloured(border), _right(doubt)]


def _huge(doubt: Doubted, border: str) -> tuple[str, list[Mend]]:
    (name,) = doubt.areas
    return (
        f"{name} is {doubt.px:.0f} times as large as a usual area.",
        [_right(doubt), Mend("It is outside", "join", {"was": name, "name": OUTSIDE}), *_coloured(border)],
    )


def _more(doubt: Doubted, _: str) -> tuple[str, list[Mend]]:
    return f"There are {doubt.px:.0f} more places like these. Settle the others first.", []


_SHOWN = {
    "missing seed": _missing,
    "rival": _rival,
    "arm": _arm,
    "bare": _bare,
    "unparted": _unparted,
    "gap": _gap,
    "near corner": _near,
    "many": _many,
    "huge": _huge,
    "more": _more,
}
