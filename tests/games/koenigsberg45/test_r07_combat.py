"""Rules 7.0 to 7.3, and 0.1d, 0.1e, 3.5: who attacks what, what is shown when, and the course of a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.koenigsberg45.by_mail.view import view
from adjudicator.games.koenigsberg45.combat.r07_combat import Share, read_result
from adjudicator.games.koenigsberg45.combat.r07_strength import adds_nothing
from tests.tabletop import Tabletop

from .country import laid
from .fights import IDLE, combat, fight, moved, odds, part, refused, resolved
from .retreats import ORDER, STACK, WEST

PAIR = {"131": "2020", "45": "2120"}


def seen(table: Tabletop, side: str) -> list[str]:
    """The enemy units that a side knows of on the map."""
    units = view(table.state, side).units.values()
    return sorted(unit.id for unit in units if unit.side != side and unit.at in table.state.board.spaces)


# -- 7.0, 7.3 who attacks what ---------------------------------------------------------------------


@pytest.mark.rule("7.0.1")
def test_only_an_adjacent_hex_is_attacked() -> None:
    assert refused({**PAIR, "45": "2220"}, "attack 2020 with 45") == ("refused", "7.0.1")
    fight(PAIR, "attack 2020 with 45", dice=[3])


@pytest.mark.rule("7.0.1")
def test_a_unit_that_is_not_activated_does_not_attack() -> None:
    units = {**PAIR, "72": "2121"}
    table = combat(units, state={"activated": ["45", "20"]})
    assert table.verdict("soviet", "attack 2020 with 45, 72") == ("refused", "7.0.1")
    assert table.verdict("soviet", "attack 2020 with 131") == ("refused", "7.0.1")


@pytest.mark.rule("7.0.1")
def test_an_hq_does_not_attack() -> None:
    assert refused({**PAIR, "HQ 5": "2120"}, "attack 2020 with 45, HQ 5") == ("refused", "7.0.1")


@pytest.mark.rule("7.0.2")
def test_neither_an_empty_hex_nor_an_hq_alone_is_attacked() -> None:
    units = {**PAIR, "HQ 26": "2021", "72": "2121"}
    assert refused(units, "attack 2021 with 72") == ("refused", "7.0.2")
    assert refused(units, "attack 2119 with 45") == ("refused", "7.0.2")


@pytest.mark.rule("7.0.3")
def test_nobody_has_to_attack() -> None:
    table = combat(PAIR)
    assert table.asked()[2][-1] == "done"
    assert table.verdict("soviet", "done") == ("done", "")
    assert "battle" not in [frame.segment for frame in table.state.frames]
    assert "CombatResolved" not in table.kinds()


@pytest.mark.rule("7.0.3", "1.3c.1")
def test_where_no_enemy_is_in_reach_only_who_orders_an_attack_is_asked_for_one() -> None:
    far = {"45": "2020", "1": "3030"}
    assert laid(far, segment="COMBAT").asked()[0] == "7.0.3", "a laid position, before any order is read"
    table = laid(far)
    (_, attack) = table.order("soviet", "done\nattack 3030 with 45")
    assert (attack.verdict, attack.rule) == ("refused", "7.0.1")
    table = laid(far)
    table.order("soviet", "done")
    assert "7.0.3" not in [one.rule for one in table.state.waiting()]


@pytest.mark.rule("7.1a.1", "7.1.2")
def test_in_the_open_the_defender_goes_back_and_the_attacker_loses_nothing() -> None:
    table = fight(STACK, ORDER, **WEST)
    assert resolved(table)["result"] == "A1*/Dr"
    assert (table.at("1"), table.at("G69")) == ("1921", "1921")
    assert "loss" not in [one.topic for one in table.state.waiting()]


@pytest.mark.rule("7.0.4", "7.3b.1", "7.3b.2", "7.3b.3")
def test_everything_in_the_hex_defends_together() -> None:
    units = {"G69": "2020", "VlkStm 1": "2020", "HQ 26": "2020", "16 G": "2120", "36 G": "2121"}
    table = fight(units, "attack 2020 with 16 G, 36 G", dice=[2])
    assert resolved(table)["defenders"] == ("G69", "VlkStm 1")
    assert odds(table) == (14, 8, "1-1")


@pytest.mark.rule("7.3b.3")
def test_an_attack_names_a_hex_and_never_a_unit_in_it() -> None:
    (ruling,) = combat({**PAIR, "G69": "2020"}).order("soviet", "attack G69 with 45")
    assert ruling.verdict == "unreadable"


@pytest.mark.rule("7.3a.1", "7.2.1")
def test_any_number_of_units_attack_from_any_hexes() -> None:
    units = {
        "131": "2020",
        "45": "2120",
        "72": "2120",
        "65": "2121",
        "113": "2021",
        "94": "1921",
        "54": "2019",
    }
    table = fight(units, "attack 2020 with 45, 72, 65, 113, 94, 54", ("soviet", "no advance"))
    assert odds(table) == (36, 5, "7-1")


@pytest.mark.rule("7.3a.2")
def test_units_of_one_stack_attack_different_hexes() -> None:
    units = {"131": "2020", "549 VG": "2119", "45": "2120", "72": "2120"}
    table = combat(units, dice=[1, 1])
    verdicts = [r.verdict for r in table.order("soviet", "attack 2020 with 45\nattack 2119 with 72")]
    assert verdicts == ["done", "done"]
    assert [one["attackers"] for one in table.found("CombatResolved")] == [("45",), ("72",)]


@pytest.mark.rule("7.3a.3")
def test_a_unit_attacks_once_in_a_segment() -> None:
    table = fight({**PAIR, "549 VG": "2119"}, "attack 2020 with 45", dice=[3])
    assert table.verdict("soviet", "attack 2119 with 45") == ("refused", "7.3a.3")


@pytest.mark.rule("7.3c.1", "7.3c.2")
def test_a_unit_of_attack_zero_joins_others_and_adds_nothing() -> None:
    units = {"S69": "2020 reduced", "1": "2120", "5 Pz": "2121", "Gar Lötzen": "2120"}
    assert refused(units, "attack 2020 with Gar Lötzen", active="german") == ("refused", "7.3c.1")
    table = fight(
        units,
        "attack 2020 with 1, 5 Pz, Gar Lötzen",
        ("soviet", "retreat S69 via 2019"),
        ("german", "advance Gar Lötzen to 2020"),
        active="german",
    )
    assert part(table, "Gar Lötzen") == [("0.3.1", 0, 0)]
    assert odds(table) == (11, 4, "2-1")
    assert table.at("Gar Lötzen") == "2020"


@pytest.mark.rule("7.3c.2")
def test_a_unit_that_adds_nothing_takes_steps() -> None:
    units = {"131": "2120", "VlkStm 1": "2120", "S69": "2020"}
    table = fight(units, "attack 2020 with 131, VlkStm 1", active="german", dice=[1])
    assert resolved(table)["result"] == "A2"
    assert table.asked()[2] == ("loss 131", "loss VlkStm 1")
    table.order("german", "loss VlkStm 1")
    assert (table.steps("131"), table.at("VlkStm 1")) == (1, "volksturm")


@pytest.mark.rule("7.3c.3")
def test_a_bracketed_attack_adds_nothing_whatever_its_number() -> None:
    units = {"S69": "2020 reduced", "5 Pz": "2120", "VlkStm 1": "2121"}
    assert refused(units, "attack 2020 with VlkStm 1", active="german") == ("refused", "7.3c.3")
    table = fight(units, "attack 2020 with 5 Pz, VlkStm 1", active="german", dice=[1])
    assert odds(table) == (7, 4, "1-1")
    assert part(table, "VlkStm 1") == [("7.3c.3", 1, 0)]


@pytest.mark.rule("7.3c.1", "7.3c.3")
def test_zero_adds_nothing_with_or_without_brackets_and_one_adds_something() -> None:
    state = combat({"605 zbv": "2120 reduced", "Gar Lötzen": "2121", **PAIR}).state
    plain = replace(state.roster.counters["Gar Lötzen"], traits={})
    bare = replace(state.roster, counters={**state.roster.counters, "Gar Lötzen": plain})
    assert adds_nothing(state.but(roster=bare), state.units["Gar Lötzen"])
    assert not adds_nothing(state, state.units["605 zbv"])


@pytest.mark.rule("7.3c.3")
def test_a_zero_is_shown_as_printed_and_as_nothing_else() -> None:
    units = {"S69": "2020 reduced", "5 Pz": "2120", "Gar Lötzen": "2121"}
    table = fight(units, "attack 2020 with 5 Pz, Gar Lötzen", active="german", dice=[1])
    assert part(table, "Gar Lötzen") == [("0.3.1", 0, 0)]


@pytest.mark.rule("7.3c.1", "7.3c.3")
def test_units_that_add_nothing_may_not_attack_together_either() -> None:
    units = {"S69": "2020", "Gar Lötzen": "2120", "VlkStm 1": "2121"}
    order = "attack 2020 with Gar Lötzen, VlkStm 1"
    assert refused(units, order, active="german") == ("refused", "7.3c.3")


# -- 3.5 what a ZOC reaches ------------------------------------------------------------------------


@pytest.mark.rule("3.5.1", "3.5.5")
def test_who_is_across_a_major_river_without_a_bridge_takes_no_part() -> None:
    units = {**PAIR, "72": "2121"}
    river: dict[str, Any] = {"major": ["2020/2120"]}
    assert refused(units, "attack 2020 with 45, 72", **river) == ("refused", "3.5.5")
    assert refused(units, "attack 2020 with 45", **river) == ("refused", "3.5.5")
    fight(units, "attack 2020 with 72", dice=[3], **river)
    fight(units, "attack 2020 with 45, 72", dice=[3], roads=["2020 2120"], **river)


@pytest.mark.rule("3.5.5")
def test_a_unit_without_a_zoc_is_kept_out_by_the_river_like_others() -> None:
    units = {"S69": "2020", "1": "2121", "VlkStm 1": "2120"}
    order = "attack 2020 with 1, VlkStm 1"
    assert refused(units, order, active="german", major=["2020/2120"]) == ("refused", "3.5.5")


@pytest.mark.rule("3.5.5")
def test_nobody_attacks_over_an_impassable_hexside() -> None:
    water = {"2020": {"terrain": "water"}}
    assert refused(PAIR, "attack 2020 with 45", ground=water) == ("refused", "3.5.5")


@pytest.mark.rule("3.5.1")
def test_tanks_attack_a_marsh_only_along_a_road() -> None:
    units = {"131": "2020", "10 T": "2120"}
    marsh = {"2020": {"terrain": "marsh"}}
    assert refused(units, "attack 2020 with 10 T", ground=marsh) == ("refused", "3.5.1")
    fight(units, "attack 2020 with 10 T", dice=[1], ground=marsh, roads=["2020 2120"])


# -- 7.1, 7.2 the course of a battle ---------------------------------------------------------------


@pytest.mark.rule("7.1.1", "9.0a.1")
@pytest.mark.parametrize(
    ("cell", "attacker", "defender"),
    [
        ("A2", Share(2), Share()),
        ("D1r2", Share(), Share(1, 2)),
        ("Dr", Share(), Share(0, 1)),
        ("Dr2", Share(), Share(0, 2)),
        ("D1r", Share(), Share(1, 1)),
        ("A1/D1", Share(1), Share(1)),
        ("A1*/Dr", Share(1, 0, True), Share(0, 1)),
        ("A1r2/D1", Share(1, 2), Share(1)),
    ],
)
def test_a_result_names_side_steps_and_hexes(cell: str, attacker: Share, defender: Share) -> None:
    assert read_result(cell) == {"A": attacker, "D": defender}


@pytest.mark.rule("7.1.1")
def test_a_chart_with_a_result_that_is_none_is_a_fault() -> None:
    with pytest.raises(ValueError, match="X2"):
        read_result("X2")


@pytest.mark.rule("7.1.2")
def test_the_defender_carries_out_his_part_first() -> None:
    table = fight({"131": "2020", "45": "2120"}, "attack 2020 with 45", dice=[4])
    assert resolved(table)["result"] == "A1/D1"
    assert [one["unit"] for one in table.found("StepLost")] == ["131", "45"]


@pytest.mark.rule("9.1.1", "7.1.2", "K-R28")
@pytest.mark.parametrize("hex_", ["2020", "2120"])
def test_a_village_says_nothing_where_nobody_retreats(hex_: str) -> None:
    table = fight(PAIR, "attack 2020 with 45", dice=[3], ground={hex_: {"settlement": "village"}})
    assert resolved(table)["result"] == "A1"
    assert "ResultIgnored" not in table.kinds() and "UnitMoved" not in table.kinds()
    assert (table.steps("45"), table.steps("131"), table.at("131")) == (1, 2, "2020")
    assert "retreat" not in [one["decision"]["topic"] for one in table.found("Asked")]


@pytest.mark.rule("7.1.3", "7.2.4")
def test_a_battle_is_over_before_the_next_one_begins() -> None:
    units = {"131": "2020", "549 VG": "2019", "16 G": "2120", "36 G": "2121", "45": "2119"}
    table = combat(units, dice=[6, 3])
    sheet = "attack 2020 with 16 G, 36 G advance 16 G to 2020\nattack 2019 with 45"
    table.order("soviet", sheet)
    table.order("german", "retreat 131 via 1920")
    kinds = [kind for kind in table.kinds() if kind in {"CombatResolved", "UnitMoved"}]
    assert kinds == ["CombatResolved", "UnitMoved", "UnitMoved", "CombatResolved"]


@pytest.mark.rule("7.2.4")
def test_the_next_target_is_chosen_after_the_result_of_the_last() -> None:
    table = fight({**PAIR, "72": "2121"}, "attack 2020 with 45", dice=[3, 6])
    assert table.asked()[:2] == ("7.0.3", "soviet")
    assert table.verdict("soviet", "attack 2020 with 72")[0] == "done"


@pytest.mark.rule("7.2.4")
def test_an_attack_that_fell_with_an_earlier_result_is_told_to_its_writer_alone() -> None:
    units = {"131": "2020", "16 G": "2120", "36 G": "2121", "45": "2021"}
    table = combat(units, dice=[6])
    sheet = "attack 2020 with 16 G, 36 G advance none\nattack 2020 with 45\ndone"
    verdicts = [(r.verdict, r.rule) for r in table.order("soviet", sheet)]
    assert verdicts == [("done", ""), ("refused", "7.0.2"), ("waiting", "")]
    dropped = next(event for event in table.events if event.kind == "OrderDropped")
    assert dropped.to == ("soviet",)
    assert table.asked()[0] == "7.0.3"


@pytest.mark.rule("7.2.4")
def test_a_refused_attack_keeps_done_back() -> None:
    table = combat({**PAIR, "72": "2320"}, dice=[3])
    verdicts = [r.verdict for r in table.order("soviet", "attack 2020 with 72\ndone")]
    assert verdicts == ["refused", "waiting"]
    assert [r.verdict for r in table.order("soviet", "attack 2020 with 45\ndone")] == ["done", "done"]
    assert table.state.segment != "COMBAT"


@pytest.mark.rule("7.2.3", "0.2d.1")
def test_one_die_is_rolled_on_the_column() -> None:
    table = fight({"131": "2020", "16 G": "2120", "36 G": "2121"}, "attack 2020 with 16 G, 36 G", dice=[3])
    assert (odds(table)[2], resolved(table)["die"], resolved(table)["result"]) == ("2-1", 3, "A1/D1")
    assert table.kinds().count("DieRolled") == 1


# -- 7.1a A1*/Dr -----------------------------------------------------------------------------------

THREE = {"16 G": "2120", "36 G": "2121", "72": "2021"}
"""Twenty points: 3-1 against 131 and 6."""


@pytest.mark.rule("7.1a.1")
def test_in_the_open_the_defender_retreats_and_the_attacker_loses_nothing() -> None:
    table = fight({**THREE, "131": "2020"}, "attack 2020 with 16 G, 36 G advance none", dice=[4])
    assert resolved(table)["result"] == "A1*/Dr"
    assert moved(table, "131") and "StepLost" not in table.kinds()


@pytest.mark.rule("7.1a.2", "9.1.1")
def test_in_a_village_he_stays_and_the_strongest_attacker_pays() -> None:
    units = {"131": "2020", "8 G": "2120", "45": "2121"}
    ground = {"2020": {"settlement": "village"}}
    table = fight(units, "attack 2020 with 8 G, 45", dice=[4], ground=ground)
    assert resolved(table)["result"] == "A1*/Dr"
    assert (table.at("131"), table.steps("8 G"), table.steps("45")) == ("2020", 1, 2)


@pytest.mark.rule("7.1a.3")
def test_who_dies_of_his_retreat_has_retreated() -> None:
    units = {"131": "2020 reduced", "8 G": "2120", "72": "2021", "65": "1819"}
    order = "attack 2020 with 8 G advance none"
    table = fight(units, order, ("german", "retreat 131 via 1921"), dice=[4])
    assert resolved(table)["result"] == "A1*/Dr"
    assert (table.at("131"), table.kinds().count("UnitMoved")) == ("eliminated", 1)
    assert "StepLost" not in table.kinds()


@pytest.mark.rule("7.1a.3")
def test_a_garrison_in_the_open_dies_of_the_retreat_and_the_attacker_loses_nothing() -> None:
    units = {"Gar Lötzen": "2020", "16 G": "2120", "36 G": "2121"}
    table = fight(units, "attack 2020 with 16 G, 36 G advance none", dice=[3])
    assert resolved(table)["result"] == "A1*/Dr"
    assert table.at("Gar Lötzen") == "eliminated"
    assert "StepLost" not in table.kinds()


# -- a sheet for a whole activation ---------------------------------------------------------------------


@pytest.mark.rule("1.3c.1", "7.0.1")
def test_a_sheet_that_moves_and_attacks_is_carried_out_to_its_end() -> None:
    table = laid({**IDLE, "131": "2020", "45": "2220"}, position={"dice": [3]})
    sheet = "move 45 2121\nattack 2020 with 45\ndone"
    assert [ruling.verdict for ruling in table.order("soviet", sheet)] == ["done", "done", "done"]
    assert resolved(table)["attackers"] == ("45",)
    assert table.state.segment != "COMBAT"


@pytest.mark.rule("7.0.1", "7.0.3")
def test_an_attack_that_nobody_can_make_is_refused_and_combat_is_over() -> None:
    table = laid({"131": "2020", "45": "2220"})
    (ruling,) = table.order("soviet", "attack 2020 with 45")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.0.1")
    assert table.state.segment != "COMBAT"


@pytest.mark.rule("7.0.3")
def test_nobody_is_asked_for_attacks_where_no_enemy_is_in_reach() -> None:
    table = laid({"131": "2020", "45": "2220"})
    table.order("soviet", "done")
    assert "attack" not in [one["decision"]["topic"] for one in table.found("Asked")]
