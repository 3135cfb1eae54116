"""No message is longer than somebody reads, and each says how much was left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import hexpost
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
    assert bounded(faults).endswith("lines more. Correct these first")
    shown = bounded(faults).count("no such zone")
    assert f"and {1_000 - shown:,} lines" in bounded(faults)


@pytest.mark.parametrize("kind", [InputFault, ValueError])
def test_what_the_front_door_says_is_bounded(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main_raising(kind("x" * 100_000), monkeypatch)
    assert len(capsys.readouterr().err) < MOST


@pytest.mark.parametrize(
    "words",
    [
        ["frob" + "x" * 90_000], ["desk", "x" * 90_000], ["map", "x" * 90_000],
        ["games", "--" + "x" * 90_000],
        ["close", "1", "--" + "x" * 90_000], ["rule", "x" * 90_000, "1"], ["show", "x" * 90_000],
    ],
    ids=lambda words: words[0][:5],
)  # fmt: skip
def test_what_is_wrong_with_a_typed_line_is_said_within_bounds(words: list[str]) -> None:
    said = hexpost_says(*words)
    assert 0 < len(said) < MOST


def test_what_steers_a_terminal_is_not_said_of_a_typed_line() -> None:
    said = hexpost_says("frob\x1b[2J\u202etxt")
    assert "\x1b" not in said and "\u202e" not in said and "\\x1b[2J\\u202etxt" in said


def hexpost_says(*words: str) -> str:
    done = CliRunner().invoke(hexpost.app, list(words))
    assert done.exit_code in {1, 2}
    return done.output or bounded(done.exception)


@pytest.mark.parametrize("words", [("map", "check"), ("counters", "check"), ("module", "check")])
def test_what_is_wrong_is_short_in_a_document_too(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(hexpost.app, [*words, "x" * 90_000 + "\u202e", "--json"])
    assert done.exit_code in {1, 2}, "2 where the locale has no such letter"
    assert len(done.output or bounded(done.exception)) < 2 * MOST
    assert "\u202e" not in done.output


def test_what_a_command_itself_says_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["check", "x" * 50_000])
    assert ended.value.code == 1
    assert 0 < len(capsys.readouterr().err) <= MOST
