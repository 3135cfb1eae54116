"""What may be ordered below an answer, in the same email: moves below the card that activates their units;
and which sets of units can be written."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.dice import NoDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable, would_stand
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.play import Play
from adjudicator.state import Decision, State
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.onward import Below, below, plans
from adjudicator.tapping.packed import Offers, Places, Team, composed, unpacked
from adjudicator.tapping.page import data
from tests.adjudicator.test_dry_run import UNITS
from tests.browser import needs_browser
from tests.tabletop import Tabletop
from tests.tapping.browsers import Chromium, ChromiumTab
from tests.tapping.finger import SIZES, WARNED, keys, lines, tap
from tests.tapping.positions import facts, first_asked, judged, page, some

SOME = 1
"""So many moves are tried below each use of a card."""


@cache
def asked(topic: str, side: str) -> tuple[Game, State, Decision]:
    """A question of Donnerschlag."""
    found = some("donnerschlag", "Seelow", 60, 9)
    return next(one for one in found if (one[2].topic, one[2].player) == (topic, side))


def followed(topic: str, side: str) -> tuple[list[Below], list[str]]:
    """The questions below one, and the spaces of the page."""
    game, view, decision = asked(topic, side)
    places = Places({*view.board.spaces, *game.boxes})
    return list(below(game, view, decision, places)), list(places.order)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boards")


@pytest.mark.slow
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_moves_below_a_card_are_those_of_its_units_and_each_would_be_taken(side: str) -> None:
    game, view, decision = asked("play", side)
    (moves, _), spaces = followed("play", side)
    chance, tried = random.Random("below"), 0
    for card, units in moves.after.items():
        actors = tuple(go for go in moves.offers.go if {*go.units} <= {*units})
        offered = list(unpacked(replace(moves.offers, go=actors, lines=(), ending=()), spaces))
        for line in chance.sample(offered, min(SOME, len(offered))):
            told = judged(game, view, decision.player, [card, line])
            assert [one.verdict for rulings in told for one in rulings] == ["may be done"] * 2, (card, line)
            tried += 1
    assert tried >= 4 and moves.offers.ending == ("done",) and not moves.offers.teams


@pytest.mark.slow
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_card_its_moves_and_attacks_go_into_one_email(side: str) -> None:
    game, view, _ = asked("play", side)
    (moves, attacks), _ = followed("play", side)
    assert attacks.after == {"done": ()} and attacks.offers.ending == ("end combat",)
    assert attacks.offers.teams and not attacks.offers.once
    chance, tried = random.Random("attacks"), 0
    for team in attacks.offers.teams:
        assert team.struck is not None
        unit, sides = chance.choice(list(team.struck.strike.units.items()))
        card = next(card for card, units in moves.after.items() if unit in units)
        at, (counts, _) = chance.choice(list(sides.items()))
        move = f"stay {unit}" if at == view.units[unit].at else f"move {unit} to {at}"
        lines = [card, move, "done", f"attack {team.at} with {unit}", "end combat"]
        told = [one for some_ in judged(game, view, side, lines) for one in some_]
        assert [one.verdict for one in told][:4] == ["may be done"] * 4, lines
        assert f"{counts / team.struck.strike.parts:g} to " in told[3].why, (lines, told[3])
        tried += 1
    assert tried > 5


def test_a_card_is_offered_with_its_use_and_not_without_one() -> None:
    game, view, decision = asked("play", "axis")
    legal = set(game.legal(view, decision))
    offers = Packing(game, view, decision, Places({*view.board.spaces, *game.boxes})).pack()
    texts = {line.text for line in offers.lines}
    bare = {line for line in legal if len(line.split()) == 2 and line.startswith("play ")}
    longer = {line for line in bare if any(other.startswith(f"{line} ") for other in legal)}
    assert longer and not texts & longer and texts >= bare - longer


def test_the_movement_phase_follows_the_end_of_prepared_attacks_in_one_email() -> None:
    found = (one for one in some("panzerkorps48", "flip", 30, 1) if one[2].topic == "prep")
    game, view, decision = next(found)
    places = Places({*view.board.spaces, *game.boxes})
    (moves,) = below(game, view, decision, places)
    assert moves.topic == "move" and moves.after == {"end": ()} and moves.offers.ending == ("end",)
    attack = next(iter(game.legal(view, decision)))
    move = next(line for line in unpacked(moves.offers, list(places.order)) if line.startswith("move "))
    assert verdicts(game, view, decision.player, "end", move, "end") == ["may be done"] * 3
    assert verdicts(game, view, decision.player, attack, "end", move, "end")[0] == "may be done"


@pytest.mark.slow
def test_units_that_must_enter_are_offered_below_the_end_of_prepared_attacks() -> None:
    asked_ = (one for one in some("panzerkorps48", "Seelow", 300, 99) if one[2].topic == "prep")
    for game, view, decision in asked_:
        (moves,) = below(game, view, decision, Places({*view.board.spaces, *game.boxes}))
        if len(moves.default) > 1:
            break
    assert moves.default[0].startswith("enter ") and moves.default[-1] == "end"
    told = verdicts(game, view, decision.player, "end", *moves.default)
    assert {*told} == {"may be done"}


def test_a_call_is_followed_by_the_card_and_the_card_by_its_moves() -> None:
    found, _ = followed("call", "axis")
    assert [one.topic for one in found] == ["play", "activate", "attack"]
    assert "pass" in found[0].after and found[0].offers.once
    assert any(line.text.startswith("play ") for line in found[0].offers.lines)


@pytest.mark.slow
@needs_browser
def test_a_card_and_its_moves_are_tapped_for_one_email(browser: Chromium, folder: Path) -> None:
    game, view, decision = asked("play", "soviet")
    (moves, _), _ = followed("play", "soviet")
    with browser.tab(page(game, view, decision.player, folder), SIZES[0]) as tab:
        assert keys(tab, "unit 1") == []
        assert "Then you can tap what follows it" in tab.ask("document.querySelector('#what').textContent")
        first, second = [card for card in moves.after if f"line {card}" in keys(tab, "line play")][:2]
        tap(tab, f"line {first}")
        units = [key.removeprefix("unit 1 ") for key in keys(tab, "unit 1 ")]
        assert units and {*units} <= {*moves.after[first]}
        tap(tab, f"unit 1 {units[0]}")
        tap(tab, keys(tab, "end ")[0])
        tap(tab, "line done")
        assert [one.state for one in lines(tab)] == ["sure", "order", "order"]
        told = judged(game, view, decision.player, [one.text for one in lines(tab)])
        assert [one.verdict for rulings in told for one in rulings] == ["may be done"] * 3
        tap(tab, "drop 0")
        assert [one.state for one in lines(tab)] == ["idle", "idle"], "nothing activates the unit now"
        tap(tab, f"line {second}")
        assert lines(tab)[0].text == second, "a card comes before what follows it"
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_two_questions_that_end_alike_are_ended_one_after_the_other(browser: Chromium, folder: Path) -> None:
    found = (one for one in some("panzerkorps48", "Seelow", 60, 3) if one[2].topic == "prep")
    game, view, decision = next(found)
    with browser.tab(page(game, view, decision.player, folder), SIZES[1]) as tab:
        for _ in range(2):  # said twice it ends no more than once
            tap(tab, "line end", '[data-question="0"]')
        assert [one.text for one in lines(tab)] == ["end"]
        tap(tab, "line end", '[data-question="1"]')
        tap(tab, keys(tab, "unit 1 ")[0])
        tap(tab, keys(tab, "end move")[0])
        first, move, last = lines(tab)
        assert (first.text, last.text) == ("end", "end") and "idle" not in (move.state, last.state)
        tap(tab, keys(tab, "team 0 ")[0])
        for key in keys(tab, "tick ", where=".pick"):  # a gun alone writes nothing
            if not keys(tab, "write"):
                tap(tab, key)
        tap(tab, "write")
        written = [one.text for one in lines(tab)]
        assert written[0].startswith("prep ") and written[1:] == ["end", move.text, "end"]
        told = verdicts(game, view, decision.player, *written)
        assert told[0] == "may be done", told
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_only_units_that_the_hq_activates_may_attack_below_it(browser: Chromium, folder: Path) -> None:
    asked_ = (one for one in some("koenigsberg45", "plans", 110, 9) if one[2].topic == "select")
    met = 0
    for game, view, decision in asked_:
        places = Places({*view.board.spaces, *game.boxes})
        (moves,) = below(game, view, decision, places)
        others = {unit for team in moves.offers.teams for _, unit in team.members} & {*view.units}
        others -= {*moves.after["done"]}
        first = next(iter(game.legal(view, decision)))
        named = next((unit for unit in others if unit in first.split(" with ")[1].split(", ")), "")
        if not named:
            continue
        met += 1
        with browser.tab(page(game, view, decision.player, folder), SIZES[1]) as tab:
            tap(tab, "line done", '[data-question="0"]')
            assert f"unit 1 {named}" not in keys(tab, "unit 1 ")
            tap(tab, "drop 0")
            tap(tab, keys(tab, "team 0 ")[0])
            tap(tab, f"tick {first.split(' with ')[1].split(', ').index(named)}")
            tap(tab, "write")
            (line,) = lines(tab)
            assert line.text == f"{first.split(' with ')[0]} with {named}" and line.state == "sure"
            assert f"unit 1 {named}" in keys(tab, "unit 1 "), "fewer may be named than the HQ could activate"
            assert tab.wrong == []
        break
    assert met


@pytest.mark.slow
@needs_browser
def test_a_card_stands_beside_the_answer_and_is_played_once(browser: Chromium, folder: Path) -> None:
    game, view, decision = next(
        one
        for one in some("donnerschlag", "Seelow", 60, 9)
        if one[2].topic == "play" and any(go.head.startswith("card ") for go in offered(*one).go)
    )
    with browser.tab(page(game, view, decision.player, folder), SIZES[1]) as tab:
        heads = [go.head for go in offered(game, view, decision).go]
        card = next(n for n, head in enumerate(heads) if head.startswith("card "))
        for at in (0, 1):
            tap(tab, f"head 0 {card}")
            tap(tab, keys(tab, "end card ")[at])
        (warned,) = tab.ask(WARNED)
        assert warned == 1 and all(one.text.startswith("card ") for one in lines(tab))
        tap(tab, "drop 1")
        tap(tab, keys(tab, "line play ")[0])  # few answers are all seen at once
        first, second = lines(tab)
        assert first.text.startswith("card ") and second.text.startswith("play ")
        assert tab.wrong == []


# -- plans -------------------------------------------------------------------------------------------------


@cache
def planning(topic: str) -> tuple[Game, State, Decision]:
    """A question of Königsberg '45 beside which other HQs may be planned for."""
    return first_asked("koenigsberg45", "plans", topic)


def verdicts(game: Game, view: State, side: str, *orders: str) -> list[str]:
    return [one.verdict for one in try_sheet(game, view, side, list(enumerate(orders, 1)))]


@pytest.mark.slow
@pytest.mark.parametrize("topic", ["barrage", "move"])
def test_each_plan_is_kept_and_would_be_taken_when_its_hq_is_activated(topic: str) -> None:
    game, view, decision = planning(topic)
    places, chance = Places({*view.board.spaces, *game.boxes}), random.Random(topic)
    plan = plans(game, view, decision, places)
    assert plan is not None and len(plan.after) > 5 and plan.offers.ending == ("done combat", "done move")
    now = [next(iter(game.legal(view, decision)))] if topic == "move" else []
    then = dict(game.ahead.foreseen(view, decision.player))
    for opening, units in plan.after.items():
        actors = tuple(go for go in plan.offers.go if {*go.units} <= {*units})
        moves = list(unpacked(replace(plan.offers, go=actors, ending=()), list(places.order)))
        orders = [opening, *chance.sample(moves, min(1, len(moves))), "done move"]
        told = verdicts(game, view, decision.player, *now, *orders)
        assert {*told[len(now) :]} == {"waiting"}, orders
        drawn = playable(game, then[opening.partition(" with ")[0]], decision.player)
        play = Play(drawn, NoDice())
        run_on(game, play)
        told = verdicts(game, play.state, decision.player, *orders)
        assert {*told} <= {"may be done", "not-judged"} and told[0] == "may be done", (orders, told)


def test_a_dry_run_keeps_a_plan_below_the_answer_to_what_is_asked_now() -> None:
    game, view, decision = planning("select")
    now = next(iter(game.legal(view, decision)))
    plan = plans(game, view, decision, Places({*view.board.spaces, *game.boxes}))
    assert plan is not None and now.startswith("activate ")
    opening = next(line for line in plan.after if not line.endswith(" "))
    assert verdicts(game, view, decision.player, now, opening) == ["may be done", "waiting"]


def test_moves_follow_the_choice_of_units_in_one_email() -> None:
    game, view, decision = planning("select")
    places = Places({*view.board.spaces, *game.boxes})
    (moves,) = below(game, view, decision, places)
    assert moves.topic == "move" and moves.offers.ending == ("done combat", "done move")
    move = next(unpacked(moves.offers, list(places.order)))
    assert verdicts(game, view, decision.player, "done", move, "done move") == ["may be done"] * 3
    few = f"{next(iter(game.legal(view, decision))).split(' with ')[0]} with "
    units = [go.units[0] for go in moves.offers.go if go.units[0] not in moves.after[few]]
    assert verdicts(game, view, decision.player, few + units[0], "done combat")[0] == "may be done"


@pytest.mark.slow
@needs_browser
def test_plans_are_tapped_below_what_is_asked_now_each_below_its_own_beginning(
    browser: Chromium, folder: Path
) -> None:
    game, view, decision = planning("select")
    with browser.tab(page(game, view, decision.player, folder), SIZES[0]) as tab:
        first, *_, last = keys(tab, "line activate ")
        written = []
        for opening, at in ((first, 0), (last, -1)):
            tap(tab, opening)
            assert lines(tab)[0].state == "first", "alone it would be taken for what is asked now"
            tap(tab, keys(tab, "unit 3 ")[at])
            tap(tab, keys(tab, "end ")[at])
            tap(tab, "line done move", '[data-question="3"]')
        tap(tab, "line done", '[data-question="0"]')
        tap(tab, "line done move", '[data-question="1"]')
        tap(tab, keys(tab, "unit 1 ")[0])
        tap(tab, keys(tab, "end ")[0])  # above what ends the moves
        written = lines(tab)
        assert [one.state for one in written] == ["sure", "order", "order", *["later"] * (len(written) - 3)]
        assert [one.text for one in written].count("done move") == 3
        told = verdicts(game, view, decision.player, *(one.text for one in written))
        assert told[:3] == ["may be done"] * 3 and {*told[3:]} <= {"waiting", "not-judged"}
        tap(tab, "drop 3")
        assert [one.state for one in lines(tab)][3] == "idle", "nothing begins this plan now"
        assert tab.wrong == []


# -- sets of units -----------------------------------------------------------------------------------------


def ticked(tab: ChromiumTab, *units: str) -> bool:
    """Tick these of a team; whether the line can be written then."""
    for unit in units:
        label = tab.page.locator(".pick label", has_text=unit)
        label.first.locator("input").check()
    return bool(keys(tab, "write"))


@pytest.mark.slow
@needs_browser
def test_a_set_that_the_rules_do_not_allow_cannot_be_written(browser: Chromium, folder: Path) -> None:
    found = (one for one in some("amberroad", "Seelow", 300, 9) if one[2].topic == "advance")
    game, view, decision = next(one for one in found if len(teams(*one)[0].members) > 2)
    (team, *_) = teams(game, view, decision)
    assert team.whole
    with browser.tab(page(game, view, decision.player, folder), SIZES[1]) as tab:
        units = [unit for _, unit in team.members]
        tap(tab, keys(tab, "unit ")[0])
        tap(tab, keys(tab, "team ")[0])
        assert not ticked(tab, *units), "more than may advance"
        assert "may not be chosen together" in tab.ask("document.querySelector('.pick').textContent")
        assert tab.wrong == []


def test_fewer_units_than_an_hq_may_activate_are_offered() -> None:
    game, view, decision = planning("select")
    (team,) = teams(game, view, decision)
    sizes = {bits.bit_count() for bits in team.sets}
    assert team.anyone and team.most == max(sizes) > 1
    assert all(would_stand(game, view, decision, [], line) for line in composed(team))
    fewer = replace(team, sets=tuple(1 << bit for bit in range(len(team.members))))
    assert all(would_stand(game, view, decision, [], line) for line in composed(fewer))


@pytest.mark.slow
@needs_browser
def test_any_units_may_stay_in_one_line(browser: Chromium, folder: Path) -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="PLAY", hands={"axis": ["AX6PZ-2"]})
    laid.order("axis", "play AX6PZ-2")
    game, view = laid.game, playable(laid.game, laid.state, "axis")
    (team,) = teams(game, view, view.waiting()[0])
    assert team.anyone and len(team.members) > 2
    with browser.tab(page(game, view, "axis", folder), SIZES[1]) as tab:
        tap(tab, keys(tab, "unit ")[0])
        tap(tab, keys(tab, "team ")[-1])
        assert ticked(tab, *(unit for _, unit in team.members[:3]))
        tap(tab, "write")
        (line,) = lines(tab)
        assert line.text.startswith("stay ") and line.text.count(",") == 2 and line.state == "sure"
        assert would_stand(game, view, view.waiting()[0], [], line.text)
        assert tab.wrong == []


def offered(game: Game, view: State, decision: Decision) -> Offers:
    """What a question takes."""
    return Packing(game, view, decision, Places({*view.board.spaces, *game.boxes})).pack()


def teams(game: Game, view: State, decision: Decision) -> list[Team]:
    """Who may take part in what a question takes."""
    return list(Packing(game, view, decision, Places({*view.board.spaces, *game.boxes})).pack().teams)


@pytest.mark.slow
@needs_browser
def test_a_unit_that_moves_and_attacks_where_each_acts_once_is_warned_of(
    browser: Chromium, folder: Path
) -> None:
    found = (one for one in some("raceforberlin", "shots", 80, 1) if one[2].topic == "impulse")
    game, view, decision = next(found)
    team = next(one for one in teams(game, view, decision) if len(one.members) > 1)
    with browser.tab(page(game, view, decision.player, folder), SIZES[1]) as tab:
        units = {key.split(" ", 2)[2] for key in keys(tab, "unit 0 ")}
        unit = next(id_ for _, id_ in team.members if id_ in units)
        tap(tab, f"unit 0 {unit}")
        tap(tab, keys(tab, "end move ", where=".pick")[0], ".pick")
        tap(tab, f"unit 0 {unit}")
        tap(tab, keys(tab, "team ", where=".pick")[0], ".pick")
        tap(tab, "write")
        assert "in a line above, too" in tab.ask("document.querySelector('ol.orders').textContent")
        assert tab.wrong == []


# -- lines on hold -----------------------------------------------------------------------------------------


@pytest.mark.slow
@needs_browser
def test_beside_lines_on_hold_from_earlier_orders_none_is_sure(browser: Chromium, folder: Path) -> None:
    game, view, decision = first_asked("raceforberlin", "shots", "impulse", 80)
    first, *_ = (line for line in game.legal(view, decision) if line.startswith("combat"))
    play = Play(view, NoDice())
    judge(game, play, decision.player, [(1, first), (2, f"{first} {first.split()[1]}")])
    kept = playable(game, play.state, decision.player)
    file = page(game, kept, decision.player, folder)
    assert '"holds":true' in file.read_text(encoding="utf-8")
    with browser.tab(file, SIZES[1]) as tab:
        assert f"On hold from your earlier orders, and checked before these: {first}." in tab.ask(
            "document.querySelector('#what').textContent"
        )
        tap(tab, keys(tab, "unit 0 ")[0])
        tap(tab, keys(tab, "end move ", where=".pick")[0], ".pick")
        assert [one.state for one in lines(tab)] == ["order"]
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_an_ending_word_is_not_sure_beside_lines_on_hold_for_another_question(
    browser: Chromium, folder: Path
) -> None:
    game, view, decision = first_asked("koenigsberg45", "large", "move")
    for held in (False, True):
        file = page(game, view, decision.player, folder, draw=False)
        text = file.read_text(encoding="utf-8")
        assert '"holds":false' in text
        file.write_text(text.replace('"holds":false', f'"holds":{str(held).lower()}'), encoding="utf-8")
        with browser.tab(file, SIZES[1]) as tab:
            tap(tab, "line done")
            assert [one.state for one in lines(tab)] == ["order" if held else "sure"]


@pytest.mark.slow
@needs_browser
def test_a_move_of_a_unit_that_could_also_be_planned_for_is_one_of_now(
    browser: Chromium, folder: Path
) -> None:
    for game, view, decision in some("koenigsberg45", "Haff", 500, 60):
        questions = data(facts(game, view, decision.player), None)["questions"]
        now, later = (
            {go["head"] for one in questions if one.get("plan") is plan for go in one["go"]}
            for plan in (None, True)
        )
        both = sorted(head for head in now & later if "strat" not in head)
        if decision.topic == "move" and both:
            break
    unit = both[0].removeprefix("move ").strip()
    with browser.tab(page(game, view, decision.player, folder), SIZES[2]) as tab:
        tap(tab, f"unit 0 {unit}")
        tap(tab, next(key for key in keys(tab, "end ", where=".pick") if "strat" not in key), ".pick")
        (line,) = lines(tab)
        assert line.text.startswith(both[0]) and line.state == "sure", line
        assert "refused" not in {one.verdict for one in judged(game, view, decision.player, [line.text])[0]}
