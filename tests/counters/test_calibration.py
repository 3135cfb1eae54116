"""The calibration page read as a player reads it, against a lamp; and the file that keeps its readings."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image
from typer.testing import CliRunner

from counters.cli import app
from counters.roster_faults import RosterError
from counters.sheets.calibration import ACROSS_AT, DOWN_AT, SMALLEST, calibration_pdf
from counters.sheets.imposition import PAPERS, Duplex
from counters.sheets.printers_file import Offset, printer_offset, with_readings
from tests.cases import one_quick

MM = 72 / 25.4
FINE = 20
"""Dots per millimetre."""

NOUGHT = (0.0, 0.0)
TURNED = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)
run = CliRunner()


def sides(content: bytes) -> list[Image.Image]:
    document = pdfium.PdfDocument(content)
    return [page.render(scale=FINE / MM).to_pil().convert("L") for page in document]


def through(back: Image.Image, duplex: Duplex, off: Offset) -> Image.Image:
    """The back as it shines through to the front, of a printer that puts it so far to the right and down."""
    upright = back.width <= back.height
    sideways = duplex is (Duplex.LONG_EDGE if upright else Duplex.SHORT_EDGE)
    over = Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM
    seen = Image.new("L", back.size, 255)
    seen.paste(back.transpose(over), (round(off[0] * FINE), round(off[1] * FINE)))
    return seen


def readings(front: Image.Image, seen: Image.Image) -> Offset:
    """Which line of the back runs on in one of the front, at both verniers, in millimetres."""
    x, y = front.width / 2 / FINE, front.height / 2 / FINE
    ours = front.crop(_box(x - 47, y + ACROSS_AT - 2, x + 47, y + ACROSS_AT - 1))
    theirs = seen.crop(_box(x - 47, y + ACROSS_AT + 2.5, x + 47, y + ACROSS_AT + 3))
    over = front.crop(_box(x + DOWN_AT - 2, y - 47, x + DOWN_AT - 1, y + 47))
    under = seen.crop(_box(x + DOWN_AT + 2.5, y - 47, x + DOWN_AT + 3, y + 47))
    turn = Image.Transpose.TRANSPOSE
    return _reading(ours, theirs), _reading(over.transpose(turn), under.transpose(turn))


def _box(*edges: float) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(edge * FINE) for edge in edges)
    return left, top, right, bottom


def _reading(front: Image.Image, back: Image.Image) -> float:
    ours, theirs = _lines(front), _lines(back)
    assert len(ours) == len(theirs) == 31
    apart = [abs(one - other) for one, other in zip(ours, theirs, strict=True)]
    best = min(range(31), key=lambda number: apart[number])
    return (best - 15) / 10


def _lines(strip: Image.Image) -> list[float]:
    """The middles of dark lines along a strip that they cross, in dots; foot and scales are not in it."""
    row = strip.resize((strip.width, 1), Image.Resampling.BOX).tobytes()
    found: list[list[int]] = []
    for at, value in enumerate(row):
        if value < 160:
            if found and at - found[-1][-1] == 1:
                found[-1].append(at)
            else:
                found.append([at])
    return [sum(line) / len(line) for line in found]


OFF_BY = ((0.3, -0.2), NOUGHT, (-1.5, 1.5), (0.1, 0.0), (1.4, -1.4), (-0.7, 0.9))


@pytest.mark.slow
@pytest.mark.parametrize("duplex", TURNED)
@pytest.mark.parametrize("paper", one_quick((size,) for size in (PAPERS["a4"], (279.4, 215.9), SMALLEST)))
@pytest.mark.parametrize("off", one_quick((off,) for off in OFF_BY), ids=str)
def test_the_verniers_tell_how_far_the_back_is_off_to_a_tenth_of_a_millimetre(
    duplex: Duplex, paper: tuple[float, float], off: Offset
) -> None:
    front, back = sides(calibration_pdf(paper, duplex))
    assert readings(front, through(back, duplex, off)) == pytest.approx(off)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", TURNED)
def test_a_page_printed_with_its_readings_reads_nought(duplex: Duplex) -> None:
    front, back = sides(calibration_pdf(PAPERS["a4"], duplex, (0.6, -1.1)))
    assert readings(front, through(back, duplex, (0.6, -1.1))) == pytest.approx(NOUGHT)
    assert readings(front, through(back, duplex, NOUGHT)) == pytest.approx((-0.6, 1.1))


@pytest.mark.parametrize("duplex", TURNED)
def test_the_two_sides_coincide_where_the_printer_is_not_off(duplex: Duplex) -> None:
    """The nought of the back runs on in that of the front, and its cross in the lines of the scales."""
    front, back = sides(calibration_pdf(PAPERS["letter"], duplex))
    seen = through(back, duplex, NOUGHT)
    x, y = front.width / 2 / FINE, front.height / 2 / FINE
    for top, down, bottom in (
        (y + ACROSS_AT - 5, y + ACROSS_AT, y + ACROSS_AT + 8),
        (y - 21, y - 8.5, y + 29),
    ):
        (ours,) = _lines(front.crop(_box(x - 1, top, x + 1, down)))
        (theirs,) = _lines(seen.crop(_box(x - 1, down, x + 1, bottom)))
        assert abs(ours - theirs) <= 0.5, "half a dot is 0.025 mm"
    turn = Image.Transpose.TRANSPOSE
    for left, across, right in ((x + DOWN_AT - 5, x + DOWN_AT, x + DOWN_AT + 8), (x - 21, x - 8.5, x + 29)):
        (ours,) = _lines(front.crop(_box(left, y - 1, across, y + 1)).transpose(turn))
        (theirs,) = _lines(seen.crop(_box(across, y - 1, right, y + 1)).transpose(turn))
        assert abs(ours - theirs) <= 0.5


@pytest.mark.parametrize("duplex", TURNED)
def test_the_cross_of_the_back_lies_at_nought_of_both_scales(duplex: Duplex) -> None:
    document = pdfium.PdfDocument(calibration_pdf(PAPERS["letter"], duplex))
    assert len(document) == 2
    wide, high = document[1].get_size()
    lines = [item.get_bounds() for item in document[1].get_objects([raw.FPDF_PAGEOBJ_PATH])]
    cross = [line for line in lines if abs(max(line[2] - line[0], line[3] - line[1]) - 60 * MM) < 1]
    middles = {
        (round((one[0] + one[2]) / 2 - wide / 2, 2), round((one[1] + one[3]) / 2 - high / 2, 2))
        for one in cross
    }
    assert len(cross) == 2
    assert middles == {(0.0, 0.0)}
    ticks = [item.get_bounds() for item in document[0].get_objects([raw.FPDF_PAGEOBJ_PATH])]
    reach = max(one[2] - one[0] for one in cross) / 2 / MM
    upright = [one for one in ticks if one[3] - one[1] > one[2] - one[0] and one[3] > high / 2 + 24 * MM]
    assert len(upright) == 25
    assert reach > (upright[0][1] - high / 2) / MM, "the cross must reach the scale"


@pytest.mark.parametrize("paper", [PAPERS["a4"], SMALLEST])
def test_nothing_leaves_the_paper(paper: tuple[float, float]) -> None:
    for page in pdfium.PdfDocument(calibration_pdf(paper, Duplex.LONG_EDGE, (1.0, 1.0))):
        for item in page.get_objects([raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_TEXT]):
            left, bottom, right, top = (edge / MM for edge in item.get_bounds())
            assert 4 < left <= right < paper[0] - 4
            assert 4 < bottom <= top < paper[1] - 4


def test_a_paper_too_small_for_the_page_is_wrong_usage(tmp_path: Path) -> None:
    done = run.invoke(app, ["calibrate", "--out", str(tmp_path / "c.pdf"), "--paper", "139x200"])
    assert done.exit_code == 2
    assert "140 x 200 mm" in done.output
    assert not list(tmp_path.iterdir())


# -- printers.toml ------------------------------------------------------------------------------------------


def test_the_readings_of_a_printer_are_found() -> None:
    text = "[desk]\nacross = 0.4\ndown = -0.2\n[shop]\nacross = 1\n"
    assert printer_offset(text, "printers.toml", "desk") == (0.4, -0.2)
    assert printer_offset(text, "printers.toml", "shop") == (1.0, 0.0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[desk]\nacros = 1", "printers.toml:2: 'acros': unknown key, did you mean 'across'?"),
        ('[desk]\ndown = "x"', "printers.toml:2: 'x': must be millimetres from -10 to 10"),
        ("[desk]\nacross = 44", "printers.toml:2: '44': must be millimetres"),
        ("[dest]\nacross = 1", "printers.toml: 'desk': no such printer, did you mean 'dest'?"),
        ("desk = 1", "printers.toml:1: '1': must be a table: [desk]"),
        ("[desk\nacross = 1", "printers.toml:1: this is not TOML"),
    ],
)
def test_wrong_readings_are_told_with_their_line(text: str, says: str) -> None:
    with pytest.raises(RosterError) as wrong:
        printer_offset(text, "printers.toml", "desk")
    assert any(str(fault).startswith(says) for fault in wrong.value.faults), str(wrong.value)


def test_readings_that_are_not_there_are_the_inputs_fault(tmp_path: Path) -> None:
    more = ["--printer", "desk", "--printers", str(tmp_path / "none.toml")]
    done = run.invoke(app, ["sheet", "raceforberlin", "--out", str(tmp_path / "x.pdf"), *more])
    assert done.exit_code == 1
    assert "cannot be read" in done.stderr


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[desk]\nacross = 0.3\ndown = -0.2\n"),
        ("[shop]\nacross = 1\n", "[shop]\nacross = 1\n\n[desk]\nacross = 0.3\ndown = -0.2\n"),
        (
            "# mine\n[desk] \n# old\ndown=1\n\n[shop]\nacross = 1\n",
            "# mine\n[desk] \nacross = 0.3\ndown = -0.2\n# old\n\n[shop]\nacross = 1\n",
        ),
    ],
    ids=["no file", "another printer", "known, with remarks"],
)
def test_readings_are_kept_and_all_else_stays(before: str, after: str) -> None:
    assert with_readings(before, "printers.toml", "desk", (0.3, -0.2), more=False) == (after, (0.3, -0.2))


def test_further_readings_are_added() -> None:
    text = "[desk]\nacross = 0.3\ndown = -0.2\n"
    written, now = with_readings(text, "printers.toml", "desk", (-0.1, 0.4), more=True)
    assert now == pytest.approx((0.2, 0.2))
    assert printer_offset(written, "printers.toml", "desk") == now


@pytest.mark.parametrize(
    ("text", "offset", "says"),
    [
        ("desk = { across = 1 }\n", NOUGHT, "in a way of its own"),
        ('["desk"]\nacross = 1\n', NOUGHT, "in a way of its own"),
        ("[desk]\nacross = 9\n", (2.0, 0.0), "more than 10 mm"),
        ("[desk\n", NOUGHT, "not TOML"),
        ("[shop]\nacros = 1\n", NOUGHT, "did you mean 'across'?"),
    ],
)
def test_what_cannot_be_changed_is_said_and_stays(
    text: str, offset: Offset, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "printers.toml"
    file.write_text(text, encoding="utf-8")
    more = ["--across", str(offset[0]), "--down", str(offset[1]), "--more", "--printers", str(file)]
    done = run.invoke(app, ["printer", "desk", *more])
    assert getattr(done.exception, "exit_code", None) == 1
    assert says in str(done.exception)
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_from_the_page_to_the_sheet(tmp_path: Path) -> None:
    printers, pdf = str(tmp_path / "printers.toml"), str(tmp_path / "again.pdf")
    done = run.invoke(app, ["printer", "desk", "--across", "0.6", "--down", "-1.1", "--printers", printers])
    assert done.exit_code == 0, done.output
    assert "desk: 0.6 mm across, -1.1 mm down" in done.stderr
    more = ["--out", pdf, "--printers", printers, "--printer", "desk"]
    assert run.invoke(app, ["calibrate", *more]).exit_code == 0
    front, back = sides(Path(pdf).read_bytes())
    assert readings(front, through(back, Duplex.LONG_EDGE, (0.6, -1.1))) == pytest.approx(NOUGHT)
    assert run.invoke(app, ["sheet", "raceforberlin", "--only", "712", "--dpi", "150", *more]).exit_code == 0


@pytest.mark.parametrize("name", ["a b", "", "[x]", "ß", "x" * 41])
def test_a_printer_has_a_plain_name(name: str, tmp_path: Path) -> None:
    done = run.invoke(app, ["printer", name, "--printers", str(tmp_path / "p.toml")])
    assert done.exit_code == 2
    assert not list(tmp_path.iterdir())
