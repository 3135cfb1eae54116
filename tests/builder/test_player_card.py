"""Charts that fill their pages, and a player's card of the sequence of play and of every order word."""

from __future__ import annotations

import re

import pytest

from adjudicator.catalogue import game_names
from adjudicator.commands.printing import refereed
from builder.layout.module_file import load_facts
from builder.module.charts import load_charts
from builder.printing.charts import as_large_as_fits, chart_flow, flowing
from builder.printing.join import page_count
from builder.printing.pages import Part, Refereed, sequence_of_play
from builder.printing.player_card import player_card
from counters.sheets.imposition import PAPERS
from tests.builder.test_print_kit import lines, pages, text_of


@pytest.mark.parametrize("game", game_names())
def test_the_players_card_has_the_sequence_of_play_and_every_order(game: str) -> None:
    forms, facts = refereed(game), load_facts(game)
    sequence = sequence_of_play(facts.segments, facts.states, forms.steps)
    card = player_card("Game", sequence, forms, PAPERS["a4"])
    assert card is not None
    assert len(pages(card)) == card.pages >= 2
    told = text_of(card)
    assert len(forms.orders) > 5
    for form, says in forms.orders:
        assert re.sub(r"\s+", " ", form) in told
        assert says in told
    for row, cells in zip(sequence[0].rows, sequence[0].cells, strict=True):
        assert " ".join((row, *cells)).strip() in told


def test_a_game_without_rules_has_no_players_card() -> None:
    assert player_card("Game", (), Refereed(), PAPERS["a4"]) is None


@pytest.mark.slow
def test_the_combat_results_table_is_the_largest_and_as_broad_as_the_page() -> None:
    def made(steps: int) -> bytes:
        return flowing("Charts", "Charts", PAPERS["a4"], chart_flow(load_charts("donnerschlag"), 182, steps))

    page = pages(Part("", "", "", 0, as_large_as_fits(made, page_count)))[0]
    text = page.get_textpage()
    high = {}
    for what in ("1.5:1", "village"):
        index, _ = text.search(what).get_next() or (0, 0)
        _, bottom, _, top = text.get_charbox(index, loose=True)
        high[what] = top - bottom
    assert high["1.5:1"] > 1.2 * high["village"]
    assert any(abs(right - left - 182) < 0.5 for left, _, right, _ in lines(page))


def test_charts_grow_only_as_far_as_they_take_no_more_pages() -> None:
    assert as_large_as_fits(lambda steps: b"x" * (1 + steps // 2), len) == b"x"
    made: list[int] = []

    def told(steps: int) -> bytes:
        made.append(steps)
        return b"x" * (1 if steps < 2 else 2)

    as_large_as_fits(told, len)
    assert made == [0, 3, 2, 1]
