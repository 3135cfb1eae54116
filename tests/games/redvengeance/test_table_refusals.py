"""What the rows of `table.txt` refuse of reports that a chapter books: a line, the clause, the words."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.firefight import fight, no

GERMANS = {"G": "6-5-8 K13", "L": "9-1 K13"}
RUSSIANS = {"R": "4-5-8 K14", "C": "9-1 I9", "T": "t-70 I9"}
BARRICADES, BRIDGES = {"K13/K14": "roadblock"}, {"I9": "partial", "U8": "destroyed"}
SIDE = "side=K13/K14"


def case(clause: str, line: str, why: str, side: str = RUSSIAN) -> object:
    return pytest.param(clause, line, why, side, marks=pytest.mark.rule(clause), id=line)


@pytest.mark.parametrize(
    ("clause", "line", "why", "side"),
    [
        case("BRV9.1.4", f"report LOS unit=G {SIDE}", "G is not a Known Good Order Russian unit", GERMAN),
        case("BRV9.1.4", "report LOS unit=R side=K14/K15", "nothing lies across K14/K15"),
        case("BRV9.2", f"report CLEARANCE unit=R {SIDE}", "there is no Barricade across K13/K14"),
        case("BRV9.2", f"report HE {SIDE} result=KIA", "there is no Barricade across K13/K14"),
        case("BRV11.3.2", "report HE result=KIA", "name a bridge over the Spree"),
        case("BRV11.3.2", "report HE hex=K13 result=KIA", "K13 is not a bridge over the Spree"),
        case("BRV11.3151", "report HE hex=U8 result=KIA", "the bridge U8 is destroyed already"),
        case("BRV11.311.5", "report COLLAPSE unit=T", "name a bridge over the Spree"),
        case("BRV11.311.5", "report COLLAPSE unit=T hex=K13", "K13 is not a bridge over the Spree"),
        case("BRV11.311.5", "report SEARCH unit=C hex=I9", "C is not elite Russian"),
        case("BRV16.5.2", "report BOG unit=T hex=I9", "the line needs colored= with a whole number"),
        case("BRV16.5.2", "report BOG unit=T hex=I9 colored=7", "a die shows 1 to 6"),
        case("CG11.1", "report ARMAMENT number=3", "type= must name a vehicle"),
        case("CG11.1", "report ARMAMENT type=6-5-8 number=3", "6-5-8 is not a vehicle. type= must name one"),
        case("RePh0.1", "report WOUND unit=R", "R is not a SMC. Only a SMC may be wounded"),
        case("RePh0.1", "report AT unit=R", "hex= says where R is"),
        case("RePh0.1", "report REVEAL unit=R", "R is neither hidden nor cloaked nor concealed"),
        case("CG20.8", "report EXIT unit=R", "say by which edge hex R leaves: hex="),
    ],
)  # fmt: skip
def test_what_the_table_refuses_of_a_report(clause: str, line: str, why: str, side: str) -> None:
    assert no(fight(GERMANS, RUSSIANS, barricades=BARRICADES, bridges=BRIDGES), line, side)[:2] == (
        clause,
        why,
    )


@pytest.mark.rule("BRV9.22")
def test_a_clearance_has_one_of_three_results() -> None:
    play = fight(GERMANS, RUSSIANS, barricades={"K13/K14": "whole"})
    assert no(play, f"report CLEARANCE unit=R {SIDE} result=perhaps", RUSSIAN)[:2] == (
        "BRV9.22", "\"perhaps\" is not a result",
    )  # fmt: skip


@pytest.mark.rule("RePh0.1")
def test_what_is_not_on_the_map_is_not_revealed() -> None:
    why = "G is neither hidden nor cloaked nor concealed"
    assert no(fight({"G": "6-5-8 off-map concealed"}), "report REVEAL unit=G") == ("RePh0.1", why)
