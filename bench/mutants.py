"""Which rules could be taken out of a game unnoticed: `make mutants GAME=raceforberlin SEED=1 COUNT=100`.

Small changes are made to the functions of a game that enforce clauses (`bench.mutations`), and to the rows of
its decision tables (`bench.tables`), one at a time.
Each is tried by the tests marked with its clause (`bench.trial`): they ought to fail. What they let pass is
tried by the game's other tests, and named with file, line and clause. Changes that change no game are in
`equivalent.csv`, each with its reason: they are named, and not counted.

Libraries for this choose tests by the lines they run through; ours has to choose them by clause.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from bench.mutations import mutations
from bench.tables import row_changes
from bench.trial import OTHER, OWN, SAME, SURVIVED, Change, Found, Key, Trial

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent.csv")
GOAL = 0.98
"""The share of changes that a clause's own tests must notice."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a sample, and tell; 1 where a clause's own tests notice less than the goal, 2 for wrong usage."""
    parser = options()
    wanted = parser.parse_args(arguments)
    if not hasattr(os, "fork"):
        parser.error("each change is tried in a forked process, which this system has not")
    every = changes(wanted.game, helpers=wanted.helpers)
    asked = [one for one in every if meant(one, wanted)]
    if wanted.clause:
        asked = [replace(one, clauses=(wanted.clause,)) for one in asked]
    chosen = sample(asked, wanted.count, wanted.seed)
    if not chosen:
        parser.error("no rule of this game is meant by that")
    trial = Trial(chosen, ask_others=not wanted.own, equivalent=equivalent(wanted.game))
    ask(trial, ROOT / "tests" / "games" / wanted.game)
    print(as_json(trial.found) if wanted.json else as_text(trial, len(every)))
    return int(bool(trial.broken) or share(trial.found) < GOAL)


def options() -> argparse.ArgumentParser:
    """What may be asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description="Rules taken out of a game.")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--seed", default="1", help="another one, another sample")
    parser.add_argument("--count", type=int, default=100, help="the most changes; 0 for all")
    parser.add_argument("--clause", help="only changes to this clause, and its tests alone: 7.3.2.b")
    parser.add_argument("--at", help="only changes in this file, or at this line of it: r04_plan.py:300")
    parser.add_argument("--helpers", action="store_true", help="functions that cite no clause as well")
    parser.add_argument("--own", action="store_true", help="do not ask the game's other tests about the rest")
    parser.add_argument("--json", action="store_true")
    return parser


def changes(game: str, *, helpers: bool = False) -> list[Change]:
    """Every change to a game's rules, in code and in decision tables."""
    folder = ROOT / "adjudicator" / "games" / game
    return [*mutations(sorted(folder.rglob("*.py")), helpers=helpers), *row_changes(folder)]


def meant(one: Change, wanted: argparse.Namespace) -> bool:
    """Whether a change is among those asked for."""
    here = wanted.at in {None, one.file.name, f"{one.file.name}:{one.line}"}
    return here and wanted.clause in {None, *one.clauses}


def sample(every: Sequence[Change], count: int, seed: str) -> list[Change]:
    """So many of all changes, in their order; the same ones for the same seed."""
    if not 0 < count < len(every):
        return list(every)
    return [every[at] for at in sorted(random.Random(seed).sample(range(len(every)), count))]


def equivalent(game: str) -> dict[Key, str]:
    """The changes that are known to change no game, each with the reason."""
    with EQUIVALENT.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["game"] == game]
    return {(row["file"], row["function"], row["change"]): row["why"] for row in rows}


def ask(trial: Trial, tests: Path) -> None:
    """Collect tests, and let them judge. Of those marked slow only a change's own are asked. Raises
    RuntimeError where they cannot be collected."""
    quiet = ["-o", "addopts=", "-qq", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    chosen = ("-m", "not long and not timed", f"--rootdir={ROOT}", str(tests))
    code = pytest.main([*quiet, *chosen], plugins=[trial])
    if code is not pytest.ExitCode.OK:
        raise RuntimeError(f"pytest ended with {code!r}")


def share(found: Sequence[Found]) -> float:
    """The share of changes that a clause's own tests noticed, of those that change a game."""
    fates = Counter(one.fate for one in found)
    counted = len(found) - fates[SAME]
    return fates[OWN] / counted if counted else 1.0


def as_text(trial: Trial, of: int) -> str:
    """For people: whatever the clause's own tests let pass, one by one, then the figures."""
    if trial.broken:
        return "\n".join(["these tests fail as the code is:", *(f"  {test}" for test in trial.broken)])
    left = sorted((one for one in trial.found if one.fate != OWN), key=lambda one: one.fate)
    return "\n".join([*map(told, left), figures(trial.found, of)])


def told(found: Found) -> str:
    """One change: what became of it, where it is, what it is."""
    one = found.mutation
    why = f" ({found.why})" if found.why else ""
    where = f"{one.file.name}:{one.line} {one.function} [{' '.join(one.clauses)}]"
    return f"{found.fate}{why}\n  {where}: {one.words}"


def figures(found: Sequence[Found], of: int) -> str:
    """The sums."""
    fates = Counter(one.fate for one in found)
    parts = ", ".join(f"{fate}: {fates[fate]}" for fate in (OWN, OTHER, SURVIVED, SAME))
    goal = f"{share(found):.1%} by the clause's own tests (goal {GOAL:.0%})"
    return f"{len(found)} of {of} changes tried; {parts}; {goal}"


def as_json(found: Sequence[Found]) -> str:
    """For scripts."""
    rows = [
        {"file": one.file.name, "line": one.line, "function": one.function, "clauses": one.clauses}
        | {"change": one.words, "fate": each.fate, "why": each.why}
        for each in found
        for one in [each.mutation]
    ]
    return json.dumps({"share": share(found), "changes": rows}, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
