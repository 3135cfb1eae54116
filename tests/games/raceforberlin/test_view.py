"""What a side may know: change anything hidden from it and nothing that it gets changes."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.games.raceforberlin import GAME
from adjudicator.games.raceforberlin.r11_setup import CHITS, start
from adjudicator.rehearsal.rehearsal import Outcome, told
from adjudicator.snapshot import freeze
from adjudicator.state import State
from adjudicator.wording.position import position
from tests.tabletop import Tabletop

SEELOW = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "303": "seelow", "20PzGr": "seelow"}
DRAWN = [f"event-{n}" for n in range(2, 12)]


@cache
def beginning() -> State:
    """The start; a state is a value."""
    return start("campaign")


def dealt(hidden: str, rest: list[str]) -> State:
    """The start, Koniev holding Heinrici and one drawn chit."""
    cup = tuple(chit for chit in rest if chit != hidden)
    state = beginning()
    return replace(
        state, hands={"zhukov": (), "koniev": ("event-1", hidden)}, cups={**state.cups, CHITS: cup}
    )


@given(st.sampled_from(DRAWN), st.sampled_from(DRAWN), st.permutations(DRAWN))
@pytest.mark.rule("2.4.2.b")
def test_2_4_2_b_the_rival_sees_that_a_chit_is_held_and_never_which(
    one: str, other: str, cup: list[str]
) -> None:
    seen = [position(GAME, GAME.view(dealt(chit, cup), "zhukov")) for chit in (one, other)]
    assert json.dumps(seen[0]) == json.dumps(seen[1])
    assert seen[0]["hands"]["koniev"] == ["event-1", "hidden chit"]
    own = position(GAME, GAME.view(dealt(one, cup), "koniev"))
    assert own["hands"]["koniev"] == ["event-1", one]


def test_the_draw_itself_is_told_to_its_owner_alone() -> None:
    seen = []
    for draw in ("event-9", "event-3"):
        table = Tabletop("raceforberlin", {}, segment="A.4", draws=[draw, "event-2"])
        seen.append([(e.kind, e.facts()) for e in table.events if e.seen_by("zhukov") and not e.quiet])
        owner = [e.facts().get("item") for e in table.events if e.seen_by("koniev")]
        assert draw in owner
    assert [kind for kind, _ in seen[0]] == [kind for kind, _ in seen[1]]
    assert "event-9" not in json.dumps(seen[0][:-2])


@pytest.mark.rule("2.4.2.b")
def test_nobody_sees_the_cup_the_sealed_answers_or_the_standing_orders_of_the_other() -> None:
    table = Tabletop("raceforberlin", {}, segment="B.2", clear=False)
    table.order("koniev", "convert\nif asked loss then weakest first")
    seen = GAME.view(table.state, "zhukov")
    assert seen.cups == {}
    assert seen.sealed == {}
    assert "koniev" not in seen.standing
    assert all(decision.player == "zhukov" for decision in seen.decisions)
    kinds = {event.kind for event in table.events if event.seen_by("zhukov")}
    assert not kinds & {"Sealed", "StandingChanged"}


@pytest.mark.parametrize("held", [(), ("event-9",)])
@pytest.mark.rule("E9.1")
def test_e9_1_the_window_to_react_opens_whatever_is_held(held: tuple[str, ...]) -> None:
    hands = {"zhukov": [], "koniev": ["event-1", *held]}
    table = Tabletop("raceforberlin", {"8GA-1": "kustrin", "391": "guben"}, segment="C.1", hands=hands)
    asked = table.state.waiting()[0]
    assert (asked.topic, asked.player, asked.window) == ("react", "koniev", True)
    assert asked.answers == ("pass",)


def test_the_rival_does_not_see_orders_that_are_still_to_be_carried_out() -> None:
    units = {"8GA-1": "bridgehead", "5SHA-1": "bridgehead", "606": "lebus", "303": "seelow", "712": "seelow"}
    seen = []
    for later in ("", "\nactivate 5SHA-1 reserve\nreserve 5SHA-1 lebus"):
        table = Tabletop("raceforberlin", units, segment="C.1", dice=[6], hands={"zhukov": [], "koniev": []})
        order = "activate 5SHA-1 reserve\ncombat 8GA-1 at seelow advance 8GA-1"
        table.order("zhukov", order + later.replace("\nactivate 5SHA-1 reserve", ""))
        assert table.asked()[1] == "koniev"
        seen.append(GAME.view(table.state, "koniev").frames)
        assert [frame.facts.get("advance") for frame in GAME.view(table.state, "zhukov").frames] == [
            None,
            ("8GA-1",),
        ]
    assert seen[0] == seen[1]
    assert [frame.facts.get("advance") for frame in seen[0]] == [None, ()]


def test_the_number_of_a_draw_is_not_told_as_it_would_betray_what_is_held() -> None:
    table = Tabletop("raceforberlin", {}, segment="A.4", draws=["event-9", "event-2"])
    outcome = Outcome(GAME, "", table.state, tuple(table.events), (), (), ())
    drawn = [event for event in told(outcome, "koniev")["events"] if event["kind"] == "Drawn"]
    assert [event["facts"]["item"] for event in drawn] == ["event-9"]
    assert "value" not in drawn[0]["facts"]


@pytest.mark.rule("2.4.2.b")
def test_2_4_2_b_an_order_to_come_does_not_betray_the_chit_that_it_names() -> None:
    units = {"8GA-1": "bridgehead", "47-1": "letschin", "606": "lebus", "303": "seelow", "541": "muncheberg"}
    hands = {"zhukov": ["event-8"], "koniev": ["event-1"]}
    table = Tabletop("raceforberlin", units, segment="C.1", dice=[1], hands=hands)
    table.order("koniev", "pass")
    table.order("zhukov", "combat 8GA-1 at seelow\ncombat 47-1 at muncheberg chit8 541")
    assert table.asked()[:2] == ("E1.2", "koniev")
    seen = {side: GAME.view(table.state, side).frames[0].facts["queue"] for side in ("zhukov", "koniev")}
    assert (len(seen["zhukov"]), seen["koniev"]) == (1, ())


@pytest.mark.rule("2.4.2.b")
def test_2_4_2_b_what_a_player_keeps_for_later_is_his_own() -> None:
    """A line for a later question may name a chit."""
    table = Tabletop("raceforberlin", {}, segment="B.2", clear=False)
    state = table.state.but(kept={"koniev": ("chit 9 zone forst",), "zhukov": ("pass",)})
    assert GAME.view(state, "zhukov").kept == {"zhukov": ("pass",)}


@pytest.mark.rule("E8.1")
def test_e8_1_the_words_of_a_line_that_plays_chit_8_are_its_writers_alone() -> None:
    """Chit 8 is on the table by then: which unit, everybody sees. On what line it was ordered, and in which
    words, nobody else may read, and how the frame of the battle keeps it tells nothing."""
    seen: list[bytes] = []
    own: list[bytes] = []
    for line in ("chit 8 on 20PzGr", "CHIT 8 on 20PzGr."):
        table = Tabletop(
            "raceforberlin", SEELOW, segment="C.1", turn=2, state={"chits-out": ["event-9"]},
            hands={"zhukov": ["event-8"], "koniev": ["event-1"]},
        )  # fmt: skip
        table.order("zhukov", f"{line}\ncombat 8GA-1 8GA-2 at seelow")
        assert table.found("ChitPlayed") and [asked.topic for asked in table.state.decisions] == ["heinrici"]
        views = [GAME.view(table.state, side) for side in ("koniev", "zhukov")]
        seen, own = [*seen, freeze(views[0])], [*own, freeze(views[1])]
    assert seen[0] == seen[1] and b"CHIT 8" not in seen[1]
    assert b"CHIT 8" in own[1]
