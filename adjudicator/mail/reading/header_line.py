"""The first line of an order block: BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from adjudicator.mail.reading.codes import normal_code

Kind = Literal["orders", "check"]

EXAMPLE = "BEGIN ORDERS 17 turn 3 zhukov 7F3K-92QX"
_EDGES = "-=~#.:;,|[]() "
_BEGIN = re.compile(r"begin[\s:_-]+(orders?|check)\b[\s:,-]*(.*)", re.IGNORECASE)
_END = re.compile(r"end[\s:_-]+(orders?|check)\b[\s.!]*(.*)", re.IGNORECASE)
_CODE = re.compile(r"(?:^|\s)(?:code\s*:?\s*)?([^\W_]{4} ?-? ?[^\W_]{4})$", re.IGNORECASE)
_GAME = re.compile(r"^(?:game\b\s*)?(?:(?:no\b\.?|nr\b\.?)\s*|#\s*)?0*(\d{1,9})\b", re.IGNORECASE)
_TURN = re.compile(r"\bturn\b[\s:.]*(?:(\d{1,4})\b)?|\bt(\d{1,4})\b", re.IGNORECASE)
_SIDE = re.compile(r"(?=.*[^\W\d_])[^\W_]+(?:-[^\W_]+)*")
"""The sides of published modules have digits in their names: "player-1", "1st-army"."""
CODE = "the reply code"
_WHAT = {
    "game": "the number of the game",
    "turn": 'the turn ("turn 3")',
    "side": "the side",
    "code": CODE,
}


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a block's first line; `missing` says in words which could not be read."""

    kind: Kind
    game: str
    turn: int
    side: str
    code: str
    missing: tuple[str, ...]


def begins(line: str) -> Header | None:
    """The header that a line of plain words is, or None; "begin orders when you like" is none."""
    found = _BEGIN.match(line.strip(_EDGES)[:300])
    if not found:
        return None
    rest = found[2].strip(_EDGES)
    if rest and not re.search(r"\d|\bturn\b", rest, re.IGNORECASE):
        return None
    return _header(_kind(found[1]), rest)


def ends(line: str) -> Kind | None:
    """The kind of block which a line of plain words ends, or None."""
    found = _END.match(line.strip(_EDGES)[:300])
    return _kind(found[1]) if found and not re.search(r"[^\W\d_]{3}", found[2]) else None


def _kind(word: str) -> Kind:
    return "check" if word.lower() == "check" else "orders"


def _header(kind: Kind, rest: str) -> Header:
    """Each field is looked for by its own shape, so that one bad field does not spoil the others."""
    code, rest = _taken(_CODE, rest)
    turn, rest = _taken(_TURN, rest)
    game, rest = _taken(_GAME, rest)
    # a turn that was no number leaves its word behind: the side is the last word
    side = next(filter(_SIDE.fullmatch, reversed(rest.split())), "").lower()
    fields = {"game": game, "turn": turn, "side": side, "code": normal_code(code)}
    missing = tuple(_WHAT[name] for name, value in fields.items() if not value)
    return Header(kind, game, int(turn or 0), side, fields["code"], missing)


def _taken(field: re.Pattern[str], text: str) -> tuple[str, str]:
    """What the field says ("" if it is not there), and the text without it."""
    found = field.search(text)
    if not found:
        return "", text
    says = next(filter(None, found.groups()), "")
    return says, f"{text[: found.start()]} {text[found.end() :]}".strip(" ,;:")
