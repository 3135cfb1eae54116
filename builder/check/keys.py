"""Looks over the keys of a module: two commands on one key, keys nobody hears, changes no one is told of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.vassal.keys import Command, commands, reported, started, stroke
from builder.vassal.modulefile import MAPS
from builder.vassal.nodes import Node, every
from builder.vassal.readback import Archive
from builder.vassal.traits import Trait
from files.messages import first_few

_TOOL_KEYS = (
    "hotkey",
    "buttonHotkey",
    "buttonKeyStroke",
    "nexthotkey",
    "prevhotkey",
    "zoomInKey",
    "zoomOutKey",
    "zoomPickKey",
    "markUnmovedHotkey",
    "refreshHotkey",
)
# What these call their hotkey is the key they send to pieces.
_SENDERS = (
    "GlobalKeyCommand",
    "MassKeyCommand",
    "StartupGlobalKeyCommand",
    "DeckGlobalKeyCommand",
    "TurnGlobalHotkey",
)
_DEEPEST = 50


@dataclass(frozen=True, slots=True)
class Origin:
    """A trait with the way to the slot or prototype that holds it."""

    path: str
    trait: Trait


@dataclass(slots=True)
class KeyCheck:
    """What is wrong with keys, each fault with the pieces that have it: prototypes give one to many."""

    archive: Archive
    prototypes: Mapping[str, Sequence[Origin]]
    after_move: frozenset[str] = frozenset()
    """The keys that maps give to pieces which have moved."""
    clashes: dict[str, list[str]] = field(default_factory=dict)
    silent: dict[str, list[str]] = field(default_factory=dict)

    def piece(self, path: str, traits: Sequence[Trait]) -> None:
        """Look over a piece with everything its prototypes give it."""
        whole = list(self._written_out([Origin(path, trait) for trait in traits], 0))
        given = [(origin.path, command) for origin in whole for command in commands(origin.trait)]
        for where, what in _clashes(given):
            self.clashes.setdefault(what, []).extend((where, path))
        for where, what in _silent(given, [origin.trait for origin in whole], self.after_move):
            self.silent.setdefault(what, []).extend((where, path))

    def _written_out(self, origins: Iterable[Origin], depth: int) -> Iterator[Origin]:
        for origin in origins:
            used = origin.trait.fields[0] if origin.trait.id == "prototype" else None
            if used is None:
                yield origin
            elif depth < _DEEPEST:
                yield from self._written_out(self.prototypes.get(used, ()), depth + 1)

    def tell(self) -> None:
        """Keep a warning for every fault, with the first piece that has it and how many more."""
        for faults in (self.clashes, self.silent):
            for what, paths in faults.items():
                where, *others = dict.fromkeys(paths)
                self.archive.warn(where, what + (f" (also {first_few(others, 1)})" if others else ""))


def _clashes(given: Iterable[tuple[str, Command]]) -> Iterator[tuple[str, str]]:
    """Two entries of the menu on one key: either always does what the other does, too."""
    by_key: dict[str, dict[str, str]] = defaultdict(dict)
    for path, command in given:
        if command.menu and command.key:
            by_key[command.key].setdefault(command.menu, path)
    for key, menus in by_key.items():
        if len(menus) > 1:
            names = " and ".join(repr(menu[:40]) for menu in menus)
            yield list(menus.values())[-1], f"the key {spoken(key)} gives {names} at once"


def _silent(
    given: Iterable[tuple[str, Command]], traits: Sequence[Trait], after_move: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Commands in the menu that change a piece without a line in the chat, there or after the move."""
    told = _told(traits)
    for path, command in given:
        spoken_later = command.moves and not told.isdisjoint(after_move)
        if command.changes and command.menu and command.key and not (command.key in told or spoken_later):
            what = (
                f"{command.menu[:40]!r} ({spoken(command.key)}) changes the piece without a word in the chat"
            )
            yield path, what


def _told(traits: Sequence[Trait]) -> frozenset[str]:
    """The keys after which the chat tells something: at once, or by a trigger they start or come from."""
    told = frozenset[str]().union(*(reported(trait) for trait in traits))
    chains = [started(trait) for trait in traits]
    from_trigger = frozenset[str]().union(*(given for keys, given in chains if keys & told))
    for _ in chains:
        told = told.union(*(keys for keys, given in chains if given & told))
    return told | from_trigger


def spoken(key: str) -> str:
    """A key as people say it: "Ctrl+F"."""
    code, comma, modifiers = key.partition(",")
    if not comma or not code.lstrip("-").isdecimal():
        return key
    names = ((130, "Ctrl"), (520, "Alt"), (65, "Shift"), (260, "Meta"))
    held = [name for bits, name in names if int(modifiers) & bits == bits]
    letter = chr(int(code)) if 48 <= int(code) <= 90 else f"key {code}"
    return "+".join([*held, letter])


def check_tools(archive: Archive, root: Node) -> None:
    """No two buttons of one window, or of the module, answer to the same key."""
    windows = [node for node in every(root) if node.kind in MAPS]
    for window in windows:
        _check_buttons(archive, [node for node in every(window) if node is not window])
    inside = {id(node.element) for window in windows for node in every(window)}
    own = {id(window.element) for window in windows}
    _check_buttons(archive, [n for n in every(root) if id(n.element) not in inside or id(n.element) in own])


def _check_buttons(archive: Archive, nodes: Iterable[Node]) -> None:
    seen: dict[str, str] = {}
    for node in nodes:
        for name in _TOOL_KEYS if node.kind not in _SENDERS else _TOOL_KEYS[1:]:
            key = stroke(node.get(name))
            if key is None:
                archive.warn(node.path, f"{name}: {node.get(name)[:40]!r} is not a key")
            elif "," in key and seen.setdefault(key, node.path) != node.path:
                archive.warn(node.path, f"{name}: {spoken(key)} also belongs to {seen[key]}")
