"""What is printed in hexes: numbers, and marks such as sources and Victory Points."""

from __future__ import annotations

from collections.abc import Iterable

import shapely

from maps.drawing.hexes.landscape import is_open, tint
from maps.drawing.hexes.lettering import Lettering
from maps.drawing.hexes.marks import Overlay, draw_mark, is_shown
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.shores import STONE, quay_ground
from maps.drawing.hexes.spots import number_at, number_mm, spot, told, word_of
from maps.drawing.hexes.works import work_rims
from maps.drawing.ink import Ink
from maps.drawing.placing import Box, as_boxes, meet

_CELL_MM = 20.0


def print_numbers(ink: Ink, plan: Plan, lettering: Lettering) -> None:
    """The number of every hex, with a halo where a way, a river, a quay, a bridge or a rim is under it."""
    bridges = str(plan.style.get("bridges", ""))
    busy, quays, rims = _Ground(lettering.ways), quay_ground(plan), work_rims(plan)
    shapely.prepare([quays, rims])
    boxes = lettering.numbers
    grounds = shapely.box(*as_boxes(boxes.values()).T)
    on_rims, on_quays = (shapely.intersects(ground, grounds).tolist() for ground in (rims, quays))
    for (id_, box), rim, quay in zip(boxes.items(), on_rims, on_quays, strict=True):
        space, one = plan.sheet.board.spaces[id_], plan.grid.hexes[id_]
        word = plan.word(space)
        wet, walled = is_open(word), bool(space.facts.get(bridges)) or quay
        colour = plan.palette["print.wet" if wet and not walled else "print.number"]
        under = STONE if rim or (wet and walled) else tint(plan, word)
        halo = (*under[:3], 200) if walled or rim or busy.under(box) else None
        ink.number(number_at(plan, one), space.name, number_mm(plan), colour, halo)


def print_marks(ink: Ink, plan: Plan, overlay: Overlay) -> None:
    """The marks that map.toml gives to facts, those of the overlay over all others."""
    for mark in sorted(plan.table.get("mark", []), key=lambda mark: bool(mark.get("overlay"))):
        if is_shown(mark, overlay):
            for one, space in plan.spaces():
                for number, value in enumerate(told(space, mark)):
                    at = spot(plan, one, mark, number)
                    draw_mark(ink, at, plan.size, mark, word_of(plan, value))


class _Ground:
    """Boxes, to look up whether any lies under another."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(box)

    def under(self, box: Box) -> bool:
        return any(meet(box, other) for cell in _cells(box) for other in self._cells.get(cell, ()))


def _cells(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(value // _CELL_MM) for value in box)
    return [(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)]
