"""Saved games: any position written, read back, and refused when it names what is not there."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

import builder
from builder.layout.saved_places import kept_layout, places_key
from builder.module.parts import Parts
from builder.module.position import When, standing
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.read_saves import SavedGame, read_vsav
from builder.saves.write_saves import save_position, write_vsav
from builder.vassal.stream import clear
from files.sources import digest

START = When()


def saved(parts: Parts, tmp_path: Path, position: list[Placement], when: When = START) -> SavedGame:
    return read_vsav(save_position(parts, position, tmp_path / "position.vsav", "a test", when))


def test_a_position_reads_back_as_it_was_placed(parts: Parts, tmp_path: Path) -> None:
    position = [
        Placement("8GA-1", "seelow", 1, frozenset({"out-of-supply", "turned"})),
        Placement("712", "lebus"),
    ]
    game = saved(parts, tmp_path, position)
    by_unit = {piece.properties["Unit"]: piece for piece in game.pieces}
    first = by_unit["8GA-1"]
    assert (first.x, first.y) in parts.layout.areas["seelow"].spots
    assert (first.properties["Step_Level"], first.properties["OOS_Level"]) == ("2", "1")
    assert first.properties["Activated_Facing"] == "2"
    assert by_unit["712"].properties["Step_Level"] == "1" and by_unit["712"].properties["OOS_Level"] == "-1"


def test_the_start_written_as_a_save_holds_every_piece_in_its_stack(parts: Parts, tmp_path: Path) -> None:
    game = saved(parts, tmp_path, list(parts.start))
    assert len(game.pieces) == len([one for one in parts.start if one.at])
    assert all(piece.stack for piece in game.pieces)
    assert len({piece.id for piece in game.pieces}) == len(game.pieces)
    partners = [p.stack for p in game.pieces if p.properties.get("Formation") == "8GA"]
    assert len(partners) == 2 and len(set(partners)) == 1


def test_the_save_belongs_to_the_module(parts: Parts, tmp_path: Path, entries: dict[str, bytes]) -> None:
    game = saved(parts, tmp_path, [Placement("712", "lebus")])
    assert (game.module, game.version) == ("Race for Berlin", parts.facts.version)
    with zipfile.ZipFile(tmp_path / "position.vsav") as archive:
        assert archive.read("moduledata") == entries["moduledata"]


def test_numbers_of_pieces_are_those_of_the_module(parts: Parts, tmp_path: Path) -> None:
    (piece,) = saved(parts, tmp_path, [Placement("712", "lebus")]).pieces
    assert piece.gpid == parts.pieces.units["712"].gpid


def test_the_same_position_gives_the_same_bytes(parts: Parts, tmp_path: Path) -> None:
    position = [Placement("712", "lebus"), Placement("event-3", "hand:zhukov")]
    first = save_position(parts, position, tmp_path / "a.vsav", "", START)
    second = save_position(parts, position, tmp_path / "b.vsav", "", START)
    assert first.read_bytes() == second.read_bytes()


def test_what_the_position_does_not_name_is_not_in_the_file(parts: Parts, tmp_path: Path) -> None:
    position = [
        Placement("hidden-chit", "hand:zhukov"),
        Placement("hidden-chit", "chits"),
        Placement("event-1", "hand:koniev"),
    ]
    out = save_position(parts, position, tmp_path / "seen.vsav", "", START)
    with zipfile.ZipFile(out) as archive:
        stream = clear(archive.read("savedGame"))
    assert "Heinrici" in stream
    for card in parts.roster.cards.values():
        assert (card.title in stream) == (card.id == "event-1")


def test_chits_in_a_hand_lie_in_that_sides_window(parts: Parts, tmp_path: Path) -> None:
    (chit,) = saved(parts, tmp_path, [Placement("event-3", "hand:zhukov")]).pieces
    assert (chit.map, chit.properties["Chit"]) == ("Chits of Zhukov", "event-3")


def test_the_cup_keeps_what_is_put_into_it(parts: Parts, tmp_path: Path) -> None:
    game = saved(parts, tmp_path, [Placement("event-3", "chits"), Placement("event-4", "chits")])
    assert len({piece.stack for piece in game.pieces}) == 1
    deck = next(command for command in game.commands if "/deck;" in command)
    assert "Event chits" in deck


def test_an_empty_cup_is_still_a_cup(parts: Parts, tmp_path: Path) -> None:
    assert any("/deck;" in command for command in saved(parts, tmp_path, []).commands)


def test_the_trackers_stand_where_the_game_stands(parts: Parts, tmp_path: Path) -> None:
    commands = saved(parts, tmp_path, [], When(3, 7, 2)).commands
    turn, operations = (command for command in commands if command.startswith("TURN"))
    assert turn.startswith("TURNTurnTracker0\t0|2;0;0;true,true")
    assert ";6\\;0\\;0\\;true" in turn
    assert operations == "TURNTurnTracker1\t0|2;0;true;10"


def test_pieces_come_before_what_holds_them(parts: Parts, tmp_path: Path) -> None:
    commands = saved(parts, tmp_path, list(parts.start)).commands
    assert (commands[0], commands[-1]) == ("begin_save", "end_save")
    added: set[str] = set()
    for command in (c for c in commands if c.startswith("+/")):
        number, kind = command[2:].split("/")[:2]
        if kind == "stack":
            assert set(command.split(";")[3:-1]) <= added
        added.add(number)


def test_every_wrong_placement_is_named_at_once(parts: Parts, tmp_path: Path) -> None:
    wrong = [Placement("9GA-1", "lebus"), Placement("712", "atlantis"), Placement("event-3", "hand:stalin")]
    with pytest.raises(ModuleError) as refused:
        save_position(parts, wrong, tmp_path / "no.vsav", "", START)
    assert [fault.split(":")[0] for fault in refused.value.faults] == ["9GA-1", "712", "event-3"]
    assert not (tmp_path / "no.vsav").exists()


def test_prototypes_are_written_out(parts: Parts) -> None:
    ids = [trait.id for trait in standing(parts.pieces, Placement("712", "lebus")).traits]
    assert "prototype" not in ids and ids[0] == "report" and ids[-1] == "piece"


def without(whole: Path, name: str) -> Path:
    part = whole.with_name("part.vsav")
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(part, "w") as out:
        for entry in archive.namelist():
            if entry != name:
                out.writestr(entry, archive.read(entry))
    return part


def test_a_save_without_a_game_in_it_is_refused(parts: Parts, tmp_path: Path) -> None:
    whole = save_position(parts, [], tmp_path / "whole.vsav", "", START)
    with pytest.raises(ModuleError, match="savedGame"):
        read_vsav(without(whole, "savedGame"))


def test_a_save_without_data_of_its_module_is_read_all_the_same(parts: Parts, tmp_path: Path) -> None:
    whole = save_position(parts, [Placement("712", "lebus")], tmp_path / "whole.vsav", "", START)
    game = read_vsav(without(whole, "moduledata"))
    assert (game.module, [piece.name for piece in game.pieces]) == ("", ["712"])


@pytest.mark.slow
def test_the_places_of_a_board_are_kept_and_give_the_same_save(parts: Parts, tmp_path: Path) -> None:
    position = [Placement("712", "lebus"), Placement("8GA-1", "bridgehead")]
    drawn = save_position(parts, position, tmp_path / "drawn.vsav", "", START)
    first = write_vsav("raceforberlin", position, tmp_path / "1.vsav", kept=tmp_path / "kept")
    (file,) = (tmp_path / "kept").iterdir()
    second = write_vsav("raceforberlin", position, tmp_path / "2.vsav", kept=tmp_path / "kept")
    assert first.read_bytes() == second.read_bytes() == drawn.read_bytes()
    assert json.loads(file.read_text(encoding="utf-8"))["unit"] == parts.layout.unit


def test_a_saved_game_is_written_without_drawing_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maps.drawing.draw._paint", lambda *drawing: pytest.fail("the board is drawn"))
    position = [Placement("11F", "0609")]
    kept = write_vsav("amberroad", position, tmp_path / "kept.vsav", kept=tmp_path / "kept")
    assert kept.read_bytes() == write_vsav("amberroad", position, tmp_path / "1.vsav").read_bytes()


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"areas": [1], "shadows": [], "unit": 3}'])
def test_damaged_places_are_worked_out_again(parts: Parts, tmp_path: Path, damage: str) -> None:
    kept_layout("raceforberlin", tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text(damage, encoding="utf-8", newline="\n")
    assert kept_layout("raceforberlin", tmp_path) == parts.layout
    assert kept_layout("raceforberlin", tmp_path) == parts.layout


def test_kept_places_are_forgotten_when_the_map_or_the_code_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(__file__).parents[2] / "maps" / "raceforberlin", tmp_path / "own" / "map")
    (tmp_path / "code.py").write_text("was = 1", encoding="utf-8", newline="\n")
    monkeypatch.setattr(builder, "__file__", str(tmp_path / "__init__.py"))
    keys = [places_key(tmp_path / "own")]
    for changed in (tmp_path / "code.py", tmp_path / "own" / "map" / "places.csv"):
        with changed.open("a", encoding="utf-8", newline="\n") as file:
            file.write("\n")
        digest.cache_clear()  # as in another process: one reads the code that it began with once
        keys.append(places_key(tmp_path / "own"))
    assert len(set(keys)) == 3 and places_key(tmp_path / "own") == keys[-1]


def test_a_save_says_that_the_set_up_is_done_and_which_boards_lie_there(parts: Parts, tmp_path: Path) -> None:
    commands = saved(parts, tmp_path, []).commands
    assert "SETUP_STACK\t" in commands  # else VASSAL sets the game up once more, on top of the position
    assert {c.split("\t")[0] for c in commands if "BoardPicker" in c} == {
        "BoardBoardPicker", "Chits of ZhukovBoardPicker", "Chits of KonievBoardPicker",
    }  # fmt: skip


def test_the_log_of_a_game_is_not_taken_for_a_saved_game(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.vlog", "w") as archive:
        archive.writestr("savedGame", "begin_save\x1bend_save\x1bLOG\tCHAT* moved")
    with pytest.raises(ModuleError, match="log"):
        read_vsav(tmp_path / "a.vlog")
