"""Rule 6, Stacking.

6.1.1 when it is checked     6.1.2 how many units of which nationality may share a zone
"""

from __future__ import annotations

from adjudicator.rulings import rule
from adjudicator.state import State

from .position import GERMAN, SOVIET, germans, is_city, marked, of, soviets

SOVIET_LIMIT, GERMAN_LIMIT, CITY_GERMAN_LIMIT = 2, 3, 1


@rule("6.1.2.a", "6.1.2.c", "6.1.2.d", "9.1.1")
def limit(state: State, space: str, nationality: str) -> int | None:
    """How many units of a nationality a zone holds: two Soviets or three Germans (6.1.2.a), one German in a
    city zone (6.1.2.c); None where Soviets are unlimited, east of the Oder-Neisse and in the bridgehead
    (d)."""
    if nationality == SOVIET:
        return None if marked(state, space, "unlimited") else SOVIET_LIMIT
    return CITY_GERMAN_LIMIT if is_city(state, space) else GERMAN_LIMIT


def room(state: State, space: str, nationality: str) -> int | None:
    """How many more units of a nationality fit into a zone; None without limit. Never below 0."""
    most = limit(state, space, nationality)
    return None if most is None else max(0, most - len(of(state, space, nationality)))


def has_room(state: State, space: str, nationality: str, units: int = 1) -> bool:
    """Whether so many more units of a nationality fit into a zone."""
    left = room(state, space, nationality)
    return left is None or left >= units


@rule("6.1.1", "6.1.2.a", "6.1.2.b", "6.1.2.c", "6.1.2.d")
def stacking_faults(state: State, space: str) -> list[str]:
    """What is wrong with the units of a zone, in words: too many (6.1.2.a, c, d), or both nationalities
    outside Berlin (6.1.2.b). Asked after each move, combat, reserve activation and after the End of Turn
    moves (6.1.1)."""
    faults = []
    for nationality, here in ((SOVIET, soviets(state, space)), (GERMAN, germans(state, space))):
        most = limit(state, space, nationality)
        if most is not None and len(here) > most:
            faults.append(
                f"{len(here)} {nationality.title()} units in {space}, at most {most} may be there (6.1.2)"
            )
    if soviets(state, space) and germans(state, space) and not is_city(state, space):
        faults.append(f"Soviets and Germans together in {space}, outside Berlin (6.1.2.b)")
    return faults
