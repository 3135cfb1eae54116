"""`hexpost map fit` on pictures of real boards: how many hexes get their label, and how far off they lie."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from PIL import Image

from bench.measure import Spent

from .command import Answer, Hexpost

MISS = 0.03
"""By which part of a hex a click misses its centre on the average in x and in y: 2 pixels of 60."""

Centres = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Fit:
    """One picture fitted: labels in the right hex of all; the furthest of them from the truth, in hexes."""

    picture: str
    clicks: int
    spent: Spent
    right: int
    hexes: int
    worst: float
    confidence: float
    verdict: str

    @property
    def is_right(self) -> bool:
        """Whether every hex has its label."""
        return self.right == self.hexes


def fitted(
    hexpost: Hexpost, folder: Path, picture: str, truth: Mapping[str, Any], clicked: bool, out: Path
) -> Fit:
    """One picture of a board, with the clicks or without; `out` is a folder for what it writes."""
    seen = truth["pictures"][picture]
    table = out / f"{folder.name}-{picture}-{clicked:d}.csv"
    words: list[object] = ["map", "fit", folder / picture, "--centres", table, "--json"]
    words += ["--columns", truth["columns"], "--rows", truth["rows"]]
    if clicked:
        with Image.open(folder / picture) as image:
            words += hexes_clicked(seen["centres"], seen["click"], image.size)
    if hexpost.knows("--anyway", "map", "fit"):
        words += ["--anyway", "--overlay", table.with_suffix(".png")]
    else:
        words += ["--candidates", table.with_suffix(".png")]
    answer = hexpost(*words)
    right, worst = compared(seen["centres"], read_centres(table)) if table.exists() else (0, 0.0)
    name, clicks = f"{folder.name} {picture}", len(seen["click"]) if clicked else 0
    confidence = float(answer.facts.get("confidence", 0.0))
    return Fit(name, clicks, answer.spent, right, len(seen["centres"]), worst, confidence, verdict(answer))


def hexes_clicked(centres: Centres, labels: list[str], size: tuple[int, int]) -> list[str]:
    """The options that say where some hexes are: a little beside, as clicks are, but on the picture."""
    rng = numpy.random.default_rng(len(centres))
    miss = MISS * pitch(centres)
    meant = [numpy.array(centres[label]) + rng.normal(0, miss, 2) for label in labels]
    clicks = [(label, *numpy.clip(at, 0, size)) for label, at in zip(labels, meant, strict=True)]
    return [word for label, x, y in clicks for word in ("--hex", f"{label}={x:.1f},{y:.1f}")]


def pitch(centres: Centres) -> float:
    """The usual distance of neighbouring hexes, in pixels."""
    return float(numpy.median(distances(numpy.array(list(centres.values())))))


def distances(points: Any) -> Any:
    """How far each point (n, 2) has to the nearest other."""
    from scipy.spatial import KDTree

    return KDTree(points).query(points, k=2)[0][:, 1]


def read_centres(table: Path) -> dict[str, tuple[float, float]]:
    """label,x,y as `map fit --centres` writes it."""
    with table.open(newline="", encoding="utf-8") as file:
        return {row["label"]: (float(row["x"]), float(row["y"])) for row in csv.DictReader(file)}


def compared(truth: Centres, found: Centres) -> tuple[int, float]:
    """How many labels stand in their hex, and the furthest of them from its centre, in hexes."""
    hexes = distances(numpy.array(list(truth.values())))
    misses = [
        float(numpy.hypot(*numpy.subtract(found[label], truth[label])) / wide)
        for label, wide in zip(truth, hexes, strict=True)
        if label in found
    ]
    inside = [miss for miss in misses if miss < 0.5]
    return len(inside), max(inside, default=0.0)


def verdict(answer: Answer) -> str:
    """What the command said of its fit."""
    if not answer.facts:
        return f"refused: {answer.refusal}"
    return "sure" if answer.facts.get("sure") else "unsure"
