"""The formats of VASSAL: what its files say, without knowing any game.

Here: modules as archives (`archive`, `modulefile`, `readback`), the build file (`buildfile`, `nodes`,
`pages`, `known`, `outlines`), pieces with their traits (`traits`, `naming`, `keys`, `changes`), grids and
names of places (`grids`, `locations`), the commands of saved games and logs (`stream`, `command_text`,
`commands`, `replay`, `undoing`).
In: files that anybody may have made. Out: typed values and every problem found; and texts that VASSAL reads.
Imports `builder.module_faults`, nothing else of the builder.
"""
