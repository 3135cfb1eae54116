"""Combat Cards: when each may be played, and what it does."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.combat import cards_combat
from adjudicator.games.donnerschlag.combat.cards_combat import ANYTIME, CONDITIONS
from adjudicator.rulings import Refused
from adjudicator.state import Json
from counters.roster.load import load_roster
from tests.tabletop import Tabletop

from .fights import HEX, asked, battle, fight, no, offered, reasons, table

NORTH, SOUTH = "1918", "1920"
AXIS_ATTACKS = {"I-11 Pz": NORTH, "II-114 PzG": NORTH, "302-1": HEX}
SOVIETS_ATTACK = {"85 Tk": SOUTH, "36 Mech": SOUTH, "2 Inf-1": HEX, "I-4 PzG": HEX}
ORDERS = {
    "axis": f"attack {HEX} with I-11 Pz, II-114 PzG",
    "soviet": f"attack {HEX} with 85 Tk, 36 Mech",
}
PASS = "if asked window then pass"


def window(
    side: str,
    card: str,
    *,
    attacker: str = "",
    dice: tuple[int, ...] = (4,),
    units: dict[str, str] | None = None,
    **facts: Json,
) -> Tabletop:
    """A combat of the attacker, in whose first window `side` holds a card and its enemy passes."""
    attacker, enemy = attacker or side, "soviet" if side == "axis" else "axis"
    laid = units or (AXIS_ATTACKS if attacker == "axis" else SOVIETS_ATTACK)
    return fight(
        laid,
        ORDERS[attacker],
        side=attacker,
        hands={side: (card,)},
        dice=dice,
        standing={enemy: (PASS,)},
        facts=facts,
    )


def after(side: str, card: str, **more: Json) -> Tabletop:
    """The same in the second window."""
    laid = window(side, card, **more)
    laid.order(side, "pass")
    return laid


@pytest.mark.rule("D.combat.5")
def test_a_page_offers_the_cards_of_an_attacker_that_count_before_the_die() -> None:
    hand = ("STUKA-1", "PAK88-1", "ALARM-1", "ELASTIC-1", "SECONDW-1")
    laid = table(AXIS_ATTACKS, hands={"axis": hand})
    assert [*cards_combat.supports(laid.state, "axis")] == [" card STUKA-1"]


def played(laid: Tabletop, side: str, line: str) -> Tabletop:
    """The card is played, and nothing more."""
    (ruling,) = laid.order(side, line)
    assert ruling.verdict == "done", ruling
    while asked(laid) == (side, "window"):
        laid.order(side, "pass")
    return laid


@pytest.mark.rule("D.comp.cards")
def test_every_combat_card_does_something() -> None:
    codes = {
        card.traits["code"]
        for card in load_roster("donnerschlag").cards.values()
        if card.traits["type"] == "combat"
    }
    assert codes == {*ANYTIME, *CONDITIONS}


@pytest.mark.rule("D.comp.cards")
@pytest.mark.parametrize("name", ["SWT40-1", "DEADBOLT-1", "NAVAL-1", "GUARD-1", "SNOWX-1", "YAK9-1"])
def test_the_cards_of_the_rulebook_are_known(name: str) -> None:
    grammar = table(AXIS_ATTACKS).game.grammar("axis")
    assert grammar.read(f"card {name}").args["card"] == name


# -- before the die ------------------------------------------------------------------------------------------


@pytest.mark.rule("D.combat.5", "D.combat.6")
@pytest.mark.parametrize(("side", "card"), [("axis", "ARTY-1"), ("soviet", "KATYUSHA-1")])
def test_artillery_and_katyusha_shift_for_who_attacks(side: str, card: str) -> None:
    assert reasons(played(window(side, card), side, f"card {card}"), "shifts")[-1] == ("D.combat.6", 1)
    enemy = "soviet" if side == "axis" else "axis"
    assert no(window(side, card, attacker=enemy), side, f"card {card}")[:2] == (
        "D.combat.5",
        f"{card} cannot be played: you do not attack",
    )


@pytest.mark.rule("D.combat.7")
@pytest.mark.parametrize(("side", "card"), [("axis", "STUKA-1"), ("soviet", "STURM-1")])
def test_aircraft_add_one_but_not_near_a_yak_9(side: str, card: str) -> None:
    laid = played(window(side, card), side, f"card {card}")
    assert (battle(laid)["drm"], battle(laid)["final"]) == (1, 5)
    near = window(side, card, yak9={"1916": "turned"})
    assert no(near, side, f"card {card}")[1].endswith("a Yak-9 marker is in 1916")
    assert battle(played(window(side, card, yak9={"1915": "fresh"}), side, f"card {card}"))["drm"] == 1


@pytest.mark.rule("D.combat.5")
@pytest.mark.parametrize(
    ("named", "yak9"), [("STUKA-1, ARTY-1", {"1916": "fresh"}), ("STUKA-1, STUKA-2, ARTY-1", {})]
)
def test_a_card_that_an_attack_names_and_that_may_not_be_played_bars_none_after_it(
    named: str, yak9: dict[str, str]
) -> None:
    hand = ("STUKA-1", "STUKA-2", "ARTY-1")
    laid = table(AXIS_ATTACKS, hands={"axis": hand}, dice=[4], standing=dict.fromkeys(ORDERS, (PASS,)),
                 facts={"yak9": yak9})  # fmt: skip
    laid.order("axis", f"{ORDERS['axis']} card {named}")
    assert ("D.combat.6", 1) in reasons(laid, "shifts")
    (left,) = laid.found("OrderDropped")
    assert left["text"] == f"card {'STUKA-1' if yak9 else 'STUKA-2'}"
    assert left["text"].removeprefix("card ") in laid.state.hands["axis"]


@pytest.mark.rule("D.combat.5", "D.combat.8")
def test_an_attacker_whose_named_cards_may_not_be_played_is_asked_for_another() -> None:
    laid = table(AXIS_ATTACKS, hands={"axis": ("STUKA-1",)}, standing={"soviet": (PASS,)},
                 facts={"yak9": {"1916": "fresh"}})  # fmt: skip
    laid.order("axis", f"{ORDERS['axis']} card STUKA-1")
    assert asked(laid) == ("axis", "window")


@pytest.mark.rule("D.combat.7", "D.combat.5")
def test_one_card_of_each_side_modifies_the_die() -> None:
    laid = fight(
        AXIS_ATTACKS,
        ORDERS["axis"],
        hands={"axis": ("STUKA-1", "STUKA-2")},
        dice=[4],
        standing={"soviet": (PASS,)},
    )
    laid.order("axis", "card STUKA-1")
    assert no(laid, "axis", "card STUKA-2")[1].startswith(
        "STUKA-2 cannot be played: STUKA-1 modifies the die already"
    )


@pytest.mark.rule("D.combat.5", "D.mod.tank.1")
@pytest.mark.parametrize(
    ("side", "card", "attacker"), [("axis", "PAK88-1", "soviet"), ("soviet", "AMBUSH-1", "axis")]
)
def test_guns_and_ambushes_take_the_tank_bonus(side: str, card: str, attacker: str) -> None:
    laid = played(window(side, card, attacker=attacker), side, f"card {card}")
    assert "D.mod.tank.1" not in dict(reasons(laid, "shifts"))
    assert no(window(side, card), side, f"card {card}")[1].endswith("you do not defend")


@pytest.mark.rule("D.combat.5")
def test_an_ambush_without_tanks_to_ambush_is_refused() -> None:
    units = {"I-11 Pz": f"{NORTH} full out-of-supply", "II-114 PzG": NORTH, "302-1": HEX}
    assert no(window("soviet", "AMBUSH-1", attacker="axis", units=units), "soviet", "card AMBUSH-1")[
        1
    ].endswith("the attackers have no Tank Bonus")


@pytest.mark.rule("D.combat.7")
def test_engineers_leave_out_one_modifier_of_terrain_the_greater() -> None:
    units = {"I-4 PzG": "1422", "302-1": "1522"}
    laid = fight(
        units, "attack 1522 with I-4 PzG", hands={"axis": ("ENGR-1",)}, dice=[4], standing={"soviet": (PASS,)}
    )
    assert battle(played(laid, "axis", "card ENGR-1"))["final"] == 4
    both = fight(
        {"I-4 PzG": "2013", "302-1": "2113"},
        "attack 2113 with I-4 PzG",
        hands={"axis": ("ENGR-1",)},
        dice=[4],
        standing={"soviet": (PASS,)},
    )
    assert battle(played(both, "axis", "card ENGR-1"))["final"] == 3
    town = fight(
        {"I-4 PzG": "1110", "302-1": "1111"},
        "attack 1111 with I-4 PzG",
        hands={"axis": ("ENGR-1",)},
        dice=[6],
        standing={"soviet": (PASS,)},
    )
    assert reasons(played(town, "axis", "card ENGR-1"), "drms") == [("D.tec.river.2", -1)]
    assert no(window("axis", "ENGR-1"), "axis", "card ENGR-1")[1].endswith("terrain does not modify the die")


@pytest.mark.rule("D.combat.6")
def test_swt_40_adds_one_to_infantry_that_defends() -> None:
    laid = played(window("axis", "SWT40-1", attacker="soviet"), "axis", "card SWT40-1")
    assert battle(laid)["defence"] == 6
    motorised = {unit: at for unit, at in SOVIETS_ATTACK.items() if unit != "2 Inf-1"}
    assert no(window("axis", "SWT40-1", attacker="soviet", units=motorised), "axis", "card SWT40-1")[
        1
    ].endswith("none of your defenders is infantry")
    laid = fight(
        {"302-1": SOUTH, "302-2": SOUTH, "85 Tk": SOUTH, "2 Inf-1": HEX},
        f"attack {HEX} with 302-1, 302-2, 85 Tk",
        side="soviet", hands={"axis": ("SWT40-1",)}, dice=(4,), standing={"soviet": (PASS,)},
    )  # fmt: skip
    infantry = battle(played(laid, "axis", "card SWT40-1"))
    assert (infantry["attack"], infantry["defence"]) == (7, 3), "infantry that attacks gets nothing"


@pytest.mark.rule("D.combat.7", "D.combat.5")
def test_deadbolt_position_needs_a_defender_that_has_not_moved() -> None:
    laid = played(
        window("axis", "DEADBOLT-1", attacker="soviet", moved=("2 Inf-1",)), "axis", "card DEADBOLT-1"
    )
    assert battle(laid)["drm"] == -1
    moved = window("axis", "DEADBOLT-1", attacker="soviet", moved=("2 Inf-1", "I-4 PzG"))
    assert no(moved, "axis", "card DEADBOLT-1")[1].endswith("all your defenders have moved this turn")


@pytest.mark.rule("D.combat.5", "D.combat.3", "D.crt.adhoc.place")
@pytest.mark.parametrize("died", [(), ("Alarmgruppe 1",)])
def test_a_unit_placed_this_turn_holds_a_deadbolt_position(died: tuple[str, ...]) -> None:
    """The card asks whether a unit has moved (D-R59); one that a card placed has not, though its counter had
    moved and was lost before."""
    laid = fight(
        {**SOVIETS_ATTACK, "II-4 PzG": NORTH, "Alarmgruppe 1": "axis-ad-hoc"},
        ORDERS["soviet"],
        side="soviet", hands={"axis": ("ALARM-1", "DEADBOLT-1")}, dice=(4,), standing={"soviet": (PASS,)},
        facts={"moved": ("2 Inf-1", "I-4 PzG", *died)},
    )  # fmt: skip
    assert no(laid, "axis", "card DEADBOLT-1")[1].endswith("all your defenders have moved this turn")
    laid.order("axis", f"card ALARM-1 on {HEX}")
    assert battle(played(laid, "axis", "card DEADBOLT-1"))["drm"] == -1


@pytest.mark.rule("D.combat.7", "D.combat.5")
def test_guard_needs_a_unit_of_the_2nd_guards_army() -> None:
    units = {"3 G RD": SOUTH, "36 Mech": SOUTH, "I-4 PzG": HEX}
    laid = fight(
        units,
        f"attack {HEX} with 3 G RD, 36 Mech",
        side="soviet",
        hands={"soviet": ("GUARD-1",)},
        dice=[4],
        standing={"axis": (PASS,)},
    )
    assert battle(played(laid, "soviet", "card GUARD-1"))["drm"] == 1
    assert no(window("soviet", "GUARD-1"), "soviet", "card GUARD-1")[1].endswith(
        "no unit of the 2nd Guards Army attacks"
    )


# -- after the die -------------------------------------------------------------------------------------------


@pytest.mark.rule("D.combat.8", "D.crt.note.num")
def test_deep_defence_saves_a_step() -> None:
    laid = after("soviet", "DEEP-1", attacker="axis", dice=(2,))
    assert battle(laid)["result"] == "1DR"
    played(laid, "soviet", "card DEEP-1")
    assert laid.steps("302-1") == 2
    assert laid.at("302-1") != HEX
    assert [(one["steps"], one["hexes"]) for one in laid.found("ResultEased")] == [(0, 1)]
    two = after("soviet", "DEEP-1", attacker="axis", dice=(5,))
    assert battle(two)["result"] == "3DR"
    played(two, "soviet", "card DEEP-1")
    assert two.found("ResultEased")[0]["steps"] == 2
    units = {"II-114 PzG": NORTH, "302-1": HEX}
    weak = fight(
        units,
        f"attack {HEX} with II-114 PzG",
        ("soviet", "pass"),
        hands={"soviet": ("DEEP-1",)},
        dice=[5],
        standing={"axis": (PASS,)},
    )
    assert battle(weak)["result"] == "DR"
    assert no(weak, "soviet", "card DEEP-1")[1].endswith("your defenders lose no step")


@pytest.mark.rule("D.combat.8", "D.retreat.1d")
def test_elastic_defence_turns_a_step_into_a_hex() -> None:
    units = {"85 Tk": SOUTH, "36 Mech": SOUTH, "I-4 PzG": HEX}
    laid = after("axis", "ELASTIC-1", attacker="soviet", units=units, dice=(5,))
    assert battle(laid)["result"] == "1DR"
    played(laid, "axis", "card ELASTIC-1")
    hexes = 0
    while asked(laid)[1] == "retreat":
        hexes += 1
        laid.order("axis", sorted(offered(laid))[0])
    moved = [one for one in laid.found("UnitMoved") if one["unit"] == "I-4 PzG"]
    assert len(moved) == 2
    assert laid.steps("I-4 PzG") == 2


@pytest.mark.rule("D.combat.8", "D.crt.note.num")
@pytest.mark.parametrize(
    ("dice", "result", "steps", "hexes"),
    [((5, 4), "1DR", 2, 2), ((4, 6), "2DR", 1, 2), ((6, 2), "DR", 2, 1), ((5, 1), "-", 2, 0)],
)
def test_a_second_roll_does_not_take_elastic_defence_back(
    dice: tuple[int, ...], result: str, steps: int, hexes: int
) -> None:
    """It eases a second roll that costs the defenders a step, and is spent for nothing where none is lost."""
    laid = fight(
        {"85 Tk": SOUTH, "36 Mech": SOUTH, "I-4 PzG": HEX},
        ORDERS["soviet"],
        ("soviet", "pass"), ("axis", "pass"), ("axis", "card ELASTIC-1"), ("soviet", "pass"),
        ("soviet", "card SECONDV-1"),
        side="soviet", hands={"axis": ("ELASTIC-1",), "soviet": ("SECONDV-1",)}, dice=dice, standing={},
    )  # fmt: skip
    while laid.state.waiting() and asked(laid)[1] in {"window", "retreat"}:
        player, topic = asked(laid)
        laid.order(player, "pass" if topic == "window" else sorted(offered(laid))[0])
    assert battle(laid)["result"] == result
    assert len([one for one in laid.found("UnitMoved") if one["unit"] == "I-4 PzG"]) == hexes
    assert laid.steps("I-4 PzG") == steps


# -- at any time ---------------------------------------------------------------------------------------------


@pytest.mark.rule("D.comp.repl")
def test_replacements_need_a_card_a_loss_and_supply() -> None:
    units = {**AXIS_ATTACKS, "I-4 PzG": f"{NORTH} reduced", "II-4 PzG": "2018"}
    laid = table(units, hands={"axis": ("REPLX-1",)})
    assert no(laid, "axis", "card REPLX-1 unit II-4 PzG")[0] == "D.comp.repl"
    assert no(laid, "axis", "card REPLX-1 unit 302-1")[2] == ("card REPLX-1 unit I-4 PzG",)
    laid.order("axis", "card REPLX-1 unit I-4 PzG")
    assert laid.steps("I-4 PzG") == 2
    assert asked(laid) == ("axis", "attack")
    assert laid.verdict("axis", "replace I-4 PzG")[0] == "unreadable"


@pytest.mark.rule("D.comp.repl", "D.oos.1")
def test_no_replacements_without_a_line_of_supply() -> None:
    ring = {
        "302-2": "2120",
        "302-3": "1920",
        "126-1": "2021",
        "126-2": "2019",
        "126-3": "1921",
        "91-1": "2121",
    }
    laid = table({"I-4 PzG": "2020 reduced", **ring}, hands={"axis": ("REPLX-1",)})
    assert no(laid, "axis", "card REPLX-1 unit I-4 PzG")[1] == "I-4 PzG has no line of supply"


@pytest.mark.rule("D.comp.cards", "D.combat.1", "D.combat.5", "D.combat.8")
def test_a_snowdrift_marker_is_laid_once_on_a_hex() -> None:
    laid = table(AXIS_ATTACKS, hands={"axis": ("SNOWX-1", "SNOWX-2")})
    laid.order("axis", "card SNOWX-1 on 2020")
    assert laid.state.facts["snowdrift"] == ("2020",)
    assert laid.state.cups["axis-combat-discards"] == ("SNOWX-1",)
    assert any(text.startswith("A Snowdrift marker is in 2020.") for text in laid.said())
    assert no(laid, "axis", "card SNOWX-2 on 2020")[0] == "D.comp.cards"
    assert no(laid, "axis", "card SNOWX-2")[0] == "D.comp.cards"


@pytest.mark.rule("D.comp.cards")
def test_a_yak_9_in_the_window_bars_what_comes_after_it() -> None:
    laid = fight(
        SOVIETS_ATTACK,
        ORDERS["soviet"],
        side="soviet",
        hands={"soviet": ("YAK9-1", "STURM-1")},
        dice=[4],
        standing={"axis": (PASS,)},
    )
    laid.order("soviet", f"card YAK9-1 on {HEX}")
    assert laid.state.facts["yak9"] == {HEX: "fresh"}
    assert no(laid, "soviet", "card STURM-1")[0] == "D.combat.5"


@pytest.mark.rule("D.crt.adhoc.place", "D.stack.5")
@pytest.mark.parametrize(
    ("side", "card", "unit"), [("axis", "ALARM-1", "Alarmgruppe 1"), ("soviet", "FRESH-1", "AdHoc 1")]
)
def test_a_card_brings_an_ad_hoc_unit_next_to_a_unit(side: str, card: str, unit: str) -> None:
    units = AXIS_ATTACKS if side == "axis" else SOVIETS_ATTACK
    laid = table({**units, unit: f"{side}-ad-hoc"}, side=side, hands={side: (card,)})
    assert no(laid, side, f"card {card} on 2323")[0] == "D.crt.adhoc.place"
    needed = "it needs an adjacent unit of yours, no enemies in it, and room"
    refused = ("D.crt.adhoc.place", f"no ad hoc unit can come to {HEX}: {needed}")
    assert no(laid, side, f"card {card} on {HEX}")[:2] == refused
    near = "2018" if side == "axis" else "2020"
    laid.order(side, f"card {card} on {near}")
    assert laid.at(unit) == near
    nowhere = table({**units, unit: f"{side}-ad-hoc"}, side=side, hands={side: (card,)})
    assert no(nowhere, side, f"card {card}")[:2] == ("D.crt.adhoc.place", "name its hex")
    out = table(units, side=side, hands={side: (card,)})
    assert no(out, side, f"card {card} on {near}")[1] == "all your ad hoc units are in play"


@pytest.mark.rule("D.combat.3", "D.crt.adhoc.place")
@pytest.mark.parametrize(
    ("side", "card", "unit", "beside"),
    [("axis", "ALARM-1", "Alarmgruppe 1", "II-4 PzG"), ("soviet", "FRESH-1", "AdHoc 1", "302-2")],
)
def test_an_ad_hoc_unit_that_comes_into_the_attacked_hex_before_the_die_defends_it(
    side: str, card: str, unit: str, beside: str
) -> None:
    attacker = "soviet" if side == "axis" else "axis"
    units = SOVIETS_ATTACK if side == "axis" else AXIS_ATTACKS
    units = {**units, beside: "1818", unit: f"{side}-ad-hoc"}
    before = played(window(side, card, attacker=attacker, units=units), side, f"card {card} on {HEX}")
    without = played(window(side, card, attacker=attacker, units=units), side, "pass")
    assert before.found("UnitPlaced")[0]["at"] == HEX
    assert battle(before)["defenders"] == (*battle(without)["defenders"], unit)
    assert battle(before)["defence"] == battle(without)["defence"] + 1
    late = after(side, card, attacker=attacker, units=units)
    late.order(side, f"card {card} on {HEX}")
    assert (late.at(unit), unit in battle(late)["defenders"]) == (HEX, False)


@pytest.mark.rule("D.comp.cards", "D.stack.5")
def test_the_naval_rifle_brigade_enters_at_one_of_two_hexes() -> None:
    laid = table({**SOVIETS_ATTACK, "Naval": "naval-brigade"}, side="soviet", hands={"soviet": ("NAVAL-1",)})
    assert no(laid, "soviet", "card NAVAL-1 on 0810")[0] == "D.comp.cards"
    laid.order("soviet", "card NAVAL-1 on 2124")
    assert (laid.at("Naval"), laid.steps("Naval")) == ("2124", 2)
    full = {"302-1": "0914", "302-2": "0914", **SOVIETS_ATTACK, "Naval": "naval-brigade"}
    assert (
        no(table(full, side="soviet", hands={"soviet": ("NAVAL-1",)}), "soviet", "card NAVAL-1 on 0914")[0]
        == "D.stack.1"
    )


@pytest.mark.rule("D.move.4", "D.sov.d", "D.stack.3", "D.hq.3")
def test_front_command_brings_and_moves_army_hqs() -> None:
    units = {**SOVIETS_ATTACK, "HQ 2nd Guards Army": "soviet-hq", "HQ 51st Army": "2414 full overrun"}
    laid = table(units, side="soviet", hands={"soviet": ("FRONT-1", "FRONT-2")})
    assert no(laid, "soviet", "card FRONT-1 on 2414")[0] == "D.stack.3"
    assert no(laid, "soviet", f"card FRONT-1 on {HEX}")[0] == "D.move.4"
    assert no(laid, "soviet", "card FRONT-1 unit 36 Mech on 2020")[0] == "D.move.4"
    laid.order("soviet", f"card FRONT-1 on {SOUTH}")
    assert laid.at("HQ 2nd Guards Army") == SOUTH
    laid.order("soviet", "card FRONT-2 unit HQ 51st Army on 2020")
    assert (laid.at("HQ 51st Army"), laid.state.units["HQ 51st Army"].flags) == ("2020", frozenset())


@pytest.mark.rule("D.comp.cards")
def test_forced_march_is_for_moves_that_are_still_to_come() -> None:
    laid = table(
        {"I-11 Pz": "2018", "302-1": HEX}, hands={"axis": ("MARCH-1",)}, segment="ACTIVATE", checked={}
    )
    assert no(laid, "axis", "card MARCH-1 unit 302-1")[0] == "D.comp.cards"
    laid.order("axis", "card MARCH-1 unit I-11 Pz")
    assert laid.state.frames[0].facts["march"] == ("6 Pz",)
    late = table(AXIS_ATTACKS, hands={"axis": ("MARCH-1",)})
    assert no(late, "axis", "card MARCH-1 unit I-11 Pz")[0] == "D.comp.cards"
    units = {"I-11 Pz": "2018", "Alarmgruppe 1": "2018", "302-1": HEX}
    again = table(units, hands={"axis": ("MARCH-1",)}, segment="ACTIVATE", checked={})
    assert no(again, "axis", "card MARCH-1")[1] == "name a unit of the formation that marches"
    assert no(again, "axis", "card MARCH-1 unit Alarmgruppe 1")[0] == "D.comp.cards"
    theirs = table(units, hands={"axis": ("MARCH-1",)}, side="soviet", segment="ACTIVATE", checked={})
    march = theirs.game.grammar("axis").read("card MARCH-1 unit I-11 Pz")
    with pytest.raises(Refused, match="in your own segment"):
        cards_combat.check_card(theirs.state, "axis", march)


@pytest.mark.rule("D.combat.5", "D.combat.8")
@pytest.mark.parametrize(("card", "rule"), [("ARTY-1", "D.combat.5"), ("SECONDW-1", "D.combat.8")])
def test_cards_of_a_window_are_not_played_outside_of_a_combat(card: str, rule: str) -> None:
    laid = table(AXIS_ATTACKS, hands={"axis": (card,)})
    assert no(laid, "axis", f"card {card}")[:2] == (
        rule,
        f"{card} may be played only in a combat, when both sides are asked for cards",
    )


def test_what_could_be_played_is_offered_to_its_holder_alone() -> None:
    laid = window("axis", "ARTY-1")
    assert cards_combat.playable(laid.state, "axis") == ("card ARTY-1",)
    assert cards_combat.playable(laid.state, "soviet") == ()
