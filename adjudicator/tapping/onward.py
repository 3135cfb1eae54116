"""What may be ordered below an answer, in the same email: the questions that follow it at once, and plans for
what begins later.

Each is packed once for all answers that lead to it; the page shows it when one of them is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.by_mail.views import NotInView
from adjudicator.dice import NeedsDice, NoDice
from adjudicator.game import Game
from adjudicator.judging.referee import run_on
from adjudicator.play import Play
from adjudicator.state import Decision, State
from adjudicator.tapping.offers import Packing
from adjudicator.tapping.packed import Offers, Places
from adjudicator.wording.order_words import cited

WITH_YOUR_YES = "You may answer this in the same email."


@dataclass(frozen=True, slots=True)
class Below:
    """A question that follows another: what the page says of it, the answers that lead to it, each with the
    units that may act then, its own offers, and the answer that no answer means, if that is the same after
    each."""

    topic: str
    says: str
    after: Mapping[str, tuple[str, ...]]
    offers: Offers
    default: tuple[str, ...] = ()


def below(game: Game, state: State, decision: Decision, places: Places) -> Iterator[Below]:
    """The questions that follow at once, one below the other, as far as no die or secret comes between."""
    if decision.topic == ACCEPT:
        yield from at_the_opening(game, state, decision.player, places)
        return
    choice = game.choices.of(decision.topic)
    onward = choice.onward if choice else None
    after = onward.by(state, decision.player) if onward else {}
    if not onward or not after:
        return
    at_once = as_if_asked if onward.topic else asked_after
    found = at_once(game, state, decision, onward.topic or next(iter(after)))
    if found is None:
        return
    units = [unit for some in after.values() for unit in some]
    then = onward.widened(found[0], units)
    packed = Packing(game, then, found[1], places, follows=True).pack()
    offers = apart(then, packed) if (units or onward.topic) and not onward.whole else packed
    if onward.topic and not onward.whole:
        offers = replace(offers, go=(), lines=())  # what is no attack may be ordered before it, too
    if onward.ending:
        offers = replace(offers, ending=onward.ending, later=())
    default = () if units or onward.topic else tuple(found[1].default.splitlines())
    yield Below(found[1].topic, onward.says, after, offers, default)
    yield from below(game, then, found[1], places)


def at_the_opening(game: Game, state: State, side: str, places: Places) -> Iterator[Below]:
    """What a side is asked as soon as all have accepted the game, if no die comes before it: its orders for
    that wait with its yes."""
    play = Play(state.but(decisions=()), NoDice())
    try:
        run_on(game, play)
    except (NeedsDice, NotInView):
        return
    asked = next((one for one in play.state.waiting() if one.player == side), None)
    if asked is not None:
        offers = Packing(game, play.state, asked, places, follows=True).pack()
        says, default = f"{asked.question} {WITH_YOUR_YES}{cited(asked.rule)}", asked.default.splitlines()
        yield Below(asked.topic, says, {ACCEPT: ()}, offers, tuple(default))
        yield from below(game, play.state, asked, places)


def plans(game: Game, state: State, decision: Decision, places: Places) -> Below | None:
    """What may be planned beside an answer: the orders that begin it, and the moves of all whom they name."""
    choice = game.choices.of(decision.topic)
    plan = choice.plans if choice else None
    after = plan.by(state, decision.player) if plan else {}
    if not plan or not after:
        return None
    units = tuple(dict.fromkeys(unit for some in after.values() for unit in some))
    play = Play(plan.widened(state, units), NoDice())
    try:
        run_on(game, play)
    except (NeedsDice, NotInView):
        return None
    asked = next((one for one in play.state.waiting() if one.player == decision.player), None)
    if asked is None:
        return None
    packed = Packing(game, play.state, asked, places, follows=True).pack()
    moves = replace(packed, teams=(), lines=(), ending=plan.ending, later=(), attacks=())
    return Below(asked.topic, plan.says, after, moves)


def asked_after(game: Game, state: State, decision: Decision, line: str) -> tuple[State, Decision] | None:
    """What the same side is asked next once a line is its answer, and the state then; None where a die or
    somebody else comes first."""
    play = Play(state, NoDice())
    try:
        read = game.grammar(decision.player).sheet([(1, line)], 1)[0]
        game.answers[decision.topic](play, decision, read)
        run_on(game, play)
    except (NeedsDice, NotInView):
        return None
    mine = (one for one in play.state.waiting() if one.player == decision.player)
    asked = next((one for one in mine if one.topic != decision.topic), None)
    return (play.state, asked) if asked else None


def as_if_asked(game: Game, state: State, decision: Decision, topic: str) -> tuple[State, Decision] | None:
    """A question of the same side that may follow, and the state in which it is open beside the other."""
    play, choice = Play(state, NoDice()), game.choices.of(topic)
    assert choice is not None  # a choice names it
    choice.ask(play, decision.player, "", answers=())
    return play.state, play.state.waiting()[-1]


def apart(state: State, offers: Offers) -> Offers:
    """Offers without what no line says as well: who takes part, unless the page adds that up, and whole lines
    about units."""
    lines = tuple(line for line in offers.lines if not any(one in state.units for one in line.names))
    return replace(offers, teams=tuple(team for team in offers.teams if team.struck), lines=lines)
