"""Hidden dice: those who may not see them learn neither their values nor how many there were."""

from __future__ import annotations

import pytest

from adjudicator.dice import CommittedDice
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.trial import bundle
from adjudicator.play import Play
from adjudicator.snapshot import digest, pack, unpack
from adjudicator.state import State
from tests.adjudicator.tinygame import GAME

START = GAME.start("duel")
CHAIN = "0" * 64


def after(hidden: int, public: int = 1) -> State:
    """The state after so many hidden dice of red, and then so many that all see."""
    play = Play(START, CommittedDice(b"s" * 32, "1", CHAIN))
    for _ in range(hidden):
        play.roll("8.620", "a group", to=("red",), hidden=True)
    for _ in range(public):
        play.roll("3.2", "an attack")
    return play.state


@pytest.mark.parametrize("hidden", [1, 5])
def test_the_other_side_gets_the_same_bytes_however_many_there_were(hidden: int) -> None:
    assert bundle(GAME, "duel", after(hidden), "blue") == bundle(GAME, "duel", after(0), "blue")
    assert bundle(GAME, "duel", after(hidden), "red") != bundle(GAME, "duel", after(0), "red")
    assert known_to(GAME, after(hidden), "red").rolled_for == {"red": hidden}


def test_hidden_dice_do_not_change_the_dice_that_all_see() -> None:
    values = []
    for hidden in (0, 3):
        play = Play(after(hidden, public=0), CommittedDice(b"s" * 32, "1", CHAIN))
        values.append([play.roll("3.2", f"attack {n}") for n in range(20)])
    assert values[0] == values[1]


def test_two_streams_do_not_make_the_same_die() -> None:
    play = Play(START, CommittedDice(b"s" * 32, "1", CHAIN))
    red = [play.roll("1", "luck", 200, to=("red",), hidden=True) for _ in range(10)]
    blue = [play.roll("1", "luck", 200, to=("blue",), hidden=True) for _ in range(10)]
    assert red != blue != [play.roll("1", "luck", 200) for _ in range(10)]
    assert play.state.rolled_for == {"red": 10, "blue": 10}
    assert play.state.rolled == 10


def test_their_count_goes_with_the_state_and_older_states_have_none() -> None:
    state = after(2)
    assert unpack(pack(state), START) == state
    assert digest(state) != digest(after(1))
    assert "rolled_for" not in pack(START)


def test_a_hidden_die_needs_readers() -> None:
    play = Play(START, CommittedDice(b"s" * 32, "1", CHAIN))
    with pytest.raises(ValueError, match="needs its readers"):
        play.roll("1", "luck", hidden=True)
