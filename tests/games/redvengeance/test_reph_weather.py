"""Weather and EC of a date (8.617)."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.refit_phase.reph_weather import read, run_weather, take_roll
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.games.redvengeance.situation.steps import dates
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.table import a_play, a_state


@pytest.mark.parametrize(
    ("turn", "weather", "ec", "moon"),
    [
        pytest.param(1, "Clear", "Moist", "", marks=pytest.mark.rule("I1")),
        pytest.param(2, "None", "Moist", "Full", marks=pytest.mark.rule("RePh8.617.1")),
        pytest.param(3, "Clear", "Moist", "", marks=pytest.mark.rule("RePh8.617.2")),
        pytest.param(4, "Clear", "Moist", "", marks=pytest.mark.rule("RePh8.617.3")),
        pytest.param(5, "Scattered", "Moist", "Full", marks=pytest.mark.rule("RePh8.617.4")),
        pytest.param(6, "Overcast", "Moderate", "", marks=pytest.mark.rule("RePh8.617.5")),
        pytest.param(7, "Clear", "Moderate", "", marks=pytest.mark.rule("RePh8.617.6")),
        pytest.param(8, "None", "Moderate", "Full", marks=pytest.mark.rule("RePh8.617.7")),
        pytest.param(9, "Clear", "Moderate", "", marks=pytest.mark.rule("RePh8.617.8")),
    ],
)
def test_historical_weather_is_that_of_the_date(turn: int, weather: str, ec: str, moon: str) -> None:
    play = a_play(a_state(turn=turn))
    run_weather(play)
    assert (campaign(play.state).weather, campaign(play.state).ec) == (weather, ec)
    assert dates()[turn - 1].moon == moon


@pytest.mark.parametrize(
    ("roll", "final", "result"),
    [
        pytest.param("weather", 1, "Fog/Mist", marks=pytest.mark.rule("RePh8.6171.1")),
        pytest.param("weather", 2, "Fog/Mist", marks=pytest.mark.rule("RePh8.6171.1")),
        pytest.param("weather", 3, "Overcast", marks=pytest.mark.rule("RePh8.6171.2")),
        pytest.param("weather", 4, "Overcast", marks=pytest.mark.rule("RePh8.6171.2")),
        pytest.param("weather", 5, "Clear", marks=pytest.mark.rule("RePh8.6171.3")),
        pytest.param("weather", 11, "Clear", marks=pytest.mark.rule("RePh8.6171.3")),
        pytest.param("weather", 12, "Clear and Gusty", marks=pytest.mark.rule("RePh8.6171.4")),
        pytest.param("ec", -2, "Wet", marks=pytest.mark.rule("RePh8.6171.5")),
        pytest.param("ec", 1, "Wet", marks=pytest.mark.rule("RePh8.6171.5")),
        pytest.param("ec", 2, "Moist", marks=pytest.mark.rule("RePh8.6171.6")),
        pytest.param("ec", 4, "Moist", marks=pytest.mark.rule("RePh8.6171.6")),
        pytest.param("ec", 5, "Moderate", marks=pytest.mark.rule("RePh8.6171.7")),
        pytest.param("ec", 6, "Dry", marks=pytest.mark.rule("RePh8.6171.8")),
    ],
)
def test_a_final_number_has_its_weather(roll: str, final: int, result: str) -> None:
    assert read(roll, final).result == result


@pytest.mark.parametrize(
    ("last", "dice", "weather", "ec"),
    [
        pytest.param({}, (2, 3, 3), "Clear", "Moist", marks=pytest.mark.rule("RePh8.6171.3")),
        *(clause(f"RePh8.6171.{drm}", {}, (2, 3, 2), "Clear", "Moist") for drm in (9, 10, 11)),
        pytest.param(
            {"weather": "Overcast"}, (2, 3, 3), "Overcast", "Moist", marks=pytest.mark.rule("RePh8.6171.9")
        ),
        pytest.param({"ec": "Wet"}, (2, 3, 3), "Clear", "Wet", marks=pytest.mark.rule("RePh8.6171.10")),
        pytest.param(
            {"weather": "Fog/Mist"}, (2, 3, 2), "Clear", "Wet", marks=pytest.mark.rule("RePh8.6171.11")
        ),
        pytest.param(
            {"weather": "Fog/Mist", "ec": "Wet"},
            (2, 3, 4),
            "Clear",
            "Wet",
            marks=pytest.mark.rule("RePh8.6171.11"),
        ),
    ],
)
def test_random_weather_looks_at_the_cgs_before(
    last: dict[str, str], dice: tuple[int, ...], weather: str, ec: str
) -> None:
    play = a_play(a_state(weather_mode="random", last=last), *dice)
    run_weather(play)
    assert (campaign(play.state).weather, campaign(play.state).ec) == (weather, ec)


@pytest.mark.rule("RePh8.6171.10", "RePh8.6171.11")
def test_the_sum_of_both_ec_modifiers_is_told() -> None:
    play = a_play(a_state(weather_mode="random", last={"weather": "Fog/Mist", "ec": "Wet"}), 2, 3, 4)
    run_weather(play)
    assert [event.facts()["came"] for event in play.events if event.kind == "DieRolled"] == [
        "the second is added",
        "DR 5: Clear",
        "dr 4, -2 Wet before, -1 Fog/Mist before = 1: Wet",
    ]


@pytest.mark.parametrize(
    ("mode", "number"),
    [clause("CG1.1", "historical", "CG1.1"), clause("CG1.1", "random", "RePh8.617")],
)
def test_no_side_rolls_the_weather(mode: str, number: str) -> None:
    with pytest.raises(Refused) as no:
        take_roll(a_play(a_state(weather_mode=mode)), "russian", read_line("ROLL WEATHER"))
    assert no.value.rule == number
