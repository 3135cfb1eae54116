"""The events all games share, and the kinds of event that one game knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from adjudicator.events.agreements import Agreed, Closed, ProposalEnded, Proposed, Restored, Undone
from adjudicator.events.cards import CardDrawn, CardsCounted, CardsMoved, PileShuffled
from adjudicator.events.chance import (
    DieRolled,
    Drawn,
    HiddenDieRolled,
    HiddenDrawn,
    RoundUsed,
    audience,
    purpose_told,
)
from adjudicator.events.combat import FireResolved, OddsResolved
from adjudicator.events.course import (
    Corrected,
    Entry,
    GameEnded,
    Reminded,
    SegmentEntered,
    SegmentLeft,
    SegmentNoted,
    Told,
    TurnBegan,
)
from adjudicator.events.desk import ENTRIES, Announced, Arrangement, Lapsed
from adjudicator.events.fact import EVERYBODY, NOBODY, Event, Names, event_from
from adjudicator.events.markers import ControlChanged, CupChanged, FactNoted, HandChanged, TrackMoved
from adjudicator.events.questions import (
    Answered,
    Asked,
    OrderDropped,
    OrdersKept,
    OrdersReplaced,
    Renewed,
    Sealed,
    SilenceTaken,
    StandingChanged,
    StandingUsed,
)
from adjudicator.events.terms import Terms
from adjudicator.events.units import (
    FlagsChanged,
    SetUpShown,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitEntered,
    UnitMade,
    UnitMoved,
    UnitPlaced,
)

__all__ = [
    "ENTRIES",
    "EVERYBODY",
    "NOBODY",
    "SHARED",
    "Agreed",
    "Announced",
    "Answered",
    "Arrangement",
    "Asked",
    "CardDrawn",
    "CardsCounted",
    "CardsMoved",
    "Closed",
    "ControlChanged",
    "Corrected",
    "CupChanged",
    "DieRolled",
    "Drawn",
    "Entry",
    "Event",
    "FactNoted",
    "FireResolved",
    "FlagsChanged",
    "GameEnded",
    "HandChanged",
    "HiddenDieRolled",
    "HiddenDrawn",
    "Lapsed",
    "Names",
    "OddsResolved",
    "OrderDropped",
    "OrdersKept",
    "OrdersReplaced",
    "PileShuffled",
    "ProposalEnded",
    "Proposed",
    "Reminded",
    "Renewed",
    "Restored",
    "RoundUsed",
    "Sealed",
    "SegmentEntered",
    "SegmentLeft",
    "SegmentNoted",
    "SetUpShown",
    "SilenceTaken",
    "StandingChanged",
    "StandingUsed",
    "StepLost",
    "StepRegained",
    "Terms",
    "Told",
    "TrackMoved",
    "TurnBegan",
    "Undone",
    "UnitEliminated",
    "UnitEntered",
    "UnitMade",
    "UnitMoved",
    "UnitPlaced",
    "audience",
    "event_from",
    "kinds",
    "kinds_in",
    "purpose_told",
]

SHARED: tuple[type[Event], ...] = (
    UnitMoved,
    UnitPlaced,
    SetUpShown,
    UnitEntered,
    UnitMade,
    StepLost,
    StepRegained,
    UnitEliminated,
    FlagsChanged,
    TrackMoved,
    ControlChanged,
    HandChanged,
    CupChanged,
    CardDrawn,
    CardsMoved,
    CardsCounted,
    PileShuffled,
    FactNoted,
    DieRolled,
    Drawn,
    HiddenDieRolled,
    HiddenDrawn,
    RoundUsed,
    TurnBegan,
    Reminded,
    Told,
    SegmentEntered,
    SegmentNoted,
    SegmentLeft,
    GameEnded,
    Asked,
    Renewed,
    Answered,
    Sealed,
    SilenceTaken,
    StandingChanged,
    StandingUsed,
    OrdersKept,
    OrderDropped,
    OrdersReplaced,
    Corrected,
    Proposed,
    Agreed,
    ProposalEnded,
    Closed,
    Undone,
    Restored,
    *ENTRIES,
)


def kinds(*own: type[Event]) -> Mapping[str, type[Event]]:
    """The event kinds of one game: the shared ones and its own. Raises ValueError on a name used twice."""
    found: dict[str, type[Event]] = {}
    for event in (*SHARED, *own):
        if event.__name__ in found:
            raise ValueError(f"two kinds of event are called {event.__name__}")
        found[event.__name__] = event
    return found


def kinds_in(module: ModuleType) -> tuple[type[Event], ...]:
    """The kinds of event that a module defines, in the order in which it does."""
    found = (thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Event))
    return tuple(kind for kind in found if kind.__module__ == module.__name__)
