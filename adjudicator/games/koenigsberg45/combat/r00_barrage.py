"""Rules 0.7a and 1.0a, barrages: guns alone, always from column 3-1.

1.0a the barrages that open the game     0.7a those of a Barrage chit; events 4 and 11 use the same

Targets of a window are named one after the other, each after the result of the last (K-R9). The units in a
target are not shown: no odds are computed, so nobody has to look (0.1e).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from adjudicator.answering import first_legal
from adjudicator.choices import MANY, Choice, Onward
from adjudicator.events import Told
from adjudicator.mechanics.armies import nearest
from adjudicator.mechanics.drm import DRM, packed, total
from adjudicator.mechanics.remembered import Remembered
from adjudicator.mechanics.shifts import packed as shifts_packed
from adjudicator.mechanics.shifts import shifted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Frame, Json, State, Unit

from .. import fog, terrain
from ..charts import charts
from ..events import BarrageResolved
from ..levels import WINDOWS, barrage
from ..orders import ENDING, said
from ..position import (
    BR2,
    BR3,
    ENEMY,
    FRONTS,
    GERMAN,
    SOVIET,
    army,
    enemy_here,
    fighters,
    front,
    is_combat,
    troops,
)
from ..taste import MARCHER, WANDERER, several
from ..turn import r00_setup, r01_turn, r12_hqs
from ..turn.r02_command import for_others
from .r07_strength import terrain_shifts

COLUMN, WORST = "3-1", "1-2"
OPENING = {
    "BAR_G": (GERMAN, "", "1.0a.1"), "BAR_S2": (SOVIET, BR2, "1.0a.2"), "BAR_S3": (SOVIET, BR3, "1.0a.2"),
}  # fmt: skip
"""The barrages that open the game: whose guns, of which Front, and by which clause."""


@rule("1.0a.1", "1.0a.2", "1.0a.5", "1.0.3", "K-R6")
def run_first(play: Play) -> None:
    """BAR_G, BAR_S2, BAR_S3: two dice, each read on the Barrage Table, give the attempts; the die of
    each counts one less (1.0a.5)."""
    _, of_front, number = OPENING[play.state.segment]
    if barrage(play.state).attempts is None:
        whose = of_front or "the German side"
        attempts = sum(
            table(play, number, f"barrages of {whose}, {which} die") for which in ("first", "second")
        )
        play.note(number, **opening(play.state.segment, attempts))
    elif not fire_on(play):
        r01_turn.on(play, number)


@rule("1.0a.1", "1.0a.2", "1.0a.5")
def opening(segment: str, attempts: int) -> dict[str, Json]:
    """What so many barrages that open the game are: two hexes apart, and each die counts one less."""
    side, of_front, number = OPENING[segment]
    return {"side": side, "front": of_front, "attempts": attempts, "apart": 2, "drm": -1, "number": number}


@rule("0.7a.1", "0.7a.3")
def begin(play: Play, of_front: str) -> None:
    """A Barrage chit takes effect: one die on the Barrage Table gives that Front's attempts (0.7a)."""
    attempts = table(play, "0.7a.1", f"barrages of {of_front}")
    open_window(play, "0.7a.1", SOVIET, of_front, attempts)


def open_window(play: Play, number: str, side: str, of_front: str, attempts: int, drm: int = 0) -> None:
    """A window of barrages on adjacent hexes; without a Front the player names one with each (event 11)."""
    about = {"side": side, "front": of_front, "attempts": attempts, "apart": 1, "drm": drm, "number": number}
    play.enter(number, "barrage", **about)


def run_window(play: Play) -> None:
    """The window of a chit or an event: the next target is asked for, or the window closes."""
    if not fire_on(play):
        play.leave(barrage(play.state).number)


@rule("0.7a.1", "1.0a.1", "1.0a.2")
def table(play: Play, number: str, purpose: str) -> int:
    """Roll one die and read it on the Barrage Table: a number of attempts."""
    return attempts_on(play.roll(number, purpose, came=lambda die: f"{plural(attempts_on(die))}"))


def attempts_on(die: int) -> int:
    """The number of barrages that a die gives."""
    return int(charts()["barrage"].read("attacks at 3-1", die))


@rule("0.7a.6", "K-R9")
def fire_on(play: Play) -> bool:
    """Ask for the next target, as long as attempts and targets are left; whether somebody was asked."""
    state, window = play.state, barrage(play.state)
    left = window.attempts
    found, doubtful = named(state) if left else ({}, False)
    whose = f" of {FRONTS[window.front]}" if window.front else ""
    if left and not (found or doubtful):
        lost = f"No target is in range{whose}: {plural(left)} {'are' if left > 1 else 'is'} lost"
        play.record(Told(rule="K-R9", to=(window.side,), text=f"{lost}."))
    if not left or not (found or doubtful):
        return False
    BARRAGE.ask(
        play, window.side,
        f"Order up to {plural(left)}{whose} in this segment, one hex for each. They are resolved in the "
        f"order you write them.{DOUBTFUL if doubtful else ''}{for_others(state, window.side)}",
        rule=window.number, answers=found, also=("pass",), closed=not doubtful,
        silence="no more barrages, and those left are lost", default="pass",
    )  # fmt: skip
    return True


DOUBTFUL = " You may also name a hex that shows only an HQ or a marker. An HQ alone is not a target."


def plural(left: int) -> str:
    """A number of barrages, in words."""
    return f"{left} barrage{'s' if left > 1 else ''}"


@rule("0.1e.1", "K-R76", "K-R101")
def targets(state: State) -> Iterator[str]:
    """Every order of the window on what is in sight, each hex once for a Front; below a marker may be nobody
    but an HQ."""
    return at_each(state, in_sight(state, ENEMY[barrage(state).side]))


@rule("0.1e.1", "K-R76", "K-R101")
def named(state: State) -> tuple[dict[str, None], bool]:
    """The orders of the window that may be carried out whatever is below the tops of enemy stacks; and
    whether there are others, on hexes in which only an HQ or a marker is in sight: below it there may be a
    combat unit, which is not betrayed."""
    enemy = ENEMY[barrage(state).side]
    sure = [at for at in held(state, enemy) if shows_unit(state, seen_in(state, at, enemy))]
    others = (at for at in held(state, enemy) if at not in sure)
    return dict.fromkeys(at_each(state, sure)), any(at_each(state, others))


def at_each(state: State, spaces: Iterable[str]) -> Iterator[str]:
    """The orders of the window on those of these hexes that are in range."""
    window, known = barrage(state), tuple(spaces)
    free = not window.front and window.side == SOVIET
    for of_front in FRONTS if free else (window.front,):
        suffix = f" front {of_front}" if free else ""
        for space in known:
            if in_range(state, space, of_front):
                yield f"barrage {space}{suffix}"


def held(state: State, enemy: str) -> tuple[str, ...]:
    """The hexes with enemy stacks, of whatever kind."""
    return tuple(dict.fromkeys((*(unit.at for unit in army(state, enemy)), *state.covers)))


def seen_in(state: State, space: str, enemy: str) -> str:
    """What is in sight of an enemy stack: its top unit, or the marker on that."""
    return state.covers.get(space) or fog.top(state, space, enemy)


def shows_unit(state: State, item: str) -> bool:
    """Whether what is in sight is a combat unit, not an HQ or a marker."""
    return item in state.units and is_combat(state, state.units[item])


@rule("0.1e.1", "K-R76", "K-R101")
def in_sight(state: State, enemy: str) -> Iterator[str]:
    """The hexes where the top of an enemy stack is a combat unit or a marker, whatever is below."""
    for space in held(state, enemy):
        item = seen_in(state, space, enemy)
        if item not in state.units or shows_unit(state, item):
            yield space


@rule("0.7a.2", "1.0a.4", "1.0a.6", "K-R7", "K-R10")
def in_range(state: State, space: str, of_front: str) -> bool:
    """Whether a hex is at the distance of the window from the guns: adjacent to a combat unit of the Front
    (0.7a.2), in the first turn exactly two hexes from the nearest (K-R7); Germans have no Fronts."""
    known, asked = _ranges(state), (barrage(state).side, of_front, space)
    if asked not in known:
        known[asked] = nearest(state, space, guns(state, of_front))
    return known[asked] == barrage(state).apart


_ranges: Remembered[dict[tuple[str, str, str], int]] = Remembered(lambda state: {})
"""How far the nearest of some guns is, worked out once while no unit changes."""


@rule("0.7a.5", "K-R68")
def guns(state: State, of_front: str) -> tuple[Unit, ...]:
    """The combat units from which the range is measured: all German ones, or those of one Front, independents
    too."""
    return tuple(unit for unit in troops(state, barrage(state).side) if front(state, unit) == of_front)


@rule("0.7a.2", "1.0a.4", "1.0a.6", "K-R101")
def check_target(state: State, space: str, named: str) -> str:
    """The Front that fires, if this hex may be barraged now; whether an HQ is alone there is looked at last.
    Raises Refused, NotInView where only the game knows whether it is."""
    window = barrage(state)
    of_front = window.front or named
    if named and window.front and named != window.front:
        raise Refused("0.7a.1", f"these are the guns of {window.front}")
    if window.side == SOVIET and not of_front:
        raise Refused("RET.11.1", "say whose guns fire: barrage HEX front 2BR, or front 3BR")
    enemy, none = ENEMY[window.side], f"there is no enemy combat unit in {terrain.name(state, space)}"
    if not enemy_here(state, space, window.side):
        raise Refused("0.7a.2", none)
    if not in_range(state, space, of_front):
        apart = "adjacent to" if window.apart == 1 else "exactly two hexes from the nearest of"
        whose = of_front or "your side"
        why = f"{terrain.name(state, space)} is not {apart} the combat units of {whose}"
        first_turn = "1.0a.4" if window.side == GERMAN else "1.0a.6"
        raise Refused("0.7a.2" if window.apart == 1 else first_turn, why)
    if not fighters(state, space, enemy) and not state.covers.get(space):
        fog.check_known(state, space, enemy)
        raise Refused("0.7a.2", none)
    return of_front


def take_barrage(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: one target, or "done"."""

    def check(order: Order) -> str:
        over = order.verb in ENDING
        return "" if over else check_target(play.state, said(order).hex, said(order).front)

    if found := first_legal(play, r00_setup.beside_tops(play, decision.player, orders), check):
        order, of_front = found
        play.close(decision)
        if order.verb in ENDING:
            play.note("0.7a.6", attempts=0)
        else:
            fire(play, said(order).hex, of_front)


@rule("1.0a.2")
def next_front(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The answer after which the guns of the other Front fire, in the first turn."""
    return {"pass": ()} if state.segment == "BAR_S2" else {}


def below(answer: Callable[[State, str], Mapping[str, tuple[str, ...]]], segment: str, whose: str) -> Onward:
    """The barrages of a segment of the first turn, offered below an answer as if its dice had been rolled."""
    frame = Frame(segment, opening(segment, attempts=1))
    return Onward(
        answer,
        f"You may order the {whose} in the same email, one hex for each. The dice give their number, and "
        "those left over are dropped.",
        lambda state, units: state.but(frames=(frame,)), ending=("pass",), topic="barrage", whole=True,
    )  # fmt: skip


BARRAGE = Choice(
    topic="barrage", rule="0.7a.6", verbs=("barrage", "top", "pass", "done"), take=take_barrage,
    legal=lambda state, side: targets(state), shown=MANY, asked=WINDOWS,
    waits=("barrage", "top"), within=("barrage",), reaction=False, called=("barrage", "barrages"),
    usual=False, chance=WANDERER.plays(several), purpose=MARCHER.plays(several),
    onward=below(next_front, "BAR_S3", f"barrages of {FRONTS[BR3]}"),
)  # fmt: skip

SETTING_UP = replace(
    r00_setup.SETTING_UP,
    onward=below(lambda state, side: {"ready": ()} if side == GERMAN else {}, "BAR_G", "German barrages"),
)
"""The set-up, with the barrages that open the game below it: those of the German side come first."""


@rule("0.7a.4", "1.0a.3", "1.0a.5", "RET.4.1", "RET.11.1", "K-R8", "K-R67")
def fire(play: Play, space: str, of_front: str) -> None:
    """One barrage: a die on 3-1, shifted by the ground and the settlement of the target alone, for nobody
    comes across a hexside (K-R67); -1 in the first turn and for the Germans of event 4. Nobody attacks, so
    nothing happens to an attacker and nobody advances."""
    window = barrage(play.state)
    play.note("0.7a.6", attempts=(window.attempts or 0) - 1)
    shifts = terrain_shifts(play.state, space)
    column = shifted(COLUMN, shifts, charts()["crt"].columns, charts()["crt"].columns) or WORST
    clause = "1.0a.5" if window.apart == 2 else "RET.4.1"
    drms = [DRM(clause, window.drm, "barrage")] if window.drm else []
    die = play.roll("0.7a.4", f"the barrage on {space}")
    final = max(1, die + total(drms))
    result = charts()["crt"].read(column, final)
    play.record(
        BarrageResolved(
            rule="0.7a.4", side=of_front or window.side, space=space, attackers=(), defenders=(), attack=3,
            defence=1, parts=(), column=column, shifts=shifts_packed(shifts), drm=total(drms),
            drms=packed(drms), die=die, final=final, result=result,
        )
    )  # fmt: skip
    r12_hqs.attacked(play, space)
    play.enter(
        "0.7a.4", "battle", side=window.side, space=space, attackers=(), barrage=True, result=result,
        stage="result", advance=(), hq_follows=(), air={}, ship=False,
        defenders=tuple(unit.id for unit in fighters(play.state, space, ENEMY[window.side])),
    )  # fmt: skip
