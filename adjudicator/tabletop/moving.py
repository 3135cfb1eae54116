"""A player's log of VASSAL, taken step by step up to the first one that chance decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from adjudicator.events import EVERYBODY, NOBODY
from adjudicator.orders import several_orders
from adjudicator.play import Play
from adjudicator.rulings import Ambiguous, Refused, Unreadable
from adjudicator.state import Json, State
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import ChangesTold, DecksDealt, DeckShuffled, SatDown, TableChanged
from adjudicator.tabletop.rolling import roll, shuffled
from adjudicator.tabletop.written import grammar_of
from builder.vassal.traits import join, split
from tables.chance import By, Chance, always_shuffled, deck_name
from tables.doing import Doubt, Words
from tables.home import Deal, Homecoming, Taken
from tables.position import Kind, Piece, Position, SavedFile, Step, TableError, read_once
from tables.seats import Cover, Seat, cover_of, is_face_down
from tables.side_file import SideFile
from tables.table import Table, parts_of, properties
from tables.telling import Line, is_count, name_of_piece, told, where
from tables.turning import turned
from tables.withheld import withheld

OWN_SIDE, BELIEVE, NO_SEALED, NO_OBJECTION = "own-side", "believe", "no-sealed", "object=none"
"""Terms of a game: pieces that are marked as another side's may not be touched; layers that may be turned by
chance and by hand count as turned by hand; nobody asks for sealed lines; nobody objects. Without them all may
move all, such layers are turned here, and both may be done."""
OBJECTION = r"object=([1-9][0-9]{0,2})([hd])"
"""The term that says for how many hours or days players may object to orders."""
SIDE_MARK = "Side"
HOURS = 24


@contextmanager
def in_words(line: str) -> Iterator[None]:
    """What is wrong with a line as a no of its kind, with whole lines in its place."""
    try:
        yield
    except Doubt as doubt:
        if several := grammar_of().several_in(line):  # no piece is called "1st Foot to 0402; move Scout"
            raise several_orders(several) from None
        legal = tuple(line.replace(doubt.asked, one, 1) for one in doubt.options)
        raise (Ambiguous if doubt.several else Unreadable)(str(doubt), legal) from None
    except TableError as wrong:
        raise Refused("", str(wrong)) from None


def untold(play: Play, side: str) -> bool:
    """Whether a side was told already, as the last of what happened, that it does not see all."""
    told_ = [one for one in play.events if one.seen_by(side) and isinstance(one, ChangesTold)]
    return bool(told_) and not told_[-1].lines


def told_of(side: str, lines: Sequence[Line], to: tuple[str, ...] = EVERYBODY) -> ChangesTold:
    """What a side did, as those see it whom it is told."""
    return ChangesTold(
        rule="", to=to, who=side, lines=tuple(one.text for one in lines),
        pieces=tuple(one.piece for one in lines), paths=tuple(one.path for one in lines),
    )  # fmt: skip


def touched(command: str, table: Table) -> Iterator[str]:
    """The pieces that a command moves, changes or takes away."""
    id_ = split("/", command)[1] if command[:2] in ("M/", "D/", "-/") else ""
    if id_ in table.pieces:
        yield from table.order[id_] if table.pieces[id_].kind is Kind.STACK else (id_,)


def touched_by(taken: Taken, position: Position) -> frozenset[str]:
    """All pieces of a position that the steps of a log move, change or take away."""
    table, found = Table(position), set[str]()
    for _, step in taken.steps:
        for command in step:
            found |= set(touched(command, table))
            table.do([command])
    return frozenset(found)


def check_free(taken: Taken, then: Position, now: Position) -> None:
    """Raises Refused for a log that touches what others have moved or changed since its position."""
    other = {id_ for id_, piece in then.pieces.items() if now.pieces.get(id_) != piece}
    if touched_by(taken, then) & other:
        raise Refused(
            "", "it touches pieces that another side's sealed orders have moved or changed before it"
        )


def marked(piece: Piece, name: str) -> str:
    """The value of a mark of a piece, "" for a piece without it."""
    for type_, state in zip(parts_of(piece.type), parts_of(piece.state), strict=False):
        keys = split(",", type_.partition(";")[2]) if type_.startswith("mark;") else []
        if name in keys:
            return [*split(",", state), *("" for _ in keys)][keys.index(name)]
    return ""


def dealt(play: Play, which: Callable[[Piece], bool]) -> Iterator[tuple[Piece, str]]:
    """Some decks in a new order: each as it was, and what lays it so."""
    table = Table(kept.position_of(play.state))
    for id_, piece in table.pieces.items():
        if piece.kind is Kind.DECK and len(table.order[id_]) > 1 and which(piece):
            table.order[id_] = shuffled(play, id_, table.order[id_])
            yield piece, "D/" + join("/", [id_, table.position().pieces[id_].state])


class AtTheTable:
    """What players do with the position of one module: `names` are side -> the module's name,
    `terms` what the players agreed on: OWN_SIDE, BELIEVE."""

    def __init__(self, path: str, names: dict[str, str], terms: frozenset[str] = frozenset()) -> None:
        self.path, self.names, self.terms = path, names, terms
        self.module, self.cutter = kept.module_at(path)

    @property
    def object_hours(self) -> int:
        """For how many hours players may object to orders; 0: until the next ones."""
        found = [one for term in sorted(self.terms) if (one := re.fullmatch(OBJECTION, term))]
        return int(found[-1][1]) * (HOURS if found[-1][2] == "d" else 1) if found else 0

    def read(self, data: bytes, name: str) -> SavedFile:
        """A log that came with a letter. Raises TableError for what is none of this module."""
        saved = read_once(data, name)
        self._check_module(saved, name)
        if not saved.steps and not saved.anew:
            raise TableError(
                f"{name} is a saved game or an empty log. It has no moves in it. Open the newest saved game "
                "that you received. Begin a log (File, Begin Logfile), move, end the log, and attach the log"
            )
        return saved

    def _check_module(self, saved: SavedFile, name: str) -> None:
        """A log of another module, or of another version of it. VASSAL copies the module's own `moduledata`
        into it, which may be older than its build file."""
        ours, (name_then, version_then) = self.module, identity(self.module.data)
        named, version = identity(saved.entries.get("moduledata", b""))
        if named not in ("", ours.name, name_then):
            raise TableError(
                f'{name} belongs to the module "{named}". This game is played with "{ours.name}". Open the '
                "saved game of this game with that module, and log your moves there"
            )
        if version not in ("", ours.version, version_then):
            raise TableError(
                f"{name} was made with version {version} of {ours.name}. This game is played with version "
                f"{ours.version}. Open the saved game with version {ours.version}, and log your moves again"
            )
        self._check_extensions(dict(extensions(saved.position.rest)), name)

    def _check_extensions(self, theirs: Mapping[str, str], name: str) -> None:
        """A log that was made with other extensions of the module than those of the game."""
        ours = self.module.extension_versions
        more = sorted(one for one in theirs if one not in ours)
        if more:
            raise TableError(
                f"{name} was made with extensions that this game does not have: {', '.join(more)}. Switch "
                "them off in VASSAL, and log your moves again"
            )
        if fewer := [one for one in ours if one not in theirs]:
            raise TableError(
                f"{name} was made without extensions that this game has: {', '.join(fewer)}. Activate them "
                "in VASSAL, open the newest saved game, and log your moves again"
            )
        for one, version in theirs.items():
            if version != ours[one]:
                raise TableError(
                    f"{name} was made with version {version} of the extension {one}. This game is played "
                    f"with version {ours[one]}. Activate that one in VASSAL, and log your moves again"
                )

    # -- taking ------------------------------------------------------------------------------------

    def take(self, play: Play, side: str, saved: SavedFile, then: State | None = None) -> Taken:
        """Do what of a log counts, and roll what it came to. It was made for the position of `then`, the
        present one if none is said. Raises Refused with all that is wrong."""
        sent = kept.side_file(self.path, then or play.state, self.names, side)
        return self.done(play, side, saved, sent, then)

    def check(self, state: State, side: str, saved: SavedFile) -> None:
        """Raises Refused for a log that cannot be brought onto the present position; nothing is done."""
        sent = kept.side_file(self.path, state, self.names, side)
        with in_words(""):
            self.home(state, side, sent, lambda deck, cards: cards).take(saved)

    def home(self, state: State, side: str, sent: SideFile, deal: Deal) -> Homecoming:
        """What brings a side's steps onto a position."""
        return Homecoming(
            self.module, kept.position_of(state), sent, kept.seat_of(state, self.names, side), deal,
            trusting=BELIEVE in self.terms,
        )  # fmt: skip

    def words(self, play: Play, side: str, line: str, say: Callable[[Words], Iterable[str]]) -> None:
        """Do what is said in words, on what the side sees. Raises No, with lines that may be meant."""
        sent = kept.side_file(self.path, play.state, self.names, side)
        with in_words(line):
            step = tuple(say(Words(Table(sent.position, only_read=True), self.module)))
        self.done(play, side, SavedFile(sent.position, (step,), counted=False), sent)

    def shuffle(self, play: Play, side: str, line: str, name: str) -> None:
        """Shuffle a deck. Raises No."""
        sent = kept.side_file(self.path, play.state, self.names, side)
        with in_words(line):
            deck = Words(Table(sent.position, only_read=True), self.module).deck(name)
        table = Table(kept.position_of(play.state))
        table.order[deck] = shuffled(play, deck, table.order[deck])
        state = table.position().pieces[deck].state
        self.tell_shuffled(play, side, deck)
        play.record(TableChanged(rule="", to=(), commands=("D/" + join("/", [deck, state]),)))

    def deal_again(self, play: Play) -> None:
        """After an undo, shuffle what lies face down and is always shuffled: somebody may know its top."""
        found = list(dealt(play, lambda deck: always_shuffled(deck) and is_face_down(deck)))
        for deck, _ in found:
            play.record(DeckShuffled(rule="", who="", deck=deck_name(deck) or "a deck"))
        if found:
            play.record(DecksDealt(rule="", to=(), commands=tuple(command for _, command in found)))

    def tell_shuffled(self, play: Play, side: str, deck: str) -> None:
        """Everybody sees that a deck was shuffled."""
        name = deck_name(kept.position_of(play.state).pieces[deck]) or "a deck"
        play.record(DeckShuffled(rule="", who=side, deck=name))

    def done(
        self, play: Play, side: str, saved: SavedFile, sent: SideFile, then: State | None = None
    ) -> Taken:
        """Bring steps home that begin with what was sent to a side."""
        state = then or play.state
        with in_words(""):
            taken = self.home(state, side, sent, partial(shuffled, play)).take(saved)
        if then:
            check_free(taken, kept.position_of(then), kept.position_of(play.state))
        if OWN_SIDE in self.terms:
            self.check_owners(state, side, saved, taken, sent)
        if taken.password and not kept.is_seated(state, side):
            play.record(SatDown(rule="", to=(), side=side))
        for _, deck in taken.shuffled:
            self.tell_shuffled(play, side, deck)
        self.change(play, side, [step for _, step in taken.steps])
        self.chance(play, side, taken)
        return taken

    def check_owners(self, state: State, side: str, saved: SavedFile, taken: Taken, sent: SideFile) -> None:
        """Raises Refused for steps that touch what another side is marked to own, as far as it sees."""
        table, others = Table(kept.position_of(state)), set(self.names.values()) - {self.names[side]}
        seen = {id_ for id_ in sent.position.pieces if id_ not in sent.blanks}
        for n, step in taken.steps:
            for command in step:
                for id_ in touched(command, table):
                    owner = marked(table.pieces[id_], SIDE_MARK) if id_ in seen else ""
                    if owner in others:
                        name = name_of_piece(table.pieces[id_])
                        why = f"it moves or changes {name}, which belongs to {owner}"
                        raise Refused("", saved.wrong(n, why))
                table.do([command])

    def change(self, play: Play, side: str, steps: Sequence[Step]) -> None:
        """Do steps to the true position, and tell each side what it sees of them."""
        commands = tuple(command for step in steps for command in step)
        if not commands:
            return
        state, before = play.state, {one: self.seen(play, one) for one in (*self.names, kept.EVERYBODY)}
        secret = self.secret_properties(play.state, side, steps)
        play.record(TableChanged(rule="", to=(), commands=commands, withheld=secret))
        ways = self.trails(state, steps, before)
        lines = {one: told(was, self.seen(play, one), self.module, ways[one]) for one, was in before.items()}
        open_ = [one for one in lines[kept.EVERYBODY] if not is_count(one)]
        shared = tuple(one for one in open_ if all(one in lines[reader] for reader in self.names))
        if shared:
            play.record(told_of(side, shared))
        for one in self.names:
            own = tuple(line for line in lines[one] if line not in shared)
            if own or not (shared or untold(play, one)):
                play.record(told_of(side, own, (one,)))

    def trails(
        self, state: State, steps: Sequence[Step], readers: Iterable[str]
    ) -> dict[str, dict[str, list[str]]]:
        """For each reader the ways of the pieces that steps move, place by place: of those that it sees all
        the time."""
        seats = {
            one: kept.seat_of(state, self.names, one) if one in self.names else Seat("") for one in readers
        }
        table, ways, covered = Table(kept.position_of(state)), dict[str, list[str]](), set[tuple[str, str]]()
        for step in steps if len(steps) > 1 else ():
            ids = {id_ for command in step for id_ in touched(command, table)}
            places = {id_: table.at[id_] for id_ in ids}
            covered |= {
                (one, id_) for one in seats for id_ in ids if not self.is_open(table, id_, seats[one])
            }
            table.do(step)
            covered |= {
                (one, id_) for one in seats for id_ in ids if not self.is_open(table, id_, seats[one])
            }
            for id_ in ids:
                if table.at.get(id_, places[id_]) != places[id_]:
                    ways.setdefault(id_, []).append(where(table, id_, self.module))
        return {one: {id_: way for id_, way in ways.items() if (one, id_) not in covered} for one in seats}

    def is_open(self, table: Table, id_: str, seat: Seat) -> bool:
        """Whether a seat sees all of a piece as the table is."""
        piece = table.pieces.get(id_)
        return piece is not None and cover_of(table, piece, seat, self.module.windows).how is Cover.OPEN

    def secret_properties(self, state: State, mover: str, steps: Sequence[Step]) -> dict[str, Json]:
        """For each reader but the mover, who has them already, the global properties that change with a piece
        that it does not see; what any side may not have, those who watch may not."""
        seats = {one: kept.seat_of(state, self.names, one) for one in self.names}
        by_name = withheld(steps, kept.position_of(state), seats.values(), self.module.windows)
        values = properties(kept.position_of(state).rest)
        keys = {one: by_name[seat.side] for one, seat in seats.items() if one != mover and by_name[seat.side]}
        if keys:
            keys[kept.EVERYBODY] = frozenset(key for some in keys.values() for key in some)
        return {one: tuple((*key, values.get(key, "")) for key in sorted(some)) for one, some in keys.items()}

    def seen(self, play: Play, reader: str) -> Position:
        """The present position as a side has it, or everybody."""
        return kept.side_file(self.path, play.state, self.names, reader).position

    def chance(self, play: Play, side: str, taken: Taken) -> None:
        """Roll what the log came to: its dice, or the piece that turns by chance."""
        for one in taken.chance:
            if one.by is By.DICE and one.what in self.module.dice:
                roll(play, side, self.module.dice[one.what], f"step {taken.stopped} of the log")
            elif one.by is not By.DICE:
                self.turn(play, side, one)

    def turn(self, play: Play, side: str, one: Chance) -> None:
        """Turn a layer to a level, or a piece to a facing, by a die of the desk."""
        piece = kept.position_of(play.state).pieces.get(one.what)
        if piece is None:
            return
        sides, command = turned(piece, one)
        readers = self.readers(play.state, piece)
        hidden, why = len(readers) < len(self.names), f"the turn of a piece ({one.by})"
        to = (readers or NOBODY) if hidden else EVERYBODY
        self.change(play, side, [(command(play.roll("", why, sides, to=to, hidden=hidden)),)])

    def readers(self, state: State, piece: Piece) -> tuple[str, ...]:
        """The sides that see all of a piece: who does not may not learn what it turned to."""
        table = Table(kept.position_of(state), only_read=True)
        seats = {one: kept.seat_of(state, self.names, one) for one in self.names}
        return tuple(one for one, seat in seats.items() if self.is_open(table, piece.id, seat))


def extensions(rest: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The extensions with which a position was saved, and their versions."""
    for line in rest:
        word, _, said = line.partition("\t")
        if word == "EXT":
            name, version, *_ = [*split("\t", said), "", ""]
            yield name.removesuffix(".vmdx"), version


def identity(data: bytes) -> tuple[str, str]:
    """The name and version of the module that a saved game carries; some carry none. Raises TableError."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException, ElementTree

    if not data:
        return "", ""
    try:
        root = ElementTree.fromstring(data)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as wrong:
        raise TableError(f"its moduledata cannot be read: {wrong}") from None
    return root.findtext("name") or "", root.findtext("version") or ""
