"""Sections 8.2 to 8.506 where more than a row of `table.txt` is needed: Battle Hardening, and what Gestapo
leaders do to those around them.

8.2, 8.501 Battle Hardening     8.503 berserk     8.505 who rallies     8.506 a rout out of their Location
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.events import FlagsChanged
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..decision_table.table import Fact, judged
from ..decision_table.table_reports import case, effects, reported
from ..events import TableNoted
from ..orders import Report, Said, number_in
from ..position import GONE, PLAY, SIDES, location
from ..situation import pieces
from ..situation.campaign import campaign, note
from ..situation.pieces import class_of, good_order, is_a, may_see, named, printed
from .r16_miscellaneous import whole

COMMISSAR = 1
"""Stand-in: how much a Commissar raises a Morale Level; A25.221 has the number (notes, BRV8.503.1)."""
NTC, FAILED_RALLY = "ntc", "a failed Rally attempt (A25.222)"


def here(state: State, unit: Unit, *classes: str) -> Iterator[Unit]:
    """The friends of a unit in its Location that are of these classes, itself left out."""
    for one in state.at(unit.at):
        same = one.side == unit.side and location(one) == location(unit) and one.id != unit.id
        if same and is_a(state, one, classes):
            yield one


def seen_gestapo(state: State, unit: Unit, side: str) -> Iterator[Unit]:
    """The Gestapo in the Location of a unit of whom a side may know."""
    return (one for one in here(state, unit, pieces.GESTAPO) if may_see(state, side, one))


def of_hardened(state: State, side: str, line: Said) -> dict[str, Fact]:
    """REPORT BH unit=: in the firefight who hardens has taken a check on the map. Raises Refused."""
    unit = named(state, side, line.unit, "BRV8.2.6")
    if state.segment == PLAY and unit.at not in (*GONE, *state.board.spaces):
        raise Refused("RePh0.1", pieces.not_there(unit))
    return {}


def check_berserk(state: State, side: str, line: Said) -> None:
    """REPORT BERSERK unit=: Personnel on the map that is not berserk yet. Raises Refused."""
    unit = named(state, side, line.unit, "BRV8.503.2")
    if not (pieces.on_map(unit) and is_a(state, unit, pieces.PERSONNEL)):
        raise Refused("RePh0.1", f"{unit.id} is not Personnel on the map")
    if "berserk" in unit.flags:
        raise Refused("BRV8.503.2", f"{unit.id} is berserk already")


@rule("BRV8.503.2")
def book_berserk(play: Play, line: Said) -> None:
    """It is berserk; of a Gestapo every MMC in the Location takes an NTC then."""
    unit = named(play.state, pieces.ANYBODY, line.unit, "BRV8.503.2")
    play.record(FlagsChanged(rule="BRV8.503.2", units=(unit.id,), add=("berserk",)))
    if class_of(play.state, unit) != pieces.GESTAPO:
        return
    must = tuple(here(play.state, unit, *pieces.MMC))
    note(
        play, "BRV8.503.2", owed={**campaign(play.state).owed, **dict.fromkeys((one.id for one in must), NTC)}
    )
    for side in SIDES:  # one of them may be hidden
        known = ", ".join(one.id for one in must if may_see(play.state, side, one)) or "nobody"
        text = f"an NTC is owed, with {COMMISSAR} more Morale, for {known}: REPORT NTC"
        play.record(TableNoted(rule="BRV8.503.2", text=text, to=(side,)))


@rule("BRV8.503.2")
def check_ntc(state: State, side: str, line: Said) -> None:
    """REPORT NTC unit= dr=: the NTC of a unit that is with a berserk Gestapo."""
    unit = named(state, side, line.unit, "BRV8.503.2")
    if campaign(state).owed.get(unit.id) != NTC:
        raise Refused("BRV8.503.2", f"{unit.id} owes no NTC")
    whole(line, "dr", "BRV8.503.3")


@rule("BRV8.503.3")
def book_ntc(play: Play, line: Said) -> None:
    """Who passes is berserk too; who fails has failed to rally."""
    unit = named(play.state, pieces.ANYBODY, line.unit, "BRV8.503.3")
    owed = campaign(play.state).owed
    note(play, "BRV8.503.2", owed={id_: what for id_, what in owed.items() if id_ != unit.id})
    most, rolled = printed(play.state, unit, "morale") + COMMISSAR, whole(line, "dr", "BRV8.503.3")
    passed = rolled <= most
    text = f"NTC of {unit.id}: {rolled}, {most} or less was needed: {'berserk' if passed else FAILED_RALLY}"
    play.record(TableNoted(rule="BRV8.503.3", text=text))
    if passed:
        play.record(FlagsChanged(rule="BRV8.503.3", units=(unit.id,), add=("berserk",), hushed=True))


@rule("BRV8.505.1")
def outranks(state: State, gestapo: Unit, leader: Unit) -> bool:
    """Whether a Good Order Gestapo is superior to another leader for rallying: if its printed morale is at
    least as high."""
    return good_order(gestapo) and printed(state, gestapo, "morale") >= printed(state, leader, "morale")


@rule("BRV8.505.1", "BRV8.505.2", "BRV8.505.3")
def check_rally(state: State, side: str, line: Said) -> None:
    """REPORT RALLY unit= by=: a leader tries to rally a broken unit. One whom a Gestapo outranks may not; the
    Gestapo must try, unless a leader of higher morale does."""
    unit, leader = named(state, side, line.unit, "BRV8.505.2"), named(state, side, line.by, "BRV8.505.2")
    judged("rally", case(state, line, side=side))
    if "broken" not in unit.flags:
        raise Refused("BRV8.505.2", f"{unit.id} is not broken")
    if not is_a(state, leader, pieces.LEADERS):
        raise Refused("BRV8.505.2", f"{leader.id} is not a leader")
    if location(leader) != location(unit):
        raise Refused("BRV8.505.2", f"{leader.id} is in {location(leader)}, {unit.id} in {location(unit)}")
    for one in seen_gestapo(state, unit, side):
        if class_of(state, leader) != pieces.GESTAPO and outranks(state, one, leader):
            why = f"{one.id} outranks {leader.id} and must try to rally {unit.id}"
            raise Refused("BRV8.505.2", why, (f"report rally unit={unit.id} by={one.id}",))


def book_rally(play: Play, line: Said) -> None:
    """What the table says of it; and whether the unit has rallied."""
    known = case(play.state, line)
    effects(play, "rally", judged("rally", known), known)
    if line.result == "rallied":
        unit = named(play.state, pieces.ANYBODY, line.unit, "BRV8.505.2")
        play.record(FlagsChanged(rule="BRV8.505.2", units=(unit.id,), drop=("broken", "dm")))


@rule("BRV8.506.2")
def rout_check(state: State, unit: Unit, side: str = pieces.ANYBODY) -> bool:
    """Whether a unit must pass an NMC before it routs out: an unpinned Good Order Gestapo is there, of whom
    a side knows."""
    return any(good_order(one) and "pinned" not in one.flags for one in seen_gestapo(state, unit, side))


@rule("BRV8.506.1", "BRV8.506.2")
def check_rout(state: State, side: str, line: Said) -> None:
    """REPORT ROUT unit= [ml= dr= bonus=] [with=]: a unit routs out of its Location."""
    unit = named(state, side, line.unit, "BRV8.506.2")
    judged("rout", case(state, line, side=side))
    if rout_check(state, unit, side):
        whole(line, "dr", "BRV8.506.2")
        if line.ml is None:
            why = f"{unit.id} takes an NMC first. Write its broken Morale Level, ml=6, and the terrain bonus"
            raise Refused("BRV8.506.2", why)


@rule("BRV8.506.2", "BRV8.506.3")
def book_rout(play: Play, line: Said) -> None:
    """The NMC is on the broken Morale Level, the Commissar's and the terrain's bonus alone; a failure is one
    to rally, and the unit routs all the same."""
    unit, known = named(play.state, pieces.ANYBODY, line.unit, "BRV8.506.2"), case(play.state, line)
    effects(play, "rout", judged("rout", known), known)
    if rout_check(play.state, unit):
        bonus = number_in(line.more.get("bonus", "")) or 0
        assert line.ml is not None  # it was checked
        most, rolled = line.ml + COMMISSAR + bonus, whole(line, "dr", "BRV8.506.2")
        result = "passed" if rolled <= most else f"{FAILED_RALLY}, and it may still rout"
        text = (
            f"NMC of {unit.id}: {rolled}, needed {line.ml} broken morale +{COMMISSAR} Commissar "
            f"+{bonus} terrain = {most}: {result}"
        )
        play.record(TableNoted(rule="BRV8.506.2" if rolled <= most else "BRV8.506.3", text=text))
    play.record(TableNoted(rule="BRV8.506.3", text=f"{unit.id} routs out of {location(unit)}"))


REPORTS = {
    "bh": reported("bh", facts=of_hardened),
    "berserk": Report(check_berserk, book_berserk, opens=True),
    "ntc": Report(check_ntc, book_ntc, opens=True),
    "rally": Report(check_rally, book_rally, opens=True),
    "rout": Report(check_rout, book_rout, opens=True),
}
