"""What the text says of every date, held over whole campaigns of players by chance: the losses are what was
booked, control changes with a cause, the ELR moves by what 8.6123 allows, and a date ends as CG32 says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from adjudicator.catalogue import find_game
from adjudicator.events import ControlChanged, DieRolled, Event, TrackMoved
from adjudicator.games.redvengeance.campaign_game.cg_losses import least_losses, losses
from adjudicator.games.redvengeance.events import CgsDecided, FightEnded, LineBooked
from adjudicator.games.redvengeance.position import GERMAN, SIDES
from adjudicator.games.redvengeance.questions.firefight import CLAUSE, ENDS_ON, FIRST_ROLL, LAST_TURN
from adjudicator.games.redvengeance.refit_phase.reph_result import A_LEVEL
from adjudicator.games.redvengeance.situation.campaign import ELR_CARRY, ELR_LOST, track
from adjudicator.judging.bots import play_game
from adjudicator.state import State
from tests.cases import the_rest_long

GAME = find_game("redvengeance")
START = GAME.start("campaign")
CAUSES = {"CG14.1", "CG29.1", "RePh8.605", "RePh8.6051.3", "RePh8.6053", "RePh8.6054", "RePh8.6131.1", "I7"}
"""The clauses by which a hex may change hands: a report of both sides, or what follows from control."""
REPORTED = CAUSES - {"RePh8.6054", "I7"}


def wrong(events: Sequence[Event]) -> Iterator[str]:
    """Everything in a campaign that the text does not allow."""
    state, booked, die = START, False, (0, 0)
    for event in events:
        before, state = state, event.apply(state)
        booked = booked or isinstance(event, LineBooked)
        if isinstance(event, DieRolled):
            die, booked = (
                (int(event.rule[-1]) + 4 if event.rule in CLAUSE.values() else 0, event.value),
                False,
            )
        if isinstance(event, ControlChanged) and not (booked or event.rule in CAUSES - REPORTED):
            yield f"{event.space} changes hands by {event.rule} without a cause"
        if isinstance(event, CgsDecided):
            yield from unequal(before)
        if isinstance(event, FightEnded):
            yield from ended(before, event, die)
        if isinstance(event, TrackMoved):
            yield from moved(before, event)


def unequal(state: State) -> Iterator[str]:
    """Losses that decide a date, and are fewer than what was booked."""
    for side in SIDES:
        had, least = losses(state, side), least_losses(state, side)
        parts = had.suffered - least.suffered, had.vehicles - least.vehicles, had.moabit - least.moabit
        if min(parts) < 0:
            yield f"{side} lost {had}, booked {least}"


def ended(state: State, event: FightEnded, die: tuple[int, int]) -> Iterator[str]:
    """A date that ends otherwise than by its die, with turn 8, or as neither side has anything more."""
    turn = state.tracks["game-turn"]
    if event.rule in CLAUSE.values() and (die[0] != turn or die[1] > ENDS_ON[turn] or turn < FIRST_ROLL):
        yield f"turn {turn} ends the date with {die}"
    if event.rule == "CG32.4" and turn != LAST_TURN:
        yield f"turn {turn} ends the date as the last"


def moved(state: State, event: TrackMoved) -> Iterator[str]:
    """An ELR that moves by anything but full levels of 70 CVP, or a Lull's one."""
    for side in SIDES:
        if event.track == track(ELR_LOST, side) and event.now > event.was:
            carried = state.tracks.get(track(ELR_CARRY, side), 0)
            had = losses(state, side)
            sum_ = had.suffered - had.vehicles - had.moabit - had.capture + had.refit + carried
            if event.now - event.was != sum_ // A_LEVEL or state.segment != "8.6123":
                yield f"{side} loses {event.now - event.was} levels for {sum_} at {state.segment}"
        if event.track == track(ELR_LOST, side) and event.now < event.was - 1:
            yield f"{side} regains {event.was - event.now} levels"


@pytest.mark.rule("CG24.1", "CG24.2", "CG32.5", "CG14.1", "RePh8.6123.1")
@pytest.mark.slow
@pytest.mark.parametrize("seed", the_rest_long(["first", "second", "third", "fourth", "fifth"]))
def test_over_whole_campaigns_nothing_happens_that_the_text_does_not_allow(seed: str) -> None:
    tally = play_game(GAME, seed)
    assert list(wrong(tally.events)) == []
    told = [type(event).__name__ for event in tally.events]
    assert told.count("FightEnded") >= 1 and GERMAN in {*tally.state.control.values()}
