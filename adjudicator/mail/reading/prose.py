"""What a letter says around its order blocks, and which of it somebody meant for somebody.

Words for another player stand under a heading with the name, "To Ben:", and end with the paragraph. What
else is said is for the referee; greetings, names, signatures and what mail programs add say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.judging.courtesy import (
    POLITE,
    TITLES,
    WORDS,
    are_names,
    folded,
    is_advertisement,
    kinds_of,
)
from adjudicator.mail.reading.as_typed import is_quoted, plain_words
from adjudicator.mail.reading.header_line import begins, ends
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.reply import reply_line
from files.nearest import nearest

_HEADING = re.compile(r"\s*to\s+(?:the\s+)?(\S.{0,60}?)\s*:(?:\s+(.*))?", re.IGNORECASE)
_REFEREE = "referee"
_FOOTER = re.compile(
    r"(?:(?:this|the information in this|diese|the contents of this) "
    r"(?:e ?mail|message|communication|nachricht)\b|confidentiality notice|disclaimer\b|legal notice"
    r"|important notice).*\b(?:confidential|intended|privileged|recipient|addressee|disclose|vertraulich"
    r"|empfanger)\b.*"
    r"|(?:please )?(?:consider|think of) the environment before printing.*"
    r"|you (?:received|are receiving) this (?:e ?mail|message) because.*"
)
"""What a company or a group puts below every mail, a paragraph of it."""
_LONGEST_FOOTER, _SHORTEST_FOOTER = 3000, 7  # signs, words
_PGP_BEGINS = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
"""What a program puts around a letter that it signs within the text (RFC 9580, 7)."""


def prose(letter: Letter) -> str:
    """What stands outside the blocks: not quoted, not in the signature, not in an earlier letter."""
    return "\n".join(_outside(_text_with_block(letter).split("\n"))).strip()


def typed(letter: Letter) -> tuple[str, ...]:
    """The lines that its writer typed outside of blocks, those between quoted lines among them."""
    lines = letter.text.split("\n")
    at = reply_line(lines)
    below = [line for line in lines[at + 1 :] if line.strip()]
    marked = next((is_quoted(line) for line in below if "wrote:" not in line), False)
    between = (line for line in below if marked and not is_quoted(line) and "wrote:" not in line)
    told = (plain_words(line) for line in (*prose(letter).split("\n"), *between))
    return tuple(line for line in told if line and not begins(line) and ends(line) is None)


def _text_with_block(letter: Letter) -> str:
    """The version of the letter that its block was read from: where the plain one has none, the HTML one."""
    for text in (letter.text, letter.html_text):
        if any(begins(plain_words(line)) for line in text.split("\n") if not is_quoted(line)):
            return text
    return letter.text


def _outside(lines: Sequence[str]) -> Iterator[str]:
    inside = armour = False
    for line in lines[: reply_line(lines)]:
        words, quoted = plain_words(line), is_quoted(line)
        if line.rstrip("\r\n") in ("-- ", "--", _PGP_SIGNATURE) and not inside:
            return
        armour = words == _PGP_BEGINS or (armour and bool(words))
        if armour:  # down to the blank line before what was signed
            continue
        if not quoted and begins(words):
            inside = True
        elif inside and not quoted:
            inside = ends(words) is None
        elif not (inside or quoted or is_advertisement(words)):
            yield line.rstrip()


@dataclass(frozen=True, slots=True)
class Words:
    """What is said around the blocks: to whom which words, and what is left for the referee.

    `to` holds pairs of a name as it was known and the words under its heading; `misspelt` holds headings
    that name nobody, but nearly do, or are one word like a name: their words are left for the referee.
    `asked` are questions, where nothing else is left: they are answered at once.
    """

    to: tuple[tuple[str, str], ...] = ()
    note: str = ""
    misspelt: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


NO_WORDS = Words()


def sort_words(said: str, names: Collection[str], own: Collection[str] = ()) -> Words:
    """Sort what a letter says outside its blocks.

    `names` are the `folded` names of those who can be written to; `own` are names that its writer signs with.
    """
    to: dict[str, list[str]] = {}
    note: list[str] = []
    misspelt: list[str] = []
    for heading, written, lines in _paragraphs(said):
        name = folded(heading)
        if name in names:
            to.setdefault(name, []).append("\n".join(lines))
            continue
        note += [written] if heading and name != _REFEREE else lines
        note += [""]
        alone = heading[:1].isupper() and heading.isalpha() and name != _REFEREE
        misspelt += [heading] if nearest(name, names) or alone else []
    words = tuple((name, "\n\n".join(filter(None, parts))) for name, parts in to.items())
    left = "\n".join(note).strip()
    return Words(tuple(w for w in words if w[1]), left if says(left, own) else "", tuple(misspelt))


def _paragraphs(said: str) -> Iterator[tuple[str, str, list[str]]]:
    """Paragraphs: the name in the heading above it ("" for none), all as written, and the lines below.

    Blank lines after a heading that has a line of its own are let pass.
    """
    heading, written, lines = "", list[str](), list[str]()
    for line in [*said.split("\n"), ""]:
        found = _HEADING.fullmatch(line.replace("\xa0", " "))
        if (found or not line.strip()) and (lines or (found and heading)):
            yield heading, "\n".join(written), lines
            heading, written, lines = "", [], []
        if found:
            heading, written, lines = found[1], [line], [found[2]] if found[2] else []
        elif line.strip():
            written, lines = [*written, line], [*lines, line]
    if heading:
        yield heading, "\n".join(written), lines


def says(text: str, own: Collection[str]) -> bool:
    """Whether anything is said that a person should read."""
    names = TITLES | {word for name in own for word in folded(name).split()}
    closed = False
    for line in _without_footers(text).split("\n"):
        words = WORDS.findall(plain_words(line))
        if not words or line.lstrip().startswith("#") or is_advertisement(plain_words(line)):
            continue
        kinds = () if "?" in line else kinds_of(plain_words(line), names)
        if not kinds and not (closed and "?" not in line and are_names(words, names)):
            return True
        closed = kinds[-1:] == (POLITE,)
    return False


def _without_footers(text: str) -> str:
    """A text without the paragraphs that a company or a group puts below every mail."""
    parts = re.split(r"\n\s*\n", text)
    return "\n\n".join(part for part in parts if "?" in part or not _is_footer(part))


def _is_footer(text: str) -> bool:
    words = folded(text, _LONGEST_FOOTER)
    return bool(_FOOTER.fullmatch(words)) and len(words.split()) >= _SHORTEST_FOOTER
