"""Every order that a question takes can be tapped, or it is listed here with the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from adjudicator.judging.what_if import playable
from adjudicator.state import Decision, State
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.onward import below, plans
from adjudicator.tapping.packed import Places, unpacked, with_attacks
from tests.adjudicator.test_offered import asked
from tests.cases import one_quick
from tests.tapping.positions import some

REPORTS = (
    "banner", "bh", "claim", "control", "cross", "dc", "enter", "hip", "oba", "object", "recon",
    "remove", "repair", "report", "reserve", "roll", "so", "vatc",
)  # fmt: skip
"""Of a game whose battles are fought on another board: forms to fill in, not lines to choose."""
TYPED = {
    "koenigsberg45": {
        **dict.fromkeys(("choose", "pass", "done"), "another word for one that is offered"),
        "activate": "the chit's HQ is chosen in one question, and its units in the next",
        "top": "which counter the enemy sees: it does nothing else",
        "extra": "offered with units that act with the HQ, not alone",
    },
    "donnerschlag": dict.fromkeys(("done", "pass"), "another word for one that is offered"),
    "redvengeance": dict.fromkeys(REPORTS, "a form"),
}
"""By game the verbs that some question takes and does not offer, and why."""
QUESTIONS, OF_A_KIND = 60, 3
SEEDS, MOST = ("Chir", "Oder"), 250
"""So far games are played for what was not offered yet."""
SELDOM = {"panzerkorps48": {("move", "exit")}, "raceforberlin": {("impulse", "city"), ("impulse", "shell")}}
"""What is legal in hardly any game of bots; the tests of its chapter look for it among the legal answers."""


def packed(game: Game, view: State, decision: Decision) -> Iterator[tuple[str, str]]:
    """The verbs that a page offers, each with the question that it answers."""
    places = Places({*view.board.spaces, *game.boxes})
    found = [(decision.topic, Packing(game, view, decision, places).pack())]
    found += [(one.topic, one.offers) for one in below(game, view, decision, places)]
    for topic, offers in found:
        texts = (
            *unpacked(offers, list(places.order)),
            *with_attacks(offers, list(places.order)),
            *offers.later,
        )
        forms = (form for team in offers.teams for form in team.forms.values())
        yield from ((topic, line.split()[0]) for text in (*texts, *forms) for line in text.splitlines())
    plan = plans(game, view, decision, places)
    yield from ((decision.topic, line.split()[0]) for line in (plan.after if plan else ()))


def legal_later(name: str, missing: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those of these that are legal sometimes, and so on the page then."""
    found, game = set(SELDOM.get(name, ())), find_game(name)
    for seed in SEEDS:
        for state, decision in asked(game, seed, MOST):
            if missing <= found:
                return found
            if decision.topic in {topic for topic, _ in missing - found}:
                view = playable(game, state, decision.player)
                lines = (line for text in game.legal(view, decision) for line in text.splitlines())
                found |= {(decision.topic, line.split()[0]) for line in lines}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(game_names(), 2))
def test_each_order_can_be_tapped_or_the_reason_why_not_is_known(name: str) -> None:
    taken, offered = set[tuple[str, str]](), set[tuple[str, str]]()
    for game, view, decision in some(name, SEEDS[0], QUESTIONS, OF_A_KIND):
        taken |= {(decision.topic, verb) for verb in decision.verbs}
        offered |= set(packed(game, view, decision))
    missing = {(topic, verb) for topic, verb in taken - offered if verb not in TYPED.get(name, ())}
    assert missing <= legal_later(name, missing)
