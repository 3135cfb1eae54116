"""What one side may know of a position: its own purchases, points and hidden units, and of the other side
what is in sight on the map; and what both are told when the campaign is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.by_mail.disclosure import Disclosure, Secret
from adjudicator.by_mail.views import Secrets
from adjudicator.events import EVERYBODY, Event, SetUpShown, TrackMoved
from adjudicator.games.redvengeance import position
from adjudicator.games.redvengeance.by_mail.rosters import entry, hidden_works
from adjudicator.games.redvengeance.events import GroupArrived, TableNoted
from adjudicator.games.redvengeance.fighting.r11_bridges import INTACT, PARTIAL
from adjudicator.games.redvengeance.position import other, units_of
from adjudicator.games.redvengeance.refit_phase.reph_forts import supplemental_in_force
from adjudicator.games.redvengeance.situation.campaign import (
    SECRET_TRACKS,
    banners,
    barriers_seen,
    campaign,
    own,
    track,
)
from adjudicator.games.redvengeance.situation.concealing import counters
from adjudicator.games.redvengeance.situation.ground import bridge_hexes
from adjudicator.games.redvengeance.situation.modifiers import SMC, effective_elr, printed
from adjudicator.games.redvengeance.situation.pieces import MMC, UNSEEN, may_see, on_map, told_of
from adjudicator.state import Json, State, Unit
from counters.roster.load import load_roster

SECRETS = Secrets(
    facts={
        **{position.OWN + side: side for side in position.SIDES},
        "limits": position.GERMAN,
        "supplemental": position.RUSSIAN,
    },
    tracks={track(what, side): side for what in SECRET_TRACKS for side in position.SIDES},
)
"""Of a bridge the German alone knows what it still bears (11.311), of Supplemental Armor the Russian alone
that it was bought (16.7)."""


def view(state: State, side: str) -> State:
    """The state as one side knows it: of the enemy's units those in sight, and the counters that conceal
    others."""
    known = SECRETS.hide(state, side)
    units = {id_: unit for id_, unit in state.units.items() if may_see(state, side, unit)}
    facts = {**known.facts, "barricades": barriers_seen(state, side)}
    for what in {"rolled", "cleared"} & facts.keys():
        whose = {one: one if one in state.units else one.partition("/")[0] for one in facts[what]}
        facts[what] = tuple(one for one, id_ in whose.items() if id_ not in state.units or id_ in units)
    owed = {
        one: what for one, what in facts.pop("owed", {}).items() if one not in state.units or one in units
    }
    facts |= {"owed": owed} if owed else {}
    named = tuple(id_ for id_, unit in state.units.items() if id_ not in units and told_of(state, unit))
    facts |= {"only_named": named} if named else {}
    units |= {one.id: one for one in counters(state, other(side))}
    return known.but(units=units, facts=facts)


# -- what is disclosed when the campaign is over -------------------------------------------------------------

HIDES = {
    position.RESERVE: ("CG22.7a", "under a Reserve counter"),
    position.CLOAKED: ("BRV16.1.1", "cloaked"),
    "concealed": ("RePh8.624", "concealed"),
}
"""Flags of units that the enemy does not see -> by which clause, and how that is called."""


def how_unseen(state: State, unit: Unit) -> tuple[str, str]:
    """The clause by which a unit is unseen, and how: hidden free, for what was bought, or as a Gun may be."""
    if position.HIP in unit.flags:
        mine = own(state, unit.side)
        if unit.id in mine.unseen:
            return "CG7.10", "hidden free"
        return (
            ("RePh8.621.8", "hidden, for what was bought") if unit.id in mine.paid else ("CG19.1", "hidden")
        )
    return next(HIDES[flag] for flag in HIDES if flag in unit.flags)


def unseen(state: State, event: Event) -> Iterator[Secret]:
    """What the enemy did not see of a set-up that ends: units, and hidden fortifications."""
    side = event.side if isinstance(event, SetUpShown) else ""
    for unit in units_of(state, side):
        if on_map(unit) and unit.flags & UNSEEN:
            rule, how = how_unseen(state, unit)
            line = entry(state, unit)
            yield side, rule, f"{line.name}, {line.what}, in {line.where}: {how}"
    if side:
        dummies = own(state, side).dummies
        yield from ((side, "RePh8.621.9", f'"?" in {one.upper()}: a Dummy') for one in dummies)
    for fort in hidden_works(state, side):
        yield side, "RePh8.6073.1", f"{fort.what} in {fort.where}: hidden"


def noted(state: State, event: Event) -> Iterator[Secret]:
    """What only one side was told of the table: what a damaged bridge bears (11.311), for one."""
    if isinstance(event, TableNoted) and event.to != EVERYBODY:
        yield from ((side, event.rule, event.text) for side in event.to)


DISCLOSES = Disclosure(told=(GroupArrived, TrackMoved), stock={SetUpShown: unseen, TableNoted: noted})


SORTS = ("strength", "units", "sw", "crews", "leaders", "ammo")
"""What a side is told about a group, in this order."""


@cache
def types() -> tuple[tuple[str, str], ...]:
    """Each side with its types that have an ELR: SMC, and every MMC as it is printed."""
    units = (one for one in load_roster(position.GAME).counters.values() if one.traits.get("class") in MMC)
    mmc = dict.fromkeys((one.side, printed(one.id)) for one in units)
    return (*((side, SMC) for side in position.SIDES), *mmc)


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
        "banner": ", ".join(sorted(banners(state))),
        "supplemental": supplemental_in_force(state),
        "first": now.first,
    }


def groups(state: State) -> Mapping[str, Json]:
    """What each group came to, counted by what is printed on its counters: "german I3#1"; Assault Engineers,
    whose counters say no more than others, by their kind."""
    printed_ = {kind: counter.name for kind, counter in load_roster(position.GAME).counters.items()}

    def counted(came: Json) -> Json:
        if not isinstance(came, Mapping):
            return came
        return {kind if kind.endswith("-ae") else printed_[kind]: count for kind, count in came.items()}

    return {
        f"{side} {name}": {sort: counted(came[sort]) for sort in SORTS if sort in came}
        for side in position.SIDES
        for name, came in own(state, side).groups.items()
    }


SHOWN = {"tracks": tracks, "board": board, "groups": groups}
