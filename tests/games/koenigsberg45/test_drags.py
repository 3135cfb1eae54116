"""Moves in a log of VASSAL as order lines of Königsberg '45: what is asked says what a drag means."""

from __future__ import annotations

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.catalogue import find_game
from adjudicator.games.koenigsberg45.record import DRAGS
from adjudicator.judging.vassal import LogStep, orders_from_log
from tests.tabletop import Tabletop

from .country import laid
from .fights import fight
from .table import GAME, table

ROAD = "2020 2121 2221 2322 2422 2523 2623 2724 2824"


def drag(*moves: tuple[str, str, str]) -> list[LogMove]:
    return [LogMove(n, *move) for n, move in enumerate(moves, 1)]


def texts(laid_out: Tabletop, side: str, *moves: tuple[str, str, str]) -> list[str]:
    """The order lines of these drags; every one must be readable."""
    found = DRAGS.orders(laid_out.state, side, drag(*moves))
    lines = [line.text for line in found if line.text]
    for line in lines:
        assert laid_out.game.grammar(side).read(line)
    return lines


def judged(laid_out: Tabletop, side: str, *moves: tuple[str, str, str]) -> set[str]:
    """The verdicts on the order lines of these drags."""
    return {ruling.verdict for ruling in laid_out.order(side, "\n".join(texts(laid_out, side, *moves)))}


# -- marches -----------------------------------------------------------------------------------------------


def test_single_steps_of_a_unit_are_one_move() -> None:
    moves = (("45", "2020", "2121"), ("72", "2022", "2023"), ("45", "2121", "2221"))
    field = laid({"45": "2020", "72": "2022"})
    found = DRAGS.orders(field.state, "soviet", drag(*moves))
    assert found == [LogLine((1, 3), "move 45 2121-2221"), LogLine((2,), "move 72 2023")]
    assert judged(field, "soviet", *moves) == {"done"}


def test_a_drag_over_several_hexes_goes_the_cheapest_legal_way() -> None:
    field = laid({"45": "2020"}, roads=[ROAD])
    (line,) = texts(field, "soviet", ("45", "2020", "2422"))
    assert line.startswith("move 45 ") and line.endswith("-2422") and line.count("-") == 3
    assert judged(field, "soviet", ("45", "2020", "2422")) == {"done"}


def test_what_only_strategic_movement_reaches_is_strategic() -> None:
    field = laid({"45": "2020"}, roads=[ROAD])
    (line,) = texts(field, "soviet", ("45", "2020", "2824"))
    assert line == "move 45 strat 2121-2221-2322-2422-2523-2623-2724-2824"
    assert judged(field, "soviet", ("45", "2020", "2824")) == {"done"}


def test_a_drag_nobody_may_make_stays_as_it_was_and_is_refused() -> None:
    field = laid({"45": "2020"})
    assert texts(field, "soviet", ("45", "2020", "2824")) == ["move 45 2824"]
    assert judged(field, "soviet", ("45", "2020", "2824")) == {"refused"}


def test_a_unit_that_was_put_back_is_not_moved() -> None:
    there_and_back = drag(("45", "2020", "2121"), ("45", "2121", "2020"))
    assert DRAGS.orders(laid({"45": "2020"}).state, "soviet", there_and_back) == []


def test_a_later_unit_goes_where_an_earlier_one_has_left() -> None:
    field = laid({"45": "2020", "72": "2020", "65": "2019"})
    moves = (("45", "2020", "2022"), ("65", "2019", "2020"))
    assert judged(field, "soviet", *moves) == {"done"}


def test_a_road_that_an_earlier_unit_has_cleared_is_open_to_strategic_movement() -> None:
    field = laid({"45": "2422", "72": "2422", "65": "2020"}, roads=[ROAD])
    moves = (("45", "2422", "2421"), ("65", "2020", "2824"))
    assert texts(field, "soviet", *moves) == ["move 45 2421", "move 65 strat 2824"]
    assert judged(field, "soviet", *moves) == {"done"}


def test_refugees_taken_from_the_road_are_driven_away() -> None:
    field = laid({"8 G T": "2020", "R1": "2221"}, roads=[ROAD])
    moves = (("R1", "2221", "refugees"), ("8 G T", "2020", "2121"), ("8 G T", "2121", "2221"))
    found = DRAGS.orders(field.state, "soviet", drag(*moves))
    assert found == [LogLine((1, 2, 3), "move 8 G T 2121-2221 through 2221")]
    assert judged(field, "soviet", *moves) == {"done"}
    assert field.at("R1") == "refugees"


def test_what_is_no_order_is_told() -> None:
    field = laid({"45": "2020", "1": "2320"})
    moves = drag(
        ("1", "2320", "2321"), ("45", "2020", "eliminated"), ("AA1-a", "1st-air-army", "2020"),
        ("72", "2022", "2023"), ("nobody", "2022", "2023"),
    )  # fmt: skip
    found = DRAGS.orders(field.state, "soviet", moves)
    assert [line.text for line in found] == [""] * 5
    assert [line.why for line in found] == [
        "1 is not yours to move",
        "no order takes 45 to eliminated",
        "AA1-a is named in an attack, not moved",
        f"72 is at {field.at('72')}, but the log moves it from 2022",
        "nobody is not yours to move",
    ]


def test_the_hexes_of_a_piece_that_is_no_unit_are_kept() -> None:
    (way,) = DRAGS.joined(laid({"45": "2020"}).state, "move", drag(("nobody", "2022", "2030")))
    assert way.path == ("2022", "2030")


# -- other questions ---------------------------------------------------------------------------------------


def test_a_stack_retreats_together_and_its_hq_with_it() -> None:
    units = {"1": "2020", "G69": "2020", "HQ 26": "2020", "45": "2121", "72": "2121"}
    battle = fight(units, "attack 2020 with 45, 72 advance none")
    assert battle.asked()[1] == "german"
    moves = (("HQ 26", "2020", "1921"), ("1", "2020", "1921"), ("G69", "2020", "1921"))
    assert texts(battle, "german", *moves) == ["retreat 1, G69, HQ 26 via 1921"]
    assert judged(battle, "german", *moves) == {"done"}
    assert [battle.at(unit) for unit in ("1", "G69", "HQ 26")] == ["1921"] * 3


def test_an_advance_is_one_order_for_all() -> None:
    units = {"131": "2020", "16 G": "2121", "36 G": "2121", "8 G": "2121"}
    battle = fight(units, "attack 2020 with 16 G, 36 G, 8 G", ("german", "retreat all via 1920"), dice=[4])
    moves = (("16 G", "2121", "2020"), ("8 G", "2121", "2020"))
    assert texts(battle, "soviet", *moves) == ["advance 16 G to 2020, 8 G to 2020"]
    assert judged(battle, "soviet", *moves) == {"done"}


def test_an_hq_advances_behind_a_unit_only() -> None:
    units = {"131": "2020", "16 G": "2121", "36 G": "2121", "HQ 11 G": "2121"}
    battle = fight(units, "attack 2020 with 16 G, 36 G", ("german", "retreat all via 1920"), dice=[5])
    assert battle.state.waiting()[0].topic == "advance"
    assert texts(battle, "soviet", ("HQ 11 G", "2121", "2020")) == []
    moves = (("HQ 11 G", "2121", "2020"), ("16 G", "2121", "2020"))
    assert texts(battle, "soviet", *moves) == ["advance 16 G to 2020 with HQ 11 G"]


def test_arrivals_come_in_at_their_letter_elsewhere_or_by_rail() -> None:
    entry = Tabletop(GAME, {"81": "2926", "83 Div": "reinforcements"}, segment="RF_PLACE", turn=4)
    assert entry.state.waiting()[0].topic == "enter"
    home = next(s.id for s in entry.state.board.spaces.values() if s.facts.get("entry") == "A")
    assert texts(entry, "german", ("83 Div", "reinforcements", home)) == ["enter 83 Div at A"]
    assert texts(entry, "german", ("83 Div", "reinforcements", "0818")) == ["enter 83 Div at A rail 0818"]
    assert judged(entry, "german", ("83 Div", "reinforcements", "0818")) == {"done"}


def test_an_arrival_beside_its_closed_entry_hex_says_so() -> None:
    start = Tabletop(GAME, {"81": "2926"}, run=False).state
    home = next(s.id for s in start.board.spaces.values() if s.facts.get("entry") == "A")
    entry = Tabletop(GAME, {"45": home, "83 Div": "reinforcements"}, segment="RF_PLACE", turn=4)
    end = entry.asked()[2][0][-4:]
    assert end != home
    assert texts(entry, "german", ("83 Div", "reinforcements", end)) == [f"enter 83 Div at A alt {end}"]


def test_volksturm_and_rebuilt_units_are_laid_out_of_their_boxes() -> None:
    raised = Tabletop(GAME, {"81": "2926"}, segment="VOLKSTURM")
    assert texts(raised, "german", ("VlkStm 2", "volksturm", "1216")) == ["deploy volksturm at 1216"]
    assert judged(raised, "german", ("VlkStm 2", "volksturm", "1216")) == {"done"}
    rebuilt = Tabletop(GAME, {"81": "2926", "HQ 20": "2221", "1": "2221 reduced"}, segment="REPL_G", turn=4)
    assert texts(rebuilt, "german", ("21", "eliminated", "2221")) == []
    assert (
        DRAGS.orders(rebuilt.state, "german", drag(("HQ 20", "2221", "2220")))[0].why
        == "HQ 20 may not move now"
    )


def test_a_unit_taken_from_the_dead_is_rebuilt() -> None:
    units = {"81": "2926", "HQ 20": "2221", "21": "eliminated"}
    rebuilt = Tabletop(GAME, units, segment="REPL_G", turn=4)
    assert texts(rebuilt, "german", ("21", "eliminated", "2221")) == ["replace 21 at 2221"]


def test_refugees_are_laid_and_go_along_roads() -> None:
    field = Tabletop(GAME, {"81": "2926", "20": "2221", "R1": "2119"}, segment="REFUGEE")
    assert field.asked()[1] == "soviet"
    new = field.asked()[2][0][-4:]
    (line,) = texts(field, "soviet", ("R2", "refugees", new))
    assert line == f"refugee new at {new}"
    (way,) = texts(field, "soviet", ("R1", "2119", "2317"))
    assert way.startswith("refugee R1 via ") and way.endswith("2317")
    assert judged(field, "soviet", ("R2", "refugees", new), ("R1", "2119", "2317")) == {"done"}


def test_what_is_dragged_and_what_is_said_is_one_sheet_in_the_order_of_the_log() -> None:
    field = laid({"45": "2020", "72": "2022", "1": "2222"})
    steps = [
        LogStep(1, "Ivan", "move", "45", "2020", "2121"),
        LogStep(2, "Ivan", "chat", says="<Ivan> - attack 2222 with 45, 72"),
        LogStep(3, "Ivan", "move", "72", "2022", "2122"),
    ]
    found = orders_from_log(find_game(GAME), steps, field.state, "soviet")
    assert [text.split("  #")[0] for _, text in found.lines] == [
        "move 45 2121", "attack 2222 with 45, 72", "move 72 2122",
    ]  # fmt: skip
    assert found.left_out == ()


def test_without_a_question_a_drag_is_a_march() -> None:
    assert texts(table({"45": "2020"}, run=False), "soviet", ("45", "2020", "2021")) == ["move 45 2021"]
