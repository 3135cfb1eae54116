"""Combats of Donnerschlag for the tests of extended step C: a position, one attack, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.judging.referee import run_on
from adjudicator.state import Frame, Json, State
from tests.tabletop import Tabletop

GAME = "donnerschlag"
ENEMY = {"axis": "soviet", "soviet": "axis"}

HEX = "1919"
"""A hex of open country, no river, road or settlement around it; north of it 1918, south of it 1920."""
PASS = dict.fromkeys(ENEMY, ("if asked window then pass",))
"""Standing orders by which nobody plays a card."""


def table(
    units: Mapping[str, str],
    *,
    side: str = "axis",
    hands: Mapping[str, Sequence[str]] | None = None,
    dice: Sequence[int] = (),
    standing: Mapping[str, Sequence[str]] | None = None,
    active: Sequence[str] | None = None,
    facts: Mapping[str, Json] | None = None,
    segment: str = "COMBATS",
    **about: Json,
) -> Tabletop:
    """A position as a side's combats begin: all units of the side are active, unless `active` names them."""
    laid = Tabletop(GAME, units, dice=dice, run=False)
    state = dealt(laid.state, hands or {})
    mine = (
        tuple(unit for unit in units if state.units[unit].side == side) if active is None else tuple(active)
    )
    card = "AX6PZ-1" if side == "axis" else "SVRED-1"
    checked = {unit: "out-of-supply" not in state.units[unit].flags for unit in mine}
    about = {"side": side, "card": card, "number": "D.act.all", "eligible": mine, "checked": checked, **about}
    said = {one: tuple(lines) for one, lines in (PASS if standing is None else standing).items()}
    laid.play.state = state.but(
        frames=(Frame(segment, about),), standing=said, facts={**state.facts, **(facts or {})}
    )
    run_on(laid.game, laid.play)
    return laid


def dealt(state: State, hands: Mapping[str, Sequence[str]]) -> State:
    """The same position with these cards in hands, which lie nowhere else then; and with an Activation Card
    in each, so that another segment comes after this one."""
    hands = {
        side: (*hands.get(side, ()), card) for side, card in (("axis", "AX6PZ-2"), ("soviet", "SVRED-2"))
    }
    taken = {card for cards in hands.values() for card in cards}
    cups = {place: tuple(card for card in cards if card not in taken) for place, cards in state.cups.items()}
    return state.but(cups=cups, hands={**state.hands, **hands})


def fight(units: Mapping[str, str], order: str, *answers: tuple[str, str], **position: Any) -> Tabletop:
    """The same after an attack of the active side and the answers of either."""
    laid = table(units, **position)
    for side, text in ((position.get("side", "axis"), order), *answers):
        rulings = laid.order(side, text)
        assert {ruling.verdict for ruling in rulings} <= {"done", "waiting"}, rulings
    return laid


def no(laid: Tabletop, side: str, line: str) -> tuple[str, str, tuple[str, ...]]:
    """The refusal of a sheet of one line: its rule, why, what would be legal."""
    (ruling,) = laid.order(side, line)
    assert ruling.verdict == "refused", ruling
    return ruling.rule, ruling.why, ruling.legal


def asked(laid: Tabletop) -> tuple[str, str]:
    """Who is asked, and what about."""
    decision = laid.state.waiting()[0]
    return decision.player, decision.topic


def offered(laid: Tabletop) -> set[str]:
    """The answers of the question that is open."""
    return set(laid.state.waiting()[0].answers)


def battle(laid: Tabletop) -> dict[str, Any]:
    """The facts of the last die of a combat."""
    return laid.found("OddsResolved")[-1]


def odds(laid: Tabletop) -> tuple[float, float, str, int, str]:
    """Attack, defence, column, modified die and result of the last die."""
    one = battle(laid)
    return one["attack"], one["defence"], one["column"], one["final"], one["result"]


def reasons(laid: Tabletop, of: str) -> list[tuple[str, int]]:
    """Clause and value of each of its `shifts`, or `drms`."""
    return [(one["rule"], one["value"]) for one in battle(laid)[of]]
