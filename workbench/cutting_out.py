"""Writes pictures of the counters of a sheet into the folder of a game, and the lines its roster lacks."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from counters.cutting.cuts import Outlined, pieces
from counters.cutting.cutting import beside, roster_of
from counters.cutting.files import style_text
from counters.roster.table import as_file_name
from files.cells import csv_rows, csv_text
from files.reading import decoded
from files.whole import write_all
from scans.colour import read_art
from workbench.bench_faults import BenchError

ROSTER, STYLE = "roster.csv", "style.toml"


def cut_out(sheet: Path, cuts: Sequence[Outlined], folder: Path) -> str:
    """Write all or nothing; what was written, in words. Raises BenchError, ScanError and OSError.

    A roster that is there keeps its lines as they are; names that were typed fill empty cells.
    """
    art = read_art(sheet)
    if wrong := next((one.id for one in cuts if beside(one, art.size)), ""):
        raise BenchError(f"{wrong} is not on the picture.")
    made = list(pieces(art, cuts))
    wanted = {folder / "fronts" / f"{as_file_name(of.id)}.png": _png(one) for of, one in made}
    roster = folder / ROSTER
    text, added = with_lines(_text(roster), roster_of(made), folder)
    wanted[roster] = text.encode()
    if not (folder / STYLE).is_file():
        wanted[folder / STYLE] = style_text().encode()
    try:
        write_all(wanted)
    except OSError as error:
        raise BenchError(f"{folder}: cannot be written ({error.strerror or error})") from None
    return f"{len(made)} pictures are in {folder / 'fronts'}, and {added} new lines in {roster}."


def _text(path: Path) -> str:
    try:
        return decoded(path.read_bytes())
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise BenchError(f"{path}: cannot be read ({error})") from None


def with_lines(old: str, new: str, folder: Path) -> tuple[str, int]:
    """A roster with the lines of another whose ids it lacks, and how many these are. Raises BenchError."""
    if not old.strip():
        return new, new.count("\n") - 1
    comma = max((",", ";", "\t"), key=old.partition("\n")[0].count)
    if comma != ",":
        raise BenchError(f"{folder / ROSTER}: separate the cells with commas, so that lines can be added")
    (_, header), *lines = list(csv_rows(old))
    (_, fresh), *rows = list(csv_rows(new))
    if lacking := {"id", "name", "art"} - set(header):
        raise BenchError(
            f"{folder / ROSTER}: add a column {sorted(lacking)[0]!r}, so that lines can be added"
        )
    told = {
        dict(zip(fresh, cells, strict=False))["id"]: dict(zip(fresh, cells, strict=False))
        for _, cells in rows
    }
    at, names = header.index("id"), header.index("name")
    kept = []
    for _, cells in lines:
        mine = told.pop(cells[at], None) if len(cells) > max(at, names) else None
        if mine and not cells[names]:
            cells[names] = mine["name"]
        kept.append(cells)
    added = [[one.get(column, "") for column in header] for one in told.values()]
    return csv_text([header, *kept, *added]), len(added)


def _png(image: Image.Image) -> bytes:
    held = BytesIO()
    image.save(held, "PNG")
    return held.getvalue()
