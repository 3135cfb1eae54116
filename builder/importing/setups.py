"""The predefined set-ups of somebody's module: what stands where in each, as a table."""

from __future__ import annotations

from builder.importing.roster import Force, ids_by_gpid
from builder.importing.text import Table, one_line, unique
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_inner
from builder.vassal.locations import Places
from builder.vassal.modulefile import ModuleFile
from builder.vassal.readback import LARGEST_SETUP
from maps.space import slug


def read_setups(
    module: ModuleFile, places: Places, force: Force, carried: list[str], lost: list[str]
) -> dict[str, str]:
    """A table for each set-up: the piece, its name, its map, its place, and the point in pixels."""
    tables: dict[str, str] = {}
    for node in module.of("PredefinedSetup"):
        file, title = node.get("file"), one_line(node.get("name")) or "Set-up"
        if node.get("isMenu") == "true":
            continue
        if node.get("useFile") == "false":
            carried.append(f"set-up {title!r}: the position that the module has without a file")
            continue
        content = module.archive.read(file, LARGEST_SETUP) if file in module.archive.names else None
        if content is None:
            what = f"there is no file {file!r}" if file else "it names no file"
            lost.append(f"set-up {title!r}: {what}")
            continue
        try:
            table = _table(content, places, ids_by_gpid(force))
        except ModuleError as wrong:
            lost.append(f"set-up {title!r}: {wrong}")
            continue
        name = unique(f"setups/{slug(title) or 'set-up'}.csv", tables)
        tables[name] = table.text
        carried.append(f"set-up {title!r}: {table.rows} pieces, in {name}")
    return tables


def _table(content: bytes, places: Places, ids: dict[str, str]) -> Table:
    saved = read_inner(content)
    table = Table("piece", "name", "map", "place", "x", "y", "stack", "properties")
    for piece in saved.pieces:
        place = places.name(piece.map, (piece.x, piece.y))
        known = "; ".join(f"{key}={value}" for key, value in sorted(piece.properties.items()))
        one = ids.get(piece.gpid, "")
        table.row(one, piece.name, piece.map, place, piece.x, piece.y, piece.stack, known)
    return table
