"""The oracle of Red Vengeance: 8.6052 isolation, 8.6123 ELR, 8.616 CPP, 8.6171 weather, 8.619 purchases,
8.620 groups, 8.623 initiative, CG32 game end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from tests.oracles.hexes import spread, table

DATES = ("4/28-PM", "4/28-NT", "4/29-AM", "4/29-PM", "4/29-NT", "4/30-AM", "4/30-PM", "4/30-NT", "5/1-AM")
CRITICAL = {"russian": (-1, -1, 0, -1, 1, 2, -2, 0, 1), "german": (-2, -1, 0, 1, -1, 0, -1, 0, 2)}
"""CG31."""
BASE = {"russian": (80, 30, 40, 45, 35, 30, 50, 30, 20), "german": (60, 20, 30, 32, 28, 36, 35, 28, 20)}
"""8.6161."""


@dataclass(frozen=True, slots=True)
class Group:
    """A row of a reinforcement chart: full and depleted size, the price, the most in a CGS and in the
    campaign."""

    full: int
    depleted: int
    price: int
    most: int
    ever: int
    units: str = ""


def chart(rows: str) -> Mapping[str, Group]:
    """A chart from lines of id, F/D, CPP, Max CGS, Max CG, unit."""
    found = {}
    for row in rows.strip().splitlines():
        id_, sizes, price, most, ever, *units = row.split()
        full, _, depleted = sizes.partition("/")
        found[id_] = Group(int(full), int(depleted or 0), int(price), int(most), int(ever), " ".join(units))
    return found


GROUPS = {
    "german": chart("""
        I1 3/2 8 4 10 6-5-8
        I2 3/2 5 6 11 4-4-7
        I3 4/3 4 6 13 4-3-6
        I4 3/2 10 2 3 8-3-8
        I5 3/2 4 1 3
        I6 3/2 10 1 1 6-5-8
        I7 4 7 2 5
        V1 2/1 6 2 2
        V2 2/1 9 1 1
        V3 2/1 10 1 1
        V4 2/1 13 1 2
        V5 2/1 9 2 2
        V6 2/1 5 2 2
        V7 3/2 4 1 1
        V8 3/2 3 1 2
        G1 2/1 3 1 1
        G2 2/1 3 1 1
        G3 2/1 5 2 2
        G4 2/1 3 1 2
        G5 2/1 5 1 1
        G6 2/1 5 1 1
        G7 2/1 5 1 1
        G8 2/1 7 2 2
        O1 0 7 1 3
        O2 0 10 1 3
        M1 0 2 2 6
        M2 0 1 6 24
    """),
    "russian": chart("""
        I1 3/2 4 4 8 4-4-7
        I2 3/2 6 8 13 4-5-8
        I3 3/2 4 4 6 5-2-7
        I4 3/2 6 8 11 6-2-8
        I5 3/2 9 4 4 6-2-8
        I6 6/4 4 4 6 3-3-7
        I7 5 8 2 2
        I8 6 10 2 2
        I9 2/1 5 3 3 6-2-8
        V1 3/2 4 3 3
        V2 3/2 9 3 5
        V3 3/2 10 1 1
        V4 2/1 8 3 5
        V5 2/1 10 2 2
        V6 2/1 12 1 1
        V7 3/2 11 2 3
        V8 2/1 6 2 2
        V9 2/1 4 2 2
        V10 3/2 10 2 4
        V11 2/1 8 2 4
        V12 2/1 8 2 2
        G1 2/1 5 2 2
        G2 2/1 7 1 1
        G3 2/1 6 2 4
        G4 2/1 7 1 1
        G5 2/1 8 1 1
        O1 0 5 1 5
        O2 0 6 1 5
        O3 0 9 1 3
        O4 0 11 1 2
        O5 0 6 1 4
        M1 0 2 1 6
        M2 0 1 4 40
        P1 0 3 1 1
    """),
}


def balance(lost: int, others: int) -> int:
    """CG30: 1 for a side that lost two CGS more than the other, 2 for three or more."""
    return 2 if lost - others >= 3 else int(lost - others == 2)


# -- 8.616, 8.617, 8.6123, 8.623, CG32 -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Last:
    """The CGS before: who filed an Attack Chit, who won, the CVP that each side suffered, those of Moabit
    Prisoners."""

    lull: bool
    attack: tuple[str, ...]
    winner: str
    suffered: Mapping[str, int]
    moabit: int = 0


def cpp(side: str, turn: int, dr: int, last: Last, handicap: int) -> int:
    """8.6161, 8.6162: the base of the date and the modifier of the roll; the first date had no chits
    (f.6)."""
    total = dr - handicap + CRITICAL[side][turn - 1]
    if not last.lull:
        total += 2 * (side in last.attack and turn > 2) - 3 * (last.winner == side)
        total -= (last.suffered[side] - (last.moabit if side == "russian" else 0)) // 25
    return BASE[side][turn - 1] + 6 - min(max(total, 0), 12)


def weather(before: str, ec_before: str, dr: int, die: int) -> tuple[str, str]:
    """8.6171: the random weather and Environmental Conditions."""
    dr -= before == "Overcast"
    die -= 2 * (ec_before == "Wet") + (before == "Fog/Mist")
    sky = "Fog/Mist" if dr <= 2 else "Overcast" if dr <= 4 else "Clear" if dr <= 11 else "Clear and Gusty"
    ground = "Wet" if die <= 1 else "Moist" if die <= 4 else "Moderate" if die == 5 else "Dry"
    return sky, ground


def elr_loss(suffered: int, carried: int) -> tuple[int, int]:
    """8.6123, CG24: the levels lost, and the CVP that are carried on."""
    return divmod(suffered + carried, 70)


ELR = {
    "russian": {"6-2-8-ae": 5, "3-3-7": 2, "smc": 4, "6-2-8": 4, "4-5-8": 4, "4-4-7": 4, "5-2-7": 4},
    "german": {"8-3-8": 5, "smc": 4, "6-5-8": 4, "4-4-7": 2, "4-3-6": 2},
}
"""8.1."""


def elr(side: str, kind: str, lower: int, banner: bool) -> int:
    """8.1, CG15, CG17, CG18: the ELR of a type, never above the table or below 0 (f.2, f.3)."""
    table_ = ELR[side][kind]
    raised = (1 if side == "russian" else -1) * banner
    return min(max(table_ - lower + raised, 0), table_)


def counted(side: str, losses: Mapping[str, int]) -> int:
    """Section 20: what a side has suffered, Russian vehicles and Moabit Prisoners left out."""
    spared = losses["vehicles"] + losses["moabit"] if side == "russian" else 0
    return losses["suffered"] - spared


def winner(attacker: str, dual: bool, losses: Mapping[str, Mapping[str, int]], lvp: Mapping[str, int]) -> str:
    """Section 20: who wins a CGS; `attacker` moves first, and an even Dual Attack goes to the other."""
    defender = "german" if attacker == "russian" else "russian"
    suffered = {side: counted(side, losses[side]) for side in losses}
    earned = {attacker: suffered[defender] + lvp[attacker], defender: suffered[attacker] + lvp[defender]}
    if dual:
        return attacker if earned[attacker] > earned[defender] else defender
    return attacker if earned[attacker] > 2 * suffered[attacker] else defender


def ends(turn: int, die: int) -> bool:
    """CG32: whether the CGS is over after a Game Turn."""
    return turn >= 8 or die <= {5: 1, 6: 3, 7: 5}.get(turn, 0)


def first(chits: Mapping[str, str], rolls: Mapping[str, int]) -> tuple[str, str]:
    """8.623: the case, and who moves first; with two Attack Chits the lower modified roll, "" for
    another."""
    attack = [side for side in ("russian", "german") if chits[side] == "attack"]
    if not attack:
        return "lull", ""
    if len(attack) == 1:
        return attack[0], attack[0]
    if rolls["russian"] == rolls["german"]:
        return "dual", ""
    return "dual", min(rolls, key=lambda side: rolls[side])


# -- 8.619 purchases -------------------------------------------------------------------------------------


def price(side: str, id_: str, mode: str, turn: int) -> int | None:
    """8.6194: the price of a group; None where it may not be bought so."""
    group, kind = GROUPS[side][id_], id_[0]
    if side == "german" and id_ in {"G6", "G7", "G8"} and turn > 1:  # I2
        return None
    if mode == "dugin":  # I3
        cheap = side == "german" and id_ in {"V1", "V2", "V3", "V4"} and turn == 1
        return (group.price + 1) // 2 if cheap else None
    if mode == "reserve":  # 8.6194b
        return group.price - 1 if kind == "I" else None
    if mode == "map" and kind in "IV":  # 8.6194a, I5
        free = {"german": {"I5", "I6", "I7"}, "russian": {"I7", "I8"}}[side]
        extra = {"german": 1, "russian": 2}[side]
        return group.price + (0 if id_ in free or (side == "german" and turn == 1) else extra)
    return group.price


Line = tuple[str, int, str]
"""A line of a purchase: group, how many, mode."""


def basket(side: str, lines: Sequence[Line], turn: int, purse: int, before: Mapping[str, int]) -> list[bool]:
    """8.6194 to 8.6196, 8.616: which lines stand; all fall that together cost more than there is."""
    taken: Counter[str] = Counter()
    good: list[bool] = []
    spent = 0
    for id_, count, mode in lines:
        cost, group = price(side, id_, mode, turn), GROUPS[side][id_]
        most = min(group.most, group.ever - before.get(id_, 0))
        fine = cost is not None and taken[id_] + count <= most
        good.append(fine)
        if fine and cost is not None:
            taken[id_] += count
            spent += cost * count
    return good if spent <= purse else [False] * len(good)


FORTS = {
    "TRENCH": (4, "CDF"), "APMINE": (1, "CDFG"), "ATMINE": (3, "CFG"), "WIRE": (6, "CDFG"),
    "TUNNEL": (21, "G"), "ROADBLOCK": (16, "G"), "BARRICADE": (9, "G"), "ATDITCH": (12, "GDE"),
    "MMGCUPOLA": (10, "EG"), "HMGCUPOLA": (21, "EG"), "SUPPLEMENTAL": (22, "R"),
    "FORTIFIED": (5, ""), "CONCEAL": (1, ""),
}  # fmt: skip


def fort(side: str, item: str, turn: int) -> int | None:
    """8.621: the price of a fortification in FPP; None where the side may not buy it."""
    cost, notes = FORTS[item]
    barred = ("G" in notes and side != "german") or ("R" in notes and side != "russian")
    if barred or ("E" in notes and turn > 1):
        return None
    return cost * (2 if "D" in notes and turn > 1 else 1)


# -- 8.620 groups ----------------------------------------------------------------------------------------


@dataclass
class Arrived:
    """A group as it arrives."""

    strength: str = ""
    units: Counter[str] = field(default_factory=Counter)
    sw: Counter[str] = field(default_factory=Counter)
    crews: Counter[str] = field(default_factory=Counter)
    leaders: Counter[str] = field(default_factory=Counter)
    ammo: str = ""
    green: bool = False


WEAPONS = {
    "german": {"I1": "LMG PSK", "I4": "LMG DC DC FT", "I6": "LMG PSK"},
    "russian": {"I2": "LMG", "I4": "LMG", "I5": "LMG DC DC FT", "I9": "LMG"},
}
GUNS = {
    "german": {"I7": "MMG MMG HMG HMG"},
    "russian": {"I7": "MMG MMG HMG HMG .50", "I8": "MMG MMG HMG HMG .50 .50"},
}
LEADERS = {
    "german": ["10-3", "10-2", "9-2", "9-1", "9-1", "8-1", "8-1", "8-0", "7-0", "6+1"],
    "russian": ["10-3", "10-2", "9-2", "9-1", "9-1", "8-1", "8-0", "7-0", "6+1"],
    "armor": ["10-2", "10-2", "9-2", "9-1", "8-1"],
}
LEADING = {
    "german": {"I1": -1, "I2": 1, "I3": 2, "I4": -1, "V4": -1},
    "russian": {"I2": -1, "I3": 1, "I4": -1, "I5": -2, "I6": 2, "I9": -2, "V4": -1, "V5": -1, "V6": -1},
}
UNLED = {"german": {"I5", "I6", "I7", "V7", "V8"}, "russian": {"I7", "I8"}}
TABLES = {
    "V7": ("PSW 234/4", "PSW 234/2", "PSW 234/1", "PSW 232", "PSW 222(L)", "SPW 250/sMG"),
    "V8": ("SPW 251/sMG", "SPW 251/1", "SPW 250/1", "SdKfz 7", "NAG 4500", "Kfz 1"),
    "V1": ("Mk IVH",) * 3 + ("Mk IVJ",) * 3,
    "V6": ("StuG IIIG",) * 3 + ("StuG IIIG(L)",) * 3,
}


def arrive(side: str, id_: str, turn: int, handicap: int, dice: Iterator[int]) -> Arrived:
    """8.620: one group, rolled for in the order of the step."""
    group, came = GROUPS[side][id_], Arrived()
    if id_[0] == "O":
        came.ammo = ammunition(side, id_, CRITICAL[side][turn - 1] - handicap, next(dice) + next(dice))
        return came
    if id_[0] in "MPS":
        return came
    drm = CRITICAL[side][turn - 1] - handicap - (id_[0] == "V")
    drm += id_[0] == "G" and id_ != "G3"
    thin = next(dice) + next(dice) + drm >= 9
    came.strength = "depleted" if thin else "full"
    size = group.depleted if thin else group.full
    if id_ in GUNS[side]:
        machine_guns(side, id_, thin, came, dice)
    elif id_ == "I5" and side == "german":
        gestapo(thin, came, dice)
    elif side == "german" and id_ in TABLES:
        came.units.update(TABLES[id_][next(dice) - 1] for _ in range(size))
    else:
        came.units[group.units or id_] = size
    if id_[0] == "G":
        came.crews["2-2-8"] = size
    if (side, id_) in {("russian", "G4"), ("russian", "G5")}:
        came.crews["IAG-6"] = size
    weapons(side, id_, thin, came, dice)
    leader(side, id_, thin, came, dice)
    return came


def ammunition(side: str, id_: str, drm: int, dr: int) -> str:
    """8.6205."""
    total = dr + drm - (side == "russian" and id_ in {"O3", "O4"})
    plenty, normal = (2, 5) if side == "german" else (5, 10)
    return "plentiful" if total <= plenty else "normal" if total <= normal else "scarce"


def machine_guns(side: str, id_: str, thin: bool, came: Arrived, dice: Iterator[int]) -> None:
    """Footnotes B and C: a depleted section keeps what dice of 1 to 4 leave it, but neither all nor
    nothing."""
    guns = GUNS[side][id_].split()
    kept = guns
    while thin and len(kept) in {0, len(guns)}:
        kept = [gun for gun in guns if next(dice) <= 4]
    came.sw.update(kept)
    came.crews["1-2-7" if (side, id_) == ("russian", "I7") else "2-2-8"] = len(kept)


def gestapo(thin: bool, came: Arrived, dice: Iterator[int]) -> None:
    """Footnote D: three dice; each leader brings a half-squad."""
    for _ in range(3):
        roll = next(dice) + thin
        if roll <= 6:
            came.leaders["8-0" if roll <= 2 else "7+1"] += 1
            came.units["3-4-8"] += 1


def weapons(side: str, id_: str, thin: bool, came: Arrived, dice: Iterator[int]) -> None:
    """8.6204 with its footnotes A to D."""
    listed = WEAPONS[side].get(id_, "").split()
    if thin and (side, id_) in {("german", "I1"), ("german", "I4"), ("russian", "I5")}:
        listed = [one for one in listed if next(dice) <= 4]
    came.sw.update(listed)
    came.sw["Red Banner"] = int((side, id_) == ("russian", "I9"))
    if thin:
        return
    if (side, id_) == ("russian", "I4"):
        came.sw["LMG" if next(dice) <= 3 else "DC"] += 1
    if (side, id_) == ("german", "I2"):
        came.sw["LMG" if next(dice) == 1 else "50 MTR"] += 1
    if (side, id_) == ("russian", "I1"):
        came.sw["LMG" if next(dice) <= 3 else "50 MTR"] += 1


def leader(side: str, id_: str, thin: bool, came: Arrived, dice: Iterator[int]) -> None:
    """8.6206: a Russian infantry group rolls first whether it may."""
    if (side, id_) == ("german", "I6"):
        came.leaders.update({"10-0": 1, "9-0": 2})
    if id_[0] not in "IV" or id_ in UNLED[side]:
        return
    if side == "russian" and id_[0] == "I" and next(dice) - (id_ == "I5") + (id_ == "I6") > 4:
        return
    total = next(dice) + next(dice) + LEADING[side].get(id_, 0) + thin
    names = LEADERS["armor" if id_[0] == "V" else side]
    place = max(total, 1) - 1
    came.green = id_[0] == "V" and total >= 13
    if place < len(names):
        tiger = (side, id_, total) == ("german", "V4", 5)
        came.leaders["9-1" if tiger else names[place]] += 1


# -- 8.6052 isolation ------------------------------------------------------------------------------------

COLUMNS = [*"abcdefghijklmnopqrstuvwxyz", *(2 * c for c in "abcdefghijklm")]


@cache
def city() -> Mapping[str, Mapping[str, str]]:
    """What the map says of every hex."""
    return {row["id"]: row for row in table("maps", "redvengeance", "places.csv")}


@cache
def beside(hex_: str) -> tuple[str, ...]:
    """The neighbours of a hex; A, C ... stand half a hex lower than B, D ..."""
    name = hex_.rstrip("0123456789")
    column, row = COLUMNS.index(name), int(hex_[len(name) :])
    low = 1 if column % 2 else 0
    steps = [(0, -1), (0, 1), *((c, row_) for c in (-1, 1) for row_ in (low - 1, low))]
    found = (f"{COLUMNS[column + c]}{row + r}" for c, r in steps if 0 <= column + c < len(COLUMNS))
    return tuple(there for there in found if there in city())


def bank(hex_: str) -> str:
    return city()[hex_]["bank"] or "south"


def enterable(hex_: str, gone: set[str]) -> bool:
    """8.6052: no river or canal, but for bridges that are not completely destroyed (f.37)."""
    tags = set(city()[hex_]["tags"].split())
    return not tags & {"spree", "canal"} or ("bridge" in tags and hex_ not in gone)


def entries(side: str, control: Mapping[str, str], east: bool) -> set[str]:
    """CG12, 8.605: the edge hexes by which a side may come in once the next CGS starts: those that it
    controls now, as they are marked in this step, and those that are always open to it."""
    own = "north" if side == "russian" else "south"
    found = set()
    for hex_, row in city().items():
        edges = row["edge"].split()
        held = control.get(hex_) == side and bank(hex_) == own
        always = "north" in edges if side == "russian" else row["entry"] == "german"
        relief = side == "russian" and east and "east" in edges
        if edges and (held or always or relief):
            found.add(hex_)
    return found


def isolated(side: str, control: Mapping[str, str], gone: set[str], east: bool) -> set[str]:
    """8.6052: the hexes of a side, on either bank, from which no way leads to an entry, over hexes that are
    its own or nobody's."""
    closed = {hex_ for hex_, holder in control.items() if holder != side}

    def steps(here: str) -> Iterator[str]:
        return (b for b in beside(here) if b not in closed and enterable(b, gone))

    doors = {b for b in entries(side, control, east) if b not in closed and enterable(b, gone)}
    open_ = spread(doors, steps)
    return {hex_ for hex_, holder in control.items() if holder == side} - set(open_)
