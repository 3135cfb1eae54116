"""A side's log brought back onto the true position: its blanks are exchanged for the pieces behind them.

Nothing is applied by halves. What stands in the way is told all at once, and then nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from builder.vassal.traits import SequenceFault, join, nest, split
from tables.beginning import otherwise
from tables.chance import By, Chance, always_shuffled, chances, deck_name, is_shuffled
from tables.opening import ALWAYS, FACE
from tables.position import Kind, Piece, Position, SavedFile, Step, TableError, read_piece
from tables.published import Published
from tables.seats import NOBODY, OWN_WORD, Cover, Seat, is_password, may_use, reworded, values_reworded
from tables.side_file import UNKNOWN_NAME, Blank, SideFile, bare_type
from tables.startup import if_opened
from tables.table import NOWHERE, Place, Table, ends_of, held_by, parts_of, place_of
from tables.turning import alongside

MOST_STEPS = 5_000
"""Steps of one log: a long turn has a few hundred."""
Deal = Callable[[str, Sequence[str]], Sequence[str]]
"""Shuffles the cards of a deck: its id and the ids in it -> the ids in their new order."""

_WITH_A_MOVE = ("markmoved;", "footprint;")
"""What VASSAL changes by itself on a piece that is moved."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a log counts: for each step that does, its commands on the true position.

    `steps` pairs the number of a step with its commands; `stopped` is the number of the step from which on
    nothing counts, 0 if all do, because of `chance`; `doubted` are steps that may be chance and are believed;
    `shuffled` the decks that were shuffled, in order; `password` is the player's own; an empty one leaves
    them `unguarded`: their masks hide nothing.
    """

    steps: tuple[tuple[int, Step], ...] = ()
    stopped: int = 0
    chance: tuple[Chance, ...] = ()
    doubted: tuple[int, ...] = ()
    shuffled: tuple[tuple[int, str], ...] = ()
    password: str = ""
    unguarded: bool = False


class NotFromHere(TableError):
    """A log that began from another position than the one that was sent."""


@dataclass(slots=True)
class Homecoming:
    """One log on its way back. `deal` shuffles decks in the player's stead; `trusting` believes what may be
    chance and may be not."""

    module: Published
    true: Position
    sent: SideFile
    seat: Seat
    deal: Deal
    trusting: bool = False
    faults: list[str] = field(default_factory=list)

    def take(self, log: SavedFile) -> Taken:
        """What of the log counts. Raises NotFromHere, and TableError with all that is wrong with it."""
        if not log.steps:
            raise TableError("nothing is recorded in it: start a log in VASSAL before you move")
        if len(log.steps) > MOST_STEPS:
            raise TableError(f"it holds {len(log.steps):,} steps, more than the {MOST_STEPS:,} of any turn")
        word = self.word_in(log.position.rest)
        if word is not None:
            self.check_word(word)
        words = self.own_words(log, word)
        self._check_beginning(log, words)
        run = _Run(
            self, log, Table(self.sent.position), Table(self.true), dict(self.sent.blanks), words, word
        )
        taken = run.all()
        if self.faults:
            raise TableError("; ".join(dict.fromkeys(self.faults)))
        return taken

    def word_in(self, lines: Iterable[str]) -> str | None:
        """The word of the player's own seat, None where nobody sits there."""
        for line in lines:
            word, *fields = line.split("\t")
            if word == "PLAYER" and len(fields) > 2 and fields[2] == self.seat.side:
                return fields[0]
        return None

    def own_words(self, log: SavedFile, word: str | None) -> dict[str, str]:
        """All that stands for the player in a log: the password, and one that masks were laid with before."""
        seats = (line.split("\t")[1:4] for line in log.position.rest if line.startswith("PLAYER\t"))
        others = {one[0] for one in seats if one[2:] != [self.seat.side]}
        text = "\n".join(one.state for one in log.position.pieces.values())
        found = {*OWN_WORD.findall(text), *filter(None, (word,))} - (others - {word})
        return dict.fromkeys(found, self.seat.password)

    def check_word(self, word: str) -> None:
        """Raises TableError for a password that has a meaning of its own in VASSAL or here."""
        if word and word != self.seat.password and not is_password(word):
            raise TableError(
                "its player has a password that VASSAL or hexpost uses itself. Choose another one in VASSAL "
                "(Preferences, Personal), and log your moves again"
            )

    def _check_beginning(self, log: SavedFile, words: Mapping[str, str]) -> None:
        """It must have begun with the pieces that were sent, where they were."""
        other, count = otherwise(log.position, self.sent.position, words)
        if not other:
            return
        raise NotFromHere(
            f"it began from another position than the one last sent to you: {len(other)} of "
            f"{count} pieces are elsewhere or otherwise. Open the newest saved game, and play from there"
            f"{if_opened(self.module)}"
        )


@dataclass(slots=True)
class _Run:
    """The log while it runs on both tables: the player's, with blanks, and the true one."""

    home: Homecoming
    log: SavedFile
    mine: Table
    true: Table
    blanks: dict[str, Blank]
    own: Mapping[str, str]
    """What stands for the player in the log, and on the true position."""
    password: str | None = None
    ids: dict[str, str] = field(default_factory=dict)
    """Ids that the player's VASSAL gave to new pieces -> the ids that they have here."""
    n: int = 0
    shuffled: list[tuple[int, str]] = field(default_factory=list)
    stacks: set[str] = field(default_factory=set)
    """Stacks that were sent, and those that the log has laid."""
    changed: set[str] = field(default_factory=set)
    """What the step itself says how it stands."""
    always: tuple[str, ...] = ()
    """The decks that are shuffled at every draw; a log lays none down and takes none away."""

    def __post_init__(self) -> None:
        self.stacks |= {id_ for id_, one in self.mine.pieces.items() if one.kind is Kind.STACK}
        decks = (one for one in self.mine.pieces.values() if one.kind is Kind.DECK)
        self.always = tuple(one.id for one in decks if always_shuffled(one))

    def all(self) -> Taken:
        log, steps = self.log, list[tuple[int, Step]]()
        doubted: list[int] = []
        rolled: tuple[Chance, ...] = ()
        for self.n, step in enumerate(log.steps, log.anew + 1):
            found = chances(step, self.mine, self.home.module.dice)
            rolled = tuple(one for one in found if not self._believed(one))
            if rolled:
                break
            doubted += [self.n] if found else []
            steps.append((self.n, (*self._step(step), *self._loose(step))))
        stopped = self.n if rolled else 0
        rolled = tuple(map(self._at_the_desk, rolled))
        word = self.password
        return Taken(
            tuple(steps), stopped, rolled, tuple(doubted), tuple(self.shuffled), word or "", word == ""
        )

    def _at_the_desk(self, one: Chance) -> Chance:
        """What chance decides by the id and the trait of the true piece."""
        if one.by is By.DICE:
            return one
        true, blank = self._id(one.what), self.blanks.get(one.what)
        return replace(
            one, what=true, trait=blank.places(self.true.pieces[true])[one.trait] if blank else one.trait
        )

    def _believed(self, one: Chance) -> bool:
        return self.home.trusting and not one.sure

    def _step(self, step: Step) -> Iterator[str]:
        self.changed = {split("/", one)[1] for one in step if one.startswith("D/")}
        before = {deck: frozenset(self.mine.order[deck]) for deck in self.always}
        for command in step:
            try:
                for one in self._commands(command):
                    self.true.do([one])
                    yield one
                self.mine.do([command])
            except (_Fault, TableError) as wrong:
                self.home.faults.append(self.log.wrong(self.n, str(wrong)))
                return
            except (SequenceFault, ValueError, IndexError):
                why = f"the command {command[:60]!r} cannot be read"
                self.home.faults.append(self.log.wrong(self.n, why))
                return
        for deck in self._entered(before, ends_of(step)):
            one = self._dealt(deck, self.mine.order[deck])
            self.true.do([one])
            yield one

    def _loose(self, step: Step) -> Iterator[str]:
        """What was taken back to an empty place lies there by itself; a move that is played lays a stack."""
        if not step or not step[0].startswith("UNDO"):
            return
        for id_ in (split("/", one)[1] for one in step if one.startswith("M/")):
            for table, piece in ((self.mine, id_), (self.true, self._id(id_))):
                holder = f"stack-of-{piece}"
                if table.inside.get(piece) == holder and table.order[holder] == [piece]:
                    table.remove(holder)
                    if table is self.true:
                        yield "-/" + holder

    def _entered(self, before: Mapping[str, frozenset[str]], ends: Mapping[str, Place]) -> list[str]:
        """Decks that are always shuffled, into which a card came: where it lies is for the desk to say, when
        the step has done with it. What the same step takes away again has not come."""
        found = ((deck, self.mine.at[deck], ids) for deck, ids in before.items())
        return sorted(
            deck
            for deck, at, ids in found
            if any(ends.get(one, NOWHERE if one in ids else at) == at for one in self.mine.order[deck])
        )

    def _commands(self, command: str) -> Iterator[str]:
        id_ = split("/", command)[1] if command[:2] in ("M/", "D/", "-/") else ""
        if id_ in self.stacks and id_ not in self.mine.pieces:
            return  # a stack is gone with its last piece; that comes back by itself when it is undone
        match command[:2]:
            case "M/":
                yield from self._uncovered(command)
                yield self._moved(command)
            case "D/":
                yield from self._changed(command)
            case "+/":
                yield from self._laid(command)
            case "-/":
                yield from self._removed(command[2:])
            case _:
                yield from self._other(command)

    # -- ids -----------------------------------------------------------------------------------

    def _id(self, id_: str) -> str:
        blank = self.blanks.get(id_)
        return blank.piece if blank else self.ids.get(id_, id_)

    def _own(self, id_: str) -> None:
        """A step may not touch what was never sent, nor what lies in a hand of another side."""
        if id_ not in self.mine.pieces:
            raise _Fault("it moves or changes a piece that was never sent to you")
        for one in (id_, *self.mine.order.get(id_, ())):
            blank = self.blanks.get(one)
            if blank is not None and blank.how is Cover.ELSEWHERE:
                raise _Fault(f"it touches a piece in {self.mine.at[id_][0]!r}, which is not yours")

    def _check_drawn(self, id_: str) -> None:
        """Nothing is drawn from a deck of another side; that automation shuffles it, does no harm."""
        deck = self._deck_of(id_)
        if deck is not None and not may_use(deck, self.home.seat.side):
            raise _Fault(f"it takes a card out of the deck {deck_name(deck)!r}, which is not yours")

    def _deck_of(self, id_: str) -> Piece | None:
        """The deck that an id is of, or in which the piece lies."""
        found = self.mine.pieces.get(self.mine.inside.get(id_, id_))
        return found if found is not None and found.kind is Kind.DECK else None

    def _true_stack(self, id_: str) -> str:
        """A stack is known by what it holds: its own id is another one on each table."""
        held = self.mine.order[id_]
        return self.true.inside.get(self._id(held[0]), "") if held else ""

    # -- commands ------------------------------------------------------------------------------

    def _moved(self, command: str) -> str:
        _, id_, name, x, y, under, *old = [*split("/", command), "", "", "", "", ""]
        self._own(id_)
        if self.mine.pieces[id_].kind is Kind.STACK:
            return self._stack_moved(id_, name, x, y)
        if self.mine.pieces[id_].kind is Kind.DECK:
            raise _Fault("it moves a deck")
        self._check_drawn(id_)
        under = self._id(under) if under != NOWHERE else under
        was = [*old[:3], self._id(old[3]) if old[3] != NOWHERE else old[3]]
        return "M/" + join("/", [self._id(id_), name, x, y, under, *was, self.home.seat.side])

    def _uncovered(self, command: str) -> Iterator[str]:
        """A card that leaves a deck is no longer nobody's: VASSAL takes the mask of the deck off, and says so
        in its logs; words do not."""
        id_, name, x, y = split("/", command)[1:5]
        piece = self.true.pieces.get(self._id(id_))
        deck = self._deck_of(id_)
        if piece is None or deck is None or id_ in (*self.changed, deck.id):
            return
        if self.mine.at[deck.id] == (name, int(x), int(y)):
            return
        was = parts_of(piece.state)
        will = [
            join(";", ["null", *split(";", state)[1:]])
            if type_.startswith("obs;") and split(";", state)[0] == NOBODY
            else state
            for type_, state in zip(parts_of(piece.type), was, strict=False)
        ]
        if will != list(was):
            yield "D/" + join("/", [piece.id, nest(will), piece.state])

    def _stack_moved(self, id_: str, name: str, x: str, y: str) -> str:
        holder = self._true_stack(id_)
        where = self.true.at.get(holder, ("", 0, 0))
        old = [where[0], str(where[1]), str(where[2]), NOWHERE]
        return "M/" + join("/", [holder, name, x, y, NOWHERE, *old, self.home.seat.side])

    def _changed(self, command: str) -> Iterator[str]:
        _, id_, new, *old = split("/", command)
        self._own(id_)
        piece = self.mine.pieces[id_]
        if piece.kind is Kind.DECK:
            yield self._deck(piece, new)
        elif piece.kind is Kind.STACK:
            yield from self._rearranged(id_, new)
        elif id_ in self.blanks:
            yield self._blank_changed(id_, new, old[0] if old else None)
        else:
            if any(len(parts_of(one)) != len(parts_of(piece.type)) for one in (new, *old[:1])):
                raise _Fault("it gives a piece another number of traits")
            states = [self._named(piece, one) for one in (new, *old[:1])]
            yield "D/" + join("/", [self._id(id_), *states])

    def _deck(self, deck: Piece, new: str) -> str:
        """A deck that was shuffled is dealt anew by the desk; one that was turned over is turned over."""
        before, after = self.mine.order[deck.id], held_by(Piece(deck.id, deck.type, new))
        came = [one for one in after if one not in before]
        self._check_stacked(came, self.mine.at[deck.id])
        left = [one for one in after if one in before]
        if sorted({*before, *came}) != sorted(after) or (came and left != before):
            raise _Fault("it changes a deck in a way that VASSAL does not")
        face = split(";", new)[3]
        if face != split(";", deck.state)[3] and split(";", deck.type)[FACE] == ALWAYS:
            raise _Fault(f"it turns the face of the deck {deck_name(deck)!r}, which always lies face down")
        if not came and is_shuffled(deck, before, after):
            self.shuffled.append((self.n, deck.id))
            return self._dealt(deck.id, after, face)
        return self._lies(deck.id, [self._id(one) for one in after], face)

    def _dealt(self, deck: str, mine: Sequence[str], face: str = "") -> str:
        """The true cards of a deck in the desk's order, from now on behind the ids of the player's deck.

        A card that the player saw go in is one of them: what they draw later under its id may be any other.
        """
        order = list(self.home.deal(deck, list(self.true.order[deck])))
        for id_, true in zip(mine, order, strict=True):
            known = self.blanks.get(id_)
            types = known.types if known else tuple(map(bare_type, parts_of(self.mine.pieces[id_].type)))
            self.blanks[id_] = Blank(true, Cover.FACE_DOWN, types)
        return self._lies(deck, order, face)

    def _lies(self, deck: str, ids: Sequence[str], face: str) -> str:
        fields = split(";", self.true.pieces[deck].state)
        name, x, y = self.true.at[deck]
        cards = [join(",", list(ids))] if ids else []
        return "D/" + join("/", [deck, join(";", [name, str(x), str(y), face or fields[3], *cards])])

    def _blank_changed(self, id_: str, new: str, old: str | None) -> str:
        """What was done to a blank is done to the piece behind it: only what changed, trait by trait."""
        blank = self.blanks[id_]
        if old is None:
            raise _Fault("it sets all of a piece that you do not see")
        after, before = parts_of(new), parts_of(old)
        if not len(after) == len(before) == len(blank.types):
            raise _Fault("a piece that you do not see has other traits in it than were sent")
        piece = self.true.pieces[blank.piece]
        was = list(parts_of(piece.state))
        will = list(was)
        for type_, place, a, b in zip(blank.types, blank.places(piece), after, before, strict=True):
            if a == b or (place < 0 and type_.startswith(_WITH_A_MOVE)):
                continue
            if place < 0:
                raise _Fault(
                    "it changes a piece that you do not see, in a way that does not fit all such pieces"
                )
            if blank.how is Cover.MASKED and piece.types[place].startswith("obs;"):
                raise _Fault("it takes off or changes a mask of another side")
            if last := place == len(was) - 1:
                self._check_drawn(id_)
            will[place] = self._at(was[place], a) if last else reworded(piece.types[place], a, self.words)
        return "D/" + join("/", [piece.id, nest(will), nest(was)])

    @staticmethod
    def _at(was: str, new: str) -> str:
        """The basic piece: its place alone."""
        return join(";", [*split(";", new)[:3], *split(";", was)[3:]])

    def _named(self, piece: Piece, state: str) -> str:
        """A state with the passwords in it for the words that stood for them."""
        states = list(parts_of(state))
        types = parts_of(piece.type)
        words = self.words
        for place, one in enumerate(types[: len(states)]):
            states[place] = reworded(one, states[place], words)
            if one.startswith(("mat;", "matPiece;")):
                states[place] = join(";", [self._id(one) for one in split(";", states[place])])
        return nest(states)

    @property
    def words(self) -> Mapping[str, str]:
        """What stands for a player in the log -> what does on the true position. The player's own password
        stands on neither."""
        own = {self.password: self.home.seat.password} if self.password else {}
        return {**self.home.sent.words, **self.own, **own}

    def _laid(self, command: str) -> Iterator[str]:
        piece = read_piece(command)
        if piece.kind is Kind.STACK:
            self.stacks.add(piece.id)
            self._check_stacked(held_by(piece), place_of(piece))
            ids = [self._id(one) for one in held_by(piece)]
            fields = split(";", piece.state)
            layer = [one for one in fields[3:] if one.startswith("@@")]
            yield Piece(piece.id, "stack", join(";", [*fields[:3], *ids, *layer])).command()
            return
        if piece.kind is Kind.DECK:
            raise _Fault("it lays down a deck")
        if len(parts_of(piece.type)) != len(parts_of(piece.state)):
            raise _Fault("it lays down a piece whose states are not those of its traits")
        if piece.id in self.blanks or _is_blank(piece):
            raise _Fault("it copies a piece that you do not see")
        if piece.id in self.mine.pieces:
            yield Piece(self._id(piece.id), piece.type, self._named(piece, piece.state)).command()
            return
        self.ids[piece.id] = new = self._free(piece.id)
        yield Piece(new, piece.type, self._named(piece, piece.state)).command()

    def _check_stacked(self, ids: Iterable[str], at: Place) -> None:
        """A stack takes in what lies at its place, also in a hand of another side if it lies there alone;
        nothing comes out of a deck but by a move."""
        for one in ids:
            holder = self.mine.inside.get(one, "")
            if self.mine.at.get(one) != at or len(self.mine.order.get(holder, "")) > 1:
                self._own(one)
            if self._deck_of(one) is not None:
                raise _Fault("it takes a card out of a deck without moving it")
            if one in self.blanks and self.mine.at[one] != at:
                raise _Fault("it stacks a piece that you do not see, and that lies elsewhere")

    def _rearranged(self, id_: str, new: str) -> Iterator[str]:
        """The pieces of a stack in another order."""
        ids = held_by(Piece(id_, "stack", new))
        if sorted(ids) != sorted(self.mine.order[id_]):
            self._check_stacked(ids, self.mine.at[id_])
        fields, holder = split(";", new), self._true_stack(id_)
        if holder:
            layer = [one for one in fields[3:] if one.startswith("@@")]
            state = join(";", [*fields[:3], *map(self._id, ids), *layer])
            yield "D/" + join("/", [holder, state])

    def _removed(self, id_: str) -> Iterator[str]:
        if id_ in self.home.sent.position.pieces or id_ not in self.stacks:
            self._own(id_)
        if (kind := self.mine.pieces[id_].kind) is Kind.DECK:
            raise _Fault("it takes a deck away")
        yield "-/" + (self._true_stack(id_) if kind is Kind.STACK else self._id(id_))

    def _free(self, id_: str) -> str:
        while id_ in self.true.pieces:
            id_ += "0"
        return id_

    def _other(self, command: str) -> Iterator[str]:
        """Turns, notes and properties; chat, sounds and rolls of dice are never passed on."""
        word, *fields = command.split("\t")
        if word == "PLAYER":
            self._sit_down(command)
        elif word == "PNOTE" and fields[:1] == [self.password]:
            yield "\t".join([word, self.home.seat.password, *fields[1:]])
        elif word.startswith("TURN") or word in ("MutableProperty", "NOTES", "PNOTES", "UNMASK", "SNOTE"):
            yield "\t".join([word, *self._words_of(word, fields)])
        yield from alongside(command, self.home.module.trackers, self.true.rest)

    def _words_of(self, word: str, fields: list[str]) -> list[str]:
        """The fields of a line with what stands on the true position for a player."""
        if word == "MutableProperty":
            return values_reworded(fields, self.words)
        return [self.words.get(one, one) for one in fields] if word in ("UNMASK", "SNOTE") else fields

    def _sit_down(self, command: str) -> None:
        """The player takes the own seat; of the others' nothing is believed."""
        word = self.home.word_in([command])
        if word is not None:
            self.home.check_word(word)
            self.password = word


class _Fault(Exception):
    """Why a step cannot be brought back, in words for the player."""


def _is_blank(piece: Piece) -> bool:
    """A copy of a blank has its picture and no name."""
    basic, state = parts_of(piece.type)[-1], parts_of(piece.state)[-1]
    return split(";", basic)[4:5] == [UNKNOWN_NAME] and split(";", state)[3:4] in ([], [""])
