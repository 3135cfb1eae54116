"""Plain words: orders without VASSAL, refusals with whole lines, and what everybody is told once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adjudicator.commands.stub import new_game
from adjudicator.mail.settings.clock import when
from adjudicator.rulings import Unreadable
from adjudicator.tabletop.rolling import button_named
from adjudicator.tabletop.seen import UNSHUFFLED, _not_drawn, _unshuffled
from builder.module.module import build_module
from builder.vassal.modulefile import open_module
from tables.published import DiceButton, Written
from tables.table import Table
from tables.telling import name_of_piece
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import named, with_trait

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("move Militia in 0204 to 0101", "move Militia in 0304 to 0101 move Militia in 0504 to 0101"),
        ("draw 1 from Comands", "draw 1 from Commands"),
        ("flip 1st Fot", "flip 1st Foot"),
        ("rotate 2nd Foott by 2", "rotate 2nd Foot by 2"),
        ("shuffle Chist", "shuffle Chits"),
        ("move Scout to 0999", "move Scout to 0"),
        ("return Scout to Discadr", "return Scout to Discards"),
        ("roll Battel", "roll Battle"),
    ],
)
def test_a_name_that_is_not_known_is_answered_with_whole_lines(table: Players, line: str, near: str) -> None:
    before = table.position
    said = table.send("red", line)
    assert "NOT UNDERSTOOD" in said and "Did you mean: " in said and "REFUSED" not in said
    assert near in said
    assert table.position == before


def test_several_orders_in_one_line_are_told_apart(table: Players) -> None:
    said = table.send("red", "move Scout to 0101; move 1st Foot to 0102")
    assert 'NOT UNDERSTOOD: write one order a line, or put " / " between two orders' in said
    assert "Did you mean: move Scout to 0101 / move 1st Foot to 0102" in said


def test_a_sum_of_dice_is_told_once(table: Players) -> None:
    table.send("red", "roll 2d6 for the ford", "done")
    said = table.told("blue").partition(" DICE ")[0]
    assert "rolled 2d6 for the ford: " in said
    assert "die 1 of 2" not in said and "die 2 of 2" not in said


def test_no_dice_are_offered_twice() -> None:
    faces = tuple("123456")
    module = cast(Any, SimpleNamespace(dice={"2d6": DiceButton("2d6", (faces, faces))}))
    with pytest.raises(Unreadable) as no:
        button_named(module, "dice")
    assert no.value.legal == ("roll 2d6",)


@pytest.mark.slow
def test_a_piece_of_a_module_that_was_built_from_a_roster_answers_to_its_id(tmp_path: Path) -> None:
    new_game("mine", tmp_path / "mine")
    module = build_module(str(tmp_path / "mine"), tmp_path / "mine.vmod")
    table = Players(tmp_path / "desk", module=module)
    said = table.send("red", "move r1 to South", "where R1", "move R1x to North")
    assert "move r1 to South OK" in said and "1 Red: " in said and said.count("NOT UNDERSTOOD") == 1


def test_a_name_of_several_pieces_is_ambiguous(table: Players) -> None:
    said = table.send("red", "move Militia to 0101")
    assert 'AMBIGUOUS: "Militia" could be 2 pieces. Say in which place' in said
    assert "Could be: move Militia in 0304 to 0101 move Militia in 0504 to 0101" in said


def test_what_no_piece_can_do_is_refused(table: Players) -> None:
    assert "REFUSED: 1 has no facings to turn to" in table.send("red", "rotate 1")
    assert "REFUSED: roll 1 to 40 dice" in table.send("red", "roll 90d6")


@pytest.mark.parametrize("line", ["flip to", "shuffle to", "move Scout to to"])
def test_a_connecting_word_is_taken_for_no_name(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "NOT UNDERSTOOD" in said and "1st Foot" not in said.split("Your move")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", ["move Militia to 0101", "move Nessie to 0101", "rotate 1", "mvoe Scout to 0101"]
)
def test_below_a_line_that_is_not_good_nothing_is_rolled_or_drawn(table: Players, wrong: str) -> None:
    said = table.send(
        "red", "roll d10 for the weather", wrong, "move 2nd Foot to 0101", "draw 1 from Commands", "roll 2d6",
        "move Scout to 0102", "done",
    )  # fmt: skip
    assert said.count("ON HOLD") == 4
    told = table.told("red")
    assert "Red rolled d10 for the weather" in told and "2nd Foot moves from 0202 to 0101" in told
    assert "rolled 2d6" not in told and "comes to Red hand" not in told and "Scout moves" not in told
    table.send("red", "move Militia in 0304 to 0101")
    told = table.told("blue")
    assert "Red rolled 2d6" in told and "Scout moves from 0602 to 0102" in told
    assert (
        told.index("Militia moves from 0304") < told.index("Red hand: 1 face down") < told.index("rolled 2d6")
    )
    assert "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_as_is_rolls_what_was_on_hold(table: Players) -> None:
    table.send("red", "move Nessie to 0101", "roll 2d6", "done")
    said = table.send("red", "as is")
    assert "Red rolled 2d6" in said and "YOUR MOVE" in table.told("blue")


def test_no_log_is_written_of_a_published_module(table: Players, tmp_path: Path) -> None:
    said = table.says("report", "1", "--as", "red", "--vlog", str(tmp_path / "red.vlog"))
    told = f"{said.output} {said.exception}"
    assert said.exit_code and "hexpost writes no log of a published module" in told


def test_alike_pieces_go_by_number_as_the_report_counts_them(table: Players) -> None:
    assert "AMBIGUOUS" in table.send("red", "move 2 Militia to 0101")
    assert "REFUSED: you see 1 Militia in 0304, not 2" in table.send("red", "move 2 Militia in 0304 to 0101")
    assert 'no piece with the name "2 Nessie"' in table.send("red", "move 2 Nessie to 0101")
    table.send("red", "move Militia in 0304 to 0504", "move 2 Militia and Scout to 0101", "done")
    assert "Scout, 2 Militia" in table.told("blue").partition("0101: ")[2][:60]


def test_alike_pieces_go_by_their_place(table: Players) -> None:
    assert "OK" in table.send("red", "move Militia in 0504 to 0101", "done")
    assert "Red: Militia moves from 0504 to 0101." in table.told("blue")


@pytest.mark.parametrize("place", ["Sea 50,50", "sea 50, 50"])
def test_a_place_without_a_grid_is_written_as_it_is_shown(table: Players, place: str) -> None:
    assert "OK" in table.send("red", f"move Frigate in {place} to Sea 80,60", "done")
    assert "Red: Frigate moves from Sea 50,50 to Sea 80,60." in table.told("blue")


def test_what_a_piece_turns_to_is_told(table: Players) -> None:
    table.send("red", "flip 1st Foot", "rotate 2nd Foot by 2", "done")
    assert "1st Foot at 0202 now shows side 2 of 2 (reduced)." in table.told("blue")
    assert "2nd Foot at 0202 is turned to facing 3 of 6." in table.told("blue")
    assert "new order" not in table.told("blue")


@pytest.mark.slow
def test_a_shuffle_is_told_to_everybody_and_an_unseen_change_once(table: Players) -> None:
    sent = table.saved("red").position
    foot = named(sent, "1st Foot")
    table.send_log("red", (with_trait(sent, foot, "hide", "Red"),))
    assert "1st Foot is no longer visible at 0202" in table.told("blue")
    table.send("blue", "shuffle Chits", "done")
    table.send(
        "red", "move 1st Foot to 0101", "move 1st Foot to 0404", "flip 1st Foot", "shuffle Chits", "done"
    )
    told = table.told("blue")
    assert table.at("1st Foot") != ("Main", 100, 107)
    assert told.count("Red moved or changed something that you do not see.") == 1
    assert told.count("Red shuffled Chits.") == 1 and "1st Foot" not in told.split("WHAT HAPPENED")[1]


@pytest.mark.slow
def test_the_first_report_explains_the_words_with_this_position(table: Players) -> None:
    text = text_of(table.mails("anna@example.org")[0])
    for line in ("move 1st Foot to 0102", "flip 1st Foot", "rotate 1st Foot by 1", "draw 1 from Commands"):
        assert f"\n  {line}\n" in text
    assert "All players may move all pieces." in text and "Dice of the module: 2d6, Battle." in text
    for line in ("0202: 1st Foot, 2nd Foot", "0304: Militia", "Commands: 12 cards"):
        assert line in text
    module = open_module(table.module).root
    told = f"First to move: Red. Module: {module.get('name')}, version {module.get('version')}. All players"
    assert told in " ".join(text.split())
    for line in ("move 1st Foot to 0102", "flip 1st Foot", "rotate 1st Foot by 1", "draw 1 from Commands"):
        assert "REFUSED" not in table.send("red", line)
    assert "ORDERS IN WORDS" not in table.told("red")


def test_the_first_report_names_the_decks_that_begin_unshuffled(table: Players) -> None:
    """Chits are shuffled by their menu alone, Commands at every draw, and no Discards are there."""
    said = " ".join(text_of(table.mails("anna@example.org")[0]).split())
    assert f"Chits {UNSHUFFLED}: shuffle Chits Dice" in said and said.count(UNSHUFFLED) == 1
    page = " ".join((ROOT / "docs" / "any-module.md").read_text(encoding="utf-8").split())
    assert f"A deck that VASSAL shuffles only by its menu {UNSHUFFLED} `shuffle Orders`." in page
    assert list(_unshuffled(("Chits", "Events", "Fates"))) == [
        f"Chits {UNSHUFFLED}: shuffle Chits",
        "The same is true of: Events, Fates.",
    ]
    assert "OK" in table.send("red", "shuffle Chits")


def test_what_pictures_do_not_show_is_told_once_with_its_number(table: Players) -> None:
    types = ("footprint;trail", "AreaOfEffect;area", "piece;;;one.png;Tank")
    slots = {n: Written(n, "Tank", types, ("", "", "")) for n in ("1", "2")}
    module = SimpleNamespace(slots=slots, nodes=lambda: ())
    assert list(_not_drawn(cast(Any, module))) == [
        "Movement trails of 2 pieces: not in pictures, but in the saved game",
        "Areas of effect of 2 pieces: not in pictures, but in the saved game",
    ]
    assert "not in pictures" not in text_of(table.mails("anna@example.org")[0])


def test_the_turn_tracker_is_told_with_its_value(table: Players) -> None:
    table.send_log("red", ("TURNTurnTracker0\t0|2;0;false;-1",))
    assert "Red: Turn is now 2." in table.told("blue")
    assert "Turn: 2" in table.told("blue")


def test_pass_ends_a_move(table: Players) -> None:
    table.send("red", "pass")
    assert "YOUR MOVE" in table.told("blue")


def test_a_log_that_mixes_chance_and_moves_in_a_step_counts_not_at_all(table: Players) -> None:
    before = table.position
    said = table.send_log("red", ("SHOW_RESULTS\t2d6\t6", "MutableProperty\t2d6_result\t\t6\tMain"))
    assert "0 steps done. Step 1 is decided by chance" in said
    assert table.position == before
    assert "Red rolled 2d6 for step 1 of the log" in table.told("blue")


@pytest.mark.slow
def test_object_proposes_to_take_back_what_the_other_did_and_all_must_agree(table: Players) -> None:
    table.send("red", "move 1st Foot to 0404", "done")
    said = table.send("blue", "object: that hex is a lake")
    assert "Red must agree" in said
    assert "Blue objects to the last orders of Red" in table.told("red") and "a lake" in table.told("red")
    assert table.at("1st Foot") != ("Main", 100, 107)
    table.send("red", "agree undo")
    assert table.at("1st Foot") == ("Main", 100, 107)
    assert "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_nobody_objects_to_their_own_orders(table: Players) -> None:
    table.send("red", "move 1st Foot to 0404")
    assert "the last orders are your own" in table.send("red", "object")


@pytest.mark.slow
def test_sealed_lines_stay_shut_until_all_have_sent_theirs(table: Players) -> None:
    table.send("red", "sealed")
    assert "sealed" in table.told("blue") and "YOUR MOVE" in table.told("blue")
    said = table.send("red", "bid 7 for the initiative", "move 1st Foot to 0101", "done")
    assert "OK: sealed until all have sent their lines" in said
    assert table.at("1st Foot") == ("Main", 100, 107)
    assert "7 for the" not in "".join(text_of(one) for one in table.mails("ben@"))
    table.send("blue", "bid 5", "move Nessie to 0101", "done")
    assert table.at("1st Foot") != ("Main", 100, 107)
    for side in ("red", "blue"):
        told = table.digest(side) or table.told(side)
        assert "Red bids: 7 for the initiative." in told and "Blue bids: 5." in told
    assert "Blue could not do: move Nessie to 0101" in "".join(
        " ".join(text_of(one).split()) for one in table.mails("ben@")
    )
    assert "Nessie" not in "".join(text_of(one) for one in table.mails("anna@"))
    assert table.state.waiting()[0].player == "red"
    assert "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_an_objection_has_its_time_which_is_told_and_after_which_the_orders_stand(tmp_path: Path) -> None:
    table = Players(tmp_path, rules=("object=24h",))
    assert "within 1 day to propose" in " ".join(text_of(table.mails("anna@example.org")[0]).split())
    table.send("red", "move 1st Foot to 0404", "done")
    until = when((table.clock + timedelta(hours=24)).isoformat(), "UTC")
    assert f"You may object to the last orders until {until}. After that they stand." in table.told("blue")
    assert "You may object" not in table.told("red")
    table.clock += timedelta(hours=25)
    said = table.send("blue", "object: that hex is a lake")
    assert f"REFUSED: the time to object to the last orders ended on {until}. They stand" in said, said
    assert "objects" not in table.told("red")
    table.send("blue", "move 1st Horse to 0101", "done")
    table.clock += timedelta(hours=22)
    assert "Blue must agree" in table.send("red", "object: too far")
    assert "all hold" in table.says("audit", "1").output and table.says("replay", "1").exit_code == 0


@pytest.mark.slow
def test_a_paused_game_lets_no_objection_lapse(tmp_path: Path) -> None:
    table = Players(tmp_path, rules=("object=1h",))
    table.send("red", "move 1st Foot to 0404", "done")
    assert table.says("pause", "1", "--reason", "a holiday").exit_code == 0
    table.clock += timedelta(hours=25)
    assert "Red must agree" in table.send("blue", "object: a lake")


def test_players_may_agree_that_nobody_objects_and_that_nothing_is_sealed(tmp_path: Path) -> None:
    table = Players(tmp_path, rules=("object=none", "no-sealed"))
    text = text_of(table.mails("anna@example.org")[0])
    assert '"object"' not in text and "No player may ask for sealed orders." in text
    table.send("red", "move 1st Foot to 0404", "done")
    assert "Red must agree" not in table.send("blue", "object: a lake")
    assert '"no-sealed"' in table.send("blue", "sealed")
    assert table.state.frame.segment == "play"


@pytest.mark.parametrize(
    "line",
    [
        "move 1st Foot and 2nd Foot to 0404", "move 1st Foot, 2nd Foot to 0404",
        "move the 1st Foot, and the 2nd Foot to 0404", "move 1st Foot and 2nd Foot from 0202 to 0404",
    ],
)  # fmt: skip
def test_pieces_of_a_list_move_together(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert said.count("OK") == 2 and "Your orders: 1 OK" in said, said
    assert table.at("1st Foot") == table.at("2nd Foot") == ("Main", 350, 337)
    on = Table(table.position)
    ids = [id_ for id_, one in on.pieces.items() if name_of_piece(one) in ("1st Foot", "2nd Foot")]
    assert len({on.inside[id_] for id_ in ids}) == 1, "they are one stack"


def test_where_a_piece_comes_from_is_checked(table: Players) -> None:
    before = table.position
    assert 'no "the 1st Foot" is in 0304. You see it in: 0202' in table.send(
        "red", "move the 1st Foot from 0304 to 0404"
    )
    said = table.send("red", "move 1st Foot and Scout from 0202 to 0404")
    assert 'no "Scout" is in 0202' in said and "write one piece a line" in said, said
    assert table.position == before
    assert "OK" in table.send("red", "move the 1st Foot from 0202 to 0404")


def test_a_list_with_a_name_that_is_not_known_moves_nothing(table: Players) -> None:
    before = table.position
    said = table.send("red", "move 1st Foot and 3rd Fot to 0404")
    assert 'no piece with the name "3rd Fot". For several pieces, write one piece a line' in said, said
    assert table.position == before


def test_a_refused_order_is_not_told_that_the_end_of_the_move_would_be_legal(tmp_path: Path) -> None:
    said = Players(tmp_path, rules=("own-side",)).send("red", "flip 1st Horse")
    assert "REFUSED" in said and "Legal instead" not in said, said


@pytest.mark.slow
def test_a_picture_of_a_draw_says_that_a_card_left_its_deck(tmp_path: Path) -> None:
    table = Players(tmp_path)
    table.send("red", "draw 1 from Commands")
    assert "game-1-turn-1-action-1.png: Main. A card left the deck Commands." in table.told("red")
    table.send("red", "move 1st Foot to 0404")
    assert "Main. 1st Foot from 0202 to 0404." in table.told("red")
