"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.by_mail.disclosure import Disclosure
from adjudicator.by_mail.drags import Drags, each
from adjudicator.by_mail.standing import StandingOrders
from adjudicator.choices import Choices
from adjudicator.events import Drawn, Names, kinds, kinds_in
from adjudicator.game import Game
from adjudicator.games.raceforberlin.by_mail import invariants, rehearsed, standing, view
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    annex_events,
    events,
    r02_administrative,
    r02_american,
    r03_logistics,
    r04_activation,
    r04_plan,
    r05_end_of_turn,
    r07_movement,
    r10_victory,
    r11_setup,
)
from .combat import r08_combat, r08_losses, r08_retreat
from .orders import UNIT, ZONE, grammar
from .position import (
    ACTIVATED,
    BOXES,
    ELIMINATED,
    KONIEV,
    OUT_OF_SUPPLY,
    WITHDRAWN,
    ZHUKOV,
    army_title,
    counter_label,
)
from .r07_movement import steps_between
from .sequence import SEQUENCE

SIDES = {ZHUKOV: "Zhukov", KONIEV: "Koniev"}


@cache
def names() -> Names:
    """Printed names of everything a report may mention."""
    board, roster = load_board("raceforberlin"), load_roster("raceforberlin")
    printed = {space.id: space.name for space in board.spaces.values()}
    printed |= {counter.id: counter_label(counter) for counter in roster.counters.values()}
    printed |= {
        card.id: f"chit {card.id.removeprefix('event-')} ({card.title})" for card in roster.cards.values()
    }
    printed |= {f"progress-{city}": f"City Progress in {printed[city]}" for city in board.chains["city-ring"]}
    printed |= {f"vp-{side}": f"{name}'s Victory Points" for side, name in SIDES.items()}
    printed |= {f"support-{side}": f"{name}'s support" for side, name in SIDES.items()}
    armies = {f"the army {one.name}": army_title(one) for one in roster.counters.values()}
    boxes = {"reinforcements": "the reinforcements", "xii-army": "the XII Army box", "us": "the Americans"}
    return Names({**printed, **SIDES, **armies, **boxes, "operations": "Operations marker"})


CHOICES = Choices(
    (
        r02_administrative.ENTRY,
        r02_american.ESCAPE,
        r03_logistics.REPLACEMENTS,
        annex_events.REACTION,
        r04_activation.IMPULSE,
        r08_combat.WINDOW,
        r08_losses.LOSS,
        r08_retreat.RETREAT,
        r08_retreat.ADVANCE,
        r04_activation.RESERVES,
        r05_end_of_turn.FREE_MOVES,
        r05_end_of_turn.KEEPING,
    )
)
"""The questions of this game, each declared in its chapter, in the order of the turn."""

TURN = tuple(SEQUENCE)[: tuple(SEQUENCE).index("D.3") + 1]
"""The segments in which lines wait for those further on."""

STANDING = StandingOrders(
    grammar=grammar, topics=CHOICES.topics, conditions=standing.CONDITIONS,
    policies={**CHOICES.policies, **standing.POLICIES}, lists=lambda topic: CHOICES.lists(topic) or (UNIT,),
    units_in=standing.units_in, ends=standing.ends, worth=standing.worth, distance=steps_between,
    near_enemy=standing.near_enemy, space=ZONE, older=standing.from_sop, narrows=False,
)  # fmt: skip
"""What standing orders of this game may say, and how they answer."""

DRAGS = Drags(
    forms={r04_activation.IMPULSE.topic: each("move {unit} {path}"), **CHOICES.forms}, way=r07_movement.way
)
"""How a drag is said, by what the side is asked; without a question it is a move."""


GAME = Game(
    name="raceforberlin",
    title="Race for Berlin",
    rules="1",
    sides=SIDES,
    scenarios=r11_setup.SCENARIOS,
    start=r11_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    choices=CHOICES,
    kinds=kinds(*kinds_in(events)),
    standing=STANDING,
    standing_words=("sop",),
    view=view.view,
    opens={"ChitPlayed": ("2.4.3",), "Drawn": ("2.1.2.c",)},
    faults=invariants.faults,
    victory=r10_victory.standings,
    lay=rehearsed.lay,
    names=names,
    step_names={2: "full", 1: "reduced", 0: "gone"},
    boxes=BOXES,
    gone=(ELIMINATED, WITHDRAWN),
    folder=Path(__file__).parent,
    state_keys=rehearsed.STATE_KEYS,
    state_kinds=rehearsed.STATE_KINDS,
    flags=(OUT_OF_SUPPLY, ACTIVATED),
    standins=rehearsed.STANDINS,
    from_log=DRAGS.orders,
    turns=r05_end_of_turn.LAST_TURN,
    ahead=CHOICES.ahead(TURN, barred=r04_plan.barred),
    discloses=Disclosure(told=(Drawn,)),
)
