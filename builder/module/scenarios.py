"""The scenarios of a game: other starts than the usual one, each a saved game inside the module."""

from __future__ import annotations

from collections.abc import Iterator

from builder.layout.module_file import Scenario
from builder.module.parts import Parts
from builder.module.position import When, save_entries
from builder.module.setup import Placement
from builder.module.toolbar import scenario_file
from builder.module_faults import ModuleError
from builder.vassal.archive import zipped


def scenario_files(parts: Parts) -> dict[str, bytes]:
    """The saved game of each scenario by its file name; ModuleError with all that they get wrong."""
    faults = [fault for scenario in parts.facts.scenarios for fault in _faults(scenario, parts)]
    if faults:
        raise ModuleError(faults)
    return {
        scenario_file(number): zipped(
            save_entries(
                parts, position(scenario, parts), scenario.name, When(scenario.turn, scenario.segment)
            )
        )
        for number, scenario in enumerate(parts.facts.scenarios, 1)
    }


def position(scenario: Scenario, parts: Parts) -> list[Placement]:
    """Who stands where when a scenario begins: as at the usual start, but for what the scenario says."""
    moved = {**scenario.units, **scenario.markers}
    usual = [one for one in parts.start if one.piece not in parts.roster.counters or not scenario.only]
    stands = {one.piece: one.at for one in usual} | moved
    placed = (Placement(piece, at, int(piece in scenario.reduced)) for piece, at in stands.items())
    return [one for one in placed if one.at]


def _faults(scenario: Scenario, parts: Parts) -> Iterator[str]:
    """Pieces and turns that the game does not have; places are checked when the position is written."""
    for units, known, what in (
        (scenario.units, parts.roster.counters, "unit"),
        (scenario.reduced, parts.roster.counters, "unit"),
        (scenario.markers, parts.roster.markers, "marker"),
    ):
        yield from (f"scenario {scenario.name}: no {what} {one!r}" for one in units if one not in known)
    if scenario.turn > max(1, len(parts.facts.turns)):
        yield f"scenario {scenario.name}: there is no turn {scenario.turn}"
    if scenario.segment > max(1, len(parts.facts.segments)):
        yield f"scenario {scenario.name}: there is no segment {scenario.segment}"
