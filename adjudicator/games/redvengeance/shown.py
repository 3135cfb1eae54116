"""What a position shows beside what lies on the table: effective ELR, weather, board, groups (notes g.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from adjudicator.state import Json, State
from counters.roster.load import load_roster

from .campaign import campaign, own
from .ground import bridge_hexes
from .modifiers import effective_elr
from .pieces import MMC
from .position import GAME, SIDES
from .r08_elr import SMC, printed
from .r11_bridges import INTACT, PARTIAL
from .reph_forts import supplemental_in_force

SORTS = ("strength", "units", "sw", "crews", "leaders", "ammo")
"""What is told of a group, in this order."""


@cache
def types() -> tuple[tuple[str, str], ...]:
    """Each side with its types that have an ELR: SMC, and every MMC as it is printed."""
    units = (one for one in load_roster(GAME).counters.values() if one.traits.get("class") in MMC)
    mmc = dict.fromkeys((one.side, printed(one.id)) for one in units)
    return (*((side, SMC) for side in SIDES), *mmc)


def tracks(state: State) -> Mapping[str, Json]:
    """The ELR of each type now ("elr-german-6-5-8"), and the weather in words."""
    elr = {f"elr-{side}-{type_}": effective_elr(state, side, type_) for side, type_ in types()}
    return {**elr, "weather": campaign(state).weather, "ec": campaign(state).ec}


def board(state: State) -> Mapping[str, Json]:
    """Bridges (with the limit of a damaged one, where it is known), Barricades, Labor, the Banner, whether
    Supplemental Armor is worn, and who moves first."""
    now = campaign(state)
    bridges = {one.upper(): INTACT for one in sorted(bridge_hexes())} | dict(now.bridges)
    limits = {one: f" {tons}" for one, tons in now.limits.items() if bridges[one] == PARTIAL}
    return {
        "bridges": {one: f"{how}{limits.get(one, '')}" for one, how in bridges.items()},
        "barricades": dict(now.barricades),
        "labor": dict(now.labor),
        "banner": now.banner,
        "supplemental": supplemental_in_force(state),
        "first": now.first,
    }


def groups(state: State) -> Mapping[str, Json]:
    """What each group came to, counted by what is printed on its counters: "german I3#1"."""
    return {
        f"{side} {name}": {sort: _counted(came[sort]) for sort in SORTS if sort in came}
        for side in SIDES
        for name, came in own(state, side).groups.items()
    }


def _counted(came: Json) -> Json:
    return {_name(kind): count for kind, count in came.items()} if isinstance(came, Mapping) else came


def _name(kind: str) -> str:
    """A kind as it is printed; Assault Engineers, whose counters say no more than others, by their kind."""
    return kind if kind.endswith("-ae") else load_roster(GAME).counters[kind].name


SHOWN = {"tracks": tracks, "board": board, "groups": groups}
