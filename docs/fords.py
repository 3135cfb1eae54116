"""A small module of our own for the page any-module.md: hexes, two sides, a deck, hands and dice.

`python docs/fords.py fords.vmod` writes it.
"""

# ruff: noqa: E501
from __future__ import annotations

import sys
import zipfile
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from builder.vassal.traits import join, nest

B = "VASSAL.build.module."
_WIDE, _HIGH, _PITCH, _ACROSS = 760, 500, 92, 80
_UNITS = (
    ("1st Guard", "Reds", 2, 2), ("2nd Guard", "Reds", 2, 3), ("Red Horse", "Reds", 1, 4), ("Militia", "Reds", 3, 1),
    ("Militia", "Reds", 3, 4), ("1st Foot", "Blues", 7, 2), ("2nd Foot", "Blues", 7, 3), ("Blue Horse", "Blues", 8, 4),
)  # fmt: skip
_COLOURS = {"Reds": "#b8413a", "Blues": "#39669c"}
_CARDS = ("Forced March", "Fog", "Ambush", "Pontoons", "Rations", "Spies", "Heavy Rain", "Night Raid")


def centre(column: int, row: int) -> tuple[int, int]:
    """The middle of a hex in pixels."""
    return 50 + (column - 1) * _ACROSS, 60 + (row - 1) * _PITCH + (0 if column % 2 else _PITCH // 2)


def write_module(file: Path) -> Path:
    """Write the module."""
    pictures = {"land.png": board(), "hand.png": Image.new("RGB", (500, 160), "#d8cfb8"), "back.png": back()}
    pictures |= {f"{name}.png": counter(name, side) for name, side, _, _ in _UNITS}
    pictures |= {f"{name}.png": card(name) for name in _CARDS}
    about = "<version>1.0</version><VassalVersion>3.7.0</VassalVersion><name>The Fords</name>"
    with zipfile.ZipFile(file, "w") as module:
        module.writestr("buildFile.xml", build_file())
        module.writestr(
            "moduledata", f'<?xml version="1.0" encoding="UTF-8"?><data version="1">{about}</data>'
        )
        for name, picture in pictures.items():
            data = BytesIO()
            picture.save(data, "PNG")
            module.writestr(f"images/{name}", data.getvalue())
    return file


def map_picture() -> Image.Image:
    """The map with the counters as the game begins."""
    whole = board()
    for name, side, column, row in _UNITS:
        x, y = centre(column, row)
        whole.paste(counter(name, side), (x - 26, y - 26))
    return whole


def board() -> Image.Image:
    """The map: fields, a wood, and a river with two fords."""
    picture = Image.new("RGB", (_WIDE, _HIGH), "#e4e2c4")
    pen = ImageDraw.Draw(picture)
    for column, row in ((3, 2), (3, 3), (6, 1), (6, 4), (8, 2)):
        pen.polygon(corners(column, row), fill="#b9cfa0")
    river = [(412, 0), (372, 90), (410, 180), (368, 270), (402, 360), (384, _HIGH)]
    pen.line(river, fill="#8db4d6", width=26, joint="curve")
    for at in ((0, 1), (2, 3)):
        (x, y), (x2, y2) = river[at[0]], river[at[1]]
        pen.line(
            [((x + x2) / 2 - 26, (y + y2) / 2), ((x + x2) / 2 + 26, (y + y2) / 2)], fill="#c9b48a", width=14
        )
    for column in range(1, 10):
        for row in range(1, 6):
            pen.polygon(corners(column, row), outline="#8c8a70")
            x, y = centre(column, row)
            pen.text((x, y - 36), f"{column:02}{row:02}", fill="#6a6852", font=font(11), anchor="mm")
    return picture


def corners(column: int, row: int) -> list[tuple[float, float]]:
    """The corners of a hex."""
    x, y = centre(column, row)
    side, half = _ACROSS * 2 / 3, _PITCH / 2
    return [(x - side, y), (x - side / 2, y - half), (x + side / 2, y - half), (x + side, y),
            (x + side / 2, y + half), (x - side / 2, y + half)]  # fmt: skip


def counter(name: str, side: str) -> Image.Image:
    """A counter: its name in two lines on the colour of its side."""
    picture = Image.new("RGB", (52, 52), _COLOURS[side])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 51, 51), outline="#222222")
    for line, word in enumerate(name.split()):
        pen.text((26, 17 + 18 * line), word, fill="white", font=font(13), anchor="mm")
    return picture


def card(name: str) -> Image.Image:
    """A card with its title."""
    picture = Image.new("RGB", (90, 120), "#f7f2e3")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((2, 2, 87, 117), outline="#6b5637", width=2)
    for line, word in enumerate(name.split()):
        pen.text((45, 40 + 20 * line), word, fill="#3a2f1d", font=font(15), anchor="mm")
    return picture


def back() -> Image.Image:
    """The back of the cards."""
    return Image.new("RGB", (90, 120), "#6b5637")


def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The letters that come with the drawing library."""
    return ImageFont.load_default(size)


def build_file() -> str:
    """What the module says of itself."""
    stacks = "".join(stack(n, *unit) for n, unit in enumerate(_UNITS, 10))
    cards = "".join(slot("CardSlot", name, n, MASK) for n, name in enumerate(_CARDS, 50))
    pile = (
        f'<{B}map.DrawPile name="Orders" owningBoard="Land" x="700" y="440" width="90" height="120" '
        f'faceDown="Always" shuffle="Always" draw="true">{cards}</{B}map.DrawPile>'
    )
    hands = "".join(
        f'<{B}PlayerHand mapName="Hand of the {side}" side="{side}">{boards("Hand", "hand.png", "")}</{B}PlayerHand>'
        for side in _COLOURS
    )
    grid = (
        f'<{B}map.boardPicker.board.HexGrid dx="{_ACROSS}.0" dy="{_PITCH}.0" x0="50" y0="60">'
        f'<{B}map.boardPicker.board.mapgrid.HexGridNumbering first="H" hType="N" vType="N" hLeading="1" vLeading="1" '
        f'sep="" hOff="1" vOff="1" stagger="false"/></{B}map.boardPicker.board.HexGrid>'
    )
    entries = "".join(f"<entry>{side}</entry>" for side in _COLOURS)
    return (
        '<?xml version="1.0" encoding="UTF-8"?><VASSAL.build.GameModule name="The Fords" version="1.0" '
        'VassalVersion="3.7.0" description="A small example" nextPieceSlotId="99">'
        f"<{B}BasicCommandEncoder/><{B}PlayerRoster>{entries}</{B}PlayerRoster><{B}GlobalOptions/><{B}Chatter/>"
        f'<{B}KeyNamer/><{B}DiceButton name="2d6" text="2d6" nDice="2" nSides="6" plus="0" addToTotal="0"/>'
        f'<{B}Map mapName="Main">{boards("Land", "land.png", grid)}{stacks}{pile}</{B}Map>{hands}'
        "</VASSAL.build.GameModule>"
    )


def boards(name: str, image: str, grid: str) -> str:
    """The boards of a map, one, and what moves pieces there."""
    picker = f"{B}map.BoardPicker"
    one = f'<{B}map.boardPicker.Board name="{name}" image="{image}">{grid}</{B}map.boardPicker.Board>'
    tools = ("StackMetrics", "ForwardToKeyBuffer", "Scroller", "MenuDisplayer", "StackExpander", "PieceMover",
             "KeyBufferer")  # fmt: skip
    return f"<{picker}>{one}</{picker}>" + "".join(f"<{B}map.{tool}/>" for tool in tools)


MASK = ("obs;77,130;back.png;Mask;B;?;side:;Peek;;true;;", "null;")
DELETE = ("delete;Delete;68,130;", "")


def stack(number: int, name: str, side: str, column: int, row: int) -> str:
    """A counter in a hex."""
    x, y = centre(column, row)
    inside = slot("PieceSlot", name, number, ("mark;Side", side))
    return (
        f'<{B}map.SetupStack name="{name}" owningBoard="Land" useGridLocation="false" x="{x}" y="{y}">{inside}'
        f"</{B}map.SetupStack>"
    )


def slot(kind: str, name: str, number: int, first: tuple[str, str]) -> str:
    """A piece with a trait and its picture."""
    types = nest([first[0], DELETE[0], f"piece;;;{name}.png;{name}"])
    states = nest([first[1], DELETE[1], f"null;0;0;{number};0"])
    text = "+/" + join("/", ("null", types, states))
    tag = f"VASSAL.build.widget.{kind}"
    return f'<{tag} entryName="{name}" gpid="{number}" height="60" width="60">{text}</{tag}>'


def main(words: list[str]) -> int:
    """Write the module into the file that is named. The exit status: 2 if none is."""
    if len(words) != 1:
        print("Name the file to write: python docs/fords.py fords.vmod", file=sys.stderr)
        return 2
    print(f"Wrote {write_module(Path(words[0]))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
