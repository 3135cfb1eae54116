"""Mail that goes out: written into the mailbag with what caused it, then laid into the outbox, once."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from adjudicator.events.fact import with_article
from adjudicator.judging.what_if import playable, way_told
from adjudicator.mail.desk import Desk, pages
from adjudicator.mail.desk.deadlines import Rules, keep_deadlines
from adjudicator.mail.desk.pages import rulings_text, when_text, word_wanted, words_text
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.desk.trial import known_to
from adjudicator.mail.reading.asking import answered
from adjudicator.mail.reading.letter import Letter
from adjudicator.mail.sending.later import NOT_KNOWN, is_soon, owe, word_of
from adjudicator.mail.sending.laying import lay
from adjudicator.mail.settings.clock import day, moment
from adjudicator.mail.telling.art import (
    course,
    illustrate,
    links_text,
    module_told,
    publish,
    roster_files,
    whole_game,
)
from adjudicator.mail.telling.dice_record import dice_files
from adjudicator.mail.telling.observers import VIEW, began, seen_by_all, view_letter, watch, watched_span
from adjudicator.mail.telling.reports import (
    FIRST,
    ReportSpan,
    Told,
    asked_of,
    closing_text,
    is_new,
    look,
    objection_due,
    open_span,
    others_named,
    report_letter,
    thread,
    told_to_wait,
)
from adjudicator.mail.telling.rhythm import (
    WATCHING,
    has_question,
    is_arranged,
    is_due,
    is_news,
    needs_word,
)
from adjudicator.mail.telling.tapped import Reader, tap_told, tapped
from adjudicator.mail.writing.outbox import TO_REFEREE, Enclosure, Outgoing, file_name, letter_bytes
from adjudicator.rulings import Ruling
from adjudicator.store import ALONE, STRANGER, Deadline, MailRow, Person, Store, StoreError
from adjudicator.wording.order_words import subject
from templates.folding import WIDTH

NO_GAME = "desk"
"""What stands for the game in the ids of mails that belong to none."""

AT_ONCE = 50
"""So many mails are laid into the outbox before they are noted as laid."""
News = tuple[ReportSpan, Told]
"""A report that is due: of what it tells, and what that is."""
OUTSIDE = "others"
"""What stands for a side in the ids of mails about a game to people who play none."""
DAY = timedelta(days=1)
MOST_ANSWERS = 100
"""So many answers go to one address within a day: more than anybody writes letters by hand."""
MOST_NOTICES = 24
"""So many mails go to the referee within a day: one an hour, whatever comes in."""
MOST_UNJUDGED = 10
"""So many letters in a row that come to nothing are answered: of two robots that answer one another neither
ever writes orders."""


@dataclass(frozen=True, slots=True)
class Despatch:
    """Writes the mails of one mail run: from this desk, into this store, at this time.

    `remarks` are for the referee: what did not go as it should, and why.
    """

    desk: Desk
    store: Store
    now: datetime
    remarks: list[str] = field(default_factory=list)

    @property
    def sender(self) -> str:
        """The referee as the sender of mails."""
        return f"{self.desk.settings.name} <{self.desk.settings.address}>"

    @property
    def stamp(self) -> str:
        """The time of the mail run, as the store keeps times."""
        return self.now.isoformat(timespec="seconds")

    # -- answers to a letter ---------------------------------------------------------------------------

    def answer(
        self, letter: Letter, kept: int, text: str, table: Table | None = None, side: str = "",
        along: tuple[Enclosure, ...] = (), head: str = "",
    ) -> None:  # fmt: skip
        """Answer a letter, to the address it came from, unless that had too many answers already.

        `table` and `side` are whose reply code it has. Letters without one count apart: who forges an address
        takes no answer from the player with the code.
        """
        if self.store.mail.answered(self.now - DAY, letter.address, coded=table is not None) >= MOST_ANSWERS:
            self.remark(f"{letter.address} had {MOST_ANSWERS} answers within a day, and gets no more for now")
            return
        self._reply("answer", letter, kept, text, table, side, along, head)

    def turn_away(self, letter: Letter, kept: int) -> None:
        """Tell strangers that they are not known, in no words of theirs: the address may be another's."""
        self._keep(
            STRANGER, None, "", letter.address, "Your email to the referee", NOT_KNOWN,
            in_reply_to=letter.message_id, letter=kept,
        )  # fmt: skip

    def own_words(self, letter: Letter, kept: int, table: Table | None, side: str, text: str) -> None:
        """Answer a letter in the referee's own words."""
        self._reply("referee", letter, kept, text, table, side)

    def _reply(
        self, kind: str, letter: Letter, kept: int, text: str, table: Table | None, side: str,
        along: tuple[Enclosure, ...] = (), head: str = "",
    ) -> None:  # fmt: skip
        own = (str(table.number), subject(table.game, table.number)) if table else ("", "your email")
        self._keep(
            kind, table, side, letter.address, f"Re: {answered(letter.subject, *own)}", text,
            in_reply_to=letter.message_id, references=letter.thread, letter=kept, along=along, head=head,
        )  # fmt: skip

    def write_to_referee(self, subject: str, text: str) -> None:
        """Write to the referee of what nobody else is told."""
        to = self.desk.settings.told_at or self.desk.settings.address
        mail = Outgoing(
            desk=self.sender, to=to, subject=subject, text=text, game=TO_REFEREE,
            number=self._number(None, ""), date=self.now,
        )  # fmt: skip
        self._add(mail, "notice", None, "")

    def may_tell_referee(self) -> bool:
        """Whether the referee had fewer mails than a day may bring."""
        return self.store.mail.written("notice", self.now - DAY) < MOST_NOTICES

    def is_deaf(self, letter: Letter) -> bool:
        """Whether the letters of this sender have come to nothing too often in a row for another answer."""
        if self.store.mail.unjudged(letter.address) <= MOST_UNJUDGED:
            return False
        self.remark(
            f"{letter.address} was not answered: more than {MOST_UNJUDGED} of its emails had no result, "
            "one after the other. They may be automatic replies"
        )
        return True

    def remark(self, told: str) -> None:
        """Keep something for the referee, once."""
        if told not in self.remarks:
            self.remarks.append(told)

    def verdicts(
        self, letter: Letter, kept: int, table: Table, side: str, rulings: Sequence[Ruling], head: str,
        tail: str = "", words: str = "", bound: str = "", page: bool = False,
    ) -> None:  # fmt: skip
        """Answer a sheet line by line; the tail is what the side is asked now, if nothing else is given.

        `words` is what became of the words around the sheet, `bound` what of it the dice are bound to. With
        `page` the page for orders comes along.
        """
        which = f"Game {table.number}, {table.game.title}, {table.game.sides[side]}."
        closing = tail or self.closing(table, side, letter.address, answers=True)
        wanted = word_wanted(table.game, table.state, side)
        way = partial(way_told, table.game, playable(table.game, table.state, side), side)
        along = self._page(table, side, letter.address) if page else ()
        parts = [which, head, rulings_text(table.game, rulings, way), wanted, words, tap_told(along)]
        text = "\n\n".join(filter(None, (*parts, closing, bound)))
        self.answer(letter, kept, f"{text}\n", table, side, along, pages.first_line(rulings))

    def _page(self, table: Table, side: str, address: str) -> tuple[Enclosure, ...]:
        """The page on which a side taps orders, as the game stands now."""
        due = self.due(table, address, self.store.mail.deadlines(table.number))
        return self._tapped(table, replace(open_span(table, side, table.last.n), due=due), address)

    def closing(self, table: Table, side: str, address: str, answers: bool = False) -> str:
        """What a side is asked now and by when, or for whom the game waits, with its form."""
        seen = known_to(table.game, table.state, side)
        due = self.due(table, address, self.store.mail.deadlines(table.number))
        return closing_text(table, seen, side, told_to_wait(table.state, side), due, answers)

    def due(self, table: Table, address: str, rows: Sequence[Deadline]) -> dict[str, str]:
        """The deadlines of a game by question, as the player with this address reads them."""
        rules, asked = self.rules(table), {one.id: one for one in table.state.waiting()}
        open_rows = () if rules.terms.paused else (row for row in rows if row.decision in asked)
        return {row.decision: rules.until(row, address, asked[row.decision]) for row in open_rows}

    def rules(self, table: Table) -> Rules:
        """The deadlines of a game: its own settings, and the desk's where it has none."""
        return Rules(self.desk.settings, table.terms())

    # -- reports and reminders -------------------------------------------------------------------------

    def follow(self, table: Table, taken: Taken) -> None:
        """What comes with everything that moves a game on: its deadlines, and reports of it."""
        self.deadlines(table, taken)
        self.reports(table, taken)

    def deadlines(self, table: Table, taken: Taken) -> None:
        """Set the deadlines of the questions that a sheet opened, and drop those it closed."""
        keep_deadlines(table, taken, self.rules(table), self.now)

    def reports(self, table: Table, taken: Taken, news: Mapping[str, News] | None = None) -> None:
        """What a sheet brought, to every side that is due a report of it: `news`, where it was asked for."""
        due = self.news(table, taken) if news is None else news
        for side, told in due.items():
            self.report(table, side, *told)
        for side in table.row.players.keys() - due.keys():
            self._tell_later(table, taken, side)
        watching = self.store.people.observers(table.number)
        if watching:
            self._show(table, taken, watching)

    def _show(self, table: Table, taken: Taken, watching: Sequence[Person]) -> None:
        """What a sheet brought, to who watches: at the moments at which a side that is not asked is told."""
        span = watched_span(table, taken.row.n, len(taken.events))
        if is_due(table, taken, span, self.way(table, WATCHING)):
            self._view(table, span, watching)
        elif not is_arranged(taken) and any(
            seen_by_all(table.game, one) and not one.quiet for one in taken.events
        ):
            owe(table, WATCHING, self.desk.settings, self.now)

    def _view(self, table: Table, span: ReportSpan, watching: Sequence[Person]) -> None:
        """Everything that who watches has not been told, if there is anything."""
        self.store.mail.drop_digest(table.number, WATCHING)
        told = watch(table, span)
        if not told.news:
            return
        art = self._art(table, told, WATCHING, any(began(told, one) for one in watching))
        art += whole_game(table, "", self.desk.settings.pages_at)
        art += module_told(self.desk, table.row.game, any(began(told, one) for one in watching))
        for one in watching:
            number = self._number(table, WATCHING)
            letter = view_letter(
                table, span, told, one, desk=self.sender, number=number, written=self.now, art=art
            )
            self._add(
                letter, VIEW, table, WATCHING, sheet=span.sheet, first_event=span.first, last_event=span.last
            )

    def news(self, table: Table, taken: Taken) -> dict[str, News]:
        """By side the reports that are due and have anything new in them; the first report always goes."""
        due = {side: self._news(table, taken, side) for side in table.row.players}
        return {side: news for side, news in due.items() if news is not None}

    def _news(self, table: Table, taken: Taken, side: str) -> News | None:
        span = open_span(table, side, taken.row.n)
        soon = partial(is_soon, table, side, self.now)
        if not is_due(table, taken, span, self.way(table, side), soon):
            return None
        told = look(table, span, None)
        return (span, told) if told.news or taken.row.kind == "opening" else None

    def way(self, table: Table, side: str) -> str:
        """When a side wants its reports, or who watches: as it said itself, or the game, or the desk."""
        return self.store.mail.wish(table.number, side, "reports") or str(self.rules(table).value("reports"))

    def _tell_later(self, table: Table, taken: Taken, side: str) -> None:
        """What a sheet brought to a side that gets no report of it now: a digest before long. What was
        entered about people and time is a line in its next report, or a short mail if its deadline moves."""
        if is_arranged(taken):
            if needs_word(taken, side):
                self._note(table, taken, side)
        elif has_question(taken, side) or any(is_news(event, side) for event in taken.events):
            owe(table, side, self.desk.settings, self.now)

    def digest(self, table: Table, side: str) -> None:
        """Tell a side, or who watches, everything since its last report, if anything of it still counts."""
        self.store.mail.drop_digest(table.number, side)
        if side == WATCHING:
            watching = self.store.people.observers(table.number)
            if watching:
                self._view(table, watched_span(table, table.last.n, 0), watching)
            return
        span = open_span(table, side, table.last.n)
        told = look(table, span, None)
        if told.news:
            self.report(table, side, span, told)

    def _note(self, table: Table, taken: Taken, side: str) -> None:
        """Write a side in a few words of something that changes until when it has to answer; no report tells
        it again."""
        asked = {decision.id for decision in taken.after.waiting() if decision.player == side}
        rows = [row for row in self.store.mail.deadlines(table.number) if row.decision in asked]
        last = taken.row.last_event
        for _, address in table.row.players[side].readers:
            text = word_of(table, taken, side, self.due(table, address, rows).values())
            self._keep(
                "note", table, side, address, subject(table.game, table.number), text,
                sheet=taken.row.n, first_event=last - len(taken.events) + 1, last_event=last,
            )  # fmt: skip

    def report(self, table: Table, side: str, span: ReportSpan, told: Told) -> None:
        """Tell a side everything since its last report that it may know."""
        self.store.mail.drop_digest(table.number, side)
        seat = table.row.players[side]
        if not seat.readers:
            return
        first = span.since < 0 or is_new(told, side)
        self.desk.doing(f"Game {table.number}: report to {with_article(table.game.sides[side])} ...")
        art = (
            self._art(table, told, side, first)
            + self._course(table, span)
            + dice_files(table, side, span.last)
        )
        art += self._rosters(table, told, side) + whole_game(table, side, self.desk.settings.pages_at)
        art += module_told(self.desk, table.row.game, first)
        if told.chat:
            self.store.mail.send_chat(table.number, side, span.sheet)
        rows = self.store.mail.deadlines(table.number)
        for name, address in seat.readers:
            span = self._dated(table, span, told, address, rows)
            along = art + self._tapped(table, span, address)
            letter = report_letter(
                table, span, told, desk=self.sender, to=f"{name} <{address}>",
                number=self._number(table, side), written=self.now, art=along,
            )  # fmt: skip
            self._add(
                letter, "report", table, side, sheet=span.sheet, first_event=span.first,
                last_event=span.last, due=json.dumps(dict(span.due), sort_keys=True),
                links=links_text(along),
            )  # fmt: skip

    def _art(self, table: Table, told: Told, side: str, first: bool) -> tuple[Enclosure, ...]:
        """Pictures as the side wants them and a saved game, unless the desk wants none, or its reader has
        them: nothing on the board was touched."""
        settings, boards = self.desk.settings, self.desk.boards
        if not settings.pictures or (told.is_about_people and not first):
            return ()
        wish = self.store.mail.wish(table.number, side, "pictures") or settings.pictures_when
        fresh = first or told.before.turn != told.after.turn
        draw = wish in {"each", "link"} or (wish == "turn" and fresh)

        def drawn(pictures: bool) -> tuple[Enclosure, ...]:
            art = illustrate(table, side, told.before, told.after, told.events, boards, pictures, fresh)
            linked = wish == "link" and settings.pictures_at
            return publish(table, side, art, self.desk.pictures, settings.pictures_at) if linked else art

        art = self._if_drawn(table, side, partial(drawn, True), "its pictures") if draw else None
        if art is not None:
            return art
        return self._if_drawn(table, side, partial(drawn, False), "its saved game") or ()

    def _course(self, table: Table, span: ReportSpan) -> tuple[Enclosure, ...]:
        """What happened as a log of VASSAL, if the desk wants one."""
        if not self.desk.settings.logs:
            return ()
        log = partial(course, table, span, self.desk.boards)
        return self._if_drawn(table, span.side, log, "its log") or ()

    def _rosters(self, table: Table, told: Told, side: str) -> tuple[Enclosure, ...]:
        """The rosters of a side where they have changed, in a game that keeps any."""
        files = partial(roster_files, table, side, told.before, told.after, self.desk.boards)
        return self._if_drawn(table, side, files, "its rosters") or ()

    def _tapped(self, table: Table, span: ReportSpan, address: str) -> tuple[Enclosure, ...]:
        """The page on which the reader taps orders, if the desk wants one and anything is asked."""
        settings = self.desk.settings
        if not (settings.pictures and settings.orders_page and table.game.at_home):
            return ()
        reader = Reader(span.side, address, table.state_after(span.last), span.last, span.due)
        return (
            self._if_drawn(table, span.side, partial(tapped, self.desk, table, reader), "its page for orders")
            or ()
        )

    def _if_drawn(
        self, table: Table, side: str, draw: Callable[[], tuple[Enclosure, ...]], what: str
    ) -> tuple[Enclosure, ...] | None:
        """What goes with a report, None where it cannot be made: nobody's orders wait for a picture."""
        try:
            return draw()
        except StoreError:
            raise
        except Exception as fault:  # what draws is large, and a folder's rules may raise anything
            told = f"game {table.number}: the report to {side} went without {what}"
            self.remark(f"{told} ({type(fault).__name__}: {fault})")
            return None

    def _dated(
        self, table: Table, span: ReportSpan, told: Told, address: str, rows: Sequence[Deadline]
    ) -> ReportSpan:
        """A span with the deadlines of what is asked, and of an objection, as this address reads them."""
        asked = {decision.id for decision in asked_of(told.after)}
        due = {key: words for key, words in self.due(table, address, rows).items() if key in asked}
        times = [row.due for row in rows if row.decision in due]
        zone = self.desk.settings.zone(address)
        due |= {FIRST: moment(min(times), zone)} if times else {}
        due |= others_named(table, span.side) if span.since < 0 or is_new(told, span.side) else {}
        return replace(span, due=due | objection_due(table, span, self.stamp, zone))

    def remind(self, table: Table, side: str, warning: str = "") -> None:
        """Write to a side that the game waits for it, with a warning of what comes next."""
        times = [row.due for row in self.store.mail.deadlines(table.number) if row.side == side]
        late = min(times) if times and min(times) < self.stamp else ""
        place = when_text(table.game, table.state)
        says = " ".join(filter(None, (f"Game {table.number} waits for you.", warning)))
        for _, address in table.row.players[side].readers:
            text = f"{textwrap.fill(says, WIDTH)}\n\n{self.closing(table, side, address)}\n"
            since = f", since {day(late, self.desk.settings.zone(address))}" if late else ""
            head = f"The game waits for YOUR MOVE{since} - {place}"
            self._keep("reminder", table, side, address, subject(table.game, table.number), text, head=head)

    def pass_on(self, table: Table, side: str) -> None:
        """Send a side the words that wait for it, in a small mail of their own; none where none wait."""
        waiting = self.store.mail.chat(table.number, side, None)
        if not waiting or not table.row.players[side].readers:
            return
        self.store.mail.send_chat(table.number, side, ALONE)
        writer = table.game.sides[waiting[0][0]]
        head, title = f"A message from {with_article(writer)}", subject(table.game, table.number)
        text = words_text(table.game, waiting, bool(asked_of(known_to(table.game, table.state, side))))
        for _, address in table.row.players[side].readers:
            self._keep("words", table, side, address, title, text, head=head)

    def tell_referee(self, subject: str, text: str) -> None:
        """Write to the referee, in a transaction of its own, and lay it into the outbox."""
        with self.store.transaction():
            self.write_to_referee(subject, text)
        self.deliver()

    def notice(self, table: Table, to: str, subject: str, text: str) -> None:
        """Tell somebody who plays no side of a game something about it, without any form."""
        filled = "\n\n".join(textwrap.fill(part, WIDTH) for part in text.split("\n\n"))
        title = f"[{table.number}] {table.game.title}: {subject}"
        self._keep("notice", table, OUTSIDE, to, title, f"{filled}\n")

    # -- into the mailbag, and out of it -----------------------------------------------------------------

    def _keep(
        self, kind: str, table: Table | None, side: str, to: str, subject: str, text: str, *,
        in_reply_to: str = "", references: tuple[str, ...] = (), letter: int | None = None, sheet: int = 0,
        first_event: int = 0, last_event: int = 0, head: str = "", along: tuple[Enclosure, ...] = (),
    ) -> None:  # fmt: skip
        word = f"{table.number}-{side}" if table else NO_GAME
        number = self._number(table, side)
        if table and side != OUTSIDE:
            references = (*thread(table, side, self.sender, to, number), *references)
        mail = Outgoing(
            desk=self.sender, to=to, subject=subject, text=text, game=word,
            number=number, date=self.now, in_reply_to=in_reply_to, references=references, head=head,
            enclosures=along,
        )  # fmt: skip
        self._add(
            mail, kind, table, side, letter=letter, sheet=sheet, first_event=first_event,
            last_event=last_event,
        )  # fmt: skip

    def _number(self, table: Table | None, side: str) -> int:
        return self.store.mail.next_number(table.number if table else None, side)

    def _add(
        self, mail: Outgoing, kind: str, table: Table | None, side: str, *, letter: int | None = None,
        sheet: int = 0, first_event: int = 0, last_event: int = 0, due: str = "", links: str = "",
    ) -> None:  # fmt: skip
        self.store.mail.add_mail(
            MailRow(
                name=file_name(mail), kind=kind, game=table.number if table else None, side=side,
                recipient=mail.to, raw=letter_bytes(mail), written=self.stamp, number=mail.number,
                sheet=sheet, first_event=first_event, last_event=last_event, letter=letter, due=due,
                links=links,
            )
        )  # fmt: skip

    def deliver(self, filed: str = "") -> int:
        """Lay every mail that is not there yet into the outbox; how many. Doing it again changes nothing.

        One that cannot be laid there is told to the referee, and does not keep back the others. With them it
        is noted that the file of a letter, by its SHA-256, was `filed`.
        """
        laid, behind = 0, 0
        more = bool(filed or self.store.mail.waiting())
        while more:
            with self.store.transaction():
                if filed:
                    self.store.mail.mark_filed(filed)
                rows = self.store.mail.claim(behind, AT_ONCE)
                laid += lay(self.desk, self.store, rows, self.stamp, self.remark)
            more, behind = len(rows) == AT_ONCE, rows[-1]["id"] if rows else 0
        return laid
