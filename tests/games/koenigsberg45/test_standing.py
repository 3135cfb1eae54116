"""Standing orders of Königsberg '45: what they answer, under which conditions, and what they never do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.games.koenigsberg45.record import CHOICES, STANDING
from adjudicator.rulings import Unreadable
from tests.tabletop import Tabletop

from .fights import combat, moved
from .table import GAME

ALONE = {"131": "2020", "16 G": "2121", "36 G": "2121", "8 G": "2121"}
"""Twenty-one against five: 4-1; a die of 4 is Dr. Free of EZOCs: 2019, 1920, 1921."""
ATTACK = "attack 2020 with 16 G, 36 G, 8 G advance none"
PAIR = {"1": "2020", "G69": "2020", "45": "2121", "72": "2121"}
SPLIT = "attack 2020 with 45, 72 advance none"


def attacked(
    *standing: str,
    units: Mapping[str, str] = ALONE,
    order: str = ATTACK,
    dice: int = 4,
    side: str = "german",
    **more: Any,
) -> Tabletop:
    """A German hex attacked, after a side has sent these standing orders."""
    table = combat(dict(units), dice=[dice], **more)
    for ruling in table.order(side, "\n".join(standing)) if standing else ():
        assert ruling.verdict == "done", ruling
    table.order("soviet", order)
    return table


def asked(table: Tabletop) -> list[str]:
    """The topics of the questions that are open."""
    return [decision.topic for decision in table.state.waiting()]


def ends(table: Tabletop, unit: str) -> list[str]:
    """Where a unit retreated to."""
    return [path[-1] for how, path in moved(table, unit) if how == "retreat"]


# -- retreats --------------------------------------------------------------------------------------------


def test_without_standing_orders_the_defender_is_asked() -> None:
    assert asked(attacked()) == ["retreat"]


@pytest.mark.parametrize("goal", ["2019", "1921", "1920"])
def test_a_retreat_goes_toward_a_hex(goal: str) -> None:
    free = attacked().state.waiting()[0].answers
    if f"retreat 131 via {goal}" in free:
        assert ends(attacked(f"if asked retreat then toward {goal}"), "131") == [goal]


def test_a_list_of_hexes_is_taken_in_its_order() -> None:
    first, *others = (line[-4:] for line in attacked().state.waiting()[0].answers)
    assert others, "there must be something to choose from"
    assert ends(attacked(f"if asked retreat then 4403, {others[-1]}, {first}"), "131") == [others[-1]]
    assert ends(attacked(f"stand retreat 131 prefer 4403,{others[-1]}"), "131") == [others[-1]]


def test_a_standing_order_for_one_unit_binds_no_other() -> None:
    table = attacked("if asked retreat 131 then toward 1920", units=PAIR, order=SPLIT, dice=6)
    assert asked(table) == ["retreat"]
    table = attacked("if asked retreat 1 then 1921", units=PAIR, order=SPLIT, dice=6)
    assert ends(table, "1") == ["1921"]
    assert asked(attacked("if asked retreat G69 then default")) == ["retreat"]


def test_the_safest_retreat_ends_furthest_from_the_enemy() -> None:
    north, south = ({**ALONE, "45": space} for space in ("2017", "1923"))
    (away_from_the_north,) = ends(attacked("if asked retreat then safest", units=north), "131")
    (away_from_the_south,) = ends(attacked("if asked retreat then safest", units=south), "131")
    assert away_from_the_north == "1921"
    assert away_from_the_south in {"1920", "2019"}


@pytest.mark.rule("0.1e.1")
def test_the_safest_retreat_does_not_tell_what_lies_below_the_tops() -> None:
    """Of two stacks in the west and the north one has a corps below its top, or neither has."""
    tops = {"tops": {"1519": "45", "2116": "72", "0524": "53"}}
    units = {**ALONE, "45": "1519", "72": "2116", "53": "0524"}
    found = []
    for below in ("0524", "1519", "2116"):
        laid = attacked("if asked retreat then safest", units={**units, "65": below}, state=tops)
        found.append(ends(laid, "131"))
    assert found[0] and found == [found[0]] * 3


def test_at_a_hex_or_in_a_turn_it_binds_nowhere_else_and_never_else() -> None:
    assert asked(attacked("if asked retreat at 2221 then safest")) == ["retreat"]
    assert asked(attacked("if asked retreat turn 9 then safest")) == ["retreat"]
    assert ends(attacked("if asked retreat at 2020 turn 1 then safest"), "131") != []


def test_one_that_would_be_refused_leaves_the_question_open() -> None:
    assert asked(attacked("if asked retreat then retreat 131 via 2121")) == ["retreat"]


def test_plain_order_lines_answer_too() -> None:
    line = attacked().state.waiting()[0].answers[-1]
    assert ends(attacked(f"if asked retreat then {line}"), "131") == [line[-4:]]


# -- losses, advances --------------------------------------------------------------------------------------

ONE_SOURCE = {space: {"source": ""} for space in ("0114", "0125", "0132", "0137", "1541", "2441")}
"""The ground of a map with one German source, 0119, towards which everybody retreats."""


def losses(*standing: str, units: Mapping[str, str] = PAIR) -> list[str]:
    """Who loses a step when two units must retreat into an enemy zone together; else what is asked."""
    units = {**units, "65": "1921"}
    lines = ("if asked retreat then 1920", *standing)
    table = attacked(*lines, units=units, order=SPLIT, dice=6, ground=ONE_SOURCE, state={"limited": True})
    return [str(event["unit"]) for event in table.found("StepLost")] or asked(table)


def test_a_loss_goes_to_whom_the_list_names_first() -> None:
    assert losses() == ["loss"]
    assert losses("if asked loss then G69, 1")[:1] == ["G69"]
    assert losses("stand loss 1, G69")[:1] == ["1"]
    assert losses("if asked loss then 5 Pz") == ["loss"]


def test_a_loss_goes_to_the_weakest_or_strongest_first() -> None:
    units = {"1": "2020", "349 VG": "2020", "45": "2121", "72": "2121"}
    assert losses("if asked loss then weakest first", units=units)[0] == "349 VG"
    assert losses("if asked loss then strongest first", units=units)[0] == "1"


def advanced(*standing: str) -> Tabletop:
    """A hex that is left, with nothing said of an advance in the attack."""
    table = attacked(*standing, order="attack 2020 with 16 G, 36 G, 8 G", side="soviet")
    if table.state.waiting()[0].topic == "retreat":
        table.order("german", "retreat all via 1920")
    return table


def test_the_attacker_advances_with_all_with_one_or_not_at_all() -> None:
    assert asked(advanced()) == ["advance"]
    assert len(advanced("stand advance yes").state.at("2020")) == 2
    assert [unit.id for unit in advanced("if asked advance then 36 G").state.at("2020")] == ["36 G"]
    assert "2020" not in advanced("stand advance no").state.by_space


@pytest.mark.parametrize(("avoiding", "ends"), [("", "2019"), (" avoiding enemy", "2120")])
def test_toward_a_hex_avoids_enemy_zones_where_that_is_said(avoiding: str, ends: str) -> None:
    tanks = {"131": "2020", "8 G T": "2121", "1 G T": "2121"}
    order, line = "attack 2020 with 8 G T, 1 G T", f"if asked advance 1 G T then toward 1918{avoiding}"
    table = attacked(line, units=tanks, order=order, side="soviet", dice=5)
    table.order("german", "retreat all via 1920")
    assert table.at("131") == "1920"
    assert [path[-1] for how, path in moved(table, "1 G T") if how == "advance"] == [ends]


# -- what the turn asks ------------------------------------------------------------------------------------


def volksturm(*standing: str) -> Tabletop:
    """The Volksturm Segment, with German standing orders."""
    table = Tabletop(GAME, {"81": "2926"}, segment="REPL_G", turn=1, run=False)
    table.order("german", "\n".join(standing))
    return table


def test_the_volksturm_is_raised_where_the_list_says() -> None:
    table = volksturm("if asked volksturm then Elbing, Braunsberg")
    assert [table.at(f"VlkStm {n}") for n in (1, 2)] == ["1216", "1613"]


def test_a_list_ends_with_done_where_its_writer_wants_no_more() -> None:
    table = volksturm("if asked volksturm then Elbing, done")
    assert [table.at(f"VlkStm {n}") for n in (1, 2)] == ["1216", "volksturm"]
    assert "volksturm" not in asked(table)
    assert volksturm("if asked volksturm then done").at("VlkStm 1") == "volksturm"


def test_replacements_go_down_the_list() -> None:
    units = {"81": "2926", "5 Pz": "2221 reduced", "1": "2515 reduced", "21": "2512 reduced"}
    table = Tabletop(GAME, units, segment="REPL_G", turn=4, run=False)
    table.order("german", "if asked replacements then 1, 21, done")
    assert [table.steps(unit) for unit in ("1", "21", "5 Pz")] == [2, 2, 1]


def test_refugees_are_laid_as_silence_would_lay_them() -> None:
    table = Tabletop(GAME, {"81": "2926", "20": "2220"}, segment="REFUGEE", run=False)
    table.order("soviet", "if asked refugees then default")
    assert "refugees" not in asked(table)
    assert len([unit for unit in table.state.units.values() if unit.at in table.state.board.spaces]) == 3


# -- reading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("stand loss 349VG, 5 Pz", "if asked loss then 349VG, 5 Pz"),
        ("STAND RETREAT 69 PREFER 4107,4007", "if asked RETREAT 69 then 4107,4007"),
        ("stand retreat prefer 4107", "if asked retreat then 4107"),
        ("stand advance NO", "if asked advance then NO"),
        ("if asked retreat 69 then toward Königsberg avoiding enemy",) * 2,
        ("if asked volksturm turn 3 then Elbing, done",) * 2,
        ("if asked loss at Insterburg then strongest first",) * 2,
    ],
)
def test_both_ways_of_writing_are_understood(line: str, kept: str) -> None:
    assert STANDING.read(line) == kept


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("if asked", ()),
        ("if asked retret then safest", ("retreat",)),
        ("if asked loss then sing", ("weakest",)),
        ("if asked retreat then toward Atlantis", ()),
        ("if asked retreat then toward Elbing avoiding rain", ("enemy",)),
        ("if asked retreat 4711 then safest", ()),
        ("stand retreat", ()),
        ("stand", ()),
        ("if asked move then done", ()),
        ("if asked attack then done", ()),
    ],
)
def test_what_could_never_apply_is_answered_at_once_with_the_nearest_words(
    line: str, near: tuple[str, ...]
) -> None:
    with pytest.raises(Unreadable) as no:
        STANDING.read(line)
    assert no.value.why
    assert set(near) <= set(no.value.legal)


def test_a_bare_number_is_the_writers_own_unit() -> None:
    table = attacked("stand loss 69", side="german")
    assert table.state.standing["german"] == ("if asked loss then 69",)


def test_the_newer_of_two_counts_and_forget_takes_them_away() -> None:
    table = combat(ALONE)
    table.order("german", "if asked loss then weakest first\nif asked loss then strongest first")
    assert list(table.state.standing["german"]) == ["if asked loss then strongest first"]
    assert table.verdict("german", "forget loss") == ("done", "")
    assert list(table.state.standing["german"]) == []


def test_the_advice_to_new_players_is_understood() -> None:
    assert [STANDING.read(line) for line in CHOICES.advice] == list(CHOICES.advice)


def test_moves_attacks_and_activations_are_never_answered_so() -> None:
    assert not {"move", "attack", "select", "choose"} & set(CHOICES.topics.values())
