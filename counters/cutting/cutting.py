"""`hexpost counters cut`: from one scan, or two, to a folder of counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from counters.cutting.backs import cut_backs
from counters.cutting.cut import Cut, cut_sheet
from counters.cutting.cuts import Outlined, cuts_csv, pieces, read_cuts, with_frames
from counters.cutting.files import Sheet, alike, names, roster_text, usual, write_cut, write_folder
from counters.roster.table import as_file_name
from counters.sheets.imposition import Duplex
from files.whole import is_new
from scans.colour import read_art
from scans.scan_faults import ScanError


def cut_scans(scan: Path, backs: Path | None, out: Path, turned: Duplex | None = None) -> str:
    """Cut the scans and write all there is; what was done, in words. After a ScanError nothing is written."""
    if turned is Duplex.FOLD:
        raise ScanError("a folded sheet: scan its two halves one by one, and say --duplex long-edge")
    _check_new(out)
    fronts = cut_sheet(scan)
    sheet = Sheet(fronts, cut_backs(backs, fronts, turned) if backs else None)
    with _writing(out):
        count = write_cut(out, sheet)
    return "\n".join((f"{count} counters in {_rows(fronts)}, in {out}", *_remarks(sheet), _NEXT))


def cut_as_told(scan: Path, cuts: Path, out: Path) -> str:
    """Cut a scan where a table says; what was done, in words. After a ScanError nothing is written."""
    _check_new(out)
    told = read_cuts(cuts)
    art = read_art(scan)
    if not told:
        raise ScanError(f"{cuts}: no counter is in this table")
    if wrong := next((one for one in told if beside(one, art.size)), None):
        raise ScanError(f"{cuts}: {wrong.id} is not on {scan}, which is {art.width} x {art.height} pixels")
    made = list(pieces(art, told))
    images = [
        ("fronts.png", with_frames(art, told)),
        *((f"fronts/{as_file_name(of.id)}.png", one) for of, one in made),
    ]
    with _writing(out):
        write_folder(out, iter(images), {"roster.csv": roster_of(made), "cuts.csv": cuts_csv(told)})
    return f"{len(told)} counters as {cuts} says, in {out}\n{_NEXT}"


def roster_of(made: Sequence[tuple[Outlined, Image.Image]]) -> str:
    """A roster in which the names of some counters, their colours and their pictures are known."""
    colours = alike({of.id: usual(one.resize((24, 24))) for of, one in made})
    return roster_text(
        {
            "id": of.id,
            "name": of.name,
            "block": of.block,
            "count": 1,
            "art": f"fronts/{as_file_name(of.id)}.png",
            "colour": colours[of.id],
        }
        for of, _ in made
    )


def beside(one: Outlined, size: tuple[int, int]) -> bool:
    """Whether the middle of a counter is not on a scan of this size."""
    x, y = one.middle
    return not (0 <= x < size[0] and 0 <= y < size[1])


def _check_new(out: Path) -> None:
    if not is_new(out):
        raise ScanError(f"{out}: is there already; name a new folder")


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """ScanError where a folder cannot be written."""
    try:
        yield
    except OSError as wrong:
        raise ScanError(f"{out}: cannot be written: {wrong.strerror or wrong}") from None


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
        yield f"{len(sheet.fronts.others)} printed parts are not rows of counters (blue frames in fronts.png)"
    if sheet.backs:
        without = [place for place in sheet.counters if sheet.back(place) is None]
        if without:
            yield f"{len(without)} counters have no back: {names(sheet, without)}"
        if not sheet.backs.sideways:
            yield "The sheet was turned over its top edge, so the backs were turned upright"
