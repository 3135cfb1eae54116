"""BLS signatures over BLS12-381 as drand makes them, by py_ecc; imported only where a beacon is used."""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from typing import Any

_DEPTH = sys.getrecursionlimit()
from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2, subgroup_check  # noqa: E402
from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2  # noqa: E402
from py_ecc.optimized_bls12_381 import FQ12, G1, G2, final_exponentiate, is_inf, neg, pairing  # noqa: E402

sys.setrecursionlimit(_DEPTH)
"""The library lets everything call itself 100,000 times deep, at which a hostile JSON crashes the process.
What is used of it here needs no such depth."""

ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"
ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_LENGTH = {True: 48, False: 96}
"""How many bytes a point has, by whether it is one of G1."""


@lru_cache(maxsize=64)
def is_key(key: bytes, on_g1: bool) -> bool:
    """Whether this is the public key of a chain, whose signatures are points of G1 or of G2."""
    return _point(key, not on_g1) is not None


@lru_cache(maxsize=1024)
def is_signed(key: bytes, message: bytes, signature: bytes, on_g1: bool) -> bool:
    """Whether a message was signed with a key. What was tried is known: it takes most of a second."""
    public, signed = _point(key, not on_g1), _point(signature, on_g1)
    if public is None or signed is None:
        return False
    if on_g1:
        pairs = (public, hash_to_G1(message, ON_G1, hashlib.sha256)), (G2, neg(signed))
    else:
        pairs = (hash_to_G2(message, ON_G2, hashlib.sha256), public), (signed, neg(G1))
    one, other = (pairing(*pair, final_exponentiate=False) for pair in pairs)
    return bool(final_exponentiate(one * other) == FQ12.one())


def _point(data: bytes, of_g1: bool) -> Any:
    """A point of one of the two groups; None where the bytes are none, or that of nobody's key."""
    if len(data) != _LENGTH[of_g1]:
        return None
    try:
        point: Any = pubkey_to_G1(data) if of_g1 else signature_to_G2(data)
    except ValueError:
        return None
    return point if subgroup_check(point) and not is_inf(point) else None
