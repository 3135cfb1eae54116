"""The house in figures: `make house`. Lines of each game, files of each question, modules of each folder,
circles of imports."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import grimp
import networkx

from adjudicator.catalogue import find_game, game_names

from . import PACKAGES

ROOT = Path(__file__).parent.parent
MOST_MODULES = 25
"""Modules that one sitting can take in."""


def lines_of(folder: Path) -> int:
    """Lines of Python in a folder and below it."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in folder.rglob("*.py"))


def files_of_questions(name: str) -> dict[str, int]:
    """Topic -> in how many files of its game it is written as a string of its own: "retreat"."""
    folder = ROOT / "adjudicator" / "games" / name
    strings = [strings_in(file) for file in folder.rglob("*.py")]
    return {topic: sum(topic in found for found in strings) for topic in find_game(name).answers}


def strings_in(file: Path) -> set[str]:
    """Every string in a file of code, whole. The name of a box (`VOLKSTURM_BOX = "volksturm"`) is left out: a
    question may have the same one."""
    code = ast.parse(file.read_text(encoding="utf-8"))
    boxes = {id(value) for node in code.body if isinstance(node, ast.Assign) for value in boxes_named(node)}
    nodes = [node for node in ast.walk(code) if isinstance(node, ast.Constant) and id(node) not in boxes]
    return {node.value for node in nodes if isinstance(node.value, str)}


def boxes_named(node: ast.Assign) -> Iterator[ast.expr]:
    """What an assignment gives to names that end in `BOX`."""
    names, values = node.targets[:1], [node.value]
    if isinstance(names[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
        names, values = names[0].elts, node.value.elts
    named = zip(names, values, strict=True)
    yield from (value for name, value in named if isinstance(name, ast.Name) and name.id.endswith("BOX"))


def modules_in_folders() -> dict[str, int]:
    """How many modules lie flat in each folder of code, by its path, `__init__` not counted."""
    found = Counter(
        file.parent.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if file.name != "__init__.py"
    )
    return dict(found.most_common())


def circles() -> list[list[str]]:
    """Every circle of modules that import each other, imports for types alone counted too."""
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph(*PACKAGES)
    arrows = networkx.DiGraph(
        (one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)
    )
    return [sorted(found) for found in networkx.strongly_connected_components(arrows) if len(found) > 1]


def report() -> Iterator[str]:
    """The figures, line by line."""
    for game in game_names():
        yield f"{lines_of(ROOT / 'adjudicator' / 'games' / game):6,} lines: the rules of {game}"
    for game in game_names():
        files = files_of_questions(game)
        most = max(files, key=lambda topic: files[topic])
        yield f"{median(files.values()):6.0f} files a question of {game}, {files[most]} at most: {most}"
    for folder, count in modules_in_folders().items():
        if count > MOST_MODULES:
            yield f"{count:6} modules in {folder}, more than {MOST_MODULES}"
    found = circles()
    yield f"{len(found):6} circles of imports"
    yield from (" ".join(circle) for circle in found)


if __name__ == "__main__":
    print("\n".join(report()))
