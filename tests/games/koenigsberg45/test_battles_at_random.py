"""Battles laid out at random: every answer that is offered is taken, and no hex is left as it may not be."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.games.koenigsberg45.position import SIDES, enemy_here, fighters, hqs
from adjudicator.games.koenigsberg45.terrain import the_board
from adjudicator.state import State
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from tests.tabletop import Tabletop

from .fights import combat

SPACES = tuple(f"{column:02}{row:02}" for column in range(18, 24) for row in range(18, 24))
GROUND = ("clear", "forest", "marsh", "lake")
SETTLED = ("", "village", "town", "city")


def mustered(roster: Roster, side: str, chance: random.Random) -> list[str]:
    """Some combat units and HQs of a side."""
    mine = [counter for counter in roster.counters.values() if counter.side == side]
    hqs_ = [counter.id for counter in mine if counter.type == "hq"]
    others = {"hq", "air", "ship", "refugee"}
    troops = [c.id for c in mine if c.type not in others and c.id not in {"20", "21"}]
    return chance.sample(troops, 9) + chance.sample(hqs_, 3)


def position(chance: random.Random) -> dict[str, str]:
    """Where they stand: never two sides in a hex, never more than two units or one HQ."""
    units: dict[str, str] = {}
    taken: dict[str, tuple[str, list[str]]] = {}
    for side in SIDES:
        for unit in mustered(load_roster("koenigsberg45"), side, chance):
            space = chance.choice(SPACES)
            owner, here = taken.setdefault(space, (side, []))
            alike = [one for one in here if one.startswith("HQ") == unit.startswith("HQ")]
            if owner == side and len(alike) < (1 if unit.startswith("HQ") else 2):
                here.append(unit)
                units[unit] = f"{space} full{chance.choice(('', '', ' out-of-supply', ' isolated'))}"
    return units


def battlefield(chance: random.Random) -> Tabletop:
    """A position in the Combat Segment, in country with woods, towns and rivers."""
    sides = [f"{a}/{b}" for a in SPACES for b in the_board().links[a]]
    ground = {
        space: {"terrain": chance.choice(GROUND), "settlement": chance.choice(SETTLED)}
        for space in SPACES
        if chance.random() < 0.4
    }
    return combat(
        position(chance),
        active=chance.choice(SIDES),
        dice=[chance.randint(1, 6) for _ in range(40)],
        minor=chance.sample(sides, 8),
        major=chance.sample(sides, 4),
        ground=ground,
    )


def faults(state: State) -> Iterator[str]:
    """What may not be once a battle is over."""
    for space in state.by_space:
        if space not in state.board.spaces:
            continue
        for side in SIDES:
            if len(fighters(state, space, side)) > 2 or len(hqs(state, space, side)) > 1:
                yield f"{side} has too much in {space}"
        if all(enemy_here(state, space, side) for side in SIDES):
            yield f"both sides are in {space}"


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.rule("5.0a.2", "5.2.1")
def test_every_offered_answer_is_taken_and_every_hex_is_lawful(seed: int) -> None:
    chance = random.Random(seed)
    table = battlefield(chance)
    while table.state.segment == "COMBAT" and table.state.waiting():
        decision = table.state.waiting()[0]
        rulings = table.order(decision.player, chance.choice(decision.answers))
        assert {ruling.verdict for ruling in rulings} == {"done"}, (decision, rulings)
        if table.state.frame.segment == "COMBAT":
            assert list(faults(table.state)) == []
