"""The Game of a module file. The players keep the rules, the desk the secrets and dice."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.by_mail.drags import LogLine
from adjudicator.choices import Choice, Choices
from adjudicator.events import Names, TurnBegan, kinds
from adjudicator.game import Game
from adjudicator.orders import Grammar, Order, Verb, read_nothing
from adjudicator.play import Play
from adjudicator.reader import Reader
from adjudicator.rulings import Refused, Unreadable
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Frame, Json, State
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import ChangesTold, Rolled, SeatTaken, TableChanged
from adjudicator.tabletop.moving import AtTheTable
from adjudicator.tabletop.rolling import button_named, roll, shuffled
from adjudicator.typed_values import read_as
from builder.vassal.locations import OFF_BOARD
from counters.roster.counter import Roster
from counters.roster.style import Style
from files.whole import write_whole
from maps.board import Board
from maps.space import slug
from tables.chance import always_shuffled
from tables.doing import Words
from tables.home import Taken
from tables.opening import entries_of, opened
from tables.position import Kind, read_saved, write_saved
from tables.published import Published
from tables.table import Place, Table

if TYPE_CHECKING:
    from tables.pictures import Shown

SEATED, AND = "#", "+"
"""A game's name is the module's file, and behind this sign the sides that are played."""
SOLO = ("solitaire", "solo", "moderator", "referee")
"""Sides that VASSAL itself takes for those of somebody who plays alone, or does not play."""
VERBS = ("log", "move", "flip", "rotate", "draw", "play", "return", "shuffle", "roll", "more", "done")
OWN = "start"
LOGS = "logs"


def named(path: Path, sides: Sequence[str]) -> str:
    """The name of a game of a module that is played by some of its sides."""
    return f"{path}{SEATED}{AND.join(sides)}" if sides else str(path)


def sides_of(module: Published) -> dict[str, str]:
    """Side -> the module's name for it, without those of people who play alone."""
    found = {slug(one): one for one in module.sides if one.casefold() not in SOLO and slug(one)}
    return found or {"player-1": "Player 1", "player-2": "Player 2"}


@lru_cache(maxsize=8)
def game_of(name: str) -> Game:
    """The game of a module file. Raises TableError when it cannot be opened."""
    return ModuleGame(name).game()


class ModuleGame:
    """The parts of such a game."""

    def __init__(self, name: str) -> None:
        path, _, seated = name.partition(SEATED)
        self.path = path
        self.module, _ = kept.module_at(path)
        every = sides_of(self.module)
        chosen = seated.split(AND) if seated else list(every)
        self.names = {side: every[side] for side in every if side in chosen}
        self.table = AtTheTable(path, self.names)
        self.setups = {OWN: ""} | {slug(one): one for one in self.module.setups if slug(one)}

    def game(self) -> Game:
        """The record of parts."""
        move = Choice(
            topic="move", rule="", verbs=VERBS, take=self.move, chance=self.bot, ends=("done",),
            closing=("done",),
        )  # fmt: skip
        return Game(
            name=slug(Path(self.path).stem) or "module",
            title=self.module.name or Path(self.path).stem,
            rules="none",
            sides=self.names,
            scenarios=tuple(self.setups),
            start=self.start,
            sequence=sequence(
                Segment("begin", "Beginning", "", self.begin), Segment("play", "Play", "", self.ask)
            ),
            grammar=self.grammar,
            choices=Choices((move,)),
            kinds=kinds(TableChanged, SeatTaken, ChangesTold, Rolled),
            view=lambda state, side: kept.view(self.path, state, self.names, side),
            faults=lambda state: [],
            victory=lambda state: {},
            lay=lambda state, table: state,
            names=lambda: Names(self.names),
            step_names={},
            boxes=(),
            gone=(),
            folder=Path(self.path).parent,
            state_keys={},
            take_log=self.take_log,
            enclose=self.enclose,
            depict=self.depict,
        )

    # -- the beginning -----------------------------------------------------------------------------

    def start(self, scenario: str) -> State:
        """The position of a set-up, before anything is shuffled."""
        position = opened(self.module, self.setups.get(scenario, "")).position
        facts: dict[str, Json] = {kept.POSITION: kept.packed(position), kept.NUMBER: 1, kept.SEATS: {}}
        game = slug(Path(self.path).stem)
        board, roster = Board(game, {}, {}, {}), Roster(game, {}, {}, {}, Style(title=self.module.name), {})
        return State(board, roster, tuple(self.names), {}, frames=(Frame("begin"),), facts=facts)

    def begin(self, play: Play) -> None:
        """Shuffle the decks from which every draw is by chance: their order in the module is no secret."""
        table = Table(kept.position_of(play.state))
        commands = []
        for id_, piece in table.pieces.items():
            if piece.kind is Kind.DECK and always_shuffled(piece) and len(table.order[id_]) > 1:
                table.order[id_] = shuffled(play, id_, table.order[id_])
                commands.append(f"D/{id_}/" + table.position().pieces[id_].state.replace("/", "\\/"))
        if commands:
            play.record(TableChanged(rule="", to=(), commands=tuple(commands)))
        play.go("", "play", active=next(iter(self.names)))

    # -- questions ---------------------------------------------------------------------------------

    def ask(self, play: Play) -> None:
        """Whose turn it is may move until they are done."""
        play.ask(
            play.state.frame.facts["active"], "", "move",
            "Make your move. In VASSAL, open the enclosed saved game, begin a log, move, end the log, and "
            "attach it. Or write lines, the last one: done",
            VERBS, ("done",), silence="you pass", default="done",
        )  # fmt: skip

    def grammar(self, side: str = "") -> Grammar:
        """What can be written."""
        return Grammar(
            (
                Verb(
                    ("log",),
                    "log FILE",
                    read_log,
                    "what you did in VASSAL; attach it, and leave this line out",
                ),
                Verb(
                    ("move",), "move PIECE to PLACE", read_to, "PLACE by its name, or a pixel: Main 120,340"
                ),
                Verb(("flip",), "flip PIECE", read_text, "turns it over"),
                Verb(("rotate",), "rotate PIECE [by N]", read_by, "by N facings, -1 to the left"),
                Verb(
                    ("draw",),
                    "draw [N from] DECK [to PLACE]",
                    read_draw,
                    "into your hand, if you say no place",
                ),
                Verb(("play",), "play CARD to PLACE", read_to, "from your hand"),
                Verb(("return",), "return CARD to DECK", read_to, "puts it on top"),
                Verb(("shuffle",), "shuffle DECK", read_text, "the desk does it"),
                Verb(("roll",), "roll DICE [for PURPOSE]", read_roll, "rolls a button of the module, or 2d6"),
                Verb(("more",), "more", read_nothing, "you go on after this log"),
                Verb(("done", "pass"), "done", read_nothing, "ends your move"),
            ),
            {},
        )

    def move(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Carry out one line after the other. A log taken whole ends the move, unless more is to come."""
        ends = False
        for order in lines:
            try:
                ends = self.carry_out(play, decision, order, ends)
            except Refused as no:
                play.refuse(order, no)
                ends = False
        if ends:
            self.end_move(play, decision)

    def carry_out(self, play: Play, decision: Decision, order: Order, ends: bool) -> bool:
        """One line; whether the move ends after it."""
        if order.verb == "log":
            taken = self.table.take(play, decision.player, read_saved(self._log(order), said(order).name))
            play.verdict(order, "done", "", words_of(taken))
            return not taken.stopped
        if order.verb in SAID:
            self.table.words(
                play, decision.player, partial(SAID[order.verb], said(order), self.names[decision.player])
            )
        if order.verb == "shuffle":
            self.table.shuffle(play, decision.player, said(order).what)
        if order.verb == "roll":
            dice = button_named(self.module, said(order).dice)
            roll(play, decision.player, dice, said(order).purpose)
        play.verdict(order, "done")
        return order.verb == "done" or (ends and order.verb != "more")

    def end_move(self, play: Play, decision: Decision) -> None:
        """The next side moves; after the last one a turn begins."""
        play.close(decision)
        sides = list(self.names)
        place = (sides.index(decision.player) + 1) % len(sides)
        if place == 0:
            play.record(TurnBegan(rule="", turn=play.state.turn + 1))
        play.go("", "play", active=sides[place])

    def bot(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """Roll a die and pass; after ten turns give up."""
        return ["resign"] if state.turn > 10 else ["roll 1d6", "done"]

    # -- files -------------------------------------------------------------------------------------

    @cached_property
    def shelf(self) -> Path:
        """Where logs lie until their lines are judged."""
        return Path(self.path).parent / LOGS

    def take_log(self, data: bytes, name: str) -> list[LogLine]:
        """The line that an attached log stands for. Raises TableError for one that cannot be of this game."""
        saved = self.table.read(data, name)
        digest = sha256(data).hexdigest()
        self.shelf.mkdir(parents=True, exist_ok=True)
        write_whole(self.shelf / f"{digest}.vlog", data)
        clean = slug(name.rpartition(".")[0]) or "log"
        return [LogLine(tuple(range(1, len(saved.steps) + 1)), f"log {clean} {digest}")]

    def _log(self, order: Order) -> bytes:
        digest = said(order).digest
        try:
            return (self.shelf / f"{digest}.vlog").read_bytes()
        except OSError:
            raise Refused("", "attach the log to your email, and leave this line out") from None

    def enclose(self, view: State, side: str) -> Mapping[str, bytes]:
        """What goes with a report: the position as its side may have it, as a saved game of the module."""
        comment = f"{self.module.name}, for {self.names[side]}"
        data = write_saved(kept.position_of(view), entries_of(self.module, comment))
        return {"vsav": data}

    def depict(
        self, before: State, after: State, side: str, whole: bool, page: bool = False
    ) -> Sequence[Shown]:
        """Pictures of what happened between two views of a side; none of a view that is not its own."""
        if side not in self.names or not before.facts.get(kept.VIEW) == after.facts.get(kept.VIEW) == side:
            return ()
        from tables.pictures import artist_of

        old, new = kept.position_of(before), kept.position_of(after)
        seat = kept.seat_of(after, dict(self.names), side)
        places = self.module.places

        def told(at: Place) -> str:
            named = places.name(at[0], at[1:])
            return named if named != OFF_BOARD else f"{at[1]},{at[2]}"

        return artist_of(self.module).changed(old, new, seat, told, whole, page)


def words_of(taken: Taken) -> str:
    """What became of a log, for its player."""
    count = len(taken.steps)
    whole = f"{count} steps of it are done" if count != 1 else "1 step of it is done"
    told = [whole if taken.stopped else f"all of it, {count} steps"]
    if taken.stopped:
        told.append(
            f"step {taken.stopped} comes to chance, which is rolled here: it and all after it is not done. "
            "Go on from the new saved game"
        )
    told += [f"step {n} may be chance, and was believed" for n in taken.doubted]
    told += [f"step {n} shuffles a deck: it was shuffled here" for n, _ in taken.shuffled]
    return "; ".join(told)


@dataclass(frozen=True, slots=True)
class Said:
    """What an order says: what is moved or turned, cards and their deck, dice and what for, a log."""

    what: str = ""
    to: str = ""
    by: int = 1
    count: int = 1
    deck: str = ""
    dice: str = ""
    purpose: str = ""
    name: str = ""
    digest: str = ""


def said(order: Order) -> Said:
    """What an order says."""
    return read_as(Said, order.args)


# What orders in words do to the table that a side sees


def say_move(said: Said, side: str, words: Words) -> Iterable[str]:
    """Move a piece, or play a card."""
    id_ = words.piece(said.what)
    return words.move(id_, words.place(said.to, id_))


def say_return(said: Said, side: str, words: Words) -> Iterable[str]:
    """Put a card onto a deck."""
    deck = words.deck(said.to)
    return words.move(words.piece(said.what), words.mine.at[deck])


def say_flip(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece over."""
    return (words.flip(words.piece(said.what)),)


def say_rotate(said: Said, side: str, words: Words) -> Iterable[str]:
    """Turn a piece round."""
    return (words.rotate(words.piece(said.what), said.by),)


def say_draw(said: Said, side: str, words: Words) -> Iterable[str]:
    """Draw cards."""
    to = words.place(said.to) if said.to else words.hand(side)
    return words.draw(words.deck(said.deck), said.count, to)


SAID: Mapping[str, Callable[[Said, str, Words], Iterable[str]]] = {
    "move": say_move, "play": say_move, "return": say_return, "flip": say_flip, "rotate": say_rotate,
    "draw": say_draw,
}  # fmt: skip


def rest_of(reader: Reader) -> str:
    """All words that are left, as they were written."""
    words = reader.words[reader.at :]
    commas = reader.commas[reader.at :]
    reader.at = len(reader.words)
    return " ".join(word + ("," if comma else "") for word, comma in zip(words, commas, strict=True)).strip(
        " ,"
    )


def parted(text: str, word: str) -> tuple[str, str]:
    """What stands before the last of a word, and behind it."""
    found = re.split(rf"(?i)\s{word}\s", text)
    return (text, "") if len(found) == 1 else (f" {word} ".join(found[:-1]), found[-1])


def read_text(reader: Reader) -> Mapping[str, Json]:
    """A name."""
    return {"what": rest_of(reader)}


def read_to(reader: Reader) -> Mapping[str, Json]:
    """A piece, and a place behind "to". Raises Unreadable without one."""
    what, to = parted(rest_of(reader), "to")
    if not to:
        raise Unreadable("say where to, as in: move 1st Foot to 0304")
    return {"what": what, "to": to}


def read_by(reader: Reader) -> Mapping[str, Json]:
    """A piece, and by how many facings. Raises Unreadable for what is no number."""
    what, by = parted(rest_of(reader), "by")
    if by and not re.fullmatch(r"[+-]?\d{1,3}", by):
        raise Unreadable(f"{by!r} is not a number of facings")
    return {"what": what, "by": int(by or 1)}


def read_draw(reader: Reader) -> Mapping[str, Json]:
    """How many cards, of which deck, and where to."""
    text, to = parted(rest_of(reader), "to")
    found = re.fullmatch(r"(?i)(?:(\d{1,3})\s+)?(?:from\s+)?(.*)", text)
    assert found is not None
    return {"count": int(found[1] or 1), "deck": found[2], "to": to}


def read_log(reader: Reader) -> Mapping[str, Json]:
    """The name of a log and its digest."""
    words = reader.words[reader.at :]
    reader.at = len(reader.words)
    digest = words[-1] if len(words) > 1 and len(words[-1]) == 64 and words[-1].isalnum() else ""
    return {"name": " ".join(words[: -1 if digest else None]) or "log", "digest": digest}


def read_roll(reader: Reader) -> Mapping[str, Json]:
    """What is rolled, and what for."""
    words = reader.words[reader.at :]
    reader.at = len(reader.words)
    place = next((n for n, word in enumerate(words) if word.casefold() == "for"), len(words))
    return {"dice": " ".join(words[:place]) or "1d6", "purpose": " ".join(words[place + 1 :])}
