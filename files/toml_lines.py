"""Where the tables and keys of a TOML text stand.

The library's parser does not tell (python/cpython#115516), tomlkit neither (python-poetry/tomlkit#55), and
what validates the parsed values knows no lines at all: so they are looked for in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from files.toml_text import without_quotes

_HEAD = re.compile(r"\s*\[{1,2}[^\[\]]*\]{1,2}\s*")
_KEY = re.compile(r"[\w. \t-]++=")
_PART = re.compile(r"""\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([\w-]+))\s*\.?""")


class TomlLines:
    """The lines of a TOML text, and where each table and key stands. Lines count from 1, paths have dots."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        found = list(_found(text, self.lines))
        self.heads = [(line, path) for line, path, is_head in found if is_head]
        self.keys = [(line, path) for line, path, is_head in found if not is_head]

    def tables(self, header: str) -> list[range]:
        """The lines of every table of this name, its header first; those of tables within it are left out."""
        ends = pairwise([*(line for line, _ in self.heads), len(self.lines) + 1])
        return [range(*lines) for lines, (_, name) in zip(ends, self.heads, strict=True) if name == header]

    def line(self, header: str, key: str = "", nth: int = 0, after: int = 0) -> int:
        """The line of a key of the nth table (from 0) called `header`; else that of the table; 0 for none.

        What stands before the line `after` does not count: tables within the second [[deck]] begin there.
        """
        own = [lines for lines in self.tables(header) if lines.start >= after]
        table = own[min(nth, len(own) - 1)] if own else range(after, len(self.lines) + 1)
        path = f"{header}.{key}".strip(".")
        written = [line for line, name in self.keys if line in table if _within(name, path)]
        headed = [line for line, name in self.heads if line >= table.start if _within(name, path)]
        if key and (found := [*written, *headed]):
            return min(found)
        if own or not header:
            return table.start if own else 0
        parent, _, name = header.rpartition(".")  # a table in one line, or one that only stands in headers
        return self.line(parent, name, 0, after)


def _within(name: str, path: str) -> bool:
    """Whether a dotted name is this path or goes on from it."""
    return f"{name}.".startswith(f"{path}.")


def _found(text: str, lines: Iterable[str]) -> Iterator[tuple[int, str, bool]]:
    """Every header and key that begins a line: its line, its dotted path, and whether it is a header."""
    head, depth = "", 0
    for number, (line, outline) in enumerate(zip(lines, without_quotes(text).split("\n"), strict=True), 1):
        if depth == 0 and _HEAD.fullmatch(outline):
            head = _path(line.lstrip(" \t["))
            yield number, head, True
            continue
        if depth == 0 and _KEY.match(outline):
            yield number, f"{head}.{_path(line)}".strip("."), False
        depth += sum(outline.count(one) for one in "[{") - sum(outline.count(one) for one in "]}")


def _path(written: str) -> str:
    """The dotted name with which a line begins, without its quotes."""
    parts, at = [], 0
    while found := _PART.match(written, at):
        parts.append(next(part for part in found.groups() if part is not None))
        at = found.end() if found[0].endswith(".") else len(written)
    return ".".join(parts)
