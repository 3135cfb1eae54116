"""Command Execution and Command Range (D.ax, D.sov, D.cmdrange): what an Activation Card may be used for, and
which units it activates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.mechanics.armies import army, distance, on_map, stack
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .cards import code
from .charts import switched_on
from .levels import campaign
from .orders import Said
from .pieces import (
    ARMY_HQS,
    COLOURS,
    ROMANIAN_PAIR,
    army_of,
    colour,
    command_range_of,
    formation,
    is_hq,
)
from .position import AXIS, OVERRUN, SOVIET

FORMATIONS = {"AX6PZ": ("6 Pz",), "AX23PZ": ("23 Pz",), "AX17PZ": ("17 Pz",), "AXROM": ROMANIAN_PAIR}
"""Axis card -> the formations whose HQs it orders."""
ANY, SCHWERPUNKT = "AXANY", "AXSCHW"
CARD_COLOURS = {"SVRED": "red", "SVBLUE": "blue", "SVGREEN": "green"}
COLOUR_OR_FORMATION, HQ_OR_FORMATION = "SVCOLF", "SVHQF"
SCHWERPUNKT_RANGE = 4
"""Hexes from the Schwerpunkt marker within which all activate (D.ax.c)."""


@dataclass(frozen=True, slots=True)
class Use:
    """One way to use an Activation Card: what an order says of it (nothing for the only one), the clause,
    what it orders as a report tells it, and who must activate."""

    asks: Mapping[str, str]
    number: str
    ordered: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def words(self) -> str:
        """How an order says it."""
        return " ".join(f"{word} {value}" for word, value in self.asks.items())


# -- the Axis ----------------------------------------------------------------------------------------------


@rule("D.cmdrange.1", "D.ax.f")
def in_range(state: State, space: str, unit: Unit, most: int) -> bool:
    """Whether a unit is within so many hexes: terrain, rivers, enemies and their zones count for nothing."""
    return distance(state, space, unit.at) <= most


def hq_of(state: State, of: str) -> Unit | None:
    """The HQ of a formation, if it is on the map."""
    found = (unit for unit in army(state, AXIS) if is_hq(state, unit) and formation(state, unit) == of)
    return next(found, None)


@rule("D.ax.e", "D.ax.g")
def under(state: State, hq: Unit) -> list[str]:
    """The HQ itself, and within its Command Range the units of its formation and those without one
    (D-R34)."""
    mine = {formation(state, hq), ""}
    return [
        unit.id
        for unit in army(state, AXIS)
        if unit.id == hq.id
        or (in_range(state, hq.at, unit, command_range_of(state, hq)) and not is_hq(state, unit)
            and (formation(state, unit) in mine or not switched_on("own-formation")))
    ]  # fmt: skip


@rule("D.ax.a", "D.ax.d")
def formation_use(state: State, formations: tuple[str, ...], asks: Mapping[str, str], number: str) -> Use:
    """The HQs of these formations are ordered, as far as they are on the map: VI and VII together."""
    hqs = [hq for of in formations if (hq := hq_of(state, of))]
    units = dict.fromkeys(unit for hq in hqs for unit in under(state, hq))
    return Use(asks, number, tuple(hq.id for hq in hqs), tuple(units))


@rule("D.ax.b", "D.ax.d")
def any_uses(state: State) -> list[Use]:
    """Any own HQ on the map; with either of the Romanian infantry's the other one, too."""
    found = []
    for hq in army(state, AXIS):
        if is_hq(state, hq):
            of = formation(state, hq)
            pair = ROMANIAN_PAIR if of in ROMANIAN_PAIR else (of,)
            found.append(formation_use(state, pair, {"hq": hq.id}, "D.ax.b"))
    return found


@rule("D.ax.c", "D.ax.h")
def schwerpunkt_use(state: State, space: str, asks: Mapping[str, str]) -> Use:
    """All Axis units within four hexes of the marker, of any formation and nation, HQs among them."""
    units = [
        unit.id
        for unit in army(state, AXIS)
        if in_range(state, space, unit, SCHWERPUNKT_RANGE)
        and (not is_hq(state, unit) or switched_on("schwerpunkt-hqs"))
    ]
    return Use(asks, "D.ax.c", ("schwerpunkt",), tuple(units))


@rule("D.ax.c")
def schwerpunkt_uses(state: State) -> list[Use]:
    """The marker where it lies; the first of these cards brings it into play where an Axis unit is."""
    if campaign(state).schwerpunkt:
        return [schwerpunkt_use(state, campaign(state).schwerpunkt, {})]
    return [schwerpunkt_use(state, space, {"at": space}) for space in spots(state)]


# -- the Soviets --------------------------------------------------------------------------------------------


def troops(state: State) -> list[Unit]:
    """The Soviet combat units on the map."""
    return [unit for unit in army(state, SOVIET) if not is_hq(state, unit)]


@rule("D.sov.a", "D.sov.b.1")
def colour_uses(state: State, colours: tuple[str, ...], number: str) -> list[Use]:
    """All combat units of one of these colours in one army, wherever they are."""
    found: dict[tuple[str, str], list[str]] = {}
    for unit in troops(state):
        found.setdefault((colour(state, unit), army_of(state, unit)), []).append(unit.id)
    return [
        Use({"colour": of, "army": in_army}, number, (of, in_army), tuple(units))
        for (of, in_army), units in found.items()
        if of in colours
    ]


@rule("D.sov.b.2", "D.sov.c.1")
def formation_uses(state: State, number: str) -> list[Use]:
    """All combat units of one formation, whatever their colour, wherever they are."""
    found: dict[str, list[str]] = {}
    for unit in troops(state):
        if formation(state, unit):
            found.setdefault(formation(state, unit), []).append(unit.id)
    return [Use({"formation": of}, number, (of,), tuple(units)) for of, units in found.items()]


@rule("D.sov.d", "D.hq.2")
def may_order(state: State, hq: Unit) -> bool:
    """Whether an army HQ can be ordered: one that is on the map and has not been overrun."""
    return on_map(state, hq) and OVERRUN not in hq.flags


@rule("D.sov.c.2")
def army_hq_uses(state: State) -> list[Use]:
    """One army HQ, and every combat unit within its Command Range, of whatever colour, formation or army."""
    found = []
    for hq in (state.units[id_] for id_ in ARMY_HQS):
        if may_order(state, hq):
            most = command_range_of(state, hq)
            units = [unit.id for unit in troops(state) if in_range(state, hq.at, unit, most)]
            found.append(Use({"hq": hq.id}, "D.sov.c.2", (hq.id,), tuple(units)))
    return found


# -- a card --------------------------------------------------------------------------------------------------


@rule("D.ax.f")
def uses(state: State, card: str) -> list[Use]:
    """All ways to use an Activation Card on the map as it is now: who is in range is found when it is played,
    and not again. One that orders nobody is played as a pass (D-R35)."""
    of = code(card)
    if of in FORMATIONS:
        found = [formation_use(state, FORMATIONS[of], {}, "D.ax.d" if of == "AXROM" else "D.ax.a")]
    elif of == ANY:
        found = any_uses(state)
    elif of == SCHWERPUNKT:
        found = schwerpunkt_uses(state)
    elif of in CARD_COLOURS:
        found = colour_uses(state, (CARD_COLOURS[of],), "D.sov.a")
    elif of == COLOUR_OR_FORMATION:
        found = [*colour_uses(state, COLOURS, "D.sov.b.1"), *formation_uses(state, "D.sov.b.2")]
    else:
        found = [*army_hq_uses(state), *formation_uses(state, "D.sov.c.1")]
    return found


def asked_for(told: Said) -> Mapping[str, str]:
    """What an order says of the use of its card."""
    words = {
        "hq": told.hq,
        "formation": told.formation,
        "colour": told.colour,
        "army": told.army,
        "at": told.hex,
    }
    return {word: value for word, value in words.items() if value}


@rule("D.ax.a", "D.ax.b", "D.sov.a", "D.sov.b.1", "D.sov.c.2", "D.sov.d")
def chosen(state: State, card: str, told: Said, found: list[Use]) -> Use | None:
    """The use that an order names; the only one if it names none, None where several are left. Raises Refused
    for one that the card does not allow."""
    wanted = asked_for(told)
    named = [use for use in found if wanted.items() <= use.asks.items()]
    named = named or [use for use in found if told.hq in use.ordered]
    if named:
        return named[0] if len(named) == 1 else None
    legal = tuple(f"play {card} {use.words}".strip() for use in found)
    why = f"{card} may not be used for {' '.join(wanted.values())}"
    raise Refused(clause(card, told, state), why, legal)


def clause(card: str, told: Said, state: State) -> str:
    """The clause by which a use is refused."""
    of = code(card)
    if told.hq in ARMY_HQS and not may_order(state, state.units[told.hq]):
        return "D.hq.2" if OVERRUN in state.units[told.hq].flags else "D.sov.d"
    numbers = {
        ANY: "D.ax.b",
        SCHWERPUNKT: "D.ax.c",
        COLOUR_OR_FORMATION: "D.sov.b.1",
        HQ_OR_FORMATION: "D.sov.c.2",
    }
    return numbers.get(of, "D.sov.a" if of in CARD_COLOURS else "D.ax.a")


def spots(state: State) -> tuple[str, ...]:
    """The hexes to which the Schwerpunkt marker may go: those with an Axis unit."""
    return tuple(
        space for space in state.by_space if space in state.board.spaces and stack(state, space, AXIS)
    )
