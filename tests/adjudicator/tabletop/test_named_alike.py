"""Pieces that can hardly be told apart by words, and boards of which players would choose one."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.orders import unfolded, written_out
from adjudicator.tabletop.record import game_of
from adjudicator.tabletop.seen import MOST_WIDE, shortest
from adjudicator.tabletop.written import grammar_of, said
from builder.vassal.traits import join, split
from tables.doing import Doubt, Words
from tables.opening import opened
from tables.position import Kind, Piece
from tables.published import Published
from tables.table import Table, parts_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import after, module, move, start
from tests.tables.sampler import (
    B,
    board,
    build_file,
    cards,
    deck,
    piece,
    slot,
    stack,
    unit,
    write_build,
    write_sampler,
)


def with_build_file(folder: Path, change: Callable[[str], str]) -> Published:
    """The sampler with its build file changed."""
    path = folder / "changed.vmod"
    with zipfile.ZipFile(write_sampler(folder)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, change(data.decode()) if name == "buildFile.xml" else data)
    return Published(path)


def two_boards(text: str) -> str:
    """Main has a second board, and no board from the start; the militia belong on the second one."""
    ice = board("Ice", "land.png").replace(f"<{B}map.BoardPicker>", "").replace(f"</{B}map.BoardPicker>", "")
    first = text.index(f"</{B}map.BoardPicker>")
    text = text[:first] + ice + text[first:]
    return text.replace('name="Militia 1" owningBoard="Land"', 'name="Militia 1" owningBoard="Ice"').replace(
        'name="Militia 2" owningBoard="Land"', 'name="Militia 2" owningBoard="Ice"'
    )


def test_of_several_boards_the_first_has_its_pieces_and_the_others_are_told(tmp_path: Path) -> None:
    usual = opened(module()).position
    found = opened(with_build_file(tmp_path, two_boards))
    names = [
        split(";", parts_of(one.type)[-1])[4] for one in found.position.pieces.values() if _is_piece(one)
    ]
    assert names.count("Militia") == 0 and len(names) == sum(map(_is_piece, usual.pieces.values())) - 2
    assert "1st Foot" in names and "Commands 01" in names
    told = " ".join(found.lost)
    assert "map 'Main': players choose one of 2 boards. 'Land' is used" in told
    assert "map 'Main': 2 pieces belong on the board 'Ice', which is not used" in told


def _is_piece(one: Piece) -> bool:
    return one.kind is Kind.PIECE


def test_alike_pieces_in_places_of_one_name_go_by_map_and_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    position = start()
    first, second = (id_ for name, id_ in Words(Table(position), module()).named() if name == "Militia")
    position = after(position, move(position, second, ("Sea", 70, 80)))
    monkeypatch.setattr("tables.doing.where", lambda table, id_, module: "Turn 1")
    words = Words(Table(position), module())
    at = "{} {},{}".format(*words.mine.at[first])
    with pytest.raises(Doubt) as doubt:
        words.piece("Militia in Turn 1")
    assert doubt.value.several and doubt.value.options == (f"Militia in {at}", "Militia in Sea 70,80")
    assert words.piece("militia in sea 70, 80") == second and words.piece(f"Militia in {at}") == first
    assert words.called(second) == "Militia in Sea 70,80"


def test_a_name_may_have_in_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"1st Foot": "Panic in Richmond", "2nd Foot": "Panic"}
    called = Words.named
    monkeypatch.setattr(
        Words, "named", lambda self: ((names.get(name, name), id_) for name, id_ in called(self))
    )
    words = Words(Table(start()), module())
    assert words.piece("panic in richmond") != words.piece("Panic in 0202") == words.piece("Panic")
    assert words.piece("Panic in Richmond in 0202") == words.piece("panic in richmond")


def test_a_stroke_in_a_name_parts_no_orders() -> None:
    grammar = grammar_of()
    line = "play 106 - New Blockade / Runners Built to East / West 120,340 / roll 2d6 / as is"
    parts = written_out(unfolded(grammar, [(1, line)]), grammar.comment, grammar.stroke)
    assert [text for _, text in parts] == [
        "play 106 - New Blockade / Runners Built to East / West 120,340", "roll 2d6", "as is",
    ]  # fmt: skip
    order = grammar.read(parts[0][1])
    assert (said(order).what, said(order).to) == (
        "106 - New Blockade / Runners Built",
        "East / West 120,340",
    )


def test_a_line_with_a_stroke_that_was_folded_is_one_line() -> None:
    folded = [(1, "move Marker in East / West 120,340 to"), (2, "Friendly Phase"), (3, "done")]
    found = unfolded(grammar_of(), [(1, "roll 2d6 / move Marker to"), (2, "Friendly Phase"), (3, "done")])
    assert [text for _, text in found] == ["roll 2d6 / move Marker to Friendly Phase", "done"]
    found = unfolded(grammar_of(), folded)
    assert [text for _, text in found] == ["move Marker in East / West 120,340 to Friendly Phase", "done"]


def test_the_example_of_a_move_is_one_that_is_not_folded() -> None:
    long = "move " + "x" * MOST_WIDE
    assert list(shortest([long, "move 1st Foot to 0101", "move Scout to 0101"])) == ["move 1st Foot to 0101"]
    assert list(shortest([long + "x", long])) == [long] and list(shortest([])) == []


LEVELS = ("0;0;0;true,true", "1;0;0;true,true")


def hands_with_decks(folder: Path) -> Path:
    """The sampler with a deck of one name in the hand of each of two sides, and one with cards on the sea."""
    text = build_file()
    for window, count in (("Red hand", 2), ("Blue hand", 0), ("Sea", 3)):
        at = text.index("</VASSAL.build.module.map", text.index(f'mapName="{window}"'))
        end = text.index(f"</{B}map.BoardPicker>", at) + len(f"</{B}map.BoardPicker>")
        own = deck("Spells", 40, 40, cards("Spells", 300 + 10 * count, "chit-back.png", count))
        text = text[:end] + own.replace('owningBoard="Land"', 'owningBoard=""') + text[end:]
    return write_build(folder, text)


def test_decks_of_one_name_are_told_apart_by_their_map(tmp_path: Path) -> None:
    table = Players(tmp_path / "desk", module=hands_with_decks(tmp_path))
    told = table.told("red")
    assert "Spells in Sea: 3 cards" in told and "Spells in Red hand: 2 cards" in told
    assert told.index("Spells in Red hand: 2 cards") < told.index("Spells in Blue hand: 0 cards")
    said = table.send("red", "draw 1 from Spells")
    assert "AMBIGUOUS" in said and "draw 1 from Spells in Sea" in said, said
    said = table.send("red", "draw 2 from Spells in Sea", "shuffle spells in red hand", "more")
    assert "AMBIGUOUS" not in said and said.count("OK") >= 4, said
    told = table.told("red")
    assert "Spells in Sea: 1 card" in told


def test_decks_with_cards_are_listed_before_empty_ones(tmp_path: Path) -> None:
    text = build_file()
    empty, full = (
        deck("Discards", 260, 560, "", shuffle="Never", face="Never"),
        text.index(f"<{B}map.DrawPile"),
    )
    moved = text[:full] + empty + text[full:].replace(empty, "")
    told = Players(tmp_path / "desk", module=write_build(tmp_path, moved)).told("red")
    assert told.index("Commands: 12 cards") < told.index("Discards: 0 cards")


def test_examples_are_good_one_after_the_other(tmp_path: Path) -> None:
    foot = unit("1st Foot", "Red", "11") + unit("2nd Foot", "Red", "12")
    text = build_file().replace(stack("1st Foot", 100, 107, foot), "")
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text))
    with table.desk.store() as store:
        game, state = game_of(table.name), table.table(store).state
    lines = [one for one in game.examples(game.view(state, "red"), None) if "CARD" not in one]
    assert lines[0].startswith("move Militia in 0304 to ") and lines[1] == "flip Militia in 0504"
    said = table.send("red", *lines)
    assert said.count("OK") > len(lines) and "NOT UNDERSTOOD" not in said, said


def test_no_example_draws_from_a_deck_of_another_side(tmp_path: Path) -> None:
    owned = 'DrawPile name="Commands" deckRestrictAccess="true" deckOwners="Blue"'
    text = build_file().replace('DrawPile name="Commands"', owned)
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text))
    assert "draw 1 from Chits" in table.told("red") and "draw 1 from Commands" not in table.told("red")
    assert "Commands: 12 cards" in table.told("red")
    said = table.send("red", "draw 1 from Commands")
    assert "REFUSED: this takes a card out of the deck 'Commands', which is not yours" in said


def test_a_piece_may_be_called_as_a_step_of_a_log_is(tmp_path: Path) -> None:
    horse = unit("1st Horse", "Blue", "13")
    named = unit("step 1 marker", "Blue", "13")
    text = build_file().replace(stack("1st Horse", 300, 107, horse), stack("Marker", 300, 107, named))
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text), rules=("own-side",))
    said = table.send("red", "move step 1 marker to 0101")
    assert "REFUSED: this moves or changes step 1 marker, which belongs to Blue" in said


def test_a_map_of_many_places_leaves_the_others_their_lines(tmp_path: Path) -> None:
    one = slot("Flag", "60", piece("Flag", "one.png", "60"))
    many = "".join(stack(f"f{n}", 10 + 4 * n, 60, one, "Water") for n in range(80))
    end = f"</{B}map.BoardPicker>"
    at = build_file().index(end, build_file().index('mapName="Sea"')) + len(end)
    text = build_file()[:at] + many + build_file()[at:]
    told = Players(tmp_path / "desk", module=write_build(tmp_path, text)).told("red")
    assert "0202: 1st Foot" in told and "Commands: 12 cards" in told and "Turn: 1" in told
    assert "more places, all in the saved game" in told


def test_the_level_of_a_turn_tracker_that_is_at_work_inside_another_is_told_by_its_name(
    tmp_path: Path,
) -> None:
    inner = "".join(
        f'<{B}turn.ListTurnLevel name="{name}" list="{name} one,{name} two "/>' for name in ("Phase", "Month")
    )
    text = build_file()
    plain = re.search(r"(<[^<>]*CounterTurnLevel[^<>]*)/>", text)
    assert plain
    nested = f"{plain[1]}>{inner}</{B}turn.CounterTurnLevel>"
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text.replace(plain[0], nested)))
    assert "Turn: 1 / Phase one" in table.told("red")
    table.send_log("red", ("TURNTurnTracker0\t0|" + join(";", ["2", "1", "false", "-1", *LEVELS]),))
    assert "Red: Turn is now 2 / Month two." in table.told("blue")
