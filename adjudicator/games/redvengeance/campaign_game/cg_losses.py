"""Losses of a CGS (CG24), Location Victory Points (CG29). One report of losses
gives three different sums.

victory (20)         suffered, for the Russian without vehicles and Moabit Prisoners     `counted`
CPP (8.6162)         suffered without Moabit Prisoners; vehicles count                    `last`
ELR (CG24, 8.6123)   without vehicles, Moabit and capture bonus, with the Refit Phase     `for_elr`
LVP (CG29)           stone buildings that a side takes from the enemy                     `points`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache

from adjudicator.events import ControlChanged
from adjudicator.mechanics.drm import DRM, total
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from adjudicator.typed_values import read_as

from ..charts import rows_of
from ..events import LossesBooked, PointsClaimed
from ..orders import Report, Said, check_side
from ..position import GERMAN, GONE, PLAY, RUSSIAN, other
from ..situation.campaign import INITIAL, campaign, note, note_in, tell
from ..situation.ground import having, tags
from ..situation.pieces import (
    ARMOR_LEADER,
    CREW,
    HALF_SQUAD,
    MOABIT,
    SMC,
    SQUAD,
    VEHICLE,
    class_of,
    nation_of,
)

PARTS = ("suffered", "vehicles", "moabit", "capture", "refit")
"""The numbers in a report of losses, besides the sum for ELR."""
FORM = "REPORT CVP of={of} suffered={suffered} vehicles={vehicles} moabit={moabit} capture={capture}"


@dataclass(frozen=True, slots=True)
class Losses:
    """The CVP that a side lost in a CGS.

    suffered  all of them in play          vehicles  those of vehicles among them, without crews
    moabit    those of Moabit Prisoners among them      capture  the bonus for captured units among them
    refit     infantry lost in the Refit Phase, besides these
    """

    suffered: int = 0
    vehicles: int = 0
    moabit: int = 0
    capture: int = 0
    refit: int = 0

    @property
    def in_play(self) -> tuple[int, int, int, int]:
        """What the play cost: all but the Refit Phase."""
        return self.suffered, self.vehicles, self.moabit, self.capture


def losses(state: State, side: str) -> Losses:
    """What a side lost in this CGS as both sides reported it; nothing where they did not."""
    return read_as(Losses, campaign(state).losses.get(side, {}))


@rule("CG24.2", "CG24.3", "CG24.4", "CG16.6")
def for_elr(lost: Losses) -> int:
    """The CVP that count for ELR: without vehicles (their crews and Armor Leaders count), Moabit Prisoners
    and the bonus for captures; with what infantry the Refit Phase cost."""
    return lost.suffered - lost.vehicles - lost.moabit - lost.capture + lost.refit


def elr_sum(lost: Losses) -> str:
    """The same as a sum: "165 suffered - 10 vehicles - 8 Moabit Prisoners ... = 147"."""
    return (
        f"{lost.suffered} suffered - {lost.vehicles} vehicles - {lost.moabit} Moabit Prisoners - "
        f"{lost.capture} capture bonus + {lost.refit} Refit Phase = {for_elr(lost)}"
    )


@rule("VC-CGS.2", "CG16.6")
def counted(side: str, lost: Losses) -> int:
    """The CVP of a side's losses for victory in a CGS: Russian vehicles and Moabit Prisoners are left out,
    crews and Armor Leaders count. German vehicles count (notes f.16)."""
    return lost.suffered - (lost.vehicles + lost.moabit if side == RUSSIAN else 0)


def counted_sum(side: str, lost: Losses) -> str:
    """The same as a sum."""
    if side == RUSSIAN and (lost.vehicles or lost.moabit):
        parts = f"{lost.suffered} - {lost.vehicles} vehicles - {lost.moabit} Moabit Prisoners"
        return f"{parts} = {counted(side, lost)}"
    return str(lost.suffered)


# -- the report --------------------------------------------------------------------------------------------


def told(said: Said) -> Losses:
    """The losses that a line reports; what it leaves out is 0."""
    return Losses(**{part: getattr(said, part) or 0 for part in PARTS})


@rule("CG24.2", "CG24.3")
def all_parts(said: Said) -> dict[str, int]:
    """What a report of losses may leave out: the sum for ELR and, without it, the parts that are 0. Nothing
    if the losses themselves are missing."""
    if said.suffered is None or said.elr is not None:
        return {}
    return {**asdict(told(said)), "elr": for_elr(told(said))}


@rule("CG24.2", "CG24.3", "CG24.4")
def check_cvp(state: State, side: str, said: Said) -> None:
    """REPORT CVP: the numbers must be there, and agree with each other and with what was booked at 8.6032."""
    lost = told(said)
    line = form(said.of or RUSSIAN, lost)
    check_side(said, "CG24.2", "whose losses they are")
    if said.suffered is None or said.elr is None:
        raise Refused("CG24.2", "suffered= is missing", (line,))
    if min(asdict(lost).values()) < 0:
        raise Refused("CG24.2", "a loss may not be below 0")
    if said.of != RUSSIAN and lost.moabit:
        raise Refused("VC-CGS.2", "only the Russian has Moabit Prisoners to lose", ("moabit=0",))
    if lost.vehicles + lost.moabit + lost.capture > lost.suffered:
        parts = f"{lost.vehicles} vehicles + {lost.moabit} Moabit Prisoners + {lost.capture} capture bonus"
        raise Refused("CG24.2", f"{parts} are more than the {lost.suffered} suffered, whose parts they are")
    if said.elr != for_elr(lost):
        raise Refused("CG24.2", f"elr={said.elr} is not the sum: {elr_sum(lost)}", (line,))
    _check_booked(state, said.of, lost)
    _check_all_booked(state, said.of, lost)
    _check_decided(state, said.of, lost)


@rule("CG24.2", "CG24.4", "VC-CGS.2")
def _check_booked(state: State, side: str, lost: Losses) -> None:
    """Raises Refused where the losses are fewer than those that both sides have booked one by one."""
    least = least_losses(state, side)
    short = [
        f"{what} {has}, booked {needs}{' or more' * more}"
        for what, has, needs, more in (
            ("infantry and crews", by_hand(lost), by_hand(least), bool(booked(state, side)[LEADERS])),
            ("vehicles", lost.vehicles, least.vehicles, True),
            ("Moabit Prisoners", lost.moabit, least.moabit, False),
            ("Refit Phase", lost.refit, least.refit, bool(booked(state, side, refit=True)[LEADERS])),
        )
        if has < needs
    ]
    if short:
        why = f"the {side} side has booked more losses: {'; '.join(short)}"
        raise Refused("CG24.2", why, (form(side, at_least(lost, least)),))


@rule("CG24.2", "CG24.4", "VC-CGS.2")
def _check_all_booked(state: State, side: str, lost: Losses) -> None:
    """In a campaign that has come by its purchases every loss is booked one by one, so that none is reported
    beyond them. Raises Refused."""
    most = at_most(state, side, lost)
    over = [
        f"{what} {has}, booked {needs}"
        for what, has, needs in (
            ("infantry and crews", by_hand(lost), by_hand(most)),
            ("vehicles", lost.vehicles, most.vehicles),
            ("Moabit Prisoners", lost.moabit, most.moabit),
            ("Refit Phase", lost.refit, most.refit),
        )
        if has > needs
    ]
    if over:
        why = f'the {side} side has booked fewer losses: {"; ".join(over)}. "report LOST unit=UNIT" books one'
        raise Refused("CG24.2", why, (form(side, most),))


def at_most(state: State, side: str, lost: Losses) -> Losses:
    """Losses as reported, without those that are known not to be (notes f.52): infantry has its CVP. What a
    leader, a vehicle or its crew is worth the base rules have: where one is lost the sum is not known."""
    now, play, after = campaign(state), booked(state, side), booked(state, side, refit=True)
    if not now.bought_in or state.turn - now.bought_in > 1:
        return lost
    infantry = by_hand(lost) if play[LEADERS] or play[VEHICLES] else min(by_hand(lost), play[INFANTRY])
    vehicles = lost.vehicles if play[VEHICLES] else 0
    moabit = lost.moabit if play[PRISONERS] else 0
    refit = lost.refit if after[LEADERS] else min(lost.refit, after[INFANTRY])
    return Losses(infantry + vehicles + moabit + lost.capture, vehicles, moabit, lost.capture, refit)


def by_hand(lost: Losses) -> int:
    """The CVP of infantry, crews and leaders among losses in play."""
    return lost.suffered - lost.vehicles - lost.moabit - lost.capture


def least_losses(state: State, side: str) -> Losses:
    """The least that a side's losses can be by what both sides have booked: infantry by its CVP, one for a
    leader or a vehicle, whose CVP the base rules have."""
    play, after = booked(state, side), booked(state, side, refit=True)
    return Losses(
        suffered=sum(play.values()),
        vehicles=play[VEHICLES],
        moabit=play[PRISONERS],
        refit=after[INFANTRY] + after[LEADERS],
    )


def at_least(lost: Losses, least: Losses) -> Losses:
    """Losses as reported, with what is booked where they are fewer."""
    infantry = max(by_hand(lost), by_hand(least))
    vehicles, moabit = max(lost.vehicles, least.vehicles), max(lost.moabit, least.moabit)
    suffered, refit = infantry + vehicles + moabit + lost.capture, max(lost.refit, least.refit)
    return Losses(suffered, vehicles, moabit, lost.capture, refit)


@rule("RePh8.6032", "CG24.4")
def work_out(play: Play, side: str) -> None:
    """What was booked one by one counts where no report of losses has it."""
    had = losses(play.state, side)
    lost = at_least(had, least_losses(play.state, side))
    if lost != had:
        tell(play, "CG24.2", f"losses of the {side} side that were booked and not reported count as booked")
        book_losses(play, side, lost)


def form(side: str, lost: Losses) -> str:
    """The line that reports these losses."""
    line = FORM.format(of=side, **asdict(lost))
    return f"{line} refit={lost.refit} elr={for_elr(lost)}"


@rule("RePh8.6032")
def _check_decided(state: State, side: str, lost: Losses) -> None:
    """Once the CGS is decided only the losses of the Refit Phase can be added."""
    had = losses(state, side)
    if campaign(state).result and lost.in_play != had.in_play:
        raise Refused(
            "RePh8.6032",
            "the CGS is decided by what was reported at 8.6032: of the play "
            f"{had.suffered} suffered, {had.vehicles} vehicles, {had.moabit} Moabit Prisoners, {had.capture} "
            "capture bonus; only refit= may change",
        )


def book_cvp(play: Play, said: Said) -> None:
    """The losses of a side, as both sides report them."""
    book_losses(play, said.of, told(said))


def book_losses(play: Play, side: str, lost: Losses) -> None:
    """The losses of a side, with their sums for victory and for ELR."""
    note_in(play, "CG24.2", "losses", {side: asdict(lost)})
    play.record(LossesBooked(rule="CG24.2", side=side, counted=counted_sum(side, lost), elr=elr_sum(lost)))


# -- massacre ----------------------------------------------------------------------------------------------


def check_massacre(state: State, side: str, said: Said) -> None:
    """REPORT MASSACRE: which side committed it."""
    check_side(said, "CG25.1", "who committed it")


@rule("CG25.1")
def book_massacre(play: Play, said: Said) -> None:
    """A Massacre counts for the rest of the campaign: nothing ever takes it back."""
    note(play, "CG25.1", massacre=True)


CVP = {SQUAD: 2, HALF_SQUAD: 1, CREW: 1}
"""The CVP of infantry (CG20.1, CG24.4)."""
INFANTRY, LEADERS, PRISONERS, VEHICLES = "infantry", "leaders", "moabit", "vehicles"
RESULT = "8.6032"
"""The step that decides the CGS: what is lost after it is lost in the Refit Phase."""
NO_MORE = {"wreck", "burnt-out"}
"""Flags of a vehicle that has been lost before."""


def worth(state: State, unit: Unit) -> Mapping[str, int]:
    """What a unit is worth, by what it counts as; nothing once it is gone."""
    class_ = class_of(state, unit)
    if unit.at in GONE:
        return {}
    if class_ == VEHICLE:
        return {} if unit.flags & NO_MORE else {VEHICLES: 1}
    least = CVP.get(class_, 1 if class_ in {*SMC, ARMOR_LEADER} else 0)
    if nation_of(state, unit) == MOABIT:
        return {PRISONERS: least}
    return {INFANTRY if class_ in CVP else LEADERS: least}


@rule("CG24.2", "CG24.4", "CG16.6")
def count_losses(play: Play, before: State) -> None:
    """What has been booked since a position is added to the losses of this CGS, or of its Refit Phase."""
    lost: dict[str, Counter[str]] = {}
    for state, sign in (before, 1), (play.state, -1):
        for id_, unit in state.units.items():
            if before.units.get(id_) is not play.state.units.get(id_):
                found = lost.setdefault(unit.side, Counter())
                found.update({what: sign * cvp for what, cvp in worth(state, unit).items()})
    decided = before.segment != PLAY and before.segment > RESULT
    fact = "toll-refit" if decided else "toll"
    had = play.state.facts.get(fact, {})
    if more := {side: sums(had.get(side, {}), found) for side, found in lost.items() if any(found.values())}:
        note_in(play, "CG24.2", fact, more)


def sums(one: Mapping[str, int], another: Mapping[str, int]) -> dict[str, int]:
    """Both together; what comes to nothing is left out."""
    added = {what: one.get(what, 0) + another.get(what, 0) for what in sorted({*one, *another})}
    return {what: cvp for what, cvp in added.items() if cvp}


def booked(state: State, side: str, *, refit: bool = False) -> Mapping[str, int]:
    """The least CVP of what a side has lost in this CGS, or in its Refit Phase, by what it counts as."""
    now = campaign(state)
    found = (now.toll_refit if refit else now.toll).get(side, {})
    return {what: max(0, found.get(what, 0)) for what in (INFANTRY, LEADERS, PRISONERS, VEHICLES)}


STONE, OWN, ENEMY, NONE = "STONE", "own", "enemy", "none"
ORDINARY = 1
"""LVP of an ordinary stone Location, one to a hex (CG29.2, notes f.15)."""


@dataclass(frozen=True, slots=True)
class Building:
    """A building of the LVP table: its clause, its hex or the tag of its hexes, its name, its worth."""

    rule: str
    hexes: str
    name: str
    points: int


@cache
def buildings() -> tuple[Building, ...]:
    """The LVP table, from `points.csv`."""
    return rows_of(Building, "points.csv")


def hexes_of(state: State, building: Building) -> frozenset[str]:
    """The hexes of a building of the table."""
    if building.hexes in state.board.spaces:
        return frozenset({building.hexes})
    return having(building.hexes)


@rule("CG29.6")
def start_holder(state: State, hex_: str) -> str:
    """Who controlled a hex at the start of this CGS, "" for No-Man's Land. At the start of the campaign the
    German controls the German set-up area, and all else is No-Man's Land."""
    now = campaign(state)
    if now.case == INITIAL and not now.control_start:
        return GERMAN if state.board.spaces[hex_].facts["start"] == GERMAN else ""
    return now.control_start.get(hex_, "")


# -- claims ------------------------------------------------------------------------------------------------


@rule("CG29.1", "CG29.2")
def check_claim(state: State, side: str, said: Said) -> None:
    """CLAIM STONE: only Locations that were the enemy's when the CGS began and are one's own now count."""
    if said.about != STONE or not said.rest:
        raise Refused("CG29.2", "a claim names stone Locations", ("CLAIM STONE K12,K13 start=enemy now=own",))
    check_side(said, "CG29.1", "who captured them")
    if said.start != ENEMY or said.now != OWN:
        why = "only Locations captured from the enemy count"
        raise Refused("CG29.1", why, ("start=enemy now=own",))
    for text in said.rest:
        if hex_of(text) not in state.board.spaces:
            raise Refused("CG29.2", f"{text} is not a hex of the map")
        if (holder := start_holder(state, hex_of(text))) != other(said.of):
            held = {"": "No-Man's Land", said.of: "already controlled by the claimant"}[holder]
            raise Refused("CG29.1", f"{text} was {held} at the start of this CGS")
        if campaign(state).result:
            raise Refused("CG29.7", "LVP count for victory in the CGS alone, and it is decided")


def hex_of(text: str) -> str:
    """A hex as the board has it: "k13" of "K13" and "K13:1"."""
    return text.partition(":")[0].lower()


@rule("CG29.1")
def book_claim(play: Play, said: Said) -> None:
    """The Locations are the claimant's."""
    side, hexes = said.of, tuple(dict.fromkeys(map(hex_of, said.rest)))
    for hex_ in hexes:
        was = play.state.control.get(hex_, "")
        if was != side:
            play.record(ControlChanged(rule="CG29.1", space=hex_, was=was, now=side))
    claimed = campaign(play.state).claimed
    all_of = tuple(dict.fromkeys((*claimed.get(side, ()), *hexes)))
    note(play, "CG29.1", claimed={**claimed, side: all_of})
    lvp = total(points(play.state, side))
    play.record(PointsClaimed(rule="CG29.1", side=side, hexes=hexes, points=lvp))


# -- the sum -----------------------------------------------------------------------------------------------


def captured(state: State, side: str) -> frozenset[str]:
    """The stone hexes that a side took in this CGS: those it claimed, and those that are stone on the map."""
    mine = {hex_ for hex_, holder in state.control.items() if holder == side}
    stone = {hex_ for hex_ in mine if "stone" in tags(hex_)} | set(campaign(state).claimed.get(side, ()))
    return frozenset(hex_ for hex_ in stone & mine if start_holder(state, hex_) == other(side))


@rule("CG29.2", *(one.rule for one in buildings()), "CG29.7")
def points(state: State, side: str) -> tuple[DRM, ...]:
    """A side's LVP of this CGS: a building of the table when all of its hexes are the side's at the end, paid
    once for the whole of it; of ordinary stone one a hex. They count for the CGS and for nothing else."""
    taken, found = captured(state, side), []
    for one in buildings():
        hexes = hexes_of(state, one)
        whole = all(state.control.get(hex_) == side for hex_ in hexes)
        if hexes & taken and whole:
            found.append(DRM(one.rule, one.points, one.name))
        taken -= hexes
    if taken:
        found.append(DRM("CG29.2", len(taken) * ORDINARY, "for stone Locations"))
    return tuple(found)


REPORTS: Mapping[str, Report] = {
    "CVP": Report(check_cvp, book_cvp, keys=()),
    "MASSACRE": Report(check_massacre, book_massacre, keys=()),
    "CLAIM": Report(check_claim, book_claim, keys=()),
}
