"""A state as plain values and back: for its digest in the journal and for the bundle a player checks with."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from adjudicator.state import Decision, Frame, Json, State, Unit

_PLAIN = (
    "turn",
    "tracks",
    "control",
    "hands",
    "cups",
    "facts",
    "standing",
    "covers",
    "sealed",
    "asked",
    "rolled",
    "over",
)
_LATER: dict[str, Json] = {"kept": {}, "rolled_for": {}, "proposals": {}}
"""What states of older games do not have, and what stands there then."""

_SINGLE = frozenset({str, int, bool, type(None)})
"""Most values are one of these: to be no table is costly to find out."""


def frozen(value: Any) -> Any:
    """JSON lists become tuples again, all the way down."""
    if isinstance(value, (list, tuple)):
        return tuple([one if type(one) in _SINGLE else frozen(one) for one in value])
    if isinstance(value, dict):
        return {key: one if type(one) in _SINGLE else frozen(one) for key, one in value.items()}
    return value


def in_order(value: Any, was: Any = None) -> Any:
    """The same with the keys of tables sorted, all the way down: as the journal has it, whatever the order in
    which the keys came. Parts that are still those of `was`, which is in order, stay as they are."""
    if value is was:
        return value
    if isinstance(value, tuple):
        old: Any = was if isinstance(was, tuple) else ()
        told = zip_longest(value, old[: len(value)])
        return tuple([one if type(one) in _SINGLE else in_order(one, before) for one, before in told])
    if type(value) not in _SINGLE and isinstance(value, Mapping):
        old = was if isinstance(was, Mapping) else {}
        parts = ((key, value[key]) for key in sorted(value))
        return {key: one if type(one) in _SINGLE else in_order(one, old.get(key)) for key, one in parts}
    return value


_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical(value: Json) -> bytes:
    """The one way a value is written where its bytes count: sorted keys, no blanks, UTF-8."""
    return _CANONICAL.encode(value).encode("utf-8")


def pack(state: State) -> dict[str, Json]:
    """Everything of a state but its board and roster, as JSON-ready values."""
    return {
        "sides": list(state.sides),
        "units": _packed_units(state.units),
        "frames": [[frame.segment, frame.facts] for frame in state.frames],
        "decisions": [decision.pack() for decision in state.decisions],
        **{name: getattr(state, name) for name in _PLAIN},
        **{  # only where there are any, so that older digests stay as they were
            name: found for name in _LATER if any((found := getattr(state, name)).values())
        },
    }


_PACKED: deque[tuple[Mapping[str, Unit], list[Json]]] = deque(maxlen=1)
"""The units that were packed last: the digest of a state, the one that is kept and its bundles have them."""


def _packed_units(units: Mapping[str, Unit]) -> list[Json]:
    for packed, told in _PACKED:
        if packed is units:
            return told
    told = [[u.id, u.side, u.at, u.steps, sorted(u.flags), *filter(None, [u.kind])] for u in units.values()]
    _PACKED.append((units, told))
    return told


def unpack(packed: Mapping[str, Json], like: State) -> State:
    """The state that `pack` packed, on the board and with the roster of another state of the same game.

    Raises KeyError, TypeError or ValueError when `packed` was not made by `pack`.
    """
    units = (
        Unit(id_, side, at, int(steps), frozenset(flags), *kind)
        for id_, side, at, steps, flags, *kind in packed["units"]
    )
    plain: dict[str, Any] = {name: frozen(packed[name]) for name in _PLAIN}
    return replace(
        like,
        sides=tuple(packed["sides"]),
        units={unit.id: unit for unit in units},
        frames=tuple(Frame(segment, frozen(facts)) for segment, facts in packed["frames"]),
        decisions=tuple(Decision(**frozen(decision)) for decision in packed["decisions"]),
        **plain,
        **{name: frozen(packed.get(name, empty)) for name, empty in _LATER.items()},
    )


def thaw(written: bytes, like: State, expected: str) -> State | None:
    """The state that `freeze` wrote; None where it is not the one with the digest that is expected."""
    try:
        packed = json.loads(written)
        sound = hashlib.sha256(canonical(packed)).hexdigest() == expected
        return unpack(packed, like) if sound else None
    except (ValueError, KeyError, TypeError):
        return None


def freeze(state: State) -> bytes:
    """A state as bytes to go on from: unlike in `canonical` ones, everything keeps its order."""
    return json.dumps(pack(state), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def digest(state: State) -> str:
    """SHA-256 of a state, in hex: two states with the same digest are the same."""
    return hashlib.sha256(canonical(pack(state))).hexdigest()
