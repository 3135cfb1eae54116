"""Rule 4.7 and K-R98: an overrun on the way is ordered with the path, and ends among no refugees (12.2b)."""

from __future__ import annotations

import pytest

from .country import laid, moved, why

FAR = {"72": "2120", "HQ 26": "2118"}
"""A unit of 4 MP, in clear country: 2116 is 4 hexes away, and every other path there is longer."""


@pytest.mark.rule("K-R98", "4.3.1b")
def test_a_destination_alone_orders_no_overrun_on_the_way() -> None:
    found = laid(FAR)
    assert why(found, "soviet", "move 72 2116") == (
        "K-R98",
        "72 must overrun HQ 26 in 2118 to reach 2116. Write the path: a destination alone orders no overrun",
        ("move 72 2119-2118-2117-2116",),
    )
    assert moved(found, "soviet", "move 72 2119-2118-2117-2116") == ("2116", "1, 2, 3, 4 of 4")
    assert found.at("HQ 26") == "removed"


@pytest.mark.rule("K-R98")
def test_a_destination_that_can_be_reached_past_an_hq_is() -> None:
    found = laid(FAR)
    assert moved(found, "soviet", "move 72 2117") == ("2117", "1, 2, 3, 4 of 4")
    assert found.at("HQ 26") == "2118"
    itself = laid(FAR)
    moved(itself, "soviet", "move 72 2118")
    assert itself.at("HQ 26") == "removed", "the destination itself is written"


@pytest.mark.rule("K-R98", "0.1e.1")
def test_the_way_over_an_hq_tells_nobody_who_is_below_it() -> None:
    alone = laid(FAR)
    guarded = laid({**FAR, "VlkStm 1": "2118"}, position={"state": {"tops": {"2118": "HQ 26"}}})
    said = [why(found, "soviet", "move 72 2116") for found in (alone, guarded)]
    assert said[0] == said[1]


@pytest.mark.rule("K-R98", "K-R20")
@pytest.mark.parametrize("line", ["move 72 strat 2116", "move HQ 5 2114"])
def test_nobody_is_told_to_overrun_who_may_not(line: str) -> None:
    found = laid({**FAR, "HQ 5": "2120"}, position={"state": {"hq": "HQ 5"}})
    assert why(found, "soviet", line)[0] != "K-R98"


@pytest.mark.rule("12.2b.1", "5.0a.2", "4.3.1b")
@pytest.mark.parametrize(("unit", "hq", "side"), [("72", "HQ 26", "soviet"), ("1", "HQ 5", "german")])
def test_who_overruns_an_hq_does_not_stay_among_refugees(unit: str, hq: str, side: str) -> None:
    units = {unit: "2120", hq: "2119", "R1": "2119"}
    found = laid(units, active=side, roads=["2120 2119 2118"])
    for line in ("2119", "field 2119"):
        assert why(found, side, f"move {unit} {line}")[0] == "12.2b.1"
    assert (found.at(unit), found.at(hq)) == ("2120", "2119")
    assert moved(found, side, f"move {unit} 2119-2118") == ("2118", "3, 4 of 4")
    assert (found.at(hq), found.at("R1")) == ("removed", "2119")


@pytest.mark.rule("12.3.1", "4.3.1b", "K-R71")
def test_who_drives_the_refugees_away_stays_where_the_hq_was() -> None:
    found = laid({"72": "2120", "HQ 26": "2119", "R1": "2119"})
    assert moved(found, "soviet", "move 72 2119 through 2119") == ("2119", "1 of 4")
    assert (found.at("HQ 26"), found.at("R1")) == ("removed", "refugees")
