"""Rules 0.1d, 0.1e and 0.2k in combat: what is shown when, and what a player may know before he attacks."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.by_mail.view import view
from adjudicator.games.koenigsberg45.combat.r07_attack import check_target, visible
from tests.tabletop import Tabletop

from .country import why
from .fights import combat, fight, odds, refused, resolved

PAIR = {"131": "2020", "45": "2120"}


def seen(table: Tabletop, side: str) -> list[str]:
    """The enemy units that a side knows of on the map."""
    units = view(table.state, side).units.values()
    return sorted(unit.id for unit in units if unit.side != side and unit.at in table.state.board.spaces)


# -- 0.1e, 0.1d what is shown ----------------------------------------------------------------------


STACK = {"1": "2020", "605 zbv": "2020", "HQ 26": "2020", "45": "2120", "72": "2120"}


@pytest.mark.rule("0.1e.1", "0.1e.2")
def test_a_stack_is_shown_when_it_is_attacked_and_not_before() -> None:
    table = combat(STACK, dice=[6])
    assert seen(table, "soviet") == ["1", "21"]
    table.order("soviet", "attack 2020 with 45")
    assert table.asked()[0] == "9.0.1"
    assert {*seen(table, "soviet")} == {"1", "21", "605 zbv", "HQ 26"}


@pytest.mark.rule("0.1e.2")
def test_only_the_attackers_of_a_stack_are_shown_and_after_the_combat_nobody() -> None:
    table = combat({**STACK, "605 zbv": "2020 reduced"}, dice=[4])
    table.order("soviet", "attack 2020 with 72")
    assert seen(table, "german") == ["20", "45"]
    assert seen(table, "soviet") == ["1", "21"]
    (shown,) = [one["about"]["revealed"] for one in table.found("SegmentNoted") if "revealed" in one["about"]]
    assert {*shown} == {"72", "1", "605 zbv", "HQ 26"}
    assert resolved(table)["result"] == "A1"


@pytest.mark.rule("0.2k.1")
@pytest.mark.parametrize("way", ["roads", "rails", "autobahn"])
def test_road_railroad_and_autobahn_alike_are_bridges_for_an_attack(way: str) -> None:
    units = {"1": "2020", "72": "2120"}
    assert refused(units, "attack 2020 with 72", major=["2020/2120"]) == ("refused", "3.5.5")
    bridge: dict[str, Any] = {way: ["2020 2120"]}
    fight(units, "attack 2020 with 72", dice=[3], major=["2020/2120"], **bridge)


@pytest.mark.rule("0.1e.3")
def test_an_announced_attack_is_rolled_however_bad_it_turns_out() -> None:
    units = {"131": "2020", "1": "2020", "45": "2120"}
    table = fight(units, "attack 2020 with 45", dice=[1])
    assert odds(table) == (6, 11, "1-2")
    assert resolved(table)["result"] == "A2"
    assert table.at("45") == "eliminated"


@pytest.mark.rule("0.1d.4", "0.1e.3")
def test_a_condition_sees_the_top_of_a_stack_and_nothing_below_it() -> None:
    hidden = combat({"131": "2020", "549 VG": "2020", "45": "2120", "72": "2121"}, dice=[3])
    open_ = combat({"131": "2020", "45": "2120", "72": "2121"}, dice=[3])
    for table in (hidden, open_):
        assert table.verdict("soviet", "attack 2020 with 45 if odds >= 2-1")[0] == "not-judged"
        assert "battle" not in [frame.segment for frame in table.state.frames]
        assert table.verdict("soviet", "attack 2020 with 45, 72 if odds >= 2-1")[0] == "done"
    assert odds(hidden)[2] == "1-1"
    assert odds(open_)[2] == "2-1"


@pytest.mark.rule("0.1d.4", "0.1e.1")
def test_a_condition_on_a_stack_under_a_marker_is_refused_and_odds_are_told_to_nobody() -> None:
    table = combat({"131": "2020 full out-of-supply", "45": "2120"}, dice=[3])
    assert table.verdict("soviet", "attack 2020 with 45 if odds >= 1-2") == ("refused", "0.1d.4")
    assert [r.verdict for r in table.order("soviet", "odds 2020 with 45")] == ["unreadable"]
    assert table.verdict("soviet", "attack 2020 with 45") == ("done", "")


@pytest.mark.rule("0.1e.1")
def test_refusals_are_the_same_whatever_lies_below_the_top() -> None:
    orders = ("attack 2020 with 45", "attack 2020 with 72 if odds >= 9-1", "attack 2119 with 72")
    for order in orders:
        texts = []
        for below in ("605 zbv", "HQ 26"):
            units = {"1": "2020", below: "2020", "45": "2320", "72": "2120"}
            (ruling,) = combat(units).order("soviet", order)
            texts.append((ruling.verdict, ruling.rule, ruling.why, ruling.legal))
        assert texts[0] == texts[1]


@pytest.mark.rule("0.1e.1")
def test_plans_of_the_attacker_reach_nobody_else() -> None:
    units = {**PAIR, "HQ 5": "2120", "72": "2120"}
    order = "attack 2020 with 45 advance 45 to 2020 with HQ 5"
    table = fight(units, order, dice=[6])
    told = [str(event.facts()) for event in table.events if event.seen_by("german")]
    assert table.asked()[1] == "german"
    told.append(str(view(table.state, "german").frames))
    assert not any("'45', ('2020',)" in text or "'HQ 5'" in text for text in told)


@pytest.mark.rule("7.0.1")
def test_all_are_those_who_may_attack_and_never_nobody() -> None:
    units = {**PAIR, "45": "2220"}
    assert refused(units, "attack 2020 with all") == ("refused", "7.0.1")
    table = fight({**PAIR, "72": "2121", "65": "2320"}, "attack 2020 with all", dice=[1])
    assert set(resolved(table)["attackers"]) == {"45", "72"}


@pytest.mark.rule("7.0.1", "0.4.1")
@pytest.mark.parametrize(
    ("unit", "words"),
    [("131", "is not yours"), ("HQ 5", "is not a combat unit"), ("72", "is not activated to attack")],
)
def test_who_cannot_attack_is_told_why(unit: str, words: str) -> None:
    units = {**PAIR, "HQ 5": "2120", "72": "2121"}
    table = combat(units, state={"activated": ["45", "20"]})
    rule, text, _ = why(table, "soviet", f"attack 2020 with 45, {unit}")
    assert rule == "7.0.1" and words in text


@pytest.mark.rule("7.0.1")
def test_a_unit_that_is_not_on_the_map_is_adjacent_to_nothing() -> None:
    table = combat({**PAIR, "72": "eliminated"}, state={"activated": ["45", "72", "20"]})
    rule, text, _ = why(table, "soviet", "attack 2020 with 72")
    assert rule == "7.0.1" and "not adjacent" in text


@pytest.mark.rule("7.0.2")
@pytest.mark.parametrize(("space", "words"), [("2021", "only an HQ is in"), ("2221", "there is no enemy in")])
def test_a_target_without_combat_units_is_refused_for_what_is_in_it(space: str, words: str) -> None:
    table = combat({**PAIR, "HQ 26": "2021", "72": "2121"})
    rule, text, _ = why(table, "soviet", f"attack {space} with 72")
    assert rule == "7.0.2" and words in text


@pytest.mark.rule("7.0.2", "0.1e.1")
def test_a_hex_under_a_marker_may_be_attacked_by_who_sees_nothing_of_it() -> None:
    table = combat({"131": "2020 full out-of-supply", "45": "2120"})
    seen_by_soviets = view(table.state, "soviet")
    assert visible(seen_by_soviets, "2020", "soviet") is None
    check_target(seen_by_soviets, "2020", "soviet")


@pytest.mark.rule("0.1d.4", "0.1e.1", "0.4.1")
def test_an_hq_on_top_hides_what_a_condition_could_be_measured_by() -> None:
    table = combat({"131": "2020", "HQ 26": "2020", "45": "2120"}, state={"tops": {"2020": "HQ 26"}})
    assert table.verdict("soviet", "attack 2020 with 45 if odds >= 1-2") == ("refused", "0.1d.4")


@pytest.mark.rule("0.1d.4", "0.1e.3")
def test_a_condition_on_hopeless_odds_is_not_met() -> None:
    units = {"S69": "2020", "605 zbv": "2120 reduced"}
    table = combat(units, active="german")
    (ruling,) = table.order("german", "attack 2020 with 605 zbv if odds >= 1-2")
    assert (ruling.verdict, ruling.rule) == ("not-judged", "0.1d.4")
    assert "worse than 1-2" in ruling.why
    (dropped,) = [event for event in table.events if event.kind == "OrderDropped"]
    assert (dropped.rule, dropped.to) == ("0.1d.4", ("german",))


@pytest.mark.rule("0.1e.1")
def test_a_stack_is_arranged_while_attacks_are_asked_for() -> None:
    table = combat({**PAIR, "72": "2120"})
    assert table.verdict("soviet", "top 2120 72") == ("done", "")
    assert table.state.facts["tops"] == {"2120": "72"}
