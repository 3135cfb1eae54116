"""Questions and answers: decisions, sealed answers, standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from adjudicator.events.fact import Event, Names
from adjudicator.orders import without_digest
from adjudicator.state import Decision, Json, State
from files.nearest import nearest


class Asked(Event):
    """A player was asked something; the game waits for the answer."""

    decision: Mapping[str, Json]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """One more open decision."""
        return state.but(decisions=(*state.decisions, Decision(**self.decision)), asked=state.asked + 1)


class Renewed(Event):
    """A question that was answered in part says what is left of it."""

    decision: str
    question: str
    answers: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """The same question in other words, with other examples."""
        return state.but(
            decisions=tuple(
                replace(one, question=self.question, answers=tuple(self.answers))
                if one.id == self.decision
                else one
                for one in state.decisions
            )
        )


class Answered(Event):
    """A decision is closed. `by` is "order", "standing order", "only answer" or "silence"."""

    decision: str
    player: str
    by: str
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """It is open no longer."""
        sealed = {k: v for k, v in state.sealed.items() if k != self.decision}
        left = tuple(d for d in state.decisions if d.id != self.decision)
        return state.but(decisions=left, sealed=sealed)


class SilenceTaken(Event):
    """A question was not answered in time, and the game goes on without its player, who alone is told."""

    player: str
    meaning: str

    def says(self, names: Names) -> str:
        """What was missed, and what it was taken to mean."""
        return f"No answer from {names.who(self.player)} arrived in time. Used instead: {self.meaning}."


class Sealed(Event):
    """A sealed answer came in, or replaced an earlier one; only its writer may see it."""

    decision: str
    orders: tuple[Json, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Kept until all sealed answers of the moment are in."""
        return state.but(sealed={**state.sealed, self.decision: self.orders})


class StandingChanged(Event):
    """A player's standing orders as they are now; nobody else may see them."""

    side: str
    lines: tuple[str, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """These and no others."""
        return state.but(standing={**state.standing, self.side: self.lines})


class StandingUsed(Event):
    """A standing order answered in a window; its player alone is told."""

    line: str

    def says(self, names: Names) -> str:
        """Which one it was."""
        return f'Your standing order "{self.line}" has answered.'


class OrdersKept(Event):
    """A side's lines that are still to be taken, as they are now; only it may see them."""

    side: str
    orders: tuple[Json, ...]
    quiet: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """These and no others."""
        others = {side: orders for side, orders in state.kept.items() if side != self.side}
        return state.but(kept=others | ({self.side: self.orders} if self.orders else {}))


class OrdersReplaced(Event):
    """Lines of a side that waited gave way to later ones of its; it alone is told."""

    lines: tuple[str, ...]
    by: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Which ones, and by what."""
        head, below = self.listed(names)
        return " ".join((head, *below))

    def listed(self, names: Names) -> tuple[str, tuple[str, ...]]:
        """The same, each order with the one that replaces it, and at last those that nothing replaces."""
        by = {line: replacing(line, self.by) for line in map(without_digest, self.lines)}
        gone = [f'"{line}"' for line, new in by.items() if not new]
        told = [f'"{new}" replaces "{line}".' for line, new in by.items() if new]
        again = "it" if len(gone) == 1 else "them"
        told += (
            [f"Dropped: {', '.join(gone)}. If you still want {again}, send {again} again."] if gone else []
        )
        return "Your newer orders replace earlier ones.", tuple(told)


def replacing(line: str, newer: Iterable[str]) -> str:
    """Of newer orders the one that says something else in the place of an order: the likest of those that
    begin as it does, and name the same unit where they name one; "" for none."""
    same = line.split()[:2]
    alike = [one for one in newer if one.split()[:2] == same and len(same) > 1]
    return next(iter(nearest(line, alike, 1, 0)), "")


class OrderDropped(Event):
    """An order that was kept could not be carried out any more when its moment came."""

    side: str
    text: str
    why: str

    def says(self, names: Names) -> str:
        """Which order fell, and why; its writer alone is told."""
        return f'Your earlier order "{without_digest(self.text)}" is not carried out: {self.why}.'
