"""Play: what the rules may do besides look. Everything done is an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypedDict, Unpack

from adjudicator.by_mail.audience import Audience, everybody_named
from adjudicator.by_mail.views import NotInView
from adjudicator.dice import Chance
from adjudicator.events import (
    EVERYBODY,
    Answered,
    Asked,
    CardDrawn,
    DieRolled,
    Drawn,
    Event,
    FactNoted,
    HiddenDieRolled,
    HiddenDrawn,
    Renewed,
    Sealed,
    SegmentEntered,
    SegmentLeft,
    SegmentNoted,
)
from adjudicator.events.chance import numbered_from, purpose_for
from adjudicator.orders import Order
from adjudicator.rulings import No, Ruling, Verdict
from adjudicator.state import Decision, Json, State
from adjudicator.waiting_lines import Lines, kept_in


class Reply(TypedDict, total=False):
    """What a question may say of its answer beside those that are legal, as in `Decision`."""

    closed: bool
    silence: str
    default: str
    about: tuple[str, ...]
    window: bool
    sealed: bool


class Play:
    """One game while a sheet is being judged: the state so far, the events since, the verdicts.

    `agenda` holds the lines of each side that are still to be taken, and `heard` the number of the sheet that
    is judged now; `as_is` are the lines (sheet, line) that their writer wants taken whatever is wrong with
    others; `endable` are the topics and verbs of what each side's lines have answered in this segment and
    not ended; `audience` narrows whom an event is for; `met` in which state each line (sheet, line) was
    taken, `read_as` what else it could have meant, `delayed` which had to wait for one above them.
    """

    def __init__(self, state: State, chance: Chance, audience: Audience = everybody_named) -> None:
        self.state, self.chance, self.audience = state, chance, audience
        self.agenda: dict[str, Lines] = {side: kept_in(state, side) for side in state.kept}
        self.heard = 0
        self.endable: dict[str, tuple[tuple[str, str], ...]] = {}
        self.met: dict[tuple[int, int], State] = {}
        self.read_as: dict[tuple[int, int], str] = {}
        self.delayed: set[tuple[int, int]] = set()
        self.events: list[Event] = []
        self.rulings: dict[tuple[int, int], Ruling] = {}
        self.sure: tuple[State, int] = (state, 0)
        self.as_is: frozenset[tuple[int, int]] = frozenset()

    def apart(self) -> Play:
        """A copy of this play at this point, to continue on its own. This one does not change."""
        other = Play(self.state, self.chance, self.audience)
        other.heard, other.sure = self.heard, self.sure
        other.agenda, other.endable = dict(self.agenda), dict(self.endable)
        other.met, other.delayed = dict(self.met), set(self.delayed)
        other.read_as = dict(self.read_as)
        other.events, other.rulings = list(self.events), dict(self.rulings)
        return other

    # -- facts ---------------------------------------------------------------------------------

    def record(self, *events: Event) -> None:
        """Let these things have happened."""
        for event in events:
            before, self.state = self.state, event.apply(self.state)
            self.events.append(self.audience(before, event, self.state))

    def remember(self, rule: str, fact: str, *items: Json, to: tuple[str, ...] = EVERYBODY) -> None:
        """Add to a fact of the state that is a list without duplicates."""
        had = self.state.facts.get(fact, ())
        self.record(FactNoted(rule=rule, to=to, key=fact, value=tuple(dict.fromkeys((*had, *items)))))

    def roll(
        self, rule: str, purpose: str, sides: int = 6, to: tuple[str, ...] = EVERYBODY,
        came: Callable[[int], str] | None = None, hidden: bool = False,
    ) -> int:  # fmt: skip
        """Roll one die for a stated purpose; the value, 1 to `sides`.

        Others than `to` learn of a `hidden` die neither its value nor that it was rolled.

        `came` puts into words what a value brings and what was needed; left out where an event follows that
        has the die among its facts, and tells it.
        """
        n, purpose = numbered_from(self.state, to, hidden) + 1, purpose_for(purpose, to, hidden)
        roll = self.chance.roll(n, rule, purpose, sides)
        told = came(roll.value) if came else ""
        self.record(
            (HiddenDieRolled if hidden else DieRolled)(
                rule=rule, to=to, n=n, purpose=purpose, sides=sides, value=roll.value, chain=roll.chain,
                came=told,
            )
        )  # fmt: skip
        return roll.value

    def draw(
        self, rule: str, purpose: str, cup: str, to: tuple[str, ...] = EVERYBODY, hidden: bool = False,
        goal: str = "",
    ) -> str:  # fmt: skip
        """Draw one item from a cup, and remove it from the cup; `hidden` as of dice, and a hidden one may go
        at once to a hand, a box or another cup as its `goal`. Raises ValueError on an empty cup, NotInView on
        a closed one that a side's view does not hold."""
        if cup not in self.state.cups:
            raise NotInView(cup)
        items = sorted(self.state.cups[cup])
        if not items:
            raise ValueError(f"the cup {cup} is empty")
        n, purpose = numbered_from(self.state, to, hidden) + 1, purpose_for(purpose, to, hidden)
        roll = self.chance.pick(n, rule, purpose, items)
        item = items[roll.value - 1]
        made: Callable[..., Drawn] = HiddenDrawn if hidden else Drawn
        made = partial(CardDrawn, goal=goal) if hidden and goal else made
        self.record(
            made(
                rule=rule, to=to, n=n, purpose=purpose, cup=cup, sides=len(items), value=roll.value,
                item=item, chain=roll.chain,
            )
        )  # fmt: skip
        return item

    def mark(self) -> None:
        """Remember this moment, before a segment runs automatically."""
        self.sure = (self.state, len(self.events))

    def rewind(self) -> bool:
        """Go back to before the segment that runs now; False if a part of it was done before."""
        state, events = self.sure
        if len(state.frames) != 1 or state.frames[0].facts:
            return False
        self.state = state
        del self.events[events:]
        return True

    # -- questions -------------------------------------------------------------------------------

    def ask(
        self, player: str, rule: str, topic: str, question: str, verbs: tuple[str, ...],
        answers: tuple[str, ...] = (), **more: Unpack[Reply],
    ) -> None:  # fmt: skip
        """Ask a player; `Decision` says what each part means. Its number is given here."""
        number = f"q{self.state.asked + 1}"
        asked = Decision(number, player, rule, topic, question, verbs, answers, **more)
        self.record(Asked(rule=rule, to=(player,), decision=asked.pack()))

    def choose(
        self, player: str, rule: str, topic: str, question: str, answers: tuple[str, ...], silence: str,
        default: str = "", about: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Ask a player for one of these answers, of one verb, and no other; silence is the first of them if
        `default` is no other."""
        verb, default = answers[0].split()[0], default or answers[0]
        more = Reply(closed=True, silence=silence, default=default, about=about)
        self.ask(player, rule, topic, question, (verb,), answers, **more)

    def renew(self, decision: Decision, question: str, answers: tuple[str, ...]) -> None:
        """Let an open question say what is left of it."""
        if (question, answers) != (decision.question, tuple(decision.answers)):
            self.record(
                Renewed(
                    rule=decision.rule,
                    to=(decision.player,),
                    decision=decision.id,
                    question=question,
                    answers=answers,
                )
            )

    def close(self, decision: Decision, by: str = "order") -> None:
        """The question is answered."""
        self.record(
            Answered(
                rule=decision.rule, to=(decision.player,), decision=decision.id, player=decision.player, by=by
            )
        )

    def seal(self, decision: Decision, orders: list[Order]) -> None:
        """Keep a sealed answer until all are in."""
        kept = tuple(order.pack() for order in orders)
        self.record(Sealed(rule=decision.rule, to=(decision.player,), decision=decision.id, orders=kept))

    # -- the sequence of play ----------------------------------------------------------------------

    def enter(self, rule: str, segment: str, **about: Json) -> None:
        """Begin a level of the sequence of play inside the present one."""
        self.record(SegmentEntered(rule=rule, segment=segment, about=about))

    def go(self, rule: str, segment: str, **about: Json) -> None:
        """Begin a segment in the place of the present one."""
        self.record(SegmentEntered(rule=rule, segment=segment, about=about, instead=True))

    def note(self, rule: str, **about: Json) -> None:
        """Let the present level of the sequence of play remember something."""
        self.record(SegmentNoted(rule=rule, about=about))

    def once(self, rule: str, what: str) -> bool:
        """Whether the present level of the sequence of play does something for the first time; it is
        remembered."""
        first = not self.state.frame.facts.get(what)
        if first:
            self.note(rule, **{what: True})
        return first

    def leave(self, rule: str) -> None:
        """End the present level of the sequence of play."""
        self.record(SegmentLeft(rule=rule, segment=self.state.frame.segment))

    # -- verdicts ------------------------------------------------------------------------------------

    def verdict(
        self, order: Order, verdict: Verdict, rule: str = "", why: str = "", legal: tuple[str, ...] = ()
    ) -> None:
        """Record the verdict on one line. A later verdict replaces an earlier one. If a line was done in
        one of several meanings, that is its reason, unless there is another."""
        why = why or (self.read_as.get((order.sheet, order.line), "") if verdict == "done" else "")
        self.rulings[order.sheet, order.line] = Ruling(
            order.sheet, order.line, order.text, verdict, rule, why, legal
        )

    def refuse(self, order: Order, no: No) -> None:
        """Say no to one line, for the reason given."""
        self.verdict(order, no.verdict, no.rule, no.why, no.legal)

    def sheet(self, number: int) -> list[Ruling]:
        """The verdicts on one sheet so far, by line."""
        return sorted((r for r in self.rulings.values() if r.sheet == number), key=lambda r: r.line)
