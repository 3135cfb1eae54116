"""Rules for `hexpost new-game --rules`: movement on the usual phases, a rule list, and a test."""

from __future__ import annotations

RULES = '''\
"""The rules of {title}, on the usual phases: movement so far.

docs/your-first-game.md adds combat, reinforcements, a set-up and chits. adjudicator/games/amberroad has the
first three, each chapter in a file of its own. A file of yours beside this one is imported as
"from .combat import FIGHTING".
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.phases.battlefield import Battlefield, BattlefieldClauses
from adjudicator.phases.moving import MoveClauses, Moving, marching
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Phase, TurnClauses, Turns
from adjudicator.phases.victory import Victory, VictoryClauses
from adjudicator.phases.words import read_way, verb
from adjudicator.rulings import rule

RED, BLUE = "red", "blue"
SIDES = {{RED: "Red player", BLUE: "Blue player"}}

GROUND = Battlefield(
    sides=(RED, BLUE),
    clauses=BattlefieldClauses({zone}stack="3.5"),
    most=lambda state, space, side: 3,
)
CLAUSES = MoveClauses(owner="1.1", once="3.1", points="3.2", {stop}enemies="3.3")
TERRAIN = Terrain({{"clear": 1, "woods": 2}}, {{"brook": Side(1)}}, roads={{"road": 1}})
MARCH = Moving(ground=GROUND, clauses=CLAUSES, costs=marching(GROUND, TERRAIN, CLAUSES))


@rule("4.2")
def level(points: Mapping[str, int]) -> tuple[str, str]:
    """The side with more points wins after the last turn."""
    if points[RED] == points[BLUE]:
        return "", "both sides have the same points"
    winner = max(SIDES, key=lambda side: points[side])
    return winner, f"the {{SIDES[winner]}} has more points"


VICTORY = Victory(clauses=VictoryClauses(points="4.1", holds="4.1", level="4.2"), last=7, level=level)
TURNS = Turns(
    clauses=TurnClauses(turns="2.1", phases="2.1"),
    phases=(
        Phase("RED.MOVE", "Red Movement Phase", "3.1", RED, MARCH),
        Phase("BLUE.MOVE", "Blue Movement Phase", "3.1", BLUE, MARCH),
    ),
    after=VICTORY.follow,
    over=VICTORY.end,
)
GAME = HexGame(
    name="{name}",
    title="{title}",
    folder=Path(__file__).parent,
    sides=SIDES,
    ground=GROUND,
    turns=TURNS,
    victory=VICTORY,
    verbs=(verb("move", read_way, "a unit moves"),),
    boxes={{"eliminated": "the eliminated units"}},
    begins=lambda counter: counter.setup,
).game()
'''
CLAUSES = """\
id,title,kind,requirement,data,example,adjudicable
1.1,Ownership,pieces,A player gives orders to units of their own side only.,,,yes
2.1,Turns,sequence,"The game has seven turns. In each, Red moves and then Blue.",,,yes
3.1,Moving,movement,In your Movement Phase each of your units may move once.,,,yes
3.2,Movement Points,movement,A unit may spend up to its movement allowance.,,,yes
3.3,Enemy units,movement,A unit may not enter {a_space} that holds an enemy unit.,,,yes
{zones}3.5,Stacking,movement,No more than three units may be in {a_space} when a move ends.,,,yes
4.1,Points,victory,{begin_a_space} scores its points for the side last in it when a phase ended.,,,yes
4.2,Victory,victory,After turn 7 the side with more points wins.,,,yes
"""
TEST = '''\
"""Rule 3 of {title}: movement. Run it with: python -m pytest {folder}/tests"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import ListedDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play

GAME = find_game(Path(__file__).parents[1])
START = GAME.start(GAME.scenarios[0])
NEAR = max(START.board.neighbours(START.units["R1"].at))
"""{begin_a_space} beside the town where R1 begins."""


def verdict(order: str) -> tuple[str, str]:
    """What the referee says of an order of Red at the start: the verdict and the clause."""
    play = Play(START, ListedDice([]))
    run_on(GAME, play)
    (ruling,) = judge(GAME, play, "red", [(1, order)])
    return ruling.verdict, ruling.rule


@pytest.mark.rule("1.1", "3.1")
def test_red_moves_its_own_units() -> None:
    assert verdict(f"move R1 to {{NEAR}}") == ("done", "")
    assert verdict(f"move B1 to {{NEAR}}") == ("refused", "1.1")


@pytest.mark.rule("3.3")
def test_no_unit_enters_a_town_that_the_enemy_holds() -> None:
    assert verdict("move R1 to Osterode") == ("refused", "3.3")
'''
DEMO = '''\
# The emails of `hexpost demo {folder}`. `style` is "plain", "html", "windows-1252" or "base64"; `open_first`
# is the side whose last report shows most. Dice follow from the words: look at them, then write the answers.
# The demo names every line that was not carried out.

open_first = "blue"

[[letter]]
from = "red"
style = "plain"
text = """
We march.
--orders--
move R1 to {near}
end
"""

[[letter]]
from = "blue"
style = "html"
text = """
To Red player: So do we.
--orders--
accept
"""
'''
CONFTEST = '''\
"""Lets pytest know the mark with which a test names the clauses that it holds."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """pytest.mark.rule("3.1")."""
    config.addinivalue_line("markers", "rule(*numbers): the clauses that a test holds")
'''
README = """\
# {title}

    map/        the map: map.toml, places.csv, links.csv
    counters/   the counters: roster.csv, style.toml
    rules/      the rules as code on the usual phases; rules.csv lists the clauses
    tests/      a test for the first chapter
    templates/  empty so far: for pages of reports that should look different from the common ones

To play it, check it and make its VASSAL module, from the folder above this one:

    hexpost play {name} --games 20
    hexpost map check {name}
    hexpost counters check {name}
    hexpost module build {name} --update-lock
    hexpost demo {name}
"""
ZONES = """\
3.4,Zones of control,movement,A unit must stop when it enters a hex adjacent to an enemy unit.,,,yes
"""
WORDS = {
    "a_space": "a hex", "begin_a_space": "A hex", "zones": ZONES,
    "zone": 'zone="3.4", ', "stop": 'stop="3.4", ',
}  # fmt: skip
"""What the rules say on hexes."""
OF_AREAS = {"a_space": "an area", "begin_a_space": "An area", "zone": "", "stop": "", "zones": ""}
"""What they say on areas: these have no zones of control."""
NEXT = """\
What to do next:
  1. Change the map:       {folder}/map/           then: hexpost map draw {folder} --out board.png
  2. Change the counters:  {folder}/counters/      then: hexpost counters check {folder}
  3. Write your rules:     {folder}/rules/rules.csv, one clause a line   then: hexpost rule {folder}
  4. Add combat, set-up or chits:  {folder}/rules/__init__.py, as in docs/your-first-game.md
  5. Test it after each step:      hexpost play {folder} --games 20
     and, in hexpost's own Python: {python} -m pytest {folder}/tests{pytest}"""
FILES = {
    "rules/__init__.py": RULES,
    "rules/rules.csv": CLAUSES,
    "rules/demo.toml": DEMO,
    "tests/test_movement.py": TEST,
    "tests/conftest.py": CONFTEST,
    "README.md": README,
}
