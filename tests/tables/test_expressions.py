"""Expressions of VASSAL that are plain arithmetic, and those of which nobody here knows the value."""

from __future__ import annotations

import pytest

from tables.expressions import LONGEST, worked_out

KNOWN = {"A": "3", "S": "x", "Yes": "true", "Half": "1.5", "Army": "Lee", "Lee_Strength": "4", "Empty": ""}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A + 1", "4"), ('"a" + A + S', "a3x"), ('1 + 2 + "a"', "3a"), ("Yes ? 1 : 2", "1"),
        ('If(A > 2 && S == "x", "*", "")', "*"), ('GetProperty(GetProperty("Army") + "_Strength")', "4"),
        ("Math.abs(0 - A) + Math.max(1, 2)", "5"), ("-A", "-3"), ("(A - 1) * 3 % 4", "2"), ("7 / 2", "3"),
        ("-7 / 2", "-3"), ("-7 % 3", "-1"), ("Half + 1", "2.5"), ("!Yes || A != 3", "false"), ("$A$", "3"),
        ('A == ""', "false"), ('Empty == ""', "true"), ("true ? 1 : A ? 2 : 3", "1"),
        (r'"say \"hi\""', 'say "hi"'),
        ("Yes || Unknown", "true"), ("Yes ? A : Unknown", "3"),
    ],
)  # fmt: skip
def test_arithmetic_is_worked_out_as_in_java(text: str, value: str) -> None:
    assert worked_out(text, KNOWN.get) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "A +", "(A", "Unknown", "Unknown + 1", "S < 2", "A && Yes", "A / 0", "Half % 1", "SumStack(A)",
        "A = 4",
        'Runtime.getRuntime().exec("x")', 'new File("x")', "If(Yes, 1)", "Math.abs(S)", "A;B", "(" * 500,
        "+".join("1" * 900), "999999999 * 5", "*".join(["999999999.5"] * 40), "1.0 / 9000",
        "!" * 500, '"' + "x" * LONGEST + '"', "1 2", "GetProperty()", "call(A)",
    ],
)  # fmt: skip
def test_what_is_more_than_that_is_not_known(text: str) -> None:
    assert worked_out(text, KNOWN.get) is None
