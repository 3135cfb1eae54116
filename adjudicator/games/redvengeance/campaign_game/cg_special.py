"""Special rules of the Campaign Game for which a row of `table.txt` is too small.

CG3 two Snipers     CG5, note G Panzerfaust     CG7 the Defender of a night moves     CG11 optional armament
CG20, CG21 leaving the map, and who waits off it     8.6073 hidden fortifications     8.6115 promotion

    REPORT SNIPERS of=german B12,R12       ROLL SNIPER [hex=R20]     ROLL FREEDOM
    REPORT ARMAMENT type=T-34/85 number=3  ROLL ARMAMENT unit=RU-V2#1-1
    REPORT EXIT unit=SQ9 hex=A20 ml=7 sw=LMG1        REPORT PROMOTION unit=SQ3
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.events import EVERYBODY, UnitMade, UnitMoved
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from files.messages import counted

from .. import position
from ..decision_table.table import Fact
from ..decision_table.table_reports import reported
from ..orders import Orders, Report, Reports, Said, Steps, check_side, column, said
from ..position import counter_of, location, other, units_of
from ..situation import campaign as facts
from ..situation import pieces
from ..situation.campaign import campaign, last, lose, mark, note_in, note_own, tell
from ..situation.front import controlled, entry_hexes, places_of, woken
from ..situation.ground import distance, edges, hex_id
from ..situation.modifiers import against, defender, roll_two
from ..situation.pieces import class_of, eyes, is_a, named, nation_of, number, on_map, own, printed, squads
from ..situation.steps import date
from .cg_losses import CVP

APART, SNIPERS, EASTERN = 16, 2, 3
"""How far two Snipers of a side are apart, how many it has, and the dr up to which the eastern one acts."""
PF_OF_SQUAD, PANZERFAUST = 2, "P1"
"""Panzerfaust of a German squad on the map, and the group by which the Russians have them."""
ARMED = "armament-"
"""The hooks that hold up to which dr the vehicles of a kind have their optional armament (H1.41)."""
RATIO = {position.GERMAN: ("RePh8.6115.1", 4), position.RUSSIAN: ("RePh8.6115.2", 6)}
"""How many squads a side needs for each leader when one is promoted (8.6115)."""
PROMOTED = {position.GERMAN: "7-0-de", position.RUSSIAN: "7-0-ru"}


@rule("CG3.1", "CG3.2")
def check_snipers(state: State, side: str, line: Said) -> None:
    """REPORT SNIPERS: a side's two Snipers are placed, by their owner alone, or moved (A14.2), which both
    report (notes f.54); 16 hexes apart or more. Raises Refused."""
    clause = "CG3.1" if unplaced(state, line) else "CG3.2"
    check_side(line, clause, "whose Snipers they are")
    if line.of != side and unplaced(state, line):
        raise Refused(clause, "a side places its own Snipers", (f"of={side}",))
    hexes = tuple(map(hex_id, line.rest))
    if len(hexes) != SNIPERS:
        raise Refused(
            clause, "a side has two Snipers: name both hexes", (f"report SNIPERS of={line.of} B12,R12",)
        )
    if (far := distance(*hexes)) < APART:
        told = f"{counted(far, 'hex', 'hexes')} apart"
        raise Refused(clause, f"two Snipers are {APART} hexes apart or more; these are {told}")


def unplaced(state: State, line: Said) -> bool:
    """Whether the Snipers of the side that a line speaks of are not on the map yet."""
    return not campaign(state).snipers.get(line.of)


@rule("CG3.1", "CG3.2")
def book_snipers(play: Play, line: Said) -> None:
    """They are there."""
    note_in(play, "CG3.1", "snipers", {line.of: tuple(one.upper() for one in line.rest)})
    tell(play, "CG3.1", f"the {line.of.capitalize()} Snipers are in {' and '.join(line.rest)}")


@rule("CG3.3", "CG3.4", "CG3.5")
def activate_sniper(play: Play, side: str, order: Order) -> None:
    """ROLL SNIPER: on 1 to 3 the eastern one acts, else the western; where both are in one column their owner
    names one, and no die is rolled. Raises Refused."""
    hexes, wanted = campaign(play.state).snipers.get(side, ()), said(order).hex
    if not hexes:
        raise Refused("CG3.1", "your Snipers are not placed", (f"report SNIPERS of={side} B12,R12",))
    west, east = sorted(hexes, key=column)
    clause = "CG3.5"
    if column(west) == column(east):
        if wanted not in hexes:
            legal = tuple(f"roll SNIPER hex={one}" for one in hexes)
            raise Refused("CG3.5", "both Snipers are in one column: say which of them acts", legal)
    elif wanted:
        raise Refused("CG3.3", "your Snipers are in two columns: the dr says which acts", ("roll SNIPER",))
    else:
        die = play.roll("CG3.3", "which Sniper acts", came=lambda dr: east if dr <= EASTERN else west)
        clause, wanted = ("CG3.3", east) if die <= EASTERN else ("CG3.4", west)
    tell(play, clause, f"the {side} Sniper in {wanted} is activated")


@rule("CG5.1", "FN-G.1", "FN-G.2", "FN-G.3")
def supply_panzerfaust(play: Play) -> None:
    """A CGS begins: the Germans have two for each squad on the map; the Russians one for each squad of their
    OB, Prisoners left out, in the first CGS that is played after they bought P1."""
    state = play.state
    pf = int(PF_OF_SQUAD * squads(state, (one for one in units_of(state, position.GERMAN) if on_map(one))))
    note_own(play, "CG5.1", position.GERMAN, pf=pf)
    groups = facts.own(state, position.RUSSIAN).groups
    fresh = [one for one in groups if one.startswith(f"{PANZERFAUST}#") and "spent" not in groups[one]]
    if not fresh:
        note_own(play, "FN-G.1", position.RUSSIAN, pf=None)
        return
    ours = (one for one in units_of(state, position.RUSSIAN) if nation_of(state, one) != pieces.MOABIT)
    spent = {one: {**groups[one], "spent": state.turn} for one in fresh}
    note_own(play, "FN-G.2", position.RUSSIAN, pf=int(squads(state, ours)), groups={**groups, **spent})


@rule("CG5.2")
def more_panzerfaust(play: Play, unit: Unit) -> None:
    """A German squad that enters brings two, a half-squad one."""
    more, had = int(PF_OF_SQUAD * squads(play.state, [unit])), facts.own(play.state, unit.side).pf
    if unit.side == position.GERMAN and more:
        note_own(play, "CG5.2", position.GERMAN, pf=(had or 0) + more)


@rule("CG7.3", "CG7.4")
def free_leader(play: Play, side: str, order: Order) -> None:
    """ROLL FREEDOM: by night the Defender's best leader on the map, not in Reserve, may move with the MMC and
    SMC in the same Location; one of equals by chance. Raises Refused."""
    state = play.state
    if not date(state).night or side != defender(state):
        raise Refused("CG7.3", "only the Defender of a Night CGS has a leader with Freedom of Movement")
    if facts.own(state, side).free:
        raise Refused("CG7.3", f"{facts.own(state, side).free[0]} and the units there may move already")
    best = list(best_leaders(state, side))
    if not best:
        raise Refused("CG7.3", "you have no leader on the map outside the Reserve")
    chosen = best[0] if len(best) == 1 else by_chance(play, side, best)
    here = (one for one in state.at(chosen.at) if one.side == side and location(one) == location(chosen))
    free = [one.id for one in here if is_a(state, one, (*pieces.MMC, *pieces.SMC)) and one.id != chosen.id]
    note_own(play, "CG7.3", side, free=(chosen.id, *free))
    tell(play, "CG7.3", f"{', '.join((chosen.id, *free))} may move by night", to=(side,))


def by_chance(play: Play, side: str, best: list[Unit]) -> Unit:
    """Random selection among equals, told to their side only."""
    names = ", ".join(one.id for one in best)
    die = play.roll(
        "CG7.4", f"the best leader of {names}", sides=len(best), to=(side,), hidden=True,
        came=lambda number: best[number - 1].id,
    )  # fmt: skip
    return best[die - 1]


def best_leaders(state: State, side: str) -> Iterator[Unit]:
    """The leaders of a side on the map than whom none is better, by leadership and then by morale."""
    there = [
        one
        for one in units_of(state, side)
        if on_map(one) and is_a(state, one, pieces.LEADERS) and position.RESERVE not in one.flags
    ]
    worth = {one.id: (number(state, one, "leadership"), -printed(state, one, "morale")) for one in there}
    return (one for one in there if worth[one.id] == min(worth.values()))


def of_armament(state: State, side: str, line: Said) -> dict[str, Fact]:
    """Whether a line names a kind of vehicle of either side."""
    found = (counter_of(state.roster, owner, line.more.get("type", "")) for owner in position.SIDES)
    return {"vehicle": any(one and one.traits["class"] == pieces.VEHICLE for one in found)}


def book_armament(play: Play, line: Said) -> None:
    """Both sides read the same number; it is kept by the counter, whichever of its names they write."""
    found = (counter_of(play.state.roster, owner, line.more["type"]) for owner in position.SIDES)
    id_ = next((one.id for one in found if one), line.more["type"]).casefold()
    note_in(play, "CG11.1", "hooks", {f"{ARMED}{id_}": line.number})


@rule("CG11.1")
def roll_armament(play: Play, side: str, order: Order) -> None:
    """ROLL ARMAMENT: each vehicle by itself, once, without any CPP. Raises Refused."""
    unit = own(play.state, side, said(order).unit, "CG11.1")
    names = (play.state.roster.counters[unit.kind].name, unit.kind)
    most = next(
        (n for one in names if (n := campaign(play.state).hooks.get(f"{ARMED}{one.casefold()}")) is not None),
        None,
    )
    if most is None:
        raise Refused(
            "CG11.1", f"H1.41 is not known for {names[0]}: both sides report it once",
            (f"report ARMAMENT type={next(one for one in names if ' ' not in one)} number=3",),
        )  # fmt: skip
    armed = facts.own(play.state, side).armed
    if unit.id in armed:
        raise Refused("CG11.1", f"{unit.id} has had its dr")
    to = eyes(play.state, unit)
    die = play.roll(
        "CG11.1", f"the optional armament of {unit.id}", to=to, hidden=to != EVERYBODY,
        came=lambda dr: f"{most} or less was needed: {'equipped' if dr <= most else 'without'}",
    )  # fmt: skip
    note_own(play, "CG11.1", side, armed=(*armed, unit.id))
    if die <= most:
        mark(play, "CG11.1", unit.id, add=("aamg",), to=to)


def of_exit(state: State, side: str, line: Said) -> dict[str, Fact]:
    """By which hex a unit leaves the map: the one that it is in, which is friendly if its side controls it or
    might enter by it; and whether the SW that the line names are in its Location. Raises Refused for SW that
    are not of its side."""
    unit = named(state, side, line.unit, "CG20.8")
    items = [own(state, unit.side, id_, "CG20.5") for id_ in _weapons(line)]
    weapons = all(is_a(state, one, ("sw", "banner")) and location(one) == location(unit) for one in items)
    if not line.hex:
        return {}
    one = hex_id(line.hex)
    friendly = one in controlled(state, unit.side) or one in entry_hexes(state, unit.side, new=False)
    there = one in places_of(state, unit)
    return {"hex": one.upper(), "edge": bool(edges(one)), "fc": friendly, "there": there, "has-sw": weapons}


@rule("CG20.1", "CG20.3", "CG20.4", "CG20.5", "CG20.6", "CG20.7")
def book_exit(play: Play, line: Said) -> None:
    """Infantry in Good Order is eliminated, for full CVP. A broken unit takes an NMC, a German one a 1MC, on
    its broken morale without leadership: it waits off the map, or is lost with its SW. A vehicle leaves,
    and its Armor Leader with it."""
    unit = named(play.state, pieces.ANYBODY, line.unit, "CG20.8")
    if class_of(play.state, unit) == pieces.VEHICLE:
        for one in (unit, *pieces.crew_leaders(play.state, unit)):
            leave(play, "CG20.7", one)
    elif "broken" not in unit.flags:
        cvp = CVP.get(class_of(play.state, unit), "its")
        why = f"it left the map in Good Order: {cvp} CVP for the enemy"
        lose(play, "CG20.1", unit, why=why)
    elif passes(play, unit, line.ml):
        leave(play, "CG20.6", unit)
    else:
        lost = [unit, *(own(play.state, unit.side, id_, "CG20.5") for id_ in _weapons(line))]
        for one in lost:
            lose(play, "CG20.5", one, why="it fled the map")


@rule("CG20.4")
def passes(play: Play, unit: Unit, morale: int | None) -> bool:
    """Whether a broken unit passes its check."""
    assert morale is not None  # it was checked
    drms = (DRM("CG20.4", 1, "1MC"),) if unit.side == position.GERMAN else ()
    clause, purpose = "CG20.4" if drms else "CG20.3", f"{unit.id} leaves the map broken"
    return roll_two(play, clause, purpose, drms, against(morale)) <= morale


def _weapons(line: Said) -> Iterator[str]:
    return filter(None, line.more.get("sw", "").split(","))


@rule("CG20.6", "CG20.7")
def leave(play: Play, clause: str, unit: Unit, how: str = "leaves the map") -> None:
    """A unit waits off the map for the next CGS."""
    to = EVERYBODY if on_map(unit) else (unit.side,)
    play.record(UnitMoved(rule=clause, to=to, unit=unit.id, path=(unit.at, position.OFF_MAP), how=how))
    if gone := tuple(sorted(one for one in unit.flags if one.startswith(position.LEVEL) or one == "new")):
        mark(play, clause, unit.id, to=to, drop=gone, hushed=True)


@rule("CG21.2")
def keep_unused(play: Play) -> None:
    """Units that did not enter stay off the map for the next CGS, no longer as a new group; but none of
    theirs has been in the game, which the Russians' east edge asks for (CG12.6, f.65)."""
    for side in position.SIDES:
        kept = [unit for unit in units_of(play.state, side) if unit.at == position.BOUGHT]
        for unit in kept:
            leave(play, "CG21.2", unit, "is kept")
        had = facts.own(play.state, side).waiting
        wait = tuple(one for one in had if play.state.units[one].at == position.OFF_MAP)
        if (wait := (*wait, *(unit.id for unit in kept))) != had:
            note_own(play, "CG12.6", side, waiting=wait)


@rule("RG-RU-S1")
def fly_home(play: Play) -> None:
    """Aircraft are there for the CGS for which they were bought, after a Lull for the next one (f.73). Of
    those that the enemy has not seen their side alone hears."""
    for unit in () if last(play.state).lull else tuple(units_of(play.state, position.RUSSIAN)):
        if not is_a(play.state, unit, (pieces.AIRCRAFT,)):
            continue
        if (to := eyes(play.state, unit)) != EVERYBODY:
            gone = facts.own(play.state, unit.side).lost
            note_own(play, "RG-RU-S1", unit.side, lost=(*gone, unit.id))
        lose(play, "RG-RU-S1", unit, to, why="it has flown for its CGS")


# -- the Refit Phase ---------------------------------------------------------------------------------------


@rule("RePh8.6073.1", "RePh8.6073.2")
def expose_fortifications(play: Play) -> None:
    """8.6073: hidden fortifications stay hidden, except those in the enemy's area now."""
    for side in position.SIDES:
        hip, theirs = facts.own(play.state, side).hip, controlled(play.state, other(side))
        seen = {item: at for item, at in hip.items() if hex_id(at.partition("/")[0]) in theirs}
        if not seen:
            continue
        note_own(play, "RePh8.6073.1", side, hip={item: at for item, at in hip.items() if item not in seen})
        for item, at in seen.items():
            name = item.partition("@")[0]
            lie = campaign(play.state).works.get(at, ())
            note_in(play, "RePh8.6073.2", "works", {at: (*lie, name.casefold())})
            text = f"a hidden {name.capitalize()} in {at} is in the enemy's area, and is revealed"
            tell(play, "RePh8.6073.2", text)


def of_wake(state: State, side: str, line: Said) -> dict[str, Fact]:
    """Whether an enemy ground unit releases the units under a Reserve counter."""
    unit = named(state, side, line.unit, "CG22.7b")
    return {"woken": unit.id in woken(state, side)}


@rule("CG22.7b")
def check_wake(state: State, side: str, line: Said) -> None:
    """REPORT WAKE unit= names a unit under a counter, hex= the counter, which is all that the enemy knows of
    it, whose unit releases it. Raises Refused."""
    if line.unit or not line.hex:
        OF_UNIT.check(state, side, line)
    elif not under_counter(state, line.hex):
        why = f"no Reserve counter in {line.hex} has an enemy ground unit within 3 hexes"
        raise Refused("CG22.7b", why)


def under_counter(state: State, hex_: str) -> tuple[str, ...]:
    """The units under a Reserve counter in a hex that is released."""
    at = hex_id(hex_)
    return tuple(id_ for side in position.SIDES for id_ in woken(state, side) if state.units[id_].at == at)


@rule("CG22.7b")
def book_wake(play: Play, line: Said) -> None:
    """Its contents are placed on the map."""
    one = line.unit and named(play.state, pieces.ANYBODY, line.unit, "CG22.7b").id
    for id_ in (one,) if one else under_counter(play.state, line.hex):
        mark(play, "CG22.7b", id_, drop=(position.RESERVE,), why="it is released")


OF_UNIT = reported("wake", book_wake, of_wake, opens=True)


@rule("RePh8.6115.1", "RePh8.6115.2")
def check_promotion(state: State, side: str, line: Said) -> None:
    """REPORT PROMOTION: a 7-0 rises from an MMC, once for a side, if there are squads enough for one leader
    more. Raises Refused."""
    clause, ratio = RATIO[side]
    unit = own(state, side, line.unit, clause)
    if f"promoted-{side}" in campaign(state).rolled:
        raise Refused(clause, "your side has promoted its leader in this Refit Phase")
    if not is_a(state, unit, pieces.MMC):
        raise Refused(clause, f"{unit.id} is not an MMC. A leader rises from an MMC")
    leaders = sum(is_a(state, one, pieces.LEADERS) for one in units_of(state, side))
    there = squads(state, units_of(state, side))
    if (leaders + 1) * ratio > there:
        told = f"{leaders} leaders and {there:g} squads"
        raise Refused(clause, f"with {told}, one more leader would exceed 1:{ratio}")


@rule("RePh8.6115.1", "RePh8.6115.2")
def book_promotion(play: Play, line: Said) -> None:
    """He is where the MMC is."""
    unit = named(play.state, pieces.ANYBODY, line.unit, "RePh8.6115.1")
    clause, id_ = RATIO[unit.side][0], f"{unit.side[:2].upper()}-7-0#{play.state.turn}"
    to = eyes(play.state, unit)
    play.remember(clause, "rolled", f"promoted-{unit.side}", to=to)
    made = UnitMade(
        rule=clause, to=to, unit=id_, what=PROMOTED[unit.side], side=unit.side, at=unit.at, steps=1
    )
    play.record(made)
    if kept := tuple(
        sorted(one for one in unit.flags if one in pieces.UNSEEN or one.startswith(position.LEVEL))
    ):
        mark(play, clause, id_, to=to, add=kept, hushed=True)


ORDERS: Orders = {"roll SNIPER": activate_sniper, "roll FREEDOM": free_leader, "roll ARMAMENT": roll_armament}
REPORTS: Reports = {
    "snipers": Report(check_snipers, book_snipers, keys=(), steps=(position.PLAY,), alone=unplaced),
    "armament": reported("armament", book_armament, of_armament),
    "exit": reported("exit", book_exit, of_exit, opens=True),
    "wake": replace(OF_UNIT, check=check_wake),
    "promotion": Report(check_promotion, book_promotion, joint=False, keys=(), steps=("8.6115",)),
}
STEPS: Steps = {"8.6073": expose_fortifications}
