"""What could be written in the place of a line that was refused, the likest first; each is tried before it is
offered (`adjudicator.judging.what_if`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.orders import Order
from adjudicator.state import Decision, Json, State

from .basket import BUY, FORT, FORTIFICATIONS, RECON
from .campaign import own
from .charts import Price, groups, prices
from .front import controlled
from .ground import board
from .orders import said
from .reph_forts import BARRIERS, NEVER_LAID, PILLBOX

SNIPERS, FEW = "SNIPERS", 3
"""So many hexes are tried for each fortification that is to be laid."""
PILLBOX_NUMBERS = " ca=1 nca=3 cap=5"


def forts_for_sale(state: State, side: str, about: str) -> Iterator[str]:
    """Fortifications, that of the refused line first, the others as the chart has them; and the group that
    brings points for them."""
    for row in sorted(prices(), key=lambda row: row.item != about):
        yield f"fpp {row.item}{_numbers(row)}"
    yield f"buy {FORTIFICATIONS}"


def _numbers(row: Price) -> str:
    """What a line needs beside the item."""
    if row.item == PILLBOX:
        return PILLBOX_NUMBERS
    return f" {row.key}={row.value}" if row.key else ""


def groups_for_sale(state: State, side: str, about: str) -> Iterator[str]:
    """Groups of a side's chart, those of the same letter first."""
    mine = (id_ for owner, id_ in groups() if owner == side)
    return (f"buy {id_}" for id_ in sorted(mine, key=lambda id_: id_[:1] != about[:1]))


def one_try(state: State, side: str, about: str) -> Iterator[str]:
    """A single try of reconnaissance."""
    yield "recon n=1"


def is_left(fort: Mapping[str, Json]) -> bool:
    """Whether some of what was bought can be laid still."""
    return "at" not in fort and bool(fort["times"]) and fort["item"] not in NEVER_LAID


def forts_to_lay(state: State, side: str, about: str) -> Iterator[str]:
    """What a side has bought and not laid, that of the refused line first, in a few of its hexes."""
    mine = own(state, side)
    left = (str(fort["item"]) for fort in mine.forts if is_left(fort))
    hexes = sorted(controlled(state, side))[:FEW]
    for item in sorted(dict.fromkeys(left), key=lambda item: item != about):
        for hex_ in hexes:
            across = f"{hex_}/{board().neighbours(hex_)[0]}"
            yield (
                f"fpp {item} side={across.upper()}" if item in BARRIERS else f"fpp {item} hex={hex_.upper()}"
            )


Offer = Callable[[State, str, str], Iterator[str]]


def unit_or_snipers(state: State, side: str, about: str) -> Iterator[str]:
    """Two hexes for a side's Snipers, where the line was about them."""
    if about == SNIPERS:
        yield f"setup {SNIPERS} B12,R12"


OFFERS: Mapping[tuple[str, str], Offer] = {
    ("buy", FORT): forts_for_sale,
    ("buy", BUY): groups_for_sale,
    ("buy", RECON): one_try,
    ("setup", FORT): forts_to_lay,
    ("setup", "setup"): unit_or_snipers,
}
"""What is asked, and the verb of the refused line -> what may be legal instead."""


def instead(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """Lines that may stand in the place of a refused one."""
    offer = OFFERS.get((decision.topic, order.verb))
    yield from offer(state, decision.player, said(order).about) if offer else ()
