"""Rules 2.2 and 1.3, an activation: who acts with an HQ, and what each of them has done so far.

2.1b        an HQ is activated                  activate
2.1c, 2.1d  the HQ of a Front chit or of HGM    run_choose, take_choice
2.2a        who acts with it                    run_select, take_select
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from adjudicator.answering import every_legal
from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import MANY, Choice, Onward
from adjudicator.dice import NoDice
from adjudicator.events import HandChanged
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State
from files.messages import counted

from ..events import HQActivated, UnitsActivated
from ..levels import activation, campaign
from ..orders import AGAIN, ENDING, THE_HQ, said
from ..position import ATTACK, GERMAN, formation, hq_of, independent, is_combat, printed, troops
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r01_turn
from ..turn.r00_chits import HGM, command_of_chit, owner
from ..turn.r01_turn import limit
from ..turn.r02_command import (
    SEVENTH,
    begin_segment,
    candidates,
    capacity,
    check_hq,
    choices,
    for_others,
    out_of_range,
    own_units,
    used,
    within,
)
from ..turn.r12_hqs import pinned
from . import r05_penalty
from .marching import act

HGM_UNITS = 2
SHOWN = 6
"""How many examples a question gives."""


@rule("2.1d.3", "K-R13")
def extras(state: State) -> tuple[str, ...]:
    """The independent units anywhere, even out of command, of which two may also move with HGM."""
    now = activation(state)
    if now.chit != HGM:
        return ()
    mine = {*own_units(state, now.hq), *now.active}
    return tuple(u.id for u in troops(state, GERMAN) if independent(state, u) and u.id not in mine)


@rule("1.3a.1", "2.1a.3", "2.1b.1", "2.1c.2", "2.1d.2", "2.2c.3")
def activate(play: Play, number: str, chit: str, hq: str) -> None:
    """An HQ is activated: its owner becomes the active player and uses one activation of the limit."""
    side, command = owner(play.state, chit), command_of_chit(play.state, chit)
    play.record(
        HQActivated(
            rule=number, side=side, chit=chit, hq=hq, command=command,
            number=used(play.state, command) + 1, limit=limit(play.state, command),
        )
    )  # fmt: skip
    play.go("1.3a.1", "SELECT", side=side, chit=chit, hq=hq)


def run_choose(play: Play) -> None:
    """CHOOSE_HQ: the owner of a Front or HGM chit names the HQ; a single one needs no question."""
    now = activation(play.state)
    found = choices(play.state, now.chit)
    CHOOSING.ask(
        play, now.side,
        f"Choose exactly one HQ, once, to activate with chit {now.chit}.{for_others(play.state, now.side)}",
        rule=choice_rule(now.chit), closed=True, silence=f"{found[0]} is activated",
        default=f"choose {found[0]}",
    )  # fmt: skip


def choice_rule(chit: str) -> str:
    """The clause by which a chit leaves the choice to its owner."""
    return "2.1d.1" if chit == HGM else "2.1c.1"


def take_choice(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer of CHOOSE_HQ. An "activate" line names the HQ too; it then goes on to SELECT, if there is
    anybody to be named, and chooses nothing if its units are wrong."""
    order = orders[0]
    chit = activation(play.state).chit
    try:
        hq = check_choice(play.state, chit, said(order).hq)
        check_units(play.state, hq, said(order).units)
    except Refused as no:
        play.refuse(order, no)
        return
    play.close(decision)
    activate(play, choice_rule(chit), chit, hq)
    if order.verb == "choose" or not to_be_named(play.state):
        play.verdict(order, "done")


def hq_by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: an HQ of those under the chit, and what it does."""
    line = chance.choice(decision.answers)
    return [line, *whole(state, line.removeprefix("choose "), chance, taste)]


CHOOSING = Choice(
    topic="choose", rule="2.1c.1", verbs=("choose", "activate"), take=take_choice,
    legal=lambda state, side: (f"choose {hq}" for hq in choices(state, activation(state).chit)), shown=MANY,
    asked={"CHOOSE_HQ": ACTING}, waits=(*AGAIN, "extra"), chance=WANDERER.plays(hq_by_taste),
    purpose=MARCHER.plays(hq_by_taste),
)  # fmt: skip


def check_choice(state: State, chit: str, named: str) -> str:
    """The HQ that is named, or the only one there is. Raises Refused for one that is not under the chit's
    command, or not on the map."""
    found = choices(state, chit)
    hq = found[0] if named == THE_HQ and len(found) == 1 else named
    if hq == THE_HQ:
        why = f"chit {chit} may activate {len(found)} HQs: name one"
        raise Refused(choice_rule(chit), why)
    if hq not in found:
        why = f"chit {chit} activates an HQ of its own command on the map, and {hq} is none"
        raise Refused(choice_rule(chit), why)
    return hq


def run_select(play: Play) -> None:
    """SELECT: the owner names the independent units that act with the HQ, where there is a choice."""
    state, now = play.state, activation(play.state)
    if now.named or not to_be_named(state):
        set_out(play)
        return
    most, number = capacity(state, now.hq)
    own = ", ".join(own_units(state, now.hq)) or "none"
    near = ", ".join(candidates(state, now.hq)) or "none"
    more = f' "extra" names {HGM_UNITS} more that may move, wherever they are.' if extras(state) else ""
    SELECTION.ask(
        play, now.side,
        f"Name up to {most} more units to activate with {now.hq}, once for this activation. Chit {now.chit} "
        f"activates it with its own units in range: {own}. Others in range: {near}.{more} "
        f'"done": no others. Moves and attacks may follow in the same orders.{for_others(state, now.side)}',
        rule=number, also=("done",), silence="no unit is activated", default="pass",
    )  # fmt: skip


def to_be_named(state: State) -> bool:
    """Whether the owner of the activated HQ has independent units to choose from."""
    return bool(candidates(state, activation(state).hq) or extras(state))


def teams(state: State) -> Iterator[str]:
    """As many units as may act, the strongest first, in all ways."""
    hq = activation(state).hq
    found, more = strongest(state, candidates(state, hq)), strongest(state, extras(state))
    for team in combinations(found, min(capacity(state, hq)[0], len(found))):
        pair = [unit for unit in more if unit not in team][:HGM_UNITS]
        yield activating(hq, team) + (f"\nextra {', '.join(pair)}" if pair else "")


def activating(hq: str, units: Iterable[str]) -> str:
    """An activation of an HQ with these units, as an order."""
    named = ", ".join(units)
    return f"activate {hq}{' with ' if named else ''}{named}"


def strongest(state: State, units: Iterable[str]) -> list[str]:
    """Units by their attack, the greatest first."""
    return sorted(units, key=lambda unit: -printed(state, state.units[unit], ATTACK))


def take_select(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer of SELECT: "activate" and, with HGM, "extra"; "done" for no further units, or "pass", which
    ends the activation at once. The question stays open while either kind has no valid order; what is valid
    of the other kind is kept."""
    named: dict[str, tuple[str, ...]] = {}

    def offered() -> tuple[str, ...]:
        return tuple(islice(teams(play.state), SHOWN))

    def take(order: Order) -> None:
        if order.verb in ENDING:
            settle(play, decision, order.verb == "pass")
        elif order.verb == "choose":
            check_hq(play.state, order)
        else:
            named[order.verb] = name(play, order, named.get(order.verb, ()))

    taken = {order.verb for order in every_legal(play, orders, take, ENDING, offered)} - {"choose"}
    wanted = {order.verb for order in orders} - {"choose"}
    if taken == wanted and taken and not taken.intersection(ENDING):
        settle(play, decision)


def whole(state: State, hq: str, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: a whole activation of an HQ, who acts, moves and attacks."""
    able = strongest(state, candidates(state, hq))
    most, _ = capacity(state, hq)
    team = able[:most] if chance.random() < taste.sense else chance.sample(able, min(most, len(able)))
    units, extra = list(dict.fromkeys((*own_units(state, hq), *team))), list[str]()
    if activation(state).chit == HGM:
        free = [u.id for u in troops(state, GERMAN) if independent(state, u) and u.id not in units]
        extra = chance.sample(free, min(HGM_UNITS, len(free)))
    movers = [*units, *extra, *([] if pinned(state, hq) else [hq])]
    named = [activating(hq, team), *([f"extra {', '.join(extra)}"] if extra else [])]
    return [*named, *act(state, movers, units, hq, chance, taste)]


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: who acts with the HQ, and what they all do."""
    return whole(state, activation(state).hq, chance, taste)


def follows(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The answers after which units move, and who moves then besides those that an answer names."""
    hq = activation(state).hq
    units = (hq, *own_units(state, hq))
    return {"done": units, f"{activating(hq, ())} with ": units}


def all_named(state: State, units: Iterable[str]) -> State:
    """The Movement Segment as if an HQ had activated everybody whom it may."""
    play, now = Play(state, NoDice()), activation(state)
    play.note("2.2a.1", active=tuple(dict.fromkeys((*now.active, *candidates(state, now.hq)))))
    return play.state


SELECTION = Choice(
    topic="select", rule="2.2a.1", verbs=(*AGAIN, "extra", "done", "pass"), take=take_select,
    legal=lambda state, side: teams(state), shown=SHOWN, asked={"SELECT": ACTING}, waits=(*AGAIN, "extra"),
    chance=WANDERER.plays(by_taste), purpose=MARCHER.plays(by_taste),
    fewer=AGAIN,
    onward=Onward(
        by=follows, widened=all_named, ending=("done combat", "done move"),
        says='Move and attack with the units that are activated. "done combat": no more moves or attacks. '
        '"done move": no more moves, and you are asked for attacks.',
    ),
)  # fmt: skip


def settle(play: Play, decision: Decision, over: bool = False) -> None:
    """No further units are named; or the activation is `over`, and no unit acts."""
    play.close(decision)
    if over:
        begin_segment(play, "1.3b.1", "CLOSE")
    else:
        play.note("2.2a.1", named=True)


def name(play: Play, order: Order, before: tuple[str, ...]) -> tuple[str, ...]:
    """Note the units of one line as chosen, with those of the lines before it. Raises Refused."""
    state, hq = play.state, activation(play.state).hq
    key = "extra" if order.verb == "extra" else "active"
    if key == "active":
        check_hq(state, order)

    def check(named: Iterable[str]) -> tuple[str, ...]:
        return check_extra(state, named) if key == "extra" else check_units(state, hq, named)

    units = tuple(dict.fromkeys((*before, *check(said(order).units))))
    check(units)
    play.note("2.2a.1", **{key: units})
    return units


@rule("2.2a.1", "2.2a.2", "2.2d.2")
def check_units(state: State, hq: str, named: Iterable[str]) -> tuple[str, ...]:
    """These units, each once; "all" are those in range that are not its own. Raises Refused for a unit that
    an HQ may not activate, or one too many."""
    wanted = tuple(dict.fromkeys(named))
    units = candidates(state, hq) if wanted == (ALL,) else wanted
    for unit in units:
        check_candidate(state, hq, unit)
    more = [unit for unit in units if unit not in own_units(state, hq)]
    most, number = capacity(state, hq)
    if len(more) > most:
        units_ = counted(most, "unit that is not its own", "units that are not its own")
        why = f"{hq} activates at most {units_}, not {len(more)}"
        raise Refused(number, f"{why} ({', '.join(more)})")
    return units


@rule("2.2a.3", "2.2a.4", "2.2b.1", "2.2d.2")
def check_candidate(state: State, hq: str, unit_id: str) -> None:
    """Raises Refused for a unit that an HQ may not activate."""
    unit = state.units[unit_id]
    if unit_id in candidates(state, hq) or unit_id in own_units(state, hq):
        return
    if unit.side != state.units[hq].side or not on_map(state, unit):
        raise Refused("2.2a.1", f"{unit_id} is not your unit on the map")
    if not is_combat(state, unit):
        raise Refused("2.2a.4", f"an HQ activates combat units, not {unit_id}")
    if unit.at not in within(state, hq):
        raise Refused("2.2a.3", f"{unit_id} is {out_of_range(state, hq, state.units[hq].at, unit.at)}")
    why = f"{unit_id} is commanded by {hq_of(formation(state, unit))}, not independent"
    raise Refused("2.2d.2" if hq == SEVENTH else "2.2b.1", why)


@rule("2.1d.3", "K-R13")
def check_extra(state: State, named: Iterable[str]) -> tuple[str, ...]:
    """These units, each once. Raises Refused for those that HGM may not move besides the HQ's: not
    independent, more than two."""
    may, wanted = extras(state), tuple(dict.fromkeys(named))
    units = may if wanted == (ALL,) else wanted
    legal = tuple(f"extra {', '.join(two)}" for two in islice(combinations(strongest(state, may), 2), SHOWN))
    if activation(state).chit != HGM:
        raise Refused("2.1d.3", "only chit HGM moves two more units")
    wrong = [unit for unit in units if unit not in may]
    if wrong:
        why = f"{wrong[0]} is not an independent German unit on the map, or it is already activated"
        raise Refused("2.1d.3", why, legal)
    if len(units) > HGM_UNITS:
        raise Refused("2.1d.3", f"HGM moves two more units, not {len(units)}", legal)
    return units


@rule("1.3a.1", "2.0.1", "2.1a.4", "2.2c.3", "K-R14")
def set_out(play: Play) -> None:
    """Who acts is settled, and stays so wherever the HQ or they go (2.2e): the HQ, which may move itself
    (K-R14), its own units in range, and those that were named. The Movement Segment begins."""
    now = activation(play.state)
    units = tuple(dict.fromkeys((*own_units(play.state, now.hq), *now.active)))
    play.record(UnitsActivated(rule="2.2a.1", to=(now.side,), units=(*units, *now.extra)))
    begin_segment(
        play, "1.3b.1", "MOVE", active=(*units, now.hq), extra=now.extra, moved=(), attacked=(),
        post=play.state.units[now.hq].at,
    )  # fmt: skip


@rule("0.2g.1", "2.1a.5", "12.1c.2")
def run_close(play: Play) -> None:
    """CLOSE: stacks are checked (5.0a), the chit is placed face up in its owner's Draw Chit box unless its HQ
    was lost while it acted (12.1c), and the next one is drawn."""
    if r05_penalty.enforce(play):
        return
    now = activation(play.state)
    if now.chit and now.chit not in campaign(play.state).out:
        open_chits = (*play.state.hands.get(now.side, ()), now.chit)
        play.record(HandChanged(rule="2.1a.5", side=now.side, cards=open_chits))
    r01_turn.on(play, "2.1a.5")
