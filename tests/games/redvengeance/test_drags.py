"""A log of VASSAL as lines: who entered, where the play left whom, who was lost, what is not taken."""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Mapping
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.record import DRAGS
from adjudicator.judging.vassal import STANDS, LogStep, orders_from_log
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.save import saved_game
from adjudicator.report.scene import scene
from adjudicator.state import Decision, State
from builder.layout.saved_places import kept_layout
from builder.saves.read_saves import read_vsav
from builder.vassal.stream import ESC, clear, obfuscated
from builder.vassal.traits import join
from tests.adjudicator.house import House, text_of
from tests.games.redvengeance.firefight import fight

pytestmark = pytest.mark.usefixtures("names_in_order")

GAME = find_game("redvengeance")


def asked(
    german: Mapping[str, str], russian: Mapping[str, str], topic: str = "play", **facts: object
) -> State:
    """A position in which the Germans are asked something."""
    state = fight(german, russian, **facts).state  # type: ignore[arg-type]
    question = Decision("q1", GERMAN, "CG32.5", topic, "What has happened?", ("report", "control", "enter"))
    return state.but(decisions=(question,))


def drag(*moves: tuple[str, str, str]) -> list[LogMove]:
    return [LogMove(n, *move) for n, move in enumerate(moves, 1)]


def test_where_units_were_left_is_reported_and_what_they_may_hold_claimed() -> None:
    state = asked({"SQ1": "6-5-8 K13", "L1": "9-1 K13", "BR": "6-5-8 K13 broken"}, {})
    moves = drag(("SQ1", "k13", "k12"), ("SQ1", "k12", "l12"), ("L1", "k13", "l12"), ("BR", "k13", "k14"))
    assert DRAGS.orders(state, GERMAN, moves) == [
        LogLine((1, 2, 3), "report AT unit=SQ1,L1 hex=L12"),
        LogLine((1, 2, 3), "control L12 by=SQ1 of=german"),
        LogLine((4,), "report AT unit=BR hex=K14"),
    ]


def test_who_was_taken_to_the_eliminated_units_is_lost_and_who_came_over_the_edge_entered() -> None:
    state = asked({"SQ1": "6-5-8 K13", "SQ2": "6-5-8 bought"}, {})
    moves = drag(("SQ1", "k13", "eliminated"), ("SQ2", "bought", "a20"), ("SQ2", "a20", "b20"))
    assert [line.text for line in DRAGS.orders(state, GERMAN, moves)] == [
        "enter SQ2 hex=A20",
        "report AT unit=SQ2 hex=B20",
        "report LOST unit=SQ1",
    ]


def test_what_became_of_the_enemy_is_reported_as_far_as_both_sides_see_it() -> None:
    state = asked({"SQ1": "6-5-8 K13"}, {"R1": "6-2-8 L12", "R2": "6-2-8 L12", "HID": "6-2-8 L12 hip"})
    moves = drag(
        ("R1", "l12", "eliminated"), ("HID", "l12", "k12"), ("NO", "l12", "k12"), ("R2", "l12", "k12")
    )
    assert [line.text or line.why for line in DRAGS.orders(state, GERMAN, moves)] == [
        "report AT unit=R2 hex=K12",
        "control K12 by=R2 of=russian",
        "report LOST unit=R1",
        "HID is not yours to move",
        "NO is not yours to move",
    ]


def test_a_stack_that_was_left_in_one_hex_is_in_lines_of_twelve_units() -> None:
    state = asked({f"SQ{n}": "6-5-8 K13" for n in range(1, 15)}, {}, control={"k12": GERMAN})
    lines = DRAGS.orders(state, GERMAN, drag(*((f"SQ{n}", "k13", "k12") for n in range(1, 15))))
    assert [line.text.count("SQ") for line in lines] == [12, 2]
    assert lines[0].place == "steps 1 to 12 of the log"


def test_no_hex_is_claimed_that_an_enemy_is_in_or_that_is_a_bridge_or_ones_own() -> None:
    state = asked({"SQ1": "6-5-8 K13", "SQ2": "6-5-8 K13", "SQ3": "6-5-8 K13"}, {"R1": "6-2-8 L12"},
                  control={"k14": GERMAN})  # fmt: skip
    moves = drag(("SQ1", "k13", "l12"), ("SQ2", "k13", "i9"), ("SQ3", "k13", "k14"))
    assert {line.text.split()[0] for line in DRAGS.orders(state, GERMAN, moves)} == {"report"}


def test_what_is_not_taken_of_a_log_is_said() -> None:
    state = asked({"HID": "6-5-8 K13 hip", "SQ1": "6-5-8 K13"}, {"R1": "6-2-8 L12 hip"})
    moves = drag(("HID", "k13", "k12"), ("R1", "l12", "eliminated"), ("SQ1", "k13", "bought"))
    assert [line.why for line in DRAGS.orders(state, GERMAN, moves)] == [
        "HID is hidden: a report of it would be shown to the other side, so write it yourself",
        "R1 is not yours to move",
        "no order takes SQ1 to bought",
    ]


def test_a_saved_game_sets_units_up_as_they_lie_in_it() -> None:
    units = {"SQ1": "6-5-8 bought", "SQ2": "6-5-8 bought", "SQ3": "6-5-8 bought", "SQ4": "6-5-8 K13"}
    state = asked(units, {"R1": "6-2-8 L12"}, topic="setup")
    stands = [
        LogStep(n, "", STANDS, unit, to=to, hidden=hidden)
        for n, (unit, to, hidden) in enumerate([
            ("SQ1", "k14", ""), ("SQ2", "k14", "obscured"), ("SQ3", "k15", "invisible"), ("SQ4", "k13", ""),
            ("R1", "k15", ""), ("XX", "k15", ""),
        ], 1)
    ]  # fmt: skip
    found = orders_from_log(GAME, stands, state, GERMAN)
    assert [text.partition("  #")[0] for _, text in found.lines] == [
        "setup SQ1 hex=K14", "setup SQ2 hex=K14 conceal=yes", "hip SQ3 hex=K15",
    ]  # fmt: skip
    assert [line.why for line in found.left_out] == ["R1 is not yours to move"]


@pytest.mark.parametrize("to", ["l12", "k15", "eliminated"])
@pytest.mark.parametrize("topic", ["play", "setup"])
def test_a_saved_game_finds_out_nothing_of_what_is_hidden(to: str, topic: str) -> None:
    state = asked({}, {"R1": "6-2-8 L12 hip"}, topic=topic)
    stands = [LogStep(n, "", STANDS, unit, to=to) for n, unit in enumerate(("R1", "XX"), 1)]
    found = orders_from_log(GAME, stands, state, GERMAN)
    assert (found.lines, found.left_out) == ((), ())


def test_in_the_set_up_a_drag_sets_a_unit_up_openly() -> None:
    state = asked({"SQ1": "6-5-8 bought"}, {}, topic="setup")
    assert DRAGS.orders(state, GERMAN, drag(("SQ1", "bought", "k13"))) == [LogLine((1,), "setup SQ1 hex=K13")]


# -- a real log, by mail -----------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which the first firefight goes on; two German units and a Russian one are on the map."""
    house = House(tmp_path, "redvengeance", pictures=False)
    for side, lines in (
        (RUSSIAN, ("pass",)),
        (GERMAN, ("pass",)),
        (GERMAN, ("setup GE-I1#1-1 hex=K13", "setup GE-I1#1-2 hex=K13", "pass")),
        (RUSSIAN, ("pass",)),
        (RUSSIAN, ("enter RU-I2#1-1 hex=A1", "endturn")),
    ):
        house.write(side, *lines)
        house.post()
    return house


def logged(house: House, folder: Path, *moves: tuple[str, str]) -> bytes:
    """The Germans' saved game, as VASSAL would log these moves of units to hexes."""
    with house.desk.store() as store:
        state = Table(store, 1).state
    seen, kept = known_to(GAME, state, GERMAN), folder / "boards"
    kept.mkdir()
    (folder / "a.vsav").write_bytes(saved_game("redvengeance", scene(GAME, 1, seen, seen, ()), seen, kept))
    by_unit = {p.properties.get("Unit", ""): p for p in read_vsav(folder / "a.vsav").pieces}
    areas = kept_layout("redvengeance", kept).areas
    tokens = []
    for unit, area in moves:
        piece, (x, y) = by_unit[unit], areas[area].spots[0]
        was = f"{piece.map}/{piece.x}/{piece.y}/null"
        tokens.append(f"LOG\tM/{piece.id}/Board/{x}/{y}/null/{was}/secret\x1bLOG\tCHAT* {unit} goes")
        by_unit[unit] = replace(piece, x=x, y=y)
    with zipfile.ZipFile(folder / "a.vsav") as archive:
        start = clear(archive.read("savedGame"))
    with zipfile.ZipFile(folder / "a.vlog", "w") as archive:
        archive.writestr("savedGame", obfuscated(f"{start}{ESC}{join(ESC, tokens)}"))
    return (folder / "a.vlog").read_bytes()


def send(house: House, log: bytes, name: str = "turn.vlog") -> None:
    """A letter of the Germans with a log or a saved game in it."""
    mail = EmailMessage()
    house.written += 1
    mail["From"], mail["To"] = house.players[GERMAN].addresses[0], "referee@example.org"
    mail["Subject"] = "my log"
    mail["Date"], mail["Message-ID"] = house.clock, f"<log-{house.written}@example.org>"
    begin = f"BEGIN ORDERS 1 turn {f' {GERMAN} '.join(house.form(GERMAN))}"
    mail.set_content("\n".join([begin, "END ORDERS", ""]))
    mail.add_attachment(log, maintype="application", subtype="x-vassal-log", filename=name)
    (house.desk.inbox / f"{house.written:03d}.eml").write_bytes(mail.as_bytes())


@pytest.mark.slow
@pytest.mark.rule("RePh0.1")
def test_a_log_in_a_mail_is_filed_and_booked_once_the_other_side_files_the_same(
    house: House, tmp_path: Path
) -> None:
    send(house, logged(house, tmp_path, ("GE-I1#1-1", "l12"), ("GE-I1#1-2", "eliminated")))
    house.post()
    mails = reversed(house.mails(house.players[GERMAN].addresses[0]))
    told = " ".join(next(text_of(one) for one in mails if "my log" in str(one["Subject"])).split())
    assert "report AT unit=GE-I1#1-1 hex=L12 # step 1 of the log" in told
    assert "report LOST unit=GE-I1#1-2 # step 2 of the log" in told
    with house.desk.store() as store:
        units = Table(store, 1).state.units
    assert (units["GE-I1#1-1"].at, units["GE-I1#1-2"].at) == ("k13", "k13"), "one side books nothing alone"
    house.write(RUSSIAN, "report LOST unit=GE-I1#1-2", "report AT unit=GE-I1#1-1 hex=L12")
    house.post()
    with house.desk.store() as store:
        units = Table(store, 1).state.units
    assert (units["GE-I1#1-1"].at, units["GE-I1#1-2"].at) == ("l12", "eliminated")


# -- a saved game of a set-up, by mail -----------------------------------------------------------------------


@pytest.fixture
def setting_up(tmp_path: Path) -> House:
    """A desk on which the German sets up for the first firefight."""
    house = House(tmp_path, "redvengeance", pictures=False)
    for side in (RUSSIAN, GERMAN):
        house.write(side, "pass")
        house.post()
    return house


def saved(house: House, folder: Path, places: Mapping[str, str], hidden: Collection[str] = ()) -> bytes:
    """The Germans' saved game with units of theirs where they want them, as VASSAL saves it."""
    with house.desk.store() as store:
        seen = known_to(GAME, Table(store, 1).state, GERMAN)
    moved = {
        id_: replace(
            unit, at=places.get(id_, unit.at), flags=unit.flags | ({"hip"} if id_ in hidden else set())
        )
        for id_, unit in seen.units.items()
    }
    there = seen.but(units=moved)
    return saved_game("redvengeance", scene(GAME, 1, there, there, ()), there, folder / "boards")


@pytest.mark.slow
@pytest.mark.rule("START.2", "RePh8.624")
def test_a_saved_game_in_a_mail_sets_the_side_up(setting_up: House, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    places = {"GE-I1#1-1": "k13", "GE-I1#1-2": "k13", "GE-I1#2-1": "y18", "GE-I1#2-2": "a1"}
    send(setting_up, saved(setting_up, tmp_path, places), "set-up.vsav")
    setting_up.post()
    with setting_up.desk.store() as store:
        state = Table(store, 1).state
    at = {one: state.units[one].at for one in places}
    assert at == {"GE-I1#1-1": "k13", "GE-I1#1-2": "k13", "GE-I1#2-1": "y18", "GE-I1#2-2": "bought"}
    mails = reversed(setting_up.mails(setting_up.players[GERMAN].addresses[0]))
    told = " ".join(next(text_of(one) for one in mails if "my log" in str(one["Subject"])).split())
    assert "setup GE-I1#1-1,GE-I1#1-2 hex=K13" in told and "setup GE-I1#2-2 hex=A1" in told
    assert "REFUSED" in told, "A1 is not theirs; what stands where it may is set up all the same"
    assert [one.player for one in state.waiting()] == [GERMAN], "a pass ends the set-up, not the file"
    russian = setting_up.mails(setting_up.players[RUSSIAN].addresses[0])
    assert not any("GE-I1#1-1" in text_of(one) for one in russian)
