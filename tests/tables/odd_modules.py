"""Small modules with odd traits, made by chance: masks within masks, hidden pieces, cards without backs or with
many, decks of all kinds, several maps, hands of one side or two, layers, markers, properties everywhere.

Every piece has words of its own in its name, marks, labels and properties; whoever may not see it may have none
of them.
"""

# ruff: noqa: E501
from __future__ import annotations

import random
import zipfile
from io import BytesIO
from pathlib import Path

from tests.tables.sampler import HEXES, PICTURES, PLUMBING, B, board, piece, png, slot, stack

SIDES = ("Red", "Blue", "Green")
COUNT = 12
HANDS = {"Red": ("Red",), "Blue": ("Blue",), "Allies": ("Red", "Green"), "Shown": ()}
"""The windows of sides; nothing is secret in the one that all may look into."""
LABEL = "label;76,130;Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false"
LAYER = "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png,three.png;,+ (two),Third {word};true;{name};;;false;;1;1;true;;70,130;;;1.0;;true"
FOLLOW = (
    "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png;,;true;Follows;;;true;{{VP}};1;1;true;;;;;1.0;;true"
)
DIE = "emb2;;128;;;128;;;128;;;;1;false;0;0;one.png,two.png,three.png;1,2,3;true;Die;82,130;Roll;false;;1;1;true;;;;;1.0;;true"
TURN = "rotate;6;93,130;91,130;Right;Left;;;Facing;;;;;false"
APART = "immob;n;A;R;"
CARRIED = (
    "sendto;Send;84,130;Main;Land;10;10;;;;;;;L;;;", "clone;Clone;67,130;", "delete;Delete;68,130;",
    "placemark;Place;77,650;;null;0;0;0;1;;false;false;;", "replace;Replace;75,650;;null;0;0;0;1;;false;false;;",
    "report;70\\,130;$pieceName$ turns;;;", "macro;Go;Go;65,130;;;70\\,130;false;;;counted;;;1;false;;1;1",
    "globalkey;All;80,130;90,130;{ side == \"Red\" };false;1;true;;;;;;", "calcProp;Sum;{ VP + 1 }", "footprint;84,520;Trail;false;false;10;0,0,0;255,255,255;100;50;20;30;;1.0",
)  # fmt: skip
OWNERS = ("player:", "side:", "sides:Red:Green", "sides:Blue:Green")


class Maker:
    """One module while it is made."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance, self.number = seed, random.Random(seed), 0

    def word(self) -> str:
        """A word that stands nowhere else."""
        self.number += 1
        return f"Zq{self.seed}x{self.number:03}q"

    def traits(self, mask: str, own: str, side: str) -> list[tuple[str, str]]:
        """Traits of a piece in an order that nobody would choose; `own` are their words."""
        chance = self.chance
        found = [("mark;Code,Side", f"{own},{side}"), ("PROP;Note;false,0,100,false;;", own)]
        found += [(mask, "null;")] if mask else []
        found += [("mark;Rank", own)] if chance.random() < 0.5 else []
        found += [(LABEL, self.word())] if chance.random() < 0.4 else []
        found += [(LAYER.format(word=self.word(), name=f"L{n}"), "1") for n in range(chance.randrange(3))]
        found += [(TURN, "0")] if chance.random() < 0.5 else []
        found += [(FOLLOW.format(), "1")] if chance.random() < 0.2 else []
        found += (
            [("markmoved;moved.gif;0;0;Moved;77,195;;false;;;;", "false")] if chance.random() < 0.3 else []
        )
        found += [(one, "") for one in chance.sample(CARRIED, chance.randrange(4))]
        found += [("propertysheet;Sheet;0Text;;0;;;;", own)] if chance.random() < 0.2 else []
        found += [(f"basicName;{own}B", "")] if chance.random() < 0.2 else []
        found += [("prototype;Deep", "")] if chance.random() < 0.5 else []
        chance.shuffle(found)
        return found

    def mask(self, back: str, access: str, name: str) -> str:
        style = self.chance.choice(("B", "Ione.png", "G", "P"))
        return f"obs;77,130;{back};Mask;{style};{name};{access};Peek;;true;;"

    def unit(self, side: str) -> str:
        """A counter: with a mask, with two, or with none; hidden it may be by its side or by its player."""
        own, chance, gpid = self.word(), self.chance, str(1000 + self.number)
        back = f"{side.lower()}-back.png"
        mask = self.mask(back, chance.choice(OWNERS[:3]), own) if chance.random() < 0.8 else ""
        found = self.traits(mask, own, side)
        if chance.random() < 0.6:
            access = chance.choice(("side:", "player:"))
            found.insert(chance.randrange(len(found) + 1), (f"hide;73,130;Hide;;{access};0.3;;false", "null"))
        found += [(APART, "")] if chance.random() < 0.15 else []
        name = f"{own} {chance.choice(('Pz!', 'Inf; 3/5', 'Arty, 2', 'o_O', 'G&G'))}"
        return slot(name.replace("&", "&amp;"), gpid, piece(name, f"{side.lower()}.png", gpid, *found))

    def card(self, deck: str, back: str) -> str:
        own, gpid = self.word(), str(1000 + self.number)
        mask = self.mask(back, self.chance.choice(("player:", "side:")), own) if back else ""
        found = self.traits(mask, own, "")
        if self.chance.random() < 0.7 or not back:
            found.append((f"return;Return;82,195;{deck};;;2;false;", ""))
        return slot(own, gpid, piece(own, "face.png", gpid, *found), card=True)

    def deck(self, name: str, at: tuple[int, int], backs: tuple[str, ...], of: str = "") -> str:
        """A deck of any kind with a card for each back."""
        chance = self.chance
        cards = "".join(self.card(name, back) for back in backs)
        kinds = {
            "faceDown": chance.choice(("Always", "Always", "Via right-click Menu", "Never")),
            "shuffle": chance.choice(("Always", "Never", "Via right-click Menu")),
            "allowMultiple": chance.choice(("true", "false")), "allowSelect": chance.choice(("true", "false")),
            "reversible": chance.choice(("true", "false")), "draw": "true",
            "reshufflable": chance.choice(("true", "false")), "reshuffleCommand": "Again",
            "reshuffleTarget": "Discards", "canSave": chance.choice(("true", "false")),
            "hotkeyOnEmpty": "true", "maxStack": chance.choice(("10", "2")),
        }  # fmt: skip
        owned = f'deckRestrictAccess="true" deckOwners="{of}"' if of else ""
        given = " ".join(f'{key}="{value}"' for key, value in kinds.items())
        return f'<{B}map.DrawPile name="{name}" owningBoard="Land" x="{at[0]}" y="{at[1]}" width="60" height="60" {given} {owned}>{cards}</{B}map.DrawPile>'

    def build_file(self) -> str:
        chance = self.chance
        inner = piece("", "", "", ("mark;Deep", "deep"), (TURN.replace("Facing", "Deeper"), "0"))
        outer = piece("", "", "", ("prototype;Inner", ""), ("PROP;Spent;false,0,9,false;;", "0"))
        land = "".join(
            stack(
                f"s{n}",
                100 * n,
                107 + 115 * (n % 2 == 0) // 2,
                "".join(self.unit(chance.choice(SIDES)) for _ in range(chance.randint(1, 4))),
            )
            for n in range(1, 7)
        )
        mixed = tuple(chance.choice(("command-back.png", "chit-back.png")) for _ in range(6))
        land += self.deck("Commands", (60, 560), ("command-back.png",) * 8)
        land += self.deck("Mixed", (160, 560), mixed)
        land += self.deck("Bare", (260, 560), ("",) * 5)
        land += self.deck("Owned", (360, 560), ("chit-back.png",) * 4, of="Blue,Green")
        land += self.deck("Discards", (460, 560), ())
        land += stack("die", 600, 450, slot("Fate", "20", piece("Fate", "one.png", "20", (DIE, "1"))))
        sea = stack("fleet", 50, 50, "".join(self.unit(side) for side in SIDES), "Water")
        layers = (
            f'<{B}map.LayeredPieceCollection property="Code" layerOrder="a,b"/>'
            if chance.random() < 0.3
            else ""
        )
        loose = PLUMBING.replace(f"<{B}map.StackMetrics/>", f'<{B}map.StackMetrics disabled="true"/>')
        hands = "".join(
            f'<{B}{kind} mapName="{name} hand" side="{",".join(sides or SIDES[:1])}" visible="{"false" if sides else "true"}" buttonName="{name}">'
            f"{board('Hand', 'hand.png')}{chance.choice((loose, PLUMBING))}</{B}{kind}>"
            for name, sides in HANDS.items()
            for kind in (chance.choice(("PlayerHand", "PrivateMap")),)
        )
        palette = slot(
            "Trench", "30", piece("Trench", "one.png", "30", ("delete;Delete;68,130;", ""), (LABEL, ""))
        )
        palette += slot(
            "Veil",
            "31",
            piece(
                "Veil",
                "two.png",
                "31",
                (self.mask("one.png", "player:", "Veil"), "null;"),
                ("hide;73,130;Hide;;player:;0.3;;false", "null"),
            ),
        )
        zone = f'<{B}map.boardPicker.board.ZonedGrid><{B}map.boardPicker.board.mapgrid.Zone name="All, of it!" path="0,0;700,0;700,640;0,640" locationFormat="$gridLocation$ ($name$)" useParentGrid="false">{HEXES}<{B}map.boardPicker.board.mapgrid.ZoneProperty name="Fog" initialValue="1"/></{B}map.boardPicker.board.mapgrid.Zone></{B}map.boardPicker.board.ZonedGrid>'
        properties = "".join(
            f'<{B}properties.GlobalProperty name="{name}" initialValue="{value}" isNumeric="false"/>'
            for name, value in (("VP", "0"), ("Odd;name", "a,b;c"))
        )
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Odd {self.seed}" version="{self.seed}.0" VassalVersion="3.7.0" description="Odd" nextPieceSlotId="9999">
<{B}BasicCommandEncoder/>
<{B}PlayerRoster>{"".join(f"<entry>{side}</entry>" for side in SIDES)}<entry>Solitaire</entry></{B}PlayerRoster>
<{B}GlobalOptions/><{B}properties.GlobalProperties>{properties}</{B}properties.GlobalProperties>
<{B}PrototypesContainer><{B}PrototypeDefinition name="Deep">{outer}</{B}PrototypeDefinition><{B}PrototypeDefinition name="Inner">{inner}</{B}PrototypeDefinition></{B}PrototypesContainer>
<{B}PieceWindow name="Pieces" text="Pieces"><VASSAL.build.widget.ListWidget entryName="Markers">{palette}</VASSAL.build.widget.ListWidget></{B}PieceWindow>
<{B}Chatter/><{B}KeyNamer/><{B}NotesWindow/>
<{B}DiceButton name="2d6" text="2d6" nDice="2" nSides="6" plus="0" addToTotal="0" reportTotal="false"/>
<{B}turn.TurnTracker name="Turn" turnFormat="$level1$"><{B}turn.CounterTurnLevel name="Turn" property="Turn" start="1" incr="1" loop="false"/></{B}turn.TurnTracker>
<{B}Map mapName="Main">{board("Land", "land.png", chance.choice((HEXES, zone, "")))}{PLUMBING}{layers}{land}</{B}Map>
<{B}Map mapName="Sea">{board("Water", "hand.png")}{chance.choice((loose, PLUMBING))}{sea}</{B}Map>
{hands}
</VASSAL.build.GameModule>"""


def write_odd(folder: Path, seed: int) -> Path:
    """The module of a number in a folder."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("buildFile.xml", Maker(seed).build_file())
        about = f"<version>{seed}.0</version><VassalVersion>3.7.0</VassalVersion><name>Odd {seed}</name>"
        archive.writestr(
            "moduledata", f'<?xml version="1.0" encoding="UTF-8"?><data version="1">{about}</data>'
        )
        for name, colour, size in PICTURES:
            archive.writestr(f"images/{name}", png(colour, size))
    path = folder / f"odd{seed}.vmod"
    path.write_bytes(data.getvalue())
    return path
