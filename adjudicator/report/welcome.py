"""The welcome in the first report to a player: who they are, against whom, what they want, and how to answer.

What each side wants, and how codes are read, is data of its game: `welcome.toml` beside its rules, which a
game may lack.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.events.fact import with_article
from adjudicator.game import Game

FILE = "welcome.toml"
MOVING = ("move", "setup")
"""The orders that a log can say in every game."""
TAPPED = "orders.html"
"""How the name of the page ends on which orders are tapped."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a new player is told first: `who` and `aim`, where the `position` is, the `ways` to answer,
    each a word and what to do, and how to read the `codes` of units and cards."""

    who: str
    aim: str
    position: str
    ways: tuple[tuple[str, str], ...]
    more: str
    codes: str


def welcome(
    game: Game, number: int, side: str, pictures: bool, attached: Iterable[str], page: str,
    asked: Iterable[str] = (), players: Mapping[str, str] = MappingProxyType({}),
) -> Welcome:  # fmt: skip
    """The welcome of a side; `attached` are the names of enclosed files, `page` the web address of the page
    on which orders are tapped, "" where there is none, `asked` the topics of what it is asked, and `players`
    the names of who plays the other sides."""
    files, others = tuple(attached), {one: name for one, name in game.sides.items() if one != side}
    against = [
        f"{with_article(name)} ({players[one]})" if one in players else with_article(name)
        for one, name in others.items()
    ]
    save = next((name for name in files if name.endswith(".vsav")), "")
    tapped = page or next((name for name in files if name.endswith(TAPPED)), "")
    return Welcome(
        f"You are {with_article(game.sides[side])} in game {number}, {game.title}, "
        f"against {' and '.join(against)}." if others else f"You are in game {number}.",
        aims(game).get(side, ""),
        position(pictures, bool(save)),
        tuple(ways(tapped, save, any(logged(game, topic) for topic in asked))),
        more([*others.values()]),
        codes(game),
    )  # fmt: skip


def aims(game: Game) -> dict[str, str]:
    """What each side of a game wants, in its own words; nothing where it does not say."""
    return {
        side: " ".join(str(text).split()) for side, text in _read(game.folder / FILE).get("aim", {}).items()
    }


def codes(game: Game) -> str:
    """How the codes and numbers of units and cards are read; nothing where a game does not say."""
    return " ".join(str(_read(game.folder / FILE).get("codes", "")).split())


@cache
def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def logged(game: Game, topic: str) -> bool:
    """Whether a question may be answered by a log of moves: where it asks for units to be moved or set up, or
    nobody knows what it asks for."""
    choice = game.choices.of(topic)
    return topic != ACCEPT and (choice is None or bool(choice.drag or {*MOVING} & {*choice.verbs}))


def position(pictures: bool, save: bool) -> str:
    """Where the position is to be seen."""
    if pictures and save:
        return "The map and a VASSAL saved game are attached."
    return "The map is attached." if pictures else "A VASSAL saved game is attached." if save else ""


def ways(tapped: str, save: str, moving: bool) -> Iterable[tuple[str, str]]:
    """The ways to answer, the easiest first; `moving`: whether moves, which a log can say, are asked for."""
    if tapped:
        yield "Tap", f"open {tapped}, tap, and send the email."
    yield "Write", "reply with the form below."
    if save:
        when = "" if moving else "when asked for moves, "
        yield "VASSAL", f"{when}open {save}, log your moves, and attach the log."


def more(others: Sequence[str]) -> str:
    """What else a player can do by mail, in a few words."""
    told = (
        "To test orders without committing yourself, write CHECK in place of ORDERS in the first line. "
        'For help with play by mail, reply with just the word "help".'
    )
    if not others:
        return told
    to = f'To write to {with_article(others[0])}, put a line "To {others[0]}:"'
    return f"{told} {to} and your words above the form."
