"""Rule 11, supply: one test or more for each clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.koenigsberg45.combat import r07_strength
from adjudicator.games.koenigsberg45.events import SPLIT_LOST
from adjudicator.games.koenigsberg45.hexes import r04_current_costs
from adjudicator.games.koenigsberg45.turn import r11_supply
from adjudicator.state import State
from maps.board import Board, Space
from tests.games.koenigsberg45.country import country
from tests.games.koenigsberg45.country import laid as open_country
from tests.games.koenigsberg45.table import GAME
from tests.tabletop import Tabletop

RING = {"81": "2020", "121": "2121", "70": "2122", "40": "2022", "41": "1922", "53": "1921"}
"""Soviet units all round 2021."""
AUTOBAHN_CUT = {"114": "1813"}
"""A Soviet corps on the Autobahn."""
MOSCOW = {"98": "4534"}
"""A Soviet unit beside its sources, so that the Soviets are in supply without being in the way."""


def phase(units: dict[str, str], **position: object) -> Tabletop:
    """A position after its Supply Phase, before anything else."""
    laid = Tabletop(GAME, units, segment="SUPPLY", run=False, **position)  # type: ignore[arg-type]
    r11_supply.run_supply(laid.play)
    return laid


def condition(laid: Tabletop, unit: str) -> str:
    """The supply marker on a unit."""
    return r11_supply.was(laid.state.units[unit])


def state_of(units: dict[str, str], **position: object) -> State:
    """A position to ask questions of."""
    return Tabletop(GAME, units, run=False, **position).state  # type: ignore[arg-type]


@pytest.mark.rule("11.0.1", "1.4.1", "11.0.2")
def test_11_0_both_sides_are_tested_and_who_has_no_line_is_out_of_supply() -> None:
    around = {"14": "1020", "7": "1121", "21": "1122", "28 Jäg": "1022", "50": "0922", "58": "0921"}
    laid = phase({"1": "2021", **RING, "56": "0219", "98": "1021", **around})
    assert condition(laid, "1") == "out-of-supply"
    assert condition(laid, "56") == ""
    assert condition(laid, "98") == "out-of-supply"
    assert [set(one["units"]) for one in laid.found("FlagsChanged")] == [{"1"}, {"98"}]


@pytest.mark.rule("11.0.3", "K-R39")
def test_11_0_3_a_line_regained_takes_the_marker_off_from_isolated_too() -> None:
    laid = phase({"1": "2021 full isolated", "56": "2023 full out-of-supply", **MOSCOW})
    assert (condition(laid, "1"), condition(laid, "56")) == ("", "")
    assert not laid.state.units["1"].flags and not laid.state.units["56"].flags
    laid = phase({"1": "2021 full isolated", **RING})
    assert condition(laid, "1") == "isolated"


@pytest.mark.rule("11.0.4", "1.4.2", "0.8d.1")
def test_11_0_4_the_second_failure_isolates_and_one_marker_lies_at_a_time() -> None:
    laid = phase({"1": "2021 full out-of-supply", **RING})
    assert laid.state.units["1"].flags == {"isolated"}


@pytest.mark.rule("11.0.5")
def test_11_0_5_an_isolated_unit_stays_isolated_and_lives() -> None:
    laid = phase({"1": "2021 full isolated", **RING})
    assert (condition(laid, "1"), laid.steps("1")) == ("isolated", 2)


@pytest.mark.rule("11.1.1", "11.1.2")
def test_11_1_a_line_is_of_any_length_but_free_of_enemies_and_their_zones() -> None:
    lines = r11_supply.lines(state_of({"1": "3021", **MOSCOW}), "german")
    assert lines.supplied("3021")
    assert len(lines.line("3021")) > 15


@pytest.mark.rule("3.4.1", "3.4.2", "11.1a.2", "K-R73")
def test_11_1a_2_a_zone_bars_a_line_unless_a_friendly_unit_or_hq_is_there() -> None:
    barred = r11_supply.barred(state_of({"81": "2021"}), "german")
    assert {"2020", "2021", "2121"} <= barred
    held = r11_supply.barred(state_of({"81": "2021", "1": "2020", "HQ 26": "2121"}), "german")
    assert held & {"2020", "2021", "2121"} == {"2021"}
    hq = r11_supply.barred(state_of({"HQ 5": "2021"}), "german")
    assert hq == {"2021"}


@pytest.mark.rule("11.1a.1", "K-R40")
def test_11_1a_1_lines_stop_at_major_rivers_and_water_but_for_a_road_or_railroad() -> None:
    board = state_of({}).board
    assert not r11_supply.crosses(board, "1740", "1739")
    assert r11_supply.crosses(board, "0432", "0332")
    assert r11_supply.crosses(board, "3504", "3603")
    assert not r11_supply.crosses(board, "1612", "1611")
    only_rail = {side: near for side, near in rails(board) if "river-major" in near and "road" not in near}
    assert all(r11_supply.crosses(board, a, b) for a, b in only_rail)


def rails(board: Board) -> list[tuple[tuple[str, str], frozenset[str]]]:
    """The hexsides that a railroad crosses."""
    return [
        ((a, b), border) for a, near in board.links.items() for b, border in near.items() if "rail" in border
    ]


@pytest.mark.rule("0.2a.3")
def test_0_2a_3_a_half_hex_carries_a_line_only_along_its_road() -> None:
    state = state_of({})
    spaces = {**state.board.spaces, "0114": half(state.board.spaces["0114"])}
    board = replace(state.board, spaces=spaces)
    assert r11_supply.crosses(board, "0214", "0114")
    assert not r11_supply.crosses(board, "0115", "0114")


def half(space: Space) -> Space:
    """A hex as a part of one at the edge of the map."""
    return replace(space, facts={**space.facts, "half": True})


@pytest.mark.rule("11.1a.3")
def test_11_1a_3_a_detour_is_found() -> None:
    wall = {"81": "2321", "121": "2419", "70": "2323"}
    state = state_of({"1": "2121", **wall})
    assert r11_supply.lines(state, "german").supplied("2121")
    straight = state.board.grid.line("2121", "0119")  # type: ignore[union-attr]
    west = {"40": straight[3], "41": straight[6]}
    assert r11_supply.lines(state_of({"1": "2121", **wall, **west}), "german").supplied("2121")


@pytest.mark.rule("11.1b.1", "11.1b.2")
def test_11_1b_what_a_phase_finds_holds_until_the_next() -> None:
    cut = Tabletop(GAME, {"1": "2021", **RING}, segment="DRAW", run=False)
    assert condition(cut, "1") == ""
    freed = Tabletop(GAME, {"1": "2021 full out-of-supply", **MOSCOW}, segment="DRAW", run=False)
    assert condition(freed, "1") == "out-of-supply"
    assert condition(phase({"1": "2021", **RING}), "1") == "out-of-supply"
    assert condition(phase({"1": "2021 full out-of-supply", **MOSCOW}), "1") == ""


@pytest.mark.rule("0.2j.1", "11.2.1", "11.2.2")
def test_11_2_each_side_has_sources_of_its_own_and_the_germans_koenigsberg() -> None:
    state = state_of({})
    german, soviet = (r11_supply.sources(state, side) for side in ("german", "soviet"))
    assert {"0114", "0119", "0125", "0132", "2208"} <= set(german)
    assert {"3901", "4401", "4704", "4734", "2841"} <= set(soviet)
    assert not set(german) & set(soviet)


@pytest.mark.rule("11.2a.1", "11.2a.2")
def test_11_2a_a_split_source_is_german_until_a_soviet_unit_took_it_and_never_again() -> None:
    laid = Tabletop(GAME, {"81": "2440", "1": "2021"}, run=False)
    assert "2441" in r11_supply.sources(laid.state, "german")
    r11_supply.conquered(laid.play, "1", "2441")
    assert "2441" in r11_supply.sources(laid.state, "german")
    r11_supply.conquered(laid.play, "81", "2441")
    assert "2441" in r11_supply.sources(laid.state, "soviet")
    r11_supply.conquered(laid.play, "1", "2441")
    assert "2441" not in r11_supply.sources(laid.state, "german")
    hq = Tabletop(GAME, {"HQ 5": "2440"}, run=False)
    r11_supply.conquered(hq.play, "HQ 5", "2441")
    assert "2441" in r11_supply.sources(hq.state, "german")


@pytest.mark.rule("11.2b.1", "11.2c.3", "K-R41")
def test_11_2b_koenigsberg_is_a_source_while_the_autobahn_is_open_as_the_phase_finds_it() -> None:
    assert r11_supply.koenigsberg_is_full(state_of(MOSCOW))
    assert not r11_supply.koenigsberg_is_full(state_of(AUTOBAHN_CUT))
    beside = {"114": "1715"}
    assert not r11_supply.koenigsberg_is_full(state_of(beside))
    guarded = {**beside, "1": "1714", "56": "1614", "21": "1814"}
    assert r11_supply.koenigsberg_is_full(state_of(guarded))
    assert not r11_supply.koenigsberg_is_full(state_of(MOSCOW, control={"1216": "soviet"}))
    laid = phase(AUTOBAHN_CUT)
    assert laid.state.facts["limited"] is True
    assert "2208" not in r11_supply.sources(laid.state, "german")
    again = phase(MOSCOW, state={"limited": True})
    assert "limited" not in again.state.facts


POCKET = {
    "81": "1716", "121": "1916", "70": "2116", "40": "2316", "41": "2516", "53": "2716", "29": "2914",
    "42": "2912", "98": "2810", "108": "1515", "116": "1417", "105": "3011", "18": "3009", "46": "3007",
    "96": "1318", "47": "2907", "114": "3005",
}  # fmt: skip
"""Soviets from the Haff round Königsberg to the Kurisches Haff."""


@pytest.mark.rule("11.2c.1", "11.2c.2", "K-R42")
def test_11_2c_a_limited_koenigsberg_keeps_units_within_ten_hexes_from_isolation() -> None:
    near = "2210"
    for before in ("", " full out-of-supply", " full isolated"):
        laid = phase({**POCKET, "1": f"{near}{before}"})
        assert laid.state.facts["limited"] is True
        assert condition(laid, "1") == "out-of-supply"


@pytest.mark.rule("11.2c.1", "11.2a.2", "K-R104")
@pytest.mark.parametrize(("there", "found"), [({}, "out-of-supply"), ({"94": "2208"}, "isolated")])
def test_11_2c_a_koenigsberg_taken_and_left_is_a_limited_centre_still(
    there: dict[str, str], found: str
) -> None:
    control = {"2208": "soviet"}
    laid = phase({**POCKET, **there, "1": "2210 full isolated"}, control=control)
    assert laid.state.facts["limited"] is True
    assert condition(laid, "1") == found


TAKEN = dict(
    zip(
        ("81", "121", "70", "40", "41", "53", "42"),
        ("0114", "0119", "0125", "0132", "0137", "1541", "2441"),
        strict=True,
    )
)
"""Soviets on every other German source."""


@pytest.mark.rule("11.2c.2")
def test_11_2c_2_ten_hexes_from_a_limited_koenigsberg_there_is_supply_and_at_eleven_none() -> None:
    lines = r11_supply.limited_lines(phase({**TAKEN, **AUTOBAHN_CUT}).state)
    assert max(lines.steps.values()) == 10
    edge = next(space for space in ("2218", "2318", "2418") if lines.steps.get(space) == 10)
    beyond = next(s for s in lines.network.neighbours(edge) if s not in lines.steps)
    for where, found in ((edge, "out-of-supply"), (beyond, "isolated")):
        laid = phase({**TAKEN, **AUTOBAHN_CUT, "1": f"{where} full out-of-supply"})
        assert (where, condition(laid, "1")) == (where, found)


ENCIRCLED = {
    "72": "2412", "50": "2512", "170": "2413", "1": "2312", "65": "4237", "349 VG": "4236", "56": "4338",
    "131": "4138",
}  # fmt: skip
"""A Soviet division beside German lines to Königsberg, and one far from them, each with Germans around it."""


@pytest.mark.rule("11.0.4", "11.0.5", "11.2c.1")
@pytest.mark.parametrize(
    ("before", "after"), [("", "out-of-supply"), ("out-of-supply", "isolated"), ("isolated", "isolated")]
)
@pytest.mark.parametrize("limited", [True, False])
def test_no_german_source_keeps_a_soviet_from_isolation_or_cures_it(
    before: str, after: str, limited: bool
) -> None:
    marked = {unit: f"{at} full {before}".rstrip() for unit, at in ENCIRCLED.items() if unit in {"72", "65"}}
    laid = phase({**ENCIRCLED, **(AUTOBAHN_CUT if limited else {}), **marked})
    assert bool(laid.state.facts.get("limited")) is limited
    assert (condition(laid, "72"), condition(laid, "65")) == (after, after)


@pytest.mark.rule("11.3c.1", "K-R43")
def test_11_3c_1_an_unsupplied_hq_takes_all_its_units_out_of_supply_wherever_they_are() -> None:
    laid = phase({"HQ 26": "2021", **RING, "1": "0219", "56": "0218", "5 Pz": "0319"})
    assert {unit: condition(laid, unit) for unit in ("HQ 26", "1", "56", "5 Pz")} == {
        "HQ 26": "out-of-supply", "1": "out-of-supply", "56": "out-of-supply", "5 Pz": "",
    }  # fmt: skip


@pytest.mark.rule("11.3c.2")
def test_11_3c_2_an_isolated_hq_isolates_its_units() -> None:
    laid = phase({"HQ 26": "2021 full out-of-supply", **RING, "1": "0219 full out-of-supply"})
    assert (condition(laid, "HQ 26"), condition(laid, "1")) == ("isolated", "isolated")


@pytest.mark.rule("11.3c.2", "11.2c.1", "K-R43")
def test_11_3c_2_an_isolated_hq_isolates_who_draws_on_a_limited_koenigsberg_too() -> None:
    units = {"HQ 26": "2021 full out-of-supply", **RING, "1": "2210", "5 Pz": "2209"}
    laid = phase({**units, **TAKEN, **AUTOBAHN_CUT})
    assert laid.state.facts["limited"] is True
    assert {unit: condition(laid, unit) for unit in ("HQ 26", "1", "5 Pz")} == {
        "HQ 26": "isolated", "1": "isolated", "5 Pz": "out-of-supply",
    }  # fmt: skip


@pytest.mark.rule("11.3d.1")
def test_11_3d_1_who_cannot_move_is_never_out_of_supply() -> None:
    laid = phase({"Gar Elbing": "2021", "HQ 26": "2021", **RING})
    assert condition(laid, "Gar Elbing") == ""
    assert condition(laid, "HQ 26") == "out-of-supply"


@pytest.mark.rule("11.2b.1", "1.4.1")
def test_11_2b_1_what_a_phase_finds_unchanged_is_not_noted_again() -> None:
    assert "FactNoted" not in phase(MOSCOW).kinds()
    assert "FactNoted" not in phase(AUTOBAHN_CUT, state={"limited": True}).kinds()
    assert phase(MOSCOW, state={"limited": True}).found("FactNoted")[0]["value"] is None


@pytest.mark.rule("11.4.1", "0.1f.2")
def test_11_4_1_nobody_is_out_of_supply_at_the_start_or_after_the_first_phase() -> None:
    laid = Tabletop(GAME, clear=False, segment="SUPPLY", run=False)
    assert not any(unit.flags for unit in laid.state.units.values())
    r11_supply.run_supply(laid.play)
    assert [unit.id for unit in laid.state.units.values() if unit.flags] == []
    assert phase({"1": "2021", **RING}, turn=1).state.units["1"].flags == {"out-of-supply"}


@pytest.mark.rule("K-R34")
def test_nearer_to_any_source_is_supply_ward() -> None:
    state = state_of({})
    assert r11_supply.nearer(state, "german", "2021", "1921")
    assert r11_supply.nearer(state, "german", "2012", "2111")
    assert not r11_supply.nearer(state, "soviet", "2021", "1921")


@pytest.mark.rule("11.3a.1", "11.3a.2", "11.3b.1")
@pytest.mark.parametrize(
    ("flags", "attack", "defence", "points"),
    [("", 7, 6, 7), (" full out-of-supply", 3, 6, 7), (" full isolated", 3, 3, 3)],
)
def test_11_3_out_of_supply_halves_the_attack_alone_isolation_everything(
    flags: str, attack: int, defence: int, points: int
) -> None:
    state = state_of({"5 Pz": f"2021{flags}"})
    unit = state.units["5 Pz"]
    assert int(r07_strength.attack_worth(state, unit, "2020").strength) == attack
    assert int(r07_strength.defence_worth(state, unit).strength) == defence
    assert r04_current_costs.allowance(state, unit) == points


@pytest.mark.rule("11.2a.1", "11.2a.2")
@pytest.mark.parametrize(
    ("unit", "source", "already", "taken"),
    [
        ("72", "split", [], ["2020"]),
        ("72", "split", ["2020"], []),
        ("72", "german", [], []),
        ("72", "", [], []),
        ("HQ 5", "split", [], []),
        ("1", "split", [], []),
    ],
)
def test_only_a_soviet_combat_unit_takes_a_split_source_and_once(
    unit: str, source: str, already: list[str], taken: list[str]
) -> None:
    found = open_country({unit: "2020"}, run=False, ground={"2020": {"source": source}})
    found.play.state = found.state.but(facts={**found.state.facts, SPLIT_LOST: tuple(already)})
    r11_supply.conquered(found.play, unit, "2020")
    assert [one["space"] for one in found.found("SourceTaken")] == taken


@pytest.mark.rule("0.2a.3", "11.1.2", "11.1a.1", "K-R40")
def test_a_line_crosses_rivers_and_water_by_any_way_and_a_half_hex_by_road() -> None:
    ground = {"2020": {"half": True}, "2222": {"terrain": "water"}}
    ways = {"roads": ["2424 2425"], "rails": ["2222 2322"], "autobahn": ["2020 2120", "2626 2627"]}
    board = country(ground=ground, major=["2424/2425", "2626/2627", "2524/2525"], **ways)
    assert r11_supply.crosses(board, "2020", "2120") and not r11_supply.crosses(board, "2020", "2019")
    assert r11_supply.crosses(board, "2222", "2322") and not r11_supply.crosses(board, "2222", "2221")
    assert r11_supply.crosses(board, "2424", "2425") and r11_supply.crosses(board, "2626", "2627")
    assert not r11_supply.crosses(board, "2524", "2525") and r11_supply.crosses(board, "2124", "2125")
    links = {**board.links, "2124": {**board.links["2124"], "2125": frozenset({"impassable"})}}
    assert not r11_supply.crosses(replace(board, links=links), "2124", "2125")


WITHOUT = [space.id for space in country().spaces.values() if space.facts.get("source")]
"""The sources at the edge of the map."""


@pytest.mark.rule("11.2c.1", "11.0.2", "K-R42")
def test_a_line_to_a_limited_koenigsberg_is_of_use_to_germans_near_it_alone() -> None:
    def found(unit: str, at: str, **facts: object) -> str:
        ground = {space: {"source": ""} for space in WITHOUT}
        position = {"state": facts}
        state = open_country({unit: at}, run=False, ground=ground, position=position).state
        marked = replace(state.units[unit], flags=frozenset({"out-of-supply"}))
        return r11_supply.alone(state.with_unit(marked), marked)

    assert found("1", "2210", limited=True) == "out-of-supply"
    assert found("1", "2230", limited=True) == "isolated"
    assert found("72", "2210", limited=True) == "isolated"
