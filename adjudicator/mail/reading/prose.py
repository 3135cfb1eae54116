"""What a letter says around its order blocks, and which of it somebody meant for somebody.

Words for another player stand under a heading that names him, "To Ben:", and end with the paragraph. What
else is said is for the referee; greetings, names, signatures and what mail programs add say nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from adjudicator.mail.reading.as_typed import is_advertisement, is_quoted, plain_words
from adjudicator.mail.reading.header_line import begins, ends
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.reading.reply import reply_line
from files.nearest import nearest

_HEADING = re.compile(r"\s*to\s+(?:the\s+)?(\S.{0,60}?)\s*:(?:\s+(.*))?", re.IGNORECASE)
_REFEREE = "referee"
_WORDS = re.compile(r"[^\W_]+")

# All of these are matched against `folded` words: small letters, no accents, no signs.
_POLITE = re.compile(
    r"dear|hi|hello|hey|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)"
    r"|liebe[rs]?|sehr geehrte[rs]?|czesc|witam|dzien dobry|dobry wieczor|drog[ia]|szanown[yia]"
    r"|здравствуите|привет|добрыи (?:день|вечер)|уважаем\w+|bonjour|salut|chere?|ciao|hola|ahoj|hej"
    r"|(?:with )?(?:(?:best|kind|kindest|warm|many|all the|friendly) )*(?:regards|wishes|greetings|best)"
    r"|cheers|(?:many )?thanks(?: a lot| again| in advance| very much)?|thank you(?: very much| in advance)?"
    r"|(?:yours|sincerely|truly|faithfully)(?: (?:yours|sincerely|truly|faithfully))?|bye|good luck"
    r"|(?:mit )?(?:(?:freundliche[nm]?|viele|liebe|beste|herzliche|schone) )*gru(?:ss|sse|ssen|s)|mfg|lg|vg"
    r"|(?:vielen )?dank(?: im voraus)?|danke|pozdrawiam(?: serdecznie)?|pozdrowienia|dziekuje|dzieki"
    r"|z powazaniem|с уважением|всего доброго|спасибо|cordialement|bien a vous|merci|saluti|grazie|saludos"
)
_ANNOUNCED = re.compile(
    r"(?:(?:sorry|oops|pardon|apologies|my mistake|correction|once more|again) )*"
    r"(?:(?:here (?:are|come|is)|these are|please find|attached are|enclosed are|find) )?"
    r"(?:(?:my|the|our|a|new|right|correct|corrected|revised|updated|whole|full) )*"
    r"(?:orders?|sheet|moves?|logs?|log ?files?|ones|version|correction)(?: (?:for|of|again|once more))?"
    r"(?: (?:game|turn|impulse|this|the) ?\w{0,4})*"
    r"(?: (?:are |is )?(?:attached|enclosed|below|follow))?"
)
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
_SENTENCE = re.compile(r"(?<=[.!;:])\s+")
_TITLES = frozenset((
    "referee", "umpire", "sir", "madam", "mr", "mrs", "ms", "all", "both", "everybody", "everyone", "team",
    "there", "herr", "frau", "pan", "pani",
))  # fmt: skip
_MOST_NAMES = 3
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

    `to` holds pairs of a name as it was known and the words under its heading; `misspelt` holds headings that
    name nobody, but nearly do: their words are left for the referee. `asked` are questions,
    where nothing else is left: they are answered at once.
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
        misspelt += [heading] if nearest(name, names) else []
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
    names = _TITLES | {word for name in own for word in folded(name).split()}
    closed = False
    for line in _without_footers(text).split("\n"):
        words = _WORDS.findall(plain_words(line))
        if not words or line.lstrip().startswith("#") or is_advertisement(plain_words(line)):
            continue
        kind = "" if "?" in line else _said_nothing(plain_words(line), names)
        if not kind and not (closed and "?" not in line and _are_names(words, names)):
            return True
        closed = kind == "polite"
    return False


def _without_footers(text: str) -> str:
    """A text without the paragraphs that a company or a group puts below every mail."""
    parts = re.split(r"\n\s*\n", text)
    return "\n\n".join(part for part in parts if "?" in part or not _is_footer(part))


def _is_footer(text: str) -> bool:
    words = folded(text, _LONGEST_FOOTER)
    return bool(_FOOTER.fullmatch(words)) and len(words.split()) >= _SHORTEST_FOOTER


def _said_nothing(line: str, names: Collection[str]) -> str:
    """What a line is that says nothing, whole or sentence by sentence: the kind of its last one."""
    kind = ""
    for part in (line, *_SENTENCE.split(line)):
        kind = _formula(_WORDS.findall(part), names)
        if bool(kind) == (part is line):
            break
    return kind


def _formula(words: Sequence[str], names: Collection[str]) -> str:
    """What a sentence is that says nothing: "polite", be it with names, a "name", or "orders" announced."""
    plain = [folded(word) for word in words]
    if _ANNOUNCED.fullmatch(" ".join(plain)):
        return "orders"
    if all(word in names or len(word) == 1 for word in plain):
        return "name"
    for count in range(max(1, len(words) - _MOST_NAMES), len(words) + 1):
        if _POLITE.fullmatch(" ".join(plain[:count])) and _are_names(words[count:], names):
            return "polite"
    return ""


def _are_names(words: Sequence[str], names: Collection[str]) -> bool:
    return len(words) <= _MOST_NAMES and all(w[:1].isupper() or folded(w) in names for w in words)


def folded(name: str, most: int = 100) -> str:
    """The first signs of a text as names are compared: no capitals, accents, signs or runs of blanks."""
    plain = unicodedata.normalize("NFKD", name[:most].casefold())
    return " ".join(_WORDS.findall("".join(sign for sign in plain if not unicodedata.combining(sign))))
