"""CSV tables as people write them: every fault with file and line, and the word that would be right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources.abc import Traversable
from itertools import islice, zip_longest

from counters.roster.numbers import DASHES, is_date, is_fraction, several, whole
from counters.roster.workbook import COLUMNS_MAX, Cells, NoWorkbook, workbook_rows
from files.cells import NoCsv, csv_rows
from files.characters import unseen
from files.faults import Fault
from files.nearest import did_you_mean, nearest, nearest_or_all
from files.reading import NotUtf8, decoded

Lines = Sequence[tuple[int, Cells]]
_BYTES_MAX = 4_000_000
_ROWS_MAX = 20_000
_CELL_MAX = 2_000
"""A card's text has a few hundred characters; what is longer was meant for another file."""
_ABOVE = 12
"""So many lines may stand above the one that names the columns: titles, and blank ones."""
_IDENTIFIER = re.compile(r"[^\W_](?:[^\W_]|[-. ](?! )){0,39}(?<![-. ])")
_MARKS = str.maketrans("|•●Ø", "Ioo0")
"""How the marks of sizes are typed, and the letters that mean them."""
_DRAWN = ("type", "front_symbol", "back_symbol", "marks")
"""Columns whose words are too many for a message to list."""
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])")


def is_device(name: str) -> bool:
    """Return whether Windows keeps an id's name for a device."""
    return _DEVICE.fullmatch(as_file_name(name)) is not None


def is_identifier(name: str) -> bool:
    """Return whether a name may be an id: it is typed in orders."""
    return _IDENTIFIER.fullmatch(name) is not None


@lru_cache(maxsize=4096)  # an id is asked for by every picture of its piece
def as_file_name(name: str) -> str:
    """An id as a part of a file's name: "10 Jäg" is "10-Jag"; a plain id stays as it is.

    A letter which is no Latin one with an accent becomes the number it has in Unicode.
    """
    apart = unicodedata.normalize("NFKD", name)
    letters = (c if c.isascii() else f"{ord(c):x}" for c in apart if not unicodedata.combining(c))
    return re.sub(r"[^A-Za-z0-9-]", "-", "".join(letters))


def _comma(text: str) -> str:
    """What stands between the cells: of comma, semicolon and tab the commonest in one of the first lines."""
    first = text.split("\n", _ABOVE)[:_ABOVE]
    return max((",", ";", "\t"), key=lambda one: max(line.count(one) for line in first))


def _bare(name: str) -> str:
    """The name of a column as it is compared: "Reduced Strength" is `reduced_strength`."""
    return re.sub(r"[\W_]", "", name.casefold())


def _in_one_line(cell: str) -> str:
    """A cell without its line breaks: what is written fits itself into its place."""
    return " ".join(cell.split()) if "\n" in cell or "\r" in cell else cell.strip()


@dataclass(frozen=True, slots=True)
class Head:
    """The line of a table that names its columns."""

    line: int
    columns: tuple[str, ...]


def _naming_line(lines: Lines, known: Mapping[str, str]) -> int:
    """Which line names the columns: above it there may be titles, merged headings and empty lines."""
    first = lines[:_ABOVE]
    found = [sum(_bare(cell) in known for cell in cells) for _, (cells, _) in first]
    if max(found, default=0) > 1:
        return found.index(max(found))
    return next((at for at, (_, (cells, _)) in enumerate(first) if any(cells)), 0)


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
        self._fault(name, 0, f"larger than {_BYTES_MAX} bytes, too large for a roster")
        return b""

    def rows(self, name: str, columns: tuple[str, ...], more: tuple[str, ...] = ()) -> Iterator[Row]:
        """Every line of a table that holds something; columns which are wrong or missing are faults.

        Columns of `more` may be missing.
        """
        try:
            lines = list(islice(self._lines(name), _ROWS_MAX + 2))
        except NoWorkbook as unread:
            self._fault(self.named(name), 0, str(unread))
            return
        above, head = self._header(name, lines, columns, more)
        file = self.named(name)
        for read, (number, (cells, wrong)) in enumerate(lines[above:]):
            if read == _ROWS_MAX:
                why = f"more than {_ROWS_MAX} lines: delete the lines below, empty ones too"
                self._fault(file, number, why)
                return
            if any(cells):
                yield self._row(file, number, head, cells)
            for what, why in wrong:
                self._fault(file, number, why, what)

    def _header(
        self, name: str, lines: Lines, columns: tuple[str, ...], more: tuple[str, ...]
    ) -> tuple[int, Head]:
        """How many lines there are down to the one that names the columns, and that line."""
        known = {_bare(column): column for column in (*columns, *more)}
        at = _naming_line(lines, known)
        number, (cells, _) = lines[at] if lines else (1, ([], []))
        if not any(cells):
            self._empty(name, columns[0])
            return at + 1, Head(number, ())
        header = [known.get(_bare(cell), cell) for cell in cells]
        self._check(self.named(name), number, header, columns, more)
        return at + 1, Head(number, tuple(header))

    def _empty(self, name: str, column: str) -> None:
        """A file in which nothing is written, and of which nothing worse is known."""
        file = self.folder / self.named(name)
        if file.is_file() and not any(f.file.endswith(f"/{file.name}") for f in self.faults):
            self._fault(self.named(name), 0, f"it is empty: its first line names the columns, {column} ...")

    def named(self, name: str) -> str:
        """The table's file: roster.csv, or roster.xlsx where there is no other."""
        other = name.removesuffix(".csv") + ".xlsx"
        return other if not (self.folder / name).is_file() and (self.folder / other).is_file() else name

    def _lines(self, name: str) -> Iterator[tuple[int, Cells]]:
        """The cells of every line, with the number of its first line, and what is wrong with some of them."""
        if self.named(name) != name:
            raw = self._bytes(self.named(name))
            for number, (cells, wrong) in workbook_rows(raw, _ROWS_MAX + 1) if raw else ():
                # cells at the end of a row that hold nothing are not always written
                told = [*(_in_one_line(cell) for cell in cells), *[""] * (COLUMNS_MAX - len(cells))]
                yield number, (told, wrong)
            return
        text = self.text(name)
        try:
            for number, cells in csv_rows(text, _comma(text)):
                plain = "".join(cells).isprintable()  # so without line breaks, as most lines are
                yield number, (cells if plain else [_in_one_line(cell) for cell in cells], [])
        except NoCsv as wrong:
            self._fault(name, wrong.line, str(wrong))

    def _fault(self, name: str, line: int, why: str, read: str = "") -> None:
        self.faults.append(Fault(f"{self.label}/{name}", line, read, why))

    def _row(self, name: str, line: int, head: Head, cells: list[str]) -> Row:
        header = head.columns
        named = {column: cell for column, cell in zip(header, cells, strict=False) if column}
        row = Row(f"{self.label}/{name}", line, named, self.faults, head)
        if len(cells) < len(header):
            row.fault(cells[0], f"{len(cells)} cells under {len(header)} columns")
        if len(named) < len(cells):
            pairs = zip_longest(header, cells, fillvalue="")
            if astray := next((cell for column, cell in pairs if cell and not column), ""):
                row.fault(astray, "no column has a name above this cell")
        if len(whole := "".join(cells)) <= _CELL_MAX and whole.isprintable():
            return row
        for cell in cells:
            if len(cell) > _CELL_MAX:
                row.fault(cell, f"more than {_CELL_MAX} characters: nothing on a counter or card is so long")
            if not cell.isprintable() and (hidden := unseen(cell)):
                row.fault(cell, f"characters that cannot be seen: {', '.join(hidden)}")
        return row

    def _check(
        self, name: str, line: int, header: list[str], columns: tuple[str, ...], more: tuple[str, ...]
    ) -> None:
        known = (*columns, *more)
        for column in filter(None, dict.fromkeys(header)):
            if column not in known:
                why = f"unknown column, {nearest_or_all(column, known)}"
                self._fault(name, line, why, column)
            elif header.count(column) > 1:
                self._fault(name, line, "this column stands here twice", column)
        for column in columns if any(header) else ():
            if column not in header:
                self._fault(name, line, f"column {column!r} is missing")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; what is wrong with it goes to `faults`. The columns are those of its `head`.

    A cell that is not there is no further fault: its column was reported missing, or the line too short.
    """

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]
    head: Head

    def fault(self, read: str, why: str) -> None:
        """Keep a fault of this line."""
        self.faults.append(Fault(self.file, self.line, read, why))

    def text(self, column: str) -> str:
        """The cell, "" where it is empty."""
        return self.cells.get(column, "")

    def with_cells(self, cells: Mapping[str, str]) -> Row:
        """The same line, with other cells in some columns."""
        return replace(self, cells={**self.cells, **cells}) if cells else self

    def words(self, column: str) -> tuple[str, ...]:
        """The parts of a cell which holds several, separated by semicolons."""
        return tuple(word.strip() for word in self.text(column).split(";") if word.strip())

    def required(self, column: str) -> str:
        """The cell, which must not be empty."""
        if column in self.cells and not self.cells[column]:
            self.fault("", f"column {column!r} is empty")
        return self.text(column)

    def identifier(self) -> str:
        """The id: it is typed in orders, and its `as_file_name` becomes a file's name, on Windows too."""
        found = unicodedata.normalize("NFC", self.required("id"))
        if found and not is_identifier(found):
            self.fault(
                found, "an id has up to 40 letters, digits, spaces, hyphens and full stops between them"
            )
        if is_device(found):
            self.fault(found, "Windows keeps this name for a device: no file can be called so")
        return found

    def filled(self, column: str) -> str:
        """The cell; "" where it is empty or holds a dash."""
        found = self.text(column)
        return "" if found in DASHES else found

    def choice(self, column: str, known: Mapping[str, object], listed: str = "") -> str:
        """One of the known words; any word where none are known. `listed` is where they are listed."""
        found = self.filled(column) if "" in known else self.text(column)
        return self.one_of(column, found, known, listed) if known and column in self.cells else found

    def one_of(self, column: str, found: str, known: Mapping[str, object], listed: str = "") -> str:
        """A word of the cell, which must be one of the known words, or what one of them stands for."""
        meant = _meant(found, known)
        if meant is None:
            wrong = f"unknown {column}" if found else f"column {column!r} is empty"
            self.fault(found, f"{wrong}, {_likely(column, found, known, listed)}")
        return found if meant is None else meant

    def known(self, column: str, words: Mapping[str, object]) -> str:
        """One of these words, or "" where the cell is empty."""
        return self.one_of(column, self.text(column), words) if self.text(column) else ""

    def many(self, column: str) -> int:
        """How many of this are printed: 1 where the column or the cell is empty."""
        return self.number(column) if self.text(column) else 1

    def number(self, column: str) -> int:
        """A whole number from 0 to 9999."""
        found = self.text(column)
        value = whole(found)
        if value is None and column in self.cells:
            self.fault(found, _no_number(column, found))
        return value or 0


def _meant(found: str, known: Mapping[str, object]) -> str | None:
    """The known word that was written: with capitals, as it is printed, or as Americans spell it."""
    if found in known:
        return found
    words = {_bare(word): word for word in known}
    texts = {_bare(text): word for word, text in reversed(list(known.items())) if isinstance(text, str)}
    bare = _bare(found.translate(_MARKS))
    return words.get(bare.replace("armor", "armour").replace("ized", "ised")) or texts.get(bare) or None


def _likely(column: str, found: str, known: Mapping[str, object], listed: str) -> str:
    """The known word that may have been meant, or all of them; of what is drawn, where they are told."""
    if nearest(found, known):
        return nearest_or_all(found, known)
    if column not in _DRAWN:
        return nearest_or_all(found, known) + (f" ({listed})" if listed else "")
    begun = (found.casefold()[:most] for most in range(len(found), 2, -1))
    alike = (repr(word) for beginning in begun for word in known if word.startswith(beginning))
    return did_you_mean(islice(alike, 1)) or "hexpost counters symbols lists all"


def _no_number(column: str, found: str) -> str:
    """What is wrong with a cell that holds no number, and what its writer may have meant."""
    wrong = f"column {column!r} must hold a whole number from 0 to 9999"
    if is_date(found):
        return f"{wrong}. A spreadsheet program makes a date of 5-6: format the column as text, type it again"
    if is_fraction(found):
        one, other = re.split("[.,]", found)[:2] if re.search("[.,]", found) else ("", "")
        apart = f" If it means {one} and {other}, write {one}-{other}." if other else ""
        return f"{wrong}.{apart} A number that is not whole needs a column of its own: extra in style.toml"
    if numbers := several(found):
        alone = "All numbers of a side may share its first cell if its other cells are empty"
        return f"{wrong}, and this cell holds {len(numbers)}. {alone}"
    if found in DASHES:
        return (
            f'{wrong}. If some counters have none, write optional = ["{column}"] under [game] in style.toml'
        )
    return wrong
