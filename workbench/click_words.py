"""What is wrong with clicks, in words for somebody who clicks: no options of commands, no pixels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from maps.scan.hexgrid.labels import Click

_ONE = re.compile(r"--hex (\S+?)=\S+ contradicts the other")
_OTHERS = re.compile(r"If they are right, look at (.+)")
_NEAR = 0.3
"""Of the pitch: a click so near to the middle of a hex is a click on it."""


def for_clicker(error: Exception, clicks: Sequence[Click], size: tuple[int, int]) -> str:
    """An error about clicks as the page says it, with the label that would fit if there is one."""
    text = str(error)
    found = _ONE.search(text)
    if found:
        label = found[1]
        fits = _fitting(label, clicks, size)
        likely = f" Is it {fits}?" if fits else ""
        mend = "Click it again to correct its label, or take it away."
        others = _OTHERS.search(text)
        right = f" If it is right, look at {others[1]}." if others else ""
        return f"Hex {label} does not fit the other clicks.{likely} {mend}{right}"
    if "contradict each other" in text:
        mend = "Look at their labels again, and take away one that is wrong."
        return f"The clicked hexes do not fit together. {mend}"
    if "no grid is found" in text:
        return "No grid fits the clicked hexes. Look at their labels again, or click a few more."
    if "say --anyway" in text:
        return "The grid is not sure yet. Click the four corner hexes, and a neighbour of one."
    text = re.sub(r"--hex (\S+?)=[-\d.,]+", r"Hex \1", text)
    return text if re.match(r"\S+:\d+:", text) else text[:1].upper() + text[1:]  # a file and a line stay


def _fitting(label: str, clicks: Sequence[Click], size: tuple[int, int]) -> str:
    """The label of the hex in which a click is, by the other clicks; "" if none is."""
    from maps.scan.hexgrid.sketch import sketched

    own = next((one for one in clicks if one.label == label), None)
    rest = [one for one in clicks if one.label != label]
    try:
        laid = sketched(rest, size, None) if own else None
    except ScanError:
        laid = None
    if laid is None or own is None:
        return ""
    steps = ((laid.centres[:, None] - laid.centres[None, :4]) ** 2).sum(2) ** 0.5
    pitch = float(steps[steps > 1].min())
    far = ((laid.centres - (own.x, own.y)) ** 2).sum(1) ** 0.5
    nearest = int(far.argmin())
    taken = {one.label for one in rest}
    best = list(laid.grid.labels)[nearest]
    return best if far[nearest] < _NEAR * pitch and best not in taken else ""
