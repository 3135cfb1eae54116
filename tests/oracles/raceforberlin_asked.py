"""Random pockets of Race for Berlin, laid before the oracle and before the referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.oracles import raceforberlin as oracle
from tests.oracles.asking import Compared
from tests.oracles.hexes import spread
from tests.oracles.hexes import table as rows
from tests.oracles.positions import Laid, good, pocket
from tests.oracles.raceforberlin import Piece
from tests.tabletop import Tabletop

GAME = "raceforberlin"
IMPULSE = {
    ("soviet", "zhukov"): "C.1",
    ("soviet", "koniev"): "C.2",
    ("german", "koniev"): "C.3",
    ("german", "zhukov"): "C.4",
}
IDLE = {"404": "leipzig", "391": "kyritz"}
"""A German of each camp far away, so that somebody is asked in every impulse."""


RING = [zone for zone in oracle.places() if oracle.city(zone)]


@cache
def roster() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in rows("counters", GAME, "roster.csv") if row["id"] not in IDLE}


@cache
def counters() -> Mapping[str, int]:
    """Of how many counters each Soviet army is."""
    return Counter(row["formation"] for row in roster().values() if row["nation"] == "soviet")


def piece(id_: str, at: str, reduced: bool = False, unsupplied: bool = False) -> Piece:
    row = rows_of()[id_]
    strength = int(row["reduced_strength"] if reduced else row["strength"])
    return Piece(
        id_,
        row["side"],
        row["nation"],
        at,
        strength,
        int(row["movement"]),
        row["formation"],
        row["type"],
        unsupplied,
    )


@cache
def rows_of() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in rows("counters", GAME, "roster.csv")}


def fits(where: Mapping[str, str], unit: str, zone: str) -> bool:
    """6.1.2, 7.3.3, 7.4.5: within the limits, nations apart outside Berlin, Soviet camps apart, on their
    front."""
    there = [piece(one, at) for one, at in where.items() if at == zone]
    one = piece(unit, zone)
    if any(p.nation != one.nation for p in there) and not oracle.city(zone):
        return False
    if one.nation == "german" and oracle.places()[zone]["east_bank"] == "yes":
        return False
    rival = any(p.nation == "soviet" == one.nation and p.side != one.side for p in there)
    own = one.nation == "german" or oracle.places()[zone]["front"] in {one.side, "both"}
    return own and not rival and oracle.room(there, one, zone)


def deploy(chance: random.Random, radius: int, most: int, marks: float) -> list[Piece]:
    """A random pocket, with whole armies among the Soviets, and the two who stand by."""
    centre = chance.choice(list(oracle.places()))
    area = list(spread([centre], oracle.near, radius))
    units: list[str] = []
    for key in IMPULSE:
        own = [id_ for id_, row in roster().items() if (row["nation"], row["side"]) == key]
        picked = chance.sample(own, chance.randint(1, most))
        units += [
            i
            for id_ in picked
            for i in own
            if roster()[i]["formation"] == roster()[id_]["formation"] or i == id_
        ]
    chance.shuffle(units)
    units = list(dict.fromkeys(units))[: 4 * most]
    found = [piece(id_, at) for id_, at in IDLE.items()]
    area = [zone for zone in area if zone not in IDLE.values()]
    for id_, at in pocket(chance, area, units, fits).items():
        found.append(piece(id_, at, chance.random() < 0.3, chance.random() < marks))
    return found


def spelled(pieces: list[Piece]) -> dict[str, str]:
    """The pocket as a table lays it."""
    return {p.id: f"{p.at} {step_of(p)}{' out-of-supply' if p.marked else ''}" for p in pieces}


def step_of(one: Piece) -> str:
    return "full" if one.strength == int(rows_of()[one.id]["strength"]) else "reduced"


def lay(pieces: list[Piece], segment: str, **position: Any) -> Laid:
    hands: dict[str, list[str]] = {"zhukov": [], "koniev": []}
    return Laid(Tabletop(GAME, spelled(pieces), segment=segment, hands=hands, **position))


def compare(chance: random.Random, compared: Compared) -> None:
    """One position: supply, moves, a battle with the retreat that follows, or a roll in Berlin."""
    (kind,) = chance.choices((ask_supply, ask_moves, ask_battle, ask_city), weights=(2, 2, 4, 2))
    kind(chance, compared)


def ask_supply(chance: random.Random, compared: Compared) -> None:
    """3.1: who is out of supply after B.1; some zones are American."""
    pieces = deploy(chance, chance.choice((2, 3, 4)), 5, 0.3)
    taken = {p.at for p in pieces}
    american = {
        z for z in oracle.places() if z not in taken and not oracle.city(z) and chance.random() < 0.05
    }
    control = dict.fromkeys(sorted(american), "us")
    laid = lay(pieces, "B.1", turn=3, control=control)
    out = {p.id for p in pieces if p.marked}
    for event in laid.found("FlagsChanged"):
        out = (out | set(event["units"])) if "out-of-supply" in event["add"] else out
        out = (out - set(event["units"])) if "out-of-supply" in event["drop"] else out
    for one in pieces:
        wanted = oracle.supplied(pieces, one, american)
        compared.same(
            "3.1", f"supply of {one.id} in {one.at}", wanted, one.id not in out, (spelled(pieces), control)
        )


def ask_moves(chance: random.Random, compared: Compared) -> None:
    """7: paths at random, short ones most, of one unit; its army in order."""
    pieces = deploy(chance, chance.choice((1, 2, 3)), 4, 0.2)
    movers = [p for p in pieces if p.id not in IDLE and not oracle.broken(pieces, p)]
    if not movers:
        return
    one, die = chance.choice(movers), chance.choice((1, 6))
    turn = chance.choice((3, 8))
    laid = lay(pieces, IMPULSE[one.nation, one.side], turn=turn)
    tested = one.nation == "german" and turn == 3
    for _ in range(8):
        path = wander(chance, one)
        taken = good(laid.say(one.side, f"move {one.id} {' '.join(path)}", *([die] * tested))[:1])
        went = bool(laid.found("UnitMoved")) if taken else False
        wanted = oracle.may_move(pieces, one, path, tested and die == 1)
        question = f"move {one.id} from {one.at} {path}, turn {turn}, die {die}"
        compared.same("7.1", question, wanted, went, spelled(pieces))


def wander(chance: random.Random, one: Piece) -> list[str]:
    """A path of one to four zones that does not come back; Germans jump across Berlin now and then."""
    path = [one.at]
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
        onward = [b for b in oracle.near(path[-1]) if b not in path]
        if oracle.city(path[-1]) and chance.random() < 0.5:
            onward = [b for b in oracle.places() if oracle.city(b) and b not in path]
        path += [chance.choice(onward)] if onward else []
    return path[1:]


def ask_battle(chance: random.Random, compared: Compared) -> None:
    """8: who may attack, both sums, the column, the modifiers, the result; then the retreat of a lone
    defender."""
    pieces = deploy(chance, chance.choice((1, 2, 2)), 7, 0.2)
    pairs = [(p, e.at) for p in pieces for e in pieces if p.nation != e.nation and e.at in oracle.near(p.at)]
    pairs = [(p, at) for p, at in pairs if not oracle.city(at) and not oracle.broken(pieces, p)]
    if not pairs:
        return
    lone = [pair for pair in pairs if len(oracle.who(pieces, pair[1])) == 1]
    drawn = chance.choices(lone if lone and chance.random() < 0.5 else pairs, k=4)
    first, target = max(
        drawn, key=lambda pair: worth_of(pairs, pair) / sum(map(oracle.points, oracle.who(pieces, pair[1])))
    )
    beside = {p.id: p for p, at in pairs if at == target and (p.side, p.nation) == (first.side, first.nation)}
    most = min(4, len(beside))
    attackers = chance.sample(list(beside.values()), chance.choice((most, chance.randint(1, most))))
    defenders, die = oracle.who(pieces, target), chance.choice((1, 2, 3, 4, 5, 6, 6, 6))
    laid = lay(pieces, IMPULSE[first.nation, first.side], turn=8)
    taken = laid.say(first.side, f"combat {' '.join(p.id for p in attackers)} at {target}", die)
    may = all(oracle.may_attack(p, target, pieces) for p in attackers)
    drm = oracle.modifier(attackers, target, counters())
    attack, defence, column = oracle.odds(attackers, defenders)
    wanted = (float(attack), defence, drm, oracle.result(attackers, defenders, drm, die)) if may else None
    fought = laid.found("CombatResolved")
    said = (
        (float(fought[0]["attack"]), *(fought[0][key] for key in ("defence", "drm", "result")))
        if fought
        else None
    )
    question = f"combat {', '.join(p.id for p in attackers)} at {target}, die {die}: {taken[0].why}"
    compared.same("8.1.2", question, wanted if column is not None else None, said, spelled(pieces))
    if wanted and wanted == said:
        fight = Fight(attackers, defenders, str(wanted[3]), question, spelled(pieces))
        after_battle(chance, compared, laid, pieces, fight)


def worth_of(pairs: list[tuple[Piece, str]], pair: tuple[Piece, str]) -> int:
    """What the four strongest that may fight beside a unit count."""
    first, target = pair
    with_it = {
        p.id: p.strength
        for p, at in pairs
        if at == target and (p.side, p.nation) == (first.side, first.nation)
    }
    return sum(sorted(with_it.values())[-4:])


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that was fought."""

    attackers: list[Piece]
    defenders: list[Piece]
    result: str
    question: str
    told: object

    @property
    def target(self) -> str:
        return self.defenders[0].at


def after_battle(
    chance: random.Random, compared: Compared, laid: Laid, pieces: list[Piece], fight: Fight
) -> None:
    """8.2, 8.3, 8.4: what follows where no attacker loses a step."""
    if "A" in fight.result:
        return
    lost, laid = losses(chance, laid)
    owed = int(fight.result.partition("D")[2][:1] or 0)
    had = {p.id: 2 if step_of(p) == "full" else 1 for p in fight.defenders}
    fair = all(lost[a] <= lost[b] + 1 or lost[b] == had[b] for a in had for b in had)
    told = (min(owed, sum(had.values())), True)
    compared.same("8.2.2", f"{fight.question}: losses", told, (lost.total(), fair), fight.told)
    left = {id_: steps - lost[id_] for id_, steps in had.items()}
    stack = [p for p in fight.defenders if left[p.id] > 0]
    pieces = [p for p in pieces if left.get(p.id, 1) > 0]
    if stack and "R" not in fight.result:
        return
    if stack and not any(oracle.retreats(pieces, p) != set() for p in stack):
        for one in stack:  # 8.3.4: one more step each, and whoever is left stays
            stays = (one.at, left[one.id] - 1) if left[one.id] > 1 else ("eliminated", 0)
            now = (laid.table.at(one.id), laid.table.steps(one.id))
            compared.same("8.3.4", f"{fight.question}: no retreat of {one.id}", stays, now, fight.told)
        stack = [p for p in stack if left[p.id] > 1]
        if stack:
            compared.same(
                "8.4.1", f"{fight.question}: no advance", False, laid.topic() == "advance", fight.told
            )
            return
    elif stack:
        gone = ask_retreats(chance, compared, laid, pieces, stack, fight)
        if gone is None:
            return
        laid = gone
    ask_advance(chance, compared, laid, fight)


def losses(chance: random.Random, laid: Laid) -> tuple[Counter[str], Laid]:
    """The steps that each lost in the battle, where the owner was asked at random, and the position then."""
    lost = Counter[str]()
    while True:
        hit = [e for e in laid.events if e.kind in {"StepLost", "UnitEliminated"} and e.rule == "8.2.1.b"]
        lost.update(e.facts()["unit"] for e in hit)
        if laid.topic() != "loss":
            return lost, laid
        asked = laid.table.state.waiting()[0]
        laid = laid.onward()
        laid.say(asked.player, chance.choice(asked.answers))


def ask_retreats(
    chance: random.Random,
    compared: Compared,
    laid: Laid,
    pieces: list[Piece],
    stack: list[Piece],
    fight: Fight,
) -> Laid | None:
    """8.3: where each of a stack may go, one after the other; the position when all have gone, None where one
    goes through a full zone."""
    left, chosen = {p.id: p for p in stack}, ""
    names = {row["name"]: id_ for id_, row in oracle.places().items()}
    while left:
        for gone in [e for e in laid.found("UnitMoved") if e["unit"] in left]:
            one, to = left.pop(gone["unit"]), gone["path"][-1]
            wanted = oracle.retreats(pieces, one)
            if wanted is None:
                return None
            if one.id != chosen:
                where = f"{fight.question}: the only retreat of {one.id} from {one.at}"
                compared.same("8.3.2", where, sorted(wanted), [to], fight.told)
            pieces = [replace(p, at=to) if p.id == one.id else p for p in pieces]
        if laid.topic() != "retreat" or not left:
            break
        lines = [a for a in laid.table.state.waiting()[0].answers if a.startswith("retreat ")]
        open_ = {(unit, names.get(z, z)) for a in lines for unit, _, z in [a[8:].partition(" to ")]}
        for one in [left[unit] for unit in sorted({unit for unit, _ in open_})]:
            wanted = oracle.retreats(pieces, one)
            if wanted is None:
                return None
            said = sorted(z for unit, z in open_ if unit == one.id)
            where = f"{fight.question}: retreat of {one.id} from {one.at}, {len(left)} of {len(stack)}"
            number = "8.3.2" if len(stack) == 1 else "8.3.1.b"
            compared.same(number, where, sorted(wanted), said, fight.told)
        chosen, zone = chance.choice(sorted(open_))
        laid = laid.onward()
        laid.say(left[chosen].side, f"retreat {chosen} to {zone}")
        if not laid.found("UnitMoved"):
            return None
    able = [unit for unit, one in left.items() if oracle.retreats(pieces, one)]  # others had filled the room
    compared.same("8.3.1.a", f"{fight.question}: who stays", [], sorted(able), fight.told)
    return None if left else laid


def ask_advance(chance: random.Random, compared: Compared, laid: Laid, fight: Fight) -> None:
    """8.4: at least one of those who fought, as many as have room; nobody else."""
    first, ids = fight.attackers[0], [p.id for p in fight.attackers]
    most = 2 if first.nation == "soviet" else 3
    if oracle.places()[fight.target]["unlimited"] == "yes" and first.nation == "soviet":
        most = len(ids)
    if laid.topic() != "advance":
        went = {e["unit"] for e in laid.found("UnitMoved")} & set(ids)
        compared.same("8.4.1", f"{fight.question}: one goes by itself", set(ids[:1]), went, fight.told)
        return
    laid = laid.onward()
    for _ in range(3):
        some = chance.sample(ids, chance.randint(1, len(ids)))
        good(laid.say(first.side, f"advance {' '.join(some)}")[:1])
        went = {e["unit"] for e in laid.found("UnitMoved") if e["path"][-1] == fight.target}
        wanted = set(some) if len(some) <= most else set[str]()
        compared.same("8.4.1", f"{fight.question}: advance {' '.join(some)}", wanted, went, fight.told)
    for line in ("pass", "no", "done"):
        laid.say(first.side, line)
        compared.same("8.4.1", f"{fight.question}: {line}", "advance", laid.topic(), fight.told)


# -- City Progress ---------------------------------------------------------------------------------------


def ask_city(chance: random.Random, compared: Compared) -> None:
    """9.2, 9.3: a City Progress attack of Soviets, or of a German with help from one zone outside."""
    zone, camp = chance.choice(RING), chance.choice(("zhukov", "koniev"))
    pieces = in_the_city(chance, zone, camp)
    levels = {zone: chance.choice((0, 1, 2)), **neighbours(chance, pieces, camp)}
    germans = [p for p in oracle.who(pieces, zone) if p.nation == "german"]
    soviets = [p for p in oracle.who(pieces, zone) if p.nation == "soviet"]
    die, extra = chance.randint(1, 6), chance.random() < 0.5
    if germans and chance.random() < 0.4:
        extra, helpers = False, helpers_of(pieces, germans[0])
        attackers, defenders = [*germans, *helpers], soviets
        helped = f" help {helpers[0].at} units {' '.join(p.id for p in helpers)}" if helpers else ""
        line = f"city {zone} with {germans[0].id}{helped}"
    else:
        attackers, defenders = chance.sample(soviets, chance.randint(1, len(soviets))), germans
        line = f"city {zone} with {' '.join(p.id for p in attackers)}{' extra' if extra else ''}"
    if any(p.nation == "soviet" and (p.unsupplied or oracle.broken(pieces, p)) for p in attackers):
        return
    tracks = {"support-zhukov": 3, "support-koniev": 3, **{f"progress-{z}": n for z, n in levels.items()}}
    laid = lay(pieces, IMPULSE[attackers[0].nation, attackers[0].side], turn=8, tracks=tracks)
    taken = laid.say(attackers[0].side, line, die)
    drm = oracle.city_drm(attackers, levels, extra, counters())
    found = oracle.progress(attackers, defenders, zone, die + drm)
    after = oracle.level_after(levels[zone], found[2], attackers[0] in soviets) if found else 0
    wanted = (found[0], found[1], drm, found[2], after) if found else None
    rolled = laid.found("CityProgressResolved")
    told = ("attack", "defence", "drm", "result", "after")
    said = tuple(rolled[0][key] for key in told) if rolled else None
    question = f"{line}, die {die}, level {levels[zone]}: {taken[0].why}"
    compared.same("9.2", question, wanted, said, (spelled(pieces), tracks))


def neighbours(chance: random.Random, pieces: list[Piece], camp: str) -> dict[str, int]:
    """Levels of other city zones, each with a Soviet of the camp, who is laid there."""
    levels = {}
    soviets = [i for i, r in roster().items() if r["nation"] == "soviet" and r["side"] == camp]
    for zone in RING:
        guest = chance.choice(soviets)
        if chance.random() < 0.4 and not oracle.who(pieces, zone) and guest not in {p.id for p in pieces}:
            pieces.append(piece(guest, zone))
            levels[zone] = chance.choice((1, 2, 3))
    return levels


def helpers_of(pieces: list[Piece], german: Piece) -> list[Piece]:
    """9.2.4: his camp's Germans outside the city who may help; they are all in one zone."""
    friends = [p for p in pieces if p.nation == "german" and p.side == german.side and p.id not in IDLE]
    return [p for p in friends if p.at in oracle.near(german.at) and not oracle.city(p.at)]


def in_the_city(chance: random.Random, zone: str, camp: str) -> list[Piece]:
    """One or two Soviets of a camp in a zone, perhaps a German there, perhaps his friends outside."""
    soviets = [i for i, r in roster().items() if r["nation"] == "soviet" and r["side"] == camp]
    first = chance.choice(soviets)
    twin = [i for i in soviets if roster()[i]["formation"] == roster()[first]["formation"] and i != first]
    second = chance.choice([*twin, *chance.sample(soviets, 1)])
    found = [piece(id_, at) for id_, at in IDLE.items()]
    for id_ in dict.fromkeys([first, second][: chance.choice((1, 2, 2))]):
        found.append(piece(id_, zone, chance.random() < 0.4, chance.random() < 0.1))
    germans = [i for i, r in roster().items() if r["nation"] == "german"]
    if chance.random() < 0.7:
        german = chance.choice(germans)
        found.append(piece(german, zone, chance.random() < 0.4))
        outside = [b for b in oracle.near(zone) if not oracle.city(b)]
        friends = [i for i in germans if roster()[i]["side"] == roster()[german]["side"] and i != german]
        at = chance.choice(outside)
        for id_ in chance.sample(friends, chance.choice((0, 1, 2))):
            found.append(piece(id_, at, chance.random() < 0.4, chance.random() < 0.2))
    return found
