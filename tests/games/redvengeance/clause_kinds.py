"""What the referee does about each clause, read off the code that enforces it: the column `judged`.

adjudicated  decided from the record alone, by the referee's dice, charts and refusals
partly       the referee does his part of it: on what a side, or both, report of the table
hook         he cannot decide it: what both sides report alike is booked
not used     the rulebook takes it out of play, or it only explains
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.decision_table.table import Row, kinds, rows
from adjudicator.games.redvengeance.questions import hooks
from adjudicator.games.redvengeance.questions.registry import REPORTS
from adjudicator.games.redvengeance.situation.steps import steps
from adjudicator.rulings import CITED

GAME = "redvengeance"
ADJUDICATED, PARTLY, HOOK, NOT_USED = "adjudicated", "partly", "hook", "not used"
STEP_KINDS = {"A": ADJUDICATED, "P": PARTLY, "H": HOOK, "X": NOT_USED}
HOOKS = hooks.__name__
TABLE = "adjudicator.games.redvengeance.decision_table.table:judged"


def judged(clauses: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Clause -> what the referee does about it."""
    find_game(GAME).grammar()
    of_steps = {step.clause: STEP_KINDS[step.kind] for step in steps().values()}
    return {id_: kind_of(id_, row, of_steps) for id_, row in clauses.items()}


def kind_of(id_: str, row: Mapping[str, str], of_steps: Mapping[str, str]) -> str:
    """One clause: by its row of the matrix, its step, the functions that cite it, its rows of the table."""
    if row["adjudicable"] != "yes":
        return HOOK if row["kind"] == "external" else NOT_USED
    if of_steps.get(id_) in {PARTLY, HOOK}:
        return of_steps[id_]
    where = set(CITED[GAME].get(id_, ()))
    if where and all(place.startswith(f"{HOOKS}:") for place in where):
        return HOOK
    if where and where <= {*reporters(), TABLE}:
        mine = [one for one in rows() if one.rule == id_]
        checks = (where & reporters()) - booked() or any(map(does, mine))
        return PARTLY if checks else HOOK
    return PARTLY if "hook" in row["data"] else ADJUDICATED


def does(row: Row) -> bool:
    """Whether a row of the table does more than say something, or than both sides file what it is about."""
    return bool(row.refuse or row.becomes or row.drm or row.trait) or not all(
        kinds()[kind].joint for kind in row.kinds if kind in kinds()
    )


def reporters() -> set[str]:
    """The functions that check and book reports, as they are cited."""
    return {named(function) for one in REPORTS.values() for function in (one.check, one.book)}


def booked() -> set[str]:
    """Those that do nothing but book what both sides report alike."""
    return {named(one.book) for one in REPORTS.values() if one.joint}


def named(function: Any) -> str:
    """A function as `CITED` calls it."""
    whole = function.func if isinstance(function, partial) else function
    return f"{whole.__module__}:{whole.__qualname__}"
