"""Rule 15, options: agreed before the game begins, and what they bring."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.actions import r06_reinforcement
from adjudicator.games.koenigsberg45.turn import r15_options
from tests.games.koenigsberg45.table import GAME, table
from tests.tabletop import Tabletop

KOENIGSBERG, PILLAU, BESIDE_PILLAU = "2208", "1609", "1709"


def agreed(german: str, soviet: str) -> Tabletop:
    """The set-up, after both sides have sent their sheets; the game stands before its first dice."""
    laid = Tabletop(GAME, {}, clear=False, segment="SETUP")
    laid.order("german", f"{german}\nready")
    laid.order("soviet", f"{soviet}\nready")
    return laid


def mikosch(units: dict[str, str], *options: str) -> Tabletop:
    """A position in which a Soviet unit is about to come near, KG Mikosch waiting."""
    waiting = {"KG Mikosch": "unused", "56": "0524"}
    return table({**waiting, **units}, state={"options": list(options)})


@pytest.mark.rule("15.0.1")
@pytest.mark.parametrize(
    ("german", "soviet", "on"),
    [
        ("option mikosch on", "option mikosch on", {"mikosch", "attacker-town-protection"}),
        ("option mikosch on", "option bohme on", {"attacker-town-protection"}),
        ("option mikosch on", "option mikosch off", {"attacker-town-protection"}),
        ("option attacker-town-protection off", "option attacker-town-protection off", set()),
        ("option attacker-town-protection off", "", {"attacker-town-protection"}),
        ("option mikosch off", "option mikosch on", {"attacker-town-protection"}),
        (
            "option attacker-town-protection off",
            "option attacker-town-protection on",
            {"attacker-town-protection"},
        ),
        ("", "", {"attacker-town-protection"}),
    ],
)
def test_15_0_1_an_option_is_as_both_want_it_or_as_it_is_by_itself(
    german: str, soviet: str, on: set[str]
) -> None:
    laid = agreed(german, soviet)
    assert set(laid.state.facts["options"]) == on
    assert {name for name in r15_options.OPTIONS if r15_options.in_force(laid.state, name)} == on


@pytest.mark.rule("15.0.1")
def test_15_0_1_the_last_word_of_a_side_before_ready_counts() -> None:
    laid = agreed("option bohme on\noption bohme off", "option bohme off")
    assert "bohme" not in laid.state.facts["options"]
    laid = agreed("option bohme off\noption bohme on", "option bohme on")
    assert "bohme" in laid.state.facts["options"]


@pytest.mark.rule("15.0.1")
def test_15_0_1_both_sides_are_told_what_one_wants() -> None:
    laid = Tabletop(GAME, {}, clear=False, segment="SETUP")
    laid.order("german", "option mikosch on")
    assert [(one["side"], one["option"], one["on"]) for one in laid.found("OptionWanted")] == [
        ("german", "mikosch", True)
    ]


@pytest.mark.rule("15.1a.1")
def test_15_1a_1_ss_boehme_is_placed_from_its_box_alone() -> None:
    wanted = {side: {"bohme": True} for side in ("german", "soviet")}
    laid = table({"SS Böhme": "eliminated"}, state={"wanted": wanted}, run=False)
    r15_options.agree(laid.play)
    assert laid.at("SS Böhme") == "eliminated"


@pytest.mark.rule("15.0.1")
def test_15_0_1_options_cannot_be_changed_once_the_game_has_begun() -> None:
    laid = table({"3 G": "2020", "56": "0524"})
    (ruling,) = laid.order("soviet", "option mikosch on")
    assert ruling.verdict == "not-judged"
    assert not r15_options.in_force(laid.state, "mikosch")


@pytest.mark.rule("15.1a.1")
def test_15_1a_1_ss_boehme_stands_in_koenigsberg_if_it_is_used_and_nowhere_else() -> None:
    used = agreed("option bohme on", "option bohme on")
    assert (used.at("SS Böhme"), used.steps("SS Böhme")) == (KOENIGSBERG, 1)
    assert agreed("option bohme on", "option bohme off").at("SS Böhme") == "unused"


@pytest.mark.rule("15.1b.1", "15.1b.2")
def test_15_1b_1_kg_mikosch_comes_to_pillau_reduced_when_a_soviet_unit_is_five_hexes_off() -> None:
    laid = mikosch({"3 G": "2214"}, "mikosch")
    assert laid.at("KG Mikosch") == "unused"
    laid.order("soviet", "move 3 G 2213")
    assert (laid.at("KG Mikosch"), laid.steps("KG Mikosch")) == (PILLAU, 1)


@pytest.mark.rule("15.1b.1")
def test_15_1b_1_not_at_six_hexes_and_not_without_the_option() -> None:
    laid = mikosch({"3 G": "2215"}, "mikosch")
    laid.order("soviet", "move 3 G 2214")
    assert laid.at("KG Mikosch") == "unused"
    laid = mikosch({"3 G": "2214"})
    laid.order("soviet", "move 3 G 2213")
    assert laid.at("KG Mikosch") == "unused"


@pytest.mark.rule("15.1b.1")
def test_15_1b_1_not_into_a_pillau_that_the_enemy_has_or_that_is_full() -> None:
    laid = mikosch({"3 G": "2213", "128": PILLAU}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == "unused"
    laid = mikosch({"3 G": "2213", "1": PILLAU, "G69": PILLAU}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == "unused"
    laid = mikosch({"3 G": "2213", "1": PILLAU}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == PILLAU


@pytest.mark.rule("15.1b.1", "6.0c.2", "K-R87")
@pytest.mark.parametrize("friends", [{}, {"1": PILLAU}])
def test_15_1b_1_not_into_an_enemy_zone_but_into_a_pillau_that_the_enemy_has_left(
    friends: dict[str, str],
) -> None:
    """It is a reinforcement (6.0): enemies and their zones keep it out, and nothing else of theirs does."""
    laid = mikosch({"3 G": "2213", "128": BESIDE_PILLAU, **friends}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == "unused"
    left = mikosch({"3 G": "2213", **friends}, "mikosch")
    left.play.state = left.state.but(control={**left.state.control, PILLAU: "soviet"})
    r15_options.mikosch(left.play)
    assert left.at("KG Mikosch") == PILLAU


@pytest.mark.rule("15.1b.1")
def test_15_1b_1_it_comes_once_and_not_again_when_it_was_lost() -> None:
    laid = mikosch({"KG Mikosch": "eliminated", "3 G": "2213"}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == "eliminated"


@pytest.mark.rule("15.1b.1", "12.2b.1", "K-R87")
def test_15_1b_1_not_among_refugees() -> None:
    laid = mikosch({"3 G": "2213", "R1": PILLAU}, "mikosch")
    r15_options.mikosch(laid.play)
    assert laid.at("KG Mikosch") == "unused"


@pytest.mark.rule("15.1b.1", "12.4.2")
def test_15_1b_1_a_soviet_unit_that_is_rebuilt_five_hexes_off_brings_it() -> None:
    """Its player may count on it from the next chit on, before any unit has moved."""
    units = {"KG Mikosch": "unused", "HQ 5": "2217", "72": "eliminated", "65": "2218", "56": "0524"}
    laid = Tabletop(GAME, units, segment="REPL_S", turn=3, state={"options": ["mikosch"]})
    assert laid.verdict("soviet", "replace 72 at 2214") == ("done", "")
    assert laid.at("KG Mikosch") == "unused"
    assert laid.verdict("soviet", "replace 72 at 2214")[0] == "done"
    found = Tabletop(GAME, units, segment="REPL_S", turn=3, state={"options": ["mikosch"]})
    assert found.verdict("soviet", "replace 72 at 2213") == ("done", "")
    assert (found.at("72"), found.at("KG Mikosch")) == ("2213", PILLAU)


@pytest.mark.rule("15.1b.1", "6.0.1")
def test_15_1b_1_a_soviet_unit_that_arrives_five_hexes_off_brings_it() -> None:
    laid = mikosch({"72": "eliminated"}, "mikosch")
    r06_reinforcement.put(laid.play, "72", "A", "2214", "2214")
    assert laid.at("KG Mikosch") == "unused"
    laid = mikosch({"72": "eliminated"}, "mikosch")
    r06_reinforcement.put(laid.play, "72", "A", "2213", "2213")
    assert laid.at("KG Mikosch") == PILLAU


@pytest.mark.rule("15.1b.1", "K-R87")
def test_15_1b_1_it_waits_for_a_free_pillau_no_longer_than_to_the_next_chit() -> None:
    units = {"KG Mikosch": "unused", "3 G": "2213", "56": "0524"}
    state = {"options": ["mikosch"], "cup": ["G26", "GHGFj-Pz"]}
    laid = Tabletop(GAME, units, segment="DRAW", turn=3, draws=["G26"], state=state)
    assert laid.at("KG Mikosch") == PILLAU
