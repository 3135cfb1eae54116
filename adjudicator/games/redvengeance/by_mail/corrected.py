"""What is offered when no part of a refused order is legal: the order at its proper time, or with one thing
changed; otherwise an order that does no harm. Each is tried before it is offered
(`adjudicator.judging.what_if`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from adjudicator.dice import NeedsDice, NoDice
from adjudicator.games.redvengeance.campaign_game.cg_losses import form, least_losses
from adjudicator.games.redvengeance.orders import check_read, hexside_of, place_of, said
from adjudicator.games.redvengeance.position import SIDES, units_of
from adjudicator.games.redvengeance.questions import firefight, gates, refit, setting_up
from adjudicator.games.redvengeance.questions.firefight import owed_for
from adjudicator.games.redvengeance.questions.holding import PASS, step_for
from adjudicator.games.redvengeance.questions.registry import JOINT, taker
from adjudicator.games.redvengeance.questions.reporting import check, full
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.games.redvengeance.situation.front import controlled, entry_hexes
from adjudicator.games.redvengeance.situation.ground import board, bridge_hexes
from adjudicator.games.redvengeance.situation.pieces import class_of, each_of, on_map
from adjudicator.games.redvengeance.situation.steps import LAST_RESULT
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import refusal
from adjudicator.state import Decision, Frame, State, Unit

MOST = 6
"""How many units, hexes and hexsides are tried in place of one."""
DICE = ("SNIPER", "FREEDOM", "SAN")
WORD = re.compile(r"[^\s=,]+")


def corrected(state: State, decision: Decision, order: Order) -> Iterator[Iterable[str]]:
    """Orders to offer for a refused one of which no part is legal: the most similar first."""
    if decision.topic in refit.TOPICS:
        yield in_its_time(state, decision.player, order)
    if order.verb == "hip":
        yield [f"setup {unit} hex={said(order).hex}" for unit in said(order).what]
    yield another(state, decision.player, order)
    if decision.topic == setting_up.SETTING_UP.topic:
        yield (line for line in setting_up.legal(state, decision.player) if line != PASS)
    elif decision.topic == firefight.PLAYING.topic:
        yield where_units_are(state, decision.player, order)
    elif decision.topic in refit.TOPICS and not campaign(state).result:
        yield (form(side, least_losses(state, side)) for side in SIDES)


def in_its_time(state: State, side: str, order: Order) -> Iterator[str]:
    """A line for a later step stands where its writer passes over the one that is open, if good then."""
    now = state.segment
    later = step_for(order, now) if order.verb != PASS and now <= LAST_RESULT else now
    if later != now and not refusal(check_then, state.but(frames=(Frame(later),)), side, order):
        yield f"{order.text}\n{PASS} {now}"


def check_then(state: State, side: str, order: Order) -> None:
    """A line of the step that is open, as far as no die decides. Raises Refused."""
    check_read(order)
    if order.verb in JOINT:
        for one in each_of(state, side, order):
            check(state, side, full(side, one))
        return
    with suppress(NeedsDice):
        taker(order)(Play(state, NoDice()), side, order)


# -- one thing in the line is another ------------------------------------------------------------------------


def another(state: State, side: str, order: Order) -> Iterator[str]:
    """The line with another die, unit, hexside or hex in the place of one that it names."""
    if order.verb == "roll":
        yield from dice(state)
    text = order.text
    for found in WORD.finditer(text):
        if not found.start():
            continue  # the verb
        for other_ in instead_of(state, side, order, found[0]):
            if other_.casefold() != found[0].casefold():
                yield f"{text[: found.start()]}{other_}{text[found.end() :]}"


def dice(state: State) -> Iterator[str]:
    """Dice that a side may owe."""
    if turn := owed_for(state):
        yield firefight.line(turn)
    yield from (f"roll {what}" for what in DICE)


def instead_of(state: State, side: str, order: Order, word: str) -> list[str]:
    """What may be meant in place of a word of a line: another unit of the side, hexside, or hex."""
    known = {unit.id.casefold(): unit for unit in state.units.values()}
    if word.casefold() in known or f"unit={word}".casefold() in order.text.casefold():
        return [unit.id for unit in nearest_units(state, side, known.get(word.casefold()))][:MOST]
    mine = mentioned(state, order) or nearest_units(state, side, None)[:1]
    if hexside_of(word):
        return sides_near(state, mine)[:MOST]
    return hexes_near(state, side, mine)[:MOST] if place_of(word) else []


def mentioned(state: State, order: Order) -> list[Unit]:
    """The units on the map that a line names, in its order."""
    words = [one.casefold() for one in WORD.findall(order.text)]
    found = [unit for unit in state.units.values() if unit.id.casefold() in words and on_map(unit)]
    return sorted(found, key=lambda unit: words.index(unit.id.casefold()))


def nearest_units(state: State, side: str, like: Unit | None) -> list[Unit]:
    """The units of a side, those first that are of the same class, and on the map or off it, as another."""
    where = like is None or on_map(like)
    class_ = class_of(state, like) if like else ""
    return sorted(
        units_of(state, side), key=lambda one: (on_map(one) != where, class_of(state, one) != class_)
    )


def sides_near(state: State, units: Iterable[Unit]) -> list[str]:
    """The hexsides with Barricades, those at these units first, and the others of their hexes."""
    at = [unit.at.upper() for unit in units if on_map(unit)]
    walls = sorted(campaign(state).barricades, key=lambda wall: not {*wall.split("/")} & {*at})
    around = (hexside_of(f"{one}/{two}") or "" for one in at for two in board().neighbours(one.lower()))
    return list(dict.fromkeys((*walls, *around)))


def hexes_near(state: State, side: str, units: Iterable[Unit]) -> list[str]:
    """The hexes of these units, those next to them, where a side may enter, what it controls, the bridges."""
    at = [unit.at for unit in units if on_map(unit)]
    around = [two for one in at for two in board().neighbours(one)]
    far = [
        *sorted(entry_hexes(state, side))[:2],
        *sorted(controlled(state, side))[:2],
        *sorted(bridge_hexes()),
    ]
    return [one.upper() for one in dict.fromkeys((*at, *around[:2], *far))]


# -- else ----------------------------------------------------------------------------------------------------


def where_units_are(state: State, side: str, order: Order) -> Iterator[str]:
    """Where a unit of the line is, or the first of the side: that is reported before what it does elsewhere;
    a side without a unit on the map corrects its Snipers, while they are not placed."""
    mine = [unit for unit in mentioned(state, order) if unit.side == side]
    for unit in (mine or [one for one in units_of(state, side) if on_map(one)])[:1]:
        yield f"report AT unit={unit.id} hex={unit.at.upper()}"
    if not mine and not campaign(state).snipers.get(side):
        yield f"report SNIPERS of={side} B12,R12"


def instead(state: State, decision: Decision, order: Order) -> Iterator[str]:
    """Orders to offer for a refused one, before any corrected ones."""
    sources = {gates.BUYING.topic: gates.instead, setting_up.SETTING_UP.topic: setting_up.instead}
    if source := sources.get(decision.topic):
        yield from source(state, decision.player, order)
