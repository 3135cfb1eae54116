"""8.616 to 8.622, the points of a date and the sealed purchases: groups, fortifications, artillery,
reconnaissance.

cpp            8.616  the base of the date (8.6161), and a secret roll of each side (8.6162)
judge_sheet    8.619, 8.616  all sealed orders: each line, then the sums
check_buy      8.6191 to 8.6196, I2 to I5, J  a group
price_of       8.6194, CG22.1  what it costs the way it is set up
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from adjudicator.answering import every_legal
from adjudicator.mechanics.drm import DRM, total
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from .. import charts
from ..campaign_game.cg_artillery import about_artillery, check_module_bought, check_oba, check_paid
from ..charts import Group, cpp_modifiers, groups, read, settings, sold, starts, surcharges
from ..orders import Said, check_read, said
from ..position import GERMAN, RESERVE, RUSSIAN, SIDES
from ..situation import basket
from ..situation.basket import (
    bought_before,
    bought_now,
    cpp_of,
    fpp_of,
    group_of,
    lines,
    put,
    recon_cost,
    sayings,
)
from ..situation.campaign import CHITS, CPP, FPP, SAN, last, move_track, note_own, track
from ..situation.front import begins, isolated
from ..situation.ground import firm, hex_id, place, tags
from ..situation.modifiers import balance_drm, date_drm, roll_two
from ..situation.steps import date, dates
from .reph_forts import check_fort, cost, price_told

FIRST_REFIT_CGS, CVP_PER_POINT = 2, 25
"""The CGS that the first Refit Phase prepares; how many CVP suffered give -1 (8.6162)."""
ATTACK_DRM, WINNER_DRM = 2, -3


@rule("START.3", "OB-DE.4", "OB-RU.4", *(row.points_rule for row in starts().values()))
def start_tracks(side: str) -> Mapping[str, int]:
    """The tracks of a side when the campaign begins: its points for the Initial CGS, SAN and Attack Chits."""
    row = starts()[side]
    values = {CPP: row.cpp, FPP: row.fpp, SAN: row.san, CHITS: row.attack_chits}
    return {track(what, side): value for what, value in values.items()}


@rule(*(f"RePh8.6161.{one.number - 1}" for one in dates()[1:]))
def base(state: State, side: str) -> int:
    """The CPP of a side on the date that is prepared, before the modifier."""
    return date(state).base[side]


@rule("RePh8.6162.4", "RePh8.6162.5", "RePh8.6162.6", "RePh8.6162.7", "RePh8.6162.8", "RePh8.6162.10")
def cpp_drms(state: State, side: str) -> tuple[DRM, ...]:
    """All modifiers of the roll. A lull gives none of attack, losses and victory (notes f.40), and the attack
    of the Initial CGS was no chit (f.6)."""
    return (*_past(state, side), *balance_drm(state, side), *date_drm(state, side))


def _past(state: State, side: str) -> Iterator[DRM]:
    before = last(state)
    if before.lull:
        return
    if side in before.attack and state.turn > FIRST_REFIT_CGS:
        yield DRM("RePh8.6162.4", ATTACK_DRM, "Attack Chit in the last CGS")
    if points := cvp_counted(state, side) // CVP_PER_POINT:
        yield DRM("RePh8.6162.5", -points, f"{cvp_counted(state, side)} CVP suffered / {CVP_PER_POINT}")
    if before.winner == side:
        yield DRM("RePh8.6162.6", WINNER_DRM, "winner of the last CGS")


@rule("RePh8.6162.5")
def cvp_counted(state: State, side: str) -> int:
    """The CVP that a side suffered in the last CGS, with vehicles, without Moabit Prisoners (notes f.34)."""
    before = last(state)
    if side == RUSSIAN:
        return before.cvp_russian - before.moabit_russian
    return before.cvp_german


@rule(*(row.rule for row in cpp_modifiers()))
def cpp_modifier(final: int) -> int:
    """The CPP that a final DR adds."""
    return next(int(found) for row in cpp_modifiers() if (found := read(row.rows, final)) is not None)


@rule("RePh8.616", "RePh8.616.1", "RePh8.6162.1", "RePh8.6162.9")
def cpp(play: Play) -> None:
    """Each side's CPP for the CGS to come, whatever it has left from the one before; the dice, the modifier
    and the sum are for its own eyes."""
    for side in SIDES:
        first = base(play.state, side)

        def result(final: int, first: int = first) -> str:
            return f"{cpp_modifier(final):+}, {first} {cpp_modifier(final):+} = {_sum(first, final)} CPP"

        drms = cpp_drms(play.state, side)
        final = roll_two(play, "RePh8.616", "the CPP modifier", drms, result, (side,))
        why = f"{first} on {date(play.state).name}, {cpp_modifier(final):+} by the roll"
        move_track(play, "RePh8.616", CPP, side, _sum(first, final), why)
        if play.state.tracks.get(track(FPP, side)):
            move_track(play, "RePh8.616.1", FPP, side, 0, "what was left is lost")


def _sum(first: int, final: int) -> int:
    return first + cpp_modifier(final)


STEPS = {"8.616": cpp}


ENTRY, MAP, DUG_IN = "entry", "map", "dugin"
MODES = (ENTRY, MAP, RESERVE, DUG_IN)
ON_MAP = (charts.INFANTRY, charts.VEHICLES, charts.GUNS)
DIG_IN = ("V1", "V2", "V3", "V4")
"""Groups that may be set up on the map (8.6194), and German ones whose tanks may be dug in (I3)."""


# -- 8.6194 what a group costs -----------------------------------------------------------------------------


def mode_of(group: Group, words: Said) -> str:
    """How a line has its group set up: guns on the map, all others by entry, where it does not say. Raises
    Refused for a word that does not say how."""
    mode = words.mode or (MAP if group.letter == charts.GUNS else ENTRY)
    if mode not in MODES:
        legal = (f"buy {group.id}", *(f"buy {group.id} mode={one}" for one in MODES))
        raise Refused("RePh8.6194.9", f'there is no mode "{mode}": write {", ".join(MODES)}', legal)
    return mode


@rule("RePh8.6194.1", "RePh8.6194.2", "RePh8.6194.3", "RePh8.6194.6", "RePh8.6194.8", "CG22.1", "I3.1", "I5")
def price_of(state: State, group: Group, mode: str) -> tuple[int, str]:
    """The CPP of one group, and how they come about: more on the map, less in Reserve, half dug in; Guns, and
    all German groups in the Initial CGS, as printed."""
    if mode == DUG_IN:
        half = -(-group.cpp // 2)
        return half, f"{group.cpp} / 2 dug-in = {half}"
    parts = tuple(
        DRM(row.rule, row.cpp, f"mode={mode} ({row.rule})")
        for row in surcharges()
        if row.mode == mode and group.letter in row.types.split() and row.side in {"", group.side}
        if group.id not in row.free and not (mode == MAP and free_on_map(state, group.side))
    )
    price = group.cpp + total(parts)
    told = "".join(f" {part.value:+} {part.reason}" for part in parts)
    return price, f"{group.cpp}{told} = {price}" if parts else str(price)


@rule("I5")
def free_on_map(state: State, side: str) -> bool:
    """The German pays nothing more for setting up on the map in the Initial CGS."""
    return side == GERMAN and state.turn == charts.INITIAL_CGS


# -- 8.6191 to 8.6196 whether a group is sold ----------------------------------------------------------------


@rule("RePh8.6191")
def check_buy(state: State, side: str, words: Said) -> None:
    """Whether a side may buy what a line says, after the lines above it. Raises Refused."""
    group = group_of(side, words)
    mode = mode_of(group, words)
    check_mode(state, group, mode)
    check_russian_start(state, group, words.mode)
    check_sold(state, group)
    check_maxima(state, group, words.times)
    check_module_bought(state, side, words)
    if words.hex:
        place(words.hex)
    check_where(state, side, mode, words.hex.split(":")[0])


@rule("RePh8.6194.8", "CG22.1", "I3.4")
def check_mode(state: State, group: Group, mode: str) -> None:
    """Reserve is for groups I, dug-in for the German V1 to V4 in the Initial CGS; a group without units is
    not set up on the map at all. Raises Refused."""
    if mode == MAP and group.letter not in ON_MAP:
        why = f"{group} has no units to set up on the map"
        raise Refused("RePh8.6194.4", why, (f"buy {group.id}",))
    if mode == RESERVE and group.letter != charts.INFANTRY:
        raise Refused("RePh8.6194.8", f"only groups I set up in Reserve; {group} does not")
    if mode == DUG_IN and not (
        group.side == GERMAN and group.id in DIG_IN and state.turn == charts.INITIAL_CGS
    ):
        why = f"only the German {', '.join(DIG_IN)} are dug in, in the Initial CGS; this is {group}"
        raise Refused("I3.4", why)


@rule("OB-RU.1")
def check_russian_start(state: State, group: Group, mode: str) -> None:
    """In the Initial CGS every Russian group enters: none may be bought for a set-up. Raises Refused."""
    if begins(state) and group.side == RUSSIAN and mode in {MAP, RESERVE}:
        why = (
            "in the Initial CGS all Russian groups enter from the north edge, so none may be bought to set up"
        )
        raise Refused("OB-RU.1", f"{group.id}: {why}", (f"buy {group.id}",))


@rule("FN-J", *(row.rule for row in sold()))
def check_sold(state: State, group: Group) -> None:
    """AA groups, the Russian observer and what is marked J are sold on some dates only. Raises Refused."""
    for row in sold():
        on_sale = row.first <= state.turn <= row.last
        if row.side == group.side and group.id in row.groups and not on_sale:
            raise Refused(row.rule, f"{row.why}: {group}")
    if f"{group.side} {group.id}" in settings().footnote_j and state.turn < charts.FOOTNOTE_J_CGS:
        raise Refused("FN-J", f"not before 4/29-PM: {group}")


@rule("RePh8.6195", "RePh8.6196", "RePh8.6196.1", *(group.rule for group in groups().values()))
def check_maxima(state: State, group: Group, times: int) -> None:
    """Not more of a group than its row allows in one CGS and in the campaign; free ones use up none. Raises
    Refused."""
    now, before = bought_now(state, group.side)[group.id], bought_before(state, group.side, group.id)
    for number, most, has, when in (
        ("8.6195", group.cgs, now, "in one CGS"),
        ("8.6196", group.cg, before + now, "in the campaign"),
    ):
        if times < 1 or has + times > most:
            left = f"{has} bought, {max(0, most - has)} left, {times} asked for"
            raise Refused(group.rule, f"{group}: at most {most} {when} ({number}); {left}")


@rule("RePh8.6194.4", "I3.2")
def check_where(state: State, side: str, mode: str, hex_: str) -> None:
    """A hex that is named already: no isolated one on the map; firm ground for a tank dug in, never a bridge.
    Without one it is judged at set-up. Raises Refused."""
    if hex_ and mode in {MAP, DUG_IN} and hex_id(hex_) in isolated(state, side):
        raise Refused("RePh8.6194.4", f"{hex_} is isolated; a new group sets up in areas that are not")
    if hex_ and mode == DUG_IN and not firm(hex_):
        why = f"a tank is dug in on debris or a paved road, never on a bridge; {hex_}: "
        raise Refused("I3.2", why + ", ".join(sorted(tags(hex_))))


# -- the sealed purchases ------------------------------------------------------------------------------------


def check_recon(state: State, side: str, words: Said) -> None:
    """A line buys one try of reconnaissance or more. Raises Refused."""
    if words.n is None or words.n < 1:
        raise Refused("RePh8.622", "write the number of reconnaissance attempts", ("RECON n=1",))


CHECKS: Mapping[str, Callable[[State, str, Said], None]] = {
    basket.BUY: check_buy, basket.FORT: check_fort, basket.OBA: check_oba, basket.RECON: check_recon,
}  # fmt: skip
"""The purchases, in the order in which they are checked; all of them are sealed."""


@rule("RePh8.619", "RePh8.616", "OB-DE.3", "OB-RU.3")
def judge_sheet(play: Play, side: str, orders: Iterable[Order]) -> list[Order]:
    """Check a side's purchases, which replace those that it had filed, and tell their bills; return the legal
    ones."""
    given = list(orders)
    taken = in_the_basket(play, side, given)
    tell_bills(play, side, taken)
    others = [order for order in given if order.verb not in CHECKS]
    for order in others:
        play.verdict(order, "done")
    return [*taken, *others]


def in_the_basket(play: Play, side: str, orders: list[Order]) -> list[Order]:
    """The legal ones of these purchases, which are all that a side buys now.

    Groups that together cost too much are all refused, and so are fortifications; a line over a maximum falls
    alone.
    """
    note_own(play, "RePh8.619", side, basket=())
    taken = [order for verb in CHECKS for order in _taken(play, side, orders, verb)]
    for check in (_over_cpp, _over_recon, _unpaid, _over_fpp):
        taken = _without(play, side, taken, check)
    return taken


def _taken(play: Play, side: str, orders: list[Order], verb: str) -> list[Order]:

    def take(order: Order) -> None:
        if verb == basket.BUY:
            basket.check_code(side, order)
        check_read(order)
        CHECKS[verb](play.state, side, said(order))
        put(play, side, order)

    return every_legal(play, (order for order in orders if order.verb == verb), take)


SUM = ": "
"""After this a refusal shows the arithmetic."""
Fault = tuple[Refused, Callable[[Order], bool]]
"""What is wrong with the purchases as a whole, and which lines are refused for it."""


def _without(
    play: Play, side: str, taken: list[Order], check: Callable[[State, str], Fault | None]
) -> list[Order]:
    """The lines that are left once those that fall together are refused."""
    if not (found := check(play.state, side)):
        return taken
    no, falls = found
    fallen = list(filter(falls, taken))
    why, sum_, _ = no.why.partition(SUM)  # the sum is told with the last of the lines that fall together
    short = f"{why}{'; the last of these lines has the total' * bool(sum_)}"
    for order in fallen:
        play.refuse(order, no if order is fallen[-1] else Refused(no.rule, short, no.legal))
    left = [order for order in taken if not falls(order)]
    note_own(play, no.rule, side, basket=tuple(order.text for order in left))
    return left


def spent(state: State, side: str) -> int:
    """The CPP that the groups of a side's purchases cost."""
    return sum(_line_cost(state, side, order)[0] for order in lines(state, side, basket.BUY))


def tell_bills(play: Play, side: str, taken: list[Order]) -> None:
    """Each legal line gets its cost, and the last of them the total."""
    state = play.state
    bills = sorted((one for one in taken if one.verb != basket.OBA), key=lambda one: (one.sheet, one.line))
    cpp = f"{spent(state, side) + spent_on_recon(state, side)} of {cpp_of(state, side)} CPP"
    fpp = f"{spent_on_forts(state, side)} of {fpp_of(state, side)} FPP"
    for order in bills:
        in_all = f"; your orders cost {cpp} and {fpp}" if order is bills[-1] else ""
        play.verdict(order, "done", why=f"{bill(state, side, order)}{in_all}")


def bill(state: State, side: str, order: Order) -> str:
    """What a line of groups, fortifications or reconnaissance costs, and how it comes about."""
    words = said(order)
    if order.verb == basket.BUY:
        return f"{_line_cost(state, side, order)[1]} CPP"
    if order.verb == basket.FORT:
        return f"{_fort_bill(state, words)}: {cost(state, words)} FPP"
    return f"{words.n} x {settings().recon_cpp}: {recon_cost(words)} CPP"


def _fort_bill(state: State, words: Said) -> str:
    return f"{words.about} x{words.times} at {price_told(state, words)[1]}"


def spent_on_recon(state: State, side: str) -> int:
    """The CPP that the reconnaissance of a side's purchases costs."""
    return sum(recon_cost(said(order)) for order in lines(state, side, basket.RECON))


def spent_on_forts(state: State, side: str) -> int:
    """The FPP that the fortifications of a side's purchases cost."""
    return sum(cost(state, words) for words in sayings(state, side, basket.FORT))


def _line_cost(state: State, side: str, order: Order) -> tuple[int, str]:
    words = said(order)
    group = group_of(side, words)
    price, told = price_of(state, group, mode_of(group, words))
    return price * words.times, f"{group.id} x{words.times} at {told}: {price * words.times}"


def _over_cpp(state: State, side: str) -> Fault | None:
    bills = [_line_cost(state, side, order) for order in lines(state, side, basket.BUY)]
    need, has = sum(price for price, _ in bills), cpp_of(state, side)
    if need <= has:
        return None
    told = "; ".join(bill for _, bill in bills)
    why = f"these groups cost {need} CPP together and you have {has}, {need - has} too few{SUM}{told}"
    return Refused("RePh8.616", why), lambda order: order.verb == basket.BUY


def _over_recon(state: State, side: str) -> Fault | None:
    need = spent_on_recon(state, side)
    left = cpp_of(state, side) - spent(state, side)
    if need <= left:
        return None
    why = f"reconnaissance costs {need} CPP ({settings().recon_cpp} a try); {left} CPP are left"
    return Refused("RePh8.622", why), lambda order: order.verb == basket.RECON


def _unpaid(state: State, side: str) -> Fault | None:
    no = check_paid(state, side)
    return (no, lambda order: order.verb == basket.OBA or about_artillery(side, order)) if no else None


def _over_fpp(state: State, side: str) -> Fault | None:
    bought = [said(order) for order in lines(state, side, basket.FORT)]
    need, has = spent_on_forts(state, side), fpp_of(state, side)
    if need <= has:
        return None
    told = "; ".join(_fort_bill(state, words) for words in bought)
    why = f"these fortifications cost {need} FPP together and you have {has}, {need - has} too few{SUM}{told}"
    first = state.turn == charts.INITIAL_CGS  # the points of the beginning, else those of groups M2
    rule_ = starts()[side].points_rule if first else groups()[side, basket.FORTIFICATIONS].rule
    return Refused(rule_, why), lambda order: order.verb == basket.FORT
