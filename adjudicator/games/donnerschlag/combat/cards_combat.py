"""Combat Cards: those that count in a combat, played before its die (D.combat.5) or after it (D.combat.8),
and those that are played at any time: before an Activation Card and while units are activated by the active
player, and in either window of a combat by both.

What cards before the die do to its odds is in `r2_strength`, what cards after it do in `r2_combat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from adjudicator.choices import Support
from adjudicator.events import FactNoted, OrderDropped, SegmentNoted, StepRegained, UnitPlaced
from adjudicator.mechanics.armies import army, distance, on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit

from .. import r2_overrun
from ..cards import COMBAT, boxed, card, check_held, code, copies, deck, effect, held, owner
from ..events import MarkerLaid
from ..levels import ATTACKERS, DEFENDERS, FRESH, camp, campaign, combat, fought, segment
from ..orders import Said, grammar, said
from ..pieces import ARMY_HQS, INFANTRY, class_of, counter_of, formation, is_hq, trait
from ..position import ENEMY, NAVAL, SOVIET, SOVIET_HQ, held_by, name, to_edge
from ..r2_supply import has_line
from ..zoc_stacking import check_stack
from . import r2_advance
from .r2_strength import DIE, NO_TERRAIN, now, tank_bonus, terrain_drms

YAK9_RANGE = 3
"""Hexes around a Yak-9 marker in which nobody plays aircraft (its card)."""
SECOND_WIND, DEEP, ELASTIC = ("SECONDW", "SECONDV"), "DEEP", "ELASTIC"

Why = Callable[[State, str], str]
"""Why a side may not play a card in this combat; "" where it may."""


def needs(holds: Callable[[State, str], object], why: str) -> Why:
    """A condition, and the reason against a card where it does not hold."""
    return lambda state, side: "" if holds(state, side) else why


ATTACKS = needs(lambda state, side: combat(state).side == side, "you do not attack")
DEFENDS = needs(lambda state, side: combat(state).side == ENEMY[side], "you do not defend")
GUARDS = needs(
    lambda state, side: any(trait(state, unit, "army") == "2 G" for unit in camp(state, ATTACKERS)),
    "no unit of the 2nd Guards Army attacks",
)
STOPS_TANKS = needs(lambda state, side: tank_bonus(state, now(state)), "the attackers have no Tank Bonus")
BRIDGES = needs(  # a modifier of terrain that no other such card has taken out already
    lambda state, side: len(terrain_drms(state, now(state))) > len([*now(state).cards(NO_TERRAIN)]),
    "terrain does not modify the die",
)
INFANTRY_DEFENDS = needs(
    lambda state, side: any(class_of(state, unit) == INFANTRY for unit in camp(state, DEFENDERS)),
    "none of your defenders is infantry",
)
SETTLED = needs(
    lambda state, side: any(unit.id not in campaign(state).moved for unit in camp(state, DEFENDERS)),
    "all your defenders have moved this turn",
)
SPARES = needs(
    lambda state, side: combat(state).loser == DEFENDERS and combat(state).owed, "your defenders lose no step"
)


def modifies(state: State, side: str) -> str:
    """Only one card of each side modifies the die (D-R31)."""
    mine = [one for one in combat(state).played if owner(one) == side and effect(one, DIE)]
    return f"{mine[0]} modifies the die already; one card of each side may" if mine else ""


def flies(state: State, side: str) -> str:
    """Aircraft attack where no Yak-9 marker is near."""
    space, yaks = combat(state).space, campaign(state).yak9
    near = [at for at in yaks if distance(state, at, space) <= YAK9_RANGE]
    return f"a Yak-9 marker is in {near[0]}" if near else ""


CONDITIONS: Mapping[str, tuple[Why, ...]] = {
    "ARTY": (ATTACKS,),
    "KATYUSHA": (ATTACKS,),
    "STUKA": (ATTACKS, flies, modifies),
    "STURM": (ATTACKS, flies, modifies),
    "GUARD": (ATTACKS, GUARDS, modifies),
    "ENGR": (ATTACKS, BRIDGES),
    "PAK88": (DEFENDS, STOPS_TANKS),
    "AMBUSH": (DEFENDS, STOPS_TANKS),
    "SWT40": (DEFENDS, INFANTRY_DEFENDS),
    "DEADBOLT": (DEFENDS, SETTLED, modifies),
    **dict.fromkeys(SECOND_WIND, ()),
    **dict.fromkeys((ELASTIC, DEEP), (DEFENDS, SPARES)),
}
"""Card -> what must hold for it to be played."""


@rule("D.combat.5")
def supports(state: State, side: str) -> dict[str, Support]:
    """The clauses by which an attack plays a card of the attacker before its die, one card each."""
    mine = (one for one in held(state, side, COMBAT) if ATTACKS in CONDITIONS.get(code(one), ()))
    return {f" card {one}": Support(one, "card", 1) for one in mine}


@rule("D.combat.5", "D.combat.8")
def check_battle(state: State, side: str, id_: str) -> None:
    """A card may be played in the window that is open. Raises Refused."""
    before = card(id_).traits["window"] == "before"
    number, when = ("D.combat.5", "before the die roll") if before else ("D.combat.8", "after the die roll")
    if combat(state).window != (1 if before else 2):
        raise Refused(number, f"{id_} may be played only {when} of a combat")
    if why := next(filter(None, (reason(state, side) for reason in CONDITIONS[code(id_)])), ""):
        raise Refused(number, f"{id_} cannot be played: {why}")


def after_die(id_: str) -> bool:
    """Whether a card is played after the die of a combat, and at no other time."""
    return code(id_) not in ANYTIME and card(id_).traits["window"] != "before"


MOVING = ("PLAY", "CHOOSE", "ACTIVATE")
"""The states of an Activation Segment in which its units still move."""
BRIGADE, NAVAL_ENTRY = "Naval", ("0914", "2124")
SNOWDRIFT, YAK9 = "snowdrift", "yak-9"
SHOWN = 4
"""How many ways to play a card are offered."""


@dataclass(frozen=True, slots=True)
class Anytime:
    """One kind of card: what it is played for (raises Refused if it may not be), what it does with that, what
    an order may say of it, and whether that may be any hex beside."""

    check: Callable[[State, str, Said], Any]
    play: Callable[[Play, Said, Any], None]
    ways: Callable[[State, str], Iterable[str]]
    anywhere: bool = False


# -- Forced March ------------------------------------------------------------------------------------------


def check_march(state: State, side: str, told: Said) -> str:
    """The formation that marches: that of a unit named, while units of the player's own segment still
    move."""
    if segment(state).side != side or state.segment not in MOVING:
        why = "you may play Forced March only in your own segment, before its moves end"
        raise Refused("D.comp.cards", why)
    found = formation(state, state.units[told.unit]) if told.unit else ""
    if not found or state.units[told.unit].side != side:
        raise Refused("D.comp.cards", "name a unit of the formation that marches")
    return found


def march(play: Play, told: Said, of: str) -> None:
    """Its units have 1 MP more until the segment ends."""
    play.note("D.comp.cards", march=(*segment(play.state).march, of))


def marchers(state: State, side: str) -> list[str]:
    """A unit of each formation on the map."""
    mine = (unit for unit in reversed(army(state, side)) if formation(state, unit))
    return [f"unit {unit}" for unit in {formation(state, unit): unit.id for unit in mine}.values()]


# -- markers -----------------------------------------------------------------------------------------------


@rule("D.comp.cards")
def check_marker(there: Callable[[State], Iterable[str]], state: State, side: str, told: Said) -> None:
    """A marker is placed in a hex without a marker of its kind. Raises Refused."""
    if not told.hex:
        raise Refused("D.comp.cards", "name the hex in which the marker is placed")
    if told.hex in there(state):
        raise Refused("D.comp.cards", f"such a marker is in {name(state, told.hex)} already")


@rule("D.comp.cards")
def lay(marker: str, play: Play, told: Said, found: None) -> None:
    """A Snowdrift hex costs 1 MP more to enter until the turn ends. No aircraft are played around a Yak-9
    until it is removed at the end of the next turn."""
    if marker == SNOWDRIFT:
        play.remember("D.comp.cards", "snowdrift", told.hex)
    else:
        value = {**campaign(play.state).yak9, told.hex: FRESH}
        play.record(FactNoted(rule="D.comp.cards", key="yak9", value=value))
    play.record(MarkerLaid(rule="D.comp.cards", marker=marker, space=told.hex))


def near_enemies(state: State, side: str) -> list[str]:
    """The hex of the combat, or those of enemies."""
    enemies = (unit.at for unit in army(state, ENEMY[side]))
    return [f"on {space}" for space in ([combat(state).space] if fought(state) else dict.fromkeys(enemies))]


# -- replacements ------------------------------------------------------------------------------------------


def reduced(state: State, unit: Unit) -> bool:
    """Whether a unit has lost a step."""
    return 0 < unit.steps < len(counter_of(state, unit).steps)


@rule("D.comp.repl")
def check_replacement(state: State, side: str, told: Said) -> Unit:
    """A reduced unit of the player that has a line of supply (D-R44). It needs no more room at full
    strength."""
    unit = state.units.get(told.unit)
    if unit is None or unit.side != side or not on_map(state, unit) or not reduced(state, unit):
        raise Refused("D.comp.repl", f"{told.unit or 'a unit'} must be a reduced unit of yours on the map")
    if not has_line(state, unit):
        raise Refused("D.comp.repl", f"{unit.id} has no line of supply")
    return unit


# -- cards that an attack names ---------------------------------------------------------------------------


def plan(play: Play, **about: Json) -> None:
    """Let the combat remember what only the attacker may know: the cards that the order names, and the sheet
    that it is in."""
    play.record(SegmentNoted(rule="D.combat.5", to=(combat(play.state).side,), about=about))


@rule("D.combat.5")
def next_planned(play: Play) -> str:
    """The first card that the attack named and that may be played before the die; "" for none. One that may
    not stays in the hand, and bars none of those named after it."""
    here = combat(play.state)
    for place, id_ in enumerate(here.planned, 1):
        no = refusal(judge_card, play.state, here.side, Said(card=id_))
        if no is None:
            plan(play, planned=here.planned[place:])
            return id_
        left_out(play, no.rule, id_, no.why)
    if here.planned:
        plan(play, planned=())
    return ""


@rule("D.combat.5")
def with_cards(state: State, ids: Sequence[str]) -> tuple[State, list[str]]:
    """A combat that begins as it is before its die if its attacker names these cards; and why those that
    would stay in the hand are not played."""
    there, side, left = state.with_frame(window=1), combat(state).side, list[str]()
    mine = held(state, side)
    for id_ in copies(ids, mine, (*mine, *boxed(state, side))):
        no = refusal(judge_card, there, side, Said(card=id_))
        if no:
            left.append(no.why)
        elif id_ not in combat(there).played:
            there = there.with_frame(played=(*combat(there).played, id_))
    return there, left


def left_out(play: Play, number: str, id_: str, why: str) -> None:
    """The attacker alone is told of a card that the attack named and that is not played."""
    side = combat(play.state).side
    play.record(OrderDropped(rule=number, to=(side,), side=side, text=f"card {id_}", why=why))


def leave_planned(play: Play) -> None:
    """Cards that the attack named and that nobody played before the die stay in the hand, and answer nothing
    after it."""
    planned = combat(play.state).planned
    for id_ in planned:
        left_out(play, "D.combat.5", id_, "the die of this combat is rolled now")
    if planned:
        plan(play, planned=())


# -- units that come by a card -----------------------------------------------------------------------------


@rule("D.crt.adhoc.place")
def check_levy(state: State, side: str, told: Said) -> str:
    """The side whose ad hoc unit is placed: adjacent to a unit of the player, not with enemies, within
    stacking."""
    if not r2_advance.waiting(state, side):
        raise Refused("D.crt.adhoc.place", "all your ad hoc units are in play")
    near = [unit for at in state.board.neighbours(told.hex) for unit in state.at(at)] if told.hex else []
    if not any(unit.side == side for unit in near) or not r2_advance.may_come(state, side, told.hex):
        needed = "it needs an adjacent unit of yours, no enemies in it, and room"
        shut = f"no ad hoc unit can come to {name(state, told.hex)}: {needed}" if told.hex else ""
        why = shut or "name its hex"
        raise Refused("D.crt.adhoc.place", why)
    return side


def beside(state: State, side: str) -> list[str]:
    """Hexes adjacent to the player's units, those adjacent to enemies first."""
    mine, enemies = (unit.at for unit in army(state, side)), held_by(state, ENEMY[side])
    near = dict.fromkeys(space for at in mine for space in state.board.neighbours(at))
    return [f"on {at}" for at in sorted(near, key=lambda at: enemies.isdisjoint(state.board.neighbours(at)))]


@rule("D.stack.5")
def check_naval(state: State, side: str, told: Said) -> Unit:
    """The Naval Rifle Brigade, which has not come yet, at one of its two hexes. Raises Refused."""
    unit = state.units[BRIGADE]
    if unit.at != NAVAL:
        raise Refused("D.comp.cards", "the Naval Rifle Brigade has already entered")
    if told.hex not in NAVAL_ENTRY or told.hex in held_by(state, ENEMY[side]):
        raise Refused("D.comp.cards", "the Naval Rifle Brigade enters at 2124 or 0914, not with enemies")
    check_stack(state, told.hex, [unit])
    return unit


@rule("D.move.4", "D.stack.3")
def check_front(state: State, side: str, told: Said) -> Unit:
    """An army HQ that comes, or goes elsewhere: the one named, or the one that has not entered, or that of
    the 51st Army. Its hex has no enemies and no other HQ. Raises Refused."""
    waiting = [hq for hq in ARMY_HQS if state.units[hq].at == SOVIET_HQ]
    unit = state.units[told.unit or (*waiting, *ARMY_HQS)[0]]
    if unit.id not in ARMY_HQS:
        raise Refused("D.move.4", f"{unit.id} is not an army HQ")
    if not told.hex or told.hex in held_by(state, ENEMY[side]):
        raise Refused("D.move.4", "name a hex without enemies for the HQ")
    if told.hex == unit.at:
        raise Refused("D.move.4", f"{unit.id} is in {name(state, told.hex)} already")
    check_stack(state, told.hex, [unit])
    return unit


@rule("D.move.4")
def come(number: str, play: Play, told: Said, unit: Unit) -> None:
    """A unit comes to a hex with all its steps. An HQ that was overrun there can be ordered again."""
    steps = len(counter_of(play.state, unit).steps)
    play.record(UnitPlaced(rule=number, unit=unit.id, at=told.hex, steps=steps))
    r2_overrun.restore(play, unit.side, (told.hex,))


def headquarters(state: State, side: str) -> list[str]:
    """Hexes with own combat units, those farthest ahead first."""
    spaces = dict.fromkeys(unit.at for unit in army(state, SOVIET) if not is_hq(state, unit))
    return [f"on {at}" for at in sorted(spaces, key=lambda at: -to_edge(state, at, SOVIET))]


def marker_card(marker: str, there: Callable[[State], Iterable[str]]) -> Anytime:
    """A card that places a marker."""
    return Anytime(partial(check_marker, there), partial(lay, marker), near_enemies, anywhere=True)


SNOW = marker_card(SNOWDRIFT, lambda state: campaign(state).snowdrift)
REPLACEMENTS = Anytime(
    check_replacement,
    lambda play, told, one: play.record(StepRegained(rule="D.comp.repl", unit=one.id, steps=one.steps + 1)),
    lambda state, side: [
        f"unit {one.id}" for one in army(state, side) if reduced(state, one) and has_line(state, one)
    ],
)
LEVY = Anytime(
    check_levy, lambda play, told, side: r2_advance.place(play, "D.crt.adhoc.place", side, told.hex), beside
)
ANYTIME: Mapping[str, Anytime] = {
    "MARCH": Anytime(check_march, march, marchers),
    "SNOWX": SNOW,
    "SNOWV": SNOW,
    "YAK9": marker_card(YAK9, lambda state: campaign(state).yak9),
    "REPLX": REPLACEMENTS,
    "REPLV": REPLACEMENTS,
    "ALARM": LEVY,
    "FRESH": LEVY,
    "NAVAL": Anytime(
        check_naval, partial(come, "D.comp.cards"), lambda state, side: [f"on {at}" for at in NAVAL_ENTRY]
    ),
    "FRONT": Anytime(check_front, partial(come, "D.move.4"), headquarters, anywhere=True),
}


# -- any Combat Card ---------------------------------------------------------------------------------------


def check_card(state: State, side: str, order: Order) -> None:
    """A line plays a Combat Card of the hand that may be played now. Raises Refused, with the cards that
    could be."""
    try:
        judge_card(state, side, said(order))
    except Refused as no:
        raise Refused(no.rule, no.why, no.legal or playable(state, side)) from None


@rule("D.combat.5", "D.combat.8", "D.comp.cards")
def judge_card(state: State, side: str, told: Said) -> None:
    """The same, without what would be legal."""
    check_held(state, side, told.card, COMBAT)
    of = code(told.card)
    if of in ANYTIME:
        ANYTIME[of].check(state, side, told)
    elif fought(state) and combat(state).window:
        check_battle(state, side, told.card)
    else:
        number = "D.combat.5" if card(told.card).traits["window"] == "before" else "D.combat.8"
        why = "may be played only in a combat, when both sides are asked for cards"
        raise Refused(number, f"{told.card} {why}")


def playable(state: State, side: str) -> tuple[str, ...]:
    """The cards of a hand that may be played now, as orders, each in a few ways; for who holds them alone."""
    cards = held(state, side, COMBAT)
    return tuple(line for card_ in cards for line in islice(lines(state, side, card_), SHOWN))


def legal(state: State, side: str) -> Iterator[str]:
    """The same in all ways."""
    cards = held(state, side, COMBAT)
    yield from (line for card_ in cards for line in lines(state, side, card_))
    for card_ in (one for one in cards if code(one) in ANYTIME and ANYTIME[code(one)].anywhere):
        check = ANYTIME[code(card_)].check
        for space in state.board.spaces:
            if refusal(check, state, side, Said(card=card_, hex=space)) is None:
                yield f"card {card_} on {space}"


def lines(state: State, side: str, id_: str) -> Iterator[str]:
    """The likeliest ways to play a card now, as orders."""
    read, of = grammar(side).read, code(id_)
    for way in ANYTIME[of].ways(state, side) if of in ANYTIME else [""]:
        line = f"card {id_} {way}".strip()
        if refusal(judge_card, state, side, said(read(line))) is None:
            yield line


@rule("D.combat.5", "D.combat.8")
def discard(play: Play, number: str, side: str, id_: str) -> None:
    """A card that is played is placed face up on the discards."""
    deck(side, COMBAT).discard(play, number, side, id_, deed="plays")


def carry_out(play: Play, side: str, told: Said) -> None:
    """A card that may be played at any time, once it is discarded."""
    kind = ANYTIME[code(told.card)]
    kind.play(play, told, kind.check(play.state, side, told))


def take(play: Play, side: str, order: Order) -> None:
    """Play a card that has been checked, outside a combat."""
    discard(play, "D.comp.cards", side, said(order).card)
    carry_out(play, side, said(order))
