"""Questions the rules ask of a position: where units are, their side, Front, formation and strength.

Words of the rulebook: a *side* is a player; a *formation* is an army or corps, whose HQ commands the units
of its colour; an *independent* unit has none. Combat units fight; HQs, air units, the ship and refugee
markers do not. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.mechanics.armies import FAR_OFF, distance, nearest, on_map
from adjudicator.mechanics.remembered import Remembered
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}
BR2, BR3 = "2BR", "3BR"
FRONTS = {BR2: "2nd Belorussian Front", BR3: "3rd Belorussian Front"}
COMMANDS = (GERMAN, BR2, BR3)
"""What has a limit of activations: the German side as a whole, and each Soviet Front (K-R2)."""

OUT_OF_SUPPLY, ISOLATED = "out-of-supply", "isolated"

REINFORCEMENTS, ELIMINATED, REMOVED = "reinforcements", "eliminated", "removed"
GD_BOX, VOLKSTURM_BOX, REFUGEE_BOX, HAFF, UNUSED = "gd", "volksturm", "refugees", "haff", "unused"
LUFTWAFFE, AIR_1, AIR_4 = "luftwaffe", "1st-air-army", "4th-air-army"
GROUNDED, REFIT = "grounded", "refit"
READY = {"": LUFTWAFFE, BR2: AIR_4, BR3: AIR_1}
"""Front -> the box of its air units, for good (13.3.2); the Germans have none."""
BOXES = (
    REINFORCEMENTS, GD_BOX, VOLKSTURM_BOX, REFUGEE_BOX, HAFF, LUFTWAFFE, AIR_1, AIR_4, GROUNDED, REFIT,
    UNUSED, ELIMINATED, REMOVED,
)  # fmt: skip
UNSEEN = "unseen"
"""Where the enemy knows a unit below the top of a stack to be: somewhere on the map."""
GONE = (ELIMINATED, REMOVED)
"""Boxes in which a unit has no steps: destroyed, or out of the game for good (HQs)."""


ATTACK, DEFENCE, MOVEMENT, RANGE = "attack", "defence", "movement", "range"
"""The values on a counter; the first two are also the sides of a combat's arithmetic."""


def trait(state: State, unit: Unit, name: str) -> str:
    """What a counter shows beyond its numbers: "front", "mech", "bracket"; "" where it shows nothing."""
    return str(state.roster.counters[unit.id].traits.get(name, ""))


@rule("0.3.1", "K-R15")
def printed(state: State, unit: Unit, value: str) -> int:
    """A value of the side of the counter that is up (K-R15)."""
    faces = state.roster.counters[unit.id].steps
    return faces[len(faces) - max(1, unit.steps)].values.get(value, 0)


REFUGEE_MARKER = "refugees"
NO_FIGHTERS = {"hq": "hq", "air": "air", "ship": "ship", "refugee": REFUGEE_MARKER}
"""Types of counters that do not fight, and the kind they are."""


@rule("0.3.2")
def kind(state: State, unit: Unit) -> str:
    """ "hq", "air", "ship", "refugees", or "combat" for every type that fights."""
    return NO_FIGHTERS.get(state.roster.counters[unit.id].type, "combat")


@rule("0.4.1")
def is_hq(state: State, unit: Unit) -> bool:
    """Whether a unit is an HQ. An HQ is not a combat unit (0.4)."""
    return kind(state, unit) == "hq"


@rule("0.4.1")
def is_combat(state: State, unit: Unit) -> bool:
    """Whether a unit is a combat unit."""
    return kind(state, unit) == "combat"


@rule("0.3.3")
def mechanised(state: State, unit: Unit) -> bool:
    """Whether its movement factor is yellow, whatever its symbol (0.3); an HQ never counts so (K-R72)."""
    return is_combat(state, unit) and trait(state, unit, "mech") == "yes"


def is_refugees(state: State, unit: Unit) -> bool:
    """Whether this is a refugee marker."""
    return kind(state, unit) == REFUGEE_MARKER


def volksturm(unit: Unit) -> bool:
    """Whether this is one of the four Volksturm units."""
    return unit.id.startswith("VlkStm")


@rule("0.7a.5")
def front(state: State, unit: Unit) -> str:
    """The Front printed for a Soviet unit, also when its HQ is lost (K-R68); "" for a German one."""
    return trait(state, unit, "front")


def command_of(state: State, unit: Unit) -> str:
    """Whose limit of activations an HQ uses: "german", "2BR" or "3BR"."""
    return front(state, unit) or GERMAN


def formation(state: State, unit: Unit) -> str:
    """The army or corps whose colour a unit shows; "" for grey and brown units."""
    return state.roster.counters[unit.id].formation


def hq_of(formation_id: str) -> str:
    """The id of the HQ of a formation."""
    return f"HQ {formation_id}"


@rule("2.2b.1", "2.2b.2")
def independent(state: State, unit: Unit, gone: Collection[str] = (REMOVED,)) -> bool:
    """Whether a combat unit is independent: without colour, or with an HQ in one of these boxes, that of the
    lost ones (2.2b)."""
    colour = formation(state, unit)
    return not colour or state.units[hq_of(colour)].at in gone


def units_of(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The combat units and HQs of a side in a hex."""
    return tuple(u for u in state.at(space) if u.side == side and kind(state, u) in {"combat", "hq"})


def fighters(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The combat units of a side in a hex."""
    return tuple(u for u in state.at(space) if u.side == side and is_combat(state, u))


def hqs(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The HQs of a side in a hex."""
    return tuple(u for u in state.at(space) if u.side == side and is_hq(state, u))


def refugees(state: State, space: str) -> Unit | None:
    """The refugee marker in a hex, if there is one."""
    return next((u for u in state.at(space) if is_refugees(state, u)), None)


def covered(state: State, side: str) -> list[str]:
    """The hexes with stacks of a side of which its enemy, whose view this is, sees a marker alone (0.1e)."""
    return [space for space, item in state.covers.items() if item.endswith(side)]


@rule("0.1e.1")
def enemy_here(state: State, space: str, side: str) -> bool:
    """Whether any enemy unit, HQs included, is in a hex; a marker tells of one, too."""
    return bool(units_of(state, space, ENEMY[side])) or space in covered(state, ENEMY[side])


@rule("0.1e.1")
def nearest_foe(state: State, space: str, side: str) -> int:
    """Hexes to the nearest enemy unit, HQs included; to a marker that tells of one, too."""
    marks = (distance(state, space, at) for at in covered(state, ENEMY[side]))
    return min(nearest(state, space, army(state, ENEMY[side])), *marks, FAR_OFF)


def army(state: State, side: str) -> tuple[Unit, ...]:
    """The combat units and HQs of a side on the map, in the order of the roster."""
    return _armies(state)[side][0]


def troops(state: State, side: str) -> tuple[Unit, ...]:
    """The combat units of a side on the map."""
    return _armies(state)[side][1]


@Remembered
def _armies(state: State) -> dict[str, tuple[tuple[Unit, ...], tuple[Unit, ...]]]:
    """For each side its combat units and HQs on the map, and its combat units alone."""
    found: dict[str, tuple[list[Unit], list[Unit]]] = {side: ([], []) for side in SIDES}
    for unit in state.units.values():
        what = kind(state, unit) if unit.side in found and on_map(state, unit) else ""
        if what in {"combat", "hq"}:
            found[unit.side][0].append(unit)
        if what == "combat":
            found[unit.side][1].append(unit)
    return {side: (tuple(units), tuple(fighting)) for side, (units, fighting) in found.items()}
