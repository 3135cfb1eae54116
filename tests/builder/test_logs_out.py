"""Logs written: a course of positions, read back step by step; pieces that stay do not stir."""

from __future__ import annotations

import os
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.check.engine import judge
from builder.layout.places import layout_places
from builder.module.parts import Parts
from builder.module.position import When
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.logs import Log, read_vlog
from builder.saves.write_logs import Frame, write_course, write_vlog
from builder.vassal.commands import AddPiece, Command, Logged, MovePiece, bare
from builder.vassal.stream import clear, flat, read_stream

AT_FIRST = (Placement("8GA-1", "bridgehead"), Placement("8GA-2", "bridgehead"), Placement("712", "lebus"))


def written(parts: Parts, tmp_path: Path, *frames: Frame) -> Log:
    out = write_course(parts, frames, tmp_path / "course.vlog", "a test")
    return read_vlog(out, layout_places(parts.layout))


def deeds(log: Log) -> list[tuple[int, str, str, str, str]]:
    return [
        (s.n, s.what, log.known[s.piece].properties["Unit"], s.origin, s.to) for s in log.steps if s.piece
    ]


def test_a_move_is_one_step_with_what_is_said(parts: Parts, tmp_path: Path) -> None:
    after = (*AT_FIRST[:2], Placement("712", "seelow"))
    log = written(parts, tmp_path, Frame(AT_FIRST), Frame(after, ("712 retreats to Seelow.",)))
    assert deeds(log) == [(1, "move", "712", "lebus", "seelow")]
    assert log.steps[0].says == "* 712 retreats to Seelow."
    assert (log.module, log.version) == ("Race for Berlin", parts.facts.version)


def test_an_army_that_goes_together_stays_one_stack(parts: Parts, tmp_path: Path) -> None:
    after = (Placement("8GA-1", "seelow"), Placement("8GA-2", "seelow"), AT_FIRST[2])
    log = written(parts, tmp_path, Frame(AT_FIRST), Frame(after))
    stacks = {p.stack for p in log.pieces if p.properties["Formation"] == "8GA"}
    assert len(stacks) == 1 and all(stacks)
    assert [deed[0] for deed in deeds(log)] == [1, 1]


def logged_in(file: Path) -> list[Command]:
    with zipfile.ZipFile(file) as archive:
        stream = read_stream(clear(archive.read("savedGame")))
    return [bare(one) for one in flat(stream) if isinstance(one, Logged)]


def test_the_second_counter_of_an_army_is_laid_on_the_first(parts: Parts, tmp_path: Path) -> None:
    there = (Placement("8GA-1", "seelow"), Placement("8GA-2", "seelow"), AT_FIRST[2])
    back = (there[0], AT_FIRST[1], there[2])
    out = write_course(parts, [Frame(AT_FIRST), Frame(there), Frame(back)], tmp_path / "a.vlog", "")
    commands = logged_in(out)
    assert {type(one) for one in commands} == {MovePiece, AddPiece}  # nothing is changed but the places
    first, second, third = (one for one in commands if isinstance(one, MovePiece))
    assert (first.under, second.under, second.to) == ("null", first.id, first.to)
    assert (third.id, third.was_under, third.origin) == (second.id, first.id, first.to)


def test_losses_and_flags_turn_the_piece_where_it_lies(parts: Parts, tmp_path: Path) -> None:
    after = (Placement("8GA-1", "bridgehead", 1, frozenset({"turned", "out-of-supply"})), *AT_FIRST[1:])
    log = written(parts, tmp_path, Frame(AT_FIRST), Frame(after))
    assert deeds(log) == [
        (1, "change", "8GA-1", "OOS_Level=-1, Activated_Facing=1, Step_Level=1",
         "OOS_Level=1, Activated_Facing=2, Step_Level=2"),
    ]  # fmt: skip


def test_pieces_come_and_go(parts: Parts, tmp_path: Path) -> None:
    log = written(
        parts,
        tmp_path,
        Frame(AT_FIRST),
        Frame(AT_FIRST[:2]),
        Frame((*AT_FIRST[:2], Placement("309", "lebus"))),
    )
    assert [deed[:3] for deed in deeds(log)] == [
        (1, "remove", "712"), (2, "add", "309"), (2, "move", "309"),
    ]  # fmt: skip
    assert {p.properties["Unit"] for p in log.pieces} == {"8GA-1", "8GA-2", "309"}


def test_chits_go_between_cup_and_hands(parts: Parts, tmp_path: Path) -> None:
    places = ("chits", "hand:zhukov", "chits")
    frames = [Frame((Placement("event-3", at), Placement("event-4", "chits"))) for at in places]
    log = written(parts, tmp_path, *frames)
    assert [(s.n, s.what) for s in log.steps] == [(1, "draw"), (2, "move")]
    assert len({p.stack for p in log.pieces}) == 1


def test_what_no_frame_names_is_not_in_the_file(parts: Parts, tmp_path: Path) -> None:
    frames = [Frame((Placement("hidden-chit", at),)) for at in ("chits", "hand:zhukov")]
    out = write_course(parts, frames, tmp_path / "seen.vlog", "")
    with zipfile.ZipFile(out) as archive:
        stream = clear(archive.read("savedGame"))
    assert not [card.title for card in parts.roster.cards.values() if card.title in stream]


def test_the_turn_goes_on_with_the_game(parts: Parts, tmp_path: Path) -> None:
    frames = [Frame((), (), When(1, 7, 1)), Frame((), (), When(1, 8, 1)), Frame((), ("New",), When(2, 1, 2))]
    log = written(parts, tmp_path, *frames)
    assert [(s.n, s.what, s.says) for s in log.steps] == [
        (1, "turn", ""),
        (2, "turn", "* New"),
        (2, "turn", ""),
    ]


def test_a_frame_in_which_nothing_is_new_is_no_step(parts: Parts, tmp_path: Path) -> None:
    assert written(parts, tmp_path, *[Frame(AT_FIRST)] * 3).steps == ()


@pytest.mark.parametrize(
    ("says", "told"), [("a\nb", "* a b"), ("ends in \\", "* ends in \\ "), ("an \x1b escape", "* an escape")]
)
def test_whatever_is_said_fits_on_a_line(parts: Parts, tmp_path: Path, says: str, told: str) -> None:
    log = written(parts, tmp_path, Frame(()), Frame((), (says, "more")))
    assert [step.says for step in log.steps] == [told, "* more"]


def test_the_same_course_gives_the_same_bytes(parts: Parts, tmp_path: Path) -> None:
    frames = [Frame(AT_FIRST), Frame(AT_FIRST[:2], ("gone",))]
    first = write_vlog("raceforberlin", frames, tmp_path / "a.vlog", kept=tmp_path / "kept")
    second = write_course(parts, frames, tmp_path / "b.vlog", "")
    assert first.read_bytes() == second.read_bytes()


def test_every_wrong_placement_of_every_frame_is_named_at_once(parts: Parts, tmp_path: Path) -> None:
    frames = [Frame((Placement("9GA-1", "lebus"),)), Frame((Placement("712", "atlantis"),))]
    with pytest.raises(ModuleError) as refused:
        write_course(parts, frames, tmp_path / "no.vlog", "")
    assert [fault.split(":")[0] for fault in refused.value.faults] == ["9GA-1", "712"]
    assert not (tmp_path / "no.vlog").exists()


UNITS = ("8GA-1", "8GA-2", "712", "309", "3SHA-1", "3SHA-2")
AREAS = ("lebus", "seelow", "bridgehead", "eliminated", "")
ANYWHERE = st.builds(
    Placement,
    st.just(""),
    st.sampled_from(AREAS),
    st.integers(0, 1),
    st.sets(st.sampled_from(["turned", "out-of-supply"])).map(frozenset),
)
POSITIONS = st.tuples(*[ANYWHERE] * len(UNITS)).map(
    lambda found: tuple(
        Placement(unit, one.at, one.step, one.flags) for unit, one in zip(UNITS, found, strict=True)
    )
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(course=st.lists(POSITIONS, min_size=2, max_size=5))
def test_any_course_ends_in_its_last_position(
    course: list[tuple[Placement, ...]], parts: Parts, tmp_path: Path
) -> None:
    log = written(parts, tmp_path, *map(Frame, course))
    last = {one.piece: one for one in course[-1] if one.at}
    assert {piece.properties["Unit"] for piece in log.pieces} == set(last)
    places = layout_places(parts.layout)
    for piece in log.pieces:
        one = last[piece.properties["Unit"]]
        assert places.name(piece.map, (piece.x, piece.y)) == one.at
        faces = len(parts.roster.counters[one.piece].steps)
        if faces > 1:
            assert piece.properties["Step_Level"] == str(one.step + 1)
        assert piece.properties["Activated_Facing"] == ("2" if "turned" in one.flags else "1")
        assert piece.stack
    moved = {s.piece for s in log.steps if s.what == "move"}
    still = {u for n, u in enumerate(UNITS) if len({position[n].at for position in course}) == 1}
    assert not {log.known[piece].properties["Unit"] for piece in moved} & still


@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)
def test_vassal_steps_through_a_written_log_to_its_end(parts: Parts, vmod: Path, tmp_path: Path) -> None:
    chit = Placement("event-3", "chits")
    frames = [
        Frame((*AT_FIRST, chit)),
        Frame((Placement("8GA-1", "seelow", 1), AT_FIRST[1], AT_FIRST[2], chit), ("8 GA-1 attacks.",)),
        Frame((Placement("309", "lebus"), replace(chit, at="hand:zhukov")), ("712 is gone.",), When(2, 1, 2)),
    ]
    log = write_course(parts, frames, tmp_path / "a.vlog", "")
    verdict = judge(vmod, Path(os.environ["VASSAL_HOME"]), [log])
    assert not verdict.problems
    assert [(one.pieces, one.steps) for one in verdict.files] == [(2, 2)]
