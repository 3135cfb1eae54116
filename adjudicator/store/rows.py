"""What a store keeps, as values: one class for a row of each table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.state import Json
from adjudicator.store.packing import EDITION


def columns(row: Any) -> dict[str, Any]:
    """What a row keeps, by column: the values themselves, of which `asdict` makes copies."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Seat:
    """One side's player: who they are, and every address they may write from; answers go to all of them.

    Nobody plays the side where the name is "". While a substitute writes `alone` the player only reads.
    """

    name: str
    addresses: tuple[str, ...]
    substitute: Seat | None = None
    alone: bool = False

    @property
    def people(self) -> tuple[Seat, ...]:
        """The player and their substitute, each as a seat of its own."""
        return tuple(filter(None, (self, self.substitute)))

    @property
    def writers(self) -> tuple[str, ...]:
        """The addresses whose letters count."""
        own = () if self.alone and self.substitute else self.addresses
        return (*own, *(self.substitute.addresses if self.substitute else ()))

    @property
    def readers(self) -> tuple[tuple[str, str], ...]:
        """To whom the side's mails go: names and addresses."""
        return tuple((one.name, address) for one in self.people for address in one.addresses)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at an address who does not play a game's side: an observer, or one who played it before."""

    game: int
    side: str
    role: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game on the desk. `opening` are the published bytes that the chain begins with."""

    id: int
    game: str
    scenario: str
    rules: str
    opened: str
    opening: bytes = field(repr=False)
    secret: bytes = field(repr=False)
    commitment: str
    players: Mapping[str, Seat]
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One letter that came in: its bytes as they came, and what the policy made of it.

    `filed` says that its file has been moved to where letters lie that are dealt with, or held.
    """

    sha256: str
    raw: bytes = field(repr=False)
    message_id: str
    sender: str
    subject: str
    received: str
    policy: str
    action: str
    fingerprint: str = ""
    note: str = ""
    filed: bool = False
    game: int | None = None
    side: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One thing that moved a game on, numbered from 0.

    `kind` is "opening", "orders" (a mail was taken), "silence", "correction" or "entry" (the desk put
    something else on record). `chain` is the dice chain after it, `last_event` the number of its last
    event, `state` the digest of the state after it. `bound` are the words that its link of the chain was
    made of, "" for none and under the first scheme of dice.
    """

    game: int
    n: int
    kind: str
    side: str
    turn: int
    letter: int | None
    sha256: str
    chain: str
    judged: str
    last_event: int
    state: str
    bound: str = ""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of the journal; `hash` covers everything in it and the hash before it."""

    game: int
    n: int
    sheet: int
    kind: str
    rule: str
    to: tuple[str, ...]
    facts: Json
    prev: str
    hash: str


@dataclass(frozen=True, slots=True)
class MailRow:
    """One mail that goes out, whole as it is sent; once it is delivered, without its pictures.

    `name` is its file's, however often it is delivered. `number` counts the mails to one side of a game. A
    report was written after sheet `sheet` and tells of the events `first_event` .. `last_event`; `due` holds
    the deadlines it names, by decision, as JSON. `links` are its pictures on the web, as JSON: where each is
    shown, its name, and its address. `edition` says how it was worded and kept.
    """

    name: str
    kind: str
    game: int | None
    side: str
    recipient: str
    raw: bytes = field(repr=False)
    written: str
    number: int = 0
    sheet: int = 0
    first_event: int = 0
    last_event: int = 0
    letter: int | None = None
    due: str = ""
    delivered: str = ""
    links: str = ""
    edition: int = EDITION
    id: int = 0


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a side should answer a decision, in ISO times; `reminded` is "" or when."""

    game: int
    decision: str
    side: str
    asked: str
    due: str
    reminded: str = ""
