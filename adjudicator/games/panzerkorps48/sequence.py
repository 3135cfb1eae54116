"""The sequence of play of 48th Panzer Korps (3)."""

from __future__ import annotations

from adjudicator.sequence import Segment, sequence

from . import r03_phases, r07_combat, r09_setup, r10_score

SEQUENCE = sequence(
    Segment("SETUP_GER", "German set-up", "9.set.6", r09_setup.run_setup),
    Segment("SETUP_SOV", "Soviet set-up", "9.set.7", r09_setup.run_setup),
    Segment("SOV.PREP", "Soviet Prepared Combat Phase", "3.1.prep.1", r03_phases.run_prep),
    Segment("SOV.MOVE", "Soviet Movement Phase", "3.2.mov.1", r03_phases.run_move),
    Segment("GER.PREP", "German Prepared Combat Phase", "3.1.prep.1", r03_phases.run_prep),
    Segment("GER.MOVE", "German Movement Phase", "3.2.mov.1", r03_phases.run_move),
    Segment("combat", "A combat", "7.1.A.1", r07_combat.run_combat),
    Segment("TURN_END", "The turn advances", "3.seq.4", r03_phases.run_turn_end),
    Segment("SCORE", "Victory is scored", "10.win.1", r10_score.run_score),
)
