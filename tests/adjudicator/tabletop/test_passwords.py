"""Passwords of VASSAL: in the desk's folder passwords/ and the owner's own saved games, and nowhere else."""

from __future__ import annotations

import base64
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.archive.verify import verify_desk
from adjudicator.events import kinds
from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.desk.passwords import MOST_WAITING, Passwords
from adjudicator.store import Seat
from adjudicator.tabletop import kept
from adjudicator.tabletop.facts import SatDown, SeatTaken
from adjudicator.tabletop.record import game_of
from builder.vassal.archive import zipped
from builder.vassal.stream import clear
from builder.vassal.traits import join
from tables.passwords import digest_of, shut, signed, unsigned
from tables.position import Position, SavedFile, Step, read_saved, write_saved
from tables.seats import reworded
from tables.table import parts_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import move, named, start, with_trait
from tests.tables.sampler import write_sampler
from tests.twins import shelf

WORDS = {"red": "swordfish 7;/", "blue": "opensesame"}
LOOKED_FOR = ("swordfish", "opensesame")


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path, module=write_sampler(tmp_path / "desk" / "modules"))


def sitting(sent: SavedFile, side: str, word: str, *steps: Step) -> bytes:
    """A log whose player sits down with a password before it begins."""
    line = f"PLAYER\t{word}\tAnn\t{side.title()}"
    rest = [one for one in sent.position.rest if not one.endswith(f"\t{side.title()}")]
    return write_saved(Position(sent.position.pieces, (*rest, line)), sent.entries, steps)


def masked(sent: Position, name: str, word: str) -> Step:
    """What VASSAL logs when a player masks a piece: the password is in the mask, the move and the notes."""
    return (
        with_trait(sent, named(sent, name), "obs", join(";", [word, ""])),
        move(sent, named(sent, name), ("Main", 300, 337)).replace("/me", "/" + word.replace("/", "\\/")),
        f"PNOTE\t{word}\tmine",
        f"SNOTE\tplan\t{word}\ttrue\tattack\t1\th",
        f"CHAT<Ann> hello, my word is {word}",
        f"MutableProperty\tVP\t0\t{word}\tModule",
    )


def plays(table: Players, side: str, name: str, file: str = "moves.vlog", word: str = "") -> str:
    sent, word = table.saved(side), word or WORDS[side]
    data = sitting(sent, side, word, masked(sent.position, name, word))
    if file.endswith(".zip"):
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("moves.vlog", data)
        data = out.getvalue()
    table.attach(side, data, file)
    table.post()
    return table.answer(side)


# -- looking for passwords in everything -------------------------------------------------------------------


def unfolded(data: bytes, depth: int = 0) -> Iterator[bytes]:
    """Some bytes, and all that is pressed, zipped, coded or hidden in them."""
    yield data
    for inner in within(data) if depth < 8 else ():
        yield from unfolded(inner, depth + 1)


def within(data: bytes) -> Iterator[bytes]:
    if zipfile.is_zipfile(BytesIO(data)) and data.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            yield from (archive.read(one) for one in archive.namelist())
        return
    if data.startswith(b"SQLite format 3"):
        yield from in_database(data)
        return
    if data.startswith(b"!VCSK"):
        yield clear(data).encode()
        return
    if data[:1] == b"x":
        try:
            yield zlib.decompress(data)
        except zlib.error:
            return
    for found in re.finditer(
        rb"(?:[A-Za-z0-9+/]{60,80}\r?\n)+[A-Za-z0-9+/=]*|[A-Za-z0-9+/]{24,}={0,2}", data
    ):
        text = re.sub(rb"\s|=", b"", found[0])
        text = text[:-1] if len(text) % 4 == 1 else text
        yield base64.b64decode(text + b"=" * (-len(text) % 4))
    for found in re.finditer(rb"[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{40,}", data):
        try:
            yield zlib.decompress(base64.b85decode(found[0]))
        except (ValueError, zlib.error):
            continue


def in_database(data: bytes) -> Iterator[bytes]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(data[:18] + b"\1\1" + data[20:])  # without its log, of which each change is told apart
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {name}"):
                yield from (one if isinstance(one, bytes) else str(one).encode() for one in row if one)


def hidden_as(word: str) -> list[bytes]:
    """A password as it may stand somewhere: plain, in UTF-16, and hidden by VASSAL with any key."""
    plain = word.encode()
    mixed = [bytes(byte ^ key for byte in plain).hex().encode() for key in range(256)]
    return [plain, word.encode("utf-16-le"), base64.b64encode(plain)[:-4], *mixed]


def told_in(data: bytes, words: tuple[str, ...] = LOOKED_FOR) -> list[str]:
    looked = {word: hidden_as(word) for word in words}
    return sorted(
        {w for one in unfolded(data) for w, forms in looked.items() if any(f in one for f in forms)}
    )


def test_the_search_finds_a_password_however_it_is_put_away() -> None:
    data = sitting(SavedFile(start()), "red", WORDS["red"], ("M/1/a/b",))
    mail = b"Content-Type: x\n\n" + base64.encodebytes(data) + b"\n"
    for one in (data, mail, b"x", zlib.compress(mail)):
        assert told_in(one) == (["swordfish"] if one != b"x" else []), one[:20]


# -- what leaves the desk ----------------------------------------------------------------------------------


def played(table: Players) -> None:
    assert "OK: all of it" in plays(table, "red", "1st Foot")
    assert "OK: all of it" in plays(table, "blue", "1st Horse", "moves.zip")
    assert "OK: all of it" in plays(table, "red", "2nd Foot")
    said = table.says("undo", "1", "--before-sheet", str(sheets(table) - 1), "--reason", "x", "--by-referee")
    assert said.exit_code == 0, said.output


def sheets(table: Players) -> int:
    with table.desk.store() as store:
        return table.table(store).last.n


@pytest.mark.slow
def test_no_byte_that_leaves_the_desk_has_a_password_but_the_owners_own_mails(
    table: Players, tmp_path: Path
) -> None:
    played(table)
    table.attach("blue", sitting(table.saved("blue"), "blue", WORDS["blue"], ("CHATx",)))  # waits to be read
    out, saved = tmp_path / "game.jsonl", tmp_path / "all.backup"
    assert table.says("export", "1", "--out", str(out)).exit_code == 0
    assert table.says("desk", "backup", str(saved)).exit_code == 0
    assert told_in(out.read_bytes()) == [] and told_in(saved.read_bytes()) == []
    for words in (
        ("audit", "1", "--json"),
        ("audit", "1"),
        ("show", "1", "--json"),
        ("log", "1"),
        ("replay", "1"),
    ):
        said = table.says(*words)
        assert told_in(said.output.encode()) == [], words
    for reader in ("red", "blue", ""):
        assert [name for name, data in shelf(table, reader).items() if told_in(data)] == []
    for name, raw in table.outbox().items():
        side = name.split("-")[1]
        assert set(told_in(raw)) <= {{"red": "swordfish", "blue": "opensesame"}.get(side, "")}, name


@pytest.mark.slow
def test_no_file_of_the_desk_itself_has_one_but_those_that_are_for_it(table: Players) -> None:
    played(table)
    left = []
    for path in sorted(table.desk.folder.rglob("*")):
        name = path.relative_to(table.desk.folder).as_posix()
        if path.is_file() and not name.startswith(("passwords/", "outbox/")) and told_in(path.read_bytes()):
            left.append(name)
    assert left == []
    assert list((table.desk.folder / "modules" / "logs").iterdir())
    wrong = verify_desk(table.desk).faults
    assert [one for one in wrong if not one.startswith(("email 1:", "email 2:"))] == []  # the house's own
    assert {path.stat().st_mode & 0o77 for path in table.desk.passwords.iterdir()} == {0}


def owner_of(file: SavedFile, name: str) -> str:
    piece = file.position.pieces[named(file.position, name)]
    return next(s for t, s in zip(piece.types, piece.states, strict=True) if t.startswith("obs;")).split(";")[
        0
    ]


@pytest.mark.slow
def test_the_owner_opens_the_own_masks_and_the_other_side_has_the_word_of_the_seat(table: Players) -> None:
    plays(table, "red", "1st Foot", word="swordfish")
    plays(table, "blue", "1st Horse")
    mine, theirs = table.saved("red"), table.saved("blue")
    assert owner_of(mine, "1st Foot") == "swordfish"
    assert "PLAYER\tswordfish\tRed\tRed" in mine.position.rest
    assert "PLAYER\tseat-Blue\tBlue\tBlue" in mine.position.rest
    assert "PLAYER\tseat-Red\tRed\tRed" in theirs.position.rest
    assert owner_of(theirs, "1st Horse") == "opensesame"
    assert "all hold" in table.says("audit", "1").output
    assert table.says("replay", "1").exit_code == 0


def test_the_dice_are_bound_to_the_file_that_the_player_has(table: Players) -> None:
    sent = table.saved("red")
    data = sitting(sent, "red", WORDS["red"], masked(sent.position, "1st Foot", WORDS["red"]))
    table.attach("red", data)
    table.post()
    with table.desk.store() as store:
        bound = table.table(store).last.bound
    assert f"log {digest_of(data)}" in bound and digest_of(data) == digest_of(shut(data)[0])
    assert shut(data)[0] != data and shut(shut(data)[0]) == (shut(data)[0], {})


@pytest.mark.slow
def test_equal_passwords_harm_nobody_and_tell_nobody_anything(table: Players) -> None:
    for side, name in (("red", "1st Foot"), ("blue", "1st Horse")):
        said = plays(table, side, name, word="swordfish")
        assert "OK: all of it, 1 step" in said and "password" not in said
    assert "PLAYER\tseat-Blue\tBlue\tBlue" in table.saved("red").position.rest
    assert kept.seat_of(table.state, {"red": "Red"}, "red").password == "seat-Red"
    assert told_in("\n".join(table.position.commands()).encode()) == []


def test_an_empty_password_is_told_and_one_that_means_something_is_refused(table: Players) -> None:
    before = table.position
    for word in ("null", "nobody", "seat-Blue"):
        table.attach("red", sitting(table.saved("red"), "red", word, ("CHATx",)))
        table.post()
        assert "Choose another one in VASSAL" in table.answer("red")
    assert table.position == before
    step = (move(before, named(before, "Scout"), ("Main", 300, 337)),)
    table.attach("red", sitting(table.saved("red"), "red", "", step))
    table.post()
    assert "Your password in VASSAL is empty" in table.answer("red")


def test_a_password_like_a_side_or_a_number_changes_nothing_that_is_none(table: Players) -> None:
    """A word that stands elsewhere for something else: the mask of a side, a number in a property."""
    sent = table.saved("red")
    hidden = with_trait(sent.position, named(sent.position, "1st Foot"), "hide", "Red")
    step = (hidden, "MutableProperty\tVP\t0\t5\tModule")
    table.attach("red", sitting(sent, "red", "Red", step))
    table.post()
    assert "OK: all of it" in table.answer("red")
    piece = table.position.pieces[named(table.position, "1st Foot")]
    assert "Red" in piece.states and "GlobalProperty\t;VP;5;Module" in table.position.rest
    assert "1st Foot" in set(names(table.saved("red").position))
    data = sitting(SavedFile(start()), "red", "5", step)
    assert "MutableProperty\tVP\t0\t5\tModule" in read_saved(shut(data)[0], "x").steps[0]


@pytest.mark.parametrize("word", ["5", "ann", "1234"])
def test_a_short_password_goes_out_of_a_property_that_is_set_to_a_player(word: str) -> None:
    """Another property of the same value stays as it is."""
    types = "PROP;Owner;false,0,100,false;:Take:84,130:P\\,$PlayerId$", "PROP;Hits;", "piece;;;x.png;Chest"
    words = {word: "word-1"}
    assert [reworded(one, word, words) for one in types] == ["word-1", word, word]


@pytest.mark.slow
def test_what_the_desk_knows_of_a_log_goes_when_it_is_known_whose_it_is(table: Players) -> None:
    plays(table, "red", "1st Foot")
    plays(table, "blue", "1st Horse")
    kept = sorted(one.name for one in table.desk.passwords.iterdir())
    assert kept == ["1-blue.json", "1-red.json"]
    assert f"PLAYER\t{WORDS['red']}\tRed\tRed" in table.saved("red").position.rest


@pytest.mark.slow
def test_of_logs_of_which_nobody_learns_whose_they_are_only_the_newest_passwords_are_kept(
    tmp_path: Path,
) -> None:
    passwords = Passwords(init_desk(tmp_path / "desk"))
    for n in range(MOST_WAITING + 3):
        data = sitting(SavedFile(start()), "red", f"stranger {n}", ("M/1/a/b",))
        head = b"Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n"
        passwords.take_out(head + base64.encodebytes(data) + b"\n")
    assert len(list(passwords.folder.iterdir())) == MOST_WAITING


def names(position: Position) -> Iterator[str]:
    yield from (parts_of(one.type)[-1].split(";")[-1] for one in position.pieces.values())


@pytest.mark.slow
def test_another_address_of_the_side_gets_no_password_of_the_player(table: Players) -> None:
    """A substitute sits down with a password of the own; the player's is not theirs."""
    plays(table, "red", "1st Foot")
    said = table.says("player", "1", "red", "--substitute", "Sue <sue@example.org>")
    assert said.exit_code == 0, said.output
    plays(table, "blue", "1st Horse")
    for address, told in (("anna@example.org", ["swordfish"]), ("sue@example.org", [])):
        mail = table.mails(address)[-1]
        assert told_in(mail.as_bytes()) == told, address
        saved = next(p for p in mail.iter_attachments() if str(p.get_filename()).endswith(".vsav"))
        lines = read_saved(saved.get_payload(decode=True), "sent").position.rest  # type: ignore[arg-type]
        assert any(one.endswith("\tRed") for one in lines) is bool(told)


# -- other desks, older games ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_desk_that_imports_a_game_learns_the_password_with_the_next_log(
    table: Players, tmp_path: Path
) -> None:
    plays(table, "red", "1st Foot", word="swordfish")
    table.send("blue", "done")
    out, new = tmp_path / "game.jsonl", init_desk(tmp_path / "other")
    assert table.says("export", "1", "--out", str(out)).exit_code == 0
    run = CliRunner()
    said = run.invoke(
        hexpost.app, ["import", str(out), "--game", str(table.module), "--desk", str(new.folder)]
    )
    assert said.exit_code == 0, (said.output, said.exception)
    assert "password" in said.output
    told = (new.folder / "desk.toml").read_text(encoding="utf-8").replace('"when asked"', '"at once"')
    (new.folder / "desk.toml").write_text(told, encoding="utf-8")
    table.desk = open_desk(new.folder)
    table.send("red", "move 2nd Foot to 0101", "done")
    table.send("blue", "done")
    unknown = table.saved("red")
    assert owner_of(unknown, "1st Foot") == "seat-Red"
    assert not any(line.startswith("PLAYER") and line.endswith("\tRed") for line in unknown.position.rest)
    assert "OK: all of it" in plays(table, "red", "2nd Foot", word="swordfish")
    table.send("blue", "done")
    known = table.saved("red")
    assert owner_of(known, "1st Foot") == "swordfish" and "PLAYER\tswordfish\tRed\tRed" in known.position.rest


@pytest.mark.slow
def test_a_new_player_opens_what_the_one_before_has_masked(table: Players) -> None:
    plays(table, "red", "1st Foot")
    said = table.says("player", "1", "red", "--replace", "Rita <rita@example.org>")
    assert said.exit_code == 0, said.output
    table.players["red"] = Seat("Rita", ("rita@example.org",))
    table.send("blue", "done")
    assert told_in(table.mails("rita@example.org")[-1].as_bytes()) == []
    assert "OK: all of it" in plays(table, "red", "2nd Foot", word="opensaysme")
    table.send("blue", "done")
    assert owner_of(table.saved("red"), "1st Foot") == "opensaysme"


def test_a_journal_of_before_keeps_the_password_that_it_has(tmp_path: Path) -> None:
    game = game_of(f"{write_sampler(tmp_path)}#red+blue")
    assert kinds(SeatTaken, SatDown).items() <= game.kinds.items()
    old = SeatTaken(rule="", to=(), side="red", password="swordfish").apply(game.start("start"))
    assert kept.seat_of(old, {"red": "Red"}, "red").password == "swordfish"
    assert (
        "PLAYER\tswordfish\tRed\tRed"
        in kept.side_file(
            f"{tmp_path / 'sampler.vmod'}", old, {"red": "Red", "blue": "Blue"}, "red"
        ).position.rest
    )


def test_what_is_no_saved_game_stays_as_it_is() -> None:
    for data in (b"", b"PK\x03\x04 no zip", b"text"):
        assert shut(data) == (data, {}) and unsigned(data) == data
        assert signed(data, lambda side: True, "x") == data


@pytest.mark.slow
def test_a_player_who_can_only_watch_with_a_new_password_finds_the_side_free(table: Players) -> None:
    plays(table, "red", "1st Foot", word="swordfish")
    table.send("blue", "done")
    sent = table.saved("red")
    watching = (*sent.position.rest, "PLAYER\topensaysme\tAnn\t<observer>")
    log = write_saved(Position(sent.position.pieces, watching), sent.entries, (("CHATx",),))
    table.attach("red", log)
    table.post()
    table.send("blue", "done")
    free = table.saved("red")
    assert not any(line.startswith("PLAYER") and line.endswith("\tRed") for line in free.position.rest)
    assert "OK: all of it" in plays(table, "red", "2nd Foot", word="opensaysme")
    table.send("blue", "done")
    assert owner_of(table.saved("red"), "1st Foot") == "opensaysme"


def test_an_mbox_that_is_taken_apart_keeps_no_password_either(table: Players) -> None:
    table.attach("red", sitting(table.saved("red"), "red", "swordfish", ("CHATx",)))
    (letter,) = table.desk.inbox.glob("*.eml")
    mbox = table.desk.inbox / "all.mbox"
    raw = letter.read_bytes()
    mbox.write_bytes(b"".join(b"From a@b Thu Jan  1 00:00:00 2026\n" + raw + b"\n" for _ in range(2)))
    letter.unlink()
    table.post()
    (left,) = table.desk.inbox.glob("*.unpacked")
    assert left.read_bytes().count(b"From a@b") == 2 and told_in(left.read_bytes()) == []


def test_a_password_of_somebody_else_is_a_word_like_any_other() -> None:
    begun = start()
    text = masked(begun, "1st Foot", "oldword")
    data = sitting(SavedFile(begun), "red", "swordfish", (*text[:1], "MutableProperty\tVP\t0\ttank\tModule"))
    new, words = shut(data, {"tank", "oldword"})
    step = read_saved(new, "x").steps[0]
    assert "MutableProperty\tVP\t0\ttank\tModule" in step and words == {"Red": "swordfish"}
    assert "oldword" not in "".join(step)


def test_a_file_that_claims_the_digest_of_another_does_not_take_its_place(table: Players) -> None:
    sent = table.saved("red")
    log = sitting(sent, "red", "swordfish", masked(sent.position, "1st Foot", "swordfish"))
    other = shut(sitting(sent, "red", "swordfish", masked(sent.position, "2nd Foot", "swordfish")))[0]
    with zipfile.ZipFile(BytesIO(other)) as archive:
        entries = {one: archive.read(one) for one in archive.namelist()}
    forged = zipped({**entries, "sent.sha256": digest_of(log).encode()})
    game = game_of(f"{table.module}#red+blue")
    assert game.take_log is not None
    game.take_log(log, "m.vlog")
    (kept_file,) = (table.module.parent / "logs").iterdir()
    before = kept_file.read_bytes()
    game.take_log(forged, "m.vlog")
    assert kept_file.read_bytes() == before and digest_of(forged) == digest_of(log)


@pytest.mark.slow
def test_a_player_who_changed_the_password_keeps_the_masks_and_the_old_one_is_kept_nowhere(
    table: Players,
) -> None:
    plays(table, "red", "1st Foot", word="swordfish")
    table.send("blue", "done")
    said = plays(table, "red", "2nd Foot", word="opensaysme")
    assert "OK: all of it" in said, said
    table.send("blue", "done")
    sent = table.saved("red")
    assert owner_of(sent, "1st Foot") == owner_of(sent, "2nd Foot") == "opensaysme"
    for folder in (table.desk.done, table.desk.folder / "modules" / "logs"):
        assert [one.name for one in folder.iterdir() if told_in(one.read_bytes(), ("swordfish",))] == []
