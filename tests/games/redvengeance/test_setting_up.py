"""What a set-up may hide and for what, its dice that are rolled once, the Snipers, and who rides in what."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.by_mail.rosters import rosters
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import firefight
from adjudicator.games.redvengeance.questions.setting_up import run, take
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import Frame, Json
from tests.games.redvengeance.doing import by_night, do, flags, no
from tests.games.redvengeance.firefight import fight, told
from tests.games.redvengeance.table import a_play

GROUND: dict[str, Any] = {
    "areas": {GERMAN: (("H13", "K10", "K13", "K14"),)},
    "isolated": {GERMAN: (), RUSSIAN: ()},
    "front_line": {GERMAN: (), RUSSIAN: ()},
}


def bought(**sorts: int) -> Json:
    """What the Germans bought of HIP: squad=2."""
    return {"forts": tuple({"item": "HIP", "times": n, "unit": unit} for unit, n in sorts.items())}


def german(*dice: int, units: dict[str, str], **facts: Any) -> Play:
    """A play in which the Germans set these units up."""
    return fight(units, {}, *dice, **{**GROUND, **facts})


# -- what is hidden ------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.621.8", "FT-FN-A", "FT-FN-H")
def test_no_more_is_hidden_than_was_bought_of_its_sort() -> None:
    units = {"A": "6-5-8 K13", "B": "6-5-8 K13", "H": "3-3-8 K13", "L": "9-1 K13", "T": "mk-iv-h K13"}
    (squad, smc), wire = bought(squad=1, smc=1)["forts"], {"item": "WIRE", "times": 3}
    play = german(units=units, own_german={"forts": (squad, smc, wire)}, first=RUSSIAN)
    do(play, "hip A hex=K13")
    refused = no(play, "hip B hex=K13", "RePh8.621.8")
    assert "you bought 1 HIP for a squad, and 1 are used" in refused.why
    assert refused.legal == ("SETUP B hex=K13 conceal=yes",)
    assert "you bought no HIP for a hs" in no(play, "hip H hex=K13", "RePh8.621.8").why
    assert "it is never" in no(play, "hip T hex=K13", "RePh8.621.8").why
    do(play, "hip L hex=K13")
    do(play, "hip A hex=K14")
    assert flags(play, "A") == {"hip"} and play.state.units["A"].at == "k14"
    no(play, "hip B hex=K13", "RePh8.621.8")
    do(play, "setup A hex=K14")
    do(play, "hip B hex=K13")
    no(play, "hip A hex=K13", "RePh8.621.8")


@pytest.mark.rule("RePh8.621.8", "CG7.10")
def test_by_night_its_defender_is_told_of_what_is_free() -> None:
    squads = {f"S{n}": "6-5-8 K13" for n in range(4)}
    play = by_night(squads, **GROUND)
    assert no(play, "hip S0 hex=K13", "RePh8.621.8").legal[1] == "HIP S0 hex=K13 free=yes"
    openly = ("SETUP S0 hex=K13 conceal=yes",)
    assert no(by_night(squads, first=GERMAN, **GROUND), "hip S0 hex=K13", "RePh8.621.8").legal == openly
    vehicle = no(by_night({"S0": "mk-iv-h K13"}, **GROUND), "hip S0 hex=K13", "RePh8.621.8")
    assert vehicle.legal == openly
    do(play, "hip S0 hex=K13 free=yes")
    no(play, "hip S1 hex=K13 free=yes", "CG7.10")
    do(play, "hip S0 hex=K14")


@pytest.mark.rule("RePh8.621.8")
def test_what_was_bought_is_there_again_for_another_once_its_unit_is_hidden_free() -> None:
    squads = {f"S{n}": "6-5-8 K13" for n in range(4)}
    play = by_night(squads, **GROUND, own_german=bought(squad=1))
    do(play, "hip S0 hex=K13")
    no(play, "hip S1 hex=K13", "RePh8.621.8")
    do(play, "hip S0 hex=K13 free=yes")
    do(play, "hip S1 hex=K13")


@pytest.mark.rule("CG19.1", "BRV16.2.1")
def test_a_gun_with_its_crew_a_radio_and_weapons_of_the_hidden_cost_nothing() -> None:
    units = {"G": "50-pak-38 K13", "C": "2-2-8 K13", "D": "2-2-8 K13", "L": "9-1 K13", "M": "LMG K13"}
    enemies = {"X": "76l K13 hip", "Y": "6-2-8 K13 hip"}
    play = fight({**units, "A": "6-5-8 K13"}, enemies, **GROUND)
    for one in "CM":
        no(play, f"hip {one} hex=K13", "RePh8.621.8")
    do(play, "hip G hex=K13")
    for one in "AM":
        no(play, f"hip {one} hex=K13", "RePh8.621.8")
    no(play, "hip C hex=K13:1", "RePh8.621.8")
    do(play, "hip C hex=K13")
    no(play, "hip D hex=K13", "RePh8.621.8")
    do(play, "hip M hex=K13")
    no(play, "hip L hex=K13", "RePh8.621.8")
    do(play, "hip L hex=K13 carrier=radio")
    do(play, "hip L hex=K14")


@pytest.mark.rule("RePh8.621.8")
def test_who_is_hidden_from_before_stays_so_and_what_was_bought_lapses_with_the_set_up() -> None:
    play = german(units={"A": "6-5-8 K13 hip", "B": "6-5-8 K13"}, own_german=bought(squad=1), first=RUSSIAN)
    do(play, "hip A hex=K14")
    do(play, "hip B hex=K14")
    assert own(play.state, GERMAN).paid == ("B",)
    firefight.begin(play)
    assert own(play.state, GERMAN).paid == () and own(play.state, GERMAN).forts == ()


# -- the Bog DR ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV16.5.3", "BRV16.5.4")
def test_a_vehicle_has_one_bog_dr_in_a_set_up() -> None:
    play = german(4, 2, units={"T": "mk-iv-h off-map"}, first=RUSSIAN)
    do(play, "setup T hex=H13 ca=3")
    do(play, "setup T hex=H13 ca=4")
    assert flags(play, "T") == {"cellar"} and play.chance.dice == []  # type: ignore[attr-defined]
    do(play, "setup T hex=K10")
    assert flags(play, "T") == set()
    do(play, "setup T hex=H13 ca=5")
    assert flags(play, "T") == {"cellar"}
    firefight.begin(play)
    assert own(play.state, GERMAN).bogs == {} and own(play.state, GERMAN).vca == {"T": "H13 5"}


@pytest.mark.rule("BRV16.5.4")
def test_who_comes_back_to_where_the_cgs_left_him_is_spared_again() -> None:
    play = german(4, 2, units={"T": "mk-iv-h H13"}, own_german={"vca": {"T": "H13 3"}})
    do(play, "setup T hex=H13 ca=3")
    assert flags(play, "T") == set()
    do(play, "setup T hex=H13 ca=4")
    assert flags(play, "T") == {"cellar"}


@pytest.mark.rule("BRV16.5.4")
@pytest.mark.parametrize("cellar", ["", "cellar"])
def test_who_goes_back_to_where_the_cgs_left_him_lies_as_he_lay(cellar: str) -> None:
    play = german(4, 2, units={"T": f"mk-iv-h H13 {cellar}"}, own_german={"vca": {"T": "H13 3"}})
    do(play, "setup T hex=H13 ca=4")
    assert flags(play, "T") == {"cellar"}
    do(play, "setup T hex=K10")
    assert flags(play, "T") == set()
    do(play, "setup T hex=H13 ca=3")
    assert flags(play, "T") == set(cellar.split())


# -- who follows, and what is shown --------------------------------------------------------------------------


@pytest.mark.rule("RePh8.624")
@pytest.mark.parametrize(("inspected", "following"), [((), "8.625"), (("K10",), "8.6243")])
def test_when_both_have_set_up_the_next_step_begins(inspected: tuple[str, ...], following: str) -> None:
    own_russian = {"recon": 1, "inspect": inspected}
    play = german(units={"S": "6-5-8 K13"}, first=RUSSIAN, segment="8.624", own_russian=own_russian)
    play.note("RePh8.624", done=(GERMAN, RUSSIAN))
    run(play)
    assert play.state.segment == following


@pytest.mark.rule("RePh8.6242")
def test_what_a_side_has_openly_on_the_map_is_shown() -> None:
    units = {"S": "6-5-8 K13", "H": "6-5-8 K13 hip", "O": "6-5-8 off-map"}
    state = fight(units, {"R": "6-2-8 K12"}, first=RUSSIAN, segment="8.624", **GROUND).state
    play = a_play(state)
    run(play)
    read = read_line("pass")
    take(play, play.state.decisions[0], [Order(read.verb, read.args, read.text, 1, 1)])
    (shown,) = [event for event in play.events if event.kind == "SetUpShown"]
    assert shown.facts()["units"] == {"S": "k13"}


# -- the Snipers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CG3.1")
@pytest.mark.parametrize("placed", [True, False])
def test_who_has_set_up_without_his_snipers_is_told(placed: bool) -> None:
    snipers = {"snipers": {GERMAN: ("B12", "R12")}} if placed else {}
    state = german(units={"S": "6-5-8 K13"}, first=RUSSIAN, **snipers).state
    play = a_play(state.but(frames=(Frame("8.624"),)))
    run(play)
    read = read_line("pass")
    take(play, play.state.decisions[0], [Order(read.verb, read.args, read.text, 1, 1)])
    words = 'Your two Snipers are not placed: in the firefight "report SNIPERS of=german B12,R12".'
    assert (words in told(play, side=GERMAN)) is not placed
    assert words not in told(play, side=RUSSIAN)


@pytest.mark.rule("CG3.1")
def test_snipers_are_set_up_and_the_other_side_sees_them_when_that_is_done() -> None:
    state = german(units={"S": "6-5-8 K13"}, first=RUSSIAN).state
    play = a_play(state.but(frames=(Frame("8.624"),)))
    run(play)
    assert '"setup SNIPERS B12,R12" places your two Snipers' in play.state.decisions[0].question
    assert "16" in no(play, "setup SNIPERS B12,Q12", "CG3.1").why
    no(play, "setup SNIPERS B12", "CG3.1")
    do(play, "setup SNIPERS C12,S12")
    do(play, "setup SNIPERS B12,R12")
    assert campaign(play.state).snipers == {} and view(play.state, RUSSIAN).facts.get("own-german") is None
    read = read_line("pass")
    take(play, play.state.decisions[0], [Order(read.verb, read.args, read.text, 1, 1)])
    assert campaign(play.state).snipers == {GERMAN: ("B12", "R12")} and own(play.state, GERMAN).snipers == ()
    assert "The German Snipers are in B12 and R12." in told(play, side=RUSSIAN)
    assert not any("not placed" in text for text in told(play, side=GERMAN))


# -- Armor Leaders -------------------------------------------------------------------------------------------


@pytest.mark.rule("ROST.7")
def test_in_which_vehicle_an_armor_leader_rides_is_said_at_set_up() -> None:
    tanks = {"T": "mk-iv-h T15", "U": "mk-iv-h T15", "V": "mk-iv-h T16"}
    units = {**tanks, "L": "al-9-1-de off-map", "S": "6-5-8 T15"}
    areas = {GERMAN: (("T15", "T16"),)}
    play = german(units=units, areas=areas)

    def rides() -> tuple[str, str]:
        sections = rosters(play.state, play.state.units["L"].side)
        section = next(one for one in sections if one.rule == "ROST.7")
        return section.entries[0].state, section.remark

    do(play, "setup L hex=T15")
    remark = '"setup LEADER hex=T15 with=VEHICLE" says in which of several the leader rides.'
    assert rides() == ("in T or U", remark)
    assert "V is not a vehicle in T15" in no(play, "setup L hex=T15 with=V", "ROST.7").why
    assert "S is not a vehicle in T15" in no(play, "setup L hex=T15 with=S", "ROST.7").why
    do(play, "setup L hex=T15 with=U")
    assert rides() == ("in U", "")
    do(play, "setup U hex=T16")
    assert rides() == ("in T", "")
