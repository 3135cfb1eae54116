"""What `hexpost map straighten` reads, prints and writes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from maps.scan.faults import ScanError
from maps.scan.fit_command import Asked, Wanted, candidates_path, fitted_scan, keep, told, write_all

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.straighten import Straight

_FORMATS = {".png": "PNG", ".tif": "TIFF", ".tiff": "TIFF", ".jpg": "JPEG", ".jpeg": "JPEG"}


def run_straighten(asked: Asked, out: Path, as_json: bool, anyway: bool) -> None:
    """Fit, straighten, write the picture, and say VASSAL's numbers."""
    from maps.scan.reading import opened
    from maps.scan.straighten import plan, straightened

    style = _FORMATS.get(out.suffix.lower())
    if style is None:
        raise ScanError(f"{out}: write a .png, .tif or .jpg")
    found = fitted_scan(asked)
    for line in told(found, asked, Wanted()):
        typer.echo(line, err=True)
    if not found.sure and not anyway:
        write_all(asked, Wanted(), found)
        raise ScanError(
            f"{asked.scan}: not straightened, because the grid is not sure. Look at "
            f"{candidates_path(asked, Wanted())}, name two or three hexes, or say --anyway"
        )
    straight = plan(found)
    with opened(asked.scan, asked.page) as image:
        made = straightened(image, found, straight)
    keep(out, _encoded(made, style))
    numbers = as_facts(straight)
    typer.echo(json.dumps(numbers, indent=2) if as_json else _said(numbers), err=not as_json)


def as_facts(straight: Straight) -> dict[str, Any]:
    """The straight grid as plain values, for `--json`."""
    return {
        "orientation": "flat" if straight.flat else "pointy",
        "size": list(straight.size),
        "pitch": straight.pitch,
        "origin": list(straight.origin),
        "vassal": straight.vassal,
    }


def _said(facts: dict[str, Any]) -> str:
    vassal = facts["vassal"]
    return (
        f"VASSAL's hex grid: Hex Width {vassal['dx']!r}, Hex Height {vassal['dy']!r}, "
        f"X offset {vassal['x0']}, Y offset {vassal['y0']}, Sideways {'yes' if vassal['sideways'] else 'no'}"
    )


def _encoded(made: Image.Image, style: str) -> bytes:
    kept = {name: made.info[name] for name in ("dpi", "icc_profile") if name in made.info}
    if style == "JPEG" and made.mode == "I;16":
        made = _eight_bits(made)
    if style == "PNG" and made.mode == "CMYK":
        raise ScanError("a PNG cannot hold CMYK colours: write a .tif or a .jpg")
    more: dict[str, Any] = {"quality": 95} if style == "JPEG" else {}
    held = io.BytesIO()
    made.save(held, style, **kept, **more)
    return held.getvalue()


def _eight_bits(made: Image.Image) -> Image.Image:
    """Sixteen bits as eight: a JPEG has no more."""
    import numpy
    from PIL import Image

    return Image.fromarray((numpy.asarray(made) // 257).astype(numpy.uint8))
