"""A dry run: what the referee would say of a sheet, from what its writer may know, without any die."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from adjudicator.catalogue import find_game
from adjudicator.game import Game
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.referee import answer, hear_standing, leftover, run_on, split_standing, wanted
from adjudicator.rulings import Ruling
from adjudicator.snapshot import canonical, pack, unpack
from adjudicator.state import Decision, Json, State

FORMAT = 1


class NeedsDice(Exception):
    """A dry run has come to a die or a draw."""


class NoDice:
    """The chance of a dry run: there is none."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> NoReturn:
        """Never rolls. Raises NeedsDice."""
        raise NeedsDice(purpose)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> NoReturn:
        """Never draws. Raises NeedsDice."""
        raise NeedsDice(purpose)


def known_to(game: Game, state: State, side: str) -> State:
    """The state as a side may know it; whatever the game's own view leaves of others' secrets goes too."""
    seen = game.view(state, side)
    decisions = tuple(d for d in state.decisions if d.player == side)
    return replace(
        seen,
        decisions=decisions,
        standing={side: seen.standing.get(side, ())},
        sealed={d.id: seen.sealed[d.id] for d in decisions if d.id in seen.sealed},
    )


def playable(game: Game, state: State, side: str) -> State:
    """The state as a side may know it, with the questions to others in it as far as they are public.

    That something is asked of the other side is no secret, and the rules of sealed answers count on it.
    """
    others = (
        Decision(d.id, d.player, d.rule, d.topic, "", (), window=d.window, sealed=d.sealed)
        for d in state.decisions
        if d.player != side
    )
    seen = known_to(game, state, side)
    order = {decision.id: place for place, decision in enumerate(state.decisions)}
    return replace(seen, decisions=tuple(sorted((*seen.decisions, *others), key=lambda d: order[d.id])))


def try_sheet(game: Game, state: State, side: str, lines: Sequence[tuple[int, str]]) -> list[Ruling]:
    """A ruling for every line, as far as it goes without dice and without the other side's secrets."""
    play = Play(playable(game, state, side), NoDice())
    standing, plain = split_standing(list(lines))
    orders, rulings = game.grammar(side).sheet(plain)
    rulings += hear_standing(game, play, side, standing, 1)
    left, why = _answer_all(game, play, side, orders)
    for order in left:
        if (order.sheet, order.line) not in play.rulings:
            play.verdict(order, "not-judged", why=why or leftover(play, side))
    found = {(ruling.sheet, ruling.line): ruling for ruling in rulings} | play.rulings
    return sorted(found.values(), key=lambda ruling: ruling.line)


def _answer_all(game: Game, play: Play, side: str, orders: list[Order]) -> tuple[list[Order], str]:
    """Answer question after question; the orders not looked at, and what stopped the run, or ""."""
    while orders:
        decision = wanted(play, side, orders)
        if decision is None:
            return orders, ""
        mine = [order for order in orders if order.verb in decision.verbs]
        try:
            extra = answer(game, play, decision, mine)
        except NeedsDice as die:
            return orders, f"understood; the dice decide from here on ({die})"
        orders = [*extra, *(order for order in orders if order.verb not in decision.verbs)]
        if not _runs_on(game, play):
            return orders, "understood; it comes after something that only the game itself can decide"
    return [], ""


def _runs_on(game: Game, play: Play) -> bool:
    """Whether the game went on to its next question with nothing but what the side may know."""
    try:
        run_on(game, play)
    except Exception:  # a rule looked for a die, or for something that the side's view does not hold
        return False
    return True


# -- bundles: what a player needs to check at home --------------------------------------------------


class BundleError(Exception):
    """A bundle that cannot be used; the message says why."""

    exit_code = 1


def renumbered(state: State) -> State:
    """The same questions numbered from 1: how many were asked before is not for every side to know."""
    ids = {decision.id: f"q{n}" for n, decision in enumerate(state.decisions, 1)}
    return replace(
        state,
        asked=len(ids),
        decisions=tuple(replace(decision, id=ids[decision.id]) for decision in state.decisions),
        sealed={ids[id_]: orders for id_, orders in state.sealed.items() if id_ in ids},
    )


def bundle(game: Game, scenario: str, state: State, side: str) -> bytes:
    """A game as a side may know it, as a file to check order sheets with at home."""
    told: dict[str, Json] = {
        "hexpost-bundle": FORMAT, "game": game.name, "rules": game.rules, "scenario": scenario,
        "side": side, "state": pack(renumbered(playable(game, state, side))),
    }  # fmt: skip
    return canonical(told)


def read_bundle(raw: bytes, source: str) -> tuple[Game, State, str]:
    """The game, the state and the side of a bundle. Raises BundleError."""
    try:
        told = json.loads(raw)
        if told["hexpost-bundle"] != FORMAT:
            raise BundleError(f"{source}: made by another version of hexpost; get a new report")
        if not re.fullmatch(r"[A-Za-z0-9_-]+", told["game"]):  # a name, never a path chosen by a stranger
            raise ValueError
        game = find_game(told["game"])
        return game, unpack(told["state"], game.start(told["scenario"])), str(told["side"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BundleError(f"{source}: this is no bundle; take the .bundle.json file of a report") from None
