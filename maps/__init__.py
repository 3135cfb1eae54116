"""Boards: spaces, borders and geometry, loaded from data, drawn, checked, imported, or traced from scans.

`board` and `space` say what a board is. The rooms, from the bottom: `grids` (hexes, squares) < `reading` (a
map folder) < `measuring` (what is where) < `drawing` (as a picture) < `checking` < `imports` (from other
programs) < `scan` (from a picture); `cli` is `hexpost map`, `map_faults` what can be wrong. Beside them lie
the boards of our own games, as data. It may import `scans` and `files`; fonts are read from `templates` as
files.
"""
