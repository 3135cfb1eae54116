"""Rule 2.4, event chits: who draws, and what the rival learns of it. What the chits do is in the annex."""

from __future__ import annotations

import pytest

from adjudicator.report.story import Sentence, tell
from tests.tabletop import Tabletop


def drawing(hands: dict[str, list[str]], draws: list[str]) -> Tabletop:
    """A table after the draws of A.4."""
    return Tabletop("raceforberlin", {}, turn=3, segment="A.4", hands=hands, draws=draws)


@pytest.mark.rule("2.4.2.a", "2.4.2.c")
def test_2_4_2_koniev_draws_first_heinrici_does_not_count() -> None:
    table = drawing({"zhukov": [], "koniev": ["event-1"]}, ["event-7", "event-4"])
    assert table.state.hands == {"zhukov": ("event-4",), "koniev": ("event-1", "event-7")}
    assert set(table.state.cups["chits"]) == {f"event-{n}" for n in (2, 3, 5, 6, 8, 9, 10, 11)}


@pytest.mark.rule("2.4.2.a")
def test_2_4_2_a_who_holds_another_chit_does_not_draw() -> None:
    table = drawing({"zhukov": ["event-1"], "koniev": ["event-7"]}, ["event-4"])
    assert table.state.hands == {"zhukov": ("event-1", "event-4"), "koniev": ("event-7",)}


@pytest.mark.rule("2.4.2.a")
def test_2_4_2_a_nobody_draws_from_an_empty_cup() -> None:
    out = [f"event-{n}" for n in range(2, 12)]
    table = Tabletop(
        "raceforberlin",
        {},
        turn=3,
        segment="A.4",
        hands={"zhukov": [], "koniev": ["event-1"]},
        state={"chits-out": out},
    )
    assert (table.state.segment, table.found("Drawn")) == ("B.2", [])


@pytest.mark.rule("2.4.2.b")
def test_2_4_2_b_the_rival_learns_that_a_chit_was_drawn_but_not_which() -> None:
    table = drawing({"zhukov": ["event-2"], "koniev": ["event-1"]}, ["event-9"])
    seen = [event for event in table.events if event.seen_by("zhukov")]
    assert "ChitDrawn" in [event.kind for event in seen]
    assert not any("event-9" in str(event.facts()) for event in seen)
    view = table.game.view(table.state, "zhukov")
    assert len(view.hands["koniev"]) == 2
    assert "event-9" not in view.hands["koniev"]


@pytest.mark.rule("2.4.2.b")
@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("koniev", ["Event chit of Koniev: drew chit 9 (Bridges down)."]),
        ("zhukov", ["Koniev draws an event chit."]),
    ],
)
def test_2_4_2_b_each_player_reads_once_that_a_chit_was_drawn(side: str, told: list[str]) -> None:
    table = drawing({"zhukov": ["event-2"], "koniev": ["event-1"]}, ["event-9"])
    seen = [event for event in table.events if event.seen_by(side)]
    chapters = tell(table.game, seen, 3, "A.4")
    sentences = [one.text for chapter in chapters for one in chapter.items if isinstance(one, Sentence)]
    assert [one for one in sentences if "chit" in one] == told


@pytest.mark.rule("1.2", "1.1")
def test_1_2_chits_are_drawn_after_hitlers_die_and_before_supply() -> None:
    table = Tabletop(
        "raceforberlin",
        {},
        turn=3,
        segment="A.3",
        hands={"zhukov": [], "koniev": ["event-7"]},
        dice=[1],
        draws=["event-4"],
    )
    kinds = [kind for kind in table.kinds() if kind in {"DieRolled", "Drawn", "Asked"}]
    assert kinds == ["DieRolled", "Drawn", "Asked", "Asked"]
