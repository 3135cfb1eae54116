"""8.620: what was bought comes into being; strength, models, crews, support weapons, ammunition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.games.redvengeance.record import names
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.state import Json
from tests.clauses import clause
from tests.games.redvengeance.buying import APRIL_30, INITIAL, LATER, groups_of, purse, resolved
from tests.games.redvengeance.firefight import told

GERMAN, RUSSIAN = "german", "russian"
FULL, DEPLETED = (4, 4), (5, 4)
"""Dice of a strength roll without modifiers: 8 is full, 9 depleted."""
TANKS = (5, 4)
"""A 9, which is an 8 for vehicles: full."""


def bought(side: str, line: str, *dice: int, turn: int = LATER, **facts: Any) -> Mapping[str, Json]:
    """What the first group of a line comes to, with exactly these dice."""
    play = resolved(purse(turn, **facts), side, [line], *dice)
    group = line.split()[1]
    return groups_of(play, side)[f"{group}#1"]


def numbers(units: str) -> dict[str, int]:
    """How many of each kind: "2 mmg-de, psk"."""
    parts = (one.rpartition(" ") for one in units.split(", "))
    return {kind: int(count or 1) for count, _, kind in parts}


def counted(side: str, line: str, *dice: int, turn: int = LATER, **facts: Any) -> dict[str, int]:
    """All units of a group, by kind."""
    found = bought(side, line, *dice, turn=turn, **facts)
    sorts = (found.get(sort, {}) for sort in ("units", "sw", "crews", "leaders"))
    return dict(sum((Counter(sort) for sort in sorts), Counter()))


def heard(side: str, line: str, *dice: int, turn: int = LATER, **facts: Any) -> str:
    """Everything that the buyer is told of the dice."""
    play = resolved(purse(turn, **facts), side, [line], *dice)
    assert [event for event in play.events if event.kind.endswith("Rolled") and event.to != (side,)] == []
    return " | ".join(told(play, side=side))


# -- 8.6201 strength -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "line", "dice", "turn", "strength"),
    [
        clause("RePh8.6201.1", GERMAN, "BUY I3", (4, 4, 6, 6), LATER, "full"),
        clause("RePh8.6201.2", GERMAN, "BUY I3", (5, 4, 6, 6), LATER, "depleted"),
        clause("RePh8.6201.3", GERMAN, "BUY G5", (4, 4), LATER, "depleted"),
        clause("RePh8.6201.3", GERMAN, "BUY G5", (3, 4), LATER, "full"),
        clause("RePh8.6201.3", GERMAN, "BUY G3", (4, 4), LATER, "full"),
        clause("RePh8.6201.3", RUSSIAN, "BUY G3", (4, 4), LATER, "full"),
        clause("RePh8.6201.3", RUSSIAN, "BUY G1", (4, 4), LATER, "depleted"),
        clause("RePh8.6201.4", GERMAN, "BUY V3", (5, 4, 6, 6), LATER, "full"),
        clause("RePh8.6201.4", RUSSIAN, "BUY V3", (5, 5, 5, 6), LATER, "depleted"),
        clause("RePh8.6201.5", RUSSIAN, "BUY I3", (3, 4, 6), APRIL_30, "depleted"),
        clause("RePh8.6201.5", RUSSIAN, "BUY I3", (3, 3, 6), APRIL_30, "full"),
        clause("RePh8.6201.5", GERMAN, "BUY I3", (4, 4, 6, 6), APRIL_30, "full"),
        clause("RePh8.6201.5", GERMAN, "BUY I3", (4, 4, 6, 6), 4, "depleted"),
        clause("RePh8.6201.7", GERMAN, "BUY I3", (4, 4, 6, 6), LATER, "full"),
        clause("RePh8.6201.7", GERMAN, "BUY I7", (4, 4), LATER, "full"),
        clause("RePh8.6201.7", RUSSIAN, "BUY I7", (4, 4), LATER, "full"),
        clause("RePh8.6201.7", RUSSIAN, "BUY I8", (4, 4), LATER, "full"),
        clause("RePh8.6201.7", GERMAN, "BUY O1", (3, 4), LATER, None),
        clause("RePh8.6201.7", GERMAN, "BUY M1", (), LATER, None),
        clause("RePh8.6201.7", RUSSIAN, "BUY P1", (), LATER, None),
        clause("RePh8.6201.7", RUSSIAN, "BUY S1", (3,), LATER, None),
    ],
)
def test_the_strength_of_a_group(
    side: str, line: str, dice: tuple[int, ...], turn: int, strength: str | None
) -> None:
    assert bought(side, line, *dice, turn=turn).get("strength") == strength


@pytest.mark.rule("RePh8.6201.6")
@pytest.mark.parametrize(("lost", "strength"), [(1, "depleted"), (2, "depleted"), (3, "full")])
def test_the_balance_is_taken_off_the_strength_roll(lost: int, strength: str) -> None:
    state = purse(LATER)
    state = state.but(tracks={**state.tracks, "lost-german": lost})
    play = resolved(state, GERMAN, ["BUY I3"], 5, 5, 6, 6)
    assert groups_of(play, GERMAN)["I3#1"]["strength"] == strength


@pytest.mark.rule("RePh8.6201.1", "RePh8.6201.3", "RePh8.6201.5")
def test_the_arithmetic_of_a_strength_roll_is_told_to_its_side_alone() -> None:
    assert "DR 7, +1 Guns, +1 date 4/29-PM = 9: depleted" in heard(GERMAN, "BUY G5", 3, 4, turn=4)


# -- 8.6193, E, F, K, N, H -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "line", "dice", "units"),
    [
        clause("RePh8.6193", GERMAN, "BUY I3", (*FULL, 6, 6), "4 4-3-6"),
        clause("RePh8.6193", GERMAN, "BUY I3", (*DEPLETED, 6, 6), "3 4-3-6"),
        clause("RePh8.6193", RUSSIAN, "BUY I6", (*FULL, 6), "6 3-3-7"),
        clause("RePh8.6193", RUSSIAN, "BUY I6", (*DEPLETED, 6), "4 3-3-7"),
        clause("RePh8.6193", RUSSIAN, "BUY V6", (*TANKS, 6, 6), "2 is-3"),
        clause("RePh8.6193", RUSSIAN, "BUY V6", (5, 5, 5, 6), "is-3"),
        clause("FN-H", GERMAN, "BUY I4", (*FULL, 6, 6), "3 8-3-8"),
        clause("FN-H", RUSSIAN, "BUY I5", (*FULL, 6), "3 6-2-8-ae"),
        clause("FN-H", RUSSIAN, "BUY I4", (*FULL, 1, 6), "3 6-2-8"),
        clause("FN-E", GERMAN, "BUY V1", (*TANKS, 3, 4, 6, 6), "mk-iv-h, mk-iv-j"),
        clause("FN-E", GERMAN, "BUY V1", (*TANKS, 1, 3, 6, 6), "2 mk-iv-h"),
        clause("FN-E", GERMAN, "BUY V1", (*TANKS, 4, 6, 6, 6), "2 mk-iv-j"),
        clause("FN-N", GERMAN, "BUY V6", (*TANKS, 3, 4, 6, 6), "stug-iiig, stug-iiig-l"),
        clause("FN-N", GERMAN, "BUY V6", (*TANKS, 1, 3, 6, 6), "2 stug-iiig"),
        clause("FN-N", GERMAN, "BUY V6", (*TANKS, 4, 6, 6, 6), "2 stug-iiig-l"),
        clause("FN-F.1", GERMAN, "BUY V7", (*TANKS, 1, 1, 1), "3 psw-234-4"),
        clause("FN-F.1", GERMAN, "BUY V7", (5, 5, 1, 1), "2 psw-234-4"),
        clause("FN-F.2", GERMAN, "BUY V7", (*TANKS, 1, 2, 3), "psw-234-4, psw-234-2, psw-234-1"),
        clause("FN-F.2", GERMAN, "BUY V7", (*TANKS, 4, 5, 6), "psw-232, psw-222-l, spw-250-smg"),
        clause("FN-K.1", GERMAN, "BUY V8", (*TANKS, 4, 4, 4), "3 sdkfz-7"),
        clause("FN-K.1", GERMAN, "BUY V8", (5, 5, 4, 4), "2 sdkfz-7"),
        clause("FN-K.2", GERMAN, "BUY V8", (*TANKS, 1, 2, 3), "spw-251-smg, spw-251-1, spw-250-1"),
        clause("FN-K.2", GERMAN, "BUY V8", (*TANKS, 4, 5, 6), "sdkfz-7, nag-4500, kfz-1"),
    ],
)  # fmt: skip
def test_the_units_of_a_group(side: str, line: str, dice: tuple[int, ...], units: str) -> None:
    assert bought(side, line, *dice)["units"] == numbers(units)


# -- 8.6204 support weapons ----------------------------------------------------------------------------------

NOBODY = {GERMAN: (6, 6), RUSSIAN: (6,)}
"""No leader: a DR of 12 on the German column, a gate of 6 for the Russian infantry."""


@pytest.mark.parametrize(
    ("side", "group", "strength", "dice", "weapons"),
    [
        clause("RePh8.6204.DE.1", GERMAN, "I1", FULL, (), "lmg-de, psk"),
        clause("RePh8.6204.DE.1", GERMAN, "I1", DEPLETED, (4, 5), "lmg-de"),
        clause("RePh8.6204.DE.2", GERMAN, "I4", FULL, (), "lmg-de, 2 dc-de, ft-de"),
        clause("RePh8.6204.DE.2", GERMAN, "I4", DEPLETED, (5, 4, 4, 5), "2 dc-de"),
        clause("RePh8.6204.DE.3", GERMAN, "I2", FULL, (1,), "lmg-de"),
        clause("RePh8.6204.DE.3", GERMAN, "I2", DEPLETED, (), None),
        clause("RePh8.6204.DE.4", GERMAN, "I3", FULL, (), None),
        clause("RePh8.6204.RU.1", RUSSIAN, "I9", FULL, (), "lmg-ru, banner"),
        clause("RePh8.6204.RU.2", RUSSIAN, "I3", FULL, (), None),
        clause("RePh8.6204.RU.3", RUSSIAN, "I6", FULL, (), None),
        clause("RePh8.6204.RU.4", RUSSIAN, "I1", FULL, (2,), "lmg-ru"),
        clause("RePh8.6204.RU.4", RUSSIAN, "I1", DEPLETED, (), None),
        clause("RePh8.6204.RU.5", RUSSIAN, "I2", FULL, (), "lmg-ru"),
        clause("RePh8.6204.RU.6", RUSSIAN, "I4", FULL, (3,), "2 lmg-ru"),
        clause("RePh8.6204.RU.7", RUSSIAN, "I5", FULL, (), "lmg-ru, 2 dc-ru, ft-ru"),
        clause("RePh8.6204.RU.7", RUSSIAN, "I5", DEPLETED, (4, 5, 1, 6), "lmg-ru, dc-ru"),
        clause("RePh8.6204.A", RUSSIAN, "I4", FULL, (1,), "2 lmg-ru"),
        clause("RePh8.6204.A", RUSSIAN, "I4", FULL, (3,), "2 lmg-ru"),
        clause("RePh8.6204.A", RUSSIAN, "I4", FULL, (4,), "lmg-ru, dc-ru"),
        clause("RePh8.6204.A", RUSSIAN, "I4", DEPLETED, (), "lmg-ru"),
        clause("RePh8.6204.B", GERMAN, "I2", FULL, (1,), "lmg-de"),
        clause("RePh8.6204.B", GERMAN, "I2", FULL, (2,), "mtr-50-de"),
        clause("RePh8.6204.B", GERMAN, "I2", FULL, (6,), "mtr-50-de"),
        clause("RePh8.6204.B", GERMAN, "I2", DEPLETED, (), None),
        clause("RePh8.6204.C", RUSSIAN, "I1", FULL, (3,), "lmg-ru"),
        clause("RePh8.6204.C", RUSSIAN, "I1", FULL, (4,), "mtr-50-ru"),
        clause("RePh8.6204.C", RUSSIAN, "I1", DEPLETED, (), None),
        clause("RePh8.6204.D", GERMAN, "I4", FULL, (), "lmg-de, 2 dc-de, ft-de"),
        clause("RePh8.6204.D", GERMAN, "I4", DEPLETED, (4, 5, 1, 6), "lmg-de, dc-de"),
        clause("RePh8.6204.D", GERMAN, "I4", DEPLETED, (5, 6, 5, 4), "ft-de"),
        clause("RePh8.6204.D", GERMAN, "I4", DEPLETED, (6, 6, 6, 6), None),
        clause("RePh8.6204.E", RUSSIAN, "I2", FULL, (), "lmg-ru"),
        clause("RePh8.6204.E", RUSSIAN, "I2", DEPLETED, (), "lmg-ru"),
        clause("RePh8.6204.E", RUSSIAN, "I4", DEPLETED, (), "lmg-ru"),
        clause("RePh8.6204.E", RUSSIAN, "I4", FULL, (4,), "lmg-ru, dc-ru"),
        clause("RePh8.6204.E", RUSSIAN, "I9", DEPLETED, (), "lmg-ru, banner"),
        clause("RG-RU-I9", RUSSIAN, "I9", FULL, (), "lmg-ru, banner"),
    ],
)  # fmt: skip
def test_the_support_weapons_of_a_group(
    side: str, group: str, strength: tuple[int, int], dice: tuple[int, ...], weapons: str | None
) -> None:
    found = bought(side, f"BUY {group}", *strength, *dice, *NOBODY[side])
    assert found.get("sw") == (numbers(weapons) if weapons else None)


@pytest.mark.parametrize(
    ("strength", "squads"),
    [
        clause("RePh8.6204.DE.6", FULL, 3),
        clause("RePh8.6204.E", DEPLETED, 2),
        clause("RG-DE-I6.1", DEPLETED, 2),
    ],
)
def test_party_leaders_come_with_all_their_weapons_at_either_strength(
    strength: tuple[int, int], squads: int
) -> None:
    assert bought(GERMAN, "BUY I6", *strength) == {
        "strength": "full" if squads == 3 else "depleted",
        "mode": "entry",
        "units": {"6-5-8": squads},
        "sw": {"lmg-de": 1, "psk": 1},
        "leaders": {"10-0-party": 1, "9-0-party": 2},
        "cgs": LATER,
    }


# -- B, C, D, M, S1 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "group", "dice", "units"),
    [
        clause("FN-B.1", GERMAN, "I7", (*DEPLETED, 1, 5, 4, 6), "mmg-de, hmg-de, 2 2-2-8-de"),
        clause("FN-B.1", GERMAN, "I7", (*DEPLETED, 5, 6, 5, 4), "hmg-de, 2-2-8-de"),
        clause("FN-B.2", GERMAN, "I7", (*DEPLETED, 1, 2, 3, 4, 1, 5, 4, 4), "mmg-de, 2 hmg-de, 3 2-2-8-de"),
        clause("FN-B.2", GERMAN, "I7", (*DEPLETED, 5, 6, 5, 6, 1, 5, 4, 4), "mmg-de, 2 hmg-de, 3 2-2-8-de"),
        clause("FN-C.1", GERMAN, "I7", FULL, "2 mmg-de, 2 hmg-de, 4 2-2-8-de"),
        clause("FN-C.1", GERMAN, "G5", (3, 4), "2 75-pak-40, 2 2-2-8-de"),
        clause("FN-C.1", GERMAN, "G5", FULL, "75-pak-40, 2-2-8-de"),
        clause("FN-C.1", RUSSIAN, "G2", (3, 4), "2 100l, 2 2-2-8-ru"),
        clause("FN-C.2", RUSSIAN, "I7", FULL, "2 mmg-ru, 2 hmg-ru, 50-cal, 5 1-2-7-ru"),
        clause("FN-C.2", RUSSIAN, "I7", (*DEPLETED, 5, 1, 1, 1, 1), "mmg-ru, 2 hmg-ru, 50-cal, 4 1-2-7-ru"),
        clause("FN-C.3", RUSSIAN, "I8", FULL, "2 mmg-ru, 2 hmg-ru, 2 50-cal, 6 2-2-8-ru"),
        clause("FN-M", RUSSIAN, "G4", (3, 4), "2 152-gp, 2 2-2-8-ru, 2 iag-6"),
        clause("FN-M", RUSSIAN, "G5", FULL, "203-gun, 2-2-8-ru, iag-6"),
        clause("FN-D.1", GERMAN, "I5", (*FULL, 1, 2, 3), "2 8-0-gestapo, 7-1-gestapo, 3 3-4-8"),
        clause("FN-D.1", GERMAN, "I5", (*FULL, 2, 4, 6), "8-0-gestapo, 2 7-1-gestapo, 3 3-4-8"),
        clause("FN-D.2", GERMAN, "I5", (*DEPLETED, 1, 2, 6), "8-0-gestapo, 7-1-gestapo, 2 3-4-8"),
        clause("FN-D.3", GERMAN, "I5", (*DEPLETED, 6, 5, 6), "7-1-gestapo, 3-4-8"),
        clause("FN-D.4", GERMAN, "I5", (*DEPLETED, 1, 5, 6), "8-0-gestapo, 7-1-gestapo, 2 3-4-8"),
        clause("RePh8.6204.DE.5", GERMAN, "I5", (*FULL, 3, 3, 3), "3 7-1-gestapo, 3 3-4-8"),
        clause("RePh8.6204.E", GERMAN, "G5", (3, 4), "2 75-pak-40, 2 2-2-8-de"),
        clause("FN-B.1", GERMAN, "I7", FULL, "2 mmg-de, 2 hmg-de, 4 2-2-8-de"),
        clause("FN-C.1", GERMAN, "V2", (5, 4, 6, 6), "2 mk-vd"),
        clause("RePh8.620", GERMAN, "I7", FULL, "2 mmg-de, 2 hmg-de, 4 2-2-8-de"),
        clause("RePh8.620", RUSSIAN, "I9", (*FULL, 4, 6, 6), "2 6-2-8, lmg-ru, banner"),
        clause("RG-RU-S1.1", RUSSIAN, "S1", (2,), "fb44"),
        clause("RG-RU-S1.1", RUSSIAN, "S1", (3,), "2 fb44"),
        clause("RG-RU-S1.1", RUSSIAN, "S1", (4,), "2 fb44"),
        clause("RG-RU-S1.1", RUSSIAN, "S1", (5,), "3 fb44"),
    ],
)  # fmt: skip
def test_groups_that_are_no_squads(side: str, group: str, dice: tuple[int, ...], units: str) -> None:
    assert counted(side, f"BUY {group}", *dice) == numbers(units)


@pytest.mark.rule("FN-B.1", "FN-D.2", "RePh8.6204.D")
def test_the_owner_is_told_what_each_die_brings() -> None:
    assert "dr 6, +1 depleted = 7: none" in heard(GERMAN, "BUY I5", *DEPLETED, 6, 6, 6)
    guns = heard(GERMAN, "BUY I7", *DEPLETED, 1, 5, 4, 6)
    assert guns.count("received") == guns.count("forfeited") == 2
    assert "forfeited" in heard(GERMAN, "BUY I1", *DEPLETED, 4, 5, 6, 6)


# -- 8.6205 ammunition ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "group", "dice", "turn", "level"),
    [
        clause("RePh8.6205.0", GERMAN, "O1", (2, 2), LATER, "normal"),
        clause("RePh8.6205.0", GERMAN, "O2", (3, 3), LATER, "scarce"),
        clause("RePh8.6205.0", RUSSIAN, "O5", (2, 3), LATER, "plentiful"),
        clause("RePh8.6205.0", GERMAN, "O4", (), LATER, None),
        clause("RePh8.6205.0", RUSSIAN, "O7", (), LATER, None),
        clause("RePh8.6205.0", RUSSIAN, "O8", (), LATER, None),
        clause("RePh8.6205.1", GERMAN, "O1", (1, 1), LATER, "plentiful"),
        clause("RePh8.6205.1", GERMAN, "O1", (1, 2), LATER, "normal"),
        clause("RePh8.6205.1", RUSSIAN, "O1", (2, 3), LATER, "plentiful"),
        clause("RePh8.6205.1", RUSSIAN, "O2", (3, 3), LATER, "normal"),
        clause("RePh8.6205.2", GERMAN, "O1", (2, 3), LATER, "normal"),
        clause("RePh8.6205.2", RUSSIAN, "O2", (5, 5), LATER, "normal"),
        clause("RePh8.6205.3", GERMAN, "O1", (3, 3), LATER, "scarce"),
        clause("RePh8.6205.3", RUSSIAN, "O2", (5, 6), LATER, "scarce"),
        clause("RePh8.6205.4", RUSSIAN, "O3", (3, 3), LATER, "plentiful"),
        clause("RePh8.6205.4", RUSSIAN, "O4", (5, 6), LATER, "normal"),
        clause("RePh8.6205.4", RUSSIAN, "O5", (5, 6), LATER, "scarce"),
        clause("RePh8.6205.4", GERMAN, "O2", (1, 2), LATER, "normal"),
        clause("RePh8.6205.6", RUSSIAN, "O1", (3, 6), APRIL_30, "scarce"),
        clause("RePh8.6205.6", GERMAN, "O2", (2, 3), 4, "scarce"),
    ],
)  # fmt: skip
def test_the_ammunition_of_a_module(
    side: str, group: str, dice: tuple[int, ...], turn: int, level: str | None
) -> None:
    assert bought(side, f"BUY {group}", *dice, turn=turn).get("ammo") == level


@pytest.mark.rule("RePh8.6205.5")
def test_the_balance_is_taken_off_the_ammunition_roll() -> None:
    state = purse(LATER)
    state = state.but(tracks={**state.tracks, "lost-russian": 3})
    play = resolved(state, RUSSIAN, ["BUY O1"], 3, 4)
    assert groups_of(play, RUSSIAN)["O1#1"]["ammo"] == "plentiful"
    assert "DR 7, -2 CG balance = 5: plentiful" in " | ".join(told(play, side=RUSSIAN))


@pytest.mark.rule("RePh8.6205.0")
def test_pre_registered_hexes_roll_nothing() -> None:
    play = resolved(purse(LATER), RUSSIAN, ["BUY O1", "BUY O6"], 3, 4)
    assert "ammo" not in groups_of(play, RUSSIAN)["O6#1"]


# -- what else is bought ------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.616.1", "RePh8.6198", "RG-DE-M1", "RG-RU-M1")
def test_snipers_raise_the_san_for_all_to_see_and_unspent_cpp_lapse() -> None:
    play = resolved(purse(LATER, cpp=20, fpp=9), GERMAN, ["BUY M1 x2", "FPP CONCEAL x2", "RECON n=1"])
    assert {name: now for name, now in play.state.tracks.items() if "german" in name} == {
        "cpp-german": 0, "fpp-german": 7, "san-german": 2,
    }  # fmt: skip
    moved = {e.facts()["track"]: e.to for e in play.events if e.kind == "TrackMoved"}
    assert moved["cpp-german"] == moved["fpp-german"] == ("german",)
    assert moved["san-german"] == ("*",) and "san-russian" not in moved and "fpp-russian" not in moved
    assert own(play.state, GERMAN).recon == 1 and own(play.state, GERMAN).bought == {"M1": 2}
    assert resolved(purse(LATER), RUSSIAN, ["BUY M1"]).state.tracks["san-russian"] == 1


@pytest.mark.rule("RePh8.616.1")
@pytest.mark.parametrize(
    ("cpp", "told"), [(20, "Campaign Purchase Points, German: 20 to 0 (4 spent, 16 lost)."), (4, "(4 spent)")]
)
def test_the_owner_is_told_what_was_lost_of_the_points(cpp: int, told: str) -> None:
    play = resolved(purse(LATER, cpp=cpp), GERMAN, ["BUY M1 x2"])
    said = [event.says(names()) for event in play.events if event.kind == "TrackMoved"]
    assert any(told in one for one in said), said


@pytest.mark.rule("RePh8.6204.D", "RePh8.6204.B")
def test_a_weapon_that_is_rolled_for_is_told_by_its_printed_name() -> None:
    play = resolved(
        purse(LATER),
        GERMAN,
        ["BUY I1", "BUY I2"],
        *DEPLETED,
        4,
        5,
        *NOBODY[GERMAN],
        *FULL,
        1,
        *NOBODY[GERMAN],
    )
    said = [event.says(names()) for event in play.events if event.kind == "HiddenDieRolled"]
    assert any(one.startswith("LMG of I1#1 SS Rifle Ptn, die roll 4 (for ") for one in said), said
    assert any("One more weapon of I2#1" in one and one.endswith("LMG.") for one in said), said


@pytest.mark.rule("RePh8.616.1")
def test_a_side_without_points_has_none_that_lapse() -> None:
    play = resolved(purse(LATER).but(tracks={}), GERMAN, [])
    assert "TrackMoved" not in [event.kind for event in play.events]


# -- the start -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OB-RU.2", "RePh8.620")
def test_the_russian_begins_with_two_groups_that_he_has_not_paid_for() -> None:
    """4/28 PM takes 1 from each strength roll: 9 is full."""
    play = resolved(
        purse(INITIAL, cpp=80), RUSSIAN, ["BUY I2"], *(4, 5, 6, 4, 5, 6, 4, 5, 6), *german_start()
    )
    found = groups_of(play, RUSSIAN)
    assert {name: group["units"] for name, group in found.items()} == {
        "I2#1": {"4-5-8": 3}, "I3#1": {"5-2-7": 3}, "I2#2": {"4-5-8": 3},
    }  # fmt: skip


def german_start() -> tuple[int, ...]:
    """The dice of the two SS Rifle Platoons with which the German begins: full (8 - 2), no leader."""
    return (4, 4, 6, 6, 4, 4, 6, 6)


@pytest.mark.rule("OB-DE.2")
def test_the_german_begins_with_two_rifle_platoons_and_five_foxholes() -> None:
    russian = (4, 4, 6, 4, 4, 6)
    play = resolved(purse(INITIAL, cpp=60), GERMAN, ["BUY M1"], *russian, *german_start())
    found = groups_of(play, GERMAN)
    assert {name: group.get("units") for name, group in found.items()} == {
        "I1#1": {"6-5-8": 3}, "I1#2": {"6-5-8": 3}, "M1#1": None,
    }  # fmt: skip
    assert own(play.state, GERMAN).forts == ({"item": "FOXHOLE", "times": 5, "cap": 1, "free": True},)
    assert own(play.state, GERMAN).bought == {"M1": 1}
    later = resolved(purse(LATER), GERMAN, ["BUY M1"])
    assert set(groups_of(later, GERMAN)) == {"M1#1"} and own(later.state, GERMAN).forts == ()
