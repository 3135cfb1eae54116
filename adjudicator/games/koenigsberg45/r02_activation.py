"""Rules 2.2 and 1.3, an activation: who acts with an HQ, and what each of them has done so far.

2.2a  own units and independent ones   own_units, candidates, capacity
2.1d  the two more units of HGM        extras
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from adjudicator.answering import every_legal
from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import Choice
from adjudicator.events import HandChanged
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.wording import counted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State, Unit

from . import r01_turn, r05_penalty
from .events import UnitsActivated
from .levels import activation, campaign
from .orders import ENDING, THE_HQ, said
from .position import GD_BOX, GERMAN, REMOVED, formation, hq_of, independent, is_combat, printed, troops
from .r00_chits import HGM
from .r02_command import around, out_of_range, within

FACTS = ("side", "chit", "hq", "active", "extra", "moved", "attacked", "post")
SEVENTH = "HQ 7Pz"
HGM_UNITS = 2
SHOWN = 6
"""How many examples a question gives."""


def begin_segment(play: Play, number: str, segment: str, **more: Json) -> None:
    """Go on to another segment of the same activation, with its facts and these."""
    kept = {key: value for key, value in play.state.frames[0].facts.items() if key in FACTS}
    play.go(number, segment, **{**kept, **more})


@rule("2.0.1", "2.2e.2", "2.2e.3", "2.2f.1", "2.2f.2")
def may_attack(state: State, unit: str) -> bool:
    """Whether a unit is activated to fight and has not been named in an attack. Where it stands by now does
    not matter: range was looked at when its HQ was activated (2.2e). Nothing else depends on command: a unit
    defends as printed (2.2f)."""
    now = activation(state)
    return unit in now.active and is_combat(state, state.units[unit]) and unit not in now.attacked


# -- 2.2a, who acts with an HQ ---------------------------------------------------------------------------


def in_range(state: State, hq: str) -> tuple[Unit, ...]:
    """The combat units of an HQ's side in its Command Range (2.2a.3); no other HQ is among them (2.2a.4)."""
    near = within(state, hq)
    return tuple(unit for unit in troops(state, state.units[hq].side) if unit.at in near)


@rule("0.8c.1", "1.3a.1", "2.1a.4", "2.2a.3", "2.2a.4")
def own_units(state: State, hq: str) -> tuple[str, ...]:
    """The units of an HQ's colour in its range: all of them act with it, whatever reminder lies on them
    (0.8c)."""
    return tuple(unit.id for unit in in_range(state, hq) if hq_of(formation(state, unit)) == hq)


@rule("2.2b.1", "2.2b.2", "2.2b.3", "2.2d.1", "2.2d.2")
def candidates(state: State, hq: str) -> tuple[str, ...]:
    """The units in range that an HQ may activate beyond its own, also a second time (2.2b): independent ones;
    for that of 7th Panzer Corps also those whose HQ has been withdrawn or lost."""
    return tuple(unit.id for unit in in_range(state, hq) if independent(state, unit, without_hq(hq)))


def without_hq(hq: str) -> tuple[str, ...]:
    """In which boxes the HQ of a unit is that this one may activate as an independent one."""
    return (REMOVED, GD_BOX) if hq == SEVENTH else (REMOVED,)


@rule("2.2a.1", "2.2a.2", "2.2d.2")
def capacity(state: State, hq: str) -> tuple[int, str]:
    """How many such units an HQ activates, and the clause: Soviet two, German three, 7th Panzer five."""
    if hq == SEVENTH:
        return 5, "2.2d.2"
    return (3, "2.2a.2") if state.units[hq].side == GERMAN else (2, "2.2a.1")


@rule("2.1d.3", "K-R13")
def extras(state: State) -> tuple[str, ...]:
    """The independent units anywhere, even out of command, of which two may also move with HGM."""
    now = activation(state)
    if now.chit != HGM:
        return ()
    mine = {*own_units(state, now.hq), *now.active}
    return tuple(u.id for u in troops(state, GERMAN) if independent(state, u) and u.id not in mine)


# -- SELECT ----------------------------------------------------------------------------------------------


def run_select(play: Play) -> None:
    """SELECT: the owner names the independent units that act with the HQ, where there is a choice."""
    if activation(play.state).named or not to_be_named(play.state):
        set_out(play)
        return
    ask_who_acts(play)


def to_be_named(state: State) -> bool:
    """Whether the owner of the activated HQ has independent units to choose from."""
    return bool(candidates(state, activation(state).hq) or extras(state))


def ask_who_acts(play: Play) -> None:
    """Which units beyond its own act with the activated HQ."""
    state, now = play.state, activation(play.state)
    most, number = capacity(state, now.hq)
    own = ", ".join(own_units(state, now.hq)) or "none"
    near = ", ".join(candidates(state, now.hq)) or "none"
    more = f" «extra» names {HGM_UNITS} more that may move, wherever they are." if extras(state) else ""
    SELECTION.ask(
        play,
        now.side,
        f"{now.hq} is activated by chit {now.chit}, with its own units in range: {own}. "
        f"Which others, at most {most}, act too? In range: {near}.{more} They are named once for this "
        "activation. «done»: nobody more. Moves and attacks may follow on the same sheet.",
        rule=number,
        also=("done",),
        silence="nobody acts",
        default="pass",
    )


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
    return sorted(units, key=lambda unit: -printed(state, state.units[unit], "attack"))


def take_select(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer of SELECT: «activate» and, with HGM, «extra»; else «done» for nobody more, or «pass», which
    ends the activation at once. While nothing holds of one of the two kinds the question stays open, and what
    holds of the other is kept."""
    named: dict[str, tuple[str, ...]] = {}

    def take(order: Order) -> None:
        if order.verb in ENDING:
            settle(play, decision, order.verb == "pass")
        elif order.verb == "choose":
            check_hq(play.state, order)
        else:
            named[order.verb] = name(play, order, named.get(order.verb, ()))

    taken = {order.verb for order in every_legal(play, orders, take, ENDING)} - {"choose"}
    wanted = {order.verb for order in orders} - {"choose"}
    if taken == wanted and taken and not taken.intersection(ENDING):
        settle(play, decision)


SELECTION = Choice(
    topic="select",
    rule="2.2a.1",
    verbs=("activate", "choose", "extra", "done", "pass"),
    take=take_select,
    legal=lambda state, side: teams(state),
    shown=SHOWN,
    asked={"SELECT": ACTING},
    waits=("activate", "choose", "extra"),
)


def settle(play: Play, decision: Decision, over: bool = False) -> None:
    """Nobody more is named; or the activation is `over`, and nobody acts at all."""
    play.close(decision)
    if over:
        begin_segment(play, "1.3b.1", "CLOSE")
    else:
        play.note("2.2a.1", named=True)


def name(play: Play, order: Order, before: tuple[str, ...]) -> tuple[str, ...]:
    """Note the units of one line as chosen, with those of the lines before it. Raises Refused."""
    key, check = ("extra", check_extra) if order.verb == "extra" else ("active", check_activate)
    units = tuple(dict.fromkeys((*before, *check(play.state, order))))
    check(play.state, order.having(units=units))
    play.note("2.2a.1", **{key: units})
    return units


@rule("2.1b.1")
def check_activate(state: State, order: Order) -> tuple[str, ...]:
    """The units of a line. Raises Refused for another HQ than the activated one, or units it may not
    activate."""
    check_hq(state, order)
    return check_units(state, activation(state).hq, said(order).units)


@rule("2.1b.1")
def check_hq(state: State, order: Order) -> None:
    """Raises Refused where a line is for another HQ than the activated one."""
    hq, line = activation(state).hq, said(order)
    if line.hq not in {hq, THE_HQ}:
        legal = with_others(state, hq, line.units)
        raise Refused("2.1b.1", f"{hq} is activated, not {line.hq}", legal)


AGAIN = ("activate", "choose")
"""Verbs that say who is activated, and are done where that one acts already."""
ACTS_ALREADY = "it acts already"


def named_again(play: Play, order: Order) -> None:
    """A line that activates who acts already is done, and changes nothing; another HQ, and units that do not
    act, are refused."""
    state, now = play.state, activation(play.state)
    try:
        check_hq(state, order)
        late = [unit for unit in said(order).units if unit not in (*now.active, ALL)]
        if late:
            why = f"who acts with {now.hq} is settled, and {late[0]} does not: {not_active(state, late[0])}"
            raise Refused("2.2a.1", why.removesuffix(": "))
    except Refused as no:
        play.refuse(order, no)
    else:
        play.verdict(order, "done", why=ACTS_ALREADY)


def activated_by(state: State, hq: str, units: Iterable[str]) -> tuple[str, ...]:
    """Who acts with an HQ: itself, its own units in range, and these. Raises Refused for one that it may not
    activate, and for one too many."""
    return tuple(dict.fromkeys((*own_units(state, hq), *check_units(state, hq, units), hq)))


@rule("2.2a.1", "2.2a.2", "2.2d.2")
def check_units(state: State, hq: str, named: Iterable[str]) -> tuple[str, ...]:
    """These units, each once; «all» are those in range that are not its own. Raises Refused for a unit that
    an HQ may not activate, or one too many."""
    wanted = tuple(dict.fromkeys(named))
    units = candidates(state, hq) if wanted == (ALL,) else wanted
    for unit in units:
        check_candidate(state, hq, unit, units)
    more = [unit for unit in units if unit not in own_units(state, hq)]
    most, number = capacity(state, hq)
    if len(more) > most:
        units_ = counted(most, "unit that is not its own", "units that are not its own")
        why = f"{hq} activates at most {units_}, not {len(more)}"
        raise Refused(number, f"{why} ({', '.join(more)})", with_others(state, hq, units))
    return units


def with_others(state: State, hq: str, units: Iterable[str]) -> tuple[str, ...]:
    """Orders that would do for an HQ, with as many of these units as may act, and with others in their
    place."""
    may, (most, _) = candidates(state, hq), capacity(state, hq)
    kept = [unit for unit in units if unit in may][:most]
    others = strongest(state, [unit for unit in may if unit not in kept])
    room = min(most - len(kept), len(others))
    full = [(*kept, *team) for team in islice(combinations(others, room), SHOWN)]
    best = islice(combinations(strongest(state, may), min(most, len(may))), SHOWN)
    teams = dict.fromkeys(tuple(strongest(state, team)) for team in (kept, *full, *best))
    return tuple(activating(hq, team) for team in teams)


@rule("2.2a.3", "2.2a.4", "2.2b.1", "2.2d.2")
def check_candidate(state: State, hq: str, unit_id: str, units: Iterable[str]) -> None:
    """Raises Refused for a unit, one of these, that an HQ may not activate."""
    unit = state.units[unit_id]
    if unit_id in candidates(state, hq) or unit_id in own_units(state, hq):
        return
    legal = with_others(state, hq, units)
    if unit.side != state.units[hq].side or not on_map(state, unit):
        raise Refused("2.2a.1", f"{unit_id} is no unit of yours on the map", legal)
    if not is_combat(state, unit):
        raise Refused("2.2a.4", f"an HQ activates combat units, not {unit_id}", legal)
    if unit.at not in within(state, hq):
        raise Refused("2.2a.3", f"{unit_id} is {out_of_range(state, hq, state.units[hq].at, unit.at)}", legal)
    number, whose = ("2.2d.2" if hq == SEVENTH else "2.2b.1"), hq_of(formation(state, unit))
    raise Refused(number, f"{unit_id} is commanded by {whose}, not independent", legal)


@rule("2.1d.3", "K-R13")
def check_extra(state: State, order: Order) -> tuple[str, ...]:
    """The units of a line. Raises Refused for those that HGM may not move besides the HQ's: not independent,
    more than two."""
    may = extras(state)
    units = may if said(order).units == (ALL,) else tuple(dict.fromkeys(said(order).units))
    legal = tuple(f"extra {', '.join(two)}" for two in islice(combinations(strongest(state, may), 2), SHOWN))
    if activation(state).chit != HGM:
        raise Refused("2.1d.3", "only chit HGM moves two more units")
    wrong = [unit for unit in units if unit not in may]
    if wrong:
        why = f"{wrong[0]} is no independent German unit on the map that does not act already"
        raise Refused("2.1d.3", why, legal)
    if len(units) > HGM_UNITS:
        raise Refused("2.1d.3", f"HGM moves two more units, not {len(units)}", legal)
    return units


def not_active(state: State, unit_id: str) -> str:
    """Why a unit does not act in this activation, by where its HQ was as that began (2.2e)."""
    now, unit = activation(state), state.units[unit_id]
    hq, own = now.hq, hq_of(formation(state, unit))
    if unit_id in now.extra:
        return "HGM lets it move, and no more [2.1d.3]"
    if not hq or not on_map(state, unit):
        return ""
    post = now.post or ("" if hq in now.moved else state.units[hq].at)
    if post in state.board.spaces and unit.at not in around(state, hq, post):
        return out_of_range(state, hq, post, unit.at)
    if own == hq:  # its own units in range act unnamed
        return f"it was not in range of {hq} when that was activated"
    if not independent(state, unit, without_hq(hq)):
        return f"it is commanded by {own}, and {hq} acts"
    return f"it was not named to act with {hq}"


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


# -- CLOSE -----------------------------------------------------------------------------------------------


@rule("0.2g.1", "2.1a.5", "12.1c.2")
def run_close(play: Play) -> None:
    """CLOSE: stacks are looked at (5.0a), the chit is laid open in its owner's Draw Chit box, but for that of
    an HQ that was lost while it acted (12.1c), and the next one drawn."""
    if r05_penalty.enforce(play):
        return
    now = activation(play.state)
    if now.chit and now.chit not in campaign(play.state).out:
        open_chits = (*play.state.hands.get(now.side, ()), now.chit)
        play.record(HandChanged(rule="2.1a.5", side=now.side, cards=open_chits))
    r01_turn.on(play, "2.1a.5")
