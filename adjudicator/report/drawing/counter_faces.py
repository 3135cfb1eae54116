"""What pictures need of a game's counters, roster and faces, kept in this process from picture to picture.

In: a game; a counter with a step and a size in pixels. Out: the roster as its files say it now; a face that
may be drawn upon. A roster is read again when a file in its folder has changed; faces belong to its counters.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image

from counters.faces.face import draw_face
from counters.roster.counter import Counter, Roster
from counters.roster.load import find_game, load_roster

MOST = 1024
"""So many faces are kept: the counters of a large game with both sides, some 20 MB."""
_FACES: dict[tuple[int, int, int], tuple[Counter, Image.Image]] = {}


def roster_of(game: str) -> Roster:
    """The roster of a game. Raises RosterError with all the faults of all its files."""
    return _roster(game, _stamp(Path(str(find_game(game).folder))))


@lru_cache(maxsize=4)
def _roster(game: str, stamp: tuple[tuple[str, int, int], ...]) -> Roster:
    return load_roster(game)


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, time and size of every file of a folder, pictures of counters too."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return tuple((str(file), (told := file.stat()).st_mtime_ns, told.st_size) for file in files)


def face(counter: Counter, step: int, size: int) -> Image.Image:
    """The face of a counter, as `counters.faces.face.draw_face` draws it; once for each size."""
    key = (id(counter), step, size)
    if key not in _FACES or _FACES[key][0] is not counter:
        if len(_FACES) >= MOST:
            _FACES.clear()
        _FACES[key] = counter, draw_face(counter, step, size)
    return _FACES[key][1].copy()
