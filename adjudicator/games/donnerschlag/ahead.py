"""Which orders wait for their question.

One sheet may hold an Admin Phase with the Axis player's first Activation Segment behind it, or an Activation
Segment and behind it what its writer is asked for at the end of the turn and before the next draw.
"""

from __future__ import annotations

from adjudicator.declared.ahead import ACTING, EVERY_SIDE, Ahead, Course, theirs

from .levels import segment
from .orders import ENDING
from .position import AXIS, SOVIET

REACTIONS = ("loss", "retreat", "advance", "no", "adhoc", "hold", "relocate")
"""Answers that are asked for only as things fall out."""
PASS = ENDING[2]

SEGMENT: Course = {
    "PLAY": {ACTING: ("play", "card")},
    "CHOOSE": {ACTING: ("choose",)},
    "ACTIVATE": {ACTING: ("move", "stay", "card", *ENDING)},
    "COMBATS": {ACTING: ("attack", "card", *REACTIONS, *ENDING)},
}
"""An Activation Segment: the other side is asked only for what falls out of it; so is who acts, behind his
attacks."""

ADMIN: Course = {
    "SCHWERPUNKT": {AXIS: ("schwerpunkt",)},
    "REINF": {EVERY_SIDE: ("enter", "hold", ENDING[0])},
    "HIGHCOM": {EVERY_SIDE: ("highcommand",)},
    "DRAW": {},
    "LUCK_X": {AXIS: ("exchange", PASS)},
    "LUCK_V": {SOVIET: ("exchange", PASS)},
    "BOX": {EVERY_SIDE: ("box", PASS)},
    "CALL": {AXIS: ("call", PASS)},
    "LUCK_BACK": {AXIS: ("play", "card")},
}
"""The Admin Phase, and the first Activation Segment behind it."""
NEXT_TURN: Course = {
    **{level: {} for level in (*SEGMENT, "SEG_END", "DON_MARK", "VICTORY")},
    "BOX_BACK": {EVERY_SIDE: ("take", "keep")},
    "DISCARD": {EVERY_SIDE: ("discard",)},
    "MARKERS": {},
    "TURN": {},
    "SCHWERPUNKT": {AXIS: ("schwerpunkt",)},
    "REINF": {EVERY_SIDE: ("enter",)},
    "HIGHCOM": {EVERY_SIDE: ("highcommand",)},
}
"""From any Activation Segment to the next draw: only orders that say by themselves what they answer."""


AHEAD = Ahead(
    courses=(ADMIN, SEGMENT, NEXT_TURN),
    inner={"combat": (*REACTIONS, "card", PASS), "relocate": ("relocate",)},
    begins=("play",),
    single=("schwerpunkt", "highcommand", "luck", "box", "call"),
    reactions=REACTIONS,
    acting=lambda state: segment(state).side or AXIS,  # who begins a turn's segments
    barred=theirs,
)
