"""A desk with three games and two players, and the letters that are sent to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.mail.policy.mail_policy import Handling, decide
from adjudicator.mail.policy.registry import GameFacts, Readers
from adjudicator.mail.reading.letter import Letter, read_letter

LETTERS = Path(__file__).parent / "letters"
ZHUKOV, KONIEV = "zhukov@example.org", "koniev@example.org"
OLD_CODE = "AAAA-2222"
LEAKED = "BBBB-3333"
CODES = {"zhukov": "7F3K-92QX", "koniev": "H4NS-K2PW"}


def raw(name: str) -> bytes:
    return (LETTERS / f"{name}.eml").read_bytes()


def letter(name: str) -> Letter:
    return read_letter(raw(name))


@dataclass
class Desk:
    """Game 17 stands in turn 3 and waits for Zhukov; 16 is over; 18 is between two others."""

    desk: str = "referee@example.org"
    strangers_told: set[str] = field(default_factory=set)
    answering: bool = True
    receiver: str = ""
    without_results: str = "hold"
    letters: dict[tuple[str, str], str] = field(default_factory=dict)

    def knows(self, address: str) -> bool:
        return address in (ZHUKOV, KONIEV)

    def told(self, address: str) -> bool:
        return address in self.strangers_told

    def answers_strangers(self) -> bool:
        return self.answering

    def seen(self, address: str, message_id: str) -> str | None:
        return self.letters.get((address, message_id))

    def came(self, address: str, fingerprint: str) -> bool:
        return any(who == address and kept == fingerprint for (who, _), kept in self.letters.items())

    def game(self, number: str) -> GameFacts | None:
        if number not in ("16", "17", "18"):
            return None
        return GameFacts(turn=3, open_sides=frozenset({"zhukov"}), codes=CODES, over=number == "16")

    def sides(self, address: str, number: str) -> frozenset[str]:
        players = {} if number == "18" else {ZHUKOV: "zhukov", KONIEV: "koniev"}
        return frozenset({players[address]} if address in players else ())

    def old_code(self, number: str, side: str, code: str) -> bool:
        return code == OLD_CODE

    def recoded(self, number: str, side: str, code: str) -> bool:
        return code == LEAKED

    def barred(self, address: str, number: str) -> str:
        return ""

    def first_line(self, address: str, number: str) -> str:
        return {ZHUKOV: "BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX"}.get(address, "")

    def orders_in(self, address: str, number: str, lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(line for line in lines if line.startswith("move "))

    def names(self, address: str) -> tuple[str, ...]:
        return {ZHUKOV: ("Georgi Zhukov",), KONIEV: ("Ivan Koniev",)}.get(address, ())

    def readers(self, address: str) -> Readers:
        other = "koniev" if address == ZHUKOV else "zhukov"
        return {other: frozenset({("17", other)})} if self.knows(address) else {}


def verdict_on(letter: Letter, desk: Desk | None = None, biggest: int = 10_000_000) -> Handling:
    """The one handling on a letter that has one block at most."""
    (found,) = decide(letter, desk or Desk(), biggest=biggest)
    return found
