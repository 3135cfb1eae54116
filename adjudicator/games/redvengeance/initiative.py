"""Initiative: the chits, sealed at 8.6151 before anybody knows his CPP, and opened together at 8.623.

8.6151 the chit    CG26, 8.6231 how many Attack chits    8.6233 who moves first    17 a Lull
"""

from __future__ import annotations

from adjudicator.answering import every_legal, opened
from adjudicator.choices import Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import campaign as facts
from .campaign import campaign, move_track, note, note_own, own, track
from .dates import date
from .events import BothFiled, ChitsOpened, DualRolled, InitiativeDecided
from .modifiers import balance
from .orders import check_read, said
from .position import GERMAN, RUSSIAN, SIDES, other
from .registry import STEPS
from .reph_forts import supplemental_in_force, wear_supplemental
from .steps import following

STOCK = {RUSSIAN: 7, GERMAN: 3}
"""Attack chits of a side after the first CGS (START.3, CG26)."""
LIMIT = {RUSSIAN: "CG26.1", GERMAN: "CG26.2"}
RESULT, AFTER_LULL = "8.6032", "8.6091"
"""Where the result of a CGS is decided, and the step with which the Refit Phase of a Lull begins: nothing
before it can have happened."""


def left(state: State, side: str) -> int:
    """The Attack chits that a side has not used."""
    return state.tracks.get(track(facts.CHITS, side), 0)


@rule("RePh8.6151")
def run_chits(play: Play) -> None:
    """8.6151: both sides seal their chit, before the CPP are rolled."""
    if not play.state.frame.facts.get("asked"):
        play.note("RePh8.6151", asked=True)
        for side in SIDES:
            ask(play, side)
        return
    for side, (order,) in tuple(opened(play)):
        note_own(play, "RePh8.6151", side, chit=said(order).about.casefold())
    play.record(BothFiled(rule="RePh8.6151", what="The Initiative Chits"))
    play.go("RePh8.6151", following(play.state, "8.6151"))


def ask(play: Play, side: str) -> None:
    """Ask a side for its chit."""
    can = left(play.state, side)
    CHIT.ask(
        play,
        side,
        f"Your Initiative Chit for {date(play.state).name}: Attack or Idle? One line, once for this date; "
        f"you have {can} Attack chit{'s' * (can != 1)}. It stays sealed until 8.623; a newer line takes its "
        "place until both are in.",
        silence="Idle",
        default="chit idle",
        sealed=True,
    )


def take_chit(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A side's chit; of several lines the last counts."""
    good = every_legal(play, orders, lambda order: check_chit(play.state, decision.player, order))
    if good:
        play.seal(decision, good[-1:])


@rule("CG26.1", "CG26.2", "CG26.3", "RePh8.6231.1", "START.3")
def check_chit(state: State, side: str, order: Order) -> None:
    """A chit is Attack or Idle; Attack takes one of the seven or three that the side has. Raises Refused."""
    check_read(order)
    chit = said(order).about.casefold()
    if chit not in {facts.ATTACK, facts.IDLE}:
        raise Refused("RePh8.6151", "a chit is ATTACK or IDLE", ("chit attack", "chit idle"))
    if chit == facts.ATTACK and not left(state, side):
        why = f"all {STOCK[side]} Attack chits of the {side.capitalize()} are used"
        raise Refused(LIMIT[side], why, ("chit idle",))


CHIT = Choice(
    topic="chit",
    rule="RePh8.6151",
    verbs=("chit",),
    take=take_chit,
    legal=lambda state, side: (*(("chit attack",) if left(state, side) else ()), "chit idle"),
    called=("chit",),
    usual=False,
)


@rule("RePh8.623", "RePh8.6233.c", "RePh8.6233.d", "NOTE17")
def run_initiative(play: Play) -> None:
    """8.623: both chits are opened at the same moment, and the case follows from them."""
    chits = {side: own(play.state, side).chit or _given(play.state, side) for side in SIDES}
    for side in SIDES:
        note_own(play, "RePh8.623", side, chit="")
        if chits[side] == facts.ATTACK:
            now = max(0, left(play.state, side) - 1)
            move_track(play, "RePh8.6231.1", facts.CHITS, side, now, "an Attack chit")
    play.record(ChitsOpened(rule="RePh8.623", chits=chits))
    note(play, "RePh8.623", chits=chits)
    if set(chits.values()) == {facts.IDLE}:
        lull(play)
    else:
        both = set(chits.values()) == {facts.ATTACK}
        first = dual(play) if both else next(side for side in SIDES if chits[side] == facts.ATTACK)
        decide(play, facts.DUAL if both else first, first)
        play.go("RePh8.623", following(play.state, "8.623"))


def _given(state: State, side: str) -> str:
    """The chit that a position gives as open already; Idle for none."""
    return campaign(state).chits.get(side, facts.IDLE)


@rule("RePh8.6233.a", "RePh8.6233.b")
def dual(play: Play) -> str:
    """A Dual Attack: each side rolls, the Russian first; its balance is taken off and the date added; the
    lower moves first, and a tie is rolled again by both."""

    def roll(side: str, more: int) -> int:
        purpose = f"the first move, {side}"
        return play.roll("RePh8.6233.a", purpose, came=lambda die: f"{die} {more:+} = {die + more}")

    while True:
        added = {side: date(play.state).modifier[side] - balance(play.state, side) for side in SIDES}
        dice = {side: roll(side, added[side]) for side in SIDES}
        totals = {side: die + added[side] for side, die in dice.items()}
        play.record(DualRolled(rule="RePh8.6233.a", dice=dice, totals=totals))
        if totals[RUSSIAN] != totals[GERMAN]:
            return min(SIDES, key=totals.__getitem__)


@rule("BRV17.2", "CG7.2", "RePh8.6233.b", "RePh8.6233.c", "RePh8.6233.d")
def decide(play: Play, case: str, first: str) -> None:
    """Who moves first is the CGS Attacker, by night that of the night rules; the other sets up first."""
    note(play, "BRV17.2", case=case, first=first)
    night = date(play.state).night
    number = ("RePh8.6233.b" if case == facts.DUAL else "CG7.2") if night else "BRV17.2"
    play.record(InitiativeDecided(rule=number, case=case, first=first, night=night))


@rule("BRV17.3", "CG23.1")
def lull(play: Play) -> None:
    """Both chits are Idle: a Lull, which is the CGS before the next one, without attacker, winner or CVP
    (notes f.40). What the CGS before it has left, such as steps that are passed over, ends with it. The last
    one ends the campaign."""
    note(play, "BRV17.3", case=facts.LULL, first=None, **dict.fromkeys(facts.OF_A_CGS))
    play.record(InitiativeDecided(rule="BRV17.3", case=facts.LULL))
    if supplemental_in_force(play.state):
        wear_supplemental(play, play.state.turn + 1)
    STEPS[RESULT](play)
    if play.state.over is None:
        play.go("BRV17.3", AFTER_LULL)


def sets_up_first(state: State) -> str:
    """The side that sets up first: the one that moves second."""
    return other(campaign(state).first or RUSSIAN)
