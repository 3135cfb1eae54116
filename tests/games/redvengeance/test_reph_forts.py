"""8.621: fortifications, what they cost, to whom and when they are sold, and where they may lie."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.fighting.r16_miscellaneous import armored
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.questions.gates import legal, run_initiative, with_more
from adjudicator.games.redvengeance.questions.gates import purse as said_prices
from adjudicator.games.redvengeance.refit_phase.reph_forts import lay, publish
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.rulings import Refused
from adjudicator.state import Json, State
from maps.reading.load import load_board
from tests.clauses import clause
from tests.games.redvengeance.buying import INITIAL, LATER, NIGHT, hand_in, purse, resolved, verdicts, why
from tests.games.redvengeance.table import a_play, a_unit
from tests.games.redvengeance.test_reph_groups import GERMAN, RUSSIAN

SQUADS = {"german": "6-5-8", "russian": "6-2-8"}


def points(side: str, turn: int, fpp: int) -> State:
    """A position with so many FPP and no CPP, and a side with fifty squads on the board."""
    state = purse(turn, cpp=0, fpp=fpp)
    squads = [a_unit(f"S{n}", side, "k16", SQUADS[side]) for n in range(50)]
    return state.but(units={unit.id: unit for unit in squads})


@pytest.mark.parametrize(
    ("line", "fpp", "later"),
    [
        clause("RePh8.621.1", "FPP FOXHOLE cap=1", 1, 1),
        clause("RePh8.621.2", "FPP FOXHOLE cap=2", 2, 2),
        clause("RePh8.621.3", "FPP FOXHOLE cap=3", 3, 3),
        clause("FT-FN-I", "FPP FOXHOLE", 1, 1),
        clause("FT-FN-I", "FPP FOXHOLE cap=2", 2, 2),
        clause("RePh8.621.4", "FPP TRENCH", 4, 8),
        clause("RePh8.621.5", "FPP APMINE x6", 6, 12),
        clause("RePh8.621.6", "FPP ATMINE x2", 6, 6),
        clause("RePh8.621.7", "FPP WIRE", 6, 12),
        clause("RePh8.621.8", "FPP HIP unit=smc", 1, 1),
        clause("RePh8.621.8", "FPP HIP unit=hs", 2, 2),
        clause("RePh8.621.8", "FPP HIP unit=crew", 2, 2),
        clause("RePh8.621.8", "FPP HIP unit=squad", 3, 3),
        clause("FT-FN-A", "FPP HIP unit=hs", 2, 2),
        clause("FT-FN-A", "FPP HIP unit=crew", 2, 2),
        clause("FT-FN-A", "FPP HIP unit=squad", 3, 3),
        clause("RePh8.621.9", "FPP CONCEAL x5", 5, 5),
        clause("RePh8.621.10", "FPP TUNNEL", 21, 21),
        clause("FT-FN-L", "FPP TUNNEL", 21, 21),
        clause("RePh8.621.11", "FPP ROADBLOCK x2", 32, 32),
        clause("RePh8.621.12", "FPP BARRICADE x3", 27, 27),
        clause("RePh8.621.13", "FPP ATDITCH", 12, None),
        clause("RePh8.621.14", "FPP PILLBOX ca=1 nca=3 cap=5", 14, 28),
        clause("FT-FN-B", "FPP PILLBOX ca=1 nca=3 cap=4", 12, 24),
        clause("FT-FN-B", "FPP PILLBOX ca=2 nca=4 cap=7", 20, 40),
        clause("RePh8.621.15", "FPP MMGCUPOLA", 10, None),
        clause("RePh8.621.16", "FPP HMGCUPOLA", 21, None),
        clause("RePh8.621.18", "FPP FORTIFIED x2", 10, 10),
        clause("FT-FN-D", "FPP WIRE x2", 12, 24),
        clause("FT-FN-D", "FPP FOXHOLE", 1, 1),
        clause("FT-FN-D", "FPP TRENCH x2", 8, 16),
        clause("FT-FN-D", "FPP APMINE x4", 4, 8),
        clause("FT-FN-D", "FPP PILLBOX ca=1 nca=1 cap=2", 6, 12),
    ],
)
def test_what_a_fortification_costs_in_the_initial_cgs_and_later(
    line: str, fpp: int, later: int | None
) -> None:
    assert verdicts(points(GERMAN, INITIAL, fpp), GERMAN, line) == ["done"]
    assert verdicts(points(GERMAN, INITIAL, fpp - 1), GERMAN, line) == ["OB-DE.3"]
    if later is None:
        assert verdicts(points(GERMAN, NIGHT, 99), GERMAN, line) == ["FT-FN-E"]
    else:
        assert verdicts(points(GERMAN, NIGHT, later), GERMAN, line) == ["done"]
        assert verdicts(points(GERMAN, LATER, later - 1), GERMAN, line) == ["RG-DE-M2"]


@pytest.mark.parametrize(
    "line",
    [
        clause("FT-FN-E", "FPP ATDITCH"),
        clause("FT-FN-E", "FPP MMGCUPOLA"),
        clause("FT-FN-E", "FPP HMGCUPOLA"),
    ],
)
def test_some_are_sold_in_the_initial_cgs_alone(line: str) -> None:
    assert verdicts(points(GERMAN, INITIAL, 99), GERMAN, line) == ["done"]
    assert verdicts(points(GERMAN, NIGHT, 99), GERMAN, line) == ["FT-FN-E"]
    assert verdicts(points(GERMAN, NIGHT, 99), GERMAN, "FPP WIRE") == ["done"]


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        *(
            clause("FT-FN-G", f"FPP {item}", "FT-FN-G")
            for item in (
                "APMINE", "ATMINE", "WIRE", "TUNNEL", "ROADBLOCK", "BARRICADE", "ATDITCH",
                "PILLBOX ca=1 nca=1 cap=1", "MMGCUPOLA", "HMGCUPOLA",
            )
        ),
        clause("FT-FN-G", "FPP FOXHOLE", "done"),
        clause("FT-FN-G", "FPP TRENCH", "done"),
        clause("FT-FN-G", "FPP HIP unit=smc", "done"),
        clause("FT-FN-G", "FPP CONCEAL", "done"),
        clause("FT-FN-G", "FPP FORTIFIED", "done"),
        clause("RePh8.621.17", "FPP SUPPLEMENTAL", "done"),
        clause("RePh8.621.1", "FPP MOAT", "RePh8.621.1"),
        clause("RePh8.621.8", "FPP HIP", "RePh8.621.8"),
        clause("RePh8.621.1", "FPP FOXHOLE cap=4", "RePh8.621.1"),
        clause("RePh8.621.1", "FPP TRENCH", "done"),
        clause("FT-FN-R1", "FPP SUPPLEMENTAL", "done"),
        clause("FT-FN-R3", "FPP SUPPLEMENTAL x2", "FT-FN-R3"),
    ],
)  # fmt: skip
def test_what_is_sold_to_the_russian(line: str, refused: str) -> None:
    assert verdicts(points(RUSSIAN, INITIAL, 99), RUSSIAN, line) == [refused]


@pytest.mark.rule("FT-FN-G", "RePh8.621.14", "FT-FN-R1")
def test_a_refusal_says_the_price_and_what_would_be_legal() -> None:
    state = points(RUSSIAN, INITIAL, 99)
    assert why(state, RUSSIAN, "FPP WIRE") == "only the German may buy: Wire, 6 FPP (RePh8.621.7)"
    state = points(GERMAN, LATER, 30)
    assert why(state, GERMAN, "FPP SUPPLEMENTAL") == (
        "only the Russian may buy: Supplemental Armor, 22 FPP (RePh8.621.17)"
    )
    assert why(state, GERMAN, "FPP WIRE x2", "FPP PILLBOX ca=1 nca=3 cap=5") == (
        "these fortifications cost 52 FPP together and you have 30, 22 too few: WIRE x2 at 6, doubled after "
        "the Initial CGS: 12; PILLBOX x1 at (1 + 3 + 5) x 1.5 = 14, doubled after the Initial CGS: 28"
    )


@pytest.mark.rule("FT-FN-B", "RePh8.621.14")
@pytest.mark.parametrize("numbers", ["", "ca=1 nca=3", "ca=1 cap=5", "nca=3 cap=5"])
def test_a_pillbox_has_three_numbers(numbers: str) -> None:
    assert verdicts(points(GERMAN, INITIAL, 99), GERMAN, f"FPP PILLBOX {numbers}") == ["RePh8.621.14"]


# -- C, F: where ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "number"),
    [
        clause("FT-FN-C", "TRENCH", "FT-FN-C"),
        clause("FT-FN-C", "APMINE", "FT-FN-C"),
        clause("FT-FN-C", "ATMINE", "FT-FN-C"),
        clause("FT-FN-C", "WIRE", "FT-FN-C"),
        clause("FT-FN-C", "PILLBOX ca=1 nca=1 cap=1", "FT-FN-C"),
        clause("FT-FN-C", "FOXHOLE", "done"),
        clause("FT-FN-C", "FORTIFIED", "done"),
    ],
)
def test_what_may_not_lie_in_an_isolated_location(item: str, number: str) -> None:
    state = replace(points(GERMAN, INITIAL, 99), facts={"isolated": {"german": ("K13",)}})
    assert verdicts(state, GERMAN, f"FPP {item} hex=K13") == [number]
    assert verdicts(state, GERMAN, f"FPP {item} hex=K14") == ["done"]
    assert verdicts(state, GERMAN, f"FPP {item}") == ["done"]


@pytest.mark.parametrize(
    ("item", "number"),
    [
        clause("FT-FN-F", "FOXHOLE", "FT-FN-F"),
        clause("FT-FN-F", "FOXHOLE cap=2", "FT-FN-F"),
        clause("FT-FN-F", "FOXHOLE cap=3", "FT-FN-F"),
        clause("FT-FN-F", "TRENCH", "FT-FN-F"),
        clause("FT-FN-F", "APMINE", "FT-FN-F"),
        clause("FT-FN-F", "ATMINE", "FT-FN-F"),
        clause("FT-FN-F", "WIRE", "FT-FN-F"),
        clause("FT-FN-F", "PILLBOX ca=1 nca=1 cap=1", "FT-FN-F"),
        clause("FT-FN-F", "ATDITCH", "done"),
        clause("FT-FN-F", "FORTIFIED", "done"),
    ],
)
def test_what_may_not_lie_in_a_front_line_location(item: str, number: str) -> None:
    state = replace(points(GERMAN, INITIAL, 99), facts={"front-line": {"german": ("K12",)}})
    assert verdicts(state, GERMAN, f"FPP {item} hex=K12:1") == [number]
    assert verdicts(state, GERMAN, f"FPP {item} hex=K16") == ["done"]
    assert verdicts(state, GERMAN, f"FPP {item}") == ["done"]


# -- H: a tenth of the squads --------------------------------------------------------------------------------


def with_squads(count: int, side: str = GERMAN, turn: int = LATER, flags: str = "") -> State:
    """A position with so many squads of a side on the board."""
    squads = [a_unit(f"S{n}", side, "k16", SQUADS[side], flags) for n in range(count)]
    return purse(turn, fpp=99).but(units={unit.id: unit for unit in squads})


@pytest.mark.rule("FT-FN-H")
@pytest.mark.parametrize(("squads", "most"), [(9, 0), (10, 1), (20, 2), (21, 2), (29, 2), (30, 3)])
def test_a_tenth_of_the_squads_on_the_board_may_be_hidden_by_purchase(squads: int, most: int) -> None:
    state = with_squads(squads)
    if most:
        assert verdicts(state, GERMAN, f"FPP HIP x{most} unit=squad") == ["done"]
    assert verdicts(state, GERMAN, f"FPP HIP x{most + 1} unit=squad") == ["FT-FN-H"]
    assert why(state, GERMAN, f"FPP HIP x{most + 1} unit=squad") == (
        f"of {squads} squads on the board {most} may be hidden by purchase; 0 are, and {most + 1} more are "
        "asked for"
    )


@pytest.mark.rule("FT-FN-H")
def test_half_squads_count_half_and_neither_smc_nor_crews_count() -> None:
    state = with_squads(10)
    assert verdicts(state, GERMAN, "FPP HIP x2 unit=hs") == ["done"]
    assert verdicts(state, GERMAN, "FPP HIP unit=hs", "FPP HIP unit=squad") == ["done", "FT-FN-H"]
    assert verdicts(state, GERMAN, "FPP HIP x9 unit=smc", "FPP HIP x9 unit=crew") == ["done", "done"]
    halves = [a_unit(f"H{n}", GERMAN, "k16", "3-3-8") for n in range(20)]
    state = state.but(units={unit.id: unit for unit in halves})
    assert verdicts(state, GERMAN, "FPP HIP unit=squad") == ["done"]
    assert verdicts(state, GERMAN, "FPP HIP x2 unit=squad") == ["FT-FN-H"]


@pytest.mark.rule("FT-FN-H")
def test_reserves_and_the_enemy_do_not_count() -> None:
    assert verdicts(with_squads(20, flags="reserve"), GERMAN, "FPP HIP unit=squad") == ["FT-FN-H"]
    assert verdicts(with_squads(20, side=RUSSIAN), GERMAN, "FPP HIP unit=squad") == ["FT-FN-H"]
    boxed = with_squads(20)
    boxed = boxed.but(units={id_: replace(unit, at="off-map") for id_, unit in boxed.units.items()})
    assert verdicts(boxed, GERMAN, "FPP HIP unit=squad") == ["FT-FN-H"]


@pytest.mark.rule("FT-FN-H")
def test_squads_on_the_sheet_that_come_on_the_board_at_once_count() -> None:
    """At the start the German has 6 squads of two free platoons; with two platoons more 12."""
    state = purse(INITIAL, fpp=99)
    assert verdicts(state, GERMAN, "FPP HIP unit=squad") == ["FT-FN-H"]
    assert verdicts(state, GERMAN, "BUY I1", "FPP HIP unit=squad") == ["done", "FT-FN-H"]
    assert verdicts(state, GERMAN, "BUY I1 x2", "FPP HIP unit=squad") == ["done", "done"]
    later = purse(LATER, fpp=99)
    assert verdicts(later, GERMAN, "BUY I1 x4", "FPP HIP unit=squad") == ["done", "FT-FN-H"]
    assert verdicts(later, GERMAN, "BUY I1 x4 mode=map", "FPP HIP unit=squad") == ["done", "done"]
    assert verdicts(later, GERMAN, "BUY V1 x2 mode=map", "FPP HIP unit=squad") == ["done", "FT-FN-H"]


# -- R: Supplemental Armor -----------------------------------------------------------------------------------

ARMOR = ("BUY M2 x3", "FPP SUPPLEMENTAL")


@pytest.mark.rule("RePh8.621.17", "FT-FN-R3")
def test_supplemental_armor_costs_22_fpp_and_is_sold_once() -> None:
    state = purse(LATER)
    assert verdicts(state, RUSSIAN, *ARMOR, "FPP CONCEAL x2") == ["done"] * 3
    assert verdicts(state, RUSSIAN, *ARMOR, "FPP CONCEAL x3")[1:] == ["RG-RU-M2"] * 2
    assert verdicts(state, RUSSIAN, *ARMOR, "FPP SUPPLEMENTAL") == ["done", "done", "FT-FN-R3"]
    after = resolved(state, RUSSIAN, ARMOR).state
    after = after.but(tracks={**after.tracks, "cpp-russian": 9})
    assert verdicts(after, RUSSIAN, *ARMOR) == ["done", "FT-FN-R3"]


@pytest.mark.rule("FT-FN-R2", "BRV17.3")
def test_supplemental_armor_is_for_the_next_cgs_that_is_played() -> None:
    """Bought for 4/29 NT, where a Lull is; it lasts for 4/30 AM and no longer. The German knows nothing."""
    play = resolved(purse(5, chits={"russian": "idle", "german": "idle"}), RUSSIAN, ARMOR)
    tank = a_unit("T1", RUSSIAN, "k10", "t-34-85")
    assert campaign(play.state).supplemental == 5 and armored(play.state, tank)
    assert campaign(view(play.state, GERMAN)).supplemental == 0
    lull = a_play(play.state.but(board=load_board("redvengeance")))
    run_initiative(lull)
    assert {event.to for event in lull.events if event.facts().get("key") == "supplemental"} == {("russian",)}
    worn = [turn for turn in (4, 5, 6, 7) if armored(replace(lull.state, turn=turn), tank)]
    assert worn == [6]


@pytest.mark.rule("FT-FN-R2")
def test_armor_that_was_worn_is_not_carried_over_a_later_lull() -> None:
    state = purse(6, chits={"russian": "idle", "german": "idle"}, supplemental=5)
    play = a_play(state.but(board=load_board("redvengeance")))
    run_initiative(play)
    assert campaign(play.state).supplemental == 5


@pytest.mark.rule("RePh8.621.9", "RePh8.621.12")
def test_what_was_bought_is_on_record_for_its_side_until_it_is_placed() -> None:
    play = resolved(purse(LATER, fpp=30), GERMAN, ["FPP BARRICADE side=K10/K11", "FPP CONCEAL x5"])
    assert own(play.state, GERMAN).forts == (
        {"item": "BARRICADE", "times": 1, "side": "K10/K11"}, {"item": "CONCEAL", "times": 5},
    )  # fmt: skip
    assert hand_in(play.state, GERMAN, "FPP WIRE x2")[1] == [("refused", "RG-DE-M2")]


# -- laid and shown ------------------------------------------------------------------------------------------


def works(*forts: dict[str, Json], **facts: Any) -> State:
    """A position at set-up, with these fortifications of the German; K13 and K14 are his area."""
    areas = {GERMAN: (("K13", "K14"),)}
    state = purse(LATER, **{"areas": areas, "own_german": {"forts": forts}, **facts})
    return replace(state, board=load_board("redvengeance"))


@pytest.mark.parametrize(
    ("line", "number"),
    [
        clause("RePh8.621", "FPP WIRE hex=K13", ""),
        clause("RePh8.621", "FPP WIRE hex=K20", "RePh8.621"),
        clause("RePh8.621", "FPP ROADBLOCK side=K14/K15", ""),
        clause("RePh8.621", "FPP ROADBLOCK side=K20/K21", "RePh8.621"),
        clause("FT-FN-C", "FPP WIRE hex=K14", "FT-FN-C"),
        clause("BRV9.1.1", "FPP WIRE hex=K13 hidden=yes", "BRV9.1.1"),
    ],
)
def test_a_fortification_is_laid_where_it_may_lie(line: str, number: str) -> None:
    item = line.split()[1]
    play = a_play(works({"item": item, "times": 2}, isolated={GERMAN: ("K14",)}))
    if number:
        with pytest.raises(Refused) as no:
            lay(play, GERMAN, read_line(line))
        assert no.value.rule == number
    else:
        lay(play, GERMAN, read_line(line))
        left, laid = own(play.state, GERMAN).forts
        assert left["times"] == 1 and laid["at"] == line.rpartition("=")[2]


@pytest.mark.rule("OB-DE.1")
def test_at_first_a_fortification_lies_where_the_germans_set_up() -> None:
    play = a_play(works({"item": "WIRE", "times": 1}).but(turn=INITIAL))
    with pytest.raises(Refused) as no:
        lay(play, GERMAN, read_line("FPP WIRE hex=I3"))
    assert no.value.rule == "OB-DE.1"
    lay(play, GERMAN, read_line("FPP WIRE hex=I4"))
    assert own(play.state, GERMAN).forts == ({"item": "WIRE", "at": "I4", "hidden": False},)


def laid(item: str, at: str, hidden: bool = False) -> dict[str, Json]:
    return {"item": item, "at": at, "hidden": hidden}


OPEN = (
    laid("WIRE", "K13"),
    laid("TRENCH", "K13"),
    laid("BARRICADE", "K13/K14"),
    laid("ROADBLOCK", "K14/K15"),
)
SECRET = (laid("APMINE", "K13"), laid("FOXHOLE", "K14", hidden=True))


@pytest.mark.rule("BRV9.1.1", "BRV9.1.3")
def test_what_was_laid_lies_on_the_map_and_of_a_barricade_a_roadblock_is_seen() -> None:
    play = a_play(works(*OPEN, *SECRET, {"item": "CONCEAL", "times": 5}))
    publish(play, GERMAN)
    (shown,) = [event.facts()["works"] for event in play.events if event.kind == "FortsShown"]
    assert shown == ("Wire K13", "Trench K13", "Roadblock K13/K14", "Roadblock K14/K15")
    now, mine = campaign(play.state), own(play.state, GERMAN)
    assert now.works == {"K13": ("wire", "trench")}
    assert now.barricades == {"K13/K14": "whole", "K14/K15": "roadblock"}
    assert mine.forts == ({"item": "CONCEAL", "times": 5},)
    assert mine.hip == {"APMINE@K13": "K13", "FOXHOLE@K14": "K14"}


@pytest.mark.rule("BRV9.1.1")
def test_nothing_is_shown_of_what_is_hidden_and_nothing_kept_where_nothing_was_laid() -> None:
    play = a_play(works(*SECRET))
    publish(play, GERMAN)
    assert {event.to for event in play.events} == {(GERMAN,)}
    idle = a_play(works({"item": "CONCEAL", "times": 5}))
    publish(idle, GERMAN)
    assert idle.events == []


@pytest.mark.rule("FT-FN-R2")
@pytest.mark.parametrize(
    ("lines", "date"), [(["BUY M2 x3"], 0), ([*ARMOR, "FPP FOXHOLE"], LATER), (["BUY M2", "FPP FOXHOLE"], 0)]
)
def test_who_bought_no_supplemental_armor_has_none(lines: list[str], date: int) -> None:
    assert campaign(resolved(purse(LATER), RUSSIAN, lines).state).supplemental == date


def test_a_page_offers_fortifications_below_the_groups_that_pay_for_them() -> None:
    state = purse(LATER, cpp=20)
    offered, bought = set(with_more(state, GERMAN)), said_prices(state, GERMAN)
    assert "fpp TRENCH" in offered and not offered & set(legal(state, GERMAN))
    assert bought.prices["fpp TRENCH"] == {"FPP": 8} and bought.has["FPP"] == 0
    assert bought.prices["buy M2"]["FPP"] < 0
    for line in offered:
        pay = f"buy M2 x{bought.times['buy M2']}"
        most = bought.times.get(line, 1)
        assert verdicts(state, GERMAN, pay, f"{line} x{most}" if most > 1 else line) == ["done", "done"]
    assert not set(with_more(purse(LATER, cpp=0), GERMAN)), "no group can be paid"
