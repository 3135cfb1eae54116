"""CG9 and CG10, artillery: modules, who observes them, pre-registered hexes, and what is kept for later.

check_module_bought  CG9.1, CG9.2      check_oba    CG9.3 to CG9.12, CG10   a line OBA
check_paid           A, CG9.10, CG10.3 the sheet    retain       CG9.8, CG9.9, CG10.4
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State

from ..charts import Module, modules
from ..decision_table.table import Fact, judged
from ..decision_table.table_reports import case
from ..orders import Orders, Said, said
from ..position import BOXES, GERMAN, INIT_SETUP, PLAY, RUSSIAN, SIDES
from ..situation.basket import BUY, OBA, bought_now, sayings
from ..situation.campaign import campaign, note_own, own, tell
from ..situation.ground import distance, edges, hex_id, place
from ..situation.pieces import unit_of

PRE_REGISTERED, OBSERVER = {GERMAN: "O3", RUSSIAN: "O6"}, {GERMAN: "O4", RUSSIAN: "O8"}
"""The group of each side that is a pre-registered hex, and the one that is an Off-board Observer."""
PLANE, NO_PLANE = "O7", "you bought no Spotter Plane for this CGS"
OFFBOARD = "offboard"
HEXES_PER_MODULE, OBSERVER_ANCHOR = 2, "A24"
BARRAGES = frozenset({"barrage", "creeping"})
RUSSIAN_EDGES = frozenset({"north", "west", "east"})


# -- the edge of the map -----------------------------------------------------------------------------------


def friendly(state: State, side: str, hex_: str) -> bool:
    """Whether a side controls a hex."""
    return state.control.get(hex_id(hex_)) == side


@rule("CG9.5", "CG9.6")
def security_hex(state: State, side: str, at: str) -> str:
    """The edge hex to which the Security Area of a field phone runs from a hex: the nearest friendly one of
    the north edge for the Russian, of the south edge for the German; "" where there is none."""
    edge = "south" if side == GERMAN else "north"
    found = (hex_ for hex_, owner in state.control.items() if owner == side and edge in edges(hex_))
    return min(found, key=lambda hex_: (distance(at, hex_), hex_), default="")


# -- modules and their hexes -------------------------------------------------------------------------------


def retained(state: State, side: str) -> Mapping[str, Mapping[str, Json]]:
    """The modules that a side has from earlier CGS, by group."""
    return own(state, side).oba


def in_play(state: State, side: str) -> tuple[str, ...]:
    """The modules that a side has for this CGS: retained ones, and those that it orders now."""
    bought = (id_ for id_ in bought_now(state, side) if (side, id_) in modules())
    return tuple(dict.fromkeys((*retained(state, side), *bought)))


@rule("CG9.1", "CG9.2")
def check_module_bought(state: State, side: str, words: Said) -> None:
    """One module for a side in a CGS, a Katyusha not counted; and one Katyusha. How it is observed, and its
    hexes, are said of a module and of nothing else. Raises Refused."""
    wanted = modules().get((side, words.about))
    if wanted is None:
        if words.carrier:
            raise Refused("CG9.3", f"{words.about} is not an OBA module. Only a module has carrier=")
        if words.prereg:
            asked = "name the hexes with the module: buy O1 prereg=K13, or oba O1 prereg=K13 for one you kept"
            raise Refused("FN-A.1", f"{words.about} is not an OBA module: {asked}")
        return
    for other in in_play(state, side):
        if modules()[side, other].rocket == wanted.rocket:
            number = "CG9.2" if wanted.rocket else "CG9.1"
            what = "Katyusha" if wanted.rocket else "OBA module"
            raise Refused(number, f"one {what} for a side in a CGS; you have {other} already")
    check_hexes(state, side, words)
    judged("module", case_of(state, side, words))


@rule("FN-A.1", "CG9.10")
def check_hexes(state: State, side: str, words: Said) -> None:
    """At most two pre-registered hexes for a module, those that it kept among them. Raises Refused."""
    for hex_ in words.prereg:
        place(hex_)
    if len(words.prereg) > HEXES_PER_MODULE:
        number = "CG9.10" if words.about in retained(state, side) else "FN-A.1"
        had = len(hexes_kept(state, side, words.about))
        raise Refused(
            number,
            f"{words.about}: at most {HEXES_PER_MODULE} pre-registered hexes for a module; {had} kept, "
            f"{len(words.prereg)} named",
        )


def hexes_kept(state: State, side: str, module: str) -> tuple[str, ...]:
    """The pre-registered hexes that a retained module has."""
    return tuple(retained(state, side).get(module, {}).get("prereg", ()))


@rule("CG9.9")
def hexes_of(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """The pre-registered hexes of each module in play, as ordered: a retained module keeps its own
    unless a line changes them; this is asked again before each CGS."""
    found = {module: hexes_kept(state, side, module) for module in in_play(state, side)}
    for words in (*sayings(state, side, BUY), *sayings(state, side, OBA)):
        if words.prereg and words.about in found:
            found[words.about] = tuple(dict.fromkeys(words.prereg))
    return found


@rule("FN-A.2", "CG9.11")
def black_chits(hexes: tuple[str, ...]) -> int:
    """The Black Chits that a module has more: one for its first pre-registered hex, none for the second."""
    return 1 if hexes else 0


def case_of(state: State, side: str, words: Said) -> dict[str, Fact]:
    """A line on a module as a case for the table: how it is observed, and from where."""
    found = case(state, words, side=side) | {"side": side}
    observer = unit_of(state, words.unit, side)
    at = observer.at if observer else ""
    found["entering"] = words.mode == "entry" or at in BOXES
    found["phone-edge"] = bool(security_hex(state, side, OBSERVER_ANCHOR))
    found["barrage"] = not BARRAGES.isdisjoint(word.casefold() for word in words.rest)
    if words.observer:
        hex_ = words.observer.partition(":")[0]
        held = bool(edges(hex_) & RUSSIAN_EDGES) and friendly(state, side, hex_)
        found |= {"observer": hex_, "edge": bool(edges(hex_)), "fc": held}
        found["far"] = str(distance(hex_, OBSERVER_ANCHOR))
    return found


# -- the sealed orders as a whole --------------------------------------------------------------------------


@rule("FN-A.1", "CG9.10", "CG10.3")
def check_paid(state: State, side: str) -> Refused | None:
    """What is wrong with the artillery in a side's sealed orders as a whole: more hexes named than kept and
    bought, more bought than its modules can have, or more modules with an Off-board Observer than there are
    of these."""
    named = hexes_of(state, side)
    kept = sum(len(hexes_kept(state, side, module)) for module in named)
    bought = bought_now(state, side)[PRE_REGISTERED[side]]
    hexes, room = sum(map(len, named.values())), HEXES_PER_MODULE * len(named)
    if kept + bought > room:
        why = f"{len(named)} modules can have {room} pre-registered hexes; {kept} kept, {bought} bought"
        return Refused("FN-A.1", why)
    if hexes > kept + bought:
        need = f"buy {PRE_REGISTERED[side]} for each"
        return Refused("FN-A.1", f"{hexes} pre-registered hexes named, {kept} kept, {bought} bought: {need}")
    directed = [module for module, how in carriers(state, side).items() if how == OFFBOARD]
    observers = observers_of(state, side)
    if len(directed) > observers:
        why = f"each Off-board Observer directs one module; {observers} for {', '.join(directed)}"
        return Refused("CG10.3", why)
    return None


def about_artillery(side: str, order: Order) -> bool:
    """Whether a line buys a pre-registered hex, or says of a module what it would need one for."""
    words = said(order)
    return order.verb == BUY and (
        words.about == PRE_REGISTERED[side] or bool(words.prereg) or words.carrier == OFFBOARD
    )


def carriers(state: State, side: str) -> Mapping[str, str]:
    """How each module in play is observed, as ordered."""
    found = {module: str(kept.get("carrier", "")) for module, kept in retained(state, side).items()}
    for words in (*sayings(state, side, BUY), *sayings(state, side, OBA)):
        if words.about in in_play(state, side) and (how := carrier_of(words)):
            found[words.about] = how
    return found


def carrier_of(words: Said) -> str:
    """How a line has its module observed: as it says, and who names the hex of an observer has one off the
    board; "" where it says neither."""
    return words.carrier or OFFBOARD * bool(words.observer)


def observers_of(state: State, side: str) -> int:
    """The Off-board Observers that a side has: those kept with a module, and those that it orders now."""
    kept = sum(1 for one in retained(state, side).values() if one.get("carrier") == OFFBOARD)
    return kept + bought_now(state, side)[OBSERVER[side]]


@rule("FN-A.1", "CG10.3")
def spare(state: State, side: str) -> Mapping[str, int]:
    """What sealed orders leave for set-up: pre-registered hexes and Off-board Observers that are bought and
    serve no module yet."""
    named, bought = hexes_of(state, side), bought_now(state, side)[PRE_REGISTERED[side]]
    kept = sum(len(hexes_kept(state, side, module)) for module in named)
    directed = sum(how == OFFBOARD for how in carriers(state, side).values())
    left = {
        "prereg": kept + bought - sum(map(len, named.values())),
        "observer": observers_of(state, side) - directed,
    }
    return {what: n for what, n in left.items() if n > 0}


@rule("FN-A.1", "CG9.9", "CG10.3")
def check_spare(state: State, side: str, line: Said) -> Mapping[str, int]:
    """What is left of it once a module is directed so; where the position does not know what was bought, all
    that it says. Raises Refused for more hexes, or another observer, than were paid for."""
    known, had = own(state, side), retained(state, side)[line.about]
    if line.prereg and state.segment == PLAY:
        raise Refused("CG9.9", "name pre-registered hexes before the firefight")
    if campaign(state).bought_in != state.turn:
        return known.spare
    hexes = len(set(line.prereg)) - len(had.get("prereg", ())) if line.prereg else 0
    offboard = (line.carrier == OFFBOARD or line.observer) and had.get("carrier") != OFFBOARD
    offboard = offboard and not had.get("observer")
    if hexes > known.spare.get("prereg", 0):
        paid = (
            f"{len(had.get('prereg', ()))} of {line.about} are paid, and {known.spare.get('prereg', 0)} more"
        )
        raise Refused("FN-A.1", f"{len(line.prereg)} pre-registered hexes named; {paid}")
    if offboard and not known.spare.get("observer", 0):
        raise Refused("CG10.3", "you have no free Off-board Observer. Each directs one module")
    left = {**known.spare}
    for what, n in (("prereg", hexes), ("observer", int(bool(offboard)))):
        left[what] = left.get(what, 0) - n
    return {what: n for what, n in left.items() if n > 0}


# -- a line OBA --------------------------------------------------------------------------------------------


@rule("CG9.8", "CG9.12", "CG10.5")
def check_oba(state: State, side: str, words: Said) -> None:
    """Whether a line on a module stands: its mission, its hexes and its observer. Raises Refused."""
    known = case_of(state, side, words)
    if side == RUSSIAN and words.about == PLANE:
        judged("plane", known)
        if not (setting_up(state) or state.segment == PLAY or bought_now(state, side)[PLANE]):
            raise Refused("CG10.5", NO_PLANE, (f"buy {PLANE}",))
        return
    module = module_of(side, words)
    if not known["barrage"]:
        check_mission(module, words.rest)
    if module.group not in in_play(state, side):
        raise Refused("CG9.8", f"you have no {module.group} ({module.name}): neither kept nor bought")
    check_hexes(state, side, words)
    judged("oba", known | {"module": module.name})


# -- from one CGS to the next ------------------------------------------------------------------------------


@rule("CG9.8", "CG9.9", "CG10.4")
def retain(play: Play) -> None:
    """A module that never used an FFE:1 is kept, with its hexes and its observer; one that did is gone, and
    an Off-board Observer with it."""
    for side in SIDES:
        had = retained(play.state, side)
        left = {module: kept for module, kept in had.items() if not kept.get("ffe")}
        if left != had:
            note_own(play, "CG9.8", side, oba=left)


# -- directed at set-up and in play --------------------------------------------------------------------------


@rule("CG9.3", "CG9.9")
def take_oba(play: Play, side: str, order: Order) -> None:
    """OBA at set-up and in play: how a module is observed; in play also what it fires, which both sides see.
    One that has fired for effect is not kept (CG9.8). Raises Refused."""
    line, state = said(order), play.state
    check_oba(state, side, line)
    if side == RUSSIAN and line.about == PLANE:
        fly(play, line)
        return
    had = retained(state, side)
    if line.about not in had:
        raise Refused("CG9.8", f"you have no module {line.about} to direct", tuple(had))
    left = check_spare(state, side, line)
    fires = tuple(word.upper() for word in line.rest)
    if fires and setting_up(state):
        raise Refused("CG9.9", "artillery fires in play, not at set-up", (f"OBA {line.about}",))
    told = {"observer": line.observer, "carrier": carrier_of(line), "prereg": line.prereg}
    now = {**had[line.about], **{key: value for key, value in told.items() if value}}
    if set(fires) - {"IR"}:
        now["ffe"] = True
    spare_now = {"spare": left} if left != own(state, side).spare else {}
    note_own(play, "CG9.9", side, oba={**had, line.about: now}, **spare_now)
    if fires:
        tell(play, "CG9.8", f"artillery of the {side} side fires {', '.join(fires)}")


@rule("CG10.5")
def fly(play: Play, line: Said) -> None:
    """A Spotter Plane that was bought for this CGS is over an edge hex for its Aerial LOS check; its side
    alone hears of it. Raises Refused."""
    groups, now = own(play.state, RUSSIAN).groups, play.state.turn
    if not any(name.startswith(f"{PLANE}#") and came["cgs"] == now for name, came in groups.items()):
        raise Refused("CG10.5", NO_PLANE)
    tell(play, "CG10.5", f"the Spotter Plane is over {line.observer}", to=(RUSSIAN,))


def setting_up(state: State) -> bool:
    """Whether sides set up."""
    return state.segment in {INIT_SETUP, "8.624"}


ORDERS: Orders = {"oba": take_oba}


OP_VEHICLE = "OPVEHICLE"


@rule("BRV15.1.13", "BRV15.1.10", "BRV15.1.12")
def module_of(side: str, words: Said) -> Module:
    """The module that a line names. Raises Refused for one that the side does not have."""
    found = modules().get((side, words.about))
    if found is None:
        legal = tuple(f"{one.group} ({told(one)})" for (owner, _), one in modules().items() if owner == side)
        number = "BRV15.1.13" if side == GERMAN else "RePh8.6191"
        why = f"{words.about} is not an" if words.about else "name an"
        raise Refused(number, f"{why} OBA module of yours", legal)
    return found


@rule("BRV15.1.10", "BRV15.1.12", "FN-OBA")
def told(module: Module) -> str:
    """A module as reports name it: "82mm mortar, Battalion Mortar (C1.22); HE, SMOKE, IR"."""
    marks = [", Battalion Mortar (C1.22)"] if module.battalion_mortar else []
    marks += [", rockets (C1.9)"] if module.rocket else []
    return f"{module.name}{''.join(marks)}; {', '.join(module.missions)}"


@rule("BRV15.1.8", "BRV15.1.9", "BRV15.1.11", *(module.rule for module in modules().values()))
def check_mission(module: Module, words: tuple[str, ...]) -> None:
    """A mission that the module's row does not have is refused: SMOKE is its mark s, IR (illumination) its
    star; an OP vehicle, its mark t, is there by a special rule only, and the campaign has none. Raises
    Refused."""
    for word in (one.upper() for one in words):
        if word == OP_VEHICLE:
            raise Refused("BRV15.1.11", "only special rules give OP vehicles, and the campaign has none")
        if word not in module.missions:
            raise Refused(module.rule, f"{word} is not a mission of: {told(module)}", module.missions)
