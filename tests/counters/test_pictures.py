"""Pictures anybody may have made: what is drawn, and what is refused with its line."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from counters.cli import app
from counters.faces.picture import picture, picture_faults, pixels_wide, thin_strokes
from counters.roster_faults import RosterError

from .conftest import ROSTER, STYLE, Write

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">\n{}\n</svg>\n'
RED = '<rect width="40" height="20" fill="#c00000"/>'
DOCTYPE = (
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
)


def png(size: tuple[int, int] = (64, 64), mode: str = "RGB") -> bytes:
    content = BytesIO()
    Image.new(mode, size, "#336699" if mode == "RGB" else 1).save(content, "PNG")
    return content.getvalue()


def bomb() -> bytes:
    """A PNG of a few hundred bytes whose head claims 60,000 x 60,000 pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b"")


def faults(tmp_path: Path, content: str | bytes, name: str = "art.svg") -> list[str]:
    raw = content.encode("utf-8") if isinstance(content, str) else content
    (tmp_path / name).write_bytes(raw)
    found = [str(fault) for fault in picture_faults(tmp_path, name)]
    if found:
        with pytest.raises(RosterError):
            picture(tmp_path, name, 100)
    return found


def test_shapes_and_colours_of_an_svg_are_drawn_as_wide_as_asked(tmp_path: Path) -> None:
    assert faults(tmp_path, SVG.format(RED)) == []
    drawn = picture(tmp_path, "art.svg", 200)
    assert (drawn.size, drawn.mode) == ((200, 100), "RGBA")
    assert drawn.getpixel((100, 50)) == (0xC0, 0, 0, 255)


def test_an_svg_without_a_viewbox_has_the_one_that_its_size_means(tmp_path: Path) -> None:
    sized = SVG.format(RED).replace('viewBox="0 0 40 20"', 'width="40px" height="20"')
    assert faults(tmp_path, sized) == []
    drawn = picture(tmp_path, "art.svg", 200)
    assert (drawn.size, drawn.getpixel((190, 90))) == ((200, 100), (0xC0, 0, 0, 255))


def test_the_size_an_svg_claims_on_paper_does_not_matter(tmp_path: Path) -> None:
    huge = SVG.format(RED).replace("viewBox", 'width="1" height="900000000" viewBox')
    assert faults(tmp_path, huge) == []
    assert picture(tmp_path, "art.svg", 200).size == (200, 100)


@pytest.mark.parametrize(
    ("inner", "line", "says"),
    [
        ("<g/>\n<script>alert(1)</script>", 3, "<script> is not drawn"),
        ('<rect onclick="x()"/>', 2, "onclick would run a script"),
        ('<image href="http://example.org/x.png"/>', 2, "refers to something outside"),
        ('<image href="data:image/png;base64,AAAA"/>', 2, "<image> is not drawn"),
        ('<rect fill="url(http://example.org/#a)"/>', 2, "fill refers to something outside"),
        ('<rect style="fill: url( file:///etc/passwd )"/>', 2, "style refers to something outside"),
        ("<style>@import 'x.css';</style>", 2, "<style> is not drawn"),
        ("<foreignObject/>", 2, "<foreignObject> is not drawn"),
        ('<use href="#a"/>', 2, "<use> is not drawn"),
        ("<text>Letters</text>", 2, "<text> is not drawn"),
        ("<g>", 3, "this is not XML"),
        ('<rect style="fill: red; filter: blur(9000px)"/>', 2, "effects are not drawn"),
        ('<rect mask="url(#a)"/>', 2, "effects are not drawn"),
        ('<g opacity="0.9">\n' * 21 + "</g>" * 21, 22, "more than 20 layers"),
        ('<g style="opacity:0.9">\n' * 21 + "</g>" * 21, 22, "more than 20 layers"),
    ],
)
def test_what_runs_or_reaches_outside_is_refused_with_its_line(
    tmp_path: Path, inner: str, line: int, says: str
) -> None:
    found = faults(tmp_path, SVG.format(inner))
    assert any(fault.startswith(f"art.svg:{line}: ") and says in fault for fault in found), found


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format(RED), "DOCTYPE"),
        (
            '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd" [<!ENTITY a "b">]>' + SVG.format(RED),
            "DOCTYPE",
        ),
        (f"{DOCTYPE}{DOCTYPE}{SVG.format(RED)}", "DOCTYPE"),
        ("<html/>", "this is not an SVG"),
        (SVG.format(RED).replace("0 0 40 20", "0 0 1 100000"), "viewBox"),
        (SVG.format(RED).replace("0 0 40 20", "0 0 nan 1"), "viewBox"),
        (SVG.format(RED).replace(' viewBox="0 0 40 20"', ""), "viewBox"),
        (SVG.format("<g/>" * 30_000), "more than 20000 shapes"),
        (SVG.format(" " * 2_100_000), "larger than"),
    ],
)
def test_what_is_no_sound_svg_is_refused(tmp_path: Path, content: str, says: str) -> None:
    assert any(says in fault for fault in faults(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (png((1, 1)), "1 x 1 pixels: there is nothing to see"),
        (png((3, 500)), "3 x 500 pixels"),
        (png((8000, 6000), "1"), "8000 x 6000 pixels are too many for a counter"),
        (bomb(), "its head claims more pixels than a counter needs"),
        (png()[:80], "this is not a readable picture"),
        (b"", "this is not a readable picture"),
        (b"GIF89a" + bytes(60), "this is not a readable picture"),
    ],
    ids=["one pixel", "a line", "a poster", "bomb", "cut off", "empty", "another kind"],
)
def test_what_is_no_sound_png_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    (fault,) = faults(tmp_path, content, "art.png")
    assert says in fault


@pytest.mark.parametrize(
    "name", ["../art.png", "/etc/art.png", "a\\b.png", "C:/art.png", "art.bmp", "none.png"]
)
def test_a_picture_lies_within_the_games_folder(game: Write, name: str) -> None:
    roster = ROSTER.replace("aliases", "aliases,art", 1).replace("Old Guard", f"Old Guard,{name}")
    folder = game(roster_csv=roster.replace("week-2,", "week-2,,"))
    (folder.parent / "art.png").write_bytes(png())
    done = CliRunner().invoke(app, ["check", str(folder)])
    assert done.exit_code == 1
    assert "roster.csv:2: " in done.stderr
    assert "there is no such picture" in done.stderr


def test_a_doctype_that_only_names_the_standard_is_taken_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    assert faults(tmp_path, DOCTYPE + SVG.format(RED)) == []
    (fault,) = faults(tmp_path, DOCTYPE + SVG.format("<image/>"))
    assert fault.startswith("art.svg:3: ")


def test_a_comment_inside_is_no_obstacle(tmp_path: Path) -> None:
    assert faults(tmp_path, SVG.format(f"<!-- red -->{RED}")) == []


def test_entities_are_refused_in_any_encoding(tmp_path: Path) -> None:
    bomb = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format(RED)
    (fault,) = faults(tmp_path, bomb.encode("utf-16"))
    assert "it declares a DOCTYPE or entities" in fault


def test_a_style_sheet_elsewhere_is_refused(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, '<?xml-stylesheet href="http://x/a.css"?>\n' + SVG.format(RED))
    assert "art.svg:1: <?xml-stylesheet?> refers to something outside the file" in fault


@pytest.mark.parametrize(
    "inside", ["", '<path d="M0 0"/>', f"<g opacity='0'>{RED}</g>", f"<defs>{RED}</defs>"]
)
def test_an_svg_that_shows_nothing_is_refused(tmp_path: Path, inside: str) -> None:
    (tmp_path / "art.svg").write_text(SVG.format(inside), encoding="utf-8")
    (fault,) = picture_faults(tmp_path, "art.svg")
    assert "nothing of it can be seen" in fault.why


def test_a_png_that_shows_nothing_is_refused(tmp_path: Path) -> None:
    Image.new("RGBA", (64, 64), (255, 0, 0, 0)).save(tmp_path / "art.png")
    (fault,) = picture_faults(tmp_path, "art.png")
    assert "nothing of it can be seen" in fault.why


@pytest.mark.parametrize("command", ["sheet", "draw"])
def test_all_faults_of_all_pictures_come_at_once_before_anything_is_drawn(
    game: Write, tmp_path: Path, command: str
) -> None:
    roster = ROSTER.replace("aliases", "aliases,art", 1).replace("Old Guard", "Old Guard,a.svg")
    style = f'{STYLE}\n[layout]\nsymbol = {{ image = "art" }}\n'
    folder = game(roster_csv=roster.replace("week-2,", "week-2,,b.png"), style_toml=style)
    (folder / "a.svg").write_text(SVG.format("<script/>\n<image/>"), encoding="utf-8")
    (folder / "b.png").write_bytes(png((1, 1)))
    done = CliRunner().invoke(app, [command, str(folder), "--out", str(tmp_path / "out")])
    assert done.exit_code == 1
    told = str(done.exception)
    assert [line.rpartition("/")[2].partition(": ")[0] for line in told.splitlines()] == [
        *("a.svg:2", "a.svg:3", "b.png"),
    ]
    assert not (tmp_path / "out").exists()


def test_a_bad_picture_leaves_nothing_half_written(game: Write, tmp_path: Path) -> None:
    roster = ROSTER.replace("aliases", "aliases,art", 1).replace("Old Guard", "Old Guard,art.svg")
    style = f'{STYLE}\n[layout]\nsymbol = {{ image = "art" }}\n'
    folder = game(roster_csv=roster.replace("week-2,", "week-2,,"), style_toml=style)
    (folder / "art.svg").write_text(SVG.format("<script/>"), encoding="utf-8")
    pdf = tmp_path / "x.pdf"
    done = CliRunner().invoke(app, ["sheet", str(folder), "--out", str(pdf)])
    assert isinstance(done.exception, RosterError)
    assert done.exception.exit_code == 1
    assert "art.svg:2: <script> is not drawn" in str(done.exception)
    assert not list(tmp_path.glob("x.pdf*"))


def test_strokes_are_told_with_their_share_of_the_width(tmp_path: Path) -> None:
    faults(tmp_path, SVG.format('<path d="M0 0 L9 9" stroke="#000" stroke-width="0.2"/>'))
    assert list(thin_strokes(tmp_path, "art.svg")) == [(2, 0.005)]


def test_of_a_large_picture_no_more_is_kept_than_can_be_seen(tmp_path: Path) -> None:
    (tmp_path / "art.png").write_bytes(png((3000, 1500)))
    assert picture(tmp_path, "art.png", 200).size == (400, 200)
    assert pixels_wide(tmp_path, "art.png") == 3000


def in_format(kind: str, mode: str = "RGB", **more: object) -> bytes:
    """A red picture with a blue left half, in any format."""
    image = Image.new("RGB", (60, 40), "#b02020")
    image.paste("#2020b0", (0, 0, 30, 40))
    content = BytesIO()
    image.convert(mode).save(content, kind, **more)
    return content.getvalue()


def held_sideways() -> bytes:
    image = Image.new("RGB", (40, 60), "#b02020")
    exif = Image.Exif()
    exif[0x0112] = 6
    content = BytesIO()
    image.save(content, "JPEG", exif=exif)
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("art.jpg", in_format("JPEG")),
        ("art.JPEG", in_format("JPEG", "CMYK")),
        ("art.gif", in_format("GIF")),
        ("art.webp", in_format("WEBP")),
        ("art.bmp", in_format("BMP")),
        ("art.tif", in_format("TIFF")),
        ("art.png", in_format("JPEG")),
        ("art.png", in_format("PNG", "L")),
    ],
    ids=["jpg", "cmyk", "gif", "webp", "bmp", "tif", "a jpg called png", "grey"],
)
def test_any_usual_picture_will_do(tmp_path: Path, name: str, content: bytes) -> None:
    assert faults(tmp_path, content, name) == []
    drawn = picture(tmp_path, name, 60)
    assert (drawn.mode, drawn.size) == ("RGBA", (60, 40))


def test_a_photo_held_sideways_stands_upright(tmp_path: Path) -> None:
    (tmp_path / "art.jpg").write_bytes(held_sideways())
    assert picture(tmp_path, "art.jpg", 60).size == (60, 40)
    assert pixels_wide(tmp_path, "art.jpg") == 60


def test_a_gif_that_moves_shows_its_first_picture(tmp_path: Path) -> None:
    first, second = (Image.new("P", (20, 20), colour) for colour in (1, 2))
    content = BytesIO()
    first.save(content, "GIF", save_all=True, append_images=[second])
    (tmp_path / "art.gif").write_bytes(content.getvalue())
    assert faults(tmp_path, content.getvalue(), "art.gif") == []
    assert picture(tmp_path, "art.gif", 20).size == (20, 20)


@pytest.mark.parametrize("kind", ["JPEG", "GIF", "WEBP", "TIFF"])
def test_a_picture_that_is_cut_off_is_told(tmp_path: Path, kind: str) -> None:
    (fault,) = faults(tmp_path, in_format(kind)[:60], "art.jpg")
    assert "this is not a readable picture" in fault


def test_a_kind_nobody_draws_is_told_with_those_that_are(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, b"%PDF-1.4", "art.pdf")
    assert "a picture is a .png, .jpg, .gif, .webp, .bmp, .tif or .svg file" in fault
