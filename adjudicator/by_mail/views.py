"""What one side may know of a position, by what a game declares as closed.

Nobody ever sees another side's questions, sealed answers, standing orders or the lines it has sent ahead;
what else is closed, and to whom, differs by game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, TypeVar, get_type_hints

from adjudicator.state import Frame, Json, KnownFacts, NotInView, State

__all__ = ["ABSENT", "BACK", "NotInView", "Plan", "Secrets", "plans_of"]

ABSENT = object()
"""In the place of a plan: the other sides do not see that it is there at all."""

BACK = "hidden-"
"""How the back of a card begins, in the place of one that a side may not look at."""


PLAN = "plan"
Value = TypeVar("Value")
Plan = Annotated[Value, PLAN]
"""The type of a fact that a level of the sequence of play remembers and that only who acts may know."""


def plans_of(*levels: type) -> tuple[str, ...]:
    """The facts that these levels declare as a `Plan`, for `Secrets.plans`."""
    hints = [pair for level in levels for pair in get_type_hints(level, include_extras=True).items()]
    return tuple(dict.fromkeys(name for name, hint in hints if PLAN in getattr(hint, "__metadata__", ())))


@dataclass(frozen=True, slots=True)
class Secrets:
    """What is closed in one game.

    plans      what levels of the sequence of play remember of the plans of who acts -> what others read
               in its place, or ABSENT
    acting     state -> the side whose plans these are; "" where nobody has any
    facts      facts of the game that one side alone may know -> that side
    own        what levels of the sequence of play remember for one side alone -> that side
    face_down  a card that a side may not see -> its back; None: hands lie open
    cups       whether what is in the cups is closed to all, and how many there are
    tracks     tracks that one side alone may see -> that side
    places     boxes and piles in which cards lie face down -> the side that may look at them, "" for none
    """

    plans: Mapping[str, Json] = field(default_factory=dict)
    acting: Callable[[State], str] = lambda state: ""
    facts: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    face_down: Callable[[str], str] | None = None
    cups: bool = False
    places: Mapping[str, str] = field(default_factory=dict)
    tracks: Mapping[str, str] = field(default_factory=dict)

    def hide(self, state: State, side: str) -> State:
        """The state without what is closed to a side."""
        mine = tuple(decision for decision in state.decisions if decision.player == side)
        own = {decision.id for decision in mine}
        theirs = self.acting(state) not in {side, ""}
        closed = frozenset(key for key, reader in self.facts.items() if reader != side)
        return state.but(
            hands=self.hands(state, side),
            cups={} if self.cups else self.face_up(state.cups, side, {}),
            facts=KnownFacts({k: value for k, value in state.facts.items() if k not in closed}, closed),
            tracks={key: value for key, value in state.tracks.items() if self.tracks.get(key, side) == side},
            standing={side: state.standing.get(side, ())},
            kept={key: value for key, value in state.kept.items() if key == side},
            sealed={key: value for key, value in state.sealed.items() if key in own},
            decisions=mine,
            frames=tuple(self.without_plans(frame, side, theirs) for frame in state.frames),
        )

    def hands(self, state: State, side: str) -> Mapping[str, tuple[str, ...]]:
        """All hands and boxes, those that the side may not look at face down."""
        return self.face_up(state.hands, side, {holder: holder for holder in state.sides})

    def face_up(
        self, cards: Mapping[str, tuple[str, ...]], side: str, owners: Mapping[str, str]
    ) -> Mapping[str, tuple[str, ...]]:
        """Cards by their place; where the side may not look it sees their backs, in an order that tells
        nothing."""
        if self.face_down is None:
            return cards
        looks = {**owners, **{place: eyes for place, eyes in self.places.items() if place in cards}}
        closed = [place for place, eyes in looks.items() if eyes != side]
        return {
            **cards,
            **{place: tuple(sorted(map(self.back, cards.get(place, ())))) for place in closed},
        }

    def back(self, card: str) -> str:
        """The back of a card; of one that lies face down already, as in a view of a view, the same."""
        return card if self.face_down is None or card.startswith(BACK) else self.face_down(card)

    def without_plans(self, frame: Frame, side: str, theirs: bool) -> Frame:
        """A level of the sequence of play as a side sees it; whether the plans are of another side."""
        facts = {key: value for key, value in frame.facts.items() if self.own.get(key, side) == side}
        if theirs:
            facts = {key: self.plans.get(key, value) for key, value in facts.items()}
        return replace(frame, facts={key: value for key, value in facts.items() if value is not ABSENT})
