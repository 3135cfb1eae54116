"""The end of a turn (D.end): boxes, discards, markers, and the Turn marker."""

from __future__ import annotations

from adjudicator.answering import opened, seal_first
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice, by_default
from adjudicator.events import FactNoted, TurnBegan
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from .cards import BOX, COMBAT, boxed, check_held, deck, held, kind
from .charts import charts
from .events import MarkersTurned
from .levels import FRESH, TURNED, all_asked, campaign
from .orders import said


@rule("D.end.1", "D.end.3")
def run_box_back(play: Play) -> None:
    """BOX_BACK: who has cards in his box may take them back into his hand, before he discards."""
    if all_asked(play, "D.end.1", ask_box_back):
        for side, orders in opened(play):
            if orders[0].verb == "take":
                deck(side, kind(boxed(play.state, side)[0])).take_back(play, "D.end.1", side, BOX[side])
        play.go("D.end.3", "DISCARD")


def ask_box_back(play: Play, side: str) -> None:
    """Whether a player takes back what lies in his box; he is not asked whose box is empty."""
    if boxed(play.state, side):
        TAKING_BACK.ask(
            play,
            side,
            f"Do you take {', '.join(boxed(play.state, side))} back from the {BOX[side].upper()} box? "
            "One line, once this turn.",
            silence="what lies there stays",
            default="keep",
            sealed=True,
        )


def take_box_back(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer."""
    seal_first(play, decision, orders, lambda order: None)


TAKING_BACK = Choice(
    topic="takebox",
    rule="D.end.1",
    verbs=("take", "keep"),
    take=take_box_back,
    legal=lambda state, side: ("take box", "keep"),
    asked={"BOX_BACK": EVERY_SIDE},
    called=("takebox",),
    purpose=by_default,
)


@rule("D.end.2")
def most_kept(state: State) -> int:
    """How many Combat Cards a player keeps at the end of a turn."""
    chart = charts()["hands"]
    return int(chart.cell("Kept", chart.rows[0]))


@rule("D.end.2", "D.end.3")
def run_discard(play: Play) -> None:
    """DISCARD: who holds more Combat Cards than he may keep discards until he does not."""
    if all_asked(play, "D.end.2", ask_discard):
        for side, orders in opened(play):
            deck(side, COMBAT).discard(play, "D.end.2", side, *said(orders[0]).cards)
        play.go("D.end.4", "MARKERS")


def ask_discard(play: Play, side: str) -> None:
    """Which Combat Cards go."""
    hand, most = held(play.state, side, COMBAT), most_kept(play.state)
    if len(hand) <= most:
        return
    DISCARD.ask(
        play,
        side,
        f"Which Combat Cards do you discard? You keep {most} at most. One line, once this turn.",
        silence="all but the first",
        default=discardable(play.state, side)[0],
        sealed=True,
    )


def discardable(state: State, side: str) -> list[str]:
    """All Combat Cards of a hand but one, and all of them, as orders."""
    hand = held(state, side, COMBAT)
    goes = [[card for card in hand if card != kept] for kept in hand]
    return [f"discard {' '.join(cards)}" for cards in (*goes, hand)]


@rule("D.end.2")
def take_discard(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer: enough cards of his hand."""
    side = decision.player

    def check(order: Order) -> None:
        cards = said(order).cards
        for card in cards:
            check_held(play.state, side, card, COMBAT, decision.answers)
        left, most = len(held(play.state, side, COMBAT)) - len(set(cards)), most_kept(play.state)
        if left > most:
            raise Refused(
                "D.end.2", f"{left} Combat Cards would be left, and you keep {most}", decision.answers
            )

    seal_first(play, decision, orders, check)


DISCARD = Choice(
    topic="discard",
    rule="D.end.2",
    verbs=("discard",),
    take=take_discard,
    legal=discardable,
    asked={"DISCARD": EVERY_SIDE},
    called=("discard",),
    advice=("if asked discard then default",),
    purpose=by_default,
)


@rule("D.end.4")
def run_markers(play: Play) -> None:
    """MARKERS: Snowdrift markers are removed; a Yak-9 is turned over, and removed a turn later."""
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
    play.record(
        FactNoted(rule="D.end.5", key="moved", value=None),
        TurnBegan(rule="D.end.5", turn=play.state.turn + 1),
    )
    play.go("D.seq.1", "SCHWERPUNKT")


def last_turn() -> int:
    """How many turns the game has."""
    return len(charts()["turns"].rows)
