"""Whatever a user may call a scan: read, or refused with a sentence that helps."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy
import pytest
from PIL import Image

from scans.colour import cut_out, picture_size, read_art
from scans.reading import greyed, opened
from scans.scan_faults import ScanError

GREY = (208, 208, 208)


def drawn() -> Image.Image:
    """Something with edges and colours."""
    return Image.effect_mandelbrot((300, 240), (-2, -1.2, 1, 1.2), 60).convert("RGB")


def bomb(wide: int, high: int) -> bytes:
    """The beginning of a PNG that claims to be huge."""
    head = b"IHDR" + struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    whole = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return whole + struct.pack(">I", 1 << 20) + b"IDAT" + bytes(64)


def half(path: Path) -> None:
    drawn().save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


FAULTS: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "nothing there": ("map.png", lambda path: None, "there is no such file"),
    "text": ("map.png", lambda path: path.write_text("no picture"), "not a picture that can be read"),
    "half a PNG": ("map.png", half, "damaged or not complete"),
    "half a JPEG": ("map.jpg", half, "damaged or not complete"),
    "half a TIFF": ("map.tif", half, "damaged or not complete|not a picture"),
    "60,000 x 60,000": (
        "map.png",
        lambda path: path.write_bytes(bomb(60_000, 60_000)),
        "more than 400 million",
    ),
    "tiny": ("map.png", lambda path: Image.new("L", (50, 400)).save(path), "50 x 400 pixels are too few"),
    "broken PDF": ("map.pdf", lambda path: path.write_bytes(b"%PDF-1.7\nno"), "the PDF cannot be read"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_scan_is_refused_in_one_line_that_names_it(fault: str, tmp_path: Path) -> None:
    name, make, said = FAULTS[fault]
    make(tmp_path / name)
    with pytest.raises(ScanError, match=said) as told, opened(tmp_path / name) as image:
        image.load()
    assert str(told.value).startswith(f"{tmp_path / name}: ")
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 1


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "LA", "I;16", "CMYK", "YCbCr", "F"])
def test_every_kind_of_picture_becomes_the_same_in_colour_and_in_grey(mode: str, tmp_path: Path) -> None:
    image = drawn().point(lambda value: 255 * (value > 90))
    path = tmp_path / ("map.jpg" if mode == "YCbCr" else "map.tif")
    if mode in ("I;16", "F"):
        kind = numpy.uint16 if mode == "I;16" else numpy.float32
        Image.fromarray(numpy.asarray(image.convert("L")).astype(kind) * 257).save(path)
    else:
        image.convert(mode).save(path)
    colour, wanted = numpy.asarray(read_art(path)).astype(int), numpy.asarray(image).astype(int)
    assert abs(colour - wanted).mean() < 3
    with opened(path) as opened_scan:
        assert abs(numpy.asarray(greyed(opened_scan)).astype(int) - wanted[..., 0]).mean() < 3
    assert picture_size(path) == image.size


def test_a_large_map_on_a_small_machine_is_refused_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "map.png").write_bytes(bomb(20_000, 14_000))
    monkeypatch.setattr("scans.reading._free_memory", lambda: 500_000_000)
    with pytest.raises(ScanError, match=r"need 1.4 GB .*and 0.5 GB are free\. Save it"):
        opened(tmp_path / "map.png").__enter__()


def test_a_page_of_a_pdf_is_a_scan_too_and_only_a_pdf_has_pages(tmp_path: Path) -> None:
    drawn().save(tmp_path / "map.pdf", resolution=100)
    drawn().save(tmp_path / "map.png")
    with opened(tmp_path / "map.pdf") as image:
        assert image.size == pytest.approx((600, 480), abs=3)
    with (
        pytest.raises(ScanError, match=r"no page 2; the PDF has 1"),
        opened(tmp_path / "map.pdf", 2),
    ):
        pass
    with pytest.raises(ScanError, match=r"there is no page 2; only a PDF"), opened(tmp_path / "map.png", 2):
        pass


def test_what_is_transparent_is_paper() -> None:
    clear = Image.new("RGBA", (3, 1), (0, 0, 0, 0))
    clear.putpixel((1, 0), (0, 0, 0, 255))
    assert [greyed(clear).getpixel((x, 0)) for x in range(3)] == [255, 0, 255]


def test_what_is_no_number_is_paper(recwarn: pytest.WarningsRecorder) -> None:
    values = numpy.full((40, 50), 0.5, dtype=numpy.float32)
    values[3, 4], values[5, 6], values[7, 8] = 0.0, numpy.nan, numpy.inf
    grey = numpy.asarray(greyed(Image.fromarray(values)))
    assert (grey[3, 4], grey[5, 6], grey[7, 8], grey[0, 0]) == (0, 255, 255, 255)
    assert not recwarn.list


def test_a_close_up_at_the_edge_shows_grey_where_there_is_no_art() -> None:
    close_up = cut_out(Image.new("RGB", (20, 10), "red"), (-5, 4, 15, 14))
    assert close_up.size == (20, 10)
    assert [close_up.getpixel(at) for at in ((4, 0), (5, 5), (5, 6))] == [GREY, (255, 0, 0), GREY]


def test_a_scan_larger_than_pillow_likes_is_opened_and_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scan.tif"
    drawn().save(path, compression="tiff_lzw")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with opened(path) as one, opened(path) as other:
        assert one.load() and other.load()
    assert Image.MAX_IMAGE_PIXELS == 1000


def test_a_scan_that_is_closed_sets_no_limit_for_one_that_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scan.tif"
    drawn().save(path, compression="tiff_lzw")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with ExitStack() as first, opened(path) as image:
        first.enter_context(opened(path))
        first.close()
        assert image.load()
    assert Image.MAX_IMAGE_PIXELS == 1000
