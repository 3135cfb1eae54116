"""What is wrong with a file, all of it at once, each fault with file and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

from files.characters import shown

F = TypeVar("F")


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


def is_of_input(error: BaseException) -> bool:
    """Whether an error tells of what somebody gave us, and not of a mistake of ours: such errors carry
    `exit_code` 1."""
    return getattr(error, "exit_code", None) == 1


class Faulty(Exception, Generic[F]):
    """What somebody made cannot be used: `faults` is all that is wrong, the message a line of each."""

    exit_code = 1

    def __init__(self, faults: Iterable[F]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
