"""Rule 9, the set-up and the plan: who stands where, in secret, and what is announced."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.games.panzerkorps48 import GAME, r09_setup
from adjudicator.games.panzerkorps48.position import SET_UP
from adjudicator.games.panzerkorps48.r09_setup import places_of, start, suggested
from adjudicator.report.story import Sentence, tell
from adjudicator.rulings import Ruling
from adjudicator.waiting_lines import waiting
from adjudicator.wording.order_words import verdict_told
from counters.roster.load import load_roster
from tests.adjudicator.house import House
from tests.games.panzerkorps48.table import GAME as NAME
from tests.games.panzerkorps48.table import said
from tests.tabletop import Tabletop


def laid(side: str = "german", *lines: str, seed: int = 1) -> Tabletop:
    """The set-up as it begins; for the Soviets after a German one."""
    table = Tabletop(NAME, clear=False)
    if side == "soviet":
        table.order("german", "\n".join((*suggested(table.state, "german", random.Random(seed)), "end")))
    if lines:
        table.order(side, "\n".join(lines))
    return table


def told(side: str, line: str, *before: str) -> tuple[str, str]:
    """What is said of a line of a set-up: its verdict and rule."""
    return laid(side, *before).verdict(side, line)


def whole(table: Tabletop, side: str) -> list[Ruling]:
    """The rest of a set-up, laid by the referee, and of the plan."""
    chance = random.Random(2)
    plan = r09_setup.suggested_plan(table.state, chance) if side == "soviet" else ()
    return table.order(side, "\n".join((*suggested(table.state, side, chance), *plan, "end")))


@pytest.mark.rule("9.set.1", "9.set.8", "2.1.id.2")
def test_9_set_1_personnel_stands_at_the_front_in_its_area() -> None:
    assert told("german", "setup 685-I at 4113") == ("done", "")
    assert told("german", "setup 685-I at 4114") == ("refused", "9.set.1")
    assert told("german", "setup 685-I at 3508") == ("refused", "9.set.1")
    assert told("german", "setup 336-Pi at 4115") == ("refused", "9.set.1")
    assert told("soviet", "setup 421RR at 3507") == ("done", "")


def test_beside_a_typo_the_rest_is_not_set_up_before_its_writer_has_corrected_it() -> None:
    table = laid("german")
    rulings = table.order("german", "setup Stu-1 at 17l3\nsetup Stu-2 at 1713\nsetup rest\nend")
    assert [ruling.verdict for ruling in rulings] == ["unreadable", "done", "waiting", "waiting"]
    assert rulings[0].legal[0] == "1713"
    assert (table.at("Stu-1"), table.at("Stu-2")) == (SET_UP, "1713")
    table.order("german", "setup Stu-1 at 1812")
    assert (table.at("Stu-1"), table.asked()[1]) == ("1812", "soviet")


def test_a_line_below_the_end_of_a_set_up_is_not_offered_the_set_up_that_is_over() -> None:
    rulings = laid().order("german", "setup rest\nend\nmove 685-I to 4514")
    assert [ruling.verdict for ruling in rulings] == ["done", "done", "not-judged"]
    assert rulings[2].legal == () and "the question now is" not in rulings[2].why
    assert rulings[2].why.endswith("Send this line when you are asked")


def test_a_queued_set_up_with_a_typo_has_one_story() -> None:
    """What is taken when its question comes is queued, and on hold is what waits for the correction."""
    table = laid("german")
    lines = ("setup 19TB at 1510", "setup 157TB at 31O8", "setup 216TB at 3108", "setup rest", "end")
    rulings = table.order("soviet", "\n".join(lines))
    assert [verdict_told(ruling)[:7] for ruling in rulings] == [
        "QUEUED:",
        "NOT UND",
        "QUEUED:",
        "ON HOLD",
        "ON HOLD",
    ]
    held = waiting(table.state, "soviet", GAME.ahead.ending)
    assert held is not None and held.lines == ("setup rest", "end")
    whole(table, "german")
    assert (table.at("216TB"), table.at("19TB"), table.at("157TB")) == ("3108", SET_UP, SET_UP)
    held = waiting(table.state, "soviet", GAME.ahead.ending)
    assert held is not None and held.lines == ("setup rest", "end")
    assert '"setup 19TB at 1510" is refused and "setup 157TB at 31O8" is not understood' in held.why


def test_a_corrected_line_takes_the_place_of_the_line_that_it_corrects() -> None:
    table = laid("soviet", "setup 19TB at 1510", "setup 157TB at 31O8", "setup rest", "end")
    table.order("soviet", "setup 157TB at 3108")
    held = waiting(table.state, "soviet", GAME.ahead.ending)
    assert held is not None and held.why.startswith('"setup 19TB at 1510" is refused, so ')


@pytest.mark.rule("9.set.6")
def test_several_units_are_set_up_in_a_line_all_or_none() -> None:
    table = laid("german", "setup 685-I and 685-II at 4113")
    assert (table.at("685-I"), table.at("685-II")) == ("4113", "4113")
    apart = laid("german", "setup 685-I at 4113", "setup 685-II at 4113")
    assert [(type(event), event.rule) for event in table.events][-2:] == [
        (type(event), event.rule) for event in apart.events
    ][-2:]
    assert table.verdict("german", "setup 685-I, 336-A1 at 4116") == ("refused", "9.set.1")
    assert table.at("685-I") == "4113"


@pytest.mark.rule("9.set.6")
def test_9_set_6_the_owner_reads_a_set_up_once() -> None:
    table = laid()
    whole(table, "german")
    seen = [event for event in table.events if event.seen_by("german")]
    chapters = tell(GAME, seen, 1, "SETUP_GER")
    texts = [one.text for chapter in chapters for one in chapter.items if isinstance(one, Sentence)]
    (told,) = [text for text in texts if "685-I" in text]
    assert "has set up. " in told and not [text for text in texts if text.startswith("Placed")]


@pytest.mark.rule("9.set.2", "9.set.8", "9.set.9")
def test_9_set_2_others_stand_within_three_hexes_of_it_on_their_side() -> None:
    assert told("german", "setup 336-A1 at 4116") == ("done", "")
    assert told("german", "setup 336-A1 at 4117") == ("refused", "9.set.2")
    assert told("german", "setup 336-A1 at 4112") == ("refused", "9.set.2")
    assert told("soviet", "setup ART-1 at 3505") == ("done", "")


@pytest.mark.rule("9.set.3", "9.set.9")
def test_9_set_3_the_26_t_group_stands_in_its_hexes_exactly() -> None:
    for unit in ("19TB", "14MRB"):
        assert told("soviet", f"setup {unit} at 3107") == ("done", "")
        assert told("soviet", f"setup {unit} at 3208") == ("refused", "9.set.3")


@pytest.mark.rule("9.set.4")
def test_9_set_4_weapons_stand_in_no_enemy_zone() -> None:
    table = laid("german", *(f"setup {unit} at 4113" for unit in ("685-I", "685-II")))
    whole(table, "german")
    battery = table.state.units["258RD-A"]
    assert "4112" not in places_of(table.state, battery)
    assert table.verdict("soviet", "setup 258RD-A at 4112") == ("refused", "9.set.4")
    assert table.verdict("soviet", "setup 991RR at 4112") == ("done", "")


@pytest.mark.rule("9.set.5")
def test_9_set_5_the_line_may_have_gaps() -> None:
    table = laid(
        "german", *(f"setup Wst-{n} at {at}" for n, at in ((1, 1201), (2, 1201), (3, 1201), (4, 1611)))
    )
    assert said(whole(table, "german"))[-1] == ("done", "")


@pytest.mark.rule("9.set.10", "6.ger.1")
def test_9_set_10_stacking_holds_at_the_set_up() -> None:
    three = [f"setup Wst-{n} at 1201" for n in (1, 2, 3)]
    assert told("german", "setup Wst-4 at 1201", *three) == ("refused", "6.ger.1")


@pytest.mark.rule("9.set.6", "9.set.7")
def test_9_set_6_the_germans_set_up_first_and_the_soviets_see_it() -> None:
    table = laid()
    assert table.asked()[1] == "german"
    (early,) = table.order("soviet", "setup 421RR at 3507")
    assert early.verdict == "waiting", "it is kept until the German set-up is done"
    whole(table, "german")
    assert table.asked()[1] == "soviet"
    (shown,) = table.found("SetUpShown")
    on_the_map = [u for u in table.state.units.values() if u.at in table.state.board.spaces]
    assert set(shown["units"]) == {u.id for u in on_the_map if u.side == "german"}
    assert [u.id for u in on_the_map if u.side == "soviet"] == ["421RR"], "the line that was kept"
    seen = GAME.view(table.state, "soviet")
    assert all(seen.units[id_].at == unit.at for id_, unit in table.state.units.items())


@pytest.mark.rule("9.set.6", "9.1.sov.1")
def test_9_set_6_a_set_up_ends_when_it_is_whole() -> None:
    table = laid("german", "setup 685-I at 4113")
    (ruling,) = table.order("german", "end")
    assert (ruling.verdict, ruling.rule) == ("refused", "9.set.6")
    assert ruling.why.startswith("not set up yet: 685-II, 686-I")
    whole(table, "german")
    table.order("soviet", "\n".join((*suggested(table.state, "soviet", random.Random(1)), "end")))
    assert [decision.topic for decision in table.state.waiting()] == ["plan"]
    table.order("soviet", "plan 5MC turn 6 area A")
    assert table.state.segment == "SETUP_SOV"
    table.order("soviet", "\n".join(r09_setup.suggested_plan(table.state, random.Random(1))))
    assert table.state.segment == "SOV.PREP"


@pytest.mark.rule("9.lw.1")
def test_9_lw_1_the_luftwaffe_division_stands_in_its_three_hexes() -> None:
    for at in ("2226", "3522", "4925"):
        assert told("german", f"setup LJ-A at {at}") == ("done", "")
    assert told("german", "setup LJ-A at 3425") == ("refused", "9.lw.1")


@pytest.mark.rule("2.1.side.1", "9.1.ent.2")
def test_a_set_up_is_of_own_units_that_begin_on_the_map() -> None:
    assert told("german", "setup 421RR at 3508") == ("refused", "2.1.side.1")
    assert told("german", "setup 15-I at 3508") == ("refused", "9.1.ent.2")


def test_in_the_place_of_one_line_no_whole_set_up_is_named() -> None:
    (ruling,) = laid("soviet").order("soviet", "setup 28GCR at 3109")
    assert ruling.verdict == "refused" and ruling.legal
    assert all("\n" not in line and line.startswith("setup ") for line in ruling.legal), ruling.legal


def test_a_later_line_takes_the_place_of_an_earlier_one() -> None:
    table = laid("german", "setup 685-I at 4113", "setup 685-I at 4213")
    assert table.at("685-I") == "4213"


# -- the plan --------------------------------------------------------------------------------------------


@pytest.mark.rule("9.1.sov.1", "9.1.sov.2", "9.1.sov.3", "9.1.sov.4", "9.1.sov.5", "10.tab.1")
@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("plan 5MC turn 6 area A", ("done", "")),
        ("plan 5MC turn 8 area A", ("done", "")),
        ("plan 5MC turn 12 area A", ("done", "")),
        ("plan 4MC turn 5 area D", ("done", "")),
        ("plan 5MC turn 4 area A", ("refused", "9.1.sov.2")),
        ("plan 5MC turn 13 area A", ("refused", "9.1.sov.2")),
        ("plan 6GCD turn 4 area E", ("refused", "9.1.sov.5")),
        ("plan 1T turn 4 area A", ("unreadable", "")),
    ],
)
def test_9_1_sov_a_formation_is_planned_by_the_schedule(line: str, verdict: tuple[str, str]) -> None:
    assert told("soviet", line) == verdict


@pytest.mark.rule("9.1.sov.4")
def test_9_1_sov_4_a_formation_has_one_area() -> None:
    table = laid("soviet", "plan 5MC turn 6 area A", "plan 5MC turn 7 area C")
    assert table.state.facts["plan"] == {"5MC": (7, "C")}


@pytest.mark.rule("9.1.sov.6")
def test_9_1_sov_6_turns_are_announced_and_areas_are_not() -> None:
    table = laid("soviet", "plan 5MC turn 6 area A", "plan 4MC turn 5 area D")
    whole(table, "soviet")
    (event,) = [event for event in table.events if event.kind == "PlanAnnounced"]
    assert event.seen_by("german")
    assert (event.facts()["turns"]["5MC"], event.facts()["turns"]["4MC"]) == (6, 5)
    assert "5th Mechanized Corps: turn 6, area sealed" in event.says(GAME.names())


@pytest.mark.rule("9.set.7", "3.seq.2", "9.lw.8")
def test_after_the_set_up_the_soviet_turn_begins() -> None:
    table = laid("soviet")
    whole(table, "soviet")
    assert (table.state.turn, table.state.segment) == (1, "SOV.PREP")
    assert "Turn 1, 7 December, day." in table.said()
    assert GAME.faults(table.state) == []


@pytest.mark.parametrize("seed", range(5))
def test_whole_set_ups_are_found_by_chance(seed: int) -> None:
    table = laid("soviet", seed=seed)
    lines = suggested(table.state, "soviet", random.Random(seed))
    assert said(table.order("soviet", "\n".join((*lines, "end")))) == [("done", "")] * (len(lines) + 1)


@pytest.mark.rule("2.1.comp.1", "2.1.id.1", "2.1.class.1", "2.1.side.1")
def test_2_1_comp_1_a_game_begins_with_whole_counters_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    roster = load_roster(NAME)
    with pytest.raises(KeyError):
        start("another")
    for wrong, number in (
        (replace(roster.counters["685-I"], name="II/685"), r"2\.1\.id\.1"),
        (replace(roster.counters["685-I"], traits={"target": "", "fire": "p"}), r"2\.1\.class\.1"),
    ):
        counters = {**roster.counters, "685-I": wrong}
        monkeypatch.setattr(r09_setup, "load_roster", lambda game, c=counters: replace(roster, counters=c))
        with pytest.raises(ValueError, match=number):
            start("campaign")


@pytest.mark.rule("9.set.6", "9.set.7")
def test_9_set_6_neither_side_sees_a_set_up_in_the_making_and_both_see_the_reinforcements() -> None:
    table = laid("german", "setup 685-I at 4113")
    assert GAME.view(table.state, "soviet").units["685-I"].at == "set-up"
    assert GAME.view(table.state, "german").units["685-I"].at == "4113"
    later = laid("soviet", "setup 421RR at 3507")
    assert GAME.view(later.state, "german").units["421RR"].at == "set-up"
    assert GAME.view(later.state, "german").units["45MB"].at == "5-mech"


@pytest.mark.rule("9.set.1", "9.set.2", "9.set.3")
def test_a_hex_that_is_refused_at_the_set_up_is_refused_with_its_reason() -> None:
    state = GAME.start("campaign")

    def why(unit: str, at: str) -> str:
        return r09_setup.shut(state, state.units[unit], at)[1]

    assert why("685-II", "4114") == "it is not in the set-up area of 336 ID"
    assert why("ART-1", "4114") == "it is not on your side of the Starting Front"
    assert why("ART-1", "3301") == "it is more than 3 hexes from the set-up area of 5 TA"


def silent(table: Tabletop, side: str, topic: str) -> list[Ruling]:
    """What no answer to a question means, carried out."""
    (asked,) = (one for one in table.state.waiting() if one.topic == topic)
    return table.order(side, asked.default)


@pytest.mark.rule("9.set.6")
def test_9_set_6_the_rest_is_set_up_around_what_is_placed() -> None:
    table = laid("german", "setup 685-I at 4113", "setup rest")
    assert table.at("685-I") == "4113" and not r09_setup.unplaced(table.state, "german")
    assert table.verdict("german", "end") == ("done", "")


@pytest.mark.rule("9.set.6")
def test_9_set_6_no_answer_leaves_placed_units_where_they_are() -> None:
    before = laid()
    first = next(at for at in places_of(before.state, before.state.units["685-I"]) if at != "4515")
    table = laid("german", f"setup 685-I at {first}")
    assert said(silent(table, "german", "setup")) == [("done", ""), ("done", "")]
    assert table.at("685-I") == first


@pytest.mark.rule("9.set.3", "9.set.10")
def test_9_set_6_a_set_up_that_leaves_no_room_is_made_again_and_told() -> None:
    guns = ("40Gds-A", "258RD-A", "333RD-A", "47Gds-A", "119RD-A", "300RD-A", "ART-1", "ART-2")
    table = laid("soviet")
    exact = ("3107", "3108", "3109", "3008")
    for unit in (*guns, "89TB", "117TB", "159TB", "44MRB", "ART-3", "ART-4"):
        for at in exact:
            if at in places_of(table.state, table.state.units[unit]):
                table.order("soviet", f"setup {unit} at {at}")
                break
    assert not suggested(table.state, "soviet", random.Random(0)), "the 26 T has no room any more"
    assert table.verdict("soviet", "end") == ("refused", "9.set.6")
    (told,) = table.order("soviet", "setup rest")
    assert told.verdict == "done" and "set up all of them again" in told.why
    assert not r09_setup.unplaced(table.state, "soviet")


@pytest.mark.slow
@pytest.mark.rule("9.1.sov.1")
def test_9_1_sov_1_the_rest_of_a_plan_keeps_what_is_planned() -> None:
    for answer in ("plan rest", ""):
        table = laid("soviet", "setup rest", "end", "plan 5MC turn 8 area A")
        if answer:
            assert table.verdict("soviet", answer) == ("done", "")
        else:
            silent(table, "soviet", "plan")
        (told,) = table.found("PlanAnnounced")
        assert told["turns"]["5MC"] == 8 and len(told["turns"]) == 4


@pytest.mark.rule("9.1.sov.2", "9.1.sov.5")
def test_9_1_sov_5_a_refused_plan_tells_the_plans_of_its_formation() -> None:
    table = laid("soviet", "setup rest", "end")
    for line, why in (
        ("plan 4MC turn 5 area A", "may not enter at area A"),
        ("plan 4MC turn 1 area D", "turns 5 to 12"),
    ):
        (told,) = table.order("soviet", line)
        assert told.verdict == "refused" and why in told.why
        assert told.legal and all(one.startswith("plan 4") and "\n" not in one for one in told.legal)


@pytest.mark.rule("10.town.4", "10.town.3")
def test_10_town_4_a_zone_alone_over_surovikino_takes_it_as_turn_1_begins() -> None:
    table = laid("soviet", "setup 421RR at 3507", seed=2)
    assert table.state.control["3508"] == "german"
    whole(table, "soviet")
    assert (table.state.segment, table.state.control["3508"]) == ("SOV.PREP", "soviet")
    assert "Surovikino (3508) is now controlled by the Soviet player." in table.said()


def test_the_first_form_offers_that_hexpost_places_the_rest(tmp_path: Path) -> None:
    told = House(tmp_path, "panzerkorps48", pictures=False).last("ben@example.org")
    assert "\n# setup rest  # hexpost places all other units\n# end\n" in told
