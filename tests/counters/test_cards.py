"""Cards of several decks: backs, columns of the game's own, and what is said of the wrong ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops, ImageOps

from counters.faces.appearance import of_card
from counters.faces.card import blocks
from counters.faces.face import draw_card, draw_face, faces
from counters.faces.lettering import capital_size, fit_block, length
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from files.typefaces import role

from .conftest import COLUMNS, STYLE, Write

HEAD = "id,number,title,when,text,once,afterwards,deck,marks,window\n"
CARDS = f"""{HEAD}R-1,0,Barrage,now,Fire,no,away,red,fighter,before
R-2,0,Halt,now,Stop,no,away,red,,after
B-1,0,Dig,now,Dig in,no,away,blue,,
X-1,0,Wait,now,Wait,no,away,,,
"""
GAME = STYLE.replace("[game]", '[game]\ncard_extra = ["window"]')
LOOK = (
    f"{GAME}\n[print]\ncard_mm = [63, 88]\n\n"
    '[back.red]\ntitle = "Attack"\nmark = "tank"\nband = "#a03030"\n\n[back.blue]\nband = "#3030a0"\n'
)
COLOURED = f"""{COLUMNS},colour
1G,1 Guards,red,union,,infantry,corps,6,3,,,,,,,green
2G,2 Guards,red,union,,infantry,corps,6,3,,,,,,,
"""
SLOT = '\n[[slot]]\nshow = "patch"\nbox = [0, 0, 100, 100]\ncolour = "#00ff00"\nwhen = "colour={}"\n'
TRAIT = STYLE.replace("[game]", '[game]\nextra = ["colour"]')


@pytest.fixture
def roster(game: Write) -> Roster:
    return load_roster(game(style_toml=LOOK, cards_csv=CARDS))


def refused(folder: object) -> str:
    with pytest.raises(RosterError) as wrong:
        load_roster(str(folder))
    return str(wrong.value)


def test_a_card_knows_its_deck_and_what_only_its_game_asks(roster: Roster) -> None:
    card = roster.cards["R-1"]
    assert (card.deck, card.marks, card.traits) == ("red", ("fighter",), {"window": "before"})
    assert (roster.cards["X-1"].deck, roster.cards["X-1"].traits) == ("", {"window": ""})


def test_cards_of_a_deck_are_alike_from_behind_and_no_others(roster: Roster) -> None:
    backs = {card.id: draw_card(card, (63, 88), back=True).tobytes() for card in roster.cards.values()}
    assert backs["R-1"] == backs["R-2"]
    assert len({backs[card] for card in ("R-1", "B-1", "X-1")}) == 3
    shown = {card.id: of_card(card, back=True) for card in roster.cards.values()}
    assert shown["R-1"] == shown["R-2"] != shown["B-1"]


def test_the_pattern_of_a_back_is_alike_to_both_sides(roster: Roster) -> None:
    back = draw_card(roster.cards["B-1"], (630, 880), back=True, edge=False)
    left, right = back.crop((60, 60, 120, 540)), back.crop((510, 60, 570, 540))
    apart = ImageChops.difference(left, ImageOps.mirror(right)).convert("L")
    assert len(left.getcolors(99) or ()) > 1
    assert sum(apart.histogram()[9:]) < 0.02 * 60 * 480


def test_every_back_is_among_the_pictures_of_a_game(roster: Roster) -> None:
    names = [name for name, _ in faces(roster, 40)]
    assert [name for name in names if "back" in name] == ["back-red", "back-blue", "card-back"]


def test_a_card_bears_the_id_by_which_orders_call_it(game: Write) -> None:
    twins = f"{HEAD}R-1,0,Halt,now,Stop,no,away,red,,\nR-2,0,Halt,now,Stop,no,away,red,,\n"
    one, other = load_roster(game(style_toml=LOOK, cards_csv=twins)).cards.values()
    assert of_card(one) != of_card(other)
    assert draw_card(one, (252, 352)).tobytes() != draw_card(other, (252, 352)).tobytes()


@pytest.mark.parametrize(
    ("style", "cards", "says"),
    [
        (LOOK, CARDS.replace(",red,fighter", ",rde,fighter"), "'rde': unknown deck"),
        (LOOK.split("[back.")[0], CARDS, "unknown deck: style.toml has no [back.DECK] with its colours"),
        (LOOK, CARDS.replace("fighter", "figther"), "'figther': unknown marks"),
        (LOOK, CARDS.replace(",window", ",widow"), "column 'window' is missing"),
        (LOOK.replace('"tank"', '"tnak"'), CARDS, "'tnak'"),
        (LOOK.replace('["window"]', '["window", "text"]'), CARDS, "'text': the cards of every game have"),
        (LOOK.replace("[back.blue]", "[back]\nblue = 3\n[back.green]"), CARDS, "must be a table of colours"),
    ],
)
def test_what_is_wrong_with_decks_is_told(game: Write, style: str, cards: str, says: str) -> None:
    assert says in refused(game(style_toml=style, cards_csv=cards))


def test_a_slot_may_ask_for_one_value_of_a_trait(game: Write) -> None:
    roster = load_roster(game(roster_csv=COLOURED, style_toml=TRAIT + SLOT.format("green")))
    middle = {
        name: draw_face(one, 0, 40, edge=False).getpixel((20, 20)) for name, one in roster.counters.items()
    }
    assert middle["1G"] == (0, 255, 0) != middle["2G"]


def test_a_slot_that_asks_for_a_trait_nobody_has_is_refused(game: Write) -> None:
    style = TRAIT + SLOT.format("green").replace("colour=", "color=")
    assert "'color'" in refused(game(roster_csv=COLOURED, style_toml=style))


@pytest.mark.slow
def test_what_a_card_does_is_set_in_eight_points_and_begins_at_the_left() -> None:
    for card in load_roster("donnerschlag").cards.values():
        (text,) = (block for block in blocks(card) if block.text == card.text)
        left, top, right, bottom = (edge * 10 for edge in text.box)
        size, _ = fit_block(text.text, text.weight, right - left, bottom - top, text.largest * 10, even=False)
        assert text.align == "top"
        assert size == pytest.approx(role("card text").mm / 63 * 1000, abs=0.6), card.id


def test_no_word_is_left_over_alone_in_text_that_begins_at_the_left() -> None:
    text = "one two three four five six seven eight nine ten it."
    size = capital_size(6, "serif")
    wide = length(text.removesuffix(" it."), "serif", size) + 1
    found, lines = fit_block(text, "serif", wide, 200, 6, even=False)
    assert (found, len(lines)) == (size, 2)
    assert lines[-1] != "it."


def test_a_card_shows_the_emblem_of_its_deck_and_two_sides_have_bands_of_their_own() -> None:
    cards = load_roster("donnerschlag").cards
    axis, soviet = cards["ARTY-1"], cards["KATYUSHA-1"]
    assert of_card(axis) != of_card(replace(axis, deck="soviet-combat"))
    corner = {draw_card(card, (252, 352), edge=False).getpixel((4, 4)) for card in (axis, soviet)}
    assert len(corner) == 2
