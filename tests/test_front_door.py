"""The front door: quick, honest about what is behind it, and clear about whose fault an error is."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import hexpost
from adjudicator.catalogue import by_title, find_game, game_names, titles
from bench.pace import within

DOORS = hexpost.COMMANDS | hexpost.GROUPS
HELP_SECONDS = 0.3
HEAVY = {
    "PIL",
    "shapely",
    "reportlab",
    "lxml",
    "numpy",
    "jinja2",
    "adjudicator",
    "maps",
    "counters",
    "builder",
    "files",
}


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`hexpost WORDS` as a user starts it, in a process of its own."""
    told = {**os.environ, "PYTHONUTF8": "0", "NO_COLOR": "1", **environment}
    command = [sys.executable, "-m", "hexpost", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=told, check=False)


def first_line(text: str | None) -> str:
    return (text or "").strip().split("\n")[0]


Commands = Iterator[tuple[str, typer.core.TyperCommand]]


def commands_behind(name: str, command: object) -> Commands:
    """Every command that can be typed from here on, with the words that reach it."""
    if isinstance(command, typer.core.TyperGroup):
        for word, sub in command.commands.items():
            yield from commands_behind(f"{name} {word}", sub)
    else:
        assert isinstance(command, typer.core.TyperCommand)
        yield name, command


@pytest.mark.timed
def test_help_answers_within_its_budget() -> None:
    """Measured in seconds of the processor."""

    def seconds() -> float:
        before = os.times()
        assert run("--help").returncode == 0
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert within(min(seconds() for _ in range(5)), HELP_SECONDS)


def test_help_imports_no_package_and_no_heavy_library() -> None:
    code = "import sys, hexpost\ntry: hexpost.app(['--help'])\nfinally: print('\\n', *sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    loaded = {name.split(".")[0] for name in done.stdout.split("\n")[-2].split()}
    assert "typer" in loaded
    assert not loaded & HEAVY


@cache
def told_by_help() -> str:
    return run("--help", COLUMNS="110").stdout


@pytest.mark.parametrize("name", DOORS)
def test_help_names_every_door(name: str) -> None:
    assert f" {name} " in told_by_help()


@pytest.mark.parametrize("name", DOORS)
def test_a_door_says_what_the_command_behind_it_says(name: str) -> None:
    real = hexpost.Behind(name, DOORS[name]).command()
    assert first_line(real.help) == DOORS[name].says


def test_a_command_is_put_together_without_those_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    real = typer.main.get_command_from_info

    def counted(command_info: typer.models.CommandInfo, **told: object) -> object:
        made.append(command_info)
        return real(command_info, **told)  # type: ignore[arg-type]

    monkeypatch.setattr(typer.main, "get_command_from_info", counted)
    hexpost._one.cache_clear()
    assert hexpost.Behind("post", DOORS["post"]).command().name == "post"
    assert len(made) == 1


def test_every_command_of_the_adjudicator_has_a_door() -> None:
    from adjudicator.cli import app

    assert set(typer.main.get_group(app).commands) == set(hexpost.COMMANDS)


@pytest.mark.parametrize("name", DOORS)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    real = hexpost.Behind(name, DOORS[name]).command()
    for words, command in commands_behind(f"hexpost {name}", real):
        told = (command.help or "").strip()
        assert words in told + (command.epilog or ""), f"the help of `{words}` shows no example"
        assert told.split("\n")[0].endswith("."), f"the help of `{words}` does not begin with a sentence"


@pytest.mark.parametrize("name", DOORS)
def test_help_names_what_options_take_in_words_and_shows_every_default(name: str) -> None:
    """Rich takes "[default: x]" in a help text for markup and leaves it out."""
    for words, command in commands_behind(f"hexpost {name}", hexpost.Behind(name, DOORS[name]).command()):
        for one in command.get_params(typer.Context(command)):
            assert "[default" not in (getattr(one, "help", "") or ""), f"{words} {one.opts}"
            assert one.metavar is not None or one.param_type_name == "argument", f"{words} {one.opts}"
            assert ("--out" in one.opts) == ("-o" in one.opts), words


def test_help_names_no_type_of_python_beside_what_an_argument_is_called() -> None:
    told = CliRunner().invoke(hexpost.app, ["open", "--help"], prog_name="hexpost").output
    assert re.search(r"GAME +A game's name", told) and "<str>" not in told


def test_a_misspelt_command_is_wrong_usage_and_gets_a_suggestion() -> None:
    said = run("mpa")
    assert said.returncode == 2
    assert "'map'" in said.stderr
    assert said.stdout == ""


@pytest.mark.parametrize(("typed", "meant"), [("connect", "desk connect"), ("build", "module build")])
def test_a_command_of_a_group_that_is_typed_alone_is_named_with_its_group(typed: str, meant: str) -> None:
    said = run(typed)
    assert said.returncode == 2
    assert f"Did you mean '{meant}'?" in said.stderr


def test_the_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    said = run("--version").stdout
    assert re.fullmatch(rf"hexpost {re.escape(version('hexpost'))}( \(commit [0-9a-f]{{12}}\))?\n", said)


class InputFault(Exception):
    """As the packages declare theirs: the input is at fault, and the message says where."""

    exit_code = 1


def main_raising(fault: BaseException, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    def raise_it(**_: object) -> None:
        raise fault

    monkeypatch.setattr(hexpost, "app", raise_it)
    with pytest.raises(SystemExit) as ended:
        hexpost.main()
    return ended.value.code


def test_a_fault_of_the_input_is_its_message_and_exit_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = InputFault("places.csv:3: no such zone: Küstrinn\nplaces.csv:7: index read twice: 12")
    assert main_raising(fault, monkeypatch) == 1
    assert capsys.readouterr() == ("", f"{fault}\n")


def test_a_library_that_only_scans_need_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main_raising(ModuleNotFoundError("no scipy", name="scipy"), monkeypatch) == 1
    assert 'pipx install --force ".[scan]"' in capsys.readouterr().err


def test_a_path_that_cannot_be_used_is_a_fault_of_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "no such folder" / "board.png"
    with pytest.raises(FileNotFoundError) as found:
        missing.write_bytes(b"")
    assert main_raising(found.value, monkeypatch) == 1
    assert capsys.readouterr() == ("", f"{missing}: No such file or directory\n")


def test_our_own_fault_is_one_sentence_and_exit_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HEXPOST_DEBUG", raising=False)
    assert main_raising(ValueError("seven of six"), monkeypatch) == 3
    said = capsys.readouterr().err
    assert "a mistake of its own" in said
    assert "seven of six" in said
    assert "Traceback" not in said


def test_our_own_fault_is_written_down_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HEXPOST_DEBUG", "1")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main_raising(ValueError("seven of six"), monkeypatch) == 3
    (written,) = tmp_path.iterdir()
    assert str(written) in capsys.readouterr().err
    assert "ValueError: seven of six" in written.read_text(encoding="utf-8")


def test_an_interruption_is_130_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main_raising(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr() == ("", "")


def test_a_console_with_an_old_code_page_still_gets_every_name() -> None:
    code = r"import hexpost; hexpost._speak_utf8(); print('K\xf6nigs Wusterhausen \u2265 3:1')"
    old = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, env=old, check=True).stdout
    assert said.decode("utf-8").strip() == "Königs Wusterhausen ≥ 3:1"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_reader_who_goes_away_is_no_fault() -> None:
    code = "import hexpost, sys; input(); sys.argv[1:] = ['--version']; hexpost.main()"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipe, command = subprocess.PIPE, [sys.executable, "-c", code]
    pipes = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=buffered)
    assert pipes.stdin and pipes.stdout and pipes.stderr
    pipes.stdout.close()
    pipes.stdin.write(b"\n")
    pipes.stdin.close()
    assert pipes.stderr.read() == b""
    pipes.stderr.close()
    assert pipes.wait() == 0


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("48th Panzer Korps", "48th Panzer Korps"),
        ("konigsberg '45", "Königsberg '45"),
        ("Berlin red vengeance", "Berlin: Red Vengeance"),
        ("Donnerschlag", "Donnerschlag"),
    ],
)
def test_a_game_is_called_by_its_title_too(typed: str, title: str) -> None:
    done = CliRunner().invoke(hexpost.app, ["rule", typed, "no-such-clause"])
    assert title in str(done.exception) and "no game is called" not in str(done.exception)


def test_every_title_is_that_of_its_game() -> None:
    assert titles() == {name: find_game(name).title for name in game_names()}
    assert by_title("tests") == "tests", "a folder is that folder"
