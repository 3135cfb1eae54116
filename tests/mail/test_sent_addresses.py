"""Emails keep the address that they were written with: that of the example is nobody's, and is not sent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from adjudicator.mail.desk import Desk
from adjudicator.mail.servers.sending import Sending
from adjudicator.mail.servers.smtp import Answer, SmtpLink
from tests.adjudicator.house import House


class Link:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    def send(self, sender: str, to: str, raw: bytes) -> Answer:
        self.taken.append(to)
        return Answer(250, "OK")


@pytest.mark.parametrize(
    ("address", "is_sent"), [("me@club.example.net", False), ("referee@example.org", True)]
)
def test_what_was_written_with_the_address_of_the_example_is_sent_by_no_desk_with_another(
    tmp_path: Path, address: str, is_sent: bool
) -> None:
    house, link = House(tmp_path, pictures=False), Link()
    desk = Desk(house.desk.folder, replace(house.desk.settings, address=address))
    before = sorted(one.name for one in (desk.outbox / "new").iterdir())
    with desk.store() as store:
        sending = Sending(desk, store, house.clock, lambda: False)
        due = list(sending._due())
        for mail, to in due:
            sending._one(cast(SmtpLink, link), mail, to)
    assert due and link.taken == [to for _, to in due if is_sent]
    assert sending.done.mails == len(link.taken)
    left = sorted(one.name for one in (desk.outbox / "new").iterdir())
    assert left == ([] if is_sent else before)
    told = "would answer to referee@example.org, which was the desk's address when the game was opened"
    assert [told in one for one in sending.done.problems] == [True] * (0 if is_sent else len(due))
