"""The rosters of a side: lists of all that it has, section by section, as its owner keeps them on paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A line: the name by which orders call it, what it is, where it is, and its state in words; `note` is
    what its page says besides, and a mail has no room for."""

    name: str
    what: str
    where: str = ""
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section, by the clause that asks for it; `remark` stands below its title. It may be empty."""

    title: str
    rule: str
    entries: tuple[Entry, ...]
    remark: str = ""
