"""Orders in plain words: how their lines are read, and what they do to the table that a side sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.orders import COMMENT, Elsewhere, Grammar, Order, Verb, read_nothing
from adjudicator.reader import Reader
from adjudicator.rulings import Unreadable
from adjudicator.state import Json
from adjudicator.typed_values import read_as
from adjudicator.waiting_lines import ABOUT_EARLIER
from tables.deeds.masks import is_maskable, masked, revealed
from tables.deeds.removal import removed
from tables.deeds.turns import OTHERS, USUAL, is_tracker, turned
from tables.doing import LIST, Doubt, Words
from tables.position import TableError
from tables.published import Published
from tables.seats import Seat
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
"""What players write about a deck beside its name: "a card from the Commands deck"."""
_CARD = re.compile(r"(?i)(?:(?:an?|the|one|top)\s+)*cards?|\d{0,3}")
"""What players write without naming a deck: "draw 2 cards"."""
ONE_A_LINE = "For several pieces, write one piece a line"
_OVER = re.compile(r"(?i)\s+over$")
_FACE = re.compile(r"(?i)\s+face[ -]?(?P<way>up|down)$")
_DISCARDS = "discard"
_UP, _BACK, _HIDE, _DELETE = "up", "back", "hide", "delete"
"""What an order says beside the piece or the tracker that it names."""
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


def say_move(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Move a piece or several, play a card, or turn a turn tracker."""

    def meant(what: str, to: str) -> tuple[list[str], Place]:
        ids = pieces(words, what)
        return ids, words.place(to, ids[0])

    try:
        ids, place = first_meant(ways(said.what, said.to), meant)
    except Doubt as doubt:
        if doubt.several or not is_tracker(words, said.what):
            raise
        return (turned(words, said.what, said.to),)
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


def say_return(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Put a card onto a deck; one that is discarded onto the only deck of discards, if none is named."""
    if _CARD.fullmatch(said.what) and not said.what.isdecimal():  # a card may be named 12
        raise Doubt("say which card", said.what, words.cards_of(seat.side), several=True)
    if not said.to:
        return words.move(words.piece(said.what), words.mine.at[words.deck(_DISCARDS)])

    def meant(what: str, to: str) -> tuple[str, Place]:
        deck = words.deck(to)
        return words.piece(what), words.mine.at[deck]

    return words.move(*first_meant(ways(said.what, said.to), meant))


def say_flip(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Turn a piece over; one with a mask that is to lie face up or face down is shown or masked."""
    tries = dict.fromkeys(((said.what, ""), (_OVER.sub("", said.what), "")))
    id_ = first_meant(tries, lambda what, _: words.piece(what))
    if said.to and is_maskable(words.mine.pieces[id_]):
        return (revealed(words, seat, id_) if said.to == _UP else masked(words, seat, id_, hide=False),)
    return (words.flip(id_),)


def say_reveal(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Take a mask off a piece or several."""
    return [revealed(words, seat, id_) for id_ in pieces(words, said.what)]


def say_mask(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Lay a mask on a piece or several."""
    return [masked(words, seat, id_, said.to == _HIDE) for id_ in pieces(words, said.what)]


def say_remove(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Take a piece or several off the map, where they are to go if that is said."""
    if said.to and said.to != _DELETE:
        return say_move(said, seat, words)
    deletes = said.to == _DELETE
    return [one for id_ in pieces(words, said.what) for one in removed(words, id_, said.what, deletes)]


def say_turn(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Turn a turn tracker."""
    to, back = ("", True) if said.to == _BACK else (said.to, False)
    return (turned(words, said.what, to, back),)


def say_rotate(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Turn a piece round."""
    return (words.rotate(words.piece(said.what), said.by),)


def say_draw(said: Said, seat: Seat, words: Words) -> Iterable[str]:
    """Draw cards."""

    def meant(deck: str, to: str) -> tuple[str, Place]:
        return words.deck(deck), words.place(to) if to else words.hand(seat.side)

    whole = f"{said.deck} to {said.to}".removesuffix(" to ")
    bare = _OFF.sub("", said.deck)  # "a card from the Commands deck", after what has that very name
    if _CARD.fullmatch(said.deck) and not words.is_deck(said.deck):
        count = int(said.deck) if said.deck.isdecimal() else said.count
        deck = words.draw_deck(seat.side, said.deck)
        return words.draw(deck, count, words.place(said.to) if said.to else words.hand(seat.side))
    deck, place = first_meant((*ways(said.deck, said.to), (whole, ""), (bare, said.to)), meant)
    return words.draw(deck, said.count, place)


SAID: Mapping[str, Callable[[Said, Seat, Words], Iterable[str]]] = {
    "move": say_move, "play": say_move, "return": say_return, "flip": say_flip, "rotate": say_rotate,
    "draw": say_draw, "reveal": say_reveal, "mask": say_mask, "remove": say_remove, "turn": say_turn,
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
    if verb == "turn" and not (_OVER.search(text) or _FACE.search(text)):
        raise Unreadable(
            'write "flip" to turn a piece over, "rotate" to turn it round, and "turn next" or "turn to 3" '
            "for a turn tracker"
        )
    if verb == "reduce":
        raise Unreadable(
            '"reduce" could be any side of the piece. A flip shows its next one', [f"flip {text}"]
        )
    face = _FACE.search(text)
    return {"what": text[: face.start()], "to": face["way"].casefold()} if face else {"what": text}


def read_off(reader: Reader) -> Mapping[str, Json]:
    """A piece that leaves the map, and where to if that is said; whether it is deleted."""
    verb, rest = "".join(reader.words[:1]).casefold(), rest_of(reader)
    if verb == _DELETE:
        return {"what": rest, "to": _DELETE}
    what, to = parted(rest, _TO)
    return {"what": what, "to": to}


def read_mask(reader: Reader) -> Mapping[str, Json]:
    """A piece that is masked, or hidden."""
    verb = "".join(reader.words[:1]).casefold()
    return {"what": rest_of(reader), "to": _HIDE if verb == _HIDE else ""}


def turn_reader(trackers: Iterable[str]) -> Callable[[Reader], Mapping[str, Json]]:
    """What reads the orders for turn trackers of these names."""
    known_as = sorted({re.escape(one) for one in (*trackers, USUAL, *OTHERS)}, key=len, reverse=True)
    name = rf"(?:(?:the|our)\s+)?(?P<name>{'|'.join(known_as)})(?:\s+(?:track|tracker|marker|record))?"
    forms = (
        rf"(?P<on>advance|next|step)\s+{name}",
        rf"(?P<back>previous)\s+{name}",
        rf"set\s+{name}\s+to\s+(?P<to>.+)",
        rf"turn(?:\s+{name})?\s+(?:(?P<on>next|on|forward|ahead)|(?P<back>back|backwards?|previous))",
        rf"turn(?:\s+{name})?\s+to\s+(?P<to>.+)",
        rf"turn\s+(?:{name}\s+)?(?P<to>\d+)",
        rf"turn\s+{name}",
    )
    known = [re.compile(f"(?is){one}") for one in forms]

    def read(reader: Reader) -> Mapping[str, Json]:
        for form in known:
            if found := form.fullmatch(reader.text.strip().rstrip(".!")):
                reader.at = len(reader.words)
                said = {"name": None, "to": None, "back": None, **found.groupdict()}
                return {"what": said["name"] or USUAL, "to": _BACK if said["back"] else said["to"] or ""}
        raise Unreadable('"turn next", "turn back" and "turn to 3" turn a turn tracker')

    return read


def read_to(reader: Reader) -> Mapping[str, Json]:
    """A piece, and a place behind "to". Raises Unreadable without one."""
    verb, rest = "".join(reader.words[:1]) or "move", rest_of(reader)
    between = (_TO, _ONTO, *[_IN] * (verb.casefold() in _PUT))
    what, to = next((found for word in between if (found := parted(rest, word))[1]), (rest, ""))
    if not to:
        raise Unreadable(f"write the destination, as in: {verb} {what or 'PIECE'} to PLACE")
    return {"what": what, "to": to}


def read_return(reader: Reader) -> Mapping[str, Json]:
    """A card and a deck. Raises Unreadable without one, unless the card is discarded."""
    verb, rest = "".join(reader.words[:1]).casefold(), rest_of(reader)
    if verb == _DISCARDS and rest and not any(parted(rest, word)[1] for word in (_TO, _ONTO)):
        return {"what": rest, "to": ""}
    reader.at = 1
    return read_to(reader)


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


def read_done(reader: Reader) -> Mapping[str, Json]:
    """Nothing, or what ends: "end my turn"."""
    if reader.words[0].casefold() == "end":
        reader.at = len(reader.words) if _TURN.fullmatch(" ".join(reader.words[1:])) else reader.at
    return {}


ONLY_IN_VASSAL = Elsewhere(
    ("peek", "look", "clone", "deal", "add", "create", "reverse"),
    "is done in VASSAL, and in no order in words. Attach the log of it",
)
"""What players write for what no order in words does."""
FORMS: tuple[Verb, ...] = (
    Verb(
        ("log",), "log FILE", read_log, "what you did in VASSAL; attach it, and leave this line out",
    ),
    Verb(
        ("move",), "move PIECE to PLACE", read_to, "PLACE by its name, or a pixel: Main 120,340",
        ("put", "place", "advance", "retreat", "march"),
    ),
    Verb(("flip",), "flip PIECE", read_flip, "turns it to its next side", ("turn", "reduce")),
    Verb(("reveal", "unmask"), "reveal PIECE", read_text, "takes your mask off it, or shows it", ("show",)),
    Verb(("mask",), "mask PIECE", read_mask, "puts your mask on it", (_HIDE, "conceal")),
    Verb(
        ("remove", "eliminate"), "remove PIECE", read_off, "to the box for lost pieces, or deletes it",
        (_DELETE, "destroy", "kill"),
    ),
    Verb(("rotate",), "rotate PIECE [by N]", read_by, "by N facings, -1 to the left"),
    Verb(("draw",), "draw [N from] DECK [to PLACE]", read_draw, "into your hand, if you name no place"),
    Verb(("play",), "play CARD to PLACE", read_to, "from your hand"),
    Verb(("return",), "return CARD to DECK", read_return, "puts it on top", (_DISCARDS,)),
    Verb(("shuffle",), "shuffle DECK", read_text, "hexpost shuffles it"),
    Verb(("roll",), "roll DICE [for PURPOSE]", read_roll, "rolls dice of the module by name, or 2d6"),
    Verb(("sealed",), "sealed", read_nothing, "asks all sides for sealed lines before your move goes on"),
    Verb(("bid",), "bid TEXT", read_text, "in sealed lines: what you bid or plot, in your own words"),
    Verb(("more",), "more", read_nothing, "you go on after this log"),
    Verb(("done", "pass"), "done", read_done, "ends your move", ("end", "finished", "finish")),
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


def grammar_of(names: Iterable[str] = (), trackers: Iterable[str] = ()) -> Grammar:
    """What can be written where these names may stand in a line, in a module with these turn trackers."""
    tails = {re.escape(tail) for name in names for tail in _TAIL.findall(name)}
    comment = re.compile(f"(?i)^#|#(?!{'|'.join(sorted(tails))})") if tails else COMMENT
    parts = [_AS_ORDER.split(name, maxsplit=1) for name in sorted(names) if _AS_ORDER.search(name)]
    kept = "".join(rf"(?!(?<={re.escape(head)})\s/\s{re.escape(tail)})" for head, tail in parts)
    stroke = re.compile(_STROKE.replace("(?i)", f"(?i){kept}", 1))
    turn = Verb(
        (USUAL,), "turn next / back / to VALUE", turn_reader(trackers), "turns the module's turn tracker",
        ("advance", "next", "previous", "set", "step"),
    )  # fmt: skip
    return Grammar((*FORMS, turn), {}, comment, stroke, ONLY_IN_VASSAL, "move")
