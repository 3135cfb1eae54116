"""The pieces, the board and the cards as the rules read them (D.comp)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.donnerschlag import cards, pieces, r1_setup
from adjudicator.games.donnerschlag.orders import grammar, said
from adjudicator.games.donnerschlag.position import edge, unbridged
from adjudicator.state import State, Unit
from tests.tabletop import Tabletop, on_the_table


def state() -> State:
    """The position before turn 1."""
    return on_the_table("donnerschlag").start("campaign")


@pytest.mark.rule("D.comp.hexes")
def test_the_board_has_the_hexes_that_the_rulebook_names() -> None:
    board = state().board
    assert {"0810", "0914", "2124", "4607"} <= set(board.spaces)
    assert grammar().read("schwerpunkt 4607").args == {"hex": "4607"}
    lacking = replace(board, spaces={at: one for at, one in board.spaces.items() if at != "2124"})
    with pytest.raises(ValueError, match="lacks 2124"):
        r1_setup.check_board(lacking)


@pytest.mark.rule("D.comp.hexes", "D.comp.units")
def test_a_game_begins_with_a_whole_board_and_whole_counters_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError):
        r1_setup.start("winter")
    for check in ("check_board", "check_counters"):
        with monkeypatch.context() as patch, pytest.raises(ValueError, match="not whole"):
            patch.setattr(r1_setup, check, not_whole)
            r1_setup.start("campaign")


def not_whole(found: object) -> None:
    """A check that nothing passes."""
    raise ValueError("not whole")


@pytest.mark.rule("D.tec.bridge")
def test_a_river_has_a_bridge_where_a_road_crosses_it_and_open_country_has_no_river() -> None:
    board = state().board
    assert [unbridged(board, a, b) for a, b in (("2222", "2223"), ("2221", "2321"), ("3120", "3121"))] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.rule("D.comp.units")
def test_a_unit_has_class_strength_background_mp_and_steps() -> None:
    now = state()
    tank, rifles = now.units["I-11 Pz"], now.units["302-1"]
    assert (pieces.class_of(now, tank), pieces.trait(now, tank, "background")) == ("tank", "yellow")
    assert (pieces.strength(now, tank), pieces.movement(now, tank), tank.steps) == (6, 6, 2)
    assert pieces.strength(now, replace(tank, steps=1)) == 3
    hq = now.units["HQ 51st Army"]
    assert (pieces.strength(now, hq), pieces.movement(now, hq)) == (0, 0)
    assert (pieces.class_of(now, rifles), pieces.trait(now, rifles, "background")) == ("infantry", "orange")
    assert (*(pieces.trait(now, rifles, of) for of in ("colour", "army")), pieces.formation(now, rifles)) == (
        "red", "51", "302 RD",
    )  # fmt: skip


@pytest.mark.rule("D.comp.units", "D.comp.hq")
@pytest.mark.parametrize(
    ("unit", "change"), [("302-1", {"class": "cavalry"}), ("302-1", {"background": "pink"}), ("HQ 6 Pz", {})]
)
def test_a_counter_that_is_not_whole_is_found(unit: str, change: dict[str, str]) -> None:
    counter = state().roster.counters[unit]
    steps = counter.steps if change else (replace(counter.steps[0], values={"movement": 6}),)
    broken = replace(counter, traits={**counter.traits, **change}, steps=steps)
    with pytest.raises(ValueError, match=r"\[D.comp"):
        pieces.check_counters([broken])


@pytest.mark.rule("D.comp.hq")
def test_the_hqs() -> None:
    now = state()
    hqs = {
        unit.id: pieces.command_range_of(now, unit) for unit in now.units.values() if pieces.is_hq(now, unit)
    }
    assert hqs == {
        "HQ 6 Pz": 4, "HQ 23 Pz": 4, "HQ 17 Pz": 4, "HQ Rum VI": 3, "HQ Rum VII": 3, "HQ Popescu": 3,
        "HQ 51st Army": 6, "HQ 2nd Guards Army": 6,
    }  # fmt: skip
    assert said(grammar().read("relocate HQ VI to 4320")).hq == "HQ Rum VI"


@pytest.mark.rule("D.comp.cards")
def test_the_named_cards_are_known() -> None:
    codes = {cards.code(card) for card in cards.all_cards()}
    assert {"SWT40", "DEADBOLT", "NAVAL", "GUARD", "SNOWX", "SNOWV", "YAK9"} <= codes
    assert said(grammar().read("box SWT40-1 DEADBOLT-1")).cards == ("SWT40-1", "DEADBOLT-1")
    laid = Tabletop("donnerschlag", {"201 Pz": "3120"}, segment="BOX", hands={"axis": ["SWT40-1"]})
    assert laid.verdict("axis", "box SWT40-1") == ("done", "")
    assert len(cards.all_cards()) == 106


@pytest.mark.rule("D.comp.units", "D.reinf.1", "D.reinf.3")
def test_every_unit_stands_where_it_should_at_the_start() -> None:
    now = state()
    assert on_the_table("donnerschlag").faults(now) == []
    assert now.units["HQ 2nd Guards Army"].at == "soviet-hq"
    assert now.units["Naval"].at == "naval-brigade"
    assert {unit.at for unit in now.units.values() if unit.id.startswith(("Alarm", "AdHoc"))} == {
        "axis-ad-hoc", "soviet-ad-hoc",
    }  # fmt: skip
    assert all(at.startswith("46") for at in edge(now.board, "axis"))
    assert (now.units["I-11 Pz"].at, now.units["36 Mech"].at, now.units["HQ 17 Pz"].at) == (
        "4213", "soviet-turn-2", "axis-turn-4",
    )  # fmt: skip
    assert now.tracks == {"donnerschlag": 0}


@pytest.mark.rule("D.move.10")
def test_the_invariants_find_what_is_wrong() -> None:
    game, now = on_the_table("donnerschlag"), state()
    there = now.with_unit(Unit("302-1", "soviet", now.units["201 Pz"].at, 2))
    assert game.faults(there) == ["both sides are in 4116"]
    assert "HQ 6 Pz" in game.faults(now.with_unit(Unit("HQ 6 Pz", "axis", "nowhere", 1)))[0]
    marked = Unit("302-1", "soviet", "3913", 2, frozenset({"overrun"}))
    assert game.faults(now.with_unit(marked)) == ["302-1 is not an HQ, and bears the overrun marker"]
    twice = now.but(hands={**now.hands, "axis": ("ARTY-1",)})
    assert game.faults(twice) == ["card ARTY-1 is in 2 places"]
    full = now.with_unit(Unit("201 Pz", "axis", "4213", 2))
    assert game.faults(full) == ["4213 holds too much"]
