"""A whole turn of a game by tapping alone: real mailboxes, a desk between them, and a stand-in for each side.

A stand-in reads its mailbox, opens the page for orders of its newest mail, taps until all is answered,
presses Send, and mails exactly what Send or Copy gave. It types nothing and knows no rule of any game.
"""

from __future__ import annotations

import base64
import functools
import imaplib
import json
import random
import re
import smtplib
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from aiosmtpd.smtp import SMTP as Server
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

from adjudicator.mail.desk import open_desk
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.tapping import page
from adjudicator.tapping.board import Board
from tests.adjudicator.house import House, text_of
from tests.mailbox.conftest import table
from tests.mailbox.servers import PASSWORD, REFEREE, Certificate, Dovecot, Office, Postman
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.tapping.finger import MOST_LINES, SIZES, answered, keys, lines, tap, write_one

MOST_EMAILS = 400
"""More emails than a turn takes: a game that needs more is stuck."""
WRONG = re.compile(r"^.*\n *(?:REFUSED|NOT UNDERSTOOD|AMBIGUOUS|NOT USED)\b.*", re.MULTILINE)
BEFORE = {"accept", "setup"}
AGREED = {"redvengeance": "so it was"}
"""By which line a side says that all was as the other has reported it: both sit at one table. Stand-ins who
report what they like, each for itself, come to no end."""
BLOCK = "document.getElementById('block').textContent"


class Exchange(Postman):
    """A postman who lays each mail into the mailbox of whom it goes to."""

    def __init__(self, dovecot: Dovecot, users: list[str]) -> None:
        super().__init__()
        self.dovecot, self.users = dovecot, {*users, REFEREE}
        for user in users:
            dovecot.admit(user)

    async def handle_DATA(self, server: Server, session: Session, envelope: Envelope) -> str:
        self.taken.append(envelope)
        content = envelope.content
        assert isinstance(content, bytes)
        for user in self.users.intersection(envelope.rcpt_tos):
            self.dovecot.drop(content, user=user)
        return "250 OK"

    def authenticate(
        self, server: Server, session: Session, envelope: Envelope, way: str, told: Any
    ) -> AuthResult:
        known = isinstance(told, LoginPassword) and told.password == PASSWORD.encode()
        return AuthResult(success=known and told.login.decode() in self.users, handled=False)


@dataclass
class Played:
    """What a turn by tapping took. `unanswered` are questions for which nothing could be tapped; `before` are
    the emails that only accept the game or set it up."""

    emails: int = 0
    before: int = 0
    lines: int = 0
    wrong: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    copied: int = 0
    topics: Counter[str] = field(default_factory=Counter)
    data_ms: list[float] = field(default_factory=list)
    data_kb: list[float] = field(default_factory=list)
    page_kb: list[float] = field(default_factory=list)
    published: int = 0
    mail_kb: list[float] = field(default_factory=list)
    seconds: float = 0.0
    turned: bool = False


def known_by(user: str) -> bytes:
    """What proves who a user is (RFC 4616)."""
    return f"\0{user}\0{PASSWORD}".encode()


@dataclass
class StandIn:
    """Who plays a side: nothing but a mailbox and a finger."""

    side: str
    address: str
    dovecot: Dovecot
    office: Office
    trust: ssl.SSLContext
    read: int = 0
    sent: int = 0
    advised: bool = False
    page: Path | str = ""
    planned: list[str] = field(default_factory=list)
    risked: set[str] = field(default_factory=set)
    """Lines of which the page has said that a die may stop them."""

    def unread(self) -> Iterator[EmailMessage]:
        """The mails that came since the last look."""
        with imaplib.IMAP4_SSL("localhost", self.dovecot.tls, ssl_context=self.trust) as box:
            box.authenticate("PLAIN", lambda _: known_by(self.address))
            box.select()
            _, (found,) = box.search(None, "UNSEEN")
            for number in found.split():
                _, told = box.fetch(number.decode(), "(RFC822)")
                parts = (part[1] for part in told if isinstance(part, tuple))
                yield from (message_from_bytes(raw, policy=default) for raw in parts)

    def send(self, to: str, subject: str, body: str, house: House) -> None:
        """Mail this."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"], mail["Date"] = self.address, to, subject, house.clock
        self.sent += 1
        mail["Message-ID"] = f"<{self.side}-{self.sent}@tapped.example>"
        mail.set_content(body.replace("\r\n", "\n"))
        with smtplib.SMTP("localhost", self.office.port) as out:
            out.starttls(context=self.trust)
            out.ehlo()
            code, said = out.docmd("AUTH", "PLAIN " + base64.b64encode(known_by(self.address)).decode())
            assert code == 235, said
            out.send_message(mail)


@dataclass
class Sitting:
    """A game under way between two stand-ins."""

    house: House
    people: list[StandIn]
    browser: Chromium
    folder: Path
    chance: random.Random
    web: str = ""
    plans: int = 0
    agrees: str = ""
    done: Played = field(default_factory=Played)

    def play(self, turns: int = 1) -> Played:
        """Play so many turns."""
        began, first = time.perf_counter(), self.turn()
        with timed(self.done.data_ms):
            for _ in range(MOST_EMAILS):
                self.round()
                if self.over() or self.turn() >= first + turns:
                    self.done.turned = True
                    break
                before = self.done.emails
                for one in self.people:
                    self.sit_down(one)
                if self.done.emails == before:
                    break
        self.done.seconds = time.perf_counter() - began
        return self.done

    def turn(self) -> int:
        with self.house.desk.store() as store:
            return self.house.table(store).state.turn

    def over(self) -> bool:
        with self.house.desk.store() as store:
            return self.house.table(store).state.over is not None

    def round(self) -> None:
        """Let the desk fetch, judge and send."""
        self.house.clock += timedelta(minutes=1)
        rounds = Rounds(self.house.desk)
        try:
            done = rounds.go(self.house.clock)
        finally:
            rounds.close()
        assert not done.problems and not done.remarks, (done.problems, done.remarks)

    def sit_down(self, one: StandIn) -> None:
        """Read what came, and answer the newest question by its page; where an answer brought none and asks
        on, by the page that was open."""
        newest: Path | str = ""
        for mail in one.unread():
            self.done.mail_kb.append(len(mail.as_bytes()) / 1000)
            text = text_of(mail)
            wrong = (" ".join(found[0].split()) for found in WRONG.finditer(text))
            risked = tuple(f"{line} REFUSED" for line in one.risked)
            self.done.wrong += [
                f"{one.side}: {told}" for told in wrong if not told.partition(" ")[2].startswith(risked)
            ]
            again = one.page if "Your move:" in text else newest
            newest = self.page_in(mail, text) or ("" if "Waiting for the" in text else again)
        if newest:
            one.page = newest
            self.answer(one, newest)

    def page_in(self, mail: EmailMessage, text: str) -> Path | str:
        """The page for orders of a mail: a file, or where it is published; "" for none."""
        for part in mail.iter_attachments():
            if str(part.get_filename()).endswith("-orders.html"):
                file = self.folder / str(part.get_filename())
                file.write_bytes(bytes(part.get_payload(decode=True) or b""))
                self.done.page_kb.append(file.stat().st_size / 1000)
                return file
        found = re.search(re.escape(self.web) + r"\S+/orders\.html", text) if self.web else None
        self.done.published += bool(found)
        return found[0] if found else ""

    def answer(self, one: StandIn, page: Path | str) -> None:
        """Tap all answers and mail them."""
        size = self.chance.choice(SIZES)
        with self.browser.tab(page, size, permissions=["clipboard-read", "clipboard-write"]) as tab:
            told = tab.ask("document.getElementById('data').textContent")
            self.done.data_kb.append(len(told.encode()) / 1000)
            facts = json.loads(told)
            if not one.advised and keys(tab, "advised"):
                tap(tab, "advised")
                one.advised = True
            below = [(m, one) for m, one in enumerate(facts["questions"]) if "of" in one]
            for n, question in enumerate(facts["questions"]):
                if question.get("plan") or not tab.ask(
                    f"document.querySelector('[data-question=\"{n}\"]') !== null"
                ):
                    continue  # it may come to nothing, or follows an answer that was not given
                self.done.topics[question["topic"]] += 1
                before = len(lines(tab))
                if self.agreed(tab, n, question):
                    continue
                answered(tab, n, question, self.chance, below=[m for m, one in below if one["of"] == n])
                if len(lines(tab)) == before:
                    self.done.unanswered.append(f"{one.side}: {question['topic']}: {question['text'][:90]}")
            self.plan(tab, one, facts["questions"])
            self.done.lines += len(lines(tab))
            one.risked |= {line.text for line in lines(tab) if line.state == "chance"}
            to, subject, body = self.pressed(tab, facts)
            assert tab.wrong == [], tab.wrong
        self.done.emails += 1
        self.done.before += not BEFORE.isdisjoint(question["topic"] for question in facts["questions"])
        one.send(to, subject, body, self.house)

    def agreed(self, tab: ChromiumTab, n: int, question: dict[str, Any]) -> bool:
        """Whether the line by which a side agrees to what the other has reported could be tapped: both sit at
        one table, so nothing but an end comes below it."""
        scope = f'[data-question="{n}"]'
        if not self.agrees or f"line {self.agrees}" not in keys(tab, "line ", where=scope):
            return False
        tap(tab, f"line {self.agrees}", scope)
        tap(tab, f"line {self.chance.choice([*question['ending'], *question['later']])}", scope)
        return True

    def plan(self, tab: ChromiumTab, one: StandIn, questions: list[dict[str, Any]]) -> None:
        """Plan for so many of what begins later, each once in a game."""
        begins = next((n for n, q in enumerate(questions) if q.get("plan") and "of" not in q), -1)
        for _ in range(self.plans if begins >= 0 else 0):
            found = keys(tab, "line ", where=f'[data-question="{begins}"]')
            left = [key for key in found if not key.startswith(tuple(one.planned))]
            if not left:
                return
            one.planned.append(self.chance.choice(left).split(" with ")[0])
            tap(tab, next(key for key in left if key.startswith(one.planned[-1])), "#what")
            moves = f'[data-question="{begins + 1}"]'
            for _ in range(self.chance.randrange(MOST_LINES + 1)):
                write_one(tab, self.chance, moves)
            tap(tab, keys(tab, *(f"line {word}" for word in questions[begins + 1]["ending"]), where=moves)[0])

    def pressed(self, tab: ChromiumTab, facts: dict[str, Any]) -> tuple[str, str, str]:
        """What Send gives to a mail program; where the page has no Send, what Copy copies."""
        if keys(tab, "send"):
            link = urlsplit(tab.ask("document.querySelector('[data-key=send]').href"))
            told = parse_qs(link.query)
            return unquote(link.path), told["subject"][0], told["body"][0]
        self.done.copied += 1
        tap(tab, "copy")
        tab.page.wait_for_timeout(200)
        text = tab.ask("navigator.clipboard.readText()")
        assert text == tab.ask(BLOCK)
        return facts["to"], facts["subject"], text


@contextmanager
def timed(spent: list[float]) -> Iterator[None]:
    """Note how long the data of each page take a processor, whatever else the machine does."""
    made = page.data

    def data(facts: page.PageFacts, drawn: Board | None) -> dict[str, Any]:
        began = time.thread_time()
        found = made(facts, drawn)
        spent.append((time.thread_time() - began) * 1000)
        return found

    page.data = data
    try:
        yield
    finally:
        page.data = made


class Quiet(SimpleHTTPRequestHandler):
    """A web server that says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on a web server of its own; its address."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


@contextmanager
def sitting(
    name: str, folder: Path, dovecot: Dovecot, known: Certificate, browser: Chromium, published: bool = False,
    seed: str = "tap", plans: int = 0,
) -> Iterator[Sitting]:  # fmt: skip
    """A new game at a desk between real servers, with nobody's answer yet."""
    house = House(folder, name, accepted=False, reports="when asked")
    trust = ssl.create_default_context(cafile=str(known.pem))
    with served(house.desk.folder / "pages") as web:
        office = Office(
            known, postman=Exchange(dovecot, [one.addresses[0] for one in house.players.values()])
        )
        try:
            connect(house, dovecot, office, web if published else "")
            people = [
                StandIn(side, seat.addresses[0], dovecot, office, trust)
                for side, seat in house.players.items()
            ]
            yield Sitting(
                house,
                people,
                browser,
                folder,
                random.Random(f"{seed} {name}"),
                web if published else "",
                plans,
                AGREED.get(name, ""),
            )
        finally:
            office.stop()


def connect(house: House, dovecot: Dovecot, office: Office, web: str) -> None:
    """Let the desk's mail come and go through the servers; `web` is where its pages are shown."""
    folder = house.desk.folder
    (folder / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    assert dovecot.known is not None
    both = {
        "server": "localhost", "user": REFEREE, "password-file": "password",
        "certificate": str(dovecot.known.pem),
    }  # fmt: skip
    text = (folder / "desk.toml").read_text(encoding="utf-8").replace('pages-at = ""', f'pages-at = "{web}"')
    text += table("in", {"kind": "imap", "port": dovecot.tls, "security": "tls", **both})
    text += table("out", {"kind": "smtp", "port": office.port, "security": "starttls", **both})
    (folder / "desk.toml").write_text(text, encoding="utf-8")
    house.desk = open_desk(folder)
