"""Random pockets of Donnerschlag, laid before the oracle and before the referee."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from tests.games.donnerschlag.fights import GAME, table
from tests.oracles import donnerschlag as oracle
from tests.oracles.asking import Compared
from tests.oracles.donnerschlag import Piece
from tests.oracles.hexes import apart
from tests.oracles.hexes import table as rows
from tests.oracles.positions import Laid, good, pocket
from tests.tabletop import Tabletop

HEXES = tuple(f"{c:02}{r:02}" for c in range(8, 47) for r in range(1, 25))


@cache
def roster() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in rows("counters", GAME, "roster.csv")}


@cache
def busy() -> tuple[str, ...]:
    """Hexes where rules meet: rivers, settlements, edges."""
    watery = {h for pair, features in oracle.hexsides().items() if "river" in features for h in pair}
    return tuple(h for h in HEXES if h in watery or oracle.settlement(h) or len(oracle.near(h)) < 6)


def piece(id_: str, at: str, reduced: bool = False, unsupplied: bool = False) -> Piece:
    row = roster()[id_]
    back = "reduced_" if reduced else ""
    return Piece(
        id_, row["side"], at, int(row[back + "strength"] or 0), int(row[back + "movement"] or 0),
        row["class"],
        row["background"], row["formation"], row["army"], row["colour"], int(row["range"] or 0),
        row["type"] == "hq", id_.startswith("Alarm"), unsupplied,
    )  # fmt: skip


def fits(where: Mapping[str, str], unit: str, hex_: str) -> bool:
    there = [piece(one, at) for one, at in where.items() if at == hex_]
    one = piece(unit, hex_)
    return all(p.side == one.side for p in there) and oracle.room(there, one, hex_)


def deploy(chance: random.Random, radius: int, most: int, marks: float) -> list[Piece]:
    """A random pocket."""
    centre = chance.choice(busy())
    area = [h for h in HEXES if apart(h, centre) <= radius]
    units: list[str] = []
    for side in ("axis", "soviet"):
        own = [id_ for id_, row in roster().items() if row["side"] == side]
        units += chance.sample(own, chance.randint(2, most))
    chance.shuffle(units)
    found = []
    for id_, at in pocket(chance, area, units, fits).items():
        reduced = bool(roster()[id_]["reduced_movement"]) and chance.random() < 0.4
        unsupplied = roster()[id_]["type"] != "hq" and chance.random() < marks
        found.append(piece(id_, at, reduced, unsupplied))
    return found


def spelled(pieces: list[Piece]) -> dict[str, str]:
    """The pocket as a table lays it."""
    return {p.id: f"{p.at} {step_of(p)}{' out-of-supply' if p.unsupplied else ''}" for p in pieces}


def step_of(one: Piece) -> str:
    row = roster()[one.id]
    return "reduced" if row["reduced_strength"] and one.strength == int(row["reduced_strength"]) else "full"


def compare(chance: random.Random, compared: Compared) -> None:
    """One position: who is activated, moves, or a combat with what follows."""
    kinds = (ask_command, ask_entry, ask_moves, ask_overrun, ask_combat)
    (kind,) = chance.choices(kinds, weights=(2, 1, 3, 2, 5))
    kind(chance, compared)


# -- command ---------------------------------------------------------------------------------------------


def ask_command(chance: random.Random, compared: Compared) -> None:
    """D.ax, D.sov: which units a card activates."""
    pieces = deploy(chance, chance.choice((2, 4, 6)), 10, 0.0)
    play, side, wanted = chance.choice((schwerpunkt, axis_hq, soviet_colour, soviet_hq))(chance, pieces)
    if not play:
        return
    card = play.split()[1]
    hands = {"axis": [card] if side == "axis" else [], "soviet": [card] if side == "soviet" else []}
    laid = Laid(Tabletop(GAME, spelled(pieces), segment="PLAY", hands=hands))
    laid.say(side, play)
    said = sorted(u for event in laid.found("UnitsActivated") for u in event["units"])
    compared.same("D.ax", play, sorted(wanted), said, spelled(pieces))


Played = tuple[str, str, set[str]]


def schwerpunkt(chance: random.Random, pieces: list[Piece]) -> Played:
    """D.ax.c: all Axis units within four hexes of the marker."""
    at = chance.choice([p.at for p in pieces if p.side == "axis"] or [""])
    return (
        f"play AXSCHW-1 at {at}" if at else "",
        "axis",
        {p.id for p in oracle.within(pieces, "axis", at or "0801", 4)},
    )


def axis_hq(chance: random.Random, pieces: list[Piece]) -> Played:
    """D.ax.a, b, d: one HQ, or both Romanian ones."""
    hqs = [p for p in pieces if p.side == "axis" and p.hq]
    if not hqs:
        return "", "axis", set()
    hq = chance.choice(hqs)
    both = [p for p in hqs if p.formation.startswith("Rum")] if hq.formation.startswith("Rum") else [hq]
    return f"play AXANY-1 hq {hq.id}", "axis", oracle.ordered_axis(pieces, both)


def soviet_colour(chance: random.Random, pieces: list[Piece]) -> Played:
    """D.sov.a: a colour of an army."""
    colour, army = chance.choice(("red", "blue", "green")), chance.choice(("51", "2 G"))
    units = {p.id for p in pieces if p.side == "soviet" and (p.colour, p.army) == (colour, army) and not p.hq}
    line = f"play SV{colour.upper()}-1 army {army}" if units else ""
    return line, "soviet", units


def soviet_hq(chance: random.Random, pieces: list[Piece]) -> Played:
    """D.sov.c: an HQ and all in its range, or a formation."""
    hqs = [p for p in pieces if p.side == "soviet" and p.hq]
    line = [p for p in pieces if p.side == "soviet" and not p.hq]
    if hqs and chance.random() < 0.6:
        hq = chance.choice(hqs)
        return (
            f"play SVHQF-1 hq {hq.id}",
            "soviet",
            {p.id for p in oracle.within(line, "soviet", hq.at, hq.range)},
        )
    formations = sorted({p.formation for p in line if p.formation})
    if not formations:
        return "", "soviet", set()
    one = chance.choice(formations)
    return f"play SVHQF-1 formation {one}", "soviet", {p.id for p in line if p.formation == one}


# -- moves -----------------------------------------------------------------------------------------------


def ask_moves(chance: random.Random, compared: Compared) -> None:
    """D.move, D.oos: where a unit may go after its supply check, and whether the check marks it."""
    pieces = deploy(chance, chance.choice((1, 2, 3, 4)), 8, 0.0)
    movers = [p for p in pieces if p.side == "axis" or not p.hq]
    if not movers:
        return
    one = chance.choice(movers)
    laid = Laid(table(spelled(pieces), side=one.side, segment="ACTIVATE", active=[one.id], checked={}))
    told = spelled(pieces)
    laid.say(one.side, f"stay {one.id}")
    marked = any(one.id in e["units"] and "out-of-supply" in e["add"] for e in laid.found("FlagsChanged"))
    compared.same("D.oos", f"supply of {one.id} in {one.at}", not oracle.supplied(pieces, one), marked, told)
    reached = oracle.reach(pieces, one)
    rim = sorted({b for h in [one.at, *reached] for b in oracle.near(h)} - {*reached, one.at})
    for hex_ in [*some(chance, sorted(reached), 3), *some(chance, rim, 4)]:
        went = moved(laid, one, f"move {one.id} to {hex_}")
        compared.same("D.move", f"move {one.id} from {one.at} to {hex_}", hex_ in reached, went, told)
    for _ in range(3):
        path = wander(chance, one)
        went = moved(laid, one, f"move {one.id} via {'-'.join(path)}")
        may = oracle.legal_path(pieces, one, (one.at, *path), oracle.points(pieces, one))
        may = may and oracle.ends(pieces, one, path[-1])
        compared.same("D.move", f"move {one.id} from {one.at} via {path}", may, went, told)


def ask_entry(chance: random.Random, compared: Compared) -> None:
    """D.reinf: where a reinforcement may enter and how far it may go by road."""
    side, turn = chance.choice((("soviet", 2), ("axis", 4)))
    own = [
        id_ for id_, row in roster().items() if row["side"] == side and row["reinforcement"] == f"turn {turn}"
    ]
    at = chance.choice(oracle.ENTRIES[side])
    area = [h for h in HEXES if apart(h, at) <= 4]
    others = [id_ for id_ in roster() if id_ not in own]
    pieces = [piece(id_, h) for id_, h in pocket(chance, area, chance.sample(others, 8), fits).items()]
    one = piece(chance.choice(own), "0000")
    units = {**spelled(pieces), one.id: f"{side}-turn-{turn}"}
    laid = Laid(Tabletop(GAME, units, segment="REINF", turn=turn))
    ends = oracle.entered(pieces, one, at)
    roads = [h for h in area if oracle.on_road(h)]
    for hex_ in [*some(chance, sorted(ends), 3), *some(chance, roads, 4)]:
        line = f"enter {one.id} at {at}" + (f" to {hex_}" if hex_ != at else "")
        taken = good(laid.say(side, line)[:1])
        compared.same("D.reinf.5", line, hex_ in ends, taken, units)


def ask_overrun(chance: random.Random, compared: Compared) -> None:
    """D.hq: where an Axis HQ goes that is overrun, or whether it is lost with its last unit."""
    pieces = deploy(chance, chance.choice((2, 3)), 10, 0.0)
    lone = [p for p in pieces if p.side == "axis" and p.hq and sum(o.at == p.at for o in pieces) == 1]
    pairs = [
        (hq, p) for hq in lone for p in pieces
        if p.side == "soviet" and not p.hq and oracle.legal_path(pieces, p, (p.at, hq.at), 9)
    ]  # fmt: skip
    if not pairs:
        return
    hq, one = chance.choice(pairs)
    laid = Laid(table(spelled(pieces), side="soviet", segment="ACTIVATE", active=[one.id], checked={}))
    laid.say("soviet", f"move {one.id} via {hq.at}")
    alive = any(p.formation == hq.formation and not p.hq for p in pieces)
    wanted = oracle.relocations(pieces, hq, one) if alive else {"lost"}
    if not wanted:  # D.hq.8 has no range
        return
    said = {laid.table.at(hq.id)}
    said = said if next(iter(said)).isdigit() else {"lost"}
    if laid.topic() == "relocate":
        said = {a.rpartition(" to ")[2] for a in laid.table.state.waiting()[0].answers}
    compared.same(
        "D.hq", f"{one.id} overruns {hq.id} in {hq.at}", sorted(wanted), sorted(said), spelled(pieces)
    )


def moved(laid: Laid, one: Piece, line: str) -> bool:
    """Whether a move was taken."""
    return good(laid.say(one.side, line)[:1]) and any(e["unit"] == one.id for e in laid.found("UnitMoved"))


def some(chance: random.Random, hexes: list[str], most: int) -> list[str]:
    return chance.sample(hexes, min(most, len(hexes)))


def wander(chance: random.Random, one: Piece) -> tuple[str, ...]:
    """A path of up to two hexes more than the unit has points, along roads where it can."""
    path = [one.at]
    for _ in range(chance.randint(1, one.movement + 2)):
        onward = [b for b in oracle.near(path[-1]) if b not in path]
        roads = [b for b in onward if "road" in oracle.side(path[-1], b)]
        path += [chance.choice(roads or onward)] if onward else []
    return tuple(path[1:])


# -- combat ----------------------------------------------------------------------------------------------


def ask_combat(chance: random.Random, compared: Compared) -> None:
    """D.combat, D.mod, D.crt: who may attack, the odds, the die; then D.retreat and the advance."""
    pieces = deploy(chance, chance.choice((1, 2, 2)), 8, 0.2)
    pairs = [
        (p, e.at) for p in pieces for e in pieces
        if p.side != e.side and e.at in oracle.near(p.at) and not p.hq and not e.hq
    ]  # fmt: skip
    if not pairs:
        return
    lone = [pair for pair in pairs if sum(p.at == pair[1] for p in pieces) == 1]
    first, target = chance.choice(lone if lone and chance.random() < 0.5 else pairs)
    beside = list({p.id: p for p, at in pairs if at == target and p.side == first.side}.values())
    attackers = chance.sample(beside, chance.randint(1, len(beside)))
    defenders = [p for p in pieces if p.at == target and not p.hq]
    die, side = chance.choice((1, 2, 3, 4, 5, 6, 6)), first.side
    laid = Laid(table(spelled(pieces), side=side))
    taken = laid.say(side, f"attack {target} with {', '.join(p.id for p in attackers)}", die)
    fought = laid.found("OddsResolved")
    column, drm = oracle.odds(attackers, defenders)
    result = oracle.result(column, die + drm)
    may = all(oracle.may_attack(p, target) for p in attackers)
    said = (fought[0]["column"], fought[0]["drm"], fought[0]["result"]) if fought else None
    question = f"attack {target} with {', '.join(p.id for p in attackers)}, die {die}: {taken[0].why}"
    compared.same("D.combat.6", question, (column, drm, result) if may else None, said, spelled(pieces))
    if not may or said != (column, drm, result):
        return
    if len(defenders) > 1 and len([p for p in pieces if p.at == target]) == len(defenders):
        ask_stack(compared, laid, pieces, defenders, result, question)
    elif len([p for p in pieces if p.at == target]) == 1:
        ask_retreat(chance, compared, laid, pieces, attackers, defenders[0], result, question)


def ask_retreat(
    chance: random.Random, compared: Compared, laid: Laid, pieces: list[Piece], attackers: list[Piece],
    unit: Piece, result: str, question: str,
) -> None:  # fmt: skip
    """D.retreat: the first step of a lone defender, or of an attacker alone in its hex and in the
    attack."""
    if "R" not in result:
        return
    if "A" in result:
        alone = len(attackers) == 1 and sum(p.at == attackers[0].at for p in pieces) == 1
        if not alone:
            return
        unit = attackers[0]
    left = (2 if roster()[unit.id]["reduced_strength"] and step_of(unit) == "full" else 1) - int(
        "0" + result[:-2]
    )
    if left <= 0:
        return
    laid = past_ad_hoc(laid, unit)
    wanted, costs = oracle.retreats(pieces, unit)
    said = first_steps(laid, unit)
    told = spelled(pieces)
    if costs and left == 1:
        dead = not laid.table.at(unit.id).isdigit()
        compared.same("D.retreat.2", f"{question}: {unit.id} dies in the zone", True, dead, told)
        return
    compared.same(
        "D.retreat.3", f"{question}: {result}, retreat of {unit.id}", sorted(wanted), sorted(said), told
    )
    if costs or wanted != said or not wanted or "A" in result:
        return
    hex_ = chance.choice(sorted(wanted))
    if laid.topic() == "retreat":
        laid = laid.onward()
        laid.say(unit.side, f"retreat {unit.id} to {hex_}")
    if oracle.room(pieces, unit, hex_):
        ask_advance(compared, past_ad_hoc(laid, unit), attackers, unit.at, question, told)


def ask_stack(
    compared: Compared, laid: Laid, pieces: list[Piece], stack: list[Piece], result: str, question: str
) -> None:
    """D.retreat for two defenders without a loss: together, or one of them alone."""
    if result != "DR":
        return
    told, side, at = spelled(pieces), stack[0].side, stack[0].at
    wanted, costs = oracle.together(pieces, stack)
    alone = {p.id: oracle.retreats(pieces, p)[0] for p in stack}
    if costs or not wanted:
        return
    laid = past_ad_hoc(laid, stack[0])
    if laid.topic() != "retreat":
        steps = [e["path"][:2] for e in laid.found("UnitMoved") if e["unit"] in alone]
        went = {
            tuple(step) for step in steps if step[0] == at
        }  # overstacked, they go on from there (D.retreat.4)
        compared.same(
            "D.retreat.3", f"{question}: the only retreat of {at}", {(at, b) for b in wanted}, went, told
        )
        return
    laid = laid.onward()
    for who, open_ in (("all", wanted), *alone.items()):
        for b in oracle.near(at):
            taken = good(laid.say(side, f"retreat {who} to {b}")[:1])
            compared.same("D.retreat.3d", f"{question}: retreat {who} to {b}", b in open_, taken, told)


def past_ad_hoc(laid: Laid, unit: Piece) -> Laid:
    """The same after an ad hoc unit was put off."""
    for _ in range(4):
        if laid.topic() != "adhoc":
            break
        laid = laid.onward()
        laid.say(laid.start.waiting()[0].player, "hold")
    return laid


def first_steps(laid: Laid, unit: Piece) -> set[str]:
    """The first hexes of a retreat that may be ordered, or the one that was taken."""
    taken = [e["path"][1] for e in laid.found("UnitMoved") if e["unit"] == unit.id]
    if taken or laid.topic() != "retreat":
        return set(taken[:1])
    return {a.rpartition(" to ")[2] for a in laid.table.state.waiting()[0].answers}


def ask_advance(
    compared: Compared, laid: Laid, attackers: list[Piece], target: str, question: str, told: object
) -> None:
    """D.combat.11: the tanks that may advance."""
    answers = laid.table.state.waiting()[0].answers if laid.topic() == "advance" else ()
    said = {
        name for a in answers if a.startswith("advance ") for name in a.removeprefix("advance ").split(", ")
    }
    wanted = {p.id for p in attackers if oracle.may_advance(p, target)}
    compared.same("D.combat.11", f"{question}: advance", sorted(wanted), sorted(said), told)
