"""Lines as people say them: the units first, a plus, an arrow, "then", thanks and small pictures; and lines
that take others back."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.mail.reading.asking import question_in
from adjudicator.rulings import Unreadable
from tests.adjudicator.house import House
from tests.adjudicator.test_asking import answered, letter
from tests.tabletop import Tabletop

RACE, THUNDER = find_game("raceforberlin").grammar("zhukov"), find_game("donnerschlag").grammar("axis")
KOENIGSBERG = find_game("koenigsberg45").grammar("soviet")


@pytest.mark.parametrize(
    "line",
    [
        "move 5 Jäger + 606 to Letschin", "move 5 Jäger & 606 to Letschin", "move 5 Jäger, 606 → Letschin",
        "move 5 Jäger and 606 -> Letschin pls", "move 5 Jäger, 606 to Letschin thx \N{THUMBS UP SIGN}",
        "move 5 Jäger, 606 to Letschin \N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-3} please!",
    ],
)  # fmt: skip
def test_signs_between_words_and_thanks_behind_them_change_nothing(line: str) -> None:
    assert RACE.same(line, "move 5 Jäger, 606 to Letschin")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("II/4 PzG attacks 3913", "attack 3913 with II/4 PzG"),
        ("II/4 PzG, 6 Kradsch attack 3913", "attack 3913 with II/4 PzG, 6 Kradsch"),
    ],
)
def test_an_attack_that_begins_with_its_units_is_offered_as_it_is_written(line: str, meant: str) -> None:
    with pytest.raises(Unreadable) as told:
        THUNDER.read(line)
    assert told.value.legal == (meant,)


def test_then_stands_between_two_orders() -> None:
    line = "activate HQ39 with 152UR, then move 94 to 4307 and 113 to 4306 then done"
    (told,) = KOENIGSBERG.sheet([(1, line)])[1]
    meant = ("activate HQ39 with 152UR / move 94 to 4307 / move 113 to 4306 / done",)
    assert (told.why[:22], told.legal) == ("write one order a line", meant)


@pytest.mark.parametrize("word", ["then", "everything", "pls"])
def test_a_common_word_is_no_name_that_somebody_got_wrong(word: str) -> None:
    with pytest.raises(Unreadable) as told:
        KOENIGSBERG.read(f"move 94 {word} 4307")
    assert told.value.legal == ()


def test_units_without_a_verb_are_offered_what_they_are_asked_for() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    (told,) = table.order("german", "Stu-1 at 1612, Stu-2 at 1713")
    assert told.legal == ("setup Stu-1 at 1612 / setup Stu-2 at 1713",)


@pytest.mark.parametrize("line", ["No attacks", "no prepared attacks this turn"])
def test_who_declines_what_is_asked_is_told_the_word_for_it(line: str) -> None:
    table = Tabletop("panzerkorps48", {"421RR": "3507", "685-I": "3508"}, segment="SOV.PREP")
    (told,) = table.order("soviet", line)
    assert (told.verdict, told.legal) == ("unreadable", ("end",))


def test_an_article_is_no_unit_whose_name_begins_like_it() -> None:
    assert RACE.read("reserve the 712").args == RACE.read("reserve 712").args


def test_an_enemy_is_not_offered_among_the_attackers() -> None:
    with pytest.raises(Unreadable) as told:
        RACE.read("391 & 286 attack 33rd army at Fürstenberg")
    assert told.value.legal == tuple(verb.name for verb in RACE.verbs)


def test_what_is_spelled_as_a_unit_is_no_hex() -> None:
    with pytest.raises(Unreadable, match=r'unknown hex "302-1" \(a unit has that name\)'):
        THUNDER.read("attack 302-1 with II/4 PzG")


def test_to_may_stand_between_the_hexes_of_a_path() -> None:
    assert THUNDER.same("move I/4 PzG via 4013 to 3913", "move I/4 PzG via 4013-3913")
    assert KOENIGSBERG.same("move 5G 4308 > 4208", "move 5G 4308-4208")


def test_a_way_of_moving_may_have_by_before_it() -> None:
    assert KOENIGSBERG.same("move 94 by road to 4307", "move 94 road 4307")


def test_what_a_telephone_wrote_below_the_orders_is_none() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    told = table.order("german", "setup Stu-1 at 1612\nSent from my iPhone")
    assert [(one.verdict, one.why) for one in told][1:] == [("not-judged", "these words are not an order")]


def test_an_order_that_is_not_asked_for_is_no_help_to_who_wrote_another_word() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    (told,) = table.order("german", "retire Stu-1 two hexes north")
    assert told.why == 'no order begins with "retire". You can order now: setup, end' and told.legal == ()


# -- taken back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "cancel that", "Scrap the last one.", "forget the second one", "no, wait, ignore line 1",
        "undo the first move", "never mind", "sorry, delete that",
    ],
)  # fmt: skip
def test_of_an_email_with_a_line_that_takes_others_back_no_order_counts(line: str) -> None:
    table = Tabletop("panzerkorps48", clear=False)
    before = table.state
    told = table.order("german", f"setup Stu-1 at 1612\nif asked advance then yes\n{line}")
    assert [one.verdict for one in told] == ["not-judged", "not-judged", "unreadable"]
    assert "takes orders back" in told[0].why and table.state.units == before.units
    assert table.state.standing == before.standing and table.state.waiting() == before.waiting()
    (again,) = table.order("german", "setup Stu-1 at 1612")
    assert again.verdict == "done"


def test_to_forget_what_is_no_standing_order_is_not_said_to_be_done() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    (told,) = table.order("german", "forget morale")
    assert (told.verdict, told.why) == ("unreadable", "you have no such standing order")
    table.order("german", "if asked advance then yes")
    (told,) = table.order("german", "forget a")
    assert told.verdict == "unreadable" and table.state.standing["german"] == ("if asked advance then yes",)
    assert [one.verdict for one in table.order("german", "forget advance\nforget all")] == ["done", "done"]
    assert not table.state.standing["german"]


# -- asked without a block ---------------------------------------------------------------------------------


def test_what_a_unit_may_do_is_told_to_an_email_without_a_block(tmp_path: Path) -> None:
    house = House(tmp_path, "panzerkorps48", pictures=False)
    player = house.players["german"].addresses[0]
    assert letter(house, "What can Stu-1 do?", sender=player) == "question"
    told = answered(house, player)
    assert "You may order:\n  setup Stu-1 at 1612, 1713" in told


def test_undo_below_orders_is_about_these_and_proposes_nothing(tmp_path: Path) -> None:
    house = House(tmp_path, "panzerkorps48", pictures=False)
    house.write("german", "setup Stu-1 at 1612", "setup Stu-2 at 1713", "undo the last one")
    house.post()
    told = house.last(house.players["german"].addresses[0])
    assert told.count("takes orders back") == 2 and "PROPOSAL" not in told
    assert not [mail for mail in house.mails(house.players["soviet"].addresses[0]) if "undo" in str(mail)]


@pytest.mark.parametrize("line", ["What does Katyusha do?", "what does the Katyusha card mean"])
def test_what_a_card_does_is_a_question(line: str) -> None:
    assert question_in(line).casefold().removesuffix(" card") == "help katyusha"


def test_what_a_unit_may_do_is_never_a_set_up_that_is_over(tmp_path: Path) -> None:
    house = House(tmp_path, "panzerkorps48", pictures=False)
    player = house.players["german"].addresses[0]
    house.write("german", "setup rest")
    house.post()
    letter(house, "where Stu-1", sender=player)
    assert "set-up" not in answered(house, player)
