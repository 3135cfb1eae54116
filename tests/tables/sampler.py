"""A small module of our own that has all of it: decks, hands, masks, hidden pieces, layers, rotation, two maps,
three sides, dice with numbers and with words, a layer that chance turns, a trigger and a turn tracker."""

# ruff: noqa: E501
from __future__ import annotations

import zipfile
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from builder.vassal.traits import join, nest
from files.whole import write_whole

B = "VASSAL.build.module."
SIDES = ("Red", "Blue", "Green")
NAME, VERSION = "Sampler", "1.2"
FLIP = "emb2;;128;;;128;;;128;;;;1;false;0;0;{front},{back};,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true"
DIE = "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png,three.png;1,2,3;true;Die;82,130;Roll;false;;1;1;true;;;;;1.0;;true"
TURN = "rotate;6;93,130;91,130;Right;Left;;;Facing;;;;;false"
MASK = "obs;77,130;{back};Mask;B;{name};side:;Peek;;true;;"
OWN_MASK = "obs;77,130;{back};Mask;B;{name};player:;Peek;;true;;"
HIDE = "hide;73,130;Hide;;side:;0.3;;false"
BACK_TO = "return;Return;82,195;{deck};;;2;false;"
TRIGGER = "macro;Advance;Advance;65,130;;;70\\,130;false;;;counted;;;1;false;;1;1"
NOTED = "PROP;Fatigue;false,0,100,false;;"


def png(colour: tuple[int, int, int], size: tuple[int, int] = (60, 60)) -> bytes:
    data = BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()


def piece(name: str, image: str, gpid: str, *traits: tuple[str, str]) -> str:
    """The definition in a slot: traits with their states, the outermost first, around the basic piece."""
    types = [*(one for one, _ in traits), f"piece;;;{image};{name}"]
    states = [*(state for _, state in traits), f"null;0;0;{gpid};0"]
    return "+/" + join("/", ("null", nest(types), nest(states)))


def slot(name: str, gpid: str, definition: str, card: bool = False) -> str:
    kind, text = ("CardSlot" if card else "PieceSlot"), definition.replace("&", "&amp;").replace("<", "&lt;")
    return f'<VASSAL.build.widget.{kind} entryName="{name}" gpid="{gpid}" height="60" width="60">{text}</VASSAL.build.widget.{kind}>'


def unit(name: str, side: str, gpid: str) -> str:
    colour = side.lower()
    return slot(
        name, gpid,
        piece(
            name, f"{colour}.png", gpid,
            ("mark;Side", side), (HIDE, "null"), (OWN_MASK.format(back=f"{colour}-back.png", name=name), "null;"),
            (TURN, "0"), ("prototype;Soldier", ""), (FLIP.format(front=f"{colour}.png", back=f"{colour}2.png"), "1"),
        ),
    )  # fmt: skip


def card(name: str, gpid: str, deck: str, back: str) -> str:
    return slot(
        name, gpid,
        piece(
            name, "face.png", gpid,
            (BACK_TO.format(deck=deck), ""), (MASK.format(back=back, name=name), "null;"), ("mark;Worth", gpid),
            ("delete;Delete;68,130;", ""),
        ),
        card=True,
    )  # fmt: skip


def stack(name: str, x: int, y: int, slots: str, board: str = "Land") -> str:
    return f'<{B}map.SetupStack name="{name}" owningBoard="{board}" useGridLocation="false" x="{x}" y="{y}">{slots}</{B}map.SetupStack>'


def deck(name: str, x: int, y: int, slots: str, shuffle: str = "Always", face: str = "Always") -> str:
    return (
        f'<{B}map.DrawPile name="{name}" owningBoard="Land" x="{x}" y="{y}" width="60" height="60" faceDown="{face}" '
        f'shuffle="{shuffle}" allowMultiple="true" allowSelect="true" reversible="false" draw="true">{slots}</{B}map.DrawPile>'
    )


PLUMBING = "".join(
    f"<{B}map.{one}/>"
    for one in (
        "StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
        "StackExpander", "PieceMover", "KeyBufferer",
    )
)  # fmt: skip


def board(name: str, image: str, grid: str = "") -> str:
    return f'<{B}map.BoardPicker><{B}map.boardPicker.Board name="{name}" image="{image}">{grid}</{B}map.boardPicker.Board></{B}map.BoardPicker>'


HEXES = (
    f'<{B}map.boardPicker.board.HexGrid dx="100.0" dy="115.0" x0="50" y0="50" sideways="false">'
    f'<{B}map.boardPicker.board.mapgrid.HexGridNumbering first="H" hType="N" vType="N" hLeading="1" vLeading="1" sep="" hOff="1" vOff="1"/>'
    f"</{B}map.boardPicker.board.HexGrid>"
)


def cards(deck_name: str, first: int, back: str, count: int) -> str:
    return "".join(card(f"{deck_name} {n:02}", str(first + n), deck_name, back) for n in range(1, count + 1))


def build_file() -> str:
    """The module's build file."""
    prototype = piece("", "", "", (NOTED, "0"), ("markmoved;moved.gif;0;0;Moved;77,195;;false;;;;", "false"))
    land = (
        stack("1st Foot", 100, 107, unit("1st Foot", "Red", "11") + unit("2nd Foot", "Red", "12"))
        + stack("1st Horse", 300, 107, unit("1st Horse", "Blue", "13"))
        + stack("2nd Horse", 300, 222, unit("2nd Horse", "Blue", "14"))
        + stack("Scout", 500, 107, unit("Scout", "Green", "15"))
        + "".join(stack(f"Militia {n}", 200 * n, 452, unit("Militia", "Red", f"{16 + n}")) for n in (1, 2))
        + stack("die", 550, 450, slot("Fate", "20", piece("Fate", "one.png", "20", (DIE, "1"))))
        + deck("Commands", 60, 560, cards("Commands", 100, "command-back.png", 12))
        + deck("Chits", 160, 560, cards("Chits", 200, "chit-back.png", 6), shuffle="Via right-click Menu")
        + deck("Discards", 260, 560, "", shuffle="Never", face="Never")
    )
    hands = "".join(
        f'<{B}PlayerHand mapName="{side} hand" side="{side}" visible="false" buttonName="{side}">'
        f"{board('Hand', 'hand.png')}{PLUMBING}</{B}PlayerHand>"
        for side in SIDES
    )
    faces = "".join(
        f'<{B}SpecialDieFace text="{word}" value="{n}" icon=""/>'
        for n, word in enumerate(("hit", "miss", "rout"), 1)
    )
    palette = slot(
        "Trench",
        "30",
        piece("Trench", "one.png", "30", ("delete;Delete;68,130;", ""), ("clone;Clone;67,130;", "")),
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="{NAME}" version="{VERSION}" VassalVersion="3.7.0" description="All of it" nextPieceSlotId="999">
<{B}BasicCommandEncoder/>
<{B}PlayerRoster>{"".join(f"<entry>{side}</entry>" for side in SIDES)}<entry>Solitaire</entry></{B}PlayerRoster>
<{B}GlobalOptions/><{B}properties.GlobalProperties><{B}properties.GlobalProperty name="VP" initialValue="0" isNumeric="true" min="0" max="99" wrap="false"><{B}properties.ChangePropertyButton text="VP"/></{B}properties.GlobalProperty></{B}properties.GlobalProperties>
<{B}PrototypesContainer><{B}PrototypeDefinition name="Soldier">{prototype}</{B}PrototypeDefinition></{B}PrototypesContainer>
<{B}PieceWindow name="Pieces" text="Pieces"><VASSAL.build.widget.ListWidget entryName="Markers">{palette}</VASSAL.build.widget.ListWidget></{B}PieceWindow>
<{B}Chatter/><{B}KeyNamer/><{B}NotesWindow/>
<{B}DiceButton name="2d6" text="2d6" nDice="2" nSides="6" plus="0" addToTotal="0" reportTotal="false"/>
<{B}SpecialDiceButton name="Battle" text="Battle"><{B}SpecialDie name="A">{faces}</{B}SpecialDie><{B}SpecialDie name="B">{faces}</{B}SpecialDie></{B}SpecialDiceButton>
<{B}turn.TurnTracker name="Turn" turnFormat="$level1$"><{B}turn.CounterTurnLevel name="Turn" property="Turn" start="1" incr="1" loop="false"/></{B}turn.TurnTracker>
<{B}Map mapName="Main">{board("Land", "land.png", HEXES)}{PLUMBING}{land}</{B}Map>
<{B}Map mapName="Sea">{board("Water", "hand.png")}{PLUMBING}{stack("ship", 50, 50, unit("Frigate", "Blue", "40"), "Water")}</{B}Map>
{hands}
<{B}PredefinedSetup name="Late war" isMenu="false" useFile="true" file="late.vsav"/>
</VASSAL.build.GameModule>"""


PICTURES: Sequence[tuple[str, tuple[int, int, int], tuple[int, int]]] = (
    ("land.png", (200, 210, 180), (700, 640)), ("hand.png", (150, 170, 210), (400, 200)),
    ("red.png", (220, 80, 80), (60, 60)), ("red2.png", (240, 160, 160), (60, 60)), ("red-back.png", (120, 20, 20), (60, 60)),
    ("blue.png", (80, 80, 220), (60, 60)), ("blue2.png", (160, 160, 240), (60, 60)), ("blue-back.png", (20, 20, 120), (60, 60)),
    ("green.png", (80, 180, 80), (60, 60)), ("green2.png", (160, 220, 160), (60, 60)), ("green-back.png", (20, 90, 20), (60, 60)),
    ("face.png", (250, 250, 240), (60, 80)), ("command-back.png", (90, 60, 30), (60, 80)), ("chit-back.png", (60, 60, 60), (60, 80)),
    ("one.png", (240, 240, 240), (40, 40)), ("two.png", (200, 200, 200), (40, 40)), ("three.png", (160, 160, 160), (40, 40)),
    ("moved.gif", (250, 220, 0), (10, 10)),
)  # fmt: skip


@cache
def sampler() -> bytes:
    """The module."""
    return packed(build_file())


def packed(build: str, without: Sequence[str] = ()) -> bytes:
    """A module of this build file, without some of the pictures."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as module:
        module.writestr("buildFile.xml", build)
        about = f"<version>{VERSION}</version><VassalVersion>3.7.0</VassalVersion><name>{NAME}</name>"
        module.writestr(
            "moduledata", f'<?xml version="1.0" encoding="UTF-8"?><data version="1">{about}</data>'
        )
        for name, colour, size in PICTURES:
            if name not in without:
                module.writestr(f"images/{name}", png(colour, size))
    return data.getvalue()


def write_sampler(folder: Path) -> Path:
    """The module in a folder."""
    return write_whole(folder / "sampler.vmod", sampler())


def write_build(folder: Path, build: str, without: Sequence[str] = ()) -> Path:
    """A module of this build file in a folder."""
    return write_whole(folder / "other.vmod", packed(build, without))


def extension_file(version: str = "1.0", module: str = NAME) -> str:
    """The build file of an extension: a map, a deck and a stack on the main map, a palette, and a board."""
    main = "VASSAL.build.module.Map:Main"
    jets = stack(
        "Jets",
        300,
        337,
        slot("Jet", "ext:1", piece("Jet", "jet.png", "ext:1", ("delete;Delete;68,130;", ""))),
    )
    storms = deck("Storms", 360, 560, cards("Storms", 300, "storm-back.png", 5))
    spy, wind = (
        slot(name, gpid, piece(name, "jet.png", gpid, ("delete;Delete;68,130;", "")))
        for name, gpid in (("Spy", "ext:3"), ("Wind", "ext:4"))
    )
    bomb = slot("Bomb", "ext:2", piece("Bomb", "jet.png", "ext:2", ("delete;Delete;68,130;", "")))

    def added(target: str, inside: str) -> str:
        return f'<{B}ExtensionElement target="{target}">{inside}</{B}ExtensionElement>'

    return f"""<?xml version="1.0" encoding="UTF-8"?>
<{B}ModuleExtension anyModule="false" description="" extensionId="ext" module="{module}" moduleVersion="{VERSION}" nextPieceSlotId="9" vassalVersion="3.7.0" version="{version}">
{added("", f'<{B}Map mapName="Air">{board("Sky", "sky.png")}{PLUMBING}</{B}Map>')}
{added(main, jets)}{added(main, storms)}
{added(main + "/VASSAL.build.module.map.BoardPicker", f'<{B}map.boardPicker.Board name="Night" image="sky.png"/>')}
{added(main + "/VASSAL.build.module.map.SetupStack:Scout - Scout - (500,107)", spy)}
{added(main + "/VASSAL.build.module.map.DrawPile:Chits", wind)}
{added("VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:Markers", bomb)}
</{B}ModuleExtension>"""


def write_extension(
    folder: Path, name: str = "Weather", version: str = "1.0", module: str = NAME, tab: str = "ListWidget"
) -> Path:
    """An extension of the module in a folder, with a piece more in a `tab` of its palette."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        text = extension_file(version, module).replace("ListWidget:Markers", f"{tab}:Markers")
        archive.writestr("buildFile.xml", text)
        for image, colour, size in (
            ("sky.png", (120, 160, 250), (300, 200)), ("jet.png", (90, 90, 90), (50, 50)),
            ("storm-back.png", (20, 20, 60), (60, 80)),
        ):  # fmt: skip
            archive.writestr(f"images/{image}", png(colour, size))
    return write_whole(folder / f"{name}.vmdx", data.getvalue())
