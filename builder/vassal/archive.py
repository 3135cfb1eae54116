"""The zip archives VASSAL reads, written so that the same content always gives the same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from lxml import etree

from files.whole import write_whole

# Every 3.7 opens what says it was written by the first of them; a later number would raise a warning there.
VASSAL_VERSION = "3.7.0"
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a module is known by; a saved game belongs to the module with the same name."""

    name: str
    version: str
    description: str


def write_archive(out: Path, entries: Mapping[str, bytes]) -> Path:
    """Write a zip with these entries, sorted by name and undated; the folder of `out` is made if need be.

    An older file of this name is replaced only when the new one is complete.
    """
    return write_whole(out, zipped(entries))


def zipped(entries: Mapping[str, bytes], level: int = 9) -> bytes:
    """A zip with these entries, as `write_archive` writes it; of a lower `level` where time counts more."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(entries):
            archive.writestr(undated(name), entries[name], compresslevel=level)
    return out.getvalue()


def undated(name: str) -> zipfile.ZipInfo:
    """An entry without a date, the same on every platform."""
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system = 3  # the same on every platform
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    return info


def module_data(module: Identity) -> bytes:
    """The `moduledata` entry, in modules and in their saved games."""
    return _data(module.version, module.description, module.name)


def save_data(module: Identity, comment: str) -> bytes:
    """The `savedata` entry of a saved game; the comment is shown when it is opened."""
    return _data(module.version, comment, "")


def _data(version: str, description: str, name: str) -> bytes:
    root = etree.Element("data", version="1")
    fields = {
        "version": version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": VASSAL_VERSION,
        "dateSaved": "0",
    }
    for key, value in {**fields, "description": description, "name": name}.items():
        if value or key != "name":
            etree.SubElement(root, key).text = value
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"
