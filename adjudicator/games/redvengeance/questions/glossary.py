"""HELP: what an abbreviation of the rulebook means (BRV17.1), what is known of a hex, what a unit is, the
map's legend, and what is sold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.orders import Order
from adjudicator.state import State

from ..charts import cells, groups, prices
from ..decision_table.table_reports import traits
from ..orders import number_in, place_of, said
from ..position import GERMAN
from ..situation.basket import bought_before
from ..situation.ground import board, known, legend
from ..situation.pieces import shown, unit_of

LEGEND = "LEGEND"
"""What is asked for a number of the legend: "help LEGEND 8"."""
GROUPS, FPP = "GROUPS", "FPP"
"""What is asked for the charts of what is sold: "help GROUPS", "help FPP"."""


@cache
def words() -> Mapping[str, str]:
    """What each word means, with its clause, from `glossary.csv`."""
    return {row["word"]: f"{row['meaning']} [{row['rule']}]" for row in cells("glossary.csv")}


def answer(state: State, side: str, order: Order) -> str:
    """What a HELP order tells a side: what a word means, what is known of a hex ("help K13"), what a unit
    of its own is ("help SQ4"), what a number of the map's legend is ("help LEGEND 8"), what it may buy ("help
    GROUPS", "help FPP"); "" for any other line."""
    if order.verb != "help":
        return ""
    about, rest = said(order).about, said(order).rest
    if (unit := unit_of(state, about)) and unit.side == side:
        told = (f"[{row.rule}] {row.trait}" for row in traits(state, unit))
        return f"{unit.id}, {shown(state, unit).name}: {'; '.join(told) or 'as the base rules have it'}"
    if (hex_ := place_of(about)) and hex_.partition(":")[0].lower() in board().spaces:
        return ". ".join(known(state, hex_))
    if about == LEGEND:
        number = number_in(rest[0]) if rest else None
        return legend(number or 0) or "the legend has the numbers 1 to 9"
    if about in {GROUPS, FPP}:
        return "; ".join(groups_told(state, side) if about == GROUPS else forts_told(side))
    known_ = (*words(), "a hex", "a unit", f"{LEGEND} and its number", GROUPS, FPP)
    return words().get(about, f"known are {', '.join(known_)}")


def groups_told(state: State, side: str) -> Iterator[str]:
    """The groups of a side's chart, with their printed prices and how many are left of each."""
    for (owner, id_), group in groups().items():
        if owner == side:
            left = group.cg - bought_before(state, side, id_)
            yield f"{group} ({min(left, group.cgs)} now, {left} in the campaign)"


def forts_told(side: str) -> Iterator[str]:
    """The fortifications that a side may buy, with their prices."""
    barred = "R" if side == GERMAN else "G"
    for row in prices():
        if barred not in row.marks:
            price = "(ca + nca + cap) x 1.5" if row.fpp is None else str(row.fpp)
            yield f"{' '.join((row.item, *([f'{row.key}={row.value}'] if row.key else [])))} {price}"
