"""A player's card: the sequence of play on its front, on its back every word an order may begin with.

Both come from the game's record, so no game is without them that has rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from builder.module.charts import Chart
from builder.printing.charts import MARGIN, as_large_as_fits, chart_flow, flowing
from builder.printing.join import joined, page_count
from builder.printing.pages import Part, Refereed
from builder.printing.paper import Size

_SENT = "BEGIN ORDERS game turn N side code, a line for each order, END ORDERS."


def player_card(title: str, sequence: Sequence[Chart], forms: Refereed, paper: Size) -> Part | None:
    """The card of a game as a part of its kit; None for a game that has neither."""
    sides = []
    if sequence:
        sides.append(_side(title, "sequence of play", "", sequence[0], paper))
    if forms.orders:
        sides.append(_side(title, "order words", f"In an email: {_SENT}", order_words(forms), paper))
    if not sides:
        return None
    content = joined(f"{title}: player's card", sides)
    what = "Player's card: sequence of play and order words"
    return Part("6-player-card.pdf", what, "both sides, one for each player", page_count(content), content)


def order_words(forms: Refereed) -> Chart:
    """Every order there is: how it is written, and what it does."""
    rows, cells = tuple(form for form, _ in forms.orders), tuple((says,) for _, says in forms.orders)
    return Chart("orders", "Every order", ("What it does",), rows, cells)


def _side(title: str, what: str, note: str, chart: Chart, paper: Size) -> bytes:
    """A side of the card: one chart over the whole page, in type as large as that allows."""
    whole = replace(
        chart, title=f"{title}: {what}", notes=(*chart.notes, *filter(None, [note])), largest=True
    )

    def made(steps: int) -> bytes:
        flow = chart_flow([whole], paper[0] - 2 * MARGIN, steps)
        return flowing(whole.title, f"{title}, {what}", paper, flow)

    return as_large_as_fits(made, page_count)
