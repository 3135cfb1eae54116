"""HELP: what an abbreviation of the rulebook means (BRV17.1)."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from adjudicator.orders import Order

from .orders import said


@cache
def words() -> Mapping[str, str]:
    """What each word means, with its clause, from `glossary.csv`."""
    with (Path(__file__).parent / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return {row["word"]: f"{row['meaning']} [{row['rule']}]" for row in csv.DictReader(file)}


def answer(order: Order) -> str:
    """What is told of a HELP line; "" for any other."""
    if order.verb != "help":
        return ""
    word = said(order).about
    return words().get(word, f"known are {', '.join(words())}")
