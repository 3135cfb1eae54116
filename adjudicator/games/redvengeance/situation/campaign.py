"""What the campaign remembers that no unit, track or control marker shows, as values.

The journal has these facts by name, with dashes (`control-start`), as `note` and `note_own` write them; rules
read them here. What one side alone knows is one fact for each side, `own-russian` and `own-german`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.events import EVERYBODY, FactNoted, FlagsChanged, TrackMoved, UnitEliminated
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from ..events import TableNoted
from ..position import ELIMINATED, OWN, RUSSIAN

HISTORICAL, RANDOM = "historical", "random"
"""Modes of weather (CG1)."""
ATTACK, IDLE = "attack", "idle"
"""Initiative Chits."""
INITIAL, DUAL, LULL = "initial", "dual", "lull"
"""Cases of a CGS, besides the name of the only side that attacks."""
WHOLE, BREACHED, ROADBLOCK = "whole", "breached", "roadblock"
"""A barrier across a hexside; a Barricade is the first or the second."""

Sides = Mapping[str, str]
Hexes = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Last:
    """The CGS before: the `last` of a position. A lull has no attacker, winner or CVP (notes f.40).

    cvp_*    all CVP that a side suffered      moabit_russian  those of Moabit Prisoners among them
    """

    lull: bool = False
    attack: tuple[str, ...] = ()
    winner: str = ""
    cvp_russian: int = 0
    cvp_german: int = 0
    moabit_russian: int = 0
    weather: str = ""
    ec: str = ""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What everybody knows; `rehearsed.STATE_KEYS` says what each is.

    `banner_turn` is the CGS in which the Banner was placed that flies; `more_banners` are those beside it and
    beside `placed`: Location -> that CGS, 0 until the Game Turn ends. `party_leaders` is () once all that
    were bought are lost, and stays so. `elr_told` is what changes the ELR of a side, as last told. `losses`
    and `claimed` are what both sides reported of this CGS: side -> CVP by their parts, side -> stone hexes;
    `toll` and `toll_refit` the least CVP of the losses that were booked one by one, in play and after it.
    `rolled` are what has had its die in this Refit Phase, `cleared` Russian vehicles that may play with a
    Disabled main armament. `vacated` are hexes that both sides left: hex -> the date that was prepared then.
    `isolated` and `front_line` are given by a position in place of what the control map gives, None for not
    given. `filed` are joint lines of a side that the other has not filed; `passing` are steps that a side
    passes when they come; `later` joint lines of a side that wait for their steps, and `accepted` those of
    the other side that are filed for it then; `only_named`, in the view of one side, enemy units that such
    lines name and it does not see; `signed` what both have reported of steps that are decided at
    the table; `bought_in` is the CGS for which the purchases are made.

    Of the play: `tally` counts reports of a kind and side ("selfrally german"), `snipers` are a side's two
    hexes, `works` the fortifications that lie open by their place, `engaged` whether a night's Defender has
    been attacked, `placed` where a Banner stands until the Game Turn ends, `tried` who has tried to place
    one in this Player Turn, `owed` what a unit must report first: unit -> kind of report. Of a vacated hex
    the date is 0 once it is Uncontrolled territory.
    """

    weather_mode: str = HISTORICAL
    balance_option: str = ""
    weather: str = ""
    ec: str = ""
    case: str = INITIAL
    first: str = ""
    chits: Sides = field(default_factory=dict)
    last: Mapping[str, Json] = field(default_factory=dict)
    control_start: Sides = field(default_factory=dict)
    areas: Mapping[str, tuple[Hexes, ...]] = field(default_factory=dict)
    isolated: Mapping[str, Hexes] | None = None
    front_line: Mapping[str, Hexes] | None = None
    personnel: Mapping[str, Hexes] = field(default_factory=dict)
    bridges: Sides = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    limit_known: Hexes = ()
    labor: Mapping[str, int] = field(default_factory=dict)
    barricades: Sides = field(default_factory=dict)
    barriers_seen: Hexes = ()
    terrain: Sides = field(default_factory=dict)
    fires: Sides = field(default_factory=dict)
    banner: str = ""
    banner_turn: int = 0
    more_banners: Mapping[str, int] = field(default_factory=dict)
    party_leaders: tuple[str, ...] | None = None
    elr_told: Sides = field(default_factory=dict)
    supplemental: int = 0
    east_entry: bool = False
    massacre: bool = False
    tally: Mapping[str, int] = field(default_factory=dict)
    snipers: Mapping[str, Hexes] = field(default_factory=dict)
    works: Mapping[str, Hexes] = field(default_factory=dict)
    engaged: bool = False
    placed: str = ""
    tried: Hexes = ()
    owed: Mapping[str, str] = field(default_factory=dict)
    hooks: Mapping[str, int] = field(default_factory=dict)
    filed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    later: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    accepted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only_named: tuple[str, ...] = ()
    signed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    result: Mapping[str, Json] = field(default_factory=dict)
    bought_in: int = 0
    losses: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    toll: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    toll_refit: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    claimed: Mapping[str, Hexes] = field(default_factory=dict)
    rolled: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    vacated: Mapping[str, int] = field(default_factory=dict)
    own_russian: Mapping[str, Json] = field(default_factory=dict)
    own_german: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Own:
    """What one side alone knows of its own.

    bought   group -> how many were bought in the CGS before this one, free ones not counted
    basket   the lines of its purchases for this CGS, as written, once they are sealed and until set-up
    groups   "I3#1" -> what a group came to: strength, units, sw, crews, leaders, ammo, and how it enters
    forts    fortifications bought and not yet placed      hip    hidden fortifications: item -> place
    oba      module -> its ammunition, carrier, pre-registered hexes      recon  tries bought
    inspect  hexes that are named for them in the set-up, until they are told
    chit     the Initiative Chit for the CGS to come, until it is opened
    dc_leaders, dc_fired  who helped to set DC in this phase, and the bridges on which one went off in it
    dc_unread  who fired one of which the IFT's result was not said yet -> the bridge
    secrets  vehicle -> its states that have no marker yet (16.4)   vca  vehicle -> where it faced, and how
    trenches unit under a Trench -> the date from which it has been there
    lost     units that are lost and that the enemy never saw
    pf       Panzerfaust for the CGS, fired ones among them; None for a side that has none (CG5, note G)
    free     units with Freedom of Movement by night (CG7.3)      unseen  those hidden free (CG7.10)
    bogs     vehicle -> of this set-up, where it was spared the Bog DR, and its colored die (16.5)
    paid     units hidden in this set-up for what was bought (8.621)
    snipers  where its Snipers are to be, until it has set up      rides  Armor Leader -> his vehicle
    armed    vehicles whose optional armament has been rolled for (CG11.1)
    came     unit that was set up -> its box before ("" for the map), and the markers that it had there
    masked   units concealed in this set-up -> "bought" for a counter that was bought, else "" (8.621)
    dummies  hexes with a "?" of its under which nothing is
    radios   leaders set up in this set-up with a radio or field phone
    spare    of artillery what was bought and not said yet: "prereg" hexes, "observer"s
    waiting  units bought for an earlier CGS that have not been in the game yet (CG12)
    """

    bought: Mapping[str, int] = field(default_factory=dict)
    basket: tuple[str, ...] = ()
    groups: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    forts: tuple[Json, ...] = ()
    hip: Mapping[str, Json] = field(default_factory=dict)
    oba: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    recon: int = 0
    inspect: Hexes = ()
    chit: str = ""
    dc_leaders: tuple[str, ...] = ()
    dc_fired: Hexes = ()
    dc_unread: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vca: Mapping[str, str] = field(default_factory=dict)
    trenches: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    pf: int | None = None
    free: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    bogs: Mapping[str, Json] = field(default_factory=dict)
    paid: tuple[str, ...] = ()
    armed: tuple[str, ...] = ()
    snipers: Hexes = ()
    rides: Mapping[str, str] = field(default_factory=dict)
    came: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    masked: Mapping[str, str] = field(default_factory=dict)
    dummies: Hexes = ()
    radios: tuple[str, ...] = ()
    spare: Mapping[str, int] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()


CPP, FPP, SAN, CHITS, LOST = "cpp", "fpp", "san", "chits", "lost"
ELR_LOST, ELR_CARRY, LULL_USED = "elr-lost", "elr-carry", "lull-used"
"""Tracks of each side, as `track` names them."""
GAME_TURN = "game-turn"
"""The track of the Game Turns of the firefight; 0 when none is played."""
SECRET_TRACKS = (CPP, FPP)
OF_A_CGS = ("filed", "passing", "later", "accepted", "signed", "tally", "engaged", "owed")
"""Facts that a CGS begins without, and a Lull too."""


def track(what: str, side: str) -> str:
    """The id of a side's track: "cpp-russian"."""
    return f"{what}-{side}"


def campaign(state: State) -> Campaign:
    """What everybody knows; in the view of one side, with what it knows alone."""
    return read_as(Campaign, state.facts)


def last(state: State) -> Last:
    """The CGS before this one."""
    return read_as(Last, campaign(state).last)


def mover(state: State) -> str:
    """Whose Player Turn it is."""
    now = state.frame.facts if state.frames else {}  # none is open once the campaign is over
    return str(now.get("mover") or campaign(state).first or RUSSIAN)


def own(state: State, side: str) -> Own:
    """What a side alone knows; nothing of it in the view of the other."""
    return read_as(Own, state.facts.get(OWN + side, {}))


def note(play: Play, rule: str, **facts: Json) -> None:
    """Remember facts that everybody may know: `note(play, "CG17.1", banner="Y18:R")`; None forgets one."""
    for name, value in facts.items():
        play.record(FactNoted(rule=rule, key=name.replace("_", "-"), value=value))


def note_own(play: Play, rule: str, side: str, **facts: Json) -> None:
    """Remember facts that only one side may know, besides those already known."""
    value = {**play.state.facts.get(OWN + side, {}), **facts}
    play.record(FactNoted(rule=rule, to=(side,), key=OWN + side, value=value))


def move_track(play: Play, rule: str, what: str, side: str, now: int, why: str = "") -> None:
    """Set a track of a side; of those that are secret the other side hears nothing."""
    name = track(what, side)
    to = (side,) if what in SECRET_TRACKS else EVERYBODY
    was = play.state.tracks.get(name, 0)
    play.record(TrackMoved(rule=rule, to=to, track=name, was=was, now=now, why=why))


@rule("CG17.4")
def banners(state: State) -> dict[str, int]:
    """The Red Banners that were placed: Location -> the CGS in which each was. The campaign has up to
    three, apart from each other (f.66)."""
    now = campaign(state)
    first = {now.banner: now.banner_turn} if now.banner else {}
    return {**{one: turn for one, turn in now.more_banners.items() if turn}, **first}


def placed(state: State) -> tuple[str, ...]:
    """Where Red Banners stand until their Game Turn ends."""
    now = campaign(state)
    return tuple(filter(None, (now.placed, *(one for one, turn in now.more_banners.items() if not turn))))


def note_banners(play: Play, rule: str, fly: Mapping[str, int], stand: tuple[str, ...]) -> None:
    """Remember the Red Banners that fly, the oldest first, and those that stand until a Game Turn ends."""
    now, order = campaign(play.state), sorted(fly, key=lambda one: fly[one])
    more = {**{one: fly[one] for one in order[1:]}, **dict.fromkeys(stand[1:], 0)}
    told: dict[str, Json] = {"placed": "".join(stand[:1]), "banner": "".join(order[:1]), "more_banners": more}
    told["banner_turn"] = fly[order[0]] if order else now.banner_turn
    had: dict[str, Json] = {"placed": now.placed, "banner": now.banner, "more_banners": {**now.more_banners}}
    had["banner_turn"] = now.banner_turn
    note(play, rule, **{what: one or None for what, one in told.items() if one != had[what]})


# -- what is recorded often --------------------------------------------------------------------------------


def note_in(play: Play, rule: str, fact: str, more: Mapping[str, Json]) -> None:
    """Remember entries of a fact that has several: `note_in(play, "BRV9.1.1", "barricades", {side: WHOLE})`;
    None forgets one."""
    had = play.state.facts.get(fact, {})
    value = {key: one for key, one in {**had, **more}.items() if one is not None}
    play.record(FactNoted(rule=rule, key=fact, value=value))


def tell(play: Play, rule: str, text: str, to: tuple[str, ...] = EVERYBODY) -> None:
    """Say what a clause says of something at the table."""
    play.record(TableNoted(rule=rule, to=to, text=text))


@rule("BRV9.1.3")
def barriers_seen(state: State, side: str) -> dict[str, str]:
    """The barriers across hexsides as a side sees them: to the Russian every whole Barricade is a Roadblock
    until its true type must be shown."""
    now = campaign(state)
    hidden = {at for at in now.barricades if side == RUSSIAN and at not in now.barriers_seen}
    return {at: ROADBLOCK if at in hidden and what == WHOLE else what for at, what in now.barricades.items()}


@rule("BRV9.213.3")
def remove_barrier(play: Play, clause: str, side: str) -> None:
    """A Barricade or Roadblock is gone, and all Labor at it: nothing else removes Labor. One that is built
    there later is seen as a Roadblock again."""
    now = campaign(play.state)
    note_in(play, clause, "barricades", {side: None})
    note_in(play, clause, "labor", {at: None for at in now.labor if at.partition("@")[0] == side})
    if side in now.barriers_seen:
        note(play, clause, barriers_seen=tuple(one for one in now.barriers_seen if one != side))
    what = "Roadblock" if now.barricades.get(side) == ROADBLOCK else "Barricade"
    tell(play, clause, f"the {what} {side} is removed")


def mark(
    play: Play, rule: str, unit: str, add: tuple[str, ...] = (), drop: tuple[str, ...] = (),
    to: tuple[str, ...] = EVERYBODY, why: str = "", hushed: bool = False,
) -> None:  # fmt: skip
    """Lay markers on a unit, or take them off; `hushed` where another event tells it."""
    play.record(FlagsChanged(rule=rule, to=to, units=(unit,), add=add, drop=drop, why=why, hushed=hushed))


def lose(play: Play, rule: str, unit: Unit, to: tuple[str, ...] = EVERYBODY, why: str = "") -> None:
    """A unit is eliminated."""
    play.record(UnitEliminated(rule=rule, to=to, unit=unit.id, at=unit.at, box=ELIMINATED, why=why))
