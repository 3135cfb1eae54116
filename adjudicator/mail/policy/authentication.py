"""What the receiving mail server found out about a letter's sender: Authentication-Results (RFC 8601).

Anybody can write such a header. Believed are those of the one server that the referee names, and of them only
the topmost ones, which stand above everything that came with the letter. The first says what speaks for a
sender; those right below it speak against one, and for one only where the first is that of a DMARC
filter which found no policy and leaves the word to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

_METHOD = re.compile(r"\s*([a-z0-9_-]+)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)\b(.*)", re.IGNORECASE | re.DOTALL)
_PROPERTY = re.compile(
    r"([a-z]+\s*\.\s*[a-z0-9_-]+)\s*=\s*(\"(?:[^\"\\]|\\.)*\"|[^\s;\"]+)|\"(?:[^\"\\]|\\.)*\"", re.IGNORECASE
)
_NAME = re.compile(r"\s*\"?([^\s;\"]+)\"?\s*(?:\d+\s*)?$")
_BELOW = frozenset(("authentication-results", "received-spf", "dkim-filter", "x-spf", "x-dkim"))
"""Headers that a server's filters write beside each other, at the top of a letter."""
_FAILED = frozenset(("fail", "permerror", "policy"))


@dataclass(frozen=True, slots=True)
class Result:
    """What one method says: "dkim", "pass", and its properties, such as header.d = example.org."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains that it speaks of."""
        names = {
            "dmarc": ("header.from",),
            "dkim": ("header.d", "header.i"),
            "spf": ("smtp.mailfrom",),
        }
        found = (self.properties.get(name, "") for name in names.get(self.method, ()))
        return tuple(one.rpartition("@")[2].lower().rstrip(".") for one in found if one)[:1]

    def __str__(self) -> str:
        return f"{self.method}={self.result}"


def results_of(headers: Sequence[tuple[str, str]], server: str) -> list[list[Result]]:
    """The results of the topmost headers of a server, or of one of several whose names end alike; a list for
    each header, none where it wrote none."""
    seen = [(name.lower(), value) for name, value in headers]
    first = next((at for at, one in enumerate(seen) if _is_by(one, server)), len(seen))
    near = takewhile(lambda one: one[0] in _BELOW, seen[first:])
    return [list(_results(value)) for name, value in near if _is_by((name, value), server)]


def _is_by(header: tuple[str, str], server: str) -> bool:
    if header[0] != "authentication-results":
        return False
    named = _NAME.match(next(_parts(header[1])))
    return named is not None and f".{named[1].lower()}".endswith(f".{server.lower()}")


def _parts(value: str) -> Iterator[str]:
    """The parts of a header between semicolons, without comments; what a sender wrote into quotes or comments
    ends no part and no comment."""
    part, depth, quoted, at = "", 0, False, 0
    while at < len(value):
        sign = value[at : at + 2] if value[at] == "\\" else value[at]
        at += len(sign)
        if sign == '"' and not depth:
            quoted = not quoted
        depth += 0 if quoted else (sign == "(") - (sign == ")" and depth > 0)
        if sign == ";" and not quoted and not depth:
            yield part
            part = ""
        elif not depth:
            part += " " if sign == ")" and not quoted else sign
    yield part


def _results(value: str) -> Iterator[Result]:
    for part in list(_parts(value))[1:]:
        found = _METHOD.match(part)
        if found:
            told = [(one[1], one[2]) for one in _PROPERTY.finditer(found[3]) if one[1]]
            named = {"".join(name.lower().split()): value.strip('"') for name, value in reversed(told)}
            yield Result(found[1].lower(), found[2].lower(), named)


def why_unproved(headers: Sequence[tuple[str, str]], server: str, address: str, without: str) -> str:
    """Why a letter from an address is not believed to come from there, by what a server says; "" if it is.

    `without` says what is done where the server says nothing: "hold" or "take" the letter.
    """
    told = results_of(headers, server)
    if not told:
        return "" if without == "take" else f"{server} says nothing about who sent it"
    domain = address.rpartition("@")[2]
    every = [one for results in told for one in results]
    listed = ", ".join(map(str, every)) or "nothing"
    if any(one.method == "dmarc" and one.result in _FAILED for one in every):
        return f"{server} found that it does not come from {domain}: {listed}"
    if any(one.result == "pass" and is_aligned(one, domain) for one in _speaking(told)):
        return ""
    return f"{server} could not confirm that it comes from {domain}: {listed}"


def _speaking(told: Sequence[Sequence[Result]]) -> list[Result]:
    """The results that may speak for a sender; of each method only what was said of it first."""
    heard = list(told[0])
    if any(str(one) == "dmarc=none" for one in heard):
        for results in told[1:]:
            known = {one.method for one in heard}
            heard += [one for one in results if one.method not in known]
    return heard


def is_aligned(result: Result, domain: str) -> bool:
    """Whether a result speaks of the domain that stands in From, or of one above or below it."""
    return any(
        one == domain or (min(one.count("."), domain.count(".")) and _within(one, domain))
        for one in result.domains
    )


def _within(one: str, other: str) -> bool:
    return one.endswith(f".{other}") or other.endswith(f".{one}")
