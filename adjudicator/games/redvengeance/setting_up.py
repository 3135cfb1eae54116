"""Set-up: the side that moves second sets up first, and the other sees it before its own (START.2, 8.624).

What a side sets up is for its own eyes until it passes; then what is not hidden is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, product

from adjudicator.dice import NeedsDice, NoDice
from adjudicator.events import SetUpShown
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import No, refusal, rule
from adjudicator.state import Decision, State, Unit

from .campaign import campaign, own
from .concealing import check_counters, hide_what_follows, open_unpaid, spend
from .covered import CALLED, covered
from .events import CountersShown
from .firefight import begin
from .front import begins, controlled, entry_hexes, isolated
from .glossary import answer as explained
from .initiative import sets_up_first
from .leftover import check_bare
from .newcomers import ENTRY, WITH_MMC, group_of, is_new, mode_of, unfinished
from .orders import read_line, rest_of
from .pieces import UNSEEN, class_of
from .placing import show_snipers
from .position import BOXES, INIT_SETUP, other, units_of
from .private import privately
from .registry import taker
from .reph_forts import publish
from .reph_recon import STEP, open_hexes
from .steps import following, steps
from .table_events import TableNoted

TOPIC = "setup"
FEW, HEXES = 3, 40
"""So many units, each of another group, and so many hexes are tried for the example of a set-up."""
ENDS = ("pass", "help")
"""What is no line of a set-up itself."""
RECON, SETTING = "recon", steps()["8.624"].verbs
"""What a set-up may hold; `RECON` where tries of reconnaissance were bought."""


def done(state: State) -> tuple[str, ...]:
    """The sides that have set up."""
    return tuple(state.frame.facts.get("done", ()))


@rule("START.2", "RePh8.6233.c", "RePh8.6233.d")
def run(play: Play) -> None:
    """INIT.SETUP and 8.624: ask the side that moves second, then the other."""
    lay_banner(play)
    first = sets_up_first(play.state)
    for side in (first, other(first)):
        if side not in done(play.state):
            ask(play, side)
            return
    if open_hexes(play):
        play.go("RePh8.624", STEP)
    elif play.state.segment == INIT_SETUP:
        begin(play)
    else:
        play.go("RePh8.624", following(play.state, STEP))


@rule("CG17.1", "RePh8.6241")
def lay_banner(play: Play) -> None:
    """A Red Banner that flies is set up where it is before every other unit, isolated ones among them, and
    whoever sets up first."""
    if campaign(play.state).banner and not play.state.frame.facts.get("banner"):
        play.note("RePh8.6241", banner=True)
        text = f"the Red Banner is set up first, on {campaign(play.state).banner}"
        play.record(TableNoted(rule="CG17.1", text=text))


def ask(play: Play, side: str) -> None:
    """Ask a side to set up."""
    tries = own(play.state, side).recon
    play.ask(
        side,
        "RePh8.624",
        TOPIC,
        question(play.state, side),
        verbs=(*(verb for verb in SETTING if tries or verb != RECON), "pass", "help"),
        answers=what_is_left(play.state, side),
        silence="what is set up so far stands",
        default="pass",
    )


def renew(play: Play) -> None:
    """Let the question of a set-up say what is left of it."""
    for decision in play.state.waiting():
        side = decision.player
        play.renew(decision, question(play.state, side), what_is_left(play.state, side))


def what_is_left(state: State, side: str) -> tuple[str, ...]:
    """A line for the first unit that can be set up; a pass where there is none."""
    return tuple(islice(could_be_set_up(state, side), 1)) or ("pass",)


def question(state: State, side: str) -> str:
    """What a side that sets up is asked."""
    second = " The other side has set up." if done(state) else ""
    tries, placed = own(state, side).recon, campaign(state).snipers.get(side) or own(state, side).snipers
    snipers = "" if placed else (" «setup SNIPERS B12,R12» places your two Snipers, 16 hexes apart or more.")
    recon = (
        f" You have {tries} tries of reconnaissance: «recon HEX,HEX» names the hexes; both sides are told "
        "of them once both have set up."
    )
    return (
        f"Set up.{second} A line for each unit, any number of them: «setup UNIT hex=HEX», «hip UNIT "
        "hex=HEX» if it is hidden, «reserve UNIT hex=HEX» under a Reserve counter; your rosters list the "
        f"units.{snipers}{recon if tries else ''} It may take several sheets; «pass» says that you are done, "
        "and then the other side sees what is not hidden."
    )


def could_be_set_up(state: State, side: str) -> Iterator[str]:
    """Lines that set up one of the first units that wait, each in a hex where it may be; before those who
    need an MMC beside them the others."""
    later = not begins(state)
    waiting = [unit for unit in units_of(state, side) if unit.at in BOXES]
    waiting = [
        unit for unit in waiting if not (later and is_new(state, unit) and mode_of(state, unit) == ENTRY)
    ]
    waiting.sort(key=lambda unit: class_of(state, unit) in WITH_MMC)
    firsts = {group_of(unit): unit for unit in reversed(waiting)}
    yield from examples(state, side, [unit for unit in waiting if firsts[group_of(unit)] is unit][:FEW])


def examples(state: State, side: str, units: Iterable[Unit]) -> Iterator[str]:
    """Lines that set up one of these units, each in a hex where it may be."""
    cut_off = isolated(state, side)
    hexes = sorted(
        {*controlled(state, side), *entry_hexes(state, side)}, key=lambda hex_: (hex_ in cut_off, hex_)
    )
    for unit, hex_ in product(units, hexes[:HEXES]):
        order = read_line(f"setup {unit.id} hex={hex_.upper()}")
        with suppress(NeedsDice):  # a vehicle in a building: its Bog DR is rolled when it is there
            if refusal(take_alone, Play(state, NoDice()), side, order):
                continue
        yield order.text


def take_alone(play: Play, side: str, order: Order) -> None:
    """One line of a set-up. Raises Refused."""
    taker(order)(play, side, order)


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The lines of a side that sets up, up to the one by which it is done."""
    side = decision.player
    for order in orders:
        if no := _refused(play, side, rest_of(order, orders)):
            play.refuse(order, no)
            continue
        told = explained(play.state, side, order) if order.verb in ENDS else ""
        play.verdict(order, "done", why=told)
        if order.verb == "pass":
            finish(play, decision)
            return


def _refused(play: Play, side: str, order: Order) -> No | None:
    """Why a line is refused, a pass before all is set up that must be; None where it has been taken. Who says
    «as is», or nothing at all by the deadline, is done with what stands."""
    if order.verb not in ENDS:
        return refusal(privately, play, side, partial(take_alone, side=side, order=order))
    if order.verb == "pass" and (no := refusal(check_bare, order)):
        return no
    if order.verb == "pass" and order.sheet and (order.sheet, order.line) not in play.as_is:
        return next(unfinished(play.state, side, partial(examples, play.state, side)), None) or refusal(
            check_counters, play.state, side
        )
    return None


@rule("RePh8.624", "RePh8.6242")
def finish(play: Play, decision: Decision) -> None:
    """A side has set up: what lies open on the map is shown."""
    side = decision.player
    play.close(decision)
    open_unpaid(play, side)
    hide_what_follows(play, side)
    privately(play, side, partial(spend, side=side))
    play.note(decision.rule, done=(*done(play.state), side))
    publish(play, side)
    show_snipers(play, side)
    open_ = {
        unit.id: unit.at
        for unit in play.state.units.values()
        if unit.side == side and unit.at in play.state.board.spaces and not unit.flags & UNSEEN
    }
    play.record(SetUpShown(rule=decision.rule, side=side, units=open_))
    under: dict[str, tuple[str, ...]] = {}
    for hex_, how in covered(play.state, side):
        under[CALLED[how]] = (*under.get(CALLED[how], ()), hex_)
    if under:
        play.record(CountersShown(rule=decision.rule, side=side, counters=under))
