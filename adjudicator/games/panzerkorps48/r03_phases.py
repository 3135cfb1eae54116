"""Rule 3, the sequence of play: two player turns of two phases, what each asks, and what ends with it.

3.seq turns and phases    3.1 the Prepared Combat Phase    3.2 the Movement Phase    3.seq.4 the turn ends
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, takewhile

from adjudicator.answering import Remark, every_legal, one_line
from adjudicator.by_mail.drags import Drag, LogLine, alike
from adjudicator.choices import Choice, Onward
from adjudicator.events import FlagsChanged, Reminded, TurnBegan
from adjudicator.mechanics.armies import army, on_map
from adjudicator.orders import Order, unpack
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, Json, State

from . import bot, r04_movement, r07_attack, r07_combat, r09_entry, r09_release, r10_control, r10_score
from .charts import charts
from .events import ExitTried
from .levels import MOVE, PHASES, Attack, is_phase, phase
from .orders import ENDING, said
from .position import BARRED, EXITED, GERMAN, PREPARED, RETREATED, SOVIET, enemy_here
from .r06_stacking import rooms
from .r07_fire import fought, with_fires

SIDE_OF = dict(zip(PHASES, (SOVIET, SOVIET, GERMAN, GERMAN), strict=True))
AFTER = dict(zip(PHASES, (*PHASES[1:], "TURN_END"), strict=True))
EXAMPLES = 12


@rule("3.seq.1", "3.seq.2", "3.seq.3", "3.1.prep.1", "2.3.scale.2")
def begin(play: Play) -> None:
    """A phase begins, if it has not: where each unit is, and which are adjacent to an enemy, is remembered
    for it."""
    state, side = play.state, SIDE_OF[play.state.segment]
    if phase(state).begun:
        return
    started = {unit.id: unit.at for unit in state.units.values() if unit.side == side}
    near = ((unit.id, state.board.neighbours(unit.at)) for unit in army(state, side))
    contact = tuple(id_ for id_, hexes in near if any(enemy_here(state, at, side) for at in hexes))
    play.note("3.seq.1", begun=True, side=side, started=started, contact=contact)
    if is_phase(state, MOVE) and side == SOVIET:
        r09_entry.reveal(play)


# -- phase A ---------------------------------------------------------------------------------------------


@rule("3.1.prep.2", "3.1.prep.3", "7.who.6", "7.who.7")
def run_prep(play: Play) -> None:
    """A Prepared Combat Phase: its player announces one attack after the other, as long as one can be made.
    Units move only by advance."""
    begin(play)
    now = phase(play.state)
    if now.done or not r07_attack.able(play.state):
        end_phase(play)
        return
    PREPARED_ATTACK.ask(
        play, now.side,
        "Make any number of prepared attacks, one line for each. They are fought in that order, and each "
        'unit attacks once. "end" ends them.',
        also=("end",), silence="you make no more prepared attacks", default="end",
    )  # fmt: skip


@rule("7.who.4", "7.who.5", "7.who.6", "7.1.A.1")
def check_prep(state: State, order: Order) -> Attack | None:
    """The attack of a line, None for "end". Raises Refused."""
    return None if order.verb in ENDING else with_fires(state, r07_attack.prepared(state, order.args))


def fight(state: State, order: Order) -> State:
    """The state in which the fires of a prepared attack are told. Raises Refused."""
    return fought(state, r07_attack.prepared(state, order.args)) if order.verb == "prep" else state


def go_on(play: Play, attack: Attack | None) -> None:
    """The first attack that can be made begins, and the lines after it wait; "end" ends the phase."""
    if attack:
        r07_attack.launch(play, attack)
    else:
        play.note("3.seq.3", done=True)


PREPARED_ATTACK = Choice(
    topic="prep", rule="3.1.prep.1", verbs=("prep", *ENDING[:1]), take=one_line(check_prep, go_on),
    legal=r07_attack.legal_prepared, parts=("prep",), shown=EXAMPLES,
    asked={"SOV.PREP": SOVIET, "GER.PREP": GERMAN},
    begins=("prep",), foretell=r07_combat.foretell, fight=fight,
    chance=bot.prepared, purpose=partial(bot.prepared, odds=bot.ODDS),
    onward=Onward(
        lambda state, side: dict.fromkeys(ENDING[:1], ()),
        "You may write the Movement Phase into the same email. Without it you see the results of your "
        "prepared attacks first.",
    ),
)  # fmt: skip


# -- phase B ---------------------------------------------------------------------------------------------


@rule("3.2.mov.1", "3.2.mov.2", "4.mov.1", "9.1.sov.8")
def run_move(play: Play) -> None:
    """A Movement Phase: its player moves units and makes hasty attacks, one after the other, and ends it.
    Units that must come on the map are offered first."""
    begin(play)
    if phase(play.state).done:
        end_phase(play)
        return
    state, must = play.state, r09_entry.due(play.state)
    entries = r09_entry.one_by_one(state, must)
    due, whole = ", ".join(unit.id for unit in must), "\n".join((*entries, "end"))
    last = f'These must enter before "end": {due}.' if due else '"end" ends them.'
    ends = ((unit.id, r04_movement.ends_of(state, unit)) for unit in army(state, phase(state).side))
    moves = islice((f"move {unit} to {found[-1]}" for unit, found in ends if found), EXAMPLES)
    MOVEMENT.ask(
        play, phase(state).side,
        f"{'Enter, move' if due else 'Move'} and attack with any number of units, one line for each unit or "
        f"stack, each once in this phase. {last}",
        rule=r09_entry.duty(must[0]) if must else "", answers=(*entries[:3], *moves, whole),
        silence="units that must enter do, and no other unit moves" if due else "no other unit moves",
        default=whole,
    )  # fmt: skip


@rule("3.2.hasty.3", "3.2.hasty.5", "5.exit.6")
def take_moves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: moves in their order; the lines after a hasty attack wait until it is over. "end" ends the
    phase, unless units must still come on the map."""
    level = len(play.state.frames)
    now = takewhile(lambda _: len(play.state.frames) == level, orders)
    taken = every_legal(play, now, partial(take_one, play), ends=ENDING)
    if taken:
        play.close(decision)
    if taken and taken[-1].verb in ENDING:
        play.note("3.seq.3", done=True)


def take_one(play: Play, order: Order) -> Remark | None:
    """One line of the answer, or what it says after "else" where it is not legal itself; what is to be said
    of one that a die forbade. Raises Refused."""
    if order.verb in ENDING:
        check_all_in(play.state)
        return None
    try:
        return carry_out(play, order.verb, order.args)
    except Refused as no:
        other = unpack(said(order).else_) if said(order).else_ else None
        if other is None or refusal(carry_out, play, other.verb, other.args):
            raise no from None
        return Remark(no.rule, f'the part after "else" was carried out: {no.why}')


@rule("3.2.mov.1", "3.2.hasty.1")
def carry_out(play: Play, verb: str, args: Json) -> Remark | None:
    """One order of a Movement Phase; what follows "else" where units could not leave a zone, and what is to
    be said of it then. Raises Refused."""
    tried = len(play.events)
    if verb == "enter":
        r09_entry.enter(play, args)
    elif verb == "exit":
        r10_score.leave(play, args)
    elif verb == "hasty":
        attack = with_fires(play.state, r07_attack.hasty(play.state, args, phase(play.state).going))
        r04_movement.in_motion(play, attack.attackers)
        r07_attack.launch(play, attack)
    elif not r04_movement.move(play, args) and args["else"]:
        other = unpack(args["else"])
        no = refusal(carry_out, play, other.verb, other.args)  # the die is cast, whatever comes of it
        came = f'"else" {f"is refused: {no.why}" if no else "was carried out"}'
        return kept_in_place(play, tried, f". {came}")
    return kept_in_place(play, tried)


@rule("5.exit.3")
def kept_in_place(play: Play, since: int, more: str = "") -> Remark | None:
    """What is said of a line whose units a die forbade to leave their hex; None where none did."""
    for event in play.events[since:]:
        if isinstance(event, ExitTried) and not event.leaves:
            units, where = ", ".join(event.units), name(play.state, event.space)
            stays = f"die roll {event.die}, and units that failed may not move in this phase"
            return Remark("5.exit.3", f"{units} did not leave {where}: {stays}{more}")
    return None


@rule("9.1.sov.8", "9.1.ger.1", "8.3.edge.2")
def check_all_in(state: State) -> None:
    """A Movement Phase ends when all are on the map that must and can. Raises Refused."""
    if must := r09_entry.due(state):
        entries = r09_entry.one_by_one(state, must)
        why = f"these must enter in this phase: {', '.join(unit.id for unit in must)}"
        raise Refused(r09_entry.duty(must[0]), why, ("\n".join((*entries, "end")), *entries))


def legal_moves(state: State, side: str) -> Iterator[str]:
    """Entries, moves, exits and hasty attacks of single units; the end, when all are in that must."""
    for kind in (r09_entry.legal, r04_movement.legal, r10_score.legal, r07_attack.legal_hasty):
        yield from kind(state, side)
    yield from () if r09_entry.due(state) else ("end",)


def marches(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Moves, entries and exits of a log in the order in which they were made: units that went the same way
    went as a stack; attacks are written."""
    lines: list[LogLine] = []
    staying: list[Drag] = []
    moves = alike("move {units} via {path}")
    for drag in mine:
        if drag.end in state.board.spaces and on_map(state, state.units[drag.unit]):
            staying.append(drag)
            continue
        lines += [*moves(state, staying), *crossing(drag)]
        staying = []
    return [*lines, *moves(state, staying)]


def crossing(drag: Drag) -> list[LogLine]:
    """A drag on the map or off it: an entry, or a move to an exit and the exit."""
    if drag.end == EXITED:
        there = [f"move {drag.unit} via {'-'.join(drag.path[1:-1])}"] if len(drag.path) > 2 else []
        return [LogLine(drag.steps, line) for line in (*there, f"exit {drag.unit} at {drag.path[-2]}")]
    via = f" via {'-'.join(drag.path[2:])}" if drag.path[2:] else ""
    return [LogLine(drag.steps, f"enter {drag.unit} at {drag.path[1]}{via}")]


MOVEMENT = Choice(
    topic="move", rule="3.2.mov.1", verbs=("move", "hasty", "enter", "exit", *ENDING[:1]), take=take_moves,
    legal=legal_moves, asked={"SOV.MOVE": SOVIET, "GER.MOVE": GERMAN}, begins=("hasty", "move"), drag=marches,
    chance=bot.moves_by_chance, purpose=bot.moves_toward_goal,
    ways=r04_movement.costs_of, rooms=rooms, chancy=r04_movement.leaves_a_zone, then=r07_attack.at_the_end,
    moving=lambda state: phase(state).moving, foretell=r07_combat.foretell,
)  # fmt: skip


# -- what ends with a phase ------------------------------------------------------------------------------


@rule("5.ret.2", "3.1.prep.4", "3.1.prep.5", "3.seq.3")
def end_phase(play: Play) -> None:
    """A phase ends: units that retreated in it have a zone again; with the player turn the marks of prepared
    attacks come off."""
    segment = play.state.segment
    unflag(play, "5.ret.2", (RETREATED,), tuple(play.state.sides))
    if is_phase(play.state, MOVE):
        unflag(play, "3.1.prep.4", (PREPARED, BARRED), (SIDE_OF[segment],))
    r10_control.follow(play)
    play.go("3.seq.3", AFTER[segment])


def unflag(play: Play, number: str, flags: tuple[str, ...], sides: tuple[str, ...]) -> None:
    """These flags come off the units of these sides."""
    units = [u.id for u in play.state.units.values() if u.side in sides and u.flags & set(flags)]
    if units:
        play.record(FlagsChanged(rule=number, units=tuple(units), drop=flags, hushed=True))


@rule("3.seq.4", "1.turns.1", "10.exit.3")
def run_turn_end(play: Play) -> None:
    """TURN_END: the turn marker advances; after the last turn the game is scored."""
    if play.state.turn >= last_turn():
        play.go("1.turns.1", "SCORE")
        return
    play.record(TurnBegan(rule="3.seq.4", turn=play.state.turn + 1))
    begin_turn(play)
    play.go("3.seq.2", PHASES[0])


@rule("9.lw.8", "9.1.ger.3", "2.3.scale.2")
def begin_turn(play: Play) -> None:
    """A turn begins: its date, what the Turn Record Track reminds of, and the release of turn 7."""
    chart, turn = charts()["turns"], play.state.turn
    date, word = (chart.cell(column, str(turn)) for column in ("Date", "Reminder"))
    play.record(Reminded(rule="9.lw.8", turn=turn, date=date, reminder=word and f": {word}"))
    r09_release.by_turn(play)


def last_turn() -> int:
    """How many turns the game has."""
    return len(charts()["turns"].rows)
