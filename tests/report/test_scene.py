"""What a picture shows, before it is drawn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator.dice import SeededDice
from adjudicator.events import FlagsChanged, UnitMoved
from adjudicator.games.raceforberlin import GAME as BERLIN
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import known_to
from adjudicator.play import Play
from adjudicator.report.scene import Arrow, Clash, Laid, Loss, asked_about, scene
from adjudicator.state import Decision, State
from tests.adjudicator.tinygame import GAME as TINY
from tests.adjudicator.tinygame import start as tiny_start
from tests.report.berlin import ACTION, ADVANCE, START, holding, seen


def laid(state: State) -> set[Laid]:
    return set(scene_of(state))


def scene_of(state: State) -> tuple[Laid, ...]:
    from adjudicator.games.raceforberlin import GAME

    return scene(GAME, 1, state, state, ()).markers


def test_every_unit_lies_where_it_stands_with_its_face_up() -> None:
    pieces = {piece.unit: piece for piece in seen("zhukov", *ACTION).pieces}
    assert len(pieces) == len(START.units)
    assert (pieces["712"].at, pieces["712"].face, pieces["712"].news) == ("falkenhagen", 1, "lost")
    assert (pieces["1GTA-1"].at, pieces["1GTA-1"].face, pieces["1GTA-1"].news) == ("lebus", 0, "")
    assert (pieces["31"].at, pieces["31"].news) == ("penzig", "placed")
    assert pieces["169"].at == "eliminated"


def test_a_unit_is_turned_when_it_is_activated_and_bears_its_markers() -> None:
    done = FlagsChanged(rule="4", units=("712",), add=("activated",))
    cut = FlagsChanged(rule="3", units=("169",), add=("out-of-supply",))
    pieces = {piece.unit: piece for piece in seen("zhukov", done, cut).pieces}
    assert (pieces["712"].turned, pieces["712"].badges) == (True, ())
    assert (pieces["169"].turned, pieces["169"].badges) == (False, ("out-of-supply",))


def test_moves_become_arrows_battles_clashes_and_losses_crosses() -> None:
    shown = seen("zhukov", *ACTION)
    assert shown.arrows == (
        Arrow(("lebus", "falkenhagen"), "retreat", "german", "koniev", 1, ("712",)),
        Arrow(("goritz", "lebus"), "advance", "soviet", "zhukov", 1, ("1GTA-1",)),
    )
    assert shown.clashes == (Clash(("goritz", "bridgehead"), "lebus", "3:1", "5", "D2R"),)
    assert shown.losses == (Loss("169", "lebus"),)
    assert set(shown.action) == {"lebus", "falkenhagen", "goritz", "bridgehead", "penzig"}


def test_units_that_went_the_same_way_share_an_arrow() -> None:
    other = replace(ADVANCE, unit="1GTA-2")
    assert [arrow.units for arrow in seen("zhukov", ADVANCE, other).arrows] == [2]


def test_attackers_are_shown_where_they_stood_when_they_fought() -> None:
    moved = UnitMoved(rule="7", unit="8GA-1", path=("bridgehead", "goritz"))
    (clash,) = seen("zhukov", moved, *ACTION).clashes
    assert clash.origins == ("goritz",)


@pytest.mark.parametrize(
    ("tracks", "expected"),
    [
        ({"vp-zhukov": 0}, {Laid("vp-zhukov", 0, "vp", track=True)}),
        ({"vp-zhukov": 7}, {Laid("vp-zhukov", 0, "turn-7", track=True)}),
        ({"vp-zhukov": 10}, {Laid("vp-zhukov", 0, "turn-10", track=True)}),
        (
            {"vp-zhukov": 23},
            {Laid("vp-zhukov", 0, "turn-3", track=True), Laid("vp-zhukov-10", 0, "turn-2", track=True)},
        ),
        ({"vp-koniev": -4}, {Laid("vp-koniev", 1, "turn-4", track=True)}),
        ({"support-koniev": 12}, {Laid("support-koniev", 1, "turn-2", track=True)}),
        ({"operations": 3}, {Laid("operations", 0, "turn-3", track=True)}),
        ({"progress-tempelhof": 4}, {Laid("progress-3", 1, "tempelhof")}),
        ({"progress-tempelhof": 0}, set()),
    ],
)
def test_tracks_show_their_markers(tracks: dict[str, int], expected: set[Laid]) -> None:
    bare = replace(START, tracks={}, control={})
    assert laid(replace(bare, tracks=tracks)) - laid(bare) == expected


def test_control_shows_the_holders_marker() -> None:
    bare = replace(START, control={})
    held = replace(bare, control={"seelow": "zhukov", "leipzig": "us"})
    assert laid(held) - laid(bare) == {Laid("control-zhukov", 0, "seelow"), Laid("control-us", 0, "leipzig")}


def test_a_scene_does_not_know_the_chits_of_the_other_side() -> None:
    shown = [seen("zhukov", *ACTION, start=holding(chit)) for chit in ("event-5", "event-9")]
    assert shown[0] == shown[1]


def test_a_game_without_counters_has_a_scene_all_the_same() -> None:
    state = tiny_start("duel")
    move = UnitMoved(rule="3.1", unit="R1", path=("ash", "birch"))
    shown = scene(TINY, 1, state, state, [move])
    assert [piece.unit for piece in shown.pieces] == list(state.units) and shown.arrows == ()


# -- where its reader must decide ------------------------------------------------------------------------


def asking(*about: str, answers: tuple[str, ...] = ()) -> State:
    asked = Decision("q1", "red", "3", "move", "What moves?", ("move",), answers, about=about)
    return replace(TINY.start("duel"), decisions=(asked,))


def test_the_units_and_spaces_of_a_question_are_marked_where_they_are() -> None:
    state = asking("R1", "birch", "nowhere")
    assert asked_about(TINY, state) == [(state.units["R1"].at, "R1"), ("birch", "")]


def test_a_question_that_does_not_say_is_about_the_units_of_its_answers() -> None:
    state = asking(answers=("move R2 birch", "done", "no order at all"))
    assert asked_about(TINY, state) == [(state.units["R2"].at, "R2")]


def test_an_open_question_is_about_every_unit_that_may_answer_it_and_not_about_its_examples_alone() -> None:
    play = Play(BERLIN.start("campaign"), SeededDice(Random(1)))
    run_on(BERLIN, play)
    while not (asked := [one for one in play.state.waiting() if one.topic == "impulse"]):
        (first, *_) = play.state.waiting()
        judge(BERLIN, play, first.player, [(1, first.default or first.answers[-1])])
    seen = known_to(BERLIN, play.state, asked[0].player)
    examples = {word for line in asked[0].answers for word in line.split() if word in seen.units}
    marked = {unit for _, unit in asked_about(BERLIN, seen)}
    assert len(examples) < 4 and examples < marked and len(marked) > 12
    assert {seen.units[unit].side for unit in marked} == {asked[0].player}


def test_nothing_is_marked_once_a_sealed_answer_is_in_or_for_who_watches() -> None:
    state = asking("R1")
    assert asked_about(TINY, replace(state, sealed={"q1": ()})) == []
    assert asked_about(TINY, known_to(TINY, state, "blue")) == []
    assert scene(TINY, 1, state, state, ()).asked == ((state.units["R1"].at, "R1"),)


def test_of_a_question_to_somebody_else_nothing_is_worked_out() -> None:
    """A view holds such a question without its words, and lacks what its answers need: its cards are face
    down. A segment without an impulse stands for that here."""
    asked = Decision("q9", "koniev", "4.1.2.a", "impulse", "", ())
    state = replace(BERLIN.start("campaign"), decisions=(asked,))
    with pytest.raises(KeyError):
        list(BERLIN.legal(state, asked))
    assert asked_about(BERLIN, state) == []
