"""8.620, purchases become units: strength, models, weapons, crews, leaders, ammunition.

resolve    8.620  both sides, Russian first, group after group in the order of their lines
strength   8.6201     footnotes B, D, E, F, K, N, S1     weapons_of  8.6204, A to D     ammunition_of  8.6205
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from adjudicator.dice import numbers
from adjudicator.mechanics.drm import DRM
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .. import charts
from ..campaign_game.cg_artillery import black_chits, carriers, hexes_of, spare
from ..charts import leaders, weapons
from ..events import GroupArrived
from ..orders import Said
from ..position import GERMAN, RESERVE, RUSSIAN, SIDES
from ..situation.basket import BUY, FORT, OBA, RECON, bought_now, fpp_of, group_of, sayings
from ..situation.campaign import CPP, FPP, SAN, move_track, note_own, own, tell, track
from ..situation.modifiers import balance_drm, date_drm, roll_dr, roll_two
from .reph_forts import SUPPLEMENTAL, wear_supplemental
from .reph_purchase import DUG_IN, mode_of, spent, spent_on_forts, spent_on_recon

FULL_MOST, KEPT_MOST = 8, 4
"""Full strength up to this DR (8.6201); a weapon received up to this die (D)."""
MORTARS = (("german", "G3"), ("russian", "G3"))
GESTAPO_DICE, GESTAPO = 3, {"1-2": "8-0-gestapo", "3-6": "7-1-gestapo"}
GESTAPO_HALF_SQUAD, RED_BANNER = "3-4-8", "banner"
CREW, GREEN_CREW, TRUCK, AIRCRAFT = "2-2-8", "1-2-7", "iag-6", "fb44"
AIRCRAFT_OF_DIE = {"1-2": 1, "3-4": 2, "5-6": 3}
SNIPERS = "M1"


@dataclass(frozen=True, slots=True)
class Made:
    """What a group came to: its strength ("" where it has none), and roster ids of each sort."""

    strength: str = ""
    units: tuple[str, ...] = ()
    sw: tuple[str, ...] = ()
    crews: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    ammo: str = ""
    inexperienced: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """All units of the group, in the order in which they are numbered."""
        return (*self.units, *self.sw, *self.crews, *self.leaders)


# -- 8.6201 strength -----------------------------------------------------------------------------------------


@rule("RePh8.6201.7")
def rolls_strength(group: charts.Group) -> bool:
    """Groups with two sizes roll for strength, and machine-gun groups (B); no other does."""
    return bool(group.full) or "B" in group.marks


@rule("RePh8.6201.3", "RePh8.6201.4", "RePh8.6201.5", "RePh8.6201.6")
def strength_drms(state: State, group: charts.Group) -> tuple[DRM, ...]:
    """All modifiers of the strength roll."""
    own_kind: tuple[DRM, ...] = ()
    if group.letter == charts.GUNS and (group.side, group.id) not in MORTARS:
        own_kind = (DRM("RePh8.6201.3", 1, "Guns"),)
    elif group.letter == charts.VEHICLES:
        own_kind = (DRM("RePh8.6201.4", -1, "vehicles"),)
    return (*own_kind, *balance_drm(state, group.side), *date_drm(state, group.side))


@rule("RePh8.6201.1", "RePh8.6201.2")
def strength(play: Play, group: charts.Group, name: str) -> str:
    """Full on a final DR of 8 or less, else depleted; "" for a group that does not roll."""
    if not rolls_strength(group):
        return ""

    def result(final: int) -> str:
        return charts.FULL if final <= FULL_MOST else charts.DEPLETED

    mods = strength_drms(play.state, group)
    return result(roll_two(play, "RePh8.6201.1", f"the strength of {name}", mods, result, (group.side,)))


# -- the footnotes -------------------------------------------------------------------------------------------


@rule("RePh8.6193", "FN-H", "FN-F.1", "FN-K.1", *(row.rule for row in charts.models().values()))
def units_of_group(play: Play, group: charts.Group, name: str, depleted: bool) -> tuple[str, ...]:
    """The squads, vehicles or Guns of a group, as many as its strength gives; where a footnote says so, each
    by a die. Engineers are of a kind of their own: Assault Engineers."""
    count = group.depleted if depleted else group.full
    row = next((charts.models()[mark] for mark in group.marks if mark in charts.models()), None)
    if row is None:
        return group.kinds * count
    return tuple(
        str(_read_die(play, row.rule, f"vehicle {n} of {name}", group.side, row.rows))
        for n in range(1, count + 1)
    )


def _read_die(
    play: Play, number: str, purpose: str, side: str, rows: Mapping[str, object], mods: tuple[DRM, ...] = ()
) -> object:
    """Roll a die on a row of labels; None where it gives nothing."""

    def told(final: int) -> str:
        label = str(charts.read(rows, final) or "none")
        kind = play.state.roster.counters.get(label)
        return kind.name if kind else label

    final = roll_dr(play, number, purpose, mods, told, (side,))
    return charts.read(rows, final)


@rule("FN-D.1", "FN-D.2", "FN-D.4")
def gestapo(play: Play, name: str, depleted: bool) -> tuple[str, ...]:
    """The leaders of a Gestapo Section: three dice at either strength."""
    mods = (DRM("FN-D.2", 1, "depleted"),) if depleted else ()
    found = (
        _read_die(play, "FN-D.1", f"Gestapo leader {n} of {name}", GERMAN, GESTAPO, mods)
        for n in range(1, GESTAPO_DICE + 1)
    )
    return tuple(str(one) for one in found if one)


@rule("FN-B.1", "FN-B.2")
def machine_guns(play: Play, group: charts.Group, name: str, depleted: bool) -> tuple[str, ...]:
    """The weapons of a machine-gun group: all, or depleted those with a die of 4 or less; the whole group is
    rolled again until one at least is lost and one kept."""
    if not depleted:
        return group.kinds
    while True:
        dice = [_kept(play, "FN-B.1", f"{kind} of {name}", group.side) for kind in group.kinds]
        if any(dice) and not all(dice):
            return tuple(kind for kind, stays in zip(group.kinds, dice, strict=True) if stays)


def _kept(play: Play, number: str, purpose: str, side: str) -> bool:
    """Whether a weapon of a depleted group is received."""
    told = {True: "received", False: "forfeited"}
    die = roll_dr(play, number, purpose, (), lambda final: told[final <= KEPT_MOST], (side,))
    return die <= KEPT_MOST


# -- 8.6204 weapons ------------------------------------------------------------------------------------------


@rule(
    "RePh8.6204.D",
    "RePh8.6204.E",
    *(row.rule for row in weapons().values()),
    *(row.rule for row in charts.extras().values()),
)
def weapons_of(play: Play, group: charts.Group, name: str, depleted: bool) -> tuple[str, ...]:
    """The support weapons of an infantry group. D: each by a die if it is depleted; A, B, C: one more by a
    die if it is not; others come in full at either strength."""
    if group.letter != charts.INFANTRY:
        return ()
    row = weapons()[group.side, group.id]
    if row.note == "D" and depleted:
        kept = (kind for kind in row.kinds if _kept(play, "RePh8.6204.D", f"{kind} of {name}", group.side))
        return tuple(kept)
    if row.note in charts.extras() and not depleted:
        extra = charts.extras()[row.note]
        found = _read_die(play, extra.rule, f"one more weapon of {name}", group.side, extra.rows)
        return (*row.kinds, str(found))
    return row.kinds


@rule("FN-C.1", "FN-C.2", "FN-C.3", "FN-M")
def crews_of(group: charts.Group, served: int) -> tuple[str, ...]:
    """A crew for each machine gun or Gun of a group marked C, green ones for the Russian I7 alone; and a
    truck for each Gun marked M."""
    green = (group.side, group.id) == (RUSSIAN, "I7")
    crew = suffix(group.side, GREEN_CREW if green else CREW)
    trucks = (TRUCK,) * served if "M" in group.marks else ()
    return ((crew,) * served if "C" in group.marks else ()) + trucks


# -- 8.6205 ammunition ---------------------------------------------------------------------------------------


@rule("RePh8.6205.4", "RePh8.6205.5", "RePh8.6205.6")
def ammunition_drms(state: State, group: charts.Group) -> tuple[DRM, ...]:
    """All modifiers of the ammunition roll."""
    return (*charts.drms("ammunition", group), *balance_drm(state, group.side), *date_drm(state, group.side))


@rule(*(row.rule for row in charts.ammunition()))
def ammunition_level(side: str, final: int) -> str:
    """What a final DR gives a side."""
    columns = (({row.german if side == GERMAN else row.russian: row.level}) for row in charts.ammunition())
    return next(str(found) for column in columns if (found := charts.read(column, final)))


@rule("RePh8.6205.0")
def ammunition_of(play: Play, group: charts.Group, name: str) -> str:
    """The ammunition of a module, rolled once when it is bought; "" for a group without a module."""
    if (group.side, group.id) not in charts.modules():
        return ""

    mods, level = ammunition_drms(play.state, group), partial(ammunition_level, group.side)
    return level(roll_two(play, "RePh8.6205.0", f"the ammunition of {name}", mods, level, (group.side,)))


# -- 8.620 a group, and all of them --------------------------------------------------------------------------


@rule("RePh8.620", "FN-D.3", "RG-DE-I6.1", "RG-RU-S1.1", "BRV0.4")
def make(play: Play, group: charts.Group, name: str) -> Made:
    """What a group comes to, its dice in the order of notes g.2, however many counters the box has."""
    found = strength(play, group, name)
    depleted = found == charts.DEPLETED
    if "B" in group.marks:
        guns = machine_guns(play, group, name, depleted)
        return Made(found, sw=guns, crews=crews_of(group, len(guns)))
    if "D" in group.marks:
        leaders = gestapo(play, name, depleted)
        weapons = weapons_of(play, group, name, depleted)
        return Made(found, (GESTAPO_HALF_SQUAD,) * len(leaders), weapons, leaders=leaders)
    if group.id == "S1":
        count = _read_die(play, "RG-RU-S1.1", f"the aircraft of {name}", group.side, AIRCRAFT_OF_DIE)
        return Made(units=(AIRCRAFT,) * int(str(count)))
    units = units_of_group(play, group, name, depleted)
    weapons = (*weapons_of(play, group, name, depleted), *(one for one in group.along if one == RED_BANNER))
    leaders = tuple(one for one in group.along if one != RED_BANNER)
    made = Made(found, units, weapons, crews_of(group, len(units)), leaders)
    made = replace(made, ammo=ammunition_of(play, group, name))
    leader = roll_leader(play, group, name, depleted)
    if leader == INEXPERIENCED:
        return replace(made, inexperienced=True)
    return replace(made, leaders=(*made.leaders, leader_kind(group, leader))) if leader else made


@rule(*(row.free_rule for row in charts.starts().values()))
def free_groups(state: State, side: str) -> tuple[str, ...]:
    """The groups that a side has free when the campaign begins; they are rolled for before those bought."""
    return charts.starts()[side].free if state.turn == charts.INITIAL_CGS else ()


@rule("RePh8.620", "RePh8.6196.1")
def resolve(play: Play) -> None:
    """The purchases of both sides become units, and points that are left expire."""
    for side in SIDES:
        for id_ in free_groups(play.state, side):
            arrive(play, charts.groups()[side, id_], Said(what=(id_,)))
        for words in sayings(play.state, side, BUY):
            for _ in range(words.times):
                arrive(play, group_of(side, words), words)
        settle(play, side)


MOST_GROUPS, MOST_UNITS = 60, 20
"""Of how many numbers those of groups of an id, and of units of a group, are drawn: more than can come."""


@rule("RePh8.620", "ROST.5")
def number_of(play: Play, side: str, group: str) -> str:
    """The name of the next group of an id: "I3#13". Whoever sees one on the map may not learn how many there
    are, so the numbers come in a secret order (f.76)."""
    known = own(play.state, side)
    had = sum(name.split("#")[0] == group for name in known.groups)
    place = max(had, int(known.bought.get(group, 0)))
    order = numbers(play.chance, f"{side} {group}", MOST_GROUPS)
    left = [number for number in order if f"{group}#{number}" not in known.groups]
    return f"{group}#{left[place - had]}"


def arrive(play: Play, group: charts.Group, words: Said) -> None:
    """One group is rolled for, and its units are placed in the box of purchases."""
    name = number_of(play, group.side, group.id)
    made = make(play, group, f"{name} {group.name}")
    order = numbers(play.chance, f"{group.side} {name}", MOST_UNITS)[: len(made.kinds)]
    units = {f"{group.side[:2].upper()}-{name}-{n}": kind for n, kind in zip(order, made.kinds, strict=True)}
    play.record(
        GroupArrived(
            rule=group.rule,
            to=(group.side,),
            side=group.side,
            group=name,
            title=group.name,
            units=units,
            flags=flags_of(group, words, made),
            came=facts_of(play.state, group, words, made),
        )
    )


def flags_of(group: charts.Group, words: Said, made: Made) -> tuple[str, ...]:
    """The markers on every unit of a new group."""
    mode = mode_of(group, words)
    flags = {RESERVE: (RESERVE,), DUG_IN: ("dug-in",)}.get(mode, ())
    return ("new", *flags, *(("inexperienced",) if made.inexperienced else ()))


def facts_of(state: State, group: charts.Group, words: Said, made: Made) -> Mapping[str, object]:
    """What the record of groups says of one: counts of each sort by kind, and how it sets up."""
    counts = {
        name: dict(Counter(getattr(made, name)))
        for name in ("units", "sw", "crews", "leaders")
        if getattr(made, name)
    }
    told = {"strength": made.strength, "ammo": made.ammo, "mode": mode_of(group, words), "hex": words.hex}
    return {**{name: value for name, value in told.items() if value}, **counts, "cgs": state.turn}


@rule("RePh8.616.1", "OB-DE.2", "CG9.7", "CG10.6", "FN-A.2", "FT-FN-R2", "RG-DE-M1", "RG-RU-M1")
def settle(play: Play, side: str) -> None:
    """What else was bought: artillery, fortifications, snipers, reconnaissance; CPP that are left expire, and
    the groups count as bought. Only its side is told, except of the Sniper Activation Number."""
    state = play.state
    bought = bought_now(state, side)
    cpp, on_forts = spent(state, side) + spent_on_recon(state, side), spent_on_forts(state, side)
    left = state.tracks.get(track(CPP, side), 0) - cpp
    fpp = fpp_of(state, side) - on_forts
    note_own(
        play,
        "RePh8.6198",
        side,
        bought=dict(Counter(own(state, side).bought) + bought),
        oba=artillery(state, side),
        forts=(*own(state, side).forts, *forts(state, side)),
        spare=spare(state, side),
        recon=sum(filter(None, (words.n for words in sayings(state, side, RECON)))),
        basket=(),
    )
    for module, hexes in hexes_of(state, side).items():
        if more := black_chits(hexes):
            text = f"{module} has {more} Black Chit more, for the first of its pre-registered hexes"
            tell(play, "FN-A.2", text, to=(side,))
    if any(words.about == SUPPLEMENTAL for words in sayings(state, side, FORT)):
        wear_supplemental(play, state.turn)
    given = fpp + on_forts - state.tracks.get(track(FPP, side), 0)
    for what, now, why in (
        (CPP, 0, f"{cpp} spent{f', {left} lost' if left else ''}"),
        (FPP, fpp, f"{given} bought, {on_forts} spent"),
    ):
        if state.tracks.get(track(what, side), 0) != now:
            move_track(play, "RePh8.616.1", what, side, now, why)
    if bought[SNIPERS]:
        san = state.tracks.get(track(SAN, side), 0)
        move_track(
            play, charts.groups()[side, SNIPERS].rule, SAN, side, san + bought[SNIPERS], "Snipers bought"
        )


def artillery(state: State, side: str) -> Mapping[str, Mapping[str, object]]:
    """Each module in play with its ammunition, carrier, hexes and observer, retained or new."""
    ammo = {
        name.split("#")[0]: facts["ammo"]
        for name, facts in own(state, side).groups.items()
        if "ammo" in facts
    }
    seen = {w.about: w.observer for w in sayings(state, side, OBA) if w.observer}
    return {
        module: {
            **own(state, side).oba.get(module, {"ammo": ammo.get(module, "")}),
            "carrier": carriers(state, side).get(module, ""),
            "prereg": hexes,
            "black-chits": black_chits(hexes),
            **({"observer": seen[module]} if module in seen else {}),
        }
        for module, hexes in hexes_of(state, side).items()
    }


def forts(state: State, side: str) -> Iterator[Mapping[str, object]]:
    """The fortifications that a side buys, to be placed at set-up, and the free Foxholes at the start;
    Supplemental Armor is a fact of its own."""
    if state.turn == charts.INITIAL_CGS and charts.starts()[side].foxholes:
        yield {"item": "FOXHOLE", "times": charts.starts()[side].foxholes, "cap": 1, "free": True}
    for words in (one for one in sayings(state, side, FORT) if one.about != SUPPLEMENTAL):
        told = {"item": words.about, "times": words.times, "cap": words.cap, "ca": words.ca, "nca": words.nca}
        where = {"unit": words.unit, "hex": words.hex, "side": words.side}
        yield {key: value for key, value in {**told, **where}.items() if value}


STEPS = {"8.620": resolve}


GATE_MOST = 4
"""The highest final die by which a Russian infantry group may roll for a leader."""
TIGERS = ("V4",)
INEXPERIENCED = "inexperienced"
MOABIT = "I6"


@rule("FN-L", "RePh8.6206.00", "RePh8.6206.V", "RePh8.6206.none")
def rolls_leader(group: charts.Group) -> bool:
    """A group marked L rolls once, and no other does."""
    return "L" in group.marks


@rule("RePh8.6206.0")
def passes_gate(play: Play, group: charts.Group, name: str) -> bool:
    """Whether the leader table may be rolled on: a Russian infantry group rolls a die for that, no other."""
    if group.side != RUSSIAN or group.letter != charts.INFANTRY:
        return True

    def result(final: int) -> str:
        return f"a leader may be rolled for ({GATE_MOST} or less)" if final <= GATE_MOST else "no leader"

    mods = tuple(charts.drms("gate", group))
    purpose = f"whether {name} may roll for a leader"
    return roll_dr(play, "RePh8.6206.0", purpose, mods, result, (group.side,)) <= GATE_MOST


@rule("RePh8.6206.14", *(row.rule for row in charts.modifiers() if row.roll == "leader"))
def leader_drms(group: charts.Group, depleted: bool) -> tuple[DRM, ...]:
    """All modifiers of a group's leader roll; the Banner Escort has its own instead of the 6-2-8's."""
    found = tuple(one for one in charts.drms("leader", group) if one.value)
    return (*found, *((DRM("RePh8.6206.14", 1, "depleted"),) if depleted else ()))


@rule("RePh8.6206.20", *(row.rule for row in leaders()))
def leader_of(group: charts.Group, final: int) -> str:
    """What the table gives: "9-1", "" for nobody, or that the crews are inexperienced. A Tiger group has a
    9-1 instead of an 8-1."""
    row = next(row for row in leaders() if charts.read({row.final: row}, final))
    if group.letter != charts.VEHICLES:
        return row.german if group.side == GERMAN else row.russian
    tiger = group.side == GERMAN and group.id in TIGERS
    return "9-1" if row.armor == "8-1" and tiger else row.armor


@rule("RePh8.6206.max", "RePh8.6206.28")
def roll_leader(play: Play, group: charts.Group, name: str, depleted: bool) -> str:
    """What a group's one roll brings, as `leader_of` says it; "" where it does not roll."""
    if not rolls_leader(group) or not passes_gate(play, group, name):
        return ""

    def result(final: int) -> str:
        found = leader_of(group, final)
        return "all crews are Inexperienced" if found == INEXPERIENCED else found or "no leader"

    mods = leader_drms(group, depleted)
    final = roll_two(play, "RePh8.6206.max", f"the leader of {name}", mods, result, (group.side,))
    return leader_of(group, final)


def leader_kind(group: charts.Group, leader: str) -> str:
    """The roster's id of a leader: "9-1-de", "al-9-1-ru", "8-0-moabit"."""
    plain = leader.replace("+", "-")
    if (group.side, group.id) == (RUSSIAN, MOABIT):
        return f"{plain}-moabit"
    return suffix(group.side, f"al-{plain}" if group.letter == charts.VEHICLES else plain)


def suffix(side: str, kind: str) -> str:
    """The roster's id of a kind that both sides have: "9-1-de"."""
    return f"{kind}-{'de' if side == GERMAN else 'ru'}"
