"""From somebody's module to a game folder of ours: map, roster, charts and set-ups as tables.

Here: `importer` goes through a module; `boards`, `grids`, `cells` and `nature` find out what its boards are,
`found_pieces` and `roster` its units, `decks`, `charts`, `setups` and `facts` the rest; `text` and `folder`
write it.
In: a module that anybody may have made. Out: the files of a game, what was carried over and what was lost.
Imports `builder.saves`, `builder.module`, `builder.vassal`, maps.
"""
