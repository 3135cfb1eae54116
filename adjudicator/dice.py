"""Dice that anybody can check: drawn when rolled, bound to their purpose, derived again after the game.

The secret is fixed and its hash published when a game opens; `chain` ties every roll to everything that moved
the game on before it, so that neither the referee nor a player can choose a number. docs/dice.md tells the
whole scheme.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NoReturn, Protocol, runtime_checkable

from maps.space import slug

FIRST_SCHEME = "hexpost-dice-1"
"""Links are made of the bytes of letters as they came: games that were begun under it keep it."""
SECOND_SCHEME = "hexpost-dice-2"
"""Links are made of what a letter's writer can compare with their own copy, and of the desk's entries."""
SCHEME = "hexpost-dice-3"
"""Links are made of what players wrote and of the dice before it, and of nothing else: every new game."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One number from 1 to the sides asked for, and the chain it was bound to."""

    value: int
    chain: str = ""


class Chance(Protocol):
    """Where numbers come from: committed dice, a rehearsal's list, a bot's generator."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """The n-th roll of the game."""
        ...

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """The place (from 1) of one of the sorted items left in a cup or deck."""
        ...


@runtime_checkable
class Secretive(Protocol):
    """A source of chance with a secret, from which names can be made that tell nobody anything."""

    def in_secret_order(self, about: str, most: int) -> tuple[int, ...]:
        """The numbers 1 to `most`, in an order that depends only on the secret and on what they number."""
        ...


def numbers(chance: Chance, about: str, most: int) -> tuple[int, ...]:
    """The numbers 1 to `most` for names that may tell nobody how many others there are: in the order of the
    secret of real dice, else as they come. Nothing is rolled for it."""
    if isinstance(chance, Secretive):
        return chance.in_secret_order(about, most)
    return tuple(range(1, most + 1))


class OutOfDice(Exception):
    """A rehearsal's list ran out; the message says for which roll."""


class NeedsDice(Exception):
    """What was to be done without a die has come to one, or to a draw."""


class NoDice:
    """The chance of a dry run: there is none."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> NoReturn:
        """Never rolls. Raises NeedsDice."""
        raise NeedsDice(purpose)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> NoReturn:
        """Never draws. Raises NeedsDice."""
        raise NeedsDice(purpose)


def commitment(secret: bytes) -> str:
    """What is published when the game opens: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def first_link(opening: bytes) -> str:
    """The chain before any sheet: SHA-256 of the game's opening record, in hex."""
    return hashlib.sha256(opening).hexdigest()


def next_link(chain: str, bound: bytes) -> str:
    """The chain of the first two schemes after one more thing was bound to it, in hex: the words of a letter,
    of a silence or of a correction; in the first scheme all bytes of a letter."""
    return hashlib.sha256(bytes.fromhex(chain) + hashlib.sha256(bound).digest()).hexdigest()


def dice_line(n: int, rule: str, purpose: str, sides: int, value: int, item: str = "") -> str:
    """A die as the next link of the chain has it; of a draw also what was drawn."""
    return "|".join((str(n), rule, purpose, str(sides), str(value), *filter(None, (item,))))


def link_of(chain: str, dice: Iterable[str], head: str, lines: str) -> str:
    """The chain after lines of a player, in hex; `dice` are the lines of all dice since the link before, and
    `head` says of what kind it is and whose.

    So no die can be changed without changing every link, and every die, that comes after it; and whose lines
    they were can be checked by those who do not know the lines.
    """
    parts = bytes.fromhex(chain), _digest("\n".join(dice)), _digest(head), _digest(lines)
    return hashlib.sha256(b"".join(parts)).hexdigest()


def seal_of(chain: str, dice: Iterable[str]) -> str:
    """What the chain of a game that is over ends with, in hex: its last link and the dice rolled since."""
    return link_of(chain, dice, "end", "")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8")).digest()


def derive(
    secret: bytes, game: str, n: int, rule: str, purpose: str, chain: str, sides: int, scheme: str = SCHEME
) -> int:
    """The value of one roll, 1 to `sides`. Raises ValueError unless 1 <= sides <= 256."""
    if not 1 <= sides <= 256:
        raise ValueError(f"a die of {sides} sides cannot be rolled from bytes")
    limit, block = 256 - 256 % sides, 0
    while True:
        text = f"{scheme}|{game}|{n}|{rule}|{purpose}|{chain}|{block}"
        for byte in hmac.new(secret, text.encode("utf-8"), hashlib.sha256).digest():
            if byte < limit:
                return 1 + byte % sides
        block += 1


@dataclass(frozen=True, slots=True)
class CommittedDice:
    """The dice of a real game, as docs/dice.md tells players."""

    secret: bytes = field(repr=False)
    game: str
    chain: str
    scheme: str = SCHEME

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """Derived from the secret, the purpose and everything that moved the game on so far."""
        value = derive(self.secret, self.game, n, rule, purpose, self.chain, sides, self.scheme)
        return Roll(value, self.chain)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """A die with as many sides as there are items."""
        return self.roll(n, rule, purpose, len(items))

    def in_secret_order(self, about: str, most: int) -> tuple[int, ...]:
        """As they come in a game of an earlier scheme, whose names were given so."""
        found = range(1, most + 1)
        if self.scheme != SCHEME:
            return tuple(found)

        def place(number: int) -> bytes:
            text = f"{self.scheme}|{self.game}|order|{about}|{number}"
            return hmac.new(self.secret, text.encode("utf-8"), hashlib.sha256).digest()

        return tuple(sorted(found, key=place))


@dataclass(slots=True)
class ListedDice:
    """The dice of a rehearsal: the numbers and draws of a file, in the order in which they are needed."""

    dice: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """The next number of the list. Raises OutOfDice when there is none or it has too many eyes."""
        if not self.dice:
            raise OutOfDice(f"no die is left in [chance] for {purpose} ({rule})")
        value = self.dice.pop(0)
        if not 1 <= value <= sides:
            raise OutOfDice(f"{value} is not a result of a die with {sides} sides, for {purpose} ({rule})")
        return Roll(value)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """The next draw of the list. Raises OutOfDice when there is none or it is not in the cup."""
        if not self.draws:
            raise OutOfDice(f"no draw is left in [chance] for {purpose} ({rule})")
        asked = self.draws.pop(0)
        item = named(asked, items)
        if item is None:
            raise OutOfDice(f"{asked} cannot be drawn for {purpose} ({rule}): left are {', '.join(items)}")
        return Roll(items.index(item) + 1)


@dataclass(slots=True)
class SeededDice:
    """The dice of bots: quick, repeatable, worth nothing as proof."""

    generator: random.Random

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        """The generator's next number."""
        return Roll(self.generator.randint(1, sides))

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        """A die with as many sides as there are items."""
        return self.roll(n, rule, purpose, len(items))


def named(text: str, items: Sequence[str]) -> str | None:
    """The item that a text names, in any case and spacing; of several alike (3BR-1, 3BR-2) the first."""
    wanted = slug(text)
    bare = wanted.replace("-", "")
    exact = chain(
        (item for item in items if slug(item) == wanted),
        (item for item in items if slug(item).replace("-", "") == bare),
    )
    return next(exact, None) or next(
        (i for i in items if re.fullmatch(rf"{re.escape(wanted)}-\d", slug(i))), None
    )


def unused(dice: ListedDice) -> Iterable[str]:
    """What a rehearsal listed and never needed, in words."""
    if dice.dice:
        yield f"dice not used: {', '.join(map(str, dice.dice))}"
    if dice.draws:
        yield f"draws not used: {', '.join(dice.draws)}"
