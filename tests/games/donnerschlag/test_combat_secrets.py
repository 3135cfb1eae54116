"""What an enemy learns of a hand in a combat: nothing, before a card is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.judging.referee import judge
from adjudicator.snapshot import canonical, pack
from tests.tabletop import Tabletop

from .fights import HEX, fight, table

UNITS = {"I-11 Pz": "1918", "II-114 PzG": "1918", "302-1": HEX}
ATTACK = f"attack {HEX} with I-11 Pz, II-114 PzG"
PASS = "if asked window then pass"


def known(laid: Tabletop, side: str) -> Any:
    """All that a side can see of the game."""
    told = [(event.kind, event.rule, event.facts()) for event in laid.events if event.seen_by(side)]
    return canonical(pack(laid.game.view(laid.state, side))), told


def fought(hand: Sequence[str], standing: Sequence[str] = ()) -> Tabletop:
    """An Axis attack on a Soviet player with this hand, who has answered the first window or not."""
    lines = {"axis": (), "soviet": tuple(standing)}
    return fight(UNITS, ATTACK, hands={"soviet": hand}, dice=[4], standing=lines)


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_the_axis_see_the_same_whatever_the_soviets_hold_and_whether_they_have_answered() -> None:
    hands = (("AMBUSH-1", "FRESH-1"), ("KATYUSHA-1", "FRONT-1"), ("SECONDV-1", "REPLV-1"))
    waiting = [known(fought(hand), "axis") for hand in hands]
    passed = [known(fought(hand, (PASS,)), "axis") for hand in hands]
    assert all(one == waiting[0] for one in (*waiting, *passed))


@pytest.mark.rule("D.combat.5")
def test_a_card_that_is_sealed_is_not_seen_before_the_window_opens() -> None:
    quiet = known(fought(("AMBUSH-1",), (PASS,)), "axis")
    sealed = known(fought(("AMBUSH-1",), ("if asked window 1 then card AMBUSH-1",)), "axis")
    assert quiet == sealed


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_passed_windows_read_alike_for_every_hand() -> None:
    ends = []
    for hand in (("AMBUSH-1",), ("FRONT-1",)):
        laid = fought(hand, (PASS,))
        laid.order("axis", "pass")
        laid.order("axis", "pass")
        ends.append(known(laid, "axis"))
    assert ends[0] == ends[1]


def answered_ahead(sides_line: str, dice: Sequence[int], hand: Sequence[str] = ("SECONDV-1",)) -> Tabletop:
    """The Axis attack and play no card in it; the Soviet player answers the first window by one line."""
    laid = fight(UNITS, ATTACK, hands={"soviet": hand}, dice=dice, standing={})
    for side, line in (("axis", "pass combat"), ("soviet", sides_line)):
        assert [ruling.verdict for ruling in laid.order(side, line)] == ["done"] * len(line.splitlines())
    return laid


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_one_answer_passes_both_windows_of_a_combat_and_no_other_combat() -> None:
    laid = answered_ahead("pass combat", [4])
    assert [one["result"] for one in laid.found("OddsResolved")] and laid.state.waiting()[0].topic != "window"
    laid = fight(
        {**UNITS, "I-4 PzG": "1718", "302-3": "1618"}, ATTACK, dice=[4, 4], standing={},
        hands={"soviet": ("SECONDV-1",)},
    )  # fmt: skip
    for side, line in (("axis", "pass combat"), ("soviet", "pass combat"), ("axis", "no advance")):
        laid.order(side, line)
    laid.order("axis", "attack 1618 with I-4 PzG")
    assert {one.player for one in laid.state.waiting() if one.topic == "window"} == {"axis", "soviet"}


@pytest.mark.rule("D.combat.8")
@pytest.mark.parametrize(
    ("line", "dice", "rolls"),
    [
        ("card SECONDV-1 if die>=4", [4, 2], 2),
        ("card SECONDV-1 if die >= 5", [4], 1),
        ("card SECONDV-1 if die<=2", [4], 1),
        ("card SECONDV-1 if loss", [6, 1], 2),
    ],
)
def test_a_card_after_the_die_is_ordered_before_it_on_a_condition(
    line: str, dice: list[int], rolls: int
) -> None:
    laid = answered_ahead(line, dice)
    assert len(laid.found("OddsResolved")) == rolls
    assert ("SECONDV-1" in laid.state.hands["soviet"]) == (rolls == 1)


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_a_card_before_the_die_and_one_after_it_are_one_email() -> None:
    laid = answered_ahead("card AMBUSH-1\ncard SECONDV-1 if die>=4", [4, 2], ("AMBUSH-1", "SECONDV-1"))
    assert len(laid.found("OddsResolved")) == 2 and laid.state.waiting()[0].topic != "window"


@pytest.mark.rule("D.combat.5")
def test_who_has_answered_for_the_rest_of_the_combat_is_not_seen_by_the_enemy() -> None:
    quiet = fought(("SECONDV-1",), (PASS,))
    ahead = fought(("SECONDV-1",))
    ahead.order("soviet", "card SECONDV-1 if die>=4")
    assert known(ahead, "axis") == known(quiet, "axis")
    assert "SECONDV-1 if" in repr(known(ahead, "soviet"))


@pytest.mark.rule("D.combat.8")
def test_a_card_before_the_die_takes_no_condition() -> None:
    laid = fought(("AMBUSH-1",))
    (ruling,) = laid.order("soviet", "card AMBUSH-1 if die>=4")
    assert (ruling.verdict, ruling.rule, ruling.legal) == ("refused", "D.combat.8", ("card AMBUSH-1",))
    (unread,) = laid.order("soviet", "card AMBUSH-1 if it rains")
    assert unread.verdict == "unreadable" and "die<=2" in unread.why


@pytest.mark.rule("D.combat.5")
def test_a_later_email_replaces_an_answer_for_the_whole_combat() -> None:
    laid = fought(("AMBUSH-1", "SECONDV-1"))
    for sheet, line in enumerate(("pass combat", "card AMBUSH-1"), 2):
        judge(laid.game, laid.play, "soviet", [(1, line)], sheet)
    judge(laid.game, laid.play, "axis", [(1, "pass combat")], 4)
    assert [one.topic for one in laid.state.waiting()] == ["window"]
    assert laid.state.waiting()[0].player == "soviet"


@pytest.mark.rule("D.combat.5", "D.combat.8")
@pytest.mark.parametrize(
    ("below", "dice", "played"),
    [
        ("card SECONDW-1 if die<=2", [1, 5], {"ENGR-1", "SECONDW-1"}),
        ("card SECONDW-1 if die<=2", [5], {"ENGR-1"}),
        ("pass combat", [5], {"ENGR-1"}),
        ("card ARTY-1", [5], {"ENGR-1", "ARTY-1"}),
        ("card ARTY-1\ncard SECONDW-1 if die<=2", [1, 5], {"ENGR-1", "ARTY-1", "SECONDW-1"}),
    ],
)
def test_lines_below_an_attack_replace_no_card_that_it_names(
    below: str, dice: list[int], played: set[str]
) -> None:
    laid = attack_on_a_station(f"{ATTACK_3614} card ENGR-1\n{below}\nend combat", dice)
    assert {"ENGR-1", "ARTY-1", "SECONDW-1"} - set(laid.state.hands["axis"]) == played


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_two_cards_of_an_attack_come_before_the_one_below_it() -> None:
    sheet = f"{ATTACK_3614} card ENGR-1, ARTY-1\ncard SECONDW-1 if die<=2\nend combat"
    laid = attack_on_a_station(sheet, [1, 5])
    assert [card for card in ("ENGR-1", "ARTY-1", "SECONDW-1") if card in laid.state.hands["axis"]] == []


@pytest.mark.rule("D.combat.5", "D.combat.8")
@pytest.mark.parametrize(
    ("cards", "later", "played"),
    [
        (("ENGR-1",), "card SECONDW-1 if die<=2", {"ENGR-1", "SECONDW-1"}),
        (("ENGR-1", "ARTY-1"), "pass combat", set()),
        (("ENGR-1",), "pass", set()),
    ],
)
def test_a_later_email_takes_the_card_of_an_attack_back_only_if_it_says_so(
    cards: tuple[str, ...], later: str, played: set[str]
) -> None:
    laid = attack_on_a_station(f"{ATTACK_3614} card {', '.join(cards)}", [1, 5], standing={})
    judge(laid.game, laid.play, "axis", [(1, later)], 2)
    for sheet in range(3, 6):
        judge(laid.game, laid.play, "soviet", [(1, "pass")], sheet)
    assert {"ENGR-1", "ARTY-1", "SECONDW-1"} - set(laid.state.hands["axis"]) == played


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_a_card_of_an_attack_that_was_not_played_before_the_die_answers_nothing_after_it() -> None:
    laid = attack_on_a_station(f"{ATTACK_3614} card ENGR-1, ARTY-1", [1, 5], standing={})
    judge(laid.game, laid.play, "axis", [(1, "pass")], 2)
    judge(laid.game, laid.play, "soviet", [(1, "pass")], 3)
    assert {one.player for one in laid.state.waiting()} == {"axis", "soviet"}
    assert [one["text"] for one in laid.found("OrderDropped")] == ["card ARTY-1"]
    told = judge(laid.game, laid.play, "axis", [(1, "card SECONDW-1")], 4)
    assert [one.verdict for one in told] == ["done"]


@pytest.mark.rule("D.combat.8")
def test_an_attack_names_no_card_for_after_the_die() -> None:
    laid = attack_on_a_station("", [])
    told = laid.order("axis", f"{ATTACK_3614} card ENGR-1, SECONDW-1")
    assert [(one.verdict, one.rule) for one in told] == [("refused", "D.combat.8")]


@pytest.mark.rule("D.combat.5", "D.combat.8")
@pytest.mark.parametrize("named", ["", " card ENGR-1"])
def test_a_card_below_a_second_attack_is_for_that_one(named: str) -> None:
    sheet = (
        f"attack 3614 with I-11 Pz{named}\nattack 3713 with II-11 Pz\ncard SECONDW-1 if die<=2\nend combat"
    )
    laid = attack_on_a_station(sheet, [1, 1, 5, 5])
    assert [one["space"] for one in laid.found("OddsResolved")] == ["3614", "3713", "3713"]


ATTACK_3614 = "attack 3614 with I-11 Pz, II-11 Pz"


def attack_on_a_station(
    sheet: str, dice: list[int], standing: Mapping[str, Sequence[str]] | None = None
) -> Tabletop:
    """Tanks attack Gremyachaya, a station; the Soviet player has a standing order to play no card, or
    none."""
    units = {"I-11 Pz": "3714", "II-11 Pz": "3714", "302-3": "3614", "302-1": "3713"}
    kept = (
        {
            "axis": (PASS, "if asked loss then weakest first", "if asked advance then no"),
            "soviet": ("if asked window then pass",),
        }
        if standing is None
        else standing
    )
    hands = {"axis": ("ENGR-1", "ARTY-1", "SECONDW-1")}
    laid = table(units, hands=hands, dice=dice, standing=kept)
    laid.order("axis", sheet)
    return laid
