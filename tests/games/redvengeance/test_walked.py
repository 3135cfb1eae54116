"""Clauses walked as players walk them: bought in a sheet, come into being, set up, entered. A row is a clause
or several; what arrives is held against the oracle, written from the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import ListedDice
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, other
from adjudicator.judging.referee import run_on
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import Date, a_date, bought
from tests.oracles import redvengeance as oracle

GAME = find_game("redvengeance")
DE, RU = GERMAN, RUSSIAN
FIRST: dict[str, Any] = {"turn": 1, "segment": "INIT.BUY", "chits": {}, "control": {}}
NIGHT: dict[str, Any] = {"turn": 5}


def row(clauses: str, *given: Any) -> Any:
    """A script with the clauses that it walks, which are its marks and its name."""
    return pytest.param(*given, marks=pytest.mark.rule(*clauses.split()), id=clauses.replace(" ", "+"))


# -- what a sheet of purchases may hold ------------------------------------------------------------------


def limits() -> Iterable[Any]:
    """Of every group of both charts one more than its most, in a date and in the campaign."""
    for side, short in ((DE, "DE"), (RU, "RU")):
        for id_, group in oracle.GROUPS[side].items():
            yield row(f"RG-{short}-{id_} RePh8.6195 RePh8.6196", side, id_, group)


@pytest.mark.parametrize(("side", "id_", "group"), [*limits()])
def test_no_more_of_a_group_is_bought_than_its_chart_has(side: str, id_: str, group: oracle.Group) -> None:
    turn = 1 if id_ in {"G6", "G7", "G8"} and side == DE else 4
    clause = f"RG-{'DE' if side == DE else 'RU'}-{id_}"
    date = a_date(turn=turn, tracks={f"cpp-{side}": 999})
    assert date.send(side, f"buy {id_} x{group.most + 1}") == [clause]
    known: dict[str, Any] = {f"own_{side}": {"bought": {id_: group.ever}}}
    date = a_date(turn=turn, tracks={f"cpp-{side}": 999}, **known)
    assert date.send(side, f"buy {id_}") == [clause]
    for points, told in ((group.price, "done"), (group.price - 1, "RePh8.616")):
        date = a_date(turn=turn, tracks={f"cpp-{side}": points})
        assert date.send(side, f"buy {id_}") == [told]


@pytest.mark.parametrize(("side", "facts", "lines", "told"), [
    row("RePh8.6191", DE, {}, ["buy J1", "buy V9"], ["RePh8.6191"] * 2),
    row("RePh8.6194.1", DE, {"tracks": {"cpp-german": 8}}, ["buy I1 mode=map"], ["RePh8.616"]),
    row("RePh8.6194.2", RU, {"tracks": {"cpp-russian": 7}}, ["buy I2 mode=map"], ["RePh8.616"]),
    row("RePh8.6194.3", DE, {"tracks": {"cpp-german": 4}}, ["buy I5 mode=map"], ["done"]),
    row("RePh8.6194.3 RG-RU-I7", RU, {"tracks": {"cpp-russian": 8}}, ["buy I7 mode=map"], ["done"]),
    row("RePh8.6194.6", DE, {"tracks": {"cpp-german": 5}}, ["buy G5 mode=map"], ["done"]),
    row("RePh8.6194.8 CG22.1", DE, {"tracks": {"cpp-german": 7}}, ["buy I1 mode=reserve"], ["done"]),
    row("RePh8.6194.8", RU, {}, ["buy V2 mode=reserve", "buy G1 mode=reserve", "buy M2 mode=reserve"],
        ["RePh8.6194.8"] * 3),
    row("I5 OB-DE.3", DE, {**FIRST, "tracks": {"cpp-german": 8}}, ["buy I1 mode=map"], ["done"]),
    row("I3.1", DE, {**FIRST, "tracks": {"cpp-german": 3}}, ["buy V1 mode=dugin"], ["done"]),
    row("I3.4", DE, FIRST, ["buy V5 mode=dugin", "buy I1 mode=dugin"], ["I3.4"] * 2),
    row("I3.4", DE, {}, ["buy V1 mode=dugin"], ["I3.4"]),
    row("I2 RG-DE-G8", DE, {}, ["buy G6", "buy G7", "buy G8"], ["I2"] * 3),
    row("I4 RG-RU-O8", RU, FIRST, ["buy O8"], ["I4"]),
    row("CG9.1", DE, {}, ["buy O1", "buy O2"], ["done", "CG9.1"]),
    row("CG9.2 RG-RU-O5", RU, {}, ["buy O4", "buy O5", "buy O5"], ["done", "done", "RG-RU-O5"]),
    row("FT-FN-D RePh8.621.4", DE, {"tracks": {"fpp-german": 7}}, ["fpp TRENCH"], ["RG-DE-M2"]),
    row("FT-FN-E RePh8.621.13 RePh8.621.15 RePh8.621.16", DE, {},
        ["fpp ATDITCH", "fpp MMGCUPOLA", "fpp HMGCUPOLA"], ["FT-FN-E"] * 3),
    row("FT-FN-G RePh8.621.10 RePh8.621.11 FT-FN-L", RU, {},
        ["fpp TUNNEL", "fpp ROADBLOCK", "fpp WIRE", "fpp APMINE", "fpp ATMINE x2", "fpp BARRICADE",
         "fpp PILLBOX ca=1 nca=3 cap=5"], ["FT-FN-G"] * 7),
    row("FT-FN-R1 RePh8.621.17", DE, {}, ["fpp SUPPLEMENTAL"], ["FT-FN-R1"]),
    row("FT-FN-R3", RU, {"supplemental": 2}, ["fpp SUPPLEMENTAL"], ["FT-FN-R3"]),
    row("FT-FN-H FT-FN-A", DE, {}, ["fpp HIP unit=squad"], ["FT-FN-H"]),
    row("RePh8.621.2 RePh8.621.3 FT-FN-I", DE, {"tracks": {"fpp-german": 5}},
        ["fpp FOXHOLE cap=2", "fpp FOXHOLE cap=3"], ["done", "done"]),
])  # fmt: skip
def test_what_a_sheet_of_purchases_is_told(
    side: str, facts: dict[str, Any], lines: Sequence[str], told: list[str]
) -> None:
    date = a_date(**facts)
    found = date.send(side, *lines)
    assert [one if one != "waiting" else "done" for one in found] == told, [one.why for one in date.said]


# -- what comes of a group -------------------------------------------------------------------------------


def arrivals() -> Iterable[Any]:
    """Each clause of 8.620 with dice that show it: the side, the group, the date, the dice."""
    thin, whole, led = (6, 6), (2, 2), (1,)
    yield row("RePh8.6201.1 RePh8.6193", DE, "I1", 3, (4, 4))
    yield row("RePh8.6201.2 RePh8.6193", DE, "I1", 3, (4, 5))
    yield row("RePh8.6201.3", DE, "G5", 3, (4, 4))
    yield row("RePh8.6201.3 RG-DE-G3", DE, "G3", 3, (4, 4))
    yield row("RePh8.6201.4", DE, "V4", 3, (4, 5, 3, 3))
    yield row("RePh8.6201.5", DE, "I3", 4, (4, 4))
    yield row("RePh8.6201.7 RG-DE-I7", DE, "I7", 3, (5, 6, 1, 5, 1, 5))
    yield row("RePh8.6201.7 RG-RU-I8", RU, "I8", 3, (5, 6, *[1] * 6, 1, 5, 1, 5, 1, 5))
    for clause, side, id_, dice in (
        ("DE.1", DE, "I1", (*thin, 4, 5)), ("DE.2", DE, "I4", (*thin, 4, 5, 1, 6)),
        ("DE.3", DE, "I2", (*whole, 1)),
        ("DE.4", DE, "I3", whole), ("DE.5", DE, "I5", (*whole, 1, 4, 6)), ("DE.6", DE, "I6", whole),
        ("RU.1", RU, "I9", whole), ("RU.2", RU, "I3", whole), ("RU.3", RU, "I6", whole),
        ("RU.4", RU, "I1", (*whole, 3)), ("RU.5", RU, "I2", whole), ("RU.6", RU, "I4", (*whole, 4)),
        ("RU.7", RU, "I5", (*thin, 4, 5, 1, 6)),
        ("A", RU, "I4", (*whole, 3)), ("B", DE, "I2", (*whole, 2)), ("C", RU, "I1", (*whole, 4)),
        ("D", DE, "I1", (*thin, 5, 4)), ("E", RU, "I2", thin),
    ):  # fmt: skip
        yield row(f"RePh8.6204.{clause}", side, id_, 3, dice)
    for clause, side, id_, turn, dice in (
        ("1", DE, "O1", 3, (1, 1)), ("2", RU, "O1", 3, (4, 6)), ("3", DE, "O2", 3, (3, 3)),
        ("4", RU, "O3", 3, (5, 6)),
        ("6", DE, "O1", 4, (1, 1)), ("0", RU, "O5", 3, (2, 3)),
    ):  # fmt: skip
        yield row(f"RePh8.6205.{clause}", side, id_, turn, dice)
    yield row("RePh8.6206.0", RU, "I2", 3, (*whole, 5))
    yield row("RePh8.6206.0 RePh8.6206.21", RU, "I5", 3, (*whole, 5, 3, 3))
    yield row("RePh8.6206.0 RePh8.6206.25", RU, "I6", 3, (*whole, 4, 1, 1))
    yield row("RePh8.6206.V RePh8.6206.1", RU, "V5", 3, (*whole, 1, 1))
    yield row("RePh8.6206.00 RePh8.6206.max", DE, "I2", 3, (*whole, 1, 2, 2))
    yield row("RePh8.6206.none", DE, "V7", 3, (*whole, 1, 1, 1))
    two = {n: (min(6, n - 1), n - min(6, n - 1)) for n in range(2, 13)}
    for total in range(2, 13):  # the German column by the group without a DRM of its own, at +1
        yield row(f"RePh8.6206.{total + 1} RePh8.6206.16", DE, "I2", 3, (*whole, 1, *two[total]))
        yield row(f"RePh8.6206.{total} RePh8.6206.29", RU, "I1", 3, (*whole, 1, *led, *two[total]))
        yield row(f"RePh8.6206.{total} RePh8.6206.V RePh8.6206.28", RU, "V2", 3, (*whole, *two[total]))
    yield row("RePh8.6206.14 RePh8.6206.13", DE, "V2", 3, (*thin, 6, 6))
    for clause, side, id_, before in (
        ("15", DE, "I1", ()), ("17", DE, "I3", ()), ("18", DE, "I4", ()), ("19 RePh8.6206.20", DE, "V4", ()),
        ("22", RU, "I4", (3, 1)), ("23", RU, "I2", led), ("24", RU, "I3", led), ("26", RU, "I9", led),
        ("27", RU, "V4", ()), ("27 RG-RU-V6", RU, "V6", ()),
    ):  # fmt: skip
        yield row(f"RePh8.6206.{clause}", side, id_, 3, (*whole, *before, 3, 3))
        yield row(f"RePh8.6206.{clause} RePh8.6206.14", side, id_, 3, (*whole, *before, 1, 2))


@pytest.mark.parametrize(("side", "id_", "turn", "dice"), [*arrivals()])
def test_what_comes_of_a_group(side: str, id_: str, turn: int, dice: tuple[int, ...]) -> None:
    date = a_date(*dice, turn=turn)
    date.good(side, f"buy {id_}", "pass")
    date.good(other(side), "pass")
    wanted = oracle.arrive(side, id_, turn, 0, chain(dice, repeat(3)))
    (found,) = GAME.shown["groups"](date.state).values()
    for what in ("strength", "ammo"):
        assert found.get(what, "") == getattr(wanted, what), what
    for what in ("sw", "crews", "leaders"):
        assert +Counter(found.get(what, {})) == +getattr(wanted, what), what
    assert sum(found.get("units", {}).values()) == wanted.units.total()


@pytest.mark.rule("RePh8.6201.6", "RePh8.6205.5")
@pytest.mark.parametrize(("id_", "dice", "lost", "came"), [
    ("I1", (4, 5), 2, "full"), ("I1", (4, 5), 1, "depleted"), ("I1", (4, 6), 3, "full"),
    ("O1", (3, 3), 2, "normal"), ("O1", (3, 3), 1, "scarce"), ("O1", (2, 2), 3, "plentiful"),
])  # fmt: skip
def test_who_has_lost_two_dates_more_rolls_better(
    id_: str, dice: tuple[int, int], lost: int, came: str
) -> None:
    date = a_date(*dice, turn=3, tracks={"lost-german": lost, "lost-russian": 0})
    date.good(DE, f"buy {id_}", "pass")
    date.good(RU, "pass")
    (found,) = GAME.shown["groups"](date.state).values()
    assert came in {found.get("strength"), found.get("ammo")}
    wanted = oracle.arrive(DE, id_, 3, oracle.balance(lost, 0), chain(dice, repeat(3)))
    assert came in {wanted.strength, wanted.ammo}


# -- where it is set up, and enters ----------------------------------------------------------------------

Script = Sequence[tuple[str, str, str]]
"""Lines one after the other: the side, the line, its verdict or the clause that refuses it."""


def walked(date: Date, script: Script) -> None:
    """Send the lines of a script, each by itself."""
    for side, text, told in script:
        assert date.send(side, text) == [told], (text, date.said)


SET_UPS = [
    row("CG21.1 RePh8.6194.4", (["buy I1 mode=map"], [], {"isolated": {DE: ["D10"], RU: []}}), [
        (DE, "setup GE-I1#1-1 hex=D10", "RePh8.6194.4"), (DE, "setup GE-I1#1-1 hex=K12", "RePh8.6194.4"),
        (DE, "setup GE-I1#1-1 hex=K20", "done"), (DE, "pass", "RePh8.6194.4"),
    ]),
    row("RePh8.6194.5 CG21.3 CG21.4", (["buy I1 mode=map"], [], {}), [
        (DE, "setup GE-I1#1-4 hex=K20", "RePh8.6194.5"), (DE, "setup GE-I1#1-1 hex=K20", "done"),
        (DE, "setup GE-I1#1-4 hex=K20", "done"), (DE, "setup GE-I1#1-2 hex=A20", "done"),
        (DE, "setup GE-I1#1-1 hex=A20", "done"), (DE, "setup GE-I1#1-3 hex=A20", "done"),
    ]),
    row("RePh8.6194.7 CG19.2", (["buy G5"], [], {"front_line": {DE: ["K13"], RU: ["K12"]}}), [
        (DE, "hip GE-G5#1-1 hex=K13", "RePh8.6194.7"), (DE, "setup GE-G5#1-1 hex=K13 conceal=yes", "done"),
        (DE, "hip GE-G5#1-1 hex=A20", "done"), (DE, "hip GE-G5#1-2 hex=K21", "done"),
    ]),
    row("CG22.7a RePh8.6194.8", (["buy I3 mode=reserve"], [], {}), [
        (DE, "setup GE-I3#1-1 hex=K20", "RePh8.6194.8"), (DE, "reserve GE-I3#1-1 hex=K16", "CG22.7a"),
        (DE, "reserve GE-I3#1-1 hex=K20", "done"),
    ]),
    row("CG7.5", (["buy I1 mode=map"], ["buy I2 mode=map"], NIGHT), [
        (DE, "setup GE-I1#1-1 hex=K20 cloak=yes", "CG7.5"),
    ]),
    row("CG7.5 CG7.6", (["buy I1 mode=map"], ["buy I2 mode=map"],
                        {**NIGHT, "chits": {DE: "attack", RU: "idle"}}), [
        (RU, "setup RU-I2#1-1 hex=K12 cloak=yes", "CG7.5"), (RU, "setup RU-I2#1-1 hex=K12", "done"),
        (RU, "pass", "RePh8.6194.4"), (RU, "setup all hex=K12", "done"), (RU, "pass", "done"),
        (DE, "hip GE-I1#1-1 hex=K20 cloak=yes", "CG7.6"), (DE, "setup GE-I1#1-1 hex=K20 cloak=yes", "done"),
    ]),
    row("CG7.10", (["buy I1 x2 mode=map"], [], NIGHT), [
        (DE, "hip GE-I1#1-1 hex=K20 free=yes", "done"), (DE, "hip GE-I1#1-2 hex=K20 free=yes", "CG7.10"),
    ]),
    row("CG7.10", (["buy I1 mode=map"], [], {}), [(DE, "hip GE-I1#1-1 hex=K20 free=yes", "CG7.10")]),
    row("FT-FN-F RePh8.621.4 RePh8.621.7", (["fpp TRENCH", "fpp WIRE"], [],
                                            {"front_line": {DE: ["K13"], RU: ["K12"]}}), [
        (DE, "fpp TRENCH hex=K13", "FT-FN-F"), (DE, "fpp WIRE hex=K13", "FT-FN-F"),
        (DE, "fpp TRENCH hex=K20", "done"), (DE, "fpp WIRE hex=K16", "done"),
    ]),
    row("FT-FN-C", (["fpp TRENCH", "fpp APMINE x3"], [],
                    {"isolated": {DE: ["D10"], RU: []}, "front_line": {}}), [
        (DE, "fpp TRENCH hex=D10", "FT-FN-C"), (DE, "fpp APMINE x3 hex=D10", "FT-FN-C"),
    ]),
    row("RePh8.6241 RePh8.6052.2", ([], [], {"isolated": {DE: ["D10"], RU: []},
                                           "there": {"A": "6-5-8 D10", "B": "6-5-8 K20"}}), [
        (DE, "setup A hex=K20", "RePh8.6241"), (DE, "reserve A hex=K20", "RePh8.6241"),
        (DE, "setup A hex=D10", "done"), (DE, "setup B hex=D10", "RePh8.6241"),
        (DE, "setup B hex=K21", "done"),
    ]),
    row("CG11.3 CG11.4", (["buy V2 mode=map"], [], {"there": {"V": "mk-iv-h S15"}}), [
        (DE, "setup GE-V2#1-1 hex=S15 removed=bmg", "CG11.3"),
        (DE, "setup GE-V2#1-1 hex=S15 abandoned=yes", "CG11.4"),
        (DE, "setup V hex=S15 removed=bmg abandoned=yes", "done"), (DE, "setup V/bmg hex=A20", "CG11.5"),
    ]),
    row("CG3.1", ([], [], {}), [
        (DE, "setup SNIPERS B12,Q12", "CG3.1"), (DE, "setup SNIPERS B12,R12", "done"),
    ]),
    row("CG12.1 CG12.4 RePh8.6194.9", ([], ["buy I2"], {}), [
        (DE, "pass", "done"), (RU, "setup RU-I2#1-1 hex=K12", "RePh8.6194.9"), (RU, "pass", "done"),
        (RU, "enter RU-I2#1-1 hex=K20", "CG12.1"), (RU, "enter RU-I2#1-1 hex=A5", "CG12.1"),
        (RU, "enter RU-I2#1-1 hex=H0", "done"), (RU, "enter RU-I2#1-4 hex=B0", "CG21.3"),
        (RU, "enter RU-I2#1-4 hex=H0", "done"), (RU, "enter RU-I2#1-2 hex=B0", "done"),
    ]),
    row("CG12.5 CG12.6", ([], ["buy I2"],
                          {"turn": 7, "east_entry": True, "enemies": {"OLD": "4-5-8 off-map"}}), [
        (DE, "pass", "done"), (RU, "pass", "done"),
        (RU, "enter OLD hex=MM20", "CG12.6"), (RU, "enter RU-I2#1-1 hex=MM20", "done"),
    ]),
    row("CG12.2 CG12.3", (["buy I1"], [], {"chits": {DE: "attack", RU: "idle"}}), [
        (RU, "pass", "done"), (DE, "pass", "done"),
        (DE, "enter GE-I1#1-1 hex=MM20", "CG12.2"), (DE, "enter GE-I1#1-1 hex=A15", "done"),
    ]),
    row("CG7.8", (["buy I1"], ["buy I2 mode=map"], NIGHT), [
        (DE, "pass", "done"), (RU, "setup all hex=K12", "done"), (RU, "pass", "done"),
        (RU, "endturn", "done"),
        (DE, "enter GE-I1#1-1 hex=A15", "CG7.8"),
    ]),
    row("CG9.10 CG9.11", (["buy O1 prereg=K12,K11 carrier=radio", "buy O3 x2"], [], {}), [
        (DE, "oba O1 prereg=K12,K11,H0", "CG9.10"),
    ]),
    row("CG9.12", (["buy O1 carrier=radio"], [], {}), [
        (DE, "pass", "done"), (RU, "pass", "done"), (DE, "oba O1 BARRAGE", "CG9.12"),
        (DE, "oba O1 CREEPING", "CG9.12"),
    ]),
    row("CG10.1", (["buy O1", "buy O4"], [], {}), [
        (DE, "oba O1 carrier=offboard observer=A17", "CG10.1"),
        (DE, "oba O1 carrier=offboard observer=A18", "done"),
    ]),
    row("CG21.2", (["buy I1"], [], {}), [
        (DE, "pass", "done"), (RU, "pass", "done"), (RU, "pass", "done"), (DE, "pass", "done"),
        (DE, "report LOST unit=GE-I1#1-1", "RePh0.1"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("sheets", "script"), SET_UPS)
def test_what_was_bought_is_set_up_and_enters(
    sheets: tuple[list[str], list[str], dict[str, Any]], script: Script
) -> None:
    german, russian, facts = sheets
    walked(bought(tuple(german), tuple(russian), **facts), script)


@pytest.mark.slow
@pytest.mark.rule(
    "I7", "OB-DE.1", "OB-DE.2", "OB-RU.2", "OB-DE.3", "OB-RU.3", "OB-DE.4", "OB-RU.4", "I1", "I6", "OB-RU.1"
)
def test_the_first_date_from_its_start() -> None:
    date = Date(Play(GAME.start("campaign"), ListedDice([3] * 99)))
    run_on(GAME, date.play)
    tracks = date.state.tracks
    points = [tracks.get(f"{what}-{side}", 0) for what in ("cpp", "fpp", "san") for side in (DE, RU)]
    assert points == [60, 80, 40, 0, 4, 3]
    assert date.state.control["y18"] == DE and "a1" not in date.state.control
    for side in (RU, DE):
        date.good(side, "pass")
    groups = GAME.shown["groups"](date.state)
    assert sorted(groups) == ["german I1#1", "german I1#2", "russian I2#1", "russian I3#1"]
    script = [
        (DE, "setup GE-I1#1-1 hex=A1", "OB-DE.1"), (DE, "setup GE-I1#1-1 hex=K13 boresight=K12", "I6"),
        (DE, "setup GE-I1#1-1 hex=K13", "done"), (DE, "setup all hex=K13", "done"), (DE, "pass", "done"),
        (RU, "setup RU-I2#1-1 hex=K13", "OB-RU.1"), (RU, "pass", "done"),
        (RU, "enter RU-I2#1-1 hex=A20", "OB-RU.1"), (RU, "enter RU-I2#1-1 hex=B0", "done"),
    ]  # fmt: skip
    walked(date, script)
