"""Moves in a log of VASSAL as order lines: stacks, entries, exits, the set-up."""

from __future__ import annotations

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.games.panzerkorps48.record import DRAGS
from tests.games.panzerkorps48.table import GAME, table
from tests.tabletop import Tabletop


def drag(*moves: tuple[str, str, str]) -> list[LogMove]:
    return [LogMove(n, *move) for n, move in enumerate(moves, 1)]


def texts(laid: Tabletop, side: str, *moves: tuple[str, str, str]) -> list[str]:
    """The order lines of these drags; every one must be done."""
    lines = [line.text for line in DRAGS.orders(laid.state, side, drag(*moves)) if line.text]
    assert {ruling.verdict for ruling in laid.order(side, "\n".join(lines))} == {"done"}
    return lines


def test_who_went_the_same_way_went_as_a_stack() -> None:
    laid = table({"15-I": "3815", "61-Kr": "3815", "685-I": "3820"}, "GER.MOVE")
    moves = (("15-I", "3815", "3816"), ("61-Kr", "3815", "3816"), ("685-I", "3820", "3821"))
    assert texts(laid, "german", *moves) == ["move 15-I, 61-Kr via 3816", "move 685-I via 3821"]


def test_a_drag_over_several_hexes_goes_the_cheapest_way() -> None:
    laid = table({"15-I": "4925"}, "GER.MOVE")
    (line,) = texts(laid, "german", ("15-I", "4925", "4625"))
    assert line == "move 15-I via 4825-4725-4625"


def test_a_unit_out_of_its_box_enters_and_one_into_the_box_of_exits_leaves() -> None:
    laid = table({"15-I": "german-reinforcements"}, "GER.MOVE", turn=2)
    entry = (("15-I", "german-reinforcements", "2033"), ("15-I", "2033", "2032"))
    assert texts(laid, "german", *entry) == ["enter 15-I at 2033 via 2032"]
    south = table({"117TB": "3432"})
    exit_ = (("117TB", "3432", "3433"), ("117TB", "3433", "exited"))
    assert texts(south, "soviet", *exit_) == ["move 117TB via 3433", "exit 117TB at 3433"]


def test_what_is_no_order_is_told() -> None:
    laid = table({"117TB": "3815"})
    found = DRAGS.orders(laid.state, "soviet", drag(("117TB", "3815", "eliminated")))
    assert found == [LogLine((1,), "", "no order takes 117TB to eliminated")]


def test_in_the_set_up_a_drag_places_a_unit() -> None:
    laid = Tabletop(GAME, clear=False)
    assert texts(laid, "german", ("685-I", "set-up", "4113")) == ["setup 685-I at 4113"]
