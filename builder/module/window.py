"""The windows that pieces lie in: the map with all that belongs to it, and a hand of chits for each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.layout.board import MAP, Layout, board_element, hand_element
from builder.layout.decks import piles
from builder.layout.leaning import lean
from builder.layout.module_file import DPI, Badge, ModuleFacts
from builder.module.opening import front_button
from builder.module.parts import Parts
from builder.module.piles import (
    card_size,
    hand_extent,
    hand_name,
    hand_spot,
    hand_taken,
    pile_element,
    piled,
)
from builder.module.roster_pieces import LAYERS, VALUES, Pieces
from builder.module.setup import HAND, Placement, Stack, stacks
from builder.vassal.buildfile import Element, element, slot
from builder.vassal.traits import ctrl, shade_name

UPRIGHT, UNMOVED = "0,0,allUpright", "0,0,allUnmoved"
"""The keys by which a turn tracker presses the buttons that turn units upright and take marks off."""
_ZOOMS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
"""The sizes in which a map can be seen, for a board drawn as finely as boards are drawn mostly."""
_ON_THIS_MAP = "MAP|false|MAP|||||0|0||false|||EQUALS||"
_MOVES = "$pieceName$: $previousLocation$ -> $location$"
# Without each of these a map loads, but takes no notice of the mouse.
_PLUMBING = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)


def map_window(parts: Parts) -> Element:
    """The map: its board, what one can do with it, the set-up and the piles of cards."""
    facts, layout, pieces, roster = parts.facts, parts.layout, parts.pieces, parts.roster
    window = element(
        "module.Map",
        mapName=MAP,
        markMoved="Always",
        markUnmovedTooltip="Take the marks off all moved pieces",
        markUnmovedHotkey=UNMOVED if facts.unmoved_at else "",
        markUnmovedReport="All marks of movement are taken off",
        moveWithinFormat=_MOVES,
        moveToFormat=_MOVES,
        createFormat="$pieceName$ placed in $location$",
    )
    window.append(element("module.map.BoardPicker", board_element(facts.board, layout)))
    window.append(_stack_metrics(layout))
    window.extend(element(f"module.map.{name}") for name in _PLUMBING)
    window.append(element("module.map.LayeredPieceCollection", property="Layer", layerOrder=",".join(LAYERS)))
    window.extend(_tools(facts))
    window.extend(_shades(parts))
    window.extend(front_button(parts))
    if facts.sight:
        window.append(_line_of_sight(on_hexes=layout.hexes is not None))
    window.extend(setup_stack(stack, parts) for stack in starting_stacks(parts))
    laid = piled(parts.start, facts, roster)
    for pile in piles(facts.decks) if roster.cards else ():
        cards = [one.piece for one in laid[pile.at]]
        window.append(pile_element(pile, facts, roster, layout, pieces, cards))
    return window


def _stack_metrics(layout: Layout) -> Element:
    apart, close = layout.unit // 2, lean(layout.unit)
    return element("module.map.StackMetrics", exSepX=apart // 3, exSepY=apart, unexSepX=close, unexSepY=close)


def _tools(facts: ModuleFacts) -> Iterator[Element]:
    finer = DPI / facts.dpi
    zooms = ",".join(str(round(zoom * finer, 3)) for zoom in _ZOOMS)
    yield element("module.map.Zoomer", zoomLevels=zooms, zoomStart=4, zoomInKey="61,130", zoomOutKey="45,130")
    yield element(
        "module.map.GlobalMap",
        scale=round(0.15 * finer, 3),
        color="255,0,0",
        icon="/images/overview.gif",
        hotkey=ctrl("V"),
        tooltip="Overview of the whole map",
        buttonText="Overview",
    )
    yield element(
        "module.map.CounterDetailViewer",
        version=4,
        zoomlevel=round(finer, 3),
        delay=400,
        minDisplayPieces=0,
        display="from all layers",
        showgraph=True,
        showgraphsingle=True,
        showtext=True,
        showtextsingle=True,
        fontSize=12,
        counterReportFormat=f"$PieceName$ ${VALUES}$",
        unrotatePieces=True,
        bgColor="255,250,235",
        borderColor="60,60,60",
    )
    yield element(
        "module.map.HidePiecesButton", buttonText="Hide", tooltip="Hide all pieces", hotkey=ctrl("H")
    )
    yield element(
        "module.map.ImageSaver",
        buttonText="Picture",
        tooltip="Save the map as a picture",
        icon="/images/camera.gif",
    )
    yield element(
        "module.map.TextSaver",
        buttonText="Text",
        tooltip="Save what stands where as text",
        icon="/images/keyCommand.gif",
    )
    if facts.turned:
        yield _all_upright(facts.turned.name, ctrl(facts.turned.key), UPRIGHT if facts.upright_at else "")
    yield from (_all_off(badge) for badge in facts.badges if badge.off_at)


def _shades(parts: Parts) -> Iterator[Element]:
    """What draws the reach of units beneath all pieces, for each colour of units."""
    reach = parts.facts.reach
    bearers = (one for one in parts.roster.counters.values() if reach and reach.value in one.steps[0].values)
    for colour in dict.fromkeys(one.paint(0).symbol for one in bearers):
        paint = ",".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
        yield element(
            "module.map.MapShader",
            name=shade_name(reach.name if reach else "", colour),
            alwaysOn=True,
            startsOn=True,
            buttonText="",
            tooltip="",
            icon="",
            hotkey="",
            boards="Yes",
            boardList="",
            type="Foreground",
            drawOver=False,
            pattern="100% (Solid)",
            color=paint,
            scaleImage=False,
            opacity=35,
            border=False,
        )


def _line_of_sight(on_hexes: bool) -> Element:
    """A thread from one point to another, from centre to centre where there are hexes, which it counts."""
    return element(
        "module.map.LOS_Thread",
        threadName="Line of sight",
        label="Line of sight",
        tooltip="Line of sight",
        hotkey=ctrl("L"),
        iconName="/images/thread.gif",
        threadColor="200,0,0",
        losThickness=2,
        drawRange=on_hexes,
        snapStart=on_hexes,
        snapEnd=on_hexes,
        hideCounters=False,
    )


def _all_upright(name: str, key: str, hotkey: str) -> Element:
    """A button that turns every unit upright that lies upside down."""
    return element(
        "module.map.MassKeyCommand",
        name=f"Clear {name}",
        buttonText=f"Clear {name.lower()}",
        tooltip="Turn all units upright",
        icon="",
        buttonHotkey=hotkey,
        hotkey=key,
        filter="{" + name + "_Facing==2}",
        deckCount=0,
        reportFormat="All units are turned upright",
        target=_ON_THIS_MAP,
    )


def off_key(badge: Badge) -> str:
    """The key by which a turn tracker takes a badge off all units."""
    return f"0,0,allOff-{badge.marker}"


def _all_off(badge: Badge) -> Element:
    """A button that takes a badge off every unit that has it."""
    return element(
        "module.map.MassKeyCommand",
        name=f"Clear {badge.name}",
        buttonText=f"Clear {badge.name}",
        tooltip=f"Take {badge.name} off all units",
        icon="",
        buttonHotkey=off_key(badge),
        hotkey=ctrl(badge.key),
        filter="{" + badge.name + '_Active=="true"}',
        deckCount=0,
        reportFormat=f"{badge.name} is taken off all units",
        target=_ON_THIS_MAP,
    )


def starting_stacks(parts: Parts, more: Iterable[Placement] = ()) -> list[Stack]:
    """The stacks on the map as a game begins, also with `more` pieces than the module has."""
    laid = piled(parts.start, parts.facts, parts.roster)
    in_piles = {one for cards in laid.values() for one in cards}
    return stacks([*(one for one in parts.start if one not in in_piles), *more], parts.roster, parts.layout)


def setup_stack(stack: Stack, parts: Parts) -> Element:
    """A stack that VASSAL lays out as a game begins."""
    area, (x, y) = parts.layout.areas[stack.area], stack.point
    slots = [starting_slot(one, parts.pieces, parts.layout.unit) for one in stack.pieces]
    return element(
        "module.map.SetupStack",
        *slots,
        name=f"{area.name}: {slots[0].get('entryName')}",
        owningBoard=parts.facts.board,
        x=x,
        y=y,
    )


def starting_slot(one: Placement, pieces: Pieces, size: int) -> Element:
    """A piece in a stack as it begins, `size` pixels wide."""
    gpid, definition = pieces.starting(one.piece, one.step, one.nth)
    return slot(pieces[one.piece].name, gpid, size, definition)


def hand_window(parts: Parts, side: str) -> Element:
    """A window only one side can open, with the cards it holds at the start."""
    facts, roster, layout = parts.facts, parts.roster, parts.layout
    size = card_size(facts, roster, layout)
    name, owner = hand_name(facts, roster, side), roster.style.sides[side]
    board = hand_element(name, *hand_extent(facts, roster, layout))
    window = element(
        "module.PlayerHand",
        mapName=name,
        side=owner,
        visible=False,
        useBoards="",
        launch=True,
        buttonName=name,
        tooltip=name,
        icon="",
        markMoved="Never",
        moveWithinFormat="",
        moveToFormat=hand_taken(facts, roster, side),
        createFormat="",
        changeFormat="",
        backgroundcolor="70,74,70",
    )
    window.append(element("module.map.BoardPicker", board))
    window.append(element("module.map.HandMetrics", exSepX=12, exSepY=0, unexSepX=size, unexSepY=0))
    window.extend(element(f"module.map.{part}") for part in _PLUMBING)
    held = [one for one in parts.start if one.at == HAND + side]
    if held:
        x, y = hand_spot(facts, roster, layout)
        slots = [starting_slot(one, parts.pieces, size) for one in held]
        window.append(
            element(
                "module.map.SetupStack",
                *slots,
                name=f"{name} at start",
                owningBoard=name,
                x=x,
                y=y,
            )
        )
    return window
