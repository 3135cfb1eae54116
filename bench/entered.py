"""Which rules whole games of bots come upon: `python -m bench.entered GAME --bots random --games 10`.

A function that cites a clause counts as entered when it was called at least once in these games. What never
was is listed: it is either rare, or nobody has seen it work outside of its tests.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from types import CodeType, FrameType

from adjudicator.catalogue import find_game
from adjudicator.game import RANDOM
from adjudicator.judging.bots import play_game
from adjudicator.rulings import CITED


@dataclass(frozen=True, slots=True)
class Entered:
    """What games came upon: function ("module:name") -> its clauses, entered or never."""

    entered: Mapping[str, tuple[str, ...]]
    never: Mapping[str, tuple[str, ...]]

    @property
    def clauses(self) -> tuple[int, int]:
        """How many clauses some entered function cites, and how many are cited at all."""
        met = {clause for clauses in self.entered.values() for clause in clauses}
        return len(met), len(met.union(*self.never.values()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and tell what was never entered; always 0."""
    wanted = options().parse_args(arguments)
    seeds = [f"{wanted.seed} {number}" for number in range(1, wanted.games + 1)]
    found = by_games(wanted.game, wanted.bots, seeds)
    print(as_json(found) if wanted.json else as_text(found))
    return 0


def options() -> argparse.ArgumentParser:
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.entered", description="Rules that games enter.")
    parser.add_argument("game")
    parser.add_argument("--bots", nargs="+", default=[RANDOM], help="one game of each with every seed")
    parser.add_argument("--games", type=int, default=10, help="how many seeds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser


def by_games(name: str, bots: Sequence[str], seeds: Sequence[str]) -> Entered:
    """What games of these bots with these seeds enter. Raises BrokenGame."""
    game = find_game(name)
    cited = functions(name)
    met: set[CodeType] = set()
    for seed in seeds:
        for kind in bots:
            with watched({code for code in cited if code not in met}, met):
                play_game(game, seed, watch=False, bots=kind)
    by_name = dict(cited.values())
    names = {where for code, (where, _) in cited.items() if code in met}
    return Entered(
        {where: clauses for where, clauses in sorted(by_name.items()) if where in names},
        {where: clauses for where, clauses in sorted(by_name.items()) if where not in names},
    )


def functions(game: str) -> dict[CodeType, tuple[str, tuple[str, ...]]]:
    """The code of every function of a game that cites clauses -> its name, its clauses."""
    clauses: dict[str, list[str]] = {}
    for clause, places in CITED[game].items():
        for place in places:
            clauses.setdefault(place, []).append(clause)
    return {code: (place, tuple(clauses[place])) for place in clauses for code in [code_of(place)] if code}


def code_of(place: str) -> CodeType | None:
    """The code of a "module:name", without what wraps it; None for what has none of its own."""
    module, _, name = place.partition(":")
    found = inspect.unwrap(reduce(getattr, name.split("."), importlib.import_module(module)))  # type: ignore[arg-type]
    return getattr(found, "__code__", None)


@contextmanager
def watched(wanted: set[CodeType], met: set[CodeType]) -> Iterator[None]:
    """Within it, what is called of the wanted code is put among the met."""

    def called(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code in wanted:
            met.add(frame.f_code)

    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


def as_text(found: Entered) -> str:
    """For people."""
    met, cited = found.clauses
    count = len(found.entered) + len(found.never)
    lines = [f"{len(found.entered)} of {count} functions entered, citing {met} of {cited} clauses; never:"]
    lines += [f"  {where}  {' '.join(clauses)}" for where, clauses in found.never.items()]
    return "\n".join(lines)


def as_json(found: Entered) -> str:
    """For scripts."""
    met, cited = found.clauses
    told = {"entered": len(found.entered), "clauses": met, "cited": cited, "never": dict(found.never)}
    return json.dumps(told, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
