"""Combats: who attacks whom, the two card windows, the die, the advance, standing orders."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from adjudicator.play import Play
from adjudicator.rulings import Unreadable
from adjudicator.waiting_lines import Line
from tests.tabletop import Tabletop

from .fights import HEX, asked, battle, fight, no, odds, offered, table
from .moves import spread, wall

NORTH, EAST, SOUTH = "1918", "2018", "1920"
TANK, GRENADIERS, OTHERS = "I-11 Pz", "II-114 PzG", "I-4 PzG"
RIFLES = "302-1"
PLAIN = {TANK: NORTH, GRENADIERS: NORTH, RIFLES: HEX}
ATTACK = f"attack {HEX} with {TANK}, {GRENADIERS}"
ASK = {"axis": (), "soviet": ()}
"""No standing orders."""
SOVIET_PASSES = {"soviet": ("if asked window then pass",)}


# -- who attacks whom --------------------------------------------------------------------------------------


@pytest.mark.rule("D.combat.1")
def test_nobody_has_to_attack() -> None:
    laid = table(PLAIN)
    assert asked(laid) == ("axis", "attack")
    assert laid.verdict("axis", "end combat") == ("done", "")
    assert asked(laid) == ("soviet", "play")
    assert "OddsResolved" not in laid.kinds()


@pytest.mark.rule("D.combat.1")
def test_where_nothing_can_be_attacked_nobody_is_asked() -> None:
    assert asked(table({TANK: "1916", RIFLES: HEX})) == ("soviet", "play")


@pytest.mark.rule("D.combat.1", "D.combat.4")
def test_an_attack_that_nobody_can_make_is_refused_and_the_segment_goes_on() -> None:
    laid = table({TANK: "1916", RIFLES: HEX}, segment="ACTIVATE", checked={})
    rulings = laid.order("axis", f"done\nattack {HEX} with {TANK}")
    assert [(one.verdict, one.rule) for one in rulings] == [("done", ""), ("refused", "D.combat.4")]
    assert asked(laid) == ("soviet", "play")


@pytest.mark.rule("D.combat.6")
@pytest.mark.rule("D.crt.cols")
def test_a_rehearsal_and_an_answer_tell_the_odds_of_a_combat() -> None:
    laid = fight({"I-11 Pz": "3821", "302-1": "3921"}, "attack 3921 with I-11 Pz", dice=[3])
    assert "Attack on 3921: 6 to 2, column 4:1, die 3: DR." in laid.said()


def test_a_dry_run_foretells_an_attack_and_nothing_else() -> None:
    laid = table(PLAIN)
    read = laid.game.grammar("axis").read
    told = laid.game.choices.foretell(laid.state, read(ATTACK))
    assert told == (
        "10 to 2, column 7:1 (1 column right: Tank Bonus; 1 column right: Combined Arms Bonus of the "
        "attackers): die 1-2: 1DR, 3-4: 2DR, 5-6: 3DR"
    )
    assert laid.game.choices.foretell(laid.state, read("end combat")) == ""


@pytest.mark.rule("D.combat.5", "D.combat.6")
@pytest.mark.parametrize(
    ("cards", "yak9", "left"),
    [
        ("STUKA-1", {"1818": "fresh"}, "STUKA-1 cannot be played: a Yak-9 marker is in 1818"),
        (
            "STUKA-1, STUKA-2",
            {},
            "STUKA-2 cannot be played: STUKA-1 modifies the die already; one card of each side may",
        ),
        ("ENGR-1", {}, "ENGR-1 cannot be played: terrain does not modify the die"),
        ("PAK88-1", {}, "PAK88-1 cannot be played: you do not defend"),
        ("ARTY-1, ARTY-1", {}, ""),
        ("ARTY-1, STUKA-1", {}, ""),
    ],
)
def test_a_dry_run_counts_those_cards_of_an_attack_that_would_be_played(
    cards: str, yak9: dict[str, str], left: str
) -> None:
    hand = ("STUKA-1", "STUKA-2", "ENGR-1", "PAK88-1", "ARTY-1", "ARTY-2")
    line = f"attack {HEX} with {OTHERS} card {cards}"
    laid = table({OTHERS: NORTH, RIFLES: HEX}, hands={"axis": hand}, facts={"yak9": yak9}, dice=[4])
    told = laid.game.choices.foretell(laid.state, laid.game.grammar("axis").read(line))
    assert told.endswith(left)
    laid.order("axis", line)
    column, sum_of = battle(laid)["column"], sum(one["value"] for one in battle(laid)["drms"])
    odds_told = f"3 to 2, column {column}{f', die {sum_of:+}' if sum_of else ''}"
    assert re.split(r" \(|: die", told)[0] == odds_told
    assert told.count(" right: Artillery") == cards.count("ARTY")


@pytest.mark.rule("D.combat.2")
def test_the_next_attack_is_named_when_the_result_of_the_first_is_known() -> None:
    units = {OTHERS: NORTH, "II-4 PzG": "2120", RIFLES: HEX, "302-2": "2020"}
    laid = fight(units, f"attack {HEX} with {OTHERS}", dice=[4, 4])
    assert offered(laid) == {"attack 2020 with II-4 PzG", "end combat"}
    laid.order("axis", "attack 2020 with II-4 PzG")
    assert [one["space"] for one in laid.found("OddsResolved")] == [HEX, "2020"]


@pytest.mark.rule("D.combat.1")
def test_of_many_attacks_twelve_are_offered() -> None:
    rifles = {unit: at.replace("35", "32") for unit, at in wall().items()}
    laid = table({**spread(), **rifles})
    assert len(offered(laid)) == 12 + len(["end combat"])


@pytest.mark.rule("D.combat.2")
def test_one_sheet_may_hold_several_attacks() -> None:
    units = {OTHERS: NORTH, "II-4 PzG": "2120", RIFLES: HEX, "302-2": "2020"}
    laid = table(units, dice=[4, 4])
    laid.order("axis", f"attack 2020 with II-4 PzG\nattack {HEX} with {OTHERS}\nend combat")
    assert [one["space"] for one in laid.found("OddsResolved")] == ["2020", HEX]
    assert asked(laid) == ("soviet", "play")


@pytest.mark.rule("D.combat.4")
def test_only_active_units_next_to_the_hex_attack_and_no_hq() -> None:
    units = {**PLAIN, OTHERS: NORTH, "II-4 PzG": "1916", "HQ 6 Pz": EAST}
    laid = table(units, active=(TANK, GRENADIERS, "II-4 PzG", "HQ 6 Pz"))
    rule, why, legal = no(laid, "axis", f"attack {HEX} with {TANK}, {OTHERS}")
    assert (rule, why) == ("D.combat.4", f"{OTHERS} is not activated in this segment")
    assert set(legal) >= {f"attack {HEX} with {TANK}, {GRENADIERS}", f"attack {HEX} with {TANK}"}
    assert no(laid, "axis", f"attack {HEX} with II-4 PzG")[:2] == (
        "D.combat.4",
        f"II-4 PzG is not adjacent to {HEX}",
    )
    assert no(laid, "axis", f"attack {HEX} with HQ 6 Pz")[0] == "D.combat.4"
    assert no(laid, "axis", f"attack {HEX} with {RIFLES}")[0] == "D.combat.4"


@pytest.mark.rule("D.combat.3")
def test_a_hex_without_enemy_combat_units_is_not_attacked() -> None:
    laid = table({**PLAIN, "HQ 51st Army": "1917"})
    assert no(laid, "axis", f"attack 1917 with {TANK}")[0] == "D.combat.3"
    assert no(laid, "axis", f"attack {EAST} with {TANK}")[0] == "D.combat.3"


@pytest.mark.rule("D.combat.1", "D.combat.13")
def test_a_unit_fights_once_in_a_segment_and_another_may_attack_the_hex_again() -> None:
    laid = fight({**PLAIN, OTHERS: EAST, TANK: "2019"}, f"attack {HEX} with {GRENADIERS}", dice=[3, 3])
    assert battle(laid)["result"] == "-"
    rule, why, legal = no(laid, "axis", f"attack {HEX} with {GRENADIERS}")
    assert (rule, why) == ("D.combat.13", f"{GRENADIERS} has already been in a combat in this segment")
    assert legal == (f"attack {HEX} with {TANK}, {OTHERS}", "end combat")
    assert asked(laid) == ("axis", "attack")
    laid.order("axis", f"attack {HEX} with {OTHERS}")
    assert len(laid.found("OddsResolved")) == 2


@pytest.mark.rule("D.tec.river.1")
def test_tanks_do_not_attack_across_an_unbridged_river_and_infantry_does() -> None:
    laid = table({TANK: "2222", OTHERS: "2222", "36 Mech": "2223"}, dice=[4])
    rule, why, legal = no(laid, "axis", f"attack 2223 with {TANK}, {OTHERS}")
    assert (rule, why) == ("D.tec.river.1", f"{TANK} may not attack across an unbridged river hexside")
    assert legal == (f"attack 2223 with {OTHERS}", "end combat")


@pytest.mark.rule("D.combat.14", "D.tec.bridge")
def test_a_hex_that_no_zone_reaches_is_attacked_over_a_bridge() -> None:
    laid = table({TANK: "2221", "36 Mech": "2321"})
    assert offered(laid) == {f"attack 2321 with {TANK}", "end combat"}


@pytest.mark.rule("D.combat.7", "D.crt.clamp")
def test_a_die_below_one_reads_as_one() -> None:
    laid = fight(
        {OTHERS: "1422", "II-4 PzG": "1422", "36 Mech": "1522"},
        f"attack 1522 with {OTHERS}, II-4 PzG",
        dice=[1],
    )
    assert odds(laid) == (6, 4, "1.5:1", -1, "1A")


# -- windows -----------------------------------------------------------------------------------------------


def windowed(hands: dict[str, Sequence[str]], dice: Sequence[int] = (4,), **more: object) -> Tabletop:
    """An attack, and nobody has answered its first window."""
    return fight(PLAIN, ATTACK, hands=hands, dice=dice, standing=ASK, **more)


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_both_are_asked_before_the_die_and_after_it() -> None:
    laid = windowed({})
    assert [(one.player, one.rule) for one in laid.state.waiting()] == [
        ("axis", "D.combat.5"),
        ("soviet", "D.combat.5"),
    ]
    assert "OddsResolved" not in laid.kinds()
    laid.order("axis", "pass")
    assert "OddsResolved" not in laid.kinds()
    laid.order("soviet", "pass")
    assert battle(laid)["die"] == 4
    assert {one.rule for one in laid.state.waiting()} == {"D.combat.8"}
    assert {"StepLost", "UnitMoved"}.isdisjoint(laid.kinds())


@pytest.mark.rule("D.combat.5")
def test_the_question_is_the_same_for_every_hand() -> None:
    hands: tuple[dict[str, Sequence[str]], ...] = (
        {},
        {"soviet": ("AMBUSH-1", "REPLV-1")},
        {"axis": ("ARTY-1",), "soviet": ("SECONDV-1",)},
    )
    asked_ = [[one.pack() for one in windowed(hand).state.decisions] for hand in hands]
    assert asked_[0] == asked_[1] == asked_[2]


@pytest.mark.rule("D.combat.5", "D.combat.6", "D.comp.cards")
def test_a_card_before_the_die_counts_and_lies_open_then() -> None:
    laid = windowed({"axis": ("ARTY-1",)})
    laid.order("axis", "card ARTY-1")
    laid.order("soviet", "pass")
    assert laid.state.cups["axis-combat-discards"] == ("ARTY-1",)
    assert {one.rule for one in laid.state.waiting()} == {"D.combat.5"}
    laid.order("axis", "pass")
    laid.order("soviet", "pass")
    assert [(one["rule"], one["reason"]) for one in battle(laid)["shifts"]][-1] == ("D.combat.6", "Artillery")
    assert battle(laid)["column"] == "7:1"


@pytest.mark.rule("D.comp.cards")
def test_a_card_named_twice_is_two_copies_of_it() -> None:
    laid = fight(PLAIN, f"{ATTACK} card ARTY, ARTY", dice=[2], hands={"axis": ("ARTY-1", "ARTY-2")})
    assert laid.state.cups["axis-combat-discards"] == ("ARTY-1", "ARTY-2")


@pytest.mark.rule("D.combat.5")
def test_pass_after_a_refused_card_answers_the_window_and_ends_nothing_that_waits() -> None:
    laid = windowed({"axis": ("ARTY-1", "SECONDW-1")})
    laid.order("axis", "card SECONDW-1\nattack 2413 with II-11 Pz\nend combat")
    (ruling,) = laid.order("axis", "pass")
    assert ruling.verdict == "done" and {one.player for one in laid.state.waiting()} == {"soviet"}
    assert [line["text"] for line in laid.state.kept["axis"]] == ["attack 2413 with II-11 Pz", "end combat"]


@pytest.mark.rule("D.combat.5")
@pytest.mark.parametrize("sheet", ["pass", "pass combat", "pass\nas is"])
def test_pass_answers_the_window_though_a_line_for_something_else_is_on_hold(sheet: str) -> None:
    laid = windowed({"axis": ("ARTY-1",)})
    texts = enumerate(("stay II-11 Pz", "attack 2413 with II-11 Pz", "end combat"), 1)
    orders, _ = laid.game.grammar("axis").sheet(texts, 1)
    lines = (Line(one, 1, "refused" if one.verb == "stay" else "") for one in orders)
    laid.play = Play(laid.state.but(kept={"axis": tuple(one.pack() for one in lines)}), laid.play.chance)
    ruling = laid.order("axis", sheet)[0]
    assert ruling.verdict == "done" and {one.player for one in laid.state.waiting()} == {"soviet"}
    held = [line["text"] for line in laid.state.kept["axis"] if not line["bad"]]
    assert held == ["attack 2413 with II-11 Pz", "end combat"]


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_a_card_of_the_other_window_is_refused_and_stays_in_the_hand() -> None:
    laid = windowed({"axis": ("ARTY-1", "SECONDW-1", "AX6PZ-3")})
    rule, _, legal = no(laid, "axis", "card SECONDW-1")
    assert (rule, legal) == ("D.combat.8", ("card ARTY-1",))
    assert no(laid, "axis", "card AX6PZ-3")[0] == "D.comp.cards"
    laid.order("axis", "pass")
    laid.order("soviet", "pass")
    rule, _, legal = no(laid, "axis", "card ARTY-1")
    assert (rule, legal) == ("D.combat.5", ("card SECONDW-1",))
    assert set(laid.state.hands["axis"]) >= {"ARTY-1", "SECONDW-1"}


@pytest.mark.rule("D.combat.5", "D.combat.6", "D.combat.7", "D.combat.8")
def test_both_read_who_fights_whom_at_what_odds_before_they_play_a_card() -> None:
    units = {"I-11 Pz": NORTH, "II-114 PzG": NORTH, RIFLES: HEX}
    laid = fight(units, f"attack {HEX} with I-11 Pz, II-114 PzG", dice=[2], standing={})
    asked_ = {decision.question for decision in laid.state.waiting()}
    before = (
        f"I-11 Pz, II-114 PzG attack 302-1 in {HEX} at 10 to 2, column 7:1 (1 column right: Tank Bonus; 1 "
        "column right: Combined Arms Bonus of the attackers). You may play a card before the die roll."
    )
    (question,) = asked_
    assert question.startswith(before)
    for side in ("axis", "soviet"):
        laid.order(side, "pass")
    (question,) = {decision.question for decision in laid.state.waiting()}
    assert "do you play a card after the die (7:1, modified die 2: 1DR)?" in question


@pytest.mark.rule("D.combat.7", "D.combat.8", "D.crt.note.R")
def test_second_wind_rolls_again_before_the_outcome_is_read() -> None:
    laid = fight(
        {OTHERS: NORTH, RIFLES: HEX},
        f"attack {HEX} with {OTHERS}",
        hands={"axis": ("SECONDW-1",)},
        dice=[1, 5],
        standing=SOVIET_PASSES,
    )
    laid.order("axis", "pass")
    assert battle(laid)["result"] == "1A"
    laid.order("axis", "card SECONDW-1")
    laid.order("axis", "pass")
    assert [one["result"] for one in laid.found("OddsResolved")] == ["1A", "DR"]
    assert laid.steps(OTHERS) == 2
    assert laid.at(RIFLES) != HEX


@pytest.mark.rule("D.combat.5", "D.combat.3")
def test_cards_that_the_attack_names_are_played_by_it() -> None:
    laid = fight(
        PLAIN, f"{ATTACK} card ARTY-1", hands={"axis": ("ARTY-1",)}, dice=[4], standing=SOVIET_PASSES
    )
    assert laid.state.cups["axis-combat-discards"] == ("ARTY-1",)
    assert asked(laid) == ("axis", "window")
    held = table(PLAIN, hands={"axis": ("SNOWX-1",)})
    assert no(held, "axis", f"{ATTACK} card ARTY-1")[0] == "D.comp.cards"
    assert no(held, "axis", f"{ATTACK} card SNOWX-1")[0] == "D.combat.5"


@pytest.mark.rule("D.combat.5")
def test_the_defender_does_not_see_which_cards_an_attack_names() -> None:
    laid = fight(PLAIN, f"{ATTACK} card ARTY-1", hands={"axis": ("ARTY-1",)}, dice=[4], standing=ASK)
    assert [one.player for one in laid.state.waiting()] == ["soviet"]
    seen = laid.game.view(laid.state, "soviet")
    assert "ARTY-1" not in str(seen.frames) + str(seen.sealed) + str(seen.hands)
    assert not any("ARTY-1" in str(event.facts()) for event in laid.events if event.seen_by("soviet"))


@pytest.mark.rule("D.combat.5")
def test_standing_orders_answer_windows() -> None:
    lines = ("if asked window 1 hex=1919 and ratio>=3 then card AMBUSH-1", "if asked window then pass")
    laid = fight(
        PLAIN,
        ATTACK,
        hands={"soviet": ("AMBUSH-1",)},
        dice=[4],
        standing={"soviet": lines, "axis": ("if asked window then pass",)},
    )
    assert laid.state.cups["soviet-combat-discards"] == ("AMBUSH-1",)
    assert [one["rule"] for one in battle(laid)["shifts"]] == ["D.mod.ca.1"]
    assert any("AMBUSH-1" in line for line in laid.said())
    weak = fight(
        {OTHERS: NORTH, RIFLES: HEX},
        f"attack {HEX} with {OTHERS}",
        hands={"soviet": ("AMBUSH-1",)},
        dice=[4],
        standing={"soviet": lines, "axis": ("if asked window then pass",)},
    )
    assert weak.state.cups["soviet-combat-discards"] == ()


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "stand card AMBUSH-1 window W1 when hex=2020 and ratio>=2",
            "if asked window 1 hex=2020 and ratio>=2 then card AMBUSH-1",
        ),
        ("stand loss priority 302-2, 302-1", "if asked loss then 302-2, 302-1"),
        ("stand retreat prefer 3814, 3914", "if asked retreat then 3814, 3914"),
        ("stand adhoc adjacent 3914", "if asked adhoc then 3914"),
        ("if asked window die<=2 then card SECONDW-1", "if asked window die<=2 then card SECONDW-1"),
    ],
)
def test_standing_orders_as_the_notes_write_them(said: str, kept: str) -> None:
    assert table(PLAIN).game.standing.read(said) == kept


@pytest.mark.rule("D.combat.7", "D.combat.8")
@pytest.mark.parametrize(("when", "dice"), [("die<=1", (1, 4)), ("die<=1", (2,)), ("final<=2", (2, 4))])
def test_a_standing_order_asks_for_the_die_that_was_rolled(when: str, dice: tuple[int, ...]) -> None:
    lines = (f"if asked window 2 {when} then card SECONDW-1", "if asked window then pass")
    laid = fight(
        {OTHERS: NORTH, RIFLES: HEX}, f"attack {HEX} with {OTHERS}", hands={"axis": ("SECONDW-1",)},
        dice=dice, standing={"axis": lines, **SOVIET_PASSES},
    )  # fmt: skip
    assert tuple(one["die"] for one in laid.found("OddsResolved")) == dice


def test_a_standing_order_for_a_card_there_is_not_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        table(PLAIN).game.standing.read("if asked window then card BOMB-1")


def test_standing_orders_for_losses_and_retreats() -> None:
    units = {"I-4 PzG": "2020", "II-4 PzG": "2020", "36 Mech": "1920", "59 Mech": "1920", "60 Mech": "1921"}
    passes = "if asked window then pass"
    laid = fight(
        units,
        "attack 2020 with 36 Mech, 59 Mech, 60 Mech",
        side="soviet",
        dice=[6],
        standing={
            "soviet": (passes,),
            "axis": (passes, "if asked loss then II-4 PzG", "if asked retreat then 2121"),
        },
    )
    assert (laid.steps("I-4 PzG"), laid.steps("II-4 PzG")) == (2, 1)
    assert (laid.at("I-4 PzG"), laid.at("II-4 PzG")) == ("2121", "2121")


# -- the outcome -------------------------------------------------------------------------------------------


@pytest.mark.rule("D.combat.9", "D.combat.11", "D.combat.12")
def test_steps_then_the_retreat_then_tanks_advance() -> None:
    laid = fight(PLAIN, ATTACK, dice=[2])
    assert battle(laid)["result"] == "1DR"
    assert asked(laid) == ("axis", "advance")
    assert offered(laid) == {f"advance {TANK}", "no advance"}
    rule, _, legal = no(laid, "axis", f"advance {TANK}, {GRENADIERS}")
    assert (rule, set(legal)) == ("D.combat.11", offered(laid))
    laid.order("axis", "advance all")
    assert (laid.at(TANK), laid.at(GRENADIERS)) == (HEX, NORTH)
    order = [kind for kind in laid.kinds() if kind in {"OddsResolved", "StepLost", "UnitMoved"}]
    assert order == ["OddsResolved", "StepLost", "UnitMoved", "UnitMoved"]
    assert [one["how"] for one in laid.found("UnitMoved")] == ["retreat", "advance"]
    stays = fight(PLAIN, ATTACK, ("axis", "no advance"), dice=[2])
    assert (stays.at(TANK), asked(stays)) == (NORTH, ("soviet", "play")), "the next segment has begun"


@pytest.mark.rule("D.combat.11")
def test_without_tanks_nobody_advances() -> None:
    laid = fight({GRENADIERS: NORTH, RIFLES: HEX}, f"attack {HEX} with {GRENADIERS}", dice=[5])
    assert battle(laid)["result"] == "DR"
    assert asked(laid) == ("soviet", "play")


@pytest.mark.rule("D.combat.12", "D.stack.5")
def test_an_advance_keeps_to_stacking_and_to_who_attacked() -> None:
    units = {TANK: NORTH, "II-11 Pz": EAST, "201 Pz": "2019", "13 Tk R": HEX, "I-39 Pz": "2019"}
    laid = fight(units, f"attack {HEX} with {TANK}, II-11 Pz, 201 Pz", dice=[4])
    assert len(offered(laid)) == len(["no advance"]) + 3 + 3  # single ones, and pairs
    assert no(laid, "axis", f"advance {TANK}, II-11 Pz, 201 Pz")[0] == "D.stack.1"
    assert no(laid, "axis", "advance I-39 Pz")[0] == "D.combat.12"
    laid.order("axis", f"advance {TANK}, II-11 Pz")
    assert (laid.at(TANK), laid.at("II-11 Pz"), laid.at("201 Pz")) == (HEX, HEX, "2019")


@pytest.mark.rule("D.combat.12", "D.hq.1", "D.hq.2")
def test_an_advance_overruns_an_hq_that_is_left_alone() -> None:
    units = {TANK: NORTH, "II-11 Pz": NORTH, "13 Tk R": HEX, "HQ 51st Army": HEX}
    laid = fight(units, f"attack {HEX} with {TANK}, II-11 Pz", ("axis", f"advance {TANK}"), dice=[4])
    assert laid.at("13 Tk R") == "eliminated"
    assert (laid.at("HQ 51st Army"), laid.at(TANK)) == (HEX, HEX)
    assert "overrun" in laid.state.units["HQ 51st Army"].flags


@pytest.mark.rule("D.combat.12", "D.hq.9")
def test_two_tanks_advance_around_the_relocation_of_an_hq() -> None:
    units = {"85 Tk": SOUTH, "254 Tk": SOUTH, "6 Kradsch": HEX, "HQ 6 Pz": HEX, TANK: "3205"}
    laid = fight(
        units,
        f"attack {HEX} with 85 Tk, 254 Tk",
        ("soviet", "advance 85 Tk, 254 Tk"),
        side="soviet",
        dice=[4],
    )
    assert asked(laid) == ("axis", "relocate")
    laid.order("axis", sorted(offered(laid))[0])
    assert (laid.at("85 Tk"), laid.at("254 Tk")) == (HEX, HEX)
