"""Whole sheets: what a slip costs in an impulse, and orders for the next one in the same mail."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.judging.referee import judge
from adjudicator.judging.what_if import would_stand
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.waiting_lines import kept_in
from tests.tabletop import Tabletop

UNITS = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "47-1": "kustrin", "303": "seelow"}
SHEET = "move 8GA-1 muncheberg\ncombat 8GA-2 at potsdam\nmove 8GA-3 goritz\nmove 47-1 goritz"


HANDS: dict[str, list[str]] = {"zhukov": [], "koniev": []}


def impulse() -> Tabletop:
    return Tabletop("raceforberlin", UNITS, turn=3, segment="C.1", dice=[4], hands=HANDS)


def verdicts(table: Tabletop, side: str, sheet: str) -> list[str]:
    return [ruling.verdict for ruling in table.order(side, sheet)]


def test_one_good_line_of_four_does_not_use_up_the_impulse() -> None:
    table = impulse()
    assert verdicts(table, "zhukov", SHEET) == ["refused", "refused", "unreadable", "waiting"]
    assert table.state.segment == "C.1"
    assert not table.found("ImpulsePlanned")
    assert table.at("47-1") == "kustrin"


def test_lines_put_right_join_the_plan_and_it_is_carried_out_when_none_is_bad() -> None:
    table = impulse()
    table.order("zhukov", SHEET)
    assert verdicts(table, "zhukov", "combat 8GA-2 at seelow") == ["waiting"]
    assert table.state.segment == "C.1"
    assert verdicts(table, "zhukov", "as is") == ["done"]
    assert table.found("ImpulsePlanned")[0]["modes"] == {"8GA-2": "combat", "47-1": "move"}


def test_the_one_bad_line_put_right_carries_out_the_whole() -> None:
    table = impulse()
    assert verdicts(table, "zhukov", "combat 8GA-1 at seelow\nmove 8GA-2 muncheberg") == [
        "waiting",
        "refused",
    ]
    table.order("zhukov", "move 8GA-2 goritz")
    assert table.found("ImpulsePlanned")[0]["modes"] == {"8GA-1": "combat", "8GA-2": "move"}


def test_a_new_version_takes_the_place_of_the_old_one() -> None:
    table = impulse()
    table.order("zhukov", SHEET)
    table.order("zhukov", "move 47-1 goritz")
    assert table.found("ImpulsePlanned")[0]["modes"] == {"47-1": "move"}


def test_a_refused_line_whose_unit_acts_by_another_holds_nothing_back() -> None:
    table = impulse()
    assert verdicts(table, "zhukov", "combat 8GA-1 at potsdam\nmove 8GA-1 goritz") == ["refused", "done"]


KONIEV = {"3GTA-1": "triebel", "391": "beeskow"}
LATER = "move 391 furstenwalde"


def koniev() -> Tabletop:
    return Tabletop("raceforberlin", KONIEV, turn=3, segment="C.2", dice=[6, 1, 1], hands=HANDS)


def test_the_clauses_of_an_attack_may_stand_in_any_order() -> None:
    read = impulse().game.grammar().read
    lines = (
        "combat 8GA-1 at seelow chit8 303 advance 8GA-1",
        "combat 8GA-1 at seelow advance 8GA-1 chit8 303",
    )
    assert read(lines[0]).args == read(lines[1]).args


@pytest.mark.parametrize("first", ["move 3GTA-1 priebus", "pass"])
def test_the_next_impulses_orders_may_lie_in_the_same_mail(first: str) -> None:
    table = koniev()
    assert verdicts(table, "koniev", f"{first}\n{LATER}")[0] == "done"
    assert [one["segment"] for one in table.found("ImpulsePlanned")][-1:] == ["C.3"]
    assert table.at("391") == "furstenwalde"


def test_orders_for_a_later_impulse_wait_while_the_other_side_acts_and_lapse_with_the_phase() -> None:
    units = {"8GA-1": "bridgehead", "21Pz": "cottbus", "3GTA-1": "triebel"}
    table = Tabletop("raceforberlin", units, turn=3, segment="C.1", dice=[1, 6], hands=HANDS)
    assert verdicts(table, "zhukov", "pass\nmove 21Pz spremberg") == ["done", "waiting"]
    assert [line.order.text for line in kept_in(table.state, "zhukov")] == ["move 21Pz spremberg"]
    assert table.game.view(table.state, "koniev").kept == {}
    table.order("koniev", "pass")
    assert table.at("21Pz") == "spremberg"


@pytest.mark.parametrize("number", [1, 3])
def test_a_line_for_the_other_nationality_alone_waits_on_whichever_line_of_a_mail(number: int) -> None:
    """In a mail orders begin below its head, in a file to check on its first line: both are told the same."""
    table = koniev()
    table.order("zhukov", "pass")
    for told in (
        try_sheet(table.game, table.state, "koniev", [(number, LATER)]),
        judge(table.game, table.play, "koniev", [(number, LATER)], 2),
    ):
        assert [(one.verdict, one.rule) for one in told] == [("waiting", "")]
    assert [one.verdict for one in judge(table.game, table.play, "koniev", [(1, "pass")], 3)] == ["done"]
    assert table.at("391") == "furstenwalde"


@pytest.mark.rule("2.4.3", "E11.1")
@pytest.mark.parametrize("chit_first", [True, False])
def test_orders_for_the_german_impulse_are_not_queued_without_the_chit_beside_them(chit_first: bool) -> None:
    units = {"8GA-1": "bridgehead", "21Pz": "cottbus", "3GTA-1": "spremberg"}
    table = Tabletop(
        "raceforberlin", units, turn=7, segment="C.1", hands={"zhukov": ["event-11"], "koniev": []}
    )
    german = ["chit 11", "combat 21Pz at Spremberg"]
    told = table.order("zhukov", "\n".join(["move 8GA-1 goritz", *(german if chit_first else german[::-1])]))
    assert {(one.text, one.verdict, one.rule) for one in told} == {
        ("move 8GA-1 goritz", "waiting", ""),
        ("chit 11", "refused", "2.4.3"),
        ("combat 21Pz at Spremberg", "waiting", ""),
    }
    assert table.at("8GA-1") == "bridgehead"


def test_free_moves_beside_a_refused_one_wait() -> None:
    table = Tabletop("raceforberlin", {"69-1": "reppen", "47-1": "kustrin"}, turn=3, segment="D.1")
    sheet = "freemove 69-1 to frankfurt\nfreemove 47-1 to potsdam"
    assert verdicts(table, "zhukov", sheet) == ["waiting", "refused"]
    assert table.at("69-1") == "reppen"


def test_a_dry_run_tells_the_odds_and_the_results_of_an_attack() -> None:
    table = impulse()
    table.order("koniev", "pass")
    (ruling,) = try_sheet(table.game, table.state, "zhukov", [(1, "combat 8GA-1 8GA-2 at seelow")])
    assert "40 to 8, column 5:1 (defence 4 to 8: difficult terrain; die +1: complete Sov" in ruling.why
    assert "): die 1: D1, 2-3: D1R, 4-5: D2R, 6: D3R" in ruling.why


def test_lines_for_a_question_that_settled_itself_are_kept_for_the_next_as_the_pages_say() -> None:
    units = {"69-1": "furstenwalde", "47-1": "konigs-wusterhausen", "541": "storkow", "3GA-1": "triebel"}
    laid = Tabletop(
        "raceforberlin", units, turn=6, segment="C.1", dice=[4], tracks={"operations": 1}, hands=HANDS
    )
    laid.order("zhukov", "combat 69-1 47-1 at Storkow advance 47-1")
    assert laid.at("541") == "lubben", "its one loss and its one retreat have settled themselves"
    told = laid.order("koniev", "lose 541\nretreat 541 to Lubben")
    assert [(one.verdict, one.why) for one in told] == [("waiting", "for a later question")] * 2


@pytest.mark.rule("4.1.2.a")
def test_a_move_that_is_offered_is_read_as_it_is_meant_where_a_name_goes_on_like_a_zone() -> None:
    units = {"391": "furstenberg", "21Pz": "cottbus", "8GA-1": "kustrin", "11SS": "letschin"}
    played = Tabletop("raceforberlin", units, segment="C.3")
    asked, game = played.state.waiting()[0], find_game("raceforberlin")
    moves = [line for line in game.legal(played.state, asked) if line.startswith("move 11SS ")]
    assert any("oderbruch" in line.lower() for line in moves)
    for line in moves:
        assert would_stand(game, played.state, asked, [], line), line
