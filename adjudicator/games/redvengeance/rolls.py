"""Rolls with modifiers: one die (dr) or two (DR), and the whole sum told behind the last of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.events import EVERYBODY
from adjudicator.mechanics.drm import DRM, total
from adjudicator.play import Play

Result = Callable[[int], str]
"""What a final number brings, in words."""


def arithmetic(name: str, rolled: int, drms: Iterable[DRM], final: int) -> str:
    """A roll and each of its modifiers by its name: "dr 3, -2 Repair number, +1 B# 11 = 2"."""
    parts = [f"{name} {rolled}", *(f"{one.value:+} {one.reason}" for one in drms)]
    return f"{', '.join(parts)} = {final}" if len(parts) > 1 else parts[0]


def roll_dr(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result,
    to: tuple[str, ...] = EVERYBODY, hidden: bool = False,
) -> int:  # fmt: skip
    """One die with its modifiers; the final number."""

    def came(die: int) -> str:
        final = die + total(drms)
        return f"{arithmetic('dr', die, drms, final)}: {result(final)}"

    return play.roll(rule, purpose, to=to, came=came, hidden=hidden) + total(drms)


def roll_two(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result,
    to: tuple[str, ...] = EVERYBODY, hidden: bool = False,
) -> int:  # fmt: skip
    """Two dice one after the other, with their modifiers; the final number."""
    first = play.roll(
        rule, f"{purpose}, first die", to=to, came=lambda _: "the second is added", hidden=hidden
    )

    def came(die: int) -> str:
        final = first + die + total(drms)
        return f"{arithmetic('DR', first + die, drms, final)}: {result(final)}"

    second = play.roll(rule, f"{purpose}, second die", to=to, came=came, hidden=hidden)
    return first + second + total(drms)
