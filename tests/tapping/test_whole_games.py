"""Whole games are played by tapping at random: no line of which the page is sure is refused on the side's own
view, and what it tells of an attack is what a dry run tells.

A turn of all six games costs 70 s of processor time with the browser's, a whole game of each about 250 s.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game, game_names
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium
from tests.tapping.whole_games import tapped_game


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", game_names())
def test_what_the_page_is_sure_of_stands_for_a_turn(browser: Chromium, tmp_path: Path, name: str) -> None:
    tally = tapped_game(find_game(name), "turn", browser, tmp_path, most_turns=1)
    assert not tally.faults and tally.counts["sure"] > 3, tally


@pytest.mark.long
@needs_browser
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", ["Aksai", "Haff"])
def test_what_the_page_is_sure_of_stands_in_a_whole_game(
    browser: Chromium, tmp_path: Path, name: str, seed: str
) -> None:
    tally = tapped_game(find_game(name), seed, browser, tmp_path)
    print(name, seed, dict(sorted(tally.counts.items())))
    assert not tally.faults and tally.counts["over"] and tally.counts["sure"] > 30, tally
