"""Grids and planes: hexes, squares, and the globe laid flat. Mathematics that knows no game and no file.

Here: `hexes` (neighbours, distance, lines, rings), `grid` and `squares` (how a board numbers and labels
them), `projection` (longitude and latitude to kilometres).
In: counts, labels, points. Out: neighbours, distances, centres, outlines.
Imports `maps.space`, which makes ids of names.
"""
