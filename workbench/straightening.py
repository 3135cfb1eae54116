"""The scan straightened into the map of the project, as `hexpost map straighten` does it.

A map that is there already keeps what its maker has written: only the grid, the art and the list of hexes
are those of the new picture.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from files.cells import csv_rows, csv_text
from files.toml_lines import TomlLines
from maps.scan.hexgrid.fit_command import Asked
from maps.scan.hexgrid.straighten_command import Wish, run_straighten
from maps.scan.scan_file import Clicked, ScanFile
from maps.space import slug
from workbench.bench_faults import BenchError
from workbench.project import KEPT, Project

MAP, PLACES = "map/map.toml", "map/places.csv"
_OF_THE_PICTURE = ("hexes", "hexes.numbering", "art")


def straighten(
    project: Project, clicks: Sequence[Clicked], scan: ScanFile, unchanged: Callable[[], bool]
) -> str:
    """Straighten the scan into the map of the project; what was made, in words.

    Nothing is taken over if `unchanged` says that clicks are others by now. Raises ScanError, MapError and
    BenchError.
    """
    columns, rows = scan.size if scan.size and not scan.grid else (None, None)
    asked = Asked(
        project.picture,
        tuple(f"{one.label}={one.x!r},{one.y!r}" for one in clicks),
        columns,
        rows,
        project.page,
        scan.partial,
        scan.two_sheets,
        scan.grid,
        pinned=frozenset(one.label for one in clicks if one.pinned),
    )
    part = project.folder / KEPT / "straight"
    shutil.rmtree(part, ignore_errors=True)
    made = part / project.folder.resolve().name
    try:
        run_straighten(asked, Wish(None, made, anyway=True, crop=scan.crop, silent=True))
        return _taken_over(project, made / "map", unchanged)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _taken_over(project: Project, home: Path, unchanged: Callable[[], bool]) -> str:
    """Take what was made into the map of the project."""
    art = next(one for one in home.iterdir() if one.stem == "art")
    name = _free_name(project.folder / "map", art)
    new, places = (home / file for file in ("map.toml", "places.csv"))
    settings = new.read_text(encoding="utf-8").replace(f'"{art.name}"', f'"{name}"')

    def act() -> str:
        project.write(MAP, _with_tables(project.text(MAP), settings))
        project.write(PLACES, _with_places(project.rows(PLACES), places.read_text(encoding="utf-8")))
        art.replace(project.folder / "map" / name)
        return "Straightened the picture"

    with project.lock:  # it is put into the files as they are now, whatever was changed meanwhile
        project.look()
        if not unchanged():
            raise BenchError(
                "The grid was changed while the picture was being straightened. Straighten again."
            )
        project.change(project.number, frozenset({"map"}), act)
    return f"{name} and map.toml are in {project.folder / 'map'}"


def _free_name(folder: Path, art: Path) -> str:
    """A name for the new picture: what an undone step names stays as it is."""
    number, name = 1, art.name
    while (folder / name).exists():
        number += 1
        name = f"{art.stem}-{number}{art.suffix}"
    return name


def _with_tables(old: str, new: str) -> str:
    """A map.toml with the tables about the picture of another; all else as it is."""
    if not old.strip():
        return new
    lines, found = new.split("\n"), TomlLines(new)
    tables = {name: found.tables(name) for name in _OF_THE_PICTURE}
    taken = {name: lines[where[0].start - 1 : where[0].stop - 1] for name, where in tables.items() if where}
    own, kept = old.split("\n"), TomlLines(old)
    gone = {line for name in _OF_THE_PICTURE for where in kept.tables(name) for line in where}
    rest = [line for number, line in enumerate(own, 1) if number not in gone]
    while rest and not rest[-1].strip():
        rest.pop()
    for table in taken.values():
        rest += ["", *(line for line in table if line.strip())]
    return "\n".join(rest) + "\n"


def _with_places(old: Sequence[Sequence[str]], new: str) -> str:
    """The places of the new grid, those that were there before as they were."""
    if not old:
        return new
    header, *rows = old
    if "id" not in header:
        raise BenchError(f"{PLACES}:1: there is no column id. The picture was not straightened")
    at = header.index("id")
    known = {slug(cells[at]): cells for cells in rows if len(cells) > at}
    labels = [cells[0] for _, cells in list(csv_rows(new))[1:] if cells]
    made = [known.get(slug(one), [one if n == at else "" for n in range(len(header))]) for one in labels]
    return csv_text([header, *made])
