"""The sequence of play as players read it: each phase by its number, what they do in it, and its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from builder.layout.module_file import ModuleFacts
from builder.module.charts import Chart, numbered

Step = tuple[str, str, str]
"""A step of the referee's sequence of play: its id, title and rule."""

_LISTED = re.compile(r"\d+(\.\d+)+")
"""Ids of steps that are their numbers in the rulebook."""


def sequence_of_play(facts: ModuleFacts, steps: Sequence[Step]) -> tuple[Chart, ...]:
    """The sequence of play as a chart: the rulebook's segments with what is done in each, and its rules.

    A segment has the rulebook's number; where two have the same they are counted. A game without segments
    has the referee's steps, if they are more than one.
    """
    if not facts.segments:
        return _chart([(title, "", rule) for _, title, rule in steps], ()) if len(steps) > 1 else ()
    numbers = [numbered(segment)[0] for segment in facts.segments]
    unique = len(set(numbers)) == len(numbers) and all(numbers)
    rows = []
    for segment in facts.segments:
        number, says = numbered(segment)
        cited = list(dict.fromkeys(_rules(segment, number, facts.states, steps)))
        rows.append((says, facts.does.get(segment, ""), ", ".join(cited)))
    return _chart(rows, numbers if unique else ())


def _chart(rows: Sequence[tuple[str, str, str]], numbers: Sequence[str]) -> tuple[Chart, ...]:
    """The rows as a chart; a column is left out that says nothing, or the same in every row."""
    columns = list(zip(*rows, strict=True))
    kept = [at for at, column in enumerate(columns) if at == 0 or (all(column) and len(set(column)) > 1)]
    names = tuple(("Phase", "What you do", "Rule")[at] for at in kept)
    cells = tuple(zip(*(columns[at] for at in kept), strict=True))
    labels = tuple(numbers) or tuple(str(number) for number in range(1, len(rows) + 1))
    return (Chart("sequence", "Sequence of play", names, labels, cells),)


def _rules(segment: str, number: str, states: Mapping[str, str], steps: Sequence[Step]) -> Iterator[str]:
    for name, _, rule in steps:
        named = states.get(name, name)
        if named in (segment, number) or (number and named.startswith(f"{number}.")):
            yield rule


def further_steps(facts: ModuleFacts, steps: Sequence[Step]) -> tuple[Chart, ...]:
    """The rulebook's numbered steps that belong to none of the segments, as a chart."""
    numbers = [numbered(segment)[0] for segment in facts.segments]
    left = [
        (name, title)
        for name, title, _ in steps
        if _LISTED.fullmatch(name)
        and not any(name == one or name.startswith(f"{one}.") for one in numbers if one)
    ]
    if not facts.segments or not left:
        return ()
    rows, cells = tuple(name for name, _ in left), tuple((title,) for _, title in left)
    return (Chart("steps", "Step by step", ("Step",), rows, cells),)
