"""Pictures of a module's maps, from its own boards and pieces: what happened, and each map as a whole.

They are made from a side's own position, in which nothing stands that the side may not know; the same
positions give the same bytes. Boards are unpacked one after the other, and none of them is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from builder.vassal.modulefile import MAPS
from builder.vassal.traits import split
from tables.changes import Change, changes_of
from tables.faces import Face, Faces, Rect, colour, traits_of, union, whole
from tables.images import Pictures, light, png
from tables.plans import Ground, Plan, plan_of
from tables.position import Kind, Piece, Position
from tables.published import Published
from tables.seats import Seat, is_face_down
from tables.table import Place, Table, never_stacks, properties

if TYPE_CHECKING:
    from PIL.Image import Image

ON_PAGE, IN_MAIL = 1600, 720
"""How wide a whole map is shown at most, in pixels: on a page, in a mail."""
MOST_BYTES, MOST_WHOLE = 125_000, 50_000
"""What the pictures of a mail may weigh: with base64 and all else 250 KB; and a whole map beside others."""
PHONE, THUMB = 390, 44
"""How wide a phone is, and how large a counter is to be on it."""
CLOSER = 780
"""How wide a closer look is at most, in pixels: twice a phone."""
MOST_LOOKS = 4
MOST_MAPS = 4
"""So many maps are shown whole on a page: those where most happened, then in the order of the module."""
LARGEST_MAP = 40_000
"""Pixels of the longer side of a map: a board beyond is not drawn."""
LARGE = 400_000
"""Pixels of a piece beyond which only what is seen of it is brought to the size of the picture."""
ARROW, HALO, FRAME = (200, 20, 20, 255), (255, 255, 255, 255), (230, 150, 0, 255)
TABLE = (214, 210, 200)
IN_A_HAND = 12
"""How many pixels VASSAL leaves between the cards of a stack in a hand, where each is seen whole."""
_DEALT = 2
"""By how many pixels each card of a deck lies beside the one beneath."""
DECK = "the deck "
"""How the place of a deck begins, as what a picture shows is told."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A PNG or JPEG file: its name without the ending, its bytes, and in words what it shows."""

    name: str
    data: bytes
    shows: str


@dataclass(frozen=True, slots=True)
class Item:
    """A piece as it lies on a map: its face, its pixel, and for the top of a deck how many it holds."""

    face: Face
    at: tuple[int, int]
    id: str = ""
    count: int = 0

    @property
    def box(self) -> Rect:
        """What it covers of the map."""
        left, top, right, bottom = self.face.box
        return self.at[0] + left, self.at[1] + top, self.at[0] + right, self.at[1] + bottom


class Artist:
    """Draws the maps of one module."""

    def __init__(self, module: Published) -> None:
        self.module = module
        self.pictures = Pictures(module)
        self.plans: Mapping[str, Plan] = {
            node.get("mapName"): plan_of(module, node) for node in module.nodes() if node.kind in MAPS
        }

    # -- pictures ------------------------------------------------------------------------------

    def changed(
        self, before: Position, after: Position, seat: Seat, told: Callable[[Place], str] = str,
        whole: bool = True, page: bool = False,
    ) -> tuple[Shown, ...]:  # fmt: skip
        """What happened between two positions of a seat: closer looks with arrows, and the whole map.

        `told` says what a place is called. On a `page` some maps are shown whole, as large as can be read.
        """
        scene = _Scene(self, after, seat)
        happened = [one for one in changes_of(before, after) if scene.drawable(one.window)]
        changes = [one for one in happened if scene.visible(one)]
        looks = [] if page else looks_of(changes, scene)
        windows = list(islice(scene.windows(changes), MOST_MAPS if page else 1))
        views = [(name, box, scene.scale_of(box)) for name, box in looks]
        wide = ON_PAGE if page else IN_MAIL
        if whole or not looks:
            views += [(name, box, min(1.0, wide / (box[2] - box[0]))) for name, box in windows]
        drawn = scene.drawn(views, changes)
        return tuple(_named(drawn, views, looks, changes, told, page))


@lru_cache(maxsize=1)
def artist_of(module: Published) -> Artist:
    """What draws a module; one at a time, for the pictures that it keeps."""
    return Artist(module)


@dataclass(slots=True)
class _Scene:
    """A position as a seat has it, while it is drawn."""

    artist: Artist
    position: Position
    seat: Seat
    table: Table = field(init=False)
    faces: Faces = field(init=False)
    _loose: dict[str, list[Piece]] = field(default_factory=dict)
    _items: dict[str, list[Item]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = Table(self.position, only_read=True)
        common = {name: value for (_, name), value in properties(self.position.rest).items()}
        usual = self.artist.module.preferences
        self.faces = Faces(self.artist.pictures, self.seat, {**usual, **common})

    def drawable(self, window: str) -> bool:
        """Whether a map has something to draw that the seat may look at."""
        known = self.artist.module.windows.get(window)
        return window in self.artist.plans and (known is None or known.open_to(self.seat.side))

    def visible(self, change: Change) -> bool:
        """Whether there is anything to see of a piece: modules have many that only do something."""
        if not change.piece:
            return True
        faces = (one.face for one in self.of(change.piece) if one.id == change.piece)
        return any(face.picture.width and face.picture.getbbox() for face in faces)

    # -- where things lie ----------------------------------------------------------------------

    def items(self, window: str) -> Iterator[Item]:
        """All that lies on a map, the lowest first."""
        if window not in self._loose:
            plan = self.artist.plans[window]
            here = [p for p in self.table.pieces.values() if self.table.at[p.id][0] == window]
            loose = [one for one in here if one.id not in self.table.inside]
            self._loose[window] = sorted(loose, key=lambda one: self._height(plan, one))
        for one in self._loose[window]:
            yield from self.of(one.id)

    def of(self, id_: str) -> list[Item]:
        """A piece, or all of the stack or deck in which it lies: most are never drawn."""
        id_ = self.table.inside.get(id_, id_)
        if id_ not in self._items:
            plan = self.artist.plans[self.table.at[id_][0]]
            self._items[id_] = list(self._laid(plan, self.table.pieces[id_]))
        return self._items[id_]

    def _height(self, plan: Plan, piece: Piece) -> int:
        """On which layer of the map it lies."""
        held = self.table.order.get(piece.id, [])
        top = piece if piece.kind is Kind.PIECE else self.table.pieces.get(held[-1]) if held else None
        if plan.sorted_by:
            says = (
                dict(said for one in traits_of(top) for said in _marks(one.fields, one.state)) if top else {}
            )
            value = says.get(plan.sorted_by, "")
            return plan.layers.index(value) if value in plan.layers else len(plan.layers)
        low = piece.kind is Kind.DECK or (piece.kind is Kind.PIECE and never_stacks(piece))
        return 0 if low else 1

    def _laid(self, plan: Plan, piece: Piece) -> Iterator[Item]:
        at = self.table.at[piece.id][1:]
        if piece.kind is Kind.PIECE:
            yield Item(self.faces.of(piece), at, piece.id)
        elif piece.kind is Kind.STACK:
            yield from self._stack(plan, piece, at)
        else:
            yield from self._deck(piece, at)

    def _stack(self, plan: Plan, stack: Piece, at: tuple[int, int]) -> Iterator[Item]:
        """A stack as it lies unspread: each piece by so much beside the one beneath."""
        place, below = at, None
        for id_ in self.table.order[stack.id]:
            if id_ not in self.table.pieces:
                continue
            face = self.faces.of(self.table.pieces[id_])
            if below is not None and plan.grows:
                place = place[0] + below[2] - below[0] + IN_A_HAND, place[1]
            elif below is not None:
                place = _beside(place, below, face.upright, plan.spread)
            below = face.upright
            yield Item(face, place, id_)

    def _deck(self, deck: Piece, at: tuple[int, int]) -> Iterator[Item]:
        """A deck: its back, or its top card, with how many lie in it."""
        ids = [one for one in self.table.order[deck.id] if one in self.table.pieces]
        if not ids:
            yield from _outline(deck, at)
            return
        down = is_face_down(deck)
        most = max(1, whole(split(";", deck.type), 21, 10))
        shown = ids[-most:]
        for n, id_ in enumerate(shown):
            face = self.faces.of(self.table.pieces[ids[-1] if down else id_], down)
            count = len(ids) if n == len(shown) - 1 else 0
            yield Item(face, (at[0] + _DEALT * n, at[1] - _DEALT * n), id_, count)

    def bounds(self, window: str) -> Rect:
        """The map with its boards; where it has none, around what lies on it. A hand reaches as far as its
        cards, too."""
        plan = self.artist.plans[window]
        boards = [box for _, box, _ in plan.laid(self.position.rest)]
        if boards:
            sides = [(box[2] + plan.margin[0], box[3] + plan.margin[1]) for box in boards]
            sides += [one.box[2:] for one in self.items(window)] if plan.grows else []
            return 0, 0, max(wide for wide, _ in sides), max(high for _, high in sides)
        found = (0, 0, 100, 100)
        for one in self.items(window):
            found = union(found, one.box)
        return found

    def windows(self, changes: Sequence[Change]) -> Iterator[tuple[str, Rect]]:
        """The maps to be seen whole: first where most happened, then those of all sides, then in the order of
        the module."""
        count = {name: sum(one.window == name for one in changes) for name in self.artist.plans}
        taken = {place[0] for place in self.table.at.values()}
        names = [name for name in self.artist.plans if name in taken and self.drawable(name)]
        own = {name for name, one in self.artist.module.windows.items() if one.private}
        for name in sorted(names, key=lambda name: (-count[name], name in own)):
            if max(box := self.bounds(name)) <= LARGEST_MAP and any(True for _ in self.items(name)):
                yield name, box

    def counter(self, changes: Sequence[Change]) -> int:
        """How large a counter is: the usual size of what is concerned."""
        ids = {one.piece for one in changes} - {""}
        boxes = [one.face.shape for id_ in ids for one in self.of(id_) if one.id == id_]
        sizes = sorted(min(box[2] - box[0], box[3] - box[1]) for box in boxes)
        return max(24, min(sizes[len(sizes) // 2] if sizes else 60, 400))

    def scale_of(self, box: Rect) -> float:
        """How large a closer look is drawn."""
        return min(2.0, CLOSER / (box[2] - box[0]))

    # -- drawing -------------------------------------------------------------------------------

    def drawn(self, views: Sequence[tuple[str, Rect, float]], changes: Sequence[Change]) -> list[Image]:
        """Parts of maps as they are to be seen, each in its size."""
        from PIL import Image

        sheets = [
            Image.new("RGB", (_px(box[2] - box[0], by), _px(box[3] - box[1], by)), TABLE)
            for _, box, by in views
        ]
        for name in dict.fromkeys(name for name, _, _ in views):
            mine = [(s, box, by) for s, (n, box, by) in zip(sheets, views, strict=True) if n == name]
            for ground, at, turned in self.artist.plans[name].laid(self.position.rest):
                _lay_board(self.artist.pictures, ground, at, turned, mine)
            for sheet, box, by in mine:
                self._lay_pieces(sheet, name, box, by)
                _arrows(sheet, [one for one in changes if one.window == name], box, by)
        return sheets

    def _lay_pieces(self, sheet: Image, name: str, box: Rect, by: float) -> None:
        small: dict[int, Face] = {}
        for one in self.items(name):
            if not _meet(one.box, box) or not one.face.picture.width:
                continue
            x, y = _px(one.at[0] - box[0], by, 0), _px(one.at[1] - box[1], by, 0)
            if one.count < 2 and one.face.picture.width * one.face.picture.height > LARGE:
                corner = x - round(one.face.at[0] * by), y - round(one.face.at[1] * by)
                part = one.face.scaled_part(by, corner, sheet.size)
                sheet.paste(part, (max(0, corner[0]), max(0, corner[1])), part)
                continue
            if id(one.face) not in small:
                small[id(one.face)] = one.face.scaled(by)
            face = small[id(one.face)]
            sheet.paste(face.picture, (x - face.at[0], y - face.at[1]), face.picture)
            if one.count > 1:
                _count(sheet, one.count, (x - face.at[0], y - face.at[1]), face)


def _outline(deck: Piece, at: tuple[int, int]) -> Iterator[Item]:
    """The outline of a deck in which nothing lies, where the module wants one."""
    from PIL import Image, ImageDraw

    fields = split(";", deck.type)
    if fields[1] != "true":
        return
    wide, high = (max(2, min(whole(fields, place, 40), 2000)) for place in (3, 4))
    picture = Image.new("RGBA", (wide + 1, high + 1))
    ImageDraw.Draw(picture).rectangle((0, 0, wide, high), outline=colour(fields[2]) or (0, 0, 0, 255))
    yield Item(Face(picture, (wide // 2, high // 2)), at, deck.id)


def _marks(fields: Sequence[str], state: str) -> Iterator[tuple[str, str]]:
    if fields[0] == "mark" and len(fields) > 1:
        yield from zip(split(",", fields[1]), split(",", state), strict=False)
    elif fields[0] == "PROP":
        yield fields[1], state


def _beside(place: tuple[int, int], below: Rect, above: Rect, spread: tuple[int, int]) -> tuple[int, int]:
    """Where the next piece of a stack lies: VASSAL lets it stand out at one edge."""
    (x, y), (dx, dy) = place, spread
    if dx > 0:
        x += below[0] + dx - above[0]
    elif dx < 0:
        x += below[2] - above[2] + dx
    if dy > 0:
        y += below[3] - above[3] - dy
    elif dy < 0:
        y += below[1] - dy - above[1]
    return x, y


def _px(length: int, by: float, least: int = 1) -> int:
    return max(least, round(length * by)) if least else round(length * by)


def _meet(one: Rect, two: Rect) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _lay_board(
    pictures: Pictures, ground: Ground, at: Rect, turned: bool, sheets: Sequence[tuple[Image, Rect, float]]
) -> None:
    """Lay a board on all sheets on which it can be seen, unpacked once, at the size that is needed."""
    from PIL import Image

    seen = [one for one in sheets if _meet(at, one[1])]
    if not seen:
        return
    plain = (colour(ground.colour) or (*TABLE, 255))[:3]
    board = pictures.board(ground.image, max(by for _, _, by in seen)) or Image.new("RGB", (1, 1), plain)
    share = board.width / (at[2] - at[0]), board.height / (at[3] - at[1])
    try:
        board = board.rotate(180) if turned else board
        for sheet, box, by in seen:
            part = (max(at[0], box[0]), max(at[1], box[1]), min(at[2], box[2]), min(at[3], box[3]))
            source = [(p - at[n % 2]) * share[n % 2] for n, p in enumerate(part)]
            size = (_px(part[2] - part[0], by), _px(part[3] - part[1], by))
            _lay_part(
                sheet, board, source, size, (_px(part[0] - box[0], by, 0), _px(part[1] - box[1], by, 0))
            )
    except (OSError, ValueError, SyntaxError):
        return


def _lay_part(
    sheet: Image, board: Image, source: Sequence[float], size: tuple[int, int], to: tuple[int, int]
) -> None:
    from PIL import Image

    box = (int(source[0]), int(source[1]), math.ceil(source[2]), math.ceil(source[3]))
    part = board.crop(box)
    if part.mode == "P" or part.mode not in ("RGB", "RGBA", "L"):
        part = part.convert("RGBA")
    if part.size != size:
        part = part.resize(size, Image.Resampling.BOX if size[0] < part.width else Image.Resampling.BICUBIC)
    sheet.paste(part, to, part if part.mode == "RGBA" else None)


def _count(sheet: Image, count: int, at: tuple[int, int], face: Face) -> None:
    """How many cards a deck holds, at its lower edge."""
    from PIL import ImageDraw

    from counters.faces.lettering import font

    size = max(9, min(22, face.picture.height // 4))
    type_ = font("bold", size)
    wide = round(type_.getlength(str(count))) + 8
    x, y = at[0] + face.picture.width - wide - 2, at[1] + face.picture.height - size - 8
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((x, y, x + wide, y + size + 5), 4, fill=(255, 255, 255), outline=(0, 0, 0))
    draw.text((x + 4, y + 1), str(count), fill=(0, 0, 0), font=type_)


# -- what is shown of what happened ------------------------------------------------------------------


def looks_of(changes: Sequence[Change], scene: _Scene) -> list[tuple[str, Rect]]:
    """The parts of maps that are shown closer, those with most in them first."""
    windows = dict.fromkeys(one.window for one in changes)
    sides = {name: scene.counter([one for one in changes if one.window == name]) for name in windows}
    boxes: list[tuple[str, Rect, int]] = []
    for change in changes:
        side = sides[change.window]  # cards in a hand are larger than the counters on a map
        most, about = max(PHONE * side // THUMB, 200), round(side * 2.2)
        ends = [end for end in (change.old, change.new) if end is not None]
        spots = [(x - about, y - about, x + about, y + about) for x, y in dict.fromkeys(ends)]
        if len(spots) == 2 and _fits(union(*spots), most):
            spots = [union(*spots)]
        for spot in spots:
            boxes = _merged(boxes, change.window, spot, most)
    boxes.sort(key=lambda one: -one[2])
    found = [(name, _within(box, scene.bounds(name))) for name, box, _ in boxes[:MOST_LOOKS]]
    return [one for one in found if one[1][2] > one[1][0] and one[1][3] > one[1][1]]


def _fits(box: Rect, most: int) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) <= most


def _merged(
    boxes: list[tuple[str, Rect, int]], window: str, spot: Rect, most: int
) -> list[tuple[str, Rect, int]]:
    for n, (name, box, count) in enumerate(boxes):
        if name == window and _fits(union(box, spot), most):
            return [*boxes[:n], (name, union(box, spot), count + 1), *boxes[n + 1 :]]
    return [*boxes, (window, spot, 1)]


def _within(box: Rect, bounds: Rect) -> Rect:
    return max(box[0], bounds[0]), max(box[1], bounds[1]), min(box[2], bounds[2]), min(box[3], bounds[3])


def _arrows(sheet: Image, changes: Sequence[Change], box: Rect, by: float) -> None:
    """Arrows from where pieces were to where they are, and rings where something else happened."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(sheet)
    ways = dict.fromkeys((one.old, one.new) for one in changes)
    for old, new in ways:
        ends = [((x - box[0]) * by, (y - box[1]) * by) for x, y in (one for one in (old, new) if one)]
        if len(ends) == 2 and ends[0] != ends[1]:
            _arrow(draw, ends[0], ends[1])
        else:
            x, y = ends[-1]
            for reach, width, ink in ((15, 6, HALO), (14, 3, FRAME)):
                draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=ink, width=width)


def _arrow(draw: object, a: tuple[float, float], b: tuple[float, float]) -> None:
    from PIL.ImageDraw import ImageDraw

    assert isinstance(draw, ImageDraw)
    long = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    head = min(18.0, long / 2)
    foot = (b[0] - ux * head, b[1] - uy * head)
    tip = [
        b,
        (foot[0] - uy * head / 2, foot[1] + ux * head / 2),
        (foot[0] + uy * head / 2, foot[1] - ux * head / 2),
    ]
    for width, ink in ((8, HALO), (4, ARROW)):
        draw.line([a, foot], fill=ink, width=width)
        draw.polygon(tip, fill=ink, outline=HALO)


def _named(
    drawn: Sequence[Image], views: Sequence[tuple[str, Rect, float]], looks: Sequence[tuple[str, Rect]],
    changes: Sequence[Change], told: Callable[[Place], str], page: bool,
) -> Iterator[Shown]:  # fmt: skip
    """The pictures as files, light enough to go with a mail, with what is to be seen in words."""
    close, maps = drawn[: len(looks)], drawn[len(looks) :]
    wide = [png(one, 256) for one in maps] if page else light(maps, MOST_WHOLE if looks else MOST_BYTES, 0.4)
    files = light(close, MOST_BYTES - sum(map(len, wide)), 0.5)
    for n, (data, (name, box)) in enumerate(zip(files, looks, strict=False), 1):
        yield Shown(f"action-{n}", data, seen(name, box, changes, told))
    for n, (data, (name, _, _)) in enumerate(zip(wide, views[len(looks) :], strict=True), 1):
        yield Shown("map" if n == 1 else f"map-{n}", data, f"The whole of {name}")


def seen(name: str, box: Rect, changes: Sequence[Change], told: Callable[[Place], str]) -> str:
    """What a closer look shows, in words."""
    words = []
    for one in changes:
        ends = [end for end in (one.old, one.new) if end is not None]
        if one.window != name or not any(_meet((x, y, x + 1, y + 1), box) for x, y in ends):
            continue
        there = [told((name, *end)) for end in ends]
        unnamed = "A card" if there[0].startswith(DECK) else "A piece"
        what = one.name if one.name not in ("", "?") else unnamed
        if len(ends) == 2 and ends[0] != ends[1]:
            words.append(f"{what} from {there[0]} to {there[1]}.")
        elif one.new is None:
            words.append(f"{what} left {there[0]}.")
        else:
            words.append(f"{what} at {there[-1]}.")
    more = len(dict.fromkeys(words)) - 6
    text = " ".join(list(dict.fromkeys(words))[:6])
    return f"{name}. {text}" + (f" And {more} more." if more > 0 else "")
