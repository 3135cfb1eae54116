"""The adjudicator's own commands. Each imports what it needs when it is used, and nothing before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.desk_cli import HERE, AsJson, Desk, Trust, desk_app
from counters.sheets.options import SheetOptions, with_sheet_options

app = typer.Typer(no_args_is_help=True)

Game = Annotated[str, typer.Argument(metavar="GAME", help="A bundled game's name, or a game's folder.")]
Number = Annotated[int, typer.Argument(metavar="N", help="The number of the game on the desk.")]
Side = Annotated[str, typer.Option("--as", metavar="SIDE", help="As this side may know it.")]
DeskHere = Annotated[Path, typer.Argument(metavar="[DIR]", help="The desk's folder.")]


ByReferee = Annotated[bool, typer.Option("--by-referee", help="At once, without asking the players.")]


@app.command(epilog="Example:  hexpost demo koenigsberg45")
def demo(
    game: Game = "raceforberlin",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where everything is written.", show_default="demo/GAME"),
    ] = None,
) -> None:
    """Play the opening of a game from end to end, and say what to open first."""
    from adjudicator.demo import run

    run(game, out or Path("demo") / Path(game).resolve().name)


@app.command(epilog="Example:  hexpost games --json")
def games(as_json: AsJson = False) -> None:
    """List the games and how much of each rulebook is enforced."""
    from adjudicator.commands import shelf

    shelf.games(as_json)


@app.command(epilog="Example:  hexpost rule raceforberlin 4.2.1")
def rule(
    game: Game,
    number: Annotated[str, typer.Argument(metavar="RULE", help="The clause, as refusals cite it.")],
    as_json: AsJson = False,
) -> None:
    """Say what a rule means, where it is enforced and how it is tested."""
    from adjudicator.commands import shelf

    shelf.rule(game, number, as_json)


@app.command("print", epilog="Example:  hexpost print raceforberlin --out berlin --paper a4")
@with_sheet_options
def print_(
    game: Game,
    options: SheetOptions,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR|F.pdf", help="A folder, or one PDF; GAME-print if not said."
        ),
    ] = None,
    dpi: Annotated[int, typer.Option(min=72, max=300, help="Dots per inch of the map.")] = 150,
    poster: Annotated[bool, typer.Option(help="The map on one page of its own size.")] = False,
) -> None:
    """Make everything to print: counters, map, charts, order sheet, and how to put it together."""
    from adjudicator.commands import printing

    printing.kit(game, out, options, dpi, poster)


@app.command("new-game", epilog="Example:  hexpost new-game mygame --hexes 12x10 --rules")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A word of small letters and digits.")],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Its folder; NAME if not said.")
    ] = None,
    hexes: Annotated[
        str, typer.Option(metavar="COLSxROWS", help="A board of hexes, such as 12x10, instead of zones.")
    ] = "",
    rules: Annotated[bool, typer.Option("--rules", help="With hexes: rules of movement, a test.")] = False,
) -> None:
    """Make a working stub of a game of your own."""
    from adjudicator.commands import stub

    stub.new_game(name, folder or Path(name), hexes, rules)


@desk_app.command("init", epilog="Example:  hexpost desk init mydesk")
def desk_init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    as_json: AsJson = False,
) -> None:
    """Make a desk: desk.toml, the store, and folders for mail."""
    from adjudicator.commands import keep

    keep.init(folder, as_json)


@desk_app.command("connect", epilog="Example:  hexpost desk connect mydesk")
def desk_connect(
    folder: DeskHere = HERE,
    address: Annotated[str, typer.Option(metavar="ADDRESS", help="Your mail address.")] = "",
    imap: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where mail comes in.")] = "",
    smtp: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where mail goes out.")] = "",
    user: Annotated[str, typer.Option(help="The name with which you log in.")] = "",
    password: Annotated[
        str, typer.Option(metavar="HOW", help="file:NAME, env:NAME, command:WORDS or token:WORDS.")
    ] = "",
    certificate: Annotated[
        str, typer.Option(metavar="FILE", help="A certificate to trust: of a server of your own.")
    ] = "",
    mail_folder: Annotated[str, typer.Option("--folder", help="The folder there; INBOX if not said.")] = "",
    take: Annotated[str, typer.Option(help="players: only letters of people who play here; or all.")] = "",
    wait: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="For the test mail.")] = 20,
) -> None:
    """Connect the desk to your mailbox: five questions, a trial both ways, and desk.toml is written."""
    from adjudicator.commands import mailboxes

    given = {
        "address": address, "imap": imap, "smtp": smtp, "user": user, "password": password,
        "certificate": certificate, "folder": mail_folder, "take": take,
    }  # fmt: skip
    mailboxes.connect(folder, given, wait)


@desk_app.command("service", epilog="Example:  hexpost desk service mydesk --out ~/.config/systemd/user")
def desk_service(
    folder: DeskHere = HERE,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write them here, not on the screen.")
    ] = None,
) -> None:
    """Write a systemd unit and a cron line that keep the post going."""
    from adjudicator.commands import mailboxes

    mailboxes.write_service(folder, out)


@desk_app.command("go-on", epilog="Example:  hexpost desk go-on mydesk")
def desk_go_on(folder: DeskHere = HERE) -> None:
    """Let deadlines go on, once you have looked at a clock that had jumped."""
    from adjudicator.commands import mailboxes

    mailboxes.go_on(folder)


@desk_app.callback()
def desk() -> None:
    """Set up the folder in which a referee keeps games and mail."""


app.add_typer(desk_app, name="desk")


@app.command(
    "open", epilog="Example:  hexpost open raceforberlin --player zhukov=a@b.eu --player koniev=c@d.eu"
)
def open_(
    game: Game,
    player: Annotated[
        list[str], typer.Option(metavar="SIDE=ADDRESS", help="Who plays a side; twice for a second address.")
    ],
    scenario: Annotated[str, typer.Option("--scenario", "--setup", help="If not the usual one.")] = "",
    house_rule: Annotated[list[str] | None, typer.Option(help="Of a module: own-side, believe.")] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Open a game on the desk and invite its players."""
    from adjudicator.commands import keep

    keep.open_(game, player, scenario, desk, as_json, house_rule or ())


@app.command(epilog="Example:  hexpost post --desk mydesk --watch")
def post(
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Go on until told to end: when letters come, or every few seconds."),
    ] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Take the mail in, judge it, and send what is due."""
    from adjudicator.commands import keep

    keep.post(desk, watch, as_json)


@app.command(epilog="Example:  hexpost pages --desk mydesk")
def pages(
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="Games; all if none.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="pages/ in the desk if not said.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write games as pages to step through: for each side its own, and one for who watches."""
    from adjudicator.commands import paging

    paging.pages(desk, numbers or [], out, as_json)


@app.command(epilog="Example:  hexpost show 1 --as koniev --desk mydesk")
def show(number: Number, side: Side = "", desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Show where a game stands."""
    from adjudicator.commands import look

    look.show(desk, number, side, as_json)


@app.command(epilog="Example:  hexpost report 1 --as koniev --turn 2 --desk mydesk")
def report(
    number: Number,
    side: Side = "",
    turn: Annotated[int | None, typer.Option(help="All reports of this turn; else the newest.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write them here as .eml files, with pictures.")
    ] = None,
    vlog: Annotated[
        Path | None, typer.Option(metavar="F", help="Write what they tell as a log for VASSAL; needs --as.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write a player's report again, or what it tells as a log to step through in VASSAL."""
    from adjudicator.commands import look

    if vlog is not None:
        look.write_course(desk, number, side, turn, vlog)
    else:
        look.report(desk, number, side, turn, out, as_json)


@app.command(epilog="Example:  hexpost remind --desk mydesk")
def remind(
    number: Annotated[int | None, typer.Argument(metavar="[N]", help="One game; else all.")] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write to the players who are waited for."""
    from adjudicator.commands import keep

    keep.remind(desk, number, as_json)


@app.command(epilog='Example:  hexpost correct 1 --unit 712 --at seelow --steps 1 --reason "misread letter"')
def correct(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why; both players read it.")],
    unit: Annotated[str, typer.Option(metavar="ID", help="The unit to put right.")] = "",
    at: Annotated[str, typer.Option(metavar="SPACE", help="Where it stands.")] = "",
    steps: Annotated[int | None, typer.Option(min=0, help="How many steps it has left.")] = None,
    flag: Annotated[
        list[str] | None, typer.Option(help='The markers on it, all of them; "" for none.')
    ] = None,
    track: Annotated[list[str] | None, typer.Option(metavar="NAME=N", help="A marker on a track.")] = None,
    control: Annotated[list[str] | None, typer.Option(metavar="SPACE=SIDE", help="A control marker.")] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Correct a game, on the record and with notice to both sides."""
    from adjudicator.commands.mend import Mend
    from adjudicator.commands.mend import correct as mend

    flags = tuple(flag) if flag is not None else None
    mend(desk, number, Mend(reason, unit, at, steps, flags, track or (), control or ()), as_json)


@app.command(epilog='Example:  hexpost close 1 --reason "both players are tired of it" --draw')
def close(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why; both players read it.")] = "",
    winner: Annotated[str, typer.Option(metavar="SIDE", help="Who wins.")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="It is a draw.")] = False,
    by_referee: ByReferee = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the open proposal away.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """End a game, by consent of all or by the referee's word."""
    from adjudicator.commands import settle

    settle.close(desk, number, settle.End(reason, winner, draw, by_referee, withdraw), as_json)


@app.command(epilog="Example:  hexpost undo 1 --before-sheet 12 --desk mydesk")
def undo(
    number: Number,
    before_sheet: Annotated[
        int | None, typer.Option(metavar="K", help="Back to before this sheet; without it, a list of them.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; both players read it.")] = "",
    look: Annotated[bool, typer.Option("--look", help="Only show what would be taken back.")] = False,
    by_referee: ByReferee = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the open proposal away.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Take a game back, by consent of all or by the referee's word."""
    from adjudicator.commands import settle

    wish = settle.Back(before_sheet, reason, look, by_referee, withdraw)
    settle.undo(desk, number, wish, as_json)


@app.command(epilog='Example:  hexpost player 1 koniev --replace "Carl <carl@example.org>"')
def player(
    number: Number,
    side: Annotated[str, typer.Argument(metavar="[SIDE]", help="Whose player; all are listed if none.")] = "",
    replace: Annotated[str, typer.Option(metavar="ADDRESS", help="Another plays the side.")] = "",
    rename: Annotated[str, typer.Option(metavar="NAME", help="The player is called otherwise.")] = "",
    add: Annotated[str, typer.Option(metavar="ADDRESS", help="He writes from this address too.")] = "",
    change: Annotated[str, typer.Option(metavar="OLD=NEW", help="One address for another.")] = "",
    remove: Annotated[str, typer.Option(metavar="ADDRESS", help="This address counts no more.")] = "",
    substitute: Annotated[str, typer.Option(metavar="ADDRESS", help="Somebody stands in for him.")] = "",
    no_substitute: Annotated[bool, typer.Option("--no-substitute", help="Nobody does any more.")] = False,
    leave: Annotated[bool, typer.Option("--leave", help="Nobody plays the side until another does.")] = False,
    away: Annotated[str, typer.Option(metavar="FROM..TO", help="Days on which his deadlines wait.")] = "",
    back: Annotated[bool, typer.Option("--back", help="He is back earlier.")] = False,
    observe: Annotated[str, typer.Option(metavar="ADDRESS", help="Somebody watches the game.")] = "",
    unobserve: Annotated[str, typer.Option(metavar="ADDRESS", help="He watches no more.")] = "",
    name: Annotated[str, typer.Option(help="The name of who is new, as all read it.")] = "",
    until: Annotated[str, typer.Option(metavar="DAY", help="Until when a substitute stands in.")] = "",
    alone: Annotated[bool, typer.Option("--alone", help="The substitute alone writes till then.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Change who plays, stands in, watches or is away; or list them."""
    from adjudicator.commands import people

    wish = people.Wish(
        replace, rename, add, change, remove, substitute, no_substitute, leave, away, back, observe,
        unobserve, side, name, until, alone,
    )  # fmt: skip
    people.player(desk, number, wish, as_json)


@app.command(epilog='Example:  hexpost pause 1 --reason "the referee is on holiday"')
def pause(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why; both players read it.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Let no deadline of a game run; orders are still taken."""
    from adjudicator.commands import timing

    timing.pause(desk, number, reason, as_json)


@app.command(epilog="Example:  hexpost resume 1")
def resume(number: Number, desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Let the deadlines of a paused game run on."""
    from adjudicator.commands import timing

    timing.resume(desk, number, as_json)


@app.command(epilog="Example:  hexpost deadline 1 --side koniev --extend 3")
def deadline(
    number: Number,
    days: Annotated[str, typer.Option(metavar="N", help="Days for each question from now on.")] = "",
    silence: Annotated[str, typer.Option(metavar="MEANING", help="remind, default, pass or forfeit.")] = "",
    days_of_week: Annotated[str, typer.Option(metavar="DAYS", help="Days on which one may fall.")] = "",
    hour: Annotated[str, typer.Option(metavar="HH:MM", help="At what hour of the player's day.")] = "",
    remind_before: Annotated[str, typer.Option(metavar="N", help="A word so many days before.")] = "",
    reports: Annotated[str, typer.Option(metavar="WHEN", help="at once, when asked or daily.")] = "",
    side: Annotated[str, typer.Option(metavar="SIDE", help="Whose present deadlines are moved.")] = "",
    extend: Annotated[str, typer.Option(metavar="N", help="So many days more for what is asked.")] = "",
    until: Annotated[str, typer.Option(metavar="DAY", help="Until this day for what is asked.")] = "",
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Show the deadlines of a game, set them, or grant more time."""
    from adjudicator.commands import timing

    wish = timing.Wish(days, silence, days_of_week, hour, remind_before, reports, side, extend, until)
    timing.deadline(desk, number, wish, as_json)


@desk_app.command("recode", epilog="Example:  hexpost desk recode 1 koniev")
def desk_recode(
    number: Number,
    side: Annotated[str, typer.Argument(metavar="SIDE", help="Whose reply code leaked.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Make a side's reply code anew, at once and for all turns to come."""
    from adjudicator.commands import people

    people.recode(desk, number, side, as_json)


@app.command(epilog="Example:  hexpost check orders.txt --bundle game-1-zhukov.bundle.json")
def check(
    sheet: Annotated[
        Path, typer.Argument(metavar="SHEET", help="The orders: a text file, a mail, or a .vlog.")
    ],
    bundle: Annotated[Path | None, typer.Option(metavar="F", help="Your last .bundle.json.")] = None,
    trust: Trust = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Try an order sheet at home, without dice."""
    from adjudicator.commands import prove

    prove.check(sheet, bundle, desk, as_json, trust)


@app.command(epilog="Example:  hexpost rehearse lebus.toml --json")
def rehearse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The rehearsal, a TOML file.")],
    side: Side = "",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Put a position, orders and dice in; see the rulings and what follows."""
    from adjudicator.commands import rehearsals

    rehearsals.rehearse(file, side, trust, as_json)


@app.command(epilog="Example:  hexpost play raceforberlin --bots random --games 10 --seed 1")
def play(
    game: Game,
    bots: Annotated[str, typer.Option(help="Who plays: random; some games have others, too.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play whole games, checking the position throughout."""
    from adjudicator.commands import rehearsals

    rehearsals.play(game, bots, games, seed, as_json)


@app.command(epilog="Example:  hexpost replay 1 --desk mydesk")
def replay(
    number: Number,
    with_current_rules: Annotated[
        bool, typer.Option("--with-current-rules", help="Show what today's rules would judge differently.")
    ] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Rebuild a game from its journal and compare."""
    from adjudicator.commands import prove

    (prove.rejudge if with_current_rules else prove.replay)(desk, number, as_json)


@app.command(epilog="Example:  hexpost audit 1 --secret secret.txt --desk mydesk")
def audit(
    number: Number,
    secret: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The published secret; else the desk's own.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Work out every die again after the game."""
    from adjudicator.commands import prove

    prove.audit(desk, number, secret, as_json)


@app.command("export", epilog="Example:  hexpost export 1 --out game.jsonl --desk mydesk")
def export(
    number: Number,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write a game as lines of JSON, for another desk."""
    from adjudicator.commands import archives

    archives.export(desk, number, out, as_json)


@app.command("import", epilog="Example:  hexpost import game.jsonl --desk otherdesk")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `hexpost export` wrote.")],
    rules: Annotated[
        Path | None, typer.Option("--game", metavar="DIR", help="The folder of a game of one's own.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Take a game from another desk, once all of it is verified."""
    from adjudicator.commands import archives

    archives.import_(desk, file, rules, as_json)
