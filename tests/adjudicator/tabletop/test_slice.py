"""A module by mail, from the first report on: logs, words, dice, and what a desk does with any game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.mail.desk import init_desk
from adjudicator.mail.telling.observers import public
from adjudicator.tabletop import kept, record
from adjudicator.tabletop.kept import position_of
from tables.position import Kind, Position, read_saved
from tables.table import Table
from tables.telling import is_blank, name_of_piece
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import deck_of, move, named, with_trait
from tests.twins import shelf


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def test_a_game_opens_and_both_get_the_position_as_their_side_has_it(tmp_path: Path) -> None:
    table = Players(tmp_path, accepted=False)
    for side in ("red", "blue"):
        sent = table.saved(side).position
        assert len(sent.pieces) == len(table.position.pieces)
        deck = Table(sent).order[deck_of(sent, "Commands")]
        assert len(deck) == 12 and not set(deck) & set(table.position.pieces)
        assert not any(name.endswith((".json", ".html")) for name, _ in table.files(side))
    table.write("red", "accept")
    table.write("blue", "accept")
    table.post()
    assert "YOUR MOVE" in table.told("red")


def test_a_log_of_the_enclosed_saved_game_is_done_whole_and_ends_the_move(table: Players) -> None:
    sent = table.saved("red").position
    foot = named(sent, "1st Foot")
    said = table.send_log(
        "red", (move(sent, foot, ("Main", 300, 337)),), (with_trait(sent, foot, "emb2", "2"),)
    )
    assert "OK: all of it, 2 steps" in said
    assert table.at("1st Foot") == ("Main", 300, 337)
    assert (
        "Red: 1st Foot moves from 0202 to 0404. 1st Foot at 0404 now shows side 2 of 2 (reduced)."
        in table.told("blue")
    )
    assert "YOUR MOVE" in table.told("blue")


def test_a_log_is_cut_at_its_first_chance_and_the_desk_rolls(table: Players) -> None:
    sent = table.saved("red").position
    foot, horse = named(sent, "1st Foot"), named(sent, "1st Horse")
    said = table.send_log(
        "red",
        (move(sent, foot, ("Main", 300, 337)),),
        ("SHOW_RESULTS\tBattle\t6,6",),
        (move(sent, horse, ("Main", 300, 337)),),
    )
    assert "1 step done. Step 2 is decided by chance" in said
    assert table.at("1st Foot") == ("Main", 300, 337) and table.at("1st Horse") == ("Main", 300, 107)
    assert "Red rolled Battle for step 2 of the log:" in table.told("blue")
    assert "YOUR MOVE" in table.told("red")


@pytest.mark.slow
def test_a_property_that_automation_changes_with_a_hidden_card_is_the_movers_alone(table: Players) -> None:
    """Red's VASSAL counts the card that Red draws: Blue keeps the value that Blue had."""
    sent = table.saved("red").position
    foot = named(sent, "1st Foot")
    table.send_log("red", (move(sent, foot, ("Main", 300, 337)), "MutableProperty\tVP\t0\t5\tModule"))
    assert "GlobalProperty\t;VP;5;Module" in table.saved("blue").position.rest
    assert "VP is now 5" in table.told("blue")
    table.send("blue", "done")
    sent = table.saved("red").position
    top = Table(sent).order[deck_of(sent, "Commands")][-1]
    table.send_log("red", (move(sent, top, ("Red hand", 60, 60)), "MutableProperty\tVP\t5\t7\tModule"))
    assert "GlobalProperty\t;VP;7;Module" in table.position.rest
    assert "GlobalProperty\t;VP;5;Module" in table.saved("blue").position.rest
    assert "VP is now" not in table.told("blue")
    table.send("blue", "done")
    sent = table.saved("red").position
    assert "GlobalProperty\t;VP;7;Module" in sent.rest
    table.send_log("red", (move(sent, foot, ("Main", 300, 452)), "MutableProperty\tVP\t7\t9\tModule"))
    assert "GlobalProperty\t;VP;5;Module" in table.saved("blue").position.rest


def test_dice_that_the_desk_does_not_know_are_told_and_not_said_to_be_rolled(table: Players) -> None:
    said = table.send_log("red", ("SHOW_RESULTS\tLucky dice\t6",))
    assert 'hexpost cannot roll "Lucky dice". Roll it in words' in said


def test_cards_are_drawn_blindly_and_only_their_owner_reads_them(table: Players) -> None:
    table.send("red", "draw 2 from Commands", "done")
    sent = table.saved("blue").position
    drawn = [one for one in sent.pieces.values() if in_hand(sent, one.id)]
    assert len(drawn) == 2 and all(is_blank(one) for one in drawn)
    assert "Red hand: 2 face down (was 0)" in table.told("blue")
    cards = [name_of_piece(one) for one in table.position.pieces.values() if in_hand(table.position, one.id)]
    told = table.digest("red") or table.told("red")
    assert f"{cards[0]} and {cards[1]} come to Red hand" in told
    for card in cards:
        assert card not in "".join(text_of(one) for one in table.mails("ben@"))


def in_hand(position: Position, id_: str) -> bool:
    return position.pieces[id_].kind is Kind.PIECE and Table(position).at[id_][0] == "Red hand"


@pytest.mark.slow
def test_audit_show_undo_and_replay_hold(table: Players) -> None:
    table.send("red", "draw 1 from Commands", "shuffle Chits", "roll 2d6 for the attack", "done")
    before = table.position
    assert "all hold" in table.says("audit", "1").output
    shown = table.says("show", "1")
    assert shown.exit_code == 0 and "Victory:" not in shown.stdout, "no rules say who wins"
    seen = json.loads(table.says("show", "1", "--as", "blue", "--json").output)
    assert "Commands 0" not in json.dumps(seen) and "Commands 1" not in json.dumps(seen)
    table.send("blue", "move 1st Horse to 0404", "done")
    said = table.says("undo", "1", "--before-sheet", "4", "--reason", "a slip", "--by-referee")
    assert said.exit_code == 0, said.output
    assert table.at("1st Horse") == ("Main", 300, 107)
    assert Table(table.position).at == Table(before).at
    assert "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_pages_of_each_side_and_of_everybody_show_nothing_that_is_covered(table: Players) -> None:
    table.send("red", "draw 1 from Commands", "move 1st Foot to 0404", "done")
    card = next(one for one in Table(table.position).at.items() if one[1][0] == "Red hand")[0]
    name = table.position.pieces[card].types[-1].split(";")[4].partition("/")[0]
    mine = b"".join(shelf(table, "red").values())
    assert name.encode() in mine
    for reader in ("blue", ""):
        files = shelf(table, reader)
        assert name.encode() not in b"".join(files.values()), reader
        assert b"1st Foot moves from 0202 to 0404" in b"".join(files.values()), reader


def test_what_everybody_may_know_has_no_covered_piece(table: Players) -> None:
    table.send("red", "draw 1 from Commands", "done")
    with table.desk.store() as store:
        game = table.table(store).game
        seen = position_of(public(game, table.state))
    assert not {"Red hand"} & {Table(seen).at[one][0] for one in seen.pieces if one in table.position.pieces}


def test_an_export_says_which_module_another_desk_needs(table: Players, tmp_path: Path) -> None:
    table.send("red", "draw 1 from Commands", "done")
    out = tmp_path / "game.jsonl"
    said = table.says("export", "1", "--out", str(out))
    assert said.exit_code == 0, said.output
    assert b"buildFile" not in out.read_bytes()
    data = table.module.read_bytes()
    table.module.unlink()
    record.game_of.cache_clear()
    kept.module_at.cache_clear()
    said = table.says("show", "1")
    assert said.exit_code == 1 and "hexpost desk modules FILE" in str(said.exception)
    table.module.write_bytes(data)
    assert table.says("show", "1").exit_code == 0


@pytest.mark.slow
def test_a_backup_becomes_a_desk_and_an_export_a_game_elsewhere(tmp_path: Path) -> None:
    table = Players(tmp_path / "first", accepted=False)
    for side in ("red", "blue"):
        table.write(side, "accept")
        table.post()
    table.send("red", "draw 1 from Commands", "roll 2d6", "done")
    kept_in, out, new = tmp_path / "all.backup", tmp_path / "game.jsonl", tmp_path / "other"
    assert table.says("desk", "backup", str(kept_in)).exit_code == 0
    run = CliRunner()
    said = run.invoke(hexpost.app, ["desk", "restore", str(kept_in), str(tmp_path / "again")])
    assert said.exit_code == 0, said.output
    assert run.invoke(hexpost.app, ["show", "1", "--desk", str(tmp_path / "again")]).exit_code == 0
    assert table.says("export", "1", "--out", str(out)).exit_code == 0
    init_desk(new)
    said = run.invoke(hexpost.app, ["import", str(out), "--desk", str(new)])
    assert said.exit_code == 1 and "which is not here. Get the same file, and add: --game FILE" in str(
        said.exception
    )
    other = tmp_path / "elsewhere" / "sampler.vmod"
    other.parent.mkdir()
    other.write_bytes(table.module.read_bytes())
    said = run.invoke(hexpost.app, ["import", str(out), "--game", str(other), "--desk", str(new)])
    assert said.exit_code == 0, (said.output, said.exception)
    shown = run.invoke(hexpost.app, ["show", "1", "--json", "--desk", str(new)])
    assert (
        json.loads(shown.output)["position"]
        == json.loads(table.says("show", "1", "--json").output)["position"]
    )


@pytest.mark.slow
def test_an_observer_gets_the_position_without_anything_covered(table: Players) -> None:
    said = table.says("player", "1", "--observe", "Eve <eve@example.org>")
    assert said.exit_code == 0, said.output
    table.send("red", "draw 1 from Commands", "move 1st Foot to 0404", "done")
    table.digest("observer")
    mail = table.mails("eve@example.org")[-1]
    told = " ".join(text_of(mail).split())
    assert "1st Foot moves from 0202 to 0404" in told and "Red hand: 1 face down" in told
    sent = [part for part in mail.iter_attachments() if str(part.get_filename()).endswith(".vsav")]
    assert len(sent) == 1
    card = next(
        name_of_piece(one) for one in table.position.pieces.values() if in_hand(table.position, one.id)
    )
    assert card.encode() not in read_saved_text(sent[0].get_payload(decode=True)) and card not in told


def read_saved_text(data: object) -> bytes:
    assert isinstance(data, bytes)
    return "\n".join(read_saved(data, "sent").position.commands()).encode()
