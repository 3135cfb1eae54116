"""A whole date in few emails and few lines: groups and stacks in one line, what the other side has filed with
"so it was", and nothing written that is on record."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.reporting import alone
from adjudicator.games.redvengeance.situation.campaign import campaign, mover
from adjudicator.play import Play
from adjudicator.rulings import Unreadable
from tests.games.redvengeance.by_mail import Date
from tests.games.redvengeance.test_reported_by_letter import begun, both, letter, verdicts
from tests.games.redvengeance.test_walked import DE, RU
from tests.games.redvengeance.test_walked_dates import started

MOST_MAILS, MOST_LINES = 12, 30
"""What a date may cost a side at most."""


class Counted:
    """The emails and lines of each side, of which every line must be done or wait for the other side's."""

    def __init__(self, date: Date) -> None:
        self.date = date
        self.mails, self.lines = Counter[str](), Counter[str]()

    def send(self, side: str, *lines: str) -> None:
        """An email of a side."""
        found = self.date.send(side, *lines)
        assert set(found) <= {"done", "waiting"}, [(one.text, one.verdict, one.why) for one in self.date.said]
        self.mails[side] += 1
        self.lines[side] += len(lines)


@pytest.mark.slow
@pytest.mark.rule("RePh0.1", "START.2", "RePh8.601")
def test_a_date_costs_a_side_at_most_twelve_emails_and_thirty_lines() -> None:
    date = started()
    count = Counted(date)
    count.send(DE, "buy I1", "buy I3 x2", "buy I4", "buy V1 mode=dugin", "fpp BARRICADE", "pass")
    count.send(RU, "buy I2 x4", "buy I4 x2", "pass")
    count.send(
        DE, "setup GE-I1#1 hex=K13", "setup GE-I1#2 hex=Y18", "setup GE-I1#3 hex=S15",
        "setup GE-I3#1 hex=H13", "setup GE-I3#2,GE-I4#1 hex=U9", "setup GE-V1#1 hex=M16",
        "setup SNIPERS B12,R12", "fpp BARRICADE side=I9/I10", "pass",
    )  # fmt: skip
    count.send(RU, "setup SNIPERS D5,BB6", "pass")
    there = {unit.at for unit in date.state.units.values() if unit.id.startswith("GE-I1#1-")}
    assert there == {"k13"}
    count.send(RU, "enter RU-I2#1,RU-I2#2 hex=H0", "enter RU-I4#1 hex=J0", "endturn")
    count.send(DE, "endturn")
    count.send(
        RU, "report AT unit=RU-I2#1 hex=H13", "report LOST unit=GE-I3#1-1,GE-I3#1-2,GE-I3#1-3,GE-I3#1-4",
        "report LOST unit=RU-I4#1", "control H12,H13 by=RU-I2#1-1", "pass 8.601-8.615", "pass", "chit attack",
    )  # fmt: skip
    count.send(DE, "so it was", "pass 8.601-8.615", "pass", "chit idle")
    assert date.state.segment == "8.619" and not alone(date.state), "the purchases of the next date"
    assert {date.state.units[f"RU-I4#1-{n}"].at for n in (1, 2)} == {"eliminated"}
    assert [date.state.control[one] for one in ("h12", "h13")] == [RU, RU]
    assert max(count.mails.values()) <= MOST_MAILS, count.mails
    assert max(count.lines.values()) <= MOST_LINES, count.lines
    assert count.mails == {DE: 4, RU: 4} and count.lines == {DE: 20, RU: 15}


# -- several Player Turns at once ----------------------------------------------------------------------------


def turn_of(play: Play) -> tuple[str, int]:
    """Whose Player Turn of which Game Turn is played."""
    return mover(play.state), play.state.tracks["game-turn"]


@pytest.mark.rule("CG32.5")
def test_a_side_may_end_its_player_turns_up_to_a_game_turn_in_one_line() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    assert verdicts(play, RUSSIAN, "endturn turn=4") == ["done"]
    assert turn_of(play) == (GERMAN, 1), "the other side has its own Player Turn"
    assert verdicts(play, GERMAN, "endturn") == ["done"]
    assert turn_of(play) == (GERMAN, 2), "the Russian has ended his of turn 2"
    assert verdicts(play, GERMAN, "endturn turn=5") == ["done"]
    assert turn_of(play) == (RUSSIAN, 5), "turns 2 to 4 are over"
    assert verdicts(play, RUSSIAN, "endturn") == ["done"]
    assert turn_of(play) == (GERMAN, 5)
    assert verdicts(play, RUSSIAN, "endturn") == ["refused CG32.5"], "the German side owes a die"


@pytest.mark.rule("CG32.5")
def test_a_newer_line_takes_the_place_of_one_that_ends_several_player_turns() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    assert verdicts(play, GERMAN, "endturn turn=8") == ["done"], "it need not be one's own"
    assert verdicts(play, GERMAN, "endturn turn=1") == ["done"]
    assert verdicts(play, RUSSIAN, "endturn turn=2") == ["done"]
    assert turn_of(play) == (GERMAN, 2)


@pytest.mark.rule("CG32.1", "CG32.5")
def test_no_die_for_the_end_of_a_turn_is_passed_over() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"}, 6, turn=5)
    verdicts(play, RUSSIAN, "endturn turn=6")
    verdicts(play, GERMAN, "endturn turn=6")
    assert turn_of(play) == (GERMAN, 5), "the second player still rolls"
    assert verdicts(play, GERMAN, "roll GAMEEND turn=5") == ["done"]
    assert turn_of(play) == (GERMAN, 6)


@pytest.mark.rule("CG32.5")
@pytest.mark.parametrize("turn", ["1", "9", "0"])
def test_only_a_game_turn_that_is_played_or_to_come_ends_so(turn: str) -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"}, turn=2)
    (ruling,) = letter(play, RUSSIAN, f"endturn turn={turn}")
    assert (ruling.verdict, ruling.rule) == ("refused", "CG32.5") and "endturn turn=4" in ruling.legal
    assert turn_of(play) == (RUSSIAN, 2)


# -- so it was ---------------------------------------------------------------------------------------------


def a_fight() -> Play:
    """A firefight in which the Russian has filed where two of his have gone, and what they hold."""
    play = begun({"S": "6-5-8 K13", "T": "6-5-8 K13"}, {"R": "4-5-8 K12", "Q": "4-5-8 K12"})
    lines = ("report LOST unit=S,T", "report AT unit=R,Q hex=K13", "control K13 by=R")
    assert verdicts(play, RUSSIAN, *lines) == ["waiting"] * 3
    return play


@pytest.mark.rule("RePh0.1", "BRV0.5")
def test_so_it_was_files_all_that_the_other_side_has_filed_in_its_order() -> None:
    play = a_fight()
    (asked,) = [one for one in play.state.waiting() if one.player == GERMAN]
    assert "so it was" in asked.answers and '"so it was" files all of it' in asked.question
    assert verdicts(play, GERMAN, "So it was") == ["done"]
    assert [play.state.units[one].at for one in "STRQ"] == ["eliminated", "eliminated", "k13", "k13"]
    assert (play.state.control["k13"], alone(play.state)) == (RUSSIAN, {})
    assert verdicts(play, GERMAN, "so it was") == ["refused RePh0.1"], "nothing is left"


@pytest.mark.rule("RePh0.1")
def test_so_it_was_books_nothing_where_one_line_cannot_be_so_any_more() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    assert verdicts(play, RUSSIAN, "report AT unit=S hex=K14", "report WOUND unit=R")[0] == "waiting"
    both(play, "report LOST unit=S")
    (ruling,) = letter(play, GERMAN, "so it was")
    assert ruling.verdict == "refused" and "report AT hex=K14 unit=S" in ruling.why
    assert play.state.units["S"].at == "eliminated"


@pytest.mark.rule("RePh0.1")
def test_one_line_ends_the_firefight_for_a_side_that_is_asked_again() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    verdicts(play, GERMAN, "pass")
    verdicts(play, RUSSIAN, "report LOST unit=S", "pass")
    assert [one.player for one in play.state.waiting()] == [GERMAN]
    assert verdicts(play, GERMAN, "so it was") == ["done"]
    assert play.state.segment == "8.601"


# -- several units, several hexes ----------------------------------------------------------------------------


@pytest.mark.rule("RePh0.1")
def test_a_report_on_two_units_is_filed_of_both_or_of_neither() -> None:
    play = begun({"S": "6-5-8 K13", "T": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    (ruling,) = letter(play, GERMAN, "report LOST unit=S,X")
    assert ruling.verdict == "refused" and "there is no unit X" in ruling.why
    assert campaign(play.state).filed == {}
    (ruling,) = letter(play, GERMAN, "report LOST unit=S,T")
    assert (ruling.verdict, ruling.why.endswith("for 2 of its 2 units")) == ("waiting", True)
    assert verdicts(play, RUSSIAN, "report LOST unit=S") == ["done"]
    assert [play.state.units[one].at for one in "ST"] == ["eliminated", "k13"]


@pytest.mark.rule("RePh0.1")
def test_a_stack_is_what_both_sides_see_in_a_hex_and_no_more() -> None:
    units = {"S": "6-5-8 K13", "T": "6-5-8 K13", "H": "6-5-8 K13 hip"}
    play = begun(units, {"R": "4-5-8 K12"})
    assert verdicts(play, GERMAN, "report AT unit=K13 hex=K14") == ["waiting"]
    assert len(campaign(play.state).filed[GERMAN]) == 2
    assert verdicts(play, RUSSIAN, "so it was") == ["done"]
    assert [play.state.units[one].at for one in "STH"] == ["k14", "k14", "k13"]


@pytest.mark.rule("CG14.1")
@pytest.mark.parametrize(("text", "hexes"), [
    ("K12-K15", ("K12", "K13", "K14", "K15")), ("K15-K13", ("K13", "K14", "K15")),
    ("Z3-BB3", ("Z3", "AA3", "BB3")), ("K12", ("K12",)), ("K12,L12", ("K12", "L12")),
])  # fmt: skip
def test_a_row_of_hexes_is_read_as_its_hexes(text: str, hexes: tuple[str, ...]) -> None:
    assert said(read_line(f"control {text} by=R")).what == hexes


@pytest.mark.parametrize("text", ["K12-L14", "A1-A99"])
def test_what_is_no_row_of_hexes_or_a_long_one_is_not_understood(text: str) -> None:
    with pytest.raises(Unreadable):
        read_line(f"control {text} by=R")


# -- what is on record ---------------------------------------------------------------------------------------


@pytest.mark.rule("CG24.2", "CG24.3")
def test_the_sum_for_elr_and_the_parts_that_are_none_need_not_be_written() -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"}, segment="8.601")
    assert verdicts(play, RUSSIAN, "report CVP of=russian suffered=7 vehicles=5") == ["waiting"]
    whole = "report CVP of=russian suffered=7 vehicles=5 moabit=0 capture=0 refit=0 elr=2"
    assert verdicts(play, GERMAN, whole) == ["done"]
