"""Changes to rules tried out by tests: collected once, then each change in a forked process of its own.

Nothing is changed on disk. What was worked out with the old code is forgotten. In the forked process the
function gets its new code, and the tests run there until one fails.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from types import FunctionType

import pytest
from rich.console import Console
from rich.progress import track

from adjudicator.mechanics.armies import KeptOfArmy
from adjudicator.mechanics.remembered import Remembered
from bench.mutations import Mutation
from bench.tables import RowChange

PATIENCE = 60.0
"""Seconds: a change whose own tests do not come to an end within them was noticed."""
OTHERS = 240.0
"""Seconds that the game's other tests are asked about one change."""

OWN, OTHER, SURVIVED, SAME = "own tests", "others only", "SURVIVED", "equivalent"
ERR = Console(stderr=True)
SLOW = "no end within the time"
Change = Mutation | RowChange
Key = tuple[str, str, str]
"""A change as a list of them names it: file, function, change in words."""


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one change: its fate, and the test or the reason behind it."""

    mutation: Change
    fate: str
    why: str = ""


@dataclass
class Trial:
    """A pytest plugin which does not run the tests that were collected, but tries changes with them."""

    chosen: Sequence[Change]
    ask_others: bool = True
    equivalent: Mapping[Key, str] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try everything. The tests as they are come first, since one that fails anyhow notices nothing."""
        own = [marked(session.items, one.clauses) for one in self.chosen]
        for item in track({item: 0 for items in own for item in items}, "tests as they are", console=ERR):
            started = time.perf_counter()
            self.broken += filter(None, [failing([item])])
            self.seconds[item.nodeid] = time.perf_counter() - started
        if not self.broken:
            forget_all()
            gc.collect()
            gc.freeze()  # a forked process looks through its own things only
            pairs = list(zip(self.chosen, own, strict=True))
            for one, items in track(pairs, "changes", console=ERR):
                self.found.append(self.tried(one, items, session.items))
            gc.unfreeze()
        return True

    def tried(self, one: Change, own: Sequence[pytest.Item], items: Sequence[pytest.Item]) -> Found:
        """What becomes of one change. The quickest of its own tests go first, then those of its chapter."""
        if one.key in self.equivalent:
            return Found(one, SAME, self.equivalent[one.key])
        by = noticed(one, sorted(own, key=lambda item: self.seconds[item.nodeid]), PATIENCE)
        if by:
            return Found(one, OWN, by)
        near = f"_{one.file.stem[:3]}_"
        others = (item for item in items if item not in own and not item.get_closest_marker("slow"))
        rest = sorted(others, key=lambda item: near not in item.path.name)
        by = noticed(one, rest, OTHERS) if self.ask_others else "others were not asked"
        asked = by in {"", SLOW, "others were not asked"}
        return Found(one, SURVIVED if asked else OTHER, by or ("" if own else "no test has its clause"))


def marked(items: Iterable[pytest.Item], clauses: Sequence[str]) -> list[pytest.Item]:
    """The tests marked with one of these clauses, or with a lettered case of one."""
    wanted = tuple(clauses), tuple(f"{clause}." for clause in clauses)
    return [
        item
        for item in items
        if any(
            number in wanted[0] or number.startswith(wanted[1])
            for mark in item.iter_markers("rule")
            for number in mark.args
        )
    ]


def failing(items: Sequence[pytest.Item]) -> str:
    """The first of some tests that fails; "" for none."""
    for item, after in zip(items, [*items[1:], None], strict=True):
        runner = item.config.pluginmanager.get_plugin("runner")
        assert runner is not None
        if any(report.failed for report in runner.runtestprotocol(item, nextitem=after, log=False)):
            return item.nodeid
    return ""


# -- one change, in a process of its own ------------------------------------------------------------------


def noticed(one: Change, items: Sequence[pytest.Item], patience: float) -> str:
    """The test that notices a change, or that they came to no end; "" for none."""

    def work() -> str:
        one.make()
        return failing(items)

    return forked(work, patience) if items else ""


def forked(work: Callable[[], str], patience: float) -> str:
    """What a piece of work says in a process of its own, which is ended when it takes too long. Raises
    RuntimeError where it could not be done."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        alone(work, writer)
    os.close(writer)
    in_time = bool(select.select([reader], [], [], patience)[0])
    if not in_time:
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reader, encoding="utf-8") as said:
        text = said.read()
    _, status = os.waitpid(child, 0)
    if not in_time:
        return SLOW
    if os.WIFSIGNALED(status):
        return "Python itself came to an end"
    if os.WEXITSTATUS(status):
        raise RuntimeError(text)
    return text


def alone(work: Callable[[], str], writer: int) -> None:
    """The forked process: it says what it found and nothing else, and ends without tidying up."""
    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            text, code = work(), 0
        except BaseException:  # a child tells its parent of everything, and ends below
            text = traceback.format_exc()
        os.write(writer, text.encode("utf-8"))
    finally:
        os._exit(code)  # whatever happens: what is after the fork is the other process's work


def forget_all() -> None:
    """Empty the caches of the rules' functions and of the tests', wherever they are kept: those of
    `functools`, and a game's own that are emptied in the same way."""
    gc.unfreeze()  # the tests' collection is frozen when it is done, and would be left out
    for one in gc.get_objects():
        if isinstance(one, FunctionType | _lru_cache_wrapper | KeptOfArmy | Remembered):
            ours = str(one.__module__).partition(".")[0] in {"adjudicator", "tests"}
            if ours and hasattr(one, "cache_clear"):
                one.cache_clear()
