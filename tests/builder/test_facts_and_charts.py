"""What a module is told by files: read as written, and every fault of them named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from builder.layout.module_file import Badge, Dice, ModuleFacts, Start, load_facts
from builder.module.charts import Chart, chart_page, load_charts, sequence_chart
from builder.module_faults import ModuleError
from counters.roster.load import load_roster
from maps.reading.load import load_board

GOOD_FACTS = """
version = "2.0"
turns = ["1", "2"]
dice = [{ count = 2, sides = 6 }]
[[badge]]
marker = "out-of-supply"
name = "OOS"
key = "O"
[hands]
koniev = ["event-1"]
[[start]]
marker = "turn"
at = "turn-1"
"""
GOOD_CHART = """
[[chart]]
id = "crt"
title = "Combat <Results> & more"
columns = ["1:1", "2:1"]
rows = ["1", ">=2"]
cells = [["A1", "--"], ["D1", "D2"]]
source = "made up"
"""


def game(folder: Path, facts: str = "", charts: str = "") -> Path:
    (folder / "rules").mkdir(exist_ok=True)
    if facts:
        (folder / "module.toml").write_text(facts, encoding="utf-8", newline="\n")
    if charts:
        (folder / "rules" / "charts.toml").write_text(charts, encoding="utf-8", newline="\n")
    return folder


def faults_of_facts(folder: Path, facts: str) -> list[str]:
    with pytest.raises(ModuleError) as refused:
        load_facts(game(folder, facts))
    return list(refused.value.faults)


def test_facts_read_as_written(tmp_path: Path) -> None:
    facts = load_facts(game(tmp_path, GOOD_FACTS))
    assert (facts.version, facts.turns, facts.dice) == ("2.0", ("1", "2"), (Dice(2, 6),))
    assert facts.badges == (Badge("out-of-supply", "OOS", "O"),)
    assert facts.starts == (Start("turn", "turn-1"),)
    assert facts.hands == {"koniev": ("event-1",)}


def test_a_game_without_facts_gets_plain_ones(tmp_path: Path) -> None:
    assert load_facts(tmp_path) == ModuleFacts()


def test_all_faults_of_the_facts_are_named_at_once(tmp_path: Path) -> None:
    wrong = GOOD_FACTS.replace('"2.0"', "2").replace("sides = 6", "sides = 0").replace('name = "OOS"\n', "")
    faults = faults_of_facts(tmp_path, 'trun = "typo"\n' + wrong)
    text = "\n".join(faults)
    assert "version: must be a text" in text and "dice.sides: must be from 1 to 100" in text
    assert "badge.name: is missing" in text and "trun: unknown" in text
    lines = ('trun = "typo"\n' + wrong).splitlines()
    places = {key.strip(): lines[int(line) - 1] for _, line, key, _ in (f.split(":", 3) for f in faults)}
    assert places == {
        "version": "version = 2",
        "dice.sides": "dice = [{ count = 2, sides = 0 }]",
        "badge.name": "[[badge]]",
        "trun": 'trun = "typo"',
    }


def test_a_text_that_vassal_cannot_carry_is_refused(tmp_path: Path) -> None:
    assert "backslash" in faults_of_facts(tmp_path, 'board = "Berlin\\\\"')[0]


@pytest.mark.parametrize(
    "facts", ["turns = [1, 2]", "dice = 6", "badge = [1]", "boxes = 3", "x = [", "hands = []"]
)
def test_facts_of_the_wrong_shape_are_refused_in_words(tmp_path: Path, facts: str) -> None:
    assert faults_of_facts(tmp_path, facts)


def test_the_facts_of_race_for_berlin_name_only_what_there_is() -> None:
    facts, roster = load_facts("raceforberlin"), load_roster("raceforberlin")
    ways = {counter.reinforcement for counter in roster.counters.values() if not counter.setup}
    assert ways == set(facts.boxes.waiting)
    named = [badge.marker for badge in facts.badges] + [start.marker for start in facts.starts]
    assert set(named) <= roster.markers.keys()
    assert {chit for chits in facts.hands.values() for chit in chits} <= roster.cards.keys()


def test_the_board_of_the_facts_is_no_space_of_the_map() -> None:
    names = {space.name for space in load_board("raceforberlin").spaces.values()}
    assert load_facts("raceforberlin").board not in names


def test_charts_read_as_written(tmp_path: Path) -> None:
    (chart,) = load_charts(game(tmp_path, charts=GOOD_CHART))
    assert chart.columns == ("1:1", "2:1")
    assert chart.cells[chart.rows.index(">=2")] == ("D1", "D2")
    assert chart.notes == ("made up",)


def test_the_charts_of_every_game_are_found_with_their_tables() -> None:
    read = {name: load_charts(name) for name in game_names()}
    assert all(chart.rows for charts in read.values() for chart in charts if chart.columns)
    assert {"dates", "groups-german"} <= {chart.id for chart in read["redvengeance"]}


TABLE_CHART = """
[[chart]]
id = "groups"
title = "Groups"
[chart.table]
file = "groups.csv"
only = { side = "red" }
row = "{id}"
columns = { Group = "{name}", Size = "{full}/{less}" }
"""
TABLE = "id,side,name,full,less\nI1,red,Rifles,3,2\nI1,blue,Guards,3,2\nO1,red,Guns,,\n"


@pytest.mark.parametrize("at", ["groups.csv", "data/groups.csv"])
def test_a_chart_takes_its_cells_from_the_rows_of_a_table_that_it_wants(tmp_path: Path, at: str) -> None:
    folder = game(tmp_path, charts=TABLE_CHART.replace("groups.csv", at))
    (folder / "rules" / "data").mkdir()
    (folder / "rules" / at).write_text(TABLE, encoding="utf-8")
    (chart,) = load_charts(folder)
    assert (chart.columns, chart.rows) == (("Group", "Size"), ("I1", "O1"))
    assert chart.cells == (("Rifles", "3/2"), ("Guns", ""))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("groups.csv", "../groups.csv.bak"),
        ("{name}", "{nmae}"),
        ("{name}", "{name"),
        ('row = "{id}"\n', ""),
        ("side =", "sied ="),
        ('{ side = "red" }', '"red"'),
    ],
)
def test_a_table_that_cannot_be_read_is_the_charts_fault(tmp_path: Path, old: str, new: str) -> None:
    folder = game(tmp_path, charts=TABLE_CHART.replace(old, new))
    (folder / "rules" / "groups.csv").write_text(TABLE, encoding="utf-8")
    with pytest.raises(ModuleError, match=r"charts.toml: chart 1: its table cannot be read"):
        load_charts(folder)


def test_a_game_without_charts_has_none(tmp_path: Path) -> None:
    assert load_charts(tmp_path) == ()


def test_a_chart_becomes_a_page_with_every_cell_in_its_place(tmp_path: Path) -> None:
    (chart,) = load_charts(game(tmp_path, charts=GOOD_CHART))
    page = chart_page(chart)
    assert "Combat &lt;Results&gt; &amp; more" in page and "made up" in page
    last = page.split("<tr>")[-1]
    assert last.index("&gt;=2") < last.index("D1") < last.index("D2")
    assert page.count("<td") == 4


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('id = "crt"', 'id = "../crt"', "file name"),
        ('id = "crt"\n', "", "id is missing"),
        ('rows = ["1", ">=2"]', 'rows = ["1"]', "1 rows are named but cells has 2"),
        ('["A1", "--"]', '["A1"]', "row 1 of cells must be a list of 2"),
        ('columns = ["1:1", "2:1"]', 'columns = "1:1"', "columns must be a list"),
        ("[[chart]]", "[[chart", "cannot be read as TOML"),
        ("[[chart]]", "[chart]", "[[chart]]"),
    ],
)
def test_charts_at_fault_are_refused_in_words(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in GOOD_CHART
    with pytest.raises(ModuleError) as refused:
        load_charts(game(tmp_path, charts=GOOD_CHART.replace(old, new)))
    assert what in str(refused.value)


def test_the_sequence_of_play_is_a_chart_too() -> None:
    (chart,) = sequence_chart(["A.1 Reinforcements", "D End of turn"])
    assert chart == Chart(
        "sequence", "Sequence of play", ("Segment",), ("A.1", "D"), (("Reinforcements",), ("End of turn",))
    )
    assert sequence_chart([]) == ()


def test_players_read_words_in_place_of_the_referees(tmp_path: Path) -> None:
    words = '\n[words]\nA1 = "attackers lose"\n"2:1" = "two to one"\n'
    charts = GOOD_CHART.replace('"--"', '"A1, HQ@D"') + words
    (chart,) = load_charts(game(tmp_path, charts=charts))
    assert chart.columns == ("1:1", "two to one")
    assert chart.cells[0] == ("attackers lose", "attackers lose, HQ at D")


def test_a_result_hurts_attackers_defenders_or_both(tmp_path: Path) -> None:
    harms = 'harms = { attackers = ["A"], defenders = ["D"] }\nkey = "A: attackers."\n'
    (chart,) = load_charts(game(tmp_path, charts=GOOD_CHART.replace("columns =", f"{harms}columns =")))
    assert [chart.harm(cell) for cell in ("A2", "A1/D1", "-", "D1r")] == [-1, 0, 0, 1]
    assert chart.key in chart_page(chart)
