"""What only the module knows, as module.toml: version, turns, dice, decks, numbers kept, lines of sight."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from builder.importing.boards import BoardFound
from builder.importing.decks import DeckFound
from builder.importing.roster import Force
from builder.importing.text import one_line
from builder.vassal.modulefile import ModuleFile, piece_text
from builder.vassal.nodes import Node
from builder.vassal.traits import SequenceFault, read_definition

_WHOLE = re.compile(r"-?\d{1,4}")
_MOST_FACES, _MOST_FACINGS = 20, 12


def module_facts(
    module: ModuleFile, force: Force, board: BoardFound | None, decks: Sequence[DeckFound]
) -> dict[str, Any]:
    """The tables of module.toml."""
    root = module.root
    facts: dict[str, Any] = {
        "version": safe(root.get("version")) or "1.0",
        "description": safe(root.get("description")),
        "board": safe(board.name if board else "") or "Board",
    }
    levels = list(module.of("ListTurnLevel", "CounterTurnLevel"))
    for name, level in zip(("turns", "segments"), levels, strict=False):
        facts[name] = [safe(one) for one in _values(level)]
    facts |= {"sight": True} if any(module.of("LOS_Thread")) else {}
    facings = _facings(module)
    facts |= {"facings": facings} if facings else {}
    dice = [(node.get("nDice"), node.get("nSides")) for node in module.of("DiceButton")]
    good = [(int(a), int(b)) for a, b in dice if a.isdecimal() and b.isdecimal() and _fits(a) and _fits(b)]
    tables = {
        "dice": [{"count": count, "sides": sides} for count, sides in dict.fromkeys(good)],
        "symbols": list(_symbols(module)),
        "tally": list(_tallies(module)),
        "deck": [deck.table for deck in decks],
        "start": [{"marker": one.id, "at": at} for one in force.markers for at in one.starts if at],
    }
    return facts | {name: rows for name, rows in tables.items() if rows}


def told(facts: dict[str, Any]) -> Iterator[str]:
    """What of the facts a report names."""
    for name, what in (("symbols", "buttons with dice of words"), ("tally", "numbers kept for all players")):
        if name in facts:
            names = ", ".join(repr(table["name"]) for table in facts[name])
            yield f"{len(facts[name])} {what}: {names}"
    for deck in facts.get("deck", []):
        discard = f", its discards in {deck['discard']!r}" if "discard" in deck else ""
        yield f"deck {deck['name']!r}: {len(deck['cards'])} cards, in {deck['at']!r}{discard}"
    if facts.get("facings"):
        yield f"pieces turn to {facts['facings']} facings"
    if facts.get("sight"):
        yield "the thread for lines of sight"


def safe(text: str) -> str:
    """One line without backslashes, which no name in a module can end in."""
    return one_line(text).replace("\\", "/")


def _fits(number: str) -> bool:
    return len(number) < 4 and 1 <= int(number) <= 100


def _values(level: Node) -> list[str]:
    """The values of a turn level; of a counter that goes on for ever, the first ten."""
    if level.kind == "ListTurnLevel":
        return [one for one in level.get("list").split(",") if one]
    numbers = (level.get("start") or "1", level.get("incr") or "1", level.get("loopLimit") or "-1")
    start, step, limit = (int(n) if re.fullmatch(r"-?\d{1,6}", n) else 1 for n in numbers)
    last = limit if level.get("loop") == "true" and limit > start else start + 9 * max(step, 1)
    return [str(n) for n in range(start, last + 1, max(step, 1))][:100]


def _symbols(module: ModuleFile) -> Iterator[dict[str, Any]]:
    """Dice with words on them, all dice of a button alike."""
    seen = set[str]()
    for button in module.of("SpecialDiceButton"):
        dice = [die for die in button.children() if die.kind == "SpecialDie"]
        faces = [[safe(face.get("text")) or safe(face.get("value")) or "-" for face in die.children()
                  if face.kind == "SpecialDieFace"] for die in dice]  # fmt: skip
        name = safe(button.get("name") or button.get("text"))
        alike = faces and all(one == faces[0] for one in faces)
        if alike and name and name not in seen and 1 < len(faces[0]) <= _MOST_FACES and len(dice) < 100:
            seen.add(name)
            yield {"name": name, "count": len(dice), "faces": faces[0]}


def _tallies(module: ModuleFile) -> Iterator[dict[str, Any]]:
    """Numbers between bounds that players change by a button."""
    seen = set[str]()
    for node in module.of("GlobalProperty"):
        name, texts = safe(node.get("name")), [node.get(key) for key in ("initialValue", "min", "max")]
        buttons = any(child.kind == "ChangePropertyButton" for child in node.children())
        if not buttons or not name or name in seen or not all(map(_WHOLE.fullmatch, texts)):
            continue
        start, low, high = map(int, texts)
        if low <= start <= high:
            seen.add(name)
            yield {"name": name, "start": start, "low": low, "high": high}


def _facings(module: ModuleFile) -> int:
    """To how many sides pieces turn: what most of those that do have."""
    counts: dict[int, int] = {}
    for node in module.of("PieceSlot", "PrototypeDefinition"):
        text = piece_text(node)
        for number in _turns(text) if "rotate;" in text else ():
            counts[number] = counts.get(number, 0) + 1
    return max(counts, key=lambda number: (counts[number], number), default=0)


def _turns(text: str) -> Iterator[int]:
    try:
        traits = read_definition(text).traits
    except SequenceFault:
        return
    for trait in traits:
        if (
            trait.id == "rotate"
            and trait.fields[0].isdecimal()
            and 2 <= int(trait.fields[0]) <= _MOST_FACINGS
        ):
            yield int(trait.fields[0])
