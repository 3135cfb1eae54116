"""Victory at spaces 4 and 5 of the Donnerschlag track, and the secret of the meeting zone."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.r2_end import relieved
from adjudicator.judging.referee import run_on
from adjudicator.state import Frame
from tests.tabletop import Tabletop

GAME = "donnerschlag"
IN_B = {"I-11 Pz": "1311", "I-4 PzG": "1411"}


def checked(units: dict[str, str], space: int, zone: str = "B") -> Tabletop:
    """The check at a space of the track."""
    laid = Tabletop(GAME, units, run=False, segment="VICTORY")
    state = laid.state.but(facts={"called": 2, "zone": zone}, tracks={"donnerschlag": space})
    laid.play.state = state.but(frames=(Frame("VICTORY"),))
    try:
        run_on(laid.game, laid.play)
    except Exception:  # what comes after a turn wants dice
        if "GameEnded" in laid.kinds():
            raise
    return laid


@pytest.mark.rule("D.don.2")
def test_two_supplied_units_with_a_tank_in_the_true_zone_win_at_space_4() -> None:
    laid = checked(IN_B, 4)
    (end,) = laid.found("GameEnded")
    assert (end["winner"], laid.found("ZoneRevealed")) == ("axis", [{"zone": "B"}])


@pytest.mark.rule("D.don.2", "D.admin.g.3")
@pytest.mark.parametrize(
    ("units", "zone"),
    [
        (IN_B, "A"),
        ({"I-11 Pz": "1311"}, "B"),
        ({"I-4 PzG": "1311", "II-4 PzG": "1411"}, "B"),
        ({"I-11 Pz": "1311", "HQ 6 Pz": "1411"}, "B"),
    ],
)
def test_without_them_the_game_goes_on_and_nothing_is_said_of_the_zone(
    units: dict[str, str], zone: str
) -> None:
    laid = checked(units, 4, zone)
    assert {"GameEnded", "ZoneRevealed"}.isdisjoint(laid.kinds())


@pytest.mark.rule("D.don.2", "D.oos.1")
def test_a_unit_without_a_line_of_supply_does_not_count() -> None:
    ring = {
        "302-1": "1310",
        "302-2": "1410",
        "302-3": "1412",
        "126-1": "1312",
        "126-2": "1211",
        "126-3": "1210",
        "91-1": "1511",
        "91-2": "1510",
    }
    laid = Tabletop(GAME, {**IN_B, **ring}, run=False)
    assert not relieved(laid.state, "B")
    assert relieved(Tabletop(GAME, IN_B, run=False).state, "B")


@pytest.mark.rule("D.don.3")
@pytest.mark.parametrize(("units", "winner"), [(IN_B, "axis"), ({"I-11 Pz": "1311"}, "soviet")])
def test_at_space_5_the_game_is_decided(units: dict[str, str], winner: str) -> None:
    laid = checked(units, 5)
    (end,) = laid.found("GameEnded")
    assert (end["winner"], laid.found("ZoneRevealed")) == (winner, [{"zone": "B"}])
