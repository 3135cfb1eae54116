"""Only ordinary files of bearable size are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from adjudicator.mail.desk.trial import BundleError, read_bundle
from adjudicator.rehearsal.file import read_rehearsal
from builder.module_faults import ModuleError
from builder.vassal.readback import open_archive
from files.reading import NotUtf8, read_bytes, read_text
from maps.map_faults import MapFault
from maps.reading.tables import read_json, read_toml


def test_a_text_has_one_kind_of_line_end_and_no_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("\ufeffä\r\nb\rc\n".encode())
    assert read_text(file) == "ä\nb\nc\n"


def test_the_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfa\nK\xf6nig\n")
    with pytest.raises(NotUtf8, match=r"^not written in UTF-8$") as told:
        read_text(file)
    assert told.value.line == 2


def test_a_larger_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"12345")
    assert read_bytes(file, 5) == b"12345"
    with pytest.raises(OSError, match="larger than 4 bytes") as told:
        read_bytes(file, 4)
    assert told.value.filename == str(file)


@pytest.mark.skipif(sys.platform == "win32", reason="devices are files on posix only")
def test_a_device_is_no_file_of_orders_or_maps(tmp_path: Path) -> None:
    zero = Path("/dev/zero")
    with pytest.raises(OSError, match="not an ordinary file"):
        read_rehearsal(zero)
    with pytest.raises(ModuleError, match="not an ordinary file"):
        open_archive(Path("/dev/null"))
    pipe = tmp_path / "map.toml"
    os.mkfifo(pipe)
    faults: list[MapFault] = []
    assert read_toml(pipe, faults) == {}
    assert "not an ordinary file" in faults[0].message


def test_a_number_of_thousands_of_digits_is_no_coordinate(tmp_path: Path) -> None:
    file = tmp_path / "a.geojson"
    file.write_text(f"[{'9' * 5_000}]", encoding="utf-8")
    faults: list[MapFault] = []
    assert read_json(file, faults) is None
    assert faults[0].kind == "not JSON"


@pytest.mark.parametrize("raw", [b"[" * 100_000, b'{"hexpost-bundle": ' + b"9" * 5_000 + b"}"])
def test_a_hostile_bundle_is_no_bundle(raw: bytes) -> None:
    with pytest.raises(BundleError, match="not a bundle"):
        read_bundle(raw, "a.bundle.json")
