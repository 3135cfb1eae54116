"""Rule 8, step losses, and rule 12.1, HQs that are lost."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.turn.r12_hqs import run_check

from .country import why
from .fights import fight, resolved
from .table import table

TOWN = {"2120": {"settlement": "town"}}


# -- 8.0 what a step is  ---------------------------------------------------------------------------


@pytest.mark.rule("8.0.1", "8.0.3")
def test_a_unit_at_full_strength_is_turned_over() -> None:
    found = fight({"131": "2020", "45": "2120"}, "attack 2020 with 45", dice=[3])
    assert resolved(found)["result"] == "A1"
    assert (found.steps("45"), found.at("45")) == (1, "2120")
    assert "UnitEliminated" not in found.kinds()


@pytest.mark.rule("8.0.2", "8.0e.1")
def test_a_reduced_unit_is_eliminated_and_leaves_the_map_at_once() -> None:
    found = fight({"131": "2020", "45": "2120 reduced"}, "attack 2020 with 45", dice=[3])
    assert (found.steps("45"), found.at("45")) == (0, "eliminated")


@pytest.mark.rule("8.0d.1", "8.0.3")
def test_a_unit_of_one_step_is_eliminated_by_its_first_loss() -> None:
    found = fight({"401I": "2020 reduced", "152 UR": "2120"}, "attack 2020 with 152 UR", dice=[1])
    assert resolved(found)["result"] == "A1"
    assert found.at("152 UR") == "eliminated"


# -- 8.0a to c who loses  --------------------------------------------------------------------------


@pytest.mark.rule("8.0a.1", "8.0a.2")
def test_the_strongest_printed_attack_loses_first_even_out_of_supply() -> None:
    units = {"131": "2020", "8 G": "2120 full out-of-supply", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", dice=[2])
    assert resolved(found)["result"] == "A1"
    assert (found.steps("8 G"), found.steps("45")) == (1, 2)


@pytest.mark.rule("8.0a.2")
def test_for_the_defender_the_printed_defence_counts() -> None:
    units = {"1": "2020", "5 Pz": "2020 reduced", "16 G": "2120", "8 G": "2121", "36 G": "2120"}
    found = fight(units, "attack 2020 with 16 G, 8 G, 36 G", dice=[3])
    assert resolved(found)["result"] == "A1/D1"
    assert (found.steps("1"), found.steps("5 Pz")) == (1, 1)


@pytest.mark.rule("8.0a.3", "8.0b.1")
def test_between_equals_the_owner_chooses() -> None:
    units = {"131": "2020", "45": "2120", "72": "2121"}
    found = fight(units, "attack 2020 with 45, 72", dice=[2])
    assert found.asked() == ("8.0a.3", "soviet", ("loss 45", "loss 72"))
    found.order("soviet", "loss 72")
    assert (found.steps("45"), found.steps("72")) == (2, 1)


@pytest.mark.rule("8.0a.1", "8.0b.1", "8.0c.1", "8.0.2")
def test_the_weaker_unit_may_not_take_the_first_step() -> None:
    units = {"131": "2020", "1": "2020", "16 G": "2120", "36 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 16 G, 36 G, 45", dice=[2])
    assert resolved(found)["result"] == "A1"
    rule, words, _ = why(found, "soviet", "loss 45")
    assert rule == "8.0a.1" and words.endswith("highest printed attack")
    assert found.verdict("soviet", "loss 131") == ("refused", "8.0b.1")
    assert found.verdict("soviet", "loss 36 G, 45") == ("refused", "8.0c.1")
    assert found.verdict("soviet", "loss 36 G") == ("done", "")


@pytest.mark.rule("8.0b.1", "8.0c.1")
def test_after_the_first_step_the_owner_gives_the_rest_to_whom_he_likes() -> None:
    units = {"131": "2020", "1": "2020", "8 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", dice=[1])
    assert resolved(found)["result"] == "A2"
    assert found.steps("8 G") == 1
    assert found.asked() == ("8.0b.1", "soviet", ("loss 8 G", "loss 45"))
    found.order("soviet", "loss 45")
    assert (found.steps("8 G"), found.steps("45")) == (1, 1)


@pytest.mark.rule("8.0c.2")
def test_one_unit_may_take_both_steps() -> None:
    units = {"131": "2020", "1": "2020", "8 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", ("soviet", "loss 8 G"), dice=[1])
    assert (found.at("8 G"), found.steps("45")) == ("eliminated", 2)


@pytest.mark.rule("8.0b.1")
def test_several_steps_may_be_named_in_one_line() -> None:
    units = {"131": "2020", "1": "2020", "72": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 72, 45", ("soviet", "loss 72, 45"), dice=[1])
    assert (found.steps("72"), found.steps("45")) == (1, 1)


# -- 8.1 towns and cities  -------------------------------------------------------------------------

FOUR = {"16 G": "2120", "36 G": "2121", "8 G": "2021", "11 G": "1921"}


@pytest.mark.rule("8.1.1")
@pytest.mark.parametrize(("kind", "left"), [("town", 2), ("city", 2), ("village", 1)])
@pytest.mark.rule("8.1.3")
def test_a_town_or_city_cancels_the_first_step_and_a_village_does_not(kind: str, left: int) -> None:
    units = {"131": "2020", "16 G": "2120", "36 G": "2121", "8 G": "2021", "1 T": "1921", "10 T": "2019"}
    column = {"village": 3, "town": 4, "city": 5}[kind]
    order = "attack 2020 with 16 G, 36 G, 8 G, 1 T, 10 T"
    found = fight(units, order, dice=[column], ground={"2020": {"settlement": kind}})
    assert resolved(found)["result"] == "D1r"
    assert (found.steps("131"), found.at("131")) == (left, "2020")


@pytest.mark.rule("8.1.2", "9.1.1")
def test_of_two_steps_in_a_city_one_stands() -> None:
    units = {"131": "2020", **dict.fromkeys(("2 G T", "8 G T", "1 G T", "1 T", "10 T"), "2120")}
    order = "attack 2020 with 2 G T, 8 G T, 1 G T, 1 T, 10 T"
    found = fight(units, order, dice=[6], ground={"2020": {"settlement": "city"}})
    assert resolved(found)["result"] == "D2r"
    assert (found.steps("131"), found.at("131")) == (1, "2020")
    assert [one["what"][:14] for one in found.found("ResultIgnored")] == ["the first hex ", "the first step"]


@pytest.mark.rule("8.1.1")
def test_an_attacker_who_must_pay_and_stands_in_a_town_is_spared() -> None:
    units = {"131": "2020", "8 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", dice=[2], ground=TOWN)
    assert resolved(found)["result"] == "A1"
    assert "StepLost" not in found.kinds()


@pytest.mark.rule("8.1.1")
def test_the_option_takes_that_from_the_attacker() -> None:
    units = {"131": "2020", "8 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", dice=[2], ground=TOWN, state={"options": []})
    assert found.steps("8 G") == 1


@pytest.mark.rule("8.1.1", "8.0a.3")
def test_the_owner_of_equals_may_choose_the_one_in_the_town() -> None:
    for chosen, left in (("45", (2, 2)), ("72", (2, 1))):
        units = {"131": "2020", "45": "2120", "72": "2121"}
        found = fight(units, "attack 2020 with 45, 72", ("soviet", f"loss {chosen}"), dice=[2], ground=TOWN)
        assert (found.steps("45"), found.steps("72")) == left


@pytest.mark.rule("8.1.2")
def test_the_second_step_of_the_attackers_stands_and_is_the_strongest_ones() -> None:
    units = {"131": "2020", "1": "2020", "8 G": "2120", "45": "2121"}
    found = fight(units, "attack 2020 with 8 G, 45", dice=[1], ground=TOWN)
    assert resolved(found)["result"] == "A2"
    assert (found.steps("8 G"), found.steps("45")) == (1, 2)


@pytest.mark.rule("8.1.4", "9.1.2")
def test_a_step_lost_in_a_retreat_from_a_town_stands() -> None:
    units = {"131": "2020", **FOUR, "45": "1819", "72": "1918"}
    order = "attack 2020 with 16 G, 36 G, 8 G, 11 G advance none"
    away = ("german", "retreat 131 via 1920")
    found = fight(units, order, away, dice=[5], ground={"2020": {"settlement": "town"}})
    assert resolved(found)["result"] == "Dr2"
    assert (found.at("131"), found.steps("131")) == ("1920", 1)


# -- 12.1 HQs  -------------------------------------------------------------------------------------


@pytest.mark.rule("12.1c.2", "12.1a.2")
def test_an_hq_whose_stack_is_eliminated_stays_and_is_lost_to_who_comes() -> None:
    units = {"605 zbv": "2020 reduced", "HQ 26": "2020", "16 G": "2120", "36 G": "2121"}
    units["72"] = "2021"
    order = "attack 2020 with 16 G, 36 G, 72"
    state = {"cup": ["G26", "G6"]}
    for clause, place in (("advance none", "2020"), ("advance 16 G", "removed")):
        found = fight(units, f"{order} {clause}", dice=[3], state=state)
        assert resolved(found)["result"] == "D1r2"
        assert (found.at("605 zbv"), found.at("HQ 26")) == ("eliminated", place)
        assert ("G26" in found.state.cups["cup"]) == (place == "2020")


@pytest.mark.rule("12.1a.2", "12.1c.2")
def test_an_hq_left_behind_is_lost_even_to_a_unit_without_an_attack() -> None:
    units = {"152 UR": "2020", "HQ 5": "2020", "5 Pz": "2120", "7 Pz": "2121", "24 Pz": "2021"}
    order = "attack 2020 with 5 Pz, 7 Pz, 24 Pz, Gar Lötzen advance Gar Lötzen"
    found = fight({**units, "Gar Lötzen": "2120"}, order, active="german", dice=[6])
    assert (found.at("152 UR"), found.at("Gar Lötzen"), found.at("HQ 5")) == ("eliminated", "2020", "removed")


@pytest.mark.rule("12.1c.1", "1.2a.3", "12.1c.2")
@pytest.mark.parametrize(("at", "place"), [("2420", "2020"), ("2520", "removed")])
def test_an_hq_without_troops_in_its_range_leaves_with_its_chit(at: str, place: str) -> None:
    units = {"HQ 26": "2020", "VlkStm 1": at, "45": "4040", "HQ 5": "4140"}
    found = table(units, segment="RF_HQCHECK", state={"cup": ["G26", "S5"]}, run=False)
    run_check(found.play)
    assert found.at("HQ 26") == place
    assert ("G26" in found.state.cups["cup"]) == (place == "2020")
    assert found.at("HQ 5") == "4140"


@pytest.mark.rule("12.1d.1", "12.1d.2", "4.7.2")
def test_a_lone_hq_is_lost_only_by_being_entered() -> None:
    units = {"131": "2020", "HQ 26": "1920", "16 G": "2120", "10 T": "2121"}
    away = ("german", "retreat 131 via 1921")
    near = fight(units, "attack 2020 with 16 G, 10 T advance 10 T to 2020", away, dice=[5])
    assert (near.at("10 T"), near.at("HQ 26")) == ("2020", "1920")
    into = fight(units, "attack 2020 with 16 G, 10 T advance 10 T to 2020-1920", away, dice=[5])
    assert (into.at("10 T"), into.at("HQ 26")) == ("1920", "removed")
