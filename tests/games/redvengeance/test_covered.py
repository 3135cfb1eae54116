"""Counters under which units lie are seen by the enemy, with their hex; what is under them is not."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.by_mail.rosters import rosters
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.games.redvengeance.situation.pieces import unit_of
from adjudicator.mail.telling.observers import public
from adjudicator.report.pages import ReportFacts, pages
from adjudicator.report.story import Sentence, tell
from tests.games.redvengeance.by_mail import GAME, Date, bought
from tests.games.redvengeance.firefight import fight

BUYS = ("buy I1 mode=map", "buy I3 mode=reserve", "fpp CONCEAL x2")
I1, I3 = "GE-I1#1", "GE-I3#1"
MEN = f"setup {I1}-1,{I1}-2,{I1}-3 hex=K20 conceal=yes"


def set_up(*lines: str, buys: tuple[str, ...] = BUYS) -> Date:
    """The German has set up by these lines."""
    date = bought(buys)
    date.good(GERMAN, *lines, "as is", "pass")
    return date


def told(date: Date, side: str) -> tuple[object, ...]:
    """All that a side gets of a set-up of the German: what it is told, its page, its position."""
    seen = GAME.view(date.state, side)
    made = pages(ReportFacts(GAME, 1, side, seen, seen))
    return date.heard(side), made.text, made.html, date.seen(side)


@pytest.mark.rule("RePh8.6242")
def test_the_owner_reads_what_is_open_of_a_set_up_once() -> None:
    date = set_up(MEN.removesuffix(" conceal=yes"))
    seen = [event for event in date.play.events if event.seen_by(GERMAN)]
    chapters = tell(GAME, seen, 4, "8.624")
    texts = [one.text for chapter in chapters for one in chapter.items if isinstance(one, Sentence)]
    assert [text for text in texts if f"{I1}-1" in text] == [
        f"The German player has set up. K20: {I1}-1 to {I1}-3."
    ]


@pytest.mark.rule("CG22.7a", "RePh8.621.9", "ROST.3")
def test_the_enemy_sees_the_counters_and_their_hexes_and_nothing_under_them() -> None:
    date = set_up(MEN, f"reserve {I3}-1,{I3}-2 hex=A20")
    assert {id_: (unit["at"], unit["flags"]) for id_, unit in date.seen(RUSSIAN).items()} == {
        "GE-?-K20": ("k20", ["concealed"]), "GE-RESERVE-A20": ("a20", ["reserve"]),
    }  # fmt: skip
    kinds = {unit.id: unit.kind for unit in GAME.view(date.state, RUSSIAN).units.values()}
    assert kinds == {"GE-?-K20": "concealment-de", "GE-RESERVE-A20": "cloaking-de"}
    words = "Counters of the German player whose contents are secret: Reserve in A20; ? in K20."
    assert words in date.heard(RUSSIAN) and words in date.heard(GERMAN)
    assert I1 not in str(told(date, RUSSIAN)) and I3 not in str(told(date, RUSSIAN))
    assert "GE-?-K20" not in date.seen(GERMAN)


@pytest.mark.slow
@pytest.mark.rule("CG22.7a", "RePh8.621.9")
def test_what_lies_under_a_counter_changes_no_byte_of_what_the_enemy_gets() -> None:
    one = set_up(MEN, f"reserve {I3}-1,{I3}-2 hex=A20")
    for lines in (
        (f"setup {I1}-1 hex=K20 conceal=yes", f"reserve {I3}-3 hex=A20"),
        (f"setup {I1}-1,{I1}-2 hex=K20 conceal=yes", f"setup {I1}-4,{I1}-6 hex=K20 conceal=yes",
         f"reserve {I3}-1,{I3}-2,{I3}-3,{I3}-4,{I3}-5 hex=A20"),
        ("fpp CONCEAL hex=K20", f"reserve {I3}-1 hex=A20"),
        (f"setup {I1}-1 hex=K20:1 conceal=yes", "fpp CONCEAL hex=K20", f"reserve {I3}-1 hex=A20"),
    ):  # fmt: skip
        other = set_up(*lines)
        assert told(other, RUSSIAN) == told(one, RUSSIAN), lines
        assert told(other, GERMAN) != told(one, GERMAN)


@pytest.mark.rule("RePh8.621.9", "ROST.1")
def test_a_dummy_is_a_counter_like_any_other_and_its_owner_knows_it() -> None:
    date = set_up("fpp CONCEAL hex=K20", "fpp CONCEAL hex=K21")
    assert set(date.seen(RUSSIAN)) == {"GE-?-K20", "GE-?-K21"}
    (section,) = [one for one in rosters(date.state, GERMAN) if one.rule == "ROST.1"]
    assert [(one.what, one.where, one.state) for one in section.entries] == [
        ('Concealment counter "?"', "K20", "a Dummy"), ('Concealment counter "?"', "K21", "a Dummy"),
    ]  # fmt: skip
    assert not any("K20" in text and "Conceal" in text for text in date.heard(RUSSIAN))
    date.good(RUSSIAN, "pass")
    date.good(RUSSIAN, "pass")
    date.good(GERMAN, "pass")
    assert (date.state.segment, own(date.state, GERMAN).dummies, date.seen(RUSSIAN)) == ("8.601", (), {})


@pytest.mark.rule("RePh8.621.9", "ROST.5")
def test_a_weapon_among_the_concealed_does_not_betray_them() -> None:
    """It lies open only where somebody open can have it."""
    with_it, without = set_up(MEN, f"setup {I1}-4,{I1}-5 hex=K20"), set_up(MEN)
    assert told(with_it, RUSSIAN) == told(without, RUSSIAN)
    assert with_it.state.units[f"{I1}-4"].flags == {"concealed"}
    leader = set_up(MEN, f"setup {I1}-4,{I1}-6 hex=K20")
    assert {f"{I1}-4", f"{I1}-6"} <= set(leader.seen(RUSSIAN))


@pytest.mark.rule("RePh8.621.8", "CG22.7a", "ROST.3", "ROST.5")
def test_a_weapon_lies_with_the_hidden_and_with_the_reserve() -> None:
    buys = ("buy I4 mode=reserve", "buy I1 mode=map", "fpp HIP unit=smc")
    reserve = set_up("reserve GE-I4#1-1 hex=A20", "reserve GE-I4#1-4 hex=A20", buys=buys)
    assert reserve.state.units["GE-I4#1-4"].flags == {"reserve"}
    assert set(reserve.seen(RUSSIAN)) == {"GE-RESERVE-A20"}


@pytest.mark.rule("ROST.7", "BRV16.4.1")
def test_an_armor_leader_and_passengers_lie_with_their_concealed_vehicle() -> None:
    buys = ("buy V4 mode=map", "buy I1 mode=map", "fpp CONCEAL")
    date = bought(buys)
    tanks = [one.id for one in date.state.units.values() if one.kind == "mk-vib"]
    leader = next(one.id for one in date.state.units.values() if one.kind.startswith("al-"))
    date.good(GERMAN, f"setup {tanks[0]} hex=K20 conceal=yes", f"setup {leader} hex=K20")
    date.good(GERMAN, f"setup {I1}-1 hex=K20 with={tanks[0]}", "as is", "pass")
    assert set(date.seen(RUSSIAN)) == {"GE-?-K20"}


@pytest.mark.rule("CG11.3", "RePh8.621.9")
@pytest.mark.parametrize("beside", ["", "S"])
def test_a_machine_gun_removed_from_a_concealed_tank_does_not_tell_which_tank_it_is(beside: str) -> None:
    date = bought(("buy M2 x3", "fpp CONCEAL"), there={"T": "mk-iv-h K20", "S": "6-5-8 K21"})
    men = [f"setup {beside} hex=K20"] * bool(beside)
    date.good(GERMAN, "setup T hex=K20 conceal=yes removed=bmg", *men, "as is", "pass")
    assert date.state.units["T/bmg"].flags == {"concealed"}
    assert set(date.seen(RUSSIAN)) == {"GE-?-K20", "S"}


@pytest.mark.rule("CG7.5", "CG22.7a", "RePh8.621.9")
@pytest.mark.parametrize(
    ("flag", "id_"),
    [("cloaked", "GE-CLOAKING-K13"), ("reserve", "GE-RESERVE-K13"), ("concealed", "GE-?-K13")],
)
def test_a_counter_is_nothing_that_a_line_can_name(flag: str, id_: str) -> None:
    """So a line tried at home is refused like at the desk, which knows no such unit."""
    state = view(fight({"S": f"6-5-8 K13 {flag}"}).state, RUSSIAN)
    assert list(state.units) == [id_] and unit_of(state, id_, RUSSIAN) is None
    assert view(state, RUSSIAN).units == state.units


@pytest.mark.rule("ROST.5", "CG19.1")
def test_of_the_hidden_nothing_is_seen_whatever_else_lies_on_them() -> None:
    state = fight({"G": "50-pak-38 K13 hip concealed", "O": "6-5-8 off-map reserve"}).state
    assert view(state, RUSSIAN).units == {}


@pytest.mark.rule("RePh8.624")
def test_counters_are_seen_once_their_side_has_set_up() -> None:
    date = bought(BUYS)
    date.good(GERMAN, MEN)
    assert date.seen(RUSSIAN) == {}
    date.good(GERMAN, "as is", "pass")
    assert set(date.seen(RUSSIAN)) == {"GE-?-K20"}
    assert own(date.state, GERMAN).dummies == ()


def test_who_watches_sees_the_counters_of_both_sides() -> None:
    state = fight({"S": "6-5-8 K13 concealed"}, {"R": "4-5-8 K20 reserve"}).state
    assert set(public(GAME, state).units) == {"GE-?-K13", "RU-RESERVE-K20"}
