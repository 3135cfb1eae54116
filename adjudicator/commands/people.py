"""`hexpost player` and `hexpost desk recode`: who plays, who stands in, who watches, who is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path

import typer

from adjudicator.commands.arrange import (
    LONGEST_NAME,
    carry_out,
    end_of,
    find_side,
    plain_words,
    read_day,
    start_of_day,
    told,
)
from adjudicator.commands.speak import say_json, the_desk
from adjudicator.events import Arrangement
from adjudicator.events.desk import (
    AddressesChanged,
    CodeRenewed,
    ObserverChanged,
    PlayerAway,
    PlayerBack,
    PlayerChanged,
    PlayerRenamed,
    SubstituteNamed,
)
from adjudicator.events.fact import with_article
from adjudicator.mail.desk.announced import let_rounds_come_first
from adjudicator.mail.desk.deadlines import Rules, iso, later
from adjudicator.mail.desk.table import Table
from adjudicator.mail.holding.people import NO_MORE, Arranged, anew, end_of_substitute
from adjudicator.mail.reading.sender import WRITABLE, normal_address, unwritable_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.clock import when
from adjudicator.state import Json
from adjudicator.store import OBSERVER, Person, Seat
from files.messages import bounded
from files.nearest import nearest_or_all


@dataclass(frozen=True, slots=True)
class Wish:
    """What `hexpost player` asks for, as it was written; "" and False for what is not asked.

    The fields down to `unobserve` are changes, of which one is made at a time.
    """

    replace: str = ""
    rename: str = ""
    add: str = ""
    change: str = ""
    remove: str = ""
    substitute: str = ""
    no_substitute: bool = False
    leave: bool = False
    away: str = ""
    back: bool = False
    observe: str = ""
    unobserve: str = ""
    side: str = ""
    name: str = ""
    until: str = ""
    alone: bool = False

    @property
    def asked(self) -> list[str]:
        """The changes that are asked for, by their options."""
        return [f.name.replace("_", "-") for f in fields(self)[:12] if getattr(self, f.name)]


@dataclass(frozen=True, slots=True)
class Asked:
    """A wish at its game, and all that is wrong with it so far."""

    wish: Wish
    despatch: Despatch
    table: Table
    faults: list[str]
    side: str

    @property
    def seat(self) -> Seat:
        """Who plays the side."""
        return self.table.row.players[self.side]

    @property
    def called(self) -> str:
        """The side in a sentence."""
        return with_article(self.table.game.sides[self.side])

    @property
    def rules(self) -> Rules:
        """The game's deadlines, before the change."""
        return self.despatch.rules(self.table)

    def change(self, event: Arrangement, **more: Json) -> Arranged:
        """A change of who plays."""
        return Arranged(event, self.side, **more)

    def person(self, option: str, text: str) -> Seat:
        """Somebody by their address, with a name where one is written: "Carl <carl@example.org>"."""
        address = self.address(option, text)
        written = text.partition("<")[0].strip(' "') if "<" in text else ""
        name = self.wish.name or written or self.table.game.sides.get(self.side, "")
        return Seat(plain_words(self.table, "--name", name, self.faults, LONGEST_NAME), (address,))

    def address(self, option: str, text: str) -> str:
        """An address to which mail can be written and that is not at the other side of the board."""
        address = normal_address(text)
        if not address:
            meant = unwritable_address(text)
            right = f"write an address such as {next(iter(self.table.game.sides))}@example.org"
            why = f"no mail can be written to {meant}, which must have {WRITABLE}" if meant else right
            self.faults.append(f"--{option} {text}: {why}")
        for side, seat in self.table.row.players.items():
            if address in {one for _, one in seat.readers} and side != self.side:
                self.faults.append(f"--{option} {text}: this is {seat.name}, who plays {side} in this game")
        return address

    def known(self, option: str, text: str) -> str:
        """An address of the side's player, or of their substitute."""
        address = normal_address(text)
        if address not in self.seat.addresses:
            own = nearest_or_all(address or text, self.seat.addresses)
            self.faults.append(f"--{option} {text}: {self.seat.name} has no such address: {own}")
        return address


def player(folder: Path, number: int, wish: Wish, as_json: bool) -> None:
    """Make one change among the people of a game, or list them."""
    if not wish.asked:
        listed(folder, number, as_json)
        return
    carry_out(folder, number, as_json, lambda despatch, table, faults: plan(wish, despatch, table, faults))


def recode(folder: Path, number: int, side: str, as_json: bool) -> None:
    """Give a side a new reply code, for this turn and all later ones."""

    def made(despatch: Despatch, table: Table, faults: list[str]) -> Arranged | None:
        id_ = find_side(table.game, side, faults)
        name = with_article(table.game.sides.get(id_, ""))
        return Arranged(
            CodeRenewed(
                rule="",
                side=id_,
                what=f"A new reply code was made for {name}; the old one is no longer valid",
            )
        )

    carry_out(folder, number, as_json, made)


def plan(wish: Wish, despatch: Despatch, table: Table, faults: list[str]) -> Arranged | None:
    """The change that a wish means; with faults where it cannot be."""
    if len(wish.asked) > 1:
        faults.append(f"make one change at a time: --{' and --'.join(wish.asked)} are several")
    what = wish.asked[0]
    without_side = what in {"observe", "unobserve"}
    side = "" if without_side and not wish.side else find_side(table.game, wish.side, faults)
    if without_side and side:
        faults.append(f"--{what} applies to the whole game. Leave {wish.side} out")
    stray = {"until": "substitute", "alone": "substitute"}
    faults += [
        f"--{option} goes with --{of}" for option, of in stray.items() if getattr(wish, option) and what != of
    ]
    if wish.name and what not in {"replace", "substitute", "observe"}:
        faults.append("--name goes with --replace, --substitute or --observe; another name is --rename")
    asked = Asked(wish, despatch, table, faults, side)
    return None if not side and not without_side else PLANS[what](asked)


# -- who plays ---------------------------------------------------------------------------------------------


def has_addresses_of(seat: Seat, new: Seat) -> bool:
    """Whether a new person writes from nowhere but where the player of a seat writes from."""
    return set(new.addresses) <= set(seat.addresses) | {""} and new.addresses != ("",)


def replaced(asked: Asked) -> Arranged:
    """Another plays a side: what waits of the player before is dropped."""
    let_rounds_come_first(asked.table.store, asked.table.number)
    new, old = asked.person("replace", asked.wish.replace), asked.seat
    if has_addresses_of(old, new):
        asked.faults.append(f"--replace {asked.wish.replace}: this player already has {asked.side} already")
    printed = asked.table.game.sides[asked.side]
    who = "Another player" if new.name == printed else new.name
    whom = "" if old.name in {"", printed} else f" from {old.name}"
    what = f"{who} takes over{whom} as {asked.called}"
    if new.name == old.name:
        what = f"{new.name} goes on as {asked.called}, from another address"
    event = PlayerChanged(rule="", side=asked.side, name=new.name, what=what)
    return asked.change(
        event,
        seat=new,
        farewell=no_longer(asked, stays=new.name == old.name),
        sides=(asked.side,),
        moved=anew(new, asked.despatch.now),
    )


def left(asked: Asked) -> Arranged:
    """Nobody plays a side."""
    let_rounds_come_first(asked.table.store, asked.table.number)
    if not asked.seat.addresses:
        asked.faults.append(f"{asked.side} is vacant already. --replace ADDRESS fills it")
    what = f"{asked.seat.name} has left. {asked.called} is vacant, and the game waits for a new player"
    event = PlayerChanged(rule="", side=asked.side, name="", what=what)
    return asked.change(event, seat=Seat("", ()), farewell=no_longer(asked))


def no_longer(asked: Asked, stays: bool = False) -> str:
    """What is told at an address that counts no more, to who plays no longer or `stays` at another."""
    what = "you now write from another address" if stays else f"you are no longer {asked.called}"
    return f"In game {asked.table.number}, {asked.table.game.title}, {what}. {NO_MORE}"


def renamed(asked: Asked) -> Arranged:
    """A player is called otherwise."""
    name = plain_words(asked.table, "--rename", asked.wish.rename, asked.faults, LONGEST_NAME)
    event = PlayerRenamed(rule="", side=asked.side, name=name, what=f"{asked.seat.name} is now called {name}")
    return asked.change(event, seat=replace(somebody(asked), name=name))


def somebody(asked: Asked) -> Seat:
    """The seat of a side that somebody plays."""
    if not asked.seat.addresses:
        asked.faults.append(f"{asked.side} is vacant. --replace ADDRESS fills it")
    return asked.seat


def added(asked: Asked) -> Arranged:
    """A player writes from one address more."""
    address = asked.address("add", asked.wish.add)
    if address in somebody(asked).addresses:
        asked.faults.append(f"--add {asked.wish.add}: {asked.seat.name} has this address already")
    return readdressed(asked, (*asked.seat.addresses, address))


def changed(asked: Asked) -> Arranged:
    """A player writes from another address in the place of one."""
    old, sign, new = asked.wish.change.partition("=")
    if not sign:
        asked.faults.append(f"--change {asked.wish.change}: write OLD=NEW, two addresses")
        return readdressed(asked, asked.seat.addresses)
    old, new = asked.known("change", old), asked.address("change", new)
    return readdressed(asked, tuple(new if one == old else one for one in somebody(asked).addresses))


def removed(asked: Asked) -> Arranged:
    """A player writes from one address less."""
    old = asked.known("remove", asked.wish.remove)
    if somebody(asked).addresses == (old,):
        asked.faults.append(f"--remove {old}: it is the only address. Use --change {old}=NEW, or --leave")
    return readdressed(asked, tuple(one for one in asked.seat.addresses if one != old))


def readdressed(asked: Asked, addresses: tuple[str, ...]) -> Arranged:
    """A player's new addresses. If an old one was removed, the reply code is new."""
    gone = bool(set(asked.seat.addresses) - set(addresses))
    what = f"{asked.seat.name} now writes from {'other addresses' if gone else 'one more address'}"
    what += ", with a new reply code" if gone else ""
    event = AddressesChanged(rule="", side=asked.side, recoded=gone, what=what)
    farewell = (
        f"This address is no longer one of {asked.seat.name}'s in this game. Emails from it do not count."
    )
    return asked.change(
        event, seat=replace(asked.seat, addresses=tuple(dict.fromkeys(addresses))), farewell=farewell
    )


# -- who stands in, who is away ----------------------------------------------------------------------------


def substituted(asked: Asked) -> Arranged:
    """Somebody writes in the place of a player, or beside them, for a time."""
    wish, new, seat = asked.wish, asked.person("substitute", asked.wish.substitute), somebody(asked)
    if seat.substitute:
        asked.faults.append(
            f"{seat.substitute.name} is the substitute for {seat.name} already. First use --no-substitute"
        )
    if has_addresses_of(seat, new):
        asked.faults.append(f"--substitute {wish.substitute}: this is {seat.name}'s own address")
    until = read_day("--until", wish.until, asked.faults) if wish.until else None
    end = end_of(until, asked.rules.zone(seat)) if until else None
    if end and end <= asked.despatch.now:
        asked.faults.append(f"--until {wish.until}: this day is past")
    words = f"{new.name} is the substitute for {seat.name}{f' until {told(until)}' if until else ''}"
    words += f". Until then only {new.name} may send orders" if wish.alone and until else ""
    words += f". Only {new.name} may send orders" if wish.alone and not until else ""
    words += ". Both may send orders" if not wish.alone else ""
    event = SubstituteNamed(
        rule="", side=asked.side, name=new.name, until=iso(end) if end else "", alone=wish.alone, what=words
    )
    return asked.change(event, seat=replace(seat, substitute=replace(new), alone=wish.alone))


def unsubstituted(asked: Asked) -> Arranged:
    """Nobody stands in for a player any more."""
    if not asked.seat.substitute:
        asked.faults.append(f"there is no substitute for {asked.seat.name or asked.side}")
    return end_of_substitute(asked.table, asked.side)


def away(asked: Asked) -> Arranged:
    """A player is away: their questions wait until they are back."""
    first, sign, last = asked.wish.away.partition("..")
    seat, zone, faults = somebody(asked), asked.rules.zone(asked.seat), asked.faults
    begin, end = read_day("--away", first, faults), read_day("--away", last if sign else first, faults)
    if begin is None or end is None:
        faults.append(f"--away {asked.wish.away}: write the first and last day, as in 2026-12-01..2026-12-14")
        return end_of_substitute(asked.table, asked.side)
    since = max(start_of_day(begin, zone), asked.despatch.now)
    until = end_of(end, zone)
    if begin > end:
        faults.append(f"--away {asked.wish.away}: the last day is before the first")
    elif until <= asked.despatch.now:
        faults.append(f"--away {asked.wish.away}: these days are past")
    span = (iso(since), iso(until))

    def moved(rules: Rules, side: str, asked_: datetime, due: datetime) -> datetime:
        return later(due, asked_, [span])

    what = (
        f"{seat.name} is away from {told(begin)} to {told(end)}. Deadlines of {asked.called} wait that long"
    )
    event = PlayerAway(rule="", side=asked.side, since=span[0], until=span[1], what=what)
    return Arranged(event, asked.side, sides=(asked.side,), moved=moved)


def back(asked: Asked) -> Arranged:
    """A player is back before their time."""
    now = asked.despatch.now
    spans = [
        span for span in asked.rules.terms.away.get(asked.side, ()) if datetime.fromisoformat(span[1]) > now
    ]
    if not spans:
        asked.faults.append(f"{asked.seat.name or asked.side} is not away")

    def moved(rules: Rules, side: str, asked_: datetime, due: datetime) -> datetime:
        for since, until in reversed(spans):
            start, end = datetime.fromisoformat(since), datetime.fromisoformat(until)
            if due >= end:
                due -= end - max(start, now)
        return due

    event = PlayerBack(
        rule="", side=asked.side, at=iso(now), what=f"{asked.seat.name} is back. Deadlines run again"
    )
    return Arranged(event, asked.side, sides=(asked.side,), moved=moved)


# -- who watches -------------------------------------------------------------------------------------------


def observed(asked: Asked) -> Arranged:
    """Somebody watches: they get what all sides may know, and nothing else."""
    seat = asked.person("observe", asked.wish.observe)
    name = seat.name or "An observer"
    if seat.addresses[0] in {one.address for one in asked.table.store.people.observers(asked.table.number)}:
        asked.faults.append(f"--observe {asked.wish.observe}: this address observes already")
    event = ObserverChanged(rule="", name=name, watches=True, what=f"{name} now observes this game")
    return Arranged(event, observer=Person(asked.table.number, "", OBSERVER, name, seat.addresses[0]))


def unobserved(asked: Asked) -> Arranged | None:
    """Somebody watches no more."""
    watching = {one.address: one for one in asked.table.store.people.observers(asked.table.number)}
    found = watching.get(normal_address(asked.wish.unobserve))
    if found is None:
        who = nearest_or_all(asked.wish.unobserve, watching)
        asked.faults.append(f"--unobserve {asked.wish.unobserve}: that address does not observe: {who}")
        return None
    what = f"{found.name} no longer observes this game"
    event = ObserverChanged(rule="", name=found.name, watches=False, what=what)
    return Arranged(event, observer=found, watches=False)


PLANS: Mapping[str, Callable[[Asked], Arranged | None]] = {
    "replace": replaced,
    "rename": renamed,
    "add": added,
    "change": changed,
    "remove": removed,
    "substitute": substituted,
    "no-substitute": unsubstituted,
    "leave": left,
    "away": away,
    "back": back,
    "observe": observed,
    "unobserve": unobserved,
}
"""Each change by its option."""


# -- who is there ------------------------------------------------------------------------------------------


def listed(folder: Path, number: int, as_json: bool) -> None:
    """List the people of a game."""
    desk = the_desk(folder)
    with desk.store() as store:
        table = Table(store, number)
        watching = store.people.observers(number)
    if as_json:
        say_json(
            {
                "game": number,
                "players": {side: one_seat(table, side) for side in table.row.players},
                "observers": [{"name": one.name, "address": one.address} for one in watching],
            }
        )
        return
    for side in table.row.players:
        typer.echo(bounded(seat_line(table, side, desk.settings.timezone)))
    for one in watching:
        typer.echo(bounded(f"Observer: {one.name} <{one.address}>"))


def one_seat(table: Table, side: str) -> dict[str, Json]:
    """Who plays a side, for --json."""
    seat, terms = table.row.players[side], table.terms()
    substitute, standing_in = seat.substitute, terms.substitutes.get(side)
    return {
        "name": seat.name,
        "addresses": list(seat.addresses),
        "substitute": substitute
        and {
            "name": substitute.name,
            "addresses": list(substitute.addresses),
            "alone": seat.alone,
            "until": standing_in.until if standing_in else "",
        },
        "away": [list(span) for span in terms.away.get(side, ())],
    }


def seat_line(table: Table, side: str, zone: str) -> str:
    """Who plays a side, in words."""
    seat, terms = table.row.players[side], table.terms()
    parts = [f"{side}: {seat.name} <{', '.join(seat.addresses)}>" if seat.addresses else f"{side}: nobody"]
    if seat.substitute:
        until = terms.substitutes[side].until if side in terms.substitutes else ""
        parts.append(
            f"substitute: {seat.substitute.name} <{', '.join(seat.substitute.addresses)}>"
            + (" alone" if seat.alone else "")
            + (f" until {when(until, zone)}" if until else "")
        )
    parts += [
        f"away from {when(since, zone)} to {when(until, zone)}" for since, until in terms.away.get(side, ())
    ]
    return "; ".join(parts)
