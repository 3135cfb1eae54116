"""The decision table is checked before a row of it counts: what is misspelt is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.games.redvengeance import table_reports
from adjudicator.games.redvengeance.ground import board
from adjudicator.games.redvengeance.table import kinds, rows
from adjudicator.games.redvengeance.table_schema import FILE, KIND, ROW, condition, conditions, read
from files.faults import Faulty
from tests.games.redvengeance.buying import roster
from tests.games.redvengeance.table import a_state, a_unit

CODE = Path(table_reports.__file__).parent
TABLE = """\
[[kind]]
name = "burn"
needs = ["hex"]
joint = false
[[row]]
rule = "BRV11.3.3"
kind = ["burn", "8.613"]
when = { bridge = ["intact", "!partial"], "by.class" = "gun", turn = "1..6", hex = "!" }
refuse = "a Spree bridge ({hex}) never burns"
legal = "report BURN hex={on}"
[[row]]
rule = "BRV11.312.1"
kind = "fire"
drm = 1
why = "fire into it"
[[kind]]
name = "fire"
"""


def test_a_sound_table_is_read() -> None:
    assert [row["drm"] for row in read(TABLE)["row"] if "drm" in row] == [1]
    assert len(read((CODE / FILE).read_text(encoding="utf-8"))["row"]) == len(rows())


@pytest.mark.parametrize(
    ("good", "bad", "line", "told"),
    [
        ("[[kind]]\nname = \"fire\"", "[[kinds]]\nname = \"fire\"", 16, "'kinds': did you mean 'kind'?"),
        ("refuse =", "refuses =", 9, "'refuses': refuses: no key of a [[row]]: did you mean 'refuse'?"),
        ("needs =", "need =", 3, "'need': need: no key of a [[kind]]: did you mean 'needs'?"),
        ("rule = \"BRV11.3.3\"\n", "", 5, "rule: a [[row]] needs it"),
        ("\"BRV11.3.3\"", "\"BRV11.3.33\"", 6, "'BRV11.3.33': rule: did you mean 'BRV11.3.3'?"),
        ("\"8.613\"", "\"8.6134\"", 7, "'8.6134': kind: did you mean"),
        ("[\"burn\",", "[\"brun\",", 7, "'brun': kind: did you mean 'burn'?"),
        ("bridge =", "brigde =", 8, "'brigde': when: no such condition: did you mean 'bridge'?"),
        ("\"by.class\"", "\"by.clas\"", 8, "'by.clas': when: no such condition"),
        ("\"by.class\"", "\"bye.class\"", 8, "'bye.class': when: no such condition"),
        ("\"gun\"", "\"gnu\"", 8, "'gnu': when: by.class: did you mean 'gun'?"),
        ("\"!partial\"", "\"!partail\"", 8, "'!partail': when: bridge: did you mean 'partial'?"),
        ("\"1..6\"", "\"1-6\"", 8, "'1-6': when: turn: a number is asked for"),
        ("\"1..6\"", "6", 8, "'6': when: turn should be text, or a list of texts"),
        ("joint = false", "joint = \"false\"", 4, "'false': joint: this should be true or false"),
        ("joint = false", "joint = 0", 4, "'0': joint: this should be true or false"),
        ("drm = 1", "drm = \"1\"", 14, "'1': drm: this should be a whole number"),
        ("drm = 1", "drm = true", 14, "'True': drm: this should be a whole number"),
        ("why =", "note =", 14, "drm: drm and why go together"),
        ("drm = 1\nwhy = \"fire into it\"\n", "", 11, "this row does nothing"),
        ("needs = [\"hex\"]", "needs = \"hex\"", 3, "'hex': needs: this should be a list"),
        ("needs = [\"hex\"]", "needs = [\"hx\"]", 3, "'hx': needs: did you mean 'hex'?"),
        ("[\"hex\"]", "[\"hex\"]\nsteps = [\"8.6\"]", 4, "'8.6': steps:"),
        ("[\"hex\"]", "[\"hex\"]\nunits = [\"unti\"]", 4, "'unti': units: did you mean 'unit'?"),
        ("[\"hex\"]", "[\"hex\"]\ntally = \"day\"", 4, "'day': tally: known are cgs, turn"),
        ("\nname = \"fire\"", "\nname = \"burn\"", 17, "'burn': name: there is a [[kind]] of this name"),
        ("({hex})", "({hexx})", 9, "'{hexx}': refuse: did you mean 'hex'?"),
        ("{on}", "{one}", 10, "'{one}': legal:"),
        ("drm = 1", "add = \"brokn\"\ndrm = 1", 14, "'brokn': add: did you mean 'broken'?"),
        ("drm = 1", "drop = [\"*\", \"dmm\"]\ndrm = 1", 14, "'dmm': drop: did you mean 'dm'?"),
        ("drm = 1", "becomes = [\"4-4-6\"]\ndrm = 1", 14, "'4-4-6': becomes: did you mean"),
        ("drm = 1", "to = \"box\"\ndrm = 1", 14, "'box': to:"),
        ("drm = 1", "owes = \"brun\"\ndrm = 1", 14, "'brun': owes: did you mean 'burn'?"),
        ("drm = 1", "sets = { engage = true }\ndrm = 1", 14, "'engage': sets: did you mean 'engaged'?"),
        ("drm = 1", "sets = { engaged = \"yes\" }\ndrm = 1", 14, "'yes': sets: engaged should be true"),
        ("drm = 1", "reduce = \"no\"\ndrm = 1", 14, "'no': reduce: this should be true or false"),
        ("drm = 1", "drm = one", 14, "Invalid value"),
    ],
)  # fmt: skip
def test_what_is_misspelt_is_told_with_its_line(good: str, bad: str, line: int, told: str) -> None:
    assert TABLE.count(good) >= 1
    with pytest.raises(Faulty) as wrong:
        read(TABLE.replace(good, bad, 1))
    assert any(str(one).startswith(f"{FILE}:{line}: {told}") for one in wrong.value.faults), str(wrong.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Faulty) as wrong:
        read(TABLE.replace("hex}", "hx}").replace('"gun"', '"gnu"').replace("joint", "jiont"))
    assert [fault.line for fault in wrong.value.faults] == [4, 8, 9]


def test_what_is_said_of_the_keys_is_what_a_row_and_a_kind_hold() -> None:
    assert {*ROW} - {"kind"} == {*type(rows()[0]).__dataclass_fields__} - {"kinds"}
    assert {*KIND} == {*type(next(iter(kinds().values()))).__dataclass_fields__}


def test_every_kind_that_is_no_report_is_asked_for_by_the_code() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*CODE.glob("*.py"), CODE / "verbs.csv"])
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
            said = (fact,) if isinstance(fact, str) else fact
            hexes = key == "unit.at" and fact == unit.at.upper()
            assert hexes or all(not word or words.have(word) for word in said), (key, fact)
