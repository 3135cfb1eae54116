"""A log of VASSAL in place of typed orders: read, judged, and cited step by step."""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator import bookkeeping
from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.catalogue import find_game
from adjudicator.cli import app
from adjudicator.commands.speak import NotFound
from adjudicator.games.raceforberlin.record import DRAGS
from adjudicator.judging.vassal import LogError, LogStep, orders_from_log, read_steps
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import bundle, known_to
from adjudicator.report.save import saved_game
from adjudicator.report.scene import scene
from adjudicator.state import Decision, State
from builder.layout.saved_places import kept_layout
from builder.saves.logs import Log, read_vlog
from builder.saves.read_saves import read_vsav
from builder.vassal.locations import load_places
from builder.vassal.stream import ESC, clear, obfuscated
from builder.vassal.traits import join
from maps.space import slug
from tests.adjudicator.house import House, text_of, verdicts

SAMPLES = Path(__file__).parent.parent / "builder" / "samples"
GAME = find_game("raceforberlin")
ANNA = "anna@example.org"


def impulse(state: State) -> State:
    """The start of the game, with Zhukov asked for his first impulse."""
    asked = Decision("1", "zhukov", "4.1.2.a", "impulse", "Which units do what?", ("move", "combat"))
    return replace(state, frames=(replace(state.frames[0], segment="C.1"),), decisions=(asked,))


@pytest.fixture(scope="module")
def state() -> State:
    return impulse(GAME.start(GAME.scenarios[0]))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    kept_layout("raceforberlin", folder)
    return folder


def engine_steps() -> Iterator[LogStep]:
    """The steps of the log that VASSAL itself wrote, on the board it was written on."""
    log = read_vlog(SAMPLES / "berlin-real.vlog", load_places(SAMPLES / "berlin-places.vmod"))
    for step in (step for step in log.steps if not step.undone and step.what != "undo"):
        unit = log.known[step.piece].properties.get("Unit", "") if step.piece else ""
        side, ends = log.seats[step.who], (slug(step.origin), slug(step.to))
        yield LogStep(step.n, step.who, step.what, unit, *ends, step.says, side)


def test_a_log_of_the_engine_becomes_orders_with_their_steps(state: State) -> None:
    found = orders_from_log(GAME, list(engine_steps()), state, "zhukov")
    assert found.lines == (
        (1, "move 61-1 kustrin reppen  # steps 1 and 3 of the log"),
        (2, "move 33-1 reppen  # step 6 of the log"),
        (3, "move 33-2 reppen  # step 6 of the log"),
        (4, "move 69-2 kustrin barwalde  # step 8 of the log"),
        (5, "move 1GTA-1 kustrin  # step 9 of the log"),
        (6, "combat 8GA-1 8GA-2 at lebus  # step 11 of the log"),
    )
    assert found.left_out == ()


# -- moves to lines ----------------------------------------------------------------------------------------


def drag(*moves: tuple[str, str, str]) -> list[LogMove]:
    return [LogMove(n, *move) for n, move in enumerate(moves, 1)]


def test_a_unit_that_was_put_back_is_not_moved(state: State) -> None:
    there_and_back = drag(("61-1", "barwalde", "kustrin"), ("61-1", "kustrin", "barwalde"))
    assert DRAGS.orders(state, "zhukov", there_and_back) == []


def test_pieces_of_the_other_side_and_drags_into_boxes_are_told_and_not_taken(state: State) -> None:
    found = DRAGS.orders(
        state, "zhukov", drag(("3GTA-1", "sorau", "priebus"), ("61-1", "barwalde", "eliminated"))
    )
    assert found == [
        LogLine((1,), "", "3GTA-1 is not yours to move"),
        LogLine((2,), "", "no order takes 61-1 to eliminated"),
    ]


def test_a_unit_taken_from_where_it_does_not_stand_is_told(state: State) -> None:
    found = DRAGS.orders(state, "zhukov", drag(("61-1", "seelow", "lebus")))
    assert found == [LogLine((1,), "", "61-1 is at barwalde, but the log moves it from seelow")]


def test_a_drag_nobody_may_make_stays_as_it_was(state: State) -> None:
    (way,) = DRAGS.joined(state, "impulse", drag(("61-1", "barwalde", "dresden")))
    assert way.path == ("barwalde", "dresden")


@pytest.mark.parametrize(
    ("topic", "line"),
    [
        ("impulse", "move 61-1 kustrin"),
        ("reserve", "reserve 61-1 kustrin"),
        ("retreat", "retreat 61-1 to kustrin"),
        ("freemove", "freemove 61-1 to kustrin"),
        ("enter", "enter 61-1 at kustrin"),
        ("displace", "displace 61-1 to kustrin"),
        ("advance", "advance 61-1 61-2"),
    ],
)
def test_what_is_asked_says_what_a_drag_means(state: State, topic: str, line: str) -> None:
    asked = replace(state, decisions=(replace(state.decisions[0], topic=topic),))
    moves = drag(("61-1", "barwalde", "kustrin"), ("61-2", "barwalde", "kustrin"))
    found = DRAGS.orders(asked, "zhukov", moves)
    assert found[0].text == line
    assert GAME.grammar().read(line).verb == line.split()[0]


def test_only_what_begins_as_an_order_is_taken_from_the_chat(state: State) -> None:
    said = ["<Anna> - pass", "<Anna> - good luck, Ivan", "if asked loss then weakest first", "* 61 1: a -> b"]
    steps = [LogStep(n, "Anna", "chat", says=says) for n, says in enumerate(said, 1)]
    found = orders_from_log(GAME, steps, state, "zhukov")
    assert [text for _, text in found.lines] == [
        "pass  # step 1 of the log",
        "if asked loss then weakest first  # step 3 of the log",
    ]


def test_what_the_other_player_did_at_the_same_table_is_left_out(state: State) -> None:
    steps = [
        LogStep(1, "Ben", "chat", says="<Ben> - pass", side="Koniev"),
        LogStep(2, "Ben", "move", "61-1", "barwalde", "kustrin", side="Koniev"),
        LogStep(3, "Anna", "move", "61-2", "barwalde", "kustrin", side="Zhukov"),
    ]
    found = orders_from_log(GAME, steps, state, "zhukov")
    assert found.lines == ((1, "move 61-2 kustrin  # step 3 of the log"),)


def test_dice_in_a_log_are_no_orders(state: State) -> None:
    assert orders_from_log(GAME, [LogStep(1, "Anna", "dice", says="** 1d6 = 6")], state, "zhukov").lines == ()


def test_a_game_that_reads_no_moves_still_reads_what_is_said(state: State) -> None:
    steps = [LogStep(1, "", "move", "61-1", "barwalde", "kustrin"), LogStep(2, "", "chat", says="pass")]
    found = orders_from_log(replace(GAME, from_log=None), steps, state, "zhukov")
    assert found.lines == ((1, "pass  # step 2 of the log"),)


# -- from a position sent out to orders judged ---------------------------------------------------------------


def played(position: bytes, tmp_path: Path, kept: Path, *moves: tuple[str, str]) -> bytes:
    """The position as VASSAL would log these moves of units to areas, the last of them taken back."""
    (tmp_path / "a.vsav").write_bytes(position)
    by_unit = {p.properties.get("Unit", ""): p for p in read_vsav(tmp_path / "a.vsav").pieces}
    areas = kept_layout("raceforberlin", kept).areas
    tokens = []
    for unit, area in moves:
        piece, (x, y) = by_unit[unit], areas[area].spots[0]
        was = f"{piece.map}/{piece.x}/{piece.y}/null"
        tokens.append(f"LOG\tM/{piece.id}/Board/{x}/{y}/null/{was}/secret\x1bLOG\tCHAT* {unit} goes")
        by_unit[unit] = replace(piece, x=x, y=y)
    back = f"LOG\tUNDO\ttrue{ESC}LOG\tM/{piece.id}/{was}/Board/{x}/{y}/null/secret{ESC}LOG\tUNDO\tfalse"
    with zipfile.ZipFile(tmp_path / "a.vsav") as archive:
        start = clear(archive.read("savedGame"))
    with zipfile.ZipFile(tmp_path / "a.vlog", "w") as archive:
        tail = join(ESC, [*tokens, back])
        archive.writestr("savedGame", obfuscated(f"{start}{ESC}{tail}"))
    return (tmp_path / "a.vlog").read_bytes()


def exported(state: State, side: str, kept: Path) -> bytes:
    seen = known_to(GAME, state, side)
    return saved_game("raceforberlin", scene(GAME, 1, seen, seen, ()), seen, kept)


MOVES = (("61-1", "kustrin"), ("61-1", "reppen"), ("33-1", "reppen"), ("8GA-1", "goritz"))


@pytest.mark.slow
def test_a_position_sent_out_comes_back_as_the_same_ids_and_places(
    state: State, tmp_path: Path, kept: Path
) -> None:
    data = played(exported(state, "zhukov", kept), tmp_path, kept, *MOVES)
    steps = read_steps("raceforberlin", data, "turn-1.vlog", kept)
    assert [(s.n, s.unit, s.origin, s.to) for s in steps] == [
        (1, "61-1", "barwalde", "kustrin"),
        (2, "61-1", "kustrin", "reppen"),
        (3, "33-1", "ziebingen", "reppen"),
    ]
    found = orders_from_log(GAME, steps, state, "zhukov")
    understood, wrong = GAME.grammar().sheet(found.lines)
    assert not wrong
    assert [(o.args["unit"], o.args["via"]) for o in understood] == [
        ("61-1", ("kustrin", "reppen")),
        ("33-1", ("reppen",)),
    ]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 nothing", b"x" * 100])
def test_a_log_that_is_none_is_refused_by_its_name(data: bytes, kept: Path) -> None:
    with pytest.raises(LogError, match=r"turn-1\.vlog: cannot be read as a zip archive") as refused:
        read_steps("raceforberlin", data, "turn-1.vlog", kept)
    assert "sent.vlog" not in str(refused.value)


def test_a_log_of_another_module_is_refused(kept: Path) -> None:
    data = (SAMPLES / "tiny.vlog").read_bytes()
    with pytest.raises(LogError, match=r'the module "Tiny"; this game.s is "Race for Berlin"'):
        read_steps("raceforberlin", data, "turn-1.vlog", kept)


# -- by mail -------------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which Zhukov is asked for his first impulse."""
    house, chance = House(tmp_path, "raceforberlin", pictures=False), random.Random(1)
    while True:
        with house.desk.store() as store:
            state = Table(store, 1).state
        asked = state.waiting()[0]
        if (asked.topic, asked.player) == ("impulse", "zhukov"):
            return house
        house.write(asked.player, *GAME.bot(state, asked, chance))
        house.post()


def state_of(house: House) -> State:
    with house.desk.store() as store:
        return Table(store, 1).state


def send(house: House, log: bytes, *lines: str, kind: str = "ORDERS", name: str = "turn-1.vlog") -> None:
    """A letter of Zhukov's with a log in it."""
    mail = EmailMessage()
    house.written += 1
    mail["From"], mail["To"], mail["Subject"] = ANNA, "referee@example.org", "my moves"
    mail["Date"], mail["Message-ID"] = house.clock, f"<log-{house.written}@example.org>"
    begin = f"BEGIN {kind} 1 turn {' zhukov '.join(house.form('zhukov'))}"
    mail.set_content("\n".join([begin, *lines, f"END {kind}", ""]))
    mail.add_attachment(log, maintype="application", subtype="x-vassal-log", filename=name)
    (house.desk.inbox / f"{house.written:03d}.eml").write_bytes(mail.as_bytes())


def answer(house: House) -> str:
    return next(text_of(mail) for mail in reversed(house.mails(ANNA)) if "my moves" in str(mail["Subject"]))


def logged(house: House, tmp_path: Path, kept: Path, *moves: tuple[str, str]) -> bytes:
    return played(exported(state_of(house), "zhukov", kept), tmp_path, kept, *moves)


@pytest.mark.slow
def test_a_log_with_an_empty_block_is_judged_and_its_steps_are_cited(
    house: House, tmp_path: Path, kept: Path
) -> None:
    send(house, logged(house, tmp_path, kept, *MOVES))
    (done,) = house.post().letters
    assert (done.row, done.action) == ("taken", "take")
    told = answer(house)
    assert "move 61-1 kustrin reppen  # steps 1 and 2 of the log" in told
    assert "move 33-1 reppen  # step 3 of the log" in told
    units = state_of(house).units
    assert {units[unit].at for unit in ("61-1", "33-1")} == {"reppen"}
    assert units["8GA-1"].at == "bridgehead"


@pytest.mark.slow
def test_a_move_the_rules_forbid_is_refused_with_its_step(house: House, tmp_path: Path, kept: Path) -> None:
    send(house, logged(house, tmp_path, kept, ("61-1", "potsdam"), ("61-2", "kustrin")))
    house.post()
    told = answer(house)
    assert "move 61-1 potsdam  # step 1 of the log" in told
    assert verdicts(told)[0] == "REFUSED"
    assert state_of(house).units["61-1"].at == "barwalde"


@pytest.mark.slow
def test_a_log_may_be_tried_without_anything_happening(house: House, tmp_path: Path, kept: Path) -> None:
    before = state_of(house)
    send(house, logged(house, tmp_path, kept, *MOVES), kind="CHECK")
    house.post()
    assert "# steps 1 and 2 of the log" in answer(house)
    assert state_of(house) == before


@pytest.mark.slow
def test_typed_orders_count_more_than_a_log(house: House, tmp_path: Path, kept: Path) -> None:
    send(house, logged(house, tmp_path, kept, *MOVES), "move 61-2 kustrin")
    house.post()
    told = " ".join(answer(house).split())
    assert "turn-1.vlog NOT USED: your typed orders count" in told
    units = state_of(house).units
    assert (units["61-1"].at, units["61-2"].at) == ("barwalde", "kustrin")


@pytest.mark.slow
def test_a_broken_log_is_answered_and_nothing_happens(house: House) -> None:
    before = state_of(house)
    send(house, b"no log at all")
    (done,) = house.post().letters
    assert done.row == "log-without-orders"
    assert "turn-1.vlog: cannot be read as a zip archive" in " ".join(answer(house).split())
    assert state_of(house) == before


@pytest.mark.slow
def test_the_later_of_two_logs_counts(house: House, tmp_path: Path, kept: Path) -> None:
    send(house, logged(house, tmp_path, kept, ("61-1", "kustrin"), ("8GA-1", "goritz")))
    send(house, logged(house, tmp_path, kept, ("61-2", "kustrin"), ("8GA-1", "goritz")))
    assert [letter.row for letter in house.post().letters] == ["replaced", "taken"]
    units = state_of(house).units
    assert (units["61-1"].at, units["61-2"].at) == ("barwalde", "kustrin")


# -- a turn as judged, to step through -----------------------------------------------------------------------


def course(house: House, out: Path, *options: str) -> Log:
    """What `hexpost report --vlog` writes, read back."""
    told = CliRunner().invoke(
        app, ["report", "1", "--vlog", str(out), "--desk", str(house.desk.folder), *options]
    )
    assert told.exit_code == 0, told.stderr
    return read_vlog(out)


@pytest.mark.slow
def test_a_turn_as_judged_can_be_stepped_through(house: House, tmp_path: Path) -> None:
    house.write("zhukov", "move 61-1 kustrin reppen")
    house.post()
    log = course(house, tmp_path / "turn.vlog", "--as", "koniev")
    said = [step.says for step in log.steps]
    assert any(one.startswith("* 61-1 moves from Bärwalde") for one in said)
    moved = [step for step in log.steps if step.what == "move"]
    assert [log.known[step.piece].properties["Unit"] for step in moved] == ["61-1"]


@pytest.mark.slow
def test_each_side_steps_through_what_it_may_know(house: House, tmp_path: Path) -> None:
    house.write("zhukov", "move 61-1 kustrin reppen")
    house.post()
    held = state_of(house).hands
    secrets: set[str] = set()
    for side in GAME.sides:
        seen = known_to(GAME, state_of(house), side).hands
        hidden = {chit for chits in held.values() for chit in chits} - {c for cs in seen.values() for c in cs}
        log = course(house, tmp_path / f"{side}.vlog", "--as", side, "--turn", "1")
        assert not hidden & {piece.properties.get("Chit") for piece in log.known.values()}
        secrets |= hidden
    assert secrets


@pytest.mark.slow
def test_a_log_is_written_for_one_side_only(house: House, tmp_path: Path) -> None:
    told = CliRunner().invoke(
        app, ["report", "1", "--vlog", str(tmp_path / "a.vlog"), "--desk", str(house.desk.folder)]
    )
    assert told.exit_code == 2 and "--as" in told.stderr
    assert not (tmp_path / "a.vlog").exists()


# -- at home, and without rules ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_log_can_be_tried_at_home(house: House, tmp_path: Path, kept: Path) -> None:
    (tmp_path / "turn-1.vlog").write_bytes(
        logged(
            house, tmp_path, kept, ("61-1", "kustrin"), ("61-2", "potsdam"), ("33-1", "eliminated"), MOVES[-1]
        )
    )
    state = state_of(house)
    (tmp_path / "a.bundle.json").write_bytes(bundle(GAME, GAME.scenarios[0], state, "zhukov"))
    command = ["check", str(tmp_path / "turn-1.vlog")]
    told = CliRunner().invoke(app, [*command, "--bundle", str(tmp_path / "a.bundle.json"), "--json"])
    rulings = json.loads(told.stdout)["rulings"]
    assert told.exit_code == 1
    assert [(r["text"], r["verdict"]) for r in rulings] == [
        ("move 61-1 kustrin  # step 1 of the log", "may be done"),
        ("move 61-2 potsdam  # step 2 of the log", "refused"),
    ]
    assert "step 3 of the log: no order takes 33-1 to eliminated" in told.stderr
    alone = CliRunner().invoke(app, command)
    assert alone.exit_code == 1 and isinstance(alone.exception, NotFound)


def test_in_a_game_without_rules_every_drag_is_an_order(state: State) -> None:
    moves = drag(
        ("61-1", "barwalde", "potsdam"), ("61-1", "potsdam", "eliminated"), ("31", "off-map", "lebus")
    )
    other = drag(("712", "lebus", "seelow"), ("33-1", "ziebingen", "ziebingen"))
    found = bookkeeping.from_log(state, "zhukov", [*moves, *other])
    assert [(line.text, line.why) for line in found] == [
        ("move 61-1 potsdam", ""),
        ("remove 61-1", ""),
        ("", "31 is not yours"),
        ("", "712 is not yours"),
    ]
    assert bookkeeping.from_log(state, "koniev", moves[2:])[0].text == "put 31 lebus"


def test_a_log_that_unpacks_to_more_than_a_turn_ever_has_is_not_read(tmp_path: Path) -> None:
    sent = tmp_path / "turn.vlog"
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("savedGame", "!VCSK00" + "00" * 1_100_000)
    assert sent.stat().st_size < 10_000
    with pytest.raises(LogError, match=r"sent\.vlog: has 2\.2 MB, unpacked, and logs may have up to 2 MB"):
        read_steps("raceforberlin", sent.read_bytes(), "sent.vlog")
