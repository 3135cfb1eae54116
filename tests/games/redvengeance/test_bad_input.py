"""What cannot be, sent by real mails: refused with its clause, the arithmetic and what would be legal;
nothing is booked by halves, and the other side is told nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, other
from adjudicator.mail.desk.table import Table
from adjudicator.state import State
from tests.adjudicator.house import House, text_of

pytestmark = pytest.mark.usefixtures("names_in_order")

PLACED = ("setup GE-I1#1-1 hex=K13", "setup GE-I1#1-2 hex=K13", "pass")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both sides are asked what they buy."""
    return House(tmp_path, "redvengeance", pictures=False)


@pytest.fixture(scope="module")
def buying(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Such a desk for all who send only what is refused, which leaves it as it was."""
    return House(tmp_path_factory.mktemp("buying"), "redvengeance", pictures=False)


@pytest.fixture(scope="module")
def setting_up(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The same at the set-up."""
    house = House(tmp_path_factory.mktemp("set-up"), "redvengeance", pictures=False)
    to_the_set_up(house)
    return house


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The same when both have fought and are asked what happened."""
    house = House(tmp_path_factory.mktemp("result"), "redvengeance", pictures=False)
    to_the_result(house)
    return house


def state_of(house: House) -> State:
    with house.desk.store() as store:
        return Table(store, 1).state


def send(house: House, side: str, *lines: str) -> str:
    """What a side is answered to these lines, in one line."""
    house.write(side, *lines)
    house.post()
    mails = reversed(house.mails(house.players[side].addresses[0]))
    return " ".join(next(text_of(one) for one in mails if "orders" in str(one["Subject"])).split())


def refused(house: House, side: str, *lines: str) -> str:
    """The answer to lines none of which stands: the position is as before, the other side hears nothing."""
    before, theirs = state_of(house), house.players[other(side)].addresses[0]
    heard = len(house.mails(theirs))
    told = send(house, side, *lines)
    after = state_of(house)
    assert (after.units, after.facts, after.tracks, after.decisions) == (
        before.units, before.facts, before.tracks, before.decisions,
    )  # fmt: skip
    assert len(house.mails(theirs)) == heard
    assert told.count("REFUSED") == len(lines)
    return told


def to_the_set_up(house: House) -> None:
    for side in (RUSSIAN, GERMAN):
        send(house, side, "pass")


def to_the_result(house: House) -> None:
    """Both have fought; one German squad has been lost."""
    to_the_set_up(house)
    send(house, GERMAN, *PLACED)
    send(house, RUSSIAN, "pass")
    for side in (GERMAN, RUSSIAN):
        send(house, side, "report LOST unit=GE-I1#1-2", "pass")
    assert (state_of(house).segment, state_of(house).units["GE-I1#1-2"].at) == ("8.601", "eliminated")


# -- purchases ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "line", "clause", "why"),
    [
        (GERMAN, "buy V2 x2", "RG-DE-V2", "at most 1 in one CGS (8.6195); 0 bought, 1 left, 2 asked for"),
        (RUSSIAN, "buy O8", "I4", "the Russian has no Off-board Observer in the Initial CGS"),
        (RUSSIAN, "buy V1 mode=dugin", "I3.4", "only the German V1, V2, V3, V4 are dug in"),
        (RUSSIAN, "buy M2 mode=reserve", "RePh8.6194.8", "only groups I set up in Reserve"),
        (GERMAN, "buy J1", "RePh8.6191", "J1 is not a group of the German chart"),
        (GERMAN, "buy", "RePh8.6191", "REFUSED [RePh8.6191]: name a group of the German chart"),
        (GERMAN, "fpp", "RePh8.621.1", "REFUSED [RePh8.621.1]: name an item of the fortification chart"),
        (GERMAN, "buy I1 x8", "RG-DE-I1", "at most 4 in one CGS"),
        (RUSSIAN, "fpp TUNNEL", "FT-FN-G", "only the German may buy"),
        (GERMAN, "fpp SUPPLEMENTAL", "FT-FN-R1", "only the Russian may buy"),
        (GERMAN, "fpp BARRICADE x9", "OB-DE.3", "cost 81 FPP together and you have 40, 41 too few"),
        (GERMAN, "fpp FLAK", "RePh8.621.1", "FLAK is not on the fortification chart"),
        (GERMAN, "fpp PILLBOX", "RePh8.621.14", "a Pillbox needs ca=, nca= and cap="),
        (GERMAN, "recon", "RePh8.622", "write the number of reconnaissance attempts"),
    ],
)
def test_what_cannot_be_bought(buying: House, side: str, line: str, clause: str, why: str) -> None:
    told = refused(buying, side, line)
    assert f"REFUSED [{clause}]" in told and why in told
    assert "Legal instead:" in told


@pytest.mark.rule("RePh8.621.1")
@pytest.mark.parametrize(
    ("side", "lines", "legal"),
    [
        (GERMAN, ("fpp BARRICADE x9",), "fpp BARRICADE fpp FOXHOLE cap=1"),
        (GERMAN, ("fpp PILLBOX",), "FPP PILLBOX ca=1 nca=3 cap=5 fpp FOXHOLE cap=1"),
        (RUSSIAN, ("fpp WIRE",), "buy M2 Your move:"),
        (RUSSIAN, ("buy M2", "fpp FORTIFIED x99"), "fpp FORTIFIED fpp FOXHOLE cap=1"),
        (RUSSIAN, ("buy O8",), "buy O1 buy O2"),
    ],
)
def test_what_is_offered_in_place_of_a_purchase_can_be_bought(
    house: House, side: str, lines: tuple[str, ...], legal: str
) -> None:
    told = send(house, side, *lines).partition("Legal instead: ")[2]
    assert told.startswith(legal)
    assert "buy I" not in told.partition("Your move:")[0]


@pytest.mark.slow
@pytest.mark.rule("RePh8.621.12", "RePh8.621.18")
def test_what_is_offered_in_place_of_a_fortification_is_left_to_be_laid(house: House) -> None:
    send(house, RUSSIAN, "pass")
    send(house, GERMAN, "fpp FORTIFIED", "fpp BARRICADE", "pass")
    told = refused(house, GERMAN, "fpp WIRE hex=K13")
    assert "you have no Wire left to place" in told and "buy" not in told
    assert "fpp FORTIFIED hex=" in told and "fpp BARRICADE side=" in told


@pytest.mark.rule("RePh8.616")
def test_groups_that_cost_too_much_fall_together_with_their_sum(buying: House) -> None:
    told = refused(buying, GERMAN, "buy V4", "buy V3", "buy V2", "buy I1 x4")
    assert "these groups cost 64 CPP together and you have 60, 4 too few" in told
    assert "V4 x1 at 13: 13; V3 x1 at 10: 10; V2 x1 at 9: 9; I1 x4 at 8: 32" in told


@pytest.mark.rule("RePh8.6195")
def test_of_a_group_bought_twice_over_its_limit_the_second_line_falls_alone(house: House) -> None:
    told = send(house, GERMAN, "buy V2", "buy V2")
    assert "3 buy V2 ON HOLD: line 4 is refused" in told
    assert "4 buy V2 REFUSED [RG-DE-V2]" in told and "1 bought, 0 left, 1 asked for" in told


# -- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "clause", "why"),
    [
        ("setup GE-I1#1-1 hex=A1", "OB-DE.1", "A1 is north of the Spree and more than 5 hexes from"),
        ("setup GE-I1#1-1 hex=Z99", "BRV0.1", "there is no hex Z99"),
        ("setup RU-I2#1-1 hex=K13", "RePh8.6194.4", "there is no unit RU-I2#1-1"),
        ("setup GE-I9#1-1 hex=K13", "RePh8.6194.4", "there is no unit GE-I9#1-1"),
        ("setup GE-I1#1-1", "RePh8.6194.4", "say where: hex=, for GE-I1#1-1"),
        ("enter GE-I1#1-1 hex=A20", "RePh8.6194.9", "when the firefight has begun"),
        ("oba O1", "CG9.8", "you have no O1"),
        ("fpp BARRICADE side=K12/K13", "RePh8.621.12", "you have no Barricade left to place"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_up(setting_up: House, line: str, clause: str, why: str) -> None:
    told = refused(setting_up, GERMAN, line)
    assert f"REFUSED [{clause}]" in told and why in told


def test_what_the_enemy_has_bought_is_no_unit_to_the_other_side(setting_up: House) -> None:
    """The words are the same for a unit that there is and for one that there is not."""
    assert "RU-I2#1-1" in state_of(setting_up).units
    told = refused(setting_up, GERMAN, "setup RU-I2#1-1 hex=K13", "setup RU-I2#9-9 hex=K13")
    assert "RU-I3" not in told
    assert told.count("there is no unit RU-I2#1-1") == told.count("there is no unit RU-I2#9-9") == 1


# -- chits -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("RePh8.6151")
def test_a_chit_that_there_is_not(house: House) -> None:
    to_the_result(house)
    for side in (GERMAN, RUSSIAN):
        send(house, side, "pass 8.601-8.615")
    told = refused(house, GERMAN, "chit maybe")
    assert "REFUSED [RePh8.6151]: a chit is ATTACK or IDLE" in told
    assert "Legal instead: chit attack chit idle" in told


# -- reports that contradict the roster --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "clause", "why"),
    [
        ("report STEP 8.601 unit=GE-I1#1-2 becomes=9-2", "RePh8.601", "GE-I1#1-2 is eliminated"),
        ("report STEP 8.601 unit=GE-I1#1-1 drop=broken", "RePh8.601", "GE-I1#1-1 is not broken"),
        ("report LOST unit=GE-I1#1-2", "RePh0.1", "GE-I1#1-2 is eliminated"),
        ("report WOUND unit=GE-I1#1-1", "RePh0.1", "GE-I1#1-1 is not a SMC"),
        ("report AT unit=GE-I1#1-1 hex=Z99", "BRV0.1", "there is no hex Z99"),
        ("report AT unit=GE-I1#2-1 hex=K13", "RePh0.1", "GE-I1#2-1 is not on the map"),
        ("report STEP 8.611 unit=GE-I1#1-1 becomes=9-2", "RePh8.601", "step 8.601 is open"),
        ("repair GE-I1#1-1 number=1 place=K13", "RePh8.601", "step 8.601 is open"),
        ("claim STONE K13 start=enemy now=own", "CG29.1", "already controlled by the claimant"),
        ("report CVP of=german suffered=3 vehicles=9 moabit=0 capture=0 refit=0 elr=0", "CG24.2",
         "9 vehicles + 0 Moabit Prisoners + 0 capture bonus are more than the 3 suffered"),
        ("report CVP of=german suffered=9 vehicles=3 moabit=0 capture=0 refit=0 elr=9", "CG24.2",
         "elr=9 is not the sum: 9 suffered - 3 vehicles"),
    ],
)  # fmt: skip
def test_a_report_that_contradicts_the_roster(fought: House, line: str, clause: str, why: str) -> None:
    told = refused(fought, GERMAN, line)
    assert f"REFUSED [{clause}]" in told and why in told


@pytest.mark.slow
@pytest.mark.rule("RePh8.6142.1")
def test_a_weapon_that_works_is_not_repaired(house: House) -> None:
    to_the_result(house)
    for side in (RUSSIAN, GERMAN):
        send(house, side, "pass 8.601-8.613")
    for side in (RUSSIAN, GERMAN):
        send(house, side, "pass 8.6131-8.61411") if state_of(house).segment != "8.6142" else None
    assert state_of(house).segment == "8.6142"
    told = refused(house, GERMAN, "repair GE-I1#1-1 number=1 place=K13")
    assert "REFUSED [RePh8.6142.1]: GE-I1#1-1 does not malfunction" in told
