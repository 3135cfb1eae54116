"""Reads archives somebody else made: nothing in them is trusted, and nothing of them is unpacked to disk."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError, TreeBuilder

from builder.module_faults import ModuleError
from files.reading import ordinary
from files.zips import BROKEN_ZIP

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MEGABYTE = 1024 * 1024
LARGEST_ENTRY, LARGEST_TOTAL, MOST_ENTRIES = 256 * _MEGABYTE, 1024 * _MEGABYTE, 20_000
LARGEST_XML, DEEPEST_XML = 64 * _MEGABYTE, 100
LARGEST_SETUP = 64 * _MEGABYTE  # of a predefined set-up, as it lies in the module
LARGEST_SAVE = 32 * _MEGABYTE  # of the commands in a saved game; long games have one or two
_UNSAFE = re.compile(r'^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|[\x00-\x1f\\:*?"<>|]')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: "error" or "warning", where in the archive or its build file, and what."""

    level: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.level}: {self.where}: {self.what}"

    def facts(self) -> dict[str, str]:
        """The problem as plain data, for `--json`."""
        return {"level": self.level, "where": self.where, "what": self.what}


@dataclass(slots=True)
class Archive:
    """The names in an archive, the problems met, and the content of an entry on demand."""

    path: Path
    zip: zipfile.ZipFile
    problems: list[Problem] = field(default_factory=list)

    @property
    def names(self) -> Set[str]:
        """The names of all entries."""
        return self.zip.NameToInfo.keys()

    def error(self, where: str, what: str) -> None:
        """Keep an error."""
        self.problems.append(Problem("error", where, what))

    def warn(self, where: str, what: str) -> None:
        """Keep a warning."""
        self.problems.append(Problem("warning", where, what))

    def read(self, name: str, largest: int = LARGEST_ENTRY) -> bytes | None:
        """The content of an entry, at most `largest` bytes; None after keeping an error."""
        try:
            with self.zip.open(name) as entry:
                content = entry.read(largest + 1)
        except BROKEN_ZIP as wrong:
            self.error(name, f"cannot be read: {wrong}")
            return None
        if len(content) > largest:
            self.error(name, f"holds more than {largest // _MEGABYTE} MB, which no such entry needs")
            return None
        return content


def open_archive(path: Path) -> Archive:
    """The archive with the problems of its list of entries; ModuleError when it is no zip archive at all."""
    try:
        opened = Archive(path, zipfile.ZipFile(ordinary(path)))
    except BROKEN_ZIP as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise ModuleError([f"{path}: cannot be read as a zip archive: {why}"]) from None
    for where, what in _faults_of_list(opened.zip.infolist()):
        opened.error(where, what)
    return opened


def _faults_of_list(infos: list[zipfile.ZipInfo]) -> Iterator[tuple[str, str]]:
    if len(infos) > MOST_ENTRIES:
        yield "archive", f"{len(infos)} entries; {MOST_ENTRIES} are the most a module needs"
    if sum(info.file_size for info in infos) > LARGEST_TOTAL:
        yield "archive", f"unpacks to more than {LARGEST_TOTAL // _MEGABYTE} MB"
    seen: dict[str, str] = {}
    for info in infos:
        yield from _faults_of_entry(info, seen)


def _faults_of_entry(info: zipfile.ZipInfo, seen: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry; `seen` holds the names before it by their letters without capitals."""
    name = info.filename
    if _UNSAFE.search(name) or any(_RESERVED.match(part) for part in name.split("/")):
        yield name, "a name that leads out of the archive or that not every system can store"
    before = seen.get(name.casefold())
    if before is not None:
        twice = "is in the archive twice"
        yield name, twice if before == name else "differs from another entry only in capital letters"
    seen.setdefault(name.casefold(), name)
    if info.flag_bits & 1:
        yield name, "is encrypted"
    if info.file_size > LARGEST_ENTRY:
        yield name, f"unpacks to more than {LARGEST_ENTRY // _MEGABYTE} MB"


def parse_xml(archive: Archive, name: str) -> Element | None:
    """The root of an XML entry; None after keeping an error. Entities, and anything outside, are refused."""
    import defusedxml.ElementTree
    from defusedxml import DefusedXmlException

    content = archive.read(name, LARGEST_XML)
    if content is None:
        return None
    try:
        parser = defusedxml.ElementTree.XMLParser(target=_Shallow(), forbid_dtd=True)
        parser.feed(content)
        root: Element = parser.close()
        return root
    except DefusedXmlException as wrong:
        archive.error(name, f"refused, because it declares entities or a document type: {wrong}")
    except (ParseError, ValueError, LookupError) as wrong:
        wrong.__traceback__ = None  # the parser keeps its error, which would keep the archive open
        archive.error(name, f"is not well-formed XML: {wrong}")
    return None


class _Shallow(TreeBuilder):
    """Elements inside elements without end would exhaust the memory of whoever walks them."""

    depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """An element begins; ValueError when it stands too deep."""
        self.depth += 1
        if self.depth > DEEPEST_XML:
            raise ValueError(f"elements stand more than {DEEPEST_XML} deep")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        """An element ends."""
        self.depth -= 1
        return super().end(tag)
