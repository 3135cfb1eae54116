""" "all" in a set-up and an entry: every unit that waits, may be there, and has no line of its own."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from tests.games.redvengeance.by_mail import Date, bought
from tests.games.redvengeance.firefight import fight, no

WAIT = {"S1": "6-5-8 off-map", "S2": "6-5-8 off-map", "T": "mk-iv-h off-map", "M": "6-5-8 K13"}
ENEMIES = {"R1": "4-5-8 off-map", "R2": "4-5-8 off-map", "E": "6-2-8 K12"}


def where(date: Date, *units: str) -> list[str]:
    """Where units are."""
    return [date.state.units[one].at for one in units]


@pytest.mark.rule("RePh0.1", "RePh8.6194.4")
@pytest.mark.parametrize("word", ["all", "ALL"])
def test_all_sets_up_every_unit_that_waits_and_leaves_those_on_the_map(word: str) -> None:
    date = bought((), there=WAIT)
    date.good(GERMAN, f"setup {word} hex=A20")
    assert where(date, "S1", "S2", "T", "M") == ["a20", "a20", "a20", "k13"]
    assert date.send(GERMAN, f"setup {word} hex=K20") == ["RePh0.1"]
    assert "each has come, or has a line of its own" in date.why(1)
    assert where(date, "S1", "M") == ["a20", "k13"]


@pytest.mark.rule("RePh0.1")
def test_all_is_for_units_on_the_map_where_none_comes_from_off_it() -> None:
    date = bought((), there={"A": "6-5-8 K13", "B": "6-5-8 K13"})
    date.good(GERMAN, "setup B hex=K16", "setup all hex=K20")
    assert where(date, "A", "B") == ["k20", "k16"]


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("lines", [
    ("setup S2 hex=K20", "setup all hex=A20"), ("setup all hex=A20", "setup S2 hex=K20"),
    ("setup all hex=A20", "setup s2 hex=K20"),
])  # fmt: skip
def test_all_is_for_none_that_another_line_of_the_sheet_names(lines: tuple[str, ...]) -> None:
    date = bought((), there=WAIT)
    date.good(GERMAN, *lines)
    assert where(date, "S1", "T", "S2") == ["a20", "a20", "k20"]


@pytest.mark.rule("CG22.7a", "RePh0.1")
def test_all_leaves_out_who_may_not_and_says_why() -> None:
    date = bought((), there={**WAIT, "S1": "6-5-8 bought new", "S2": "6-5-8 bought new"})
    date.good(GERMAN, "reserve all hex=A20")
    assert where(date, "S1", "S2", "T") == ["a20", "a20", "off-map"]
    (left,) = [text for text in date.heard(GERMAN) if "leaves T out" in text]
    assert "only infantry" in left
    assert not [text for text in date.heard(RUSSIAN) if "leaves" in text]


@pytest.mark.rule("RePh8.6194.5", "CG21.3")
def test_all_takes_the_smc_and_sw_of_a_group_with_its_mmc() -> None:
    date = bought(("buy I1 mode=map",))
    group = [id_ for id_ in date.state.units if id_.startswith("GE-I1#1-")]
    date.good(GERMAN, "setup all hex=K20", "pass")
    assert set(where(date, *group)) == {"k20"} and len(group) > 3


@pytest.mark.rule("RePh8.6194.4")
def test_all_that_nobody_may_is_refused_with_the_reason_and_what_may() -> None:
    date = bought((), there=WAIT)
    before = date.state.units
    assert date.send(GERMAN, "setup all hex=K12") == ["RePh8.6194.4"]
    assert date.state.units == before and "units that are left may: K12 is not in one" in date.why(1)
    assert date.said[0].legal and not any(one in {"pass", "endturn"} for one in date.said[0].legal)
    for line in date.said[0].legal:
        assert bought((), there=WAIT).send(GERMAN, line) == ["done"], line


@pytest.mark.rule("RePh8.6194.9", "RePh0.1")
def test_all_enter() -> None:
    date = bought((), there=WAIT, enemies=ENEMIES)
    date.good(GERMAN, "pass")
    date.good(RUSSIAN, "pass")
    date.good(RUSSIAN, "enter all hex=H0")
    assert where(date, "R1", "R2", "E") == ["h0", "h0", "k12"]
    assert date.send(RUSSIAN, "enter all hex=H0") == ["RePh0.1"]


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    "text", ["report LOST unit=all", "bh all", "vatc unit=all ml=8", "control K13 by=all"]
)
def test_a_line_about_one_unit_says_that_all_does_not_do(text: str) -> None:
    rule, why = no(fight(WAIT), text)
    assert why == '"all" may not be used here. Name the unit', rule
