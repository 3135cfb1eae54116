"""The roster of Königsberg '45 against its values as the design notes print them, typed a second time."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter as Tally

import pytest

from counters.faces.face import draw_chit, draw_face, faces
from counters.roster.counter import Counter, Roster, fold
from counters.roster.load import load_roster
from counters.roster.table import as_file_name

# Formation | hex and range of its headquarters | units: id, full/reduced side, hex. A plus is mechanised
# movement, an exclamation mark a unit that begins on its reduced side. What continues a line is indented.
GERMANS = """
    9 | 3705/4 | 551 VG 3-5-4/2-3-4 3403, 548 VG 3-5-4/2-3-4 3804, 561 VG 3-5-4/2-3-4 4105
    26 | 4009/4 | G69 4-6-4/2-4-4 4206, 1 4-6-4/2-4-4 4108, 349 VG 3-5-4/2-3-4 4010, 56 4-5-4/2-3-4 4012
    HG Fj-Pz | 3915/5 | 2HGFj+ 5-6-6/3-4-6 3913!, 549 VG 3-5-4/2-3-4 4014, 61 VG 3-5-4/2-3-4 4116, 21
            4-6-4/2-4-4 4117
    41Pz | 4220/5 | 170 4-6-4/2-4-4 4318, 50 4-6-4/2-4-4 4320, 28 Jäg 4-6-4/2-4-4 4321, 367 3-5-4/2-3-4
            4323
    6 | 4025/4 | 131 4-5-4/2-3-4 4224, 541 VG 3-5-4/2-3-4 4126, 558 VG 3-5-4/2-3-4 3928
    55 | 3528/4 | 203 3-5-4/2-3-4 3828, 547 VG 3-5-4/2-3-4 3529, 562 VG 3-5-4/2-3-4 3330
    20 | 3031/4 | 102 4-6-4/2-4-4 3230, 14 4-6-4/2-4-4 3132, 292 4-5-4/2-3-4 3032
    23 | 2735/4 | 299 4-5-4/2-3-4 2933, 129 4-5-4/2-3-4 2834, 7 4-6-4/2-4-4 2835, 5 Jäg 4-6-4/2-4-4 2737
    27 | 2538/4 | G35 4-6-4/2-4-4 2637, 252 4-5-4/2-3-4 2638, 542 VG 3-5-4/2-3-4 2540
    GD Pz | 2727/5 | GD Fus+ 5-5-6/3-3-6 2630, GD Pz+ 7-5-7/4-3-7 2628, GD PzG+ 5-6-6/3-4-6 2727
    - | - | 5 Pz+ 7-6-7/4-4-7 3708, 7 Pz+ 7-6-7/4-4-7 2334, 18 PzG+ 5-6-7/3-4-7 3524, 23 4-6-4/2-4-4
            2131, 10 Jäg 3-4-5/2-2-5 4020, 605 zbv 2-4-4/1-2-4 3626!, 607 zbv 2-4-4/1-2-4 3304!, 401I
            2-4-3/1-1-3 2221!, 461I 2-4-3/1-1-3 2620!, Pz.Zug 2-2-10 3510, Gar Königsberg [0]-5-0 2208,
            Gar Lötzen [0]-4-0 3418, Gar Thorn [0]-4-0 0432, Gar Graudenz [0]-4-0 0625, Gar Elbing
            [0]-2-0 1216, Gar Modlin [0]-3-0 2440
    7Pz | 2334/5 |
"""
SOVIETS = """
    43 | 3902/5 | 54 6-7-4/3-4-4 3401, 90 6-7-4/3-4-4 3802, 103 6-7-4/3-4-4 4003
    39 | 4403/5 | 113 6-7-4/3-4-4 4406, 94 6-7-4/3-4-4 4407, 5 G 7-8-4/4-4-4 4308
    - | - | 152 UR 2-5-2 4403, 153 UR 2-5-2 4227, 1 T+ 8-6-7/4-3-7 4409, 2 G T+ 9-7-7/5-4-7 4410, 8 G T+
            9-7-7/5-4-7 3037, 1 G T+ 9-7-7/5-4-7 2939, 8 Mech+ 8-8-7/4-4-7 3135, 3 G C 5-4-6/3-2-6 3234
    5 | 4311/5 | 72 6-7-4/3-4-4 4309, 65 6-7-4/3-4-4 4210, 45 6-7-4/3-4-4 4211
    S28 | 4415/5 | 3 G 7-8-4/4-4-4 4213, 128 6-7-4/3-4-4 4315, 20 6-7-4/3-4-4 4316
    11 G | 4410/5 | 16 G 7-8-4/4-4-4 4310, 36 G 7-8-4/4-4-4 4411, 8 G 7-8-4/4-4-4 4511
    2 G | 4514/5 | 11 G 7-8-4/4-4-4 4314, 13 G 7-8-4/4-4-4 4414, 60 6-7-4/3-4-4 4515
    31 | 4620/5 | 44 6-7-4/3-4-4 4518, 71 6-7-4/3-4-4 4521, 36 6-7-4/3-4-4 4424
    50 | 4228/5 | 81 6-7-4/3-4-4 4326, S69 6-7-4/3-4-4 3930
    49 | 3532/5 | 121 6-7-4/3-4-4 3630, 70 6-7-4/3-4-4 3431
    3 | 3334/5 | S35 6-7-4/3-4-4 3332, 40 6-7-4/3-4-4 3233, 41 6-7-4/3-4-4 3134
    48 | 3135/5 | 53 6-7-4/3-4-4 3034, 42 6-7-4/3-4-4 3035, 29 6-7-4/3-4-4 3035
    2 Sh | 3037/5 | 98 6-7-4/3-4-4 3036, 108 6-7-4/3-4-4 2937, 116 6-7-4/3-4-4 2938
    65 | 2939/5 | 105 6-7-4/3-4-4 2838, 18 6-7-4/3-4-4 2838, 46 6-7-4/3-4-4 2839
    70 | 2840/5 | 96 6-7-4/3-4-4 2740, 47 6-7-4/3-4-4 2741, 114 6-7-4/3-4-4 2741
    5 GT | 3138/6 | 10 T+ 8-6-7/4-3-7 3136, 29 T+ 8-6-7/4-3-7 3137, 47 Mech+ 4-4-7/2-2-7 3137
"""
# As above, with the turn, event or box that brings them in the place of a hex.
LATER = """
    G28 | turn 7 at D or event 2/4 | 58 4-6-4/2-4-4 turn 7 at D or event 2,
        95 4-5-4/2-3-4 turn 7 at D or event 2
    - | - | 15 SS 3-4-4/2-2-4 turn 8 at A or event 2, 24 Pz+ 6-5-7/3-3-7 turn 3 at B,
        83 Div 4-6-4/2-4-4 turn 4 at A!, VlkStm 1 [1]-2-0 Volksturm box, VlkStm 2 [1]-2-0 Volksturm box,
        VlkStm 3 [1]-2-0 Volksturm box, VlkStm 4 [1]-2-0 Volksturm box, SS Böhme 2-2-8 option,
        KG Mikosch 2-4-4/1-2-4 option!
    19 | turn 9 at F or event 12/5 | 40 G 7-8-4/4-4-4 turn 9 at F or event 12,
        132 6-7-4/3-4-4 turn 9 at F or event 12, 134 6-7-4/3-4-4 turn 9 at F or event 12
"""
SIDES = ("german", "soviet")
FRONTS = {
    "3BR": "39; 5; S28; 11 G; 2 G; 31; 43; 152 UR; 1 T; 2 G T; AA1-a; AA1-b; 3AA; 18AA",
    "2BR": "50; 49; 3; 48; 2 Sh; 65; 70; 5 GT; 19; 153 UR; 8 G T; 1 G T; 8 Mech; 3 G C; AA4-a; AA4-b; AA4-c",
}
HEADQUARTERS = {
    "german": "G28; 26; 6; 20; GD Pz; 41Pz; 7Pz; HG Fj-Pz; 9; 27; 55; 23",
    "soviet": "11 G; 2 G; 5 GT; 2 Sh; 43; 39; 5; S28; 31; 50; 49; 3; 48; 65; 70; 19",
}


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster("koenigsberg45")


def noted(text: str) -> set[str]:
    """Every unit of a table above, as `as_noted` writes a counter."""
    found = set()
    for line in filter(None, re.sub(r"\n {8,}", " ", text).splitlines()):
        formation, headquarters, units = (part.strip() for part in line.split("|"))
        own = "" if formation == "-" else formation
        found |= {f"{own}: {unit}" for unit in filter(None, units.split(", "))}
        if headquarters != "-":
            place, reach = headquarters.rsplit("/", 1)
            found.add(f"{own}: HQ {own} ({reach})-6 {place}")
    return found


def as_noted(counter: Counter) -> str:
    plus = "+" if counter.traits["mech"] else ""
    place = (counter.setup or counter.reinforcement) + "!" * bool(counter.traits["starts_reduced"])
    values = "/".join(printed(counter, step) for step in range(len(counter.steps)))
    return f"{counter.formation}: {counter.id}{plus} {values} {place}"


def printed(counter: Counter, step: int) -> str:
    values = counter.steps[step].values
    if counter.type == "hq":
        assert set(values) == {"range", "movement"}
        return f"({values['range']})-{values['movement']}"
    assert set(values) == {"attack", "defence", "movement"}
    attack = f"[{values['attack']}]" if counter.traits["bracket"] else values["attack"]
    return f"{attack}-{values['defence']}-{values['movement']}"


@pytest.mark.rule("0.1f.1", "0.1g.1", "0.3.1", "0.3.3", "0.4.1", "12.7.1", "12.7.2")
@pytest.mark.parametrize(("side", "table"), [("german", GERMANS), ("soviet", SOVIETS)])
def test_every_unit_on_the_map_has_the_noted_values_and_hex(roster: Roster, side: str, table: str) -> None:
    mine = [c for c in roster.counters.values() if c.side == side and c.setup]
    assert {as_noted(counter) for counter in mine} == noted(table)
    assert all(re.fullmatch(r"\d{4}", c.setup) and not c.reinforcement for c in mine)


@pytest.mark.rule("0.1g.3", "0.3.6", "12.7.1", "15.1b.2")
def test_everybody_else_comes_later(roster: Roster) -> None:
    others = ("air", "ship", "refugee")
    later = [c for c in roster.counters.values() if not c.setup and c.type not in others]
    assert {as_noted(counter) for counter in later} == noted(LATER)
    assert {c.id for c in roster.counters.values() if c.flag == "R"} == {
        c.id for c in later if "event" in c.reinforcement
    }


@pytest.mark.rule("0.1g.4", "13.0.1", "13.0.2", "13.4.2")
def test_there_are_one_german_and_seven_soviet_air_units_with_two_sides(roster: Roster) -> None:
    air = [c for c in roster.counters.values() if c.type == "air"]
    assert [(c.id, c.reinforcement) for c in air] == [
        ("LW-1", "Luftwaffe box"),
        *((name, "1st Air Army box") for name in ("AA1-a", "AA1-b", "3AA", "18AA")),
        *((name, "4th Air Army box") for name in ("AA4-a", "AA4-b", "AA4-c")),
    ]
    assert all([dict(step.values) for step in c.steps] == [{"shift": 2}, {"shift": 1}] for c in air)


@pytest.mark.rule("0.3.5")
def test_the_asterisk_stands_on_four_counters(roster: Roster) -> None:
    marked = {c.id for c in roster.counters.values() if c.traits["asterisk"]}
    assert marked == {"SS Böhme", "KG Mikosch", "3AA", "18AA"}
    assert marked == {c.id for c in roster.counters.values() if c.flag == "*"}


def test_the_ship_has_guns_only_and_a_refugee_nothing(roster: Roster) -> None:
    assert dict(roster.counters["Hipper"].steps[0].values) == {"attack": 4}
    assert roster.counters["Hipper"].reinforcement == "turn 8"
    refugees = [c for c in roster.counters.values() if c.nation == "refugees"]
    assert [(c.id, c.side, c.setup) for c in refugees] == [(f"R{n}", "soviet", "") for n in range(1, 9)]
    assert all([dict(step.values) for step in c.steps] == [{}] for c in refugees)


@pytest.mark.rule("0.7a.5", "13.3.1", "13.4.1")
def test_every_soviet_unit_has_its_front_and_no_german_one(roster: Roster) -> None:
    for counter in roster.counters.values():
        if counter.nation == "soviet":
            known = counter.id if counter.type == "air" else counter.formation or counter.id
            assert known in FRONTS[counter.traits["front"]].split("; "), counter.id
        else:
            assert counter.traits["front"] == ""


@pytest.mark.rule("0.4.2", "0.4.3", "0.5.1", "0.5.4")
@pytest.mark.parametrize("side", SIDES)
def test_every_headquarters_has_its_one_chit(roster: Roster, side: str) -> None:
    formations = HEADQUARTERS[side].split("; ")
    mine = [c for c in roster.counters.values() if c.type == "hq" and c.side == side]
    assert {c.id for c in mine} == {f"HQ {formation}" for formation in formations}
    letter = side[0].upper()
    chits = {letter + re.sub(r"^[GS](?=28)", "", f).replace(" ", ""): f for f in formations}
    kinds = ("corps",) if side == "german" else ("army-2BR", "army-3BR")
    assert {c.id: c.formation for c in roster.cards.values() if c.kind in kinds} == chits


@pytest.mark.rule("0.6.1", "0.7a.3", "0.7b.2")
def test_the_other_chits_are_complete(roster: Roster) -> None:
    others = [card.id for card in roster.cards.values() if not card.formation]
    special = ["2BR-1", "2BR-2", "3BR-1", "3BR-2", "HGM"]
    action = ["NO-GAS", "GD-WITHDRAWAL", "GD-RETURNS", "BARRAGE-2BR", "BARRAGE-3BR", "RANDOM"]
    assert others == special + action
    assert [card.id for card in roster.cards.values() if card.once] == ["GD-WITHDRAWAL", "GD-RETURNS"]


@pytest.mark.rule("0.8a.1", "0.8b.1", "0.8c.1", "0.8d.1", "0.8d.2")
def test_there_is_a_marker_for_all_that_markers_record(roster: Roster) -> None:
    for state in ("out-of-supply", "isolated"):
        assert state in roster.markers, "lies on a unit in pictures"
        papers = [roster.style.markers[roster.markers[f"{state}-{side}"].side].paper for side in SIDES]
        assert papers == ["#8f9b9c", "#a9743c"], "grey for Germans and brown for Soviets"
        assert all(len(roster.markers[f"{state}-{side}"].faces) == 2 for side in SIDES)
    tracks = {marker.id for marker in roster.markers.values() if marker.kind == "track"}
    commands = {f"activations-{command}" for command in ("german", "2BR", "3BR")}
    assert tracks == commands | {
        *("turn", "vp-soviet", "vp-soviet-10", "volksturm", "replacements-german", "replacements-soviet")
    }
    assert {"out-of-command", "control-german", "control-soviet"} <= roster.markers.keys()


def test_no_counter_is_called_like_another(roster: Roster) -> None:
    tally = Tally(fold(name) for name in roster.counters)
    assert [name for name, count in tally.items() if count > 1] == []
    assert {c.name for c in roster.named("69")} == {"69"}
    assert {c.id for c in roster.named("69")} == {"G69", "S69"}


@pytest.mark.rule("0.3.4", "0.5.5")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("349VG", "349 VG"),
        ("5 gt", ""),
        ("HQ 5 GT", "HQ 5 GT"),
        ("2 G T", "2 G T"),
        ("10 Jag", "10 Jäg"),
        ("gar konigsberg", "Gar Königsberg"),
        ("Volksturm 3", "VlkStm 3"),
        ("PzZug", "Pz.Zug"),
        ("83", "83 Div"),
        ("69 RC", "S69"),
        ("69 Inf", "G69"),
        ("45 RC", "45"),
        ("Admiral Hipper", "Hipper"),
        ("aa1 a", "AA1-a"),
    ],
)
def test_orders_may_name_units_as_players_do(roster: Roster, written: str, meant: str) -> None:
    assert " ".join(counter.id for counter in roster.named(written)) == (meant or "HQ 5 GT")


def test_every_picture_has_a_plain_file_name_of_its_own(roster: Roster) -> None:
    names = [name for name, _ in faces(roster, 16)]
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", name) for name in names)
    assert {"10-Jag", "10-Jag-reduced", "Gar-Konigsberg", "R1-reduced", "HQ-GD-Pz", "NO-GAS"} <= set(names)
    assert as_file_name("Pz.Zug") == "Pz-Zug"


@pytest.mark.slow
def test_no_two_counters_of_a_side_look_alike(roster: Roster) -> None:
    drawn = {
        (c.id, side): draw_face(c, side, 64).tobytes()
        for c in roster.counters.values()
        for side in range(c.sides)
    }
    assert len(set(drawn.values())) == len(drawn)
    fronts = {draw_chit(card, 64).tobytes() for card in roster.cards.values()}
    assert len(fronts) == len(roster.cards) - 2, "of each Front's chit there are two"


def test_units_wear_the_colour_of_their_headquarters_and_no_two_corps_the_same(roster: Roster) -> None:
    colours = {
        (c.side, c.formation): roster.style.formation(c.formation).colour
        for c in roster.counters.values()
        if c.type == "hq"
    }
    assert len({(side, colour) for (side, _), colour in colours.items()}) == 28
    assert "" not in colours.values()


def test_what_we_had_to_choose_is_named_a_standin(roster: Roster) -> None:
    assert {"attack", "defence", "movement", "range", "setup", "front", "mech"} <= roster.standins.keys()


def test_the_roster_is_read_without_any_library_that_draws() -> None:
    code = (
        "import sys; from counters.roster.load import load_roster; load_roster('koenigsberg45');"
        "print([name for name in ('PIL', 'numpy', 'reportlab') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_refugees_without_numbers_fill_their_counter() -> None:
    counter = load_roster("koenigsberg45").counters["R1"]
    words = counter.words(0)
    boxes = [
        slot.box for slot in counter.slots if slot.show in ("symbol", "name", "text") and slot.stands(words)
    ]
    told = [slot.says(words) for slot in counter.slots if slot.says(words)]
    assert "REFUGEES" in told
    assert max(bottom for _, _, _, bottom in boxes) > 88
    assert min(top for _, top, _, _ in boxes) < 10
