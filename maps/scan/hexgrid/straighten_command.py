"""What `hexpost map straighten` reads, prints and writes."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from maps.scan.hexgrid.fit_command import Asked, Wanted, fitted_scan, show, tell
from maps.scan.written_files import keep, kept_apart
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

    from maps.scan.hexgrid.fitted import Fitted
    from maps.scan.hexgrid.straighten import Straight

_FORMATS = {".png": "PNG", ".tif": "TIFF", ".tiff": "TIFF", ".jpg": "JPEG", ".jpeg": "JPEG"}


@dataclass(frozen=True)
class Wish:
    """What is to be made of the straightened scan: a picture, a map folder in the folder of a game, or both.

    `anyway` straightens by a grid that is unsure, too; `crop` takes off what is beside the hexes, and
    evens the light. `silent` says nothing: a page shows what is made.
    """

    out: Path | None
    game: Path | None = None
    anyway: bool = False
    crop: bool = False
    as_json: bool = False
    silent: bool = False


def run_straighten(asked: Asked, wish: Wish) -> None:
    """Fit, straighten, write what is wanted, and say VASSAL's numbers."""
    import numpy

    from maps.imports.writing import free_home
    from maps.scan.hexgrid.light import evened
    from maps.scan.hexgrid.straighten import plan, straightened
    from scans.reading import opened

    kept_apart([asked.scan], [wish.out])
    style = _style(wish.out) if wish.out else ""
    if wish.game:
        free_home(wish.game)
    found = _sure(asked, wish)
    straight = plan(found, wish.crop)
    with opened(asked.scan, asked.page) as image:
        made = straightened(image, found, straight)
    if wish.crop:
        middles = numpy.array([straight.centre(one) for one in found.grid.labels.values()])
        made = evened(made, middles, straight.pitch)
    picture = _encoded(made, style) if wish.out else b""
    words = _write_map(wish.game, found, straight, made) if wish.game else ""
    if wish.out:
        keep(wish.out, picture)
    if wish.silent:
        return
    if words:
        typer.echo(words, err=True)
    numbers = as_facts(straight)
    typer.echo(json.dumps(numbers, indent=2) if wish.as_json else _said(numbers), err=not wish.as_json)


def _style(out: Path) -> str:
    style = _FORMATS.get(out.suffix.lower())
    if style is None:
        raise ScanError(f"{out}: write a .png, .tif or .jpg")
    return style


def _sure(asked: Asked, wish: Wish) -> Fitted:
    """The fit of the scan; ScanError, and what was found in a picture, where it is unsure."""
    found = fitted_scan(asked)
    if not wish.silent:
        tell(found, asked)
    if not found.sure and not wish.anyway:
        show(found, asked, Wanted())
        raise ScanError(
            f"{asked.scan}: not straightened, because the grid is not sure. Look at the picture, click the "
            "four corner hexes and a neighbour in the next column (--hex), or say --anyway"
        )
    return found


def _write_map(folder: Path, found: Fitted, straight: Straight, made: Image.Image) -> str:
    """Write the map folder of a game, on the straightened picture; what was written, in words."""
    from maps.imports.hexes import usual_dpi, write_hexes
    from maps.imports.writing import ArtFile, likely_dpi

    style, name = ("TIFF", "art.tif") if made.mode == "CMYK" else ("PNG", "art.png")
    dpi = likely_dpi(made.info, usual_dpi(straight.pitch))
    content = _encoded(made, style)
    art = ArtFile(name, content, straight.size, dpi, straight.origin, straight.pitch)
    write_hexes(found.grid, art, folder, folder.resolve().name)
    return (
        f"wrote {folder / 'map'}: {len(found.grid.labels)} hexes on {name}; look at it with  "
        f"hexpost map check {folder} --proof proof.png"
    )


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
