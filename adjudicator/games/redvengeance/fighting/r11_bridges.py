"""Section 11.3, the bridges over the Spree: how they are blown up, and what is left of them.

11.31 who may     11.311 the secret DR, and the limit that only the German knows     11.312 what it costs to
cross (`table.txt`)     11.313 the limit     11.314 who stands on it     11.315 further DC     11.3151 the
second damage

The IFT is not in this rulebook: a player looks up the final DR, and hexpost does the rest.
"""

from __future__ import annotations

from adjudicator.events import FactNoted
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..decision_table.table import judged
from ..decision_table.table_reports import case, reported
from ..events import Prompted
from ..orders import Said, said
from ..position import GERMAN, RUSSIAN, SIDES, kind
from ..situation import campaign as facts
from ..situation.campaign import campaign, lose, note, note_in, note_own, tell
from ..situation.front import places_of
from ..situation.ground import BRIDGE, bridge_hexes, hex_id, tags
from ..situation.modifiers import roll_two
from ..situation.pieces import (
    ANYBODY,
    ENGINEERS,
    LEADERS,
    VEHICLE,
    class_of,
    hex_of,
    is_a,
    may_see,
    named,
    number,
    own,
)
from .r09_barricades import DAMAGING, book_he

INTACT, PARTIAL, DESTROYED = "intact", "partial", "destroyed"
LIMIT, PER_KIA = 30, 5
"""Tons that a damaged bridge bears, and how many fewer for each number of a KIA (11.313)."""
DC = "dc-set"
"""The flag of a DC that is set."""


# -- what a bridge is --------------------------------------------------------------------------------------


@rule("BRV11.3.1")
def spree_bridge(hex_: str, number_: str) -> str:
    """The hex of a bridge over the Spree. Raises Refused for any other."""
    if not hex_ or BRIDGE not in tags(hex_):
        known = tuple(sorted(one.upper() for one in bridge_hexes()))
        why = f"{hex_} is not a bridge over the Spree" if hex_ else "name a bridge over the Spree"
        raise Refused(number_, why, known)
    return hex_


def stands(state: State, hex_: str) -> str:
    """How a bridge stands: INTACT, PARTIAL or DESTROYED."""
    return campaign(state).bridges.get(hex_, INTACT).partition(" ")[0]


@rule("BRV11.313.1", "BRV11.313.2")
def limit_after(result: str) -> int:
    """The tons that a bridge bears after the DC that damaged it: 30, 5 fewer for each number of a KIA, never
    fewer than none (notes f.30)."""
    kia, _ = damaging(result)
    return max(0, LIMIT - PER_KIA * kia)


def damaging(result: str) -> tuple[int, bool]:
    """The number of a KIA, 0 for K/#, and whether the result damages a bridge: KIA and K/# do."""
    found = DAMAGING.fullmatch(result)
    if not found:
        return 0, False
    return (0 if found[2] else int(found[1] or 1)), True


@rule("BRV11.31", "BRV11.311.1", "BRV11.3.2")
def check_dc(state: State, side: str, line: Said) -> Unit:
    """A German Assault Engineer unit has set a DC on a bridge over the Spree, and passed its task."""
    spree_bridge(line.hex.partition(":")[0], "BRV11.31")
    if side != GERMAN:
        raise Refused("BRV11.31", "only German Assault Engineers may blow up a bridge over the Spree")
    unit = own(state, side, line.unit, "BRV11.31")
    gone = not line.withdrew or hex_id(line.withdrew) in places_of(state, unit)
    known = {"engineers": kind(unit) in ENGINEERS, "withdrawn": gone}
    judged("dc", case(state, line, unit) | known)
    return unit


@rule("BRV11.311.3", "BRV11.311.4")
def dc_leader(state: State, line: Said) -> tuple[DRM, ...]:
    """The one leader that helped to set it adds leadership, and may help with one DC in a phase."""
    if not line.leader:
        return ()
    leader = own(state, GERMAN, line.leader, "BRV11.311.3")
    if not is_a(state, leader, LEADERS):
        raise Refused("BRV11.311.3", f"{leader.id} is not a leader")
    if leader.id in facts.own(state, GERMAN).dc_leaders:
        raise Refused("BRV11.311.4", f"{leader.id} has already helped to set a DC in this phase")
    value = number(state, leader, "leadership")
    return (DRM("BRV11.311.3", value, f"leadership of {leader.id}"),) if value else ()


@rule("BRV11.311.1", "BRV11.311.4", "BRV11.313.3")
def blow_up(play: Play, side: str, order: Order) -> None:
    """DC: the detonation DR is made in secret, and all on the bridge are attacked. The German then looks the
    final DR up; result= says what the IFT has for it, in a further line or in the same."""
    line, used = said(order), facts.own(play.state, GERMAN)
    unread = next((one for one in used.dc_unread if one.casefold() == line.unit.casefold()), "")
    if unread and side == GERMAN:
        read(play, unread, line.result)
        return
    unit, leadership = check_dc(play.state, side, line), dc_leader(play.state, line)
    hex_ = line.hex.partition(":")[0]
    original, final = detonation(play, unit, line, leadership)
    helped = (own(play.state, GERMAN, line.leader, "BRV11.311.3").id,) if line.leader else ()
    leaders = (*used.dc_leaders, *helped)
    note_own(play, "BRV11.311.4", GERMAN, dc_leaders=leaders, dc_fired=(*used.dc_fired, hex_))
    assert line.column is not None  # it was checked
    attack_on_bridge(play, hex_, line.column, original)
    note_own(play, "BRV11.311.1", GERMAN, dc_unread={**used.dc_unread, unit.id: hex_})
    if line.result:
        read(play, unit.id, line.result)
    else:
        looked_up = f"look up {line.column} FP with {final} in the IFT and write what it says"
        text = f"{looked_up}: dc unit={unit.id} result=none"
        play.record(Prompted(rule="BRV11.311.1", to=(GERMAN,), text=text))


@rule("BRV11.311.1", "BRV11.311.2", "BRV11.314.4")
def read(play: Play, unit: str, result: str) -> None:
    """How the IFT reads for a DC that has gone off: KIA and K/# damage the bridge. Raises Refused without."""
    if not result:
        why = f"the DC of {unit} has gone off: write how the IFT reads for its DR, such as 2KIA, K/1 or none"
        raise Refused("BRV11.311.1", why, (f"dc unit={unit} result=none",))
    unread = dict(facts.own(play.state, GERMAN).dc_unread)
    hex_ = unread.pop(unit)
    note_own(play, "BRV11.311.1", GERMAN, dc_unread=unread)
    if damaging(result)[1]:
        owe_collapse(play, hex_)
        damage(play, hex_, result)


@rule("BRV11.311.1")
def detonation(play: Play, unit: Unit, line: Said, leadership: tuple[DRM, ...]) -> tuple[int, int]:
    """The secret DR, told to the German alone: the original dice, and the final DR."""
    final = roll_two(
        play, "BRV11.311.1", f"{unit.id} fires the DC on {line.hex}", leadership,
        lambda sum_: f"{line.column} FP with {sum_}{f' is read as {line.result}' * bool(line.result)}",
        to=(GERMAN,),
    )  # fmt: skip
    return final - sum(one.value for one in leadership), final


# -- what a DC does ----------------------------------------------------------------------------------------


@rule("BRV11.311.2", "BRV11.3151", "BRV11.3.3", "CG27.3")
def damage(play: Play, hex_: str, result: str) -> None:
    """The first KIA or K/# damages a bridge, whose limit is recorded, the second destroys it."""
    now = campaign(play.state)
    if stands(play.state, hex_) == PARTIAL:
        note_in(play, "BRV11.3151", "bridges", {hex_: DESTROYED})
        note_in(play, "BRV11.3151", "terrain", {hex_: "stone-rubble"})
        text = f"the bridge {hex_} is Completely Destroyed: stone rubble, and no path over the Spree"
        tell(play, "BRV11.3151", text)
        return
    note_in(play, "BRV11.311.2", "bridges", {hex_: PARTIAL})
    limits = {**now.limits, hex_: limit_after(result)}
    play.record(FactNoted(rule="BRV11.311.5", to=(GERMAN,), key="limits", value=limits))
    text = f"the bridge {hex_} is damaged: one lane of wood; what it bears is not known"
    tell(play, "BRV11.311.2", text, to=(RUSSIAN,))
    text = f"the bridge {hex_} is Partially Destroyed: one lane of wood, {limits[hex_]} tons"
    tell(play, "BRV11.313.2", text, to=(GERMAN,))


@rule("BRV11.314.1", "BRV11.314.2", "BRV11.314.3")
def attack_on_bridge(play: Play, hex_: str, column: int, original: int) -> None:
    """Whenever a set DC goes off, whatever comes of the bridge, all units on it are attacked with half the FP
    on the same original DR, without leadership, TEM or hindrance."""
    units = play.state.at(hex_id(hex_))
    for side in SIDES:  # the DR is secret: a side without units there is not told of it (11.311)
        names = ", ".join(unit.id for unit in units if unit.side == side)
        text = (
            f"units on {hex_} ({names}) are attacked with {column // 2} FP, original DR {original}, without "
            f"leadership, TEM or hindrance"
        )
        if names:
            tell(play, "BRV11.314.1", text, to=(side,))


@rule("BRV11.314.4")
def owe_collapse(play: Play, hex_: str) -> None:
    """A vehicle on a bridge that is Partially Destroyed now takes a Bridge Collapse DR at once."""
    vehicles = [unit for unit in play.state.at(hex_id(hex_)) if class_of(play.state, unit) == VEHICLE]
    if vehicles and stands(play.state, hex_) == INTACT:
        note_in(play, "BRV11.314.4", "owed", dict.fromkeys((unit.id for unit in vehicles), "collapse"))
        for side in SIDES:  # one of them may be concealed
            known = ", ".join(unit.id for unit in vehicles if may_see(play.state, side, unit))
            if known:
                text = f"a Bridge Collapse DR is owed for {known}: REPORT COLLAPSE"
                tell(play, "BRV11.314.4", text, to=(side,))


@rule("BRV11.3.3", "BRV11.3151")
def book_attack(play: Play, line: Said) -> None:
    """KIA or K/# by any HE destroys a damaged bridge, as one of wood."""
    if line.side:
        book_he(play, line)
    elif damaging(line.result)[1]:
        damage(play, line.hex.partition(":")[0], line.result)
    else:
        tell(play, "BRV11.3.3", f"{line.result}: the bridge {line.hex} stays as it is")


# -- crossing it -------------------------------------------------------------------------------------------


@rule("BRV11.311.5", "BRV11.314.4")
def book_collapse(play: Play, line: Said) -> None:
    """A Bridge Collapse DR that a Russian has passed shows what the bridge bears; one who fails is lost."""
    unit = named(play.state, ANYBODY, line.unit, "BRV11.311.5")
    if campaign(play.state).owed.get(unit.id) == "collapse":
        note_in(play, "BRV11.314.4", "owed", {unit.id: None})
    if line.result == "failed":
        lose(play, "BRV11.314.4", unit, why="the bridge gave way")
    elif unit.side == RUSSIAN:
        tell_limit(play, line.hex.partition(":")[0])


@rule("BRV11.311.5")
def book_search(play: Play, line: Said) -> None:
    """It finds what the bridge bears."""
    tell_limit(play, line.hex.partition(":")[0])


def tell_limit(play: Play, hex_: str) -> None:
    """The Russian learns what a bridge bears."""
    now = campaign(play.state)
    note(play, "BRV11.311.5", limit_known=tuple(dict.fromkeys((*now.limit_known, hex_))))
    tell(play, "BRV11.311.5", f"the bridge {hex_} bears {now.limits.get(hex_, LIMIT)} tons")


@rule("BRV11.315.1", "BRV11.315.2")
def end_phase(play: Play) -> None:
    """At the end of a phase further DC on a bridge where one went off are lost, and those with wires cut; the
    leaders may help again."""
    fired, owed = facts.own(play.state, GERMAN).dc_fired, campaign(play.state).owed
    for unit in [one for one in play.state.units.values() if DC in one.flags]:
        cut = owed.get(unit.id) == "cut"
        if cut or hex_of(unit) in fired:
            number_ = "BRV11.315.2" if cut else "BRV11.315.1"
            why = "its wires are cut" if cut else "it went off, or is lost with the one that did"
            lost = facts.own(play.state, GERMAN).lost
            note_own(play, number_, GERMAN, lost=(*lost, unit.id))
            lose(play, number_, unit, to=(GERMAN,), why=why)
    if fired:
        note_own(play, "BRV11.311.4", GERMAN, dc_leaders=(), dc_fired=())
    if "cut" in owed.values():
        note_in(play, "BRV11.315.2", "owed", {one: None for one, what in owed.items() if what == "cut"})


ORDERS = {"dc": blow_up}
REPORTS = {
    "he": reported("he", book_attack),
    "collapse": reported("collapse", book_collapse),
    "search": reported("search", book_search),
    "phase": reported("phase", lambda play, line: end_phase(play)),
}
