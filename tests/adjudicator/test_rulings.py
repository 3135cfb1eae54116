"""What a check says no with, for whoever only wants to know."""

from __future__ import annotations

import pytest

from adjudicator.rulings import Refused, Unreadable, refusal


def only_even(number: int, *, named: str = "it") -> int:
    """A check with a finding, and a word of its own."""
    if number % 2:
        raise Refused("1.1", f"{named} is odd")
    return number


def test_what_passes_gives_no_refusal() -> None:
    assert refusal(only_even, 2) is None


def test_a_refusal_comes_back_with_its_clause_and_reason() -> None:
    no = refusal(only_even, 3, named="three")
    assert no is not None
    assert (no.verdict, no.rule, no.why) == ("refused", "1.1", "three is odd")


def test_an_unreadable_line_is_a_no_as_well() -> None:
    def unread() -> None:
        raise Unreadable("what?")

    no = refusal(unread)
    assert no is not None and no.verdict == "unreadable"


def test_a_mistake_of_the_check_is_none() -> None:
    with pytest.raises(ZeroDivisionError):
        refusal(lambda: 1 // 0)
