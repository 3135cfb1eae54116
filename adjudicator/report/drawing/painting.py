"""A scene painted on the ground: the pieces as they lie, and over them what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.control import lay_over
from adjudicator.report.drawing.counter_faces import face as drawn_face
from adjudicator.report.drawing.crowd import COUNTER, NUMBER, PALE, Crowd
from adjudicator.report.drawing.deeds import Deeds, spot_of
from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel
from adjudicator.report.drawing.places import TURNED, Spot, lay, rows
from adjudicator.report.scene import Piece, Scene
from counters.faces.card import draw_chit
from counters.faces.face import draw_marker
from counters.roster.counter import Roster

BADGE = 0.5
CHIT = 1.5
"""The size of a chit that is read, in counters."""
GLOW, ABOUT = 1.24, 1.7
"""The size in counters of the glow under one that the reader is asked about, and of that about a space."""
RAISED = 0.09
"""How much higher the glow is in a hex that has its name below."""
GHOST = 0.42
"""How much of a counter is seen where it stood before it went."""


def paint(ground: EmptyBoard, roster: Roster, scene: Scene) -> Image.Image:
    """The whole board with everything in the scene on it."""
    picture, crowd = ground.image.copy(), Crowd(ground)
    if scene.control:
        lay_over(picture, ground, scene.control)
    laying = lay(ground, scene.pieces, scene.markers)
    for laid, spot in laying.markers:
        _paste(picture, draw_marker(roster.markers[laid.marker], laid.face, spot.size), spot.at)
        _lies(crowd, spot)
    for piece, spot in lay(ground, scene.ghosts, ()).pieces:
        _paste(picture, faded(laid_face(roster, piece, spot.size)), spot.at)
        _bears(crowd, roster, piece, spot, PALE)
    _ask(picture, ground, scene, laying.pieces)
    for piece, spot in laying.pieces:
        _paste(picture, laid_face(roster, piece, spot.size), spot.at)
        _lies(crowd, spot)
    for piece, spot in laying.pieces:
        _bears(crowd, roster, piece, spot, NUMBER)
    Deeds(picture, ground, roster, crowd, laying.pieces).draw(scene)
    return picture


def _ask(
    picture: Image.Image, ground: EmptyBoard, scene: Scene, pieces: Sequence[tuple[Piece, Spot]]
) -> None:
    """A glow under the counters, and about the spaces, that the reader is asked about."""
    units = {unit for _, unit in scene.asked if unit}
    for piece, spot in pieces:
        if (piece.made or piece.unit) in units:
            up = round(spot.size * RAISED) if piece.at in ground.named else 0
            stamps.glow(picture, (spot.at[0], spot.at[1] - up), spot.size * GLOW, square=True)
    for space in dict.fromkeys(space for space, unit in scene.asked if not unit):
        at = spot_of(ground, space, ground.home.get(space, 0))
        if at:
            stamps.glow(picture, at, ground.counter * ABOUT, square=False)


def lay_open(
    picture: Image.Image, ground: EmptyBoard, roster: Roster, chits: Mapping[str, Sequence[str]]
) -> None:
    """Chits in boxes beside the map, in rows; a box that the board does not have shows none."""
    for key, found in chits.items():
        box = ground.box(key)
        spots = rows(box, len(found), round(ground.counter * CHIT)) if box else []
        for card, spot in zip(found, spots, strict=False):
            if card in roster.cards:
                _paste(picture, draw_chit(roster.cards[card], spot.size), spot.at)


def _lies(crowd: Crowd, spot: Spot) -> None:
    """A counter lies here."""
    (x, y), half = spot.at, spot.size / 2
    crowd.cover((x - half, y - half, x + half, y + half), COUNTER)


def _bears(crowd: Crowd, roster: Roster, piece: Piece, spot: Spot, cost: float) -> None:
    """A counter's numbers are here."""
    for frame in numbers(roster, piece, spot):
        crowd.cover(frame, cost)


def numbers(roster: Roster, piece: Piece, spot: Spot) -> list[tuple[float, float, float, float]]:
    """Where a counter that lies here has its numbers: left, top, right and bottom of each."""
    x, y = spot.at[0] - spot.size / 2, spot.at[1] - spot.size / 2
    boxes = roster.counters[piece.unit].number_boxes(piece.face)
    return [
        (x + left * each, y + top * each, x + right * each, y + bottom * each)
        for left, top, right, bottom in boxes
        for each in [spot.size / 100]
    ]


def _paste(picture: Image.Image, piece: Image.Image, at: Pixel) -> None:
    picture.paste(piece, (at[0] - piece.width // 2, at[1] - piece.height // 2), piece)


def faded(face: Image.Image) -> Image.Image:
    """A counter that the map shows through."""
    pale = face.copy()
    pale.putalpha(face.getchannel("A").point(lambda value: round(value * GHOST)))
    return pale


def tilted(face: Image.Image) -> Image.Image:
    """A counter as it lies that has done its work."""
    return face.rotate(TURNED, Image.Resampling.BICUBIC, expand=True)


def laid_face(roster: Roster, piece: Piece, size: int) -> Image.Image:
    """A counter as it lies: turned when it has done its work, with its badges, and over the number of its
    steps that of those left when it has lost some. It is drawn once, and not to be drawn upon."""
    look = (id(roster), piece.unit, piece.face, piece.left, piece.turned, piece.badges, size)
    if look not in _LAID:
        if len(_LAID) >= MOST_LAID:
            _LAID.clear()
        _LAID[look] = roster, _laid_face(roster, piece, size)
    return _LAID[look][1]


MOST_LAID = 512
"""So many counters are remembered as they lie: those of two boards, some 8 MB."""
_LAID: dict[tuple[object, ...], tuple[Roster, Image.Image]] = {}


def _laid_face(roster: Roster, piece: Piece, size: int) -> Image.Image:
    counter = roster.counters[piece.unit]
    face = drawn_face(counter, piece.face, size)
    box = counter.steps_box()
    if piece.left and box is not None:
        stamps.count(face, [edge * size / 100 for edge in box], str(piece.left))
    if piece.turned:
        face = tilted(face)
    for n, badge in enumerate(piece.badges):
        small = draw_marker(roster.markers[badge], 0, round(size * BADGE))
        corner = (face.width - small.width, face.height - small.height - n * small.height // 2)
        face.paste(small, corner, small)
    return face
