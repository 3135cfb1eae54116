"""A dry run: what the referee would say of a sheet, from what its writer may know, without any die."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.catalogue import game_of_file
from adjudicator.game import Game
from adjudicator.judging.referee import as_written, ask_alone, plain_lines, says_no_more, split_resigned
from adjudicator.judging.what_if import known_to as known_to
from adjudicator.judging.what_if import playable as playable
from adjudicator.mail.desk.bound import rulings_on, split_bound
from adjudicator.mail.desk.dry_run import SHEET, DryRun
from adjudicator.rulings import Ruling, Verdict
from adjudicator.snapshot import canonical, pack, unpack
from adjudicator.state import Json, State
from adjudicator.waiting_lines import ENDING

FORMAT = 1
LATER = frozenset({"waiting", "not-judged"})
"""Verdicts on lines whose question is not open."""
MOST_ENDED = 4
"""So many questions one after the other are ended to come to an attack."""
FIRST = "(if you order nothing else before)"
WOULD_END = "it would end the game, and cannot be undone"


def try_sheet(game: Game, state: State, side: str, lines: Sequence[tuple[int, str]]) -> list[Ruling]:
    """A ruling for every line, as far as it goes without dice and without the other side's secrets."""
    given_up, lines = split_resigned(lines)
    if given_up and says_no_more(lines):
        return [Ruling(1, number, text.strip(), "may be done", why=WOULD_END) for number, text in given_up]
    for_dice, lines = split_bound(lines)
    run = DryRun(game, state, side)
    run.hear(lines)
    for order in game.grammar(side).sheet(plain_lines(game, lines), SHEET)[0]:
        run.foresee(order)
    told = as_written(game, side, lines, run.told.values())
    said = [*rulings_on(for_dice, SHEET, state, side), *told, *ask_alone(given_up, SHEET)]
    return sorted(map(dry, said), key=lambda ruling: ruling.line)


def try_attack(game: Game, state: State, side: str, line: str) -> Ruling:
    """What one line would be, as a dry run says it; where another question comes first, as if the side ended
    that without ordering anything."""
    (told,) = try_sheet(game, state, side, [(1, line)])[-1:]
    asked = next((one for one in state.waiting() if one.player == side), None)
    ends = {verb: word for word in ENDING if (verb := game.grammar(side).verb(word))}.values()
    first = next((word for word in ENDING if asked and word in asked.verbs), "")
    if told.verdict not in LATER or not first:
        return told
    for more in ([], *([end] * count for end in ends for count in range(1, MOST_ENDED))):
        lines = [*enumerate((first, *more, line), 1)]
        then = try_sheet(game, state, side, lines)[-1]
        if then.verdict not in LATER:
            return replace(then, why=f"{then.why} {FIRST}".strip())
    return told


def dry(ruling: Ruling) -> Ruling:
    """A ruling in the words of a dry run: nothing was done."""
    verdict: Verdict = "may be done" if ruling.verdict == "done" else ruling.verdict
    return replace(ruling, sheet=1, verdict=verdict)


# -- bundles: what a player needs to check at home --------------------------------------------------


class BundleError(Exception):
    """A bundle that cannot be used; the message says why."""

    exit_code = 1


def renumbered(state: State) -> State:
    """The same questions numbered from 1, and the sheets of kept lines down from -1: how many were asked or
    sent before is not for every side to know."""
    ids = {decision.id: f"q{n}" for n, decision in enumerate(state.decisions, 1)}
    return state.but(
        asked=len(ids),
        decisions=tuple(replace(decision, id=ids[decision.id]) for decision in state.decisions),
        sealed={ids[id_]: orders for id_, orders in state.sealed.items() if id_ in ids},
        kept={side: recounted(orders) for side, orders in state.kept.items()},
    )


def recounted(orders: Sequence[Json]) -> tuple[Json, ...]:
    """Kept lines with other numbers for their sheets, in the same order."""
    sheets = sorted({number for order in orders for number in (order["sheet"], order["sheaf"])}, reverse=True)
    number = {sheet: -place for place, sheet in enumerate(sheets, 1)}
    return tuple(
        {**order, "sheet": number[order["sheet"]], "sheaf": number[order["sheaf"]]} for order in orders
    )


def bundle(game: Game, scenario: str, state: State, side: str) -> bytes:
    """A game as a side may know it, as a file to check order sheets with at home."""
    told: dict[str, Json] = {
        "hexpost-bundle": FORMAT, "game": game.name, "rules": game.rules, "scenario": scenario,
        "side": side, "state": pack(renumbered(playable(game, state, side))),
    }  # fmt: skip
    return canonical(told)


def read_bundle(raw: bytes, source: str, trust: bool = False) -> tuple[Game, State, str]:
    """The game, the state and the side of a bundle; a game in a folder here is opened if it is to be trusted.

    Raises BundleError, NoSuchGame.
    """
    try:
        told = json.loads(raw)
        if told["hexpost-bundle"] != FORMAT:
            raise BundleError(f"{source}: made by another version of hexpost. Get a new report")
        if not re.fullmatch(r"[A-Za-z0-9_-]+", told["game"]):  # a name, never a path chosen by a stranger
            raise ValueError
        game = game_of_file(told["game"], trust)
        return game, unpack(told["state"], game.start(told["scenario"])), str(told["side"])
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BundleError(
            f"{source}: this is not a bundle. Use the .bundle.json file from a report"
        ) from None
