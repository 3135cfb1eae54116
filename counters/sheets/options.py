"""What can be typed of how counters are printed: the same options for `counters sheet` and for `print`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from counters.sheets.choices import length, paper_size
from counters.sheets.imposition import Duplex
from counters.sheets.printers_file import Offset, printer_offset
from counters.sheets.printing import BLEED_MAX, Printing
from counters.sheets.sheet_templates import SheetTemplate, sheet_template
from files.reading import NotUtf8, read_text

FLIPS = "|".join(Duplex)
PRINTERS = Path("printers.toml")
"""Where the readings of calibration pages are kept."""

Paper = Annotated[str, typer.Option(metavar="PAPER", help="a4, letter, a3 ... or 210x297 (mm).")]
Turned = Annotated[
    Duplex,
    typer.Option("--duplex", metavar=FLIPS, help="How your printer flips the page for counter backs."),
]
Printers = Annotated[
    Path,
    typer.Option("--printer-file", "--printers", metavar="F.toml", help="File with calibration readings."),
]
Printer = Annotated[
    str | None,
    typer.Option(
        "--printer", metavar="NAME", help="Shift the backs as this printer needs (counters printer)."
    ),
]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What was typed, each field an option; `printing` reads it."""

    paper: Paper = "a4"
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Counter size: 1/2in, 9/16in, 5/8in, 3/4in, 16mm ...")
    ] = ""
    gap: Annotated[
        str, typer.Option(metavar="MM", help="Space between counters. 0: neighbours share a cut.")
    ] = "0"
    bleed: Annotated[str, typer.Option(metavar="MM", help="Print this far past the cut, 0 to 6.")] = "1"
    corners: Annotated[str, typer.Option(metavar="MM", help="Radius of rounded-corner guides.")] = "0"
    duplex: Turned = Duplex.LONG_EDGE
    printers: Printers = PRINTERS
    printer: Printer = None
    low_ink: Annotated[bool, typer.Option("--low-ink", help="Pale colours on white paper.")] = False

    template: Annotated[
        str,
        typer.Option(metavar="NAME", help="A print shop's sheet: five-eighths, nine-sixteenths, 15mm ..."),
    ] = ""
    templates: Annotated[
        Path | None,
        typer.Option("--template-file", "--templates", metavar="F.toml", help="Templates of your own."),
    ] = None

    def printing(self, dpi: int = 400, cover: bool = False) -> Printing:
        """How the sheets shall be printed. Raises typer.BadParameter for what cannot be."""
        chosen = Printing(
            paper=paper_size(self.paper),
            dpi=dpi,
            counter_mm=length("--size", self.size, 5, 100) if self.size else None,
            gap=length("--gap", self.gap, 0, 50),
            bleed=length("--bleed", self.bleed, 0, BLEED_MAX),
            corner=length("--corners", self.corners, 0, 8),
            duplex=self.duplex,
            offset=read_offset(self.printers, self.printer),
            low_ink=self.low_ink,
            cover=cover,
        )
        return (
            as_the_maker(chosen, sheet_template(self.template, self.templates)) if self.template else chosen
        )


def as_the_maker(chosen: Printing, maker: SheetTemplate) -> Printing:
    """The choice on a print shop's sheet, whose paper, sizes and bleed are not to be chosen."""
    if chosen.duplex is Duplex.FOLD:
        raise typer.BadParameter("a print shop's sheet is not folded", param_hint="--duplex")
    return replace(
        chosen,
        paper=maker.paper,
        counter_mm=maker.counter,
        gap=maker.gap,
        bleed=maker.bleed,
        corner=maker.corner,
        template=maker,
    )


def read_offset(file: Path, printer: str | None) -> Offset:
    """The readings for a printer; none where no printer is named."""
    if printer is None:
        return 0.0, 0.0
    return printer_offset(read_printers(file), file.as_posix(), printer)


def read_printers(file: Path) -> str:
    """The text of a printers.toml. Where it cannot be read, that is said and the program ends."""
    try:
        return read_text(file)
    except (OSError, NotUtf8) as wrong:
        typer.echo(f"{file}: cannot be read: {getattr(wrong, 'strerror', wrong)}", err=True)
        raise typer.Exit(1) from None


def with_sheet_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameter `options` is typed as single options, one for each field of SheetOptions."""
    hints = get_type_hints(SheetOptions, include_extras=True)
    names = {field.name: field.default for field in fields(SheetOptions)}

    @wraps(command)
    def typed(**given: Any) -> None:
        options = SheetOptions(**{name: given.pop(name) for name in names})
        command(options=options, **given)

    plain = signature(command, eval_str=True)
    own = [one for name, one in plain.parameters.items() if name != "options"]
    theirs = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])
        for name, default in names.items()
    ]
    told = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in own]
    vars(typed)["__signature__"] = plain.replace(parameters=[*told, *theirs])
    vars(typed).pop("__wrapped__")
    typed.__annotations__ = {one.name: one.annotation for one in (*told, *theirs)}
    return typed
