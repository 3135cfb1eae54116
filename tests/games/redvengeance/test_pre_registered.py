"""Footnotes A and OBA: pre-registered hexes and their Black Chits, what a module is called."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.campaign_game.cg_artillery import told
from adjudicator.games.redvengeance.charts import modules
from adjudicator.games.redvengeance.situation.campaign import own
from tests.games.redvengeance.buying import LATER, groups_of, purse, resolved, verdicts, why
from tests.games.redvengeance.firefight import told as heard

GERMAN, RUSSIAN = "german", "russian"


@pytest.mark.rule("FN-A.1")
def test_a_module_has_two_pre_registered_hexes_at_most_each_paid_for() -> None:
    state = purse(LATER)
    two = ("BUY O2 prereg=I8,J7", "BUY O3 x2")
    assert verdicts(state, GERMAN, *two) == ["done", "done"]
    assert verdicts(state, GERMAN, "BUY O2 prereg=I8,J7,K6", "BUY O3 x2")[0] == "FN-A.1"
    assert why(state, GERMAN, "BUY O2 prereg=I8,J7,K6") == (
        "O2: at most 2 pre-registered hexes for a module; 0 kept, 3 named"
    )
    assert verdicts(state, GERMAN, "BUY O2 prereg=I8,J7", "BUY O3") == ["FN-A.1", "FN-A.1"]
    assert why(state, GERMAN, "BUY O2 prereg=I8,J7", "BUY O3") == (
        "2 pre-registered hexes named, 0 kept, 1 bought: buy O3 for each"
    )
    assert verdicts(state, RUSSIAN, "BUY O3", "BUY O6 x3") == ["done", "FN-A.1"]
    assert verdicts(state, RUSSIAN, "BUY O3", "BUY O5", "BUY O6 x4") == ["done"] * 3


@pytest.mark.rule("FN-A.1", "RePh8.619")
@pytest.mark.parametrize("line", ["BUY O3 prereg=K13", "BUY O3 x2 prereg=K13,K14", "BUY I4 prereg=K13"])
def test_hexes_that_no_module_is_named_for_are_not_lost_without_a_word(line: str) -> None:
    """The German O3 is the pre-registered hex itself, and not the module that has it."""
    assert verdicts(purse(LATER), GERMAN, "BUY O2", line)[1] == "FN-A.1"


@pytest.mark.rule("BRV0.1", "FN-A.1")
@pytest.mark.parametrize("line", ["BUY O2 prereg=K99", "BUY I4 hex=K99", "BUY I4 mode=map hex=ZZ9"])
def test_a_purchase_names_no_hex_that_the_map_does_not_have(line: str) -> None:
    assert verdicts(purse(LATER), GERMAN, "BUY O3", line)[1] == "BRV0.1"


@pytest.mark.rule("FN-A.1")
def test_a_hex_named_twice_is_one_of_those_that_were_bought() -> None:
    play = resolved(purse(LATER), GERMAN, ("BUY O2 prereg=K13,K13", "BUY O3 x2"), 1, 1)
    known = own(play.state, GERMAN)
    assert (known.oba["O2"]["prereg"], known.spare) == (("K13",), {"prereg": 1})


@pytest.mark.rule("FN-A.2")
@pytest.mark.parametrize(("hexes", "chits"), [("", 0), ("I8", 1), ("I8,J7", 1)])
def test_the_first_pre_registered_hex_alone_brings_a_black_chit(hexes: str, chits: int) -> None:
    """Scenario 6 of the notes; the enemy hears nothing of it."""
    lines = (f"BUY O3 prereg={hexes}", f"BUY O6 x{len(hexes.split(','))}") if hexes else ("BUY O3",)
    play = resolved(purse(LATER), RUSSIAN, lines, 1, 1)
    assert own(play.state, RUSSIAN).oba["O3"]["black-chits"] == chits
    said = "O3 has 1 Black Chit more, for the first of its pre-registered hexes"
    assert (said in " ".join(heard(play, side=RUSSIAN))) is bool(chits)
    assert "Black Chit" not in " ".join(heard(play, side=GERMAN))


@pytest.mark.rule("FN-OBA")
@pytest.mark.parametrize(
    ("side", "group", "name"),
    [
        (GERMAN, "O1", "88mm; HE, IR"),
        (GERMAN, "O2", "128mm; HE, IR"),
        (RUSSIAN, "O4", "150mm; HE"),
        (RUSSIAN, "O5", "200mm Katyusha, rockets (C1.9); HE"),
    ],
)
def test_a_module_is_told_with_the_missions_of_15_1(side: str, group: str, name: str) -> None:
    assert told(modules()[side, group]) == name
    assert f"is not a mission of: {name}" in why(purse(LATER), side, f"BUY {group}", f"OBA {group} SMOKE")
    assert groups_of(resolved(purse(LATER), side, [f"BUY {group}"], 1, 1), side)[f"{group}#1"]["ammo"]
