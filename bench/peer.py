"""The peer: the `diplomacy` package, one movement phase of seven powers with random orders."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

PHASES_A_GAME = 10


@dataclass(frozen=True, slots=True)
class Phase:
    """Seconds of one movement phase by its parts: possible orders found, orders chosen and set, processed."""

    possible: float
    set_orders: float
    process: float

    @property
    def whole(self) -> float:
        """All three."""
        return self.possible + self.set_orders + self.process

    @property
    def without_possible(self) -> float:
        """Setting and processing alone, as if the orders had been there."""
        return self.set_orders + self.process


def is_here() -> bool:
    """Whether the peer is installed."""
    return importlib.util.find_spec("diplomacy") is not None


def phases(seed: int = 1) -> Iterator[Phase]:
    """Movement phases of random games without end, ten of each game; other phases are played unmeasured."""
    from diplomacy import Game

    chance = random.Random(seed)
    while True:
        game, counted = Game(), 0
        while counted < PHASES_A_GAME and not game.is_game_done:
            is_movement = game.get_current_phase().endswith("M")
            measured = phase(game, chance)
            if is_movement:
                counted += 1
                yield measured


def phase(game: object, chance: random.Random) -> Phase:
    """One phase, as the package's own documentation plays random games."""
    began = time.perf_counter()
    possible = game.get_all_possible_orders()  # type: ignore[attr-defined]
    found = time.perf_counter()
    for power in game.powers:  # type: ignore[attr-defined]
        places = game.get_orderable_locations(power)  # type: ignore[attr-defined]
        game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])  # type: ignore[attr-defined]
    put = time.perf_counter()
    game.process()  # type: ignore[attr-defined]
    return Phase(found - began, put - found, time.perf_counter() - put)
