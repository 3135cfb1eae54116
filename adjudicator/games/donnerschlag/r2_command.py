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
from .pieces import ARMY_HQS, COLOURS, ROMANIAN_PAIR, SCHWERPUNKT, command_range_of, formation, is_hq, trait
from .position import AXIS, OVERRUN, SOVIET

FORMATIONS = {"AX6PZ": ("6 Pz",), "AX23PZ": ("23 Pz",), "AX17PZ": ("17 Pz",), "AXROM": ROMANIAN_PAIR}
"""Axis card -> the formations whose HQs it orders."""
ANY, TO_MARKER = "AXANY", "AXSCHW"
CARD_COLOURS = {"SVRED": "red", "SVBLUE": "blue", "SVGREEN": "green"}
COLOUR_OR_FORMATION, HQ_OR_FORMATION = "SVCOLF", "SVHQF"
CLAUSES = {
    ANY: "D.ax.b", TO_MARKER: "D.ax.c", COLOUR_OR_FORMATION: "D.sov.b.1", HQ_OR_FORMATION: "D.sov.c.2",
    **dict.fromkeys(CARD_COLOURS, "D.sov.a"),
}  # fmt: skip
"""Card -> the clause by which a use that it does not allow is refused; "D.ax.a" for the others."""
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
    """Whether a unit is within range: terrain, rivers, enemies and their zones count for nothing."""
    return distance(state, space, unit.at) <= most


@rule("D.ax.e", "D.ax.g")
def under(state: State, hq: Unit) -> list[str]:
    """The HQ itself, and within its Command Range the units of its formation and those without one
    (D-R34)."""
    most, mine = command_range_of(state, hq), {formation(state, hq), ""}

    def obeys(unit: Unit) -> bool:
        of_it = formation(state, unit) in mine or not switched_on("own-formation")
        return of_it and not is_hq(state, unit) and in_range(state, hq.at, unit, most)

    return [unit.id for unit in army(state, AXIS) if unit.id == hq.id or obeys(unit)]


@rule("D.ax.a", "D.ax.d")
def formation_use(state: State, formations: tuple[str, ...], asks: Mapping[str, str], number: str) -> Use:
    """The HQs of these formations are ordered, if they are on the map: VI and VII together."""
    on = {formation(state, unit): unit for unit in reversed(army(state, AXIS)) if is_hq(state, unit)}
    hqs = [on[of] for of in formations if of in on]
    units = dict.fromkeys(unit for hq in hqs for unit in under(state, hq))
    return Use(asks, number, tuple(hq.id for hq in hqs), tuple(units))


@rule("D.ax.b", "D.ax.d")
def any_uses(state: State) -> list[Use]:
    """Any own HQ on the map. Either HQ of the Romanian infantry orders the other one too."""
    found = []
    for hq in (unit for unit in army(state, AXIS) if is_hq(state, unit)):
        of = formation(state, hq)
        pair = ROMANIAN_PAIR if of in ROMANIAN_PAIR else (of,)
        found.append(formation_use(state, pair, {"hq": hq.id}, "D.ax.b"))
    return found


@rule("D.ax.c", "D.ax.h")
def schwerpunkt_uses(state: State) -> list[Use]:
    """All Axis units within four hexes of the marker, of any formation and nation, HQs among them. The first
    of these cards places the marker with an Axis unit."""

    def use(space: str, asks: Mapping[str, str]) -> Use:
        near = (unit for unit in army(state, AXIS) if in_range(state, space, unit, SCHWERPUNKT_RANGE))
        units = (unit.id for unit in near if switched_on("schwerpunkt-hqs") or not is_hq(state, unit))
        return Use(asks, "D.ax.c", (SCHWERPUNKT,), tuple(units))

    marker = campaign(state).schwerpunkt
    return [use(marker, {})] if marker else [use(space, {"at": space}) for space in spots(state)]


# -- the Soviets --------------------------------------------------------------------------------------------


def troops(state: State) -> list[Unit]:
    """The Soviet combat units on the map."""
    return [unit for unit in army(state, SOVIET) if not is_hq(state, unit)]


@rule("D.sov.a", "D.sov.b.1")
def colour_uses(state: State, colours: tuple[str, ...], number: str) -> list[Use]:
    """All combat units of one of these colours in one army, wherever they are."""
    found: dict[tuple[str, str], list[str]] = {}
    for unit in troops(state):
        key = trait(state, unit, "colour"), trait(state, unit, "army")
        found.setdefault(key, []).append(unit.id)
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
    for hq in (state.units[id_] for id_ in ARMY_HQS if may_order(state, state.units[id_])):
        most = command_range_of(state, hq)
        units = tuple(unit.id for unit in troops(state) if in_range(state, hq.at, unit, most))
        found.append(Use({"hq": hq.id}, "D.sov.c.2", (hq.id,), units))
    return found


# -- a card --------------------------------------------------------------------------------------------------


@rule("D.ax.f")
def uses(state: State, card: str) -> list[Use]:
    """All ways to use an Activation Card on the map as it is now: the units in range are found when it is
    played, and not again. A card that orders no unit is played as a pass (D-R35)."""
    of = code(card)
    if of in FORMATIONS:
        return [formation_use(state, FORMATIONS[of], {}, "D.ax.d" if of == "AXROM" else "D.ax.a")]
    if of == ANY:
        return any_uses(state)
    if of == TO_MARKER:
        return schwerpunkt_uses(state)
    if of in CARD_COLOURS:
        return colour_uses(state, (CARD_COLOURS[of],), "D.sov.a")
    if of == COLOUR_OR_FORMATION:
        return [*colour_uses(state, COLOURS, "D.sov.b.1"), *formation_uses(state, "D.sov.b.2")]
    return [*army_hq_uses(state), *formation_uses(state, "D.sov.c.1")]


@rule("D.ax.a", "D.ax.b", "D.sov.a", "D.sov.b.1", "D.sov.c.2", "D.sov.d")
def chosen(state: State, card: str, told: Said, found: list[Use]) -> Use | None:
    """The use that an order names, or the only one if it names none. None if it could be several. Raises
    Refused for one that the card does not allow."""
    words = {
        "hq": told.hq,
        "formation": told.formation,
        "colour": told.colour,
        "army": told.army,
        "at": told.hex,
    }
    wanted = {word: value for word, value in words.items() if value}
    named = [use for use in found if wanted.items() <= use.asks.items()]
    named = named or [use for use in found if told.hq in use.ordered]
    if named:
        return named[0] if len(named) == 1 else None
    legal = tuple(f"play {card} {use.words}".strip() for use in found)
    number, why = CLAUSES.get(code(card), "D.ax.a"), ""
    if told.hq in ARMY_HQS and not may_order(state, state.units[told.hq]):
        lost = OVERRUN in state.units[told.hq].flags
        number, why = ("D.hq.2", ": it is overrun") if lost else ("D.sov.d", ": it is not on the map")
    elif told.hex and (marker := campaign(state).schwerpunkt):
        why = f": the Schwerpunkt marker is in {marker}, and moves only before a turn"
    raise Refused(number, f"{card} may not be used for {' '.join(wanted.values())}{why}", legal)


def spots(state: State) -> tuple[str, ...]:
    """The hexes to which the Schwerpunkt marker may go: those with an Axis unit."""
    return tuple(
        space for space in state.by_space if space in state.board.spaces and stack(state, space, AXIS)
    )
