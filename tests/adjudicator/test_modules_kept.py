"""The VASSAL module of a game: built when the game is opened, kept, and named in every report."""

from __future__ import annotations

import hashlib
import json
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.audit.checks import replay
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.mail.desk.modules import keep_module, kept_module
from adjudicator.mail.settings.desk_toml import DeskError
from builder.module.module import build_module
from tests.adjudicator.house import House, text_of, tiny_folder
from tests.adjudicator.test_agreements import ANNA, BEN, run, send
from tests.builder.cardgame import write_cards

AT = "https://club.example/modules/"
VMOD = "application/x-vassal-module"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small game with a board, pieces and a module."""
    return write_cards(tmp_path_factory.mktemp("games") / "twodecks")


@pytest.fixture(scope="module")
def built(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Its module, as `hexpost module build` writes it."""
    return build_module(str(folder), tmp_path_factory.mktemp("built") / "twodecks.vmod").read_bytes()


def desk_with(house: House, *changes: str) -> Desk:
    """The house's desk, with lines of its settings changed."""
    file = house.desk.folder / "desk.toml"
    text = file.read_text(encoding="utf-8")
    for change in changes:
        text = re.sub(rf"(?m)^{change.split(' = ')[0]} = \S+", change, text)
    file.write_text(text, encoding="utf-8", newline="\n")
    house.desk = open_desk(house.desk.folder)
    return house.desk


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk with pictures, on which another game is played."""
    house = House(tmp_path, pictures=False)
    desk_with(house, "pictures = true")
    return house


def opened(house: House, game: Path) -> list[EmailMessage]:
    """Open a game by command; its first mails to Anna."""
    before = len(house.mails(ANNA))
    run(house, "open", str(game), "--player", f"red={ANNA}", "--player", f"blue={BEN}")
    return sorted(house.mails(ANNA), key=lambda mail: "[2]" in str(mail["Subject"]))[before:]


def files(mail: EmailMessage) -> dict[str, bytes]:
    """The modules that a mail brings along."""
    found = (part for part in mail.walk() if part.get_content_type() == VMOD)
    return {str(part.get_filename()): bytes(part.get_payload(decode=True) or b"") for part in found}


def told(text: str) -> str:
    return " ".join(text.split())


# -- kept ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_kept_is_the_file_that_the_builder_writes_and_it_is_built_once(
    tmp_path: Path, folder: Path, built: bytes
) -> None:
    desk = init_desk(tmp_path / "desk")
    kept = keep_module(desk, str(folder))
    assert kept is not None
    file = desk.modules / kept.file
    assert (file.read_bytes(), kept.size) == (built, len(built))
    assert (kept.sha256, kept.version) == (hashlib.sha256(built).hexdigest(), "1.0")
    before = file.stat().st_mtime_ns
    assert keep_module(desk, str(folder)) == kept_module(desk, str(folder)) == kept
    assert file.stat().st_mtime_ns == before


@pytest.mark.slow
def test_it_is_built_anew_when_the_game_changed(tmp_path: Path) -> None:
    folder, desk = write_cards(tmp_path / "twodecks"), init_desk(tmp_path / "desk")
    first = keep_module(desk, str(folder))
    facts = folder / "module.toml"
    facts.write_text(facts.read_text("utf-8").replace('version = "1.0"', 'version = "1.1"'), "utf-8")
    second = keep_module(desk, str(folder))
    assert first and second
    assert (first.version, second.version) == ("1.0", "1.1")
    assert (
        first.sha256 != second.sha256 == hashlib.sha256((desk.modules / second.file).read_bytes()).hexdigest()
    )


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"", b"[", b'{"file": 1}', b"\xff"])
def test_a_record_that_cannot_be_read_counts_as_none(tmp_path: Path, folder: Path, damage: bytes) -> None:
    desk = init_desk(tmp_path / "desk")
    assert kept_module(desk, str(folder)) is None
    kept = keep_module(desk, str(folder))
    (record,) = desk.modules.glob("*.json")
    record.write_bytes(damage)
    assert kept_module(desk, str(folder)) is None
    assert keep_module(desk, str(folder)) == kept


@pytest.mark.slow
def test_a_file_that_is_not_the_one_that_was_built_is_not_named(tmp_path: Path, folder: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    kept = keep_module(desk, str(folder))
    assert kept
    (desk.modules / kept.file).write_bytes(b"another")
    assert kept_module(desk, str(folder)) is None


def test_a_game_without_a_board_has_none(tmp_path: Path) -> None:
    assert keep_module(init_desk(tmp_path / "desk"), tiny_folder(tmp_path)) is None


# -- told ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_first_report_names_the_module_its_hash_and_where_it_is(
    house: House, folder: Path, built: bytes
) -> None:
    desk_with(house, f'module-at = "{AT}"')
    (mail,) = opened(house, folder)
    file = next(house.desk.modules.glob("*.vmod")).name
    html = mail.get_body(("html",))
    assert html is not None
    assert f"The VASSAL module: {file}, version 1.0; {AT}" in told(text_of(mail))
    assert f'<a href="{AT}"' in html.get_content()
    for page in (text_of(mail), html.get_content()):
        assert hashlib.sha256(built).hexdigest() in page
    assert files(mail) == {}


@pytest.mark.slow
def test_every_later_report_names_it_too_and_is_the_same_made_again(house: House, folder: Path) -> None:
    desk_with(house, "module-enclosed = 10")
    (first,) = opened(house, folder)
    with house.desk.store() as store:
        assert replay(store, 2).difference == ""
    run(house, "player", "2", "red", "--rename", "Annabel")
    assert "Red is now called Annabel" in house.digest("red", game=2)
    _, later = [mail for mail in house.mails(ANNA) if "[2]" in str(mail["Subject"])]
    assert "ask the referee for it" in told(text_of(later))
    assert (len(files(first)), files(later)) == (1, {})
    with house.desk.store() as store:
        assert replay(store, 2).difference == ""


@pytest.mark.slow
@pytest.mark.parametrize(("most", "comes"), [(10, True), (0.01, False)])
def test_the_first_report_brings_it_if_it_is_small_enough(
    house: House, folder: Path, built: bytes, most: float, comes: bool
) -> None:
    desk_with(house, f"module-enclosed = {most}")
    (mail,) = opened(house, folder)
    assert list(files(mail).values()) == ([built] if comes else [])
    assert (": The VASSAL module, to open saved games with" in told(text_of(mail))) is comes


def test_a_game_without_a_module_is_opened_and_none_is_named(house: House) -> None:
    (mail,) = opened(house, Path(house.name))
    assert "VASSAL module" not in text_of(mail)
    send(house, "red", "bid 3")


def test_where_no_pictures_are_wanted_no_module_is_built(house: House, folder: Path) -> None:
    desk_with(house, "pictures = false")
    (mail,) = opened(house, folder)
    assert "VASSAL module" not in text_of(mail)
    assert not house.desk.modules.exists()


@pytest.mark.parametrize("wrong", ["module-at = 3", "module-enclosed = -1", 'module-enclosed = "all"'])
def test_faults_of_the_settings_are_told(house: House, wrong: str) -> None:
    with pytest.raises(DeskError, match=r"desk\.toml:\d+: module-.* should be "):
        desk_with(house, wrong)


@pytest.mark.slow
def test_a_desk_of_before_gets_the_modules_of_its_games_by_a_command(house: House, folder: Path) -> None:
    assert "No game on this desk has a module." in run(house, "desk", "modules")
    desk_with(house, "pictures = false")
    opened(house, folder)
    (told_,) = json.loads(run(house, "desk", "modules", "--json"))
    kept = kept_module(house.desk, str(folder.resolve()))
    assert kept
    assert (told_["version"], told_["sha256"]) == (kept.version, kept.sha256)
    assert kept.sha256 in run(house, "desk", "modules")
