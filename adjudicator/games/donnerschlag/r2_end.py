"""The end of a turn: the Donnerschlag marker and victory (D.don), then boxes, discards, markers, and the Turn
marker (D.end)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.answering import opened, seal_first
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice, by_default
from adjudicator.events import FactNoted, GameEnded, TrackMoved, TurnBegan
from adjudicator.mechanics.armies import army
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State, Unit

from .cards import BOX, COMBAT, boxed, check_held, deck, held, kind
from .charts import charts
from .events import MarkersTurned, ZoneRevealed
from .levels import FRESH, TURNED, all_asked, campaign
from .orders import said
from .pieces import TANK, class_of, is_hq
from .position import AXIS, SOVIET
from .r2_supply import has_line

TRACK = "donnerschlag"
CHECKED, LAST = (4, 5), 5
"""Spaces of the track at which victory is checked; the one at which the Soviets win if the Axis do not
(D-R49)."""
UNITS_NEEDED = 2
"""How many Axis units must be in the true zone, a tank unit among them (d6 of the design note; a
placeholder)."""

# -- Donnerschlag --------------------------------------------------------------------------------------------


@rule("D.don.1", "D.seq.3")
def run_marker(play: Play) -> None:
    """DON_MARK: after the last Activation Segment of a turn the marker advances one space, if Donnerschlag
    was called. At spaces 4 and 5 victory is checked."""
    if not campaign(play.state).called:
        play.go("D.don.1", "BOX_BACK")
        return
    was = play.state.tracks[TRACK]
    play.record(TrackMoved(rule="D.don.1", track=TRACK, was=was, now=was + 1))
    play.go("D.don.2", "VICTORY" if was + 1 in CHECKED else "BOX_BACK")


@rule("D.don.2", "D.don.3")
def relieved(state: State, zone: str) -> bool:
    """Whether the pocket is relieved at a zone: two Axis combat units are in it that have a line of supply as
    it is checked, one of them of tanks. No enemy ever shares their hexes."""

    def through(unit: Unit) -> bool:
        there = state.board.spaces[unit.at].facts["zone"] == zone
        return there and not is_hq(state, unit) and has_line(state, unit)

    units = [unit for unit in army(state, AXIS) if through(unit)]
    return len(units) >= UNITS_NEEDED and any(class_of(state, unit) == TANK for unit in units)


@rule("D.don.2", "D.don.3", "D.admin.g.3")
def run_victory(play: Play) -> None:
    """VICTORY: at space 4 the Axis win if the pocket is relieved; if not, the game goes on and nothing is
    said of the zone. At space 5 the Soviets win if it is not. The true zone is revealed when the game is
    decided (D-R41)."""
    state, zone = play.state, campaign(play.state).zone
    won, last = relieved(state, zone), state.tracks[TRACK] >= LAST
    if not won and not last:
        play.go("D.don.2", "BOX_BACK")
        return
    number = "D.don.3" if last else "D.don.2"
    play.record(ZoneRevealed(rule=number, zone=zone))
    why = f"{'' if won else 'no '}supplied Axis units with tanks are in meeting zone {zone}"
    play.record(GameEnded(rule=number, winner=AXIS if won else SOVIET, why=why, points=standings(state)))


def standings(state: State) -> Mapping[str, Json]:
    """What the "victory" of a position shows: nothing beside the Donnerschlag track, for there are no
    points."""
    return {}


# -- the boxes and the hands ---------------------------------------------------------------------------------


@rule("D.end.1", "D.end.3")
def run_box_back(play: Play) -> None:
    """BOX_BACK: a player with cards in the box may take them back into the hand, before the discard. A player
    whose box is empty is not asked."""
    if all_asked(play, "D.end.1", ask_box_back):
        for side, orders in opened(play):
            if orders[0].verb == "take":
                deck(side, kind(boxed(play.state, side)[0])).take_back(play, "D.end.1", side, BOX[side])
        play.go("D.end.3", "DISCARD")


def ask_box_back(play: Play, side: str) -> None:
    """Whether a player takes back the cards in the box."""
    if cards := boxed(play.state, side):
        TAKING_BACK.ask(
            play, side,
            f"Take {', '.join(cards)} back from the {BOX[side].upper()} box, or keep them there. Write one "
            "line this turn.",
            silence="the cards stay in the box", default="keep", sealed=True,
        )  # fmt: skip


TAKING_BACK = Choice(
    topic="takebox", rule="D.end.1", verbs=("take", "keep"),
    take=lambda play, decision, orders: seal_first(play, decision, orders, lambda order: None),
    legal=lambda state, side: ("take box", "keep"), asked={"BOX_BACK": EVERY_SIDE}, called=("takebox",),
    purpose=by_default,
)  # fmt: skip


@rule("D.end.2")
def most_kept() -> int:
    """How many Combat Cards a player keeps at the end of a turn."""
    chart = charts()["hands"]
    return int(chart.cell("Kept", chart.rows[0]))


@rule("D.end.2", "D.end.3")
def run_discard(play: Play) -> None:
    """DISCARD: a player who holds more Combat Cards than may be kept discards."""
    if all_asked(play, "D.end.2", ask_discard):
        for side, orders in opened(play):
            deck(side, COMBAT).discard(play, "D.end.2", side, *said(orders[0]).cards)
        play.go("D.end.4", "MARKERS")


def ask_discard(play: Play, side: str) -> None:
    """Which Combat Cards are discarded."""
    most = most_kept()
    if len(held(play.state, side, COMBAT)) > most:
        DISCARD.ask(
            play, side, f"Discard Combat Cards this turn until at most {most} is left.",
            silence="all but the first", default=discardable(play.state, side)[0], sealed=True,
        )  # fmt: skip


def discardable(state: State, side: str) -> list[str]:
    """All Combat Cards of a hand but one, and all of them, as orders."""
    hand = held(state, side, COMBAT)
    goes = [[card for card in hand if card != kept] for kept in hand]
    return [f"discard {' '.join(cards)}" for cards in (*goes, hand)]


@rule("D.end.2")
def take_discard(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer: enough cards of the hand."""
    side, legal = decision.player, decision.answers

    def check(order: Order) -> None:
        cards = said(order).cards
        for card in cards:
            check_held(play.state, side, card, COMBAT, legal)
        left, most = len(held(play.state, side, COMBAT)) - len(set(cards)), most_kept()
        if left > most:
            raise Refused("D.end.2", f"{left} Combat Cards would be left, and you keep {most}", legal)

    seal_first(play, decision, orders, check)


DISCARD = Choice(
    topic="discard", rule="D.end.2", verbs=("discard",), take=take_discard, legal=discardable,
    asked={"DISCARD": EVERY_SIDE}, called=("discard",), advice=("if asked discard then default",),
    purpose=by_default,
    advised="At the end of a turn you discard all Combat Cards but the first.",
)  # fmt: skip

# -- markers, and the turn -----------------------------------------------------------------------------------


@rule("D.end.4")
def run_markers(play: Play) -> None:
    """MARKERS: Snowdrift markers are removed. A Yak-9 is turned over, and removed a turn later."""
    now = campaign(play.state)
    turned = tuple(at for at, lies in now.yak9.items() if lies == FRESH)
    gone = (*now.snowdrift, *(at for at, lies in now.yak9.items() if lies == TURNED))
    if gone or turned:
        play.record(
            MarkersTurned(rule="D.end.4", removed=gone, turned=turned),
            FactNoted(rule="D.end.4", key="snowdrift", value=None),
            FactNoted(rule="D.end.4", key="yak9", value=dict.fromkeys(turned, TURNED) or None),
        )
    play.go("D.end.5", "TURN")


@rule("D.end.5", "D.seq.1")
def run_turn(play: Play) -> None:
    """TURN: the Turn marker advances, and the next turn begins."""
    forgotten = FactNoted(rule="D.end.5", key="moved", value=None)
    play.record(forgotten, TurnBegan(rule="D.end.5", turn=play.state.turn + 1))
    play.go("D.seq.1", "SCHWERPUNKT")


def last_turn() -> int:
    """How many turns the game has."""
    return len(charts()["turns"].rows)
