"""Standing orders: answers given before the question, so that a turn does not take forty mails."""

from __future__ import annotations

from adjudicator.state import Decision, State

USUAL: tuple[str, ...] = ()
ADVICE: tuple[str, ...] = ()


def read_standing(line: str) -> str:
    """A line as it is kept. Raises Unreadable if it could never apply."""
    return line


def standing(state: State, decision: Decision, line: str) -> list[str] | None:
    """The order lines by which a standing order answers a question; None if it does not apply to it."""
    return None
