"""Pictures and silhouettes of a game's own, from PNG and SVG files, which may be anybody's.

A PNG of absurd size is not unpacked. Of SVG only shapes and colours are drawn: what runs, what reads other
files, and letters, which look different on every machine, are refused with their line. Drawing SVG needs
resvg-py, which comes with `hexpost[svg]`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from io import BytesIO

from PIL import Image

from counters.roster_faults import RosterError
from files.faults import Fault
from files.nearest import nearest_or_all

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
        drawn = _svg(raw, _TRIAL_PX) if svg else _png(raw)
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
    """How many pixels wide a PNG is; 0 for an SVG, which is drawn as fine as one likes."""
    if name.lower().endswith(".svg"):
        return 0
    with Image.open(BytesIO(_file(folder, name)), formats=("PNG",)) as image:
        return image.width


def thin_strokes(folder: Traversable | None, name: str) -> Iterator[tuple[int, float]]:
    """The strokes of an SVG that say how wide they are: their line, and their share of its whole width."""
    from lxml import etree

    if not name.lower().endswith(".svg"):
        return
    root = etree.fromstring(_file(folder, name), etree.XMLParser(resolve_entities=False, no_network=True))
    wide = float(re.split(r"[\s,]+", root.get("viewBox", "0 0 1 1").strip())[2])
    for element in root.iter():
        stroke = re.fullmatch(r"([0-9]*\.?[0-9]+)(px)?", str(element.get("stroke-width", "")))
        if stroke and element.get("stroke") != "none":
            yield element.sourceline or 0, float(stroke[1]) / wide


def _file(folder: Traversable | None, name: str) -> bytes:
    """The bytes of a picture, which must lie in the game's folder."""
    parts = name.split("/")
    if folder is None or any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
        raise Unfit("a picture is named by its path within the game's folder, with /")
    if not name.lower().endswith((".png", ".svg")):
        raise Unfit("a picture is a .png or .svg file")
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
    image = _png(raw)
    image.thumbnail((2 * size_px, 2 * size_px), Image.Resampling.LANCZOS)
    return image


def _png(raw: bytes) -> Image.Image:
    """A PNG, measured by its head before it is unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            image = Image.open(BytesIO(raw), formats=("PNG",))
            wide, high = image.size
            if wide * high > _PIXELS_MAX:
                raise Unfit(f"{wide} x {high} pixels: no counter needs so many")
            if min(wide, high) < _PIXELS_MIN:
                raise Unfit(f"{wide} x {high} pixels: there is nothing to see")
            return image.convert("RGBA")
    except Unfit:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Unfit("its head claims more pixels than a counter needs") from None
    except Exception as wrong:  # a broken PNG fails in Pillow in a dozen ways
        raise Unfit(f"this is no PNG that can be read: {type(wrong).__name__}") from None


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
    return _png(bytes(drawn))


def _by_viewbox(raw: bytes) -> str:
    """The SVG without the size it claims on paper, so that its viewBox alone gives its shape."""
    from lxml import etree

    root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True))
    for key in ("width", "height", "preserveAspectRatio"):
        root.attrib.pop(key, None)
    return etree.tostring(root, encoding="unicode")


def svg_faults(raw: bytes) -> Iterator[Unfit]:
    """What an SVG must not hold, each with its line."""
    from lxml import etree

    if len(raw) > _SVG_BYTES_MAX:
        yield Unfit(f"larger than {_SVG_BYTES_MAX} bytes")
        return
    if b"<!DOCTYPE" in raw.upper() or b"<!ENTITY" in raw.upper():
        yield Unfit("it declares a DOCTYPE or entities of its own: save it as plain SVG")
        return
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as wrong:
        yield Unfit(f"this is no XML: {wrong.msg}", wrong.lineno or 0)
        return
    if root.getroottree().docinfo.internalDTD is not None:  # in UTF-16, where its letters are others
        yield Unfit("it declares a DOCTYPE or entities of its own: save it as plain SVG")
        return
    for before in root.itersiblings(preceding=True):
        if isinstance(before, etree._ProcessingInstruction):
            yield Unfit(f"<?{before.target}?> refers to something outside the file", before.sourceline or 0)
    if root.tag != f"{{{_SVG}}}svg":
        yield Unfit("this is no SVG", root.sourceline or 0)
    elif not _shaped(root.get("viewBox", "")):
        yield Unfit("it needs a viewBox, at most ten times as long as broad", root.sourceline or 0)
    yield from _element_faults(root)


def _shaped(box: str) -> bool:
    """Whether a viewBox has a sensible shape: drawn to a width, a thin one would be endlessly high."""
    numbers = re.fullmatch(r"\s*" + r"[\s,]+".join([r"(-?[0-9]{0,6}\.?[0-9]{1,6})"] * 4) + r"\s*", box)
    if not numbers:
        return False
    wide, high = float(numbers[3]), float(numbers[4])
    return wide > 0 and high > 0 and 0.1 <= wide / high <= 10


def _element_faults(root: object) -> Iterator[Unfit]:
    from lxml import etree

    assert isinstance(root, etree._Element)
    layers = 0
    for number, element in enumerate(root.iter()):
        line = element.sourceline or 0
        layers += _is_layer(element.get("style", ""), element.keys())
        if number > _ELEMENTS_MAX or layers > _LAYERS_MAX:
            many = f"{_ELEMENTS_MAX} shapes" if number > _ELEMENTS_MAX else f"{_LAYERS_MAX} layers"
            yield Unfit(f"more than {many}: no counter needs so many", line)
            return
        if isinstance(element.tag, str):
            tag = etree.QName(element)
            if tag.namespace == _SVG and tag.localname not in (*_SHAPES, *_AROUND):
                yield Unfit(f"<{tag.localname}> is not drawn: only shapes and gradients are", line)
            for key, value in element.attrib.items():
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
