"""The ground: hexes, their Locations, and what the document says of them, clause by clause in `ground.csv`.

A row of that table speaks of the hexes that have all its `tags` (features.csv of the map lays them), on a
`level` ("" any, "0" the ground, "R" a rooftop, "S" the S-Bahn, "C" a cellar, "top" the uppermost), where all
words of `when` hold: it gives a `key` its `value`. "+1" is one more than `base-KEY`; "?" has to be said,
whatever it is. A report that says something else of the hex is refused under the row's clause. Of a hex
without tags nothing is known, and the referee takes what both players say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.rulings import Refused, rule
from adjudicator.state import State
from maps.board import Board
from maps.grids.grid import HexGrid
from maps.reading.load import load_board

from ..charts import cells, rows_of, spelt, word
from ..orders import Said, place_of
from ..position import GAME
from .campaign import campaign

GROUND, ROOFTOP, SBAHN, CELLAR, TOP = "0", "R", "S", "C", "top"
SPREE, BRIDGE, CANAL, BROKEN, PIT_BRIDGE = "spree", "bridge", "canal", "destroyed-bridge", "pit-bridge"
"""Tags of water and of the bridges over it, BRIDGE over the Spree, and of that over the Excavation Pit."""
OPEN = frozenset({"spree", "canal", "pit", "pit-bridge", "culvert", "pond", "runway", "destroyed-bridge"})
"""Tags of hexes that hold no building."""
HIGH = {"reichstag": 2, "factory": 2, "factory-low": 1}
"""The uppermost level of the buildings for which the rulebook gives one; 1 in all others (12.1)."""
CLIFFS = {frozenset({"s7", "s8"}): "BRV6.0"}
"""Hexsides that are cliffs."""
NUMBER = re.compile(r"[+-]\d+")
SURE = "?"
"""A value that has to be said, whatever it is."""


SOFT = frozenset(
    {"bridge", "pit-bridge", "destroyed-bridge", "spree", "canal", "pond", "pit", "culvert", "embankment",
     "rubble"}
)  # fmt: skip
"""What is neither debris nor paved road, and bears no tank that is dug in."""


Keys = Mapping[str, str | bool]
"""What a report says, key by key."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause about ground."""

    rule: str
    tags: frozenset[str]
    level: str
    when: frozenset[str]
    key: str
    value: str | bool
    words: str


@dataclass(frozen=True, slots=True)
class Place:
    """A Location: the hex as the board has it ("k13") and the level ("0" the ground)."""

    hex: str
    level: str = GROUND

    def __str__(self) -> str:
        return f"{self.hex.upper()}{'' if self.level == GROUND else f':{self.level}'}"


@cache
def rows() -> tuple[Row, ...]:
    """All rows in the order of the table."""
    return rows_of(Row, "ground.csv")


# -- hexes -------------------------------------------------------------------------------------------------


@cache
def board() -> Board:
    """The map of the campaign."""
    return load_board(GAME)


@cache
def grid() -> HexGrid:
    """Its grid of hexes."""
    found = board().grid
    assert found is not None
    return found


@rule("BRV0.1", "BRV16.9")
@cache
def hex_id(text: str) -> str:
    """A hex as the board has it: "K13", "K13:1" and "k13" are "k13". Half-hexes are hexes like others. Raises
    Refused for a hex that the map does not have."""
    found = text.partition(":")[0].lower()
    if found not in board().spaces:
        raise Refused("BRV0.1", f"there is no hex {text.upper()}; {_EXTENT}")
    return found


_EXTENT = "columns are A to MM; A, C ... MM have the rows 1 to 25, B, D ... LL the rows 0 to 25"


def place(text: str) -> Place:
    """The Location that a text names: "K13", "K13:1", "Y17:R". Raises Refused for a hex off the map."""
    level = (place_of(text) or text).partition(":")[2]
    return Place(hex_id(text), level or GROUND)


@cache
def tags(hex_: str) -> frozenset[str]:
    """The features of a hex, in the words of features.csv. Raises Refused for one off the map."""
    found = board().spaces[hex_id(hex_)].facts["tags"]
    return frozenset(found if isinstance(found, tuple) else ())


def edges(hex_: str) -> frozenset[str]:
    """The edges of the map that a hex touches: north, south, west, east."""
    found = board().spaces[hex_id(hex_)].facts["edge"]
    return frozenset(found if isinstance(found, tuple) else ())


def bank(hex_: str) -> str:
    """On which side of the Spree a hex is: north, south, or spree for the river itself."""
    return str(board().spaces[hex_id(hex_)].facts["bank"])


def distance(a: str, b: str) -> int:
    """The fewest steps between two hexes."""
    return grid().distance(hex_id(a), hex_id(b))


@cache
def having(tag: str) -> frozenset[str]:
    """The hexes with a tag."""
    return frozenset(one for one in board().spaces if tag in tags(one))


def bridge_hexes() -> frozenset[str]:
    """The hexes of bridges over the Spree, whole or not."""
    return having(BRIDGE)


def crossings() -> frozenset[str]:
    """The hexes of all bridges, over the canal too: No-Man's Land even with units there (CG14.2)."""
    return having(BRIDGE) | having(BROKEN)


@rule("RePh8.6052.5")
def stands(state: State, hex_: str) -> bool:
    """Whether a bridge over the Spree still has its Location: one partially destroyed does (notes f.37)."""
    bridges = {hex_id(one): word for one, word in campaign(state).bridges.items()}
    one = hex_id(hex_)
    return BRIDGE in tags(one) and not bridges.get(one, "intact").startswith("destroyed")


@rule("BRV6.0")
def cliff(a: str, b: str) -> bool:
    """Whether the hexside between two hexes is a cliff; what that means the base rules say."""
    return frozenset({hex_id(a), hex_id(b)}) in CLIFFS


WOOD, STONE, SHELLHOLE = "wood-rubble", "stone-rubble", "shellhole"
RUINS = {WOOD: 2, STONE: 3, SHELLHOLE: 1}
"""What a hex has become of which no building is left, and its TEM by the base rules."""
OPENINGS = ("breach", "trail-break")
"""What a report of terrain lays besides what the hex is."""


def become(state: State, hex_: str) -> str:
    """What a hex has become in the campaign, "" for nothing; a Breach or a trail break leaves it what it
    is."""
    words = campaign(state).terrain.get(hex_id(hex_), "").split()
    return next((word for word in words if word not in OPENINGS), "")


# -- Locations ---------------------------------------------------------------------------------------------


@rule("BRV12.1", "BRV12.3.3", "BRV12.7.2")
def top(found: frozenset[str]) -> int:
    """The uppermost level below the roof of a building in a hex of these tags."""
    return next((high for tag, high in reversed(HIGH.items()) if tag in found), 1)


@rule("BRV12.4.3")
def check_roofs(a: Place, b: Place) -> None:
    """From the roof of a tower, at level 3, none leads to a roof beside it at level 2.5. Raises Refused."""
    if a.level == b.level == ROOFTOP and ("tower" in tags(a.hex)) != ("tower" in tags(b.hex)):
        raise Refused(
            "BRV12.4.3", f"the rooftop of a tower has no connection to another rooftop: {a} and {b}"
        )


def check_location(state: State, where: Place) -> None:
    """Raises Refused for a Location where no unit can be: in deep water, above the uppermost level, on a roof
    or in a cellar that is not there, on an S-Bahn elsewhere."""
    if found := _why_not(state, where):
        raise Refused(found[0], f"{where}: {found[1]}", _locations(state, where.hex))


def _why_not(state: State, where: Place) -> tuple[str, str] | None:
    """The clause by which no unit can be in a Location, and why; None where one can."""
    found = tags(where.hex)
    if where.level == SBAHN:
        return _off_the_sbahn(found)
    if where.level != GROUND and (ruins := become(state, where.hex)) in RUINS:
        return "CG27.1", f"this hex has become {ruins}; it has only its ground"
    row = told(found, "location", where.level)
    if row is not None and row.value is False:
        return row.rule, row.words
    if where.level != GROUND and found & OPEN:
        return "BRV12.1", "this hex has no building"
    if where.level.isdigit() and int(where.level) > top(found):
        return _too_high(found)
    return _in_water(state, where.hex, found)


@rule("BRV12.1", "BRV12.7.2")
def _too_high(found: frozenset[str]) -> tuple[str, str]:
    if found & HIGH.keys():
        return "BRV12.1", f"the uppermost level here is {top(found)}"
    return "BRV12.1", "only the Reichstag and the factory have more than a ground and a first level"


@rule("BRV13.1.1")
def _off_the_sbahn(found: frozenset[str]) -> tuple[str, str] | None:
    line = ", ".join(one.upper() for one in sorted(having("sbahn")))
    return None if "sbahn" in found else ("BRV13.1.1", f"the S-Bahn runs through {line}")


@rule("BRV10.1.1", "BRV10.5", "BRV11.2.1", "BRV11.3.1")
def _in_water(state: State, one: str, found: frozenset[str]) -> tuple[str, str] | None:
    """No unit is in the Spree or the canal but on a bridge with a Location."""
    if BROKEN in found:
        return "BRV11.2.1", "the Admiral Scheer Bridge is destroyed; no unit may be here"
    if BRIDGE in found:
        return None if stands(state, one) else ("BRV11.3.1", "this bridge is destroyed; no unit may be here")
    if SPREE in found:
        over = ", ".join(one.upper() for one in sorted(bridge_hexes()) if stands(state, one)) or "none"
        return "BRV10.1.1", f"the Spree is deep and flooded; bridges over it that stand: {over}"
    return ("BRV10.5", "the canal is deep; no unit may be here") if CANAL in found else None


def _locations(state: State, hex_: str) -> tuple[str, ...]:
    """The Locations that a hex has."""
    levels = (CELLAR, GROUND, "1", "2", ROOFTOP, SBAHN)
    return tuple(str(one) for level in levels if not _why_not(state, one := Place(hex_, level)))


# -- what the table says -----------------------------------------------------------------------------------


def told(found: frozenset[str], key: str, level: str = "", when: Iterable[str] = ()) -> Row | None:
    """The row that gives a key in a hex of these tags; of several that which says most of the case, and of
    equals the last."""
    case = frozenset(when)
    fit = [row for row in rows() if row.key == key and _fits(row, found, level, case)]
    return max(reversed(fit), key=lambda row: (len(row.when), len(row.tags), bool(row.level)), default=None)


def _fits(row: Row, found: frozenset[str], level: str, case: frozenset[str]) -> bool:
    return row.tags <= found and row.when <= case and (not row.level or level in _levels(row.level, found))


def _levels(level: str, found: frozenset[str]) -> tuple[str, ...]:
    """The levels that a row is about; the ground is meant where nothing is said."""
    if level == TOP:
        return (str(top(found)), TOP)
    return (GROUND, "") if level == GROUND else (level,)


@rule(*dict.fromkeys(row.rule for row in rows()))
def check_said(found: frozenset[str], level: str, keys: Keys, where: str = "") -> None:
    """What a report says of a hex with these tags must be what the document says. `keys` are all that it
    says; those that are so, and their words, are the case. Raises Refused with the clause that it
    contradicts."""
    case = frozenset(key if value is True else spelt(value) for key, value in keys.items())
    for key in dict.fromkeys(row.key for row in rows() if _fits(row, found, level, case)):
        row = told(found, key, level, case)
        if row is not None and not _agrees(row, keys):
            said = f"{key}={spelt(keys[key])}" if key in keys else f"no {key}="
            wanted = _wanted(row, keys) if row.value != SURE else None
            legal = () if wanted is None else (f"{row.key}={spelt(wanted)}",)
            raise Refused(row.rule, f"{where or level}: {row.words}; your report says {said}", legal)


def _agrees(row: Row, keys: Keys) -> bool:
    """Whether what is said is what a row says; what is so is anything but no. What is not said contradicts
    only a row that asks for it."""
    said = keys.get(row.key)
    if said is None or row.value == SURE:
        return said is not None or row.value != SURE
    wanted = _wanted(row, keys)
    if said is True:
        return wanted is not False
    return wanted is None or spelt(said).lstrip("+") == spelt(wanted).lstrip("+")


def _wanted(row: Row, keys: Keys) -> str | bool | None:
    """The value that a row gives, from the base that the report names; None where it names none."""
    if isinstance(row.value, bool) or not NUMBER.fullmatch(row.value) or row.key == "elevation":
        return row.value
    base = spelt(keys.get(f"base-{row.key}", ""))
    return str(int(base) + int(row.value)) if NUMBER.fullmatch(f"+{base.lstrip('+-')}") else None


def check_report(said: Said, *known: str) -> None:
    """What a report says of the places that it names; its kind is a word of the case, and so is what is
    `known` of it besides, such as "vehicle". Raises Refused."""
    told = {key: word(text) for key, text in said.more.items()} | ({"mp": said.mp} if said.mp else {})
    keys = {said.about.casefold(): True, **({"trench": True} if said.trench else {}), **told}
    keys |= dict.fromkeys(known, True)
    for where in filter(None, (said.hex or said.place, *filter(place_of, said.rest))):
        found = place(where)
        check_said(tags(found.hex), found.level, keys, str(found))


# -- what may be put where ---------------------------------------------------------------------------------


@rule("BRV10.2.4", "BRV13.31.5", "BRV3.0.7")
def check_fortification(item: str, hex_: str) -> None:
    """Raises Refused for a fortification where none of the kind may be: nothing but Wire in the pit, no
    Fortified Location in the gate."""
    found = tags(hex_)
    only = told(found, "fortification")
    if only is not None and item.casefold() != only.value:
        raise Refused(only.rule, f"{hex_.upper()}: {only.words}")
    none = told(found, "fortified")
    if item.casefold() == "fortified" and none is not None:
        raise Refused(none.rule, f"{hex_.upper()}: {none.words}")


@rule("BRV10.2.5", "BRV11.1")
def check_vehicle(hex_: str) -> None:
    """Raises Refused for a vehicle where none may be: in the pit, but not on the bridge over it."""
    row = told(tags(hex_), "vehicle")
    if row is not None and row.value is False:
        raise Refused(row.rule, f"{hex_.upper()}: {row.words}")


@rule("BRV11.4")
def check_barrier(a: str, b: str) -> None:
    """A Roadblock or Barricade is on the hexside of two adjacent hexes, even of a bridge. Raises Refused."""
    bridges = having(BRIDGE) | having(PIT_BRIDGE)
    one, other = hex_id(a), hex_id(b)
    if other not in board().neighbours(one):
        raise Refused("BRV11.4", f"{a.upper()} and {b.upper()} do not share a hexside")
    water = [hex_ for hex_ in (one, other) if tags(hex_) & {SPREE, CANAL} and hex_ not in bridges]
    if water:
        raise Refused("BRV11.4", f"{water[0].upper()} is water without a bridge. It may not have a barrier")


@rule("BRV12.3.7")
def check_gun(where: Place, houses: bool) -> None:
    """The Reichstag's being built-up lets no Gun in: none above the ground, and on the ground only one that
    may be in buildings anyway (`houses`). Raises Refused."""
    if "reichstag" in tags(where.hex) and where.level != GROUND:
        raise Refused("BRV12.3.7", f"{where}: no Gun may be set up above the ground of the Reichstag")
    if "reichstag" in tags(where.hex) and not houses:
        raise Refused("BRV12.3.7", f"{where}: this Gun may not be set up in a building, nor in the Reichstag")


@rule("BRV12.3.8")
def check_fortify(where: Place, fortified: Iterable[Place]) -> None:
    """A level of the Reichstag is fortified when the one below it is. Raises Refused."""
    if "reichstag" not in tags(where.hex) or not where.level.isdigit() or where.level == GROUND:
        return
    below = Place(where.hex, str(int(where.level) - 1))
    if below not in set(fortified):
        raise Refused("BRV12.3.8", f"{where} may be fortified once {below} is", (str(below),))


@rule("I3.2")
def firm(hex_: str) -> bool:
    """Whether a tank can be dug in here: on debris, or on what counts as paved road, which is all ground
    that the map does not know to be anything else (stand-in); on no bridge and in no building."""
    found = tags(hex_)
    return "debris" in found or not (found & SOFT or in_building(hex_))


def in_building(hex_: str) -> bool:
    """Whether the map shows a building in a hex."""
    return bool({"multi-hex", "one-hex"} & tags(hex_))


@rule("CG14.1", "CG27.1")
def tem_now(state: State, hex_: str) -> int | None:
    """The TEM of what a hex has become (f.68), or of what the map has there; None where neither is known."""
    return RUINS.get(become(state, hex_), tem(hex_))


def tem(hex_: str) -> int | None:
    """The TEM that the document gives a hex, 3 for a stone building; None where it gives none."""
    row = told(tags(hex_), "tem")
    if row is not None and str(row.value).isdigit():
        return int(row.value)
    return 3 if "stone" in tags(hex_) else None


# -- told to players ---------------------------------------------------------------------------------------


@rule(*(row["rule"] for row in cells("legend.csv")))
def legend(number: int) -> str:
    """What a number of the map's legend is, with its hex where the document gives one; "" for no number."""
    rows = (row for row in cells("legend.csv") if row["number"] == str(number))
    return next((f"{row['name']}, {row['hex'] or 'hex not given'}" for row in rows), "")


def known(state: State, hex_: str) -> Iterator[str]:
    """What the referee knows of a hex, line by line: its name, its Locations, what the document says of it
    with the clause, and what of it stands in."""
    one = hex_id(hex_)
    facts, found = board().spaces[one].facts, tags(one)
    side = "in the Spree" if bank(one) == SPREE else f"{bank(one)} of the Spree"
    touching = f"on the {' and '.join(sorted(edges(one)))} edge" if edges(one) else ""
    yield ", ".join(filter(None, (one.upper(), str(facts["name"]), side, touching)))
    yield f"Locations: {', '.join(_locations(state, one)) or 'none that a unit can be in'}"
    yield from dict.fromkeys(f"[{row.rule}] {row.words}" for row in rows() if row.tags and row.tags <= found)
    standins = facts["standin"] if isinstance(facts["standin"], tuple) else ()
    if standins:
        yield f"Placeholder for the publisher's map: {', '.join(standins)}"
    if not found:
        yield "The document does not describe this hex. What both players report counts"
