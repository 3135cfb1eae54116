"""`hexpost counters cut`: from one scan, or two, to a folder of counters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from counters.cutting.backs import cut_backs
from counters.cutting.cut import Cut, cut_sheet
from counters.cutting.files import Sheet, names, write_cut
from counters.sheets.imposition import Duplex
from scans.scan_faults import ScanError


def cut_scans(scan: Path, backs: Path | None, out: Path, turned: Duplex | None = None) -> str:
    """Cut the scans and write all there is; what was done, in words. After a ScanError nothing is written."""
    if turned is Duplex.FOLD:
        raise ScanError("a folded sheet: scan its two halves one by one, and say --duplex long-edge")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ScanError(f"{out}: is there already; name a new folder")
    fronts = cut_sheet(scan)
    sheet = Sheet(fronts, cut_backs(backs, fronts, turned) if backs else None)
    try:
        count = write_cut(out, sheet)
    except OSError as wrong:
        raise ScanError(f"{out}: cannot be written: {wrong.strerror or wrong}") from None
    return "\n".join((f"{count} counters in {_rows(fronts)}, in {out}", *_remarks(sheet), _NEXT))


_NEXT = "Look at fronts.png first, then fill in roster.csv"


def _rows(fronts: Cut) -> str:
    """The blocks of a sheet in words, alike ones together."""
    shapes = [f"{one.down.count} rows of {one.across.count}" for one in fronts.lattices]
    if len(shapes) == 1:
        return shapes[0]
    kinds = ", ".join(f"{shapes.count(shape)} of {shape}" for shape in dict.fromkeys(shapes))
    return f"{len(shapes)} blocks ({kinds})"


def _remarks(sheet: Sheet) -> Iterator[str]:
    """What was left out, and what should be looked at."""
    if sheet.blank:
        yield f"{len(sheet.blank)} places hold nothing and were left out: {names(sheet, sheet.blank)}"
    if sheet.fronts.others:
        yield f"{len(sheet.fronts.others)} printed parts are no rows of counters, framed blue in fronts.png"
    if sheet.backs:
        without = [place for place in sheet.counters if sheet.back(place) is None]
        if without:
            yield f"{len(without)} counters have no back: {names(sheet, without)}"
        if not sheet.backs.sideways:
            yield "The sheet was turned over its top edge, so the backs were turned upright"
