"""A map folder written whole or not at all, and the art that goes into it."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.cells import csv_text
from files.whole import made_folder
from maps.drawing.art import read_art
from maps.map_faults import MapError, MapFault
from maps.reading.load import read_board
from maps.reading.tables import read_toml

OF_A_SCAN = ("scan.toml", "clicks.csv", "seeds.csv", "pairs.csv", "areas.geojson", "samples.csv")
"""What is known of a scan before there is a map: it may be in the folder in which the map is made."""
_LEAST_DPI, _MOST_DPI = 40.0, 2400.0
SHEET_MM = 400.0
"""How long a map is taken to be on paper where the scan does not say."""
_AS_IT_IS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp")


@dataclass(frozen=True)
class ArtFile:
    """A picture for a map folder, and how the map lies on it: see `maps.drawing.art.Art`."""

    name: str
    content: bytes
    size: tuple[int, int]
    dpi: float
    origin: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0

    def settings(self) -> list[str]:
        """The table `[art]` of map.toml, line by line."""
        (wide, high), (x, y) = self.size, self.origin
        return [
            "[art]",
            f"file = {quoted(self.name)}",
            f"size = [{wide}, {high}]",
            f"origin = [{x!r}, {y!r}]    # the pixel at which the map has its 0, 0",
            f"scale = {self.scale!r}    # pixels to one map unit",
            f"dpi = {self.dpi:g}    # pixels to the inch on paper: how large it is printed",
        ]


def art_file(scan: Path) -> ArtFile:
    """A scan for a map whose units are its pixels, as it is where a map folder may hold such a file.

    Raises ScanError where it is no picture.
    """
    from scans.colour import read_art as read_picture

    picture = read_picture(scan)
    usual = max(picture.size) * 25.4 / SHEET_MM
    dpi = likely_dpi(picture.info, usual)
    suffix = scan.suffix.lower()
    if suffix in _AS_IT_IS:
        return ArtFile(f"art{suffix}", scan.read_bytes(), picture.size, dpi)
    held = io.BytesIO()
    picture.save(held, "PNG")
    return ArtFile("art.png", held.getvalue(), picture.size, dpi)


def likely_dpi(info: Mapping[Any, Any], usual: float) -> float:
    """The dots per inch that a picture's `info` tells, if that can be; else what is usual."""
    usual = round(min(max(usual, _LEAST_DPI), _MOST_DPI), 1)
    told = info.get("dpi", (0.0,))
    try:
        dpi = round(float(told[0]), 1)
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return usual
    return dpi if _LEAST_DPI <= dpi <= _MOST_DPI and usual / 3 < dpi < usual * 3 else usual


def free_home(folder: Path) -> Path:
    """Where the map of a game folder goes; MapError where there is one already.

    What is known of its scan may be there: `OF_A_SCAN`.
    """
    home = folder / "map"
    there = {one.name for one in home.iterdir()} if home.is_dir() else set()
    if home.exists() and not (there and there <= set(OF_A_SCAN)):
        raise MapError((MapFault(str(home), "", "in the way", "there is a map already; name a new folder"),))
    return home


def write_map(home: Path, files: Mapping[str, str | bytes]) -> None:
    """Write all files of a map folder, or none; MapError where they cannot be, or cannot be read again."""
    try:
        with made_folder(home.parent):
            _write(home, files)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise MapError((MapFault(str(home), "", "not written", message),)) from None


def _write(home: Path, files: Mapping[str, str | bytes]) -> None:
    part = home.with_name("map.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        for name, content in files.items():
            (part / name).write_bytes(content.encode() if isinstance(content, str) else content)
        _read_again(part)
        if home.is_dir():
            for file in part.iterdir():
                file.replace(home / file.name)
        else:
            part.rename(home)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _read_again(folder: Path) -> None:
    board, faults = read_board(folder)
    read_art(folder, board, read_toml(folder / "map.toml", []), faults)
    if faults:
        raise MapError(faults)


def quoted(text: str) -> str:
    """A text as TOML has it, on one line."""
    return json.dumps(re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip(), ensure_ascii=False)


def table(header: list[str], rows: Iterable[list[str]]) -> str:
    """A CSV file."""
    return csv_text([header, *rows])
