"""Commands and streams: what is written is what is read, however hostile the names and deep the nesting."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.vassal.command_text import read_command, write_command
from builder.vassal.commands import (
    AddPiece,
    Audio,
    BeginSave,
    BoardsLaid,
    ChangePiece,
    Chat,
    Clock,
    ClockControl,
    Command,
    DelayedNote,
    EndSave,
    Extension,
    Flare,
    Laid,
    Logged,
    MovePiece,
    Nothing,
    PrivateNote,
    PropertyChanged,
    PropertyKept,
    PublicNotes,
    RemovePiece,
    ScenarioNotes,
    SeatLeft,
    SeatTaken,
    SetUpDone,
    Sight,
    StartupDone,
    SymbolsRolled,
    TurnSet,
    Undo,
    Unknown,
    Unmasking,
)
from builder.vassal.stream import ESC, Branch, Stream, clear, flat, obfuscated, read_stream, write_stream
from builder.vassal.traits import (
    Level,
    Place,
    SequenceFault,
    assemble,
    define,
    join,
    layer,
    marks,
    prototype,
    put,
    read_marks,
)

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.v[sl]*"))
MEANT = st.sampled_from(list("\\'\";,/|:\t$=<>ab ü"))
NAMES = st.one_of(
    st.text(MEANT, max_size=12),
    st.text(max_size=20),
    st.sampled_from(["Müncheberg", "Жуков", "戦車", "🚩" * 30, "8\\GA", "x" * 1000]),
    st.sampled_from(["'", "''", "'quoted'", "null"]),
).map(lambda text: text.replace(ESC, "").removesuffix("\\").rstrip("\\"))  # fmt: skip
INNERMOST = NAMES.map(lambda text: text.replace("\t", " "))
"""A basic piece stands in no other trait, so a tab in its name would be the end of it."""
PLACES = st.builds(Place, INNERMOST.filter(bool), st.integers(-9999, 99999), st.integers(-9999, 99999))


@st.composite
def piece_stacks(draw: st.DrawFn) -> list[Command]:
    """Pieces with names of all sorts in one stack, and the stack behind them."""
    place, names = draw(PLACES), draw(st.lists(INNERMOST, min_size=1, max_size=4))
    commands: list[Command] = []
    for number, name in enumerate(names, 1001):
        values = {f"p{n}": value for n, value in enumerate(draw(st.lists(NAMES, max_size=3)))}
        levels = [Level(draw(NAMES), draw(NAMES)), Level("back.png", "+ (reduced)")]
        traits = [
            prototype(draw(NAMES)),
            marks({**values, "last": "1"}),
            layer(draw(NAMES), levels, "70,130", "F"),
        ]
        piece = put(define(traits, name, draw(INNERMOST), "7"), str(number), place)
        commands.append(read_command(piece.text))
    ids = [str(number) for number in range(1001, 1001 + len(names))]
    state = join(";", (place.map, str(place.x), str(place.y), *ids, "@@-1"))
    return [*commands, AddPiece("2001", "stack", state)]


LAID = st.lists(st.builds(Laid, NAMES, st.integers(0, 9)), max_size=3).map(tuple)
COMMANDS = st.one_of(
    st.sampled_from([BeginSave(), EndSave(), Nothing(), Undo(True), Undo(False), SetUpDone()]),
    st.builds(AddPiece, NAMES, NAMES, NAMES),
    st.builds(ChangePiece, NAMES, NAMES, st.none() | NAMES),
    st.builds(MovePiece, NAMES, PLACES, NAMES, PLACES, NAMES, NAMES),
    st.builds(RemovePiece, NAMES),
    st.builds(Chat, NAMES),
    st.builds(Audio, NAMES),
    st.builds(Logged, st.builds(Chat, NAMES)),
    st.builds(BoardsLaid, st.just("Main"), LAID),
    st.builds(SeatTaken, NAMES, NAMES, NAMES),
    st.builds(SeatLeft, NAMES),
    st.builds(PropertyKept, NAMES, NAMES, NAMES),
    st.builds(PropertyChanged, NAMES, NAMES, NAMES, NAMES),
    st.builds(TurnSet, NAMES, NAMES),
    st.builds(ScenarioNotes, NAMES),
    st.builds(PublicNotes, NAMES),
    st.builds(PrivateNote, NAMES, NAMES),
    st.builds(DelayedNote, NAMES, NAMES, st.booleans(), NAMES, NAMES, NAMES),
    st.builds(Unmasking, st.lists(NAMES, min_size=1, max_size=3).map(tuple)),
    st.builds(Extension, NAMES, NAMES),
    st.builds(StartupDone, NAMES, st.booleans()),
    st.builds(Clock, NAMES, NAMES, st.integers(0, 2**40), st.integers(0, 9), st.booleans(), st.booleans()),
    st.builds(ClockControl, st.booleans(), st.booleans()),
    st.builds(Flare, NAMES, st.integers(0, 9), st.integers(0, 9)),
    st.builds(Sight, NAMES, *[st.integers(0, 9)] * 4, *[st.booleans()] * 3),
    st.builds(SymbolsRolled, NAMES, st.lists(st.just("3"), max_size=3).map(tuple)),
)  # fmt: skip


@given(COMMANDS)
def test_every_command_reads_back_as_it_was_written(command: Command) -> None:
    assert read_command(write_command(command)) == command


@given(st.lists(COMMANDS, min_size=2, max_size=6), st.integers(0, 4))
def test_a_stream_keeps_its_commands_and_their_nesting(commands: list[Command], depth: int) -> None:
    stream: Stream = Branch(tuple(commands))
    for _ in range(depth):
        stream = Branch((commands[0], stream, commands[-1]))
    assert read_stream(write_stream(stream)) == stream


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(piece_stacks())
def test_a_thousand_stacks_with_hostile_names_read_back_and_write_the_same(commands: list[Command]) -> None:
    hidden = obfuscated(write_stream(Branch((BeginSave(), Branch(tuple(commands)), EndSave()))))
    read = read_stream(clear(hidden))
    assert list(flat(read))[1:-1] == commands
    assert obfuscated(write_stream(read)) == hidden
    for one in commands[:-1]:
        assert isinstance(one, AddPiece)
        piece = assemble(one.id, one.type, one.state)
        assert piece.text == one.text and len(piece.traits) == 4


def test_names_with_tabs_and_quotes_arrive_in_the_properties_of_a_piece() -> None:
    odd = {"a": "tab\there", "b": "'quoted'", "c": "a\\b/c;d,e", "d": "Ö Ж 🚩", "e": "x" * 1000}
    piece = put(define([prototype("Unit"), marks(odd)], "8/GA;\\1"), "1", Place("Main;Map", 1, 2))
    read = read_stream(write_stream(Branch((BeginSave(), read_command(piece.text), EndSave()))))
    add = list(flat(read))[1]
    assert isinstance(add, AddPiece)
    there = assemble(add.id, add.type, add.state)
    assert read_marks(there.traits[1]) == odd
    assert there.basic.fields[3] == "8/GA;\\1"


def test_there_are_samples() -> None:
    assert {"demo-real.vsav", "demo-real.vlog", "berlin-real.vlog"} <= {path.name for path in SAMPLES}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_sample_reads_writes_and_reads_the_same(sample: Path) -> None:
    with zipfile.ZipFile(sample) as archive:
        stream = read_stream(clear(archive.read("savedGame")))
    again = clear(obfuscated(write_stream(stream)))
    assert read_stream(again) == stream
    assert not [one for one in flat(stream) if isinstance(one, Unknown) and one.text != "null"]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("begin_save", BeginSave()),
        ("", Nothing()),
        ("-/1002", RemovePiece("1002")),
        ("D/1/a/b", ChangePiece("1", "a", "b")),
        ("D/1/a", ChangePiece("1", "a")),
        ("D/1/a/b/more", ChangePiece("1", "a", "b")),
        ("+/1/piece/Main;1;2/more", AddPiece("1", "piece", "Main;1;2")),
        ("M/1/Main/5/-6/2/null/0/0/3/Ann", MovePiece("1", Place("Main", 5, -6), "2", Place(), "3", "Ann")),
        ("M/1/Main/5/6/null/null/0/0/2", MovePiece("1", Place("Main", 5, 6), "null", Place(), "2")),
        ("CHAT<Ann> - a\tb", Chat("<Ann> - a\tb")),
        ("LOG\tUNDO\ttrue", Logged(Undo(True))),
        ("PLAYER\tsecret\tAnn\tRed", SeatTaken("secret", "Ann", "Red")),
        ("MainBoardPicker\tN\t0\t0\tS/rev\t0\t1", BoardsLaid("Main", (Laid("N"), Laid("S", 0, 1, True)))),
        ("MainBoardPicker", BoardsLaid("Main", ())),
        ("GlobalProperty\t;VP;3;Module", PropertyKept("VP", "3", "Module")),
        ("MutableProperty\t2d6_total\t0\t8\tModule", PropertyChanged("2d6_total", "0", "8", "Module")),
        ("TURNTurnTracker0\t0|2;0;false;-1", TurnSet("TurnTracker0", "0|2;0;false;-1")),
        ("UNMASK\tnull", Unmasking(("null",))),
        ("SHOW_RESULTS\tDice0\t3\t1", SymbolsRolled("Dice0", ("3", "1"))),
        ("CLOCK\tRed\tRed\t0\t0\tfalse\ttrue", Clock("Red", "Red", 0, 0, False, True)),
        ("SGKC\tSGKC0\ttrue", StartupDone("SGKC0", True)),
    ],
)  # fmt: skip
def test_commands_as_vassal_writes_them(text: str, command: Command) -> None:
    assert read_command(text) == command
    assert read_command(write_command(command)) == command


@pytest.mark.parametrize(
    "text",
    ["null", "nonsense", "+/1/only two", "M/1/Main/x/6/null/null/0/0/2/Ann", "D/1", "UNDO\tmaybe",
     "PLAYER\tA", "CLOCK\tRed\tRed\tx\t0\tfalse\ttrue", "MainBoardPicker\tN\t0",
     "MainBoardPicker\tN\tx\t0", "TURN", "FLARE"],
)  # fmt: skip
def test_what_is_no_command_keeps_its_text(text: str) -> None:
    assert read_command(text) == Unknown(text)
    assert write_command(Unknown(text)) == text


@given(st.text(max_size=80))
def test_a_hidden_stream_comes_clear_again(stream: str) -> None:
    assert clear(obfuscated(stream)) == stream


def test_a_stream_that_is_not_hidden_is_read_too() -> None:
    assert clear("begin_save\x1bÖ".encode()) == "begin_save\x1bÖ"
    assert clear(b"!VCSK4B" + bytes(ord(c) ^ 0x4B for c in "ab").hex().upper().encode()) == "ab"


@given(st.lists(st.text(alphabet="ab\t/;\x1b", min_size=1, max_size=6), min_size=2, max_size=6))
def test_commands_come_in_their_order_however_they_are_nested(commands: list[str]) -> None:
    plain = [f"x{command}".replace(ESC, "") for command in commands]
    nested = join(ESC, (plain[0], join(ESC, plain[1:])))
    assert (
        [*flat(read_stream(nested))] == [*flat(read_stream(join(ESC, plain)))] == [Unknown(p) for p in plain]
    )


@pytest.mark.parametrize("content", [b"!VCSK", b"!VCSKzz", b"!VCSK4", b"\xff\xfe", b"!VCSK00ff"])
def test_a_damaged_stream_is_refused(content: bytes) -> None:
    with pytest.raises(SequenceFault, match="saved game"):
        clear(content)


def test_a_stream_nested_without_end_is_refused() -> None:
    stream = "x\x1by"
    for _ in range(60):
        stream = join(ESC, ("a", stream))
    with pytest.raises(SequenceFault, match="10 deep"):
        read_stream(stream)


@pytest.mark.parametrize("says", ["ends in \\", "holds \x1b an escape"])
def test_a_text_that_no_stream_can_carry_is_refused(says: str) -> None:
    with pytest.raises(SequenceFault):
        write_stream(Branch((Chat(says), EndSave())))
