"""Mail runs as a service: it wakes, it ends between letters, and it tells the referee what is wrong, once."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.imap import ImapFolder
from adjudicator.mail.servers.pauses import rests
from adjudicator.mail.servers.ticking import Ticks, go_on, jump, look_at_clock, ticks
from adjudicator.mail.servers.watch import SERVER_SECONDS, Watch
from adjudicator.store import Pause
from tests.adjudicator.house import House, head_of
from tests.at import NOON
from tests.mailbox.conftest import Desk
from tests.mailbox.servers import REFEREE

PATIENCE = 30.0


def until(holds: Callable[[], object]) -> float:
    """Wait until something holds; how long that was."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < PATIENCE
        time.sleep(0.05)
    return time.monotonic() - started


class Watched:
    """`hexpost post --watch` in a process of its own."""

    def __init__(self, house: House) -> None:
        with house.desk.store() as store:
            go_on(store, house.clock, ticks())
        self.process = house.starts("post", "--watch", out=subprocess.PIPE)

    def end(self) -> tuple[int, str, str]:
        """Tell it to end; its exit code and what it said."""
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@pytest.fixture
def watched(desk: Desk) -> Iterator[Watched]:
    watching = Watched(desk.house)
    yield watching
    watching.process.kill()
    watching.process.communicate()


@pytest.mark.slow
def test_a_watch_wakes_when_a_letter_comes_and_says_one_line_of_it(desk: Desk, watched: Watched) -> None:
    taken = desk.office.postman.taken
    before = len(taken)
    desk.arrive("red", "if asked loss then lose", chat="May I?\nAnother line.")
    until(lambda: len(taken) > before)
    time.sleep(1.0)  # till it waits again
    desk.dovecot.doveadm("kick", REFEREE)  # as servers do at night
    time.sleep(1.0)
    desk.arrive("blue", "if asked loss then lose")
    assert until(lambda: len(taken) > before + 1) < SERVER_SECONDS / 4
    until(lambda: desk.dovecot.letters("judged"))
    code, out, err = watched.end()
    assert (code, err) == (0, "")
    letters = [line for line in out.splitlines() if "taken (take)" in line]
    assert len(letters) == 2 and "anna@example.org: game 1, taken (take): known sender" in letters[0]
    assert [line for line in out.splitlines() if line not in letters and "mails: " not in line] == []
    assert "Another line" not in out


def test_a_wait_ends_when_a_letter_comes(desk: Desk) -> None:
    folder = ImapFolder(desk.house.desk.settings.mail_in, desk.house.desk.folder)
    folder.uids(1)
    later = threading.Timer(1.0, desk.dovecot.drop, (b"From: a@b.example\n\nHi\n",))
    later.start()
    started = time.monotonic()
    assert folder.wait(PATIENCE, lambda: False)
    assert time.monotonic() - started < PATIENCE / 2
    later.join()
    assert not folder.wait(0.1, lambda: False)
    assert len(folder.uids(1)) == 1, "the connection goes on as before"
    folder.close()
    with pytest.raises(MailboxError):
        folder.uids(1)


@pytest.mark.slow
def test_a_watch_that_is_told_to_end_ends_between_two_letters(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False)
    for _ in range(30):
        house.write("red", "if asked loss then lose")
    watching = Watched(house)
    until(lambda: list(house.desk.done.iterdir()))
    code, out, err = watching.end()
    assert (code, err) == (0, "")
    left, done = len(list(house.desk.inbox.glob("*.eml"))), len(list(house.desk.done.iterdir()))
    assert left and left + done == 30
    with house.desk.store() as store:
        assert len(store.journal.sheets(1)) == 3 + done
        assert store.mail.undelivered() == ()
    assert out.count("(take)") == done


def test_what_is_wrong_is_told_by_mail_once_and_again_when_it_had_been_well(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False)
    shown: list[str] = []

    def passes(watch: Watch, count: int) -> int:
        """How many mails to the referee some rounds bring."""
        before = len(house.mails("referee@example.org"))
        for _ in range(count):
            watch.once()
        return len(house.mails("referee@example.org")) - before

    watch, another = (Watch(house.desk, lambda _, wrong: shown.extend(wrong), lambda: NOON) for _ in range(2))
    stray = house.desk.inbox / "orders.txt"
    stray.write_text("attack", encoding="utf-8")
    assert passes(watch, 3) == 1
    assert len(shown) == 1 and "inbox/orders.txt was not read" in shown[0]
    assert "inbox/orders.txt was not read" in house.last("referee@example.org").replace("\n", " ")
    assert passes(another, 1) == 0, "a watch that was begun anew knows what it told"
    stray.unlink()
    assert passes(another, 2) == 0
    stray.write_text("attack", encoding="utf-8")
    assert passes(another, 2) == 1


def test_a_server_that_is_gone_is_told_once_and_rests_longer_and_longer(desk: Desk) -> None:
    desk.set(incoming={"port": 1})
    shown: list[str] = []
    clock = [desk.house.clock]
    watch = Watch(desk.house.desk, lambda _, wrong: shown.extend(wrong), lambda: clock[0])
    tries: list[int] = []
    for _ in range(12):
        watch.once()
        with desk.house.desk.store() as store:
            pause = store.transit.pause("in")
        assert pause is not None
        tries.append(pause.tries)
        clock[0] += timedelta(seconds=60)
    assert shown == ["localhost, port 1: nothing answers at this port. Is its number right?"]
    assert tries == [1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6]
    desk.set()
    watch.desk = watch.rounds.desk = desk.house.desk
    desk.arrive("red", "bid 3")
    clock[0] += timedelta(minutes=10)
    watch.once()
    watch.rounds.close()
    assert desk.dovecot.letters("judged") == ["<1-red@example.org>"]
    with desk.house.desk.store() as store:
        assert store.transit.pause("in") is None


@pytest.mark.parametrize(("minutes", "rest"), [(-1, False), (0, False), (1, True), (60, True), (61, False)])
def test_a_pause_that_is_too_long_is_one_of_a_wrong_clock(minutes: int, rest: bool) -> None:
    pause = Pause("in", NOON.isoformat(), 1, (NOON + timedelta(minutes=minutes)).isoformat())
    assert rests(pause, NOON, timedelta(hours=1)) == rest
    assert not rests(None, NOON, timedelta(hours=1))


@pytest.mark.slow
def test_a_mail_is_given_up_after_five_days(desk: Desk) -> None:
    desk.office.postman.at_rcpt = {"ben@example.org": "450 4.2.1 Mailbox busy"}
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1")
    desk.post()
    desk.house.clock += timedelta(days=6)
    (told,) = desk.post().remarks
    assert "the clock of this computer jumped" in told, "a clock that is not believed gives nothing up"
    with desk.house.desk.store() as store:
        go_on(store, desk.house.clock, ticks())
    given_up = desk.post().remarks
    assert given_up and all("refused for good" in one and "450 4.2.1" in one for one in given_up)
    assert len(list((desk.house.desk.outbox / "refused").iterdir())) == len(given_up)


# -- the clock -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passed", "ticked", "off"),
    [
        (timedelta(days=9), Ticks("one start", 9 * 86400.0), timedelta()),
        (timedelta(days=9), Ticks("one start", 3600.0), timedelta(days=9, hours=-1)),
        (timedelta(days=-3), Ticks("one start", 86400.0), timedelta(days=-4)),
        (timedelta(days=9), Ticks("another start", 5.0), timedelta()),
        (timedelta(days=-3), Ticks("another start", 5.0), timedelta(days=-3)),
    ],
)
def test_a_jump_is_what_the_clock_that_nobody_can_set_does_not_know_of(
    passed: timedelta, ticked: Ticks, off: timedelta
) -> None:
    assert jump(NOON, Ticks("one start", 0.0), NOON + passed, ticked) == off


@pytest.mark.parametrize("days", [30, -30])
def test_a_clock_that_jumps_stops_the_deadlines_until_he_says_go_on(tmp_path: Path, days: int) -> None:
    house = House(tmp_path, pictures=False)
    watch = Watch(house.desk, lambda *_: None, lambda: house.clock)
    watch.once()
    house.clock += timedelta(days=days)
    watch.once()
    watch.once()
    told = house.mails("referee@example.org")
    assert [mail["Subject"] for mail in told] == ["The clock jumped: deadlines are stopped"]
    assert "was on Fri 20 Nov 2026, 12:00 UTC" in house.last("referee@example.org")
    house.clock = NOON + timedelta(days=30)
    house.post()
    assert not [mail for mail in house.mails() if "waits for YOUR MOVE" in head_of(mail)]
    with house.desk.store() as store:
        assert "hexpost desk go-on" in look_at_clock(house.desk, store, house.clock, ticks())
        assert go_on(store, house.clock, ticks())
        assert look_at_clock(house.desk, store, house.clock, ticks()) == ""
        assert not go_on(store, house.clock, ticks())
    house.post()
    assert [mail for mail in house.mails() if "waits for YOUR MOVE" in head_of(mail)]
