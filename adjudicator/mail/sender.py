"""Who wrote a letter, and what speaks against believing it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from adjudicator.mail.headers import decoded

_ADDRESS = re.compile(r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+")


@dataclass(frozen=True, slots=True)
class Sender:
    """The one address a letter claims to come from ("" if none), and every doubt about it."""

    address: str
    name: str = ""
    doubts: tuple[str, ...] = ()


def normal_address(text: str) -> str:
    """An address as we compare it: no display name, lower case, the domain in ASCII; "" if it is none.

    >>> normal_address("Zhukov <Georgi@Example.ORG>")
    'georgi@example.org'
    """
    found = _ADDRESS.findall(text.split("<")[-1]) or _ADDRESS.findall(text)
    if not found:
        return ""
    local, _, domain = found[0].lower().rpartition("@")
    return f"{local}@{_ascii_domain(domain.rstrip('.'))}"


def _ascii_domain(domain: str) -> str:
    try:
        return domain.encode("idna").decode("ascii")
    except ValueError:
        return domain


def who_wrote(from_headers: Sequence[str]) -> Sender:
    """Read the From headers, as they stood in the letter; an honest one has one, with one address.

    They are taken apart before their words are decoded: encoded words can hide a comma or a second address.
    """
    pairs = [pair for pair in getaddresses(list(from_headers)) if any(pair)]
    addresses = list(dict.fromkeys(filter(None, (normal_address(address) for _, address in pairs))))
    addresses = addresses or list(filter(None, map(normal_address, from_headers)))
    doubts: list[str] = []
    if len(from_headers) > 1:
        doubts.append(f"{len(from_headers)} From headers")
    if len(addresses) > 1:
        doubts.append("more than one address in From: " + ", ".join(addresses[:5]))
    name = decoded(pairs[0][0]) if pairs else ""
    doubts += _disguise(name, addresses)
    return Sender(addresses[0] if addresses else "", name, tuple(doubts))


def _disguise(name: str, addresses: Sequence[str]) -> list[str]:
    """A display name showing another address than the one the letter comes from."""
    shown = normal_address(name)
    if shown and addresses and shown != addresses[0]:
        return [f"From shows the name {shown} but comes from {addresses[0]}"]
    return []
