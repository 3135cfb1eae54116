"""What a rehearsal may say of a position of this game, the shape of each fact of its `state` (`faults`), and
what it plays with stand-ins for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from adjudicator.games.redvengeance.campaign_game.cg_losses import PARTS
from adjudicator.games.redvengeance.charts import cells, groups
from adjudicator.games.redvengeance.fighting.r09_barricades import MOST_LABOR
from adjudicator.games.redvengeance.fighting.r11_bridges import DESTROYED, INTACT, PARTIAL
from adjudicator.games.redvengeance.orders import hexside_of, place_of
from adjudicator.games.redvengeance.position import OWN, SIDES
from adjudicator.games.redvengeance.refit_phase.reph_fires import BLAZE, BOTH, EVERY_LOCATION, FLAME, TERRAIN
from adjudicator.games.redvengeance.refit_phase.reph_result import NOBODY
from adjudicator.games.redvengeance.situation.campaign import (
    ATTACK,
    BREACHED,
    DUAL,
    HISTORICAL,
    IDLE,
    INITIAL,
    LULL,
    RANDOM,
    ROADBLOCK,
    WHOLE,
    Own,
)
from adjudicator.games.redvengeance.situation.ground import board, bridge_hexes
from adjudicator.games.redvengeance.situation.steps import dates
from adjudicator.state import Json, State

STATE_KEYS: Mapping[str, str] = {row["key"]: row["says"] for row in cells("state.csv")}
"""Key of a position's `state` -> what it says."""
STANDINS = (
    "map: terrain, the Spree, two of its bridges, the S-Bahn, pits, boulevard beyond the hexes named",
    "units: weights and movement of vehicles, modifiers of Inexperienced crews",
    "what the base rules and KGP II decide: both sides report it",
)
"""Placeholders for what the rulebook does not give."""
HELD, NAMES = {"control-start"}, {"balance-option", "first", "banner"}
"""Facts that name a side or a place by hex, and by themselves: "none" is nobody and nowhere."""
SPELLING = {"control-start": str.lower, "terrain": str.lower, "fires": str.lower, "bridges": str.upper}
"""Facts by hex -> how the game keeps their hexes."""


def held(word: str) -> str:
    """Who holds something; "" for nobody."""
    return "" if word == NOBODY else word


def lay(state: State, position: Mapping[str, Json]) -> State:
    """A laid position in the game's own spelling: hexes as they are kept, a date by its number, what each
    side alone knows with that side; "partial 20" is a damaged bridge and what it bears."""
    facts = dict(state.facts)
    facts |= {key: {one: held(word) for one, word in facts[key].items()} for key in HELD & facts.keys()}
    facts |= {key: held(facts[key]) for key in NAMES & facts.keys()}
    for key in SPELLING.keys() & facts.keys():
        facts[key] = {SPELLING[key](one): word for one, word in facts[key].items()}
    bridges = {one: how.split() for one, how in facts.get("bridges", {}).items()}
    if limits := {one: int(how[1]) for one, how in bridges.items() if how[1:]}:
        facts |= {"limits": limits, "bridges": {one: how[0] for one, how in bridges.items()}}
    names = {one.name: one.number for one in dates()}
    facts |= {"supplemental": names.get(word, word)} if (word := facts.get("supplemental")) else {}
    for name, count in facts.pop("bought", {}).items():
        side, _, group = name.partition(" ")
        own = facts.get(OWN + side, {})
        facts[OWN + side] = {**own, "bought": {**own.get("bought", {}), group: count}}
    return state.but(facts=facts)


NO_SIDE = ("", "none")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value has to be, in words, and whether one is."""

    says: str
    fits: Callable[[Json], bool]


# -- shapes ------------------------------------------------------------------------------------------------


def one_of(*words: Json) -> Shape:
    """One of these."""
    told = ", ".join(str(one) for one in words if one != "")
    return Shape(
        f"one of {told}", lambda value: any(type(one) is type(value) and one == value for one in words)
    )


def whole(least: int, most: int) -> Shape:
    """A whole number in these bounds."""

    def fits(value: Json) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return Shape(f"a whole number from {least} to {most}", fits)


def either(*shapes: Shape) -> Shape:
    """A value of one of these shapes."""
    return Shape(
        " or ".join(one.says for one in shapes), lambda value: any(one.fits(value) for one in shapes)
    )


def is_hex(value: Json) -> bool:
    """Whether a value names a hex of the map, with or without a level."""
    place = place_of(value) if isinstance(value, str) else None
    return place is not None and place.partition(":")[0].lower() in board().spaces


def is_hexside(value: Json) -> bool:
    """Whether a value names a hexside of the map."""
    side = hexside_of(value) if isinstance(value, str) else None
    return side is not None and all(map(is_hex, side.split("/")))


def is_labor(value: Json) -> bool:
    """Whether a value names a hexside and a hex from which it is worked on: "I8/I9@I8"."""
    side, _, hex_ = value.partition("@") if isinstance(value, str) else ("", "", "")
    return is_hexside(side) and is_hex(hex_)


def is_group(value: Json) -> bool:
    """Whether a value names a side and a group of its chart: "german I3"."""
    side, _, group = value.partition(" ") if isinstance(value, str) else ("", "", "")
    return (side, group) in groups()


def is_bridged(value: Json) -> bool:
    """Whether a value says how a bridge stands: "partial 20"."""
    word, _, tons = value.partition(" ") if isinstance(value, str) else ("", "", "")
    return word in {INTACT, PARTIAL, DESTROYED} and (not tons or (tons.isdecimal() and len(tons) < 4))


def many(one: Shape) -> Shape:
    """A list."""
    return Shape(
        f"a list, each {one.says}",
        lambda value: isinstance(value, list | tuple) and all(map(one.fits, value)),
    )


def table(key: Shape, value: Shape) -> Shape:
    """A table with such keys and values."""

    def fits(found: Json) -> bool:
        return isinstance(found, Mapping) and all(
            key.fits(one) and value.fits(what) for one, what in found.items()
        )

    return Shape(f"a table: {key.says} = {value.says}", fits)


def record(**parts: Shape) -> Shape:
    """The shape of a table that has these keys alone, or some of them; an underscore here is a dash there."""
    known = {name.replace("_", "-"): shape for name, shape in parts.items()}

    def fits(found: Json) -> bool:
        return isinstance(found, Mapping) and all(
            one in known and known[one].fits(what) for one, what in found.items()
        )

    return Shape("a table with " + "; ".join(f"{one}: {what.says}" for one, what in known.items()), fits)


TEXT = Shape("a text in quotes", lambda value: isinstance(value, str))
FLAG = either(Shape("true or false", lambda value: isinstance(value, bool)), whole(0, 1))
SIDE, HOLDER = one_of(*SIDES), one_of(*SIDES, *NO_SIDE)
HEX, HEXSIDE = Shape("a hex, such as K13", is_hex), Shape("a hexside, such as I8/I9", is_hexside)
BRIDGE = Shape(
    "a bridge over the Spree, such as I9",
    lambda value: isinstance(value, str) and value.lower() in bridge_hexes(),
)
HEXES, COUNT = many(HEX), whole(0, 999)
DATE = either(whole(0, len(dates())), one_of(*(one.name for one in dates())))
ANYTHING = Shape("anything", lambda value: True)
LIKE: Mapping[type, Shape] = {tuple: many(ANYTHING), dict: table(TEXT, ANYTHING), int: COUNT, str: TEXT}
TABLES = table(TEXT, LIKE[dict])
FORT = Shape(
    'a fortification, such as { item = "WIRE", times = 1 }',
    lambda value: (
        isinstance(value, Mapping) and TEXT.fits(value.get("item")) and COUNT.fits(value.get("times"))
    ),
)


def shape_of(field: Any) -> Shape:
    """The shape of what a side alone knows, read off its default."""
    if field.name in {"groups", "oba", "bogs"}:
        return TABLES
    if field.name == "forts":
        return many(FORT)
    if field.default is MISSING:
        return LIKE[dict]
    return COUNT if field.default is None else LIKE[type(field.default)]


MINE = record(**{one.name: shape_of(one) for one in fields(Own)})
"""What one side alone knows; `lay` says what each is."""
SHAPES: Mapping[str, Shape] = {
    "weather-mode": one_of(HISTORICAL, RANDOM),
    "balance-option": HOLDER,
    "weather": TEXT,
    "ec": TEXT,
    "case": one_of(INITIAL, DUAL, LULL, *SIDES),
    "first": HOLDER,
    "chits": table(SIDE, one_of(ATTACK, IDLE)),
    "last": record(
        lull=FLAG, attack=many(SIDE), winner=HOLDER, weather=TEXT, ec=TEXT,
        cvp_russian=COUNT, cvp_german=COUNT, moabit_russian=COUNT,
    ),
    "control-start": table(HEX, HOLDER),
    "areas": table(SIDE, many(HEXES)),
    "isolated": table(SIDE, HEXES),
    "front-line": table(SIDE, HEXES),
    "bridges": table(BRIDGE, Shape("intact, partial, partial 20 or destroyed", is_bridged)),
    "limits": table(BRIDGE, COUNT),
    "labor": table(Shape("a hexside and a hex, such as I8/I9@I8", is_labor), whole(1, MOST_LABOR)),
    "barricades": table(HEXSIDE, one_of(WHOLE, BREACHED, ROADBLOCK)),
    "terrain": table(HEX, one_of(*TERRAIN)),
    "fires": table(HEX, one_of(FLAME, BLAZE, BOTH, EVERY_LOCATION)),
    "banner": either(HEX, one_of(*NO_SIDE)),
    "party-leaders": many(TEXT),
    "supplemental": DATE,
    "east-entry": FLAG,
    "massacre": FLAG,
    "personnel": table(SIDE, HEXES),
    "bought": table(Shape("a side and its group, such as german I3", is_group), COUNT),
    "losses": table(SIDE, record(**dict.fromkeys(PARTS, COUNT))),
    "hooks": table(TEXT, COUNT),
    **{f"{OWN}{side}": MINE for side in SIDES},
}  # fmt: skip
"""Key of a position's `state` -> what it may hold."""


def faults(facts: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """The keys of a position's `state` whose values are none such, each with what it must be."""
    for key, value in facts.items():
        if key in SHAPES and not SHAPES[key].fits(value):
            yield key, f'"{key}" must be {SHAPES[key].says}'
