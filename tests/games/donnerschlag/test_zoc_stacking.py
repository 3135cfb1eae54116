"""Zone of Control (D.zoc) and Stacking (D.stack)."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.zoc_stacking import fits, in_ezoc, overstacked, zones
from tests.games.donnerschlag.fights import no
from tests.games.donnerschlag.moves import OPEN, active, moved

AROUND = {"3119", "3219", "3220", "3121", "3020", "3019"}


@pytest.mark.rule("D.zoc.1")
@pytest.mark.parametrize("unit", ["302-1", "302-1 reduced", "302-1 full out-of-supply", "AdHoc 1", "13 Tk R"])
def test_every_combat_unit_has_a_zone(unit: str) -> None:
    name, _, rest = unit.partition(" full") if "full" in unit else unit.partition(" reduced")
    step = "reduced" if "reduced" in unit else f"full{rest}"
    assert set(zones(active({name: f"{OPEN} {step}".strip()}).state, "soviet")) == AROUND


@pytest.mark.rule("D.zoc.2")
def test_an_hq_has_none() -> None:
    assert set(zones(active({"HQ 51st Army": OPEN}).state, "soviet")) == set()
    assert moved({"201 Pz": "3117", "HQ 51st Army": "3220"}, "move 201 Pz via 3118-3119-3120-3121") == (
        "done",
        "",
    )


@pytest.mark.rule("D.zoc.3", "D.tec.river.3", "D.tec.bridge")
def test_a_zone_goes_over_no_river_with_a_bridge_or_without() -> None:
    state = active({"302-1": "1516"}).state
    assert not in_ezoc(state, "1517", "axis")
    assert in_ezoc(state, "1515", "axis")
    bridge = active({"302-1": "1915"}).state
    assert {"river", "bridge"} <= bridge.board.between("1915", "2015")
    assert not in_ezoc(bridge, "2015", "axis")
    assert moved({"201 Pz": "2215", "302-1": "1915"}, "move 201 Pz via 2115-2015-2115") == ("done", "")


@pytest.mark.rule("D.stack.1")
def test_two_combat_units_and_an_hq_may_be_in_a_hex() -> None:
    two = {"I-126 PzG": "3121", "II-126 PzG": "3121 reduced", "128 PzG": OPEN}
    laid = active(two)
    number, why, _ = no(laid, "axis", "move 128 PzG via 3121")
    assert (number, why) == ("D.stack.1", "3121 would hold 3 combat units; 2 may be there")
    hq = {"I-126 PzG": "2615", "II-126 PzG": "2615", "HQ 23 Pz": "2715"}
    assert moved(hq, "move HQ 23 Pz via 2615") == ("done", "")


@pytest.mark.rule("D.stack.2")
def test_alarmgruppen_and_the_schwerpunkt_marker_take_no_room() -> None:
    units = {"I-126 PzG": "3121", "Alarmgruppe 1": "3121", "128 PzG": OPEN}
    assert moved(units, "move 128 PzG via 3121", facts={"schwerpunkt": "3121"}) == ("done", "")
    soviet = {"302-1": "3121", "AdHoc 1": "3121", "302-2": OPEN}
    assert moved(soviet, "move 302-2 via 3121", side="soviet") == ("refused", "D.stack.1")


@pytest.mark.rule("D.stack.3")
def test_two_hqs_are_never_in_one_hex() -> None:
    units = {"HQ 6 Pz": "2615", "HQ 23 Pz": "2715"}
    assert moved(units, "move HQ 23 Pz via 2615") == ("refused", "D.stack.3")
    assert moved(units, "move HQ 23 Pz via 2615-2515") == ("done", "")


@pytest.mark.rule("D.stack.4")
def test_germans_and_romanians_may_be_in_one_hex() -> None:
    assert moved({"2 Inf-1": "3121", "128 PzG": OPEN}, "move 128 PzG via 3121") == ("done", "")


@pytest.mark.rule("D.stack.5")
def test_the_limit_is_tested_where_a_unit_stops_and_not_where_it_passes() -> None:
    full = {"I-126 PzG": "3121", "II-126 PzG": "3121", "128 PzG": OPEN}
    assert moved(full, "move 128 PzG via 3121-3122") == ("done", "")
    assert moved(full, "move 128 PzG via 3121") == ("refused", "D.stack.1")
    state = active({**full, "23 Kradsch": "3121"}).state
    assert overstacked(state) == ["3121"]
    assert not fits(state, "3121", [state.units["128 PzG"]])
