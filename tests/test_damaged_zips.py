"""An archive that is damaged anywhere, packed in any way, is told in words by whoever opens it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from adjudicator.archive.backup import LIST, verify_backup
from adjudicator.mail.desk import DeskError
from adjudicator.mail.reading.passwords import _shut
from adjudicator.mail.reading.zipped import zipped_log
from builder.check.images import image_size
from builder.comparing.refitting import Numbers, Renaming, refitted
from builder.importing.importer import import_module
from builder.module_faults import ModuleError
from builder.vassal.readback import open_archive
from builder.vassal.traits import SequenceFault
from counters.roster.workbook import NoWorkbook, workbook_rows
from files.zips import is_damage
from tables.passwords import digest_of, shut
from tables.position import TableError, read_saved

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "workbench-areas.png"
ENTRIES = {
    "buildFile.xml": b'<VASSAL.build.GameModule name="Small" version="1" VassalVersion="3.7.0"/>',
    "images/one.png": PICTURE.read_bytes()[:3000],
    "savedGame": b"!VCSK6162" * 80,
    "a.vlog": b"a log" * 80,
    LIST: b'{"format": "hexpost-backup-1", "files": {}}' * 3,
}


def damaged(tries: int) -> Iterator[bytes]:
    """The archive in each packing, with some of its bytes changed, gone or too many."""
    chance = random.Random(7)
    for packing in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA):
        whole = BytesIO()
        with ZipFile(whole, "w", packing) as archive:
            for name, content in ENTRIES.items():
                archive.writestr(name, content)
        for _ in range(tries):
            data = bytearray(whole.getvalue())
            for _ in range(chance.randint(1, 3)):
                at, many = chance.randrange(len(data)), chance.randint(1, 20)
                match chance.randrange(4):
                    case 0:
                        del data[at : at + many]
                    case 1:
                        data[at:at] = chance.randbytes(many)
                    case _:
                        data[at] = chance.randrange(256)
            yield bytes(data)


def picture(file: Path) -> None:
    archive = open_archive(file)
    for name in sorted(archive.names):
        archive.read(name)
        image_size(archive, name)


OPENERS: dict[str, Callable[[Path], object]] = {
    "backup": verify_backup,
    "log in a zip": lambda file: zipped_log(file.read_bytes()),
    "log": lambda file: read_saved(file.read_bytes(), "log"),
    "passwords": lambda file: (digest_of(file.read_bytes()), shut(file.read_bytes())),
    "zip of logs": lambda file: _shut(file.read_bytes(), lambda content: shut(content)[0], 2),
    "set-up": lambda file: refitted(file.read_bytes(), Renaming(Numbers(set(), 1)), {}),
    "pictures": picture,
    "module": lambda file: import_module(file, file.with_suffix("")),
    "workbook": lambda file: list(workbook_rows(file.read_bytes(), 10)),
}


@pytest.mark.parametrize("opener", OPENERS.values(), ids=OPENERS)
def test_a_damaged_archive_is_told_in_words(opener: Callable[[Path], object], tmp_path: Path) -> None:
    told = 0
    for n, data in enumerate(damaged(150)):
        (file := tmp_path / f"{n}.zip").write_bytes(data)
        try:
            opener(file)
        except (DeskError, ModuleError, SequenceFault, TableError, NoWorkbook) as words:
            told += bool(str(words))
    assert told > 30 or opener in [OPENERS[name] for name in ("log in a zip", "passwords", "zip of logs")]


def test_a_full_disk_is_no_damage() -> None:
    assert is_damage(OSError(22, "Invalid argument")) and is_damage(OSError("Invalid data stream"))
    assert not is_damage(OSError(28, "No space left on device"))
