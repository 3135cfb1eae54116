"""Rule 9, retreats, with 3.3 (EZOCs), 5.1 and 5.2 (full hexes) and 12.1a (HQs)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.levels import battle
from adjudicator.judging.referee import run_on
from tests.tabletop import Tabletop

from .country import why
from .fights import combat, fight, moved, resolved
from .retreats import ONE, ORDER, STACK, WEST, after, ways

# -- 9.2 the priorities  ---------------------------------------------------------------------------


@pytest.mark.rule("9.2b.1", "9.2c.1", "9.0.1")
def test_the_only_hex_towards_supply_and_outside_ezocs_must_be_taken() -> None:
    table = fight(STACK, ORDER, **WEST)
    assert resolved(table)["result"] == "A1*/Dr"
    assert moved(table, "1") == moved(table, "G69") == [("retreat", ("2020", "1921"))]
    assert "StepLost" not in table.kinds()


@pytest.mark.rule("9.2c.2", "3.3.1", "3.3.2", "9.0c.1", "9.0c.2")
def test_towards_supply_comes_before_outside_ezocs_and_costs_the_stack_one_step() -> None:
    table = fight({**STACK, "65": "1921"}, ORDER, **WEST)
    assert ways(table) == ("retreat G69, 1 via 1920", "retreat G69 via 1920", "retreat 1 via 1920")
    table.order("german", "retreat all via 1920")
    assert set(table.asked()[2]) == {"loss 1", "loss G69"}
    table.order("german", "loss 1")
    assert [table.at(unit) for unit in ("1", "G69")] == ["1920", "1920"]
    assert (table.steps("1"), table.steps("G69")) == (1, 2)
    assert table.state.frame.segment == "COMBAT", "no second step is owed"


@pytest.mark.rule("8.1.4", "9.0c.2")
def test_a_town_in_an_ezoc_shields_nobody_who_retreats_into_it() -> None:
    ground = {**WEST["ground"], "1920": {"settlement": "town"}}
    table = fight({**STACK, "65": "1921"}, ORDER, **{**WEST, "ground": ground})
    table.order("german", "retreat all via 1920")
    table.order("german", "loss 1")
    assert (table.steps("1"), table.steps("G69")) == (1, 2)
    assert "ResultIgnored" not in table.kinds()


@pytest.mark.rule("9.0f.1", "3.3.2", "9.0c.2")
def test_who_goes_separately_pays_separately() -> None:
    table = fight({**STACK, "65": "1921"}, ORDER, ("german", "retreat 1 via 1920"), **WEST)
    assert table.at("G69") == "1920"
    assert (table.steps("1"), table.steps("G69")) == (1, 1)


@pytest.mark.rule("9.0f.1")
def test_a_stack_may_split_over_two_hexes() -> None:
    units = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121"}
    table = fight(units, "attack 2020 with 45, 72 advance none", ("german", "retreat 1 via 1921"))
    table.order("german", "retreat G69 via 1920")
    assert (table.at("1"), table.at("G69")) == ("1921", "1920")


@pytest.mark.rule("9.0f.1")
def test_a_stack_goes_together_or_one_by_one_and_one_alone_is_asked_once() -> None:
    units = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121"}
    table = fight(units, "attack 2020 with 45, 72 advance none")
    found = ways(table)
    assert {line.split(" via ")[0] for line in found} == {"retreat G69, 1", "retreat G69", "retreat 1"}
    assert len(found) == len(set(found))
    assert table.verdict("german", "retreat G69, 1 via 2020-1921") == ("done", "")
    assert (table.at("1"), table.at("G69")) == ("1921", "1921")
    alone = after(ONE)
    assert len(ways(alone)) == len(set(ways(alone))) == 3


@pytest.mark.rule("9.0f.1", "5.1.2")
def test_a_stack_parts_where_a_hex_has_room_for_one_of_it_alone() -> None:
    units = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121", "549 VG": "1921"}
    table = fight(units, "attack 2020 with 45, 72 advance none")
    assert table.verdict("german", "retreat G69, 1 via 1921")[0] == "refused"
    assert table.verdict("german", "retreat G69 via 1921") == ("done", "")
    assert table.at("G69") == "1921"


@pytest.mark.rule("9.0.1")
def test_the_owner_says_where_his_units_go() -> None:
    table = after(ONE)
    assert table.asked()[:2] == ("9.0.1", "german")
    assert table.verdict("soviet", "retreat 131 via 1920")[0] == "not-judged"
    assert table.verdict("german", "retreat 131 via 1920") == ("done", "")
    assert table.at("131") == "1920"


@pytest.mark.rule("9.2a.1", "9.0a.1")
def test_each_hex_lies_further_from_the_combat() -> None:
    table = after(ONE, dice=5)
    assert resolved(table)["result"] == "Dr2"
    assert table.verdict("german", "retreat 131 via 1920-1921") == ("refused", "9.2a.1")
    assert table.verdict("german", "retreat 131 via 1920") == ("refused", "9.0a.1")
    assert table.verdict("german", "retreat 131 via 1920-1820-1720") == ("refused", "9.0a.1")
    assert table.verdict("german", "retreat 131 via 1920-1820") == ("done", "")
    assert moved(table, "131") == [("retreat", ("2020", "1920", "1820"))]


@pytest.mark.rule("9.2b.1")
def test_the_owner_may_pick_the_source() -> None:
    table = after(ONE)
    assert set(ways(table)) == {"retreat 131 via 2019", "retreat 131 via 1920", "retreat 131 via 1921"}


@pytest.mark.rule("9.2b.1")
def test_a_refusal_names_the_priority_that_is_broken_and_what_is_legal() -> None:
    table = after(ONE, **WEST)
    (ruling,) = table.order("german", "retreat 131 via 2019")
    assert (ruling.verdict, ruling.rule) == ("refused", "9.2b.1")
    assert ruling.legal == ("retreat 131 via 1921", "retreat 131 via 1920")


@pytest.mark.rule("9.2c.1")
def test_of_two_hexes_towards_supply_the_one_outside_ezocs_is_taken() -> None:
    table = after({**ONE, "65": "1819"}, dice=4)
    assert set(ways(table)) == {"retreat 131 via 2019", "retreat 131 via 1921"}
    assert table.verdict("german", "retreat 131 via 1920") == ("refused", "9.2c.1")


# -- 9.0b, 9.0d where a retreat can go  ------------------------------------------------------------


@pytest.mark.rule("9.0b.1", "9.0d.2")
def test_prohibitive_terrain_bars_a_retreat_and_a_road_opens_it() -> None:
    units = {**ONE, "131": "eliminated", "7 Pz": "2020"}
    marsh = {space: {"terrain": "marsh"} for space in ("2019", "1920")}
    table = after(units, dice=5, ground=marsh)
    assert resolved(table)["result"] == "Dr"
    assert moved(table, "7 Pz") == [("retreat", ("2020", "1921"))]
    table = after(units, dice=5, ground=marsh, roads=["2020 1920"])
    assert set(ways(table)) == {"retreat 7 Pz via 1920", "retreat 7 Pz via 1921"}


@pytest.mark.rule("9.0b.1")
def test_a_major_river_is_crossed_on_foot_in_a_retreat_of_one_hex() -> None:
    river: dict[str, Any] = {"major": ["2020/2019", "2020/1920", "2020/1921"]}
    guards = {"94": "2120", "113": "2021"}
    assert set(ways(after(ONE, **river))) == {f"retreat 131 via {to}" for to in ("2019", "1920", "1921")}
    table = after({**ONE, **guards}, dice=5, **river)
    assert (resolved(table)["result"], table.at("131")) == ("Dr2", "eliminated")
    tanks = after({**ONE, **guards, "131": "eliminated", "7 Pz": "2020"}, dice=5, **river)
    assert (tanks.at("7 Pz"), tanks.steps("7 Pz")) == ("2020", 1)


@pytest.mark.rule("9.0d.1")
def test_terrain_costs_a_retreat_nothing() -> None:
    ground = {space: {"terrain": "forest"} for space in ("2019", "1920", "1921", "1820")}
    units = {**ONE, "131": "eliminated", "7 Pz": "2020"}
    table = after(units, dice=6, ground=ground)
    assert resolved(table)["result"] == "Dr2"
    assert table.verdict("german", "retreat 7 Pz via 1920-1820") == ("done", "")


RING = {"54": "2019", "90": "1920", "103": "1921", "94": "2120", "113": "2021"}
"""Soviets all around but where the attackers stand."""


@pytest.mark.rule("9.0b.2", "9.0b.3", "8.0a.4", "8.0b.1")
def test_a_retreat_that_cannot_be_made_costs_the_stack_a_step_for_each_hex() -> None:
    units = {**ONE, **RING, "549 VG": "2020", "2 G T": "2121", "1 T": "2120"}
    order = "attack 2020 with 16 G, 36 G, 8 G, 2 G T, 1 T advance none"
    table = fight(units, order, dice=[6])
    assert resolved(table)["result"] == "Dr2"
    assert table.asked()[:2] == ("8.0b.1", "german")
    assert set(table.asked()[2]) == {"loss 131", "loss 549 VG"}
    assert table.verdict("german", "loss 549 VG, 131, 131") == ("refused", "8.0c.1")
    table.order("german", "loss 549 VG, 131")
    assert (table.at("131"), table.steps("131"), table.steps("549 VG")) == ("2020", 1, 1)


@pytest.mark.rule("9.0b.2")
def test_one_hex_of_two_is_made_and_the_other_paid() -> None:
    units = {**ONE, **RING, "103": "1820", "65": "1821", "72": "1922"}
    table = after(units, dice=5)
    assert resolved(table)["result"] == "Dr2"
    assert moved(table, "131") == [("retreat", ("2020", "1921"))]
    assert table.at("131") == "eliminated"
    assert [one["why"] for one in table.found("UnitEliminated")] == ["their retreat cannot be completed"]


@pytest.mark.rule("3.3.3", "9.0c.1", "9.0c.2")
def test_each_ezoc_hex_of_a_retreat_costs_a_step() -> None:
    units = {**ONE, **RING, "103": "1822", "131": "eliminated", "5 Pz": "2020", "1 T": "2121"}
    order = "attack 2020 with 16 G, 36 G, 8 G, 1 T advance none"
    table = fight(units, order, dice=[5], **WEST)
    assert resolved(table)["result"] == "Dr2"
    table.order("german", "retreat 5 Pz via 1921-1821")
    assert (table.at("5 Pz"), table.steps("5 Pz")) == ("eliminated", 0)
    assert [one["path"] for one in table.found("UnitMoved")] == [("2020", "1921"), ("1921", "1821")]


@pytest.mark.rule("9.0c.3")
def test_friends_in_the_hex_do_not_cancel_the_ezoc() -> None:
    units = {**STACK, "65": "1921", "549 VG": "1920"}
    table = fight({**units, "G69": "eliminated"}, ORDER, dice=[4], **WEST)
    assert resolved(table)["result"] == "A1*/Dr"
    assert (table.at("1"), table.steps("1")) == ("1920", 1)


# -- 9.0e units that cannot move, 9.1 settlements  -------------------------------------------------


@pytest.mark.rule("9.0e.1")
def test_a_garrison_takes_each_hex_as_a_step_unless_a_settlement_covers_it() -> None:
    units = {"Gar Lötzen": "2020", "16 G": "2120", "36 G": "2121"}
    order = "attack 2020 with 16 G, 36 G advance none"
    assert fight(units, order, dice=[5]).at("Gar Lötzen") == "eliminated"
    table = fight(units, order, dice=[5], ground={"2020": {"settlement": "village"}})
    assert (resolved(table)["result"], table.at("Gar Lötzen")) == ("Dr", "2020")


@pytest.mark.rule("9.1.1")
@pytest.mark.parametrize("kind", ["village", "town", "city"])
def test_a_settlement_cancels_the_first_hex(kind: str) -> None:
    die = {"village": 4, "town": 5, "city": 6}[kind]
    table = after(ONE, dice=die, ground={"2020": {"settlement": kind}})
    assert resolved(table)["result"] == "Dr"
    assert table.at("131") == "2020"
    assert [one["space"] for one in table.found("ResultIgnored")] == ["2020"]


@pytest.mark.rule("9.1.1")
def test_open_country_cancels_no_hex() -> None:
    table = after(ONE)
    assert resolved(table)["result"] == "Dr"
    assert set(ways(table)) == {f"retreat 131 via {to}" for to in ("2019", "1920", "1921")}
    assert "ResultIgnored" not in table.kinds()


@pytest.mark.rule("9.1.2", "9.1.1")
def test_the_second_hex_stands() -> None:
    table = after(ONE, dice=5, ground={"2020": {"settlement": "village"}})
    assert resolved(table)["result"] == "Dr2"
    assert "retreat 131 via 1920" in ways(table)


# -- 9.2d, 5.1, 5.2, 12.1a  ------------------------------------------------------------------------


@pytest.mark.rule("9.2d.1", "4.7.2")
def test_a_retreat_overruns_a_lone_hq_and_enters_no_hex_with_combat_units() -> None:
    units = {**ONE, **RING, "90": "eliminated", "HQ 5": "1920"}
    table = after(units)
    assert (table.at("131"), table.at("HQ 5")) == ("1920", "removed")
    guarded = after({**units, "90": "1920"})
    assert (guarded.at("131"), guarded.steps("131"), guarded.at("HQ 5")) == ("2020", 1, "1920")


@pytest.mark.rule("5.1.2", "5.0a.2")
def test_from_a_full_hex_the_retreat_goes_one_hex_further() -> None:
    units = {**STACK, "549 VG": "1921", "561 VG": "1921", "G69": "eliminated"}
    table = fight(units, ORDER, dice=[4], **WEST)
    assert resolved(table)["result"] == "A1*/Dr"
    assert set(ways(table)) == {"retreat 1 via 1921-1820", "retreat 1 via 1921-1821"}
    assert table.verdict("german", "retreat 1 via 1921") == ("refused", "5.1.2")
    table.order("german", "retreat 1 via 1921-1821")
    assert table.at("1") == "1821"


@pytest.mark.rule("5.1.3")
def test_without_a_hex_further_on_the_unit_is_eliminated() -> None:
    spaces = ("1921", "1820", "1821", "1922")
    friends = ("549 VG", "561 VG", "551 VG", "548 VG", "203", "547 VG", "562 VG", "102")
    full = {unit: spaces[at // 2] for at, unit in enumerate(friends)}
    table = fight({**STACK, **full, "G69": "eliminated"}, ORDER, dice=[4], **WEST)
    assert moved(table, "1") == [("retreat", ("2020", "1921"))]
    assert table.at("1") == "eliminated"


@pytest.mark.rule("12.1a.1")
def test_the_hq_of_the_stack_goes_with_it() -> None:
    table = fight({**STACK, "HQ 26": "2020"}, ORDER)
    assert [table.at(unit) for unit in ("1", "G69", "HQ 26")] == ["1921"] * 3


@pytest.mark.rule("12.1a.1")
def test_of_units_that_part_the_owner_chooses_with_whom_the_hq_goes_and_it_never_stays() -> None:
    units = {"1": "2020", "G69": "2020", "HQ 26": "2020", "45": "2121", "72": "2121"}
    table = fight(units, "attack 2020 with 45, 72 advance none", ("german", "retreat 1 via 1921"))
    table.order("german", "retreat G69 via 1920")
    assert (table.at("1"), table.at("G69"), table.at("HQ 26")) == ("1921", "1920", "1920")
    assert fight(units, "attack 2020 with 45, 72 advance none").verdict(
        "german", "retreat HQ 26 via 1920"
    ) == ("refused", "12.1a.1")


@pytest.mark.rule("5.2.3", "9.2a.1", "12.1a.1")
def test_of_two_hqs_the_one_that_retreats_goes_one_hex_further() -> None:
    table = fight({**STACK, "HQ 26": "2020", "HQ 6": "1921"}, ORDER, **WEST)
    assert set(ways(table)) == {"retreat HQ 26 via 1820", "retreat HQ 26 via 1821"}
    assert table.verdict("german", "retreat HQ 26 via 2021") == ("refused", "9.2a.1")
    table.order("german", "retreat HQ 26 via 1820")
    assert (table.at("1"), table.at("HQ 26"), table.at("HQ 6")) == ("1921", "1820", "1921")


@pytest.mark.rule("5.2.3")
def test_an_hq_that_has_one_way_on_takes_it_unasked() -> None:
    ground = {**WEST["ground"], "1820": {"terrain": "water"}}
    table = fight({**STACK, "HQ 26": "2020", "HQ 6": "1921"}, ORDER, **{**WEST, "ground": ground})
    assert table.at("HQ 26") == "1821"


@pytest.mark.rule("9.0.1", "12.1a.1")
def test_a_path_may_begin_where_the_unit_stands_and_only_the_beaten_are_named() -> None:
    table = after({**ONE, "HQ 26": "2020", "72": "2021"})
    rule, words, _ = why(table, "german", "retreat 72 via 1920")
    assert rule == "9.0.1" and "may not retreat from here now" in words
    assert table.verdict("german", "retreat 131 via 2020-1920") == ("done", "")
    assert (table.at("131"), table.at("HQ 26")) == ("1920", "1920")


@pytest.mark.rule("12.1a.1", "9.0.1")
def test_lines_for_who_goes_along_are_carried_out_with_the_first_and_others_wait() -> None:
    table = after({**ONE, "HQ 26": "2020"})
    sheet = ("131 via 2121", "131 via 1920", "HQ 26 via 1920", "HQ 26 via 1921", "131, HQ 26 via 1920")
    rulings = table.order("german", "\n".join(f"retreat {line}" for line in sheet))
    found = [(ruling.verdict, ruling.rule) for ruling in rulings]
    assert found == [("refused", "5.2.1"), ("done", ""), ("done", ""), ("refused", "12.1a.1"), ("done", "")]
    units = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121"}
    table = fight(units, "attack 2020 with 45, 72 advance none")
    rulings = table.order("german", "retreat 1 via 1921\nretreat G69 via 1920")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert (table.at("1"), table.at("G69")) == ("1921", "1920")


@pytest.mark.rule("9.0.1")
def test_a_unit_retreats_from_where_it_stands() -> None:
    rule, words, _ = why(after(ONE), "german", "retreat 131 from 2121 via 1920")
    assert rule == "9.0.1" and "is in 2020, not in 2121" in words


@pytest.mark.rule("12.1a.1", "9.2b.1")
def test_what_bars_an_hq_is_no_reason_against_its_stack() -> None:
    table = after({**ONE, "HQ 26": "2020", "HQ 5": "2019"}, **WEST)
    assert table.verdict("german", "retreat 131, HQ 26 via 2019") == ("refused", "9.2b.1")


@pytest.mark.rule("5.1.3")
def test_a_stack_with_no_room_anywhere_is_lost_together() -> None:
    friends = ("549 VG", "561 VG", "551 VG", "548 VG", "203", "547 VG", "562 VG", "102")
    full = {unit: ("1921", "1820", "1821", "1922")[at // 2] for at, unit in enumerate(friends)}
    table = fight({**STACK, **full}, ORDER, **WEST)
    assert moved(table, "1") == moved(table, "G69") == [("retreat", ("2020", "1921"))]
    assert (table.at("1"), table.at("G69")) == ("eliminated", "eliminated")


@pytest.mark.rule("5.2.4", "4.2d.2", "4.3a.1", "0.2a.2", "12.1c.2")
@pytest.mark.parametrize("edge", [False, True])
def test_an_hq_with_nowhere_to_go_but_the_sea_or_off_the_map_is_lost(edge: bool) -> None:
    enemies = {"45": "0304", "72": "0304", "54": "0203", "65": "0305", "94": "0103"}
    units = {"1": "0204", "HQ 26": "0204", "HQ 6": "0104", **enemies}
    if edge:
        units |= {"103": "0105", "113": "0205"}
    water = {} if edge else {space: {"terrain": "water"} for space in ("0105", "0205")}
    table = fight(units, "attack 0204 with 45, 72 advance none", dice=[5], ground=water)
    assert resolved(table)["result"] == "A1*/Dr"
    assert (table.at("1"), table.at("HQ 6")) == ("0104", "0104")
    assert table.at("HQ 26") == "removed"


# -- results that the chart does not hold, but its notation does ---------------------------------------


def beaten(cell: str, *, weak: bool = False, defender: str = "131", **more: Any) -> Tabletop:
    """A battle that has come to a result by whatever chart: two Soviets in 2121 and 2120, one of them with an
    HQ; or three with a step each."""
    units = {defender: "2020", "45": "2121", "72": "2120", "HQ 5": "2121"}
    three = {"45": "2121 reduced", "72": "2120 reduced", "65": "2021 reduced"}
    table = combat({**units, **three} if weak else units, **more)
    table.play.close(table.state.waiting()[0])
    attackers = tuple(three) if weak else ("45", "72")
    table.play.enter(
        "7.2.1", "battle", stage="result", side="soviet", space="2020", attackers=attackers,
        defenders=(defender,), hqs=(), staff=("HQ 5",), advance=None, hq_follows=(), air={}, ship=False,
        barrage=False, result=cell,
    )  # fmt: skip
    run_on(table.game, table.play)
    return table


@pytest.mark.rule("9.0.1", "12.1a.1", "7.1.1")
def test_attackers_retreat_where_a_result_says_so_with_their_hq() -> None:
    table = beaten("A1r/D1")
    assert set(table.asked()[2]) == {"loss 45", "loss 72"}
    table.order("soviet", "loss 45")
    while table.state.waiting()[0].topic == "retreat":
        table.order("soviet", table.asked()[2][0])
    assert (table.steps("131"), table.at("131")) == (1, "2020")
    assert table.at("HQ 5") == table.at("45") != "2121"
    assert table.at("72") != "2120"


@pytest.mark.rule("9.0a.1")
def test_attackers_who_retreat_to_others_that_have_yet_to_leave_retreat_once() -> None:
    table = beaten("Ar", defender="Gar Königsberg")
    table.order("soviet", "retreat 45, HQ 5 via 2120")
    assert "Retreat 72 exactly 1 hex" in table.state.waiting()[0].question
    table.order("soviet", "retreat 72 via 2220")
    assert (table.at("45"), table.at("HQ 5"), table.at("72")) == ("2120", "2120", "2220")


@pytest.mark.rule("10.1.1", "K-R37")
@pytest.mark.parametrize(("cell", "second"), [("Ar/D9", False), ("Ar/D1r", True)])
def test_the_retreat_of_attackers_gives_nobody_a_second_hex_of_advance(cell: str, second: bool) -> None:
    table = beaten(cell, ground={"2120": {"settlement": "village"}})
    while (topic := table.state.waiting()[0].topic) == "retreat":
        table.order(table.asked()[1], table.asked()[2][0])
    assert (topic, table.at("72"), table.at("45") == "2121") == ("advance", "2120", False)
    assert battle(table.state).retreated == second


@pytest.mark.rule("9.2a.1", "9.2c.1")
def test_attackers_retreat_away_from_where_they_stood_not_from_the_enemy() -> None:
    table = beaten("A1r/D1")
    table.order("soviet", "loss 45")
    assert table.verdict("soviet", "retreat 45, HQ 5 via 2120") == ("refused", "9.2c.1")


@pytest.mark.rule("7.1a.1", "9.1.2", "9.1.1")
def test_an_attacker_is_spared_where_a_hex_beyond_the_village_is_made() -> None:
    table = beaten("A1*/Dr2", ground={"2020": {"settlement": "village"}})
    table.order("german", table.asked()[2][0])
    assert table.at("131") != "2020"
    assert "loss" not in [one.topic for one in table.state.waiting()]


@pytest.mark.rule("9.1.1")
@pytest.mark.parametrize(
    ("options", "kind", "stays"),
    [
        (["attacker-town-protection"], "village", True),
        (["attacker-town-protection"], "", False),
        ([], "village", False),
    ],
)
def test_a_village_holds_attackers_too_by_that_option(options: list[str], kind: str, stays: bool) -> None:
    ground = {space: {"settlement": kind} for space in ("2121", "2120")}
    table = beaten("A1r", ground=ground, state={"options": options})
    table.order("soviet", "loss 45")
    if table.state.waiting()[0].topic == "retreat":
        table.order("soviet", "retreat all via " + table.asked()[2][0].split()[-1])
    assert (table.at("45") == "2121") == stays


@pytest.mark.rule("9.1.1", "7.1.2")
def test_where_nobody_has_to_retreat_a_village_changes_nothing() -> None:
    village = {space: {"settlement": "village"} for space in ("2020", "2121", "2120")}
    table = beaten("A1/D1", ground=village, state={"options": ["attacker-town-protection"]})
    table.order("soviet", "loss 45")
    assert [one.topic for one in table.state.waiting()] == ["attack"]
    assert "ResultIgnored" not in table.kinds()


@pytest.mark.rule("9.0b.1", "9.0b.2", "K-R94")
@pytest.mark.parametrize(("rails", "end"), [(["2020 1921 1821"], "1921"), ([], "eliminated")])
def test_an_armoured_train_retreats_along_rails_or_not_at_all(rails: list[str], end: str) -> None:
    table = fight({"Pz.Zug": "2020", "45": "2121"}, "attack 2020 with 45 advance none", dice=[3], rails=rails)
    assert resolved(table)["result"] == "A1*/Dr"
    assert table.at("Pz.Zug") == end


@pytest.mark.rule("8.0.2", "8.0c.1")
def test_a_unit_is_not_named_for_more_steps_than_it_has() -> None:
    table = beaten("A2", weak=True)
    assert table.verdict("soviet", "loss 65, 65") == ("refused", "8.0.2")
    assert table.verdict("soviet", "loss 65") == ("done", "")
    assert table.verdict("soviet", "loss 65") == ("refused", "8.0.2")
    assert table.verdict("soviet", "loss 45, 72") == ("refused", "8.0c.1")
    assert table.verdict("soviet", "loss 45") == ("done", "")


@pytest.mark.rule("9.0e.1", "K-R102")
@pytest.mark.parametrize(("die", "result", "left"), [(3, "A1*/Dr", 1), (6, "Dr2", 0)])
def test_9_0e_1_a_stack_without_movement_loses_a_step_for_each_hex_together(
    die: int, result: str, left: int
) -> None:
    garrisons = ("Gar Königsberg", "Gar Elbing")
    tanks = dict.fromkeys(("8 G", "1 T", "10 T"), "2121")
    order = f"attack 2020 with {', '.join(tanks)} advance none"
    laid = fight({**tanks, **dict.fromkeys(garrisons, "2020")}, order, dice=[die])
    assert resolved(laid)["result"] == result
    if left:
        laid.order("german", f"loss {garrisons[0]}")
    assert [laid.at(unit) for unit in garrisons] == ["eliminated", "2020" if left else "eliminated"]
    assert {laid.steps(unit) for unit in tanks} == {2}, "the defenders did retreat (7.1a)"
