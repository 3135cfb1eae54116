"""Standing orders of a combat, and what it takes in mails."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48.record import CHOICES, GAME, STANDING
from adjudicator.rulings import Unreadable
from tests.tabletop import Tabletop

from .fights import EAST, HEX, NORTH, asked, at, fight, steps, table, told

ADVICE = GAME.choices.advice
POLICIES = tuple(word for choice in CHOICES.all for word in choice.policies)
UNITS = {"685-I": HEX, "685-II": HEX, "336-A1": "0923", "421RR": NORTH, "14MRB": EAST, "44MRB": f"{EAST} 3"}
ORDER = f"prep {HEX} by 421RR, 14MRB, 44MRB"


def defended(*lines: str, dice: tuple[int, ...] = (6, 6)) -> list[tuple[tuple[str, ...], str]]:
    laid = fight(UNITS, ORDER, standing={"german": lines}, dice=dice)
    return [one[:2] for one in told(laid)]


def test_the_defence_by_standing_order() -> None:
    both = ("685-I", "685-II")
    assert defended("if asked defence then all") == [(both, "14MRB")]
    assert defended("if asked defence then strongest") == [(both, "421RR")]
    assert defended("if asked defence then strongest support yes") == [((*both, "336-A1"), "421RR")]
    assert defended("if asked defence then hold") == []
    assert defended(f"if asked defence at {NORTH} then all", f"if asked defence at {HEX} then hold") == []
    assert defended("if asked defence then fire 685-II at 421RR; hold")[:1] == [(("685-II",), "421RR")]


@pytest.mark.parametrize("word", ["no", "none", "nobody"])
def test_no_in_a_standing_order_holds_the_fire(word: str) -> None:
    line = f"if asked defence then {word}"
    assert STANDING.read(line) == line
    assert defended(line, "if asked defence then all") == []


def test_the_defence_by_odds_and_by_who_attacks() -> None:
    both = ("685-I", "685-II")
    assert defended("if asked defence odds>=2 then hold", "if asked defence then all") == [], "14 steps to 6"
    assert defended("if asked defence odds>=3 then hold", "if asked defence then all") == [(both, "14MRB")]
    assert defended("if asked defence 421RR then hold") == []
    assert defended("if asked defence 19TB then hold", "if asked defence then all") == [(both, "14MRB")]


def test_morale_by_steps_and_result() -> None:
    fire = f"{ORDER} then fire 421RR at 685-I"
    hold = "if asked defence then hold"
    check = fight(
        UNITS, fire, standing={"german": (hold, "if asked morale steps>=3 then check")}, dice=[4, 1]
    )
    assert steps(check, "685-I") == (2,)
    weak = fight(UNITS, fire, standing={"german": (hold, "if asked morale steps>=4 then check")}, dice=[4, 1])
    assert asked(weak) == ("german", "morale")
    unit = fight(UNITS, fire, standing={"german": (hold, "if asked morale 685-II then check")}, dice=[4, 1])
    assert asked(unit) == ("german", "morale")
    small = fight(
        UNITS, fire, standing={"german": (hold, "if asked morale result<=1 then check")}, dice=[4, 1]
    )
    assert steps(small, "685-I") == (2,)


def test_the_retreat_toward_a_hex_or_by_a_list() -> None:
    lines = ("if asked defence then hold", "if asked morale then retreat")
    fire = f"{ORDER} then fire 421RR at 685-I no advance"
    for answer, end in (("toward 0922", "0921"), ("0820 0921", "0820")):
        laid = fight(UNITS, fire, standing={"german": (*lines, f"if asked retreat then {answer}")}, dice=[4])
        assert at(laid, "685-I", "685-II") == (end, end)


def test_the_attackers_fire_and_advance_by_standing_order() -> None:
    german = ("if asked defence then hold", "if asked morale then retreat", "if asked retreat then default")
    soviet = ("if asked fire then all", "if asked advance then yes")
    laid = fight(UNITS, ORDER, standing={"german": german, "soviet": soviet}, dice=[4])
    assert told(laid)[0][:2] == (("421RR", "14MRB", "44MRB"), "685-I")
    assert at(laid, "421RR", "14MRB") == (HEX, HEX)


def test_with_the_advice_a_combat_asks_nobody() -> None:
    laid = fight(UNITS, f"{ORDER}\nend", standing=dict.fromkeys(GAME.sides, ADVICE), dice=[2] * 12)
    assert asked(laid) == ("soviet", "move")
    assert "FireResolved" in laid.kinds()


def test_what_could_never_apply_is_not_kept() -> None:
    for line in ADVICE:
        assert GAME.standing.read(line) == line
    with pytest.raises(Unreadable, match="unknown question"):
        GAME.standing.read("if asked defense3 then hold")
    with pytest.raises(Unreadable, match='after "then"'):
        GAME.standing.read("if asked morale then perhaps")


HIT = f"{ORDER} then fire 421RR at 685-I"
MOMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "defence": (ORDER, ()),
    "attack": (ORDER, ("hold",)),
    "morale": (HIT, ("hold",)),
    "retreat": (HIT, ("hold\nretreat 685-I",)),
    "advance": (HIT, ("hold\nretreat 685-I\nretreatpath 0921",)),
}
CONDITIONS = ("", "odds>=2", "steps>=1", "result<=9", f"at {HEX}", "turn 1", "421RR")


@pytest.mark.parametrize("moment", ["setup", *MOMENTS])
def test_any_policy_under_any_question_answers_or_leaves_it(moment: str) -> None:
    order, answers = MOMENTS.get(moment, ("", ()))
    begun = Tabletop("panzerkorps48", clear=False)
    laid = fight(UNITS, order, *(("german", one) for one in answers), dice=[4]) if order else begun
    decision = laid.state.waiting()[0]
    assert decision.topic == moment
    for policy in POLICIES:
        for condition in CONDITIONS:
            line = STANDING.read(f"if asked {moment} {condition} then {policy}".replace("  ", " "))
            for one in STANDING.answer(laid.state, decision, line) or ():
                assert GAME.grammar(decision.player).read(one).verb in decision.verbs, line


def test_the_attackers_fire_and_advance_wait_below_the_attack_of_the_same_orders() -> None:
    """They were told that nothing of the kind was asked, before it could be."""
    laid = table(UNITS, segment="SOV.PREP", dice=[4, 4, 4, 4])
    sent = laid.order("soviet", f"{ORDER}\nfire 421RR, 14MRB, 44MRB at 685-I\nadvance 14MRB via {HEX}")
    assert [one.verdict for one in sent] == ["done", "waiting", "waiting"]
    laid.order("german", "hold")
    assert len(laid.found("FireResolved")) == 1


def test_a_fire_held_back_by_a_line_that_is_not_understood_is_told_so_when_its_moment_has_passed() -> None:
    laid = table(UNITS, segment="SOV.PREP", dice=[4])
    laid.order("soviet", f"perp {HEX} by 421RR\n{ORDER}\nfire 421RR at 685-I")
    laid.order("german", "hold")
    assert laid.state.waiting()[0].topic == "attack"
    laid.order("soviet", "hold")
    dropped = {one["text"]: one["why"] for one in laid.found("OrderDropped")}
    assert dropped == {
        "fire 421RR at 685-I": (
            f'it is too late for it. It waited because "perp {HEX} by 421RR" in earlier orders is not '
            "understood"
        )
    }


@pytest.mark.rule("8.3.gen.1")
@pytest.mark.parametrize(
    ("path", "why"),
    [("0922", "0922 is not adjacent to 0920"), ("0921-0920", "0920 is on the path twice")],
)
def test_a_gap_in_a_retreat_is_told_by_what_it_is(path: str, why: str) -> None:
    laid = fight(UNITS, HIT, ("german", "hold\nretreat 685-I"), dice=[1])
    if laid.state.waiting()[0].topic == "retreat":
        (ruling,) = laid.order("german", f"retreatpath {path}")
        assert ruling.why == why
