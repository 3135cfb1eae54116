"""Positions in which a side is asked something, and the page for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from adjudicator.catalogue import find_game
from adjudicator.game import Game
from adjudicator.judging.what_if import playable
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.tapping.page import PageFacts, orders_page
from tests.adjudicator.test_offered import asked

CODE = "ABCD-EFGH"
TO = "referee@example.org"


def facts(game: Game, state: State, side: str) -> PageFacts:
    """What the page of a side tells in a position."""
    view = playable(game, state, side)
    return PageFacts(game, 1, side, view, f"BEGIN ORDERS 1 turn {view.turn} {side} {CODE}", TO)


def some(name: str, seed: str, most: int, of_a_kind: int) -> Iterator[tuple[Game, State, Decision]]:
    """Questions of a game between bots, as many of each kind."""
    game, seen = find_game(name), Counter[str]()
    for state, decision in asked(game, seed, most):
        seen[decision.topic] += 1
        if seen[decision.topic] <= of_a_kind:
            yield game, playable(game, state, decision.player), decision


def first_asked(name: str, seed: str, topic: str, most: int = 60) -> tuple[Game, State, Decision]:
    """The first question of a topic in a game between bots."""
    return next(one for one in some(name, seed, most, 1) if one[2].topic == topic)


def judged(game: Game, view: State, side: str, lines: list[str]) -> list[list[Ruling]]:
    """What a dry run says of each line; one that has strokes in it is several orders."""
    orders = [(n, part) for n, line in enumerate(lines) for part in line.split(" / ")]
    sheet = [(at, text) for at, (_, text) in enumerate(orders, 1)]
    told = {ruling.line: ruling for ruling in try_sheet(game, view, side, sheet)}
    return [
        [told[at] for at, (of, _) in enumerate(orders, 1) if of == n and at in told]
        for n in range(len(lines))
    ]


def page(game: Game, view: State, side: str, folder: Path, draw: bool = True) -> Path:
    """The page of a side, as a file."""
    file = folder / f"{game.name}.html"
    file.write_bytes(orders_page(facts(game, view, side), folder, draw))
    return file
