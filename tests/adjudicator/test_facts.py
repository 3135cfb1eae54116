"""Facts of a level of the sequence of play, read as a value."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from adjudicator.typed_values import read_as


@dataclass(frozen=True, slots=True)
class Battle:
    space: str
    front_army: str = ""
    attackers: tuple[str, ...] = ()
    from_: str = ""


def test_facts_are_read_by_name_and_what_was_not_written_is_as_declared() -> None:
    assert read_as(Battle, {"space": "4107", "front-army": "5 Tank"}) == Battle("4107", "5 Tank", ())
    assert read_as(Battle, {"space": "4107", "from": "4108"}) == Battle("4107", from_="4108")


@pytest.mark.parametrize("wrong", [{"space": "4107", "attackres": ()}, {"attackers": ("1",)}])
def test_a_fact_that_no_such_level_has_and_one_that_is_missing_are_found(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        read_as(Battle, wrong)


def test_facts_of_other_kinds_and_other_positions_are_not_taken_for_each_other() -> None:
    @dataclass(frozen=True)
    class Rest:
        space: str

    facts = {"space": "4107"}
    assert read_as(Battle, facts) is read_as(Battle, facts) == Battle("4107")
    assert read_as(Rest, facts) == Rest("4107")
    assert [read_as(Battle, {"space": f"{n}"}).space for n in range(1000)] == [f"{n}" for n in range(1000)]
