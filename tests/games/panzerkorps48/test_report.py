"""How a combat reads in a report, in text and on the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from adjudicator.events import FireResolved
from adjudicator.games.panzerkorps48.record import GAME
from adjudicator.report.drawing import stamps
from adjudicator.report.drawing.caption import legend
from adjudicator.report.drawing.painting import laid_face
from adjudicator.report.pages import Opening, Pages, ReportFacts, pages
from adjudicator.report.scene import Piece, scene
from tests.tabletop import Tabletop

from .fights import EAST, HEX, NORTH, fight, table

UNITS = {"15-I": HEX, "685-I": HEX, "421RR": NORTH, "14MRB": EAST, "ART-1": "0916"}
ORDER = f"prep {HEX} by 421RR, 14MRB support ART-1 then fire 421RR, 14MRB support ART-1 at 15-I"


def fought() -> Tabletop:
    answers = (("german", "fire 685-I at 421RR\nhold"), ("german", "check 15-I"))
    return fight(UNITS, ORDER, *answers, dice=[6, 3, 4])


def report(laid: Tabletop) -> Pages:
    before = table(UNITS).state
    events = tuple(event for event in laid.events if event.seen_by("german"))
    return pages(
        ReportFacts(game=GAME, number=7, side="german", before=before, after=laid.state, events=events)
    )


def test_a_fire_is_told_with_its_value_its_column_and_what_the_result_means() -> None:
    text = report(fought()).text
    box = text[text.index("421RR, 14MRB, ART-1 at 15-I") :]
    for line in (
        "|  Fire\n",
        "421RR, 14MRB       11 -> 5   personnel fire at armor times 1/2",
        "ART-1               4 -> 2   artillery fire at armor times 1/2",
        "|  Value   7: 5-7, shifted to column 3-4",
        "-1 the armor of 15-I",
        "|  Result  1-0: morale 1.",
    ):
        assert line in box, box[:1500]
    assert "Defenders" not in box[: box.index("+---")]


def test_the_check_and_its_price_are_told() -> None:
    text = " ".join(report(fought()).text.split())
    assert "15-I passes its morale check with a die of 4 (morale 5)." in text
    assert "15-I loses 1 step (for the morale check), 4 left." in text


def test_the_picture_shows_from_where_a_hex_was_fired_at() -> None:
    laid = fought()
    drawn = scene(GAME, 7, table(UNITS).state, laid.state, laid.events)
    assert [(clash.origins, clash.space, clash.result) for clash in drawn.clashes] == [
        ((HEX,), NORTH, "0-0"),
        ((NORTH, EAST, "0916"), HEX, "1-0"),
    ]
    assert [(clash.number, clash.support) for clash in drawn.clashes] == [(1, ()), (2, ("0916",))]


def test_the_picture_shows_the_morale_check_at_its_fire() -> None:
    laid = fought()
    (hold, fire) = scene(GAME, 7, table(UNITS).state, laid.state, laid.events).clashes
    assert [(one.check, one.passed) for one in (hold, fire)] == [("", False), ("4", True)]
    ground = Image.new("RGB", (200, 200))
    drawn = []
    for die, passed in (("4", True), ("4", False), ("5", True)):
        drawn.append(ground.copy())
        stamps.check(drawn[-1], (100, 100), 40, die, passed)
    assert len({picture.tobytes() for picture in drawn}) == 3


def test_what_a_picture_shows_of_morale_its_strip_explains() -> None:
    laid = fought()
    shown = scene(GAME, 7, table(UNITS).state, laid.state, laid.events)
    assert "morale check passed" in {sign.word for sign in legend(laid.state.roster, shown)}
    assert "morale check failed" not in {sign.word for sign in legend(laid.state.roster, shown)}


@pytest.mark.rule("7.1.B.2", "7.1.C.3")
def test_an_attack_is_told_with_its_fires_and_what_came_of_them() -> None:
    text = " ".join(report(fought()).text.split())
    order = [
        f"COMBAT 1. A prepared attack on {HEX} by 421RR and 14MRB, supported by ART-1. [7.1.A.1] +---",
        "+--- Fire 1: 685-I at 421RR",
        f"* The defenders of {HEX} are done firing: they hold their fire.",
        "+--- Fire 2: 421RR, 14MRB, ART-1 at 15-I",
        "* 15-I passes its morale check",
        f"* The attackers of {HEX} are done firing: all have fired.",
    ]
    assert [text.index(one) for one in order] == sorted(text.index(one) for one in order)


def test_fires_have_the_numbers_of_the_picture_in_their_order() -> None:
    text = report(fought()).text
    assert text.index("Fire 1: 685-I at 421RR") < text.index("Fire 2: 421RR, 14MRB, ART-1 at 15-I")


def test_a_fire_recorded_without_its_support_is_read_as_before() -> None:
    laid = fought()
    facts = [event.facts() for event in laid.events if isinstance(event, FireResolved)][-1]
    assert facts.pop("support") == ("ART-1",)
    drawn = FireResolved(**facts, rule="7.2.seq.5")
    assert (drawn.support, drawn.attackers) == ((), ("421RR", "14MRB", "ART-1"))


@pytest.mark.rule("7.2.seq.5")
def test_a_fire_off_the_table_says_so_in_the_report() -> None:
    laid = fight(
        {"15-I": HEX, "421RR": f"{NORTH} 1"},
        f"prep {HEX} by 421RR then fire 421RR at 15-I",
        ("german", "hold"),
    )
    told = report(laid)
    assert "|  Value   0: off the table" in told.text
    assert "|  Die     none" in told.text
    (fire,) = laid.found("FireResolved")
    assert (fire["column"], fire["die"]) == ("", 0)
    assert "no effect" in told.html


def test_a_unit_that_has_lost_steps_shows_on_the_picture_how_many_are_left() -> None:
    laid = fought()
    left = {piece.unit: piece.left for piece in scene(GAME, 7, laid.state, laid.state, ()).pieces}
    assert {unit: left[unit] for unit in UNITS} == {"15-I": 4, "685-I": 0, "421RR": 0, "14MRB": 0, "ART-1": 0}
    whole = Piece("15-I", HEX, 0, "15-I")
    faces = [laid_face(laid.state.roster, replace(whole, left=steps), 100) for steps in (0, 3, 4)]
    assert len({face.tobytes() for face in faces}) == 3, "another number is another face"


def test_the_first_report_lists_the_placeholders_as_one_sentence() -> None:
    before = GAME.start(GAME.scenarios[0])
    opening = Opening("ab" * 32, "{}")
    text = pages(ReportFacts(GAME, 7, "soviet", before, before, opening=opening)).text
    listed = " ".join(text.partition("Some values are hexpost's own")[2].split())
    assert "Combat Results Table; Terrain Effects Chart" in listed, "by their titles"
    assert ".;" not in listed and ".." not in listed


def test_points_are_told_in_words() -> None:
    stand = report(fought()).text.partition("CURRENT SITUATION")[2]
    assert "Soviet player: points 0, losses 0, towns 0, bridges 0, exits 0\n" in stand
    assert "German player: points 65, losses 0, towns 45, bridges 20, exits 0\n" in stand
    assert "{" not in stand


def test_units_are_listed_by_the_numbers_as_they_lie_on_the_counter() -> None:
    told = " ".join(report(fought()).text.partition("Units by location")[2].split())
    assert "11 Pz: 15-I (5-10 -1, 4 steps left) in 0920" in told
    assert "0919: 421RR (6-5); 1019: 14MRB (5-8) Farther away: 0916: ART-1 (4-8 r8)" in told
    weak = table({"685-I": f"{HEX} 1", "421RR": NORTH})
    assert "685-I (3-5, 1 step left) in 0920" in " ".join(report(weak).text.split())


def test_what_a_rehearsal_took_off_lies_below_nobody() -> None:
    text = report(fought()).text
    assert "unseen" not in text
    assert "157TB" not in text
