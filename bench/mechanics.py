"""Reach and supply of a hundred units on the hexes of Königsberg '45, beside searches without any rules.

The board is the game's; the units stand where it sets them up. What the ground costs is the shape of its
terrain chart, written here: what is measured are the mechanisms, not the game.
"""

from __future__ import annotations

import heapq
import importlib.util
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator.mechanics.movement import Barred, MovementCosts, ZoneRules, reach
from adjudicator.mechanics.movement import Row as Ways
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.supply import Leg, supply
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.mechanics.zone_of_control import Extent, Zones
from maps.board import Board
from maps.reading.load import load_board

from .measure import Part, Row, Spent, median, spent

GAME, UNITS, TIMES, FACTOR = "koenigsberg45", 100, 15, 1.5
PEER, MISSING = "networkx", "not installed: make bench"
# In halves of a movement point, as strategic movement would need them.
LEG, MECHANISED = 8, 14
WATER, ENEMY, BOATS = Barred("", "water"), Barred("", "the enemy is there"), Barred("", "no boats")
ROADS = ("road", "autobahn")
CHARTS = {
    LEG: Terrain(
        {"clear": 2, "forest": 4, "marsh": 4, "lake": 6},
        {"river-minor": Side(2, stop=True), "river-major": Side(whole=True)},
        frozenset({*ROADS, "rail"}),
        dict.fromkeys(ROADS, 2),
        WATER,
    ),
    MECHANISED: Terrain(
        {"clear": 2, "forest": 6},
        {"river-minor": Side(2, stop=True), "river-major": BOATS},
        frozenset({*ROADS, "rail"}),
        dict.fromkeys(ROADS, 2),
        WATER,
    ),
}


@dataclass(frozen=True)
class Field:
    """The board with what is laid once for a game, and both sides: for each unit its space and allowance."""

    network: Network
    movement_costs: Mapping[int, MovementCosts]
    extent: Extent
    sides: tuple[Sequence[tuple[str, int]], Sequence[tuple[str, int]]]
    sources: tuple[frozenset[str], frozenset[str]]
    dry: Callable[[str, str], bool]
    leg: Leg

    def views(self) -> list[tuple[Sequence[tuple[str, int]], Sequence[tuple[str, int]]]]:
        """Each side with its enemy."""
        return [(self.sides[0], self.sides[1]), (self.sides[1], self.sides[0])]


def field(units: int = UNITS) -> Field:
    """The board with so many of the units that the game sets up, half of each side, a third mechanised."""
    board = load_board(GAME)
    network = Network.of(board)
    movement_costs = {
        allowance: MovementCosts(network, chart.steps(board, lambda space: terrain(board, space)))
        for allowance, chart in CHARTS.items()
    }
    for bare in movement_costs.values():
        assert ways(bare)
    dry = partial(is_dry, board)
    german, soviet = (standing(board, f"{side}_set_up", units // 2) for side in ("german", "soviet"))
    sources = tuple(
        frozenset(s.id for s in board.spaces.values() if s.facts["source"] in kinds)
        for kinds in (("german", "split"), ("soviet",))
    )
    return Field(
        network,
        movement_costs,
        Extent(network, lambda _, a, b: dry(a, b)),
        (german, soviet),
        (sources[0], sources[1]),
        dry,
        Leg(dry),
    )


def ways(bare: MovementCosts) -> list[Ways]:
    """The steps out of every space, each worked out once."""
    return [bare.row(number) for number in range(len(bare.network.ids))]


def terrain(board: Board, space: str) -> str:
    return str(board.spaces[space].facts["terrain"])


def is_dry(board: Board, a: str, b: str) -> bool:
    """Whether no water and no unbridged major river lies between two spaces."""
    border = board.between(a, b)
    bridged = border & {*ROADS, "rail"}
    return bool(bridged) or ("river-major" not in border and terrain(board, b) != "water")


def standing(board: Board, fact: str, units: int) -> list[tuple[str, int]]:
    """So many units where the map sets them up; from the first hex on again when there are too few."""
    marks = [space.id for space in board.spaces.values() for _ in _texts(space.facts[fact])]
    return [(marks[n % len(marks)], MECHANISED if n % 3 == 2 else LEG) for n in range(units)]


def _texts(value: object) -> Sequence[object]:
    return value if isinstance(value, tuple) else ()


# -- reach -----------------------------------------------------------------------------------------


def ours(land: Field) -> int:
    """Both sides: the enemy's zones counted, laid over the map, and each unit's reach found."""
    found = 0
    for mine, theirs in land.views():
        zones = Zones.of(land.extent, [("", space) for space, _ in theirs])
        closed = {space: ENEMY for space, _ in theirs}
        costs = {
            allowance: bare.under(zones, ZoneRules(enter=4, leave=4), closed)
            for allowance, bare in land.movement_costs.items()
        }
        found += sum(len(reach(costs[allowance], space, allowance).spent) for space, allowance in mine)
    return found


def without_rules(land: Field) -> int:
    """The same mechanism with nobody else on the map."""
    costs = {allowance: bare.under() for allowance, bare in land.movement_costs.items()}
    units = [unit for side in land.sides for unit in side]
    return sum(len(reach(costs[allowance], space, allowance).spent) for space, allowance in units)


Costs = Sequence[Sequence[tuple[int, int]]]


def costs(land: Field) -> dict[int, Costs]:
    """What each step costs, for those who know no rules: rivers only make it dearer, the rest is shut."""
    tables = {allowance: ways(bare) for allowance, bare in land.movement_costs.items()}
    return {allowance: [row.onward + row.halting for row in table] for allowance, table in tables.items()}


def dijkstra(steps: Costs, start: int, allowance: int) -> tuple[dict[int, int], dict[int, int]]:
    """The plain search: cost and the space before, of each space within the allowance."""
    spent, before, heap = {start: 0}, dict[int, int](), [(0, start)]
    while heap:
        so_far, at = heapq.heappop(heap)
        if so_far > spent[at]:
            continue
        for near, cost in steps[at]:
            then = so_far + cost
            if then <= allowance and then < spent.get(near, allowance + 1):
                spent[near], before[near] = then, at
                heapq.heappush(heap, (then, near))
    return spent, before


def plain(land: Field, steps: Mapping[int, Costs]) -> int:
    """The plain search for all units of both sides."""
    numbers = land.network.numbers
    units = [unit for side in land.sides for unit in side]
    return sum(len(dijkstra(steps[most], numbers[space], most)[0]) for space, most in units)


def graphs(steps: Mapping[int, Costs]) -> dict[int, Any]:
    """The same steps as the peer keeps them."""
    import networkx

    made = {}
    for allowance, rows in steps.items():
        made[allowance] = networkx.DiGraph()
        made[allowance].add_nodes_from(range(len(rows)))
        made[allowance].add_weighted_edges_from(
            (at, near, cost) for at, row in enumerate(rows) for near, cost in row
        )
    return made


def of_peer(land: Field, made: Mapping[int, Any]) -> int:
    """The peer's search for all units of both sides."""
    import networkx

    numbers = land.network.numbers
    units = [unit for side in land.sides for unit in side]
    return sum(
        len(networkx.single_source_dijkstra(made[most], numbers[space], cutoff=most)[0])
        for space, most in units
    )


# -- supply ----------------------------------------------------------------------------------------


def supplied(land: Field) -> int:
    """Both sides: the enemy's zones counted, negated by friends, one flood from the sources."""
    found = 0
    for (mine, theirs), sources in zip(land.views(), land.sources, strict=True):
        zones = Zones.of(land.extent, [("", space) for space, _ in theirs])
        closed = zones.beside({space for space, _ in mine}) | {space for space, _ in theirs}
        lines = supply(land.network, sources, [land.leg], closed)
        found += sum(lines.supplied(space) for space, _ in mine)
    return found


def dry_links(land: Field) -> list[tuple[int, ...]]:
    """The spaces that a line may go on to from each, for those who know no rules."""
    ids = land.network.ids
    return [
        tuple(near for near in around if land.dry(ids[at], ids[near]))
        for at, around in enumerate(land.network.around)
    ]


def one_by_one(land: Field, links: Sequence[tuple[int, ...]]) -> int:
    """A plain search from each unit to its nearest source, as if there were no enemy."""
    numbers = land.network.numbers
    goals = [frozenset(numbers[source] for source in sources) for sources in land.sources]
    return sum(
        is_joined(links, numbers[space], goal)
        for side, goal in zip(land.sides, goals, strict=True)
        for space, _ in side
    )


def is_joined(links: Sequence[tuple[int, ...]], start: int, goals: frozenset[int]) -> bool:
    """Whether a breadth-first search comes from one space to any of others."""
    ahead, seen = deque([start]), {start}
    while ahead:
        at = ahead.popleft()
        if at in goals:
            return True
        fresh = [near for near in links[at] if near not in seen]
        seen.update(fresh)
        ahead.extend(fresh)
    return False


# -- all of it -------------------------------------------------------------------------------------

NOTES = (
    "Ours: the enemy's zones of control counted, surcharges and closed hexes laid over the map once for each",
    "side and movement class, then cost and path of every hex that each unit reaches. The plain search and",
    "networkx know terrain, roads and allowances, but no zones, no enemies and no rivers that stop. Supply:",
    "ours one flood for each side, zones negated by friends; theirs a search from each unit, no enemies.",
    "All in processor time, by turns; the map is prepared for each of them beforehand.",
)


def is_here() -> bool:
    """Whether the peer is installed."""
    return importlib.util.find_spec(PEER) is not None


def measured(land: Field, times: int = TIMES) -> Part:
    """Reach and supply by turns, so that all meet the same noise; medians."""
    steps, links = costs(land), dry_links(land)
    works: dict[str, Callable[[], object]] = {
        "ours": lambda: ours(land),
        "bare": lambda: without_rules(land),
        "plain": lambda: plain(land, steps),
        "supply": lambda: supplied(land),
        "one by one": lambda: one_by_one(land, links),
    }
    if is_here():
        made = graphs(steps)
        works[PEER] = lambda: of_peer(land, made)
    runs: dict[str, list[Spent]] = {name: [] for name in works}
    for _ in range(times + 1):
        for name, work in works.items():
            runs[name].append(spent(work))
    took = {name: median(run.cpu for run in of_name[1:]) for name, of_name in runs.items()}
    units = sum(len(side) for side in land.sides)
    title = f"Reach and supply of {units} units on the hexes of {GAME}, medians of {times}"
    return Part(title, rows(took), NOTES)


def rows(took: Mapping[str, float]) -> list[Row]:
    """The table: ours bound by what the plain searches took in the same run."""
    return [
        Row("reach: ours, zones of control and all", took["ours"], most=FACTOR * took["plain"]),
        Row("  ours on the bare map", took["bare"]),
        Row("  a plain heapq Dijkstra without rules", took["plain"]),
        Row(
            "  networkx 3.6.1, as plain",
            took.get(PEER),
            note="" if PEER in took else MISSING,
        ),
        Row("  ratio, ours to plain", took["ours"] / took["plain"], "times", FACTOR),
        Row("supply of both sides: ours", took["supply"], most=took["one by one"]),
        Row("  a plain search from each unit", took["one by one"]),
    ]
