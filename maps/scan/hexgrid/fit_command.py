"""What `hexpost map fit` reads, prints and writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from files.cells import csv_text
from maps.scan.written_files import keep, keep_picture, kept_apart
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

    from maps.grids.grid import HexGrid
    from maps.map_faults import MapFault
    from maps.scan.hexgrid.fitted import Fitted
    from maps.scan.hexgrid.numbering import Lines


_TOLD = 0.9
"""Doubts below this confidence are told although they leave the fit sure."""


@dataclass(frozen=True)
class Asked:
    """What the user says about a scan: clicked hexes, how many columns and rows, the page of a PDF."""

    scan: Path
    clicks: tuple[str, ...] = ()
    columns: int | None = None
    rows: int | None = None
    page: int = 1
    partial: bool = True
    two_sheets: bool = False
    told: HexGrid | None = None
    shoved: str = ""
    short: str = ""
    labels: Path | None = None
    pinned: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Said:
    """The files of a maker that say of a scan what is not typed: `clicks.csv` and `scan.toml`."""

    clicks: Path | None = None
    scan: Path | None = None

    def crops(self) -> bool:
        """Whether the picture is to be cropped to its hexes."""
        from maps.scan.scan_file import read_scan_file

        return self.scan is not None and read_scan_file(self.scan).crop

    def added(self, asked: Asked) -> Asked:
        """What is asked for, with what these files say. Raises ScanError."""
        from maps.scan.scan_file import read_clicks, read_scan_file

        if self.clicks:
            typed = {text.rpartition("=")[0].strip() for text in asked.clicks}
            told = [one for one in read_clicks(self.clicks) if one.label not in typed]
            clicks = (*asked.clicks, *(f"{one.label}={one.x:g},{one.y:g}" for one in told))
            pinned = frozenset(one.label for one in told if one.pinned)
            asked = replace(asked, clicks=clicks, pinned=pinned)
        if self.scan:
            scan = read_scan_file(self.scan)
            sized = asked.columns is not None or asked.rows is not None
            size = (asked.columns, asked.rows) if sized or scan.grid else scan.size or (None, None)
            sized = sized or bool(asked.shoved or asked.short or asked.labels)
            asked = replace(
                asked,
                columns=size[0],
                rows=size[1],
                page=scan.page if asked.page == 1 else asked.page,
                partial=asked.partial and scan.partial,
                two_sheets=asked.two_sheets or scan.two_sheets,
                told=None if sized else scan.grid,
            )
        return asked


@dataclass(frozen=True)
class Wanted:
    """The files to write besides; `anyway` writes them, and is content, although the fit is unsure."""

    centres: Path | None = None
    heat: Path | None = None
    overlay: Path | None = None
    anyway: bool = False


def fitted_scan(asked: Asked) -> Fitted:
    """The grid of a scan. Raises ScanError."""
    from maps.scan.hexgrid.fit import fit
    from maps.scan.hexgrid.fitted import within_picture
    from maps.scan.hexgrid.labels import parsed_click
    from scans.reading import greyed, opened

    if (asked.columns is None) != (asked.rows is None):
        raise ScanError("--columns and --rows belong together: give both or neither")
    size = (asked.columns, asked.rows) if asked.columns and asked.rows else None
    clicks = [parsed_click(text) for text in asked.clicks]
    clicks = [one._replace(pinned=one.label in asked.pinned) for one in clicks]
    if (asked.shoved or asked.short or asked.labels) and not clicks:
        raise ScanError(
            "--shoved, --short and --labels need a hex that you clicked, with its middle in pixels: "
            "--hex 0101=120,95"
        )
    told = asked.told or _lines(asked)
    with opened(asked.scan, asked.page) as image:
        wide, high = image.size
        beside = [str(one) for one in clicks if not (0 <= one.x <= wide and 0 <= one.y <= high)]
        if beside:
            raise ScanError(f"{', '.join(beside)}: beside the picture of {wide} x {high} pixels")
        grey = greyed(image)
    try:
        found = fit(grey, clicks, size, asked.two_sheets, told)
    except ScanError as error:
        raise ScanError(f"{asked.scan}: {error}") from None
    except MemoryError:
        raise ScanError(
            f"{asked.scan}: there is not enough memory to fit {wide} x {high} pixels. "
            "Save the picture at half the size, or close other programs"
        ) from None
    return found if asked.partial else within_picture(found, (), whole=True)


def _lines(asked: Asked) -> Lines:
    """What the user says of every second line, and all labels of the map. Raises ScanError."""
    from maps.scan.hexgrid.numbering import Lines

    labels = _all_labels(asked.labels) if asked.labels else frozenset()
    return Lines(asked.shoved, asked.short, labels)


def _all_labels(path: Path) -> frozenset[str]:
    """The labels in a table of all hexes, as `--centres` writes it. Raises ScanError."""
    from maps.reading.tables import read_rows

    faults: list[MapFault] = []
    labels = frozenset(row.cells["label"] for row in read_rows(path, ("label",), faults))
    if faults:
        raise ScanError("\n".join(map(str, faults)))
    return labels - {""}


def run_fit(asked: Asked, wanted: Wanted, as_json: bool) -> None:
    """Fit, write what is wanted, and say what was found; exit 1 where it is unsure and not wanted anyway."""
    kept_apart([asked.scan], [wanted.centres, wanted.heat, wanted.overlay])
    found = fitted_scan(asked)
    if as_json:
        typer.echo(json.dumps(as_facts(found), indent=2))
    tell(found, asked)
    show(found, asked, wanted)
    if not (found.sure or wanted.anyway):
        raise typer.Exit(1)
    if wanted.centres:
        keep(wanted.centres, centres_csv(found).encode())


def show(found: Fitted, asked: Asked, wanted: Wanted) -> None:
    """The pictures to look at: those that are wanted, and the grid that was found where it is unsure."""
    from maps.scan.hexgrid.pictures import heat_picture, overlay_picture

    if wanted.heat:
        keep_picture(wanted.heat, heat_picture(_canvas(asked), found))
    overlay = wanted.overlay or (
        None if found.sure else asked.scan.with_name(f"{asked.scan.stem}-unsure.png")
    )
    if overlay:
        keep_picture(overlay, overlay_picture(_canvas(asked), found))


def _canvas(asked: Asked) -> Image.Image:
    """The scan as a picture of moderate size to draw on."""
    from maps.scan.hexgrid.pictures import canvas
    from scans.reading import opened

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


def tell(found: Fitted, asked: Asked) -> None:
    """The fit in sentences: what was found, how sure it is, and what may be wrong."""
    from maps.scan.hexgrid.confidence import AGREED
    from maps.scan.hexgrid.fit import CLICK

    tops = "flat" if found.grid.lattice.flat else "pointed"
    (across, down), residual, labels = found.pitch, found.residual, list(found.centres)
    lines = [
        f"{asked.scan}: {found.grid.columns} columns and {found.grid.rows} rows of hexes with {tops} tops, "
        f"{labels[0]} to {labels[-1]}",
        f"columns {across:.2f} and rows {down:.2f} pixels apart, turned {found.angle:.2f} degrees",
        f"print and fit differ by {residual['rms']:.2f} pixels, "
        f"{100 * residual['rms_of_width']:.2f} % of a hex, at worst {residual['worst']:.2f}",
        f"{'' if found.sure else 'UNSURE: '}confidence {found.confidence:.2f}",
        *(f"  {one.words}" for one in found.doubts if one.likely < _TOLD),
    ]
    if found.likely <= AGREED:
        lines.append(f"  the outlines of hexes are hardly seen where they should be. {CLICK}")
    for line in lines:
        typer.echo(line, err=True)
