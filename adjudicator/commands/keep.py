"""What a referee does at the desk: init, open, post, remind, correct."""

from __future__ import annotations

import hashlib
import secrets
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import typer

from adjudicator.beacon import BeaconError, Chain, read_chain
from adjudicator.catalogue import find_game, is_bundled, is_module
from adjudicator.commands.rehearsals import progress
from adjudicator.commands.speak import NotFound, now, say_json, the_desk, the_side
from adjudicator.game import Game
from adjudicator.mail.desk import Desk, DeskError, init_desk
from adjudicator.mail.desk.modules import keep_module
from adjudicator.mail.desk.pages import shown
from adjudicator.mail.desk.table import Table, open_game
from adjudicator.mail.reading.sender import WRITABLE, normal_address, unwritable_address
from adjudicator.mail.run import Done, Pass
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.servers.watch import Watch
from adjudicator.mail.telling.reports import waited_for
from adjudicator.state import Json
from adjudicator.store import Seat, Store
from files import private
from files.characters import unseen
from files.messages import bounded
from files.whole import write_whole
from maps.space import slug


def init(folder: Path, as_json: bool) -> None:
    """Make a desk."""
    desk = init_desk(folder)
    if as_json:
        say_json({"desk": str(desk.folder), "settings": str(desk.folder / "desk.toml")})
        return
    typer.echo(
        f"The desk is ready in {desk.folder}. Write your name and address into {desk.folder / 'desk.toml'},"
    )
    typer.echo(f"or let your mailbox be connected:  hexpost desk connect {desk.folder}")
    typer.echo(f"Then open a game:  hexpost open GAME --player SIDE=ADDRESS ... --desk {desk.folder}")


def open_(
    name: str, players: Sequence[str], scenario: str, folder: Path, as_json: bool,
    house_rules: Sequence[str] = (),
) -> None:  # fmt: skip
    """Open a game and write to its players."""
    desk, game = the_desk(folder), find_game(name)
    seats, scenario = read_seats(game, players), named_scenario(game, scenario)
    check_house_rules(game, house_rules)
    kept, beacon = name if is_bundled(name) else str(Path(name).resolve()), beacon_of(desk)
    if is_module(name):
        kept = keep_published(desk, Path(name), tuple(seats), house_rules)
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, now())
        if desk.settings.pictures:
            lay_module(despatch, kept)
        with store.transaction():
            secret = secrets.token_bytes(32)
            table, step = open_game(store, kept, seats, secret, despatch.stamp, scenario, beacon=beacon)
            despatch.follow(table, step)
        mails = despatch.deliver()
    tell_remarks(despatch)
    if as_json:
        say_json(opened(table, mails))
    else:
        typer.echo(f"Game {table.number}, {game.title}, is open; {mails} reports lie in {desk.outbox}.")
        typer.echo(f"Commitment of the dice: {table.row.commitment}")


def named_scenario(game: Game, text: str) -> str:
    """A scenario by its id, or by its name as it is printed."""
    return slug(text) if text not in game.scenarios and slug(text) in game.scenarios else text


def check_house_rules(game: Game, wanted: Sequence[str]) -> None:
    """Raises DeskError for a house rule that a game does not have."""
    for one in wanted:
        if one not in game.house_rules:
            known = f"It has: {', '.join(game.house_rules)}" if game.house_rules else "It has none"
            raise DeskError(f'{game.title} has no house rule "{one}". {known}')


def keep_published(desk: Desk, file: Path, sides: Sequence[str], house_rules: Sequence[str]) -> str:
    """Keep a copy of a published module at the desk; the name of a game of it that these sides play."""
    from adjudicator.tabletop.record import named

    data, beside = file.read_bytes(), sorted(file.with_name(f"{file.stem}_ext").glob("*.vmdx"))
    digest = hashlib.sha256(b"".join([data, *(one.read_bytes() for one in beside)])).hexdigest()[:8]
    copy = desk.modules / f"{file.stem}-{digest}.vmod"
    if not copy.exists():
        extensions = copy.with_name(f"{copy.stem}_ext") if beside else desk.modules
        extensions.mkdir(parents=True, exist_ok=True)
        for one in beside:
            write_whole(extensions / one.name, one.read_bytes())
        write_whole(copy, data)
    return named(copy.resolve(), sides, house_rules)


def beacon_of(desk: Desk) -> Chain | None:
    """The chain of a beacon that new games of a desk are bound to; None where desk.toml names none. Raises
    DeskError where it cannot be used."""
    settings = desk.settings
    if not settings.beacon:
        return None
    try:
        chain = read_chain(desk.folder / settings.beacon, settings.every)
        private.make_folder(desk.beacon)
    except (BeaconError, OSError) as wrong:
        raise DeskError(f"No game was opened: {wrong}") from None
    return chain


def lay_module(despatch: Despatch, game: str) -> None:
    """Have the game's VASSAL module kept at the desk; no game waits for one that cannot be built."""
    try:
        keep_module(despatch.desk, game)
    except Exception as fault:
        despatch.remark(f"the VASSAL module could not be built ({type(fault).__name__}: {fault})")


def modules(folder: Path, as_json: bool) -> None:
    """Have the VASSAL modules of all games of a desk kept, and say which there are."""
    desk = the_desk(folder)
    with desk.alone(), desk.store() as store:
        games = dict.fromkeys(row.game for row in store.journal.games())
    with progress(len(games)) as over:
        made = []
        for done, game in enumerate(games, 1):
            made.append((game, keep_module(desk, game)))
            over(done)
    kept = [(game, one) for game, one in made if one]
    if as_json:
        say_json([
            {"game": game, "file": str(desk.modules / one.file), "version": one.version, "sha256": one.sha256}
            for game, one in kept
        ])  # fmt: skip
        return
    for _, one in kept:
        typer.echo(f"{desk.modules / one.file}: version {one.version}, SHA-256 {one.sha256}")
    if not kept:
        typer.echo("No game of this desk has a module.")


def tell_remarks(despatch: Despatch) -> None:
    """Say what did not go as it should with mails that went out."""
    for remark in despatch.remarks:
        typer.echo(bounded(remark), err=True)


def opened(table: Table, mails: int) -> dict[str, Json]:
    """A game that was opened, for --json."""
    row = table.row
    players = {side: list(seat.addresses) for side, seat in row.players.items()}
    return {
        "game": row.id, "name": table.game.name, "scenario": row.scenario, "commitment": row.commitment,
        "opening": row.opening.decode("utf-8"), "players": players, "mails": mails,
    }  # fmt: skip


def read_seats(game: Game, players: Sequence[str]) -> dict[str, Seat]:
    """The seats of "side=address" words; a side given twice has two addresses. Raises DeskError."""
    faults: list[str] = []
    found: dict[str, Seat] = {}
    for text in players:
        side, _, written = text.partition("=")
        address, name = normal_address(written), written.partition("<")[0].strip(' "')
        if not address:
            right = f"write SIDE=ADDRESS, such as {next(iter(game.sides))}=anna@example.org"
            unwritable = unwritable_address(written)
            why = (
                f"no mail can be written to {unwritable}, which must have {WRITABLE}" if unwritable else right
            )
            faults.append(f"--player {text}: {why}")
            continue
        if hidden := unseen(name):
            faults.append(f"--player {text}: {', '.join(hidden)} is invisible and may not be in a name")
        try:
            id_ = the_side(game, side)
        except NotFound as wrong:
            faults.append(f"--player {text}: {wrong}")
            continue
        earlier = found.get(id_, Seat(game.sides[id_], ()))
        found[id_] = Seat(name if "<" in written and name else earlier.name, (*earlier.addresses, address))
    if faults:
        raise DeskError("\n".join(faults))
    return found


def post(folder: Path, watch: bool, as_json: bool) -> None:
    """One pass of the post, or one after the other until told to end."""
    desk = the_desk(folder)
    if watch:
        keep_watch(desk, as_json)
        return
    rounds = Rounds(desk)
    try:
        done = rounds.go(now())
    finally:
        rounds.close()
    tell_pass(desk, done, as_json)
    if done.problems or done.remarks:
        raise typer.Exit(3 if done.ours else 1)


def keep_watch(desk: Desk, as_json: bool) -> None:
    """One pass after the other; what is in the way is told, and when it is still in the way not again."""

    def tell(done: Pass, fresh: Sequence[str]) -> None:
        if as_json:
            tell_pass(desk, replace(done, problems=list(fresh), remarks=[]), as_json)
        else:
            log_pass(done, fresh)

    Watch(desk, tell, now).keep()


def log_pass(done: Pass, fresh: Sequence[str]) -> None:
    """What a pass of a watch did: one line a letter, and no words of players."""
    at = f"{now():%Y-%m-%d %H:%M} UTC  "
    for letter in done.letters:
        typer.echo(bounded(at + " ".join(shown(line_of(letter)).split())))
    for news in done.news:
        typer.echo(bounded(at + news))
    if done.mails or done.sent:
        typer.echo(f"{at}mails: {done.mails} written, {done.sent} sent")
    for one in fresh:
        typer.echo(bounded(one), err=True)


def line_of(letter: Done) -> str:
    """What became of a letter, on one line."""
    where = f"game {letter.game}, " if letter.game else ""
    return f"{letter.source}  {letter.sender}: {where}{letter.row} ({letter.action}): {letter.why}"


def tell_pass(desk: Desk, done: Pass, as_json: bool) -> None:
    """What a pass did."""
    problems, sends = [*done.problems, *done.remarks], not desk.settings.mail_out.is_folder
    if as_json:
        sent: dict[str, Json] = {"sent": done.sent} if sends else {}
        letters: Json = [asdict(letter) for letter in done.letters]
        say_json({"letters": letters, "mails": done.mails, **sent, "news": done.news, "problems": problems})
        return
    for letter in done.letters:
        typer.echo(bounded(line_of(letter)))
        if letter.words:
            typer.echo("    it says to you (and lies in held/):")
            typer.echo(textwrap.indent(bounded(shown(letter.words)), "    > "))
    for news in done.news:
        typer.echo(bounded(news))
    for problem in problems:
        typer.echo(bounded(problem), err=True)
    if done.sent:
        typer.echo("1 mail was sent" if done.sent == 1 else f"{done.sent} mails were sent")
    elif done.mails and not sends:
        told = "1 mail to send lies" if done.mails == 1 else f"{done.mails} mails to send lie"
        typer.echo(f"{told} in {desk.outbox}")
    elif not done.letters:
        typer.echo("Nothing to do.", err=True)


def remind(folder: Path, number: int | None, as_json: bool) -> None:
    """Write to the sides that are waited for, in one game or in all."""
    desk = the_desk(folder)
    told: list[Json] = []
    with desk.alone(), desk.store() as store:
        despatch = Despatch(desk, store, now())
        chosen = [store.journal.game(number)] if number else store.journal.games()
        tables = [readable(store, row.id, needed=number is not None) for row in chosen]
        for table in filter(None, tables):
            for side in waited_for(table.state):
                idle = why_not(despatch, table, side)
                if idle:
                    despatch.remark(f"game {table.number}: {idle}")
                    continue
                with store.transaction():
                    despatch.remind(table, side)
                    if despatch.rules(table).silence != "forfeit":  # which has a last warning of its own
                        mark(store, table, side, despatch.stamp)
                told.append({"game": table.number, "side": side})
        despatch.deliver()
    tell_remarks(despatch)
    if as_json:
        say_json(told)
        return
    for one in told:
        typer.echo(f"game {one['game']}: {one['side']} was reminded")
    if not told and not despatch.remarks:
        typer.echo("No game waits for anybody.", err=True)


def why_not(despatch: Despatch, table: Table, side: str) -> str:
    """Why a side is not reminded just now; "" if it is."""
    if not table.row.players[side].readers:
        return f"nobody plays {side}, and nobody was reminded"
    if despatch.store.mail.reminded_since(table.number, side, despatch.now - timedelta(days=1)):
        return f"{side} had a reminder within a day, and gets no second one at once"
    return ""


def readable(store: Store, number: int, needed: bool) -> Table | None:
    """A game; None, and a word about it, where its files are at fault and it is one of several."""
    try:
        return Table(store, number)
    except Exception as fault:
        if needed or getattr(fault, "exit_code", None) != 1:
            raise
        typer.echo(bounded(f"game {number} cannot be read ({fault})"), err=True)
        return None


def mark(store: Store, table: Table, side: str, stamp: str) -> None:
    """Note that a side was reminded of all it is asked."""
    for row in store.mail.deadlines(table.number):
        if row.side == side:
            store.mail.mark_reminded(row, stamp)
