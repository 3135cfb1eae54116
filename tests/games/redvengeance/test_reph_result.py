"""The result of a CGS (8.6032, section 20), LVP (CG29), victory in the campaign, the next date."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.games.redvengeance.campaign_game.cg_losses import (
    book_claim,
    check_claim,
    points,
    start_holder,
)
from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.refit_phase.reph_result import outcome, run_date, run_result, standings
from adjudicator.games.redvengeance.situation.campaign import campaign, last, own
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import State
from maps.reading.load import load_board
from tests.clauses import clause
from tests.games.redvengeance.table import a_play, a_state, a_unit

STONES = ("l12", "l13", "l14", "m12", "m13", "m14", "n12", "n13", "n14")
REICHSTAG = ("y18", "y17", "y19", "x17", "x18", "z17", "z18")
SCENARIO = {"suffered": 38, "vehicles": 10, "moabit": 8}
"""Infantry 16, crews 4, vehicles 10, Moabit Prisoners 8: 20 count."""


def position(
    german: int = 30,
    russian: Mapping[str, int] | int = 20,
    now: Mapping[str, str] | None = None,
    **facts: Any,
) -> State:
    """The end of a CGS with these losses of both sides, and this control; everything in it was German."""
    lost = russian if isinstance(russian, Mapping) else {"suffered": russian}
    control = now or {}
    told = {"case": "russian", "first": "russian", "control_start": dict.fromkeys(control, "german"), **facts}
    losses = {"german": {"suffered": german}, "russian": lost}
    return a_state(board=load_board("redvengeance"), control=control, losses=losses, **told)


def taken(*hexes: str, side: str = "russian") -> dict[str, str]:
    return dict.fromkeys(hexes, side)


# -- LVP ---------------------------------------------------------------------------------------------------


def lvp(state: State, side: str = "russian") -> int:
    return sum(one.value for one in points(state, side))


@pytest.mark.rule("CG29.2")
@pytest.mark.parametrize(
    ("hexes", "worth"),
    [
        pytest.param(STONES, 9, marks=pytest.mark.rule("CG29.2")),
        pytest.param(REICHSTAG, 5, marks=pytest.mark.rule("CG29.3")),
        pytest.param(REICHSTAG[1:], 0, marks=pytest.mark.rule("CG29.3")),
        pytest.param(("h19",), 2, marks=pytest.mark.rule("CG29.4")),
        pytest.param(("k13",), 3, marks=pytest.mark.rule("CG29.5")),
        pytest.param(("k13", *STONES), 12, marks=pytest.mark.rule("CG29.5")),
    ],
)
def test_captured_stone_brings_points_and_a_building_of_the_table_once(
    hexes: tuple[str, ...], worth: int
) -> None:
    assert lvp(position(now=taken(*hexes), claimed={"russian": hexes})) == worth


@pytest.mark.rule("CG29.1", "CG29.2")
def test_what_was_nobodys_or_ones_own_at_the_start_brings_nothing() -> None:
    now = taken("k13", "l12", "m12")
    start = {"k13": "russian", "m12": "german"}
    assert lvp(position(now=now, control_start=start, claimed={"russian": ("k13", "l12", "m12")})) == 1


@pytest.mark.rule("CG29.1", "CG29.2")
def test_what_is_lost_again_brings_nothing() -> None:
    held = position(now=taken("l12", side="german"), claimed={"russian": ("l12",)})
    assert points(held, "russian") == ()


@pytest.mark.rule("CG29.6")
def test_at_the_start_of_the_campaign_the_german_has_his_set_up_area_alone() -> None:
    start = a_state(board=load_board("redvengeance"), turn=1)
    assert [start_holder(start, hex_) for hex_ in ("k13", "y18", "c2", "a1")] == ["german", "german", "", ""]


@pytest.mark.rule("CG29.6")
@pytest.mark.parametrize(
    ("case", "start", "holder"),
    [
        ("initial", {}, "german"),
        ("initial", {"k13": "russian"}, "russian"),
        ("russian", {}, ""),
        ("russian", {"k13": "german"}, "german"),
    ],
)
def test_who_held_a_hex_when_the_cgs_began(case: str, start: dict[str, str], holder: str) -> None:
    assert start_holder(position(case=case, control_start=start), "k13") == holder


def claim(play: Play, line: str) -> None:
    check_claim(play.state, "russian", said(read_line(line)))
    book_claim(play, said(read_line(line)))


@pytest.mark.rule("CG29.1", "CG29.2", "CG29.7")
def test_a_claim_that_holds_is_booked_with_its_points() -> None:
    play = a_play(position(control_start=taken("k13", "l12", side="german")))
    claim(play, "CLAIM STONE K13,L12 of=russian start=enemy now=own")
    assert (lvp(play.state), play.state.control) == (4, taken("k13", "l12"))
    (told,) = [event for event in play.events if event.kind == "PointsClaimed"]
    assert told.facts() == {"side": "russian", "hexes": ("k13", "l12"), "points": 4}
    before = len(play.events)
    claim(play, "CLAIM STONE K13 of=russian start=enemy now=own")
    assert "ControlChanged" not in [event.kind for event in play.events[before:]]


@pytest.mark.parametrize(
    ("line", "number", "why"),
    [
        pytest.param(
            "CLAIM STONE L12 of=russian start=enemy now=own",
            "CG29.1",
            "L12 was No-Man's Land at the start of this CGS",
            marks=pytest.mark.rule("CG29.1"),
        ),
        pytest.param(
            "CLAIM STONE K13 of=russian start=none now=own",
            "CG29.1",
            "only Locations captured from the enemy count",
            marks=pytest.mark.rule("CG29.1"),
        ),
        pytest.param(
            "CLAIM STONE of=russian start=enemy now=own",
            "CG29.2",
            "a claim names stone Locations",
            marks=pytest.mark.rule("CG29.2"),
        ),
        clause("CG29.2", "CLAIM WOOD K13 of=russian start=enemy now=own", "CG29.2",
               "a claim names stone Locations"),
        clause("CG29.2", "CLAIM STONE Z99 of=russian start=enemy now=own", "CG29.2",
               "Z99 is not a hex of the map"),
        clause("CG29.1", "CLAIM STONE K13 start=enemy now=own", "CG29.1", "of= says who captured them"),
        clause("CG29.1", "CLAIM STONE K13 of=russian start=enemy now=none", "CG29.1",
               "only Locations captured from the enemy count"),
        clause("CG29.1", "CLAIM STONE K13 of=german start=enemy now=own", "CG29.1",
               "K13 was already controlled by the claimant at the start of this CGS"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_hold_is_refused(line: str, number: str, why: str) -> None:
    state = position(control_start={"k13": "german"})
    with pytest.raises(Refused) as no:
        check_claim(state, "russian", said(read_line(line)))
    assert (no.value.rule, no.value.why) == (number, why)


@pytest.mark.rule("CG29.7")
def test_once_the_cgs_is_decided_nothing_is_claimed() -> None:
    state = position(control_start={"k13": "german"}, result={"winner": "german"})
    with pytest.raises(Refused) as no:
        check_claim(state, "russian", said(read_line("CLAIM STONE K13 of=russian start=enemy now=own")))
    assert no.value.rule == "CG29.7"


# -- who wins a CGS ----------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6032")
@pytest.mark.parametrize(
    ("state", "number", "winner"),
    [
        pytest.param(
            position(30, SCENARIO, taken("k13", *STONES), claimed={"russian": STONES}),
            "VC-CGS.1",
            "russian",
            marks=pytest.mark.rule("VC-CGS.1"),
        ),
        pytest.param(
            position(30, SCENARIO, taken("k13", *STONES[:7]), claimed={"russian": STONES[:7]}),
            "VC-CGS.4",
            "german",
            marks=pytest.mark.rule("VC-CGS.4"),
        ),
        pytest.param(position(42, 20), "VC-CGS.1", "russian", marks=pytest.mark.rule("VC-CGS.1")),
        pytest.param(position(40, 20), "VC-CGS.4", "german", marks=pytest.mark.rule("VC-CGS.4")),
        pytest.param(position(0, 0), "VC-CGS.4", "german", marks=pytest.mark.rule("VC-CGS.4")),
        pytest.param(
            position(20, 42, case="german", first="german"),
            "VC-CGS.1",
            "german",
            marks=pytest.mark.rule("VC-CGS.1"),
        ),
        pytest.param(
            position(42, 20, case="initial"), "VC-CGS.1", "russian", marks=pytest.mark.rule("VC-CGS.1")
        ),
        pytest.param(position(30, 30, case="dual"), "VC-CGS.3", "german", marks=pytest.mark.rule("VC-CGS.3")),
        pytest.param(
            position(30, 30, case="dual", first="german"),
            "VC-CGS.3",
            "russian",
            marks=pytest.mark.rule("VC-CGS.3"),
        ),
        pytest.param(
            position(31, 30, case="dual"), "VC-CGS.3", "russian", marks=pytest.mark.rule("VC-CGS.3")
        ),
        pytest.param(
            position(30, {"suffered": 45, "vehicles": 16}, case="dual"),
            "VC-CGS.3",
            "russian",
            marks=pytest.mark.rule("VC-CGS.2"),
        ),
    ],
)
def test_who_wins_a_cgs(state: State, number: str, winner: str) -> None:
    found = outcome(state)
    assert found is not None
    assert (found.winner, found.rule) == (winner, number)


@pytest.mark.rule("VC-CGS.1", "VC-CGS.2", "RePh8.6032")
def test_the_result_is_told_with_all_its_parts_and_counted_against_the_loser() -> None:
    play = a_play(position(30, SCENARIO, taken("k13", *STONES), claimed={"russian": STONES}, weather="Clear"))
    run_result(play)
    (told,) = [event for event in play.events if event.kind == "CgsDecided"]
    assert told.facts() == {
        "winner": "russian",
        "date": "4/29-AM",
        "why": "russian 30 CVP + 12 LVP (3 Himmler's House, 9 for stone Locations) = 42, more than twice the "
        "20 CVP suffered (40)",
    }
    assert play.state.tracks == {"lost-german": 1}
    assert last(play.state).winner == "russian"
    assert campaign(play.state).result == {"winner": "russian", "date": "4/29-AM"}
    assert standings(play.state) == {"cgs": "russian", "campaign": "none"}


@pytest.mark.parametrize(
    ("german", "russian", "case", "why"),
    [
        clause("VC-CGS.4", 40, 20, "russian",
               "russian 40 CVP + 0 LVP = 40, not more than twice the 20 CVP suffered (40)"),
        clause("VC-CGS.1", 41, 20, "russian",
               "russian 41 CVP + 0 LVP = 41, more than twice the 20 CVP suffered (40)"),
        clause("VC-CGS.3", 30, 30, "dual",
               "russian 30 CVP + 0 LVP = 30; german 30 CVP + 0 LVP = 30, a tie, won by the side that moved "
               "second"),
        clause("VC-CGS.3", 31, 30, "dual", "russian 31 CVP + 0 LVP = 31; german 30 CVP + 0 LVP = 30"),
    ],
)  # fmt: skip
def test_the_sums_of_both_sides_are_told(german: int, russian: int, case: str, why: str) -> None:
    found = outcome(position(german, russian, case=case))
    assert found is not None and found.why == why


@pytest.mark.rule("RePh8.6032")
def test_what_the_refit_steps_ask_of_the_cgs_is_kept_whole() -> None:
    chits = {"russian": "attack", "german": "idle"}
    play = a_play(position(33, {"suffered": 80, "moabit": 8}, chits=chits, weather="Overcast", ec="Wet"))
    run_result(play)
    kept = last(play.state)
    assert (kept.cvp_russian, kept.moabit_russian, kept.cvp_german) == (80, 8, 33)
    assert (kept.attack, kept.lull, kept.weather, kept.ec) == (("russian",), False, "Overcast", "Wet")


@pytest.mark.rule("RePh8.6032")
def test_nobody_wins_a_lull() -> None:
    play = a_play(position(0, 0, case="lull"))
    run_result(play)
    assert (last(play.state).lull, last(play.state).winner, play.state.tracks) == (True, "", {})
    assert "CgsDecided" not in [event.kind for event in play.events]


@pytest.mark.rule("CG29.7")
def test_points_for_places_are_no_losses_of_anybody() -> None:
    play = a_play(position(30, 20, taken("k13")))
    run_result(play)
    assert last(play.state).cvp_german == 30


# -- who wins the campaign ---------------------------------------------------------------------------------


@pytest.mark.rule("VC-CG.1", "RePh8.6032")
@pytest.mark.parametrize(("hexes", "over"), [(REICHSTAG, True), (REICHSTAG[1:], False)])
def test_the_russian_wins_at_the_end_of_any_cgs_with_the_whole_reichstag(
    hexes: tuple[str, ...], over: bool
) -> None:
    play = a_play(position(0, 0, taken(*hexes)).but(turn=8))
    run_result(play)
    assert (play.state.over is not None) is over
    if play.state.over:
        assert play.state.over["winner"] == "russian"
        assert standings(play.state) == {"cgs": "russian", "campaign": "russian"}


@pytest.mark.rule("VC-CG.2")
@pytest.mark.parametrize(("turn", "case"), [(9, "russian"), (9, "lull"), (8, "russian")])
def test_the_german_wins_after_the_last_date(turn: int, case: str) -> None:
    play = a_play(position(90, 20, taken(*REICHSTAG[1:]), case=case).but(turn=turn))
    run_result(play)
    assert (play.state.over or {}).get("winner") == ("german" if turn == 9 else None)


# -- the next date -----------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.612", "RePh8.6121")
def test_the_next_date_opens_and_forgets_the_chits() -> None:
    chits = {"russian": "attack", "german": "idle"}
    play = a_play(position(0, 0, chits=chits, rolled=("MMG#1",)).but(turn=8))
    run_date(play)
    now = campaign(play.state)
    assert (play.state.turn, now.chits, now.first, now.rolled) == (9, {}, "", ())
    assert [event.facts()["date"] for event in play.events if event.kind == "DateOpened"] == ["5/1-AM"]


@pytest.mark.parametrize(
    ("turn", "opens"), [clause("CG12.5", 5, False), clause("CG12.5", 6, True), clause("CG12.5", 7, False)]
)
def test_the_date_that_begins_may_open_the_east_edge(turn: int, opens: bool) -> None:
    play = a_play(position(0, 0).but(turn=turn, tracks={"lost-russian": 3}))
    run_date(play)
    assert campaign(play.state).east_entry is opens


@pytest.mark.rule("RePh8.6121", "CG9.8", "CG9.9", "CG10.4", "CG21.2")
def test_the_next_date_keeps_what_was_not_used() -> None:
    """A module that fired for effect is gone; a squad that was bought and did not enter
    waits off the map, new no more."""
    modules = {"O1": {"ammo": "normal"}, "O2": {"ammo": "normal", "ffe": True}}
    state = position(0, 0, own_german={"oba": modules})
    new = a_unit("SQ1", "german", "bought", "6-5-8", "new")
    play = a_play(state.but(units={"SQ1": new}))
    run_date(play)
    assert set(own(play.state, "german").oba) == {"O1"}
    assert (play.state.units["SQ1"].at, play.state.units["SQ1"].flags) == ("off-map", frozenset())


@pytest.mark.rule("CG30.1", "CG30.2", "RePh8.6032")
@pytest.mark.parametrize(
    ("facts", "lost"),
    [
        ({"german": 41, "russian": 20}, {"russian": 1, "german": 3}),  # 41 is more than twice 20
        ({"german": 40, "russian": 20}, {"russian": 2, "german": 2}),
        ({"case": "lull"}, {"russian": 1, "german": 2}),
    ],
)
def test_each_cgs_that_is_lost_counts_for_the_balance_and_a_lull_does_not(
    facts: dict[str, Any], lost: dict[str, int]
) -> None:
    play = a_play(position(**facts).but(tracks={"lost-russian": 1, "lost-german": 2}))
    run_result(play)
    assert {side: play.state.tracks[f"lost-{side}"] for side in lost} == lost
