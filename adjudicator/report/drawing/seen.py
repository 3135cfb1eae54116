"""What a picture shows, in words: for readers whose mail program shows none, and for who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.report.drawing.close_ups import Wish, holds, overlap
from adjudicator.report.drawing.deeds import spot_of
from adjudicator.report.drawing.empty_board import EmptyBoard, Rect
from adjudicator.report.scene import Scene
from counters.roster.counter import Roster

MOST = 6
"""So many things of a kind are named."""


def seen_in(ground: EmptyBoard, roster: Roster, scene: Scene, part: Rect) -> str:
    """What a closer look at a part of the board shows: what is to be decided there, and what happened."""
    here = _Here(ground, part)
    return " ".join(_told(here, roster, scene)) or f"The map {here.where(scene)}."


def within(ground: EmptyBoard, scene: Scene, part: Rect) -> Scene:
    """What of a scene is in a part of the board; its caption is left out."""
    here = _Here(ground, part)
    return replace(
        scene,
        caption="",
        pieces=tuple(piece for piece in scene.pieces if here.holds(piece.at)),
        arrows=tuple(arrow for arrow in scene.arrows if any(map(here.holds, arrow.path))),
        clashes=tuple(
            clash for clash in scene.clashes if any(map(here.holds, (clash.space, *clash.origins)))
        ),
        losses=tuple(loss for loss in scene.losses if here.holds(loss.at)),
        ghosts=tuple(piece for piece in scene.ghosts if here.holds(piece.at)),
        asked=tuple((space, unit) for space, unit in scene.asked if here.holds(space)),
        control=tuple(
            replace(
                one,
                front=tuple(filter(here.holds, one.front)),
                entry=tuple(filter(here.holds, one.entry)),
                cut_off=tuple(filter(here.holds, one.cut_off)),
            )
            for one in scene.control
        ),
    )


def not_seen(
    ground: EmptyBoard, scene: Scene, shown: Sequence[Rect], missed: Sequence[Wish], chosen: Sequence[Rect]
) -> str:
    """Where there is more to see than in these pictures; "" if there is no more."""
    left = [_Here(ground, part) for part in chosen[len(shown) :]]
    spaces = [wish.space for wish in missed]
    spaces += [space for here in left for space in _wanted(scene) if here.holds(space)]
    there = [_Here(ground, part) for part in shown]
    spaces = [space for space in spaces if not any(here.holds(space) for here in there)]
    return f"Not in a close-up: {_listed(_name(ground, space) for space in spaces)}." if spaces else ""


def _wanted(scene: Scene) -> Iterator[str]:
    yield from scene.action
    yield from (space for space, _ in scene.asked)


def _told(here: _Here, roster: Roster, scene: Scene) -> Iterator[str]:
    asked = [roster.counters[unit].name if unit in roster.counters else unit or here.name(space)
             for space, unit in scene.asked if here.holds(space)]  # fmt: skip
    fights = [f"{here.name(c.space)} ({c.odds}: {c.result})" for c in scene.clashes if here.holds(c.space)]
    ways = [here.name(arrow.path[-1]) for arrow in scene.arrows if here.holds(arrow.path[-1])]
    left = [here.name(arrow.path[0]) for arrow in scene.arrows if here.only_start(arrow.path)]
    lost = [_unit(roster, loss.unit, here.name(loss.at)) for loss in scene.losses if here.holds(loss.at)]
    news = {
        word: [
            _unit(roster, piece.unit, here.name(piece.at))
            for piece in scene.pieces
            if piece.news == word and here.holds(piece.at)
        ]
        for word in ("lost", "restored", "placed")
    }
    rows = {
        "You decide": asked,
        "Battles": fights,
        "Moves to": ways,
        "Moves from": left,
        "Eliminated": lost,
        "Step lost": news["lost"],
        "Step restored": news["restored"],
        "Placed": news["placed"],
    }
    yield from (f"{word}: {_listed(found)}." for word, found in rows.items() if found)


def _unit(roster: Roster, unit: str, at: str) -> str:
    return f"{roster.counters[unit].name} in {at}"


def _listed(found: Iterable[str]) -> str:
    """Each once, the first few by name."""
    each = list(dict.fromkeys(found))
    more = len(each) - MOST
    return ", ".join(each[:MOST]) + (f" and {more} more" if more > 0 else "")


def _name(ground: EmptyBoard, space: str) -> str:
    area = ground.layout.areas.get(space)
    return area.name if area else space


class _Here:
    """A part of a board: what is in it."""

    def __init__(self, ground: EmptyBoard, part: Rect) -> None:
        self._ground, self._part = ground, part

    def name(self, space: str) -> str:
        """What a space is called."""
        return _name(self._ground, space)

    def holds(self, space: str) -> bool:
        """Whether a space is in it; a box is as soon as some of it is."""
        box = self._ground.box(space)
        if box is not None:
            return overlap(self._part, box)
        at = spot_of(self._ground, space, self._ground.home.get(space, 0))
        return at is not None and holds(self._part, at)

    def only_start(self, path: Sequence[str]) -> bool:
        """Whether a way begins in it and ends elsewhere."""
        return self.holds(path[0]) and not self.holds(path[-1])

    def where(self, scene: Scene) -> str:
        """About which spaces with counters a part is."""
        spaces = dict.fromkeys(piece.at for piece in scene.pieces if self.holds(piece.at))
        return f"with the units in {_listed(map(self.name, spaces))}" if spaces else "without units"
