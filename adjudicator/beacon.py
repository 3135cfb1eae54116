"""A public beacon: numbers that a group of independent computers publishes at fixed times, and signs.

The format is drand's. A chain is described by one file, and each round is another; whoever runs the desk
drops both into it, and hexpost fetches nothing. A round is taken only when its signature holds against the
public key that the game's opening record names. docs/dice.md tells what this is for.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

CHAINED = "pedersen-bls-chained"
ON_G1 = "bls-unchained-g1-rfc9380"
SCHEMES = (CHAINED, "pedersen-bls-unchained", ON_G1)
"""drand's schemes that can be verified here; signatures of the last one are points of the other group."""
MISSING = "the library that checks a beacon is not installed; type: pip install 'hexpost[beacon]'"
AHEAD = timedelta(minutes=5)
"""So long before a round is published everybody must have been told that it will be used."""
_BIGGEST = 65536  # bytes of a file in drand's format; it has a few hundred
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class BeaconError(Exception):
    """What is wrong with a chain or a round, in words."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of a beacon, as a game's opening record names it; of its rounds one is used every so many
    minutes."""

    hash: str
    public_key: str
    scheme: str
    genesis: int
    period: int
    every: int

    def record(self) -> dict[str, Any]:
        """As the opening record has it."""
        return asdict(self)

    def time(self, number: int) -> datetime:
        """When a round is published."""
        return datetime.fromtimestamp(self.genesis + (number - 1) * self.period, UTC)

    def next_round(self, now: datetime) -> int:
        """The first round that is used of those that nobody can know yet when everybody has been told."""
        since = (now + AHEAD).timestamp() - self.genesis
        return 1 if since < 0 else (int(since // self.period) // self._step + 1) * self._step + 1

    def uses(self, number: int) -> bool:
        """Whether this round is one of those that are used."""
        return number >= 1 and (number - 1) % self._step == 0

    @property
    def _step(self) -> int:
        return max(1, self.every * 60 // self.period)


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was published; `previous` is the signature before it, where the chain has one."""

    number: int
    randomness: str
    signature: str
    previous: str = ""


def chain_of(opening: bytes) -> Chain | None:
    """The chain whose rounds the dice of a game are bound to; None where it has none."""
    told = json.loads(opening).get("beacon")
    return Chain(**told) if told else None


def read_chain(file: Path, every: int) -> Chain:
    """A chain from its file as drand publishes it. Raises BeaconError, also where it cannot be verified."""
    told = _read(file)
    try:
        names = ("public_key", "hash", "groupHash", "schemeID")
        key, hash, group, scheme = (_text(told, name) for name in names)
        period, genesis = (_number(told, name) for name in ("period", "genesis_time"))
    except BeaconError as wrong:
        raise BeaconError(f"{file}: {wrong}") from None
    if scheme not in SCHEMES:
        raise BeaconError(
            f"{file}: rounds of the scheme {scheme!r} cannot be verified; use one of {', '.join(SCHEMES)}"
        )
    beacon = (told.get("metadata") or {}).get("beaconID") or "default"
    if hash != _hash_of(period, genesis, key, group, str(beacon)):
        raise BeaconError(f"{file}: the hash of the chain is not that of its key and its times")
    chain = Chain(hash, key, scheme, genesis, period, max(1, every))
    if not holds(chain.scheme, key, "", ""):
        raise BeaconError(f"{file}: the public key is not one of the scheme {scheme!r}")
    return chain


def find_round(folder: Path, chain: Chain, number: int) -> Round:
    """A round from whatever file in a folder holds it. Raises BeaconError where none does, or where the
    signature is not one of the chain."""
    why = f"round {number} of the beacon is not in {folder}"
    for file in sorted(folder.glob("*")) if folder.is_dir() else ():
        try:
            told = _read(file)
        except BeaconError:
            continue
        if told.get("round") == number:
            try:
                return check_round(chain, _round(told))
            except BeaconError as wrong:
                why = f"{file}: {wrong}"
    raise BeaconError(why)


def check_round(chain: Chain, one: Round) -> Round:
    """The round, if it is one of the chain. Raises BeaconError."""
    if sha256(_bytes(one.signature)).hexdigest() != one.randomness:
        raise BeaconError(f"the randomness of round {one.number} is not the SHA-256 of its signature")
    previous = one.previous if chain.scheme == CHAINED else ""
    message = sha256(_bytes(previous) + one.number.to_bytes(8, "big")).hexdigest()
    if not holds(chain.scheme, chain.public_key, message, one.signature):
        raise BeaconError(f"the signature of round {one.number} is not one of this chain")
    return one


@lru_cache(maxsize=1024)
def holds(scheme: str, key: str, message: str, signature: str) -> bool:
    """Whether a signature over a message, both in hex, was made with the key of a chain; without a signature
    whether this is a key at all. Raises BeaconError where the library is not there."""
    try:
        from adjudicator.pairing import is_key, is_signed
    except ImportError:
        raise BeaconError(MISSING) from None
    on_g1 = scheme == ON_G1
    if not signature:
        return is_key(bytes.fromhex(key), on_g1)
    return is_signed(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature), on_g1)


def beacon_words(number: int, randomness: str) -> str:
    """A round as a link of the chain of dice has it, behind whose link it is."""
    return f"\n{number} {randomness}"


def seal_of_words(secret: bytes, game: str, n: int, number: int, head: str, lines: str) -> str:
    """What is announced of lines that wait for a round: nobody can guess them by it, and they cannot be
    changed. `lines` is their SHA-256."""
    text = f"announced|{game}|{n}|{number}|{head}|{lines}"
    return hmac.new(secret, text.encode("utf-8"), sha256).hexdigest()


# -- files -------------------------------------------------------------------------------------------------


def _read(file: Path) -> dict[str, Any]:
    try:
        if not file.is_file() or file.stat().st_size > _BIGGEST:
            raise BeaconError(f"{file} is not a file in the format of drand")
        told = json.loads(file.read_bytes())
    except OSError as wrong:
        raise BeaconError(f"{file}: {wrong.strerror}") from None
    except (ValueError, RecursionError):
        raise BeaconError(f"{file} is not a file in the format of drand") from None
    if not isinstance(told, dict):
        raise BeaconError(f"{file} is not a file in the format of drand")
    return told


def _round(told: Mapping[str, Any]) -> Round:
    previous = told.get("previous_signature", "")
    texts = told.get("randomness"), told.get("signature"), previous
    randomness, signature, previous = ("" if text is None else str(text) for text in texts)
    return Round(int(told["round"]), randomness, signature, previous)


def _bytes(text: str) -> bytes:
    if text and not _HEX.fullmatch(text):
        raise BeaconError("this should be hexadecimal digits in lowercase")
    return bytes.fromhex(text)


def _text(told: Mapping[str, Any], name: str) -> str:
    text = told.get(name)
    if not isinstance(text, str) or not text or (name != "schemeID" and not _HEX.fullmatch(text)):
        raise BeaconError(f"{name} is missing, or not as drand publishes it")
    return text


def _number(told: Mapping[str, Any], name: str) -> int:
    number = told.get(name)
    if type(number) is not int or not 0 < number < 2**32:
        raise BeaconError(f"{name} is missing, or not as drand publishes it")
    return number


def _hash_of(period: int, genesis: int, key: str, group: str, beacon: str) -> str:
    told = period.to_bytes(4, "big") + genesis.to_bytes(8, "big") + bytes.fromhex(key + group)
    return sha256(told + (b"" if beacon == "default" else beacon.encode("utf-8"))).hexdigest()
