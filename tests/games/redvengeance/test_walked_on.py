"""Clauses walked as players walk them, past the set-up: Snipers, the night, artillery, Reserve, and prices
of the charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.position import other
from adjudicator.games.redvengeance.situation.campaign import own
from tests.games.redvengeance.by_mail import Date, a_date, bought
from tests.games.redvengeance.test_walked import DE, NIGHT, RU, Script, row, walked

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
    heard = date.heard(RU)
    assert f"The german Sniper in {acts} is activated." in heard
    assert any(text.startswith("The German Snipers are in ") and acts in text for text in heard)


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
        "buy O1 carrier=pigeon", "buy O1 carrier=phone mode=entry", "buy O1 carrier=phone"],
        ["CG9.3", "CG9.4", "done"]),
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


# -- Guns, vehicles, Reserve -----------------------------------------------------------------------------


@pytest.mark.rule("CG11.1")
def test_optional_armament_of_bought_vehicles_is_rolled_for_each_of_them() -> None:
    date = bought(("buy V2 mode=map",), ())
    date = set_up(date, (DE, "setup GE-V2#1-1,GE-V2#1-2 hex=S15"))
    roll, cpp = "roll ARMAMENT unit=GE-V2#1-{}".format, date.state.tracks["cpp-german"]
    walked(date, [(RU, roll(1), "CG11.1"), (DE, roll(1), "CG11.1")])
    (offered,) = date.said[0].legal
    assert offered == "report ARMAMENT type=mk-vd number=3"
    for wrong in ("type=tricycle number=3", "type=mk-vd number=7", "number=3"):
        walked(date, [(DE, f"report ARMAMENT {wrong}", "CG11.1")])
    both(date, offered)
    walked(date, [(DE, roll(1), "done"), (DE, roll(1), "CG11.1"), (DE, roll(2), "done")])
    assert date.state.tracks["cpp-german"] == cpp
    assert all("aamg" in date.state.units[f"GE-V2#1-{n}"].flags for n in (1, 2))


@pytest.mark.rule("CG11.5")
def test_what_was_removed_begins_in_the_area_of_its_vehicle() -> None:
    date = bought((), (), there={"V": "mk-iv-h S15"})
    walked(date, [
        (DE, "setup V hex=S15 removed=bmg", "done"), (DE, "setup V/bmg hex=K20", "CG11.5"),
        (DE, "hip V/bmg hex=K20", "CG11.5"), (DE, "setup V/bmg hex=S15", "done"),
    ])  # fmt: skip


@pytest.mark.rule("CG19.1", "CG19.3", "RePh8.621.8")
def test_guns_alone_are_hidden_free_and_anywhere_in_their_areas() -> None:
    date = bought(("buy G5", "buy I1 mode=map"), front_line={DE: [], RU: []})
    walked(date, [
        (DE, "hip GE-I1#1-1 hex=K20", "RePh8.621.8"), (DE, "hip GE-G5#1-1 hex=L20", "RePh8.6194.4"),
        *((DE, f"{verb} GE-G5#1-1 hex={at}", "done") for verb in ("hip", "setup") for at in ("K20", "A20")),
    ])  # fmt: skip


@pytest.mark.rule("CG22.7b")
def test_a_reserve_counter_is_lifted_when_an_enemy_is_within_three_hexes() -> None:
    date = bought(("buy I3 mode=reserve",), ("buy I2",))
    date.send(DE, "reserve GE-I3#1-1 hex=A20", "as is", "pass")
    date.good(RU, "pass")
    date.good(RU, "enter RU-I2#1-1 hex=H0")
    wake = "report WAKE unit=GE-I3#1-1"
    walked(date, [(DE, wake, "CG22.7b")])
    both(date, "report AT unit=RU-I2#1-1 hex=A16")
    walked(date, [(DE, wake, "CG22.7b")])
    both(date, "report AT unit=RU-I2#1-1 hex=A17")
    assert "GE-I3#1-1" not in date.seen(RU)
    walked(date, [(DE, wake, "done")])
    assert "reserve" not in date.state.units["GE-I3#1-1"].flags and "GE-I3#1-1" in date.seen(RU)


# -- what the charts ask for -----------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "price", "turn"), [
    row("RePh8.621.1", "FOXHOLE cap=1", 1, 4), row("RePh8.621.1", "FOXHOLE", 1, 4),
    row("RePh8.621.5 FT-FN-D", "APMINE x3", 3, 1), row("RePh8.621.5 FT-FN-D", "APMINE x3", 6, 4),
    row("RePh8.621.6", "ATMINE x2", 6, 4),
    row("RePh8.621.8", "HIP unit=smc", 1, 4), row("RePh8.621.8", "HIP unit=hs", 2, 4),
    row("RePh8.621.8", "HIP unit=crew", 2, 4), row("RePh8.621.8", "HIP unit=squad", 3, 4),
    row("RePh8.621.9", "CONCEAL x5", 5, 4), row("RePh8.621.12", "BARRICADE", 9, 4),
    row("RePh8.621.14 FT-FN-B", "PILLBOX ca=1 nca=3 cap=5", 14, 1),
    row("RePh8.621.14 FT-FN-B", "PILLBOX ca=1 nca=3 cap=5", 28, 4),
    row("RePh8.621.18", "FORTIFIED x2", 10, 4),
])  # fmt: skip
def test_a_fortification_costs_what_its_chart_says(line: str, price: int, turn: int) -> None:
    squads = {f"S{n}": "6-5-8 K20" for n in range(10)}
    short = "OB-DE.3" if turn == 1 else "RG-DE-M2"
    for points, told in ((price, "done"), (price - 1, short)):
        date = a_date(turn=turn, tracks={"fpp-german": points}, there=squads)
        assert date.send(DE, f"fpp {line}") == [told], date.said


@pytest.mark.parametrize(("side", "id_", "price", "most", "ever", "along"), [
    row("RG-DE-O3", DE, "O3", 2, 2, 12, "buy O1"),
    row("RG-DE-O4", DE, "O4", 1, 1, 6, "buy O1"),
    row("RG-RU-O6", RU, "O6", 2, 4, 28, "buy O3;buy O5"),
    row("RG-RU-O7", RU, "O7", 1, 1, 4, ""),
    row("RG-RU-S1", RU, "S1", 6, 2, 8, ""),
])  # fmt: skip
def test_what_is_no_group_of_units_is_sold_as_its_chart_says(
    side: str, id_: str, price: int, most: int, ever: int, along: str
) -> None:
    short, rest = ("DE" if side == DE else "RU"), [line for line in along.split(";") if line]
    clause = f"RG-{short}-{id_}"
    known: dict[str, Any] = {f"own_{side}": {"bought": {id_: ever}}}
    assert a_date().send(side, *rest, f"buy {id_} x{most + 1}")[-1] == clause
    assert a_date().send(side, *rest, f"buy {id_} x{most}")[-1] == "done"
    assert a_date(**known).send(side, *rest, f"buy {id_}")[-1] == clause
    if side == RU:
        assert a_date().send(DE, f"buy {id_}") == ["RePh8.6191"]
    before = a_date()
    left = before.state.tracks[f"cpp-{side}"]
    before.good(side, *rest, f"buy {id_}", "pass")
    before.good(other(side), "pass")
    (spent,) = [
        t for t in before.heard(side) if t.startswith("Campaign Purchase Points") and f" {left} to" in t
    ]
    modules = {"buy O1": 7, "buy O3": 9, "buy O5": 6, "": 0}
    assert f"({sum(modules[one] for one in rest) + price} spent" in spent, spent


@pytest.mark.parametrize(("die", "planes"), [
    row("RG-RU-S1.1", die, planes) for die, planes in enumerate((1, 1, 2, 2, 3, 3), 1)
])  # fmt: skip
def test_the_aircraft_of_a_shturmovik_group_are_rolled_for(die: int, planes: int) -> None:
    date = bought((), ("buy S1",), die)
    assert sum(id_.startswith("RU-S1#1-") for id_ in date.state.units) == planes


@pytest.mark.rule("RG-DE-I6.1")
@pytest.mark.parametrize(("strength", "squads"), [((2, 2), 3), ((6, 6), 2)])
def test_the_party_leaders_come_at_either_strength(strength: tuple[int, int], squads: int) -> None:
    date = bought(("buy I6",), (), *strength)
    (found,) = find_game("redvengeance").shown["groups"](date.state).values()
    assert sum(found["units"].values()) == squads
    assert sorted(found["leaders"].values()) == [1, 2]
