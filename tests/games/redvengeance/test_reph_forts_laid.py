"""Fortifications that were bought are laid while their side sets up, and shown when it has done so."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.setting_up import run, take
from adjudicator.games.redvengeance.refit_phase.reph_forts import with_more
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Frame, Json
from tests.games.redvengeance.doing import no
from tests.games.redvengeance.firefight import fight, told
from tests.games.redvengeance.table import a_play

FORTS: tuple[Json, ...] = (
    {"item": "WIRE", "times": 1},
    {"item": "BARRICADE", "times": 1},
    {"item": "TRENCH", "times": 2},
)
GROUND: dict[str, Json] = {"areas": {GERMAN: (("K13", "K14", "K10", "K11"),)}, "isolated": {GERMAN: ()}}


def set_up(*lines: str, **facts: Json) -> tuple[Play, list[Ruling]]:
    """The set-up of the Germans, who are first, by these lines; what is ruled of each."""
    known: dict[str, Json] = {"front_line": {GERMAN: (), RUSSIAN: ()}, **GROUND, **facts}
    state = fight({"S": "4-4-7 K13"}, first=RUSSIAN, own_german={"forts": FORTS}, **known).state
    play = a_play(state.but(frames=(Frame("8.624"),)))
    run(play)
    (asked,) = play.state.decisions
    read = (read_line(text) for text in lines)
    take(play, asked, [Order(one.verb, one.args, one.text, 1, n) for n, one in enumerate(read, 1)])
    return play, list(play.sheet(1))


@pytest.mark.rule("RePh8.621", "RePh8.624")
def test_what_is_laid_is_shown_once_its_side_has_set_up() -> None:
    lines = (
        "fpp WIRE hex=K14",
        "fpp BARRICADE side=K10/K11",
        "fpp TRENCH hex=K13 hidden=yes concealment=yes",
    )
    play, rulings = set_up(*lines)
    assert [(one.verdict, one.rule) for one in rulings] == [("done", "")] * 3, rulings
    assert not campaign(play.state).works and not campaign(play.state).barricades
    assert told(play, side=RUSSIAN) == []

    play, rulings = set_up(*lines, "pass")
    assert campaign(play.state).works == {"K14": ("wire",)}
    assert campaign(play.state).barricades == {"K10/K11": "whole"}
    assert campaign(view(play.state, RUSSIAN)).barricades == {"K10/K11": "roadblock"}
    assert own(play.state, GERMAN).hip == {"TRENCH@K13": "K13"}
    assert own(play.state, GERMAN).forts == ({"item": "TRENCH", "times": 1},)
    seen = " ".join(told(play, side=RUSSIAN))
    assert "Wire K14" in seen and "Roadblock K10/K11" in seen and "Trench" not in seen


@pytest.mark.rule("BRV9.1.1")
def test_mines_laid_to_those_that_lie_hidden_already_are_counted_with_them() -> None:
    more = Counter({("APMINE", "K20"): 3, ("TRENCH", "K13"): 1})
    hip = with_more({"APMINE x3@K20": "K20", "APMINE@K21": "K21"}, more)
    assert hip == {"APMINE x6@K20": "K20", "APMINE@K21": "K21", "TRENCH@K13": "K13"}


@pytest.mark.rule("RePh8.621", "BRV9.1.1")
def test_only_what_was_bought_is_laid_and_where_it_may_lie() -> None:
    lines = ("fpp WIRE hex=K14", "fpp WIRE hex=K14", "fpp FOXHOLE hex=K14", "fpp TRENCH hex=K20",
             "fpp BARRICADE side=K10/K11 hidden=yes")  # fmt: skip
    found = [(one.verdict, one.why) for one in set_up(*lines)[1]]
    assert found[0][0] == "done" and {verdict for verdict, _ in found[1:]} == {"refused"}
    assert "left to place" in found[1][1] and "left to place" in found[2][1]
    assert "K20 is not in one of your set-up areas" in found[3][1]
    assert "cannot be hidden" in found[4][1]


@pytest.mark.rule("RePh8.621.8", "RePh8.621.17")
@pytest.mark.parametrize(
    ("item", "rule", "why"),
    [("HIP", "RePh8.621.8", "hip UNIT"), ("SUPPLEMENTAL", "RePh8.621.17", "every Russian tank")],
)
def test_what_is_no_counter_is_not_laid_and_shown_to_the_enemy(item: str, rule: str, why: str) -> None:
    forts: dict[str, Json] = {"forts": ({"item": item, "times": 1, "unit": "squad"},)}
    play = fight({"S": "6-5-8 K13"}, {}, areas={GERMAN: (("K13",),)}, own_german=forts)
    assert why in no(play, f"fpp {item} unit=squad hex=K13", rule).why
    assert own(play.state, GERMAN).forts == forts["forts"]
