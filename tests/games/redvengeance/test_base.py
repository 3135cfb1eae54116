"""The words of the game: how lines are read, what positions remember, the nine dates."""

import pytest

from adjudicator.games.redvengeance.orders import VERBS, hexside_of, place_of, read_line, said, syntax
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, location, other
from adjudicator.games.redvengeance.situation.campaign import Own, campaign, last, note, note_own, own
from adjudicator.games.redvengeance.situation.steps import date, dates
from adjudicator.rulings import Unreadable
from adjudicator.state import Unit
from tests.games.redvengeance.table import a_play, a_state


def test_keys_are_read_as_what_they_are() -> None:
    order = said(read_line("BUY i2 X3 mode=Entry prereg=i8, j7 hex=k13:r cap=5"))
    assert (order.about, order.times, order.mode, order.prereg) == ("I2", 3, "entry", ("I8", "J7"))
    assert (order.hex, order.cap, order.ca) == ("K13:R", 5, None)


def test_bare_words_keep_their_order_and_hexes_their_spelling() -> None:
    order = said(read_line("claim STONE k12,K13, l12 start=enemy now=own"))
    assert order.about == "STONE" and order.rest == ("K12", "K13", "L12")
    assert (order.start, order.now) == ("enemy", "own")


def test_a_sign_within_a_name_begins_no_comment() -> None:
    orders, wrong = syntax().sheet([(1, "SETUP I1#2-1 hex=K13 from=I1#2  # at the window")])
    assert wrong == [] and said(orders[0]).from_ == "I1#2" and said(orders[0]).what == ("I1#2-1",)


def test_words_of_python_are_keys_too() -> None:
    assert said(read_line("banner unit=SQ7 with=hero hex=X17:R phase=MPh")).with_ == "hero"


def test_a_report_may_have_keys_of_its_own_and_no_other_order() -> None:
    assert said(read_line("report rally unit=SQ4 result=rallied to=8-0")).more == {"to": "8-0"}
    with pytest.raises(Unreadable, match='no order knows "hexx="') as no:
        read_line("setup SQ4 hexx=K13")
    assert "hex" in no.value.legal


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("setup SQ4 hex=13K", "is not a hex"),
        ("cross T5 side=K10", "is not a hexside"),
        ("cross T5 tons=heavy", "is not a whole number"),
        ("cross T5 ce=maybe", "neither yes nor no"),
        ("buy I1 mode=map mode=entry", "is twice"),
        ("buy I1 mode=", "nothing follows"),
    ],
)
def test_a_value_that_is_none_is_unreadable(line: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_line(line)


def test_hexes_and_hexsides_have_one_spelling() -> None:
    assert [place_of(one) for one in ("a01", "mm24", "k13:r", "k13:9x", "13")] == [
        "A1", "MM24", "K13:R", None, None,
    ]  # fmt: skip
    assert hexside_of("i9/i8") == "I8/I9" and hexside_of("AA1/Z1") == "Z1/AA1" and hexside_of("I8") is None


def test_every_verb_is_known_by_its_name() -> None:
    assert [read_line(verb.name).verb for verb in VERBS] == [verb.name for verb in VERBS]


def test_there_are_nine_dates() -> None:
    assert [one.name for one in dates()] == [
        "4/28-PM", "4/28-NT", "4/29-AM", "4/29-PM", "4/29-NT", "4/30-AM", "4/30-PM", "4/30-NT", "5/1-AM",
    ]  # fmt: skip
    assert [one.number for one in dates() if one.night] == [2, 5, 8]
    assert date(a_state(turn=6)).modifier == {RUSSIAN: 2, GERMAN: 0}


def test_facts_are_read_by_dashes_and_what_is_one_sides_stays_its_own() -> None:
    play = a_play(a_state(last={"lull": True, "cvp-russian": 3}))
    note(play, "CG17.1", control_start={"K13": GERMAN})
    note_own(play, "RePh8.6194", RUSSIAN, bought={"I1": 2})
    note_own(play, "RePh8.6194", RUSSIAN, recon=1)
    assert campaign(play.state).control_start == {"K13": GERMAN} and last(play.state).cvp_russian == 3
    assert own(play.state, RUSSIAN) == Own(bought={"I1": 2}, recon=1) and own(play.state, GERMAN) == Own()
    assert [event.to for event in play.events][1:] == [(RUSSIAN,), (RUSSIAN,)]


def test_a_unit_is_somewhere_to_the_level() -> None:
    on_roof = Unit("SQ1", RUSSIAN, "Y18", 1, frozenset({"level-r", "ti"}))
    assert location(on_roof) == "Y18:R" and location(Unit("SQ2", GERMAN, "bought", 1)) == "bought"
    assert (other(RUSSIAN), other(GERMAN)) == (GERMAN, RUSSIAN)


@pytest.mark.parametrize(
    ("line", "what", "times"),
    [
        ("control X17, x18,X19 of=russian", ("X17", "X18", "X19"), 1),
        ("claim STONE W17,X18 now=own", ("STONE", "W17", "X18"), 1),
        ("buy I1 x3", ("I1",), 3),
        ("fpp FOXHOLE X2 cap=1", ("FOXHOLE",), 2),
    ],
)
def test_a_hex_of_column_x_is_a_number_of_pieces_in_purchases_alone(
    line: str, what: tuple[str, ...], times: int
) -> None:
    assert (said(read_line(line)).what, said(read_line(line)).times) == (what, times)
