"""Rules 0.1f to 0.6, the set-up and what the counters, chits and boxes are."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace

import pytest

from adjudicator.dice import OutOfDice
from adjudicator.games.koenigsberg45.charts import charts
from adjudicator.games.koenigsberg45.orders import grammar
from adjudicator.games.koenigsberg45.position import is_combat, is_hq, kind, mechanised, printed
from adjudicator.games.koenigsberg45.turn import r00_chits, r00_setup
from adjudicator.judging.referee import silence
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.rulings import Ambiguous
from adjudicator.state import State
from tests.games.koenigsberg45.table import GAME, table
from tests.tabletop import Tabletop

REDUCED = {"2HGFj", "83 Div", "401I", "461I", "605 zbv", "607 zbv", "KG Mikosch"}


def begun() -> State:
    """The game before anything has happened."""
    return r00_setup.start("campaign")


def setting_up() -> Tabletop:
    """The set-up, both sides asked."""
    return Tabletop(GAME, {}, clear=False, segment="SETUP")


def read(side: str, line: str) -> Order:
    """A line as a side writes it."""
    return grammar(side).read(line)


# -- 0.1f and 0.1g -----------------------------------------------------------------------------------------


@pytest.mark.rule("0.1f.1", "12.7.1")
def test_0_1f_1_everybody_starts_at_full_strength_but_for_the_seven_that_12_7_names() -> None:
    state = begun()
    full = {counter.id: len(counter.steps) for counter in state.roster.counters.values()}
    assert {unit.id for unit in state.units.values() if unit.steps < full[unit.id]} == REDUCED
    assert {state.units[unit].steps for unit in REDUCED} == {1}


@pytest.mark.rule("0.1f.2")
def test_0_1f_2_everybody_starts_in_supply() -> None:
    assert {unit.flags for unit in begun().units.values()} == {frozenset()}


@pytest.mark.rule("0.1f.3")
def test_0_1f_3_a_set_up_that_breaks_the_stacking_limits_is_refused() -> None:
    state = begun()
    crowd = [replace(state.units[unit], at="4108") for unit in ("1", "56", "G69")]
    with pytest.raises(ValueError, match=r"0\.1f\.3.*1, 56, G69 in 4108"):
        r00_setup.check_stacks(state.roster, crowd)
    staffs = [replace(state.units[unit], at="4108") for unit in ("HQ 26", "HQ 9")]
    with pytest.raises(ValueError, match="HQ 26, HQ 9 in 4108"):
        r00_setup.check_stacks(state.roster, staffs)
    r00_setup.check_stacks(state.roster, [*crowd[:2], staffs[0]])


@pytest.mark.rule("0.1f.3")
def test_0_1f_3_no_game_begins_with_such_a_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    roster = begun().roster
    crowd = {unit: replace(roster.counters[unit], setup="4108") for unit in ("1", "56", "G69")}
    crowded = replace(roster, counters={**roster.counters, **crowd})
    monkeypatch.setattr(r00_setup, "load_roster", lambda game: crowded)
    with pytest.raises(ValueError, match=r"0\.1f\.3"):
        r00_setup.start("campaign")


@pytest.mark.rule("0.1g.1", "12.7.2")
def test_0_1g_1_units_stand_where_their_icons_are_and_152_ur_with_the_hq_of_39th_army() -> None:
    units = begun().units
    assert (units["152 UR"].at, units["HQ 39"].at) == ("4403", "4403")
    assert (units["HQ 26"].at, units["5 Pz"].at, units["1 G T"].at) == ("4009", "3708", "2939")


@pytest.mark.rule("0.1g.2", "0.8a.1")
def test_0_1g_2_the_turn_marker_starts_on_turn_1() -> None:
    state = begun()
    assert state.turn == 1
    assert r00_setup.SCENARIOS == ("campaign",)


@pytest.mark.rule("0.1g.3", "0.3.6")
def test_0_1g_3_reinforcements_wait_those_marked_r_among_them() -> None:
    state = begun()
    waiting = {unit.id for unit in state.at("reinforcements")}
    marked = {"15 SS", "HQ G28", "58", "95", "HQ 19", "40 G", "132", "134"}
    assert waiting == {*marked, "24 Pz", "83 Div", "Hipper"}


@pytest.mark.rule("0.1g.4", "0.2e.1", "0.3.5")
def test_0_1g_4_air_units_are_ready_in_the_box_of_their_air_army() -> None:
    state = begun()
    boxes = {
        box: {unit.id for unit in state.at(box)} for box in ("luftwaffe", "1st-air-army", "4th-air-army")
    }
    assert boxes == {
        "luftwaffe": {"LW-1"},
        "1st-air-army": {"AA1-a", "AA1-b", "3AA", "18AA"},
        "4th-air-army": {"AA4-a", "AA4-b", "AA4-c"},
    }


@pytest.mark.rule("0.1g.5", "0.2f.1")
def test_0_1g_5_four_volksturm_units_are_in_their_box_two_of_them_available() -> None:
    state = begun()
    assert [unit.id for unit in state.at("volksturm")] == [f"VlkStm {n}" for n in (1, 2, 3, 4)]
    assert state.tracks["volksturm"] == 2


@pytest.mark.rule("0.1g.1", "1.0.3", "1.0.1")
def test_set_up_ends_when_both_are_ready_and_the_german_barrages_begin() -> None:
    laid = setting_up()
    laid.order("german", "ready")
    assert laid.state.segment == "SETUP"
    laid.order("soviet", "ready")
    assert laid.state.segment == "BAR_G"


@pytest.mark.rule("0.1g.1", "15.0.1", "0.1e.1")
def test_who_says_first_that_he_is_ready_is_heard_with_what_he_wants_besides() -> None:
    laid = setting_up()
    rulings = laid.order("german", "Ready.\noption Boehme on\ntop Schlossberg 1")
    assert [ruling.verdict for ruling in rulings] == ["done"] * 3
    laid.order("soviet", "ready\noption Böhme on")
    assert laid.state.segment == "BAR_G"
    assert laid.found("OptionsAgreed") == [{"options": ("bohme", "attacker-town-protection")}]


def test_an_option_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    (ruling,) = setting_up().order("german", "option weather on")
    assert (ruling.verdict, ruling.legal) == (
        "unreadable",
        ("bohme", "mikosch", "attacker-town-protection"),
    )


def test_silence_in_the_set_up_means_ready() -> None:
    laid = setting_up()
    assert {decision.default for decision in laid.state.waiting()} == {"ready"}
    laid.order("german", "ready")
    with pytest.raises(OutOfDice):
        silence(laid.game, laid.play, laid.state.waiting()[0])
    assert laid.found("OptionsAgreed") == [{"options": ("attacker-town-protection",)}]


# -- what lies on top ----------------------------------------------------------------------------------------


@pytest.mark.rule("0.1e.1")
def test_top_shows_the_enemy_another_unit_and_only_the_owner_how_it_was_arranged() -> None:
    laid = setting_up()
    assert laid.verdict("soviet", "top 3035 29") == ("done", "")
    (seen,) = [event for event in laid.events if event.kind == "TopsSeen"]
    assert (seen.facts()["seen"], seen.to) == ({"3035": "29"}, ("german",))
    assert laid.verdict("soviet", "top 3035 29") == ("done", "")
    assert len(laid.found("TopsSeen")) == 1
    assert laid.game.view(laid.state, "german").facts["tops"] == {}
    told = [event.facts() for event in laid.events if event.kind == "FactNoted" and event.seen_by("german")]
    assert "tops" not in [fact["key"] for fact in told]


@pytest.mark.rule("0.1e.1")
def test_top_is_refused_for_a_unit_that_is_not_in_the_stack() -> None:
    laid = setting_up()
    assert laid.verdict("soviet", "top 3035 53") == ("refused", "0.1e.1")
    assert laid.verdict("soviet", "top 3035 1") == ("refused", "0.1e.1")


# -- counters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("0.3.1")
def test_0_3_1_the_reduced_side_has_values_of_its_own() -> None:
    full = table({"1": "2020"}, run=False).state
    reduced = table({"1": "2020 reduced"}, run=False).state
    values = ("attack", "defence", "movement")
    assert [printed(full, full.units["1"], value) for value in values] == [4, 6, 4]
    assert [printed(reduced, reduced.units["1"], value) for value in values] == [2, 4, 4]
    lost = table({"1": "eliminated"}, run=False).state
    assert printed(lost, replace(lost.units["1"], steps=0), "attack") == 2


@pytest.mark.rule("0.3.1", "0.4.1")
def test_an_hq_has_a_range_and_neither_attack_nor_defence() -> None:
    state = begun()
    values = ("attack", "defence", "movement", "range")
    assert [printed(state, state.units["HQ 26"], value) for value in values] == [0, 0, 6, 4]
    fighting = {unit.id for unit in state.units.values() if is_combat(state, unit)}
    assert {unit.id for unit in state.units.values() if is_hq(state, unit)} == {
        unit for unit in state.units if unit.startswith("HQ ")
    }
    assert not {unit for unit in fighting if unit.startswith("HQ ")}


@pytest.mark.rule("0.3.2", "0.4.1")
def test_0_3_2_every_combat_unit_is_of_a_known_type_and_size_and_the_rest_do_not_fight() -> None:
    state = begun()
    fighting = [state.roster.counters[u.id] for u in state.units.values() if is_combat(state, u)]
    types = {
        "infantry", "motorised", "mechanised", "armour", "bicycle", "mountain", "cavalry", "engineer",
        "armoured-train", "garrison", "militia", "fortress", "fortified-region",
    }  # fmt: skip
    assert {counter.type for counter in fighting} <= types
    others = Tally(kind(state, u) for u in state.units.values() if not is_combat(state, u))
    assert others == {"hq": 28, "air": 8, "ship": 1, "refugees": 8}


@pytest.mark.rule("0.3.3")
def test_0_3_3_a_unit_is_mechanised_by_the_colour_of_its_movement_not_by_its_symbol() -> None:
    state = begun()
    mech = {unit.id for unit in state.units.values() if mechanised(state, unit)}
    assert {"5 Pz", "GD Fus", "2HGFj", "1 T", "8 Mech", "47 Mech"} <= mech
    assert not {"10 Jäg", "3 G C", "Pz.Zug", "HQ 5 GT", "1"} & mech


@pytest.mark.rule("0.3.3", "0.4.1")
def test_an_hq_is_never_mechanised_whatever_colour_its_movement_had() -> None:
    state = begun()
    yellow = replace(state.roster.counters["HQ 5 GT"], traits={"mech": "yes"})
    painted = replace(state.roster, counters={**state.roster.counters, "HQ 5 GT": yellow})
    assert not mechanised(state.but(roster=painted), state.units["HQ 5 GT"])


@pytest.mark.rule("0.3.4")
@pytest.mark.parametrize(
    ("side", "text", "unit"),
    [
        ("soviet", "2 G T", "2 G T"),
        ("soviet", "5 GT HQ", "HQ 5 GT"),
        ("soviet", "8 mech", "8 Mech"),
        ("soviet", "152 ur", "152 UR"),
        ("german", "28 jag", "28 Jäg"),
        ("german", "605 ZBV", "605 zbv"),
        ("german", "349vg", "349 VG"),
        ("german", "gd fus", "GD Fus"),
        ("german", "kg mikosch", "KG Mikosch"),
        ("german", "vlkstm 1", "VlkStm 1"),
    ],
)
def test_0_3_4_orders_may_use_the_printed_abbreviations(side: str, text: str, unit: str) -> None:
    assert read(side, f"replace {text}").args["unit"] == unit


@pytest.mark.rule("0.5.5", "K-R66")
def test_0_5_5_a_number_of_both_sides_means_the_unit_of_its_writer() -> None:
    assert read("german", "replace 69").args["unit"] == "G69"
    assert read("soviet", "replace 69").args["unit"] == "S69"
    assert read("soviet", "choose HQ 28").args["hq"] == "HQ S28"
    assert read("german", "choose 28").args["hq"] == "HQ G28"
    with pytest.raises(Ambiguous):
        read("", "replace 69")


# -- HQs and chits -------------------------------------------------------------------------------------------


@pytest.mark.rule("0.4.2", "0.4.3", "0.5.1")
def test_0_4_there_are_sixteen_armies_and_twelve_corps_with_one_chit_each() -> None:
    state = begun()
    hqs = [unit for unit in state.units.values() if kind(state, unit) == "hq"]
    assert Tally(unit.side for unit in hqs) == {"soviet": 16, "german": 12}
    chits = Tally(filter(None, (r00_chits.hq_of_chit(state, chit) for chit in state.roster.cards)))
    assert chits == {unit.id: 1 for unit in hqs}


@pytest.mark.rule("0.5.1")
def test_0_5_1_the_cup_of_turn_1_holds_a_chit_for_every_hq_on_the_map_but_two() -> None:
    state = begun()
    hqs = {r00_chits.hq_of_chit(state, chit) for chit in state.cups["cup"]}
    placed = {u.id for u in state.units.values() if kind(state, u) == "hq" and on_map(state, u)}
    assert hqs == placed - {"HQ 43", "HQ 2 G"}
    assert len(state.cups["cup"]) == 24


@pytest.mark.rule("6.1a.2")
def test_6_1a_2_43rd_and_2nd_guards_army_stand_on_the_map_without_a_chit_in_the_cup() -> None:
    state = begun()
    assert on_map(state, state.units["HQ 43"])
    assert on_map(state, state.units["HQ 2 G"])
    assert not {"S43", "S2G"} & set(state.cups["cup"])


@pytest.mark.rule("0.6a.1", "6.1a.1")
def test_0_6a_1_front_chits_and_hgm_are_not_in_the_cup_of_turn_1() -> None:
    assert not {"2BR-1", "2BR-2", "3BR-1", "3BR-2", "HGM"} & set(begun().cups["cup"])


@pytest.mark.rule("0.5.4")
def test_0_5_4_a_chit_is_told_by_its_side_as_well_as_its_number() -> None:
    state = begun()
    assert r00_chits.hq_of_chit(state, "G28") == "HQ G28"
    assert r00_chits.hq_of_chit(state, "S28") == "HQ S28"
    assert (r00_chits.command_of_chit(state, "G28"), r00_chits.command_of_chit(state, "S28")) == (
        "german",
        "3BR",
    )


# -- charts and boxes ----------------------------------------------------------------------------------------


@pytest.mark.rule("0.2d.1")
def test_0_2d_1_the_crt_has_a_cell_for_every_column_from_1_2_to_8_1_and_every_face_of_a_die() -> None:
    crt = charts()["crt"]
    assert crt.columns == ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1+")
    assert crt.rows == ("1", "2", "3", "4", "5", "6")
    assert all(crt.cell(column, row) for column in crt.columns for row in crt.rows)
