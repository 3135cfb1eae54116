"""The page that tells how far a printer puts the back off, and the file its readings are kept in."""

from __future__ import annotations

import re
import tomllib
from io import BytesIO

from counters.faults import Fault, RosterError, nearest
from counters.imposition import MARGIN, Duplex
from counters.page import Page, open_canvas
from counters.toml_file import TomlReader

_REACH = 6
_OFF_MAX = 10.0


def calibration_pdf(paper: tuple[float, float], duplex: Duplex = Duplex.LONG_EDGE) -> bytes:
    """Two pages: scales across and down on the front, a cross on the back, to be held against a lamp."""
    file = BytesIO()
    canvas = open_canvas(file, "Calibration of back and front", paper, duplex)
    front = Page(canvas, paper)
    _scales(front)
    for number, text in enumerate(_advice(duplex)):
        front.words((MARGIN, 22 + number * 5), text, 9)
    front.foot("calibration, front")
    front.end()
    back = Page(canvas, paper)
    across, down = paper[0] / 2, paper[1] / 2
    back.line((across - 30, down), (across + 30, down))
    back.line((across, down - 30), (across, down + 30))
    back.foot("calibration, back")
    back.end()
    canvas.save()
    return file.getvalue()


def _advice(duplex: Duplex) -> tuple[str, ...]:
    edge = "long" if duplex is Duplex.LONG_EDGE else "short"
    return (
        f"Print at 100 %, on both sides, turned over the {edge} edge. Hold it up to a lamp, front to you.",
        "The cross of the back shines through. Read where it crosses the two scales, in millimetres,",
        "and write both readings into printers.toml under a name for your printer:",
        "        [desk]",
        "        across = 0.0        # to the right is positive",
        "        down = 0.0          # down is positive",
        "Then:  hexpost counters sheet GAME --out F.pdf --printers printers.toml --printer desk",
    )


def _scales(page: Page) -> None:
    """A tick each half millimetre, longer and numbered at the whole ones."""
    across, down = page.wide / 2, page.high / 2
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at, long = half / 2, 4.0 if half % 2 == 0 else 2.0
        page.line((across + at, down - 25), (across + at, down - 25 + long))
        page.line((across - 25, down + at), (across - 25 + long, down + at))
        if half % 4 == 0:
            page.words((across + at - 0.5, down - 26), f"{half // 2}", 4)
            page.words((across - 28, down + at + 0.5), f"{half // 2}", 4)
    page.line((across, down - 21), (across, down - 8))
    page.line((across - 21, down), (across - 8, down))


def printer_offset(text: str, file: str, printer: str) -> tuple[float, float]:
    """The readings for a printer, across and down in millimetres. Raises RosterError with all faults."""
    reader = _Printers(text, file)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        line = re.search(r"at line (\d+)", str(wrong))
        raise RosterError(
            [Fault(file, int(line[1]) if line else 0, "", f"this is no TOML: {wrong}")]
        ) from None
    readings = {name: reader.readings(found, name) for name in found}
    if not reader.faults and printer not in readings:
        reader.faults.append(Fault(file, 0, printer, f"no such printer, {nearest(printer, readings)}"))
    if reader.faults:
        raise RosterError(reader.faults)
    return readings[printer]


class _Printers(TomlReader):
    """Reads printers.toml."""

    def readings(self, found: dict[str, object], name: str) -> tuple[float, float]:
        """The two readings of one printer."""
        table = self.table(found, name)
        self.known(name, table, ("across", "down"))
        return self.reading(name, table, "across"), self.reading(name, table, "down")

    def reading(self, name: str, table: dict[str, object], key: str) -> float:
        """One reading; 0 where there is none."""
        value = table.get(key, 0.0)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _OFF_MAX:
            return float(value)
        self.fault(name, key, value, f"must be millimetres from -{_OFF_MAX:g} to {_OFF_MAX:g}")
        return 0.0
