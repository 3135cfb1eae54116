"""The Refit Phase: its steps one after the other (RePh0.1).

What the referee decides is done at once; what both sides report is held open until neither has anything more;
sealed sheets and set-up are in `gates` and `setting_up`, who moves first in `initiative`.
"""

from __future__ import annotations

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Decision, State

from .campaign import LULL, campaign
from .events import StepNotUsed
from .holding import Question, hold, verbs_from
from .holding import take as take_held
from .registry import STEPS
from .reporting import alone
from .steps import BOTH, LAST_RESULT, NONE, Step, following, steps

TOPIC, LATER, AFTER_LULL = "refit", "steps", "lull"
"""What the steps are called in standing orders: the sheet of the result, and any step at which what both
filed differs; those behind it; those after a Lull, when no firefight has a result."""
TOPICS = (TOPIC, LATER, AFTER_LULL)
RESULT = (
    "The firefight is over. Its result may go in one sheet: what each side lost, «report CVP of=russian "
    "suffered=12 vehicles=5 moabit=0 capture=0 refit=0 elr=7» and the same of=german; stone Locations "
    "that you took, «claim STONE K13 start=enemy now=own»; what happened at the steps to come; and last "
    "of all the pass."
)
"""What is said at the first step beside its own question."""


@rule("RePh0.1", "RePh8.601")
def run(play: Play) -> None:
    """The step that is open: held for both sides, passed over, or done by the referee."""
    step = steps()[play.state.segment]
    if step.who == BOTH and not hold(play, question(step, topic(play.state))):
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


def topic(state: State) -> str:
    """What a step of this Refit Phase is called."""
    if alone(state):
        return TOPIC
    if campaign(state).case == LULL:
        return AFTER_LULL
    return TOPIC if state.segment == next(iter(steps())) else LATER


def question(step: Step, topic: str = TOPIC) -> Question:
    """What both sides are asked at a step."""
    owed = step.says.startswith("«")  # a line of one side alone
    told = f"{step.says}, any number" if owed else f"Report {step.says}, any number of lines, one for each"
    same = "" if owed else " Both sides must file the same."
    text = (
        f"Step {step.number}, {step.title}. {told}; or pass.{same} «pass {step.number}-{LAST_RESULT}» passes "
        "over all steps to the end of the result; lines for them may stand in the same sheet."
    )
    text = f"{RESULT} {text}" if step.number == next(iter(steps())) else text
    rest = f"pass {step.number}-{LAST_RESULT}"
    verbs = verbs_from(step.number)
    silence = f"nothing to report, up to {LAST_RESULT}"
    if step.number > LAST_RESULT:
        text = f"Step {step.number}, {step.title}. {told}; or pass."
        rest, silence = "pass", "nothing"
    return Question(step.clause, topic, text, verbs, step.number, silence, rest)


def take(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The lines of a side at a step that is held."""
    take_held(play, decision, orders, lambda play, side, order: False)
