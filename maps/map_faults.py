"""What can be wrong with a map, said so that its maker finds the place."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from files.faults import Faulty


@dataclass(frozen=True, slots=True)
class MapFault:
    """One fault: the file, where in it (a line or a feature), its kind, what was read, what would be right.

    ``kind`` is a short word such as "gap", "overlap" or "one-way link". ``at`` is longitude and latitude
    in degrees, or None where no place on the map belongs to the fault.
    """

    file: str
    where: str
    kind: str
    message: str
    at: tuple[float, float] | None = None

    def __str__(self) -> str:
        place = f" at {self.at[1]:.4f} N {self.at[0]:.4f} E" if self.at else ""
        word, _, number = self.where.partition(" ")
        where = f":{number}" if word == "line" else f", {self.where}" if self.where else ""
        return f"{self.file}{where}: {self.kind}{place}: {self.message}"

    def as_json(self) -> dict[str, Any]:
        """The fault as plain values, for ``hexpost map check --json``."""
        return asdict(self)


class MapError(Faulty[MapFault]):
    """A map that cannot be used."""
