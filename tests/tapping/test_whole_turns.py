"""A whole turn of each game is played by tapping alone, in a real browser, on real mailboxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from tests.browser import needs_browser
from tests.cases import the_rest_long
from tests.mailbox.servers import Certificate, Dovecot, certificate, why_no_dovecot
from tests.tapping.browsers import Chromium
from tests.tapping.turn import sitting

MOST_KB = 900
"""A mail with its pictures, its saved game and its page is not larger, as it goes over the wire."""


MOST_EMAILS = {
    "donnerschlag": 12, "koenigsberg45": 12, "panzerkorps48": 4, "raceforberlin": 10, "redvengeance": 12,
    "amberroad": 4,
}  # fmt: skip
"""Emails of both sides in a turn, without those of the set-up."""
MOST_LINES = 60
"""Lines of both sides in a date of Red Vengeance."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    if why_no_dovecot():
        pytest.skip(why_no_dovecot())
    return certificate(tmp_path_factory.mktemp("certificates"), "good")


@pytest.fixture
def dovecot(known: Certificate) -> Iterator[Dovecot]:
    server = Dovecot(known)
    yield server
    server.stop()


def check_turn(
    name: str, folder: Path, dovecot: Dovecot, known: Certificate, browser: Chromium, published: bool
) -> None:
    """A turn is played to its end, every question is answered by taps, and nothing is refused but by a die of
    which the page has warned."""
    with sitting(name, folder, dovecot, known, browser, published) as table:
        done = table.play()
    assert done.turned and done.emails > 3 and done.lines > 10, done
    assert (done.unanswered, done.wrong) == ([], []), done
    assert done.emails - done.before <= MOST_EMAILS[name], done
    assert name != "redvengeance" or done.lines <= MOST_LINES, done
    assert max(done.mail_kb) < MOST_KB and (done.published > 1) is published, done
    # the reports of the opening went out before the desk knew where its pages are shown
    assert len(done.page_kb) == 2 if published else len(done.page_kb) > 2, done


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", the_rest_long(game_names()))
def test_a_turn_is_played_by_tapping_the_attached_page(
    tmp_path: Path, dovecot: Dovecot, known: Certificate, browser: Chromium, name: str
) -> None:
    check_turn(name, tmp_path, dovecot, known, browser, published=False)


@pytest.mark.slow
@needs_browser
def test_a_turn_is_played_by_tapping_the_published_page(
    tmp_path: Path, dovecot: Dovecot, known: Certificate, browser: Chromium
) -> None:
    check_turn("amberroad", tmp_path, dovecot, known, browser, published=True)
