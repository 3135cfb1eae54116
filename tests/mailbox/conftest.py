"""Servers that are started once for all tests, and a desk between them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.desk import open_desk
from adjudicator.mail.run import MailRun
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.settings.desk_toml import TEMPLATE
from tests.adjudicator.house import House, at_once
from tests.mailbox.servers import (
    PASSWORD,
    REFEREE,
    Certificate,
    Dovecot,
    Office,
    certificate,
    why_no_dovecot,
)


@pytest.fixture(scope="session")
def known(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """The certificate of all servers here, which nobody vouches for."""
    if why_no_dovecot():
        pytest.skip(why_no_dovecot())
    folder = tmp_path_factory.mktemp("certificates")
    return certificate(folder, "good")


@pytest.fixture(scope="session")
def dovecot_of_the_run(known: Certificate) -> Iterator[Dovecot]:
    server = Dovecot(known)
    yield server
    server.stop()


@pytest.fixture
def dovecot(dovecot_of_the_run: Dovecot) -> Dovecot:
    """Dovecot, with nothing on it."""
    dovecot_of_the_run.wipe()
    return dovecot_of_the_run


@pytest.fixture
def office(known: Certificate) -> Iterator[Office]:
    """An SMTP server."""
    server = Office(known)
    yield server
    server.stop()


Keys = Mapping[str, object]


@dataclass
class Desk:
    """A desk with a game of the tiny house, whose mail comes and goes through the servers."""

    house: House
    dovecot: Dovecot
    office: Office

    def post(self) -> MailRun:
        """One round, an hour later."""
        self.house.clock += timedelta(hours=1)
        rounds = Rounds(self.house.desk)
        try:
            return rounds.go(self.house.clock)
        finally:
            rounds.close()

    def arrive(self, side: str, *lines: str, **told: str) -> bytes:
        """Let a letter with orders arrive on the server."""
        self.house.written += 1
        raw = self.house.letter(side, *lines, **told)
        self.dovecot.drop(raw)
        return raw

    def set(self, incoming: Keys | None = None, out: Keys | None = None) -> None:
        """Write other settings for the servers."""
        connect(self.house, self.dovecot, self.office, incoming or {}, out or {})


def connect(house: House, dovecot: Dovecot, office: Office, incoming: Keys, out: Keys) -> None:
    """Write the two tables into the desk's settings; None takes a key away."""
    folder = house.desk.folder
    (folder / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    assert dovecot.known is not None
    both: Keys = {
        "server": "localhost", "user": REFEREE, "password-file": "password",
        "certificate": str(dovecot.known.pem),
    }  # fmt: skip
    text = at_once(TEMPLATE).replace("pictures = true", "pictures = false")
    text += table("in", {"kind": "imap", "port": dovecot.tls, "security": "tls", **both, **incoming})
    text += table("out", {"kind": "smtp", "port": office.port, "security": "starttls", **both, **out})
    (folder / "desk.toml").write_text(text, encoding="utf-8")
    house.desk = open_desk(folder)


def table(name: str, keys: Keys) -> str:
    said = {key: value for key, value in keys.items() if value is not None}
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items())
    return "\n".join(["", f"[{name}]", *lines, ""])


@pytest.fixture
def desk(tmp_path: Path, dovecot: Dovecot, office: Office) -> Desk:
    """A desk whose first reports were sent, and whose mailbox was looked at."""
    house = House(tmp_path)
    connect(house, dovecot, office, {}, {})
    made = Desk(house, dovecot, office)
    assert made.post().remarks == []
    return made
