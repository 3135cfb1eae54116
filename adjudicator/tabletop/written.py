"""Orders in plain words: how their lines are read, and what they do to the table that a side sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from adjudicator.orders import Grammar, Order, Verb, read_nothing
from adjudicator.reader import Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from adjudicator.waiting_lines import AS_IS
from tables.doing import Words


@dataclass(frozen=True, slots=True)
class Said:
    """What an order says: what is moved or turned, cards and their deck, dice and what for, a log."""

    what: str = ""
    to: str = ""
    by: int = 1
    count: int = 1
    deck: str = ""
    dice: str = ""
    purpose: str = ""
    name: str = ""
    digest: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


# What orders in words do to the table that a side sees


def say_move(said: Said, side: str, words: Words) -> Iterable[str]:
    """Move a piece, or play a card."""
    id_ = words.piece(said.what)
    return words.move(id_, words.place(said.to, id_))


def say_return(said: Said, side: str, words: Words) -> Iterable[str]:
    """Put a card onto a deck."""
    deck = words.deck(said.to)
    return words.move(words.piece(said.what), words.mine.at[deck])


def say_flip(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece over."""
    return (words.flip(words.piece(said.what)),)


def say_rotate(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece round."""
    return (words.rotate(words.piece(said.what), said.by),)


def say_draw(said: Said, side: str, words: Words) -> Iterable[str]:
    """Draw cards."""
    to = words.place(said.to) if said.to else words.hand(side)
    return words.draw(words.deck(said.deck), said.count, to)


SAID: Mapping[str, Callable[[Said, str, Words], Iterable[str]]] = {
    "move": say_move, "play": say_move, "return": say_return, "flip": say_flip, "rotate": say_rotate,
    "draw": say_draw,
}  # fmt: skip


def rest_of(reader: Reader) -> str:
    """All words that are left, as they were written."""
    words = reader.words[reader.at :]
    commas = reader.commas[reader.at :]
    reader.at = len(reader.words)
    return " ".join(word + ("," if comma else "") for word, comma in zip(words, commas, strict=True)).strip(
        " ,"
    )


def parted(text: str, word: str) -> tuple[str, str]:
    """What stands before the last of a word, and behind it."""
    found = re.split(rf"(?i)\s{word}\s", text)
    return (text, "") if len(found) == 1 else (f" {word} ".join(found[:-1]), found[-1])


def read_text(reader: Reader) -> Mapping[str, Json]:
    """A name."""
    return {"what": rest_of(reader)}


def read_to(reader: Reader) -> Mapping[str, Json]:
    """A piece, and a place behind "to". Raises Unreadable without one."""
    what, to = parted(rest_of(reader), "to")
    if not to:
        raise Unreadable("write the destination, as in: move 1st Foot to 0304")
    return {"what": what, "to": to}


def read_by(reader: Reader) -> Mapping[str, Json]:
    """A piece, and by how many facings. Raises Unreadable for what is no number."""
    what, by = parted(rest_of(reader), "by")
    if by and not re.fullmatch(r"[+-]?\d{1,3}", by):
        raise Unreadable(f"{by!r} is not a number of facings")
    return {"what": what, "by": int(by or 1)}


def read_draw(reader: Reader) -> Mapping[str, Json]:
    """How many cards, of which deck, and where to."""
    text, to = parted(rest_of(reader), "to")
    found = re.fullmatch(r"(?i)(?:(\d{1,3})\s+)?(?:from\s+)?(.*)", text)
    assert found is not None
    return {"count": int(found[1] or 1), "deck": found[2], "to": to}


def read_log(reader: Reader) -> Mapping[str, Json]:
    """The name of a log and its digest."""
    words = reader.words[reader.at :]
    reader.at = len(reader.words)
    digest = words[-1] if len(words) > 1 and len(words[-1]) == 64 and words[-1].isalnum() else ""
    return {"name": " ".join(words[: -1 if digest else None]) or "log", "digest": digest}


def read_roll(reader: Reader) -> Mapping[str, Json]:
    """What is rolled, and what for."""
    words = reader.words[reader.at :]
    reader.at = len(reader.words)
    place = next((n for n, word in enumerate(words) if word.casefold() == "for"), len(words))
    return {"dice": " ".join(words[:place]) or "1d6", "purpose": " ".join(words[place + 1 :])}


FORMS: tuple[tuple[tuple[str, ...], str, Callable[[Reader], Mapping[str, Json]], str], ...] = (
    (("log",), "log FILE", read_log, "what you did in VASSAL; attach it, and leave this line out"),
    (("move",), "move PIECE to PLACE", read_to, "PLACE by its name, or a pixel: Main 120,340"),
    (("flip",), "flip PIECE", read_text, "turns it to its next side"),
    (("rotate",), "rotate PIECE [by N]", read_by, "by N facings, -1 to the left"),
    (("draw",), "draw [N from] DECK [to PLACE]", read_draw, "into your hand, if you name no place"),
    (("play",), "play CARD to PLACE", read_to, "from your hand"),
    (("return",), "return CARD to DECK", read_to, "puts it on top"),
    (("shuffle",), "shuffle DECK", read_text, "hexpost shuffles it"),
    (("roll",), "roll DICE [for PURPOSE]", read_roll, "rolls dice of the module by name, or 2d6"),
    (("sealed",), "sealed", read_nothing, "asks all sides for sealed lines before your move goes on"),
    (("bid",), "bid TEXT", read_text, "in sealed lines: what you bid or plot, in your own words"),
    (("more",), "more", read_nothing, "you go on after this log"),
    (("done", "pass"), "done", read_nothing, "ends your move"),
)
"""The verbs: their words, how they are written and read, and what they do."""


_WORDS = "|".join((*(word for words, *_ in FORMS for word in words), *AS_IS, "resign", "concede"))
_STROKE = re.compile(rf"(?i)(?:^|\s+)/(?:\s+(?=(?:{_WORDS})\b)|$)")
"""A stroke between two orders in one line. One that no order follows is part of a name: "North / South"."""


def grammar_of(side: str = "") -> Grammar:
    """What can be written: the same for all sides."""
    return Grammar(tuple(Verb(*form) for form in FORMS), {}, stroke=_STROKE)
