"""What a dry run says of a prepared attack that has not begun is what it says once it has."""

from __future__ import annotations

from itertools import islice

from adjudicator.catalogue import find_game
from adjudicator.choices import Choice
from adjudicator.dice import NoDice
from adjudicator.play import Play
from adjudicator.state import Decision, State
from tests.tapping.positions import some

GAME = find_game("panzerkorps48")


def told_by_playing(state: State, decision: Decision, line: str) -> str:
    """The words on an attack after it was ordered and has begun."""
    play = Play(state, NoDice())
    order = GAME.grammar(decision.player).read(line)
    GAME.answers[decision.topic](play, decision, [order])
    return GAME.choices.foretell(play.state, order)


def test_a_prepared_attack_is_foretold_as_it_begins() -> None:
    choice, compared = GAME.choices.of("prep"), set[str]()
    assert isinstance(choice, Choice) and choice.fight
    for _, state, decision in some("panzerkorps48", "foretold", 120, 3):
        if decision.topic == "prep":
            for line in islice(GAME.legal(state, decision), 60):
                order = GAME.grammar(decision.player).read(line)
                told = GAME.choices.foretell(choice.fight(state, order), order)
                assert told == told_by_playing(state, decision, line), line
                compared.add(told)
    assert len(compared) > 5
