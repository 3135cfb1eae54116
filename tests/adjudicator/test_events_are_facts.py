"""A kind of event is a frozen dataclass, whether its class says so or not."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from adjudicator.events import Event


class Rained(Event):
    inches: int = 1


@dataclass(frozen=True, kw_only=True)
class Poured(Event):
    inches: int = 1


class Hailed(Rained):
    stones: int


@pytest.mark.parametrize(
    "event", [Rained(rule="1"), Poured(rule="1"), Hailed(rule="1", stones=7)], ids=lambda event: event.kind
)
@pytest.mark.parametrize("name", ["rule", "inches", "anything"])
def test_an_event_never_changes(event: Event, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(event, name, 2)
    with pytest.raises(FrozenInstanceError):
        delattr(event, name)
    assert replace(event, rule="2").rule == "2" and event.rule == "1"


def test_events_that_say_the_same_are_the_same() -> None:
    assert Hailed(rule="1", stones=7) == Hailed(rule="1", stones=7) != Hailed(rule="1", stones=8)
    assert len({Rained(rule="1"), Rained(rule="1"), Poured(rule="1")}) == 2
    assert Hailed(rule="1", stones=7).facts() == {"inches": 1, "stones": 7}
