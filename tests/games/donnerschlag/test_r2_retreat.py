"""Retreats: bans, priorities, steps for enemy zones, overstacked hexes, and step losses before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import pytest

from adjudicator.games.donnerschlag.combat import r2_retreat
from adjudicator.games.donnerschlag.levels import Demand, Group
from adjudicator.games.donnerschlag.orders import grammar
from adjudicator.rulings import Refused
from adjudicator.state import Frame
from tests.tabletop import Tabletop

from .fights import HEX, PASS, asked, fight, no, offered, table

HERE = "2020"
"""Where the Axis group stands; 2120 and 2121 are equally near its edge of the map."""
GROUP = {"I-4 PzG": HERE, "II-4 PzG": HERE}
RED = {"36 Mech": "1920", "59 Mech": "1920", "60 Mech": "1921"}
"""Twelve against six; their zones lie on 2019 and 2021."""
ATTACK = f"attack {HERE} with {', '.join(RED)}"
FULL = {"2120": ("I-114 PzG", "II-114 PzG"), "2121": ("I-126 PzG", "II-126 PzG")}
SOUTH = {"2 Inf-1": "2222"}
"""South of 2222 the Aksai runs: an unbridged river to 2322, 2323 and 2223."""


def beaten(more: Mapping[str, str] | None = None, *answers: tuple[str, str], die: int = 4) -> Tabletop:
    """The group must retreat, with more units on the map."""
    return fight({**GROUP, **RED, **(more or {})}, ATTACK, *answers, side="soviet", dice=[die])


def full(*spaces: str) -> dict[str, str]:
    """Two battalions in each of these hexes."""
    return {unit: at for at in spaces for unit in FULL[at]}


def barred(units: Mapping[str, str], to: str, path: Sequence[str] = ()) -> str:
    """The clause by which the first of these units cannot go on to a hex; "" where it can."""
    laid = table(units)
    mine = [laid.state.units[next(iter(units))]]
    gone = tuple(path) or (mine[0].at,)
    found = (bar.rule for bar in r2_retreat.bars(laid.state, mine, gone) if bar.why(gone, to))
    return next(found, "")


# -- bans --------------------------------------------------------------------------------------------------


@pytest.mark.rule("D.retreat.1a")
def test_not_into_a_hex_with_enemies_or_an_enemy_hq() -> None:
    assert barred({"I-4 PzG": HERE, "302-1": "2120"}, "2120") == "D.retreat.1a"
    assert barred({"I-4 PzG": HERE, "HQ 51st Army": "2120"}, "2120") == "D.retreat.1a"
    assert barred({"I-4 PzG": HERE, "HQ 51st Army": "2120 full overrun"}, "2120") == ""


@pytest.mark.rule("D.retreat.1b")
def test_not_across_a_river_into_an_enemy_zone_over_a_bridge_neither() -> None:
    assert barred({**SOUTH, "302-1": "2324"}, "2323") == "D.retreat.1b"
    assert barred({**SOUTH, "302-1": "2324"}, "2322") == ""
    assert barred({"2 Inf-1": "2221", "302-1": "2421"}, "2321") == "D.retreat.1b"
    assert barred({"2 Inf-1": "2221"}, "2321") == ""


@pytest.mark.rule("D.retreat.1c")
def test_tanks_need_a_bridge() -> None:
    assert barred({"I-11 Pz": "2222"}, "2322") == "D.retreat.1c"
    assert barred({"I-11 Pz": "2221"}, "2321") == ""
    assert barred({"I-4 PzG": "2222"}, "2322") == ""


@pytest.mark.rule("D.retreat.1d")
def test_not_back_to_a_hex_of_the_same_retreat() -> None:
    assert barred({"I-4 PzG": "2120"}, HERE, (HERE, "2120")) == "D.retreat.1d"


@pytest.mark.rule("D.retreat.1e")
def test_nobody_crosses_an_unbridged_river_after_the_first_hex() -> None:
    assert barred(SOUTH, "2322", ("2122", "2222")) == "D.retreat.1e"
    assert barred(SOUTH, "2322") == ""


# -- priorities --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "D.retreat.3a",
    "D.retreat.3b",
    "D.retreat.3d",
    "D.retreat.5",
    "D.crt.note.R",
    "D.crt.note.D",
    "D.combat.9",
)
def test_hexes_outside_zones_then_those_nearest_the_own_edge_then_the_owner_chooses() -> None:
    laid = beaten()
    assert asked(laid) == ("axis", "retreat")
    assert offered(laid) == {"retreat all to 2120", "retreat all to 2121"}
    rule, why, legal = no(laid, "axis", "retreat all to 2019")
    assert (rule, set(legal)) == ("D.retreat.3a", offered(laid))
    assert why.startswith("hexes outside enemy zones come first: ")
    assert no(laid, "axis", "retreat all to 1921")[0] == "D.retreat.1a"
    assert no(laid, "axis", "retreat all to 2222")[0] == "D.crt.note.R"
    assert no(laid, "axis", "retreat I-4 PzG, 36 Mech to 2121")[0] == "D.crt.note.R"
    laid.order("axis", "retreat all to 2121")
    assert (laid.at("I-4 PzG"), laid.at("II-4 PzG")) == ("2121", "2121")


@pytest.mark.rule("D.retreat.3b", "D.retreat.5")
def test_the_nearer_hex_comes_before_room() -> None:
    units = {"302-1": HEX, "302-2": "1920", "302-3": "1920", "I-11 Pz": "1918", "II-11 Pz": "1918"}
    order = f"attack {HEX} with I-11 Pz, II-11 Pz"
    laid = fight({unit: at for unit, at in units.items() if "302-2" != unit != "302-3"}, order, dice=[1])
    assert laid.at("302-1") == "1920"
    crowded = fight(units, order, dice=[1])
    assert next(one["path"] for one in crowded.found("UnitMoved")) == (HEX, "1920")
    assert crowded.at("302-1") not in {HEX, "1920"}


@pytest.mark.rule("D.retreat.3c", "D.retreat.3d", "D.stack.5")
def test_of_equal_hexes_one_with_room() -> None:
    assert beaten(full("2120")).at("I-4 PzG") == "2121"
    assert beaten(full("2121")).at("I-4 PzG") == "2120"


@pytest.mark.rule("D.retreat.3a")
def test_an_enemy_zone_closes_one_of_them() -> None:
    assert beaten({"302-1": "2219"}).at("I-4 PzG") == "2121"


@pytest.mark.rule("D.retreat.4", "D.retreat.1d", "D.stack.5")
def test_an_overstacked_group_goes_on() -> None:
    laid = beaten(full("2120", "2121"))
    assert offered(laid) == {"retreat all to 2120", "retreat all to 2121"}
    laid.order("axis", "retreat all to 2120")
    assert offered(laid) == {"retreat all to 2219", "retreat all to 2220"}
    assert no(laid, "axis", f"retreat all to {HERE}")[0] == "D.retreat.1d"
    laid.order("axis", "retreat all to 2220")
    assert (laid.at("I-4 PzG"), laid.at("I-114 PzG")) == ("2220", "2120")
    assert laid.kinds().count("StepLost") == 0


@pytest.mark.rule("D.retreat.2", "D.crt.note.num")
def test_where_all_hexes_lie_in_zones_a_step_is_lost_first() -> None:
    laid = beaten({"302-1": "2219", "302-2": "2221"})
    assert asked(laid) == ("axis", "loss")
    assert no(laid, "axis", "loss I-11 Pz")[:2] == ("D.retreat.2", "I-11 Pz takes no part in these losses")
    assert no(laid, "axis", "loss I-4 PzG, I-4 PzG")[:2] == (
        "D.retreat.2",
        "steps still to be lost: only 1",
    )
    laid.order("axis", "loss II-4 PzG")
    assert (laid.steps("I-4 PzG"), laid.steps("II-4 PzG")) == (2, 1)
    assert offered(laid) == {"retreat all to 2120", "retreat all to 2121"}
    laid.order("axis", "retreat all to 2120")
    assert laid.kinds().count("StepLost") == 1
    assert asked(laid) == ("soviet", "attack")


@pytest.mark.rule("D.retreat.2", "D.retreat.3d")
def test_who_dies_of_that_step_retreats_no_more() -> None:
    laid = beaten(
        {"302-1": "2219", "302-2": "2221", "II-4 PzG": f"{HERE} reduced"}, ("axis", "loss II-4 PzG")
    )
    laid.order("axis", "retreat all to 2120")
    assert (laid.at("I-4 PzG"), laid.at("II-4 PzG")) == ("2120", "eliminated")
    assert [one["unit"] for one in laid.found("UnitMoved")] == ["I-4 PzG"]


@pytest.mark.rule("D.retreat.3d", "D.crt.note.R")
def test_a_unit_may_be_sent_alone() -> None:
    laid = beaten()
    laid.order("axis", "retreat I-4 PzG to 2120")
    assert asked(laid) == ("axis", "retreat")
    assert no(laid, "axis", "retreat I-4 PzG to 2121")[0] == "D.crt.note.R"
    laid.order("axis", "retreat II-4 PzG to 2121")
    assert (laid.at("I-4 PzG"), laid.at("II-4 PzG")) == ("2120", "2121")


@pytest.mark.rule("D.retreat.3d")
def test_a_standing_order_for_a_unit_sends_its_whole_stack() -> None:
    standing = {**PASS, "axis": (*PASS["axis"], "if asked retreat I-4 PzG then 2121")}
    laid = fight({**GROUP, **RED}, ATTACK, side="soviet", dice=[4], standing=standing)
    assert (laid.at("I-4 PzG"), laid.at("II-4 PzG")) == ("2121", "2121")


# -- no way out --------------------------------------------------------------------------------------------


@pytest.mark.rule("D.retreat.6")
def test_a_unit_without_a_hex_is_eliminated() -> None:
    names = ("302-1", "302-2", "302-3", "126-1", "126-2", "126-3")
    around = dict(zip(names, ("2019", "2120", "2121", "2021", "1921", "1920"), strict=True))
    laid = fight(
        {"I-4 PzG": HERE, **around}, f"attack {HERE} with {', '.join(names)}", side="soviet", dice=[2]
    )
    (gone,) = laid.found("UnitEliminated")
    assert (gone["unit"], gone["why"]) == ("I-4 PzG", "it has no hex to retreat to")


@pytest.mark.rule("D.retreat.6", "D.retreat.1c")
def test_where_the_stack_cannot_go_its_units_try_one_by_one() -> None:
    units = {"201 Pz": "2222", "2 Inf-1": "2222", "36 Mech": "2221", "59 Mech": "2122", "60 Mech": "2123"}
    laid = fight(units, "attack 2222 with 36 Mech, 59 Mech, 60 Mech", side="soviet", dice=[4])
    assert offered(laid) == {"retreat all to 2322", "retreat all to 2323"}
    laid.order("axis", "retreat all to 2323")
    assert (laid.at("201 Pz"), laid.at("2 Inf-1")) == ("eliminated", "2323")


# -- who goes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("D.crt.note.R", "D.crt.note.A", "D.combat.9")
def test_all_attackers_retreat_each_stack_from_its_own_hex_and_nobody_else() -> None:
    units = {"I-4 PzG": "1918", "II-4 PzG": "2018", "I-114 PzG": "2018", "36 Mech": HEX}
    laid = fight(units, f"attack {HEX} with I-4 PzG, II-4 PzG", dice=[2])
    while asked(laid)[1] == "retreat":
        laid.order("axis", sorted(offered(laid))[0])
    moved = [one["unit"] for one in laid.found("UnitMoved")]
    assert sorted(moved) == ["I-4 PzG", "II-4 PzG"]
    assert (laid.at("I-114 PzG"), laid.at("36 Mech")) == ("2018", HEX)


@pytest.mark.rule("D.crt.note.R")
def test_an_hq_goes_with_the_last_units_of_its_hex() -> None:
    laid = beaten({"HQ 6 Pz": HERE}, ("axis", "retreat all to 2120"))
    assert laid.at("HQ 6 Pz") == "2120"
    state = table({"I-4 PzG": HERE, "II-4 PzG": HERE, "HQ 6 Pz": HERE}).state
    gone = r2_retreat.gathered(state, [state.units["I-4 PzG"]], 1)
    assert gone == Group(units=("I-4 PzG",), path=(HERE,), hexes=1)


@pytest.mark.rule("D.crt.note.R")
def test_by_another_reading_an_hq_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(r2_retreat, "switched_on", lambda item: item != "hqs-retreat")
    assert beaten({"HQ 6 Pz": HERE}, ("axis", "retreat all to 2120")).at("HQ 6 Pz") == HERE


@pytest.mark.rule("D.stack.3", "D.retreat.4", "D.hq.5")
def test_an_hq_whose_stack_is_lost_beside_another_hq_goes_elsewhere() -> None:
    around = {"36 Mech": "2019", "59 Mech": "2019", "60 Mech": "1918", "126-1": "2117"}
    shut = {"302-1": "1819", "302-2": "1920", "302-3": "1818"}
    hqs = {"HQ 6 Pz": HEX, "HQ 23 Pz": "2018"}
    units = {"I-4 PzG": HEX, **hqs, **around, **shut, "II-4 PzG": "4020"}
    laid = fight(units, f"attack {HEX} with 36 Mech, 59 Mech", side="soviet", dice=[4])
    assert (laid.at("I-4 PzG"), laid.at("HQ 6 Pz")) == ("eliminated", "2018")
    assert asked(laid) == ("axis", "relocate")
    assert "HQ 6 Pz may not stay with another HQ in 2018" in laid.state.waiting()[0].question
    laid.order("axis", laid.state.waiting()[0].default)
    assert laid.at("HQ 6 Pz") not in {"2018", HEX}
    assert (laid.state.waiting()[0].topic, laid.game.faults(laid.state)) == ("play", [])


@pytest.mark.rule("D.move.4", "D.crt.note.R", "D.hq.1", "D.hq.2")
def test_a_soviet_hq_stays_where_it_is_and_an_advance_overruns_it() -> None:
    units = {"I-11 Pz": "3821", "II-11 Pz": "3821", "302-1": "3921", "HQ 2nd Guards Army": "3921"}
    laid = fight(units, "attack 3921 with I-11 Pz", dice=[3])
    assert (laid.at("302-1"), laid.at("HQ 2nd Guards Army")) == ("4021", "3921")
    question = laid.state.waiting()[0].question
    assert question.startswith("3921 holds only HQ 2nd Guards Army. Advance any number of I-11 Pz")
    laid.order("axis", "advance I-11 Pz")
    assert laid.at("I-11 Pz") == "3921"
    assert "overrun" in laid.state.units["HQ 2nd Guards Army"].flags


# -- losses ------------------------------------------------------------------------------------------------


@pytest.mark.rule("D.crt.note.num", "D.combat.9")
def test_the_owner_shares_the_steps_and_none_is_lost_for_each_unit() -> None:
    laid = beaten(die=6)
    assert asked(laid) == ("axis", "loss")
    laid.order("axis", "loss II-4 PzG")
    assert (laid.steps("I-4 PzG"), laid.steps("II-4 PzG")) == (2, 1)
    assert asked(laid) == ("axis", "retreat")


@pytest.mark.rule("D.crt.note.num")
def test_one_unit_may_take_all_steps_and_die_of_them() -> None:
    units = {"302-1": HEX, "302-2": HEX, "I-11 Pz": "1918", "II-11 Pz": "1918", "II-114 PzG": "2018"}
    laid = fight(units, f"attack {HEX} with I-11 Pz, II-11 Pz, II-114 PzG", dice=[4])
    assert laid.found("OddsResolved")[0]["result"] == "2DR"
    why = no(laid, "soviet", "loss 302-1, 302-1, 302-1")[1]
    assert why == "steps still to be lost: only 2"
    laid.order("soviet", "loss 302-1, 302-1")
    assert laid.at("302-1") == "eliminated"
    assert laid.steps("302-2") == 2


@pytest.mark.rule("D.crt.note.num", "D.retreat.2")
def test_a_unit_without_a_step_left_loses_none() -> None:
    wanted = Demand(steps={"I-4 PzG": 2, "Alarmgruppe 1": 1}, owed=2, number="D.crt.note.num", why="")
    begun = {"stage": "loss", "side": "soviet", "space": HERE, "attackers": (), "defenders": ()}
    laid = table({"I-4 PzG": HERE, "Alarmgruppe 1": HERE}).state
    state = laid.but(frames=(*laid.frames, Frame("combat", {**begun, "demand": asdict(wanted)})))
    with pytest.raises(Refused, match="Alarmgruppe 1 would have no steps left"):
        r2_retreat.LOSSES.check(state, (), grammar().read("loss Alarmgruppe 1, Alarmgruppe 1"))


@pytest.mark.rule("D.crt.note.num")
def test_more_steps_than_there_are_destroy_all() -> None:
    units = {"AdHoc 1": HEX, "I-4 PzG": "1918", "II-114 PzG": "1918"}
    laid = fight(units, f"attack {HEX} with I-4 PzG, II-114 PzG", dice=[6])
    assert laid.found("OddsResolved")[0]["result"] == "3DR"
    assert laid.at("AdHoc 1") == "soviet-ad-hoc"


@pytest.mark.rule("D.crt.note.none")
def test_a_dash_does_nothing() -> None:
    laid = fight({"I-4 PzG": "1918", "302-1": HEX}, f"attack {HEX} with I-4 PzG", dice=[4])
    assert laid.found("OddsResolved")[0]["result"] == "-"
    assert {"StepLost", "UnitMoved", "UnitEliminated"}.isdisjoint(laid.kinds())


@pytest.mark.rule("D.crt.note.A", "D.crt.note.num")
def test_an_a_concerns_the_attackers_alone_and_without_r_they_stay() -> None:
    laid = fight({"I-4 PzG": "1918", "302-1": HEX}, f"attack {HEX} with I-4 PzG", dice=[1])
    assert laid.found("OddsResolved")[0]["result"] == "1A"
    assert (laid.steps("I-4 PzG"), laid.at("I-4 PzG"), laid.steps("302-1")) == (1, "1918", 2)
