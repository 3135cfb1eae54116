"""A map of areas below the rules of a game of hexes, as docs/your-first-game.md tells it."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.commands.slips import check
from adjudicator.commands.stub import new_game
from adjudicator.game import Game
from adjudicator.games.amberroad.r05_combat import FIGHTING
from adjudicator.judging.bots import play_game
from adjudicator.rulings import Unreadable
from maps.checking.check import check_map
from maps.reading.load import load_board
from tests.tabletop import Tabletop

MAP = """game = "vales"
title = "Vales"
[facts]
terrain = "text"
vp = "number"
[features]
brook = "river"
[sheet]
tints = { clear = "#dfe6c4" }
"""
PLACES = ("North Vale", "Ford", "Old Mill", "South Vale")
AREA = '[[area]]\nname = "{0}"\noutline = [[{1}, 0], [{1}, -30], [{2}, -30], [{2}, 0]]\n'
LINKS = "area,neighbour,features\nnorth-vale,ford,\nford,old-mill,brook\nold-mill,south-vale,\n"
ROSTER = """id,name,side,nation,type,size,strength,movement,setup
R1,1 Red,red,red,infantry,division,4,3,North Vale
B1,1 Blue,blue,blue,infantry,division,4,3,South Vale
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("areas") / "vales"
    new_game("vales", folder, "6x6", rules=True)
    areas = "".join(AREA.format(name, 30 * n, 30 * n + 30) for n, name in enumerate(PLACES))
    places = "".join(f"{name.lower().replace(' ', '-')},{name},clear,1\n" for name in PLACES)
    rules = folder / "rules" / "__init__.py"
    code = rules.read_text(encoding="utf-8").replace('zone="3.4", ', "").replace('stop="3.4", ', "")
    for file, text in (
        (folder / "map" / "map.toml", MAP + areas),
        (folder / "map" / "places.csv", f"id,name,terrain,vp\n{places}"),
        (folder / "map" / "links.csv", LINKS),
        (folder / "counters" / "roster.csv", ROSTER),
        (rules, code),
    ):
        file.write_text(text, encoding="utf-8", newline="\n")
    assert check_map(folder).faults == ()
    found = find_game(folder)
    check(found)
    return found


def test_without_a_clause_for_it_there_are_no_zones_of_control(game: Game) -> None:
    table = Tabletop(str(game.folder.parent), {"R1": "north-vale", "B1": "south-vale"}, segment="RED.MOVE")
    assert table.verdict("red", "move R1 to South Vale") == ("refused", "3.3")
    assert table.verdict("red", "move R1 via Ford, Old Mill") == ("done", "")
    near = Tabletop(str(game.folder.parent), {"R1": "old-mill", "B1": "south-vale"}, segment="RED.MOVE")
    assert near.verdict("red", "move R1 to North Vale") == ("done", "")


def test_players_read_of_areas(game: Game) -> None:
    grammar = game.grammar("red")
    assert "move UNIT via PATH|to AREA" in {one.form for one in grammar.verbs}
    state = game.start(game.scenarios[0])
    assert FIGHTING.question(state, "red").startswith("Attack any number of adjacent areas,")
    with pytest.raises(Unreadable, match='unknown area "Nowhere"'):
        grammar.read("move R1 to Nowhere")


def test_hexes_squares_and_areas_are_called_so(game: Game) -> None:
    assert load_board(game.folder.parent).called == ("area", "areas")
    assert load_board("amberroad").called == ("hex", "hexes")


def test_bots_play_it_to_its_end(game: Game) -> None:
    assert play_game(game, "areas").state.over is not None
