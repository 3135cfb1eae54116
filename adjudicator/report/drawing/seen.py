"""What a picture shows, in words: for readers whose mail program shows none, and for who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import shapely
from shapely.ops import substring

from adjudicator.report.drawing.close_ups import Wish, holds, overlap
from adjudicator.report.drawing.deeds import LEAST, legs, spot_of
from adjudicator.report.drawing.empty_board import EmptyBoard, Rect
from adjudicator.report.scene import Scene
from counters.roster.counter import Roster
from files.messages import first_few

MOST = 6
"""So many things of a kind are named."""


def seen_in(
    ground: EmptyBoard, roster: Roster, scene: Scene, part: Rect, shown: Sequence[Rect] = (),
    told: set[str] | None = None,
) -> str:  # fmt: skip
    """What a closer look at a part of the board shows: what is to be decided there, and what happened. Of all
    looks that are `shown` one tells of each thing, a way the one in which it ends: `told` grows."""
    here, before = _Here(ground, part), set[str]() if told is None else told
    ends = [_Here(ground, other) for other in shown]
    rows = {
        word: [one for one in found if f"{word} {one}" not in before]
        for word, found in _rows(here, ends, roster, scene).items()
    }
    before |= {f"{word} {one}" for word, found in rows.items() for one in found}
    says = " ".join(f"{word}: {_listed(found)}." for word, found in rows.items() if found)
    return says or f"The map {here.where(scene)}."


def within(ground: EmptyBoard, scene: Scene, part: Rect) -> Scene:
    """What of a scene is in sight in a part of the board; its caption is left out."""
    here = _Here(ground, part)
    return replace(
        scene,
        caption="",
        pieces=tuple(piece for piece in scene.pieces if here.holds(piece.at)),
        arrows=tuple(arrow for arrow in scene.arrows if here.shows(arrow.path)),
        clashes=tuple(
            replace(clash, origins=shown, support=tuple(one for one in clash.support if one in shown))
            for clash in scene.clashes
            for shown in [tuple(one for one in clash.origins if here.shows((one, clash.space)))]
            if shown or here.holds(clash.space)
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


def not_seen(ground: EmptyBoard, wished: Iterable[Wish], shown: Iterable[Rect]) -> str:
    """What of all that is wished to be seen is in none of these pictures; "" if everything is."""
    there = [_Here(ground, part) for part in shown]
    left = [wish.space for wish in wished if not any(here.holds(wish.space) for here in there)]
    return f"Not in a close-up: {_listed(_name(ground, space) for space in left)}." if left else ""


WENT = {
    "move": "Moves",
    "reserve": "Reserve moves",
    "retreat": "Retreats",
    "advance": "Advances",
    "free": "Free moves",
    "displaced": "Escapes",
    "follow": "Follows",
}
"""How ways of going are headed."""


def _rows(here: _Here, ends: Sequence[_Here], roster: Roster, scene: Scene) -> dict[str, list[str]]:
    """What a part shows, by headings; a way that ends in one of these looks only if it does so here."""
    names = {**{id_: counter.name for id_, counter in roster.counters.items()}, **dict(scene.printed)}
    asked = [names.get(unit, unit) or here.name(space) for space, unit in scene.asked if here.holds(space)]
    fights = [f"{here.name(c.space)} ({c.odds}: {c.result})" for c in scene.clashes if here.holds(c.space)]
    ways: dict[str, list[str]] = {}
    for arrow in scene.arrows:
        away = not any(there.holds(arrow.path[-1]) for there in ends)
        if here.holds(arrow.path[-1]) or (away and here.holds(arrow.path[0])):
            went = " and ".join(names.get(unit, unit) for unit in arrow.who) or "a unit"
            start, end = here.name(arrow.path[0]), here.name(arrow.path[-1])
            way = f"{went} at {end}" if arrow.how == "enters" else f"{went} from {start} to {end}"
            ways.setdefault(WENT.get(arrow.how, arrow.how.capitalize()), []).append(way)
    lost = [f"{names[loss.unit]} in {here.name(loss.at)}" for loss in scene.losses if here.holds(loss.at)]
    news: dict[str, list[str]] = {"lost": [], "restored": [], "placed": []}
    for piece in scene.pieces:
        if piece.news and here.holds(piece.at):
            name = names[piece.made or piece.unit]
            news[piece.news].append(name if piece.news == "lost" else f"{name} in {here.name(piece.at)}")
    return {
        "Yours to order": asked,
        "Battles": fights,
        **ways,
        "Eliminated": lost,
        "Step lost": news["lost"],
        "Step restored": news["restored"],
        "Placed": news["placed"],
    }


def _listed(found: Iterable[str]) -> str:
    """Each once, the first few by name."""
    return first_few(list(dict.fromkeys(found)), MOST)


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

    def shows(self, way: Sequence[str]) -> bool:
        """Whether some of an arrow along a way is in it: not one that ends under a counter at its edge, and
        none from a box to a space, which nobody draws."""
        counter = self._ground.counter
        for leg in legs(self._ground, way):
            line = shapely.LineString([at for _, at in leg])
            hidden = max(0.0, min(counter, line.length - counter * LEAST)) / 2
            seen = substring(line, hidden, line.length - hidden).intersection(shapely.box(*self._part))
            if seen.length >= counter * LEAST / 2:
                return True
        return False

    def where(self, scene: Scene) -> str:
        """About which spaces with counters a part is."""
        spaces = dict.fromkeys(piece.at for piece in scene.pieces if self.holds(piece.at))
        return f"with the units in {_listed(map(self.name, spaces))}" if spaces else "without units"
