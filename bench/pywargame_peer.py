"""The peer of our modules: `pywargame`, run as a script by a Python that can import it; answers JSON.

    python3.12 -P bench/pywargame_peer.py JOB.json

The job tells what the module holds and where its pictures lie in an archive. Alone on the command line, the
script says whether the peer is there.
"""

from __future__ import annotations

import json
import sys
import time
import zipfile
from pathlib import Path
from typing import Any


def main(arguments: list[str]) -> None:
    """Do the job and print seconds and pieces; without a job, only look whether the peer is there."""
    import pywargame.vassal as peer

    if arguments:
        job = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        print(json.dumps(measured(peer, job)))


def measured(peer: Any, job: dict[str, Any]) -> dict[str, list[float]]:
    """Processor seconds of every writing and every reading; how many pieces the last reading found."""
    with zipfile.ZipFile(job["pictures"]) as archive:
        pictures = {name: archive.read(name) for name in archive.namelist() if name.startswith("images/")}
    written = [clocked(lambda: write(peer, job, pictures)) for _ in range(job["writes"])]
    read_back = [clocked(lambda: read(peer, job["out"])) for _ in range(job["reads"])]
    return {
        "written": [spent for spent, _ in written],
        "read": [spent for spent, _ in read_back],
        "pieces": [pieces for _, pieces in read_back],
    }


def clocked(work: Any) -> tuple[float, Any]:
    """Processor seconds of one run, and what it gave."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def write(peer: Any, job: dict[str, Any], pictures: dict[str, bytes]) -> None:
    """The module by the objects its own exporters use: build file and data, and the pictures as they are."""
    build, data = peer.BuildFile(), peer.ModuleData()
    data.addData().addName(name=job["name"])
    game = build.addGame(name=job["name"], version="1.0")
    game.addBasicCommandEncoder()
    prototypes = game.addPrototypes()
    for name in job["prototypes"]:
        prototypes.addPrototype(name=name, traits=[peer.MarkTrait("Of", name), peer.BasicTrait()])
    add_map(peer, game, job)
    with peer.VMod(job["out"], "w") as module:
        module.addFiles(**{peer.VMod.BUILD_FILE: build.encode(), peer.VMod.MODULE_DATA: data.encode()})
        module.addFiles(**pictures)


def add_map(peer: Any, game: Any, job: dict[str, Any]) -> None:
    """The board with its numbered hexes, and every piece in a stack at its start."""
    window = game.addMap(mapName="Map")
    board = window.addBoardPicker().addBoard(name=job["board"], image="board.png")
    zone = board.addZonedGrid().addZone(name="hexes", path=job["path"])
    zone.addHexGrid(**job["grid"]).addNumbering(hType="N", hOff=1, vOff=1, vLeading=1, stagger=False)
    for piece in job["pieces"]:
        stack = window.addAtStart(
            name=piece["stack"], owningBoard=job["board"], useGridLocation=False, x=piece["x"], y=piece["y"]
        )
        size = {"width": piece["size"], "height": piece["size"]}
        peer.PieceSlot(stack, entryName=piece["name"], gpid=piece["gpid"], traits=traits(peer, piece), **size)


def traits(peer: Any, piece: dict[str, Any]) -> list[Any]:
    """What a piece of ours says: prototypes, one trait with all its facts, its steps as layers."""
    layer = peer.LayerTrait(images=piece["images"], newNames=["", "+ (reduced)"], name="Step")
    shared = [peer.PrototypeTrait(name) for name in piece["prototypes"]]
    basic = peer.BasicTrait(name=piece["name"], gpid=piece["gpid"])
    return [*shared, peer.MarkTrait(*piece["facts"]), layer, basic]


def read(peer: Any, file: str) -> int:
    """The module opened, and the traits of every piece and prototype taken apart; so many pieces."""
    with peer.VMod(file, "r") as module:
        game = peer.BuildFile(module.getBuildFile()).getGame()
    pieces = game.getPieces()
    for one in (*pieces, *game.getPrototypes()[0].getPrototypes(asdict=False)):
        one.getTraits()
    return len(pieces)


if __name__ == "__main__":
    main(sys.argv[1:])
