"""What happened, drawn over the pieces of a scene: ways, battles, losses, news.

Arrows begin and end at the counters they are about, and stars and signs stand beside them: what is drawn
later keeps off the numbers, and off what was drawn before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.counter_faces import face as drawn_face
from adjudicator.report.drawing.crowd import NUMBER, SIGN, Crowd
from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel, middle
from adjudicator.report.drawing.places import Spot
from adjudicator.report.scene import Arrow, Clash, Loss, Piece, Scene
from counters.roster.counter import Roster

ARROW = 0.115
"""The width of an arrow for one unit, in counters; each further unit adds a fifth of it."""
THRUST = 0.07
"""The width of the arrow of an attack."""
SUPPORT = 0.5
"""How much of that the arrow of support has."""
LEAST = 0.5
"""The least length of an arrow."""
BURST = 0.42
"""The radius of a star."""
STAR = 0.58
"""Where on the way from the battle to the attackers its star stands if it has room there."""
LOSS = 0.62
"""The size of a counter that was lost."""
NEWS = 0.16
"""The radius of a plus or minus."""
_STARS_REACH, _LOSS_REACH, _NEWS_REACH = 1.5, 1.3, 0.22
"""How far from where it is wished a sign may stand."""
_IN_BOX = 0.33, 0.03
"""How far from the middle of a counter in a box its plus or minus stands, and its reach: off the heading."""
_CROSSED = 1.25
"""How far a cross reaches over its counter."""
_HEAD = 3.0
"""How wide the head of an arrow is, in widths of its shaft."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """A picture on which what happened is drawn."""

    picture: Image.Image
    ground: EmptyBoard
    roster: Roster
    crowd: Crowd
    pieces: Sequence[tuple[Piece, Spot]]

    def draw(self, scene: Scene) -> None:
        """Everything that happened in a scene whose pieces lie so."""
        self._losses(scene.losses)
        self._news()
        for arrow in scene.arrows:
            self._arrow(arrow)
        self._clashes(scene.clashes, {arrow.path for arrow in scene.arrows})

    def _arrow(self, arrow: Arrow) -> None:
        width = self.ground.counter * ARROW * (1 + 0.2 * min(arrow.units - 1, 4))
        colour = self.roster.style.paint(arrow.nation, arrow.side).paper
        for leg in legs(self.ground, arrow.path):
            if leg[-1][1] == spot_of(self.ground, arrow.path[-1], self.ground.home.get(arrow.path[-1], 0)):
                leg[-1] = (leg[-1][0], self._among(arrow) or leg[-1][1])
            points = self._clear(leg, width)
            stamps.arrow(self.picture, points, arrow.how, colour, width)
            self.crowd.trace(pairwise(points), width)

    def _among(self, arrow: Arrow) -> Pixel | None:
        """The middle of the counters that lie where an arrow's units went, and are of their side."""
        found = [
            spot.at
            for piece, spot in self.pieces
            for counter in [self.roster.counters[piece.unit]]
            if piece.at == arrow.path[-1] and (counter.nation, counter.side) == (arrow.nation, arrow.side)
        ]
        return middle(found) if found else None

    def _clear(self, leg: Sequence[tuple[str, Pixel]], width: float) -> list[stamps.Point]:
        """A way with its two ends moved to where they hide least."""
        points: list[stamps.Point] = [at for _, at in leg]
        names, broad, least = [space for space, _ in leg], width * _HEAD, self.ground.counter * LEAST
        whole = len(points) == 2
        start, end = self.crowd.line(
            (points[0], points[1]), (names[0], names[1]), broad, least, (False, not whole)
        )
        points[:2] = [start, end]
        if not whole:
            ends, spaces = (points[-2], points[-1]), (names[-2], names[-1])
            points[-2:] = self.crowd.line(ends, spaces, broad, least, (True, False))
        return points

    def _clashes(self, clashes: Sequence[Clash], gone: Collection[tuple[str, ...]]) -> None:
        """Red arrows from where the attackers stood, a star on the way; further battles one star beside.

        A way that somebody has gone has its arrow already.
        """
        stars: list[tuple[Pixel, Clash]] = []
        before: Counter[str] = Counter()
        for clash in clashes:
            view = self.ground.home[clash.space]
            target = spot_of(self.ground, clash.space, view)
            if target is None:
                continue
            others = [space for space in clash.origins if space != clash.space]
            spots = {space: at for space in others if (at := spot_of(self.ground, space, view))}
            for space, at in spots.items():
                if (space, clash.space) not in gone:
                    width = THRUST * (SUPPORT if space in clash.support else 1)
                    self._thrust((at, target), (space, clash.space), self.ground.counter * width)
            stars.append((_star(self.ground, target, list(spots.values()), before[clash.space]), clash))
            before[clash.space] += 1
        for at, clash in stars:
            self._burst(at, clash)

    def _thrust(self, ends: tuple[Pixel, Pixel], spaces: tuple[str, str], width: float) -> None:
        start, end = self.crowd.line(ends, spaces, width * _HEAD, self.ground.counter * LEAST)
        stamps.thrust(self.picture, start, end, width)
        self.crowd.trace([(start, end)], width)

    def _burst(self, wish: Pixel, clash: Clash) -> None:
        radius = self.ground.counter * BURST
        frames = stamps.burst_frames(radius, numbered=bool(clash.number), checked=bool(clash.check))
        at = self.crowd.box(wish, frames, self.ground.counter * _STARS_REACH)
        stamps.burst(self.picture, at, radius, clash.odds, clash.die, clash.result)
        if clash.number:
            stamps.number(self.picture, at, radius, clash.number)
        if clash.check:
            stamps.check(self.picture, at, radius, clash.check, clash.passed)
        for left, top, right, bottom in frames:
            cost = NUMBER if clash.number else SIGN
            self.crowd.cover((at[0] + left, at[1] + top, at[0] + right, at[1] + bottom), cost)

    def _losses(self, losses: Sequence[Loss]) -> None:
        """Small counters with a cross, in a row at the foot of the space where they were lost."""
        row: Counter[str] = Counter()
        size = round(self.ground.counter * LOSS)
        for loss in losses:
            spot = spot_of(self.ground, loss.at, self.ground.home.get(loss.at, 0))
            if spot is None:
                continue
            wish = (spot[0] + round(row[loss.at] * size * 1.1), spot[1] + round(self.ground.counter * LOSS))
            at = self._stand(wish, size * _CROSSED / 2, _LOSS_REACH)
            face = drawn_face(self.roster.counters[loss.unit], 0, size)
            self.picture.paste(face, (at[0] - face.width // 2, at[1] - face.height // 2), face)
            stamps.cross(self.picture, at, size * 1.05)
            row[loss.at] += 1

    def _news(self) -> None:
        """A minus on counters that lost a step, a plus on those that came or recovered."""
        for piece, spot in self.pieces:
            if piece.news:
                (x, y), size = spot.at, spot.size
                out, reach = (0.42, _NEWS_REACH) if piece.at in self.ground.home else _IN_BOX
                wish = (round(x - size * out), round(y - size * out))
                at = self._stand(wish, size * NEWS * 1.1, reach)
                stamps.sign(self.picture, at, size * NEWS, plus=piece.news != "lost")

    def _stand(self, wish: Pixel, half: float, reach: float) -> Pixel:
        """Where a square sign stands."""
        at = self.crowd.box(wish, [(-half, -half, half, half)], self.ground.counter * reach)
        self.crowd.cover((at[0] - half, at[1] - half, at[0] + half, at[1] + half), SIGN)
        return at


def legs(ground: EmptyBoard, path: Sequence[str]) -> Iterator[list[tuple[str, Pixel]]]:
    """A way as lines in each view of the board in which one of its spaces is played: spaces and points."""
    for view in sorted({ground.home[space] for space in path if space in ground.home}):
        line: list[tuple[str, Pixel]] = []
        for a, b in pairwise(path):
            here = view in (ground.home.get(a), ground.home.get(b))
            start, end = (spot_of(ground, space, view) for space in (a, b))
            if here and start is not None and end is not None:
                line = line or [(a, start)]
                line.append((b, end))
            elif line:
                yield line
                line = []
        if line:
            yield line


def spot_of(ground: EmptyBoard, space: str, view: int) -> Pixel | None:
    """Where a space is in a view; None where it is not."""
    spots = ground.spots.get(space, ())
    return spots[view] if view < len(spots) else None


def _star(ground: EmptyBoard, target: Pixel, origins: Sequence[Pixel], earlier: int) -> Pixel:
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
