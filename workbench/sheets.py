"""Which counter sheet a folder is of: `counters/sheet.toml` names the one that was opened last."""

from __future__ import annotations

import json
from pathlib import Path

from files import toml_text
from files.whole import write_whole
from scans.reading import opened as opened_scan
from workbench.bench_faults import BenchError

SHEET_FILE = "counters/sheet.toml"


def last_sheet(home: Path) -> Path:
    """The sheet that was opened last in a folder. Raises BenchError."""
    file = home / SHEET_FILE
    ask = "Open the counter sheet itself:  hexpost counters edit sheet.jpg --folder " + str(home)
    try:
        found = toml_text.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BenchError(f"{home}: no counter sheet was opened in this folder yet. {ask}") from None
    except (OSError, ValueError) as error:
        raise BenchError(f"{file}: cannot be read ({error}). {ask}") from None
    name = found.get("picture")
    if not isinstance(name, str):
        raise BenchError(f'{file}: it must name a picture, such as picture = "../../sheet.jpg". {ask}')
    return file.parent / name


def note_sheet(sheet: Path, home: Path) -> None:
    """Look whether this is a picture, then say in the folder which it is. Raises BenchError, ScanError."""
    from maps.scan.scan_file import relative

    with opened_scan(sheet):
        pass
    if home.exists() and not home.is_dir():
        raise BenchError(f"{home}: this is a file. Name another folder with --folder")
    file = home / SHEET_FILE
    named = json.dumps(relative(sheet, file.parent), ensure_ascii=False)
    write_whole(file, f"picture = {named}\n".encode())
