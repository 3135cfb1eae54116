"""8.619: reinforcement groups, what they cost, how many there are, and the sums of a sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.redvengeance import charts
from adjudicator.games.redvengeance.situation.basket import fpp_of
from adjudicator.games.redvengeance.situation.campaign import own
from tests.clauses import clause
from tests.games.redvengeance.buying import INITIAL, LATER, NIGHT, hand_in, purse, verdicts, why
from tests.games.redvengeance.table import a_state

GERMAN, RUSSIAN = "german", "russian"


def of(side: str, id_: str, had: int) -> Any:
    """The fact that a side has bought so many of a group before."""
    return {f"own_{side}": {"bought": {id_: had}}}


@pytest.mark.parametrize(
    ("side", "id_", "sizes", "cpp", "cgs", "cg", "kinds", "marks"),
    [
        clause("RG-DE-I1", GERMAN, "I1", "3/2", 8, 4, 10, "6-5-8", "L"),
        clause("RG-DE-I2", GERMAN, "I2", "3/2", 5, 6, 11, "4-4-7-de", "L"),
        clause("RG-DE-I3", GERMAN, "I3", "4/3", 4, 6, 13, "4-3-6", "L"),
        clause("RG-DE-I4", GERMAN, "I4", "3/2", 10, 2, 3, "8-3-8", "L H"),
        clause("RG-DE-I5", GERMAN, "I5", "3/2", 4, 1, 3, "", "D"),
        clause("RG-DE-I6", GERMAN, "I6", "3/2", 10, 1, 1, "6-5-8", ""),
        clause("RG-DE-I7", GERMAN, "I7", "", 7, 2, 5, "mmg-de mmg-de hmg-de hmg-de", "B C"),
        clause("RG-DE-V1", GERMAN, "V1", "2/1", 6, 2, 2, "", "L E"),
        clause("RG-DE-V2", GERMAN, "V2", "2/1", 9, 1, 1, "mk-vd", "L"),
        clause("RG-DE-V3", GERMAN, "V3", "2/1", 10, 1, 1, "mk-vg", "L"),
        clause("RG-DE-V4", GERMAN, "V4", "2/1", 13, 1, 2, "mk-vib", "L"),
        clause("RG-DE-V5", GERMAN, "V5", "2/1", 9, 2, 2, "jgd-pz-v", "L"),
        clause("RG-DE-V6", GERMAN, "V6", "2/1", 5, 2, 2, "", "L N"),
        clause("RG-DE-V7", GERMAN, "V7", "3/2", 4, 1, 1, "", "F"),
        clause("RG-DE-V8", GERMAN, "V8", "3/2", 3, 1, 2, "", "K"),
        clause("RG-DE-G1", GERMAN, "G1", "2/1", 3, 1, 1, "75-lefk", "C"),
        clause("RG-DE-G2", GERMAN, "G2", "2/1", 3, 1, 1, "75-leig-18", "C"),
        clause("RG-DE-G3", GERMAN, "G3", "2/1", 5, 2, 2, "81-mtr", "C"),
        clause("RG-DE-G4", GERMAN, "G4", "2/1", 3, 1, 2, "50-pak-38", "C"),
        clause("RG-DE-G5", GERMAN, "G5", "2/1", 5, 1, 1, "75-pak-40", "C"),
        clause("RG-DE-G6", GERMAN, "G6", "2/1", 5, 1, 1, "20-flakvierling", "C"),
        clause("RG-DE-G7", GERMAN, "G7", "2/1", 5, 1, 1, "37-flak-43", "C"),
        clause("RG-DE-G8", GERMAN, "G8", "2/1", 7, 2, 2, "88-flak-18", "C"),
        clause("RG-DE-O1", GERMAN, "O1", "", 7, 1, 3, "", ""),
        clause("RG-DE-O2", GERMAN, "O2", "", 10, 1, 3, "", ""),
        clause("RG-DE-O3", GERMAN, "O3", "", 2, 2, 12, "", "A"),
        clause("RG-DE-O4", GERMAN, "O4", "", 1, 1, 6, "", ""),
        clause("RG-DE-M1", GERMAN, "M1", "", 2, 2, 6, "", ""),
        clause("RG-DE-M2", GERMAN, "M2", "", 1, 6, 24, "", ""),
        clause("RG-RU-I1", RUSSIAN, "I1", "3/2", 4, 4, 8, "4-4-7-ru", "L"),
        clause("RG-RU-I2", RUSSIAN, "I2", "3/2", 6, 8, 13, "4-5-8", "L"),
        clause("RG-RU-I3", RUSSIAN, "I3", "3/2", 4, 4, 6, "5-2-7", "L"),
        clause("RG-RU-I4", RUSSIAN, "I4", "3/2", 6, 8, 11, "6-2-8", "L"),
        clause("RG-RU-I5", RUSSIAN, "I5", "3/2", 9, 4, 4, "6-2-8-ae", "L H"),
        clause("RG-RU-I6", RUSSIAN, "I6", "6/4", 4, 4, 6, "3-3-7", "L"),
        clause("RG-RU-I7", RUSSIAN, "I7", "", 8, 2, 2, "mmg-ru mmg-ru hmg-ru hmg-ru 50-cal", "B C"),
        clause("RG-RU-I8", RUSSIAN, "I8", "", 10, 2, 2, "mmg-ru mmg-ru hmg-ru hmg-ru 50-cal 50-cal", "B C"),
        clause("RG-RU-I9", RUSSIAN, "I9", "2/1", 5, 3, 3, "6-2-8", "L"),
        clause("RG-RU-V1", RUSSIAN, "V1", "3/2", 4, 3, 3, "t-70", "L"),
        clause("RG-RU-V2", RUSSIAN, "V2", "3/2", 9, 3, 5, "t-34-85", "L"),
        clause("RG-RU-V3", RUSSIAN, "V3", "3/2", 10, 1, 1, "t-44", "L"),
        clause("RG-RU-V4", RUSSIAN, "V4", "2/1", 8, 3, 5, "is-ii", "L"),
        clause("RG-RU-V5", RUSSIAN, "V5", "2/1", 10, 2, 2, "is-iim", "L"),
        clause("RG-RU-V6", RUSSIAN, "V6", "2/1", 12, 1, 1, "is-3", "L"),
        clause("RG-RU-V7", RUSSIAN, "V7", "3/2", 11, 2, 3, "isu-122", "L"),
        clause("RG-RU-V8", RUSSIAN, "V8", "2/1", 6, 2, 2, "su-100", "L"),
        clause("RG-RU-V9", RUSSIAN, "V9", "2/1", 4, 2, 2, "su-76m", "L"),
        clause("RG-RU-V10", RUSSIAN, "V10", "3/2", 10, 2, 4, "isu-152", "L"),
        clause("RG-RU-V11", RUSSIAN, "V11", "2/1", 8, 2, 4, "su-122", "L"),
        clause("RG-RU-V12", RUSSIAN, "V12", "2/1", 8, 2, 2, "ot-34", "L"),
        clause("RG-RU-G1", RUSSIAN, "G1", "2/1", 5, 2, 2, "76l", "C"),
        clause("RG-RU-G2", RUSSIAN, "G2", "2/1", 7, 1, 1, "100l", "C"),
        clause("RG-RU-G3", RUSSIAN, "G3", "2/1", 6, 2, 4, "82-mtr", "C"),
        clause("RG-RU-G4", RUSSIAN, "G4", "2/1", 7, 1, 1, "152-gp", "M C"),
        clause("RG-RU-G5", RUSSIAN, "G5", "2/1", 8, 1, 1, "203-gun", "M C"),
        clause("RG-RU-O1", RUSSIAN, "O1", "", 5, 1, 5, "", ""),
        clause("RG-RU-O2", RUSSIAN, "O2", "", 6, 1, 5, "", ""),
        clause("RG-RU-O3", RUSSIAN, "O3", "", 9, 1, 3, "", ""),
        clause("RG-RU-O4", RUSSIAN, "O4", "", 11, 1, 2, "", ""),
        clause("RG-RU-O5", RUSSIAN, "O5", "", 6, 1, 4, "", ""),
        clause("RG-RU-O6", RUSSIAN, "O6", "", 2, 4, 28, "", "A"),
        clause("RG-RU-O7", RUSSIAN, "O7", "", 1, 1, 4, "", ""),
        clause("RG-RU-O8", RUSSIAN, "O8", "", 1, 1, 6, "", ""),
        clause("RG-RU-M1", RUSSIAN, "M1", "", 2, 1, 6, "", ""),
        clause("RG-RU-M2", RUSSIAN, "M2", "", 1, 4, 40, "", ""),
        clause("RG-RU-S1", RUSSIAN, "S1", "", 6, 2, 8, "", ""),
        clause("RG-RU-P1", RUSSIAN, "P1", "", 3, 1, 1, "", "G"),
    ],
)
def test_a_row_of_the_charts(
    side: str, id_: str, sizes: str, cpp: int, cgs: int, cg: int, kinds: str, marks: str
) -> None:
    """Its price to the point, its maximum of a CGS and of the campaign to the piece, and nobody else's."""
    row = f"RG-{side[:2].upper().replace('GE', 'DE')}-{id_}"
    turn = NIGHT if id_ == "O8" else INITIAL
    extra = ["BUY O1", "BUY O5"] if id_ == "O6" else ["BUY O1"] if (side, id_) == (GERMAN, "O3") else []
    for_extra = 11 if id_ == "O6" else 7 if extra else 0
    most = purse(turn, cpp * cgs + for_extra)
    assert verdicts(most, side, f"BUY {id_} x{cgs}", *extra)[0] == "done"
    assert verdicts(purse(turn, cpp * cgs - 1), side, f"BUY {id_} x{cgs}") == ["RePh8.616"]
    assert verdicts(purse(turn), side, f"BUY {id_} x{cgs + 1}") == [row]
    assert f"at most {cgs} in one CGS (8.6195)" in why(purse(turn), side, f"BUY {id_} x{cgs + 1}")
    one_left = purse(turn, **of(side, id_, cg - 1))
    assert verdicts(one_left, side, f"BUY {id_}", *extra)[0] == "done"
    none_left = purse(turn, **of(side, id_, cg))
    assert verdicts(none_left, side, f"BUY {id_}") == [row]
    assert f"at most {cg} in the campaign (8.6196)" in why(none_left, side, f"BUY {id_}")
    group = charts.groups()[side, id_]
    assert (group.sizes, " ".join(group.kinds), " ".join(group.marks)) == (sizes, kinds, marks)


@pytest.mark.rule("RePh8.6195", "RePh8.6196", "RePh8.6196.1")
def test_a_maximum_refuses_the_line_alone_and_shows_what_is_left() -> None:
    state = purse(LATER, own_german={"bought": {"I1": 9}, "groups": {"I1#1": {}, "I1#2": {}}})
    assert verdicts(state, GERMAN, "BUY I1", "BUY I1", "BUY I3 x7", "BUY I2") == [
        "done", "RG-DE-I1", "RG-DE-I3", "done",
    ]  # fmt: skip
    assert why(state, GERMAN, "BUY I1", "BUY I1") == (
        "I1 SS Rifle Ptn, 3/2 6-5-8, 8 CPP: at most 10 in the campaign (8.6196); 10 bought, 0 left, "
        "1 asked for"
    )
    assert why(state, GERMAN, "BUY I3 x7") == (
        "I3 SS Volksturm Ptn, 4/3 4-3-6, 4 CPP: at most 6 in one CGS (8.6195); 0 bought, 6 left, 7 asked for"
    )
    assert verdicts(state, GERMAN, "BUY I2 x0") == ["RG-DE-I2"]


@pytest.mark.parametrize(
    ("turn", "side", "line", "cpp"),
    [
        clause("RePh8.6194.1", LATER, GERMAN, "BUY I1 mode=map", 9),
        clause("RePh8.6194.1", LATER, GERMAN, "BUY V1 mode=map", 7),
        clause("RePh8.6194.1", LATER, GERMAN, "BUY I1", 8),
        clause("RePh8.6194.2", LATER, RUSSIAN, "BUY I2 mode=map", 8),
        clause("RePh8.6194.2", LATER, RUSSIAN, "BUY V1 mode=map", 6),
        clause("RePh8.6194.3", LATER, GERMAN, "BUY I5 mode=map", 4),
        clause("RePh8.6194.3", LATER, GERMAN, "BUY I6 mode=map", 10),
        clause("RePh8.6194.3", LATER, GERMAN, "BUY I7 mode=map", 7),
        clause("RePh8.6194.3", LATER, RUSSIAN, "BUY I7 mode=map", 8),
        clause("RePh8.6194.3", LATER, RUSSIAN, "BUY I8 mode=map", 10),
        clause("RePh8.6194.6", LATER, GERMAN, "BUY G5", 5),
        clause("RePh8.6194.6", LATER, RUSSIAN, "BUY G1 mode=map", 5),
        clause("RePh8.6194.8", LATER, RUSSIAN, "BUY I1 mode=reserve", 3),
        clause("CG22.1", LATER, GERMAN, "BUY I1 mode=reserve", 7),
        clause("CG22.1", LATER, GERMAN, "BUY I3 mode=reserve", 3),
        clause("CG22.1", INITIAL, GERMAN, "BUY I1 mode=reserve", 7),
        clause("I5", INITIAL, GERMAN, "BUY I1 mode=map", 8),
        clause("I5", LATER, GERMAN, "BUY I1 mode=map", 9),
        clause("I5", LATER, RUSSIAN, "BUY I3 mode=map", 6),
        clause("I3.1", INITIAL, GERMAN, "BUY V1 mode=dugin", 3),
        clause("I3.1", INITIAL, GERMAN, "BUY V2 mode=dugin", 5),
        clause("I3.1", INITIAL, GERMAN, "BUY V3 mode=dugin", 5),
        clause("I3.1", INITIAL, GERMAN, "BUY V4 mode=dugin", 7),
    ],
)
def test_what_a_way_of_setting_up_costs(turn: int, side: str, line: str, cpp: int) -> None:
    assert verdicts(purse(turn, cpp), side, line) == ["done"]
    assert verdicts(purse(turn, cpp - 1), side, line) == ["RePh8.616"]


@pytest.mark.rule("RePh8.6194.1", "RePh8.6194.8")
@pytest.mark.parametrize(
    ("line", "bill"),
    [
        ("BUY I1 mode=map", "I1 x1 at 8 +1 mode=map (RePh8.6194.1) = 9: 9"),
        ("BUY I1 mode=reserve", "I1 x1 at 8 -1 mode=reserve (RePh8.6194.8) = 7: 7"),
        ("BUY I1", "I1 x1 at 8: 8"),
    ],
)
def test_a_bill_tells_how_a_price_comes_about(line: str, bill: str) -> None:
    assert why(purse(LATER, cpp=1), GERMAN, line).endswith(bill)


@pytest.mark.parametrize(
    ("turn", "side", "line", "refused"),
    [
        clause("RePh8.6191", LATER, GERMAN, "BUY V9", "RePh8.6191"),
        clause("RePh8.6191", LATER, RUSSIAN, "BUY V6", "done"),
        clause("RePh8.6194.8", LATER, RUSSIAN, "BUY V1", "done"),
        clause("RePh8.6194.8", LATER, RUSSIAN, "BUY V1 mode=reserve", "RePh8.6194.8"),
        clause("RePh8.6194.8", LATER, RUSSIAN, "BUY S1 mode=reserve", "RePh8.6194.8"),
        clause("CG22.1", LATER, GERMAN, "BUY V1 mode=reserve", "RePh8.6194.8"),
        clause("I2", INITIAL, GERMAN, "BUY G8", "done"),
        clause("I2", NIGHT, GERMAN, "BUY G8", "I2"),
        clause("I2", NIGHT, GERMAN, "BUY G6", "I2"),
        clause("I2", NIGHT, GERMAN, "BUY G7", "I2"),
        clause("I2", NIGHT, RUSSIAN, "BUY G5", "done"),
        clause("I4", INITIAL, RUSSIAN, "BUY O8", "I4"),
        clause("I4", NIGHT, RUSSIAN, "BUY O8", "done"),
        clause("I3.4", INITIAL, GERMAN, "BUY V2 mode=dugin", "done"),
        clause("I3.4", INITIAL, GERMAN, "BUY V5", "done"),
        clause("I3.4", INITIAL, GERMAN, "BUY V5 mode=dugin", "I3.4"),
        clause("I3.4", INITIAL, RUSSIAN, "BUY V2 mode=dugin", "I3.4"),
        clause("I3.4", NIGHT, GERMAN, "BUY V2 mode=dugin", "I3.4"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin hex=I9", "I3.2"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin hex=V19", "I3.2"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin hex=S15", "done"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin hex=Q16", "done"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin hex=A2", "done"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=dugin", "done"),
        clause("I3.2", INITIAL, GERMAN, "BUY V2 mode=map hex=V19", "done"),
        clause("FN-J", INITIAL, GERMAN, "BUY G8", "done"),
        clause("FN-J", NIGHT, GERMAN, "BUY G8", "I2"),
        clause("FN-J", NIGHT, GERMAN, "BUY G1", "done"),
        clause("FN-J", NIGHT, RUSSIAN, "BUY I1", "done"),
        clause("RePh8.6194.9", LATER, GERMAN, "BUY I1 mode=map", "done"),
        clause("RePh8.6194.9", LATER, GERMAN, "BUY I1 mode=air", "RePh8.6194.9"),
    ],
)
def test_what_is_sold_to_whom_and_when(turn: int, side: str, line: str, refused: str) -> None:
    assert verdicts(purse(turn), side, line) == [refused]


@pytest.mark.rule("RePh8.6191")
def test_for_a_group_that_there_is_not_those_of_its_letter_are_named() -> None:
    for asked, near in ("V9", 8), ("X1", 29):
        legal = hand_in(purse(), GERMAN, f"BUY {asked}")[0].sheet(1)[-1].legal
        assert len(legal) == near and (asked == "X1" or {one[0] for one in legal} == {"V"})


@pytest.mark.rule("RePh8.6191")
@pytest.mark.parametrize(
    ("side", "line", "legal"),
    [
        (GERMAN, "buy SS Rifle Ptn x2", ("buy I1 x2",)),
        (GERMAN, "buy 2 x SS rifle ptn on the map hex=K14", ("buy I1 x2 hex=K14 mode=map",)),
        (GERMAN, "buy Fortifications", ("buy M2",)),
        (RUSSIAN, "buy Rifle Ptn", ("buy I1",)),
        (RUSSIAN, "buy Guards Heavy", ("buy I8",)),
        (RUSSIAN, "buy Heavy Tank Ptn x1", ("buy V4 x1", "buy V5 x1", "buy V6 x1")),
    ],
)
def test_who_writes_the_title_of_a_group_is_told_its_code(
    side: str, line: str, legal: tuple[str, ...]
) -> None:
    ruling = hand_in(purse(), side, line)[0].sheet(1)[-1]
    assert (ruling.verdict, ruling.rule, ruling.legal) == ("refused", "RePh8.6191", legal)
    assert ruling.why == "write the group's code"


@pytest.mark.rule("OB-RU.3")
def test_who_was_given_no_fpp_has_those_of_his_groups() -> None:
    assert fpp_of(a_state(), GERMAN) == 0
    assert fpp_of(a_state(own_german={"basket": ("BUY M2",)}), GERMAN) == 10


@pytest.mark.rule("RePh8.6194.4")
def test_no_new_group_sets_up_in_an_isolated_area() -> None:
    state = purse(LATER, isolated={"german": ("K13",), "russian": ()})
    assert verdicts(state, GERMAN, "BUY I1 mode=map hex=K13") == ["RePh8.6194.4"]
    assert verdicts(state, GERMAN, "BUY I1 mode=map hex=K14") == ["done"]
    assert verdicts(state, GERMAN, "BUY I1 mode=map", "BUY I1 hex=K13") == ["done", "done"]


@pytest.mark.rule("FN-J")
def test_what_is_sold_late_to_one_side_is_sold_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.games.redvengeance.refit_phase import reph_purchase

    (i4,) = [row for row in charts.sold() if row.rule == "I4"]
    monkeypatch.setattr(reph_purchase, "sold", lambda: (replace(i4, groups=("I1",)),))
    assert verdicts(purse(INITIAL), RUSSIAN, "BUY I1") == ["I4"]
    assert verdicts(purse(INITIAL), GERMAN, "BUY I1") == ["done"]


@pytest.mark.rule("FN-J")
def test_what_an_organiser_marks_j_is_sold_from_4_29_pm_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.games.redvengeance.refit_phase import reph_purchase

    marked = charts.Settings(recon_cpp=2, footnote_j=("russian I9",))
    assert verdicts(purse(LATER), RUSSIAN, "BUY I9") == ["done"]
    monkeypatch.setattr(reph_purchase, "settings", lambda: marked)
    assert verdicts(purse(LATER), RUSSIAN, "BUY I9") == ["FN-J"]
    assert verdicts(purse(4), RUSSIAN, "BUY I9") == ["done"]


# -- sheets --------------------------------------------------------------------------------------------------

SIXTY = (
    "BUY I4", "BUY I1", "BUY I3 x2", "BUY V2 mode=dugin", "BUY V3 mode=dugin", "BUY V1 mode=dugin", "BUY G8",
    "BUY I7", "BUY M1", "BUY M2 x5",
)  # fmt: skip
NINETY = (
    "FPP BARRICADE x3", "FPP ROADBLOCK", "FPP WIRE x2", "FPP PILLBOX ca=1 nca=3 cap=5", "FPP FORTIFIED",
    "FPP TRENCH x2", "FPP CONCEAL x8",
)  # fmt: skip


@pytest.mark.rule("RePh8.616", "OB-DE.3", "I3.1")
def test_the_german_initial_purchase() -> None:
    """Scenario 5 of the notes."""
    state = purse(INITIAL, cpp=60, fpp=40)
    assert set(verdicts(state, GERMAN, *SIXTY, *NINETY)) == {"done"}
    over = verdicts(state, GERMAN, *SIXTY, "BUY O1", *NINETY)
    assert over == ["RePh8.616"] * 11 + ["OB-DE.3"] * 7
    assert verdicts(state, GERMAN, *SIXTY, *NINETY, "FPP CONCEAL")[-8:] == ["OB-DE.3"] * 8
    assert why(state, GERMAN, "BUY I1 x4", "BUY I4 x2", "BUY I3 mode=map x6") == (
        "these groups cost 76 CPP together and you have 60, 16 too few: I1 x4 at 8: 32; I4 x2 at 10: 20; "
        "I3 x6 at 4: 24"
    )
    night = verdicts(purse(NIGHT, cpp=20), GERMAN, "BUY G8", "BUY I4", "BUY I1", "BUY I3")
    assert night == ["I2", "RePh8.616", "RePh8.616", "RePh8.616"]


@pytest.mark.rule("RePh8.616", "OB-RU.3", "RG-RU-M2")
def test_the_russian_initial_purchase() -> None:
    """Scenario 6 of the notes."""
    eighty = (
        "BUY I2 x4", "BUY I4 x2", "BUY I9", "BUY V2", "BUY V4", "BUY O3", "BUY O6 x2", "BUY M2 x3", "BUY S1",
        "FPP SUPPLEMENTAL",
    )  # fmt: skip
    state = purse(INITIAL, cpp=80)
    assert set(verdicts(state, RUSSIAN, *eighty, "FPP CONCEAL x2")) == {"done"}
    assert verdicts(state, RUSSIAN, *eighty, "FPP CONCEAL x3")[-2:] == ["OB-RU.3", "OB-RU.3"]
    assert verdicts(state, RUSSIAN, "FPP CONCEAL") == ["OB-RU.3"]
    assert verdicts(state, RUSSIAN, "BUY M2", "FPP CONCEAL x8") == ["done", "done"]


@pytest.mark.rule("RePh8.619", "RePh8.6198")
def test_a_sheet_is_kept_for_the_eyes_of_its_side_and_replaced_by_the_next() -> None:
    play, _ = hand_in(purse(LATER), GERMAN, "BUY I1 x2", "BUY V9", "RECON n=1")
    assert own(play.state, GERMAN).basket == ("BUY I1 x2", "RECON n=1")
    assert {event.to for event in play.events} == {("german",)}
    again, found = hand_in(play.state, GERMAN, "BUY I1 x4", "pass")
    assert own(again.state, GERMAN).basket == ("BUY I1 x4",)
    assert found == [("done", ""), ("done", "")]
    kept = purse(LATER, own_russian={"oba": {"O3": {}}})
    directed, _ = hand_in(kept, RUSSIAN, "OBA O3 carrier=radio")
    assert own(directed.state, RUSSIAN).basket == ("OBA O3 carrier=radio",)
    fallen, _ = hand_in(purse(LATER, cpp=9), GERMAN, "BUY I1", "BUY I3", "RECON n=2")
    assert own(fallen.state, GERMAN).basket == ("RECON n=2",)


@pytest.mark.rule("RePh8.622")
def test_reconnaissance_is_paid_for_after_the_groups() -> None:
    assert verdicts(purse(LATER, cpp=9), GERMAN, "RECON n=1", "BUY I1") == ["RePh8.622", "done"]
    assert verdicts(purse(LATER, cpp=10), GERMAN, "RECON n=1", "BUY I1") == ["done", "done"]
    for none in "RECON", "RECON n=0", "RECON n=-1":
        assert verdicts(purse(LATER), GERMAN, none) == ["RePh8.622"]


@pytest.mark.rule("RePh8.616", "RePh8.6194.1", "OB-DE.3")
def test_each_line_is_told_what_it_costs_and_the_last_what_the_sheet_takes() -> None:
    sheet = (
        "buy I3 mode=map",
        "oba O1 carrier=radio",
        "buy O1",
        "buy M2 x2",
        "fpp FORTIFIED",
        "recon n=2",
        "pass",
    )
    play, found = hand_in(purse(LATER, cpp=40), GERMAN, *sheet)
    assert {verdict for verdict, _ in found} == {"done"}
    assert [ruling.why for ruling in play.sheet(1)] == [
        "I3 x1 at 4 +1 mode=map (RePh8.6194.1) = 5: 5 CPP",
        "",
        "O1 x1 at 7: 7 CPP",
        "M2 x2 at 1: 2 CPP",
        "FORTIFIED x1 at 5: 5 FPP",
        "2 x 2: 4 CPP; your orders cost 18 of 40 CPP and 5 of 20 FPP",
        "",
    ]


@pytest.mark.rule("RePh8.616")
def test_what_falls_costs_nothing() -> None:
    play, _ = hand_in(purse(LATER, cpp=10), GERMAN, "buy V1", "buy I1", "recon n=1")
    assert play.sheet(1)[-1].why == "1 x 2: 2 CPP; your orders cost 2 of 10 CPP and 0 of 0 FPP"


@pytest.mark.rule("RePh8.616")
def test_what_the_sheet_takes_stands_at_its_last_line_whatever_is_bought_there() -> None:
    play, _ = hand_in(purse(LATER, cpp=10), GERMAN, "recon n=1", "buy I3")
    assert play.sheet(1)[-1].why == "I3 x1 at 4: 4 CPP; your orders cost 6 of 10 CPP and 0 of 0 FPP"


@pytest.mark.rule("OB-RU.1")
def test_at_first_no_russian_group_is_sold_for_a_set_up() -> None:
    first = purse(1)
    for mode in ("map", "reserve"):
        (ruling,) = hand_in(first, RUSSIAN, f"BUY I1 mode={mode}")[0].sheet(1)
        assert (ruling.rule, ruling.legal) == ("OB-RU.1", ("buy I1",))
    assert verdicts(first, RUSSIAN, "BUY I1", "BUY I2 mode=entry", "BUY G1") == ["done"] * 3
    assert verdicts(purse(LATER), RUSSIAN, "BUY I1 mode=map") == ["done"]


def test_a_mode_that_there_is_not_is_answered_with_those_there_are() -> None:
    (ruling,) = hand_in(purse(), GERMAN, "BUY G1 mode=flying")[0].sheet(1)
    assert ruling.why == 'there is no mode "flying": write entry, map, reserve, dugin'
    assert ruling.legal[0] == "buy G1"
