"""Rule 4: movement."""

from __future__ import annotations

import pytest

from tests.games.amberroad.table import table


@pytest.mark.rule("4.1")
def test_a_unit_moves_once_in_a_phase() -> None:
    made = table({"12F": "0404"}, "B.MOVE")
    assert made.verdict("blue", "move 12F to 0405") == ("done", "")
    assert made.verdict("blue", "move 12F to 0406") == ("refused", "4.1")
    assert made.verdict("blue", "move 21F to 0406") == ("refused", "4.1")


@pytest.mark.rule("4.2")
def test_a_path_costs_no_more_than_the_movement_allowance() -> None:
    made = table({"12F": "0408"}, "B.MOVE")
    (ruling,) = made.order("blue", "move 12F via 0409-0410-0310-0210-0110")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.2")
    assert "0110 needs 1 and 0 are left" in ruling.why
    assert ruling.legal and all(line.startswith("move 12F ") for line in ruling.legal)
    assert made.verdict("blue", "move 12F via 0409-0410-0310-0210") == ("done", "")


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("beside", "to", "cost"),
    [
        ("0401", "0402", "1 of 4"),
        ("0202", "0302", "2 of 4"),
        ("0207", "0206", "2 of 4"),
        ("0509", "0609", "3 of 4"),
        ("0204", "0205", "1 of 4"),
    ],
)
def test_a_hex_costs_by_its_terrain(beside: str, to: str, cost: str) -> None:
    made = table({"12F": beside}, "B.MOVE")
    assert made.verdict("blue", f"move 12F via {to}") == ("done", "")
    assert made.found("UnitMoved")[-1]["cost"] == cost


@pytest.mark.rule("4.4")
def test_a_river_costs_two_more() -> None:
    made = table({"12F": "0603"}, "B.MOVE")
    assert made.verdict("blue", "move 12F via 0703") == ("done", "")
    assert made.found("UnitMoved")[-1]["cost"] == "3 of 4"


@pytest.mark.rule("4.5")
def test_a_road_costs_1_and_crosses_the_river_by_a_bridge() -> None:
    made = table({"12F": "0505"}, "B.MOVE")
    assert made.verdict("blue", "move 12F via 0604-0704-0804") == ("done", "")
    assert made.found("UnitMoved")[-1]["cost"] == "1, 2, 3 of 4"


@pytest.mark.rule("4.6")
def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    made = table({"12F": "0404", "61F": "0405"}, "B.MOVE")
    assert made.verdict("blue", "move 12F to 0405") == ("refused", "4.6")
    assert made.verdict("blue", "move 12F via 0405") == ("refused", "4.6")


@pytest.mark.rule("4.7", "4.8")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    made = table({"12F": "0402", "61F": "0405"}, "B.MOVE")
    assert made.verdict("blue", "move 12F via 0403-0404-0503") == ("refused", "4.2")
    made = table({"12F": "0504", "61F": "0405"}, "B.MOVE")
    assert made.verdict("blue", "move 12F via 0505-0605") == ("refused", "4.8")


@pytest.mark.rule("4.7")
def test_a_zone_does_not_reach_across_the_river() -> None:
    made = table({"12F": "0505", "61F": "0704"}, "B.MOVE")
    assert made.verdict("blue", "move 12F via 0604-0603") == ("done", "")


@pytest.mark.rule("4.9")
def test_two_units_may_end_in_a_hex_and_any_number_pass() -> None:
    made = table({"12F": "0404", "13F": "0404", "14F": "0403"}, "B.MOVE")
    assert made.verdict("blue", "move 14F to 0404") == ("refused", "4.9")
    assert made.verdict("blue", "move 14F via 0404-0405") == ("done", "")


def test_a_refused_move_names_legal_ones_that_stand() -> None:
    made = table({"12F": "0404"}, "B.MOVE")
    (ruling,) = made.order("blue", "move 12F to 1410")
    for line in ruling.legal:
        fresh = table({"12F": "0404"}, "B.MOVE")
        assert fresh.verdict("blue", line) == ("done", "")
