"""Rule 10, control of towns and of the bridges over the Don: who holds a hex at this instant, and its points.

10.town.1 and .2 what it scores    10.town.3 at the start    10.town.4 and .5 how it changes hands

Movement, retreats and advances all `go` here: who passes hexes that score takes them, and may release the
7th Luftwaffe Field Division.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.events import ControlChanged, Event, UnitMoved
from adjudicator.mechanics.armies import KeptOfArmy, army, on_the_way
from adjudicator.mechanics.control import Grip, gained
from adjudicator.mechanics.remembered import of_board
from adjudicator.phases.victory import numbers_on
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State
from maps.board import Board

from . import r09_release
from .position import GERMAN, SIDES
from .r05_zones import zones

BRIDGE_POINTS = 10
"""Points for both hexes that a bridge over the Don spans (10)."""


@rule("10.town.1")
def towns(board: Board) -> Mapping[str, int]:
    """The towns that score, and their points."""
    return numbers_on(board, "vp")


@of_board
@rule("10.town.2")
def bridges(board: Board) -> tuple[tuple[str, str], ...]:
    """The two hexes of each bridge over the Don."""
    sides = ((a, b, runs) for a, near in board.links.items() for b, runs in near.items())
    return tuple((a, b) for a, b, runs in sides if a < b and {"bridge", "river"} <= runs)


@of_board
def scoring(board: Board) -> tuple[str, ...]:
    """Every hex whose control scores."""
    return tuple(dict.fromkeys((*towns(board), *(end for pair in bridges(board) for end in pair))))


@of_board
def within_reach(board: Board) -> frozenset[str]:
    """Every hex in or adjacent to one that scores: units that go anywhere else change no control."""
    return frozenset(near for space in scoring(board) for near in board.within(space, 1))


@rule("10.town.3")
def at_start(board: Board) -> Mapping[str, str]:
    """Who controls them at the start: the Germans all."""
    return dict.fromkeys(scoring(board), GERMAN)


@KeptOfArmy
@rule("10.town.4", "10.town.5")
def grip(state: State, side: str) -> Grip:
    """What a side holds of the hexes that score: those that it occupies, and those that its zones cover."""
    scores = frozenset(scoring(state.board))
    return Grip(scores & {unit.at for unit in army(state, side)}, scores & zones(state, side).covered)


@rule("10.town.4", "10.town.5")
def gains(state: State) -> Mapping[str, str]:
    """The hexes that a side gains at this instant, with that side; the others stay as they were."""
    return gained({side: grip(state, side) for side in SIDES})


def follow(play: Play, passed: Iterable[State] = ()) -> None:
    """Let control change hands by the position as it is, after positions that it has passed through: to be
    called whenever units came, went, lost steps or got their zone back."""
    was, now = play.state.control, dict(play.state.control)
    for state in (*passed, play.state):
        now.update(gains(state))
    for space, side in now.items():
        if was.get(space, GERMAN) != side:
            play.record(ControlChanged(rule="10.town.4", space=space, was=was.get(space, GERMAN), now=side))


@rule("10.town.1", "10.town.2")
def points(state: State, side: str) -> Mapping[str, int]:
    """The points of a side for what it controls: "towns" and "bridges"."""
    held = {space for space in scoring(state.board) if state.control.get(space, GERMAN) == side}
    both = sum(BRIDGE_POINTS for pair in bridges(state.board) if held >= set(pair))
    return {"towns": sum(points for at, points in towns(state.board).items() if at in held), "bridges": both}


# -- units go from hex to hex ----------------------------------------------------------------------------


def go(
    play: Play, number: str, paths: Mapping[str, Sequence[str]], how: str = UnitMoved.how,
    costs: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """Units go together, each along its path, which begins where it is: all end in the same hex, and a unit
    that is taken along on the way has a shorter one."""
    told = costs or {}
    moved = [
        UnitMoved(rule=number, unit=unit, path=tuple(path), how=how, cost=told.get(unit, ""))
        for unit, path in paths.items()
    ]
    carry(play, paths, moved)


def carry(play: Play, paths: Mapping[str, Sequence[str]], events: Sequence[Event]) -> None:
    """Let units have gone along these paths, by these events, with all that follows from it."""
    passed = on_the_way(play.state, paths, within_reach(play.state.board))
    side = play.state.units[next(iter(paths))].side
    play.record(*events)
    r09_release.by_approach(play, side, max(paths.values(), key=len)[1:])
    follow(play, passed)
