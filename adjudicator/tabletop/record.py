"""The Game of a module file. The players keep the rules, the desk the secrets and dice."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.by_mail.drags import LogLine
from adjudicator.choices import Choice, Choices
from adjudicator.events import Names, TurnBegan, kinds
from adjudicator.game import Game
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Frame, Json, State
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import (
    BidTold,
    ChangesTold,
    DeckShuffled,
    NotDone,
    Rolled,
    SeatTaken,
    TableChanged,
)
from adjudicator.tabletop.moving import BELIEVE, OWN_SIDE, AtTheTable
from adjudicator.tabletop.rolling import button_named, roll, shuffled
from adjudicator.tabletop.sealing import SEALED, ask_all
from adjudicator.tabletop.seen import located, primer
from adjudicator.tabletop.written import SAID, grammar_of, said
from builder.vassal.locations import OFF_BOARD
from counters.roster.counter import Roster
from counters.roster.style import Style
from files.whole import write_whole
from maps.board import Board
from maps.space import slug
from tables.chance import By, always_shuffled
from tables.home import Taken
from tables.opening import entries_of, opened
from tables.position import Kind, read_saved, write_saved
from tables.published import Published
from tables.table import Place, Table

if TYPE_CHECKING:
    from tables.pictures import Shown

SEATED, AND = "#", "+"
"""A game's name is the module's file, and after this sign the sides that play, and the house rules."""
SOLO = ("solitaire", "solo", "moderator", "referee")
"""Sides that VASSAL itself takes for those of somebody who plays alone, or does not play."""
VERBS = (
    "log",
    "move",
    "flip",
    "rotate",
    "draw",
    "play",
    "return",
    "shuffle",
    "roll",
    "sealed",
    "more",
    "done",
)
OWN = "start"
LOGS = "logs"


def named(path: Path, sides: Sequence[str], house_rules: Sequence[str] = ()) -> str:
    """The name of a game of a module that is played by some of its sides, by these of its house rules."""
    return SEATED.join([str(path), AND.join(sides), AND.join(house_rules)]).rstrip(SEATED)


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
        path, seated, agreed, *_ = [*name.split(SEATED), "", ""]
        self.path = path
        self.module, _ = kept.module_at(path)
        every = sides_of(self.module)
        chosen = seated.split(AND) if seated else list(every)
        self.names = {side: every[side] for side in every if side in chosen}
        self.table = AtTheTable(path, self.names, frozenset(agreed.split(AND)) - {""})
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
                Segment("begin", "Beginning", "", self.begin),
                Segment("play", "Play", "", self.ask),
                Segment("sealed", "Sealed lines", "", lambda play: ask_all(play, self.say)),
            ),
            grammar=grammar_of,
            choices=Choices((move, SEALED)),
            kinds=kinds(TableChanged, SeatTaken, ChangesTold, DeckShuffled, Rolled, BidTold, NotDone),
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
            public=lambda state: kept.view(self.path, state, self.names, kept.EVERYBODY),
            located=partial(located, self.module),
            primer=self.primer,
            at_home=False,
            house_rules=(OWN_SIDE, BELIEVE),
            may_object=True,
        )

    # -- the beginning -----------------------------------------------------------------------------

    def start(self, scenario: str) -> State:
        """The position of a set-up, before anything is shuffled."""
        begun = opened(self.module, self.setups.get(scenario, ""))
        facts: dict[str, Json] = {kept.POSITION: kept.packed(begun.position), kept.NUMBER: 1, kept.SEATS: {}}
        facts |= {kept.LOST: begun.lost} if begun.lost else {}
        game = slug(Path(self.path).stem)
        board, roster = Board(game, {}, {}, {}), Roster(game, {}, {}, {}, Style(title=self.module.name), {})
        return State(board, roster, tuple(self.names), {}, frames=(Frame("begin"),), facts=facts)

    def begin(self, play: Play) -> None:
        """Shuffle the decks from which every draw is by chance: their order in the module can be read."""
        table = Table(kept.position_of(play.state))
        commands = []
        for id_, piece in table.pieces.items():
            if piece.kind is Kind.DECK and always_shuffled(piece) and len(table.order[id_]) > 1:
                table.order[id_] = shuffled(play, id_, table.order[id_])
                commands.append(f"D/{id_}/" + table.position().pieces[id_].state.replace("/", "\\/"))
        if commands:
            play.record(TableChanged(rule="", to=(), commands=tuple(commands)))
        play.go("", "play", active=next(iter(self.names)))

    def primer(self, view: State, side: str) -> Mapping[str, Sequence[str]]:
        """What the first report tells of such a game, by headings."""
        return primer(self.table, view, self.names.get(side, ""))

    # -- questions ---------------------------------------------------------------------------------

    def ask(self, play: Play) -> None:
        """Whose turn it is may move until they are done."""
        play.ask(
            play.state.frame.facts["active"], "", "move",
            "Make your move. In VASSAL, open the enclosed saved game, begin a log, move, end the log, and "
            "attach the log. Or write lines. The last one is: done",
            VERBS, ("done",), silence="you pass", default="done",
        )  # fmt: skip

    def move(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Carry out one line after the other. A log taken whole ends the move, unless more is to come."""
        ends = False
        if any(order.verb == "sealed" for order in lines):
            self.call_for_sealed(play, decision, lines)
            return
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
            play.verdict(order, "done", "", words_of(taken, self.module.dice))
            return not taken.stopped
        if order.verb in SAID:
            self.say(play, decision.player, order)
        if order.verb == "shuffle":
            self.table.shuffle(play, decision.player, order.text, said(order).what)
        if order.verb == "roll":
            dice = button_named(self.module, said(order).dice)
            roll(play, decision.player, dice, said(order).purpose)
        play.verdict(order, "done")
        return order.verb == "done" or (ends and order.verb != "more")

    def call_for_sealed(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Ask all sides for sealed lines; the move goes on after them."""
        for order in lines:
            if order.verb == "sealed":
                play.verdict(order, "done", "", "all sides are asked for sealed lines")
            else:
                play.refuse(order, Refused("", 'send "sealed" alone, and your other lines after it'))
        play.close(decision)
        play.go("", "sealed", active=decision.player)

    def say(self, play: Play, side: str, order: Order) -> None:
        """Do an order in words. Raises Refused."""
        deed = partial(SAID[order.verb], said(order), self.names[side])
        self.table.words(play, side, order.text, deed)

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
        comment = f"{self.module.name}, for {self.names.get(side, 'observers')}"
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


def words_of(taken: Taken, dice: Collection[str]) -> str:
    """What became of a log, for its player. `dice` are the buttons that hexpost can roll."""
    count = len(taken.steps)
    steps = "1 step" if count == 1 else f"{count} steps"
    told = [f"{steps} done" if taken.stopped else f"all of it, {steps}"]
    unknown = [one.what for one in taken.chance if one.by is By.DICE and one.what not in dice]
    if taken.stopped:
        rolls = "" if unknown else ", and hexpost rolls here"
        told.append(
            f"Step {taken.stopped} is decided by chance{rolls}. That step and all after it are not done. "
            "Go on from the new saved game"
        )
    told += [f'hexpost cannot roll "{name}". Roll it in words: roll 2d6' for name in unknown]
    if taken.unguarded:
        told.append(
            "Your password in VASSAL is empty, so masks that you lay hide nothing. Set one in Preferences"
        )
    told += [f"Step {n} may be chance. It counts as you logged it" for n in taken.doubted]
    told += [f"Step {n} shuffles a deck. hexpost shuffled it" for n, _ in taken.shuffled]
    return ". ".join(told)
