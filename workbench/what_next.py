"""What a maker types when a map is done: the way from the map over the counters to the module."""

from __future__ import annotations

import shlex

from workbench.project import Project

Step = tuple[str, str]
"""What a command does, and the command."""
_OUTLINES = "map/areas.geojson"


def of_hexes(project: Project) -> list[Step]:
    """After the picture was straightened: its folder is that of the game."""
    return _steps(
        ("Look at the map", "map", "check", _folder(project), "--proof", "proof.png"), _folder(project)
    )


def of_areas(project: Project) -> list[Step]:
    """After areas were traced: the map of a new game is made of the outlines."""
    home = _folder(project)
    new = f"{home}-game"
    made = ("map", "import", f"{home}/{_OUTLINES}", new, "--art", project.picture.as_posix())
    return _steps(("Make the map of a game", *made), new)


def _folder(project: Project) -> str:
    return project.folder.as_posix()


def _steps(first: tuple[str, ...], game: str) -> list[Step]:
    """The first step, then counters and module of a game."""
    words = (
        first,
        ("Cut the counters from a scan", "counters", "edit", "sheet.jpg", "--folder", game),
        ("Build the VASSAL module", "module", "build", game),
    )
    return [(told, shlex.join(("hexpost", *command))) for told, *command in words]
