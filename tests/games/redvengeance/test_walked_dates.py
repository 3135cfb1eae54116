"""Clauses walked from one date to the next by mail: the start, a Lull, what is kept, the initiative, and what
is for one side alone; and what the charts ask for what is not a group of units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import ListedDice
from adjudicator.games.redvengeance.position import other
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.judging.referee import run_on
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import Date, a_date, bought
from tests.games.redvengeance.test_walked import DE, RU, row, walked
from tests.games.redvengeance.test_walked_on import set_up

GAME = find_game("redvengeance")
NO_CVP = "report CVP of={} suffered=0 vehicles=0 moabit=0 capture=0 refit=0 elr=0"
STOCK = {"chits-russian": 7, "chits-german": 3}


def started(*dice: int) -> Date:
    """The campaign from its start, these dice first and then threes."""
    date = Date(Play(GAME.start("campaign"), ListedDice([*dice, *[3] * 199])))
    run_on(GAME, date.play)
    return date


def chits(date: Date, russian: str, german: str, sheets: Sequence[Sequence[str]] = ((), ())) -> Date:
    """Both seal a chit, and then buy."""
    for side, chit in ((RU, russian), (DE, german)):
        date.good(side, f"chit {chit}")
    for side, lines in zip((RU, DE), sheets, strict=True):
        date.good(side, *lines, "pass")
    return date


def over(date: Date, upto: str = "8.615") -> Date:
    """The firefight is over, nobody has lost anything, and the Refit Phase passes."""
    for side in (RU, DE):
        date.good(side, "pass")
    for side in (RU, DE):
        date.send(side, *map(NO_CVP.format, (RU, DE)), f"pass 8.601-{upto}")
    return date


# -- the start -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("START.2", "START.3", "RePh8.625", "I8", "I3.3")
def test_the_first_date_is_set_up_by_the_german_and_begun_by_the_russian() -> None:
    date = started()
    assert [date.state.tracks[f"chits-{side}"] for side in (RU, DE)] == [7, 3]
    date.good(DE, "buy V1 mode=dugin", "buy I3 mode=reserve", "pass")
    date.good(RU, "pass")
    assert [one.player for one in date.state.waiting()] == [DE], "the German sets up first"
    walked(date, [
        (DE, "setup GE-V1#1-1 hex=S15 removed=aamg", "I3.3"),
        (DE, "setup GE-V1#1-1 hex=S15 removed=bmg", "done"),
        (DE, "reserve GE-I3#1-1 hex=I4", "I8"), (DE, "reserve GE-I3#1-1 hex=I6", "I8"),
        (DE, "reserve GE-I3#1-1 hex=I7", "done"),
    ])  # fmt: skip
    assert date.state.units["GE-V1#1-1/bmg"].kind == "lmg-de"
    date.send(DE, "as is", "pass")
    rolled = date.state.rolled
    date.good(RU, "pass")
    assert (date.state.segment, date.state.tracks["game-turn"], date.state.rolled) == ("PLAY", 1, rolled)
    assert date.state.frame.facts["mover"] == RU
    assert date.send(DE, "endturn") == ["CG32.5"]


@pytest.mark.rule("RePh8.6196.1", "RePh8.620", "RePh8.6198")
def test_free_groups_come_first_and_use_up_no_maximum() -> None:
    date = started()
    assert date.send(RU, "buy I2 x9", "pass") == ["RG-RU-I2", "waiting"]
    date.good(RU, "buy I2 x8", "pass")
    assert not date.events("GroupArrived"), "nothing is rolled before both sheets are in"
    date.good(DE, "buy I3", "buy I1", "pass")
    came = [(one.facts()["side"], one.facts()["group"]) for one in date.events("GroupArrived")]
    assert came == [
        (RU, "I2#1"), (RU, "I3#1"), *((RU, f"I2#{n}") for n in range(2, 10)),
        (DE, "I1#1"), (DE, "I1#2"), (DE, "I3#1"), (DE, "I1#3"),
    ]  # fmt: skip
    assert (own(date.state, RU).bought, own(date.state, DE).bought) == ({"I2": 8}, {"I3": 1, "I1": 1})


@pytest.mark.rule("I9")
def test_a_foxhole_that_was_set_up_joins_a_perimeter() -> None:
    date = started()
    for side in (RU, DE):
        date.good(side, "pass")
    date.send(DE, "fpp FOXHOLE hex=I7", "as is", "pass")
    date.send(RU, "as is", "pass")
    over(date, "8.6053")
    line = "report PERIMETER I7,I8 of=german foxholes="
    walked(date, [
        (RU, "report PERIMETER I8,J8 of=german", "I9"),
        (RU, "report PERIMETER I8,J8 of=german foxholes=J8", "I9"),
        (RU, "report PERIMETER H0 of=russian foxholes=I7", "I9"),
        (DE, f"{line}I8", "I9"), (DE, f"{line}I7", "waiting"),
        (RU, "report PERIMETER I7,I8 of=german", "waiting"),
    ])  # fmt: skip
    assert "foxholes not said (theirs I7)" in date.why(1) and "{" not in date.why(1)
    assert date.send(RU, f"{line}I7") == ["done"]


# -- initiative ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sealed", "dice", "moves", "left"), [
    row("RePh8.6233.c RePh8.6231.1", ("idle", "attack"), (), DE, (7, 2)),
    row("RePh8.6233.d RePh8.6231.1", ("attack", "idle"), (), RU, (6, 3)),
    row("RePh8.6233.a", ("attack", "attack"), (5, 3, 5, 3, 6, 1), DE, (6, 2)),
    row("RePh8.6233.a", ("attack", "attack"), (5, 3, 1, 6), RU, (6, 2)),
    row("RePh8.623", ("attack", "attack"), (5, 3, 6, 1), DE, (6, 2)),
])  # fmt: skip
def test_sealed_chits_are_opened_together_and_say_who_moves_first(
    sealed: tuple[str, str], dice: tuple[int, ...], moves: str, left: tuple[int, int]
) -> None:
    """At 4/29 PM a Russian 5 and a German 3 are equal."""
    date = a_date(3, 3, 3, 3, *dice, segment="8.6151", chits={}, tracks={**STOCK, **no_points()})
    date.good(RU, f"chit {sealed[0]}")
    assert not any("chit" in text.casefold() and "opened" in text for text in date.heard(DE))
    date.good(DE, f"chit {sealed[1]}")
    date.good(DE, "pass")
    assert not date.events("ChitsOpened")
    date.good(RU, "pass")
    (opened,) = date.events("ChitsOpened")
    assert opened.facts()["chits"] == dict(zip((RU, DE), sealed, strict=True)) and opened.seen_by(DE)
    assert [one.player for one in date.state.waiting()] == [other(moves)], "who moves second sets up first"
    assert tuple(date.state.tracks[f"chits-{side}"] for side in (RU, DE)) == left
    set_up(date)
    assert date.state.frame.facts["mover"] == moves


def no_points() -> dict[str, int]:
    """No points at all, before those of a date are rolled."""
    return {f"{what}-{side}": 0 for what in ("cpp", "fpp") for side in (RU, DE)}


# -- CG23 a Lull -----------------------------------------------------------------------------------------

BEFORE: dict[str, Any] = {
    "segment": "8.6151", "chits": {}, "isolated": {DE: ["D10"], RU: []},
    "there": {"OFF": "6-5-8 off-map", "RES": "6-5-8 K20 reserve", "GUN": "75-pak-40 K20"},
}  # fmt: skip


def after_a_lull(**tracks: int) -> Date:
    """Two Idle chits at 4/29 PM, and the purchases and set-up of the date after it."""
    date = a_date(**BEFORE, tracks={**STOCK, **no_points(), **tracks})
    chits(date, "idle", "idle", (["buy M2 x3", "fpp SUPPLEMENTAL"], ["buy I3 mode=reserve"]))
    assert (date.state.segment, campaign(date.state).case) == ("8.6091", "lull"), "there is no fighting"
    for side in (RU, DE):
        date.good(side, "pass 8.6091-8.615")
    assert (date.state.turn, date.state.segment) == (5, "8.6151")
    return date


@pytest.mark.rule("CG23.1", "CG23.2", "CG23.3")
def test_a_lull_fights_nothing_and_gives_back_one_level_once_in_the_campaign() -> None:
    date = after_a_lull(**{"elr-lost-german": 3})
    assert date.state.tracks["elr-lost-german"] == 2 and "elr-lost-russian" not in date.state.tracks
    chits(date, "idle", "idle")
    for side in (RU, DE):
        date.good(side, "pass 8.6091-8.615")
    assert (date.state.turn, date.state.tracks["elr-lost-german"]) == (6, 2)


@pytest.mark.rule("CG23.4", "CG23.5", "FT-FN-R2")
def test_after_a_lull_who_waits_is_set_up_and_guns_move_inside_their_area() -> None:
    date = after_a_lull()
    assert campaign(date.state).supplemental == 5, "a Lull does not use it up"
    chits(date, "attack", "idle")
    group = "GE-I3#1-1"
    walked(date, [
        *((DE, f"setup {one} hex=D10", "CG23.4") for one in ("OFF", "RES", group)),
        *((DE, f"setup {one} hex=K20", "done") for one in ("OFF", "RES", group)),
        (DE, "hip GUN hex=A20", "CG23.5"), (DE, "setup GUN hex=A20", "CG23.5"),
        (DE, "setup GUN hex=K21", "done"),
    ])  # fmt: skip


@pytest.mark.rule("CG23.5")
def test_in_a_lull_a_gun_in_a_fortified_location_stays() -> None:
    date = a_date(**{**BEFORE, "own_german": {"hip": {"FORTIFIED@K20": "K20"}}}, tracks={**STOCK})
    chits(date, "idle", "idle")
    for side in (RU, DE):
        date.good(side, "pass 8.6091-8.615")
    chits(date, "attack", "idle")
    walked(date, [(DE, "setup GUN hex=K21", "CG23.5"), (DE, "setup OFF hex=K21", "done")])


@pytest.mark.rule("START.1", "CG23.1")
def test_nine_dates_follow_each_other_by_lulls_and_no_tenth() -> None:
    date = a_date(turn=3, segment="8.6151", chits={}, tracks={**STOCK, **no_points()})
    names = []
    while date.state.over is None:
        names.append(date.state.waiting()[0].question.split(":")[0].rpartition(" ")[2])
        chits(date, "idle", "idle")
        for side in (RU, DE) if date.state.over is None else ():
            date.good(side, "pass 8.6091-8.615")
    assert names == ["4/29-AM", "4/29-PM", "4/29-NT", "4/30-AM", "4/30-PM", "4/30-NT", "5/1-AM"]


# -- what is kept from date to date, and what is for one side alone --------------------------------------


@pytest.mark.rule("CG9.8", "CG9.9", "CG10.4", "FT-FN-R2")
def test_a_module_that_has_not_fired_for_effect_is_kept_with_its_hexes() -> None:
    german = ("buy O1 carrier=offboard prereg=K11", "buy O3", "buy O4", "oba O1 observer=A18")
    russian = (
        "buy O3 carrier=offboard prereg=K20",
        "buy O6",
        "buy O8",
        "oba O3 observer=H0",
        "fpp SUPPLEMENTAL",
    )
    date = set_up(bought(german, russian, tracks=STOCK))
    assert campaign(date.state).supplemental == 4
    walked(date, [(DE, "oba O1 IR", "done"), (RU, "oba O3 HE", "done")])
    over(date)
    assert (set(own(date.state, DE).oba), set(own(date.state, RU).oba)) == ({"O1"}, set())
    for side, chit in ((RU, "attack"), (DE, "idle")):
        date.good(side, f"chit {chit}")
    assert campaign(date.state).supplemental != date.state.turn
    walked(date, [
        (DE, "buy O2", "CG9.1"), (RU, "oba O3 carrier=radio", "CG9.8"),
        (RU, "buy O3 carrier=offboard", "CG10.3"), (DE, "oba O1 prereg=K11,K12", "FN-A.1"),
    ])  # fmt: skip
    date.good(DE, "oba O1 prereg=K12", "pass")
    date.good(RU, "pass")
    kept = own(date.state, DE).oba["O1"]
    assert (kept["prereg"], kept["carrier"], kept["observer"]) == (("K12",), "offboard", "A18")


@pytest.mark.rule("CG9.7", "CG10.6", "RePh8.619", "RePh8.6198")
def test_what_is_bought_is_for_its_side_alone_till_both_have_set_up() -> None:
    date = a_date()
    date.good(RU, "buy O3 carrier=offboard", "buy O8", "oba O3 observer=H0", "buy I2 mode=map", "pass")
    assert date.heard(DE) == [], "a sheet is sealed"
    date.good(DE, "buy O1 carrier=radio", "pass")
    (arrived,) = [one for one in date.events("GroupArrived") if one.facts()["group"] == "I2#1"]
    assert arrived.seen_by(RU) and not arrived.seen_by(DE)
    set_up(date, (RU, "setup all hex=K12"))
    for secret in ("offboard", "H0", "I2", "O3", "O8"):
        heard = [text for text in date.heard(DE) if secret in text.replace("RU-I2", "")]
        assert not heard, (secret, heard)
    assert not any("radio" in text or "O1" in text for text in date.heard(RU))
    assert own(GAME.view(date.state, DE), RU).bought == {} and own(date.state, RU).bought["I2"] == 1
