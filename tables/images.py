"""The pictures in a module's archive: unpacked when they are wanted, and written light enough for a mail."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml import etree
    from PIL.Image import Image

    from tables.published import Published

FORMATS = ("PNG", "GIF", "JPEG", "WEBP", "BMP")
MOST_PIXELS = 160_000_000
"""Of one picture: no board met has more than half of them."""
MOST_KEPT = 120_000_000
"""Bytes of pictures that are kept unpacked."""
LARGEST_DRAWING = 2_000_000
"""Bytes of a drawing of shapes (SVG)."""
MOST_DRAWN, A_PICTURE = 20_000, 200
"""So many shapes a drawing may have with those that it uses again, of which a picture counts for so many."""
LARGEST_FACE = 40_000_000
"""Pixels of a picture of a piece: some modules have pieces as large as a board."""
MISSING, OWN = 50, 32
"""The side of a box for a picture that is missing, and of a mark for one of VASSAL's own, in pixels."""
BOX, INK, PAPER = (150, 30, 30, 255), (40, 40, 40, 255), (235, 235, 225, 255)
COLOURS, FEW = 64, 32
"""Of a picture in a mail, and of one that would be too heavy."""
QUALITY = {COLOURS: 82, FEW: 60}
"""Of a photograph in the place of one of so many colours."""
_SVG, _HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
Look = Callable[[str], bytes | None]
"""Finds the bytes of a picture by its name."""
BLOTCHY = 3.5
"""How far the colours of a picture may be off, of 256 levels on average: a photograph is further."""


class Pictures:
    """The pictures of a module and its extensions: each unpacked when it is wanted, the last ones kept."""

    def __init__(self, module: Published) -> None:
        self.files = (module.file, *module.extensions)
        self._kept: OrderedDict[str, Image] = OrderedDict()
        self._bytes = 0
        self._board: tuple[tuple[str, int], Image] | None = None

    def named(self, name: str) -> Image:
        """The picture of a name, to be drawn; a marked box for one that the module has not."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        found = self._read(name)
        self._kept[name] = found
        self._bytes += _weight(found)
        while self._bytes > MOST_KEPT and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= _weight(gone)
        return found

    def _read(self, name: str) -> Image:
        if name.startswith("/"):
            return marked(OWN, "?", INK)
        found = opened(self.content(name), name, self.content)
        if found is None or found.width * found.height > LARGEST_FACE:
            return marked(MISSING, name.rpartition("/")[2].partition(".")[0], BOX)
        try:
            return found.convert("RGBA")
        except (OSError, ValueError, SyntaxError):
            return marked(MISSING, name, BOX)

    def board(self, name: str, share: float) -> Image | None:
        """A large picture, unpacked at least at this share of its size, of which only the last one is kept;
        None for one that the module has not."""
        found = opened(self.content(name), name, self.content) if name else None
        if found is None:
            return None
        if found.format == "JPEG" and share < 1:
            found.draft("RGB", (int(found.width * share) + 1, int(found.height * share) + 1))
        key = (name, found.width)
        if self._board is None or self._board[0] != key:
            self._board = None
            try:
                found.load()
            except (OSError, ValueError, SyntaxError):
                return None
            self._board = key, found
        return self._board[1]

    def content(self, name: str) -> bytes | None:
        """The bytes of a picture, looked for as VASSAL does; None for one that is not there."""
        for file in self.files:
            for entry in (f"images/{name}", f"images/{name}.gif"):
                if entry in file.archive.names:
                    return file.archive.read(entry)
        return None


def _weight(picture: Image) -> int:
    return picture.width * picture.height * 4


def opened(data: bytes | None, name: str, look: Look = lambda name: None) -> Image | None:
    """A picture, not yet unpacked; None for what is none, or would fill the memory. Pictures within a drawing
    are those that `look` finds."""
    import warnings
    from io import BytesIO

    from PIL import Image

    if not data:
        return None
    if name.lower().endswith(".svg"):
        return _svg(data, look)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            found = Image.open(BytesIO(data), formats=FORMATS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return found if found.width * found.height <= MOST_PIXELS else None


def _svg(data: bytes, look: Look) -> Image | None:
    """A drawing of shapes; None for one that cannot be drawn safely, or with nothing to draw it."""
    from io import BytesIO

    from PIL import Image

    text = _sound(data, look)
    if not text:
        return None
    from resvg_py import svg_to_bytes

    try:
        drawn = bytes(svg_to_bytes(svg_string=text, skip_system_fonts=True))
        return Image.open(BytesIO(drawn), formats=("PNG",))
    except (ValueError, OSError, Image.DecompressionBombError):
        return None


@lru_cache(maxsize=2)
def undrawn(module: Published) -> tuple[str, ...]:
    """The drawings (SVG) of a module and its extensions that are not drawn here."""
    files = {name: file.archive for file in (module.file, *module.extensions) for name in file.archive.names}
    drawings = (name for name in files if name.startswith("images/") and name.lower().endswith(".svg"))
    look = Pictures(module).content
    return tuple(
        name.removeprefix("images/")
        for name in sorted(drawings)
        if (data := files[name].read(name)) is None or not _sound(data, look)
    )


@cache
def _draws_svg() -> bool:
    """Whether there is something to draw SVG: the disk is asked once, not for each of thousands."""
    from importlib.util import find_spec

    return find_spec("resvg_py") is not None


def _sound(data: bytes, look: Look) -> str:
    """A drawing with its pictures within it, if it can be drawn safely and there is something to draw it;
    else ""."""
    from counters.faces.picture import pixels_of, svg_faults, without_doctype

    if not _draws_svg() or any(True for _ in svg_faults(data, LARGEST_DRAWING, pictures=True)):
        return ""
    if pixels_of(data) > LARGEST_FACE:
        return ""
    return _pictured(without_doctype(data), look)


def _pictured(data: bytes, look: Look) -> str:
    """A drawing whose pictures are all within it: those of a data URL, and those of the module. "" where one
    is of the net, of the disk or none, or where more is used again and again than can be drawn."""
    from base64 import b64encode

    from lxml import etree

    root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    try:
        if _drawn(root, {id_: one for one in root.iter() if (id_ := one.get("id"))}, {}) > MOST_DRAWN:
            return ""
    except RecursionError:
        return ""
    pixels = 0
    for element in root.iter(f"{_SVG}image"):
        named = {element.attrib.pop(key) for key in list(element.attrib) if str(key).endswith("href")}
        content = _within(named.pop(), look) if len(named) == 1 else None
        found = opened(content, "") if content else None
        pixels += found.width * found.height if found else LARGEST_FACE + 1
        if not (found and content and found.format) or pixels > LARGEST_FACE:
            return ""
        kind = f"data:image/{found.format.lower()};base64,"
        element.set(_HREF, kind + b64encode(content).decode("ascii"))
    return etree.tostring(root, encoding="unicode")


def _drawn(element: etree._Element, known: Mapping[str, etree._Element], counted: dict[str, int]) -> int:
    """How much there is to draw in an element, with what it uses again; what contains itself has no end. A
    picture counts for as many shapes as take about as long. Raises RecursionError."""
    tag, found = str(element.tag), 1
    if tag == f"{_SVG}image":
        found += A_PICTURE
    for key, value in element.attrib.items() if tag == f"{_SVG}use" else ():
        name = str(value).removeprefix("#")
        if str(key).endswith("href") and name in known:
            if name not in counted:
                counted[name] = MOST_DRAWN + 1  # while it is counted: one that uses itself is not drawn
                counted[name] = _drawn(known[name], known, counted)
            found += counted[name]
    return found + sum(_drawn(child, known, counted) for child in element)


def _within(href: str, look: Look) -> bytes | None:
    """The bytes of a picture within a drawing: those of a data URL, or of a picture that `look` finds."""
    from base64 import b64decode
    from binascii import Error
    from urllib.parse import unquote_to_bytes

    head, comma, said = href.partition(",")
    if href[:5].lower() == "data:" and comma:
        try:
            packed_ = head.lower().endswith(";base64")
            return b64decode("".join(said.split()), validate=True) if packed_ else unquote_to_bytes(said)
        except (Error, ValueError):
            return None
    outside = ":" in href or "\\" in href or href.startswith("/") or ".." in href
    return None if outside else look(href.removeprefix("./").removeprefix("images/"))


def marked(side: int, text: str, ink: tuple[int, int, int, int]) -> Image:
    """A plain box with a few letters in it."""
    from PIL import Image, ImageDraw

    from counters.faces.lettering import font

    box = Image.new("RGBA", (side, side), PAPER)
    draw = ImageDraw.Draw(box)
    draw.rectangle((0, 0, side - 1, side - 1), outline=ink, width=2)
    for row, part in enumerate((text[:7], text[7:14], text[14:21]) if len(text) > 1 else (text,)):
        size, place = (10, (4, 5 + 13 * row)) if len(text) > 1 else (22, (side // 2 - 6, 3))
        draw.text(place, part, fill=ink, font=font("plain", size))
    return box


def light(pictures: Sequence[Image], most: int, least: float) -> list[bytes]:
    """Pictures that weigh so much together: smaller if they must; the last are left out if that is not
    enough."""
    files, share = [packed(one, COLOURS) for one in pictures], 1.0
    while files and sum(map(len, files)) > most and share > least:
        share = max(least, share * min(0.9, math.sqrt(most / sum(map(len, files)))))
        files = [packed(_smaller(one, share), FEW) for one in pictures]
    while len(files) > 1 and sum(map(len, files)) > most:
        files.pop()
    return files


def _smaller(picture: Image, share: float) -> Image:
    return picture.resize((math.ceil(picture.width * share), math.ceil(picture.height * share)))


def packed(picture: Image, colours: int) -> bytes:
    """A picture as light as it can be seen well: a PNG of so many colours, or a JPEG of what is like a
    photograph, which that would make blotchy."""
    few = _quantized(picture, colours)
    if _error(picture, few) <= BLOTCHY:
        return _saved(few, "PNG")
    with _room_for(picture):
        return _saved(picture, "JPEG", quality=QUALITY[colours], optimize=True, subsampling=0)


@contextmanager
def _room_for(picture: Image) -> Iterator[None]:
    """Pillow optimizes a JPEG within one byte a pixel, and a very busy picture needs up to three."""
    from PIL import ImageFile

    usual = ImageFile.MAXBLOCK
    ImageFile.MAXBLOCK = max(usual, 4 * picture.width * picture.height)
    try:
        yield
    finally:
        ImageFile.MAXBLOCK = usual


def png(picture: Image, colours: int) -> bytes:
    """A PNG of so many colours."""
    return _saved(_quantized(picture, colours), "PNG")


def _quantized(picture: Image, colours: int) -> Image:
    from PIL import Image

    return picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _error(picture: Image, few: Image) -> float:
    """How far the colours of a picture are off on average."""
    from PIL import ImageChops, ImageStat

    off = ImageStat.Stat(ImageChops.difference(picture.convert("RGB"), few.convert("RGB")))
    return sum(off.mean) / len(off.mean)


def _saved(picture: Image, format_: str, **more: object) -> bytes:
    from io import BytesIO

    out = BytesIO()
    picture.save(out, format_, **more)
    return out.getvalue()
