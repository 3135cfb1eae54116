"""How to read a counter: every element that is drawn on a counter has its meaning on the player's card."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import game_names
from adjudicator.commands.printing import refereed
from builder.printing.counter_key import callouts, elements, examples
from builder.printing.player_card import Play, player_card
from counters.faces.face import draw_face
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
    found = {one.means: one for one in callouts(counter, draw_face(counter, 0, 480, edge=False))}
    strength, name = found["Strength"], found["Name"]
    box = next(slot.box for slot in counter.slots if slot.show == "strength")
    assert box[0] <= strength.left < strength.right < box[2]
    assert abs(name.left + name.right - 100) < 4  # it stands in the middle
    assert [one.down for one in found.values()] == sorted(one.down for one in found.values())


def test_a_patch_over_another_of_its_trait_hides_its_meaning() -> None:
    counter = load_roster("donnerschlag").counters["I-4 PzG"]
    found = [one.means for one in callouts(counter, draw_face(counter, 0, 480, edge=False))]
    assert any(one.startswith("Orange ground") for one in found)
    assert not any(one.startswith("Yellow ground") for one in found)
