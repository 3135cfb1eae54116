"""Steps 8.6092 to 8.6094: what fires do to rubble and buildings; CG27: what the ground has suffered stays.

Fires and changed terrain are facts of the campaign, hex by hex. Both sides report them as they come up:

    REPORT BURNING hex=K12 terrain=wood-rubble fire=blaze        REPORT TERRAIN hex=K12 terrain=shellhole

Whatever the map knows of a hex need not be said.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from ..campaign_game.cg_losses import hex_of
from ..charts import rows_of
from ..events import FireBurned
from ..orders import Report, Reports, Said, Steps
from ..position import SIDES
from ..situation.campaign import campaign, mark, note, note_in, note_own, own, tell
from ..situation.ground import OPENINGS, SHELLHOLE, STONE, WOOD, become, tags
from ..situation.modifiers import pull_down
from ..situation.pieces import VEHICLE, is_a

FLAME, BLAZE, BOTH, EVERY_LOCATION = "flame", "blaze", "both", "all"
"""Fires of a hex: a Flame, a Blaze, one of each; "all" is a Flame in every Location of a building."""
BUILDING, FACTORY, GUTTED, CLEAR = "building", "factory", "gutted", "clear"
WOODEN = "wood-building"
"""A building that falls to wooden rubble; all others of the city are stone."""
BURNING = (WOOD, STONE, BUILDING, WOODEN, FACTORY)
TERRAIN = (WOOD, STONE, SHELLHOLE, GUTTED, *OPENINGS, CLEAR)
"""Changes that both sides may report; CLEAR takes one away again (CG27)."""
BUILDING_TAGS = frozenset({"multi-hex", "one-hex", "stone", "reichstag", "gate"})
WRECK, BURNT_OUT, EVERY = "wreck", "burnt-out", "every"


def ground_of(state: State, hex_: str) -> str:
    """What burns in a hex: what it has become, else what the map says, "" where that is nothing. A building
    with a Breach is a building."""
    if changed := become(state, hex_):
        return changed
    found = tags(hex_)
    if any(tag.startswith("factory") for tag in found):
        return FACTORY
    return BUILDING if found & BUILDING_TAGS else ""


# -- what a fire does --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Burnt:
    """What a fire does to what burns: the terrain and the fire that it leaves ("" for none), whether every
    vehicle burns out where it was a Blaze, or wrecks alone, and why, in words."""

    rule: str
    ground: tuple[str, ...]
    fire: tuple[str, ...]
    terrain: str
    left: str
    burns_out: str
    why: str


@cache
def chart() -> tuple[Burnt, ...]:
    """The steps 8.6092 to 8.6094, row by row."""
    return rows_of(Burnt, "fires.csv")


@rule(*dict.fromkeys(row.rule for row in chart()))
def burnt(ground: str, fire: str) -> Burnt:
    """What a fire does to what burns."""
    return next(row for row in chart() if ground in row.ground and fire in row.fire)


def burn(play: Play, *kinds: str) -> None:
    """Every fire in terrain of these kinds, hex by hex."""
    fires = campaign(play.state).fires
    for hex_ in sorted(fires):
        if (kind := ground_of(play.state, hex_)) in kinds:
            _burn(play, hex_, burnt(kind, fires[hex_]))


@rule("RePh8.6092.2", "RePh8.6093.1", "CG27.7")
def _burn(play: Play, hex_: str, found: Burnt) -> None:
    now = campaign(play.state)
    play.record(FireBurned(rule=found.rule, space=hex_, why=found.why))
    fires = {one: fire for one, fire in now.fires.items() if one != hex_}
    note(play, found.rule, fires={**fires, hex_: found.left} if found.left else fires)
    if found.terrain:
        note_in(play, found.rule, "terrain", {hex_: found.terrain})
    blazed = now.fires[hex_] in {BLAZE, BOTH}
    if blazed:
        cover(play, hex_)
    for unit in play.state.at(hex_) if blazed else ():
        wreck, stays = WRECK in unit.flags, BURNT_OUT in unit.flags or not is_a(play.state, unit, (VEHICLE,))
        if not stays and (wreck or found.burns_out == EVERY):  # from now on it has no other marker
            clause, gone = "CG27.7" if wreck else found.rule, tuple(sorted(unit.flags))
            mark(play, clause, unit.id, add=(BURNT_OUT,), drop=gone, why="it burnt in the hex")


GONE_WITH = "gone under rubble or in a Blaze in"
"""What is said of fortifications that do not remain."""


@rule("CG27.2", "CG17.3")
def cover(play: Play, hex_: str) -> None:
    """Fortifications remain unless rubble has fallen on them or their Location is in a Blaze; of those that
    lie hidden their owner alone hears (f.68). A Red Banner is gone with the roof on which it was placed."""
    if pull_down(play, hex_):
        tell(play, "CG17.3", f"the Red Banner in {hex_.upper()} is gone with its roof")
    works = {
        at: lie for at, lie in campaign(play.state).works.items() if at.partition(":")[0].lower() == hex_
    }
    if works:
        note_in(play, "CG27.2", "works", dict.fromkeys(works))
        tell(play, "CG27.2", f"{GONE_WITH} {hex_.upper()}: {', '.join(chain(*works.values()))}")
    for side in SIDES:
        hip = own(play.state, side).hip
        left = {name: at for name, at in hip.items() if hex_of(str(at)) != hex_}
        if lost := [name for name in hip if name not in left]:
            note_own(play, "CG27.2", side, hip=left)
            told = ", ".join(name.partition("@")[0].casefold() for name in lost)
            tell(play, "CG27.2", f"{GONE_WITH} {hex_.upper()}: {told}", to=(side,))


# -- reports -----------------------------------------------------------------------------------------------


def _hex(state: State, said: Said, number: str) -> str:
    """The hex that a report names. Raises Refused for none of the map."""
    if hex_of(said.hex) not in state.board.spaces:
        raise Refused(number, f"{said.hex} is not a hex of the map" if said.hex else "hex= says where")
    return hex_of(said.hex)


def check_burning(state: State, side: str, said: Said) -> None:
    """REPORT BURNING: where, what burns, a Flame, a Blaze or both."""
    hex_ = _hex(state, said, "RePh8.609")
    line = f"REPORT BURNING hex={said.hex}"
    if said.fire not in {FLAME, BLAZE, BOTH}:
        legal = tuple(f"{line} fire={one}" for one in (FLAME, BLAZE, BOTH))
        raise Refused("RePh8.609", "fire= says what burns there", legal)
    known, told = ground_of(state, hex_), said.more.get("terrain", "")
    if told and known and told != known:
        legal = (f"{line} fire={said.fire}",)
        raise Refused("RePh8.609", f"{said.hex} is {known}, not {told}", legal)
    if (told or known) not in BURNING:
        legal = tuple(f"{line} fire={said.fire} terrain={one}" for one in BURNING)
        raise Refused("RePh8.609", "terrain= says what burns", legal)


def book_burning(play: Play, said: Said) -> None:
    """The fire, and what it burns, are on the record until their step."""
    hex_ = hex_of(said.hex)
    note_in(play, "RePh8.609", "fires", {hex_: said.fire})
    if (told := said.more.get("terrain")) and not ground_of(play.state, hex_):
        note_in(play, "RePh8.609", "terrain", {hex_: told})


def check_terrain(state: State, side: str, said: Said) -> None:
    """REPORT TERRAIN: which hex has become what."""
    _hex(state, said, "CG27.1")
    if said.more.get("terrain") not in TERRAIN:
        legal = tuple(f"REPORT TERRAIN hex={said.hex} terrain={one}" for one in TERRAIN)
        raise Refused("CG27.1", "terrain= says what it has become", legal)


@rule("CG27.1", "CG27.2")
def book_terrain(play: Play, said: Said) -> None:
    """Changed terrain stays for all CGS to come; only clearance takes it away. A Breach or a trail break
    leaves the hex what it has become, and what falls there covers them."""
    now, hex_, word = campaign(play.state).terrain, hex_of(said.hex), said.more["terrain"]
    told = {one: had for one, had in now.items() if one != hex_}
    words = (*now.get(hex_, "").split(), word) if word in OPENINGS else (word,)
    note(play, "CG27.1", terrain=told if word == CLEAR else {**told, hex_: " ".join(dict.fromkeys(words))})
    if word in {WOOD, STONE}:
        cover(play, hex_)


REPORTS: Reports = {
    "BURNING": Report(check_burning, book_burning, keys=("terrain",)),
    "TERRAIN": Report(check_terrain, book_terrain, keys=("terrain",)),
}
STEPS: Steps = {
    "8.6092": lambda play: burn(play, WOOD),
    "8.6093": lambda play: burn(play, STONE),
    "8.6094": lambda play: burn(play, BUILDING, WOODEN, FACTORY),
}
