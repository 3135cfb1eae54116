"""Steps 8.6032 to 8.6123: who won the CGS by section 20, whether that ends the campaign (tested at the end of
every CGS, notes f.33); the next date; SAN and ELR after a CGS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.events import GameEnded, TurnBegan
from adjudicator.mechanics.drm import total
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State

from ..campaign_game.cg_artillery import retain
from ..campaign_game.cg_losses import counted, counted_sum, for_elr, losses, points, work_out
from ..campaign_game.cg_special import fly_home, keep_unused
from ..campaign_game.front_reports import run_east
from ..events import CgsDecided, DateOpened, ElrAdjusted
from ..orders import Orders, Steps
from ..position import GERMAN, RUSSIAN, SIDES, other
from ..situation import campaign as facts
from ..situation.campaign import campaign, last, move_track, note, track
from ..situation.ground import having
from ..situation.modifiers import tell_elr
from ..situation.steps import date, dates, last_date

NOBODY = "none"
REICHSTAG = "reichstag"


@rule("VC-CG.1")
def holds_reichstag(state: State) -> bool:
    """Whether the Russian controls the whole Reichstag, hex by hex."""
    return all(state.control.get(hex_) == RUSSIAN for hex_ in having(REICHSTAG))


@rule("VC-CG.1", "VC-CG.2", "BRV0.3", "RePh8.6234")
def campaign_winner(state: State) -> tuple[str, str, str]:
    """Who has won the campaign at the end of this CGS, by which clause, and why; "" while nobody has. The
    ninth CGS is the last, and no other test is made (8.6234)."""
    name = date(state).name
    if holds_reichstag(state):
        return RUSSIAN, "VC-CG.1", f"at the end of {name} the Russian controls the whole Reichstag"
    if state.turn >= last_date():
        return GERMAN, "VC-CG.2", f"at the end of {name} the Russian does not control the whole Reichstag"
    return "", "", ""


def check_campaign(play: Play) -> None:
    """The campaign ends if somebody has won it."""
    winner, number, why = campaign_winner(play.state)
    if winner:
        won = {side: play.state.tracks.get(track(facts.LOST, other(side)), 0) for side in SIDES}
        play.record(GameEnded(rule=number, winner=winner, why=why, points=won))


def standings(state: State) -> Mapping[str, Json]:
    """What a position's "victory" shows: who won the last CGS that was decided, and the campaign."""
    won = str(state.over["winner"]) if state.over else NOBODY
    return {"cgs": campaign(state).last.get("winner") or NOBODY, "campaign": won or NOBODY}


OF_THE_CGS = ("chits", "first", "claimed", "rolled")
"""Facts that end with their CGS; its losses and its result go on until ELR is adjusted (8.6123)."""
TWICE = 2
"""The multiple of its losses that the CGS Attacker must exceed (section 20)."""


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
    return {facts.INITIAL: RUSSIAN, facts.DUAL: "", facts.LULL: ""}.get(case, case)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a CGS, by which clause, with the sums."""

    winner: str
    rule: str
    why: str


@rule("VC-CGS.1", "VC-CGS.4")
def _assault(state: State, side: str) -> Outcome:
    """The Attacker wins with more than twice the CVP suffered; otherwise the Defender, even at 0 to 0
    (f.35)."""
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
    if campaign(state).case == facts.LULL:
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
        lost = state.tracks.get(track(facts.LOST, loser), 0) + 1
        move_track(play, "CG30.1", facts.LOST, loser, lost, f"CGS lost: {date(state).name}")
        note(play, "RePh8.6032", result={"winner": found.winner, "date": date(state).name})
    now = campaign(state)
    kept = {
        facts.LULL: now.case == facts.LULL,
        "attack": tuple(side for side in SIDES if now.chits.get(side) == facts.ATTACK),
        "winner": found.winner if found else "",
        **{f"cvp-{side}": losses(state, side).suffered for side in SIDES},
        "moabit-russian": losses(state, RUSSIAN).moabit,
        "weather": now.weather,
        "ec": now.ec,
    }
    note(play, "RePh8.6032", last=kept)
    check_campaign(play)


# -- the next date -----------------------------------------------------------------------------------------


@rule("RePh8.612", "RePh8.6121")
def run_date(play: Play) -> None:
    """8.6121: the next date opens; all modifiers are its own from here on."""
    state = play.state
    if state.turn >= last_date():  # only in a position after 8.6032, at which the campaign ends
        check_campaign(play)
        return
    name = dates()[state.turn].name
    play.record(TurnBegan(rule="RePh8.6121", turn=state.turn + 1), DateOpened(rule="RePh8.6121", date=name))
    note(play, "RePh8.6121", **dict.fromkeys(OF_THE_CGS))
    run_east(play)
    retain(play)
    fly_home(play)
    keep_unused(play)


SAN_ROLL = {RUSSIAN: 4, GERMAN: 5}
"""The SAN from which on a side owes the adjustment dr (8.6122)."""
A_LEVEL = 70
"""ELR-Loss CVP that cost one level of ELR (CG24)."""
SAN_PASS = "san-pass"
"""The hook that holds the highest dr that passes; the document leaves it to KGP II."""
SAN_DIE = "san-"
"""What `rolled` remembers of a side's SAN dr, with the side after it."""


# -- SAN ---------------------------------------------------------------------------------------------------


@rule("RePh8.6122.1")
def owes_san(state: State, side: str) -> bool:
    """Whether a side must still roll for its SAN: a Russian of 4 or more, a German of 5 or more."""
    done = f"{SAN_DIE}{side}" in campaign(state).rolled
    return not done and state.tracks.get(track(facts.SAN, side), 0) >= SAN_ROLL[side]


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
        now = play.state.tracks[track(facts.SAN, side)] - 1
        move_track(play, "RePh8.6122.2", facts.SAN, side, now, f"dr {die} is above {passes}")


def take_san(play: Play, side: str, order: Order) -> None:
    """ROLL SAN: by a side that owes it, once the number that passes is known."""
    if not owes_san(play.state, side):
        san, least = play.state.tracks.get(track(facts.SAN, side), 0), SAN_ROLL[side]
        raise Refused(
            "RePh8.6122.1", f"you owe no SAN dr: your SAN is {san}, the dr is due from {least} on, once"
        )
    if SAN_PASS not in campaign(play.state).hooks:
        why = "KGP II 8.6122 says which dr passes. Both sides must report it once"
        raise Refused("RePh8.6122.1", why, ("REPORT SAN number=4",))
    roll_san(play, side)


def run_san(play: Play) -> None:
    """8.6122: a side that still owes a SAN dr rolls it, the Russian first; if neither side reported which dr
    passes, no SAN changes."""
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
    suffered, carried = for_elr(losses(state, side)), state.tracks.get(track(facts.ELR_CARRY, side), 0)
    found, had = fall(suffered, carried), state.tracks.get(track(facts.ELR_LOST, side), 0)
    if not found.sum:
        return
    parts = f"{suffered} CVP + {carried} carried = {found.sum}; {found.sum} / {A_LEVEL} = {found.levels}"
    fell = f"{found.levels} level{'' if found.levels == 1 else 's'} lost" if found.levels else "nothing lost"
    why = f"{parts}: {fell}, {found.carry} carried on"
    play.record(ElrAdjusted(rule="RePh8.6123.1", side=side, why=why))
    if found.levels:
        move_track(play, "RePh8.6123.1", facts.ELR_LOST, side, had + found.levels)
    if found.carry != carried:
        move_track(play, "RePh8.6123.2", facts.ELR_CARRY, side, found.carry)


@rule("CG23.2", "CG23.3", "RePh8.6123.3", "CG15.2")
def _recover(play: Play, side: str) -> None:
    """A Lull gives back one level lost by losses, once in the campaign for a side; one that has lost none
    does not use this up."""
    had = play.state.tracks.get(track(facts.ELR_LOST, side), 0)
    if not had or play.state.tracks.get(track(facts.LULL_USED, side), 0):
        return
    play.record(
        ElrAdjusted(rule="CG23.2", side=side, why="a Lull gives one level back, once in the campaign")
    )
    move_track(play, "RePh8.6123.3", facts.ELR_LOST, side, had - 1)
    move_track(play, "CG23.3", facts.LULL_USED, side, 1)


ORDERS: Orders = {"roll SAN": take_san}
STEPS: Steps = {"8.6032": run_result, "8.6121": run_date, "8.6122": run_san, "8.6123": run_elr}
