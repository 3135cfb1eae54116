"""Games of a module on another desk: restored, imported or moved, with the module asked for by its hash."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.desk.published import lacking
from adjudicator.mail.desk.table import REMEMBERED, start_of
from adjudicator.mail.desk.table import Table as DeskTable
from adjudicator.snapshot import digest
from adjudicator.tabletop.kept import module_at
from adjudicator.tabletop.record import ModuleGame, game_of
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_sealed import plot
from tests.tables.sampler import write_sampler

SIDES = ("--player", "red=a@x.org", "--player", "blue=b@x.org")


def types(*words: object) -> Result:
    return CliRunner().invoke(hexpost.app, [str(one) for one in words])


def forget() -> None:
    """Let this process read modules again, as the next command of a referee does."""
    game_of.cache_clear()
    module_at.cache_clear()
    start_of.cache_clear()


def said(*words: object) -> str:
    """What a command says, or what was wrong with it, on one line."""
    result = types(*words)
    return " ".join(f"{result.output} {result.stderr} {result.exception or ''}".split())


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """A desk with two games of one module, opened as a referee does."""
    module, desk = write_sampler(tmp_path), tmp_path / "desk"
    init_desk(desk)
    for _ in range(2):
        assert types("open", module, *SIDES, "--desk", desk).exit_code == 0
    assert len(list((desk / "modules").glob("*.vmod"))) == 1
    return desk


@pytest.mark.slow
def test_a_restored_desk_says_which_module_it_lacks_and_takes_it(opened: Path, tmp_path: Path) -> None:
    kept, new = tmp_path / "all.zip", tmp_path / "new"
    assert types("desk", "backup", kept, "--desk", opened).exit_code == 0
    shutil.rmtree(opened)
    forget()
    told = said("desk", "restore", kept, new)
    assert "Games 1, 2 are played with the module sampler-" in told and "which is not here" in told
    assert f"hexpost desk modules FILE --desk {new}" in told
    assert "hexpost desk modules FILE" in said("show", "1", "--desk", new)
    assert "The dice were not checked." in said("desk", "verify", new)
    other = tmp_path / "other.vmod"
    other.write_bytes((tmp_path / "sampler.vmod").read_bytes() + b"more")
    assert "is not the module that the game is played with. Its SHA-256 is" in said(
        "desk", "modules", other, "--desk", new
    )
    assert "is the module of games 1, 2" in said("desk", "modules", tmp_path / "sampler.vmod", "--desk", new)
    assert types("show", "1", "--desk", new).exit_code == 0
    assert "all hold" in said("audit", "2", "--desk", new)
    told = said("desk", "verify", new)
    assert "2 games" in told and "all hold" in told and "not checked" not in told


@pytest.mark.slow
def test_a_desk_restored_beside_the_old_one_has_its_own_copy(opened: Path, tmp_path: Path) -> None:
    kept, new = tmp_path / "all.zip", tmp_path / "new"
    types("desk", "backup", kept, "--desk", opened)
    assert "which is not here" not in said("desk", "restore", kept, new)
    shutil.rmtree(opened)
    forget()
    assert types("show", "2", "--desk", new).exit_code == 0


@pytest.mark.slow
def test_a_module_that_was_changed_at_its_old_place_is_not_used(opened: Path, tmp_path: Path) -> None:
    kept, new = tmp_path / "all.zip", tmp_path / "new"
    types("desk", "backup", kept, "--desk", opened)
    (module,) = (opened / "modules").glob("*.vmod")
    module.write_bytes(module.read_bytes() + b"more")
    forget()
    assert "which is not here" in said("desk", "restore", kept, new)


@pytest.mark.slow
def test_a_damaged_copy_is_replaced(opened: Path, tmp_path: Path) -> None:
    (module,) = (opened / "modules").glob("*.vmod")
    whole = module.read_bytes()
    out, new = tmp_path / "game.jsonl", tmp_path / "new"
    init_desk(new)
    types("export", "1", "--out", out, "--desk", opened)
    (new / "modules").mkdir()
    (new / "modules" / module.name).write_bytes(whole[:-100])
    assert "is another file than" in said("import", out, "--game", tmp_path / "sampler.vmod", "--desk", new)
    module.write_bytes(whole[:-100])
    assert "is the module of games 1, 2" in said(
        "desk", "modules", tmp_path / "sampler.vmod", "--desk", opened
    )
    assert module.read_bytes() == whole


@pytest.mark.slow
def test_a_folder_that_was_moved_finds_its_modules(opened: Path, tmp_path: Path) -> None:
    new = opened.rename(tmp_path / "moved")
    forget()
    assert "hexpost desk modules FILE" in said("show", "1", "--desk", new)
    assert str(new / "modules") in types("desk", "modules", "--desk", new).output.replace("\n", "")
    assert types("show", "1", "--desk", new).exit_code == 0


@pytest.mark.slow
def test_an_imported_game_needs_the_same_file_whatever_it_is_called(opened: Path, tmp_path: Path) -> None:
    out, new = tmp_path / "game.jsonl", tmp_path / "new"
    init_desk(new)
    types("export", "1", "--out", out, "--desk", opened)
    shutil.rmtree(opened)
    forget()
    told = said("import", out, "--desk", new)
    assert "which is not here. Get the same file, and add: --game FILE" in told
    assert "the game itself should come first" not in told
    other = tmp_path / "other.vmod"
    other.write_bytes((tmp_path / "sampler.vmod").read_bytes() + b"more")
    assert "is not the module" in said("import", out, "--game", other, "--desk", new)
    assert not (new / "modules").exists()
    download = (tmp_path / "sampler.vmod").rename(tmp_path / "download.vmod")
    assert types("import", out, "--game", download, "--desk", new).exit_code == 0
    download.unlink()
    assert types("show", "1", "--desk", new).exit_code == 0
    assert "all hold" in said("audit", "1", "--desk", new)


@pytest.mark.slow
def test_a_second_game_of_a_module_is_imported_without_the_file(opened: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    init_desk(new)
    for number in (1, 2):
        types("export", number, "--out", tmp_path / f"{number}.jsonl", "--desk", opened)
    assert (
        types("import", tmp_path / "1.jsonl", "--game", tmp_path / "sampler.vmod", "--desk", new).exit_code
        == 0
    )
    assert types("import", tmp_path / "2.jsonl", "--desk", new).exit_code == 0


@pytest.mark.slow
def test_a_game_that_is_not_kept_leaves_no_module(opened: Path, tmp_path: Path) -> None:
    out, new = tmp_path / "game.jsonl", tmp_path / "new"
    init_desk(new)
    types("export", "1", "--out", out, "--desk", opened)
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    out.write_text("".join(lines[:-1]), encoding="utf-8")
    module = tmp_path / "sampler.vmod"
    assert "cut off" in said("import", out, "--game", module, "--desk", new)
    assert not list((new / "modules").glob("*"))


def test_the_opening_record_has_the_hash_of_the_module(tmp_path: Path) -> None:
    import hashlib

    table = Players(tmp_path)
    with table.desk.store() as store:
        opening = json.loads(store.journal.game(1).opening)
    assert opening["module"] == hashlib.sha256(table.module.read_bytes()).hexdigest()


@pytest.mark.slow
def test_a_sealed_log_is_opened_on_a_restored_desk(tmp_path: Path) -> None:
    table = Players(tmp_path / "first", accepted=False)
    for side in ("red", "blue"):
        table.send(side, "accept")
    table.send("red", "sealed")
    plot(table, "red", "1st Foot", ("Main", 300, 337))
    kept, new = tmp_path / "all.zip", tmp_path / "new"
    assert table.says("desk", "backup", str(kept)).exit_code == 0
    module = table.module.rename(tmp_path / "download.vmod")
    shutil.rmtree(table.module.parent / "logs")
    assert "which is not here" in said("desk", "restore", kept, new)
    assert "is the module of game 1" in said("desk", "modules", module, "--desk", new)
    table.desk = open_desk(new)
    with table.desk.store() as store:
        assert lacking(store) == ()
    table.send("blue", "bid 5", "done")
    assert table.at("1st Foot") == ("Main", 300, 337)


def test_a_module_is_looked_into_without_a_desk(tmp_path: Path) -> None:
    module = write_sampler(tmp_path)
    told = types("module", "look", module).output
    assert "--setup start     the module's own start: 9 pieces, 3 decks with 18 cards" in told
    assert "--player green=ADDRESS  Green" in told and "Dice: 2d6, Battle" in told
    assert "Late war cannot be used: set-up 'Late war' of Sampler: the module holds no file" in told
    found = json.loads(types("module", "look", module, "--json").output)
    assert [one["word"] for one in found["setups"]] == ["start", "late-war"]
    assert found["setups"][0]["cards"] == 18 and "late.vsav" in found["setups"][1]["fault"]
    assert list(tmp_path.iterdir()) == [module]


def test_a_wrong_set_up_is_told_with_all_there_are_and_nothing_is_kept(tmp_path: Path) -> None:
    module, desk = write_sampler(tmp_path), tmp_path / "desk"
    init_desk(desk)
    told = said("open", module, *SIDES, "--setup", "Early war", "--desk", desk)
    assert 'Sampler has no set-up "Early war". It has: start, late-war.' in told
    assert f"hexpost module look {module}" in told
    assert not (desk / "modules").exists()
    assert "nothing found here" in said("open", tmp_path / "no.vmod", *SIDES, "--desk", desk)
    assert "nothing found here" in said("module", "look", tmp_path / "no.vmod")
    assert "nothing found here" in said("module", "look", Path(tmp_path.anchor))
    assert "is not a VASSAL module" in said("module", "look", desk / "desk.toml")


def test_a_game_that_has_begun_goes_on_without_its_start_being_laid_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To lay out a large module takes longer than to judge a move; the newest state is kept in the store."""
    table = Players(tmp_path)
    table.send("red", "move 1st Foot to 0402")
    before, at = digest(table.state), table.at("1st Foot")
    forget()
    REMEMBERED.clear()
    with monkeypatch.context() as patched:
        patched.setattr(ModuleGame, "begun", lambda *_: pytest.fail("the start is laid out"))
        assert digest(table.state) == before and table.at("1st Foot") == at
        assert "OK" in table.send("red", "move 1st Foot to 0403")
    with table.desk.store() as store:
        anew = DeskTable(store, 1, anew=True)
        assert digest(anew.state_after(anew.last.last_event)) == digest(table.state)
