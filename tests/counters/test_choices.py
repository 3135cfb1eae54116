"""Parts of a game, what there is of it, the readings of a printer, and what can be typed."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from typer.testing import CliRunner

from counters.cli import app
from counters.roster.load import load_roster
from counters.roster.manifest import manifest
from counters.roster.subset import chosen_part
from counters.roster_faults import RosterError
from counters.signs.lengths import length_mm, size_mm

SKIRMISH = Path(__file__).parent / "skirmish"
MM = 72 / 25.4
run = CliRunner()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["side=allied"], {"sq-b", "tk", "9-cav", "3-mec"}),
        (["type=squad", "ldr"], {"sq-a", "sq-b", "ldr"}),
        (["nation=german"], {"sq-a", "ldr", "gun", "ftr", "trk", "5-inf"}),
        (["markers"], {"loss-14", "smoke", "control-axis"}),
        (["kind=event", "kind=loss"], {"evt-1", "loss-14"}),
        (["cards", "formation=VII"], {"act-1", "cmb-1", "evt-1", "5-inf"}),
        (["size=corps"], {"3-mec"}),
    ],
)
def test_a_part_is_chosen_in_words(words: list[str], found: set[str]) -> None:
    part = chosen_part(load_roster(SKIRMISH), words)
    assert {*part.counters, *part.markers, *part.cards} == found


def test_without_a_word_all_is_chosen() -> None:
    roster = load_roster(SKIRMISH)
    assert chosen_part(roster, ()) is roster


def test_words_that_mean_nothing_are_all_told_with_the_nearest() -> None:
    with pytest.raises(RosterError) as wrong:
        chosen_part(load_roster(SKIRMISH), ["side=alied", "sq-c", "colour=red", "markers"])
    assert [str(fault) for fault in wrong.value.faults][1:] == [
        "--only: 'side=alied': means no piece, did you mean 'side=allied'?",
        "--only: 'sq-c': means no piece, did you mean 'sq-b'?",
    ]
    assert len(wrong.value.faults) == 3


def test_the_manifest_counts_by_side_and_type() -> None:
    lines = [(one.side, one.what, one.pieces, one.two_sided) for one in manifest(load_roster(SKIRMISH))]
    assert lines == [
        ("Axis", "fighter", 1, 0),
        ("Axis", "gun", 1, 0),
        ("Axis", "infantry", 1, 1),
        ("Axis", "leader", 1, 0),
        ("Axis", "squad", 1, 1),
        ("Axis", "truck", 1, 0),
        ("Allied", "cavalry", 1, 0),
        ("Allied", "mechanised", 1, 0),
        ("Allied", "squad", 3, 0),
        ("Allied", "tank", 1, 0),
        ("", "markers: loss", 12, 12),
        ("", "markers: information", 6, 0),
        ("", "markers: control", 8, 8),
        ("", "cards: activation", 2, 2),
        ("", "cards: combat", 1, 1),
        ("", "cards: event", 1, 1),
    ]


def test_the_manifest_is_told_as_text_and_as_json() -> None:
    text = run.invoke(app, ["manifest", "raceforberlin"]).stdout
    assert "35  Zhukov        infantry" in text
    assert text.splitlines()[-1] == "   180  pieces, 120 of them with two sides"
    facts = json.loads(run.invoke(app, ["manifest", "raceforberlin", "--json"]).stdout)
    assert sum(line["pieces"] for line in facts["lines"]) == 85 + 84 + 11


def test_the_manifest_is_printed_in_words_not_in_those_of_the_roster() -> None:
    told = [line.words for line in manifest(load_roster("panzerkorps48"))]
    assert {"self-propelled artillery", "anti-tank", "plan markers", "German markers"} <= set(told)
    told += [line.words for line in manifest(load_roster("koenigsberg45"))]
    assert {"headquarters", "armoured train", "army 3BR chits"} <= set(told)
    assert not any(raw in line for line in told for raw in (": ", "hq", "german", "soviet"))


@pytest.mark.parametrize(
    ("text", "mm"),
    [("16", 16), ("16 mm", 16), ("1/2in", 12.7), ("5/8", 15.875), ('0.75"', 19.05), ("9/16 inch", 14.2875)],
)
def test_lengths_are_written_as_people_say_them(text: str, mm: float) -> None:
    assert length_mm(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["", "x", "-1", "1/0", "1e9", "16 cm", "٣", "16mm16"])
def test_what_is_not_a_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a length such as 16"):
        length_mm(text)


def test_a_size_has_two_lengths() -> None:
    assert size_mm("210x11in") == pytest.approx((210, 279.4))
    with pytest.raises(ValueError, match="is not a size such as 210x297"):
        size_mm("210")


@pytest.mark.parametrize(
    "more",
    [
        ["--paper", "210x"],
        ["--paper", "9x9"],
        ["--size", "4"],
        ["--size", "big"],
        ["--bleed", "6.5"],
        ["--gap", "-1"],
        ["--corners", "9"],
        ["--duplex", "both"],
        ["--dpi", "20"],
    ],
)
def test_a_choice_that_cannot_be_is_wrong_usage(tmp_path: Path, more: list[str]) -> None:
    pdf = tmp_path / "x.pdf"
    assert run.invoke(app, ["sheet", "raceforberlin", "--out", str(pdf), *more]).exit_code == 2
    assert not pdf.exists()


def test_all_choices_together_are_printed(tmp_path: Path) -> None:
    readings = tmp_path / "printers.toml"
    readings.write_text("[desk]\nacross = 0.4\ndown = -0.2\n", encoding="utf-8")
    pdf = tmp_path / "x.pdf"
    more = "--paper 148x210 --size 1/2in --gap 2 --bleed 1 --corners 1 --duplex short-edge --low-ink"
    only = ["--only", "side=axis", "--printers", str(readings), "--printer", "desk", "--dpi", "150"]
    done = run.invoke(app, ["sheet", str(SKIRMISH), "--out", str(pdf), *more.split(), *only])
    assert done.exit_code == 0, done.stderr
    document = pdfium.PdfDocument(pdf)
    assert [side / MM for side in document[0].get_size()] == pytest.approx((148, 210), abs=0.01)
    assert len(document) == 6


def test_calibrate_and_symbols_write_what_they_promise(tmp_path: Path) -> None:
    pdf, png = tmp_path / "c.pdf", tmp_path / "s.png"
    assert run.invoke(app, ["calibrate", "--out", str(pdf)]).exit_code == 0
    assert run.invoke(app, ["calibrate", "--out", str(pdf), "--duplex", "fold"]).exit_code == 2
    assert run.invoke(app, ["symbols", "--out", str(png), "--size", "48"]).exit_code == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("more", "pages"), [([], 4), (["--no-cover"], 2), (["--duplex", "fold"], 2)])
def test_a_cover_stands_in_front_unless_it_is_not_wanted(tmp_path: Path, more: list[str], pages: int) -> None:
    pdf = tmp_path / "x.pdf"
    only = ["--only", "712", "--dpi", "150"]
    assert run.invoke(app, ["sheet", "raceforberlin", "--out", str(pdf), *only, *more]).exit_code == 0
    document = pdfium.PdfDocument(pdf)
    assert len(document) == pages
    assert ("1 inch" in document[0].get_textpage().get_text_range()) == ("--no-cover" not in more)
