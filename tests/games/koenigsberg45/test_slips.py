"""Slips of the pen: a sheet with a line that cannot be read costs no more than that line."""

from __future__ import annotations

import pytest

from .fights import combat

UNITS = {"349 VG": "2020", "45": "2120", "16 G": "2121"}


@pytest.mark.parametrize("slip", ["atack 2020 with 45", "attack 2020", "attack 2020 with 45 air AA1 full"])
def test_done_beside_an_attack_that_cannot_be_read_does_not_end_combat(slip: str) -> None:
    table = combat(UNITS)
    first, last = table.order("soviet", f"{slip}\ndone")
    assert first.verdict in {"unreadable", "ambiguous"}
    assert last.verdict == "not-judged" and "send «done» alone" in last.why
    assert table.state.frame.segment == "COMBAT"


def test_done_alone_ends_combat_and_so_it_does_beside_another_misspelt_line() -> None:
    for sheet in ("done", "tpo 2120 45\ndone"):
        table = combat(UNITS)
        assert table.order("soviet", sheet)[-1].verdict == "done"
        assert "COMBAT" not in [frame.segment for frame in table.state.frames]
