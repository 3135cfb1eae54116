"""Chapter 14, the Red Banner: who takes it up, and how it comes to fly from the roof of the Reichstag.

14.1 a SW that is never concealed, 14.2 its holder within six hexes (`table.txt`)     14.3 placing it
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.events import UnitMoved
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State, Unit

from ..decision_table.table import Fact, judged
from ..decision_table.table_reports import book, case, reported
from ..orders import Said, read_line, said
from ..position import ELIMINATED, LEVEL, RUSSIAN, location, units_of
from ..situation.campaign import banners, campaign, mark, note_banners, placed, tell
from ..situation.ground import check_location, hex_id, place, tags
from ..situation.modifiers import pull_down, roll_dr
from ..situation.pieces import (
    ANYBODY,
    BANNER,
    HERO,
    MMC,
    SMC,
    good_order,
    hex_of,
    is_a,
    named,
    not_there,
    on_map,
    own,
    unit_of,
)

PLACED = 5
"""Stand-in: the final dr up to which a Banner is placed; A4.44 has the number (notes c.1)."""
TI, ROOF = "ti", "R"
MPH = "mph"


@rule("BRV14.2.4")
def take_up(play: Play, unit: Unit, item: Unit) -> None:
    """The unit holds the Banner from now on; its counter is off the map."""
    play.record(UnitMoved(rule="BRV14.2.4", unit=item.id, path=(item.at, ELIMINATED), how="is taken up"))
    mark(play, "BRV14.2.4", unit.id, add=(BANNER,))


def book_recovery(play: Play, line: Said) -> None:
    """The unit takes up the Banner that the line names."""
    take_up(play, *(named(play.state, ANYBODY, id_, "BRV14.2.4") for id_ in (line.unit, line.more["item"])))


@rule("BRV14.1.1")
def put_down(play: Play, unit: Unit) -> None:
    """The Banner that a unit held lies where the unit was, on its level, for others to take up."""
    held = (one for one in play.state.units.values() if one.at == ELIMINATED)
    item = next((one for one in held if is_a(play.state, one, (BANNER,))), None)
    if item is None:
        return
    play.record(UnitMoved(rule="BRV14.1.1", unit=item.id, path=(ELIMINATED, unit.at), how="set up"))
    level = {one for one in unit.flags if one.startswith(LEVEL)}
    more, less = tuple(sorted(level)), tuple(sorted(item.flags - level))
    mark(play, "BRV14.1.1", item.id, add=more, drop=less, hushed=True)
    tell(play, "BRV14.1.1", f"the Red Banner of {unit.id} is left in {location(unit).upper()}")


GOES_TOO = ("EXIT",)
"""Reports of units that are lost with all that they hold (CG20.5)."""


@rule("BRV14.1.1", "BRV14.2.4")
def let_fall(play: Play, before: State, about: str) -> None:
    """A Banner is a SW: it lies where its holder was eliminated (f.67). `about` is the kind of report by
    which units were lost since a position."""
    for unit in before.units.values() if about not in GOES_TOO else ():
        if BANNER in unit.flags and on_map(unit) and play.state.units[unit.id].at == ELIMINATED:
            put_down(play, unit)


@rule("BRV14.1.1", "BRV14.2.4")
def check_handed_on(state: State, unit: Unit, add: Collection[str], drop: Collection[str]) -> None:
    """A step of the Refit Phase gives a Banner only to who is with one that lies there (8.607). Raises
    Refused."""
    if BANNER in add and next(lying(state, unit), None) is None:
        raise Refused("BRV14.2.4", f"there is no Red Banner in the Location of {unit.id}")
    if BANNER in drop and not on_map(unit):
        raise Refused("BRV14.1.1", not_there(unit))


def hand_on(play: Play, unit: Unit, add: Collection[str], drop: Collection[str]) -> None:
    """A unit takes up the first Banner that lies where it is, or leaves its own there."""
    if BANNER in drop:
        put_down(play, unit)
    if BANNER in add:
        take_up(play, unit, next(lying(play.state, unit)))


@rule("BRV14.3.1", "BRV14.3.2", "BRV14.3.5")
def check_placement(state: State, side: str, line: Said) -> Unit:
    """A Russian unit with a Banner, on a rooftop of the Reichstag, in its own MPh; not one that is TI since
    this Player Turn. One of which no level is on record may be on the roof, if that has not fallen."""
    if side != RUSSIAN:
        raise Refused("BRV14.3.1", "only the Russian places a Red Banner")
    unit = own(state, side, line.unit, "BRV14.3.1")
    hex_, _, level = line.hex.partition(":")
    found = tags(hex_) if hex_ else frozenset()
    there = location(unit) in {unit.at, f"{unit.at}:{ROOF}"} and hex_of(unit) == hex_
    known: dict[str, Fact] = {
        "tags": tuple(found),
        "roof": "reichstag" in found and level == ROOF,
        "there": there,
        "lies": next((one.id for one in lying(state, unit)), ""),
        "mph": line.phase.casefold() == MPH,
        "mover": (mover := str(state.frame.facts.get("mover", ""))),
        "ti": TI in unit.flags and (not mover or unit.id in campaign(state).tried),
    }
    judged("banner", case(state, line, unit) | known)
    check_location(state, place(line.hex))
    return unit


@rule("BRV14.1.1", "BRV14.2.4")
def lying(state: State, unit: Unit) -> Iterator[Unit]:
    """The Red Banners in the Location of a Russian unit that nobody carries: one that came with its Escort is
    a counter until somebody has taken it up."""
    there = (one for one in state.at(unit.at) if location(one) == location(unit))
    return (one for one in there if is_a(state, one, (BANNER,)))


def placings(state: State, side: str) -> Iterator[str]:
    """Lines that place a Red Banner now, as a page offers them."""
    for unit in units_of(state, side):
        text = f"banner unit={unit.id} hex={hex_of(unit)}:{ROOF} phase={MPH}"
        if BANNER in unit.flags and not refusal(check_placement, state, side, said(read_line(text))):
            yield text


def could_take_up(state: State, side: str) -> Iterator[tuple[Unit, Unit]]:
    """Each MMC that could take up a Red Banner, with the Banner."""
    for unit in units_of(state, side) if side == RUSSIAN else ():
        if is_a(state, unit, MMC) and good_order(unit) and on_map(unit):
            yield from ((unit, one) for one in lying(state, unit))


@rule("BRV14.3.3", "BRV14.3.4")
def placement_drms(state: State, unit: Unit, line: Said) -> tuple[DRM, ...]:
    """+1 for a SMC, a Hero among them; -1 for a Hero who takes part, even alone."""
    hero = is_a(state, unit, (HERO,)) or line.with_.casefold() == HERO
    if line.with_ and not hero:
        hero = is_a(state, own(state, RUSSIAN, line.with_, "BRV14.3.4"), (HERO,))
    smc = (DRM("BRV14.3.3", 1, "SMC"),) if is_a(state, unit, SMC) else ()
    return smc + ((DRM("BRV14.3.4", -1, "Hero"),) if hero else ())


@rule("BRV14.3.2", "BRV14.3.5", "BRV14.3.6")
def place_banner(play: Play, side: str, order: Order) -> None:
    """BANNER: one die once the fire on the MF is survived; the unit is TI then, and moved Hazardously."""
    line = said(order)
    unit = check_placement(play.state, side, line)
    found = placement_drms(play.state, unit, line)
    final = roll_dr(
        play, "BRV14.3.2", f"{unit.id} places the Red Banner on {line.hex}", found,
        lambda number: "it flies" if number <= PLACED else f"it does not fly, {PLACED} or less was needed",
    )  # fmt: skip
    flies = final <= PLACED
    mark(play, "BRV14.3.5", unit.id, add=(TI,), drop=(BANNER,) if flies else (), why="placing a Banner")
    play.remember("BRV14.3.5", "tried", unit.id)
    tell(play, "BRV14.3.6", f"{unit.id} uses Hazardous Movement: fire at it has its -2")
    if flies:
        stand = tuple(dict.fromkeys((*placed(play.state), line.hex)))
        note_banners(play, "BRV14.3.2", banners(play.state), stand)


@rule("BRV14.3.7", "BRV14.3.8")
def award(play: Play, *, over: bool = False) -> None:
    """At the end of any Game Turn a placement counts if its rooftop Location is Russian then, until the CGS
    is over; in the campaign it earns no points, but what CG17 says."""
    stand = placed(play.state)
    held = [one for one in stand if play.state.control.get(hex_id(one)) == RUSSIAN]
    for one in stand:
        text = f"the Red Banner flies on {one}: it has been placed"
        if one not in held:
            text = (
                f"the Russian does not control {one} at the end of the Game Turn: no Banner has been placed"
            )
        tell(play, "BRV14.3.7", text)
    fly = {**dict.fromkeys(held, play.state.turn), **banners(play.state)}
    left = () if over else tuple(one for one in stand if one not in held)
    note_banners(play, "BRV14.3.7", fly, left)


def of_destroyed(state: State, side: str, line: Said) -> dict[str, Fact]:
    """Whether a Red Banner was placed in the hex of a line, of which no counter is left on the map."""
    hex_ = hex_id(line.hex) if line.hex else ""
    return {"flies": any(hex_id(one) == hex_ for one in (*banners(state), *placed(state)))}


@rule("CG17.3")
def book_destroyed(play: Play, line: Said) -> None:
    """What the table says of it; a Banner that flies there is removed."""
    unit = unit_of(play.state, line.unit)
    book("destroy", play, line)
    if unit is None:
        pull_down(play, hex_id(line.hex))
        tell(play, "CG17.3", f"the Red Banner in {line.hex} is destroyed")
    elif is_a(play.state, unit, (BANNER,)):
        pull_down(play, unit.at)


ORDERS = {"banner": place_banner}
REPORTS = {
    "recover": reported("recover", book_recovery),
    "destroy": reported("destroy", book_destroyed, of_destroyed),
}
