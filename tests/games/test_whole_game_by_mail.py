"""A whole game between two mailboxes: bots write real mails, `post` judges them, and the replay is
identical."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.audit.checks import Replayed, audit, replay
from adjudicator.catalogue import find_game, game_names
from adjudicator.mail.desk import Desk, init_desk
from adjudicator.mail.desk.bound import ACCEPT
from adjudicator.mail.desk.table import Table, open_game
from adjudicator.mail.run import run_mail
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.store import Seat
from tests.adjudicator.house import at_once
from tests.cases import one_quick

BEGAN = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
MOST_MAILS = 1500


class Mailboxes:
    """A desk with two players who answer whatever they are asked, by mail and by chance."""

    def __init__(self, folder: Path, name: str, seed: str) -> None:
        self.game, self.chance, self.sent = find_game(name), random.Random(seed), 0
        self.desk = quiet_desk(folder)
        self.time = BEGAN
        seats = {side: Seat(side.title(), (f"{side}@example.org",)) for side in self.game.sides}
        with self.desk.store() as store:
            despatch = Despatch(self.desk, store, self.time)
            with store.transaction():
                table, opened = open_game(store, name, seats, seed.encode().ljust(32, b"."), despatch.stamp)
                despatch.follow(table, opened)
            despatch.deliver()

    def play(self, most: int) -> bool:
        """Mail after mail until the game is over, which is told, or so many were sent."""
        while self.sent < most:
            if not self.answer():
                return True
        return False

    def replayed(self) -> Replayed:
        """What was played, judged again mail by mail and its dice made again: nothing differs."""
        with self.desk.store() as store:
            found = replay(store, 1)
            assert (found.difference, audit(store, 1).faults) == ("", ())
        assert found.sheets == self.sent + 1
        assert list(self.desk.held.iterdir()) == []
        return found

    def answer(self) -> bool:
        """One player answers one question by mail; False when nobody is asked any more."""
        with self.desk.store() as store:
            state = Table(store, 1).state
        if state.over is not None:
            return False
        decision = state.waiting()[0]
        accepts = decision.topic == ACCEPT
        lines = [ACCEPT] if accepts else self.game.bot(state, decision, self.chance)
        self.sent += 1
        self.time += timedelta(minutes=15)
        (self.desk.inbox / f"{self.sent:05}.eml").write_bytes(self.letter(decision.player, lines))
        done = run_mail(self.desk, self.time)
        assert done.problems == []
        return True

    def letter(self, side: str, lines: list[str]) -> bytes:
        """A real mail in answer to the newest order form of a side."""
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{side}@example.org", "referee@example.org"
        mail["Subject"], mail["Message-ID"] = "orders", f"<{self.sent}@bots.example.org>"
        mail["Date"] = self.time
        mail.set_content("\n".join([self.form(side), *lines, "END ORDERS", ""]))
        return mail.as_bytes()

    def form(self, side: str) -> str:
        """The first line of the newest order form in a side's mailbox: the reply code is in it."""
        boxes = sorted((self.desk.outbox / "new").glob(f"1-{side}-*"), reverse=True)
        for file in boxes:
            for part in message_from_bytes(file.read_bytes()).walk():
                found = re.search(rb"(?m)^BEGIN ORDERS .*\w", bytes(part.get_payload(decode=True) or b""))
                if found:
                    return found[0].decode()
        raise AssertionError(f"{side} was never sent an order form")


def quiet_desk(folder: Path) -> Desk:
    """A desk that sends its reports without pictures."""
    settings = init_desk(folder).folder / "desk.toml"
    text = at_once(settings.read_text(encoding="utf-8")).replace("pictures = true", "pictures = false")
    settings.write_text(text, encoding="utf-8")
    return init_desk(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_the_opening_of_a_game_is_played_by_mail_and_its_replay_is_identical(
    name: str, tmp_path: Path
) -> None:
    boxes = Mailboxes(tmp_path / "desk", name, "by mail")
    assert not boxes.play(most=12)
    assert boxes.replayed().reports > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_is_played_by_mail_and_its_replay_is_identical(name: str, tmp_path: Path) -> None:
    boxes = Mailboxes(tmp_path / "desk", name, "by mail")
    assert boxes.play(most=MOST_MAILS), "the game does not end"
    assert boxes.replayed().reports > 20
