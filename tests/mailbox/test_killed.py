"""A post that is killed at any moment, between real servers: nothing is lost, and nothing is judged twice."""

from __future__ import annotations

import random
import time
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import game_names
from adjudicator.mail.servers.sending import LONGEST_BROKEN
from adjudicator.mail.servers.ticking import go_on, ticks
from tests.adjudicator.house import House
from tests.adjudicator.killed import KILLED, killed, round_of_post
from tests.adjudicator.test_post_game import next_letter
from tests.cases import one_quick
from tests.conftest import Tries
from tests.mailbox.conftest import Desk, connect
from tests.mailbox.cutting import Cutting
from tests.mailbox.servers import Dovecot, Office

ROOT = Path(__file__).parents[2]
LINE = "if asked loss then lose"
SLOW, LONG = pytest.mark.slow, pytest.mark.long
EACH = 20
"""After so many kills a post comes to its end: letters do not pile up, and its time is measured again."""
KILLS = (pytest.param(3, marks=SLOW), pytest.param(40, marks=SLOW), pytest.param(500, marks=LONG))
PLACES = [
    "adjudicator.store.transit:Transit.keep_mailbox",
    "adjudicator.store.transit:Transit.add_fetched",
    "adjudicator.mail.servers.fetching:deliver",
    "adjudicator.mail.run.clerk:settle",
    "adjudicator.store.mailbag:Mailbag.mark_filed",
    "adjudicator.mail.servers.imap:ImapFolder.put_away",
    "adjudicator.store.transit:Transit.drop_fetched",
    "adjudicator.mail.servers.smtp:SmtpLink.send",
    "adjudicator.mail.servers.smtp:SmtpLink._data",
    "adjudicator.mail.servers.sending:Sending._move",
]


def whole(desk: Desk, letters: int) -> None:
    """Every letter was judged once, every mail was sent, and each lies where it belongs."""
    all_there(
        desk,
        sorted(f"<{n}-{'red' if n % 2 else 'blue'}@example.org>" for n in range(1, letters + 1)),
        3 + letters,
    )


def all_there(desk: Desk, names: list[str], sheets: int) -> None:
    """The same of letters by their names, of which there are so many sheets in the end."""
    with desk.house.desk.store() as store:
        kept = store.database.rows("SELECT message_id FROM letters")
        came = sorted(row["message_id"] for row in kept if row["message_id"] in names)
        assert came == names, "a letter was lost, or dealt with twice"
        assert len(store.journal.sheets(1)) == sheets, "a letter was judged twice"
        assert replay(store, 1).difference == "" and audit(store, 1).faults == ()
        mails = {mail["name"] for mail in store.database.rows("SELECT name FROM mails")}
        assert store.transit.fetched(desk.house.desk.settings.mail_in.box) == []
    assert sorted(desk.dovecot.letters("judged")) == names
    assert desk.dovecot.letters("INBOX") == desk.dovecot.letters("held") == []
    sent = {path.name for path in (desk.house.desk.outbox / "cur").iterdir()}
    assert (sent, list((desk.house.desk.outbox / "new").iterdir())) == (mails, [])
    same: dict[str, object] = {}
    for one in desk.office.postman.taken:
        assert isinstance(one.content, bytes)
        name = str(message_from_bytes(one.content)["Message-ID"])
        assert same.setdefault(name, one.content) == one.content, "a second copy differs from the first"
    assert len(same) == len(mails)


def killed_at(desk: Desk, place: str, when: str) -> None:
    desk.house.clock = desk.house.clock.replace(minute=desk.house.clock.minute + 1)
    assert killed(place, when, desk.house.desk.folder, desk.house.clock, work=round_of_post) == KILLED


@pytest.mark.slow
@pytest.mark.parametrize("when", one_quick(["after", "before"]))
@pytest.mark.parametrize("place", PLACES)
def test_a_round_killed_here_is_taken_up_where_it_was(desk: Desk, place: str, when: str) -> None:
    desk.arrive("red", LINE)
    desk.arrive("blue", LINE)
    killed_at(desk, place, when)
    desk.post()
    desk.post()
    whole(desk, 2)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_network_that_cuts_every_connection_somewhere_loses_nothing(desk: Desk, seed: int) -> None:
    chance, rounds = random.Random(seed), 12 if seed == 1 else 100
    incoming, out = Cutting(desk.dovecot.tls), Cutting(desk.office.port)
    desk.set(incoming={"port": incoming.port}, out={"port": out.port})
    for n in range(rounds):
        desk.arrive("blue" if n % 2 else "red", LINE)
        incoming.cuts, out.cuts = ([int(100 * 1.7 ** chance.uniform(0, 12)) for _ in "ab"] for _ in "cd")
        desk.house.clock -= timedelta(minutes=50)
        done = desk.post()
        assert done.problems == [] and not done.ours
        assert all("the connection broke off" in told for told in done.remarks), done.remarks
    incoming.cuts, out.cuts = [], []
    for _ in range(2):
        assert desk.post().remarks == []
    incoming.stop()
    out.stop()
    whole(desk, rounds)


@pytest.mark.parametrize("cuts", [pytest.param(8, marks=SLOW), pytest.param(100, marks=LONG)])
@pytest.mark.parametrize("game", game_names())
def test_nor_does_it_in_any_game(
    tmp_path: Path, dovecot: Dovecot, office: Office, game: str, cuts: int, tries: Tries
) -> None:
    """Real rules and reports: letters by bots, the next one when the one before was judged."""
    house, chance, made, letters = House(tmp_path, game, pictures=False), random.Random(cuts), 0, 0
    connect(house, dovecot, office, {}, {})
    desk = Desk(house, dovecot, office)
    assert desk.post().remarks == []
    incoming, out = Cutting(dovecot.tls), Cutting(office.port)
    desk.set(incoming={"port": incoming.port}, out={"port": out.port})
    with house.desk.store() as store:
        before = len(store.journal.sheets(1))
    while made < tries(cuts):
        with house.desk.store() as store:
            judged = len(store.journal.sheets(1)) - before
        side, lines, form = next_letter(house, chance)
        if judged == letters and side:
            letters += 1
            desk.arrive(side, *lines, id=f"<{letters}@cut>", **form)
        incoming.cuts, out.cuts = ([int(100 * 1.7 ** chance.uniform(0, 16)) for _ in "ab"] for _ in "cd")
        house.clock -= timedelta(minutes=50)
        done = desk.post()
        assert done.problems == [] and not done.ours
        assert all("the connection broke off" in told for told in done.remarks), done.remarks
        made += len(done.remarks)
    incoming.cuts, out.cuts = [], []
    with house.desk.store() as store:  # the hours to come are not a jump of the clock
        go_on(store, house.clock, ticks())
    for _ in range(LONGEST_BROKEN // timedelta(hours=1)):  # so long a mail may rest that broke off
        assert desk.post().remarks == []
    incoming.stop()
    out.stop()
    all_there(desk, sorted(f"<{n}@cut>" for n in range(1, letters + 1)), before + letters)


def ended(desk: Desk) -> tuple[int, str]:
    """Let a post come to its end: its exit code, and what it found wrong. The time until then
    is no jump of the clock."""
    with desk.house.desk.store() as store:
        go_on(store, desk.house.clock, ticks())
    post = desk.house.starts("post")
    _, said = post.communicate()
    return post.returncode, said.decode().replace("Nothing to do.\n", "")


@pytest.mark.parametrize("kills", KILLS)
def test_a_post_killed_at_random_loses_nothing_and_has_nothing_judged_twice(desk: Desk, kills: int) -> None:
    chance, usual = random.Random(kills), 0.0
    for n in range(kills):
        if n % EACH == 0:
            started = time.monotonic()
            assert ended(desk) == (0, "")
            usual = time.monotonic() - started
        desk.house.clock += timedelta(minutes=10)  # in a day nobody gets more than a hundred answers
        desk.arrive("blue" if n % 2 else "red", LINE)
        post = desk.house.starts("post")
        time.sleep(chance.uniform(usual * 0.4, usual * 1.6))
        post.kill()
        post.communicate()
    for _ in range(2):
        assert ended(desk) == (0, "")
    whole(desk, kills)
