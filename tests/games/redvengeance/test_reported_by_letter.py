"""What both sides report, letter by letter: dates, losses, exits, control, what is not on the map."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from adjudicator.events import ControlChanged, UnitEliminated
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.events import CgsDecided, ElrChanged, FightEnded
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, SIDES, other
from adjudicator.games.redvengeance.questions.firefight import game_turn
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.games.redvengeance.situation.modifiers import effective_elr
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Frame, State, Unit
from tests.games.redvengeance.firefight import fight, told
from tests.games.redvengeance.table import a_play
from tests.games.redvengeance.test_initiative import GAME

SHEETS = count(1)
RUSSIANS = {"R": "4-5-8 K12", "T": "T-34/85 K12", "C": "2-2-8 K12"}
GERMANS = {"G": "6-5-8 K13", "L": "9-1 K13", "D": "8-0-gestapo K13"}
ASSAULT = {"case": "russian", "first": "russian", "chits": {"russian": "attack", "german": "idle"}}
REST = "pass 8.601-8.615"
NOTHING = "report CVP of={} suffered=0 vehicles=0 moabit=0 capture=0 refit=0 elr=0"


def begun(german: dict[str, str], russian: dict[str, str], *dice: int, turn: int = 1, **facts: Any) -> Play:
    """A firefight that has come to this Game Turn, and in which the Russian moves first, as by mail."""
    segment = facts.pop("segment", "PLAY")
    control = {"k13": GERMAN, "k12": RUSSIAN, **facts.pop("control", {})}
    state = fight(german, russian, turn=4, control=control, **{**ASSAULT, **facts}).state
    frame = Frame(segment, facts={"mover": RUSSIAN} if segment == "PLAY" else {})
    tracks = {**dict.fromkeys(state.tracks, 0), "game-turn": turn if segment == "PLAY" else 0, **state.tracks}
    play = a_play(state.but(frames=(frame,), tracks=tracks), *dice)
    run_on(GAME, play)
    return play


def letter(play: Play, side: str, *lines: str) -> list[Ruling]:
    """The rulings on a letter of a side; the play has run on."""
    found = list(judge(GAME, play, side, list(enumerate(lines, 1)), next(SHEETS)))
    play.rulings.clear()
    return found


def verdicts(play: Play, side: str, *lines: str) -> list[str]:
    """Of each line its verdict, and the clause that refuses it."""
    return [f"{one.verdict} {one.rule}".strip() for one in letter(play, side, *lines)]


def both(play: Play, *lines: str) -> None:
    """Both sides file the same."""
    assert set(verdicts(play, RUSSIAN, *lines)) == {"waiting"}
    assert set(verdicts(play, GERMAN, *lines)) == {"done"}


# -- CG32: how a date ends ------------------------------------------------------------------------------


@pytest.mark.rule("CG32.5", "CG32.1")
@pytest.mark.parametrize("turn", [1, 2, 4, 5, 8])
def test_the_defender_alone_ends_no_date_before_its_turn_is_over(turn: int) -> None:
    play = begun({}, {}, turn=turn)
    for rolled in (5, 6, 7, 8):
        assert verdicts(play, GERMAN, f"roll GAMEEND turn={rolled}")[0].startswith("refused CG32")
    assert (play.state.segment, game_turn(play.state)) == ("PLAY", turn)


@pytest.mark.rule("CG32.1", "CG32.2", "CG32.3", "CG32.4", "CG32.5")
def test_each_die_is_rolled_once_when_both_player_turns_are_over() -> None:
    play = begun({}, {}, 2, 4, 6, turn=1)
    for turn in range(1, 9):
        assert game_turn(play.state) == turn
        assert verdicts(play, GERMAN, "endturn") == ["refused CG32.5"]
        assert verdicts(play, RUSSIAN, "endturn") == ["done"]
        early = letter(play, GERMAN, f"roll GAMEEND turn={max(turn, 5)}")[0]
        assert (early.verdict, early.legal[:1]) == ("refused", ("endturn",))
        assert verdicts(play, GERMAN, "endturn") == ["done"]
        if turn in {5, 6, 7}:
            assert verdicts(play, RUSSIAN, f"roll GAMEEND turn={turn}", "endturn") == ["refused CG32.5"] * 2
            assert verdicts(play, GERMAN, f"roll GAMEEND turn={turn}") == ["done"]
    assert play.state.segment == "8.601"
    assert [event.rule for event in play.events if isinstance(event, FightEnded)] == ["CG32.4"]


# -- CG18: the ELR falls at once ------------------------------------------------------------------------


@pytest.mark.rule("CG18.1")
@pytest.mark.parametrize(("segment", "turn"), [("PLAY", 1), ("8.601", 0)])
def test_the_elr_falls_with_the_line_that_books_the_last_party_leader(segment: str, turn: int) -> None:
    leaders = {"A": "10-0-party K13", "B": "9-0-party K13"}
    play = begun(leaders, {}, segment=segment, turn=turn)
    both(play, "report LOST unit=A")
    assert effective_elr(play.state, GERMAN, "6-5-8") == 4
    both(play, "report LOST unit=B")
    assert effective_elr(play.state, GERMAN, "6-5-8") == 3
    assert [event.rule for event in play.events if isinstance(event, ElrChanged)] == ["CG18.1"]


# -- CG24: losses are what was booked -------------------------------------------------------------------


@pytest.mark.rule("CG24.2", "VC-CGS.1")
def test_no_report_of_losses_has_fewer_than_were_booked() -> None:
    play = begun(GERMANS, RUSSIANS)
    both(play, "report LOST unit=G", "report LOST unit=L", "report LOST unit=T", "report LOST unit=C")
    for side in SIDES:
        letter(play, side, "pass")
    few = letter(play, RUSSIAN, *map(NOTHING.format, SIDES))
    assert [one.why for one in few] == [
        "the russian side has booked more losses: infantry and crews 0, booked 1; "
        "vehicles 0, booked 1 or more",
        "the german side has booked more losses: infantry and crews 0, booked 3 or more",
    ]
    legal = [one.legal[0] for one in few]
    assert legal == [
        "REPORT CVP of=russian suffered=2 vehicles=1 moabit=0 capture=0 refit=0 elr=1",
        "REPORT CVP of=german suffered=3 vehicles=0 moabit=0 capture=0 refit=0 elr=3",
    ]
    assert verdicts(play, RUSSIAN, *legal, "as is")[:2] == ["waiting", "waiting"]
    more = "report CVP of=german suffered=9 vehicles=0 moabit=0 capture=0 refit=0 elr=9"
    assert verdicts(play, GERMAN, more) == ["waiting"], "the base rules may have more for a leader"


@pytest.mark.rule("CG24.2", "RePh8.6032", "VC-CGS.1")
def test_what_was_booked_and_not_reported_decides_the_date_all_the_same() -> None:
    play = begun({"G": "6-5-8 K13"}, {"R": "4-5-8 K12", "S": "4-5-8 K12"}, control_start={"k13": GERMAN})
    both(play, "report LOST unit=R", "report LOST unit=S", "report AT unit=G hex=K14")
    for side in (*SIDES, *SIDES):
        letter(play, side, "pass" if play.state.segment == "PLAY" else REST)
    (decided,) = [event for event in play.events if isinstance(event, CgsDecided)]
    assert (decided.winner, "not more than twice the 4 CVP suffered (8)" in decided.why) == (GERMAN, True)
    assert campaign(play.state).last["cvp-russian"] == 4
    assert campaign(play.state).toll == {}, "it begins anew with the next date"


@pytest.mark.rule("CG24.2", "BRV8.2.1")
@pytest.mark.parametrize(("unit", "line", "toll"), [
    ("8-3-8 K13", "report ELRFAIL unit=G", {}),
    ("6-5-8 K13", "report ELRFAIL unit=G", {}),
    ("6-5-8 K13", "report LOST unit=G", {"infantry": 2}),
    ("9-1 K13", "report WOUND unit=G", {}),
    ("9-1 K13 wounded", "report WOUND unit=G", {"leaders": 1}),
    ("LMG K13", "report LOST unit=G", {}),
    ("75-PAK-40 K13", "report LOST unit=G", {}),
    ("mk-iv-h K13 immobilized", "report DEAD unit=G weapons=none", {"vehicles": 1}),
])  # fmt: skip
def test_what_a_report_costs(unit: str, line: str, toll: dict[str, int]) -> None:
    play = begun({"G": unit}, {})
    both(play, line)
    assert campaign(play.state).toll.get(GERMAN, {}) == toll


@pytest.mark.rule("BRV14.2.2", "CG24.2")
def test_casualty_reduction_costs_half_a_squad() -> None:
    play = begun({}, {"R": "6-2-8 Y19 banner"})
    both(play, "report BREAK unit=R")
    assert campaign(play.state).toll == {RUSSIAN: {"infantry": 1}}


@pytest.mark.rule("CG16.6", "VC-CGS.2")
def test_moabit_prisoners_are_booked_apart() -> None:
    play = begun({}, {"M": "3-3-7 K12"})
    both(play, "report LOST unit=M")
    assert campaign(play.state).toll == {RUSSIAN: {"moabit": 2}}
    for side in SIDES:
        letter(play, side, "pass")
    told_ = letter(play, RUSSIAN, NOTHING.format(RUSSIAN))[0]
    assert told_.legal == ("REPORT CVP of=russian suffered=2 vehicles=0 moabit=2 capture=0 refit=0 elr=0",)


@pytest.mark.rule("CG24.4", "RePh8.6123.1")
def test_infantry_lost_in_the_refit_phase_counts_for_the_elr_unreported() -> None:
    tracks = {"elr-carry-german": 66}
    play = begun(GERMANS, {}, segment="8.602", tracks=tracks)
    lines = (
        "report STEP 8.602 unit=L to=eliminated",
        NOTHING.format(GERMAN).replace("suffered=0", "suffered=1").replace("elr=0", "elr=1"),
        NOTHING.format(RUSSIAN),
        "report STEP 8.6042 unit=G to=eliminated",
        REST.replace("8.601", "8.602"),
    )
    for side in SIDES:
        letter(play, side, *lines)
    assert play.state.segment == "8.6151"
    assert play.state.tracks["elr-carry-german"] == 69 and "elr-lost-german" not in play.state.tracks


# -- CG20: who leaves the map ---------------------------------------------------------------------------


@pytest.mark.rule("CG20.8", "RePh0.1")
def test_no_side_alone_lifts_a_unit_off_the_map() -> None:
    units = {"R": "4-5-8 H0 broken", "X": "4-5-8 X10 broken", "T": "T-34/85 X12"}
    play = begun({}, units, 1, 1, control={"a5": RUSSIAN}, control_start={"A5": RUSSIAN})
    lines = "report EXIT unit=X hex=A5 ml=8", "report EXIT unit=T hex=H0", "report EXIT unit=R hex=H0 ml=8"
    assert verdicts(play, RUSSIAN, *lines) == ["refused CG20.8", "refused CG20.8", "waiting"]
    assert [play.state.units[one].at for one in "RXT"] == ["h0", "x10", "x12"]
    assert verdicts(play, GERMAN, lines[2]) == ["done"]
    assert play.state.units["R"].at == "off-map"


@pytest.mark.rule("CG20.8", "CG14.1")
def test_a_letter_may_say_where_a_unit_is_and_what_it_does_there() -> None:
    play = begun({}, {"R": "4-5-8 F3", "T": "T-34/85 H3"})
    lines = (
        "report AT unit=T hex=H0", "report EXIT unit=T hex=H0",
        "report AT unit=R hex=G5", "control G5,G6 by=R of=russian",
    )  # fmt: skip
    both(play, *lines)
    assert play.state.units["T"].at == "off-map"
    assert {play.state.control[one] for one in ("g5", "g6")} == {RUSSIAN}


@pytest.mark.rule("CG20.5")
def test_only_sw_in_its_location_leave_with_a_unit() -> None:
    play = begun({}, {"R": "4-5-8 H0 broken", "M": "LMG K12"}, 6, 6)
    assert verdicts(play, RUSSIAN, "report EXIT unit=R hex=H0 ml=8 sw=M") == ["refused CG20.5"]
    assert verdicts(play, RUSSIAN, "report EXIT unit=R hex=H0 ml=8 sw=NONE") == ["refused CG20.5"]


# -- CG14: control changes with a cause -----------------------------------------------------------------


@pytest.mark.rule("CG14.1")
@pytest.mark.parametrize(("line", "why"), [
    ("control K13,K14 by=S", "S is in H0. K13 is not connected with that hex"),
    ("control K13 by=B", "B is not on the map. It has been bought, and has not entered"),
    ("control K13 by=O", "O is not on the map. It waits off the map"),
    ("control K13", "name the Good Order MMC that has taken control: by=UNIT"),
    ("control K13,M20 by=R", "R is in K12. M20 is not connected with that hex"),
])  # fmt: skip
def test_who_is_not_there_takes_no_control(line: str, why: str) -> None:
    play = begun({}, {"S": "4-5-8 H0", "B": "4-5-8 bought", "O": "4-5-8 off-map", "R": "4-5-8 K12"})
    told_ = letter(play, RUSSIAN, line)[0]
    assert (told_.rule, told_.why) == ("CG14.1", why)
    assert not any(isinstance(event, ControlChanged) for event in play.events)


@pytest.mark.rule("CG14.1")
def test_who_is_there_takes_control_of_its_hex_and_those_on_its_way() -> None:
    play = begun({}, {"R": "4-5-8 K12"})
    both(play, "control K13,K14 by=R of=russian")
    assert {play.state.control[one] for one in ("k13", "k14")} == {RUSSIAN}


# -- what is bought or off the map ----------------------------------------------------------------------

OFF = {"bought": "bought", "off-map": "off-map", "reserve": "reserve"}


@pytest.mark.rule("RePh0.1", "BRV16.6.1", "BRV16.1.1", "BRV16.3.1")
@pytest.mark.parametrize("at", OFF)
@pytest.mark.parametrize("text", [
    "vatc unit=V ml=8", "report exposed unit=V", "report sewer unit=N hex=K13",
    "report morale unit=S for=rally", "report bridge unit=S hex=I9 mf=2", "report lost unit=N",
    "report lost unit=P", "report break unit=S", "report wound unit=N", "report selfrally unit=S",
    "report pf unit=S", "report fire unit=S mode=prep", "report bog unit=V hex=K13 colored=5",
    "report contact unit=N", "report hob unit=S dr=4", "report elrfail unit=S", "report stun unit=V",
    "report dead unit=V weapons=none", "report reveal unit=S", "report exit unit=S hex=A20",
    "report at unit=S hex=K14", "report berserk unit=S", "report rout unit=S", "control K13 by=S",
    "report freedom unit=N by=leader", "report engaged unit=S by=mg",
    "report heat unit=V th=8 dr=6 tk=20", "report sight unit=V by=R", "report collapse unit=V hex=I9",
])  # fmt: skip
def test_nothing_happens_at_the_table_to_a_unit_that_is_not_there(text: str, at: str) -> None:
    units = {"V": f"mk-iv-h {at}", "N": f"9-1 {at}", "S": f"6-5-8 {at}", "P": f"75-PAK-40 {at}"}
    play = begun(units, {"R": "4-5-8 K12"})
    before = len(play.events)
    assert verdicts(play, GERMAN, text)[0].startswith("refused")
    assert told(play, before) == [] and play.state.rolled == 0
    assert not [event for event in play.events[before:] if event.seen_by(RUSSIAN)]


# -- secrets --------------------------------------------------------------------------------------------

UNSEEN = ("hip", "cloaked", "concealed")


@pytest.mark.rule("RePh0.1", "ROST.5", "BRV16.1.1", "BRV16.3.2", "BRV16.6.2")
@pytest.mark.parametrize("flag", UNSEEN)
@pytest.mark.parametrize("text", [
    "report exposed unit=V", "vatc unit=V ml=8", "report sewer unit=N hex=K13",
    "report bridge unit=S hex=I9 mf=2", "report morale unit=S for=rally", "report contact unit=N",
    "report hob unit=S dr=4", "report at unit=S hex=K14", "report bog unit=V hex=K13 colored=5",
    "report fire unit=S mode=prep", "bh W", "report unload unit=S", "report cut unit=X hex=I9",
    "report sight unit=V by=R", "roll ARMAMENT unit=V", "report ambush unit=S dr=3",
    "report substitute unit=N by=W",
])  # fmt: skip
def test_what_the_rulebook_does_not_open_is_heard_by_its_owner_alone(text: str, flag: str) -> None:
    units = {
        "V": f"mk-iv-h K13 {flag}", "N": f"9-1 K13 {flag}", "S": f"6-5-8 K13 {flag}",
        "W": f"4-4-7 K13 {flag}", "X": f"DC I9 dc-set {flag}",
    }  # fmt: skip
    facts: dict[str, Any] = {
        "bridges": {"I9": "partial"},
        "limits": {"I9": 30},
        "hooks": {"armament-mk iv h": 3},
    }
    plain = {"R": "4-5-8 K12"}
    play = begun(units, plain, 6, 6, **facts)
    before, seen = len(play.events), view(play.state, RUSSIAN)
    letter(play, GERMAN, text)
    heard = [event for event in play.events[before:] if event.seen_by(RUSSIAN) and event.kind != "FactNoted"]
    assert heard == [] and play.state.rolled == 0
    now = view(play.state, RUSSIAN)
    assert (named(now), now.facts, now.rolled) == (named(seen), seen.facts, seen.rolled)
    if not text.startswith("report at"):
        assert now.units == seen.units, "the counter under which the unit is has moved"
    assert {one.player for one in play.state.decisions} == {*SIDES}


def named(state: State) -> dict[str, Unit]:
    """The units of a side's view, without the counters that lie on units which it does not see."""
    return {id_: unit for id_, unit in state.units.items() if not unit.kind.startswith(("conceal", "cloak"))}


@pytest.mark.rule("RePh0.1", "CG20.1")
@pytest.mark.parametrize("line", ["report LOST unit=S", "report BREAK unit=S", "report REVEAL unit=S"])
@pytest.mark.parametrize("flag", UNSEEN)
def test_what_the_enemy_has_done_to_a_unit_is_open(line: str, flag: str) -> None:
    play = begun({"S": f"6-5-8 K13 {flag}"}, {"R": "4-5-8 K12"})
    letter(play, GERMAN, line)
    assert any("S" in text.split() or "unit=S" in text for text in heard_by(play, RUSSIAN))


def heard_by(play: Play, side: str) -> list[str]:
    """All that the events tell a side, the filing of lines with it."""
    return [repr(event).replace("'", " ") for event in play.events if event.seen_by(side)]


@pytest.mark.rule("RePh0.1", "BRV8.503.2")
@pytest.mark.parametrize("flag", ["reserve", "hip", "concealed"])
def test_a_unit_that_a_report_lays_open_is_seen_from_then_on(flag: str) -> None:
    play = begun({"S": f"6-5-8 K13 {flag}"}, {"R": "4-5-8 K12"})
    assert "S" not in view(play.state, RUSSIAN).units
    letter(play, GERMAN, "report berserk unit=S")
    letter(play, RUSSIAN, "report berserk unit=S")
    assert view(play.state, RUSSIAN).units["S"].flags == {"berserk"}


@pytest.mark.rule("RePh0.1", "ROST.5")
def test_a_step_of_a_hidden_unit_names_it_to_nobody_and_its_loss_lays_it_open_first() -> None:
    play = begun({"S": "6-5-8 K13 hip"}, {}, segment="8.6041")
    line = "report STEP 8.6041 unit=S add=encircled"
    before = len(play.events)
    assert verdicts(play, GERMAN, line) == ["done"]
    assert not [e for e in play.events[before:] if e.seen_by(RUSSIAN) and e.kind != "FactNoted"]
    assert "encircled" in play.state.units["S"].flags and campaign(play.state).signed == {}
    lost = letter(play, GERMAN, "report STEP 8.6041 unit=S to=eliminated")[0]
    assert lost.verdict == "refused" and "report REVEAL unit=S" in lost.legal


@pytest.mark.rule("BRV16.1.1")
def test_cloaked_passengers_lie_open_with_the_vehicle_that_carries_them() -> None:
    units = {"V": "mk-iv-h K13 hip bu", "P": "6-5-8 K13 cloaked passenger"}
    play = begun(units, {})
    letter(play, GERMAN, "report exposed unit=V")
    assert not {"V", "P"} & view(play.state, RUSSIAN).units.keys()
    assert verdicts(play, GERMAN, "report exposed unit=V") == ["refused BRV16.1.1"]
    letter(play, GERMAN, "report reveal unit=V")
    assert {"V", "P"} <= view(play.state, RUSSIAN).units.keys()


# -- twice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh0.1", "BRV0.5")
@pytest.mark.parametrize(("unit", "line"), [
    ("6-5-8 K13", "report LOST unit=S"), ("6-5-8 K13", "report BREAK unit=S"),
    ("6-5-8 K13", "report BERSERK unit=S"),
    ("6-5-8 K13 broken", "report RALLY unit=S by=L result=rallied"),
    ("mk-iv-h K13 immobilized", "report DEAD unit=S weapons=none"),
    ("mk-iv-h K13 out-of-gas", "report SCROUNGE unit=S"),
])  # fmt: skip
def test_nothing_befalls_a_unit_twice(unit: str, line: str) -> None:
    play = begun({"S": unit, "L": "9-1 K13"}, {})
    assert verdicts(play, RUSSIAN, line, line) == ["waiting", "waiting"]
    first, *more = verdicts(play, GERMAN, line, line)
    assert first == "done" and more[0].startswith("refused")
    assert verdicts(play, RUSSIAN, line)[0].startswith("refused")
    assert sum(isinstance(event, UnitEliminated) for event in play.events) <= 1


@pytest.mark.rule("BRV16.6.5", "BRV14.3.5", "BRV9.212.1")
def test_who_has_spent_his_mp_tries_again_in_his_next_player_turn() -> None:
    play = begun({"V": "mk-iv-h K13"}, {"T": "T-34/85 K12"}, 1, 1, 1, 1)
    assert verdicts(play, RUSSIAN, "vatc unit=T ml=8", "vatc unit=T ml=8") == ["done", "refused BRV16.6.5"]
    assert "stopped" in play.state.units["T"].flags
    letter(play, RUSSIAN, "endturn")
    assert play.state.units["T"].flags == frozenset()
    assert verdicts(play, GERMAN, "vatc unit=V ml=8") == ["done"]


@pytest.mark.rule("BRV9.21.1")
def test_a_vehicle_crosses_in_its_own_player_turn() -> None:
    play = begun({"V": "mk-iv-h K10"}, {}, barricades={"K10/K11": "whole"})
    assert verdicts(play, GERMAN, "cross V side=K10/K11 mp=half fire=survived") == ["refused BRV9.21.1"]


@pytest.mark.rule("BRV11.315.1", "RePh0.1")
def test_no_side_alone_ends_a_phase() -> None:
    play = begun({"D": "DC I9 dc-set"}, {}, bridges={"I9": "partial"}, own_german={"dc_fired": ("I9",)})
    assert verdicts(play, RUSSIAN, "report PHASE") == ["waiting"]
    assert play.state.units["D"].at == "i9"
    assert verdicts(play, GERMAN, "report PHASE") == ["done"]
    assert play.state.units["D"].at == "eliminated"
    assert own(play.state, GERMAN).lost == ("D",)


@pytest.mark.rule("RePh8.602", "RePh8.6062")
@pytest.mark.parametrize(("step", "flag"), [("8.602", "pinned"), ("8.6062", "encircled")])
def test_after_the_step_that_removes_them_no_marker_is_left(step: str, flag: str) -> None:
    play = begun({"G": f"6-5-8 K13 {flag}", "H": f"6-5-8 K13 broken {flag} hip"}, {}, segment=step)
    for side in SIDES:
        letter(play, side, f"pass {step}")
    assert [play.state.units[one].flags for one in "GH"] == [frozenset(), {"broken", "hip"}]
    assert not any("H" in text.split() for text in heard_by(play, RUSSIAN))


# -- 8.6054 to 8.6056 -----------------------------------------------------------------------------------


RING = ("k20", "k22", "j20", "j21", "l20", "l21")


@pytest.mark.rule("RePh8.6054")
@pytest.mark.parametrize(("units", "extra", "taken"), [
    ({}, {}, True),
    ({"R": "4-5-8 K21"}, {}, False),
    ({"R": "4-5-8 K21 hip"}, {}, True),
    ({}, {"k21": RUSSIAN}, False),
])  # fmt: skip
def test_what_the_hexes_of_one_side_enclose_is_its_own(
    units: dict[str, str], extra: dict[str, str], taken: bool
) -> None:
    play = begun({}, units, segment="8.6053", control={**dict.fromkeys(RING, GERMAN), **extra})
    for side in SIDES:
        letter(play, side, "pass 8.6053-8.6054")
    assert play.state.segment == "8.6055"
    assert (play.state.control.get("k21") == GERMAN) == taken


@pytest.mark.rule("RePh8.6055", "RePh8.6056", "RePh8.606")
def test_who_is_in_an_area_follows_from_control() -> None:
    play = begun({"G": "6-5-8 K13", "O": "6-5-8 M20"}, {"R": "4-5-8 K12"}, segment="8.6055")
    inside = "report STEP 8.6055 unit={} to=K13:1".format
    assert verdicts(play, GERMAN, inside("O"), "report STEP 8.6055 unit=O") == [
        "waiting",
        "refused RePh8.6055",
    ]
    for side in SIDES * 3:
        letter(play, side, "pass 8.6055")
    assert play.state.segment == "8.6056"
    lines = [f"report STEP 8.6056 unit={one}" for one in "GO"]
    assert verdicts(play, GERMAN, *lines) == ["refused RePh8.6056", "waiting"]
    for side in SIDES * 3:
        letter(play, side, "pass 8.6056-8.6057")
    assert play.state.segment == "8.606"
    escapes = [f"report STEP 8.606 unit={one} to=off-map" for one in "GO"]
    assert verdicts(play, GERMAN, *escapes) == ["refused RePh8.606", "waiting"]
    assert "Not in a set-up area of your side, so they have to escape (8.606): O." in told(play, side=GERMAN)
    assert not any("set-up area of your side" in text for text in told(play, side=other(GERMAN)))


@pytest.mark.rule("BRV14.3.5")
def test_who_has_failed_to_place_a_banner_tries_again_in_his_next_player_turn() -> None:
    play = begun({}, {"L": "9-1 X17 banner level-r"}, 5, 4)
    line = "banner unit=L hex=X17:R phase=MPh"
    assert verdicts(play, RUSSIAN, line, line) == ["done", "refused BRV14.3.5"]
    letter(play, RUSSIAN, "endturn")
    letter(play, GERMAN, "endturn")
    assert verdicts(play, RUSSIAN, line) == ["done"]
    assert campaign(play.state).placed == "X17:R"


@pytest.mark.rule("RePh0.1", "BRV0.5", "CG16.3")
@pytest.mark.parametrize("text", [
    "report hob unit=S dr=4", "report ambush unit=S dr=3", "report fire unit=S mode=prep",
    "report contact unit=S",
])  # fmt: skip
def test_a_report_that_changes_nothing_says_what_its_done_means(text: str) -> None:
    play = begun({"S": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    before = len(play.events)
    (ruling,) = letter(play, GERMAN, text)
    assert ruling.verdict == "done"
    assert ruling.why.endswith("hexpost records nothing") is (told(play, before) == [])
