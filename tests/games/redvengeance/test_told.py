"""How events of units, of the weather and of a CGS's winner are told: as players speak of the counters."""

from __future__ import annotations

import pytest

from adjudicator.events import Event, FlagsChanged, UnitEliminated, UnitMoved
from adjudicator.games.redvengeance.events import CgsDecided, WeatherSet
from adjudicator.games.redvengeance.position import BOUGHT, FLAGS, HIP, OFF_MAP
from adjudicator.games.redvengeance.record import FLAG_NAMES, names

ONE = ("RU-I1",)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (FlagsChanged(rule="1", units=ONE, add=("level-1",), drop=("new",)), "RU-I1 is now on level 1."),
        (FlagsChanged(rule="1", units=ONE, add=(HIP,)), "RU-I1 is now hidden (HIP)."),
        (FlagsChanged(rule="1", units=ONE, drop=("broken",)), "RU-I1 is no longer broken."),
        (FlagsChanged(rule="1", units=ONE, drop=("new",)), ""),
        (UnitMoved(rule="1", unit="RU-I1", path=(BOUGHT, "h0"), how="enters"), "RU-I1 enters at H0."),
        (
            UnitMoved(rule="1", unit="RU-I1", path=(BOUGHT, OFF_MAP), how="is kept"),
            "RU-I1 stays off the map.",
        ),
        (UnitEliminated(rule="1", unit="RU-I1", at=BOUGHT), "RU-I1 is eliminated before it was set up."),
        (
            WeatherSet(rule="1", date="4/28-NT", weather="None", conditions="Moist", moon="Full"),
            "Weather of 4/28-NT: None, EC Moist, Full Moon.",
        ),
        (
            CgsDecided(rule="1", winner="german", date="4/28-PM", why="3 to 2"),
            "The German player wins the CGS of 4/28-PM: 3 to 2.",
        ),
    ],
)
def test_it_is_told_in_words_of_the_table(event: Event, says: str) -> None:
    assert event.says(names()) == says


def test_only_markers_that_there_are_have_words() -> None:
    assert set(FLAG_NAMES) <= set(FLAGS)
