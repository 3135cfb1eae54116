"""Files that are no log of this game, told in words by mail; nothing of them is done."""

from __future__ import annotations

import re
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from bench.pace import within
from builder.vassal.archive import Identity, module_data
from builder.vassal.stream import ESC, clear, obfuscated
from tables.position import write_saved
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import move, named
from tests.tables.sampler import sampler


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def step(table: Players) -> tuple[str, ...]:
    sent = table.saved("red").position
    return (move(sent, named(sent, "1st Foot"), ("Main", 300, 337)),)


def sends(table: Players, data: bytes, name: str = "moves.vlog") -> str:
    table.attach("red", data, name)
    table.post()
    return table.answer("red")


def test_a_saved_game_in_place_of_a_log(table: Players) -> None:
    before = table.position
    said = sends(table, table.saves("red")[-1], "moves.vlog")
    assert "It has no moves in it" in said and "attach the log" in said
    assert table.position == before


def test_a_saved_game_by_its_own_name(table: Players) -> None:
    before = table.position
    said = sends(table, table.saves("red")[-1], "moves.vsav")
    assert "has no moves in it" in said and table.position == before


@pytest.mark.parametrize(
    ("name", "version", "words"),
    [
        ("Other", "1.2", 'belongs to the module "Other". This game is played with "Sampler"'),
        ("Sampler", "9.9", "was made with version 9.9 of Sampler. This game is played with version 1.2"),
    ],
)
def test_a_log_of_another_module_or_version(table: Players, name: str, version: str, words: str) -> None:
    data = table.log("red", step(table), entries={"moduledata": module_data(Identity(name, version, ""))})
    before = table.position
    assert words in sends(table, data)
    assert table.position == before


def test_a_log_of_a_module_whose_moduledata_is_older_than_its_build_file(tmp_path: Path) -> None:
    """VASSAL copies a module's `moduledata` into each log; some modules were put together by hand."""
    path = tmp_path / "stale.vmod"
    with zipfile.ZipFile(BytesIO(sampler())) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            stale = module_data(Identity("Sampler Test", "1.1", ""))
            new.writestr(name, stale if name == "moduledata" else old.read(name))
    table = Players(tmp_path / "desk", module=path)
    assert "OK: all of it, 1 step" in sends(table, table.log("red", step(table)))
    newer = {"moduledata": module_data(Identity("Sampler", "9.9", ""))}
    assert "made with version 9.9" in sends(table, table.log("red", step(table), entries=newer))


def test_a_log_whose_module_cannot_be_read(table: Players) -> None:
    data = table.log("red", step(table), entries={"moduledata": b"<data><name>Sam"})
    before = table.position
    assert "its moduledata cannot be read" in sends(table, data)
    assert table.position == before


def test_a_log_with_an_extension_that_the_game_does_not_have(table: Players) -> None:
    sent = table.saved("red")
    more = type(sent.position)(sent.position.pieces, (*sent.position.rest, "EXT\tMore tanks\t1.0"))
    said = sends(table, write_saved(more, sent.entries, (step(table),)))
    assert "extensions that this game does not have: More tanks" in said


def test_an_older_log(table: Players) -> None:
    old = table.log("red", step(table))
    table.send("red", "move 2nd Foot to 0101", "done")
    table.send("blue", "move 1st Horse to 0101", "done")
    before = table.position
    said = sends(table, old)
    assert "it began from another position than the one last sent to you" in said
    assert "Open the newest saved game" in said and table.position == before


def test_a_zipped_log(table: Players) -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("my moves.vlog", table.log("red", step(table)))
    assert "OK: all of it, 1 step" in sends(table, data.getvalue(), "moves.zip")
    assert table.at("1st Foot") == ("Main", 300, 337)


def test_a_log_that_loads_the_position_again_counts_from_there(table: Players) -> None:
    sent = table.saved("red")
    first, second = step(table), (move(sent.position, named(sent.position, "1st Foot"), ("Main", 100, 337)),)
    plain = write_saved(sent.position, sent.entries, (first,))
    text = clear(zipfile.ZipFile(BytesIO(plain)).read("savedGame"))
    again = ESC.join(sent.position.commands()).replace(ESC, "\\" + ESC)
    text = ESC.join([text, "LOG\t" + again, "LOG\t" + second[0]])
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("savedGame", obfuscated(text))
        for name, entry in sent.entries.items():
            archive.writestr(name, entry)
    said = sends(table, data.getvalue())
    assert "OK: all of it, 1 step" in said, said
    assert table.at("1st Foot") == ("Main", 100, 337)


def test_no_saved_game_at_all(table: Players) -> None:
    before = table.position
    said = sends(table, b"not a zip file", "moves.vlog")
    assert "moves.vlog" in said and table.position == before


@pytest.mark.timed
def test_a_log_of_200_steps_is_answered_in_5_seconds(table: Players) -> None:
    sent = table.saved("red").position
    foot, spots = named(sent, "1st Foot"), [("Main", 300, 337), ("Main", 100, 337)]
    steps = []
    at = ("Main", 100, 107)
    for n in range(200):
        to = spots[n % 2]
        steps.append((f"M/{foot}/{to[0]}/{to[1]}/{to[2]}/null/{at[0]}/{at[1]}/{at[2]}/null/me",))
        at = to
    table.attach("red", table.log("red", *steps))
    began = time.perf_counter()
    table.post()
    assert "OK: all of it, 200 steps" in table.answer("red")
    assert within(time.perf_counter() - began, 5)


@pytest.mark.slow
def test_an_answer_names_a_log_by_its_file_and_not_by_its_digest(table: Players) -> None:
    said = sends(table, table.log("red", step(table)), "My moves.vlog")
    assert "1 log my-moves OK: all of it, 1 step" in said
    orders, _, check = said.partition("To check the dice")
    assert not re.search("[0-9a-f]{64}", orders) and re.search("log [0-9a-f]{64}", check)
    table.send("blue", "done")
    table.attach("red", b"no log", "bad.vlog")
    table.attach("blue", table.log("blue", step(table)), "early.vlog")
    table.post()
    assert not re.search("log [a-z-]+ [0-9a-f]{64}", table.answer("blue") + table.told("blue"))
