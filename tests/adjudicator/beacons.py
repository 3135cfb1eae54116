"""A beacon of our own: a chain with its key, and rounds signed with it, in drand's format."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

# isort: off
from adjudicator.beacon import CHAINED, ON_G1, Chain, read_chain
from adjudicator.pairing import (
    ON_G1 as DST_G1,
)  # first: it puts back what the library does to Python
from adjudicator.pairing import ON_G2 as DST_G2
from py_ecc.bls.g2_primitives import G1_to_pubkey, G2_to_signature
from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2
from py_ecc.optimized_bls12_381 import G1, G2, multiply
# isort: on

GENESIS, PERIOD = 1_700_000_000, 30
GROUP = sha256(b"group").hexdigest()
QUICK = "bls-unchained-g1-rfc9380"


@dataclass(frozen=True)
class Beacon:
    """A chain whose secret key we have."""

    scheme: str = QUICK
    secret: int = 20_261_127

    @property
    def public_key(self) -> str:
        """The public key, in hex."""
        return _public_key(self.scheme, self.secret)

    def info(self) -> dict[str, object]:
        """The chain as drand publishes it."""
        head = PERIOD.to_bytes(4, "big") + GENESIS.to_bytes(8, "big")
        hash = sha256(head + bytes.fromhex(self.public_key + GROUP) + b"test").hexdigest()
        return {
            "public_key": self.public_key, "period": PERIOD, "genesis_time": GENESIS, "hash": hash,
            "groupHash": GROUP, "schemeID": self.scheme, "metadata": {"beaconID": "test"},
        }  # fmt: skip

    def chain(self, folder: Path, every: int = 60) -> Chain:
        """The chain, read from its file."""
        file = folder / "chain.json"
        file.write_text(json.dumps(self.info()), "utf-8")
        return read_chain(file, every)

    def round(self, number: int) -> dict[str, object]:
        """A round as drand publishes it."""
        previous = sha256(str(number - 1).encode()).hexdigest() if self.scheme == CHAINED else ""
        message = sha256(bytes.fromhex(previous) + number.to_bytes(8, "big")).digest()
        signature = _signature(self.scheme, self.secret, message)
        told: dict[str, object] = {
            "round": number,
            "randomness": sha256(bytes.fromhex(signature)).hexdigest(),
            "signature": signature,
        }
        return told | ({"previous_signature": previous} if previous else {})

    def publish(self, folder: Path, number: int) -> Path:
        """Drop a round into a folder."""
        folder.mkdir(exist_ok=True)
        file = folder / f"{number}.json"
        file.write_text(json.dumps(self.round(number)), "utf-8")
        return file


@cache
def _public_key(scheme: str, secret: int) -> str:
    if scheme == ON_G1:
        return bytes(G2_to_signature(multiply(G2, secret))).hex()
    return bytes(G1_to_pubkey(multiply(G1, secret))).hex()


@cache
def _signature(scheme: str, secret: int, message: bytes) -> str:
    if scheme == ON_G1:
        return bytes(G1_to_pubkey(multiply(hash_to_G1(message, DST_G1, sha256), secret))).hex()
    return bytes(G2_to_signature(multiply(hash_to_G2(message, DST_G2, sha256), secret))).hex()
