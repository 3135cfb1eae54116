"""What a side may know, by what a made-up game declares as closed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from adjudicator.by_mail.views import ABSENT, Plan, Secrets, plans_of
from adjudicator.state import Decision, Frame, Json, State
from tests.adjudicator import tinygame

ASKED = tuple(Decision(side, side, "2", "bid", "?", ("bid",)) for side in tinygame.SIDES)
BOTH: dict[str, tuple[Json, ...]] = {side: (f"of {side}",) for side in tinygame.SIDES}
STATE = replace(
    tinygame.start("duel"),
    frames=(Frame("3", {"active": "red"}), Frame("fight", {"queue": ("R1",), "plan": "left", "die": 4})),
    hands={"red": ("chit-1",), "blue": ("chit-2", "chit-3")},
    facts={"mine": "birch", "weather": "mud"},
    standing={side: (f"if asked by {side}",) for side in tinygame.SIDES},
    kept=BOTH,
    sealed=BOTH,
    decisions=ASKED,
)
SECRETS = Secrets(
    plans={"queue": (), "plan": ABSENT},
    acting=lambda state: str(state.frames[0].facts.get("active", "")),
    facts={"mine": "blue"},
    face_down=lambda chit: chit if chit == "chit-3" else "?",
    cups=True,
)


@pytest.mark.parametrize("secrets", [Secrets(), SECRETS])
@pytest.mark.parametrize(("side", "other"), [("red", "blue"), ("blue", "red")])
def test_questions_answers_and_lines_are_their_owners_whatever_is_declared(
    secrets: Secrets, side: str, other: str
) -> None:
    seen = secrets.hide(STATE, side)
    assert [decision.player for decision in seen.decisions] == [side]
    assert set(seen.standing) == set(seen.kept) == set(seen.sealed) == {side}
    assert (seen.standing[side], seen.kept[side]) == (STATE.standing[side], STATE.kept[side])


def test_what_is_not_declared_is_open() -> None:
    seen = Secrets().hide(STATE, "blue")
    for name in ("hands", "cups", "facts", "frames", "units", "tracks"):
        assert getattr(seen, name) == getattr(STATE, name)


def test_who_acts_sees_his_plans_and_the_other_what_is_read_in_their_place() -> None:
    assert SECRETS.hide(STATE, "red").frames == STATE.frames
    assert SECRETS.hide(STATE, "blue").frames[1].facts == {"queue": (), "die": 4}


def test_where_nobody_acts_there_are_no_plans() -> None:
    idle = STATE.but(frames=(Frame("1"), STATE.frames[1]))
    assert SECRETS.hide(idle, "blue").frames == idle.frames


def test_a_fact_of_one_side_is_not_there_for_the_other() -> None:
    assert SECRETS.hide(STATE, "red").facts == {"weather": "mud"}
    assert SECRETS.hide(STATE, "blue").facts == STATE.facts


def test_other_hands_lie_face_down_and_tell_how_many_there_are() -> None:
    assert SECRETS.hide(STATE, "red").hands == {"red": ("chit-1",), "blue": ("?", "chit-3")}
    assert SECRETS.hide(STATE.but(hands={}), "red").hands == {"blue": ()}


def test_nobody_sees_into_a_cup() -> None:
    assert SECRETS.hide(STATE, "red").cups == {}


def hidden(state: State) -> State:
    """Everything changed that is closed to blue."""
    frames = (state.frames[0], Frame("fight", {"queue": ("R2", "R1"), "plan": "right", "die": 4}))
    return state.but(
        frames=frames,
        hands={**state.hands, "red": ("chit-4",)},
        cups={"chits": ("chit-1",)},
        standing={**state.standing, "red": ()},
        kept={**state.kept, "red": ("else",)},
        sealed={**state.sealed, "red": ("else",)},
    )


def test_whatever_is_closed_the_other_side_sees_the_same() -> None:
    assert hidden(STATE) != STATE
    assert SECRETS.hide(hidden(STATE), "blue") == SECRETS.hide(STATE, "blue")
    assert SECRETS.hide(hidden(STATE), "red") != SECRETS.hide(STATE, "red")


@dataclass(frozen=True)
class Fight:
    """A level of a made-up game."""

    space: str
    reserve: Plan[str] = ""
    advance: Plan[tuple[str, ...] | None] = None


@dataclass(frozen=True)
class Feint(Fight):
    """A level that remembers one plan more."""

    target: Plan[str] = ""


def test_a_level_says_which_of_its_facts_are_plans() -> None:
    assert plans_of(Fight, Feint) == ("reserve", "advance", "target")
    secrets = Secrets(plans=dict.fromkeys(plans_of(Fight), ABSENT), acting=lambda state: "red")
    frame = Frame("fight", {"space": "0101", "reserve": "R1", "advance": ("R2",)})
    fought = replace(STATE, frames=(frame,))
    assert secrets.hide(fought, "blue").frame.facts == {"space": "0101"}
    assert secrets.hide(fought, "red").frame.facts == frame.facts
