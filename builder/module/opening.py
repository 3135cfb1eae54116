"""The view with which a module opens: the front, where the sides face each other, not a corner of the map."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median_low

from builder.layout.board import Point
from builder.module.parts import Parts
from builder.module.roster_pieces import starting_place
from builder.vassal.buildfile import Element, element

_SHOW_FRONT = "0,0,showFront"


def front(parts: Parts) -> Point | None:
    """The middle of the front at the start, in pixels: between each unit and the nearest one of another side.

    Units on spaces count, those that wait in boxes beside the map do not; where only one side stands on the
    map, the middle of its units is shown. None where nobody does.
    """
    sides = _on_map(parts)
    points = [point for side in sides for point in _facing(side, sides)]
    return (median_low([x for x, _ in points]), median_low([y for _, y in points])) if points else None


def _on_map(parts: Parts) -> dict[str, list[Point]]:
    """Where each side's units stand on the map at the start, in pixels."""
    sides: dict[str, list[Point]] = {}
    for counter in parts.roster.counters.values():
        at = starting_place(counter, parts.facts)
        if counter.setup and at in parts.layout.areas:
            sides.setdefault(counter.side, []).append(parts.layout.spot(at))
    return sides


def _facing(side: str, sides: dict[str, list[Point]]) -> Iterator[Point]:
    """Between each unit of a side and the nearest one of another, the first of several; alone where it is."""
    import numpy

    others = [at for other, found in sides.items() if other != side for at in found]
    if not others:
        yield from sides[side]
        return
    (across, down), (x, y) = numpy.array(others).T, numpy.array(sides[side]).T[:, :, None]
    nearest = ((across - x) ** 2 + (down - y) ** 2).argmin(axis=1).tolist()
    for (right, low), near in zip(sides[side], nearest, strict=True):
        yield (right + others[near][0]) // 2, (low + others[near][1]) // 2


def front_button(parts: Parts) -> Iterator[Element]:
    """A button of the map that shows the front."""
    at = front(parts)
    if at:
        yield element(
            "module.map.MoveCameraButton",
            name="Front",
            text="Front",
            tooltip="Show the front at the start",
            icon="/images/recenter.gif",
            hotkey=_SHOW_FRONT,
            moveCameraMode="L",
            boardName=parts.facts.board,
            xPos=at[0],
            yPos=at[1],
            xOffset=0,
            yOffset=0,
            zoom="",
        )


def opening_view(parts: Parts) -> Iterator[Element]:
    """What presses that button whenever a game is begun or opened."""
    if _on_map(parts):
        yield element(
            "module.StartupGlobalKeyCommand",
            name="Show the front",
            whenToApply="everyLaunchOfSession",
            hotkeyOrKeyCommand="sendHotkey",
            globalHotkey=_SHOW_FRONT,
        )
