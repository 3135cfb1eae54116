"""What the page offers: just the legal answers, which would stand, at the odds and costs of a dry run."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.choices import Rooms
from adjudicator.dice import NeedsDice, NoDice
from adjudicator.events import UnitMoved
from adjudicator.game import Game
from adjudicator.judging.referee import run_on
from adjudicator.judging.what_if import SCRATCH, playable, would_stand
from adjudicator.mail.desk.trial import try_sheet
from adjudicator.mechanics.movement import shown
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import Decision, State
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.packed import Offers, Places, composed, line_to, unpacked, with_attacks
from tests.cases import one_quick
from tests.tabletop import Tabletop
from tests.tapping.positions import first_asked, judged, some

GAMES = [*game_names()]
QUESTIONS, OF_A_KIND, SOME = 40, 1, 12
"""So many questions of a quick game come up; so many of a kind and so many of their lines are looked at."""


def packed(game: Game, view: State, decision: Decision) -> tuple[Offers, Places]:
    places = Places({*view.board.spaces, *game.boxes})
    return Packing(game, view, decision, places).pack(), places


def placed(offers: Offers, spaces: list[str]) -> tuple[set[str], set[str]]:
    """The lines that the game declares for pages: those with one of very many places, and those that both
    sides must file, of units that may come onto the map by lines above them."""
    at = [
        (actor.placing.both, line_to(actor, spaces[end]))
        for actor in offers.go
        if actor.placing
        for end in offers.grounds[actor.ground].to
    ]
    ticked = {line for team in offers.teams if team.ticking for line in composed(team)}
    return {line for both, line in at if not both}, {line for both, line in at if both} | ticked


def placeable(offers: Offers, spaces: list[str]) -> set[tuple[str, str]]:
    """How a line may begin that puts down one of the units of a placing, and where it may end."""
    return {
        (f"{actor.head.split()[0]} {unit} ", spaces[end].upper())
        for actor in offers.go
        if actor.placing
        for unit in actor.units
        for end in offers.grounds[actor.ground].to
    }


def paid_by(game: Game, view: State, decision: Decision, line: str) -> list[Order]:
    """The purchases above a line that costs points which its side has yet to buy: a page marks it without."""
    choice = game.choices.of(decision.topic)
    purse = choice.purse(view, decision.player) if choice and choice.purse else None
    if purse is None or all(cost <= purse.has[what] for what, cost in purse.prices.get(line, {}).items()):
        return []
    brings = (one for one, prices in purse.prices.items() if min(prices.values()) < 0)
    return [game.grammar(decision.player).read(f"{one} x{purse.times.get(one, 1)}") for one in brings]


def check_lines(game: Game, view: State, decision: Decision, chance: random.Random) -> None:
    """All legal answers are on the page, without those that only ask for more and the few named of very many
    places, and no others but what the game declares for pages, parts of those who may act together and what
    ends more than the question; those that are tried would stand."""
    offers, places = packed(game, view, decision)
    lines = list(unpacked(offers, list(places.order)))
    declared, jointly = placed(offers, list(places.order))
    choice = game.choices.of(decision.topic)
    legal = {*game.legal(view, decision), *(choice.further(view, decision.player) if choice else ())}
    legal -= set(choice.shorter(view, decision.player) if choice else ())
    assert len(set(lines)) == len(lines)
    there = placeable(offers, list(places.order))
    beside = [
        line
        for line in legal - set(lines)
        if not any(line.startswith(one) and line.endswith(end) for one, end in there)
    ]
    assert {line.split()[1] for line in beside} == set()
    parts, over = (choice.parts, choice.over) if choice else ((), ())
    assert all(line.split()[0] in parts or line in over for line in set(lines) - legal - declared - jointly)
    lines = [line for line in lines if line not in jointly]
    for line in chance.sample(lines, min(len(lines), SOME)):
        above = paid_by(game, view, decision, line)
        assert would_stand(game, view, decision, above, line), (decision.topic, line)
    fights = list(with_attacks(offers, list(places.order)))
    for line in chance.sample(fights, min(len(fights), SOME)):
        assert would_stand(game, view, decision, [], line), (decision.topic, line)


def check_odds(game: Game, view: State, decision: Decision, chance: random.Random) -> None:
    """What the page foretells of an attack is what a dry run says of it."""
    offers, _ = packed(game, view, decision)
    told = [
        (line, offers.prospects[number])
        for team in offers.teams
        for line, number in zip(composed(team), team.told, strict=True)
        if number >= 0
    ]
    for line, prospect in chance.sample(told, min(len(told), SOME)):
        ((ruling,),) = judged(game, view, decision.player, [line])
        assert prospect in ruling.why, (line, ruling)


def check_costs(game: Game, view: State, decision: Decision, chance: random.Random) -> None:
    """What a way costs on the page, and whence it enters its last space, is what the referee finds."""
    offers, places = packed(game, view, decision)
    spaces, choice = list(places.order), game.choices.of(decision.topic)
    ways = [
        (f"{actor.head}{spaces[to]}", spaces[to], shown(cost, ground.parts), spaces[before])
        for actor in offers.go
        if actor.ground >= 0
        for ground in [offers.grounds[actor.ground]]
        for to, cost, before in zip(ground.to, ground.cost, ground.before, strict=bool(ground.cost))
        if cost >= 0 and not actor.chance
    ]
    ways += [
        (
            f"{actor.head}{tail}",
            spaces[way[-1]],
            shown(cost, actor.parts),
            spaces[way[-2]] if len(way) > 1 else "",
        )
        for actor in offers.go
        for (tail, way), cost in zip(actor.tails, actor.costs, strict=bool(actor.costs))
        if cost >= 0 and not actor.chance
    ]
    for line, end, cost, before in chance.sample(ways, min(len(ways), SOME)):
        play = Play(view, NoDice())
        order = game.grammar(decision.player).understand(line, SCRATCH, 1)
        assert choice is not None
        with suppress(NeedsDice):
            choice.take(play, decision, [order])
            run_on(game, play)
        moves = [event for event in play.events if isinstance(event, UnitMoved)]
        if not moves or moves[0].path[-1] != end:
            continue  # a die is rolled first, or it overran an HQ, whose owner is asked before it goes on
        before = before or moves[0].path[0]
        spent = moves[0].cost.partition(" of ")[0].split(", ")[-1]
        assert moves[0].path[-2] == before and spent in ("", cost), (line, moves[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(GAMES, 2))
def test_the_page_offers_the_legal_answers_and_each_would_stand(name: str) -> None:
    chance = random.Random("offers")
    for game, view, decision in some(name, "offers", QUESTIONS, OF_A_KIND):
        check_lines(game, view, decision, chance)
        check_odds(game, view, decision, chance)
        check_costs(game, view, decision, chance)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", ["Chir", "Oder"])
def test_the_page_offers_the_legal_answers_in_whole_games(name: str, seed: str) -> None:
    chance = random.Random(seed)
    for game, view, decision in some(name, seed, 240, 12):
        check_lines(game, view, decision, chance)
        check_odds(game, view, decision, chance)
        check_costs(game, view, decision, chance)


def test_rooms_say_what_stacking_says() -> None:
    asked = some("amberroad", "rooms", 40, 1)
    game, view, decision = next(one for one in asked if one[2].topic == "move")
    offers, places = packed(game, view, decision)
    rooms = offers.rooms
    assert isinstance(rooms, Rooms) and rooms.most == {"units": 2}
    ends = {end for actor in offers.go for end in offers.grounds[actor.ground].to}
    assert all(rooms.held.get(list(places.order)[end], {}).get("units", 0) < 2 for end in ends)


@pytest.mark.slow
def test_one_line_answers_a_choice_and_does_not_end_a_phase() -> None:
    once = {
        decision.topic: packed(game, view, decision)[0].once
        for game, view, decision in some("amberroad", "once", 60, 1)
    }
    assert once["result"] and not once["setup"] and not once["move"]
    assert find_game("amberroad").choices.of("result")


@pytest.mark.slow
def test_every_part_of_five_attackers_is_offered_with_its_odds() -> None:
    asked = some("amberroad", "tap2", 120, 6)
    found = [(g, v, d, team) for g, v, d in asked if d.topic == "attack" for team in packed(g, v, d)[0].teams]
    game, view, decision, team = next(one for one in found if len(one[3].members) == 5)
    assert team.whole and min(team.told) >= 0
    every = replace(team, sets=tuple(range(1, 32)), told=())
    stand = [line for line in composed(every) if would_stand(game, view, decision, [], line)]
    assert sorted(composed(team)) == sorted(stand) and len(stand) > 20


def moves(name: str) -> tuple[Game, State, Decision]:
    """A question of a game in which units move."""
    return first_asked(name, "motion", "move", 200)


def test_a_unit_in_motion_goes_on_before_others_move() -> None:
    game, view, decision = moves("panzerkorps48")
    offers, places = packed(game, view, decision)
    assert not any(actor.first for actor in offers.go)
    actor = next(
        one for one in offers.go if one.units and not one.chance and len(offers.grounds[one.ground].to) > 9
    )
    ground = offers.grounds[actor.ground]
    near = min(zip(ground.cost, ground.to, strict=True))[1]
    play, choice = Play(view, NoDice()), game.choices.of("move")
    order = game.grammar(decision.player).understand(f"{actor.head}{list(places.order)[near]}", SCRATCH, 1)
    assert choice is not None
    choice.take(play, decision, [order])
    run_on(game, play)
    again = next(one for one in play.state.waiting() if one.topic == "move")
    then, _ = packed(game, play.state, again)
    assert {one.units for one in then.go if one.first} == {actor.units}


def test_ways_lead_back_to_the_unit_through_hexes_in_which_nobody_may_end() -> None:
    game, view, decision = moves("amberroad")
    offers, places = packed(game, view, decision)
    spaces, through = list(places.order), 0
    for actor in offers.go:
        ground = offers.grounds[actor.ground]
        before = {**dict(ground.through), **dict(zip(ground.to, ground.before, strict=True))}
        through += len(ground.through)
        for end in ground.to:
            at = end
            while at in before:
                at = before[at]
            assert spaces[at] == view.units[actor.units[0]].at
    assert through > 3


def test_attackers_are_ticked_whichever_of_them_the_question_names_first() -> None:
    asked = some("raceforberlin", "shots", 80, 1)
    game, view, decision = next(one for one in asked if one[2].topic == "impulse")
    offers, _ = packed(game, view, decision)
    assert len(offers.teams) > 3
    assert not [line.text for line in offers.lines if line.text.startswith("combat ")]


@pytest.mark.parametrize("topic", ["plan", "prep"])
def test_a_question_that_takes_any_number_of_lines_is_not_answered_by_one(topic: str) -> None:
    found = ((game, view, one) for game, view, one in some("panzerkorps48", "flip", 30, 1))
    game, view, decision = next(one for one in found if one[2].topic == topic)
    packed = Packing(game, view, decision, Places({*view.board.spaces, *game.boxes})).pack()
    assert not packed.once


@pytest.mark.slow
def test_the_odds_of_prepared_attacks_are_those_of_a_dry_run_whoever_is_ticked() -> None:
    units = {"421RR": "3507", "634RR": "3507", "LJ-1": "3508", "LJ-2": "3508", "ART-1": "3505"}
    table = Tabletop("panzerkorps48", units, segment="SOV.PREP")
    view = playable(table.game, table.state, "soviet")
    (decision,) = (one for one in view.waiting() if one.topic == "prep")
    offers, _ = packed(table.game, view, decision)
    (team,) = offers.teams
    assert [id_ for _, id_ in team.members] == ["ART-1", "421RR", "634RR"] and not offers.lines
    told = {line: offers.prospects[number] for line, number in zip(composed(team), team.told, strict=True)}
    assert len(told) == 6 and len({*told.values()}) > 3
    for line, foretold in told.items():
        (ruling,) = try_sheet(table.game, view, "soviet", [(1, line)])
        assert (ruling.verdict, ruling.why) == ("may be done", foretold)


def test_of_more_than_can_be_ticked_each_line_is_offered_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    game, view, decision = next(
        one for one in some("amberroad", "ticked", 200, 2) if one[2].topic == "attack"
    )
    assert any(len(team.members) > 2 for team in packed(game, view, decision)[0].teams)
    monkeypatch.setattr("adjudicator.tapping.offers.MOST_TICKED", 2)
    offers, places = packed(game, view, decision)
    assert all(len(team.members) <= 2 for team in offers.teams)
    assert set(unpacked(offers, list(places.order))) >= set(game.legal(view, decision))
