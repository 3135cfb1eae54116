"""Prisoners, sighting, artillery, terrain, chits; how the campaign begins and ends."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.campaign_game.cg_artillery import black_chits, retain, security_hex
from adjudicator.games.redvengeance.campaign_game.cg_losses import Losses, counted, for_elr
from adjudicator.games.redvengeance.decision_table.table_reports import traits
from adjudicator.games.redvengeance.fighting.r11_bridges import damage
from adjudicator.games.redvengeance.fighting.r14_banner import award
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, INIT_BUY, RUSSIAN
from adjudicator.games.redvengeance.questions.firefight import game_turn
from adjudicator.games.redvengeance.questions.gates import STOCK, check_chit, decide, lull
from adjudicator.games.redvengeance.questions.refit import run as run_step
from adjudicator.games.redvengeance.record import start
from adjudicator.games.redvengeance.refit_phase.reph_result import earned, run_date, run_result
from adjudicator.games.redvengeance.situation.campaign import campaign, last, own
from adjudicator.games.redvengeance.situation.ground import legend
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.buying import LATER, purse, resolved, verdicts, why
from tests.games.redvengeance.doing import do, flags, no
from tests.games.redvengeance.firefight import fight

OBA: dict[str, Any] = {"O3": {"ammo": "normal", "carrier": "radio", "prereg": ("I8",)}}


# -- the campaign, its beginning and its end -----------------------------------------------------------------


@pytest.mark.rule("START.1", "OB-DE.2", "OB-RU.2", "OB-DE.4", "OB-RU.4", "CG1.1", "BRV0.6", "BRV0.7")
def test_how_the_campaign_begins() -> None:
    state = start("campaign")
    assert (state.turn, state.segment, state.units) == (1, INIT_BUY, {})
    points = {name: state.tracks[name] for name in ("cpp-german", "cpp-russian", "san-german", "san-russian")}
    assert points == {"cpp-german": 60, "cpp-russian": 80, "san-german": 4, "san-russian": 3}
    counted = {one for one in state.tracks if one.startswith(("lost-", "elr-", "lull-", "game-turn"))}
    assert len(counted) == 11 and {state.tracks[one] for one in counted} == {0}
    assert len(state.board.spaces) == 994 and campaign(state).weather_mode == "historical"
    assert campaign(start("random-weather")).weather_mode == "random"
    with pytest.raises(KeyError):
        start("BRV3")


@pytest.mark.rule("START.2")
def test_at_first_the_russian_moves_first() -> None:
    assert campaign(start("campaign")).first == RUSSIAN


@pytest.mark.rule("BRV0.3", "RePh8.6234")
def test_the_ninth_cgs_is_the_last_and_no_other_test_of_victory_is_made() -> None:
    play = fight(turn=9, segment="8.6032", first=RUSSIAN, case=RUSSIAN)
    run_result(play)
    assert play.state.over is not None and play.state.over["winner"] == GERMAN
    earlier = fight(turn=8, segment="8.6032", first=RUSSIAN, case=RUSSIAN)
    run_result(earlier)
    assert earlier.state.over is None
    test = fight(turn=8, segment="8.6234", tracks={"lost-german": 5})
    run_step(test)
    assert [event.rule for event in test.events] == ["RePh8.6234"] * 2 and test.state.over is None


@pytest.mark.rule("BRV0.4")
def test_no_group_is_refused_for_want_of_counters() -> None:
    counters = purse(LATER).roster.counters["4-3-6"]
    units = {f"S{n}": "4-3-6 K13" for n in range(counters.count)}
    full = fight(units, turn=LATER, tracks={"cpp-german": 99}).state
    play = resolved(full, GERMAN, ["BUY I3"], 1, 1, 6, 6)
    made = [unit for unit in play.state.units.values() if unit.kind == "4-3-6"]
    assert len(made) == counters.count + 4


@pytest.mark.rule("BRV14.3.8")
def test_a_banner_placed_earns_no_points_in_the_campaign() -> None:
    before = fight(case=RUSSIAN, first=RUSSIAN)
    play = fight(case=RUSSIAN, first=RUSSIAN, placed="X17:R", control={"x17": RUSSIAN})
    award(play)
    assert campaign(play.state).banner == "X17:R" and campaign(play.state).banner_turn == play.state.turn
    assert earned(play.state, RUSSIAN).total == earned(before.state, RUSSIAN).total == 0


@pytest.mark.rule("CG7.2", "BRV17.2")
def test_by_night_the_side_that_attacks_alone_is_the_attacker() -> None:
    play = fight(turn=2)
    decide(play, RUSSIAN, RUSSIAN)
    assert campaign(play.state).first == RUSSIAN
    assert [event.rule for event in play.events if event.kind == "InitiativeDecided"] == ["CG7.2"]
    day = fight(turn=3)
    decide(day, RUSSIAN, RUSSIAN)
    assert [event.rule for event in day.events if event.kind == "InitiativeDecided"] == ["BRV17.2"]


@pytest.mark.rule("CG23.1", "BRV17.3")
def test_a_lull_skips_the_firefight_and_is_the_cgs_before_the_next() -> None:
    play = fight(turn=5, segment="8.623")
    lull(play)
    assert play.state.segment == "8.6091" and last(play.state).lull
    assert game_turn(play.state) == 0 and campaign(play.state).first == ""


@pytest.mark.parametrize(("side", "chits"), [clause("CG26.1", RUSSIAN, 7), clause("CG26.2", GERMAN, 3)])
def test_so_many_attack_chits_and_no_more(side: str, chits: int) -> None:
    assert STOCK[side] == chits == start("campaign").tracks[f"chits-{side}"]
    attack = read_line("chit attack")
    check_chit(fight(tracks={f"chits-{side}": 1}).state, side, attack)
    with pytest.raises(Refused) as refused:
        check_chit(fight(tracks={f"chits-{side}": 0}).state, side, attack)
    assert refused.value.rule == ("CG26.1" if side == RUSSIAN else "CG26.2")


@pytest.mark.rule("CG26.3")
def test_nobody_has_to_use_his_chits() -> None:
    check_chit(fight(tracks={"chits-german": 3}).state, GERMAN, read_line("chit idle"))
    check_chit(fight(tracks={"chits-german": 0}).state, GERMAN, read_line("chit idle"))


# -- CG16, CG28 ----------------------------------------------------------------------------------------------

MOABIT = {"M": "3-3-7 K13", "R": "6-2-8 K13"}


@pytest.mark.parametrize(("text", "sum_"), [
    clause("CG16.2", "report MELEE unit={} mode=hth dr=7", "= 6"),
    clause("CG16.3", "report HOB unit={} dr=7", "= 9"),
    clause("CG16.4", "report CREATION unit={} dr=4", "= 3"),
    clause("CG16.8", "report AMBUSH unit={} dr=4", "= 5"),
])  # fmt: skip
def test_what_moabit_prisoners_add_to_dice(text: str, sum_: str) -> None:
    night: dict[str, Any] = {"turn": 2}
    assert sum_ in do(fight(None, MOABIT, **night), text.format("M"), RUSSIAN)[0]
    assert not any(sum_ in one for one in do(fight(None, MOABIT, **night), text.format("R"), RUSSIAN))


@pytest.mark.rule("CG16.2", "BRV2.0")
def test_in_a_melee_that_is_not_hand_to_hand_nothing_is_added_or_declared() -> None:
    assert do(fight(None, MOABIT), "report MELEE unit=M mode=cc dr=7", RUSSIAN) == []


@pytest.mark.rule("CG16.8")
def test_by_day_they_are_ambushed_like_others() -> None:
    assert do(fight(None, MOABIT, turn=3), "report AMBUSH unit=M dr=4", RUSSIAN) == []


@pytest.mark.rule("CG16.5")
def test_moabit_prisoners_fire_in_no_group_of_several_locations() -> None:
    no(fight(None, MOABIT), "report FIRE unit=M group=several", "CG16.5", RUSSIAN)
    do(fight(None, MOABIT), "report FIRE unit=M", RUSSIAN)
    do(fight(None, MOABIT), "report FIRE unit=R group=several", RUSSIAN)


@pytest.mark.rule("CG16.1", "CG16.9")
def test_moabit_prisoners_are_inexperienced_and_their_leaders_partisans() -> None:
    play = fight(None, {**MOABIT, "H": "1-3-7 K13", "L": "7-0-moabit K13", "O": "7-0-ru K13"})
    rules = {
        id_: {row.rule for row in traits(play.state, unit)} & {"CG16.1", "CG16.9"}
        for id_, unit in play.state.units.items()
    }
    assert rules == {"M": {"CG16.1"}, "H": {"CG16.1"}, "L": {"CG16.9"}, "R": set(), "O": set()}


@pytest.mark.rule("CG16.6")
def test_the_loss_of_moabit_prisoners_is_no_elr_loss_and_earns_the_german_nothing() -> None:
    lost = Losses(suffered=8, moabit=8)
    assert (for_elr(lost), counted(RUSSIAN, lost)) == (0, 0)


@pytest.mark.parametrize(("turn", "side", "south", "sum_"), [
    clause("CG28.1", 3, RUSSIAN, False, "+1 in all"), clause("CG28.1", 3, GERMAN, False, "+1 in all"),
    clause("CG28.2", 5, RUSSIAN, False, "+1 in all"), clause("CG28.2", 6, RUSSIAN, False, "+2 in all"),
    clause("CG28.2", 6, GERMAN, False, "+1 in all"),
    clause("CG28.3", 5, RUSSIAN, False, "+1 in all"),
    clause("CG28.3", 6, RUSSIAN, True, "+3 in all"), clause("CG28.3", 6, GERMAN, True, "+2 in all"),
])  # fmt: skip
def test_what_smoke_and_boundaries_add_to_a_sighting_tc(turn: int, side: str, south: bool, sum_: str) -> None:
    bank = {"d0": RUSSIAN, **({"k13": RUSSIAN} if south else {})}
    play = fight(turn=turn, control_start=bank)
    assert sum_ in do(play, f"report SIGHTING of={side}", side)[0]


@pytest.mark.rule("CG28.3")
@pytest.mark.parametrize("facts", [
    {"control_start": {"k13": RUSSIAN}, "isolated": {RUSSIAN: ("K13",)}}, {"control_start": {"k13": GERMAN}},
])  # fmt: skip
def test_an_isolated_area_south_of_the_spree_adds_nothing_nor_one_of_the_germans(facts: Any) -> None:
    assert "+1 in all" in do(fight(**facts), "report SIGHTING of=german")[0]


# -- CG9, CG10 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CG9.1", "CG9.2")
def test_a_side_has_one_module_and_one_katyusha_in_a_cgs() -> None:
    assert verdicts(purse(LATER), RUSSIAN, "BUY O3", "BUY O1") == ["done", "CG9.1"]
    assert verdicts(purse(LATER), RUSSIAN, "BUY O4", "BUY O5") == ["done", "done"]
    kept = purse(LATER, own_russian={"oba": {"O5": {}}})
    assert verdicts(kept, RUSSIAN, "BUY O5", "BUY O3") == ["CG9.2", "done"]
    assert why(kept, RUSSIAN, "BUY O5").startswith("one Katyusha for a side in a CGS; you have O5")
    assert why(purse(LATER), RUSSIAN, "BUY O3", "BUY O1").startswith("one OBA module for a side in a CGS")


@pytest.mark.rule("CG9.3", "CG9.4")
def test_a_module_has_a_radio_or_a_phone_and_who_enters_no_phone() -> None:
    assert verdicts(purse(LATER), RUSSIAN, "BUY O3 carrier=pigeon") == ["CG9.3"]
    for said in "", "carrier=radio", "carrier=phone":
        assert verdicts(purse(LATER), RUSSIAN, f"BUY O3 {said}") == ["done"]
    assert verdicts(purse(LATER), RUSSIAN, "BUY O3 carrier=offboard", "BUY O8") == ["done", "done"]
    assert verdicts(purse(LATER), RUSSIAN, "BUY O3 carrier=phone mode=entry") == ["CG9.4"]
    assert verdicts(purse(LATER), RUSSIAN, "BUY I2 carrier=radio", "BUY I2") == ["CG9.3", "done"]
    facts: dict[str, Any] = {"own_russian": {"oba": OBA}}
    play = fight(None, {"L": "9-1 off-map", "M": "9-1 K13"}, **facts)
    no(play, "oba O3 carrier=pigeon unit=M", "CG9.3", RUSSIAN)
    no(play, "oba O3 carrier=phone unit=L", "CG9.4", RUSSIAN)
    assert do(play, "oba O3 carrier=radio unit=L", RUSSIAN) == []
    do(play, "oba O3 carrier=phone unit=M", RUSSIAN)


@pytest.mark.rule("CG9.5", "CG9.6")
def test_the_security_area_runs_to_the_nearest_friendly_hex_of_its_edge() -> None:
    held = {"d0": RUSSIAN, "f0": RUSSIAN, "h25": GERMAN, "x25": GERMAN}
    state = fight(control=held).state
    assert security_hex(state, RUSSIAN, "E3") in {"d0", "f0"} and security_hex(state, RUSSIAN, "B3") == "d0"
    assert security_hex(state, GERMAN, "Y18") == "x25"
    assert security_hex(fight(control={"h25": RUSSIAN}).state, GERMAN, "Y18") == ""


@pytest.mark.rule("CG9.6")
def test_a_german_phone_needs_a_friendly_hex_on_the_south_edge() -> None:
    ours: dict[str, Any] = {"own_german": {"oba": {"O1": {}}}}
    no(fight(**ours), "oba O1 carrier=phone", "CG9.6")
    do(fight(control={"h25": GERMAN}, **ours), "oba O1 carrier=phone")
    do(fight(**ours), "oba O1 carrier=radio")
    do(fight(None, {"M": "9-1 K13"}, own_russian={"oba": OBA}), "oba O3 carrier=phone unit=M", RUSSIAN)
    assert verdicts(purse(LATER), GERMAN, "BUY O1 carrier=phone") == ["CG9.6"]


@pytest.mark.rule("CG9.7", "CG10.6")
def test_how_a_module_is_observed_is_for_its_side_alone() -> None:
    lines = ["BUY O3 carrier=offboard", "BUY O8", "OBA O3 observer=D0"]
    state = purse(LATER, control={"d0": RUSSIAN})
    play = resolved(state, RUSSIAN, lines, 3, 3)
    assert own(play.state, RUSSIAN).oba["O3"]["observer"] == "D0"
    seen = [event for event in play.events if event.seen_by(GERMAN)]
    assert "D0" not in repr(seen) and "offboard" not in repr(seen)


@pytest.mark.rule("CG9.8", "CG10.5")
def test_a_side_directs_the_modules_that_it_has_and_the_russian_his_plane() -> None:
    assert verdicts(purse(LATER), RUSSIAN, "OBA O3 carrier=radio") == ["CG9.8"]
    assert verdicts(purse(LATER), GERMAN, "OBA O7 observer=MM3") == ["BRV15.1.13"]
    sealed = fight(own_russian={"basket": ("BUY O3",), "oba": {"O5": {}}})
    assert no(sealed, "oba O3 HE", "CG9.8", RUSSIAN).legal == ("O5",)


@pytest.mark.rule("CG9.9")
def test_a_line_on_a_module_changes_what_it_says_and_at_set_up_fires_nothing() -> None:
    play = fight(own_russian={"oba": OBA}, segment="8.624")
    no(play, "oba O3 HE", "CG9.9", RUSSIAN)
    assert do(play, "oba O3 carrier=phone", RUSSIAN) == []
    assert own(play.state, RUSSIAN).oba["O3"] == {"ammo": "normal", "carrier": "phone", "prereg": ("I8",)}


@pytest.mark.rule("CG9.8", "CG10.4")
@pytest.mark.parametrize(("mission", "kept"), [("IR", True), ("HE", False)])
def test_a_module_that_fired_for_effect_is_not_kept_nor_its_observer(mission: str, kept: bool) -> None:
    module = {"O3": {**OBA["O3"], "carrier": "offboard", "observer": "D0"}}
    play = fight(own_russian={"oba": module}, control={"d0": RUSSIAN})
    do(play, f"oba O3 {mission}", RUSSIAN)
    before = len(play.events)
    retain(play)
    assert ("O3" in own(play.state, RUSSIAN).oba) is kept is (len(play.events) == before)


@pytest.mark.rule("CG9.9", "CG9.10")
def test_a_retained_modules_hexes_are_changed_and_one_more_is_bought() -> None:
    kept = purse(LATER, own_russian={"oba": OBA})
    assert verdicts(kept, RUSSIAN, "OBA O3 prereg=W17") == ["done"]
    assert verdicts(kept, RUSSIAN, "OBA O3 prereg=I8,W17", "BUY O6") == ["done", "done"]
    assert verdicts(kept, RUSSIAN, "OBA O3 prereg=I8,J7,W17", "BUY O6 x2")[0] == "CG9.10"
    play = resolved(kept, RUSSIAN, ["OBA O3 prereg=W17"])
    assert own(play.state, RUSSIAN).oba["O3"]["prereg"] == ("W17",)
    play = resolved(kept, RUSSIAN, ["OBA O3 carrier=phone"])
    assert own(play.state, RUSSIAN).oba["O3"]["prereg"] == ("I8",)
    assert verdicts(kept, RUSSIAN, "BUY O6 x2 prereg=J7") == ["FN-A.1"]


@pytest.mark.rule("CG9.11")
def test_only_the_first_pre_registered_hex_brings_a_black_chit() -> None:
    assert [black_chits(hexes) for hexes in ((), ("I8",), ("I8", "J7"))] == [0, 1, 1]


@pytest.mark.rule("CG9.12")
@pytest.mark.parametrize("word", ["BARRAGE", "creeping"])
def test_there_is_no_barrage(word: str) -> None:
    play = fight(own_russian={"oba": OBA})
    no(play, f"oba O3 {word}", "CG9.12", RUSSIAN)
    no(play, "oba O3 WP", "BRV15.1.3", RUSSIAN)
    do(play, "oba O3 SMOKE", RUSSIAN)


@pytest.mark.rule("CG10.1")
def test_the_german_observer_is_on_the_edge_within_six_hexes_of_a24() -> None:
    play = fight(own_german={"oba": {"O1": {}}}, control={"a18": RUSSIAN})
    no(play, "oba O1 observer=A17", "CG10.1")
    no(play, "oba O1 observer=B24", "CG10.1")
    do(play, "oba O1 observer=A18")
    do(play, "oba O1 carrier=radio")
    far = fight(own_russian={"oba": OBA}, control={"d0": RUSSIAN})
    do(far, "oba O3 observer=D0", RUSSIAN)
    no(far, "oba O3 observer=K13", "CG10.2", RUSSIAN)


@pytest.mark.rule("CG10.2")
def test_the_russian_observer_is_on_a_friendly_hex_of_the_other_edges() -> None:
    play = fight(own_russian={"oba": OBA}, control={"d0": RUSSIAN, "h25": RUSSIAN})
    no(play, "oba O3 observer=F0", "CG10.2", RUSSIAN)
    no(play, "oba O3 observer=H25", "CG10.2", RUSSIAN)
    do(play, "oba O3 observer=D0", RUSSIAN)
    do(play, "oba O3 carrier=radio", RUSSIAN)
    do(fight(own_german={"oba": {"O1": {}}}), "oba O1 observer=A18")


@pytest.mark.rule("CG10.3")
def test_each_observer_directs_one_module() -> None:
    two = ("BUY O3 carrier=offboard", "BUY O5 carrier=offboard")
    assert verdicts(purse(LATER), RUSSIAN, *two, "BUY O8")[0] == "CG10.3"
    assert verdicts(purse(LATER), RUSSIAN, two[0], "BUY O8") == ["done", "done"]


@pytest.mark.rule("CG10.5")
def test_the_plane_is_at_any_edge_hex() -> None:
    state = purse(LATER)
    assert verdicts(state, RUSSIAN, "BUY O7", "OBA O7 observer=MM3") == ["done", "done"]
    assert verdicts(state, RUSSIAN, "BUY O7", "OBA O7") == ["done", "done"]
    assert verdicts(state, RUSSIAN, "BUY O7", "OBA O7 observer=K13") == ["done", "CG10.5"]


# -- CG27, the legend ----------------------------------------------------------------------------------------


@pytest.mark.rule("CG27.1", "CG27.2")
def test_changed_terrain_stays_till_it_is_cleared() -> None:
    play = fight(turn=3, segment="8.6121")
    do(play, "report TERRAIN hex=K12 terrain=shellhole")
    run_date(play)
    assert play.state.turn == 4 and campaign(play.state).terrain == {"k12": "shellhole"}
    do(play, "report TERRAIN hex=K12 terrain=clear")
    assert campaign(play.state).terrain == {}


@pytest.mark.rule("CG27.3")
def test_what_a_damaged_bridge_bears_is_recorded_for_good() -> None:
    play = fight(turn=3, segment="8.6121")
    damage(play, "I9", "2KIA")
    run_date(play)
    assert campaign(play.state).limits == {"I9": 20}


@pytest.mark.rule("CG27.4", "CG27.5")
def test_a_vehicle_that_is_dead_is_a_burnt_out_wreck_or_gone() -> None:
    units = {"T": "mk-iv-h K13 immobilized", "G": "mk-iv-h K13", "S": "6-5-8 K13 immobilized"}
    play = fight(units)
    no(play, "report DEAD unit=T", "CG27.4")
    no(play, "report DEAD unit=G weapons=none", "CG27.4")
    no(play, "report DEAD unit=S weapons=none", "CG27.4")
    said = do(play, "report DEAD unit=T weapons=none")
    assert "No weapon of T works; its CVP count as lost." in said
    assert (play.state.units["T"].at, flags(play, "T")) == ("k13", frozenset({"burnt-out"}))
    play = fight(units)
    said = do(play, "report DEAD unit=T weapons=none wreck=no")
    assert "T leaves no wreck; its CVP count as lost." in said
    assert (play.state.units["T"].at, flags(play, "T")) == ("eliminated", frozenset())
    for why_ in "out-of-gas", "abandoned":
        do(fight({"T": f"mk-iv-h K13 {why_}"}), "report DEAD unit=T weapons=none")


@pytest.mark.rule("CG27.6")
def test_a_scrounged_vehicle_is_a_burnt_out_wreck() -> None:
    play = fight({"T": "mk-iv-h K13 out-of-gas", "G": "mk-iv-h K13"})
    no(play, "report SCROUNGE unit=G", "CG27.6")
    assert "T was scrounged." in do(play, "report SCROUNGE unit=T")
    assert flags(play, "T") == {"burnt-out"}


@pytest.mark.rule("CG27.7")
def test_a_wreck_in_a_blaze_burns_out_and_stays() -> None:
    play = fight({"T": "mk-iv-h K13 wreck"}, segment="8.6094", fires={"k13": "blaze"})
    run_step(play)
    assert flags(play, "T") == {"burnt-out"} and play.state.units["T"].at == "k13"


@pytest.mark.parametrize(("number", "name"), [
    clause("LEG.1", 1, "Customs Warehouse, hex not given"), clause("LEG.2", 2, "Kroll Opera House, H19"),
    clause("LEG.3", 3, "Lehrter Station (S-Bahn), J4"), clause("LEG.4", 4, "Charite Hospital, hex not given"),
    clause("LEG.5", 5, "Schutz Polizei HQ, hex not given"),
    clause("LEG.6", 6, "Electrical Works, hex not given"), clause("LEG.7", 7, "Brandenburg Gate, BB24"),
])  # fmt: skip
def test_what_the_legend_says(number: int, name: str) -> None:
    assert legend(number) == name
