"""The file printers.toml: how far each printer puts backs off, as read on a calibration page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from counters.roster.toml_file import TomlReader
from counters.roster_faults import RosterError
from files import toml_text
from files.faults import Fault
from files.nearest import nearest_or_all

OFF_MAX = 10.0
"""Millimetres; a printer that is further off is broken, or the reading is."""

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What a printer may be called."""

Offset = tuple[float, float]
"""Across and down, in millimetres as seen from the front: to the right and down are positive."""


def printer_offset(text: str, file: str, printer: str) -> Offset:
    """The readings for a printer. Raises RosterError with all faults."""
    readings = _all_readings(text, file)
    if printer not in readings:
        raise RosterError([Fault(file, 0, printer, f"no such printer, {nearest_or_all(printer, readings)}")])
    return readings[printer]


def with_readings(text: str, file: str, printer: str, offset: Offset, more: bool) -> tuple[str, Offset]:
    """The file with the readings of a printer in it, and what they are now: with `more` they are added to
    those that are there. All else stays as it is written. Raises RosterError with all faults."""
    known = _all_readings(text, file)
    across, down = known.get(printer, (0.0, 0.0)) if more else (0.0, 0.0)
    now = round(across + offset[0], 3), round(down + offset[1], 3)
    written = _written(text, printer, now)
    if max(map(abs, now)) > OFF_MAX:
        raise RosterError([Fault(file, 0, printer, f"would be off by more than {OFF_MAX:g} mm")])
    if not _holds(written, file, {**known, printer: now}):
        raise RosterError([Fault(file, 0, printer, "is written in a way of its own: change it by hand")])
    return written, now


def _holds(text: str, file: str, readings: dict[str, Offset]) -> bool:
    """Whether a text is a file with just these readings."""
    try:
        return _all_readings(text, file) == readings
    except RosterError:
        return False


def _all_readings(text: str, file: str) -> dict[str, Offset]:
    reader = _Printers(text, file)
    try:
        found = toml_text.loads(text)
    except toml_text.NoToml as wrong:
        raise RosterError([Fault(file, wrong.line, "", f"this is not TOML: {wrong}")]) from None
    readings = {name: reader.readings(found, name) for name in found}
    if reader.faults:
        raise RosterError(reader.faults)
    return readings


def _written(text: str, printer: str, offset: Offset) -> str:
    """The text with the lines of a printer's table changed, or with a new table at its end."""
    new = [f"across = {offset[0]:g}", f"down = {offset[1]:g}"]
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.strip() == f"[{printer}]"]
    if not heads:
        return "\n".join((*lines, *([""] if lines else []), f"[{printer}]", *new, ""))
    first = heads[0] + 1
    last = next((n for n in range(first, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
    return "\n".join((*lines[:first], *new, *_others(lines[first:last]), *lines[last:], ""))


def _others(lines: list[str]) -> Iterator[str]:
    """What stands in a printer's table beside its readings: remarks and empty lines."""
    return (line for line in lines if not re.match(r"\s*(across|down)\s*=", line))


class _Printers(TomlReader):
    """Reads printers.toml."""

    def readings(self, found: dict[str, object], name: str) -> Offset:
        """The two readings of one printer."""
        table = self.table(found, name)
        self.known(name, table, ("across", "down"))
        return self.reading(name, table, "across"), self.reading(name, table, "down")

    def reading(self, name: str, table: dict[str, object], key: str) -> float:
        """One reading; 0 where there is none."""
        value = table.get(key, 0.0)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= OFF_MAX:
            return float(value)
        self.fault(name, key, value, f"must be millimetres from -{OFF_MAX:g} to {OFF_MAX:g}")
        return 0.0
