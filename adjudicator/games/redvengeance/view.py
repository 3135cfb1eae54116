"""What one side may know of a position: its own purchases, points and hidden units, and of the other side
what lies open on the map; and what both are told of it when the campaign is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.by_mail.disclosure import Disclosure, Secret
from adjudicator.by_mail.views import Secrets
from adjudicator.events import EVERYBODY, Event, SetUpShown, TrackMoved
from adjudicator.state import State, Unit

from .campaign import OWN, SECRET_TRACKS, own, track
from .covered import counters
from .pieces import UNSEEN, may_see, on_map
from .position import CLOAKED, GERMAN, HIP, RESERVE, RUSSIAN, SIDES, other, units_of
from .purchase_events import GroupArrived
from .r09_barricades import barriers_seen
from .rosters import entry, hidden_works
from .table_events import TableNoted

SECRETS = Secrets(
    facts={**{OWN + side: side for side in SIDES}, "limits": GERMAN, "supplemental": RUSSIAN},
    tracks={track(what, side): side for what in SECRET_TRACKS for side in SIDES},
)
"""Of a bridge the German alone knows what it still bears (11.311), of Supplemental Armor the Russian alone
that it was bought (16.7)."""


def view(state: State, side: str) -> State:
    """The state as one side knows it: of the enemy's units those that lie open, and the counters under which
    others do."""
    known = SECRETS.hide(state, side)
    units = {id_: unit for id_, unit in state.units.items() if may_see(state, side, unit)}
    facts = {**known.facts, "barricades": barriers_seen(state, side)}
    if "rolled" in facts:
        facts["rolled"] = tuple(one for one in facts["rolled"] if one not in state.units or one in units)
    owed = {
        one: what for one, what in facts.pop("owed", {}).items() if one not in state.units or one in units
    }
    facts |= {"owed": owed} if owed else {}
    units |= {one.id: one for one in counters(state, other(side))}
    return known.but(units=units, facts=facts)


# -- what is disclosed when the campaign is over -------------------------------------------------------------

HIDES = {
    RESERVE: ("CG22.7a", "under a Reserve counter"),
    CLOAKED: ("BRV16.1.1", "cloaked"),
    "concealed": ("RePh8.624", "concealed"),
}
"""Flags of units that the enemy does not see -> by which clause, and how that is called."""


def how_unseen(state: State, unit: Unit) -> tuple[str, str]:
    """The clause by which a unit is unseen, and how: hidden free, for what was bought, or as a Gun may be."""
    if HIP in unit.flags:
        mine = own(state, unit.side)
        if unit.id in mine.unseen:
            return "CG7.10", "hidden free"
        return (
            ("RePh8.621.8", "hidden, for what was bought") if unit.id in mine.paid else ("CG19.1", "hidden")
        )
    return next(HIDES[flag] for flag in HIDES if flag in unit.flags)


def unseen(state: State, event: Event) -> Iterator[Secret]:
    """What the enemy did not see of a set-up that ends: units, and fortifications that lie hidden."""
    side = event.side if isinstance(event, SetUpShown) else ""
    for unit in units_of(state, side):
        if on_map(unit) and unit.flags & UNSEEN:
            rule, how = how_unseen(state, unit)
            line = entry(state, unit)
            yield side, rule, f"{line.name}, {line.what}, in {line.where}: {how}"
    if side:
        dummies = own(state, side).dummies
        yield from ((side, "RePh8.621.9", f"«?» in {one.upper()}: a Dummy") for one in dummies)
    for fort in hidden_works(state, side):
        yield side, "RePh8.6073.1", f"{fort.what} in {fort.where}: hidden"


def noted(state: State, event: Event) -> Iterator[Secret]:
    """What only one side was told of the table: what a damaged bridge bears (11.311), for one."""
    if isinstance(event, TableNoted) and event.to != EVERYBODY:
        yield from ((side, event.rule, event.text) for side in event.to)


DISCLOSES = Disclosure(told=(GroupArrived, TrackMoved), stock={SetUpShown: unseen, TableNoted: noted})
