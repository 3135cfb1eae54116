"""Files of strangers: a rehearsal, a bundle, an export and a backup run nothing and reach nowhere."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from adjudicator.archive.backup import backup, restore
from adjudicator.archive.verify import verify_desk
from adjudicator.mail.desk import DeskError, open_desk
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.store.people import FORMER, OBSERVER
from adjudicator.store.rows import Person
from tests.adjudicator.house import House, old_house
from tests.adjudicator.test_commands import Terminal, terminal

__all__ = ["terminal"]

SERVER = 'kind = "{}"\nserver = "mail.example.org"\nuser = "u"\n'


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game folder in the present folder, which leaves a mark when its rules are run."""
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "evil" / "rules" / "__init__.py"
    rules.parent.mkdir(parents=True)
    text = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
    rules.write_text(f"{text}from tests.adjudicator.tinygame import GAME\n", encoding="utf-8")
    return rules.parent.parent


def ran(evil: Path) -> bool:
    return (evil / "rules" / "ran").exists()


# -- games in folders --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["{}", "./evil", "evil", "../{name}/evil"])
def test_a_rehearsal_runs_no_rules_from_a_folder_unless_it_is_trusted(
    evil: Path, terminal: Terminal, tmp_path: Path, name: str
) -> None:
    file, name = tmp_path / "r.toml", name.format(evil, name=tmp_path.name)
    file.write_text(f"game = {json.dumps(name)}\n", encoding="utf-8")
    said = terminal.type("rehearse", file)
    assert (said.code, ran(evil)) == (1, False)
    assert "r.toml:1: the file names the game folder" in said.err and "--trust" in said.err
    terminal.type("rehearse", file, "--trust")
    assert ran(evil)


def test_a_rehearsal_without_a_game_runs_nothing_of_the_present_folder(
    evil: Path, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.toml").write_text('game = ""\n', encoding="utf-8")
    monkeypatch.chdir(evil)
    assert terminal.type("rehearse", tmp_path / "r.toml").code == 1
    assert not ran(evil)


@pytest.mark.parametrize("sheet", ["orders.txt", "moves.vlog"])
def test_a_bundle_runs_no_rules_from_a_folder_unless_it_is_trusted(
    evil: Path, terminal: Terminal, tmp_path: Path, sheet: str
) -> None:
    told = {"hexpost-bundle": 1, "game": "evil", "scenario": "campaign", "side": "red", "state": {}}
    (tmp_path / "b.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / sheet).write_text("pass\n", encoding="utf-8")
    said = terminal.type("check", tmp_path / sheet, "--bundle", tmp_path / "b.json")
    assert (said.code, ran(evil)) == (1, False)
    assert "names the game folder 'evil'" in said.err and "--trust" in said.err
    terminal.type("check", tmp_path / sheet, "--bundle", tmp_path / "b.json", "--trust")
    assert ran(evil)


def test_a_backup_with_games_in_folders_is_restored_only_where_they_are_trusted(
    terminal: Terminal, tmp_path: Path
) -> None:
    house = House(tmp_path / "old", pictures=False, accepted=False)
    backup(house.desk, tmp_path / "b.zip")
    said = terminal.type("desk", "restore", tmp_path / "b.zip", tmp_path / "new")
    assert said.code == 1 and not (tmp_path / "new").exists()
    told = f"its games use rules in a folder ({house.name[:20]}"  # a long path is told cut short
    assert told in said.err and "--trust" in said.err
    assert terminal.type("desk", "restore", tmp_path / "b.zip", tmp_path / "new", "--trust").code == 0


def test_a_map_folder_from_a_stranger_runs_nothing(evil: Path, terminal: Terminal) -> None:
    """A folder with a map is drawn and checked without its rules; the rules run when the game is played."""
    (evil / "map").mkdir()
    (evil / "map" / "map.toml").write_text('game = "evil"\ntitle = "Evil"\n', encoding="utf-8")
    for words in (("map", "check", evil), ("counters", "check", evil), ("module", "check", evil)):
        terminal.type(*words)
    assert not ran(evil)
    terminal.type("play", evil)
    assert ran(evil)


# -- settings ----------------------------------------------------------------------------------------------


def backup_with(tmp_path: Path, settings: str) -> Path:
    house = House(tmp_path / "old", "raceforberlin", pictures=False, accepted=False)
    (house.desk.folder / "desk.toml").write_text(settings, encoding="utf-8")
    backup(house.desk, tmp_path / "b.zip")
    return tmp_path / "b.zip"


def test_commands_and_servers_of_a_backup_are_switched_off_and_told(
    terminal: Terminal, tmp_path: Path
) -> None:
    command = f'password-command = "touch {tmp_path / "ran"}"\n'
    servers = f"[in]\n{SERVER.format('imap')}{command}\n[mail]\nchat = 5\n"
    file = backup_with(tmp_path, f'{servers}[out]\n{SERVER.format("smtp")}password-file = "~/.ssh/id_rsa"\n')
    said = terminal.type("desk", "restore", file, tmp_path / "new")
    assert said.code == 0 and f"password-command = 'touch {str(tmp_path)[:20]}" in said.out
    assert "id_rsa" in said.out and "mail.example.org, port 993" in said.out
    found = open_desk(tmp_path / "new").settings
    assert found.mail_in.is_folder and found.mail_out.is_folder and found.chat == 5
    assert "# password-command" in (tmp_path / "new" / "desk.toml").read_text(encoding="utf-8")
    assert terminal.type("post", "--desk", tmp_path / "new").code == 0
    assert not (tmp_path / "ran").exists()


def test_at_a_terminal_the_referee_is_asked_and_with_trust_nothing_is_switched_off(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = backup_with(tmp_path, f'[in]\n{SERVER.format("imap")}token-command = "true"\n')
    assert terminal.type("desk", "restore", file, tmp_path / "trusted", "--trust").code == 0
    assert open_desk(tmp_path / "trusted").settings.mail_in.token_command == "true"
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda text, **more: asked.append(text))
    assert terminal.type("desk", "restore", file, tmp_path / "new").code == 0
    assert len(asked) == 1 and "token-command = 'true'" in asked[0]
    assert open_desk(tmp_path / "new").settings.mail_in.is_folder


@pytest.mark.parametrize(
    "written",
    [
        'in = {kind = "imap", server = "x", user = "u", password-command = "y"}',
        'in.kind = "imap"\nin.server = "x"\nin.user = "u"\nin.password-command = "y"',
        '["in"]\nkind = "imap"\nserver = "x"\nuser = "u"\npassword-command = "y"',
        '[ in ]\nkind = "imap"\nserver = "x"\nuser = "u"\npassword-command = "y"',
        '[in]\npassword-command = "y"',
        'store = {database = "postgresql://x/y", password-command = "z"}',
        '["store"]\ndatabase = "postgresql://x/y"\npassword-command = "z"',
        '[ store ]\ndatabase = "postgresql://x/y"\npassword-command = "z"',
    ],
)
def test_however_a_command_is_written_it_is_switched_off_or_nothing_is_restored(
    tmp_path: Path, written: str
) -> None:
    house = House(tmp_path / "old", "raceforberlin", pictures=False, accepted=False)
    (house.desk.folder / "desk.toml").write_text(f"{written}\n", encoding="utf-8")
    backup(house.desk, tmp_path / "b.zip")
    try:
        restore(tmp_path / "b.zip", tmp_path / "new")
    except DeskError as wrong:
        assert "nothing was restored" in str(wrong) and not (tmp_path / "new").exists()
        return
    found = open_desk(tmp_path / "new").settings
    assert not found.store.database and not found.mail_in.password_command


# -- the store ---------------------------------------------------------------------------------------------


def changed(house: House, *queries: str) -> tuple[str, ...]:
    with closing(sqlite3.connect(house.desk.folder / "hexpost.db")) as db:
        for query in queries:
            db.execute(query)
        db.commit()
    return verify_desk(house.desk).faults


@pytest.mark.parametrize(
    ("query", "named"),
    [
        (
            "CREATE TRIGGER t AFTER INSERT ON letters BEGIN UPDATE games SET players = '{}'; END",
            "hexpost made no trigger 't'",
        ),
        ("CREATE TABLE extra (x)", "hexpost made no table 'extra'"),
        ("CREATE VIEW seen AS SELECT * FROM games", "hexpost made no view 'seen'"),
        ("DROP TRIGGER events_are_never_changed", "the trigger 'events_are_never_changed' is missing"),
        ("ALTER TABLE notes ADD COLUMN more TEXT", "the table 'notes' is not as hexpost made it"),
    ],
)
def test_verify_names_what_hexpost_did_not_make(
    tmp_path: Path, terminal: Terminal, query: str, named: str
) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    assert verify_desk(house.desk).faults == ()
    assert f"the store: {named}" in changed(house, query)
    said = terminal.type("desk", "verify", house.desk.folder)
    assert said.code == 1 and named in said.err
    backup(house.desk, tmp_path / "b.zip")
    with pytest.raises(DeskError, match="nothing was restored"):
        restore(tmp_path / "b.zip", tmp_path / "new", agreed=lambda what: True)


NOTHING = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$; "
OF_POSTGRES = [
    (f"{NOTHING} CREATE TRIGGER t BEFORE INSERT ON letters FOR EACH ROW EXECUTE FUNCTION f()",
     ["hexpost made no function 'f'", "hexpost made no trigger 't on letters'"]),
    ("CREATE TABLE extra (x INTEGER)", ["hexpost made no table 'extra'"]),
    ("CREATE VIEW seen AS SELECT * FROM games", ["hexpost made no view 'seen'"]),
    ("CREATE RULE r AS ON DELETE TO letters DO INSTEAD NOTHING", ["hexpost made no rule 'r on letters'"]),
    ("DROP TRIGGER events_are_never_changed ON events",
     ["the trigger 'events_are_never_changed on events' is missing"]),
    ("ALTER TABLE events DISABLE TRIGGER events_are_never_changed",
     ["the trigger 'events_are_never_changed on events' is not as hexpost made it"]),
    (NOTHING.replace(" f()", " events_are_never_changed()").replace("CREATE", "CREATE OR REPLACE"),
     ["the function 'events_are_never_changed' is not as hexpost made it"]),
    ("ALTER TABLE notes ADD COLUMN more TEXT", ["the table 'notes' is not as hexpost made it"]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_verify_names_the_same_in_a_database(tmp_path: Path, terminal: Terminal, database: str) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    assert verify_desk(house.desk).faults == ()
    for query, named in OF_POSTGRES:
        with house.desk.store() as store:
            store.database.execute("BEGIN")
            store.database.script(query)
            assert list(store.database.faults()) == named, query
            store.database.execute("ROLLBACK")
    with house.desk.store() as store:
        store.database.execute("CREATE TABLE extra (x INTEGER)")
        store.database.execute(
            "UPDATE games SET players = replace(players, 'ben@example.org', 'eve@example.org')"
        )
    said = terminal.type("desk", "verify", house.desk.folder)
    assert said.code == 1 and "the store: hexpost made no table 'extra'" in said.err
    assert "Ben <eve@example.org> plays blue" in said.err


@pytest.mark.parametrize(
    ("query", "named"),
    [
        (
            "UPDATE games SET players = replace(players, 'ben@example.org', 'eve@example.org')",
            "Ben <eve@example.org> plays blue",
        ),
        ("UPDATE games SET players = replace(players, 'Ben', 'Eve')", "Eve <ben@example.org> plays blue"),
        (
            "INSERT INTO people VALUES (1, 'blue', 'observer', 'eve@example.org', 'Eve')",
            "Eve <eve@example.org> is an observer",
        ),
        (
            "INSERT INTO people VALUES (1, 'blue', 'former', 'eve@example.org', 'Eve')",
            "Eve <eve@example.org> played blue earlier",
        ),
    ],
)
def test_verify_names_people_of_whom_no_entry_tells(tmp_path: Path, query: str, named: str) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    assert changed(house) == ()
    assert changed(house, query) == (f"game 1: {named}, and no entry of the journal says so",)
    house.write("red", "accept")
    house.post()  # what goes to him from now on explains nothing
    assert any(named in fault for fault in verify_desk(house.desk).faults)


def test_a_substitute_of_whom_no_entry_tells_is_named(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    house.says("player", "1", "blue", "--substitute", "Dora <dora@example.org>")
    assert changed(house) == ()
    faults = changed(house, "UPDATE games SET players = replace(players, 'Dora', 'Eve')")
    assert "game 1: Eve is the substitute of blue, and no entry of the journal says so" in faults


def test_changes_that_were_entered_are_explained(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    for words in (
        ("red", "--add", "anna@third.example.org"),
        ("blue", "--rename", "Benjamin"),
        ("blue", "--change", "ben@example.org=ben@new.example.org"),
        ("blue", "--substitute", "Dora <dora@example.org>"),
        ("blue", "--no-substitute"),
        ("blue", "--replace", "Carl <carl@example.org>"),
        ("--observe", "Otto <otto@example.org>"),
        ("red", "--leave"),
    ):
        assert house.says("player", "1", *words).exit_code == 0, words
        assert verify_desk(house.desk).faults == (), words
    with house.desk.store() as store, store.transaction():
        store.people.add(Person(1, "red", OBSERVER, "Eve", "eve@example.org"))
        store.people.add(Person(1, "blue", FORMER, "Ben", "ben@example.org"))
    assert len(verify_desk(house.desk).faults) == 1


def test_the_template_of_settings_is_restored_as_it_is(tmp_path: Path) -> None:
    file = backup_with(tmp_path, TEMPLATE)
    found, off = restore(file, tmp_path / "new")
    assert (found.faults, off) == ((), "")
    assert (tmp_path / "new" / "desk.toml").read_text(encoding="utf-8") == TEMPLATE


def test_a_store_of_an_earlier_hexpost_is_as_hexpost_makes_it(tmp_path: Path) -> None:
    house = old_house(tmp_path)
    with house.desk.store() as store:
        assert list(store.database.faults()) == []
