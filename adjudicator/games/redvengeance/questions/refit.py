"""The Refit Phase: its steps one after the other (RePh0.1).

What hexpost decides is done at once; a step that both sides report stays open until neither has more to
report. Sealed orders, and which side moves first, are in `gates`, set-up is in `setting_up`.
"""

from __future__ import annotations

import random
from dataclasses import replace

from adjudicator.choices import Choice, Onward
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Decision, State

from .. import drags
from ..campaign_game.cg_losses import Losses, at_least, at_most, form, least_losses
from ..events import StepNotUsed
from ..orders import read_line, said
from ..position import SIDES
from ..situation.campaign import LULL, campaign
from ..situation.steps import BOTH, LAST_RESULT, NONE, following, steps
from . import bot
from .gates import CHIT
from .holding import Question, held, hold, legal, take, take_one, verbs_from
from .registry import STEPS
from .reporting import SO_IT_WAS, SO_TOLD, alone, filed

FIRST, AFTER_A_LULL = "8.601", "8.6091"
"""The result begins with these steps: one email may hold all that a side has for it."""
WORST, LINES_OF_A_RESULT = 160, 12
"""The most CVP that a side loses in a CGS, and the most lines of it, in a game by chance."""
RESULT = (
    "The firefight is over. Recorded losses and captured stone hexes count automatically. If nothing else "
    "happened, send only the pass. One email may hold the whole result. Begin with losses that base rules "
    'count beyond those recorded: "report CVP of=russian suffered=12 vehicles=5", and the same of=german. '
    'Then send stone Locations that no other line has: "claim STONE K13 start=enemy now=own". Then send what '
    "happened at later steps, and last of all the pass. You may add the Initiative Chit for the next date: "
    '"chit attack" or "chit idle".'
)
"""What is said at the first step besides its own question."""


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
        "over all steps to the end of the result. You may send lines for them in the same email."
    )
    text = f"{RESULT} {text}" if step.number == FIRST else text
    rest = f"pass {step.number}-{LAST_RESULT}"
    verbs = verbs_from(step.number)
    silence = f"nothing to report, up to {LAST_RESULT}"
    if step.number > LAST_RESULT:
        text = f"Step {step.number}, {step.title}. {told}; or pass."
        rest, silence = "pass", "nothing"
    return Question(choice(state), step.clause, text, verbs, step.number, silence, rest)


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
    return [*lines, *bot.some(state, decision, "result", most, chance, take_one)]


def cvp(state: State, side: str, chance: random.Random) -> str:
    """The CVP of a side by chance, in numbers that agree with each other and with what was booked."""
    suffered = chance.randint(0, WORST)
    vehicles, moabit = chance.randint(0, suffered // 4), chance.randint(0, suffered // 4)
    lost = Losses(suffered, vehicles, moabit if side == SIDES[0] else 0)
    return form(side, at_least(at_most(state, side, lost), least_losses(state, side)))


def chit_follows(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The pass over the whole result, below which the Initiative Chit may be sent."""
    sent = held(state).again or held(state).returned or state.segment != FIRST
    return {} if sent else {f"pass {FIRST}-{LAST_RESULT}": ()}


RESULT_SHEET = Choice(
    topic="refit", rule="RePh0.1", verbs=verbs_from(FIRST), take=take, legal=legal, called=("refit",),
    usual=False, drag=drags.left, chance=by_chance, listed={"claim": 0}, meanings={SO_IT_WAS: SO_TOLD},
    onward=Onward(chit_follows, "Your Initiative Chit for the next date, in the same email.",
        topic=CHIT.topic, whole=True),
)  # fmt: skip
"""The question of the result, and any step at which the reports of the sides differ."""
LATER = replace(
    RESULT_SHEET,
    topic="steps",
    onward=None,
    meanings={},
    called=("steps",),
    usual=True,
    advice=("if asked steps then pass",),
    advised="You report nothing on the steps after a result.",
)
"""The steps after the result."""
AFTER_LULL = replace(
    LATER, topic=LULL, called=(LULL,), advice=("if asked lull then pass",),
    advised="You report nothing on the steps after a date without a fight.",
)  # fmt: skip
"""The steps after a Lull, when no firefight has a result."""
CHOICES = (RESULT_SHEET, LATER, AFTER_LULL)
TOPICS = tuple(one.topic for one in CHOICES)
