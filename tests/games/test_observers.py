"""Every game goes on with observers, from its beginning and from its middle on, whatever is done with it."""

from __future__ import annotations

import json
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexpost
from adjudicator.catalogue import game_names
from adjudicator.mail.desk import init_desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.run import run_mail
from adjudicator.pages.shelf import Shelf
from adjudicator.pages.steps import WATCHING
from tests.adjudicator.house import text_of
from tests.games.test_whole_game_by_mail import Mailboxes

EVE, FAY = "eve@example.org", "fay@example.org"
NAMES = game_names()


class Watched(Mailboxes):
    """A game by mail that Eve watches from its first letter on."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder, name, "watched")
        self.run("player", "1", "--observe", f"Eve <{EVE}>")

    def draws(self, word: str) -> None:
        """Whether reports have pictures from now on: "true" or "false"."""
        settings = self.desk.folder / "desk.toml"
        text = re.sub("(?m)^pictures = .*", f"pictures = {word}", settings.read_text(encoding="utf-8"))
        settings.write_text(text, encoding="utf-8")
        self.desk = init_desk(self.desk.folder)

    def run(self, *args: str, desk: Path | None = None) -> str:
        """A command at the desk, which succeeds."""
        found = CliRunner().invoke(hexpost.app, [*args, "--desk", str(desk or self.desk.folder)])
        assert found.exit_code == 0, f"{args}: {found.output} {found.exception!r}"
        return found.output

    def go_on(self, letters: int) -> None:
        """So many letters of bots; after each the desk is whole, and everything in it was answered."""
        for _ in range(letters):
            assert self.answer()
            assert list(self.desk.held.iterdir()) == []

    def send(self, sender: str, side: str, *lines: str) -> None:
        """A letter of somebody in the name of a side, and one mail run."""
        self.sent += 1
        mail = message_from_bytes(self.letter(side, [*lines]), policy=default)
        mail.replace_header("From", sender)
        (self.desk.inbox / f"{self.sent:05}.eml").write_bytes(mail.as_bytes())
        run_mail(self.desk, self.time)

    def say(self, side: str, *lines: str) -> None:
        self.send(f"{side}@example.org", side, *lines)
        assert list(self.desk.held.iterdir()) == []

    def to(self, address: str) -> list[EmailMessage]:
        """All reports to who watches from an address, oldest first."""
        files = sorted((self.desk.outbox / "new").glob("1-observer-*"))
        box = (message_from_bytes(file.read_bytes(), policy=default) for file in files)
        return [mail for mail in box if address in str(mail["To"])]


def attached(mail: EmailMessage) -> list[str]:
    return [part.get_filename() or "" for part in mail.walk()]


def holds_no_secret(boxes: Watched) -> None:
    """No mail to who watches has a form, a reply code or a bundle."""
    with boxes.desk.store() as store:
        codes = Table(store, 1).codes(5)
    for address in (EVE, FAY):
        for mail in boxes.to(address):
            text = text_of(mail)
            assert "BEGIN ORDERS" not in text and not any(code in text for code in codes)
            assert not any("bundle" in name for name in attached(mail))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_letters_are_judged_with_an_observer_from_the_beginning_and_another_from_the_middle(
    name: str, tmp_path: Path
) -> None:
    boxes = Watched(tmp_path / "desk", name)
    boxes.go_on(3)
    boxes.run("player", "1", "--observe", f"Fay <{FAY}>")
    boxes.go_on(2)
    first, *more = boxes.to(EVE)
    assert "You are an observer of this game." in text_of(first) and more
    assert "Fay now observes this game." in text_of(boxes.to(FAY)[0])
    holds_no_secret(boxes)


def bundled(boxes: Watched, side: str, folder: Path) -> Path:
    """The bundle of the newest mail to a side that has one, as a file."""
    for file in sorted((boxes.desk.outbox / "new").glob(f"1-{side}-*"), reverse=True):
        for part in message_from_bytes(file.read_bytes(), policy=default).walk():
            name = part.get_filename() or ""
            if name.endswith(".bundle.json"):
                (folder / name).write_bytes(bytes(part.get_payload(decode=True) or b""))
                return folder / name
    raise AssertionError(f"{side} was never sent a bundle")


def try_out(boxes: Watched, folder: Path) -> None:
    """The next answer is tried at home with the bundle, at the desk, and by mail: each line has a verdict,
    at home the same as at the desk, and the game stays as it is."""
    with boxes.desk.store() as store:
        state, sheets = Table(store, 1).state, Table(store, 1).last.n
    decision = state.waiting()[0]
    side, lines = decision.player, boxes.game.bot(state, decision, boxes.chance)
    letter = folder / "orders.eml"
    letter.write_bytes(boxes.letter(side, lines))
    home = json.loads(
        boxes.run("check", str(letter), "--bundle", str(bundled(boxes, side, folder)), "--json")
    )
    desk = json.loads(boxes.run("check", str(letter), "--json"))
    said = [[(one["text"], one["verdict"]) for one in found["rulings"]] for found in (home, desk)]
    assert said[0] == said[1] and len(said[0]) >= len(lines)
    boxes.sent += 1
    by_mail = (
        boxes.letter(side, lines)
        .replace(b"BEGIN ORDERS", b"BEGIN CHECK")
        .replace(b"END ORDERS", b"END CHECK")
    )
    (boxes.desk.inbox / f"{boxes.sent:05}.eml").write_bytes(by_mail)
    assert run_mail(boxes.desk, boxes.time).problems == []
    assert last_sheet(boxes) == sheets and list(boxes.desk.held.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_orders_for_a_watched_game_are_tried_out_everywhere(name: str, tmp_path: Path) -> None:
    boxes = Watched(tmp_path / "desk", name)
    boxes.go_on(3)
    for _ in range(2):
        try_out(boxes, tmp_path)
        boxes.go_on(1)
    holds_no_secret(boxes)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_done_with_a_watched_game_is_done(name: str, tmp_path: Path) -> None:
    boxes = Watched(tmp_path / "desk", name)
    one, other = boxes.game.sides
    boxes.go_on(6)
    boxes.draws("true")
    boxes.run("player", "1", "--observe", f"Fay <{FAY}>")
    boxes.draws("false")
    boxes.send(EVE, one, "pass")
    (held,) = json.loads(boxes.run("desk", "held", "--json"))
    boxes.run("desk", "discard", str(held["number"]), "--reason", "who watches gives no orders")
    boxes.go_on(6)
    boxes.say(one, "propose undo")
    boxes.say(other, "agree undo")
    boxes.go_on(2)
    for words in (
        ("show", "1"), ("show", "1", "--as", one), ("report", "1"), ("player", "1"), ("remind", "1"),
        ("pause", "1", "--reason", "rest"), ("resume", "1"), ("deadline", "1", "--days", "9"),
        ("undo", "1", "--by-referee", "--before-sheet", str(last_sheet(boxes)), "--reason", "slip"),
        ("correct", "1", "--reason", "as it is", *corrected(boxes)),
        ("player", "1", one, "--rename", "Otto"), ("player", "1", other, "--substitute", "sue@example.org"),
        ("player", "1", other, "--no-substitute"), ("player", "1", one, "--away", "2030-02-01..2030-02-03"),
        ("player", "1", one, "--back"),
        ("desk", "games"), ("pages", "1"), ("desk", "recode", "1", other),
        ("player", "1", "--unobserve", FAY),
    ):  # fmt: skip
        boxes.run(*words)
        boxes.go_on(1)
    boxes.say(one, "propose close enough")
    boxes.say(other, "agree close")
    assert "THE GAME IS OVER" in text_of(boxes.to(EVE)[-1])
    assert {Path(file).suffix for file in attached(boxes.to(FAY)[0])} >= {".png", ".vsav"}
    holds_no_secret(boxes)
    with boxes.desk.store() as store:
        Shelf(Table(store, 1), boxes.desk.folder / "pages", boxes.desk.boards).publish(WATCHING)
    is_the_same_elsewhere(boxes, tmp_path)


def is_the_same_elsewhere(boxes: Watched, folder: Path) -> None:
    """The game is the same in a restored backup of the desk, and at another desk that took it over."""
    saved, again, file = str(folder / "desk.zip"), folder / "again", str(folder / "game.jsonl")
    boxes.run("desk", "backup", saved)
    assert CliRunner().invoke(hexpost.app, ["desk", "restore", saved, str(again)]).exit_code == 0
    assert boxes.run("show", "1", desk=again) == boxes.run("show", "1")
    boxes.run("export", "1", "--out", file)
    there = init_desk(folder / "there").folder
    boxes.run("import", file, desk=there)
    for words in (("replay", "1"), ("audit", "1"), ("show", "1")):
        boxes.run(*words)
        assert boxes.run(*words) == boxes.run(*words, desk=there)


def last_sheet(boxes: Watched) -> int:
    with boxes.desk.store() as store:
        return Table(store, 1).last.n


def corrected(boxes: Watched) -> tuple[str, ...]:
    """A correction that leaves a unit as it is."""
    with boxes.desk.store() as store:
        unit = next(unit for unit in Table(store, 1).state.units.values() if unit.steps)
    return ("--unit", unit.id, "--steps", str(unit.steps))
