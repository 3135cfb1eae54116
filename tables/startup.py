"""What VASSAL does by itself when a game of a module begins or is opened: the module's startup commands.

Two simple things are done here as well: a deck that such a command shuffles, and a global property that it
sets. All else is told by name, for nobody here presses keys on pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from builder.vassal.keys import commands, started, stroke
from builder.vassal.nodes import Node
from builder.vassal.traits import Trait, join, split
from tables.chance import shuffled_by_menu
from tables.position import Kind, Position
from tables.published import Published
from tables.table import held_by, parts_of

_BEGINS, _SITS_DOWN = "startOfGameOnly", "sideChange"
_SHUFFLE_KEY = 19
"""Where a deck's type has the key that shuffles it."""
_WORD = "SGKC"
_SHOWING = frozenset((
    "ChartWindow", "GlobalMap", "HidePiecesButton", "HighlightLastMoved", "Inventory", "Map", "MapShader",
    "MoveCameraButton", "PieceWindow", "PlayerHand", "PrivateMap", "SoundButton", "Zoomer",
))  # fmt: skip
"""Elements of a module whose buttons change only what a player looks at."""


@dataclass(frozen=True, slots=True)
class Startup:
    """A startup command: its name, the key that it gives to pieces or, `to_all`, to the module's buttons."""

    name: str
    key: str
    to_all: bool
    when: str

    @property
    def once(self) -> bool:
        """Whether it runs as a game begins, or as a player sits down."""
        return self.when in (_BEGINS, _SITS_DOWN)


def startups(module: Published) -> tuple[Startup, ...]:
    """The startup commands in the order of the module; those without a key only write into the chat."""
    nodes = (one for one in module.nodes() if one.kind == "StartupGlobalKeyCommand")
    return tuple(map(_startup, nodes))


def _startup(node: Node) -> Startup:
    to_all = node.get("hotkeyOrKeyCommand") == "sendHotkey"
    key = stroke(node.get("globalHotkey" if to_all else "hotkey")) or ""
    return Startup(node.get("name"), key, to_all, node.get("whenToApply"))


def begun(module: Published, position: Position) -> Position:
    """The position with what its startup commands set; VASSAL is told that they have been run."""
    rest = [line for line in position.rest if not line.startswith(f"{_WORD}\t")]
    rest += [f"{_WORD}\t{_WORD}{n}\ttrue" for n, _ in enumerate(startups(module))]
    values = {name: value for key, (name, value) in _setters(module) if key in _all_pressed(module, position)}
    return replace(position, rest=tuple(_with_value(line, values) for line in rest))


def shuffled(module: Published, position: Position) -> tuple[str, ...]:
    """The decks that a startup command shuffles, in the order of the position."""
    keys = _all_pressed(module, position)
    decks = (one for one in position.pieces.values() if one.kind is Kind.DECK)
    return tuple(one.id for one in decks if keys and _shuffle_key(one.type) in keys)


def unshuffled(module: Published, position: Position) -> tuple[str, ...]:
    """The decks that can be shuffled and begin as the module has them, in the order of the position."""
    decks = (one for one in position.pieces.values() if one.kind is Kind.DECK and len(held_by(one)) > 1)
    done = shuffled(module, position)
    return tuple(one.id for one in decks if shuffled_by_menu(one) and one.id not in done)


def _all_pressed(module: Published, position: Position) -> frozenset[str]:
    return frozenset(key for one in startups(module) for key in _pressed(one, position))


def left_out(module: Published, position: Position, begun: bool = False) -> Iterator[str]:
    """What startup commands do that is not done here, each by its name; in a position that VASSAL itself has
    `begun`, those of the beginning have been run."""
    for one in startups(module):
        if one.key and not (begun and one.once) and not _is_done(module, position, one):
            yield _not_run(one)


def worth_telling(module: Published, lines: Iterable[str]) -> Iterator[str]:
    """What was left out, as it stands in the state of a game, without commands that only show something."""
    found = startups(module)
    rest = {_not_run(one) for one in found if not _shows(module, one)}
    harmless = {_not_run(one) for one in found} - rest
    yield from (line for line in lines if line not in harmless)


def if_opened(module: Published) -> str:
    """What more is told of a log from another position, where to open the saved game may change pieces."""
    if not any(one.key and one.when != _BEGINS and not _shows(module, one) for one in startups(module)):
        return ""
    return (
        ". If you did, VASSAL has changed them itself, by a startup command of the module. Tell the referee: "
        "the game can be opened again with --setup and a saved game made after that command"
    )


def _not_run(one: Startup) -> str:
    if one.once:
        return (
            f'VASSAL runs the startup command "{one.name}" when a game begins. hexpost does not. '
            "Do by hand what it does, or open the game with --setup and a saved game made after it"
        )
    return (
        f'VASSAL runs the startup command "{one.name}" whenever a saved game is opened. If it '
        "changes pieces, hexpost cannot use the log"
    )


def _shows(module: Published, one: Startup) -> bool:
    """Whether a command presses nothing but buttons that show something."""
    nodes = (node for node in module.nodes() if node.kind != "StartupGlobalKeyCommand")
    kinds = {
        node.kind
        for node in nodes
        for name, value in node.element.attrib.items()
        if "key" in name.casefold() and stroke(value) == one.key
    }
    return one.to_all and bool(kinds) and kinds <= _SHOWING


def _pressed(one: Startup, position: Position) -> frozenset[str]:
    """The keys that a startup command gives to all buttons and decks, by itself or through pieces."""
    if not one.key or not one.once:
        return frozenset()
    return frozenset((one.key,)) if one.to_all else _answers(position, one.key)[0]


def _is_done(module: Published, position: Position, one: Startup) -> bool:
    """Whether all that a command does is to shuffle decks and to set properties."""
    keys = _pressed(one, position)
    decks = (piece for piece in position.pieces.values() if piece.kind is Kind.DECK)
    known = {key for key, _ in _setters(module)} | {_shuffle_key(deck.type) for deck in decks}
    return bool(keys) and keys <= known and (one.to_all or not _answers(position, one.key)[1])


def _answers(position: Position, key: str) -> tuple[frozenset[str], bool]:
    """What pieces do on a key: the keys that they give to all buttons in turn, and whether anything else."""
    types = {one.type for one in position.pieces.values() if one.kind is Kind.PIECE}
    texts = {text for type_ in types for text in parts_of(type_) if key.partition(",")[0] in text}
    traits = [trait for trait in map(Trait, texts) if _hears(trait, key)]
    passing = [trait for trait in traits if trait.id == "globalhotkey" and len(trait.fields) > 2]
    keys = frozenset(stroke(trait.fields[2]) or "" for trait in passing)
    return keys, len(passing) < len(traits)


def _hears(trait: Trait, key: str) -> bool:
    return key in started(trait)[0] or any(one.key == key for one in commands(trait))


def _shuffle_key(deck: str) -> str:
    fields = split(";", deck)
    return (stroke(fields[_SHUFFLE_KEY]) or "") if len(fields) > _SHUFFLE_KEY else ""


def _setters(module: Published) -> Iterator[tuple[str, tuple[str, str]]]:
    """The buttons that set a global property to a plain value: the key, and the property with the value."""
    for node in module.nodes():
        if node.kind == "GlobalProperty":
            for button in node.children():
                how, *value = split(",", button.get("propChanger"))
                if how == "P" and value and not any(sign in value[0] for sign in "{$"):
                    yield stroke(button.get("hotkey")) or "", (node.get("name"), value[0])


def _with_value(line: str, values: Mapping[str, str]) -> str:
    """A line of a position with the new value of a global property, if it is one that is set."""
    word, _, said = line.partition("\t")
    fields = split(";", said) if word == "GlobalProperty" else []
    if len(fields) < 4 or fields[1] not in values or fields[3] != "Module":
        return line
    return f"{word}\t" + join(";", [*fields[:2], values[fields[1]], *fields[3:]])
