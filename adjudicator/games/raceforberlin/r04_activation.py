"""Rule 4.2, an impulse carried out: react, plan, movement, combat, reserve, check.

The stages of a segment C.1 to C.4, in `STAGES`; each does its work and goes on to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice, Onward
from adjudicator.events import FlagsChanged, OrderDropped
from adjudicator.orders import Order, unpack
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import No, Refused, refusal, rule
from adjudicator.state import Decision, Frame, State, Unit

from . import annex_events, bot, r02_hitler, r09_berlin, r10_victory
from .combat import r08_combat
from .events import FreedomTested, ImpulsePlanned, Passed
from .orders import RESERVE, said
from .position import ACTIVATED, GERMAN, OUT_OF_SUPPLY, SOVIET, army, campaign, label
from .r04_legal import TOGETHER, attacks_alone, chancy, impulse_lines, lucky_moves, moves, rooms, ways
from .r04_operations import IMPULSES, NEXT, from_here, impulse, owner, ready
from .r04_plan import (
    PLANNING,
    PLANS,
    Plan,
    armies_apart,
    check_duties,
    everybody,
    for_later,
    line_of,
    make_plan,
)
from .r07_movement import (
    check_path,
    check_west,
    check_west_untested,
    free_from,
    go,
    is_free,
    must_test,
    untested_routes,
)
from .r11_setup import HEINRICI


def run_impulse(play: Play) -> None:
    """C.1 to C.4: whatever the present stage of the impulse does."""
    STAGES[impulse(play.state).stage](play)


@rule("7.3.1.a", "7.3.1.b", "E9.1")
def begin(play: Play) -> None:
    """The impulse begins. Which armies are apart is judged now (7.3.1.a) and not again (7.3.1.b); in a Soviet
    impulse the opponent may react before anything else (E9.1)."""
    play.note("7.3.1.a", stage="plan", broken=armies_apart(play.state))
    if owner(play.state)[1] == SOVIET:
        annex_events.react_window(play)


def plan(play: Play) -> None:
    """Ask the owner for an impulse. With no unit left to activate it can hold an event chit and nothing else;
    without one of these either, the owner passes."""
    camp, nationality = owner(play.state)
    if idle(play.state, camp):
        pass_impulse(play, camp)
        return
    if not ready(play.state):
        IMPULSE.ask(
            play, camp,
            "Play at most one event chit that you hold, once, or pass. You have no unit left to activate in "
            f"your {nationality.title()} impulse {play.state.segment}.",
            verbs=("chit", "pass"), answers=("pass",), silence="no chit is played", default="pass",
            window=True,
        )  # fmt: skip
        return
    duty = refusal(check_duties, play.state, Plan(play.state))
    must = f" {duty.why[:1].upper()}{duty.why[1:]}. [{duty.rule}]" if duty else ""
    IMPULSE.ask(
        play, camp,
        f"Give orders for your {nationality.title()} impulse {play.state.segment}. Activate up to "
        f"{impulse(play.state).limit} units, each once per turn and in one mode. Moves come first, then "
        f"combats, then reserves. Send all orders of the impulse together.{must}",
        answers=duty.legal if duty else examples(play.state), silence="" if duty else "no unit is activated",
        default="" if duty else "pass",
    )  # fmt: skip


def examples(state: State) -> tuple[str, ...]:
    """Of the legal answers an attack and a move of another unit, where there are any, and passing."""
    units = ready(state)
    attack = next(attacks_alone(state, units), "")
    fighter = attack.split()[1] if attack else ""
    move = next(moves(state, [unit for unit in units if unit.id != fighter]), "")
    return (*filter(None, (attack, move)), "pass")


@rule("2.4.3")
def idle(state: State, camp: str) -> bool:
    """Whether a player can do nothing in an impulse. Who holds an event chit, whichever, is asked even when
    nobody is left to activate: it may be one to play now (2.4.3), and the question must not tell which."""
    return not ready(state) and not set(state.hands.get(camp, ())) - {HEINRICI}


@rule("2.4.3", "E3.1")
def take_impulse(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The owner's sheet: chits first, then the plan as a whole, without its refused lines unless all are.
    What is for a later impulse of the same player waits, and so does the plan while Germans must still escape
    from the Americans of chit 3, which acts at once (2.4.3, ruling 62)."""
    later = for_later(play.state, decision.player, orders)
    orders = [order for order in orders if order not in later]
    play_chits(play, decision.player, [order for order in orders if order.verb == "chit"], orders)
    if play.state.over is not None:
        return
    if campaign(play.state).escaping:
        play.close(decision)  # `plan` asks again when all have escaped
        return
    lines = [order for order in orders if order.verb not in {"chit", "pass"}]
    passes = [order for order in orders if order.verb == "pass"]
    made = make_plan(play.state, lines)
    play.met |= made.met
    for order, no in made.refused:
        refuse(play, order, no)
    if not made.modes and not passes:
        if idle(play.state, decision.player):
            play.close(decision)  # and `plan`, which goes on from here, passes for the player
        return
    settle_plan(play, decision, made, passes)


@rule("1.4")
def other_impulse(state: State) -> str:
    """The segment of the later impulse that its owner has in this Operations Phase; "" for none."""
    if state.segment not in IMPULSES:
        return ""
    later = (at for at, (camp, _) in IMPULSES.items() if at > state.segment and camp == owner(state)[0])
    return next(later, "")


def as_in_the_other(state: State, units: Iterable[str]) -> State:
    """The position as if that impulse had come, without the chits that are held: none waits for it."""
    return state.but(frames=(Frame(other_impulse(state), {"stage": "plan"}),), hands={})


def foretell(state: State, order: Order) -> str:
    """What a dry run says of an attack, outside Berlin or on the City Progress table; by "all" those whom the
    plan has taken for it."""
    if ALL in said(order).units:
        now = impulse(state)
        fighting = (unit for unit, mode in now.modes.items() if "combat" in mode.split("+"))
        units = tuple(unit for unit in fighting if unit not in now.fought)
        order = order.having(units=units) if units else everybody(state, order, ())
    return r08_combat.foretell(state, order) or r09_berlin.foretell(state, order)


IMPULSE = Choice(
    topic="impulse", rule="4.1.2.a", verbs=PLANNING, take=take_impulse, legal=impulse_lines,
    further=lucky_moves,
    asked={segment: camp for segment, (camp, _) in IMPULSES.items()}, waits=PLANS,
    ends=PLANNING,  # answered once, with all lines together
    drag=each("move {unit} {path}"), chance=bot.impulse, foretell=foretell,
    ways=ways, rooms=rooms, chancy=chancy, listed={"combat": TOGETHER},
    onward=Onward(
        lambda state, side: {"pass": ()} if other_impulse(state) else {},
        "You may write orders for your German impulse of this Operations Phase in the same email. They wait "
        "for it.",
        as_in_the_other, ending=("pass",), topic="impulse", whole=True,
    ),
)  # fmt: skip


def settle_plan(play: Play, decision: Decision, made: Plan, passes: list[Order]) -> None:
    """Accept the plan and close the question, unless it leaves a duty undone."""
    lines = (*made.queue, *made.named, *passes)
    accepted = [order for order in lines if (order.sheet, order.line) not in play.rulings]
    undone = refusal(check_duties, play.state, made)
    if undone:
        for order in accepted:
            refuse(play, order, undone)
        return
    for order in accepted:
        play.verdict(order, "done" if order.verb in {"pass", "activate"} else "waiting")
    play.close(decision)
    if made.modes:
        start(play, decision.player, made)
    else:
        pass_impulse(play, decision.player)


def refuse(play: Play, order: Order, no: No) -> None:
    """Refuse an order; chit 8, if a line of its own belonged to it, stays in hand."""
    play.refuse(order, no)
    chit8 = said(order).chit8_line
    if chit8:
        sheet, line, text = chit8
        play.verdict(Order("chit", {}, text, sheet, line), "not-judged", why="its attack was refused")


@rule("4.1.5.a", "4.1.5.b")
def pass_impulse(play: Play, camp: str) -> None:
    """Nobody is activated (4.1.5.a); that Soviets were not is remembered (b)."""
    play.record(Passed(rule="4.1.5.a", side=camp, segment=play.state.segment))
    if owner(play.state)[1] == SOVIET:
        play.remember("4.1.5.b", "passed", camp)
    play.note("4.1.5.a", stage="check")


@rule("4.1.3.c", "4.1.4", "2.3.2.a")
def start(play: Play, camp: str, made: Plan) -> None:
    """All units and modes are named (4.1.3.c); the counters are turned (4.1.4). Germans have done what Hitler
    ordered (2.3.2.a)."""
    play.record(ImpulsePlanned(rule="4.1.3.c", side=camp, segment=play.state.segment, modes=made.modes))
    play.record(FlagsChanged(rule="4.1.4", units=tuple(made.modes), add=(ACTIVATED,), hushed=True))
    if owner(play.state)[1] == GERMAN:
        r02_hitler.hitler_done(play, camp, made.modes)
    queue = tuple(order.pack() for order in made.queue)
    play.note("4.1.3.c", stage="run", modes=made.modes, queue=queue)


def play_chits(play: Play, camp: str, chits: list[Order], orders: list[Order]) -> None:
    """Chits that open an impulse are played before the plan; chit 8 waits for its combat."""
    when = annex_events.START[owner(play.state)[1]]
    for order in chits:
        try:
            if said(order).chit == "event-8":
                attach_collapse(play, order, orders)
                play.verdict(order, "waiting", why="played before the combat")
            else:
                annex_events.play_chit(play, order, camp, when)
                play.verdict(order, "done")
        except Refused as no:
            play.refuse(order, no)


@rule("E8.1")
def attach_collapse(play: Play, chit: Order, orders: list[Order]) -> None:
    """Chit 8 on a line of its own belongs to the attack on the zone where its unit stands (E8.1)."""
    unit = said(chit).unit
    where = play.state.units[unit].at if unit else ""
    for at, order in enumerate(orders):
        if order.verb in {"combat", "city"} and said(order).zone == where:
            line = (chit.sheet, chit.line, chit.text)
            orders[at] = order.having(chit8=unit, chit8_line=line)
            return
    why = "send chit 8 together with an attack on the zone of that German unit"
    raise Refused("E8.1", why)


@rule("4.1.3.b")
def run(play: Play) -> None:
    """The next order of the queue: movement, then combat, then reserve (4.1.3.b). It is judged again in the
    state it meets; an order that fell is told to its owner."""
    queue = impulse(play.state).queue
    if not queue:
        play.note("4.1.3.b", stage=RESERVE)
        return
    play.note("4.1.3.b", queue=queue[1:])
    order, camp = unpack(queue[0]), owner(play.state)[0]
    try:
        HANDLERS[order.verb](play, order)
    except Refused as no:
        refuse(play, order, no)
        play.record(OrderDropped(rule=no.rule, to=(camp,), side=camp, text=order.text, why=no.why))
    else:
        ruled = play.rulings.get(line_of(order))
        if ruled is None or ruled.verdict != "refused":  # a die may have stopped another unit of the line
            play.verdict(order, "done")


@rule("4.2.1.a", "4.2.1.b", "7.2.2.a", "7.2.2.b")
def move(play: Play, order: Order) -> None:
    """Movement mode: a German unit first tests its freedom (7.2.2.a) and takes the route that fits. Whoever
    was to make room for it may have failed its own test (4.2.1.b)."""
    line = said(order)
    unit = play.state.units[line.unit]
    free = not must_test(play.state, unit) or freedom(play, unit)
    path = (unit.at, *(line.free if free and line.free else line.via))
    if not free:
        check_west(play.state, unit, path)
    check_path(play.state, unit, path)
    go(play, "7.1.1", unit.id, path, "move")


@rule("7.2.2.a")
def freedom(play: Play, unit: Unit) -> bool:
    """The die for the freedom of a German unit in movement mode."""
    die, turn = play.roll("7.2.2.a", f"freedom of movement of {unit.id}"), play.state.turn
    free = is_free(turn, die)
    play.record(FreedomTested(rule="7.2.2.a", unit=unit.id, die=die, free=free, needs=free_from(turn)))
    return free


@rule("4.1.3.c", "4.1.4", "4.2.3.b", "E6.2", "7.2.2.d")
def reserve(play: Play, order: Order) -> None:
    """Reserve mode: a unit named for it (4.1.3.c), still on the map, moves once, after all combats, with half
    the movement points; through turn 6 no German goes west. The zone into which it followed an advance may
    begin its path (4.2.3.c)."""
    unit, now = play.state.units[said(order).unit], impulse(play.state)
    if not said(order).via:
        return
    name, path = label(play.state, unit.id), (unit.at, *said(from_here(play.state, order)).via)
    if unit.id not in in_reserve(play.state):
        raise Refused(
            "4.1.3.c", f"{name} may not move. You did not name it for reserve mode, or it was eliminated"
        )
    if unit.id in now.reserve_moved:
        raise Refused("4.1.4", f"{name} has already made its reserve move")
    check_path(play.state, unit, path, reserve=True)
    check_west_untested(play.state, unit, path)
    go(play, "4.2.3.b", unit.id, path, RESERVE)
    play.note("4.2.3.b", reserve_moved=(*now.reserve_moved, unit.id))


@rule("E6.2", "4.2.3.a")
def in_reserve(state: State) -> tuple[str, ...]:
    """The units in reserve mode that are still on the map: those named for it, and after its combat the army
    of event 6 (E6.2), without those out of supply (4.2.3.a)."""
    now = impulse(state)
    named = [unit for unit, mode in now.modes.items() if RESERVE in mode.split("+")]
    front = [unit for unit in now.fought if army(state, state.units[unit]) == now.front_army]
    fed = [unit for unit in front if OUT_OF_SUPPLY not in state.units[unit].flags]
    return tuple(unit for unit in dict.fromkeys((*named, *fed)) if state.units[unit].steps)


HANDLERS: Mapping[str, Callable[[Play, Order], None]] = {
    "shell": r10_victory.shell,
    "move": move,
    "combat": r08_combat.attack,
    "city": r09_berlin.city_attack,
    RESERVE: reserve,
}


@rule("4.2.3.b")
def ask_reserves(play: Play) -> None:
    """Units in reserve without a route may still be moved by their owner, now that the results are known."""
    waiting = idle_reserves(play.state)
    play.note("4.2.3.b", stage="check")
    if waiting:
        names = ", ".join(label(play.state, unit) for unit in waiting)
        RESERVES.ask(
            play, owner(play.state)[0],
            f"Move your reserves, or pass: {names}. The combats are over. Each moves at most once, with "
            "half its movement points. Send all moves together.",
            answers=("pass", *(lines[0] for lines in waiting.values())), about=tuple(waiting),
            silence="they stay where they are", default="pass",
        )  # fmt: skip


def idle_reserves(state: State) -> dict[str, list[str]]:
    """Reserves that have not moved and could, each with the orders that would stand."""
    found = {}
    for unit in in_reserve(state):
        routes = untested_routes(state, state.units[unit], reserve=True)
        if routes and unit not in impulse(state).reserve_moved:
            found[unit] = [f"{RESERVE} {unit} {' '.join(path[1:])}" for path in routes.values()]
    return found


def reserve_moves(state: State, side: str) -> list[str]:
    """No move, and each way of each reserve that has not moved."""
    return ["pass", *(line for lines in idle_reserves(state).values() for line in lines)]


def take_reserves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """Reserve moves sent after the combats; the question closes when at least one line stands."""

    def take(order: Order) -> None:
        if order.verb == RESERVE:
            for_each(play, order, lambda alone, one: reserve(alone, from_here(alone.state, one)))

    if every_legal(play, orders, take):
        play.close(decision)


RESERVES = Choice(
    topic=RESERVE, rule="4.2.3.b", verbs=(RESERVE, "pass"), take=take_reserves, legal=reserve_moves,
    shown=MANY, ends=(RESERVE,),  # answered once, with all lines together
    advised="Reserves do not move after the combats.",
    called=(RESERVE,), advice=("if asked reserve then pass",),
    drag=each("reserve {unit} {path}"), ways=ways,
    chance=lambda state, asked, chance: [chance.choice(reserve_moves(state, asked.player))],
)  # fmt: skip


@rule("9.1.5.a", "1.4")
def check(play: Play) -> None:
    """The end of the impulse: Soviet presence in Berlin (9.1.5), then the next impulse (1.4)."""
    r09_berlin.check_presence(play)
    play.go("1.4", NEXT[play.state.segment])


STAGES: Mapping[str, Callable[[Play], None]] = {
    "begin": begin,
    "plan": plan,
    "run": run,
    RESERVE: ask_reserves,
    "check": check,
}
