"""Random sheets of purchases and of set-ups, good lines and bad: whatever is written, nothing is set up that
was not bought, nothing concealed, hidden or fortified that was not paid for, and each counter is in one
place."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.games.redvengeance.by_mail.invariants import faults
from adjudicator.games.redvengeance.charts import groups, prices
from adjudicator.games.redvengeance.orders import said
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, location
from adjudicator.games.redvengeance.situation.basket import FORT, lines
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.games.redvengeance.situation.pieces import GUN, class_of
from adjudicator.state import State
from tests.cases import the_rest_long
from tests.games.redvengeance.by_mail import HELD, Date, a_date

HEXES = [*(one.upper() for one in HELD), "K20:1", "K13:R", "I9", "H19", "K99"]
SIDES_OF_HEXES = ("K20/K21", "K21/K22", "K16/K17", "I9/I10")
SUNK = ("conceal=yes", "conceal=yes free=yes", "cloak=yes", "carrier=radio", "trench=yes", "dm=yes", "")
GROUND: dict[str, Any] = {
    "front_line": {GERMAN: ("K13",), RUSSIAN: ("K12",)},
    "isolated": {GERMAN: ("D10",), RUSSIAN: ()},
}
NIGHT = 5
COUNTED = ("CONCEAL", "FORTIFIED", "TRENCH", "FOXHOLE", "APMINE", "BARRICADE", "WIRE")
"""Items of which as many are there as were bought, laid or not."""


def purchases(side: str, chance: random.Random) -> Iterator[str]:
    """Lines of a sheet, each by chance."""
    mine = [id_ for owner, id_ in groups() if owner == side]
    for id_ in chance.sample(mine, 9):
        yield f"buy {id_}{chance.choice(('', ' mode=map', ' mode=map', ' mode=reserve', ' x2'))}"
    for row in chance.sample(prices(), 6):
        numbers = f"cap=1 ca=1 nca=1 unit={chance.choice(('smc', 'squad'))}"
        yield f"fpp {row.item} x{chance.randint(1, 3)} {numbers}"


def a_line(state: State, side: str, chance: random.Random) -> str:
    """A line of a set-up, in which anything may be wrong."""
    units = [unit.id for unit in state.units.values() if unit.side == side or chance.random() < 0.1]
    hex_, verb = chance.choice(HEXES), chance.choice(("setup", "setup", "setup", "hip", "reserve", "fpp"))
    if verb == "fpp" or not units:
        item, times = chance.choice(COUNTED), chance.choice(("", " x2", " x3"))
        barrier = item == "BARRICADE"
        return f"fpp {item}{times} {f'side={chance.choice(SIDES_OF_HEXES)}' if barrier else f'hex={hex_}'}"
    named = " ".join(chance.sample(units, min(len(units), chance.choice((1, 1, 1, 2, 3)))))
    return f"{verb} {named} hex={hex_} {chance.choice(SUNK)}".strip()


def stock(state: State, side: str) -> Counter[str]:
    """How many of each item a side has: bought and not laid, laid, hidden, on its units, as a Dummy."""
    mine = own(state, side)
    found: Counter[str] = Counter()
    for fort in mine.forts:
        found[str(fort["item"])] += 1 if "at" in fort else int(fort["times"])
    for item in mine.hip:
        kind, _, times = item.partition("@")[0].partition(" x")
        found[kind] += int(times or 1)
    for items in campaign(state).works.values():
        found.update(item.upper() for item in items)
    found["BARRICADE"] += len(campaign(state).barricades)
    found["CONCEAL"] += len(mine.dummies)
    return found


def set_up(date: Date, side: str, chance: random.Random) -> None:
    """Forty lines of a side in sheets of eight, each judged; then it has set up. Whatever came of them, what
    was bought is there once, and no more."""
    had, units = stock(date.state, side), set(date.state.units)
    for _ in range(5):
        written = [a_line(date.state, side, chance) for _ in range(8)]
        before = {id_: unit.at for id_, unit in date.state.units.items()}
        said_ = date.send(side, *written, "as is")
        for line, verdict in zip(written, said_, strict=False):
            assert verdict != "done" or done(date.state, line, before), line
        assert faults(date.state) == []
        assert {item: stock(date.state, side)[item] for item in COUNTED} == {i: had[i] for i in COUNTED}
    assert set(date.state.units) == units
    date.send(side, "as is", "pass")
    left = stock(date.state, side)
    assert all(left[item] <= had[item] for item in COUNTED)
    assert paid_for(date.state, side) <= had["CONCEAL"] - len(own(date.state, side).dummies)


def paid_for(state: State, side: str) -> int:
    """The Locations on whose units a "?" must have been bought: by day, and without a Gun."""
    if state.turn == NIGHT:
        return 0
    there: dict[str, set[str]] = {}
    for unit in state.units.values():
        if unit.side == side and "concealed" in unit.flags and unit.at in state.board.spaces:
            there.setdefault(location(unit), set()).add(class_of(state, unit))
    return sum(GUN not in classes for classes in there.values())


def done(state: State, line: str, before: dict[str, str]) -> bool:
    """Whether all units that a line names are where it says, or were moved on by a later line."""
    if line.startswith("fpp"):
        return True
    named = [word for word in line.split() if word in state.units]
    return all(state.units[id_].at in state.board.spaces for id_ in named)


@pytest.mark.slow
@pytest.mark.rule("RePh8.621", "RePh8.621.9", "RePh8.6194.8", "RePh8.621.8")
@pytest.mark.parametrize("seed", the_rest_long(range(60), kept=4))
def test_nothing_is_set_up_concealed_or_fortified_that_was_not_bought(seed: int) -> None:
    chance = random.Random(seed)
    turn = chance.choice((3, 4, NIGHT))
    date = a_date(*(chance.randint(1, 6) for _ in range(60)), turn=turn, **GROUND)
    for side in (RUSSIAN, GERMAN):
        date.send(side, *purchases(side, chance), "pass", "as is")
    assert date.state.segment == "8.624", date.said
    for side in (GERMAN, RUSSIAN):
        assert not lines_left(date.state, side)
        set_up(date, side, chance)
    assert date.state.segment == "PLAY"


def lines_left(state: State, side: str) -> list[str]:
    """Purchases that have not come into being."""
    return [said(order).about for order in lines(state, side, FORT)]
