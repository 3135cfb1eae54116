"""How to read a counter: every element that is drawn on a counter has its meaning on the player's card."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import game_names
from adjudicator.commands.printing import refereed
from builder.printing.counter_key import callouts, elements, examples
from builder.printing.leaders import Box, down, leaders
from builder.printing.player_card import Play, player_card
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from counters.sheets.imposition import PAPERS
from tests.builder.test_print_kit import text_of


def drawn(game: str) -> set[str]:
    """What the counters of a game bear, by the names of `means`."""
    return set().union(*(elements(counter) for counter in load_roster(game).counters.values()))


@pytest.mark.parametrize("game", game_names())
def test_every_element_of_every_counter_has_its_meaning_and_none_is_left_over(game: str) -> None:
    means = load_roster(game).style.means
    assert means.keys() - {"back"} == drawn(game)
    assert all(means.values())


@pytest.mark.parametrize("game", game_names())
def test_two_or_three_counters_are_drawn_one_of_foot_one_of_armour_and_one_that_leads(game: str) -> None:
    roster = load_roster(game)
    shown, types = examples(roster), {counter.type for counter in roster.counters.values()}
    assert len(set(shown_ids(shown))) == len(shown) in {2, 3}
    for one in ("infantry", "squad", "armour", "tank", "hq", "leader"):
        assert (one in types) == (one in {counter.type for counter in shown})


def shown_ids(shown: tuple[Counter, ...]) -> list[str]:
    """The ids of counters."""
    return [counter.id for counter in shown]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_meaning_is_on_the_card(game: str) -> None:
    roster = load_roster(game)
    card = player_card("Game", Play((), (), {}, roster), refereed(game), PAPERS["a4"])
    assert card is not None
    told = text_of(card)
    for form in roster.style.means.values():
        assert form.partition("{")[0].strip(" ,:").lower() in told.lower(), form


def test_a_line_ends_where_the_letters_of_its_element_do() -> None:
    counter = load_roster("raceforberlin").counters["8GA-1"]
    found = {one.means: one for one in callouts(counter)}
    left, _, right, _ = found["Strength"].box
    box = next(slot.box for slot in counter.slots if slot.show == "strength")
    assert box[0] <= left < right < box[2]
    for word in ("Name", "Size: army"):  # they stand in the middle
        assert abs(found[word].box[0] + found[word].box[2] - 100) < 4
    assert found["Size: army"].box[2] - found["Size: army"].box[0] < 40
    assert [one.down for one in found.values()] == sorted(one.down for one in found.values())


@pytest.mark.parametrize("game", game_names())
def test_no_line_runs_through_what_it_does_not_mean(game: str) -> None:
    for counter in examples(load_roster(game)):
        told = callouts(counter)
        solid = [one.box for one in told if not one.filled]
        lines = leaders([(one.box, one.filled) for one in told], solid)
        for line, one in zip(lines, told, strict=True):
            ends = line.points((-20.0 if line.at_left else 120.0, 50.0))[-2:]
            (left, right), (top, bottom) = (sorted(point[axis] for point in ends) for axis in (0, 1))
            crossed = [box for box in solid if box != one.box and meets((left, top, right, bottom), box)]
            assert one.filled or not crossed, (counter.id, one.means)


def meets(run: Box, box: Box) -> bool:
    """Whether a line lies over a box."""
    return run[0] < box[2] and box[0] < run[2] and run[1] < box[3] and box[1] < run[3]


def test_lines_that_run_around_a_counter_do_not_cross() -> None:
    marks = [(40.0, 20.0, 45.0, 30.0), (55.0, 20.0, 60.0, 30.0)]
    walls = [(0.0, 15.0, 15.0, 90.0), (65.0, 15.0, 100.0, 90.0)]
    found = leaders([(one, False) for one in marks], [*marks, *walls])
    assert [one.way for one in found] == ["above", "above"]
    assert [one.at_left for one in found] == [True, False]
    more = leaders([((10.0 * n, 20.0, 10.0 * n + 2, 30.0), False) for n in (2, 3)], walls)
    assert [(one.way, one.at_left, one.place) for one in more] == [("above", True, 0), ("above", True, 1)]
    assert sorted(more, key=down) == more[::-1]  # the outer one's label stands above the other's


def test_a_patch_over_another_of_its_trait_hides_its_meaning() -> None:
    counter = load_roster("donnerschlag").counters["I-4 PzG"]
    found = [one.means for one in callouts(counter)]
    assert any(one.startswith("Orange ground") for one in found)
    assert not any(one.startswith("Yellow ground") for one in found)
