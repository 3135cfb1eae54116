"""Barricades (chapter 9): conformance scenario 11, the whole chart, Labor, the Breach, infantry and HE."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.fighting import r09_barricades
from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.situation.campaign import barriers_seen
from adjudicator.play import Play
from tests.clauses import clause
from tests.games.redvengeance.buying import purse, verdicts
from tests.games.redvengeance.firefight import fight, line, no
from tests.games.redvengeance.table import a_play

AT = "K10/K11"
GO = "mp=half fire=survived"


def crossing(type_: str, *dice: int, side: str = AT, flags: str = "", **facts: Any) -> Play:
    """A Russian or German AFV at K10 (or the first hex) in front of a whole Barricade."""
    german = {"T": f"{type_} {side.split('/')[0]} {flags}"} if type_ in {"stug-iiig", "psw-234-2"} else {}
    russian = {} if german else {"T": f"{type_} {side.split('/')[0]} {flags}"}
    return fight(german, russian, *dice, **{"barricades": {side: "whole"}, **facts})


def cross(play: Play, more: str, side: str = AT) -> list[str]:
    """What is said when T tries to cross."""
    return line(play, f"cross T side={side} {more}", play.state.units["T"].side)


def outcome(play: Play, side: str = AT) -> tuple[str, str, set[str], dict[str, int]]:
    """Where T is, how the Barricade stands, what lies on T, and the Labor."""
    facts, unit = play.state.facts, play.state.units["T"]
    return unit.at, facts["barricades"].get(side, "gone"), set(unit.flags), dict(facts.get("labor", {}))


# -- scenario 11 -------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV9.211.13", "BRV9.211.17", "BRV9.211.8", "BRV9.214.1", "BRV9.211.1", "BRV9.211.2")
def test_a_heavy_tank_ce_breaches_it() -> None:
    play = crossing("IS-II", 3, 5)
    said = cross(play, f"{GO} labor=0 tons=46 ce=yes al=0")
    assert said[0] == "T spends 7 of 13 MP in K10 to cross the Barricade K10/K11."
    assert "DR 8, -3 46 tons, -1 CE = 4: across, and the Barricade is Breached" in said[2]
    assert outcome(play) == ("k11", "breached", set(), {})


@pytest.mark.rule("BRV9.211.10", "BRV9.211.12", "BRV9.211.4", "BRV9.212.1")
def test_a_light_tank_that_crashes_the_gate_is_immobilized() -> None:
    play = crossing("T-70", 2, 4)
    said = cross(play, "mp=quarter tons=10 fire=survived")
    assert said[0].startswith("T spends 4 of 16 MP in K10")
    assert "DR 6, +2 Crashing the Gate, +4 10 tons = 12: fails, Immobilized" in said[2]
    assert outcome(play) == ("k10", "whole", {"stopped", "immobilized"}, {})


@pytest.mark.rule("BRV9.211.7", "BRV9.211.15", "BRV9.212.2", "BRV9.213.1", "BRV9.213.3", "BRV9.213.5")
def test_a_failure_leaves_labor_that_helps_the_next_time() -> None:
    play = crossing("T-34/85", 3, 4, 5, 3)
    told = cross(play, f"{GO} tons=32")
    assert "DR 7: fails, Labor -2" in told[2] and told[-1] == "Labor -2 is in K10 for K10/K11."
    assert outcome(play) == ("k10", "whole", {"stopped"}, {"K10/K11@K10": 2})
    play.state = play.state.with_unit(fight({}, {"T": "T-34/85 K10"}).state.units["T"])
    assert "DR 8, -2 Labor = 6: across, and the Barricade is Breached" in cross(play, f"{GO} labor=2")[2]
    assert outcome(play) == ("k11", "breached", set(), {"K10/K11@K10": 2})


@pytest.mark.rule("BRV9.211.14", "BRV9.211.9", "BRV9.215", "BRV9.213.3")
def test_on_a_bridge_it_is_harder_and_three_removes_it_with_its_labor() -> None:
    play = crossing("T-34/85", 2, 2, side="I9/I10", labor={"I9/I10@I9": 2, "K10/K11@K10": 1})
    said = cross(play, f"{GO} labor=2 tons=32", "I9/I10")
    assert "DR 4, +1 a Bridge Location, -2 Labor = 3: across, and the Barricade is removed" in said[2]
    assert "The Barricade I9/I10 is removed." in said
    assert outcome(play, "I9/I10") == ("i10", "gone", set(), {"K10/K11@K10": 1})


@pytest.mark.rule("BRV9.211.6", "BRV9.211.12")
def test_fractions_of_five_tons_below_thirty_count_whole() -> None:
    play = crossing("stug-iiig", 3, 3)
    assert "DR 6, +2 24 tons = 8: fails, Labor -1" in cross(play, f"{GO} tons=24")[2]
    assert outcome(play) == ("k10", "whole", {"stopped"}, {"K10/K11@K10": 1})


@pytest.mark.rule("BRV9.21.2")
def test_riders_and_vbm_forbid_it() -> None:
    cross(crossing("IS-II", 6, 6), f"{GO} riders=no vbm=no")
    assert no(crossing("IS-II"), f"cross T side={AT} {GO} riders=yes", "russian") == (
        "BRV9.21.2", "T may not cross with Riders",
    )  # fmt: skip
    assert no(crossing("IS-II"), f"cross T side={AT} {GO} vbm=yes", "russian")[1] == "T may not cross in VBM"
    assert no(crossing("IS-II", flags="riders"), f"cross T side={AT} {GO}", "russian")[0] == "BRV9.21.2"


# -- who, and for how much ---------------------------------------------------------------------------------


@pytest.mark.rule("BRV9.21.1", "BRV9.212.1")
@pytest.mark.parametrize(
    ("type_", "flags", "why"),
    [
        ("psw-234-2", "", "T is not fully tracked"),
        ("T-34/85", "stopped", "T is Stopped. It may not move again in this MPh (9.212)"),
        ("T-34/85", "bogged", "T cannot move: it is bogged"),
        ("T-34/85", "immobilized", "T cannot move: it is immobilized"),
        ("T-34/85", "abandoned", "T cannot move: it is abandoned"),
        ("T-34/85", "out-of-gas", "T cannot move: it is out-of-gas"),
    ],
)
def test_only_a_moving_fully_tracked_afv_may(type_: str, flags: str, why: str) -> None:
    play = crossing(type_, flags=flags)
    assert no(play, f"cross T side={AT} {GO}", play.state.units["T"].side) == ("BRV9.21.1", why)


@pytest.mark.rule("BRV9.21.3", "BRV9.211.1")
@pytest.mark.parametrize(
    ("type_", "mp", "spent"),
    [("mk-iv-h", "7", 7), ("mk-iv-h", "4", 4), ("mk-vg", "half", 8), ("mk-vg", "quarter", 4)],
)
def test_half_or_a_quarter_of_the_mp_rounded_up(type_: str, mp: str, spent: int) -> None:
    play = fight({"T": f"{type_} K10"}, {}, 1, 1, barricades={AT: "whole"})
    assert line(play, f"cross T side={AT} mp={mp} fire=survived")[0].startswith(f"T spends {spent} of ")


@pytest.mark.rule("BRV9.2")
@pytest.mark.parametrize(("lies", "refused"), [("roadblock", True), ("whole", False), ("breached", False)])
def test_a_barricade_is_crossed_whole_or_breached_and_a_roadblock_is_none(lies: str, refused: bool) -> None:
    play = crossing("T-34/85", 6, 6, barricades={AT: lies})
    go = f"cross unit=T side={AT} {GO}"
    if refused:
        assert no(play, go, "russian") == ("BRV9.2", f"there is no Barricade across {AT}")
    else:
        assert "DR 12" in line(play, go, "russian")[2]


@pytest.mark.rule("BRV9.21.3")
def test_any_other_number_is_refused_with_both() -> None:
    play = fight({"T": "mk-iv-h K10"}, barricades={AT: "whole"})
    assert no(play, f"cross T side={AT} mp=5 fire=survived") == (
        "BRV9.21.3", "T has 14 MP printed and spends half, 7 or quarter, 4",
    )  # fmt: skip
    assert no(play, f"cross T side=L9/L10 {GO}") == ("BRV9.2", "there is no Barricade across L9/L10")
    far = fight({"T": "mk-iv-h K12"}, barricades={AT: "whole"})
    assert no(far, f"cross T side={AT} {GO}") == ("BRV9.21.3", "T is in K12, which does not touch K10/K11")


@pytest.mark.rule("BRV9.211.3")
def test_the_enemy_fires_before_the_dr() -> None:
    number, why = no(crossing("IS-II"), f"cross T side={AT} mp=half", "russian")
    assert number == "BRV9.211.3" and "fire=survived" in why
    assert "DR 12" in cross(crossing("IS-II", 6, 6), GO)[2]
    breach = cross(crossing("IS-II", barricades={AT: "breached"}), "mp=breach")
    assert len(breach) == 2 and "without a DR" in breach[0]


@pytest.mark.rule("BRV9.211.2")
def test_the_mp_are_spent_where_the_vehicle_is_named_either_way() -> None:
    play = crossing("IS-II", 6, 6)
    assert line(play, f"cross unit=T side={AT} {GO}", "russian")[0].startswith("T spends 7 of 13 MP in K10")


@pytest.mark.rule("BRV9.211.15")
def test_labor_is_what_the_referee_has_counted() -> None:
    assert no(crossing("IS-II"), f"cross T side={AT} {GO} labor=2", "russian") == (
        "BRV9.211.15", "the Labor of K10/K11 in K10 is 0, not -2",
    )  # fmt: skip


# -- the chart and its modifiers ---------------------------------------------------------------------------


@pytest.mark.rule(
    "BRV9.211.4", "BRV9.211.5", "BRV9.211.6", "BRV9.211.7", "BRV9.211.8", "BRV9.211.9",
    "BRV9.214.1", "BRV9.215",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dice", "at", "stands", "flags", "labor"),
    [
        ((1, 1), "k11", "gone", set(), 0),
        ((1, 2), "k11", "gone", set(), 0),
        ((2, 2), "k11", "breached", set(), 0),
        ((3, 3), "k11", "breached", set(), 0),
        ((3, 4), "k10", "whole", {"stopped"}, 2),
        ((4, 4), "k10", "whole", {"stopped"}, 1),
        ((4, 5), "k10", "whole", {"stopped", "bogged"}, 0),
        ((5, 5), "k10", "whole", {"stopped", "bogged"}, 0),
        ((5, 6), "k10", "whole", {"stopped", "immobilized"}, 0),
    ],
)
def test_every_line_of_the_chart(
    dice: tuple[int, int], at: str, stands: str, flags: set[str], labor: int
) -> None:
    play = crossing("T-34/85", *dice)
    cross(play, GO)
    assert outcome(play) == (at, stands, flags, {"K10/K11@K10": labor} if labor else {})


@pytest.mark.rule("BRV9.211.11", "BRV9.211.12", "BRV9.211.13", "BRV9.211.16")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("tons=30", "DR 2: "),
        ("tons=29", "DR 2, +1 29 tons = 3"),
        ("tons=22", "DR 2, +2 22 tons = 4"),
        ("tons=34", "DR 2: "),
        ("tons=35", "DR 2, -1 35 tons = 1"),
        ("red=yes", "DR 2, +1 red MP = 3"),
        ("al=9-1", "DR 2, -1 the crew = 1"),
        ("al=10-2", "DR 2, -2 the crew = 0"),
        ("inexperienced=yes", "DR 2, +1 the crew = 3"),
    ],
)
def test_every_modifier(more: str, told: str) -> None:
    assert told in cross(crossing("T-34/85", 1, 1), f"{GO} {more}")[2]


@pytest.mark.rule("BRV9.211.17")
def test_who_is_ce_already_need_not_say_so() -> None:
    assert "DR 2, -1 CE = 1" in cross(crossing("T-34/85", 1, 1, flags="ce"), GO)[2]


@pytest.mark.rule("BRV9.211.11")
def test_red_mp_are_known_from_the_counter() -> None:
    play = fight({"T": "mk-vib K10"}, {}, 1, 1, barricades={AT: "whole"})
    assert "DR 2, +1 red MP, -7 68 tons = -4" in line(play, f"cross T side={AT} {GO}")[2]


# -- Labor -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV9.213.5")
def test_labor_never_passes_two() -> None:
    play = crossing("T-34/85", 4, 5, 4, 5, labor={"K10/K11@K10": 1})
    cross(play, GO)
    assert outcome(play)[3] == {"K10/K11@K10": 2}
    play.state = play.state.with_unit(fight({}, {"T": "T-34/85 K10"}).state.units["T"])
    assert "DR 9, -2 Labor = 7: fails, Labor -2" in cross(play, GO)[2]
    assert outcome(play)[3] == {"K10/K11@K10": 2}


@pytest.mark.rule("BRV9.213.2", "BRV9.213.1")
def test_labor_serves_any_afv_from_its_own_location_alone() -> None:
    labor = {"K10/K11@K10": 2}
    same = fight({}, {"T2": "T-34/85 K10"}, 4, 4, barricades={AT: "whole"}, labor=labor)
    beyond = fight({}, {"T2": "T-34/85 K11"}, 4, 4, barricades={AT: "whole"}, labor=labor)
    go = f"cross T2 side={AT} {GO}"
    assert "DR 8, -2 Labor = 6" in line(same, go, "russian")[2]
    assert "DR 8: fails, Labor -1" in line(beyond, go, "russian")[2]


@pytest.mark.rule("BRV9.22", "BRV9.213.4", "BRV9.213.5")
def test_infantry_clears_with_two_less_and_the_labor_of_its_location() -> None:
    here = {"S": "6-2-8 K10", "F": "6-2-8 K11"}
    play = fight({}, here, barricades={AT: "whole"}, labor={"K10/K11@K10": 2})
    said = line(play, f"report clearance unit=S side={AT} dr=6 result=failed", "russian")
    assert said == [
        "Clearance of K10/K11 by S: 6, -2 infantry clears a Barricade [BRV9.22], -2 Labor [BRV9.213.4] = 2."
    ]
    said = line(play, f"report clearance unit=F side={AT} dr=6 result=labor", "russian")
    assert said[0] == "Clearance of K10/K11 by F: 6, -2 infantry clears a Barricade [BRV9.22] = 4."
    assert play.state.facts["labor"] == {"K10/K11@K10": 2, "K10/K11@K11": 1}
    line(play, f"report clearance unit=F side={AT} dr=2 result=cleared", "russian")
    assert play.state.facts["barricades"] == {} and play.state.facts["labor"] == {}


@pytest.mark.rule("BRV9.22")
def test_what_is_said_of_a_clearance() -> None:
    play = fight({}, {"S": "6-2-8 K10"}, barricades={AT: "whole"})
    assert no(play, "report clearance unit=S side=L9/L10", "russian")[0] == "BRV9.2"
    assert no(play, f"report clearance unit=S side={AT} result=partly", "russian") == (
        "BRV9.22", "\"partly\" is not a result",
    )  # fmt: skip
    for dice in "", "dr=²":
        said = line(play, f"report clearance unit=S side={AT} {dice}", "russian")
        assert said[0].startswith(
            "Clearance of K10/K11 by S: -2 infantry clears a Barricade [BRV9.22] is added"
        )


@pytest.mark.rule("BRV9.22")
def test_only_who_stands_beside_it_clears_it() -> None:
    play = fight({}, {"S": "6-2-8 K13"}, barricades={AT: "whole"})
    assert no(play, f"report clearance unit=S side={AT}", "russian") == (
        "BRV9.22", "S is in K13, which does not touch K10/K11",
    )  # fmt: skip


# -- the Breach, HE, sight ---------------------------------------------------------------------------------


@pytest.mark.rule("BRV9.214.2", "BRV9.214.3")
def test_through_a_breach_for_a_quarter_and_no_dr() -> None:
    play = fight({"T": "mk-vg K10"}, {}, barricades={AT: "breached"})
    said = line(play, f"cross T side={AT} mp=breach")
    assert said[0] == (
        "T spends 4 of 15 MP in K10 at the Breach K10/K11, without a DR; an Underbelly Hit may be "
        "tried meanwhile."
    )
    assert outcome(play) == ("k11", "breached", set(), {})
    whole = fight({"T": "mk-vg K10"}, {}, barricades={AT: "whole"})
    assert no(whole, f"cross T side={AT} mp=breach") == (
        "BRV9.214.2", "the Barricade K10/K11 has no Breach",
    )  # fmt: skip
    assert (
        "DR 12"
        in line(fight({"T": "mk-vg K10"}, {}, 6, 6, barricades={AT: "whole"}), f"cross T side={AT} {GO}")[2]
    )
    truck = fight({"T": "nag-4500 K10"}, {}, barricades={AT: "breached"})
    assert no(truck, f"cross T side={AT} mp=breach")[1] == "T is not fully tracked"


@pytest.mark.rule("BRV9.214.3")
def test_an_underbelly_hit_needs_a_breach() -> None:
    play = fight({"T": "mk-vg K10"}, {}, barricades={AT: "whole"})
    assert no(play, f"report underbelly unit=T side={AT}")[0] == "BRV9.214.3"
    play = fight({"T": "mk-vg K10"}, {}, barricades={AT: "breached"})
    assert line(play, f"report underbelly unit=T side={AT}") == []


@pytest.mark.rule("BRV9.214.4", "BRV9.215")
def test_a_breached_one_may_be_tried_again_to_remove_it() -> None:
    play = fight({"T": "mk-vg K10"}, {}, 2, 3, barricades={AT: "breached"})
    assert (
        "DR 5, -3 45 tons = 2: across, and the Barricade is removed"
        in line(play, f"cross T side={AT} {GO}")[2]
    )
    assert outcome(play)[:2] == ("k11", "gone")
    stays = fight({"T": "mk-vg K10"}, {}, 4, 4, barricades={AT: "breached"})
    line(stays, f"cross T side={AT} {GO}")
    assert outcome(stays)[:2] == ("k11", "breached")


@pytest.mark.rule("BRV9.221")
@pytest.mark.parametrize(("result", "left"), [("2KIA", {}), ("K/1", {}), ("NMC", {AT: "whole"})])
def test_kia_and_k_clear_it(result: str, left: dict[str, str]) -> None:
    play = fight(barricades={AT: "whole"})
    said = line(play, f"report he side={AT} result={result}")
    assert play.state.facts["barricades"] == left
    assert said == [f"NMC: the Barricade {AT} stays." if left else f"The Barricade {AT} is removed."]
    assert no(play, f"report he side=L9/L10 result={result}")[0] == "BRV9.2"


@pytest.mark.rule("BRV9.1.3", "BRV9.1.4")
def test_the_russian_sees_a_roadblock_until_he_has_a_los() -> None:
    units = {"T": "T-34/85 K9", "B": "6-2-8 K9 broken", "C": "6-2-8 K9 concealed"}
    play = fight({"G": "6-5-8 K9"}, units, barricades={AT: "whole", "I8/I9": "roadblock"})
    assert barriers_seen(play.state, "russian") == {AT: "roadblock", "I8/I9": "roadblock"}
    assert barriers_seen(play.state, "german") == {AT: "whole", "I8/I9": "roadblock"}
    for bad in "BCG":
        assert no(play, f"report los unit={bad} side={AT}", "russian")[1].endswith(
            "not a Known Good Order Russian unit"
        )
    assert line(play, "report los unit=T side=I8/I9", "russian") == ["I8/I9 is a Roadblock, in sight of T."]
    assert line(play, f"report los unit=T side={AT}", "russian") == ["K10/K11 is a Barricade, in sight of T."]
    assert barriers_seen(play.state, "russian") == {AT: "whole", "I8/I9": "roadblock"}


@pytest.mark.rule("BRV9.1.3")
def test_a_breach_shows_what_it_is_in() -> None:
    assert barriers_seen(fight(barricades={AT: "breached"}).state, "russian") == {AT: "breached"}


@pytest.mark.rule("BRV9.1.4")
def test_nothing_lies_across_a_hexside_without_a_barrier() -> None:
    play = fight({}, {"T": "T-34/85 K9"})
    assert no(play, f"report los unit=T side={AT}", "russian") == (
        "BRV9.1.4", "nothing lies across K10/K11",
    )  # fmt: skip


@pytest.mark.rule("BRV9.1.4")
def test_who_sees_a_roadblock_may_agree_to_a_report_about_the_barricade_that_it_is() -> None:
    play = fight({}, {"T": "T-34/85 K9"}, barricades={AT: "whole"})
    he = f"report he side={AT} result=NMC"
    for state in (play.state, view(play.state, "russian")):
        assert no(a_play(state), he, "russian")[0] == "BRV9.2", "else every Roadblock could be tried"
    assert not reporting.file(play, "russian", read_line(f"report los unit=T side={AT}"))
    assert no(a_play(view(play.state, "russian")), he, "russian")[0] == "BRV9.2"
    assert not reporting.file(play, "german", read_line(he))
    assert reporting.file(a_play(view(play.state, "russian")), "russian", read_line(he))


@pytest.mark.rule("BRV9.1.4")
def test_a_los_to_what_was_removed_since_it_was_filed_shows_nothing() -> None:
    play = fight({}, {"T": "T-34/85 K9"}, barricades={AT: "whole"})
    los = read_line(f"report los unit=T side={AT}")
    assert not reporting.file(play, "russian", los)
    line(play, f"report he side={AT} result=KIA")
    r09_barricades.book_los(play, said(los))
    assert play.events[-1].facts()["text"] == f"nothing lies across {AT} any longer"


@pytest.mark.rule("BRV9.2", "BRV9.21.1")
def test_infantry_crosses_a_barricade_as_a_roadblock() -> None:
    play = fight({}, {"S": "6-2-8 K10", "T": "T-34/85 K10", "W": "lmg K10"}, barricades={AT: "whole"})
    said = f"S crosses the Barricade {AT} as a Roadblock."
    assert line(play, f"report cross unit=S side={AT}", "russian") == [said]
    assert line(play, "report cross unit=S side=K10/L10", "russian") == []
    assert line(play, f"report cross unit=W side={AT}", "russian") == []
    assert no(play, f"report cross unit=T side={AT}", "russian") == (
        "BRV9.21.1", f"a vehicle crosses by an order of its own: CROSS T side={AT} mp=half fire=survived",
    )  # fmt: skip


# -- 9.1 what lies openly ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "turn", "more", "ok"),
    [
        clause("BRV9.1.1", "ROADBLOCK side=K10/K11", 1, "hidden=yes", False),
        clause("BRV9.1.1", "BARRICADE side=K10/K11", 1, "hidden=yes", False),
        clause("BRV9.1.1", "ATDITCH hex=K10", 1, "hidden=yes", False),
        clause("BRV9.1.1", "WIRE hex=K10", 1, "hidden=yes concealment=yes", False),
        clause("BRV9.1.1", "WIRE hex=K10", 2, "hidden=yes", False),
        clause("BRV9.1.1", "WIRE hex=K10", 1, "", True),
        clause("BRV9.1.1", "APMINE x6 hex=K10", 1, "hidden=yes", True),
        clause("BRV9.1.2", "FOXHOLE hex=K10", 3, "hidden=yes", False),
        clause("BRV9.1.2", "TRENCH hex=K10", 3, "hidden=yes", False),
        clause("BRV9.1.2", "PILLBOX ca=1 nca=3 cap=5 hex=K10", 1, "hidden=yes", False),
        clause("BRV9.1.2", "FOXHOLE hex=K10", 5, "hidden=yes", True),
        clause("BRV9.1.2", "FOXHOLE hex=K10", 3, "hidden=yes concealment=yes", True),
        clause("BRV9.1.2", "FOXHOLE hex=K13", 3, "hidden=yes", True),
        clause("BRV9.1.2", "FOXHOLE hex=K10", 3, "", True),
        clause("BRV9.1.2", "APMINE x6 hex=K10", 3, "hidden=yes", True),
    ],
)
def test_what_is_hidden(item: str, turn: int, more: str, ok: bool, request: pytest.FixtureRequest) -> None:
    rule = request.node.get_closest_marker("rule").args[0]
    assert verdicts(purse(turn, fpp=99), "german", f"fpp {item} {more}") == ["done" if ok else rule]


@pytest.mark.parametrize(
    ("texts", "ok"),
    [
        clause("BRV10.2.4", ["fpp TRENCH hex=Q13"], False),
        clause("BRV10.2.4", ["fpp WIRE hex=Q13"], True),
        clause("BRV10.2.4", ["fpp CONCEAL hex=Q13"], True),
        clause("BRV11.4", ["fpp ROADBLOCK side=H9/H10"], False),
        clause("BRV11.4", ["fpp ROADBLOCK side=I9/I10"], True),
        clause("BRV12.3.8", ["fpp FORTIFIED hex=Y19:1"], False),
        clause("BRV12.3.8", ["fpp FORTIFIED hex=Y19", "fpp FORTIFIED hex=Y19:1"], True),
        clause("BRV12.3.8", ["fpp FORTIFIED"], True),
        clause("BRV12.3.8", ["fpp FORTIFIED", "fpp FORTIFIED hex=Y19:1"], False),
        clause("BRV12.3.8", ["fpp TUNNEL hex=Y19", "fpp FORTIFIED hex=Y19:1"], False),
        clause("BRV12.3.8", ["fpp TUNNEL hex=Y19:1"], True),
        clause("BRV13.31.5", ["fpp FORTIFIED hex=BB24"], False),
    ],
)
def test_where_fortifications_are_bought_for(
    texts: list[str], ok: bool, request: pytest.FixtureRequest
) -> None:
    rule = request.node.get_closest_marker("rule").args[0]
    assert verdicts(purse(fpp=99), "german", *texts)[-1] == ("done" if ok else rule)


@pytest.mark.rule("BRV12.3.8")
def test_what_was_fortified_earlier_counts() -> None:
    bought = {"item": "FORTIFIED", "hex": "Y19"}, {"item": "FORTIFIED"}, {"item": "WIRE", "hex": "Z18"}
    kept: Any = {"own_german": {"forts": bought}}
    assert verdicts(purse(fpp=99, **kept), "german", "fpp FORTIFIED hex=Y19:1") == ["done"]
    assert verdicts(purse(fpp=99, **kept), "german", "fpp FORTIFIED hex=Z18:1") == ["BRV12.3.8"]
