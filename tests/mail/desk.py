"""A desk with three games and two players, and the letters that are sent to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.mail.letter import Letter, read_letter
from adjudicator.mail.registry import GameFacts

LETTERS = Path(__file__).parent / "letters"
ZHUKOV, KONIEV = "zhukov@example.org", "koniev@example.org"
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
    letters: dict[tuple[str, str], str] = field(default_factory=dict)

    def knows(self, address: str) -> bool:
        return address in (ZHUKOV, KONIEV)

    def told(self, address: str) -> bool:
        return address in self.strangers_told

    def seen(self, address: str, message_id: str) -> str | None:
        return self.letters.get((address, message_id))

    def game(self, number: str) -> GameFacts | None:
        if number not in ("16", "17", "18"):
            return None
        return GameFacts(turn=3, open_sides=frozenset({"zhukov"}), codes=CODES, over=number == "16")

    def sides(self, address: str, number: str) -> frozenset[str]:
        players = {} if number == "18" else {ZHUKOV: "zhukov", KONIEV: "koniev"}
        return frozenset({players[address]} if address in players else ())
