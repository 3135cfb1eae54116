"""Orders that players get wrong: refused with the clause, the place and what would be legal; the rest of the
sheet is judged, or said to be not judged, and nothing of what is hidden is betrayed."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulings import Ruling
from tests.tabletop import Tabletop

from .table import drawing, table

UNITS = {"45": "4435", "65": "4435", "72": "4436", "HQ 5": "4437", "G69": "4336", "1": "4134", "20": "4034"}
"""Clear country: Soviets around a German division in 4336, and two more units face to face further west."""
COMBAT: dict[str, Any] = {"segment": "COMBAT", "state": {"hq": "HQ 5"}}


def refused(laid: Tabletop, side: str, line: str, then: str = "") -> Ruling:
    """The verdict on the first line of a sheet, which must be refused and change no unit; `then` is the rest
    of the sheet, which must stand."""
    before = dict(laid.state.units)
    rulings = laid.order(side, f"{line}\n{then}" if then else line)
    assert rulings[0].verdict == "refused", rulings[0]
    assert rulings[0].rule
    assert rulings[0].why
    assert [ruling.verdict for ruling in rulings[1:]] == ["done"] * (len(rulings) - 1)
    if not then:
        assert dict(laid.state.units) == before
    return rulings[0]


@pytest.mark.parametrize(
    ("line", "clause", "legal"),
    [
        ("move 45 from 4434 to 4433", "4.1b.1", ("move 45 via 4434-4433",)),
        ("move 45 4435-4434-4432", "4.1b.1", ("move 45 4435-4434",)),
        ("move 45 4434-4336", "4.1b.1", ("move 45 4434",)),
        ("move 45 4435-4336-4235", "4.3.1", ("move 45 4434",)),
        ("move 69 4235", "4.0.1", ()),
        ("move G69 4235", "4.3.3", ()),
        ("move HQ 5 4337-4336", "4.3.1", ("move HQ 5 4337",)),
    ],
)
def test_a_bad_path_is_refused_whole_and_the_rest_of_the_sheet_is_judged(
    line: str, clause: str, legal: tuple[str, ...]
) -> None:
    laid = table(UNITS | {"S69": "2020"}, state={"hq": "HQ 5", "activated": ["45", "65", "72"]})
    no = refused(laid, "soviet", line, "move 65 4434")
    assert no.rule == clause
    assert set(legal) <= set(no.legal)
    assert laid.at("65") == "4434"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("attack 4336 with 20", "7.0.1"),
        ("attack 4335 with 45", "7.0.2"),
        ("attack 4336 with 45, HQ 5", "7.0.1"),
        ("attack 4336 with 45 air AA4-a full", "13.3.1"),
        ("attack 4336 with 45 air AA1-a full AA1-b full 3AA full", "13.1.4"),
        ("attack 4336 with 45 ship", "12.6.1"),
    ],
)
def test_a_bad_attack_is_refused_with_its_clause(line: str, clause: str) -> None:
    assert refused(table(UNITS, **COMBAT), "soviet", line).rule == clause


def test_a_unit_that_attacked_does_not_attack_again_not_even_after_a_cancelled_attack() -> None:
    laid = table({**UNITS, "G69": "4336", "21": "4336", "152 UR": "4335"}, **COMBAT)
    (first,) = laid.order("soviet", "attack 4336 with 152 UR")
    assert first.verdict == "done"
    assert laid.found("AttackCancelled")
    assert refused(laid, "soviet", "attack 4336 with 152 UR").rule == "7.3a.3"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("retreat 69 via 4335", "9.2c.1"),
        ("retreat 69 via 4235-4234", "9.0a.1"),
        ("retreat 69 via 4134", "9.0.1"),
        ("retreat 69 via 4435", "5.2.1"),
        ("retreat 1 via 4034", "9.0.1"),
    ],
)
def test_a_retreat_that_breaks_a_priority_is_refused_with_the_retreats_that_stand(
    line: str, clause: str
) -> None:
    laid = table(UNITS, dice=[3], **COMBAT)
    laid.order("soviet", "attack 4336 with 45, 65, 72 no advance")
    no = refused(laid, "german", line)
    assert (no.rule, set(no.legal)) == (clause, {"retreat G69 via 4235", "retreat G69 via 4236"})


def test_done_before_a_forced_decision_ends_nothing_and_is_told_what_is_asked() -> None:
    laid = table(UNITS, dice=[3], **COMBAT)
    laid.order("soviet", "attack 4336 with 45, 65, 72 no advance")
    (no,) = laid.order("german", "done")
    assert no.verdict == "not-judged"
    assert "[9.0.1]" in no.why
    assert "retreat G69 via 4235" in no.legal
    assert laid.asked()[0] == "9.0.1"


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("activate HQ 5 with 2 G T", "2.2a.3"),
        ("activate HQ 5 with 128", "2.2b.1"),
        ("activate HQ 5 with HQ S28", "2.2a.4"),
        ("activate HQ 5 with G69", "2.2a.1"),
        ("activate HQ S28", "2.1b.1"),
        ("activate HQ 5 with 1 T, 152 UR, 153 UR", "2.2a.1"),
    ],
)
def test_whom_an_hq_does_not_command_it_does_not_activate(line: str, clause: str) -> None:
    near = {"1 T": "4337", "152 UR": "4338", "153 UR": "4338", "128": "4437", "HQ S28": "4436"}
    laid = drawing({**UNITS, **near, "2 G T": "4425"}, ["S5"])
    assert refused(laid, "soviet", line).rule == clause


@pytest.mark.parametrize("hidden", ["HQ 26", "401I", "349 VG"])
@pytest.mark.parametrize(
    "line",
    [
        "attack 4336 with 45 if odds >= 3-1",
        "attack 4335 with 45",
        "attack 4336 with 20",
        "attack 4336 with {hidden}",
        "top 4336 {hidden}",
    ],
)
def test_no_answer_tells_what_lies_below_the_top_of_a_stack(line: str, hidden: str) -> None:
    below, elsewhere = (
        table({**UNITS, "21": "2020", hidden: at}, **COMBAT).order("soviet", line.format(hidden=hidden))
        for at in ("4336", "2020")
    )
    assert below == elsewhere
