"""What cannot be after the first date, sent by real mails: chits that are used up, groups that were all
bought, points there are not, set-ups outside their area, dice and promotions that nobody is owed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.adjudicator.house import House
from tests.adjudicator.test_agreements import run
from tests.games.redvengeance.test_bad_input import refused, send, state_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("names_in_order")]

FIRST = {
    RUSSIAN: ("buy V2", "buy I1", "pass"),
    GERMAN: ("buy V2", "buy G5", "fpp TRENCH", "fpp FORTIFIED", "pass"),
}
PLACED = (
    "setup GE-G5#1-1 hex=K14", "setup GE-G5#1-3 hex=K14", "setup GE-I1#1-1 hex=K13",
    "setup GE-I1#1-2 hex=K13", "setup GE-I1#1-4 hex=K13", "setup GE-I1#1-6 hex=K13", "pass",
)  # fmt: skip
LEADER, LMG, GUN = "GE-I1#1-6", "GE-I1#1-4", "GE-G5#1-1"


def both(house: House, *lines: str) -> None:
    for side in (RUSSIAN, GERMAN):
        send(house, side, *lines)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both have bought, and the German is asked to set up."""
    house = House(tmp_path, "redvengeance", pictures=False)
    for side, lines in FIRST.items():
        send(house, side, *lines)
    return house


def fought(house: House) -> None:
    """The first firefight is over; a German leader was lost in it."""
    send(house, GERMAN, *PLACED)
    send(house, RUSSIAN, "pass")
    both(house, f"report LOST unit={LEADER}", "pass")
    assert state_of(house).segment == "8.601"


def at_the_chits(house: House) -> None:
    fought(house)
    both(house, "pass 8.601-8.615")
    assert state_of(house).segment == "8.6151"


def at_the_purchases(house: House) -> None:
    at_the_chits(house)
    send(house, RUSSIAN, "chit attack")
    send(house, GERMAN, "chit idle")
    assert (state_of(house).segment, state_of(house).turn) == ("8.619", 2)


def at_the_set_up(house: House) -> None:
    at_the_purchases(house)
    send(house, RUSSIAN, "pass")
    send(house, GERMAN, "buy I3 mode=map", "buy I2", "pass")
    assert state_of(house).segment == "8.624"


@pytest.mark.rule("CG26.2", "RePh8.6151")
def test_a_chit_when_all_are_used(house: House) -> None:
    at_the_chits(house)
    run(house, "correct", "1", "--track", "chits-german=0", "--reason", "three have been played")
    told = refused(house, GERMAN, "chit attack")
    assert "REFUSED [CG26.2]: all 3 Attack chits of the German are used Legal instead: chit idle You" in told
    assert "chit idle OK" in send(house, GERMAN, "chit idle")


# -- purchases ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "line", "clause", "why"),
    [
        (GERMAN, "buy V2", "RG-DE-V2", "at most 1 in the campaign (8.6196); 1 bought, 0 left, 1 asked for"),
        (GERMAN, "buy G6", "I2", "AA groups are sold for the Initial CGS only"),
        (GERMAN, "buy V4 mode=dugin", "I3.4", "are dug in, in the Initial CGS; this is V4"),
        (GERMAN, "fpp WIRE", "RG-DE-M2",
         "cost 12 FPP together and you have 0, 12 too few: WIRE x1 at 6, doubled after the Initial CGS: 12"),
        (GERMAN, "fpp ATDITCH", "FT-FN-E", "sold in the Initial CGS only"),
        (RUSSIAN, "buy V4 x9", "RG-RU-V4", "at most 3 in one CGS (8.6195); 0 bought, 3 left, 9 asked for"),
        (RUSSIAN, "recon n=99", "RePh8.622", "reconnaissance costs 198 CPP (2 a try);"),
    ],
)  # fmt: skip
def test_what_cannot_be_bought_on_a_later_date(
    house: House, side: str, line: str, clause: str, why: str
) -> None:
    at_the_purchases(house)
    told = refused(house, side, line)
    assert f"REFUSED [{clause}]" in told and why in told


@pytest.mark.rule("RePh8.616")
def test_more_points_than_the_roll_has_given(house: House) -> None:
    at_the_purchases(house)
    has = state_of(house).tracks["cpp-german"]
    told = refused(house, GERMAN, "buy I4 x2", "buy V4")
    assert f"these groups cost 33 CPP together and you have {has}, {33 - has} too few" in told
    assert "I4 x2 at 10: 20; V4 x1 at 13: 13" in told


# -- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "clause", "why"),
    [
        ("setup GE-I3#1-1 hex=H0", "RePh8.6194.4", "H0 is not in one of your set-up areas"),
        ("setup GE-I1#2-1 hex=A1", "RePh8.6194.4", "A1 is not in one of your set-up areas"),
        ("hip GE-G5#1-2 hex=C1", "RePh8.6194.4", "C1 is not in one of your set-up areas"),
        ("setup GE-I2#1-1 hex=K13", "RePh8.6194.9", "GE-I2#1-1 was bought to enter at the edge"),
        (f"setup {LEADER} hex=K13", "RePh8.6194.4", f"{LEADER} is eliminated"),
        ("fpp TRENCH hex=A1", "RePh8.621", "A1 is not in one of your set-up areas"),
        ("fpp FORTIFIED hex=A1", "RePh8.621", "A1 is not in one of your set-up areas"),
    ],
)
def test_what_cannot_be_set_up_on_a_later_date(house: House, line: str, clause: str, why: str) -> None:
    at_the_set_up(house)
    told = refused(house, GERMAN, line)
    assert f"REFUSED [{clause}]" in told and why in told


# -- reports and dice --------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6115.1", "RePh0.1")
def test_a_dead_leader_is_neither_promoted_nor_lost_again(house: House) -> None:
    fought(house)
    told = refused(house, GERMAN, f"report LOST unit={LEADER}", f"report COMMISSAR unit={LEADER}")
    assert f"{LEADER} is eliminated" in told
    assert "there is no report COMMISSAR; the usual ones are CVP, LOST, AT, REVEAL, STEP" in told
    both(house, "pass 8.601-8.6114")
    assert state_of(house).segment == "8.6115"
    told = refused(
        house,
        GERMAN,
        f"report STEP 8.6115 unit={LEADER} becomes=9-2",
        f"report PROMOTION unit={LEADER} by=9-2",
    )
    assert f"REFUSED [RePh8.6115.1]: {LEADER} is eliminated" in told
    assert f"REFUSED [RePh8.6115.1]: {LEADER} is not an MMC. A leader rises from an MMC" in told


@pytest.mark.rule("RePh8.6142.1", "RePh8.61411.1")
def test_a_gun_that_works_is_not_repaired_and_what_does_not_is_offered(house: House) -> None:
    fought(house)
    both(house, f"report STEP 8.601 unit={LMG} add=malfunctioned", "pass 8.601-8.61411")
    assert state_of(house).segment == "8.6142"
    told = refused(
        house, GERMAN, f"repair {GUN} number=1 place=K14", "repair GE-G5#1-9 number=1 place=K14",
        "repair MA GE-V2#1-1",
    )  # fmt: skip
    assert f"REFUSED [RePh8.6142.1]: {GUN} does not malfunction; of yours: {LMG} Legal" in told
    assert "the main armament of GE-V2#1-1 is not Disabled" in told
    assert '"repair WEAPON number=N place=HEX" for each that malfunctions, any number; or pass.' in told
    assert " OK" in send(house, GERMAN, f"repair {LMG} number=1 place=K13")


@pytest.mark.rule("RePh0.1")
def test_reports_that_differ_are_told_by_what_differs_before_all_else(house: House) -> None:
    fought(house)
    cvp = "report CVP of=german suffered={} vehicles=0 moabit=0 capture=0 refit=0 elr={}"
    send(house, RUSSIAN, cvp.format(74, 74), "pass 8.601-8.615")
    told = send(house, GERMAN, cvp.format(75, 75), "report LOST unit=GE-I1#1-1", "pass 8.601-8.615")
    differ = "report CVP german: elr {} (theirs {}), suffered {} (theirs {})"
    assert f"QUEUED: the other side's report differs. {differ.format(75, 74, 75, 74)}" in told
    assert "QUEUED: the other side has not yet filed the same" in told
    for side, numbers in ((GERMAN, (75, 74, 75, 74)), (RUSSIAN, (74, 75, 74, 75))):
        (asked,) = (one for one in state_of(house).decisions if one.player == side)
        assert asked.question.startswith(
            f"Yours and theirs differ: {differ.format(*numbers)}. The other side"
        )
        assert "report LOST" not in asked.question.partition(". The other")[0]
    send(house, GERMAN, cvp.format(74, 74))
    assert state_of(house).facts["losses"]["german"]["suffered"] == 74
