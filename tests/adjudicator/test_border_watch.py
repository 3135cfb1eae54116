"""The usual phases fire, supply and fog of war, in a small game that has all three."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.by_mail.views import NotInView
from adjudicator.catalogue import find_game
from adjudicator.judging.bots import play_game
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.phases.fighting import Fighting
from adjudicator.phases.firing import Firing
from adjudicator.phases.seeing import UNSEEN, Seeing
from adjudicator.phases.supplying import OUT, Supplying
from adjudicator.phases.turns import Phase
from adjudicator.rulings import CITED, Refused
from adjudicator.wording.clauses import read_clauses
from tests.adjudicator.test_legal import check
from tests.adjudicator.test_offered import picked
from tests.tabletop import Tabletop

FOLDER = Path(__file__).with_name("borderwatch")
GAME = find_game(FOLDER)
RULES: Any = sys.modules["hexpost_game_borderwatch"]
FIRING: Firing = RULES.FIRING
FIGHTING: Fighting = RULES.FIGHTING
SUPPLY: Supplying = RULES.SUPPLY
SIGHT: Seeing = RULES.SIGHT
FAR = {"R5": "0108", "B5": "1001"}
"""A unit of each side where it disturbs nobody."""
GUNS = {"R6": "0304", "R7": "0304", "R1": "0404"}
"""Both guns of Red, and who looks for them."""
POCKET = {"R1": "0505", "B1": "0405", "B2": "0604"}
"""A unit of Red between the zones of two of Blue."""


def table(units: Mapping[str, str], segment: str, dice: Sequence[int] = (), **more: Any) -> Tabletop:
    """These units and no others, in a phase."""
    made = Tabletop(str(FOLDER), {**FAR, **units}, segment=segment, dice=dice, **more)
    made.play.audience = GAME.audience
    return made


def test_every_clause_is_enforced_and_found() -> None:
    assert [clause for clause in read_clauses(GAME) if clause not in CITED["borderwatch"]] == []
    assert CITED["borderwatch"]["5.2"] == ["adjudicator.phases.firing:Firing.check_near"]
    assert "adjudicator.phases.fighting:Fighting.roll" in CITED["borderwatch"]["4.5"]


@pytest.mark.parametrize("bots", ["random", "purposeful"])
def test_bots_play_it_to_its_end(bots: str) -> None:
    assert play_game(GAME, "border", bots=bots).state.over is not None


def test_what_is_legal_would_stand_on_the_view_of_the_side() -> None:
    chance = random.Random("legal")
    for state, decision in picked(GAME, "legal", 60, 20):
        check(GAME, state, decision, chance)


# -- fire --------------------------------------------------------------------------------------------------


def test_the_strengths_of_who_fires_are_added_up_and_give_the_column() -> None:
    made = table({**GUNS, "B1": "0604"}, "R.FIRE", [5])
    assert made.verdict("red", "fire 0604 by R6, R7") == ("done", "")
    (fire,) = made.found("FireResolved")
    assert (fire["attack"], fire["column"], fire["result"], fire["side"]) == (10, "8+", "D1", "red")
    assert made.steps("B1") == 1
    assert made.said()[0] == "R6 and R7 fire at 0604."


def test_a_retreat_by_fire_leaves_no_advance() -> None:
    made = table({**GUNS, "B1": "0504"}, "R.FIRE", [4])
    made.order("red", "fire 0504 by R6")
    assert made.found("FireResolved")[0]["result"] == "R"
    assert made.asked()[1] == "blue"
    made.order("blue", made.asked()[2][0])
    assert made.at("B1") != "0504"
    assert made.asked()[1] == "red" and made.state.waiting()[0].topic == "fire"


def test_fire_needs_range_and_each_fires_once_at_a_hex_that_was_not_fired_at() -> None:
    made = table({**GUNS, "B1": "0604", "B2": "0603", "R2": "0504"}, "R.FIRE", [1])
    assert made.verdict("red", "fire 0604 by R1") == ("refused", "5.2")
    assert made.verdict("red", "fire 1001 by R6") == ("refused", "5.2")
    assert made.verdict("red", "fire 0404 by R6") == ("refused", "5.1")
    assert made.verdict("red", "fire 0604 by B6") == ("refused", "1.1")
    assert made.verdict("red", "fire 0604 by R6") == ("done", "")
    assert made.verdict("red", "fire 0603 by R6") == ("refused", "5.1")
    assert made.verdict("red", "fire 0604 by R7") == ("refused", "5.1")


def test_the_refusal_of_a_hex_out_of_range_tells_both_numbers() -> None:
    made = table(GUNS, "R.FIRE")
    with pytest.raises(Refused, match=r"0704 is 4 hexes from R6. Its range is 3"):
        FIRING.check_near(made.state, "0704", made.state.units["R6"])


def test_fire_is_shifted_by_the_policy_of_the_game() -> None:
    made = table({"R6": "0304", "R1": "0405", "B1": "0406"}, "R.FIRE", [6])
    made.order("red", "fire 0406 by R6")
    (fire,) = made.found("FireResolved")
    assert (fire["column"], [one["rule"] for one in fire["shifts"]]) == ("1-3", ["5.6"])


def test_a_game_may_say_why_a_unit_does_not_fire_at_a_hex() -> None:
    made = table({"R6": "0304", "R7": "0404", "B1": "0604", "B2": "0606"}, "R.FIRE")
    state = made.state.but(units={**made.state.units, "R7": replace(made.state.units["R7"], at="0101")})
    assert FIRING.may(state, state.units["R6"], "0604").startswith("no unit of yours is within two hexes")
    assert list(FIRING.legal(state, "red")) == []


def test_a_strength_below_the_first_column_is_refused() -> None:
    made = table({**GUNS, "B1": "0604"}, "R.FIRE")
    chart = replace(FIRING.chart(), columns=("9-10", "11-12", "13+"))
    strict, guns = replace(FIRING, chart=lambda: chart), [made.state.units[one] for one in ("R6", "R7")]
    strict.check_odds(made.state, "0604", guns)
    with pytest.raises(Refused, match="the strength is lower than 9-10") as refused:
        strict.check_odds(made.state, "0604", guns[:1])
    assert refused.value.rule == "5.4"


def test_a_dry_run_foretells_a_fire_by_its_value() -> None:
    made = table({**GUNS, "B1": "0604"}, "R.FIRE")
    told = GAME.choices.foretell(made.state, GAME.grammar("red").read("fire 0604 by R6"))
    assert told == "value 5, column 4-7: die 1-3: -, 4: R, 5-6: D1"


def test_a_game_with_fire_and_attacks_reads_each_on_its_own_table() -> None:
    made = table({"R1": "0404", "B1": "0504"}, "R.COMBAT", [1])
    made.order("red", "attack 0504 by R1")
    (fight,) = made.found("OddsResolved")
    assert (fight["column"], fight["result"], made.found("FireResolved")) == ("1-1", "A1", [])
    assert made.steps("R1") == 1


# -- supply ------------------------------------------------------------------------------------------------


def test_a_unit_behind_enemy_zones_is_marked_and_loses_the_marker_when_a_line_is_open() -> None:
    ring = {"B1": "0404", "B2": "0605", "B3": "0506"}
    made = table({"R1": "0505", **ring}, "R.SUPPLY")
    assert made.state.units["R1"].flags == {OUT} and not made.state.units["R5"].flags
    free = table({"R1": "0505 full out-of-supply", "B1": "0605"}, "R.SUPPLY")
    assert not free.state.units["R1"].flags
    assert [event["why"] for event in free.found("FlagsChanged")] == ["in supply again"]


def test_an_own_unit_keeps_a_line_open_through_an_enemy_zone() -> None:
    ring = {"B1": "0404", "B2": "0605", "B3": "0506"}
    alone = table({"R1": "0505", **ring}, "R.SUPPLY")
    both = table({"R1": "0505", "R2": "0405", **ring}, "R.SUPPLY")
    assert alone.state.units["R1"].flags == {OUT}
    assert SUPPLY.lines(both.state, "red").line("0505")[:2] == ("0505", "0405")
    assert not both.state.units["R1"].flags


def test_no_line_runs_through_an_enemy_unit() -> None:
    made = table({"R1": "0505", "B1": "0405"}, "R.MOVE")
    assert "0405" not in SUPPLY.lines(made.state, "red").line("0505")


def test_a_line_may_be_limited_and_barred() -> None:
    made = table({"R1": "0404"}, "R.MOVE")
    assert SUPPLY.lines(made.state, "red").supplied("0404")
    assert not replace(SUPPLY, most=2).lines(made.state, "red").supplied("0404")
    dry = replace(SUPPLY, crosses=lambda board, a, b: not b.startswith("03"))
    assert not dry.lines(made.state, "red").supplied("0404")


def test_a_marked_unit_fights_and_moves_at_half() -> None:
    made = table({"R1": "0404 full out-of-supply", "B1": "0504 reduced"}, "R.COMBAT", [3])
    made.order("red", "attack 0504 by R1")
    (fight,) = made.found("OddsResolved")
    assert fight["attack"] == 2 and fight["parts"][0]["rule"] == "6.3"
    moving = table({"R1": "0404 full out-of-supply", "R2": "0404"}, "R.MOVE")
    assert moving.verdict("red", "move R1 via 0403-0402-0401") == ("refused", "3.2")
    assert moving.verdict("red", "move R2 via 0403-0402-0401") == ("done", "")


def test_a_marked_unit_loses_a_step_after_the_combat_of_its_side() -> None:
    units = {"R1": "0404 full out-of-supply", "R2": "0404 reduced out-of-supply", "R3": "0404", "B1": "0504"}
    made = table({**units, "B2": "0606 full out-of-supply"}, "R.COMBAT")
    made.order("red", "end")
    assert (made.steps("R1"), made.at("R2"), made.steps("R3"), made.steps("B2")) == (1, "eliminated", 2, 2)
    assert {event.rule for event in made.events if event.kind == "StepLost"} == {"6.5"}


def test_a_clause_that_a_game_does_not_have_does_nothing() -> None:
    made = table({"R1": "0404 full out-of-supply"}, "R.MOVE")
    unit, none = made.state.units["R1"], replace(SUPPLY.clauses, fights="", moves="")
    mild = replace(SUPPLY, clauses=none)
    assert (mild.allowance(made.state, unit), mild.changes(made.state, "0504", unit, True)) == (3, ())


# -- fog of war --------------------------------------------------------------------------------------------

STACK = {"R1": "0304", "R2": "0304", "B1": "0804"}


def test_of_a_stack_far_away_only_the_top_unit_is_seen() -> None:
    made = table(STACK, "R.MOVE")
    seen = GAME.view(made.state, "blue").units
    assert (seen["R1"].at, seen["R2"].at) == ("0304", UNSEEN)
    assert GAME.view(made.state, "red").units["R2"].at == "0304"


def test_who_is_near_sees_the_whole_stack() -> None:
    made = table({**STACK, "B1": "0504"}, "R.MOVE")
    assert GAME.view(made.state, "blue").units["R2"].at == "0304"
    far = replace(SIGHT, reach=lambda state, unit: 1)
    assert far.view(made.state, "blue").units["R2"].at == UNSEEN


def test_the_enemy_does_not_read_of_the_move_of_a_unit_that_is_not_seen() -> None:
    made = table({**STACK, "R3": "0404"}, "R.MOVE")
    made.order("red", "move R2 to 0305\nmove R3 to 0304\nend")
    moves = {event.facts()["unit"]: event for event in made.events if event.kind == "UnitMoved"}
    assert moves["R2"].seen_by("blue"), "it is on top where it ends"
    made = table({**STACK, "R3": "0302", "R4": "0302"}, "R.MOVE")
    made.order("red", "move R4 to 0304")
    (move,) = [event for event in made.events if event.kind == "UnitMoved"]
    assert move.seen_by("red") and not move.seen_by("blue")


def test_the_enemy_does_not_read_in_a_phase_who_has_moved() -> None:
    made = table(STACK, "R.MOVE")
    made.order("red", "move R2 to 0305")
    blue, red = (GAME.view(made.state, side).frames[0].facts for side in ("blue", "red"))
    assert "moved" not in blue and list(red["moved"]) == ["R2"]


def test_a_unit_that_fires_is_seen() -> None:
    units = {"R1": "0404", "R2": "0305", "R6": "0305", "R7": "0305", "B1": "0604", "B2": "0503"}
    made = table(units, "R.FIRE", [1])
    assert GAME.view(made.state, "blue").units["R6"].at == UNSEEN
    made.order("red", "fire 0604 by R6")
    seen = GAME.view(made.state, "blue").units
    assert (seen["R6"].at, seen["R7"].at) == ("0305", UNSEEN)
    (fire,) = [event for event in made.events if event.kind == "FireResolved"]
    assert fire.seen_by("blue")


def test_a_dry_run_of_an_attack_on_a_stack_that_is_not_seen_tells_no_odds() -> None:
    made = table({"R1": "0304", "B1": "0604", "B2": "0604"}, "R.MOVE")
    seen = GAME.view(made.state, "red")
    near = seen.with_unit(replace(seen.units["R1"], at="0504"))
    with pytest.raises(NotInView):
        FIGHTING.odds(near, "0604", [near.units["R1"]])
    again = GAME.view(near, "red")
    with pytest.raises(NotInView):
        FIGHTING.odds(again, "0604", [again.units["R1"]])
    rulings = try_sheet(
        GAME, made.state, "red", list(enumerate(["move R1 to 0504", "end", "attack 0604 by R1"], 1))
    )
    assert rulings[0].verdict == "may be done" and "column" not in rulings[-1].why


# -- what they share ---------------------------------------------------------------------------------------


def test_a_unit_that_is_not_on_the_map_does_not_fire() -> None:
    made = table({**GUNS, "R7": "eliminated", "B1": "0604"}, "R.FIRE")
    assert made.verdict("red", "fire 0604 by R7") == ("refused", "5.2")


def test_a_bot_that_wants_to_win_fires() -> None:
    made = table({**GUNS, "B1": "0604"}, "R.FIRE")
    lines = FIRING.purpose(made.state, made.state.waiting()[0], random.Random(1))
    assert lines == ["fire 0604 by R6, R7"]


def test_an_enemy_without_a_zone_bars_a_line_too() -> None:
    made = table({"R1": "0305", "B1": "0205", "B2": "0204", "B3": "0304"}, "R.MOVE")
    ground = replace(SUPPLY.ground, exerts=lambda state, unit: False)
    line = replace(SUPPLY, ground=ground).lines(made.state, "red").line("0305")
    assert line and not {"0205", "0204", "0304"} & set(line)


def test_a_drag_goes_the_way_of_the_movement_that_is_asked_for() -> None:
    march = RULES.MARCH
    rail = replace(march, verb="rail", topic="rail", allowance=lambda state, unit: 9)
    phases = (Phase("R.MOVE", "", "3.1", "red", march), Phase("R.RAIL", "", "3.1", "red", rail))
    whole: Any = GAME.start
    made = replace(whole.__self__, turns=replace(RULES.TURNS, phases=phases))
    state = table({"R1": "0404"}, "R.MOVE").state
    ways = [made.way(state, topic, state.units["R1"], "0404", "0904") for topic in ("move", "rail", "")]
    assert [len(way) for way in ways] == [0, 5, 0]
