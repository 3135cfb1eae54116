"""Random pockets of Königsberg '45, laid before the oracle and before the referee."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.games.koenigsberg45.table import GAME, table
from tests.oracles import koenigsberg45 as oracle
from tests.oracles.asking import Compared
from tests.oracles.hexes import apart
from tests.oracles.hexes import table as rows
from tests.oracles.koenigsberg45 import Piece
from tests.oracles.positions import Laid, good, pocket
from tests.tabletop import Tabletop

NEVER = {"air", "ship", "refugee", "armoured-train"}
HELD = {"HQ 6", "HQ 55"}
"""12.8: HQs that may not move until they are released."""
HEXES = tuple(f"{c:02}{r:02}" for c in range(1, 48) for r in range(1, 42))


@cache
def roster() -> Mapping[str, Mapping[str, str]]:
    """The counters that stand on the map."""
    found = rows("counters", GAME, "roster.csv")
    return {row["id"]: row for row in found if row["type"] not in NEVER}


@cache
def busy() -> tuple[str, ...]:
    """Hexes where rules meet: rivers, towns, fortified sides, coasts and sources."""
    watery = {
        hex_ for pair, facts in oracle.sides_of_hexes().items() if facts - {"road", "rail"} for hex_ in pair
    }
    marked = {h for h in HEXES if oracle.fact(h, "settlement") or oracle.fact(h, "source")}
    coast = {h for h in HEXES if any(oracle.water(b) for b in oracle.near(h))}
    return tuple(h for h in HEXES if h in watery | marked | coast and not oracle.water(h))


def area(chance: random.Random, radius: int) -> list[str]:
    """The land around a busy hex; every third time around Königsberg or a source."""
    centre = chance.choice(busy())
    if chance.random() < 0.3:
        centre = chance.choice([oracle.KOENIGSBERG, oracle.ELBING, "3901", "0137", "2441", "0132"])
    return [h for h in HEXES if apart(h, centre) <= radius and not oracle.water(h)]


def fits(where: Mapping[str, str], unit: str, hex_: str) -> bool:
    """5.0, 5.2: two combat units and an HQ, never with an enemy."""
    there = [roster()[one] for one, at in where.items() if at == hex_]
    row = roster()[unit]
    alike = [one for one in there if (one["type"] == "hq") == (row["type"] == "hq")]
    foes = [one for one in there if one["side"] != row["side"]]
    return not foes and len(alike) < (1 if row["type"] == "hq" else 2)


def units(chance: random.Random, most: int, hqs: float) -> list[str]:
    """Some units of both sides, as many of them HQs as is said."""
    found = []
    for side in ("german", "soviet"):
        own = [id_ for id_, row in roster().items() if row["side"] == side]
        staff = [id_ for id_ in own if roster()[id_]["type"] == "hq"]
        line = [id_ for id_ in own if id_ not in staff]
        for _ in range(chance.randint(2, most)):
            found.append(chance.choice(staff if chance.random() < hqs else line))
    chance.shuffle(found)
    return list(dict.fromkeys(found))


def piece(id_: str, at: str, reduced: bool, state: str) -> Piece:
    """A unit as the oracle has it, with the numbers of the side that shows."""
    row = roster()[id_]
    back = "reduced_" if reduced else ""
    number = {key: int(row[back + key] or 0) for key in ("attack", "defence", "movement")}
    hq = row["type"] == "hq"
    return Piece(
        id_, row["side"], at, **number, hq=hq, mech=bool(row["mech"]), bracket=bool(row["bracket"]),
        formation=row["formation"], range=int(row["range"] or 0), state=state,
    )  # fmt: skip


def deploy(chance: random.Random, radius: int, most: int, hqs: float, marks: float) -> list[Piece]:
    """A random pocket, as the oracle has it."""
    where = pocket(chance, area(chance, radius), units(chance, most, hqs), fits)
    found = []
    for id_, at in where.items():
        reduced = bool(roster()[id_]["reduced_movement"]) and chance.random() < 0.4
        zero = roster()[id_]["movement"] in {"0", ""}
        state = chance.choice(oracle.WORSE[1:]) if chance.random() < marks and not zero else ""
        found.append(piece(id_, at, reduced, state))
    return found


def spelled(pieces: list[Piece]) -> dict[str, str]:
    """The pocket as a table lays it."""
    return {one.id: f"{one.at} {step_of(one)} {one.state}".strip() for one in pieces}


def step_of(one: Piece) -> str:
    """full or reduced, by the numbers that show."""
    row = roster()[one.id]
    reduced = row["reduced_movement"] and one.defence == int(row["reduced_defence"])
    return "reduced" if reduced else "full"


def lay(pieces: list[Piece], segment: str, active: str, **position: Any) -> Laid:
    """The pocket on the table, in the middle of an activation of one side."""
    return Laid(table(spelled(pieces), segment=segment, active=active, **position))


# -- the questions ---------------------------------------------------------------------------------------


def compare(chance: random.Random, compared: Compared) -> None:
    """One position: supply, command, moves, or an attack with what follows it."""
    kinds = (ask_supply, ask_command, ask_moves, ask_barrage, ask_attack)
    (kind,) = chance.choices(kinds, weights=(4, 2, 4, 1, 10))
    kind(chance, compared)


def ask_supply(chance: random.Random, compared: Compared) -> None:
    """11: the markers after a Supply Phase."""
    pieces = deploy(chance, chance.choice((2, 4, 6)), 9, 0.25, 0.4)
    split = {h for h in ("0137", "1541", "2441") if chance.random() < 0.4}
    control = {oracle.ELBING: "soviet"} if chance.random() < 0.3 else {}
    state = {"split-lost": sorted(split)}
    laid = Tabletop(GAME, spelled(pieces), segment="SUPPLY", state=state, control=control)
    said = {one.id: {one.state} - {""} for one in pieces}
    for event in laid.found("FlagsChanged"):
        for id_ in event["units"]:
            said[id_] = (said[id_] | set(event["add"])) - set(event["drop"])
    wanted = oracle.supply(pieces, split, control)
    position = (spelled(pieces), state, control)
    for one in pieces:
        found = ", ".join(sorted(said[one.id]))
        compared.same("11.0", f"supply of {one.id} in {one.at}", wanted[one.id], found, position)


def ask_barrage(chance: random.Random, compared: Compared) -> None:
    """1.0a: which hexes a side or a Front may shell before the first turn, and what comes of it."""
    pieces = deploy(chance, chance.choice((2, 3)), 9, 0.1, 0.0)
    sides = (("BAR_G", "german", ""), ("BAR_S2", "soviet", "2BR"), ("BAR_S3", "soviet", "3BR"))
    segment, side, front = chance.choice(sides)
    guns = [p for p in pieces if p.side == side and roster()[p.id]["front"] == front]
    die = chance.randint(1, 6)
    laid = Laid(Tabletop(GAME, spelled(pieces), segment=segment, turn=1, dice=[1, 1]))
    if laid.topic() != "barrage":
        return
    for target in sorted({p.at for p in pieces if p.side != side and not p.hq}):
        taken = good(laid.say(side, f"barrage {target}", die)[:1])
        may = oracle.in_barrage(target, guns)
        said = [e["result"] for e in laid.found("BarrageResolved")] if taken else []
        question = f"{segment}: barrage {target}, die {die}"
        compared.same("1.0a", question, [oracle.barrage(target, die)] if may else [], said, spelled(pieces))


def ask_command(chance: random.Random, compared: Compared) -> None:
    """2.2: who is in command range of an HQ, and which independents are."""
    pieces = deploy(chance, chance.choice((3, 5, 7)), 9, 0.2, 0.1)
    hq = next((one for one in pieces if one.hq and one.id != "HQ 7Pz"), None)
    if hq is None:
        return
    kept = {one.formation for one in pieces if one.hq}
    lost = {one.formation for one in pieces} - kept - {""}
    gone = {
        id_: "eliminated" for id_, row in roster().items() if row["type"] == "hq" and row["formation"] in lost
    }
    units = {**spelled(pieces), **gone}
    laid = Tabletop(GAME, units, segment="SELECT", state={"active": hq.side, "hq": hq.id, "chit": chit(hq)})
    own, free = oracle.commanded(pieces, hq, lost)
    if laid.state.segment == "SELECT":
        told = laid.state.waiting()[0].question
        compared.same(
            "2.2e", f"command of {hq.id} in {hq.at}", (sorted(own), sorted(free)), heard(told), units
        )
    else:
        compared.same("2.2e", f"independents of {hq.id} in {hq.at}", [], sorted(free), units)


def chit(hq: Piece) -> str:
    """The Command Chit of an HQ."""
    name = hq.id.removeprefix("HQ ").replace(" ", "")
    return name if name[0] in "GS" and name[1:] == "28" else hq.side[0].upper() + name


def heard(question: str) -> tuple[list[str], list[str]]:
    """The units that a question of activation names: own ones, and those of which some may act."""
    own = question.partition("own units in range: ")[2].partition(". Others")[0]
    free = question.partition("Others in range: ")[2].partition('. "')[0]
    names = {row["name"]: id_ for id_, row in roster().items()} | {id_: id_ for id_ in roster()}
    return tuple(
        sorted(names.get(n, n) for n in text.split(", ") if n and n != "none") for text in (own, free)
    )  # type: ignore[return-value]


def ask_moves(chance: random.Random, compared: Compared) -> None:
    """4, 12.2: where one unit or the activated HQ may go, at what cost, refugees on some roads; some hexes
    within its reach and some just beyond."""
    pieces = deploy(chance, chance.choice((2, 3, 4)), 7, 0.2, 0.2)
    movers = [one for one in pieces if one.movement and one.id not in HELD]
    if not movers:
        return
    unit = chance.choice(movers)
    taken = {one.at for one in pieces}
    roads = [h for h in HEXES if apart(h, unit.at) <= 3 and h not in taken and on_road(h)]
    crowds = frozenset(chance.sample(roads, min(len(roads), chance.choice((0, 0, 1, 3)))))
    units = {**spelled(pieces), **{f"R{n}": at for n, at in enumerate(sorted(crowds), 1)}}
    state: dict[str, Any] = {"active": unit.side, **({"hq": unit.id} if unit.hq else {})}
    laid = Laid(table(units, segment="MOVE", state=state))
    reached = oracle.reach(pieces, unit, crowds)
    inside = chance.sample(sorted(reached), min(4, len(reached)))
    rim = sorted({b for h in [unit.at, *reached] for b in oracle.near(h)} - {*reached, unit.at})
    for hex_ in [*inside, *chance.sample(rim, min(4, len(rim)))]:
        spent = moved(laid, unit, f"move {unit.id} {hex_}")
        compared.same("4.1b", f"move {unit.id} from {unit.at} to {hex_}", reached.get(hex_), spent, units)
    for _ in range(3):
        path = wander(chance, unit)
        spent = moved(laid, unit, f"move {unit.id} {'-'.join((unit.at, *path))}")
        wanted = oracle.walk(pieces, unit, path, crowds)
        compared.same("4.2", f"move {unit.id} {unit.at} {path}", wanted, spent, units)
    far = oracle.reach_by_road(pieces, unit, crowds)
    some = [*chance.sample(sorted(far), min(2, len(far))), *chance.sample(rim, min(1, len(rim)))]
    for hex_ in some:
        went = good(laid.say(unit.side, f"move {unit.id} strat {hex_}")[:1])
        compared.same("4.4", f"move {unit.id} from {unit.at} strat {hex_}", hex_ in far, went, units)


def on_road(hex_: str) -> bool:
    return any(oracle.side(hex_, b) & {"road", "autobahn"} for b in oracle.near(hex_))


def wander(chance: random.Random, unit: Piece) -> tuple[str, ...]:
    """A path of one to four hexes that does not come back to where it began."""
    path = [unit.at]
    for _ in range(chance.randint(1, 4)):
        on = [b for b in oracle.near(path[-1]) if b not in path]
        path += [chance.choice(on)] if on else []
    return tuple(path[1:])


def moved(laid: Laid, unit: Piece, line: str) -> int | None:
    """What a move cost in all; None where it is refused."""
    if not good(laid.say(unit.side, line)[:1]):
        return None
    (fact,) = [event for event in laid.found("UnitMoved") if event["unit"] == unit.id]
    spent: str = fact["cost"].partition(" of ")[0]
    return unit.allowance if spent.startswith("all") else int(spent.split(", ")[-1])


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack on a single defender, or on a stack that begins with him, fought."""

    pieces: list[Piece]
    attackers: list[Piece]
    defender: Piece
    result: str
    split: set[str]
    limited: bool
    question: str
    told: object


# -- combat ----------------------------------------------------------------------------------------------


def ask_attack(chance: random.Random, compared: Compared) -> None:
    """7: odds, shifts, column and result of an attack; 9 and 10: the retreats and advances that follow."""
    pieces = deploy(chance, chance.choice((2, 2, 3)), 9, 0.1, 0.25)
    target, attackers = chosen_attack(chance, pieces)
    if not attackers:
        return
    side = attackers[0].side
    defenders = [one for one in pieces if one.at == target and not one.hq]
    split, limited = {"0137", "2441"} if chance.random() < 0.3 else set(), chance.random() < 0.3
    marks = {"split-lost": sorted(split), "limited": limited, "active": side}
    laid, die = lay(pieces, "COMBAT", side, state=marks), chance.choice((1, 2, 3, 4, 5, 6, 6, 6))
    named = ", ".join(one.id for one in attackers)
    taken = laid.say(side, f"attack {target} with {named}", die)
    fought = laid.found("CombatResolved")
    column = oracle.column(attackers, defenders, target)
    wanted = (
        (*oracle.strength(attackers, defenders, target), column, oracle.results()[column, die])
        if column
        else None
    )
    may = all(oracle.may_attack(one, target) for one in attackers)
    may = may and any(one.attack and not one.bracket for one in attackers)
    said = (
        (fought[0]["attack"], fought[0]["defence"], shifted(fought[0]), fought[0]["result"])
        if fought
        else None
    )
    question = f"attack {target} with {named}, die {die}: {taken[0].verdict} {taken[0].why}"
    compared.same("7.4", question, wanted if may else None, said, spelled(pieces))
    if not (fought and may and column):
        return
    told = (spelled(pieces), marks)
    fight = Fight(pieces, attackers, defenders[0], fought[0]["result"], split, limited, question, told)
    hqs = [one for one in pieces if one.at == target and one.hq]
    if len(defenders) == 1 and not hqs:
        after_attack(chance, compared, fight, laid, target)
    elif len(defenders) == 2 and not hqs:
        ask_stack(compared, fight, laid, defenders)
        ask_apart(chance, compared, fight, laid, defenders)
    elif len(defenders) == 1:
        ask_staff(chance, compared, fight, laid, hqs[0])


def chosen_attack(chance: random.Random, pieces: list[Piece]) -> tuple[str, list[Piece]]:
    """A hex with enemy combat units, and some who are next to it; no lakes, of which the chart says too
    little."""
    pairs = [
        (a, b.at)
        for a in pieces
        for b in pieces
        if a.side != b.side and not a.hq and not b.hq and b.at in oracle.near(a.at)
        and "lake" not in (oracle.fact(a.at, "terrain"), oracle.fact(b.at, "terrain"))
    ]  # fmt: skip
    if not pairs:
        return "", []
    lone = [at for _, at in pairs if sum(one.at == at and not one.hq for one in pieces) == 1]
    target = chance.choice(lone if lone and chance.random() < 0.5 else [at for _, at in pairs])
    beside = list(dict.fromkeys(a for a, at in pairs if at == target))
    good_ones = [one for one in beside if oracle.may_attack(one, target)]
    some = good_ones if good_ones and chance.random() < 0.9 else beside
    return target, chance.sample(some, chance.choice((len(some), chance.randint(1, len(some)))))


def shifted(fact: dict[str, Any]) -> str:
    """The column on which an attack was rolled."""
    return str(fact["column"])


def after_attack(chance: random.Random, compared: Compared, fight: Fight, laid: Laid, target: str) -> None:
    """What follows from a result for a single defender that can move, alone in its hex."""
    pieces, unit = fight.pieces, fight.defender
    if unit.movement == 0 or any(one.hq and one.at == target for one in pieces):
        return
    lost, far = oracle.owed(fight.result, oracle.fact(target, "settlement"))
    left = (2 if roster()[unit.id]["reduced_movement"] and step_of(unit) == "full" else 1) - lost
    if left <= 0:
        compared.same("8.0", f"{fight.question}: {unit.id} is lost", 0, laid.table.steps(unit.id), fight.told)
        ask_advance(compared, fight, laid, without(pieces, unit), False)
        return
    if not far:
        compared.same("9.0", f"{fight.question}: stays", (unit.at, left), stands(laid, unit), fight.told)
        return
    unit = piece(unit.id, unit.at, left == 1 and bool(roster()[unit.id]["reduced_movement"]), unit.state)
    pieces = [*without(pieces, unit), unit]
    wanted = oracle.retreats(pieces, unit, far, fight.split, not fight.limited)
    zoned = oracle.zone(pieces, oracle.other(unit.side))
    if laid.topic() != "retreat":  # it was carried out, as far as the unit lived
        wanted = {path[: alive(path, zoned, left)] for path in wanted}
    question = f"{fight.question}: {fight.result}, retreat of {unit.id} by {far}"
    compared.same("9.2", question, sorted(wanted), sorted(offered(laid, unit)), fight.told)
    if wanted != offered(laid, unit) or not wanted:
        return
    path = chance.choice(sorted(wanted))
    if laid.topic() == "retreat":
        laid = laid.onward()
        laid.say(unit.side, f"retreat {unit.id} via {'-'.join(path)}")
    left -= len(zoned & set(path)) + max(0, far - len(path))
    ends = (path[-1], left) if left > 0 else ("eliminated", 0)
    compared.same("9.0c", f"{question} via {path}", ends, stands(laid, unit), fight.told)
    after = without(pieces, unit)
    moved_on = piece(unit.id, path[-1], left == 1, unit.state)
    ask_advance(compared, fight, laid, [*after, moved_on] if left > 0 else after, True)


def alive(path: tuple[str, ...], zoned: set[str], left: int) -> int:
    """How many hexes of a path a unit of so many steps goes: it dies where its last step is lost."""
    dear = [n for n, hex_ in enumerate(path, 1) if hex_ in zoned]
    return dear[left - 1] if len(dear) >= left else len(path)


def ask_stack(compared: Compared, fight: Fight, laid: Laid, both: list[Piece]) -> None:
    """9.0f, 9.0c: two units of a kind that go together over one hex, and pay one step for its zone."""
    lost, far = oracle.owed(fight.result, oracle.fact(both[0].at, "settlement"))
    alike = both[0].mech == both[1].mech and all(one.movement for one in both)
    if lost or far != 1 or not alike or laid.topic() != "retreat":
        return
    laid, towards = laid.onward(), oracle.sources(both[0].side, fight.split, not fight.limited)
    next_ = [oracle.next_hexes(fight.pieces, one, (one.at,), 1, towards) for one in both]
    zoned = oracle.zone(fight.pieces, oracle.other(both[0].side))
    for hex_ in oracle.near(both[0].at):
        crowd = sum(one.at == hex_ and not one.hq for one in fight.pieces)
        if crowd == 1:  # one of them would have to go further
            continue
        line = f"retreat {both[0].id}, {both[1].id} via {hex_}"
        may = all(hex_ in hexes for hexes in next_) and crowd == 0
        taken = good(laid.say(both[0].side, line)[:1])
        if crowd == 0:
            compared.same("9.0f", f"{fight.question}: {fight.result}, {line}", may, taken, fight.told)
        if may and taken:
            steps = sum(laid.table.steps(one.id) for one in both) - (laid.topic() == "loss")
            full = sum(laid.start.units[one.id].steps for one in both)
            compared.same("9.0c.2", f"{fight.question}: {line}", full - (hex_ in zoned), steps, fight.told)


def ask_apart(chance: random.Random, compared: Compared, fight: Fight, laid: Laid, both: list[Piece]) -> None:
    """9.0f, 9.2: two units without a loss that take paths of their own, the second where the first has left
    room; each pays for the zones on its path."""
    lost, far = oracle.owed(fight.result, oracle.fact(both[0].at, "settlement"))
    if lost or not far or not all(one.movement for one in both) or laid.topic() != "retreat":
        return
    pieces, zoned = fight.pieces, oracle.zone(fight.pieces, oracle.other(both[0].side))
    for unit in chance.sample(both, 2):
        wanted = oracle.retreats(pieces, unit, far, fight.split, not fight.limited)
        question = f"{fight.question}: {fight.result}, retreat of {unit.id} alone by {far}"
        if laid.topic() == "retreat":
            laid = laid.onward()
            others = sorted({wander(chance, unit) for _ in range(4)} - wanted)
            for path in [*others, *chance.sample(sorted(wanted), min(3, len(wanted)))]:
                line = f"retreat {unit.id} via {'-'.join(path)}"
                taken = good(laid.say(unit.side, line)[:1])
                compared.same("9.0f", f"{question}: {line}", path in wanted, taken, fight.told)
            if not wanted or not taken:
                return
        else:  # the second had one path
            path = next(iter(offered(laid, unit)), ())
            cut = {one[: alive(one, zoned, laid.start.units[unit.id].steps)] for one in wanted}
            compared.same("9.0f", f"{question}: the only one", sorted(cut), [path], fight.told)
            return
        left = laid.start.units[unit.id].steps - len(zoned & set(path)) - max(0, far - len(path))
        ends = (path[-1], left) if left > 0 else ("eliminated", 0)
        compared.same("9.0c", f"{question} via {path}", ends, stands(laid, unit), fight.told)
        pieces = [*without(pieces, unit), *([replace(unit, at=path[-1])] if left > 0 else [])]


def ask_staff(chance: random.Random, compared: Compared, fight: Fight, laid: Laid, hq: Piece) -> None:
    """12.1a, 5.2: an HQ goes with the unit in its hex, where no other HQ is; it pays nothing."""
    unit = fight.defender
    lost, far = oracle.owed(fight.result, oracle.fact(unit.at, "settlement"))
    left = (2 if roster()[unit.id]["reduced_movement"] and step_of(unit) == "full" else 1) - lost
    if left <= 0 or far != 1 or unit.movement == 0:
        return
    pieces = [one for one in fight.pieces if one.id != hq.id]
    wanted = oracle.retreats(pieces, unit, far, fight.split, not fight.limited)
    zoned = oracle.zone(pieces, oracle.other(unit.side))
    fit = [
        p
        for p in wanted
        if len(p) == 1 and p[0] not in zoned and not any(o.hq and o.at == p[0] for o in pieces)
    ]
    mech_only = unit.mech and any(oracle.step(unit.at, path[0], False) is None for path in fit)
    if not fit or mech_only:
        return
    path = chance.choice(sorted(fit))
    if laid.topic() == "retreat":
        laid = laid.onward()
        laid.say(unit.side, f"retreat {unit.id} via {path[0]}")
    elif len(wanted) > 1:
        return
    said = (laid.table.at(unit.id), laid.table.at(hq.id))
    question = f"{fight.question}: {fight.result}, {unit.id} and {hq.id} via {path[0]}"
    compared.same("12.1a", question, (path[0], path[0]), said, fight.told)


def without(pieces: list[Piece], unit: Piece) -> list[Piece]:
    """The pieces but one."""
    return [one for one in pieces if one.id != unit.id]


def stands(laid: Laid, unit: Piece) -> tuple[str, int]:
    """Where a unit is now, and how many steps it has."""
    return laid.table.at(unit.id), laid.table.steps(unit.id)


def offered(laid: Laid, unit: Piece) -> set[tuple[str, ...]]:
    """The retreats of a unit that may be ordered, or the one that was taken without a question."""
    if laid.topic() == "retreat":
        answers = laid.table.state.waiting()[0].answers
        return {tuple(text.partition(" via ")[2].split("-")) for text in answers}
    whole = [hex_ for e in laid.found("UnitMoved") if e["unit"] == unit.id for hex_ in e["path"]]
    whole = [hex_ for n, hex_ in enumerate(whole) if hex_ != whole[n - 1] and n]
    return {tuple(whole)} if whole else set()


def ask_advance(compared: Compared, fight: Fight, laid: Laid, pieces: list[Piece], retreated: bool) -> None:
    """10: where each attacker may advance to, where no attacker was hurt."""
    if fight.result.startswith("A") and not fight.result.startswith("A1*"):
        return
    target = fight.defender.at
    wanted = {(one.id, target) for one in fight.attackers}
    for one in fight.attackers if retreated else ():
        seconds = oracle.second_hexes(pieces, one, target) - {one.at}
        wanted |= {(one.id, f"{target}-{there}") for there in seconds}
    asked = laid.table.state.waiting()[:1] if laid.topic() == "advance" else ()
    answers = (line for one in asked for line in laid.table.game.legal(laid.table.state, one))
    single = {
        tuple(a.removeprefix("advance ").split(" to "))
        for a in answers
        if "," not in a and " to " in a and " with " not in a
    }
    compared.same("10.1", f"{fight.question}: advances", sorted(wanted), sorted(single), fight.told)
