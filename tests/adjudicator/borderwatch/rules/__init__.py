"""Border Watch, a game of the tests: combat and fire, supply, and fog of war on the usual phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.mechanics.charts import charts_beside
from adjudicator.mechanics.shifts import Shift
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.orders import read_no_advance, read_unit, read_units
from adjudicator.phases.advancing import AdvanceClauses, Advancing
from adjudicator.phases.battlefield import Battlefield, BattlefieldClauses
from adjudicator.phases.fighting import FightClauses, Fighting
from adjudicator.phases.firing import FireClauses, Firing
from adjudicator.phases.losing import Losing, LossClauses
from adjudicator.phases.moving import MoveClauses, Moving, marching
from adjudicator.phases.record import HexGame
from adjudicator.phases.results import ADVANCE, ATTACKER, DEFENDER, Result, lose, retreat
from adjudicator.phases.retreating import RetreatClauses, Retreating
from adjudicator.phases.seeing import Seeing, SightClauses
from adjudicator.phases.supplying import SupplyClauses, Supplying
from adjudicator.phases.turns import Phase, TurnClauses, Turns
from adjudicator.phases.victory import Victory, VictoryClauses
from adjudicator.phases.words import read_attack, read_way, verb
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

RED, BLUE = "red", "blue"
SIDES = {RED: "Red player", BLUE: "Blue player"}
EDGE = {RED: "01", BLUE: "10"}
"""The column of hexes from which supply comes."""
charts = charts_beside(__file__)

GROUND = Battlefield(
    sides=(RED, BLUE),
    clauses=BattlefieldClauses(zone="3.4", stack="3.5"),
    most=lambda state, space, side: 3,
)


@rule("6.1")
def edge(state: State, side: str) -> list[str]:
    """The hexes from which supply comes."""
    return [space for space in state.board.spaces if space.startswith(EDGE[side])]


SUPPLY = Supplying(
    ground=GROUND,
    clauses=SupplyClauses(line="6.1", cut="6.2", fights="6.3", moves="6.4", withers="6.5"),
    sources=edge,
)
SIGHT = Seeing(ground=GROUND, clauses=SightClauses(seen="7.1"), reach=lambda state, unit: 2)

CLAUSES = MoveClauses(owner="1.1", once="3.1", points="3.2", stop="3.4", enemies="3.3")
TERRAIN = Terrain({"clear": 1, "woods": 2}, {"brook": Side(1)}, roads={"road": 1})
MARCH = Moving(
    ground=GROUND, clauses=CLAUSES, costs=marching(GROUND, TERRAIN, CLAUSES), allowance=SUPPLY.allowance
)

RESULTS = {
    "-": Result(""),
    "A1": Result("4.4", (lose(ATTACKER, 1),)),
    "D1": Result("4.4", (lose(DEFENDER, 1),)),
    "R": Result("4.5", (retreat(DEFENDER, 1), ADVANCE)),
}
FIRES = {**RESULTS, "R": Result("4.5", (retreat(DEFENDER, 1),))}
LOSING = Losing(clauses=LossClauses(whose="4.4", step="1.2", gone="1.2"))
RETREATING = Retreating(
    ground=GROUND, clauses=RetreatClauses(way="4.5", barred="4.5", none="4.5", room="3.5", away="4.5")
)
ADVANCING = Advancing(ground=GROUND, clauses=AdvanceClauses(who="4.6", room="3.5"))
FIGHTING = Fighting(
    ground=GROUND,
    clauses=FightClauses(owner="1.1", attack="4.1", once="4.1", strength="4.2", odds="4.2", die="4.3"),
    chart=lambda: charts()["combat"],
    results=RESULTS,
    losing=LOSING,
    retreating=RETREATING,
    advancing=ADVANCING,
    changes=SUPPLY.changes,
)


@rule("5.3")
def out_of_sight(state: State, unit: Unit, space: str) -> str:
    """Why a unit may not fire at a hex: nobody of its side is near."""
    seen = space in SIGHT.sighted(state, unit.side)
    return "" if seen else f"no unit of yours is within two hexes of {space}"


@rule("5.6")
def woods(state: State, space: str, units: Sequence[Unit]) -> tuple[Shift, ...]:
    """Fire at woods is shifted."""
    here = state.board.spaces[space].facts["terrain"] == "woods"
    return (Shift("5.6", -1, "the target is in woods"),) if here else ()


FIRING = Firing(
    ground=GROUND,
    clauses=FireClauses(
        owner="1.1", attack="5.1", once="5.1", strength="5.4", odds="5.4", die="5.5", range="5.2"
    ),
    chart=lambda: charts()["fire"],
    results=FIRES,
    losing=LOSING,
    retreating=RETREATING,
    advancing=ADVANCING,
    shifts=woods,
    may=out_of_sight,
)


@rule("8.2")
def level(points: Mapping[str, int]) -> tuple[str, str]:
    """The side with more points wins after the last turn."""
    if points[RED] == points[BLUE]:
        return "", "both sides have the same points"
    winner = max(SIDES, key=lambda side: points[side])
    return winner, f"the {SIDES[winner]} has more points"


VICTORY = Victory(clauses=VictoryClauses(points="8.1", holds="8.1", level="8.2"), last=5, level=level)


def player_turn(side: str) -> tuple[Phase, ...]:
    """The phases of a side."""
    letter, word = side[0].upper(), side.capitalize()
    return (
        Phase(f"{letter}.SUPPLY", f"{word} Supply Phase", "6.2", side, does=SUPPLY.mark),
        Phase(f"{letter}.FIRE", f"{word} Fire Phase", "5.1", side, FIRING),
        Phase(f"{letter}.MOVE", f"{word} Movement Phase", "3.1", side, MARCH),
        Phase(f"{letter}.COMBAT", f"{word} Combat Phase", "4.1", side, FIGHTING, does=SUPPLY.wither),
    )


TURNS = Turns(
    clauses=TurnClauses(turns="2.1", phases="2.1"),
    phases=(*player_turn(RED), *player_turn(BLUE)),
    after=VICTORY.follow,
    over=VICTORY.end,
)
VERBS = (
    verb("move", read_way, "a unit moves"),
    verb("fire", read_attack, "units fire at a hex"),
    verb("attack", read_attack, "units attack a hex"),
    verb("lose", read_unit, "the unit that loses the step"),
    verb("retreat", read_way, "the path of a retreat"),
    verb("advance", read_units, "units that advance after a combat"),
    verb("no", read_no_advance, "no unit advances"),
)
GAME = HexGame(
    name="borderwatch", title="Border Watch", folder=Path(__file__).parent, sides=SIDES, ground=GROUND,
    turns=TURNS, victory=VICTORY, verbs=VERBS, boxes={"eliminated": "the eliminated units"},
    begins=lambda counter: counter.setup, charts=charts(), seeing=SIGHT,
).game()  # fmt: skip
