"""Chapter 16: cloaking, contact, sewers, secret states, cellars, VATC, Supplemental Armor, Trenches, Stun."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.firefight import fight, line, no, told


def flags(play: Play, unit: str) -> set[str]:
    """What lies on a unit."""
    return set(play.state.units[unit].flags)


# -- 16.1, 16.2 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV16.1.1")
def test_passengers_are_cloaked_while_their_vehicle_is_bu() -> None:
    units = {
        "H": "spw-251-1 K13 bu", "P": "6-5-8 K13 cloaked passenger", "C": "6-5-8 K13 cloaked",
        "F": "6-5-8 L13 cloaked passenger",
    }  # fmt: skip
    play = fight(units, {"E": "6-2-8 K13 cloaked passenger"})
    line(play, "report exposed unit=H")
    assert flags(play, "H") == {"ce"} and flags(play, "P") == {"passenger"}
    assert flags(play, "C") == {"cloaked"}
    assert flags(play, "F") == flags(play, "E") == {"cloaked", "passenger"}
    assert no(play, "report exposed unit=P") == ("BRV16.1.1", "P is not a vehicle")


@pytest.mark.rule("BRV16.2.2")
@pytest.mark.parametrize("flag", ["hip", "concealed"])
def test_who_is_not_seen_tries_for_contact_unmarked_and_untold(flag: str) -> None:
    play = fight({"L": f"9-1 K13 {flag}", "M": "9-1 K14"})
    note = "No Prep Fire or Defensive First Fire marker is laid for the attempt."
    assert line(play, "report contact unit=L") == [note]
    assert told(play, side=RUSSIAN) == []
    assert line(play, "report contact unit=M") == []
    assert flags(play, "L") == {flag}


@pytest.mark.rule("BRV16.10")
def test_only_germans_are_stunned() -> None:
    play = fight({"T": "mk-iv-h K13"}, {"R": "t-34-85 L13"})
    assert no(play, "report stun unit=R") == (
        "BRV16.10", "Stun (KGP12) is for the Germans only, and R is Russian",
    )  # fmt: skip
    line(play, "report stun unit=T")


# -- 16.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV16.3.1", "BRV16.3.2", "RePh0.1")
def test_russians_enter_sewers_without_a_die() -> None:
    play = fight({}, {"R": "6-2-8 K13"})
    assert line(play, "report sewer unit=R", RUSSIAN) == ["R enters the sewers as in B8.4."]
    assert no(fight({"S": "6-5-8 K13"}), "report sewer unit=S") == (
        "BRV16.3.2", "S is not a leader. Only a German leader takes the 2TC",
    )  # fmt: skip
    assert no(play, "report sewer unit=R") == ("BRV16.3.1", "R is not yours")


@pytest.mark.rule("BRV16.3.2")
@pytest.mark.parametrize(("dice", "passes"), [((3, 3), "passes"), ((3, 4), "fails")])
def test_a_german_leader_takes_a_2tc(dice: tuple[int, int], passes: str) -> None:
    play = fight({"L": "8-1 K13"}, {}, *dice)
    said = line(play, "report sewer unit=L")
    assert said[-1].endswith(f"DR {sum(dice)}, +2 2TC = {sum(dice) + 2}: {passes}, morale 8.")


# -- 16.4 ----------------------------------------------------------------------------------------------------

SETUP = "setup T hex=K10 conceal=yes states=ce,bogged"


def set_up(text: str, *dice: int, unit: str = "mk-iv-h off-map", **facts: Any) -> Play:
    """The German side sets T up."""
    play = fight({"T": unit}, {}, *dice, control={"k10": GERMAN, "h13": GERMAN, "k13": GERMAN}, **facts)
    line(play, text)
    return play


@pytest.mark.rule("BRV16.4.1")
def test_states_of_a_concealed_vehicle_are_for_its_owner_alone() -> None:
    play = set_up(SETUP)
    assert flags(play, "T") == {"concealed"}
    assert play.state.facts["own-german"]["secrets"] == {"T": ("ce", "bogged")}
    assert "bogged" not in repr(view(play.state, RUSSIAN).facts)


@pytest.mark.rule("BRV16.4.1")
@pytest.mark.parametrize(
    ("unit", "text", "why"),
    [
        ("mk-iv-h off-map", "setup T hex=K10 states=ce", "T is not a vehicle set up concealed"),
        ("6-5-8 off-map", SETUP, "T is not a vehicle set up concealed"),
        ("mk-iv-h off-map", "setup T hex=K10 conceal=yes states=ce,flying", '"flying" is not a state'),
    ],
)
def test_nothing_else_is_kept_secret(unit: str, text: str, why: str) -> None:
    play = fight({"T": unit}, control={"k10": GERMAN})
    rule, said = no(play, text)
    assert rule == "BRV16.4.1" and said.startswith(why)


@pytest.mark.rule("BRV16.4.2")
@pytest.mark.parametrize(
    ("at", "by", "seen"),
    [
        ("K10", "6-2-8 AA18", True),
        ("K10", "6-2-8 BB18", False),
        ("K10", "6-2-8 K12 broken", True),
        ("K10 concealed", "6-2-8 K12", False),
    ],
)
def test_they_are_shown_within_sixteen_hexes(at: str, by: str, seen: bool) -> None:
    secrets = {"T": ("ce", "bogged"), "U": ("bu",)}
    play = fight({"T": f"mk-iv-h {at}"}, {"R": by}, own_german={"secrets": secrets})
    line(play, "report sight unit=T by=R")
    assert ({"ce", "bogged"} <= flags(play, "T")) is seen
    assert set(play.state.facts["own-german"]["secrets"]) == ({"U"} if seen else {"T", "U"})


@pytest.mark.rule("BRV16.4.2")
def test_a_known_enemy_sees_a_vehicle() -> None:
    units = {"T": "mk-iv-h K10", "S": "6-5-8 K10"}, {"C": "6-2-8 K12 concealed", "R": "6-2-8 K12"}
    assert no(fight(*units), "report sight unit=T by=C", RUSSIAN) == ("BRV16.4.2", "C is not Known")
    for text in ("unit=S by=R", "unit=T by=S"):
        assert "is not an enemy vehicle of" in no(fight(*units), f"report sight {text}")[1]
    assert line(fight(*units), "report sight unit=T by=R") == []


# -- 16.5 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "colored", "fallen"),
    [
        clause("BRV16.5.1", "D10", 6, False),
        clause("BRV16.5.1", "BB24", 4, False),
        clause("BRV16.5.1", "H13", 4, True),
        clause("BRV16.5.2", "K13", 4, True),
        clause("BRV16.5.2", "K13", 6, True),
        clause("BRV16.5.2", "K13", 3, False),
        clause("BRV16.5.2", "K13", 1, False),
    ],
)
def test_an_afv_falls_into_the_cellar_of_a_large_building(hex_: str, colored: int, fallen: bool) -> None:
    play = fight({"T": f"mk-iv-h {hex_}"})
    said = line(play, f"report bog unit=T hex={hex_} colored={colored}")
    does = "falls" if fallen else "does not fall"
    assert said == [f"Colored die {colored} in {hex_}: T {does} into a cellar."]
    assert ("cellar" in flags(play, "T")) is fallen


@pytest.mark.rule("BRV16.5.1", "BRV16.5.2")
def test_a_bog_dr_has_a_vehicle_and_a_die() -> None:
    play = fight({"T": "mk-iv-h K13", "S": "6-5-8 K13"})
    assert no(play, "report bog unit=S hex=K13 colored=4") == ("BRV16.5.1", "S is not a vehicle")
    for more in ("colored=7", "colored=0", "colored=x", ""):
        assert no(play, f"report bog unit=T hex=K13 {more}")[0] == "BRV16.5.2"


@pytest.mark.rule("BRV16.5.3")
@pytest.mark.parametrize(("dice", "cellar"), [((4, 2), True), ((3, 6), False)])
def test_an_afv_set_up_in_a_building_makes_a_secret_bog_dr(dice: tuple[int, int], cellar: bool) -> None:
    play = set_up("setup T hex=H13 ca=3", *dice)
    assert ("cellar" in flags(play, "T")) is cellar
    secret = [event for event in play.events if event.rule.startswith("BRV16.5")]
    assert [event.kind for event in secret].count("HiddenDieRolled") == 2
    assert {event.to for event in secret} == {(GERMAN,)}
    end = ", into the cellar" if cellar else ""
    assert any(f"DR {sum(dice)}{end}" in one for one in told(play, side=GERMAN))


@pytest.mark.rule("BRV16.5.3")
def test_no_other_set_up_has_that_die() -> None:
    assert flags(set_up("setup T hex=K10 ca=3"), "T") == set()
    assert flags(set_up("setup T hex=H13", unit="6-5-8 off-map"), "T") == set()


@pytest.mark.rule("BRV16.5.4")
@pytest.mark.parametrize(
    ("at", "text", "dice"),
    [
        ("h13", "setup T hex=H13 ca=3", ()),
        ("h13", "setup T hex=H13 ca=4", (1, 1)),
        ("h13", "setup T hex=K13 ca=3", (1, 1)),
        ("k10", "setup T hex=H13 ca=3", (1, 1)),
        ("h13", "setup T hex=H13", (1, 1)),
    ],
)
def test_who_ended_there_with_the_same_vca_is_spared(at: str, text: str, dice: tuple[int, ...]) -> None:
    play = set_up(text, *dice, unit=f"mk-iv-h {at}", own_german={"vca": {"T": "H13 3", "U": "K13 1"}})
    assert play.chance.dice == []  # type: ignore[attr-defined]
    words = dict(one.split("=") for one in text.split()[2:])
    assert play.state.facts["own-german"]["vca"] == {
        "T": f"{words['hex']} {words.get('ca', '')}",
        "U": "K13 1",
    }


# -- 16.6 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV16.6.1", "BRV16.6.4")
@pytest.mark.parametrize("stuck", ["immobilized", "ma-malfunctioned", "ma-disabled"])
def test_a_crew_leaves_a_vehicle_of_no_use_without_a_die(stuck: str) -> None:
    play = fight({"T": f"mk-iv-h K13 {stuck}"})
    line(play, "vatc unit=T ml=8")
    assert flags(play, "T") == {stuck, "abandoned"} and play.events[-1].rule == "BRV16.6.1"


@pytest.mark.rule("BRV16.6.1")
@pytest.mark.parametrize("truck", ["nag-4500", "kfz-1", "sdkfz-7"])
def test_a_truck_is_no_afv_and_has_no_ma(truck: str) -> None:
    play = fight({"T": f"{truck} K16"})
    line(play, "vatc unit=T ml=8")
    assert flags(play, "T") == {"abandoned"} and play.events[-1].rule == "BRV16.6.1"


@pytest.mark.rule("BRV16.6.3", "ROST.7")
def test_the_morale_is_that_of_the_armor_leader_who_rides_in_it() -> None:
    units = {"T": "mk-iv-h K13", "U": "mk-iv-h K13", "L": "al-8-1-de K13"}
    play = fight(units, {}, 4, 4, 4, 4, own_german={"rides": {"L": "T"}})
    with pytest.raises(Refused) as refused:
        line(play, "vatc unit=T ml=8")
    assert (refused.value.rule, refused.value.legal) == ("BRV16.6.3", ("vatc unit=T al=8-1",))
    line(play, refused.value.legal[0])
    line(play, "vatc unit=U ml=8")
    assert (flags(play, "T"), flags(play, "U")) == ({"abandoned"}, {"stopped"})
    lost = fight({**units, "L": "al-8-1-de eliminated"}, {}, 4, 4, own_german={"rides": {"L": "T"}})
    line(lost, "vatc unit=T ml=8")
    assert flags(lost, "T") == {"stopped"}


@pytest.mark.rule("BRV16.6.1")
@pytest.mark.parametrize("weapon", ["malfunctioned", "disabled"])
def test_a_crew_whose_main_armament_works_rolls_whatever_its_mg_does(weapon: str) -> None:
    play = fight({"T": f"mk-iv-h K13 {weapon}"}, {}, 4, 4)
    assert "DR 8: fails" in line(play, "vatc unit=T ml=8")[1]
    assert flags(play, "T") == {weapon, "stopped"}


@pytest.mark.rule("BRV16.5.4")
def test_who_ended_there_with_no_vca_on_record_is_not_spared() -> None:
    play = set_up("setup T hex=H13", 1, 1, unit="mk-iv-h h13", own_german={"vca": {"T": "H13 "}})
    assert play.chance.dice == []  # type: ignore[attr-defined]


@pytest.mark.rule("BRV16.6.1", "BRV16.6.2")
def test_only_a_vehicle_that_is_manned_is_abandoned() -> None:
    play = fight({"T": "mk-iv-h K13 abandoned", "S": "6-5-8 K13", "U": "mk-iv-h K13"})
    assert no(play, "vatc unit=T ml=8") == ("BRV16.6.1", "T is abandoned already")
    assert no(play, "vatc unit=S ml=8") == ("BRV16.6.1", "S is not a vehicle")
    assert no(play, "vatc unit=U") == (
        "BRV16.6.2", "name the morale: ml=8, or al=9-1 for an Armor Leader",
    )  # fmt: skip
    assert no(play, "vatc unit=U ml=8", RUSSIAN) == ("BRV16.6.1", "U is not yours")


@pytest.mark.parametrize(
    ("who", "dice", "arithmetic", "leaves"),
    [
        clause("BRV16.6.2", "ml=8", (4, 5), "DR 9: abandons, more than 8 was needed", True),
        clause("BRV16.6.2", "ml=8", (4, 4), "DR 8: fails, more than 8 was needed", False),
        clause("BRV16.6.3", "al=9-1", (4, 5), "DR 9, +1 Armor Leader 9-1, sign turned = 10: abandons", True),
        clause("BRV16.6.3", "al=9-1", (4, 4), "DR 8, +1 Armor Leader 9-1, sign turned = 9: fails", False),
        clause("BRV16.6.3", "al=10-2 ml=7", (4, 4), "+2 Armor Leader 10-2, sign turned = 10: fails", False),
        clause("BRV16.6.3", "al=6+1", (4, 4), "-1 Armor Leader 6+1, sign turned = 7: abandons", True),
    ],
)
def test_a_vatc_is_passed_above_the_morale(
    who: str, dice: tuple[int, int], arithmetic: str, leaves: bool
) -> None:
    play = fight({"T": "mk-iv-h K13"}, {}, *dice)
    assert arithmetic in line(play, f"vatc unit=T {who}")[1]
    assert flags(play, "T") == ({"abandoned"} if leaves else {"stopped"})


@pytest.mark.rule("BRV16.6.4", "BRV16.6.5")
def test_who_passes_is_out_and_who_fails_has_spent_his_mp() -> None:
    play = fight({"T": "mk-iv-h K13", "U": "mk-iv-h L13"}, {}, 6, 6, 1, 1)
    line(play, "vatc unit=T ml=8")
    assert play.events[-1].rule == "BRV16.6.4" and flags(play, "T") == {"abandoned"}
    assert line(play, "vatc unit=U ml=8")[-1] == "U has spent all of its MP in L13."
    assert flags(play, "U") == {"stopped"}


# -- 16.7 ----------------------------------------------------------------------------------------------------

HEAT = "th=8 dr=6 tk=31"


def armored(*german: str, supplemental: int = 3) -> Play:
    """A Russian T-34/85 and a truck, and these Germans beside them."""
    units = {f"G{n or ''}": one for n, one in enumerate(german)}
    return fight(
        {"H": "mk-iv-h K12", **units}, {"V": "t-34-85 K13", "W": "iag-6 K13"}, supplemental=supplemental
    )


@pytest.mark.rule("BRV16.7.1")
def test_every_fully_tracked_russian_afv_has_it_in_the_cgs_it_was_bought_for() -> None:
    assert line(armored(), f"report heat unit=V {HEAT}", RUSSIAN) != []
    for unit, side, play in (
        ("H", GERMAN, armored()),
        ("W", RUSSIAN, armored()),
        ("V", GERMAN, armored()),
        ("V", RUSSIAN, armored(supplemental=2)),
        ("V", RUSSIAN, armored(supplemental=0)),
    ):
        assert no(play, f"report heat unit={unit} {HEAT}", side) == (
            "BRV16.7.1", f"{unit} has no Supplemental Armor in this CGS",
        )  # fmt: skip
    declared = armored("6-5-8 K12")
    line(declared, "report sight unit=V by=G")
    assert line(declared, f"report heat unit=V {HEAT}") != []


@pytest.mark.rule("BRV16.7.3")
@pytest.mark.parametrize(
    ("th", "dr", "left"), [(8, 6, 15), (8, 5, 15), (8, 4, 31), (8, 8, 15), (8, 9, 31), (9, 5, 15), (9, 4, 31)]
)
def test_it_halves_a_tk_number(th: int, dr: int, left: int) -> None:
    half = ", half of 31" if left == 15 else ""
    assert line(armored(), f"report heat unit=V th={th} dr={dr} tk=31", RUSSIAN) == [
        f"TH {th}, final DR {dr}: the TK number against V is {left}{half}."
    ]


@pytest.mark.rule("BRV16.7.3")
@pytest.mark.parametrize("lacks", ["th", "dr", "tk"])
def test_all_three_numbers_are_said(lacks: str) -> None:
    said = " ".join(one for one in HEAT.split() if not one.startswith(lacks))
    assert no(armored(), f"report heat unit=V {said}", RUSSIAN) == (
        "BRV16.7.3", f"the line needs {lacks}= with a whole number",
    )  # fmt: skip


@pytest.mark.rule("BRV16.7.2")
@pytest.mark.parametrize(
    ("by", "supplemental", "declared"),
    [("6-5-8 K12", 3, True), ("6-5-8 A1", 3, True), ("6-5-8 K12 broken", 3, False), ("6-5-8 K12", 2, False)],
)
def test_it_is_declared_to_a_good_order_german_who_sees_it(
    by: str, supplemental: int, declared: bool
) -> None:
    play = armored(by, supplemental=supplemental)
    assert play.state.facts.get("supplemental") and "supplemental" not in view(play.state, GERMAN).facts
    line(play, "report sight unit=V by=G")
    assert ("supplemental" in flags(play, "V")) is declared
    assert line(play, "report sight unit=V by=G") == []
    line(play, "report sight unit=W by=G")
    assert flags(play, "W") == set()


# -- 16.8 ----------------------------------------------------------------------------------------------------

GUN = "75-pak-40 off-map"


@pytest.mark.rule("BRV16.8")
def test_what_lies_under_a_trench_comes_out_in_a_later_cgs() -> None:
    play = set_up("setup T hex=K10 trench=yes", unit=GUN)
    assert play.state.facts["own-german"]["trenches"] == {"T": 3}
    for text in ("report unearth unit=T", "setup T hex=K13"):
        assert no(play, text) == (
            "BRV16.8", "T was set up under its Trench for this CGS: it leaves in a later one",
        )  # fmt: skip
    play.state = play.state.but(turn=4)
    assert line(play, "report unearth unit=T") == ["T comes out from under its Trench."]
    assert told(play, side=RUSSIAN)[-1:] != ["T comes out from under its Trench."]
    assert play.state.facts["own-german"]["trenches"] == {}
    assert no(play, "report unearth unit=T") == ("BRV16.8", "T is not under a Trench")


@pytest.mark.rule("BRV16.8")
def test_at_a_later_set_up_it_may_go_elsewhere_or_stay() -> None:
    kept: Any = {"own_german": {"trenches": {"T": 2, "U": 1}}}
    assert set_up("setup T hex=K13", unit="75-pak-40 k10", **kept).state.facts["own-german"]["trenches"] == {
        "U": 1
    }
    stays = set_up("setup T hex=K10 trench=yes", unit="75-pak-40 k10", **kept)
    assert stays.state.facts["own-german"]["trenches"] == {"T": 2, "U": 1}
    again: Any = {"own_german": {"trenches": {"T": 3}}}
    again_there = set_up("setup T hex=K10 trench=yes", unit="75-pak-40 k10", **again)
    assert again_there.state.facts["own-german"]["trenches"] == {"T": 3}
    assert set_up("setup T hex=K10", unit="6-5-8 off-map").state.units["T"].at == "k10"


@pytest.mark.rule("BRV16.8")
@pytest.mark.parametrize("stuck", ["immobilized", "wreck"])
def test_what_cannot_move_stays_under_it_and_infantry_is_never_there(stuck: str) -> None:
    kept: Any = {"own_german": {"trenches": {"T": 2}}}
    play = fight({"T": f"mk-iv-h K10 {stuck}", "S": "6-5-8 off-map"}, control={"k10": GERMAN}, **kept)
    for text in ("report unearth unit=T", "setup T hex=K10"):
        assert no(play, text) == ("BRV16.8", f"T stays under its Trench: it is {stuck}")
    assert no(play, "setup S hex=K10 trench=yes")[0] == "BRV16.8"
