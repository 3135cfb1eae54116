"""What a game must provide: a record of parts, through which the referee knows it and nothing else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from adjudicator.by_mail.ahead import Ahead
from adjudicator.by_mail.audience import Audience, Opens, audience
from adjudicator.by_mail.control_map import ControlMap
from adjudicator.by_mail.disclosure import Disclosure
from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.by_mail.rosters import Section
from adjudicator.by_mail.standing import Lines, NoStandingOrders
from adjudicator.choices import PURPOSEFUL, Answer, Bot, Choices
from adjudicator.events import Event, Names
from adjudicator.orders import Grammar, Order
from adjudicator.play import Play
from adjudicator.sequence import Sequence as SequenceOfPlay
from adjudicator.state import Decision, Json, State, Unit

if TYPE_CHECKING:
    from tables.pictures import Shown


class Understood(Protocol):
    """What players of a side may write; without a side, a name that two sides use is ambiguous."""

    def __call__(self, side: str = "") -> Grammar:
        """The verbs and names of a side."""
        ...


class Standing(Protocol):
    """What the standing orders of a game say: `StandingOrders`, for most."""

    @property
    def conditions(self) -> Collection[str]:
        """The words that begin a condition: "odds", "turn"."""
        ...

    def read(self, line: str) -> str:
        """A line as it is kept. Raises Unreadable if it could never apply, and Ambiguous."""
        ...

    def answer(self, state: State, decision: Decision, line: str) -> Lines:
        """The order lines by which it answers a question; None if it does not apply to it."""
        ...


FromLog = Callable[[State, str, Sequence[LogMove]], list[LogLine]]
"""What a side moved in its own log, as order lines that answer what it is asked."""


Instead = Callable[[State, Decision, Order], Iterable[str]]
"""What could be ordered in the place of an order that was refused."""


RANDOM = "random"
"""The name of the bot that every game has."""


@dataclass(slots=True)
class Found:
    """Lines that are looked for when they are asked for, and each once however often that is. What ends the
    search early ends it every time."""

    more: Iterator[str]
    lines: list[str] = field(default_factory=list)
    ended: Exception | None = None

    def __iter__(self) -> Iterator[str]:
        """All of them, from the first."""
        at = 0
        while at < len(self.lines) or self._grown():
            yield self.lines[at]
            at += 1

    def _grown(self) -> bool:
        """Whether there was another line. Raises again what ended the search."""
        if self.ended is not None:
            raise self.ended
        try:
            self.lines.append(next(self.more))
        except StopIteration:
            return False
        except Exception as ended:  # whatever a game's rules raise, they raise each time
            self.ended = ended
            raise
        return True


@dataclass(frozen=True, slots=True)
class Game:
    """One published game, by its parts.

    sides       player id -> printed name, in the order of the rulebook
    start       scenario name -> the state before the first segment runs
    ground      scenario name -> a state with the board and the roster of `start`, where that takes long
    scenarios   the names `start` knows, the first is the usual one
    grammar     side -> what its players may write
    choices     its questions, one record each, with what carries out the answers and what bots choose
    standing    reads its standing orders and answers questions by them
    standing_words   words besides "if" and "forget" with which its standing orders may begin
    view        (state, side) -> the state as that side may know it
    bots        name -> a bot beside those of the choices, or "random" in the place of theirs
    faults      state -> what is wrong with it by the game's invariants; empty when all is well
    victory     state -> points and whatever the position's "victory" shows
    lay         (state, position table of a rehearsal) -> state, for keys of this game only
    boxes       places for units off the board; in those marked `gone` a unit has no steps
    names       printed names of units, spaces, tracks, chits, boxes, sides
    along       tracks that are counted elsewhere than along the turn track -> how the boxes there begin: "vp"
    from_log    (state, side, moves in a log of VASSAL) -> order lines; None: only what is said counts
    step_names  steps left -> word, e.g. {2: "full", 1: "reduced"}
    flags       the markers that a unit may bear; () for a game that does not say
    turns       how many turns the usual scenario has; 0 where that is open
    on_top      (state, space, side) -> the top unit of a side's stack there, "" for none;
                None: the order of the roster says
    ahead       which orders wait for their question, and which would end one
    instead     (state, question, refused order) -> orders that could be given in its place, the likest first,
                some of which may not stand either; None: refusals and questions say enough
    renew       lets questions that were answered in part say what is left of them
    corrected   the same where none of these stands and no part of the line: groups, the likest first
    state_kinds  of the `state_keys` of a rehearsal those that hold a "chit", a "unit" or a "side", or several
    state_faults  (the `state` of a rehearsal) -> its keys whose values are none such, with what they must be
    impulses    the segments with which an impulse begins: who is not asked gets a report then, with all of
                the one before; () where each segment is one
    piles       cups that reports tell of: open cards by name, the others by number
    sort        (state, unit) -> what a card names a unit by, as a player reads it: its colour; "" for nothing
    markers     state -> the markers that the game's own facts lay on the board: id, face (0 the front), space
    control_map  state -> what each side holds, laid over the board by pictures; None: a control marker in
                each space that somebody controls
    shown       what a position shows beside what lies on the table: table -> what it has of a state; values
                of a table that every position has are added to it
    rosters     (a side's own view, side) -> all that it has, section by section; None: reports list its units
    turn_names  what the turns are called in addition to their numbers: "4/28-PM"; () for numbers alone
    opens       kind of event -> clauses that open what it names to both sides, though no view holds it: an HQ
                that a chit activates. All else about a unit that a side does not see goes to its owner alone
    means       (clause of a die, its result) -> what it means, for reports without a battle_words.j2
    discloses   which secrets an audit reveals after the game, besides dice and sealed answers
    take_log    (bytes, name) -> the order lines of an attached log, for a game that reads its own; None: its
                drags are read by `from_log`
    enclose     (a side's own view, side) -> kind of file -> what goes with its reports in place of the saved
                game that is made of its units and spaces
    depict      (a side's own view before, the one after, side, with the whole map, for a page) -> pictures of
                a game that encloses files of its own; None: it has none
    public      state -> what everyone may know; None: what all views have in common
    located     state -> title -> place -> what is there, in place of the lists of units
    examples    (a side's own view, its question, None for all that can be written) -> lines that fit this
                position, for a question whose answers have no list
    looked_up   (a side's own view, a name) -> what it sees of what has this name, else names that may be
                meant; None: units and spaces are looked up
    explains    (a side's own view, side, a name) -> paragraphs beside what is printed of it
    primer      (a side's own view, side) -> what its first report explains, as title -> paragraphs
    at_home     whether orders can be tried and tapped at home; if not, reports bring nothing to do so with
    house_rules  what the players may agree on when a game is opened: a pattern of the word -> an example
    may_object  whether "object" proposes to take back what another side did last
    object_hours  how long after those orders; 0: until the next ones
    made_of     the SHA-256 of a published module that it is played with, for its opening record; "" for none
    hands_shown  the title of hands that lie open before both sides: "Chits drawn this turn"; "" if hidden
    """

    name: str
    title: str
    rules: str
    sides: Mapping[str, str]
    scenarios: tuple[str, ...]
    start: Callable[[str], State]
    sequence: SequenceOfPlay
    grammar: Understood
    choices: Choices
    kinds: Mapping[str, type[Event]]
    view: Callable[[State, str], State]
    faults: Callable[[State], list[str]]
    victory: Callable[[State], Mapping[str, Json]]
    lay: Callable[[State, Mapping[str, Json]], State]
    names: Callable[[], Names]
    step_names: Mapping[int, str]
    boxes: tuple[str, ...]
    gone: tuple[str, ...]
    folder: Path
    state_keys: Mapping[str, str]
    standing: Standing = field(default_factory=NoStandingOrders)
    standins: tuple[str, ...] = ()
    along: Mapping[str, str] = field(default_factory=dict)
    from_log: FromLog | None = None
    take_log: Callable[[bytes, str], list[LogLine]] | None = None
    enclose: Callable[[State, str], Mapping[str, bytes]] | None = None
    depict: Callable[[State, State, str, bool, bool], Sequence[Shown]] | None = None
    public: Callable[[State], State] | None = None
    located: Callable[[State], Mapping[str, Mapping[str, str]]] | None = None
    looked_up: Callable[[State, str], tuple[Sequence[str], Sequence[str]]] | None = None
    explains: Callable[[State, str, str], Sequence[str]] = lambda view, side, name: ()
    primer: Callable[[State, str], Mapping[str, Sequence[str]]] | None = None
    examples: Callable[[State, Decision | None], Sequence[str]] = lambda view, asked: ()
    at_home: bool = True
    house_rules: Mapping[str, str] = field(default_factory=dict)
    may_object: bool = False
    object_hours: float = 0
    made_of: Callable[[], str] = lambda: ""
    ground: Callable[[str], State] | None = None
    flags: tuple[str, ...] = ()
    turns: int = 0
    hands_shown: str = ""
    state_kinds: Mapping[str, str] = field(default_factory=dict)
    state_faults: Callable[[Mapping[str, Json]], Iterable[tuple[str, str]]] = lambda facts: ()
    instead: Instead | None = None
    renew: Callable[[Play], None] = lambda play: None
    corrected: Callable[[State, Decision, Order], Iterable[Iterable[str]]] = lambda state, asked, order: ()
    on_top: Callable[[State, str, str], str] | None = None
    bots: Mapping[str, Bot] = field(default_factory=dict)
    ahead: Ahead = field(default_factory=Ahead)
    impulses: tuple[str, ...] = ()
    standing_words: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    sort: Callable[[State, Unit], str] | None = None
    markers: Callable[[State], Iterable[tuple[str, int, str]]] | None = None
    control_map: Callable[[State], ControlMap] | None = None
    shown: Mapping[str, Callable[[State], Mapping[str, Json]]] = field(default_factory=dict)
    rosters: Callable[[State, str], tuple[Section, ...]] | None = None
    turn_names: tuple[str, ...] = ()
    opens: Opens = field(default_factory=dict)
    discloses: Disclosure = field(default_factory=Disclosure)
    means: Callable[[str, str], str] = lambda rule, result: ""

    @property
    def audience(self) -> Audience:
        """What keeps from each side the events about units that its view does not hold."""
        return audience(self.view, self.sides, self.opens)

    def legal(self, state: State, decision: Decision) -> Iterable[str]:
        """The legal answers to an open question, a whole line each, those first that it names. An order form,
        the page beside it and what is said to a refusal look for the same ones: they are found once."""
        for played, of, asked, answers in _LEGAL:
            if of is state and asked is decision and played is self:
                return answers
        answers = Found(self.choices.legal(state, decision))
        _LEGAL.append((self, state, decision, answers))
        return answers

    @property
    def answers(self) -> Mapping[str, Answer]:
        """The topic of a question -> what carries out an answer."""
        return self.choices.answers

    @property
    def bot(self) -> Bot:
        """The bot that plays by chance."""
        return self.players()[RANDOM]

    def players(self) -> Mapping[str, Bot]:
        """All bots of this game by name, the random one first."""
        purposeful = {PURPOSEFUL: self.choices.purposeful} if self.choices.has_purpose else {}
        return {RANDOM: self.choices.by_chance, **purposeful, **self.bots}


_LEGAL: deque[tuple[Game, State, Decision, Found]] = deque(maxlen=4)
"""The legal answers of the newest positions of this process: a report shows one or two. A position is known
by being the same one, so that no side is told what another's view holds."""
