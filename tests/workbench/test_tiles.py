"""Any picture becomes tiles, whole and at each size; one that cannot be read gives words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy
import pytest
from PIL import Image

from scans.scan_faults import ScanError
from workbench.tiles import DECODING, SIDE, Tiles, tiles_of

SIZE = (700, 560)


def shades(mode: str = "RGB") -> Image.Image:
    """Red grows to the right, green downwards."""
    x, y = numpy.meshgrid(numpy.linspace(0, 255, SIZE[0]), numpy.linspace(0, 255, SIZE[1]))
    made = Image.fromarray(numpy.stack((x, y, x * 0), axis=-1).astype(numpy.uint8))
    return made.convert(mode)


def together(tiles: Tiles, level: int) -> Image.Image:
    """A level put together again."""
    wide, high = (-(-side // 2**level) for side in tiles.size)
    made = Image.new("RGB", (wide, high))
    for x in range(-(-wide // SIDE)):
        for y in range(-(-high // SIDE)):
            tile = tiles.tile(level, x, y)
            assert tile is not None
            made.paste(Image.open(BytesIO(tile)), (x * SIDE, y * SIDE))
    return made


def off(one: Image.Image, other: Image.Image) -> float:
    return float(abs(numpy.asarray(one, dtype=float) - numpy.asarray(other, dtype=float)).mean())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("a.png", "RGB"),
        ("a.jpg", "RGB"),
        ("a.tif", "CMYK"),
        ("a.gif", "RGB"),
        ("a.webp", "RGB"),
        ("a.png", "RGBA"),
    ],
)
def test_every_kind_of_picture_is_shown_at_all_sizes(tmp_path: Path, name: str, mode: str) -> None:
    shades(mode).save(tmp_path / name)
    tiles = tiles_of(tmp_path / name, 1, tmp_path / "kept")
    assert (tiles.size, tiles.levels) == (SIZE, 2)
    assert off(together(tiles, 0), shades()) < 8
    assert off(together(tiles, 1), shades().reduce(2)) < 8
    assert tiles.tile(0, 9, 9) is None


def test_a_page_of_a_pdf_is_shown(tmp_path: Path) -> None:
    shades("RGB").save(tmp_path / "a.pdf", resolution=200)
    tiles = tiles_of(tmp_path / "a.pdf", 1, tmp_path / "kept")
    assert off(together(tiles, 0).resize(SIZE), shades()) < 8
    with pytest.raises(ScanError, match="no page 2"):
        tiles_of(tmp_path / "a.pdf", 2, tmp_path / "kept")


def test_sixteen_bits_are_seen_as_eight(tmp_path: Path) -> None:
    deep = numpy.tile(numpy.linspace(1000, 9000, SIZE[0]), (SIZE[1], 1)).astype(numpy.uint16)
    Image.fromarray(deep).save(tmp_path / "deep.png")
    shown = numpy.asarray(together(tiles_of(tmp_path / "deep.png", 1, tmp_path / "kept"), 0))[..., 0]
    assert shown[:, :9].mean() < 10 and shown[:, -9:].mean() > 245


def test_a_photo_held_sideways_stands_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    shades().transpose(Image.Transpose.ROTATE_90).save(tmp_path / "a.jpg", exif=exif)
    tiles = tiles_of(tmp_path / "a.jpg", 1, tmp_path / "kept")
    assert tiles.size == SIZE
    assert off(together(tiles, 0), shades()) < 8


def test_tiles_are_kept_until_the_picture_changes(tmp_path: Path) -> None:
    picture, kept = tmp_path / "a.png", tmp_path / "kept"
    shades().save(picture)
    tiles_of(picture, 1, kept)
    before = (kept / "tiles.bin").stat().st_mtime_ns
    tiles_of(picture, 1, kept)
    assert (kept / "tiles.bin").stat().st_mtime_ns == before
    shades("L").resize((900, 300)).save(picture)
    assert tiles_of(picture, 1, kept).size == (900, 300)


@pytest.mark.parametrize("damage", [b"{", b"[]", b'{"stamp": 1}'])
def test_damaged_tiles_are_made_again(tmp_path: Path, damage: bytes) -> None:
    shades().save(tmp_path / "a.png")
    tiles_of(tmp_path / "a.png", 1, tmp_path / "kept")
    (tmp_path / "kept" / "tiles.json").write_bytes(damage)
    assert tiles_of(tmp_path / "a.png", 1, tmp_path / "kept").size == SIZE


def test_a_picture_cut_short_gives_words_and_no_tiles(tmp_path: Path) -> None:
    shades().save(tmp_path / "whole.png")
    content = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "short.png").write_bytes(content[: len(content) // 2])
    with pytest.raises(ScanError, match="damaged or not complete"):
        tiles_of(tmp_path / "short.png", 1, tmp_path / "kept")
    assert not (tmp_path / "kept" / "tiles.json").exists()


def test_tiles_wait_while_the_picture_is_decoded_for_areas(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    Image.new("RGB", (300, 240)).save(path)
    with ThreadPoolExecutor(1) as pool:
        with DECODING:
            made = pool.submit(tiles_of, path, 1, tmp_path / "tiles")
            with pytest.raises(TimeoutError):
                made.result(0.2)
        assert made.result(20).size == (300, 240)
