"""What must be true of every position, whatever was ordered: checked after every event in games of bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.games.redvengeance.charts import groups, starts
from adjudicator.games.redvengeance.fighting.r09_barricades import MOST_LABOR
from adjudicator.games.redvengeance.fighting.r11_bridges import DESTROYED, INTACT, LIMIT, PARTIAL
from adjudicator.games.redvengeance.fighting.r14_banner import ROOF
from adjudicator.games.redvengeance.position import BOXES, FLAGS, HIP, INIT_SETUP, PLAY, RESERVE, SIDES
from adjudicator.games.redvengeance.questions.firefight import LAST_TURN
from adjudicator.games.redvengeance.questions.gates import STOCK
from adjudicator.games.redvengeance.questions.placing import HIP_SORTS
from adjudicator.games.redvengeance.refit_phase.reph_forts import HIP_ITEM
from adjudicator.games.redvengeance.refit_phase.reph_result import A_LEVEL
from adjudicator.games.redvengeance.situation.campaign import (
    ATTACK,
    BREACHED,
    CHITS,
    CPP,
    ELR_CARRY,
    FPP,
    GAME_TURN,
    IDLE,
    LULL_USED,
    ROADBLOCK,
    SAN,
    WHOLE,
    banners,
    campaign,
    own,
    placed,
    track,
)
from adjudicator.games.redvengeance.situation.ground import bridge_hexes, firm, hex_id, place, tags
from adjudicator.games.redvengeance.situation.newcomers import DUG_IN, NEW, origin
from adjudicator.games.redvengeance.situation.pieces import BANNER, UNSEEN, class_of, on_map
from adjudicator.state import State, Unit

KNOWN = frozenset(FLAGS)


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    parts = (units, tracks, bought, set_up, ground, agreed, asked)
    return [fault for part in parts for fault in part(state)]


def units(state: State) -> Iterator[str]:
    """Each unit is one of its side's counters, somewhere, and bears flags that there are."""
    for unit in state.units.values():
        counter = state.counter(unit)
        if counter is None or counter.side != unit.side:
            yield f"{unit.id} is not a counter of the {unit.side} side"
        if unit.at not in state.board.spaces and unit.at not in BOXES:
            yield f"{unit.id} is at {unit.at}, which is not a place"
        if unknown := unit.flags - KNOWN:
            yield f"{unit.id} bears {', '.join(sorted(unknown))}"


def tracks(state: State) -> Iterator[str]:
    """No track is below 0, no side has more chits than it began with, and a Lull helps once; less than a
    level is carried on for the ELR, and Game Turns are played in the firefight alone, in which a campaign may
    be closed."""
    yield from (f"{name} is {value}" for name, value in state.tracks.items() if value < 0)
    for side in SIDES:
        if state.tracks.get(track(CHITS, side), 0) > STOCK[side]:
            yield f"the {side} side has too many Attack chits"
        if state.tracks.get(track(LULL_USED, side), 0) > 1:
            yield f"a Lull has helped the {side} side twice"
        if state.tracks.get(track(ELR_CARRY, side), 0) >= A_LEVEL:
            yield f"the {side} side carries a whole level of ELR"
        missing = [one for one in (CPP, FPP, SAN) if track(one, side) not in state.tracks]
        yield from (f"there is no track {one} of the {side} side" for one in missing)
    turn = state.tracks.get(GAME_TURN, 0)
    played = state.over is not None or state.segment in {PLAY, "8.625", "INIT.SETUP", "START.2"}
    if turn > (LAST_TURN if played else 0):
        yield f"Game Turn {turn} at {state.segment}"


def bought(state: State) -> Iterator[str]:
    """No group is over its maxima: of one CGS, and of the campaign, free ones not counted."""
    for side in SIDES:
        mine, free = own(state, side), Counter(starts()[side].free)
        for id_, count in mine.bought.items():
            if count > groups()[side, id_].cg:
                yield f"the {side} side has bought {count} groups {id_}"
        came = Counter((name.split("#")[0], facts.get("cgs")) for name, facts in mine.groups.items())
        for (id_, cgs), count in came.items():
            if count - (free[id_] if cgs == 1 else 0) > groups()[side, id_].cgs:
                yield f"{count} groups {id_} have come to the {side} side in CGS {cgs}"


def set_up(state: State) -> Iterator[str]:
    """While sides set up nothing is hidden, or left open, that was not bought so, no Banner is concealed, and
    dug-in tanks are on firm ground."""
    if state.segment not in {INIT_SETUP, "8.624"}:
        return
    for side in SIDES:
        mine = own(state, side)
        paid = Counter(
            HIP_SORTS.get(class_of(state, state.units[id_]), "")
            for id_ in mine.paid
            if id_ not in mine.unseen and HIP in state.units[id_].flags
        )
        for one in mine.forts:
            paid[str(one.get("unit", "")).lower()] -= one["times"] if one["item"] == HIP_ITEM else 0
        yield from (f"{n} {sort} too many are hidden by purchase" for sort, n in paid.items() if n > 0)
    for unit in filter(on_map, state.units.values()):
        yield from (f"{unit.id} {fault}" for fault in _misplaced(state, unit))


def _misplaced(state: State, unit: Unit) -> Iterator[str]:
    """What is wrong with how a unit is set up."""
    if class_of(state, unit) == BANNER and unit.flags & UNSEEN:
        yield "is a Red Banner and concealed"
    if unit.id in own(state, unit.side).came:
        _, flags = origin(state, unit)
        if {NEW, RESERVE} <= flags and RESERVE not in unit.flags:
            yield "was bought at the Reserve price and lies under no Reserve counter"
    if DUG_IN in unit.flags and not firm(unit.at):
        yield f"is dug in at {unit.at.upper()}"


def ground(state: State) -> Iterator[str]:
    """Bridges are what they can be and bear what they may, Barricades and Labor too; a Banner flies from the
    roof of the Reichstag."""
    now = campaign(state)
    for hex_, word in now.bridges.items():
        if hex_id(hex_) not in bridge_hexes() or word.partition(" ")[0] not in {INTACT, PARTIAL, DESTROYED}:
            yield f"the bridge {hex_} is {word}"
    for hex_, tons in now.limits.items():
        if not 0 <= tons <= LIMIT or now.bridges.get(hex_, INTACT) == INTACT:
            yield f"the bridge {hex_} bears {tons} tons"
    yield from (f"Labor {n} at {at}" for at, n in now.labor.items() if not 1 <= n <= MOST_LABOR)
    kinds = {WHOLE, BREACHED, ROADBLOCK}
    yield from (f"a {what} barrier at {at}" for at, what in now.barricades.items() if what not in kinds)
    for flies in (*banners(state), *placed(state)):
        if "reichstag" not in tags(flies) or place(flies).level != ROOF:
            yield f"a Banner flies at {flies}"
    yield from (f"a hex is held by {side}" for side in {*state.control.values()} - {"", *SIDES})


def agreed(state: State) -> Iterator[str]:
    """What both sides have filed does not wait, and the parts of a loss are not more than it."""
    now = campaign(state)
    both = [set(map(str.casefold, now.filed.get(side, ()))) for side in SIDES]
    yield from (f'both have filed "{line}", and it is not booked' for line in both[0] & both[1])
    for side, lost in now.losses.items():
        if sum(lost.get(part, 0) for part in ("vehicles", "moabit", "capture")) > lost.get("suffered", 0):
            yield f"the parts of the {side} losses are more than they"
    if set(now.chits.values()) - {ATTACK, IDLE}:
        yield f"chits are {now.chits}"


def asked(state: State) -> Iterator[str]:
    """A side is asked one thing at a time."""
    twice = [side for side, n in Counter(one.player for one in state.decisions).items() if n > 1]
    yield from (f"the {side} side is asked twice" for side in twice)
