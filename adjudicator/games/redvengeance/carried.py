"""What a unit is set up with: a vehicle that it rides in, a radio or field phone, a Trench that it is under.

What is not there, or was not bought, is not named. A position that has not come by the purchases of its date
says nothing of radios and Trenches; then what the line says holds.
"""

from __future__ import annotations

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .campaign import campaign, note_own
from .campaign import own as known_to
from .ground import hex_id, place
from .orders import Said
from .pieces import ARMOR_LEADER, VEHICLE, class_of, own

CARRIERS = ("radio", "phone")
TRENCH = "TRENCH"


@rule("ROST.7", "BRV16.1.2")
def check_ride(state: State, side: str, unit: Unit, line: Said) -> None:
    """An Armor Leader, or a passenger, rides in a vehicle of his side that is where he is set up. Raises
    Refused."""
    clause = "ROST.7" if class_of(state, unit) == ARMOR_LEADER else "BRV16.1.2"
    vehicle = own(state, side, line.with_, clause)
    if class_of(state, vehicle) != VEHICLE or vehicle.at != hex_id(line.hex.split(":")[0]):
        raise Refused(clause, f"{vehicle.id} is no vehicle in {line.hex}: {unit.id} cannot ride in it")


def knows_purchases(state: State) -> bool:
    """Whether the position has come by the purchases of its date, so that what a side has is known."""
    return campaign(state).bought_in == state.turn


@rule("BRV16.8")
def has_trench(state: State, side: str, hex_: str) -> bool:
    """Whether a Trench of a side is in a hex: one that it has just laid, a hidden one, or one that lies
    open."""
    mine = known_to(state, side)
    laid = [str(one["at"]) for one in mine.forts if one["item"] == TRENCH and "at" in one]
    hidden_ = [str(at) for item, at in mine.hip.items() if item.startswith(TRENCH)]
    open_ = [at for at, items in campaign(state).works.items() if TRENCH.casefold() in items]
    return place(hex_).hex in {place(at).hex for at in (*laid, *hidden_, *open_)}


@rule("CG9.3", "BRV16.2.1")
def check_radio(state: State, unit: Unit, line: Said) -> None:
    """No more leaders have a radio or field phone than modules of their side are directed so. Raises
    Refused."""
    if line.carrier not in CARRIERS or not knows_purchases(state):
        return
    mine = known_to(state, unit.side)
    modules = [str(one.get("carrier", "")) for one in mine.oba.values()]
    fit = [how for how in modules if how in {"", line.carrier}]
    if len(fit) <= sum(one != unit.id for one in mine.radios):
        what = "field phone" if line.carrier == "phone" else "radio"
        raise Refused("CG9.3", f"no module of yours is directed by {what} for {unit.id} to have")


def keep_radio(play: Play, unit: Unit, line: Said) -> None:
    """Whether a leader has a radio or field phone, and may be without men of his group (CG21)."""
    had = known_to(play.state, unit.side).radios
    if (line.carrier in CARRIERS) != (unit.id in had):
        left = (one for one in had if one != unit.id)
        radios = (*left, unit.id) if line.carrier in CARRIERS else tuple(left)
        note_own(play, "CG21.3", unit.side, radios=radios)
