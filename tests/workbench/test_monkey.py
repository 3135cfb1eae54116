"""Somebody does at random what a person can do at each page, and nothing breaks: `tests.workbench.monkey`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser import needs_browser
from tests.conftest import Tries
from tests.tapping.browsers import Chromium
from tests.workbench.monkey import Monkey
from tests.workbench.monkey_kinds import KINDS

pytestmark = [
    needs_browser,
    pytest.mark.skipif(os.name != "posix", reason="folders are locked by their mode"),
]
SHORT, WHOLE, SEEDS = 16, 90, 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_random_things_break_nothing(browser: Chromium, tmp_path: Path, kind: str) -> None:
    Monkey(browser, KINDS[kind], tmp_path, 1).run(SHORT)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_things_break_nothing(browser: Chromium, tmp_path: Path, kind: str, tries: Tries) -> None:
    for seed in range(1, 1 + tries(SEEDS)):
        home = tmp_path / f"{seed}"
        home.mkdir()
        Monkey(browser, KINDS[kind], home, seed).run(WHOLE)
