"""Steps 8.6122 and 8.6123: SAN and ELR after a CGS."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .campaign import ELR_CARRY, ELR_LOST, LULL_USED, SAN, campaign, last, move_track, note, track
from .cg_losses import for_elr, losses, work_out
from .events import ElrAdjusted
from .modifiers import tell_elr
from .position import GERMAN, RUSSIAN, SIDES
from .taking import Orders, Steps

SAN_ROLL = {RUSSIAN: 4, GERMAN: 5}
"""The SAN from which on a side owes the adjustment dr (8.6122)."""
A_LEVEL = 70
"""ELR-Loss CVP that cost one level of ELR (CG24)."""
SAN_PASS = "san-pass"
"""The hook that holds the highest dr that passes; the document leaves it to KGP II."""
SAN_DIE = "san-"
"""What `rolled` remembers of a side's SAN dr, with the side behind it."""


# -- SAN ---------------------------------------------------------------------------------------------------


@rule("RePh8.6122.1")
def owes_san(state: State, side: str) -> bool:
    """Whether a side must still roll for its SAN: a Russian of 4 or more, a German of 5 or more."""
    done = f"{SAN_DIE}{side}" in campaign(state).rolled
    return not done and state.tracks.get(track(SAN, side), 0) >= SAN_ROLL[side]


@rule("RePh8.6122.2")
def roll_san(play: Play, side: str) -> None:
    """The dr of a side; above the number that passes its SAN falls by one."""
    passes = campaign(play.state).hooks[SAN_PASS]
    die = play.roll(
        "RePh8.6122.1",
        f"the SAN of the {side}",
        came=lambda die: f"{passes} or less passes: {'SAN stays' if die <= passes else 'SAN falls by one'}",
    )
    play.remember("RePh8.6122.1", "rolled", f"{SAN_DIE}{side}")
    if die > passes:
        now = play.state.tracks[track(SAN, side)] - 1
        move_track(play, "RePh8.6122.2", SAN, side, now, f"dr {die} is above {passes}")


def take_san(play: Play, side: str, order: Order) -> None:
    """ROLL SAN: by a side that owes it, once the number that passes is known."""
    if not owes_san(play.state, side):
        san, least = play.state.tracks.get(track(SAN, side), 0), SAN_ROLL[side]
        raise Refused(
            "RePh8.6122.1", f"you owe no SAN dr: your SAN is {san}, the dr is due from {least} on, once"
        )
    if SAN_PASS not in campaign(play.state).hooks:
        raise Refused(
            "RePh8.6122.1",
            "which dr passes stands in KGP II 8.6122 alone; both sides report it once",
            ("REPORT SAN number=4",),
        )
    roll_san(play, side)


def run_san(play: Play) -> None:
    """8.6122: whoever still owes a SAN dr rolls it, the Russian first; where nobody reported which dr passes,
    no SAN changes."""
    for side in SIDES:
        if SAN_PASS in campaign(play.state).hooks and owes_san(play.state, side):
            roll_san(play, side)


# -- ELR ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fall:
    """What ELR-Loss CVP do: the whole sum, the levels they cost, what is carried on."""

    sum: int
    levels: int
    carry: int


@rule("CG24.1", "RePh8.6123.1", "RePh8.6123.2")
def fall(suffered: int, carried: int) -> Fall:
    """The CVP of a CGS and those carried on, divided by 70: the quotient is lost, the rest carried on."""
    levels, carry = divmod(suffered + carried, A_LEVEL)
    return Fall(suffered + carried, levels, carry)


def run_elr(play: Play) -> None:
    """8.6123: the ELR of both sides falls with their losses; a Lull gives a level back."""
    for side in SIDES:
        work_out(play, side)
        _adjust(play, side)
        if last(play.state).lull:
            _recover(play, side)
    note(play, "RePh8.6123.1", losses=None, result=None, toll=None, toll_refit=None)
    tell_elr(play)


@rule("RePh8.6123.1", "RePh8.6123.2", "CG24.4")
def _adjust(play: Play, side: str) -> None:
    state = play.state
    suffered, carried = for_elr(losses(state, side)), state.tracks.get(track(ELR_CARRY, side), 0)
    found, had = fall(suffered, carried), state.tracks.get(track(ELR_LOST, side), 0)
    if not found.sum:
        return
    parts = f"{suffered} CVP + {carried} carried = {found.sum}; {found.sum} / {A_LEVEL} = {found.levels}"
    fell = f"{found.levels} level{'' if found.levels == 1 else 's'} lost" if found.levels else "nothing lost"
    why = f"{parts}: {fell}, {found.carry} carried on"
    play.record(ElrAdjusted(rule="RePh8.6123.1", side=side, why=why))
    if found.levels:
        move_track(play, "RePh8.6123.1", ELR_LOST, side, had + found.levels)
    if found.carry != carried:
        move_track(play, "RePh8.6123.2", ELR_CARRY, side, found.carry)


@rule("CG23.2", "CG23.3", "RePh8.6123.3", "CG15.2")
def _recover(play: Play, side: str) -> None:
    """A Lull gives back one level lost by losses, once in the campaign for a side; one that has lost none
    does not use this up."""
    had = play.state.tracks.get(track(ELR_LOST, side), 0)
    if not had or play.state.tracks.get(track(LULL_USED, side), 0):
        return
    play.record(
        ElrAdjusted(rule="CG23.2", side=side, why="a Lull gives one level back, once in the campaign")
    )
    move_track(play, "RePh8.6123.3", ELR_LOST, side, had - 1)
    move_track(play, "CG23.3", LULL_USED, side, 1)


STEPS: Steps = {"8.6122": run_san, "8.6123": run_elr}
ORDERS: Orders = {"roll SAN": take_san}
