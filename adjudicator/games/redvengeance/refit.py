"""The Refit Phase: its steps one after the other (RePh0.1).

What the referee decides is done at once; what both sides report is held open until neither has anything more;
sealed sheets and set-up are in `gates` and `setting_up`, who moves first in `initiative`.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

from adjudicator.choices import Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Decision, State

from . import bot, drags
from .campaign import LULL, campaign
from .cg_losses import Losses, at_least, at_most, form, least_losses
from .events import StepNotUsed
from .holding import Question, held, hold, legal, take_one, verbs_from
from .holding import take as take_held
from .initiative import CHIT
from .orders import read_line, said
from .position import SIDES
from .registry import STEPS
from .reporting import alone, filed
from .steps import BOTH, LAST_RESULT, NONE, Step, following, steps

FIRST, AFTER_A_LULL = "8.601", "8.6091"
"""With these steps the result begins: all that a side has for it stands in one sheet then."""
WORST, LINES_OF_A_RESULT = 160, 12
"""The most CVP that a side loses in a CGS, and the most lines of it, in a game by chance."""
RESULT = (
    "The firefight is over. Losses that were booked and stone hexes that were taken count by themselves: if "
    "nothing else happened, send only the pass. Its result may go in one email: losses beyond those booked, "
    'where the base rules count more, "report CVP of=russian suffered=12 vehicles=5" and the same of=german; '
    'stone Locations that no other line has, "claim STONE K13 start=enemy now=own"; what happened at the '
    "steps to come; and last of all the pass. The Initiative Chit for the next date may stand in the same "
    'email: "chit attack" or "chit idle".'
)
"""What is said at the first step beside its own question."""


@rule("RePh0.1", "RePh8.601")
def run(play: Play) -> None:
    """The step that is open: held for both sides, passed over, or done by the referee."""
    step = steps()[play.state.segment]
    if step.who == BOTH and not hold(play, question(play.state)):
        return
    if step.who == NONE:
        play.record(StepNotUsed(rule=step.clause, number=step.number, title=step.title))
    if step.number in STEPS:
        STEPS[step.number](play)
    on(play, step)


def on(play: Play, step: Step) -> None:
    """Go on to the next step, unless the game is over or has gone elsewhere."""
    if play.state.over is None and play.state.segment == step.number:
        play.go(step.clause, following(play.state, step.number))


def choice(state: State) -> Choice:
    """Which question a step of this Refit Phase is."""
    if alone(state):
        return RESULT_SHEET
    if campaign(state).case == LULL:
        return AFTER_LULL
    return RESULT_SHEET if state.segment == FIRST else LATER


def question(state: State) -> Question:
    """What both sides are asked at the step that is open."""
    step = steps()[state.segment]
    owed = step.says.startswith('"')  # a line of one side alone
    told = f"{step.says}, any number" if owed else f"Report {step.says}, any number of lines, one for each"
    same = "" if owed else " Both sides must file the same."
    text = (
        f'Step {step.number}, {step.title}. {told}; or pass.{same} "pass {step.number}-{LAST_RESULT}" passes '
        "over all steps to the end of the result; lines for them may stand in the same sheet."
    )
    text = f"{RESULT} {text}" if step.number == FIRST else text
    rest = f"pass {step.number}-{LAST_RESULT}"
    verbs = verbs_from(step.number)
    silence = f"nothing to report, up to {LAST_RESULT}"
    if step.number > LAST_RESULT:
        text = f"Step {step.number}, {step.title}. {told}; or pass."
        rest, silence = "pass", "nothing"
    return Question(choice(state), step.clause, text, verbs, step.number, silence, rest)


def take_own(play: Play, side: str, order: Order) -> bool:
    """No line is known to the Refit Phase alone."""
    return False


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The lines of a side at a step that is held."""
    take_held(play, decision, orders, take_own)


# -- by chance -----------------------------------------------------------------------------------------------


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """What the other side has filed, what happened at the table, a pass, and the chit for the next date."""
    lines = [*bot.agreed(state, decision.player, chance), *result(state, decision, chance), decision.default]
    chit = chance.choice([*CHIT.legal(state, decision.player)])
    return [*lines, chit] if state.segment == FIRST and not held(state).again else lines


def result(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """What a side has for all steps of the result, and of the CVP what nobody has filed."""
    if state.segment not in {FIRST, AFTER_A_LULL} or held(state).again or held(state).returned:
        return []
    sent = (line for side in SIDES for line in (*filed(state, side), *campaign(state).later.get(side, ())))
    told = {said(read_line(line)).of for line in sent if " CVP " in line}
    known = {*campaign(state).losses, *told} if state.segment == FIRST else SIDES
    lines = [cvp(state, side, chance) for side in SIDES if side not in known]
    most = chance.randint(0, LINES_OF_A_RESULT)
    return [*lines, *bot.some(state, decision, "result", most, chance, partial(take_one, own=take_own))]


def cvp(state: State, side: str, chance: random.Random) -> str:
    """The CVP of a side by chance, in numbers that agree with each other and with what was booked."""
    suffered = chance.randint(0, WORST)
    vehicles, moabit = chance.randint(0, suffered // 4), chance.randint(0, suffered // 4)
    lost = Losses(suffered, vehicles, moabit if side == SIDES[0] else 0)
    return form(side, at_least(at_most(state, side, lost), least_losses(state, side)))


RESULT_SHEET = Choice(
    topic="refit",
    rule="RePh0.1",
    verbs=verbs_from(FIRST),
    take=take,
    legal=legal,
    called=("refit",),
    usual=False,
    drag=drags.left,
    chance=by_chance,
)
"""The sheet of the result, and any step at which what both filed differs."""
LATER = replace(
    RESULT_SHEET, topic="steps", called=("steps",), usual=True, advice=("if asked steps then pass",)
)
"""The steps behind the result."""
AFTER_LULL = replace(LATER, topic=LULL, called=(LULL,), advice=("if asked lull then pass",))
"""The steps after a Lull, when no firefight has a result."""
CHOICES = (RESULT_SHEET, LATER, AFTER_LULL)
TOPICS = tuple(one.topic for one in CHOICES)
