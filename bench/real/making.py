"""`python -m bench.real.making CLONES OUT [NAME ...]`: pictures and truth of maps, from clones.

Fetch the repositories of `sources.csv` with git, each to CLONES/OWNER/NAME; what a map needs is read from
there, nothing is run. The pictures are other people's art: keep them to yourself.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy
from PIL import Image

from . import areamaps, hexboards, photo
from .sources import Clone, Source, sources, stepped_box

Facts = dict[str, Any]
Seen = Callable[[photo.View], Facts]


def main(arguments: list[str] | None = None) -> int:
    """Make what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.real.making", description="Pictures and truth of maps."
    )
    parser.add_argument("clones", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args(arguments)
    for name in wanted.names or sources():
        source = sources()[name]
        print(f"{source.kind}: {name}", file=sys.stderr)
        make(Clone(wanted.clones / source.repository), source, wanted.out / source.kind / name)
    return 0


def make(clone: Clone, source: Source, folder: Path) -> None:
    """One map: three pictures and what is true of them."""
    sheet, facts, seen = hexes_of(clone, source) if source.kind == "hexes" else areas_of(clone, source)
    folder.mkdir(parents=True, exist_ok=True)
    facts["source"] = f"{source.repository}: {source.file}"
    facts["pictures"] = {name: seen(view) for name, view in photographed(sheet, source.name, folder).items()}
    (folder / "truth.json").write_text(json.dumps(facts))


def photographed(sheet: Image.Image, name: str, folder: Path) -> Mapping[str, photo.View]:
    """The pictures, written, each with its view; chance depends on the name alone."""
    rng = numpy.random.default_rng(zlib.crc32(name.encode()))
    flat, phone = photo.on_flatbed(sheet.size, rng), photo.before_phone(sheet.size, rng)
    sheet.save(folder / "clean.png")
    photo.flatbed_picture(sheet, flat, rng).save(folder / "flat.jpg", quality=85)
    photo.phone_picture(sheet, phone, rng).save(folder / "phone.jpg", quality=78)
    return {"clean.png": photo.View(numpy.eye(3), sheet.size), "flat.jpg": flat, "phone.jpg": phone}


def hexes_of(clone: Clone, source: Source) -> tuple[Image.Image, Facts, Seen]:
    """A board with hexes: its part that is used, what is true of all pictures, and of each."""
    board, grid = hexboards.read_board(clone, source)
    sheet = board.crop(stepped_box(source.crop, board.size))
    centres = hexboards.truth_of(grid, source, board.size)
    clicks = hexboards.clicks_of(set(centres), not grid.sideways)
    facts: Facts = {
        "columns": max(int(label[:2]) for label in centres),
        "rows": max(int(label[2:]) for label in centres),
        "flat_top": not grid.sideways,
        "terrain": hexboards.ground_of(clone, source, grid, board.size),
    }

    def seen(view: photo.View) -> Facts:
        points = view.seen(list(centres.values())).round(2).tolist()
        return {"centres": dict(zip(centres, points, strict=True)), "click": clicks}

    return sheet, facts, seen


def areas_of(clone: Clone, source: Source) -> tuple[Image.Image, Facts, Seen]:
    """A map of areas: its part that is used, what is true of all pictures, and of each."""
    whole, outlines = areamaps.read_map(clone, source)
    box = stepped_box(source.crop, whole.size)
    sheet, truth = whole.crop(box), areamaps.truth_of(outlines, box)
    facts = {"contacts": truth.contacts, "open": truth.open}
    return sheet, facts, lambda view: truth.seen(view)


if __name__ == "__main__":
    sys.exit(main())
