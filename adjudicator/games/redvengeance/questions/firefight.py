"""The firefight of a date, fought at the players' table: its Game Turns, and how it ends (CG32).

ENDTURN [turn=4]         the Player Turn of the writer is over; those up to a Game Turn
ROLL GAMEEND turn=5      the side that moves second rolls whether the CGS ends
PASS                     the writer has nothing more; when both say so in a Player Turn, the CGS is over
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from adjudicator.choices import Choice
from adjudicator.events import TrackMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, Json, State

from .. import drags
from ..campaign_game.cg_special import supply_panzerfaust
from ..campaign_game.front_reports import uncontrol_vacated
from ..decision_table.table import kinds
from ..events import FightBegan, FightEnded
from ..fighting.r11_bridges import end_phase
from ..fighting.r14_banner import award, placings
from ..orders import said
from ..position import PLAY, RUSSIAN, SIDES, other
from ..refit_phase.reph_forts import HIP_ITEM
from ..situation.campaign import GAME_TURN, OF_A_CGS, campaign, mover, note, note_own, own
from ..situation.front import entry_hexes
from ..situation.modifiers import tell_elr
from ..situation.pieces import lift
from ..situation.steps import date
from ..situation.steps import order as in_order
from . import bot, tapped
from .holding import ALWAYS, GAMEEND, PASS, Question, held, hold, legal, take_one
from .holding import take as take_held
from .reporting import SO_IT_WAS, SO_TOLD, check_owed, head, lines_due

OF_A_SET_UP: Mapping[str, Json] = {"came": {}, "masked": {}, "radios": ()}
"""What a side alone knows of its set-up, once that is over."""
TABLE = ("cross", "dc", "banner", "vatc", "enter", "oba", "roll", "endturn")
ENDS_ON = {5: 1, 6: 3, 7: 5}
"""Game Turn -> the highest die on which the CGS ends with it (CG32)."""
CLAUSE = {5: "CG32.1", 6: "CG32.2", 7: "CG32.3"}
FIRST_ROLL, LAST_TURN = min(ENDS_ON), 8
ENDTURN = "endturn turn="
ISOLATED, STOPPED = "isolated", "stopped"


def attacker(state: State) -> str:
    """The side that moves first in the CGS that is played (BRV17.2)."""
    return campaign(state).first or RUSSIAN


@rule("BRV17.2")
def defender(state: State) -> str:
    """The side that moves second."""
    return other(attacker(state))


def game_turn(state: State) -> int:
    """The Game Turn that is played."""
    return state.tracks.get(GAME_TURN, 0)


@rule("RePh8.625", "BRV17.2", "RePh8.6057")
def begin(play: Play) -> None:
    """Turn 1 begins directly, without a roll; control is as it is now for what is captured later, and what is
    counted in a CGS begins again. What was cut off on an upper level when the last CGS ended is no longer."""
    set_turn(play, "RePh8.625", 1)
    uncontrol_vacated(play)
    lift(play, "RePh8.6057", ISOLATED, hushed=True)
    fresh = dict.fromkeys(OF_A_CGS)
    note(play, "RePh8.625", control_start=dict(play.state.control), **fresh)
    for side in SIDES:
        kept = tuple(fort for fort in own(play.state, side).forts if fort["item"] != HIP_ITEM)
        lapsed: dict[str, Json] = {"recon": 0} if own(play.state, side).recon else {}
        lapsed |= {one: none for one, none in OF_A_SET_UP.items() if getattr(own(play.state, side), one)}
        note_own(play, "RePh8.625", side, free=(), unseen=(), paid=(), bogs={}, forts=kept, **lapsed)
    supply_panzerfaust(play)
    play.record(FightBegan(rule="RePh8.625", date=date(play.state).name, first=attacker(play.state)))
    play.go("RePh8.625", PLAY, mover=attacker(play.state))


def run(play: Play) -> None:
    """PLAY: both sides file what happens at the table, until the CGS ends or both have nothing more."""
    tell_elr(play)
    if hold(play, question(play.state)):
        end(play, "RePh8.601", "neither side has anything more")


def question(state: State) -> Question:
    """What both sides are asked while they fight."""
    rolls = (
        f" The second player rolls after Game Turns {FIRST_ROLL} to {LAST_TURN - 1}: "
        f'"roll GAMEEND turn={game_turn(state)}".' if FIRST_ROLL <= game_turn(state) < LAST_TURN else ""
    )  # fmt: skip
    text = (
        f"Play {date(state).name}, Game Turn {game_turn(state)}, {mover(state).title()} Player Turn on your "
        'board and report it, any number of lines for each Player Turn: "enter UNIT,UNIT hex=HEX", "report '
        'LOST unit=UNIT,UNIT", "control HEX,HEX by=UNIT". Or send a saved game or log of VASSAL. What '
        'concerns both sides is recorded when both have filed it. "endturn" ends your Player Turn, '
        f'"{ENDTURN}{LAST_TURN}" also your later ones, up to the Game Turn that it names.'
        f'{rolls} The CGS ends when both sides "pass" in one Player Turn.'
    )
    silence = "nothing more: the CGS is over"
    return Question(PLAYING, PLAYING.rule, text, PLAYING.verbs, "", silence, "pass")


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The lines of a side in the firefight."""
    take_held(play, decision, orders, take_own)


def take_own(play: Play, side: str, order: Order) -> bool:
    """The lines that end turns; False for any other. "as is", or no answer by the deadline, passes over what
    is owed. Raises Refused."""
    if order.verb == PASS and order.sheet and (order.sheet, order.line) not in play.as_is:
        check_owed(play.state, side)
    if order.verb == "endturn":
        end_turns(play, side, said(order).turn)
        return True
    if order.verb == "roll" and said(order).about == "GAMEEND":
        roll_end(play, side, said(order).turn)
        return True
    return False


@rule("CG32.4", "CG32.5")
def end_turn(play: Play, side: str) -> None:
    """A Player Turn is over: the other side's begins, or the Game Turn ends. Raises Refused."""
    turn, owed = game_turn(play.state), held(play.state).owed
    if owed:
        who = defender(play.state)
        raise Refused("CG32.5", f"the {who} side first rolls for the end of turn {owed}", (line(owed),))
    if side != mover(play.state):
        raise Refused("CG32.5", f"it is the Player Turn of the {mover(play.state)} side")
    check_owed(play.state, side)
    if tally := campaign(play.state).tally:  # what is counted in a Player Turn begins again with the next
        note(
            play,
            "CG2.1",
            tally={one: n for one, n in tally.items() if kinds()[one.split()[0]].tally != "turn"},
        )
    end_phase(play)
    move_again(play)
    if side == attacker(play.state):
        play.note("CG32.5", mover=other(side))
        ask_anew(play, "CG32.5")
        return
    if turn == LAST_TURN:
        end(play, "CG32.4", f"turn {LAST_TURN} is over")
        return
    award(play)
    if turn in ENDS_ON:
        play.note("CG32.5", owed=turn)
        ask_anew(play, "CG32.5")
    else:
        next_turn(play, "CG32.5", turn + 1)


@rule("CG32.5")
def end_turns(play: Play, side: str, turn: int | None) -> None:
    """ENDTURN turn=4: the Player Turns of a side are over up to that of a Game Turn; without turn= the one
    that is played. A newer line takes the place of an older one. Raises Refused."""
    now = game_turn(play.state)
    if turn is not None and not now <= turn <= LAST_TURN:
        why = f"it is Game Turn {now}; turn= is a Game Turn from {now} to {LAST_TURN}"
        raise Refused("CG32.5", why, ("endturn", f"{ENDTURN}{max(now, FIRST_ROLL - 1)}"))
    if turn is None or side == mover(play.state):
        end_turn(play, side)
    if turn is not None and play.state.segment == PLAY:
        play.note("CG32.5", until={**held(play.state).until, side: turn})
    end_more(play)


def end_more(play: Play) -> None:
    """Player Turns that their side has ended beforehand are over as they come, unless it owes a report."""
    while play.state.segment == PLAY and not held(play.state).owed:
        side = mover(play.state)
        ended = held(play.state).until.get(side, -1) >= game_turn(play.state)
        if not ended or refusal(check_owed, play.state, side):
            return
        end_turn(play, side)


@rule("BRV9.212.1", "BRV14.3.5", "BRV16.6.5")
def move_again(play: Play) -> None:
    """With the Player Turn ends what kept units from moving in it, and from placing a Banner."""
    lift(play, "CG32.5", STOPPED, hushed=True)
    if campaign(play.state).tried:
        note(play, "BRV14.3.5", tried=None)


def line(turn: int) -> str:
    """The line by which the die for the end of a turn is rolled."""
    return f"{GAMEEND}{turn}"


@rule("CG32.1", "CG32.2", "CG32.3", "CG32.4", "CG32.5")
def roll_end(play: Play, side: str, turn: int | None) -> None:
    """The side that moves second rolls: the CGS ends after turn 5 on 1, after 6 on 1 to 3, after 7 on 1 to 5,
    after 8 without a die. Raises Refused."""
    check_roll(play.state, side, turn)
    assert turn is not None
    if turn == LAST_TURN:
        end(play, "CG32.4", f"turn {LAST_TURN} is over")
        return
    most, clause = ENDS_ON[turn], CLAUSE[turn]
    needed = f"it ends on {most if most == 1 else f'1 to {most}'}"
    die = play.roll(clause, f"the end of the CGS after turn {turn}", came=lambda value: (
        f"{needed}: the CGS {'ends' if value <= most else 'goes on'}"
    ))  # fmt: skip
    if die <= most:
        end(play, clause, f"turn {turn} is the last")
    else:
        next_turn(play, clause, turn + 1)
        end_more(play)


@rule("CG32.1", "CG32.4", "CG32.5")
def check_roll(state: State, side: str, turn: int | None) -> None:
    """The side that moves second rolls, once after each of turns 5 to 7 when both Player Turns of it are
    over; turn 8 is the last. Raises Refused."""
    now = game_turn(state)
    due = max(FIRST_ROLL, now)
    if side != defender(state):
        raise Refused("CG32.5", f"the {defender(state)} side moves second, and rolls")
    if turn is not None and turn > LAST_TURN:
        raise Refused("CG32.4", f"turn {LAST_TURN} is the last. There is no turn {turn}", still_due(state))
    if turn is not None and turn < FIRST_ROLL:
        raise Refused("CG32.1", f"you may not roll before turn {FIRST_ROLL} is over", still_due(state))
    if turn != due:
        raise Refused("CG32.5", f"the next die is that for the end of turn {due}", still_due(state))
    if turn != owed_for(state):
        why = f"turn {turn} is not over. It is Game Turn {now}, and the {mover(state)} side's Player Turn"
        raise Refused("CG32.5", why, still_due(state))


def owed_for(state: State) -> int:
    """The Game Turn for whose end a die is owed; 0 for none. A position that says of no Player Turn whose it
    is shows the turn of its track as played, or the fifth."""
    now = held(state)
    return now.owed if now.mover else game_turn(state) or FIRST_ROLL


def still_due(state: State) -> tuple[str, ...]:
    """What the side that moves second may do for the turn to end: the die that is owed, or to end its own
    Player Turn."""
    now = owed_for(state)
    if now in ENDS_ON:
        return (line(now),)
    return ("endturn",) if mover(state) == defender(state) else ()


def next_turn(play: Play, clause: str, turn: int) -> None:
    """The next Game Turn begins, with the side that moves first."""
    set_turn(play, clause, turn)
    play.note(clause, mover=attacker(play.state), owed=0)
    ask_anew(play, clause)


def ask_anew(play: Play, clause: str) -> None:
    """In the next Player Turn both sides are asked again, including one that had nothing more in the last."""
    for decision in play.state.decisions:
        play.close(decision)
    play.note(clause, passed=(), again=())


def set_turn(play: Play, clause: str, turn: int) -> None:
    """The marker of the Game Turns."""
    was = game_turn(play.state)
    play.record(TrackMoved(rule=clause, track=GAME_TURN, was=was, now=turn))


def end(play: Play, clause: str, why: str) -> None:
    """The CGS is over, and Dummies are taken off; the Refit Phase begins with what is still open."""
    for decision in play.state.decisions:
        play.close(decision)
    award(play, over=True)
    end_phase(play)
    move_again(play)
    if campaign(play.state).areas:  # each Refit Phase determines them again
        note(play, "RePh8.605", areas=None)
    for side in SIDES:
        if own(play.state, side).dummies:
            note_own(play, "RePh8.602", side, dummies=())
        if own(play.state, side).dc_unread:
            note_own(play, "BRV11.311.1", side, dc_unread={})
    play.record(FightEnded(rule=clause, why=why))
    set_turn(play, clause, 0)
    play.go(clause, in_order()[0])


# -- by chance -----------------------------------------------------------------------------------------------


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """What the other side has filed, what is owed, and what a side does in a Player Turn."""
    also = bot.agreed(state, decision.player, chance)
    known = {head(text) for text in also}
    owed = [text for text in lines_due(state, decision.player) if head(text) not in known]
    return [*also, *owed, *deeds(state, decision, chance)]


def deeds(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """In its own Player Turn some units enter, and it ends; otherwise it waits for the other side."""
    side, turn = decision.player, held(state).owed
    if turn:
        return [line(turn)] if side == defender(state) else ["pass"]
    most = chance.randint(0, bot.LINES_OF_A_TURN)
    done = bot.some(state, decision, "play", most, chance, partial(take_one, own=take_own))
    if side != mover(state) or chance.random() < bot.STOPS:
        return [*done, "pass"]
    came = (
        list(bot.arrivals(state, side, "enter", entry_hexes(state, side), bot.ENTER, chance))
        if game_turn(state) == 1 or chance.random() < bot.BUSY
        else []
    )
    early = game_turn(state) < FIRST_ROLL - 1 and chance.random() < bot.HURRIES
    return [*came, *done, f"{ENDTURN}{FIRST_ROLL - 1}" if early else "endturn"]


def also_offered(state: State, side: str) -> Iterator[str]:
    """Lines that a page offers besides: a Red Banner is placed; the side that moves ends all of its Player
    Turns, for who files a whole evening."""
    yield from placings(state, side)
    if side == mover(state) and not held(state).owed and not refusal(check_owed, state, side):
        yield f"{ENDTURN}{LAST_TURN}"


PLAYING = Choice(
    topic="play", rule="CG32.5", verbs=(*TABLE, *ALWAYS), take=take, legal=legal, called=("play",),
    usual=False, drag=drags.left, chance=by_chance, ends=("endturn",), closing=("endturn",),
    further=also_offered, placings=tapped.at_the_table, tickings=tapped.ticked,
    meanings={PASS: "you report nothing more for this date", "endturn": "your Player Turn is over",
        f"{ENDTURN}{LAST_TURN}": "all of your Player Turns are over", SO_IT_WAS: SO_TOLD},
)  # fmt: skip
