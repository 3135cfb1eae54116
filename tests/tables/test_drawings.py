"""Drawings (SVG) of a module: which are drawn, and which stay boxes and are told."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from zipfile import ZipFile

import pytest

from tables.images import Pictures, opened, undrawn
from tables.published import Published
from tests.tables.sampler import png, write_sampler

SVG = (
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="30px"><rect width="9" height="9"/>{1}</svg>'
)
"""A drawing with the head that VASSAL writes."""


def with_drawings(folder: Path, **drawings: str) -> Published:
    """The sampler with drawings more."""
    file = write_sampler(folder)
    with ZipFile(file, "a") as archive:
        for name, text in drawings.items():
            archive.writestr(f"images/{name}.svg", text)
    return Published(file)


@pytest.mark.parametrize(
    ("wide", "inside", "size"),
    [
        ("40", "", (40, 30)),
        ("48", f"<!-- {'long ' * 50_000} -->", (48, 30)),
        ("40", '<image href="other.png"/>', None),
        ("40", "<text>T</text>", None),
        ("999999mm", "", None),
    ],
)
def test_a_drawing_that_vassal_wrote_is_drawn_and_one_that_is_not_is_named(
    tmp_path: Path, wide: str, inside: str, size: tuple[int, int] | None
) -> None:
    text = SVG.format(wide, inside)
    found = opened(text.encode("utf-8"), "one.svg")
    assert (found and found.size) == size
    assert undrawn(with_drawings(tmp_path, one=text)) == (() if size else ("one.svg",))


def in_data(colour: tuple[int, int, int], kind: str = "image/png") -> str:
    return f"data:{kind};base64,{b64encode(png(colour)).decode('ascii')}"


TEN = "".join(f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, 9))
LAUGHS = f"<defs><g id='a0'><path d='M0 0h9'/></g>{TEN}</defs><use href='#a8'/>"
TURNS = "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"


@pytest.mark.parametrize(
    ("inside", "colour"),
    [
        (f'<image href="{in_data((0, 0, 255))}" width="40" height="30"/>', (0, 0, 255)),
        (f'<image xlink:href="{in_data((0, 0, 255), "img/png")}" width="40" height="30"/>', (0, 0, 255)),
        ('<image href="red.png" width="40" height="40"/>', (220, 80, 80)),
        ('<image href="./red.png" width="40" height="40"/>', (220, 80, 80)),
        ('<defs><rect id="r" width="40" height="30" fill="lime"/></defs><use href="#r"/>', (0, 255, 0)),
        ('<metadata>By me</metadata><rect width="40" height="30" fill="lime"/>', (0, 255, 0)),
        ('<image href="http://example.org/red.png" width="40" height="40"/>', None),
        ('<image href="//example.org/red.png" width="40" height="40"/>', None),
        ('<image href="file:///etc/passwd" width="40" height="40"/>', None),
        ('<image href="/etc/hostname" width="40" height="40"/>', None),
        ('<image href="../../red.png" width="40" height="40"/>', None),
        ('<image href="red.png" xlink:href="file:///etc/passwd" width="40" height="40"/>', None),
        ('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="40" height="40"/>', None),
        ('<image href="data:image/png;base64,AAAA" width="40" height="40"/>', None),
        ('<image href="one.svg" width="40" height="40"/>', None),
        ('<use href="other.svg#r"/>', None),
        ('<use href="http://example.org/one.svg#r"/>', None),
        (f'<image href="{in_data((0, 0, 255))}" width="9" height="9"/>' * 200, None),
        (LAUGHS, None),
        (TURNS + "<use href='#a'/>", None),
        ("<g id='a'><use href='#a'/></g>", None),
    ],
)  # fmt: skip
def test_pictures_in_a_drawing_are_its_own_or_the_modules_and_never_of_the_net_or_the_disk(
    tmp_path: Path, inside: str, colour: tuple[int, int, int] | None
) -> None:
    text = SVG.format("40", inside).replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)
    other = with_drawings(tmp_path, one=text)
    picture = Pictures(other).named("one.svg")
    assert undrawn(other) == (() if colour else ("one.svg",))
    assert (picture.size == (40, 30)) == bool(colour)
    if colour:
        assert picture.convert("RGB").getpixel((20, 25)) == colour
