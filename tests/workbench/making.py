"""Somebody who makes a map or counters in the workbench, without the page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.workbench.drawn import GRID, place, saved
from workbench.cli import opened
from workbench.serving import Serving

CORNERS = ("0101", "0901", "0107", "0907", "0201")


class Maker:
    """Somebody at the page, without the page; `mode` is what they look at."""

    mode = "hexes"

    def __init__(self, serving: Serving) -> None:
        self.serving = serving

    def does(self, verb: str, mode: str = "", **values: Any) -> str:
        """Make a change; "" or why it was refused."""
        one, project = self.serving.modes[mode or self.mode], self.serving.project
        try:
            project.change(
                project.number, one.touches(verb, values), lambda: one.change(project, verb, values)
            )
        except Exception as error:
            if getattr(error, "exit_code", None) != 1:
                raise
            return str(error)
        return ""

    def sees(self, mode: str = "") -> Any:
        """What the page shows once all work is done."""
        mode = mode or self.mode
        until = time.monotonic() + 120
        while True:
            busy, state = self.serving.modes[mode].busy, self.serving.state(mode)
            if not (busy or state["working"]):
                return state
            assert time.monotonic() < until, state["working"]
            time.sleep(0.02)

    def clicks(self, *labels: str) -> None:
        for label in labels:
            x, y = place(GRID, label)
            assert self.does("click", label=label, x=x + 0.6, y=y - 0.4) == ""


def straightened(tmp_path: Path) -> Maker:
    """Somebody with a map that was clicked together and straightened; to be closed."""
    made = Maker(opened(saved(tmp_path / "mygame.png")))
    made.clicks(*CORNERS)
    made.sees()
    assert made.does("straighten") == ""
    made.sees()
    return made
