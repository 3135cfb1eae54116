"""The Game of a module file. The players keep the rules, the desk the secrets and dice."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.by_mail.drags import LogLine
from adjudicator.choices import Choice, Choices
from adjudicator.events import Names, kinds
from adjudicator.game import Game
from adjudicator.orders import Grammar, Order
from adjudicator.play import Play
from adjudicator.rulings import No, Refused
from adjudicator.sequence import Segment, next_side, sequence
from adjudicator.state import Decision, Frame, Json, State
from adjudicator.tabletop import kept
from adjudicator.tabletop.asked import looked_up
from adjudicator.tabletop.facts import (
    BidTold,
    ChangesTold,
    DecksDealt,
    DeckShuffled,
    NotDone,
    Rolled,
    SatDown,
    SeatTaken,
    TableChanged,
)
from adjudicator.tabletop.given import GIVEN, place_of
from adjudicator.tabletop.made_of import beside
from adjudicator.tabletop.moving import (
    BELIEVE,
    NO_OBJECTION,
    NO_SEALED,
    OBJECTION,
    OWN_SIDE,
    AtTheTable,
    dealt,
)
from adjudicator.tabletop.rolling import meant, roll
from adjudicator.tabletop.sealing import ask_all, sealed
from adjudicator.tabletop.seen import MOVE, located, primer, suggested
from adjudicator.tabletop.written import SAID, grammar_of, names_in, said
from builder.vassal.locations import OFF_BOARD
from counters.roster.counter import Roster
from counters.roster.style import Style
from files.messages import counted
from files.whole import write_whole
from maps.board import Board
from maps.space import slug
from tables.chance import By, always_shuffled, deck_name
from tables.home import Taken
from tables.opening import Opened, entries_of, gone_on, opened
from tables.passwords import digest_of, shut
from tables.position import Kind, Position, TableError, read_once, write_saved
from tables.published import Published
from tables.seats import Seat
from tables.startup import shuffled as shuffled_at_start
from tables.table import Place, Table

if TYPE_CHECKING:
    from tables.pictures import Shown

EVENTS = (TableChanged, DecksDealt, SatDown, SeatTaken, ChangesTold, DeckShuffled, Rolled, BidTold, NotDone)
SEATED, AND = "#", "+"
"""A game's name is the module's file, and after this sign the sides that play, and the house rules."""
SOLO = ("solitaire", "solo", "moderator", "referee")
"""Sides that VASSAL itself takes for those of somebody who plays alone, or does not play."""
VERBS = (
    "log",
    "move",
    "flip",
    "rotate",
    "reveal",
    "mask",
    "remove",
    "turn",
    "draw",
    "play",
    "return",
    "shuffle",
    "roll",
    "sealed",
    "more",
    "done",
)
BY_CHANCE = ("log", "draw", "shuffle", "roll", "sealed", "done")
"""Lines that cannot be undone by their player, or end the move: below one that is not good they wait."""
HOUSE_RULES = {
    OWN_SIDE: OWN_SIDE, BELIEVE: BELIEVE, NO_SEALED: NO_SEALED, NO_OBJECTION: NO_OBJECTION,
    OBJECTION: "object=24h",
}  # fmt: skip
"""What players may agree on: how it is written -> an example."""
ON_SENDING = "hexpost rolls when you send these orders"
OWN = "start"
LOGS = "logs"


def named(path: Path, sides: Sequence[str], house_rules: Sequence[str] = ()) -> str:
    """The name of a game of a module that is played by some of its sides, by these of its house rules."""
    return SEATED.join([str(path), AND.join(sides), AND.join(house_rules)]).rstrip(SEATED)


def sides_of(module: Published) -> dict[str, str]:
    """Side -> the module's name for it, without those of people who play alone."""
    found = _by_word((one for one in module.sides if one.casefold() not in SOLO), "side")
    return found or {"player-1": "Player 1", "player-2": "Player 2"}


def setups_of(module: Published) -> dict[str, str]:
    """Set-up, as it is written -> the module's name for it, "" for its own start."""
    return {OWN: ""} | _by_word(module.setups, "set-up")


def _by_word(names: Iterable[str], kind: str) -> dict[str, str]:
    """A word for each name, with which people write it: its own letters, else "side-3"."""
    found: dict[str, str] = {}
    for n, one in enumerate(names, 1):
        own = slug(one)
        numbered = own in found or not any(map(str.isalpha, own))
        found[f"{kind}-{n}" if numbered else own] = one
    return found


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
        self.starts: dict[str, State] = {}
        self.given = place_of(Path(path))
        self.setups = {GIVEN: ""} if self.given.is_file() else setups_of(self.module)

    def game(self) -> Game:
        """The record of parts."""
        move = Choice(
            topic=MOVE, rule="", verbs=VERBS, take=self.move, chance=self.bot, ends=BY_CHANCE,
            closing=("done",), in_order=True,
        )  # fmt: skip
        choices = Choices((move, sealed(self.check)))
        return Game(
            name=slug(Path(self.path).stem) or "module",
            title=self.module.name or Path(self.path).stem,
            rules="none",
            sides=self.names,
            scenarios=tuple(self.setups),
            start=self.start,
            ground=self.ground,
            sequence=sequence(
                Segment("begin", "Beginning", "", self.begin),
                Segment("play", "Play", "", self.ask),
                Segment("sealed", "Sealed lines", "", lambda play: ask_all(play, self.open_sealed)),
            ),
            grammar=self.grammar,
            choices=choices,
            ahead=choices.ahead(barred=self.too_early),
            kinds=kinds(*EVENTS),
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
            looked_up=partial(looked_up, self.module),
            primer=self.primer,
            examples=lambda view, asked: suggested(self.table, view, asked),
            at_home=False,
            house_rules=HOUSE_RULES,
            may_object=NO_OBJECTION not in self.table.terms,
            object_hours=self.table.object_hours,
            made_of=lambda: beside(Path(self.path)).digest,
        )

    # -- the beginning -----------------------------------------------------------------------------

    def start(self, scenario: str) -> State:
        """The position of a set-up, before anything is shuffled; laid out once."""
        if scenario not in self.starts:
            self.starts[scenario] = self.laid_out(scenario)
        return self.starts[scenario]

    def laid_out(self, scenario: str) -> State:
        """The state at the beginning of a set-up."""
        begun = self.begun(scenario)
        facts: dict[str, Json] = {kept.POSITION: kept.packed(begun.position), kept.NUMBER: 1, kept.SEATS: {}}
        facts |= {kept.LOST: begun.lost} if begun.lost else {}
        return replace(self.ground(scenario), frames=(Frame("begin"),), facts=facts)

    def ground(self, scenario: str) -> State:
        """A state with nothing laid out: a board and a roster without places and pieces."""
        game = slug(Path(self.path).stem)
        board, roster = Board(game, {}, {}, {}), Roster(game, {}, {}, {}, Style(title=self.module.name), {})
        return State(board, roster, tuple(self.names), {})

    def begun(self, scenario: str) -> Opened:
        """The position of a set-up. Raises TableError."""
        if scenario != GIVEN:
            return opened(self.module, self.setups.get(scenario, ""))
        try:
            return gone_on(self.module, self.given.read_bytes())
        except OSError:
            raise TableError(
                f"This game began with the saved game {self.given}, which is not on this computer. Get the "
                "same file from the desk where the game was opened, and put it there"
            ) from None

    def begin(self, play: Play) -> None:
        """Shuffle the decks from which every draw is by chance, whose order in the module can be read, and
        those that the module shuffles when a game begins."""
        begun = shuffled_at_start(self.module, kept.position_of(play.state))
        decks = dealt(play, lambda deck: always_shuffled(deck) or deck.id in begun)
        commands = [command for _, command in decks]
        if commands:
            play.record(TableChanged(rule="", to=(), commands=tuple(commands)))
        play.go("", "play", active=next(iter(self.names)))

    def too_early(self, state: State, side: str, order: Order) -> bool:
        """Whether an order does not wait: others move first, and may change what it is about."""
        return bool(side != state.frame.facts.get("active", next(iter(self.names))))

    def primer(self, view: State, side: str) -> Mapping[str, Sequence[str]]:
        """What the first report tells of such a game, by headings."""
        return primer(self.table, view, self.names.get(side, ""))

    # -- questions ---------------------------------------------------------------------------------

    def ask(self, play: Play) -> None:
        """Whose turn it is may move until they are done."""
        play.ask(
            play.state.frame.facts["active"], "", MOVE,
            "Make your move. In VASSAL, open the attached saved game, begin a log, move, end the log, and "
            "attach the log. Or write lines. The last one is: done",
            VERBS, ("done",), silence="you pass", default="done",
        )  # fmt: skip

    def move(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Carry out one line after the other. A log taken whole ends the move, unless more is to come."""
        ends = False
        went_back = decision.id != f"q{play.state.asked}"
        if went_back and kept.VIEW not in play.state.facts:  # in a dry run nothing is dealt
            self.table.deal_again(play)
        if any(order.verb == "sealed" for order in lines):
            self.call_for_sealed(play, decision, lines)
            return
        for order in lines:
            try:
                ends = self.carry_out(play, decision, order, ends)
            except No as no:
                play.refuse(order, no)
                ends = False
        if ends:
            next_side(play, decision, self.names)

    def carry_out(self, play: Play, decision: Decision, order: Order, ends: bool) -> bool:
        """One line; whether the move ends after it."""
        if order.verb == "log":
            taken = self.table.take(play, decision.player, read_once(self._log(order), said(order).name))
            play.verdict(order, "done", "", words_of(taken, self.module.dice))
            return not taken.stopped
        if order.verb in SAID:
            self.say(play, decision.player, order)
        if order.verb == "shuffle":
            self.table.shuffle(play, decision.player, order.text, said(order).what)
        if order.verb == "roll":
            roll(play, decision.player, *meant(self.module, said(order).dice, said(order).purpose))
        tried = order.verb == "roll" and kept.VIEW in play.state.facts
        play.verdict(order, "done", "", ON_SENDING if tried else "")
        return order.verb == "done" or (ends and order.verb != "more")

    def call_for_sealed(self, play: Play, decision: Decision, lines: list[Order]) -> None:
        """Ask all sides for sealed lines; the move goes on after them."""
        if NO_SEALED in self.table.terms:
            for order in lines:
                play.refuse(order, Refused("", 'this game has the house rule "no-sealed"'))
            return
        for order in lines:
            if order.verb == "sealed":
                play.verdict(order, "done", "", "all sides are asked for sealed lines")
            else:
                play.refuse(order, Refused("", 'send "sealed" alone, and your other lines after it'))
        play.close(decision)
        play.go("", "sealed", active=decision.player)

    def say(self, play: Play, side: str, order: Order) -> None:
        """Do an order in words. Raises No."""
        deed = partial(SAID[order.verb], said(order), kept.seat_of(play.state, self.names, side))
        self.table.words(play, side, order.text, deed)

    def check(self, play: Play, side: str, order: Order) -> None:
        """Raises Refused for a sealed log that cannot be one of the present position."""
        self.table.check(play.state, side, read_once(self._log(order), said(order).name))

    def open_sealed(self, play: Play, side: str, order: Order, then: State) -> str:
        """Do a line that was sealed; what of it was not done, "" for nothing. Raises No."""
        if order.verb != "log":
            self.say(play, side, order)
            return ""
        taken = self.table.take(play, side, read_once(self._log(order), said(order).name), then)
        return words_of(taken, self.module.dice) if taken.stopped else ""

    def bot(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """Roll a die and pass; after ten turns give up."""
        return ["resign"] if state.turn > 10 else ["roll 1d6", "done"]

    # -- files -------------------------------------------------------------------------------------

    def grammar(self, side: str = "") -> Grammar:
        """What can be written: the same for all sides."""
        return self.written

    @cached_property
    def written(self) -> Grammar:
        """What can be written about the module."""
        return grammar_of(names_in(self.module), (one.name for one in self.module.trackers.values()))

    @cached_property
    def shelf(self) -> Path:
        """Where logs lie until their lines are judged."""
        return Path(self.path).parent / LOGS

    def take_log(self, data: bytes, name: str) -> list[LogLine]:
        """The line that an attached log stands for. Raises TableError for one that cannot be of this game."""
        digest = digest_of(data)
        data, _ = shut(data)
        saved = self.table.read(data, name)
        self.shelf.mkdir(parents=True, exist_ok=True)
        file = self.shelf / f"{digest}.vlog"
        if not file.exists():  # another file that claims the same digest does not take the place of this one
            write_whole(file, data)
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
        position = kept.position_of(view)
        versions = self.module.extension_versions.items()
        extensions = (f"EXT\t{name}\t{version}" for name, version in versions)
        rest = (*(line for line in position.rest if not line.startswith("EXT\t")), *extensions)
        data = write_saved(Position(position.pieces, rest), entries_of(self.module, comment))
        return {"vsav": data}

    def depict(
        self, before: State, after: State, side: str, whole: bool, page: bool = False
    ) -> Sequence[Shown]:
        """Pictures of what happened between two views of a side, or of who watches; none of a view that is
        not its own."""
        reader = side if side in self.names else kept.EVERYBODY
        if not before.facts.get(kept.VIEW) == after.facts.get(kept.VIEW) == reader:
            return ()
        from tables.pictures import DECK, artist_of

        old, new = kept.position_of(before), kept.position_of(after)
        seat = kept.seat_of(after, dict(self.names), side) if side in self.names else Seat("")
        table = Table(old, only_read=True)
        places = self.module.laid(table.boards).places
        decks = {table.at[id_]: deck_name(one) for id_, one in table.pieces.items() if one.kind is Kind.DECK}

        def told(at: Place) -> str:
            if decks.get(at):
                return f"{DECK}{decks[at]}"
            named = places.name(at[0], at[1:])
            return named if named != OFF_BOARD else f"{at[1]},{at[2]}"

        return artist_of(self.module).changed(old, new, seat, told, whole, page)


def words_of(taken: Taken, dice: Collection[str]) -> str:
    """What became of a log, for its player. `dice` are the buttons that hexpost can roll."""
    steps = counted(len(taken.steps), "step")
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
        told.append("Your password in VASSAL is empty, so your masks hide nothing. Set one in Preferences")
    told += [f"Step {n} may be chance. It counts as you logged it" for n in taken.doubted]
    told += [f"Step {n} shuffles a deck. hexpost shuffled it" for n, _ in taken.shuffled]
    return ". ".join(told)
