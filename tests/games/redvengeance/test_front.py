"""Who may enter where, what is cut off, and where the front runs."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.campaign_game import front_reports
from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.situation import front, ground
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.games.redvengeance.situation.ground import board, hex_id, place
from adjudicator.rulings import Refused, refusal
from adjudicator.state import State
from counters.roster.load import load_roster
from tests.games.redvengeance.table import a_play, a_state, a_unit


def held(**hexes: str) -> dict[str, str]:
    """Control written by side: german="K13 L13"."""
    return {hex_id(one): side for side, text in hexes.items() for one in text.split()}


def begun() -> State:
    """The first CGS, with what each side controls then."""
    return a_state(turn=1, control=front.initial_control(a_state()))


def no(check: object, *args: object) -> Refused:
    """The refusal of a check, which must refuse."""
    found = refusal(check, *args)  # type: ignore[arg-type]
    assert isinstance(found, Refused)
    return found


# -- the start ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OB-DE.1")
def test_the_germans_begin_south_of_the_spree_and_near_its_bridges() -> None:
    for text in ("I4", "K13", "A15", "MM24"):
        front.check_german_start(a_state(), text)
    refused = no(front.check_german_start, a_state(), "I3")
    assert refused.rule == "OB-DE.1" and "6 from I9" in refused.why


@pytest.mark.rule("RePh8.6052.5", "OB-DE.1")
def test_only_a_bridge_that_is_gone_ends_the_german_area_about_it() -> None:
    front.check_german_start(a_state(bridges={"I9": "partial 20"}), "I4")
    assert no(front.check_german_start, a_state(bridges={"I9": "destroyed"}), "I4").rule == "OB-DE.1"


@pytest.mark.rule("I7")
def test_at_first_the_germans_control_their_area_and_nobody_the_rest() -> None:
    control = front.initial_control(a_state())
    assert control["k13"] == control["i4"] == GERMAN
    assert set(control.values()) == {GERMAN} and not {"b0", "i3", "b14", "h9", "i9"} & control.keys()


@pytest.mark.rule("OB-RU.1", "CG12.4")
def test_the_russians_begin_on_the_north_edge() -> None:
    front.check_entry(begun(), RUSSIAN, "D0")
    for text in ("H25", "A5"):
        assert no(front.check_entry, begun(), RUSSIAN, text).rule == "OB-RU.1"
    assert no(front.check_entry, begun(), GERMAN, "A5").rule == "CG12.2"


@pytest.mark.rule("I8")
def test_at_first_the_north_edge_is_the_russian_front_line() -> None:
    state = begun()
    assert front.front_line(state, RUSSIAN) == {one for one in board().spaces if "north" in edge(one)}
    front.check_reserve(state, GERMAN, "H6")
    assert "a1" not in front.front_line(state, GERMAN)
    entered = a_state(turn=1, control=held(russian="D4"))
    assert front.front_line(entered, RUSSIAN) == {"d4"}
    assert front.front_line(a_state(turn=3), RUSSIAN) == frozenset()
    refused = no(front.check_reserve, state, GERMAN, "H5")
    assert refused.rule == "I8" and "H5 is 5" in refused.why


def edge(one: str) -> tuple[str, ...]:
    """The edges that a hex touches."""
    found = board().spaces[one].facts["edge"]
    return found if isinstance(found, tuple) else ()


@pytest.mark.rule("CG14.3", "RePh8.6051.1")
def test_before_anyone_controls_it_the_factory_is_no_mans_land() -> None:
    assert "b10" in front.no_mans_land(begun()) and "k13" not in front.no_mans_land(begun())
    assert "b10" not in front.no_mans_land(a_state(control=held(russian="B10")))


# -- entry -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "hex_", "start", "now", "rule"),
    [
        pytest.param(RUSSIAN, "A5", RUSSIAN, RUSSIAN, "", marks=pytest.mark.rule("CG12.1")),
        pytest.param(RUSSIAN, "A5", RUSSIAN, "", "CG12.1", marks=pytest.mark.rule("CG12.1")),
        pytest.param(RUSSIAN, "A5", "", RUSSIAN, "CG12.1", marks=pytest.mark.rule("CG12.1")),
        pytest.param(RUSSIAN, "H25", RUSSIAN, RUSSIAN, "CG12.1", marks=pytest.mark.rule("CG12.1")),
        pytest.param(RUSSIAN, "K13", RUSSIAN, RUSSIAN, "CG12.1", marks=pytest.mark.rule("CG12.1")),
        pytest.param(GERMAN, "MM24", GERMAN, GERMAN, "", marks=pytest.mark.rule("CG12.2")),
        pytest.param(GERMAN, "MM24", GERMAN, RUSSIAN, "CG12.2", marks=pytest.mark.rule("CG12.2")),
        pytest.param(GERMAN, "MM24", RUSSIAN, GERMAN, "CG12.2", marks=pytest.mark.rule("CG12.2")),
        pytest.param(GERMAN, "A5", GERMAN, GERMAN, "CG12.2", marks=pytest.mark.rule("CG12.2")),
        pytest.param(GERMAN, "A20", RUSSIAN, RUSSIAN, "", marks=pytest.mark.rule("CG12.3")),
        pytest.param(GERMAN, "A25", RUSSIAN, RUSSIAN, "CG12.2", marks=pytest.mark.rule("CG12.3")),
        pytest.param(RUSSIAN, "D0", "", "", "", marks=pytest.mark.rule("CG12.4")),
        pytest.param(RUSSIAN, "D0", GERMAN, GERMAN, "", marks=pytest.mark.rule("CG12.4")),
    ],
)
def test_where_a_side_enters(side: str, hex_: str, start: str, now: str, rule: str) -> None:
    state = a_state(control={hex_id(hex_): now} if now else {}, control_start={hex_: start} if start else {})
    if not rule:
        front.check_entry(state, side, hex_)
        return
    assert no(front.check_entry, state, side, hex_).rule == rule


@pytest.mark.rule("CG12.5", "CG12.6")
def test_the_east_edge_is_for_new_russian_groups_once_it_is_open() -> None:
    assert no(front.check_entry, a_state(), RUSSIAN, "MM20").rule == "CG12.1"
    state = a_state(east_entry=True)
    front.check_entry(state, RUSSIAN, "MM20", True)
    assert no(front.check_entry, state, RUSSIAN, "MM20", False).rule == "CG12.6"
    assert front.entry_hexes(state, RUSSIAN)["mm20"] == "CG12.5"
    assert "mm16" not in front.entry_hexes(state, RUSSIAN)


@pytest.mark.rule("CG12.5")
@pytest.mark.parametrize(
    ("turn", "lost", "opens"), [(7, 3, True), (7, 2, False), (6, 3, False), (8, 3, False)]
)
def test_the_east_edge_opens_with_the_seventh_date_or_never(turn: int, lost: int, opens: bool) -> None:
    play = a_play(a_state(turn=turn, tracks={"lost-russian": lost, "lost-german": 0}))
    front_reports.run_east(play)
    assert campaign(play.state).east_entry is opens
    assert [event.rule for event in play.events if event.says(str)] == ["CG12.5"] * opens  # type: ignore[arg-type]
    count = len(play.events)
    front_reports.run_east(play)
    assert len(play.events) == count


# -- isolation ---------------------------------------------------------------------------------------------

BRIDGEHEAD = "K11 K12 J10 I10"
NORTH_BANK = "I8 I7 I6 I5 I4 I3 I2 I1"
DOWN = {"U8": "destroyed", "GG16": "destroyed"}


@pytest.mark.rule("RePh8.6052.2", "RePh8.6052.3")
def test_russians_south_of_the_spree_are_isolated_without_a_bridge() -> None:
    control = held(russian=f"{BRIDGEHEAD} {NORTH_BANK}")
    cut = a_state(control=control, bridges={**DOWN, "I9": "destroyed"})
    assert {"k12", "i10"} <= front.isolated(cut, RUSSIAN) and "i8" not in front.isolated(cut, RUSSIAN)
    assert front.isolated(a_state(control=control, bridges=DOWN), RUSSIAN) == frozenset()


@pytest.mark.rule("RePh8.6052.5")
def test_a_bridge_partially_destroyed_carries_the_trace() -> None:
    control = held(russian=f"{BRIDGEHEAD} {NORTH_BANK}")
    state = a_state(control=control, bridges={**DOWN, "I9": "partial 20"})
    assert front.isolated(state, RUSSIAN) == frozenset()


@pytest.mark.rule("RePh8.6052.2")
def test_the_way_runs_over_no_hex_of_the_enemy() -> None:
    ring = " ".join(one.upper() for one in board().neighbours("t3"))
    state = a_state(control=held(german=ring, russian="T3"))
    assert front.isolated(state, RUSSIAN) == {"t3"}
    state = a_state(control=held(german=ring.replace("T2", ""), russian="T3"))
    assert front.isolated(state, RUSSIAN) == frozenset()


@pytest.mark.rule("RePh8.6052.1")
def test_germans_need_a_way_to_their_own_edge() -> None:
    wall = "A15 A16 A17 A18 A19 A20 A21 A22 A23 A24"
    south = held(german="H24", russian=wall)
    assert front.isolated(a_state(control=south), GERMAN) == {"h24"}
    edge_too = held(german="H24 H25", russian=wall)
    assert front.isolated(a_state(control=edge_too), GERMAN) == frozenset()


@pytest.mark.rule("RePh8.6052.4")
def test_an_open_east_edge_saves_russians_from_isolation() -> None:
    areas = {RUSSIAN: (("LL20", "LL21"),)}
    all_down = {"I9": "destroyed", **DOWN}
    shut = a_state(areas=areas, bridges=all_down)
    assert front.isolated(shut, RUSSIAN) == {"ll20", "ll21"}
    assert front.isolated(a_state(areas=areas, bridges=all_down, east_entry=True), RUSSIAN) == frozenset()


@pytest.mark.rule("RePh8.6052.2")
def test_a_position_may_give_what_is_isolated() -> None:
    state = a_state(
        control=held(russian="T20"), bridges={"I9": "destroyed", **DOWN}, isolated={GERMAN: ("K13",)}
    )
    assert front.isolated(state, GERMAN) == {"k13"} and front.isolated(state, RUSSIAN) == {"t20"}


@pytest.mark.rule("RePh8.6052.3")
def test_the_pit_is_open_and_water_is_not() -> None:
    assert [front.is_closed(a_state(), one) for one in ("q13", "b14", "p2", "p4", "i9", "r20")] == [
        False, True, True, True, False, False,
    ]  # fmt: skip


# -- the front line ----------------------------------------------------------------------------------------


@pytest.mark.rule("CG13.1")
def test_the_front_line_faces_the_enemy_and_no_mans_land() -> None:
    inner = " ".join(one.upper() for one in board().neighbours("k13"))
    state = a_state(control=held(german=f"K13 {inner}"))
    assert "k13" not in front.front_line(state, GERMAN)
    assert front.front_line(state, GERMAN) == {hex_id(one) for one in inner.split()}
    beside = held(german=f"K13 {inner}") | {"k12": RUSSIAN}
    assert "k13" in front.front_line(a_state(control=beside), GERMAN)
    cut = a_state(control=beside, isolated={RUSSIAN: ("K12",)})
    assert "k13" not in front.front_line(cut, GERMAN)


@pytest.mark.rule("CG13.1")
def test_an_edge_hex_is_front_line() -> None:
    everything = dict.fromkeys(board().spaces, GERMAN)
    state = a_state(control=everything, bridges=DOWN | {"I9": "destroyed"})
    assert front.front_line(state, GERMAN) == {one for one in board().spaces if edge(one)}


@pytest.mark.rule("CG13.1", "CG14.2")
def test_a_bridge_that_stands_makes_a_front_line_and_one_that_is_down_does_not() -> None:
    everything = dict.fromkeys(board().spaces, GERMAN)
    assert {"i8", "i10"} <= front.front_line(a_state(control=everything), GERMAN)
    down = a_state(control=everything, bridges={"I9": "destroyed"})
    assert not {"i8", "i10", "p5", "o5"} & front.front_line(down, GERMAN)


@pytest.mark.rule("CG14.2")
def test_bridges_are_always_no_mans_land() -> None:
    state = a_state(control=held(german="I9 U8"))
    assert {"i9", "u8", "gg16", "p4"} <= front.no_mans_land(state)
    assert not {"b14", "p2"} & front.no_mans_land(state)
    assert "k13" in front.no_mans_land(a_state(control={"k13": "none"}))


@pytest.mark.rule("CG14.1")
def test_a_tem_of_two_makes_a_strategic_location() -> None:
    assert [front.covers(tem) for tem in (None, 0, 1, 2, 3)] == [False, False, False, True, True]
    assert front.is_sloc(a_state(), "K13") and not front.is_sloc(a_state(), "BB24")


WHERE = ("K13", "K10", "L10", "L12", "M10", "N10", "A20", "A21")


@pytest.mark.rule("CG14.1")
def test_what_a_strategic_location_is() -> None:
    roster = load_roster("redvengeance")
    units = [
        a_unit("S1", GERMAN, "k10", "6-5-8"),
        a_unit("S2", GERMAN, "l10", "6-5-8", "broken"),
        a_unit("C1", GERMAN, "m10", "1-2-7-de"),
        a_unit("T1", GERMAN, "m10", "mk-iv-h"),
        a_unit("L1", GERMAN, "n10", "9-2-de"),
    ]
    state = a_state(*units, roster=roster, control=held(german="A20 L12"))
    assert {one for one in WHERE if front.is_sloc(state, one)} == {"K13", "K10", "A20"}


@pytest.mark.rule("CG13.1")
def test_a_position_may_give_the_front_line() -> None:
    state = a_state(front_line={GERMAN: ("I9",)}, control=held(german="T3"))
    assert front.front_line(state, GERMAN) == {"i9"}


@pytest.mark.rule("CG22.7a")
def test_a_reserve_counter_keeps_six_hexes_from_the_enemy() -> None:
    state = a_state(front_line={GERMAN: ("I9",)})
    front.check_reserve(state, RUSSIAN, "I3")
    refused = no(front.check_reserve, state, RUSSIAN, "I4")
    assert refused.rule == "CG22.7a" and "5 from" in refused.why
    front.check_reserve(a_state(front_line={GERMAN: ()}), RUSSIAN, "I4")
    assert front.front_line(state, GERMAN) == {"i9"}
    both = a_state(front_line={GERMAN: ("I9",)}, control=held(russian="T3"))
    assert front.front_line(both, RUSSIAN) == {"t3"}


@pytest.mark.rule("CG22.7b")
def test_an_enemy_within_three_hexes_releases_a_reserve() -> None:
    own = a_unit("S1", GERMAN, "k13", flags="reserve"), a_unit("S2", GERMAN, "k13")
    near = a_state(*own, a_unit("R1", RUSSIAN, "k10", flags="reserve"))
    assert list(front.woken(near, GERMAN)) == ["S1"]
    far = a_state(*own, a_unit("R1", RUSSIAN, "k9", "4-5-8"), roster=load_roster("redvengeance"))
    assert list(front.woken(far, GERMAN)) == []
    assert list(front.woken(a_state(*own, a_unit("R1", RUSSIAN, "off-map")), GERMAN)) == []


# -- perimeters --------------------------------------------------------------------------------------------

LOOP = "B9 C10 C11 B11 A11 A10"


@pytest.mark.rule("RePh8.6051.2")
def test_no_perimeter_runs_through_a_strategic_location_of_nobody() -> None:
    state = a_state(control=held(russian="H18 H20"))
    line = ("H18", "H19", "H20")
    assert no(front.check_perimeter, state, RUSSIAN, line).rule == "RePh8.6051.2"
    bridge = a_state(control=held(russian="I8 I9 I10"))
    assert no(front.check_perimeter, bridge, RUSSIAN, ("I8", "I9", "I10")).rule == "RePh8.6051.2"
    front.check_perimeter(a_state(control=held(russian="H18 H19 H20")), RUSSIAN, line)
    assert no(front.check_perimeter, state, RUSSIAN, ("H17", "H18")).rule == "I9"
    said_so = said(read_line("report PERIMETER H18,H19,H20 of=russian"))
    assert no(front_reports.check_line, state, RUSSIAN, said_so).rule == "RePh8.6051.2"


@pytest.mark.rule("RePh8.6051.3")
def test_a_perimeter_may_lead_around_one() -> None:
    state = a_state(control=held(russian=LOOP))
    front.check_perimeter(state, RUSSIAN, LOOP.split())
    assert front.enclosed(LOOP.split()) == {"b10"}
    assert front.enclosed(LOOP.split()[1:]) == frozenset()
    apart = a_state(control=held(russian="B9 D9"))
    assert no(front.check_perimeter, apart, RUSSIAN, ("B9", "D9")).rule == "RePh8.6051.3"


@pytest.mark.rule("I9")
def test_at_first_free_foxholes_join_a_perimeter() -> None:
    state = a_state(control=held(german="K10 K12"), case="initial")
    front.check_perimeter(state, GERMAN, ("K10", "K11", "K12"), ("K11",))
    assert no(front.check_perimeter, state, GERMAN, ("K10", "K11", "K12")).rule == "I9"
    later = a_state(control=held(german="K10 K12"), case="dual")
    assert no(front.check_perimeter, later, GERMAN, ("K10", "K11", "K12"), ("K11",)).rule == "I9"


# -- the S-Bahn --------------------------------------------------------------------------------------------

ENDS = {"A1": RUSSIAN, "MM13": RUSSIAN}


@pytest.mark.rule("BRV13.12.1")
def test_units_come_onto_the_s_bahn_from_off_the_map() -> None:
    state = a_state(control=held(russian="A1 C2"), control_start={"A1": RUSSIAN, "C2": RUSSIAN})
    front.check_onto_sbahn(state, RUSSIAN, "A1")
    refused = no(front.check_onto_sbahn, state, RUSSIAN, "C2")
    assert refused.rule == "BRV13.12.1" and refused.legal == ("A1:S", "MM13:S")
    lost = a_state(control_start={"A1": RUSSIAN})
    new = a_state(control=held(russian="A1"))
    assert no(front.check_onto_sbahn, lost, RUSSIAN, "A1").rule == "BRV13.12.1"
    assert no(front.check_onto_sbahn, new, RUSSIAN, "A1").rule == "BRV13.12.1"


@pytest.mark.rule("BRV13.12.2")
def test_a_friendly_line_to_the_edge_frees_a_unit_on_the_s_bahn() -> None:
    state = a_state(control=held(russian="A1 B1 C2"))
    assert front.off_sbahn(state, RUSSIAN, "C2") == "anywhere"
    front.check_off_sbahn(state, RUSSIAN, "C2", place("T3"))
    cut = a_state(control=held(russian="A1 C2"))
    assert front.off_sbahn(cut, RUSSIAN, "C2") == "stay"
    assert no(front.check_off_sbahn, cut, RUSSIAN, "C2", place("C3")).rule == "BRV13.12.2"
    assert no(front.check_off_sbahn, cut, RUSSIAN, "C2", place("C2")).rule == "BRV13.12.2"


@pytest.mark.rule("BRV13.12.3")
def test_else_it_stays_on_the_s_bahn_within_a_friendly_perimeter() -> None:
    state = a_state(control=held(russian="C2 D2 T20"))
    front.check_off_sbahn(state, RUSSIAN, "C2", place("D2:S"))
    refused = no(front.check_off_sbahn, state, RUSSIAN, "C2", place("E3:S"))
    assert refused.rule == "BRV13.12.3" and refused.legal == ("C2:S", "D2:S")


@pytest.mark.rule("BRV13.12.4")
def test_without_such_a_perimeter_it_must_try_to_escape() -> None:
    state = a_state(control=held(russian="T20"))
    assert front.off_sbahn(state, RUSSIAN, "C2") == "escape"
    assert no(front.check_off_sbahn, state, RUSSIAN, "C2", place("C2:S")).rule == "BRV13.12.4"
    front.check_off_sbahn(a_state(control=held(russian="C2")), RUSSIAN, "C2", place("C2:S"))


# -- reports -----------------------------------------------------------------------------------------------


def report(text: str, state: State, side: str = RUSSIAN) -> State:
    """The position after a line that both sides have filed."""
    line = said(read_line(text))
    kind = line.about if text.startswith("report") else "CONTROL"
    play = a_play(state)
    front_reports.REPORTS[kind].check(state, side, line)
    front_reports.REPORTS[kind].book(play, line)
    return play.state


@pytest.mark.rule("CG14.1")
def test_control_goes_to_the_side_that_both_name() -> None:
    after = report("control K12,K13 of=russian", a_state(control=held(german="K13"), segment="8.605"))
    assert after.control == {"k12": RUSSIAN, "k13": RUSSIAN}


@pytest.mark.rule("CG14.2")
@pytest.mark.parametrize("hex_", ["I9", "P4", "B14"])
def test_nobody_controls_a_bridge_or_water(hex_: str) -> None:
    line = said(read_line(f"control {hex_} of=russian"))
    assert no(front_reports.check_control, a_state(), RUSSIAN, line).rule == "CG14.2"
    edges = a_state(segment="8.605")
    front_reports.check_control(edges, RUSSIAN, said(read_line("control K12,R20 of=russian")))
    nobodys = said(read_line("control K12"))
    assert no(front_reports.check_control, a_state(), RUSSIAN, nobodys).legal == ("of=russian", "of=german")


@pytest.mark.rule("BRV12.11.1")
def test_h13_is_controlled_when_no_enemy_is_in_either_part() -> None:
    roster = load_roster("redvengeance")
    line = said(read_line("control H13 of=russian"))
    now: dict[str, Any] = {"segment": "8.605", "roster": roster}
    inside = a_state(a_unit("S1", GERMAN, "h13", "6-5-8", "level-1"), **now)
    assert no(front_reports.check_control, inside, RUSSIAN, line).rule == "BRV12.11.1"
    for unit in (a_unit("S1", GERMAN, "h13", "6-5-8", "broken"), a_unit("S1", GERMAN, "h14", "6-5-8")):
        front_reports.check_control(a_state(unit, **now), RUSSIAN, line)
    elsewhere = a_state(a_unit("S1", GERMAN, "k13", "6-5-8"), **now)
    front_reports.check_control(elsewhere, RUSSIAN, said(read_line("control K13 of=russian")))
    front_reports.check_control(inside, GERMAN, said(read_line("control H13 of=german")))


@pytest.mark.rule("CG14.1")
def test_only_a_good_order_mmc_controls() -> None:
    roster = load_roster("redvengeance")
    state = a_state(a_unit("S1", RUSSIAN, "k13", "6-2-8", "broken"), roster=roster)
    line = said(read_line("control K13 of=russian by=S1"))
    assert no(front_reports.check_control, state, RUSSIAN, line).rule == "CG14.1"
    good = a_state(a_unit("S1", RUSSIAN, "k13", "6-2-8"), roster=roster)
    front_reports.check_control(good, RUSSIAN, line)
    theirs = a_state(a_unit("S1", GERMAN, "k13", "6-5-8"), roster=roster)
    assert no(front_reports.check_control, theirs, RUSSIAN, line).why == "S1 is not of the russian side"
    for unit in (a_unit("S1", RUSSIAN, "eliminated", "6-2-8"), a_unit("S1", RUSSIAN, "k13", "9-2-ru")):
        assert no(front_reports.check_control, a_state(unit, roster=roster), RUSSIAN, line).rule == "CG14.1"


@pytest.mark.rule("RePh8.605")
def test_a_hex_of_the_other_side_is_in_no_area() -> None:
    state = a_state(segment="8.605", control=held(german="A20"))
    line = said(read_line("report AREA A20,A21 of=russian"))
    assert no(front_reports.check_area, state, RUSSIAN, line).rule == "RePh8.605"
    nobodys = said(read_line("report AREA A21"))
    assert no(front_reports.check_area, state, RUSSIAN, nobodys).legal == ("of=russian", "of=german")
    after = report("report AREA A21,A22 of=russian", state)
    assert campaign(after).areas == {RUSSIAN: (("a21", "a22"),)} and after.control["a21"] == RUSSIAN


@pytest.mark.rule("RePh8.605", "RePh8.6051.1")
def test_each_sides_edge_hexes_are_listed_and_no_mans_land_with_them() -> None:
    play = a_play(a_state(segment="8.6051", control=held(german="A20 K13", russian="A5")))
    front_reports.run_no_mans_land(play)
    told = [event.says(str) for event in play.events]  # type: ignore[arg-type]
    assert told[0] == "Map-edge hexes controlled. russian: A5. german: A20."
    assert "H19" in told[1] and "I9" in told[1] and "K13" not in told[1]


@pytest.mark.rule("RePh8.6051.3")
def test_what_a_perimeter_encloses_is_its_sides() -> None:
    state = a_state(segment="8.6054", control=held(russian=LOOP))
    after = report(f"report PERIMETER {LOOP.replace(' ', ',')} of=russian", state)
    assert after.control["b10"] == RUSSIAN
    canal = said(read_line("report PERIMETER P1,O2,O3,P3,Q2,Q3 of=russian"))
    play = a_play(a_state(segment="8.6054"))
    assert front.enclosed(canal.rest) == {"p2"}
    front_reports.book_line(play, canal)
    assert play.state.control == {}
    assert no(front_reports.check_line, state, RUSSIAN, said(read_line("report PERIMETER B9"))).legal
    theirs = a_state(segment="8.6054", control=held(russian=LOOP, german="B10"))
    assert report(f"report PERIMETER {LOOP.replace(' ', ',')} of=russian", theirs).control["b10"] == GERMAN


def test_hexes_given_up_are_nobodys() -> None:
    state = a_state(segment="8.6053", control=held(russian="L12 L13"))
    assert report("report UNCONTROLLED L12", state).control == {"l13": RUSSIAN}


@pytest.mark.rule("RePh8.6052.2")
def test_the_isolated_hexes_of_both_sides_are_told() -> None:
    ring = " ".join(one.upper() for one in board().neighbours("t3"))
    play = a_play(a_state(control=held(german=f"{ring} A20", russian="T3")))
    front_reports.run_isolation(play)
    told = [event.says(str) for event in play.events]  # type: ignore[arg-type]
    assert told[0] == "russian: isolated hexes: T3."


@pytest.mark.rule("RePh8.6052.4", "RePh8.6052.1")
@pytest.mark.parametrize(("east", "cut_off"), [(True, frozenset()), (False, frozenset({"ll10"}))])
def test_the_whole_east_edge_relieves_isolation_once_it_is_open(east: bool, cut_off: frozenset[str]) -> None:
    """8.6052, the note: all east edge hexes are Entry Areas then, those north of the Spree as well."""
    assert ground.bank("mm10") == "north"
    wall = {*front.network().neighbours("ll10"), "mm8", "mm9", "mm12"} - {"mm10", "mm11"}
    control = {"ll10": RUSSIAN, **dict.fromkeys(wall, GERMAN)}
    assert front.isolated(a_state(turn=7, control=control, east_entry=east), RUSSIAN) == cut_off
    turned = {"ll10": GERMAN, **dict.fromkeys(wall, RUSSIAN)}
    assert front.isolated(a_state(turn=7, control=turned, east_entry=east), GERMAN) == {"ll10"}
