"""A side's report after something moved its game on: made from the journal, the same whenever it is made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from textwrap import fill
from typing import TYPE_CHECKING

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.events import Arrangement, Entry, Event
from adjudicator.events.desk import PlayerChanged, SubstituteNamed
from adjudicator.mail.desk.agreements import objection_ends
from adjudicator.mail.desk.bound import opens
from adjudicator.mail.desk.consent import UNLEARNED, proposals
from adjudicator.mail.desk.forms import order_form
from adjudicator.mail.desk.going_back import credited
from adjudicator.mail.desk.move_numbers import moves_told
from adjudicator.mail.desk.pages import (
    PAUSED,
    events_text,
    headline,
    kept_told,
    questions_text,
    waits,
    waits_on,
)
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import bundle, known_to
from adjudicator.mail.desk.undoing import UNDO, Counting, played
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.settings.clock import when
from adjudicator.mail.telling.dice_record import CHECKS, seal_at
from adjudicator.mail.writing.outbox import Enclosure, Outgoing, message_id
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.store import MailRow
from adjudicator.wording.order_words import subject
from templates.folding import WIDTH

if TYPE_CHECKING:
    from adjudicator.report.pages import ModuleTold, ReportFacts


PAGES, MODULE, ORDERS = "pages", "module", "orders"
"""How what lies elsewhere is named among what goes with a report: the game's pages, with more behind a
stroke its module, and the page on which orders are tapped, whose file is called so, too."""
FIRST = "first"
"""Where a report's deadlines hold the time of the first one, which stands in its first line."""


OBJECT = "object"
"""Where they hold until when the reader may object to the last orders."""
INVITED = "INVITATION. "
"""How the first line of an invitation begins."""
PLAYS = "plays "
"""What stands before a side where a first report's deadlines hold the name of who plays there."""


@dataclass(frozen=True, slots=True)
class ReportSpan:
    """What one report of one side tells of: the sheets after `since` up to `sheet`, and their events.

    `due` are the deadlines it names by question, in the words of the report: in the time of who reads it;
    under FIRST stands the first of them in short.
    """

    side: str
    since: int
    sheet: int
    first: int
    last: int
    due: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """Everything a side may know of a span: views, visible events, verdicts on its older lines, chat."""

    before: State
    after: State
    waited: tuple[str, ...]
    events: tuple[Event, ...]
    older: tuple[Ruling, ...]
    chat: tuple[tuple[str, str], ...]

    @property
    def news(self) -> bool:
        """Whether there is anything in it that the side has not been told; words alone need no report."""
        old = {decision.id for decision in self.before.decisions}
        asked = any(decision.id not in old for decision in asked_of(self.after))
        return asked or bool(self.older) or any(not event.quiet for event in self.events)

    @property
    def is_about_people(self) -> bool:
        """Whether it tells of arrangements between people, and of nothing else."""
        return bool(self.events) and all(isinstance(event, Arrangement) for event in self.events)


def open_span(table: Table, side: str, sheet: int) -> ReportSpan:
    """What a side has not been told yet, up to a sheet."""
    since, told = table.store.mail.told(table.number, side)
    return ReportSpan(side, since, sheet, told + 1, table.last.last_event)


def is_new(told: Told, side: str) -> bool:
    """Whether somebody began to play a side, or to stand in there, in what is told: they had no report."""
    came = (event for event in told.events if isinstance(event, PlayerChanged | SubstituteNamed))
    return any(event.side == side for event in came)


def span_of(table: Table, mail: MailRow) -> ReportSpan:
    """The span that a report in the mailbag was made for."""
    since, _ = table.store.mail.told(table.number, mail.side, mail.sheet)
    return ReportSpan(mail.side, since, mail.sheet, mail.first_event, mail.last_event, json.loads(mail.due))


def look(table: Table, span: ReportSpan, chat_sheet: int | None) -> Told:
    """A span as its side may see it; `chat_sheet` is the sheet the chat went with, None for what waits."""
    game, side, after = table.game, span.side, table.state_after(span.last)
    older, counts = table.store.journal.older_rulings, Counting(table.backs)
    return Told(
        known_to(game, state_before(table, span.first, span.last), side),
        known_to(game, after, side),
        told_to_wait(after, side),
        tuple(event for _, event in events_told(table, side, span.first, span.last)),
        tuple(
            one
            for sheets in counts.sheets(span.since, span.sheet)
            for one in older(table.number, side, *sheets)
        ),
        tuple(table.store.mail.chat(table.number, side, chat_sheet)),
    )


def state_before(table: Table, first: int, last: int) -> State:
    """The state with which the events `first` .. `last` began, as far as they count at the end of them."""
    return table.state_after(Counting(table.backs).before(first, last))


def events_told(table: Table, side: str, first: int, last: int) -> list[tuple[int, Event]]:
    """The events `first` .. `last` that a side may see, with their numbers; none that was taken back, or of
    which it had a short mail."""
    noted = table.store.mail.notes(table.number, side)
    return [
        (n, event)
        for n, event in events_that_count(table, first, last)
        if event.seen_by(side) and not any(since <= n <= upto for since, upto in noted)
    ]


def events_that_count(table: Table, first: int, last: int) -> list[tuple[int, Event]]:
    """The events `first` .. `last` with their numbers, without those that were taken back within them."""
    counts, events = Counting(table.backs), table.events(first, last)
    return [(n, events[n - first]) for n in counts.events(first, last)]


def lost_text(table: Table, side: str, upto: int) -> str:
    """What a side knows of what the undo would take away that is proposed after an event: its own orders, and
    what it was told. Its report tells it of all it may see."""
    rows, sheet = table.store.journal.sheets(table.number), table.state_after(upto).proposals[UNDO]["before"]
    first = rows[sheet - 1].last_event + 1
    seen = [event for _, event in events_told(table, side, first, upto) if not isinstance(event, Entry)]
    says = events_text(table.game, seen, side)
    mine = (row for row in rows[sheet:] if row.last_event <= upto and credited(table, row).side == side)
    own = sum(played(table.events(rows[row.n - 1].last_event + 1, row.last_event)) for row in mine)
    go = (
        f"your last {own} sets of orders are undone"
        if own > 1
        else "your last orders are undone"
        if own
        else "no orders of yours are undone"
    )
    gone = f"If all agree, {go}. These events will be undone:"
    return "\n\n".join([fill(gone, WIDTH), says or "  * nothing", fill(UNLEARNED, WIDTH)])


def thread(table: Table, side: str, desk: str, to: str, number: int) -> tuple[str, ...]:
    """The ids of the first and the newest mail about a side of a game that an address had before one: mail
    programs keep together what has both the subject and one of these in common."""
    had = table.store.mail.thread(table.number, side, normal_address(to), number)
    return tuple(message_id(desk, f"{table.number}-{side}", one) for one in dict.fromkeys(had))


def report_letter(
    table: Table, span: ReportSpan, told: Told, *, desk: str, to: str, number: int, written: datetime,
    art: tuple[Enclosure, ...] = (),
) -> Outgoing:  # fmt: skip
    """The report of a span, as the letter that is sent; `art` are its pictures and its saved game."""
    from adjudicator.report.pages import pages  # templates are only loaded when there is something to report

    game = table.game
    at_home = _bundle(table, span)
    made = pages(replace(_facts(table, span, told, at_home, art), to=normal_address(desk)))
    invited = any(opens(told.after, one) for one in asked_of(told.after))
    head = headline(
        game,
        told.after,
        asked_of(told.after),
        span.due.get(FIRST, ""),
        any(one.asks for one in proposals(game, told.after, span.side)),
        table.terms(span.last).paused,
    )
    return Outgoing(
        desk=desk,
        to=to,
        subject=subject(game, table.number),
        references=thread(table, span.side, desk, to, number),
        head=f"{INVITED if invited else ''}{head}",
        text=made.text,
        html=made.html,
        game=f"{table.number}-{span.side}",
        number=number,
        date=written,
        enclosures=(*art, *at_home),
    )


def _facts(
    table: Table, span: ReportSpan, told: Told, at_home: tuple[Enclosure, ...], art: tuple[Enclosure, ...]
) -> ReportFacts:
    """What the page tells: nothing but what the side may know."""
    from adjudicator.report.pages import Opening, ReportFacts

    on_top = kept_told(table.game, told.after, span.side)
    first, over = span.since < 0 or is_new(told, span.side), told.after.over is not None
    terms = table.terms(span.last)
    saves = [(one.name, use_of(one)) for one in art if not one.shown_as and not one.at]
    return ReportFacts(
        game=table.game,
        number=table.number,
        side=span.side,
        before=told.before,
        after=told.after,
        events=told.events,
        opening=Opening(table.row.commitment, table.row.opening.decode("utf-8")) if first else None,
        older=told.older,
        chat=told.chat,
        due=span.due,
        players={one: name for one in table.game.sides if (name := span.due.get(f"{PLAYS}{one}"))},
        paused=PAUSED if terms.paused else "",
        waits=waits_told(table, told.waited, span.last),
        proposals=_proposals(table, span, told),
        objection=_objection(table, span, told),
        form=order_form(table, span.side, (), told.after, span.last, span.due, told=on_top),
        secret=table.row.secret.hex() if over else "",
        seal=seal_at(table, span.last) if over else "",
        home=table.row.game,
        pictures=[(one.shown_as, one.at or one.name) for one in art if one.shown_as],
        alts={one.shown_as: one.shows for one in art if one.shows},
        whole=at_of(art, PAGES),
        tap=at_of(art, ORDERS),
        module=module_of(art),
        accepts=any(one.topic != ACCEPT and opens(told.after, one) for one in asked_of(told.after)),
        attached=[*saves, *((one.name, "To test orders at home with hexpost check") for one in at_home)],
    )


def objection_due(table: Table, span: ReportSpan, now: str, zone: str) -> dict[str, str]:
    """Until when the reader of a span may object to what it tells, as its deadlines hold it."""
    ends = objection_ends(table, span.since, span.side)
    return {OBJECT: when(ends, zone)} if ends > now else {}


def others_named(table: Table, side: str) -> dict[str, str]:
    """Who plays the other sides, as a first report holds it beside its deadlines: the names that the referee
    gave them."""
    seats = table.row.players.items()
    named = {one: seat.name for one, seat in seats if one != side and seat.name}
    return {f"{PLAYS}{one}": name for one, name in named.items() if name != table.game.sides[one]}


def _objection(table: Table, span: ReportSpan, told: Told) -> str:
    """Until when the reader may object to what is told, and by which numbers; "" where nobody may."""
    game, until = table.game, span.due.get(OBJECT, "")
    may = game.may_object and span.side and told.after.over is None
    if not may or (game.object_hours and not until):
        return ""
    ends = f"You may object to the last orders until {until}. After that they stand." if until else ""
    return " ".join(filter(None, (ends, moves_told(table, span.side, span.since, span.sheet))))


def _proposals(table: Table, span: ReportSpan, told: Told) -> list[tuple[str, str, str]]:
    """The open proposals: what is proposed, what may be said to it, and what would be taken back by it."""
    return [
        (
            one.what,
            one.says,
            lost_text(table, span.side, span.last) if one.matter == UNDO else "",
        )
        for one in proposals(table.game, told.after, span.side)
    ]


def at_of(art: Iterable[Enclosure], name: str) -> str:
    """Where the whole game, or the page on which orders are tapped, is on the web; "" where it is nowhere."""
    return next((one.at for one in art if one.name == name), "")


def module_of(art: Iterable[Enclosure]) -> ModuleTold | None:
    """What is told of the game's VASSAL module; None where there is none."""
    from adjudicator.report.pages import ModuleTold

    found = next((one for one in art if one.name.startswith(f"{MODULE}|")), None)
    if found is None:
        return None
    _, file, version, sha256 = found.name.split("|")
    return ModuleTold(file, version, sha256, found.at)


def use_of(one: Enclosure) -> str:
    """What an enclosed file is for."""
    if one.name.endswith("-dice.json"):
        return "Every die roll of the game"
    if one.name in CHECKS:
        how = (
            "run it with Python" if one.name.endswith(".py") else "open it in a browser and drop the file in"
        )
        return f"Checks the die rolls: {how}"
    if one.name.endswith(".vmod"):
        return "The VASSAL module, to open saved games with"
    if one.name.endswith(f"-{ORDERS}.html"):
        return "The map in full size, to tap your orders on, in a browser"
    if "-roster." in one.name:
        page = one.name.endswith(".html")
        return "Your rosters, to print" if page else "Your rosters, for a spreadsheet"
    if one.name.endswith("-setup.vsav"):
        return "Your own units alone, to set up from in VASSAL"
    log = one.name.endswith(".vlog")
    return "What happened, to step through in VASSAL" if log else "The position, to open in VASSAL"


def _bundle(table: Table, span: ReportSpan) -> tuple[Enclosure, ...]:
    """What orders are tried with at home, in a game in which that says anything."""
    if not table.game.at_home:
        return ()
    name = f"game-{table.number}-{span.side}.bundle.json"
    made = bundle(table.game, table.row.scenario, table.state_after(span.last), span.side)
    return (Enclosure(name, made, "application/json"),)


def waited_for(state: State) -> tuple[str, ...]:
    """The sides that the game waits for, each once."""
    return tuple(dict.fromkeys(decision.player for decision in state.waiting()))


def told_to_wait(state: State, reader: str = "") -> tuple[str, ...]:
    """Whom the game waits for as a side reads it, or who watches: in a sealed window for all others until it
    opens, for who has a standing order has answered at once."""
    unsure = (d for d in state.decisions if d.window and d.sealed and d.player != reader)
    waiting = {decision.id for decision in (*state.waiting(), *unsure)}
    return tuple(dict.fromkeys(d.player for d in state.decisions if d.id in waiting))


def waits_told(table: Table, waited: tuple[str, ...], upto: int) -> str:
    """Whom the game waits for after an event, in a sentence or two."""
    game, state = table.game, table.state_after(upto)
    topics = {decision.topic for decision in state.decisions if decision.player in waited}
    told = waits([game.sides[side] for side in waited], state.over is not None)
    told = f"{told.removesuffix('.')} to accept the game." if topics == {ACCEPT} else told
    return told + waits_on(game, waited, state.over is not None, table.terms(upto))


def asked_of(seen: State) -> tuple[Decision, ...]:
    """The questions now open to the side whose view of the state this is."""
    return tuple(decision for decision in seen.decisions if decision.id not in seen.sealed)


def closing_text(
    table: Table, state: State, side: str, waited: tuple[str, ...], due: Mapping[str, str],
    answers: bool = False,
) -> str:  # fmt: skip
    """The end of every mail to a side: what it is asked or who is waited for, and the form.

    `state` is the side's view and `waited` the sides that the game waits for. What `answers` orders has told
    what waits for a word of its reader.
    """
    asked = asked_of(state)
    says = waits_told(table, waited, table.last.last_event)
    told = kept_told(table.game, state, side, wanted=True) if answers else ()
    form = order_form(table, side, seen=state, due=due, told=told)
    if asked:
        pause = f"{PAUSED}\n\n" if table.terms().paused else ""
        says = f"{pause}Your move:\n\n{questions_text(table.game, asked, due, form)}"
    return f"{says}\n\n{form}".rstrip()
