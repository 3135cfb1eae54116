"""Attacks written below the moves of the phase before, in one email: which units could attack what from where
they may go. The tap page adds up their strengths. It shows no odds column, because shifts may depend on which
units attack together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import lcm

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choice, Onward, Strike
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.strength import total_strength
from adjudicator.state import State

from .fighting import Fighting
from .moving import Moving
from .seeing import is_known
from .turns import Phase


def fight_after(rows: Iterable[Phase], segment: str) -> tuple[Moving, Fighting] | None:
    """The moves of a phase and the combat of the next one of the same side; None where they are not that."""
    for row, then in pairwise(rows):
        if row.id == segment and row.side == then.side:
            move, fight = row.work, then.work
            return (move, fight) if isinstance(move, Moving) and isinstance(fight, Fighting) else None
    return None


def with_attacks(rows: Iterable[Phase], choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The questions of a game, with attacks below the moves of the phase before, for a page."""
    known = tuple(rows)
    pairs = [pair for row in known if (pair := fight_after(known, row.id))]
    below = {move.topic: onward(known, fight) for move, fight in pairs}
    fights = {fight.topic for _, fight in pairs}
    return tuple(
        replace(
            one,
            onward=below.get(one.topic, one.onward),
            strikes=partial(strikes, known) if one.topic in fights else one.strikes,
        )
        for one in choices
    )


def onward(rows: tuple[Phase, ...], fight: Fighting) -> Onward:
    """The combat that follows moves."""
    says = f"You may {fight.verb} in the same email, with units that are adjacent to an enemy after moving."
    return Onward(
        lambda state, side: {"end": ()} if fight_after(rows, state.segment) else {},
        says, ending=("end",), topic=fight.topic,
    )  # fmt: skip


def strikes(rows: Iterable[Phase], state: State, side: str) -> Iterator[Strike]:
    """The hexes that units of a side can attack from where they are, or may go to, while they move."""
    both = fight_after(rows, state.segment)
    if both is None:
        return
    move, fight = both
    found: dict[str, dict[str, dict[str, Fraction]]] = {}
    for unit in army(state, side):
        for at in dict.fromkeys((unit.at, *move.ends(state, unit))):
            there = replace(unit, at=at)
            for space in fight.within(state, there):
                if fight.target(state, space, side) and not fight.may(state, there, space):
                    worth = fight.counted(state, space, there, True)
                    found.setdefault(space, {}).setdefault(unit.id, {})[at] = total_strength([worth])
    for space, units in found.items():
        yield strike(fight, state, side, space, units)


def strike(
    fight: Fighting, state: State, side: str, space: str, units: Mapping[str, Mapping[str, Fraction]]
) -> Strike:
    """The attacks on a hex by some of these units, with what each counts where."""
    parts = lcm(*(value.denominator for sides in units.values() for value in sides.values()))
    counts = {
        unit: {at: (int(value * parts), 0) for at, value in sides.items()} for unit, sides in units.items()
    }
    told = f"{{attack}} strength points against {defence(fight, state, side, space)}, before shifts"
    return Strike(
        space, f"{fight.verb} {space} by {{units}}", counts, parts, {}, {0: ((0, told),)}, exact=True
    )


def defence(fight: Fighting, state: State, side: str, space: str) -> str:
    """What the defenders of a hex count, as a number; where a view may lack some of them, that is said."""
    theirs = fight.ground.enemies(state, space, side)
    try:
        total = total_strength([fight.counted(state, space, unit, False) for unit in theirs])
    except NotInView:
        total = None
    return f"{float(total):g}" if total is not None and is_known(state, space) else "an unknown defence"
