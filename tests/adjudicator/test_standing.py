"""Standing orders of a made-up game, the tiny one with more to say: reading, conditions, answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.by_mail.standing import (
    FORM,
    TURN,
    Lines,
    StandingOrders,
    by_strength,
    default,
    ending,
    first,
    number,
    place,
    toward,
)
from adjudicator.orders import Grammar, Order
from adjudicator.reader import Lexicon
from adjudicator.rulings import Ambiguous, Unreadable
from adjudicator.state import Decision, State
from tests.adjudicator import tinygame

WOODS = list(tinygame.PLACES)


def units_in(order: Order) -> tuple[str, ...]:
    return (order.args["unit"],) if "unit" in order.args else ()


def ends(order: Order) -> tuple[str, ...]:
    return (order.args["to"],) if "to" in order.args else ()


def near_enemy(state: State, side: str, order: Order) -> bool:
    near = {space for end in ends(order) for space in (end, *state.board.neighbours(end))}
    return any(unit.side != side and unit.at in near for unit in state.units.values())


STANDING = StandingOrders(
    grammar=tinygame.grammar,
    topics={"loss": "loss", "losses": "loss", "move": "orders"},
    conditions={"at": place("space"), "turn": TURN, "steps": number(lambda state: steps(state), ">=")},
    policies={
        "done": ending({"done": "done", "lose": "lose it"}),
        "default": default,
        "first": first,
        "weakest": by_strength,
        "strongest": by_strength,
        "toward": toward,
    },
    lists=lambda topic: ("unit", "space") if topic == "loss" else ("space", "unit"),
    space="space",
    units_in=units_in,
    ends=ends,
    worth=lambda state, unit: state.units[unit].steps,
    distance=lambda state, a, b: abs(WOODS.index(a) - WOODS.index(b)),
    near_enemy=near_enemy,
    lasts=("done",),
    more=lambda state, decision: ["move R2 dale"] if decision.topic == "orders" else [],
    older=lambda line: line.replace("sop ", "if asked ", 1),
)


def steps(state: State) -> int:
    return sum(unit.steps for unit in state.units.values() if unit.side == "red")


STATE = tinygame.start("duel").with_unit(replace(tinygame.start("duel").units["R2"], steps=1))
LOSS = Decision(
    "1", "red", "3.4", "loss", "?", ("lose",), ("lose R1", "lose R2"), default="lose R1", about=("R1", "R2")
)
MOVES = ("done", "move R1 birch", "move R2 birch", "move R1 cedar\ndone", "move R1 ash", "attack R2 cedar")
MOVE = Decision("2", "red", "3", "orders", "?", ("move", "done"), MOVES, about=("R1", "R2"))


def answer(line: str, decision: Decision = LOSS, standing: StandingOrders = STANDING) -> Lines:
    return standing.answer(STATE, decision, standing.read(line))


# -- when one answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conditions", "met"),
    [
        ("", True),
        ("R1", True),
        ("B1", False),
        ("turn 1", True),
        ("turn 2", False),
        ("turn>=1", True),
        ("TURN <= 0", False),
        ("turn >=2", False),
        ("steps 3", True),
        ("steps 4", False),
        ("steps=2", False),
        ("steps<= 3", True),
        ("R2 turn 1 steps 3", True),
        ("R2 turn 1 steps 4", False),
    ],
)
def test_one_answers_when_all_its_conditions_hold(conditions: str, met: bool) -> None:
    assert answer(f"if asked loss {conditions} then default") == (["lose R1"] if met else None)


def test_it_answers_the_question_it_names_and_no_other() -> None:
    assert answer("if asked move then done") is None
    assert answer("if asked losses then lose R2") == ["lose R2"]


def test_a_place_is_that_of_the_level_or_what_is_asked_about() -> None:
    line = "if asked loss at Birch then default"
    assert answer(line) is None
    there = STATE.with_frame(space="birch")
    assert STANDING.answer(there, LOSS, line) == ["lose R1"]
    assert answer(line, replace(LOSS, about=("birch",))) == ["lose R1"]


# -- policies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "lines"),
    [
        ("done", ["lose it"]),
        ("first", ["lose R1"]),
        ("weakest first", ["lose R2"]),
        ("Strongest first", ["lose R1"]),
        ("2 Red", ["lose R2"]),
        ("B1, R2; R1", ["lose R2"]),
        ("B1", None),
        ("B1, done", None),
        ("lose R2; done", ["lose R2", "done"]),
    ],
)
def test_a_policy_finds_the_lines(policy: str, lines: Lines) -> None:
    assert answer(f"if asked loss then {policy}") == lines


@pytest.mark.parametrize(
    ("policy", "lines"),
    [
        ("done", ["done"]),
        ("first", ["done"]),
        ("default", None),
        ("toward dale", ["attack R2 cedar"]),
        ("toward Dåle avoiding enemy", ["move R1 ash"]),
        ("toward ash avoiding", ["move R1 ash"]),
        ("dale", ["move R2 dale"]),
        ("R2, R1", ["move R2 birch"]),
        ("Ash, done", ["move R1 ash"]),
    ],
)
def test_of_answers_that_lead_somewhere_the_end_counts(policy: str, lines: Lines) -> None:
    assert answer(f"if asked move then {policy}", MOVE) == lines


def test_answers_beyond_those_that_a_question_gives_count_as_its_own_do() -> None:
    further = replace(STANDING, more=lambda state, decision: ["move R1 dale\ndone", "move R2 dale"])
    assert answer("if asked move then dale", MOVE, further) == ["move R2 dale"]
    assert answer("if asked move R1 then dale", MOVE, further) is None, "for the units that are named alone"


def test_enemies_are_not_avoided_where_all_answers_end_near_them() -> None:
    beset = replace(MOVE, answers=("move R1 birch", "move R1 cedar"))
    assert answer("if asked move then toward dale avoiding enemies", beset) == ["move R1 cedar"]


def test_a_last_word_counts_when_nothing_of_the_list_is_left() -> None:
    few = replace(MOVE, answers=("move R1 birch",))
    assert answer("if asked move then cedar, done", few) == ["done"]
    assert answer("if asked move then cedar", few) is None


def test_one_for_some_units_answers_for_these_unless_the_game_says_no() -> None:
    line = "if asked loss R2 then strongest first"
    assert answer(line) == ["lose R2"]
    assert answer(line, standing=replace(STANDING, narrows=False)) == ["lose R1"]


def test_of_an_order_for_several_units_the_first_counts() -> None:
    several = replace(STANDING, units_in=lambda order: (*units_in(order), "B1"))
    assert answer("if asked loss then B1", standing=several) is None
    assert answer("if asked loss then weakest first", standing=several) == ["lose R2"]


def test_nothing_that_could_be_chosen_is_no_answer() -> None:
    bare = replace(LOSS, answers=(), default="")
    policies = ("first", "default", "weakest", "toward ash", "R1")
    assert [answer(f"if asked loss then {policy}", bare) for policy in policies] == [None] * 5


# -- reading -----------------------------------------------------------------------------------------------


def test_an_older_way_of_writing_is_kept_as_it_is_written_now() -> None:
    assert STANDING.read("sop loss then first") == "if asked loss then first"


@pytest.mark.parametrize(
    ("line", "why", "legal"),
    [
        ("if loss then first", FORM, ()),
        ("if asked los then first", 'unknown question "los"', ("loss", "losses")),
        ("if asked xyz then first", 'unknown question "xyz"', ("loss", "losses", "move")),
        ("if asked loss B9 then first", 'unknown unit "B9"', None),
        ("if asked loss turn then first", "a number is missing at the end of the line", ()),
        ("if asked loss turn>=x then first", 'unknown unit "turn>=x"', None),
        ("if asked loss at turn 1 then first", 'unknown space "turn"', None),
        ("if asked loss then sing", 'after "then": no order begins with "sing"', None),
        ("if asked loss then toward Rome", 'unknown space "Rome"', None),
        ("if asked loss then toward ash rain", '"rain" at the end of the line is not understood', ()),
        (
            "if asked loss then toward ash avoiding enemy rain",
            '"rain" at the end of the line is not understood',
            (),
        ),
        ("if asked loss then toward ash avoiding rain", '"enemy or enemies" is missing before "rain"', None),
        ("if asked loss then R1; move R1 ash", 'after "then": no order begins with "R1"', None),
    ],
)
def test_what_could_never_apply_is_told_when_it_is_sent(
    line: str, why: str, legal: tuple[str, ...] | None
) -> None:
    with pytest.raises(Unreadable) as no:
        STANDING.read(line)
    assert no.value.why == why
    assert legal is None or no.value.legal == legal


def test_what_is_none_by_name_offers_the_policies_of_the_game() -> None:
    with pytest.raises(Unreadable) as no:
        STANDING.read("if asked loss then sing")
    assert no.value.legal[:6] == tuple(STANDING.policies)


def by_side(side: str = "") -> Grammar:
    """Each side calls its own first unit «guards», and red one of its own «hussars»."""
    told = tinygame.grammar()
    names = [(word, id_) for id_, name in tinygame.NAMES.items() for word in (name, id_)]
    names += [("guards", id_) for id_ in ("R1", "B1") if side in {"", tinygame.UNITS[id_][0]}]
    names += [("hussars", "R2")] if side == "red" else []
    return Grammar(told.verbs, {**told.lexicons, "unit": Lexicon("unit", names)})


def test_a_name_of_two_units_is_ambiguous_unless_it_is_the_writers_own() -> None:
    with pytest.raises(Ambiguous):
        replace(STANDING, grammar=by_side).read("if asked loss guards then first")
    both = replace(STANDING, grammar=by_side, sides=("red", "blue"))
    assert answer("if asked loss guards then first", standing=both) == ["lose R1"]
    assert answer("if asked loss then guards, R2", standing=both) == ["lose R1"]
    assert answer("if asked loss then lose guards", standing=both) == ["lose guards"]
    assert answer("if asked loss then hussars, R1", standing=both) == ["lose R2"]
    for standing, policy in ((both, "sing"), (replace(both, sides=()), "lose guards")):
        with pytest.raises(Unreadable, match='after "then"'):
            standing.read(f"if asked loss then {policy}")


def test_a_name_of_two_units_of_one_side_is_not_understood() -> None:
    same = replace(STANDING, grammar=lambda side: by_side(), sides=("red", "blue"))
    with pytest.raises(Unreadable, match="guards"):
        same.read("if asked loss guards then first")
