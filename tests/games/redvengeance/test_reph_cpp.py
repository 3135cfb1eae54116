"""8.616: the base of each date, the secret roll of each side, and what a campaign begins with."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.refit_phase.reph_purchase import (
    base,
    cpp,
    cpp_drms,
    cpp_modifier,
    start_tracks,
)
from adjudicator.games.redvengeance.situation.campaign import campaign
from tests.clauses import clause
from tests.games.redvengeance.table import a_play, a_state


@pytest.mark.parametrize(
    ("side", "tracks"),
    [
        clause("START.3", "russian", {"chits-russian": 7}),
        clause("START.3", "german", {"chits-german": 3}),
        clause("OB-RU.3", "russian", {"cpp-russian": 80, "fpp-russian": 0}),
        clause("OB-DE.3", "german", {"cpp-german": 60, "fpp-german": 40}),
    ],
)
def test_what_a_side_begins_with(side: str, tracks: dict[str, int]) -> None:
    assert tracks.items() <= dict(start_tracks(side)).items()


@pytest.mark.parametrize(
    ("turn", "russian", "german"),
    [
        clause("RePh8.6161.1", 2, 30, 20),
        clause("RePh8.6161.2", 3, 40, 30),
        clause("RePh8.6161.3", 4, 45, 32),
        clause("RePh8.6161.4", 5, 35, 28),
        clause("RePh8.6161.5", 6, 30, 36),
        clause("RePh8.6161.6", 7, 50, 35),
        clause("RePh8.6161.7", 8, 30, 28),
        clause("RePh8.6161.8", 9, 20, 20),
    ],
)
def test_the_base_of_a_date(turn: int, russian: int, german: int) -> None:
    state = a_state(turn=turn)
    assert (base(state, "russian"), base(state, "german")) == (russian, german)


@pytest.mark.parametrize(
    ("final", "points"),
    [clause("RePh8.6162.2", -3, 6)]
    + [clause("RePh8.6162.2", *row) for row in zip(range(7), range(6, -1, -1), strict=True)]
    + [clause("RePh8.6162.3", *row) for row in zip(range(7, 13), range(-1, -7, -1), strict=True)]
    + [clause("RePh8.6162.3", 15, -6)],
)  # fmt: skip
def test_the_modifier_of_a_final_roll(final: int, points: int) -> None:
    assert cpp_modifier(final) == points


BEFORE = {"attack": ["russian"], "winner": "russian", "cvp-russian": 74, "cvp-german": 55}


@pytest.mark.rule("RePh8.616", "RePh8.6162.1", "RePh8.6162.9")
@pytest.mark.parametrize(("suffered", "points"), [(74, 41), (75, 42)])
def test_both_sides_at_4_29_am(suffered: int, points: int) -> None:
    """Scenario 7 of the notes; nobody hears of the other's dice or points."""
    play = a_play(a_state(turn=3, last={**BEFORE, "cvp-russian": suffered}), 4, 4, 5, 4)
    cpp(play)
    assert play.state.tracks == {"cpp-russian": points, "cpp-german": 29}
    assert {event.to for event in play.events} == {("russian",), ("german",)}
    assert (play.state.rolled, play.state.rolled_for) == (0, {"russian": 2, "german": 2})
    told = [event.facts()["came"] for event in play.events if event.kind == "HiddenDieRolled"]
    if suffered == 74:
        assert told[1] == (
            "DR 8, +2 Attack Chit in the last CGS, -2 74 CVP suffered / 25, -3 winner of the last CGS = 5: "
            "+1, 40 +1 = 41 CPP"
        )


@pytest.mark.parametrize(
    ("turn", "side", "last", "lost", "found"),
    [
        clause("RePh8.6162.4", 3, "german", {"attack": ["german"]}, 0, 2),
        clause("RePh8.6162.4", 3, "german", {"attack": ["russian"]}, 0, 0),
        clause("RePh8.6162.5", 3, "russian", {"cvp-russian": 74}, 0, -2),
        clause("RePh8.6162.5", 3, "russian", {"cvp-russian": 75}, 0, -3),
        clause("RePh8.6162.5", 3, "russian", {"cvp-russian": 80, "moabit-russian": 8}, 0, -2),
        clause("RePh8.6162.5", 3, "german", {"cvp-german": 80, "moabit-russian": 8}, 0, -3),
        clause("RePh8.6162.6", 3, "german", {"winner": "german"}, 0, -3),
        clause("RePh8.6162.6", 3, "german", {"lull": True, "cvp-german": 80, "attack": ["german"]}, 0, 0),
        clause("RePh8.6162.7", 3, "german", {}, 3, -2),
        clause("RePh8.6162.8", 6, "russian", {}, 0, 2),
        clause("RePh8.6162.8", 9, "german", {}, 0, 2),
        clause("RePh8.6162.10", 2, "russian", {"attack": ["russian"]}, 0, -1),
    ],
)
def test_the_modifiers_of_the_roll(
    turn: int, side: str, last: dict[str, object], lost: int, found: int
) -> None:
    state = a_state(turn=turn, last=last, tracks={f"lost-{side}": lost})
    assert campaign(state).last == last
    assert sum(drm.value for drm in cpp_drms(state, side)) == found


@pytest.mark.rule("RePh8.616.1")
def test_what_is_left_is_not_carried_over() -> None:
    left = {"cpp-russian": 7, "cpp-german": 0, "fpp-german": 9}
    play = a_play(a_state(turn=3, tracks=left), 3, 3, 3, 3)
    cpp(play)
    assert play.state.tracks == {"cpp-russian": 40, "cpp-german": 30, "fpp-german": 0}
