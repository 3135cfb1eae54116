"""8.624 and 8.6243, reconnaissance: who has bought tries names hexes with his set-up; they are told once both
have set up, the German's first, and then both sides report what was seen there (`hooks`).

A side that has no tries, or names no hex, has nothing to decide at 8.6243; and what it bought is told to
nobody before it names a hex.

    RECON K10,L12
"""

from __future__ import annotations

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule

from .campaign import note_own, own
from .events import TableNoted
from .ground import hex_id
from .orders import Orders, said
from .position import GERMAN, other

NUMBER, STEP = "RePh8.624", "8.6243"


@rule(NUMBER)
def take_recon(play: Play, side: str, order: Order) -> None:
    """RECON in the set-up: the hexes that a side will inspect, one for each try; a later line replaces an
    earlier. Raises Refused."""
    tries, hexes = own(play.state, side).recon, said(order).what
    if not hexes or len(set(map(hex_id, hexes))) > tries:
        told = f"you have {tries} tries: name so many hexes or fewer"
        raise Refused(NUMBER, told, (f"recon {','.join(('K10', 'L12')[:tries])}",))
    note_own(play, NUMBER, side, inspect=tuple(dict.fromkeys(one.split(":")[0] for one in hexes)))


@rule(NUMBER)
def open_hexes(play: Play) -> bool:
    """Both sides have set up: the German begins to declare which hexes are inspected, and the Russian
    follows; whether there are any."""
    named = {side: hexes for side in (GERMAN, other(GERMAN)) if (hexes := own(play.state, side).inspect)}
    for side, hexes in named.items():
        play.record(TableNoted(rule=NUMBER, text=f"the {side.title()} inspects {', '.join(hexes)}"))
        note_own(play, NUMBER, side, inspect=())
    return bool(named)


ORDERS: Orders = {"recon": take_recon}
