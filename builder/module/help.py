"""The page of help inside a module: what its pieces and buttons do, in the old HTML that VASSAL shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from builder.layout.decks import Deck, single_cup
from builder.layout.module_file import ModuleFacts
from counters.roster.counter import Roster


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
        "<h2>Names</h2><p>Point at a stack to see its units, or at an empty place to see its "
        "name. Orders and reports use these names.</p>",
        *_chits(facts, roster),
        *_properties(facts, roster),
        *_standins(roster),
    ]
    return f"<html><body>{''.join(parts)}</body></html>\n"


def _keys(facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    yield "Ctrl+F", "turn a unit to its reduced side and back, or a marker over"
    yield "Ctrl+Shift+F", "turn over every piece of a stack"
    yield "Ctrl+Shift+H", "send a unit home: to its place at the start"
    if facts.turned:
        yield f"Ctrl+{facts.turned.key}", f"{facts.turned.name}: turn the unit upside down and back"
    for badge in facts.badges:
        yield f"Ctrl+{badge.key}", f"{badge.name}: lay the badge on a unit and take it off"
    if facts.boxes.eliminated:
        yield "Ctrl+E", "eliminate a unit: it goes to its box"
        yield "Ctrl+Shift+E", "return an eliminated unit to its last place"
    if facts.facings > 1:
        yield "Ctrl+] Ctrl+[", "turn a unit to the right or to the left"
    if facts.concealed:
        yield f"Ctrl+{facts.concealed.key}", "hide a unit from the other side, and show it again"
    if facts.reach:
        yield f"Ctrl+{facts.reach.key}", f"{facts.reach.name}: show it on the map, and hide it again"
    if facts.sight:
        yield "Ctrl+L", "line of sight: press it, then draw from one point to another"
    if facts.unknown:
        yield "Ctrl+N", "say how many units an unknown stack has"
    if facts.tracks:
        yield "Ctrl+] Ctrl+[", "put a marker one further on its track, or one back"
    yield "Ctrl+M", "mark a unit as moved, or not moved"
    yield "Ctrl+T", "show the way a unit went"
    yield "Ctrl+D", "take a marker off the map"


def _chits(facts: ModuleFacts, roster: Roster) -> Iterator[str]:
    if any(deck != single_cup(deck.at) for deck in facts.decks):
        yield from _decks(facts.decks)
    elif roster.cards:
        yield "<h2>Event chits</h2><p>Draw from the cup on the map and keep chits in your own window: no one "
        yield "else can open it. Ctrl+K conceals or reveals a chit; Ctrl+R puts it back into the cup.</p>"


def _decks(decks: Iterable[Deck]) -> Iterator[str]:
    """Every deck in a line of its own: who draws from it, and what becomes of what is drawn."""
    yield "<h2>Cards</h2><ul>"
    for deck in decks:
        seen = "everybody sees what is drawn" if deck.open else "only its drawer sees what is drawn"
        kept = "shuffled at the start and on command" if deck.ordered else "drawn at random"
        lines = [f"{kept}; {seen}", "Ctrl+R brings one back"]
        if deck.discard:
            lines.append(
                "Ctrl+D discards one; a click with the right button on the discards returns them all"
            )
        if deck.searched:
            lines.append("a click with the right button also draws a card that is named")
        if deck.late:
            lines.append("late cards are beside it; right-click them to shuffle them in")
        if deck.regained or deck.regained_from:
            drawn = "that were drawn" if deck.regained_from else "that lie on the map"
            lines.append(f"a button brings all {drawn} back")
        yield f"<li><b>{escape(deck.name)}</b>: {'; '.join(lines)}.</li>"
    yield "</ul><p>Ctrl+K conceals a card and shows it again. Cards in one's own window nobody else sees.</p>"


def _properties(facts: ModuleFacts, roster: Roster) -> Iterator[str]:
    """What filters, reports and one's own additions to the module may ask for."""
    values = ", ".join(roster.style.values)
    known = {
        "Unit, Formation, Type, Size, Side, Nation": "what a unit is",
        values: "its numbers on the side that shows",
        ", ".join(roster.style.extra): "what the rules ask of a unit besides",
        "Values": "all of them together, as they are printed",
        "Step_Level": "1 on the full side, 2 on the next",
        "Moved": "true for a unit marked as moved",
        "Marker, Kind": "what a marker is",
        "Layer": "Units, Markers or Chits: what lies over what",
    }
    known |= {
        f"{badge.name}_Active": f"true for a unit with this badge: {badge.marker}" for badge in facts.badges
    }
    if any(deck != single_cup(deck.at) for deck in facts.decks):
        known["Deck"] = "the deck a card belongs to"
    if facts.unknown:
        known["Unknown, Count"] = (
            "the side of units that are not seen, and how many they are if that is known"
        )
    if facts.tracks:
        known["Place"] = "on which box of its track a marker lies, from 1; 0 on none"
    if facts.turned:
        known[f"{facts.turned.name}_Facing"] = "2 for a unit that lies upside down"
    if facts.facings > 1:
        known["Facing_Facing"] = f"the facing of a unit, from 1 to {facts.facings}"
    if facts.turns:
        known["Turn, Segment" if facts.segments else "Turn"] = "what the turn tracker shows"
    if facts.repeated:
        known[facts.repeated.property] = f"how often: {facts.repeated.name}"
    known |= {one.name: f"a number from {one.low} to {one.high}" for one in facts.tallies}
    rows = "".join(
        f"<tr><td><b>{escape(name)}</b></td><td>{escape(says)}</td></tr>"
        for name, says in known.items()
        if name
    )
    yield '<h2>Properties</h2><table border="1" cellpadding="4" cellspacing="0">'
    yield f"{rows}</table>"


def _standins(roster: Roster) -> Iterator[str]:
    if roster.standins:
        lines = "".join(f"<li>{escape(what)}: {escape(how)}</li>" for what, how in roster.standins.items())
        yield f"<h2>Placeholders</h2><ul>{lines}</ul>"
