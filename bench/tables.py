"""What can be taken out of a decision table that is a text file, a clause a line: a row, a condition, a kind.

A row is CLAUSE | KINDS | CONDITIONS | EFFECT ...; in CONDITIONS and EFFECTS words parted by commas or numbers
belong together. As with `bench.mutations` nothing is changed on disk: the forked process reads other text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

TABLES = "table*.txt"
"""What the decision tables of a game are called."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """One change to one line: where it is, whose clause it touches, the change in words, the line as it is
    then ("" for none)."""

    file: Path
    line: int
    function: str
    clauses: tuple[str, ...]
    words: str
    text: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What a list of changes names it by."""
        return self.file.name, self.function, self.words

    def make(self) -> None:
        """Let the file read otherwise from now on, in this process."""
        of_disk, file, number, line = Path.read_text, self.file, self.line, self.text

        def read_text(path: Path, encoding: str | None = None, errors: str | None = None) -> str:
            text = of_disk(path, encoding, errors)
            if path != file:
                return text
            lines = text.splitlines()
            return "\n".join([*lines[: number - 1], line, *lines[number:], ""])

        Path.read_text = read_text  # type: ignore[assignment]


def row_changes(folder: Path) -> list[RowChange]:
    """Every change to the rows of a game's tables."""
    found: list[RowChange] = []
    for file in sorted(folder.rglob(TABLES)):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            cells = line.split(" | ")
            if len(cells) > 3 and not line.startswith(("#", "kind ")):
                clause = (cells[0],)
                found += [RowChange(file, number, "row", clause, *change) for change in changed(cells)]
    return found


def changed(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The changes to one row: each in words, and the line with it."""
    yield f"without «{' | '.join(cells)}»", ""
    for place, separator in ((1, ", "), (2, "; ")):
        parts = cells[place].split(separator)
        for one in parts if cells[place].strip() and (place == 2 or len(parts) > 1) else ():
            rest = separator.join(part for part in parts if part != one)
            line = " | ".join([*cells[:place], rest, *cells[place + 1 :]])
            yield f"«{one}» taken out of «{' | '.join(cells)}»", line
