"""One record a question: a game declares each `Choice` in the chapter whose rule it is, and the rest follows.

From the choices of a game come what carries out an answer, which lines may wait, what standing orders may
say, what a drag means, what bots take, what a dry run foretells and what is offered: nobody lists them again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Unpack

from adjudicator.by_mail.ahead import ACTING, EVERY_SIDE, Ahead, Course, Foreseen
from adjudicator.by_mail.drags import Form
from adjudicator.by_mail.standing import USUAL, Asked, Lines, Policy
from adjudicator.orders import Order
from adjudicator.play import Play, Reply
from adjudicator.state import Decision, State

Answer = Callable[[Play, Decision, list[Order]], None]
"""Carry out the orders that answer a decision: a verdict for each; an answered decision is closed."""

Legal = Callable[[State, str], Iterable[str]]
"""(state, side) -> the legal answers of the side that is asked, a whole line each, the likeliest first."""

Bot = Callable[[State, Decision, random.Random], list[str]]
"""A state, a question and chance: the lines of one legal answer."""

Foretell = Callable[[State, Order], str]
"""(state, order) -> what a dry run says of an order beside its verdict; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the unit of a move can go: each end with its cost, in `parts` of a movement point, and the space
    before it on the way that the referee would take."""

    ends: Mapping[str, tuple[int, str]]
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Rooms:
    """What stacking leaves room for: by kind how much there may be in a space, how much each space holds now,
    and what each unit counts for. `acting` is how many units may act in all, 0 for any number."""

    most: Mapping[str, int]
    held: Mapping[str, Mapping[str, int]]
    weight: Mapping[str, Mapping[str, int]]
    acting: int = 0


@dataclass(frozen=True, slots=True)
class Then:
    """What may follow in the same line where a move ends: the words between the end and each target, and for
    an end its targets."""

    words: str
    at: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Support:
    """A clause that may be added to an attack: the unit that it names, by how many columns it shifts, what it
    adds in the parts of its `Strike`; at most so many of its `sort` in one attack."""

    unit: str
    sort: str
    most: int
    shift: int = 0
    adds: int = 0


@dataclass(frozen=True, slots=True)
class Strike:
    """A space that may be attacked, for a page that adds up who attacks it and from where.

    at        the space
    line      the order, with "{units}" for those who attack, parted by commas
    units     unit -> space from which it could attack -> what it counts there, in `parts`, and how many
              columns its side of the space shifts an attack if all attack across such sides
    supports  clause of the order -> what it does
    told      columns of all shifts together -> from which strength on what is told, "{attack}" for it
    exact     whether a fraction of a strength counts; if not, the sum is rounded down
    unsure    units that may count otherwise once others have moved or a card is played
    doubt     what is told beside the strengths where one of these attacks below such a line
    """

    at: str
    line: str
    units: Mapping[str, Mapping[str, tuple[int, int]]]
    parts: int
    supports: Mapping[str, Support]
    told: Mapping[int, tuple[tuple[float, str], ...]]
    exact: bool = False
    unsure: Collection[str] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Placing:
    """An order that puts units into one of many spaces, for a page that shows these on its map: `head` is the
    line up to the space and `tail` what follows it, `capitals` whether the space is written so. Of units that
    lines above have placed `rest` leaves each where it is; `there` says that its units must be on the map by
    then, `here` that the space must be theirs, `chain` that the line may list several spaces that hang
    together with theirs, `both` that it counts when both sides have filed it. `says` is what a page calls
    its units."""

    head: str
    units: tuple[str, ...]
    to: tuple[str, ...]
    tail: str = ""
    capitals: bool = False
    rest: bool = False
    there: bool = False
    here: bool = False
    chain: bool = False
    both: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a side may spend, by the name of the points, and the price of each line that a page offers,
    negative if it brings points. A line may end in " x2" to " x10", up to its number in `times`."""

    has: Mapping[str, int]
    prices: Mapping[str, Mapping[str, int]]
    times: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Ticking:
    """An order that names any of some units, parted by commas, where "{units}" is in its line: `says` is what
    a page calls it. After it they do nothing more if they are `gone`; `both` is as of a `Placing`."""

    says: str
    line: str
    units: tuple[str, ...]
    gone: bool = False
    both: bool = False


def as_it_is(state: State, units: Iterable[str]) -> State:
    """The state in which a question follows another, where it is the same after every answer."""
    return state


@dataclass(frozen=True, slots=True)
class Onward:
    """The question that follows an answer, for a page that offers its orders below that in the same email.

    by       (state, side) -> answers that lead to it, each with the units that may act then; one that ends
             with a space goes on with units, which may act too
    widened  (state, units) -> the state in which it is asked after one of them, as if all these might act
    says     what the page says of it
    ending   the words that end it, where those of the question would end another one
    topic    the question, where it comes only if it can be answered then: it is offered as if it came
    whole    whether such a question is offered with all that answers it, and not with attacks alone
    """

    by: Callable[[State, str], Mapping[str, tuple[str, ...]]]
    says: str
    widened: Callable[[State, Iterable[str]], State] = as_it_is
    ending: tuple[str, ...] = ()
    topic: str = ""
    whole: bool = False


SHOWN = 30
"""How many answers a question names, unless its choice says otherwise."""
MANY = 10_000
"""More answers than any question has: all are named."""
PURPOSEFUL = "purposeful"
"""The name of the bot that takes what a player who wants to win would."""


def unlisted(state: State, side: str) -> Iterable[str]:
    """The legal answers to a question for which no list is made: the question names some itself."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A question that the rules ask a player, and all that hexpost needs to know about it.

    topic     what the journal calls the question
    rule      the clause that gives the choice
    verbs     the orders that answer it; the word that ends it comes last
    take      carries out an answer
    legal     the legal answers: what the question names, what a refusal offers, what standing orders and bots
              choose from. One source: what it holds is what `take` accepts
    sampled   whether `legal` lists only some of a unit's many legal places
    further   legal answers that only the tap page offers, such as those that a die roll may stop
    shorter   legal answers that leave the rest to a second question: the tap page offers only these
    shown     how many of the legal answers the question names
    asked     segment -> the side that is asked in it (or `EVERY_SIDE`, `ACTING`): orders may be sent ahead
    only      the one side that is asked, if `asked` does not say
    waits     those of its verbs that may be sent ahead; None for all of them
    within    levels inside a segment in which events may bring it up
    reaction  whether only events bring it up; None: whether it is asked within a level
    once      whether one line answers it: an end below that line is for the next question
    ends      verbs that end something besides the ending words, or a verb with its last word ("setup rest")
    begins    verbs that begin what takes many orders: below one that waits all of its sheet waits
    closing   verbs that only end something, such as `done`
    over      words that end it and what follows it, for a page to offer before those that end it alone
    in_order  whether its lines count one after the other: what ends something waits for lines above it alone
    called    what players call it in standing orders; () for a question that they do not answer
    usual     whether standing orders usually answer it
    advice    standing orders for it that a new player is advised to send
    advised   what its advice does, in a sentence or two for the first form
    policies  first word of a standing order's answer -> what finds the lines, beside the usual ones
    meanings  answer, of a standing order too -> what it means in a few words
    tapped    answer -> what it means, on the tap page only: reports of this edition do not say it
    lists     lexicons of the names that a list of preferences may hold, the likeliest first
    drag      turns drags in a VASSAL log into its answer; None: a drag does not answer it
    chance    a random legal answer; None: one of the answers that the question names
    purpose   the answer of a bot that plays to win; None: a random one
    foretell  what a dry run says of its orders
    fight     (state, order) -> the state in which `foretell` tells of the fight that an order begins; raises
              Refused. Where it is None, the order is played out
    ways      (state, a move) -> where its unit can go, with what the ways cost, for a page to tap on
    rooms     (state, side) -> what stacking leaves room for, where moves of one sheet hang on each other in
              nothing else, but for dice
    chancy    (state, a move) -> whether a die may stop it
    moving    (state) -> units in motion, which may go on only before another unit moves
    then      (state, a move) -> what its units may attack where it ends, in the same line
    parts     verbs whose units may be any part of those that the legal answers name for the same target, if a
              dry run foretells odds for them wherever it does so for others
    anyone    verbs whose units may be any of those that the legal answers name
    fewer     verbs whose units may be any of those, as many as the longest of the answers names
    listed    verbs of whose sets of units the legal answers hold some -> of so many units that can take part
              they hold all; of other verbs they always do
    strikes   (state, side) -> attacks that may follow in the same orders, from where units are or may go to
    onward    the question that follows at once, whose orders may be below the answer
    plans     what may be ordered beside its answer for later, each by an order that begins it
    placings  (state, side) -> orders with one of many spaces, for a page beside the legal answers
    purse     (state, side) -> what its lines cost, and what there is to spend, for a page that adds them up
    tickings  (state, side) -> orders that name any of some units, for a page beside the legal answers
    things    (side) -> what its answers name that is no unit, card or space -> what that is, in a few words
    """

    topic: str
    rule: str
    verbs: tuple[str, ...]
    take: Answer
    legal: Legal = unlisted
    sampled: bool = False
    further: Legal = unlisted
    shorter: Legal = unlisted
    shown: int = SHOWN
    asked: Mapping[str, str] = field(default_factory=dict)
    only: str = ""
    waits: tuple[str, ...] | None = None
    within: tuple[str, ...] = ()
    reaction: bool | None = None
    once: bool = False
    ends: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    in_order: bool = False
    called: tuple[str, ...] = ()
    usual: bool = True
    advice: tuple[str, ...] = ()
    advised: str = ""
    policies: Mapping[str, Policy] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    tapped: Mapping[str, str] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    drag: Form | None = None
    chance: Bot | None = None
    purpose: Bot | None = None
    foretell: Foretell | None = None
    fight: Callable[[State, Order], State] | None = None
    ways: Callable[[State, Order], Ways | None] | None = None
    rooms: Callable[[State, str], Rooms | None] | None = None
    chancy: Callable[[State, Order], bool] | None = None
    moving: Callable[[State], tuple[str, ...]] | None = None
    then: Callable[[State, Order], Then | None] | None = None
    parts: tuple[str, ...] = ()
    anyone: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()
    listed: Mapping[str, int] = field(default_factory=dict)
    strikes: Callable[[State, str], Iterable[Strike]] | None = None
    onward: Onward | None = None
    plans: Onward | None = None
    placings: Callable[[State, str], Iterable[Placing]] | None = None
    purse: Callable[[State, str], Purse] | None = None
    tickings: Callable[[State, str], Iterable[Ticking]] | None = None
    things: Callable[[str], Mapping[str, str]] = lambda side: {}

    @property
    def ahead(self) -> tuple[str, ...]:
        """The verbs that may be sent ahead."""
        return self.verbs if self.waits is None else self.waits

    def may_ask(self, side: str) -> bool:
        """Whether it may be put to a side: that is asked in some segment, or in none of its own."""
        if self.only:
            return side == self.only
        return not self.asked or not {side, EVERY_SIDE, ACTING}.isdisjoint(self.asked.values())

    @property
    def reacts(self) -> bool:
        """Whether it is asked only as things fall out."""
        return bool(self.within) if self.reaction is None else self.reaction

    def ask(
        self, play: Play, side: str, question: str, *, rule: str = "", answers: Iterable[str] | None = None,
        also: tuple[str, ...] = (), verbs: tuple[str, ...] = (), **reply: Unpack[Reply],
    ) -> None:  # fmt: skip
        """Put the question to a side: the first of its legal answers are named, or these `answers`, and those
        in `also` whatever there is."""
        named = self.legal(play.state, side) if answers is None else answers
        lines = dict.fromkeys((*islice(named, self.shown), *also))
        play.ask(side, rule or self.rule, self.topic, question, verbs or self.verbs, tuple(lines), **reply)


def by_default(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """A bot: what silence would mean."""
    return decision.default.splitlines()


@dataclass(frozen=True)
class Choices:
    """All questions of a game, in the order in which they come in play."""

    all: tuple[Choice, ...] = ()

    def of(self, topic: str) -> Choice | None:
        """The choice of a question, if this game has it here."""
        return next((choice for choice in self.all if choice.topic == topic), None)

    @property
    def answers(self) -> Mapping[str, Answer]:
        """Topic -> what carries out an answer."""
        return {choice.topic: choice.take for choice in self.all}

    def legal(self, state: State, decision: Decision) -> Iterator[str]:
        """The legal answers to an open question, each once and found when it is asked for, those first that
        the question names."""
        choice, told = self.of(decision.topic), set(decision.answers)
        yield from decision.answers
        for line in choice.legal(state, decision.player) if choice else ():
            if line not in told:
                told.add(line)
                yield line

    # -- lines ahead ---------------------------------------------------------------------------------------

    def ahead(
        self, *courses: Sequence[str], acting: Callable[[State], str] = lambda state: "",
        barred: Callable[[State, str, Order], bool] = lambda state, side, order: False,
        later: Callable[[State, str, Order], str] = lambda state, side, order: "",
        lives: Callable[[State, str, str], bool] = lambda state, side, batch: True,
        opening: tuple[str, ...] = (), foreseen: Foreseen = lambda state, side: (),
        also: Course | None = None,
    ) -> Ahead:  # fmt: skip
        """Which orders wait for their question: within each of these courses of segments; `also` tells of
        segments in which further ones do."""
        return Ahead(
            courses=tuple(self.course(segments, also or {}) for segments in courses),
            inner={level: self.verbs_in(level) for choice in self.all for level in choice.within},
            ends={choice.topic: choice.ends for choice in self.all if choice.ends},
            begins=_joined(choice.begins for choice in self.all),
            closing=_joined(choice.closing for choice in self.all),
            in_order=tuple(choice.topic for choice in self.all if choice.in_order),
            single=tuple(choice.topic for choice in self.all if choice.once),
            reactions=_joined(choice.verbs for choice in self.all if choice.reacts),
            parts=tuple(choice.topic for choice in self.all if choice.within and not choice.reacts),
            acting=acting,
            barred=barred,
            later=later,
            lives=lives,
            opening=opening,
            foreseen=foreseen,
        )

    def course(self, segments: Sequence[str], also: Course) -> Course:
        """Segment -> the side that is asked in it -> the verbs."""
        return {
            segment: {
                who: _joined(c.ahead for c in self.all if c.asked.get(segment) == who)
                for who in dict.fromkeys(c.asked[segment] for c in self.all if segment in c.asked)
            }
            | dict(also.get(segment, {}))
            for segment in segments
        }

    def verbs_in(self, level: str) -> tuple[str, ...]:
        """The verbs that are asked for inside a level."""
        return _joined(choice.verbs for choice in self.all if level in choice.within)

    # -- standing orders -------------------------------------------------------------------------------------

    @property
    def topics(self) -> Mapping[str, str]:
        """What players call a question -> its topic."""
        return {word: choice.topic for choice in self.all for word in choice.called}

    @property
    def usual(self) -> tuple[str, ...]:
        """The questions that standing orders usually answer."""
        return tuple(choice.topic for choice in self.all if choice.called and choice.usual)

    @property
    def advice(self) -> tuple[str, ...]:
        """The standing orders that a new player is advised to send."""
        return _joined(choice.advice for choice in self.all)

    def advice_to(self, side: str) -> tuple[str, ...]:
        """The choices that a side may be asked to make."""
        return _joined(choice.advice for choice in self.all if choice.may_ask(side))

    @property
    def policies(self) -> Mapping[str, Policy]:
        """First word of an answer -> what finds the lines: the question's own way before the usual one."""
        words = _joined(tuple(choice.policies) for choice in self.all)
        return {**USUAL, **{word: self.policy(word) for word in words}}

    def policy(self, word: str) -> Policy:
        """What a word means under the question that is open."""

        def means(asked: Asked) -> Lines:
            choice = self.of(asked.decision.topic)
            own = choice.policies.get(word) if choice else None
            return (own or USUAL.get(word, _nothing))(asked)

        return means

    def meaning(self, decision: Decision, answer: str) -> str:
        """What an answer to a question means in a few words, where it does not say so itself; "" if none is
        known."""
        choice, words = self.of(decision.topic), answer.split()
        if choice is None:
            return ""
        known = choice.things(decision.player)
        told = choice.meanings.get(answer) or ", ".join(known[word] for word in words if word in known)
        return "" if words[0] in told.split() else told

    def lists(self, topic: str) -> tuple[str, ...]:
        """The lexicons of what a list of preference may name under a question."""
        choice = self.of(topic)
        return choice.lists if choice else ()

    # -- logs, bots, dry runs --------------------------------------------------------------------------------

    @property
    def forms(self) -> Mapping[str, Form]:
        """Topic -> how drags are said."""
        return {choice.topic: choice.drag for choice in self.all if choice.drag}

    def by_chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A bot: the lines of one legal answer, by chance."""
        choice = self.of(decision.topic)
        if choice and choice.chance:
            return choice.chance(state, decision, chance)
        return chance.choice(decision.answers).splitlines()

    @property
    def has_purpose(self) -> bool:
        """Whether a player who wants to win would answer some question otherwise than by chance."""
        return any(choice.purpose for choice in self.all)

    def purposeful(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A bot: the lines of one legal answer, of a player who wants to win."""
        choice = self.of(decision.topic)
        if choice and choice.purpose:
            return choice.purpose(state, decision, chance)
        return self.by_chance(state, decision, chance)

    @property
    def foretells(self) -> bool:
        """Whether a dry run says anything of some order beside its verdict."""
        return any(choice.foretell for choice in self.all)

    def foretell(self, state: State, order: Order) -> str:
        """What a dry run says of an order beside its verdict."""
        return next(filter(None, (tell(state, order) for tell in self._tellers)), "")

    @cached_property
    def _tellers(self) -> tuple[Callable[[State, Order], str], ...]:
        return tuple(dict.fromkeys(choice.foretell for choice in self.all if choice.foretell))


def _nothing(asked: Asked) -> Lines:
    return None


def _joined(many: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """All words of several lists, each once."""
    return tuple(dict.fromkeys(word for words in many for word in words))
