"""Who wrote a letter, and what speaks against believing it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.mail.reading.headers import decoded

_PART = r"[^\s<>@,;:\"()\[\]\\]++"
_ADDRESS = re.compile(rf"{_PART}(?:@{_PART})+")  # one "@" too many is part of it: half of it is somebody else
# What can be written into a To line as it is (RFC 5322, 3.4.1, without quotes): programs on the way take a
# hyphen in front for an option, and what is not ASCII for nothing at all.
_LOCAL = re.compile(r"(?!-)[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_LONGEST_DOMAIN = 253  # characters (RFC 1035, 2.3.4)
WRITABLE = "letters, digits and other plain characters before the @, and a host name after it"

_QUOTES = "'\"`´‘’‚‛“”„‟«»‹›"  # in which mail programs set an address that they show as a name
_QUOTED_LOCAL = re.compile(
    r'"((?:[^"\\]|\\.)*)"\s*(@[^\s@"]+)'
)  # RFC 5322, 3.2.4: a quoted string before the @
_TOKEN = re.compile(
    r"""(?P<quoted>"(?:\\.|[^"\\])*"?)|(?P<angle><(?:"(?:\\.|[^"\\])*"|[^<>"])*>?)"""
    r"""|(?P<comment>\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)?)|(?P<end>[,;])|(?P<group>:)|(?P<text>[^"<(,;:]+)"""
)
"""What a From header is made of (RFC 5322, 3.4): words, quoted words, <addresses>, (comments) and groups:
of people;"""


@dataclass(frozen=True, slots=True)
class Sender:
    """The one address a letter claims to come from ("" if none), and every doubt about it.

    `unwritable` is what stands in the place of an address to which no mail can be written.
    """

    address: str
    name: str = ""
    doubts: tuple[str, ...] = ()
    unwritable: str = ""


@dataclass(frozen=True, slots=True)
class _Mailbox:
    """What a From header has between two commas: the name, and what there is of addresses."""

    name: str
    addresses: tuple[str, ...]


@lru_cache(maxsize=256)
def normal_address(text: str) -> str:
    """An address as we compare it: no display name, lower case, the domain in ASCII; "" if it is none, or
    none to which a mail can be written. It stands alone, or in <> behind a name.

    >>> normal_address("Zhukov <Georgi@Example.ORG>")
    'georgi@example.org'
    """
    _, opened, last = text.strip().rpartition("<")
    alone = last.removesuffix(">") if opened else re.sub(r"\([^()]*\)\s*$", "", last)
    address = _bare(alone.strip())
    return _normal(address) if _ADDRESS.fullmatch(address) else ""


def unwritable_address(text: str) -> str:
    """What is meant as an address and none that a mail can be written to; "" where nothing is, or more than
    that is wrong with the text."""
    found = _ADDRESS.findall(text.rpartition("<")[2]) or _ADDRESS.findall(text)
    return next((bare for bare in map(_bare, found) if not _normal(bare)), "")


def _normal(address: str) -> str:
    local, _, domain = address.lower().rpartition("@")
    host = _ascii_domain(domain)
    return f"{local}@{host}" if _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(host) else ""


def _bare(address: str) -> str:
    """An address without the quotes that mail programs set around one. An apostrophe may begin a name, so one
    goes only where another ends the host, which none can."""
    text = address.strip().removeprefix("mailto:")
    bare = text.rstrip(_QUOTES + ".")
    quotes = sum(one in _QUOTES for one in text[len(bare) :])
    while quotes and bare[:1] and bare[0] in _QUOTES:
        bare, quotes = bare[1:], quotes - 1
    return bare


def _ascii_domain(domain: str) -> str:
    """The domain in ASCII, "" where it has none. What comes of it is to be looked at: a comma of full width
    becomes a plain one, and one address two."""
    try:
        return domain.encode("idna").decode("ascii").lower() if len(domain) <= _LONGEST_DOMAIN else ""
    except ValueError:
        return ""


def who_wrote(from_headers: Sequence[str]) -> Sender:
    """Read the From headers, as they stood in the letter; an honest one has one, with one address.

    They are taken apart before their words are decoded: encoded words can hide a comma or a second address.
    """
    found = [one for header in from_headers for one in _mailboxes(header)]
    addresses = list(dict.fromkeys(_normal(one) or one for box in found for one in box.addresses))
    doubts: list[str] = []
    if len(from_headers) > 1:
        doubts.append(f"{len(from_headers)} From headers")
    if len(addresses) > 1:
        doubts.append("more than one address in From: " + ", ".join(addresses[:5]))
    names = [decoded(box.name) for box in found if box.addresses]
    doubts += (doubt for name in names for doubt in _disguise(name, addresses))
    first = addresses[0] if addresses else ""
    name = next(iter(names), "")
    return Sender(_normal(first), name, tuple(dict.fromkeys(doubts)), "" if _normal(first) else first)


def _mailboxes(header: str) -> Iterator[_Mailbox]:
    """The parts of a From header, however it is written. It is read here, because what the standard library
    makes of one "@" too many differs from one Python to the next, and may be half of the address."""
    words: list[tuple[str, str]] = []
    for token in _TOKEN.finditer(header):
        kind = str(token.lastgroup)
        if kind == "end":
            yield _mailbox(words)
            words = []
        elif kind == "group" and not any("@" in word for _, word in words):
            words = []  # the name of a group, or mailto:
        else:
            words.append((kind, token[0]))
    yield _mailbox(words)


def _mailbox(words: Sequence[tuple[str, str]]) -> _Mailbox:
    kinds = [kind for kind, _ in words]
    at = kinds.index("angle") if "angle" in kinds else len(words)
    said, angles = words[:at], [word for kind, word in words[at:] if kind != "comment"]
    comments = " ".join(word[1:].removesuffix(")") for kind, word in words if kind == "comment")
    phrase = [(kind, word) for kind, word in said if kind != "comment"]
    if angles:
        name = "".join(_unquoted(word) if kind == "quoted" else word for kind, word in phrase)
        return _Mailbox(name.strip() or comments, tuple(one for word in angles for one in _addresses(word)))
    return _Mailbox(comments, tuple(_addresses("".join(word for _, word in phrase))))


def _addresses(written: str) -> Iterator[str]:
    """The addresses in what stands for one; of a quoted name before the @ what it quotes, where it needs no
    quotes, else as it is written, to be shown."""
    text = re.sub(r"\([^()]*\)", "", written.strip().removeprefix("<").removesuffix(">")).strip()
    if quoted := _QUOTED_LOCAL.fullmatch(text):
        local = _unquoted(f'"{quoted[1]}"')
        yield f"{local}{quoted[2]}" if _LOCAL.fullmatch(local.lower()) else text
        return
    yield from filter(None, map(_bare, _ADDRESS.findall(re.sub(r"\s*@\s*", "@", text))))


def _unquoted(word: str) -> str:
    """What a quoted string says."""
    return re.sub(r"\\(.)", r"\1", word[1:].removesuffix('"'))


def _disguise(name: str, addresses: Sequence[str]) -> list[str]:
    """A display name showing another address than the one the letter comes from, in whatever letters."""
    shown = (_normal(one) or one for one in map(_bare, _ADDRESS.findall(unicodedata.normalize("NFKC", name))))
    others = [one for one in shown if addresses and one != addresses[0]]
    return [f"From shows the name {other} but comes from {addresses[0]}" for other in others[:1]]
