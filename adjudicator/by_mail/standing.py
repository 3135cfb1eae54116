"""Standing orders, as every game writes them: answers given before the question.

    if asked QUESTION [UNITS] [CONDITION VALUE ...] then ANSWER

A number may be compared: turn 3, turn>=3, odds<=2. Conditions may be joined by "and". An answer is a policy,
called by its first word, a list in the order of preference, or plain order lines with ";" between them. A
game declares its `StandingOrders`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from adjudicator.orders import NOBODY, Grammar, Order
from adjudicator.reader import Reader
from adjudicator.rulings import Ambiguous, No, Unreadable
from adjudicator.state import Decision, Json, State
from files.nearest import nearest

FORM = "write: if asked QUESTION then ANSWER, for example: if asked loss then weakest first"
_FORM = re.compile(r"if\s+asked\s+(.+?)\s+then\s+(.+)", re.IGNORECASE)

DECLINING = ("pass", "hold")
"""What "no" means where a question has no such word of its own."""
Lines = list[str] | None
"""The order lines that answer a question; None where a standing order does not answer it."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order, read: the topic it answers, the units it is about, its conditions by their word, and
    its policy as written."""

    topic: str
    units: tuple[str, ...]
    conditions: Mapping[str, Json]
    policy: str

    @property
    def first_word(self) -> str:
        """The first word of the policy in lower case."""
        return self.policy.split()[0].casefold()


# -- conditions --------------------------------------------------------------------------------------------

COMPARED: Mapping[str, Callable[[Fraction, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a standing order to answer: how its value is read, up to a word that begins a
    condition, and whether it holds when a question is open."""

    read: Callable[[Reader, tuple[str, ...]], Json]
    holds: Callable[[State, Decision, Json], bool]


def place(kind: str) -> Condition:
    """A space by this lexicon: the "space" of the level in which is asked, or what the question is about."""
    return Condition(
        lambda words, stop: (words.word("="), words.one(kind, stop))[1],
        lambda state, decision, space: space in (state.frame.facts.get("space"), *decision.about),
    )


def number(of: Callable[[State], Fraction | int], usual: str = "=") -> Condition:
    """A number of the position, compared with the one that is written; `usual` is what no sign means."""
    return Condition(
        lambda words, stop: (words.word(*COMPARED) or usual, words.number()),
        lambda state, decision, value: COMPARED[value[0]](Fraction(of(state)), value[1]),
    )


def ends_in(zone: Callable[[State, str, str], bool]) -> Callable[[State, str, Order], bool]:
    """Whether an answer ends where a zone is, (state, space, side): one of the side's enemy."""
    return lambda state, side, order: zone(state, order.spaces[0], side)


TURN = number(lambda state: state.turn)

# -- what a game declares ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrders:
    """What one game's standing orders may say, and what their policies ask of the game.

    grammar     side -> what its players may write, with the lexicon "unit"
    topics      what players call a question -> its topic
    conditions  their words -> how they are read and when they hold
    policies    first word of an answer -> what finds the lines
    lists       topic -> the lexicons of what a list of preference may name, the likeliest first
    space       the lexicon of spaces
    worth       (state, unit) -> what a weakest and a strongest are told by
    distance    (state, space, space) -> how far a "toward" is
    near_enemy  (state, side, order) -> whether what an order moves ends near enemies
    units_in    order -> the units it names, the one it is about first
    ends        order -> the spaces it leads to, the last one first
    sides       those whose names of units differ; () where a name means the same to all
    lasts       orders that may follow a list, given when nothing of it is left
    more        (state, question) -> answers beyond those that it gives as examples
    older       an older way of writing -> a line as it is written now
    narrows     whether units named before "then" are the only ones that the answer may be about
    """

    grammar: Callable[[str], Grammar]
    topics: Mapping[str, str]
    conditions: Mapping[str, Condition]
    policies: Mapping[str, Policy]
    lists: Callable[[str], tuple[str, ...]]
    space: str
    worth: Callable[[State, str], int]
    distance: Callable[[State, str, str], int]
    units_in: Callable[[Order], tuple[str, ...]] = lambda order: order.named
    near_enemy: Callable[[State, str, Order], bool] = lambda state, side, order: False
    ends: Callable[[Order], tuple[str, ...]] = lambda order: order.spaces
    sides: tuple[str, ...] = ()
    lasts: tuple[str, ...] = ()
    more: Callable[[State, Decision], Iterable[str]] = lambda state, decision: ()
    older: Callable[[str], str] = lambda line: line
    narrows: bool = True

    def read(self, line: str) -> str:
        """A line as it is kept. Raises Unreadable if it could never apply, and Ambiguous."""
        text = self.older(line)
        order = self.parse(text)
        policy = self.policies.get(order.first_word)
        if policy is toward:
            self.goal(order, "")
        elif policy is None:
            self.check_plain(order)
        return text

    def answer(self, state: State, decision: Decision, line: str) -> Lines:
        """The order lines by which a standing order answers a question; None if it does not apply to it."""
        if self.topic(line) != decision.topic:
            return None  # before the rest is read: most lines are about another question
        order = self.parse(line, decision.player)
        about = not order.units or set(order.units) & set(decision.about)
        met = (self.conditions[word].holds(state, decision, v) for word, v in order.conditions.items())
        if not about or not all(met):
            return None
        asked = Asked(self, state, decision, order)
        if order.policy.casefold() in NOBODY:
            return declined(asked)
        return self.policies.get(order.first_word, preferred)(asked)

    def topic(self, line: str) -> str:
        """Which question a standing order is about; "" for a line that is none."""
        return self.topics.get(_asked(line), "")

    def parse(self, line: str, side: str = "") -> StandingOrder:
        """The parts of a standing order, by the names a side uses; without a side by those of any. Raises
        Unreadable with the nearest words and, where all sides use the same names, Ambiguous."""
        found = _FORM.fullmatch(line.strip())
        if found is None:
            raise Unreadable(FORM)
        try:
            return self.parts(Reader(found[1], self.grammar(side).lexicons), found[2].strip())
        except Ambiguous as no:
            if not self.sides:
                raise
            if side:
                raise Unreadable(no.why, no.legal) from None
            return self.parse(line, self.sides[0])

    def parts(self, words: Reader, policy: str) -> StandingOrder:
        """What is before "then": the question, units, conditions. Raises Unreadable or Ambiguous."""
        topic = self.topics.get(words.peek())
        if topic is None:
            near = nearest(words.peek(), self.topics) or tuple(self.topics)
            raise Unreadable(f'unknown question "{words.words[0]}"', near)
        words.split(self.comparison)
        if not (words.peek() in self.conditions and words.number_next()):  # "window 1": which window it is
            words.at += 1
        units: tuple[str, ...] = ()
        met: dict[str, Json] = {}
        while not words.done():
            if met and words.word("and") and not words.done():
                continue
            word = words.word(*self.conditions)
            if word:
                met[word] = self.conditions[word].read(words, tuple(self.conditions))
            else:
                units = (*units, words.one("unit", tuple(self.conditions)))
        return StandingOrder(topic, units, met, policy)

    def comparison(self, word: str) -> list[str]:
        """A comparison that is written without blanks, taken apart: "odds>=3", "hex=2020"."""
        known = "|".join(map(re.escape, self.conditions))
        found = re.fullmatch(rf"({known})?([<>]?=)(\d+)?|({known})(=)(\S+)", word, flags=re.IGNORECASE)
        return [part for part in found.groups() if part] if found else [word]

    def check_plain(self, order: StandingOrder) -> None:
        """A policy that is none by name must list units or spaces, or be readable as orders. Raises
        Unreadable."""
        for part in order.policy.split(";"):
            try:
                self.grammar("").read(part.strip())
            except No as no:
                unsure = isinstance(no, Ambiguous) and self.sides
                if not unsure and not any(self.wishes(order, side) for side in self.sides or ("",)):
                    raise Unreadable(f'after "then": {no.why}', (*self.policies, *no.legal)) from None

    def wishes(self, order: StandingOrder, side: str) -> tuple[str, ...]:
        """The units or spaces that a policy lists, by the names of a side; () if it lists none. A last word
        that ends an answer is not among them."""
        last = rf"[\s,;]+(?:{'|'.join(self.lasts)})\s*$"
        text = re.sub(last, "", order.policy, flags=re.IGNORECASE) if self.lasts else order.policy
        for kind in self.lists(order.topic):
            try:
                return Reader(text, self.grammar(side).lexicons).some(kind)
            except No:
                continue
        return ()

    def goal(self, order: StandingOrder, side: str) -> tuple[str, bool]:
        """The space of a "toward", and whether enemies are to be avoided. Raises Unreadable or Ambiguous."""
        words = Reader(order.policy, self.grammar(side).lexicons)
        words.at = 1
        aim = words.one(self.space, ("avoiding",))
        avoiding = bool(words.word("avoiding"))
        if avoiding and not words.done() and not words.word("enemy", "enemies"):
            raise Unreadable(f'"enemy or enemies" is missing {words.place()}', ("enemy",))
        words.end()
        return aim, avoiding


@lru_cache(maxsize=1024)
def _asked(line: str) -> str:
    """What a standing order calls the question that it is about: each is looked at for every question."""
    found = _FORM.fullmatch(line.strip())
    return Reader(found[1], {}).peek() if found else ""


class NoStandingOrders:
    """The standing orders of a game that asks nothing they could answer."""

    conditions: tuple[str, ...] = ()

    def read(self, line: str) -> str:
        """Raises Unreadable."""
        raise Unreadable("this game asks nothing that a standing order could answer")

    def answer(self, state: State, decision: Decision, line: str) -> Lines:
        """None."""
        return None


# -- policies ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a standing order is to answer."""

    game: StandingOrders
    state: State
    decision: Decision
    order: StandingOrder

    def read(self, lines: Iterable[str]) -> dict[str, Order]:
        """Order lines of the player who is asked, read."""
        grammar = self.game.grammar(self.decision.player)
        return {line: grammar.read(line) for line in lines}

    def offered(self) -> dict[str, Order]:
        """The answers of a single line that the question gives, read: those for the units of the standing
        order, if it names any."""
        return self.own(self.decision.answers)

    def own(self, answers: Iterable[str]) -> dict[str, Order]:
        """The same of any answers."""
        mine = set(self.order.units) if self.game.narrows else set()
        found = self.read(line for line in answers if "\n" not in line)
        return {line: o for line, o in found.items() if not mine or mine & set(self.game.units_in(o))}

    def ends(self) -> dict[str, str]:
        """The offered answers that lead somewhere, and where each ends."""
        found = {line: self.game.ends(order) for line, order in self.offered().items()}
        return {line: spaces[0] for line, spaces in found.items() if spaces}


Policy = Callable[[Asked], Lines]


def ending(lines: Mapping[str, str]) -> Policy:
    """Nothing, or nothing more: the first verb of these that the question takes, said in its line."""
    return lambda asked: [line for verb, line in lines.items() if verb in asked.decision.verbs][:1] or None


def answering(verb: str) -> Policy:
    """A word that is itself an order: the first answer with this verb that is offered."""

    def policy(asked: Asked) -> Lines:
        return [line for line, order in asked.offered().items() if order.verb == verb][:1] or None

    return policy


def default(asked: Asked) -> Lines:
    """default: what silence would mean."""
    return asked.decision.default.splitlines() or None


def first(asked: Asked) -> Lines:
    """first: the first answer that is offered."""
    return list(asked.offered())[:1] or None


def declined(asked: Asked) -> Lines:
    """no, nobody, none: what the question has for it, else "pass"."""
    policies = asked.game.policies
    told = (policies[word](asked) for word in (asked.order.first_word, *DECLINING) if word in policies)
    passing = [word for word in DECLINING if word in asked.decision.verbs][:1]
    return next((lines for lines in told if lines), passing or None)


def by_strength(asked: Asked) -> Lines:
    """weakest first, strongest first: who takes a loss, is rebuilt, or leaves a full space."""
    named = {line: asked.game.units_in(order)[:1] for line, order in asked.offered().items()}
    worth = {line: asked.game.worth(asked.state, unit) for line, units in named.items() for unit in units}
    best = min if asked.order.first_word == "weakest" else max
    return [best(worth, key=lambda line: worth[line])] if worth else None


def toward(asked: Asked) -> Lines:
    """toward SPACE [avoiding enemy]: the answer that ends nearest to a space, away from enemies if it can."""
    game, state, side = asked.game, asked.state, asked.decision.player
    aim, avoiding = game.goal(asked.order, side)
    ends, read = asked.ends(), asked.offered()
    quiet = [line for line in ends if avoiding and not game.near_enemy(state, side, read[line])]
    lines = quiet or list(ends)
    return [min(lines, key=lambda line: game.distance(state, ends[line], aim))] if lines else None


def preferred(asked: Asked) -> Lines:
    """A list of units or spaces in the order of preference, or plain order lines."""
    game, decision, policy = asked.game, asked.decision, asked.order.policy
    wishes = game.wishes(asked.order, decision.player)
    if not wishes:
        return [part.strip() for part in policy.split(";")]
    known = {**asked.offered(), **asked.own(game.more(asked.state, decision))}
    named = {line: {*game.units_in(order)[:1], *game.ends(order)} for line, order in known.items()}
    found = [line for wish in wishes for line, names in named.items() if wish in names]
    last = policy.split()[-1].casefold()
    return found[:1] or ([last] if last in decision.verbs else None)


USUAL: Mapping[str, Policy] = {
    "default": default,
    "first": first,
    "weakest": by_strength,
    "strongest": by_strength,
    "toward": toward,
    "towards": toward,
}
"""The answers that every game may know, by their first word."""
