"""The decision table is checked before a row of it counts: what is misspelt is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.games import redvengeance
from adjudicator.games.redvengeance.decision_table import table_reports
from adjudicator.games.redvengeance.decision_table.table import kinds, rows
from adjudicator.games.redvengeance.decision_table.table_schema import (
    EFFECTS,
    FILE,
    KIND,
    Not,
    condition,
    conditions,
    read,
)
from adjudicator.games.redvengeance.situation.ground import board
from files.faults import Faulty
from tests.games.redvengeance.buying import roster
from tests.games.redvengeance.table import a_state, a_unit

CODE = Path(redvengeance.__file__).parent
TABLE = """\
kind burn | needs hex | joint no
BRV11.3.3 | burn, 8.613 | bridge=intact,!partial; by.class=gun; turn=1..6; hex= | refuse {hex} | legal go {on}
BRV11.312.1 | fire | not night; unless abandoned | drm +1 fire into it
kind fire
"""


def test_a_sound_table_is_read() -> None:
    burn, row, fire, last = read(TABLE)
    assert (burn.said, last.said) == ({"name": "burn", "needs": ("hex",), "joint": False}, {"name": "fire"})
    assert row.said["when"] == {
        "bridge": ("intact", Not("partial")), "by.class": ("gun",), "turn": ("1..6",), "hex": ("",),
    }  # fmt: skip
    assert row.said["legal"] == ("go {on}",)
    assert (fire.said["rule"], fire.said["kind"]) == ("BRV11.312.1", ("fire",))
    assert (fire.said["drm"], fire.said["why"]) == (1, "fire into it")
    assert fire.said["when"] == {"night": (False,), "abandoned": (Not(True),)}
    whole = read((CODE / "data" / FILE).read_text(encoding="utf-8"))
    assert sum(line.header == "row" for line in whole) == len(rows())


@pytest.mark.parametrize(
    ("good", "bad", "line", "told"),
    [
        ("kind fire", "kinds fire", 4, "'kinds fire': a row is CLAUSE | KINDS | CONDITIONS | EFFECT"),
        ("refuse {", "refuses {", 2, "'refuses': did you mean 'refuse'?"),
        ("needs hex", "need hex", 1, "'need': did you mean 'needs'?"),
        ("BRV11.3.3 |", "BRV11.3.33 |", 2, "'BRV11.3.33': rule: did you mean 'BRV11.3.3'?"),
        (" 8.613", " 8.6134", 2, "'8.6134': kind: did you mean"),
        ("| burn,", "| brun,", 2, "'brun': kind: did you mean 'burn'?"),
        ("bridge=", "brigde=", 2, "'brigde': no such condition: did you mean 'bridge'?"),
        ("not night", "not nigth", 3, "'nigth': no such condition: did you mean 'night'?"),
        ("unless abandoned", "unless turn", 3, "'!yes': turn: a number is asked for"),
        ("by.class", "by.clas", 2, "'by.clas': no such condition"),
        ("by.class", "bye.class", 2, "'bye.class': no such condition"),
        ("=gun", "=gnu", 2, "'gnu': by.class: did you mean 'gun'?"),
        ("!partial", "!partail", 2, "'!partail': bridge: did you mean 'partial'?"),
        ("1..6", "1-6", 2, "'1-6': turn: a number is asked for"),
        ("joint no", "joint false", 1, "'false': joint: this should be yes or no"),
        ("joint no", "joint", 1, "1: joint: this should be yes or no"),
        ("drm +1", "drm one", 3, "'one': drm: this should be a whole number"),
        ("drm +1 fire into it", "drm +1", 3, "3: drm: write how much, and why"),
        (" | drm +1 fire into it", "", 3, "a row is CLAUSE | KINDS | CONDITIONS | EFFECT"),
        ("needs hex", "needs", 1, "1: needs: this should be words"),
        ("needs hex", "needs hx", 1, "'hx': needs: did you mean 'hex'?"),
        ("joint no", "steps 8.6", 1, "'8.6': steps:"),
        ("joint no", "units unti", 1, "'unti': units: did you mean 'unit'?"),
        ("joint no", "tally day", 1, "'day': tally: known are cgs, turn"),
        ("kind fire", "kind burn", 4, "'burn': kind: there is a kind of this name above"),
        ("{hex}", "{hexx}", 2, "'{hexx}': did you mean 'hex'?"),
        ("{on}", "{one}", 2, "'{one}':"),
        ("drm +1 fire into it", "add brokn", 3, "'brokn': add: did you mean 'broken'?"),
        ("drm +1 fire into it", "drop * dmm", 3, "'dmm': drop: did you mean 'dm'?"),
        ("drm +1 fire into it", "becomes 4-4-6", 3, "'4-4-6': becomes: did you mean"),
        ("drm +1 fire into it", "to box", 3, "'box': to:"),
        ("drm +1 fire into it", "owes brun", 3, "'brun': owes: did you mean 'burn'?"),
        ("drm +1 fire into it", "sets engage=yes", 3, "'engage': sets: did you mean 'engaged'?"),
        ("drm +1 fire into it", "sets engaged=1", 3, "'1': sets: engaged should be yes or no"),
        ("drm +1 fire into it", "reduce maybe", 3, "'maybe': reduce: this should be yes or no"),
    ],
)  # fmt: skip
def test_what_is_misspelt_is_told_with_its_line(good: str, bad: str, line: int, told: str) -> None:
    assert TABLE.count(good) >= 1
    with pytest.raises(Faulty) as wrong:
        read(TABLE.replace(good, bad, 1))
    found = [str(one) for one in wrong.value.faults]
    assert any(one.startswith(f"{FILE}:{line}: ") and told in one for one in found), found


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Faulty) as wrong:
        read(TABLE.replace("hex}", "hx}").replace("gun", "gnu").replace("joint", "jiont"))
    assert [fault.line for fault in wrong.value.faults] == [1, 2, 2]


def test_what_is_said_of_the_keys_is_what_a_row_and_a_kind_hold() -> None:
    row = {*type(rows()[0]).__dataclass_fields__}
    assert {*EFFECTS, "rule", "kinds", "when", "why"} == row
    assert {*KIND} == {*type(next(iter(kinds().values()))).__dataclass_fields__}


@pytest.mark.slow
def test_every_kind_that_is_no_report_is_asked_for_by_the_code() -> None:
    files = [*CODE.rglob("*.py"), CODE / "data" / "verbs.csv"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    others = conditions()["kind"].known
    missing = {
        kind for kind in others if not re.search(rf"\b{re.escape(kind.removesuffix(' roll'))}\b", code)
    }
    assert {kind for kind in missing if not kind.startswith("8.")} == set()


def test_what_a_case_knows_are_conditions_and_words_of_the_schema() -> None:
    squad, tank = (
        a_unit("S", "russian", "k13", "6-2-8", "banner"),
        a_unit("V", "german", "off-map", "mk-iv-h"),
    )
    state = a_state(squad, tank, board=board(), roster=roster())
    for unit in state.units.values():
        known = table_reports.moment(state)
        known |= {f"unit.{what}": fact for what, fact in table_reports.about(state, unit).items()}
        for key, fact in known.items():
            words = condition(key)
            assert words is not None, key
            said = fact if isinstance(fact, tuple) else (fact,)
            hexes = key == "unit.at" and fact == unit.at.upper()
            assert hexes or all(word == "" or words.have(word) for word in said), (key, fact)
