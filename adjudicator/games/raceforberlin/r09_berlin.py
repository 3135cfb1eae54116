"""Rule 9, Progress into Berlin.

9.1.4, 9.3.2, 9.3.3   levels and control                new_level, thrown_back, set_level
9.1.5                 presence at the end of an impulse check_presence
9.2.1 to 9.2.5        who may roll, what it costs       check_city, city_attack
9.2.3, 9.2.6, 9.2.7   strengths and modifiers           city_odds, city_modifiers
9.3.1                 results                           roll_city; losses are those of 8.2

A City Progress attack is a level of the sequence of play of its own, with the stages in `STAGES`. 9.1.1:
stacking and movement in Berlin are in r06 and r07; nothing here raises a level but a roll (9.1.2.b).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.events import FactNoted, TrackMoved
from adjudicator.mechanics.drm import DRM
from adjudicator.mechanics.strength import Change, Odds, Worth, worth
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from . import r10_victory
from .combat.r08_combat import (
    at_present,
    attackers_of,
    check_may_fight,
    check_once,
    collapsed,
    note_fight,
    play_collapse,
)
from .combat.r08_losses import losses, owe, read_result
from .combat.r08_strength import ATTACK, DEFENCE, army_drms, counted, odds, printed_drm, the_battle, units_in
from .events import CityProgressResolved
from .orders import said
from .position import (
    GERMAN,
    OUT_OF_SUPPLY,
    SOVIET,
    campaign,
    cities,
    controlled,
    fact,
    is_city,
    label,
    level,
    of,
    soviet,
    soviets,
    zone,
)
from .r03_logistics import support, support_moved
from .r04_operations import owner

CONTROL = 2
"""The level from which a city zone is Soviet-controlled (9.3.3)."""
LOST = "{} is lost"
"""Why its value goes with the control of a city zone."""


@rule("9.3.2.a", "9.3.2.b", "9.3.3.b", "9.3.3.c")
def new_level(before: int, progress: int, by_soviets: bool) -> int:
    """The level after +/-#: up for Soviets without limit (9.3.2.a, 9.3.3.b), down for Germans (9.3.2.b),
    never below 0 (9.3.3.c)."""
    return before + progress if by_soviets else max(0, before - progress)


@rule("9.3.3.d")
def thrown_back(before: int, progress: int, by_soviets: bool) -> int:
    """The step that a German success of any size costs the Soviets when the level is 0 already (ruling
    33)."""
    return int(bool(progress) and not before and not by_soviets)


@rule("9.1.2.a", "9.1.2.b", "9.1.4", "9.3.3.a", "9.3.3.e", "10.1.1.b", "10.2.2", "9.ex.3")
def set_level(play: Play, number: str, space: str, after: int, camp: str, why: str) -> None:
    """A new level, with what follows: from 2 the camp that raised it has control and the value of the zone
    (9.3.3.a, 9.1.4), below 2 whoever had it loses it with the value, and nothing more (9.3.3.e). The first
    level anywhere is the first penetration (10.2.2)."""
    before, holder = level(play.state, space), play.state.control.get(space, "")
    play.record(TrackMoved(rule=number, track=f"progress-{space}", was=before, now=after, why=why))
    r10_victory.first_penetration(play, camp)
    if after >= CONTROL and not holder:
        r10_victory.gain(play, "9.3.3.a", space, camp)
    elif after < CONTROL and holder:
        r10_victory.lose(play, "9.3.3.e", space, LOST)


@rule("9.1.5.a", "9.1.5.b", "9.1.5.c", "9.1.5.d", "9.1.5.e")
def check_presence(play: Play) -> None:
    """The end of an impulse: a contested or controlled city zone without Soviets falls to level 0
    (9.1.5.a). A controlled one is lost with its value; who left it empty pays the value once more (b, c),
    but not for units that were eliminated (e)."""
    emptied = campaign(play.state).emptied
    for space in cities(play.state):
        camp, how = emptied.get(space, ("", ""))
        if soviets(play.state, space, camp):  # of the camp that was there: a rival inherits no level
            continue
        if before := level(play.state, space):
            why, clause = "no Soviet unit is left there", "9.1.5.c" if how == "left" else "9.1.5.e"
            play.record(TrackMoved(rule="9.1.5.a", track=f"progress-{space}", was=before, now=0, why=why))
            if play.state.control.get(space):
                r10_victory.lose(play, clause, space, LOST)
        if how == "left":
            value = fact(play.state, space, "vp")
            r10_victory.score(play, "9.1.5.b", camp, -value, f"{zone(play.state, space)} was left empty")
    if emptied:
        play.record(FactNoted(rule="9.1.5.a", key="emptied", value=None))


@rule("9.2.1.a", "9.2.1.b")
def check_city(state: State, order: Order) -> None:
    """Whether a City Progress attack may be made as ordered, by units in the zone itself, Soviets (9.2.1.a)
    and Germans (9.2.1.b) alike. Raises Refused."""
    space, nationality = said(order).zone, owner(state)[1]
    if not is_city(state, space):
        raise Refused("9.2.1.a", f"{zone(state, space)} is not a city zone")
    check_once(state, space)
    attackers = everybody(state, order)
    for unit in attackers:
        check_may_fight(state, unit)
    for unit in attackers_of(state, order):
        if unit.at != space:
            why = f"{label(state, unit.id)} is not in {zone(state, space)}"
            raise Refused("9.2.1.a" if soviet(state, unit) else "9.2.1.b", why)
    if nationality == SOVIET:
        check_soviet_roll(state, order, attackers)
    else:
        check_german_roll(state, order, space)
    state = collapsed(state, order)
    city_odds(state, space, attackers, city_defenders(state, space, nationality))


def everybody(state: State, order: Order) -> tuple[Unit, ...]:
    """The units of a City Progress attack, the help from outside included, each once."""
    help_units = tuple(dict.fromkeys(said(order).help_units))
    return (*attackers_of(state, order), *(state.units[unit] for unit in help_units))


@rule("9.2.1.c", "9.2.2.a", "9.2.4.a", "9.2.5")
def check_soviet_roll(state: State, order: Order, attackers: tuple[Unit, ...]) -> None:
    """Soviets in supply (9.2.2.a) roll for one support point (9.2.1.c), with one more, and only one, for +1
    (9.2.5). Help from outside is for Germans (9.2.4.a)."""
    line = said(order)
    points = support(state, owner(state)[0])
    for unit in attackers:
        if OUT_OF_SUPPLY in unit.flags:
            raise Refused("9.2.2.a", f"{label(state, unit.id)} is out of supply and may not roll")
    if line.help_units:
        raise Refused("9.2.4.a", "only Germans may have help from outside Berlin")
    if points < 1:
        raise Refused("9.2.1.c", "a City Progress roll costs a support point, and you have none left")
    if line.extra > 1:
        raise Refused("9.2.5", "you may spend only one extra support point on a roll")
    if line.extra and points < 2:
        raise Refused(
            "9.2.5", "you have one support point left, which the roll costs. You have none for the extra +1"
        )


@rule("9.2.1.b", "9.2.4.a", "9.2.4.b", "9.2.5")
def check_german_roll(state: State, order: Order, space: str) -> None:
    """Germans roll against Soviets in the zone (9.2.1.b), helped by units of one adjacent zone outside the
    city, all of whom stand there (9.2.4). They pay nothing and buy nothing (9.2.5)."""
    if not soviets(state, space):
        raise Refused("9.2.1.b", f"{zone(state, space)} holds no Soviets to attack")
    if said(order).extra:
        raise Refused("9.2.5", "only Soviets may spend support points on a roll")
    helping = tuple(dict.fromkeys(said(order).help))
    if len(helping) > 1:
        raise Refused("9.2.4.b", "only one zone outside Berlin may help")
    for source in helping:
        if is_city(state, source) or not state.board.adjacent(space, source):
            why = f"{zone(state, source)} is not a zone outside Berlin adjacent to {zone(state, space)}"
            raise Refused("9.2.4.a", why)
    for id_ in said(order).help_units:
        if state.units[id_].at not in helping:
            raise Refused("9.2.4.b", f"{label(state, id_)} is not in the zone outside Berlin that helps")


@rule("9.2.1.b", "9.2.3.a", "9.3.1.b")
def city_defenders(state: State, space: str, attacking: str) -> tuple[Unit, ...]:
    """The units that defend in a city zone: all of the other nationality (ruling 31). The garrison is no
    unit."""
    return of(state, space, GERMAN if attacking == SOVIET else SOVIET)


@rule("9.2.3.a", "9.2.3.b", "9.2.4.c", "E11.2")
def city_odds(
    state: State, space: str, attackers: tuple[Unit, ...], defending: tuple[Unit, ...], extra: bool = False
) -> Odds:
    """What both sides count: their units, and against Soviets the garrison as well or alone (9.2.3.a); it
    never attacks (9.2.3.b), and event 11 doubles nobody here (E11.2). Raises Refused below the table."""
    ours = [counted(state, ATTACK, unit) for unit in attackers]
    theirs = [counted(state, DEFENCE, unit) for unit in defending]
    if any(soviet(state, unit) for unit in attackers):
        theirs.append(garrison(state, space))
    return odds("city", ours, theirs, city_modifiers(state, space, attackers, extra))


@rule("G.5", "E5.1")
def garrison(state: State, space: str) -> Worth:
    """The printed garrison of a city zone (G.5), or what event 5 leaves of it this turn (E5.1)."""
    base = fact(state, space, "garrison")
    left = campaign(state).garrison or base
    changes = [Change("E5.1", left, "Speer and Heinrici")] if left != base else []
    return worth(DEFENCE, "garrison", Change("9.2.3.a", base, "garrison"), changes)


@rule("9.2.5", "9.2.6", "9.2.7", "9.ex.1")
def city_modifiers(state: State, space: str, attackers: tuple[Unit, ...], extra: bool) -> tuple[DRM, ...]:
    """The modifiers of a Soviet roll: complete army and event 6, the extra support point (9.2.5), and each
    adjacent city zone that either camp controls (9.2.6). Germans have none."""
    if not all(soviet(state, unit) for unit in attackers):
        return ()
    drms = army_drms(state, "city-drm", attackers)
    if extra:
        drms.append(printed_drm("city-drm", "extra support point"))
    for near in state.board.neighbours(space):
        if controlled(state, near):
            drms.append(printed_drm("city-drm", NEIGHBOUR, f"{zone(state, near)} is Soviet-controlled"))
    return tuple(drms)


NEIGHBOUR = "each adjacent Soviet-controlled city zone"


@rule("9.2.1.a", "9.2.1.b", "9.2.1.c", "9.2.5", "E8.3")
def city_attack(play: Play, order: Order) -> None:
    """Begin a City Progress attack, which is checked again now, as event 8 may have been played (E8.3), and
    pay for it (9.2.1.c, 9.2.5). Raises Refused."""
    line = said(order)
    check_city(play.state, order)
    space, (camp, nationality) = line.zone, owner(play.state)
    attackers = everybody(play.state, order)
    note_fight(play, space, attackers)
    if nationality == SOVIET:
        play.record(support_moved(play.state, camp, -1, "9.2.1.c", "a City Progress roll"))
        if line.extra:
            play.record(support_moved(play.state, camp, -1, "9.2.5", "one more for +1"))
    play.enter(
        roll_clause(nationality), "city", stage="collapse", space=space, camp=camp, nation=nationality,
        attackers=tuple(unit.id for unit in attackers),
        defenders=tuple(unit.id for unit in city_defenders(play.state, space, nationality)),
        extra=bool(line.extra), chit8=line.chit8, chit8_line=line.chit8_line,
    )  # fmt: skip


def roll_clause(nationality: str) -> str:
    """The clause of a roll: that of the Soviets, or of the Germans."""
    return "9.2.1.a" if nationality == SOVIET else "9.2.1.b"


@rule("9.2.1.c")
def paid(state: State, order: Order) -> State:
    """The state in which the support points of a roll are spent: what is left for the next one."""
    camp, nationality = owner(state)
    if nationality != SOVIET:
        return state
    spent = 1 + said(order).extra
    return support_moved(state, camp, -spent, "9.2.1.c", "").apply(state)


def foretell(state: State, order: Order) -> str:
    """What a dry run says of a City Progress attack at present, as it does of an attack outside Berlin."""
    if order.verb != "city":
        return ""
    state, space = collapsed(state, order), said(order).zone
    defending = city_defenders(state, space, owner(state)[1])
    return at_present(city_odds(state, space, everybody(state, order), defending, bool(said(order).extra)))


def city(play: Play) -> None:
    """The segment "city": whatever its present stage does."""
    STAGES[the_battle(play.state).stage](play)


def collapse(play: Play) -> None:
    """The stage: event 8 may come before a Soviet roll; Heinrici may not, as nobody retreats here (ruling
    48)."""
    play_collapse(play)
    play.note("E8.3", stage="roll")


@rule("8.1.2.d", "9.2.1.a", "9.2.1.b", "9.3.1.a", "9.ex.2")
def roll_city(play: Play) -> None:
    """The stage: one die plus the sum of the modifiers on the City Progress table; then level and losses."""
    battle = the_battle(play.state)
    space, by_soviets, clause = battle.space, battle.nation == SOVIET, roll_clause(battle.nation)
    attackers, defending = units_in(play.state, "attackers"), units_in(play.state, "defenders")
    found = city_odds(play.state, space, attackers, defending, battle.extra)
    told = found.told(die=play.roll(clause, f"City Progress in {zone(play.state, space)}"))
    hits, before = read_result(told["result"]), level(play.state, space)
    after = new_level(before, hits["+/-"], by_soviets)
    rolled = CityProgressResolved(
        rule=clause, space=space, attackers=battle.attackers, defenders=battle.defenders,
        before=before, after=after, **told,
    )  # fmt: skip
    play.record(rolled)
    owe(play, "9.3.1.a", hits["A"], hits["D"] + thrown_back(before, hits["+/-"], by_soviets), "end")
    if after != before:
        number, why = ("9.3.2.a", "a") if after > before else ("9.3.2.b", "a German")
        set_level(play, number, space, after, battle.camp, f"{why} City Progress roll")


STAGES: Mapping[str, Callable[[Play], None]] = {
    "collapse": collapse,
    "roll": roll_city,
    "losses": losses,
    "end": lambda play: play.leave("9.3.1.a"),  # no unit retreats or advances
}
"""The stages of a City Progress attack, in their order."""
