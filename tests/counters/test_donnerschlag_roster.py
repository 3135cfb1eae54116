"""The counters and cards of Donnerschlag against the design notes, typed a second time."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator

import pytest
from PIL.Image import Image

from counters.faces.face import draw_card, draw_face
from counters.preflight.checking import report
from counters.roster.counter import Counter, Roster
from counters.roster.load import load_roster
from maps.reading.load import load_board
from maps.space import slug

# Formation | units: class (tank, motorised, infantry), strength-movement-steps, background, colour, hex.
AXIS = """
    6. Pz | I/11 Pz T 6-6-2 Y @4213; II/11 Pz T 6-6-2 Y @4213; I/4 PzG M 3-6-2 O @4114; II/4 PzG M 3-6-2
            O @4114; I/114 PzG M 3-6-2 O @4212; II/114 PzG M 4-6-2 O @4212; 6 Kradsch M 2-7-1 O @4113;
            41 PzJg M 2-6-1 Y @4214
    23. Pz | 201 Pz T 4-6-2 Y @4116; I/126 PzG M 3-6-2 O @4117; II/126 PzG M 3-6-2 O @4117; 128 PzG M
            3-6-2 O @4016; 23 Kradsch M 2-7-1 O @4016
    Rum VI | 2 Inf/1 I 2-3-2 - @4120; 2 Inf/26 I 2-3-2 - @4119; 18 Inf/18 I 2-3-2 - @4221; 18 Inf/90 I
            2-3-2 - @4222
    Rum VII | 1 Inf/85 I 2-3-2 - @4323; 4 Inf/5 I 2-3-2 - @4324; 4 Inf/20 I 2-3-2 - @4223
    Popescu | 5 Cav I 2-5-2 - @4410; 8 Cav I 2-5-2 - @4510
    17. Pz | I/39 Pz T 4-6-2 Y; II/39 Pz T 3-6-2 Y; I/40 PzG M 3-6-2 O; II/40 PzG M 3-6-2 O; 63 PzG M
            3-6-2 O; 17 Kradsch M 2-7-1 O
"""
# As above, with the army before the formation and the turn behind it.
SOVIETS = """
    51st Army, 302 RD | 302/1 I 2-3-2 O red @3913; 302/2 I 2-3-2 O red @3914; 302/3 I 2-3-2 O red @3814
    51st Army, 126 RD | 126/1 I 2-3-2 O red @3817; 126/2 I 2-3-2 O red @3818; 126/3 I 2-3-2 O red @3619
    51st Army, 91 RD | 91/1 I 2-3-2 O red @3920; 91/2 I 2-3-2 O red @4022; 91/3 I 2-3-2 O red @4123
    51st Army, 4 Cav C | 61 Cav I 2-5-2 O green @4010; 81 Cav I 2-5-2 O green @3909
    51st Army, 13 Mech C | 17 Mech M 3-6-2 O blue @2919; 62 Mech M 3-6-2 O blue @2819; 13 Tk R T 2-6-1 Y
            blue @2819
    51st Army, tank brigades | 85 Tk T 3-6-2 Y blue @2715; 254 Tk T 3-6-2 Y blue @3614; 235 Tk T 3-6-2 Y
            blue @3012
    51st Army, 20 AT | 20 AT M 2-6-1 Y blue @3513
    51st Army, 4 Mech C, turn 2 | 36 Mech M 4-6-2 O blue; 59 Mech M 4-6-2 O blue; 60 Mech M 4-6-2 O
            blue; 55 Tk R T 3-6-2 Y blue; 158 Tk R T 3-6-2 Y blue
    51st Army, 87 RD, turn 2 | 87/1 I 2-3-2 O red; 87/2 I 2-3-2 O red
    2nd Guards Army, 13 G RC, turn 3 | 3 G RD I 4-3-2 O red; 49 G RD I 4-3-2 O red
    2nd Guards Army, 1 G RC, turn 3 | 98 RD I 4-3-2 O red
    2nd Guards Army, 300 RD, turn 3 | 300 RD I 3-3-2 O red
    2nd Guards Army, 1 G RC, turn 6 | 24 G RD I 4-3-2 O red; 33 G RD I 4-3-2 O red
    2nd Guards Army, 2 G Mech C, turn 6 | 4 G Mech M 4-6-2 O blue; 5 G Mech M 4-6-2 O blue; 6 G Mech M
            4-6-2 O blue; 21 G Tk R T 3-6-1 Y green
    2nd Guards Army, 7 Tk C, turn 7 | 3 G Tk T 4-6-2 Y green; 62 Tk T 4-6-2 Y green; 87 Tk T 4-6-2 Y
            green; 7 Mot M 3-6-2 O green
    2nd Guards Army, 6 Mech C, turn 7 | 51 Mech M 4-6-2 O blue; 54 Mech M 4-6-2 O blue
"""
HEADQUARTERS = {
    "HQ 6 Pz": (4, 6, "4314"),
    "HQ 23 Pz": (4, 6, "4316"),
    "HQ 17 Pz": (4, 6, "turn 4"),
    "HQ Rum VI": (3, 4, "4320"),
    "HQ Rum VII": (3, 4, "4423"),
    "HQ Popescu": (3, 4, "4511"),
    "HQ 51st Army": (6, 0, "2414"),
    "HQ 2nd Guards Army": (6, 0, "Front command"),
}
CLASSES = {"tank": "T", "motorised": "M", "infantry": "I"}
BACKGROUNDS = {"yellow": "Y", "orange": "O", "": "-"}
ARMIES = {"51": "51st Army", "2 G": "2nd Guards Army"}

# Code: early and late copies.
DECKS = {
    "axis-activation": "AX6PZ 4/2, AX23PZ 4/2, AXROM 3/2, AXANY 3/3, AXSCHW 2/2, AX17PZ 0/4",
    "soviet-activation": "SVRED 3/2, SVBLUE 3/2, SVGREEN 2/3, SVCOLF 5/4, SVHQF 3/4",
    "axis-combat": "ARTY 2/0, STUKA 2/1, PAK88 1/1, ENGR 1/1, SWT40 1/0, DEADBOLT 1/0, MARCH 1/0, SNOWX 1/1, "
    "REPLX 2/1, SECONDW 1/1, ELASTIC 0/1, ALARM 1/0",
    "soviet-combat": "KATYUSHA 2/1, STURM 1/1, AMBUSH 1/1, NAVAL 0/1, GUARD 1/1, FRONT 2/1, YAK9 1/1, "
    "SNOWV 1/0, REPLV 2/1, SECONDV 1/1, FRESH 1/0, DEEP 0/1",
}
WINDOWS = {
    "before": "ARTY STUKA PAK88 ENGR SWT40 DEADBOLT KATYUSHA STURM AMBUSH GUARD",
    "after": "SECONDW ELASTIC SECONDV DEEP",
    "any": "MARCH SNOWX REPLX ALARM NAVAL FRONT YAK9 SNOWV REPLV FRESH",
}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("donnerschlag")


def noted(text: str) -> Iterator[str]:
    """Every unit of a table above, as `as_noted` writes a counter."""
    for line in filter(None, re.sub(r"\n {8,}", " ", text).splitlines()):
        whose, _, units = line.strip().partition(" | ")
        whose, _, turn = whose.partition(", turn ")
        army, _, formation = whose.rpartition(", ")
        for unit in units.split("; "):
            place = f" @turn {turn}" if turn else "" if "@" in unit else " @turn 4"
            yield f"{army}: {formation}: {unit}{place}"


def as_noted(counter: Counter) -> str:
    full, traits = counter.steps[0].values, counter.traits
    army = ARMIES.get(traits["army"], "")
    formation = counter.formation.replace("Tk Bdes", "tank brigades").replace(" Pz", ". Pz")
    numbers = f"{full['strength']}-{full['movement']}-{counter.full}"
    look = " ".join(filter(None, (BACKGROUNDS[traits["background"]], traits["colour"])))
    place = counter.setup or counter.reinforcement
    return f"{army}: {formation}: {counter.name} {CLASSES[traits['class']]} {numbers} {look} @{place}"


def told(code: str, counts: str) -> Iterator[tuple[str, bool]]:
    """The ids of a code's cards, and whether each is a late one."""
    early, late = map(int, counts.split("/"))
    yield from ((f"{code}-{n}", n > early) for n in range(1, early + late + 1))


@pytest.mark.slow
def test_nothing_would_print_badly() -> None:
    assert report("donnerschlag").faults == ()


@pytest.mark.parametrize(("side", "table"), [("axis", AXIS), ("soviet", SOVIETS)])
def test_every_unit_has_the_noted_values_and_place(roster: Roster, side: str, table: str) -> None:
    mine = [c for c in roster.counters.values() if c.side == side and c.type != "hq" and c.formation]
    assert {as_noted(c) for c in mine if c.id != "Naval"} == set(noted(table))


def test_a_reduced_unit_has_half_of_its_strength_rounded_up(roster: Roster) -> None:
    for counter in roster.counters.values():
        if len(counter.steps) == 2:
            full, half = (step.values for step in counter.steps)
            assert (half["strength"], half["movement"]) == (-(-full["strength"] // 2), full["movement"])


def test_headquarters_have_ranges_and_no_strength(roster: Roster) -> None:
    found = {}
    for counter in roster.counters.values():
        if counter.type == "hq":
            values = counter.steps[0].values
            assert "strength" not in values and len(counter.steps) == 1
            place = counter.setup or counter.reinforcement
            found[counter.id] = (values["range"], values.get("movement", 0), place)
    assert found == HEADQUARTERS


def test_ad_hoc_units_are_one_step_of_infantry(roster: Roster) -> None:
    for ids in ([f"Alarmgruppe {n}" for n in range(1, 7)], [f"AdHoc {n}" for n in range(1, 7)]):
        for unit in ids:
            counter = roster.counters[unit]
            assert (counter.numbers(0), counter.full, counter.traits["class"]) == ("1-3", 1, "infantry")
    assert roster.named("Alarm 3")[0].id == "Alarmgruppe 3"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("I/11 Pz", "I-11 Pz"),
        ("302/1", "302-1"),
        ("2 inf/26", "2 Inf-26"),
        ("HQ 6. Pz", "HQ 6 Pz"),
        ("HQ VI", "HQ Rum VI"),
        ("HQ 51st Army", "HQ 51st Army"),
        ("201 pz", "201 Pz"),
    ],
)
def test_orders_may_name_units_as_they_are_printed(roster: Roster, written: str, meant: str) -> None:
    assert [counter.id for counter in roster.named(written)] == [meant]


def test_the_board_prints_where_each_unit_begins(roster: Roster) -> None:
    printed: dict[str, set[str]] = {"axis": set(), "soviet": set()}
    for one, space in load_board("donnerschlag").spaces.items():
        for side, found in printed.items():
            units = space.facts[f"{side}_set_up"]
            found |= {f"{unit} {one}" for unit in units} if isinstance(units, tuple) else set()
    for side, found in printed.items():
        mine = (c for c in roster.counters.values() if c.side == side and c.setup)
        assert found == {f"{slug(c.id)} {c.setup}" for c in mine}


def test_colours_and_backgrounds_are_seen_on_the_counters(roster: Roster) -> None:
    strip = {drawn(roster, unit).getpixel((50, 2)) for unit in ("302-1", "85 Tk", "62 Tk", "AdHoc 1")}
    assert len(strip) == 4, "red, blue, green, none"
    patch = [drawn(roster, unit).getpixel((8, 68)) for unit in ("I-11 Pz", "I-4 PzG", "2 Inf-1")]
    assert len(set(patch)) == 3, "yellow, orange, none"


def drawn(roster: Roster, unit: str) -> Image:
    return draw_face(roster.counters[unit], 0, 100, edge=False)


# -- cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_the_noted_early_and_late_copies(roster: Roster, deck: str) -> None:
    wanted = dict(card for kind in DECKS[deck].split(", ") for card in told(*kind.split()))
    found = {card.id: bool(card.traits["late"]) for card in roster.cards.values() if card.deck == deck}
    assert found == wanted
    side, _, kind = deck.partition("-")
    told_of = {(c.traits["side"], c.traits["type"]) for c in roster.cards.values() if c.deck == deck}
    assert told_of == {(side, kind)}


def test_a_deck_runs_out_when_the_notes_expect_it(roster: Roster) -> None:
    tally = Tally((card.deck, card.traits["late"]) for card in roster.cards.values())
    early = {deck: tally[deck, ""] for deck in DECKS}
    assert early == {
        "axis-activation": 16, "soviet-activation": 16, "axis-combat": 14, "soviet-combat": 13,
    }  # fmt: skip


def test_each_combat_card_is_played_in_its_window(roster: Roster) -> None:
    found: dict[str, set[str]] = {}
    for card in roster.cards.values():
        if card.traits["type"] == "combat":
            found.setdefault(card.traits["window"], set()).add(card.traits["code"])
        else:
            assert card.traits["window"] == ""
    assert found == {window: set(codes.split()) for window, codes in WINDOWS.items()}


def test_a_card_is_called_by_its_code_and_its_copy(roster: Roster) -> None:
    assert all(card.id.rpartition("-")[0] == card.traits["code"] for card in roster.cards.values())


@pytest.mark.slow
def test_backs_tell_the_deck_and_nothing_else(roster: Roster) -> None:
    backs = {
        card.deck: {
            draw_card(other, (63, 88), back=True).tobytes()
            for other in roster.cards.values()
            if other.deck == card.deck
        }
        for card in roster.cards.values()
    }
    assert {deck: len(seen) for deck, seen in backs.items()} == dict.fromkeys(DECKS, 1)
    assert len({back for seen in backs.values() for back in seen}) == len(DECKS)


def test_what_we_had_to_choose_is_named_a_standin(roster: Roster) -> None:
    wanted = {"strength", "background", "colour", "army", "setup", "deck", "text", "window", "late"}
    assert wanted <= roster.standins.keys()
