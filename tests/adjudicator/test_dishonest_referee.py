"""A referee who wants better dice for a letter that lies in the inbox, and tries all that hexpost can do.

Each try begins with a copy of the desk, so that he could throw away those he does not like. Whatever he does
before the letter is judged, its dice stay the same; what would change them is refused.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.audit.checks import audit, replay
from adjudicator.catalogue import find_game, game_names
from adjudicator.commands import speak
from adjudicator.events import DieRolled, Drawn
from adjudicator.mail.desk import open_desk
from adjudicator.store import revive
from tests.adjudicator.house import House, parsed, text_of
from tests.adjudicator.test_post_game import write_next

ATTACK = ("move R1 birch", "attack R1 cedar", "attack R1 cedar", "done")
LETTERS = 60
"""So many letters at most until one rolls dice."""
Rolled = tuple[tuple[int, str, int], ...]
Trick = Callable[["Copy"], None]


class Copy(House):
    """A copy of a desk with a letter in its inbox, with which the referee does what he likes."""

    def __init__(self, of: House, folder: Path) -> None:
        self.__dict__.update(of.__dict__)
        self.of = of
        shutil.copytree(of.desk.folder, folder / "desk")
        self.desk = open_desk(folder / "desk")

    def set(self, old: str, new: str) -> None:
        """Change a setting."""
        file = self.desk.folder / "desk.toml"
        told = file.read_text("utf-8")
        assert old in told, old
        file.write_text(told.replace(old, new), "utf-8")
        self.desk = open_desk(self.desk.folder)

    def typed(self, *words: str) -> None:
        """A command that is no command of this desk."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(speak, "clock", lambda: self.clock)
            done = CliRunner().invoke(hexpost.app, list(words))
        assert done.exit_code == 0, done.output

    def rolled(self) -> Rolled:
        """The dice of the game."""
        with self.desk.store() as store:
            assert (audit(store, 1).faults, replay(store, 1).difference) == ((), "")
            found = revive(find_game(self.name).kinds, store.journal.events(1))
        return tuple((one.n, one.purpose, one.value) for one in found if isinstance(one, DieRolled | Drawn))

    @property
    def letter_lines(self) -> tuple[str, ...]:
        """The lines of the letter that waits."""
        (letter,) = self.of.desk.inbox.glob("*.eml")
        text = text_of(parsed(letter.read_bytes()))
        return tuple(text.partition("BEGIN ORDERS")[2].partition("END ORDERS")[0].splitlines()[1:])

    def named(self, word: str) -> str:
        """Red is who wrote the letter that waits, in any game, and Blue the other side."""
        (letter,) = self.of.desk.inbox.glob("*.eml")
        writer = parsed(letter.read_bytes())["From"]
        sides = sorted(self.players, key=lambda side: self.players[side].addresses[0] != writer)
        return dict(zip(("red", "blue"), sides, strict=True)).get(word, word)


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A desk with Red's attack in the inbox: nobody has looked at it."""
    house = House(tmp_path_factory.mktemp("waiting"), pictures=False, accepted=False)
    house.write("red", "accept")
    house.write("blue", "accept")
    house.post()
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    house.write("red", *ATTACK)
    return house


@pytest.fixture(scope="module")
def honest(waiting: House, tmp_path_factory: pytest.TempPathFactory) -> Rolled:
    """The dice of a referee who does nothing but run the mail."""
    copy = Copy(waiting, tmp_path_factory.mktemp("honest"))
    before = copy.rolled()
    copy.post()
    assert copy.rolled()[: len(before)] == before and len(copy.rolled()) > len(before)
    return copy.rolled()


def command(*words: str) -> Trick:
    """Type a command; it must be taken."""

    def typed(copy: Copy) -> None:
        done = copy.says(*map(copy.named, words))
        assert done.exit_code == 0, done.output
        copy.clock += timedelta(minutes=7)

    typed.__name__ = " ".join(words)
    return typed


def setting(old: str, new: str) -> Trick:
    def changed(copy: Copy) -> None:
        copy.set(old, new)

    changed.__name__ = f"setting {new}"
    return changed


def later(copy: Copy) -> None:
    """Wait until every deadline is over, and silence would speak for the other side."""
    copy.set('"remind"', '"default"')
    copy.clock += timedelta(days=30)


def resent(copy: Copy) -> None:
    """Let the letter come again, with another Message-ID and other headers, as relays change them."""
    (letter,) = copy.desk.inbox.glob("*.eml")
    raw = letter.read_bytes().replace(b"@example.org>\n", b"@relay.example>\n", 1)
    letter.write_bytes(b"Received: from relay\nX-Spam: 9\n" + raw)


def lost_and_sent_again(copy: Copy) -> None:
    """Lose the letter; its writer sends the same lines again."""
    for letter in copy.desk.inbox.glob("*.eml"):
        letter.unlink()
    command("pause", "1", "--reason", "the post is slow")(copy)
    copy.clock += timedelta(days=2)
    copy.write(copy.named("red"), *copy.letter_lines)


def backup_and_restore(copy: Copy) -> None:
    """Keep the desk in a file, judge the letter, and go back to the file."""
    (letter,) = copy.desk.inbox.glob("*.eml")
    kept, folder = letter.read_bytes(), copy.desk.folder.parent
    command("desk", "backup", str(folder / "kept.zip"))(copy)
    command("pause", "1", "--reason", "one")(copy)
    copy.post()
    copy.typed("desk", "restore", str(folder / "kept.zip"), str(folder / "again"), "--trust")
    copy.desk = open_desk(folder / "again")
    for again in copy.desk.inbox.rglob("*.eml"):
        again.unlink()
    (copy.desk.inbox / "letter.eml").write_bytes(kept)


def export_and_import(copy: Copy) -> None:
    """Let the game move to another desk, and the letter with it."""
    (letter,) = copy.desk.inbox.glob("*.eml")
    folder, inbox = copy.desk.folder.parent, copy.desk.inbox
    command("export", "1", "--out", str(folder / "game.jsonl"))(copy)
    copy.typed("desk", "init", str(folder / "other"))
    copy.desk = open_desk(folder / "other")
    of_a_folder = ("--game", copy.name) if Path(copy.name).is_dir() else ()
    command("import", str(folder / "game.jsonl"), *of_a_folder)(copy)
    copy.set("pictures = true", "pictures = false")
    shutil.copy(inbox / letter.name, copy.desk.inbox / letter.name)


TRICKS: tuple[Trick, ...] = (
    *(command("deadline", "1", "--side", "red", "--extend", str(days)) for days in (1, 2, 9)),
    command("deadline", "1", "--side", "red", "--until", "2027-03-01"),
    command("deadline", "1", "--days", "3", "--silence", "default", "--remind-before", "1"),
    *(command("pause", "1", "--reason", reason) for reason in ("a holiday", "my holiday")),
    command("player", "1", "blue", "--rename", "Benjamin"),
    command("player", "1", "blue", "--replace", "Carl <carl@example.org>"),
    command("player", "1", "blue", "--away", "2026-12-01..2026-12-24"),
    command("player", "1", "blue", "--substitute", "Dora <dora@example.org>", "--until", "2026-12-24"),
    command("player", "1", "--observe", "Eve <eve@example.org>"),
    command("player", "1", "--observe", "eve@example.org", "--name", "Eve the Second"),
    command("desk", "recode", "1", "blue"),
    command("remind", "1"),
    command("undo", "1", "--before-sheet", "3", "--reason", "one"),
    command("close", "1", "--reason", "shall we"),
    command("close", "1", "--draw", "--reason", "shall we end it"),
    command("audit", "1"),
    command("replay", "1"),
    command("pages"),
    setting("days = 7", "days = 2"),
    setting('timezone = "UTC"', 'timezone = "Europe/Warsaw"'),
    setting("chat = 2000", "chat = 0"),
    setting('on-silence = "remind"', 'on-silence = "forfeit"'),
    setting('name = "The Referee"', 'name = "Another"'),
    setting("logs = false", "logs = true"),
    later,
    resent,
    lost_and_sent_again,
    backup_and_restore,
    export_and_import,
)


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_nothing_that_the_referee_does_changes_a_die_of_a_letter_that_waits(
    trick: Trick, waiting: House, honest: Rolled, tmp_path: Path
) -> None:
    copy = Copy(waiting, tmp_path)
    trick(copy)
    copy.post()
    assert copy.rolled()[: len(honest)] == honest


@pytest.mark.slow
def test_tricks_in_a_row_change_no_die(waiting: House, honest: Rolled, tmp_path: Path) -> None:
    copy = Copy(waiting, tmp_path)
    for trick in TRICKS[:6]:
        trick(copy)
    copy.post()
    assert copy.rolled()[: len(honest)] == honest


def rolls(house: House, folder: Path) -> bool:
    """Whether the letter that waits will roll dice."""
    copy = Copy(house, folder)
    before = copy.rolled()
    copy.post()
    return copy.rolled() != before


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_nothing_changes_a_die_in_any_game(game: str, tmp_path: Path) -> None:
    """Real rules: bots play until a letter waits that rolls dice, and all tricks are tried on it, but for the
    proposal of an undo, which names a sheet of the duel."""
    house, chance = House(tmp_path, game, pictures=False, accepted=False), random.Random(1)
    for side in house.players:
        house.write(side, "accept")
    house.post()
    for n in range(LETTERS):
        assert write_next(house, chance)
        if rolls(house, tmp_path / f"try-{n}"):
            break
        house.post()
    expected = Copy(house, tmp_path / "honest")
    expected.post()
    honest = expected.rolled()
    for n, trick in enumerate(trick for trick in TRICKS if not trick.__name__.startswith("undo")):
        copy = Copy(house, tmp_path / f"copy-{n}")
        trick(copy)
        copy.post()
        assert copy.rolled()[: len(honest)] == honest, trick.__name__
        shutil.rmtree(tmp_path / f"copy-{n}")


# -- what would change them -------------------------------------------------------------------------------


CHANGES = (
    ("correct", "1", "--unit", "R2", "--at", "birch", "--reason", "a slip"),
    ("correct", "1", "--unit", "B2", "--steps", "1", "--reason", "a slip"),
    ("undo", "1", "--before-sheet", "3", "--by-referee", "--reason", "a slip"),
)


@pytest.mark.parametrize("words", CHANGES, ids=" ".join)
def test_no_correction_and_no_undo_comes_before_a_letter_that_waits(
    words: tuple[str, ...], waiting: House, honest: Rolled, tmp_path: Path
) -> None:
    copy = Copy(waiting, tmp_path)
    refused = copy.says(*words)
    assert refused.exit_code == 1 and "Run `hexpost post` first" in str(refused.exception), refused.output
    copy.post()
    assert copy.rolled()[: len(honest)] == honest
    taken = copy.says(*words)
    assert taken.exit_code == 0, taken.output


@pytest.mark.parametrize("words", CHANGES, ids=" ".join)
def test_nor_before_one_that_is_held(words: tuple[str, ...], waiting: House, tmp_path: Path) -> None:
    """A held letter can be released later: the referee would choose when."""
    copy = Copy(waiting, tmp_path)
    (letter,) = copy.desk.inbox.glob("*.eml")
    copy.set('authentication-results = ""', 'authentication-results = "mx.example.org"')
    copy.post()
    assert list(copy.desk.held.iterdir()) and not letter.exists()
    refused = copy.says(*words)
    assert refused.exit_code == 1 and "hexpost desk release" in str(refused.exception), refused.output


def test_letters_that_bring_no_orders_for_the_game_stand_in_nobodys_way(
    waiting: House, tmp_path: Path
) -> None:
    copy = Copy(waiting, tmp_path)
    copy.post()
    mail = copy.letter("red", "move R1 birch").replace(b"BEGIN ORDERS 1", b"BEGIN ORDERS 2")
    (copy.desk.inbox / "other.eml").write_bytes(mail)
    assert copy.says(*CHANGES[1]).exit_code == 0
