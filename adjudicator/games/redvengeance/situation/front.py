"""The front: who may enter where, what is isolated, where the front runs (CG12 to CG14, 8.605 to 8.6052).

All of it is read off the control map, the bridges and the set-up areas. Hexes are those of the board ("k13");
a hex that neither side controls is No-Man's Land.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, wraps
from typing import TypeVar

from adjudicator.by_mail.control_map import ControlMap, Holding
from adjudicator.mechanics.network import Network
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..orders import read_line, said
from ..position import GERMAN, HIP, PLAY, RESERVE, RUSSIAN, SIDES, other
from . import ground
from .campaign import INITIAL, campaign, own
from .ground import BROKEN, CANAL, SPREE, bank, board, edges, hex_id, tags
from .pieces import CREW, MMC, UNSEEN, VEHICLE, class_of, good_order, is_ground_unit, may_see, on_map

NORTH, SOUTH, EAST = "north", "south", "east"
BANKS = {RUSSIAN: NORTH, GERMAN: SOUTH}
"""The side of the Spree on which each side may enter."""
ALWAYS = {RUSSIAN: "any hex of the north edge", GERMAN: "A15 to A24"}
"""Where each side may always enter."""
EAST_OPENS, EAST_BALANCE = 7, 2
"""The date at whose beginning the Russians may win the east edge, and the balance that it takes (CG12.5)."""
START_REACH = 5
"""How far from a bridge that stands the Germans may begin north of the Spree (OB-DE.1)."""
RESERVE_KEEPS, RESERVE_WAKES = 6, 3
"""How far a Reserve counter is set up from the enemy's front line, and how near an enemy unit releases it."""
SLOC_TEM = 2
"""The TEM that makes a hex a Strategic Location (CG14.1)."""


@cache
def network() -> Network:
    """The hexes of the board and who touches whom."""
    return Network.of(board())


def flood(sources: Iterable[str], through: Collection[str]) -> frozenset[str]:
    """What can be reached from these hexes, all within `through`."""
    return network().together(sources, through)


T = TypeVar("T")
MEMORY = 8
"""For how many positions results are remembered: every line of a set-up asks for them."""


def remembered(find: Callable[[State, str], T]) -> Callable[[State, str], T]:
    """What a function of control and facts found for a side is found again while these are the same."""
    memory: list[tuple[tuple[object, ...], tuple[int, str], T]] = []

    @wraps(find)
    def found(state: State, side: str) -> T:
        ground, moment = (state.board, state.control, state.facts), (state.turn, side)
        for known, when, value in memory:
            if when == moment and all(one is other for one, other in zip(known, ground, strict=True)):
                return value
        memory.append((ground, moment, find(state, side)))
        del memory[:-MEMORY]
        return memory[-1][2]

    return found


# -- who controls what -------------------------------------------------------------------------------------


def controlled(state: State, side: str) -> frozenset[str]:
    """The hexes that a side controls."""
    return frozenset(one for one, holder in state.control.items() if holder == side)


def at_start(state: State) -> Mapping[str, str]:
    """Who controlled each hex when the CGS began, or begins: before its firefight that is as it is now."""
    if state.segment != PLAY:
        return state.control
    return {hex_id(one): holder for one, holder in campaign(state).control_start.items()}


def kept(state: State, side: str) -> frozenset[str]:
    """The hexes that a side controls and controlled when the CGS began."""
    start = at_start(state)
    return frozenset(one for one in controlled(state, side) if start.get(one) == side)


@rule("I7", "CG14.2", "CG14.3", "RePh8.6051.1")
def initial_control(state: State) -> Mapping[str, str]:
    """Who controls what at the start of the campaign: the Germans their area but for the bridges."""
    area = german_start(state) - ground.bridge_hexes()
    return dict.fromkeys((one for one in board().spaces if one in area and not is_closed(state, one)), GERMAN)


@rule("OB-DE.1", "RePh8.6052.5")
def german_start(state: State) -> frozenset[str]:
    """Where the Germans may set up at first: south of the Spree, and within five hexes of a bridge over it
    that has its Location."""
    return _south_or_near(frozenset(one for one in ground.bridge_hexes() if ground.stands(state, one)))


@cache
def _south_or_near(bridges: frozenset[str]) -> frozenset[str]:
    near = {one for bridge in bridges for one in ground.grid().within(bridge, START_REACH)}
    return frozenset(near | {one for one in board().spaces if bank(one) == SOUTH})


@rule("OB-DE.1")
def check_german_start(state: State, hex_: str) -> None:
    """Raises Refused for a hex outside the area in which the Germans set up at first."""
    one = hex_id(hex_)
    if one not in german_start(state):
        bridges = {bridge.upper(): ground.distance(one, bridge) for bridge in sorted(ground.bridge_hexes())}
        told = ", ".join(f"{far} from {bridge}" for bridge, far in bridges.items())
        raise Refused(
            "OB-DE.1",
            f"{one.upper()} is north of the Spree and more than {START_REACH} hexes from every bridge that "
            f"stands ({told})",
        )


# -- entry -------------------------------------------------------------------------------------------------


@rule("CG12.1", "CG12.2", "CG12.3", "CG12.4", "CG12.5", "CG12.6")
def entry_hexes(state: State, side: str, new: bool = True) -> Mapping[str, str]:
    """The edge hexes by which a side may enter now, each with its clause; `new` for a group that has not been
    in the game yet. What was friendly when the CGS began has to be so still."""
    return _entries(state, side, kept(state, side), new)


def _entries(state: State, side: str, held: Collection[str], new: bool) -> Mapping[str, str]:
    """The edge hexes by which a side that holds these may enter, each with its clause."""
    clause = {RUSSIAN: "CG12.1", GERMAN: "CG12.2"}[side]
    found = {one: clause for one in _edge() if bank(one) == BANKS[side] and one in held}
    if side == GERMAN:
        return found | dict.fromkeys(sorted(ground.having("german-entry")), "CG12.3")
    if campaign(state).east_entry and new:
        found |= {one: "CG12.5" for one in _edge() if EAST in edges(one) and bank(one) == SOUTH}
    return found | {one: "CG12.4" for one in _edge() if NORTH in edges(one)}


@cache
def _edge() -> tuple[str, ...]:
    """The hexes at the edge of the map, in the order of the board."""
    return tuple(one for one in board().spaces if edges(one))


@rule("CG12.1", "CG12.2", "CG12.6", "OB-RU.1")
def check_entry(state: State, side: str, hex_: str, new: bool = True) -> None:
    """Raises Refused for a hex by which a side may not enter."""
    one = hex_id(hex_)
    if one in entry_hexes(state, side, new):
        return
    if one in entry_hexes(state, side):
        raise Refused(
            "CG12.6", f"{one.upper()}: only groups that have not been in the game enter by the east edge"
        )
    clause = "OB-RU.1" if begins(state) and side == RUSSIAN else {RUSSIAN: "CG12.1", GERMAN: "CG12.2"}[side]
    raise Refused(clause, f"{one.upper()}: {_why_closed(state, side, one)}", (ALWAYS[side],))


def begins(state: State) -> bool:
    """Whether this is the first CGS."""
    return campaign(state).case == INITIAL and state.turn == 1


def _why_closed(state: State, side: str, one: str) -> str:
    if not edges(one):
        return "units enter at the edge of the map"
    if bank(one) != BANKS[side]:
        return f"this edge hex is not {BANKS[side]} of the Spree"
    start, now = at_start(state).get(one, "nobody"), one in controlled(state, side)
    return (
        f"an edge hex has to be yours at the start of the CGS (it was {start}'s) and now "
        f"(it is {'yours' if now else 'not'})"
    )


@rule("CG12.5")
def opens_east(turn: int, balance: int) -> bool:
    """Whether the east edge opens to the Russians for good: if their balance is 2 as 4/30-PM begins."""
    return turn == EAST_OPENS and balance >= EAST_BALANCE


# -- isolation ---------------------------------------------------------------------------------------------


@rule("RePh8.6052.3", "RePh8.6052.5", "CG14.2")
def is_closed(state: State, one: str) -> bool:
    """Whether nobody can go through a hex: the Spree and the canal but for bridges that have a Location."""
    found = tags(one)
    water = bool(found & {SPREE, CANAL, BROKEN})
    return water and not ground.stands(state, one)


@remembered
def areas(state: State, side: str) -> tuple[frozenset[str], ...]:
    """The set-up areas of a side: those that were filed, but for hexes that the enemy has taken since, else
    its hexes as they hang together."""
    filed, enemy = campaign(state).areas.get(side), controlled(state, other(side))
    if filed is not None:
        return tuple(frozenset(map(hex_id, area)) - enemy for area in filed)
    return tuple(_together(controlled(state, side)))


def _together(hexes: Collection[str]) -> Iterator[frozenset[str]]:
    """Hexes in groups that hang together, in the order of the board."""
    left = [one for one in board().spaces if one in hexes]
    while left:
        found = flood(left[:1], hexes)
        yield found
        left = [one for one in left if one not in found]


@rule("RePh8.6052.1", "RePh8.6052.2", "RePh8.6052.4")
def reached(state: State, side: str) -> frozenset[str]:
    """The hexes from which a side has a way to an Eligible Entry Area (CG12) over hexes that can be entered
    and are its own or nobody's. The Russians' east edge counts once it is open, for old groups, too, and all
    of it, north of the Spree as well (8.6052, the note)."""
    entries = set(_entries(state, side, controlled(state, side), new=True))
    if side == RUSSIAN and campaign(state).east_entry:
        entries |= {one for one in _edge() if EAST in edges(one)}
    enemy = controlled(state, other(side))
    return flood(entries, {one for one in board().spaces if one not in enemy and not is_closed(state, one)})


def _given(told: Mapping[str, tuple[str, ...]] | None, side: str) -> frozenset[str] | None:
    """The hexes that a position gives for a side in place of what the control map shows; None for none."""
    hexes = (told or {}).get(side)
    return None if hexes is None else frozenset(map(hex_id, hexes))


@rule("RePh8.6052.2")
@remembered
def isolated(state: State, side: str) -> frozenset[str]:
    """The hexes of the side's areas that are isolated: none of the area's hexes has a way to an entry area. A
    position may give them instead."""
    if (given := _given(campaign(state).isolated, side)) is not None:
        return given
    linked = reached(state, side)
    return frozenset(one for area in areas(state, side) if not area & linked for one in area)


AT = "AT"
"""The report that says where a unit is."""


def places_of(state: State, unit: Unit) -> frozenset[str]:
    """Where a unit is on record, and where a report that waits for the other side's says that it is: a letter
    may have both that report and what the unit did there."""
    lines = (said(read_line(text)) for texts in campaign(state).filed.values() for text in texts)
    told = (one.hex for one in lines if one.about == AT and one.unit.casefold() == unit.id.casefold())
    return frozenset({unit.at, *map(hex_id, told)})


# -- No-Man's Land and the front line ----------------------------------------------------------------------


@rule("CG14.2", "CG14.3", "RePh8.6051.1", "RePh8.6131.3")
def no_mans_land(state: State) -> frozenset[str]:
    """The hexes that nobody controls, but for water and Uncontrolled territory; and all hexes of bridges over
    the Spree and the canal, even with units on them."""
    held = frozenset(one for one, holder in state.control.items() if holder in SIDES)
    held |= {one for one, turn in campaign(state).vacated.items() if not turn}
    dry = frozenset(one for one in board().spaces if not tags(one) & {SPREE, CANAL})
    return (dry - held) | ground.crossings()


@rule("CG14.1")
def is_sloc(state: State, hex_: str) -> bool:
    """Whether a hex is a Strategic Location: its TEM is two or more where the document gives it, a Good Order
    MMC other than a vehicle's crew is there, or it is an edge hex that somebody has controlled. Units count
    that both sides see: else the hex would tell of a hidden one."""
    one = hex_id(hex_)
    walked = edges(one) and state.control.get(one) in SIDES
    known = (unit for unit in state.at(one) if may_see(state, other(unit.side), unit))
    units = [(unit, class_of(state, unit)) for unit in known]
    infantry = MMC if all(class_ != VEHICLE for _, class_ in units) else {*MMC} - {CREW}
    held = any(class_ in infantry and good_order(unit) for unit, class_ in units)
    return bool(covers(ground.tem_now(state, one)) or walked or held)


@rule("CG14.1")
def covers(tem: int | None) -> bool:
    """Whether a TEM, None for one that the document does not give, makes a hex a Strategic Location."""
    return tem is not None and tem >= SLOC_TEM


@rule("CG13.1", "I8")
@remembered
def front_line(state: State, side: str) -> frozenset[str]:
    """The Front Line of a side: of its hexes those at the edge, and those next to a hex of the enemy that is
    not isolated, or to No-Man's Land; not for the sake of a river or canal hex whose bridge is down. At the
    start the Russians have the north edge. A position may give it instead."""
    if (given := _given(campaign(state).front_line, side)) is not None:
        return given
    if side == RUSSIAN and begins(state) and not controlled(state, RUSSIAN):
        return frozenset(one for one in _edge() if NORTH in edges(one))
    enemy = controlled(state, other(side)) - isolated(state, other(side))
    beside = (enemy | no_mans_land(state)) - frozenset(one for one in board().spaces if is_closed(state, one))
    own = controlled(state, side)
    return frozenset(one for one in own if edges(one) or beside & set(network().neighbours(one)))


@rule("CG22.7a", "I8")
def check_reserve(state: State, side: str, hex_: str) -> None:
    """A Reserve counter is set up six hexes or more from the enemy's front line. Raises Refused."""
    one = hex_id(hex_)
    far = network().distances(front_line(state, other(side))).get(one)
    if far is not None and far < RESERVE_KEEPS:
        why = f"{one.upper()} is {far} from the enemy's front line; Reserves keep {RESERVE_KEEPS} away"
        raise Refused("I8" if begins(state) and side == GERMAN else "CG22.7a", why)


@rule("CG22.7b")
def woken(state: State, side: str) -> Iterator[str]:
    """The units of a side under Reserve counters that are released: an enemy ground unit is within three
    hexes, and is not hidden, which would give it away; a Dummy counts, for nobody may know it for one."""
    enemy = {
        unit.at
        for unit in state.units.values()
        if unit.side == other(side) and on_map(unit) and HIP not in unit.flags and is_ground_unit(state, unit)
    } | {hex_id(one) for one in own(state, other(side)).dummies}
    near = {at for at, far in network().distances(enemy).items() if far <= RESERVE_WAKES}
    for unit in state.units.values():
        if unit.side == side and RESERVE in unit.flags and unit.at in near:
            yield unit.id


# -- perimeters and areas ----------------------------------------------------------------------------------


@rule("RePh8.6051.2", "RePh8.6051.3", "I9")
def check_perimeter(
    state: State, side: str, hexes: Iterable[str], foxholes: Iterable[str] = (), writer: str = ""
) -> None:
    """A set-up perimeter runs through hexes that hang together and are the side's: it controls them, has men
    there, or at first one of its free Foxholes; it may lead around Strategic Locations in No-Man's Land,
    never through one. Men count of whom the writer may know, the side itself if nobody is given. Raises
    Refused."""
    line = list(map(hex_id, hexes))
    dug = frozenset(map(hex_id, foxholes)) if campaign(state).case == INITIAL else frozenset()
    own = (unit for unit in state.units.values() if unit.side == side and on_map(unit))
    men = {unit.at for unit in own if may_see(state, writer or side, unit)}
    held = controlled(state, side) | men | set(map(hex_id, campaign(state).personnel.get(side, ()))) | dug
    nobody, bridges = no_mans_land(state), ground.crossings()
    for one in line:
        if one in bridges or (one in nobody - held and is_sloc(state, one)):
            raise Refused("RePh8.6051.2", f"{one.upper()}{_AROUND}")
    loose = [one for one in line if one not in held]
    if loose:
        raise Refused(
            "I9", f"your hexes do not join the perimeter at {', '.join(one.upper() for one in loose)}"
        )
    if len(list(_together(frozenset(line)))) > 1:
        raise Refused("RePh8.6051.3", "the hexes of the perimeter are not connected")


_AROUND = " is a Strategic Location in No-Man's Land: a perimeter may lead around it, not through it"


@rule("RePh8.6051.3")
def enclosed(hexes: Iterable[str]) -> frozenset[str]:
    """The hexes that a perimeter encloses: no way leads from them to the edge of the map but through it."""
    line = frozenset(map(hex_id, hexes))
    around = frozenset(board().spaces) - line
    return around - flood(_edge(), around)


@rule("RePh8.6054")
def surrounded(state: State, side: str) -> frozenset[str]:
    """The hexes that the hexes of a side enclose and that are not its own: not water and bridges, and none
    that hang together with a hex which the enemy controls, or in which an enemy unit is in sight."""
    own, enemy = controlled(state, side), controlled(state, other(side))
    units = (unit for unit in state.units.values() if unit.side == other(side) and on_map(unit))
    there = enemy | {one.at for one in units if not one.flags & UNSEEN and is_ground_unit(state, one)}
    pockets = (pocket for pocket in _together(enclosed(own)) if not pocket & there) if own else ()
    inside = frozenset(one for pocket in pockets for one in pocket)
    return frozenset(one for one in inside - own - ground.crossings() if not is_closed(state, one))


@rule("RePh8.6055", "RePh8.6056")
def in_area(state: State, side: str, hex_: str) -> bool:
    """Whether a hex is in a set-up area of a side."""
    return any(hex_id(hex_) in area for area in areas(state, side))


@rule("RePh8.6056", "RePh8.6057", "BRV13.12.4")
def must_escape(state: State, unit: Unit) -> bool:
    """Whether a unit on the map is in no set-up area of its side; a side without a known area has none to
    be in."""
    there = on_map(unit) and is_ground_unit(state, unit)
    return there and bool(areas(state, unit.side)) and not in_area(state, unit.side, unit.at)


# -- the S-Bahn between two CGS ----------------------------------------------------------------------------


@rule("BRV13.12.1")
def check_onto_sbahn(state: State, side: str, hex_: str) -> None:
    """A unit comes onto the S-Bahn from off the map alone, where the line meets an edge hex that was friendly
    at the start and is so now. Raises Refused."""
    one = hex_id(hex_)
    if one not in ground.having("sbahn") or not edges(one) or one not in kept(state, side):
        ends = tuple(f"{end.upper()}:S" for end in sorted(ground.having("sbahn")) if edges(end))
        raise Refused("BRV13.12.1", f"{one.upper()}:S: {_ONTO}", ends)


_ONTO = "units may enter the S-Bahn only from off the map, by an edge hex friendly at the start and now"


@rule("BRV13.12.2", "BRV13.12.3", "BRV13.12.4")
def off_sbahn(state: State, side: str, hex_: str) -> str:
    """What a unit that ended a CGS on the S-Bahn may do: "anywhere" if a chain of friendly S-Bahn hexes leads
    to an edge hex of the line that its side controls; "stay" on the S-Bahn if its side has an area with a hex
    of the line; else it must try to "escape"."""
    line, own = ground.having("sbahn"), controlled(state, side)
    ends = [one for one in line if edges(one)]
    if hex_id(hex_) in flood(ends, line & own):
        return "anywhere"
    return "stay" if any(area & line for area in areas(state, side)) else "escape"


@rule("BRV13.12.2", "BRV13.12.3", "BRV13.12.4")
def check_off_sbahn(state: State, side: str, was: str, to: ground.Place) -> None:
    """Raises Refused for a set-up that a unit that ended the CGS on the S-Bahn may not make."""
    may = off_sbahn(state, side, was)
    line = [area & ground.having("sbahn") for area in areas(state, side)]
    if may == "escape":
        raise Refused(
            "BRV13.12.4",
            f"{was.upper()}:S: none of your set-up areas has an S-Bahn hex. The unit must try to escape",
        )
    if may == "stay" and (to.level != ground.SBAHN or not any(to.hex in part for part in line)):
        legal = tuple(f"{one.upper()}:S" for part in line for one in sorted(part))
        clause = "BRV13.12.2" if to.level != ground.SBAHN else "BRV13.12.3"
        raise Refused(
            clause,
            f"{was.upper()}:S has no friendly line to the edge. The unit must stay on the S-Bahn",
            legal,
        )


LOOK = {RUSSIAN: ("Russian", "#b3302c"), GERMAN: ("German", "#2e5580")}
"""What a side is called on the map, and its colour there."""
FIRES = {"flame": 0, "blaze": 1}
"""Which face of the marker FLAME a fire shows."""
BRIDGES = {"partial": 0, "destroyed": 1}
"""Which face of its marker a bridge shows that is not intact."""
RUBBLE = {ground.WOOD: "rubble-wood", ground.STONE: "rubble-stone"}
"""What the markers of rubble are called."""
BARRIERS = {"whole": 0, "breached": 1}
"""Which face a Barricade shows that is known for one."""


def control_map(state: State) -> ControlMap:
    """What each side holds, where its front runs and where it may enter."""
    return tuple(
        Holding(
            title,
            colour,
            tuple(sorted(controlled(state, side))),
            tuple(sorted(front_line(state, side) & controlled(state, side))),
            tuple(sorted(entry_hexes(state, side))),
            tuple(sorted(isolated(state, side) & controlled(state, side))),
        )
        for side, (title, colour) in LOOK.items()
    )


def markers(state: State) -> Iterator[tuple[str, int, str]]:
    """Markers in hexes: fires, rubble, shellholes, damaged bridges, barriers; a barrier in the hex that its
    hexside names first."""
    now, known = campaign(state), state.roster.markers
    found = [(RUBBLE.get(word, word), 0, one) for one, words in now.terrain.items() for word in words.split()]
    found += [("flame", FIRES.get(word, 0), one) for one, word in now.fires.items()]
    told = ((one, word.partition(" ")[0]) for one, word in now.bridges.items())
    found += [("bridge-damaged", BRIDGES[word], one) for one, word in told if word in BRIDGES]
    for side, word in now.barricades.items():
        first = side.partition("/")[0]
        seen = word in BARRIERS
        found.append(("barricade-seen", BARRIERS[word], first) if seen else ("roadblock-seen", 0, first))
    yield from ((marker, face, hex_id(one)) for marker, face, one in found if marker in known)
