"""Charts that fill their pages, and a player's card of the sequence of play and of every order word."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.catalogue import game_names
from adjudicator.commands.printing import refereed
from adjudicator.commands.stub import new_game
from builder.layout.module_file import ModuleFacts, load_facts
from builder.module.charts import Chart, load_charts
from builder.printing.charts import as_large_as_fits, chart_flow, flowing, in_print, turn_track
from builder.printing.join import page_count
from builder.printing.pages import CARD, CHARTS, Part, Refereed, for_each
from builder.printing.player_card import Play, player_card
from builder.printing.sequence import further_steps, sequence_of_play
from builder.printing.words import heading_row
from counters.sheets.imposition import PAPERS
from tests.builder.test_print_kit import lines, pages, text_of
from tests.cases import one_quick


@pytest.mark.parametrize("game", one_quick(game_names()))
def test_the_players_card_has_the_sequence_of_play_and_every_order(game: str) -> None:
    forms, facts = refereed(game), load_facts(game)
    sequence, further = sequence_of_play(facts, forms.steps), further_steps(facts, forms.steps)
    card = player_card("Game", Play(sequence, further, {}), forms, PAPERS["a4"])
    assert card is not None
    assert len(pages(card)) == card.pages <= 2
    told = text_of(card)
    assert len(forms.orders) > 5
    for form, says in forms.orders:
        assert re.sub(r"\s+", " ", form) in told
        assert says in told
    for chart in (*sequence, *further):
        for row, cells in zip(chart.rows, chart.cells, strict=True):
            assert " ".join((row, *cells)) in told


@pytest.mark.parametrize("game", game_names())
def test_every_phase_of_the_players_card_says_what_is_done_in_it(game: str) -> None:
    facts = load_facts(game)
    (chart,) = sequence_of_play(facts, refereed(game).steps)
    assert "What you do" in chart.columns
    assert len(set(chart.rows)) == len(chart.rows)
    assert all(all(cells) for cells in chart.cells)
    assert facts.does.keys() == set(facts.segments)
    for column in zip(*chart.cells, strict=True):
        assert len(set(column)) > 1


def test_steps_belong_to_the_segment_they_are_said_to() -> None:
    facts = ModuleFacts(segments=("1.0a Barrages", "1.0b Air"), states={"BAR_G": "1.0a", "BAR_S": "1.0a"})
    steps = [("BAR_G", "", "1.0a.1"), ("BAR_S", "", "1.0a.2"), ("1.0b", "", "1.0b.7")]
    (chart,) = sequence_of_play(facts, steps)
    assert chart.rows == ("1.0a", "1.0b")
    assert chart.cells == (("Barrages", "1.0a.1, 1.0a.2"), ("Air", "1.0b.7"))


def test_a_game_without_segments_shows_the_steps_of_its_referee() -> None:
    steps = [("move", "Movement", "4"), ("fight", "Combat", "5")]
    (chart,) = sequence_of_play(ModuleFacts(), steps)
    assert (chart.rows, chart.cells) == (("1", "2"), (("Movement", "4"), ("Combat", "5")))
    assert sequence_of_play(ModuleFacts(), []) == ()


def test_phases_without_numbers_are_counted() -> None:
    facts = ModuleFacts(segments=("Refit and purchases", "Set-up", "2nd player turn"))
    (chart,) = sequence_of_play(facts, [])
    assert chart.rows == ("1", "2", "3")
    assert chart.cells == (("Refit and purchases",), ("Set-up",), ("2nd player turn",))


def test_phases_of_one_number_are_counted_too_and_numbered_steps_of_no_phase_are_listed() -> None:
    facts = ModuleFacts(segments=("2.2 Blue moves", "2.2 Red moves"), states={"B": "2.2 Blue moves"})
    (chart,) = sequence_of_play(facts, [("B", "", "4.1")])
    assert chart.rows == ("1", "2")
    assert chart.columns == ("Phase",)  # only one phase has a rule
    assert further_steps(facts, [("2.2.1", "", ""), ("8.1", "Refit", "")])[0].rows == ("8.1",)
    assert further_steps(facts, [("MOVE", "Moves", "4.1")]) == ()


def test_a_game_without_rules_has_no_players_card() -> None:
    assert player_card("Game", Play((), (), {}), Refereed(), PAPERS["a4"]) is None


def test_the_card_of_a_game_without_rules_has_the_orders_of_its_module_too(tmp_path: Path) -> None:
    new_game("mine", tmp_path / "mine")
    style = tmp_path / "mine" / "counters" / "style.toml"
    forms = refereed(str(tmp_path / "mine"))
    assert "move PIECE to PLACE" in dict(forms.module_orders) and "move UNIT to SPACE" in str(forms.orders)
    shutil.rmtree(tmp_path / "mine" / "rules")
    style.write_text('[game]\ntitle = "Mine"\n', encoding="utf-8")
    forms = refereed(str(tmp_path / "mine"))
    card = player_card("Mine", Play((), (), {}), forms, PAPERS["a4"])
    assert card is not None and not forms.orders
    assert "Mine: order words of a game of the VASSAL module" in text_of(card)
    assert "roll DICE [for PURPOSE]" in text_of(card) and "[NUMBER]" not in text_of(card)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ((), ""),
        (((CHARTS, 1),), "Print charts on one side, one set for each player. "),
        (((CARD, 1),), "Print the player's card on one side, one set for each player. "),
        (
            ((CHARTS, 1), (CARD, 2)),
            "Print charts on one side and the player's card on both sides, one set for each player. ",
        ),
    ],
)
def test_the_notes_tell_how_to_print_the_parts_that_are_there(
    named: Sequence[tuple[str, int]], told: str
) -> None:
    assert for_each([Part(name, "", "", count, b"") for name, count in named]) == told


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


def test_the_turn_record_stands_in_the_boxes_of_the_turn_track() -> None:
    record = Chart(
        "t", "Turns", ("Date", "Arrivals", "Night"), ("1", "2"), (("May", "Red", "-"), ("June", "", "yes"))
    )
    flow = turn_track(["1 (May)", "2 (June)", "3 (July)"], 16, 182, record)
    told = text_of(Part("", "", "", 1, flowing("Turns", "Turns", PAPERS["a4"], flow)))
    assert "1 May Arrivals: Red 2 June Night: yes 3 July" in told


def test_a_table_that_goes_on_says_so_on_the_next_page_alone() -> None:
    rows = tuple(map(str, range(90)))
    chart = Chart("c", "Long", ("A",), rows, tuple((row,) for row in rows), largest=True)
    first, *others = pages(Part("", "", "", 0, flowing("C", "C", PAPERS["a4"], chart_flow([chart], 182))))
    assert "continued" not in first.get_textpage().get_text_range()
    assert others
    assert all("Long (continued)" in page.get_textpage().get_text_range() for page in others)


def test_the_notes_of_the_board_stand_in_the_boxes_of_the_turn_track_line_by_line() -> None:
    notes = ("", "In: 43, 2 G,\nboth Barrages\nReplacements: 1 / 2   Refugees: blue")
    record = Chart("turns", "Turns", ("Date", "Notes"), ("1", "2"), (("", "-"), notes))
    (track,) = turn_track(["1 (May)", "2 (June)"], 16, 182, record)
    told = [paragraph.text for paragraph in track._cellvalues[1][1]]
    assert told == ["2", "June", "In: 43, 2 G, both Barrages", "Replacements: 1 / 2", "Refugees: blue"]


def test_no_loss_is_a_dash_in_the_table_that_is_rolled_on_alone() -> None:
    fire = Chart("crt", "Fire", ("1", "2"), ("1",), (("0-0", "2-1"),), largest=True)
    assert in_print(fire, {}).cells == (("-", "2-1"),)
    assert in_print(replace(fire, largest=False), {}).cells == (("0-0", "2-1"),)


@pytest.mark.parametrize(
    ("rule", "shown"),
    [("7.2.3", "7.2.3"), ("0.2b.1", "0.2b.1"), ("7.2.seq.5", "7.2"), ("RePh8.619", "8.619"), ("D.crt", "")],
)
def test_a_title_cites_the_number_of_a_rule_without_words_of_our_own(rule: str, shown: str) -> None:
    assert re.sub("<[^>]*>", "", heading_row("Title", rule).text) == f"Title {shown}".strip()
