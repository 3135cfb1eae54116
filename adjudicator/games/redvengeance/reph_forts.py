"""8.621, fortifications: what is sold to whom, and for how many FPP; notes A to R of the chart.

check_fort     a line of the sheet: sold at all (E, G, R), how often (H, R), where (C, F)
price_told     D doubled, B the Pillbox
"""

from __future__ import annotations

from math import ceil

from adjudicator.events import FactNoted
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .basket import BUY, FORT, group_of, sayings
from .campaign import campaign
from .charts import INFANTRY, INITIAL_CGS, Price, groups, prices, starts
from .front import front_line, isolated
from .ground import hex_id
from .orders import Said
from .position import BOXES, GERMAN, RESERVE, RUSSIAN, kind, units_of

SUPPLEMENTAL, HIP_ITEM, PILLBOX = "SUPPLEMENTAL", "HIP", "PILLBOX"
PILLBOX_RATE, LATER_RATE, HIP_SHARE = 1.5, 2, 10
"""FPP for each of the three numbers of a Pillbox; the factor after the Initial CGS; one squad in so many."""
HIDDEN, SQUADS = {"squad": 1.0, "hs": 0.5}, {"squad": 1.0, "half-squad": 0.5}
"""Squads that count for the HIP share, as the chart and as the roster call them; a SMC or a crew counts as
none (notes f.19)."""


@rule("RePh8.621.1", "RePh8.621.2", "RePh8.621.3", "RePh8.621.8", "FT-FN-A", "FT-FN-I")
def row_of(words: Said) -> Price:
    """The row of the chart that a line means: a Foxhole by its squads (a single one if it does not say), HIP
    by its unit. Raises Refused for an item that is not on the chart."""
    rows = [row for row in prices() if row.item == words.about]
    if not rows:
        names = tuple(dict.fromkeys(row.item for row in prices()))
        raise Refused("RePh8.621.1", f"{words.about or 'nothing'} is not on the fortification chart", names)
    told = {"cap": str(words.cap or 1), "unit": words.unit.lower()}
    for row in rows:
        if not row.key or told[row.key] == row.value:
            return row
    legal = tuple(f"FPP {row.item} {row.key}={row.value}" for row in rows)
    raise Refused(rows[0].rule, f"{rows[0].item} needs {rows[0].key}=", legal)


@rule(*(row.rule for row in prices()), "FT-FN-B", "FT-FN-D")
def price_told(state: State, words: Said) -> tuple[int, str]:
    """The FPP of one item of a line, and how they come about."""
    row = row_of(words)
    told, price = str(row.fpp), row.fpp or 0
    if row.fpp is None:
        parts = (words.ca, words.nca, words.cap)
        if None in parts:
            raise Refused(row.rule, "a Pillbox needs ca=, nca= and cap=", ("FPP PILLBOX ca=1 nca=3 cap=5",))
        price = ceil(sum(part or 0 for part in parts) * PILLBOX_RATE)
        told = f"({' + '.join(map(str, parts))}) x {PILLBOX_RATE} = {price}"
    if "D" in row.marks and state.turn > INITIAL_CGS:
        price, told = price * LATER_RATE, f"{told}, doubled after the Initial CGS: {price * LATER_RATE}"
    return price, told


def cost(state: State, words: Said) -> int:
    """The FPP of a whole line."""
    return price_told(state, words)[0] * words.times


def check_fort(state: State, side: str, words: Said) -> None:
    """Whether a side may buy what a line says, after the lines above it. Raises Refused."""
    row = row_of(words)
    price_told(state, words)
    check_buyer(state, side, row)
    check_place(state, side, row, words.hex.split(":")[0])
    if row.item == SUPPLEMENTAL:
        check_supplemental(state, side, words.times)
    if row.item == HIP_ITEM:
        check_hip_share(state, side, words)


@rule("FT-FN-E", "FT-FN-G", "FT-FN-R1", "FT-FN-L", "RePh8.621.10")
def check_buyer(state: State, side: str, row: Price) -> None:
    """G is sold to the German alone, R to the Russian alone, E in the Initial CGS alone; the text of mark L
    is lost and bars nothing. Raises Refused."""
    if "G" in row.marks and side != GERMAN:
        raise Refused("FT-FN-G", f"only the German may buy: {row}")
    if "R" in row.marks and side != RUSSIAN:
        raise Refused("FT-FN-R1", f"only the Russian may buy: {row}")
    if "E" in row.marks and state.turn > INITIAL_CGS:
        raise Refused("FT-FN-E", f"sold in the Initial CGS only: {row}")


@rule("FT-FN-C", "FT-FN-F")
def check_place(state: State, side: str, row: Price, hex_: str) -> None:
    """C may not lie in an isolated Location, F not in a Front Line Location; without a hex it is judged when
    it is set up. Raises Refused."""
    if hex_ and "C" in row.marks and hex_id(hex_) in isolated(state, side):
        raise Refused("FT-FN-C", f"{hex_} is isolated; there can be no {row}")
    if hex_ and "F" in row.marks and hex_id(hex_) in front_line(state, side):
        raise Refused("FT-FN-F", f"{hex_} is a Front Line Location; there can be no {row}")


@rule("FT-FN-R3")
def check_supplemental(state: State, side: str, times: int) -> None:
    """Supplemental Armor is sold once in the whole campaign. Raises Refused."""
    already = any(words.about == SUPPLEMENTAL for words in sayings(state, side, FORT))
    if times > 1 or already or campaign(state).supplemental:
        raise Refused("FT-FN-R3", "Supplemental Armor is sold once in the campaign (22 FPP)")


@rule("FT-FN-R2")
def supplemental_in_force(state: State) -> bool:
    """Whether Supplemental Armor counts in the CGS that is played: the first after it was bought that is no
    Lull."""
    return campaign(state).supplemental == state.turn


@rule("FT-FN-R2")
def wear_supplemental(play: Play, date: int) -> None:
    """Supplemental Armor is for this date; the Russian alone knows of it (16.7)."""
    play.record(FactNoted(rule="FT-FN-R2", to=(RUSSIAN,), key="supplemental", value=date))


def squads_on_board(state: State, side: str) -> float:
    """The squads of a side on the board that are not in Reserve; two half-squads are one."""
    there = (u for u in units_of(state, side) if u.at not in BOXES and RESERVE not in u.flags)
    return sum(SQUADS.get(kind_class(state, kind(unit)), 0.0) for unit in there)


def squads_to_come(state: State, side: str) -> int:
    """The most squads that the sheet and the free groups of the beginning may bring on the board at once."""
    at_once = [
        words for words in sayings(state, side, BUY) if words.mode == "map" or german_start(state, side)
    ]
    free = starts()[side].free if german_start(state, side) else ()
    bought = sum(group_of(side, words).full * words.times for words in at_once if words.about[0] == INFANTRY)
    return bought + sum(groups()[side, one].full for one in free)


def german_start(state: State, side: str) -> bool:
    """Whether everything that a side has begins on the board: the German in the Initial CGS."""
    return side == GERMAN and state.turn == INITIAL_CGS


def kind_class(state: State, kind_: str) -> str:
    """The class that the roster gives a kind: "squad", "leader", "vehicle" ...; "" for one it has not."""
    counter = state.roster.counters.get(kind_)
    return str(counter.traits.get("class", "")) if counter else ""


@rule("FT-FN-H")
def check_hip_share(state: State, side: str, words: Said) -> None:
    """Not more than a tenth of the squads on the board is hidden by purchase, rounded down; on the sheet
    those that it may bring there count, at set-up those that are there. Raises Refused."""
    squads = squads_on_board(state, side) + squads_to_come(state, side)
    most = squads // HIP_SHARE
    has = sum(_hidden(line) for line in sayings(state, side, FORT))
    if has + _hidden(words) > most:
        raise Refused(
            "FT-FN-H",
            f"of {squads:g} squads on the board {most:g} may be hidden by purchase; {has:g} are, and "
            f"{_hidden(words):g} more are asked for",
        )


def _hidden(words: Said) -> float:
    """The squads that a line hides."""
    return HIDDEN.get(words.unit.lower(), 0.0) * words.times if words.about == HIP_ITEM else 0.0
