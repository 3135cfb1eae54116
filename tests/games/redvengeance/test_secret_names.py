"""What the names of units on the map tell: nothing of how many others their side has, and where those are."""

from __future__ import annotations

from collections import Counter
from itertools import chain, repeat

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import SCHEME, SECOND_SCHEME, CommittedDice, ListedDice, Roll, numbers
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.refit_phase.reph_groups import MOST_GROUPS, MOST_UNITS
from adjudicator.judging.referee import judge, run_on
from adjudicator.mail.desk.rejudging import RecordedDice
from adjudicator.play import Play
from adjudicator.state import State

GAME = find_game("redvengeance")


class Threes(CommittedDice):
    """The secret of a desk, and dice that show three: all groups come in full."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(3)


def bought(secret: bytes, *german: str) -> State:
    """What has come of the first purchases with this secret."""
    play = Play(GAME.start("campaign"), Threes(secret, "1", ""))
    run_on(GAME, play)
    for side, lines in ((RUSSIAN, ("pass",)), (GERMAN, (*german, "pass"))):
        assert all(one.verdict == "done" for one in judge(GAME, play, side, list(enumerate(lines, 1)), 1))
    return play.state


def ids(state: State) -> list[str]:
    """The units of the groups I1."""
    return [unit for unit in state.units if unit.startswith("GE-I1#")]


@pytest.mark.rule("RePh8.620", "RePh8.6198", "ROST.5")
@pytest.mark.parametrize("most", [MOST_GROUPS, MOST_UNITS])
@pytest.mark.parametrize("place", [0, 5, 11])
def test_neither_a_gap_nor_the_height_of_a_number_tells_how_many_there_are(most: int, place: int) -> None:
    """The first of its kind has any number as often as any other, and so has the twelfth."""
    orders = [numbers(CommittedDice(b"%d" % n, "1", ""), "german I1", most) for n in range(12 * most)]
    found = Counter(order[place] for order in orders)
    assert len(found) == most and min(found.values()) > 1 and max(found.values()) < 36


@pytest.mark.rule("RePh8.620", "RePh8.6198", "ROST.5")
def test_groups_and_their_units_have_numbers_in_the_order_of_the_secret() -> None:
    dice = CommittedDice(b"s", "1", "")
    few, many = bought(b"s"), bought(b"s", "buy I1")
    first, second, third = (f"I1#{n}" for n in numbers(dice, "german I1", MOST_GROUPS)[:3])
    assert {*map(group, ids(few))} == {first, second} and {*map(group, ids(many))} == {first, second, third}
    order = numbers(dice, f"german {third}", MOST_UNITS)
    came = {f"GE-{third}-{n}" for n in order[: len(ids(many)) - len(ids(few))]}
    assert came == {*ids(many)} - {*ids(few)}
    assert {many.units[f"GE-{third}-{n}"].kind for n in order[:3]} == {"6-5-8"}


def group(unit: str) -> str:
    return unit.removeprefix("GE-").rpartition("-")[0]


@pytest.mark.rule("RePh8.620")
def test_names_hang_on_the_secret_alone_and_no_die_is_rolled_for_them() -> None:
    assert ids(bought(b"s")) == ids(bought(b"s")) != ids(bought(b"t"))
    dice = CommittedDice(b"s", "1", "aa")
    order = numbers(dice, "german I1", MOST_GROUPS)
    assert sorted(order) == [*range(1, MOST_GROUPS + 1)] and order != tuple(sorted(order))
    assert order == numbers(CommittedDice(b"s", "1", "bb"), "german I1", MOST_GROUPS)
    others = CommittedDice(b"s", "2", "aa"), CommittedDice(b"t", "1", "aa")
    assert all(order != numbers(one, "german I1", MOST_GROUPS) for one in others)
    assert order != numbers(dice, "german I2", MOST_GROUPS)
    assert numbers(RecordedDice([], dice), "german I1", MOST_GROUPS) == order


@pytest.mark.parametrize(
    "chance", [ListedDice([*chain(repeat(3, 9))]), CommittedDice(b"s", "1", "", SECOND_SCHEME)]
)
def test_where_nothing_is_at_stake_and_in_older_games_names_come_in_order(chance: object) -> None:
    assert SCHEME != SECOND_SCHEME
    assert numbers(chance, "german I1", 4) == (1, 2, 3, 4)  # type: ignore[arg-type]


@pytest.mark.rule("RePh8.620", "RePh8.6194.5", "CG19.1")
def test_a_whole_group_is_set_up_whatever_numbers_its_units_have() -> None:
    """Squads come before SW and leaders, and Guns before their crews, as who is with whom is judged."""
    for n in range(6):
        state = bought(b"%d" % n, "buy G5", "buy I7", "buy I4")
        play = Play(state, Threes(b"%d" % n, "1", ""))
        groups = dict.fromkeys(unit.rpartition("-")[0] for unit in state.units if unit.startswith("GE-"))
        lines = [f"{'hip' if '-G5#' in one else 'setup'} {one} hex=M14" for one in groups]
        told = judge(GAME, play, GERMAN, list(enumerate(lines, 1)), 2)
        assert [one.why for one in told if one.verdict != "done"] == []


@pytest.mark.rule("RePh8.620")
def test_what_a_group_is_told_to_be_has_its_squads_first() -> None:
    for n in range(6):
        play = Play(GAME.start("campaign"), Threes(b"%d" % n, "1", ""))
        run_on(GAME, play)
        for side in (RUSSIAN, GERMAN):
            judge(GAME, play, side, [(1, "pass")], 1)
        told = [text for one in play.events if (text := one.says(GAME.names())) and "SS Rifle" in text]
        assert [one for one in told if "full: 3 x 6-5-8, " in one]
