"""Lines of all kinds in the middle of a combat: nothing breaks, and what is refused changes nothing."""

from __future__ import annotations

import random

import pytest

from adjudicator.games.panzerkorps48.record import GAME

from .fights import EAST, HEX, NORTH, table

UNITS = {
    "15-I": HEX, "685-I": HEX, "685-II": HEX, "336-A1": "0923", "421RR": NORTH, "14MRB": EAST,
    "ART-1": "0916", "Wst-1": "0821", "405RR": "0918 2",
}  # fmt: skip
ATTACK = f"prep {HEX} by 421RR, 14MRB support ART-1"


def line(chance: random.Random) -> str:
    """One line that can be read, of anything."""

    def unit() -> str:
        return chance.choice([*UNITS, "119-I"])

    def path() -> str:
        hexes = [HEX, NORTH, "0921", "0922", "0820", "1020", "0101"]
        return "-".join(chance.choices(hexes, k=chance.randint(1, 3)))

    return chance.choice(
        [
            f"fire {unit()} at {unit()}", f"fire {unit()}, {unit()} support {unit()} at {unit()}", "hold",
            f"check {unit()}", f"retreat {unit()}", f"retreatpath {path()}", f"kill {unit()}",
            f"advance {unit()} via {path()}", f"advance {unit()} via {path()}; {unit()} via {path()}",
            "no advance", "end", f"prep {path().split('-')[0]} by {unit()} support {unit()}",
        ]
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_a_combat_stands_any_line(seed: int) -> None:
    chance = random.Random(seed)
    laid = table(UNITS, dice=chance.choices(range(1, 7), k=300))
    laid.order("soviet", ATTACK)
    for _ in range(60):
        if not laid.state.waiting():
            break
        before, side = laid.state, chance.choice(["german", "soviet"])
        laid.play.rulings.clear()
        (ruling,) = laid.order(side, line(chance))
        if ruling.verdict == "refused":
            assert ruling.rule
            assert ruling.why
            assert laid.state.units == before.units or laid.state.decisions != before.decisions
        assert [fault for fault in GAME.faults(laid.state) if "controlled by" not in fault] == []
