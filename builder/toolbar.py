"""What stands in the toolbar of a module: the turn, dice, charts, the list of units, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from builder.buildfile import Element, element
from builder.charts import Chart
from builder.facts import Dice, ModuleFacts, Repeated
from builder.traits import ctrl, join


def toolbar(facts: ModuleFacts, charts: Sequence[Chart]) -> Iterator[Element]:
    """The elements of the toolbar in their order from left to right."""
    if facts.turns:
        yield _tracker("Turn", _turn_levels(facts))
    if facts.repeated:
        yield _tracker(facts.repeated.name, [_counted(facts.repeated)])
    for dice in facts.dice:
        yield _dice(dice)
    if charts:
        yield _chart_window(charts)
    yield element(
        "module.Inventory",
        name="Units",
        text="",
        tooltip="All units by place",
        icon="/images/inventory.gif",
        hotkey=ctrl("I"),
        include='{Unit != ""}',
        groupBy="Side,Nation,CurrentZone",
        leafFormat="$PieceName$",
        nonLeafFormat="$PropertyValue$",
        sortPieces=True,
    )
    yield element("module.NotesWindow", buttonText="", tooltip="Notes", icon="/images/notes.gif", hotkey="")
    yield element(
        "module.PredefinedSetup", name="Set up the game", description="", isMenu=False, useFile=False, file=""
    )


def _turn_levels(facts: ModuleFacts) -> list[Element]:
    levels = [_list_level("Turn", "Turn $value$", facts.turns)]
    if facts.segments:
        levels.append(_list_level("Segment", "$value$", facts.segments))
    return levels


def _tracker(name: str, levels: Sequence[Element]) -> Element:
    """A turn tracker; each level counts on when the one inside it is through."""
    for outer, inner in pairwise(levels):
        outer.append(inner)
    shows = ": ".join(f"$level{n}$" for n in range(1, len(levels) + 1))
    return element(
        "module.turn.TurnTracker",
        levels[0],
        name=name,
        buttonText=name,
        tooltip=f"Show and change: {name}",
        icon="",
        hotkey="",
        nexthotkey="",
        prevhotkey="",
        turnFormat=shows,
        reportFormat=f"{name}: $newTurn$ ($playerId$)",
        lengthStyle="Maximum",
        fwdOnly=False,
    )


def _list_level(name: str, shows: str, values: Sequence[str]) -> Element:
    return element(
        "module.turn.ListTurnLevel",
        name=name,
        property=name,
        turnFormat=shows,
        list=join(",", values),
        configList=False,
        configFirst=False,
    )


def _counted(repeated: Repeated) -> Element:
    return element(
        "module.turn.CounterTurnLevel",
        name=repeated.name,
        property=repeated.property,
        turnFormat=f"{repeated.name} $value$",
        start=1,
        incr=1,
        loop=True,
        loopLimit=repeated.limit,
    )


def _dice(dice: Dice) -> Element:
    return element(
        "module.DiceButton",
        name=dice.name,
        text=dice.name,
        tooltip=f"Roll {dice.name}",
        nDice=dice.count,
        nSides=dice.sides,
        plus=0,
        addToTotal=0,
        reportTotal=dice.count > 1,
        prompt=False,
        icon="/images/die.gif",
        hotkey="",
        reportFormat="$name$ = $result$ ($PlayerName$)",
    )


def _chart_window(charts: Sequence[Chart]) -> Element:
    pages = [
        element("widget.HtmlChart", chartName=chart.title, fileName=chart_file(chart), description="")
        for chart in charts
    ]
    listed = element("widget.ListWidget", *pages, entryName="Charts", width=960, height=600, divider=600)
    return element(
        "module.ChartWindow",
        listed,
        name="Charts",
        text="Charts",
        tooltip="Charts and tables",
        icon="/images/chart.gif",
        hotkey="",
        description="",
    )


def chart_file(chart: Chart) -> str:
    """The page of a chart in the module."""
    return f"chart-{chart.id}.html"
