"""A stack goes from hex to hex: by movement, retreat or advance. What follows from where it passes is the
same for all three: who holds a town, who is released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.events import Event, UnitMoved
from adjudicator.mechanics.armies import on_the_way
from adjudicator.play import Play

from . import r09_release, r10_control


def go(
    play: Play,
    number: str,
    paths: Mapping[str, Sequence[str]],
    how: str = UnitMoved.how,
    costs: Mapping[str, str] | None = None,
) -> None:
    """Units go together, each along its path, which begins where it stands: all end in the same hex, and who
    is taken along on the way has a shorter one."""
    told = costs or {}
    moved = [
        UnitMoved(rule=number, unit=unit, path=tuple(path), how=how, cost=told.get(unit, ""))
        for unit, path in paths.items()
    ]
    carry(play, paths, moved)


def carry(play: Play, paths: Mapping[str, Sequence[str]], events: Sequence[Event]) -> None:
    """Let units have gone along these paths, by these events, with all that follows from it."""
    passed = on_the_way(play.state, paths, r10_control.within_reach(play.state.board))
    side = play.state.units[next(iter(paths))].side
    play.record(*events)
    r09_release.by_approach(play, side, max(paths.values(), key=len)[1:])
    r10_control.follow(play, passed)
