"""The bar that says how far printing is."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from counters.roster.load import load_roster
from counters.sheets.printing import Printing
from counters.sheets.progress import progress
from counters.sheets.sheet import sheets_pdf


class Terminal(StringIO):
    """Somebody looks at what is written here."""

    def isatty(self) -> bool:
        return True


def test_every_sheet_is_told_until_all_pieces_are_printed() -> None:
    told: list[tuple[int, int]] = []
    roster = load_roster(Path(__file__).parent / "skirmish")
    sheets_pdf(roster, Printing(dpi=150), tell=lambda done, whole: told.append((done, whole)))
    assert told == [(12, 42), (38, 42), (42, 42)]


@pytest.mark.parametrize("looking", [True, False])
def test_the_bar_is_drawn_only_where_somebody_looks(monkeypatch: pytest.MonkeyPatch, looking: bool) -> None:
    stream = Terminal() if looking else StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress("Printing") as tell:
        tell(120, 2000)
    assert ("Printing" in stream.getvalue()) == looking
    assert ("120/2000" in stream.getvalue()) == looking
