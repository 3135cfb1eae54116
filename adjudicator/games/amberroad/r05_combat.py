"""Rule 5, combat; rule 6, retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mechanics.shifts import Shift
from adjudicator.mechanics.strength import Change
from adjudicator.phases.advancing import AdvanceClauses, Advancing
from adjudicator.phases.battlefield import kind_of, printed
from adjudicator.phases.fighting import FightClauses, Fighting
from adjudicator.phases.losing import Losing, LossClauses
from adjudicator.phases.results import (
    ADVANCE,
    ATTACKER,
    DEFENDER,
    Combat,
    Result,
    Task,
    either,
    eliminate,
    lose,
    retreat,
)
from adjudicator.phases.retreating import Deciding, EitherClauses, RetreatClauses, Retreating
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import CLOSE, GROUND, charts, shift, terrain

RESULTS = {
    "NE": Result("5.8.NE"),
    "AL": Result("5.8.AL", (lose(ATTACKER, 1),)),
    "AR": Result("5.8.AR", (retreat(ATTACKER, 1),)),
    "EX": Result("5.8.EX", (lose(DEFENDER, 1), lose(ATTACKER, 1), ADVANCE)),
    "DC": Result("5.8.DC", (either(DEFENDER, 1, 2), ADVANCE)),
    "DR": Result("5.8.DR", (retreat(DEFENDER, 2), ADVANCE)),
    "DL": Result("5.8.DL", (lose(DEFENDER, 1), retreat(DEFENDER, 1), ADVANCE)),
    "DE": Result("5.8.DE", (eliminate(DEFENDER), ADVANCE)),
}


@rule("5.4", "5.5")
def shifts(state: State, space: str, units: Sequence[Unit]) -> tuple[Shift, ...]:
    """Close terrain shifts the column one to the left, and so does a river that all attack across."""
    found = []
    if terrain(state, space) in CLOSE:
        found.append(
            Shift("5.4", shift(terrain(state, space)), f"the defender is in a {terrain(state, space)} hex")
        )
    if all("river" in state.board.between(unit.at, space) for unit in units):
        found.append(Shift("5.5", shift("river"), "all attack across a river"))
    return tuple(found)


@rule("5.6")
def changes(state: State, space: str, unit: Unit, attacks: bool) -> tuple[Change, ...]:
    """Cavalry that attacks anything but clear ground counts half, rounded up."""
    if not attacks or kind_of(state, unit) != "cavalry" or terrain(state, space) == "clear":
        return ()
    half = (printed(state, unit, "strength") + 1) // 2
    return (Change("5.6", half, f"cavalry against {terrain(state, space)}"),)


@rule("5.9")
def spares(state: State, now: Combat, one: Task) -> bool:
    """Defenders of a town do not retreat on DR."""
    return now.result == "DR" and terrain(state, now.space) == "town"


RETREATS = Retreating(
    ground=GROUND,
    clauses=RetreatClauses(way="6.1", barred="6.2", none="6.3", room="6.4", away="6.5"),
)
FIGHTING = Fighting(
    ground=GROUND,
    clauses=FightClauses(owner="1.1", attack="5.1", once="5.2", strength="5.3", odds="5.3", die="5.7"),
    chart=lambda: charts()["combat"],
    results=RESULTS,
    losing=Losing(clauses=LossClauses(whose="5.10", step="1.3", gone="1.4")),
    retreating=RETREATS,
    advancing=Advancing(ground=GROUND, clauses=AdvanceClauses(who="6.6", room="6.6")),
    deciding=Deciding(clauses=EitherClauses(choice="5.8.DC"), retreating=RETREATS),
    shifts=shifts,
    changes=changes,
    spares=spares,
)
