"""A desk between real servers: letters by IMAP, mails by SMTP."""

from __future__ import annotations

from email import message_from_bytes

from tests.mailbox.conftest import Desk
from tests.mailbox.servers import REFEREE


def ids(desk: Desk) -> list[str]:
    """The Message-IDs of the mails that the server took, in their order."""
    contents = (envelope.content for envelope in desk.office.postman.taken)
    return [message_from_bytes(content)["Message-ID"] for content in contents if isinstance(content, bytes)]


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
