"""Stub."""

from __future__ import annotations

from adjudicator.state import State

from .campaign import campaign


def isolated(state: State, side: str) -> frozenset[str]:
    return frozenset(one.lower() for one in (campaign(state).isolated or {}).get(side, ()))


def front_line(state: State, side: str) -> frozenset[str]:
    return frozenset(one.lower() for one in (campaign(state).front_line or {}).get(side, ()))
