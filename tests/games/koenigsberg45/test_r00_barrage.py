"""Rules 0.7a and 1.0a, barrages: one test or more for each clause."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.events import Names
from adjudicator.games.koenigsberg45.charts import charts
from adjudicator.games.koenigsberg45.combat.r00_barrage import check_target, targets
from adjudicator.games.koenigsberg45.events import BarrageResolved
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.tapping import onward
from adjudicator.tapping.packed import Places
from tests.games.koenigsberg45.country import country, why
from tests.games.koenigsberg45.table import GAME, drawing
from tests.tabletop import Tabletop

OPENING = {"56": "2023", "45": "2021", "1 T": "2121"}
"""A German division two hexes from two corps of 3rd Belorussian Front."""


def window(segment: str, units: dict[str, str], dice: list[int], **position: Any) -> Tabletop:
    """The barrages that open the game, one window of them."""
    return Tabletop(GAME, units, segment=segment, dice=dice, **position)


def shelled(laid: Tabletop) -> dict[str, Any]:
    """The facts of the last barrage."""
    return laid.found("BarrageResolved")[-1]


def attempts(laid: Tabletop) -> int:
    """The barrages that the window has left."""
    return int(laid.state.frame.facts["attempts"])


@pytest.mark.rule("1.0a.1", "K-R6")
def test_1_0a_1_two_dice_read_one_by_one_give_the_german_attempts() -> None:
    laid = window("BAR_G", OPENING, [2, 5])
    assert attempts(laid) == 1 + 3
    assert laid.asked()[:2] == ("1.0a.1", "german")
    whose = "barrages of the German side"
    assert [one["purpose"] for one in laid.found("DieRolled")] == [
        f"{whose}, first die",
        f"{whose}, second die",
    ]


@pytest.mark.rule("1.0a.2", "K-R6")
def test_1_0a_2_two_dice_for_each_front_then_the_soviet_ones() -> None:
    second = {**OPENING, "53": "2425", "29": "2525", "1": "2423"}
    laid = window("BAR_G", second, [1, 1, 3, 3, 6, 6])
    laid.order("german", "pass")
    assert laid.asked()[:2] == ("1.0a.2", "soviet")
    assert (laid.state.segment, attempts(laid)) == ("BAR_S2", 4)
    assert laid.found("DieRolled")[-1]["purpose"] == "barrages of 2BR, second die"
    laid.order("soviet", "pass")
    assert (laid.state.segment, attempts(laid)) == ("BAR_S3", 6)


@pytest.mark.rule("0.7a.4")
@pytest.mark.parametrize(("die", "drm", "told"), [(4, 0, "die 4"), (4, -1, "die 4, modified 3")])
def test_0_7a_4_a_barrage_is_told_as_one(die: int, drm: int, told: str) -> None:
    event = BarrageResolved(
        rule="0.7a.4", side="german", space="2023", attackers=(), defenders=(), attack=3, defence=1,
        parts=(), column="2-1", drm=drm, die=die, final=die + drm, result="Dr",
    )  # fmt: skip
    assert event.says(Names({})) == f"Barrage on 2023: column 2-1, {told}: Dr."


@pytest.mark.rule("1.0.3")
def test_1_0_3_barrages_open_the_first_turn_alone() -> None:
    laid = Tabletop(GAME, {"56": "2023", "45": "2021"}, segment="ADVANCE_TURN", turn=1, state={"cup": []})
    assert laid.found("BarrageResolved") == []
    assert "BAR_G" not in [one["segment"] for one in laid.found("SegmentEntered")]


@pytest.mark.rule("1.0a.4", "K-R7")
def test_1_0a_4_the_target_is_exactly_two_hexes_from_the_nearest_friend() -> None:
    laid = window("BAR_G", {"56": "2023", "45": "2021", "72": "2022", "65": "2020"}, [1, 1])
    assert laid.verdict("german", "barrage 2022") == ("refused", "1.0a.4")
    assert laid.verdict("german", "barrage 2020") == ("refused", "1.0a.4")
    assert laid.asked()[2] == ("barrage 2021", "pass")


@pytest.mark.rule("1.0a.6", "K-R68")
def test_1_0a_6_a_front_measures_from_its_own_units() -> None:
    units = {"56": "2023", "1": "2425", "45": "2021", "53": "2423"}
    laid = window("BAR_S3", units, [1, 1])
    assert laid.asked()[2] == ("barrage 2023", "pass")
    assert laid.verdict("soviet", "barrage 2425") == ("refused", "1.0a.6")


@pytest.mark.rule("1.0a.5", "K-R8")
def test_1_0a_5_every_die_of_the_first_turn_counts_one_less() -> None:
    laid = window("BAR_S3", OPENING, [1, 1, 4])
    laid.order("soviet", "barrage 2023")
    assert (shelled(laid)["die"], shelled(laid)["drm"], shelled(laid)["final"]) == (4, -1, 3)
    assert shelled(laid)["drms"][0]["rule"] == "1.0a.5"
    low = window("BAR_S3", OPENING, [1, 1, 1])
    low.order("soviet", "barrage 2023")
    assert shelled(low)["final"] == 1


@pytest.mark.rule("1.0a.3", "K-R67")
@pytest.mark.parametrize(
    ("target", "guns", "column"),
    [("2023", "2021", "3-1"), ("2221", "2219", "1-1"), ("2119", "2117", "3-1"), ("2131", "2129", "2-1")],
)
def test_1_0a_3_the_ground_of_the_target_shifts_the_column(target: str, guns: str, column: str) -> None:
    laid = window("BAR_S3", {"56": target, "45": guns}, [1, 1, 4])
    laid.order("soviet", f"barrage {target}")
    assert shelled(laid)["column"] == column


@pytest.mark.rule("K-R67", "0.7a.4")
def test_no_hexside_counts_for_a_barrage() -> None:
    grid_side = {"56": "2806", "45": "3006"}
    laid = window("BAR_S3", grid_side, [1, 1, 4])
    laid.order("soviet", "barrage 2806")
    assert [one["reason"] for one in shelled(laid)["shifts"]] == ["defender in a town"]


@pytest.mark.rule("0.7a.6", "K-R9")
def test_0_7a_6_targets_are_named_one_by_one_and_what_is_not_named_is_lost() -> None:
    laid = window("BAR_S3", OPENING, [6, 6, 2, 2])
    laid.order("soviet", "barrage 2023\nbarrage 2023\npass")
    assert len(laid.found("BarrageResolved")) == 2
    assert laid.state.segment != "BAR_S3"


@pytest.mark.rule("K-R9")
def test_who_has_no_target_is_told_that_their_barrages_are_lost() -> None:
    laid = drawing({"56": "2026", "45": "2021"}, ["BARRAGE-3BR"], dice=[5])
    (told,) = [event for event in laid.events if event.kind == "Told" and "target" in str(event.facts())]
    assert told.facts()["text"] == "No target is in range of 3rd Belorussian Front: 3 barrages are lost."
    assert told.seen_by("soviet") and not told.seen_by("german")


@pytest.mark.rule("0.7a.1", "0.7a.3")
def test_0_7a_1_a_barrage_chit_gives_its_front_so_many_attempts() -> None:
    units = {"56": "2022", "45": "2021", "1": "2524", "53": "2523"}
    laid = drawing(units, ["BARRAGE-3BR"], dice=[5])
    assert (attempts(laid), laid.asked()[1]) == (3, "soviet")
    assert {"BARRAGE-2BR", "BARRAGE-3BR"} <= set(laid.state.roster.cards)


@pytest.mark.rule("0.7a.2", "0.7a.5", "K-R68")
def test_0_7a_2_only_hexes_next_to_a_combat_unit_of_that_front() -> None:
    units = {"56": "2022", "8 G T": "2021", "1": "2524", "2 G T": "2523", "21": "1926", "45": "1928"}
    laid = drawing(units, ["BARRAGE-3BR"], dice=[5, 1])
    assert laid.asked()[2] == ("barrage 2524", "pass")
    assert laid.verdict("soviet", "barrage 2022") == ("refused", "0.7a.2")
    assert laid.verdict("soviet", "barrage 1926") == ("refused", "0.7a.2")
    empty = why(laid, "soviet", "barrage 2522")
    assert (empty[0], empty[1][:34]) == ("0.7a.2", "there is no enemy combat unit in 2")
    assert laid.verdict("soviet", "barrage 2524") == ("done", "")
    hq = drawing({"56": "2022", "HQ 5": "2021", "1": "2524", "45": "2523"}, ["BARRAGE-3BR"], dice=[5])
    assert hq.verdict("soviet", "barrage 2022") == ("refused", "0.7a.2")


@pytest.mark.rule("0.7a.2")
def test_0_7a_2_a_dry_run_refuses_no_hex_of_which_only_a_marker_is_seen() -> None:
    laid = window("BAR_G", OPENING, [2, 5])
    hidden = replace(laid.state.units["45"], at="removed")
    empty = replace(laid.state, units={**laid.state.units, "45": hidden})
    with pytest.raises(Refused, match="no enemy combat unit"):
        check_target(empty, "2021", "")
    covered = replace(empty, covers={"2021": "out-of-supply-soviet"})
    assert check_target(covered, "2021", "") == ""


@pytest.mark.rule("0.7a.4", "K-R8")
def test_0_7a_4_the_column_is_3_1_whatever_stands_there_and_nobody_attacks() -> None:
    units = {"56": "2022", "1": "2022", "45": "2021"}
    laid = drawing(units, ["BARRAGE-3BR"], dice=[1, 1])
    laid.order("soviet", "barrage 2022")
    assert (shelled(laid)["column"], shelled(laid)["result"]) == ("3-1", "A1")
    assert (shelled(laid)["attack"], shelled(laid)["defence"]) == (3, 1)
    assert laid.steps("45") == 2
    assert (shelled(laid)["drm"], shelled(laid)["drms"]) == (0, ())


@pytest.mark.rule("0.7a.4", "K-R8")
def test_0_7a_4_a_defender_gives_way_and_nobody_advances() -> None:
    laid = drawing({"56": "2022", "45": "2021"}, ["BARRAGE-3BR"], dice=[1, 5])
    laid.order("soviet", "barrage 2022")
    assert shelled(laid)["result"] == "Dr"
    if laid.state.waiting() and laid.asked()[1] == "german":
        laid.order("german", laid.asked()[2][0])
    assert laid.at("56") != "2022"
    assert laid.at("45") == "2021"


@pytest.mark.rule("K-R76")
def test_a_barrage_shows_nobody_in_its_target() -> None:
    laid = drawing({"56": "2022", "1": "2022", "45": "2021"}, ["BARRAGE-3BR"], dice=[1, 1])
    laid.order("soviet", "barrage 2022")
    told = [event for event in laid.events if event.seen_by("soviet")]
    below = "56" if "1" in str(laid.game.view(laid.state, "soviet").units.keys()) else "1"
    assert not any(below in str(event.facts().get("defenders", "")) for event in told)


@pytest.mark.rule("K-R76", "0.1e.1")
def test_while_a_barrage_is_carried_out_its_side_has_no_list_of_who_lies_there() -> None:
    laid = drawing({"56": "2022", "1": "2022", "45": "2021"}, ["BARRAGE-3BR"], dice=[1, 5])
    laid.order("soviet", "barrage 2022")
    seen, own = (laid.game.view(laid.state, side).frame.facts for side in ("soviet", "german"))
    assert len(own["defenders"]) == 2 and len(seen["defenders"]) == 1
    assert (seen["demand"], seen["fleeing"]) == (None, None)


@pytest.mark.rule("0.1e.1")
def test_a_barrage_is_offered_on_a_marker_too() -> None:
    laid = drawing({"56": "2022 full isolated", "349 VG": "2020", "45": "2021"}, ["BARRAGE-3BR"], dice=[1])
    view = laid.game.view(laid.state, "soviet")
    assert view.covers["2022"] == "isolated-german"
    assert {*targets(view)} == {"barrage 2020", "barrage 2022"}


@pytest.mark.rule("0.1e.1", "K-R76")
def test_no_barrage_is_offered_for_what_lies_below_an_hq() -> None:
    units = {"56": "2022", "HQ 26": "2022", "349 VG": "2020", "45": "2021"}
    for below in ("56", ""):
        there = {unit: at for unit, at in units.items() if unit != "56" or below}
        laid = drawing(there, ["BARRAGE-3BR"], dice=[1], state={"tops": {"2022": "HQ 26"}})
        assert [one for one in laid.asked()[2] if one.startswith("barrage")] == ["barrage 2020"]


def test_the_table_reads_one_attempt_for_every_two_eyes() -> None:
    found = [charts()["barrage"].read("attacks at 3-1", die) for die in range(1, 7)]
    assert found == ["1", "1", "2", "2", "3", "3"]


@pytest.mark.rule("0.1e.1")
def test_0_1e_1_a_stack_is_arranged_while_barrages_are_asked_for() -> None:
    laid = window("BAR_G", {**OPENING, "131": "2023"}, [2, 5, 1])
    rulings = laid.order("german", "top 2023 131\ntop 2023 45\nbarrage 2021")
    assert [(one.verdict, one.rule) for one in rulings[:2]] == [("done", ""), ("refused", "0.1e.1")]
    assert laid.state.facts["tops"] == {"2023": "131"}


@pytest.mark.rule("0.7a.6", "K-R9")
def test_0_7a_6_after_the_last_attempt_nobody_is_asked_again() -> None:
    laid = drawing({"56": "2022", "45": "2021"}, ["BARRAGE-3BR"], dice=[3, 1, 1])
    assert laid.verdict("soviet", "top 2021 45") == ("done", "")
    assert laid.verdict("soviet", "barrage 2022") == ("done", "")
    assert attempts(laid) == 1
    laid.order("soviet", "barrage 2022")
    assert len(laid.found("BarrageResolved")) == 2
    assert "barrage" not in [frame.segment for frame in laid.state.frames]


@pytest.mark.rule("0.7a.6")
@pytest.mark.parametrize("word", ["done", "pass"])
def test_0_7a_6_the_guns_may_stay_silent(word: str) -> None:
    laid = drawing({"56": "2022", "45": "2021"}, ["BARRAGE-3BR"], dice=[3])
    assert laid.verdict("soviet", word) == ("done", "")
    assert "barrage" not in [frame.segment for frame in laid.state.frames]


@pytest.mark.rule("0.7a.1")
@pytest.mark.parametrize(("front", "verdict"), [("2BR", "refused"), ("3BR", "done")])
def test_0_7a_1_the_guns_of_a_chit_are_those_of_its_front(front: str, verdict: str) -> None:
    units = {"56": "2022", "45": "2021", "8 G T": "2122"}
    laid = drawing(units, ["BARRAGE-3BR"], dice=[1, 1])
    ruling = laid.verdict("soviet", f"barrage 2022 front {front}")
    assert ruling == (verdict, "0.7a.1" if verdict == "refused" else "")
    laid = drawing(units, ["BARRAGE-3BR"], dice=[1, 1])
    assert laid.verdict("soviet", "barrage 2022") == ("done", "")


@pytest.mark.rule("0.7a.1", "RET.11.1")
@pytest.mark.parametrize("front", ["2BR", "3BR"])
def test_the_one_barrage_of_event_11_is_that_of_either_front(front: str) -> None:
    units = {"56": "2022", "45": "2021", "8 G T": "2122"}
    laid = drawing(units, ["RANDOM"], dice=[5, 6, 1])
    assert laid.verdict("soviet", f"barrage 2022 front {front}") == ("done", "")


@pytest.mark.rule("RET.4.1", "RET.11.1")
def test_germans_have_no_fronts_to_name() -> None:
    laid = drawing({"56": "2022", "45": "2021"}, ["RANDOM"], dice=[1, 3, 1])
    assert laid.verdict("german", "barrage 2021") == ("done", "")


@pytest.mark.rule("0.7a.4", "1.0a.3")
def test_no_ground_takes_a_barrage_off_the_table() -> None:
    laid = window("BAR_S3", {"56": "2023", "45": "2021"}, [1, 1, 4], run=False)
    ground = {"2023": {"terrain": "forest", "settlement": "city"}}
    laid.play.state = laid.state.but(board=country(ground=ground))
    laid.run()
    laid.order("soviet", "barrage 2023")
    assert shelled(laid)["column"] == "1-2"


# -- the barrages of both Fronts in one email ----------------------------------------------------------------


def test_the_end_of_barrages_that_were_over_by_themselves_does_not_end_those_of_the_other_front() -> None:
    both = {**OPENING, "53": "2425", "29": "2525", "1": "2423"}
    laid = window("BAR_S2", both, [1, 1, 6, 1, 1, 5])
    laid.order("soviet", "barrage 2423\npass\nbarrage 2023\npass")
    assert (laid.state.segment, laid.asked()[1]) == ("BAR_S2", "german")
    laid.play = Play(laid.state, laid.play.chance)  # another email
    laid.order("german", laid.asked()[2][0])
    assert [one["space"] for one in laid.found("BarrageResolved")] == ["2023"]
    assert laid.found("OrderDropped") == []


def test_the_end_below_barrages_that_were_too_many_is_for_nothing_else() -> None:
    laid = window("BAR_G", OPENING, [1, 1, 1, 1, 1, 1])
    told = [ruling.verdict for ruling in laid.order("german", "barrage 2021\n" * 3 + "pass")]
    assert told == ["done", "done", "not-judged", "done"] and not laid.state.kept.get("german")


def test_german_barrages_may_stand_below_the_set_up_and_are_fired_when_all_are_ready() -> None:
    laid = Tabletop(GAME, {}, clear=False, segment="SETUP", dice=[1, 1, 1, 1, 1, 1])
    (below_it,) = onward.below(
        laid.game, laid.state, laid.state.waiting()[0], Places(laid.state.board.spaces)
    )
    assert below_it.after == {"ready": ()} and below_it.offers.ending == ("pass",)
    others = laid.state.waiting()[1]
    assert others.player == "soviet" and not [*onward.below(laid.game, laid.state, others, Places(()))]
    told = laid.order("german", "ready\nbarrage 3401\nbarrage 3802\npass")
    assert [ruling.verdict for ruling in told] == ["done", "waiting", "waiting", "waiting"]
    laid.order("soviet", "if asked loss then default\nready")
    assert [one["space"] for one in laid.found("BarrageResolved")] == ["3401", "3802"]
    assert laid.asked()[1] == "soviet" and not laid.state.kept.get("german")
