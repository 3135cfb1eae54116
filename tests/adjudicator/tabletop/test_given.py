"""A game that begins with a saved game of VASSAL, and who watches from the opening on."""

from __future__ import annotations

import email
from dataclasses import replace
from email.policy import default
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.tabletop.given import place_of
from adjudicator.tabletop.kept import LOST, position_of
from adjudicator.tabletop.record import game_of
from files.whole import write_whole
from tables.opening import entries_of, opened
from tables.position import Position, TableError, write_saved
from tables.published import Published
from tables.table import Table
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.test_extensions import PLAYERS, name_in, names_on
from tests.tables.playing import move, named
from tests.tables.sampler import write_extension, write_sampler
from tests.tables.test_begun import module_with, startup

WORD = "opensaysme"


def after_startup(module: Published) -> Position:
    """The start of a module as a player saves it after VASSAL has moved a piece by itself."""
    start = opened(module).position
    table = Table(start)
    table.do([move(start, named(start, "Scout"), ("Main", 40, 60))])
    seat = f"PLAYER\t{WORD}\tAnn\tRed"
    return replace(table.position(), rest=(*table.rest, seat, f"PNOTE\t{WORD}\tmine"))


def opens(module: Path, *words: str) -> tuple[Result, Desk]:
    desk = init_desk(module.parent / "desk")
    said = CliRunner().invoke(
        hexpost.app, ["open", str(module), *PLAYERS, *words, "--desk", str(desk.folder)]
    )
    return said, open_desk(desk.folder)


def test_a_game_begins_with_a_saved_game_of_after_the_startup(tmp_path: Path) -> None:
    module = module_with(tmp_path, startup("Lay out", "57001,0,LayOut"))
    assert any("--setup" in one for one in opened(module).lost)
    saved = write_saved(after_startup(module), entries_of(module, ""))
    file = write_whole(tmp_path / "begun.vsav", saved)
    said, desk = opens(module.path, "--setup", str(file))
    assert said.exit_code == 0, (said.output, said.exception)
    file.unlink()
    state = game_of(name_in(desk)).start("given")
    position = position_of(state)
    assert Table(position).at[named(position, "Scout")] == ("Main", 40, 60)
    assert names_on(position) == names_on(after_startup(module))
    assert not any("Lay out" in one for one in state.facts.get(LOST, ())) and "Lay out" not in said.output
    assert not any(WORD in one for one in position.commands())
    kept = [one for one in desk.folder.rglob("*") if one.is_file()]
    assert not [one for one in kept if WORD.encode() in one.read_bytes()]


def test_what_the_module_does_by_itself_at_the_beginning_is_told_at_the_terminal(tmp_path: Path) -> None:
    said, _ = opens(module_with(tmp_path, startup("Lay out", "57001,0,LayOut")).path)
    assert 'VASSAL runs the startup command "Lay out"' in said.output and "--setup" in said.output


def test_without_the_file_the_game_says_where_it_belongs(tmp_path: Path) -> None:
    module = module_with(tmp_path, "")
    file = write_whole(tmp_path / "begun.vsav", write_saved(after_startup(module), entries_of(module, "")))
    _, desk = opens(module.path, "--setup", str(file))
    name = name_in(desk)
    place_of(Path(name.partition("#")[0])).unlink()
    game_of.cache_clear()
    with pytest.raises(TableError, match=r"began with the saved game .*start\.vsav, which is not on this"):
        game_of(name).start("given")


def other_version(folder: Path, module: Published) -> bytes:
    data = entries_of(module, "")
    old = data["moduledata"].replace(b"<version>", b"<version>0")
    assert old != data["moduledata"]
    return write_saved(after_startup(module), {**data, "moduledata": old})


def with_extension(folder: Path, module: Published) -> bytes:
    position = after_startup(module)
    return write_saved(replace(position, rest=(*position.rest, "EXT\tWeather\t1.0")), entries_of(module, ""))


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda folder, module: b"no zip", "cannot be opened"),
        (lambda folder, module: write_saved(Position(), entries_of(module, "")), "has no pieces in it"),
        (
            lambda folder, module: write_saved(after_startup(module), entries_of(module, ""), [("CHAT* x",)]),
            "is a log. To begin with a position, save the game",
        ),
        (other_version, "and the game is opened with"),
        (with_extension, "was saved with other extensions (Weather 1.0) than those of the game (none)"),
    ],
)
def test_a_file_that_is_no_saved_game_of_the_game_is_refused_and_nothing_is_opened(
    tmp_path: Path, made: object, words: str
) -> None:
    module = Published(write_sampler(tmp_path))
    file = write_whole(tmp_path / "begun.vsav", made(tmp_path, module))  # type: ignore[operator]
    said, desk = opens(module.path, "--setup", str(file))
    assert said.exit_code == 1 and words in str(said.exception), said.exception
    assert not list(desk.modules.glob("*")) and not list(desk.outbox.rglob("*.eml"))


def test_a_saved_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said, _ = opens(write_sampler(tmp_path), "--setup", str(tmp_path / "no.vsav"))
    assert said.exit_code == 1 and "no.vsav is not there" in str(said.exception)


def test_the_saved_game_fits_with_the_extensions_of_the_game(tmp_path: Path) -> None:
    module = Published(write_sampler(tmp_path))
    file = write_whole(tmp_path / "begun.vsav", with_extension(tmp_path, module))
    (tmp_path / "elsewhere").mkdir()
    extension = write_extension(tmp_path / "elsewhere")
    said, _ = opens(module.path, "--setup", str(file), "--extension", str(extension))
    assert said.exit_code == 0, (said.output, said.exception)


def test_who_watches_from_the_opening_gets_pictures_and_a_saved_game_without_what_is_covered(
    tmp_path: Path,
) -> None:
    said, desk = opens(write_sampler(tmp_path), "--observer", "Eve <eve@example.org>")
    assert said.exit_code == 0, (said.output, said.exception)
    mails = [email.message_from_bytes(one.read_bytes(), policy=default) for one in desk.outbox.rglob("*.eml")]
    mine = [one for one in mails if "eve@example.org" in one["To"]]
    assert len(mine) == 1 and "You are an observer of this game" in text_of(mine[0])
    files = [part.get_filename() or "" for part in mine[0].walk()]
    assert any(one.endswith(".vsav") for one in files)
    assert any(one.endswith((".png", ".jpg")) for one in files)


@pytest.mark.parametrize("address", ["nonsense", "anna@example.org"])
def test_who_cannot_watch_is_refused_and_nothing_is_opened(tmp_path: Path, address: str) -> None:
    said, desk = opens(write_sampler(tmp_path), "--observer", address)
    assert said.exit_code == 1 and f"--observer {address}" in str(said.exception), said.exception
    with desk.store() as store:
        assert not store.journal.games()
    assert not list(desk.outbox.rglob("*.eml"))
