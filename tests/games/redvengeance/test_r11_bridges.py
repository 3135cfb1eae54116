"""Bridges over the Spree (section 11.3): conformance scenario 2, the limit, who learns it, further DC."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.fighting.r11_bridges import limit_after, stands
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.games.redvengeance.firefight import fight, line, no, told

AE = {"AE1": "8-3-8 K11", "L": "9-2 K11"}
SET = "dc unit=AE1 leader=L hex=I9 column=36 withdrew=K11 task=passed"
DAMAGED: dict[str, Any] = {"bridges": {"I9": "partial"}, "limits": {"I9": 20}}


def blown(*dice: int, result: str = "2KIA", russian: dict[str, str] | None = None, **facts: Any) -> Play:
    """The DC of the document's example."""
    play = fight({**AE, "AE2": "3-3-8 K11"}, russian, *dice, **facts)
    line(play, f"{SET} result={result}")
    return play


# -- scenario 2 --------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV11.313.3", "BRV11.311.2", "BRV11.311.3", "BRV11.313.1", "BRV11.313.2", "BRV11.3.1")
def test_the_documents_example() -> None:
    play = blown(3, 4)
    assert told(play, side="german")[1:] == [
        "AE1 fires the DC on I9, second die 4 (for the german only); DR 7, -2 leadership of L ="
        " 5: 36 FP with 5 is read as 2KIA.",
        "The bridge I9 is Partially Destroyed: one lane of wood, 20 tons.",
    ]
    assert stands(play.state, "I9") == "partial" and play.state.facts["limits"] == {"I9": 20}


@pytest.mark.rule("BRV11.311.1", "BRV11.311.5")
def test_the_russian_learns_that_it_is_damaged_and_nothing_else() -> None:
    assert told(blown(3, 4), side="russian") == [
        "The bridge I9 is damaged: one lane of wood; what it bears is not known."
    ]
    assert told(blown(3, 4, result="NMC"), side="russian") == []
    dice = [event for event in blown(3, 4).events if event.kind == "HiddenDieRolled"]
    assert [event.to for event in dice] == [("german",)] * 2


@pytest.mark.rule("BRV11.314.1", "BRV11.314.2", "BRV11.314.3", "BRV11.314.4")
def test_who_stands_on_it_is_attacked_with_half_on_the_original_dr() -> None:
    play = blown(3, 4, russian={"SQ": "6-2-8 I9", "T1": "t-34-85 I9", "F": "6-2-8 I10"})
    assert (
        "Units on I9 (SQ, T1) are attacked with 18 FP, original DR 7, without leadership, TEM or hindrance."
        in told(play, side="russian")
    )
    assert not any("Units on I9" in one for one in told(play, side="german"))
    assert "A Bridge Collapse DR is owed for T1: REPORT COLLAPSE." in told(play, side="german")
    assert play.state.facts["owed"] == {"T1": "collapse"}
    line(play, "report collapse unit=T1 hex=I9 result=failed", "russian")
    assert play.state.units["T1"].at == "eliminated" and play.state.facts["owed"] == {}


@pytest.mark.rule("BRV11.314.1", "BRV11.311.1")
@pytest.mark.parametrize("result", ["none", "NMC"])
def test_a_dc_that_leaves_the_bridge_whole_attacks_who_is_on_it(result: str) -> None:
    play = blown(3, 4, result=result, russian={"SQ": "6-2-8 I9", "T1": "t-34-85 I9"})
    assert told(play, side="russian") == [
        "Units on I9 (SQ, T1) are attacked with 18 FP, original DR 7, without leadership, TEM or hindrance."
    ]
    assert stands(play.state, "I9") == "intact" and "owed" not in play.state.facts


@pytest.mark.rule("BRV11.311.1", "BRV11.311.2", "BRV11.314.1", "BRV11.314.4")
def test_the_german_sees_the_dr_before_its_result_is_looked_up() -> None:
    play = fight(AE, {"SQ": "6-2-8 I9", "T1": "t-34-85 I9"}, 3, 4)
    said = line(play, SET)
    assert said[-1] == "Look up 36 FP with 5 in the IFT and write what it says: dc unit=AE1 result=none."
    assert [one for one in said if "Units on I9 (SQ, T1)" in one]
    assert stands(play.state, "I9") == "intact" and "owed" not in play.state.facts
    assert no(play, "dc unit=AE1")[0] == no(play, SET)[0] == "BRV11.311.1"
    line(play, "dc unit=ae1 result=2KIA")
    assert play.state.facts["limits"] == {"I9": 20} and play.state.facts["owed"] == {"T1": "collapse"}
    assert no(play, "dc unit=AE1 result=2KIA")[0] == "BRV11.31", "it is read once"


@pytest.mark.rule("BRV11.314.4")
def test_a_collapse_dr_is_owed_for_a_vehicle_and_when_the_bridge_is_first_damaged() -> None:
    assert "owed" not in blown(3, 4, russian={"SQ": "6-2-8 I9"}).state.facts
    again = blown(3, 4, result="K/2", russian={"T1": "t-34-85 I9"}, **DAMAGED)
    assert stands(again.state, "I9") == "destroyed" and "owed" not in again.state.facts


@pytest.mark.rule("BRV11.312.2", "BRV11.312.3", "BRV11.312.4", "BRV11.312.5")
@pytest.mark.parametrize(
    ("type_", "good", "bad", "clause"),
    [
        ("6-2-8", "mf=2", "mf=1", "BRV11.312.2"),
        ("9-1", "mf=2", "mf=4", "BRV11.312.2"),
        ("is-ii", "mp=2", "mp=4", "BRV11.312.3"),
        ("iag-6", "mp=4", "mp=2", "BRV11.312.4"),
    ],
)
def test_what_the_damaged_bridge_costs(type_: str, good: str, bad: str, clause: str) -> None:
    play = fight({}, {"U": f"{type_} I10"}, **DAMAGED)
    line(play, f"report bridge unit=U hex=I9 {good}", "russian")
    assert no(play, f"report bridge unit=U hex=I9 {bad}", "russian")[0] == clause
    assert no(play, f"report bridge unit=U hex=I9 {good} bonus=yes", "russian")[0] == "BRV11.312.5"
    whole = fight({}, {"U": f"{type_} U9"}, **DAMAGED)
    assert line(whole, f"report bridge unit=U hex=U8 {bad}", "russian") == ["U enters the bridge U8."]


@pytest.mark.rule("BRV11.3151")
def test_a_second_k_destroys_it() -> None:
    play = fight(AE, {}, 3, 4, **DAMAGED)
    said = line(play, f"{SET} result=K/2")
    assert said[-1] == "The bridge I9 is Completely Destroyed: stone rubble, and no path over the Spree."
    assert stands(play.state, "I9") == "destroyed" and play.state.facts["terrain"] == {"I9": "stone-rubble"}
    assert no(play, f"{SET.replace('leader=L ', '')} result=K/2") == (
        "BRV11.3151", "the bridge I9 is destroyed already",
    )  # fmt: skip
    assert no(play, "report bridge unit=AE1 hex=I9 mf=2")[0] == "BRV11.3151"


@pytest.mark.rule("BRV11.315.1")
def test_a_second_dc_that_is_not_fired_in_the_phase_is_lost() -> None:
    play = fight({**AE, "DC2": "dc I9 dc-set", "DC3": "dc U8 dc-set"}, {"SQ": "6-2-8 I9"}, 3, 4)
    line(play, f"{SET} result=2KIA")
    assert lost_with_a_phase(play, "DC2") == [
        ("BRV11.315.1", "it went off, or is lost with the one that did")
    ]
    assert [play.state.units[one].at for one in ("DC2", "DC3", "SQ")] == ["eliminated", "u8", "i9"]
    assert line(play, "report phase") == [] and play.state.units["DC3"].at == "u8"


@pytest.mark.rule("BRV11.31", "BRV11.315.1")
def test_a_german_engineer_sets_a_dc_on_a_bridge_and_its_side_alone_says_so() -> None:
    units = {"E": "8-3-8 I9", "D": "dc I9", "F": "dc I9", "Q": "6-5-8 U8", "G": "dc U8", "M": "mmg-de I9"}
    play = fight(units, {"R": "dc-ru I9"}, 3, 4)
    for one, why in (
        ("M hex=I9", "M is not a DC"),
        ("D hex=K11", "K11 is not a bridge over the Spree"),
        ("G hex=U8", "no Assault Engineer is with G, who could set it"),
        ("G hex=I9", "G is in U8, not in I9"),
    ):
        assert no(play, f"report set unit={one}")[1] == why
    assert no(play, "report set unit=R hex=I9", "russian")[0] == "BRV11.31"
    assert no(fight(units, bridges={"I9": "destroyed"}), "report set unit=D hex=I9")[0] == "BRV11.3151"
    line(play, "report set unit=D hex=I9")
    line(play, "report set unit=F hex=I9")
    assert play.state.units["D"].flags == play.state.units["F"].flags == {"dc-set"}
    line(play, "dc unit=E hex=I9 column=36 task=passed result=none")
    line(play, "report phase")
    assert [play.state.units[one].at for one in "DFG"] == ["eliminated", "eliminated", "u8"]


def lost_with_a_phase(play: Play, id_: str) -> list[tuple[str, str]]:
    """The clauses by which a phase that ends takes a DC, and why; its markers go, and its side has it among
    its losses."""
    before = len(play.events)
    line(play, "report phase")
    assert play.state.units[id_].flags == frozenset() and own(play.state, "german").lost == (id_,)
    gone = [event for event in play.events[before:] if event.kind == "UnitEliminated"]
    return [(event.rule, str(event.facts()["why"])) for event in gone]


@pytest.mark.rule("BRV11.31")
@pytest.mark.parametrize("type_", ["6-5-8", "4-4-7", "hero"])
def test_only_a_german_assault_engineer_may(type_: str) -> None:
    play = fight({"AE1": f"{type_} K11", "L": "9-2 K11"})
    assert no(play, f"{SET} result=2KIA")[0] == "BRV11.31"


@pytest.mark.rule("BRV11.31")
def test_half_squads_of_engineers_may_and_russian_ones_may_not() -> None:
    play = fight({"AE1": "3-3-8 K11", "L": "9-2 K11"}, {"R": "6-2-8-ae K11"}, 6, 6)
    assert line(play, f"{SET} result=none") != []
    russian = "dc unit=R hex=I9 column=36 task=passed result=2KIA"
    assert (
        no(play, russian, "russian")[1] == "only German Assault Engineers may blow up a bridge over the Spree"
    )


# -- the rest of 11.31 -------------------------------------------------------------------------------------


@pytest.mark.rule("BRV11.3.1", "BRV11.31", "BRV11.311.1")
@pytest.mark.parametrize(
    ("change", "clause", "why"),
    [
        (("hex=I9", "hex=K13"), "BRV11.31", "K13 is not a bridge over the Spree"),
        (("hex=I9", "hex=R20"), "BRV11.31", "R20 is not a bridge over the Spree"),
        (("hex=I9 ", ""), "BRV11.31", "name a bridge over the Spree"),
        (("task=passed", "task=failed"), "BRV11.311.1", "the task of A23.7 comes first"),
        (("column=36", "phase=MPh"), "BRV11.311.1", "name the IFT column"),
        (("column=36", "column=0"), "BRV11.311.1", "name the IFT column"),
    ],
)
def test_what_the_line_must_say(change: tuple[str, str], clause: str, why: str) -> None:
    number, told_ = no(fight(AE), f"{SET} result=2KIA".replace(*change))
    assert number == clause and told_.startswith(why)


@pytest.mark.rule("BRV11.311.1")
def test_who_set_it_need_not_withdraw() -> None:
    assert line(fight(AE, {}, 6, 6), f"{SET} result=none".replace(" withdrew=K11", ""))


@pytest.mark.rule("BRV11.311.1")
def test_one_fp_is_a_column() -> None:
    assert (
        "1 FP with 10 is read as none"
        in line(fight(AE, {}, 6, 6), f"{SET} result=none".replace("36", "1"))[1]
    )


@pytest.mark.rule("BRV11.311.4")
def test_a_leader_helps_with_one_dc_in_a_phase() -> None:
    play = fight({**AE, "AE2": "8-3-8 K11"}, {}, 6, 6, 6, 5, 6, 6)
    line(play, f"{SET.replace('leader=L', 'leader=l')} result=none")
    other = "dc unit=AE2 leader=L hex=U8 column=36 task=passed result=none"
    assert no(play, other) == ("BRV11.311.4", "L has already helped to set a DC in this phase")
    line(play, other.replace("leader=L ", ""))
    line(play, "report phase")
    assert "DR 12, -2 leadership of L = 10" in line(play, other)[-1]


@pytest.mark.rule("BRV11.311.3")
def test_only_a_leader_adds_leadership() -> None:
    play = fight({**AE, "L": "6-5-8 K11"})
    assert no(play, f"{SET} result=2KIA") == ("BRV11.311.3", "L is not a leader")
    positive = fight({**AE, "L": "6+1 K11"}, {}, 3, 4)
    assert "DR 7, +1 leadership of L = 8" in line(positive, f"{SET} result=none")[1]
    assert "DR 7: 36 FP" in line(fight({**AE, "L": "8-0 K11"}, {}, 3, 4), f"{SET} result=none")[1]


@pytest.mark.rule("BRV11.313.1", "BRV11.313.2")
@pytest.mark.parametrize(
    ("result", "tons"), [("K/1", 30), ("K/4", 30), ("1KIA", 25), ("KIA", 25), ("3KIA", 15), ("7KIA", 0)]
)
def test_five_tons_fewer_for_each_number_of_a_kia(result: str, tons: int) -> None:
    assert limit_after(result) == tons


@pytest.mark.rule("BRV11.3.2", "BRV11.3.3", "BRV11.3151")
def test_other_he_hurts_a_damaged_bridge_alone() -> None:
    whole = fight()
    assert no(whole, "report he hex=I9 by=oba result=3KIA") == (
        "BRV11.3.2", "only a set DC hurts the bridge I9, which is not damaged",
    )  # fmt: skip
    damaged = fight(**DAMAGED)
    said = line(damaged, "report he hex=I9 by=oba result=NMC")
    assert said == ["NMC: the bridge I9 stays as it is."]
    assert stands(damaged.state, "I9") == "partial"
    line(damaged, "report he hex=I9 by=oba result=K/3")
    assert stands(damaged.state, "I9") == "destroyed"
    assert no(damaged, "report he hex=I9 by=oba result=K/3") == (
        "BRV11.3151", "the bridge I9 is destroyed already",
    )  # fmt: skip


@pytest.mark.rule("BRV11.3.2", "BRV11.3.3", "BRV9.221")
def test_he_against_a_barricade_on_a_bridge_does_not_touch_the_bridge() -> None:
    play = fight(barricades={"I9/I10": "whole"}, **DAMAGED)
    assert no(play, "report he side=I9/J9 by=oba result=3KIA")[0] == "BRV9.2"
    assert line(play, "report he side=I9/I10 by=oba result=3KIA") == ["The Barricade I9/I10 is removed."]
    assert stands(play.state, "I9") == "partial"


@pytest.mark.rule("BRV11.3.3")
@pytest.mark.parametrize("bridge", ["intact", "partial"])
def test_it_never_burns(bridge: str) -> None:
    play = fight(bridges={"I9": bridge})
    assert no(play, "report burn hex=I9") == ("BRV11.3.3", "a Spree bridge never burns")


@pytest.mark.rule("BRV11.312.1")
def test_the_wreck_of_it_hinders_fire_by_one() -> None:
    play = fight({}, {"S": "6-2-8 I10"}, **DAMAGED)
    assert line(play, "report fire unit=S hex=I9 dr=6", "russian") == [
        "Fire of S: 6, +1 fire into or across the whole damaged bridge, instead of the railing "
        "[BRV11.312.1] = 7."
    ]
    assert line(play, "report fire unit=S hex=U8 dr=6", "russian") == []


@pytest.mark.rule("BRV11.311.5")
def test_a_passed_collapse_dr_or_an_elite_search_shows_the_limit() -> None:
    units = {"T": "t-34-85 I9", "E": "6-2-8 I9", "M": "3-3-7 I9"}
    play = fight({"S": "6-5-8 I9"}, units, **DAMAGED)
    assert no(play, "report search unit=M hex=I9", "russian")[1] == "M is not elite Russian"
    assert no(play, "report search unit=S hex=I9", "russian")[0] == "BRV11.311.5"
    assert no(play, "report search unit=E hex=U8", "russian") == (
        "BRV11.311.5", "the bridge U8 is not damaged",
    )  # fmt: skip
    assert line(play, "report search unit=E hex=I9", "russian") == ["The bridge I9 bears 20 tons."]
    assert play.state.facts["limit-known"] == ("I9",)
    other = fight({}, units, **DAMAGED)
    assert no(other, "report collapse unit=X hex=I9 result=passed", "russian") == (
        "BRV11.311.5", "there is no unit X",
    )  # fmt: skip
    assert line(other, "report collapse unit=T hex=I9 result=passed", "russian") == [
        "The bridge I9 bears 20 tons."
    ]
    assert "owed" not in other.state.facts
    german = fight({"V": "mk-vd I9"}, {}, **DAMAGED)
    assert line(german, "report collapse unit=V hex=I9 result=passed") == []


@pytest.mark.rule("BRV11.311.1", "BRV11.311.5", "BRV11.314.4")
@pytest.mark.parametrize(("text", "why", "legal"), [
    ("report collapse unit=T hex=I9 result=passed", "T is in K12, not in I9", "REPORT AT unit=T hex=I9"),
    ("report search unit=E hex=I9", "E is in K12, not in I9", "REPORT AT unit=E hex=I9"),
    ("report bridge unit=E hex=I9 mf=2", "E is in K12, which is not next to I9", "REPORT AT unit=E hex=I9"),
    ("report bog unit=T hex=K13 colored=5", "T is in K12, not in K13", "REPORT AT unit=T hex=K13"),
    ("report sewer unit=E hex=K13", "E is in K12, not in K13", "REPORT AT unit=E hex=K13"),
])  # fmt: skip
def test_who_is_elsewhere_does_nothing_there(text: str, why: str, legal: str) -> None:
    play = fight({}, {"T": "t-34-85 K12", "E": "6-2-8 K12"}, **DAMAGED)
    with pytest.raises(Refused) as refused:
        line(play, text, "russian")
    assert (refused.value.why, refused.value.legal) == (why, (legal,))
    line(play, legal, "russian")
    assert line(play, text, "russian") != []


@pytest.mark.rule("BRV11.311.1")
def test_who_has_set_a_dc_has_gone_where_the_line_says() -> None:
    play = fight(AE, {}, 3, 4)
    why = "AE1 is in K11, and has not withdrawn to K13"
    assert no(play, f"{SET.replace('withdrew=K11', 'withdrew=K13')} result=2KIA") == ("BRV11.311.1", why)


@pytest.mark.rule("BRV11.315.2")
def test_cut_wires() -> None:
    play = fight({"DC2": "dc I9 dc-set", "DC3": "dc U8", "AE": "8-3-8 K11"}, {}, **DAMAGED)
    assert no(play, "report cut unit=DC3 hex=I9") == ("BRV11.315.2", "DC3 is not a set DC")
    assert no(play, "report cut unit=DC2 hex=GG16")[1] == "the bridge GG16 is whole: the wires are not cut"
    far = fight({"DC2": "dc K11 dc-set"}, {}, **DAMAGED)
    assert no(far, "report cut unit=DC2 hex=I9")[1] == "DC2 is in K11, not in I9"
    assert line(play, "report cut unit=DC2 hex=I9") != []
    assert lost_with_a_phase(play, "DC2") == [("BRV11.315.2", "its wires are cut")]
    assert play.state.units["DC2"].at == "eliminated" and play.state.facts["owed"] == {}
    assert line(play, "report phase") == []


@pytest.mark.rule("BRV11.3.3")
@pytest.mark.parametrize("stands_", ["intact", "partial 20", "destroyed"])
def test_no_bridge_over_the_spree_burns(stands_: str) -> None:
    facts: dict[str, Any] = {"bridges": {"I9": stands_}}
    assert no(fight(**facts), "report burn hex=I9") == ("BRV11.3.3", "a Spree bridge never burns")
    assert no(fight(), "report burn hex=U8")[0] == "BRV11.3.3"
    assert line(fight(**facts), "report burn hex=K13") == []


@pytest.mark.rule("BRV11.313.1", "BRV11.312.1", "RePh0.1")
def test_a_damaged_bridge_is_of_one_lane_of_wood_and_has_no_railing() -> None:
    for said in ("bridge=wood-1", "railing=no"):
        line(fight(**DAMAGED), f"report hex hex=I9 {said}")
        assert no(fight(), f"report hex hex=I9 {said}")[0] == "BRV11.3.1"
    assert no(fight(**DAMAGED), "report hex hex=I9 bridge=stone-2")[0] == "BRV11.313.1"
    assert no(fight(**DAMAGED), "report hex hex=I9 railing=yes")[0] == "BRV11.312.1"


@pytest.mark.rule("BRV11.3.1", "BRV11.3151", "BRV11.312.5")
def test_a_whole_bridge_is_a_road_like_any_other() -> None:
    units = {"U": "6-2-8 I10", "D": "dc I10 dc-set"}
    assert line(fight({}, units), "report bridge unit=U hex=I9 mf=1 bonus=yes", "russian") == [
        "U enters the bridge I9."
    ]
    assert line(fight({}, units, **DAMAGED), "report bridge unit=U hex=I9 mf=2 bonus=no", "russian") != []
    for kind, unit in (("bridge", "U"), ("cut", "D")):
        said = f"report {kind} unit={unit} hex=K13 mf=2"
        assert no(fight({}, units), said, "russian") == ("BRV11.3.1", "K13 is not a bridge over the Spree")
