"""The game as the referee knows it: the record of its parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.declared.disclosure import Disclosure
from adjudicator.events import Drawn, Names, kinds, kinds_in
from adjudicator.game import Game
from counters.roster.load import load_roster
from maps.reading.load import load_board

from . import (
    annex_events,
    bot,
    events,
    invariants,
    r02_american,
    r02_arrival,
    r03_logistics,
    r04_activation,
    r04_instead,
    r05_end_of_turn,
    r08_combat,
    r10_victory,
    r11_setup,
    rehearsed,
    standing,
    view,
)
from .ahead import AHEAD
from .drags import DRAGS
from .orders import grammar
from .position import ACTIVATED, BOXES, ELIMINATED, KONIEV, OUT_OF_SUPPLY, WITHDRAWN, ZHUKOV, counter_label
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
    printed |= {f"vp-{side}": f"Victory Points of {name}" for side, name in SIDES.items()}
    printed |= {f"support-{side}": f"support of {name}" for side, name in SIDES.items()}
    boxes = {"reinforcements": "the reinforcements", "xii-army": "the XII Army box", "us": "the Americans"}
    return Names({**printed, **SIDES, **boxes, "operations": "Operations marker"})


GAME = Game(
    name="raceforberlin",
    title="Race for Berlin",
    rules="1",
    sides=SIDES,
    scenarios=r11_setup.SCENARIOS,
    start=r11_setup.start,
    sequence=SEQUENCE,
    grammar=grammar,
    answers={
        "enter": r02_arrival.take_enter,
        "displace": r02_american.take_displace,
        "logistics": r03_logistics.take_logistics,
        "react": annex_events.take_react,
        "impulse": r04_activation.take_impulse,
        "reserve": r04_activation.take_reserves,
        "heinrici": r08_combat.take_heinrici,
        "loss": r08_combat.take_loss,
        "retreat": r08_combat.take_retreat,
        "advance": r08_combat.take_advance,
        "freemove": r05_end_of_turn.take_free_moves,
        "chits": r05_end_of_turn.take_chits,
    },
    kinds=kinds(*kinds_in(events)),
    standing=standing.STANDING.answer,
    read_standing=standing.STANDING.read,
    standing_words=("sop",),
    standing_topics=standing.USUAL,
    advice=standing.ADVICE,
    view=view.view,
    opens={"ChitPlayed": ("2.4.3",), "Drawn": ("2.1.2.c",)},
    bot=bot.answer,
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
    instead=r04_instead.instead,
    turns=r05_end_of_turn.LAST_TURN,
    ahead=AHEAD,
    discloses=Disclosure(told=(Drawn,)),
    foretell=r08_combat.foretell,
)
