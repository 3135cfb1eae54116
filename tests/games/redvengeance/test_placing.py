"""Units come onto the map: SETUP, HIP, RESERVE and ENTER."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.registry import ORDERS
from adjudicator.rulings import Refused
from adjudicator.state import State, Unit
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.games.redvengeance.table import a_play, a_state, a_unit
from tests.games.redvengeance.test_front import held

BOARD, ROSTER = load_board("redvengeance"), load_roster("redvengeance")
SQUAD, GUN, TANK = "6-5-8", "pak40", "mk-iv-h"


def position(*units: Unit, **more: Any) -> State:
    """A position on the board of the game."""
    return a_state(*units, board=BOARD, roster=ROSTER, **more)


def do(state: State, side: str, text: str) -> Unit:
    """The unit of a line after it was taken."""
    order, play = read_line(text), a_play(state)
    ORDERS[order.verb](play, side, order)
    return play.state.units[text.split()[1]]


def refused(state: State, side: str, text: str, rule: str) -> Refused:
    """The refusal of a line, which must cite a clause."""
    with pytest.raises(Refused) as no:
        do(state, side, text)
    assert no.value.rule == rule, no.value
    return no.value


def test_a_unit_is_set_up_on_its_level() -> None:
    state = position(a_unit("S", GERMAN, "bought", SQUAD, "new"), control=held(german="K13"))
    unit = do(state, GERMAN, "setup S hex=K13:1 conceal=yes")
    assert unit.at == "k13" and unit.flags == {"level-1", "concealed"}
    back = do(state.with_unit(unit), GERMAN, "setup S hex=K13")
    assert back.flags == {"concealed"}


@pytest.mark.rule("OB-DE.1")
def test_at_first_the_germans_set_up_in_their_area() -> None:
    state = position(a_unit("S", GERMAN, "bought", SQUAD, "new"), turn=1)
    assert do(state, GERMAN, "setup S hex=I4").at == "i4"
    refused(state, GERMAN, "setup S hex=I3", "OB-DE.1")


@pytest.mark.rule("OB-RU.1")
def test_at_first_the_russians_are_not_set_up_but_enter_at_the_north_edge_alone() -> None:
    state = position(a_unit("S", RUSSIAN, "bought", "6-2-8", "new"), turn=1)
    refused(state, RUSSIAN, "setup S hex=D0", "OB-RU.1")
    refused(state, RUSSIAN, "hip S hex=D0", "OB-RU.1")
    reserve = position(a_unit("S", RUSSIAN, "bought", "6-2-8", "new reserve"), turn=1)
    assert do(reserve, RUSSIAN, "reserve S hex=D0").at == "d0", "sold by an earlier hexpost"
    refused(reserve, RUSSIAN, "reserve S hex=H25", "OB-RU.1")
    entering = position(a_unit("S", RUSSIAN, "bought", "6-2-8", "new"), turn=1, segment="PLAY")
    assert do(entering, RUSSIAN, "enter S hex=D0").at == "d0"
    refused(entering, RUSSIAN, "enter S hex=H25", "OB-RU.1")


@pytest.mark.rule("RePh8.6194.4")
def test_later_units_set_up_in_their_areas_and_new_ones_in_no_isolated_one() -> None:
    new, old = a_unit("N", GERMAN, "bought", SQUAD, "new"), a_unit("O", GERMAN, "k14", SQUAD)
    state = position(new, old, areas={GERMAN: (("K13", "K14"),)}, isolated={GERMAN: ("K14",)})
    assert do(state, GERMAN, "setup N hex=K13").at == "k13"
    assert do(state, GERMAN, "setup O hex=K14").at == "k14"
    refused(state, GERMAN, "setup N hex=K14", "RePh8.6194.4")
    refused(state, GERMAN, "setup O hex=L20", "RePh8.6194.4")


@pytest.mark.rule("RePh8.6194.9")
def test_a_group_bought_to_enter_enters() -> None:
    groups = {"I1#2": {"mode": "entry"}, "I1#3": {"mode": "map"}}
    units = [a_unit(f"GE-I1#{n}-1", GERMAN, "bought", SQUAD, "new") for n in (2, 3)]
    more: Any = {"areas": {GERMAN: (("K13",),)}, "own_german": {"groups": groups}}
    state = position(*units, **more)
    assert do(state, GERMAN, "setup GE-I1#3-1 hex=K13").at == "k13"
    refused(state, GERMAN, "setup GE-I1#2-1 hex=K13", "RePh8.6194.9")
    retained = position(a_unit("GE-I1#2-1", GERMAN, "off-map", SQUAD), **more)
    assert do(retained, GERMAN, "setup GE-I1#2-1 hex=K13").at == "k13"
    assert do(state, GERMAN, "enter GE-I1#2-1 hex=A20").at == "a20"
    on_map = position(a_unit("S", GERMAN, "k13", SQUAD))
    refused(on_map, GERMAN, "enter S hex=A20", "RePh8.6194.9")
    refused(position(*units, segment="8.624"), GERMAN, "enter GE-I1#2-1 hex=A20", "RePh8.6194.9")


@pytest.mark.rule("CG12.2", "CG12.6")
def test_units_enter_where_they_may() -> None:
    state = position(
        a_unit("S", GERMAN, "off-map", SQUAD), a_unit("R", RUSSIAN, "off-map", "6-2-8"), east_entry=True
    )
    refused(state, GERMAN, "enter S hex=MM24", "CG12.2")
    refused(state, RUSSIAN, "enter R hex=MM20", "CG12.6")
    new = position(a_unit("R", RUSSIAN, "bought", "6-2-8", "new"), east_entry=True)
    assert do(new, RUSSIAN, "enter R hex=MM20").flags == frozenset()


@pytest.mark.rule("BRV13.12.1")
def test_the_s_bahn_is_entered_from_off_the_map() -> None:
    unit, owner = a_unit("R", RUSSIAN, "off-map", "6-2-8"), {"A1": RUSSIAN}
    state = position(unit, control=held(russian="A1 C2"), control_start=owner)
    assert do(state, RUSSIAN, "enter R hex=A1:S").flags == {"level-s"}
    below = position(unit, control=held(russian="C2"))
    refused(below, RUSSIAN, "setup R hex=C2:S", "BRV13.12.1")
    refused(below, RUSSIAN, "hip R hex=C2:S", "BRV13.12.1")
    assert do(below, RUSSIAN, "setup R hex=C2").at == "c2"
    refused(position(unit, control=held(russian="A1")), RUSSIAN, "enter R hex=A1:S", "BRV13.12.1")


@pytest.mark.rule("BRV13.12.2")
def test_a_unit_on_the_s_bahn_stays_there_without_a_line_to_the_edge() -> None:
    unit = a_unit("R", RUSSIAN, "c2", "6-2-8", "level-s")
    held_fast = held(russian="C2 D2 T3")
    refused(position(unit, control=held_fast), RUSSIAN, "setup R hex=T3", "BRV13.12.2")
    refused(position(unit, control=held_fast), RUSSIAN, "hip R hex=T3", "BRV13.12.2")
    for other in (a_unit("R", RUSSIAN, "off-map", "6-2-8", "level-s"), a_unit("R", RUSSIAN, "c2", "6-2-8")):
        assert do(position(other, control=held_fast), RUSSIAN, "setup R hex=T3").at == "t3"
    free = position(unit, control=held(russian="A1 B1 C2 T3"))
    assert do(free, RUSSIAN, "setup R hex=T3").at == "t3"


@pytest.mark.rule("CG19.2", "CG19.1")
def test_a_gun_is_not_hidden_next_to_the_enemys_front_line() -> None:
    gun = next(
        one.id for one in ROSTER.counters.values() if one.traits["class"] == "gun" and one.side == GERMAN
    )
    units = a_unit("G", GERMAN, "bought", gun, "new"), a_unit("S", GERMAN, "bought", SQUAD, "new")
    state = position(*units, control=held(german="K13 K20"), front_line={RUSSIAN: ("K12",), GERMAN: ()})
    no = refused(state, GERMAN, "hip G hex=K13", "CG19.2")
    assert no.legal == ("SETUP G hex=K13 conceal=yes",)
    assert do(state, GERMAN, "hip G hex=K20").flags == {"hip"}
    refused(state, GERMAN, "hip S hex=K13", "RePh8.621.8")
    hip = {"forts": ({"item": "HIP", "times": 1, "unit": "squad"},)}
    paid = state.but(facts={**state.facts, "own-german": hip})
    assert do(paid, GERMAN, "hip S hex=K13").flags == {"hip"}
    refused(state, GERMAN, "hip S hex=L20", "RePh8.6194.4")
    cut = position(
        *units, control=held(german="K13"), front_line={RUSSIAN: ("K12",), GERMAN: ()},
        isolated={RUSSIAN: ("K12",)},
    )  # fmt: skip
    assert do(cut, GERMAN, "hip G hex=K13").flags == {"hip"}


@pytest.mark.rule("CG22.7a")
def test_reserves_keep_away_from_the_enemy_and_are_infantry() -> None:
    units = a_unit("S", GERMAN, "bought", SQUAD, "new reserve"), a_unit("T", GERMAN, "bought", TANK, "new")
    state = position(*units, control=held(german="I4 I3"), front_line={RUSSIAN: ("I9",)})
    refused(state, GERMAN, "reserve S hex=I4", "CG22.7a")
    assert do(state, GERMAN, "reserve S hex=I3").flags == {"reserve"}
    refused(state, GERMAN, "reserve T hex=I3", "CG22.7a")
    refused(state, GERMAN, "reserve S hex=L20", "RePh8.6194.4")


@pytest.mark.rule("BRV10.2.5", "BRV12.1")
@pytest.mark.parametrize(("line", "rule"), [
    ("setup T hex=Q13", "BRV10.2.5"), ("setup S hex=K13:2", "BRV12.1"), ("setup S hex=B14", "BRV10.1.1"),
    ("setup S", "RePh8.6194.4"), ("setup E hex=K13", "RePh8.6194.4"), ("setup R hex=K13", "RePh8.6194.4"),
])  # fmt: skip
def test_no_unit_is_set_up_where_it_cannot_be(line: str, rule: str) -> None:
    units = (
        a_unit("S", GERMAN, "off-map", SQUAD), a_unit("T", GERMAN, "off-map", TANK),
        a_unit("E", GERMAN, "eliminated", SQUAD), a_unit("R", RUSSIAN, "off-map", "6-2-8"),
    )  # fmt: skip
    refused(position(*units, control=held(german="K13 Q13 B14")), GERMAN, line, rule)
