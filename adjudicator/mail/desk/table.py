"""One game of a desk: its state folded from the journal, and the things that move it on.

Each makes events, which the caller keeps in one transaction with everything that belongs to them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial

from adjudicator.beacon import Chain, chain_of
from adjudicator.catalogue import find_game
from adjudicator.dice import (
    FIRST_SCHEME,
    SCHEME,
    CommittedDice,
    NeedsDice,
    NoDice,
    commitment,
    first_link,
    next_link,
)
from adjudicator.events import (
    ENTRIES,
    Arrangement,
    Entry,
    Event,
    RoundUsed,
    SilenceTaken,
    Terms,
    Undone,
    event_from,
)
from adjudicator.game import Game
from adjudicator.judging.referee import as_they_stand, hear_standing, judge, lay_by, passes, run_on, silence
from adjudicator.mail.desk.bound import (
    ACCEPT,
    Sent,
    ask_acceptance,
    chain_after,
    dice_lines,
    rulings_on,
    scheme_of,
    split_bound,
    without_silence,
    words_of_entry,
    words_of_silence,
)
from adjudicator.mail.desk.glance import glance_of
from adjudicator.mail.desk.rulebooks import fingerprint
from adjudicator.mail.desk.undoing import Back, overtake, went_back
from adjudicator.mail.reading.codes import reply_code
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.snapshot import canonical, digest, freeze, thaw
from adjudicator.state import Decision, State
from adjudicator.store import EventRow, GameRow, Seat, SheetRow, Store, fold, revive
from adjudicator.waiting_lines import waits_for_word

Say = Callable[[Play, int], list[Ruling]]
"""What the desk does with the lines of a sheet that are for it: the play, the sheet's number; its rulings."""


def say_nothing(play: Play, sheet: int) -> list[Ruling]:
    """No line of the sheet is for the desk."""
    return []


PASSES = "you pass"
STANDS = "your orders on hold are used as they are"
"""What silence means where lines wait for a word of their writer."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing that moved a game on: its row of the journal, the states around it, events and rulings."""

    row: SheetRow
    before: State = field(repr=False)
    after: State = field(repr=False)
    events: tuple[Event, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@cache
def start_of(name: str, scenario: str) -> State:
    """The state before a game's first event; a value, so that one reading of map and roster does for all."""
    return find_game(name).start(scenario)


@dataclass(frozen=True, slots=True)
class Memory:
    """States of a game that this process has folded: they hold while the newest's event has this hash."""

    newest: int
    hash: str
    states: Mapping[int, State] = field(repr=False)


REMEMBERED: dict[tuple[str, int], Memory] = {}
MOST_REMEMBERED = 12
MOST_GAMES = 64
"""So many games a process has in memory at once, however many are on the desk."""


def remember(store: Store, number: int, states: Mapping[int, State], hash: str) -> None:
    """Keep the newest states for the next time this process loads the game; `hash` is the newest event's."""
    kept = {n: states[n] for n in sorted(states)[-MOST_REMEMBERED:]}
    at = store.database.place, number
    REMEMBERED.pop(at, None)
    REMEMBERED[at] = Memory(max(states), hash, kept)
    while len(REMEMBERED) > MOST_GAMES:
        del REMEMBERED[next(iter(REMEMBERED))]


def recall(store: Store, number: int) -> Mapping[int, State]:
    """The states this process knows of a game, if the journal still holds the events they came from."""
    memory = REMEMBERED.get((store.database.place, number))
    known = memory is not None and store.journal.hash_of(number, memory.newest) == memory.hash
    return memory.states if memory and known else {}


def terms_of(store: Store, number: int, event: int | None = None) -> Terms:
    """What holds between the people of a game, now or after an event; its rules need not be read for it."""
    return settled(store.journal.entries(number), event)


def settled(entries: Iterable[EventRow], event: int | None = None) -> Terms:
    """What holds by what the desk put on a game's record, now or after an event."""
    known, terms = {kind.__name__: kind for kind in (*ENTRIES, Undone)}, Terms()
    for row in entries:
        if row.kind in known and (event is None or row.n <= event):
            entry = event_from(known, row.kind, row.rule, list(row.to), row.facts)
            terms = entry.settle(terms) if isinstance(entry, Arrangement) else terms
    return terms


class Table:
    """One game on the desk. Raises StoreError or NoSuchGame when it is not there or its rules are not.

    With `anew` nothing that this process has folded before is used. `last` is the newest sheet.
    """

    def __init__(self, store: Store, number: int, anew: bool = False) -> None:
        self.store = store
        self.row = store.journal.game(number)
        self.game: Game = find_game(self.row.game)
        self.scheme = scheme_of(self.row.opening)
        self.chain: Chain | None = chain_of(self.row.opening)
        self._known: dict[int, State] = {} if anew else dict(recall(store, number))
        self._anew = anew
        self._read: dict[int, Event] = {}
        self._entries = store.journal.entries(number)
        self._terms = settled(self._entries)
        self._backs: tuple[Back, ...] | None = None
        self.last = store.journal.last_sheet(number)
        self._hash = store.journal.hash_of(number, self.last.last_event)
        self.state = self.state_after(self.last.last_event)

    @property
    def backs(self) -> tuple[Back, ...]:
        """Every time that the game went back, in order."""
        if self._backs is None:
            self._backs = went_back(self.store, self.number)
        return self._backs

    @property
    def number(self) -> int:
        """The number of the game on this desk."""
        return self.row.id

    def events(self, first: int, last: int) -> list[Event]:
        """The events `first` .. `last` of the journal, each of which is read once: those just written too, as
        a report made again later has them: facts with their keys in the journal's order."""
        missing = [n for n in range(first, last + 1) if n not in self._read]
        if missing:
            rows = self.store.journal.events(self.number, missing[0], missing[-1])
            revived = revive(self.game.kinds, rows)
            self._read |= {row.n: event for row, event in zip(rows, revived, strict=True)}
        return [self._read[n] for n in range(first, last + 1)]

    def state_after(self, event: int) -> State:
        """The state after so many events; each one that was asked for is folded from the last one known."""
        if event not in self._known:
            self._thaw(event)
            last = max((n for n in self._known if n <= event), default=0)
            if last not in self._known:  # nothing was kept yet, and only then is the start needed
                self._known[0] = start_of(self.row.game, self.row.scenario)
            self._known[event] = fold(self._known[last], self.events(last + 1, event))
            self._remember()
        return self._known[event]

    def _remember(self) -> None:
        if self._hash:
            remember(self.store, self.number, self._known, self._hash)

    def is_behind(self) -> bool:
        """Whether somebody else has moved the game on since it was loaded."""
        return self.store.journal.last_sheet(self.number) != self.last

    def _thaw(self, event: int) -> None:
        """Take up the newest state at or before an event that an earlier post kept in the store."""
        kept = None if self._anew else self.store.journal.snapshot(self.number, event)
        if kept is None or kept[0] <= max((n for n in self._known if n < event), default=0):
            return
        n, written, expected = kept
        like = self.game.ground or partial(start_of, self.row.game)
        state = thaw(written, like(self.row.scenario), expected)
        if state is not None:
            self._known[n] = state

    def _freeze(self, event: int) -> None:
        """Keep the present state in the store, and let go of those that no report will begin with."""
        told = [self.store.mail.told(self.number, side)[1] for side in self.row.players]
        self.store.journal.add_snapshot(self.number, event, self._hash, freeze(self.state), min(told))

    def terms(self, event: int | None = None) -> Terms:
        """What holds between the people of the game, now or after an event."""
        return self._terms if event is None else settled(self._entries, event)

    def code(self, side: str, turn: int | None = None, event: int | None = None) -> str:
        """A side's reply code, for the present turn or another, as it was after an event."""
        turn, anew = self.state.turn if turn is None else turn, self.terms(event).codes.get(side, 0)
        return reply_code(self.row.secret, str(self.number), side, turn, anew)

    def codes(self, turns: int) -> frozenset[str]:
        """Every reply code that a side had or can have for so many turns, those that count no more too."""
        return frozenset(
            reply_code(self.row.secret, str(self.number), side, turn, anew)
            for side in self.row.players
            for anew in range(self.terms().codes.get(side, 0) + 1)
            for turn in range(1, turns + 1)
        )

    def seat(self, side: str, seat: Seat) -> None:
        """Let somebody play a side from now on."""
        self.store.journal.seat(self.number, {**self.row.players, side: seat})
        self.row = self.store.journal.game(self.number)

    def sheets(self) -> tuple[SheetRow, ...]:
        """Everything that moved the game on, in order; the first is its opening."""
        return self.store.journal.sheets(self.number)

    def sides_of(self, address: str) -> frozenset[str]:
        """The sides somebody with this address plays."""
        return frozenset(side for side, seat in self.row.players.items() if address in seat.writers)

    # -- what moves a game on ------------------------------------------------------------------------

    def take_orders(
        self, side: str, lines: Iterable[tuple[int, str]], sent: Sent, now: str, say: Say = say_nothing
    ) -> Taken:
        """Judge one sheet of a side; its letter makes the next link of the chain the dice are bound to.

        Where it comes to a die before every player has written, its lines wait until they have. `say` deals
        with what of it is for the desk.
        """
        row = self._row_of(side, sent, now)
        for_dice, plain = split_bound(list(lines))
        said = list(rulings_on(for_dice, row.n, self.state, side))

        def taken(take: Callable[..., list[Ruling]]) -> Taken:
            return self._move(
                row,
                lambda play: [*said, *say(play, row.n), *take(self.game, play, side, plain, sheet=row.n)],
                sent.round,
            )

        try:
            return taken(judge)
        except NeedsDice:
            return taken(lay_by)

    def hear(
        self, side: str, lines: Iterable[tuple[int, str]], sent: Sent, now: str, say: Say = say_nothing
    ) -> Taken:
        """Keep a side's standing orders; they answer nothing yet, as a later sheet of its speaks first."""
        row = self._row_of(side, sent, now)

        def heard(play: Play) -> list[Ruling]:
            return [*say(play, row.n), *hear_standing(self.game, play, side, list(lines), row.n)]

        return self._move(row, heard)

    def take_silence(
        self, decision: Decision, due: str, now: str, passing: bool = False, used: RoundUsed | None = None
    ) -> Taken | None:
        """Let silence answer a decision that was due, by the answer that it names or by `passing`; None when
        silence means nothing there, or not yet. Its dice are bound to a round of a beacon that is `used`."""
        if not self.may_roll(""):
            return None
        before = self.state
        row = self._row("silence", decision.player, now, self.words_of_silence(decision, due), used)
        play = self._play(row)
        play.record(*filter(None, (used,)))
        if not self._be_silent(play, decision, passing):
            return None
        older = [ruling for ruling in play.rulings.values() if ruling.sheet > 0]
        return self._keep(row, before, play, older)

    def would_be_silent(self, decision: Decision, passing: bool) -> bool:
        """Whether silence means anything there, as far as can be known without a die."""
        try:
            return self.may_roll("") and self._be_silent(Play(self.state, NoDice()), decision, passing)
        except NeedsDice:
            return True

    def _be_silent(self, play: Play, decision: Decision, passing: bool) -> bool:
        """Let silence answer a decision; whether it meant anything."""
        told = SilenceTaken(rule=decision.rule, to=(decision.player,), player=decision.player, meaning=STANDS)
        waited = bool(waits_for_word(play.agenda.get(decision.player, ())))
        if waited:
            play.record(told)
            as_they_stand(self.game, play, decision)
        answer, meaning = (passes(decision), PASSES) if passing else (decision.default, decision.silence)
        if decision in play.state.waiting() and answer:
            before_it = play.state, len(play.events)
            play.record(replace(told, meaning=meaning))
            if silence(self.game, play, decision, answer):
                waited = True
            else:  # to pass is not always legal
                play.state = before_it[0]
                del play.events[before_it[1] :]
        return waited

    def enter(self, entry: Entry, now: str, *following: Event) -> Taken:
        """Put on the game's record what no player's sheet brings: a correction, a change of players; with the
        events that follow from it.

        Raises DeskError when the position would be impossible.
        """

        def entered(play: Play) -> list[Ruling]:
            play.record(entry, *following)
            faults = self.game.faults(play.state)
            if faults:
                raise DeskError("this is not possible, and nothing was changed: " + "; ".join(faults))
            return []

        words = words_of_entry(entry.sheet, entry.what, self.scheme)
        return self._move(self._row(entry.sheet, "", now, words), entered)

    def _move(
        self, row: SheetRow, work: Callable[[Play], list[Ruling]], used: RoundUsed | None = None
    ) -> Taken:
        before, play = self.state, self._play(row)
        play.record(*filter(None, (used,)))
        accepts = play.state.decision(row.side, ACCEPT) if row.kind == "orders" else None
        if accepts:  # whatever a player sends accepts the game
            play.close(accepts)
        rulings = work(play)
        older = [r for r in play.rulings.values() if 0 < r.sheet != row.n]
        return self._keep(row, before, play, [*rulings, *older])

    def _keep(self, row: SheetRow, before: State, play: Play, rulings: Sequence[Ruling]) -> Taken:
        overtake(play, before)
        done = SheetRow(**{
            **{name: getattr(row, name) for name in row.__dataclass_fields__},
            "last_event": row.last_event + len(play.events), "state": digest(play.state),
        })  # fmt: skip
        self._hash = self.store.journal.add_sheet(done, play.events, rulings)
        self.store.glances.keep(glance_of(self.game, self.number, done.n, play.state))
        self.last, self._backs = done, None
        self.state = self._known[done.last_event] = play.state
        if row.kind == Entry.sheet:
            self._entries = self.store.journal.entries(self.number)
            self._terms = settled(self._entries)
        self._remember()
        self._freeze(done.last_event)
        return Taken(done, before, play.state, tuple(play.events), tuple(rulings))

    def _play(self, row: SheetRow) -> Play:
        """What the rules may do with a sheet: roll no die before every player has written."""
        if not self.may_roll(row.side if row.kind == "orders" else ""):
            return Play(self.state, NoDice(), self.game.audience)
        dice = CommittedDice(self.row.secret, str(self.number), row.chain, self.scheme)
        return Play(self.state, dice, self.game.audience)

    def may_roll(self, writer: str) -> bool:
        """Whether a mail of each player has joined the chain, that of a writer's counted."""
        if self.scheme == FIRST_SCHEME or self.state.rolled:
            return True
        joined = {sheet.side for sheet in self.sheets() if sheet.kind == "orders"}
        return joined | {writer} >= set(self.game.sides)

    def _row_of(self, side: str, sent: Sent, now: str) -> SheetRow:
        """The row of a side's sheet, with the link of the chain that its letter makes."""
        row = self._row("orders", side, now, sent.bound, sent.round)
        chain = next_link(row.chain, sent.raw) if self.scheme == FIRST_SCHEME else row.chain
        return replace(row, letter=sent.letter, sha256=hashlib.sha256(sent.raw).hexdigest(), chain=chain)

    def words_of_silence(self, decision: Decision, due: str) -> str:
        """The words of a silence, as a link of this game has them."""
        return words_of_silence(decision.player, decision.id, due, self.scheme)

    def _row(self, kind: str, side: str, now: str, bound: str, used: RoundUsed | None = None) -> SheetRow:
        """The row of what comes next; its last event and state are those before it. Its words make a link of
        the chain, but under the first scheme, where letters alone do."""
        last, bound = self.last, "" if self.scheme == FIRST_SCHEME else bound
        chain = chain_after(last.chain, self._dice() if bound else (), bound, self.scheme, used)
        return SheetRow(
            self.number, last.n + 1, kind, side, self.state.turn, None, "", chain, now,
            last.last_event, last.state, bound,
        )  # fmt: skip

    def _dice(self) -> list[str]:
        """The dice since the last link: what the desk puts on record makes no link, and rolls none."""
        sheet = self.last if self.last.bound else self.store.journal.last_link(self.number)
        before = self.store.journal.sheet(self.number, sheet.n - 1).last_event if sheet.n else 0
        return dice_lines(self.events(before + 1, sheet.last_event))


def open_game(
    store: Store,
    name: str,
    players: Mapping[str, Seat],
    secret: bytes,
    now: str,
    scenario: str = "",
    scheme: str = SCHEME,
    beacon: Chain | None = None,
) -> tuple[Table, Taken]:
    """Open a game under a scheme of dice: draw up its opening record, and ask its players whether they accept
    it. Its dice are bound to the rounds of a `beacon`, where there is one.

    Raises DeskError for an unknown scenario or side, or a side without a player; NoSuchGame.
    """
    game = find_game(name)
    scenario = scenario or game.scenarios[0]
    _check_opening(game, scenario, players)
    number = store.journal.next_game()
    promise, made_of = commitment(secret), game.made_of()
    opening = opening_record(number, game, scenario, now, promise, scheme, beacon, made_of)
    row = GameRow(number, name, scenario, game.rules, now, opening, secret, commitment(secret), dict(players))
    store.journal.add_game(row)
    store.journal.keep_rules(number, *[fingerprint(name)] * 2)
    start = game.start(scenario)
    play = opened_play(game, start)
    sheet = SheetRow(
        number, 0, "opening", "", start.turn, None, "", first_link(opening), now, len(play.events),
        digest(play.state),
    )  # fmt: skip
    store.journal.add_sheet(sheet, play.events, ())
    store.glances.keep(glance_of(game, number, sheet.n, play.state))
    taken = Taken(sheet, start, play.state, tuple(play.events))
    return Table(store, number), taken


def opened_play(game: Game, start: State) -> Play:
    """A game as far as it goes without dice, if every side is then asked something: its answer is its yes.
    Else nothing has happened yet, and every side is asked whether it accepts the game."""
    tried, play = Play(start, NoDice(), game.audience), Play(start, NoDice(), game.audience)
    with suppress(NeedsDice):
        run_on(game, tried)
        if {decision.player for decision in tried.state.waiting()} == set(game.sides):
            play.record(*map(without_silence, tried.events))
            return play
    for side in game.sides:
        ask_acceptance(play, side)
    return play


def opening_record(
    number: int, game: Game, scenario: str, now: str, promise: str, scheme: str = SCHEME,
    beacon: Chain | None = None, made_of: str = "",
) -> bytes:  # fmt: skip
    """The bytes the chain of dice begins with; they are published, so they say nothing about the players.
    `made_of` is the SHA-256 of a published module, with what belongs to it."""
    told = {
        "dice": scheme, "game": number, "name": game.name, "scenario": scenario,
        "rules": game.rules, "opened": now, "commitment": promise,
    }  # fmt: skip
    told |= {"module": made_of} if made_of else {}
    return canonical(told | ({"beacon": beacon.record()} if beacon else {}))


def _check_opening(game: Game, scenario: str, players: Mapping[str, Seat]) -> None:
    faults: list[str] = []
    if scenario not in game.scenarios:
        faults.append(f"{game.name} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    faults += [
        f"{game.name} has no side {side!r}; its sides are {', '.join(game.sides)}"
        for side in players
        if side not in game.sides
    ]
    faults += [
        f"nobody plays {side}: add --player {side}=ADDRESS" for side in game.sides if side not in players
    ]
    if faults:
        raise DeskError("\n".join(faults))
