"""Rules 12.2 and 12.3, refugees: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.turn import r12_refugees
from adjudicator.rulings import Refused
from tests.games.koenigsberg45.country import laid as laid_out
from tests.games.koenigsberg45.table import GAME
from tests.games.koenigsberg45.test_r11_supply import POCKET
from tests.tabletop import Tabletop

FRONT = {"81": "2926"}
"""One Soviet corps: five hexes from it Ortelsburg's roads."""


def segment(units: dict[str, str], **position: object) -> Tabletop:
    """A position at the Refugee Segment."""
    return Tabletop(GAME, {**FRONT, **units}, segment="REFUGEE", **position)  # type: ignore[arg-type]


def places(laid: Tabletop) -> list[str]:
    """Where the new marker may be laid."""
    return list(r12_refugees.new_places(laid.state))


@pytest.mark.rule("12.2a.1", "1.2d.1", "1.2d.2", "K-R44")
def test_12_2a_1_a_new_marker_lies_on_a_road_hex_exactly_five_hexes_from_the_soviet_front() -> None:
    laid = segment({}, turn=2)
    grid = laid.state.board.grid
    assert grid is not None
    found = places(laid)
    assert found
    assert {grid.distance("2926", space) for space in found} == {5}
    assert all(space in r12_refugees.roads(laid.state.board) for space in found)
    wrong = next(s for s in grid.ring("2926", 4) if s in r12_refugees.roads(laid.state.board))
    assert laid.verdict("soviet", f"refugee new at {wrong}") == ("refused", "12.2a.1")
    off = next(s for s in grid.ring("2926", 5) if s not in r12_refugees.roads(laid.state.board))
    assert laid.verdict("soviet", f"refugee new at {off}") == ("refused", "12.2a.1")
    assert laid.verdict("soviet", f"refugee new at {found[0]}") == ("done", "")
    assert laid.at("R1") == found[0]


@pytest.mark.rule("12.2a.1")
def test_12_2a_1_the_new_marker_must_be_laid_and_only_one_is() -> None:
    laid = segment({"R1": "2024"}, turn=2)
    assert laid.verdict("soviet", "done") == ("refused", "12.2a.1")
    first, second = places(laid)[:2]
    rulings = laid.order("soviet", f"refugee new at {first}\nrefugee new at {second}")
    assert rulings[1].legal == ("done",)  # not a marker again, though the question names its hexes
    assert [(one.verdict, one.rule) for one in rulings] == [("done", ""), ("refused", "12.2a.1")]


@pytest.mark.rule("12.2a.2", "12.2a.5", "12.2a.1")
def test_12_2a_2_markers_show_the_side_that_the_turn_names() -> None:
    laid = segment({"R1": "2024"}, turn=2, state={"refugee-sides": {"R1": "red"}})
    where = places(laid)[0]
    laid.order("soviet", f"refugee new at {where}\ndone")
    assert laid.state.facts["refugee-sides"] == {"R1": "blue", "R2": "blue"}
    assert (laid.at("R2"), laid.steps("R2")) == (where, 1)


@pytest.mark.rule("12.2a.3", "K-R45")
def test_12_2a_3_markers_go_up_to_three_hexes_by_road_towards_a_city() -> None:
    laid = segment({"R1": "2024"}, turn=2, state={"refugee-sides": {"R1": "red"}})
    laid.order("soviet", f"refugee new at {places(laid)[0]}")
    assert laid.verdict("soviet", "refugee R1 via 2124-2123-2222-2221") == ("refused", "12.2a.3")
    assert laid.verdict("soviet", "refugee R1 via 2125-2126") == ("refused", "12.2a.3")
    assert laid.verdict("soviet", "refugee R1 via 2023") == ("refused", "12.2a.3")
    assert laid.verdict("soviet", "refugee R1 via 2124-2123-2222") == ("done", "")
    assert laid.at("R1") == "2222"


@pytest.mark.rule("12.2a.4")
@pytest.mark.parametrize(("unit", "verdict"), [("1", "refused"), ("R2", "refused"), ("HQ 26", "done")])
def test_12_2a_4_a_marker_shares_a_hex_with_hqs_alone(unit: str, verdict: str) -> None:
    shown = {"R1": "red", "R2": "blue"}
    laid = segment({"R1": "2024", unit: "2222"}, turn=2, state={"refugee-sides": shown})
    laid.order("soviet", f"refugee new at {places(laid)[0]}")
    assert laid.verdict("soviet", "refugee R1 via 2124-2123-2222")[0] == verdict


@pytest.mark.rule("12.2a.5", "K-R44")
def test_12_2a_5_a_marker_that_shows_the_turns_side_has_been_handled() -> None:
    laid = segment({"R1": "2024", "R2": "1723"}, turn=2, state={"refugee-sides": {"R1": "red", "R2": "red"}})
    laid.order("soviet", f"refugee new at {places(laid)[0]}\nrefugee R1 via 2124")
    assert laid.verdict("soviet", "refugee R1 via 2123") == ("refused", "12.2a.5")


@pytest.mark.rule("1.2d.2", "12.2a.1")
def test_1_2d_2_with_no_marker_free_only_moves_are_made_each_turn() -> None:
    here = ("2024", "2124", "2123", "2222", "1723", "1823", "1924", "2126")
    everyone = {f"R{n}": at for n, at in enumerate(here, 1)}
    laid = segment(everyone, turn=5, state={"refugee-sides": dict.fromkeys(everyone, "blue")})
    assert places(laid), "there would be room for a new one"
    assert "Move any refugee markers" in laid.state.waiting()[0].question
    assert not any(answer.startswith("refugee new") for answer in laid.asked()[2])
    assert laid.asked()[2] == (*r12_refugees.moves(laid.state), "done")
    assert laid.verdict("soviet", "refugee new at 2024") == ("refused", "1.2d.2")
    assert laid.verdict("soviet", "done") == ("done", "")
    assert set(laid.state.facts["refugee-sides"].values()) == {"red"}


@pytest.mark.rule("12.2b.1")
def test_12_2b_1_a_marker_fills_its_hex_but_for_an_hq() -> None:
    laid = segment({"1": "2024", "HQ 26": "2026"}, run=False)
    with pytest.raises(Exception, match=r"12\.2a\.4"):
        r12_refugees.check_room(laid.state, "2024")
    r12_refugees.check_room(laid.state, "2026")


@pytest.mark.rule("12.2d.1")
def test_12_2d_1_zones_of_control_do_not_hinder_refugees() -> None:
    laid = segment(
        {"R1": "2024", "121": "2224", "70": "2023"}, turn=2, state={"refugee-sides": {"R1": "red"}}
    )
    laid.order("soviet", "\n".join(f"refugee new at {space}" for space in places(laid)[:1]))
    assert laid.verdict("soviet", "refugee R1 via 2124-2123-2222") == ("done", "")


@pytest.mark.rule("12.2e.1")
def test_12_2e_1_in_koenigsberg_or_elbing_a_marker_is_safe_and_free_again() -> None:
    laid = segment({"R1": "2209"}, turn=2, state={"refugee-sides": {"R1": "red"}})
    laid.order("soviet", f"refugee new at {places(laid)[0]}")
    laid.order("soviet", "refugee R1 via 2208")
    assert laid.at("R1") == "refugees"


@pytest.mark.rule("12.2e.1", "12.2a.1", "K-R105")
def test_12_2e_1_a_marker_laid_in_elbing_stays_there_until_it_moves_on() -> None:
    laid = segment({"98": "1221"}, turn=2)
    assert laid.verdict("soviet", "refugee new at 1216") == ("done", "")
    assert laid.at("R1") == "1216"
    later = segment({"R1": "1216"}, turn=2, state={"refugee-sides": {"R1": "red"}})
    later.order("soviet", f"refugee new at {places(later)[0]}")
    assert later.verdict("soviet", "refugee R1 via 1316-1415") == ("done", "")


@pytest.mark.rule("12.3.2", "12.3.3", "K-R46")
def test_12_3_each_atrocity_gives_the_germans_a_volksturm_unit_twice_at_most() -> None:
    laid = segment({"R1": "2024", "R2": "2124", "R3": "2123"}, run=False)
    found = []
    for marker in ("R1", "R2", "R3"):
        r12_refugees.driven_through(laid.play, marker)
        found.append((laid.at(marker), laid.state.tracks["volksturm"]))
    assert found == [("refugees", 3), ("refugees", 4), ("refugees", 4)]
    assert {laid.steps(marker) for marker in ("R1", "R2", "R3")} == {1}


@pytest.mark.rule("12.2a.1", "12.2a.3", "1.2d.1")
def test_12_2a_1_the_question_is_for_a_new_marker_first_and_then_for_moves() -> None:
    laid = segment({"R1": "2024"}, turn=2, state={"refugee-sides": {"R1": "red"}})
    asked = laid.state.waiting()[0]
    assert "Place exactly one new refugee marker." in asked.question
    assert asked.silence.startswith("the new marker") and asked.default.endswith("\ndone")
    assert asked.answers == tuple(f"refugee new at {space}" for space in places(laid)[:12])
    laid.order("soviet", asked.answers[0])
    asked = laid.state.waiting()[0]
    assert "Move any refugee markers" in asked.question
    assert (asked.silence, asked.default, asked.answers[-1]) == ("they stay", "done", "done")
    assert all(answer.startswith("refugee R1 via ") for answer in asked.answers[:-1])
    assert laid.verdict("soviet", "pass") == ("done", "")


@pytest.mark.rule("12.2a.1", "12.2a.4", "K-R44")
def test_12_2a_1_the_new_marker_lies_on_the_german_side_and_in_an_empty_hex() -> None:
    free = places(segment({}, turn=2, run=False))
    taken = segment({"1": free[0]}, turn=2, run=False)
    assert free[0] not in places(taken) and set(free[1:]) == set(places(taken))
    shut = segment(dict(zip(CORPS, wall(free[0]), strict=False)), turn=2, run=False)
    assert free[0] not in places(shut)


CORPS = (
    "121", "70", "40", "41", "53", "42", "29", "98", "108", "45", "72", "65", "54", "90", "103",
)  # fmt: skip


def wall(space: str) -> list[str]:
    """Hexes five from one, every other of them: whoever stands in all of them lets no line through."""
    grid = segment({}, run=False).state.board.grid
    assert grid is not None
    found: list[str] = []
    for at in grid.ring(space, 5):
        found += [at] if all(grid.distance(at, other) > 1 for other in found) else []
    return found


@pytest.mark.rule("12.2a.3", "12.2a.5", "K-R45")
@pytest.mark.parametrize(
    ("order", "rule", "words"),
    [
        ("refugee R2 via 2124", "12.2a.3", "R2 is not a refugee marker on the map"),
        ("refugee 1 via 2124", "12.2a.3", "1 is not a refugee marker on the map"),
        ("refugee R1 via 2024", "12.2a.3", "refugees move one to three hexes"),
        ("refugee R1 via 2124-2123-2222-2221", "12.2a.3", "refugees move one to three hexes"),
        ("refugee R1 via 2124-2024", "12.2a.3", "every hex must be nearer"),
        ("refugee R1 via 2123", "12.2a.3", "every hex must be nearer"),
    ],
)
def test_12_2a_3_a_move_that_does_not_do_is_told_why(order: str, rule: str, words: str) -> None:
    laid = segment({"R1": "2024", "1": "1919"}, turn=2, state={"refugee-sides": {"R1": "red"}}, run=False)
    unit, path = order.removeprefix("refugee ").split(" via ")
    with pytest.raises(Refused) as no:
        r12_refugees.move(laid.play, unit, tuple(path.split("-")))
    assert no.value.rule == rule and no.value.why.startswith(words)


@pytest.mark.rule("12.2a.3", "12.2e.1", "K-R45")
def test_12_2a_3_a_path_may_begin_where_the_marker_is() -> None:
    laid = segment({"R1": "2024"}, turn=2, state={"refugee-sides": {"R1": "red"}}, run=False)
    r12_refugees.move(laid.play, "R1", ("2024", "2124", "2123"))
    assert laid.found("UnitMoved")[0]["path"] == ("2024", "2124", "2123")
    home = segment({"R1": "2209"}, turn=2, run=False)
    r12_refugees.move(home.play, "R1", ("2208",))
    assert (home.at("R1"), home.steps("R1")) == ("refugees", 1)
    two_off = next(at for at, far in r12_refugees.by_road(home.state.board, "2208").items() if far == 2)
    home = segment({"R1": two_off}, turn=2, run=False)
    r12_refugees.move(home.play, "R1", r12_refugees.way(home.state, two_off, "2208"))
    assert home.at("R1") == "refugees"


@pytest.mark.rule("12.2a.3", "K-R45")
def test_12_2a_3_every_step_of_a_path_follows_a_road() -> None:
    state = segment({}, run=False).state
    town = r12_refugees.SAFETY[0]
    way = r12_refugees.way(state, "2024", town)
    assert len(way) == 3 and r12_refugees.heads_for(state, ("2024", *way), town)
    assert not r12_refugees.heads_for(state, ("2024", way[0], way[2]), town)


@pytest.mark.rule("12.2a.3", "K-R45")
def test_12_2a_3_a_step_to_a_hex_as_far_or_without_a_road_to_the_town_is_none_towards_it() -> None:
    state = laid_out({}, roads=["2208 2209 2210", "2209 2110 2210", "2525 2526"], run=False).state
    assert r12_refugees.heads_for(state, ("2210", "2209", "2208"), "2208")
    assert not r12_refugees.heads_for(state, ("2210", "2110"), "2208")
    assert not r12_refugees.heads_for(state, ("2525", "2526"), "2208")


@pytest.mark.rule("12.2a.1")
def test_12_2a_1_where_no_new_marker_can_be_laid_the_others_may_stay() -> None:
    laid = Tabletop(GAME, {"R1": "2024"}, segment="REFUGEE", turn=2, state={"refugee-sides": {"R1": "red"}})
    assert places(laid) == []
    assert laid.verdict("soviet", "done") == ("done", "")


@pytest.mark.rule("12.2a.4", "12.2b.1")
def test_12_2a_4_no_move_is_offered_that_ends_beside_troops() -> None:
    shown = {"refugee-sides": {"R1": "red"}}
    free = list(r12_refugees.moves(segment({"R1": "2024"}, turn=2, state=shown, run=False).state))
    ends = {line.split("-")[-1] for line in free}
    taken = dict(zip(("1", "56"), sorted(ends), strict=False))
    state = segment({"R1": "2024", **taken}, turn=2, state=shown, run=False).state
    assert not ends & {line.replace(" via ", "-").split("-")[-1] for line in r12_refugees.moves(state)}


@pytest.mark.rule("12.2a.1", "12.2a.3", "1.2d.1")
def test_12_2a_1_a_dozen_places_or_moves_are_shown() -> None:
    wide = segment({"81": "2926", "121": "2930", "70": "2922", "40": "2934"}, turn=2)
    assert len(places(wide)) > 12 and len(wide.asked()[2]) == 12


@pytest.mark.rule("12.2a.1", "11.2c.1", "K-R44")
def test_12_2a_1_a_pocket_around_a_limited_koenigsberg_is_on_the_german_side() -> None:
    laid = Tabletop(GAME, POCKET, segment="REFUGEE", turn=2, state={"limited": True})
    grid = laid.state.board.grid
    assert grid is not None
    assert any(grid.distance("2208", space) < 5 for space in places(laid))
