"""Whatever a side hides, plans, draws and seals: in all five games what the other side gets from the desk,
what observers get and what the audit of the running game says are the same, byte by byte."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.position import SIDES, other
from adjudicator.state import Decision, State
from tests.cases import one_quick, the_rest_long
from tests.games.donnerschlag import test_secret_mails as donnerschlag
from tests.games.redvengeance import test_secret_mails as redvengeance
from tests.twins import Desk, Script, assert_alike

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Twin:
    """A game, the side with the secrets and its enemy, and the secrets of that side in one game and another:
    the lines with which it answers a kind of question, and what it draws. Bots write all else, the same in
    both, until `ends` is asked, or the first turn is over; `idle` is what both sides answer instead."""

    game: str
    side: str
    enemy: str
    one: Mapping[str, Lines]
    two: Mapping[str, Lines]
    ends: str
    draws: tuple[Mapping[str, Lines], Mapping[str, Lines]] = field(default_factory=lambda: ({}, {}))
    idle: Mapping[str, Lines] = field(default_factory=dict)


FIRST = {"Koniev": ("event-10",)}
TWINS = {
    "koenigsberg45": Twin(
        "koenigsberg45", "german", "soviet",
        {"volksturm": ("deploy volksturm at 3304", "done")},
        {"volksturm": ("deploy volksturm at 3524", "if asked retreat then default", "done")},
        "select",
    ),
    "panzerkorps48": Twin(
        "panzerkorps48", "soviet", "german",
        {"plan": ("plan 4MC turn 5 area D", "plan 6GCD turn 3 area A", "plan 321RD turn 2 area A",
                  "plan 5MC turn 5 area B")},
        {"plan": ("plan 4MC turn 5 area E", "plan 6GCD turn 3 area B", "plan 321RD turn 2 area A",
                  "plan 5MC turn 5 area A")},
        "morale",
    ),
    "raceforberlin": Twin(
        "raceforberlin", "zhukov", "koniev",
        {"logistics": ("pass",), "chits": ("discard 3",)},
        {"logistics": ("pass", "if asked retreat then default"), "chits": ("discard 7",)},
        "",
        ({"Zhukov": ("event-3", "event-5"), **FIRST}, {"Zhukov": ("event-7", "event-6"), **FIRST}),
        {"impulse": ("pass",), "react": ("pass",)},
    ),
}  # fmt: skip
STEPS = 40


def letters_of(twin: Twin, desk: Desk, step: int) -> dict[str, Lines]:
    """What bots write to the questions that are open; for the secret side's, their kind."""
    found: dict[str, Lines] = {}
    for view, asked in desk.asked():
        if asked.player not in found or asked.topic in twin.one:
            found[asked.player] = said(twin, view, asked, step)
    return found


def said(twin: Twin, view: State, asked: Decision, step: int) -> Lines:
    if asked.player == twin.side and asked.topic in twin.one:
        return (asked.topic,)
    idle = twin.idle.get(asked.topic)
    return idle or tuple(find_game(twin.game).players()["random"](view, asked, random.Random(step)))


def at_the_end(twin: Twin, desk: Desk, script: Script, turn: int) -> bool:
    topics = {asked.topic for _, asked in desk.asked()}
    return twin.ends in topics if twin.ends else desk.state.turn > turn and len(script) > 3


def written(twin: Twin, folder: Path, patch: pytest.MonkeyPatch, pictures: bool) -> tuple[Desk, Script]:
    """The first desk, and what was written to it."""
    desk, script = Desk(folder, patch, twin.game, twin.side, twin.draws[0], pictures), Script()
    turn = desk.state.turn
    while not at_the_end(twin, desk, script, turn):
        assert len(script) < STEPS, "it comes to no end"
        script.append(letters_of(twin, desk, len(script)))
        desk.post({side: twin.one.get("".join(lines), lines) for side, lines in script[-1].items()})
    return desk, script


def copied(twin: Twin, folder: Path, patch: pytest.MonkeyPatch, script: Script, pictures: bool) -> Desk:
    """The second desk: the same letters but for the secrets."""
    desk = Desk(folder, patch, twin.game, twin.side, twin.draws[1], pictures)
    for letters in script:
        desk.post({side: twin.two.get("".join(lines), lines) for side, lines in letters.items()})
    return desk


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(TWINS))
def test_the_enemy_and_everybody_get_the_same_from_twin_desks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    twin = TWINS[name]
    one, script = written(twin, tmp_path / "one", monkeypatch, pictures=False)
    two = copied(twin, tmp_path / "two", monkeypatch, script, pictures=False)
    assert one.state != two.state
    assert [(q.player, q.topic) for _, q in one.asked()] == [(q.player, q.topic) for _, q in two.asked()]
    assert_alike(one.house, two.house, twin.side, twin.enemy, pages=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", the_rest_long(TWINS))
def test_no_picture_saved_game_or_page_of_twin_desks_tells_them_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    twin = TWINS[name]
    one, script = written(twin, tmp_path / "one", monkeypatch, pictures=True)
    two = copied(twin, tmp_path / "two", monkeypatch, script, pictures=True)
    assert_alike(one.house, two.house, twin.side, twin.enemy)


@pytest.mark.slow
@pytest.mark.rule("D.admin.c.3", "D.admin.f.3", "D.admin.g.3", "D.combat.5", "D.combat.8")
@pytest.mark.parametrize("side", the_rest_long(donnerschlag.ENEMY))
def test_the_enemy_and_everybody_get_the_same_whatever_cards_a_side_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    one, two = (
        donnerschlag.turn(tmp_path / name, monkeypatch, side, secrets[side])
        for name, secrets in (("one", donnerschlag.ONE), ("two", donnerschlag.OTHER))
    )
    assert_alike(one.house, two.house, side, donnerschlag.ENEMY[side])


@pytest.mark.slow
@pytest.mark.rule(*redvengeance.SEALED)
@pytest.mark.parametrize("side", the_rest_long(SIDES))
def test_the_enemy_and_everybody_get_the_same_whatever_a_side_buys_and_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    one, two = (
        redvengeance.played(tmp_path / name, monkeypatch, side, secrets[side])
        for name, secrets in (("one", redvengeance.ONE), ("two", redvengeance.OTHER))
    )
    assert_alike(one.house, two.house, side, other(side))
