"""Names that every VASSAL 3.7 knows: its images, the traits of a piece, and the elements of a build file."""

from __future__ import annotations

from collections.abc import Iterator

_IMAGES = """
black.jpg camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif disconnect.gif Edit16.gif
getMessages.gif globe_selected.gif globe_unselected.gif Help16.gif inventory.gif keyCommand.gif lockedRoom.gif
map.gif moved.gif notes.gif overview.gif postMessage.gif recenter.gif Save16.gif SaveAs16.gif Splash.gif
Splash.png status.gif StepForward16.gif thread.gif Undo16.gif unmoved.gif zoom.png zoomIn.gif zoomIn.png
zoomOut.gif zoomOut.png
"""
_TRAITS = """
AreaOfEffect attach basicName border button calcProp clone cmt delete deselect emb emb2 footprint globalhotkey
globalkey hide hideCmd immob label locCommand locmsg macro mark markmoved mat matPiece menuSeparator nonRect
nonRect2 obs piece pivot placemark playSound PROP propertysheet prototype replace report restrict return
rotate sendto setpieceprop setprop submenu table translate
"""
_ELEMENTS = """
VASSAL.build: GameModule
VASSAL.build.module: BasicCommandEncoder BasicLogger ChartWindow Chatter ChessClockControl ConnectionWindow
    DiceButton DieManager DoActionButton Documentation EventLog ExtensionElement GlobalKeyCommand
    GlobalOptions InternetDiceButton Inventory KeyNamer Map ModuleExtension ModulePlugin MultiActionButton
    NotesWindow PieceWindow PlayerHand PlayerRoster Plugin PredefinedSetup PrivateMap PrototypeDefinition
    PrototypesContainer RandomTextButton SpecialDiceButton SpecialDie SpecialDieFace StartupGlobalKeyCommand
    ToolbarMenu
VASSAL.build.module.chessclockcontrol: ChessClock
VASSAL.build.module.documentation: AboutScreen BrowserHelpFile BrowserPDFFile HelpFile Tutorial
VASSAL.build.module.folder: DeckSubFolder GlobalPropertyFolder MapSubFolder ModuleSubFolder PrototypeFolder
VASSAL.build.module.gamepieceimage: ColorManager ColorSwatch FontManager FontStyle GamePieceImage
    GamePieceImageDefinitions GamePieceLayout GamePieceLayoutsContainer ImageItem ImageItemInstance
    ShapeItem ShapeItemInstance SymbolItem SymbolItemInstance TextBoxItem TextBoxItemInstance TextItem
    TextItemInstance
VASSAL.build.module.map: BoardPicker CounterDetailViewer DeckGlobalKeyCommand DrawPile Flare
    ForwardToChatter ForwardToKeyBuffer GlobalMap HandMetrics HidePiecesButton HighlightLastMoved ImageSaver
    KeyBufferer LOS_Thread LayerControl LayeredPieceCollection MapCenterer MapShader MassKeyCommand
    MenuDisplayer MoveCameraButton PieceMover PieceRecenterer Scroller SelectionHighlighter
    SelectionHighlighters SetupStack StackExpander StackMetrics TextSaver Zoomer
VASSAL.build.module.map.boardPicker: Board
VASSAL.build.module.map.boardPicker.board: HexGrid Region RegionGrid SquareGrid ZonedGrid
VASSAL.build.module.map.boardPicker.board.mapgrid: HexGridNumbering SquareGridNumbering Zone ZoneHighlight
    ZonedGridHighlighter
VASSAL.build.module.map.deck: DeckSendKeyCommand DeckSortKeyCommand
VASSAL.build.module.properties: BooleanScenarioProperty ChangePropertyButton GlobalProperties GlobalProperty
    GlobalTranslatableMessage GlobalTranslatableMessages ListScenarioProperty NumberScenarioProperty
    ScenarioPropertiesOptionTab StringScenarioProperty ZoneProperty
VASSAL.build.module.turn: CounterTurnLevel ListTurnLevel TurnComponent TurnGlobalHotkey TurnTracker
VASSAL.build.widget: BoxWidget CardSlot Chart HtmlChart ListWidget MapWidget PanelWidget PieceSlot TabWidget
    WidgetMap
VASSAL.chat: PrivateChatter
VASSAL.chat.ui: ChatServerControls
VASSAL.i18n: Language Localization TranslatableMarker Translation VassalTranslation
VASSAL.launch: BasicModule
VASSAL.preferences: BooleanPreference DoublePreference EnumPreference IntegerPreference StringPreference
    TextPreference
VASSAL.script: ActionScript BshCommandEncoder BshPlugin GeneralScript ScriptContainer
VASSAL.tools: DebugControls
VASSAL.tools.icon: IconFamily
"""
_WHOLE = """
addToTotal borderInnerThickness borderThickness borderWidth circleSize defaultWidth delay divider edgeHeight
edgeWidth exSepX exSepY extraTextPadding flarePulses flarePulsesPerSec fontSize fontsize hDrawOff hLeading
hOff height hideOpacity incr keepCount length loopLimit losThickness maxStack minDisplayPieces nColumns
nDice nSides nextPieceSlotId originx originy plus plusButtonSize rotateText showDeckDepth showTerrainHeight
showTerrainWidth start turnButtonHeight unexSepX unexSepY vDrawOff vLeading vOff verticalBottomText
verticalOffset verticalTopText width windowX windowY x x0 y y0 zoomStart
"""
OWN_IMAGES = frozenset(_IMAGES.split())
"""Images a module may name without holding them."""
TRAITS = frozenset(_TRAITS.split())
"""What stands before the first semicolon of a trait's type."""
WHOLE = frozenset(_WHOLE.split())
"""Attributes that hold a whole number; VASSAL drops an element in which they hold anything else."""
DECIMAL = frozenset(("dx", "dy", "graphicsZoom", "scale", "showTerrainZoom", "slotScale", "zoomlevel"))
"""Attributes that hold a number that may have a fraction."""


def _elements() -> Iterator[str]:
    package = ""
    for word in _ELEMENTS.split():
        if word.endswith(":"):
            package = word.removesuffix(":")
        else:
            yield f"{package}.{word}"


ELEMENTS = frozenset(_elements())
"""The classes that may be an element of a build file."""
