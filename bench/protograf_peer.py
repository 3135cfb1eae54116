"""The peer of our counter sheets: `protograf`, run as a script by a Python that has it; answers JSON.

    python -P bench/protograf_peer.py JOB.json

The job tells the rows of the counters and where the PDF goes. Alone on the command line, the script says
whether the peer is there. Each counter is a paper, a symbol of a frame and a cross, a size, a name and a line
of values, front and back, as its documentation draws counter sheets.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any


def main(arguments: list[str]) -> None:
    """Do the job and print its seconds; without a job, only look whether the peer is there."""
    peer = import_module("protograf.proto")  # of an environment of its own: no library of ours
    if arguments:
        job = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        wall, cpu = time.perf_counter(), time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            write(peer, job)
        print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))


def write(peer: Any, job: dict[str, Any]) -> None:
    """The counters of the job, on both sides of A4."""
    out = Path(job["out"])
    peer.Create(filename=out.name, paper="A4", margin=1.4, units="cm")
    peer.Data(data_list=job["rows"])
    peer.CounterSheet(width=1.6, height=1.6, grid_marks=True)
    peer.Counter("all", *face(peer, "values"))
    peer.CounterBack("all", *face(peer, "back"))
    peer.Save(directory=str(out.parent))


def face(peer: Any, values: str) -> list[Any]:
    """What stands on a side."""
    ink = {"stroke": "#141414", "stroke_width": 1.1}
    letters = {"stroke": "#141414"}
    return [
        peer.rectangle(x=0, y=0, width=1.6, height=1.6, fill="#a9b3b2", stroke="#a9b3b2"),
        peer.rectangle(x=0.38, y=0.26, width=0.84, height=0.56, fill="#f2f3ef", **ink),
        peer.line(x=0.38, y=0.26, x1=1.22, y1=0.82, **ink),
        peer.line(x=0.38, y=0.82, x1=1.22, y1=0.26, **ink),
        peer.text(x=0.8, y=0.2, text=peer.T("{{ size }}"), font_size=5, **letters),
        peer.text(x=0.8, y=1.04, text=peer.T("{{ name }}"), font_size=6, **letters),
        peer.text(x=0.8, y=1.46, text=peer.T(f"{{{{ {values} }}}}"), font_size=12, **letters),
    ]


if __name__ == "__main__":
    given, sys.argv[1:] = sys.argv[1:], []  # the peer reads the command line too, when it begins
    main(given)
