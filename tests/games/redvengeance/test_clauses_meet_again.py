"""Where two clauses meet once more: what is walked through, what is held by the fallen, what has burnt."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from adjudicator.events import ControlChanged
from adjudicator.games.redvengeance.campaign_game.front_reports import run_surrounded
from adjudicator.games.redvengeance.fighting.r14_banner import award
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.firefight import end
from adjudicator.games.redvengeance.questions.registry import STEPS
from adjudicator.games.redvengeance.questions.setting_up import lay_banner
from adjudicator.games.redvengeance.questions.tapped import at_the_table
from adjudicator.games.redvengeance.situation.campaign import banners, campaign, mark, own, placed
from adjudicator.games.redvengeance.situation.front import areas, is_sloc, markers, must_escape
from adjudicator.games.redvengeance.situation.ground import board
from adjudicator.games.redvengeance.situation.modifiers import flying
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import a_date, bought
from tests.games.redvengeance.doing import do, flags, no
from tests.games.redvengeance.firefight import fight, line, told
from tests.games.redvengeance.test_walked_dates import STOCK, chits, over
from tests.games.redvengeance.test_walked_on import ATTACKS, set_up

# -- CG16 Moabit Prisoners, 8.5 Gestapo ----------------------------------------------------------------------


@pytest.mark.rule("CG16.7", "CG14.1")
def test_moabit_prisoners_control_no_building_that_they_only_came_through() -> None:
    """They stand in K12, and K13 behind them is a building in which nobody is left."""
    play = fight({}, {"M": "3-3-7 K12", "S": "4-5-8 K14"}, control={"k13": GERMAN})
    no(play, "control K12,K13 by=M", "CG16.7", RUSSIAN)
    do(play, "control K12 by=M", RUSSIAN)
    do(play, "control K13,K14 by=S", RUSSIAN)
    assert play.state.control == {"k12": RUSSIAN, "k13": RUSSIAN, "k14": RUSSIAN}


@pytest.mark.rule("BRV8.502")
def test_a_wounded_gestapo_leader_who_would_break_again_is_wounded_again() -> None:
    """As by a report of a wound: a second one eliminates a SMC."""
    play = fight({"G": "8-0-gestapo K13"})
    do(play, "report break unit=G")
    assert flags(play, "G") == {"wounded"}
    do(play, "report break unit=G")
    assert play.state.units["G"].at == "eliminated"


# -- CG17 several Red Banners --------------------------------------------------------------------------------

ROOFS = {"x17": RUSSIAN, "y17": RUSSIAN, "x18": RUSSIAN}


def holders(**facts: Any) -> Play:
    """Two Russian squads that hold Banners on two roofs of the Reichstag; they need 5 or less."""
    there = {"S": "6-2-8 X17 banner level-r", "T": "6-2-8 Y17 banner level-r"}
    return fight({}, there, 3, 3, turn=6, control=ROOFS, **facts)


@pytest.mark.rule("CG17.2", "CG17.4", "CG17.3", "BRV14.3.7")
def test_a_second_banner_leaves_the_first_as_it_was() -> None:
    """One that was placed in an earlier CGS counts, whatever is placed in this one; and it is left when the
    second is destroyed, and the second when it is."""
    play = holders(banner="X18:R", banner_turn=5)
    do(play, "banner unit=S hex=X17:R phase=mph", RUSSIAN)
    assert flying(play.state)
    award(play)
    assert flying(play.state) and banners(play.state) == {"X18:R": 5, "X17:R": 6}
    for first, left in (("X18:R", {"X17:R": 6}), ("X17:R", {"X18:R": 5})):
        apart = Play(play.state, play.chance)
        do(apart, f"report destroy hex={first} by=ft")
        assert banners(apart.state) == left and flying(apart.state) is (left == {"X18:R": 5})


@pytest.mark.rule("BRV14.3.7", "CG17.4")
def test_two_banners_of_one_game_turn_are_both_placed() -> None:
    play = holders()
    for unit, roof in (("S", "X17:R"), ("T", "Y17:R")):
        do(play, f"banner unit={unit} hex={roof} phase=mph", RUSSIAN)
    award(play)
    assert banners(play.state) == {"X17:R": 6, "Y17:R": 6} and not placed(play.state)
    assert not flying(play.state) and flying(play.state.but(turn=7))


@pytest.mark.rule("BRV14.3.7")
def test_of_two_placed_banners_that_in_a_german_location_waits() -> None:
    play = holders()
    for unit, roof in (("S", "X17:R"), ("T", "Y17:R")):
        do(play, f"banner unit={unit} hex={roof} phase=mph", RUSSIAN)
    lost = Play(play.state.but(control={**ROOFS, "x17": GERMAN}), play.chance)
    award(lost)
    assert (banners(lost.state), placed(lost.state)) == ({"Y17:R": 6}, ("X17:R",))
    award(lost, over=True)
    assert (banners(lost.state), placed(lost.state)) == ({"Y17:R": 6}, ())


@pytest.mark.rule("CG17.1")
def test_all_banners_that_fly_are_set_up_first() -> None:
    play = fight(
        {}, {}, banner="X17:R", banner_turn=2, more_banners={"Y17:R": 2}, segment="8.624", first=RUSSIAN
    )
    lay_banner(play)
    assert told(play) == ["The Red Banner is set up first, on X17:R and Y17:R."]


# -- 14.1 who holds a Banner is lost or replaced -------------------------------------------------------------


@pytest.mark.rule("BRV14.1.1", "BRV14.2.4", "BRV14.2.2")
@pytest.mark.parametrize("report", ["lost unit=S", "break unit=S", "STEP 8.602 unit=S to=eliminated"])
def test_a_banner_lies_where_its_holder_fell_and_another_takes_it_up(report: str) -> None:
    there = {"S": "3-2-8 X17 level-1", "T": "6-2-8 X17 level-1", "B": "banner X17 level-1 new"}
    play = fight({}, there, segment="8.602" if "STEP" in report else "PLAY")
    line(play, "report recover unit=S item=B", RUSSIAN)
    said = line(play, f"report {report}", RUSSIAN)
    fallen = play.state.units["B"]
    assert (fallen.at, *fallen.flags) == ("x17", "level-1") and play.state.units["S"].at == "eliminated"
    assert said[-1] == "The Red Banner of S is left in X17:1."
    line(play, "report recover unit=T item=B", RUSSIAN)
    assert "banner" in flags(play, "T") and play.state.units["B"].at == "eliminated"


@pytest.mark.rule("BRV14.1.1", "CG20.1")
def test_a_banner_leaves_the_map_with_its_holder() -> None:
    play = fight({}, {"S": "6-2-8 H0", "B": "banner H0"})
    line(play, "report recover unit=S item=B", RUSSIAN)
    line(play, "report exit unit=S hex=H0", RUSSIAN)
    assert play.state.units["B"].at == "eliminated"


@pytest.mark.rule("BRV14.1.1", "CG24.5")
def test_of_two_half_squads_one_holds_the_banner_of_their_squad() -> None:
    play = fight({}, {"S": "6-2-8 K13 banner"})
    line(play, "report elrfail unit=S underlined=yes", RUSSIAN)
    assert [play.state.units[one].flags & {"banner"} for one in ("S", "Sb")] == [{"banner"}, set()]


# -- CG27 what the ground has suffered -----------------------------------------------------------------------


@pytest.mark.rule("CG27.2", "RePh8.6094.1", "RePh8.609")
def test_a_building_with_a_breach_burns_like_others() -> None:
    play = fight(segment="8.6091")
    line(play, "report terrain hex=K13 terrain=breach")
    line(play, "report burning hex=K13 fire=blaze")
    STEPS["8.6094"](play)
    assert campaign(play.state).terrain == {"k13": "stone-rubble"} and campaign(play.state).fires == {}


@pytest.mark.rule("CG27.1", "CG27.2", "RePh8.6093.2")
def test_a_trail_break_leaves_the_rubble_where_it_is() -> None:
    play = fight(segment="8.6091")
    for word in ("stone-rubble", "trail-break", "trail-break"):
        line(play, f"report terrain hex=K12 terrain={word}")
    assert campaign(play.state).terrain == {"k12": "stone-rubble trail-break"}
    line(play, "report burning hex=K12 terrain=stone-rubble fire=flame")
    STEPS["8.6093"](play)
    assert campaign(play.state).fires == {"k12": "blaze"}
    line(play, "report terrain hex=K12 terrain=wood-rubble")
    assert campaign(play.state).terrain == {"k12": "wood-rubble"}


LAID: dict[str, Any] = {
    "works": {"K13:1": ("fortified",), "K13": ("wire", "trench"), "K20": ("wire",)},
    "own_german": {"hip": {"APMINE x2@K13": "K13", "FORTIFIED@K13": "K13", "APMINE@K20": "K20"}},
}


@pytest.mark.rule("CG27.2", "RePh8.6073.1")
@pytest.mark.parametrize("blaze", [True, False])
def test_fortifications_are_gone_under_rubble_and_in_a_blaze(blaze: bool) -> None:
    play = fight(segment="8.6091", **LAID)
    if blaze:
        line(play, "report burning hex=K13 fire=blaze")
        STEPS["8.6094"](play)
    else:
        line(play, "report terrain hex=K13 terrain=stone-rubble")
    assert campaign(play.state).works == {"K20": ("wire",)}
    assert own(play.state, GERMAN).hip == {"APMINE@K20": "K20"}
    openly = [text for text in told(play, side=RUSSIAN) if "Blaze in K13" in text]
    assert len(openly) == 1 and "wire" in openly[0] and "apmine" not in openly[0]
    assert any("apmine x2, fortified" in text for text in told(play, side=GERMAN))


@pytest.mark.rule("CG27.2")
@pytest.mark.parametrize(("fire", "step"), [("flame", "8.6094"), ("both", "8.6092")])
def test_fortifications_remain_where_nothing_has_fallen_or_blazed(fire: str, step: str) -> None:
    play = fight(segment="8.6091", **LAID)
    line(play, f"report burning hex=K13 fire={fire}")
    line(play, "report terrain hex=K13 terrain=breach")
    STEPS[step](play)
    assert set(campaign(play.state).works) == {"K13:1", "K13", "K20"}
    assert len(own(play.state, GERMAN).hip) == 3


@pytest.mark.rule("CG27.1", "BRV12.1", "BRV16.5.1")
def test_of_a_building_that_fell_the_ground_is_left() -> None:
    """No level, roof or cellar is left, a vehicle there is in no building, and Prisoners may hold it."""
    facts: dict[str, Any] = {
        "there": {"A": "6-5-8 K20", "V": "mk-iv-h K20"},
        "terrain": {"k13": "stone-rubble"},
    }
    date = bought((), (), **facts)
    for level in ("1", "R", "C"):
        assert date.send(GERMAN, f"setup A hex=K13:{level}") == ["CG27.1"]
    rolled = date.state.rolled
    date.good(GERMAN, "setup A hex=K13", "setup V hex=K13")
    assert date.state.rolled == rolled
    play = fight({}, {"M": "3-3-7 K13"}, terrain={"k13": "stone-rubble"})
    do(play, "control K13 by=M", RUSSIAN)


@pytest.mark.rule("CG14.1", "CG27.1")
@pytest.mark.parametrize(
    ("word", "is_one"),
    [("stone-rubble", True), ("wood-rubble", True), ("shellhole", False), ("breach", False)],
)
def test_rubble_makes_a_strategic_location(word: str, is_one: bool) -> None:
    play = fight(terrain={"k12": word})
    assert not is_sloc(fight().state, "k12") and is_sloc(play.state, "k12") is is_one


@pytest.mark.rule("CG27.2")
@pytest.mark.parametrize("flag", ["wreck", "burnt-out"])
def test_a_wreck_stays_where_it_is(flag: str) -> None:
    date = bought((), (), there={"V": f"mk-iv-h K20 {flag}", "S": "6-5-8 K20"})
    assert date.send(GERMAN, "setup V hex=K21") == ["CG27.2"]
    no(fight({"V": f"mk-iv-h K20 {flag}"}), "report at unit=V hex=K21", "CG27.2")


@pytest.mark.rule("RePh8.6131.1", "CG27.2")
@pytest.mark.parametrize(("lies", "empty"), [
    ("mk-iv-h K13 wreck", True), ("mk-iv-h K13 burnt-out", True), ("mmg-de K13", True),
    ("mk-iv-h K13", False), ("75-pak-40 K13", False),
])  # fmt: skip
def test_wrecks_and_weapons_that_lie_about_hold_no_area(lies: str, empty: bool) -> None:
    play = fight({"U": lies}, segment="8.6131")
    if empty:
        do(play, "report vacated K13")
    else:
        no(play, "report vacated K13", "RePh8.6131.1")


@pytest.mark.rule("CG27.1")
def test_rubble_is_shown_on_the_map() -> None:
    play = fight(terrain={"k12": "stone-rubble trail-break", "k14": "wood-rubble", "k16": "shellhole"})
    assert list(markers(play.state)) == [
        ("rubble-stone", 0, "k12"), ("rubble-wood", 0, "k14"), ("shellhole", 0, "k16"),
    ]  # fmt: skip


# -- CG12 who has not been in the game -----------------------------------------------------------------------


@pytest.mark.rule("CG12.6", "CG21.2")
def test_a_group_that_has_not_entered_yet_may_use_the_east_edge_on_a_later_date() -> None:
    """The first unit of the group waits from 4/30-AM on; the second has entered, and left the map again."""
    date = set_up(bought((), ("buy I2",), turn=6, east_entry=True, tracks=STOCK))
    date.good(RUSSIAN, "enter RU-I2#1-2 hex=H0")
    mark(date.play, "RePh0.1", "RU-I2#1-2", add=("broken",))
    for side in (GERMAN, RUSSIAN):
        date.send(side, "report exit unit=RU-I2#1-2 hex=H0 ml=12")
    assert date.state.units["RU-I2#1-2"].at == "off-map"
    chits(over(date), "attack", "idle")
    set_up(date)
    assert date.send(RUSSIAN, "enter RU-I2#1-2 hex=MM20") == ["CG12.6"]
    date.good(RUSSIAN, "enter RU-I2#1-1 hex=MM20")
    assert "RU-I2#1-3" in own(date.state, RUSSIAN).waiting
    assert "RU-I2#1-1" not in own(date.state, RUSSIAN).waiting


# -- CG20, CG27 who leaves the map ---------------------------------------------------------------------------


@pytest.mark.rule("CG27.2", "CG20.7", "CG20.8", "I3.2")
@pytest.mark.parametrize(("unit", "clause_"), [
    ("mk-iv-h A20 wreck", "CG27.2"), ("mk-iv-h A20 burnt-out", "CG27.2"), ("mk-iv-h A20 dug-in", "I3.2"),
    ("mmg-de A20", "CG20.8"),
])  # fmt: skip
def test_wrecks_dug_in_tanks_and_weapons_do_not_leave_the_map(unit: str, clause_: str) -> None:
    no(fight({"U": unit}), "report exit unit=U hex=A20", clause_)


@pytest.mark.rule("I3.2")
def test_a_dug_in_tank_is_reported_nowhere_else() -> None:
    play = fight({"U": "mk-iv-h K20 dug-in"})
    no(play, "report at unit=U hex=K21", "I3.2")
    do(play, "report at unit=U hex=K20")


@pytest.mark.rule("I3.2", "BRV9.21.1")
@pytest.mark.parametrize("mp", ["mp=half fire=survived", "mp=breach"])
def test_a_dug_in_tank_crosses_no_barricade(mp: str) -> None:
    no(
        fight({"U": "mk-vd K10 dug-in"}, barricades={"K10/K11": "breached"}),
        f"cross U side=K10/K11 {mp}",
        "I3.2",
    )


@pytest.mark.rule("CG27.2", "BRV16.6.1", "BRV9.21.1")
@pytest.mark.parametrize("order", ["vatc unit=U ml=7", "cross U side=K10/K11 mp=half fire=survived"])
def test_nobody_is_in_a_wreck(order: str) -> None:
    no(fight({"U": "mk-iv-h K10 burnt-out"}, barricades={"K10/K11": "whole"}), order, "CG27.2")


# -- what is no ground unit ----------------------------------------------------------------------------------


@pytest.mark.rule("CG22.7b")
@pytest.mark.parametrize(("beside", "wakes"), [
    ("4-5-8 K12", True), ("t-34-85 K12", True), ("banner K12 concealed", True), ("fb44 K12", False),
    ("t-34-85 K12 wreck", False), ("banner K12", False),
])  # fmt: skip
def test_only_an_enemy_ground_unit_releases_a_reserve(beside: str, wakes: bool) -> None:
    """Of what is under a "?" nobody may know that it is none."""
    play = fight({"S": "6-5-8 K14 reserve"}, {"U": beside})
    if wakes:
        do(play, "report wake unit=S")
    else:
        no(play, "report wake unit=S", "CG22.7b")


@pytest.mark.rule("RePh8.6054", "RePh8.6056", "CG27.2")
def test_a_wreck_keeps_no_hex_from_being_surrounded_and_escapes_from_nowhere() -> None:
    ring = dict.fromkeys(board().neighbours("k13"), RUSSIAN)
    for flag, taken in (("wreck", True), ("immobilized", False)):
        play = fight({"U": f"mk-iv-h K13 {flag}"}, control={**ring, "k20": GERMAN})
        run_surrounded(play)
        assert (play.state.control.get("k13") == RUSSIAN) is taken
        assert must_escape(play.state, play.state.units["U"]) is not taken


@pytest.mark.rule("CG10.5")
def test_a_spotter_plane_that_was_bought_is_over_any_edge_hex_in_the_firefight() -> None:
    date = set_up(bought((), ("buy O7",)))
    assert date.send(RUSSIAN, "oba O7 observer=K13") == ["CG10.5"]
    date.good(RUSSIAN, "oba O7 observer=A24")
    assert date.heard(RUSSIAN)[-1] == "The Spotter Plane is over A24." and "A24" not in str(
        date.heard(GERMAN)
    )
    assert set_up(bought((), ())).send(RUSSIAN, "oba O7 observer=A24") == ["CG10.5"]


# -- 8.621 what fortifications cost at the least -------------------------------------------------------------


@pytest.mark.rule("FT-FN-B", "RePh8.621.14")
@pytest.mark.parametrize("numbers", ["ca=-9 nca=-9 cap=-9", "ca=0 nca=3 cap=5", "ca=1 nca=3 cap=-3"])
def test_a_pillbox_gives_no_points(numbers: str) -> None:
    assert a_date().send(GERMAN, f"fpp PILLBOX {numbers}") == ["RePh8.621.14"]


@pytest.mark.rule("RePh8.621", "FT-FN-R2", "RePh8.621.17")
def test_supplemental_armor_is_not_had_for_none_of_it() -> None:
    date = a_date()
    assert date.send(RUSSIAN, "fpp SUPPLEMENTAL x0") == ["RePh8.621.17"]
    for side in (RUSSIAN, GERMAN):
        date.good(side, "pass")
    assert not campaign(date.state).supplemental
    assert a_date().send(GERMAN, "fpp WIRE x0") == ["RePh8.621.7"]


# -- ROST.7 Armor Leaders who are there ----------------------------------------------------------------------


@pytest.mark.rule("ROST.7", "RePh8.61411.2", "BRV16.6.3", "BRV9.211.16")
@pytest.mark.parametrize(("order", "clause_"), [
    ("repair MA V al={}", "RePh8.61411.2"), ("vatc unit=W al={}", "BRV16.6.3"),
    ("cross W side=K10/K11 mp=half al={} fire=survived", "BRV9.211.16"),
])  # fmt: skip
def test_only_an_armor_leader_who_is_there_helps(order: str, clause_: str) -> None:
    """One 9-1 came with a group, and rides in the second vehicle; another of the enemy's helps nobody."""
    german = {"V": "mk-iv-h K20 ma-disabled", "W": "mk-iv-h K10", "L": "al-9-1-de K10"}
    facts: dict[str, Any] = {"barricades": {"K10/K11": "whole"}, "control": {"k20": GERMAN, "k10": GERMAN}}
    facts |= {"bought_in": 3, "segment": "8.61411" if "MA" in order else "PLAY"}
    russian = {"E": "al-10-2-ru K12"}
    mine, other_ = ("V", "W") if "MA" in order else ("W", "V")

    def with_(**more: Any) -> Play:
        return fight(german, russian, 6, 6, **{**facts, **more})

    for rides in ({"L": mine}, {}):
        do(with_(own_german={"rides": rides}), order.format("9-1"))
    no(with_(own_german={"rides": {"L": other_}}), order.format("9-1"), clause_)
    for who in ("10-2", "9-9"):
        no(with_(own_german={"rides": {"L": mine}}), order.format(who), clause_)
    do(with_(bought_in=0), order.format("10-2"))


@pytest.mark.rule("ROST.7", "CG20.7", "BRV9.214.1", "RePh0.1")
@pytest.mark.parametrize(("order", "there"), [
    ("report exit unit=V hex=A20", "off-map"), ("report at unit=V hex=A21", "a21"),
    ("cross V side=A20/A21 mp=half fire=survived", "a21"), ("cross V side=A20/A21 mp=breach", "a21"),
])  # fmt: skip
def test_an_armor_leader_goes_where_the_vehicle_goes(order: str, there: str) -> None:
    """Others stay: one who rides in another vehicle, and one of whom nothing is said."""
    german = {"V": "mk-vg A20", "W": "mk-vg A20", **dict.fromkeys("LMN", "al-9-1-de A20")}
    facts: dict[str, Any] = {"barricades": {"A20/A21": "breached"}, "control": {"a20": GERMAN}}
    play = fight(german, {}, 1, 1, own_german={"rides": {"L": "V", "M": "W"}}, **facts)
    do(play, order)
    assert [play.state.units[one].at for one in "VLWMN"] == [there, there, "a20", "a20", "a20"]


@pytest.mark.rule("BRV9.211.4", "CG20.7")
def test_an_immobilized_vehicle_is_reported_nowhere_else() -> None:
    play = fight({"I": "mk-iv-h A20 immobilized"}, control={"a20": GERMAN})
    no(play, "report at unit=I hex=A21", "BRV9.211.4")
    no(play, "report exit unit=I hex=A20", "BRV9.211.4")
    do(play, "report at unit=I hex=A20")


# -- 8.605 set-up areas are those of their Refit Phase -------------------------------------------------------


@pytest.mark.rule("RePh8.605", "CG21.1", "RePh8.6194.4")
def test_areas_are_determined_anew_in_each_refit_phase() -> None:
    """A German area is filed once; on the next date the Russian takes a hex of it, and the German another."""
    date = set_up(bought((), (), there={"S": "6-5-8 K20", "T": "6-5-8 K16"}, tracks=STOCK))
    over(date, "8.6044")
    for side in (RUSSIAN, GERMAN):
        date.send(side, "report area K13,K20,K21 of=german", "pass 8.605-8.615")
    assert [sorted(one) for one in areas(date.state, GERMAN)] == [["k13", "k20", "k21"]]
    chits(date, "attack", "idle")
    assert date.send(GERMAN, "setup T hex=K16") == ["RePh8.6194.4"], "it is in no area that was filed"
    set_up(date)
    for side in (RUSSIAN, GERMAN):
        date.send(side, "report at unit=T hex=K21", "control K22 by=T of=german")
    date.play.record(ControlChanged(rule="CG14.1", space="k13", was=GERMAN, now=RUSSIAN))
    assert "k13" not in {*chain(*areas(date.state, GERMAN))}, "what the enemy has taken is in no area"
    chits(over(date), "attack", "idle")
    assert date.send(GERMAN, "setup S hex=K13") == ["RePh8.6194.4"]
    date.good(GERMAN, "setup T hex=K16", "setup S hex=K22")


# -- CG7, 16.1 what is cloaked -------------------------------------------------------------------------------


@pytest.mark.rule("CG7.5", "BRV16.1.1")
def test_cloaking_counters_end_with_their_night() -> None:
    there = {"S": "6-5-8 K20", "V": "spw-251-1 K21", "P": "6-5-8 K21"}
    date = bought((), (), **ATTACKS, there=there, tracks=STOCK)
    date.good(RUSSIAN, "pass")
    date.good(GERMAN, "setup S hex=K20 cloak=yes", "setup P hex=K21 with=V cloak=yes", "pass")
    assert set(date.seen(RUSSIAN)) == {"V", "GE-CLOAKING-K20", "GE-CLOAKING-K21"}
    set_up(chits(over(date), "attack", "idle"))
    assert set(date.seen(RUSSIAN)) == {"V", "GE-?-K20", "GE-CLOAKING-K21"}, "by day, of passengers alone"
    found = {one: date.state.units[one].flags for one in "SP"}
    assert found == {"S": {"concealed"}, "P": {"cloaked", "passenger"}}
    assert not [text for text in date.heard(RUSSIAN) if " S " in f" {text} " or " P " in f" {text} "]


@pytest.mark.rule("BRV11.315.1", "BRV11.311.4")
def test_a_further_dc_is_lost_with_the_phase_in_which_the_cgs_ends_too() -> None:
    there = {"E": "8-3-8 K11", "L": "9-1 K11", "D": "dc-de I9 dc-set"}
    play = fight(there, {}, 3, 4, first=RUSSIAN)
    do(play, "dc unit=E leader=L hex=I9 column=36 withdrew=K11 task=passed result=2KIA")
    end(play, "CG32.5", "neither side has anything more")
    assert play.state.units["D"].at == "eliminated"
    assert (own(play.state, GERMAN).dc_leaders, own(play.state, GERMAN).dc_fired) == ((), ())


@pytest.mark.rule("I3.2", "CG27.2")
@pytest.mark.parametrize(
    ("flag", "clause_"), [("dug-in", "I3.2"), ("wreck", "CG27.2"), ("burnt-out", "CG27.2")]
)
def test_no_step_of_the_refit_phase_moves_what_stays(flag: str, clause_: str) -> None:
    play = fight({"U": f"mk-iv-h K20 {flag}"}, segment="8.602")
    no(play, "report STEP 8.602 unit=U to=K21", clause_)
    do(play, "report STEP 8.602 unit=U to=eliminated")


@pytest.mark.rule("BRV9.1.3", "BRV9.21.1")
@pytest.mark.parametrize("unit", ["4-5-8 K10 broken", "76l K10", "t-34-85 K10 immobilized"])
def test_who_could_not_cross_does_not_learn_whether_it_is_a_barricade(unit: str) -> None:
    order = "cross U side=K10/K11 mp=half fire=survived"
    said = [
        no(fight({}, {"U": unit}, barricades={"K10/K11": lies}), order, "BRV9.21.1", RUSSIAN)
        for lies in ("whole", "roadblock")
    ]
    assert (said[0].why, said[0].legal) == (said[1].why, said[1].legal)


@pytest.mark.rule("I3.2", "CG27.2")
def test_no_page_offers_to_move_what_stays() -> None:
    """Not by itself, nor with its group; the place of others is asked of a unit that may be elsewhere."""
    there = {"GE-V1#1-1": "mk-iv-h K20 dug-in", "GE-V1#1-2": "mk-iv-h K21", "W": "mk-iv-j K22 wreck"}
    there["I"] = "mk-iv-h K23 immobilized"
    offered = {one.head: one.to for one in at_the_table(fight(there).state, GERMAN)}
    at = [head for head in offered if head.startswith("report AT")]
    assert at == ["report AT unit=GE-V1#1-2 hex="] and len(offered[at[0]]) > 100
