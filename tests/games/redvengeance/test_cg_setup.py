"""Setting up in the campaign: concealment, Cloaking, Guns, new groups, vehicles, a Lull, the Banner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.events import Names
from adjudicator.games.redvengeance.campaign_game.front_reports import uncontrol_vacated
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.setting_up import run
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.games.redvengeance.situation.front import no_mans_land
from adjudicator.play import Play
from tests.clauses import clause
from tests.games.redvengeance.doing import by_night, do, flags, no
from tests.games.redvengeance.firefight import fight
from tests.games.redvengeance.table import a_play

NOBODY = Names({})
K13, K20 = {"k13": GERMAN}, {"k13": GERMAN, "k20": GERMAN}
GERMAN_ATTACK: dict[str, Any] = {"first": GERMAN, "chits": {GERMAN: "attack", RUSSIAN: "idle"}, "turn": 2}


def quiet(play: Play, text: str, side: str = GERMAN) -> frozenset[str]:
    """What lies on the unit of a line once it is taken."""
    do(play, text, side)
    return flags(play, text.split()[1])


# -- hidden, concealed, cloaked ------------------------------------------------------------------------------


@pytest.mark.rule("BRV3.0.2")
def test_by_day_terrain_alone_conceals_nobody_at_set_up() -> None:
    units = {"S": "6-5-8 bought new"}
    no(fight(units, control=K13), "setup S hex=K13 conceal=yes free=yes", "BRV3.0.2")
    assert "concealed" in quiet(fight(units, control=K13), "setup S hex=K13 conceal=yes")
    assert "concealed" in quiet(by_night(units, control=K13), "setup S hex=K13 conceal=yes free=yes")
    assert quiet(fight(units, control=K13), "setup S hex=K13 free=yes") == frozenset()


@pytest.mark.rule("BRV16.2.1")
def test_a_leader_with_a_radio_is_hidden_in_concealment_terrain() -> None:
    units = {"L": "9-1 K13", "P": "9-0-party K13", "S": "6-5-8 K13"}
    play = fight(units, control={"k13": GERMAN, "k24": GERMAN})
    for carrier in "radio", "phone":
        no(play, f"hip S hex=K13 carrier={carrier}", "BRV16.2.1")
        no(play, f"hip L hex=K24 carrier={carrier}", "BRV16.2.1")
    for leader in "LP":
        assert "hip" in quiet(play, f"hip {leader} hex=K13 carrier=radio")


@pytest.mark.rule("CG7.5")
def test_only_a_german_who_attacks_an_idle_russian_by_night_uses_cloaking() -> None:
    units = {"S": "6-5-8 K13"}
    text, openly = "setup S hex=K13 cloak=yes", "setup S hex=K13"
    assert "cloaked" in quiet(fight(units, control=K13, **GERMAN_ATTACK), text)
    day = fight(units, control=K13, **{**GERMAN_ATTACK, "turn": 3})
    no(day, text, "CG7.5")
    do(day, openly)
    for german, russian in ("attack", "attack"), ("idle", "attack"), ("idle", "idle"):
        chits = {GERMAN: german, RUSSIAN: russian}
        night = fight(units, control=K13, **{**GERMAN_ATTACK, "chits": chits})
        no(night, text, "CG7.5")
        do(night, openly)
    ours = fight(None, {"R": "6-2-8 K13"}, control={"k13": RUSSIAN}, **GERMAN_ATTACK)
    no(ours, "setup R hex=K13 cloak=yes", "CG7.5", RUSSIAN)
    do(ours, "setup R hex=K13", RUSSIAN)


@pytest.mark.rule("CG7.6")
def test_a_cloaking_counter_is_not_hidden() -> None:
    refused = no(fight({"S": "6-5-8 K13"}, control=K13, **GERMAN_ATTACK), "hip S hex=K13 cloak=yes", "CG7.6")
    assert refused.legal == ("SETUP S hex=K13 cloak=yes",)
    do(fight({"G": f"{PAK} K13"}, control=K13, **GERMAN_ATTACK), "hip G hex=K13")


@pytest.mark.rule("CG7.7", "BRV16.1.2")
def test_cloaked_sw_are_dismantled_but_those_of_passengers() -> None:
    units = {"M": "MMG K13", "G": "LMG K13", "T": "mk-iv-h K13", "H": "HMG K13", "O": "mtr-50-de K13"}
    play = fight({**units, "D": "MMG K13 dismantled"}, control=K13, **GERMAN_ATTACK)
    taken = fight(None, {"C": "50-cal K13"}, control=K13, **GERMAN_ATTACK)
    captured = replace(taken.state.units["C"], side=GERMAN)
    no(a_play(taken.state.with_unit(captured)), "setup C hex=K13 cloak=yes", "CG7.7")
    for heavy in "MHO":
        no(play, f"setup {heavy} hex=K13 cloak=yes", "CG7.7")
        do(play, f"setup {heavy} hex=K13")
    assert quiet(play, "setup D hex=K13 cloak=yes") == {"cloaked", "dismantled"}
    assert flags(play, "G") == frozenset()
    assert quiet(play, "setup G hex=K13 cloak=yes") == {"cloaked"}
    rides = do(play, "setup M hex=K13 cloak=yes with=T")
    assert rides[-1] == "M rides with T: its SW need not be dismantled."
    assert flags(play, "M") == {"cloaked", "passenger"}
    play = fight(units, control=K13, **GERMAN_ATTACK)
    assert quiet(play, "setup M hex=K13 cloak=yes dm=yes") == {"cloaked", "dismantled"}


@pytest.mark.rule("CG7.7")
def test_of_a_line_for_a_whole_group_the_sw_alone_are_dismantled() -> None:
    units = {"M": "MMG K13", "C": "2-2-8-de K13", "S": "6-5-8 K13"}
    play = fight(units, control=K13, **GERMAN_ATTACK)
    do(play, "setup M,C,S hex=K13 cloak=yes dm=yes")
    assert [flags(play, one) for one in "MCS"] == [{"cloaked", "dismantled"}, {"cloaked"}, {"cloaked"}]


@pytest.mark.rule("CG7.10")
def test_a_night_defender_hides_a_quarter_of_his_squads_free() -> None:
    units = {f"S{n}": "6-5-8 K13" for n in range(21)} | {"R": "6-5-8 K13 reserve", "L": "9-1 K13"}
    play = by_night(units, control=K13)
    for n in range(5):
        do(play, f"hip S{n} hex=K13 free=yes")
    assert "21 squads" in no(play, "hip S5 hex=K13 free=yes", "CG7.10").why
    do(play, "hip L hex=K13 free=yes")
    do(play, "hip S4 hex=K13 free=yes")
    do(play, "setup S0 hex=K13")
    do(play, "hip S5 hex=K13 free=yes")
    assert len(own(play.state, GERMAN).unseen) == 7
    few = dict.fromkeys("AB", "6-5-8 K13 hip") | {"C": "6-5-8 K13", "L": "9-1 K13"}
    do(by_night(few, control=K13, own_german={"unseen": ("A", "B")}), "hip L hex=K13 free=yes")
    no(by_night(units, control=K13, first=GERMAN), "hip S0 hex=K13 free=yes", "CG7.10")
    no(fight(units, control=K13, turn=3, first=RUSSIAN), "hip S0 hex=K13 free=yes", "CG7.10")
    do(fight({"G": f"{PAK} K13"}, control=K13, turn=3, first=RUSSIAN), "hip G hex=K13")


# -- Guns and groups -----------------------------------------------------------------------------------------

PAK = "75-pak-40"


@pytest.mark.rule("CG19.3")
def test_a_gun_is_set_up_anywhere_in_its_sides_areas() -> None:
    play = fight({"G": f"{PAK} bought new"}, control=K20)
    for hex_ in "K13", "K20":
        do(play, f"setup G hex={hex_}")
    no(play, "setup G hex=L20", "RePh8.6194.4")


@pytest.mark.rule("RePh8.6194.7")
def test_a_new_gun_is_not_hidden_in_the_front_line_but_at_first() -> None:
    facts: Any = {"control": K13, "front_line": {GERMAN: ("K13",), RUSSIAN: ()}}
    new, old = {"G": f"{PAK} bought new"}, {"G": f"{PAK} K13"}
    refused = no(fight(new, **facts), "hip G hex=K13", "RePh8.6194.7")
    assert refused.legal == ("SETUP G hex=K13 conceal=yes",)
    assert quiet(fight(new, **facts), "setup G hex=K13 conceal=yes") == {"concealed"}
    assert "hip" in quiet(fight(old, **facts), "hip G hex=K13")
    assert "hip" in quiet(fight(new, turn=1, **facts), "hip G hex=K13")
    leader = fight({"L": "9-1 bought new"}, **facts)
    assert "hip" in quiet(leader, "hip L hex=K13 carrier=radio")
    away = {**facts, "front_line": {GERMAN: (), RUSSIAN: ()}}
    assert "hip" in quiet(fight(new, **away), "hip G hex=K13")


GROUP = {
    "GE-I1#2-1": "6-5-8 bought new", "GE-I1#2-2": "6-5-8 bought new", "GE-I1#2-3": "LMG bought new",
    "GE-I1#2-4": "9-1 bought new", "GE-I1#3-1": "6-5-8 bought new",
}  # fmt: skip
ON_MAP: Any = {"control": K20, "own_german": {"groups": {"I1#2": {"mode": "map"}, "I1#3": {"mode": "map"}}}}


@pytest.mark.parametrize(("rule", "verb", "hexes"), [
    clause("RePh8.6194.5", "RePh8.6194.5", "setup", ("K13", "K20")),
    clause("RePh8.6194.5", "RePh8.6194.5", "reserve", ("K13", "K20")),
    clause("CG21.3", "CG21.3", "enter", ("A20", "A21")),
])  # fmt: skip
def test_smc_and_sw_of_a_new_group_come_with_an_mmc_of_it(
    rule: str, verb: str, hexes: tuple[str, str]
) -> None:
    at, elsewhere = hexes
    play = fight({**GROUP, "GE-I1#4-1": "9-1 bought new"}, **ON_MAP)
    do(play, f"{verb} GE-I1#4-1 hex={at}")
    no(play, f"{verb} GE-I1#2-3 hex={at}", rule)
    no(play, f"{verb} GE-I1#2-4 hex={at}", rule)
    do(play, f"{verb} GE-I1#3-1 hex={at}")
    no(play, f"{verb} GE-I1#2-3 hex={at}", rule)
    do(play, f"{verb} GE-I1#2-1 hex={at}")
    no(play, f"{verb} GE-I1#2-3 hex={elsewhere}", rule)
    do(play, f"{verb} GE-I1#2-3 hex={at}")
    do(play, f"{verb} GE-I1#2-4 hex={elsewhere} carrier=radio")


@pytest.mark.rule("RePh8.6194.5", "CG21.3")
@pytest.mark.parametrize(("type_", "side"), [
    ("LMG", GERMAN), ("9-1", GERMAN), ("hero-de", GERMAN), ("8-0-gestapo", GERMAN), ("9-0-party", GERMAN),
    ("9-0-commissar", RUSSIAN), ("banner", RUSSIAN),
])  # fmt: skip
def test_who_comes_with_an_mmc_of_his_new_group(type_: str, side: str) -> None:
    at, edge, group = "K13", "A20" if side == GERMAN else "D0", "GE-I1#2" if side == GERMAN else "RU-I1#2"
    mmc = "6-5-8" if side == GERMAN else "6-2-8"
    facts: dict[str, Any] = {"control": {"k13": side}, f"own_{side}": {"groups": {"I1#2": {"mode": "map"}}}}

    def come(flags: str) -> Play:
        units = {f"{group}-1": f"{mmc} bought new", f"{group}-2": f"{type_} bought {flags}"}
        return fight(*((units, None) if side == GERMAN else (None, units)), **facts)

    new, kept = come("new"), come("")
    no(new, f"setup {group}-2 hex={at}", "RePh8.6194.5", side)
    no(new, f"enter {group}-2 hex={edge}", "CG21.3", side)
    do(kept, f"setup {group}-2 hex={at}", side)
    do(come(""), f"enter {group}-2 hex={edge}", side)
    if type_ in {"9-1", "9-0-party", "9-0-commissar"}:
        do(come("new"), f"setup {group}-2 hex={at} carrier=phone", side)
        do(come("new"), f"enter {group}-2 hex={edge} carrier=radio", side)
        no(new, f"enter {group}-2 hex={edge} carrier=phone", "CG9.4", side)
    else:
        told = "BRV8.504.2" if "gestapo" in type_ else "CG21.3"
        no(new, f"setup {group}-2 hex={at} carrier=phone", told, side)
        no(new, f"enter {group}-2 hex={edge} carrier=radio", told, side)
    if type_ == "LMG":
        no(new, f"hip {group}-2 hex={at}", "RePh8.6194.5", side)


@pytest.mark.rule("RePh8.6194.5")
def test_who_has_no_mmc_of_his_group_left_sets_up_without() -> None:
    units = {"S": "6-5-8 K20", "L": "9-1 bought new"}
    units |= {"GE-I1#2-1": "6-5-8 eliminated", "GE-I1#2-2": "9-1 bought new"}
    play = fight(units, **ON_MAP)
    do(play, "setup L hex=K13")
    do(play, "setup GE-I1#2-2 hex=K13")


@pytest.mark.rule("CG21.4", "RePh8.6194.5")
def test_a_new_group_is_split_over_several_areas() -> None:
    play = fight(GROUP, areas={GERMAN: (("K13",), ("K20",))}, **ON_MAP)
    do(play, "setup GE-I1#2-1 hex=K13")
    do(play, "setup GE-I1#2-2 hex=K20")
    do(play, "setup GE-I1#2-3 hex=K20")


@pytest.mark.rule("CG21.1", "CG23.4")
def test_units_kept_off_the_map_set_up_where_their_side_is_not_isolated() -> None:
    units = {"O": "6-5-8 off-map", "M": "6-5-8 K20"}
    play = fight(units, control=K20, isolated={GERMAN: ("K20",)})
    for verb in "setup", "hip", "reserve":
        no(play, f"{verb} O hex=K20", "CG21.1")
    do(play, "setup M hex=K20")
    do(play, "setup O hex=K13")


# -- after a Lull --------------------------------------------------------------------------------------------


@pytest.mark.rule("CG21.1", "CG23.4")
def test_after_a_lull_units_off_the_map_and_in_reserve_set_up_where_it_is_not_isolated() -> None:
    units = {"O": "6-5-8 off-map", "R": "6-5-8 K20 reserve", "M": "6-5-8 K20"}
    cut_off: dict[str, Any] = {"control": K20, "isolated": {GERMAN: ("K20",)}}
    play = fight(units, last={"lull": True}, **cut_off)
    for one in "OR":
        for verb in "setup", "hip", "reserve":
            no(play, f"{verb} {one} hex=K20", "CG23.4")
        assert quiet(play, f"setup {one} hex=K13") == frozenset()
    do(play, "setup M hex=K20")
    do(fight(units, **cut_off), "setup R hex=K20")


@pytest.mark.rule("CG23.5")
def test_after_a_lull_a_gun_moves_inside_its_area_but_from_a_fortified_location() -> None:
    areas: dict[str, Any] = {"areas": {GERMAN: (("K13", "K14"), ("K20",))}, "last": {"lull": True}}
    units = {"G": f"{PAK} K13", "S": "6-5-8 K13", "O": f"{PAK} off-map"}
    play = fight(units, **areas)
    for verb in "setup", "hip":
        no(play, f"{verb} G hex=K20", "CG23.5")
    do(play, "setup G hex=K14")
    do(play, "setup O hex=K20")
    fortified: dict[str, Any] = {"own_german": {"hip": {"FORTIFIED@K13": "K13"}}}
    play = fight(units, **areas, **fortified)
    for verb in "setup", "hip":
        no(play, f"{verb} G hex=K14", "CG23.5")
    do(play, "setup S hex=K14")
    do(fight(units, **areas), "setup S hex=K20")
    do(fight(units, **{**areas, "last": {}}, **fortified), "setup G hex=K20")


# -- vehicles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV12.3.7")
def test_a_gun_is_set_up_on_the_ground_of_the_reichstag_alone() -> None:
    play = fight({"G": f"{PAK} bought"}, control={"y18": GERMAN})
    no(play, "setup G hex=Y18:1", "BRV12.3.7")
    do(play, "setup G hex=Y18")


@pytest.mark.rule("CG11.3", "CG11.5")
def test_a_retained_vehicle_begins_without_armament_which_lies_in_its_area() -> None:
    units = {"T": "mk-iv-h K14", "N": "mk-iv-h bought new", "S": "6-5-8 K14"}
    play = fight(units, areas={GERMAN: (("K14", "L14"), ("K20",))})
    no(play, "setup N hex=K14 removed=bmg", "CG11.3")
    no(play, "setup S hex=K14 removed=bmg", "CG11.3")
    no(play, "setup T hex=K14 removed=gun", "CG11.3")
    do(play, "setup T hex=K14 removed=bmg")
    made = play.state.units["T/bmg"]
    assert (made.kind, made.at, made.steps) == ("lmg-de", "k14", 1)
    no(play, "setup T hex=K14 removed=bmg", "CG11.3")
    no(play, "setup T/bmg hex=K20", "CG11.5")
    no(play, "hip T/bmg hex=K20", "CG11.5")
    do(play, "setup T/bmg hex=L14")
    do(play, "setup S hex=K20")
    do(play, "setup N hex=K14")
    dug_in = fight({"D": "mk-iv-h bought new dug-in"}, turn=1)
    do(dug_in, "setup D hex=S15 removed=bmg")
    do(play, "setup T hex=K14 removed=cmg")
    theirs = fight(None, {"R": "t-34-85 K14"}, areas={RUSSIAN: (("K14",),)})
    do(theirs, "setup R hex=K14 removed=cmg", RUSSIAN)
    assert theirs.state.units["R/cmg"].kind == "lmg-ru"


@pytest.mark.rule("CG11.3", "CG11.5", "CG12.1")
def test_a_retained_vehicle_enters_without_armament_which_waits_off_the_map() -> None:
    units = {"T": "t-34-85 off-map", "N": "t-34-85 bought new", "S": "4-5-8 off-map"}
    play = fight({}, units, control={"b0": RUSSIAN, "d0": RUSSIAN})
    no(play, "enter N hex=B0 removed=bmg", "CG11.3", RUSSIAN)
    no(play, "enter S hex=B0 removed=bmg", "CG11.3", RUSSIAN)
    no(play, "enter T hex=B0 removed=gun", "CG11.3", RUSSIAN)
    do(play, "enter T hex=B0 removed=bmg", RUSSIAN)
    assert (play.state.units["T"].at, play.state.units["T/bmg"].at) == ("b0", "off-map")
    (made,) = (event for event in play.events if event.kind == "UnitMade")
    assert made.to == (RUSSIAN,)
    do(play, "enter S,T/bmg hex=D0", RUSSIAN)
    assert play.state.units["T/bmg"].at == "d0"


@pytest.mark.rule("CG11.4")
def test_a_retained_vehicle_begins_abandoned() -> None:
    play = fight({"T": "mk-iv-h K14", "N": "mk-iv-h bought new", "S": "6-5-8 K14"}, control={"k14": GERMAN})
    no(play, "setup N hex=K14 abandoned=yes", "CG11.4")
    no(play, "setup S hex=K14 abandoned=yes", "CG11.4")
    for one in "NST":
        assert quiet(play, f"setup {one} hex=K14") == frozenset()
    assert quiet(play, "setup T hex=K14 abandoned=yes") == {"abandoned"}


@pytest.mark.rule("I3.3")
def test_the_bmg_of_a_dug_in_tank_becomes_an_lmg() -> None:
    play = fight({"T": "mk-iv-h bought new dug-in"}, turn=1)
    no(play, "setup T hex=S15 removed=aamg", "I3.3")
    do(play, "setup T hex=S15 removed=bmg")
    assert play.state.units["T/bmg"].kind == "lmg-de"


# -- the Banner, control, vacated areas ----------------------------------------------------------------------


@pytest.mark.rule("CG17.1", "RePh8.6241")
@pytest.mark.parametrize("first", [GERMAN, RUSSIAN])
def test_a_banner_that_flies_is_set_up_before_everything_else(first: str) -> None:
    play = fight({"S": "6-5-8 K13"}, banner="X17:R", banner_turn=2, segment="8.624", first=first)
    run(play)
    asked = next(at for at, event in enumerate(play.events) if event.kind == "Asked")
    assert "The Red Banner is set up first, on X17:R." in [
        event.says(NOBODY) for event in play.events[:asked]
    ]
    again = len(play.events)
    run(play)
    assert not [event for event in play.events[again:] if event.rule == "CG17.1"]
    none = fight({"S": "6-5-8 K13"}, segment="8.624", first=first)
    run(none)
    assert "CG17.1" not in [event.rule for event in none.events]


@pytest.mark.rule("CG16.7")
def test_moabit_prisoners_control_no_building() -> None:
    alone = fight(None, {"M": "3-3-7 K13", "F": "3-3-7 L20"})
    no(alone, "control K13 by=M", "CG16.7", RUSSIAN)
    do(alone, "control L20 by=F", RUSSIAN)
    do(fight(None, {"M": "3-3-7 K13", "R": "6-2-8 K13"}), "control K13 by=R", RUSSIAN)


@pytest.mark.rule("RePh8.6131.1", "RePh8.6131.2")
def test_an_area_that_both_sides_left_is_no_mans_land() -> None:
    hidden = fight({"H": "6-5-8 K13 hip"}, {"R": "6-2-8 K14"}, control=K20, segment="8.6131")
    no(hidden, "report VACATED K13", "RePh8.6131.2")
    no(hidden, "report VACATED K14", "RePh8.6131.1")
    do(hidden, "report VACATED K13", RUSSIAN)
    assert "k13" not in hidden.state.control
    play = fight(control=K20, segment="8.6131")
    do(play, "report VACATED K13,K20")
    assert play.state.control == {} and campaign(play.state).vacated == {"k13": 3, "k20": 3}
    assert {"k13", "k20"} <= no_mans_land(play.state)


@pytest.mark.rule("RePh8.6131.3")
def test_when_the_next_cgs_is_played_its_strategic_locations_are_uncontrolled() -> None:
    play = fight({"S": "6-5-8 K13"}, vacated={"k13": 3, "l20": 3})
    uncontrol_vacated(play)
    assert "k13" not in no_mans_land(play.state) and "l20" in no_mans_land(play.state)
    do(play, "control K13 by=S", GERMAN)
    assert campaign(play.state).vacated == {"l20": 3}
    before = len(play.events)
    uncontrol_vacated(play)
    assert len(play.events) == before
    held = fight(vacated={"k13": 3}, control={"k13": GERMAN})
    uncontrol_vacated(held)
    assert held.events == []
