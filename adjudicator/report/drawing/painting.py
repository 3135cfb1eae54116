"""A scene painted on the ground: pieces, then what happened, and the parts of it worth a closer look."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from PIL import Image

from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.ground import Ground, Pixel, Rect
from adjudicator.report.drawing.places import Spot, lay_markers, lay_pieces, rows
from adjudicator.report.scene import Arrow, Clash, Loss, Piece, Scene
from counters.card import draw_chit
from counters.counter import Roster
from counters.face import draw_face, draw_marker

TURNED = -9
"""How far a unit that has done its work lies turned, in degrees against the clock."""
BADGE = 0.5
CHIT = 1.5
"""The size of a chit that is read, in counters."""
GHOST = 0.42
"""How much of a counter is seen where it stood before it went."""
ARROW = 0.115
"""The width of an arrow for one unit, in counters; each further unit adds a fifth of it."""
BURST = 0.46
STAR = 0.58
"""Where on the way from the battle to the attackers its star stands."""
CLOSE = 2.1
"""How much is shown around the action, in counters."""
LEAST = (760, 600)
"""The smallest closer look, in pixels."""
WIDEST = (10, 8)
"""How far apart things may be that one closer look shows, in counters, across and down."""
MOST_PARTS = 5
MOST = 0.6
"""A part of a view larger than this share is no closer look; an insert is then shown whole."""


def paint(ground: Ground, roster: Roster, scene: Scene) -> Image.Image:
    """The whole board with everything in the scene on it."""
    picture = ground.image.copy()
    spots: dict[str, Spot] = {}
    for laid, spot in lay_markers(ground, scene.markers, scene.pieces):
        _paste(picture, draw_marker(roster.markers[laid.marker], laid.face, spot.size), spot.at)
    for piece, spot in lay_pieces(ground, scene.ghosts, ()):
        _paste(picture, _faded(_piece(roster, piece, spot.size)), spot.at)
    for piece, spot in lay_pieces(ground, scene.pieces, scene.markers):
        spots[piece.unit] = spot
        _paste(picture, _piece(roster, piece, spot.size), spot.at)
    for arrow in scene.arrows:
        _arrow(picture, ground, roster, arrow)
    _clashes(picture, ground, scene.clashes, {arrow.path for arrow in scene.arrows})
    _losses(picture, ground, roster, scene.losses)
    _news(picture, scene.pieces, spots)
    return picture


def lay_open(
    picture: Image.Image, ground: Ground, roster: Roster, chits: Mapping[str, Sequence[str]]
) -> None:
    """Chits in boxes beside the map, in rows; a box that the board does not have shows none."""
    for key, found in chits.items():
        box = ground.box(key)
        spots = rows(box, len(found), round(ground.counter * CHIT)) if box else []
        for card, spot in zip(found, spots, strict=False):
            if card in roster.cards:
                _paste(picture, draw_chit(roster.cards[card], spot.size), spot.at)


def _paste(picture: Image.Image, piece: Image.Image, at: Pixel) -> None:
    picture.paste(piece, (at[0] - piece.width // 2, at[1] - piece.height // 2), piece)


def _faded(face: Image.Image) -> Image.Image:
    """A counter that the map shows through."""
    face.putalpha(face.getchannel("A").point(lambda value: round(value * GHOST)))
    return face


def _piece(roster: Roster, piece: Piece, size: int) -> Image.Image:
    """A counter as it lies: turned when it has done its work, with its badges."""
    face = draw_face(roster.counters[piece.unit], piece.face, size)
    if piece.turned:
        face = face.rotate(TURNED, Image.Resampling.BICUBIC, expand=True)
    for n, badge in enumerate(piece.badges):
        small = draw_marker(roster.markers[badge], 0, round(size * BADGE))
        corner = (face.width - small.width, face.height - small.height - n * small.height // 2)
        face.paste(small, corner, small)
    return face


# -- what happened ---------------------------------------------------------------------------------


def _arrow(picture: Image.Image, ground: Ground, roster: Roster, arrow: Arrow) -> None:
    width = ground.counter * ARROW * (1 + 0.2 * min(arrow.units - 1, 4))
    colour = roster.style.paint(arrow.nation, arrow.side).paper
    for points in legs(ground, arrow.path):
        clear = trimmed(points, ground.counter * 0.3, ground.counter * 0.8)
        stamps.arrow(picture, clear, arrow.how, colour, width)


def legs(ground: Ground, path: Sequence[str]) -> Iterator[list[Pixel]]:
    """A way as lines in each view of the board in which one of its spaces is played."""
    for view in sorted({ground.home[space] for space in path if space in ground.home}):
        line: list[Pixel] = []
        for a, b in pairwise(path):
            ends = [ground.spots.get(space, ())[view : view + 1] for space in (a, b)]
            here = view in (ground.home.get(a), ground.home.get(b))
            start, end = (found[0] if found else None for found in ends)
            if here and start is not None and end is not None:
                line = line or [start]
                line.append(end)
            elif line:
                yield line
                line = []
        if line:
            yield line


def trimmed(points: Sequence[Pixel], start: float, end: float) -> list[stamps.Point]:
    """A line that begins a little after its start and ends a little before its end."""
    first = stamps.before(points[1], points[0], min(start, math.dist(points[0], points[1]) / 4))
    last = stamps.before(points[-2], points[-1], min(end, math.dist(points[-2], points[-1]) / 3))
    return [first, *points[1:-1], last]


def _clashes(
    picture: Image.Image, ground: Ground, clashes: Sequence[Clash], gone: Collection[tuple[str, ...]]
) -> None:
    """Red arrows from where the attackers stood, a burst on the way; further battles one star beside.

    A way that somebody has gone has its arrow already.
    """
    stars: list[tuple[Pixel, Clash]] = []
    before: Counter[str] = Counter()
    for clash in clashes:
        view, target = ground.home[clash.space], ground.spots[clash.space][ground.home[clash.space]]
        if target is None:
            continue
        spots = {space: _spot(ground, space, view) for space in clash.origins if space != clash.space}
        origins = [at for at in spots.values() if at is not None]
        for origin in (at for space, at in spots.items() if at and (space, clash.space) not in gone):
            start, end = trimmed((origin, target), ground.counter * 0.3, ground.counter * 0.3)
            stamps.thrust(picture, start, end, ground.counter * 0.07)
        stars.append((_star(ground, target, origins, before[clash.space]), clash))
        before[clash.space] += 1
    for at, clash in stars:
        stamps.burst(picture, at, ground.counter * BURST, clash.odds, clash.die, clash.result)


def _spot(ground: Ground, space: str, view: int) -> Pixel | None:
    spots = ground.spots.get(space, ())
    return spots[view] if view < len(spots) else None


def _star(ground: Ground, target: Pixel, origins: Sequence[Pixel], earlier: int) -> Pixel:
    """On the way to the attackers, above the space when they are in it; further battles one star beside."""
    step = ground.counter * BURST * 2.4
    if not origins:
        return (round(target[0] + earlier * step), round(target[1] - ground.counter * 0.9))
    x = sum(at[0] for at in origins) / len(origins)
    y = sum(at[1] for at in origins) / len(origins)
    away = math.dist((x, y), target) or 1.0
    side = earlier * step / away
    middle = (target[0] + (x - target[0]) * STAR, target[1] + (y - target[1]) * STAR)
    return (round(middle[0] + (y - target[1]) * side), round(middle[1] - (x - target[0]) * side))


def _losses(picture: Image.Image, ground: Ground, roster: Roster, losses: Sequence[Loss]) -> None:
    """Small counters with a cross, in a row at the foot of the space where they were lost."""
    row: Counter[str] = Counter()
    size = round(ground.counter * 0.62)
    for loss in losses:
        spot = _spot(ground, loss.at, ground.home.get(loss.at, 0))
        if spot is not None:
            at = (spot[0] + round(row[loss.at] * size * 1.1), spot[1] + round(ground.counter * 0.62))
            _paste(picture, draw_face(roster.counters[loss.unit], 0, size), at)
            stamps.cross(picture, at, size * 1.05)
            row[loss.at] += 1


def _news(picture: Image.Image, pieces: Iterable[Piece], spots: Mapping[str, Spot]) -> None:
    """A minus on counters that lost a step, a plus on those that came or recovered."""
    for piece in pieces:
        if piece.news and piece.unit in spots:
            (x, y), size = spots[piece.unit].at, spots[piece.unit].size
            at = (x - size * 0.42, y - size * 0.42)
            stamps.sign(picture, at, size * 0.16, plus=piece.news != "lost")


# -- the board in parts --------------------------------------------------------------------------------


def parts(ground: Ground) -> tuple[Rect, Rect | None]:
    """What the picture of the map shows, and the boxes that lie beside it, where there is much else there:
    charts, say. Where all boxes lie among the views the map is the whole board."""
    edge, (width, height) = round(ground.counter / 2), ground.image.size
    boxes = [box for key in ground.layout.areas if (box := ground.box(key))]
    views = _about(_around(*ground.frames), edge, (width, height))
    beside = [box for box in boxes if box[0] >= views[2] or box[1] >= views[3]]
    if len(beside) < len(boxes) or not beside:
        return (0, 0, width, height), None
    return views, _about(_around(*beside), edge // 4, (width, height))


# -- closer looks ------------------------------------------------------------------------------------


def close_ups(ground: Ground, scene: Scene) -> list[Rect]:
    """For each view, the parts in which things happened; what is far apart is shown apart, what is most of a
    view not at all."""
    found = []
    for view, frame in enumerate(ground.frames):
        room = _about(frame, round(ground.counter / 5), ground.image.size)
        parts = [_part(room, area, ground.counter * CLOSE) for area in _areas(ground, scene, view)]
        found += [part for part in parts if _area(part) < MOST * _area(frame)]
        if view and any(_area(part) >= MOST * _area(frame) for part in parts):
            found.append(room)
    return found[:MOST_PARTS]


def _areas(ground: Ground, scene: Scene, view: int) -> list[Rect]:
    """The areas of a view in which things happened, battles first; neighbours are one while that is small."""
    areas: list[Rect] = []
    for deed in scene.deeds:
        here = [space for space in deed if ground.home.get(space) == view]
        spots = [at for space in here if (at := _spot(ground, space, view))]
        if spots:
            areas.append(_around(*((x, y, x, y) for x, y in spots)))
    while (pair := _nearest(areas, ground.counter)) is not None:
        first, second = pair
        areas[first] = _around(areas[first], areas.pop(second))
    return areas


def _nearest(areas: Sequence[Rect], counter: int) -> tuple[int, int] | None:
    """The two areas which together make the smallest one, if that is small enough for a closer look."""
    pairs = {
        (first, second): _around(areas[first], areas[second])
        for first, second in combinations(range(len(areas)), 2)
    }
    wide, high = counter * WIDEST[0], counter * WIDEST[1]
    small = [pair for pair, (a, b, c, d) in pairs.items() if c - a <= wide and d - b <= high]
    return min(small, key=lambda pair: _area(_grown(pairs[pair])), default=None)


def _around(*rects: Rect) -> Rect:
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _grown(rect: Rect) -> Rect:
    """A rectangle that has an area even where it is a line."""
    return (rect[0], rect[1], rect[2] + 1, rect[3] + 1)


def _about(frame: Rect, edge: int, size: tuple[int, int]) -> Rect:
    """A frame with some of the sheet about it, on which counters may stand out."""
    left, top, right, bottom = frame
    return max(0, left - edge), max(0, top - edge), min(size[0], right + edge), min(size[1], bottom + edge)


def _part(frame: Rect, area: Rect, margin: float) -> Rect:
    """A rectangle about an area, of a useful size, inside the frame."""
    left, right = _span(area[0] - margin, area[2] + margin, frame[0], frame[2], LEAST[0])
    top, bottom = _span(area[1] - margin, area[3] + margin, frame[1], frame[3], LEAST[1])
    return (left, top, right, bottom)


def _span(low: float, high: float, least: int, most: int, length: int) -> tuple[int, int]:
    grow = max(0.0, length - (high - low)) / 2
    low, high = low - grow, high + grow
    low, high = low - max(0.0, high - most), high + max(0.0, least - low)
    return max(least, round(low)), min(most, round(high))


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])
