"""The demo: the main job from end to end, with real mails, on a desk of its own.

Builds board, counters and module, opens a game, posts the letters of the game's demo.toml and keeps what
the players get. Its clock and the secret of its dice are fixed, so that it is the same every time; a real
desk draws its secret afresh.
"""

from __future__ import annotations

import base64
import hashlib
import html
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

import typer

from adjudicator.audit.checks import replay
from adjudicator.catalogue import find_game, is_bundled
from adjudicator.dice import SCHEME
from adjudicator.game import Game
from adjudicator.mail.desk import Desk, init_desk, open_desk
from adjudicator.mail.desk.table import open_game
from adjudicator.mail.run import run_mail
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.store import Seat
from files.whole import new_folder

BEGAN = datetime(2026, 4, 16, 3, 0, tzinfo=UTC)
SECRET = hashlib.sha256(b"the dice of the demo are no secret 5").digest()
MARK, FORMER_MARK = "made-by-hexpost-demo.txt", "hexpost demo"
SPLIT = "--orders--"


class DemoError(Exception):
    """The demo cannot be written where it was asked for; the message says why."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Made:
    """What the demo made: a word for it and where it lies."""

    what: str
    path: Path


def run(name: str, out: Path) -> None:
    """Run the demo of a game into a folder and tell what to look at. Raises DemoError, NoSuchGame."""
    name = name if is_bundled(name) else str(Path(name).resolve())
    game = find_game(name)
    script = read_script(game)
    clean(out)
    with new_folder(out):
        mark(out)
        made, checked = everything(name, game, script, out)
        astray = () if is_bundled(name) else tuple(unheard(open_desk(out / "desk")))
    for one in made:
        typer.echo(f"  {one.what + ':':<28} {one.path}")
    typer.echo(f"  {'The replay check:':<28} {checked}")
    for line in astray:
        typer.echo(f"  not carried out:             {line}")
    typer.echo(f"\n{first_to_open(made, f'The last report to {script.open_first}')}")


def everything(name: str, game: Game, script: Script, out: Path) -> tuple[list[Made], str]:
    """All that a demo makes, in its folder, and what the replay says."""
    made: list[Made] = []
    with step("Drawing the map"):
        made.append(Made("The board", draw(name, out / "board.png")))
    with step("Printing the counters"):
        made.append(Made("The counter sheet", print_counters(name, out / "counters.pdf")))
    with step("Building the VASSAL module"):
        made.append(Made("The VASSAL module", build(name, out / f"{game.name}.vmod")))
    with step("Opening a game and sending the players' emails"):
        desk = init_desk(out / "desk")
        play(desk, game, script.letters, script.scheme, name)
        made += keep_mails(desk, game, out / "mails")
    with step("Replaying the game from its journal"):
        checked = replayed(desk)
    return made, checked


def first_to_open(made: Iterable[Made], report: str) -> str:
    """Which files to look at first, by their names."""
    files = {one.what: one.path for one in made}
    return f"Open first:            {files['The board']}\nthen, in a browser:    {files[report]}"


@dataclass(frozen=True, slots=True)
class Script:
    """The letters of a game's demo, the side whose last report shows most, and the scheme of dice that the
    letters were written for. `verdicts` says how often they are answered so on purpose, "OK" excepted, and
    how many orders that waited were carried out later: for the test of all demos."""

    letters: tuple[Mapping[str, str], ...]
    open_first: str
    scheme: str
    verdicts: Mapping[str, int]


def read_script(game: Game) -> Script:
    """The demo of a game. Raises DemoError for a game that has none."""
    file = game.folder / "demo.toml"
    if not file.is_file():
        raise DemoError(f"{game.name} has no demo (no demo.toml beside its rules)")
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise DemoError(f"{file}: not TOML: {wrong}") from None
    letters = tuple(told.get("letter", ()))
    check_letters(file, game, letters, told.get("open_first"))
    return Script(letters, told["open_first"], told.get("dice", SCHEME), told.get("verdicts", {}))


def check_letters(file: Path, game: Game, letters: Sequence[Mapping[str, str]], first: object) -> None:
    """A demo can be played. Raises DemoError with the first letter that lacks something."""
    sides, styles = ", ".join(game.sides), ", ".join(STYLES)
    for number, letter in enumerate(letters, 1):
        if letter.get("from") not in game.sides:
            raise DemoError(f"{file}: email {number}: from must be one of {sides}")
        if letter.get("style") not in STYLES:
            raise DemoError(f"{file}: email {number}: style must be one of {styles}")
        if SPLIT not in letter.get("text", ""):
            raise DemoError(f"{file}: email {number}: text needs a line {SPLIT} before its orders")
    if first not in game.sides:
        raise DemoError(f"{file}: open_first must be one of {sides}")


def clean(out: Path) -> None:
    """Remove the folder of an earlier demo; one that the demo did not make itself is left alone."""
    if out.exists() and any(out.iterdir()) and not any((out / name).exists() for name in (MARK, FORMER_MARK)):
        raise DemoError(f"{out} has other files. Choose another folder with --out")
    if out.exists():
        shutil.rmtree(out)


def mark(out: Path) -> None:
    """Make the folder of the demo, and say in it that the demo made it."""
    out.mkdir(parents=True)
    (out / MARK).write_text("Made by hexpost demo, which may delete it again.\n", encoding="utf-8")


@contextmanager
def step(what: str) -> Iterator[None]:
    """Say what is being done while it takes its time."""
    typer.echo(f"{what} ...", err=True)
    yield


# -- what a maker gets -----------------------------------------------------------------------------------


def draw(name: str, file: Path) -> Path:
    """The board as a picture."""
    from maps.drawing.draw import draw_board

    draw_board(name, 100).image.save(file)
    return file


def print_counters(name: str, file: Path) -> Path:
    """The counter sheet as a PDF."""
    from counters.roster.load import load_roster
    from counters.sheets.sheet import counter_pdf

    file.write_bytes(counter_pdf(load_roster(name), dpi=300))
    return file


def build(name: str, file: Path) -> Path:
    """The VASSAL module."""
    from builder.module.module import build_module

    return build_module(name, file)


# -- the game by mail ------------------------------------------------------------------------------------


def play(desk: Desk, game: Game, letters: Iterable[Mapping[str, str]], scheme: str, home: str = "") -> None:
    """Open the game and post one letter after the other, each answered at once. `home` is the folder of a
    game of one's own."""
    seats = {side: Seat(printed, (address(side),)) for side, printed in game.sides.items()}
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, BEGAN)
        with store.transaction():
            table, opened = open_game(store, home or game.name, seats, SECRET, despatch.stamp, "", scheme)
            despatch.follow(table, opened)
        despatch.deliver()
    for number, letter in enumerate(letters, 1):
        time = BEGAN + timedelta(hours=6 * number)
        raw = written(letter, form_of(desk, game, letter["from"]), number, time)
        (desk.inbox / f"{number:02}-{letter['from']}.eml").write_bytes(raw)
        run_mail(desk, time)


def address(side: str) -> str:
    """A player's address in the demo."""
    return f"{side}@example.org"


def form_of(desk: Desk, game: Game, side: str) -> str:
    """The first line of the newest order form that a player was sent: it holds their reply code."""
    lines = [
        line.strip()
        for mail in mails(desk)
        if address(side) in str(mail["To"])
        for line in plain_text(mail).splitlines()
        if line.strip().startswith("BEGIN ORDERS")
    ]
    if not lines:
        raise DemoError(f"{game.title}: {side} was never sent an order form")
    return lines[-1]


def mails(desk: Desk) -> list[EmailMessage]:
    """The mails in the outbox, oldest first."""
    files = sorted(file for file in (desk.outbox / "new").iterdir() if file.is_file())
    found = [_parsed(file.read_bytes()) for file in files]
    return sorted(found, key=lambda mail: (mail["Date"].datetime, str(mail["Message-ID"])))


@lru_cache(maxsize=256)
def _parsed(raw: bytes) -> EmailMessage:
    """A mail of the outbox, which is looked through again for each letter of a demo."""
    return message_from_bytes(raw, policy=policy.default)


def plain_text(mail: EmailMessage) -> str:
    """The text part of a mail."""
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def written(letter: Mapping[str, str], form: str, number: int, time: datetime) -> bytes:
    """One of the demo's letters as the bytes of a real mail."""
    chat, _, orders = letter["text"].partition(SPLIT)
    lines, _, signature = orders.strip().partition("\n-- \n")
    tail = f"\n-- \n{signature}" if signature else ""
    body = f"{chat.strip()}\n\n{form}\n{lines}\nEND ORDERS\n{tail}\n"
    head = (
        f"From: {letter['from'].title()} <{address(letter['from'])}>\r\nTo: referee@example.org\r\n"
        f"Subject: my orders\r\nDate: {time:%a, %d %b %Y %H:%M:%S} +0000\r\n"
        f"Message-ID: <demo-{letter.get('id', number)}@example.org>\r\nMIME-Version: 1.0\r\n"
    )
    kind, encoding, content = STYLES[letter["style"]](body)
    return f"{head}Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + content


def as_html(body: str) -> tuple[str, str, bytes]:
    """A mail that is HTML and nothing else, as webmail writes it."""
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in body.splitlines())
    return "text/html; charset=utf-8", "8bit", f"<html><body>{lines}</body></html>".encode()


STYLES: Mapping[str, Callable[[str], tuple[str, str, bytes]]] = {
    "plain": lambda body: ("text/plain; charset=utf-8", "8bit", body.encode()),
    "windows-1252": lambda body: ("text/plain; charset=windows-1252", "8bit", body.encode("cp1252")),
    "base64": lambda body: ("text/plain; charset=utf-8", "base64", base64.encodebytes(body.encode())),
    "html": as_html,
}


# -- what the players got --------------------------------------------------------------------------------


def keep_mails(desk: Desk, game: Game, folder: Path) -> list[Made]:
    """Every mail to a player as a file, and each player's last report taken apart to be looked at."""
    folder.mkdir()
    last: dict[str, EmailMessage] = {}
    to_players = [mail for mail in mails(desk) if desk.settings.address not in str(mail["To"])]
    for number, mail in enumerate(to_players, 1):
        side = next(side for side in game.sides if address(side) in str(mail["To"]))
        kind = kind_of(mail)
        (folder / f"{number:02}-{kind}-to-{side}.eml").write_bytes(mail.as_bytes())
        last[f"{kind} to {side}"] = mail
    made = [Made("All emails", folder)]
    for what, mail in sorted(last.items(), reverse=True):
        made += take_apart(mail, folder.parent / what.replace(" ", "-"), f"The last {what}")
    return made


def kind_of(mail: EmailMessage) -> str:
    """What a mail of the desk is, by its subject and its first line."""
    if not str(mail["Subject"]).startswith("["):
        return "answer"
    head = plain_text(mail).splitlines()[2:3]
    return "message" if head and head[0].startswith("A message from ") else "report"


def take_apart(mail: EmailMessage, stem: Path, what: str) -> list[Made]:
    """The parts of a mail as files beside each other; HTML finds its pictures there."""
    made: list[Made] = []
    text = stem.with_suffix(".txt")
    text.write_text(plain_text(mail), encoding="utf-8", newline="\n")
    page, pictures = mail.get_body(("html",)), {}
    for part in mail.walk():
        if part.get_content_maintype() == "image":
            file = stem.with_name(f"{stem.name}-{part.get_filename() or 'map.png'}")
            file.write_bytes(bytes(part.get_payload(decode=True)))
            pictures[f"cid:{str(part['Content-ID']).strip('<>')}"] = file.name
        elif "-roster." in (part.get_filename() or ""):
            file = stem.with_name(f"{stem.name}-{part.get_filename()}")
            file.write_bytes(bytes(part.get_payload(decode=True)))
            made.append(Made("Its rosters", file))
    if page is not None:
        content = str(page.get_content())
        for cid, name in pictures.items():
            content = content.replace(cid, name)
        stem.with_suffix(".html").write_text(content, encoding="utf-8", newline="\n")
        made.append(Made(what, stem.with_suffix(".html")))
    return made or [Made(what, text)]


def unheard(desk: Desk) -> Iterator[str]:
    """The lines of the letters that were not carried out in the end, each with the reason."""
    with desk.store() as store:
        sheets = store.journal.sheets(1)
        found = {(one.sheet, one.line): one for row in sheets for one in store.journal.rulings(1, row.n)}
    for (sheet, _), ruling in sorted(found.items()):
        if ruling.verdict != "done":
            yield f"{sheets[sheet].side}, {ruling.text}: {ruling.why or ruling.verdict}"


def replayed(desk: Desk) -> str:
    """What `hexpost replay` says of the game: "identical", or the first difference."""
    with desk.store() as store:
        found = replay(store, 1)
    return found.difference or "identical"
