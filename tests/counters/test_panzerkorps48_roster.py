"""The counters of 48th Panzer Korps bear what its rules read off them (rulebook 2.1)."""

from __future__ import annotations

from collections import Counter as Count

import pytest

from counters.preflight.checking import report
from counters.roster.counter import Counter, Roster
from counters.roster.load import load_roster


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("panzerkorps48")


def targets(counter: Counter) -> list[str]:
    """2.1.class.2: the target classes that a counter shows."""
    shown = {"armor": "modifier" in counter.steps[0].values}
    shown |= {"personnel": counter.traits["target"] == "P", "weapons": counter.traits["target"] == "W"}
    return [kind for kind, is_shown in shown.items() if is_shown]


def fires(counter: Counter) -> list[str]:
    """2.1.class.4: the fire classes that a counter shows."""
    shown = {"antitank": counter.type == "anti-tank", "artillery": "range" in counter.steps[0].values}
    shown |= {"armor": counter.traits["fire"] == "A", "personnel": counter.traits["fire"] == "p"}
    return [kind for kind, is_shown in shown.items() if is_shown]


def test_nothing_would_print_badly() -> None:
    assert report("panzerkorps48").faults == ()


def test_every_counter_is_of_one_target_class_and_fires_as_one(roster: Roster) -> None:
    for counter in roster.counters.values():
        assert (len(targets(counter)), len(fires(counter))) == (1, 1), counter.id


def test_steps_are_the_printed_strength(roster: Roster) -> None:
    assert roster.counters["685-I"].full == 3
    assert roster.counters["634RR"].full == 6
    assert all(counter.full == counter.steps[0].values["strength"] for counter in roster.counters.values())


def test_a_size_is_company_battalion_or_regiment(roster: Roster) -> None:
    assert {counter.size for counter in roster.counters.values()} == {"company", "battalion", "regiment"}


def test_the_rulebooks_battalion_is_a_3_5(roster: Roster) -> None:
    values = roster.counters["685-I"].steps[0].values
    assert (values["strength"], values["movement"]) == (3, 5)


def test_strength_markers_count_to_eight(roster: Roster) -> None:
    low, high = roster.markers["strength"], roster.markers["strength-high"]
    assert (low.faces[0].edges, high.faces[0].edges) == (("1", "2", "3", "4"), ("5", "6", "7", "8"))
    assert high.count == 10


def test_formations_are_whole(roster: Roster) -> None:
    sizes = Count(counter.formation for counter in roster.counters.values())
    assert sizes["11 Pz"] == 14
    assert sum(sizes.values()) == 104
    arriving = Count(c.reinforcement for c in roster.counters.values() if c.reinforcement)
    assert arriving == {"2G": 14, "4MC": 5, "5MC": 4, "6GCD": 3, "321RD": 4}
