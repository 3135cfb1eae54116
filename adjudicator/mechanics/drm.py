"""Die roll modifiers: each one names its rule and its reason, and the sum is theirs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from adjudicator.state import Json


@dataclass(frozen=True, slots=True)
class DRM:
    """One die roll modifier: the clause it comes from, its value, and why it applies."""

    rule: str
    value: int
    reason: str


def total(drms: Iterable[DRM], most: int | None = None) -> int:
    """The sum of the modifiers, no further from 0 than `most`."""
    value = sum(drm.value for drm in drms)
    return value if most is None else max(-most, min(most, value))


def packed(drms: Iterable[DRM]) -> tuple[Json, ...]:
    """The modifiers as the facts of an event: {"rule", "value", "reason"} each."""
    return tuple(asdict(drm) for drm in drms)
