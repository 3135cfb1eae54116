"""What a refusal offers instead is found when somebody reads it, not for each line that is only tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.catalogue import find_game
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Ambiguous, Refused, Unreadable


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


@pytest.mark.parametrize("word", ["to", "At", "via"])
def test_a_connecting_word_is_no_name_that_somebody_got_wrong(word: str) -> None:
    lexicon = Lexicon("unit", [("Tot", "tot"), ("21st Foot", "21F")])
    with pytest.raises(Unreadable) as no:
        Reader(f"{word} 0503", {"unit": lexicon}).one("unit")
    assert no.value.why == f'the name of a unit is missing before "{word}"' and no.value.legal == ()


def test_a_thing_may_be_called_like_a_connecting_word() -> None:
    assert Reader("on 0503", {"unit": Lexicon("unit", [("On", "on")])}).one("unit") == "on"


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("move 6. Kradschützen to 3913", ("6 Kradsch",)),
        ("move I/4 Pz Gr to 4013", ("I-4 PzG",)),
        ("no exchange", ("pass",)),
    ],
)
def test_several_words_together_may_be_a_name_that_somebody_got_wrong(
    line: str, near: tuple[str, ...]
) -> None:
    with pytest.raises(Unreadable) as told:
        find_game("donnerschlag").grammar("axis").read(line)
    assert told.value.legal == near


@pytest.mark.parametrize(
    ("line", "why", "could"),
    [
        ("move 11 Pz to 4013", '"11 Pz" could be I-11 Pz or II-11 Pz', ("I-11 Pz", "II-11 Pz")),
        ("move the unit 11 Pz to 4013", '"11 Pz" could be I-11 Pz or II-11 Pz', ("I-11 Pz", "II-11 Pz")),
        ("attack 3914 with I-4 PzG, 39 Pz", '"39 Pz" could be I-39 Pz or II-39 Pz', ("I-39 Pz", "II-39 Pz")),
    ],
)
def test_the_end_of_two_names_could_be_either(line: str, why: str, could: tuple[str, ...]) -> None:
    with pytest.raises(Ambiguous) as told:
        find_game("donnerschlag").grammar("axis").read(line)
    assert (told.value.why, told.value.legal) == (why, could)


def test_a_word_that_many_names_end_with_is_nobodys_name() -> None:
    with pytest.raises(Unreadable) as told:
        find_game("donnerschlag").grammar("soviet").read("move mech to 4013")
    assert told.value.why.startswith('unknown unit "mech"')


@pytest.mark.parametrize(
    "line",
    [
        "I attack 3914 with I/11 Pz",
        "Sir, I attack 3914 with I/11 Pz",
        "then we'd like to attack the hex 3914 with the unit I/11 Pz",
        "Please attack hex 3914 with I/11 Pz.",
        "attack 3914 with I/11 Pz, please.",
    ],
)
def test_an_order_may_be_a_sentence(line: str) -> None:
    grammar = find_game("donnerschlag").grammar("axis")
    order = grammar.read(line)
    assert (order.verb, order.args) == ("attack", grammar.read("attack 3914 with I/11 Pz").args)
    assert order.text == line, "it is kept as it was written"


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("move 1 lebus", 'move UNIT ZONE (more: "help move")'),
        ("move 712 lebus if free nowhere", 'move UNIT ZONE [if free ZONE ...] (more: "help move")'),
        ("combat 8GA-1 at Seelow advance nobody", "combat UNITS at ZONE [advance UNITS]"),
        ("attack Seelow", 'combat UNITS at ZONE (more: "help combat")'),
    ],
)
def test_how_an_order_is_written_is_told_without_what_its_writer_left_out(line: str, form: str) -> None:
    _, (no,) = find_game("raceforberlin").grammar().sheet([(1, line)])
    assert no.why.endswith(f"; write: {form}")


def test_a_word_that_is_missing_is_not_what_a_line_could_have_meant() -> None:
    _, (no,) = find_game("raceforberlin").grammar().sheet([(1, "attack Seelow")])
    assert no.why.startswith('"with" is missing') and no.legal == ()
