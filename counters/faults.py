"""What is wrong with a file of counters, all of it at once, each fault with file and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches

from counters.signs.characters import shown


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault: where (line 0: the whole file), what was read, what is wrong or would be right."""

    file: str
    line: int
    read: str
    why: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: '{shown(self.read)}': {self.why}" if self.read else f"{place}: {self.why}"

    def facts(self) -> dict[str, str | int]:
        """The fault as plain data, for `--json`."""
        return asdict(self)


@dataclass(frozen=True, slots=True, order=True)
class Flaw(Fault):
    """A fault of the print: the piece it is on, which side, where; or the colours that are at fault.

    Of two looks that are too alike `colours` has those of the one and then, as many, those of the other.
    """

    piece: str = ""
    side: int = 0
    box: tuple[float, float, float, float] | None = None
    colours: tuple[str, ...] = ()


class RosterError(ValueError):
    """The files of a game's counters are at fault; `faults` lists every one."""

    exit_code = 1

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def nearest(word: str, known: Iterable[str]) -> str:
    """What would be right: the nearest known word, or all of them."""
    words = sorted(filter(None, known))
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    all_of_them = f"known are {', '.join(words)}" if words else "none is known"
    return f"did you mean {close[0]!r}?" if close else all_of_them
