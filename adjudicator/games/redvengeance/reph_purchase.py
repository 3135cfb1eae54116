"""8.619 to 8.622, the sealed sheet of purchases: groups, fortifications, artillery, reconnaissance.

judge_sheet    8.619, 8.616  the whole sheet: each line, then the sums
check_buy      8.6191 to 8.6196, I2 to I5, J  a group
price_of       8.6194, CG22.1  what it costs the way it is set up
check_on_map, check_gun_hip, check_entry   8.6194 at set-up, for whoever sets up
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.answering import every_legal
from adjudicator.mechanics.drm import DRM, total
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from . import basket, charts
from .basket import bought_before, bought_now, cpp_of, fpp_of, group_of, lines, put, recon_cost, sayings
from .campaign import note_own
from .cg_artillery import about_artillery, check_module_bought, check_oba, check_paid
from .charts import Group, groups, settings, sold, starts, surcharges
from .front import isolated
from .ground import firm, hex_id, tags
from .orders import Said, check_read, said
from .position import GERMAN, RESERVE
from .reph_forts import check_fort, cost, price_told

ENTRY, MAP, DUG_IN = "entry", "map", "dugin"
MODES = (ENTRY, MAP, RESERVE, DUG_IN)
DIG_IN = ("V1", "V2", "V3", "V4")
"""German groups whose tanks may be dug in (I3)."""


# -- 8.6194 what a group costs -----------------------------------------------------------------------------


def mode_of(group: Group, words: Said) -> str:
    """How a line has its group set up: guns on the map, all others by entry, where it does not say. Raises
    Refused for a word that is no way."""
    mode = words.mode or (MAP if group.letter == charts.GUNS else ENTRY)
    if mode not in MODES:
        legal = tuple(f"mode={one}" for one in MODES)
        raise Refused("RePh8.6194.9", f"a group is not set up by mode={mode}", legal)
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
    check_sold(state, group)
    check_maxima(state, group, words.times)
    check_module_bought(state, side, words)
    check_where(state, side, mode, words.hex.split(":")[0])


@rule("RePh8.6194.8", "CG22.1", "I3.4")
def check_mode(state: State, group: Group, mode: str) -> None:
    """Reserve is for groups I, dug-in for the German V1 to V4 in the Initial CGS; what is no unit is not set
    up on the map at all. Raises Refused."""
    if mode == RESERVE and group.letter != charts.INFANTRY:
        raise Refused("RePh8.6194.8", f"only groups I set up in Reserve; {group} does not")
    if mode == DUG_IN and not (
        group.side == GERMAN and group.id in DIG_IN and state.turn == charts.INITIAL_CGS
    ):
        why = f"only the German {', '.join(DIG_IN)} are dug in, in the Initial CGS; this is {group}"
        raise Refused("I3.4", why)


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


# -- the sheet -----------------------------------------------------------------------------------------------


def check_recon(state: State, side: str, words: Said) -> None:
    """A line buys one try of reconnaissance or more. Raises Refused."""
    if words.n is None or words.n < 1:
        raise Refused("RePh8.622", "how many tries of reconnaissance?", ("RECON n=1",))


CHECKS: Mapping[str, Callable[[State, str, Said], None]] = {
    basket.BUY: check_buy, basket.FORT: check_fort, basket.OBA: check_oba, basket.RECON: check_recon,
}  # fmt: skip
"""The lines of the sheet, in the order in which they are judged; all of them are sealed."""


@rule("RePh8.619", "RePh8.616", "OB-DE.3", "OB-RU.3")
def judge_sheet(play: Play, side: str, orders: Iterable[Order]) -> list[Order]:
    """Judge a side's sheet of purchases, in place of one that it had filed; the lines that stand.

    Groups that together cost too much are all refused, and so are fortifications; a line over a maximum falls
    alone.
    """
    note_own(play, "RePh8.619", side, basket=())
    given = list(orders)
    taken = [order for verb in CHECKS for order in _taken(play, side, given, verb)]
    for check in (_over_cpp, _over_recon, _unpaid, _over_fpp):
        taken = _without(play, side, taken, check)
    tell_bills(play, side, taken)
    others = [order for order in given if order.verb not in CHECKS]
    for order in others:
        play.verdict(order, "done")
    return [*taken, *others]


def _taken(play: Play, side: str, orders: list[Order], verb: str) -> list[Order]:

    def take(order: Order) -> None:
        check_read(order)
        CHECKS[verb](play.state, side, said(order))
        put(play, side, order)

    return every_legal(play, (order for order in orders if order.verb == verb), take)


SUM = ": "
"""Behind this a refusal has the arithmetic."""
Fault = tuple[Refused, Callable[[Order], bool]]
"""What is wrong with a whole sheet, and which lines fall for it."""


def _without(
    play: Play, side: str, taken: list[Order], check: Callable[[State, str], Fault | None]
) -> list[Order]:
    """The lines that are left once those that fall together are refused."""
    if not (found := check(play.state, side)):
        return taken
    no, falls = found
    fallen = list(filter(falls, taken))
    for order in fallen:
        play.refuse(order, no if order is fallen[-1] else with_the_last(no))
    left = [order for order in taken if not falls(order)]
    note_own(play, no.rule, side, basket=tuple(order.text for order in left))
    return left


def with_the_last(no: Refused) -> Refused:
    """A refusal of lines that fall together, as all but the last of them are told it: without the sum."""
    why, sum_, _ = no.why.partition(SUM)
    return Refused(no.rule, f"{why}{'; the sum stands at the last of these lines' * bool(sum_)}", no.legal)


def spent(state: State, side: str) -> int:
    """The CPP that the groups on a side's sheet cost."""
    return sum(_line_cost(state, side, order)[0] for order in lines(state, side, basket.BUY))


def tell_bills(play: Play, side: str, taken: list[Order]) -> None:
    """Each line that stands is told what it costs, and the last of them what the whole sheet does."""
    state = play.state
    bills = sorted((one for one in taken if one.verb != basket.OBA), key=lambda one: (one.sheet, one.line))
    cpp = f"{spent(state, side) + spent_on_recon(state, side)} of {cpp_of(state, side)} CPP"
    fpp = f"{spent_on_forts(state, side)} of {fpp_of(state, side)} FPP"
    for order in bills:
        in_all = f"; the sheet takes {cpp} and {fpp}" if order is bills[-1] else ""
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
    """The CPP that the reconnaissance on a side's sheet costs."""
    return sum(recon_cost(said(order)) for order in lines(state, side, basket.RECON))


def spent_on_forts(state: State, side: str) -> int:
    """The FPP that the fortifications on a side's sheet cost."""
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
    return Refused(fpp_rule(state, side), why), lambda order: order.verb == basket.FORT


def fpp_rule(state: State, side: str) -> str:
    """The clause that gives a side its fortification points: those of the beginning, or groups M2."""
    return (
        starts()[side].points_rule
        if state.turn == charts.INITIAL_CGS
        else groups()[side, basket.FORTIFICATIONS].rule
    )
