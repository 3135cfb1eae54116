"""Step 8.617: weather and Environmental Conditions of the date to come, by history or by dice (CG1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from adjudicator.mechanics.charts import band
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from ..charts import rows_of
from ..decision_table.table import drms, judged
from ..events import WeatherSet
from ..orders import Orders, Steps
from ..situation.campaign import RANDOM, campaign, last, note
from ..situation.modifiers import roll_dr, roll_two
from ..situation.steps import Date, date, dates

WEATHER, EC = "weather", "ec"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the Random Weather Chart: its clause, which roll it is for, its numbers, its result."""

    rule: str
    roll: str
    band: str
    result: str


@cache
def chart() -> tuple[Row, ...]:
    """The Random Weather Chart (8.6171), from `weather.csv`; its signs ">" read as "or more" (notes f.9)."""
    return rows_of(Row, "weather.csv")


@rule(*(one.rule for one in chart()))
def read(roll: str, final: int) -> Row:
    """The row of a roll's chart on which its final number falls."""
    rows = {one.band: one for one in chart() if one.roll == roll}
    found = band(final, rows)
    assert found is not None  # the bands of each chart leave no number out
    return rows[found]


@rule(*(one.rule for one in dates()))
def historical(when: Date) -> tuple[str, str]:
    """Weather and EC of a date as they were (8.617); the Initial CGS has those of its special rules (I1)."""
    return when.cloud, when.ec


# -- by dice -----------------------------------------------------------------------------------------------


def before(state: State, roll: str) -> tuple[DRM, ...]:
    """What the CGS before takes from a roll; of the EC Wet and Fog/Mist add up (notes f.36)."""
    return drms(judged(f"{roll} roll", {WEATHER: last(state).weather, EC: last(state).ec}))


@rule("RePh8.6171.9", "RePh8.6171.10", "RePh8.6171.11")
def roll_weather(play: Play) -> tuple[str, str]:
    """The weather DR and then the EC dr."""
    state = play.state
    found = before(state, WEATHER)
    weather = roll_two(play, "RePh8.6171.9", "the weather", found, lambda final: read(WEATHER, final).result)
    found = before(state, EC)
    ec = roll_dr(play, "RePh8.6171.10", "the EC", found, lambda final: read(EC, final).result)
    return read(WEATHER, weather).result, read(EC, ec).result


def run_weather(play: Play) -> None:
    """8.617: the weather and EC of the date, told to both sides."""
    when, by_dice = date(play.state), campaign(play.state).weather_mode == RANDOM
    weather, ec = roll_weather(play) if by_dice else historical(when)
    note(play, when.rule, weather=weather, ec=ec)
    play.record(WeatherSet(rule=when.rule, date=when.name, weather=weather, conditions=ec, moon=when.moon))


def take_roll(play: Play, side: str, order: Order) -> None:
    """ROLL WEATHER: no side owes it, and historical weather has no dice."""
    if campaign(play.state).weather_mode != RANDOM:
        raise Refused("CG1.1", "historical weather was chosen when the campaign was created")
    raise Refused("RePh8.617", "hexpost rolls for the weather at 8.617. Neither side orders it")


STEPS: Steps = {"8.617": run_weather}
ORDERS: Orders = {"roll WEATHER": take_roll}
