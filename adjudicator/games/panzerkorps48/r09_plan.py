"""Rule 9.1, the Soviet plan: for each formation a turn and an area, sealed before the game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from adjudicator.answering import every_legal
from adjudicator.choices import Choice
from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State

from .charts import charts
from .events import PlanAnnounced
from .position import SOVIET

PLAN = "plan"
"""Fact of the game, the Soviet player's alone: formation -> its turn and area of entry."""


@rule("10.tab.1", "9.1.sov.5")
def schedule(formation: str) -> Mapping[str, int]:
    """The areas that the schedule lists for a formation, with the earliest turn of each."""
    chart = charts()["schedule"]
    cells = {area: chart.cell(area, formation) for area in chart.columns}
    return {area: int(cell) for area, cell in cells.items() if cell.isdigit()}


@rule("9.1.sov.2")
def turns(formation: str, area: str) -> range:
    """The turns on which a formation may enter at an area of its schedule."""
    return range(schedule(formation)[area], int(charts()["turns"].rows[-1]) + 1)


def formations() -> tuple[str, ...]:
    """The formations that are to be planned."""
    return charts()["schedule"].rows


def planned(state: State) -> Mapping[str, tuple[int, str]]:
    """What is planned so far."""
    return {one: (turn, area) for one, (turn, area) in state.facts.get(PLAN, {}).items()}


@rule("9.1.sov.1", "9.1.sov.2", "9.1.sov.3", "9.1.sov.4", "9.1.sov.5")
def plan(play: Play, args: Json) -> None:
    """A formation, all of it, enters on a turn at an area of its schedule, no earlier than that says. Raises
    Refused."""
    one, turn, area = args["formation"], args["turn"], args["area"]
    if area not in schedule(one):
        raise Refused("9.1.sov.5", f"{one} does not enter at area {area}", examples(one))
    open_on = turns(one, area)
    if turn not in open_on:
        why = f"{one} enters at area {area} on turn {open_on[0]} to {open_on[-1]}"
        raise Refused("9.1.sov.2", why, examples(one))
    value = {**play.state.facts.get(PLAN, {}), one: (turn, area)}
    play.record(FactNoted(rule="9.1.sov.1", to=(SOVIET,), key=PLAN, value=value))


def examples(one: str) -> tuple[str, ...]:
    """The earliest plans of a formation."""
    return tuple(f"plan {one} turn {turn} area {area}" for area, turn in schedule(one).items())


@rule("9.1.sov.1")
def missing(state: State) -> tuple[str, ...]:
    """The formations that are not planned yet."""
    return tuple(one for one in formations() if one not in planned(state))


# -- the question --------------------------------------------------------------------------------------------


def ask(play: Play) -> None:
    """When and where the Soviet formations enter, asked beside the set-up."""
    lines = "\n".join(suggested(play.state, random.Random(0)))
    PLANNING.ask(
        play,
        SOVIET,
        "On which turn and at which area does each formation enter? One line for each; the turns are "
        "announced, the areas stay sealed.",
        answers=(lines, *(line for one in missing(play.state) for line in examples(one))),
        silence="each enters on the earliest turn, at an area that the referee picks",
        default=lines,
    )


def take_plan(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: it is closed when every formation is planned."""
    every_legal(play, orders, lambda order: plan(play, order.args))
    if not missing(play.state):
        play.close(decision)


def suggested(state: State, chance: random.Random) -> tuple[str, ...]:
    """A plan by chance for each formation that has none, at the earliest turn."""
    return tuple(chance.choice(examples(one)) for one in missing(state))


def legal(state: State, side: str) -> Iterator[str]:
    """Every plan of each formation, the earliest of those first that have none yet."""
    yield from (line for one in missing(state) for line in examples(one))
    for one in formations():
        for area in schedule(one):
            yield from (f"plan {one} turn {turn} area {area}" for turn in turns(one, area))


PLANNING = Choice(
    topic=PLAN,
    rule="9.1.sov.1",
    verbs=("plan",),
    take=take_plan,
    legal=legal,
    asked={"SETUP_SOV": SOVIET},
    called=("plan",),
    usual=False,
    chance=lambda state, decision, chance: list(suggested(state, chance)),
)


@rule("9.1.sov.6")
def announce(play: Play) -> None:
    """The turn of each formation is told to everybody; nothing of the areas is."""
    turns = {one: turn for one, (turn, _) in planned(play.state).items()}
    play.record(PlanAnnounced(rule="9.1.sov.6", turns=turns))
