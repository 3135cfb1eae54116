"""`hexpost counters cut`: from one scan, or two, to a folder of counters."""

from __future__ import annotations

from pathlib import Path

from counters.cut import check_pairs, cut_backs, cut_sheet, write_cut
from counters.cut_scan import ScanError
from counters.imposition import Duplex


def cut_scans(scan: Path, backs: Path | None, out: Path, turned: Duplex) -> str:
    """Cut the scans and write all there is; what was done, in words. After a ScanError nothing is written."""
    if turned is Duplex.FOLD:
        raise ScanError("a folded sheet: scan its two halves one by one, and say --duplex long-edge")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ScanError(f"{out}: is there already; name a new folder")
    fronts = cut_sheet(scan)
    behind = cut_backs(backs, fronts) if backs else None
    if behind:
        check_pairs(fronts, behind, turned)
    try:
        count = write_cut(out, fronts, behind, turned)
    except OSError as wrong:
        raise ScanError(f"{out}: cannot be written: {wrong.strerror or wrong}") from None
    rows, columns = fronts.down.count, fronts.across.count
    return (
        f"{count} counters in {rows} rows of {columns}, in {out}; look at fronts.png, then fill in roster.csv"
    )
