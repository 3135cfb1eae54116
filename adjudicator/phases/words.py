"""The usual orders of a hex game, how each is written, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from adjudicator.orders import Grammar, Order, Verb, read_no_advance, read_nothing, read_unit, read_units
from adjudicator.reader import Lexicon, Reader
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.reading.load import load_board

__all__ = (  # the readers of words are those of every game: rules import all of them from here
    "CARD", "END", "ENDING", "HEX", "UNIT", "Said", "grammar_of", "read_attack", "read_card",
    "read_no_advance", "read_nothing", "read_place", "read_unit", "read_units", "read_way", "said", "verb",
)  # fmt: skip

UNIT, HEX, CARD = "unit", "zone", "card"
"""The lexicons: every game calls its units and its spaces so, hexes too."""
ENDING = ("end", "done", "pass")
"""The words that end a phase."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the line of a usual order says; what its verb has no place for is empty.

    unit   move, retreat, lose, enter ...     units  attack, advance     hex  attack, enter
    path   hexes after the first              way    "via" (every hex is named) or "to" (only the last)
    """

    unit: str = ""
    units: tuple[str, ...] = ()
    hex: str = ""
    path: tuple[str, ...] = ()
    way: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


def read_way(words: Reader) -> Mapping[str, Json]:
    """UNIT via PATH, or UNIT to HEX."""
    words.split_paths(HEX)
    unit = words.one(UNIT, ("via", "to"))
    way = words.need("via", "to")
    return {"unit": unit, "way": way, "path": words.some(HEX) if way == "via" else (words.one(HEX),)}


def read_attack(words: Reader) -> Mapping[str, Json]:
    """HEX by UNITS."""
    hex_ = words.one(HEX, ("by",))
    words.need("by")
    return {"hex": hex_, "units": words.some(UNIT)}


def read_place(words: Reader) -> Mapping[str, Json]:
    """UNIT at HEX."""
    unit = words.one(UNIT, ("at",))
    words.need("at")
    return {"unit": unit, "hex": words.one(HEX)}


def read_card(words: Reader) -> Mapping[str, Json]:
    """CARD."""
    return {"card": words.one(CARD)}


FORMS: Mapping[Callable[[Reader], Mapping[str, Json]], str] = {
    read_way: "UNIT via PATH|to HEX",
    read_attack: "HEX by UNITS",
    read_place: "UNIT at HEX",
    read_card: "CARD",
    read_unit: "UNIT",
    read_units: "UNITS",
    read_no_advance: "advance",
    read_nothing: "",
}
"""How what a reader reads is written."""


def verb(word: str, read: Callable[[Reader], Mapping[str, Json]], help: str, *also: str) -> Verb:
    """A usual order under a game's own word, and other words for it."""
    return Verb((word, *also), f"{word} {FORMS[read]}".rstrip(), read, help)


END = verb("end", read_nothing, "you have no more of these orders", *ENDING[1:])


def grammar_of(
    home: str | Path, verbs: Iterable[Verb], more: Mapping[str, Lexicon] | None = None
) -> Callable[..., Grammar]:
    """What players of a side may write: their own units by any name, the enemy's by their id. `home` is where
    board and roster are: the name of a game, or its folder; `more` are lexicons of the game's own."""
    known = tuple(verbs)

    @cache
    def hexes() -> Lexicon:
        return Lexicon(load_board(home).called[0], load_board(home).names())

    @cache
    def grammar(side: str = "") -> Grammar:
        form = hexes().what.upper()
        verbs = tuple(replace(one, form=one.form.replace("HEX", form)) for one in known)
        units = [(word, c.id) for c in load_roster(home).counters.values() for word in _names_of(c, side)]
        return Grammar(verbs, {UNIT: Lexicon("unit", units), HEX: hexes(), **(more or {})})

    return grammar


def _names_of(counter: Counter, side: str) -> tuple[str, ...]:
    return (counter.id,) if side and counter.side != side else (counter.id, counter.name, *counter.aliases)
