"""Random pockets of 48th Panzer Korps, laid before the oracle and before the referee."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from tests.games.panzerkorps48.table import GAME, table
from tests.oracles import panzerkorps48 as oracle
from tests.oracles.asking import Compared
from tests.oracles.hexes import apart
from tests.oracles.hexes import table as rows
from tests.oracles.panzerkorps48 import Piece
from tests.oracles.positions import Laid, good, pocket

HEXES = tuple(f"{c:02}{r:02}" for c in range(1, 61) for r in range(1, 34))
TARGETS = {"P": "personnel", "W": "weapons"}
FIRES = {"p": "personnel", "A": "armor"}
PHASE = {"german": "GER", "soviet": "SOV"}


@cache
def roster() -> Mapping[str, Mapping[str, str]]:
    """The counters, without the Luftwaffe division, which waits for its release."""
    return {row["id"]: row for row in rows("counters", GAME, "roster.csv") if row["formation"] != "7 LFD"}


@cache
def busy() -> tuple[str, ...]:
    """Hexes where rules meet: rivers, streams, slopes, broken ground, the edge."""
    sides = {h for pair, features in oracle.hexsides().items() if features - {"road"} for h in pair}
    return tuple(h for h in HEXES if h in sides or oracle.terrain(h) == "broken" or len(oracle.near(h)) < 6)


def piece(id_: str, at: str, lost: int = 0, prepared: bool = False) -> Piece:
    """A unit as the oracle has it."""
    row = roster()[id_]
    fire = FIRES.get(row["fire"]) or ("artillery" if row["range"] else "antitank")
    return Piece(
        id_, row["side"], at, int(row["strength"]) - lost, int(row["movement"]),
        TARGETS.get(row["target"], "armor"), fire, row["size"], row["formation"], int(row["range"] or 0),
        int(row["modifier"] or 0), bool(row["armored"]), prepared,
    )  # fmt: skip


def fits(where: Mapping[str, str], unit: str, hex_: str) -> bool:
    """6: within the limit, never with an enemy."""
    there = [piece(one, at) for one, at in where.items() if at == hex_]
    one = piece(unit, hex_)
    return all(p.side == one.side for p in there) and oracle.room(there, [one], hex_)


def deploy(chance: random.Random, radius: int, most: int, prepared: float = 0.0) -> list[Piece]:
    """A random pocket."""
    centre = chance.choice(busy())
    area = [h for h in HEXES if apart(h, centre) <= radius]
    units = []
    for side in ("german", "soviet"):
        own = [id_ for id_, row in roster().items() if row["side"] == side]
        units += chance.sample(own, chance.randint(2, most))
    chance.shuffle(units)
    found = []
    for id_, at in pocket(chance, area, units, fits).items():
        lost = chance.randint(0, int(roster()[id_]["strength"]) - 1) if chance.random() < 0.5 else 0
        found.append(piece(id_, at, lost, chance.random() < prepared))
    return found


def spelled(pieces: list[Piece]) -> dict[str, str]:
    """The pocket as a table lays it."""
    return {p.id: f"{p.at} {p.steps}{' prepared' if p.prepared else ''}" for p in pieces}


def compare(chance: random.Random, compared: Compared) -> None:
    """One position: moves, or a fire with what follows it."""
    (kind,) = chance.choices((ask_moves, ask_entry, ask_fire), weights=(2, 1, 5))
    kind(chance, compared)


# -- moves -----------------------------------------------------------------------------------------------


def ask_moves(chance: random.Random, compared: Compared) -> None:
    """4, 5, 6: where a unit or a stack may go, at what cost, and whether a die is needed to leave."""
    pieces = deploy(chance, chance.choice((1, 2, 3, 4)), 7, 0.2)
    if not pieces:
        return
    lead = chance.choice(pieces)
    stack = [p for p in pieces if p.at == lead.at]
    group = [lead] if chance.random() < 0.7 else stack
    laid = Laid(table(spelled(pieces), f"{PHASE[lead.side]}.MOVE"))
    names = ", ".join(p.id for p in group)
    dice = 1 if oracle.rolls(pieces, group) else 0
    reached = oracle.reach(pieces, group)
    rim = sorted({b for h in [lead.at, *reached] for b in oracle.near(h)} - {*reached, lead.at})
    for hex_ in [*some(chance, sorted(reached), 4), *some(chance, rim, 3)]:
        taken = good(laid.say(lead.side, f"move {names} to {hex_}", 1)[:1])
        said = (spent(laid, group), len(laid.found("DieRolled"))) if taken else None
        wanted = (reached[hex_], dice) if hex_ in reached else None
        compared.same("4.mov", f"move {names} from {lead.at} to {hex_}", wanted, said, spelled(pieces))
    for _ in range(3):
        path = wander(chance, lead.at)
        taken = good(laid.say(lead.side, f"move {names} via {'-'.join(path)}", 1)[:1])
        said = (spent(laid, group), len(laid.found("DieRolled"))) if taken else None
        cost = oracle.walk(pieces, group, path)
        question = f"move {names} from {lead.at} via {path}"
        compared.same("4.mov", question, cost and (cost, dice), said, spelled(pieces))


ENTRIES = (("german", "11 Pz", "G", 2, "german-reinforcements"), ("soviet", "321RD", "A", 6, "321-rd"))
PLAN = {"plan": {"321RD": [6, "A"]}, "entry-turns": {"321RD": 6}}


def ask_entry(chance: random.Random, compared: Compared) -> None:
    """9.1: where a reinforcement may enter, how far it may go on, and what that costs."""
    side, formation, area, turn, box = chance.choice(ENTRIES)
    edge = [h for h in HEXES if oracle.places().get(h, {}).get("entry") == area]
    centre = chance.choice(edge)
    land = [h for h in HEXES if apart(h, centre) <= 2]
    others = [i for i, row in roster().items() if row["formation"] != formation]
    where = pocket(chance, land, chance.sample(others, 8), fits)
    pieces = [
        piece(id_, at, chance.randint(0, int(roster()[id_]["strength"]) - 1)) for id_, at in where.items()
    ]
    one = piece(chance.choice([i for i, row in roster().items() if row["formation"] == formation]), "0000")
    units = {**spelled(pieces), one.id: box}
    state = PLAN if side == "soviet" else {}
    laid = Laid(table(units, f"{PHASE[side]}.MOVE", turn=turn, state=state))
    for _ in range(6):
        first = chance.choice([h for h in land if h in edge or chance.random() < 0.1])
        path = (first, *wander(chance, first)[: chance.choice((0, 1, 2, 4))])
        line = f"enter {one.id} at {first}" + (f" via {'-'.join(path[1:])}" if path[1:] else "")
        taken = good(laid.say(side, line)[:1])
        cost = [e["cost"] for e in laid.found("UnitEntered") if e["unit"] == one.id]
        said = halves(cost[0].partition(" of ")[0].split(", ")[-1]) if taken and cost else None
        compared.same("9.1.ent", line, oracle.enter(pieces, one, area, path), said, units)


def some(chance: random.Random, hexes: list[str], most: int) -> list[str]:
    """At most so many of them."""
    return chance.sample(hexes, min(most, len(hexes)))


def wander(chance: random.Random, start: str) -> tuple[str, ...]:
    """A path of one to four hexes that does not come back."""
    path = [start]
    for _ in range(chance.randint(1, 4)):
        onward = [b for b in oracle.near(path[-1]) if b not in path]
        path += [chance.choice(onward)] if onward else []
    return tuple(path[1:])


def spent(laid: Laid, group: list[Piece]) -> tuple[int, ...]:
    """What each of a stack spent, in halves of a point."""
    told = {e["unit"]: e["cost"] for e in laid.found("UnitMoved")}
    return tuple(halves(told[p.id].partition(" of ")[0].split(", ")[-1]) for p in group)


def halves(text: str) -> int:
    """A number of points as it is told, in halves: "1", "1/2", "2 1/2", "2.5"."""
    whole, _, part = text.replace("½", " 1/2").strip().partition(" ")
    if "/" in whole:
        return 1
    return round(float(whole) * 2) + (1 if part else 0)


@dataclass(frozen=True, slots=True)
class Shot:
    """One fire of a combat: who fires, who helps, at whom; all who take part on the side of the target."""

    pieces: list[Piece]
    firers: list[Piece]
    support: list[Piece]
    target: Piece
    side: str
    enemies: list[Piece]
    attacking: bool
    one_hex: bool
    question: str = ""
    attackers: frozenset[str] = frozenset()


# -- fire ------------------------------------------------------------------------------------------------


def ask_fire(chance: random.Random, compared: Compared) -> None:
    """7, 8: a prepared attack, the defender's fire or the attacker's, and all that follows from it."""
    pieces = deploy(chance, chance.choice((1, 2, 2)), 8)
    side = chance.choice(("german", "soviet"))
    target, attackers = chosen(chance, pieces, side)
    if not attackers:
        return
    support = [p for p in pieces if p.side == side and oracle.in_support(pieces, p, target)]
    support = support if chance.random() < 0.6 else []
    laid = Laid(table(spelled(pieces), f"{PHASE[side]}.PREP"))
    names = ", ".join(p.id for p in attackers)
    line = f"prep {target} by {names}" + (f" support {', '.join(p.id for p in support)}" if support else "")
    taken = laid.say(side, line)
    compared.same("7.who", f"{line}: {taken[0].why}", True, good(taken[:1]), spelled(pieces))
    if not good(taken[:1]):
        return
    laid = laid.onward()
    if chance.random() < 0.4:
        defensive(chance, compared, laid, pieces, attackers, target)
    elif laid.topic() == "defence":
        laid.say(oracle.other(side), "hold")
        attacking(chance, compared, laid.onward(), pieces, attackers, support, target)


def chosen(chance: random.Random, pieces: list[Piece], side: str) -> tuple[str, list[Piece]]:
    """A hex with enemies and some who are next to it and may attack it."""
    pairs = [
        (p, e.at) for p in pieces for e in pieces
        if p.side == side != e.side and e.at in oracle.near(p.at) and not oracle.shut(p.at, e.at)
    ]  # fmt: skip
    if not pairs:
        return "", []
    _, target = chance.choice(pairs)
    beside = list(dict.fromkeys(p for p, at in pairs if at == target))
    return target, chance.sample(beside, chance.randint(1, len(beside)))


def defensive(
    chance: random.Random,
    compared: Compared,
    laid: Laid,
    pieces: list[Piece],
    attackers: list[Piece],
    target: str,
) -> None:
    """7.1.B: who may be fired at, and what the fire does."""
    side = oracle.other(attackers[0].side)
    defenders = [p for p in pieces if p.at == target]
    firers = chance.sample(defenders, chance.randint(1, len(defenders)))
    shot = chance.choice(attackers)
    legal = shot.id in oracle.targets([p for p in attackers if p.at == shot.at])
    resolve(chance, compared, laid, Shot(pieces, firers, [], shot, side, attackers, False, True), legal)


def attacking(
    chance: random.Random, compared: Compared, laid: Laid, pieces: list[Piece], attackers: list[Piece],
    support: list[Piece], target: str,
) -> None:  # fmt: skip
    """7.1.C: who may be fired at, and what the fire does."""
    defenders = [p for p in pieces if p.at == target]
    firers = chance.sample(attackers, chance.randint(1, len(attackers)))
    helped = support if chance.random() < 0.7 else []
    shot = chance.choice(defenders)
    legal = shot.id in oracle.targets(defenders)
    side = attackers[0].side
    one_hex = len({p.at for p in attackers}) == 1
    resolve(
        chance,
        compared,
        laid,
        Shot(
            pieces,
            firers,
            helped,
            shot,
            side,
            defenders,
            True,
            one_hex,
            attackers=frozenset(p.id for p in attackers),
        ),
        legal,
    )


def resolve(chance: random.Random, compared: Compared, laid: Laid, shot: Shot, legal: bool) -> None:
    """7.2 to 7.5: one fire; then 8."""
    die = chance.choice((1, 1, 2, 2, 3, 4, 5, 6))
    helped = f" support {', '.join(p.id for p in shot.support)}" if shot.support else ""
    line = f"fire {', '.join(p.id for p in shot.firers)}{helped} at {shot.target.id}"
    taken = laid.say(shot.side, line, die)
    wanted = oracle.fire([*shot.firers, *shot.support], shot.target, shot.attacking, die) if legal else None
    fires = laid.found("FireResolved")
    said = (fires[0]["attack"], fires[0]["column"], fires[0]["result"]) if fires else None
    question = f"{line} in {shot.target.at}, die {die}: {taken[0].why}"
    compared.same("7.2", question, wanted, said, spelled(shot.pieces))
    result = wanted[2] if wanted else ""
    if wanted != said or not result:
        return
    if shot.attacking and result == "0-0":
        ask_second(chance, compared, laid, shot)
    else:
        after_fire(chance, compared, laid, replace(shot, question=question), result)


def ask_second(chance: random.Random, compared: Compared, laid: Laid, shot: Shot) -> None:
    """7.3: a second fire at the same stack, behind one without effect, by attackers of one class."""
    rest = [p for p in shot.pieces if p.id in shot.attackers and p not in shot.firers]
    rest = [p for p in rest if p.fire == rest[0].fire]
    if not rest or len(shot.enemies) < 2 or laid.topic() != "attack":
        return
    laid, die = laid.onward(), chance.randint(1, 6)
    target = chance.choice(shot.enemies)
    line = f"fire {', '.join(p.id for p in rest)} at {target.id}"
    taken = laid.say(shot.side, line, die)
    most = sum(p.steps for p in [*shot.firers, *shot.support])
    legal = target.id in oracle.next_targets(shot.enemies, {shot.target.id})
    wanted = oracle.capped(rest, target, most, die) if legal else None
    fires = laid.found("FireResolved")
    said = (fires[0]["attack"], fires[0]["column"], fires[0]["result"]) if fires else None
    question = f"{shot.question}; then {line}, die {die}: {taken[0].why}"
    compared.same("7.3.mult", question, wanted, said, spelled(shot.pieces))


# -- what follows from a fire (8) ------------------------------------------------------------------------


def after_fire(chance: random.Random, compared: Compared, laid: Laid, shot: Shot, result: str) -> None:
    """8.1: the loss, the choice and the morale check; then a retreat."""
    morale, lost = map(int, result.split("-"))
    target, left = shot.target, max(0, shot.target.steps - lost)
    told = spelled(shot.pieces)
    hit = steps_after(laid, target, "by the fire")
    compared.same("8.res", f"{shot.question}: {result}", left, hit, told)
    if not morale or (left == 0 and not shot.attacking):
        return
    stack = [p for p in shot.enemies if p.at == target.at and p.id != target.id]
    if left == 0 or morale + lost > target.steps:
        compared.same(
            "8.1.lim", f"{shot.question}: {result}, no check", False, laid.topic() == "morale", told
        )
        stack += [replace(target, steps=left)] if left else []
        ask_retreat(chance, compared, laid, shot, stack, morale)
        return
    compared.same("8.1.lim", f"{shot.question}: {result}, a choice", "morale", laid.topic(), told)
    if laid.topic() != "morale":
        return
    laid, owner = laid.onward(), oracle.other(shot.side)
    if chance.random() < 0.5:
        laid.say(owner, f"retreat {target.id}")
        ask_retreat(chance, compared, laid, shot, [*stack, replace(target, steps=left)], morale)
        return
    die = chance.randint(1, 6)
    laid.say(owner, f"check {target.id}", die)
    passed = die <= oracle.MORALE.get(target.formation, 3)
    left = max(0, left - morale)
    said = (
        steps_after(laid, target, "for the morale check"),
        bool(laid.found("RetreatTaken")) or laid.topic() == "retreat",
    )
    gives_way = shot.attacking and not passed and bool(stack or left)
    compared.same("8.2.mor", f"{shot.question}: {result}, check {die}", (left, gives_way), said, told)
    if said == (left, gives_way) and gives_way:
        stack += [replace(target, steps=left)] if left else []
        ask_retreat(chance, compared, laid, shot, stack, morale)


def steps_after(laid: Laid, unit: Piece, why: str) -> int:
    """How many steps a loss left a unit, before any retreat that followed at once."""
    lost = [e for e in laid.found("StepsLost") if e["unit"] == unit.id and e["why"] == why]
    return int(lost[0]["left"]) if lost else laid.table.steps(unit.id)


def ask_retreat(
    chance: random.Random, compared: Compared, laid: Laid, shot: Shot, stack: list[Piece], far: int
) -> None:
    """8.3: the ways of a stack, where one hex alone attacks; what zones cost on the way; then the
    advance."""
    if not stack:
        ask_advance(chance, compared, laid, shot, [], far, ())
        return
    ids = {p.id for p in stack} | {shot.target.id}
    pieces = [*(p for p in shot.pieces if p.id not in ids), *stack]
    firers = {p.at for p in shot.firers if shot.target.at in oracle.near(p.at)}
    wanted = oracle.retreats(pieces, stack, far, firers)
    said = ways(laid, stack)
    names = ", ".join(p.id for p in stack)
    question = f"{shot.question}: retreat of {names} from {shot.target.at} by {far}"
    if not shot.one_hex or not wanted.sure or oracle.deadly_at_the_edge(pieces, stack, wanted.paths):
        return
    open_to = wanted.paths
    if len(open_to) == 1 and not oracle.anybody_left(pieces, stack, *open_to):
        open_to = set()  # nobody is asked: all die on the one way
    compared.same("8.3", question, sorted(open_to), sorted(said), spelled(pieces))
    if said != open_to or not said:
        return
    path = chance.choice(sorted(said))
    if laid.topic() == "retreat":
        laid = laid.onward()
        laid.say(stack[0].side, f"retreatpath {'-'.join(path)}")
    went = [
        replace(p, at=path[-1], steps=p.steps - oracle.losses(pieces, p, path), retreated=True) for p in stack
    ]
    ends = {p.id: (p.at, p.steps) if p.steps > 0 else ("eliminated", 0) for p in went}
    now = {p.id: (laid.table.at(p.id), laid.table.steps(p.id)) for p in stack}
    compared.same("8.3.zoc", f"{question} via {path}", ends, now, spelled(pieces))
    if shot.attacking and ends == now:
        rest = [p for p in pieces if p not in stack]
        ask_advance(
            chance,
            compared,
            laid,
            shot,
            [*rest, *(p for p in went if p.steps > 0)],
            far,
            (shot.target.at, *path),
        )


def ways(laid: Laid, stack: list[Piece]) -> set[tuple[str, ...]]:
    """The retreats that may be ordered, or the one that was taken without a question."""
    if laid.topic() == "retreat":
        answers = laid.table.state.waiting()[0].answers
        return {tuple(a.removeprefix("retreatpath ").split("-")) for a in answers}
    return {tuple(e["path"][1:]) for e in laid.found("UnitMoved") if e["unit"] == stack[0].id}


def ask_advance(
    chance: random.Random,
    compared: Compared,
    laid: Laid,
    shot: Shot,
    pieces: list[Piece],
    far: int,
    trail: tuple[str, ...],
) -> None:
    """8.4: where each of those who fired may advance: some hexes within its reach, some ways at random."""
    if not shot.attacking:
        return
    pieces = pieces or [p for p in shot.pieces if p.at != shot.target.at]
    laid = laid.onward()
    question = f"{shot.question}: advance by {far}"
    for one in shot.firers:
        wanted = {} if one.weapons else oracle.advances(pieces, one, far, trail)
        for hex_ in some(chance, sorted(wanted), 4):
            taken = good(laid.say(one.side, f"advance {one.id} via {'-'.join(wanted[hex_])}")[:1])
            compared.same(
                "8.4", f"{question}: {one.id} via {wanted[hex_]}", True, taken, (spelled(pieces), trail)
            )
        for _ in range(3):
            path = wander(chance, one.at)[: far + 1]
            taken = good(laid.say(one.side, f"advance {one.id} via {'-'.join(path)}")[:1])
            may = not one.weapons and oracle.may_advance(pieces, one, path, far, trail)
            compared.same("8.4", f"{question}: {one.id} via {path}", may, taken, (spelled(pieces), trail))
