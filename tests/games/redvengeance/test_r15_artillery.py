"""The OBA table (15.1): which missions the module of a sheet may fire."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.redvengeance.buying import hand_in, purse, verdicts, why

MISSIONS = ("HE", "SMOKE", "IR")
BATTALION = "Battalion Mortar (C1.22); HE, SMOKE, IR"


@pytest.mark.parametrize(
    ("side", "group", "fires", "told"),
    [
        clause("BRV15.1.1", "russian", "O1", "HE SMOKE IR", f"76mm mortar, {BATTALION}"),
        clause("BRV15.1.2", "russian", "O2", "HE SMOKE IR", f"82mm mortar, {BATTALION}"),
        clause("BRV15.1.3", "russian", "O3", "HE SMOKE IR", f"120mm, {BATTALION}"),
        clause("BRV15.1.4", "russian", "O4", "HE", "150mm; HE"),
        clause("BRV15.1.5", "russian", "O5", "HE", "200mm Katyusha, rockets (C1.9); HE"),
        clause("BRV15.1.6", "german", "O1", "HE IR", "88mm; HE, IR"),
        clause("BRV15.1.7", "german", "O2", "HE IR", "128mm; HE, IR"),
    ],
)  # fmt: skip
def test_what_a_module_may_fire(
    side: str, group: str, fires: str, told: str, request: pytest.FixtureRequest
) -> None:
    rule = request.node.get_closest_marker("rule").args[0]
    for mission in MISSIONS:
        found = verdicts(purse(), side, f"buy {group}", f"oba {group} {mission}")
        assert found == ["done", "done" if mission in fires.split() else rule], mission
    no = why(purse(), side, f"buy {group}", f"oba {group} gas")
    assert no == f"GAS is not a mission of: {told}"


@pytest.mark.rule("BRV15.1.8", "BRV15.1.9")
def test_smoke_and_illumination_are_marks_of_their_own() -> None:
    """s without a star is on no row; a star without s is on the German ones (BRV15.1.6, BRV15.1.7)."""
    for group in ("O1", "O2", "O3"):
        assert verdicts(purse(), "russian", f"buy {group}", f"oba {group} SMOKE IR") == ["done", "done"]
    assert verdicts(purse(), "german", "buy O1", "oba O1 ir smoke") == ["done", "BRV15.1.6"]


@pytest.mark.rule("BRV15.1.11")
@pytest.mark.parametrize("group", ["O1", "O2", "O3", "O4", "O5"])
def test_no_module_has_an_op_vehicle_in_the_campaign(group: str) -> None:
    assert verdicts(purse(), "russian", f"buy {group}", f"oba {group} OPVEHICLE")[1] == "BRV15.1.11"
    assert verdicts(purse(), "russian", f"buy {group}", f"oba {group} HE") == ["done", "done"]


@pytest.mark.rule("BRV15.1.10", "BRV15.1.12", "BRV15.1.13")
def test_a_module_that_a_side_does_not_have_names_those_it_has() -> None:
    assert verdicts(purse(), "german", "buy O1", "oba O1 HE") == ["done", "done"]
    assert verdicts(purse(), "german", "buy O1", "oba 105mm HE") == ["done", "BRV15.1.13"]
    legal = hand_in(purse(), "russian", "oba O9 HE")[0].sheet(1)[-1].legal
    assert legal[0] == f"O1 (76mm mortar, {BATTALION})" and len(legal) == 5
    assert verdicts(purse(), "german", "buy O1", "oba O5 HE") == ["done", "BRV15.1.13"]
    assert verdicts(purse(), "russian", "oba O9 HE") == ["RePh8.6191"]
