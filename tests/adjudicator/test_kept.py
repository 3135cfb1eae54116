"""Lines that wait: told to their writer alone, kept in the state, taken when their question comes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.dice import ListedDice
from adjudicator.judging.lapsing import lapse
from adjudicator.judging.referee import judge
from adjudicator.mail.desk.trial import bundle, known_to, read_bundle, try_sheet
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.snapshot import canonical, digest, pack, unpack
from adjudicator.waiting_lines import MOST_FAULTS, Line, faults_told, joined, kept_in, taken_as_is, unpacked
from adjudicator.waiting_lines import waiting as lines_waiting
from tests.adjudicator.house import House, text_of, verdicts
from tests.tabletop import Tabletop

ANNA = "anna@example.org"
DUE = "2026-11-27T12:00:00+00:00"


def waiting() -> Tabletop:
    """Zhukov's impulse with a line that is refused, and a good one beside it."""
    units = {"8GA-1": "bridgehead", "47-1": "kustrin", "303": "seelow"}
    laid = Tabletop("raceforberlin", units, turn=3, segment="C.1", dice=[4])
    laid.order("zhukov", "combat 8GA-1 at potsdam\nmove 47-1 goritz")
    return laid


def line(verb: str, number: int = 1, bad: str = "", sheaf: int = 1, **args: str) -> Line:
    return Line(Order(verb, args, verb, sheaf, number), sheaf, bad)


# -- in the state ------------------------------------------------------------------------------------------


def test_a_kept_line_survives_its_packing_and_its_way_through_json() -> None:
    laid = waiting()
    lines = kept_in(laid.state, "zhukov")
    assert [(one.order.text, one.bad) for one in lines] == [
        ("combat 8GA-1 at potsdam", "refused"),
        ("move 47-1 goritz", ""),
    ]
    assert tuple(unpacked(one.pack()) for one in lines) == lines
    again = unpack(json.loads(canonical(pack(laid.state))), laid.state)
    assert kept_in(again, "zhukov") == lines
    assert digest(again) == digest(laid.state)


def test_a_state_without_kept_lines_is_packed_as_it_was_before_there_were_any() -> None:
    state = waiting().state.but(kept={})
    packed = pack(state)
    assert "kept" not in packed
    assert unpack(packed, state) == state


def test_nobody_but_the_writer_may_see_what_waits() -> None:
    laid = waiting()
    seen = [event for event in laid.events if event.kind == "OrdersKept" and event.seen_by("koniev")]
    assert seen == []
    bare = laid.state.but(kept={})
    assert known_to(laid.game, laid.state, "koniev") == known_to(laid.game, bare, "koniev")
    assert laid.game.view(laid.state, "koniev") == laid.game.view(bare, "koniev")
    assert known_to(laid.game, laid.state, "zhukov").kept == laid.state.kept
    assert bundle(laid.game, "campaign", laid.state, "koniev") == bundle(
        laid.game, "campaign", bare, "koniev"
    )


def test_a_bundle_holds_its_owners_lines_under_numbers_that_count_no_sheets_of_the_other() -> None:
    laid = waiting()
    lines = tuple({**one, "sheet": 40, "sheaf": 40} for one in laid.state.kept["zhukov"])
    later = laid.state.but(kept={"zhukov": lines})
    made = [bundle(laid.game, "campaign", state, "zhukov") for state in (laid.state, later)]
    assert made[0] == made[1]
    game, state, side = read_bundle(made[0], "here")
    rulings = try_sheet(game, state, side, [(1, "combat 8GA-1 at seelow")])
    assert [(one.line, one.verdict) for one in rulings] == [(1, "may be done")]


def test_a_bundle_made_before_lines_were_kept_is_read() -> None:
    laid = waiting()
    told = json.loads(bundle(laid.game, "campaign", laid.state, "zhukov"))
    del told["state"]["kept"]
    assert read_bundle(canonical(told), "here")[1].kept == {}


# -- a later sheet -----------------------------------------------------------------------------------------

OLD = (line("attack", 1, unit="A"), line("", 2, "unreadable"), line("done", 3))


def verbs(lines: tuple[Line, ...]) -> list[str]:
    return [f"{one.order.verb}{one.order.args.get('unit', '')}" or "?" for one in lines]


def test_a_line_put_right_takes_the_place_of_the_bad_one() -> None:
    left, gone = joined(OLD, (line("attack", sheaf=2, unit="B"),), ())
    assert (verbs(left), gone) == (["attackA", "attackB", "done"], ())
    assert {one.sheaf for one in left} == {1}


def test_a_sheet_that_says_a_waiting_line_again_is_a_new_version() -> None:
    new = (line("attack", 1, sheaf=2, unit="B"), line("done", 2, sheaf=2))
    left, gone = joined(OLD, new, ())
    assert (left, verbs(gone)) == (new, ["attackA", "done"])


def test_a_sheet_of_ends_alone_says_as_is() -> None:
    left, gone = joined(OLD, (line("done", sheaf=2),), ())
    assert (verbs(left), verbs(gone)) == (["attackA", "done"], ["done"])
    assert all(one.sure for one in left)


TURN = (
    line("", 1, "unreadable"),
    line("end", 2),
    line("move", 3, unit="A"),
    line("attack", 4, unit="A"),
    line("end", 5),
)
"""A turn of two phases, with a first line that nobody understands."""


@pytest.mark.parametrize(
    ("told", "left", "gone"),
    [
        ((line("end", 9),), ["end2", "move3", "attack4", "end9"], ["end5"]),
        ((), ["end2", "move3", "attack4", "end5"], []),
        ((line("done", 9),), ["end2", "move3", "attack4", "done9"], ["end5"]),
        (
            (line("move", 8, unit="B"), line("end", 9)),
            ["move8", "end2", "move3", "attack4", "end9"],
            ["end5"],
        ),
        ((line("end", 8), line("end", 9)), ["end2", "move3", "attack4", "end8", "end9"], ["end5"]),
        (
            (line("move", 8, unit="A"), line("end", 9)),
            ["move8", "end9"],
            ["end2", "move3", "attack4", "end5"],
        ),
    ],
)
def test_as_is_takes_what_waited_first_and_ends_behind_it(
    told: tuple[Line, ...], left: list[str], gone: list[str]
) -> None:
    def named(lines: tuple[Line, ...]) -> list[str]:
        return [f"{one.order.verb}{one.order.line}" for one in lines]

    lines, replaced = taken_as_is(TURN, told)
    assert (named(lines), named(replaced)) == (left, gone)
    assert all(one.sure for one in lines)


def test_an_end_goes_to_the_place_of_its_like() -> None:
    old = (*OLD[:2], line("done", 3, what="move"), line("done", 4, what="combat"))
    left, gone = taken_as_is(old, (line("done", 9, what="move"),))
    assert [one.order.line for one in left] == [1, 9, 4]
    assert [one.order.line for one in gone] == [3]


def test_ends_alone_say_as_is_and_take_no_earlier_end_away() -> None:
    left, _ = joined(TURN, (line("end", 9),), ())
    assert [one.order.line for one in left] == [2, 3, 4, 9]


def test_one_line_puts_right_one_bad_line_and_that_about_its_unit_first() -> None:
    old = (
        line("move", 1, "refused", unit="A"),
        line("move", 2, "refused", unit="B"),
        line("move", 3, unit="C"),
    )
    left, _ = joined(old, (line("move", sheaf=2, unit="B"),), ())
    assert [(one.order.args["unit"], one.bad) for one in left] == [("B", ""), ("A", "refused"), ("C", "")]


def test_an_answer_to_what_falls_out_of_a_battle_puts_nothing_right() -> None:
    left, _ = joined(OLD, (line("lose", sheaf=2, unit="A"),), ("lose",))
    assert verbs(left) == ["loseA", "attackA", "?", "done"]


def test_a_later_sheet_takes_the_place_of_lines_of_its_kind_that_were_sent_ahead() -> None:
    old = (line("move", 1, unit="A"), line("done", 2))
    left, gone = joined(old, (line("move", sheaf=2, unit="B"),), ())
    assert (verbs(left), verbs(gone)) == (["moveB"], ["moveA", "done"])
    left, gone = joined(old, (line("enter", sheaf=2, unit="B"),), ())
    assert (verbs(left), gone) == (["enterB", "moveA", "done"], ())


# -- by mail -----------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path).both_bid()


def test_done_beside_a_misspelt_line_ends_nothing_and_the_writer_is_asked(house: House) -> None:
    house.write("red", "move R1 birch", "mvoe R2 birch", "done")
    house.post()
    answer, report = map(text_of, house.mails(ANNA)[-2:])
    assert verdicts(answer) == ["done", "NOT UNDERSTOOD", "waiting"]
    assert "ON HOLD: line 4 is not understood\n" in answer and "QUEUED" not in answer
    assert '"mvoe R2 birch" is not understood, so this order is on hold:' in answer
    assert "BEGIN ORDERS" in report
    with house.desk.store() as store:
        assert house.table(store).state.decisions[0].player == "red"


def test_beside_a_sealed_answer_what_is_taken_when_its_question_comes_is_queued() -> None:
    laid = Tabletop("donnerschlag", {}, clear=False, segment="HIGHCOM")
    laid.order("axis", "highcommand STUKA-1\npass\nplay 6. Panzer\nadvance\nend combat")
    why = [laid.play.rulings[1, line].why for line in (2, 3, 5)]
    assert why == ["for a later question", "for a later question", "on hold: line 4 is not understood"]


def test_a_misread_answer_to_what_falls_out_is_corrected_before_it_does() -> None:
    laid = Tabletop("donnerschlag", {}, clear=False, segment="HIGHCOM")
    laid.order("axis", "highcommand STUKA-1\npass\nplay 6. Panzer\nadvance\nend combat")
    (ruling,) = laid.order("axis", "advance all")
    assert ruling.verdict == "waiting"
    held = lines_waiting(laid.state, "axis")
    assert held is not None and not held.word and "advance all" in held.lines


def test_all_lines_that_orders_wait_for_are_named_at_once(house: House) -> None:
    house.write("red", "mvoe R2 birch", "move R9 birch", "done")
    house.post()
    answer = " ".join(text_of(house.mails(ANNA)[-1]).split())
    assert (
        '"mvoe R2 birch" and "move R9 birch" are not understood, so this order is on hold: done Reply with '
        'the bad lines corrected (the rest follows), or with "as is" to go on without them. '
        'To drop all of this, reply with "start over" and your new orders.' in answer
    )
    assert "CORRECTION NEEDED: 2 of 3 orders, 1 on hold" in answer
    first = int(re.findall(r"(\d+) mvoe", answer)[0])
    assert f"ON HOLD: lines {first} and {first + 1} need correcting" in answer


def test_of_very_many_lines_that_orders_wait_for_the_first_are_named() -> None:
    bad = tuple(line("?", bad="refused") for _ in range(MOST_FAULTS + 2))
    assert faults_told(bad).endswith("are refused and 2 more lines need a correction")


@pytest.mark.parametrize(
    "words", ["Hi, here are my orders", "Hello Ben,", "Thanks!", "Viele Grüße", "Hi Ben - good luck"]
)
def test_polite_words_in_a_block_hold_nothing_up(house: House, words: str) -> None:
    house.write("red", words, "move R2 birch", "done")
    house.post()
    answer = next(text for text in map(text_of, house.mails(ANNA)[::-1]) if words in text)
    assert verdicts(answer) == ["not judged", "done", "done"]
    assert "NOT USED: these words are not an order" in answer
    with house.desk.store() as store:
        assert house.table(store).state.units["R2"].at == "birch"


@pytest.mark.parametrize("word", ["as is", "move R2 birch", "done"])
def test_the_rest_follows_on_the_writers_word(house: House, word: str) -> None:
    house.write("red", "mvoe R2 birch", "done")
    house.post()
    house.write("red", word)
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert [decision.player for decision in state.decisions] == ["blue"]
    assert state.units["R2"].at == ("birch" if word.startswith("move") else "ash")
    assert not lines_waiting(state, "red")


def test_as_is_in_the_same_sheet_takes_it_as_it_stands(house: House) -> None:
    house.write("red", "mvoe R2 birch", "move R1 dale", "done", "as is")
    house.post()
    with house.desk.store() as store:
        assert [decision.player for decision in house.table(store).state.decisions] == ["blue"]


@pytest.mark.parametrize("apart", [True, False], ids=["a run each", "in one run"])
@pytest.mark.parametrize("words", [("as is", "done"), ("done", "as is"), ("As is.", "done")])
def test_as_is_with_an_end_in_one_mail_throws_nothing_away(
    house: House, words: tuple[str, ...], apart: bool
) -> None:
    house.write("red", "mvoe R2 birch", "move R1 birch", "done")
    if apart:
        house.post()
    house.write("red", *words)
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert state.units["R1"].at == "birch"
    assert [decision.player for decision in state.decisions] == ["blue"]
    assert "not judged" not in house.last(ANNA)


def test_as_is_without_anything_that_waits_does_nothing(house: House) -> None:
    house.write("red", "as is")
    house.post()
    assert verdicts(house.last(ANNA)) == ["not judged"]


@pytest.mark.slow
def test_what_waits_changes_no_byte_that_the_other_side_gets(tmp_path: Path) -> None:
    found = []
    for name, lines in (("one", ("move R1 birch", "mvoe R2 birch", "done")), ("two", ("move R1 birch",))):
        (tmp_path / name).mkdir()
        house = House(tmp_path / name)
        house.write("red", "bid 3")
        house.write("blue", "bid 1")
        house.post()
        house.write("red", *lines)
        house.post()
        house.write("blue", "move B2 birch", kind="CHECK")
        house.post()
        found.append([raw for file, raw in house.outbox().items() if file.startswith("1-blue")])
    assert found[0] == found[1] and len(found[0]) >= 3


def test_at_the_deadline_the_lines_that_wait_are_taken_before_silence_is(house: House) -> None:
    house.write("red", "mvoe R2 birch", "done")
    house.post()
    with house.desk.store() as store:
        table = house.table(store)
        (decision,) = table.state.decisions
        step = table.take_silence(decision, DUE, "2026-11-30T12:00:00+00:00")
    assert step is not None
    assert [one.facts()["meaning"] for one in step.events if one.kind == "SilenceTaken"] == [
        "your orders on hold are used as they are"
    ]
    assert [(one.text, one.verdict) for one in step.rulings] == [("done", "done")]


def test_silence_is_taken_where_the_lines_that_wait_do_not_answer(house: House) -> None:
    house.write("red", "attack R1 dale", "mvoe R2 birch", "done")
    house.post()
    with house.desk.store() as store:
        table = house.table(store)
        step = table.take_silence(table.state.decisions[0], DUE, "2026-11-30T12:00:00+00:00")
    assert step is not None and step.after.decisions[0].player == "blue"


# -- the end of it -----------------------------------------------------------------------------------------


def test_lines_lapse_when_the_game_is_over() -> None:
    laid = waiting()
    play = Play(replace(laid.state, over={"winner": "zhukov"}), ListedDice([], []))
    lapse(laid.game, play)
    assert play.agenda["zhukov"] == tuple(one for one in kept_in(laid.state, "zhukov") if one.bad)


def test_what_waits_after_as_is_waits_for_no_word_any_more() -> None:
    units = {"LJ-1": "0920", "421RR": "0919", "365RR": "0708"}
    laid = Tabletop("panzerkorps48", units, turn=1, segment="SOV.PREP", dice=[4])
    laid.order("soviet", "moev 405RR\nend\nhasty 0920 by 421RR\nmove 365RR via 0709\nend")
    laid.order("soviet", "as is")
    told = {(one.sheet, one.line): (one.verdict, one.why) for one in laid.play.rulings.values()}
    assert told[1, 3] == ("done", "")
    assert told[1, 4] == told[1, 5] == ("waiting", "for a later question")


# -- a line that is not understood costs nothing -----------------------------------------------------------

BESIDE = {"685-I": "3508", "421RR": "3507", "365RR": "0708"}
STANDS = "if asked morale then default\nif asked retreat then default\n"


def beside(*dice: int) -> Tabletop:
    """The Soviet Preparation Phase of 48th Panzer Korps, with an attack that can be made."""
    return Tabletop("panzerkorps48", BESIDE, turn=1, segment="SOV.PREP", dice=list(dice))


def told(laid: Tabletop, sheet: int) -> list[tuple[str, str]]:
    """The verdicts on a sheet as they are now, each with its clause."""
    return [(one.verdict, one.rule) for one in laid.play.sheet(sheet)]


@pytest.mark.parametrize(
    "line", ["enter 484RR, 488RR at area A", "moev 421 to 3507", "xyzzy", "if askd fire"]
)
@pytest.mark.parametrize("above", [True, False])
def test_a_line_that_is_not_understood_does_not_silence_standing_orders(line: str, above: bool) -> None:
    laid = beside(1, 3)
    orders = ["prep Surovikino by 421", "end", "end"]
    orders.insert(0 if above else 2, line)
    laid.order("soviet", STANDS + "\n".join(orders))
    laid.order("german", "fire 685-I at 421RR")
    assert laid.steps("421RR") == 3
    assert laid.state.waiting()[0].topic != "morale"


@pytest.mark.parametrize("line", ["chekc 421RR", "check 421RR and so", "retraet 421RR"])
def test_a_standing_order_does_not_answer_for_a_line_that_may_have_been_meant_to(line: str) -> None:
    laid = beside(1)
    laid.order("soviet", f"{STANDS}prep Surovikino by 421\n{line}\nend")
    laid.order("german", "fire 685-I at 421RR")
    assert [(one.player, one.topic) for one in laid.state.waiting()] == [("soviet", "morale")]


def test_an_end_is_held_back_by_what_stands_above_it_alone() -> None:
    laid = beside()
    laid.order("soviet", "end\nmove 365RR via 0709\nmoev 421RR\nend")
    assert [verdict for verdict, _ in told(laid, 1)] == ["done", "done", "unreadable", "waiting"]
    assert (laid.state.segment, laid.at("365RR")) == ("SOV.MOVE", "0709")


def test_of_lines_that_wait_is_told_which_would_be_refused_too() -> None:
    laid = beside()
    laid.order("soviet", "perp Surovikino by 421\nend\nmove 365RR via 0709\nmove 421RR via 0101\nend")
    assert told(laid, 1)[1:] == [
        ("waiting", ""),
        ("waiting", ""),
        ("waiting", "4.mov.6"),
        ("waiting", ""),
    ]
    line = laid.play.rulings[1, 4]
    assert line.why.startswith("on hold: line 1 is not understood. ")
    assert "This line too is refused: 0101 is not adjacent to 3507" in line.why
    assert laid.at("365RR") == "0708" and laid.at("421RR") == "3507", "nothing of it has happened"


def test_of_lines_below_a_battle_that_wait_is_told_which_would_be_refused_too() -> None:
    laid = beside()
    laid.order("soviet", "moev 365RR\nprep Surovikino by 421RR\nprep 0101 by 365RR\nend")
    assert told(laid, 1) == [("unreadable", ""), ("done", ""), ("waiting", "3.1.prep.1"), ("waiting", "")]
    line = laid.play.rulings[1, 3]
    assert line.why.startswith("on hold: line 1 is not understood. This line too is refused: ")


def test_a_standing_order_put_right_lets_the_rest_follow() -> None:
    laid = beside()
    laid.order("soviet", "if askd morale then default\nend\nmove 365RR via 0709\nend")
    assert laid.state.segment == "SOV.PREP"
    laid.order("soviet", "if asked morale then default")
    assert laid.at("365RR") == "0709"
    assert not lines_waiting(laid.state, "soviet")


def test_an_end_below_the_one_line_that_was_not_understood_waits_for_it(tmp_path: Path) -> None:
    house = opened(tmp_path, "donnerschlag")
    house.write("axis", "higcommand STUKA-1", "pass", "pass")
    house.post()
    told = house.last(house.players["axis"].addresses[0])
    assert verdicts(told) == ["NOT UNDERSTOOD", "waiting", "waiting"]
    house.write("axis", "highcommand STUKA-1")
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert [one["text"] for one in state.kept["axis"]] == ["pass", "pass"]


# -- before the game begins ----------------------------------------------------------------------------------

ACCEPTED = ["done", "NOT UNDERSTOOD", "waiting"]


def opened(folder: Path, game: str) -> House:
    """A game that nobody has accepted yet."""
    return House(folder, game, pictures=False, accepted=False)


def test_an_end_beside_a_bad_set_up_is_not_done_whatever_else_is(tmp_path: Path) -> None:
    house = opened(tmp_path, "panzerkorps48")
    house.write("soviet", "accept", "setup 421RR at 9999", "end")
    house.post()
    assert verdicts(house.last(ANNA)) == ACCEPTED
    house.write("german", "accept")
    house.post()
    house.write("soviet", "if asked morale then default", "setup 421RR at 9999", "end")
    house.post()
    assert verdicts(house.last(ANNA)) == ACCEPTED


def test_what_is_sent_before_all_have_accepted_is_kept_as_the_form_says(tmp_path: Path) -> None:
    house = opened(tmp_path, "panzerkorps48")
    house.write("german", "accept", "setup LJ-1 at 3522", "setup LJ-2 at 4925", "end")
    house.post()
    answer = house.last("ben@example.org")
    assert verdicts(answer) == ["done", "waiting", "waiting", "waiting"]
    assert "You may send orders for later decisions now." in " ".join(answer.replace("## ", "").split())
    house.write("soviet", "accept", "setup 421RR at 3507")
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert (state.units["LJ-1"].at, state.units["LJ-2"].at) == ("3522", "4925")
    assert [one["text"] for one in state.kept["soviet"]] == ["setup 421RR at 3507"]
    assert "setup" in state.waiting()[0].verbs, "the end was refused: more units are to be set up"


def test_the_lines_of_one_sheet_have_one_verdict_each_whatever_waits() -> None:
    laid = waiting()
    rulings = judge(laid.game, laid.play, "zhukov", [(1, "combat 8GA-1 at seelow"), (2, "nonsense")], 9)
    assert [one.verdict for one in rulings] == ["waiting", "unreadable"]
