"""Random steps of the campaign of Red Vengeance, laid before the oracle and before the referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracles import redvengeance as oracle
from tests.oracles import redvengeance_fronts as fronts
from tests.oracles import redvengeance_victory as victory
from tests.oracles.asking import Compared
from tests.oracles.hexes import spread
from tests.oracles.positions import Laid
from tests.tabletop import Tabletop

GAME = "redvengeance"
SIDES = ("russian", "german")
CONTROL = {"K13": "german", "A20": "german", "K12": "russian"}


def compare(chance: random.Random, compared: Compared) -> None:
    """One step: purchases, CPP and weather, initiative, ELR, set-up, entry, or the end of a CGS."""
    kinds = (
        ask_purchase, ask_forts, ask_points, ask_elr, ask_level, ask_winner, ask_isolation, ask_end,
        ask_set_up, ask_entry, ask_enclosed, ask_lull,
    )  # fmt: skip
    (kind,) = chance.choices(kinds, weights=(8, 2, 3, 2, 2, 4, 4, 1, 4, 2, 2, 1))
    kind(chance, compared)


def rolls(chance: random.Random, count: int) -> list[int]:
    return [chance.randint(1, 6) for _ in range(count)]


def lost(chance: random.Random) -> dict[str, int]:
    """How many CGS each side has lost."""
    return {side: chance.choice((0, 0, 1, 2, 3)) for side in SIDES}


# -- purchases -------------------------------------------------------------------------------------------


def ask_purchase(chance: random.Random, compared: Compared) -> None:
    """8.619, 8.620, 8.623: which lines stand, what each group brings, who moves first."""
    turn, side = chance.randint(1, 9), chance.choice(SIDES)
    losses, chits = lost(chance), {s: chance.choice(("attack", "idle")) for s in SIDES}
    chits = chits if turn > 1 and "attack" in chits.values() else {"russian": "attack", "german": "idle"}
    purse, before = chance.randint(15, 60), {}
    lines = [a_line(chance, side, turn) for _ in range(chance.randint(1, 5))]
    if len({id_ for id_, _, _ in lines if id_[0] == "O"}) > 1:
        return
    for id_, _, _ in lines:
        before[id_] = chance.choice((0, 0, oracle.GROUPS[side][id_].ever - 1, oracle.GROUPS[side][id_].ever))
    dice = rolls(chance, 150)
    tracks = {f"cpp-{side}": purse, "chits-russian": 5, "chits-german": 2}
    tracks |= {f"lost-{s}": n for s, n in losses.items()}
    bought = {f"{side} {id_}": n for id_, n in before.items() if n}
    state = {"chits": chits if turn > 1 else {}, "bought": bought}
    segment = "8.619" if turn > 1 else "INIT.BUY"
    laid = Tabletop(
        GAME, {}, segment=segment, turn=turn, tracks=tracks, state=state, control=CONTROL, dice=dice
    )
    other = "german" if side == "russian" else "russian"
    text = "\n".join(f"buy {id_} x{n}" + (f" mode={mode}" if mode else "") for id_, n, mode in lines)
    told = (turn, side, text, tracks, bought, dice[:30])
    wanted = oracle.basket(side, lines, turn, purse, before)
    rulings = laid.order(side, text)
    said = [ruling.verdict != "refused" for ruling in rulings]
    whys = "; ".join(ruling.why for ruling in rulings if ruling.verdict == "refused")
    compared.same("RePh8.619", f"{side} turn {turn}: {text!r}: {whys}", wanted, said, told)
    if wanted != said or not any(wanted) or turn == 1:
        return
    if not all(wanted):
        laid.order(side, "as is")
    laid.order(other, "pass")
    ask_groups(
        compared,
        laid,
        Bought(side, turn, losses, chits, before),
        [x for x, fine in zip(lines, wanted, strict=True) if fine],
        dice,
        told,
    )


def a_line(chance: random.Random, side: str, turn: int) -> oracle.Line:
    """One line of a purchase."""
    id_ = chance.choice(list(oracle.GROUPS[side]))
    count = chance.choice((1, 1, 1, 2, oracle.GROUPS[side][id_].most, oracle.GROUPS[side][id_].most + 1))
    modes = ["", "", "map", "reserve", "dugin"] if id_[0] in "IV" else [""]
    mode = chance.choice(modes) if side == "german" or turn > 1 else ""
    return id_, count if id_[0] != "O" else 1, mode


class Bought:
    """What the groups of a purchase depend on."""

    def __init__(
        self, side: str, turn: int, losses: dict[str, int], chits: dict[str, str], before: dict[str, int]
    ) -> None:
        self.side, self.turn, self.losses, self.chits, self.before = side, turn, losses, chits, before

    @property
    def handicap(self) -> int:
        return balance(self.losses, self.side)


def balance(losses: dict[str, int], side: str) -> int:
    """CG30 for a side."""
    (other,) = (s for s in SIDES if s != side)
    return oracle.balance(losses[side], losses[other])


def ask_groups(
    compared: Compared,
    laid: Tabletop,
    bought: Bought,
    lines: list[oracle.Line],
    dice: list[int],
    told: object,
) -> None:
    """8.620: strength, units, weapons, crews, leaders, ammunition of every group; then 8.623."""
    left: Iterator[int] = iter(dice)
    shown = laid.game.shown["groups"](laid.state)
    numbers = Counter(bought.before)
    for id_, count, _ in lines:
        for _ in range(count):
            numbers[id_] += 1
            came = oracle.arrive(bought.side, id_, bought.turn, bought.handicap, left)
            found: Any = shown.get(f"{bought.side} {id_}#{numbers[id_]}", {})
            compared.same(
                "RePh8.620", f"{bought.side} {id_}#{numbers[id_]}", summed(came), told_of(found), told
            )
    ask_initiative(compared, laid, bought, left, told)


def summed(came: oracle.Arrived) -> tuple[object, ...]:
    """A group of the oracle's; of units their number, for the oracle does not spell every type."""
    kinds = (came.sw, came.crews, came.leaders)
    return (came.strength, came.units.total(), *(sorted(one.elements()) for one in kinds), came.ammo)


def told_of(found: Any) -> tuple[object, ...]:
    """The same of the referee's."""
    kinds = (Counter(found.get(key, {})) for key in ("sw", "crews", "leaders"))
    units = Counter(found.get("units", {})).total()
    return (
        found.get("strength", ""),
        units,
        *(sorted(one.elements()) for one in kinds),
        found.get("ammo", ""),
    )


def ask_initiative(
    compared: Compared, laid: Tabletop, bought: Bought, left: Iterator[int], told: object
) -> None:
    """8.623: the case, and who moves first."""
    case, who = "dual", ""
    while case == "dual" and not who:
        dual = set(bought.chits.values()) == {"attack"}
        dice = {side: next(left) if dual else 0 for side in SIDES}
        drm = {s: oracle.CRITICAL[s][bought.turn - 1] - balance(bought.losses, s) for s in SIDES}
        case, who = oracle.first(bought.chits, {s: dice[s] + drm[s] for s in SIDES})
    decided = laid.found("InitiativeDecided")
    said = (decided[0]["case"], decided[0]["first"]) if decided else None
    compared.same("RePh8.623", f"initiative {bought.chits}", (case, who), said, told)


def ask_forts(chance: random.Random, compared: Compared) -> None:
    """8.621: one kind of fortification, for what is just enough or one point too little."""
    turn, side = chance.randint(1, 9), chance.choice(SIDES)
    item, count = chance.choice(list(oracle.FORTS)), chance.choice((1, 1, 2))
    count = 1 if item == "SUPPLEMENTAL" else count
    cost = oracle.fort(side, item, turn)
    purse = max(0, (cost or 30) * count - chance.choice((0, 1)))
    segment = "8.619" if turn > 1 else "INIT.BUY"
    chits = {"russian": "attack", "german": "idle"}
    laid = Tabletop(
        GAME,
        {},
        segment=segment,
        turn=turn,
        tracks={f"fpp-{side}": purse},
        state={"chits": chits},
        control=CONTROL,
    )
    (ruling,) = laid.order(side, f"fpp {item} x{count}")
    wanted = cost is not None and cost * count <= purse
    question = f"{side} turn {turn}: fpp {item} x{count} for {purse}: {ruling.why}"
    compared.same("RePh8.621", question, wanted, ruling.verdict != "refused", question)


# -- points, weather, ELR, the end -----------------------------------------------------------------------


def ask_points(chance: random.Random, compared: Compared) -> None:
    """8.616, 8.6171: the CPP of both sides, and random weather."""
    turn, losses, dice = chance.randint(2, 9), lost(chance), rolls(chance, 7)
    lull = chance.random() < 0.2
    suffered = {side: 0 if lull else chance.randint(24, 160) for side in SIDES}
    attack = () if lull else tuple(s for s in SIDES if chance.random() < 0.6)
    winner, moabit = ("", 0) if lull else (chance.choice(SIDES), chance.choice((0, 0, 10, 24)))
    last = oracle.Last(lull, attack, winner, suffered, moabit)
    sky_before, ec_before = chance.choice(("Overcast", "Fog/Mist", "Clear")), chance.choice(("Wet", "Moist"))
    laid_last = {
        "lull": lull, "attack": list(attack), "winner": winner, "moabit-russian": moabit,
        **{f"cvp-{side}": n for side, n in suffered.items()}, "weather": sky_before, "ec": ec_before,
    }  # fmt: skip
    state = {"chits": {"russian": "attack", "german": "idle"}, "last": laid_last, "weather-mode": "random"}
    tracks = {"chits-russian": 5, "chits-german": 2, **{f"lost-{s}": n for s, n in losses.items()}}
    laid = Tabletop(GAME, {}, segment="8.616", turn=turn, tracks=tracks, state=state, dice=dice)
    told = (turn, last, losses, dice)
    for n, side in enumerate(SIDES):
        dr = dice[2 * n] + dice[2 * n + 1]
        wanted = oracle.cpp(side, turn, dr, last, balance(losses, side))
        compared.same(
            "RePh8.616",
            f"CPP of {side} on turn {turn}, DR {dr}",
            wanted,
            laid.state.tracks[f"cpp-{side}"],
            told,
        )
    sky = oracle.weather(sky_before, ec_before, dice[4] + dice[5], dice[6])
    said = (laid.state.facts.get("weather"), laid.state.facts.get("ec"))
    compared.same("RePh8.6171", f"weather after {sky_before}, {ec_before}", sky, said, told)


def ask_elr(chance: random.Random, compared: Compared) -> None:
    """8.6123: levels lost and CVP carried."""
    carried = {side: chance.randint(0, 69) for side in SIDES}
    already = {side: chance.choice((0, 1)) for side in SIDES}
    losses = {
        side: {
            "suffered": (n := chance.randint(0, 220)), "vehicles": (v := chance.randint(0, n // 3)),
            "moabit": (m := chance.randint(0, n // 4) if side == "russian" else 0),
            "capture": (c := chance.randint(0, n // 6)), "refit": 0, "elr": n - v - m - c,
        }
        for side in SIDES
    }  # fmt: skip
    tracks = {f"elr-carry-{s}": n for s, n in carried.items()} | {
        f"elr-lost-{s}": n for s, n in already.items()
    }
    state = {"losses": {s: {k: n for k, n in one.items() if k != "elr"} for s, one in losses.items()}}
    laid = Tabletop(GAME, {}, segment="8.6123", turn=3, tracks=tracks, state=state)
    for side in SIDES:
        laid.order(side, "pass")
    for side in SIDES:
        levels, rest = oracle.elr_loss(losses[side]["elr"], carried[side])
        said = tuple(laid.state.tracks[f"elr-{what}-{side}"] for what in ("lost", "carry"))
        question = f"ELR of {side}: {losses[side]}, {carried[side]} carried"
        compared.same("RePh8.6123", question, (already[side] + levels, rest), said, (losses, tracks))


def ask_level(chance: random.Random, compared: Compared) -> None:
    """8.1, CG15, CG17, CG18, 8.21: the ELR that counts now."""
    turn, first = chance.randint(2, 9), chance.choice(SIDES)
    banner, leaderless = chance.random() < 0.4, chance.random() < 0.4
    lost_, listed = ({side: chance.choice((0, 0, 1, 2)) for side in SIDES} for _ in range(2))
    state: dict[str, Any] = {
        "first": first,
        "case": first,
        "chits": dict.fromkeys(SIDES, "idle") | {first: "attack"},
    }
    state |= {"banner": "X17:R"} if banner else {}
    state |= {"party-leaders": []} if leaderless else {}
    tracks = {f"elr-lost-{s}": n for s, n in lost_.items()} | {
        f"elr-listed-{s}": n for s, n in listed.items()
    }
    laid = Tabletop(GAME, {}, segment="PLAY", turn=turn, state=state, tracks=tracks)
    shown = laid.game.shown["tracks"](laid.state)
    night = oracle.DATES[turn - 1].endswith("NT")
    for side in SIDES:
        lower = lost_[side] + listed[side] + (night and side != first) + (leaderless and side == "german")
        for kind in oracle.ELR[side]:
            wanted = oracle.elr(side, kind, lower, banner)
            compared.same(
                "8.1", f"ELR of {side} {kind}", wanted, shown[f"elr-{side}-{kind}"], (turn, state, tracks)
            )


def ask_winner(chance: random.Random, compared: Compared) -> None:
    """Section 20, CG29: who wins a CGS with what it has captured, and whether that ends the campaign."""
    cgs = victory.ended(chance)
    first, dual = chance.choice(SIDES), chance.random() < 0.3
    case = "initial" if cgs.turn == 1 else "dual" if dual else first
    first, dual = ("russian", False) if cgs.turn == 1 else (first, dual)
    losses = {s: {"suffered": chance.randint(0, 60), "vehicles": 0, "moabit": 0} for s in SIDES}
    for side, one in losses.items():
        one["vehicles"] = chance.randint(0, one["suffered"] // 2)
        one["moabit"] = chance.randint(0, one["suffered"] // 2) if side == "russian" else 0
    chits = {s: "attack" if dual or s == first else "idle" for s in SIDES}
    known = {} if cgs.turn == 1 and chance.random() < 0.5 else {"control-start": upper(cgs.start)}
    state = {"first": first, "case": case, "chits": {} if cgs.turn == 1 else chits, **known}
    laid = Tabletop(GAME, {}, segment="8.6032", turn=cgs.turn, state=state, control=upper(cgs.now))
    for side, hexes in cgs.claims.items():
        for reporter in SIDES if hexes else ():
            laid.order(
                reporter, f"claim STONE {','.join(sorted(hexes)).upper()} of={side} start=enemy now=own"
            )
    for side, one in losses.items():
        counts = " ".join(f"{key}={n}" for key, n in one.items())
        rest = one["suffered"] - one["vehicles"] - one["moabit"]
        for reporter in SIDES:
            laid.order(reporter, f"report CVP of={side} {counts} capture=0 refit=0 elr={rest}")
    for side in SIDES:
        laid.order(side, "pass")
    lvp = {side: victory.lvp(side, cgs.start, cgs.now, cgs.claims[side]) for side in SIDES}
    decided = laid.found("CgsDecided")
    question = f"{case} of {first}: {losses}, {cgs}"
    said = decided[0]["winner"] if decided else None
    wanted = oracle.winner(first, dual, losses, lvp)
    compared.same("VC-CGS", question, wanted, said, question)
    lost_ = {side: int(side != wanted) for side in SIDES}
    compared.same(
        "CG30", question, lost_, {s: laid.state.tracks.get(f"lost-{s}", 0) for s in SIDES}, question
    )
    over = str((laid.state.over or {}).get("winner") or "")
    compared.same("VC-CG", question, victory.campaign(cgs.turn, cgs.now), over, question)


def ask_lull(chance: random.Random, compared: Compared) -> None:
    """Section 20, 17: a Lull has no winner, and the campaign may end with it."""
    cgs = victory.ended(chance)
    turn, chits = max(2, cgs.turn), dict.fromkeys(SIDES, "idle")
    laid = Tabletop(GAME, {}, segment="8.623", turn=turn, state={"chits": chits}, control=upper(cgs.now))
    over = str((laid.state.over or {}).get("winner") or "")
    compared.same("VC-CG", f"a Lull: {cgs}", victory.campaign(turn, cgs.now), over, cgs)
    compared.same("RePh8.6032", f"a Lull: {cgs}", [], laid.found("CgsDecided"), cgs)


def upper(held: Mapping[str, str]) -> dict[str, str]:
    """Who holds what, as a position spells it."""
    return {hex_.upper(): side for hex_, side in held.items() if side}


def ask_end(chance: random.Random, compared: Compared) -> None:
    """CG32: whether the firefight is over after a Game Turn."""
    turn, die, game_turn = 3, chance.randint(1, 6), chance.randint(5, 8)
    state = {"chits": {"russian": "attack", "german": "idle"}, "case": "russian", "first": "russian"}
    laid = Tabletop(
        GAME, {}, segment="PLAY", turn=turn, tracks={"game-turn": game_turn}, state=state, dice=[die]
    )
    laid.order("russian", "endturn")
    laid.order("german", f"endturn\nroll gameend turn={game_turn}")
    over = laid.state.segment != "PLAY"
    compared.same(
        "CG32", f"end after turn {game_turn}, die {die}", oracle.ends(game_turn, die), over, (game_turn, die)
    )


# -- fronts ----------------------------------------------------------------------------------------------


def ask_isolation(chance: random.Random, compared: Compared) -> None:
    """8.6052: which hexes of each side are isolated; pockets at bridges and edges, some walled in."""
    bridges, gone, control = a_city(chance)
    east, turn = chance.random() < 0.3, 7
    upper = {b.upper(): s for b, s in control.items()}
    state = {"bridges": bridges, "east-entry": east}
    laid = Tabletop(GAME, {}, segment="8.6052", turn=turn, control=upper, state=state)
    said = {e["side"]: sorted(e["hexes"]) for e in laid.found("AreasIsolated")}
    for side in SIDES:
        wanted = sorted(oracle.isolated(side, control, gone, east))
        compared.same("RePh8.6052", f"isolated hexes of {side}", wanted, said.get(side), (upper, state))


def a_city(chance: random.Random) -> tuple[dict[str, str], set[str], dict[str, str]]:
    """How the bridges are, which of them are gone, and pockets of both sides at bridges and edges."""
    states = ("intact", "partial 20", "destroyed", "destroyed")
    bridges = {b: chance.choice(states) for b in ("I9", "U8", "GG16")}
    gone = {b.lower() for b, state in bridges.items() if state == "destroyed"}
    control: dict[str, str] = {}
    for _ in range(chance.randint(1, 4)):
        centre = chance.choice(("i9", "u8", "gg16", "k12", "h5", "mm20", "a20", "r24", "t3", "b1", "ll12"))
        inner, outer = rings(chance, centre)
        control |= dict.fromkeys(inner, side := chance.choice(SIDES))
        if chance.random() < 0.6:
            (other,) = (s for s in SIDES if s != side)
            control |= {b: other for b in sorted(outer) if chance.random() < 0.95}
    control = {b: s for b, s in control.items() if oracle.enterable(b, set()) and oracle.bank(b) != "spree"}
    return bridges, gone, control


def rings(chance: random.Random, centre: str) -> tuple[set[str], set[str]]:
    """The hexes about a centre, and the ring about these."""
    far = chance.choice((1, 1, 2))
    near = spread([centre], oracle.beside, far + 1)
    return {b for b, n in near.items() if n <= far}, {b for b, n in near.items() if n > far}


# -- set-up and entry ------------------------------------------------------------------------------------

SQUAD = {"russian": "4-5-8", "german": "6-5-8"}
CALM = {"russian": "attack", "german": "attack"}


def some(chance: random.Random, hexes: list[str], count: int) -> list[str]:
    """A few of these hexes."""
    return chance.sample(hexes, min(count, len(hexes)))


def near(chance: random.Random, control: dict[str, str]) -> list[str]:
    """Hexes to ask about: those that somebody holds, and a few that nobody does."""
    held = [b for b in sorted(control) if "bridge" not in oracle.city()[b]["tags"]]
    free = [b for b in sorted(oracle.city()) if oracle.enterable(b, set()) and oracle.bank(b) != "spree"]
    return [*some(chance, held, 5), *some(chance, free, 1)]


def ask_set_up(chance: random.Random, compared: Compared) -> None:
    """8.624, CG13, CG21, CG22: where a side may set up a unit from off the map, a new one in Reserve, and one
    that is on it."""
    bridges, gone, control = a_city(chance)
    side = chance.choice(SIDES)
    (first,) = (s for s in SIDES if s != side)
    cut_off = {s: oracle.isolated(s, control, gone, False) for s in SIDES}
    ground = fronts.Ground(control, gone, cut_off)
    own = [b for b in sorted(control) if control[b] == side and "bridge" not in oracle.city()[b]["tags"]]
    if not own:
        return
    was = chance.choice(own)
    state = {"bridges": bridges, "case": "dual", "first": first, "chits": CALM}
    upper = {b.upper(): s for b, s in control.items()}
    units = {"OFF": f"off-map {of(side)}", "NEW": f"off-map {of(side)} new", "ON": f"{was} {of(side)}"}
    laid = Laid(Tabletop(GAME, units, segment="8.624", turn=4, control=upper, state=state))
    told = (side, was, upper, bridges)
    for hex_ in near(chance, control):
        asked = (
            ("CG21.1", f"setup OFF hex={hex_}", fronts.may_set_up(side, hex_, ground)),
            ("CG22.7a", f"reserve NEW hex={hex_}", fronts.may_be_reserve(side, hex_, ground)),
            ("RePh8.6241", f"setup ON hex={hex_}", fronts.may_move_up(side, was, hex_, ground)),
        )
        for rule, line, wanted in asked:
            (ruling,) = laid.say(side, line)
            said = ruling.verdict == "done"
            compared.same(rule, f"{side}: {line}: {ruling.rule} {ruling.why}", wanted, said, told)


def of(side: str) -> str:
    """A squad of a side, as a position names it."""
    return f"1 type={SQUAD[side]} side={side}"


def ask_entry(chance: random.Random, compared: Compared) -> None:
    """CG12: by which hexes a side may enter in its own Player Turn."""
    bridges, _, control = a_city(chance)
    side, east = chance.choice(SIDES), chance.random() < 0.4
    start = {b: s if chance.random() < 0.8 else chance.choice(SIDES) for b, s in control.items()}
    now, before = ({b.upper(): s for b, s in one.items()} for one in (control, start))
    state = {"bridges": bridges, "east-entry": east, "control-start": before, "case": "dual", "first": side,
             "chits": CALM}  # fmt: skip
    units = {"OLD": f"off-map {of(side)}", "NEW": f"off-map {of(side)} new"}
    laid = Laid(Tabletop(GAME, units, segment="PLAY", turn=7, control=now, state=state))
    edge = [b for b, row in sorted(oracle.city().items()) if row["edge"] and oracle.enterable(b, set())]
    held = [b for b in edge if b in control]
    for hex_ in dict.fromkeys((*some(chance, held, 4), *some(chance, edge, 4))):
        for unit, new in (("OLD", False), ("NEW", True)):
            wanted = fronts.may_enter(side, hex_, control, start, east, new)
            (ruling,) = laid.say(side, f"enter {unit} hex={hex_}")
            question = f"{side}: enter {unit} hex={hex_}: {ruling.rule} {ruling.why}"
            compared.same("CG12", question, wanted, ruling.verdict == "done", (now, before, east))


def ask_enclosed(chance: random.Random, compared: Compared) -> None:
    """8.6054: what becomes of hexes that the hexes of a side enclose."""
    control: dict[str, str] = {}
    units: dict[str, str] = {}
    for centre in some(chance, ["k12", "r20", "t15", "h5", "ee18", "i9", "a20", "b3", "cc24"], 3):
        side = chance.choice(SIDES)
        inner, outer = rings(chance, centre)
        control |= {b: side for b in sorted(outer) if chance.random() < 0.97}
        dry = [b for b in sorted(inner) if oracle.enterable(b, set()) and oracle.bank(b) != "spree"]
        if dry and chance.random() < 0.3:
            control[chance.choice(dry)] = chance.choice(SIDES)
        if dry and chance.random() < 0.3:
            units[chance.choice(dry)] = chance.choice(SIDES)
    control = {b: s for b, s in control.items() if oracle.enterable(b, set()) and oracle.bank(b) != "spree"}
    upper = {b.upper(): s for b, s in control.items()}
    there = {f"U{n}": f"{b} {of(s)}" for n, (b, s) in enumerate(units.items())}
    laid = Tabletop(GAME, there, segment="8.6054", turn=4, control=upper, state={"case": "dual"})
    for side in SIDES:
        laid.order(side, "pass")
    wanted = dict(control)
    for side in SIDES:
        wanted |= dict.fromkeys(sorted(fronts.enclosed(side, wanted, units, set())), side)
    said = {b: s for b, s in laid.state.control.items() if s in SIDES}
    compared.same("RePh8.6054", "who holds what", wanted, said, (upper, units))
