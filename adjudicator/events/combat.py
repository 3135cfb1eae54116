"""Battles rolled on a table of odds: one shape for all games, each of which has its own words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.events.fact import Event
from adjudicator.state import Json

Told = tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, kw_only=True)
class OddsResolved(Event):
    """A battle was rolled: everything that went into it and what came out.

    `parts` are the strengths: {"side": "attack" or "defence", "unit", "rule", "was", "is", "reason"}; a unit
    that changed twice has two. `shifts` (of the column) and `drms` are {"rule", "value", "reason"}; `drm` is
    the sum of these, `final` the die with it.
    """

    space: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: float
    defence: float
    parts: Told
    column: str
    shifts: Told = ()
    drm: int = 0
    drms: Told = ()
    die: int = 0
    final: int = 0
    result: str = ""
