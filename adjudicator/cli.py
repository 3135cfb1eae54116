"""The adjudicator's own commands. Each imports what it needs when it is used, and nothing before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.desk_cli import HERE, AsJson, Desk, Game, Trust, desk_app, named
from counters.sheets.options import SheetOptions, with_sheet_options

app = typer.Typer(no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="N", help="The game's number on your desk.")]
Side = Annotated[str, typer.Option("--as", metavar="SIDE", help="Show only what this side may know.")]
ByReferee = Annotated[bool, typer.Option("--by-referee", help="Do it at once, without asking the players.")]


@app.command(epilog="Example:  hexpost demo koenigsberg45")
def demo(
    game: Game = "raceforberlin",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", help="The folder for the files it writes.", show_default="demo/GAME"
        ),
    ] = None,
) -> None:
    """Play a game's first orders by email, with map and module, and name the files to open first."""
    from adjudicator.demo import run

    run(game, out or Path("demo") / Path(game).resolve().name)


@app.command(epilog="Example:  hexpost games --json")
def games(as_json: AsJson = False) -> None:
    """List the games you can play, how much of each rulebook is enforced, and placeholders."""
    from adjudicator.commands import shelf

    shelf.games(as_json)


@app.command(epilog="Example:  hexpost rule raceforberlin 4.2.1")
def rule(
    game: Game,
    number: Annotated[
        str,
        typer.Argument(
            metavar="RULE", help="A clause, such as 7.2.2.a.", show_default="those without code or tests"
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show our summary of a rule, where it is enforced and how it is tested."""
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
            "--out", "-o", metavar="DIR|F.pdf", help="A folder, or one PDF.", show_default="GAME-print"
        ),
    ] = None,
    dpi: Annotated[int, typer.Option(min=72, max=300, help="Dots per inch of the map.")] = 150,
    poster: Annotated[bool, typer.Option(help="Print the map on one page of its own size.")] = False,
) -> None:
    """Print a game: counters, map, charts and order forms, with assembly instructions."""
    from adjudicator.commands import printing

    printing.kit(game, out, options, dpi, poster)


@app.command("new-game", epilog="Example:  hexpost new-game mygame --hexes 12x10 --rules")
def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A short name in lowercase: a to z, then also digits.")
    ],
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to create.", show_default="NAME")
    ] = None,
    hexes: Annotated[
        str,
        typer.Option(metavar="COLSxROWS", help="A hex map of this size, such as 12x10, instead of areas."),
    ] = "",
    rules: Annotated[
        bool,
        typer.Option(
            "--rules", help="Movement rules and a test, for --hexes or areas. Without it: no rules."
        ),
    ] = False,
) -> None:
    """Create a working starter game of your own."""
    from adjudicator.commands import stub

    stub.new_game(name, folder or Path(name), hexes, rules)


app.add_typer(desk_app, name="desk")


@app.command(
    "open", epilog="Example:  hexpost open raceforberlin --player zhukov=a@b.eu --player koniev=c@d.eu"
)
def open_(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game's name, title or folder, or a module.", callback=named),
    ],
    player: Annotated[list[str], typer.Option(metavar="SIDE=ADDRESS", help="Who plays a side. Repeatable.")],
    scenario: Annotated[
        str,
        typer.Option("--scenario", "--setup", metavar="NAME|FILE", help="A set-up by name, or a saved game."),
    ] = "",
    house_rule: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="For a VASSAL module, such as own-side. Repeatable."),
    ] = None,
    extension: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="For a VASSAL module (.vmdx). Repeatable.")
    ] = None,
    observer: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="An observer. Repeatable.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Open a game on the desk and invite its players.

    The invitations wait in the desk's outbox/new/ for the next `hexpost post`."""
    from adjudicator.commands import opening

    opening.open_(game, player, scenario, desk, as_json, house_rule or (), extension or (), observer or ())


@app.command(epilog="Example:  hexpost post --desk mydesk --watch")
def post(
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Keep running, and answer mail as it arrives. End with Ctrl+C."),
    ] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Read new mail, adjudicate orders, and send what is due.

    Without --watch, it does so once and ends. `hexpost desk service` lets your computer start it."""
    from adjudicator.commands import keep

    keep.post(desk, watch, as_json)


@app.command(epilog="Example:  hexpost pages --desk mydesk")
def pages(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="N...", help="Numbers of games.", show_default="all")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="A folder.", show_default="pages/ in the desk"),
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write games as web pages to step through: one set for each side, one for observers."""
    from adjudicator.commands import paging

    paging.pages(desk, numbers or [], out, as_json)


@app.command(epilog="Example:  hexpost show 1 --as koniev --desk mydesk")
def show(number: Number, side: Side = "", desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Show a game's current situation."""
    from adjudicator.commands import look

    look.show(desk, number, side, as_json)


@app.command(epilog="Example:  hexpost report 1 --as koniev --turn 2 --desk mydesk")
def report(
    number: Number,
    side: Side = "",
    turn: Annotated[
        int | None, typer.Option(help="All reports of this turn.", show_default="the newest")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Write .eml files, with pictures, to this folder."),
    ] = None,
    vlog: Annotated[
        Path | None, typer.Option(metavar="F", help="Write them as a VASSAL log. Needs --as.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Write a player's report again, as text or as a log to step through in VASSAL."""
    from adjudicator.commands import look

    if vlog is not None:
        look.write_course(desk, number, side, turn, vlog)
    else:
        look.report(desk, number, side, turn, out, as_json)


@app.command(epilog="Example:  hexpost remind --desk mydesk")
def remind(
    number: Annotated[
        int | None, typer.Argument(metavar="N", help="The game's number.", show_default="all")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Remind the players whose move it is."""
    from adjudicator.commands import keep

    keep.remind(desk, number, as_json)


@app.command(epilog='Example:  hexpost correct 1 --unit 712 --at seelow --steps 1 --reason "misread email"')
def correct(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why. All players read it.")],
    unit: Annotated[str, typer.Option(metavar="ID", help="The unit to correct.")] = "",
    at: Annotated[str, typer.Option(metavar="SPACE", help="The unit's location.")] = "",
    steps: Annotated[int | None, typer.Option(min=0, help="The unit's remaining steps.")] = None,
    flag: Annotated[
        list[str] | None, typer.Option(help='The unit\'s markers from now on; "" for none.')
    ] = None,
    track: Annotated[
        list[str] | None, typer.Option(metavar="NAME=N", help="Move a track's marker to N.")
    ] = None,
    control: Annotated[
        list[str] | None, typer.Option(metavar="SPACE=SIDE", help="Give a space to a side.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Correct a game, on the record and with notice to all sides."""
    from adjudicator.commands.mend import Mend
    from adjudicator.commands.mend import correct as mend

    flags = tuple(flag) if flag is not None else None
    mend(desk, number, Mend(reason, unit, at, steps, flags, track or (), control or ()), as_json)


@app.command(epilog='Example:  hexpost close 1 --reason "both players are tired of it" --draw')
def close(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why. All players read it.")] = "",
    winner: Annotated[str, typer.Option(metavar="SIDE", help="The winner.")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="End in a draw.")] = False,
    by_referee: ByReferee = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw the open proposal.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """End a game, by agreement of all players or by the referee's decision."""
    from adjudicator.commands import settle

    settle.close(desk, number, settle.End(reason, winner, draw, by_referee, withdraw), as_json)


@app.command(epilog="Example:  hexpost undo 1 --before-orders 12 --desk mydesk")
def undo(
    number: Number,
    before: Annotated[
        int | None,
        typer.Option(
            "--before-orders",
            "--before-sheet",
            metavar="K",
            help="Roll back to before these orders.",
            show_default="list all",
        ),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why. All players read it.")] = "",
    look: Annotated[
        bool, typer.Option("--preview", "--look", help="Only show what would be undone.")
    ] = False,
    by_referee: ByReferee = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw the open proposal.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Roll a game back, by agreement of all players or by the referee's decision."""
    from adjudicator.commands import settle

    wish = settle.Back(before, reason, look, by_referee, withdraw)
    settle.undo(desk, number, wish, as_json)


@app.command(epilog='Example:  hexpost player 1 koniev --replace "Carl <carl@example.org>"')
def player(
    number: Number,
    side: Annotated[
        str, typer.Argument(metavar="SIDE", help="The player's side.", show_default="list all")
    ] = "",
    replace: Annotated[str, typer.Option(metavar="ADDRESS", help="Give the side to a new player.")] = "",
    rename: Annotated[str, typer.Option(metavar="NAME", help="Change the player's name.")] = "",
    add: Annotated[str, typer.Option(metavar="ADDRESS", help="Add an address to write from.")] = "",
    change: Annotated[str, typer.Option(metavar="OLD=NEW", help="Replace an address.")] = "",
    remove: Annotated[str, typer.Option(metavar="ADDRESS", help="Remove an address.")] = "",
    substitute: Annotated[str, typer.Option(metavar="ADDRESS", help="Name a substitute.")] = "",
    no_substitute: Annotated[bool, typer.Option("--no-substitute", help="End the substitution.")] = False,
    leave: Annotated[bool, typer.Option("--leave", help="Make the side vacant.")] = False,
    away: Annotated[str, typer.Option(metavar="FROM..TO", help="Days away. Deadlines wait.")] = "",
    back: Annotated[bool, typer.Option("--back", help="The player is back early.")] = False,
    observe: Annotated[str, typer.Option(metavar="ADDRESS", help="Add an observer.")] = "",
    unobserve: Annotated[str, typer.Option(metavar="ADDRESS", help="Remove an observer.")] = "",
    name: Annotated[str, typer.Option(help="Name of the new person, as everyone sees it.")] = "",
    until: Annotated[str, typer.Option(metavar="DAY", help="When the substitution ends.")] = "",
    alone: Annotated[bool, typer.Option("--alone", help="Only the substitute may send orders.")] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """List a game's players, or change who plays, substitutes, observes or is away."""
    from adjudicator.commands import people

    wish = people.Wish(
        replace, rename, add, change, remove, substitute, no_substitute, leave, away, back, observe,
        unobserve, side, name, until, alone,
    )  # fmt: skip
    people.player(desk, number, wish, as_json)


@app.command(epilog='Example:  hexpost pause 1 --reason "the referee is on holiday"')
def pause(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why. All players read it.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Stop a game's deadlines. Players may still send orders."""
    from adjudicator.commands import timing

    timing.pause(desk, number, reason, as_json)


@app.command(epilog="Example:  hexpost resume 1")
def resume(number: Number, desk: Desk = HERE, as_json: AsJson = False) -> None:
    """Restart the deadlines of a paused game."""
    from adjudicator.commands import timing

    timing.resume(desk, number, as_json)


@app.command(epilog="Example:  hexpost deadline 1 --side koniev --extend 3")
def deadline(
    number: Number,
    days: Annotated[str, typer.Option(metavar="N", help="Days to answer each question from now on.")] = "",
    silence: Annotated[
        str, typer.Option(metavar="MEANING", help="If no answer arrives: remind, default, pass or forfeit.")
    ] = "",
    days_of_week: Annotated[str, typer.Option(metavar="DAYS", help="Days on which deadlines may fall.")] = "",
    hour: Annotated[str, typer.Option(metavar="HH:MM", help="The hour, in the player's time zone.")] = "",
    remind_before: Annotated[
        str, typer.Option(metavar="N", help="Send a reminder this many days before.")
    ] = "",
    reports: Annotated[str, typer.Option(metavar="WHEN", help="at once, when asked or daily.")] = "",
    side: Annotated[
        str, typer.Option(metavar="SIDE", help="With --extend or --until: only this side's deadlines.")
    ] = "",
    extend: Annotated[str, typer.Option(metavar="N", help="Add days to the current deadlines.")] = "",
    until: Annotated[str, typer.Option(metavar="DAY", help="Move the current deadlines to this day.")] = "",
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Show or set a game's deadlines, or grant more time."""
    from adjudicator.commands import timing

    wish = timing.Wish(days, silence, days_of_week, hour, remind_before, reports, side, extend, until)
    timing.deadline(desk, number, wish, as_json)


@desk_app.command("recode", epilog="Example:  hexpost desk recode 1 koniev")
def desk_recode(
    number: Number,
    side: Annotated[str, typer.Argument(metavar="SIDE", help="The side whose reply code leaked.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Give a side a new reply code. The old one is no longer valid.

    A reply code, such as 7F3K-92QX, is in each order form, and proves whose orders they are."""
    from adjudicator.commands import people

    people.recode(desk, number, side, as_json)


@app.command(epilog="Example:  hexpost check orders.txt --bundle game-1-zhukov.bundle.json")
def check(
    sheet: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Your orders: a text file, an email (.eml) or a VASSAL log (.vlog)."
        ),
    ],
    bundle: Annotated[
        Path | None, typer.Option(metavar="F", help="The .bundle.json file from your latest report.")
    ] = None,
    trust: Trust = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Try out orders in a dry run: nothing is sent or recorded, and no dice are rolled."""
    from adjudicator.commands import prove

    prove.check(sheet, bundle, desk, as_json, trust)


@app.command(epilog="Example:  hexpost rehearse lebus.toml --json")
def rehearse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The rehearsal, a TOML file.")],
    side: Side = "",
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Try a position, orders and die rolls of your own, and see the rulings and results."""
    from adjudicator.commands import rehearsals

    rehearsals.rehearse(file, side, trust, as_json)


@app.command(epilog="Example:  hexpost play raceforberlin --bots random --games 10 --seed 1")
def play(
    game: Game,
    bots: Annotated[str, typer.Option(help="Their kind: random, or another that the game has.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play whole games, and check every position."""
    from adjudicator.commands import rehearsals

    rehearsals.play(game, bots, games, seed, as_json)


@app.command(epilog="Example:  hexpost replay 1 --desk mydesk")
def replay(
    number: Number,
    with_current_rules: Annotated[
        bool, typer.Option("--with-current-rules", help="Show what today's rules would decide differently.")
    ] = False,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Rebuild a game from its journal, and compare it with the original."""
    from adjudicator.commands import prove

    (prove.rejudge if with_current_rules else prove.replay)(desk, number, as_json)


@app.command(epilog="Example:  hexpost audit 1 --secret secret.txt --desk mydesk")
def audit(
    number: Number,
    secret: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The published secret.", show_default="the desk's own")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Check every die roll again after the game."""
    from adjudicator.commands import prove

    prove.audit(desk, number, secret, as_json)


@app.command("export", epilog="Example:  hexpost export 1 --out game.jsonl --desk mydesk")
def export(
    number: Number,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")],
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Export a game as JSON lines, for another desk."""
    from adjudicator.commands import archives

    archives.export(desk, number, out, as_json)


@app.command("import", epilog="Example:  hexpost import game.jsonl --desk otherdesk")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file from `hexpost export`.")],
    rules: Annotated[
        Path | None, typer.Option("--game", metavar="DIR", help="The folder of a game of your own.")
    ] = None,
    desk: Desk = HERE,
    as_json: AsJson = False,
) -> None:
    """Import a game from another desk, after verifying all of it."""
    from adjudicator.commands import archives

    archives.import_(desk, file, rules, as_json)
