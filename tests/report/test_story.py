"""Events told as a story: chapters, sentences, battles, dice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

import adjudicator.games.raceforberlin as raceforberlin
from adjudicator.events import (
    CardsCounted,
    CardsMoved,
    DieRolled,
    Event,
    FlagsChanged,
    Names,
    OrderDropped,
    SegmentEntered,
    SegmentLeft,
    SetUpShown,
    TurnBegan,
    UnitMoved,
    UnitPlaced,
)
from adjudicator.report.charts import strip
from adjudicator.report.story import MANY, Battle, Combat, Sentence, chances, tell, told_together
from tests.adjudicator.tinygame import GAME
from tests.report.situation import EVENTS, FOUGHT

MOVED = UnitMoved(rule="3.1", unit="R1", path=("ash", "birch"))
BERLIN = Path(raceforberlin.__file__).parent


def enter(segment: str, instead: bool = True) -> Event:
    return SegmentEntered(rule="1", segment=segment, instead=instead)


def told(*events: Event) -> list[tuple[str, list[str]]]:
    """The chapters of some events of turn 1, begun in segment 3: title and texts."""
    chapters = tell(GAME, events, 1, "3")
    return [(c.title, [word(item) for item in c.items]) for c in chapters]


def word(item: Sentence | Battle | Combat) -> str:
    if isinstance(item, Combat):
        return f"combat {item.number}"
    return item.text if isinstance(item, Sentence) else f"battle for {item.space}"


def test_a_story_begins_in_the_segment_the_game_was_in() -> None:
    assert told(MOVED) == [("Turn 1, 3 Orders", ["1 Red moves from Ash to Birch."])]


def test_a_new_segment_is_a_new_chapter_and_a_new_turn_is_named() -> None:
    turn = TurnBegan(rule="4", turn=2)
    assert told(enter("4"), turn, enter("2"), enter("3"), MOVED) == [
        ("Turn 1, 4 End of turn", ["Turn 2 begins."]),
        ("Turn 2, 3 Orders", ["1 Red moves from Ash to Birch."]),
    ]


class Charge(Event):
    """An attack: what comes of it is told with it."""

    sentence: ClassVar[str] = "An attack."
    opens: ClassVar[bool] = True


def test_what_comes_of_an_attack_is_told_with_it_until_its_level_is_left() -> None:
    attack = (Charge(rule="7"), enter("4", instead=False), MOVED)
    over = SegmentLeft(rule="7", segment="4")
    now, later = tell(GAME, (*attack, over, MOVED, *attack, enter("4"), MOVED), 1, "3")
    first, alone, second = now.items
    assert isinstance(first, Combat)
    assert isinstance(second, Combat)
    assert (first.number, first.title, second.number) == (1, Sentence("An attack.", "7"), 2)
    assert first.items == [alone] == second.items == later.items


def test_an_order_that_came_to_nothing_is_no_part_of_the_attack_that_goes_on() -> None:
    dropped = OrderDropped(rule="7", to=("red",), side="red", text="move R2 birch", why="it has acted")
    (chapter,) = tell(GAME, (Charge(rule="7"), enter("4", instead=False), dropped, MOVED), 1, "3")
    attack, apart = chapter.items
    assert isinstance(attack, Combat)
    assert [word(item) for item in attack.items] == ["1 Red moves from Ash to Birch."]
    told = 'Your earlier order "move R2 birch" is not carried out: it has acted.'
    assert apart == Sentence(told, "7")


def test_cards_that_move_face_down_are_told_once_to_whom_sees_their_faces() -> None:
    count = CardsCounted(rule="D", count=2, pile="pile", holder="red", deed="draws")
    faces = CardsMoved(
        rule="D",
        to=("red",),
        cards=("chit-1", "chit-2"),
        origin="pile",
        goal="red",
        holder="red",
        deed="draws",
    )
    other = replace(faces, cards=("chit-1",))
    number = "Red draws 2 cards (pile)."
    ((_, theirs),) = told(count)
    ((_, mine),) = told(count, faces)
    ((_, apart),) = told(count, other)
    assert theirs == [number]
    assert len(mine) == 1 and number not in mine
    assert len(apart) == 2 and number in apart


def test_an_inner_segment_stays_in_its_chapter() -> None:
    assert [title for title, _ in told(MOVED, enter("4", instead=False), MOVED)] == ["Turn 1, 3 Orders"]


def test_chapters_in_which_nothing_is_told_are_left_out() -> None:
    assert told(enter("2"), enter("3")) == []


def test_a_die_is_told_with_what_it_was_rolled_for() -> None:
    die = DieRolled(rule="3.2", n=1, purpose="the attack", sides=6, value=5)
    assert told(die, FOUGHT) == [("Turn 1, 3 Orders", ["battle for Cedar"])]


def test_the_first_of_two_dice_that_are_added_stands_with_the_second() -> None:
    came = "the second is added to it"
    first = DieRolled(rule="4", n=1, purpose="the weather, first die", sides=6, value=2, came=came)
    second = DieRolled(rule="4", n=2, purpose="the weather, second die", sides=6, value=3, came="DR 5: dry")
    assert [texts for _, texts in told(first, second)] == [
        ["The weather, after a first die of 2, die roll 3; DR 5: dry."]
    ]
    for lone in (replace(second, purpose="the wind, second die"), replace(second, n=3, came="")):
        one = first if lone.came else replace(first, came="one more")
        assert sum(len(texts) for _, texts in told(one, lone)) == 2


@pytest.mark.parametrize("value", [4, 6])
def test_a_die_that_the_next_event_does_not_name_is_told_by_itself(value: int) -> None:
    die = DieRolled(rule="4", n=1, purpose="the weather", sides=6, value=value)
    assert told(die, FOUGHT)[0][1] == [f"The weather, die roll {value}.", "battle for Cedar"]


def test_markers_on_many_units_are_told_by_number() -> None:
    some = FlagsChanged(rule="5", units=("R1",) * MANY, drop=("tired",))
    many = FlagsChanged(rule="5", units=("R1",) * (MANY + 1), drop=("tired",), why="rest")
    assert told(some)[0][1][0].startswith("1 Red, 1 Red")
    assert told(many)[0][1] == [f"{MANY + 1} units are no longer tired (rest)."]


def test_a_battle_holds_every_number_of_its_event() -> None:
    (battle,) = (item for c in tell(GAME, EVENTS, 1, "1") for item in c.items if isinstance(item, Battle))
    assert [(p.unit, p.was, p.now) for p in battle.attack] == [
        ("1 Red", "8", "4"), ("1 Red", "4", "8"), ("2 Red", "4", "4"),
    ]  # fmt: skip
    assert [(p.unit, p.was, p.now) for p in battle.defence] == [("2 Blue", "9", "4.5")]
    assert (battle.attack_sum, battle.defence_sum, battle.column) == ("12", "4.5", "2:1")
    assert [(m.value, m.reason, m.rule) for m in battle.drms] == [
        ("+1", "from two sides", "3.2.e"), ("-2", "defended wood", "3.2.f"),
    ]  # fmt: skip
    assert [m.value for m in battle.shifts] == ["+1"]
    assert (battle.die, battle.drm, battle.final, battle.result) == ("5", "-1", "4", "DR")


def test_dice_and_draws_are_listed_in_their_order() -> None:
    listed = chances([e for e in EVENTS if e.seen_by("red")], GAME.names())
    assert [(c.n, c.came) for c in listed] == [(1, "Chit 2"), (3, "5 (d6)"), (4, "1 (d6)")]


# -- the row of the results table ------------------------------------------------------------------------


def test_the_rulebooks_own_battle_is_found_in_its_table() -> None:
    found = strip(BERLIN, "8.1.2", "3:1", 5, "D2R")
    assert found is not None
    assert (found.row, found.columns[found.hit], found.cells[found.hit]) == ("5", "3:1", "D2R")


def test_a_clause_under_the_tables_own_finds_it_too() -> None:
    found = strip(BERLIN, "9.2.1.a", "1:1", 7, "+/-1D1")
    assert found is not None and found.title == "City Progress CRT"


@pytest.mark.parametrize(
    ("final", "result", "row"), [(-3, "A2", "<=0"), (0, "A2", "<=0"), (8, "D2R", ">=8"), (11, "D2R", ">=8")]
)
def test_a_die_beyond_the_table_finds_its_first_or_last_row(final: int, result: str, row: str) -> None:
    found = strip(BERLIN, "8.1.2", "1:1", final, result)
    assert found is not None and found.row == row


def test_no_row_is_shown_where_the_table_says_something_else() -> None:
    assert strip(BERLIN, "8.1.2", "3:1", 5, "A1") is None
    assert strip(BERLIN, "8.1.2", "9:1", 5, "D2R") is None
    assert strip(BERLIN, "7.2", "3:1", 5, "D2R") is None
    assert strip(GAME.folder, "8.1.2", "3:1", 5, "D2R") is None


def test_a_die_that_is_held_at_the_end_of_its_table_says_so() -> None:
    low = replace(FOUGHT, die=1, drm=-1, final=1, drms=({"rule": "1", "value": -1, "reason": "first turn"},))
    assert low.capped() == " (never less than 1)"
    assert replace(low, die=6, drm=1, final=6).capped() == " (never more than 6)"
    assert replace(low, die=3, final=2).capped() == ""
    assert replace(low, drms=(), drm=0, final=1).capped() == ""


def test_units_that_are_placed_one_after_the_other_are_told_together() -> None:
    placed = [
        UnitPlaced(rule="2.1", unit=unit, at=at, steps=2) for unit, at in (("R1", "birch"), ("B2", "ash"))
    ]
    other = UnitPlaced(rule="2.1", unit="B1", at="ash", steps=1, why="rebuilt")
    assert told(*placed, other, placed[0]) == [
        (
            "Turn 1, 3 Orders",
            [
                "Placed: Ash: 2 Blue; Birch: 1 Red.",
                "1 Blue is placed in Ash (rebuilt).",
                "1 Red is placed in Birch.",
            ],
        )
    ]


def test_the_owner_of_a_set_up_is_told_of_it_once() -> None:
    placed = [UnitPlaced(rule="2", to=("red",), unit=one, at="ash", steps=2) for one in ("R1", "R2")]
    moved = UnitMoved(rule="2", unit="R3", path=("off", "birch"), how="set up")
    hidden = UnitMoved(rule="2", to=("red",), unit="R4", path=("off", "cedar"), how="set up")
    before = UnitMoved(rule="2", unit="R3", path=("off", "birch"))
    shown = SetUpShown(rule="2", side="red", units={"R1": "ash", "R2": "ash", "R3": "birch"})
    began = SegmentEntered(rule="2", segment="3")
    assert told_together([before, moved, began, *placed, before, moved, hidden, shown]) == [
        before, moved, began, before, hidden, shown,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("retreat", "R1 retreats from off to birch."),
        ("set up", "R1 is set up in birch."),
        ("enters", "R1 enters at birch."),
        ("leaves the map", "R1 leaves the map from off."),
        ("is taken up", "R1 is taken up in off."),
    ],
)
def test_who_comes_or_goes_off_the_map_is_told_of_with_one_place(how: str, says: str) -> None:
    assert UnitMoved(rule="2", unit="R1", path=("off", "birch"), how=how).says(Names({})) == says


def test_a_set_up_names_a_row_of_units_by_its_ends_and_hexes_as_people_count() -> None:
    names = Names({"german": "German player"})
    units = {**{f"GE-I1#1-{n}": "k10" for n in (1, 2, 3)}, "GE-G5#1-1": "k2", "GE-G5#1-2": "k2", "X": "aa1"}
    assert SetUpShown(rule="1", side="german", units=units).says(names) == (
        "The German player has set up. k2: GE-G5#1-1 and GE-G5#1-2; k10: GE-I1#1-1 to GE-I1#1-3; aa1: X."
    )
