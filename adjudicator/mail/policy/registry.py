"""What the mail policy must know about the desk, given to it by whoever keeps the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Readers = Mapping[str, frozenset[tuple[str, str]]]
"""Folded names (`prose.folded`) of players, and the game and side of everybody who is called so."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game as the policy sees it: its turn, the sides now asked for orders, each side's code."""

    turn: int
    open_sides: frozenset[str]
    codes: Mapping[str, str]
    over: bool = False


class Registry(Protocol):
    """Questions about the desk. Addresses are normal ones (`sender.normal_address`); no answer may raise."""

    @property
    def desk(self) -> str:
        """The desk's own address."""

    @property
    def receiver(self) -> str:
        """The server whose word on senders is believed, by its name; "" where none is asked."""

    @property
    def without_results(self) -> str:
        """What is done with a letter of which that server says nothing: "hold" or "take"."""

    def knows(self, address: str) -> bool:
        """Whether somebody with this address plays, or has played, any game on the desk."""

    def told(self, address: str) -> bool:
        """Whether this stranger has had their one answer."""

    def answers_strangers(self) -> bool:
        """Whether a stranger is answered who has not been yet: the referee wants it, and there were not too
        many today."""

    def seen(self, address: str, message_id: str) -> str | None:
        """The fingerprint of the letter this sender sent before under this message id, if any."""

    def came(self, address: str, fingerprint: str) -> bool:
        """Whether this sender sent a letter of this fingerprint before, under whatever message id."""

    def game(self, number: str) -> GameFacts | None:
        """The game of that number, None if the desk has none."""

    def sides(self, address: str, number: str) -> frozenset[str]:
        """The sides this address plays in that game: usually one, empty for somebody who is not in it."""

    def old_code(self, number: str, side: str, code: str) -> bool:
        """Whether a side of that game had this reply code in an earlier turn."""

    def recoded(self, number: str, side: str, code: str) -> bool:
        """Whether a side had this reply code in the present turn, before another was made for it."""

    def barred(self, address: str, number: str) -> str:
        """Why letters from an address that counted in that game do not count now; "" if none ever did."""

    def first_line(self, address: str, number: str) -> str:
        """How a block of this sender may begin, in that game or in another that they play; "" if in none."""

    def orders_in(self, address: str, number: str, lines: Sequence[str]) -> tuple[str, ...]:
        """Those of some lines that are orders, as somebody with this address writes them in that game, or in
        the only one that they play."""

    def names(self, address: str) -> tuple[str, ...]:
        """What somebody with this address is called, and signs with."""

    def readers(self, address: str) -> Readers:
        """Whom somebody with this address may write to: the other sides of their games."""
