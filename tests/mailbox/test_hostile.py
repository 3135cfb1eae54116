"""Servers that fail at one letter, or do what none should: whatever it is, the other letters are judged."""

from __future__ import annotations

import resource
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.desk import open_desk
from adjudicator.mail.run import MailRun
from adjudicator.mail.servers import fetching, ticking, watched
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.imap import ImapFolder
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.servers.sending import GIVEN_UP, REFUSED
from adjudicator.mail.servers.smtp import SmtpLink
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.mail.settings.servers import Server
from tests.adjudicator.house import House, text_of
from tests.mailbox.conftest import Desk, table
from tests.mailbox.hostile import Hostile
from tests.mailbox.servers import REFEREE


@pytest.fixture
def server() -> Iterator[Hostile]:
    made = Hostile()
    yield made
    made.stop()


@pytest.fixture
def house(server: Hostile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A desk that fetches its letters from that server, and has looked at it once."""
    monkeypatch.setenv("OF_THE_DESK", "secret")
    made = House(tmp_path, pictures=False)
    text = TEMPLATE.replace("pictures = true", "pictures = false")
    keys = {"kind": "imap", "server": "127.0.0.1", "port": server.port, "security": "none"}
    text += table("in", {**keys, "user": REFEREE, "password-env": "OF_THE_DESK", "largest": 2})
    (made.desk.folder / "desk.toml").write_text(text, "utf-8")
    made.desk = open_desk(made.desk.folder)
    round_of(made)
    return made


def round_of(house: House, later: timedelta = timedelta(hours=1)) -> MailRun:
    """One round of a new process."""
    house.clock += later
    rounds = Rounds(house.desk)
    try:
        return rounds.go(house.clock)
    finally:
        rounds.close()


def arrive(server: Hostile, house: House, side: str, *lines: str) -> int:
    """Let a letter arrive; its UID."""
    house.written += 1
    uid = max(server.letters, default=100) + 1
    server.letters[uid] = house.letter(side, *lines)
    return uid


def rows(done: MailRun) -> list[str]:
    return [letter.row for letter in done.letters]


def told(house: House) -> list[str]:
    """The subjects of the mails to the referee, but of those on a clock that jumps."""
    subjects = (str(mail["Subject"]) for mail in house.mails("referee@example.org"))
    return [one for one in subjects if "clock" not in one]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["no", "huge", "endless", "cut"])
def test_a_letter_that_cannot_be_had_keeps_no_other_back(way: str, server: Hostile, house: House) -> None:
    bad = arrive(server, house, "red", "bid 3")
    server.ways[bad] = way
    arrive(server, house, "blue", "bid 1")
    found = [row for _ in range(4) for row in rows(round_of(house))]
    assert found == ["taken"]
    (subject,) = told(house)
    assert "An email cannot be fetched" in subject
    text = text_of(house.mails("referee@example.org")[-1])
    assert f"UID {bad}" in text and "once a day" in text


@pytest.mark.slow
def test_it_is_asked_for_again_every_day_and_taken_when_the_server_gives_it(
    server: Hostile, house: House
) -> None:
    bad = arrive(server, house, "red", "bid 3")
    server.ways[bad] = "no"
    for _ in range(24):
        round_of(house)
    asked = len(server.fetched)
    assert asked == 1
    for _ in range(48):
        round_of(house)
    assert len(server.fetched) == asked + 2 and len(told(house)) == 1
    del server.ways[bad]
    assert rows(round_of(house, timedelta(days=1))) == ["taken"]
    assert rows(round_of(house, timedelta(days=2))) == []


def test_a_literal_of_20_gb_is_not_read(server: Hostile, house: House) -> None:
    server.ways[arrive(server, house, "red", "bid 3")] = "huge"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    round_of(house)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KB


def test_a_letter_larger_than_the_desk_fetches_stays_there(server: Hostile, house: House) -> None:
    big = arrive(server, house, "red", "bid 3")
    server.size[big] = 2_000_001
    arrive(server, house, "blue", "bid 1")
    assert rows(round_of(house)) == ["taken"]
    assert big not in server.fetched and "largest" in text_of(house.mails("referee@example.org")[-1])


NONSENSE = [
    ("UIDVALIDITY", b"* OK [UIDVALIDITY 1180591620717411303424] 2^70\r\n"),
    ("UIDVALIDITY", b"* OK [UIDVALIDITY none] none\r\n"),
    ("UIDNEXT", b"* OK [UIDNEXT -3] none\r\n"),
    ("UIDNEXT", b"* OK [UIDNEXT " + b"9" * 5000 + b"] many\r\n"),
    ("UIDS", b"* 1 FETCH (UID 1180591620717411303424)\r\n* 2 FETCH (UID none)\r\n"),
    ("UIDS", b"* 1 FETCH (UID 103 {7}\r\nletters)\r\n"),
    ("EXISTS", b"* " + b"9" * 6000 + b" EXISTS\r\n"),
    ("EXISTS", b"* \xff\xfe\x00 {nonsense\r\n"),
    ("EXISTS", b"* " + b"x" * 2_000_000 + b"\r\n"),
    ("EXISTS", b""),
]


@pytest.mark.parametrize(("word", "said"), NONSENSE, ids=lambda one: str(one)[:40])
def test_what_makes_no_sense_does_not_keep_back_the_letters_that_lie_here(
    word: str, said: bytes, server: Hostile, house: House
) -> None:
    server.said[word] = said
    house.write("blue", "bid 1")
    done = round_of(house)
    assert rows(done) == ["taken"]
    assert all("Traceback" not in one for one in done.remarks)


@pytest.mark.parametrize(
    "came",
    [
        b'"01-Jan-0000 00:00:00 +0000"',
        b'"99-Foo-2026 99:99:99 +9999"',
        b"NIL",
        b'""',
        b'"31-Dec-9999 23:59:59 -2359"',
    ],
)
def test_a_letter_of_an_impossible_date_is_taken(came: bytes, server: Hostile, house: House) -> None:
    server.came = came
    arrive(server, house, "red", "bid 3")
    assert rows(round_of(house)) == ["taken"]


def test_a_server_that_drips_gets_no_more_than_the_time_of_a_round(
    server: Hostile, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "ROUND_SECONDS", 1.5)
    arrive(server, house, "red", "bid 3")
    house.write("blue", "bid 1")
    server.pause = 0.2
    begun = time.monotonic()
    done = round_of(house)
    assert rows(done) == ["taken"] and time.monotonic() - begun < 15
    assert "so slow that this mail run was ended" in " ".join(done.remarks)


def test_a_server_that_is_slow_hands_over_what_it_can_in_each_round(
    server: Hostile, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.0)
    for _ in range(3):
        arrive(server, house, "red", "bid 3")
    assert rows(round_of(house)) == []
    monkeypatch.setattr(fetching, "SECONDS", 60.0)
    assert len(rows(round_of(house))) == 3


MANY = 200_000


@pytest.mark.slow
def test_200000_letters_are_looked_through_after_their_numbers_changed(server: Hostile, house: House) -> None:
    """What a search finds is one line: of so many letters it would be longer than any line may be."""
    arrive(server, house, "red", "bid 3")
    assert rows(round_of(house)) == ["taken"]
    server.letters = dict.fromkeys(range(1, MANY + 1), b"")
    server.said["UIDVALIDITY"] = b"* OK [UIDVALIDITY 8] changed\r\n"
    folder = ImapFolder(house.desk.settings.mail_in, house.desk.folder)
    try:
        assert folder.uids(1) == list(range(1, MANY + 1))
        assert folder.uids(MANY) == [MANY]
    finally:
        folder.close()


# -- mails that go out ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mail_at_which_the_connection_always_breaks_is_given_up_after_five_days(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes it each time, and breaks off before it says so: each try is one more copy."""
    house, postman = desk.house, desk.office.postman
    desk.arrive("red", "bid 3")
    postman.drops, before = 10_000, len(postman.taken)
    monkeypatch.setattr(ticking, "jump", lambda *_: timedelta())  # an hour passes between two rounds
    for _ in range(24 * 7):
        desk.post()
    copies = [one.rcpt_tos for one in postman.taken[before:] if "anna@example.org" in one.rcpt_tos]
    assert 5 < len(copies) <= 18, "growing pauses: minutes first, a day in the end"
    assert list((house.desk.outbox / REFUSED).iterdir())
    assert timedelta(days=5) == GIVEN_UP
    told_of = [str(mail["Subject"]) for mail in house.mails("referee@example.org")]
    assert any("may go out twice" in one for one in told_of)
    assert any("could not be sent" in one for one in told_of)


@pytest.mark.parametrize("said", [b"250", b"250 ", b"250-one\r\n250 STAR", b"25", b"250-one\r\n", b""])
def test_an_offer_of_the_server_that_is_cut_off_is_not_read_as_one_without_encryption(
    said: bytes, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            client, _ = listening.accept()
            with client:
                client.sendall(b"220 here\r\n")
                client.recv(1000)
                client.sendall(said)

        threading.Thread(target=serve, daemon=True).start()
        out = Server("smtp", "127.0.0.1", int(listening.getsockname()[1]), "starttls")
        with pytest.raises(MailboxError, match="the connection broke off"):
            SmtpLink(out, tmp_path)
