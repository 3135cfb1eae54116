"""Rules 1 and 4, the sequence of play and the Operations Phase: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.r04_operations import IMPULSES, phase_ends
from adjudicator.games.raceforberlin.sequence import SEQUENCE
from tests.tabletop import Tabletop

GAME = "raceforberlin"
FIVE = {f"{army}-1": "kustrin" for army in ("8GA", "5SHA", "3SHA", "2GTA", "47")}
GERMANS = {"391": "furstenberg", "21Pz": "cottbus"}


def table(units: dict[str, str], **position: object) -> Tabletop:
    """A table in Zhukov's Soviet impulse, with Germans of both camps far away."""
    return Tabletop(GAME, {**GERMANS, **units}, **{"segment": "C.1", **position})  # type: ignore[arg-type]


# -- 1 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1", "1.2", "1.3", "1.4")
def test_1_the_phases_follow_each_other_as_listed() -> None:
    phases = [id_ for id_ in SEQUENCE if "." in id_]
    assert phases[:6] == ["A.1", "A.2", "A.3", "A.4", "B.1", "B.2"]
    assert phases[6:] == ["C.1", "C.2", "C.3", "C.4", "C.5", "D.1", "D.2", "D.3", "D.4"]


@pytest.mark.rule("1.1", "1.2", "1.3", "1.4")
def test_1_a_whole_turn_walks_through_every_phase_in_order() -> None:
    played = Tabletop(
        GAME, {}, clear=True, segment="A.1", turn=5, dice=[4, 6, 1, 1], draws=["event-2", "event-3"]
    )
    for side in ("zhukov", "koniev", "zhukov", "koniev", "koniev", "zhukov"):
        played.order(side, "pass")
    entered = [event["segment"] for event in played.found("SegmentEntered") if event["segment"] in SEQUENCE]
    assert entered[:10] == ["A.2", "A.3", "A.4", "B.1", "B.2", "C.1", "C.2", "C.3", "C.4", "C.5"]


@pytest.mark.rule("1.4", "4.1.2.b")
def test_1_4_the_impulses_belong_to_the_four_groups_in_order() -> None:
    owners = [("zhukov", "soviet"), ("koniev", "soviet"), ("koniev", "german"), ("zhukov", "german")]
    assert list(IMPULSES.values()) == owners
    played = table({"8GA-1": "kustrin", "3GTA-1": "triebel"})
    asked = []
    for _ in IMPULSES:
        asked.append((played.state.segment, played.asked()[1]))
        while played.state.waiting()[0].topic != "impulse":
            played.order(played.asked()[1], "pass")
        asked[-1] = (played.state.segment, played.asked()[1])
        played.order(played.asked()[1], "pass")
    assert asked == [("C.1", "zhukov"), ("C.2", "koniev"), ("C.3", "koniev"), ("C.4", "zhukov")]


# -- 4.1 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1.2.a")
def test_4_1_2_a_a_fifth_unit_is_refused() -> None:
    played = table(FIVE)
    sheet = [*(f"move {unit} goritz" for unit in FIVE), "as is"]
    rulings = played.order("zhukov", "\n".join(sheet))[:-1]
    assert [r.verdict for r in rulings] == ["done"] * 4 + ["refused"]
    assert rulings[-1].rule == "4.1.2.a"
    assert f'It may replace "{rulings[-2].text}"' in rulings[-1].why
    assert not any(line.startswith("move") for line in rulings[-1].legal), "four are named already"
    assert played.at("47-1") == "kustrin"


@pytest.mark.rule("4.1.2.a")
def test_4_1_2_a_five_units_in_one_line_are_told_how_many_there_may_be() -> None:
    (ruling,) = table({**FIVE, "303": "seelow"}).order("zhukov", f"combat {' '.join(FIVE)} at seelow")
    assert (ruling.rule, ruling.why[:30]) == ("4.1.2.a", "you may activate up to 4 units")
    assert ruling.legal and all(line.split()[1] in FIVE for line in ruling.legal)


@pytest.mark.slow
@pytest.mark.rule("4.1.2.a", "4.1.2.b", "0.2")
def test_4_1_2_a_a_fifth_unit_that_is_not_ones_own_is_refused_for_that() -> None:
    played = table({**FIVE, "21Pz": "cottbus", "391": "guben"})
    lines = [*(f"move {unit} goritz" for unit in FIVE), "move 21Pz spremberg", "move 391 beeskow"]
    rulings = played.order("zhukov", "\n".join(lines))
    assert [(r.verdict, r.rule) for r in rulings[-3:]] == [
        ("refused", "4.1.2.a"),
        ("waiting", ""),  # for Zhukov's German impulse
        ("refused", "0.2"),
    ]


@pytest.mark.rule("4.1.2.b", "4.1.4")
@pytest.mark.parametrize(("stands", "rule"), [("kustrin activated", "4.1.4"), ("eliminated", "4.1.2.b")])
def test_4_1_2_a_fifth_unit_that_could_never_be_activated_is_refused_for_that(stands: str, rule: str) -> None:
    lines = [*(f"move {unit} goritz" for unit in list(FIVE)[:4]), "move 61-1 goritz", "as is"]
    rulings = table({**FIVE, "61-1": stands}).order("zhukov", "\n".join(lines))
    assert [r.verdict for r in rulings[:4]] == ["done"] * 4
    assert (rulings[4].verdict, rulings[4].rule) == ("refused", rule)


@pytest.mark.rule("4.1.2.b", "0.1", "0.2", "G.3", "G.8")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("move 391 beeskow", "0.2"),
        ("move 3GTA-1 priebus", "0.2"),
    ],
)
def test_4_1_2_b_only_units_of_the_impulses_group(line: str, rule: str) -> None:
    played = table({"8GA-1": "kustrin", "3GTA-1": "triebel"})
    (ruling,) = played.order("zhukov", line)
    assert (ruling.verdict, ruling.rule) == ("refused", rule)
    assert ruling.legal[0] == "move 8GA-1 Reppen"
    assert all(line.startswith("move 8GA-1 ") for line in ruling.legal)


@pytest.mark.rule("4.1.2.b")
def test_4_1_2_b_no_soviet_unit_in_the_german_impulse() -> None:
    played = table({"8GA-1": "kustrin", "21Pz": "cottbus"}, segment="C.4")
    (ruling,) = played.order("zhukov", "move 8GA-1 reppen")
    assert (ruling.verdict, ruling.rule) == ("refused", "4.1.2.b")
    assert "8 GA-1 is a Soviet unit, and this is the German impulse" in ruling.why
    assert ruling.legal and all(line.startswith(("move 21Pz ", "move 404 ")) for line in ruling.legal)


@pytest.mark.rule("4.1.2.b", "1.4")
def test_4_1_2_b_a_german_unit_named_in_the_soviet_impulse_waits_for_its_own() -> None:
    played = table({"8GA-1": "kustrin", "21Pz": "cottbus"})
    assert played.verdict("zhukov", "move 21Pz spremberg") == ("waiting", "")
    assert played.asked()[:2] == ("4.1.2.a", "zhukov") and played.at("21Pz") == "cottbus"


@pytest.mark.rule("4.1.3.a", "4.2.2.a")
def test_4_1_3_a_each_unit_has_one_mode() -> None:
    played = table({"8GA-1": "bridgehead", "303": "seelow"}, dice=[6])
    rulings = played.order("zhukov", "move 8GA-1 kustrin\ncombat 8GA-1 at seelow")
    assert [(r.verdict, r.rule) for r in rulings] == [("done", ""), ("refused", "4.2.2.a")]


@pytest.mark.rule("4.1.4")
def test_4_1_4_says_so_too_where_the_impulse_went_by_for_want_of_units() -> None:
    units = {"8GA-1": "bridgehead full activated", "404": "dresden"}
    played = Tabletop(GAME, units, turn=3, segment="C.1", hands={"zhukov": [], "koniev": []})
    assert played.verdict("zhukov", "move 8GA-1 kustrin") == ("refused", "4.1.4")


@pytest.mark.rule("4.1.2.b", "4.1.4")
def test_4_1_4_an_activated_unit_of_another_group_is_told_that_it_is_not_its_impulse_either() -> None:
    """Else its player would only try another unit of that group."""
    (ruling,) = table({"8GA-1": "kustrin", "404": "dresden activated"}).order("zhukov", "move 404 cottbus")
    assert ruling.rule == "4.1.4"
    assert "this is the Soviet impulse" in ruling.why


@pytest.mark.rule("4.2.2.a")
def test_4_2_2_a_the_mode_that_is_written_first_stands() -> None:
    played = table({"8GA-1": "bridgehead", "303": "seelow"}, dice=[1])
    rulings = played.order("zhukov", "combat 8GA-1 at seelow\nmove 8GA-1 kustrin")
    assert (rulings[1].verdict, rulings[1].rule) == ("refused", "4.2.2.a")
    assert played.found("ImpulsePlanned")[0]["modes"] == {"8GA-1": "combat"}


@pytest.mark.rule("4.2.2.a", "7.3.3.d")
def test_4_2_2_a_a_line_that_is_refused_for_itself_keeps_no_other_from_being_heard() -> None:
    played = table({"8GA-1": "guben", "13-1": "guben", "391": "furstenberg"})
    rulings = played.order("zhukov", "combat 8GA-1 at furstenberg\nmove 8GA-1 ziebingen")
    assert [(r.verdict, r.rule) for r in rulings] == [("refused", "7.3.3.d"), ("done", "")]


@pytest.mark.rule("4.1.2.a", "4.1.3.b")
def test_4_1_2_a_the_units_that_are_written_first_are_activated() -> None:
    units = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "1GTA-1": "bridgehead", "1GTA-2": "bridgehead"}
    played = table({**units, "47-1": "kustrin", "303": "seelow"}, dice=[1])
    rulings = played.order("zhukov", "combat 8GA-1 8GA-2 1GTA-1 1GTA-2 at seelow\nmove 47-1 goritz\nas is")
    assert (rulings[1].verdict, rulings[1].rule) == ("refused", "4.1.2.a")
    assert played.found("ImpulsePlanned")[0]["modes"] == dict.fromkeys(units, "combat")


@pytest.mark.rule("4.1.3.a")
def test_4_1_3_a_reserve_mode_may_be_named_by_itself() -> None:
    played = table({"8GA-1": "bridgehead"})
    played.order("zhukov", "activate 8GA-1 reserve")
    (plan,) = played.found("ImpulsePlanned")
    assert plan["modes"] == {"8GA-1": "reserve"}


@pytest.mark.rule("4.1.3.b")
def test_4_1_3_b_movement_comes_before_combat_and_reserve_whatever_the_order_of_lines() -> None:
    soviets = {"8GA-1": "bridgehead", "5SHA-1": "bridgehead", "47-1": "kustrin", "3SHA-1": "kustrin"}
    played = table({**soviets, "303": "seelow"}, dice=[6])
    lines = "reserve 47-1 goritz\ncombat 8GA-1 5SHA-1 at seelow\nmove 3SHA-1 barwalde"
    assert played.order("zhukov", lines)[2].verdict == "done"
    played.order("koniev", "pass")
    played.order("zhukov", "advance 8GA-1")
    happened = [
        (e.kind, e.facts().get("how")) for e in played.events if e.kind in {"UnitMoved", "CombatResolved"}
    ]
    assert happened[0] == ("UnitMoved", "move")
    assert happened[1][0] == "CombatResolved"
    assert happened[-1] == ("UnitMoved", "reserve")


@pytest.mark.rule("4.1.3.b", "8.3.5.c", "9.3.3.e")
@pytest.mark.parametrize("city_first", [True, False])
def test_4_1_3_b_attacks_and_city_rolls_come_as_they_are_written(city_first: bool) -> None:
    """Both are combat mode. Germans who first end the control of Tempelhof close it to whom they beat in
    Zossen: the Soviets stay there and lose a step more."""
    germans = {
        "11SS": "tempelhof",
        "20PzGr": "luckenwalde",
        "25PzGr": "luckenwalde",
        "Kurmark": "luckenwalde",
    }
    around = {"303": "trebbin", "541": "lubben", "606": "konigs-wusterhausen"}
    units = {**germans, **around, "31": "tempelhof reduced", "3GTA-1": "zossen"}
    lines = ["city tempelhof with 11SS", "combat 20PzGr 25PzGr Kurmark at zossen"]
    levels, holder = {"progress-tempelhof": 2}, {"tempelhof": "koniev"}
    played = table(units, segment="C.3", dice=[6, 6], tracks=levels, control=holder)
    played.order("koniev", "\n".join(lines if city_first else reversed(lines)))
    kinds = [kind for kind in played.kinds() if kind.endswith("Resolved")]
    assert kinds[0] == ("CityProgressResolved" if city_first else "CombatResolved")
    assert played.at("3GTA-1") == ("eliminated" if city_first else "tempelhof")


@pytest.mark.rule("4.1.3.c")
def test_4_1_3_c_all_units_are_named_before_anything_moves() -> None:
    played = table({"8GA-1": "kustrin", "5SHA-1": "kustrin"})
    played.order("zhukov", "move 8GA-1 goritz\nmove 5SHA-1 goritz")
    kinds = played.kinds()
    assert kinds.index("ImpulsePlanned") < kinds.index("UnitMoved")
    assert played.verdict("zhukov", "move 47-1 goritz")[0] == "not-judged"


@pytest.mark.rule("4.1.3.c", "4.1.3.b")
def test_4_1_3_c_a_line_that_cannot_be_done_is_refused_before_anything_moves() -> None:
    played = table({"8GA-1": "kustrin", "5SHA-1": "kustrin"})
    rulings = played.order("zhukov", "move 8GA-1 goritz\nmove 5SHA-1 strausberg")
    assert [(ruling.verdict, ruling.rule) for ruling in rulings][1] == ("refused", "7.1.1")


@pytest.mark.rule("4.1.3.c", "4.2.3.b")
def test_4_1_3_c_a_reserve_that_was_not_named_cannot_be_added_after_the_combats() -> None:
    units = {"8GA-1": "bridgehead", "5SHA-1": "bridgehead", "3SHA-1": "bridgehead"}
    played = table(units)
    played.order("zhukov", "activate 8GA-1 reserve")
    assert played.asked()[0] == "4.2.3.b"
    assert all(played.game.grammar().read(line) for line in played.asked()[2])
    assert [line.split()[0] for line in played.asked()[2]] == ["pass", "reserve"]
    assert played.verdict("zhukov", "reserve 5SHA-1 kustrin") == ("refused", "4.1.3.c")
    assert played.verdict("zhukov", "reserve 8GA-1 kustrin") == ("done", "")


@pytest.mark.rule("4.2.3.b")
def test_4_2_3_b_reserves_may_stay_where_they_are() -> None:
    played = table({"8GA-1": "bridgehead"})
    played.order("zhukov", "activate 8GA-1 reserve")
    assert played.verdict("zhukov", "pass") == ("done", "")
    assert (played.at("8GA-1"), played.state.segment) == ("bridgehead", "C.2")


@pytest.mark.rule("4.1.4")
def test_4_1_4_a_unit_is_activated_once_a_turn() -> None:
    played = table({"8GA-1": "kustrin", "5SHA-1": "kustrin full activated"})
    assert played.verdict("zhukov", "move 5SHA-1 goritz") == ("refused", "4.1.4")
    played.order("zhukov", "move 8GA-1 goritz")
    assert "activated" in played.state.units["8GA-1"].flags


@pytest.mark.rule("4.1.4")
def test_4_1_4_a_unit_makes_one_move_in_its_activation() -> None:
    played = table(FIVE)
    first, second = played.order("zhukov", "move 5SHA-1 goritz\nmove 5SHA-1 reppen")
    assert (first.verdict, second.verdict, second.rule) == ("done", "refused", "4.1.4")
    assert played.at("5SHA-1") == "goritz"
    again = table(FIVE).order("zhukov", "move 5SHA-1 goritz\nmove 8GA-1 goritz")
    assert [ruling.verdict for ruling in again] == ["done", "done"]


@pytest.mark.rule("4.1.4")
def test_4_1_4_a_route_may_begin_with_the_zone_where_the_unit_stands() -> None:
    played = table(FIVE)
    assert played.verdict("zhukov", "move 5SHA-1 kustrin")[0] == "refused"
    assert played.verdict("zhukov", "move 5SHA-1 kustrin goritz") == ("done", "")
    german = Tabletop(GAME, {"303": "seelow"}, segment="C.3", turn=1, dice=[6])
    line = "move 303 via seelow sudl-oderbruch if free via seelow muncheberg"
    assert german.verdict("koniev", line) == ("done", "")
    assert german.at("303") == "muncheberg"


@pytest.mark.rule("4.1.3.a", "4.2.2.a")
def test_4_1_3_a_the_same_mode_may_be_named_twice() -> None:
    rulings = table(FIVE).order("zhukov", "activate 8GA-1 move\nmove 8GA-1 goritz")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]


@pytest.mark.rule("4.1.5.a")
def test_4_1_5_a_a_player_may_activate_nobody() -> None:
    played = table({"8GA-1": "kustrin"})
    assert played.verdict("zhukov", "pass") == ("done", "")
    assert played.found("Passed")[0]["segment"] == "C.1"


@pytest.mark.rule("4.1.5.a")
def test_4_1_5_a_who_has_nobody_left_to_activate_passes_unasked() -> None:
    hands = {"zhukov": [], "koniev": ["event-1"]}
    played = Tabletop(GAME, {"391": "kyritz"}, segment="C.1", hands=hands, state={"chits-out": ["event-9"]})
    passed = [(event["side"], event["segment"]) for event in played.found("Passed")]
    assert passed == [("zhukov", "C.1"), ("koniev", "C.2")]
    assert played.asked()[1] == "koniev"


@pytest.mark.rule("4.1.5.a", "4.1.5.b", "4.3.1.d")
def test_4_1_5_b_two_passed_soviet_impulses_end_the_phase_without_a_die() -> None:
    played = table({"8GA-1": "kustrin", "3GTA-1": "triebel"})
    played.order("zhukov", "pass")
    played.order("koniev", "pass")
    assert played.state.segment == "C.3"
    played.order("koniev", "pass")
    played.order("zhukov", "pass")
    assert played.state.segment == "D.1"
    assert "DieRolled" not in played.kinds()
    assert "passed" not in played.state.facts


@pytest.mark.rule("4.1.5.b", "4.3.1.a")
def test_4_1_5_b_one_passed_impulse_is_not_enough() -> None:
    played = table({"8GA-1": "kustrin", "3GTA-1": "triebel"}, dice=[6])
    played.order("zhukov", "pass")
    played.order("koniev", "move 3GTA-1 priebus")
    played.order("koniev", "pass")
    played.order("zhukov", "pass")
    assert [e["purpose"] for e in played.found("DieRolled")] == ["the end of the Operations Phase"]


@pytest.mark.rule("4.1.5.b", "4.3.1.a", "4.3.1.b")
@pytest.mark.parametrize(("die", "segment"), [(1, "D.1"), (6, "C.1")])
def test_4_1_5_b_passes_are_counted_phase_by_phase(die: int, segment: str) -> None:
    units = {**GERMANS, "8GA-1": "kustrin"}
    played = Tabletop(GAME, units, segment="C.5", turn=2, state={"passed": ["zhukov"]}, dice=[die])
    assert (played.state.segment, "passed" in played.state.facts) == (segment, False)


# -- 4.2 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.2.3.a", "3.1.3.c")
def test_4_2_3_a_nobody_out_of_supply_is_in_reserve() -> None:
    played = table({"8GA-1": "bridgehead full out-of-supply"})
    assert played.verdict("zhukov", "activate 8GA-1 reserve") == ("refused", "3.1.3.c")
    assert played.verdict("zhukov", "move 8GA-1 kustrin") == ("done", "")


@pytest.mark.rule("4.2.3.b")
def test_4_2_3_b_a_route_that_no_combat_can_make_lawful_is_refused_at_once() -> None:
    played = table({"61-1": "bridgehead", "8GA-1": "goritz", "303": "seelow"}, dice=[1])
    rulings = played.order("zhukov", "reserve 61-1 sudl-oderbruch letschin\nreserve 61-1 sudl-oderbruch")
    assert [(r.verdict, r.rule) for r in rulings] == [("refused", "4.2.3.b"), ("done", "")]
    assert played.at("61-1") == "sudl-oderbruch"


@pytest.mark.rule("4.2.3.b", "4.2.3.c")
@pytest.mark.parametrize(
    ("fighter", "advance", "goal"),
    [("bridgehead", "advance 8GA-1 61-1", "letschin"), ("lebus", "advance 8GA-1", "seelow")],
)
def test_4_2_3_b_a_route_that_a_combat_opens_stands(fighter: str, advance: str, goal: str) -> None:
    """The reserve follows from the bridgehead into Seelow first; from Lebus the attack empties Seelow."""
    units = {"61-1": "bridgehead", "8GA-1": fighter, "303": "seelow reduced"}
    played = table(units, dice=[6], hands={"zhukov": [], "koniev": []})
    played.order("zhukov", f"combat 8GA-1 at seelow {advance}\nreserve 61-1 {goal}")
    assert (played.at("8GA-1"), played.at("61-1")) == ("seelow", goal)


@pytest.mark.rule("4.2.3.b")
def test_4_2_3_b_a_way_that_no_combat_has_opened_is_not_gone() -> None:
    units = {"61-1": "bridgehead", "8GA-1": "lebus", "303": "seelow"}
    played = table(units, dice=[2], hands={"zhukov": [], "koniev": []})
    played.order("zhukov", "combat 8GA-1 at seelow\nreserve 61-1 seelow")
    (dropped,) = [event for event in played.events if event.kind == "OrderDropped"]
    assert (dropped.rule, played.at("61-1")) == ("4.2.1.a", "bridgehead")
    assert dropped.to == ("zhukov",), "the other player does not learn what was planned"


@pytest.mark.rule("4.2.3.b", "4.1.4")
def test_4_2_3_b_who_went_by_his_order_does_not_go_again_after_the_combats() -> None:
    played = table({"61-1": "kustrin", "8GA-1": "kustrin"})
    played.order("zhukov", "reserve 61-1 goritz\nreserve 8GA-1")
    assert [event["unit"] for event in played.found("UnitMoved")] == ["61-1"]
    assert (played.asked()[0], played.state.waiting()[0].about) == ("4.2.3.b", ("8GA-1",))
    assert played.verdict("zhukov", "reserve 61-1 kustrin") == ("refused", "4.1.4")
    assert played.verdict("zhukov", "reserve 8GA-1 goritz") == ("done", "")


@pytest.mark.rule("4.2.3.b", "7.2.2.d")
@pytest.mark.parametrize(("turn", "verdict"), [(6, ("refused", "7.2.2.d")), (7, ("done", ""))])
def test_4_2_3_b_after_the_combats_germans_do_not_go_west_either(turn: int, verdict: tuple[str, str]) -> None:
    played = Tabletop(GAME, {"20PzGr": "seelow"}, segment="C.3", turn=turn)
    played.order("koniev", "activate 20PzGr reserve")
    assert played.verdict("koniev", "reserve 20PzGr letschin") == verdict


@pytest.mark.rule("4.2.1.b")
def test_4_2_1_b_who_fails_to_leave_a_full_zone_keeps_others_out_of_it() -> None:
    units = {"303": "seelow", "712": "seelow", "169": "seelow", "606": "lebus"}
    played = Tabletop(GAME, units, segment="C.3", turn=1, dice=[1, 6])
    rulings = played.order("koniev", "move 303 letschin\nmove 606 seelow")
    assert [ruling.rule for ruling in rulings] == ["7.2.2.b", "6.1.2.a"]
    assert played.at("606") == "lebus"


@pytest.mark.rule("4.2.3.b")
def test_4_2_3_b_a_reserve_moves_half_its_points() -> None:
    played = table({"8GA-1": "letschin"})
    assert played.verdict("zhukov", "reserve 8GA-1 protzel bernau") == ("refused", "4.2.3.b")
    assert played.verdict("zhukov", "reserve 8GA-1 protzel") == ("done", "")


# -- 4.3 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.3.1.a", "4.3.1.c")
@pytest.mark.parametrize(
    ("turn", "phase", "die", "ends"),
    [(2, 2, 2, True), (2, 2, 3, False), (1, 3, 1, True), (1, 3, 2, False), (1, 2, 1, False), (4, 6, 6, True)],
)
def test_4_3_1_a_the_phase_ends_on_its_number_or_less(turn: int, phase: int, die: int, ends: bool) -> None:
    assert phase_ends(turn, phase, die) is ends
    played = Tabletop(GAME, GERMANS, segment="C.5", turn=turn, tracks={"operations": phase}, dice=[die])
    assert played.state.segment == ("D.1" if ends else "C.1")


@pytest.mark.rule("4.3.1.b", "4.1.1")
def test_4_3_1_b_otherwise_the_marker_moves_up_and_c_1_begins_again() -> None:
    played = Tabletop(
        GAME, {**GERMANS, "8GA-1": "kustrin"}, segment="C.5", turn=2, tracks={"operations": 2}, dice=[5]
    )
    assert played.state.segment == "C.1"
    assert played.state.tracks["operations"] == 3
    assert played.found("OperationsPhaseBegan") == [{"phase": 3}]


# -- a sheet as a whole ----------------------------------------------------------------------------------


def test_a_sheet_of_refused_lines_leaves_the_impulse_open() -> None:
    played = table({"8GA-1": "bridgehead"})
    assert played.verdict("zhukov", "move 8GA-1 berlin")[0] == "unreadable"
    assert played.verdict("zhukov", "move 8GA-1 muncheberg")[0] == "refused"
    assert played.state.segment == "C.1"
    assert not played.state.units["8GA-1"].flags


def test_done_closes_a_sheet_as_pass_does() -> None:
    played = table({"8GA-1": "kustrin"})
    rulings = played.order("zhukov", "move 8GA-1 goritz\ndone")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert (played.at("8GA-1"), played.state.segment) == ("goritz", "C.2")


def test_a_pass_beside_a_refused_line_is_not_taken_as_a_pass() -> None:
    played = table({"8GA-1": "bridgehead"})
    verdicts = [r.verdict for r in played.order("zhukov", "move 8GA-1 muncheberg\npass")]
    assert verdicts == ["refused", "waiting"]
    assert played.state.segment == "C.1"


def test_a_name_that_could_be_two_units_is_ambiguous() -> None:
    played = table({"8GA-1": "bridgehead", "8GA-2": "bridgehead"})
    (ruling,) = played.order("zhukov", "move 8GA seelow")
    assert (ruling.verdict, ruling.legal) == ("ambiguous", ("8GA-1", "8GA-2"))


@pytest.mark.rule("E8.1")
def test_e8_1_a_chit_8_whose_attack_is_refused_stays_in_hand() -> None:
    units = {"8GA-1": "bridgehead", "303": "seelow", "20PzGr": "seelow", "Kurmark": "seelow"}
    played = table(units, hands={"zhukov": ["event-8"], "koniev": ["event-1"]})
    rulings = played.order("zhukov", "move 8GA-1 lebus\nchit 8 on 303\ncombat 8GA-1 at seelow")
    assert [(r.verdict, r.rule) for r in rulings] == [
        ("done", ""),
        ("not-judged", ""),
        ("refused", "4.2.2.a"),
    ]
    assert played.state.hands["zhukov"] == ("event-8",)


@pytest.mark.rule("4.1.2.b")
@pytest.mark.parametrize(
    "line", ["reserve 47-1 seelow", "move 47-1 seelow", "combat 47-1 at lebus", "shell 47-1"]
)
def test_4_1_2_b_who_is_lost_is_refused_whatever_he_is_ordered_to_do(line: str) -> None:
    table = Tabletop("raceforberlin", {"8GA-1": "bridgehead", "606": "lebus"}, segment="C.1")
    assert table.state.units["47-1"].at not in table.state.board.spaces
    assert table.verdict("zhukov", line) == ("refused", "4.1.2.b")
