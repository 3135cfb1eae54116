"""Rules 7 and 7.1.A, the announcement; 7.6, support that is declared with it."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import r07_attack

from .fights import EAST, HEX, NORTH, asked, fight, flags, no, shifts, table, told

PAIR = {"685-I": HEX, "421RR": NORTH, "14MRB": EAST}


@pytest.mark.rule("7.who.1")
def test_only_units_next_to_the_target_attack() -> None:
    found = no(table({**PAIR, "405RR": "0918", "Wst-1": "0917"}), "soviet", f"prep {HEX} by 405RR")
    assert found[0] == "7.who.1"
    assert found[2][0] == "prep 0917 by 405RR", "what the same unit can attack"


@pytest.mark.rule("7.who.3")
def test_artillery_at_a_distance_does_not_attack_alone() -> None:
    laid = table({**PAIR, "ART-1": "0917", "Wst-1": "0916"})
    rule, why, _ = no(laid, "soviet", f"prep {HEX} by ART-1")
    assert rule == "7.who.1"
    assert "only artillery may support from a distance" in why


@pytest.mark.rule("7.who.4")
def test_an_attack_is_directed_at_one_hex_with_enemies() -> None:
    laid = table({**PAIR, "Wst-1": "0820"})
    rule, _, legal = no(laid, "soviet", "prep 0921 by 421RR")
    assert (rule, legal[0]) == ("7.who.4", f"prep {HEX} by 421RR")
    laid.order("soviet", f"prep {HEX} by 421RR")
    assert no(laid, "german", "fire Wst-1 at 421RR")[0] == "7.who.1", "only the hex that is attacked fires"


@pytest.mark.rule("7.who.5", "7.who.7", "7.1.def.1", "7.2.fire.4", "8.res.1")
def test_a_stack_parts_for_two_attacks_and_a_hex_is_attacked_twice() -> None:
    units = {"Wst-1": HEX, "Wst-2": "0819", "421RR": NORTH, "14MRB": NORTH, "405RR": EAST}
    laid = fight(
        units,
        f"prep {HEX} by 421RR then fire 421RR at Wst-1 no advance\n"
        f"prep 0819 by 14MRB then fire 14MRB at Wst-2 no advance\n"
        f"prep {HEX} by 405RR then fire 405RR at Wst-1 no advance",
        ("german", "fire Wst-1 at 421RR"),
        ("german", "fire Wst-2 at 14MRB"),
        ("german", "fire Wst-1 at 405RR"),
        dice=[6] * 6,
    )
    assert [one[:2] for one in told(laid)] == [
        (("Wst-1",), "421RR"), (("421RR",), "Wst-1"), (("Wst-2",), "14MRB"), (("14MRB",), "Wst-2"),
        (("Wst-1",), "405RR"), (("405RR",), "Wst-1"),
    ]  # fmt: skip


@pytest.mark.rule("7.who.6")
def test_nobody_has_to_attack() -> None:
    laid = fight(PAIR, "end")
    assert asked(laid) == ("soviet", "move")


@pytest.mark.rule("2.2.map.3", "8.3.riv.1")
def test_nobody_attacks_across_the_don_without_a_bridge_and_the_bridge_costs_two_columns() -> None:
    units = {"421RR": "5222", "685-I": "5323", "14MRB": NORTH, "Wst-1": HEX}
    assert no(table(units), "soviet", "prep 5323 by 421RR")[0] == "2.2.map.3"
    laid = fight(
        {"421RR": "5519", "685-I": "5418"},
        "prep 5418 by 421RR then fire 421RR at 685-I",
        ("german", "hold"),
        dice=[6],
    )
    assert shifts(laid) == {"7.5.sh.6": -1, "7.5.sh.7": -2}


@pytest.mark.rule("7.1.A.1", "7.6.sup.5", "7.1.C.2")
def test_what_is_announced_is_fixed_and_support_named_later_is_refused() -> None:
    laid = fight(
        {**PAIR, "ART-1": "0917", "ART-2": "0917"}, f"prep {HEX} by 421RR support ART-1", ("german", "hold")
    )
    assert no(laid, "soviet", "fire 14MRB at 685-I")[0] == "7.who.1"
    rule, why, legal = no(laid, "soviet", "fire 421RR support ART-2 at 685-I")
    assert rule == "7.6.sup.5"
    assert "ART-2 was not named for support" in why
    assert legal == ("fire 421RR at 685-I", "fire 421RR support ART-1 at 685-I")
    assert no(laid, "soviet", "fire ART-1 at 685-I")[0] == "7.6.sup.3"


@pytest.mark.rule("7.6.sup.1", "7.6.res.1", "7.6.res.0", "7.who.2", "2.1.attr.5")
def test_artillery_supports_within_its_range_and_others_do_not() -> None:
    units = {**PAIR, "119RD-A": "0914", "333RD-A": "0913", "Wst-1": "0912"}
    laid = table(units)
    rule, why, legal = no(laid, "soviet", f"prep {HEX} by 421RR support 333RD-A")
    assert rule == "7.6.res.1"
    assert "is 7 hexes from 333RD-A, whose range is 6" in why
    assert legal[:2] == (f"prep {HEX} by 421RR", f"prep {HEX} by 421RR support 119RD-A")
    assert no(laid, "soviet", f"prep {HEX} by 421RR support 14MRB")[0] == "7.6.sup.1"
    german = table({"15-I": HEX, "421RR": NORTH, "336-AT": "0922"}, segment="GER.PREP")
    assert no(german, "german", f"prep {NORTH} by 15-I support 336-AT")[0] == "7.6.sup.1", (
        "antitank is no artillery"
    )


@pytest.mark.rule("7.6.sup.1")
def test_artillery_next_to_the_target_attacks_and_does_not_support() -> None:
    laid = table({**PAIR, "ART-1": EAST})
    assert no(laid, "soviet", f"prep {HEX} by 421RR support ART-1")[0] == "7.6.sup.1"
    assert laid.verdict("soviet", f"prep {HEX} by 421RR, ART-1")[0] == "done"


@pytest.mark.rule("7.6.res.2")
def test_artillery_of_the_phasing_player_supports_once_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {**PAIR, "Wst-1": "0819", "ART-1": "0917"}
    first = f"prep {HEX} by 14MRB support ART-1 then fire 14MRB support ART-1 at 685-I no advance"
    laid = fight(units, first, ("german", "hold"), dice=[6])
    rule, why, _ = no(laid, "soviet", "prep 0819 by 421RR support ART-1")
    assert (rule, why) == ("7.6.res.2", "ART-1 has already supported or attacked in this phase")
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "7.6.res.2")
    assert laid.verdict("soviet", "prep 0819 by 421RR support ART-1") == ("done", "")


@pytest.mark.rule("7.6.res.2", "3.1.diff.4")
def test_artillery_that_supported_an_attack_makes_none_in_the_same_phase() -> None:
    quiet = ("german", "hold"), ("soviet", "hold")
    guns = {"421RR": NORTH, "685-I": HEX, "634RR": EAST, "ART-1": "0916", "Wst-1": "0915"}
    laid = fight(guns, f"prep {HEX} by 421RR support ART-1", *quiet)
    assert no(laid, "soviet", "prep 0915 by ART-1, 634RR")[0] == "7.6.res.2"
    assert not [line for line in laid.state.waiting()[0].answers if "by ART-1" in line]
    german = {"15-I": NORTH, "421RR": HEX, "119-I": "0916", "634RR": "0915 2"}
    laid = fight(german, f"hasty {HEX} by 15-I support 119-I", ("soviet", "hold"), ("german", "hold"),
                 segment="GER.MOVE")  # fmt: skip
    assert no(laid, "german", "hasty 0915 by 119-I")[0] == "7.6.res.2"


@pytest.mark.rule("7.6.res.4")
def test_artillery_in_an_enemy_zone_does_not_fire_at_a_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = table({**PAIR, "ART-1": "0917", "15-I": "0916"})
    assert no(laid, "soviet", f"prep {HEX} by 421RR support ART-1")[0] == "7.6.res.4"
    weak = table({**PAIR, "ART-1": "0917", "15-I": "0916 2"})
    assert weak.verdict("soviet", f"prep {HEX} by 421RR support ART-1")[0] == "done"
    near = table({**PAIR, "ART-1": EAST})
    assert no(near, "soviet", f"prep {HEX} by 421RR support ART-1")[0] == "7.6.sup.1", "it may attack"
    monkeypatch.setattr(r07_attack, "switched_on", lambda item: item != "7.6.res.4")
    assert laid.verdict("soviet", f"prep {HEX} by 421RR support ART-1")[0] == "done"


@pytest.mark.rule("3.2.diff.2", "3.1.diff.2")
def test_hasty_attacks_of_the_soviets_have_no_artillery_and_those_of_the_germans_have() -> None:
    units = {"15-I": HEX, "421RR": NORTH, "ART-1": "0915", "336-A1": "0922"}
    assert (
        no(table(units, segment="SOV.MOVE"), "soviet", f"hasty {HEX} by 421RR support ART-1")[0]
        == "3.2.diff.2"
    )
    laid = table(units, segment="GER.MOVE")
    assert laid.verdict("german", f"hasty {NORTH} by 15-I support 336-A1")[0] == "done"
    assert laid.found("AttackAnnounced")[0]["support"] == ("336-A1",)


@pytest.mark.rule("7.gen.1", "7.gen.5", "3.2.hasty.1")
def test_a_hasty_attack_fires_as_a_prepared_one_does() -> None:
    units, fire = {"685-I": HEX, "421RR": NORTH}, "then fire 421RR at 685-I no advance"
    prepared = fight(units, f"prep {HEX} by 421RR {fire}", ("german", "hold"), dice=[4])
    hasty = fight(units, f"hasty {HEX} by 421RR {fire}", ("german", "hold"), segment="SOV.MOVE", dice=[4])
    assert told(prepared) == told(hasty) == [(("421RR",), "685-I", 6, "5-7", "1-0")]


@pytest.mark.rule("3.1.prep.4", "3.1.diff.4")
def test_who_attacks_prepared_is_flipped_and_so_is_its_artillery() -> None:
    laid = fight({**PAIR, "ART-1": "0917"}, f"prep {HEX} by 421RR support ART-1")
    assert flags(laid, "421RR") == flags(laid, "ART-1") == {"prepared"}
    assert flags(laid, "14MRB") == set()


@pytest.mark.rule("7.2.fire.1")
def test_nobody_is_named_twice_in_an_attack() -> None:
    laid = table({**PAIR, "ART-1": "0917"})
    (ruling,) = laid.order("soviet", f"prep {HEX} by 421RR support ART-1, ART-1")
    assert ruling.verdict == "done", "a name that stands twice counts once"
    assert laid.found("AttackAnnounced")[0]["support"] == ("ART-1",)


@pytest.mark.rule("7.6.sup.1", "7.6.sup.5")
def test_for_artillery_among_the_attackers_its_support_is_offered() -> None:
    laid = table({**PAIR, "ART-1": "0917", "ART-2": "0917"})
    why, legal = no(laid, "soviet", f"prep {HEX} by 421RR, ART-1")[1:]
    assert "ART-1 was not adjacent" in why
    assert f"prep {HEX} by 421RR support ART-1" in legal
    fires = "then fire 421RR support ART-1 at 685-I"
    legal = no(laid, "soviet", f"prep {HEX} by ART-2, 421RR support ART-1 {fires}")[2]
    assert f"prep {HEX} by 421RR support ART-1, ART-2 {fires}" in legal


@pytest.mark.rule("3.2.hasty.1", "4.mov.6")
def test_for_a_move_into_enemies_a_hasty_attack_is_offered() -> None:
    laid = table({"685-I": HEX, "421RR": NORTH, "14MRB": "0917"}, segment="SOV.MOVE")
    assert no(laid, "soviet", f"move 421RR to {HEX}")[2][0] == f"hasty {HEX} by 421RR"
    assert f"move 14MRB to {EAST} hasty {HEX}" in no(laid, "soviet", f"move 14MRB to {HEX}")[2]


@pytest.mark.rule("7.1.C.2", "7.6.sup.5")
@pytest.mark.parametrize(
    ("fires", "number", "instead"),
    [
        ("then fire 421RR, 634RR at 685-I", "7.who.1", "then fire 421RR at 685-I"),
        ("then fire 421RR support ART-2 at 685-I", "7.6.sup.5", "then fire 421RR at 685-I"),
        ("then fire 421RR at 685-II", "7.who.4", ""),
        ("then fire 421RR at 685-I fire 421RR at 685-I", "7.2.fire.1", "then fire 421RR at 685-I"),
    ],
)
def test_fires_of_an_attack_are_judged_with_it(fires: str, number: str, instead: str) -> None:
    units = {**PAIR, "634RR": "0917", "ART-1": "0917", "ART-2": "0917", "685-II": "0820"}
    head = f"prep {HEX} by 421RR support ART-1"
    rule, _, legal = no(table(units), "soviet", f"{head} {fires}")
    assert rule == number
    assert f"{head} {instead}".strip() in legal
    for line in legal:
        (ruling,) = table(units).order("soviet", line)
        assert ruling.verdict == "done", line
    hasty = table(units, segment="SOV.MOVE")
    assert no(hasty, "soviet", f"hasty {HEX} by 421RR {fires}")[0] in {number, "7.6.sup.5"}


@pytest.mark.rule("7.1.C.2", "3.2.hasty.3")
def test_nobody_moves_to_a_hasty_attack_whose_fires_are_refused() -> None:
    laid = table({"685-I": HEX, "14MRB": "1119"}, segment="SOV.MOVE")
    move = f"move 14MRB to {EAST} hasty {HEX}"
    assert laid.verdict("soviet", f"{move} then fire 14MRB, 421RR at 685-I")[0] == "refused"
    assert laid.at("14MRB") == "1119"
    assert laid.verdict("soviet", f"{move} then fire 14MRB at 685-I")[0] == "done"


@pytest.mark.rule("7.6.sup.6", "7.1.C.2")
def test_artillery_among_those_who_fire_supports_them_as_in_the_fire_itself() -> None:
    laid = table({**PAIR, "ART-1": "0917"})
    order = f"prep {HEX} by 421RR, 14MRB support ART-1 then fire 421RR, ART-1 at 685-I"
    (ruling,) = laid.order("soviet", order)
    assert ruling.verdict == "done"
