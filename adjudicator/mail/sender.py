"""Who wrote a letter, and what speaks against believing it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from adjudicator.mail.headers import decoded

_ADDRESS = re.compile(r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+")
# What can be written into a To line as it is (RFC 5322, 3.4.1, without quotes): programs on the way take a
# hyphen in front for an option, and what is not ASCII for nothing at all.
_LOCAL = re.compile(r"(?!-)[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_LONGEST_DOMAIN = 253  # characters (RFC 1035, 2.3.4)
WRITABLE = "plain letters, digits and signs before the @, and the name of a host behind it"


@dataclass(frozen=True, slots=True)
class Sender:
    """The one address a letter claims to come from ("" if none), and every doubt about it.

    `unwritable` is what stands in the place of an address to which no mail can be written.
    """

    address: str
    name: str = ""
    doubts: tuple[str, ...] = ()
    unwritable: str = ""


def normal_address(text: str) -> str:
    """An address as we compare it: no display name, lower case, the domain in ASCII; "" if it is none, or
    none to which a mail can be written.

    >>> normal_address("Zhukov <Georgi@Example.ORG>")
    'georgi@example.org'
    """
    local, _, domain = meant_address(text).lower().rpartition("@")
    host = _ascii_domain(domain.rstrip("."))
    return f"{local}@{host}" if _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(host) else ""


def meant_address(text: str) -> str:
    """What is meant as an address, whether a mail can be written to it or not; "" if nothing is."""
    return next(iter(_ADDRESS.findall(text.split("<")[-1]) or _ADDRESS.findall(text)), "")


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
    pairs = [pair for pair in getaddresses(list(from_headers)) if any(pair)]
    written = [address for _, address in pairs if meant_address(address)] or list(from_headers)
    shown = dict.fromkeys(filter(None, (normal_address(one) or meant_address(one) for one in written)))
    addresses = list(shown)
    doubts: list[str] = []
    if len(from_headers) > 1:
        doubts.append(f"{len(from_headers)} From headers")
    if len(addresses) > 1:
        doubts.append("more than one address in From: " + ", ".join(addresses[:5]))
    name = decoded(pairs[0][0]) if pairs else ""
    doubts += _disguise(name, addresses)
    first = addresses[0] if addresses else ""
    return Sender(normal_address(first), name, tuple(doubts), "" if normal_address(first) else first)


def _disguise(name: str, addresses: Sequence[str]) -> list[str]:
    """A display name showing another address than the one the letter comes from."""
    shown = normal_address(name) or meant_address(name)
    if shown and addresses and shown != addresses[0]:
        return [f"From shows the name {shown} but comes from {addresses[0]}"]
    return []
