"""HELP: what an abbreviation of the rulebook means (BRV17.1), what is known of a hex, what a
unit is, the map's legend."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.orders import Order
from adjudicator.state import State

from .ground import board, known, legend
from .orders import place_of, said
from .pieces import shown
from .table_reports import traits, unit_of

LEGEND = "LEGEND"
"""What is asked for a number of the legend: «help LEGEND 8»."""


@cache
def words() -> Mapping[str, str]:
    """What each word means, with its clause, from `glossary.csv`."""
    with (Path(__file__).parent / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return {row["word"]: f"{row['meaning']} [{row['rule']}]" for row in csv.DictReader(file)}


def answer(state: State, side: str, order: Order) -> str:
    """What a side is told of a HELP line: what a word means, what is known of a hex («help K13»), what a unit
    of its own is («help SQ4»), what a number of the map's legend is («help LEGEND 8»); "" for any other
    line."""
    if order.verb != "help":
        return ""
    about, rest = said(order).about, said(order).rest
    if (unit := unit_of(state, about)) and unit.side == side:
        told = (f"[{row.rule}] {row.trait}" for row in traits(state, unit))
        return f"{unit.id}, {shown(state, unit).name}: {'; '.join(told) or 'as the base rules have it'}"
    if (hex_ := place_of(about)) and hex_.partition(":")[0].lower() in board().spaces:
        return ". ".join(known(state, hex_))
    if about == LEGEND:
        number = int(rest[0]) if rest and rest[0].isdigit() else 0
        return legend(number) or "the legend has the numbers 1 to 9"
    return words().get(
        about, f"known are {', '.join((*words(), 'a hex', 'a unit', f'{LEGEND} and its number'))}"
    )
