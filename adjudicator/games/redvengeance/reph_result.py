"""Steps 8.6032 and 8.6121: who won the CGS by section 20, whether that ends the campaign; the next date."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.events import TurnBegan
from adjudicator.mechanics.drm import total
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .campaign import ATTACK, DUAL, INITIAL, LOST, LULL, campaign, move_track, note, track
from .cg_artillery import retain
from .cg_losses import counted, counted_sum, losses, work_out
from .cg_points import points
from .cg_special import keep_unused
from .dates import date, dates, last_date
from .events import CgsDecided, DateOpened
from .front_reports import run_east
from .position import RUSSIAN, SIDES, other
from .taking import Steps
from .victory import check_campaign

OF_THE_CGS = ("chits", "first", "claimed", "rolled")
"""Facts that end with their CGS; its losses and its result go on until ELR is adjusted (8.6123)."""
TWICE = 2
"""How many times his losses the CGS Attacker must earn more than (section 20)."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What a side earned in a CGS: the CVP of the other side's losses and its LVP; and what it suffered."""

    side: str
    earned: int
    lvp: int
    suffered: int
    told: str

    @property
    def total(self) -> int:
        """CVP and LVP."""
        return self.earned + self.lvp


def earned(state: State, side: str) -> Sum:
    """The sums of a side in this CGS."""
    theirs, places = losses(state, other(side)), points(state, side)
    lvp = total(places)
    named = f" ({', '.join(f'{one.value} {one.reason}' for one in places)})" if places else ""
    cvp = counted(other(side), theirs)
    told = f"{side} {counted_sum(other(side), theirs)} CVP + {lvp} LVP{named} = {cvp + lvp}"
    return Sum(side, cvp, lvp, counted(side, losses(state, side)), told)


def attacker(state: State) -> str:
    """The side that alone attacks: the Russian in the Initial CGS; "" in a Dual Attack or a Lull."""
    case = campaign(state).case
    return {INITIAL: RUSSIAN, DUAL: "", LULL: ""}.get(case, case)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a CGS, by which clause, with the sums."""

    winner: str
    rule: str
    why: str


@rule("VC-CGS.1", "VC-CGS.4")
def _assault(state: State, side: str) -> Outcome:
    """The Attacker wins with more than twice what he suffered; else the Defender, at 0 to 0 too (f.35)."""
    mine = earned(state, side)
    won = mine.total > TWICE * mine.suffered
    sign = "more" if won else "not more"
    why = f"{mine.told}, {sign} than twice the {mine.suffered} CVP suffered ({TWICE * mine.suffered})"
    return Outcome(side, "VC-CGS.1", why) if won else Outcome(other(side), "VC-CGS.4", why)


@rule("VC-CGS.3")
def _dual(state: State) -> Outcome:
    """The side with more CVP and LVP wins; a tie is the second mover's."""
    first, second = campaign(state).first, other(campaign(state).first)
    a, b = earned(state, first), earned(state, second)
    tie = ", a tie, won by the side that moved second" if a.total == b.total else ""
    return Outcome(first if a.total > b.total else second, "VC-CGS.3", f"{a.told}; {b.told}{tie}")


@rule("RePh8.6032")
def outcome(state: State) -> Outcome | None:
    """Who won this CGS by section 20; None for a Lull, which nobody wins."""
    if campaign(state).case == LULL:
        return None
    side = attacker(state)
    return _assault(state, side) if side else _dual(state)


@rule("RePh8.6032", "CG29.7")
def run_result(play: Play) -> None:
    """8.6032: the CGS is decided, with all that the Melees and the rally step brought; then the campaign is.
    What the next Refit steps ask of it is kept as the CGS before, the CVP whole and the LVP not at all."""
    for side in SIDES:
        work_out(play, side)
    state, found = play.state, outcome(play.state)
    if found:
        play.record(CgsDecided(rule=found.rule, winner=found.winner, date=date(state).name, why=found.why))
        loser = other(found.winner)
        lost = state.tracks.get(track(LOST, loser), 0) + 1
        move_track(play, "CG30.1", LOST, loser, lost, f"CGS lost: {date(state).name}")
        note(play, "RePh8.6032", result={"winner": found.winner, "date": date(state).name})
    note(play, "RePh8.6032", last=_kept(state, found.winner if found else ""))
    check_campaign(play)


def _kept(state: State, winner: str) -> dict[str, object]:
    now = campaign(state)
    return {
        "lull": now.case == LULL,
        "attack": tuple(side for side in SIDES if now.chits.get(side) == ATTACK),
        "winner": winner,
        **{f"cvp-{side}": losses(state, side).suffered for side in SIDES},
        "moabit-russian": losses(state, RUSSIAN).moabit,
        "weather": now.weather,
        "ec": now.ec,
    }


# -- the next date -----------------------------------------------------------------------------------------


@rule("RePh8.612", "RePh8.6121")
def run_date(play: Play) -> None:
    """8.6121: the next date opens; all modifiers are its own from here on."""
    state = play.state
    if state.turn >= last_date():  # only where a position is laid behind 8.6032, at which the campaign ends
        check_campaign(play)
        return
    name = dates()[state.turn].name
    play.record(TurnBegan(rule="RePh8.6121", turn=state.turn + 1), DateOpened(rule="RePh8.6121", date=name))
    note(play, "RePh8.6121", **dict.fromkeys(OF_THE_CGS))
    run_east(play)
    retain(play)
    keep_unused(play)


STEPS: Steps = {"8.6032": run_result, "8.6121": run_date}
