"""What stands in the toolbar of a module: the turn, dice, charts, the list of units, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from builder.layout.module_file import Dice, ModuleFacts, Repeated, Symbols, Tally
from builder.module.charts import Chart
from builder.module.window import UNMOVED, UPRIGHT, off_key
from builder.vassal.buildfile import Element, element
from builder.vassal.traits import ctrl, join


def toolbar(facts: ModuleFacts, charts: Sequence[Chart], on_hexes: bool = False) -> Iterator[Element]:
    """The elements of the toolbar in their order from left to right."""
    if facts.turns:
        tracker = _tracker("Turn", _turn_levels(facts))
        tracker.extend(_at_segments(facts))
        yield tracker
    if facts.repeated:
        yield _tracker(facts.repeated.name, [_counted(facts.repeated)])
    for dice in facts.dice:
        yield _dice(dice)
    for symbols in facts.symbols:
        yield _symbols(symbols)
    if charts:
        yield _chart_window(charts)
    yield element(
        "module.Inventory",
        name="Units",
        text="Units",
        tooltip="All units by place",
        icon="/images/inventory.gif",
        hotkey=ctrl("I"),
        include='{Unit != ""}',
        groupBy=f"Side,Nation,{'LocationName' if on_hexes else 'CurrentZone'}",
        leafFormat="$PieceName$",
        nonLeafFormat="$PropertyValue$",
        sortPieces=True,
    )
    yield element(
        "module.NotesWindow", buttonText="Notes", tooltip="Notes", icon="/images/notes.gif", hotkey=""
    )
    yield element(
        "module.PredefinedSetup", name="Set up the game", description="", isMenu=False, useFile=False, file=""
    )
    for number, scenario in enumerate(facts.scenarios, 1):
        yield element(
            "module.PredefinedSetup",
            name=scenario.name,
            description="",
            isMenu=False,
            useFile=True,
            file=scenario_file(number),
        )


def scenario_file(number: int) -> str:
    """The saved game in the module from which a scenario starts, counted from 1."""
    return f"scenario-{number}.vsav"


def _turn_levels(facts: ModuleFacts) -> list[Element]:
    levels = [_list_level("Turn", "Turn $value$", facts.turns)]
    if facts.segments:
        levels.append(_list_level("Segment", "$value$", facts.segments))
    return levels


def _at_segments(facts: ModuleFacts) -> Iterator[Element]:
    """What the turn tracker presses when a segment begins."""
    for what, key, segments in (
        ("Units upright", UPRIGHT, facts.upright_at if facts.turned else ()),
        ("Marks off", UNMOVED, facts.unmoved_at),
        *((f"{badge.name} off", off_key(badge), badge.off_at) for badge in facts.badges),
    ):
        for segment in segments:
            match = '{Segment=="' + segment.replace('"', '\\"') + '"}'
            yield element("module.turn.TurnGlobalHotkey", name=what, hotkey=key, match=match, reportFormat="")


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
        reportTotal=dice.count > 1 and not dice.each,
        prompt=False,
        icon="/images/die.gif",
        hotkey="",
        reportFormat="$name$ = $result$ ($PlayerName$)",
    )


def _symbols(symbols: Symbols) -> Element:
    """Dice with words on their faces; the chat shows each die's word."""
    dice = []
    for number in range(1, symbols.count + 1):
        faces = [
            element("module.SpecialDieFace", text=face, value=value, icon="")
            for value, face in enumerate(symbols.faces, 1)
        ]
        dice.append(element("module.SpecialDie", *faces, name=f"Die {number}", format="$result$"))
    shown = " ".join(f"$result{number}$" for number in range(1, symbols.count + 1))
    return element(
        "module.SpecialDiceButton",
        *dice,
        name=symbols.name,
        text=symbols.name,
        tooltip=f"Roll {symbols.name}",
        icon="/images/die.gif",
        hotkey="",
        format=f"$name$: {shown} ($PlayerName$)",
        resultChatter=True,
        resultWindow=False,
        resultButton=False,
    )


def tally(one: Tally) -> Element:
    """A number kept for everybody, with a button each for one more and one less."""
    buttons = [
        element(
            "module.properties.ChangePropertyButton",
            text=f"{one.name} {change:+d}",
            tooltip=f"{one.name}: {change:+d}",
            icon="",
            hotkey="",
            propChanger=f"I,{change}",
            reportFormat=f"{one.name}: $oldValue$ -> $newValue$",
        )
        for change in (1, -1)
    ]
    return element(
        "module.properties.GlobalProperty",
        *buttons,
        name=one.name,
        initialValue=one.start,
        description="",
        isNumeric=True,
        min=one.low,
        max=one.high,
        wrap=False,
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
