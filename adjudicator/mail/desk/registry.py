"""The desk as the mail policy asks about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from adjudicator.catalogue import find_game
from adjudicator.events import Terms
from adjudicator.judging.courtesy import folded
from adjudicator.judging.referee import bare, split_standing
from adjudicator.mail.desk import Desk
from adjudicator.mail.desk.bound import accepting, split_bound
from adjudicator.mail.desk.forms import begin_line
from adjudicator.mail.desk.move_numbers import named_move
from adjudicator.mail.desk.table import MOST_GAMES, Table, terms_of
from adjudicator.mail.policy.registry import GameFacts, Readers
from adjudicator.mail.reading.codes import normal_code, reply_code, same_code
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.settings.clock import day
from adjudicator.mail.settings.wishes import OBJECT, split_said
from adjudicator.store import FORMER, STRANGER, GameRow, Store
from adjudicator.waiting_lines import ABOUT_EARLIER

MOST_TURNS = 100
"""No game has more; the reply codes of so many turns are kept out of words that are passed on."""


DAY = timedelta(days=1)
MOST_STRANGERS = 20
"""So many strangers are answered within a day: an address that a letter claims to come from may be anybody's,
and no more people than these are troubled in a referee's name."""


class Tables:
    """The games of a desk, each loaded when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loaded: dict[int, Table] = {}

    def __getitem__(self, number: int) -> Table:
        table = self._loaded.pop(number, None) or Table(self.store, number)
        self._loaded[number] = table
        return table

    def put_aside(self) -> None:
        """Let go of the games that were not asked for lately, between two letters: none is in hand then."""
        while len(self._loaded) > MOST_GAMES:
            del self._loaded[next(iter(self._loaded))]

    def renew(self, number: int) -> None:
        """Reload a game when it is next needed, if another worker has moved it on."""
        if number in self._loaded and self._loaded[number].is_behind():
            del self._loaded[number]

    def readable(self, number: int) -> Table | None:
        """A game, or None where its files are at fault: who uses it can do without."""
        try:
            return self[number]
        except Exception:  # a folder's rules may raise anything
            return None

    def forget(self) -> None:
        """Reload every game when it is next needed: something was undone."""
        self._loaded.clear()


class DeskRegistry:
    """What the mail policy must know, from the desk's settings and its store."""

    def __init__(self, desk: Desk, tables: Tables, now: datetime) -> None:
        self.desk, self.yesterday = normal_address(desk.settings.address), now - DAY
        self.answering = desk.settings.answer_strangers
        self.tables, self.store = tables, tables.store
        self.rows: dict[str, GameRow] = {}
        self.players: dict[str, dict[str, tuple[str, ...]]] = {}
        self.of_address: dict[str, dict[str, None]] = {}
        self.catch_up()
        self.receiver, self.without_results = desk.settings.receiver, desk.settings.without_results

    def _know(self, row: GameRow) -> None:
        """Know who plays a game."""
        number = str(row.id)
        self.rows[number] = row
        self.players[number] = {side: seat.writers for side, seat in row.players.items()}
        for address in {address for addresses in self.players[number].values() for address in addresses}:
            self.of_address.setdefault(address, {})[number] = None

    def catch_up(self) -> None:
        """Know of the games that were opened since it was last asked."""
        for row in self.store.journal.games(max(map(int, self.rows), default=0)):
            self._know(row)

    def renew(self, game: int) -> None:
        """Look up again who plays a game: another worker may have changed it."""
        number, before = str(game), self.players.get(str(game), {})
        self._know(self.store.journal.game(game))
        now = {address for addresses in self.players[number].values() for address in addresses}
        for address in {address for addresses in before.values() for address in addresses} - now:
            self.of_address[address].pop(number, None)

    def knows(self, address: str) -> bool:
        """Whether somebody with this address plays, or has played, any game on the desk."""
        if self.of_address.get(address) or self.store.people.at(address):
            return True
        seats = (seat for row in self.rows.values() for seat in row.players.values())
        return any(address in one.addresses for seat in seats for one in seat.people)

    def told(self, address: str) -> bool:
        """Whether this stranger has had their one answer."""
        return self.store.mail.was_answered(address, "stranger")

    def answers_strangers(self) -> bool:
        """Whether a stranger is answered who has not been yet."""
        return self.answering and self.store.mail.written(STRANGER, self.yesterday) < MOST_STRANGERS

    def seen(self, address: str, message_id: str) -> str | None:
        """The fingerprint of the letter this sender sent earlier under this message id."""
        return self.store.mail.seen(address, message_id)

    def came(self, address: str, fingerprint: str) -> bool:
        """Whether this sender sent a letter of this fingerprint before."""
        return self.store.mail.came(address, fingerprint)

    def game(self, number: str) -> GameFacts | None:
        """The game of that number, None if the desk has none."""
        if number not in self.players:
            return None
        table = self.tables[int(number)]
        state = table.state
        return GameFacts(
            turn=state.turn,
            open_sides=frozenset(decision.player for decision in state.decisions),
            codes={side: table.code(side) for side in table.row.players},
            over=state.over is not None,
        )

    def sides(self, address: str, number: str) -> frozenset[str]:
        """The sides this address plays in that game."""
        seats = self.players.get(number, {})
        return frozenset(side for side, addresses in seats.items() if address in addresses)

    def games(self, address: str) -> tuple[str, ...]:
        """The numbers of the games that somebody with this address plays, the oldest first."""
        return tuple(self.of_address.get(address, ()))

    def old_code(self, number: str, side: str, code: str) -> bool:
        """Whether a side had this reply code in an earlier turn of that game."""
        row, turn = self.rows[number], self.tables[int(number)].state.turn
        drawn = (
            reply_code(row.secret, number, side, n, k)
            for n in range(1, turn)
            for k in self.anew(number, side)
        )
        return any(same_code(code, one) for one in drawn)

    def recoded(self, number: str, side: str, code: str) -> bool:
        """Whether a side had this reply code in the present turn, before another was made for it."""
        row, turn = self.rows[number], self.tables[int(number)].state.turn
        before = self.anew(number, side)[:-1]
        return any(same_code(code, reply_code(row.secret, number, side, turn, n)) for n in before)

    def anew(self, number: str, side: str) -> range:
        """How often a side's codes were made, counted from 0; the last of these holds."""
        return range(self._terms(number).codes.get(side, 0) + 1)

    def _terms(self, number: str) -> Terms:
        """What holds between the people of a game, whose rules may be at fault."""
        table = self.tables.readable(int(number))
        return table.terms() if table else terms_of(self.store, int(number))

    def barred(self, address: str, number: str) -> str:
        """Why emails from an address that counted in a game do not count there now; "" if none ever did."""
        for side, seat in self.rows[number].players.items() if number in self.rows else ():
            if seat.substitute and address in seat.addresses and address not in seat.writers:
                until = self._terms(number).substitutes[side].until
                time = f"until {day(until)}" if until else "now"
                return f"{seat.substitute.name} alone may send orders for {seat.name} {time}"
        left = [one for one in self.store.people.at(address) if (str(one.game), one.role) == (number, FORMER)]
        return f"emails from {address} no longer count in game {number}" if left else ""

    def first_line(self, address: str, number: str) -> str:
        """How a block of this sender may begin, in that game or in another that they play; "" if in none."""
        games = self.games(address)
        for game in (number,) if number in games else games:
            table = self.tables.readable(int(game))
            if table is not None and table.state.over is None:
                side = min(self.sides(address, game))
                return begin_line(table.number, table.state.turn, side, table.code(side))
        return ""

    def orders_in(self, address: str, number: str, lines: Sequence[str]) -> tuple[str, ...]:
        """Those of some lines that are orders of a side that this address plays."""
        games = (number,) if number else self.games(address)
        sides = self.sides(address, games[0]) if len(games) == 1 else frozenset()
        table = self.tables.readable(int(games[0])) if len(sides) == 1 else None
        if table is None:
            return ()
        game, numbered = table.game, list(enumerate(lines, 1))
        said, rest = split_said(game, numbered)
        accepts = {at for at, text in split_bound(rest)[0] if accepting(text)}
        standing, plain = split_standing(game, rest)
        orders, _ = game.grammar(min(sides)).sheet(plain)
        objects = {one.line for one in said if one.act == OBJECT and named_move(one.more)[0]}
        brief = {one.line for one in said if not one.more} | objects  # else it may be a sentence
        words = {at for at, text in rest if bare(text) in ABOUT_EARLIER}
        good = brief | accepts | words | {at for at, _ in standing} | {order.line for order in orders}
        return tuple(text for at, text in numbered if at in good)

    def names(self, address: str) -> tuple[str, ...]:
        """What somebody with this address is called, and signs with: their name and those of their sides."""
        return tuple(
            name
            for number in self.games(address)
            for side in self.sides(address, number)
            for name in names_of(self.rows[number], side)
        )

    def readers(self, address: str) -> Readers:
        """Whom somebody with this address may write to: the other sides of their games, by all names."""
        found: dict[str, set[tuple[str, str]]] = {}
        for number in self.games(address):
            for side in self.players[number].keys() - self.sides(address, number):
                for name in names_of(self.rows[number], side):
                    found.setdefault(folded(name), set()).add((number, side))
        return {name: frozenset(sides) for name, sides in found.items() if name}

    def codes(self, address: str) -> Mapping[str, str]:
        """Every reply code, of every turn, of all sides of the games somebody plays, and what it is for."""
        return {
            normal_code(reply_code(self.rows[number].secret, number, side, turn, anew)): number
            for number in self.games(address)
            for side in self.players[number]
            for anew in self.anew(number, side)
            for turn in range(1, MOST_TURNS + 1)
        }


def names_of(row: GameRow, side: str) -> Iterator[str]:
    """What a side may be called in a heading: its id, its printed name, its player's name or first name."""
    seat = row.players[side]
    for one in seat.people:
        yield from (side, one.name, one.name.split()[0] if one.name.split() else "")
    try:
        yield find_game(row.game).sides[side]
    except Exception:  # files of a game that cannot be read: its printed names are not known today
        return
