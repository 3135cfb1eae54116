"""`hexpost games` and `hexpost rule`: what is on the shelf, and what a rule of it says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from adjudicator.catalogue import find_game, game_names
from adjudicator.commands.speak import NotFound, say_json
from adjudicator.game import Game
from adjudicator.rulings import CITED
from adjudicator.state import Json
from adjudicator.wording.clauses import Clause, look_up, read_clauses


def games(as_json: bool) -> None:
    """List the bundled games."""
    told = [one_game(find_game(name)) for name in game_names()]
    if as_json:
        say_json(told)
        return
    for game in told:
        share = f"enforces {game['enforced']} of {game['adjudicable']} clauses that a program can check"
        if game["hooks"]:
            share += f" ({game['hooks']} of them by what both sides report)"
        typer.echo(f"{game['game']:<16} {game['title']}: {share}; its rulebook has {game['clauses']}")
        for standin in game["standins"]:
            typer.echo(f"{'':<16}   placeholder: {standin}")


HOOK = "hook"
"""What the column `judged` of a matrix says of a clause that the referee cannot decide."""


def one_game(game: Game) -> dict[str, Json]:
    """How much of a game's rulebook is enforced, as `hexpost games --json` tells it."""
    clauses = read_clauses(game)
    wanted = [id_ for id_, clause in clauses.items() if is_judged(clause)]
    enforced = [id_ for id_ in wanted if id_ in CITED.get(game.name, {})]
    return {
        "game": game.name,
        "title": game.title,
        "clauses": sum(clause.get("kind") != "ruling" for clause in clauses.values()),
        "adjudicable": len(wanted),
        "enforced": len(enforced),
        "hooks": sum(clauses[id_].get("judged") == HOOK for id_ in enforced),
        "standins": list(game.standins),
    }


def gaps_of(game: Game) -> dict[str, Json]:
    """How much of a game's rulebook is enforced, and the clauses that are not, or have no test."""
    wanted = [id_ for id_, clause in read_clauses(game).items() if is_judged(clause)]
    cited, tests = CITED.get(game.name, {}), tests_of(game)
    return {
        "game": game.name,
        "adjudicable": len(wanted),
        "enforced": sum(id_ in cited for id_ in wanted),
        "unenforced": [id_ for id_ in wanted if id_ not in cited],
        "untested": [id_ for id_ in wanted if id_ not in tests],
    }


def is_judged(clause: Clause) -> bool:
    """Whether the referee is to enforce a clause."""
    return clause["adjudicable"].strip().casefold() == "yes"


def rule(name: str, number: str, as_json: bool) -> None:
    """Say what a clause means and where it is enforced and tested; of a heading, its clauses, a line each;
    without a number, which clauses still lack code or a test.

    Raises NotFound for an unknown clause.
    """
    game = find_game(name)
    clauses = read_clauses(game)
    if not number:
        gaps = gaps_of(game)
        say_json(gaps) if as_json else tell_gaps(game, gaps)
        return
    found = look_up(clauses, number)
    if found.own:
        told = one_rule(game, found.own, clauses[found.own])
        say_json(told) if as_json else tell_rule(game, told)
    elif found.below:
        several = [one_rule(game, id_, clauses[id_]) for id_ in found.below]
        say_json(several) if as_json else tell_heading(game, number, several)
    else:
        near = ", ".join(found.near)
        raise NotFound(f"{game.title} has no clause {number!r}" + (f"; near it are {near}" if near else ""))


def tell_heading(game: Game, number: str, clauses: Sequence[Mapping[str, Json]]) -> None:
    """The clauses under a heading, one line each."""
    typer.echo(f"{game.title}, {number}: {len(clauses)} clauses")
    for told in clauses:
        typer.echo(f"  {told['rule']:<9} {told['title']}: {told['requirement']}")


def one_rule(game: Game, id_: str, clause: Clause) -> dict[str, Json]:
    """Everything known of one clause."""
    return {
        "game": game.name,
        "rule": id_,
        **{key: clause.get(key, "") for key in ("title", "kind", "requirement", "data", "example")},
        "adjudicable": is_judged(clause),
        "enforced": CITED.get(game.name, {}).get(id_, []),
        "tests": tests_of(game).get(id_, []),
    }


def tests_of(game: Game) -> Mapping[str, list[str]]:
    """Clause -> the tests that are marked with it, as file:line; nothing where the tests are not installed. A
    game in a folder has them beside its rules."""
    own = game.folder.parent / "tests"
    bundled = own.parent.name == "adjudicator" or not own.is_dir()
    folder = Path(__file__).parents[2] / "tests" / "games" / game.name if bundled else own
    told = f"tests/games/{game.name}" if bundled else "tests"
    found: dict[str, list[str]] = {}
    for file in sorted(folder.glob("**/test_*.py")):
        text = file.read_text(encoding="utf-8")
        for mark in re.finditer(r"mark\.rule\(([^)]*)\)", text):
            line = text.count("\n", 0, mark.start()) + 1
            place = f"{told}/{file.relative_to(folder).as_posix()}:{line}"
            for id_ in re.findall(r"[\"']([^\"']+)[\"']", mark[1]):
                found.setdefault(id_, []).append(place)
    return found


def tell_gaps(game: Game, told: Mapping[str, Json]) -> None:
    """The clauses that still lack something, a line each; how far a game of one's own has come."""
    clauses = read_clauses(game)
    share = f"{told['enforced']} of {told['adjudicable']} clauses that a program can check are enforced"
    typer.echo(f"{game.title}: {share}")
    for word in ("unenforced", "untested"):
        for id_ in told[word]:
            typer.echo(f"  {word + ':':<12} {id_:<9} {clauses[id_]['title']}")


def tell_rule(game: Game, told: Mapping[str, Json]) -> None:
    """One clause in words."""
    typer.echo(f"{game.title}, {told['rule']}: {told['title']}\n\n{told['requirement']}")
    if told["example"]:
        typer.echo(f"\nExample: {told['example']}")
    where = told["enforced"] or ["nowhere" if told["adjudicable"] else "by the players, not by hexpost"]
    typer.echo("\nEnforced in:\n" + "\n".join(f"  {place}" for place in where))
    if told["tests"]:
        typer.echo("Tested in:\n" + "\n".join(f"  {place}" for place in told["tests"]))
