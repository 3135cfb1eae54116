"""Rule 10, End of the game and victory.

10.0   the running total               score, gain, lose
10.1   territory                       territory, city_points
10.2.1 shelling of Berlin              check_shell, shell
10.2.2 the first penetration           first_penetration
10.2.3 the deepest penetration         deepest
0.3    who wins                        leader, final_score; lose_both for the Americans in Berlin (2.2.9)
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import ControlChanged, FactNoted, GameEnded, TrackMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State

from .orders import said
from .position import campaign, cities, controlled, fact, is_city, label, level, soviet, soviets, zone

SHELLING, PENETRATION, DEEPEST = 1, 2, 5
DEEP = 4
"""The City Progress level that the deepest penetration must have reached."""


@rule("10.0.b")
def score(play: Play, number: str, side: str, points: int, why: str) -> None:
    """Move a player's Victory Points on the track; they may fall below 0."""
    if points:
        was = play.state.tracks[f"vp-{side}"]
        play.record(TrackMoved(rule=number, track=f"vp-{side}", was=was, now=was + points, why=why))


@rule("7.3.4.a", "9.3.3.a", "10.1.1.a", "10.1.1.b")
def gain(play: Play, number: str, space: str, camp: str) -> None:
    """A camp controls a victory zone outside Berlin (10.1.1.a) or a city zone (b), and gains its value."""
    play.record(ControlChanged(rule=number, space=space, was="", now=camp))
    clause = "10.1.1.b" if is_city(play.state, space) else "10.1.1.a"
    score(play, clause, camp, fact(play.state, space, "vp"), f"control of {zone(play.state, space)}")


@rule("7.3.4.c", "9.1.5.d", "9.3.3.e")
def lose(play: Play, number: str, space: str, why: str) -> None:
    """Whoever controlled a zone does so no longer and loses its value; the zone is named in `why` as "{}"."""
    holder = play.state.control[space]
    play.record(ControlChanged(rule=number, space=space, was=holder, now=""))
    score(play, number, holder, -fact(play.state, space, "vp"), why.format(zone(play.state, space)))


@rule("10.1.1.a", "G.10", "M.5")
def territory(state: State, side: str) -> int:
    """The value of the victory zones outside Berlin that a player controls (10.1.1.a)."""
    held = (zone for zone, holder in state.control.items() if holder == side and not is_city(state, zone))
    return sum(fact(state, zone, "vp") for zone in held)


@rule("10.1.1.b")
def city_points(state: State, side: str) -> int:
    """The value of the city zones that a player controls, at level 2 or more; contested ones count 0."""
    held = (zone for zone in cities(state) if controlled(state, zone) and state.control.get(zone) == side)
    return sum(fact(state, zone, "vp") for zone in held)


@rule("10.2.1")
def check_shell(state: State, order: Order) -> None:
    """Berlin is shelled by a Soviet unit in a zone adjacent to a city zone. That may be a city zone itself:
    the rule bars none, while 9.2.4 says "non-city zone" where it means one (ruling 60)."""
    unit = state.units[said(order).unit]
    name = label(state, unit.id)
    if not soviet(state, unit):
        raise Refused("10.2.1", f"{name} is German; only Soviet units shell Berlin")
    if not any(is_city(state, zone) for zone in state.board.neighbours(unit.at)):
        raise Refused("10.2.1", f"{name} in {zone(state, unit.at)} is not adjacent to a city zone of Berlin")


@rule("10.2.1")
def shell(play: Play, order: Order) -> None:
    """The first player to shell Berlin gains a point; a later shelling gains nothing."""
    check_shell(play.state, order)
    if not campaign(play.state).shelled:
        side = play.state.units[said(order).unit].side
        play.record(FactNoted(rule="10.2.1", key="shelled", value=side))
        score(play, "10.2.1", side, SHELLING, "the first to shell Berlin")


@rule("10.2.2")
def first_penetration(play: Play, side: str) -> None:
    """The first player to raise any city zone above level 0 gains 2 points, once in the game."""
    if not campaign(play.state).first_penetration:
        play.record(FactNoted(rule="10.2.2", key="first-penetration", value=side))
        score(play, "10.2.2", side, PENETRATION, "the first to break into Berlin")


@rule("10.2.3.a", "10.2.3.b")
def deepest(state: State) -> str:
    """Who has the highest City Progress level, 4 or more, while a Soviet unit of either camp stands in each
    of the six city zones (10.2.3.b); "" if nobody, or both alike (ruling 34)."""
    held = {side: [z for z in cities(state) if state.control.get(z) == side] for side in state.sides}
    best = {side: max((level(state, zone) for zone in zones), default=0) for side, zones in held.items()}
    return leader(best) if held_throughout(state) and max(best.values()) >= DEEP else ""


@rule("5.2.a", "10.2.3.b")
def held_throughout(state: State) -> bool:
    """Whether every city zone holds a Soviet unit, of whichever camp (ruling 35)."""
    return all(soviets(state, zone) for zone in cities(state))


@rule("0.3")
def leader(points: Mapping[str, int]) -> str:
    """The player with more, Victory Points at the end; "" when both have as many: a draw."""
    top = max(points.values())
    leaders = [side for side, total in points.items() if total == top]
    return leaders[0] if len(leaders) == 1 else ""


def totals(state: State) -> dict[str, int]:
    """The Victory Points of both players."""
    return {side: state.tracks.get(f"vp-{side}", 0) for side in state.sides}


@rule("10.0.a", "0.3")
def final_score(play: Play, number: str, why: str) -> None:
    """The game is over: the last points are given, and the totals compared."""
    side = deepest(play.state)
    if side:
        score(play, "10.2.3.a", side, DEEPEST, "the deepest penetration of Berlin")
    points = totals(play.state)
    play.record(GameEnded(rule=number, winner=leader(points), why=why, points=points))


@rule("2.2.9")
def lose_both(play: Play, number: str, why: str) -> None:
    """Both players lose, whatever their points."""
    play.record(GameEnded(rule=number, winner="", why=f"{why}; both players lose", points=totals(play.state)))


def standings(state: State) -> Mapping[str, Json]:
    """The running totals, and how much of them comes from territory and from Berlin."""
    return {
        side: {"points": total, "territory": territory(state, side), "city": city_points(state, side)}
        for side, total in totals(state).items()
    }
