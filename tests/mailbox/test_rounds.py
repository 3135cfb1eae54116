"""A desk between real servers: letters by IMAP, mails by SMTP."""

from __future__ import annotations

import base64
import re
import subprocess
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.strategies import text

from adjudicator.mail.run import MailRun
from adjudicator.mail.servers.imap import ImapFolder, folder_name
from tests.adjudicator.house import House
from tests.at import ROOT, hexpost_at
from tests.mailbox.conftest import Desk, connect
from tests.mailbox.servers import REFEREE, Certificate, Dovecot, Office, certificate


def ids(desk: Desk) -> list[str]:
    """The Message-IDs of the mails that the server took, in their order."""
    contents = (envelope.content for envelope in desk.office.postman.taken)
    return [message_from_bytes(content)["Message-ID"] for content in contents if isinstance(content, bytes)]


@pytest.mark.slow
def test_a_game_by_imap_and_smtp(desk: Desk) -> None:
    first = sorted(address for envelope in desk.office.postman.taken for address in envelope.rcpt_tos)
    assert first == ["anna@example.org", "anna@work.example.org", "ben@example.org"]
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1", chat="May I ask something?")
    done = desk.post()
    assert [(one.row, one.action) for one in done.letters] == [("taken", "take"), ("taken", "take")]
    assert (done.problems, done.remarks) == ([], [])
    assert done.sent == done.mails > 2
    assert desk.dovecot.letters("INBOX") == []
    assert desk.dovecot.letters("judged") == ["<1-red@example.org>"]
    assert desk.dovecot.letters("held") == ["<2-blue@example.org>"]
    assert {envelope.mail_from for envelope in desk.office.postman.taken} == {REFEREE}
    assert len(set(ids(desk))) == len(ids(desk))
    assert list((desk.house.desk.outbox / "new").iterdir()) == []
    assert desk.post().letters == []


def rows(done: MailRun) -> list[str]:
    return [letter.row for letter in done.letters]


def judged(desk: Desk) -> list[tuple[str, str]]:
    """What the store kept of letters: their Message-IDs and what was done."""
    with desk.house.desk.store() as store:
        found = store.database.rows("SELECT message_id, action FROM letters WHERE filed = 1 ORDER BY id")
    return [(row["message_id"], row["action"]) for row in found if row["message_id"].endswith("example.org>")]


# -- letters that come in --------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_lay_there_before_and_what_others_write_stays_as_it_is(desk: Desk) -> None:
    desk.dovecot.drop(b"From: wife@example.net\nMessage-ID: <1@net>\nSubject: Dinner\n\nToday?\n")
    desk.dovecot.drop(f"From: {REFEREE}\nMessage-ID: <2@me>\n\nA note to myself\n".encode())
    desk.arrive("red", "bid 3")
    assert rows(desk.post()) == ["taken"]
    assert desk.dovecot.letters("INBOX") == ["<1@net>", "<2@me>"]
    unseen = desk.dovecot.doveadm("search", "-u", REFEREE, "mailbox", "INBOX", "unseen")
    assert len(unseen.splitlines()) == 2
    assert rows(desk.post()) == []


@pytest.mark.slow
def test_a_substitutes_emails_are_fetched_as_the_players_are(desk: Desk) -> None:
    words = ("1", "red", "--substitute", "Dora <dora@example.net>", "--desk", str(desk.house.desk.folder))
    subprocess.run(hexpost_at(desk.house.clock, "player", *words), cwd=ROOT, check=True, capture_output=True)
    desk.arrive("red", "bid 3", sender="Dora <dora@example.net>")
    assert rows(desk.post()) == ["taken"]


def test_what_lay_there_when_the_desk_was_connected_is_left(
    tmp_path: Path, dovecot: Dovecot, office: Office
) -> None:
    dovecot.drop(b"From: anna@example.org\nMessage-ID: <old@x>\n\nDo you play wargames?\n")
    house = House(tmp_path)
    connect(house, dovecot, office, {}, {})
    desk = Desk(house, dovecot, office)
    assert rows(desk.post()) == rows(desk.post()) == []
    assert dovecot.letters("INBOX") == ["<old@x>"]


def test_a_mailbox_of_its_own_gives_every_letter(desk: Desk) -> None:
    desk.set(incoming={"take": "all"})
    desk.dovecot.drop(b"From: carl@example.net\nMessage-ID: <1@net>\n\nMay I play, too?\n")
    assert rows(desk.post()) == ["stranger"]
    assert desk.dovecot.letters("held") == ["<1@net>"]


def test_a_held_letter_put_back_on_the_server_is_looked_at_again_and_not_judged_twice(desk: Desk) -> None:
    desk.arrive("red", "bid 3", chat="May I ask something?")
    assert rows(desk.post()) == ["taken"]
    assert desk.dovecot.letters("held") == ["<1-red@example.org>"]
    desk.dovecot.doveadm("move", "-u", REFEREE, "INBOX", "mailbox", "held", "all")
    assert rows(desk.post()) == ["seen-before"]
    assert desk.dovecot.letters("held") == ["<1-red@example.org>"], "it stays held, once"


@pytest.mark.slow
def test_folders_with_names_of_any_letters(desk: Desk) -> None:
    desk.set(incoming={"judged": "Erledigt & gezählt", "held": "Zu prüfen"})
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1", chat="May I ask something?")
    desk.post()
    assert desk.dovecot.letters("Erledigt & gezählt") == ["<1-red@example.org>"]
    assert desk.dovecot.letters("Zu prüfen") == ["<2-blue@example.org>"]


@settings(max_examples=50)
@given(text('aZ&-/, ~äłЖ€"\\\U0001f600', min_size=1))
def test_every_name_of_a_folder_is_written_as_others_read_it(name: str) -> None:
    written = folder_name(name)
    assert written.isascii() and written.isprintable()
    inner = re.sub(r"\\(.)", r"\1", written[1:-1])
    pieces = re.sub(r"&([^-]*)-", lambda m: _unshifted(m[1]) if m[1] else "&", inner)
    assert pieces == name


def _unshifted(coded: str) -> str:
    padded = coded.replace(",", "/") + "=" * (-len(coded) % 4)
    return base64.b64decode(padded).decode("utf-16-be")


@pytest.mark.slow
def test_a_server_that_numbers_its_letters_anew_loses_nothing_and_has_nothing_judged_twice(
    desk: Desk,
) -> None:
    desk.arrive("red", "bid 3")
    desk.post()
    desk.dovecot.doveadm("move", "-u", REFEREE, "INBOX", "mailbox", "judged", "all")
    desk.arrive("blue", "bid 1")
    desk.dovecot.forget_uids()
    done = desk.post()
    assert (rows(done), done.problems) == (["taken"], [])
    assert desk.dovecot.letters("INBOX") == []
    assert judged(desk) == [("<1-red@example.org>", "take"), ("<2-blue@example.org>", "take")]


@pytest.mark.slow
def test_where_letters_cannot_be_moved_they_are_marked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImapFolder, "moves", False)
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1", chat="May I ask something?")
    desk.post()
    marks = desk.dovecot.doveadm(
        "-f", "tab", "fetch", "-u", REFEREE, "flags", "mailbox", "INBOX"
    ).splitlines()
    assert [sorted(mark.split()) for mark in marks[1:]] == [
        ["\\Seen", "hexpost-judged"], ["\\Flagged", "hexpost-held"],
    ]  # fmt: skip
    assert rows(desk.post()) == []


# -- mails that go out -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mail_that_is_not_taken_yet_goes_after_a_pause(desk: Desk) -> None:
    desk.office.postman.at_data = ["451 4.7.1 Greylisted, come back"]
    desk.office.postman.taken.clear()
    desk.arrive("red", "bid 3")
    done = desk.post()
    assert done.mails == done.sent + 1
    (told,) = done.remarks
    assert "was not accepted yet (the server says: 451 4.7.1 Greylisted, come back)" in told
    waiting = [path.name for path in (desk.house.desk.outbox / "new").iterdir()]
    assert len(waiting) == 1
    desk.house.clock -= timedelta(hours=1)
    assert desk.post().sent == 0, "it waits for the end of its pause"
    assert (desk.post().sent, len(set(ids(desk)))) == (1, len(ids(desk)))


@pytest.mark.slow
def test_a_mail_that_is_refused_is_laid_aside_and_told_to_the_referee_by_mail(desk: Desk) -> None:
    desk.office.postman.at_rcpt = {"ben@example.org": "550 5.1.1 No such user"}
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1")
    done = desk.post()
    refused = sorted(path.name for path in (desk.house.desk.outbox / "refused").iterdir())
    assert refused and len(done.remarks) == len(refused)
    assert (
        "the email to ben@example.org was refused for good (the server says: 550 5.1.1 No such user)"
        in done.remarks[0]
    )
    assert desk.post().sent == len(refused), "the mails to the referee"
    told = [one.content for one in desk.office.postman.taken if one.rcpt_tos == [REFEREE]]
    assert len(told) == len(refused) and all(
        isinstance(one, bytes) and b"No such user" in one for one in told
    )
    desk.office.postman.at_rcpt = {}
    for name in refused:
        (desk.house.desk.outbox / "refused" / name).rename(desk.house.desk.outbox / "new" / name)
    assert desk.post().sent == len(refused)


@pytest.mark.slow
def test_a_refused_mail_to_where_the_referee_reads_is_told_by_no_other(desk: Desk) -> None:
    told = replace(desk.house.desk.settings, told_at="ben@example.org")
    desk.house.desk = replace(desk.house.desk, settings=told)
    desk.office.postman.at_rcpt = {"ben@example.org": "550 5.1.1 No such user"}
    desk.arrive("red", "bid 3")
    desk.arrive("blue", "bid 1")
    desk.post()
    mails = sorted(path.name for path in desk.house.desk.outbox.rglob("*.eml"))
    assert any((desk.house.desk.outbox / "refused").iterdir())
    desk.post()
    assert sorted(path.name for path in desk.house.desk.outbox.rglob("*.eml")) == mails
    assert not any(name.startswith("referee-") for name in mails)


@pytest.mark.slow
def test_a_connection_that_breaks_before_the_answer_brings_the_same_mail_again(desk: Desk) -> None:
    desk.office.postman.drops = 1
    desk.office.postman.taken.clear()
    desk.arrive("red", "bid 3")
    done = desk.post()
    assert done.remarks == [f"localhost, port {desk.office.port}: the connection broke off"]
    desk.post()
    first, second = desk.office.postman.taken[:2]
    assert (first.content, first.rcpt_tos) == (second.content, second.rcpt_tos)
    assert ids(desk)[0] == ids(desk)[1]
    assert len(set(ids(desk))) == len(ids(desk)) - 1
    assert list((desk.house.desk.outbox / "new").iterdir()) == []


@pytest.mark.slow
def test_a_file_of_somebody_else_in_the_outbox_is_not_sent(desk: Desk) -> None:
    (desk.house.desk.outbox / "new" / "mine.eml").write_bytes(b"To: a@b.example\n\nHi\n")
    assert desk.post().remarks == ["outbox/new/mine.eml is not one of this desk's emails, and is not sent"]


# -- what goes wrong with the servers --------------------------------------------------------------------


def test_a_wrong_password_is_told_both_ways_and_the_post_goes_on(desk: Desk) -> None:
    (desk.house.desk.folder / "password").write_text("Geheim", encoding="utf-8")
    desk.house.write("red", "bid 3")
    done = desk.post()
    assert rows(done) == ["taken"]
    (incoming,), (outgoing,) = done.problems, done.remarks
    for told in (incoming, outgoing):
        assert f"does not let {REFEREE} in: the user name or the password is wrong" in told
        assert "Geheim" not in told


def test_a_certificate_that_nobody_vouches_for_gets_no_password(desk: Desk) -> None:
    desk.house.write("red", "bid 3")
    desk.set(incoming={"certificate": None}, out={"certificate": None})
    done = desk.post()
    told = [*done.problems, *done.remarks]
    assert len(told) == 2
    for one in told:
        assert "is signed by the server itself, so nobody vouches for it" in one
        assert one.endswith("No password was sent")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "days", "says"),
    [
        ("DNS:mail.example.net", 2, "belongs to a server with another name. Is the server's name right?"),
        ("DNS:localhost", -1, "has expired, and its owner must renew it. Is this computer's clock right?"),
    ],
)
def test_a_server_that_cannot_prove_who_it_is_gets_no_password(
    desk: Desk, tmp_path: Path, names: str, days: int, says: str
) -> None:
    desk.house.write("red", "bid 3")
    other = certificate(tmp_path, "other", names, days)
    office = Office(other)
    try:
        desk.set(out={"port": office.port, "certificate": str(other.pem)})
        (told,) = desk.post().remarks
    finally:
        office.stop()
    assert f"by which it proves who it is, {says}" in told and told.endswith("No password was sent")
    assert office.postman.tried == []


@pytest.mark.slow
def test_no_password_goes_where_nothing_is_encrypted(desk: Desk, known: Certificate) -> None:
    desk.house.write("red", "bid 3")
    open_dovecot, office = Dovecot(None), Office(known, "none")
    try:
        desk.set(incoming={"port": open_dovecot.plain, "security": "starttls"}, out={"port": office.port})
        done = desk.post()
    finally:
        open_dovecot.stop()
        office.stop()
    told = [*done.problems, *done.remarks]
    assert len(told) == 2
    assert all(
        "the server offers no encryption here (STARTTLS), so no password was sent" in one for one in told
    )
    assert office.postman.tried == []


@pytest.mark.slow
@pytest.mark.parametrize("table", ["incoming", "out"])
@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"server": "nowhere.invalid"}, "the server nowhere.invalid was not found"),
        ({"server": "mail..example.org"}, "the server mail..example.org was not found"),
        ({"port": 1}, "localhost, port 1: nothing answers at this port"),
        ({"password-file": "gone"}, "cannot get the password"),
    ],
)
def test_what_is_wrong_with_a_server_is_said(
    desk: Desk, table: str, keys: dict[str, object], says: str
) -> None:
    desk.house.write("red", "bid 3")
    desk.set(**{table: keys})
    done = desk.post()
    (told,) = [*done.problems, *done.remarks]
    assert says in told


def test_tls_on_a_port_without_it_is_said(desk: Desk) -> None:
    desk.house.write("red", "bid 3")
    desk.set(incoming={"port": desk.dovecot.plain}, out={"security": "tls"})
    done = desk.post()
    assert all("does not speak TLS as expected" in one for one in (*done.problems, *done.remarks))
    assert len(done.problems) == len(done.remarks) == 1


@pytest.mark.slow
def test_starttls_from_the_start_and_a_token_work_too(desk: Desk) -> None:
    desk.set(incoming={"port": desk.dovecot.plain, "security": "starttls"})
    desk.arrive("red", "bid 3")
    assert rows(desk.post()) == ["taken"]
    (desk.house.desk.folder / "token").write_text(desk.dovecot.token(), encoding="utf-8")
    desk.set(incoming={"password-file": None, "token-command": "cat token"})
    desk.arrive("blue", "bid 1")
    done = desk.post()
    assert (rows(done), done.problems) == (["taken"], [])
    (desk.house.desk.folder / "token").write_text("rubbish", encoding="utf-8")
    (told,) = desk.post().problems
    assert f"does not let {REFEREE} in" in told
    assert "rubbish" not in told
