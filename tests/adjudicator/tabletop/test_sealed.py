"""Sealed orders: lines and logs that are kept shut until all sides have sent theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.mail.desk import init_desk, open_desk
from tables.position import write_saved
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import after, move, named, with_trait


@pytest.fixture
def table(tmp_path: Path) -> Players:
    table = Players(tmp_path)
    table.send("red", "sealed")
    return table


def plot(table: Players, side: str, name: str, to: tuple[str, int, int]) -> str:
    sent = table.saved(side).position
    return table.send_log(side, (move(sent, named(sent, name), to),))


@pytest.mark.slow
def test_logs_are_kept_shut_until_all_are_in_and_then_done_together(table: Players) -> None:
    said = plot(table, "red", "1st Foot", ("Main", 300, 337))
    assert "OK: sealed until all have sent their lines" in said
    assert table.at("1st Foot") == ("Main", 100, 107)
    before = len(table.mails("ben@"))
    assert "OK: sealed" in plot(table, "blue", "1st Horse", ("Main", 500, 337))
    assert table.at("1st Foot") == ("Main", 300, 337) and table.at("1st Horse") == ("Main", 500, 337)
    text = " ".join(text_of(one) for one in table.mails("ben@")[before:])
    assert "1st Foot moves from 0202 to 0404" in " ".join(text.split())
    assert table.state.waiting()[0].player == "red" and table.state.frame.segment == "play"
    assert "all hold" in table.says("audit", "1").output and table.says("replay", "1").exit_code == 0


def test_nothing_of_a_sealed_log_is_in_anything_that_the_other_side_gets_before(table: Players) -> None:
    before = table.outbox().keys()
    plot(table, "red", "1st Foot", ("Main", 300, 337))
    news = {name: raw for name, raw in table.outbox().items() if name not in before}
    assert news and not [name for name in news if name.startswith("1-blue")]


@pytest.mark.slow
def test_what_another_sealed_log_has_moved_is_not_moved_again_and_its_writer_is_told(table: Players) -> None:
    plot(table, "red", "Scout", ("Main", 300, 337))
    plot(table, "blue", "Scout", ("Main", 100, 337))
    assert table.at("Scout") == ("Main", 300, 337)
    told = " ".join(" ".join(text_of(one).split()) for one in table.mails("ben@"))
    assert "Blue could not do: log moves (it touches pieces that another side's sealed orders have" in told
    assert "could not do" not in "".join(text_of(one) for one in table.mails("anna@"))


def test_a_log_of_another_position_is_refused_before_it_is_sealed(table: Players) -> None:
    sent = table.saved("red")
    other = after(sent.position, move(sent.position, named(sent.position, "2nd Foot"), ("Main", 100, 337)))
    step = (move(other, named(other, "Scout"), ("Main", 300, 337)),)
    table.attach("red", write_saved(other, sent.entries, (step,)))
    table.post()
    assert "began from another position" in table.answer("red")
    assert "sealed" in table.answer("red") and not table.state.sealed


def test_dice_in_a_sealed_log_cut_it_when_it_is_opened(table: Players) -> None:
    sent = table.saved("red").position
    foot = named(sent, "1st Foot")
    table.send_log(
        "red", (with_trait(sent, foot, "emb2", "2"),), ("SHOW_RESULTS\tBattle\t6,6",),
        (move(sent, foot, ("Main", 300, 337)),),
    )  # fmt: skip
    table.send("blue", "bid 5", "done")
    assert table.at("1st Foot") == ("Main", 100, 107)
    told = " ".join(" ".join(text_of(one).split()) for one in table.mails("anna@"))
    assert "Red rolled Battle for step 2 of the log" in told and "now shows side 2 of 2" in told
    assert "1 step done. Step 2 is decided by chance" in told


@pytest.mark.slow
def test_a_log_and_lines_are_done_in_the_order_of_the_sides(table: Players) -> None:
    plot(table, "blue", "1st Horse", ("Main", 500, 337))
    table.send("red", "bid 4", "move 1st Foot to 0404", "done")
    told = table.told("blue")
    assert told.index("Red bids: 4") < told.index("1st Foot moves") < told.index("1st Horse moves")


@pytest.mark.slow
def test_a_sealed_log_goes_along_to_another_desk_and_is_opened_there(table: Players, tmp_path: Path) -> None:
    plot(table, "red", "1st Foot", ("Main", 300, 337))
    out, new = tmp_path / "game.jsonl", init_desk(tmp_path / "other")
    assert table.says("export", "1", "--out", str(out)).exit_code == 0
    (tmp_path / "there").mkdir()
    module = tmp_path / "there" / "sampler.vmod"
    module.write_bytes(table.module.read_bytes())
    words = ["import", str(out), "--game", str(module), "--desk", str(new.folder)]
    said = CliRunner().invoke(hexpost.app, words)
    assert said.exit_code == 0, (said.output, said.exception)
    table.desk = open_desk(new.folder)
    table.send("blue", "bid 5", "done")
    assert table.at("1st Foot") == ("Main", 300, 337)
