"""Rolls with modifiers: one die (dr) or two (DR), and the whole sum told behind the last of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from adjudicator.events import EVERYBODY
from adjudicator.mechanics.drm import DRM, total
from adjudicator.play import Play

Result = Callable[[int], str]
"""What a final number brings, in words."""


def against(morale: int) -> Result:
    """Whether a check against a Morale Level is passed, in words."""
    return lambda final: f"{'passes' if final <= morale else 'fails'}, morale {morale}"


def arithmetic(name: str, rolled: int, drms: Iterable[DRM], final: int) -> str:
    """A roll and each of its modifiers by its name: "dr 3, -2 Repair number, +1 B# 11 = 2"."""
    parts = [f"{name} {rolled}", *(f"{one.value:+} {one.reason}" for one in drms)]
    return f"{', '.join(parts)} = {final}" if len(parts) > 1 else parts[0]


def _came(name: str, before: int, drms: Sequence[DRM], result: Result) -> Result:
    """What a last die is told as, behind the sum of those before it."""

    def came(die: int) -> str:
        final = before + die + total(drms)
        return f"{arithmetic(name, before + die, drms, final)}: {result(final)}"

    return came


def roll_dr(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result, to: tuple[str, ...] = EVERYBODY
) -> int:
    """One die with its modifiers, of which others than `to` hear nothing; the final number."""
    came = _came("dr", 0, drms, result)
    return play.roll(rule, purpose, to=to, came=came, hidden=to != EVERYBODY) + total(drms)


def roll_two(
    play: Play, rule: str, purpose: str, drms: Sequence[DRM], result: Result, to: tuple[str, ...] = EVERYBODY
) -> int:
    """Two dice one after the other, with their modifiers; the final number."""
    roll = partial(play.roll, rule, to=to, hidden=to != EVERYBODY)
    first = roll(f"{purpose}, first die", came=lambda _: "the second is added")
    second = roll(f"{purpose}, second die", came=_came("DR", first, drms, result))
    return first + second + total(drms)
