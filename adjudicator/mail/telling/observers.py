"""What an observer gets to see: what every side may know, and nothing else; no code, no form, no bundle.

The view is made of the sides' own views: of a unit what its enemy sees of it, of a hand what the others see,
of all else what is the same to all. So whatever a game closes to any side is closed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import TypeVar

from adjudicator.events import Event
from adjudicator.events.desk import ObserverChanged
from adjudicator.game import Game
from adjudicator.mail.desk.pages import headline
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.telling.dice_record import dice_files, seal_at
from adjudicator.mail.telling.reports import (
    PAGES,
    ReportSpan,
    Told,
    at_of,
    events_that_count,
    module_of,
    state_before,
    thread,
    told_to_wait,
    use_of,
    waits_told,
)
from adjudicator.mail.telling.rhythm import WATCHING
from adjudicator.mail.writing.outbox import Enclosure, Outgoing
from adjudicator.state import Frame, State, Unit
from adjudicator.store import Person
from adjudicator.wording.order_words import subject

V = TypeVar("V")
VIEW = "view"
"""The kind of such a mail."""


def public(game: Game, state: State) -> State:
    """The state as everybody may know it."""
    if game.public is not None:
        return closed(game.public(state))
    views = {side: known_to(game, state, side) for side in game.sides}
    each = list(views.values())
    known = dict.fromkeys(id_ for view in each for id_ in view.units)
    shared = replace(
        each[0],
        units={id_: unit for id_ in known if (unit := _as_others_see(id_, views))},
        hands={holder: cards for holder in each[0].hands if (cards := _hand(holder, views)) is not None},
        tracks=common(view.tracks for view in each),
        control=common(view.control for view in each),
        cups=common(view.cups for view in each),
        facts=common(view.facts for view in each),
        frames=tuple(
            Frame(frames[0].segment, common(frame.facts for frame in frames))
            for frames in zip(*(view.frames for view in each), strict=False)
        ),
    )
    return closed(shared)


def closed(state: State) -> State:
    """A state without what players are asked, and what they have sent."""
    return replace(state, covers={}, standing={}, kept={}, sealed={}, decisions=(), rolled_for={}, asked=0)


def common(tables: Iterable[Mapping[str, V]]) -> Mapping[str, V]:
    """What stands in every table, and is the same in all."""

    def both(one: Mapping[str, V], other: Mapping[str, V]) -> Mapping[str, V]:
        return {key: value for key, value in one.items() if key in other and other[key] == value}

    return reduce(both, tables)


def _as_others_see(id_: str, views: Mapping[str, State]) -> Unit | None:
    """A unit as those see it whose it is not; None where they do not see the same. Of a stand-in for what is
    secret its owner's own view has nothing."""
    seen = [view.units.get(id_) for side, view in views.items()]
    others = [unit for side, unit in zip(views, seen, strict=True) if unit and unit.side != side]
    return others[0] if others and all(unit == others[0] for unit in others) else None


def _hand(holder: str, views: Mapping[str, State]) -> tuple[str, ...] | None:
    """A hand as those see it whose it is not; None where they do not see the same."""
    others = [view.hands.get(holder) for side, view in views.items() if side != holder]
    return others[0] if all(hand == others[0] for hand in others) else None


def seen_by_all(game: Game, event: Event) -> bool:
    """Whether every side may know of an event."""
    return all(event.seen_by(side) for side in game.sides)


def watched_span(table: Table, sheet: int, events: int) -> ReportSpan:
    """What who watches has not been told yet, up to a sheet; for the first of them no more than so many
    events."""
    since, told = table.store.mail.told(table.number, WATCHING, kind=VIEW)
    last = table.last.last_event
    first = told + 1 if since >= 0 else last - events + 1
    return ReportSpan(WATCHING, since, sheet, first, last)


def watch(table: Table, span: ReportSpan) -> Told:
    """A span as everybody may see it."""
    game, after = table.game, table.state_after(span.last)
    counts = events_that_count(table, span.first, span.last)
    events = (event for _, event in counts if seen_by_all(game, event))
    before = public(game, state_before(table, span.first, span.last))
    return Told(before, public(game, after), told_to_wait(after), tuple(events), (), ())


def began(told: Told, person: Person) -> bool:
    """Whether somebody began to watch in what is told: it is their first mail."""
    came = (event for event in told.events if isinstance(event, ObserverChanged))
    return any(event.watches and event.name == person.name for event in came)


def view_letter(
    table: Table, span: ReportSpan, told: Told, person: Person, *, desk: str, number: int,
    written: datetime, art: tuple[Enclosure, ...] = (),
) -> Outgoing:  # fmt: skip
    """The mail to somebody who watches; their first one says how the dice are bound."""
    from adjudicator.report.pages import Opening, ReportFacts, pages

    game, over = table.game, told.after.over is not None
    first, to = began(told, person), f"{person.name} <{person.address}>"
    enclosed = (*art, *dice_files(table, "", span.last))
    made = pages(
        ReportFacts(
            game=game, number=table.number, side="", before=told.before, after=told.after,
            events=told.events,
            opening=Opening(table.row.commitment, table.row.opening.decode("utf-8")) if first else None,
            waits=waits_told(table, told.waited, span.last),
            secret=table.row.secret.hex() if over else "",
            seal=seal_at(table, span.last) if over else "", home=table.row.game,
            pictures=[(one.shown_as, one.at or one.name) for one in enclosed if one.shown_as],
            alts={one.shown_as: one.shows for one in enclosed if one.shows},
            whole=at_of(enclosed, PAGES),
            module=module_of(enclosed),
            attached=[(one.name, use_of(one)) for one in enclosed if not one.shown_as and not one.at],
        )
    )  # fmt: skip
    return Outgoing(
        desk=desk,
        to=to,
        subject=subject(game, table.number),
        references=thread(table, WATCHING, desk, to, number),
        head=headline(game, told.after, (), ""),
        text=made.text,
        html=made.html,
        game=f"{table.number}-{WATCHING}",
        number=number,
        date=written,
        enclosures=enclosed,
    )
