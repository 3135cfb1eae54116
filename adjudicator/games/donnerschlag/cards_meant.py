"""Which copy of a card an order means (D.comp.cards): of identical cards any one that its player has."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from adjudicator.choices import Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Decision, Json, State

from .cards import boxed, copies, held, kind, pile
from .orders import said
from .r1_cards import pool


@rule("D.comp.cards")
def meant(state: State, side: str, order: Order) -> Order:
    """An order with the copies that it means in the place of those it names."""
    told, places = said(order), where(state, side, order)
    own = (*held(state, side), *boxed(state, side))
    changed: dict[str, Json] = {}
    if told.card:
        changed["card"] = copies([told.card], places, own)[0]
    if told.cards:
        changed["cards"] = copies(told.cards, places, own)
    if told.other and told.other != told.card:
        changed["other"] = copies([told.other], state.cups[pile(side, kind(told.other))], own)[0]
    return order.having(**changed) if changed else order


def where(state: State, side: str, order: Order) -> Collection[str]:
    """The cards among which an order names one: those that High Command has, else the hand."""
    return tuple(pool(state, side)) if order.verb == "highcommand" else held(state, side)


def by_copies(choice: Choice) -> Choice:
    """A question whose answers are carried out with the copies that their orders mean."""

    def carry_out(play: Play, decision: Decision, orders: list[Order]) -> None:
        choice.take(play, decision, [meant(play.state, decision.player, order) for order in orders])

    return replace(choice, take=carry_out)
