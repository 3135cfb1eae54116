"""Set-up: the side that moves second sets up first, and the other sees it before its own (START.2, 8.624).

What a side sets up is for its own eyes until it passes; then what is not hidden is shown.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, product

from adjudicator.choices import Choice
from adjudicator.events import SetUpShown
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import No, refusal, rule
from adjudicator.state import Decision, State, Unit

from .. import drags
from ..events import CountersShown, TableNoted
from ..orders import check_bare, read_line, rest_of, said
from ..position import BOXES, INIT_SETUP, RUSSIAN, location, other, units_of
from ..refit_phase.reph_forts import BARRIERS, STEP, open_hexes, publish
from ..situation.campaign import banners, campaign, own
from ..situation.concealing import CALLED, check_counters, covered, hide_what_follows, open_unpaid, spend
from ..situation.front import begins, controlled, entry_hexes, isolated
from ..situation.ground import board
from ..situation.newcomers import ENTRY, WITH_MMC, group_mmc, group_of, is_new, mode_of, unfinished
from ..situation.pieces import UNSEEN, class_of, on_map, privately
from ..situation.steps import following, steps
from . import bot, tapped
from .firefight import begin, defender
from .placing import show_snipers
from .registry import may_stand, take_alone

FEW, HEXES = 3, 40
"""How many units, each of another group, and how many hexes are tried for the example of a set-up; how many
hexes for each fortification."""
SNIPERS = "setup SNIPERS B12,R12"
PASS = "pass"
RECON, SETTING = "recon", steps()["8.624"].verbs
"""What else a set-up may hold; `RECON` where tries of reconnaissance were bought."""


def done(state: State) -> tuple[str, ...]:
    """The sides that have set up."""
    return tuple(state.frame.facts.get("done", ()))


@rule("START.2", "RePh8.6233.c", "RePh8.6233.d")
def run(play: Play) -> None:
    """INIT.SETUP and 8.624: ask the side that moves second, then the other."""
    lay_banner(play)
    first = defender(play.state)
    for side in (first, other(first)):
        if side not in done(play.state):
            tries = own(play.state, side).recon
            SETTING_UP.ask(
                play, side, question(play.state, side),
                verbs=(*(verb for verb in SETTING if tries or verb != RECON), PASS),
                answers=what_is_left(play.state, side), silence="the units set up so far stay",
                default="pass",
            )  # fmt: skip
            return
    if open_hexes(play):
        play.go("RePh8.624", STEP)
    elif play.state.segment == INIT_SETUP:
        begin(play)
    else:
        play.go("RePh8.624", following(play.state, STEP))


@rule("CG17.1", "RePh8.6241")
def lay_banner(play: Play) -> None:
    """A Red Banner that flies is set up where it is, before all other units, isolated ones included,
    whichever side sets up first."""
    if (fly := banners(play.state)) and not play.state.frame.facts.get("banner"):
        play.note("RePh8.6241", banner=True)
        text = f"the Red Banner is set up first, on {' and '.join(sorted(fly))}"
        play.record(TableNoted(rule="CG17.1", text=text))


def renew(play: Play) -> None:
    """Let the question of a set-up say what is left of it."""
    for decision in play.state.waiting():
        side = decision.player
        play.renew(decision, question(play.state, side), what_is_left(play.state, side))


def what_is_left(state: State, side: str) -> tuple[str, ...]:
    """A line for the first unit that can be set up, else for the Snipers or a fortification; before anything
    is set up, else where a unit on the map is now. A pass ends the set-up: only where there is none."""
    lines = (line for line in legal(state, side) if line != PASS)
    return tuple(islice(chain(lines, as_it_is(state, side)), SETTING_UP.shown)) or (PASS,)


def as_it_is(state: State, side: str) -> Iterator[str]:
    """Lines that leave a unit of the map where it is, while nothing has been set up."""
    if own(state, side).came:
        return
    there = [unit for unit in units_of(state, side) if on_map(unit) and not unit.flags & UNSEEN]
    yield from standing(
        state, side, (f"setup {unit.id} hex={location(unit).upper()}" for unit in there[:FEW])
    )


def question(state: State, side: str) -> str:
    """What a side that sets up is asked."""
    second = " The other side has set up." if done(state) else ""
    tries, placed = own(state, side).recon, campaign(state).snipers.get(side) or own(state, side).snipers
    snipers = "" if placed else (f' "{SNIPERS}" places your two Snipers, 16 hexes apart or more.')
    recon = (
        f' You have {tries} reconnaissance attempts: name the hexes with "recon HEX,HEX". Both sides learn '
        "of them once both have set up."
    )
    if begins(state) and side == RUSSIAN:
        return (
            f"Place your Snipers once, in one line.{second} Your groups are not set up. They enter from the "
            f'north edge on turn 1 or later, by "enter" in the firefight.{snipers}{recon if tries else ""} '
            '"pass" says that you are done.'
        )
    return (
        f'Set up.{second} Any number of lines, one for each unit, list of units or whole group: "setup UNIT '
        'hex=HEX", "setup UNIT,UNIT hex=HEX", "hip UNIT hex=HEX" if it is hidden, "reserve UNIT hex=HEX" '
        f"under a Reserve counter; your rosters list the units.{snipers}{recon if tries else ''} Or send the "
        "saved game (.vsav) that came with your rosters, with your units where you want them. It may take "
        'several emails; "pass" says that you are done, and then the other side sees what is not hidden.'
        f"{not_laid(state, side)}"
    )


def not_laid(state: State, side: str) -> str:
    """What a side has bought and may still lay, as a sentence; "" for nothing."""
    counts = Counter[str]()
    for fort in filter(bot.is_left, own(state, side).forts):
        counts[str(fort["item"])] += int(fort["times"])
    items = ", ".join(f"{item} x{count}" if count > 1 else item for item, count in sorted(counts.items()))
    return f" Bought, not yet placed: {items}." if items else ""


def examples(state: State, side: str, units: Iterable[Unit]) -> Iterator[str]:
    """Lines that set up one of these units, each in a hex where it may be: SMC and SW with the MMC of their
    group."""
    cut_off = isolated(state, side)
    hexes = sorted(
        {*controlled(state, side), *entry_hexes(state, side)}, key=lambda hex_: (hex_ in cut_off, hex_)
    )
    for unit in units:
        beside = (one.at for one in group_mmc(state, unit) if on_map(one))
        tried = dict.fromkeys((*beside, *hexes) if class_of(state, unit) in WITH_MMC else hexes)
        lines = (f"setup {unit.id} hex={hex_.upper()}" for hex_ in islice(tried, HEXES))
        yield from standing(state, side, lines)


def standing(state: State, side: str, lines: Iterable[str]) -> Iterator[str]:
    """Those of these lines that a side could write as the only one."""
    return (line for line in lines if may_stand(state, side, read_line(line)))


def legal(state: State, side: str) -> Iterator[str]:
    """Lines for the first units that wait, for the Snipers and for each fortification that is to be laid, in
    a few hexes each; and the pass, once nothing must be set up any more."""
    later = not begins(state)
    waiting = [unit for unit in units_of(state, side) if unit.at in BOXES]
    waiting = [
        unit for unit in waiting if not (later and is_new(state, unit) and mode_of(state, unit) == ENTRY)
    ]
    waiting.sort(key=lambda unit: class_of(state, unit) in WITH_MMC)  # units that need an MMC come last
    firsts = {group_of(unit): unit for unit in reversed(waiting)}
    shown: list[str] = []  # one by one: whether anything is left needs no more than the first
    for line in examples(state, side, [unit for unit in waiting if firsts[group_of(unit)] is unit][:FEW]):
        shown.append(line)
        yield line
    if not (campaign(state).snipers.get(side) or own(state, side).snipers):
        yield SNIPERS
    yield from standing(state, side, forts_to_lay(state, side))
    yield from alike(state, shown, waiting)
    if not refusal(check_finished, state, side):
        yield "pass"


def alike(state: State, shown: Sequence[str], waiting: Iterable[Unit]) -> Iterator[str]:
    """The same lines for other units of a group that are of the same class: what holds for one holds for
    all."""
    units = {unit.id: unit for unit in waiting}
    kind = {id_: (group_of(unit), class_of(state, unit)) for id_, unit in units.items()}
    first = {kind[id_]: id_ for id_ in (line.split(" ")[1] for line in shown) if id_ in kind}
    for id_ in units:
        as_for = first.get(kind[id_], id_)
        told = f"setup {as_for} " if as_for != id_ else "\n"
        yield from (line.replace(told, f"setup {id_} ", 1) for line in shown if line.startswith(told))


def forts_to_lay(state: State, side: str, about: str = "") -> Iterator[str]:
    """What a side has bought and not laid, that of a refused line first, in a few of its hexes."""
    left = dict.fromkeys(str(fort["item"]) for fort in own(state, side).forts if bot.is_left(fort))
    for item, hex_ in product(
        sorted(left, key=lambda item: item != about), sorted(controlled(state, side))[:FEW]
    ):
        across = f"side={hex_.upper()}/{board().neighbours(hex_)[0].upper()}"
        yield f"fpp {item} {across if item in BARRIERS else f'hex={hex_.upper()}'}"


def instead(state: State, side: str, order: Order) -> Iterator[str]:
    """What may be written in the place of a refused line about the Snipers or a fortification."""
    if order.verb == "fpp":
        yield from forts_to_lay(state, side, said(order).about)
    elif said(order).about == "SNIPERS":
        yield SNIPERS


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The lines of a side that sets up, up to the one by which it is done."""
    side = decision.player
    for order in orders:
        if no := _refused(play, side, rest_of(order, orders)):
            play.refuse(order, no)
            continue
        play.verdict(order, "done")
        if order.verb == PASS:
            finish(play, decision)
            return


def _refused(play: Play, side: str, order: Order) -> No | None:
    """Why a line is refused, a pass before all is set up that must be; None where it has been taken. Who says
    "as is", or nothing at all by the deadline, is done with what stands."""
    if order.verb != PASS:
        return refusal(privately, play, side, partial(take_alone, side=side, order=order))
    if order.verb == "pass" and (no := refusal(check_bare, order)):
        return no
    if order.verb == "pass" and order.sheet and (order.sheet, order.line) not in play.as_is:
        return refusal(check_finished, play.state, side)
    return None


def check_finished(state: State, side: str) -> None:
    """Nothing is left that must be set up. Raises Refused."""
    if left := next(unfinished(state, side, partial(examples, state, side)), None):
        raise left
    check_counters(state, side)


@rule("RePh8.624", "RePh8.6242")
def finish(play: Play, decision: Decision) -> None:
    """A side has set up: its units in sight on the map are shown."""
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


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Some units go where their side may set up, and some lines of other kinds."""

    def alone(play: Play, decision: Decision, order: Order) -> None:
        take_alone(play, decision.player, order)

    side = decision.player
    free = controlled(state, side) - isolated(state, side)
    placed = bot.arrivals(state, side, drags.SETTING_UP, free, bot.SET_UP, chance)
    return [*placed, *bot.some(state, decision, drags.SETTING_UP, 99, chance, alone), "pass"]


SETTING_UP = Choice(
    topic=drags.SETTING_UP, rule="RePh8.624", verbs=(*SETTING, PASS), take=take, legal=legal, shown=1,
    called=(drags.SETTING_UP,), usual=False, drag=drags.set_up, chance=by_chance,
    listed=dict.fromkeys(SETTING, 0), sampled=True, placings=tapped.set_up,
)  # fmt: skip
