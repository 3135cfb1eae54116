"""Options of the whole test run, and what is made once for all of it."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from email.headerregistry import HeaderRegistry
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import settings

from .at import NOON
from .drawn import folder_for_boards, kept
from .tapping.browsers import Chromium, chromium

if TYPE_CHECKING:
    from adjudicator.events import Event

Course = Callable[[str], "Sequence[Event]"]

gc.set_threshold(100_000, 20, 20)
"""The garbage collector looks through what is there less often than by default (700, 10, 10): with thousands
of tests and the boards of all games in memory it would take a sixth of the time."""

settings.register_profile("house", deadline=None)
settings.register_profile("quick", settings.get_profile("house"), max_examples=20)
settings.load_profile("house")
"""No deadline for a single example: a busy machine is no fault of the code. `make test` tries a fifth of the
examples ("quick"), `make slow` all of them, of every test that has no number of its own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz-seconds", type=float, default=2.0, help="how long test_fuzz.py goes on")
    parser.addoption("--fuzz-seed", type=int, default=1, help="its seed; -1 draws one")
    parser.addoption(
        "--tries", type=int, default=0, help="kills, cuts or forgeries; 0 leaves it to each test"
    )
    parser.addoption("--part", type=part_of, default=(0, 1), help="3/12: every twelfth test, from the third")
    parser.addoption("--update-golden", action="store_true", help="write the expected pages anew")


def part_of(text: str) -> tuple[int, int]:
    """ "3/12" as (2, 12): which of how many parts, counted from 0."""
    part, _, of = text.partition("/")
    if not 1 <= int(part) <= int(of):
        raise ValueError(text)
    return int(part) - 1, int(of)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the tests of one `--part`: by their names, so that a test stays in its part when others come."""
    part, of = config.getoption("--part")
    ours = [item for item in items if crc32(item.nodeid.encode()) % of == part]
    config.hook.pytest_deselected(items=[item for item in items if crc32(item.nodeid.encode()) % of != part])
    items[:] = ours


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not go through it again and again."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """pytest collects garbage five times over at the end, and Python once more. What is left after the first
    time is not looked through again: it is all that the tests have read and drawn."""
    gc.collect()
    gc.freeze()


Tries = Callable[[int], int]


@pytest.fixture
def tries(request: pytest.FixtureRequest) -> Tries:
    """How often a test tries: as often as it says itself, or as `--tries` says (`make kills COUNT=9`)."""
    given = int(request.config.getoption("--tries"))
    return lambda usual: given or usual


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    """Chromium for the tests of a file. Playwright allows one at a time in a thread."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session", autouse=True)
def no_command_reads_the_real_clock() -> Iterator[None]:
    """Commands that run in this process read NOON, unless a test hands them another clock."""
    from adjudicator.commands import speak

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speak, "clock", lambda: NOON)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_test_waits_for_the_disk() -> Iterator[None]:
    """No test cuts the power: what a test writes in this process is left to the system to bring to the disk.

    That hexpost itself waits, tests/adjudicator/test_on_the_disk.py holds.
    """
    from adjudicator.store import sqlite_file

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_file, "SYNCHRONOUS", "OFF")
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def kinds_of_header_made_once() -> Iterator[None]:
    """Python's email package makes a class anew for each header that it reads; here, one for each name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HeaderRegistry, "__getitem__", lru_cache(maxsize=512)(HeaderRegistry.__getitem__))
        yield


@pytest.fixture(scope="session")
def folder_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all processes of a run: each has one of its own in it."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def folder_of_boards(pytestconfig: pytest.Config, folder_of_the_run: Path) -> Path:
    """Where boards are kept from run to run, or for this run if pytest keeps nothing."""
    cache = getattr(pytestconfig, "cache", None)
    return folder_for_boards(cache.mkdir("boards")) if cache else folder_of_the_run


@pytest.fixture(scope="session", autouse=True)
def boards_drawn_once(folder_of_boards: Path) -> Iterator[None]:
    """The games' own boards are drawn once, until what draws them changes: each takes several seconds, and
    many tests need one."""
    from maps.drawing import draw, sheet

    with pytest.MonkeyPatch.context() as patch:
        for module, made, name in (
            (sheet, "_bundled", "sheet"), (draw, "_laid_out", "headings"), (draw, "_bundled", "drawing"),
        ):  # fmt: skip
            patch.setattr(module, made, kept(getattr(module, made), folder_of_boards / name))
        yield


@pytest.fixture(scope="session")
def course(folder_of_the_run: Path) -> Course:
    """The events of a game by bots, played once in a run."""
    from adjudicator.catalogue import find_game
    from adjudicator.judging.bots import play_game

    def play(name: str) -> Sequence[Event]:
        return tuple(play_game(find_game(name), "the course of a game", watch=False).events)

    return kept(play, folder_of_the_run / "played")
