"""What a refusal offers instead is found when somebody reads it, not for each line that is only tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Refused, Unreadable


def test_the_nearest_names_are_looked_for_when_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    near = Lexicon.nearest

    def noted(self: Lexicon, name: str) -> tuple[str, ...]:
        asked.append(name)
        return near(self, name)

    monkeypatch.setattr(Lexicon, "nearest", noted)
    lexicon = Lexicon("unit", [("Berzarin", "berzarin"), ("Weidling", "weidling")])
    with pytest.raises(Unreadable) as no:
        Reader("Berzerin", {"unit": lexicon}).one("unit")
    assert asked == [], "whoever only tries a line reads no names"
    assert no.value.legal == ("Berzarin",) == no.value.legal and asked == ["Berzerin"]


def test_legal_answers_of_a_refusal_are_kept_once_they_are_found() -> None:
    def some() -> Iterator[str]:
        yield "move 1 to 0102"

    no = Refused("4.1", "1 may not move", some())
    assert no.legal == ("move 1 to 0102",) == no.legal
