"""The sequence of play of Race for Berlin (1.1 to 1.4)."""

from __future__ import annotations

from adjudicator.sequence import Segment, sequence

from . import r02_administrative, r02_american, r03_logistics, r05_end_of_turn, r09_berlin
from .combat import r08_combat
from .r04_activation import run_impulse
from .r04_operations import end_test

SEQUENCE = sequence(
    Segment("A.1", "Reinforcements", "2.1", r02_administrative.reinforcements),
    Segment("A.2", "American advance", "2.2", r02_american.american_advance),
    Segment("A.3", "Orders from Hitler", "2.3", r02_administrative.hitler),
    Segment("A.4", "Event chits", "2.4", r02_administrative.draw_chits),
    Segment("B.1", "Supply", "3.1", r03_logistics.supply),
    Segment("B.2", "Replacements", "3.2", r03_logistics.replacements),
    Segment("C.1", "Soviet impulse, Zhukov", "4.2", run_impulse),
    Segment("C.2", "Soviet impulse, Koniev", "4.2", run_impulse),
    Segment("C.3", "German impulse, Koniev (north)", "4.2", run_impulse),
    Segment("C.4", "German impulse, Zhukov (south)", "4.2", run_impulse),
    Segment("battle", "Combat", "8.1", r08_combat.battle),
    Segment("city", "City Progress", "9.2", r09_berlin.city),
    Segment("C.5", "End of the Operations Phase", "4.3", end_test),
    Segment("D.1", "Moves of idle units", "5.1", r05_end_of_turn.free_moves),
    Segment("D.2", "End of the game?", "5.2", r05_end_of_turn.end_test),
    Segment("D.3", "Event chits kept", "5.5", r05_end_of_turn.chits),
    Segment("D.4", "Refresh", "5.3", r05_end_of_turn.refresh),
)
