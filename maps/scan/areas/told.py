"""What is said of a scan of areas, from options and from `scan.toml`, as a wish."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from maps.scan.areas.elevation import Colour, Inks
from maps.scan.areas.seeds import Pair, Stroke
from maps.scan.areas.trace import Wish
from maps.scan.scan_file import ScanFile
from scans.scan_faults import ScanError

_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})(?:,(\d+(?:\.\d+)?))?")


def colour_of(text: str) -> tuple[Colour, float]:
    """A colour such as 503c28, and how wide it is at least: 74aacc,9. Raises ScanError."""
    read = _COLOUR.fullmatch(text.strip())
    if not read:
        raise ScanError(f"{text!r} is not a colour. Write one such as 503c28, or 4a90c0,9 with a width")
    red, green, blue = bytes.fromhex(read[1])
    return (red, green, blue), float(read[2] or 0)


def inks_of(borders: Sequence[str], ignored: Sequence[str]) -> Inks:
    """Colours of borders, and of lines that are none. Raises ScanError."""
    return Inks([colour_of(one) for one in borders], [colour_of(one)[0] for one in ignored])


def wish_of(scan: ScanFile, strokes: Sequence[Stroke], decided: Mapping[Pair, str]) -> Wish:
    """What `scan.toml` says of areas, with strokes and decisions. Raises ScanError."""
    areas = scan.areas
    field = tuple(round(one) for one in areas["field"]) if "field" in areas else None
    inks = inks_of(areas.get("borders", ()), areas.get("ignore", ()))
    return Wish(field, inks, strokes, decided, tuple(areas.get("right", ())))
