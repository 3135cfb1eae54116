"""Our own board as a scanner or a telephone sees it, at 150 to 300 dots per inch; the bench takes more."""

from __future__ import annotations

import pytest

from bench.scans.areasheets import random_board_scan
from bench.trace import BOARD_ANSWERED, BOARD_RIGHT, BOARD_TOLD, FEW, numbered

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize("number", BOARD_RIGHT[:1])
def test_of_a_scan_of_our_board_every_contact_is_right_at_once(number: int) -> None:
    done = numbered(number, random_board_scan)
    assert done.good, done.score
    assert done.looks < FEW


@pytest.mark.parametrize("number", BOARD_TOLD)
def test_what_a_heading_or_the_edge_cuts_off_and_a_neighbour_swallows_is_told(number: int) -> None:
    done = numbered(number, random_board_scan)
    assert done.score
    assert done.score.covers
    assert not done.silent


@pytest.mark.parametrize("number", BOARD_ANSWERED)
def test_of_a_scan_of_our_board_all_is_right_when_the_user_has_answered(number: int) -> None:
    done = numbered(number, random_board_scan)
    assert done.good_in_the_end, done.answered
    assert done.looks < FEW
