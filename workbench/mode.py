"""What a mode of the workbench is: it shows files as something to click on, and changes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.jobs import Jobs
from workbench.project import Project

Values = dict[str, Any]
"""What the page sends with a change, or is sent to draw: JSON."""


@dataclass(frozen=True)
class Mend:
    """One way to settle a doubt: what its button says, and the change that it makes."""

    words: str
    verb: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Doubt:
    """Something to look at: where (pixels of the picture), what may be wrong, and what would settle it."""

    place: tuple[float, float]
    words: str
    mends: tuple[Mend, ...] = ()


class Mode(ABC):
    """One mode; `workbench` says how it is made. `files` are watched."""

    name: str
    title: str
    files: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.jobs = Jobs()
        self._all = [self.jobs]

    def more_jobs(self) -> Jobs:
        """Slow work of another kind, which runs beside that of `jobs` and is told of first."""
        made = Jobs(lambda: self.jobs.on_change())
        self._all.insert(0, made)
        return made

    def picture(self, project: Project) -> Path:
        """The picture that the mode is about."""
        return project.picture

    @abstractmethod
    def view(self, project: Project) -> Values:
        """All that the page draws."""

    @abstractmethod
    def change(self, project: Project, verb: str, values: Values) -> str:
        """Change files by one thing; what was done, in words. Raises BenchError."""

    def follow(self, project: Project) -> None:
        """Bring what is made of the files up to date while another mode is shown. Raises as `view`."""
        return

    @property
    def busy(self) -> str:
        """What the mode is working on, "" for nothing."""
        return next((one.busy for one in self._all if one.busy), "")

    def close(self) -> None:
        """Begin no more slow work."""
        for one in self._all:
            one.close()

    def doubts(self, project: Project) -> list[Doubt]:
        """What to look at, the weightiest first."""
        return []

    def touches(self, verb: str, values: Values) -> frozenset[str]:
        """The things that a change is about; as it is, a mode is one thing."""
        return frozenset({self.name})
