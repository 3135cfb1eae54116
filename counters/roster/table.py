"""CSV tables as people write them: every fault with file and line, and the word that would be right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from counters.roster.workbook import Cells, NoWorkbook, workbook_rows
from files.cells import NoCsv, csv_rows
from files.characters import unseen
from files.faults import Fault
from files.nearest import nearest_or_all
from files.reading import NotUtf8, decoded

_BYTES_MAX = 4_000_000
_ROWS_MAX = 20_000
_CELL_MAX = 2_000
"""A card's text has a few hundred characters; what is longer was meant for another file."""
_IDENTIFIER = re.compile(r"[^\W_](?:[^\W_]|[-. ](?! )){0,39}(?<![-. ])")
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])")


def is_device(name: str) -> bool:
    """Return whether Windows keeps an id's name for a device."""
    return _DEVICE.fullmatch(slug(name)) is not None


def slug(name: str) -> str:
    """An id as a part of a file's name: "10 Jäg" is "10-Jag"; a plain id stays as it is.

    A letter which is no Latin one with an accent becomes the number it has in Unicode.
    """
    apart = unicodedata.normalize("NFKD", name)
    letters = (c if c.isascii() else f"{ord(c):x}" for c in apart if not unicodedata.combining(c))
    return re.sub(r"[^A-Za-z0-9-]", "-", "".join(letters))


def _comma(text: str) -> str:
    """What stands between the cells: of comma, semicolon and tab the commonest in the first line."""
    first = text.partition("\n")[0]
    return max((",", ";", "\t"), key=first.count)


def _in_one_line(cell: str) -> str:
    """A cell without its line breaks: what is written fits itself into its place."""
    return " ".join(cell.split()) if "\n" in cell or "\r" in cell else cell.strip()


def _exactly(cells: list[str], wide: int) -> list[str]:
    """A row of a workbook as wide as its header; empty cells at its end are not always written."""
    return [*cells[:wide], *[""] * (wide - len(cells)), *(cell for cell in cells[wide:] if cell)]


@dataclass(frozen=True, slots=True)
class Source:
    """A folder, how messages name it, and the list which takes the faults found in its files."""

    folder: Traversable
    label: str
    faults: list[Fault]

    def text(self, name: str) -> str:
        """The text of a file; "" when there is none, for a game may have no cards and may look plain."""
        try:
            return decoded(self._bytes(name))
        except NotUtf8 as wrong:
            self._fault(name, wrong.line, f"{wrong}: save it as 'CSV UTF-8'")
            return ""

    def _bytes(self, name: str) -> bytes:
        """The bytes of a file; none when there is no such file, or when it is too large."""
        file = self.folder / name
        if not file.is_file():
            return b""
        with file.open("rb") as opened:
            raw = opened.read(_BYTES_MAX + 1)
        if len(raw) <= _BYTES_MAX:
            return raw
        self._fault(name, 0, f"larger than {_BYTES_MAX} bytes: this is no file of counters")
        return b""

    def rows(self, name: str, columns: tuple[str, ...], more: tuple[str, ...] = ()) -> Iterator[Row]:
        """Every line of a CSV file that holds something; columns which are wrong or missing are faults.

        Columns of `more` may be missing.
        """
        lines = self._lines(name)
        try:
            header = self._header(name, lines, columns, more)
            for read, (number, (cells, wrong)) in enumerate(lines):
                if read == _ROWS_MAX:
                    self._fault(
                        self.named(name),
                        number,
                        f"more than {_ROWS_MAX} lines: delete what lies below, empty lines too",
                    )
                    return
                if any(cells):
                    yield self._row(self.named(name), number, header, cells)
                for what, why in wrong:
                    self._fault(self.named(name), number, why, what)
        except NoWorkbook as wrong:
            self._fault(self.named(name), 0, str(wrong))

    def _header(
        self, name: str, lines: Iterator[tuple[int, Cells]], columns: tuple[str, ...], more: tuple[str, ...]
    ) -> list[str]:
        """The first line, which names the columns."""
        header = next(lines, (1, ([], [])))[1][0]
        file = self.folder / self.named(name)
        if not header and file.is_file() and not any(f.file.endswith(f"/{file.name}") for f in self.faults):
            self._fault(
                self.named(name), 0, f"it is empty: its first line names the columns, {columns[0]} ..."
            )
        self._check(self.named(name), header, columns, more)
        return header

    def named(self, name: str) -> str:
        """The table's file: roster.csv, or roster.xlsx where there is no other."""
        other = name.removesuffix(".csv") + ".xlsx"
        return other if not (self.folder / name).is_file() and (self.folder / other).is_file() else name

    def _lines(self, name: str) -> Iterator[tuple[int, Cells]]:
        """The cells of every line, with the number of its first line, and what is wrong with some of them."""
        if self.named(name) != name:
            raw = self._bytes(self.named(name))
            wide = 0
            for number, (cells, wrong) in workbook_rows(raw, _ROWS_MAX + 1) if raw else ():
                wide = wide or max((n for n, cell in enumerate(cells, 1) if cell), default=0)
                yield number, (_exactly([_in_one_line(cell) for cell in cells], wide), wrong)
            return
        text = self.text(name)
        try:
            for number, cells in csv_rows(text, _comma(text)):
                yield number, ([_in_one_line(cell) for cell in cells], [])
        except NoCsv as wrong:
            self._fault(name, wrong.line, str(wrong))

    def _fault(self, name: str, line: int, why: str, read: str = "") -> None:
        self.faults.append(Fault(f"{self.label}/{name}", line, read, why))

    def _row(self, name: str, line: int, header: list[str], cells: list[str]) -> Row:
        row = Row(f"{self.label}/{name}", line, dict(zip(header, cells, strict=False)), self.faults)
        if len(cells) != len(header):
            row.fault(cells[0], f"{len(cells)} cells under {len(header)} columns")
        for cell in cells:
            if len(cell) > _CELL_MAX:
                row.fault(cell, f"more than {_CELL_MAX} characters: nothing on a counter or card is so long")
            if not cell.isprintable() and (hidden := unseen(cell)):
                row.fault(cell, f"characters that cannot be seen: {', '.join(hidden)}")
        return row

    def _check(self, name: str, header: list[str], columns: tuple[str, ...], more: tuple[str, ...]) -> None:
        for column in dict.fromkeys(header):
            if column not in (*columns, *more):
                self._fault(name, 1, f"unknown column, {nearest_or_all(column, (*columns, *more))}", column)
            elif header.count(column) > 1:
                self._fault(name, 1, "this column stands here twice", column)
        for column in columns if header else ():
            if column not in header:
                self._fault(name, 1, f"column {column!r} is missing")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; what is wrong with it goes to `faults`.

    A cell that is not there is no further fault: its column was reported missing, or the line too short.
    """

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]

    def fault(self, read: str, why: str) -> None:
        """Keep a fault of this line."""
        self.faults.append(Fault(self.file, self.line, read, why))

    def text(self, column: str) -> str:
        """The cell, "" where it is empty."""
        return self.cells.get(column, "")

    def words(self, column: str) -> tuple[str, ...]:
        """The parts of a cell which holds several, separated by semicolons."""
        return tuple(word.strip() for word in self.text(column).split(";") if word.strip())

    def required(self, column: str) -> str:
        """The cell, which must not be empty."""
        if column in self.cells and not self.cells[column]:
            self.fault("", f"column {column!r} is empty")
        return self.text(column)

    def identifier(self) -> str:
        """The id: it is typed in orders, and its `slug` becomes a file's name, on Windows too."""
        found = unicodedata.normalize("NFC", self.required("id"))
        if found and not _IDENTIFIER.fullmatch(found):
            self.fault(found, "an id is up to 40 letters, digits, blanks, hyphens and stops between them")
        if is_device(found):
            self.fault(found, "Windows keeps this name for a device: no file can be called so")
        return found

    def choice(self, column: str, known: Mapping[str, object]) -> str:
        """One of the known words; any word where none are known."""
        found = self.text(column)
        return self.one_of(column, found, known) if known and column in self.cells else found

    def one_of(self, column: str, found: str, known: Mapping[str, object]) -> str:
        """A word of the cell, which must be one of the known words."""
        if found not in known:
            wrong = f"unknown {column}" if found else f"column {column!r} is empty"
            self.fault(found, f"{wrong}, {nearest_or_all(found, known)}")
        return found

    def known(self, column: str, words: Mapping[str, object]) -> str:
        """One of these words, or "" where the cell is empty."""
        return self.one_of(column, self.text(column), words) if self.text(column) else ""

    def many(self, column: str) -> int:
        """How many of this are printed: 1 where the column or the cell is empty."""
        return self.number(column) if self.text(column) else 1

    def number(self, column: str) -> int:
        """A whole number from 0 to 9999."""
        found = self.text(column)
        if re.fullmatch(r"[0-9]{1,4}", found, re.ASCII):
            return int(found)
        if column in self.cells:
            self.fault(found, f"column {column!r} must hold a whole number from 0 to 9999")
        return 0
