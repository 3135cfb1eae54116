"""8.6206: which groups roll for a leader, the gate of the Russian infantry, the table and its modifiers."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.redvengeance.buying import APRIL_30, LATER, groups_of, purse, resolved
from tests.games.redvengeance.test_reph_groups import DEPLETED, FULL, GERMAN, RUSSIAN, heard

WEAPONS = {(GERMAN, "I2"): (1,), (RUSSIAN, "I1"): (1,), (RUSSIAN, "I4"): (1,)}
"""Dice for one more weapon of a full group."""
LOST = {(GERMAN, "I1"): (5, 5), (GERMAN, "I4"): (5, 5, 5, 5), (RUSSIAN, "I5"): (5, 5, 5, 5)}
"""Dice for the weapons of a depleted group."""
MODELS = {(GERMAN, "V1"): 1, (GERMAN, "V6"): 1}


def led(side: str, group: str, dr: int, depleted: bool = False) -> str:
    """The leader that a group gets with this DR (12 for what is above it cannot be rolled); "" for nobody,
    "inexperienced" where its crews are. A Russian gate is passed by a 1."""
    dice = strength(group, depleted)
    count = 1 if depleted else 2
    dice += (1,) * (count * MODELS.get((side, group), 0))
    dice += (LOST if depleted else WEAPONS).get((side, group), ())
    gate = (1,) if side == RUSSIAN and group.startswith("I") else ()
    play = resolved(purse(LATER), side, [f"BUY {group}"], *dice, *gate, *two(dr))
    found = groups_of(play, side)[f"{group}#1"]
    units = [unit for unit in play.state.units.values() if "inexperienced" in unit.flags]
    assert len(units) in {0, sum(found["units"].values())}
    assert sum(found.get("leaders", {}).values()) <= 1
    return "inexperienced" if units else next(iter(found.get("leaders", {})), "")


def strength(group: str, depleted: bool) -> tuple[int, ...]:
    """The dice of the strength roll: vehicles take 1 off."""
    if group.startswith("V"):
        return (5, 5) if depleted else (5, 4)
    return DEPLETED if depleted else FULL


def two(dr: int) -> tuple[int, int]:
    """Two dice that make a DR."""
    return (dr - 6, 6) if dr > 7 else (1, dr - 1)


def column(sort: str, final: int) -> str:
    """What a column of the table gives at a final DR, by a group whose modifier lets its dice reach it."""
    german = [("I1", -1), ("I3", 2)]
    russian = [("I1", 0), ("I5", -2), ("I6", 2)]
    armor = [(GERMAN, "V2", 0, False), (RUSSIAN, "V4", -1, False), (GERMAN, "V2", 1, True)]
    if sort == "armor":
        ways = [(side, group, final - drm, low) for side, group, drm, low in armor]
    else:
        rows = german if sort == GERMAN else russian
        ways = [(sort, group, final - drm, False) for group, drm in rows]
    return next(led(side, group, dr, low) for side, group, dr, low in ways if 2 <= dr <= 12)


@pytest.mark.rule("RePh8.6206.20")
@pytest.mark.parametrize(
    ("final", "german", "russian", "armor"),
    [
        clause("RePh8.6206.1", 1, "10-3-de", "10-3-ru", "al-10-2-ru"),
        clause("RePh8.6206.2", 2, "10-2-de", "10-2-ru", "al-10-2-de"),
        clause("RePh8.6206.3", 3, "9-2-de", "9-2-ru", "al-9-2-de"),
        clause("RePh8.6206.4", 4, "9-1-de", "9-1-ru", "al-9-1-de"),
        clause("RePh8.6206.5", 5, "9-1-de", "9-1-ru", "al-8-1-de"),
        clause("RePh8.6206.6", 6, "8-1-de", "8-1-ru", ""),
        clause("RePh8.6206.7", 7, "8-1-de", "8-0-ru", ""),
        clause("RePh8.6206.8", 8, "8-0-de", "7-0-ru", ""),
        clause("RePh8.6206.9", 9, "7-0-de", "6-1-ru", ""),
        clause("RePh8.6206.10", 10, "6-1-de", "", ""),
        clause("RePh8.6206.11", 11, "", "", ""),
        clause("RePh8.6206.12", 12, "", "", ""),
        clause("RePh8.6206.13", 13, "", "", "inexperienced"),
    ],
)
def test_the_leader_table(final: int, german: str, russian: str, armor: str) -> None:
    found = (column(GERMAN, final), column(RUSSIAN, final), column("armor", final))
    assert found == (german, russian, armor)


@pytest.mark.parametrize(
    ("side", "group", "dr", "depleted", "leader"),
    [
        clause("RePh8.6206.14", GERMAN, "I1", 10, True, "6-1-de"),
        clause("RePh8.6206.14", GERMAN, "I1", 10, False, "7-0-de"),
        clause("RePh8.6206.15", GERMAN, "I1", 9, False, "8-0-de"),
        clause("RePh8.6206.16", GERMAN, "I2", 7, False, "8-0-de"),
        clause("RePh8.6206.17", GERMAN, "I3", 7, False, "7-0-de"),
        clause("RePh8.6206.18", GERMAN, "I4", 4, False, "9-2-de"),
        clause("RePh8.6206.19", GERMAN, "V4", 4, False, "al-9-2-de"),
        clause("RePh8.6206.19", GERMAN, "V3", 4, False, "al-9-1-de"),
        clause("RePh8.6206.20", GERMAN, "V4", 6, False, "al-9-1-de"),
        clause("RePh8.6206.20", GERMAN, "V3", 5, False, "al-8-1-de"),
        clause("RePh8.6206.20", GERMAN, "V4", 7, False, ""),
        clause("RePh8.6206.20", GERMAN, "V4", 3, False, "al-10-2-de"),
        clause("RePh8.6206.20", RUSSIAN, "V4", 6, False, "al-8-1-ru"),
        clause("RePh8.6206.20", GERMAN, "I1", 6, False, "9-1-de"),
        clause("RePh8.6206.21", RUSSIAN, "I5", 5, False, "9-2-ru"),
        clause("RePh8.6206.22", RUSSIAN, "I4", 4, False, "9-2-ru"),
        clause("RePh8.6206.23", RUSSIAN, "I2", 8, False, "8-0-ru"),
        clause("RePh8.6206.24", RUSSIAN, "I3", 7, False, "7-0-ru"),
        clause("RePh8.6206.25", RUSSIAN, "I6", 6, False, "7-0-moabit"),
        clause("RePh8.6206.26", RUSSIAN, "I9", 5, False, "9-2-ru"),
        clause("RePh8.6206.27", RUSSIAN, "V4", 4, False, "al-9-2-ru"),
        clause("RePh8.6206.27", RUSSIAN, "V5", 4, False, "al-9-2-ru"),
        clause("RePh8.6206.27", RUSSIAN, "V6", 4, False, "al-9-2-ru"),
        clause("RePh8.6206.27", RUSSIAN, "V7", 4, False, "al-9-1-ru"),
        clause("RePh8.6206.29", RUSSIAN, "I1", 7, False, "8-0-ru"),
        clause("RePh8.6206.28", RUSSIAN, "V1", 12, True, "inexperienced"),
        clause("RePh8.6206.28", RUSSIAN, "V1", 12, False, ""),
        clause("RePh8.6206.V", RUSSIAN, "V2", 4, False, "al-9-1-ru"),
        clause("RePh8.6206.V", RUSSIAN, "V2", 6, False, ""),
        clause("RePh8.6206.max", GERMAN, "I1", 5, False, "9-1-de"),
        clause("RePh8.620", GERMAN, "I1", 5, False, "9-1-de"),
        clause("RePh8.620", RUSSIAN, "V1", 12, True, "inexperienced"),
    ],
)
def test_the_modifiers_of_the_leader_roll(
    side: str, group: str, dr: int, depleted: bool, leader: str
) -> None:
    assert led(side, group, dr, depleted) == leader


@pytest.mark.parametrize(
    ("side", "group", "dice"),
    [
        clause("RePh8.6206.00", GERMAN, "I1", (*FULL, 6, 6)),
        clause("FN-L", GERMAN, "I2", (*FULL, 1, 6, 6)),
        clause("FN-L", GERMAN, "I3", (*FULL, 6, 6)),
        clause("FN-L", GERMAN, "I4", (*FULL, 6, 6)),
        clause("FN-L", GERMAN, "V1", (5, 4, 1, 1, 6, 6)),
        clause("FN-L", GERMAN, "V5", (5, 4, 6, 6)),
        clause("FN-L", GERMAN, "V6", (5, 4, 1, 1, 6, 6)),
        clause("FN-L", RUSSIAN, "I9", (*FULL, 4, 6, 6)),
        *(clause("FN-L", RUSSIAN, f"V{n}", (5, 4, 6, 6)) for n in range(1, 13)),
        clause("RePh8.6206.none", GERMAN, "I5", (*FULL, 1, 1, 1)),
        clause("RePh8.6206.none", GERMAN, "I6", FULL),
        clause("RePh8.6206.none", GERMAN, "I7", FULL),
        clause("RePh8.6206.none", GERMAN, "V7", (5, 4, 1, 1, 1)),
        clause("RePh8.6206.none", GERMAN, "V8", (5, 4, 1, 1, 1)),
        clause("RePh8.6206.none", RUSSIAN, "I7", FULL),
        clause("RePh8.6206.none", RUSSIAN, "I8", FULL),
        clause("RePh8.6206.none", RUSSIAN, "G3", FULL),
        clause("RePh8.6206.none", GERMAN, "G1", FULL),
        clause("RePh8.6206.none", GERMAN, "M2", ()),
        clause("RePh8.6206.none", RUSSIAN, "P1", ()),
        clause("RePh8.6206.none", RUSSIAN, "S1", (1,)),
        clause("RePh8.6206.none", RUSSIAN, "O7", ()),
    ],
)
def test_who_rolls_for_a_leader(side: str, group: str, dice: tuple[int, ...]) -> None:
    """Neither a die fewer nor one more is rolled."""
    resolved(purse(LATER), side, [f"BUY {group}"], *dice)


@pytest.mark.rule("RePh8.6206.0")
@pytest.mark.parametrize(
    ("group", "dice", "gate", "passes"),
    [
        ("I3", FULL, 4, True),
        ("I3", FULL, 5, False),
        ("I5", FULL, 5, True),
        ("I5", FULL, 6, False),
        ("I6", FULL, 3, True),
        ("I6", FULL, 4, False),
        ("I9", FULL, 4, True),
        ("I9", FULL, 5, False),
    ],
)
def test_russian_infantry_may_roll_for_a_leader_by_a_die_of_4_or_less(
    group: str, dice: tuple[int, ...], gate: int, passes: bool
) -> None:
    more = (1, 1) if passes else ()
    play = resolved(purse(LATER), RUSSIAN, [f"BUY {group}"], *dice, gate, *more)
    assert ("leaders" in groups_of(play, RUSSIAN)[f"{group}#1"]) is passes


@pytest.mark.rule("RePh8.6206.0", "RePh8.6206.14", "RePh8.6206.21")
def test_gate_and_roll_are_told_with_their_arithmetic() -> None:
    """Scenario 9 of the notes: a Russian Engineer Platoon at 4/30 AM."""
    said = heard(RUSSIAN, "BUY I5", 3, 4, 4, 5, 1, 6, 5, 3, 3, turn=APRIL_30)
    assert "DR 7, +2 date 4/30-AM = 9: depleted" in said
    assert "dr 5, -1 Assault Engineers = 4: a leader may be rolled for (4 or less)" in said
    assert "DR 6, -2 Assault Engineers, +1 depleted = 5: 9-1" in said


@pytest.mark.rule("RePh8.6206.0", "RePh8.6206.14", "RePh8.6206.max", "RePh8.6206.28")
def test_what_the_rolls_bring_is_told_in_words() -> None:
    assert "dr 5: no leader" in heard(RUSSIAN, "BUY I3", *FULL, 5)
    assert "dr 4: a leader may be rolled for (4 or less)" in heard(RUSSIAN, "BUY I3", *FULL, 4, 6, 6)
    assert "DR 6, -1 6-5-8 = 5: 9-1" in heard(GERMAN, "BUY I1", *FULL, 3, 3)
    assert "DR 12, -1 6-5-8 = 11: no leader" in heard(GERMAN, "BUY I1", *FULL, 6, 6)
    crews = heard(RUSSIAN, "BUY V1", 5, 5, 6, 6)
    assert "DR 12, +1 depleted = 13: all crews are Inexperienced" in crews
    assert "DR 6: no leader" in heard(RUSSIAN, "BUY V2", 5, 4, 3, 3)
    assert "DR 7: 8-0" in heard(RUSSIAN, "BUY I1", *FULL, 1, 1, 3, 4)
