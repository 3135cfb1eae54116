"""The board of The Amber Road: its title is clear of the subtitle, and its names of the counters."""

from __future__ import annotations

from typing import Any

import pytest

from maps.drawing import draw
from maps.drawing.hexes.lettering import Lettering, overlaps
from maps.drawing.hexes.plan import Plan
from maps.drawing.ink import Ink
from maps.drawing.sheet import lay_out

Printed = dict[str, tuple[float, float, float]]


@pytest.fixture(scope="module")
def printed() -> Printed:
    """What is printed on the board -> where its middle is, and how high it is. It is drawn here: one that is
    kept from another test would print nothing."""
    found: Printed = {}
    text = Ink.text

    def noted(self: Ink, at: Any, words: str, high: float, *more: Any, **other: Any) -> None:
        found[words] = (*at, high)
        text(self, at, words, high, *more, **other)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ink, "text", noted)
        draw._draw(*draw.laid_out("amberroad"), 40, "whole")
    return found


@pytest.mark.slow
def test_the_title_does_not_come_down_to_the_subtitle(printed: Printed) -> None:
    (_, title, high), (_, subtitle, small) = (
        printed["The Amber Road"],
        printed["A manoeuvre of two small armies, 3 to 9 September 1907"],
    )
    assert title + high * 0.6 <= subtitle - small / 2 + 0.01


def test_the_name_of_a_settlement_is_not_below_a_counter() -> None:
    sheet = lay_out("amberroad")
    assert sheet.board.grid is not None
    lettering = Lettering(Plan(sheet, sheet.board.grid))
    named = [space for space in sheet.board.spaces.values() if space.facts["name"]]
    assert len(named) == 8
    assert {one.name.text.title() for one in lettering.placed} >= {
        str(space.facts["name"]) for space in named
    }
    assert list(overlaps(lettering)) == []
