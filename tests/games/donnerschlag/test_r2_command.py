"""Command Execution (D.ax, D.sov, D.cmdrange): which card activates whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.donnerschlag import r2_command
from adjudicator.games.donnerschlag.levels import segment
from tests.games.donnerschlag.fights import asked, no, offered
from tests.games.donnerschlag.moves import ordered, played, table

PZ = {
    "HQ 6 Pz": "2715", "I-11 Pz": "3115", "II-11 Pz": "3215", "HQ 23 Pz": "3620", "201 Pz": "2716",
    "2 Inf-1": "2615", "Alarmgruppe 1": "2615",
}  # fmt: skip
"""I/11 Pz is 4 hexes from its HQ, II/11 Pz is 5; others are near it, and not of its formation."""


@pytest.mark.rule("D.ax.a", "D.ax.e", "D.ax.g")
def test_a_formation_card_orders_its_hq_and_its_units_in_range() -> None:
    laid = played(PZ, "play AX6PZ-2")
    assert ordered(laid) == {"HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1"}
    assert laid.found("UnitsActivated")[0]["ordered"] == ("HQ 6 Pz",)
    number, why, legal = no(table(PZ, segment="PLAY"), "axis", "play AX6PZ-2 hq HQ 23 Pz")
    assert (number, why, legal) == ("D.ax.a", "AX6PZ-2 may not be used for HQ 23 Pz", ("play AX6PZ-2",))


@pytest.mark.rule("D.ax.a", "D.ax.d")
def test_the_hq_of_the_card_may_be_named() -> None:
    assert ordered(played(PZ, "play AX6PZ-2 hq 6. Pz")) == {"HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1"}
    pair = played(ROMANIANS, "play AXROM-1 hq HQ VII", hands={"axis": ["AXROM-1"]})
    assert "HQ Rum VI" in ordered(pair)


@pytest.mark.rule("D.ax.a", "D.sov.c.2")
def test_who_orders_nobody_plays_a_pass() -> None:
    laid = played({"HQ 23 Pz": "3120", "302-1": "1919"}, "play AX6PZ-2")
    assert ordered(laid) == set()
    assert "The Axis player: this card can order nobody." in laid.said()
    lonely = {**SOVIETS, "HQ 51st Army": "4310"}
    assert (
        ordered(played(lonely, "play SVHQF-1 hq 51st Army", side="soviet", hands={"soviet": ["SVHQF-1"]}))
        == set()
    )


@pytest.mark.rule("D.sov.b.1", "D.sov.c.2", "D.act.all")
def test_what_fits_several_uses_is_asked_for() -> None:
    laid = played(SOVIETS, "play SVCOLF-1 army 51", side="soviet", hands={"soviet": ["SVCOLF-1"]})
    assert asked(laid) == ("soviet", "choose")
    assert no(laid, "soviet", "choose army 51")[0] == "D.sov.b.1"
    laid.order("soviet", "choose colour green army 51")
    assert ordered(laid) == {"61 Cav"}


@pytest.mark.rule("D.ax.e")
def test_that_an_hq_orders_its_own_formation_is_a_reading_that_can_be_switched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(r2_command, "switched_on", lambda item: item != "own-formation")
    near = {**PZ, "HQ 23 Pz": "2815"}
    assert ordered(played(near, "play AX6PZ-2")) == {
        "HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1", "201 Pz", "2 Inf-1",
    }  # fmt: skip


@pytest.mark.rule("D.cmdrange.1")
def test_enemies_rivers_and_zones_do_not_shorten_the_range() -> None:
    units = {"HQ 6 Pz": "1517", "I-11 Pz": "1513", "302-1": "1515", "302-2": "1615", "302-3": "1415"}
    assert ordered(played(units, "play AX6PZ-2")) == {"HQ 6 Pz", "I-11 Pz"}


@pytest.mark.rule("D.ax.b")
def test_a_card_for_any_formation_orders_an_own_hq_of_choice() -> None:
    hands = {"axis": ["AXANY-1"]}
    laid = table(PZ, segment="PLAY", hands=hands)
    assert {"play AXANY-1 hq HQ 6 Pz", "play AXANY-1 hq HQ 23 Pz"} <= offered(laid)
    assert no(laid, "axis", "play AXANY-1 hq HQ 17 Pz")[0] == "D.ax.b"
    assert no(laid, "axis", "play AXANY-1 hq HQ 51st Army")[0] in {"D.ax.b", "D.sov.d"}
    assert ordered(played(PZ, "play AXANY-1 hq HQ 23 Pz", hands=hands)) == {"HQ 23 Pz"}


@pytest.mark.rule("D.ax.b")
def test_who_does_not_say_which_hq_is_asked() -> None:
    laid = played(PZ, "play AXANY-1", hands={"axis": ["AXANY-1"]})
    assert asked(laid) == ("axis", "choose")
    assert offered(laid) == {"choose hq HQ 6 Pz", "choose hq HQ 23 Pz"}
    assert no(laid, "axis", "choose hq HQ 17 Pz")[0] == "D.ax.b"
    laid.order("axis", "choose hq 6. Pz")
    assert ordered(laid) == {"HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1"}


ROMANIANS = {
    "HQ Rum VI": "3120", "HQ Rum VII": "2516", "2 Inf-1": "3119", "1 Inf-85": "2515", "18 Inf-18": "3124",
    "201 Pz": "3121",
}  # fmt: skip


@pytest.mark.rule("D.ax.d", "D.ax.b")
@pytest.mark.parametrize("play", ["play AXROM-1", "play AXANY-1 hq HQ Rum VI", "play AXANY-1 hq HQ VII"])
def test_the_hqs_of_vi_and_vii_are_ordered_together(play: str) -> None:
    laid = played(ROMANIANS, play, hands={"axis": ["AXROM-1", "AXANY-1"]})
    assert ordered(laid) == {"HQ Rum VI", "HQ Rum VII", "2 Inf-1", "1 Inf-85"}


FOCUS = {"I-11 Pz": "3124", "201 Pz": "3116", "2 Inf-1": "3117", "HQ 6 Pz": "3120", "23 Kradsch": "3115"}


@pytest.mark.rule("D.ax.c", "D.ax.h")
def test_a_schwerpunkt_card_activates_every_axis_unit_within_four_hexes() -> None:
    laid = played(FOCUS, "play AXSCHW-1", hands={"axis": ["AXSCHW-1"]}, facts={"schwerpunkt": "3120"})
    assert ordered(laid) == {"I-11 Pz", "201 Pz", "2 Inf-1", "HQ 6 Pz"}
    assert laid.found("UnitsActivated")[0]["ordered"] == ("schwerpunkt",)


@pytest.mark.rule("D.ax.h")
def test_that_it_takes_hqs_is_a_reading_that_can_be_switched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(r2_command, "switched_on", lambda item: item != "schwerpunkt-hqs")
    laid = played(FOCUS, "play AXSCHW-1", hands={"axis": ["AXSCHW-1"]}, facts={"schwerpunkt": "3120"})
    assert ordered(laid) == {"I-11 Pz", "201 Pz", "2 Inf-1"}


@pytest.mark.rule("D.ax.c")
def test_the_first_schwerpunkt_card_brings_the_marker_into_play() -> None:
    hands = {"axis": ["AXSCHW-1"]}
    laid = table(FOCUS, segment="PLAY", hands=hands)
    number, _, legal = no(laid, "axis", "play AXSCHW-1 at 3123")
    assert number == "D.ax.c"
    assert "play AXSCHW-1 at 3124" in legal
    laid.order("axis", "play AXSCHW-1 at 3116")
    assert laid.state.facts["schwerpunkt"] == "3116"
    assert ordered(laid) == {"201 Pz", "2 Inf-1", "HQ 6 Pz", "23 Kradsch"}
    there = table(FOCUS, segment="PLAY", hands=hands, facts={"schwerpunkt": "3120"})
    number, why, _ = no(there, "axis", "play AXSCHW-1 at 3116")
    assert (number, why.partition(": ")[2]) == (
        "D.ax.c",
        "the Schwerpunkt marker is in 3120, and moves only before a turn",
    )


@pytest.mark.rule("D.ax.f")
def test_range_is_tested_when_the_card_is_played_and_not_again() -> None:
    laid = played(PZ, "play AX6PZ-2")
    laid.order("axis", "move HQ 6 Pz to 2115")
    assert laid.at("HQ 6 Pz") == "2115"
    assert laid.order("axis", "move I-11 Pz via 3116")[0].verdict == "done"
    assert laid.order("axis", "move II-11 Pz via 3216")[0].rule == "D.ax.f"


@pytest.mark.rule("D.ax.a", "D.ax.e", "D.ax.f", "D.sov.c.2")
@pytest.mark.parametrize(
    ("side", "card", "unit", "rule", "why"),
    [
        ("axis", "AX6PZ-2", "II-11 Pz", "D.ax.f", "was not within the Command Range of HQ 6 Pz when AX6PZ-2"),
        ("axis", "AX6PZ-2", "201 Pz", "D.ax.a", "is not activated by AX6PZ-2"),
        (
            "axis",
            "AXSCHW-1 at 2815",
            "II-11 Pz",
            "D.ax.f",
            "was not within 4 hexes of the Schwerpunkt marker",
        ),
        (
            "soviet",
            "SVHQF-1 hq 51st Army",
            "302-2",
            "D.sov.c.2",
            "not within the Command Range of HQ 51st Army",
        ),
    ],
)
def test_a_unit_out_of_range_is_told_so_by_the_clause_on_range(
    side: str, card: str, unit: str, rule: str, why: str
) -> None:
    units = {
        "HQ 6 Pz": "2715", "I-11 Pz": "2815", "II-11 Pz": "3515", "201 Pz": "2816", "HQ 51st Army": "1510",
        "302-1": "1511", "302-2": "2203",
    }  # fmt: skip
    laid = played(units, f"play {card}", side, hands={side: [card.split()[0]]})
    (ruling,) = laid.order(side, f"stay {unit}")
    assert (ruling.verdict, ruling.rule) == ("refused", rule)
    assert why in ruling.why


# -- the Soviets -------------------------------------------------------------------------------------------

SOVIETS = {
    "302-1": "1919", "126-1": "4020", "91-1": "3920 reduced", "61 Cav": "1920", "36 Mech": "2020",
    "60 Mech": "3014",
    "55 Tk R": "2021", "3 G RD": "1018", "4 G Mech": "1019", "HQ 51st Army": "1916", "AdHoc 1": "1918",
    "HQ 2nd Guards Army": "soviet-hq",
}  # fmt: skip


def soviet(order: str, card: str, **about: Any) -> set[str]:
    """Whom a Soviet card activates."""
    return ordered(played(SOVIETS, order, side="soviet", hands={"soviet": [card]}, **about))


@pytest.mark.rule("D.sov.a")
def test_a_colour_card_activates_every_unit_of_the_colour_in_one_army_at_any_range() -> None:
    assert soviet("play SVRED-2 army 51", "SVRED-1") == {"302-1", "126-1", "91-1"}
    assert soviet("play SVRED-2 colour red army 2nd Guards Army", "SVRED-1") == {"3 G RD"}
    laid = table(SOVIETS, segment="PLAY", side="soviet")
    assert no(laid, "soviet", "play SVRED-2 colour blue army 51")[0] == "D.sov.a"
    laid.order("soviet", "play SVRED-2")
    assert offered(laid) == {"choose colour red army 51", "choose colour red army 2 G"}


@pytest.mark.rule("D.sov.b.1")
def test_one_colour_of_one_army() -> None:
    assert soviet("play SVCOLF-1 colour blue army 51", "SVCOLF-1") == {"36 Mech", "60 Mech", "55 Tk R"}
    assert soviet("play SVCOLF-1 colour green army 51", "SVCOLF-1") == {"61 Cav"}


@pytest.mark.rule("D.sov.b.2")
def test_or_one_formation_whatever_its_colour() -> None:
    assert soviet("play SVCOLF-1 formation 4 Mech C", "SVCOLF-1") == {"36 Mech", "60 Mech", "55 Tk R"}
    laid = table(SOVIETS, segment="PLAY", side="soviet", hands={"soviet": ["SVCOLF-1"]})
    assert not any(line.endswith("formation") for line in offered(laid))
    assert no(laid, "soviet", "play SVCOLF-1 formation 7 Tk C")[0] == "D.sov.b.1"
    assert no(laid, "soviet", "play SVCOLF-1 hq 51st Army")[0] == "D.sov.b.1"


@pytest.mark.rule("D.sov.c.1")
def test_a_card_for_one_hq_or_one_formation_activates_a_formation_at_any_range() -> None:
    assert soviet("play SVHQF-1 formation 4 Mech C", "SVHQF-1") == {"36 Mech", "60 Mech", "55 Tk R"}


@pytest.mark.rule("D.sov.c.2", "D.cmdrange.1")
def test_or_one_hq_and_every_combat_unit_in_its_range() -> None:
    assert soviet("play SVHQF-1 hq 51st Army", "SVHQF-1") == {
        "302-1",
        "61 Cav",
        "36 Mech",
        "55 Tk R",
        "AdHoc 1",
    }


@pytest.mark.rule("D.sov.d", "D.hq.2")
def test_an_hq_that_is_not_on_the_map_or_was_overrun_is_not_ordered() -> None:
    laid = table(SOVIETS, segment="PLAY", side="soviet", hands={"soviet": ["SVHQF-1"]})
    number, why, legal = no(laid, "soviet", "play SVHQF-1 hq 2nd Guards Army")
    assert (number, why.partition(": ")[2]) == ("D.sov.d", "it is not on the map")
    assert "play SVHQF-1 hq HQ 51st Army" in legal
    over = {**SOVIETS, "HQ 51st Army": "1916 full overrun"}
    laid = table(over, segment="PLAY", side="soviet", hands={"soviet": ["SVHQF-1"]})
    number, why, legal = no(laid, "soviet", "play SVHQF-1 hq 51st Army")
    assert (number, why.partition(": ")[2]) == ("D.hq.2", "it is overrun")
    assert not any("HQ" in line.split("SVHQF-1")[1] for line in legal)


@pytest.mark.rule("D.ax.f", "D.act.all")
def test_the_segment_remembers_who_must_activate() -> None:
    laid = played(PZ, "play AX6PZ-2")
    assert asked(laid) == ("axis", "activate")
    assert set(segment(laid.state).eligible) == {"HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1"}


@pytest.mark.rule("D.ax.f", "D.seq.4")
@pytest.mark.parametrize(
    ("order", "number", "units"),
    [
        ("play AX6PZ-1", "D.ax.a", {"HQ 6 Pz", "I-11 Pz", "Alarmgruppe 1"}),
        ("play AXROM-1", "D.ax.d", {"HQ Rum VI", "2 Inf-26"}),
        ("play AXANY-1 hq HQ 23 Pz", "D.ax.b", {"HQ 23 Pz"}),
        ("play AXSCHW-1 at 3120", "D.ax.c", {"HQ Rum VI", "2 Inf-26"}),
        ("play SVRED-1 army 2nd Guards Army", "D.sov.a", {"3 G RD"}),
        ("play SVCOLF-1 colour green army 51", "D.sov.b.1", {"61 Cav"}),
        ("play SVCOLF-1 formation 4 Mech C", "D.sov.b.2", {"36 Mech", "60 Mech", "55 Tk R"}),
        ("play SVHQF-1 formation 4 Mech C", "D.sov.c.1", {"36 Mech", "60 Mech", "55 Tk R"}),
        ("play SVHQF-1 hq 51st Army", "D.sov.c.2", {"302-1", "61 Cav", "36 Mech", "55 Tk R", "AdHoc 1"}),
    ],
)
def test_each_card_activates_under_its_own_clause(order: str, number: str, units: set[str]) -> None:
    card, side = order.split()[1], "axis" if "AX" in order else "soviet"
    there = {**PZ, **SOVIETS, "HQ Rum VI": "3120", "2 Inf-26": "3119"}
    laid = played(there, order, side=side, hands={side: [card]})
    assert (segment(laid.state).number, ordered(laid)) == (number, units)
    assert [event.rule for event in laid.events if event.kind == "UnitsActivated"] == [number]
