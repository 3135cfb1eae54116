"""Positions for the tests of Red Vengeance, and a play with the dice a test gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.dice import ListedDice
from adjudicator.games.redvengeance.position import SIDES
from adjudicator.play import Play
from adjudicator.state import Frame, Json, State, Unit

NOTHING: Any = None


def a_state(
    *units: Unit, turn: int = 3, segment: str = "PLAY", board: Any = NOTHING, roster: Any = NOTHING,
    tracks: Mapping[str, int] | None = None, control: Mapping[str, str] | None = None, **facts: Json,
) -> State:  # fmt: skip
    """A position of these units and facts (`control_start=...` is the fact control-start)."""
    return State(
        board=board,
        roster=roster,
        sides=SIDES,
        units={unit.id: unit for unit in units},
        turn=turn,
        frames=(Frame(segment),),
        tracks=tracks or {},
        control=control or {},
        facts={name.replace("_", "-"): value for name, value in facts.items()},
    )


def a_unit(id_: str, side: str, at: str, kind: str = "", flags: str = "", steps: int = 1) -> Unit:
    """A unit with flags written as words."""
    return replace(Unit(id_, side, at, steps, frozenset(flags.split())), kind=kind)


def a_play(state: State, *dice: int) -> Play:
    """A play of a position with these dice to come."""
    return Play(state, ListedDice(list(dice)))
