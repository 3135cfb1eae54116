"""What players ask in a sheet: answered at once, beside orders or alone, and nothing moves by it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.catalogue import find_game
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.questions import answer, split_questions
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.trial import try_attack, try_sheet
from adjudicator.mail.reading.asking import question_in
from adjudicator.play import Play
from adjudicator.report.welcome import logged
from adjudicator.rulings import Ruling
from adjudicator.state import State
from adjudicator.wording.order_words import verdict_told
from tests.adjudicator.house import House, verdicts
from tests.adjudicator.test_agreements import ANNA, BEN, proposed, send, sheets


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both are asked for a bid."""
    return House(tmp_path, pictures=False)


def test_help_tells_the_orders_that_are_asked_for_now(house: House) -> None:
    before = sheets(house)
    send(house, "red", "help")
    told = house.last(ANNA)
    orders = told.split("What you can write now:")[1].split("And in every sheet")[0]
    assert "bid" in orders
    assert "attack" not in orders
    assert sheets(house) == before


def test_a_question_stands_beside_orders_and_both_are_answered(house: House) -> None:
    send(house, "red", "help move", "bid 3", "help")
    assert verdicts(house.last(ANNA)) == ["done", "waiting", "done"]
    assert "move" in house.last(ANNA)


def test_an_answer_beside_orders_says_that_it_was_made_before_them(house: House) -> None:
    said = "Before these orders:\n\n1 Red, Red: Ash."
    for lines, is_said in (
        (("where R1",), False), (("# a comment", "where R1"), False), (("rule 7.2", "bid 3"), False),
        (("where R1", "bid 3"), True), (("bid 2", "where R1", "help bid"), True),
    ):  # fmt: skip
        send(house, "red", *lines)
        assert (said in house.last(ANNA)) is is_said, lines
        assert house.last(ANNA).count("Before these orders:") == is_said
    house.write("red", "where R1", "bid 3", kind="CHECK")
    house.post()
    assert "1 Red, Red: Ash." in house.last(ANNA) and "Before these orders:" not in house.last(ANNA)


def test_help_with_an_order_that_is_none_names_the_nearest(house: House) -> None:
    send(house, "red", "help mvoe")
    assert verdicts(house.last(ANNA)) == ["NOT UNDERSTOOD"]
    assert "help move" in house.last(ANNA)


def test_the_report_comes_again_with_all_that_stood_in_it(house: House) -> None:
    first = house.last(BEN)
    send(house, "blue", "report")
    again = house.last(BEN)
    assert "Your newest report once more:" in again
    for line in ("YOUR MOVE", "CURRENT SITUATION"):
        assert f"| {line}" in again
        assert line in first


def test_a_report_that_comes_again_says_which_of_its_questions_are_answered(house: House) -> None:
    asked = "Answered since then: How much do you bid"
    send(house, "blue", "report")
    assert "Answered since then" not in house.last(BEN)
    send(house, "blue", "bid 1")
    send(house, "blue", "report")
    told = house.last(BEN)
    assert asked in told and told.index(asked) < told.index("Your newest report once more:")
    assert "| YOUR MOVE" in told and "Answered since then" not in told.partition("once more:")[2]


def test_undo_alone_proposes_it(house: House) -> None:
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    send(house, "red", "move R1 birch")
    send(house, "red", "undo I meant the other one")
    assert proposed(house) == ("undo",)


GAME = find_game("raceforberlin")


def never(line: str) -> Ruling:
    """Nothing is tried where no odds are asked."""
    raise AssertionError(line)


def told(line: str, game: str = "raceforberlin") -> str:
    found = find_game(game)
    state = known_to(found, found.start(found.scenarios[0]), next(iter(found.sides)))
    questions, rest = split_questions(found, [(1, line)])
    assert rest == []
    said = answer(found, state, questions[0], lambda: "", never)
    return f"{said.ruling.verdict}: {said.ruling.why} {said.ruling.legal} {said.below}"


def test_a_rule_is_told_in_our_words_with_its_number() -> None:
    assert "done: see below () [7.2.2.a]" in told("RULE 7.2.2.a")
    assert "done: see below () [7.2.2.a]" in told("rule [7.2.2.a].")


def test_a_heading_is_told_by_its_clauses_and_not_by_more_than_can_be_read() -> None:
    many = told("rule 7")
    assert many.count("\n[7.") == 11
    assert "more" in many.splitlines()[-1]


def test_a_number_that_is_none_names_those_near_it() -> None:
    assert told("rule 7.2.2.zz").startswith("unreadable: the rulebook has no such number ('rule 7.2.2")
    assert told("rule").startswith("unreadable")


def test_a_report_that_there_is_not_is_said_so() -> None:
    assert told("report").startswith("not-judged: you have had no report yet")


@pytest.mark.parametrize("line", ["rules of thumb", "help", "Help!", "report again", "REPORT"])
def test_how_questions_may_be_written(line: str) -> None:
    assert split_questions(GAME, [(1, line)])[1] == []


@pytest.mark.parametrize("line", ["move 1 to berlin", "reporting for duty", "# help", "", "helpless"])
def test_what_is_no_question_is_left_alone(line: str) -> None:
    assert split_questions(GAME, [(1, line)])[0] == []


def test_nothing_of_the_other_side_is_in_an_answer(house: House) -> None:
    with house.desk.store() as store:
        table = Table(store, 1)
        views = [known_to(table.game, table.state, side) for side in ("red", "blue")]
        (asked, *_), _ = split_questions(table.game, [(1, "help")])
        first, second = (answer(table.game, view, asked, str, never).below for view in views)
    assert first == second


# -- looked up by name -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "game", "says"),
    [
        ("help STUKA-1", "donnerschlag", "STUKA-1 (Stukas). Before combat: Add 1 to the die"),
        ("help I/11 Pz", "donnerschlag", "I-11 Pz, Axis player: battalion; armour; strength 6, movement 6"),
        ("help 3914", "donnerschlag", "3914: terrain clear"),
        ("help D.move.7", "donnerschlag", "[D.move.7] Tanks and unbridged rivers"),
        ("help 3407", "panzerkorps48", "3407: terrain clear, set-up area of KG Schmidt (German player)."),
        (
            "help Castra",
            "amberroad",
            "Castra (1205): terrain town, city, 4 VP, now controlled by Red player.",
        ),
        ("help HQ 6 Pz", "donnerschlag", "division; headquarters; movement 6, range 4; motorised\n  class; "),
        ("help move", "donnerschlag", "The order:"),
        ("help Seelow", "raceforberlin", "Seelow:"),
        ("help 7.2.2.a", "raceforberlin", "[7.2.2.a]"),
    ],
)
def test_help_tells_what_is_printed_of_an_order_a_card_a_unit_a_hex_and_a_clause(
    line: str, game: str, says: str
) -> None:
    found = told(line, game)
    assert found.startswith("done: see below") and says in found


def test_a_hex_is_told_with_who_controls_it_now_as_far_as_its_reader_knows() -> None:
    game = find_game("amberroad")
    state = game.start(game.scenarios[0])
    (asked, *_), _ = split_questions(game, [(1, "help Castra")])
    for control, says in (({"1205": "blue"}, "now controlled by Blue player"), ({}, "4 VP.")):
        seen = replace(known_to(game, state, "red"), control=control)
        assert answer(game, seen, asked, str, never).below.endswith(says.rstrip(".") + ".")


def test_help_alone_has_the_rules_of_play_by_mail_on_a_page() -> None:
    page = told("help").partition("PLAY BY MAIL")[2]
    assert len(page.partition("All orders")[0].splitlines()) <= 30
    for word in (
        "BEGIN ORDERS",
        "BEGIN CHECK",
        "ON HOLD",
        "where NAME",
        "odds ATTACK",
        "VASSAL",
        "help NAME",
    ):
        assert word in page
    assert max(map(len, page.splitlines())) <= 80


def test_help_alone_has_the_sequence_of_play_where_it_is_short() -> None:
    page = told("help", "donnerschlag")
    steps = " ".join(page.partition("The sequence of play:")[2].partition(".")[0].split())
    assert steps.startswith("Schwerpunkt marker; Reinforcements; High Command; ")
    assert "The sequence of play" not in told("help", "redvengeance"), "70 steps are no half page"


def test_where_tells_where_a_unit_is_and_what_is_in_a_hex() -> None:
    assert "I-11 Pz (6-6), Axis player: 4213." in told("where I/11 Pz", "donnerschlag")
    assert "I-11 Pz (6-6)" in told("where 4213", "donnerschlag")
    assert told("where 45 RD", "donnerschlag").startswith("unreadable: no unit or hex has this name ('where ")


def test_the_number_of_a_unit_is_not_the_beginning_of_ten_hexes() -> None:
    assert told("where 201", "donnerschlag").endswith("201 Pz (4-6), Axis player: 4116.")


def test_no_unit_is_named_that_is_called_nothing_like_what_was_asked() -> None:
    assert told("help activation thing", "panzerkorps48").endswith("has this name () ")


def test_where_tells_nothing_that_its_reader_does_not_see() -> None:
    """A unit that is unseen on the map is told like one that its reader does not know to be there."""
    game = find_game("donnerschlag")
    state = game.start(game.scenarios[0])
    hidden = state.units["302-2"]
    covered = known_to(game, state, "axis").with_unit(replace(hidden, at="unseen"))
    (asked, *_), _ = split_questions(game, [(1, "where 302-2")])
    assert answer(game, covered, asked, str, never).below == "302-2: you do not see it."
    gone = replace(covered, units={id_: unit for id_, unit in covered.units.items() if id_ != "302-2"})
    assert answer(game, gone, asked, str, never).below == "302-2: you do not see it."


def forward(until: str = "attack") -> tuple[Game, State]:
    """Blue next to Red in the tutorial game: its movement, or its attacks after it moved nothing more."""
    game = find_game("amberroad")
    play, chance = Play(game.start(game.scenarios[0]), SeededDice(Random(3))), Random(5)
    run_on(game, play)
    while True:
        asked = play.state.waiting()[0]
        moving = asked.topic == "move" and play.state.turn > 1 and "attack" in str(ready(game, play))
        if moving:
            if until == "attack":
                judge(game, play, asked.player, [(1, "end")])
            return game, play.state
        judge(game, play, asked.player, list(enumerate(game.bot(play.state, asked, chance), 1)))


def ready(game: Game, play: Play) -> tuple[str, ...]:
    """What would be offered if the side that moves ended its movement."""
    tried = play.apart()
    judge(game, tried, tried.state.waiting()[0].player, [(1, "end")])
    return tuple(line for one in tried.state.waiting()[:1] for line in one.answers)


def odds(game: Game, state: State, side: str, line: str) -> str:
    (asked,), rest = split_questions(game, [(1, line)])
    assert rest == []
    seen = known_to(game, state, side)
    said = answer(game, seen, asked, str, partial(try_attack, game, state, side))
    return f"{said.ruling.text}: {verdict_told(said.ruling)}"


def test_odds_are_those_of_a_dry_run_with_or_without_the_word_attack() -> None:
    game, state = forward()
    attack = next(line for line in state.waiting()[0].answers if line.startswith("attack "))
    (dry,) = try_sheet(game, state, state.waiting()[0].player, [(1, attack)])
    assert dry.verdict == "may be done" and "column" in dry.why
    for line in (f"odds {attack}", f"odds {attack.removeprefix('attack ')}"):
        assert odds(game, state, state.waiting()[0].player, line) == f"{line}: OK (dry run): {dry.why}"


def test_odds_asked_before_the_attacks_are_told_as_if_nothing_else_were_ordered() -> None:
    game, state = forward(until="move")
    blue = state.waiting()[0].player
    _, later = forward()
    attack = next(line for line in later.waiting()[0].answers if line.startswith("attack "))
    assert later.units == state.units
    said = odds(game, state, blue, f"odds {attack}")
    assert "OK (dry run): " in said and said.endswith("(if you order nothing else before)")


def test_odds_of_nothing_and_of_no_attack_name_how_attacks_are_written() -> None:
    game, state = forward()
    assert "NOT UNDERSTOOD" in odds(game, state, "blue", "odds")
    assert "NOT UNDERSTOOD" in odds(game, state, "blue", "odds are good")


def test_a_line_that_begins_no_order_is_told_the_orders_that_are_asked_for_now(house: House) -> None:
    send(house, "red", "qzwx 3407")
    assert 'no order begins with "qzwx". You can order now: bid\n' in house.last(ANNA)
    assert "Possible:" not in house.last(ANNA)


# -- words of the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "game", "said"),
    [
        (
            "help CRT",
            "donnerschlag",
            "CRT: Combat Results Table. In the rules:\n  [D.crt.row1] CRT die 1",
        ),
        ("help EZOC", "donnerschlag", "[D.move.2] EZOC stop"),
        ("help zone of control", "donnerschlag", "[D.zoc.1] Who exerts ZOC"),
        ("help Tank Bonus", "donnerschlag", 'Write "rule D.mod.tank.1" to read one.'),
        ("help stacking", "donnerschlag", "[D.stack.2]"),
        ("help rivers", "donnerschlag", "[D.move.7] Tanks and unbridged rivers"),
        ("help morale", "panzerkorps48", "[8.2.mor.1] Morale values"),
        ("help freedom", "raceforberlin", "[7.2.2.a] Freedom test"),
        ("help chit 9", "raceforberlin", "[2.4.4.b]"),
    ],
)
def test_help_names_the_clauses_about_a_word_of_the_rules(line: str, game: str, said: str) -> None:
    assert said in told(line, game)
    assert question_in(line), "and an email may ask it alone"


@pytest.mark.parametrize(
    ("line", "game"),
    [("help frobnicate", "panzerkorps48"), ("where 9999", "donnerschlag")],
)
def test_what_is_like_no_name_is_answered_with_no_name(line: str, game: str) -> None:
    assert re.match(r"unreadable: [^()]* \(\) ", told(line, game)), told(line, game)


def test_what_is_sold_is_told_whole_one_group_a_line() -> None:
    found = told("help GROUPS", "redvengeance")
    assert found.count(" CPP (") == 38 and "\nI6 Moabit Prisoners, 6/4 3-3-7, 4 CPP (4 now, " in found
    assert "\nTRENCH: 4 FPP\n" in told("help FPP", "redvengeance")
    group = told("help i1", "redvengeance")
    assert "\nGroup I1 Rifle Ptn, 3/2 4-4-7, 4 CPP (4 now, 8 in the campaign)\n" in group
    assert "I1, north of the Spree" in group, "and the hex of that name"


@pytest.mark.parametrize("word", ["CPP", "FPP", "CVP", "ELR", "SAN", "CGS", "HIP", "MoP", "sloc"])
def test_help_explains_what_reports_shorten(word: str) -> None:
    assert re.search(rf"(?i)\b{word}: [A-Z]\w+", told(f"help {word}", "redvengeance"))


def test_help_for_an_order_is_told_in_a_game_that_explains_words_of_its_own() -> None:
    assert "The order:\n  report KIND key=value ...: " in told("help report", "redvengeance")


def test_a_log_is_offered_where_a_first_question_asks_for_moves() -> None:
    assert logged(find_game("panzerkorps48"), "setup") and not logged(find_game("redvengeance"), "buy")
    assert not logged(find_game("panzerkorps48"), ACCEPT) and logged(find_game("amberroad"), "unheard-of")


@pytest.mark.slow
def test_odds_before_any_attack_can_be_made_offer_no_other_orders(tmp_path: Path) -> None:
    house = House(tmp_path, "donnerschlag", pictures=False, accepted=False)
    house.write("axis", "highcommand ARTY-1", "if asked anything then as advised")
    house.write("soviet", "highcommand YAK9-1", "if asked anything then as advised")
    house.post()
    send(house, "axis", "odds attack 2615 with I/11 Pz")
    told = " ".join(house.last(ANNA).split("Your move:")[0].split())
    assert "NOT USED: you have no attack to make at the moment" in told and "Legal instead" not in told
    assert "BEGIN CHECK shows the odds of one that you plan" in told
