"""A dry run: each line has its own verdict, below a die and beside a line that is not good too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choices
from adjudicator.game import Game
from adjudicator.mail.desk.dry_run import DryRun, TurningDice
from adjudicator.mail.desk.trial import bundle, read_bundle, try_sheet
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from tests.games.koenigsberg45.test_sheets import MARCH, drawn
from tests.tabletop import Tabletop

UNITS = {
    "HQ 6 Pz": "2715", "I-11 Pz": "2613", "II-11 Pz": "2615", "I-4 PzG": "2815", "302-1": "2513",
    "302-2": "2413", "61 Cav": "3012", "I-114 PzG": "3013",
}  # fmt: skip
HANDS = {"axis": ["AX6PZ-2"], "soviet": ["SVRED-1", "AMBUSH-1"]}
FIRST = "attack 2513 with I-11 Pz, II-11 Pz"
SHEET = ("play AX6PZ-2", "move II-11 Pz to 2514", "stay I-4 PzG", "done", FIRST)


def tried(laid: Tabletop, side: str, *lines: str) -> list[Ruling]:
    return try_sheet(laid.game, laid.state, side, list(enumerate(lines, 1)))


def verdicts(rulings: list[Ruling]) -> list[str]:
    return [ruling.verdict for ruling in rulings]


def segment() -> Tabletop:
    """The Axis player is asked for an Activation Card; the Soviet player holds cards that he does not see."""
    return Tabletop("donnerschlag", UNITS, segment="PLAY", hands=HANDS)


def test_beside_a_refused_line_each_other_has_its_own_verdict() -> None:
    wrong = "move I-114 PzG to 1020"
    rulings = tried(
        segment(), "axis", *SHEET[:3], wrong, *SHEET[3:], "attack 3012 with I-4 PzG", "end combat"
    )
    good = ["may be done"] * 3
    assert verdicts(rulings) == [*good, "refused", "waiting", "may be done", "refused", "waiting"]
    assert rulings[3].rule == "D.move.1" and rulings[3].legal
    assert "line 4 needs a correction and can change this" in rulings[5].why and "7:1" in rulings[5].why
    assert rulings[6].rule == "D.combat.4"
    assert "line 4 is refused" in rulings[7].why


def test_what_is_about_the_unit_of_a_refused_line_waits_for_it() -> None:
    rulings = tried(segment(), "axis", "play AX6PZ-2", "move I-11 Pz to 1020", "done", FIRST)
    assert verdicts(rulings) == ["may be done", "refused", "waiting", "waiting"]


def test_beside_a_line_that_is_not_understood_each_other_has_its_own_verdict() -> None:
    rulings = tried(segment(), "axis", *SHEET[:3], "mvoe I-114 PzG 3014", *SHEET[3:])
    assert verdicts(rulings) == [*["may be done"] * 3, "unreadable", "waiting", "may be done"]


def test_a_side_tries_the_same_at_home_and_by_mail() -> None:
    laid, lines = segment(), [*SHEET, "mvoe", "attack 3012 with I-4 PzG"]
    game, state, side = read_bundle(bundle(laid.game, "campaign", laid.state, "axis"), "a bundle")
    assert try_sheet(game, state, side, list(enumerate(lines, 1))) == tried(laid, "axis", *lines)


def test_lines_below_another_sides_answer_are_judged_as_things_stand() -> None:
    laid = segment()
    rulings = tried(
        laid, "axis", *SHEET, "attack 3012 with I-114 PzG", "attack 2413 with I-4 PzG", "end combat"
    )
    assert verdicts(rulings[5:]) == ["may be done", "refused", "waiting"]
    assert "line 6 comes first and can change this" in rulings[6].why


def test_what_is_about_the_same_units_or_places_as_a_line_that_is_not_decided_waits() -> None:
    rulings = tried(segment(), "axis", *SHEET, "attack 2513 with I-4 PzG", "attack 2413 with I-11 Pz")
    assert verdicts(rulings[5:]) == ["waiting", "waiting"]


def test_of_a_line_that_waits_it_is_told_why_no_number_would_help_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (*SHEET, "attack 2413 with I-4 PzG, II-11 Pz", "attack 2513 with I-4 PzG, 302-1", "done")
    far, foreign = tried(segment(), "axis", *lines)[5:7]
    assert verdicts([far, foreign]) == ["waiting", "waiting"]
    assert "as things stand it would be refused: " in far.why and far.rule == "D.combat.4"
    assert "as things stand it would be refused: " in foreign.why
    laid = segment()
    monkeypatch.setattr(DryRun, "good_after", lambda run, lines, dice: {*run.orders})
    assert "as things stand" not in tried(laid, "axis", *lines)[5].why, "some number would help it"


def test_numbers_are_tried_one_after_the_other() -> None:
    assert [TurningDice(first).roll(1, "", "", 6).value for first in range(6)] == [2, 3, 4, 5, 6, 1]
    assert [TurningDice(0).pick(n, "", "", "abc").value for n in range(4)] == [1, 2, 3, 1]


def test_lines_below_a_die_are_judged_as_things_stand() -> None:
    lines = [*MARCH.splitlines(), "attack 4010 with 16 G, 2 G T", "attack 2020 with 45"]
    rulings = tried(drawn(), "soviet", *lines)
    assert verdicts(rulings) == [*["may be done"] * 4, "refused"]
    assert f"line {len(lines) - 1} comes first and can change this" in rulings[-1].why


def broken(game: Game, fault: Exception) -> Game:
    """The game with a rule that fails when moves are ordered."""

    def fail(play: Play, decision: Decision, orders: list[Order]) -> None:
        raise fault

    failing = (replace(one, take=fail) if one.topic == "activate" else one for one in game.choices.all)
    return replace(game, choices=Choices(tuple(failing)))


def test_a_fault_of_a_rule_is_seen_in_a_dry_run() -> None:
    laid = segment()
    with pytest.raises(KeyError, match="a fault of ours"):
        try_sheet(
            broken(laid.game, KeyError("a fault of ours")), laid.state, "axis", list(enumerate(SHEET, 1))
        )


def test_what_the_side_may_not_know_is_no_fault() -> None:
    laid = segment()
    game = broken(laid.game, NotInView("a card"))
    rulings = try_sheet(game, laid.state, "axis", list(enumerate(SHEET, 1)))
    assert verdicts(rulings) == ["may be done", *["not-judged"] * 4]
    assert "only the game itself can decide" in rulings[1].why


def test_a_view_of_a_view_shows_the_same() -> None:
    laid = segment()
    seen = laid.game.view(laid.state, "axis")
    assert seen.hands["soviet"] == ("hidden-soviet-activation", "hidden-soviet-combat")
    again: State = laid.game.view(seen, "axis")
    assert (again.hands, again.cups, again.facts) == (seen.hands, seen.cups, seen.facts)


def test_an_order_for_own_units_and_the_enemys_is_refused_by_its_rule_and_offered_without_them() -> None:
    """It was said to be for units that are not yours, though two of three are."""
    laid = segment()
    laid.order("axis", "play AX6PZ-2")
    (ruling,) = laid.order("axis", "move I-11 Pz, II-11 Pz, 61 Cav to 2514")
    assert (ruling.verdict, ruling.rule, ruling.why) == ("refused", "D.act.all", "61 Cav is not yours")
    assert ruling.legal[0] == "move I-11 Pz, II-11 Pz to 2514"


def test_of_a_bad_line_below_is_said_that_it_needs_a_correction_not_that_it_comes_first() -> None:
    rulings = tried(segment(), "axis", *SHEET[:4], FIRST, "attack 2413 with zzz", "end combat")
    told = {ruling.line: ruling.why for ruling in rulings}
    assert not any("line 6 comes first" in why for why in told.values())
