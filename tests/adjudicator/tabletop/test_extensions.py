"""Extensions of a module: found, checked, kept with the game, told to the players, checked in their logs."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.tabletop.kept import module_at, position_of
from adjudicator.tabletop.record import game_of
from tables.opening import opened
from tables.pictures import Artist, _Scene
from tables.position import Kind, Position, write_saved
from tables.published import Published, extension_faults
from tables.seats import Seat
from tables.table import Table
from tables.telling import name_of_piece
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import deck_of, move, named
from tests.tables.sampler import write_extension, write_sampler
from tests.twins import shelf

PLAYERS = ("--player", "red=anna@example.org", "--player", "blue=ben@example.org")


def opens(folder: Path, *words: str) -> tuple[Result, Desk]:
    folder.mkdir(exist_ok=True)
    module, desk = write_sampler(folder), init_desk(folder / "desk")
    said = CliRunner().invoke(
        hexpost.app, ["open", str(module), *PLAYERS, *words, "--desk", str(desk.folder)]
    )
    return said, open_desk(desk.folder)


def name_in(desk: Desk) -> str:
    with desk.store() as store:
        return store.journal.games()[0].game


def names_on(position: Position) -> Sequence[str]:
    return [name_of_piece(one) for one in position.pieces.values() if one.kind is Kind.PIECE]


@pytest.mark.slow
def test_an_extension_from_anywhere_is_kept_with_the_game_and_its_things_are_on_the_table(
    tmp_path: Path,
) -> None:
    (tmp_path / "elsewhere").mkdir()
    said, desk = opens(tmp_path, "--extension", str(write_extension(tmp_path / "elsewhere")))
    assert said.exit_code == 0, (said.output, said.exception)
    assert "With the extension Weather, version 1.0." in said.output
    shutil.rmtree(tmp_path / "elsewhere")
    game = game_of(name_in(desk))
    position = position_of(game.start("start"))
    assert "Jet" in names_on(position) and len(Table(position).order[deck_of(position, "Storms")]) == 5
    chits, at = Table(position).order[deck_of(position, "Chits")], Table(position).at
    assert name_of_piece(position.pieces[chits[-1]]) == "Wind" and len(chits) == 7
    assert [at[named(position, name)] for name in ("Jet", "Spy")] == [
        ("Main", 300, 337),
        ("Main", 500, 107),
    ]
    module, _ = module_at(name_in(desk).partition("#")[0])
    assert "Air" in module.windows and "ext:2" in module.slots
    assert module.extension_versions == {"Weather": "1.0"}


def test_one_in_the_folder_that_vassal_reads_is_used_and_one_beside_the_module_is_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "sampler_ext").mkdir()
    write_extension(tmp_path / "sampler_ext", "Inside")
    write_extension(tmp_path, "Beside")
    write_extension(tmp_path, "Foreign", module="Another")
    said, _ = opens(tmp_path)
    assert "With the extension Inside, version 1.0." in said.output
    assert "Without Beside.vmdx" in said.output and "Foreign" not in said.output


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder / "No.vmdx", "is not there"),
        (lambda folder: write_sampler(folder / "b"), "is not an extension of a VASSAL module"),
        (
            lambda folder: write_extension(folder / "b", module="Another"),
            'an extension of the module "Another"',
        ),
    ],
)
def test_what_is_no_extension_of_the_module_is_told_and_no_game_is_opened(
    tmp_path: Path, make: object, words: str
) -> None:
    assert callable(make)
    said, desk = opens(tmp_path, "--extension", str(make(tmp_path)))
    assert said.exit_code == 1 and words in str(said.exception)
    with desk.store() as store:
        assert not store.journal.games()


def test_a_game_of_hexposts_own_has_no_extensions(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    words = ["--player", "zhukov=a@b.eu", "--player", "koniev=c@d.eu", "--extension", "x.vmdx"]
    said = CliRunner().invoke(hexpost.app, ["open", "raceforberlin", *words, "--desk", str(desk.folder)])
    assert said.exit_code == 1 and "so it has no extensions" in str(said.exception)


@pytest.fixture
def table(tmp_path: Path) -> Players:
    module = write_sampler(tmp_path / "modules")
    write_extension(tmp_path / "modules" / "sampler_ext")
    return Players(tmp_path, module=module)


@pytest.mark.slow
def test_players_are_told_of_it_and_play_with_its_pieces_cards_and_map(table: Players) -> None:
    text = " ".join(text_of(table.mails("anna@")[0]).split())
    assert "Extension: Weather, version 1.0. Activate it in VASSAL" in text
    assert 'board "Night" of an extension' not in text
    sent = table.saved("red").position
    assert "EXT\tWeather\t1.0" in sent.rest
    said = table.send_log("red", (move(sent, named(sent, "Jet"), ("Air", 60, 60)),))
    assert "OK: all of it" in said
    assert "Jet moves from 0404 to Air 60,60" in table.told("blue")
    table.send("blue", "draw 1 from Storms", "done")
    assert not set(Table(table.saved("red").position).order[deck_of(sent, "Storms")]) & set(
        table.position.pieces
    )
    assert [one for one in shelf(table, "red") if one.endswith(".png")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "made without extensions that this game has: Weather"),
        ("EXT\tWeather\t2.0", "version 2.0 of the extension Weather. This game is played with version 1.0"),
        ("EXT\tWeather\t1.0\nEXT\tMore\t1.0", "extensions that this game does not have: More"),
    ],
)
def test_a_log_made_with_other_extensions_is_told_what_to_do(table: Players, line: str, words: str) -> None:
    sent, before = table.saved("red"), table.position
    rest = [one for one in sent.position.rest if not one.startswith("EXT")] + line.split(
        "\n" if line else None
    )
    step = (move(sent.position, named(sent.position, "Jet"), ("Air", 60, 60)),)
    table.attach("red", write_saved(Position(sent.position.pieces, tuple(rest)), sent.entries, (step,)))
    table.post()
    assert words in table.answer("red") and table.position == before


def test_an_extension_that_vassal_would_switch_off_is_refused_wherever_it_lies(tmp_path: Path) -> None:
    write_extension(tmp_path, "Fits")
    folder = tmp_path / "sampler_ext"
    folder.mkdir()
    write_extension(folder, tab="TabWidget")
    for words in ((), ("--extension", str(folder / "Weather.vmdx"))):
        said, _ = opens(tmp_path / "one" if words else tmp_path, *words)
        told = " ".join(f"{said.output} {said.exception}".split())
        assert said.exit_code == 1 and "TabWidget:Markers, which the module does not have" in told
    (folder / "Weather.vmdx").unlink()
    assert not list(extension_faults(tmp_path / "Fits.vmdx", Published(tmp_path / "sampler.vmod")))


def test_an_extension_that_names_no_part_of_the_module_fits_into_one_of_the_class_as_in_vassal(
    tmp_path: Path,
) -> None:
    module, extension = write_sampler(tmp_path), write_extension(tmp_path, tab="ListWidget:Nowhere")
    assert not list(extension_faults(extension, Published(module)))


def test_a_board_that_an_extension_adds_to_a_map_is_drawn_where_it_is_laid(tmp_path: Path) -> None:
    path = write_sampler(tmp_path)
    (tmp_path / "sampler_ext").mkdir()
    write_extension(tmp_path / "sampler_ext")
    module = Published(path)
    start = opened(module).position
    rest = (one for one in start.rest if not one.startswith("MainBoardPicker"))
    night = replace(start, rest=(*rest, "MainBoardPicker\tNight\t0\t0"))
    scene = _Scene(Artist(module), night, Seat("Red"))
    (picture,) = scene.drawn([("Main", scene.bounds("Main"), 1.0)], [])
    assert module.places.windows["Main"].boards["Night"].size == (300, 200)
    assert picture.getpixel((290, 20)) == (120, 160, 250)
