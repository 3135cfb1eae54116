"""Orders in plain words: how their lines are read, and what they do to the table that a side sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.orders import COMMENT, Grammar, Order, Verb, read_nothing
from adjudicator.reader import Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from adjudicator.waiting_lines import ABOUT_EARLIER
from tables.doing import LIST, Doubt, Words
from tables.position import TableError
from tables.published import Published
from tables.table import Place

_T = TypeVar("_T")
_VERB = re.compile(r"^[\s,;]*[^\s,;]*(?:[,;]+(?=\s))?\s*")
_TO = re.compile(r"(?i)\s(?:to|-+>|[→➔➜⇒])(?=\s)")
_ONTO = re.compile(r"(?i)\s(?:into|onto)(?=\s)")
_IN = re.compile(r"(?i)\s(?:in|on|at)(?=\s)")
"""What stands before a place where no "to" does; the second after "put" and "place" alone."""
_PUT = ("put", "place")
_FROM = re.compile(r"(?i)\s+from\s+.*")
_OFF = re.compile(r"(?i)^(?:(?:an?|the|one)\s+)?(?:top\s+)?cards?\s+(?:from|off|of)\s+(?:the\s+)?")
_CARDS = re.compile(r"(?i)(?<=\S)\s+(?:cards?|deck)$")
"""What players write about a deck beside its name: "a card from the Commands deck"."""
ONE_A_LINE = "For several pieces, write one piece a line"
_OVER = re.compile(r"(?i)\s+over$")
_TURN = re.compile(r"(?i)(?:(?:of )?(?:my |the )?(?:turn|move|phase))?")
_BY = re.compile(r"(?is)(.*?)(?:\s+by\s+([+-]?\d{1,3})[.!]?)?")


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


def ways(what: str, to: str) -> Iterator[tuple[str, str]]:
    """Every way to part what is meant from where it goes, by the last "to" first: names may have one."""
    text = f"{what} to {to}"
    for found in reversed(list(_TO.finditer(text))):
        yield text[: found.start()], text[found.end() :].strip()


def first_meant(tries: Iterable[tuple[str, str]], found: Callable[[str, str], _T]) -> _T:
    """What the first of several readings names. Raises TableError, of a name of several things first."""
    doubts: list[TableError] = []
    for one in tries:
        try:
            return found(*one)
        except TableError as wrong:
            doubts.append(wrong)
    raise next((one for one in doubts if isinstance(one, Doubt) and one.several), doubts[0])


def say_move(said: Said, side: str, words: Words) -> Iterable[str]:
    """Move a piece or several, or play a card."""

    def meant(what: str, to: str) -> tuple[list[str], Place]:
        ids = pieces(words, what)
        return ids, words.place(to, ids[0])

    ids, place = first_meant(ways(said.what, said.to), meant)
    return [command for id_ in ids for command in words.move(id_, place)]


def pieces(words: Words, what: str) -> list[str]:
    """The piece of a name, or those of a list: "1st Foot, 3 Militia and Scout". Raises TableError."""
    try:
        return words.counted(what)
    except Doubt as doubt:
        names = [one for one in LIST.split(what) if one.strip()]
        if len(names) < 2 or doubt.several:
            raise
        if not any(words.pieces_called(one, short) for one in names for short in (False, True)):
            raise  # it is no list, but a name with "and" or a comma in it
    try:
        return list(dict.fromkeys(id_ for one in _placed(names) for id_ in words.counted(one)))
    except Doubt as doubt:
        raise Doubt(f"{doubt}. {ONE_A_LINE}", doubt.asked, doubt.options, doubt.several) from None


def _placed(names: Sequence[str]) -> Iterator[str]:
    """The names of a list; a place that is said behind the last one alone, as where all come from, is that of
    all."""
    found = _FROM.search(names[-1])
    place = found[0] if found and not any(map(_FROM.search, names[:-1])) else ""
    yield from (f"{one.strip()}{place}" for one in names[:-1])
    yield names[-1].strip()


def say_return(said: Said, side: str, words: Words) -> Iterable[str]:
    """Put a card onto a deck."""

    def meant(what: str, to: str) -> tuple[str, Place]:
        deck = words.deck(to)
        return words.piece(what), words.mine.at[deck]

    return words.move(*first_meant(ways(said.what, said.to), meant))


def say_flip(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece over."""
    tries = dict.fromkeys(((said.what, ""), (_OVER.sub("", said.what), "")))
    return (words.flip(first_meant(tries, lambda what, _: words.piece(what))),)


def say_rotate(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece round."""
    return (words.rotate(words.piece(said.what), said.by),)


def say_draw(said: Said, side: str, words: Words) -> Iterable[str]:
    """Draw cards."""

    def meant(deck: str, to: str) -> tuple[str, Place]:
        return words.deck(deck), words.place(to) if to else words.hand(side)

    whole = f"{said.deck} to {said.to}".removesuffix(" to ")
    bare = _OFF.sub("", said.deck)  # "a card from the Commands deck", after what has that very name
    others = ((bare, said.to), (_CARDS.sub("", bare), said.to))
    deck, place = first_meant((*ways(said.deck, said.to), (whole, ""), *others), meant)
    return words.draw(deck, said.count, place)


SAID: Mapping[str, Callable[[Said, str, Words], Iterable[str]]] = {
    "move": say_move, "play": say_move, "return": say_return, "flip": say_flip, "rotate": say_rotate,
    "draw": say_draw,
}  # fmt: skip


def rest_of(reader: Reader) -> str:
    """All that stands behind the verb, as it was written: names have commas and marks in them."""
    reader.at = len(reader.words)
    return _VERB.sub("", reader.text).strip()


def parted(text: str, word: re.Pattern[str]) -> tuple[str, str]:
    """What stands before the last of a word, and behind it."""
    found = list(word.finditer(text))
    return (text[: found[-1].start()], text[found[-1].end() :].strip()) if found else (text, "")


def read_text(reader: Reader) -> Mapping[str, Json]:
    """A name."""
    return {"what": rest_of(reader)}


def read_flip(reader: Reader) -> Mapping[str, Json]:
    """A piece that is turned over. Raises Unreadable for what may be meant otherwise."""
    verb, text = "".join(reader.words[:1]).casefold(), rest_of(reader)
    if verb == "turn" and not _OVER.search(text):
        raise Unreadable(
            'write "flip" to turn a piece over, and "rotate" to turn it round. A turn track is moved on in '
            "VASSAL: attach the log of it"
        )
    if verb == "reduce":
        raise Unreadable(
            '"reduce" could be any side of the piece. A flip shows its next one', [f"flip {text}"]
        )
    return {"what": text}


def read_to(reader: Reader) -> Mapping[str, Json]:
    """A piece, and a place behind "to". Raises Unreadable without one."""
    verb, rest = "".join(reader.words[:1]) or "move", rest_of(reader)
    between = (_TO, _ONTO, *[_IN] * (verb.casefold() in _PUT))
    what, to = next((found for word in between if (found := parted(rest, word))[1]), (rest, ""))
    if not to:
        raise Unreadable(f"write the destination, as in: {verb} {what or 'PIECE'} to PLACE")
    return {"what": what, "to": to}


def read_by(reader: Reader) -> Mapping[str, Json]:
    """A piece, and by how many facings: a number at the end of the line."""
    found = _BY.fullmatch(rest_of(reader))
    assert found is not None
    return {"what": found[1], "by": int(found[2] or 1)}


def read_draw(reader: Reader) -> Mapping[str, Json]:
    """How many cards, of which deck, and where to."""
    text, to = parted(rest_of(reader), _TO)
    found = re.fullmatch(r"(?i)(?:(\d{1,3})\s+)?(?:from\s+)?(.*)", text)
    assert found is not None
    return {"count": int(found[1] or 1), "deck": found[2], "to": to}


def read_log(reader: Reader) -> Mapping[str, Json]:
    """The name of a log and its digest. Raises Unreadable for what is done in VASSAL alone."""
    if (word := "".join(reader.words[:1]).casefold()) in ONLY_IN_VASSAL:
        raise Unreadable(f'"{word}" is done in VASSAL, and in no order in words. Attach the log of it')
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


def read_done(reader: Reader) -> Mapping[str, Json]:
    """Nothing, or what ends: "end my turn"."""
    if reader.words[0].casefold() == "end":
        reader.at = len(reader.words) if _TURN.fullmatch(" ".join(reader.words[1:])) else reader.at
    return {}


ONLY_IN_VASSAL = (
    "reveal", "unmask", "mask", "hide", "show", "peek", "look", "delete", "remove", "eliminate", "clone",
    "deal", "add", "create", "reverse",
)  # fmt: skip
"""What players write for what no order in words does."""
FORMS: tuple[Verb, ...] = (
    Verb(
        ("log",), "log FILE", read_log, "what you did in VASSAL; attach it, and leave this line out",
        ONLY_IN_VASSAL,
    ),
    Verb(
        ("move",), "move PIECE to PLACE", read_to, "PLACE by its name, or a pixel: Main 120,340",
        ("put", "place", "advance", "retreat", "march"),
    ),
    Verb(("flip",), "flip PIECE", read_flip, "turns it to its next side", ("turn", "reduce")),
    Verb(("rotate",), "rotate PIECE [by N]", read_by, "by N facings, -1 to the left"),
    Verb(("draw",), "draw [N from] DECK [to PLACE]", read_draw, "into your hand, if you name no place"),
    Verb(("play",), "play CARD to PLACE", read_to, "from your hand"),
    Verb(("return",), "return CARD to DECK", read_to, "puts it on top", ("discard",)),
    Verb(("shuffle",), "shuffle DECK", read_text, "hexpost shuffles it"),
    Verb(("roll",), "roll DICE [for PURPOSE]", read_roll, "rolls dice of the module by name, or 2d6"),
    Verb(("sealed",), "sealed", read_nothing, "asks all sides for sealed lines before your move goes on"),
    Verb(("bid",), "bid TEXT", read_text, "in sealed lines: what you bid or plot, in your own words"),
    Verb(("more",), "more", read_nothing, "you go on after this log"),
    Verb(("done", "pass"), "done", read_done, "ends your move", ("end", "finished")),
)  # fmt: skip
"""The verbs: their words, how they are written and read, and what they do."""


_WORDS = "|".join((*(word for verb in FORMS for word in verb.words), *ABOUT_EARLIER, "resign", "concede"))
_STROKE = rf"(?i)(?:^|\s+)/(?:\s+(?=(?:{_WORDS})\b)|$)"
"""A stroke between two orders in one line. One that no order follows is part of a name: "North / South"."""
_APART = re.compile(r"[;|,\t\r\n\\]+")
"""What VASSAL writes between names: a part of a name does as well here."""
_TAIL = re.compile(r"#(\s*[^\W_]*)")
"""What follows the sign that begins a comment elsewhere, as far as every mail program leaves it as it is."""
_AS_ORDER = re.compile(rf"(?i)(?<=\S) / (?=(?:{_WORDS})\b)")


def names_in(module: Published) -> frozenset[str]:
    """What in a module may be a name with a sign in it that begins a comment, or parts two orders."""
    texts = (value for node in module.nodes() for value in (*node.element.attrib.values(), node.element.text))
    signed = {text.replace("\\/", "/") for text in texts if text and ("#" in text or " /" in text)}
    names = (" ".join(name.split()) for text in signed for name in _APART.split(text))
    return frozenset(name for name in names if "#" in name or _AS_ORDER.search(name))


def grammar_of(names: Iterable[str] = ()) -> Grammar:
    """What can be written where these names may stand in a line."""
    tails = {re.escape(tail) for name in names for tail in _TAIL.findall(name)}
    comment = re.compile(f"(?i)^#|#(?!{'|'.join(sorted(tails))})") if tails else COMMENT
    parts = [_AS_ORDER.split(name, maxsplit=1) for name in sorted(names) if _AS_ORDER.search(name)]
    kept = "".join(rf"(?!(?<={re.escape(head)})\s/\s{re.escape(tail)})" for head, tail in parts)
    stroke = re.compile(_STROKE.replace("(?i)", f"(?i){kept}", 1))
    return Grammar(FORMS, {}, comment, stroke)
