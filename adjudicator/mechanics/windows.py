"""Windows in which cards may be played, without revealing who holds one.

Both sides are asked in every window, in the same words, sealed, whatever they hold: who holds nothing that
could be played there has to answer too, by a line, by a standing order or by silence, and the game waits
until then. Until both answers are in, each side reads that the game waits for the other, whether it has
answered or not (`told_to_wait`); then they are opened together, in the order in which the sides were asked.

    W1 = Window("E.1", "window", 1)

    def first_window(play: Play) -> None:
        if not battle(play.state).window:
            W1.ask(play, (attacker, defender), "Do you play a card before the die?", about=(space,))
            return
        for side, card in W1.opened(play):
            play_card(play, side, card)
        play.go("E.2", "roll")

The answer is taken by `take`, the game's `answers[topic]`, with a check that raises `Refused`. The question
stays the same for every hand, and so must its examples: they name no card. A level of the sequence of play
with a window in it has `window: int` among its facts.

A standing order may answer: `if asked window 1 at 2020 ratio>=2 then card AMBUSH-1`, in other words `stand
card AMBUSH-1 in window 1 when hex=2020 and ratio>=2`, and after it `if asked window then pass`. Its game has
the window's topic under "window" among the topics of its `StandingOrders`, `NUMBER` under "window" among the
conditions, `spoken` as what reads the other way of writing (`older`), "stand" among its `standing_words`, and
a lexicon "card". Where a standing order of a player answers, that player alone is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from adjudicator.answering import opened, seal_first
from adjudicator.by_mail.standing import number
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import Decision

CARD, PASS = "card", "pass"
NUMBER = number(lambda state: int(state.frame.facts.get("window", 0)))
"""The condition "window 1" of a standing order."""
_SPOKEN = re.compile(
    r"(?:stand\s+)?card\s+(?P<card>.+?)\s+(?:in\s+)?window\s+w?(?P<window>\d)(?:\s+when\s+(?P<when>.+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Window:
    """A chance for both sides to play a card: its clause, the topic of its question, its number."""

    rule: str
    topic: str
    number: int

    def ask(
        self, play: Play, sides: Sequence[str], question: str, about: tuple[str, ...] = (),
        answers: tuple[str, ...] = (PASS,),
    ) -> None:  # fmt: skip
        """Ask all sides alike; whose card counts first is asked first. The `answers` name no card."""
        play.note(self.rule, window=self.number)
        for side in sides:
            play.ask(
                side, self.rule, self.topic, question, (CARD, PASS), answers, about=about, default=PASS,
                silence="no card is played", window=True, sealed=True,
            )  # fmt: skip

    def opened(self, play: Play) -> list[tuple[str, Order]]:
        """The cards that were played, when all answers are in: each with its side, in the order asked."""
        answers = [(side, order) for side, orders in opened(play) for order in orders]
        play.note(self.rule, window=0)
        return [(side, order) for side, order in answers if order.verb == CARD]


def take(play: Play, decision: Decision, orders: list[Order], check: Callable[[Order], object]) -> None:
    """Seal the first line that is legal: a card that passes the check, or none. A further line of the same
    letter is for a later window."""
    seal_first(play, decision, orders, lambda order: order.verb == PASS or check(order))


def spoken(line: str) -> str:
    """A standing order as it is kept: "card X in window 1 when hex=2020 and ratio>=2" is "if asked window 1
    hex=2020 and ratio>=2 then card X". Any other line is as it was."""
    found = _SPOKEN.fullmatch(line.strip())
    if found is None:
        return line
    met = f" {found['when']}" if found["when"] else ""
    return f"if asked window {found['window']}{met} then card {found['card']}"


def by_chance(legal: Sequence[str], generator: Random) -> list[str]:
    """A bot's answer: one of the cards that it may play, or none, as likely as each of them."""
    return [generator.choice([PASS, *(f"{CARD} {card}" for card in legal)])]
