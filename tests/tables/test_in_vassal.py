"""The files of sides in VASSAL itself, where an installation is at hand."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from builder.check.engine import judge
from tables.opening import entries_of
from tables.position import Kind, Position, write_saved
from tests.builder.test_check import says
from tests.tables.playing import SEATS, cutter, deck_of, exchanged, log, module, move, start
from tests.tables.sampler import SIDES

with_engine = pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)


def pieces(position: Position) -> int:
    return sum(one.kind is Kind.PIECE for one in position.pieces.values())


@with_engine
@pytest.mark.slow
def test_vassal_opens_the_file_of_every_side_with_all_its_pieces_and_replays_its_log(tmp_path: Path) -> None:
    position = exchanged(start(), SEATS["Red"], random.Random(3))
    saves, counts = [], {}
    for side in SIDES:
        sent = cutter().cut(position, SEATS[side], SEATS.values(), 1).position
        top = next(one for one in sent.pieces.values() if one.id == deck_of(sent, "Chits"))
        card = top.state.split(";")[4].split(",")[-1]
        steps = log(sent, (move(sent, card, ("Main", 240, 240)),)).steps
        for name, done in ((f"{side}.vsav", ()), (f"{side}.vlog", steps)):
            saves.append(tmp_path / name)
            saves[-1].write_bytes(write_saved(sent, entries_of(module(), side), done))
            counts[name] = pieces(sent), len(done)
    verdict = judge(module().path, Path(os.environ["VASSAL_HOME"]), saves)
    wrong = [one for one in verdict.problems if one.level == "error" and "set-up" not in one.where + one.what]
    assert says(wrong) == ""
    assert {one.name: (one.pieces, one.steps) for one in verdict.files} == counts
