"""The windows that pieces lie in: the map with all that belongs to it, and a hand of chits for each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.board import Layout, Point, board_element, hand_element
from builder.buildfile import Element, element, slot
from builder.facts import DPI, ModuleFacts
from builder.pieces import CUP, LAYERS, MAP, VALUES, Pieces
from builder.setup import HAND, Placement, Stack
from builder.traits import ctrl
from counters.counter import Roster

CHIT, CHIT_BACK = 2.5, 1.1
"""How wide a chit is, in counters: its front must be legible, its back must fit into a box for counters."""

UPRIGHT, UNMOVED = "0,0,allUpright", "0,0,allUnmoved"
"""The keys by which a turn tracker presses the buttons that turn units upright and take marks off."""
_MARGIN = 20
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


def chit_size(layout: Layout) -> int:
    """How wide the front of a chit is, in pixels."""
    return round(layout.unit * CHIT)


def cup_size(layout: Layout) -> int:
    """How wide the back of a chit is, and with it the cup, in pixels."""
    return round(layout.unit * CHIT_BACK)


def map_window(
    facts: ModuleFacts, layout: Layout, pieces: Pieces, start: Sequence[Stack], cup: Sequence[str]
) -> Element:
    """The map: its board, what one can do with it, the set-up and the cup of chits."""
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
    if facts.sight:
        window.append(_line_of_sight(on_hexes=layout.hexes is not None))
    window.extend(_setup_stack(stack, facts, layout, pieces) for stack in start)
    if cup:
        window.append(_cup(facts, layout, pieces, cup))
    return window


def _stack_metrics(layout: Layout) -> Element:
    apart, close = layout.unit // 2, max(3, layout.unit // 12)
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
        tooltip="Overview",
        buttonText="",
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
    yield element("module.map.HidePiecesButton", buttonText="", tooltip="Hide all pieces", hotkey=ctrl("H"))
    yield element("module.map.ImageSaver", tooltip="Save the map as a picture", icon="/images/camera.gif")
    yield element(
        "module.map.TextSaver",
        buttonText="",
        tooltip="Save what stands where as text",
        icon="/images/keyCommand.gif",
    )
    if facts.turned:
        yield _all_upright(facts.turned.name, ctrl(facts.turned.key), UPRIGHT if facts.upright_at else "")


def _line_of_sight(on_hexes: bool) -> Element:
    """A thread from one point to another, from centre to centre where there are hexes, which it counts."""
    return element(
        "module.map.LOS_Thread",
        threadName="Line of sight",
        label="",
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


def _setup_stack(stack: Stack, facts: ModuleFacts, layout: Layout, pieces: Pieces) -> Element:
    area, (x, y) = layout.areas[stack.area], stack.point
    slots = [_slot(one, pieces, layout.unit) for one in stack.pieces]
    return element(
        "module.map.SetupStack",
        *slots,
        name=f"{area.name}: {slots[0].get('entryName')}",
        owningBoard=facts.board,
        x=x,
        y=y,
    )


def _slot(one: Placement, pieces: Pieces, size: int) -> Element:
    gpid, definition = pieces.starting(one.piece)
    return slot(pieces[one.piece].name, gpid, size, definition)


def _cup(facts: ModuleFacts, layout: Layout, pieces: Pieces, chits: Sequence[str]) -> Element:
    """The cup: a deck that lies face down, is always shuffled, and shows a chit to its drawer only."""
    size = cup_size(layout)
    x, y = layout.spot(facts.boxes.cup)
    cards = [
        slot(pieces[chit].name, pieces[chit].gpid, size, pieces[chit].definition, card=True) for chit in chits
    ]
    return element(
        "module.map.DrawPile",
        *cards,
        name=CUP,
        owningBoard=facts.board,
        x=x,
        y=y,
        width=size,
        height=size,
        faceDown="Always",
        shuffle="Always",
        allowMultiple=False,
        allowSelect=False,
        reversible=False,
        draw=True,
        maxStack=4,
    )


def hand_name(roster: Roster, side: str) -> str:
    """What the window with a side's chits is called."""
    return f"Chits of {roster.style.sides[side]}"


def hand_spot(layout: Layout) -> Point:
    """Where the first chit of a hand lies in its window."""
    return chit_size(layout) // 2 + _MARGIN, chit_size(layout) // 2 + _MARGIN


def hand_window(
    roster: Roster, side: str, layout: Layout, pieces: Pieces, start: Sequence[Placement]
) -> Element:
    """A window only one side can open, with the chits it holds at the start."""
    size = chit_size(layout)
    name, owner = hand_name(roster, side), roster.style.sides[side]
    board = hand_element(name, size * 6, size + 2 * _MARGIN)
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
        moveToFormat=f"{owner} takes a chit",
        createFormat="",
        changeFormat="",
        backgroundcolor="70,74,70",
    )
    window.append(element("module.map.BoardPicker", board))
    window.append(element("module.map.HandMetrics", exSepX=12, exSepY=0, unexSepX=size, unexSepY=0))
    window.extend(element(f"module.map.{part}") for part in _PLUMBING)
    held = [one for one in start if one.at == HAND + side]
    if held:
        slots = [_slot(one, pieces, size) for one in held]
        window.append(
            element(
                "module.map.SetupStack",
                *slots,
                name=f"{name} at start",
                owningBoard=name,
                x=hand_spot(layout)[0],
                y=hand_spot(layout)[1],
            )
        )
    return window
