"""Slips of the pen: a sheet with a line that cannot be read costs no more than that line."""

from __future__ import annotations

import pytest

from adjudicator.waiting_lines import waiting

from .fights import combat

UNITS = {"349 VG": "2020", "45": "2120", "16 G": "2121"}


@pytest.mark.parametrize("slip", ["atack 2020 with 45", "attack 2020", "attack 2020 with 45 air AA1 full"])
def test_done_beside_an_attack_that_cannot_be_read_does_not_end_combat(slip: str) -> None:
    table = combat(UNITS)
    first, last = table.order("soviet", f"{slip}\ndone")
    assert first.verdict in {"unreadable", "ambiguous"}
    assert last.verdict == "waiting" and last.why.startswith("on hold: line 1 ")
    held = waiting(table.state, "soviet")
    assert held is not None and held.word and '"as is"' in held.what
    assert table.state.frame.segment == "COMBAT"


@pytest.mark.parametrize("word", ["done", "as is", "tpo 2120 45\nas is"])
def test_done_alone_ends_combat_and_so_it_does_beside_a_misspelt_line_that_is_let_go(word: str) -> None:
    table = combat(UNITS)
    assert table.order("soviet", "tpo 2120 45\ndone")[-1].verdict == "waiting"
    assert table.state.segment == "COMBAT"
    table.order("soviet", word)
    assert table.state.segment != "COMBAT"
