"""Questions that one email answers, though somebody else or a die comes between: what is asked first of all
below the yes to the game, and another impulse of the same player."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import NoDice
from adjudicator.judging.what_if import playable
from adjudicator.mail.desk.bound import ask_acceptance
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.play import Play
from adjudicator.tapping.onward import Below, below
from adjudicator.tapping.packed import Places, unpacked
from tests.adjudicator.house import House
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium
from tests.tapping.finger import SIZES, keys, tap
from tests.tapping.positions import page, some


def opening(name: str, side: str) -> list[Below]:
    """What is offered below a side's yes to a game."""
    game = find_game(name)
    play = Play(game.start(game.scenarios[0]), NoDice())
    for one in game.sides:
        ask_acceptance(play, one)
    view = playable(game, play.state, side)
    asked = next(one for one in view.waiting() if one.player == side)
    return list(below(game, view, asked, Places({*view.board.spaces, *game.boxes})))


def test_the_set_up_of_who_is_asked_first_is_offered_below_the_yes_to_the_game() -> None:
    (first,) = opening("panzerkorps48", "german")
    assert (first.topic, dict(first.after)) == ("setup", {"accept": ()})
    assert first.default == ("setup rest", "end") and "in the same email" in first.says
    assert opening("panzerkorps48", "soviet") == [], "they set up when they have seen the Germans"
    assert opening("raceforberlin", "zhukov") == [], "a die comes first"


def test_it_waits_until_all_have_accepted_and_is_taken_then(tmp_path: Path) -> None:
    house = House(tmp_path, "panzerkorps48", accepted=False, pictures=False)
    house.write("german", "accept", "setup rest", "end")
    house.post()
    house.write("soviet", "accept")
    house.post()
    with house.desk.store() as store:
        waiting = house.table(store).state.waiting()
    assert {one.player for one in waiting} == {"soviet"} and waiting[0].topic == "setup"


def test_orders_for_the_german_impulse_wait_below_those_for_the_soviet_one_of_the_same_player() -> None:
    met = set[str]()
    for game, view, decision in some("raceforberlin", "Seelow", 60, 12):
        if decision.topic != "impulse" or view.segment in met:
            continue
        met.add(view.segment)
        places = Places({*view.board.spaces, *game.boxes})
        held = view.but(hands={decision.player: ("event-3", "event-7")})
        found = list(below(game, held, decision, places))
        assert bool(found) is (view.segment in {"C.1", "C.2"})
        for one in found:
            assert one.after == {"pass": ()} and one.offers.ending == ("pass",)
            lines = list(unpacked(one.offers, list(places.order)))
            assert not any(line.startswith("chit") for line in lines), "no chit waits for another impulse"
            line = lines[0]
            told = try_sheet(game, view, decision.player, list(enumerate(["pass", line, "pass"], 1)))
            taken = [ruling.verdict for ruling in told][:2]
            assert taken in (["may be done", "waiting"], ["may be done"] * 2), line
    assert met == {"C.1", "C.2", "C.3", "C.4"}


def test_attacks_are_offered_below_the_moves_of_the_phase_before_with_their_strengths() -> None:
    tried = 0
    for game, view, decision in some("amberroad", "Seelow", 60, 4):
        if decision.topic != "move":
            continue
        (one,) = below(game, view, decision, Places({*view.board.spaces, *game.boxes}))
        assert one.topic == "attack" and one.after == {"end": ()} and one.offers.ending == ("end",)
        for team in one.offers.teams:
            assert team.struck is not None
            strike = team.struck.strike
            unit, sides = next(iter(strike.units.items()))
            at, (counts, _) = next(iter(sides.items()))
            move = [] if at == view.units[unit].at else [f"move {unit} to {at}"]
            orders = [*move, "end", f"attack {strike.at} by {unit}"]
            told = try_sheet(game, view, decision.player, list(enumerate(orders, 1)))[-1]
            against = strike.told[0][0][1].split()[4].rstrip(",")
            if told.verdict != "refused":  # the odds may be too bad for the table
                assert told.why.startswith(f"{counts // strike.parts} to {against}, column"), (orders, told)
                tried += 1
    assert tried > 2


@pytest.mark.slow
@needs_browser
def test_units_of_the_next_impulse_are_lit_when_this_one_is_ended(browser: Chromium, tmp_path: Path) -> None:
    found = (one for one in some("raceforberlin", "Seelow", 60, 12) if one[2].topic == "impulse")
    game, view, decision = next(one for one in found if one[1].segment == "C.1")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        soviet = tab.ask(LIT)
        tap(tab, "line pass", '[data-question="0"]')
        both = tab.ask(LIT)
        assert 0 < soviet < both and keys(tab, "", where='[data-question="1"]')
        assert tab.wrong == []


LIT = "document.querySelectorAll('#plane .cell.lit').length"
