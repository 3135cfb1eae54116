"""What a rehearsal of this game may lay out beyond units and tracks, and what the game plays with stand-ins
for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.games.koenigsberg45.position import (
    ELIMINATED,
    GERMAN,
    REFUGEE_MARKER,
    REMOVED,
    SIDES,
    SOVIET,
    VOLKSTURM_BOX,
    is_hq,
    kind,
    troops,
    volksturm,
)
from adjudicator.games.koenigsberg45.turn.r00_chits import ASIDE, CUP, OUT, chit_of
from adjudicator.games.koenigsberg45.turn.r00_setup import box_of, tracks
from adjudicator.rulings import rule
from adjudicator.state import OFF, Frame, Json, State

STATE_KEYS: Mapping[str, str] = {
    "active": "the side all of whose units are activated, for a position that begins in MOVE or COMBAT",
    "activated": 'the ids of the units that alone are activated, with "active"',
    "hq": 'the HQ that is activated, with "active"',
    "chit": 'the chit that activated it, with "active"',
    "cup": "the chits that are in the cup; without it those of the set-up",
    "out": "the chits that are out of the game for good",
    "aside": "the Command Chits drawn this turn that activated nobody (2.1b.2)",
    "stopped": "the Fronts that may activate nobody any more this turn (random event 10)",
    "released": "the HQs of 6th and 55th Corps that may move (12.8)",
    "vp-taken": "the Victory Point hexes that the Soviets have taken so far, lost again or not (K-R54)",
    "wanted": "side -> option -> whether it would have it on, while the set-up is agreed (15.0.1)",
    "gd": '"withdrawn" or "returned": the fate of Gross Deutschland (0.7d, 0.7e)',
    "split-lost": "the split supply sources that the Soviets have taken (11.2a)",
    "limited": "true while Königsberg is a limited supply centre (11.2b)",
    "hipper-used": "true once Admiral Hipper has fired this turn (12.6)",
    "refugee-sides": 'marker -> "red" or "blue", the side it shows (12.2a)',
    "no-gas": "true once the NO GAS chit has been drawn this turn (0.7c)",
    "rail-zones": 'train -> "entered" or "left": what it did with enemy zones of control this turn (4.6)',
    "arrived": '"placed" and "railed": the units placed in this Reinforcement Segment, and by rail (1.2a)',
    "tops": "hex -> the unit on top of its stack there (0.1e.1)",
    "options": 'the optional rules in force: "bohme", "mikosch", "attacker-town-protection" (15.0.1, K-R28)',
}

WHO_ACTS = ("active", "activated", "hq", "chit")
"""Those keys of a rehearsal that its activation remembers, and not the game."""

STATE_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("cup", "out", "aside", "chit"), "chit"),
    **dict.fromkeys(("activated", "hq"), "unit"),
    "active": "side",
}
"""What those keys hold that name a piece or a player."""

STANDINS = (
    "map: hexes, terrain, rivers, roads, railroads, towns, sources, entry hexes, set-up hexes",
    "Terrain Effects Chart, Combat Results Table and Barrage Table",
    "Turn Record Track, except what the rules say about turns 2, 3 and 8",
    "strengths, movement, steps and colours of the units; ranges and Fronts of HQs; air units by Air Army",
    "number of refugee markers and strength of Admiral Hipper",
)

KEPT = (VOLKSTURM_BOX,)
"""Tracks that stand where the set-up puts them unless a rehearsal says otherwise."""


def lay(state: State, position: Mapping[str, Json]) -> State:
    """Make a laid position whole: tracks that a rehearsal leaves alone, control of Victory Point hexes,
    and the activation of a position that begins in the middle of one."""
    given = position.get("tracks", {})
    kept = {track: value for track, value in tracks().items() if track in KEPT and track not in given}
    held = {s.id: str(s.facts["held"]) for s in state.board.spaces.values() if s.facts.get("vp")}
    control = {**held, **state.control}
    if "vp-soviet" not in given:
        kept["vp-soviet"] = sum(control[space] == SOVIET for space in held)
    laid = state.but(tracks={**state.tracks, **kept}, control=control)
    laid = with_cup(without_lost(in_boxes(laid)))
    laid = in_activation(laid) if state.segment in {"SELECT", "MOVE", "COMBAT", "CLOSE"} else laid
    return replace(laid, facts={key: value for key, value in laid.facts.items() if key not in WHO_ACTS})


def in_boxes(state: State) -> State:
    """A position in which Volksturm units, air units and refugee markers that were taken off the map are in
    their boxes: they are available unless a rehearsal puts them elsewhere."""
    units = dict(state.units)
    for unit in state.units.values():
        if unit.at == OFF and (volksturm(unit) or kind(state, unit) in {"air", REFUGEE_MARKER}):
            units[unit.id] = replace(unit, at=box_of(state.roster.counters[unit.id]))
    return state.but(units=units)


def with_cup(state: State) -> State:
    """A position whose cup is laid out."""
    if CUP not in state.facts:
        return state
    left = {key: value for key, value in state.facts.items() if key != CUP}
    return replace(state, facts=left, cups={**state.cups, CUP: tuple(state.facts[CUP])})


@rule("12.1c.2", "2.2b.1", "K-R5", "K-R36")
def without_lost(state: State) -> State:
    """A position in which an HQ that a rehearsal eliminates is out of the game for good, as one that is lost
    in play, and its chit with it: it is in no cup, hand or box (12.1c), unless the rehearsal lays it into the
    cup itself, to see it drawn by mistake (K-R5)."""
    lost = [unit for unit in state.units.values() if is_hq(state, unit) and unit.at in {ELIMINATED, REMOVED}]
    chits = {chit_of(hq.id, hq.side) for hq in lost} - set(state.facts.get(CUP, ()))
    if not lost:
        return state
    units = {**state.units, **{hq.id: replace(hq, at=REMOVED) for hq in lost}}
    cups = {cup: tuple(item for item in items if item not in chits) for cup, items in state.cups.items()}
    hands = {side: tuple(one for one in held if one not in chits) for side, held in state.hands.items()}
    aside = tuple(chit for chit in state.facts.get(ASIDE, ()) if chit not in chits)
    out = tuple(dict.fromkeys((*state.facts.get(OUT, ()), *sorted(chits))))
    facts = {**state.facts, OUT: out, **({ASIDE: aside} if ASIDE in state.facts else {})}
    return state.but(units=units, cups=cups, hands=hands, facts=facts)


def in_activation(state: State) -> State:
    """A position that begins in the middle of an activation: who acts say "active", "activated", "hq"."""
    given, side = state.facts, state.facts.get("active", SOVIET)
    side = side if side in SIDES else GERMAN
    facts = {"side": side, "chit": given.get("chit", ""), "hq": given.get("hq", "")}
    if state.segment != "SELECT":
        everybody = (unit.id for unit in troops(state, side))
        active = tuple(given.get("activated", everybody))
        facts |= {"active": active, "extra": (), "moved": (), "attacked": ()}
    return replace(state, frames=(Frame(state.segment, facts),))
