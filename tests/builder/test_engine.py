"""Modules in VASSAL itself, where an installation is at hand, and what is compared with what it says."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.check.engine import compare_decks, judge
from builder.module.module import build_module
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.fog import Seen, Unseen, placements_seen
from builder.saves.write_saves import write_vsav
from builder.vassal.readback import Problem
from tests.builder.cardgame import write_cards
from tests.builder.hexgames import FULL, write_lettered, write_numbered
from tests.builder.test_check import SMALL, says, write

SAMPLES = Path(__file__).parent / "samples"
HOME = Path(os.environ.get("VASSAL_HOME", ""))
with_engine = pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not shutil.which("java"),
    reason="needs Java and VASSAL: set VASSAL_HOME to the folder in which its lib/Vengine.jar lies",
)


def write_full(folder: Path) -> Path:
    """The numbered game with everything a module can ask for."""
    return write_numbered(folder, FULL)


def problems(module: Path, *saves: Path) -> str:
    return says(judge(module, HOME, saves).problems)


@with_engine
@pytest.mark.slow
def test_vassal_finds_nothing_wrong_with_race_for_berlin(vmod: Path, tmp_path: Path) -> None:
    at = [Placement("712", "muncheberg"), Placement("8GA-1", "kustrin", 1), Placement("event-3", "chits")]
    save = write_vsav("raceforberlin", at, tmp_path / "a.vsav")
    verdict = judge(vmod, HOME, [save])
    assert says(verdict.problems) == ""
    assert verdict.points > 4000 and verdict.pieces > 100
    (loaded,) = verdict.files
    assert (loaded.name, loaded.pieces, loaded.steps) == ("a.vsav", 3, 0)


@with_engine
@pytest.mark.slow
def test_vassal_names_every_point_of_nineteen_kinds_of_grids_as_we_do() -> None:
    verdict = judge(SAMPLES / "demo.vmod", HOME, [SAMPLES / "demo-real.vsav", SAMPLES / "demo-real.vlog"])
    assert says(verdict.problems) == ""
    assert verdict.points > 30_000
    assert {one.name: one.steps for one in verdict.files}["demo-real.vlog"] > 5


@with_engine
@pytest.mark.slow
@pytest.mark.parametrize("write_game", [write_numbered, write_lettered, write_full])
def test_vassal_names_every_hex_of_the_test_games_as_their_boards(
    write_game: Callable[[Path], Path], tmp_path: Path
) -> None:
    game = write_game(tmp_path / "hexes")
    verdict = judge(build_module(game, tmp_path / "hexes.vmod"), HOME)
    assert says(verdict.problems) == ""
    assert verdict.points > 1600 + 39 * 24 - 20 and verdict.pieces > 0


@with_engine
@pytest.mark.slow
def test_decks_are_shuffled_drawn_from_and_filled_again_in_vassal(tmp_path: Path) -> None:
    game = write_cards(tmp_path / "cards")
    module = build_module(game, tmp_path / "cards.vmod")
    seen: Seen = {("0202", "red"): [Unseen(2), Placement("2G", "0202")], ("0303", "red"): [Unseen()]}
    cards = [Placement("r-2", "red-discards"), Placement("hidden-blue-cards", "hand:blue")]
    cards += [Placement(f"hq-{n}", "cup", flags=frozenset({"concealed"})) for n in (1, 2)]
    save = write_vsav(game, [*placements_seen(seen), *cards], tmp_path / "seen.vsav")
    verdict = judge(module, HOME, [save])
    assert says(verdict.problems) == ""
    assert {deck.name: (deck.cards, deck.hidden) for deck in verdict.decks} == {
        "Red cards": (4, True), "Red cards: discards": (0, None), "Blue cards": (3, True),
        "Blue cards: discards": (0, None), "Order chits": (4, False),
    }  # fmt: skip
    assert [one.pieces for one in verdict.files] == [7]


def test_a_deck_that_loses_cards_is_told() -> None:
    said = {"name": "Cup", "cards": 4, "shuffled": 4, "left": 4, "returned": 3, "sent": False}
    assert [problem.what for problem in compare_decks([said])] == [
        "left: VASSAL says 4, meant is 3", "returned: VASSAL says 3, meant is 4",
        "sent: VASSAL says False, meant is True",
    ]  # fmt: skip


@with_engine
@pytest.mark.slow
def test_vassals_complaints_come_through(tmp_path: Path) -> None:
    damaged = SMALL.replace("prototype;Unit", "prototype;Ghost").replace(
        'image="board.png"', 'image="lost.png"'
    )
    text = problems(write(tmp_path, damaged))
    assert "no prototype 'Ghost'" in text and "lost.png" in text


@with_engine
@pytest.mark.slow
def test_a_stack_at_a_place_that_vassal_does_not_know_is_told(tmp_path: Path) -> None:
    named = SMALL.replace('x="50" y="50"', 'useGridLocation="true" location="{}" x="50" y="50"')
    assert "should be at 'Atlantis'" in problems(write(tmp_path, named.format("Atlantis")))
    assert "should be" not in problems(write(tmp_path, named.format("Town")))


@with_engine
@pytest.mark.slow
def test_a_module_that_vassal_cannot_open_says_why(tmp_path: Path) -> None:
    assert "VASSAL: module" in problems(write(tmp_path, SMALL.replace("\tnull;0;0;2;0", "null;0;0;2;0")))


def test_a_module_with_programs_of_its_own_is_not_run(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match="programs of its own"):
        judge(write(tmp_path, more={"my/Trap.class": b"x"}), tmp_path)


def test_nor_is_one_with_an_extension_that_has_some(tmp_path: Path) -> None:
    module = write(tmp_path)
    (tmp_path / "small_ext").mkdir()
    write(tmp_path / "small_ext", more={"my/Trap.class": b"x"}).replace(tmp_path / "small_ext" / "trap.vmdx")
    with pytest.raises(ModuleError, match=r"trap\.vmdx: brings programs"):
        judge(module, tmp_path)


def test_a_folder_without_vassal_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match="holds no VASSAL"):
        judge(write(tmp_path), tmp_path)


def test_our_program_holds_no_machine_and_no_network() -> None:
    text = (Path(__file__).parents[2] / "builder" / "check" / "Engine.java").read_text(encoding="utf-8")
    assert not re.search(r"http:|/home/|java\.net", text)


def test_a_missing_saved_game_is_named(tmp_path: Path) -> None:
    jars = tmp_path / "lib"
    jars.mkdir()
    with zipfile.ZipFile(jars / "Vengine.jar", "w"):
        pass
    with pytest.raises(ModuleError, match=r"gone\.vsav|needs (Java|a screen)"):
        judge(write(tmp_path), tmp_path, [tmp_path / "gone.vsav"])


def test_a_problem_reads_as_a_line() -> None:
    assert str(Problem("error", "Map Main 1,2", "VASSAL says 'a'")) == "error: Map Main 1,2: VASSAL says 'a'"
