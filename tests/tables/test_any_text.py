"""Whatever stands in a piece, a label or a note comes back from a saved game as it went in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.vassal.traits import nest
from tables.position import Piece, Position, read_saved, write_saved
from tables.table import Table, merged, parts_of
from tables.telling import name_of_piece

TEXT = st.text(st.sampled_from("ab'\t;/,|:\\é \n"), max_size=8).filter(lambda text: not text.endswith("\\"))
"""Texts of all that VASSAL sets apart; none of its own may end in a backslash."""
TRAITS = st.lists(st.tuples(TEXT.map(lambda text: f"label;{text}"), TEXT), min_size=1, max_size=60)


def piece(id_: str, traits: list[tuple[str, str]]) -> Piece:
    types, states = [one for one, _ in traits], [one for _, one in traits]
    return Piece(id_, nest([*types, "piece;;;x.png;X"]), nest([*states, f"Main;{id_};7;1"]))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(TRAITS, min_size=1, max_size=3), TEXT)
def test_what_is_written_is_read_again(all_traits: list[list[tuple[str, str]]], note: str) -> None:
    pieces = {str(n): piece(str(n), traits) for n, traits in enumerate(all_traits, 1)}
    position = Position(pieces, (f"NOTES\t{note}",))
    once = read_saved(write_saved(position, {}), "a.vsav").position
    assert once == position
    assert read_saved(write_saved(once, {}), "b.vsav").position == position
    assert Table(once).position() == position


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(TRAITS, st.lists(TEXT, max_size=60))
def test_traits_come_apart_as_they_were_put_together_and_only_what_differs_is_set(
    traits: list[tuple[str, str]], others: list[str]
) -> None:
    one = piece("1", traits)
    assert one.types[:-1] == tuple(type_ for type_, _ in traits)
    assert one.states[:-1] == tuple(state for _, state in traits)
    states = list(one.states)
    changed = [*others[: len(states) - 1], *states[len(others) :]][: len(states) - 1]
    new = nest([*changed, states[-1]])
    assert merged(one.state, new, one.state) == new
    assert parts_of(merged(new, one.state, one.state)) == parts_of(new)


def test_a_name_in_a_mail_has_nothing_that_turns_a_line_round() -> None:
    tank = Piece("1", nest(["piece;;;x.png;Ti\u202eger\u200b  I"]), nest(["Main;1;7;1"]))
    assert name_of_piece(tank) == "Ti ger I"
