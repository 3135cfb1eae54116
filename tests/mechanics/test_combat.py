"""What a combat is counted with: strengths, roundings, columns, shifts, modifiers, charts."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mechanics.charts import BadChart, Chart, charts_in
from adjudicator.mechanics.drm import DRM, total
from adjudicator.mechanics.odds import Rounding, column, ratio
from adjudicator.mechanics.shifts import Shift, and_below, packed, shifted
from adjudicator.mechanics.strength import Change, total_strength, worth

PRINTED = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1+")
COLUMNS = ("1-4", "1-3", *PRINTED)


def test_columns_may_be_labelled_as_on_other_tables() -> None:
    assert [ratio(label) for label in ("1-2", "3-1", "8-1+")] == [Fraction(1, 2), 3, 8]
    assert [ratio(label) for label in ("0:1", "1.5:1", "1,5:1")] == [0, Fraction(3, 2), Fraction(3, 2)]


@pytest.mark.parametrize("label", ["", "3", "3-", "a-b", "AR"])
def test_what_is_no_ratio_is_an_error(label: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        ratio(label)


@pytest.mark.parametrize(
    ("attack", "rounding", "found"),
    [
        (8, "defender", "2-1"),
        (8, "attacker", "2-1"),
        (9, "defender", "2-1"),
        (9, "attacker", "3-1"),
        (9, "nearest", "2-1"),
        (10, "nearest", "2-1"),
        (11, "nearest", "3-1"),
        (3, "nearest", "1-2"),
        (3, "defender", "1-2"),
        (99, "attacker", "8-1+"),
        (1, "attacker", None),
    ],
)
def test_one_stated_rounding(attack: int, rounding: Rounding, found: str | None) -> None:
    assert column(attack, 4, PRINTED, rounding) == found


@given(st.fractions(0, 99), st.fractions(Fraction(1, 9), 20))
def test_the_defenders_column_is_the_best_whose_ratio_is_reached(attack: Fraction, defence: Fraction) -> None:
    found = column(attack, defence, PRINTED)
    reached = [label for label in PRINTED if attack >= ratio(label) * defence]
    assert found == (reached[-1] if reached else None)


def shift(value: int) -> Shift:
    return Shift("7.4a", value, "terrain" if value < 0 else "air")


@pytest.mark.parametrize(
    ("raw", "shifts", "found"),
    [
        ("7-1", (-2,), "5-1"),
        ("7-1", (-2, 2, 2), "8-1+"),
        ("8-1+", (-2,), "6-1"),
        ("1-3", (1,), "1-2"),
        ("1-4", (1,), None),
        ("1-2", (-1,), None),
        ("1-1", (-1,), "1-2"),
        ("1-3", (), None),
        ("1-4", (-1, 1, 2, 2), "2-1"),
    ],
)
def test_shifts_add_up_before_the_table_ends(raw: str, shifts: tuple[int, ...], found: str | None) -> None:
    assert shifted(raw, map(shift, shifts), COLUMNS, PRINTED) == found


@pytest.mark.parametrize(
    ("raw", "value", "found"), [("1-1", -2, "1-2"), ("1-2", -9, "1-2"), ("7-1", 9, "8-1+")]
)
def test_shifts_may_stop_at_the_first_column(raw: str, value: int, found: str) -> None:
    assert shifted(raw, [shift(value)], PRINTED, PRINTED, floor=True) == found


def test_a_shift_says_why() -> None:
    assert packed([shift(-1)]) == ({"rule": "7.4a", "value": -1, "reason": "terrain"},)


def test_a_column_that_is_not_there_cannot_be_shifted() -> None:
    with pytest.raises(ValueError, match="not in"):
        shifted("9-1", (), COLUMNS, PRINTED)


def test_modifiers_may_have_a_limit_both_ways() -> None:
    drms = [DRM("1", 3, "armour"), DRM("2", 2, "air")]
    assert [total(drms), total(drms, 4), total([DRM("3", -5, "fog")], 4)] == [5, 4, -4]


def test_a_strength_tells_each_change_with_its_reason() -> None:
    printed = Change("0.3.1", 7, "as printed")
    halved = Change("7.4.2", Fraction(7, 2), "out of supply")
    quartered = Change("d3", Fraction(7, 4), "across a river")
    found = worth("attack", "8 G", printed, [halved, quartered])
    assert found.strength == Fraction(7, 4)
    assert [(part["rule"], part["was"], part["is"]) for part in found.parts] == [
        ("7.4.2", 7, 3.5),
        ("d3", 3.5, 1.75),
    ]
    (alone,) = worth("defence", "69", printed, []).parts
    assert alone == {
        "side": "defence", "unit": "69", "rule": "0.3.1", "was": 7, "is": 7, "reason": "as printed",
    }  # fmt: skip


def test_strengths_are_summed_before_they_are_rounded() -> None:
    """5 and 3 quartered are 2 together; rounded one by one they would be 1."""
    quarter = [
        worth("attack", str(value), Change("", value, ""), [Change("", Fraction(value, 4), "quartered")])
        for value in (5, 3)
    ]
    assert total_strength(quarter) == 2
    assert sum(int(one.strength) for one in quarter) == 1


@pytest.fixture
def crt(tmp_path: Path) -> Chart:
    file = tmp_path / "charts.toml"
    file.write_text(
        '[[chart]]\nid = "crt"\ntitle = "Combat"\nrule = "7"\nsource = "the table"\n'
        'standin = true\nreason = "not printed"\ncolumns = ["1-1", "2-1"]\nrows = ["1", "2", "3"]\n'
        'cells = [["A1", "--"], ["--", "Dr"], ["Dr", "D1"]]\n',
        encoding="utf-8",
        newline="\n",
    )
    return charts_in(file)["crt"]


@pytest.mark.parametrize(("die", "result"), [(-3, "--"), (1, "--"), (2, "Dr"), (3, "D1"), (9, "D1")])
def test_a_chart_is_read_by_column_and_die_to_its_ends(crt: Chart, die: int, result: str) -> None:
    assert crt.read("2-1", die) == result


def test_a_chart_knows_each_cell_and_what_stands_in(crt: Chart) -> None:
    assert (crt.cell("1-1", "3"), crt.standin, crt.reason) == ("Dr", True, "not printed")
    with pytest.raises(ValueError, match="chart crt has no column 3-1, but 1-1, 2-1"):
        crt.cell("3-1", "1")


def test_a_chart_whose_columns_are_no_list_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "charts.toml"
    file.write_text(
        '[[chart]]\nid = "crt"\ntitle = ""\nrule = ""\nsource = ""\nstandin = false\nreason = ""\n'
        'columns = "1-1"\nrows = []\ncells = []\n',
        encoding="utf-8",
        newline="\n",
    )
    with pytest.raises(BadChart, match=r"charts\.toml:8: '1-1': \"columns\" needs a list"):
        charts_in(file)


def test_a_chart_that_is_not_there_is_told_with_the_likest(tmp_path: Path, crt: Chart) -> None:
    with pytest.raises(KeyError, match="no chart 'crd': did you mean 'crt'"):
        charts_in(tmp_path / "charts.toml")["crd"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('["--", "Dr"], ', "", "10: 3 rows, but 2 lines of cells"),
        ('["--", "Dr"]', '["--"]', "10: row 2 has 1 cell, and there are 2 columns"),
        ('["--", "Dr"]', '"Dr"', "10: row 2 has no list of cells, and there are 2 columns"),
        ('rule = "7"', 'ruel = "7"', "4: 'ruel': every [[chart]] needs \"rule\""),
        ("[[chart]]", "[[charts]]", "there is no [[chart]] in it"),
        ("cells = [", "cells = ", "not TOML: "),
    ],
)
def test_a_chart_with_a_hole_says_where(tmp_path: Path, crt: Chart, old: str, new: str, why: str) -> None:
    file = tmp_path / "charts.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(BadChart, match=rf"^{re.escape(str(file))}:.?{re.escape(why)}"):
        charts_in(file)


def test_imaginary_columns_go_on_below_the_first_printed_one() -> None:
    assert and_below(("1-2", "1-1", "2-1"), 3) == ("1-5", "1-4", "1-3", "1-2", "1-1", "2-1")
    with pytest.raises(ValueError, match="below 2-1"):
        and_below(("2-1", "3-1"), 3)


def test_a_chart_needs_no_source_and_says_what_else_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "charts.toml"
    table = '[[chart]]\nid = "crt"\ntitle = "Combat"\ncolumns = ["1-1"]\nrows = ["1"]\ncells = [["AR"]]\n'
    file.write_text(f'{table}rule = "7"\n')
    assert not charts_in(file)["crt"].standin
    file.write_text(table)
    with pytest.raises(ValueError, match=r'charts\.toml:1: every \[\[chart\]\] needs "rule"'):
        charts_in(file)
