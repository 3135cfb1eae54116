"""Standing orders of Race for Berlin: what they answer, under which conditions, and what they never do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.events import StandingChanged
from adjudicator.games.raceforberlin.combat.r08_strength import battle_ratio
from adjudicator.games.raceforberlin.record import CHOICES, STANDING
from adjudicator.rulings import Unreadable
from adjudicator.state import State
from tests.tabletop import Tabletop

GAME = "raceforberlin"
SEELOW = {
    "8GA-1": "bridgehead",
    "8GA-2": "bridgehead",
    "5SHA-1": "bridgehead",
    "303": "seelow",
    "20PzGr": "seelow",
}
FAR = {"391": "furstenberg", "21Pz": "cottbus"}
ATTACK = "combat 8GA-1 8GA-2 5SHA-1 at seelow advance 8GA-1 8GA-2"


@pytest.mark.parametrize("line", ["toward Atlantis", "toward", "Toward g", "toward seelow avoiding rain"])
def test_a_way_that_leads_nowhere_is_told_when_it_is_sent_and_not_when_it_is_needed(line: str) -> None:
    verdict = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2).verdict(
        "koniev", f"if asked retreat then {line}"
    )
    assert verdict[0] == "unreadable"


def test_a_standing_order_that_was_kept_when_more_was_let_pass_leaves_the_question_to_its_player() -> None:
    table = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2, dice=[5])
    kept = ("if asked retreat then toward Atlantis", "if asked heinrici then chit 1")
    table.play.record(StandingChanged(rule="", side="koniev", lines=kept))
    table.order("zhukov", ATTACK)
    assert table.state.waiting()[0].topic == "retreat"


def test_an_army_in_a_standing_order_is_ambiguous_and_not_a_mistake_of_the_referees() -> None:
    table = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2)
    (ruling,) = table.order("zhukov", "if asked retreat 8GA then toward kustrin")
    assert (ruling.verdict, ruling.legal) == ("ambiguous", ("8GA-1", "8GA-2"))


@pytest.mark.parametrize(
    "line",
    [
        "if asked loss odds 1 then weakest first",
        "if asked retreat odds 1 then toward muncheberg",
        "if asked advance odds 1 then advance none",
        "if asked loss then toward seelow",
        "if asked heinrici then toward seelow",
        "if asked heinrici then keep; discard 3",
        "if asked retreat then lose 303",
    ],
)
@pytest.mark.parametrize("dice", [1, 3, 6])
def test_no_standing_order_however_odd_breaks_the_battle_it_is_about(line: str, dice: int) -> None:
    """Some of them answer, the others leave the question to their player; losses do not spoil the odds."""
    worn = {unit: f"{at} reduced" for unit, at in SEELOW.items()}  # who loses a step here is gone
    table = Tabletop(GAME, {**FAR, **worn}, segment="C.1", turn=2, dice=[dice] * 3)
    for side in ("zhukov", "koniev"):
        table.order(side, line)
    table.order("zhukov", ATTACK)
    for _ in range(6):
        decision = table.state.waiting()[0]
        if decision.topic == "impulse":
            return
        table.order(decision.player, decision.answers[0])
    raise AssertionError(f"still asked: {decision.question}")


def test_odds_are_those_of_who_is_left_even_when_a_whole_side_is_gone() -> None:
    table = attacked()
    state = table.state
    assert (state.frame.segment, state.frame.facts["space"]) == ("battle", "seelow")
    whole = battle_ratio(state)
    for gone in (("303",), ("303", "20PzGr")):
        assert battle_ratio(without(state, *gone)) > whole
    assert battle_ratio(without(state, "8GA-1", "8GA-2", "5SHA-1")) == 0


def without(state: State, *units: str) -> State:
    for unit in units:
        state = state.with_unit(replace(state.units[unit], at="eliminated", steps=0))
    return state


def test_a_way_may_be_written_with_a_capital_and_a_stop() -> None:
    assert STANDING.read("If asked retreat then Toward Koenigs Wusterhausen avoiding enemies.")


def attacked(*standing: str, dice: int = 5) -> Tabletop:
    """Seelow attacked at 2:1 or better, after Koniev has sent these standing orders."""
    table = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2, dice=[dice])
    for ruling in table.order("koniev", "\n".join(standing)) if standing else ():
        assert ruling.verdict == "done", ruling
    table.order("zhukov", ATTACK)
    return table


def test_without_standing_orders_the_defender_is_asked() -> None:
    table = attacked("if asked heinrici then pass")
    assert table.state.waiting()[0].topic in {"loss", "retreat"}


def test_losses_go_to_the_weakest_or_strongest_first() -> None:
    for word, loser in (("weakest", "303"), ("strongest", "20PzGr")):
        table = attacked("if asked heinrici then pass", f"if asked loss then {word} first", dice=4)
        assert table.found("StepLost")[0]["unit"] == loser


@pytest.mark.parametrize("word", ["default", "first", "towards muncheberg"])
def test_the_usual_words_of_all_games_answer_a_retreat(word: str) -> None:
    answers = ("if asked heinrici then pass", "if asked loss then default")
    table = attacked(*answers, f"if asked retreat then {word}")
    assert "retreat" in [move["how"] for move in table.found("UnitMoved")]
    assert not any(asked.topic in {"loss", "retreat"} for asked in table.state.waiting())


def test_a_retreat_goes_toward_a_zone() -> None:
    table = attacked(
        "if asked heinrici then pass",
        "if asked loss then weakest first",
        "if asked retreat then toward furstenwalde",
    )
    ends = [move["path"][-1] for move in table.found("UnitMoved") if move["how"] == "retreat"]
    assert ends
    assert set(ends) <= {"falkenhagen", "muncheberg"}


def test_a_standing_order_for_one_unit_binds_no_other() -> None:
    table = attacked(
        "if asked heinrici then pass",
        "if asked loss then weakest first",
        "if asked retreat 20PzGr then letschin",
    )
    retreats = {m["unit"]: m["path"][-1] for m in table.found("UnitMoved") if m["how"] == "retreat"}
    assert retreats.get("20PzGr", "letschin") == "letschin"
    assert table.state.waiting()[0].about[:1] == ("303",) or "303" in retreats


def test_heinrici_is_played_at_the_odds_named_and_no_lower() -> None:
    played = attacked(
        "if asked heinrici at seelow odds 2 then chit 1", "if asked retreat then toward neukolln"
    )
    assert [event["chit"] for event in played.found("ChitPlayed")] == ["event-1"]
    kept = attacked("if asked heinrici at seelow odds 5 then chit 1", "if asked loss then weakest first")
    assert kept.found("ChitPlayed") == []


def test_a_standing_order_that_would_be_refused_leaves_the_question_open() -> None:
    table = attacked("if asked heinrici then pass", "if asked loss then lose 712")
    assert table.asked()[1] == "koniev"
    assert table.state.waiting()[0].topic == "loss"


def test_the_newer_of_two_about_one_question_counts_and_forget_takes_them_away() -> None:
    table = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2)
    table.order("koniev", "if asked loss then weakest first\nif asked loss then strongest first")
    assert table.state.standing["koniev"] == ("if asked loss then strongest first",)
    assert table.verdict("koniev", "forget loss") == ("done", "")
    assert table.state.standing.get("koniev") == ()
    table.order("koniev", "if asked chits then keep")
    assert table.verdict("koniev", "forget retreat")[0] == "unreadable"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("sop heinrici when seelow odds 3", "if asked heinrici at seelow odds 3 then chit 1"),
        ("SOP HEINRICI WHEN ANY ODDS 4", "if asked heinrici ODDS 4 then chit 1"),
        ("sop chit9 zone kathlow turn 2", "if asked reaction turn 2 then chit 9 zone kathlow"),
        ("sop loss weakest first", "if asked loss then weakest first"),
        ("sop retreatto falkenhagen seelow", "if asked retreat then falkenhagen seelow"),
    ],
)
def test_the_older_way_of_writing_is_understood(line: str, kept: str) -> None:
    assert STANDING.read(line) == kept


@pytest.mark.parametrize(
    "line",
    [
        "if asked",
        "if asked lunch then yes",
        "if asked loss then sing",
        "if loss weakest",
        "sop chit9 nowhere",
    ],
)
def test_what_could_never_apply_is_answered_at_once(line: str) -> None:
    with pytest.raises(Unreadable):
        STANDING.read(line)


def test_the_advice_to_new_players_is_understood() -> None:
    assert [STANDING.read(line) for line in CHOICES.advice] == list(CHOICES.advice)


def test_an_impulse_is_never_answered_by_a_standing_order() -> None:
    table = Tabletop(GAME, {**FAR, **SEELOW}, segment="C.1", turn=2)
    assert table.verdict("zhukov", "if asked impulse then pass")[0] == "unreadable"
