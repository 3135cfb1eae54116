"""Questions the rules ask of a position: who stands where, of which camp and nation, in what sort of zone.

Words of the rulebook: a *camp* is a player, with Soviets and Germans of its own; the two *nationalities* are
enemies; *Soviets of the other camp* are rivals, not enemies. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.remembered import of_the_same
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from adjudicator.typed_values import read_as
from counters.roster.counter import Counter, Roster
from maps.board import Board

ZHUKOV, KONIEV = "zhukov", "koniev"
RIVAL = {ZHUKOV: KONIEV, KONIEV: ZHUKOV}
SOVIET, GERMAN = "soviet", "german"
ENEMY = {SOVIET: GERMAN, GERMAN: SOVIET}
US = "us"

OUT_OF_SUPPLY, ACTIVATED = "out-of-supply", "activated"
REINFORCEMENTS, XII_ARMY, ELIMINATED, WITHDRAWN = "reinforcements", "xii-army", "eliminated", "withdrawn"
BOXES = (REINFORCEMENTS, XII_ARMY, ELIMINATED, WITHDRAWN)


@dataclass(frozen=True)
class Campaign:
    """What the game remembers that lies nowhere on the map; `rehearsed.STATE_KEYS` says what each is."""

    first_penetration: str = ""
    shelled: str = ""
    american_halt: bool = False
    xii_army: int | None = None
    hitler: str = ""
    garrison: int | None = None
    planned_retreat: str = ""
    heinrici_from: int = 0
    chits_out: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    escaping: tuple[str, ...] = ()
    emptied: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def campaign(state: State) -> Campaign:
    """What the game remembers that lies nowhere on the map."""
    return read_as(Campaign, state.facts)


def counter(state: State, unit: Unit) -> Counter:
    """The counter of a unit, as printed."""
    return state.roster.counters[unit.id]


def counter_label(counter: Counter) -> str:
    """A counter's printed name, with its number where its army has two: "61-1"."""
    return f"{counter.name}-{counter.ordinal}" if counter.ordinal else counter.name


def army_title(counter: Counter) -> str:
    """The title of an army as sentences say it, the longest that its counters know: "the 28th Army"."""
    end = f" {counter.ordinal}" if counter.ordinal else ""
    titles = (name.removesuffix(end) for name in (counter.name, *counter.aliases))
    return f"the {max(titles, key=len)}"


def label(state: State, unit_id: str) -> str:
    """The name of a unit as sentences say it: printed, and of one counter only."""
    return counter_label(state.roster.counters[unit_id])


@rule("G.7")
def nation(state: State, unit: Unit) -> str:
    """Soviet or German; different nationalities are enemies (G.7)."""
    return state.roster.counters[unit.id].nation


def soviet(state: State, unit: Unit) -> bool:
    """Whether a unit is Soviet."""
    return nation(state, unit) == SOVIET


@rule("U.3")
def printed(state: State, unit: Unit, value: str) -> int:
    """A value ("strength", "movement") of the side of the counter that is up (U.3)."""
    faces = counter(state, unit).steps
    return faces[len(faces) - unit.steps].values[value]


def armoured(state: State, unit: Unit) -> bool:
    """Whether a unit counts as armoured: for difficult terrain (8.1.2.g) and Hitler's orders (2.3.2)."""
    return counter(state, unit).type == "armour"


@rule("U.1", "U.2")
def army(state: State, unit: Unit) -> str:
    """The army of a Soviet counter as its roster names it, of one counter too (U.1); "" for a division."""
    return counter(state, unit).formation


def counters_of(state: State, name: str) -> tuple[Unit, ...]:
    """The counters of a Soviet army, wherever they are."""
    return tuple(state.units[unit] for unit in _armies(state.roster).get(name, ()) if unit in state.units)


@of_the_same
def _armies(roster: Roster) -> dict[str, list[str]]:
    """The counters of each Soviet army by its name, as they are printed."""
    armies: dict[str, list[str]] = {}
    for one in filter(lambda counter: counter.formation, roster.counters.values()):
        armies.setdefault(one.formation, []).append(one.id)
    return armies


def of(state: State, space: str, nationality: str, camp: str = "") -> tuple[Unit, ...]:
    """The units of a nationality in a zone, of one camp if a camp is named."""
    here = state.at(space)
    if not here:
        return ()  # most zones, most of the time
    return tuple(u for u in here if nation(state, u) == nationality and (not camp or u.side == camp))


def soviets(state: State, space: str, camp: str = "") -> tuple[Unit, ...]:
    """The Soviet units in a zone, of one camp if a camp is named."""
    return of(state, space, SOVIET, camp)


def rivals(state: State, space: str, camp: str) -> tuple[Unit, ...]:
    """The Soviets of the other camp in a zone: rivals, not enemies."""
    return soviets(state, space, RIVAL[camp])


def germans(state: State, space: str, camp: str = "") -> tuple[Unit, ...]:
    """The German units in a zone, of one camp if a camp is named."""
    return of(state, space, GERMAN, camp)


def enemies(state: State, unit: Unit, space: str) -> tuple[Unit, ...]:
    """The units of the other nationality in a zone (G.7)."""
    return of(state, space, GERMAN if soviet(state, unit) else SOVIET)


def group(state: State, camp: str, nationality: str) -> tuple[Unit, ...]:
    """The units on the map that one camp runs of one nationality: one of the four forces (G.3)."""
    return tuple(
        u for u in state.units.values()
        if u.side == camp and nation(state, u) == nationality and on_map(state, u)
    )  # fmt: skip


def zone(state: State, space: str) -> str:
    """The printed name of a zone."""
    return state.board.spaces[space].name


def fact(state: State, space: str, key: str) -> int:
    """A number printed in a zone: "index", "vp", "garrison"."""
    return int(state.board.spaces[space].facts[key])  # type: ignore[arg-type]


def marked(state: State, space: str, key: str) -> bool:
    """Whether a zone has a mark: "city", "difficult", "unlimited", "east_bank", "defence_line"."""
    return bool(state.board.spaces[space].facts[key])


@rule("G.9", "M.3")
def index(state: State, space: str) -> int:
    """The zone's index; indices fall toward the west (G.9)."""
    return fact(state, space, "index")


@rule("G.1")
def is_city(state: State, space: str) -> bool:
    """Whether a zone is one of the six city zones of Berlin (G.1)."""
    return marked(state, space, "city")


@rule("9.2.2.b")
def cut_off(state: State, unit: Unit) -> bool:
    """Whether a unit is out of supply now: marked so, and not a German in Berlin, where Germans are always in
    supply (9.2.2.b)."""
    return OUT_OF_SUPPLY in unit.flags and (soviet(state, unit) or unit.at not in cities(state))


def cities(state: State) -> tuple[str, ...]:
    """The six city zones, round the ring."""
    return state.board.chains["city-ring"]


@rule("9.1.2.a")
def level(state: State, space: str) -> int:
    """The City Progress level; a zone without a marker is at 0 (9.1.2.a)."""
    return state.tracks.get(f"progress-{space}", 0)


@rule("G.2", "9.1.3")
def contested(state: State, space: str) -> bool:
    """A city zone with a Soviet unit and a level below 2 is contested; no other zone can be (G.2, 9.1.3)."""
    return is_city(state, space) and level(state, space) < 2 and bool(soviets(state, space))


@rule("9.1.4", "9.3.3.a")
def controlled(state: State, space: str) -> bool:
    """A city zone at level 2 or more is Soviet-controlled (9.1.4, 9.3.3.a)."""
    return level(state, space) >= 2  # no other zone has a level


def american(state: State, space: str) -> bool:
    """Whether the Americans have taken a zone."""
    return state.control.get(space) == US


def own_front(state: State, space: str, camp: str) -> bool:
    """Whether a zone lies on a camp's side of the boundary between the fronts, or in Berlin."""
    return state.board.spaces[space].facts["front"] in {camp, "both"}


@rule("G.6")
def over_oder_neisse(state: State, a: str, b: str) -> bool:
    """Whether the border of two zones is the Oder-Neisse (G.6); the nexus crosses none."""
    return bool({"oder", "neisse"} & state.board.links[a].get(b, frozenset()))


@rule("M.10")
def over_river(state: State, a: str, b: str) -> bool:
    """Whether a river runs between two zones, a white line's mark included (M.10); the nexus crosses none."""
    return bool({"oder", "neisse", "spree"} & state.board.links[a].get(b, frozenset()))


@rule("7.4.4", "M.2", "M.8", "M.9", "7.1.4")
@cache
def network(board: Board, nationality: str = SOVIET) -> Network:
    """Which zones are one step apart: those that share a border (never a corner, M.2, 7.1.4) and, for
    Germans in Berlin, every other city zone by way of the nexus (7.4.4)."""
    ring = board.chains["city-ring"] if nationality == GERMAN else ()
    links = dict(board.links)
    for a in ring:
        links[a] = {**links[a], **{b: frozenset[str]() for b in ring if b != a and b not in links[a]}}
    return Network.of(replace(board, links=links))


def ways(state: State, space: str, nationality: str) -> tuple[str, ...]:
    """The zones one step away for a nationality."""
    return network(state.board, nationality).neighbours(space)
