"""Find the order blocks in a letter: the lines between BEGIN ORDERS and END ORDERS, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from adjudicator.mail.reading.as_typed import is_quoted, order_words, plain_words
from adjudicator.mail.reading.header_line import CODE, EXAMPLE, Header, Kind, begins, ends
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.prose import prose, says
from adjudicator.mail.reading.reply import reply_line

CONSENT = "the form that it quotes"
"""The source of a block that is nothing but a word on what is proposed, or that accepts the game, above a
quoted form."""
LOG_ALONE = "the form quoted beside its log"
"""The source of a block without lines: its letter has a log of VASSAL, above a quoted form."""
GO_ON = "more"
"""The line that may stand in a block beside a log: the move goes on after the log."""
_CONSENT = re.compile(
    r"(?:(?:i|we) )?((?:agree|refuse|decline)(?: (?:to )?(?:the |a |an )?(?:undo|draw|close))?)[.!]*"
    r"|(?:yes,? )?(?:(?:i|we) )?(accept)(?: (?:the|this|your) (?:game|invitation))?[.!]*",
    re.IGNORECASE,
)

FaultKind = Literal["no-block", "two-blocks", "cut-off", "header"]


@dataclass(frozen=True, slots=True)
class Block:
    """An order block as its writer meant it.

    `lines` are the lines that hold something, comments among them, each with its number (from 1) in the text
    named by `source` ("" for the letter itself, else a file's name). The code is "" where none was written.
    """

    kind: Kind
    game: str
    turn: int
    side: str
    code: str
    lines: tuple[tuple[int, str], ...]
    source: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but comments in it."""
        return all(text.startswith("#") for _, text in self.lines)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no block to act upon: what was read, where, and what would be right.

    Of a block whose first line cannot be read `header` is what could, and `lines` are its lines.
    """

    kind: FaultKind
    why: str
    right: str
    header: Header | None = None
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """One block as found in one text; `closed` is the kind named by its END line, None when cut off."""

    header: Header
    first: int
    closed: Kind | None
    lines: tuple[tuple[int, str], ...]
    source: str
    in_reply: bool

    @property
    def content(self) -> tuple[Header, tuple[str, ...]]:
        return self.header, tuple(" ".join(text.lower().split()) for _, text in self.lines)

    @property
    def is_form(self) -> bool:
        return all(text.startswith("#") for _, text in self.lines)


def find_blocks(letter: Letter) -> tuple[Block | Fault, ...]:
    """What the letter brings to each game and side it names, from its text or a text file sent along.

    One entry for each, a block or what is wrong with it; a letter without any gives one fault.
    """
    chosen = _chosen(list(_all_blocks(letter)))
    seats: dict[tuple[str, str], list[_Found]] = {}
    for one in chosen:
        seats.setdefault((one.header.game, one.header.side), []).append(one)
    whole = tuple(_one_of(found) for found in seats.values())
    return whole or (_consent(letter) or _log_alone(letter) or _no_block(letter),)


def _consent(letter: Letter) -> Block | None:
    """The block of a letter that only agrees or refuses what is proposed, or accepts the game, above a form
    that it quotes."""
    lines = prose(letter).split("\n")
    found = ((at, _CONSENT.fullmatch(plain_words(line))) for at, line in enumerate(lines, 1))
    told = [(at, said[1] or said[2]) for at, said in found if said]
    rest = "\n".join(line for line in lines if not _CONSENT.fullmatch(plain_words(line)))
    head = _quoted_head(letter)
    if len(told) != 1 or head is None or says(rest, [letter.sender.name]):
        return None
    return Block("orders", head.game, head.turn, head.side, head.code, tuple(told), CONSENT)


def _log_alone(letter: Letter) -> Block | None:
    """The block of a letter whose orders are the moves of its log, above a form that it quotes."""
    head = _quoted_head(letter) if letter.logs else None
    if head is None:
        return None
    return Block("orders", head.game, head.turn, head.side, head.code, (), LOG_ALONE)


def _quoted_head(letter: Letter) -> Header | None:
    """The first line of the form that a letter quotes."""
    lines = (line for text in (letter.text, letter.html_text) for line in text.split("\n"))
    heads = (begins(plain_words(line.lstrip("> \t\xa0"))) for line in lines)
    return next((one for one in heads if one and not one.missing), None)


def find_block(letter: Letter) -> Block | Fault:
    """The one block of a sheet, or what is wrong with it; two for two games are one too many here."""
    found = find_blocks(letter)
    return found[0] if len(found) == 1 else _two_blocks(_chosen(list(_all_blocks(letter))))


def _one_of(found: list[_Found]) -> Block | Fault:
    """The block for one side of one game; the same twice counts once."""
    different = list({one.content: one for one in reversed(found)}.values())
    cut = next((one for one in different if one.closed is None), None)
    if cut:
        return _cut_off(cut)
    return _two_blocks(different) if len(different) > 1 else _readable(different[0])


def _chosen(found: list[_Found]) -> list[_Found]:
    """The blocks its writer means: an empty one is the form they were sent, where another has orders in it.

    Below the line that announces an earlier letter stands the form too: theirs only if they filled it in.
    """
    full = [one for one in found if not one.is_form]
    above = [one for one in full if not one.in_reply]
    return above or full or [one for one in found if not one.in_reply]


def _all_blocks(letter: Letter) -> Iterator[_Found]:
    typed = list(_blocks(letter.text, ""))
    yield from typed or _blocks(letter.html_text, "the HTML version")
    for file in letter.files:
        yield from _blocks(file.text, file.name)


def _blocks(text: str, source: str) -> Iterator[_Found]:
    lines = text.split("\n")
    reply = reply_line(lines)
    at = 0
    while at < len(lines):
        header = None if is_quoted(lines[at]) else begins(plain_words(lines[at]))
        if header:
            found, at = _block_at(lines, at, header, source, at > reply)
            yield found
        else:
            at += 1


def _block_at(
    lines: list[str], first: int, header: Header, source: str, in_reply: bool
) -> tuple[_Found, int]:
    """The block that begins at `first`, and the index of the line after it."""
    inside: list[tuple[int, str]] = []
    for at in range(first + 1, len(lines)):
        words = "" if is_quoted(lines[at]) else order_words(lines[at])
        closed = ends(words)
        if closed:
            return _Found(header, first, closed, tuple(inside), source, in_reply), at + 1
        if words and begins(words):
            return _Found(header, first, None, tuple(inside), source, in_reply), at
        inside += [(at + 1, words)] if words else []
    return _Found(header, first, None, tuple(inside), source, in_reply), len(lines)


def _readable(found: _Found) -> Block | Fault:
    header = found.header
    if set(header.missing) - {CODE}:
        *most, last = header.missing
        missing = f"{', '.join(most)} and {last}" if most else last
        why = f"the first line of the block, {_place(found)}, does not say {missing}"
        return Fault("header", why, f"a first line such as {EXAMPLE}", header, found.lines)
    if header.kind == "orders" and found.closed == "check":  # a check closed by END ORDERS harms nobody
        why = f"the block, {_place(found)}, begins with BEGIN ORDERS but ends with END CHECK"
        return Fault("header", why, "END ORDERS after BEGIN ORDERS, or BEGIN CHECK for a dry run")
    return Block(
        header.kind, header.game, header.turn, header.side, header.code, found.lines, found.source
    )  # fmt: skip


def _place(found: _Found) -> str:
    return f"line {found.first + 1}" + (f" of {found.source}" if found.source else "")


def _no_block(letter: Letter) -> Fault:
    right = f"a line such as {EXAMPLE}, the orders, and a line END ORDERS"
    texts = [letter.text, letter.html_text, *(file.text for file in letter.files)]
    if any(_begins_quoted(line) for text in texts for line in text.split("\n")):
        why = "it has no order block of its own (quoted lines are not read)"
        right = f"{right}, above the quoted lines and without > before them"
    else:
        why = "it has no order block"
    if letter.unread:
        files = ", ".join(f'"{name}"' for name in letter.unread)
        why = f"{why}, and the attachments were not read: {files}"
        right = f"{right}, typed into the email or attached as a .txt file"
    return Fault("no-block", why, right)


def _begins_quoted(line: str) -> bool:
    return is_quoted(line) and begins(plain_words(line.lstrip("> \t\xa0"))) is not None


def _cut_off(found: _Found) -> Fault:
    end = f"END {found.header.kind.upper()}"
    why = f"the block that begins in {_place(found)} has no {end}. Some of it may be lost"
    return Fault("cut-off", why, f"the whole block again, with {end} as its last line")


def _two_blocks(found: list[_Found]) -> Fault:
    places = " and ".join(_place(one) for one in sorted(found, key=lambda one: (one.source, one.first)))
    return Fault(
        "two-blocks", f"there are {len(found)} different blocks, in {places}", "one block in an email"
    )


def from_log(block: Block, letter: Letter) -> bool:
    """Whether the orders of a letter are those of its log, with which no line but GO_ON goes."""
    typed = (text for _, text in block.lines if not text.startswith("#"))
    return bool(letter.logs) and all(text.casefold() == GO_ON for text in typed)
