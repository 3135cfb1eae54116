"""A strip under the picture: which moment it shows, and what its arrows and signs mean."""

from __future__ import annotations

from PIL import Image, ImageDraw

from adjudicator.report.drawing import stamps
from adjudicator.report.scene import Scene
from counters.counter import Roster
from counters.lettering import font

HEIGHT = 58
PAPER, INK = "#3a3226", "#fbf6e8"
_LETTERS = 19
_WAYS = {
    "move": "move",
    "reserve": "reserve move",
    "retreat": "retreat",
    "advance": "advance",
    "free": "free move",
    "displaced": "escape",
    "follow": "follows",
}


def captioned(picture: Image.Image, roster: Roster, scene: Scene) -> Image.Image:
    """The picture with a strip under it, as wide as it is."""
    strip = Image.new("RGB", (picture.width, HEIGHT), PAPER)
    pen = ImageDraw.Draw(strip)
    pen.text((18, HEIGHT // 2), scene.caption, INK, font("bold", _LETTERS), anchor="lm")
    _key(strip, pen, roster, scene)
    whole = Image.new("RGB", (picture.width, picture.height + HEIGHT), PAPER)
    whole.paste(picture, (0, 0))
    whole.paste(strip, (0, picture.height))
    return whole


def _key(strip: Image.Image, pen: ImageDraw.ImageDraw, roster: Roster, scene: Scene) -> None:
    """What is used in this picture, from the right: a sample of each arrow and sign, and its word."""
    letters, middle, x = font("plain", _LETTERS - 3), HEIGHT // 2, strip.width - 18
    signs = [("cross", "lost")] * bool(scene.losses) + [("burst", "battle")] * bool(scene.clashes)
    ways = [(how, _WAYS.get(how, how)) for how in sorted({arrow.how for arrow in scene.arrows})]
    news = {piece.news for piece in scene.pieces}
    signs += [("minus", "step lost")] * ("lost" in news)
    signs += [("plus", "new or restored")] * bool(news & {"placed", "restored"})
    for sign, word in reversed([*ways, *signs]):
        x -= round(letters.getlength(word))
        pen.text((x, middle), word, INK, letters, anchor="lm")
        x = _sample(strip, sign, x - 10, middle, roster, scene) - 22


def _sample(strip: Image.Image, sign: str, x: int, y: int, roster: Roster, scene: Scene) -> int:
    """Draw a sign so that it ends at x; returns where it begins."""
    match sign:
        case "cross":
            stamps.cross(strip, (x - 12, y), 20)
            return x - 26
        case "burst":
            stamps.burst(strip, (x - 22, y - 3), 19, "3:1", "5", "D1")
            return x - 46
        case "minus" | "plus":
            stamps.sign(strip, (x - 11, y), 10, plus=sign == "plus")
            return x - 24
        case how:
            first = next(arrow for arrow in scene.arrows if arrow.how == how)
            colour = roster.style.paint(first.nation, first.side).paper
            stamps.arrow(strip, [(x - 62, y), (x, y)], how, colour, 7)
            return x - 70
