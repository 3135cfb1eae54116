"""What stands where: named places, layouts of types, presets, and what is said of the wrong ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counters.faces.appearance import of_counter
from counters.faces.face import draw_card, draw_chit, draw_face, draw_marker
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster.slot import PLACES, Slot
from counters.roster.style import Style
from counters.roster.style_file import read_style
from counters.roster_faults import RosterError

from .conftest import ROSTER, STYLE, Write

SKIRMISH = Path(__file__).parent / "skirmish"


@pytest.fixture(scope="module")
def skirmish() -> Roster:
    return load_roster(SKIRMISH)


def style_of(game: Write, text: str) -> Style:
    return load_roster(game(style_toml=f"{STYLE}\n{text}\n")).style


def said(roster: Roster, unit: str, side: int = 0) -> set[str]:
    counter = roster.counters[unit]
    words = counter.words(side)
    return {text for slot in counter.slots if (text := slot.says(words))}


def test_named_places_have_their_usual_boxes_and_can_be_moved(game: Write) -> None:
    style = style_of(
        game, '[layout]\nsymbol = "symbol"\nbottom = { show = "strength", box = [1, 2, 30, 40] }'
    )
    assert style.slots == (PLACES["symbol"], replace(PLACES["bottom"], show="strength", box=(1, 2, 30, 40)))


def test_names_stand_clear_of_the_figures_below_them() -> None:
    slots = {slot.show: slot.box for slot in load_roster("raceforberlin").style.slots}
    assert slots["strength"][1] - slots["name"][3] >= 4.5, "in hundredths of a counter"
    for figures in ("bottom", "bottom-left", "bottom-right"):
        assert PLACES[figures].box[1] - PLACES["below"].box[3] >= 3.5
    assert PLACES["below"].box[1] > PLACES["symbol"].box[3]


def test_a_place_holds_text_symbol_image_or_value(game: Write) -> None:
    table = """
    [layout]
    symbol = { symbol = "symbol" }
    top = { text = "Fort {name}" }
    left = { value = "movement", form = "({})" }
    right = { image = "art" }
    corner = "{strength}/{movement}"
    """
    style = style_of(game, "\n".join(line.strip() for line in table.splitlines()))
    assert [(slot.show, slot.form) for slot in style.slots] == [
        ("symbol", "{}"),
        ("text", "Fort {name}"),
        ("movement", "({})"),
        ("image", ""),
        ("text", "{strength}/{movement}"),
    ]


def test_a_type_has_a_layout_over_the_common_one(game: Write) -> None:
    style = style_of(
        game,
        '[layout]\nsymbol = "symbol"\ntop = "name"\n\n[layout.armour]\ntop = false\nbottom = "{movement}"',
    )
    assert [slot.show for slot in style.slots_of("infantry")] == ["symbol", "name"]
    assert [slot.show for slot in style.slots_of("armour")] == ["symbol", "text"]


def test_slots_of_the_games_own_stand_over_named_places(game: Write) -> None:
    style = style_of(
        game, '[layout]\nsymbol = "symbol"\n\n[[slot]]\nshow = "name"\nbox = [0, 0, 9, 9]\nform = "<{}>"'
    )
    assert style.slots[1] == Slot("name", (0, 0, 9, 9), form="<{}>")
    assert style.slots_of("infantry") == style.slots


def test_a_text_that_lacks_a_value_is_left_out() -> None:
    slot = Slot("text", (0, 0, 9, 9), form="{attack}-{movement}")
    assert slot.says({"attack": "4", "movement": "6"}) == "4-6"
    assert slot.says({"attack": "", "movement": "6"}) == slot.says({"movement": "6"}) == ""


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[layout]\ntopp = "name"', 16, "'topp': unknown key, did you mean 'top'?"),
        ('[layout]\ntop = "nmae"', 16, "'nmae': nothing is called so, did you mean 'name'?"),
        ('[layout]\ntop = "{strenght}"', 16, "'strenght': no such value, did you mean 'strength'?"),
        ('[layout]\n\n[layout.infanty]\ntop = "name"', 17, "did you mean 'infantry'?"),
        ('[layout.armour]\nbotom = "name"', 16, "did you mean 'bottom'?"),
        ("[layout]\ntop = 3", 16, "must be what is shown there"),
        ('[layout]\ntop = { weight = "bold" }', 16, "says nothing of what it shows"),
        ('[layout]\ntop = { show = "name", weigth = "bold" }', 16, "did you mean 'weight'?"),
        ('[layout]\npreset = "sqad"', 16, "did you mean 'squad'?"),
        ('[layout]\npreset = "squad"', 16, "'firepower': no such value"),
        ("[layout]\ninfantry = 3", 16, "must be a table: [layout.infantry]"),
        ('[frames]\nred = "enemy"', 16, "known are friendly, hostile"),
        ('[frames]\nrde = "hostile"', 16, "did you mean 'red'?"),
        ("[print]\ncard_mm = [63]", 16, "must be a width and height"),
        ('[print]\ncounter_mm = "5/8 on"', 16, "millimetres from 5 to 100"),
        ("[print]\npen = 30", 16, "must be a number from 0.2 to 10"),
    ],
)
def test_a_wrong_layout_is_answered_with_its_line(game: Write, text: str, line: int, says: str) -> None:
    with pytest.raises(RosterError) as wrong:
        load_roster(game(style_toml=f"{STYLE}\n{text}\n"))
    found = [str(fault) for fault in wrong.value.faults]
    assert any(f"style.toml:{line}: " in fault and says in fault for fault in found), found


def test_all_faults_of_a_layout_come_at_once(game: Write) -> None:
    text = '[layout]\ntopp = "name"\nleft = "nmae"\nright = "{strenght}"\n[layout.armour]\ncorner = 1'
    with pytest.raises(RosterError) as wrong:
        load_roster(game(style_toml=f"{STYLE}\n{text}\n", roster_csv=ROSTER.replace("armour", "armur")))
    assert len(wrong.value.faults) == 5


def test_sizes_are_written_as_people_say_them(game: Write) -> None:
    style = style_of(game, '[print]\ncounter_mm = "9/16 in"\ncard_mm = [63, "3.5in"]')
    assert style.counter_mm == 14.2875
    assert style.card_mm == pytest.approx((63, 88.9))


@pytest.mark.parametrize(
    ("unit", "texts"),
    [
        ("sq-a", {"4-6-7", "A", "E"}),
        ("ldr", {"9-1", "Lt. Müller"}),
        ("gun", {"75", "2", "M10", "[40]", "PaK 40"}),
        ("tk", {"15", "11", "8", "76", "4", "T-34"}),
        ("ftr", {"5", "9", "4", "Bf 109"}),
        ("trk", {"Opel", "(28)"}),
        ("5-inf", {"3-4-5", "VII", "R", "Łódź 5"}),
    ],
)
def test_each_kind_of_counter_bears_its_values(skirmish: Roster, unit: str, texts: set[str]) -> None:
    assert said(skirmish, unit) == texts


def test_a_side_has_its_frame(skirmish: Roster) -> None:
    friend, foe = skirmish.counters["5-inf"], skirmish.counters["3-mec"]
    assert (friend.look.frame(friend.side), foe.look.frame(foe.side)) == ("friendly", "hostile")
    corner = draw_face(friend, 0, 200, edge=False).getpixel((56, 60))
    assert corner == (0xEE, 0xF2, 0xF6)
    assert draw_face(foe, 0, 200, edge=False).getpixel((56, 60)) == (0xD9, 0xB2, 0x7C)


def test_a_loss_marker_reads_its_value_from_each_edge(skirmish: Roster) -> None:
    """Turned so that the right edge is at the foot, the marker with 1 2 3 4 is the one with 2 3 4 1."""
    marker = skirmish.markers["loss-14"]
    face = marker.faces[0]
    bare = replace(face, symbol="")
    once = draw_marker(replace(marker, faces=(bare,)), 0, 96, edge=False)
    turned = replace(bare, edges=("2", "3", "4", "1"))
    other = draw_marker(replace(marker, faces=(turned,)), 0, 96, edge=False)
    assert once.rotate(-90).tobytes() == other.tobytes()
    assert once.tobytes() != other.tobytes()


def test_what_a_face_shows_tells_whether_it_is_drawn_the_same(skirmish: Roster) -> None:
    unit = skirmish.counters["5-inf"]
    same = replace(unit, id="other", aliases=("x",), setup="0101", reinforcement="7")
    assert of_counter(unit, 0) == of_counter(same, 0)
    assert draw_face(unit, 0, 64).tobytes() == draw_face(same, 0, 64).tobytes()
    for other in (replace(unit, side="allied"), replace(unit, name="x"), replace(unit, size="corps")):
        assert of_counter(unit, 0) != of_counter(other, 0)


@pytest.mark.slow
def test_a_card_is_drawn_as_a_chit_too_where_a_square_is_asked_for(skirmish: Roster) -> None:
    """A module shows chits of one shape; what a card says must then stand where a chit has it."""
    card = skirmish.cards["evt-1"]
    square = replace(card, look=replace(card.look, card_mm=None))
    assert draw_chit(card, 96).tobytes() == draw_chit(square, 96).tobytes()
    tall = draw_card(card, (252, 352), edge=False)
    assert tall.size == (252, 352)
    assert tall.tobytes() != draw_card(replace(card, text="Sun."), (252, 352), edge=False).tobytes()
    backs = {draw_card(one, (63, 88), back=True).tobytes() for one in skirmish.cards.values()}
    assert len(backs) == 1


def test_a_side_has_colours_whatever_its_nations(game: Write) -> None:
    style = style_of(game, '[paint.blue]\npaper = "#112233"\n\n[reverse.blue]\npaper = "#445566"')
    assert style.paint("union", "blue").paper == style.paint("elsewhere", "blue").paper == "#112233"
    assert style.paint("union", "red").paper == "#ffcccc", "a nation's own colours go before its side's"
    back = style.reverse("union", "blue")
    assert back is not None
    assert back.paper == "#445566"


@pytest.mark.parametrize("name", ["german", "blue"])
def test_a_side_may_be_called_as_a_nation_is(game: Write, name: str) -> None:
    text = STYLE.replace('blue = "Blue"', f'{name} = "Other"').replace(
        'union = "Union"', f'union = "Union"\n{name} = "X"'
    )
    text += f'\n[paint.{name}]\npaper = "#112233"\n\n[paint.{name}.{name}]\npaper = "#445566"\n'
    style = load_roster(game(style_toml=text)).style
    assert style.paint(name, name).paper == "#445566"
    assert style.paint("union", name).paper == "#112233"


PLACE = st.sampled_from([*PLACES, "preset", "infantry", "squad", "nowhere"])
SHOWN = st.sampled_from(["name", "{strength}", "{}", "{nope}", "a.svg", "", "art", "left", "#112233"])
PLAIN = st.one_of(SHOWN, st.integers(-9, 200), st.booleans(), st.lists(st.integers(-9, 120), max_size=5))
KEYS = st.sampled_from(["show", "text", "image", "value", "box", "align", "colour", "form", "when", "x"])
TABLE = st.dictionaries(PLACE, st.one_of(PLAIN, st.dictionaries(KEYS, PLAIN, max_size=4)), max_size=6)


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(one)}' for key, one in value.items()) + "}"
    return json.dumps(value)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(common=TABLE, mine=TABLE)
def test_no_layout_makes_the_reader_stumble(common: dict[str, object], mine: dict[str, object]) -> None:
    lines = ["[layout]", *(f'"{key}" = {toml(value)}' for key, value in common.items() if key != "armour")]
    lines += ["[layout.armour]", *(f'"{key}" = {toml(value)}' for key, value in mine.items())]
    style, faults = read_style("\n".join(lines), "style.toml")
    assert all(0 < fault.line <= len(lines) for fault in faults)
    for slot in (*style.slots, *style.slots_of("armour")):
        left, top, right, bottom = slot.box
        assert 0 <= left < right <= 100
        assert 0 <= top < bottom <= 100


@pytest.mark.parametrize("size", [(126, 176), (992, 1386), (251, 350)])
def test_the_foot_of_a_card_reaches_its_edge(skirmish: Roster, size: tuple[int, int]) -> None:
    """What lies at the edge is carried on as bleed: a row of paper there would become a pale stripe."""
    card = skirmish.cards["evt-1"]
    drawn = draw_card(card, size, edge=False)
    assert drawn.getpixel((size[0] // 2, size[1] - 1)) == (0x5A, 0x3A, 0x78)


def test_what_two_values_side_by_side_are_is_told_as_two_words() -> None:
    assert Slot("text", (0, 0, 100, 100), form="{morale}{leadership}").means == "morale-leadership"
    assert Slot("text", (0, 0, 100, 100), form="[{attack}]-{defence}").means == "[attack]-defence"
