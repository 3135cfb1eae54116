"""Location Victory Points (CG29): stone buildings that a side takes from the enemy in a CGS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from adjudicator.events import ControlChanged
from adjudicator.mechanics.drm import DRM, total
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .campaign import INITIAL, campaign, note
from .events import PointsClaimed
from .ground import having, tags
from .orders import Report, Reports, Said
from .position import GERMAN, SIDES, other
from .rows import rows_of

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
    German controls his set-up area, and nobody anything else."""
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
    if said.of not in SIDES:
        raise Refused("CG29.1", "of= says who captured them", tuple(f"of={one}" for one in SIDES))
    if said.start != ENEMY or said.now != OWN:
        why = "only Locations that were the enemy's and are one's own now count"
        raise Refused("CG29.1", why, ("start=enemy now=own",))
    for text in said.rest:
        _check_hex(state, said.of, text)


def hex_of(text: str) -> str:
    """A hex as the board has it: "k13" of "K13" and "K13:1"."""
    return text.partition(":")[0].lower()


def _check_hex(state: State, side: str, text: str) -> None:
    if hex_of(text) not in state.board.spaces:
        raise Refused("CG29.2", f"{text} is no hex of the map")
    if (holder := start_holder(state, hex_of(text))) != other(side):
        held = {"": "No-Man's Land", side: "already in the claimant's hands"}[holder]
        raise Refused("CG29.1", f"{text} was {held} at the start of this CGS")
    if campaign(state).result:
        raise Refused("CG29.7", "LVP count for victory in the CGS alone, and it is decided")


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


REPORTS: Reports = {"CLAIM": Report(check_claim, book_claim, keys=())}
