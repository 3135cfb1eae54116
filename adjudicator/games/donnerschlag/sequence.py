"""The sequence of play of Donnerschlag (D.seq): the Admin Phase, Activation Segments, the end of a turn."""

from __future__ import annotations

from adjudicator.sequence import Segment, sequence

from . import (
    r1_admin,
    r1_cards,
    r1_entry,
    r2_activate,
    r2_combat,
    r2_end,
    r2_overrun,
    r2_segments,
)

SEQUENCE = sequence(
    Segment("SCHWERPUNKT", "The Schwerpunkt marker", "D.admin.a.1", r1_admin.run_schwerpunkt),
    Segment("REINF", "Reinforcements", "D.admin.b.1", r1_entry.run_entry),
    Segment("HIGHCOM", "High Command", "D.admin.c.1", r1_cards.run_high_command),
    Segment("DRAW", "Cards are drawn", "D.admin.d.1", r1_cards.run_draw),
    Segment("LUCK_X", "Schlachtenglück of the Axis", "D.admin.e.1", r1_cards.run_luck),
    Segment("LUCK_V", "Schlachtenglück of the Soviets", "D.admin.e.1", r1_cards.run_luck),
    Segment("BOX", "OKH and STAVKA boxes", "D.admin.f.1", r1_cards.run_box),
    Segment("CALL", "Donnerschlag is called out", "D.admin.g.1", r1_admin.run_call),
    Segment("LUCK_BACK", "Schlachtenglück goes back", "D.admin.h.1", r1_admin.run_luck_back),
    Segment("PLAY", "An Activation Segment", "D.seq.4", r2_segments.run_play),
    Segment("CHOOSE", "What the card is used for", "D.seq.4", r2_segments.run_choose),
    Segment("ACTIVATE", "Supply and movement", "D.act.all", r2_activate.run_activate),
    Segment("relocate", "An HQ goes elsewhere", "D.hq.5", r2_overrun.run_relocate),
    Segment("COMBATS", "Combats", "D.combat.1", r2_combat.run_combats),
    *r2_combat.LEVELS,
    Segment("SEG_END", "The segment ends", "D.seq.5", r2_segments.run_end),
    Segment("DON_MARK", "The Donnerschlag marker", "D.don.1", r2_end.run_marker),
    Segment("VICTORY", "Victory is checked", "D.don.2", r2_end.run_victory),
    Segment("BOX_BACK", "Cards from the boxes", "D.end.1", r2_end.run_box_back),
    Segment("DISCARD", "Combat Cards are discarded", "D.end.2", r2_end.run_discard),
    Segment("MARKERS", "Snowdrift and Yak-9", "D.end.4", r2_end.run_markers),
    Segment("TURN", "The turn advances", "D.end.5", r2_end.run_turn),
)
