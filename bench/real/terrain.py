"""What grows in each hex of a board of VASL, from the terrain that its archive gives for every pixel."""

from __future__ import annotations

import gzip
import io
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy

from .sources import Clone

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEGEND = "dist/boardData/SharedBoardMetadata.xml"
"""Where the codes of terrain have their names."""
PART = 0.3
"""Share of a hex that one terrain must cover to be the hex's; no other may have half as much."""
CLEAR = 0.05
"""Share of a hex that may be something else where the hex counts as open."""
_LAID_ON = re.compile(r"Road|Path|Runway|Trail|Wall|Hedge|Bocage|Bridge")
"""Terrain that runs through hexes or along their sides: it is no hex's own."""
_BLOCK, _LONG = 0x77, 0x7A


def terrain_of(
    clone: Clone, file: str, centres: Mapping[str, tuple[float, float]], reach: float
) -> dict[str, str]:
    """The terrain of the hexes with these centres, in pixels of the whole board; `reach` is half a hex.

    Hexes between two terrains, or across two levels, are left out.
    """
    archive = zipfile.ZipFile(io.BytesIO(clone.read(file)))
    if "LOSData" not in archive.namelist():
        return {}
    levels, codes = pixels_of(archive.read("LOSData"))
    names = names_of(clone.read(LEGEND).decode("utf-8", "replace"))
    known = numpy.array([names.get(code, "") for code in range(256)], dtype=object)
    said = {label: word_of(*disc(known[codes], levels, at, reach)) for label, at in centres.items()}
    return {label: word for label, word in said.items() if word}


def pixels_of(packed: bytes) -> tuple[NDArray[numpy.int8], NDArray[numpy.uint8]]:
    """Elevation and terrain code of every pixel (height, width): what Java has written, unpacked."""
    data = b"".join(blocks(gzip.decompress(packed)))
    wide, high = struct.unpack(">ii", data[8:16])
    pairs = numpy.frombuffer(data[16 : 16 + 2 * wide * high], dtype=numpy.uint8).reshape(wide, high, 2)
    return pairs[..., 0].T.view(numpy.int8), pairs[..., 1].T


def blocks(stream: bytes) -> Iterator[bytes]:
    """The blocks of bytes in a stream of Java's object serialization."""
    at = 4
    while at < len(stream):
        if stream[at] == _BLOCK:
            start, size = at + 2, stream[at + 1]
        elif stream[at] == _LONG:
            start, size = at + 5, int.from_bytes(stream[at + 1 : at + 5], "big")
        else:
            raise ValueError(f"byte {stream[at]:#x} at {at} begins no block of bytes")
        yield stream[start : start + size]
        at = start + size


def names_of(legend: str) -> dict[int, str]:
    """The name of each code, buildings and woods of all kinds as one."""
    found = re.findall(r'<terrainType name="([^"]+)" typeCode="(\d+)"', legend)
    return {int(code): plain(name) for name, code in found}


def plain(name: str) -> str:
    """What a person calls it: open where it only passes through."""
    if _LAID_ON.search(name) or name in ("Open Ground", "Snow", "Rooftop"):
        return "open"
    if "Building" in name or "Rowhouse" in name or "Factory" in name:
        return "building"
    return name.split(",")[0].lower()


def disc(
    names: NDArray[numpy.object_], levels: NDArray[numpy.int8], at: tuple[float, float], reach: float
) -> tuple[list[str], list[int]]:
    """Terrain and level of the pixels in a circle that fills most of a hex."""
    high, wide = names.shape
    left, top = max(0, int(at[0] - reach)), max(0, int(at[1] - reach))
    right, bottom = min(wide, int(at[0] + reach) + 1), min(high, int(at[1] + reach) + 1)
    y, x = numpy.mgrid[top:bottom, left:right]
    inside = (x + 0.5 - at[0]) ** 2 + (y + 0.5 - at[1]) ** 2 < (0.9 * reach) ** 2
    part = slice(top, bottom), slice(left, right)
    return names[part][inside].tolist(), levels[part][inside].tolist()


def word_of(names: list[str], levels: list[int]) -> str:
    """One word for a hex: its terrain, or open ground with its level; empty where it is in doubt."""
    grounds, shares = numpy.unique(numpy.array(names, dtype=str), return_counts=True)
    share = dict(zip(grounds.tolist(), (shares / len(names)).tolist(), strict=True))
    clear = share.pop("open", 0.0)
    if clear >= 1 - CLEAR:
        lowest, highest = numpy.percentile(levels, (5, 95))
        return "" if lowest != highest else f"level {int(lowest)}" if lowest else "open"
    first, *others = sorted(share, key=lambda name: -share[name])
    rest = share[others[0]] if others else 0.0
    return first if share[first] >= PART and rest < share[first] / 2 else ""
