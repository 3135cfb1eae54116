"""The invariants of Königsberg '45: a good position has no fault, a spoilt one has the fault it was given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.koenigsberg45.by_mail.invariants import faults
from adjudicator.games.koenigsberg45.turn import r00_setup
from adjudicator.state import Frame, State

START = r00_setup.start("campaign").but(frames=(Frame("DRAW"),))


def put(state: State, **units: dict[str, object]) -> State:
    """The same position with these units changed; "_" in a name stands for a blank."""
    for name, change in units.items():
        unit = state.units[name.replace("_", " ")]
        state = state.with_unit(replace(unit, **change))  # type: ignore[arg-type]
    return state


def test_the_start_is_without_fault() -> None:
    assert faults(START) == []


EMPTY = "2021"
assert EMPTY not in START.by_space


@pytest.mark.parametrize(
    ("units", "fault"),
    [
        ({"45": {"at": "nowhere"}}, "45 is in nowhere"),
        ({"45": {"at": "gd", "steps": 0}}, "45 in gd has 0 steps"),
        ({"45": {"at": "eliminated"}}, "45 in eliminated has 2 steps"),
        ({"45": {"steps": 3}}, "45 in "),
        ({"HQ_5": {"at": "eliminated", "steps": 0}}, "HQ 5 is in eliminated"),
        ({"VlkStm_1": {"at": "eliminated", "steps": 0}}, "VlkStm 1 is in eliminated"),
        ({"AA1-a": {"at": "4th-air-army"}}, "AA1-a is in 4th-air-army"),
        ({"AA1-a": {"at": EMPTY}}, f"an air unit or ship is in {EMPTY}"),
        ({"R1": {"at": "reinforcements"}}, "R1 is in reinforcements"),
        ({"45": {"at": "2009"}}, "45 is in the water of 2009"),
        ({"45": {"flags": frozenset({"out-of-supply", "isolated"})}}, "45 bears isolated, out-of-supply"),
        ({"45": {"flags": frozenset({"tired"})}}, "45 has the marker tired; markers of this game: "),
        ({"45": {"at": EMPTY}, "1": {"at": EMPTY}}, f"both sides are in {EMPTY}"),
        ({"HQ_5": {"at": EMPTY}, "1": {"at": EMPTY}}, f"both sides are in {EMPTY}"),
        ({"R1": {"at": EMPTY}, "R2": {"at": EMPTY}}, f"two refugee markers are in {EMPTY}"),
    ],
)  # fmt: skip
def test_units_are_where_they_may_be_at_every_moment(units: dict[str, dict[str, object]], fault: str) -> None:
    spoilt = put(START, **units)
    assert any(found.startswith(fault) for found in faults(spoilt)), faults(spoilt)
    battle = spoilt.but(frames=(Frame("COMBAT"), Frame("battle")))
    assert any(found.startswith(fault) for found in faults(battle)), "in a battle, too"


@pytest.mark.parametrize(
    ("units", "fault"),
    [
        ({name: {"at": EMPTY} for name in ("45", "72", "121")}, f"{EMPTY} holds 45, 72, 121"),
        ({name: {"at": EMPTY} for name in ("HQ_5", "HQ_39")}, f"{EMPTY} holds HQ 39, HQ 5"),
        ({"45": {"at": EMPTY}, "R1": {"at": EMPTY}}, f"{EMPTY} holds 45, R1"),
        ({"1": {"at": EMPTY}, "R1": {"at": EMPTY}}, f"{EMPTY} holds 1, R1"),
        ({f"VlkStm_{n}": {"at": f"202{n}"} for n in (1, 2, 3)}, "3 Volksturm units are on the map"),
        ({"45": {"at": "2208"}}, "45 is in 2208, which the enemy controls"),
    ],
)
def test_hexes_are_in_order_when_nothing_is_under_way(
    units: dict[str, dict[str, object]], fault: str
) -> None:
    spoilt = put(START, **units)
    if "2208" in fault:
        spoilt = spoilt.but(units={u.id: u for u in spoilt.units.values() if u.at != "2208" or u.id == "45"})
    assert sorted(fault.split()) in [sorted(found.split()) for found in faults(spoilt)]
    assert faults(spoilt.but(frames=(Frame("COMBAT"), Frame("battle")))) == [], "a battle may do that"


def test_an_hq_may_be_with_refugees() -> None:
    assert faults(put(START, HQ_26={"at": EMPTY}, R1={"at": EMPTY})) == []


def test_tracks_keep_within_their_limits() -> None:
    def found(**tracks: int) -> list[str]:
        changed = {name.replace("_", "-"): value for name, value in tracks.items()}
        return faults(START.but(tracks={**START.tracks, **changed}))

    assert found(activations_german=4) == []
    assert found(activations_german=5) == ["5 HQs of german have been activated"]
    assert found(replacements_soviet=-1) == ["the track replacements-soviet shows -1"]
    assert found(volksturm=5) == ["the track volksturm shows 5"]
    assert found(vp_soviet=1) == [
        "the track of Victory Points does not show the 0 hexes that the Soviets hold"
    ]


def test_every_chit_lies_in_one_place() -> None:
    cup = START.cups["cup"]
    assert faults(START.but(hands={"soviet": ("S5",), "german": ()})) == ["chit S5 is in 2 places"]
    assert faults(START.but(facts={"aside": ("S5",)})) == ["chit S5 is in 2 places"]
    assert faults(START.but(facts={"out": ("S5",)})) == ["chit S5 is in 2 places"]
    assert faults(START.but(cups={"cup": (*cup, "S5")})) == ["chit S5 is in 2 places"]
    drawn = START.but(frames=(Frame("SELECT", {"chit": "S5"}),))
    assert faults(drawn) == ["chit S5 is in 2 places"]
    left = tuple(chit for chit in cup if chit != "S5")
    assert faults(drawn.but(cups={"cup": left})) == []


def test_the_chit_of_a_lost_hq_is_gone() -> None:
    lost = put(START, HQ_5={"at": "removed", "steps": 0}).but(frames=(Frame("SUPPLY"),))
    assert faults(lost) == ["chit S5 is in play, and HQ 5 is in removed"]
    left = tuple(chit for chit in lost.cups["cup"] if chit != "S5")
    assert faults(lost.but(cups={"cup": left})) == []
