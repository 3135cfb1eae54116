"""`hexpost map measure`: how far it is from one space to another."""

from __future__ import annotations

import json
from typing import Annotated

import typer

EXAMPLE = "Example:  hexpost map measure koenigsberg45 Insterburg 2113"


def measure(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A bundled game's name, or a folder with map/map.toml in it."),
    ],
    start: Annotated[
        str, typer.Argument(metavar="FROM", help="A name, a label, or a point X,Y in map units.")
    ],
    end: Annotated[str, typer.Argument(metavar="TO", help="The same.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Count the steps between two spaces (hexes or areas), and list the spaces and borders on the way."""
    from maps.measuring.measure import measure as measured

    found = measured(game, start, end)
    if as_json:
        typer.echo(json.dumps(found.facts(), ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(found.lines()))
