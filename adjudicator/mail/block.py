"""Find the order block in a letter: the lines between BEGIN ORDERS and END ORDERS, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from adjudicator.mail.header_line import EXAMPLE, Header, Kind, begins, ends
from adjudicator.mail.letter import Letter
from adjudicator.mail.reading import is_advertisement, is_quoted, order_words, plain_words
from adjudicator.mail.reply import reply_line

FaultKind = Literal["no-block", "two-blocks", "cut-off", "header"]


@dataclass(frozen=True, slots=True)
class Block:
    """An order block as its writer meant it.

    `lines` are the lines that hold something, comments among them, each with its number (from 1) in the text
    named by `source` ("" for the letter itself, else a file's name). `chat` is what the writer said outside.
    """

    kind: Kind
    game: str
    turn: int
    side: str
    code: str
    lines: tuple[tuple[int, str], ...]
    chat: str
    source: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but comments in it."""
        return all(text.startswith("#") for _, text in self.lines)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no block to act upon: what was read, where, and what would be right."""

    kind: FaultKind
    why: str
    right: str


@dataclass(frozen=True, slots=True)
class _Found:
    """One block as it stands in one text; `closed` is the kind named by its END line, None when cut off."""

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


def find_block(letter: Letter) -> Block | Fault:
    """The one block of the letter, from its text or a text file sent along, or what is wrong."""
    chosen = _chosen(list(_all_blocks(letter)))
    different = list({one.content: one for one in reversed(chosen)}.values())
    if not different:
        return _no_block(letter)
    cut = next((one for one in different if one.closed is None), None)
    if cut:
        return _cut_off(cut)
    if len(different) > 1:
        return _two_blocks(different)
    return _readable(different[0], letter)


def _chosen(found: list[_Found]) -> list[_Found]:
    """The blocks its writer means: an empty one is the form he was sent, where another has orders in it.

    Below the line that announces an earlier letter stands the form too: his block only if he filled it in.
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


def _readable(found: _Found, letter: Letter) -> Block | Fault:
    header = found.header
    if header.missing:
        why = f"the first line of the block, {_place(found)}, does not say " + ", ".join(header.missing)
        return Fault("header", why, f"a first line such as {EXAMPLE}")
    if header.kind == "orders" and found.closed == "check":  # a check closed by END ORDERS harms nobody
        why = f"the block, {_place(found)}, begins with BEGIN ORDERS but ends with END CHECK"
        return Fault("header", why, "END ORDERS after BEGIN ORDERS, or BEGIN CHECK for a dry run")
    return Block(
        header.kind,
        header.game,
        header.turn,
        header.side,
        header.code,
        found.lines,
        _chat(letter),
        found.source,
    )


def _place(found: _Found) -> str:
    return f"line {found.first + 1}" + (f" of {found.source}" if found.source else "")


def _no_block(letter: Letter) -> Fault:
    right = f"a line such as {EXAMPLE}, the orders, and a line END ORDERS"
    above = f"{right}, above the quoted lines and without > before them"
    texts = [letter.text, letter.html_text, *(file.text for file in letter.files)]
    if any(_begins_quoted(line) for text in texts for line in text.split("\n")):
        return Fault("no-block", 'the only block stands in quoted lines (">"), which are not read', above)
    if letter.unread:
        files = ", ".join(f"«{name}»" for name in letter.unread)
        why = f"the letter has no order block, and what was sent along is not read: {files}"
        return Fault("no-block", why, f"{right}, typed into the letter or sent along as a .txt file")
    return Fault("no-block", "the letter has no order block", right)


def _begins_quoted(line: str) -> bool:
    return is_quoted(line) and begins(plain_words(line.lstrip("> \t\xa0"))) is not None


def _cut_off(found: _Found) -> Fault:
    end = f"END {found.header.kind.upper()}"
    why = f"the block that begins in {_place(found)} has no {end}: some of it may have been lost on the way"
    return Fault("cut-off", why, f"the whole block again, with {end} as its last line")


def _two_blocks(found: list[_Found]) -> Fault:
    places = " and ".join(_place(one) for one in sorted(found, key=lambda one: (one.source, one.first)))
    return Fault(
        "two-blocks", f"there are {len(found)} different blocks, in {places}", "one block in a letter"
    )


def _chat(letter: Letter) -> str:
    """What stands outside the block: not quoted, not in the signature, not in an earlier letter."""
    lines = letter.text.split("\n")
    kept: list[str] = []
    inside = False
    for line in lines[: reply_line(lines)]:
        words = plain_words(line)
        if line.rstrip("\r\n") in ("-- ", "--") and not inside:
            break
        if not is_quoted(line) and begins(words):
            inside = True
        elif inside and not is_quoted(line):
            inside = ends(words) is None
        elif not inside and not is_quoted(line) and not is_advertisement(words):
            kept.append(line.rstrip())
    return "\n".join(kept).strip()
