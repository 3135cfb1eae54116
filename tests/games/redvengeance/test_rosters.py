"""The rosters of a side: each section by its clause, and nothing of it for the enemy."""

from __future__ import annotations

import csv
import io
import random
from typing import Any

import pytest

from adjudicator.by_mail.rosters import Entry, Section
from adjudicator.catalogue import find_game
from adjudicator.games.redvengeance.by_mail.rosters import rosters
from adjudicator.games.redvengeance.position import BOUGHT, GERMAN, OFF_MAP, RUSSIAN, SIDES, other
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.pages import ReportFacts, pages
from adjudicator.report.roster import COLUMNS, alone, roster_page, roster_table
from adjudicator.report.roster import rosters as rosters_of
from adjudicator.state import State, Unit
from tests.games.redvengeance.table import a_unit

GAME = find_game("redvengeance")
START = GAME.start("campaign")
LAID = {"item": "TRENCH", "at": "K14", "hidden": True}
SQUAD, GUN, TANK, LEADER = "6-5-8", "88-flak-18", "mk-vg", "al-9-1-de"


def german(id_: str, kind: str, at: str, flags: str = "") -> Unit:
    return a_unit(f"GE-{id_}", GERMAN, at, kind, flags)


def russian(id_: str, kind: str, at: str, flags: str = "") -> Unit:
    return a_unit(f"RU-{id_}", RUSSIAN, at, kind, flags)


def position(*units: Unit, **facts: Any) -> State:
    """The start of the campaign, in play, with these units; all of the map is German and nothing cut off."""
    told = {name.replace("_", "-"): value for name, value in facts.items()}
    return START.but(units={unit.id: unit for unit in units}, facts={**START.facts, **told})


def sections(state: State, side: str = GERMAN) -> dict[str, Section]:
    """A side's sections in its own view, by title."""
    return {section.title: section for section in rosters(known_to(GAME, state, side), side)}


def one(state: State, title: str, side: str = GERMAN) -> Entry:
    """The only line of a section."""
    (entry,) = sections(state, side)[title].entries
    return entry


# -- section by section --------------------------------------------------------------------------------------


@pytest.mark.rule("ROST.1")
def test_on_map_forces_stand_by_their_location_with_what_lies_on_them() -> None:
    unit = german("I1#1-1", SQUAD, "k13", "level-1 broken")
    entry = one(position(unit), "On Map Forces")
    assert (entry.name, entry.what, entry.where, entry.state) == ("GE-I1#1-1", "6-5-8", "K13:1", "broken")
    assert entry.note == "SS"


@pytest.mark.rule("ROST.1")
def test_a_fortification_that_lies_open_stands_on_the_map_and_a_barricade_as_it_is_now() -> None:
    state = position(barricades={"K10/K11": "breached"}, works={"H3": ("trench",), "Y18": ("wire",)})
    barricade, wire = sections(state)["On Map Forces"].entries
    assert (barricade.what, barricade.where, barricade.state) == ("Barricade", "K10/K11", "breached")
    assert (wire.what, wire.where) == ("Wire", "Y18")
    assert sections(state, RUSSIAN)["On Map Forces"].entries == ()


@pytest.mark.rule("ROST.2")
def test_off_map_forces_stand_with_their_group_and_how_it_comes() -> None:
    groups = {"I1#2": {"mode": "entry", "strength": "depleted"}}
    state = position(german("I1#2-3", "lmg-de", BOUGHT, "new"), own_german={"groups": groups}).but(turn=3)
    entry = one(state, "Off Map Forces")
    assert (entry.what, entry.where) == ("LMG", "I1#2 SS Rifle Ptn, depleted, enters")
    assert entry.note == "of a depleted group"


@pytest.mark.rule("ROST.2")
def test_artillery_and_fortifications_that_wait_stand_off_the_map() -> None:
    oba = {"O2": {"ammo": "normal", "carrier": "phone", "prereg": ("I8", "J7")}}
    state = position(own_german={"oba": oba, "forts": ({"item": "WIRE", "times": 2}, LAID)})
    module, wire, trench = sections(state)["Off Map Forces"].entries
    assert (trench.where, trench.state) == ("K14", "laid hidden")
    assert module.state == "normal ammunition, by phone, pre-registered I8, J7"
    assert (wire.name, wire.what, wire.where) == ("WIRE", "2 x Wire", "To be placed at set-up")


@pytest.mark.rule("ROST.3")
def test_reserves_stand_by_themselves_whether_their_counter_lies_on_the_map_or_not() -> None:
    units = german("I1#1-1", SQUAD, "t21", "reserve"), german("I1#2-1", SQUAD, BOUGHT, "reserve new")
    entries = sections(position(*units))["Reserve Forces"].entries
    assert [entry.where for entry in entries] == ["T21", "I1#2 SS Rifle Ptn, sets up"]
    assert sections(position(*units))["On Map Forces"].entries == ()


@pytest.mark.rule("ROST.4")
def test_isolated_units_stand_area_by_area_and_a_fourth_needs_an_extra_sheet() -> None:
    hexes = ("C3", "G3", "K3", "O3")
    units = [german(f"I1#{n}-1", SQUAD, hex_.lower()) for n, hex_ in enumerate(hexes, 1)]
    areas = {GERMAN: tuple((hex_,) for hex_ in hexes)}
    state = position(*units, areas=areas, isolated={GERMAN: hexes})
    found = {title: section for title, section in sections(state).items() if "Isolated" in title}
    assert [section.entries[0].where for section in found.values()] == list(hexes)
    assert list(found) == [f"Isolated Units, area {letter}" for letter in "ABCD"]
    assert ["one of your own" in section.remark for section in found.values()] == [False, False, False, True]


@pytest.mark.rule("ROST.4")
def test_without_isolated_units_one_empty_sheet_stands_for_them() -> None:
    assert sections(position(german("I1#1-1", SQUAD, "k13")))["Isolated Units"].entries == ()


@pytest.mark.rule("ROST.5")
def test_hidden_units_stand_with_hip_and_nowhere_else() -> None:
    state = position(german("G8#1-1", GUN, "o16", "hip"))
    assert one(state, "HIP Units").where == "O16"
    assert sections(state)["On Map Forces"].entries == ()


@pytest.mark.rule("ROST.6")
def test_hidden_fortifications_stand_with_hip() -> None:
    state = position(own_german={"hip": {"APMINE@K14": "K14"}})
    entry = one(state, "HIP Fortifications")
    assert (entry.what, entry.where, entry.state) == ("A-P Mine factor", "K14", "hidden")
    assert sections(state)["On Map Forces"].entries == ()


@pytest.mark.rule("ROST.7")
@pytest.mark.parametrize(
    ("others", "rides"),
    [
        (("V3#1-1",), "in GE-V3#1-1"),
        (("V3#1-1", "V3#1-2"), "in GE-V3#1-1 or GE-V3#1-2"),
        (("V2#1-1", "V3#1-1"), "in GE-V3#1-1"),
        ((), "in no vehicle"),
    ],
)
def test_an_armor_leader_stands_with_the_vehicle_in_which_he_rides(
    others: tuple[str, ...], rides: str
) -> None:
    tanks = [german(id_, TANK, "t15") for id_ in others]
    elsewhere = german("V3#1-4", TANK, "t16")
    state = position(german("V3#1-3", LEADER, "t15"), *tanks, elsewhere)
    assert one(state, "Armor Leaders").state == rides


@pytest.mark.rule("ROST.8")
def test_cloaked_passengers_stand_by_themselves() -> None:
    state = position(russian("I4#1-1", "6-2-8", "h3", "cloaked passenger"))
    assert one(state, "Cloaked Passengers", RUSSIAN).where == "H3"
    assert sections(state, RUSSIAN)["On Map Forces"].entries == ()


# -- what the enemy learns of them ---------------------------------------------------------------------------


def hidden(chance: random.Random, side: str) -> tuple[list[Unit], dict[str, Any]]:
    """Some units of a side of which the enemy knows nothing, and some things that it alone knows."""
    kind, word = (SQUAD, "GE") if side == GERMAN else ("4-5-8", "RU")
    hexes = chance.sample(["k13", "l14", "m15", "n16", "o17"], 3)
    units = [a_unit(f"{word}-I1#9-{n}", side, at, kind, "hip") for n, at in enumerate(hexes)]
    units += [a_unit(f"{word}-I1#8-{n}", side, OFF_MAP, kind) for n in range(chance.randint(0, 3))]
    own = {
        "hip": {"APMINE@K14": "K14"},
        "forts": ({"item": "WIRE", "times": chance.randint(1, 3)},),
        "oba": {},
    }
    return units, {f"own_{side}": own}


def read_by(state: State, side: str) -> tuple[bytes, ...]:
    """Every byte of a report and of the rosters that a side gets."""
    seen = known_to(GAME, state, side)
    made = pages(ReportFacts(GAME, 1, side, seen, seen))
    page, table = roster_page(GAME, 1, seen, side), roster_table(rosters_of(GAME, seen, side))
    return made.text.encode(), made.html.encode(), page, table, repr(alone(GAME, seen, side).units).encode()


@pytest.mark.rule("ROST.3", "ROST.5", "ROST.6", "ROST.8")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_what_only_its_owner_knows_changes_no_byte_of_what_the_enemy_reads(side: str, seed: int) -> None:
    open_ = (german("I1#1-1", SQUAD, "y18"), russian("I2#1-1", "4-5-8", "h3"))
    units, own = hidden(random.Random(seed), side)
    bare, full = position(*open_), position(*open_, *units, **own)
    assert read_by(bare, other(side)) == read_by(full, other(side))
    assert all(one != another for one, another in zip(read_by(bare, side), read_by(full, side), strict=True))


@pytest.mark.rule("ROST.3", "ROST.8", "CG22.7a")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("flags", ["reserve", "cloaked passenger", "cloaked", "concealed"])
def test_what_lies_under_a_counter_changes_no_byte_of_what_the_enemy_reads(side: str, flags: str) -> None:
    """The enemy sees the counter and its hex: not who, how many, or on which level."""
    kind, word = (SQUAD, "GE") if side == GERMAN else ("4-5-8", "RU")
    one = (a_unit(f"{word}-I1#9-1", side, "k13", kind, flags),)
    other_ones = tuple(a_unit(f"{word}-I2#7-{n}", side, "k13", kind, f"{flags} level-1") for n in range(3))
    bare, full = position(*one), position(*other_ones)
    assert read_by(bare, other(side)) == read_by(full, other(side))
    assert read_by(bare, other(side)) != read_by(position(), other(side)), "the counter is seen"
    assert read_by(bare, side) != read_by(full, side)


def test_the_table_has_a_line_for_each_entry() -> None:
    state = known_to(GAME, position(german("I1#1-1", SQUAD, "y18")), GERMAN)
    head, *rows = csv.reader(io.StringIO(roster_table(rosters_of(GAME, state, GERMAN)).decode("utf-8")))
    assert tuple(head) == COLUMNS
    assert [row[:5] for row in rows] == [["On Map Forces", "ROST.1", "GE-I1#1-1", "6-5-8", "Y18"]]


def test_a_unit_with_words_that_mean_something_in_html_is_escaped() -> None:
    state = known_to(GAME, position(a_unit("<b>", GERMAN, "y18", SQUAD)), GERMAN)
    assert b"&lt;b&gt;" in roster_page(GAME, 1, state, GERMAN)


def test_who_watches_and_a_game_without_rosters_have_none() -> None:
    assert rosters_of(GAME, START, "") == ()
    donnerschlag = find_game("donnerschlag")
    start = donnerschlag.start(donnerschlag.scenarios[0])
    assert rosters_of(donnerschlag, start, next(iter(donnerschlag.sides))) == ()


def test_rosters_are_made_once_for_a_view_and_for_no_other() -> None:
    """A report lists them, and has them as a page and as a table besides."""
    view = known_to(GAME, position(german("S1", SQUAD, "K14")), GERMAN)
    made = rosters_of(GAME, view, GERMAN)
    assert made and rosters_of(GAME, view, GERMAN) is made
    fewer = view.but(units={})
    assert rosters_of(GAME, fewer, GERMAN) == rosters(fewer, GERMAN) != made
    assert rosters_of(GAME, view, "") == ()
