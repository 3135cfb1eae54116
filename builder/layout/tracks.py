"""Tracks of the facts: which marker goes along which boxes."""

from __future__ import annotations

from dataclasses import dataclass

from builder.layout.factfile import Reader


@dataclass(frozen=True, slots=True)
class TrackMarker:
    """A marker and its boxes in order, by id; "turn-*" is all that begin so, as the board has them."""

    marker: str
    boxes: tuple[str, ...]


def read_track(table: Reader) -> TrackMarker:
    """One table [[track]] of the facts."""
    track = TrackMarker(table.text("marker"), table.texts("boxes"))
    table.nothing_else()
    return track
