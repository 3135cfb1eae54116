"""The Amber Road: its sequence of play (rule 2), and the record of its parts."""

from __future__ import annotations

from pathlib import Path

from adjudicator.events import Reminded
from adjudicator.orders import read_no_advance, read_nothing, read_unit, read_units
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Phase, TurnClauses, Turns
from adjudicator.phases.words import read_attack, read_place, read_way, verb
from adjudicator.play import Play
from adjudicator.rulings import rule

from .position import BLUE, BOXES, GROUND, RED, SIDES, charts
from .r03_setup import ARRIVALS, SET_UPS, begins
from .r04_movement import MARCH
from .r05_combat import FIGHTING
from .r08_victory import VICTORY


@rule("2.3")
def remind(play: Play) -> None:
    """The Turn Record Track gives each turn its date."""
    turn = play.state.turn
    play.record(Reminded(rule="2.3", turn=turn, date=charts()["turns"].cell("Date", str(turn))))


def player_turn(side: str) -> tuple[Phase, ...]:
    """The three phases of a side."""
    letter, word = side[0].upper(), side.capitalize()
    return (
        Phase(f"{letter}.ARRIVE", f"{word} Arrival Phase", "7.1", side, ARRIVALS),
        Phase(f"{letter}.MOVE", f"{word} Movement Phase", "4.1", side, MARCH),
        Phase(f"{letter}.COMBAT", f"{word} Combat Phase", "5.1", side, FIGHTING),
    )


TURNS = Turns(
    clauses=TurnClauses(turns="2.1", phases="2.2"),
    before=(Phase("R.SETUP", "Red Set-up", "3.2", RED, SET_UPS),),
    phases=(*player_turn(BLUE), *player_turn(RED)),
    after=VICTORY.follow,
    over=VICTORY.end,
    begins=remind,
)

VERBS = (
    verb("setup", read_place, "places a Red reserve before the game"),
    verb("enter", read_place, "a reinforcement enters the map"),
    verb("restore", read_unit, "a reduced unit regains its step"),
    verb("move", read_way, "a unit moves"),
    verb("attack", read_attack, "units attack a hex"),
    verb("stand", read_nothing, "the defender loses a step and stays"),
    verb("withdraw", read_nothing, "the defender retreats instead"),
    verb("lose", read_unit, "the unit that loses the step"),
    verb("retreat", read_way, "the path of a retreat"),
    verb("advance", read_units, "units that advance after a combat"),
    verb("no", read_no_advance, "no unit advances"),
)

GAME = HexGame(
    name="amberroad", title="The Amber Road", folder=Path(__file__).parent, sides=SIDES, ground=GROUND,
    turns=TURNS, victory=VICTORY, verbs=VERBS, boxes=BOXES, begins=begins, charts=charts(),
).game()  # fmt: skip
