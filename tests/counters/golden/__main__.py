"""Draw the golden pictures of symbols, and the page of symbols, anew."""

from __future__ import annotations

from pathlib import Path

from counters.faces.contact_sheet import contact_sheet

from . import SIZES_PX, draw, file, games

for size in SIZES_PX:
    draw(size).save(file(size), optimize=True)
games.draw().save(games.FILE, optimize=True)
contact_sheet().save(Path("docs") / "symbols.png", optimize=True)
