"""Rule 4.2, the legal answers of an impulse: what is listed, and what is offered for a refused line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.raceforberlin.combat.r08_combat import check_attack
from adjudicator.games.raceforberlin.r04_legal import attacks_alone, attacks_together
from adjudicator.games.raceforberlin.r04_operations import ready
from adjudicator.games.raceforberlin.r04_plan import PLANS
from adjudicator.judging.what_if import would_stand
from adjudicator.mail.desk.filled import filled_in, left_open
from adjudicator.orders import Order
from adjudicator.rulings import refusal
from adjudicator.state import State
from tests.games.raceforberlin.test_r04_operations import GAME, table
from tests.games.test_comments import named_in
from tests.games.test_copied_examples import asked
from tests.tabletop import Tabletop


def test_a_refused_move_is_answered_with_the_moves_that_would_stand() -> None:
    played = table({"47-1": "kustrin", "309": "sudl-oderbruch"})
    (ruling,) = played.order("zhukov", "move 47-1 sudl oderbruch")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.2.1.a")
    assert "move 47-1 Bridgehead" in ruling.legal
    assert not any("Südl" in line for line in ruling.legal)
    assert played.verdict("zhukov", ruling.legal[0])[0] == "done"


def test_a_refused_attack_is_answered_with_the_attacks_of_the_same_units() -> None:
    germans = {"303": "seelow", "20PzGr": "seelow", "Kurmark": "seelow", "309": "sudl-oderbruch"}
    played = table({"61-1": "bridgehead reduced", **germans})
    (ruling,) = played.order("zhukov", "combat 61-1 at seelow")
    assert (ruling.rule, ruling.legal) == ("8.1.2.i", ("combat 61-1 at Südl. Oderbruch",))


def test_a_unit_whose_army_is_apart_is_not_offered_what_it_may_not_do() -> None:
    played = table({"8GA-1": "strausberg", "8GA-2": "bridgehead", "303": "seelow"})
    (ruling,) = played.order("zhukov", "move 8GA-2 seelow")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.2.1.a")
    assert {line.split()[0] for line in ruling.legal} == {"move"}
    for line in ruling.legal:
        again = table({"8GA-1": "strausberg", "8GA-2": "bridgehead", "303": "seelow"})
        assert again.verdict("zhukov", line) == ("done", ""), line


def test_the_move_that_is_offered_where_nobody_can_attack_brings_an_army_together() -> None:
    units = {"8GA-1": "strausberg", "8GA-2": "bridgehead", "303": "seelow"}
    played = table(units)
    (ruling,) = played.order("zhukov", "move 8GA-2 seelow")
    (asked,) = played.state.waiting()
    assert asked.answers == ("move 8GA-1 via Müncheberg, Letschin, Südl. Oderbruch", "pass")
    assert ruling.legal[0].startswith("move 8GA-2 ")
    for line in (asked.answers[0], *ruling.legal):
        assert table(units).verdict("zhukov", line) == ("done", ""), line


def test_the_legal_answers_of_an_impulse_hold_every_order_that_stands_alone() -> None:
    germans = {"303": "seelow", "309": "sudl-oderbruch"}
    soviets = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "47-1": "bernau", "61-1": "tempelhof"}
    tracks = {"support-zhukov": 2, "progress-tempelhof": 1}
    played = table(soviets | germans, tracks=tracks)
    played.order("koniev", "pass")
    (asked,) = played.state.waiting()
    lines = list(find_game(GAME).legal(played.state, asked))
    assert {line.split()[0] for line in lines} == {*PLANS, "pass"}
    assert {"combat 8GA-1 8GA-2 at Südl. Oderbruch", "combat 8GA-2 at Südl. Oderbruch"} <= {*lines}
    assert {"city Tempelhof with 61-1", "city Tempelhof with 61-1 extra", "shell 47-1"} <= {*lines}
    assert {"reserve 8GA-1", "reserve 8GA-1 lebus", "activate 8GA-1 combat"} <= {*lines}


def test_a_refused_order_is_answered_with_its_kind_of_the_same_units_first() -> None:
    played = table({"8GA-1": "bridgehead", "61-1": "kustrin", "303": "seelow"})
    played.order("koniev", "pass")
    (ruling,) = played.order("zhukov", "reserve 8GA-1 letschin muncheberg")
    assert ruling.verdict == "refused"
    assert {line.split()[0] for line in ruling.legal} == {"reserve"}
    assert {line.split()[1] for line in ruling.legal} == {"8GA-1"}


def test_a_refused_discard_is_answered_with_the_chit_that_is_held() -> None:
    hands = {"zhukov": ["event-3"], "koniev": ["event-1"]}
    played = Tabletop(GAME, {}, segment="D.3", hands=hands)
    (ruling,) = played.order("zhukov", "discard 4")
    assert (ruling.verdict, ruling.rule, ruling.legal) == ("refused", "5.5.a", ("discard 3",))


WEAK = {"61-1": "bridgehead reduced", "61-2": "bridgehead reduced", "47-1": "kustrin", "33-1": "lebus"}
GERMANS = {"303": "seelow", "20PzGr": "seelow", "Kurmark": "seelow", "309": "sudl-oderbruch"}
NAMES = {"seelow": "Seelow", "sudl-oderbruch": "Südl. Oderbruch"}


def attacks(state: State, size: int) -> Iterator[str]:
    """The attacks of so many units that stand, each looked at by itself."""
    for some in combinations(WEAK, size):
        for space, name in NAMES.items():
            if not refusal(check_attack, state, Order("combat", {"units": some, "zone": space})):
                yield f"combat {' '.join(some)} at {name}"


@pytest.mark.parametrize("size", [1, 2])
def test_attacks_are_listed_if_and_only_if_they_stand(size: int) -> None:
    state = table(WEAK | GERMANS).state
    stand = sorted(attacks(state, size))
    listed = (attacks_alone if size == 1 else attacks_together)(state, ready(state))
    assert sorted(line for line in listed if line.partition(" at ")[0].count(" ") == size) == stand
    assert 0 < len(stand) < len(NAMES) * len(list(combinations(WEAK, size)))


def test_every_line_of_the_form_stands_alone_beside_a_chit_whose_lines_stand_only_together() -> None:
    """Chit 7 lets an army move and fight: its attack is legal below its move, and not by itself."""
    units = {"47-1": "kustrin", "47-2": "kustrin", "303": "seelow", "309": "sudl-oderbruch"}
    played = table(units, hands={"zhukov": ["event-7"], "koniev": []})
    played.order("koniev", "pass")
    (asked,) = played.state.waiting()
    lines = filled_in(find_game(GAME), played.state, asked)[1:]
    fights = list[str]()
    for line in (line for line in lines if line.startswith("combat")):
        head, dots, choices = line.partition(" ...")
        fights += [f"{head} {choice}" for choice in named_in(choices)] if dots else [line.split("  #")[0]]
    assert fights
    for line in fights:
        assert would_stand(find_game(GAME), played.state, asked, [], line), line


def test_the_form_of_an_impulse_is_short_and_has_each_unit_once_whatever_chits_there_are() -> None:
    game = find_game(GAME)
    for state, one in asked(GAME):
        if one.topic == "impulse":
            held = state.but(hands={**state.hands, one.player: ("event-7",)})
            lines = filled_in(game, game.view(held, one.player), one)
            assert len(lines) <= 45
            units = [line for line in lines if line.startswith("move ") and not line.startswith("move ...")]
            assert len(units) == len({line.split(" ...")[0] for line in units}) > 10


def test_a_line_of_the_form_has_one_spelling_in_its_order_and_in_its_choices() -> None:
    lines = ["reserve Ragen furstenberg", "reserve Ragen lieberose", "reserve Ragen"]
    assert left_open(find_game(GAME), lines) == "reserve Rägener ...  # Fürstenberg; Lieberose; or nothing"


def test_what_is_offered_for_a_refused_line_leaves_room_for_the_lines_below_it() -> None:
    """Four units at most (4.1.2.a): beside three others one more may act, and not two."""
    others = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "61-1": "kustrin", "712": "lebus"}
    units = {"47-1": "kustrin", "47-2": "kustrin", "309": "sudl-oderbruch", **others}
    played = table(units, hands={"zhukov": ["event-7"], "koniev": []})
    played.order("koniev", "pass")
    lines = ["move 47-1 sudl-oderbruch", "combat 8GA-1 8GA-2 at lebus", "move 61-1 reppen"]
    ruling = played.order("zhukov", "\n".join(lines))[0]
    assert (ruling.verdict, ruling.rule) == ("refused", "4.2.1.a")
    assert "move 47-1 Reppen" in ruling.legal
    assert not [line for line in ruling.legal if "47-2" in line]


def test_the_question_for_an_impulse_shows_orders_that_would_stand() -> None:
    played = table({"8GA-1": "bridgehead", "8GA-2": "bridgehead", "303": "seelow"})
    played.order("koniev", "pass")
    asked = played.state.waiting()[0]
    assert asked.answers == ("combat 8GA-1 at Seelow", "move 8GA-2 Lebus", "pass")


def test_the_question_for_an_impulse_reminds_of_what_must_be_done_first() -> None:
    played = table({"33-1": "guben", "33-2": "furstenberg", "391": "cottbus"})
    played.order("koniev", "pass")
    asked = played.state.waiting()[0]
    assert "7.3.2.b" in asked.question
    assert asked.answers[0].startswith("move 33-1 ")
    assert (asked.default, asked.silence) == ("", "")
