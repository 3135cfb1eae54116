"""Many sentences of what a side moved as a short list.

Those of a piece are together, its moves are one path, and pieces that went the same path have one sentence.
Nothing that was told is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tables.telling import Line, moved


@dataclass(slots=True)
class _About:
    """What is told of one piece: the places of its path, if it was moved, and all else."""

    name: str = ""
    path: tuple[str, ...] = ()
    rest: list[str] = field(default_factory=list)

    def takes(self, path: tuple[str, ...]) -> bool:
        """Whether a path goes on where this one ended; the first one does."""
        return not self.path or (min(len(self.path), len(path)) > 1 and self.path[-1] == path[0])

    def go(self, name: str, path: tuple[str, ...]) -> None:
        """Go on along a path."""
        self.name, self.path = name, (*self.path, *path[1:]) if self.path else path


def gathered(lines: Iterable[Line]) -> tuple[str, ...]:
    """The sentences of a list."""
    return tuple(" ".join(one) for one in _sentences(_by_piece(lines)))


def _by_piece(lines: Iterable[Line]) -> list[_About]:
    """What is told of each piece, in the order in which each is first named; all else by itself."""
    found: list[_About] = []
    newest: dict[str, _About] = {}
    for line in lines:
        about = newest.get(line.piece) if line.piece else None
        if about is None or (line.path and not about.takes(line.path[1:])):
            found.append(about := _About())
            newest[line.piece] = about
        if line.path:
            about.go(line.path[0], line.path[1:])
        else:
            about.rest.append(line.text)
    return found


def _sentences(found: list[_About]) -> Iterator[list[str]]:
    """What is told of one piece after the other; those of which only the same path is told, at once."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for one in found:
        if one.path and not one.rest:
            alike.setdefault(one.path, []).append(one.name)
    for one in found:
        if one.path and one.rest:
            yield [moved([one.name], one.path), *one.rest]
        elif one.rest:
            yield one.rest
        elif one.path in alike:
            yield [moved(alike.pop(one.path), one.path)]
