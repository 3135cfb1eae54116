"""The front door: one command, `hexpost`, which opens the packages' own commands and nothing else.

No package is imported before one of its commands is used, so that `hexpost --help` answers at once. The line
it shows for a command is therefore written here, and tests/test_front_door.py holds it to the command's own.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

BUG, INTERRUPTED = 3, 130
HELP = ["-h", "--help"]


class Door(NamedTuple):
    """One line of `hexpost --help`: the panel it stands in, the module that holds it, and what it does."""

    panel: str
    module: str
    says: str


PLAY, MAKE, DESK, KEEP = "Look around", "Make a game", "Run a referee's desk", "Try out and verify"

# What is behind each door: a package's own command line (`hexpost map ...`) or one of the adjudicator's.
GROUPS: dict[str, Door] = {
    "map": Door(MAKE, "maps.cli", "The map: draw it, check it, trace it from a scan."),
    "counters": Door(
        MAKE, "counters.cli", "The counters: make them from a spreadsheet of units, check and print them."
    ),
    "module": Door(MAKE, "builder.cli", "The VASSAL module: build it, check it, read saved games."),
}
COMMANDS: dict[str, Door] = {
    "demo": Door(
        PLAY,
        "adjudicator.cli",
        "Play a game's first orders by email, with map and module, and name the files to open first.",
    ),
    "games": Door(
        PLAY,
        "adjudicator.cli",
        "List the games you can play, how much of each rulebook is enforced, and placeholders.",
    ),
    "rule": Door(
        PLAY, "adjudicator.cli", "Show our summary of a rule, where it is enforced and how it is tested."
    ),
    "new-game": Door(MAKE, "adjudicator.cli", "Create a working starter game of your own."),
    "print": Door(
        MAKE,
        "adjudicator.cli",
        "Print a game: counters, map, charts and order forms, with assembly instructions.",
    ),
    "desk": Door(DESK, "adjudicator.cli", "Set up and run your desk: the folder with your games and mail."),
    "open": Door(DESK, "adjudicator.cli", "Open a game on the desk and invite its players."),
    "post": Door(DESK, "adjudicator.cli", "Read new mail, adjudicate orders, and send what is due."),
    "pages": Door(
        DESK,
        "adjudicator.cli",
        "Write games as web pages to step through: one set for each side, one for observers.",
    ),
    "show": Door(DESK, "adjudicator.cli", "Show a game's current situation."),
    "report": Door(
        DESK,
        "adjudicator.cli",
        "Write a player's report again, as text or as a log to step through in VASSAL.",
    ),
    "remind": Door(DESK, "adjudicator.cli", "Remind the players whose move it is."),
    "correct": Door(DESK, "adjudicator.cli", "Correct a game, on the record and with notice to all sides."),
    "player": Door(
        DESK,
        "adjudicator.cli",
        "List a game's players, or change who plays, substitutes, observes or is away.",
    ),
    "deadline": Door(DESK, "adjudicator.cli", "Show or set a game's deadlines, or grant more time."),
    "pause": Door(DESK, "adjudicator.cli", "Stop a game's deadlines. Players may still send orders."),
    "resume": Door(DESK, "adjudicator.cli", "Restart the deadlines of a paused game."),
    "export": Door(DESK, "adjudicator.cli", "Export a game as JSON lines, for another desk."),
    "import": Door(DESK, "adjudicator.cli", "Import a game from another desk, after verifying all of it."),
    "undo": Door(
        DESK, "adjudicator.cli", "Roll a game back, by agreement of all players or by the referee's decision."
    ),
    "close": Door(
        DESK, "adjudicator.cli", "End a game, by agreement of all players or by the referee's decision."
    ),
    "check": Door(
        KEEP,
        "adjudicator.cli",
        "Try out orders in a dry run: nothing is sent or recorded, and no dice are rolled.",
    ),
    "rehearse": Door(
        KEEP,
        "adjudicator.cli",
        "Try a position, orders and die rolls of your own, and see the rulings and results.",
    ),
    "play": Door(KEEP, "adjudicator.cli", "Let bots play whole games, and check every position."),
    "replay": Door(
        KEEP, "adjudicator.cli", "Rebuild a game from its journal, and compare it with the original."
    ),
    "audit": Door(KEEP, "adjudicator.cli", "Check every die roll again after the game."),
}


WRONG_USAGE: type[Exception] = typer.BadParameter.__mro__[2]
"""What typer raises for any line that it cannot read: the class is click's, or typer's own copy of it."""


ALSO: dict[str, tuple[str, str]] = {
    "map": ("workbench.cli", "map_app"),
    "counters": ("workbench.cli", "counters_app"),
    "module": ("adjudicator.module_cli", "module_app"),
}
"""Commands of another package in a group: those of the page on which a maker clicks, or that need a game."""


@cache
def _group(module: str, app: str = "app") -> TyperGroup:
    """The commands of a module, imported and put together once."""
    return typer.main.get_group(getattr(importlib.import_module(module), app))


@cache
def _one(module: str, name: str) -> Any:
    """One command of a module, put together without those beside it: all of them take longer than most do."""
    whole = importlib.import_module(module).app
    alone = typer.Typer(rich_markup_mode=whole.rich_markup_mode)
    alone.registered_commands = [one for one in whole.registered_commands if _name(one) == name]
    alone.registered_groups = [one for one in whole.registered_groups if one.name == name]
    return typer.main.get_group(alone).commands[name]


def _name(command: Any) -> str:
    """What is typed for a command: as it says, or as its function is called."""
    return str(command.name or typer.main.get_command_name(command.callback.__name__))


@cache
def _whole_group(name: str) -> TyperGroup:
    """The commands of a group, with those of another package among them."""
    group = _group(GROUPS[name].module)
    if name in ALSO:
        group.commands.update(_group(*ALSO[name]).commands)
    return group


class Behind(TyperCommand):
    """A command imported only when it is used; until then it answers for its name and its line of help."""

    def __init__(self, name: str, door: Door) -> None:
        super().__init__(name, help=door.says, short_help=door.says, rich_help_panel=door.panel)
        self.door = door

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to the command itself, which parses its arguments and is what runs."""
        return self.command().make_context(info_name, args, parent=parent, **extra)

    def command(self) -> Any:
        """The command itself, imported now."""
        name = str(self.name)
        found = _whole_group(name) if name in GROUPS else _one(self.door.module, name)
        _name_values(found)
        return found


def _name_values(command: Any) -> None:
    """Let the help of a command, and of those below it, name what an option takes, not its type in Python."""
    for one in command.get_params(typer.Context(command, help_option_names=HELP)):
        if isinstance(one, TyperArgument):
            one.type = copy(one.type)  # all arguments of a kind share one
            one.type.get_metavar = lambda *told, **more: ""  # type: ignore[method-assign]
        elif isinstance(one, TyperOption) and one.metavar is None:
            one.metavar = "" if one.is_flag else one.opts[0].lstrip("-").upper()
    for below in getattr(command, "commands", {}).values():
        _name_values(below)


class FrontDoor(TyperGroup):
    """The group whose commands are all still behind their doors."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, door in (COMMANDS | GROUPS).items():
            self.add_command(Behind(name, door))

    def make_context(self, *told: Any, **extra: Any) -> Any:
        """Read the line that was typed; what is wrong with it is said within bounds."""
        with _within_bounds():
            return super().make_context(*told, **extra)

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own options, which take nothing."""
        own = super().get_params(ctx)
        for one in own:
            one.metavar = ""
        return own

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed. One that is missing here may be in a group, such as `desk connect`."""
        try:
            return super().resolve_command(ctx, args)
        except WRONG_USAGE as wrong:
            below = [f"'{name} {args[0]}'" for name in (*GROUPS, "desk") if args[0] in self._below(name)]
            if below:
                said = f"No such command '{args[0]}'. Did you mean {' or '.join(below)}?"
                wrong.message = said  # type: ignore[attr-defined]
            raise

    def _below(self, name: str) -> Any:
        command = self.commands[name]
        return command.command().commands if isinstance(command, Behind) else {}

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was typed; what is wrong with its line is said within bounds."""
        with _within_bounds():
            return super().invoke(ctx)


@contextmanager
def _within_bounds() -> Iterator[None]:
    """Let a complaint about the line that was typed quote no more of it than somebody reads."""
    try:
        yield
    except WRONG_USAGE as wrong:
        from files.messages import bounded

        wrong.message = bounded(wrong.message)  # type: ignore[attr-defined]
        raise


app = typer.Typer(
    cls=FrontDoor,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": HELP},
    epilog="Start with:  hexpost demo\n\nYour own game:  hexpost new-game mygame",
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        commit = _commit()
        print(f"hexpost {version('hexpost')}" + (f" (commit {commit})" if commit else ""))
        raise typer.Exit


def _commit() -> str:
    """The commit that this hexpost was built from, or that its folder is at, where either is known."""
    here = Path(__file__).resolve().parent
    if (here / "files" / "commit.txt").exists():
        return (here / "files" / "commit.txt").read_text(encoding="utf-8").strip()
    if not (here / ".git").exists():
        return ""
    import subprocess

    try:
        git = ["git", "-C", str(here), "rev-parse", "--short=12", "HEAD"]
        return subprocess.run(git, capture_output=True, encoding="utf-8", check=False).stdout.strip()
    except OSError:
        return ""


@app.callback()
def hexpost(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Play wargames by email (PBEM) with a program that knows the rules. Make maps, counters and modules."""


def main() -> None:
    """Run one command: exit 0 done, 1 the input is at fault, 2 wrong usage, 3 our fault, 130 interrupted."""
    _speak_utf8()
    try:
        app(prog_name="hexpost")
    except SystemExit as end:
        sys.exit(_flushed(end.code))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as fault:  # nobody sees a traceback, whatever went wrong
        sys.exit(_flushed(_explain(fault)))


def _speak_utf8() -> None:
    """Names such as Müncheberg must not stop a Windows console that speaks an old code page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _flushed(code: str | int | None) -> str | int | None:
    """The exit code, once what was printed is out; a reader who went away (`| head`) is nobody's fault, and a
    fault that is told already is not told again."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as wrong:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code or _explain(wrong)
    return code


def _explain(fault: Exception) -> int:
    """Say on stderr what is wrong and whose fault it is; the exit code."""
    from files.messages import bounded

    said = _fault_of_the_input(fault)
    if said:
        print(bounded(said), file=sys.stderr)
        return 1
    print(bounded(f"hexpost made a mistake of its own: {type(fault).__name__}: {fault}"), file=sys.stderr)
    if os.environ.get("HEXPOST_DEBUG"):
        print(f"The details are in {_written(fault)}", file=sys.stderr)
    else:
        print("Set HEXPOST_DEBUG=1 and run it again to get the details for a bug report.", file=sys.stderr)
    return BUG


EXTRAS = {"scipy": "scan", "skimage": "scan", "pypdfium2": "scan", "bottle": "workbench"}
"""Libraries that only those install who read scans, or open the workbench, and the extra that has them."""


def _fault_of_the_input(fault: Exception) -> str:
    """What to tell the user about an input at fault; "" if the fault is ours.

    A path that fails was named by the user.
    """
    from files.faults import is_of_input

    if is_of_input(fault):
        return str(fault)
    if isinstance(fault, ModuleNotFoundError) and fault.name in EXTRAS:
        extra = EXTRAS[fault.name]
        what = "The workbench" if extra == "workbench" else "Reading scans"
        return (
            f"{what} needs {fault.name}. In hexpost's folder, type: "
            f'python3 -m pipx install --force ".[{extra}]"'
        )
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror}"
    if isinstance(fault, OSError) and _is_of_the_disk(fault):
        return f"A file cannot be written: {fault.strerror}"
    return _slip(fault)


def _slip(fault: Exception) -> str:
    """What went wrong in the rules of a game folder, with the line; "" if it was elsewhere."""
    from adjudicator.catalogue import slip

    return slip(fault)


def _is_of_the_disk(fault: OSError) -> bool:
    """Whether a disk is full, read-only or broken: libraries do not say which file it was."""
    no_room = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM)
    return fault.errno in no_room or "No usable temporary directory" in str(fault)


def _written(fault: Exception) -> Path:
    """The file, in the system's folder for temporary files, that now holds the traceback."""
    number, name = tempfile.mkstemp(prefix="hexpost-", suffix=".txt")
    os.close(number)
    Path(name).write_text("".join(traceback.format_exception(fault)), encoding="utf-8", newline="\n")
    return Path(name)


if __name__ == "__main__":
    main()
