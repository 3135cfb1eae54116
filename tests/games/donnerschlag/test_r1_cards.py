"""Cards of the Admin Phase (D.admin.c to f): High Command, the draw, Schlachtenglück and the boxes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.dice import SeededDice
from adjudicator.games.donnerschlag import r1_cards
from adjudicator.games.donnerschlag.by_mail.view import view
from adjudicator.games.donnerschlag.cards import COMBAT, held, laid_out, limit
from adjudicator.games.donnerschlag.orders import grammar
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.questions import answer, split_questions
from adjudicator.report.pages import ReportFacts, pages
from adjudicator.rulings import Ambiguous
from tests.games.donnerschlag.fights import asked, no, offered
from tests.tabletop import Tabletop

UNITS = {"201 Pz": "3120", "302-1": "1919"}


def admin(segment: str, turn: int = 1, **position: Any) -> Tabletop:
    """A step of the Admin Phase."""
    return Tabletop("donnerschlag", UNITS, segment=segment, turn=turn, **position)


# -- High Command --------------------------------------------------------------------------------------------


@pytest.mark.rule("D.admin.c.1")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5, 6, 7, 8])
def test_high_command_sends_a_card_on_turns_1_4_and_8(turn: int) -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="HIGHCOM", turn=turn, run=False)
    laid.game.sequence["HIGHCOM"].run(laid.play)
    assert bool(laid.state.waiting()) == (turn in {1, 4, 8})
    assert {decision.player for decision in laid.state.waiting()} == (
        {"axis", "soviet"} if turn in {1, 4, 8} else set()
    )


@pytest.mark.rule("D.admin.c.2")
def test_early_cards_on_turn_1_late_ones_on_turn_4_any_on_turn_8() -> None:
    first, fourth = admin("HIGHCOM", 1), admin("HIGHCOM", 4)
    number, why, legal = no(fourth, "axis", "highcommand ARTY-1")
    assert (number, why) == ("D.admin.c.2", "ARTY-1 is not among the late cards that you can choose from")
    assert "highcommand ELASTIC-1" in legal
    assert no(first, "axis", "highcommand ELASTIC-1")[0] == "D.admin.c.2"
    assert no(first, "axis", "highcommand KATYUSHA-1")[0] == "D.admin.c.2"
    last = admin("HIGHCOM", 8, hands={"axis": ["STUKA-1"]}, piles={"axis-combat-discards": ["ARTY-1"]})
    why = "STUKA-1 is not among the cards that you can choose from"
    assert no(last, "axis", "highcommand STUKA-1")[:2] == ("D.admin.c.2", why)
    for card in ("ARTY-1", "ELASTIC-1", "PAK88-1"):
        again = admin("HIGHCOM", 8, piles={"axis-combat-discards": ["ARTY-1"]})
        assert again.verdict("axis", f"highcommand {card}") == ("done", "")


@pytest.mark.rule("D.admin.c.3", "D.admin.d.2")
def test_the_card_goes_to_the_hand_and_the_enemy_does_not_learn_which() -> None:
    laid = admin("HIGHCOM", 1, run=False)
    laid.run()
    laid.order("axis", "highcommand STUKA-2")
    assert held(laid.state, "axis") == ()
    laid.order("soviet", "highcommand GUARD-1")
    assert "STUKA-2" in laid.found("CardsMoved")[0]["cards"]
    told = [event for event in laid.events if event.seen_by("soviet")]
    assert not any("STUKA-2" in str(event.facts()) for event in told)
    assert any("chooses 1 card" in event.says(laid.game.names()) for event in told)


# -- the draw ------------------------------------------------------------------------------------------------


def filled(turn: int, **position: Any) -> Tabletop:
    """The draw of a turn, by dice that fall as they may."""
    laid = Tabletop("donnerschlag", UNITS, segment="DRAW", turn=turn, run=False, **position)
    laid.play.chance = SeededDice(random.Random("draw"))
    laid.game.sequence["DRAW"].run(laid.play)
    return laid


def counts(laid: Tabletop, side: str) -> tuple[int, int]:
    """Activation and Combat Cards in a hand."""
    return len(held(laid.state, side, "activation")), len(held(laid.state, side, COMBAT))


@pytest.mark.rule("D.admin.d.1")
def test_hands_are_filled_to_their_limits() -> None:
    assert counts(filled(1), "axis") == (5, 4) == counts(filled(3), "soviet")
    assert counts(filled(4), "axis") == (6, 5) == counts(filled(8), "soviet")
    assert [limit(COMBAT, turn) for turn in range(1, 9)] == [4, 4, 4, 5, 5, 5, 5, 5]


@pytest.mark.rule("D.admin.d.2")
def test_what_was_kept_and_high_commands_card_count_against_the_limit() -> None:
    laid = filled(1, hands={"axis": ["STUKA-1", "ARTY-1"]})
    assert counts(laid, "axis") == (5, 4)
    drawn = [e for e in laid.events if e.kind == "CardsMoved" and e.facts()["origin"] == "axis-combat"]
    assert len(drawn[0].facts()["cards"]) == 2


def spent(side: str, kind: str, left: int) -> dict[str, list[str]]:
    """A pile with so many of its early cards left, the others discarded."""
    cards = laid_out()[f"{side}-{kind}"]
    return {f"{side}-{kind}": list(cards[:left]), f"{side}-{kind}-discards": list(cards[left:])}


@pytest.mark.rule("D.admin.d.3", "D.admin.d.5")
@pytest.mark.parametrize("kind", ["activation", "combat"])
def test_a_pile_that_runs_out_on_turn_4_is_made_anew_with_the_late_cards(kind: str) -> None:
    laid = filled(4, piles=spent("axis", kind, 2))
    shuffled = [one for one in laid.found("PileShuffled") if one["pile"] == f"axis-{kind}"]
    assert [one["origin"] for one in shuffled] == [f"axis-{kind}-discards", f"axis-{kind}-late"]
    assert counts(laid, "axis") == (6, 5)
    assert laid.state.cups[f"axis-{kind}-late"] == ()


@pytest.mark.rule("D.admin.d.3")
def test_a_pile_that_lasts_on_turn_4_gets_the_late_cards_below_it() -> None:
    laid = filled(4, piles=spent("axis", "combat", 6))
    assert len(laid.state.cups["axis-combat"]) == 1
    assert len(laid.state.cups["axis-combat-late"]) == 15
    later = filled(
        5, piles={**spent("axis", "combat", 1), "axis-combat-late": list(laid_out()["axis-combat-late"])}
    )
    assert counts(later, "axis")[1] == 5
    assert len(later.state.cups["axis-combat-discards"]) == 13


@pytest.mark.rule("D.admin.d.3")
def test_by_another_reading_discards_and_late_cards_are_shuffled_in_before_the_draw_of_turn_4(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(r1_cards, "switched_on", lambda item: item != "drawn-out-first")
    laid = filled(4, piles=spent("axis", "combat", 6))
    assert len(laid.state.cups["axis-combat"]) == 14 + 7 - 5
    assert laid.state.cups["axis-combat-late"] == laid.state.cups["axis-combat-discards"] == ()


@pytest.mark.rule("D.admin.d.4", "D.admin.d.1")
@pytest.mark.parametrize(("turn", "cards"), [(5, 1), (6, 1), (7, 5), (8, 5)])
def test_a_combat_pile_that_runs_out_is_made_anew_on_turns_7_and_8_only(turn: int, cards: int) -> None:
    piles = {
        **spent("soviet", "combat", 1),
        "soviet-combat-late": [],
        "removed": list(laid_out()["soviet-combat-late"]),
    }
    laid = filled(turn, piles=piles)
    assert counts(laid, "soviet")[1] == cards


@pytest.mark.rule("D.admin.d.4")
def test_an_activation_pile_is_not_made_anew_on_turn_7() -> None:
    piles = {
        **spent("soviet", "activation", 1), "soviet-activation-late": [],
        "removed": list(laid_out()["soviet-activation-late"]),
    }  # fmt: skip
    assert counts(filled(7, piles=piles), "soviet")[0] == 1


@pytest.mark.rule("D.admin.d.5", "D.comp.cards")
def test_late_cards_are_in_no_pile_before_turn_4() -> None:
    piles = laid_out()
    decks = ("axis-activation", "axis-combat", "soviet-activation", "soviet-combat")
    early, late = (tuple(len(piles[f"{one}{what}"]) for one in decks) for what in ("", "-late"))
    assert (early, late) == ((16, 14, 16, 13), (15, 7, 15, 10))
    for turn in (1, 2, 3):
        hand = filled(turn).state.hands["axis"]
        assert not set(hand) & set(piles["axis-activation-late"] + piles["axis-combat-late"])


# -- Schlachtenglück -----------------------------------------------------------------------------------------

HANDS = {"axis": ["STUKA-1", "AX6PZ-1"], "soviet": ["GUARD-1", "SVRED-1"]}


@pytest.mark.rule("D.admin.e.1", "D.admin.e.2")
def test_the_holder_exchanges_a_card_for_one_he_names_and_the_pile_is_shuffled() -> None:
    laid = admin("LUCK_X", 2, hands=HANDS)
    assert asked(laid) == ("axis", "luck")
    before = len(laid.state.cups["axis-combat"])
    laid.order("axis", "exchange STUKA-1 for PAK88-1")
    assert laid.state.hands["axis"] == ("AX6PZ-1", "PAK88-1")
    assert len(laid.state.cups["axis-combat"]) == before
    assert laid.found("PileShuffled")[0]["pile"] == "axis-combat"
    other = admin("LUCK_X", 2, hands=HANDS)
    other.order("axis", "exchange AX6PZ-1 for AXANY-1")
    assert other.state.hands["axis"] == ("AXANY-1", "STUKA-1")


@pytest.mark.rule("D.admin.e.1")
@pytest.mark.parametrize(
    ("order", "number"),
    [
        ("exchange STUKA-1 for STUKA-1", "D.admin.e.1"),
        ("exchange STUKA-1 for AX6PZ-2", "D.admin.e.1"),
        ("exchange STUKA-1 for ELASTIC-1", "D.admin.e.1"),
        ("exchange PAK88-1 for ARTY-1", "D.comp.cards"),
        ("exchange GUARD-1 for ARTY-1", "D.comp.cards"),
    ],
)
def test_what_cannot_be_exchanged(order: str, number: str) -> None:
    laid = admin("LUCK_X", 2, hands=HANDS)
    assert no(laid, "axis", order)[0] == number


@pytest.mark.rule("D.admin.e.1")
def test_by_another_reading_the_card_received_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(r1_cards, "switched_on", lambda item: item != "exchange-of-choice")
    laid = admin("LUCK_X", 2, hands=HANDS, draws=["ARTY-2"])
    laid.order("axis", "exchange STUKA-1")
    assert laid.state.hands["axis"] == ("ARTY-2", "AX6PZ-1")


@pytest.mark.rule("D.admin.e.1", "D.admin.f.1")
def test_of_many_exchanges_and_cards_for_the_box_twelve_are_offered() -> None:
    laid = admin("LUCK_X", 2, hands=HANDS)
    assert len(offered(laid)) == len(["pass"]) + 12
    many = [f"AX6PZ-{n}" for n in range(1, 7)] + [f"AX23PZ-{n}" for n in range(1, 7)] + ["STUKA-1"]
    assert len(offered(admin("BOX", 2, hands={"axis": many, "soviet": ["GUARD-1"]}))) == len(["pass"]) + 12


@pytest.mark.rule("D.admin.e.1")
def test_who_holds_no_card_is_not_asked_for_an_exchange() -> None:
    laid = admin("LUCK_X", 2, hands={"soviet": ["GUARD-1"]})
    assert laid.state.segment == "BOX"


@pytest.mark.rule("D.admin.e.3", "D.admin.e.1")
def test_when_the_axis_player_used_it_the_soviet_player_may_once_each_a_turn() -> None:
    laid = admin("LUCK_X", 2, hands=HANDS)
    laid.order("axis", "exchange STUKA-1 for PAK88-1")
    assert asked(laid) == ("soviet", "luck")
    assert laid.order("axis", "exchange PAK88-1 for STUKA-1")[0].verdict == "not-judged"
    laid.order("soviet", "exchange GUARD-1 for AMBUSH-1")
    assert laid.state.frame.segment == "BOX"
    unused = admin("LUCK_X", 2, hands=HANDS)
    unused.order("axis", "pass")
    assert unused.state.frame.segment == "BOX"


@pytest.mark.parametrize("word", ["no", "No", "nobody", "none", "pass"])
def test_no_in_a_standing_order_keeps_the_cards(word: str) -> None:
    laid = admin("LUCK_X", 2, hands=HANDS)
    laid.order("axis", f"if asked luck then {word}")
    assert laid.state.frame.segment == "BOX"
    assert sorted(laid.state.hands["axis"]) == ["AX6PZ-1", "STUKA-1"]


@pytest.mark.rule("D.admin.h.1")
def test_the_marker_is_with_the_axis_again_before_the_action_phase() -> None:
    laid = admin("LUCK_BACK", 2, hands=HANDS, state={"luck": "soviet"})
    assert laid.state.facts["luck"] == "axis"
    assert admin("LUCK_BACK", 2, hands=HANDS).found("LuckPassed") == []
    assert laid.state.segment == "PLAY"


# -- the boxes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("D.admin.f.1", "D.admin.f.3")
def test_a_card_goes_into_an_empty_box_and_out_of_the_hand() -> None:
    laid = admin("BOX", 2, hands=HANDS)
    laid.order("axis", "box STUKA-1")
    laid.order("soviet", "pass")
    assert (laid.state.hands["axis"], laid.state.hands["okh"]) == (("AX6PZ-1",), ("STUKA-1",))
    seen = view(laid.state, "soviet")
    assert seen.hands["okh"] == ("hidden-axis-combat",)
    assert not any("STUKA-1" in str(e.facts()) for e in laid.events if e.seen_by("soviet"))


@pytest.mark.rule("D.admin.f.1")
def test_a_second_answer_of_one_sheet_is_not_judged_and_one_of_a_later_sheet_replaces_the_first() -> None:
    hands = {"axis": ["STUKA-1", "ARTY-1"], "soviet": ["GUARD-1"]}
    laid = admin("BOX", hands=hands)
    first, second = laid.order("axis", "box STUKA-1\nbox ARTY-1")
    assert (first.verdict, second.verdict) == ("done", "not-judged")
    again = admin("BOX", hands=hands)
    again.order("axis", "box STUKA-1")
    again.order("axis", "box ARTY-1")
    for one in (laid, again):
        one.order("soviet", "pass")
    assert (laid.state.hands["okh"], again.state.hands["okh"]) == (("STUKA-1",), ("ARTY-1",))


@pytest.mark.rule("D.admin.f.1", "D.admin.g.1")
@pytest.mark.parametrize("first", ["axis", "soviet"])
def test_a_pass_below_the_box_is_for_the_call_and_takes_nothing_out_of_the_box(first: str) -> None:
    laid = admin("BOX", hands={"axis": ["STUKA-1", "AX6PZ-2"], "soviet": ["GUARD-1"]})
    sheets = {"axis": "box STUKA-1\npass\nplay AX6PZ-2", "soviet": "pass"}
    for side in (first, "soviet" if first == "axis" else "axis"):
        laid.order(side, sheets[side])
    assert laid.state.hands["okh"] == ("STUKA-1",)
    assert laid.found("UnitsActivated")
    assert "called" not in laid.state.facts


@pytest.mark.rule("D.admin.e.1", "D.admin.f.1")
def test_a_pass_below_an_exchange_is_for_the_box() -> None:
    laid = admin("LUCK_X", hands={"axis": ["STUKA-1", "AX6PZ-2"], "soviet": ["GUARD-1"]})
    laid.order("axis", "exchange STUKA-1 for ARTY-1\npass\npass\nplay AX6PZ-2")
    laid.order("soviet", "pass")
    laid.order("soviet", "pass")
    assert laid.state.hands["okh"] == ()
    assert laid.found("UnitsActivated")


@pytest.mark.rule("D.admin.f.1", "D.admin.f.2")
@pytest.mark.parametrize(
    ("there", "hand", "order", "verdict"),
    [
        ([], ["SWT40-1", "DEADBOLT-1"], "box SWT40-1 DEADBOLT-1", ("done", "")),
        (["SWT40-1"], ["DEADBOLT-1"], "box DEADBOLT-1", ("done", "")),
        (["DEADBOLT-1"], ["SWT40-1"], "box SWT40-1", ("done", "")),
        (["SWT40-1"], ["ARTY-1", "DEADBOLT-1"], "box ARTY-1", ("refused", "D.admin.f.1")),
        ([], ["SWT40-1", "ARTY-1"], "box SWT40-1 ARTY-1", ("refused", "D.admin.f.2")),
        ([], ["ARTY-1"], "box ARTY-2", ("done", "")),
        ([], ["ARTY-1"], "box STUKA-2", ("refused", "D.comp.cards")),
    ],
)
def test_two_cards_lie_there_only_as_a_pair(
    there: list[str], hand: list[str], order: str, verdict: tuple[str, str]
) -> None:
    laid = admin("BOX", 2, hands={"axis": hand, "okh": there, "soviet": ["GUARD-1"]})
    assert laid.verdict("axis", order) == verdict


@pytest.mark.rule("D.admin.f.2")
def test_the_pair_of_the_soviets() -> None:
    laid = admin("BOX", 5, hands={"stavka": ["NAVAL-1"], "soviet": ["GUARD-1", "YAK9-1"], "axis": ["ARTY-1"]})
    assert laid.verdict("soviet", "box YAK9-1") == ("refused", "D.admin.f.1")
    assert laid.verdict("soviet", "box GUARD-1") == ("done", "")


@pytest.mark.rule("D.admin.f.2", "D.admin.f.3")
@pytest.mark.parametrize(
    ("turn", "boxes", "piles", "players"),
    [
        (5, {"stavka": ["NAVAL-1"], "soviet": ["GUARD-1"]}, {}, {"axis", "soviet"}),
        (5, {"stavka": ["NAVAL-1"], "soviet": ["YAK9-1"]}, {}, {"axis", "soviet"}),
        (5, {"stavka": ["YAK9-1"], "soviet": ["NAVAL-1"]}, {}, {"axis", "soviet"}),
        (3, {"stavka": ["YAK9-1"], "soviet": ["GUARD-1"]}, {}, {"axis"}),
        (4, {"stavka": ["YAK9-1"], "soviet": ["GUARD-1"]}, {}, {"axis", "soviet"}),
        (5, {"stavka": ["YAK9-1"], "soviet": ["GUARD-1"]}, {"soviet-combat-discards": ["NAVAL-1"]}, {"axis"}),
        (5, {"stavka": ["SVRED-1"], "soviet": ["GUARD-1"]}, {}, {"axis"}),
        (5, {"stavka": ["NAVAL-1", "GUARD-1"], "soviet": ["YAK9-1"]}, {}, {"axis"}),
        (5, {"stavka": ["NAVAL-1"], "soviet": []}, {}, {"axis"}),
    ],
)
def test_who_is_asked_for_a_full_box_tells_nothing_of_what_lies_in_it(
    turn: int, boxes: dict[str, list[str]], piles: dict[str, list[str]], players: set[str]
) -> None:
    laid = admin("BOX", turn, hands={"axis": ["ARTY-1"], **boxes}, piles=piles)
    assert {decision.player for decision in laid.state.waiting()} == players


@pytest.mark.rule("D.admin.f.3")
def test_a_card_in_the_box_is_not_played() -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="PLAY", hands={"axis": ["AX6PZ-2"], "okh": ["AX6PZ-1"]})
    number, why, _ = no(laid, "axis", "play AX6PZ-1")
    assert (number, why) == ("D.admin.f.3", "AX6PZ-1 is in your box, not in your hand")


@pytest.mark.rule("D.comp.cards")
@pytest.mark.parametrize("name", ["AX6PZ-2", "AX6PZ-1", "AX6PZ", "ax6pz"])
def test_of_identical_cards_any_copy_in_hand_is_meant(name: str) -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="PLAY", hands={"axis": ["AX6PZ-2", "STUKA-2"]})
    assert laid.verdict("axis", f"play {name}") == ("done", "")
    assert held(laid.state, "axis") == ("STUKA-2",)
    assert "AX6PZ-2" in laid.state.cups["axis-activation-discards"]


@pytest.mark.rule("D.comp.cards")
def test_two_copies_of_a_card_may_be_named_by_what_they_are() -> None:
    units = {"201 Pz": "3120 reduced", "I-4 PzG": "3121 reduced", "HQ 23 Pz": "3122", "302-1": "1919"}
    hands = {"axis": ["AX23PZ-1", "REPLX-2", "REPLX-3"]}
    laid = Tabletop("donnerschlag", units, segment="PLAY", hands=hands)
    sheet = "play AX23PZ\ncard REPLX unit 201 Pz\ncard REPLX unit I-4 PzG\ncard REPLX unit 201 Pz"
    told = [(ruling.verdict, ruling.why) for ruling in laid.order("axis", sheet)]
    assert told[:3] == [("done", "")] * 3
    assert told[3][0] == "refused" and told[3][1].startswith("you do not hold REPLX")


@pytest.mark.rule("D.comp.cards")
def test_a_card_of_the_other_side_is_not_meant() -> None:
    laid = Tabletop("donnerschlag", UNITS, segment="PLAY", hands={"axis": ["AX6PZ-2"], "soviet": ["SVRED-1"]})
    assert no(laid, "axis", "play SVRED")[:2] == ("D.comp.cards", "you do not hold SVRED-1")


def test_a_question_about_cards_tells_what_they_do() -> None:
    laid = admin("HIGHCOM")
    seen = known_to(laid.game, laid.state, "soviet")
    both = pages(ReportFacts(laid.game, 1, "soviet", seen, seen))
    asked_now = both.text.split("YOUR MOVE")[1].split("The form to answer with")[0]
    assert "STURM-1 (Sturmovik)." in asked_now
    assert "Sturmovik" in both.html


@pytest.mark.rule("D.comp.cards")
@pytest.mark.parametrize(
    ("side", "line", "card"),
    [
        ("axis", "high command artillery", "ARTY-1"),
        ("axis", "highcommand Second Wind", "SECONDW-1"),
        ("soviet", "highcommand Second Wind", "SECONDV-1"),
        ("axis", "HighCommand 88 mm", "PAK88-1"),
    ],
)
def test_a_card_is_called_by_its_title_and_an_order_by_one_word_or_two(
    side: str, line: str, card: str
) -> None:
    assert grammar(side).read(line).args == {"card": card}


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("play the Any formation card with HQ 6 Pz", {"card": "AXANY-1", "hq": "HQ 6 Pz"}),
        ("play Any formation", {"card": "AXANY-1"}),
        ("play Any formation 6 Pz", {"card": "AXANY-1", "formation": "6 Pz"}),
    ],
)
def test_an_activation_card_is_called_as_players_speak_of_it(line: str, args: dict[str, str]) -> None:
    assert grammar("axis").read(line).args == args


def test_an_attack_may_name_its_cards_with_another_with() -> None:
    line = "attack 3914 with I/11 Pz, II/11 Pz with the Stukas"
    assert grammar("axis").read(line).args == grammar("axis").read(line.replace("with the", "card")).args


@pytest.mark.parametrize(("side", "card"), [("axis", "SECONDW-1"), ("soviet", "SECONDV-1")])
def test_for_half_a_title_the_cards_of_its_writer_are_offered(side: str, card: str) -> None:
    with pytest.raises(Ambiguous) as doubt:
        grammar(side).read("highcommand Second Wnd")
    assert doubt.value.legal == (card,)


@pytest.mark.rule("D.admin.g.3", "D.admin.c.3")
@pytest.mark.parametrize("about", ["STUKA-1", "stuka", "Stukas"])
def test_help_tells_what_a_card_does_and_the_same_whoever_holds_it(about: str) -> None:
    told = []
    for hands in ({"axis": ["STUKA-1"]}, {"axis": [], "soviet": ["GUARD-1"]}):
        laid = Tabletop("donnerschlag", UNITS, segment="PLAY", hands={"axis": ["AX6PZ-1"], **hands})
        (question,), _ = split_questions(laid.game, [(1, f"help {about}")])
        seen = known_to(laid.game, laid.state, "soviet")
        told.append(answer(laid.game, seen, question, str))
    assert told[0] == told[1]
    assert told[0].ruling.verdict == "done"
    assert told[0].below.startswith("STUKA-1 (Stukas).")


@pytest.mark.rule("D.seq.2")
def test_the_steps_of_the_admin_phase_come_in_their_order() -> None:
    laid = Tabletop("donnerschlag", clear=False, draws=())
    laid.play.chance = SeededDice(random.Random("steps"))
    while laid.state.segment != "PLAY":
        decision = laid.state.waiting()[0]
        laid.order(decision.player, decision.default)
    entered = [e.facts()["segment"] for e in laid.events if e.kind == "SegmentEntered"]
    assert entered == [
        "REINF",
        "HIGHCOM",
        "DRAW",
        "LUCK_X",
        "LUCK_V",
        "BOX",
        "CALL",
        "LUCK_BACK",
        "PLAY",
        "PLAY",
    ]


@pytest.mark.rule("D.seq.2")
def test_an_exchange_asked_for_before_the_draw_waits_for_it() -> None:
    laid = admin("HIGHCOM", 1)
    rulings = laid.order("axis", "exchange STUKA-1 for PAK88-1")
    assert rulings[0].verdict == "waiting"
    assert "pass" in offered(admin("LUCK_X", 2, hands=HANDS))
