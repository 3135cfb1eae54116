"""Markers that go along a track of boxes, one further or one back, at a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise

from builder.layout.board import Area, Layout
from builder.layout.tracks import TrackMarker
from builder.vassal.traits import TURNS, Trait, calculated, report, sent_to

PLACE = "Place"
"""The property that says on which box of its track a marker lies, counted from 1; 0 if on none."""


def on_track(track: TrackMarker, layout: Layout) -> tuple[Area, ...]:
    """The boxes of a track in their order, each once."""
    named = (
        area for pattern in track.boxes for area in layout.areas.values() if fnmatchcase(area.id, pattern)
    )
    return tuple({area.id: area for area in named}.values())


def track_faults(
    tracks: Iterable[TrackMarker], layout: Layout, markers: Mapping[str, object]
) -> Iterator[str]:
    """Tracks of markers and boxes that are not there, or too short to go along."""
    for track in tracks:
        if track.marker not in markers:
            yield f"track: no marker {track.marker!r}"
        if len(on_track(track, layout)) < 2:
            yield f"track of {track.marker}: the board has not two boxes {', '.join(track.boxes)}"


def track_traits(tracks: Iterable[TrackMarker], layout: Layout, board: str) -> Mapping[str, Sequence[Trait]]:
    """What each marker with a track can do besides, by its id."""
    return {track.marker: _traits(on_track(track, layout), board) for track in tracks}


def _traits(boxes: Sequence[Area], board: str) -> list[Trait]:
    """Where to is worked out from where the marker lies: so it may be dragged, too."""
    further, back = TURNS
    says = "$location$: $newPieceName$ ($menuCommand$)"
    numbered = {area.name: str(n) for n, area in enumerate(boxes, 1)}
    return [
        report([further, back], says),
        sent_to("One further", further, board, _to(pairwise(boxes))),
        sent_to("One back", back, board, _to((b, a) for a, b in pairwise(boxes))),
        calculated(PLACE, _by_location(numbered, "0")),
    ]


def _to(steps: Iterable[tuple[Area, Area]]) -> tuple[str, str]:
    """Expressions for x and y of the box that comes next; off the track, and at its end, all stays."""
    listed = list(steps)

    def along(axis: int, current: str) -> str:
        return "{" + _by_location({a.name: str(b.spots[0][axis]) for a, b in listed}, current) + "}"

    return along(0, "CurrentX"), along(1, "CurrentY")


def _by_location(values: Mapping[str, str], otherwise: str) -> str:
    expression = otherwise
    for name, value in reversed(list(values.items())):
        expression = f"LocationName=={as_compared(name)} ? {value} : {expression}"
    return expression


def as_compared(name: str) -> str:
    """A name in an expression: VASSAL takes one of digits for a number, "0101" for 101."""
    return str(int(name)) if name.isascii() and name.isdecimal() else '"' + name.replace('"', '\\"') + '"'
