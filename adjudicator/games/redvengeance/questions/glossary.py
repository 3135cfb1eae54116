"""Help: what an abbreviation of the rulebook means (BRV17.1), what is known of a hex, what a unit is, the
map's legend, and what is sold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.state import State

from ..charts import cells, groups, prices
from ..decision_table.table_reports import traits
from ..orders import number_in, place_of
from ..position import GERMAN
from ..situation.basket import bought_before
from ..situation.ground import board, known, legend
from ..situation.pieces import shown, unit_of

LEGEND = "LEGEND"
"""What is asked for a number of the legend: "help LEGEND 8"."""
GROUPS, FPP = "GROUPS", "FPP"
"""What is asked for the charts of what is sold: "help GROUPS", "help FPP"."""
HOW_TO_BUY = (
    'Groups that you may buy ("buy V1", or "buy V1 mode=map" to set it up on the map), with their full and '
    "depleted strength, their price, and how many you may still buy now and in the campaign:"
)
HOW_TO_FORTIFY = (
    'Fortifications, each with its price in FPP. Write "fpp" before the line, without the price. Each group '
    'M2 gives FPP ("buy M2").'
)


@cache
def words() -> Mapping[str, str]:
    """What each word means, with its clause, from `glossary.csv`."""
    return {row["word"].upper(): f"{row['meaning']} [{row['rule']}]" for row in cells("glossary.csv")}


def explained(state: State, side: str, about: str) -> list[str]:
    """What a side is told of a name, in paragraphs: what a word means, what is known of a hex ("help K13"),
    what a unit of its own is ("help SQ4"), a group of its chart ("help V4"), a number of the map's legend
    ("help LEGEND 8"), what it may buy ("help GROUPS", "help FPP"); nothing for any other name."""
    name, _, rest = about.upper().partition(" ")
    unit, hex_ = unit_of(state, about), place_of(about)
    told = [f"{name}: {words()[name]}"] if name in words() else []
    if unit and unit.side == side:
        traits_ = "; ".join(f"[{row.rule}] {row.trait}" for row in traits(state, unit))
        told.append(f"{unit.id}, {shown(state, unit).name}: {traits_ or 'as the base rules have it'}")
    told += [f"Group {line}" for line in groups_told(state, side, name)]
    if hex_ and hex_.partition(":")[0].lower() in board().spaces:
        told += known(state, hex_)
    if name == LEGEND:
        told.append(legend(number_in(rest) or 0) or "The legend has the numbers 1 to 9.")
    if name == GROUPS:
        told += [HOW_TO_BUY, *groups_told(state, side)]
    if name == FPP:
        told += [HOW_TO_FORTIFY, *forts_told(side)]
    return told


def groups_told(state: State, side: str, only: str = "") -> Iterator[str]:
    """The groups of a side's chart, or the `only` one of this name, with their prices and what is left
    of each."""
    for (owner, id_), group in groups().items():
        if owner == side and only in {"", id_}:
            left = group.cg - bought_before(state, side, id_)
            yield f"{group} ({min(left, group.cgs)} now, {left} in the campaign)"


def forts_told(side: str) -> Iterator[str]:
    """The fortifications that a side may buy, with their prices."""
    barred = "R" if side == GERMAN else "G"
    for row in prices():
        if barred not in row.marks:
            price = "(ca + nca + cap) x 1.5" if row.fpp is None else str(row.fpp)
            yield f"{' '.join((row.item, *([f'{row.key}={row.value}'] if row.key else [])))}: {price} FPP"
