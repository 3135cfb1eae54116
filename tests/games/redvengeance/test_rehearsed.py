"""What a rehearsal may say of a position, in the spelling of players, and what its position shows."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import OutOfDice
from adjudicator.games.redvengeance.by_mail.rehearsed import SHAPES, STATE_KEYS
from adjudicator.games.redvengeance.position import SIDES
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.rehearsal.file import parse_rehearsal
from adjudicator.rehearsal.rehearsal import rehearse, told
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal
from adjudicator.state import State
from adjudicator.wording.position import position

GAME = find_game("redvengeance")


def laid(facts: str) -> State:
    """The position of a file with these facts, at 4/29 PM."""
    text = f'game = "redvengeance"\n[position]\nturn = 4\nsegment = "PLAY"\n[position.state]\n{facts}'
    return parse_rehearsal(text).state


def test_hexes_are_written_as_players_write_them() -> None:
    state = laid(
        'control-start = { K13 = "german" }\nfires = { B10 = "blaze" }\nterrain = { L15 = "gutted" }'
    )
    now = campaign(state)
    assert (now.control_start, now.fires, now.terrain) == (
        {"k13": "german"}, {"b10": "blaze"}, {"l15": "gutted"},
    )  # fmt: skip


def test_a_damaged_bridge_is_written_with_what_it_bears() -> None:
    state = laid('bridges = { i9 = "partial 20", U8 = "destroyed" }')
    assert campaign(state).bridges == {"I9": "partial", "U8": "destroyed"}
    assert campaign(state).limits == {"I9": 20}
    shown = position(GAME, state)["board"]["bridges"]
    assert shown == {"I9": "partial 20", "U8": "destroyed", "GG16": "intact"}
    russian = position(GAME, GAME.view(state, "russian"))["board"]["bridges"]
    assert russian["I9"] == "partial"


def test_groups_bought_before_and_supplemental_armor_are_written_as_on_the_sheet() -> None:
    state = laid('bought = { "german I3" = 12, "german I1" = 2 }\nsupplemental = "4/29-PM"')
    assert own(state, "german").bought == {"I3": 12, "I1": 2} and campaign(state).supplemental == 4
    assert position(GAME, state)["board"]["supplemental"] is True
    assert position(GAME, GAME.view(state, "german"))["board"]["supplemental"] is False
    assert campaign(laid("supplemental = 3")).supplemental == 3


def test_a_position_shows_the_elr_of_every_type_and_ones_own_groups() -> None:
    state = laid(
        '[position.state.own-russian.groups."I5#1"]\nstrength = "depleted"\nunits = { "6-2-8-ae" = 2 }'
    )
    shown = position(GAME, state)
    assert shown["groups"] == {"russian I5#1": {"strength": "depleted", "units": {"6-2-8-ae": 2}}}
    assert position(GAME, GAME.view(state, "german"))["groups"] == {}
    types = ("russian-smc", "german-8-3-8", "german-4-3-6")
    assert [shown["tracks"][f"elr-{one}"] for one in types] == [4, 5, 2]
    assert shown["tracks"]["weather"] == "Clear"


# -- what a position's state may hold ------------------------------------------------------------------------

VALUES = (
    '"none"', '""', "0", "-1", "true", '"K13"', "[]", '["none"]', "{}", '{ russian = "none" }',
    "{ russian = [] }", '{ german = [["none"]] }', '{ K13 = "none" }', "{ K13 = 3 }", '{ Q99 = "german" }',
    '{ "I8/I9" = "none" }', '{ russian = { suffered = "x" } }', '{ attack = "russian" }', "{ nonsense = 1 }",
    '{ I9 = "partial x" }', '{ "german I3" = "x" }', "{ forts = [1] }", "{ forts = [{}] }", "{ groups = 3 }",
    "1.5", "2026-01-01",
)  # fmt: skip
SHEET = """
[[orders]]
from = "{}"
text = '''
report LOST unit=G1
control K13 by=R1 of=russian
claim STONE K13 start=enemy now=own of=russian
report AREA K13 of=german
pass 8.601-8.615
pass
as is
'''
"""


def with_state(key: str, value: str, segment: str = "PLAY") -> str:
    """A rehearsal with this value of a key of its state, and a letter of each side."""
    units = '{ id = "G1", type = "6-5-8", at = "K13" }, { id = "R1", type = "4-5-8", at = "K12" }'
    head = f'game = "redvengeance"\n[position]\nturn = 4\nsegment = "{segment}"\nunit = [{units}]\n'
    head += 'control = { K13 = "german" }\n' + f"state = {{ {key} = {value} }}\n"
    return head + "[chance]\ndice = [3, 3, 3, 3, 3, 3, 3, 3]\n" + "".join(map(SHEET.format, SIDES))


@pytest.mark.slow
@pytest.mark.parametrize("key", STATE_KEYS)
def test_no_value_of_a_key_of_the_state_breaks_a_rehearsal(key: str) -> None:
    for number, value in enumerate(VALUES):
        try:
            told(rehearse(parse_rehearsal(with_state(key, value, ("PLAY", "8.605", "8.624")[number % 3]))))
        except BadRehearsal as bad:
            assert key in str(bad) and "must be" in str(bad)
        except OutOfDice:
            continue


@pytest.mark.parametrize(("key", "value"), [
    ("control-start", '["K13"]'), ("control-start", '{ K99 = "german" }'), ("areas", '{ german = ["K13"] }'),
    ("last", '{ winner = "x" }'), ("losses", "{ german = 3 }"), ("bridges", '{ K13 = "intact" }'),
    ("own-german", "{ forts = [1] }"), ("hooks", '{ san-pass = "x" }'), ("case", '"none"'),
])  # fmt: skip
def test_a_value_of_another_shape_is_a_fault_with_its_line(key: str, value: str) -> None:
    with pytest.raises(BadRehearsal) as bad:
        parse_rehearsal(with_state(key, value))
    assert f'rehearsal:7: "{key}" must be ' in str(bad.value)


@pytest.mark.rule("CG29.1", "CG29.6")
def test_a_hex_that_nobody_held_at_the_start_may_be_written_none() -> None:
    claim = "claim STONE K13 start=enemy now=own of=russian"
    found = rehearse(parse_rehearsal(with_state("control-start", '{ K13 = "none" }')))
    why = [one.why for one in found.rulings if one.text == claim]
    assert why[0] == "K13 was No-Man's Land at the start of this CGS"


def test_every_key_of_the_state_has_its_shape() -> None:
    assert SHAPES.keys() == STATE_KEYS.keys()


@pytest.mark.rule("RePh8.6121", "VC-CG.2")
def test_a_refit_phase_that_is_laid_after_the_last_date_ends_the_campaign() -> None:
    text = with_state("case", '"russian"', "8.6122").replace("turn = 4", "turn = 9")
    text = text.replace("8.6122", "8.6115").replace("8.601-8.615", "8.6115").partition("report LOST")[0]
    found = rehearse(parse_rehearsal(f"{text}pass\n'''\n[[orders]]\nfrom = 'german'\ntext = 'pass'\n"))
    assert found.state.over is not None and found.state.over["winner"] == "german"
