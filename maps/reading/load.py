"""Read a map folder (map.toml, places.csv, links.csv) into a Board, or name all that is wrong.

Geometry is not read here: a referee needs only the tables, and they load in milliseconds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maps.board import Board, Space
from maps.grids.projection import Projection
from maps.map_faults import MapError, MapFault
from maps.reading.gridmap import KINDS, Grids, read_grids
from maps.reading.tables import Row, read_fact, read_rows, read_text, read_toml
from maps.space import slug

__all__ = ["MapError", "MapFault", "bundled_games", "find_map", "load_board", "read_board"]

HOME = Path(__file__).parents[1]
Links = dict[str, dict[str, frozenset[str]]]


@cache
def bundled_games() -> tuple[str, ...]:
    """The games whose map comes with hexpost."""
    return tuple(sorted(folder.parent.name for folder in HOME.glob("*/map.toml")))


def find_map(game: str | Path) -> Path:
    """The map folder of a bundled game or of a game folder of the user's own; MapError if there is none."""
    if str(game) in bundled_games():
        return HOME / str(game)
    folder = Path(game) / "map"
    if (folder / "map.toml").is_file():
        return folder
    known = ", ".join(bundled_games())
    message = f"no bundled game of this name ({known}) and no folder with map/map.toml in it"
    raise MapError((MapFault(str(game), "", "unknown game", message),))


def load_board(game: str | Path) -> Board:
    """The board of a bundled game, or of a user's game folder; MapError with all faults of its tables.

    That of a bundled game is read once: nothing of it can be changed, and its tables come with the code.
    """
    folder = find_map(game)
    return _bundled(folder) if folder.parent == HOME else _without_fault(folder)


def _without_fault(folder: Path) -> Board:
    board, faults = read_board(folder)
    if faults:
        raise MapError(faults)
    return board


_bundled = cache(_without_fault)


def read_board(folder: Path) -> tuple[Board, list[MapFault]]:
    """As much of the board as can be read, and every fault of its tables. Raises MapError where map.toml
    cannot be read: without its words and kinds nothing else can be judged."""
    faults: list[MapFault] = []
    toml = read_toml(folder / "map.toml", faults)
    if faults:
        raise MapError(faults)
    kinds = _fact_kinds(toml, faults)
    grids = Grids()
    if KINDS.keys() & toml.keys():
        grids, spaces, links = read_grids(folder, toml, kinds, _feature_words(toml), faults)
    else:
        spaces = _spaces(folder, kinds, _projection(toml, faults), faults)
        links = _links(folder, spaces, _feature_words(toml), faults)
    board = Board(
        str(toml.get("game", folder.name)),
        MappingProxyType(spaces),
        MappingProxyType({zone: MappingProxyType(near) for zone, near in links.items()}),
        MappingProxyType(_chains(toml, spaces, faults)),
        grids.hexes,
        grids.squares,
        grids.areas,
    )
    return board, faults


def _projection(toml: Mapping[str, Any], faults: list[MapFault]) -> Projection:
    origin = toml.get("origin")
    match origin:
        case [int() | float() as lon, int() | float() as lat] if abs(lon) <= 180 and abs(lat) < 85:
            return Projection(float(lon), float(lat))
    read = f"read {origin!r}" if origin is not None else "it is missing"
    message = f"{read}; write the longitude and latitude of the map's middle: origin = [13.5, 52.0]"
    faults.append(MapFault("map.toml", "origin", "bad value", message))
    return Projection(0.0, 0.0)


def _fact_kinds(toml: Mapping[str, Any], faults: list[MapFault]) -> dict[str, str]:
    """The columns of places.csv that are facts, and of which kind: text, number, yes-no or list."""
    facts = toml.get("facts", {})
    kinds = facts if isinstance(facts, dict) else {}
    for name, kind in kinds.items():
        if kind not in ("text", "number", "yes-no", "list"):
            message = f"{name} is {kind!r}; write text, number, yes-no or list"
            faults.append(MapFault("map.toml", "facts", "bad value", message))
    return {name: str(kind) for name, kind in kinds.items()}


def _spaces(
    folder: Path, kinds: Mapping[str, str], plane: Projection, faults: list[MapFault]
) -> dict[str, Space]:
    spaces: dict[str, Space] = {}
    for row in read_rows(folder / "places.csv", ("id", "name", "lat", "lon", *kinds), faults):
        if slug(row.cells["name"]) != row.cells["id"] or not row.cells["id"]:
            wanted = slug(row.cells["name"])
            message = f"id {row.cells['id']!r} does not belong to {row.cells['name']!r}; its id is {wanted!r}"
            faults.append(row.fault("wrong id", message))
        if row.cells["id"] in spaces:
            faults.append(row.fault("named twice", f"{row.cells['id']} already has a line above"))
        centre = plane.to_km(_degrees(row, "lon", 180, faults), _degrees(row, "lat", 90, faults))
        facts = {name: read_fact(row, name, kind, faults) for name, kind in kinds.items()}
        spaces[row.cells["id"]] = Space(row.cells["id"], row.cells["name"], centre, MappingProxyType(facts))
    return spaces


def _degrees(row: Row, column: str, limit: int, faults: list[MapFault]) -> float:
    try:
        value = float(row.cells[column])
    except ValueError:
        value = math.nan
    if abs(value) <= limit:
        return value
    message = f"{column} is {row.cells[column]!r}; write degrees between -{limit} and {limit}"
    faults.append(row.fault("bad value", message))
    return 0.0


def _feature_words(toml: Mapping[str, Any]) -> frozenset[str]:
    """The words that links.csv may use for a feature of a border."""
    features = toml.get("features", {})
    return frozenset(features if isinstance(features, dict) else ())


def _links(folder: Path, spaces: Mapping[str, Space], words: frozenset[str], faults: list[MapFault]) -> Links:
    """The neighbour list: every contact stands under both its spaces, so that a slip shows."""
    links: Links = {zone: {} for zone in spaces}
    rows: dict[tuple[str, str], Row] = {}
    known = _mentioned(folder / "places.csv") | set(spaces)
    for row in read_rows(folder / "links.csv", ("zone", "neighbour", "features"), faults):
        zone, near = row.cells["zone"], row.cells["neighbour"]
        if zone not in spaces or near not in spaces:
            faults.extend(_unknown_zones(row, known))
        elif zone == near or near in links[zone]:
            what = "a zone is not its own neighbour" if zone == near else "this contact has a line above"
            faults.append(row.fault("named twice", f"{zone} - {near}: {what}"))
        else:
            links[zone][near] = frozenset(row.cells["features"].split())
            rows[zone, near] = row
            faults.extend(_unknown_features(row, words))
    faults.extend(_one_way(links, rows))
    return links


def _unknown_zones(row: Row, known: set[str]) -> list[MapFault]:
    """The zones of a link that no line of places.csv names; none where that file names nothing at all."""
    unknown = [name for name in (row.cells["zone"], row.cells["neighbour"]) if known and name not in known]
    message = f"{' and '.join(unknown)} has no line in places.csv"
    return [row.fault("unknown zone", message)] if unknown else []


def _mentioned(places: Path) -> set[str]:
    """What any line of places.csv names, a faulty one too: its fault is told once, not for every link."""
    text = read_text(places, []) or ""
    return {slug(cell) for line in text.splitlines()[1:] for cell in re.split("[,;]", line)[:2]} - {""}


def _unknown_features(row: Row, words: frozenset[str]) -> list[MapFault]:
    known = words | {f"defends-{row.cells['zone']}", f"defends-{row.cells['neighbour']}"}
    unknown = sorted(set(row.cells["features"].split()) - known)
    message = f"{', '.join(unknown)}: not among the features of map.toml ({', '.join(sorted(words))})"
    return [row.fault("unknown feature", message)] if unknown else []


def _one_way(links: Links, rows: Mapping[tuple[str, str], Row]) -> list[MapFault]:
    faults = []
    for (zone, near), row in rows.items():
        if zone not in links[near]:
            message = f"{zone} - {near} is listed, {near} - {zone} is not; list both or neither"
            faults.append(row.fault("one-way link", message))
        elif zone < near and links[zone][near] != links[near][zone]:
            other = " ".join(sorted(links[near][zone])) or "nothing"
            message = f"{zone} - {near}: line {rows[near, zone].line} has other features: {other}"
            faults.append(row.fault("one-way feature", message))
    return faults


def _chains(
    toml: Mapping[str, Any], spaces: Mapping[str, Space], faults: list[MapFault]
) -> dict[str, tuple[str, ...]]:
    table = toml.get("chains", {})
    chains: dict[str, tuple[str, ...]] = {}
    for name, zones in (table if isinstance(table, dict) else {}).items():
        chains[name] = tuple(slug(str(zone)) for zone in zones) if isinstance(zones, list) else ()
        unknown = [zone for zone in chains[name] if zone not in spaces]
        if unknown or not chains[name]:
            message = f"no such zone: {', '.join(unknown)}" if unknown else "write a list of zone ids"
            faults.append(MapFault("map.toml", f"chains.{name}", "unknown zone", message))
    return chains
