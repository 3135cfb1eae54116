"""The peer: the `diplomacy` package, one movement phase of seven powers with random orders."""

from __future__ import annotations

import importlib.util
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PHASES_A_GAME = 10


@dataclass(frozen=True, slots=True)
class Phase:
    """Seconds of one movement phase by its parts: possible orders found, orders chosen and set, processed.

    `saved` is what comes on top when the game is kept: made a saved game and written to a file, as JSON.
    """

    possible: float
    set_orders: float
    process: float
    cpu: float
    saved: float

    @property
    def whole(self) -> float:
        """All three, nothing kept."""
        return self.possible + self.set_orders + self.process

    @property
    def without_possible(self) -> float:
        """Setting and processing alone, as if the orders had been there."""
        return self.set_orders + self.process


def is_here() -> bool:
    """Whether the peer is installed."""
    return importlib.util.find_spec("diplomacy") is not None


def phases(folder: Path, seed: int = 1) -> Iterator[Phase]:
    """Movement phases of random games without end, ten of each game; other phases are played unmeasured."""
    from diplomacy import Game

    chance = random.Random(seed)
    while True:
        game, counted = Game(), 0
        while counted < PHASES_A_GAME and not game.is_game_done:
            is_movement = game.get_current_phase().endswith("M")
            measured = phase(game, chance, folder / "peer.json")
            if is_movement:
                counted += 1
                yield measured


def phase(game: Any, chance: random.Random, file: Path) -> Phase:
    """One phase, as the package's own documentation plays random games; then the game saved to a file."""
    from diplomacy.utils.export import to_saved_game_format

    cpu, began = time.process_time(), time.perf_counter()
    possible = game.get_all_possible_orders()
    found = time.perf_counter()
    for power in game.powers:
        places = game.get_orderable_locations(power)
        game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])
    put = time.perf_counter()
    game.process()
    done, cpu = time.perf_counter(), time.process_time() - cpu
    file.write_text(json.dumps(to_saved_game_format(game)), encoding="utf-8")
    return Phase(found - began, put - found, done - put, cpu, time.perf_counter() - done)
