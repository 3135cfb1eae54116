"""Rehearsals: a position, orders and dice in; rulings, events and the position out; every fault of a file
at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.dice import OutOfDice
from adjudicator.events import Drawn
from adjudicator.games.koenigsberg45.position import independent
from adjudicator.rehearsal.file import parse_rehearsal, read_rehearsal
from adjudicator.rehearsal.rehearsal import compare, draw_json, rehearse, told
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from adjudicator.state import Json

LEBUS = """
game = "raceforberlin"
title = "Attack on Lebus across the Oder"
[position]
scenario = "campaign"
turn = 1
segment = "C.1"
clear = ["*"]
[[unit]]
id = "1GTA-1"
at = "Bridgehead"
[[unit]]
id = "1GTA-2"
at = "bridgehead"
[[unit]]
id = "8GA-1"
at = "bridgehead"
[[unit]]
id = "8GA-2"
at = "Göritz"
[[unit]]
id = "606"
at = "lebus"
[[unit]]
id = "5Jag"
at = "lebus"
step = "full"
[chance]
dice = [5, 3]
[[orders]]
from = "zhukov"
text = \"\"\"
combat 1GTA-1 1GTA-2 8GA-1 8GA-2 at lebus advance 8GA-1 8GA-2
# a comment
move 8GA-1 nowhere
as is
\"\"\"
[[orders]]
from = "Koniev"
text = \"\"\"
retreat 606 to falkenhagen
retreat 5Jag to seelow
\"\"\"
[expect]
events = ["CombatResolved column=3:1 drm=0 die=5 result=D2R", "UnitMoved unit=606 how=retreat"]
position = { "606" = "reduced at falkenhagen", "8GA-2" = "full at lebus" }
tracks = { vp-zhukov = 0 }
"""


def listed() -> dict[str, list[str]]:
    """The keys of the document as docs/rehearsals.md lists them, with the keys inside of each."""
    page = (Path(__file__).parents[2] / "docs" / "rehearsals.md").read_text(encoding="utf-8")
    table = page.partition("## What `--json` prints")[2]
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", table, re.MULTILINE)
    return {key: re.findall(r"`(\w+)`", what) for keys, what in rows for key in re.findall(r"`(\w+)`", keys)}


def test_the_document_has_the_keys_that_the_page_lists() -> None:
    document, keys = told(rehearse(parse_rehearsal(LEBUS))), listed()
    assert list(document) == list(keys)
    assert json.loads(json.dumps(document))["game"] == "raceforberlin"
    for key in ("rulings", "events", "dice"):
        assert list(document[key][0]) == keys[key]
    inside = [one for one in keys["position"] if one not in {"at", "step", "flags"}]
    assert list(document["position"]) == inside
    assert document["position"]["units"]["606"] == {"at": "falkenhagen", "step": "reduced", "flags": []}
    assert document["dice"] == [
        {"n": 1, "rule": "8.1.2.d", "purpose": "the attack on Lebus", "sides": 6, "value": 5}
    ]


def test_open_questions_and_draws_have_the_keys_that_the_page_lists() -> None:
    asked = {key: list(one) for key, one in samples().items()}
    assert asked == {key: listed()[key] for key in ("decisions", "draws")}


def samples() -> dict[str, dict[str, Json]]:
    """An open question and a draw, as the document has them."""
    text = LEBUS[: LEBUS.index("[[orders]]")]
    drawn = Drawn(rule="1", n=1, purpose="a draw", cup="cup", sides=1, value=1, item="chit")
    return {"decisions": told(rehearse(parse_rehearsal(text)))["decisions"][0], "draws": draw_json(drawn)}


def test_the_rulings_keep_the_lines_of_the_text_they_came_in() -> None:
    rulings = told(rehearse(parse_rehearsal(LEBUS)))["rulings"]
    assert [(r["sheet"], r["line"], r["verdict"]) for r in rulings] == [
        (1, 1, "done"), (1, 3, "unreadable"), (1, 4, "done"), (2, 1, "done"), (2, 2, "done"),
    ]  # fmt: skip


def test_a_combat_carries_its_whole_arithmetic() -> None:
    events = told(rehearse(parse_rehearsal(LEBUS)))["events"]
    facts = next(event["facts"] for event in events if event["kind"] == "CombatResolved")
    assert (facts["attack"], facts["defence"], facts["column"]) == (74, 22, "3:1")
    assert sorted(drm["value"] for drm in facts["drms"]) == [-1, -1, 1, 1]
    assert {part["unit"]: (part["was"], part["is"]) for part in facts["parts"]}["8GA-2"] == (20, 10)


def test_what_is_expected_holds_or_is_told_line_by_line() -> None:
    asked = parse_rehearsal(LEBUS)
    assert compare(asked, rehearse(asked)) == []
    wrong = parse_rehearsal(
        LEBUS.replace("result=D2R", "result=A1").replace("reduced at falk", "full at falk")
    )
    differences = compare(wrong, rehearse(wrong))
    assert len(differences) == 2
    assert "result=D2R" in differences[0]
    assert "expected full at falkenhagen, found reduced at falkenhagen" in differences[1]


def test_an_expected_event_may_name_units_with_blanks() -> None:
    expected = "UnitMoved unit=1 T path=4336,4337 cost=1 of 7"
    text = """
game = "koenigsberg45"
position = { segment = "MOVE", clear = ["*"], state = { active = "soviet" } }
unit = [{ id = "1 T", at = "4336" }, { id = "45", at = "4339" }]
orders = [{ from = "soviet", text = 'move "1 T" 4337' }]
"""
    for events, differences in ((expected, 0), (expected.replace("1 T", "2 T"), 1)):
        asked = parse_rehearsal(f'{text}expect = {{ events = ["{events}"] }}')
        assert len(compare(asked, rehearse(asked))) == differences


def test_a_sheet_without_a_side_and_a_misspelt_track_are_told_where_they_stand() -> None:
    text = LEBUS.replace('from = "zhukov"\n', "", 1).replace(
        "[position]", "[position]\ntracks = { operatons = 1 }", 1
    )
    with pytest.raises(BadRehearsal) as told_so:
        parse_rehearsal(text, "lebus.toml")
    line = text.splitlines().index("[[orders]]") + 1
    assert any(
        fault.startswith(f"lebus.toml:{line}: [[orders]]") for fault in str(told_so.value).splitlines()
    )
    assert any(
        fault.endswith('no track "operatons"; possible: operations')
        for fault in str(told_so.value).splitlines()
    )


def test_an_expectation_of_the_wrong_kind_or_name_is_told_with_its_line() -> None:
    wrong = (
        LEBUS.split("[expect]")[0] + '[expect]\nevents = "x"\nposition = 3\npostion = {}\nsegment = "C.2"\n'
    )
    with pytest.raises(BadRehearsal) as told_so:
        parse_rehearsal(wrong, "lebus.toml")
    told = str(told_so.value)
    for part in ('"events" must be a list', '"position" must be a table', 'did you mean "position"'):
        assert part in told


UNLIKE = '[expect]\nsegment = "Z"\nturn = 1\nhands = { koniev = ["event-99"] }\n'


def test_turn_segment_and_hands_may_be_expected() -> None:
    asked = parse_rehearsal(LEBUS.split("[expect]")[0] + UNLIKE)
    said = compare(asked, rehearse(asked))
    assert len(said) == 2
    assert "segment: expected Z" in " ".join(said)


def test_too_few_dice_are_an_error_and_unused_ones_are_told() -> None:
    with pytest.raises(OutOfDice, match="the attack on Lebus"):
        rehearse(parse_rehearsal(LEBUS.replace("dice = [5, 3]", "dice = []")))
    assert "dice not used: 3" in rehearse(parse_rehearsal(LEBUS)).notes


def test_a_marker_on_a_unit_may_be_written_as_it_is_printed() -> None:
    text = LEBUS.replace('step = "full"', 'step = "full"\nflags = ["Out of supply"]', 1)
    units = parse_rehearsal(text).state.units.values()
    assert {flag for unit in units for flag in unit.flags} == {"out-of-supply"}


def test_markers_and_hands_that_no_game_knows_are_told_with_their_line() -> None:
    wrong = (
        "tracks = { vp-zukov = 1, progress-tempelhof = 1 }\n"
        'control = { seelow = "nobody", kyritz = "us" }\n'
        'hands = { zhukov = ["event-99"] }\n[[unit]]'
    )
    with pytest.raises(BadRehearsal) as told_so:
        parse_rehearsal(LEBUS.replace("[[unit]]", wrong, 1), "lebus.toml")
    first = LEBUS.splitlines().index("[[unit]]") + 1
    told = [fault.split(";")[0] for fault in str(told_so.value).splitlines()]
    assert told == [
        f'lebus.toml:{first}: no track "vp-zukov"',
        f'lebus.toml:{first + 1}: no side called "nobody" can hold seelow',
        f'lebus.toml:{first + 2}: no chit or card "event-99"',
    ]


def test_too_few_dice_are_the_files_fault_and_say_for_which_roll(tmp_path: Path) -> None:
    file = tmp_path / "lebus.toml"
    file.write_text(LEBUS.replace("dice = [5, 3]", "dice = []"), encoding="utf-8")
    told_so = CliRunner().invoke(app, ["rehearse", str(file)])
    assert isinstance(told_so.exception, BadRehearsal)
    line = LEBUS.splitlines().index("[chance]") + 1
    assert str(told_so.exception).startswith(f"lebus.toml:{line}: no die is left in [chance] for the attack")


def test_a_position_without_orders_runs_on_as_far_as_its_dice_go() -> None:
    text = LEBUS.split("[[orders]]")[0].replace('segment = "C.1"', 'segment = "A.2"')
    outcome = rehearse(parse_rehearsal(text.replace("turn = 1", "turn = 2").replace("[5, 3]", "[1]")))
    assert outcome.state.segment == "A.3"
    assert outcome.state.control["leipzig"] == "us"
    assert any("stops before A.3" in note for note in outcome.notes)


def test_a_sheet_of_standing_orders_is_heard_before_what_it_answers_is_asked() -> None:
    text = LEBUS.replace("[[unit]]", 'hands = { koniev = ["event-1"] }\n[[unit]]', 1).replace(
        "[[orders]]", '[[orders]]\nfrom = "koniev"\ntext = "SOP HEINRICI WHEN Lebus ODDS 3"\n[[orders]]', 1
    )
    played = [event.kind for event in rehearse(parse_rehearsal(text)).events]
    assert "ChitPlayed" in played
    assert "DieRolled" not in played


NEVER_ASKED = '''
game = "raceforberlin"
[position]
turn = 2
segment = "C.1"
clear = ["*"]
hands = { zhukov = [], koniev = [] }
unit = [
    { id = "61-1", at = "muncheberg", step = "reduced" },
    { id = "541", at = "letschin", step = "reduced" },
]
[chance]
dice = [2]
[[orders]]
from = "zhukov"
text = """
combat 61-1 at letschin
lose 61-1
"""
[[orders]]
from = "koniev"
text = "lose 541"
'''
"""The only unit of each side dies in the fight: nothing is asked, and C.5 has no die."""


def test_lines_and_sheets_that_were_never_asked_for_are_not_judged() -> None:
    outcome = rehearse(parse_rehearsal(NEVER_ASKED))
    assert [ruling.verdict for ruling in outcome.rulings] == ["done", "not-judged", "not-judged"]
    assert any("stops before C.5" in note for note in outcome.notes)


def test_a_segment_that_runs_on_by_itself_without_dice_is_left_undone_and_told() -> None:
    text = LEBUS.replace('segment = "C.1"', 'segment = "C.5"').replace("dice = [5, 3]", "dice = [1]")
    outcome = rehearse(parse_rehearsal(text.replace("turn = 1", "turn = 2")))
    assert outcome.state.segment == "D.1"


def test_a_sides_document_holds_nothing_it_may_not_know() -> None:
    text = LEBUS.replace("[[unit]]", 'hands = { koniev = ["event-1", "event-4"] }\n[[unit]]', 1)
    outcome = rehearse(parse_rehearsal(text))
    assert told(outcome)["position"]["hands"]["koniev"] == ["event-1", "event-4"]
    assert "event-4" not in json.dumps(told(outcome, "zhukov"))
    assert "event-4" in json.dumps(told(outcome, "koniev"))


def test_every_fault_of_a_file_is_told_at_once_with_its_line() -> None:
    text = (
        LEBUS.replace('at = "lebus"\n', 'at = "lebuss"\n', 1)
        .replace('id = "8GA-2"', 'id = "8GB-2"')
        .replace('segment = "C.1"', 'segment = "X.1"\nturns = 3')
        .replace('from = "Koniev"', 'from = "Konev"')
        .replace('step = "full"', 'step = "halved"')
        .replace("dice = [5, 3]", 'dice = ["five"]')
    )
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(text, "lebus.toml")
    told_of = str(wrong.value)
    for word in ("lebuss", "8GB-2", "X.1", "turns", "Konev", "halved", "dice"):
        assert word in told_of
    lines = text.splitlines()
    for fault in str(wrong.value).splitlines():
        name, number, what = fault.split(":", 2)
        assert name == "lebus.toml"
        assert any(word.strip('",;') in lines[int(number) - 1] for word in what.split() if len(word) > 3), (
            fault
        )


@pytest.mark.parametrize(
    ("text", "says"),
    [("game = ", "1: not TOML"), ("title = 'x'", "game"), ('game = "raceforberlim"', "raceforberlin")],
)
def test_a_file_that_is_no_rehearsal_is_answered_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(BadRehearsal, match=says):
        parse_rehearsal(text)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRehearsal, match="UTF-8"):
        read_rehearsal(file)


def test_a_side_is_shown_no_ruling_on_the_others_sheets() -> None:
    outcome = rehearse(parse_rehearsal(LEBUS))
    assert [r["sheet"] for r in told(outcome, "koniev")["rulings"]] == [2, 2]
    assert [r["sheet"] for r in told(outcome, "zhukov")["rulings"]] == [1, 1, 1]
    assert told(outcome, "koniev")["notes"] == []


def test_every_event_says_something_and_bookkeeping_is_marked_as_quiet() -> None:
    events = told(rehearse(parse_rehearsal(LEBUS)))["events"]
    assert all(event["says"].endswith((".", "?")) for event in events)
    entered = next(event for event in events if event["kind"] == "SegmentEntered" and "C.2" in event["says"])
    assert (entered["says"], entered["quiet"]) == ("Segment entered: segment C.2, instead True.", True)
    assert not next(event for event in events if event["kind"] == "CombatResolved")["quiet"]


# -- Königsberg '45 --------------------------------------------------------------------------------------

CHITS = """
game = "koenigsberg45"

[position]
segment = "DRAW"
turn = 3
state = { cup = ["S 11 G", "s-11g", "G26"], out = ["3BR 1"] }

[chance]
draws = ["S 11 G", "G-26"]
"""


def test_chits_have_blanks_and_hyphens_as_units_have() -> None:
    asked = parse_rehearsal(CHITS.replace('"s-11g", ', ""))
    assert asked.state.cups["cup"] == ("S11G", "G26")
    assert asked.state.facts["out"] == ("3BR-1",)
    outcome = rehearse(asked)
    assert [event["item"] for event in told(outcome)["draws"]] == ["S11G"]


@pytest.mark.parametrize("turn", ["-1", "0", "11"])
def test_a_turn_beyond_the_turn_track_is_a_fault_with_its_line(turn: str) -> None:
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(CHITS.replace("turn = 3", f"turn = {turn}"), "turn.toml")
    assert str(wrong.value) == f"turn.toml:6: there is no turn {turn}; turns are counted from 1 to 10"


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ('active = "sovjet"', 'no side "sovjet" for "active"; possible: soviet'),
        ('hq = "HQ 99 G"', 'no unit "HQ 99 G" for "hq"; possible: '),
        ('activated = ["1 Gd Riffle"]', 'no unit "1 Gd Riffle" for "activated"; possible: '),
    ],
)
def test_units_and_sides_in_the_state_that_do_not_exist_are_faults(state: str, says: str) -> None:
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(CHITS.replace('out = ["3BR 1"]', state), "state.toml")
    (fault,) = map(str, wrong.value.faults)
    assert fault.startswith(f"state.toml:7: {says}")


def test_draws_and_cups_that_do_not_exist_are_faults_with_their_line() -> None:
    text = CHITS.replace('"G26"]', '"G27x"]').replace('"G-26"', '"S99"').replace("3BR 1", "4BR")
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(text, "cup.toml")
    lines = text.splitlines()
    told_of = {fault.split('"')[1]: fault for fault in str(wrong.value).splitlines()}
    assert set(told_of) == {"G27x", "S99", "4BR"}
    for name, fault in told_of.items():
        assert fault.startswith(f"cup.toml:{1 + next(n for n, line in enumerate(lines) if name in line)}: ")


def test_units_may_be_drawn_where_a_game_draws_units() -> None:
    text = LEBUS.replace("dice = [5, 3]", 'dice = [5, 3]\ndraws = ["TKorner", "event 3"]')
    assert parse_rehearsal(text).draws == ("TKorner", "event-3")


def test_five_equal_faults_have_five_lines() -> None:
    unit = '[[unit]]\nid = "16 X"\nat = "nowhere"\n\n'
    text = f'game = "koenigsberg45"\n\n{unit * 5}[[orders]]\nform = "soviet"\n\n[[orders]]\nform = "soviet"\n'
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(text, "five.toml")
    lines = text.splitlines()
    for what, needle in (('no unit "16 X"', "16 X"), ('no space or box "nowhere"', "nowhere")):
        told_of = [int(f.split(":")[1]) for f in str(wrong.value).splitlines() if what in f]
        assert told_of == [n for n, line in enumerate(lines, 1) if needle in line]
    keys = [int(f.split(":")[1]) for f in str(wrong.value).splitlines() if 'has no key "form"' in f]
    sides = [int(f.split(":")[1]) for f in str(wrong.value).splitlines() if "need their side" in f]
    assert keys == [n for n, line in enumerate(lines, 1) if line.startswith("form")]
    assert sides == [n for n, line in enumerate(lines, 1) if line == "[[orders]]"]


def test_equal_faults_in_one_list_have_a_line_each() -> None:
    text = 'game = "koenigsberg45"\n[chance]\ndraws = [\n  "S99",\n  "S11G",\n  "S99",\n]\n'
    with pytest.raises(BadRehearsal) as wrong:
        parse_rehearsal(text, "list.toml")
    assert [int(fault.split(":")[1]) for fault in str(wrong.value).splitlines()] == [4, 6]


@pytest.mark.parametrize("box", ["eliminated", "removed"])
def test_an_hq_that_is_eliminated_is_out_of_the_game_with_its_chit(box: str) -> None:
    lost = f'[[unit]]\nid = "HQ 11 G"\nat = "{box}"\n\n[chance]'
    text = CHITS.replace('cup = ["S 11 G", "s-11g", "G26"], ', "").replace("[chance]", lost)
    asked = parse_rehearsal(text)
    assert asked.state.units["HQ 11 G"].at == "removed"
    cup = asked.state.cups["cup"]
    assert "S11G" not in cup and "G26" in cup
    assert set(asked.state.facts["out"]) == {"3BR-1", "S11G"}
    assert asked.game.faults(asked.state) == []
    unit = asked.state.units["16 G"]
    assert independent(asked.state, unit), "its units have no HQ any more (2.2b)"


def test_a_town_in_a_hex_may_be_named_in_a_position() -> None:
    text = """
game = "panzerkorps48"
[position]
turn = 1
segment = "GER.MOVE"
clear = ["*"]
unit = [{ id = "LJ-1", at = "Surovikino" }, { id = "LJ-2", at = "Verkhne Chirskaya (5220)" }]
"""
    units = parse_rehearsal(text).state.units
    assert (units["LJ-1"].at, units["LJ-2"].at) == ("3508", "5220")
