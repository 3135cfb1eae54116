"""Rule 4.1: several units in one line, which go the same way, all of them or none."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from tests.games.raceforberlin.chits import OUT
from tests.games.raceforberlin.marches import GAME, german, soviet
from tests.tabletop import Tabletop

ARMY = {"8GA-1": "bridgehead", "8GA-2": "bridgehead"}
STATE = {"chits-out": OUT}


@pytest.mark.rule("4.1.2.a")
@pytest.mark.parametrize("names", ["8GA-1, 8GA-2", "8GA-1 and 8GA-2"])
def test_4_1_2_an_army_moves_in_one_line(names: str) -> None:
    played = soviet(ARMY, state=STATE)
    assert played.verdict("zhukov", f"move {names} via kustrin") == ("done", "")
    assert {played.at("8GA-1"), played.at("8GA-2")} == {"kustrin"}


@pytest.mark.rule("4.1.4")
def test_4_1_4_of_units_in_one_line_none_moves_where_one_may_not() -> None:
    played = soviet({**ARMY, "8GA-2": "bridgehead full activated"}, state=STATE)
    (ruling,) = played.order("zhukov", "move 8GA-1, 8GA-2 via kustrin")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.1.4")
    assert "8 GA-2" in ruling.why and played.at("8GA-1") == "bridgehead"


@pytest.mark.rule("4.1.2.a")
def test_4_1_2_a_the_units_of_one_line_are_counted() -> None:
    played = soviet({**ARMY, "47-1": "kustrin", "47-2": "kustrin", "61-1": "kustrin"}, state=STATE)
    lines = "move 8GA-1, 8GA-2 via kustrin\nmove 47-1 goritz\nmove 61-1, 47-2 via goritz"
    verdicts = [(one.verdict, one.rule) for one in played.order("zhukov", lines)]
    assert verdicts == [("waiting", ""), ("waiting", ""), ("refused", "4.1.2.a")]
    assert played.at("47-2") == played.at("61-1") == "kustrin"


@pytest.mark.rule("6.1.2.a")
def test_6_1_2_units_of_one_line_need_room_together() -> None:
    played = soviet({**ARMY, "61-1": "lebus"}, state=STATE)
    (ruling,) = played.order("zhukov", "move 8GA-1, 8GA-2 via lebus")
    assert (ruling.verdict, ruling.rule) == ("refused", "6.1.2.a")
    assert {played.at("8GA-1"), played.at("8GA-2")} == {"bridgehead"}


@pytest.mark.rule("7.2.2.a")
def test_7_2_2_a_line_of_which_the_die_stops_a_unit_is_not_told_as_done() -> None:
    played = german({"303": "seelow", "20PzGr": "seelow"}, turn=6, dice=[1, 6])
    (ruling,) = played.order("koniev", "move 303, 20PzGr via muncheberg")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.2.2.b") and "303" in ruling.why
    assert (played.at("303"), played.at("20PzGr")) == ("seelow", "muncheberg")


@pytest.mark.rule("4.2.3.b")
def test_4_2_3_b_reserves_go_together() -> None:
    played = soviet(ARMY, state=STATE)
    assert played.verdict("zhukov", "reserve 8GA-1, 8GA-2 via lebus")[0] == "done"
    assert {played.at("8GA-1"), played.at("8GA-2")} == {"lebus"}
    later = soviet(ARMY, state=STATE)
    later.order("zhukov", "reserve 8GA-1, 8GA-2")
    assert later.verdict("zhukov", "reserve 8GA-1, 8GA-2 via lebus") == ("done", "")
    assert {later.at("8GA-1"), later.at("8GA-2")} == {"lebus"}


@pytest.mark.rule("5.1.a", "6.1.1")
@pytest.mark.parametrize(("held", "verdict"), [("goritz", "done"), ("lebus", "refused")])
def test_5_1_a_idle_units_move_together_or_not_at_all(held: str, verdict: str) -> None:
    units = {**ARMY, "61-1": f"{held} full activated", "391": "riesa"}
    played = Tabletop(GAME, units, segment="D.1", hands={"zhukov": [], "koniev": []})
    assert played.verdict("zhukov", "freemove 8GA-1, 8GA-2 to lebus")[0] == verdict
    assert {played.at("8GA-1"), played.at("8GA-2")} == {"lebus" if verdict == "done" else "bridgehead"}


@pytest.mark.rule("4.1.2.a")
def test_a_stack_is_offered_no_way_that_one_of_its_units_cannot_go() -> None:
    played = german({"20PzGr": "seelow", "606": "seelow"})
    lines = [*find_game(GAME).legal(played.state, played.state.waiting()[0])]
    far, slow, both = (
        {line.rpartition(" ")[2] for line in lines if line.startswith(f"move {units} ")}
        for units in ("20PzGr", "606", "20PzGr, 606")
    )
    assert slow < far and both <= slow and len(both) > 2


@pytest.mark.slow
@pytest.mark.rule("4.1.2.a")
def test_whole_stacks_and_armies_are_among_the_legal_answers() -> None:
    played = soviet({**ARMY, "47-1": "bridgehead"}, state=STATE)
    lines = [*find_game(GAME).legal(played.state, played.state.waiting()[0])]
    assert {"move 8GA-1, 8GA-2 via Lebus", "move 47-1, 8GA-1, 8GA-2 via Küstrin"} <= {*lines}
    assert "move 47-1, 8GA-1, 8GA-2 via Lebus" not in lines, "two Soviets have room there"
    for line in (one for one in lines if "," in one.partition(" via ")[0]):
        assert soviet({**ARMY, "47-1": "bridgehead"}, state=STATE).verdict("zhukov", line) == ("done", "")
