"""Rule 12.5, the Volksturm: raised in German towns each turn, and sent home when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.answering import every_legal
from adjudicator.choices import Choice
from adjudicator.events import UnitPlaced
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit

from ..drags import laid
from ..fog import occur
from ..hexes import r05_stacking
from ..levels import phase
from ..orders import ENDING, said
from ..position import GERMAN, VOLKSTURM_BOX, nearest_foe, volksturm
from ..taste import MARCHER, WANDERER, several
from ..terrain import name, settlement
from . import r01_turn, r11_supply, r14_victory

APART = 3
SHOWN = 12


def companies(state: State) -> tuple[Unit, ...]:
    """The four Volksturm units, wherever they are."""
    return tuple(unit for unit in state.units.values() if volksturm(unit))


@rule("0.1g.5", "12.3.2", "12.3.3", "12.5.1")
def left(state: State) -> tuple[Unit, ...]:
    """The units that may still be placed: two are available from the start, one more for each atrocity."""
    out = sum(on_map(state, unit) for unit in companies(state))
    waiting = [unit for unit in companies(state) if unit.at == VOLKSTURM_BOX]
    return tuple(waiting[: max(0, state.tracks[VOLKSTURM_BOX] - out)])


@rule("1.2c.1")
def run_deploy(play: Play) -> None:
    """VOLKSTURM: the German player places the available units, if a hex is open to them."""
    if phase(play.state).done or not any(lines(play.state)):
        r01_turn.on(play, "1.2c.1")
        return
    count = len(left(play.state))
    VOLKSTURM.ask(
        play, GERMAN,
        f"Place up to {count} Volksturm units this turn, one order for each, in German villages, towns or "
        'cities three or more hexes from every Soviet unit. "done": no more.',
        answers=sure_lines(play.state), also=("done",), silence="no more units are placed", default="done",
    )  # fmt: skip


def towns(state: State) -> Iterator[str]:
    """The hexes where a Volksturm unit may be placed, the nearest to the Soviets first."""
    built = [space for space in state.board.spaces if settlement(state, space)]
    built.sort(key=lambda town: nearest_foe(state, town, GERMAN))
    return (space for space in built if not refusal(check_place, state, space))


@rule("1.2c.1", "1.2c.2", "1.2c.3", "1.2c.4", "12.5.2", "K-R60", "K-R61", "12.2b.1")
def check_place(state: State, space: str) -> None:
    """Whether a Volksturm unit may be placed in a hex. Raises Refused."""
    where = name(state, space)
    if not settlement(state, space):
        raise Refused("12.5.2", f"{where} is not a village, town or city")
    if r14_victory.holder(state, space) != GERMAN:
        raise Refused("1.2c.1", f"{where} is not German-controlled")
    if nearest_foe(state, space, GERMAN) < APART:
        raise Refused("1.2c.2", f"a Soviet unit is nearer to {where} than three hexes")
    if any(volksturm(unit) for unit in state.at(space)):
        raise Refused("1.2c.3", f"{where} already has a Volksturm unit")
    r05_stacking.check_stack(state, companies(state)[0], space)
    if not r11_supply.on_the_german_side(state, space):  # last, for the lines tell of Soviet zones (K-R101)
        raise Refused("1.2c.4", f"no German supply line reaches {where}")


def take_deploy(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: hexes, one after the other, until the player is done."""

    def take(order: Order) -> None:
        if order.verb in ENDING:
            play.note("1.2c.1", done=True)
        else:
            deploy(play, said(order).hex)

    if every_legal(play, orders, take, ENDING):
        play.close(decision)


def lines(state: State) -> Iterator[str]:
    """A unit in each town that is open to one."""
    yield from (f"deploy volksturm at {town}" for town in (towns(state) if left(state) else ()))


@rule("0.1e.1", "K-R101")
def sure_lines(state: State) -> Iterator[str]:
    """The same in those towns from which a supply line is sure."""
    found = (town for town in (towns(state) if left(state) else ()) if r11_supply.surely(state, GERMAN, town))
    yield from (f"deploy volksturm at {town}" for town in found)


VOLKSTURM = Choice(
    topic="volksturm", rule="1.2c.1", verbs=("deploy", "done", "pass"), take=take_deploy,
    legal=lambda state, side: lines(state), shown=SHOWN, asked={"VOLKSTURM": GERMAN}, waits=("deploy",),
    advised="The Volksturm is called up in the first town that the question lists.",
    called=("volksturm", "volkssturm"), advice=("if asked volksturm then first",), drag=laid,
    chance=WANDERER.plays(several), purpose=MARCHER.plays(several),
)  # fmt: skip


@rule("12.5.1")
def deploy(play: Play, space: str) -> None:
    """A Volksturm unit is placed. Raises Refused."""
    waiting = left(play.state)
    if not waiting:
        raise Refused("12.5.1", "no more Volksturm units are available")
    check_place(play.state, space)
    occur(play, UnitPlaced(rule="1.2c.1", unit=waiting[0].id, at=space, steps=1, why="called up"))


@rule("0.2f.1", "1.5a.1")
def run_return(play: Play) -> None:
    """END_VOLKSTURM: units still on the map go back to the box."""
    for unit in companies(play.state):
        if on_map(play.state, unit):
            occur(play, UnitPlaced(rule="1.5a.1", unit=unit.id, at=VOLKSTURM_BOX, steps=1, why="goes home"))
    r01_turn.on(play, "1.5a.1")
