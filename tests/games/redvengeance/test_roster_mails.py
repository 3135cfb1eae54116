"""Rosters in the mails: who gets which files, and when."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.mail.telling.art import art_of
from tests.adjudicator.house import House

pytestmark = pytest.mark.usefixtures("names_in_order")

KINDS = ("-roster.html", "-roster.csv", "-setup.vsav")


def files(mail: EmailMessage) -> list[str]:
    """The names of the roster files of a mail."""
    names = (part.get_filename() or "" for part in mail.walk())
    return [name for name in names if name.endswith(KINDS)]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A campaign whose groups have just arrived."""
    found = House(tmp_path, "redvengeance", pictures=False)
    for side in (RUSSIAN, GERMAN):
        found.write(side, "buy M2", "pass")
    found.post()
    return found


def reports(house: House, side: str) -> list[EmailMessage]:
    """The reports to a side, oldest first."""
    mails = house.mails(house.players[side].addresses[0])
    return [mail for mail in mails if str(mail["Subject"]).startswith("[1]")]


@pytest.mark.rule("ROST.2")
def test_each_side_gets_its_own_rosters_where_they_have_changed(house: House) -> None:
    for side in (RUSSIAN, GERMAN):
        first, last = reports(house, side)
        assert files(first) == []
        assert files(last) == [f"game-1-turn-1-{side}{kind}" for kind in KINDS]


@pytest.mark.rule("ROST.1")
def test_a_report_that_is_made_again_brings_them_along(house: House) -> None:
    last = reports(house, GERMAN)[-1]
    again = {one.name: one.data for one in art_of(last, "")}
    assert [name for name in again if name.endswith(KINDS)] == files(last)
    assert again["game-1-turn-1-german-roster.html"].startswith(b"<!DOCTYPE html>")


@pytest.mark.slow
@pytest.mark.rule("ROST.1")
def test_a_report_that_changes_no_roster_brings_none(house: House) -> None:
    house.write(GERMAN, "pass")
    house.post()
    assert files(reports(house, RUSSIAN)[-1]) == []
