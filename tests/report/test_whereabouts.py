"""Units by location: on a map of hexes by side, own units by formation, the enemy as far as he is seen."""

from __future__ import annotations

from adjudicator.events import Event, StepLost, TrackMoved, UnitEliminated, UnitMoved
from adjudicator.games.amberroad.record import GAME as AMBER_ROAD
from adjudicator.games.koenigsberg45 import GAME
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.pages import ReportFacts, pages, text_page
from adjudicator.report.situation import situation
from adjudicator.report.whereabouts import Line, in_order, whereabouts
from adjudicator.store import fold

START = GAME.start("campaign")


def told(side: str, *events: Event) -> dict[str, dict[str, str]]:
    """The lists that a side is given: title -> label -> text."""
    hosts = whereabouts(GAME, known_to(GAME, fold(START, events), side), side)
    return {host.title: {line.label: line.text for line in host.lines} for host in hosts}


def test_own_units_stand_by_corps_with_the_headquarters_first() -> None:
    own = told("german")["Your units"]
    assert own["26th Corps"] == (
        "HQ 26 (4-6) in 4009, 349 VG (3-5-4) in 4010, 56 (4-5-4) in 4012, 1 (4-6-4) in Schlossberg (4108), "
        "G69 (4-6-4) in 4206"
    )


def test_units_without_a_corps_stand_after_those_of_the_corps_and_before_the_boxes() -> None:
    labels = list(told("german")["Your units"])
    assert labels.index("Independent") == labels.index("Reinforcements") - 1
    assert labels.index("6th Corps") < labels.index("Independent")


def test_units_of_a_side_without_any_corps_are_independent_of_none() -> None:
    state = AMBER_ROAD.start("campaign")
    (line, _) = whereabouts(AMBER_ROAD, state, "blue")[0].lines
    assert line.label == "Units" and line.text.startswith("11F (4-4) in 0304")


def test_units_in_a_box_are_told_by_formation_where_it_holds_several() -> None:
    own = told("german")["Your units"]
    assert own["Reinforcements"].startswith("28th Corps: HQ G28 (4-6), 58 (4-6-4), 95 (4-5-4); Independent: ")
    assert own["Luftwaffe box"] == "LW-1 (+2)"
    lost = told("german", *(UnitEliminated(rule="8", unit=unit, at="2208") for unit in ("58", "HQ 9")))
    assert ":" not in lost["Your units"]["Eliminated units"]


def test_a_unit_that_has_lost_a_step_is_called_reduced() -> None:
    own = told("german", StepLost(rule="8.0.1", unit="349 VG", left=1))["Your units"]
    assert "349 VG (2-3-4 reduced) in 4010" in own["26th Corps"]


def test_of_an_enemy_stack_only_the_top_is_told_where_it_is() -> None:
    seen = told("german")["Soviet player, visible to you"]
    where = "; ".join(seen.get(band, "") for band in ("Adjacent to you", "2 or 3 hexes away", "Farther away"))
    assert "2741: 47" in where and "114" not in where
    assert "114" in seen["Hidden in stacks"].split(", ")


def test_the_enemies_next_to_ones_units_come_first() -> None:
    events = [UnitMoved(rule="4", unit="349 VG", path=("4010", "4110"))]
    seen = told("german", *events)["Soviet player, visible to you"]
    assert next(iter(seen)) == "Adjacent to you"
    assert "4210: 65" in seen["Adjacent to you"]
    assert "4210: 65" in told("german")["Soviet player, visible to you"]["2 or 3 hexes away"]


def test_nothing_that_the_enemy_hides_changes_a_byte_of_the_lists() -> None:
    hidden = [UnitMoved(rule="4", unit="114", path=("2741", "2838"))]
    assert told("german") == told("german", *hidden)
    assert told("soviet") != told("soviet", *hidden)


def test_chits_that_lie_open_are_told_of_both_sides_and_held_by_nobody() -> None:
    state = START.but(hands={"german": ("G26",), "soviet": ()})
    stand = situation(GAME, known_to(GAME, state, "soviet"), "soviet")
    assert (stand.hand, stand.others) == ((), ())
    assert stand.shown == (Line("German player", "26th Corps"), Line("Soviet player", "none"))
    facts = ReportFacts(GAME, 1, "soviet", START, known_to(GAME, state, "soviet"))
    assert "Chits drawn this turn" in text_page(facts) and "You hold" not in text_page(facts)


def test_a_page_says_which_turn_of_how_many_and_no_id_of_ours() -> None:
    made = pages(ReportFacts(GAME, 1, "german", START, known_to(GAME, START, "german")))
    assert "\nTurn 1 of 10, Set-up\n" in made.text
    assert "Turn 1 of 10, Set-up</div>" in made.html
    assert "SETUP" not in made.text + made.html


def test_a_track_with_the_id_of_a_box_has_its_own_name() -> None:
    stand = situation(GAME, known_to(GAME, START, "german"), "german")
    assert Line("Volksturm units available", "2") in stand.tracks
    boxed = told("german")["Your units"]["Volksturm box"]
    assert boxed == ", ".join(f"VlkStm {number} ([1]-2-0)" for number in range(1, 5))
    moved = TrackMoved(rule="12.5", track="volksturm", was=2, now=1)
    assert moved.says(GAME.names()) == "Volksturm units available: 2 to 1."


def test_places_are_in_the_order_in_which_people_count() -> None:
    places = ["Lötzen", "AA1", "A10", "Z3", "A2", "Lodz", "Area 12", "Area 9"]
    told = ["Area 9", "Area 12", "Lodz", "Lötzen", "A2", "A10", "Z3", "AA1"]
    assert sorted(places, key=in_order) == told
