"""The face of a piece as VASSAL draws it: its pictures layer by layer, turned, lettered, and behind a mask.

A piece is drawn from what a side has of it: what its position does not hold cannot come into a picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from builder.vassal.traits import split
from tables.expressions import worked_out
from tables.images import Pictures
from tables.position import Piece
from tables.seats import NOBODY, Seat, may_see
from tables.table import parts_of

if TYPE_CHECKING:
    from PIL.Image import Image, Resampling


_NAMED = re.compile(r"\$([^$]+)\$")
_POINT = re.compile(r"[ML] (-?[\d.]{1,9}) (-?[\d.]{1,9})")
_TAG = re.compile(r"<[^<>]{0,200}>")
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,20})?")

_OF_VASSAL = {"DrawingMouseover": "false", "DrawingMouseoverIndex": "1"}
"""Properties that VASSAL itself gives to a piece on a map."""

_REACH = 3
"""So many pixels about a point count where a picture gets another size."""

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A piece drawn: its picture, the point of it that lies on the piece's pixel, and its outline about that
    point, as it lies and (for a stack) as it would lie unturned."""

    picture: Image
    at: tuple[int, int]
    shape: Rect = (0, 0, 0, 0)
    upright: Rect = (0, 0, 0, 0)

    @property
    def box(self) -> Rect:
        """What the picture covers about the piece's pixel."""
        x, y = self.at
        return -x, -y, self.picture.width - x, self.picture.height - y

    def over(self, picture: Image, left: int, top: int) -> Face:
        """The same with a picture laid on it, whose corner is there as seen from the piece's pixel."""
        from PIL import Image

        own = self.box
        laid = (left, top, left + picture.width, top + picture.height)
        box = union(own, laid) if self.picture.width else laid
        if box == own:
            canvas = self.picture.copy()
        else:
            canvas = Image.new("RGBA", (box[2] - box[0], box[3] - box[1]))
            canvas.paste(self.picture, (own[0] - box[0], own[1] - box[1]))
        canvas.alpha_composite(picture, (left - box[0], top - box[1]))
        return replace(self, picture=canvas, at=(-box[0], -box[1]))

    def shaped(self, rect: Rect) -> Face:
        """The same with an outline that holds this too."""
        return replace(self, shape=_joined(self.shape, rect), upright=_joined(self.upright, rect))

    def turned(self, degrees: float) -> Face:
        """The same, turned clockwise about its middle."""
        from PIL import Image

        half = max(map(abs, self.box))
        square = Image.new("RGBA", (2 * half, 2 * half))
        square.paste(self.picture, (half - self.at[0], half - self.at[1]))
        found = square.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
        middle = (found.width // 2, found.height // 2)
        shape = found.getbbox() or (0, 0, 0, 0)
        seen = (shape[0] - middle[0], shape[1] - middle[1], shape[2] - middle[0], shape[3] - middle[1])
        cut = found.crop(shape) if shape[2] else found
        return Face(cut, (middle[0] - shape[0], middle[1] - shape[1]), seen, self.upright)

    def scaled(self, factor: float) -> Face:
        """The same in another size."""
        if factor == 1 or not self.picture.width:
            return self
        size = (max(1, round(self.picture.width * factor)), max(1, round(self.picture.height * factor)))
        picture = self.picture.resize(size, _way(factor))
        shape, upright = (
            (round(a * factor), round(b * factor), round(c * factor), round(d * factor))
            for a, b, c, d in (self.shape, self.upright)
        )
        return Face(picture, (round(self.at[0] * factor), round(self.at[1] * factor)), shape, upright)

    def scaled_part(self, factor: float, corner: tuple[int, int], sheet: tuple[int, int]) -> Image:
        """Of the same in another size, laid with its corner there, no more than lies on a sheet of this size.

        A piece may be as large as a board, and a closer look shows only a bit of it.
        """
        full = self.picture.size
        size = [max(1, round(one * factor)) for one in full]
        begin = [max(0, min(-one, most - 1)) for one, most in zip(corner, size, strict=True)]
        end = [max(a + 1, min(b, c - d)) for a, b, c, d in zip(begin, size, sheet, corner, strict=True)]
        scale = [a / b for a, b in zip(full, size, strict=True)]
        start, stop = ([a * b for a, b in zip(one, scale, strict=True)] for one in (begin, end))
        edge = [math.ceil(_REACH * max(1, one)) for one in scale]
        first = [max(0, math.floor(a) - b) for a, b in zip(start, edge, strict=True)]
        last = [min(c, math.ceil(a) + b) for a, b, c in zip(stop, edge, full, strict=True)]
        cut = self.picture.crop((first[0], first[1], last[0], last[1]))
        box = (start[0] - first[0], start[1] - first[1], stop[0] - first[0], stop[1] - first[1])
        return cut.resize((end[0] - begin[0], end[1] - begin[1]), _way(factor), box=box)

    def faint(self, share: float) -> Face:
        """The same, to be seen through."""
        picture = self.picture.copy()
        picture.putalpha(picture.getchannel("A").point(lambda value: int(value * share)))
        return replace(self, picture=picture)


def _way(factor: float) -> Resampling:
    """How pictures are brought to another size."""
    from PIL import Image

    return Image.Resampling.BOX if factor < 0.5 else Image.Resampling.BICUBIC


def union(one: Rect, two: Rect) -> Rect:
    """The least rectangle that holds both."""
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])


def _joined(one: Rect, two: Rect) -> Rect:
    return two if one[0] == one[2] else one if two[0] == two[2] else union(one, two)


def number(text: str, usual: float) -> float:
    """A number of a module; the usual one where it is none."""
    return float(text) if _NUMBER.fullmatch(text) else usual


def whole(fields: Sequence[str], place: int, usual: int = 0) -> int:
    """A whole number among the fields of a trait."""
    return int(number(fields[place], usual)) if len(fields) > place else usual


def colour(text: str) -> tuple[int, int, int, int] | None:
    """A colour as VASSAL writes it; None for none."""
    parts = text.split(",")
    if len(parts) not in (3, 4) or not all(one.isdecimal() and int(one) < 256 for one in parts):
        return None
    red, green, blue, *alpha = map(int, parts)
    return red, green, blue, alpha[0] if alpha else 255


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece: the fields of its type, and its state."""

    fields: tuple[str, ...]
    state: str

    def field(self, place: int) -> str:
        """A field, "" where the type has none."""
        return self.fields[place] if len(self.fields) > place else ""

    @property
    def kind(self) -> str:
        """What it is."""
        return self.fields[0]


def traits_of(piece: Piece) -> tuple[Trait, ...]:
    """The traits of a piece, the outermost first."""
    types, states = parts_of(piece.type), parts_of(piece.state)
    return tuple(Trait(_fields_of(one), state) for one, state in zip(types, states, strict=False))


@lru_cache(maxsize=20_000)
def _fields_of(type_: str) -> tuple[str, ...]:
    """The fields of a trait: hundreds of pieces have the same."""
    return tuple(split(";", type_))


@dataclass(slots=True)
class Faces:
    """Draws the pieces of one position for a seat; `common` are the global properties by name."""

    pictures: Pictures
    seat: Seat
    common: Mapping[str, str] = field(default_factory=dict)
    _made: dict[object, Face] = field(default_factory=dict)

    def of(self, piece: Piece, covered: bool = False) -> Face:
        """The face of a piece; one that is `covered` lies in a deck whose backs are to be seen."""
        basic = parts_of(piece.state)[-1]
        window = split(";", basic, most=1)[0]
        key = (piece.type, piece.state.removesuffix(basic), window, covered)
        if key not in self._made:
            self._made[key] = _Drawing(self, traits_of(piece), covered, window).face(0)
        return self._made[key]


@dataclass
class _Drawing:
    """One piece while it is drawn, from the inside out."""

    faces: Faces
    traits: tuple[Trait, ...]
    covered: bool
    window: str = ""
    """The map on which it is."""
    _asked: set[str] = field(default_factory=set)
    """The calculated properties that are being worked out."""

    def face(self, place: int) -> Face:
        """All of the piece from one trait inwards."""
        trait = self.traits[place]
        if trait.kind == "piece" or place == len(self.traits) - 1:
            return self._picture(trait.field(3))
        if trait.kind == "obs" and (hides := self._mask(trait)):
            return self._masked(trait, hides == "all", place)
        inner = self.face(place + 1)
        draw = _DRAWN.get(trait.kind)
        return draw(self, trait, inner) if draw else inner

    def _picture(self, name: str) -> Face:
        from PIL import Image

        if not name:
            return Face(Image.new("RGBA", (0, 0)), (0, 0))
        picture = self.faces.pictures.named(name)
        middle = (picture.width // 2, picture.height // 2)
        shape = (-middle[0], -middle[1], picture.width - middle[0], picture.height - middle[1])
        return Face(picture, middle, shape, shape)

    # -- masks ---------------------------------------------------------------------------------

    def _mask(self, trait: Trait) -> str:
        """Whether a mask hides the piece from "all" or, since it is the seat's own, from the "others"."""
        owner = NOBODY if self.covered else split(";", trait.state)[0]
        if owner in ("null", ""):
            return ""
        return "others" if may_see(trait.field(6) or "player:", owner, self.faces.seat) else "all"

    def _masked(self, trait: Trait, all_: bool, place: int) -> Face:
        back = self._picture(trait.field(2))
        style = trait.field(4) or "I"
        if all_ or style[0] == "P":
            return back
        inner = self.face(place + 1)
        wide = [(one.shape[2] - one.shape[0], one.shape[3] - one.shape[1]) for one in (inner, back)]
        if style[0] == "B":
            return _laid(back, inner.scaled(0.5), (0, 0))
        if style[0] == "2":
            to = (int(-0.4 * (wide[1][0] - wide[0][0])), int(-0.4 * (wide[1][1] - wide[0][1])))
            return _laid(back, inner.scaled(0.8), to)
        if style[0] == "G":
            return _laid(inner, self._picture(style[1:]), (0, 0))
        to = (-int(wide[0][0] / 2 - wide[1][0] / 4), -int(wide[0][1] / 2 - wide[1][1] / 4))
        return _laid(inner, back.scaled(0.5), to)

    # -- traits that draw ----------------------------------------------------------------------

    def layer(self, trait: Trait, inner: Face) -> Face:
        """A layer at its level."""
        level = self._level(trait)
        images = split(",", trait.field(16))
        if not 0 < level <= len(images) or not images[level - 1] or not self._applies(trait):
            return inner
        picture = self.faces.pictures.named(images[level - 1])
        factor = number(trait.field(31), 1.0)
        if factor not in (1.0, 0.0) and 0 < factor < 50:
            size = (max(1, int(picture.width * factor)), max(1, int(picture.height * factor)))
            picture = picture.resize(size)
        left = whole(trait.fields, 14) - picture.width // 2
        top = whole(trait.fields, 15) - picture.height // 2
        return inner.over(picture, left, top).shaped((left, top, left + picture.width, top + picture.height))

    def _level(self, trait: Trait) -> int:
        """Which level shows: as it stands, or for one that follows a property, by that."""
        level = whole(split(";", trait.state), 0, -1)
        told = self.value(trait.field(23)) if trait.field(22) == "true" else None
        if told is None or level < 0:
            return level
        first = whole(trait.fields, 24, 1)
        if told and not re.fullmatch(r"-?[0-9]{1,6}", told):
            return level
        wished = int(told or first) - first + 1
        return min(max(wished, 1), len(split(",", trait.field(16))))

    def _applies(self, trait: Trait) -> bool:
        """A layer that follows a property may show only while another one has a value."""
        if trait.field(22) != "true" or not trait.field(32):
            return True
        holds = (self.known(trait.field(32)) or "false") == "true"
        return holds == (trait.field(33) in ("", "true"))

    def rotation(self, trait: Trait, inner: Face) -> Face:
        """A facing, or an angle."""
        facings = whole(trait.fields, 1, 1)
        at = number(split(";", trait.state)[0], 0)
        degrees = -at if facings <= 1 else at * 360 / facings
        return inner.turned(degrees) if degrees % 360 and inner.picture.width else inner

    def label(self, trait: Trait, inner: Face) -> Face:
        """Letters on it."""
        lines = [one for one in self._text(trait.state).split("\n") if one.strip()]
        if not lines:
            return inner
        letters = _lettered(lines, trait)
        x, y = whole(trait.fields, 9), whole(trait.fields, 7)
        left, top, right, bottom = inner.shape
        y += {"t": top, "b": bottom}.get(trait.field(6)[:1], 0)
        x += {"l": left, "r": right}.get(trait.field(8)[:1], 0)
        y -= {"b": letters.height, "c": letters.height // 2}.get(trait.field(10)[:1], 0)
        x -= {"c": letters.width // 2, "r": letters.width}.get(trait.field(11)[:1], 0)
        shape = (x, y, x + letters.width, y + letters.height)
        if whole(trait.fields, 15):
            turned = Face(letters, (-x, -y), shape, shape).turned(whole(trait.fields, 15))
            return _laid(inner, turned, (0, 0)).shaped(turned.shape)
        return inner.over(letters, x, y).shaped(shape)

    def moved(self, trait: Trait, inner: Face) -> Face:
        """The sign that it has moved."""
        if trait.state != "true" or not trait.field(1):
            return inner
        icon = self.faces.pictures.named(trait.field(1))
        return inner.over(icon, whole(trait.fields, 2), whole(trait.fields, 3))

    def hidden(self, trait: Trait, inner: Face) -> Face:
        """A piece that others do not see is faint for its owner."""
        from PIL import Image

        if trait.state in ("null", ""):
            return inner
        if not may_see(trait.field(4) or "player:", trait.state, self.faces.seat):
            return Face(Image.new("RGBA", (0, 0)), (0, 0))
        return inner.faint(min(1.0, max(0.15, number(trait.field(5), 0.3))))

    def outline(self, trait: Trait, inner: Face) -> Face:
        """An outline that is not the picture's."""
        points = [(int(float(x)), int(float(y))) for x, y in _POINT.findall(";".join(trait.fields[2:]))]
        if len(points) < 3:
            return inner
        across, down = [x for x, _ in points], [y for _, y in points]
        shape = (min(across), min(down), max(across), max(down))
        return replace(inner, shape=shape, upright=shape)

    # -- properties ----------------------------------------------------------------------------

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """What the piece says of itself, as far as that is plain to see; then what holds for all."""
        found = {**self.faces.common, **_OF_VASSAL, "CurrentMap": self.window}
        found |= dict.fromkeys(("playerSide", "PlayerSide"), self.faces.seat.side)
        for trait in reversed(self.traits):
            found |= dict(_said(trait))
        return found

    @cached_property
    def calculated(self) -> Mapping[str, str]:
        """The expressions of its calculated properties; what a trait outside of them says counts more."""
        found: dict[str, str] = {}
        for trait in reversed(self.traits):
            for name, _ in _said(trait):
                found.pop(name, None)
            if trait.kind == "calcProp":
                found[trait.field(1)] = trait.field(2)
        return found

    def known(self, name: str) -> str | None:
        """The value of a property; None where it is not known or would have to be run."""
        if name not in self.calculated:
            return self.properties.get(name)
        if name in self._asked:
            return None
        self._asked.add(name)
        found = self.value(self.calculated[name])
        self._asked.discard(name)
        return found

    def value(self, text: str) -> str | None:
        """The value of a property or of an expression; None where it is not known."""
        braced = text.startswith("{") and text.endswith("}")
        return worked_out(text[1:-1], self.known) if braced else self.known(text)

    def _text(self, text: str) -> str:
        """A label with the properties in it that it names; "" where it needs one that nobody can work out."""
        if text.startswith("{") and text.endswith("}"):
            text = self.value(text) or ""
        names = {name: self.known(name) for name in _NAMED.findall(text)}
        if any(value is None and name in self.calculated for name, value in names.items()):
            return ""
        text = _NAMED.sub(lambda found: names[found[1]] or "", text)
        if text.lower().startswith("<html>"):
            text = _TAG.sub("", re.sub(r"(?i)<br ?/?>", "\n", text)).replace("&nbsp;", " ")
        return text[:200]


def _said(trait: Trait) -> Iterator[tuple[str, str]]:
    """The properties that a trait gives."""
    if trait.kind == "mark":
        yield from zip(split(",", trait.field(1)), split(",", trait.state), strict=False)
    elif trait.kind == "PROP":
        yield trait.field(1), trait.state
    elif trait.kind == "label" and "$" not in trait.state:
        yield trait.field(16) or "TextLabel", trait.state
    elif trait.kind == "emb2" and trait.field(19):
        yield f"{trait.field(19)}_Level", split(";", trait.state)[0]
    elif trait.kind == "basicName":
        yield "BasicName", trait.field(1)
    elif trait.kind == "piece":
        yield "BasicName", trait.field(4)
        yield "pieceName", trait.field(4)


def _laid(under: Face, upper: Face, to: tuple[int, int]) -> Face:
    if not upper.picture.width:
        return under
    return under.over(upper.picture, to[0] - upper.at[0], to[1] - upper.at[1])


def _lettered(lines: Sequence[str], trait: Trait) -> Image:
    """Lines of a label in its colours."""
    from PIL import Image, ImageDraw

    from counters.faces.lettering import font

    weight = "bold" if trait.field(14) in ("1", "3") else "plain"
    type_ = font(weight, max(4, min(whole(trait.fields, 3, 10), 200)))
    rise, fall = type_.getmetrics()
    wide = max(1, round(max(type_.getlength(one) for one in lines)))
    ground = colour(trait.field(4)) or (0, 0, 0, 0)
    found = Image.new("RGBA", (wide, (rise + fall) * len(lines)), ground)
    draw = ImageDraw.Draw(found)
    for row, one in enumerate(lines):
        at = (0, rise + row * (rise + fall))
        draw.text(at, one, fill=colour(trait.field(5)) or (0, 0, 0, 255), font=type_, anchor="ls")
    return found


_DRAWN = {
    "emb2": _Drawing.layer, "rotate": _Drawing.rotation, "label": _Drawing.label,
    "markmoved": _Drawing.moved, "hide": _Drawing.hidden, "nonRect2": _Drawing.outline,
}  # fmt: skip
