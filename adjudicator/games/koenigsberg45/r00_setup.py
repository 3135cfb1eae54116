"""Rule 0.1g, the set-up: every unit where its icon stands, the boxes filled, the cup of turn 1."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit
from counters.counter import Counter
from counters.load import load_roster
from maps.load import load_board

from . import r01_turn
from .position import (
    AIR_1,
    AIR_4,
    GERMAN,
    LUFTWAFFE,
    REFUGEE_BOX,
    REINFORCEMENTS,
    SIDES,
    SOVIET,
    UNUSED,
    VOLKSTURM_BOX,
)

SCENARIOS = ("campaign",)
CUP = "cup"
ARRIVE_LATER = ("S43", "S2G")
"""Chits of HQs that stand on the map from the start and join the cup on turn 2 (6.1a.2)."""


def start(scenario: str) -> State:
    """The position before the set-up is agreed. Raises KeyError for a scenario there is not."""
    if scenario not in SCENARIOS:
        raise KeyError(scenario)
    board, roster = load_board("koenigsberg45"), load_roster("koenigsberg45")
    units = {counter.id: placed(counter) for counter in roster.counters.values()}
    return State(
        board=board,
        roster=roster,
        sides=SIDES,
        units=units,
        frames=(Frame("SETUP"),),
        tracks=tracks(),
        control={s.id: str(s.facts["held"]) for s in board.spaces.values() if s.facts.get("vp")},
        hands={GERMAN: (), SOVIET: ()},
        cups={CUP: first_cup(units)},
    )


@rule("0.1f.1", "0.1g.1", "0.1g.3", "0.1g.4", "0.1g.5", "12.7.1", "12.7.2", "13.4.2")
def placed(counter: Counter) -> Unit:
    """A unit where it starts: in its hex or its box, at full strength but for those that 12.7 names."""
    steps = len(counter.steps) - (1 if counter.traits.get("starts_reduced") == "yes" else 0)
    return Unit(counter.id, counter.side, counter.setup or box_of(counter), max(1, steps))


def box_of(counter: Counter) -> str:
    """The box in which a unit without a start hex waits."""
    if counter.type == "air":
        return (
            LUFTWAFFE if counter.side == GERMAN else AIR_4 if counter.traits.get("front") == "2BR" else AIR_1
        )
    if counter.id.startswith("VlkStm"):
        return VOLKSTURM_BOX
    if counter.reinforcement == "option":
        return UNUSED
    return {"refugee": REFUGEE_BOX, "ship": REINFORCEMENTS}.get(counter.type, REINFORCEMENTS)


def tracks() -> Mapping[str, int]:
    """What the tracks show at the start: no activation used, no point scored, two Volksturm units."""
    used = {f"activations-{command}": 0 for command in ("german", "2BR", "3BR")}
    return {**used, "vp-soviet": 0, "volksturm": 2, "replacements-german": 0, "replacements-soviet": 0}


@rule("0.5.1", "0.5.2", "6.1a.2")
def first_cup(units: Mapping[str, Unit]) -> tuple[str, ...]:
    """The cup of turn 1: a chit for every HQ on the map, but for those that come on turn 2 (6.1a.2)."""
    on_map = [id_ for id_, unit in units.items() if id_.startswith("HQ ") and unit.at != REINFORCEMENTS]
    return tuple(
        chit for chit in map(chit_of, on_map, [units[id_].side for id_ in on_map]) if chit not in ARRIVE_LATER
    )


def chit_of(hq: str, side: str) -> str:
    """The Command Chit of an HQ: "HQ 11 G" has S11G, "HQ G28" has G28 (K-R66)."""
    bare = hq.removeprefix("HQ ").replace(" ", "")
    return bare if bare in {"G28", "S28"} else f"{'G' if side == GERMAN else 'S'}{bare}"


def run_setup(play: Play) -> None:
    """SETUP: both sides agree."""
    r01_turn.on(play, "0.1g.1")
