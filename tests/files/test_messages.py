"""No message is longer than somebody reads, and each says how much was left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.cli import app
from files.messages import MOST, bounded
from tests.test_front_door import InputFault, main_raising


@given(st.lists(st.sampled_from(["", "a", "b" * 70, "c" * 999, "d" * 1_001, "e" * 70_000]), max_size=90))
def test_a_message_is_short_and_a_short_one_stays(lines: list[str]) -> None:
    message = "\n".join(lines)
    assert len(bounded(message)) <= MOST
    if len(message) <= MOST and max(map(len, lines), default=0) <= 1_000:
        assert bounded(message) == message


def test_the_beginning_the_end_and_the_number_of_faults_remain() -> None:
    assert bounded(f"a.csv:3: «{'x' * 9_000}» is no zone").startswith("a.csv:3: «xxx")
    assert bounded(f"a.csv:3: «{'x' * 9_000}» is no zone").endswith("xxx» is no zone")
    faults = "\n".join(f"a.csv:{n}: no such zone" for n in range(1_000))
    assert bounded(faults).endswith("lines more: mend these first")
    shown = bounded(faults).count("no such zone")
    assert f"and {1_000 - shown:,} lines" in bounded(faults)


@pytest.mark.parametrize("kind", [InputFault, ValueError])
def test_what_the_front_door_says_is_bounded(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main_raising(kind("x" * 100_000), monkeypatch)
    assert len(capsys.readouterr().err) < MOST


def test_what_a_command_itself_says_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["check", "x" * 50_000])
    assert ended.value.code == 1
    assert 0 < len(capsys.readouterr().err) <= MOST
