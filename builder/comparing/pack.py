"""A module as a folder of plain files, for version control: unpacked, and packed again.

In the folder the build file has every attribute on a line of its own. The lines are broken inside the tags
only, where XML does not mind, so the packed build file is the original, byte for byte.
"""

from __future__ import annotations

import re
from pathlib import Path

from builder.module_faults import ModuleError
from builder.vassal.archive import write_archive
from builder.vassal.modulefile import BUILD
from builder.vassal.readback import LARGEST_TOTAL, Archive, open_archive
from files.whole import is_new, new_folder, write_whole

# Markup, in the order in which one may hide another: what is no tag is passed over whole.
_MARKUP = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    r"|<(?P<name>/?[\w.:-]+)(?P<fields>(?:\s+[\w.:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(?P<end>/?)>",
    re.DOTALL,
)
_FIELD = re.compile(r"[\w.:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.DOTALL)
_PLAIN = "unpacked-as-it-was"
"""An empty file of this name says that the build file could not be made readable without changing it."""


def unpack(file: Path, folder: Path) -> list[Path]:
    """Write every entry of a module into a folder that is new or empty; the files, sorted.

    ModuleError, and no file, when the archive is damaged or has an entry that would land elsewhere.
    """
    if not is_new(folder):
        raise ModuleError([f"{folder}: is there already; give a folder that is new or empty"])
    archive = open_archive(file)
    if BUILD not in archive.names:
        raise ModuleError([f"{file}: has no {BUILD}, so it is not a module"])
    content = {name: _read(archive, name) for name in sorted(archive.names) if not name.endswith("/")}
    if archive.problems:
        raise ModuleError([f"{file}: {problem.where}: {problem.what}" for problem in archive.problems])
    plain = content[BUILD]
    content[BUILD] = readable(plain)
    if packed(content[BUILD]) != plain:
        content |= {BUILD: plain, _PLAIN: b""}
    with new_folder(folder):
        return [write_whole(folder / name, content[name]) for name in sorted(content)]


def _read(archive: Archive, name: str) -> bytes:
    """The content of an entry; nothing more is read once there is a problem."""
    return b"" if archive.problems else archive.read(name) or b""


def pack(folder: Path, file: Path) -> Path:
    """Write a folder made by `unpack` as a module, sorted and undated; hidden files stay out of it."""
    if not (folder / BUILD).is_file():
        raise ModuleError([f"{folder}: has no {BUILD}, so it is not an unpacked module"])
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    kept = {name: path for name, path in found.items() if not any(p.startswith(".") for p in name.split("/"))}
    if sum(path.stat().st_size for path in kept.values()) > LARGEST_TOTAL:
        raise ModuleError([f"{folder}: holds more than a module may"])
    entries = {name: path.read_bytes() for name, path in kept.items() if name != _PLAIN}
    if _PLAIN not in kept:
        entries[BUILD] = packed(entries[BUILD])
    return write_archive(file, entries)


def readable(build_file: bytes) -> bytes:
    """The build file with each attribute on its own line."""
    return _rewritten(build_file, "\n  ", "\n")


def packed(build_file: bytes) -> bytes:
    """The build file with each tag on one line."""
    return _rewritten(build_file, " ", "")


def _rewritten(build_file: bytes, before: str, after: str) -> bytes:
    def tag(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0]
        fields = _FIELD.findall(found["fields"] or "")
        gap = after if fields else ""
        return f"<{found['name']}{''.join(before + field for field in fields)}{gap}{found['end']}>"

    try:
        return _MARKUP.sub(tag, build_file.decode("utf-8")).encode()
    except UnicodeDecodeError:
        return build_file
