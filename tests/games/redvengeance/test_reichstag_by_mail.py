"""The campaign that ends by the Reichstag's fall, by mail: both report it, and both are told the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, SIDES
from adjudicator.games.redvengeance.refit_phase.reph_result import REICHSTAG
from adjudicator.games.redvengeance.situation.ground import having
from adjudicator.mail.desk.table import Table
from adjudicator.pages.book import Book
from adjudicator.pages.steps import steps
from tests.adjudicator.house import House, text_of
from tests.games.redvengeance.test_bad_input import send, state_of, to_the_set_up

pytestmark = pytest.mark.usefixtures("names_in_order")

GAME = find_game("redvengeance")
ALL = sorted(one.upper() for one in having(REICHSTAG))
REST = "pass 8.601-8.615"
CVP = "report CVP of={} suffered=0 vehicles=0 moabit=0 capture=0 refit=0 elr=0"
SQUAD = "RU-I2#1-1"
ENDED = "at the end of 4/28-PM the Russian controls the whole Reichstag"


def fought(house: House, hexes: list[str]) -> None:
    """The first date, in which the Russian takes these hexes; both report so, and nothing else."""
    to_the_set_up(house)
    for side in (GERMAN, RUSSIAN):
        send(house, side, "pass")
    both = (f"report AT unit={SQUAD} hex=Y18", f"control {','.join(hexes)} by={SQUAD} of=russian")
    send(house, RUSSIAN, f"enter {SQUAD} hex=H0", *both, "pass")
    send(house, GERMAN, *both, "pass")
    for side in SIDES:
        send(house, side, *map(CVP.format, SIDES), REST)


@pytest.mark.slow
@pytest.mark.rule("VC-CG.1", "RePh8.6234")
def test_the_reichstag_s_fall_that_both_report_ends_the_campaign(tmp_path: Path) -> None:
    house = House(tmp_path, "redvengeance", pictures=False)
    fought(house, ALL)
    over = state_of(house).over
    assert over is not None and (over["winner"], over["why"]) == (RUSSIAN, ENDED)
    for side in SIDES:
        told = " ".join(text_of(house.mails(house.players[side].addresses[0])[-1]).split())
        assert ENDED in told and "[VC-CG.1]" in told
        assert "Russian player" in told
    with house.desk.store() as store:
        told_of = steps(Table(store, 1), GERMAN)
        book = Book(GAME, 1, "", GERMAN, told_of, ((),) * len(told_of))
        (fought_,) = book.fought()
        assert fought_.title == told_of[-1].title and "wins the CGS of 4/28-PM" in fought_.came
        assert replay(store, 1).difference == "" and not audit(store, 1).faults


@pytest.mark.slow
@pytest.mark.rule("VC-CG.1")
def test_without_one_of_its_hexes_it_goes_on(tmp_path: Path) -> None:
    house = House(tmp_path, "redvengeance", pictures=False)
    fought(house, ALL[1:])
    assert state_of(house).over is None and state_of(house).segment == "8.6151"
