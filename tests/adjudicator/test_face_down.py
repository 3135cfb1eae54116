"""Units that stand face down, as docs/your-first-game.md shows them: Border Watch with blocks and dummies."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.game import Game
from adjudicator.judging.bots import play_game
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.phases.battlefield import printed
from adjudicator.phases.seeing import UNSEEN
from tests.adjudicator.test_legal import check
from tests.adjudicator.test_offered import picked
from tests.tabletop import Tabletop

BACKS = """\
red-back,a Red unit,red,red,,question,,,,,,,,,,,,,
blue-back,a Blue unit,blue,blue,,question,,,,,,,,,,,,,
"""
RULES = '''
BACKS = {RED: "red-back", BLUE: "blue-back"}
DUMMIES = ("R5", "B5")


def take_dummies(play: Play, now: Combat) -> None:
    """Dummies that are attacked leave the map."""
    for unit in alive(play.state, now.defenders):
        if unit.id in DUMMIES:
            play.record(UnitEliminated(rule="1.2", unit=unit.id, at=unit.at, why="it is a dummy"))


HIDDEN = FaceDown(ground=GROUND, clauses=SightClauses(seen="7.1"), backs=BACKS)
FIGHTING = replace(FIGHTING, lowest=True, first=take_dummies)
'''
IMPORTS = """\
from dataclasses import replace

from adjudicator.events import UnitEliminated
from adjudicator.phases.face_down import FaceDown
from adjudicator.phases.results import Combat, alive
from adjudicator.play import Play
"""
FAR = {"R4": "0108", "B4": "1001"}
"""A unit of each side where it disturbs nobody."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Border Watch with a back for each side, all units face down, and a dummy a side."""
    folder = tmp_path_factory.mktemp("games") / "blocks"
    shutil.copytree(Path(__file__).with_name("borderwatch"), folder)
    roster, rules = folder / "counters" / "roster.csv", folder / "rules" / "__init__.py"
    roster.write_text(roster.read_text("utf-8") + BACKS, "utf-8")
    change(
        roster,
        (
            "B5,5 Blue,blue,blue,,infantry,battalion,4,3,0,0,2,3,0,0,",
            "B5,5 Blue,blue,blue,,infantry,battalion,,3,,,,3,,,",
        ),
    )
    change(rules, ('"borderwatch"', '"blocks"'), ("seeing=SIGHT", "seeing=HIDDEN"))
    change(
        rules, ('@rule("8.2")', f'{RULES}\n\n@rule("8.2")'), ("\nfrom pathlib", f"\n{IMPORTS}from pathlib")
    )
    fields = ('["fire", "range"]', '["strength", "movement", "fire", "range"]')
    change(folder / "counters" / "style.toml", fields)
    return find_game(folder)


def change(file: Path, *words: tuple[str, str]) -> None:
    """Put words in the place of others."""
    text = file.read_text("utf-8")
    for old, new in words:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def table(game: Game, units: Mapping[str, str], segment: str, dice: Sequence[int] = ()) -> Tabletop:
    """These units and no others, in a phase."""
    made = Tabletop(str(game.folder.parent), {**FAR, **units}, segment=segment, dice=dice)
    made.play.audience = game.audience
    return made


def seen(game: Game, made: Tabletop, side: str) -> dict[str, str]:
    """What a side sees on the map, by where it stands."""
    units = game.view(made.state, side).units.values()
    return {unit.id: unit.at for unit in units if unit.at in made.state.board.spaces}


def test_the_enemy_sees_where_a_unit_stands_and_not_which(game: Game) -> None:
    made = table(game, {"R1": "0304", "R6": "0304", "B1": "0404"}, "R.MOVE")
    assert seen(game, made, "blue") == {
        "B1": "0404", "B4": "1001",
        "red-back-0108-1": "0108", "red-back-0304-1": "0304", "red-back-0304-2": "0304",
    }  # fmt: skip
    assert game.view(made.state, "blue").units["R6"].at == UNSEEN
    assert "R6" in seen(game, made, "red")
    again = game.view(game.view(made.state, "blue"), "blue")
    assert again == game.view(made.state, "blue")


def test_what_the_enemy_knows_all_the_same_shows_its_face(game: Game) -> None:
    made = table(game, {"R1": "0304", "R6": "0304", "B1": "0404"}, "R.MOVE")
    seeing: Any = game.start
    known = replace(seeing.__self__.seeing, known=lambda state, unit: unit.id == "R6")
    there = {unit.id for unit in known.view(made.state, "blue").units.values() if unit.at == "0304"}
    assert there == {"R6", "red-back-0304-1"}
    near = replace(seeing.__self__.seeing, reach=lambda state, unit: 1)
    assert near.view(made.state, "blue").units["R1"].at == "0304", "B1 stands beside it"


def test_positions_that_differ_in_what_is_hidden_look_alike(game: Game) -> None:
    one = table(game, {"R1": "0304", "R6": "0305", "B1": "0404"}, "R.MOVE").state
    two = table(game, {"R6": "0304", "R1": "0305 reduced", "B1": "0404"}, "R.MOVE").state
    assert game.view(one, "blue") == game.view(two, "blue")


def test_units_in_combat_are_seen_until_it_is_over(game: Game) -> None:
    made = table(
        game, {"R1": "0404", "R2": "0404", "B1": "0504", "B2": "0504", "B3": "0405"}, "R.COMBAT", [1]
    )
    made.order("red", "attack 0504 by R1")
    (fight,) = made.found("OddsResolved")
    assert fight["column"] == "1-2"
    declared = [event for event in made.events if event.kind in {"AttackDeclared", "OddsResolved"}]
    assert all(event.seen_by("blue") for event in declared)
    assert {"R1", "red-back-0404-1"} <= seen(game, made, "blue").keys()
    assert "B1" not in seen(game, made, "red")


def test_an_attack_below_the_first_column_is_fought_there(game: Game) -> None:
    made = table(game, {"R6": "0404", "B1": "0504", "B2": "0504"}, "R.COMBAT", [1])
    assert made.verdict("red", "attack 0504 by R6") == ("done", "")
    assert made.found("OddsResolved")[0]["column"] == "1-2"


def test_a_dummy_leaves_the_map_and_the_attack_is_over(game: Game) -> None:
    made = table(game, {"R1": "0404", "B5": "0504"}, "R.COMBAT")
    assert made.verdict("red", "attack 0504 by R1") == ("done", "")
    assert made.at("B5") == "eliminated" and made.found("OddsResolved") == []
    assert [frame.segment for frame in made.state.frames] != ["R.COMBAT", "combat"]


def test_a_dry_run_tells_no_odds_against_what_is_hidden(game: Game) -> None:
    made = table(game, {"R1": "0404", "B1": "0504"}, "R.COMBAT")
    (ruling,) = try_sheet(game, made.state, "red", [(1, "attack 0504 by R1")])
    assert ruling.verdict == "may be done" and "column" not in ruling.why
    assert "attack 0504 by R1" in list(
        game.choices.legal(game.view(made.state, "red"), made.state.waiting()[0])
    )


def test_what_is_legal_would_stand_on_the_view_of_the_side(game: Game) -> None:
    chance = random.Random("blocks")
    for state, decision in picked(game, "blocks", 60, 20):
        check(game, state, decision, chance)


@pytest.mark.parametrize("bots", ["random", "purposeful"])
def test_bots_play_it_to_its_end(game: Game, bots: str) -> None:
    assert play_game(game, "border", bots=bots).state.over is not None


def test_a_dummy_without_numbers_may_be_attacked(game: Game) -> None:
    made = table(game, {"R1": "0404", "B5": "0504"}, "R.COMBAT")
    (asked,) = made.state.waiting()
    assert "attack 0504 by R1" in asked.answers
    assert printed(made.state, made.state.units["B5"], "strength") == 0


def test_backs_are_named_as_what_they_are(game: Game) -> None:
    assert game.names()(UNSEEN) == "face down on the map"
