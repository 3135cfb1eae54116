"""Rule 2.2, the American advance: who meets the Americans, who is swept up, who escapes them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice
from adjudicator.events import ControlChanged, FactNoted, UnitEliminated
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import r07_movement, r10_victory
from .events import AdvanceHalted
from .orders import ZONE, said
from .position import (
    GERMAN,
    US,
    WITHDRAWN,
    american,
    campaign,
    fact,
    germans,
    index,
    is_city,
    label,
    over_oder_neisse,
    soviets,
)
from .position import zone as zone_name
from .r04_operations import from_here
from .r06_stacking import has_room

TRACKS = (1, 2, 3)
ADVANCES = {3: (1, 1, 2, 0, 0, 0), 8: (1, 1, 2, 3, 0, 0), 10: (1, 1, 2, 2, 3, 3)}
"""Up to this turn -> the track that each die moves; 0 for none."""
CAUGHT = 4  # up to this die the Americans sweep a unit up


@rule("1.2", "2.2.1.d")
def american_advance(play: Play) -> None:
    """A.2: one die a turn while the advance is not halted, and what it brings (2.2.1.d)."""
    if campaign(play.state).american_halt or not play.once("2.2.1.d", "rolled"):
        play.go("1.2", "A.3")
        return
    turn = play.state.turn
    track = track_of(turn, play.roll("2.2.1", "the American advance", came=partial(advance_told, turn)))
    if track:
        advance_track(play, "2.2.2.b", track)


@rule("2.2.1.a", "2.2.1.b", "2.2.1.c")
def track_of(turn: int, die: int) -> int:
    """The track that a die moves: turns 1 to 3 (2.2.1.a), 4 to 8 (b), 9 and 10 (c); 0 for none."""
    return next(tracks for last, tracks in ADVANCES.items() if turn <= last)[die - 1]


def advance_told(turn: int, die: int) -> str:
    """What the die of the American advance brings, in words, with the dice that move each track."""
    faces: dict[int, list[str]] = {}
    for face in range(1, 7):
        faces.setdefault(track_of(turn, face), []).append(str(face))
    spans = {track: "-".join(dict.fromkeys((on[0], on[-1]))) for track, on in faces.items()}
    needed = ", ".join(f"{on}: {f'track {track}' if track else 'none'}" for track, on in spans.items())
    track = track_of(turn, die)
    return f"{f'the Americans advance along track {track}' if track else 'no advance this turn'} ({needed})"


@rule("G.4", "M.6", "2.2.2.a", "2.2.2.b", "2.2.2.c")
def next_zone(state: State, track: int) -> str:
    """The first zone of a track that the Americans have not taken; Leipzig's one marker counts on tracks 1
    and 2."""
    return next(zone for zone in state.board.chains[f"american-{track}"] if not american(state, zone))


@rule("2.2.4", "2.2.9")
def advance_track(play: Play, number: str, track: int) -> None:
    """The Americans take the next zone of a track. Soviets in it end the advance for good (2.2.4); an advance
    into Berlin loses the game for both (2.2.9)."""
    zone = next_zone(play.state, track)
    if soviets(play.state, zone):
        halt(play, "2.2.4", zone)
    elif is_city(play.state, zone):
        r10_victory.lose_both(play, "2.2.9", "the Americans have reached Berlin")
    else:
        capture(play, number, zone)


@rule("2.2.4", "2.2.8.b")
def halt(play: Play, number: str, zone: str) -> None:
    """Americans and Soviets have met: all three tracks stop for the rest of the game."""
    if not campaign(play.state).american_halt:
        play.record(AdvanceHalted(rule=number, space=zone))


@rule("2.2.2.b", "2.2.5", "2.2.6.a")
def capture(play: Play, number: str, zone: str) -> None:
    """A US marker is placed, and whoever controlled the zone loses it with its points (2.2.5). Each German
    unit in it rolls: up to 4 it leaves the game (2.2.6.a), above it escapes. The dice come first."""
    escaping = [unit.id for unit in germans(play.state, zone) if not swallowed(play, unit)]
    was = play.state.control.get(zone, "")
    play.record(ControlChanged(rule=number, space=zone, was=was, now=US))
    if was:
        value, why = fact(play.state, zone, "vp"), f"Americans in {zone_name(play.state, zone)}"
        r10_victory.score(play, "2.2.5", was, -value, why)
    play.record(FactNoted(rule="2.2.6.b", key="escaping", value=tuple(escaping) or None))
    escape_next(play)


@rule("2.2.6.a")
def swallowed(play: Play, unit: Unit) -> bool:
    """The die of a German unit in a captured zone; whether it left the game."""

    def told(die: int) -> str:
        return f"{'it escapes' if die > CAUGHT else 'it is swept up'} (it escapes on {CAUGHT + 1} or 6)"

    if play.roll("2.2.6.a", f"{label(play.state, unit.id)} before the Americans", came=told) > CAUGHT:
        return False
    withdraw(play, "2.2.6.a", unit, "swept up by the Americans")
    return True


def withdraw(play: Play, number: str, unit: Unit, why: str) -> None:
    """A unit leaves the game; it can never come back."""
    play.record(UnitEliminated(rule=number, unit=unit.id, at=unit.at, box=WITHDRAWN, why=why))


@rule("2.2.6.b")
def escapes(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a German unit may escape to: neighbouring zones of a higher index without Soviets. They must have
    room (6.1.2), be free of Americans (2.2.3) and lie on this bank of the Oder-Neisse (7.2.1)."""
    near = state.board.neighbours(unit.at)
    higher = (zone for zone in near if index(state, zone) > index(state, unit.at))
    bank = (zone for zone in higher if not over_oder_neisse(state, unit.at, zone))
    free = (zone for zone in bank if not soviets(state, zone) and not american(state, zone))
    return tuple(zone for zone in free if has_room(state, zone, GERMAN))


@rule("2.2.6.b", "2.2.6.c")
def escape_next(play: Play) -> None:
    """Ask for the next unit that must escape. One with a single way takes it at once, before any order of the
    impulse is read (E3.1); one without leaves the game (2.2.6.c)."""
    for unit_id in campaign(play.state).escaping:
        unit = play.state.units[unit_id]
        zones = escapes(play.state, unit)
        if len(zones) > 1:
            here, first = zone_name(play.state, unit.at), zone_name(play.state, zones[0])
            ESCAPE.ask(
                play, unit.side,
                f"Move {label(play.state, unit_id)} once, to exactly one adjacent zone. "
                f"The Americans take {here}.",
                closed=True, silence=f"it goes to {first}", default=f"displace {unit_id} to {zones[0]}",
                about=(unit_id,),
            )  # fmt: skip
            return
        if zones:
            r07_movement.go(play, "2.2.6.b", unit_id, (unit.at, *zones), "displaced")
        else:
            withdraw(play, "2.2.6.c", unit, "no path past the Americans")
        escaped(play, unit_id)


def escaped(play: Play, unit_id: str) -> None:
    """A unit need not escape any more."""
    left = tuple(other for other in campaign(play.state).escaping if other != unit_id)
    play.record(FactNoted(rule="2.2.6.b", key="escaping", value=left or None))


def take_displace(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The owner's answer; lines about other units are kept for the questions about them."""
    asked = decision.about[0]
    mine = [order for order in orders if said(order).unit == asked]
    if first_legal(play, mine or orders, lambda order: displace(play, decision, order)):
        escape_next(play)


def ways_out(state: State, side: str) -> Iterator[str]:
    """The escapes of the first unit that must leave."""
    for unit in campaign(state).escaping[:1]:
        yield from (f"displace {unit} to {zone}" for zone in escapes(state, state.units[unit]))


ESCAPE = Choice(
    topic="displace", rule="2.2.6.b", verbs=("displace",), take=take_displace, legal=ways_out,
    asked={"A.2": EVERY_SIDE}, called=("displace", "escape"), lists=(ZONE,),
    drag=each("displace {unit} to {end}"),
)  # fmt: skip


@rule("2.2.6.b")
def displace(play: Play, decision: Decision, order: Order) -> None:
    """One unit escapes from the Americans."""
    unit, zone = play.state.units[said(from_here(play.state, order)).unit], said(order).zone
    if unit.id not in decision.about:
        raise Refused("2.2.6.b", "choose a zone for the unit that the question names", decision.answers)
    if zone not in escapes(play.state, unit):
        why = f"{zone_name(play.state, zone)} is not an open adjacent zone with a higher index"
        raise Refused("2.2.6.b", why, decision.answers)
    r07_movement.go(play, "2.2.6.b", unit.id, (unit.at, zone), "displaced")
    play.close(decision)
    escaped(play, unit.id)
