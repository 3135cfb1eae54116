"""What a game of a module can begin with: its sides, and its set-ups with their pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.tabletop.record import ModuleGame, sides_of
from tables.opening import opened
from tables.position import Kind, TableError
from tables.startup import left_out, worth_telling
from tables.table import NOWHERE, Table


@dataclass(frozen=True, slots=True)
class SetUp:
    """A set-up: the `word` for --setup, what the module calls it ("" for the module's own start), how many
    pieces are on its maps, how many decks it has and cards in them. `fault` says why it cannot be used, and
    `fileless` that it names no saved game, and so is the module's own start."""

    word: str
    name: str
    pieces: int = 0
    decks: int = 0
    cards: int = 0
    fault: str = ""
    fileless: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """What a module offers: its sides and set-ups by the words for them, the names of its dice buttons, its
    extensions with their versions, and what VASSAL does at the beginning and hexpost does not."""

    title: str
    version: str
    sides: Mapping[str, str]
    setups: tuple[SetUp, ...]
    dice: tuple[str, ...]
    extensions: Mapping[str, str]
    left_out: tuple[str, ...]


def offered(file: Path) -> Offered:
    """What the module in a file offers. Raises TableError for a file that is none."""
    game = ModuleGame(str(file))
    module, words = game.module, game.setups
    return Offered(
        module.name,
        module.version,
        sides_of(module),
        tuple(_set_up(game, word, name) for word, name in words.items()),
        tuple(module.dice),
        module.extension_versions,
        tuple(worth_telling(module, left_out(module, opened(module).position))),
    )


def _set_up(game: ModuleGame, word: str, name: str) -> SetUp:
    try:
        table = Table(opened(game.module, name).position, only_read=True)
    except TableError as wrong:
        return SetUp(word, name, fault=str(wrong))
    decks = [id_ for id_, one in table.pieces.items() if one.kind is Kind.DECK]
    cards = {card for deck in decks for card in table.order[deck]}
    laid = (id_ for id_, one in table.pieces.items() if one.kind is Kind.PIECE and id_ not in cards)
    pieces = sum(table.at[id_][0] not in (NOWHERE, "") for id_ in laid)
    return SetUp(word, name, pieces, len(decks), len(cards), fileless=name in game.module.fileless)
