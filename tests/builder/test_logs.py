"""Logs: what was done, step by step, in logs that VASSAL itself wrote and in ones made to be hard."""

from __future__ import annotations

import csv
import json
import random
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builder.cli import app
from builder.module_faults import ModuleError
from builder.saves.logs import Log, read_vlog
from builder.saves.retell import read_any, retold
from builder.vassal.locations import load_places
from builder.vassal.stream import ESC, clear, obfuscated
from builder.vassal.traits import Level as Face
from builder.vassal.traits import Place, define, join, layer, marks, put

SAMPLES = Path(__file__).parent / "samples"


def sample(name: str, module: str) -> Log:
    return read_vlog(SAMPLES / name, load_places(SAMPLES / module))


@pytest.fixture(scope="module")
def berlin() -> Log:
    return sample("berlin-real.vlog", "berlin-places.vmod")


def deeds(log: Log, *kinds: str) -> list[tuple[int, str, str, str]]:
    return [(s.n, log.known[s.piece].name, s.origin, s.to) for s in log.steps if s.what in kinds]


# -- logs of the engine ------------------------------------------------------------------------------------


def test_moves_are_told_with_the_names_that_vassal_gives_the_places(berlin: Log) -> None:
    assert deeds(berlin, "move")[:6] == [
        (1, "61 1", "Bärwalde", "Küstrin"),
        (3, "61 1", "Küstrin", "Reppen"),
        (4, "69 1", "Reppen", "Göritz"),
        (6, "33 1", "Ziebingen", "Reppen"),
        (6, "33 2", "Ziebingen", "Reppen"),
        (8, "69 2", "Reppen", "Bärwalde"),
    ]
    assert berlin.steps[0].says == "* 61 1: Bärwalde -> Küstrin"
    assert {step.who for step in berlin.steps} == {"Anna"}
    assert berlin.seats == {"Anna": "Zhukov"}


def test_what_was_taken_back_is_marked_and_told(berlin: Log) -> None:
    assert {step.n for step in berlin.steps if step.undone} == {4, 12, 15, 16}
    undone = [(step.n, step.says) for step in berlin.steps if step.what == "undo"]
    assert undone == [
        (5, "takes back step 4"),
        (13, "takes back step 12"),
        (17, "takes back step 16"),
        (18, "takes back step 15"),
    ]


def test_turning_and_flipping_are_told_by_the_names_of_the_layers(berlin: Log) -> None:
    changes = deeds(berlin, "change")
    assert (7, "61 1", "Activated_Facing=1", "Activated_Facing=2") in changes
    assert (12, "8 GA 1", "Step_Level=1", "Step_Level=2") in changes


def test_dice_are_shown_as_dice_and_leave_nothing_else(berlin: Log) -> None:
    (dice,) = (step for step in berlin.steps if step.n == 14)
    assert (dice.what, dice.says) == ("dice", "* 1d6 = 2 (Prober)")


@pytest.mark.parametrize("name", ["berlin-real", "berlin-draw-real"])
def test_every_piece_ends_where_the_engine_left_it(name: str) -> None:
    log = sample(f"{name}.vlog", "berlin-places.vmod")
    with (SAMPLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        engine = {(r["id"], r["name"], r["map"], int(r["x"]), int(r["y"])) for r in csv.DictReader(file)}
    assert engine == {(p.id, p.name, p.map, p.x, p.y) for p in log.pieces}


def test_a_chit_drawn_from_the_cup_and_put_back() -> None:
    log = sample("berlin-draw-real.vlog", "berlin-places.vmod")
    assert [(s.what, s.origin, s.to, s.undone) for s in log.steps if s.n == 1] == [
        ("change", "Obscured=false", "Obscured=true", True),
        ("draw", "Event chits", "Chits of Zhukov", True),
    ]
    held = {piece.stack for piece in log.pieces if piece.properties.get("Chit")}
    assert len(held) == 2  # the cup, and the chit that Koniev holds from the start


def test_no_password_is_in_what_a_log_is_told_as(berlin: Log) -> None:
    told = json.dumps(berlin.facts(), ensure_ascii=False) + "\n".join(retold(berlin))
    assert "probe-secret" not in told


def test_the_other_log_of_the_engine_adds_flips_rolls_and_undoes() -> None:
    log = sample("demo-real.vlog", "demo.vmod")
    assert [step.what for step in log.steps] == [
        "add", "add", "move", "move", "move", "change", "change", "dice", "chat", "property", "undo", "chat",
    ]  # fmt: skip
    assert [step.n for step in log.steps] == list(range(1, 13))
    assert (log.steps[9].origin, log.steps[9].to, log.steps[9].undone) == ("VP=0", "VP=42", True)
    assert deeds(log, "move")[0] == (3, "At start 1", "Hexes 0202", "Hexes 0503")


def test_a_small_log_as_json_has_the_shape_that_the_page_tells() -> None:
    told = CliRunner().invoke(
        app, ["read", str(SAMPLES / "tiny.vlog"), "--module", str(SAMPLES / "tiny.vmod"), "--json"]
    )
    document = json.loads(told.stdout)
    assert list(document) == ["kind", "module", "pieces", "steps"]
    assert (document["kind"], document["module"]) == ("log", {"name": "Tiny", "version": "1.0"})
    assert document["steps"][0] == {
        "n": 1, "who": "Ann", "what": "move", "piece": "1002", "from": "0202", "to": "0302",
        "says": "* Guard 0202 -> 0302", "undone": False,
    }  # fmt: skip
    assert [list(piece) for piece in document["pieces"]] == [
        ["id", "name", "map", "x", "y", "stack", "properties", "place", "gpid"]
    ] * 2
    assert {(piece["x"], piece["y"]) for piece in document["pieces"]} == {(160, 164)}
    assert len({piece["stack"] for piece in document["pieces"]}) == 1


def test_a_log_in_words_has_a_line_for_each_thing_done() -> None:
    told = CliRunner().invoke(app, ["read", str(SAMPLES / "tiny.vlog"), "-m", str(SAMPLES / "tiny.vmod")])
    assert told.stdout.splitlines()[1:] == [
        "    1  Ann: move Guard 0202 -> 0302 | * Guard 0202 -> 0302",
        "    2  Ann: move Guard 0202 -> 0302",
        "    3  Ann: chat | <Ann> - done",
    ]


# -- logs made by hand --------------------------------------------------------------------------------------


def piece(number: int, x: int, name: str = "Guard") -> str:
    traits = [layer("Step", [Face("a.png"), Face("b.png")], "70,130", "F"), marks({"Side": "Red"})]
    return put(define(traits, name, "", "7"), str(number), Place("Main", x, 0)).text


START = ["begin_save", piece(1, 10), piece(2, 10), "+/9/stack/Main;10;0;1;2;@@-1", "end_save"]


def move(number: int, to: int, was: int, under: str = "null") -> str:
    return f"M/{number}/Main/{to}/0/{under}/Main/{was}/0/null/secret"


def step(*commands: str) -> str:
    return join(ESC, [f"LOG\t{command}" for command in commands])


def written(tmp_path: Path, *tokens: str, plain: bool = False) -> Path:
    stream = join(ESC, tokens) if len(tokens) > 1 else tokens[0]
    with zipfile.ZipFile(tmp_path / "a.vlog", "w") as archive:
        archive.writestr("savedGame", stream.encode() if plain else obfuscated(stream))
    return tmp_path / "a.vlog"


def flat_steps(log: Log) -> list[tuple[int, str, str, str, bool]]:
    return [(s.n, s.what, s.origin, s.to, s.undone) for s in log.steps]


@pytest.mark.parametrize("plain", [True, False])
def test_a_log_may_be_hidden_or_plain(tmp_path: Path, plain: bool) -> None:
    log = read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), plain=plain))
    assert log.steps[0].who == ""  # a password is all the log tells
    assert flat_steps(log) == [(1, "move", "Main 10,0", "Main 20,0", False)]


def test_an_undo_that_is_undone_counts_again(tmp_path: Path) -> None:
    undo = step("UNDO\ttrue", move(1, 10, 20), "UNDO\tfalse")
    redo = step("UNDO\ttrue", move(1, 20, 10), "UNDO\tfalse")
    log = read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), undo, redo))
    assert [(s.n, s.undone) for s in log.steps] == [(1, False), (2, True), (3, False)]
    assert next(p.x for p in log.pieces if p.id == "1") == 20


def test_undos_go_back_step_by_step(tmp_path: Path) -> None:
    steps = [step(move(1, 20, 10)), step(move(1, 30, 20)), step(move(2, 20, 10))]
    undos = [step("UNDO\ttrue", one, "UNDO\tfalse") for one in (move(2, 10, 20), move(1, 20, 30))]
    log = read_vlog(written(tmp_path, *START, *steps, *undos, step(move(2, 40, 10))))
    assert [s.undone for s in log.steps] == [False, True, True, False, False, False]


def test_a_way_back_taken_back_is_no_step_done_again(tmp_path: Path) -> None:
    steps = [step(move(1, 20, 10)), step(move(1, 10, 20))]
    undos = [step("UNDO\ttrue", one, "UNDO\tfalse") for one in (move(1, 20, 10), move(1, 10, 20))]
    log = read_vlog(written(tmp_path, *START, *steps, *undos))
    assert [(s.n, s.undone) for s in log.steps] == [(1, True), (2, True), (3, False), (4, False)]


def test_an_undo_spread_over_several_steps_is_one(tmp_path: Path) -> None:
    parts = [step("UNDO\ttrue"), step(move(1, 10, 20)), step("UNDO\tfalse")]
    log = read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), *parts))
    assert [(s.n, s.what, s.undone) for s in log.steps] == [(1, "move", True), (4, "undo", False)]


def test_an_undo_of_nothing_in_the_log_takes_nothing_out(tmp_path: Path) -> None:
    undo = step("UNDO\ttrue", "CHAT* UNDO: something else", "UNDO\tfalse")
    log = read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), undo))
    assert [s.undone for s in log.steps] == [False, False]


def test_a_log_within_a_log_begins_anew(tmp_path: Path) -> None:
    again = [*START[:1], piece(1, 50), *START[-1:]]
    log = read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), *again, step(move(1, 60, 50))))
    assert flat_steps(log)[-1] == (2, "move", "Main 50,0", "Main 60,0", False)
    assert [p.id for p in log.pieces] == ["1"] and set(log.known) == {"1", "2"}


def test_a_log_of_a_replayed_log_is_read_through_all_its_covers(tmp_path: Path) -> None:
    log = read_vlog(written(tmp_path, *START, step(f"LOG\t{move(1, 20, 10)}")))
    assert flat_steps(log) == [(1, "move", "Main 10,0", "Main 20,0", False)]


def test_a_log_without_its_beginning_tells_what_it_can(tmp_path: Path) -> None:
    log = read_vlog(written(tmp_path, step(move(7, 20, 10), "CHAT<Ann> - done")))
    assert [(s.piece, s.origin, s.to, s.says) for s in log.steps] == [
        ("7", "Main 10,0", "Main 20,0", "<Ann> - done")
    ]
    assert log.pieces == ()


def test_stacks_are_followed(tmp_path: Path) -> None:
    tokens = [
        step(move(1, 20, 10)),
        step(move(2, 20, 10, "1")),
        step("M/stack-of-1/Main/30/0/null/Main/20/0/null/a"),
    ]
    log = read_vlog(written(tmp_path, *START, *tokens))
    assert [(p.x, p.stack) for p in log.pieces] == [(30, "stack-of-1")] * 2
    assert [s.n for s in log.steps] == [1, 2, 3, 3]
    apart = "+/77/stack/Main;10;0;1;@@-1"
    taken = read_vlog(written(tmp_path, *START, step(apart), step("M/9/Main/40/0/null/Main/10/0/null/a")))
    assert [(p.id, p.x, p.stack) for p in taken.pieces] == [("1", 10, "77"), ("2", 40, "9")]
    named = read_vlog(written(tmp_path, *START, step(move(1, 20, 10), "+/77/stack/Main;20;0;1;@@-1")))
    assert [(p.id, p.stack) for p in named.pieces] == [("1", "77"), ("2", "9")]


def test_a_piece_removed_is_still_known_by_its_name(tmp_path: Path) -> None:
    log = read_vlog(written(tmp_path, *START, step("-/2")))
    assert flat_steps(log) == [(1, "remove", "Main 10,0", "", False)]
    assert [p.id for p in log.pieces] == ["1"] and log.known["2"].name == "Guard"


def test_a_state_that_says_a_piece_is_elsewhere_moves_it(tmp_path: Path) -> None:
    there = piece(1, 40).split("/", 3)[3]
    log = read_vlog(written(tmp_path, *START, step(f"D/1/{there}")))
    assert flat_steps(log) == [(1, "move", "Main 10,0", "Main 40,0", False)]


def test_a_shuffled_deck_is_told(tmp_path: Path) -> None:
    kind = "deck;" + ";" * 12 + "Cup;"
    deck = f"+/5/{kind}/Main;10;0;true;1,2"
    log = read_vlog(written(tmp_path, *START[:3], deck, "end_save", step("D/5/Main;10;0;true;2,1")))
    assert [(s.what, s.origin) for s in log.steps] == [("shuffle", "Cup")]


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("+/1/a;\tpiece;;;;x/null;0;0;7;0", "2 traits but 1 states"),
        ("+/1/piece;;;;x/Main;x;0;7;0", "not numbers"),
        ("D/1/1", "3 traits but 1 states"),
        ("M/1/Main/20", "is cut short"),
        ("+/1/piece;;;;x", "is cut short"),
    ],
)
def test_a_step_that_cannot_be_read_is_named(tmp_path: Path, broken: str, says: str) -> None:
    with pytest.raises(ModuleError, match=f"a.vlog: step 2: .*{says}"):
        read_vlog(written(tmp_path, *START, step(move(1, 20, 10)), step(broken)))


# -- bad files ----------------------------------------------------------------------------------------------


def refused(file: Path, *more: str) -> str:
    told = CliRunner().invoke(app, ["read", str(file), *more])
    assert told.exit_code == 1 and not told.stdout
    assert "Traceback" not in told.stderr
    return told.stderr


def garbled(stream: str, chance: random.Random) -> str:
    """A stream in which pieces were lost, doubled, or changed into signs that mean something."""
    text = list(stream)
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randrange(len(text)), chance.randint(1, 200)
        copied = text[at : at + length]
        odd = chance.choice([*"\\\t;/,'|\x1b0-", "null", "9" * 30, "deck;", "stack", "LOG\t", "UNDO\ttrue"])
        text[at : at + chance.choice([0, 1, length // 8])] = chance.choice([[], [odd], copied])
    return "".join(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tiny.vlog", "demo.vlog", "demo-real.vlog"])
def test_a_garbled_log_is_read_or_refused_but_never_a_fault_of_ours(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(SAMPLES / name) as archive:
        stream = clear(archive.read("savedGame"))
    chance, refusals = random.Random(name), 0
    for _ in range(150):
        try:
            log = read_vlog(written(tmp_path, garbled(stream, chance), plain=True))
            assert json.dumps(log.facts()) and list(retold(log))
        except ModuleError:
            refusals += 1
    assert 0 < refusals < 150


def test_a_zip_cut_short_is_refused(tmp_path: Path) -> None:
    whole = (SAMPLES / "berlin-real.vlog").read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.vlog").write_bytes(whole[:size])
        assert "cannot be read as a zip archive" in refused(tmp_path / "cut.vlog")


def test_a_log_that_swells_without_end_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.vlog", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"\0" * (40 * 1024 * 1024))
    assert "more than 32 MB" in refused(tmp_path / "bomb.vlog")


@pytest.mark.parametrize("content", [b"!VCSK00ff", b"!VCSKzz", b"\xff\xfe\x00", "Ö".encode("latin-1")])
def test_a_stream_in_a_wrong_encoding_is_refused(tmp_path: Path, content: bytes) -> None:
    with zipfile.ZipFile(tmp_path / "odd.vlog", "w") as archive:
        archive.writestr("savedGame", content)
    assert "saved game" in refused(tmp_path / "odd.vlog")


def test_a_module_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "not a module" in refused(SAMPLES / "tiny.vlog", "--module", str(SAMPLES / "tiny.vsav"))
    assert "cannot be read" in refused(SAMPLES / "tiny.vlog", "--module", str(tmp_path / "none.vmod"))
    assert "has no 'savedGame'" in refused(SAMPLES / "tiny.vmod")


def test_a_saved_game_is_no_log_and_a_log_no_saved_game() -> None:
    assert read_any(SAMPLES / "demo-real.vsav").facts()["kind"] == "save"
    assert read_any(SAMPLES / "demo-real.vlog").facts()["kind"] == "log"
