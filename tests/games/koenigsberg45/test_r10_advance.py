"""Rule 10, advance after combat, with 12.1b (HQs) and 3.5 point 2."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.combat.r10_advance import barred, driven
from tests.tabletop import Tabletop

from .country import why
from .fights import fight, moved, resolved

UNITS = {"131": "2020", "10 T": "2121", "16 G": "2121", "36 G": "2021"}
"""Twenty-two against five: 4-1; a die of 4 is Dr. 2019 and 1920 are free of EZOCs."""
ORDER = "attack 2020 with 10 T, 16 G, 36 G"
AWAY = ("german", "retreat 131 via 1920")


def won(clause: str = "", units: dict[str, str] | None = None, **more: Any) -> Tabletop:
    """After the defender has retreated to 1920, and an ADVANCE clause, if any, is carried out."""
    table = fight(units or UNITS, f"{ORDER} {clause}", AWAY, dice=[4], **more)
    assert resolved(table)["result"] == "Dr"
    return table


def verdict(line: str, units: dict[str, str] | None = None, **more: Any) -> tuple[str, str]:
    """The verdict on an advance after that."""
    return won("", units, **more).verdict("soviet", line)


# -- 10.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("10.0.1", "10.0.2", "12.1b.1")
def test_the_attacker_is_asked_and_may_leave_it() -> None:
    table = won()
    assert table.asked()[:2] == ("10.0.2", "soviet")
    assert {"advance 10 T to 2020", "advance 16 G to 2020", "no advance"} <= set(table.asked()[2])
    assert table.verdict("soviet", "no advance") == ("done", "")
    assert [one["how"] for one in table.found("UnitMoved")] == ["retreat"]
    table = won()
    assert table.verdict("soviet", "advance 16 G to 2020") == ("done", "")
    assert (table.at("16 G"), table.at("10 T")) == ("2020", "2121")


@pytest.mark.rule("10.0.1")
def test_a_hex_that_is_held_is_not_entered() -> None:
    table = fight({**UNITS, "131": "2020"}, ORDER, dice=[1])
    assert resolved(table)["result"] == "A1/D1"
    assert table.asked()[0] == "7.0.3"


@pytest.mark.rule("10.0.1")
def test_only_attackers_advance() -> None:
    assert verdict("advance 45 to 2020", {**UNITS, "45": "2121"}) == ("refused", "10.0.1")


@pytest.mark.rule("10.0.2", "10.1.2")
def test_all_some_or_none_advance_within_stacking() -> None:
    assert verdict("advance 10 T, 16 G, 36 G") == ("refused", "5.0.1")
    table = won("advance 16 G, 36 G")
    assert [table.at(unit) for unit in ("16 G", "36 G", "10 T")] == ["2020", "2020", "2121"]
    table = won("advance 16 G to 2020, 36 G to 2020, 10 T to 2020-2019")
    assert [table.at(unit) for unit in ("16 G", "36 G", "10 T")] == ["2020", "2020", "2019"]


@pytest.mark.rule("10.0.3")
def test_the_first_hex_is_the_one_that_was_left() -> None:
    assert verdict("advance 10 T to 2120") == ("refused", "10.0.3")
    assert verdict("advance 10 T to 2120-2020") == ("refused", "10.0.3")


@pytest.mark.rule("10.0.3", "10.1.1", "10.2.1")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("advance 10 T to 2121", "10.0.3"),
        ("advance 10 T to 2020-2222", "10.0.3"),
        ("advance 10 T to 2120-2019", "10.0.3"),
        ("advance 10 T to 2020-2019-2018", "10.1.1"),
        ("advance 16 G to 2020-2019", "10.2.1"),
    ],
)
def test_a_path_that_does_not_do_is_refused_by_the_clause_it_breaks(line: str, rule: str) -> None:
    assert verdict(line) == ("refused", rule)


@pytest.mark.rule("10.0.4", "3.5.2")
def test_neither_ground_nor_ezocs_hinder_an_advance() -> None:
    ground = {space: {"terrain": "forest"} for space in ("2019", "1921")}
    units = {**UNITS, "1": "1821", "549 VG": "1822"}
    table = won("advance 10 T to 2020-1921", units, ground=ground)
    assert (table.at("10 T"), table.steps("10 T")) == ("1921", 2)
    assert moved(table, "10 T") == [("advance", ("2121", "2020", "1921"))]


@pytest.mark.rule("10.0a.1")
def test_the_defender_never_advances() -> None:
    table = fight({"131": "2020", "45": "2120 reduced"}, "attack 2020 with 45", dice=[1])
    assert table.at("45") == "eliminated"
    assert table.asked()[:2] == ("7.0.3", "soviet")


# -- 10.1, 10.2 how far ----------------------------------------------------------------------------


@pytest.mark.rule("10.1.1", "10.2.1")
def test_tanks_go_two_hexes_after_a_retreat_and_others_one() -> None:
    assert verdict("advance 16 G to 2020-2019") == ("refused", "10.2.1")
    table = won("advance 10 T to 2020-2019")
    assert table.at("10 T") == "2019"


@pytest.mark.rule("10.1.1")
def test_tanks_never_go_three() -> None:
    assert verdict("advance 10 T to 2020-2019-2018") == ("refused", "10.1.1")


@pytest.mark.rule("10.1.1")
def test_after_plain_elimination_everybody_goes_one_hex() -> None:
    units = {**UNITS, "131": "2020 reduced"}
    table = fight(units, ORDER, dice=[4])
    assert (resolved(table)["result"], table.at("131")) == ("D1r2", "eliminated")
    assert table.verdict("soviet", "advance 10 T to 2020-2019") == ("refused", "10.1.1")
    assert table.verdict("soviet", "advance 10 T to 2020") == ("done", "")


@pytest.mark.rule("10.1.1", "9.0e.1")
def test_a_retreat_that_killed_lets_tanks_go_on() -> None:
    table = fight({**UNITS, "131": "eliminated", "Gar Lötzen": "2020"}, ORDER, dice=[3])
    assert (resolved(table)["result"], table.at("Gar Lötzen")) == ("Dr", "eliminated")
    assert table.verdict("soviet", "advance 10 T to 2020-2019") == ("done", "")


@pytest.mark.rule("10.1.2")
def test_tanks_end_in_different_hexes() -> None:
    units = {**UNITS, "16 G": "eliminated", "1 T": "2121"}
    order = "attack 2020 with 10 T, 1 T, 36 G advance 10 T to 2020-2019, 1 T to 2020-1921"
    table = fight(units, order, AWAY, dice=[4])
    assert (table.at("10 T"), table.at("1 T")) == ("2019", "1921")


@pytest.mark.rule("10.1a.1")
def test_a_minor_river_without_a_bridge_ends_the_advance_of_tanks() -> None:
    river: dict[str, Any] = {"minor": ["2020/2121", "2020/2021"]}
    units = {**UNITS, "1 T": "2121"}
    table = fight(units, ORDER.replace("10 T", "10 T, 1 T"), AWAY, dice=[5], **river)
    assert resolved(table)["result"] == "Dr"
    rule, words, _ = why(table, "soviet", "advance 10 T to 2020-2019")
    assert rule == "10.1a.1" and words.endswith("ends across a minor river without a bridge")
    assert table.verdict("soviet", "advance 10 T to 2020") == ("done", "")


@pytest.mark.rule("10.1a.1")
def test_a_bridge_lets_them_go_on() -> None:
    table = won("advance 10 T to 2020-2019", minor=["2020/2121"], roads=["2121 2020"])
    assert table.at("10 T") == "2019"


@pytest.mark.rule("10.1a.2")
@pytest.mark.parametrize(("kind", "die"), [("town", 5), ("city", 6), ("village", 4)])
def test_a_town_ends_the_advance_of_tanks_and_a_village_does_not(kind: str, die: int) -> None:
    units = {**UNITS, "45": "2021"}
    order = ORDER.replace("10 T", "10 T, 45")
    table = fight(units, order, AWAY, dice=[die], ground={"2020": {"settlement": kind}})
    assert resolved(table)["result"] == "Dr2"
    (ruling,) = table.order("soviet", "advance 10 T to 2020-2019")
    expected = ("done", "") if kind == "village" else ("refused", "10.1a.2")
    assert (ruling.verdict, ruling.rule) == expected
    assert kind == "village" or ruling.why.endswith("ends in a town or city")


# -- 10.2a, 12.1b HQs ------------------------------------------------------------------------------


@pytest.mark.rule("10.2a.1", "12.1b.1")
def test_an_hq_may_follow_a_unit_of_its_stack() -> None:
    units = {**UNITS, "HQ 5": "2121"}
    assert won("advance 16 G to 2020", units).at("HQ 5") == "2121"
    assert won("advance 16 G to 2020 with HQ 5", units).at("HQ 5") == "2020"
    assert verdict("advance 36 G to 2020 with HQ 5", units) == ("refused", "12.1b.1")
    assert verdict("advance HQ 5 to 2020", units) == ("refused", "10.0.1")


@pytest.mark.rule("12.8.1", "12.1b.1")
def test_an_hq_that_is_held_in_place_follows_nobody() -> None:
    units = {"45": "2020 reduced", "1": "2121", "56": "2121", "HQ 6": "2121"}
    order = "attack 2020 with 1, 56"
    table = fight(units, order, active="german", dice=[6])
    assert not [line for line in table.asked()[2] if "HQ 6" in line]
    assert why(table, "german", "advance 1 to 2020 with HQ")[0] == "12.8.1"
    table = fight(units, f"{order} advance 1 to 2020 with HQ", active="german", dice=[6])
    assert "HQ 6 may not be moved yet" in table.state.waiting()[0].question
    free = fight(units, f"{order} advance 1 to 2020 with HQ", active="german", dice=[6],
                 state={"released": ["HQ 6"]})  # fmt: skip
    assert free.at("HQ 6") == "2020"


@pytest.mark.rule("12.1b.2")
def test_an_hq_goes_two_hexes_only_with_tanks_that_do() -> None:
    units = {**UNITS, "HQ 5": "2121"}
    assert won("advance 10 T to 2020-2019 with HQ 5", units).at("HQ 5") == "2019"
    assert won("advance 16 G to 2020 with HQ 5", units).at("HQ 5") == "2020"


@pytest.mark.rule("K-R46")
def test_germans_who_advance_drive_nobody_away() -> None:
    units = {"152 UR": "2020", "5 Pz": "2120", "7 Pz": "2121", "24 Pz": "2021", "R1": "2019"}
    order = "attack 2020 with 5 Pz, 7 Pz, 24 Pz advance 5 Pz to 2020"
    state = fight(units, order.replace(" advance 5 Pz to 2020", ""), active="german", dice=[6]).state
    assert driven(state, ("2020", "2019")) == ()
    soviet = won("", {**UNITS, "R1": "2019"}).state
    assert driven(soviet, ("2020", "2019")) == ("2019",)


@pytest.mark.rule("10.0.2")
def test_a_unit_is_sent_one_way_and_not_two() -> None:
    rulings = won().order("soviet", "advance 16 G to 2020\nadvance 16 G to 2020")
    assert "10.0.2" in [one.rule for one in rulings]


@pytest.mark.rule("10.0.2", "5.2.1", "12.1b.1")
def test_an_hq_follows_into_no_hex_where_another_stands() -> None:
    units = {**UNITS, "HQ 5": "2121", "HQ 39": "2019"}
    assert verdict("advance 10 T to 2020-2019 with HQ 5", units) == ("refused", "5.2.2")
    assert verdict("advance 10 T to 2020-2019", units) == ("done", "")


@pytest.mark.rule("10.0.2", "10.1.2")
def test_no_advance_is_offered_into_a_hex_that_is_full() -> None:
    offered = won("", {**UNITS, "45": "2021"}).asked()[2]
    assert "advance 10 T to 2020" in offered and "advance 10 T to 2020-2019" in offered
    assert "advance 10 T to 2020-2021" not in offered


@pytest.mark.rule("12.1b.2", "10.2a.1")
def test_an_hq_follows_the_unit_of_its_stack_that_goes_furthest() -> None:
    units = {**UNITS, "HQ 5": "2121"}
    assert won("advance 16 G to 2020, 10 T to 2020-2019 with HQ 5", units).at("HQ 5") == "2019"


@pytest.mark.rule("10.3.1", "12.1a.2")
def test_who_has_no_attack_overruns_no_hq_but_that_of_the_hex_that_was_left() -> None:
    units = {"152 UR": "2020", "HQ 5": "2019", "5 Pz": "2120", "7 Pz": "2121", "24 Pz": "2021"}
    table = fight(
        units, "attack 2020 with 5 Pz, 7 Pz, 24 Pz advance 5 Pz to 2020-2019", active="german", dice=[6]
    )
    assert table.at("152 UR") == "eliminated"
    state = table.state
    for unit, space, shut in (("Gar Lötzen", "2019", True), ("5 Pz", "2019", False)):
        inside = fight(units, "attack 2020 with 5 Pz, 7 Pz, 24 Pz", active="german", dice=[6]).state
        found = barred(inside, inside.units[unit], space)
        assert (found is not None and found.rule == "10.3.1") is shut, state
    assert barred(inside, inside.units["Gar Lötzen"], "2222") is None


@pytest.mark.rule("12.1b.1")
def test_the_word_hq_means_the_one_that_was_with_the_units_that_advance() -> None:
    units = {**UNITS, "HQ 5": "2121", "HQ 39": "2021"}
    assert won("advance 16 G to 2020 with HQ", units).at("HQ 5") == "2020"
    assert verdict("advance 16 G, 36 G to 2020 with HQ", units) == ("refused", "12.1b.1")
    assert verdict("advance 16 G to 2020 with HQ", UNITS) == ("refused", "12.1b.1")
    assert verdict("advance 16 G to 2020", UNITS) == ("done", "")


# -- 10.3, 10.4 ------------------------------------------------------------------------------------


@pytest.mark.rule("10.3.1", "10.0.1")
def test_an_advance_overruns_a_lone_hq_and_enters_no_hex_with_combat_units() -> None:
    assert won("advance 10 T to 2020-2019", {**UNITS, "HQ 26": "2019"}).at("HQ 26") == "removed"
    table = won("", {**UNITS, "HQ 26": "2019", "VlkStm 1": "2019"})
    assert table.verdict("soviet", "advance 10 T to 2020-2019") == ("refused", "10.0.1")


@pytest.mark.rule("10.3.1", "K-R46")
def test_soviet_tanks_drive_refugees_from_the_road_as_they_advance() -> None:
    table = won("advance 10 T to 2020-2019", {**UNITS, "R1": "2019"})
    assert (table.at("10 T"), table.at("R1")) == ("2019", "refugees")
    assert table.state.tracks["volksturm"] == 3


@pytest.mark.rule("10.4.1")
def test_nobody_advances_over_a_major_river_without_a_bridge() -> None:
    table = won("", major=["2020/1921"])
    assert table.verdict("soviet", "advance 10 T to 2020-1921") == ("refused", "10.4.1")
    assert table.verdict("soviet", "advance 10 T to 2020-2019") == ("done", "")


# -- the clause of an order ------------------------------------------------------------------------


@pytest.mark.rule("10.0.2")
def test_a_clause_that_does_not_do_leaves_the_question_open() -> None:
    table = won("advance 16 G to 2020-2019")
    assert table.asked()[0] == "10.0.2"
    assert "may not be carried out" in table.state.waiting()[0].question


@pytest.mark.slow
@pytest.mark.rule("10.0.2")
def test_every_advance_that_is_offered_is_legal() -> None:
    lines = won("", {**UNITS, "HQ 5": "2121"}).asked()[2]
    assert len(lines) > 6
    for line in lines:
        assert verdict(line, {**UNITS, "HQ 5": "2121"}) == ("done", ""), line


@pytest.mark.rule("10.0.1", "K-R94")
@pytest.mark.parametrize(("rails", "verdict"), [(["2020 2121"], "done"), ([], "refused")])
def test_an_armoured_train_advances_along_rails_or_not_at_all(rails: list[str], verdict: str) -> None:
    units = {"Pz.Zug": "2020", "5 Pz": "2020", "45": "2121 reduced"}
    table = fight(units, "attack 2121 with 5 Pz, Pz.Zug", active="german", dice=[5], rails=rails)
    assert resolved(table)["column"] == "2-1"
    assert table.order("soviet", table.asked()[2][0])[0].verdict == "done"
    assert table.verdict("german", "advance Pz.Zug to 2121")[0] == verdict
