"""Builds VASSAL modules, saved games and print kits from a game's map, counters and charts.

The rooms, from the bottom: `vassal` (the formats) < `layout` (the board in them) < `module` (from game to
module) < `saves` (positions and logs) and `printing` (the kit) < `importing` (from module to game) < `check`
(what is wrong with a module) < `comparing` (two of them); `cli` is `hexpost module` and `hexpost print`.
`games` holds what only the modules of our own games need, `module_faults` the error that says all that is
wrong.
It may import maps, counters, templates, scans, files.
"""
