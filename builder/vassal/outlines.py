"""Outlines of zones as a build file writes them, and what lies inside of one."""

from __future__ import annotations

import re


def outline(path: str) -> list[tuple[int, int]]:
    """The corners of a zone, none when its path is malformed."""
    corners = [re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", corner) for corner in path.split(";")]
    found = [(int(corner[1]), int(corner[2])) for corner in corners if corner]
    return found if len(found) == len(corners) and len(found) > 2 else []


def holds(corners: list[tuple[int, int]], x: int, y: int) -> bool:
    """Does the outline hold the point? As in Java: left and upper edges in, right and lower ones out."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
