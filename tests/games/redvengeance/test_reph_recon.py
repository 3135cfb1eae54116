"""8.624 and 8.6243: hexes to inspect are named with the set-up; who has none to name is asked nothing."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.events import EVERYBODY
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.play import Play
from tests.games.redvengeance.firefight import told
from tests.games.redvengeance.table import a_unit
from tests.games.redvengeance.test_initiative import GERMAN, RUSSIAN, asked, at, say, verdicts


def setting_up(segment: str = "8.624", russian: int = 0, german: int = 0, **facts: Any) -> Play:
    """Both are about to set up, the German first, with so many tries."""
    units = (a_unit("R", RUSSIAN, "off-map", "6-2-8"),)
    tries: dict[str, Any] = {"own_russian": {"recon": russian}, "own_german": {"recon": german}}
    return at(segment, units=units, first="russian", **tries, **facts)


def offered(play: Play) -> tuple[str, ...]:
    """What the open question takes."""
    return play.state.decisions[0].verbs


@pytest.mark.rule("RePh8.624")
@pytest.mark.parametrize(("segment", "turn"), [("8.624", 4), ("INIT.SETUP", 1)])
def test_nobody_is_asked_of_reconnaissance_where_no_hex_was_named(segment: str, turn: int) -> None:
    """Not even where tries were bought: the other side hears nothing of them."""
    heard = []
    for german in (0, 2):
        play = setting_up(segment, german=german, turn=turn)
        assert ("recon" in offered(play)) is bool(german)
        say(play, GERMAN, "pass")
        assert asked(play) == [RUSSIAN] and "recon" not in offered(play)
        say(play, RUSSIAN, "pass")
        assert play.state.segment == "PLAY" and own(play.state, GERMAN).recon == 0
        heard.append(told(play, side=RUSSIAN))
    assert heard[0] == heard[1]


@pytest.mark.rule("RePh8.624")
@pytest.mark.parametrize(("segment", "turn"), [("8.624", 4), ("INIT.SETUP", 1)])
def test_hexes_are_told_when_both_have_set_up_the_german_s_first_and_both_report(
    segment: str, turn: int
) -> None:
    play = setting_up(segment, russian=1, german=2, turn=turn)
    assert verdicts(play, GERMAN, "recon K11", "recon K10, l12:1", "pass") == ["done"] * 3
    assert not any("inspects" in text for text in told(play))
    assert verdicts(play, RUSSIAN, "recon K13", "pass") == ["done", "done"]
    hexes = [event for event in play.events if "inspects" in getattr(event, "text", "")]
    assert [event.facts()["text"] for event in hexes] == [
        "the German inspects K10, L12", "the Russian inspects K13",
    ]  # fmt: skip
    assert all(event.to == EVERYBODY and event.rule == "RePh8.624" for event in hexes)
    assert play.state.segment == "8.6243" and asked(play) == [RUSSIAN, GERMAN]
    seen = "report STEP 8.6243 hex=K13 shown=GE-I1#1-1"
    assert verdicts(play, RUSSIAN, seen, "pass") == ["waiting", "done"]
    assert verdicts(play, GERMAN, seen, "pass") == ["done", "done"]
    assert play.state.segment == "PLAY" and own(play.state, GERMAN).recon == 0
    assert own(play.state, RUSSIAN).inspect == ()


@pytest.mark.rule("RePh8.624")
def test_not_more_hexes_are_named_than_tries_were_bought() -> None:
    play = setting_up(german=1)
    (many, none) = say(play, GERMAN, "recon K10,K11", "recon n=1")
    assert (many.rule, none.rule) == ("RePh8.624", "RePh8.624")
    assert "you bought reconnaissance of 1 hexes" in many.why and many.legal == ("recon K10",)
    assert own(play.state, GERMAN).inspect == ()


@pytest.mark.rule("RePh8.624")
def test_the_form_of_a_set_up_has_no_banner_and_no_reconnaissance_that_was_not_bought() -> None:
    """A Banner is laid by itself (CG17.1)."""
    assert offered(setting_up()) == ("setup", "hip", "reserve", "oba", "fpp", "enter", "pass")
