"""Decks, discards, hands and cups: data of the game, piles in VASSAL, and what a saved game says of them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest

from builder.check.check import check_module
from builder.layout.decks import CHIT, NO_DECK, Deck, deck_of, single_cup, word_for_all
from builder.layout.module_file import load_facts
from builder.module.art import piece_images
from builder.module.module import build_file, build_module
from builder.module.parts import Parts, gather
from builder.module.piles import boards
from builder.module.position import When, position_commands
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.read_saves import SavedGame, read_vsav
from builder.saves.write_logs import Frame, course
from builder.saves.write_saves import save_position
from builder.vassal.buildfile import serialised
from builder.vassal.traits import Trait, read_definition, split
from tests.builder.cardgame import MODULE, write_cards
from tests.builder.test_module import kinds


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cards(tmp_path_factory.mktemp("decks") / "cards")


@pytest.fixture(scope="module")
def own(game: Path) -> Parts:
    return gather(game)


@pytest.fixture(scope="module")
def vmod(game: Path) -> Path:
    return build_module(game, game.parent / "cards.vmod")


@pytest.fixture(scope="module")
def root(vmod: Path) -> Element:
    with zipfile.ZipFile(vmod) as archive:
        found: Element = defusedxml.ElementTree.fromstring(archive.read("buildFile.xml"))
    return found


@pytest.fixture(scope="module")
def piles(root: Element) -> dict[str, Element]:
    return {node.get("name", ""): node for node in kinds(root, "DrawPile")}


def cards_in(pile: Element) -> list[str]:
    return [slot.get("entryName", "") for slot in kinds(pile, "CardSlot")]


def traits_of(root: Element, prototype: str, kind: str) -> list[Trait]:
    node = next(node for node in kinds(root, "PrototypeDefinition") if node.get("name") == prototype)
    return [trait for trait in read_definition(node.text or "").traits if trait.id == kind]


def saved(own: Parts, tmp_path: Path, position: list[Placement]) -> SavedGame:
    return read_vsav(save_position(own, position, tmp_path / "position.vsav", "", When()))


def faults(folder: Path, old: str, new: str) -> str:
    assert old in MODULE
    with pytest.raises(ModuleError) as refused:
        gather(write_cards(folder / "bad", MODULE.replace(old, new, 1)))
    return str(refused.value)


# -- the module ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_is_wrong_with_the_module(vmod: Path) -> None:
    assert [str(problem) for problem in check_module(vmod)] == []


def test_every_card_lies_in_its_deck_unless_it_is_held(piles: dict[str, Element], root: Element) -> None:
    assert cards_in(piles["Red cards"]) == [f"{n} Red plan {n}" for n in range(2, 6)]
    assert cards_in(piles["Blue cards"]) == [f"{n} Blue plan {n}" for n in range(3, 6)]
    assert cards_in(piles["Order chits"]) == [f"{n} Staff {n}" for n in range(1, 5)]
    assert cards_in(piles["Red cards: discards"]) == []
    held = {
        window.get("mapName"): [slot.get("entryName") for slot in kinds(window, "PieceSlot")]
        for window in kinds(root, "PlayerHand")
    }
    assert held == {"Cards of Red": ["1 Red plan 1"], "Cards of Blue": ["1 Blue plan 1", "2 Blue plan 2"]}


def test_decks_are_drawn_at_random_and_only_by_their_side(piles: dict[str, Element]) -> None:
    ways = ("faceDown", "shuffle", "drawFaceUp", "deckRestrictAccess", "deckOwners")
    asked = {name: [pile.get(way) for way in ways] for name, pile in piles.items()}
    assert asked["Red cards"] == ["Always", "Always", None, "true", "Red"]
    assert asked["Order chits"] == ["Always", "Always", "true", None, None]
    assert asked["Blue cards: discards"] == ["Never", "Never", None, "true", "Blue"]


def test_discards_all_go_back_with_one_command(piles: dict[str, Element]) -> None:
    discards = piles["Red cards: discards"]
    assert discards.get("reshuffleCommand") == "Return all to Red cards"
    assert (discards.get("reshuffleTarget"), discards.get("reshufflable")) == ("Red cards", "true")
    assert discards.get("allowSelect") == "true" and piles["Red cards"].get("allowSelect") == "false"


def test_an_ordered_deck_is_shuffled_on_command_and_as_the_game_begins(
    piles: dict[str, Element], root: Element
) -> None:
    deck, start = piles["Blue cards"], kinds(root, "StartupGlobalKeyCommand")[0]
    assert deck.get("shuffle") == "Via right-click Menu"
    assert deck.get("shuffleHotkey") == start.get("globalHotkey") == "0,0,shuffle-blue-cards"
    assert (start.get("whenToApply"), start.get("hotkeyOrKeyCommand")) == ("startOfGameOnly", "sendHotkey")


def test_a_card_goes_back_or_to_the_discards_of_its_own_deck(root: Element) -> None:
    ways = {t.fields[0]: t.fields[2] for t in traits_of(root, "Card: Red cards", "return")}
    assert ways == {"Back into Red cards": "Red cards", "Discard": "Red cards: discards"}
    (mask,) = traits_of(root, "Card: Blue cards", "obs")
    assert mask.fields[1] == "blue-cards-back.png"
    assert len(traits_of(root, "Card: Order chits", "return")) == 1


def test_all_chits_on_the_map_go_back_into_the_cup_by_one_button(root: Element) -> None:
    (button,) = kinds(root, "GlobalKeyCommand")
    assert button.get("hotkey") == traits_of(root, "Card: Order chits", "return")[0].fields[1]
    assert button.get("filter") == '{Deck=="Order chits" && CurrentMap=="Board"}'


def test_a_badge_is_taken_off_all_units_when_its_segment_begins(root: Element) -> None:
    (button,) = kinds(root, "MassKeyCommand")
    pressed = {node.get("match"): node.get("hotkey") for node in kinds(root, "TurnGlobalHotkey")}
    assert button.get("filter") == '{Spent_Active=="true"}'
    assert pressed == {'{Segment=="End"}': button.get("buttonHotkey")}


def test_the_help_tells_of_each_deck(vmod: Path) -> None:
    with zipfile.ZipFile(vmod) as archive:
        page = archive.read("help.html").decode()
    assert "<b>Order chits</b>: drawn at random; everybody sees what is drawn" in page
    assert "<b>Blue cards</b>: shuffled at the start and on command; only its drawer" in page


def test_a_nation_called_as_its_side_is_lost_on_no_unit(own: Parts, tmp_path: Path) -> None:
    marked = [piece.properties for piece in saved(own, tmp_path, list(own.start)).pieces]
    units = {marks["Unit"]: marks for marks in marked if "Unit" in marks}
    assert (units["L1"]["Side"], units["L1"]["Nation"]) == ("Blue", "Blue")
    assert (units["1G"]["Side"], units["1G"]["Nation"]) == ("Red", "Union")


# -- facts -----------------------------------------------------------------------------------------


def test_a_card_named_goes_before_one_meant_by_a_star() -> None:
    rest, first = Deck("rest", "Rest", "a", ("*",)), Deck("few", "Few", "b", ("x-1", "y-*"))
    assert [deck_of(card, (rest, first)).id for card in ("x-1", "y-7", "z")] == ["few", "rest", "rest"]
    assert deck_of("x", (first,)) is NO_DECK


def test_one_cup_is_a_deck_like_others() -> None:
    (cup,) = load_facts("raceforberlin").decks
    assert cup == single_cup("chits") and cup.id == CHIT
    assert word_for_all([cup]) == "chit" and word_for_all([cup, Deck("d", "D", "a", ())]) == "card"


def test_a_deck_in_the_box_of_the_cup_is_the_cup(tmp_path: Path) -> None:
    both = MODULE.replace("[boxes]", '[boxes]\ncup = "cup"')
    assert both != MODULE
    assert (
        gather(write_cards(tmp_path / "both", both)).facts.decks
        == gather(write_cards(tmp_path / "one")).facts.decks
    )


def test_sides_without_closed_cards_have_no_window_of_their_own(tmp_path: Path) -> None:
    opened = MODULE.replace('side = "blue"', "open = true").replace('blue = ["b-1", "b-2"]', "")
    own = gather(write_cards(tmp_path / "open", opened))
    assert own.pieces.holders == ("red",)
    assert [window for window, _ in boards(own.facts, own.roster)] == ["Board", "Cards of Red"]
    with pytest.raises(ModuleError, match="no space, box or hand 'hand:blue'"):
        save_position(own, [Placement("hq-1", "hand:blue")], tmp_path / "a.vsav", "", When())


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('at = "red-deck"', 'at = "nowhere"', "deck Red cards: the board has no box 'nowhere'"),
        ('side = "red"', 'side = "green"', "deck Red cards: no side 'green'"),
        ('at = "blue-deck"', 'at = "red-deck"', "the box 'red-deck' is given to two piles"),
        ('name = "Blue cards"', 'name = "Red cards"', "the name 'Red cards' is given to two piles"),
        ('id = "blue-cards"', 'id = "red-cards"', "the id 'red-cards' is given to two piles"),
        ('id = "orders"', 'id = "or/ders"', "must be of small letters, digits and hyphens"),
        ("wide = 1.1", "wide = 99", "must be a number from 0.5 to 10, not 99"),
        ("regained = true", "regaind = true", "deck.regaind: unknown"),
        ('off_at = ["End"]', 'off_at = ["Never"]', "badge Spent: off_at: no segment 'Never'"),
    ],
)
def test_a_deck_of_what_is_not_there_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert why in faults(tmp_path, old, new)


# -- saved games and logs --------------------------------------------------------------------------


def test_a_saved_game_lays_cards_into_their_piles_and_hands(own: Parts, tmp_path: Path) -> None:
    position = [
        Placement("r-3", "red-discards"), Placement("hidden-red-cards", "red-deck"),
        Placement("b-2", "hand:blue"), Placement("hq-1", "set-aside"), Placement("hq-2", "cup"),
    ]  # fmt: skip
    read = saved(own, tmp_path, position)
    where = {piece.name: piece.map for piece in read.pieces}
    assert where["2 Blue plan 2"] == "Cards of Blue" and where["3 Red plan 3"] == "Board"
    held = {text for text in position_commands(own, position, When()) if "/deck;" in text}
    decks = {split(";", text)[13]: text for text in held}
    assert set(decks) == {
        "Red cards", "Red cards: discards", "Blue cards", "Blue cards: discards", "Order chits",
    }  # fmt: skip
    state = {name: split("/", text)[3].split(";")[3] for name, text in decks.items()}
    assert state["Red cards"] == "true" and state["Red cards: discards"] == "false"


def test_the_pile_in_a_saved_game_is_the_one_in_the_module(own: Parts, piles: dict[str, Element]) -> None:
    """VASSAL takes the ways of a deck from the saved game, so they must say the same."""
    written = [text for text in position_commands(own, [], When()) if "/deck;" in text]
    for text in written:
        fields = split(";", split("/", text)[2])
        pile = piles[fields[13]]
        wanted = {"width": 3, "height": 4, "faceDown": 5, "shuffle": 6, "allowSelect": 8, "maxStack": 21}
        assert {name: fields[at] for name, at in wanted.items()} == {name: pile.get(name) for name in wanted}
        further = {"reshuffleCommand": 10, "reshuffleTarget": 11, "shuffleFormat": 14, "deckOwners": 49}
        assert {n: fields[at] for n, at in further.items()} == {n: pile.get(n, "") for n in further}
        assert fields[17] == pile.get("drawFaceUp", "false")
        assert fields[19] == pile.get("shuffleHotkey", "") and fields[48] == pile.get(
            "deckRestrictAccess", "false"
        )
    assert len(written) == 5


def test_the_order_in_a_cup_says_nothing(own: Parts, tmp_path: Path) -> None:
    chits = [Placement(f"hq-{n}", "cup") for n in (1, 2, 3)]
    first, second = (
        save_position(own, position, tmp_path / f"{n}.vsav", "", When()).read_bytes()
        for n, position in enumerate((chits, chits[::-1]))
    )
    assert first == second


def test_a_log_brings_a_card_from_the_deck_into_the_discards(own: Parts) -> None:
    stream = course(own, [Frame((Placement("r-3", at),)) for at in ("red-deck", "red-discards")])
    x, y = own.layout.spot("red-discards")
    assert f"M/1001/Board/{x}/{y}/null/Board/" in stream


# -- cards that join later, decks that are looked through, cards of their own shape -------------------------

LATER = MODULE.replace(
    'discard = "red-discards"', 'discard = "red-discards"\nlate = "set-aside"\nsearched = true'
)
LAID = '[laid]\nset-aside = ["r-4", "r-5"]\n'


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    text = LATER.replace("[hands]", f"{LAID}\n[hands]").replace(', "set-aside"]', "]")
    folder = write_cards(tmp_path_factory.mktemp("later") / "cards", text)
    style = folder / "style.toml"
    shaped = style.read_text(encoding="utf-8") + "\n[print]\ncard_mm = [60, 90]\n"
    style.write_text(shaped, encoding="utf-8", newline="\n")
    return gather(folder)


def drawn_piles(parts: Parts) -> dict[str, Element]:
    made = defusedxml.ElementTree.fromstring(serialised(build_file(parts)))
    return {node.get("name", ""): node for node in kinds(made, "DrawPile")}


def test_late_cards_lie_face_down_until_their_side_shuffles_them_in(later: Parts) -> None:
    pile = drawn_piles(later)["Red cards: late"]
    assert cards_in(pile) == ["4 Red plan 4", "5 Red plan 5"]
    assert (pile.get("faceDown"), pile.get("shuffle")) == ("Always", "Never")
    assert (pile.get("reshufflable"), pile.get("reshuffleTarget")) == ("true", "Red cards")
    assert (pile.get("deckRestrictAccess"), pile.get("deckOwners")) == ("true", "Red")


def test_only_a_deck_to_be_searched_lets_a_card_be_named(later: Parts) -> None:
    piles = drawn_piles(later)
    assert cards_in(piles["Red cards"]) == ["2 Red plan 2", "3 Red plan 3"]
    assert {name: piles[name].get("allowSelect") for name in ("Red cards", "Blue cards")} == {
        "Red cards": "true", "Blue cards": "false",
    }  # fmt: skip


def test_cards_and_their_piles_have_the_shape_in_which_they_are_printed(later: Parts) -> None:
    pile = drawn_piles(later)["Red cards"]
    wide, high = int(pile.get("width", 0)), int(pile.get("height", 0))
    assert high == round(wide * 1.5) > wide
    pictures = dict(piece_images(later.roster, later.facts, later.layout.unit, later.pieces.lock))
    assert pictures["red-cards-back.png"].size == (wide, high)
    assert pictures["chit-r-1.png"].size == (wide, high)


def test_a_saved_game_knows_the_late_cards_too(later: Parts, tmp_path: Path) -> None:
    position = [Placement("r-4", "set-aside"), Placement("r-5", "red-deck"), Placement("r-1", "hand:red")]
    commands = "".join(position_commands(later, position, When()))
    assert "Red cards: late" in commands
    found = {piece.name: piece.place for piece in saved(later, tmp_path, position).pieces}
    assert found["4 Red plan 4"] != found["5 Red plan 5"]


def test_late_cards_need_a_box_of_their_own(tmp_path: Path) -> None:
    assert "no box 'nowhere'" in faults(
        tmp_path, 'discard = "red-discards"', 'discard = "red-discards"\nlate = "nowhere"'
    )
