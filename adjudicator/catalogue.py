"""Which games there are: packages under adjudicator/games, and folders with rules/__init__.py in them.

A package that has a record can be played, and is on the list once it has a README that teaches it.

A game is imported when it is asked for, never before, so that the desk starts quickly.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import linecache
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from adjudicator.game import Game
from adjudicator.rulings import cited_as
from files.characters import shown
from files.faults import is_of_input
from files.nearest import did_you_mean, nearest
from maps.space import slug

GAMES = Path(__file__).parent / "games"
OWN = "hexpost_game_"
"""How the modules of game folders begin."""


class NoSuchGame(Exception):
    """No game of this name, or one without rules; the message says what there is."""

    exit_code = 1


def game_names() -> tuple[str, ...]:
    """The bundled games on the list, by the names of their folders; none is imported."""
    return tuple(sorted(file.parent.name for file in GAMES.glob("*/README.md")))


def titles() -> dict[str, str]:
    """The title of each game on the list, as its README has it."""
    texts = {name: (GAMES / name / "README.md").read_text(encoding="utf-8") for name in game_names()}
    heads = {name: text.partition("\n")[0].removeprefix("# ") for name, text in texts.items()}
    return {name: head.partition(", as")[0] for name, head in heads.items()}


def by_title(text: str) -> str:
    """The name of the bundled game that has this name or title, however it is written; else the text as it
    is: a folder, a module, or nothing."""
    called = {slug(told): name for name, title in titles().items() for told in (name, title)}
    return text if Path(text).exists() else called.get(slug(text), text)


def is_bundled(name: str | Path) -> bool:
    """Whether this is the name of a bundled game, and not a folder of somebody's own."""
    return str(name).isidentifier() and (GAMES / name / "record.py").is_file()


def is_module(name: str | Path) -> bool:
    """Whether a game is a published module, named by its file; behind "#" stand the sides that are played."""
    return str(name).partition("#")[0].endswith(".vmod")


def runs_rules(name: str) -> bool:
    """Whether a game is rules in a folder, which are a program: not one that comes along, and no module."""
    return not is_bundled(name) and not is_module(name)


def found_at(name: str, where: Path) -> str:
    """The name of a game whose folder or module is at another place than its name says."""
    _, sign, more = name.partition("#")
    return f"{where.resolve()}{sign}{more}"


class BrokenRules(NoSuchGame):
    """The rules in a folder cannot be loaded; the message says in which line of them, and why."""


class Untrusted(NoSuchGame):
    """A file names a game in a folder, whose rules are a program, and nobody said that it may run."""


def game_of_file(name: str, trust: bool = False) -> Game:
    """The game that a file of somebody else's names: one that comes with hexpost, or with `trust` any.

    Raises NoSuchGame, and Untrusted for a folder without `trust`; nothing in the folder is opened then.
    """
    if trust or is_bundled(name) or not (_has_rules(Path(name)) or _has_map(Path(name))):
        return find_game(name)
    raise Untrusted(
        f"the file names the game folder {shown(name)!r}. Rules in a folder are a program, and may do "
        "whatever you may. If you know whose they are, type the command again with --trust"
    )


def find_game(name: str | Path) -> Game:
    """A bundled game by its name, or the game in a folder; one without rules is kept in books.

    Raises NoSuchGame with the nearest name, and BrokenRules for a folder whose rules do not load.
    """
    if is_module(name):
        from adjudicator.tabletop.record import game_of  # modules are read for such a game alone

        return game_of(str(name))
    if is_bundled(name):
        module = importlib.import_module(f"adjudicator.games.{name}")
    elif _has_rules(Path(name)):
        module = _from_folder(Path(name))
    elif _has_map(Path(name)):
        from adjudicator.bookkeeping import Books  # maps and rosters are read for such a game alone

        return Books(Path(name)).game()
    else:
        raise NoSuchGame(_not_found(str(name)))
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise NoSuchGame(f"{name}: its rules define no GAME; see CONTRIBUTING.md")
    cited_as(module.__name__, game.name)
    return game


def _has_rules(folder: Path) -> bool:
    return (folder / "rules" / "__init__.py").is_file()


def _has_map(folder: Path) -> bool:
    return (folder / "map" / "map.toml").is_file()


def _from_folder(folder: Path) -> ModuleType:
    """The rules of a game folder as a module of their own, imported once."""
    name = f"{OWN}{folder.resolve().name}"
    file = folder.resolve() / "rules" / "__init__.py"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(file):
        return known
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:  # a folder's rules may raise anything
        del sys.modules[name]
        if is_of_input(wrong):
            raise
        raise BrokenRules(f"{_line_of(wrong, file.parent)}: {told(wrong)}") from wrong
    except BaseException:  # interrupted: half a module is none
        del sys.modules[name]
        raise
    return module


def slip(fault: Exception) -> str:
    """The last line of a folder's own rules on the way to a fault and the one that called it, or the function
    there that was called with other arguments than it takes, and what went wrong; "" if none was."""
    own = [
        (frame, line)
        for frame, line in traceback.walk_tb(fault.__traceback__)
        if str(frame.f_globals.get("__name__")).startswith(OWN)
    ]
    places = [f"{frame.f_code.co_filename}:{line}" for frame, line in own]
    if places and isinstance(fault, SyntaxError) and fault.filename:
        return f"{fault.filename}:{fault.lineno}: {told(fault)}"
    if places:
        caller = f" (called from {places[-2]})" if places[1:] else ""
        return f"{places[-1]}: {told(fault)}{caller}"
    called = re.match(r"(\w+)\(\) (takes|missing)", str(fault) if isinstance(fault, TypeError) else "")
    modules = [module for name, module in sys.modules.items() if name.startswith(OWN)]
    for function in (vars(module).get(called[1]) for module in modules if called):
        if isinstance(function, FunctionType) and is_own(function):
            code = function.__code__
            return f"{code.co_filename}:{code.co_firstlineno}: {told(fault)}"
    return handed(fault)


def handed(fault: Exception) -> str:
    """The function of a folder's rules that a part of the game called where a fault arose, and what it has to
    return: it returned nothing, or something else; "" where no part called one."""
    for frame, line in reversed(list(traceback.walk_tb(fault.__traceback__))):
        part, code = frame.f_locals.get("self"), frame.f_code
        if not isinstance(fault, TypeError | ValueError | AttributeError) or not is_dataclass(part):
            continue
        kinds = {one.name: str(one.type) for one in fields(part) if one.name in code.co_names}
        called = {name: getattr(part, name) for name in kinds if is_own(getattr(part, name))}
        here = set(re.findall(r"self\.(\w+)\(", linecache.getline(code.co_filename, line))) & called.keys()
        for name in sorted(here or called):
            own, kind = called[name].__code__, re.fullmatch(r"Callable\[\[(.*)\], (.*)\]", kinds[name])
            right = f", which takes ({kind[1]}) and returns {kind[2]}" if kind else ""
            at = f"{own.co_filename}:{own.co_firstlineno}"
            return f"{at}: the {name} of {type(part).__name__}{right}: {told(fault)}"
    return ""


def is_own(function: object) -> bool:
    """Whether a function is from the rules of a folder."""
    return isinstance(function, FunctionType) and function.__module__.startswith(OWN)


def told(fault: Exception) -> str:
    """An error of rules in a line; of an argument that nothing takes, with the likest that is taken."""
    text = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    found = re.match(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'", text)
    kinds = (frame.f_globals.get(found[1]) for frame, _ in traceback.walk_tb(fault.__traceback__) if found)
    known: Mapping[str, object] = next(
        (inspect.signature(kind).parameters for kind in kinds if isinstance(kind, type)), {}
    )
    hint = did_you_mean(nearest(found[2], known, 1), "; ") if found else ""
    return f"{type(fault).__name__}: {text}{hint}"


def _line_of(wrong: Exception, rules: Path) -> str:
    """The last line of a folder's own rules that was carried out when something went wrong, as file:line."""
    if isinstance(wrong, SyntaxError) and wrong.filename:
        return f"{wrong.filename}:{wrong.lineno}"
    frames = traceback.extract_tb(wrong.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(rules)]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else str(rules)


def _not_found(name: str) -> str:
    known = game_names()
    near = nearest(name, [*known, *titles().values()], 1, 0.5)
    hint = did_you_mean(near) or f"there are: {', '.join(known) or 'none'}"
    return f"no game is called {name!r}, and no folder {name!r} holds a map/map.toml or rules; {hint}"
