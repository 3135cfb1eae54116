"""The page of help inside a module: what its pieces and buttons do, in the old HTML that VASSAL shows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from builder.facts import ModuleFacts
from counters.counter import Roster


def help_page(title: str, facts: ModuleFacts, roster: Roster) -> str:
    """The page for one game; only what its module really has is spoken of."""
    sides = " or ".join(roster.style.sides.values())
    keys = "".join(
        f"<tr><td><b>{escape(key)}</b></td><td>{escape(says)}</td></tr>" for key, says in _keys(facts)
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>Start a new game from the File menu and play {escape(sides)}. The set-up lies on the map.</p>",
        f'<h2>Keys for a piece</h2><table border="1" cellpadding="4" cellspacing="0">{keys}</table>',
        "<h2>Names</h2><p>Let the mouse rest on a stack to see its units, or on an empty place to see its "
        "name. These are the names that order sheets and reports use.</p>",
        *_chits(roster),
        *_standins(roster),
    ]
    return f"<html><body>{''.join(parts)}</body></html>\n"


def _keys(facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    yield "Ctrl+F", "turn a unit to its reduced side and back, or a marker over"
    if facts.turned:
        yield f"Ctrl+{facts.turned.key}", f"{facts.turned.name}: turn the unit upside down and back"
    for badge in facts.badges:
        yield f"Ctrl+{badge.key}", f"{badge.name}: lay the badge on a unit and take it off"
    if facts.boxes.eliminated:
        yield "Ctrl+E", "eliminate a unit: it goes to its box"
    yield "Ctrl+M", "mark a unit as moved, or not moved"
    yield "Ctrl+T", "show the way a unit went"
    yield "Ctrl+D", "take a marker off the map"


def _chits(roster: Roster) -> Iterator[str]:
    if roster.cards:
        yield "<h2>Event chits</h2><p>Draw from the cup on the map and keep chits in your own window: no one "
        yield "else can open it. Ctrl+K conceals or reveals a chit; Ctrl+R puts it back into the cup.</p>"


def _standins(roster: Roster) -> Iterator[str]:
    if roster.standins:
        lines = "".join(f"<li>{escape(what)}: {escape(how)}</li>" for what, how in roster.standins.items())
        yield f"<h2>What stands in for something we do not have</h2><ul>{lines}</ul>"
