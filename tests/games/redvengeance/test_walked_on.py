"""Clauses walked as players walk them, past the set-up: Snipers, the night, artillery, Reserve and the prices of
fortifications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.games.redvengeance.campaign import campaign, own
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, other
from tests.games.redvengeance.by_mail import Date, a_date, bought
from tests.games.redvengeance.test_walked import DE, FIRST, NIGHT, RU, Script, row, walked

ATTACKS: dict[str, Any] = {**NIGHT, "chits": {DE: "attack", RU: "idle"}}
"""A night in which the German attacks, and the Russian sets up first."""


def set_up(date: Date, *lines: tuple[str, str]) -> Date:
    """The set-up by mail: these lines of the sides, and both are done; the firefight has begun."""
    while date.state.segment != "PLAY":
        (asked,) = [one.player for one in date.state.waiting()]
        date.good(asked, *(text for side, text in lines if side == asked), "pass")
    return date


def both(date: Date, line: str, first: str = RU) -> None:
    """Both sides report the same."""
    walked(date, [(first, line, "waiting"), (other(first), line, "done")])


# -- CG3 Snipers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "hexes", "acts", "script"), [
    row("CG3.3", 1, "B12,R12", "R12", [(DE, "roll SNIPER hex=B12", "CG3.3"), (DE, "roll SNIPER", "done")]),
    row("CG3.3", 3, "R12,B12", "R12", [(DE, "roll SNIPER", "done")]),
    row("CG3.4", 4, "B12,R12", "B12", [(DE, "roll SNIPER", "done")]),
    row("CG3.4", 6, "R12,B12", "B12", [(DE, "roll SNIPER", "done")]),
    row("CG3.5", 1, "R2,R20", "R20", [
        (DE, "roll SNIPER", "CG3.5"), (DE, "roll SNIPER hex=B12", "CG3.5"),
        (DE, "roll SNIPER hex=R20", "done"),
    ]),
    row("CG3.2", 1, "B12,R12", "S12", [
        (DE, "report SNIPERS of=german B12,Q12", "CG3.2"), (RU, "report SNIPERS of=german C12,R12", "CG3.2"),
        (DE, "report SNIPERS of=german B12,S12", "waiting"),
        (RU, "report SNIPERS of=german B12,S12", "done"), (DE, "roll SNIPER", "done"),
    ]),
])  # fmt: skip
def test_two_snipers_that_were_set_up(dr: int, hexes: str, acts: str, script: Script) -> None:
    date = set_up(a_bought_date(dr), (DE, f"setup SNIPERS {hexes}"))
    walked(date, script)
    assert f"The german Sniper in {acts} is activated." in date.heard(RU)


def a_bought_date(*dice: int, **facts: Any) -> Date:
    """A date for which nobody has bought anything; these dice are still to come."""
    return bought((), (), *dice, **facts)


# -- CG7 the night ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chits", "dice", "defends"), [
    row("CG7.2 CG7.3 RePh8.6233.d", ("attack", "idle"), (), DE),
    row("CG7.2 CG7.3 RePh8.6233.c", ("idle", "attack"), (), RU),
    row("RePh8.6233.b RePh8.6233.a", ("attack", "attack"), (1, 6), DE),
    row("RePh8.6233.b RePh8.6233.a", ("attack", "attack"), (6, 1), RU),
])  # fmt: skip
def test_who_defends_by_night_has_a_leader_that_is_free(
    chits: tuple[str, str], dice: tuple[int, ...], defends: str
) -> None:
    facts: dict[str, Any] = {**NIGHT, "segment": "8.6151", "chits": {}}
    stock = {"chits-russian": 7, "chits-german": 3, "cpp-russian": 0, "cpp-german": 0}
    date = a_date(*[3] * 4, *dice, tracks=stock, **facts, there=led("K20"), enemies=led("H0"))
    for side, chit in zip((RU, DE), chits, strict=True):
        date.good(side, f"chit {chit}")
    for side in (RU, DE):
        date.good(side, "pass")
    assert [one.player for one in date.state.waiting()] == [defends], "who moves second sets up first"
    set_up(date)
    assert date.state.frame.facts["mover"] == other(defends)
    walked(date, [(other(defends), "roll FREEDOM", "CG7.3"), (defends, "roll FREEDOM", "done")])
    assert own(date.state, defends).free == (f"L{defends[0]}", f"S{defends[0]}")


def led(at: str) -> dict[str, str]:
    """A leader with a squad, and a worse one elsewhere."""
    side, squad, away = ("g", "6-5-8", "A20") if at == "K20" else ("r", "4-5-8", "J0")
    return {f"L{side}": f"9-1 {at}", f"S{side}": f"{squad} {at}", f"W{side}": f"8-0 {away}"}


@pytest.mark.rule("CG7.4")
@pytest.mark.parametrize(("dr", "free"), [(1, "A"), (2, "B")])
def test_of_equal_leaders_one_is_free_by_chance_and_only_his_side_hears_it(dr: int, free: str) -> None:
    date = a_bought_date(dr, **NIGHT, there={"A": "9-1 K20", "B": "9-1 A20", "C": "8-1 A20"})
    set_up(date)
    date.good(DE, "roll FREEDOM")
    assert own(date.state, DE).free[0] == free
    assert not any("may move by night" in text for text in date.heard(RU))


@pytest.mark.rule("CG7.7")
def test_bought_sw_are_dismantled_under_a_cloaking_counter() -> None:
    date = bought(("buy I7 mode=map",), (), **ATTACKS)
    date.good(RU, "pass")
    walked(date, [
        (DE, "setup GE-I7#1-5 hex=K20 cloak=yes", "done"),
        (DE, "setup GE-I7#1-1 hex=K20 cloak=yes", "CG7.7"), (DE, "setup GE-I7#1-1 hex=K20", "done"),
        (DE, "setup GE-I7#1-1 hex=K20 cloak=yes dm=yes", "done"),
    ])  # fmt: skip
    assert {"cloaked", "dismantled"} <= date.state.units["GE-I7#1-1"].flags


@pytest.mark.rule("CG7.9")
def test_a_vehicle_that_enters_by_night_releases_those_with_a_radio() -> None:
    date = set_up(bought(("buy V2",), (), **ATTACKS, there={"V": "mk-iv-h K20"}))
    walked(date, [
        (DE, "enter GE-V2#1-1 hex=A20", "done"), (DE, "report RELEASE unit=V", "CG7.9"),
        (DE, "report RELEASE unit=V radio=yes", "done"),
    ])  # fmt: skip


# -- CG9, CG10 artillery ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "facts", "lines", "told"), [
    row("CG9.3 CG9.4", DE, {"control": {"h25": DE}}, [
        "buy O1 carrier=pigeon", "buy O1 carrier=phone mode=entry", "buy O1 carrier=phone"], ["CG9.3", "CG9.4", "done"]),
    row("CG9.4", RU, {}, ["buy O3 carrier=phone mode=entry", "buy O3 carrier=radio mode=entry"],
        ["CG9.4", "done"]),
    row("CG9.6", DE, {"control": {"a20": DE}}, ["buy O1 carrier=phone", "buy O1 carrier=radio"],
        ["CG9.6", "done"]),
    row("CG9.8", DE, {}, ["oba O1 carrier=radio"], ["CG9.8"]),
    row("CG10.2", RU, {"control": {"h0": RU, "a5": RU, "mm20": RU, "h25": RU, "k12": RU}}, [
        "buy O3 carrier=offboard", "buy O8", "oba O3 observer=H25", "oba O3 observer=F0",
        "oba O3 observer=K12", "oba O3 observer=A5", "oba O3 observer=MM20", "oba O3 observer=H0"],
        ["done", "done", "CG10.2", "CG10.2", "CG10.2", "done", "done", "done"]),
    row("CG10.3 RG-DE-O4", DE, {}, ["buy O1 carrier=offboard"], ["CG10.3"]),
    row("CG10.5", RU, {}, ["buy O7", "oba O7 observer=K13", "oba O7 observer=MM20", "oba O7 observer=A24"],
        ["done", "CG10.5", "done", "done"]),
])  # fmt: skip
def test_what_a_sheet_says_of_artillery_is_told(
    side: str, facts: dict[str, Any], lines: Sequence[str], told: list[str]
) -> None:
    date = a_date(**facts)
    found = date.send(side, *lines, "as is")[: len(lines)]
    assert [one if one != "waiting" else "done" for one in found] == told, [one.why for one in date.said]
