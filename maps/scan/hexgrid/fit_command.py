"""What `hexpost map fit` reads, prints and writes."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from files.cells import csv_text
from maps.scan.faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.hexgrid.fitted import Fitted


_TOLD = 0.8
"""Doubts below this confidence are told although they leave the fit sure."""


@dataclass(frozen=True)
class Asked:
    """What the user says about a scan: known hexes, how many columns and rows, the page of a PDF."""

    scan: Path
    known: tuple[str, ...] = ()
    columns: int | None = None
    rows: int | None = None
    page: int = 1
    partial: bool = True


@dataclass(frozen=True)
class Wanted:
    """The files to write besides."""

    centres: Path | None = None
    heat: Path | None = None
    overlay: Path | None = None
    candidates: Path | None = None


def fitted_scan(asked: Asked) -> Fitted:
    """The grid of a scan. Raises ScanError."""
    from maps.scan.hexgrid.fit import fit
    from maps.scan.hexgrid.labels import parsed_click
    from maps.scan.reading import greyed, opened

    if (asked.columns is None) != (asked.rows is None):
        raise ScanError("--columns and --rows belong together: give both or neither")
    size = (asked.columns, asked.rows) if asked.columns and asked.rows else None
    known = [parsed_click(text) for text in asked.known]
    with opened(asked.scan, asked.page) as image:
        beside = [str(one) for one in known if not (0 <= one.x <= image.width and 0 <= one.y <= image.height)]
        if beside:
            raise ScanError(
                f"{', '.join(beside)}: beside the picture of {image.width} x {image.height} pixels"
            )
        grey = greyed(image)
    try:
        found = fit(grey, known, size)
    except ScanError as error:
        raise ScanError(f"{asked.scan}: {error}") from None
    except MemoryError:
        raise ScanError(
            f"{asked.scan}: there is not enough memory to fit {grey.width} x {grey.height} pixels. "
            "Save the picture at half the size, or close other programs"
        ) from None
    return found if asked.partial else without_partial(found)


def without_partial(found: Fitted) -> Fitted:
    """The fit without the hexes of which a part lies beside the picture."""
    from dataclasses import replace

    import numpy

    wide, high = found.size
    cut = []
    corners = numpy.array(((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))) / 3
    for label, one in found.grid.labels.items():
        points = found.warp.pixels(corners + numpy.array(one, dtype=float))
        if (points < 0).any() or (points > (wide, high)).any():
            cut.append(label)
    return replace(found, grid=replace(found.grid, missing=frozenset(cut)))


def run_fit(asked: Asked, wanted: Wanted, as_json: bool) -> None:
    """Fit, write what is wanted, and say what was found."""
    kept_apart([asked.scan], [wanted.centres, wanted.heat, wanted.overlay, wanted.candidates])
    found = fitted_scan(asked)
    write_all(asked, wanted, found)
    if as_json:
        typer.echo(json.dumps(as_facts(found), indent=2))
    for line in told(found, asked, wanted):
        typer.echo(line, err=True)


def write_all(asked: Asked, wanted: Wanted, found: Fitted) -> None:
    """The files; each is written whole or not at all."""
    from maps.scan.hexgrid.pictures import candidates_picture, heat_picture, overlay_picture

    if wanted.centres:
        keep(wanted.centres, centres_csv(found).encode())
    if wanted.heat:
        keep_picture(wanted.heat, heat_picture(_scan(asked), found))
    if wanted.overlay:
        keep_picture(wanted.overlay, overlay_picture(_scan(asked), found))
    if not found.sure:
        keep_picture(candidates_path(asked, wanted), candidates_picture(_scan(asked), found))


def candidates_path(asked: Asked, wanted: Wanted) -> Path:
    """Where the candidates are shown when the fit is unsure."""
    return wanted.candidates or Path(f"{asked.scan.stem}-candidates.png")


def _scan(asked: Asked) -> Image.Image:
    """The scan as a picture of moderate size to draw on, and its scale in `info`."""
    from maps.scan.hexgrid.pictures import canvas
    from maps.scan.reading import opened

    with opened(asked.scan, asked.page) as image:
        return canvas(image)


def as_facts(found: Fitted) -> dict[str, Any]:
    """The fit as plain values, for `--json`."""
    return {
        "orientation": "flat" if found.grid.lattice.flat else "pointy",
        "pitch": [round(part, 4) for part in found.pitch],
        "angle": round(found.angle, 4),
        "origin": [round(part, 3) for part in next(iter(found.centres.values()), (0.0, 0.0))],
        "confidence": found.confidence,
        "sure": found.sure,
        "doubts": [one.words for one in found.doubts],
        "columns": found.grid.columns,
        "rows": found.grid.rows,
        "shoved": found.grid.shoved,
        "first": next(iter(found.centres), ""),
        "residual": {name: round(value, 5) for name, value in found.residual.items()},
    }


def centres_csv(found: Fitted) -> str:
    """Label, x, y and, where the print could be measured, how far off it is: a line for each hex."""
    rows: list[Sequence[str]] = [("label", "x", "y", "off")]
    for label, (x, y) in found.centres.items():
        off = found.residuals.get(label)
        rows.append((label, f"{x:.3f}", f"{y:.3f}", "" if off is None else f"{off:.3f}"))
    return csv_text(rows)


def told(found: Fitted, asked: Asked, wanted: Wanted) -> list[str]:
    """The fit in sentences."""
    tops = "flat" if found.grid.lattice.flat else "pointed"
    across, down = found.pitch
    residual = found.residual
    labels = list(found.centres)
    lines = [
        f"{asked.scan}: {found.grid.columns} columns and {found.grid.rows} rows of hexes with {tops} tops, "
        f"{labels[0]} to {labels[-1]}",
        f"columns {across:.2f} and rows {down:.2f} pixels apart, turned {found.angle:.2f} degrees",
        f"print and fit differ by {residual['rms']:.2f} pixels, "
        f"{100 * residual['rms_of_width']:.2f} % of a hex, at worst {residual['worst']:.2f}",
    ]
    if found.seen.warp.second is not None:
        lines.append("the map is two sheets that do not quite meet; each is followed by itself")
    if found.sure:
        beside = [f"  {one.words}" for one in found.doubts if one.likely < _TOLD]
        return [*lines, f"confidence {found.confidence:.2f}", *beside]
    return [*lines, *unsure(found, candidates_path(asked, wanted))]


def unsure(found: Fitted, shown: Path) -> list[str]:
    """Why a fit is unsure, and what to do."""
    from maps.scan.hexgrid.confidence import SURE

    lines = [f"UNSURE (confidence {found.confidence:.2f}): look at {shown}"]
    if found.likely < SURE:
        lines[0] += ", then name two or three hexes: --hex 0101=123,456"
    return [*lines, *(f"  {one.words}" for one in found.doubts if one.likely < SURE)]


def kept_apart(read: Sequence[Path], written: Sequence[Path | None]) -> None:
    """Raise ScanError where a file to write is one that is read, or is to be written twice."""
    seen = {path.resolve(): "is read" for path in read}
    for path in written:
        if path is None:
            continue
        if fault := seen.get(path.resolve()):
            raise ScanError(f"{path} {fault} by the same command and would be lost: give it another name")
        seen[path.resolve()] = "is written"


def keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises ScanError."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ScanError(f"{path} cannot be written: {error.strerror or error}") from None
    typer.echo(f"wrote {path}", err=True)


def keep_picture(path: Path, picture: Image.Image) -> None:
    """Write a picture as PNG, whole or not at all. Raises ScanError."""
    made = io.BytesIO()
    picture.save(made, "PNG")
    keep(path, made.getvalue())
