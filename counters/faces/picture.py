"""Pictures and silhouettes of a game's own, from picture files (PNG, JPEG, GIF ...) and SVG, which may be
anybody's.

A picture of absurd size is not unpacked. Of SVG only shapes and colours are drawn: what runs, what reads
other files, and letters, which look different on every machine, are refused with their line. Drawing SVG
needs resvg-py, which comes with `hexpost[svg]`.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageOps

from counters.roster.art_files import ART_ENDINGS, ART_WORDS
from counters.roster_faults import RosterError
from files.faults import Fault
from files.nearest import nearest_or_all
from scans.reading import levelled

if TYPE_CHECKING:
    from lxml import etree

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
_NOTED = ("JPEG", "MPO", "TIFF", "WEBP", "PNG")
"""Formats that may note how the camera was held."""
_BYTES_MAX = 20_000_000
_SVG_BYTES_MAX = 150_000
_PIXELS_MAX = 25_000_000
_PIXELS_MIN = 8
_TRIAL_PX = 128
"""So wide an SVG is drawn to see whether anything is to be seen."""
_ELEMENTS_MAX = 20_000
_LAYERS_MAX = 20
"""So many groups may be seen through or cut out: each is drawn on a sheet of its own."""
_LAYER = re.compile(r"(?:^|[;\s])(?:opacity|clip-path|isolation|mix-blend-mode)\s*:")
_EFFECT = re.compile(r"(?:^|[;\s])(?:filter|mask)\s*:")
_SVG = "http://www.w3.org/2000/svg"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_AROUND = ("svg", "g", "defs", "title", "desc", "linearGradient", "radialGradient", "stop", "clipPath")
_PICTURED = ("image", "use", "symbol", "metadata")
"""What a drawing may have besides, if its pictures are written into it."""
_DOCTYPE = re.compile(rb"""<!DOCTYPE\s+svg(?:\s+(?:PUBLIC|SYSTEM)(?:\s+"[^"<>\[\]]*"){1,2})?\s*>""")
_LENGTH = re.compile(r"([0-9]{0,6}\.?[0-9]{1,9})\s*(|px|pt|pc|mm|cm|in)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""Pixels in a length of an SVG."""
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|expression\(", re.IGNORECASE)


class Unfit(ValueError):
    """A picture that cannot be used; `line` is where in an SVG, 0 for the whole file."""

    def __init__(self, why: str, line: int = 0) -> None:
        self.line = line
        super().__init__(why)


def picture(folder: Traversable | None, name: str, size_px: int) -> Image.Image:
    """A picture of the game's folder as RGBA, an SVG `size_px` wide. Raises RosterError with its faults."""
    try:
        return _read(_file(folder, name), name, size_px)
    except Unfit as wrong:
        faults = picture_faults(folder, name)
        raise RosterError(faults or [Fault(name, wrong.line, "", str(wrong))]) from None


def picture_faults(folder: Traversable | None, name: str) -> list[Fault]:
    """Everything that is wrong with a picture, each fault with its line."""
    try:
        found = _looked_into(_file(folder, name), name.lower().endswith(".svg"))
    except Unfit as wrong:
        found = ((wrong.line, str(wrong)),)
    return [Fault(name, line, "", why) for line, why in found]


@lru_cache(maxsize=64)
def _looked_into(raw: bytes, svg: bool) -> tuple[tuple[int, str], ...]:
    """What is wrong with a picture, asked of many counters and looked for once."""
    if svg and (faults := tuple((wrong.line, str(wrong)) for wrong in svg_faults(raw))):
        return faults
    try:
        drawn = _svg(raw, _TRIAL_PX) if svg else _dots(raw)
        if drawn.getchannel("A").getbbox() is None:
            raise Unfit("nothing of it can be seen: it is empty or transparent")
    except Unfit as wrong:
        return ((wrong.line, str(wrong)),)
    return ()


def picture_bytes(folder: Traversable | None, name: str) -> bytes:
    """The file's bytes, so that a change of it can be seen; b"" where it cannot be read."""
    try:
        return _file(folder, name)
    except Unfit:
        return b""


def pixels_wide(folder: Traversable | None, name: str) -> int:
    """How many pixels wide a picture is; 0 for an SVG, which is drawn as fine as one likes."""
    return 0 if name.lower().endswith(".svg") else _dots(_file(folder, name)).width


def thin_strokes(folder: Traversable | None, name: str) -> Iterator[tuple[int, float]]:
    """The strokes of an SVG that say how wide they are: their line, and their share of its whole width."""
    from lxml import etree

    if not name.lower().endswith(".svg"):
        return
    root = etree.fromstring(_file(folder, name), etree.XMLParser(resolve_entities=False, no_network=True))
    wide = float(re.split(r"[\s,]+", _view(root).strip())[2])
    for element in root.iter():
        stroke = re.fullmatch(r"([0-9]*\.?[0-9]+)(px)?", str(element.get("stroke-width", "")))
        if stroke and element.get("stroke") != "none":
            yield element.sourceline or 0, float(stroke[1]) / wide


def _file(folder: Traversable | None, name: str) -> bytes:
    """The bytes of a picture, which must lie in the game's folder."""
    parts = name.split("/")
    if folder is None or any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
        raise Unfit("a picture is named by its path within the game's folder, with /")
    if not name.lower().endswith(ART_ENDINGS):
        raise Unfit(f"a picture is {ART_WORDS}")
    file = folder.joinpath(*parts)
    if not file.is_file():
        beside = folder.joinpath(*parts[:-1])
        near = [f.name for f in beside.iterdir()] if beside.is_dir() else []
        raise Unfit(f"there is no such picture, {nearest_or_all(parts[-1], near)}")
    with file.open("rb") as opened:
        raw = opened.read(_BYTES_MAX + 1)
    if len(raw) > _BYTES_MAX:
        raise Unfit(f"larger than {_BYTES_MAX} bytes")
    return raw


@lru_cache(maxsize=16)
def _read(raw: bytes, name: str, size_px: int) -> Image.Image:
    """The picture; of a large one no more than can be seen is kept in memory."""
    if name.lower().endswith(".svg"):
        return _svg(raw, size_px)
    image = _dots(raw)
    image.thumbnail((2 * size_px, 2 * size_px), Image.Resampling.LANCZOS)
    return image


def _dots(raw: bytes) -> Image.Image:
    """A picture made of dots, measured by its head before it is unpacked; of a GIF that moves the first."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = Image.open(BytesIO(raw), formats=_FORMATS)
            wide, high = image.size
            if wide * high > _PIXELS_MAX:
                raise Unfit(f"{wide} x {high} pixels are too many for a counter")
            if min(wide, high) < _PIXELS_MIN:
                raise Unfit(f"{wide} x {high} pixels: there is nothing to see")
            return _upright(image).convert("RGBA")
    except Unfit:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Unfit("its head claims more pixels than a counter needs") from None
    except Exception as wrong:  # a broken picture fails in Pillow in a dozen ways
        raise Unfit(f"this is not a readable picture: {type(wrong).__name__}") from None


def _upright(image: Image.Image) -> Image.Image:
    """A picture as viewers show it: of a photo held sideways, and with 16 bits made 8."""
    if image.mode.startswith("I") or image.mode == "F":
        return levelled(image)
    return ImageOps.exif_transpose(image) if image.format in _NOTED else image


def _svg(raw: bytes, size_px: int) -> Image.Image:
    for wrong in svg_faults(raw):
        raise wrong
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Unfit("drawing an SVG needs resvg-py: pip install 'hexpost[svg]'") from None
    try:
        drawn = svg_to_bytes(svg_string=_by_viewbox(raw), width=size_px, skip_system_fonts=True)
    except ValueError as wrong:
        raise Unfit(f"this SVG cannot be drawn: {wrong}") from None
    return _dots(bytes(drawn))


def _by_viewbox(raw: bytes) -> str:
    """The SVG without the size it claims on paper, so that its viewBox alone gives its shape."""
    from lxml import etree

    root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True))
    root.set("viewBox", _view(root))
    for key in ("width", "height", "preserveAspectRatio"):
        root.attrib.pop(key, None)
    return etree.tostring(root, encoding="unicode")


def without_doctype(raw: bytes) -> bytes:
    """An SVG without the line that names its standard and declares nothing: many programs write one, VASSAL
    too."""
    return _DOCTYPE.sub(lambda found: b"\n" * found[0].count(b"\n"), raw, count=1)


def svg_faults(raw: bytes, most: int = _SVG_BYTES_MAX, pictures: bool = False) -> Iterator[Unfit]:
    """What an SVG of at most so many bytes must not hold, each with its line. With `pictures` it may hold
    those that are written into it, which its reader has looked into, and shapes that are used again."""
    from lxml import etree

    if len(raw) > most:
        yield Unfit(f"larger than {most} bytes")
        return
    raw = without_doctype(raw)
    if b"<!DOCTYPE" in raw.upper() or b"<!ENTITY" in raw.upper():
        yield Unfit("it declares a DOCTYPE or entities of its own: save it as plain SVG")
        return
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as wrong:
        yield Unfit(f"this is not XML: {wrong.msg}", wrong.lineno or 0)
        return
    if root.getroottree().docinfo.internalDTD is not None:  # in UTF-16, where its letters are others
        yield Unfit("it declares a DOCTYPE or entities of its own: save it as plain SVG")
        return
    for before in root.itersiblings(preceding=True):
        if isinstance(before, etree._ProcessingInstruction):
            yield Unfit(f"<?{before.target}?> refers to something outside the file", before.sourceline or 0)
    if root.tag != f"{{{_SVG}}}svg":
        yield Unfit("this is not an SVG", root.sourceline or 0)
    elif not _shaped(_view(root)):
        yield Unfit(
            "it needs a viewBox, or a width and a height in pixels, at most ten times as long as broad",
            root.sourceline or 0,
        )
    yield from _element_faults(root, pictures)


def _view(root: etree._Element) -> str:
    """The viewBox of an SVG, or the one that its width and height in pixels mean; "" for neither."""
    sides = [root.get(side, "").strip().removesuffix("px") for side in ("width", "height")]
    return root.get("viewBox") or ("0 0 {} {}".format(*sides) if all(sides) else "")


def pixels_of(raw: bytes) -> float:
    """How many pixels a sound SVG has in its own size; infinitely many where that is not told in lengths that
    are known."""
    from lxml import etree

    root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True))
    found = 1.0
    for key, usual in zip(("width", "height"), re.split(r"[\s,]+", _view(root).strip())[2:], strict=True):
        length = _LENGTH.fullmatch(root.get(key, "").strip().replace("100%", "") or usual)
        found *= float(length[1]) * _UNITS[length[2]] if length else math.inf
    return found


def _shaped(box: str) -> bool:
    """Whether a viewBox has a sensible shape: drawn to a width, a thin one would be endlessly high."""
    numbers = re.fullmatch(r"\s*" + r"[\s,]+".join([r"(-?[0-9]{0,6}\.?[0-9]{1,6})"] * 4) + r"\s*", box)
    if not numbers:
        return False
    wide, high = float(numbers[3]), float(numbers[4])
    return wide > 0 and high > 0 and 0.1 <= wide / high <= 10


def _element_faults(root: etree._Element, pictures: bool) -> Iterator[Unfit]:
    from lxml import etree

    layers, drawn = 0, (*_SHAPES, *_AROUND, *(_PICTURED if pictures else ()))
    for number, element in enumerate(root.iter()):
        line = element.sourceline or 0
        layers += _is_layer(element.get("style") or "", element.keys())  # a comment has none
        if number > _ELEMENTS_MAX or layers > _LAYERS_MAX:
            many = f"{_ELEMENTS_MAX} shapes" if number > _ELEMENTS_MAX else f"{_LAYERS_MAX} layers"
            yield Unfit(f"more than {many} are too many for a counter", line)
            return
        if isinstance(element.tag, str):
            tag = etree.QName(element)
            if tag.namespace == _SVG and tag.localname not in drawn:
                yield Unfit(f"<{tag.localname}> is not drawn: only shapes and gradients are", line)
            for key, value in element.attrib.items():
                if not (pictures and tag.localname == "image" and str(key).endswith("href")):
                    yield from _attribute_faults(str(key), str(value), line)


def _is_layer(style: str, keys: Iterable[str]) -> bool:
    return bool(_LAYER.search(style)) or bool({"opacity", "clip-path"} & set(keys))


def _attribute_faults(key: str, value: str, line: int) -> Iterator[Unfit]:
    name = key.rpartition("}")[2]
    if name.lower().startswith("on"):
        yield Unfit(f"{name} would run a script", line)
    if name in ("filter", "mask") or (name == "style" and _EFFECT.search(value)):
        yield Unfit("effects are not drawn: only shapes and gradients are", line)
    if name == "href" and not value.startswith("#"):
        yield Unfit("it refers to something outside the file", line)
    elif _OUTSIDE.search(value):
        yield Unfit(f"{name} refers to something outside the file", line)
