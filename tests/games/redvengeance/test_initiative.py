"""8.6151 and 8.623: sealed chits, their limits, the four cases; set-up and the first turn (START, 8.624,
8.625)."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.games.redvengeance.situation.modifiers import defender
from adjudicator.games.redvengeance.situation.steps import dates
from adjudicator.games.redvengeance.situation.steps import order as in_order
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from tests.clauses import clause
from tests.games.redvengeance.firefight import told
from tests.games.redvengeance.table import a_play, a_state, a_unit
from tests.games.redvengeance.test_front import held
from tests.games.redvengeance.test_reph_repair import BOARD, ROSTER

GERMAN, RUSSIAN = "german", "russian"
GAME = find_game("redvengeance")
SHEETS = count(1)
BOTH = {"chits-russian": 7, "chits-german": 3}


def at(segment: str, *dice: int, turn: int = 4, **facts: Any) -> Play:
    """A play at a step, run on to its first question."""
    units = facts.pop("units", ())
    tracks = {**BOTH, **facts.pop("tracks", {})}
    control = {**held(german="K13 K14", russian="K11"), **facts.pop("control", {})}
    state = a_state(
        *units,
        turn=turn,
        segment=segment,
        board=BOARD,
        roster=ROSTER,
        tracks=tracks,
        control=control,
        **facts,
    )
    play = a_play(state, *dice)
    run_on(GAME, play)
    return play


def say(play: Play, side: str, *lines: str) -> list[Ruling]:
    """The rulings on a sheet of a side, each with a number of its own; the play has run on."""
    rulings = judge(GAME, play, side, list(enumerate(lines, 1)), next(SHEETS))
    play.rulings.clear()
    return list(rulings)


def verdicts(play: Play, side: str, *lines: str) -> list[str]:
    return [f"{ruling.verdict} {ruling.rule}".strip() for ruling in say(play, side, *lines)]


def asked(play: Play) -> list[str]:
    """Who is asked now."""
    return [decision.player for decision in play.state.waiting()]


# -- 8.6151 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6151", "NOTE17")
def test_both_seal_their_chit_before_the_cpp_are_rolled() -> None:
    order = in_order()
    assert order.index("8.6151") < order.index("8.616") < order.index("8.619")
    play = at("8.6151", 3, 3, 3, 3)
    assert asked(play) == [RUSSIAN, GERMAN]
    assert verdicts(play, RUSSIAN, "CHIT ATTACK") == ["done"]
    assert asked(play) == [GERMAN] and play.state.segment == "8.6151"
    assert verdicts(play, RUSSIAN, "CHIT IDLE") == ["done"]
    assert verdicts(play, GERMAN, "CHIT IDLE", "CHIT ATTACK") == ["done", "done"]
    assert play.state.segment == "8.619"
    assert (own(play.state, RUSSIAN).chit, own(play.state, GERMAN).chit) == ("idle", "attack")
    assert own(view(play.state, GERMAN), RUSSIAN).chit == ""
    rolled = [event.rule for event in play.events if event.kind.endswith("DieRolled")]
    filed = [n for n, event in enumerate(play.events) if event.kind == "BothFiled"]
    dice = [n for n, event in enumerate(play.events) if event.kind.endswith("DieRolled")]
    assert rolled == ["RePh8.616"] * 4 and filed[0] < min(dice)


@pytest.mark.rule("RePh8.6151")
def test_a_chit_is_not_changed_once_both_are_in() -> None:
    play = at("8.6151", 3, 3, 3, 3)
    say(play, RUSSIAN, "CHIT ATTACK")
    say(play, GERMAN, "CHIT IDLE")
    (late,) = say(play, RUSSIAN, "CHIT IDLE")
    assert late.verdict != "done" and own(play.state, RUSSIAN).chit == "attack"


@pytest.mark.rule("RePh8.6151")
def test_a_chit_is_attack_or_idle() -> None:
    play = at("8.6151")
    (no,) = say(play, RUSSIAN, "CHIT HOLD")
    assert (no.rule, no.why, no.legal) == (
        "RePh8.6151", "a chit is ATTACK or IDLE", ("chit attack", "chit idle"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("side", "number", "of"),
    [
        clause("RePh8.6231.1", RUSSIAN, "CG26.1", 7),
        clause("RePh8.6231.1", GERMAN, "CG26.2", 3),
    ],
)
def test_there_are_so_many_attack_chits_after_the_initial_cgs(side: str, number: str, of: int) -> None:
    """Each is used up when it is opened; none is when it stays sealed, nor for the attack of 4/28 PM."""
    assert GAME.start("campaign").tracks[f"chits-{side}"] == of
    other = GERMAN if side == RUSSIAN else RUSSIAN
    play = at("8.623", chits={side: "attack", other: "idle"})
    assert play.state.tracks[f"chits-{side}"] == of - 1
    assert play.state.tracks[f"chits-{other}"] == BOTH[f"chits-{other}"]
    play = at("8.6151", tracks={f"chits-{side}": 0})
    (no,) = say(play, side, "CHIT ATTACK")
    assert (no.rule, no.why) == (number, f"all {of} Attack chits of the {side.capitalize()} are used")
    assert verdicts(at("8.6151", tracks={f"chits-{side}": 1}), side, "CHIT ATTACK") == ["done"]
    assert verdicts(at("8.6151", tracks={f"chits-{side}": 0}), side, "CHIT IDLE") == ["done"]


# -- 8.623 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.623")
@pytest.mark.parametrize(
    ("russian", "german", "case", "first"),
    [
        clause("RePh8.6233.c", "idle", "attack", "german", GERMAN),
        clause("RePh8.6233.d", "attack", "idle", "russian", RUSSIAN),
    ],
)
def test_the_side_that_attacks_alone_moves_first_and_sets_up_last(
    russian: str, german: str, case: str, first: str
) -> None:
    play = at("8.623", own_russian={"chit": russian}, own_german={"chit": german})
    assert (campaign(play.state).case, campaign(play.state).first) == (case, first)
    second = RUSSIAN if first == GERMAN else GERMAN
    assert play.state.segment == "8.624" and asked(play) == [second]
    say(play, second, "pass")
    assert asked(play) == [first]
    say(play, first, "pass")
    while play.state.segment != "PLAY":
        say(play, asked(play)[0], "pass")
    assert campaign(play.state).first == first and defender(play.state) == second


@pytest.mark.rule("RePh8.623")
def test_both_chits_are_opened_at_the_same_moment() -> None:
    play = at("8.623", own_russian={"chit": "attack"}, own_german={"chit": "idle"})
    (opened,) = [event for event in play.events if event.kind == "ChitsOpened"]
    assert opened.facts()["chits"] == {"russian": "attack", "german": "idle"}
    assert opened.seen_by(RUSSIAN) and opened.seen_by(GERMAN)
    assert campaign(play.state).chits == {"russian": "attack", "german": "idle"}
    assert own(play.state, RUSSIAN).chit == own(play.state, GERMAN).chit == ""


DUAL: dict[str, Any] = {"own_russian": {"chit": "attack"}, "own_german": {"chit": "attack"}}


@pytest.mark.rule("RePh8.623", "RePh8.6233.a")
def test_the_lower_die_of_a_dual_attack_moves_first_and_a_tie_is_rolled_again() -> None:
    """Scenario 8 of the notes, 4/29 PM: -1 for the Russian, +1 for the German."""
    play = at("8.623", 4, 2, 3, 3, **DUAL)
    assert (campaign(play.state).case, campaign(play.state).first) == ("dual", RUSSIAN)
    rolls = [event.facts() for event in play.events if event.kind == "DualRolled"]
    assert [(one["dice"], one["totals"]) for one in rolls] == [
        ({"russian": 4, "german": 2}, {"russian": 3, "german": 3}),
        ({"russian": 3, "german": 3}, {"russian": 2, "german": 4}),
    ]
    assert asked(play) == [GERMAN]


@pytest.mark.rule("RePh8.6233.a")
@pytest.mark.parametrize(
    ("turn", "lost", "dice", "first"),
    [
        (3, {}, (2, 3), RUSSIAN),
        (3, {}, (3, 2), GERMAN),
        (3, {"lost-russian": 3}, (4, 3), RUSSIAN),
        (3, {"lost-german": 2}, (3, 3), GERMAN),
        (6, {}, (2, 3), GERMAN),
        (4, {}, (4, 1), GERMAN),
    ],
)
def test_balance_is_taken_off_the_die_and_the_date_added(
    turn: int, lost: dict[str, int], dice: tuple[int, int], first: str
) -> None:
    play = at("8.623", *dice, turn=turn, tracks=lost, **DUAL)
    assert campaign(play.state).first == first


@pytest.mark.rule("RePh8.6233.b")
def test_the_first_mover_of_a_dual_attack_by_night_is_the_attacker_of_the_night() -> None:
    """4/29 NT adds 1 for the Russian and takes 1 from the German."""
    play = at("8.623", 4, 5, turn=5, **DUAL)
    assert (campaign(play.state).first, defender(play.state)) == (GERMAN, RUSSIAN)
    (decided,) = [event for event in play.events if event.kind == "InitiativeDecided"]
    assert decided.rule == "RePh8.6233.b" and decided.facts()["night"]
    alone = at("8.623", turn=5, own_russian={"chit": "attack"}, own_german={"chit": "idle"})
    (decided,) = [event for event in alone.events if event.kind == "InitiativeDecided"]
    assert decided.rule == "CG7.2" and decided.facts()["night"]
    by_day = at("8.623", 1, 5, **DUAL)
    (decided,) = [event for event in by_day.events if event.kind == "InitiativeDecided"]
    assert decided.rule == "BRV17.2" and not decided.facts()["night"]


IDLE: dict[str, Any] = {"own_russian": {"chit": "idle"}, "own_german": {"chit": "idle"}}


@pytest.mark.rule("BRV17.3", "CG23.1", "RePh8.623")
def test_two_idle_chits_are_a_lull_that_nobody_wins() -> None:
    play = at("8.623", first="russian", last={"winner": "russian", "attack": ("russian",)}, **IDLE)
    now = campaign(play.state)
    assert (now.case, now.first, play.state.segment) == ("lull", "", "8.6091")
    assert now.last == {
        "lull": True, "attack": (), "winner": "", "cvp-russian": 0, "cvp-german": 0, "moabit-russian": 0,
        "weather": "", "ec": "",
    }  # fmt: skip
    assert play.state.tracks["chits-russian"] == 7 and asked(play) == [RUSSIAN, GERMAN]
    (decided,) = [event for event in play.events if event.kind == "InitiativeDecided"]
    assert (decided.rule, decided.facts()["case"]) == ("BRV17.3", "lull")
    ended = at("8.623", turn=9, **IDLE)
    assert ended.state.over is not None and (ended.state.turn, ended.state.segment) == (9, "END")


@pytest.mark.rule("RePh8.6231.1")
def test_a_chit_that_a_position_gives_without_one_left_leaves_none() -> None:
    play = at("8.623", tracks={"chits-russian": 0}, chits={"russian": "attack", "german": "idle"})
    assert play.state.tracks["chits-russian"] == 0


# -- set-up and the first turn -----------------------------------------------------------------------------


@pytest.mark.rule("START.1")
def test_the_campaign_has_nine_dates_in_their_order() -> None:
    assert [one.name for one in dates()] == [
        "4/28-PM", "4/28-NT", "4/29-AM", "4/29-PM", "4/29-NT", "4/30-AM", "4/30-PM", "4/30-NT", "5/1-AM",
    ]  # fmt: skip
    start = GAME.start("campaign")
    assert (start.turn, start.segment, GAME.turns) == (1, "INIT.BUY", 9)


@pytest.mark.rule("START.2")
def test_at_first_the_german_sets_up_and_the_russian_moves() -> None:
    play = at("INIT.SETUP", turn=1, case="initial", first="russian")
    assert asked(play) == [GERMAN]
    say(play, GERMAN, "pass")
    assert asked(play) == [RUSSIAN]
    say(play, RUSSIAN, "pass")
    assert play.state.segment == "PLAY" and play.state.frame.facts["mover"] == RUSSIAN


@pytest.mark.rule("RePh8.624", "RePh8.6242")
def test_what_the_first_side_sets_up_is_shown_when_it_has_done_so_but_for_what_is_hidden() -> None:
    units = (
        a_unit("A", GERMAN, "off-map", "6-5-8"),
        a_unit("B", GERMAN, "off-map", "6-5-8"),
        a_unit("R", RUSSIAN, "off-map", "6-2-8"),
    )
    hip = {"forts": ({"item": "HIP", "times": 1, "unit": "squad"},)}
    play = at("8.624", units=units, first="russian", own_german=hip)
    assert verdicts(play, RUSSIAN, "setup R hex=K11") != ["done"]
    assert verdicts(play, GERMAN, "setup A hex=K13", "hip B hex=K14") == ["done", "done"]
    assert set(view(play.state, RUSSIAN).units) == {"R"}
    assert verdicts(play, GERMAN, "pass") == ["done"]
    assert asked(play) == [RUSSIAN]
    (shown,) = [event for event in play.events if event.kind == "SetUpShown"]
    assert shown.rule == "RePh8.624" and shown.facts()["units"] == {"A": "k13"}
    assert set(view(play.state, RUSSIAN).units) == {"R", "A"}
    assert verdicts(play, GERMAN, "setup A hex=K14") != ["done"]
    assert verdicts(play, RUSSIAN, "setup R hex=K11", "pass") == ["done", "done"]


@pytest.mark.rule("RePh8.625")
def test_turn_1_begins_without_a_roll() -> None:
    play = at("8.625", first="german", case="german", filed={"russian": ("claim STONE K13",)})
    assert (play.state.segment, play.state.tracks["game-turn"]) == ("PLAY", 1)
    assert play.state.frame.facts["mover"] == GERMAN and play.state.rolled == 0
    assert campaign(play.state).control_start == {"k13": GERMAN, "k14": GERMAN, "k11": RUSSIAN}
    assert campaign(play.state).filed == {}
    assert any("4/29-PM" in text for text in told(play))
