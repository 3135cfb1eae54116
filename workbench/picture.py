"""The pictures of a project as the page shows them: their tiles, made beside the page."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from workbench.bench_faults import words_of
from workbench.jobs import Jobs
from workbench.project import KEPT, Project
from workbench.tiles import SIDE, Tiles, tiles_of


class Picture:
    """A picture; while it is being read there are no tiles."""

    def __init__(self, project: Project, path: Path, page: int) -> None:
        self.project, self.path, self.page = project, path, page
        self._jobs = Jobs(project.tell)
        self._told = 0.0
        self._tiles: Tiles | None = None
        self._wrong = ""

    def _begin(self) -> None:
        digest = sha256(str(self.path.resolve()).encode()).hexdigest()[:8]
        folder = self.project.folder / KEPT / "tiles" / f"{self.path.name}-{digest}"
        job = self._jobs.result(
            "tiles", lambda: tiles_of(self.path, self.page, folder, self._progress), "Reading the picture"
        )
        if job and job.error:
            self._wrong = words_of(job.error)
        elif job:
            self._tiles = job.value

    def _progress(self, part: float) -> None:
        if part - self._told > 0.1:
            self._told = part
            self._jobs.words = f"Reading the picture: {part:.0%}"
            self.project.tell()

    @property
    def busy(self) -> str:
        """What is being worked on, "" for nothing."""
        return self._jobs.busy

    def facts(self) -> dict[str, Any]:
        """What the page must know to show it."""
        if self._tiles is None and not self._wrong:
            self._begin()
        made: dict[str, Any] = {"name": self.path.name, "wrong": self._wrong, "tile": SIDE}
        if self._tiles:
            wide, high = self._tiles.size
            made |= {"width": wide, "height": high, "levels": self._tiles.levels, "stamp": self._tiles.stamp}
        return made

    def tile(self, level: int, x: int, y: int) -> bytes | None:
        """A tile as JPEG; None where there is none yet, or none at all."""
        return self._tiles.tile(level, x, y) if self._tiles else None

    def colour(self, x: int, y: int) -> str:
        """The colour of a pixel as six hexadecimal digits, "" beside the picture."""
        tile = self.tile(0, x // SIDE, y // SIDE) if min(x, y) >= 0 else None
        if tile is None:
            return ""
        with Image.open(BytesIO(tile)) as image:
            across, down = x % SIDE, y % SIDE
            if across >= image.width or down >= image.height:
                return ""
            made = image.convert("RGB").getpixel((across, down))
        return bytes(made).hex() if isinstance(made, tuple) else ""

    def close(self) -> None:
        """Make no more tiles."""
        self._jobs.close()


class Pictures:
    """The pictures that the modes show, each by its number."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._all: list[Picture] = []

    def of(self, path: Path) -> tuple[int, Picture]:
        """The picture of a path, and its number."""
        page = self.project.page if path == self.project.picture else 1
        for number, one in enumerate(self._all):
            if one.path == path:
                return number, one
        self._all.append(Picture(self.project, path, page))
        return len(self._all) - 1, self._all[-1]

    def __getitem__(self, number: int) -> Picture | None:
        return self._all[number] if 0 <= number < len(self._all) else None

    def close(self) -> None:
        """Make no more tiles."""
        for one in self._all:
            one.close()
