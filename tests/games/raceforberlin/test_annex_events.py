"""The annex but for E1, E8 and E9: when each event chit may be played, what it does, and where it goes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.annex_events import give_up
from tests.games.raceforberlin.chits import GERMANS, OUT, SOVIETS, holding
from tests.tabletop import Tabletop

# -- 2.4.3 and 2.4.4 -------------------------------------------------------------------------------------


@pytest.mark.rule("2.4.3", "4.1.5.a")
def test_2_4_3_a_chit_may_be_played_in_an_impulse_without_units() -> None:
    units = {"404": "dresden full activated", "8GA-1": "bridgehead full activated"}
    table = holding("zhukov", 3, "C.4", units)
    assert table.asked() == ("4.1.2.a", "zhukov", ("pass",))
    assert table.verdict("zhukov", "chit 3 track 3") == ("done", "")
    assert table.state.control == {"kyritz": "us"}
    assert table.found("Passed")[0]["segment"] == "C.4"


@pytest.mark.rule("2.4.3")
def test_2_4_3_the_question_does_not_tell_which_chit_is_held() -> None:
    for number in (2, 3):
        table = holding("zhukov", number, "C.4", {"404": "dresden full activated"})
        assert table.asked() == ("4.1.2.a", "zhukov", ("pass",))


@pytest.mark.rule("2.4.3")
@pytest.mark.parametrize(
    ("number", "side", "segment"),
    [(10, "zhukov", "C.4"), (4, "zhukov", "C.1"), (9, "koniev", "C.2"), (8, "zhukov", "C.4")],
)
def test_2_4_3_a_chit_is_played_at_its_own_moment_only(number: int, side: str, segment: str) -> None:
    table = holding(side, number, segment, {**SOVIETS, **GERMANS}, state={"chits-out": []})
    verdict, rule = table.verdict(side, f"chit {number} zone forst")
    assert (verdict, rule in {"2.4.3", "E8.1"}) == ("refused", True)
    assert f"event-{number}" in table.state.hands[side]
    assert "ChitPlayed" not in table.kinds()


@pytest.mark.rule("2.4.3", "2.4.2.b")
def test_2_4_3_a_chit_that_is_not_held_is_refused_alike_wherever_it_is() -> None:
    """In the rival's hand, in the cup, out of the game: the words are the same."""
    said = set()
    for hand, out in ((["event-10"], []), ([], []), ([], ["event-10"])):
        hands = {"zhukov": [], "koniev": hand}
        state = {"chits-out": [*OUT, *out]}
        table = Tabletop("raceforberlin", SOVIETS, segment="C.1", hands=hands, state=state)
        (ruling,) = table.order("zhukov", "chit 10")
        assert ruling.verdict == "refused"
        said.add((ruling.rule, ruling.why, ruling.legal))
    ((rule, why, legal),) = said
    assert (rule, why, legal[0]) == ("2.4.3", "you do not hold chit 10", "move 8GA-1 Lebus")


@pytest.mark.rule("2.4.3")
def test_2_4_3_a_played_chit_acts_at_once_and_everybody_sees_it() -> None:
    table = holding("zhukov", 10, "C.1", SOVIETS)
    table.order("zhukov", "chit 10")
    played = next(event for event in table.events if event.kind == "ChitPlayed")
    assert played.seen_by("koniev")
    assert table.state.hands["zhukov"] == ()


@pytest.mark.rule("2.4.4.a")
def test_2_4_4_a_a_played_chit_goes_back_to_the_cup() -> None:
    table = holding("zhukov", 10, "C.1", SOVIETS)
    assert "event-10" not in table.state.cups["chits"]
    table.order("zhukov", "chit 10")
    assert "event-10" in table.state.cups["chits"]
    hidden = [event for event in table.events if event.kind == "CupChanged"]
    assert not any(event.seen_by(side) for event in hidden for side in ("zhukov", "koniev"))


@pytest.mark.rule("2.4.4.b", "2.4.4.a")
@pytest.mark.parametrize(
    ("number", "turn", "state", "discarded", "played"),
    [
        (5, 3, {}, True, False),
        (9, 3, {}, True, False),
        (3, 3, {}, True, True),
        (3, 3, {"american-halt": True}, False, False),
        (4, 6, {}, True, True),
        (4, 7, {}, False, False),
        (7, 9, {"american-halt": True}, True, True),
    ],
)
def test_2_4_4_b_some_chits_do_not_return(
    number: int, turn: int, state: dict[str, Any], discarded: bool, played: bool
) -> None:
    """Those used once only when they were used; those that have expired in any case."""
    chit = f"event-{number}"
    for used, back in ((False, discarded), (True, played)):
        table = holding("zhukov", number, "C.4", GERMANS, turn=turn, state={"chits-out": [], **state})
        give_up(table.play, "zhukov", chit, used=used)
        assert (chit in table.state.cups["chits"]) is back
        assert (chit in table.state.facts.get("chits-out", ())) is not back
        assert table.state.hands["zhukov"] == ()


# -- E2 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E2.1")
def test_e2_1_the_army_named_crosses_rivers_freely_in_movement_and_combat() -> None:
    units = {**SOVIETS, "606": "guben", "13-1": "triebel"}
    table = holding("koniev", 2, "C.2", units, dice=[6])
    rulings = table.order(
        "koniev", "chit 2 army 3GTA\nmove 3GTA-1 forst kathlow spremberg\ncombat 3GTA-2 13-1 at guben"
    )
    assert [ruling.verdict for ruling in rulings] == ["done"] * 3
    assert table.at("3GTA-1") == "spremberg"
    assert "Koniev plays chit 2 (Over the Spree by night): the 3rd Guards Tank Army." in table.said()
    parts = table.found("CombatResolved")[0]["parts"]
    assert {part["unit"]: part["is"] for part in parts if part["side"] == "attack"} == {
        "3GTA-2": 22,
        "13-1": 8,
    }


@pytest.mark.rule("E2.1")
def test_e2_1_only_for_that_impulse_and_that_army() -> None:
    table = holding("koniev", 2, "C.2", {**SOVIETS, "4GTA-1": "triebel"})
    _, move = table.order("koniev", "chit 2 army 3GTA\nmove 4GTA-1 forst kathlow spremberg")
    assert (move.verdict, move.rule) == ("refused", "7.1.1")


@pytest.mark.rule("E2.1", "E6.1", "E7.1")
@pytest.mark.parametrize("number", [2, 6, 7])
@pytest.mark.parametrize("army", ["", " army 8GA", " army 28"])
def test_e2_6_and_7_name_an_own_army_on_the_map(number: int, army: str) -> None:
    table = holding("koniev", number, "C.2", SOVIETS)
    (ruling,) = table.order("koniev", f"chit {number}{army}")
    assert (ruling.verdict, ruling.rule) == ("refused", f"E{number}.1")
    assert ruling.legal == (f"chit {number} army 3GTA",)
    assert table.state.hands["koniev"] == (f"event-{number}",)


# -- E3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E3.1")
def test_e3_1_the_americans_advance_on_the_track_named() -> None:
    table = holding("zhukov", 3, "C.4", GERMANS, control={"kyritz": "us"})
    assert table.verdict("zhukov", "chit 3 track 3") == ("done", "")
    assert table.state.control == {"kyritz": "us", "neuruppin": "us"}
    assert "event-3" in table.state.cups["chits"]


@pytest.mark.rule("E3.1", "2.2.6.b")
def test_e3_1_germans_in_the_zone_roll_and_escape_before_the_impulse_goes_on() -> None:
    units = {"21Pz": "dessau", "344": "dresden", "606": "letschin"}
    table = holding("zhukov", 3, "C.4", units, control={"leipzig": "us"}, dice=[5, 4])
    table.order("zhukov", "chit 3 track 1\nmove 344 bautzen")
    assert table.at("344") == "dresden"
    assert table.asked()[0] == "2.2.6.b"
    table.order("zhukov", "displace 21Pz to belzig")
    assert (table.at("21Pz"), table.at("344")) == ("belzig", "bautzen")


@pytest.mark.rule("E3.1", "2.2.6.b")
def test_e3_1_a_german_with_one_way_out_has_escaped_when_the_orders_are_read() -> None:
    table = holding("zhukov", 3, "C.4", {"404": "kyritz", "606": "letschin"}, turn=7, dice=[5])
    rulings = table.order("zhukov", "chit 3 track 3\nmove 404 nauen")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert table.at("404") == "nauen"


@pytest.mark.rule("E3.1", "2.4.3", "4.1.3.c")
@pytest.mark.parametrize(("to", "line"), [("belzig", "treuenbrietzen"), ("wittenberg", "juterbog")])
def test_e3_1_the_impulse_is_planned_when_all_have_escaped(to: str, line: str) -> None:
    units = {"404": "dessau", "391": "dessau", "606": "letschin"}
    table = holding("zhukov", 3, "C.4", units, turn=7, control={"leipzig": "us"}, dice=[5, 5])
    rulings = table.order("zhukov", f"chit 3 track 1\nmove 404 {line}")
    assert [ruling.verdict for ruling in rulings] == ["done", "waiting"]
    assert not table.found("ImpulsePlanned")
    table.order("koniev", "displace 391 to wittenberg")
    table.order("zhukov", f"displace 404 to {to}")
    assert table.at("404") == line
    assert not table.found("OrderDropped")


@pytest.mark.rule("E3.1", "4.1.5.a")
def test_e3_1_a_pass_below_the_chit_waits_for_the_escapes() -> None:
    units = {"404": "dessau", "21Pz": "cottbus", "606": "letschin"}
    table = holding("zhukov", 3, "C.4", units, turn=7, control={"leipzig": "us"}, dice=[5])
    table.order("zhukov", "chit 3 track 1\npass")
    assert table.asked()[0] == "2.2.6.b"
    table.order("zhukov", "displace 404 to belzig")
    assert [one["segment"] for one in table.found("Passed")] == ["C.4"]


@pytest.mark.rule("E3.1")
def test_e3_1_a_track_must_be_named() -> None:
    table = holding("zhukov", 3, "C.4", GERMANS)
    assert table.verdict("zhukov", "chit 3") == ("refused", "E3.1")
    assert table.verdict("zhukov", "chit 3 track 4") == ("refused", "E3.1")


@pytest.mark.rule("E3.1", "2.2.9")
def test_e3_1_it_may_lose_the_game_for_both() -> None:
    control = {"kyritz": "us", "neuruppin": "us", "nauen": "us"}
    table = holding("zhukov", 3, "C.4", GERMANS, control=control)
    table.order("zhukov", "chit 3 track 3\nmove 21Pz kathlow")
    assert table.state.over is not None
    assert table.state.over["winner"] == ""


@pytest.mark.rule("E3.2")
def test_e3_2_after_the_halt_it_is_void() -> None:
    table = holding("zhukov", 3, "C.4", GERMANS, state={"american-halt": True})
    assert table.verdict("zhukov", "chit 3 track 3") == ("refused", "E3.2")


@pytest.mark.rule("E3.2", "2.2.4", "2.4.4.b")
def test_e3_2_when_it_brings_the_halt_it_leaves_the_game() -> None:
    table = holding("zhukov", 3, "C.4", {**GERMANS, "61-1": "kyritz"})
    table.order("zhukov", "chit 3 track 3")
    assert table.state.facts["american-halt"] is True
    assert "event-3" in table.state.facts["chits-out"]
    assert "event-3" not in table.state.cups["chits"]


# -- E4 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E4.1")
def test_e4_1_this_turn_his_germans_go_west_without_a_die() -> None:
    table = holding("koniev", 4, "C.3", {"606": "seelow", "5Jag": "letschin", "21Pz": "cottbus"})
    table.order("koniev", "chit 4\nmove 606 muncheberg")
    assert table.at("606") == "muncheberg"
    assert "FreedomTested" not in table.kinds()
    assert table.state.facts["planned-retreat"] == "koniev"


@pytest.mark.rule("E4.1")
def test_e4_1_the_other_players_germans_test_as_ever() -> None:
    table = holding("koniev", 4, "C.3", {"606": "seelow", "21Pz": "cottbus"}, dice=[3, 1, 1])
    table.order("koniev", "chit 4\nmove 606 muncheberg")
    table.order("zhukov", "move 21Pz lubben")
    assert table.at("21Pz") == "cottbus"
    assert [facts["unit"] for facts in table.found("FreedomTested")] == ["21Pz"]


@pytest.mark.rule("E4.2")
@pytest.mark.parametrize(("turn", "back"), [(6, True), (7, False)])
def test_e4_2_after_turn_six_it_is_not_returned(turn: int, back: bool) -> None:
    table = holding("koniev", 4, "C.3", {"606": "seelow"}, turn=turn)
    table.order("koniev", "chit 4")
    assert ("event-4" in table.state.cups["chits"]) is back
    assert ("event-4" in table.state.facts["chits-out"]) is not back


# -- E5 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E5.1")
def test_e5_1_garrisons_count_ten_this_turn_and_the_chit_is_out() -> None:
    table = holding(
        "zhukov", 5, "C.1", {"8GA-1": "tempelhof"}, turn=6, tracks={"support-zhukov": 1}, dice=[6]
    )
    table.order("zhukov", "chit 5\ncity tempelhof with 8GA-1")
    resolved = table.found("CityProgressResolved")[0]
    assert (resolved["attack"], resolved["defence"], resolved["column"]) == (20, 10, "2:1")
    assert "event-5" in table.state.facts["chits-out"]


# -- E6 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E6.1")
def test_e6_1_two_more_in_each_combat_of_the_army() -> None:
    units = {"8GA-1": "letschin", "8GA-2": "sudl-oderbruch", "606": "muncheberg", "303": "seelow"}
    table = holding("zhukov", 6, "C.1", units, dice=[1, 1])
    table.order("zhukov", "chit 6 army 8GA\ncombat 8GA-1 at muncheberg\ncombat 8GA-2 at seelow")
    fought = table.found("CombatResolved")
    added = [drm["value"] for facts in fought for drm in facts["drms"] if drm["rule"] == "E6.1"]
    assert (len(fought), added) == (2, [2, 2])


@pytest.mark.rule("E6.1")
def test_e6_1_beside_units_of_other_armies_too() -> None:
    units = {"8GA-1": "letschin", "47-1": "letschin", "541": "muncheberg"}
    table = holding("zhukov", 6, "C.1", units, dice=[1])
    table.order("zhukov", "chit 6 army 8GA\ncombat 47-1 8GA-1 at muncheberg")
    assert "E6.1" in [drm["rule"] for drm in table.found("CombatResolved")[0]["drms"]]


@pytest.mark.rule("E6.1")
def test_e6_1_not_for_another_army() -> None:
    units = {"47-1": "letschin", "8GA-2": "kustrin", "606": "muncheberg reduced"}
    table = holding("zhukov", 6, "C.1", units, dice=[6])
    table.order("zhukov", "chit 6 army 8GA\ncombat 47-1 at muncheberg")
    assert "E6.1" not in [drm["rule"] for drm in table.found("CombatResolved")[0]["drms"]]


@pytest.mark.rule("E6.2")
def test_e6_2_afterwards_its_units_act_as_reserves() -> None:
    """8 GA has 3 movement points, half of them 1 1/2: one zone without a road."""
    units = {"8GA-1": "letschin", "541": "muncheberg", "606": "seelow"}
    table = holding("zhukov", 6, "C.1", units, dice=[3])
    table.order("zhukov", "chit 6 army 8GA\ncombat 8GA-1 at muncheberg")
    while table.asked()[0] != "4.2.3.b":
        rule, player, answers = table.asked()
        assert rule != "4.1.2.a"
        table.order(player, answers[0])
    here = table.at("8GA-1")
    goal = "protzel"
    assert table.verdict("zhukov", f"reserve 8GA-1 {goal}") == ("done", "")
    assert (here != goal, table.at("8GA-1")) == (True, goal)


@pytest.mark.rule("E6.2", "4.2.3.b")
def test_e6_2_the_units_of_other_armies_do_not() -> None:
    units = {"47-1": "letschin", "8GA-2": "kustrin", "606": "muncheberg reduced", "391": "kyritz"}
    table = holding("zhukov", 6, "C.1", units, dice=[6])
    table.order("zhukov", "chit 6 army 8GA\ncombat 47-1 at muncheberg")
    assert table.found("CombatResolved")
    assert "4.2.3.b" not in [facts["decision"]["rule"] for facts in table.found("Asked")]


@pytest.mark.rule("E6.2", "4.2.3.a")
def test_e6_2_not_out_of_supply() -> None:
    units = {"8GA-1": "letschin full out-of-supply", "541": "muncheberg reduced", "606": "bernau"}
    table = holding("zhukov", 6, "C.1", units, dice=[1])
    table.order("zhukov", "chit 6 army 8GA\ncombat 8GA-1 at muncheberg")
    assert table.found("CombatResolved")
    assert table.asked()[:2] == ("4.1.2.a", "koniev")


@pytest.mark.rule("E6.3")
def test_e6_3_city_progress_rolls_get_it_too() -> None:
    units = {"8GA-1": "tempelhof"}
    table = holding("zhukov", 6, "C.1", units, turn=6, tracks={"support-zhukov": 1}, dice=[1])
    table.order("zhukov", "chit 6 army 8GA\ncity tempelhof with 8GA-1")
    drms = table.found("CityProgressResolved")[0]["drms"]
    assert [drm["value"] for drm in drms if drm["rule"].startswith("E6")] == [2]


@pytest.mark.rule("E6.2", "4.1.4")
def test_e6_2_the_move_afterwards_may_stand_on_the_same_sheet() -> None:
    units = {"8GA-1": "letschin", "47-1": "letschin", "541": "muncheberg", "606": "seelow"}
    order = "chit 6 army 8GA\ncombat {unit} at muncheberg\nreserve {unit} nordl. oderbruch"
    table = holding("zhukov", 6, "C.1", units, dice=[2])
    rulings = table.order("zhukov", order.format(unit="8GA-1"))
    assert [ruling.verdict for ruling in rulings] == ["done"] * 3
    assert table.found("ImpulsePlanned")[0]["modes"] == {"8GA-1": "combat+reserve"}
    other = holding("zhukov", 6, "C.1", units, dice=[2]).order("zhukov", order.format(unit="47-1"))
    assert (other[2].verdict, other[2].rule) == ("refused", "4.2.2.a")
    moves = "chit 6 army 8GA\nmove 8GA-1 nordl. oderbruch\ncombat 8GA-1 at muncheberg"
    assert holding("zhukov", 6, "C.1", units).order("zhukov", moves)[2].rule == "4.2.2.a"


@pytest.mark.rule("E6.2")
def test_e6_2_who_falls_in_the_combat_is_in_no_reserve() -> None:
    units = {"8GA-1": "letschin reduced", "25PzGr": "muncheberg", "606": "seelow"}
    table = holding("zhukov", 6, "C.1", units, dice=[1])
    table.order("zhukov", "chit 6 army 8GA\ncombat 8GA-1 at muncheberg")
    assert table.at("8GA-1") == "eliminated"
    assert "4.2.3.b" not in [facts["decision"]["rule"] for facts in table.found("Asked")]


# -- E7 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E7.1", "4.1.4")
def test_e7_1_the_army_named_moves_and_fights_in_one_activation() -> None:
    units = {"8GA-1": "kustrin", "8GA-2": "kustrin", "606": "seelow"}
    table = holding("zhukov", 7, "C.1", units, dice=[6])
    sheet = "chit 7 army 8GA\nmove 8GA-1 bridgehead\ncombat 8GA-1 at seelow"
    table.order("zhukov", sheet)
    assert table.found("ImpulsePlanned")[0]["modes"] == {"8GA-1": "move+combat"}
    assert "CombatResolved" in table.kinds()


@pytest.mark.rule("E7.1", "4.2.2.a")
def test_e7_1_it_does_not_fight_and_wait_in_reserve() -> None:
    table = holding("zhukov", 7, "C.1", {"8GA-1": "bridgehead", "606": "seelow"}, dice=[1])
    rulings = table.order("zhukov", "chit 7 army 8GA\ncombat 8GA-1 at seelow\nreserve 8GA-1 kustrin")
    assert (rulings[2].verdict, rulings[2].rule) == ("refused", "4.2.2.a")


@pytest.mark.rule("E7.1")
def test_e7_1_without_it_nobody_does_both() -> None:
    table = holding("zhukov", 10, "C.1", {"8GA-1": "kustrin", "606": "seelow"})
    _, combat = table.order("zhukov", "move 8GA-1 bridgehead\ncombat 8GA-1 at seelow")
    assert combat.verdict == "refused"


# -- E10, E11 --------------------------------------------------------------------------------------------

SIX = {f"{army}-{n}": "kustrin" for army in ("8GA", "47", "3SHA", "61") for n in (1, 2)}


@pytest.mark.rule("E10.1", "4.1.2.a")
def test_e10_1_six_units_may_be_activated() -> None:
    sheet = [f"activate {unit} reserve" for unit in list(SIX)[:7]]
    table = holding("zhukov", 10, "C.1", SIX)
    verdicts = [ruling.verdict for ruling in table.order("zhukov", "\n".join(["chit 10", *sheet, "as is"]))]
    assert verdicts == ["done"] * 7 + ["refused", "done"]
    plain = holding("zhukov", 7, "C.1", SIX)
    verdicts = [ruling.verdict for ruling in plain.order("zhukov", "\n".join([*sheet[:5], "as is"]))]
    assert verdicts == ["done"] * 4 + ["refused", "done"]


@pytest.mark.rule("E11.1")
def test_e11_1_attacking_germans_count_double() -> None:
    units = {"1SSPz": "hoyerswerda", "5GA-1": "senftenberg reduced"}
    table = holding("zhukov", 11, "C.4", units, dice=[6])
    table.order("zhukov", "chit 11\ncombat 1SSPz at senftenberg")
    resolved = table.found("CombatResolved")[0]
    assert (resolved["attack"], resolved["column"]) == (16, "1:1")
    assert ("E11.1", 8, 16) in [(part["rule"], part["was"], part["is"]) for part in resolved["parts"]]


@pytest.mark.rule("E11.2")
def test_e11_2_not_in_city_progress_attacks() -> None:
    units = {"1SSPz": "tempelhof", "28-1": "tempelhof reduced"}
    table = holding("zhukov", 11, "C.4", units, turn=6, tracks={"progress-tempelhof": 1}, dice=[4])
    table.order("zhukov", "chit 11\ncity tempelhof with 1SSPz")
    assert table.found("CityProgressResolved")[0]["attack"] == 8
