"""What is wrong with the files of a game's counters, or with how they would be printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from files.faults import Fault, Faulty


@dataclass(frozen=True, slots=True, order=True)
class Flaw(Fault):
    """A fault of the print: the piece it is on, which side, where; or the colours that are at fault.

    Of two looks that are too alike `colours` has those of the one and then, as many, those of the other.
    """

    piece: str = ""
    side: int = 0
    box: tuple[float, float, float, float] | None = None
    colours: tuple[str, ...] = ()


class RosterError(Faulty[Fault]):
    """The files of a game's counters are at fault; `faults` are in the order of files and lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        super().__init__(sorted(set(faults)))
