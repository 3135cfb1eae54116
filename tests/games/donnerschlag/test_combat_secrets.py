"""What an enemy learns of a hand in a combat: nothing, before a card is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.snapshot import canonical, pack
from tests.tabletop import Tabletop

from .fights import HEX, fight

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
