"""Rule 6, Stacking.

6.1.1 when it is checked     6.1.2 how many units of which nationality may share a zone
"""

from __future__ import annotations

from adjudicator.mechanics.stacking import Limit, excess
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import GERMAN, SOVIET, germans, is_city, marked, nation, soviets

SOVIET_LIMIT, GERMAN_LIMIT, CITY_GERMAN_LIMIT = 2, 3, 1


@rule("6.1.2.a", "6.1.2.c", "6.1.2.d", "9.1.1")
def limit(state: State, space: str, nationality: str) -> Limit[Unit]:
    """How many units of a nationality a zone holds: two Soviets or three Germans (6.1.2.a), one German in a
    city zone (6.1.2.c); no limit where Soviets are unlimited, east of the Oder-Neisse and in the bridgehead
    (d)."""
    most: int | None = CITY_GERMAN_LIMIT if is_city(state, space) else GERMAN_LIMIT
    if nationality == SOVIET:
        most = None if marked(state, space, "unlimited") else SOVIET_LIMIT
    return Limit(
        "6.1.2", f"{nationality.title()} units", most, lambda unit: nation(state, unit) == nationality
    )


def room(state: State, space: str, nationality: str) -> int | None:
    """How many more units of a nationality fit into a zone; None without limit. Never below 0."""
    return limit(state, space, nationality).room(state.at(space))


def has_room(state: State, space: str, nationality: str, units: int = 1) -> bool:
    """Whether so many more units of a nationality fit into a zone."""
    left = room(state, space, nationality)
    return left is None or left >= units


@rule("6.1.1", "6.1.2.a", "6.1.2.b", "6.1.2.c", "6.1.2.d")
def stacking_faults(state: State, space: str) -> list[str]:
    """What is wrong with the units of a zone, in words: too many (6.1.2.a, c, d), or both nationalities
    outside Berlin (6.1.2.b). Asked after each move, combat, reserve activation and after the End of Turn
    moves (6.1.1)."""
    limits = [limit(state, space, nationality) for nationality in (SOVIET, GERMAN)]
    faults = [
        f"{over.count} {over.what} in {space}, at most {over.most} may be there ({over.rule})"
        for over in excess(state.at(space), limits)
    ]
    if soviets(state, space) and germans(state, space) and not is_city(state, space):
        faults.append(f"Soviets and Germans together in {space}, outside Berlin (6.1.2.b)")
    return faults
