"""`hexpost new-game --hexes`: a board of hexes that holds, with units that stand in its towns and hexes."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.commands.hexstub import size_of
from adjudicator.commands.speak import NotFound
from adjudicator.commands.stub import new_game
from adjudicator.dice import ListedDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from builder.module.parts import gather
from builder.module.rosters import roster_of
from builder.module_faults import ModuleError
from counters.preflight.preflight import preflight
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from maps.checking.check import check_map
from maps.reading.load import load_board


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    new_game("mygame", tmp_path / "mygame", "12x10")
    return tmp_path / "mygame"


def respelt(stub: Path, old: str, new: str) -> None:
    roster = stub / "counters" / "roster.csv"
    roster.write_text(roster.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("size", ["6x6", "7x6", "12x10", "13 X 9", "8×11"])
def test_a_board_of_any_size_holds_and_every_unit_stands_on_it(tmp_path: Path, size: str) -> None:
    new_game("mygame", tmp_path / "mygame", size)
    board = load_board(tmp_path / "mygame")
    columns, rows = size_of(size)
    assert len(board.spaces) == columns * rows
    assert check_map(tmp_path / "mygame").faults == ()
    assert preflight(load_roster(tmp_path / "mygame")) == []
    standing = [one.setup for one in roster_of(tmp_path / "mygame").counters.values()]
    assert len(standing) == 36
    assert set(standing) <= set(board.spaces)


def test_a_road_leads_from_town_to_town_and_a_brook_parts_the_board(stub: Path) -> None:
    board = load_board(stub)
    places = {space.facts["name"]: one for one, space in board.spaces.items()}
    dry = {one: [to for to in near if "brook" not in near[to]] for one, near in board.links.items()}
    paved = {one: [to for to in near if "road" in near[to]] for one, near in board.links.items()}
    assert places["Osterode"] in reached(paved, places["Westerholt"])
    assert places["Osterode"] not in reached(dry, places["Westerholt"])


def reached(ways: dict[str, list[str]], start: str) -> set[str]:
    found, ahead = {start}, [start]
    while ahead:
        new = set(ways[ahead.pop()]) - found
        found |= new
        ahead += new
    return found


@pytest.mark.parametrize("wrong", ["12", "5x9", "12x61", "axb", "0x0", "12x10x3"])
def test_a_size_that_will_not_do_is_told_and_nothing_is_written(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(NotFound, match=f"--hexes {wrong}: write columns x rows, such as 12x10"):
        new_game("mygame", tmp_path / "mygame", wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_town_is_a_place_in_the_roster_and_in_orders(stub: Path) -> None:
    game = find_game(stub)
    state = game.start("setup")
    assert state.units["R1"].at == "0205"
    play = Play(state, ListedDice([]))
    run_on(game, play)
    assert [one.verdict for one in judge(game, play, "red", [(1, "put R1 Osterode")])] == ["done"]
    assert play.state.units["R1"].at == "1105"


def test_a_place_that_is_not_there_is_told_with_the_nearest_and_not_with_all(stub: Path) -> None:
    respelt(stub, "Westerholt", "Westerhold")
    with pytest.raises(RosterError, match=r"R1, set-up Westerhold.*did you mean Westerholt"):
        find_game(stub)
    respelt(stub, "Westerhold", "qqq")
    with pytest.raises(RosterError, match=r"R1, set-up qqq.*its spaces are 0101 to 1210$"):
        find_game(stub)


def test_the_builder_tells_the_nearest_place_too(stub: Path) -> None:
    respelt(stub, "Westerholt", "Westerhold")
    with pytest.raises(ModuleError, match=r"'Westerhold' to put it; did you mean Westerholt"):
        gather(stub)


def test_a_town_that_lies_in_two_hexes_names_neither(stub: Path) -> None:
    places = stub / "map" / "places.csv"
    with places.open("a", encoding="utf-8") as file:
        file.write("0206,Westerholt,clear,town,2\n")
    assert "Westerholt" not in dict(load_board(stub).names())
    with pytest.raises(RosterError, match="R1, set-up Westerholt"):
        find_game(stub)


@pytest.mark.slow
def test_its_module_begins_with_every_unit_on_its_hex_and_everything_prints(stub: Path) -> None:
    from builder.module.parts import gather
    from builder.printing.kit import Wish, print_kit
    from builder.printing.pages import Refereed

    start = {one.piece: one.at for one in gather(stub).start}
    assert len(start) == 36
    assert (start["R1"], start["B1"]) == ("0205", "1105")
    parts = print_kit(stub, Wish(dpi=50), Refereed(), lambda *_: None)
    assert [part.name[0] for part in parts] == ["1", "2", "3", "4", "5"]
    assert all(part.pages for part in parts)
