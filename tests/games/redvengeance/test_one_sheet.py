"""One sheet holds a side's whole result: lines for later steps wait where their writer passes the others;
what both report of units; what must hold of every position."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from adjudicator.games.redvengeance.by_mail.invariants import faults
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.refit_phase.reph_result import run_date
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable
from adjudicator.play import Play
from adjudicator.report.scene import asked_about
from adjudicator.state import Decision, Frame, Json
from adjudicator.tapping.onward import below
from adjudicator.tapping.packed import Places
from tests.games.redvengeance.firefight import fight
from tests.games.redvengeance.table import a_play, a_unit
from tests.games.redvengeance.test_initiative import GAME, at

SQUAD = a_unit("SQ7", GERMAN, "k13", "6-5-8")
WEAPON = a_unit("MG1", GERMAN, "k13", "lmg-de", "malfunctioned")
LEADER = a_unit("L1", GERMAN, "k13", "9-1-de")
UNITS = (SQUAD, WEAPON, LEADER)
SHEETS = count(1)
NONE: dict[str, Json] = {"losses": {}, "case": "russian", "first": "russian"}
REST = "pass 8.601-8.615"


def verdicts(play: Play, side: str, *lines: str) -> list[str]:
    """The verdicts on a sheet of a side, each sheet with a number of its own."""
    rulings = judge(GAME, play, side, list(enumerate(lines, 1)), next(SHEETS))
    play.rulings.clear()
    return [ruling.verdict for ruling in rulings]


@pytest.mark.rule("RePh0.1", "RePh8.601", "RePh8.6142.1")
def test_lines_for_later_steps_wait_for_them_in_a_sheet_that_passes_the_others() -> None:
    play = at("8.601", 2, units=UNITS, control={"k13": GERMAN}, **NONE)
    later = "report STEP 8.6041 unit=SQ7 add=shock"
    assert verdicts(play, GERMAN, later, "repair MG1 number=3 place=K13", REST) == [
        "waiting",
        "waiting",
        "done",
    ]
    assert play.state.segment == "8.601" and "shock" not in play.state.units["SQ7"].flags
    verdicts(play, RUSSIAN, later, REST)
    assert "shock" in play.state.units["SQ7"].flags
    assert campaign(play.state).rolled == ("MG1",), "the weapon has had its die"
    assert play.state.units["MG1"].flags == frozenset()
    assert play.state.segment == "8.6151", "nobody is asked anything between"


LATER = ("report STEP 8.6041 unit=SQ7 add=shock", "report STEP 8.6145 unit=L1 to=off-map")


def asked_of(play: Play, side: str) -> Decision:
    """What a side is asked."""
    return next(one for one in play.state.waiting() if one.player == side)


@pytest.mark.rule("RePh0.1", "BRV0.5")
def test_so_it_was_agrees_to_all_of_a_result_that_waits_for_later_steps() -> None:
    play = at("8.601", 2, units=UNITS, control={"k13": GERMAN}, **NONE)
    assert verdicts(play, GERMAN, *LATER, REST) == ["waiting", "waiting", "done"]
    asked = asked_of(play, RUSSIAN)
    assert f"For later steps it has sent: {'; '.join(campaign(play.state).later[GERMAN])}." in asked.question
    assert "so it was" in asked.answers
    assert verdicts(play, RUSSIAN, "so it was", REST) == ["done", "done"]
    assert "shock" in play.state.units["SQ7"].flags and play.state.units["L1"].at == "off-map"
    assert play.state.segment == "8.6151", "two emails have made the whole result"


@pytest.mark.rule("RePh0.1")
def test_what_is_accepted_is_booked_in_its_step_and_only_as_it_was_sent() -> None:
    play = at("8.601", 2, units=UNITS, control={"k13": GERMAN}, **NONE)
    verdicts(play, GERMAN, LATER[0], REST)
    assert verdicts(play, RUSSIAN, "so be it") == ["refused"], "no line but that one accepts"
    verdicts(play, RUSSIAN, "so it was")
    assert "shock" not in play.state.units["SQ7"].flags, "8.6041 is still to come"
    assert verdicts(play, RUSSIAN, "so it was") == ["refused"], "nothing is left"
    verdicts(play, RUSSIAN, REST)
    assert "shock" in play.state.units["SQ7"].flags


@pytest.mark.rule("RePh8.6151", "CG26.3")
def test_the_chit_may_stand_in_the_email_with_the_result_and_stays_sealed() -> None:
    play = at("8.601", 3, 3, 3, 3, units=UNITS, **NONE)
    assert verdicts(play, GERMAN, "chit attack", LATER[0], REST) == ["waiting", "waiting", "done"]
    assert "chit" not in str(campaign(play.state).later)
    verdicts(play, RUSSIAN, "so it was", REST, "chit idle")
    assert play.state.segment == "8.619", "both chits are in"
    assert (own(play.state, GERMAN).chit, own(play.state, RUSSIAN).chit) == ("attack", "idle")


@pytest.mark.rule("RePh0.1", "ROST.5")
def test_what_is_sent_of_a_hidden_unit_or_beside_a_bad_line_is_not_announced() -> None:
    hidden = a_unit("SQ8", GERMAN, "k13", "6-5-8", "hip")
    play = at("8.601", 2, units=(*UNITS, hidden), control={"k13": GERMAN}, **NONE)
    verdicts(play, GERMAN, "report STEP 8.6041 unit=SQ8 add=shock", REST)
    assert campaign(play.state).later == {} and "SQ8" not in asked_of(play, RUSSIAN).question
    play = at("8.601", 2, units=UNITS, control={"k13": GERMAN}, **NONE)
    verdicts(play, GERMAN, LATER[0], "reprot LOST unit=L1", REST)
    assert campaign(play.state).later == {}


@pytest.mark.rule("RePh0.1")
def test_who_passes_all_steps_is_asked_again_for_what_the_other_alone_has_filed() -> None:
    play = at("8.601", units=UNITS, **NONE)
    verdicts(play, GERMAN, "report LOST unit=L1", REST)
    verdicts(play, RUSSIAN, REST)
    (asked,) = play.state.waiting()
    assert (asked.player, play.state.segment) == (RUSSIAN, "8.601")
    assert "The other side has filed: report LOST unit=L1." in asked.question
    verdicts(play, RUSSIAN, "report LOST unit=L1", "pass")
    assert play.state.units["L1"].at == "eliminated"


@pytest.mark.rule("RePh0.1")
def test_passing_to_the_end_of_the_result_leaves_the_chits() -> None:
    play = at("8.6141", **NONE)
    for side in (RUSSIAN, GERMAN):
        assert verdicts(play, side, "pass 8.6141-8.615") == ["done"]
    assert play.state.segment == "8.6151"


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("line", "place", "flag"),
    [
        ("report LOST unit=L1", "eliminated", ""),
        ("report AT unit=L1 hex=K12", "k12", ""),
        ("report AT unit=L1 hex=K12:1", "k12", "level-1"),
        ("report WOUND unit=L1", "k13", "wounded"),
    ],
)
def test_what_became_of_a_unit_is_booked_once_both_have_filed_it(line: str, place: str, flag: str) -> None:
    play = at("8.601", units=UNITS, **NONE)
    assert verdicts(play, GERMAN, line) == ["waiting"]
    assert play.state.units["L1"] == LEADER
    assert verdicts(play, RUSSIAN, line) == ["done"]
    assert play.state.units["L1"].at == place
    assert not flag or flag in play.state.units["L1"].flags


@pytest.mark.rule("CG9.8", "CG9.9")
def test_artillery_that_fires_for_effect_is_seen_and_not_kept() -> None:
    kept = {"O2": {"ammo": "normal"}, "O1": {"ammo": "normal"}}
    play = at("PLAY", own_german={"oba": kept}, control={}, **NONE)
    assert verdicts(play, GERMAN, "oba O2 HE", "oba O1 IR") == ["done", "done"]
    told = [event.says(lambda id_: id_) for event in play.events if event.seen_by(RUSSIAN)]  # type: ignore[arg-type]
    assert "Artillery of the german side fires HE." in told
    run_date(play)
    assert set(own(play.state, GERMAN).oba) == {"O1"}


# -- what must hold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"bridges": {"I9": "bent"}}, "the bridge I9 is bent"),
        ({"bridges": {"I9": "partial"}, "limits": {"I9": 40}}, "the bridge I9 bears 40 tons"),
        ({"limits": {"I9": 10}}, "the bridge I9 bears 10 tons"),
        ({"labor": {"K10/K11@K10": 3}}, "Labor 3 at K10/K11@K10"),
        ({"barricades": {"K10/K11": "high"}}, "a high barrier at K10/K11"),
        ({"banner": "Y18"}, "a Banner flies at Y18"),
        ({"filed": {GERMAN: ["report lost unit=L1"], RUSSIAN: ["report LOST unit=L1"]}},
         "both have filed \"report lost unit=l1\", and it is not booked"),
        ({"losses": {GERMAN: {"suffered": 1, "vehicles": 2}}},
         "the parts of the german losses are more than they"),
        ({"own_german": {"bought": {"V2": 2}}}, "the german side has bought 2 groups V2"),
        ({"own_german": {"groups": {"V2#1": {"cgs": 3}, "V2#2": {"cgs": 3}}}},
         "2 groups V2 have come to the german side in CGS 3"),
        ({"chits": {GERMAN: "sleep"}}, "chits are {'german': 'sleep'}"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_found(facts: dict[str, Json], fault: str) -> None:
    tracks = {f"{one}-{side}": 1 for one in ("cpp", "fpp", "san") for side in (GERMAN, RUSSIAN)}
    sound = fight(tracks=tracks).state
    assert faults(sound) == []
    told = {name.replace("_", "-"): value for name, value in facts.items()}
    assert faults(replace(sound, facts={**sound.facts, **told})) == [fault]


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_what_a_side_has_is_listed_when_the_campaign_is_over(side: str) -> None:
    over = replace(fight({"SQ7": "6-5-8 K13"}, {"R1": "6-2-8 K11"}).state, frames=())
    assert GAME.rosters is not None and GAME.rosters(GAME.view(over, side), side)


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("case", "segment", "topic", "differs"),
    [
        ("russian", "8.601", "refit", False),
        ("russian", "8.6041", "steps", False),
        ("russian", "8.6041", "refit", True),
        ("lull", "8.6091", "lull", False),
        ("lull", "8.6091", "refit", True),
    ],
)
def test_the_standing_orders_that_are_advised_pass_no_result_and_nothing_that_differs(
    case: str, segment: str, topic: str, differs: bool
) -> None:
    filed = {RUSSIAN: ("report LOST unit=R1",)} if differs else {}
    play = at("INIT.SETUP", case=case, first="russian", units=UNITS, filed=filed)
    standing = {GERMAN: tuple(GAME.choices.advice)}
    play = a_play(play.state.but(standing=standing, frames=(Frame(segment),), decisions=(), turn=4))
    run_on(GAME, play)
    asked = {decision.player for decision in play.state.waiting() if decision.topic != "chit"}
    assert asked == ({RUSSIAN, GERMAN} if topic == "refit" else {RUSSIAN})
    assert {decision.topic for decision in play.state.waiting()} == {topic}


@pytest.mark.rule("RePh0.1", "RePh8.601")
def test_lines_for_later_steps_wait_too_while_the_sides_differ_over_an_earlier_one() -> None:
    """The other side alone has filed a line, so the step stays open: what is filed for later is not refused
    for that, neither when its writer is asked again nor when the lines are given back to both."""
    play = at("8.601", units=UNITS, **NONE)
    later = "report STEP 8.6041 unit=SQ7 add=shock"
    verdicts(play, GERMAN, "report LOST unit=L1", later, REST)
    assert verdicts(play, RUSSIAN, later, REST) == ["waiting", "done"]
    assert play.state.segment == "8.601" and [one.player for one in play.state.waiting()] == [RUSSIAN]
    verdicts(play, RUSSIAN, "pass")
    assert {one.player for one in play.state.waiting()} == {RUSSIAN, GERMAN}
    assert play.state.units["L1"].at == "k13"
    verdicts(play, GERMAN, REST)
    verdicts(play, RUSSIAN, REST)
    assert "shock" in play.state.units["SQ7"].flags
    assert play.state.segment == "8.6151"


@pytest.mark.rule("RePh0.1")
def test_who_is_asked_again_is_shown_the_units_and_hexes_that_the_other_side_has_filed() -> None:
    play = at("8.601", units=UNITS, **NONE)
    verdicts(play, GERMAN, "report LOST unit=L1", "report terrain hex=K14 terrain=shellhole", REST)
    verdicts(play, RUSSIAN, REST)
    (asked,) = play.state.waiting()
    assert asked.player == RUSSIAN and asked.about == ("L1", "k14")
    assert asked_about(GAME, GAME.view(play.state, RUSSIAN)) == [("k13", "L1"), ("k14", "")]


@pytest.mark.rule("RePh0.1", "RePh8.6151")
def test_a_page_offers_the_chit_below_the_pass_over_the_whole_result() -> None:
    play = at("8.601", 3, 3, 3, 3, units=UNITS, **NONE)
    for side in (GERMAN, RUSSIAN):
        view = playable(GAME, play.state, side)
        (asked,) = (one for one in view.waiting() if one.player == side)
        (then,) = below(GAME, view, asked, Places({*view.board.spaces, *GAME.boxes}))
        assert then.after == {REST: ()}
        assert [line.text for line in then.offers.lines] == ["chit attack", "chit idle"]
        assert then.offers.once, "a chit that is tapped takes the place of the one above"
        chit = then.offers.lines[0].text
        assert verdicts(play, side, REST, chit) == ["done", "waiting" if side == GERMAN else "done"]
    assert {own(play.state, side).chit for side in (GERMAN, RUSSIAN)} == {"attack"}
